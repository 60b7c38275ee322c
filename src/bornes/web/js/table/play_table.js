/** The table while a deal is played: what is drawn, and when; choosing, fingers, keys and flights have rooms of their own. */
import { fill, h, keyed, setAttribute, setText, show } from "../dom.js";
import { Board, openLargeBoard } from "../parts/board.js";
import { familyOf } from "../parts/card.js";
import { icon, map, wordmark } from "../parts/figures.js";
import { Road } from "../parts/road.js";
import { play as playSound, setSound, wakeSound } from "../sound.js";
import { gettext, number } from "../words.js";
import { Answer, capital } from "./answer.js";
import { Bubble } from "./bubble.js";
import { Choosing } from "./choosing.js";
import { openDialog } from "./dialogs.js";
import { Dragging } from "./dragging.js";
import { Flights } from "./flights.js";
import { Hand } from "./hand.js";
import { InWords } from "./in_words.js";
import { actionFor } from "./keys.js";
import { Moment } from "./moment.js";
import { movesOf, Side } from "./side.js";
import { Stock } from "./stock.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").TableEvent} TableEvent */
/** @typedef {import("../api.js").EditionWords} EditionWords */
/** @typedef {import("../main.js").App} App */
/** @typedef {import("../screens/table.js").TableSession} TableSession */

