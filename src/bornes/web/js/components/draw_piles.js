/** The draw pile and the discards, which belong to everybody, with how many cards they have. */
import { h, keyed, setAttribute, setText } from "../core/dom.js";
import { card, printedName } from "./card.js";
import { gettext, ngettext } from "../core/i18n.js";
import { capital, labelled } from "../core/text.js";

/** @typedef {import("../table/table_state.js").TableState} TableState */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */

/** What is shown where nothing was discarded. */
const NO_DISCARDS = [{ kind: "", key: "none" }];

export class DrawPiles {
  /** @param {EditionInfo} edition @param {{ onDraw: () => void, onDiscards: () => void }} acts */
  constructor(edition, { onDraw, onDiscards }) {
    this.edition = edition;
    this.drawCount = h("b");
    this.discardCount = h("b");
    this.topDiscards = h("span", { class: "top-discards" });
    this.draw = h(
      "button",
      { class: "draw", type: "button", on: { click: onDraw } },
      card("back", "", { place: "stock" }),
      h("small", null, edition.terms["draw_pile"] ?? "", " ", this.drawCount),
    );
    this.discards = h(
      "button",
      { class: "discards", type: "button", on: { click: onDiscards } },
      this.topDiscards,
      h("small", null, edition.terms["discards"] ?? "", " ", this.discardCount),
    );
    this.element = h(
      "section",
      { class: "stock", aria: { label: gettext("Draw pile and discards") } },
      this.draw,
      this.discards,
    );
  }

  /** @param {TableState} picture @param {boolean} wanted whether the chosen card may be discarded */
  update({ drawPile, discards, question }, wanted) {
    const { edition } = this;
    setText(this.drawCount, drawPile);
    setText(this.discardCount, discards.length);
    const from = Math.max(0, discards.length - 2);
    const top = discards.slice(from).map((kind, at) => ({ kind, key: `${from + at} ${kind}` }));
    keyed(
      this.topDiscards,
      top.length ? top : NO_DISCARDS,
      ({ key }) => key,
      ({ kind }) => (kind ? card(kind, printedName(kind, edition), { place: "stock" }) : h("i", { class: "slot" })),
    );
    const drawing = question?.moves.find(({ move }) => move === "draw");
    this.draw.classList.toggle("target", drawing !== undefined);
    setAttribute(this.draw, "aria-disabled", String(drawing === undefined));
    setAttribute(
      this.draw,
      "aria-label",
      `${labelled(edition.terms["draw_pile"] ?? "", ngettext("{n} card", "{n} cards", drawPile))}${drawing ? `. ${capital(drawing.text)}` : ""}`,
    );
    const last = discards.at(-1);
    setAttribute(
      this.discards,
      "aria-label",
      labelled(
        edition.terms["discards"] ?? "",
        `${last ? edition.cards[last] : gettext("nothing")}, ${ngettext("{n} card", "{n} cards", discards.length)}`,
      ),
    );
    this.aim(wanted || (question?.moves.some(({ move }) => move === "take") ?? false));
  }

  /** Light the discards up where something may be done with them. @param {boolean} lit */
  aim(lit) {
    this.discards.classList.toggle("target", lit);
  }
}

/** The same piles in a replay, only to be looked at. */
export class OpenDrawPiles {
  /** @param {EditionInfo} edition */
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
   * @param {import("../table/table_state.js").TableState} picture
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
