/** The rulebooks side by side: only the lines that differ, each with its clause. On a phone two at a time. */
import { drawing, h, setAttribute, setText, show } from "../core/dom.js";
import { gettext, ngettext } from "../core/i18n.js";
import { clauseIn, openClause } from "../components/clause_link.js";
import { HouseRules } from "../components/house_rules.js";
import { pageHeader } from "../components/page_header.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../core/http_api.js").Explorer} Explorer */
/** @typedef {import("../core/http_api.js").ComparedRule} ComparedRule */
/** @typedef {import("../core/http_api.js").Answer} Answer */

/** @param {import("../router.js").Route} route @param {App} app @returns {Promise<import("../router.js").Screen>} */
export async function open(route, app) {
  const [explorer, about] = await Promise.all([app.api.explorer(), app.about()]);
  const ledger = new Ledger(explorer, app, about.first_edition);
  const trial = new Trial(explorer, app, about.first_edition);
  const title = gettext("Five rulebooks");
  const element = h(
    "div",
    { class: "screen rules" },
    drawing("map", { class: "map" }),
    pageHeader(title),
    h(
      "main",
      null,
      h("p", { class: "lead" }, gettext("Only what differs. A number opens its clause.")),
      h("section", { class: "compared" }, ledger.chooser, ledger.element, ledger.same),
      trial.element,
    ),
  );
  const asked = clauseIn(route.hash);
  if (asked) readClause(app, asked);
  return { element, title };
}

/**
 * Open a clause; while it is read the address names it, so that it can be passed on.
 * @param {App} app
 * @param {string} id
 * @param {string} [note]
 */
function readClause(app, id, note = "") {
  const stay = location.pathname;
  openClause(app, id, {
    note,
    opened: (shown) => history.replaceState(null, "", `${stay}#${shown}`),
    closed: () => {
      if (location.pathname === stay) history.replaceState(null, "", stay);
    },
  });
}

/** All questions, a column for each rulebook. */
class Ledger {
  /**
   * @param {Explorer} explorer
   * @param {App} app
   * @param {string} first the rulebook that a reader of this language begins with
   */
  constructor(explorer, app, first) {
    this.app = app;
    this.editions = explorer.editions;
    const home = Math.max(
      0,
      this.editions.findIndex(({ name }) => name === first),
    );
    /** The two that a narrow screen compares. */
    this.pair = [home, home === 0 ? this.editions.findIndex(({ name }) => name === "dujardin") : 0];
    /** @type {{ rule: ComparedRule, row: HTMLTableRowElement }[]} */
    this.rows = [];
    this.bodies = explorer.groups.map(({ name, rules }) =>
      h(
        "tbody",
        null,
        h("tr", { class: "group" }, h("th", { colspan: this.editions.length + 1, scope: "colgroup" }, name)),
        rules.map((rule) => this.#row(rule)),
      ),
    );
    this.heads = this.editions.map(({ name, title }, at) =>
      h(
        "th",
        { scope: "col", data: { edition: at } },
        drawing(`emblem-${name}`, { class: "emblem" }),
        h("span", null, title),
      ),
    );
    this.element = h(
      "div",
      { class: "ledger" },
      h(
        "table",
        null,
        h("caption", { class: "unseen" }, gettext("What the rulebooks do not agree on")),
        h("thead", null, h("tr", null, h("td"), this.heads)),
        this.bodies,
      ),
    );
    this.selects = [gettext("Compare"), gettext("with")].map((label, side) => this.#select(label, side));
    this.chooser = h(
      "form",
      { class: "two-of-five", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } },
      this.selects.map(({ label }) => label),
    );
    this.same = h("p", { class: "same", role: "status" });
    this.#compare();
  }

  /** @param {string} text @param {number} side */
  #select(text, side) {
    const select = h(
      "select",
      { on: { change: () => this.#choose(side, select.selectedIndex) } },
      this.editions.map(({ title }) => h("option", null, title)),
    );
    return { select, label: h("label", null, h("span", null, text), select) };
  }

  /** @param {number} side @param {number} chosen who chooses the other one's changes places with it */
  #choose(side, chosen) {
    const other = 1 - side;
    if (this.pair[other] === chosen) this.pair[other] = /** @type {number} */ (this.pair[side]);
    this.pair[side] = chosen;
    this.#compare();
  }

  /** @param {ComparedRule} rule */
  #row(rule) {
    const row = h(
      "tr",
      { data: { rule: rule.rule } },
      h("th", { scope: "row" }, rule.name),
      rule.answers.map((answer, at) => this.#cell(answer, at)),
    );
    this.rows.push({ rule, row });
    return row;
  }

  /** @param {Answer} answer @param {number} at */
  #cell({ text, sentence, clause, odd }, at) {
    return h(
      "td",
      { class: odd ? "odd-one" : undefined, data: { edition: at } },
      h("span", { class: "reply", title: sentence || undefined }, text),
      h(
        "button",
        {
          class: "clause-chip",
          type: "button",
          aria: { label: gettext("Clause {number}", { number: clause }), haspopup: "dialog" },
          on: { click: () => readClause(this.app, clause, sentence) },
        },
        clause,
      ),
    );
  }

