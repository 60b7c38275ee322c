/** The table while a deal is played: what is drawn, and what is done with it; fingers, keys and flights have rooms of their own. */
import { fill, h, setAttribute, setText, show } from "../dom.js";
import { Board, openLargeBoard } from "../parts/board.js";
import { familyOf } from "../parts/card.js";
import { icon, map, wordmark } from "../parts/figures.js";
import { Road } from "../parts/road.js";
import { play as playSound, setSound, wakeSound } from "../sound.js";
import { gettext, number } from "../words.js";
import { Answer, capital } from "./answer.js";
import { Bubble } from "./bubble.js";
import { cautionFor } from "./caution.js";
import { ask, openDialog } from "./dialogs.js";
import { Dragging } from "./dragging.js";
import { Flights } from "./flights.js";
import { Hand } from "./hand.js";
import { InWords } from "./in_words.js";
import { actionFor } from "./keys.js";
import { Moment } from "./moment.js";
import { movesOf, Side } from "./side.js";
import { Stock } from "./stock.js";

/** @typedef {import("./picture.js").Offer} Offer */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").TableEvent} TableEvent */
/** @typedef {import("../api.js").EditionWords} EditionWords */
/** @typedef {import("../main.js").App} App */
/** @typedef {import("../screens/table.js").TableSession} TableSession */

/** A question that is so young, in milliseconds, nobody has read: a second click on a card was meant for the one before. */
const UNREAD = 400;

