/**
 * The contact sheet of the cards: every kind at several widths, by day, by night and without colour. Only the picture
 * book opens it.
 */
import { h } from "../core/dom.js";
import { card, FAMILIES, printedName } from "../components/card.js";
import { EDITIONS } from "../components/illustrations.js";

const KINDS = [...Object.values(FAMILIES).flat(), "back"];

/**
 * @typedef {import("../router.js").Route} Route
 * @typedef {import("../router.js").App} App
 * @typedef {import("../router.js").Screen} Screen
 */
/** @param {Route} route @param {App} app @returns {Promise<Screen>} */
export async function open(route, app) {
  const { first_edition } = await app.about();
  const wished = route.query.get("edition") ?? "";
  const edition = await app.edition(EDITIONS.includes(wished) ? wished : first_edition);
  /** @param {"light" | "dark"} theme @param {number} width @param {string} [extra] */
  const row = (theme, width, extra = "") =>
    h(
      "section",
      { data: { theme } },
      h("h2", null, `${edition.title} · ${width} px`),
      h(
        "div",
        { class: `row w${width} ${extra}` },
        KINDS.map((kind) => card(kind, printedName(kind, edition))),
      ),
    );
  const element = h(
    "main",
    { class: "contact" },
    h("h1", { class: "unseen" }, edition.title),
    row("light", 200),
    row("light", 110),
    row("light", 90),
    row("light", 60),
    row("light", 60, "grey"),
    row("light", 30),
    row("dark", 200),
    row("dark", 110),
    row("dark", 60),
  );
  return { element, title: edition.title };
}
