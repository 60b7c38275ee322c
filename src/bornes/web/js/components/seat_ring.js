/** A ring road with the seats of a table around it. Partners share a car and sit opposite each other. */
import { drawing, fill, h, keyed, s, setAttribute, setText, setVars, show } from "../core/dom.js";
import { car, driver, strength } from "./illustrations.js";

/**
 * @typedef {object} RingSeat
 * @property {"me" | "person" | "bot" | "open"} kind
 * @property {string} name who sits there, or that nobody does
 * @property {string | null} bot
 * @property {number} team
 * @property {string} [note] how it stands with this one, in a word or two
 * @property {boolean} [ready] whether a tick stands there
 * @property {string} [label] what pressing it is for; without one it cannot be pressed
 * @property {boolean} [pressed] whether it is the one that is chosen, where pressing chooses
 */

/** How much flatter than a circle the ring is, so that seats stand beside the road and not on its corners. */
const FLATTEN = 0.72;

/** @param {number} value */
const flat = (value) => (Math.sign(value) * Math.abs(value) ** FLATTEN).toFixed(3);

export class SeatRing {
  /** @param {(seat: number) => void} press what happens when a seat is pressed */
  constructor(press) {
    this.press = press;
    this.head = h("b");
    this.note = h("span");
    this.seats = h("ol", { class: "seats" });
    this.element = h(
      "div",
      { class: "ring" },
      road(),
      view("landmark-village", ""),
      view("landmark-planes", "right"),
      h(
        "div",
        { class: "ring-middle" },
        drawing("card-back", { class: "ring-card" }),
        h("p", null, this.head, h("br"), this.note),
      ),
      this.seats,
    );
  }

  /** @param {RingSeat[]} seats @param {{ head: string, note: string }} middle */
  update(seats, { head, note }) {
    setAttribute(this.element, "data-seats", seats.length);
    setText(this.head, head);
    setText(this.note, note);
    const count = seats.length;
    keyed(
      this.seats,
      seats,
      (_, at) => at,
      (_, at) => this.#make(at),
      (element, seat, at) => {
        const angle = Math.PI / 2 + (at * 2 * Math.PI) / count;
        setVars(element, { x: flat(Math.cos(angle)), y: flat(Math.sin(angle)) });
        this.#bring(element, seat);
      },
    );
  }

  /** Put the focus on a seat. @param {number} at */
  focus(at) {
    this.seats.children[at]?.querySelector("button")?.focus();
  }

  /** @param {number} at */
  #make(at) {
    const button = h(
      "button",
      { type: "button", on: { click: () => this.press(at) } },
      h("span", { class: "bay" }),
      h("b"),
      h("span", { class: "lamps" }),
      h("small"),
    );
    return h("li", { class: "seat" }, button);
  }

  /** @param {HTMLElement} element @param {RingSeat} seat */
  #bring(element, seat) {
    const kinds = { me: "human me", person: "human", bot: "bot", open: "free" };
    setAttribute(element, "class", `seat team-${seat.team % 4} ${kinds[seat.kind]}${seat.ready ? " ready" : ""}`);
    const [button, bay, name, lamps, note] =
      /** @type {[HTMLButtonElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement]} */ ([
        element.firstElementChild,
        ...(element.firstElementChild?.children ?? []),
      ]);
    const drawn = `${seat.kind} ${seat.bot} ${seat.team}`;
    if (bay.dataset["drawn"] !== drawn) {
      bay.dataset["drawn"] = drawn;
      fill(bay, seat.kind === "bot" ? driver(seat.bot ?? "") : null, car(seat.team % 4, "ride"));
      fill(lamps, seat.kind === "bot" ? strength(seat.bot ?? "") : null);
    }
    setText(name, seat.name);
    setText(note, seat.note ?? "");
    show(note, Boolean(seat.note));
    setAttribute(button, "disabled", !seat.label);
    setAttribute(button, "aria-haspopup", seat.label && seat.pressed === undefined ? "dialog" : null);
    setAttribute(button, "aria-pressed", seat.label && seat.pressed !== undefined ? String(seat.pressed) : null);
    setAttribute(button, "title", seat.label);
  }
}

function road() {
  const lane = (/** @type {string} */ name) =>
    s("rect", { class: name, x: 96, y: 84, width: 408, height: 292, rx: 140 });
  return s(
    "svg",
    { class: "ring-road", viewBox: "0 0 600 460", preserveAspectRatio: "none", "aria-hidden": "true" },
    lane("ring-ground"),
    lane("ring-meadow"),
    s("g", { fill: "none" }, lane("ring-verge"), lane("ring-edge"), lane("ring-asphalt"), lane("ring-dash")),
  );
}

/** @param {string} symbol @param {string} side */
const view = (symbol, side) => drawing(symbol, { class: `ring-view ${side}`.trim() });