export class PlayTable {
  /** @param {TableSession} session @param {EditionWords} edition @param {App} app */
  constructor(session, edition, app) {
    this.session = session;
    this.edition = edition;
    this.app = app;
    /** @type {number | null} the id of the card in the hand that is chosen */
    this.chosen = null;
    /** The message whose question was answered: until the next one nothing more is sent. @type {number | null} */
    this.answered = null;
    /** @type {number | null} the message whose question is shown */
    this.asked = null;
    this.askedSince = 0;
    /** What asks before a slip is made. @type {HTMLDialogElement | null} */
    this.caution = null;
    /** @type {number | null} the card that is on its way */
    this.sent = null;
    /** @type {{ card: string | null, text: string } | null} what a hint recommends */
    this.hinted = null;
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
    this.bubble = new Bubble((offer) => this.play(offer));
    this.answer = new Answer((offer) => this.play(offer), () => this.session.takeWheel());
    this.hand.element.append(this.bubble.element, this.answer.element);
    this.side = new Side(edition, () => this.showLog());
    this.moment = new Moment(edition);
    this.words = new InWords(edition);
    this.stock = new Stock(edition, { onDraw: () => this.playMove("draw"), onDiscards: () => this.#useDiscards() });
    this.others = h("section", { class: "others", aria: { label: gettext("The others") } });
    this.dealName = h("span");
    this.hint = this.#tool("hint", gettext("Hint"), () => this.session.hint());
    this.undo = this.#tool("undo", gettext("Undo"), () => this.session.takeBack());
    this.sound = this.#tool("sound", gettext("Sound"), () => this.#toggleSound());
    this.bar = h("nav", { class: "bar", aria: { label: gettext("Menu") } },
      h("a", { href: "/", class: "home", aria: { label: gettext("To the first page") } }, wordmark()),
      h("p", null, h("b", { class: "cartouche" }, edition.title), " ", this.dealName),
      this.hint, this.undo,
      this.#tool("sheet", capital(edition.terms["score_sheet"] ?? ""), () => this.session.showSheet()),
      this.sound,
      this.#tool("menu", gettext("Menu"), () => this.session.showMenu()));
    this.place = h("main", { class: "contents", id: "table" });
    this.element = h("div", { class: "table" }, map(), h("a", { class: "skip button", href: "#as-text" }, gettext("The table in words")), this.bar, this.place, this.moment.element);
    this.element.addEventListener("click", (event) => this.#click(event));
    this.flights = new Flights(this);
    this.dragging = new Dragging(this);
    // A phone is turned, a window drawn larger.
    new ResizeObserver(() => this.#standBubble()).observe(this.hand.element);
    this.showSound();
  }

  get picture() { return this.session.picture; }
  get locked() { return this.answered !== null && this.answered === this.picture.asked; }

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
    const played = this.sent;
    if (fresh || whole || picture.asked === null || picture.asked !== this.answered) this.sent = null;
    if (picture.asked !== this.answered) this.answered = null;
    if (picture.asked !== this.asked) {
      [this.asked, this.askedSince] = [picture.asked, performance.now()];
      this.caution?.close(); // the clock or another tab has decided
    }
    if (fresh || picture.question === null) this.hinted = null;
    this.#draw(picture, fresh, played);
    if (whole) this.#drawAround();
    else this.#drawAroundSoon();
    this.#listen(picture, events, whole);
  }

  /**
   * Draw the cards, and everything that somebody to play may touch.
   * @param {Picture} picture @param {boolean} fresh whether a new deal has begun @param {number | null} [played] the card that was on its way
   */
  #draw(picture, fresh, played = null) {
    const focused = this.#focused();
    this.#drawBoards(picture);
    this.hand.update(picture.hand, {
      asked: picture.question !== null, playable: (kind) => this.#offers(kind).some(({ discard }) => !discard) || this.#exchanging(),
      chosen: this.chosen, sent: this.sent, played, hinted: this.hinted?.card ?? null, fresh,
    });
    if (this.chosen !== null && this.chosenKind === null) this.chosen = null;
    this.answer.update(picture, { text: windowText(picture, this.edition), locked: this.locked });
    this.#burn(picture);
    const { alone, standing } = this.session;
    show(this.hint, alone);
    show(this.undo, alone);
    setAttribute(this.hint, "disabled", picture.question === null);
    this.element.classList.toggle("asked", picture.question !== null);
    this.element.classList.toggle("thinking", picture.question === null);
    this.element.classList.toggle("cut-off", standing !== "here");
    this.app.setTitle(whoseTurn(picture));
    this.#aim();
    this.#say(picture);
    this.#keepFocus(focused);
    this.tick();
  }

  /** Which of the cards has the focus, or is spoken of where that has it; null where the focus is elsewhere. */
  #focused() {
    const { activeElement } = document;
    if (!this.hand.element.contains(activeElement)) return null;
    const meant = String(this.chosen ?? this.sent);
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
    setText(this.dealName, `${capital(edition.terms["deal"] ?? "")} ${picture.table.deal}`);
    this.side.update(picture, { thinking: whose, note: noteFor(picture), mine: picture.question !== null });
    this.#tellInWords(picture, whose);
    this.flights.begin();
  }

  /** The table in words follows a moment later, once for all that happens together. @param {Picture} picture @param {string} whose */
  #tellInWords(picture, whose) {
    clearTimeout(this.telling);
    const first = this.telling === 0;
    this.telling = window.setTimeout(() => this.words.update(picture, whose), 120);
    if (first) this.words.update(picture, whose);
  }

  /** Bring those boards up to date where something has changed: most moves change one or two. @param {Picture} picture */
  #drawBoards(picture) {
    const { seats } = picture;
    const turn = picture.playing ? picture.decides ?? picture.turn : null;
    for (const team of picture.teams) {
      const active = turn !== null && team.seats.includes(turn) ? turn : null;
      const looks = JSON.stringify([team, active, team.seats.map((seat) => seats[seat]?.driven)]);
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
    for (const { text } of events) if (text) this.app.announce(text);
  }

  // -- choosing and playing ------------------------------------------------------------------------------------------

  /** What may be done with a card of the hand. @param {string} kind @returns {Offer[]} */
  #offers(kind) { return this.picture.question?.moves.filter(({ card: of }) => of === kind) ?? []; }

  /** What may be done with the card that is chosen. */
  get #chosenOffers() { return this.chosenKind ? this.#offers(this.chosenKind) : []; }

  #exchanging() { return ["draw", "exchange"].includes(this.picture.question?.phase ?? ""); }

  /** Choose a card, or none; the chosen one again is given back. @param {number | null} id */
  choose(id) {
    this.chosen = id === this.chosen ? null : id;
    for (const button of this.hand.cards.children) {
      const on = button.getAttribute("data-held") === String(this.chosen);
      button.classList.toggle("chosen", on);
      setAttribute(button, "aria-pressed", String(on));
    }
    this.#aim();
    this.#say(this.picture);
  }

  get chosenKind() { return this.hand.held.find(({ id }) => id === this.chosen)?.kind ?? null; }

  /** Light up where the chosen card may go. */
  #aim() {
    const offers = this.#chosenOffers;
    const teams = offers.filter(({ discard }) => !discard).map(({ team }) => team ?? this.picture.myTeam);
    for (const [index, board] of this.boards) board.element.classList.toggle("target", teams.includes(index));
    this.element.classList.toggle("aiming", teams.length > 0);
    this.stock.update(this.picture, offers.some(({ discard }) => discard));
  }

