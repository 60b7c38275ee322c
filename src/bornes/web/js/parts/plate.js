/** The code of a table as a number plate, to be read out over the telephone, and its link as a pattern that phones read. */
import { h, s, setAttribute, setText, fill } from "../dom.js";
import { gettext } from "../words.js";

/** Digits stand in groups of three. */
const GROUP = 3;

/** Return the word for a digit. @param {string} digit */
function wordOf(digit) {
  switch (digit) {
    case "0": return gettext("zero");
    case "1": return gettext("one");
    case "2": return gettext("two");
    case "3": return gettext("three");
    case "4": return gettext("four");
    case "5": return gettext("five");
    case "6": return gettext("six");
    case "7": return gettext("seven");
    case "8": return gettext("eight");
    case "9": return gettext("nine");
    default: return digit;
  }
}

/** @param {string} code @returns {string[]} */
export function groupsOf(code) {
  const digits = code.replace(/\D/g, "");
  return digits.match(new RegExp(`\\d{1,${GROUP}}`, "g")) ?? [];
}

export class NumberPlate {
  constructor() {
    this.digits = h("b", { "aria-hidden": "true" });
    this.plate = h("div", { class: "plate", role: "img" }, emptyBand("left"), this.digits, emptyBand("right"));
    this.words = h("p", { class: "spelling", "aria-hidden": "true" });
    this.element = h("div", { class: "plate-and-words" }, this.plate, this.words);
    this.code = "";
  }

  /** @param {string} code */
  update(code) {
    if (code === this.code) return;
    this.code = code;
    const groups = groupsOf(code);
    fill(this.digits, groups.map((group) => h("span", null, group)));
    const spoken = groups.map((group) => [...group].map(wordOf).join(" ")).join(", ");
    setText(this.words, spoken);
    setAttribute(this.plate, "aria-label", gettext("The code: {digits}", { digits: spoken }));
  }
}

/** The blue end of a number plate: a ring of stars on the left, the road on the right. @param {"left" | "right"} side */
function emptyBand(side) {
  const band = s("svg", { class: `band ${side}`, viewBox: "0 0 40 112", "aria-hidden": "true" }, s("path", { d: "M0 0h40v112H0z", fill: "#17468f" }));
  if (side === "left") {
    for (let at = 0; at < 12; at++) {
      const angle = (at * Math.PI) / 6;
      band.append(s("circle", { cx: (20 + 11 * Math.sin(angle)).toFixed(2), cy: (40 + 11 * Math.cos(angle)).toFixed(2), r: 1.9, fill: "#f7c325" }));
    }
    band.append(s("path", { d: "M14 72v22h8a5.500 5.500 0 0 0 0-11h-8 7a5.500 5.500 0 0 0 0-11z", fill: "none", stroke: "#fff", "stroke-width": 4.5, "stroke-linejoin": "round" }));
  } else {
    band.append(s("path", { d: "M12 42h16L18 74", fill: "none", stroke: "#fff", "stroke-width": 5.5, "stroke-linejoin": "round", "stroke-linecap": "round" }));
  }
  return band;
}

/**
 * Return the pattern that leads a phone to the table.
 * @param {string[]} rows of "0" and "1" @param {string} label
 */
export function qrCode(rows, label) {
  const size = rows.length, quiet = 4;
  const dark = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)).join("");
  const edge = size + 2 * quiet;
  return s(
    "svg",
    { class: "qr", viewBox: `${-quiet} ${-quiet} ${edge} ${edge}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    s("path", { d: `M${-quiet} ${-quiet}h${edge}v${edge}h${-edge}z`, fill: "#fff" }),
    s("path", { d: dark, fill: "#1b2230" }),
  );
}
