/** Short texts made of others, as a line of the page needs them. */
import { gettext } from "./i18n.js";

/** Return a text with a capital letter at its beginning. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/**
 * Return a value with what it is of before it: “Draw pile: 12”, with the spaces of the language.
 * @param {string} what @param {string | number} value
 */
export const labelled = (what, value) => gettext("{what}: {value}", { what, value });
