/** The switches of an edition: what a table may do otherwise than the rulebook, each choice in a sentence. */
import { h, setAttribute, setText, show } from "../core/dom.js";
import { gettext, ngettext } from "../core/i18n.js";

/**
 * @typedef {{ value: unknown, name?: string, text: string, forms?: number[] }} Choice `forms`: those that can be played
 *   so, where not all can
 */
/**
 * @typedef {{ rule: string, name: string, choices: Choice[], usual: unknown, clause: string, by_form?: unknown[] }}
 *   Switch `by_form`: what the rulebook says in each form, where that differs
 */

export class HouseRules {
  constructor() {
    this.count = h("span", { class: "count" });
    this.list = h("div", { class: "switches" });
    this.back = h("button", { type: "button", on: { click: () => this.#reset() } }, gettext("Back to the rulebook"));
    this.element = h(
      "details",
      { class: "house", hidden: true },
      h("summary", null, h("span", null, gettext("House rules"), " ", this.count)),
      this.list,
      h("p", { class: "reset" }, this.back),
    );
    /** @type {Switch[]} */
    this.switches = [];
    /** @type {Map<string, unknown>} */
    this.chosen = new Map();
    this.edition = "";
  }

  /** Show all of them. */
  open() {
    this.element.open = true;
  }

  /** What is to be otherwise than the rulebook says. @returns {Record<string, unknown>} */
  value() {
    return Object.fromEntries(
      this.switches
        .filter(({ rule, usual }) => this.chosen.get(rule) !== usual)
        .map(({ rule }) => [rule, this.chosen.get(rule)]),
    );
  }

  /**
   * @param {string} edition
   * @param {Switch[]} switches
   * @param {Record<string, string>} wished values as they are written in an address
   * @param {number} [form] its place among the forms of the edition
   */
  update(edition, switches, wished, form = 0) {
    // What was changed stays changed in another form of the same edition, as far as it can be.
    const kept = edition === this.edition ? this.value() : {};
    this.edition = edition;
    this.switches = switches
      .map((each) => ({
        ...each,
        usual: each.by_form?.[form] ?? each.usual,
        choices: each.choices.filter(({ forms }) => !forms?.length || forms.includes(form)),
      }))
      .filter(({ choices }) => choices.length > 1);
    this.chosen = new Map(
      this.switches.map(({ rule, usual, choices }) => {
        const wish =
          choices.find(({ value }) => value === kept[rule]) ??
          choices.find(({ value }) => String(value).toLowerCase() === wished[rule]?.toLowerCase());
        return [rule, wish ? wish.value : usual];
      }),
    );
    this.list.replaceChildren(...this.switches.map((each) => this.#row(each)));
    show(this.element, this.switches.length > 0);
    if (this.#changed()) this.open();
    this.#say();
  }

  #changed() {
    return Object.keys(this.value()).length;
  }

  #say() {
    const changed = this.#changed();
    setText(this.count, changed ? ngettext("({n} changed)", "({n} changed)", changed) : "");
    show(this.back, changed > 0);
    for (const [at, row] of [...this.list.children].entries()) {
      const each = /** @type {Switch} */ (this.switches[at]);
      row.classList.toggle("changed", this.chosen.get(each.rule) !== each.usual);
    }
  }

  /** @param {Switch} each */
  #row(each) {
    const { rule, name, choices, clause } = each;
    const id = `rule-${rule}`;
    const says = h("small", { id: `${id}-says` });
    const cite = clause ? h("cite", null, clause) : null;
    const say = () => setText(says, choices.find(({ value }) => value === this.chosen.get(rule))?.text ?? "");
    const choose = (/** @type {unknown} */ value) => {
      this.chosen.set(rule, value);
      say();
      this.#say();
    };
    say();
    const two = choices.length === 2 && choices.every(({ value }) => typeof value === "boolean");
    if (two) {
      const input = h("input", {
        type: "checkbox",
        role: "switch",
        id,
        "aria-describedby": says.id,
        on: { change: () => choose(input.checked) },
      });
      input.checked = this.chosen.get(rule) === true;
      return h("label", { class: "switch", data: { rule } }, h("span", null, h("b", null, name, cite), says), input);
    }
    const select = h(
      "select",
      { id, "aria-describedby": says.id, on: { change: () => choose(choices[select.selectedIndex]?.value) } },
      choices.map(({ value, name: short, text }) => h("option", { value: String(value) }, short || text)),
    );
    select.selectedIndex = Math.max(
      0,
      choices.findIndex(({ value }) => value === this.chosen.get(rule)),
    );
    return h(
      "div",
      { class: "switch several", data: { rule } },
      h("label", { for: id }, h("b", null, name, cite)),
      select,
      says,
    );
  }

  #reset() {
    for (const { rule, usual } of this.switches) this.chosen.set(rule, usual);
    this.list.replaceChildren(...this.switches.map((each) => this.#row(each)));
    this.#say();
    setAttribute(this.element, "open", true);
    /** @type {HTMLElement | null} */ (this.element.querySelector("summary"))?.focus();
  }
}
