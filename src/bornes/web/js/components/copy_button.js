/**
 * A text with a button that copies it. Over plain HTTP there is no clipboard for scripts: then the browser's own
 * command does it.
 */
import { h, setText } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { icon } from "./illustrations.js";

/** How long the button says that it was done. */
const SAID = 2500;

/**
 * Copy a text; false where the browser does not let anybody.
 * @param {string} text @param {HTMLInputElement} field where the text stands
 * @returns {Promise<boolean>}
 */
async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    field.focus();
    field.setSelectionRange(0, field.value.length);
    const done = document.execCommand("copy");
    if (done && before instanceof HTMLElement) before.focus();
    return done;
  }
}

/** A link to hand on. */
export class CopyButton {
  /** @param {string} label @param {import("../router.js").App} app */
  constructor(label, app) {
    this.field = h("input", {
      class: "link-text",
      type: "text",
      readonly: true,
      aria: { label },
      on: { focus: () => this.field.select() },
    });
    this.word = h("span", null, gettext("Copy"));
    this.button = h(
      "button",
      { type: "button", class: "copy", aria: { label: gettext("Copy: {what}", { what: label }) } },
      icon("copy"),
      this.word,
    );
    this.button.addEventListener("click", async () => {
      const done = await copyText(this.field.value, this.field);
      app.tell(done ? gettext("Copied.") : gettext("The text is selected: copy it with your browser."));
      if (!done) return;
      setText(this.word, gettext("Copied"));
      window.setTimeout(() => setText(this.word, gettext("Copy")), SAID);
    });
    this.element = h("p", { class: "send" }, this.field, this.button);
  }

  /** @param {string} text */
  update(text) {
    if (this.field.value !== text) this.field.value = text;
  }
}
