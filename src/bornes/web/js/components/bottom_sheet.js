/** A sheet that comes up over the screen, asks one thing, and goes. */
import { h } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { blankDriver, icon } from "./illustrations.js";

let made = 0;

/**
 * Show a sheet; it is gone when it was closed, and the focus is back where it was.
 * @param {string} title @param {(close: () => void) => import("../core/dom.js").Children} contents
 * @returns {HTMLDialogElement}
 */
export function openBottomSheet(title, contents) {
  const id = `sheet-up-${++made}`;
  const before = document.activeElement;
  const dialog = h("dialog", { class: "sheet-up", "aria-labelledby": id });
  const close = () => dialog.close();
  dialog.append(
    h(
      "header",
      null,
      h("h2", { id }, title),
      h(
        "button",
        { type: "button", class: "close", aria: { label: gettext("Close") }, on: { click: close } },
        icon("close"),
      ),
    ),
  );
  for (const child of [contents(close)].flat()) if (child) dialog.append(child instanceof Node ? child : String(child));
  // A press beside the sheet is meant for what lies under it: away with it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Return a line of a sheet that can be pressed.
 * @param {{ picture?: Node | null, title: string, note?: string, end?: Node | null, press: () => void, chosen?: boolean
 *   }} line
 */
export function sheetLine({ picture, title, note, end, press, chosen }) {
  return h(
    "li",
    null,
    h(
      "button",
      { type: "button", aria: { pressed: chosen }, on: { click: press } },
      picture ?? blankDriver(),
      h("span", { class: "line-words" }, h("b", null, title), note ? h("small", null, note) : null),
      end,
    ),
  );
}
