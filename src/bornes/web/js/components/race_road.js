/** The road from Paris to the sea, with a car for each team: the race at a glance. */
import { drawing, h, keyed, setAttribute, setText, setVars, show } from "../core/dom.js";
import { gettext, number } from "../core/i18n.js";
import { capital, labelled } from "../core/text.js";
import { measureOf } from "./board.js";
import { familyOf } from "./card.js";

/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../table/table_state.js").Team} Team */
/** @typedef {import("../table/table_state.js").TableState} TableState */

/** How long the road is at least: the trip of the game's name. */
const THOUSAND = 1000;
/** A car that is further along the road than this carries its figure behind itself. */
const LATE = 0.85;
/** `via`: left out where there is little room. @type {{ name: string, km: number, via?: boolean }[]} */
const LANDMARKS = [
  { name: "paris", km: 14 },
  { name: "planes", km: 125, via: true },
  { name: "village", km: 240 },
  { name: "planes", km: 350, via: true },
  { name: "peaks", km: 465 },
  { name: "planes", km: 580, via: true },
  { name: "mas", km: 690 },
  { name: "village", km: 790, via: true },
  { name: "planes", km: 880, via: true },
  { name: "coast", km: 975 },
];
const TOWNS = [
  { name: "Paris", km: 0 },
  { name: "Nevers", km: 240 },
  { name: "Lyon", km: 465 },
  { name: "Avignon", km: 700 },
  { name: "Menton", km: 1000 },
];
/** The safety that makes up for a hazard which still lies there. @type {Record<string, string>} */
const SAFETY_FOR = { accident: "ace", "out-of-gas": "tank", flat: "proof", stop: "priority", limit: "priority" };

/**
 * The stones from 0 to the end of the road: one for each hundred, or fewer on a very long one.
 * @param {number} length
 */
function stonesTo(length) {
  const step = length > 1600 ? 200 : 100;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
}

export class RaceRoad {
  /** @param {EditionInfo} edition @param {number} teamsCount */
  constructor(edition, teamsCount) {
    this.edition = edition;
    this.lanes = Array.from({ length: teamsCount }, (_, team) => new Lane(team, edition));
    /** What the road looks like but for its cars: how long, where it ends. */
    this.looks = "";
    this.marks = h("div", { class: "marks" });
    this.towns = TOWNS.map(({ name, km }) => ({ km, element: h("em", { class: "town placed", vars: { km } }, name) }));
    this.beyond = h("div", { class: "beyond placed" }, h("span", null, capital(edition.terms["extension"] ?? "")));
    this.finish = h("i", { class: "finish placed" });
    this.laneList = h("div", { class: "lanes" }, this.beyond, this.finish);
    this.verge = h("div", { class: "verge", "aria-hidden": "true" });
    this.element = h(
      "section",
      { class: "road", aria: { label: gettext("The road") } },
      h(
        "div",
        { class: "land", "aria-hidden": "true" },
        h("i", { class: "sun" }),
        drawing("hills", { class: "hills" }),
        LANDMARKS.map(({ name, km, via }) =>
          drawing(`landmark-${name}`, { class: `mark placed${via ? " via" : ""}`, vars: { km } }),
        ),
        this.towns.map(({ element }) => element),
      ),
      this.laneList,
      this.verge,
    );
  }

  /** @param {TableState} picture */
  update(picture) {
    const { teams, target } = picture;
    const length = Math.max(THOUSAND, target, ...teams.map(({ at }) => Math.ceil(at / 50) * 50));
    const longer = target < length && Boolean(picture.table.rules["extension"]);
    const looks = `${length} ${target} ${longer}`;
    if (looks !== this.looks) this.#build(length, target, longer);
    this.looks = looks;
    // The own lane lies nearest; the others follow in the order of play.
    const mine = Math.max(
      0,
      teams.findIndex((team) => team.mine),
    );
    const inOrder = [...teams.slice(mine), ...teams.slice(0, mine)];
    keyed(
      this.laneList,
      inOrder,
      ({ index }) => index,
      ({ index }) => this.#lane(index).element,
      (_, team) => this.#lane(team.index).update(team, length, picture.table.rules),
    );
  }

