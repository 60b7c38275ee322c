/** Numbers as they stand on milestones, in strokes, so that a stone looks the same on every system. */
import { s } from "../core/dom.js";

/** Each on a field of 10 × 16. @type {Record<string, string>} */
const STROKES = {
  0: "M5 1.4A3.6 3.6 0 0 1 8.6 5v6a3.6 3.6 0 0 1-7.2 0V5A3.6 3.6 0 0 1 5 1.4z",
  1: "M1.8 4.6 5.4 1.4v13.9",
  2: "M1.4 5.2A3.6 3.6 0 0 1 8.6 5c0 2.4-1.1 3.6-6.9 9.3h7.5",
  3: "M1.5 1.6h6.4L4.6 6.5c2.5 0 4 1.7 4 4A3.6 4 0 0 1 1.4 11.6",
  4: "M6.6 15.3V2L1.6 11h7.8",
  5: "M8.5 1.6h-6l-.4 6.1c.8-.9 1.8-1.3 2.9-1.3 2.2 0 3.6 1.6 3.6 4A3.6 4.1 0 0 1 1.4 11.4",
  6: "M7.6 1C4 3.4 1.4 7 1.4 10.8a3.6 3.8 0 1 0 7.2 0 3.5 3.7 0 0 0-6.9-1.2",
  7: "M.9 1.6h7.5L4 15.3",
  8: "M5 1.4a3 3 0 0 1 0 6.1 3 3 0 0 1 0-6.1zM5 7.5a3.5 3.5 0 0 1 0 7.1 3.5 3.5 0 0 1 0-7.1z",
  9: "M2.4 15C6 12.6 8.6 9 8.6 5.2a3.6 3.8 0 1 0-7.2 0 3.5 3.7 0 0 0 6.9 1.2",
};
const GAP = 2.2;
/** @param {string} digit */
const widthOf = (digit) => (digit === "1" ? 7.2 : 10);

/**
 * Return a number, centred on x, its top at y.
 * @param {number} value
 * @param {{ x: number, y: number, height: number, colour?: string, weight?: number }} place weight in units of the
 *   field
 */
export function lettering(value, { x, y, height, colour = "#1b2230", weight = 2.7 }) {
  const digits = [...String(Math.abs(value))];
  let left = -(digits.reduce((sum, digit) => sum + widthOf(digit) + GAP, -GAP) / 2);
  const paths = digits.map((digit) => {
    const path = s("path", { d: STROKES[digit], transform: `translate(${left.toFixed(1)})` });
    left += widthOf(digit) + GAP;
    return path;
  });
  const transform = `translate(${x} ${y}) scale(${(height / 16).toFixed(3)})`;
  return s("g", { transform, fill: "none", stroke: colour, "stroke-width": weight, "stroke-linejoin": "round" }, paths);
}
