/**
 * The code of a table in large digits, to be read out over the telephone, and its link as a pattern that phones read.
 */
import { h, s, setAttribute, setText, fill } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** Digits stand in groups of three. */
const GROUP = 3;

/** Return the word for a digit. @param {string} digit */
function wordOf(digit) {
  switch (digit) {
    case "0":
      return gettext("zero");
    case "1":
      return gettext("one");
    case "2":
      return gettext("two");
    case "3":
      return gettext("three");
    case "4":
      return gettext("four");
    case "5":
      return gettext("five");
    case "6":
      return gettext("six");
    case "7":
      return gettext("seven");
    case "8":
      return gettext("eight");
    case "9":
      return gettext("nine");
    default:
      return digit;
  }
}

/** @param {string} code @returns {string[]} */
function groupsOf(code) {
  const digits = code.replace(/\D/g, "");
  return digits.match(new RegExp(`\\d{1,${GROUP}}`, "g")) ?? [];
}

/** Return a code as it is written in a sentence, in groups that stay on one line. @param {string} code */
export const spacedCode = (code) => groupsOf(code).join("\u00a0");

export class InviteCode {
  constructor() {
    this.digits = h("p", { class: "large-code", role: "img" });
    this.words = h("p", { class: "spelling", "aria-hidden": "true" });
    this.element = h("div", { class: "code-and-words" }, this.digits, this.words);
    this.code = "";
  }

  /** @param {string} code */
  update(code) {
    if (code === this.code) return;
    this.code = code;
    const groups = groupsOf(code);
    fill(
      this.digits,
      groups.map((group) => h("span", { "aria-hidden": "true" }, group)),
    );
    setAttribute(this.digits, "data-groups", String(groups.length));
    const spoken = groups.map((group) => [...group].map(wordOf).join(" ")).join(", ");
    setText(this.words, spoken);
    setAttribute(this.digits, "aria-label", gettext("The code: {digits}", { digits: spoken }));
  }
}

/**
 * Return the pattern that leads a phone to the table.
 * @param {string[]} rows of "0" and "1" @param {string} label
 */
export function qrCode(rows, label) {
  const size = rows.length,
    quiet = 4;
  const dark = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join("");
  const edge = size + 2 * quiet;
  return s(
    "svg",
    {
      class: "qr",
      viewBox: `${-quiet} ${-quiet} ${edge} ${edge}`,
      role: "img",
      "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    s("path", { d: `M${-quiet} ${-quiet}h${edge}v${edge}h${-edge}z`, fill: "#fff" }),
    s("path", { d: dark, fill: "#1b2230" }),
  );
}
