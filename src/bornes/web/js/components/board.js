/** What lies before a team: small on the table, and large in a dialog. */
import { drawing, fill, h, keyed, setAttribute, setText, setVars, show } from "../core/dom.js";
import { gettext, number } from "../core/i18n.js";
import { card, FAMILIES, familyOf, printedName } from "./card.js";
import { icon } from "./illustrations.js";
import { capital } from "../core/text.js";

/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../table/table_state.js").Team} Team */
/** @typedef {import("../table/table_state.js").SeatState} SeatState */
/**
 * @typedef {object} BoardNews
 * @property {number | boolean | null} [active] the seat whose turn it is (or whether it is this team's)
 * @property {readonly SeatState[]} [seats] all seats of the table: who is away is said beside the name
 * @property {number} [goal] the points of a game; where there is none, the points so far say nothing
 */

/** Only the topmost cards of a pile are drawn: what lies deeper cannot be seen. */
const SEEN_IN_PILE = 2;
const SEEN_IN_FAN = 4;
const SPEED = ["limit", "end"];

/** @param {Readonly<Record<string, string>>} terms @param {string} term */
const heading = (terms, term) => capital(terms[term] ?? term);

/** What a team's place is counted in: a distance, or points. @param {EditionInfo} edition */
export const measureOf = (edition) => (edition.measure === "points" ? (edition.terms["points"] ?? "") : edition.unit);

export class Board {
  /**
   * @param {EditionInfo} edition
   * @param {{ mine?: boolean, onOpen?: (team: number) => void, heading?: "h2" | "h3" }} [options] without `onOpen` the
   *   board is only looked at
   */
  constructor(edition, { mine = false, onOpen, heading: level = "h2" } = {}) {
    this.edition = edition;
    /** @type {number | null} */
    this.team = null;
    this.badge = drawing("car-0", { class: "badge" });
    this.names = h(level, { class: "names" });
    this.points = h("small", { class: "points" });
    this.place = h("b");
    this.km = h("b", { class: "km" }, this.place, h("small", null, ` ${measureOf(edition)}`));
    const whose = mine ? "mine" : "theirs";
    this.battle = new Pile("battle", heading(edition.terms, "battle_pile"), edition, `pile ${whose}`);
    this.speed = new Pile("speed", heading(edition.terms, "speed_pile"), edition, `pile ${whose}`);
    this.fans = new Map(FAMILIES.distance.map((kind) => [kind, new Fan(kind, `fan ${whose}`)]));
    this.distances = h(
      "div",
      { class: "distances", "aria-hidden": "true" },
      [...this.fans.values()].map(({ element }) => element),
    );
    this.safeties = h("div", { class: "safeties", "aria-hidden": "true" });
    this.look = h("button", {
      class: "look",
      type: "button",
      aria: { haspopup: "dialog" },
      on: { click: () => this.team !== null && onOpen?.(this.team) },
    });
    show(this.look, onOpen !== undefined);
    this.element = h(
      "article",
      { class: mine ? "team mine" : "team" },
      h("header", null, this.badge, this.names, this.points, this.km),
      this.battle.element,
      this.speed.element,
      this.distances,
      this.safeties,
      this.look,
    );
  }

  /** @param {Team} team @param {BoardNews} [news] */
  update(team, { active = null, seats = [], goal = 0 } = {}) {
    if (this.team !== team.index) this.#become(team.index);
    this.element.classList.toggle(
      "active",
      active === true || (typeof active === "number" && team.seats.includes(active)),
    );
    keyed(
      this.names,
      team.seats,
      String,
      () => h("span"),
      (element, seat, at) => {
        setText(element, team.names[at] ?? "");
        element.classList.toggle("now", active === seat);
        const note = absenceOf(seats[seat]);
        element.classList.toggle("away", note !== "");
        setAttribute(element, "data-away", note || null);
      },
    );
    setAttribute(
      this.look,
      "aria-label",
      team.mine ? gettext("Look at your own board") : gettext("Look at the board of {name}", { name: team.name }),
    );
    setText(this.points, goal ? `${number(team.total)} / ${number(goal)}` : "");
    setText(this.place, number(team.at));
    this.battle.update(team.piles.battle);
    this.speed.update(team.piles.speed);
    for (const [kind, fan] of this.fans) fan.update(team.piles.distances.filter((each) => each === kind).length);
    keyed(
      this.safeties,
      FAMILIES.safety,
      (kind) => safetyKey(kind, team),
      (kind) => safety(kind, team),
    );
  }

