/** Beside the boards: whose turn it is and for how long, what happened last, and the points of the game. */
import { h, keyed, s, setAttribute, setText, show } from "../core/dom.js";
import { icon } from "../components/illustrations.js";
import { gettext, number } from "../core/i18n.js";
import { goalOf } from "./table_state.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */

/** So many of the last moves are shown beside the table; all of them on demand. */
const LAST = 16;
/** What is told but is no move of anybody. */
const QUIET = new Set(["TurnBegan", "SeedAccepted", "PlayerReady", "DealStarted", "Dealt", "ShuffleRevealed"]);

export class SidePanel {
  /** @param {EditionInfo} edition @param {() => void} onLog what opens the whole log */
  constructor(edition, onLog) {
    this.edition = edition;
    this.ring = s("circle", { cx: 22, cy: 22, r: 19, pathLength: 30, "stroke-dasharray": "30 30" });
    this.clock = s(
      "svg",
      { class: "clock", viewBox: "0 0 44 44", "aria-hidden": "true" },
      s("circle", { cx: 22, cy: 22, r: 19 }),
      this.ring,
    );
    this.time = h("time", { role: "timer", aria: { live: "off" } });
    this.title = h("h2", { class: "whose" });
    this.note = h("p");
    this.turn = h("div", { class: "turn" }, this.clock, this.time, h("div", null, this.title, this.note));
    this.moves = h("ol");
    this.log = h(
      "div",
      { class: "log" },
      h("h3", null, gettext("Last moves")),
      this.moves,
      h(
        "button",
        { class: "all-moves", type: "button", on: { click: onLog } },
        icon("text"),
        h("span", null, gettext("All moves")),
      ),
    );
    this.totals = h("ul");
    /** What the totals show. */
    this.looks = "";
    this.totalsTitle = h("small");
    this.score = h("div", { class: "totals" }, h("h3", null, gettext("Totals"), " ", this.totalsTitle), this.totals);
    this.element = h(
      "section",
      { class: "side", aria: { label: gettext("The game") } },
      this.turn,
      this.log,
      this.score,
    );
  }

  /** @param {TableState} picture @param {{ thinking: string, note: string, mine: boolean }} turn */
  update(picture, { thinking, note, mine }) {
    setText(this.title, thinking);
    setText(this.note, note);
    setAttribute(
      this.turn,
      "class",
      `turn ${mine ? "mine-now" : ""} team-${picture.decides === null ? "none" : picture.teamOf(picture.decides)}`,
    );
    keyed(
      this.moves,
      movesOf(picture, LAST, true),
      ({ key }) => key,
      () => h("li"),
      (line, { text, seat }) => {
        setText(line, text);
        setAttribute(line, "class", seat === null ? null : `team-${picture.teamOf(seat)}`);
      },
    );
    this.#showTotals(picture);
  }

  /** The points of the game change with the deals, not with the moves. @param {TableState} picture */
  #showTotals(picture) {
    const goal = goalOf(picture.table, this.edition);
    // A game of a single deal carries no points over, so the road says it all.
    show(this.score, goal > 0);
    setText(this.totalsTitle, goal > 0 ? gettext("to {points}", { points: number(goal) }) : "");
    const looks = JSON.stringify([picture.totals, picture.table.seats.map(({ name }) => name), picture.viewer]);
    if (looks === this.looks) return;
    this.looks = looks;
    keyed(
      this.totals,
      picture.teams,
      ({ index }) => index,
      ({ index }) => h("li", { class: `team-${index}` }, h("span"), h("progress"), h("b")),
      (item, team) => {
        const [name, bar, sum] = item.children;
        setText(name, team.name);
        setAttribute(bar, "max", goal || Math.max(1, ...picture.totals));
        setAttribute(bar, "value", Math.max(0, team.total));
        setAttribute(bar, "aria-label", team.name);
        setText(sum, number(team.total));
      },
    );
  }

  /** Show how much time is left. @param {number | null} left in milliseconds @param {number | null} whole */
  tick(left, whole) {
    show(this.time, left !== null);
    setAttribute(this.clock, "class", left === null ? "clock gone" : "clock");
    if (left === null) return;
    const seconds = Math.max(0, Math.ceil(left / 1000));
    setText(this.time, seconds < 100 ? String(seconds) : longTime(seconds));
    setAttribute(
      this.ring,
      "stroke-dasharray",
      `${Math.max(0, Math.min(30, (left / (whole || left || 1)) * 30)).toFixed(1)} 30`,
    );
  }
}

/** @param {number} seconds */
function longTime(seconds) {
  if (seconds < 3600) return `${Math.round(seconds / 60)}′`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3600)} h`
    : gettext("{days} d", { days: Math.round(seconds / 86_400) });
}

/**
 * Return what was told of the deal, one line for each thing that happened: all of it, or the last so many.
 * @param {TableState} picture
 * @param {number} [last]
 * @param {boolean} [brief] whether nothing is said of cards that others draw, as everybody does
 */
export function movesOf({ log, table, viewer }, last = log.length, brief = false) {
  /** @type {(TableState["log"][number] & { key: string })[]} */
  const lines = [];
  for (let at = log.length - 1; at >= 0 && lines.length < last; at -= 1) {
    const line = log[at];
    const tells = line && (!QUIET.has(line.event) || (line.event === "DealStarted" && table.is_last_deal));
    if (tells && !(brief && line.event === "Drew" && line.seat !== viewer))
      lines.push({ ...line, key: `${table.game}/${table.deal}/${at}` });
  }
  return lines.reverse();
}
