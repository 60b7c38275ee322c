/** Figures as a hand writes them with a pencil, in strokes: no system has a handwriting that another one has. */
import { s, setAttribute, show } from "../core/dom.js";
import { number } from "../core/i18n.js";

/** Each on a field of 10 × 16; the seven with its bar. @type {Record<string, string>} */
const STROKES = {
  0: "M6 2C2 2 1 8 2.5 12s6 2 6-4S7.5 2 5 2.5",
  1: "M3 5 6.5 2 5.5 14",
  2: "M2 5C3 1 8.5 1.5 8 5S3 11 1.5 14c3-1.5 5 .5 7.5-.5",
  3: "M2 3C6 .5 9 3 7.5 5.5S4 7.5 4 7.5c4-.5 5.5 2 4 4.5S3 15 1.5 12",
  4: "M6 2 1.5 9.5 9 9M6.5 5.5 5.5 15",
  5: "M8.5 2.5 4 2.2 3 7C6 5.5 9 7 8.3 10.5S3 15 1.5 12.5",
  6: "M7.5 1.5C3 4 1.5 9 2.5 12s6 2.5 6-1S4 7.5 2.5 11",
  7: "M1.5 3 8.5 2.5C6 6 4.5 10 4 14.5M3 8.5l4.5-.5",
  8: "M7.5 4C6 1 2 2 2.5 4.5S8 9 7.5 12 2 14.5 2 11.5 8 6.5 7.5 4",
  9: "M8 5C7 1.5 2.5 2 2.5 5s4 4 5.5 0C8 9 7 12 5.5 14.5",
  "–": "M1 8.5c3-1 5 1 8 0",
};

/** A number on paper; what was written once is written anew only where it is another. */
export class PencilFigure {
  /** @param {{ class?: string }} [options] */
  constructor(options = {}) {
    this.element = s("svg", { class: `pencil ${options.class ?? ""}`.trim(), role: "img", hidden: true });
    /** @type {number | null} */
    this.value = null;
  }

  /** @param {number | null} value nothing is written as a dash; null leaves the paper blank */
  update(value) {
    if (value === this.value) return;
    this.value = value;
    show(this.element, value !== null);
    if (value === null) return;
    const signs = [...(value ? String(Math.abs(value)) : "–")];
    setAttribute(this.element, "viewBox", `0 0 ${signs.length * 10} 16`);
    setAttribute(this.element, "aria-label", number(value));
    // A hand never writes a figure twice alike: each leans and sits by what it stands beside.
    this.element.replaceChildren(
      ...signs.map((sign, at) =>
        s("path", {
          d: STROKES[sign],
          transform: `translate(${at * 10} ${((at * 7 + value) % 3) - 1}) rotate(${((at * 5 + value) % 7) - 3} 5 8)`,
        }),
      ),
    );
  }
}

/** Return a number in pencil. @param {number} value @param {{ class?: string }} [options] */
export function pencil(value, options) {
  const figure = new PencilFigure(options);
  figure.update(value);
  return figure.element;
}