export class PlayTable {
  /** @param {TableSession} session @param {EditionWords} edition @param {App} app */
  constructor(session, edition, app) {
    this.session = session;
    this.edition = edition;
    this.app = app;
    /** Which deal is shown, so that a new one begins afresh. */
    this.deal = "";
    /** @type {Map<number, Board>} */
    this.boards = new Map();
    /** @type {Map<number, string>} what each board shows */
    this.looks = new Map();
    /** @type {Road | null} */
    this.road = null;
    /** @type {number | null} until when the fuse burns that is shown */
    this.burning = null;
    this.telling = 0;
    /** Which frame will draw what stands around the cards; 0 for none. */
    this.later = 0;
    this.hand = new Hand(edition);
    this.bubble = new Bubble((offer) => this.choosing.play(offer));
    this.answer = new Answer((offer) => this.choosing.play(offer), () => this.session.takeWheel());
    this.hand.element.append(this.bubble.element, this.answer.element);
    this.side = new Side(edition, () => this.showLog());
    this.moment = new Moment(edition);
    this.words = new InWords(edition);
    this.wholeLog = h("ol", { class: "whole-log" });
    this.stock = new Stock(edition, { onDraw: () => this.choosing.playMove("draw"), onDiscards: () => this.choosing.useDiscards() });
    this.others = h("section", { class: "others", aria: { label: gettext("The others") } });
    this.dealName = h("span");
    this.hint = this.#tool("hint", gettext("Hint"), () => this.session.hint());
    this.undo = this.#tool("undo", gettext("Undo"), () => this.session.takeBack());
    this.sound = this.#tool("sound", gettext("Sound"), () => this.#toggleSound());
    this.bar = h("nav", { class: "bar", aria: { label: gettext("Menu") } },
      h("a", { href: "/", class: "home", aria: { label: gettext("Home") } }, wordmark()),
      h("p", null, h("b", { class: "cartouche" }, edition.title), " ", this.dealName),
      this.hint, this.undo,
      this.#tool("sheet", capital(edition.terms["score_sheet"] ?? ""), () => this.session.showSheet()),
      this.sound,
      this.#tool("menu", gettext("Menu"), () => this.session.showMenu()));
    this.place = h("main", { class: "contents" });
    this.element = h("div", { class: "table" }, map(), h("button", { class: "skip", type: "button", on: { click: () => this.words.open() } }, gettext("The table in words")), this.bar, this.place, this.moment.element);
    this.element.addEventListener("click", (event) => this.#click(event));
    this.choosing = new Choosing(this);
    this.flights = new Flights(this);
    this.dragging = new Dragging(this, this.choosing);
    // A phone is turned, a window drawn larger.
    new ResizeObserver(() => this.choosing.standBubble()).observe(this.hand.element);
    /** Brings the board up to date that is opened large. */
    this.drawLarge = () => {};
    this.showSound();
  }

  get picture() { return this.session.picture; }
  /** The card of the hand that is on its way. */
  get sent() { return this.choosing.sent; }

  // -- drawing -------------------------------------------------------------------------------------------------------

  /** @param {string} name @param {string} text @param {() => void} act */
  #tool(name, text, act) { return h("button", { type: "button", class: `tool-${name}`, title: text, on: { click: act } }, icon(name), h("span", null, text)); }

  /** Make what depends on the number of teams; a table keeps it for the whole game. @param {Picture} picture */
  #seat(picture) {
    const count = picture.table.teams;
    if (this.boards.size === count) return;
    const mine = picture.myTeam ?? 0;
    this.boards.clear();
    this.looks.clear();
    this.road = new Road(this.edition, count);
    for (let step = 0; step < count; step += 1) {
      const team = (mine + step) % count;
      this.boards.set(team, new Board(this.edition, { mine: step === 0, onOpen: (/** @type {number} */ index) => this.#lookAt(index) }));
    }
    fill(this.others, [...this.boards].slice(1).map(([, board]) => board.element));
    fill(this.place, h("h1", { class: "unseen" }, gettext("Table")), this.words.element, this.road.element, this.others, this.#board(mine).element, this.stock.element, this.side.element, this.hand.element);
    setAttribute(this.element, "data-teams", count);
    setAttribute(this.element, "data-seats", picture.table.players);
  }

  /** @param {number} team @returns {Board} */
  #board(team) { return /** @type {Board} */ (this.boards.get(team)); }

  /**
   * Show how things stand, and let what happened be seen happening.
   * @param {Picture} picture @param {TableEvent[]} events @param {boolean} whole whether everything may have changed
   */
  update(picture, events, whole) {
    this.#seat(picture);
    const deal = `${picture.table.game}/${picture.table.deal}`;
    const fresh = deal !== this.deal;
    this.deal = deal;
    if (!whole) this.flights.note(picture, events);
    const played = this.choosing.follow(picture, fresh || whole, fresh);
    this.#draw(picture, played);
    if (whole) this.#drawAround();
    else this.#drawAroundSoon();
    this.#listen(picture, events, whole);
  }

  /**
   * Draw the cards, and everything that somebody to play may touch.
   * @param {Picture} picture @param {number | null} [played] the card that was on its way
   */
  #draw(picture, played = null) {
    const { choosing } = this;
    const focused = this.#focused();
    this.#drawBoards(picture);
    this.hand.update(picture.hand, {
      asked: picture.question !== null, playable: (kind) => choosing.isPlayable(kind),
      sent: choosing.sent, played, hinted: choosing.hinted?.card ?? null, deal: `${picture.table.id}/${this.deal}`,
    });
    this.answer.update(picture, { text: () => windowText(picture, this.edition), locked: choosing.locked });
    this.#burn(picture);
    const { alone, standing } = this.session;
    show(this.hint, alone);
    show(this.undo, alone);
    setAttribute(this.hint, "disabled", picture.question === null);
    this.element.classList.toggle("asked", picture.question !== null);
    this.element.classList.toggle("thinking", picture.question === null);
    this.element.classList.toggle("cut-off", standing !== "here");
    choosing.show();
    this.#keepFocus(focused);
  }

  /** Which of the cards has the focus, or is spoken of where that has it; null where the focus is elsewhere. */
  #focused() {
    const { activeElement } = document;
    if (!this.hand.element.contains(activeElement)) return null;
    const meant = String(this.choosing.chosen ?? this.choosing.sent);
    const cards = [...this.hand.cards.children];
    const at = cards.findIndex((one) => one.contains(activeElement) || (!this.hand.cards.contains(activeElement) && one.getAttribute("data-held") === meant));
    return { at: Math.max(0, at), on: /** @type {Element} */ (activeElement) };
  }

  /** Who plays by keys stays in the hand when the card is gone, or the button. @param {{ at: number, on: Element } | null} focused */
  #keepFocus(focused) {
    if (!focused || (focused.on.isConnected && !focused.on.closest("[hidden], :disabled"))) return;
    const next = this.hand.cards.children[Math.min(focused.at, this.hand.cards.childElementCount - 1)];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** Draw what stands around the cards in the frame after theirs, so that neither has to wait long for the other. */
  #drawAroundSoon() {
    if (document.visibilityState === "hidden") this.#drawAround();
    else if (!this.later) this.later = requestAnimationFrame(() => { this.later = requestAnimationFrame(() => this.#drawAround()); });
  }

  #drawAround() {
    cancelAnimationFrame(this.later);
    this.later = 0;
    const { picture, edition } = this;
    const whose = whoseTurn(picture);
    this.flights.noteCars(picture);
    this.road?.update(picture);
    const deal = `${capital(edition.terms["deal"] ?? "")} ${picture.table.deal}`;
    setText(this.dealName, picture.table.last ? gettext("{deal}, the last one here", { deal }) : deal);
    this.side.update(picture, { thinking: whose, note: noteFor(picture), mine: picture.question !== null });
    this.tick();
    if (this.wholeLog.isConnected) this.#writeLog(); // somebody reads it while others play
    this.drawLarge();
    this.#tellInWords(picture, whose);
    this.flights.begin();
  }

  /** The table in words and the title of the page follow a moment later, once for all that happens together: nobody looks there first. @param {Picture} picture @param {string} whose */
  #tellInWords(picture, whose) {
    const tell = () => {
      this.words.update(picture, whose);
      if (this.element.isConnected) this.app.setTitle(whose);
    };
    clearTimeout(this.telling);
    if (this.telling === 0) tell();
    this.telling = window.setTimeout(tell, 120);
  }

  /** Bring those boards up to date where something has changed: most moves change one or two. @param {Picture} picture */
  #drawBoards(picture) {
    const { seats } = picture;
    const turn = picture.playing ? picture.decides ?? picture.turn : null;
    for (const team of picture.teams) {
      const active = turn !== null && team.seats.includes(turn) ? turn : null;
      const looks = JSON.stringify([team, active, team.seats.map((seat) => [seats[seat]?.autopilot, seats[seat]?.here])]);
      if (this.looks.get(team.index) === looks) continue;
      this.looks.set(team.index, looks);
      this.#board(team.index).update(team, { active, seats, goal: this.edition.goal });
    }
  }

  /** Light the fuse of a window, once. @param {Picture} picture */
  #burn({ window, until, table }) {
    const burning = window ? until : null;
    if (burning === this.burning) return;
    this.burning = burning;
    this.answer.burn(burning === null ? null : burning - this.session.now(), table.pace.window);
  }

  /** Show how much time is left. */
  tick() {
    const { until, table } = this.picture;
    const whole = this.picture.window ? table.pace.window : table.pace.decision;
    this.side.tick(until === null ? null : until - this.session.now(), whole);
  }

  /** Let what happened be heard. @param {Picture} picture @param {TableEvent[]} events @param {boolean} whole */
  #listen(picture, events, whole) {
    if (whole) return;
    for (const event of events) {
      if (event.event === "Laid" || event.event === "Remedied") playSound(soundOf(familyOf(event.card ?? "") ?? ""), event.card ?? "");
      else if (event.event === "Attacked") playSound("hazard");
      else if (event.event === "Discarded") playSound("card");
      else if (event.event === "CoupFourre") {
        playSound("coup");
        this.moment.coup(event["hazard"], event["safety"], gettext("Coup fourré!"), event.text ?? "");
      }
    }
    if (picture.question && events.some(({ event }) => event === "TurnBegan")) playSound("turn");
    const told = events.flatMap(({ text }) => text || []).join(" ");
    if (told) this.app.announce(told);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    wakeSound();
    this.choosing.click(event, this.dragging.active);
  }

