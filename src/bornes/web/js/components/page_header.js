/** The top of every screen that is not the table: the way home, and what the screen is about. */
import { h } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { wordmark } from "./illustrations.js";

/**
 * @param {string} title empty where the screen has a heading of its own
 * @param {...import("../core/dom.js").Children} more what stands at its end
 * @returns {HTMLElement}
 */
export function pageHeader(title, ...more) {
  return h(
    "header",
    { class: "masthead" },
    h("a", { class: "home", href: "/", aria: { label: gettext("Bornes, first page") } }, wordmark()),
    title && h("h1", null, title),
    ...more,
  );
}
