/**
 * Cards that fly from where they were to where they go, and cars that roll.
 *
 * A thing is already where it belongs and is only shown coming from where it was: nothing waits for it, and it takes no
 * click.  Where things were is asked before the table changes; where they are now only in the next frame, when the
 * browser has to work that out in any case.
 */

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("./table_state.js").TableEvent} TableEvent */
/**
 * What flights know of a table: where its things are.
 * @typedef {object} Places
 * @property {import("./hand.js").Hand} hand
 * @property {import("../components/draw_piles.js").DrawPiles} stock
 * @property {Map<number, import("../components/board.js").Board>} boards by team, in the order in which they are drawn
 * @property {import("../components/race_road.js").RaceRoad | null} road
 * @property {number | null} sent the card of the hand that is on its way
 */
/**
 * @typedef {{ find: () => Element | null | undefined, from: DOMRect, duration: number }} Flight `find` returns what
 *   flies, once it is where it goes
 */

/** What a card flies for. */
const FLYING = new Set(["Discarded", "ExchangedCard", "Laid", "Remedied", "Attacked", "CoupFourre"]);
const CARD = 200,
  CAR = 220;
const EASING = "cubic-bezier(.2, .8, .3, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to be seen moving: nobody wants it, or nobody looks. */
const isStill = () => calm.matches || document.visibilityState === "hidden";

export class CardAnimation {
  /** @param {Places} table */
  constructor(table) {
    this.table = table;
    /** @type {Flight[]} those that begin with the next frame */
    this.waiting = [];
    /** @type {number[]} where the cars were drawn last */
    this.stood = [];
  }

  /**
   * Note what will fly, before the table is drawn as it is now.
   * @param {TableState} picture
   * @param {TableEvent[]} events
   */
  note(picture, events) {
    this.begin();
    if (isStill()) return;
    for (const event of events) this.#add(this.#from(picture, event), () => this.#to(picture, event), CARD);
    if (this.waiting.length) requestAnimationFrame(() => this.begin());
  }

  /** Note which cars will roll, before the road is drawn as it is now. @param {TableState} picture */
  noteCars(picture) {
    const { road, boards } = this.table;
    const { stood } = this;
    this.stood = picture.places;
    if (isStill()) return;
    // Only of cars that will roll: to ask where something is makes the browser work it out.
    for (const team of boards.keys())
      if (stood[team] !== undefined && stood[team] !== this.stood[team])
        this.#add(road?.carOf(team), () => road?.carOf(team), CAR);
  }

  /** Let all begin that wait. */
  begin() {
    const waiting = this.waiting;
    this.waiting = [];
    // First all places, then all flights: to change something between two questions makes the browser work everything
    // out again.
    const landings = waiting.map(({ find, from, duration }) => {
      const element = find();
      return { element, from, to: placeOf(element), duration };
    });
    landings.forEach(launch);
  }

  /**
   * @param {Element | null | undefined} start
   * @param {() => Element | null | undefined} find
   * @param {number} duration
   */
  #add(start, find, duration) {
    const from = placeOf(start);
    if (from) this.waiting.push({ find, from, duration });
  }

  /**
   * What an event's card comes from.
   * @param {TableState} picture
   * @param {TableEvent} event
   * @returns {Element | null | undefined}
   */
  #from(picture, { event, seat, card: kind }) {
    const { hand, stock, boards, sent } = this.table;
    const { viewer } = picture;
    if (event === "Drew" || event === "TookDiscard")
      return seat === viewer ? (event === "Drew" ? stock.draw : stock.discards) : null;
    if (seat === undefined || !FLYING.has(event)) return null;
    if (seat === viewer && kind) {
      const held =
        hand.held.find((one) => one.id === sent && one.kind === kind) ?? hand.held.find((one) => one.kind === kind);
      return held ? hand.button(held.id) : null;
    }
    return boards.get(picture.teamOf(seat))?.badge;
  }

  /**
   * Where an event's card lies now.
   * @param {TableState} picture
   * @param {TableEvent} event
   * @returns {Element | null | undefined}
   */
  #to(picture, { event, seat, card: kind, team, safety }) {
    const { hand, stock, boards } = this.table;
    switch (event) {
      case "Drew":
      case "TookDiscard": {
        if (seat !== picture.viewer || !kind) return null;
        const newest = hand.held.filter((one) => one.kind === kind).sort((a, b) => b.id - a.id)[0];
        return newest && hand.button(newest.id)?.firstElementChild;
      }
      case "Discarded":
      case "ExchangedCard":
        return stock.topDiscards.lastElementChild;
      case "Laid":
      case "Remedied":
        return boards.get(picture.teamOf(/** @type {number} */ (seat)))?.pileElement(/** @type {string} */ (kind));
      case "Attacked":
        return boards.get(team)?.pileElement(/** @type {string} */ (kind));
      case "CoupFourre":
        return boards.get(picture.teamOf(/** @type {number} */ (seat)))?.pileElement(safety);
      default:
        return null;
    }
  }
}

/** @param {Element | null | undefined} element @returns {DOMRect | null} */
export function placeOf(element) {
  const box = element?.getBoundingClientRect();
  return box?.width ? box : null;
}

/**
 * Show an element coming from a place to where it is; a place without a size is passed over.
 * @param {Element | null | undefined} element @param {DOMRect | null} from @param {{ duration?: number }} [how]
 */
export function fly(element, from, { duration = CARD } = {}) {
  if (from && !isStill()) launch({ element, from, to: placeOf(element), duration });
}

/** @param {number} start @param {number} length */
const middle = (start, length) => start + length / 2;

/** @param {{ element: Element | null | undefined, from: DOMRect, to: DOMRect | null, duration: number }} flight */
function launch({ element, from, to, duration }) {
  if (!element || !to) return;
  const [x, y, scale] = [
    middle(from.left, from.width) - middle(to.left, to.width),
    middle(from.top, from.height) - middle(to.top, to.height),
    from.width / to.width,
  ];
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  // Nothing but the transform is animated: then the browser moves a picture of the thing, and the page has nothing to
  // do meanwhile.
  const flight = element.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }], {
    duration,
    easing: EASING,
  });
  element.classList.add("flying");
  // Who flies on, or was sent off anew, stays above the others.
  flight.onfinish = flight.oncancel = () => {
    if (!element.getAnimations().length) element.classList.remove("flying");
  };
}
