/** What the marks of a review are called. */
import { drawing } from "../core/dom.js";
import { gettext, language, ngettext } from "../core/i18n.js";

/** @typedef {import("./verdicts.js").Mark} Mark */

/** @param {Mark} mark */
export function markName(mark) {
  switch (mark) {
    case "inaccuracy":
      return gettext("Inaccuracy");
    case "mistake":
      return gettext("Mistake");
    case "blunder":
      return gettext("Blunder");
  }
}

/** @param {Mark} mark @param {number} n */
export function markCount(mark, n) {
  switch (mark) {
    case "inaccuracy":
      return ngettext("{n} inaccuracy", "{n} inaccuracies", n);
    case "mistake":
      return ngettext("{n} mistake", "{n} mistakes", n);
    case "blunder":
      return ngettext("{n} blunder", "{n} blunders", n);
  }
}

/** The sign of a mark: a roundel, a triangle, an octagon. @param {Mark} mark */
export const markSign = (mark) => drawing(`mark-${mark}`, { class: "shape" });

/** @param {number} chance from 0 to 1 */
export const percent = (chance) => new Intl.NumberFormat(language(), { style: "percent" }).format(chance);