  /** Say what the chosen card may do, or why it may not; nothing where none is chosen. @param {Picture} picture */
  #say({ question }) {
    const kind = this.chosenKind, button = this.chosen === null ? null : this.hand.button(this.chosen);
    if (kind === null || !button || button.classList.contains("dragged")) {
      this.bubble.hush();
      return;
    }
    const name = familyOf(kind) === "distance" ? `${kind} ${this.edition.unit}` : this.edition.cards[kind] ?? kind;
    this.bubble.say(name, {
      offers: this.#chosenOffers, reasons: question?.blocked.find(({ card: of }) => of === kind)?.reasons ?? [],
      otherwise: question ? null : gettext("It is not your turn."), advice: this.hinted?.card === kind ? this.hinted.text : null,
    });
    this.#standBubble();
  }

  /** What is said stands above the chosen card, wherever that lies now. */
  #standBubble() {
    const button = this.chosen === null ? null : this.hand.button(this.chosen);
    if (button && !this.bubble.element.hidden) this.bubble.standAbove(button, this.hand.element, this.stock.element);
  }

  /** Make a move, unless the question was answered already; a slip that hurts is asked about first. @param {Offer} offer */
  async play(offer) {
    const { asked, question } = this.picture;
    if (asked === null || this.locked || !question?.moves.some(({ move }) => move === offer.move)) return;
    const caution = cautionFor(this.picture, offer);
    if (caution && !this.app.memory.get("trusted").includes(caution.name)) {
      const answer = ask(capital(offer.text), caution.text, capital(offer.text), true);
      this.caution = document.querySelector("dialog.asking[open]");
      const { yes, always } = await answer;
      this.caution = null;
      if (!yes || this.picture.asked !== asked) return;
      if (always) this.app.memory.set("trusted", [...this.app.memory.get("trusted"), caution.name]);
    }
    if (this.locked) return;
    this.answered = asked;
    this.sent = offer.card ? this.chosenKind === offer.card ? this.chosen : this.hand.held.find(({ kind }) => kind === offer.card)?.id ?? null : null;
    this.chosen = null;
    this.hinted = null;
    this.#draw(this.picture, false);
    const answer = await this.session.send({ command: "Play", move: offer.move, asked });
    if (answer.type === "refused") {
      this.answered = this.answered === asked ? null : this.answered;
      this.sent = null;
      this.#draw(this.picture, false);
      if (answer.why.refusal !== "Late") this.app.tell(answer.text);
    }
  }

  /** Make a move that is offered; what is not offered is passed over. @param {string} move */
  playMove(move) {
    const offer = this.picture.question?.moves.find((one) => one.move === move);
    if (offer) this.play(offer);
  }

  /** Discard the chosen card, where it may be; true where it may. */
  discard() {
    const offer = this.#chosenOffers.find(({ discard }) => discard);
    if (offer) this.play(offer);
    return offer !== undefined;
  }

  /** The discards take the chosen card, or give their top one. */
  #useDiscards() { if (!this.discard()) this.playMove("take"); }

  /** Play the chosen card on a team; true where it may be. @param {number} team */
  #layOn(team) {
    const offer = this.#chosenOffers.find((one) => !one.discard && (one.team ?? this.picture.myTeam) === team);
    if (offer) this.play(offer);
    return offer !== undefined;
  }

  /** Choose a card; chosen again, it is played where it can go to one place only. @param {number} id */
  pick(id) {
    if (this.locked) return;
    const offers = this.#chosenOffers.filter(({ discard }) => !discard);
    if (id === this.chosen && offers.length === 1) this.play(/** @type {Offer} */ (offers[0]));
    else this.choose(id);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    wakeSound();
    const target = /** @type {Element} */ (event.target);
    const held = /** @type {HTMLElement | null} */ (target.closest(".held"));
    const board = target.closest(".team.target");
    if (held) {
      const id = Number(held.dataset["held"]);
      const meantBefore = id === this.chosen && performance.now() - this.askedSince < UNREAD;
      if (!this.dragging.active && !meantBefore) this.pick(id);
    } else if (board) {
      const team = [...this.boards].find(([, { element }]) => element === board)?.[0];
      if (team !== undefined && this.#layOn(team)) {
        event.preventDefault();
        event.stopPropagation();
      }
    }
  }

  /** A card is dragged. @param {number} id */
  lift(id) {
    if (this.chosen !== id) this.choose(id);
    this.bubble.hush();
  }

  /** A card was dropped somewhere. @param {number} id @param {import("./dragging.js").Target} on */
  drop(id, { team, discards, place }) {
    // Another one may have been chosen meanwhile, by a key or a hint; or the card is gone.
    if (!this.hand.button(id)) return;
    if (this.chosen !== id) this.choose(id);
    const given = discards ? this.#chosenOffers.find(({ discard, move }) => discard || move.startsWith("~")) : undefined;
    if (given) this.play(given);
    else if (team !== undefined && this.#layOn(team)) return;
    else if (place !== null) {
      this.hand.move(id, place);
      this.choose(null);
    } else this.#say(this.picture);
  }

  /** Do what a key asks for; true where it did. @param {KeyboardEvent} event */
  key(event) {
    const act = actionFor(event, this);
    act?.();
    return act !== null;
  }

  // -- dialogs and hints ---------------------------------------------------------------------------------------------

  /** @param {string} text @param {string | null} kind the card that is recommended */
  showHint(text, kind) {
    this.hinted = { card: kind, text };
    const held = kind ? this.hand.held.find((one) => one.kind === kind) : undefined;
    this.chosen = held?.id ?? null;
    this.#draw(this.picture, false);
    if (!held) this.app.tell(text);
    this.app.announce(text);
  }

  /** @param {number} index */
  #lookAt(index) {
    if (this.chosen !== null && this.#layOn(index)) return;
    const { picture, edition } = this;
    const dialog = h("dialog", { class: "sheet-up board-large", on: { close: () => dialog.remove(), click: (/** @type {MouseEvent} */ event) => { if (event.target === dialog) dialog.close(); } } });
    document.body.append(dialog);
    const draw = (/** @type {number} */ at) => {
      const team = picture.teams[at];
      if (team) openLargeBoard(dialog, team, { edition, teams: picture.teams, target: picture.target, onOpen: draw });
    };
    draw(index);
  }

  showLog() {
    const { picture } = this;
    openDialog(gettext("All moves of this deal"), h("ol", { class: "whole-log" }, movesOf(picture).map(({ text, seat }) => h("li", { class: seat === null ? "" : `team-${picture.teamOf(seat)}` }, text))), { class: "log-dialog" });
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
export function whoseTurn(picture) {
  if (!picture.playing) return gettext("The deal is over");
  if (picture.question) return gettext("Your turn");
  if (picture.window) return gettext("A hazard has been laid …");
  const seat = picture.decides ?? picture.turn;
  return gettext("{name} is to play …", { name: picture.nameOf(seat) });
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
