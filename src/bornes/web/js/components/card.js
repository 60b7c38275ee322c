/**
 * A card: its drawing, and its name as text laid on it. What is drawn is hidden from screen readers; words say it
 * elsewhere.
 */
import { drawing, h } from "../core/dom.js";
import { sizeUp } from "./card_sizes.js";

/** @typedef {"distance" | "hazard" | "remedy" | "safety"} Family */

/** @type {Record<Family, string[]>} The kinds of cards by family; a remedy stands where its hazard does. */
export const FAMILIES = {
  distance: ["25", "50", "75", "100", "200"],
  hazard: ["accident", "out-of-gas", "flat", "limit", "stop"],
  remedy: ["repair", "gas", "spare", "end", "roll"],
  safety: ["ace", "tank", "proof", "priority"],
};

/** @type {Map<string, Family>} */
const FAMILY_OF = new Map(
  Object.entries(FAMILIES).flatMap(([family, kinds]) => kinds.map((kind) => [kind, /** @type {Family} */ (family)])),
);

/**
 * Return the family of a kind of card; the back has none.
 * @param {string} kind @returns {Family | undefined}
 */
export const familyOf = (kind) => FAMILY_OF.get(kind);

/** Names with more letters than these get smaller ones; so do single words that cannot be broken. */
const LONG = 12,
  LONGEST = 16,
  WIDE = 8;

/**
 * @typedef {{ full: string, brief?: string | undefined }} Printed what stands on a card, and what stands there where it
 *   is small
 */

/**
 * Return a card. CSS sets its width with `--w`; what it shows at which width is said in `css/base.css`.
 * @param {string} kind a kind of docs/notation.md, or "back"
 * @param {string | Printed} [name] what the edition prints on it
 * @param {{ class?: string, place?: string }} [more] `place`: names where cards of one size lie, so that each new one
 *   is drawn right at once
 */
export function card(kind, name = "", { class: extraClass = "", place = "" } = {}) {
  const { full, brief } = typeof name === "string" ? { full: name, brief: undefined } : name;
  const family = familyOf(kind);
  // The stone shows the number itself, so that only the rest of the name is printed: "100 miles" is "miles".
  const printed = family === "distance" ? full.replace(kind, "").trim() : full;
  const classes = ["card", family ?? "back", extraClass].filter(Boolean).join(" ");
  return sizeUp(
    place,
    h(
      "span",
      { class: classes, data: { kind }, "aria-hidden": "true" },
      drawing(`card-${kind}`),
      printed &&
        h("b", { class: [plateClass(printed), brief && "full"].filter(Boolean).join(" ") || undefined }, printed),
      brief && h("b", { class: [plateClass(brief), "brief"].filter(Boolean).join(" ") }, brief),
    ),
  );
}

/** @param {string} name */
function plateClass(name) {
  if (name.length > LONGEST) return "longest";
  if (name.length > LONG) return "long";
  return name.split(/[\s-]/).some((word) => word.length > WIDE) ? "wide" : undefined;
}

/**
 * Return what is printed on a card: the edition's name for it; on a stone, what its number counts.
 * @param {string} kind @param {import("../core/http_api.js").EditionInfo} edition @returns {Printed}
 */
export function printedName(kind, edition) {
  if (familyOf(kind) === "distance") return { full: edition.terms["miles"] ?? "" };
  return { full: edition.cards[kind] ?? "", brief: edition.short_cards?.[kind] };
}
