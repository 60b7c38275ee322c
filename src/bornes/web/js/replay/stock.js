/** The piles in the middle of the table, only to be looked at. */
import { h, keyed, setText } from "../core/dom.js";
import { card, printedName } from "../components/card.js";

/** @typedef {import("../core/http_api.js").EditionWords} EditionWords */

export class OpenStock {
  /** @param {EditionWords} edition */
  constructor(edition) {
    this.edition = edition;
    this.left = h("b");
    this.thrown = h("b");
    this.top = h("span", { class: "top", "aria-hidden": "true" });
    this.draw = h(
      "div",
      { class: "open-pile draw" },
      card("back"),
      h("small", null, `${capital(edition.terms["draw_pile"] ?? "")} `, this.left),
    );
    this.discards = h(
      "div",
      { class: "open-pile discards" },
      this.top,
      h("small", null, `${capital(edition.terms["discards"] ?? "")} `, this.thrown),
    );
    this.element = h("div", { class: "open-stock" }, this.draw, this.discards);
  }

  /**
   * @param {import("../table/table_state.js").Picture} picture
   * @param {{ laid: boolean, aimed: "draw" | "discards" | null }} news
   */
  update({ drawPile, discards }, { laid, aimed }) {
    setText(this.left, drawPile);
    setText(this.thrown, discards.length);
    this.draw.classList.toggle("spent", drawPile === 0);
    this.draw.classList.toggle("aimed", aimed === "draw");
    this.discards.classList.toggle("aimed", aimed === "discards");
    this.discards.classList.toggle("just", laid);
    const at = discards.length;
    keyed(
      this.top,
      discards.slice(-1),
      (kind) => `${at} ${kind}`,
      (kind) => card(kind, printedName(kind, this.edition)),
    );
  }
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toLocaleUpperCase() + word.slice(1);
