/**
 * A table: the way in, the waiting room, the deal, the score sheet, the end; which of them is shown follows from what is
 * known of the table.
 */
import { ApiProblem, checkVersion } from "../api.js";
import { fill, h, show } from "../dom.js";
import { Connection } from "../table/connection.js";
import { takeSeatBack } from "../seats.js";
import { capital } from "../table/answer.js";
import { ask, openDialog } from "../table/dialogs.js";
import { showKeys, showMenu } from "../table/menu.js";
import { PlayTable } from "../table/play_table.js";
import { isInvitation, isSecret } from "../memory.js";
import { NextTry } from "../reconnecting.js";
import { needStyles } from "../styles.js";
import { gettext, labelled } from "../words.js";
import { wakeSound } from "../sound.js";
import { isAgainstBots, Observations } from "../observations.js";

/** @typedef {import("./between.js").BetweenDeals} BetweenDeals */
/** @typedef {import("./waiting.js").WaitingRoom} WaitingRoom */
/** @typedef {import("../main.js").App} App */
/** @typedef {import("../main.js").Route} Route */
/** @typedef {import("../main.js").Screen} Screen */
/** @typedef {import("../api.js").EditionWords} EditionWords */
/** @typedef {import("../table/connection.js").Standing} Standing */
/** @typedef {import("../table/picture.js").TableEvent} TableEvent */

/** So long the table is still seen when a deal is over, before the score sheet comes. */
const LAST_LOOK = 1600;
/** The server closes with this where a seat was given up or freed: only then its secret is forgotten. */
const OPENED_ELSEWHERE = 4409, SEAT_LOST = 4410;
/** Then it may still be taken back; or somebody else has it, and only the games that were played are left. */
const SEAT_FREED = "seat-freed", SEAT_GONE = "seat-gone";
/** The server’s word for a seat that is no longer the viewer’s, whatever the reason. */
const SEAT_LOST_ERROR = "seat-lost";
/** The server does not understand what it was sent: where `OTHER_PROTOCOL` is the reason, since the page is an older one. */
const BAD_MESSAGE = 4400, OTHER_PROTOCOL = "protocol-mismatch";
/** What a screen is made of and did not come is fetched again after so long, in milliseconds; later each time. */
const FIRST_WAIT = 2000, LONGEST_WAIT = 30_000;
/** Who drives in a free seat for those who have not chosen anybody. */
const USUAL_BOT = "tuned";
/** So long after the first cards, what comes after the deal is fetched. */
const SETTLED = 3000;
/** What brings a new place into the history. */
const TOUCHES = ["pointerdown", "keydown"];
/** The styles of what stands around a deal, and of what comes after it. */
const AROUND = ["home", "open"], SHEET = ["sheet"];

/** @param {Route} route @param {App} app @returns {Promise<Screen>} */
export async function open(route, app) {
  const id = route.parts[1] ?? "";
  const entry = { secret: route.hash.get("seat") ?? "", join: route.hash.get("join") ?? "", code: route.hash.get("code") ?? "", watch: route.hash.get("watch") ?? "" };
  let kept = app.memory.seatAt(id) ?? seatInHistory(id);
  const damaged = [entry.join, entry.watch].some((word) => word && !isInvitation(word));
  if (damaged || (entry.secret && !isSecret(entry.secret))) {
    if (!kept) return brokenLink();
    app.tell(gettext("That link is not good any more. This is your own seat."));
    entry.secret = entry.join = entry.watch = "";
  }
  // Which seats of this browser lead here: a link to another one takes none of them away.
  const known = app.memory.seatsAt(id).some(({ secret }) => secret === entry.secret);
  if (known) app.memory.chooseSeat(id, entry.secret);
  else if (entry.secret && kept && kept.secret !== entry.secret) {
    const asked = await askWhichSeat(id, entry.secret, kept.secret, app);
    if (asked) return asked;
    app.tell(gettext("That link is not good any more. This is your own seat."));
    entry.secret = "";
  }
  kept = app.memory.seatAt(id) ?? kept;
  // An address is what people paste to friends: the secret of a seat is nobody else's business. Who has no seat needs the other words after a reload, too.
  if (location.hash && (entry.secret || kept)) history.replaceState(history.state, "", route.path);
  if (!kept && !entry.secret && !entry.watch) {
    const seated = await comeIn(id, entry, app);
    if (seated) return seated;
  }
  // A secret that came by a link is kept once the server knows it: a wrong one takes nobody's seat away.
  const session = new TableSession(id, { secret: entry.secret || kept?.secret || "", watch: entry.watch, byLink: Boolean(entry.secret) && !known }, app);
  return { element: session.element, title: gettext("Table"), leave: () => session.leave(), question: () => session.questionBeforeLeaving() };
}