  /** Mark the two chosen columns and the lines on which they agree; only a narrow screen acts on it. */
  #compare() {
    // The columns keep their order, and so do the two who stand above them.
    this.pair.sort((one, other) => one - other);
    for (const [side, { select }] of this.selects.entries())
      select.selectedIndex = /** @type {number} */ (this.pair[side]);
    for (const each of this.element.querySelectorAll("[data-edition]"))
      each.classList.toggle("away", !this.pair.includes(Number(/** @type {HTMLElement} */ (each).dataset["edition"])));
    let same = 0;
    for (const { rule, row } of this.rows) {
      const [left, right] = this.pair.map((at) => rule.answers[at]?.alike);
      row.classList.toggle("agree", left === right);
      same += Number(left === right);
    }
    for (const body of this.bodies) body.classList.toggle("agree", !body.querySelector("tr[data-rule]:not(.agree)"));
    setText(this.same, ngettext("{n} more line is the same in both.", "{n} more lines are the same in both.", same));
    show(this.same, same > 0);
  }
}

/** House rules, tried out here and taken to a table. */
class Trial {
  /** @param {Explorer} explorer @param {App} app @param {string} first */
  constructor(explorer, app, first) {
    this.app = app;
    this.house = new HouseRules();
    this.house.open();
    this.link = h("a", { class: "button go", href: "/open" }, gettext("Open a table with these rules"));
    this.select = h(
      "select",
      { on: { change: () => this.#bring() } },
      explorer.editions.map(({ name, title }) => h("option", { value: name }, title)),
    );
    this.select.value = first;
    this.element = h(
      "section",
      { class: "trial" },
      h("h2", null, gettext("Try it out")),
      h("p", null, gettext("Begin with a rulebook, change what you like, and play by it.")),
      h("label", { class: "which" }, h("span", null, gettext("Rulebook")), this.select),
      this.house.element,
      h("p", { class: "ways-on" }, this.link),
    );
    for (const type of ["change", "click"]) this.house.element.addEventListener(type, () => this.#lead());
    this.#bring();
  }

  async #bring() {
    const { name, switches } = await this.app.edition(this.select.value);
    if (name !== this.select.value) return;
    this.house.update(name, switches, {});
    this.house.open();
    this.#lead();
  }

  /** Let the link lead to a table with what is chosen now. */
  #lead() {
    const wishes = new URLSearchParams({ edition: this.select.value });
    for (const [rule, value] of Object.entries(this.house.value())) wishes.set(`rule.${rule}`, String(value));
    setAttribute(this.link, "href", `/open#${wishes}`);
  }
}
