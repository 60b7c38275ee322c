/** What is said of the chosen card: what it may do, a button for each, or why it may not, with the clause. */
import { fill, h, setVars, show } from "../core/dom.js";
import { capital } from "../core/text.js";

/** @typedef {import("./table_state.js").Offer} Offer */
/** @typedef {import("./table_state.js").Reason} Reason */

export class CardMenu {
  /** @param {(offer: Offer) => void} onPlay */
  constructor(onPlay) {
    this.onPlay = onPlay;
    this.element = h("div", { class: "bubble", role: "status", hidden: true });
    /** What it says now. */
    this.said = "";
  }

  /**
   * Speak of a card.
   * @param {string} name
   * @param {{ offers: Offer[], reasons: Reason[], otherwise: string | null, advice: string | null }} told
   *   `otherwise`: what is said where nothing may be done at all; `advice`: what a hint says
   */
  say(name, { offers, reasons, otherwise, advice }) {
    show(this.element, true);
    // What is the same stays: a button that is about to be pressed, and what a screen reader has said already.
    const said = JSON.stringify([name, offers, reasons, otherwise, advice]);
    if (said === this.said) return;
    this.said = said;
    const playable = offers.some(({ discard }) => !discard);
    fill(
      this.element,
      h("strong", null, name),
      " ",
      playable
        ? null
        : reasons.map(({ text, clause }) =>
            h("span", { class: "why" }, withoutClause(text, clause), " ", clauseChip(clause), " "),
          ),
      otherwise && h("span", { class: "why" }, otherwise),
      h(
        "span",
        { class: "ways" },
        offers.map((offer) =>
          h(
            "button",
            {
              type: "button",
              class: offer.discard ? "way give" : "way",
              data: { move: offer.move },
              on: { click: () => this.onPlay(offer) },
            },
            capital(offer.text),
          ),
        ),
      ),
      advice && h("p", { class: "advice" }, advice),
    );
  }

  hush() {
    show(this.element, false);
  }

  /**
   * Stand above a card of the hand, but not on what the card may be laid on.
   * @param {Element} card @param {Element} hand @param {Element} stock the piles that may stand right above the hand
   */
  standAbove(card, hand, stock) {
    const box = hand.getBoundingClientRect(),
      at = card.getBoundingClientRect(),
      piles = stock.getBoundingClientRect();
    const beside = piles.left > box.left && piles.right <= box.right + 1 && piles.bottom > box.top - 60;
    const room = beside ? piles.left - box.left - 4 : box.width;
    setVars(this.element, { most: `${room}px` });
    const middle = at.left + at.width / 2 - box.left,
      half = this.element.offsetWidth / 2;
    const left = Math.max(half, Math.min(room - half, middle));
    setVars(this.element, { left: `${left}px`, tip: `${Math.min(middle - left + half, 2 * half - 14)}px` });
  }
}

/** The clause is shown as a chip of its own. @param {string} text @param {string} clause */
function withoutClause(text, clause) {
  return clause ? text.replace(new RegExp(`\\s*\\(${clause}\\)`), "") : text;
}

/** @param {string} clause */
function clauseChip(clause) {
  return clause ? h("a", { class: "chip", href: `/rules#${clause}`, target: "_blank", rel: "noopener" }, clause) : null;
}