/**
 * Ask somebody who has a seat here and followed the link to another one; null where that link leads nowhere.
 * @param {string} id @param {string} secret of the link @param {string} own @param {App} app @returns {Promise<Screen | null>}
 */
async function askWhichSeat(id, secret, own, app) {
  let theirs;
  try {
    theirs = await app.api.ownSeat(id, secret);
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 403 || error.status === 404)) return null;
    throw error;
  }
  const mine = await app.api.ownSeat(id, own).catch(() => null);
  await needStyles(AROUND);
  const { stateScreen } = await import("./states.js");
  const go = () => app.go(`/t/${id}`, true);
  const { name } = theirs;
  return stateScreen("other-seat", {
    text: mine ? gettext("This link opens {name}’s seat. You already have a seat at this table, {mine}, and it stays yours.", { name, mine: mine.name }) : gettext("This link opens {name}’s seat. You already have a seat at this table, and it stays yours.", { name }),
    more: gettext("The person who sent you this link can also play from {name}’s seat.", { name }),
    actions: [
      { text: gettext("Stay in my seat"), main: true, run: go },
      { text: gettext("Open {name}’s seat in this tab", { name }), run: () => {
        app.memory.keepSeat({ table: id, seat: theirs.seat, secret, borrowed: true });
        app.memory.chooseSeat(id, secret);
        go();
      } },
    ],
  });
}

/** Return the screen for a link that was cut short or changed when it was copied. */
async function brokenLink() {
  await needStyles(AROUND);
  const title = gettext("That link is damaged"), text = gettext("Part of it is missing or was changed. Ask for the link again.");
  return (await import("./states.js")).stateScreen("not-allowed", { title, text });
}

/** Return the seat that a page noted where its browser keeps nothing else. @param {string} table @returns {{ secret: string } | null} */
function seatInHistory(table) {
  const seat = history.state?.seat;
  return seat?.table === table && isSecret(seat.secret) ? seat : null;
}

/**
 * Show the way in to somebody who has no seat here; null where one can only look on.
 * @param {string} id @param {{ join: string, code: string }} entry @param {App} app @returns {Promise<Screen | null>}
 */
async function comeIn(id, { join, code }, app) {
  let listing;
  try {
    listing = await (code ? app.api.lookUp(code) : app.api.listing(id, join));
  } catch (error) {
    await needStyles(AROUND);
    const matter = (await import("./states.js")).screenOfProblem(error);
    if (matter) return matter;
    throw error;
  }
  if (!join && !code && (!listing["newcomers"] || listing["playing"])) return null;
  await needStyles(AROUND);
  const { JoinScreen } = await import("./waiting.js");
  const way = new JoinScreen({ table: id, invitation: join, code, listing }, app);
  return { element: way.element, title: gettext("Take a seat"), leave: () => way.leave() };
}

