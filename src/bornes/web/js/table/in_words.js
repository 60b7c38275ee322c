/** The table in words: headings and lists, nothing drawn. A screen reader finds it at once; the first link of the page shows it to anyone. */
import { fill, h } from "../dom.js";
import { gettext, number } from "../words.js";
import { movesOf } from "./side.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Team} Team */
/** @typedef {import("../api.js").EditionWords} EditionWords */

export class InWords {
  /** @param {EditionWords} edition */
  constructor(edition) {
    this.edition = edition;
    this.body = h("div");
    this.element = h("section", { class: "as-text", id: "as-text", tabindex: -1, aria: { label: gettext("The table in words") } },
      h("p", null, h("a", { class: "button", href: "#table" }, gettext("Back to the table"))), this.body);
  }

  /** @param {Picture} picture @param {string} turn whose turn it is, in words */
  update(picture, turn) {
    const { edition } = this;
    fill(this.body, h("h2", null, turn), h("ul", null,
      h("li", null, `${edition.title}, ${edition.terms["deal"]} ${picture.table.deal}`),
      h("li", null, `${edition.terms["draw_pile"]}: ${picture.drawPile}. ${edition.terms["discards"]}: ${this.#discards(picture)}`)),
    picture.viewer === null ? null : [h("h3", null, gettext("Your hand")), h("ol", null, picture.hand.map((kind) => h("li", null, this.#held(picture, kind))))],
    picture.teams.map((team) => this.#team(picture, team)),
    h("h3", null, gettext("Last moves")), h("ol", null, movesOf(picture).slice(-6).map(({ text }) => h("li", null, text))));
  }

  /** Say in a sentence what one holds. @param {Picture} picture */
  hand(picture) { return `${gettext("Your hand")}: ${picture.hand.map((kind) => this.called(kind)).join(", ")}.`; }

  /** Say in a sentence what lies before each team. @param {Picture} picture */
  piles(picture) { return picture.teams.map((team) => `${team.name}: ${this.#lies(picture, team).join(", ")}.`).join(" "); }

  /** Say in a sentence how many points everybody has. @param {Picture} picture */
  scores(picture) { return picture.teams.map((team) => `${team.name}: ${number(team.total)} ${this.edition.terms["points"]}.`).join(" "); }

  /** @param {string} kind */
  called(kind) { return this.edition.cards[kind] ?? kind; }

  /** @param {Picture} picture */
  #discards({ discards }) {
    const top = discards.at(-1);
    return top ? `${discards.length} (${this.called(top)})` : "0";
  }

  /** @param {Picture} picture @param {string} kind */
  #held(picture, kind) {
    const { question } = picture;
    if (!question) return this.called(kind);
    const reasons = question.blocked.find(({ card }) => card === kind)?.reasons ?? [];
    const moves = question.moves.filter(({ card, discard }) => card === kind && !discard).map(({ text }) => text);
    return `${this.called(kind)}: ${moves.length ? moves.join("; ") : reasons.map(({ text }) => text).join(" ")}`;
  }

  /** @param {Picture} picture @param {Team} team */
  #team(picture, team) {
    return [h("h3", null, team.name), h("ul", null, this.#lies(picture, team).map((line) => h("li", null, line)), h("li", null, `${number(team.total)} ${this.edition.terms["points"]}`))];
  }

  /** @param {Picture} picture @param {Team} team */
  #lies(picture, { piles, miles, at, leads }) {
    const { terms, unit, measure } = this.edition;
    const top = (/** @type {string[]} */ pile) => (pile.length ? this.called(/** @type {string} */ (pile.at(-1))) : gettext("nothing"));
    const safeties = piles.safeties.map((kind) => (piles.coups.includes(kind) ? `${this.called(kind)} (${terms["coup_fourre"]})` : this.called(kind)));
    const way = measure === "points" ? gettext("{at} of {target} points", { at, target: picture.target }) : gettext("{at} of {target} {unit}", { at: miles, target: picture.target, unit });
    return [
      leads ? gettext("{way}, in the lead", { way }) : way,
      `${terms["battle_pile"]}: ${top(piles.battle)}`, `${terms["speed_pile"]}: ${top(piles.speed)}`,
      `${terms["safety_area"]}: ${safeties.join(", ") || gettext("nothing")}`,
    ];
  }
}
