/** A table: which page shows follows from what is known of it: the waiting room, the deal, the score sheet, the end. */
import { openDialog } from "../components/dialogs.js";
import { fill, h } from "../core/dom.js";
import { checkVersion } from "../core/http_api.js";
import { gettext } from "../core/i18n.js";
import { wakeSound } from "../core/sound.js";
import { loadStylesheets } from "../core/stylesheets.js";
import { capital, labelled } from "../core/text.js";
import { Outage } from "../table/outage.js";
import { PlayView } from "../table/play_view.js";
import { TableSession } from "../table/session.js";
import { describeEnd, leaveLostSeat } from "../table/table_end.js";
import { AROUND, enter, warnOfSender } from "../table/table_entry.js";
import { showKeys, showMenu } from "../table/table_menu.js";

/** @typedef {import("./between_deals.js").BetweenDeals} BetweenDeals */
/** @typedef {import("./waiting_room.js").WaitingRoom} WaitingRoom */
/** @typedef {import("../router.js").App} App */
/** @typedef {import("../router.js").Route} Route */
/** @typedef {import("../router.js").Screen} Screen */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../table/table_socket.js").Standing} Standing */
/** @typedef {import("../table/table_state.js").TableEvent} TableEvent */

/** So long the table is still seen when a deal is over, before the score sheet comes. */
const LAST_LOOK = 1600;
/** So long after the first cards, what comes after the deal is fetched. */
const SETTLED = 3000;
/** The styles of what comes after a deal. */
const SHEET = ["score_sheet"];

/** @param {Route} route @param {App} app @returns {Promise<Screen>} */
export async function open(route, app) {
  const entry = await enter(route, app);
  if ("element" in entry) return entry;
  const screen = new TableScreen(route.parts[1] ?? "", entry, app);
  return {
    element: screen.element,
    title: gettext("Table"),
    leave: () => screen.leave(),
    question: () => screen.session.questionBeforeLeaving(),
  };
}

class TableScreen {
  /** @param {string} id @param {import("../table/table_entry.js").Entry} entry @param {App} app */
  constructor(id, entry, app) {
    this.app = app;
    /** @type {PlayView | null} */
    this.table = null;
    /** @type {WaitingRoom | null} */
    this.waiting = null;
    /** @type {BetweenDeals | null} */
    this.between = null;
    /** @type {EditionInfo | null} */
    this.edition = null;
    /** What shows the points while the score sheet lies open. @type {(() => void) | null} */
    this.openSheet = null;
    this.sheetTimer = 0;
    /** Fetches what is coming after the deal. */
    this.warmTimer = 0;
    this.wasLost = false;
    this.outage = new Outage(() => this.#showAgain());
    this.warnings = h("div", { class: "warnings", role: "alert" });
    this.place = h("div", { class: "table-place" }, h("p", { class: "coming" }, gettext("The table is being laid …")));
    this.element = h("div", { class: "table-screen" }, this.warnings, this.place, this.outage.element);
    this.session = new TableSession(id, entry, app, {
      onNews: (events, whole) => this.#news(events, whole),
      onSignal: (signal) => this.#signal(signal),
      onStanding: (standing, text) => this.#stand(standing, text),
      onLog: () => this.#readLog(),
      onWarning: (text) => this.#warn(text),
    });
    this.outage.session = this.session;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.timer = window.setInterval(() => this.table?.tick(), 250);
    this.waking = () => wakeSound();
    addEventListener("pointerdown", this.waking, { once: true });
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    clearInterval(this.timer);
    clearTimeout(this.sheetTimer);
    clearTimeout(this.warmTimer);
    this.outage.leave();
    this.session.leave();
    this.between?.leave?.();
  }

  get picture() {
    return this.session.picture;
  }
  get standing() {
    return this.session.standing;
  }

  // -- what the server says -------------------------------------------------------------------------------------------

  /** @param {TableEvent[]} events @param {boolean} whole */
  #news(events, whole) {
    if (this.edition?.name === this.picture.edition) this.#show(events, whole);
    else void this.#lay(events, whole);
  }

