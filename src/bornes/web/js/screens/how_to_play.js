/** How to play, in the words of an edition: a page that can be read before the first game. */
import { drawing, h } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { card, familyOf } from "../components/card.js";
import { clauseMark } from "../components/clause_link.js";
import { pageHeader } from "../components/page_header.js";
import { playNowButton } from "../components/play_now.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../core/http_api.js").HowToBlock} HowToBlock */
/** @typedef {import("../core/http_api.js").CountedCard} CountedCard */
/** @typedef {import("../core/dom.js").Child} Child */

/** @param {import("../router.js").Route} route @param {App} app @returns {Promise<import("../router.js").Screen>} */
export async function open(route, app) {
  const about = await app.about();
  const edition = route.parts[1] ?? about.first_edition;
  const page = await app.api.howto(edition);
  const title = gettext("How to play");
  const books = h(
    "nav",
    { class: "books", aria: { label: gettext("Rulebook") } },
    h(
      "ul",
      null,
      about.editions.map(({ name, title: book }) =>
        h(
          "li",
          null,
          h(
            "a",
            { href: `/how-to-play/${name}`, aria: { current: name === edition ? "page" : undefined } },
            drawing(`emblem-${name}`, { class: "emblem" }),
            h("span", null, book),
          ),
        ),
      ),
    ),
  );
  const sections = page.sections.map(({ heading, blocks }) =>
    h(
      "section",
      null,
      h("h2", null, heading),
      blocks.map((block) => draw(block, app)),
    ),
  );
  const element = h(
    "div",
    { class: "screen howto" },
    drawing("map", { class: "map" }),
    pageHeader(title),
    h(
      "main",
      null,
      books,
      h(
        "article",
        { class: "leaf" },
        h(
          "header",
          null,
          h("p", { class: "page-title" }, page.title),
          page.lead.map((block) => draw(block, app)),
        ),
        sections,
        h(
          "footer",
          { class: "ways-on" },
          playNowButton(app, edition),
          h("a", { class: "button", href: "/learn" }, gettext("Take the lesson")),
          h("a", { class: "button", href: "/rules" }, gettext("Compare the rulebooks")),
        ),
      ),
    ),
  );
  // On a phone the books are a row that can be pushed along: the one that is read is to be seen in it.
  requestAnimationFrame(() =>
    books.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }),
  );
  return { element, title: page.title };
}

/** @param {HowToBlock} block @param {App} app @returns {Child} */
function draw(block, app) {
  switch (block.kind) {
    case "paragraph":
      return h("p", null, block.text, mark(block.clauses, app));
    case "story":
      return h(
        "ol",
        { class: "story" },
        block.lines.map((line) => h("li", null, line)),
      );
    case "cards":
      return block.headings.length
        ? answers(block.headings, block.rows)
        : h(
            "ul",
            { class: "card-row" },
            block.rows.flat().map((one) => one && h("li", null, counted(one))),
          );
    case "points":
      return h(
        "div",
        { class: "paid" },
        h(
          "table",
          null,
          h(
            "tbody",
            null,
            block.rows.map(({ name, points, what_for, clauses }) =>
              h(
                "tr",
                null,
                h("th", { scope: "row" }, name),
                h("td", { class: "pays" }, points),
                h("td", null, what_for, mark(clauses, app)),
              ),
            ),
          ),
        ),
      );
  }
}

/**
 * A hazard, its remedy and its safety in each row.
 * @param {string[]} headings
 * @param {(CountedCard | null)[][]} rows
 */
function answers(headings, rows) {
  return h(
    "table",
    { class: "hazards-table" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        headings.map((heading) => h("th", { scope: "col" }, heading)),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          null,
          row.map((one) => h("td", null, one ? counted(one) : "–")),
        ),
      ),
    ),
  );
}

/** A stone shows its distance itself. @param {CountedCard} one */
const counted = ({ card: kind, name, count }) =>
  h(
    "span",
    { class: "counted" },
    card(kind, familyOf(kind) === "distance" ? "" : name),
    h("span", null, h("b", null, name), h("small", null, `× ${count}`)),
  );

/** @param {string[]} clauses @param {App} app */
const mark = (clauses, app) => clauses.length > 0 && ["\u00a0", clauseMark(app, clauses)];
