/**
 * The words of the page itself, in the reader's language. What happens at a table is told by the server, in sentences.
 *
 * Messages stand in the code in English, as literals, so that `scripts/catalogues` finds them; the catalogue of a
 * language comes from the server.
 */

/** @typedef {{ language: string, plural_forms: string, messages: Record<string, string | string[]> }} Catalogue */
/** @typedef {import("./dom.js").Child} Child */

/** @type {Catalogue} */
let catalogue = { language: "en", plural_forms: "", messages: {} };

/** Return the language that is spoken. */
export const language = () => catalogue.language;

/** @param {Catalogue} words */
export function setLanguage(words) {
  catalogue = words;
  document.documentElement.lang = words.language;
  numbers = new Intl.NumberFormat(words.language);
}

let numbers = new Intl.NumberFormat("en");
/**
 * Whole numbers from here on have groups of digits; those below are written alike in every language that is spoken
 * here.
 */
const GROUPED = 1000;

/**
 * Return a number as it is written in the language.
 * @param {number} value
 */
export const number = (value) =>
  Number.isInteger(value) && value >= 0 && value < GROUPED ? String(value) : numbers.format(value);

/**
 * Return a message in the language of the reader, with its values: `gettext("{name} waits", { name })`.
 * @param {string} message @param {Record<string, string | number>} [values]
 */
export function gettext(message, values) {
  const found = catalogue.messages[message];
  return filled(typeof found === "string" && found ? found : message, values);
}

/**
 * Return a message that counts something; the number itself is `{n}`.
 * @param {string} one @param {string} many @param {number} n @param {Record<string, string | number>} [values]
 */
export function ngettext(one, many, n, values) {
  const forms = catalogue.messages[one];
  const which = catalogue.language === "fr" ? Number(Math.abs(n) >= 2) : Number(n !== 1);
  const text = Array.isArray(forms) && forms[which] ? forms[which] : [one, many][which];
  return filled(/** @type {string} */ (text), { n: number(n), ...values });
}

/**
 * Return a message in pieces, whose values may be elements: `rich("{who} has won", { who: h("b", null, name) })`.
 * @param {string} text a message that `gettext` has translated @param {Record<string, Child>} values
 * @returns {Child[]}
 */
export function rich(text, values) {
  return text.split(/(\{\w+\})/).map((piece) => {
    const name = piece.match(/^\{(\w+)\}$/)?.[1];
    return name !== undefined && name in values ? values[name] : piece;
  });
}

/** @param {string} text @param {Record<string, string | number>} [values] */
function filled(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : text;
}
