/** The chart of a race: every team a road on the map, every deal a roundel, the goal a chequered line. */
import { h, s, setAttribute } from "../core/dom.js";
import { gettext, number } from "../core/i18n.js";
import { dealName, termOf } from "./score_sheet.js";

/**
 * @typedef {{ goal: number, names: string[], edition: import("../core/http_api.js").EditionInfo }} ChartOptions `goal`: 0 where
 *   there is none
 */

/** Below this width a phone's drawing is made: nothing in it is smaller, there is less of it. */
const NARROW = 520;
const CAR = { narrow: 40, wide: 54 };
const LEAST_APART = 22;
let made = 0;

/** A chart that is drawn in the width that it has: letters are as large as all others on the page. */
export class RaceChart {
  constructor() {
    made += 1;
    this.pattern = `chequer-${made}`;
    this.svg = s("svg", { role: "img" });
    this.element = h("figure", { class: "chart" }, this.svg);
    /** @type {number[][]} */
    this.race = [];
    /** @type {ChartOptions | null} */
    this.options = null;
    this.drawn = "";
    this.watch = new ResizeObserver(() => this.#draw());
    this.watch.observe(this.element);
  }

  /**
   * @param {number[][]} race for each team its total after each deal, beginning with 0
   * @param {ChartOptions} options
   */
  update(race, options) {
    this.race = race;
    this.options = options;
    this.#draw();
  }

  /** Stop looking at the size of the page. */
  leave() {
    this.watch.disconnect();
  }

  #draw() {
    // Before it stands on the page, or while it is hidden, it has no width; it is told when that changes.
    const width = this.element.isConnected ? Math.floor(this.element.clientWidth - paddingOf(this.element)) : 0;
    if (!this.options || width <= 0) return;
    const { goal, names, edition } = this.options;
    const wanted = JSON.stringify([width, this.race, goal, names, edition.name]);
    if (wanted === this.drawn) return;
    this.drawn = wanted;
    const totals = this.race.map((team) => team[team.length - 1] ?? 0);
    const title = goal > 0 ? gettext("The race to {goal} points", { goal: number(goal) }) : gettext("The race");
    const label = `${title}. ${names.map((name, team) => gettext("{name}: {points}", { name, points: number(totals[team] ?? 0) })).join("; ")}`;
    const plan = planOf(width, this.race, goal);
    setAttribute(this.svg, "viewBox", `0 0 ${width} ${plan.height}`);
    setAttribute(this.svg, "aria-label", label);
    this.svg.replaceChildren(
      chequers(this.pattern),
      ...grid(plan, goal, this.pattern),
      ...dealLabels(plan, edition),
      ...roads(plan, this.race),
    );
  }
}

/** @param {Element} element */
function paddingOf(element) {
  const style = getComputedStyle(element);
  return parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
}

/**
 * Return a chart of a race; it draws itself anew when its width changes.
 * @param {number[][]} race for each team its total after each deal, beginning with 0 @param {ChartOptions} options
 */
export function chart(race, options) {
  const made = new RaceChart();
  made.update(race, options);
  return made;
}

/** @typedef {ReturnType<typeof planOf>} Plan */
/** @param {number} width @param {number[][]} race @param {number} goal */
function planOf(width, race, goal) {
  const narrow = width < NARROW;
  const deals = Math.max(1, ...race.map((team) => team.length - 1));
  const highest = Math.max(goal, ...race.flat(), 100);
  const digits = number(highest).length;
  const car = narrow ? CAR.narrow : CAR.wide;
  const height = Math.round(narrow ? Math.max(250, width * 0.78) : Math.min(430, width * 0.54));
  const left = 14 + digits * 8,
    right = width - car - digits * 10 - 6,
    floor = height - 30,
    ceiling = 18;
  return {
    width,
    height,
    narrow,
    deals,
    car,
    left,
    right,
    floor,
    ceiling,
    step: stepOf(highest),
    /** @param {number} deal */ x: (deal) => left + ((right - left) * deal) / deals,
    /** @param {number} points */ y: (points) => floor - ((floor - ceiling) * points) / highest,
    highest,
  };
}

/** Return a round number of points between two lines, so that there are some six of them. @param {number} highest */
function stepOf(highest) {
  const rough = highest / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * /** @type {number} */ ([1, 2, 2.5, 5, 10].find((round) => round * power >= rough));
}

