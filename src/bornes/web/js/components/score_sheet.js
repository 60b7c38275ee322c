/**
 * The paper score sheet: printed in blue, filled in with a pencil row by row. Teams are columns; a second leaf has all
 * deals of the game with their running totals.
 */
import { h, keyed, setAttribute, setText, setVars, show } from "../core/dom.js";
import { gettext, number } from "../core/i18n.js";
import { car, wordmark } from "./illustrations.js";
import { PencilFigure } from "./pencil.js";
import { capital } from "../core/text.js";

/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../table/table_state.js").Sheet} Sheet */
/** @typedef {{ index: number, names: string[], mine?: boolean }} SheetTeam */
/**
 * @typedef {object} SheetPicture
 * @property {Sheet[]} sheets one for each deal that is over
 * @property {number[]} totals
 * @property {SheetTeam[]} teams
 * @property {number} deal which deal the first leaf shows at first, counted from 1
 * @property {boolean} over
 * @property {number | null} winner
 */
/**
 * @typedef {{ row: string, name: string, figures: (number | null)[], kind: "" | "sum" | "sum last" }} SheetRow a row of
 *   null is printed, and not filled in yet
 */

/** The rows that are added up and not scored; an edition may name them. */
const SUMS = ["total_for_deal", "carried_forward", "grand_total"];
/** @param {number[]} figures @param {number[]} more */
const added = (figures, more) => figures.map((figure, team) => figure + (more[team] ?? 0));

/** @param {Sheet} sheet @param {number} teams */
export const sheetPoints = (sheet, teams) => Object.values(sheet).reduce(added, Array(teams).fill(0));

/**
 * Return the totals of each team after each deal, beginning with 0: what a chart of the race is drawn from.
 * @param {Sheet[]} sheets @param {number} teams @returns {number[][]}
 */
export function raceOf(sheets, teams) {
  const race = Array.from({ length: teams }, () => [0]);
  for (const sheet of sheets)
    sheetPoints(sheet, teams).forEach((points, team) => {
      race[team].push(race[team][race[team].length - 1] + points);
    });
  return race;
}

export class ScoreSheet {
  /** @param {EditionInfo} edition */
  constructor(edition) {
    this.edition = edition;
    /** @type {SheetPicture | null} */
    this.picture = null;
    /** Which deal lies on top. */
    this.shown = 1;
    /** The newest deal that was written down. */
    this.written = 0;
    made += 1;
    const title = h("h2", { id: `sheet-${made}` }, termOf(edition, "score_sheet"));
    this.dealTab = h("button", { type: "button", class: "leaf-tab", on: { click: () => this.turn("deal") } });
    this.gameTab = h(
      "button",
      { type: "button", class: "leaf-tab", on: { click: () => this.turn("game") } },
      gettext("All deals"),
    );
    this.dealLeaf = new Leaf("deal-leaf");
    this.gameLeaf = new Leaf("game-leaf");
    /** Where there is only one deal there is nothing to turn to. */
    this.onlyDeal = h("p", { class: "leaf-name" });
    this.tabs = h(
      "div",
      { class: "leaf-tabs", role: "group", aria: { label: gettext("Leaves of the sheet") } },
      this.dealTab,
      this.gameTab,
    );
    this.element = h(
      "section",
      { class: "paper", aria: { labelledby: title.id } },
      h("header", null, wordmark(), title, this.onlyDeal, this.tabs),
      this.dealLeaf.element,
      this.gameLeaf.element,
    );
    this.turn("deal");
  }

  /** Show one leaf. @param {"deal" | "game"} leaf @param {number} [deal] */
  turn(leaf, deal) {
    if (deal) {
      this.shown = deal;
      this.#write();
    }
    show(this.dealLeaf.element, leaf === "deal");
    show(this.gameLeaf.element, leaf === "game");
    setAttribute(this.dealTab, "aria-pressed", String(leaf === "deal"));
    setAttribute(this.gameTab, "aria-pressed", String(leaf === "game"));
  }

  /** @param {SheetPicture} picture */
  update(picture) {
    this.picture = picture;
    const newest = picture.sheets.length;
    if (newest !== this.written) {
      this.shown = Math.min(Math.max(picture.deal, 1), Math.max(newest, 1));
      this.turn("deal");
      this.dealLeaf.fresh();
    }
    this.written = newest;
    this.#write();
  }

