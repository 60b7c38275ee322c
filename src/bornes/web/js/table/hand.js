/** The cards that one holds: each a button that keeps its place, can be chosen, and can be moved by hand. */
import { h, keyed, setAttribute } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { card, familyOf, printedName } from "../components/card.js";
import { KINDS } from "./deal_state.js";

/** @typedef {{ id: number, kind: string }} Held */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */

export class Hand {
  /** @param {EditionInfo} edition */
  constructor(edition) {
    this.edition = edition;
    /** @type {Held[]} */
    this.held = [];
    this.sortedByHand = false;
    /** Which deal the cards are of. */
    this.deal = "";
    this.next = 1;
    /** What the cards look like. */
    this.looks = "";
    this.element = h("section", { class: "hand", aria: { label: edition.terms["hand"] ?? "" } });
    this.cards = h("div", { class: "held-cards" });
    this.element.append(this.cards);
  }

  /** @param {number} id @returns {HTMLButtonElement | null} */
  button(id) {
    return this.cards.querySelector(`[data-held="${id}"]`);
  }

  /** Put the focus on the first card. */
  focus() {
    /** @type {HTMLElement | null} */ (this.cards.firstElementChild)?.focus({ preventScroll: true });
  }

  /** @param {number} at */
  at(at) {
    return this.held[at];
  }

  /**
   * Show these cards. A card that stays keeps its button, whatever the others do; while others play, it keeps its look,
   * too: to draw seven cards anew takes time, and most of them will look the same when one is asked again.
   * @param {string[]} kinds
   * @param {{ asked: boolean, playable: (kind: string) => boolean, sent: number | null, played: number | null, hinted:
   *   string | null, deal: string }} state
   *   `played`: the card that went before others of its kind, where one is gone; `deal`: what tells this deal from all
   *   others
   */
  update(kinds, { asked, playable, sent, played, hinted, deal }) {
    const fresh = deal !== this.deal;
    this.deal = deal;
    if (fresh) this.sortedByHand = false;
    const left = [...kinds];
    const stay = new Set(
      [...this.held.filter(({ id }) => id !== played), ...this.held.filter(({ id }) => id === played)].filter(
        ({ kind }) => take(left, kind),
      ),
    );
    const staying = this.held.filter((one) => stay.has(one));
    const come = left.map((kind) => ({ id: this.next++, kind }));
    this.held = this.sortedByHand
      ? [...staying, ...come]
      : [...staying, ...come].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.id - b.id);
    if (fresh) this.#recall();
    const looks = JSON.stringify([this.held.map(({ id, kind }) => [id, playable(kind)]), asked, sent, hinted]);
    if (looks === this.looks && !fresh) return;
    this.looks = looks;
    let raised = hinted;
    keyed(
      this.cards,
      this.held,
      ({ id }) => id,
      ({ id, kind }) => this.#make(id, kind),
      (button, { id, kind }, at) => {
        const may = playable(kind);
        const classes = ["held"];
        if (asked) classes.push(may ? "playable" : "idle");
        else if (!fresh) classes.push(...["playable", "idle"].filter((look) => button.classList.contains(look)));
        if (id === sent) classes.push("sent");
        classes.push(...["chosen", "dragged"].filter((look) => button.classList.contains(look)));
        if (raised === kind) {
          classes.push("hinted");
          raised = null;
        }
        setAttribute(button, "class", classes.join(" "));
        setAttribute(button, "aria-label", this.#label(kind, may));
        setAttribute(button, "data-index", at);
      },
    );
    setAttribute(this.element, "data-count", this.held.length);
  }

  /** Mark the card that is chosen, and no other. @param {number | null} chosen */
  mark(chosen) {
    for (const button of this.cards.children) {
      const on = button.getAttribute("data-held") === String(chosen);
      button.classList.toggle("chosen", on);
      setAttribute(button, "aria-pressed", String(on));
    }
  }

  /** @param {number} id @param {string} kind */
  #make(id, kind) {
    return h(
      "button",
      { class: "held", type: "button", data: { held: id, kind } },
      card(kind, printedName(kind, this.edition), { place: "hand" }),
    );
  }

  /** @param {string} kind @param {boolean} may */
  #label(kind, may) {
    const name = familyOf(kind) === "distance" ? `${kind} ${this.edition.unit}` : (this.edition.cards[kind] ?? kind);
    return may
      ? gettext("{card}, can be played", { card: name })
      : gettext("{card}, cannot be played now", { card: name });
  }

  /**
   * Put a card somewhere else in the hand, and remember the order for the deal.
   * @param {number} id
   * @param {number} to
   */
  move(id, to) {
    const card = this.held.find((one) => one.id === id);
    if (!card) return;
    const others = this.held.filter((one) => one.id !== id);
    this.held = [...others.slice(0, to), card, ...others.slice(to)];
    this.sortedByHand = true;
    this.#keep();
    keyed(
      this.cards,
      this.held,
      (one) => one.id,
      (one) => this.#make(one.id, one.kind),
      (button, _, at) => setAttribute(button, "data-index", at),
    );
  }

  /** Keep the order for whoever loads the page again. */
  #keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ deal: this.deal, kinds: this.held.map(({ kind }) => kind) }));
    } catch {
      // A browser that keeps nothing forgets the order with the page.
    }
  }

  /**
   * Put the cards into the order that they were put into before, where that was in this deal; others come after them.
   */
  #recall() {
    /** @type {{ deal?: unknown, kinds?: unknown } | null} */
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    } catch {
      // What cannot be read was not kept by us.
    }
    if (kept?.deal !== this.deal || !Array.isArray(kept.kinds)) return;
    const others = [...this.held];
    const before = kept.kinds.flatMap((kind) => {
      const at = others.findIndex((one) => one.kind === kind);
      return at < 0 ? [] : others.splice(at, 1);
    });
    this.held = [...before, ...others];
    this.sortedByHand = true;
  }
}

/** Under which name the order of a hand is kept. */
const KEPT = "bornes.hand";

/** @param {string[]} kinds @param {string} kind */
function take(kinds, kind) {
  const at = kinds.indexOf(kind);
  if (at >= 0) kinds.splice(at, 1);
  return at >= 0;
}
