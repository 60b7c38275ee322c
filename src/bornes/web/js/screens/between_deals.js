/**
 * What a table shows when a deal is over: the score sheet, who is ready for the next one; and at the end of the game
 * the podium, the chart of the race and the proof of the shuffle.
 */
import { rulesOf } from "../fair/verify.js";
import { h, keyed, setAttribute, setText, show } from "../core/dom.js";
import { RaceChart } from "../components/race_chart.js";
import { car, icon, map } from "../components/illustrations.js";
import { namesOf, Podium, saveText } from "../components/podium.js";
import { FairnessProof } from "../components/fairness_proof.js";
import { dealName, raceOf, ScoreSheet } from "../components/score_sheet.js";
import { ApiProblem } from "../core/http_api.js";
import { gettext, ngettext, number } from "../core/i18n.js";
import { goalOf } from "../table/table_state.js";

/** @typedef {import("../table/table_state.js").TableState} TableState */
/**
 * What a table screen gives: `ready` says that the viewer wants the next deal, with a seed; `now` is the server's
 * clock;
 * `record` fetches the record of the game; `observed` has what this browser noted of it.
 * @typedef {object} TableHands
 * @property {string} id
 * @property {import("../core/http_api.js").EditionInfo} edition
 * @property {() => Promise<unknown>} ready
 * @property {() => number} now
 * @property {(game: number) => Promise<string>} record
 * @property {(game: number) => import("../fair/verify.js").Observed} [observed]
 * @property {readonly { game: number, deal: number }[]} [faults] promises that were seen broken while the game was
 *   played
 * @property {() => Promise<unknown>} [fillUp] lets bots drive in the free seats, for who may
 * @property {(text: string) => void} [tell] says something short to the reader
 * @property {string} [watch] the word that lets somebody without a seat look on
 */

/** How long the trip is in the short form of a game. */
const SHORT_TRIP = 700;

