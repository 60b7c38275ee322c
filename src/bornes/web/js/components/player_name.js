/** What one is called at tables: asked for where it is needed, and remembered. */
import { h, setAttribute, setText, show } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** So long can a name be. */
const LONGEST = 24;
let made = 0;

/**
 * @param {import("../router.js").App} app
 * @returns {{ element: HTMLElement, value: () => string, complain: (text: string) => void }}
 */
export function nameField(app) {
  const id = `my-name-${++made}`;
  const wrong = h("p", { class: "wrong", id: `${id}-wrong`, role: "alert", hidden: true });
  const field = h("input", {
    id,
    name: "name",
    type: "text",
    maxlength: LONGEST,
    autocomplete: "nickname",
    spellcheck: "false",
    value: app.memory.get("name"),
  });
  const complain = (/** @type {string} */ text) => {
    setText(wrong, text);
    show(wrong, Boolean(text));
    setAttribute(field, "aria-invalid", text ? "true" : null);
    setAttribute(field, "aria-describedby", text ? wrong.id : null);
    if (text) field.focus();
  };
  field.addEventListener("input", () => {
    complain("");
    app.memory.set("name", field.value.trim());
  });
  return {
    element: h("div", { class: "field name-field" }, h("label", { for: id }, gettext("Your name")), field, wrong),
    value: () => field.value.trim(),
    complain,
  };
}