  /**
   * Return where a card of this kind lies, or would lie: what flies there ends at this element.
   * @param {string} kind @returns {HTMLElement}
   */
  pileElement(kind) {
    const family = familyOf(kind);
    if (family === "distance") return /** @type {Fan} */ (this.fans.get(kind)).top;
    if (family === "safety")
      return /** @type {HTMLElement} */ (this.safeties.children[FAMILIES.safety.indexOf(kind)] ?? this.safeties);
    return (SPEED.includes(kind) ? this.speed : this.battle).placeOf(kind);
  }

  /** @param {number} index */
  #become(index) {
    if (this.team !== null) this.element.classList.remove(`team-${this.team}`);
    this.team = index;
    this.element.classList.add(`team-${index}`);
    setAttribute(this.element, "data-team", index);
    setAttribute(/** @type {Element} */ (this.badge.firstElementChild), "href", `#car-${index}`);
  }
}

/** A pile of which only the top counts. */
class Pile {
  /** @param {string} what @param {string} name @param {EditionInfo} edition @param {string} place */
  constructor(what, name, edition, place) {
    this.edition = edition;
    this.place = place;
    this.element = h("div", { class: `pile ${what} empty`, "aria-hidden": "true" }, h("small", null, name));
    /** What lies on it, as far as it can be seen. */
    this.looks = "";
  }

  /** @param {readonly string[]} cards the top one last */
  update(cards) {
    const from = Math.max(0, cards.length - SEEN_IN_PILE),
      seen = cards.slice(from);
    const looks = `${from} ${seen}`;
    if (looks === this.looks) return;
    this.looks = looks;
    this.cards = keyed(
      this.element,
      seen,
      (kind, at) => `${from + at} ${kind}`,
      (kind) => card(kind, printedName(kind, this.edition), { place: this.place }),
    );
    this.element.classList.toggle("empty", cards.length === 0);
  }

  /** @param {string} kind */
  placeOf(kind) {
    const top = this.cards?.at(-1);
    return top?.dataset["kind"] === kind ? top : this.element;
  }
}

/** Distance cards of one value, fanned out so that they can be counted; they are small and many, and have no names. */
class Fan {
  /** @param {string} kind @param {string} place */
  constructor(kind, place) {
    this.kind = kind;
    this.place = place;
    this.ghost = h("i", { class: "ghost" }, kind);
    this.count = h("small");
    this.cards = h("div", { class: "laid" });
    this.element = h("div", { class: "fan" }, this.ghost, this.cards, this.count);
    /** @type {number | null} how many are shown */
    this.shown = null;
  }

  /** @param {number} count */
  update(count) {
    if (count === this.shown) return;
    this.shown = count;
    setAttribute(this.element, "data-count", count);
    setVars(this.element, { count: Math.min(count, SEEN_IN_FAN) });
    setText(this.count, count ? `×${count}` : "");
    const shown = Array.from({ length: count }, (_, at) => at).slice(-SEEN_IN_FAN);
    keyed(this.cards, shown, String, () => card(this.kind, "", { place: this.place }));
  }

  /** @returns {HTMLElement} */
  get top() {
    return /** @type {HTMLElement} */ (this.cards.lastElementChild ?? this.ghost);
  }
}

/**
 * Return what is said beside the name of somebody who does not decide just now.
 * @param {SeatState | undefined} seat
 */
function absenceOf(seat) {
  if (seat?.kind !== "person") return "";
  return seat.autopilot ? gettext("a bot drives") : seat.here ? "" : gettext("away");
}

/** @param {string} kind @param {Team} team */
const safetyKey = (kind, { piles }) =>
  `${kind} ${piles.coups.includes(kind) ? "coup" : piles.safeties.includes(kind) ? "laid" : "none"}`;

/**
 * A safety that was laid, crosswise after a coup fourré; or the place for it.
 * @param {string} kind
 * @param {Team} team
 */