export class BetweenDeals {
  constructor() {
    this.title = h("h1", { class: "between-title", tabindex: -1 });
    this.story = h("p", { class: "between-story" });
    this.alarm = h("p", { class: "proof-alarm", role: "alert", hidden: true });
    this.go = h("button", { type: "button", class: "go", on: { click: () => this.#ready() } });
    this.full = h(
      "p",
      { class: "full", role: "status", hidden: true },
      gettext("That was the last deal at this table, because its log is full. To play on, open a new table."),
    );
    this.openNew = h("a", { class: "button", hidden: true }, gettext("Open a new table"));
    this.note = h("p", { class: "note", role: "status", hidden: true });
    this.fillUp = h("button", { type: "button", hidden: true, on: { click: () => void this.table?.fillUp?.() } });
    this.countdown = h("p", { class: "countdown", role: "timer" });
    this.waiting = h("ul", { class: "waiting" });
    this.replay = h("a", { class: "button" }, icon("play"), h("span", null, gettext("Replay and review")));
    this.save = h(
      "button",
      { type: "button", class: "save", on: { click: () => this.#save() } },
      icon("save"),
      h("span", null, gettext("Save the record")),
    );
    this.home = h("a", { class: "button", href: "/" }, gettext("Home"));
    this.actions = h("div", { class: "actions" });
    this.head = h("section", { class: "between-head" });
    this.more = h("section", { class: "between-more" });
    this.element = h("main", { class: "between" });
    /** @type {ScoreSheet | null} */
    this.sheet = null;
    /** @type {FairnessProof | null} */
    this.proof = null;
    this.podium = new Podium();
    this.chart = new RaceChart();
    /** @type {TableState | null} */
    this.picture = null;
    /** @type {TableHands | null} */
    this.table = null;
    /** What was asked of the table, until it says so itself. */
    this.asked = "";
    this.checked = "";
    this.laidOut = "";
    this.ticking = window.setInterval(() => this.#tick(), 500);
  }

  /** Stop all clocks. */
  leave() {
    clearInterval(this.ticking);
    this.chart.leave();
  }

  /** Put the focus where reading begins. */
  focus() {
    (this.picture?.over ? this.podium.title : this.title).focus({ preventScroll: true });
  }

  /** @param {TableState} picture @param {TableHands} table */
  update(picture, table) {
    this.picture = picture;
    this.table = table;
    const { over } = picture,
      { game, deal, sheets, winner } = picture.table;
    const { teams } = picture;
    this.sheet ??= new ScoreSheet(table.edition);
    this.proof ??= this.#box(table);
    if (this.checked && this.checked !== `${game}/${deal}`) {
      this.checked = "";
      this.proof.reset();
    }
    this.#layOut(over);
    this.sheet.update({ sheets, totals: picture.totals, teams, deal, over, winner });
    setText(this.title, gettext("{deal} is over", { deal: dealName(table.edition, deal) }));
    setText(this.story, this.#told("DealOver"));
    setAttribute(
      this.replay,
      "href",
      `/t/${encodeURIComponent(table.id)}/replay/${game}/${deal}${table.watch ? `#watch=${table.watch}` : ""}`,
    );
    // The road from nothing to the first deal is a line that says nothing.
    show(this.chart.element, over || sheets.length > 1);
    this.chart.update(raceOf(sheets, teams.length), {
      goal: goalOf(picture.table, table.edition),
      names: teams.map(({ names }) => namesOf(names)),
      edition: table.edition,
    });
    if (over) {
      this.podium.update({ teams, winner }, this.#told("GameOver"));
      this.#check();
    }
    this.#showAlarm();
    this.#showLast();
    this.#showReady();
    this.#tick();
  }

  /** @param {TableHands} table */
  #box(table) {
    const box = new FairnessProof(table.edition);
    box.button.addEventListener("click", () => this.#check());
    return box;
  }

  /** Put everything in its place: another one at the end of a game than between two deals. @param {boolean} over */
  #layOut(over) {
    const wanted = over ? "end" : "deal";
    if (this.laidOut === wanted) return;
    this.laidOut = wanted;
    const sheet = /** @type {ScoreSheet} */ (this.sheet),
      proof = /** @type {FairnessProof} */ (this.proof);
    setAttribute(this.element, "data-moment", wanted);
    if (over) {
      this.actions.replaceChildren(this.go, this.openNew, this.replay, proof.button, this.save, this.home);
      this.more.replaceChildren(
        this.podium.places,
        this.alarm,
        this.full,
        this.actions,
        this.note,
        this.fillUp,
        this.waiting,
        this.chart.element,
        sheet.element,
        proof.element,
      );
      this.element.replaceChildren(map(), this.podium.element, this.more);
    } else {
      this.actions.replaceChildren(this.replay, proof.button, this.home);
      this.head.replaceChildren(
        this.title,
        this.story,
        this.alarm,
        this.full,
        this.go,
        this.openNew,
        this.countdown,
        this.waiting,
      );
      this.more.replaceChildren(this.actions, this.chart.element, proof.element);
      this.element.replaceChildren(map(), this.head, sheet.element, this.more);
    }
  }

  /** The last sentence of the server about something. @param {string} event */
  #told(event) {
    return this.picture?.log.filter((line) => line.event === event).at(-1)?.text ?? "";
  }

  /** Say that no other deal begins here, where the table's log is full, and lead to a new table like this one. */
  #showLast() {
    const { table, over } = /** @type {TableState} */ (this.picture);
    show(this.home, over || table.is_last_deal);
    show(this.full, table.is_last_deal);
    show(this.openNew, table.is_last_deal);
    this.openNew.classList.toggle("go", table.is_last_deal);
    if (table.is_last_deal)
      setAttribute(this.openNew, "href", tableLike(table, /** @type {TableHands} */ (this.table).edition));
  }

  #showReady() {
    const { viewer, seats, over, table } = /** @type {TableState} */ (this.picture);
    if (table.is_last_deal) {
      for (const each of [this.go, this.note, this.fillUp, this.waiting]) show(each, false);
      return;
    }
    const mine = viewer === null ? null : seats[viewer];
    const isReady = Boolean(mine?.ready) || this.asked === `${table.game}/${table.deal}`;
    const waited = seats.filter(
      (seat, at) => seat.kind === "person" && !seat.autopilot && !seat.ready && at !== viewer,
    );
    const open = over ? seats.filter(({ kind }) => kind === "open").length : 0;
    // Who is ready can start without those who are away: the server says when they have been away for long enough.
    const without = Boolean(mine?.ready) && !open && waited.length > 0 && waited.every(({ here }) => !here);
    show(this.note, open > 0);
    setText(
      this.note,
      ngettext(
        "{n} seat is free. The next game starts once it is taken.",
        "{n} seats are free. The next game starts once they are taken.",
        open,
      ),
    );
    show(this.fillUp, open > 0 && Boolean(this.table?.fillUp));
    setText(this.fillUp, ngettext("A bot for the free seat", "Bots for the free seats", open));
    show(this.go, mine !== null);
    setText(
      this.go,
      without
        ? gettext("Start without {names}", { names: waited.map(({ name }) => name).join(", ") })
        : isReady
          ? gettext("You are ready")
          : over
            ? gettext("Rematch")
            : gettext("Ready for the next deal"),
    );
    setAttribute(this.go, "aria-disabled", isReady && !without ? "true" : null);
    const people = seats.map((seat, at) => ({ ...seat, at })).filter(({ kind }) => kind === "person");
    show(this.waiting, people.length > 1);
    keyed(
      this.waiting,
      people,
      ({ at }) => at,
      ({ team }) =>
        h("li", { class: `team-${team}` }, car(team), h("span", { class: "name" }), h("span", { class: "readiness" })),
      (element, { at, ready, autopilot, here }) => {
        const [, name, state] = element.children;
        setText(name, /** @type {TableState} */ (this.picture).nameOf(at));
        const done = at === viewer ? isReady : ready;
        setText(
          state,
          done ? gettext("ready") : autopilot || (!here && at !== viewer) ? gettext("away") : gettext("not yet"),
        );
        element.classList.toggle("is-ready", done);
      },
    );
  }

  #showAlarm() {
    const { game } = /** @type {TableState} */ (this.picture).table,
      edition = /** @type {TableHands} */ (this.table).edition;
    const broken = (this.table?.faults ?? []).filter((one) => one.game === game);
    const deals = [...new Set(broken.map(({ deal }) => dealName(edition, deal)))].join(", ");
    if (broken.length > 0)
      setText(
        this.alarm,
        gettext("The server has not kept its promise about the shuffle: {deals}. Open the proof to see more.", {
          deals,
        }),
      );
    show(this.alarm, broken.length > 0);
  }

  #tick() {
    const { picture, table } = this;
    if (!picture || !table || !this.element.isConnected) return;
    const left =
      picture.until === null || picture.playing ? null : Math.max(0, Math.ceil((picture.until - table.now()) / 1000));
    show(this.countdown, left !== null && !picture.over);
    if (left !== null) setText(this.countdown, countdownOf(left));
  }

  async #ready() {
    const { picture, table } = this;
    if (!picture || !table || this.go.getAttribute("aria-disabled")) return;
    this.asked = `${picture.table.game}/${picture.table.deal}`;
    this.#showReady();
    try {
      await table.ready();
    } finally {
      this.asked = "";
      this.#showReady();
    }
  }

  /** Fetch the record and check it, once for each deal. */
  async #check() {
    const { table, proof } = this,
      info = this.picture?.table;
    if (!table || !proof || !info) return;
    const wanted = `${info.game}/${info.deal}`;
    if (this.checked === wanted) return;
    this.checked = wanted;
    try {
      const record = await recordOf(table, info.game),
        rules = rulesOf(info);
      if (this.checked !== wanted) return; // the next deal has begun meanwhile
      if (rules) proof.check({ record, rules, last: info.deal, observed: table.observed?.(info.game) });
      else proof.missing();
    } catch (problem) {
      console.warn(problem);
      this.checked = "";
      proof.missing();
    }
  }