/** A table that this page is connected to. */
export class TableSession {
  /** @param {string} id @param {{ secret: string, watch: string, byLink?: boolean }} entry `byLink`: whether this browser did not know the seat @param {App} app */
  constructor(id, entry, app) {
    this.id = id;
    this.secret = entry.secret;
    this.byLink = Boolean(entry.byLink);
    this.watch = entry.watch;
    this.app = app;
    this.observations = new Observations(id, { warn: (text) => this.#warn(text) });
    /** @type {PlayTable | null} */
    this.table = null;
    /** @type {WaitingRoom | null} */
    this.waiting = null;
    /** @type {BetweenDeals | null} */
    this.between = null;
    /** @type {EditionWords | null} */
    this.edition = null;
    /** What shows the points while the score sheet lies open. @type {(() => void) | null} */
    this.openSheet = null;
    this.sheetTimer = 0;
    /** Fetches what is coming after the deal. */
    this.warmTimer = 0;
    /** What the last screen needed did not come: it is shown when it does. */
    this.missing = false;
    this.again = new NextTry(() => this.#showAgain(), FIRST_WAIT, LONGEST_WAIT);
    /** Which question for the log is the newest one. */
    this.readings = 0;
    this.wasLost = false;
    /** Whether somebody has gone elsewhere. */
    this.left = false;
    /** Whether this page has asked for the first deal already. */
    this.begun = false;
    /** Whether this page has said already that its player is back. */
    this.returned = false;
    this.outage = h("div", { class: "outage", role: "alert", hidden: true });
    this.warnings = h("div", { class: "warnings", role: "alert" });
    this.place = h("div", { class: "table-place" }, h("p", { class: "coming" }, gettext("The table is being laid …")));
    this.element = h("div", { class: "table-screen" }, this.warnings, this.place, this.outage);
    const hello = { ...(entry.secret ? { secret: entry.secret } : {}), ...(entry.watch ? { watch: entry.watch } : {}) };
    this.connection = new Connection(id, hello, {
      onConnect: () => this.observations.reconnect(),
      onMessage: (message) => this.observations.see(message, isAgainstBots(this.picture.table.seats)),
      onNews: (events, whole) => this.#news(events, whole),
      onSignal: (signal) => this.#signal(signal),
      onStanding: (standing, text) => this.#stand(standing, text),
    });
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.timer = window.setInterval(() => this.table?.tick(), 250);
    this.waking = () => wakeSound();
    addEventListener("pointerdown", this.waking, { once: true });
    /** Whether the browser keeps nothing: then the history has to. */
    this.forgetful = false;
    // Whoever touches the page comes to a new place in its history (see `leaving.js`), before this is called.
    this.noting = () => this.#noteSeat();
    for (const type of TOUCHES) document.addEventListener(type, this.noting, true);
  }

  /** @type {Promise<import("../api.js").Invitation | null> | null} */
  #invitation = null;

  leave() {
    document.removeEventListener("keydown", this.onKey);
    clearInterval(this.timer);
    for (const type of TOUCHES) document.removeEventListener(type, this.noting, true);
    clearTimeout(this.sheetTimer);
    clearTimeout(this.warmTimer);
    this.left = true;
    this.again.cancel();
    this.connection.close();
    this.between?.leave?.();
  }

  /** What is to be said to who leaves in the middle of a deal; empty otherwise. */
  questionBeforeLeaving() {
    const { picture } = this;
    if (this.standing === "over" || picture.viewer === null || !picture.info || !picture.playing) return "";
    return picture.table.pace.decision === null ? gettext("The deal waits until you return.") : gettext("A bot drives on until you return.");
  }

  get picture() { return this.connection.picture; }
  get standing() { return this.connection.standing; }
  get seat() { return this.picture.viewer; }
  /** What lets one read of this table: the secret of the seat, or the word that lets one look on. */
  get word() { return this.secret || this.watch || undefined; }
  now() { return this.connection.now(); }

  /** Whether one person plays against bots. */
  get againstBots() {
    const { viewer, info } = this.picture;
    return viewer !== null && info !== null && info.seats.every(({ kind }, seat) => kind === "bot" || seat === viewer);
  }

  /** Whether nobody else may look on, either: only then there are hints, and moves can be taken back. */
  get alone() { return this.againstBots && !this.picture.table.spectators; }

  /** What brings others to this table; null for spectators. */
  get invitation() {
    this.#invitation ??= this.secret ? this.app.api.invitation(this.id, this.secret).catch(() => null) : Promise.resolve(null);
    return this.#invitation;
  }

  /** Ask anew for the invitation: a code ends when the table is full. */
  renewInvitation() { this.#invitation = null; }

  // -- what the server says ------------------------------------------------------------------------------------------

  /** @param {TableEvent[]} events @param {boolean} whole */
  #news(events, whole) {
    const { picture } = this;
    if (whole) this.#keepSeat();
    if (whole) this.#return();
    for (const { event, last, text } of events) if (event === "DealStarted" && last && text) this.app.tell(text);
    if (events.some(({ event }) => ["PlayerJoined", "SeatVacated", "BotJoined", "AccessChanged"].includes(event))) this.renewInvitation();
    if (this.edition?.name === picture.edition) this.#show(events, whole);
    else void this.#lay(events, whole);
  }

  /** Lay the table as soon as it is known what its edition calls everything. @param {TableEvent[]} events @param {boolean} whole */
  async #lay(events, whole) {
    const edition = await this.#fetch(() => this.app.edition(this.picture.edition));
    if (!edition || this.standing === "over") return;
    const another = this.edition?.name !== edition.name;
    if (another) {
      this.edition = edition;
      this.table = null;
    }
    this.#show(another ? [] : events, another || whole);
  }

  /**
   * Fetch what a screen is made of; null where it does not come: then it is tried again, and the page can be loaded anew.
   * @template Value @param {() => Promise<Value>} load @returns {Promise<Value | null>}
   */
  async #fetch(load) {
    try {
      const loaded = await load();
      this.#haveAll();
      return loaded;
    } catch (error) {
      if (this.left) return null;
      console.warn(error);
      this.missing = true;
      this.again.plan();
      // Of another version no part will ever come; that it is there is said elsewhere. Some browsers fetch no part twice, either.
      if (!(await checkVersion()) && this.missing) this.#showOutage();
      return null;
    }
  }

  /** Note that nothing is missing, or not any more. */
  #haveAll() {
    if (!this.missing) return;
    this.missing = false;
    this.again.succeed();
    this.again.cancel();
    this.#showOutage();
  }

