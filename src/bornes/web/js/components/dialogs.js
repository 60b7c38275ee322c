/** Dialogs of the table: one that asks, one that lists, one that shows a board. */
import { fill, h } from "../core/dom.js";
import { icon } from "./illustrations.js";
import { gettext } from "../core/i18n.js";

/** @typedef {import("../core/dom.js").Children} Children */

let count = 0;

/**
 * Show a dialog with a title; it is gone from the page once it is closed.
 * @param {string} title @param {Children} content @param {{ class?: string, onClose?: () => void }} [options]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { class: extra = "", onClose } = {}) {
  const id = `dialog-${++count}`;
  const dialog = h("dialog", { class: `sheet-up ${extra}`, "aria-labelledby": id });
  fill(
    dialog,
    h(
      "header",
      null,
      h("h2", { id }, title),
      h(
        "button",
        { class: "close", type: "button", aria: { label: gettext("Close") }, on: { click: () => dialog.close() } },
        icon("close"),
      ),
    ),
    content,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask whether to go on. Resolves with what was chosen, and whether not to ask again.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {boolean} [mayForget] whether one may say not to be asked again
 * @returns {Promise<{ yes: boolean, always: boolean }>}
 */
export function ask(title, text, yes, mayForget = false) {
  return new Promise((resolve) => {
    let answer = false;
    const never = h("input", { type: "checkbox" });
    const dialog = openDialog(
      title,
      [
        h("p", { class: "question" }, text),
        mayForget && h("label", { class: "never" }, never, " ", gettext("Do not ask again")),
        h(
          "div",
          { class: "choices" },
          h(
            "button",
            {
              class: "go",
              type: "button",
              on: {
                click: () => {
                  answer = true;
                  dialog.close();
                },
              },
            },
            yes,
          ),
          h("button", { type: "button", on: { click: () => dialog.close() } }, gettext("Cancel")),
        ),
      ],
      { class: "asking", onClose: () => resolve({ yes: answer, always: answer && never.checked }) },
    );
  });
}