  async #save() {
    const { table } = this,
      info = this.picture?.table;
    if (!table || !info) return;
    try {
      saveText(`bornes-${info.edition}-${info.game}.txt`, await table.record(info.game));
    } catch {
      table.tell?.(gettext("The record could not be fetched. Please try again."));
    }
  }
}

/**
 * Return the record of a game; null if the server says that it has none.
 * @param {TableHands} table @param {number} game @returns {Promise<string | null>}
 */
async function recordOf(table, game) {
  try {
    return await table.record(game);
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.error === "deal-not-over") return null;
    throw problem;
  }
}

/**
 * Return the address where a table is opened with the same rules.
 * @param {import("../table/table_state.js").TableInfo} table @param {import("../core/http_api.js").EditionInfo} edition
 */
function tableLike({ players, teams, house_rules, rules }, { name, forms }) {
  const partners = teams < players;
  const short =
    rules["target"] === SHORT_TRIP &&
    forms.some((form) => form.short && form.players === players && form.partners === partners);
  const wishes = {
    edition: name,
    players,
    partners,
    short,
    ...Object.fromEntries(Object.entries(house_rules).map(([rule, value]) => [`rule.${rule}`, value])),
  };
  return `/open?${new URLSearchParams(Object.entries(wishes).map(([key, value]) => [key, String(value)]))}`;
}

/** @param {number} seconds */
function countdownOf(seconds) {
  if (seconds < 120)
    return ngettext("The next deal begins in {n} second.", "The next deal begins in {n} seconds.", seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 120)
    return ngettext("The next deal begins in {n} minute.", "The next deal begins in {n} minutes.", minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? ngettext("The next deal begins in {n} hour.", "The next deal begins in {n} hours.", hours)
    : gettext("The next deal begins in {days} days.", { days: number(Math.round(hours / 24)) });
}
