/**
 * The table in words: headings and lists, nothing drawn. A screen reader finds it at once; the first button of the page
 * shows it to anyone.
 */
import { h, keyed, setText, show } from "../core/dom.js";
import { gettext, number } from "../core/i18n.js";
import { capital, labelled } from "../core/text.js";
import { openDialog } from "../components/dialogs.js";
import { movesOf } from "./side_panel.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("./table_state.js").Team} Team */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */

export class TextView {
  /** @param {EditionInfo} edition */
  constructor(edition) {
    this.edition = edition;
    this.title = h("h2");
    this.facts = h("ul");
    this.hold = h("ol");
    this.holding = h("section", null, h("h3", null, gettext("Your hand")), this.hold);
    this.teams = h("div");
    /** @type {Map<number, string>} what is said of each team */
    this.looks = new Map();
    this.moves = h("ol");
    this.text = h(
      "div",
      { class: "table-text" },
      this.title,
      this.facts,
      this.holding,
      this.teams,
      h("h3", null, gettext("Last moves")),
      this.moves,
    );
    this.element = h(
      "section",
      { class: "as-text", id: "as-text", aria: { label: gettext("The table in words") } },
      this.text,
    );
  }

  /** Show it to whoever wants to read it: the same words, which go on while they are read. */
  open() {
    if (this.text.parentElement !== this.element) return;
    openDialog(gettext("The table in words"), this.text, {
      class: "words-dialog",
      onClose: () => this.element.append(this.text),
    });
  }

  /** @param {TableState} picture @param {string} turn whose turn it is, in words */
  update(picture, turn) {
    const { edition } = this;
    setText(this.title, turn);
    setLines(this.facts, [
      `${edition.title}, ${edition.terms["deal"]} ${picture.table.deal}`,
      `${this.#labelled("draw_pile", picture.drawPile)}. ${this.#labelled("discards", this.#discards(picture))}`,
    ]);
    show(this.holding, picture.viewer !== null);
    setLines(
      this.hold,
      picture.hand.map((kind) => this.#held(picture, kind)),
    );
    keyed(
      this.teams,
      picture.teams,
      ({ index }) => index,
      () => h("section", null, h("h3"), h("ul")),
      (section, team) => {
        const looks = JSON.stringify([team, picture.target]);
        if (this.looks.get(team.index) === looks) return;
        this.looks.set(team.index, looks);
        const [name, list] = section.children;
        setText(name, team.name);
        setLines(list, [...this.#lies(picture, team), `${number(team.total)} ${edition.terms["points"]}`]);
      },
    );
    setLines(
      this.moves,
      movesOf(picture, 8, true).map(({ text }) => text),
    );
  }

  /** Say in a sentence what one holds. @param {TableState} picture */
  hand(picture) {
    if (picture.viewer === null) return gettext("You are looking on: you have no hand.");
    return `${labelled(gettext("Your hand"), picture.hand.map((kind) => this.called(kind)).join(", "))}.`;
  }

  /** Say in a sentence what lies before each team. @param {TableState} picture */
  piles(picture) {
    return picture.teams.map((team) => `${labelled(team.name, this.#lies(picture, team).join(", "))}.`).join(" ");
  }

  /** Say in a sentence how many points everybody has. @param {TableState} picture */
  scores(picture) {
    return picture.teams
      .map((team) => `${labelled(team.name, `${number(team.total)} ${this.edition.terms["points"]}`)}.`)
      .join(" ");
  }

  /** @param {string} kind */
  called(kind) {
    return this.edition.cards[kind] ?? kind;
  }

  /**
   * Say what one of the edition's terms stands for, as the beginning of a sentence.
   * @param {string} term
   * @param {string | number} value
   */
  #labelled(term, value) {
    return labelled(capital(this.edition.terms[term] ?? ""), value);
  }

  /** @param {TableState} picture */
  #discards({ discards }) {
    const top = discards.at(-1);
    return top ? `${discards.length} (${this.called(top)})` : "0";
  }

  /** @param {TableState} picture @param {string} kind */
  #held(picture, kind) {
    const { question } = picture;
    if (!question) return this.called(kind);
    const reasons = question.blocked.find(({ card }) => card === kind)?.reasons ?? [];
    const moves = question.moves.filter(({ card, discard }) => card === kind && !discard).map(({ text }) => text);
    return labelled(this.called(kind), moves.length ? moves.join(", ") : reasons.map(({ text }) => text).join(" "));
  }

  /** @param {TableState} picture @param {Team} team */
  #lies(picture, { piles, miles, at, leads }) {
    const { terms, unit, measure } = this.edition;
    const top = (/** @type {string[]} */ pile) =>
      pile.length ? this.called(/** @type {string} */ (pile.at(-1))) : gettext("nothing");
    const safeties = piles.safeties.map((kind) =>
      piles.coups.includes(kind) ? `${this.called(kind)} (${terms["coup_fourre"]})` : this.called(kind),
    );
    const way =
      measure === "points"
        ? gettext("{at} of {target} points", { at, target: picture.target })
        : gettext("{at} of {target} {unit}", { at: miles, target: picture.target, unit });
    return [
      leads ? gettext("{way}, in the lead", { way }) : way,
      this.#labelled("battle_pile", top(piles.battle)),
      this.#labelled("speed_pile", top(piles.speed)),
      this.#labelled("safety_area", safeties.join(", ") || gettext("nothing")),
    ];
  }
}

/**
 * Make the lines of a list these; those that are as they were are not touched.
 * @param {Element} list
 * @param {string[]} lines
 */
function setLines(list, lines) {
  const whole = lines.join("\n");
  if (written.get(list) === whole) return;
  written.set(list, whole);
  keyed(
    list,
    lines,
    (_, at) => at,
    () => h("li"),
    (item, text) => setText(item, text),
  );
}

/** @type {WeakMap<Element, string>} what stands in each list */
const written = new WeakMap();