  /** Let everything that may be touched be drawn again: something was chosen or sent. */
  redraw() { this.#draw(this.picture); }

  /** Do what a key asks for; true where it did. @param {KeyboardEvent} event */
  key(event) {
    const act = actionFor(event, this);
    act?.();
    return act !== null;
  }

  // -- dialogs -------------------------------------------------------------------------------------------------------

  /** @param {number} index */
  #lookAt(index) {
    // A second click on a button that is gone by now falls on the board behind it.
    if (this.choosing.layOn(index) || this.choosing.hasJustPlayed) return;
    const close = () => {
      dialog.remove();
      this.drawLarge = () => {};
    };
    const dialog = h("dialog", { class: "sheet-up board-large", on: { close, click: (/** @type {MouseEvent} */ event) => { if (event.target === dialog) dialog.close(); } } });
    document.body.append(dialog);
    let looks = "";
    const draw = (/** @type {number} */ at) => {
      const { picture: { teams, target }, edition } = this;
      const team = teams[at], now = `${at} ${this.looks.get(at)}`;
      this.drawLarge = () => draw(at);
      if (!team || now === looks) return;
      looks = now;
      openLargeBoard(dialog, team, { edition, teams, target, onOpen: draw });
    };
    draw(index);
  }

  showLog() {
    this.#writeLog();
    openDialog(gettext("All moves of this deal"), this.wholeLog, { class: "log-dialog" });
  }

