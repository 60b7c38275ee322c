/** Cards that are dragged, by mouse, finger or pen: onto a board, the discards, or to another place in the hand. */
import { setVars } from "../core/dom.js";

/** A pointer that moved so far drags; less is a click. */
const FAR = 8;

/**
 * What dragging needs of a table.
 * @typedef {object} Droppable
 * @property {HTMLElement} element
 * @property {import("./hand.js").Hand} hand
 * @property {import("../components/draw_piles.js").DrawPiles} stock
 * @property {Map<number, import("../components/board.js").Board>} boards
 */
/**
 * @typedef {{ lift: (id: number) => void, drop: (id: number, on: Target) => void }} Player who takes a card up, and
 *   lets it go somewhere
 */
/**
 * @typedef {{ team?: number | undefined, discards: boolean, place: number | null }} Target what lies under the pointer;
 *   `place`: which one in the hand
 */

/** @type {Target} what lies under a pointer that the device has taken away */
const NOWHERE = { discards: false, place: null };

export class CardDrag {
  /** @param {Droppable} table @param {Player} player */
  constructor(table, player) {
    this.table = table;
    this.player = player;
    /** Whether a card is being dragged: the click that follows belongs to it. */
    this.active = false;
    /**
     * Ends the press that came before: a mouse may have been let go where nobody noticed. @type {AbortController |
     *   null}
     */
    this.last = null;
    /** What drags. @type {number | null} */
    this.pointer = null;
    table.element.addEventListener("pointerdown", (event) => this.#press(event));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    // One card at a time: a second finger neither lets the first one's go nor takes another one up.
    if (this.pointer !== null) return;
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".held"));
    this.active = false;
    this.last?.abort();
    if (!button || event.button !== 0) return;
    const [x, y, id] = [event.clientX, event.clientY, Number(button.dataset["held"])];
    // The whole window listens: a quick pointer leaves the card before it has been taken up.
    const stop = new AbortController();
    this.last = stop;
    addEventListener(
      "pointermove",
      (moved) => {
        const [dx, dy] = [moved.clientX - x, moved.clientY - y];
        if (moved.pointerId !== event.pointerId || (!this.active && Math.hypot(dx, dy) < FAR)) return;
        if (!this.active) {
          if (!button.isConnected) return; // somebody else has played it, or the deal is over
          this.active = true;
          this.pointer = event.pointerId;
          this.player.lift(id);
          button.classList.add("dragged");
          button.setPointerCapture(event.pointerId);
        }
        setVars(button, { dx: `${dx}px`, dy: `${dy}px` });
        this.#light(this.#under(moved, id));
      },
      { signal: stop.signal },
    );
    /** @param {PointerEvent} up */
    const end = (up) => {
      if (up.pointerId !== event.pointerId) return;
      if (this.pointer === null) stop.abort();
      else letGo(up.type === "pointerup" ? this.#under(up, id) : NOWHERE);
      // The click that follows belongs to the drag.
      window.setTimeout(() => {
        this.active = false;
      }, 0);
    };
    /** @param {Target} target */
    const letGo = (target) => {
      stop.abort();
      this.pointer = null;
      button.classList.remove("dragged");
      setVars(button, { dx: "0px", dy: "0px" });
      this.#light(null);
      this.player.drop(id, target);
    };
    addEventListener("pointerup", end, { signal: stop.signal });
    addEventListener("pointercancel", end, { signal: stop.signal });
    // Before the table hears of it: there the key puts the card back that is chosen.
    addEventListener(
      "keydown",
      ({ key }) => {
        if (key !== "Escape" || this.pointer === null) return;
        letGo(NOWHERE);
        addEventListener("pointerup", end, { once: true });
      },
      { signal: stop.signal, capture: true },
    );
  }

  /** @param {PointerEvent} at @param {number} id @returns {Target} */
  #under(at, id) {
    const { boards, stock, hand } = this.table;
    const element = document.elementFromPoint(at.clientX, at.clientY);
    const team = [...boards].find(([, board]) => board.element.contains(element))?.[0];
    const discards = stock.discards.contains(element);
    return { team, discards, place: hand.element.contains(element) ? this.#placeInHand(at, id) : null };
  }

  /** Before which of the other cards the pointer is. @param {PointerEvent} at @param {number} id */
  #placeInHand(at, id) {
    const others = [...this.table.hand.cards.children].filter((one) => one.getAttribute("data-held") !== String(id));
    return others.filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left + box.width / 2 < at.clientX && box.top < at.clientY;
    }).length;
  }

  /** Show what the card would be laid on, where it may be. @param {Target | null} target */
  #light(target) {
    const places = [...this.table.boards].map(([team, { element }]) => ({ element, under: target?.team === team }));
    places.push({ element: this.table.stock.discards, under: target?.discards ?? false });
    for (const { element, under } of places)
      element.classList.toggle("over", under && element.classList.contains("target"));
  }
}
