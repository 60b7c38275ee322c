/**
 * What a review says of one deal (`docs/review.md`): the chances after each move, and what the moves are called.
 */
import { drawing } from "../core/dom.js";
import { gettext, language, ngettext } from "../core/i18n.js";

/** @typedef {"inaccuracy" | "mistake" | "blunder"} Mark */
/** @typedef {{ move: string, text?: string, costs: { points: number, chance: number }, tied: boolean }} PricedMove */
/**
 * @typedef {object} Decision
 * @property {number} number which of the deal's moves it is, from 0
 * @property {number} seat
 * @property {string} move
 * @property {"fine" | Mark | null} label null where there was no choice
 * @property {number} before
 * @property {number} after
 * @property {number} weight
 * @property {PricedMove[]} moves the best first
 * @property {{ reason: string, text?: string } | null} why
 * @property {number[]} open_chances
 */
/** @typedef {{ choices: number, labels: Record<string, number>, weight: number, biggest: number }} Balance */
/** @typedef {{ deals: { deal: number, decisions: Decision[], chances_after: number[] }[], seats: Balance[] }} Review */

/** What a move can be called, from bad to worse. @type {Mark[]} */
export const MARKS = ["inaccuracy", "mistake", "blunder"];

/** @param {Decision | null | undefined} decision @returns {Mark | null} */
export const markOf = (decision) => (decision?.label && decision.label !== "fine" ? decision.label : null);

export class Verdicts {
  /** @param {Review} review @param {number} deal */
  constructor(review, deal) {
    const found = review.deals.find((each) => each.deal === deal) ?? review.deals[0];
    this.decisions = found?.decisions ?? [];
    this.chancesAfter = found?.chances_after ?? [];
    this.balances = review.seats;
  }

  /** What is said of the move that led to a step. @param {number} step @returns {Decision | null} */
  at(step) {
    return this.decisions[step - 1] ?? null;
  }

  /**
   * A team's chance to win after so many moves, to one who sees all hands.
   * @param {number} step
   * @param {number} team
   */
  chance(step, team) {
    return (this.decisions[step]?.open_chances ?? this.chancesAfter)[team] ?? 0;
  }

  /** The steps whose moves cost something, of those seats. @param {(seat: number) => boolean} ofSeat */
  marked(ofSeat) {
    return this.decisions.flatMap((decision, at) => {
      const mark = markOf(decision);
      return mark && ofSeat(decision.seat) ? [{ step: at + 1, mark, decision }] : [];
    });
  }

  /** The move that was better than the one which was made; null where none was. @param {Decision} decision */
  static better(decision) {
    const best = decision.moves[0];
    return best && markOf(decision) && best.move !== decision.move ? best : null;
  }
}

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