function safety(kind, { piles }) {
  if (!piles.safeties.includes(kind)) return h("i", { class: "slot" }, drawing(`glyph-${kind}`));
  return card(kind, "", { class: piles.coups.includes(kind) ? "coup" : "" });
}

/**
 * Return a board as the content of a dialog: large cards, every name, and the way to the other boards.
 * @param {Team} team
 * @param {{ edition: EditionInfo, teams: readonly Team[], target: number, lines?: readonly string[], onOpen: (team:
 *   number) => void, onClose: () => void }} more
 *   `lines`: what the server says about the team, a few words each
 * @returns {HTMLElement[]}
 */
function largeBoard(team, { edition, teams, target, lines = [], onOpen, onClose }) {
  const { cards, terms } = edition;
  const unit = measureOf(edition);
  /** @param {string | undefined} kind @param {string} pile */
  const big = (kind, pile) =>
    h(
      "figure",
      null,
      kind ? card(kind, printedName(kind, edition)) : h("i", { class: "none" }),
      h("figcaption", null, h("b", null, kind ? cards[kind] : gettext("nothing")), h("br"), heading(terms, pile)),
    );
  const header = h(
    "header",
    { class: `team-${team.index}` },
    drawing(`car-${team.index}`, { class: "badge" }),
    h(
      "h2",
      null,
      team.name,
      h("small", null, gettext("{points} points before this deal", { points: number(team.total) })),
    ),
    h("b", { class: "reach" }, number(team.at), h("small", null, ` ${unit}`)),
    h(
      "button",
      { class: "close", type: "button", aria: { label: gettext("Close") }, on: { click: onClose } },
      icon("close"),
    ),
  );
  const state = h(
    "ul",
    { class: "state-line" },
    [gettext("{at} of {target} {unit}", { at: number(team.at), target: number(target), unit }), ...lines].map((line) =>
      h("li", null, line),
    ),
  );
  const safeties = FAMILIES.safety.map((kind) =>
    h(
      "figure",
      null,
      safety(kind, team),
      h(
        "figcaption",
        null,
        cards[kind],
        team.piles.coups.includes(kind) && h("b", { class: "how" }, terms["coup_fourre"]),
      ),
    ),
  );
  const counts = FAMILIES.distance.map((kind) => ({
    kind,
    count: team.piles.distances.filter((each) => each === kind).length,
  }));
  return [
    header,
    state,
    h(
      "div",
      { class: "big-piles" },
      big(team.piles.battle.at(-1), "battle_pile"),
      big(team.piles.speed.at(-1), "speed_pile"),
      h("div", { class: "big-safeties" }, safeties),
    ),
    h(
      "ul",
      { class: "big-distances" },
      counts.map(({ kind, count }) =>
        h(
          "li",
          { class: count ? undefined : "none" },
          card(kind, printedName(kind, edition)),
          h("span", { class: "unseen" }, cards[kind]),
          `×${count}`,
        ),
      ),
    ),
    h(
      "footer",
      null,
      teams
        .filter(({ index }) => index !== team.index)
        .map((other) =>
          h(
            "button",
            {
              class: `team-${other.index}`,
              type: "button",
              aria: {
                label: other.mine
                  ? gettext("Look at your own board")
                  : gettext("Look at the board of {name}", { name: other.name }),
              },
              on: { click: () => onOpen(other.index) },
            },
            drawing(`car-${other.index}`, { class: "badge" }),
            h("span", null, other.names[0]),
          ),
        ),
    ),
  ];
}

/**
 * Put a large board into a dialog, and open it.
 * @param {HTMLDialogElement} dialog @param {Team} team @param {Omit<Parameters<typeof largeBoard>[1], "onClose">} more
 */
export function openLargeBoard(dialog, team, more) {
  const buttons = () => [...dialog.querySelectorAll("button")];
  const focused = buttons().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  fill(dialog, largeBoard(team, { ...more, onClose: () => dialog.close() }));
  buttons()[focused]?.focus(); // who reads by keys stays where they were
  setAttribute(dialog, "aria-label", team.name);
  if (!dialog.open) dialog.showModal();
}