  #write() {
    const { picture, edition } = this;
    if (!picture) return;
    const { sheets, teams, over, winner } = picture;
    const none = Array(teams.length).fill(0);
    const sheet = sheets[this.shown - 1] ?? {};
    const blank = sheets.length === 0 ? Array(teams.length).fill(null) : null;
    const before = sheets
      .slice(0, this.shown - 1)
      .map((each) => sheetPoints(each, teams.length))
      .reduce(added, none);
    const points = sheetPoints(sheet, teams.length);
    setText(this.dealTab, dealName(edition, this.shown));
    setText(this.onlyDeal, dealName(edition, this.shown));
    show(this.onlyDeal, sheets.length < 2);
    show(this.tabs, sheets.length > 1);
    const won = over && this.shown === sheets.length ? winner : null;
    /** @type {SheetRow[]} */
    const rows = this.#rows().map((row) => ({
      row,
      name: edition.rows[row] ?? edition.other_rows?.[row] ?? row,
      figures: blank ?? sheet[row] ?? none,
      kind: "",
    }));
    rows.push({
      row: "total_for_deal",
      name: edition.rows["total_for_deal"] ?? gettext("Total for this deal"),
      figures: blank ?? points,
      kind: "sum",
    });
    if (sheets.length > 1) {
      rows.push({
        row: "carried_forward",
        name: edition.rows["carried_forward"] ?? gettext("Carried forward"),
        figures: before,
        kind: "",
      });
      rows.push({
        row: "grand_total",
        name: edition.rows["grand_total"] ?? gettext("Grand total"),
        figures: added(before, points),
        kind: "sum last",
      });
    }
    this.dealLeaf.update({ caption: dealName(edition, this.shown), teams, winner: won, rows });
    this.gameLeaf.update({
      caption: gettext("All deals"),
      teams,
      winner: over ? winner : null,
      rows: this.#dealRows(),
      onRow: (deal) => this.turn("deal", deal),
    });
  }

  /** The rows that are printed: those of the edition's sheet, in its order, and what a house rule adds. */
  #rows() {
    const used = new Set((this.picture?.sheets ?? []).flatMap((sheet) => Object.keys(sheet)));
    const printed = Object.keys(this.edition.rows).filter(
      (row) => !SUMS.includes(row) && (used.size === 0 || used.has(row)),
    );
    return [...printed, ...[...used].filter((row) => !printed.includes(row))];
  }

  /** @returns {(SheetRow & { running?: number[], deal?: number })[]} */
  #dealRows() {
    const { sheets, teams } = /** @type {SheetPicture} */ (this.picture);
    let running = Array(teams.length).fill(0);
    return sheets.map((sheet, at) => {
      const points = sheetPoints(sheet, teams.length);
      running = added(running, points);
      const kind = at === sheets.length - 1 ? "sum last" : "";
      return {
        row: `deal ${at + 1}`,
        name: dealName(this.edition, at + 1),
        figures: points,
        running,
        kind,
        deal: at + 1,
      };
    });
  }
}

let made = 0;

/** @param {EditionInfo} edition @param {number} deal */
export const dealName = (edition, deal) =>
  gettext("{deal} {number}", { deal: termOf(edition, "deal"), number: number(deal) });

/** Return a word of the edition as it begins a line. @param {EditionInfo} edition @param {string} term */
export const termOf = (edition, term) => capital(edition.terms[term] ?? term);

/** One leaf: a table with the teams over its columns. */
class Leaf {
  /** @param {string} name */
  constructor(name) {
    this.caption = h("caption", { class: "unseen" });
    this.heads = h("tr", null, h("td", null));
    this.body = h("tbody");
    this.element = h(
      "div",
      { class: `sheet-leaf ${name}` },
      h("table", null, this.caption, h("thead", null, this.heads), this.body),
    );
    /** @type {WeakMap<Element, PencilFigure[]>} */
    this.figures = new WeakMap();
  }

  /** Write as if by hand, from the first row on. */
  fresh() {
    this.element.classList.remove("fresh");
    requestAnimationFrame(() => this.element.classList.add("fresh"));
  }

  /**
   * @param {{ caption: string, teams: SheetTeam[], winner: number | null,
   *   rows: (SheetRow & { running?: number[], deal?: number })[], onRow?: (deal: number) => void }} leaf
   */
  update({ caption, teams, winner, rows, onRow }) {
    setText(this.caption, caption);
    setVars(this.element, { teams: teams.length });
    setAttribute(this.element, "data-teams", teams.length);
    keyed(
      this.heads,
      teams,
      ({ index }) => index,
      ({ index }) => this.#head(index),
      (head, team) => this.#updateHead(head, team, team.index === winner),
    );
    keyed(
      this.body,
      rows,
      ({ row }) => row,
      (row) => this.#row(row, onRow),
      (element, row, at) => {
        setAttribute(element, "class", row.kind || null);
        setVars(element, { row: at });
        setText(/** @type {Element} */ (element.querySelector("th button, th")), row.name);
        keyed(
          element,
          teams,
          ({ index }) => index,
          () => this.#cell(Boolean(row.running)),
          (cell, { index }) => {
            const [points, total] = /** @type {PencilFigure[]} */ (this.figures.get(cell));
            points.update(row.figures[index] ?? null);
            total?.update(row.running?.[index] ?? 0);
            setAttribute(cell, "class", index === winner && row.kind === "sum last" ? "won" : null);
          },
        );
      },
    );
  }

  /** @param {number} index */
  #head(index) {
    return h(
      "th",
      { scope: "col", class: `team-${index}` },
      car(index),
      h("span", { class: "sheet-names" }),
      h("span", { class: "unseen winner" }, gettext("winner")),
    );
  }

  /** @param {HTMLElement} head @param {SheetTeam} team @param {boolean} won */
  #updateHead(head, team, won) {
    const names = /** @type {HTMLElement} */ (head.querySelector(".sheet-names"));
    keyed(
      names,
      team.names,
      (_, at) => at,
      () => h("span", null),
      (element, name) => {
        setText(element, name);
        setAttribute(element, "title", name);
      },
    );
    show(/** @type {Element} */ (head.querySelector(".winner")), won);
    head.classList.toggle("own", Boolean(team.mine));
  }

  /** @param {SheetRow & { deal?: number }} row @param {((deal: number) => void) | undefined} onRow */
  #row({ deal, name }, onRow) {
    const label = deal && onRow ? h("button", { type: "button", on: { click: () => onRow(deal) } }, name) : name;
    return h("tr", null, h("th", { scope: "row" }, label));
  }

  /** @param {boolean} running */
  #cell(running) {
    const points = new PencilFigure(),
      total = new PencilFigure({ class: "running-total" });
    const cell = h(
      "td",
      null,
      points.element,
      running && h("span", { class: "unseen" }, ", ", gettext("in all"), " "),
      running && total.element,
    );
    this.figures.set(cell, running ? [points, total] : [points]);
    return cell;
  }
}