  /**
   * Lay the table as soon as it is known what its edition calls everything.
   * @param {TableEvent[]} events
   * @param {boolean} whole
   */
  async #lay(events, whole) {
    const edition = await this.outage.fetch(() => this.app.edition(this.picture.edition));
    if (!edition || this.standing === "over") return;
    const another = this.edition?.name !== edition.name;
    if (another) {
      this.edition = edition;
      this.table = null;
    }
    this.#show(another ? [] : events, another || whole);
  }

  /** Show anew what could not be shown, now that another try may do. */
  #showAgain() {
    if (this.standing === "over") void this.#end();
    else if (this.picture.info && this.edition?.name === this.picture.edition) this.#show([], true);
    else if (this.picture.info) void this.#lay([], true);
  }

  /** @param {TableEvent[]} events @param {boolean} whole */
  #show(events, whole) {
    const { picture, edition } = this;
    if (!edition) return;
    if (whole) void this.session.readLog();
    this.openSheet?.();
    if (!picture.dealt) {
      this.#tellAround(events);
      if (this.session.againstBots) this.session.startAlone();
      else void this.#showWaiting();
      return;
    }
    this.waiting = null;
    this.table ??= new PlayView(this.session, this, edition, this.app);
    const over = !picture.playing;
    if (!over) this.#put(this.table.element);
    if (
      over &&
      !whole &&
      events.some(({ event }) => event === "DealOver") &&
      this.place.firstElementChild === this.table.element
    ) {
      this.table.update(picture, events, whole);
      this.sheetTimer = window.setTimeout(() => this.#showBetween(), LAST_LOOK);
      return;
    }
    this.table.update(picture, events, whole);
    if (over) void this.#showBetween();
    else {
      this.outage.haveAll();
      this.#warmUp();
      clearTimeout(this.sheetTimer);
      if (this.between) this.table.hand.focus(); // who plays by keys goes on where the cards are
      this.between?.leave?.();
      this.between = null;
    }
  }

  /** What stands around the deal comes when it is needed: the first cards wait for nothing else. */
  async #showWaiting() {
    await loadStylesheets(AROUND);
    const module = await this.outage.fetch(() => import("./waiting_room.js"));
    if (!module || this.picture.dealt || this.standing === "over") return;
    this.waiting ??= new module.WaitingRoom(this.session, this.app);
    this.#put(this.waiting.element);
    this.waiting.update(this.picture);
    this.app.setTitle(gettext("Waiting for players"));
  }

  async #showBetween() {
    await loadStylesheets(SHEET);
    const module = await this.outage.fetch(() => import("./between_deals.js"));
    const { picture, edition } = this;
    if (!module || picture.playing || !edition || this.standing === "over") return;
    const comes = !this.between;
    this.between ??= new module.BetweenDeals();
    this.#put(this.between.element);
    this.between.update(picture, {
      id: this.session.id,
      edition,
      ready: () => this.session.ready(),
      now: () => this.session.now(),
      faults: this.session.observations.faults,
      observed: (game) => this.session.observations.of(game),
      record: (game) => this.app.api.record(this.session.id, this.session.word, game),
      tell: this.app.tell,
      watch: this.session.secret ? "" : this.session.watch,
      ...(picture.runs ? { fillUp: () => this.session.fillUp() } : {}),
    });
    if (comes) this.between.focus();
    this.app.setTitle(picture.over ? gettext("The game is over") : gettext("The deal is over"));
  }

  /** Fetch what comes after the deal while there is time, and a network: at its end nobody waits for it. */
  #warmUp() {
    this.warmTimer ||= window.setTimeout(() => {
      if ("requestIdleCallback" in window) requestIdleCallback(() => this.#fetchAhead());
      else this.#fetchAhead();
    }, SETTLED);
  }

  #fetchAhead() {
    // What does not come is fetched no second time by some browsers: without a network it is left for later.
    if (this.standing !== "here") {
      this.warmTimer = 0;
      return;
    }
    void loadStylesheets(SHEET);
    import("./between_deals.js").catch(() => {}); // It is asked for again at the end of the deal.
  }

  /** @param {HTMLElement} element */
  #put(element) {
    if (this.place.firstElementChild !== element) fill(this.place, element);
  }

  /** @param {TableEvent[]} events */
  #tellAround(events) {
    for (const { text } of events) if (text) this.app.announce(text);
  }

  /** Show the sentences of the deal that were read. */
  #readLog() {
    this.table?.update(this.picture, [], true);
    if (this.between) void this.#showBetween();
  }

  /** Say once that somebody else has this seat, too. */
  #warnOfSender() {
    const { session } = this;
    if (!session.byLink) return;
    session.byLink = false;
    if (session.connection.elsewhere) warnOfSender();
  }

  /** @param {import("../table/table_socket.js").Signal} signal */
  #signal(signal) {
    if (signal.signal === "hint")
      this.table?.choosing.showHint(signal.text ?? "", cardOf(signal.values?.["moves"]?.[0]?.["move"]));
    else if (signal.signal === "reaction" && signal.text && typeof signal.seat === "number")
      this.app.tell(labelled(this.picture.nameOf(signal.seat), signal.text));
    else if (signal.signal === "bot-fault" && signal.text) this.app.tell(signal.text);
    else if (signal.signal === "presence") {
      this.waiting?.update(this.picture);
      if (this.between) this.#showBetween();
      if (this.picture.info && this.table && this.picture.playing) this.table.update(this.picture, [], true);
    }
  }

  /** @param {Standing} standing @param {string} text */
  #stand(standing, text) {
    if (standing === "here" && this.wasLost) checkVersion();
    this.wasLost = standing === "lost";
    this.element.classList.toggle("cut-off", standing !== "here");
    this.outage.show(text);
    if (standing === "here") this.#warnOfSender();
    if (standing === "over") void this.#end();
    else if (standing === "here" && this.outage.missing) this.#showAgain();
    else if (standing === "here") void this.session.readLog();
    if (this.table && this.picture.info) this.table.update(this.picture, [], true);
  }

  /** The server does not want this page back: say why, and show a way on. */
  async #end() {
    if (leaveLostSeat(this.session)) return;
    await loadStylesheets(AROUND);
    const module = await this.outage.fetch(() => import("./error_pages.js"));
    if (!module || this.outage.left) return;
    const { state, more } = describeEnd(this.session);
    const { element, title } = module.errorPage(state, more);
    fill(this.place, element);
    this.app.setTitle(title);
  }

  /** Something about a shuffle that an honest server does not do. @param {string} text */
  #warn(text) {
    this.warnings.append(h("p", { class: "fairness-violation" }, text));
  }

  // -- what the player does -------------------------------------------------------------------------------------------

  showMenu() {
    showMenu(this.session, this.table, this.app);
  }
  showKeys() {
    showKeys(this.app);
  }

  /** Show the score sheet while a deal is played. */
  async showSheet() {
    const { edition } = this;
    if (!edition) return;
    await loadStylesheets(SHEET);
    const module = await import("../components/score_sheet.js").catch(() => null);
    if (!module) {
      void checkVersion();
      return this.app.tell(gettext("The server cannot be reached at the moment."));
    }
    if (document.querySelector("dialog.sheet-dialog[open]")) return; // asked for twice while it came
    const sheet = new module.ScoreSheet(edition);
    this.openSheet = () => {
      const { picture } = this,
        { sheets, deal, winner } = picture.table;
      sheet.update({ sheets, totals: picture.totals, teams: picture.teams, deal, over: picture.over, winner });
    };
    this.openSheet();
    openDialog(capital(edition.terms["score_sheet"] ?? ""), sheet.element, {
      class: "sheet-dialog",
      onClose: () => {
        this.openSheet = null;
      },
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // A key that is held down is pressed once: what it repeats would play the card that it has just chosen, and the
    // next one.
    // So would it close the dialog that it has just opened.
    if (event.repeat && event.key === "Enter") event.preventDefault();
    if (
      event.repeat ||
      !this.app.memory.get("shortcuts") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("input, select, textarea")) return;
    if (this.table && this.place.firstElementChild === this.table.element && this.table.key(event))
      event.preventDefault();
  }
}

/** The card of a move in notation, where it is made with one. @param {unknown} move */
function cardOf(move) {
  return typeof move === "string" ? (move.replace(/^[-~]/, "").split(">")[0] ?? null) : null;
}