  /**
   * Make the road so long, with its stones and towns and its end.
   * @param {number} length
   * @param {number} target
   * @param {boolean} longer whether the longer trip can be seen
   */
  #build(length, target, longer) {
    setVars(this.element, { length });
    setVars(this.finish, { km: target });
    setVars(this.beyond, { km: target });
    show(this.beyond, target < THOUSAND);
    show(/** @type {Element} */ (this.beyond.firstElementChild), longer);
    for (const { km, element } of this.towns) {
      element.classList.toggle("start", km === 0);
      element.classList.toggle("last", km === length);
      element.classList.toggle("via", ![0, 465].includes(km) && km !== (target < THOUSAND ? 700 : THOUSAND));
    }
    keyed(
      this.verge,
      [...new Set([...stonesTo(length), target])].sort((a, b) => a - b),
      String,
      (km) => stone(km),
      (element, km) => {
        const goal = km === target;
        element.classList.toggle("goal", goal);
        element.classList.toggle("odd", !goal && (km % 200 !== 0 || Math.abs(km - target) < 200));
        setAttribute(/** @type {Element} */ (element.querySelector("use")), "href", `#${symbolOf(km, goal)}`);
      },
    );
  }

  /** The car of a team, for what moves it. @param {number} team @returns {HTMLElement} */
  carOf(team) {
    return this.#lane(team).car;
  }

  /** @param {number} team */
  #lane(team) {
    return /** @type {Lane} */ (this.lanes[team]);
  }
}

class Lane {
  /** @param {number} team @param {EditionInfo} edition */
  constructor(team, edition) {
    this.edition = edition;
    this.figure = h("b");
    this.troubles = h("span", { class: "troubles" });
    this.car = h(
      "span",
      { class: "car placed", role: "img" },
      drawing(`car-${team}`, { class: "chassis" }),
      h("span", { class: "tag" }, this.figure, this.troubles),
    );
    this.element = h("div", { class: `lane team-${team}` }, this.car);
    this.looks = "";
  }

  /** @param {Team} team @param {number} length @param {Record<string, any>} rules */
  update(team, length, rules) {
    const held = heldUpBy(team, rules);
    const looks = JSON.stringify([team.name, team.at, team.leads, length, held]);
    if (looks === this.looks) return;
    this.looks = looks;
    setVars(this.car, { km: team.at });
    setText(this.figure, number(team.at));
    this.car.classList.toggle("leader", team.leads);
    this.car.classList.toggle("late", team.at > length * LATE);
    keyed(this.troubles, held, String, (kind) => h("i", { class: "trouble" }, drawing(`glyph-${kind}`)));
    const place = labelled(team.name, `${number(team.at)} ${measureOf(this.edition)}`);
    setAttribute(this.car, "aria-label", [place, ...held.map((kind) => this.edition.cards[kind])].join(", "));
  }
}

/**
 * What holds a team up: the hazards on top of its piles, unless it has the safety against them.
 * @param {Team} team
 * @param {Record<string, any>} rules
 */
function heldUpBy({ piles }, rules) {
  const tops = [piles.battle.at(-1), piles.speed.at(-1)];
  return tops
    .filter((kind) => kind !== undefined && familyOf(kind) === "hazard" && !isCovered(kind, piles.safeties, rules))
    .map(String);
}

/** @param {string} hazard @param {readonly string[]} safeties @param {Record<string, any>} rules */
function isCovered(hazard, safeties, rules) {
  if (hazard === "limit" && rules["right_of_way_covers_limit"] === false) return false;
  return safeties.includes(SAFETY_FOR[hazard] ?? "");
}

/** @param {number} km */
const stone = (km) => h("i", { class: "stone placed", vars: { km } }, drawing(symbolOf(km, false)));
/** There are drawings for whole hundreds; any other stone has no number. @param {number} km @param {boolean} goal */
const symbolOf = (km, goal) =>
  km % 100 === 0 && km <= 2000 ? `${goal ? "goal" : "km"}-${km}` : goal ? "stone-goal" : "stone";