/** @param {string} id */
function chequers(id) {
  return s(
    "defs",
    null,
    s(
      "pattern",
      { id, width: 12, height: 12, patternUnits: "userSpaceOnUse" },
      s("path", { d: "M0 0h12v12H0z", fill: "#fff" }),
      s("path", { d: "M0 0h6v6H0zM6 6h6v6H6z", fill: "#1b2230" }),
    ),
  );
}

/** @param {Plan} plan @param {number} goal @param {string} pattern */
function grid({ left, right, step, highest, y }, goal, pattern) {
  const lines = [];
  for (let points = 0; points <= highest; points += step) {
    // The goal has a line of its own; what would stand too near to it is left out.
    if (goal > 0 && Math.abs(y(points) - y(goal)) < 16) continue;
    lines.push(
      s("path", { class: "grid", d: `M${left} ${y(points)}H${right}` }),
      s("text", { x: left - 8, y: y(points) + 5, "text-anchor": "end" }, number(points)),
    );
  }
  if (goal > 0) {
    lines.push(
      s("path", { class: "goal", d: `M${left} ${y(goal) - 6}H${right}v12H${left}z`, fill: `url(#${pattern})` }),
      s("text", { class: "goal-text", x: left - 8, y: y(goal) + 5, "text-anchor": "end" }, number(goal)),
    );
  }
  return lines;
}

/** @param {Plan} plan @param {import("../core/http_api.js").EditionInfo} edition */
function dealLabels({ deals, height, left, right, narrow, x }, edition) {
  const apart = (right - left) / deals;
  const every = Math.max(1, Math.ceil(26 / apart));
  const whole = !narrow && apart > 74;
  const labels = [];
  for (let deal = 1; deal <= deals; deal += 1) {
    if (deal !== deals && (deal % every !== 0 || (every > 1 && deals - deal < every))) continue;
    // Where there is no room for the word under each, it stands before them all.
    const text = whole || deals === 1 ? dealName(edition, deal) : number(deal);
    labels.push(s("text", { x: x(deal), y: height - 6, "text-anchor": "middle" }, text));
  }
  if (!whole && deals > 1)
    labels.push(s("text", { x: left - 8, y: height - 6, "text-anchor": "end" }, termOf(edition, "deal")));
  return labels;
}

/** @param {Plan} plan @param {number[][]} race */
function roads(plan, race) {
  const { x, y, car, right } = plan;
  const ends = apart(
    race.map((team) => y(team[team.length - 1] ?? 0)),
    plan,
  );
  return race.map((totals, team) => {
    const points = totals.map((total, deal) => `${x(deal)} ${y(total)}`).join("L");
    const last = totals.length - 1,
      end = { x: x(last), y: y(totals[last] ?? 0) },
      at = /** @type {number} */ (ends[team]);
    return s(
      "g",
      { class: `team-${team}` },
      Math.abs(at - end.y) > 3 && s("path", { class: "tow", d: `M${end.x} ${end.y}L${right + 10} ${at}` }),
      s("path", { class: "casing", d: `M${points}` }),
      s("path", { class: "way", d: `M${points}` }),
      totals.map((total, deal) =>
        s("circle", { class: "stop", cx: x(deal), cy: y(total), r: (right - plan.left) / plan.deals < 18 ? 2.5 : 4 }),
      ),
      s(
        "svg",
        { x: right + 4, y: at - car * 0.36, width: car, height: car / 2, viewBox: "0 0 100 50", overflow: "visible" },
        s("use", { href: `#car-${team}` }),
      ),
      s("text", { class: "total", x: right + car + 8, y: at + 6 }, number(totals[last] ?? 0)),
    );
  });
}

/**
 * Return the heights of the cars, moved so far that none stands on another.
 * @param {number[]} heights @param {Plan} plan
 */
function apart(heights, { floor, ceiling }) {
  const places = [...heights];
  const order = heights.map((_, team) => team).sort((one, other) => heights[one] - heights[other]);
  for (let round = 0; round < 20; round += 1) {
    for (let at = 1; at < order.length; at += 1) {
      const upper = order[at - 1],
        lower = order[at],
        near = LEAST_APART - (places[lower] - places[upper]);
      if (near > 0) {
        places[upper] -= near / 2;
        places[lower] += near / 2;
      }
    }
    order.forEach((team, at) => {
      places[team] = Math.min(Math.max(places[team], ceiling - 6 + at), floor - (order.length - 1 - at));
    });
  }
  return places;
}
