/** A team of which everything is seen: its board, and the hands of those who play in it. */
import { h, keyed, setAttribute, setText } from "../core/dom.js";
import { Board } from "../components/board.js";
import { card, printedName } from "../components/card.js";
import { icon } from "../components/illustrations.js";
import { gettext } from "../core/i18n.js";

/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../table/table_state.js").Team} Team */
/** @typedef {{ seat: number, card: string }} Raised a card in somebody's hand */
/**
 * @typedef {object} TeamNews
 * @property {number | null} active whose move it was
 * @property {readonly string[][]} hands of all seats
 * @property {number} goal
 * @property {readonly string[]} laid what the move laid here
 * @property {Raised | null} better the card of the better move
 * @property {string | null} target the card that the better move would lay here
 * @property {boolean} folded whether a small screen shows no more than the name
 */

export class OpenHands {
  /** @param {EditionInfo} edition @param {number} team @param {(team: number) => void} onFold */
  constructor(edition, team, onFold) {
    this.edition = edition;
    this.board = new Board(edition, { heading: "h3" });
    this.hands = h("div", { class: "open-hands" });
    this.fold = h("button", { class: "fold", type: "button", on: { click: () => onFold(team) } }, icon("next"));
    this.board.element.append(this.hands, this.fold);
    this.element = this.board.element;
    this.element.classList.add("open-team");
  }

  /** @param {Team} team @param {TeamNews} news */
  update(team, { active, hands, goal, laid, better, target, folded }) {
    this.board.update(team, { active, goal });
    this.element.classList.toggle("folded", folded);
    this.element.classList.toggle("target", target !== null);
    setAttribute(this.element, "data-seats", team.seats.length);
    setAttribute(this.fold, "aria-expanded", String(!folded));
    setAttribute(this.fold, "aria-label", gettext("Cards of {name}", { name: team.name }));
    for (const marked of this.element.querySelectorAll(".just, .aimed")) marked.classList.remove("just", "aimed");
    for (const kind of laid) this.board.pileElement(kind).classList.add("just");
    if (target !== null) this.board.pileElement(target).closest(".pile, .fan, .safeties > *")?.classList.add("aimed");
    keyed(
      this.hands,
      team.seats,
      String,
      (seat) => this.#hand(seat),
      (element, seat, at) =>
        this.#updateHand(element, {
          name: team.names[at] ?? "",
          held: hands[seat] ?? [],
          better: better?.seat === seat ? better.card : null,
          active: active === seat,
        }),
    );
  }

  /**
   * Where somebody holds a card, for what flies from there.
   * @param {number} seat
   * @param {string} kind
   * @returns {Element | null}
   */
  heldCard(seat, kind) {
    const at = [...this.hands.children].find(
      (element) => /** @type {HTMLElement} */ (element).dataset["seat"] === String(seat),
    );
    return at?.querySelector(`.card[data-kind="${kind}"]`) ?? null;
  }

  /** @param {number} seat */
  #hand(seat) {
    return h(
      "div",
      { class: "open-hand", data: { seat } },
      h("b", { class: "holder" }),
      h("span", { class: "cards", "aria-hidden": "true" }),
      h("span", { class: "unseen" }),
    );
  }

  /**
   * @param {HTMLElement} element
   * @param {{ name: string, held: readonly string[], better: string | null, active: boolean }} hand
   */
  #updateHand(element, { name, held, better, active }) {
    const [holder, cards, words] = /** @type {HTMLElement[]} */ ([...element.children]);
    if (!holder || !cards || !words) return;
    element.classList.toggle("now", active);
    setText(holder, name);
    setText(
      words,
      gettext("{name} holds: {cards}", {
        name,
        cards: held.map((kind) => this.edition.cards[kind] ?? kind).join(", ") || gettext("nothing"),
      }),
    );
    const seen = new Map();
    const numbered = held.map((kind) => {
      const nth = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, nth);
      return { kind, nth };
    });
    keyed(
      cards,
      numbered,
      ({ kind, nth }) => `${kind} ${nth}`,
      ({ kind }) => card(kind, printedName(kind, this.edition)),
      (one, { kind, nth }) => {
        one.classList.toggle("best", kind === better && nth === 1);
      },
    );
  }
}