  /** Show anew what could not be shown, now that another try may do. */
  #showAgain() {
    if (this.standing === "over") void this.#end();
    else if (this.picture.info && this.edition?.name === this.picture.edition) this.#show([], true);
    else if (this.picture.info) void this.#lay([], true);
  }

  /** Remember whose seat it is, in the history where the browser keeps nothing else: that outlives a reload, too. */
  #keepSeat() {
    const { picture, id, secret } = this;
    if (picture.viewer === null || !secret) return;
    const name = picture.table.seats[picture.viewer]?.name;
    this.forgetful = !this.app.memory.keepSeat({ table: id, seat: picture.viewer, secret, edition: picture.edition, ...(name ? { name } : {}) });
    this.#noteSeat();
  }

  #noteSeat() {
    const { id, secret } = this;
    if (this.forgetful && history.state?.seat?.secret !== secret) history.replaceState({ ...history.state, seat: { table: id, secret } }, "");
  }

  /** Whoever opens the table again is back: the bot gives the wheel away. */
  #return() {
    const { viewer, seats } = this.picture;
    if (!this.returned && viewer !== null && seats[viewer]?.autopilot) void this.send({ command: "Return" });
    this.returned = true;
  }

  /** @param {TableEvent[]} events @param {boolean} whole */
  #show(events, whole) {
    const { picture, edition } = this;
    if (!edition) return;
    if (whole) void this.#readLog();
    this.openSheet?.();
    if (!picture.dealt) {
      this.#tellAround(events);
      if (this.againstBots) this.#startAlone();
      else void this.#showWaiting();
      return;
    }
    this.waiting = null;
    this.table ??= new PlayTable(this, edition, this.app);
    const over = !picture.playing;
    if (!over) this.#put(this.table.element);
    if (over && !whole && events.some(({ event }) => event === "DealOver") && this.place.firstElementChild === this.table.element) {
      this.table.update(picture, events, whole);
      this.sheetTimer = window.setTimeout(() => this.#showBetween(), LAST_LOOK);
      return;
    }
    this.table.update(picture, events, whole);
    if (over) void this.#showBetween();
    else {
      this.#haveAll();
      this.#warmUp();
      clearTimeout(this.sheetTimer);
      if (this.between) this.table.hand.focus(); // who plays by keys goes on where the cards are
      this.between?.leave?.();
      this.between = null;
    }
  }

  /** What stands around the deal comes when it is needed: the first cards wait for nothing else. */
  async #showWaiting() {
    await needStyles(AROUND);
    const module = await this.#fetch(() => import("./waiting.js"));
    if (!module || this.picture.dealt || this.standing === "over") return;
    this.waiting ??= new module.WaitingRoom(this, this.app);
    this.#put(this.waiting.element);
    this.waiting.update(this.picture);
    this.app.setTitle(gettext("Waiting for players"));
  }

  async #showBetween() {
    await needStyles(SHEET);
    const module = await this.#fetch(() => import("./between.js"));
    const { picture, edition } = this;
    if (!module || picture.playing || !edition || this.standing === "over") return;
    const comes = !this.between;
    this.between ??= new module.BetweenDeals();
    this.#put(this.between.element);
    this.between.update(picture, { id: this.id, edition, ready: () => this.ready(), now: () => this.now(), faults: this.observations.faults, observed: (game) => this.observations.of(game),
      record: (game) => this.app.api.record(this.id, this.word, game), tell: this.app.tell, watch: this.secret ? "" : this.watch,
      ...(picture.runs ? { fillUp: () => this.#fillUp() } : {}) });
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
    void needStyles(SHEET);
    import("./between.js").catch(() => {}); // It is asked for again at the end of the deal.
  }

  /** @param {HTMLElement} element */
  #put(element) {
    if (this.place.firstElementChild !== element) fill(this.place, element);
  }

  /** @param {TableEvent[]} events */
  #tellAround(events) { for (const { text } of events) if (text) this.app.announce(text); }

  /** Who plays against bots only is ready at once: the seed goes along, and the cards come. */
  #startAlone() {
    const { picture } = this;
    const me = picture.viewer === null ? null : picture.seats[picture.viewer];
    if (this.begun || !me || me.ready || picture.table.deal !== 0 || picture.table.game !== 1) return;
    this.begun = true;
    this.ready();
  }

  /** Read the sentences of the deal where they are missing: after a reload, and when moves were taken back. */
  async #readLog() {
    const { picture } = this, mine = (this.readings += 1);
    if (!picture.dealt || !picture.unread) return;
    try {
      const { viewer, number, game, deal, events: moves } = await this.app.api.moves(this.id, this.word);
      if (mine !== this.readings || picture !== this.picture || viewer !== picture.viewer || game !== picture.table.game || deal !== picture.table.deal) return;
      picture.recall(moves, number);
      this.table?.update(picture, [], true);
      if (this.between) void this.#showBetween();
    } catch {
      // The log begins with what comes next, until the table is there anew.
    }
  }

  /** @param {import("../table/connection.js").Signal} signal */
  #signal(signal) {
    if (signal.signal === "hint") this.table?.choosing.showHint(signal.text ?? "", cardOf(signal.values?.["moves"]?.[0]?.["move"]));
    else if (signal.signal === "reaction" && signal.text && typeof signal.seat === "number") this.app.tell(labelled(this.picture.nameOf(signal.seat), signal.text));
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
    this.#showOutage(text);
    if (standing === "here") this.#warnOfSender();
    if (standing === "over") void this.#end();
    else if (standing === "here" && this.missing) this.#showAgain();
    else if (standing === "here") void this.#readLog();
    if (this.table && this.picture.info) this.table.update(this.picture, [], true);
  }

  /** Say that somebody else has this seat, too, where a link led here that was sent by them: once. */
  #warnOfSender() {
    if (!this.byLink) return;
    this.byLink = false;
    if (!this.connection.elsewhere) return;
    const dialog = openDialog(gettext("This seat is open elsewhere, too"), [
      h("p", { class: "question" }, gettext("The person who sent you this link can also play from this seat. For a seat of your own, ask for the invitation to the table.")),
      h("div", { class: "choices" }, h("button", { class: "go", type: "button", on: { click: () => dialog.close() } }, gettext("Got it"))),
    ], { class: "asking" });
  }

  /** Say what is missing at present, if anything: the connection, or a part of the page. @param {string} [text] what the server says about it */
  #showOutage(text = "") {
    const lost = this.standing === "lost";
    show(this.outage, lost || this.missing);
    if (lost) {
      fill(this.outage, h("b", null, gettext("The connection is lost")), h("p", null, text || gettext("Your seat is kept. The table comes back by itself.")),
        h("button", { type: "button", on: { click: () => this.connection.hurry() } }, gettext("Try now")));
    } else if (this.missing) {
      fill(this.outage, h("b", null, gettext("A part of the page is missing")), h("p", null, gettext("It could not be fetched, and is asked for again in a few seconds.")),
        h("button", { type: "button", on: { click: () => location.reload() } }, gettext("Load the page anew")));
    }
  }

  /** The server does not want this page back: say why, and show a way on. */
  async #end() {
    const { memory } = this.app, freed = this.connection.error === SEAT_FREED, seats = memory.seatsAt(this.id);
    const own = seats.find(({ secret, borrowed }) => !borrowed && secret !== this.secret);
    const isOwn = seats.some(({ secret, borrowed }) => !borrowed && secret === this.secret);
    if (this.connection.endedBy === SEAT_LOST && !freed) memory.forgetSeat(this.id, this.secret);
    if (own && !isOwn && this.secret && !freed && this.connection.endedBy !== OPENED_ELSEWHERE) {
      this.app.tell(gettext("That link is not good any more. This is your own seat."));
      memory.chooseSeat(this.id, own.secret);
      this.app.go(`/t/${this.id}`, true);
      return;
    }
    await needStyles(AROUND);
    const module = await this.#fetch(() => import("./states.js"));
    if (!module || this.left) return;
    const { endedBy, error, reason } = this.connection;
    if (endedBy === BAD_MESSAGE) void checkVersion();
    const state = whyEnded(endedBy, error, Boolean(this.secret));
    // What the server says of a message that it could not read is for programs; and it does not know who hears of a seat that is lost.
    const says = state === "closed" ? gettext("This table lets nobody look on any more.") : endedBy === BAD_MESSAGE || endedBy === OPENED_ELSEWHERE || error === SEAT_LOST_ERROR ? "" : reason;
    const actions = this.#waysBack(error), free = error === SEAT_FREED ? { title: gettext("Your seat is free") } : {};
    const { element, title } = module.stateScreen(state, { ...free, ...(says ? { text: says } : {}), ...(actions ? { actions } : {}) });
    fill(this.place, element);
    this.app.setTitle(title);
  }

  /** What is left to do for a player without a seat; null for nothing. @param {string} error @returns {import("./states.js").Action[] | null} */
  #waysBack(error) {
    if (error !== SEAT_FREED && error !== SEAT_GONE) return null;
    const home = { text: gettext("Home"), href: "/" }, replay = { text: gettext("Replay and review"), href: `/t/${this.id}/replay/1/1` };
    if (error === SEAT_GONE) return [{ ...replay, main: true }, home];
    return [{ text: gettext("Take the seat back"), main: true, run: () => void this.#comeBack() }, home];
  }

  /** Take a seat back that was given up or freed. */
  async #comeBack() {
    try {
      await takeSeatBack(this.id, this.secret, this.app);
      this.app.go(`/t/${this.id}`, true);
    } catch (error) {
      this.app.tell(error instanceof ApiProblem ? error.text : gettext("The server cannot be reached at the moment."));
    }
  }

  /** Something about a shuffle that an honest server does not do. @param {string} text */
  #warn(text) { this.warnings.append(h("p", { class: "broken-promise" }, text)); }

  // -- what the player does ------------------------------------------------------------------------------------------

  /** @param {Record<string, unknown>} command */
  send(command) { return this.connection.send(command); }

  /** Wait for the next deal, with a part of one's own in the shuffle. */
  async ready() {
    const seed = this.observations.nextSeed();
    const answer = await this.send({ command: "Ready", seed });
    if (answer.type === "refused") this.app.tell(answer.text);
    else this.observations.acknowledge(seed);
    return answer;
  }

  /** Let bots drive in the free seats. */
  async #fillUp() {
    for (const [to, { kind }] of this.picture.seats.entries()) {
      if (kind !== "open") continue;
      const answer = await this.send({ command: "SeatBot", target_seat: to, bot: this.app.memory.get("bot") || USUAL_BOT });
      if (answer.type === "refused") return this.app.tell(answer.text);
    }
  }

  async hint() {
    const answer = await this.send({ command: "Hint" });
    if (answer.type === "refused") this.app.tell(answer.text);
  }

  /** Drive again, after a bot has driven for a while. */
  async takeWheel() {
    const answer = await this.send({ command: "Return" });
    if (answer.type === "refused") this.app.tell(answer.text);
  }

  async takeBack() {
    this.observations.undoing = true;
    const answer = await this.send({ command: "Undo" });
    this.observations.undoing = false;
    if (answer.type === "refused") this.app.tell(answer.text);
  }

  /** @param {string} phrase */
  async react(phrase) {
    const answer = await this.send({ command: "React", reaction: phrase });
    if (answer.type === "refused") this.app.tell(answer.text);
  }

  /** Play from another seat that this browser has here. @param {string} secret */
  playFrom(secret) {
    this.app.memory.chooseSeat(this.id, secret);
    this.app.go(`/t/${this.id}`, true);
  }

  showMenu() { showMenu(this, this.app); }
  showKeys() { showKeys(this.app); }

  /** Show the score sheet while a deal is played. */
  async showSheet() {
    const { edition } = this;
    if (!edition) return;
    await needStyles(SHEET);
    const module = await import("../parts/sheet.js").catch(() => null);
    if (!module) {
      void checkVersion();
      return this.app.tell(gettext("The server cannot be reached at the moment."));
    }
    if (document.querySelector("dialog.sheet-dialog[open]")) return; // asked for twice while it came
    const sheet = new module.ScoreSheet(edition);
    this.openSheet = () => {
      const { picture } = this, { sheets, deal, winner } = picture.table;
      sheet.update({ sheets, totals: picture.totals, teams: picture.teams, deal, over: picture.over, winner });
    };
    this.openSheet();
    openDialog(capital(edition.terms["score_sheet"] ?? ""), sheet.element, { class: "sheet-dialog", onClose: () => { this.openSheet = null; } });
  }

  /** Leave the seat to the bot for a while, or for good. @param {"StepAway" | "GiveUpSeat"} how */
  async goAway(how) {
    if (how === "GiveUpSeat") {
      const { yes } = await ask(gettext("Give the seat up?"), gettext("Someone else can take the seat. Until then, you can take it back on the home page."), gettext("Give it up"));
      if (!yes) return;
    }
    const answer = await this.send({ command: how });
    if (answer.type === "refused") {
      this.app.tell(answer.text);
      return;
    }
    if (how === "GiveUpSeat") this.app.memory.giveUpSeat(this.id, this.secret);
    this.app.go("/");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // A key that is held down is pressed once: what it repeats would play the card that it has just chosen, and the next one.
    // So would it close the dialog that it has just opened.
    if (event.repeat && event.key === "Enter") event.preventDefault();
    if (event.repeat || !this.app.memory.get("shortcuts") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("input, select, textarea")) return;
    if (this.table && this.place.firstElementChild === this.table.element && this.table.key(event)) event.preventDefault();
  }
}

/**
 * What is the matter with a table that the server ended.
 * @param {number} code that it closed with @param {string} error what it could not take @param {boolean} seated whether somebody came with the secret of a seat
 * @returns {import("./states.js").State}
 */
function whyEnded(code, error, seated) {
  if (code === BAD_MESSAGE) return error === OTHER_PROTOCOL ? "old-page" : "not-allowed";
  if (code === OPENED_ELSEWHERE) return "elsewhere";
  if (code === SEAT_LOST) return seated ? "seat-lost" : "closed";
  if (error === SEAT_FREED || error === SEAT_GONE) return "seat-lost";
  return seated ? "gone" : "not-allowed";
}

/** The card of a move in notation, where it is made with one. @param {unknown} move */
function cardOf(move) { return typeof move === "string" ? move.replace(/^[-~]/, "").split(">")[0] ?? null : null; }