  #writeLog() {
    const { picture } = this;
    keyed(this.wholeLog, movesOf(picture), ({ key }) => key, () => h("li"), (line, { text, seat }) => {
      setText(line, text);
      setAttribute(line, "class", seat === null ? null : `team-${picture.teamOf(seat)}`);
    });
  }

  #toggleSound() {
    this.app.memory.set("sound", !this.app.memory.get("sound"));
    this.showSound();
    wakeSound();
    playSound("turn");
  }

  /** Let sounds be heard or not, as it is remembered. */
  showSound() {
    const on = this.app.memory.get("sound");
    setSound(on);
    setAttribute(this.sound, "aria-pressed", String(on));
  }
}

/** @param {string} family @returns {import("../sound.js").Sound} */
function soundOf(family) { return family === "distance" || family === "remedy" || family === "safety" ? /** @type {import("../sound.js").Sound} */ (family) : "card"; }

/** Whose turn it is, in a few words. @param {Picture} picture */
function whoseTurn(picture) {
  if (!picture.playing) return gettext("The deal is over");
  if (picture.question) return gettext("Your turn");
  if (picture.window) return gettext("A hazard has been laid …");
  const seat = picture.decides ?? picture.turn;
  return gettext("{name}’s turn", { name: picture.nameOf(seat) });
}

/** What the panel for answers says. @param {Picture} picture @param {EditionWords} edition */
function windowText(picture, edition) {
  if (picture.window) return picture.log.filter(({ event }) => event === "Attacked").at(-1)?.text ?? edition.cards[picture.window.hazard] ?? "";
  return gettext("You have arrived: {target} {unit}. Go on to the longer trip?", { target: number(picture.target), unit: edition.unit });
}

/** What a player is asked, in a few words. @param {Picture} picture */
function noteFor({ question, viewer }) {
  if (!question) return viewer === null ? gettext("You are looking on") : "";
  if (question.phase === "draw") return gettext("Draw, take the top discard, or exchange cards");
  if (question.phase === "exchange") return gettext("Give more cards, or draw as many as you gave");
  if (question.phase === "react") return gettext("Answer the hazard, or let it pass");
  if (question.phase === "extend") return gettext("Go on, or stop here?");
  return gettext("Play a card or discard one");
}
