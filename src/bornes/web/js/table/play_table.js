/** The table while a deal is played: everything that is seen, and what fingers, mouse and keys do with it. */
import { fill, h, keyed, setAttribute, setText, setVars, show } from "../dom.js";
import { Board, openLargeBoard } from "../parts/board.js";
import { card, familyOf, printedName } from "../parts/card.js";
import { icon, map, wordmark } from "../parts/figures.js";
import { Road } from "../parts/road.js";
import { play as playSound, setSound, wakeSound } from "../sound.js";
import { gettext, ngettext, number } from "../words.js";
import { Answer, capital, offersWithoutCard } from "./answer.js";
import { cautionFor } from "./caution.js";
import { ask, openDialog } from "./dialogs.js";
import { fly, placeOf } from "./flights.js";
import { Hand } from "./hand.js";
import { InWords } from "./in_words.js";
import { Moment } from "./moment.js";
import { movesOf, Side } from "./side.js";

/** @typedef {import("./picture.js").Offer} Offer */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").TableEvent} TableEvent */
/** @typedef {import("../api.js").EditionWords} EditionWords */
/** @typedef {import("../main.js").App} App */
/** @typedef {import("../screens/table.js").TableSession} TableSession */

/** What a card flies for. */
const FLYING = new Set(["Discarded", "Gave", "Laid", "Remedied", "Attacked", "CoupFourre"]);
/** What is shown where nothing was discarded. */
const NO_DISCARDS = [{ kind: "", key: "none" }];
/** A pointer that moved so far drags; less is a click. */
const DRAG = 8;

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
    /** @type {number | null} the card that is on its way */
    this.sent = null;
    /** @type {string | null} the card that a hint recommends */
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
    /** @type {number[]} where the cars were drawn last */
    this.stood = [];
    /** Whether a card is being dragged: the click that follows belongs to it. */
    this.dragged = false;
    this.hand = new Hand(edition);
    this.bubble = h("div", { class: "bubble", role: "status", hidden: true });
    this.answer = new Answer((offer) => this.play(offer));
    this.hand.element.append(this.bubble, this.answer.element);
    this.side = new Side(edition, () => this.#showLog());
    this.moment = new Moment(edition);
    this.words = new InWords(edition);
    this.others = h("section", { class: "others", aria: { label: gettext("The others") } });
    this.drawCount = h("b");
    this.discardCount = h("b");
    this.topDiscards = h("span", { class: "top-discards" });
    this.draw = h("button", { class: "draw", type: "button", on: { click: () => this.#playMove("draw") } }, card("back", ""), h("small", null, edition.terms["draw_pile"] ?? "", " ", this.drawCount));
    this.discards = h("button", { class: "discards", type: "button", on: { click: () => this.#useDiscards() } }, this.topDiscards, h("small", null, edition.terms["discards"] ?? "", " ", this.discardCount));
    this.stock = h("section", { class: "stock", aria: { label: gettext("Draw pile and discards") } }, this.draw, this.discards);
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
    this.element.addEventListener("pointerdown", (event) => this.#press(event));
    this.#showSound();
  }

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
    fill(this.place, h("h1", { class: "unseen" }, gettext("Table")), this.words.element, this.road.element, this.others, this.#board(mine).element, this.stock, this.side.element, this.hand.element);
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
    if (fresh || whole || picture.asked === null || picture.asked !== this.answered) this.sent = null;
    if (picture.asked !== this.answered) this.answered = null;
    if (fresh || picture.question === null) this.hinted = null;
    if (this.chosen !== null && !this.hand.held.some(({ id }) => id === this.chosen)) this.chosen = null;
    const places = whole ? null : this.#places(events);
    this.#draw(picture, fresh);
    if (places) this.#fly(picture, events, places);
    this.stood = picture.places;
    this.#listen(picture, events, whole);
    this.#say(picture);
  }

  /** @param {Picture} picture @param {boolean} fresh */
  #draw(picture, fresh) {
    const { edition } = this;
    const whose = whoseTurn(picture);
    this.road?.update(picture);
    this.#drawBoards(picture);
    setText(this.dealName, `${capital(edition.terms["deal"] ?? "")} ${picture.table.deal}`);
    this.#drawStock(picture);
    this.side.update(picture, { thinking: whose, note: this.#note(picture), mine: picture.question !== null });
    this.hand.update(picture.hand, { playable: (kind) => this.#offers(kind).some(({ discard }) => !discard) || this.#exchanging(), chosen: this.chosen, sent: this.sent, hinted: this.hinted, fresh });
    this.answer.update(picture, { text: windowText(picture, edition), locked: this.locked });
    this.#burn(picture);
    this.#tellInWords(picture, whose);
    const alone = this.session.alone;
    show(this.hint, alone);
    show(this.undo, alone);
    setAttribute(this.hint, "disabled", picture.question === null);
    this.element.classList.toggle("asked", picture.question !== null);
    this.element.classList.toggle("thinking", picture.question === null);
    this.element.classList.toggle("cut-off", this.session.standing !== "here");
    this.app.setTitle(picture.question ? gettext("Your turn") : whose);
    this.#aim();
    this.tick();
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

  /** @param {Picture} picture */
  #drawStock({ drawPile, discards, question }) {
    const { edition } = this;
    setText(this.drawCount, drawPile);
    setText(this.discardCount, discards.length);
    const from = Math.max(0, discards.length - 2);
    const top = discards.slice(from).map((kind, at) => ({ kind, key: `${from + at} ${kind}` }));
    keyed(this.topDiscards, top.length ? top : NO_DISCARDS, ({ key }) => key, ({ kind }) => (kind ? card(kind, printedName(kind, edition)) : h("i", { class: "slot" })));
    const may = (/** @type {string} */ move) => question?.moves.some((offer) => offer.move === move) ?? false;
    setAttribute(this.draw, "class", may("draw") ? "draw target" : "draw");
    setAttribute(this.draw, "aria-disabled", String(!may("draw")));
    setAttribute(this.draw, "aria-label", `${edition.terms["draw_pile"]}: ${ngettext("{n} card", "{n} cards", drawPile)}${may("draw") ? `. ${capital(this.#text("draw"))}` : ""}`);
    const last = discards.at(-1);
    setAttribute(this.discards, "aria-label", `${edition.terms["discards"]}: ${last ? edition.cards[last] : gettext("nothing")}, ${ngettext("{n} card", "{n} cards", discards.length)}`);
    setAttribute(this.discards, "class", may("take") ? "discards target" : "discards");
  }

  /** @param {string} move */
  #text(move) { return this.picture.question?.moves.find((offer) => offer.move === move)?.text ?? ""; }

  /** @param {Picture} picture */
  #note(picture) {
    const { question } = picture;
    if (!question) return picture.viewer === null ? gettext("You are looking on") : "";
    if (question.phase === "draw") return gettext("Draw, take the top discard, or exchange cards");
    if (question.phase === "exchange") return gettext("Give more cards, or draw as many as you gave");
    if (question.phase === "react") return gettext("Answer the hazard, or let it pass");
    if (question.phase === "extend") return gettext("Go on, or stop here?");
    return gettext("Play a card or discard one");
  }

  get picture() { return this.session.picture; }
  get locked() { return this.answered !== null && this.answered === this.picture.asked; }

  // -- flights, sounds, sentences ------------------------------------------------------------------------------------

  /** Where things are before the picture changes. @param {TableEvent[]} events */
  #places(events) {
    const cards = events.map((event) => this.#from(event));
    // Only of cars that will roll: to ask where something is makes the browser work it out.
    const { places } = this.picture;
    const cars = [...this.boards.keys()].map((team) => (places[team] === this.stood[team] ? null : placeOf(this.road?.carOf(team))));
    return { cards, cars };
  }

  /** @param {TableEvent} event @returns {DOMRect | null} */
  #from({ event, seat, card: kind }) {
    if (event === "Drew" || event === "Took") return seat === this.picture.viewer ? placeOf(event === "Drew" ? this.draw : this.discards) : null;
    if (seat === undefined || !FLYING.has(event)) return null;
    if (seat === this.picture.viewer && kind) {
      const held = this.hand.held.find((one) => one.id === this.sent && one.kind === kind) ?? this.hand.held.find((one) => one.kind === kind);
      return held ? placeOf(this.hand.button(held.id)) : null;
    }
    return placeOf(this.boards.get(this.picture.teamOf(seat))?.element.querySelector(".badge"));
  }

  /** @param {Picture} picture @param {TableEvent[]} events @param {{ cards: (DOMRect | null)[], cars: (DOMRect | null)[] }} places */
  #fly(picture, events, { cards, cars }) {
    events.forEach((event, at) => { if (cards[at]) fly(this.#to(picture, event), cards[at] ?? null); });
    [...this.boards.keys()].forEach((team, at) => { if (cars[at]) fly(this.road?.carOf(team), cars[at] ?? null, { duration: 220 }); });
  }

  /** @param {Picture} picture @param {TableEvent} event @returns {Element | null | undefined} */
  #to(picture, { event, seat, card: kind, team, safety }) {
    switch (event) {
      case "Drew": case "Took": {
        if (seat !== picture.viewer || !kind) return null;
        const newest = [...this.hand.held].filter((one) => one.kind === kind).sort((a, b) => b.id - a.id)[0];
        return newest && this.hand.button(newest.id)?.firstElementChild;
      }
      case "Discarded": case "Gave": return this.topDiscards.lastElementChild;
      case "Laid": case "Remedied": return this.boards.get(picture.teamOf(/** @type {number} */ (seat)))?.pileElement(/** @type {string} */ (kind));
      case "Attacked": return this.boards.get(team)?.pileElement(/** @type {string} */ (kind));
      case "CoupFourre": return this.boards.get(picture.teamOf(/** @type {number} */ (seat)))?.pileElement(safety);
      default: return null;
    }
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

  /** Keep the bubble true: it speaks of a card that may be gone, or of a question that is answered. @param {Picture} picture */
  #say(picture) {
    if (this.chosen === null || !picture.question) this.#hush();
    else this.#explain(this.chosen);
  }

  tick() {
    const { until, table } = this.picture;
    const whole = this.picture.window ? table.pace.window : table.pace.decision;
    this.side.tick(until === null ? null : until - this.session.now(), whole);
  }

  // -- choosing and playing ------------------------------------------------------------------------------------------

  /** What may be done with a card of the hand. @param {string} kind @returns {Offer[]} */
  #offers(kind) { return this.picture.question?.moves.filter(({ card: of }) => of === kind) ?? []; }

  #exchanging() { return ["draw", "exchange"].includes(this.picture.question?.phase ?? ""); }

  /** @param {number | null} id */
  choose(id) {
    this.chosen = id === this.chosen ? null : id;
    for (const button of this.hand.cards.children) {
      const on = button.getAttribute("data-held") === String(this.chosen);
      button.classList.toggle("chosen", on);
      setAttribute(button, "aria-pressed", String(on));
    }
    this.#aim();
    if (this.chosen === null) this.#hush();
    else this.#explain(this.chosen);
  }

  get chosenKind() { return this.hand.held.find(({ id }) => id === this.chosen)?.kind ?? null; }

  /** Light up where the chosen card may go. */
  #aim() {
    const offers = this.chosenKind ? this.#offers(this.chosenKind) : [];
    const teams = offers.filter(({ discard }) => !discard).map(({ team }) => team ?? this.picture.myTeam);
    for (const [index, board] of this.boards) board.element.classList.toggle("target", teams.includes(index));
    this.element.classList.toggle("aiming", teams.length > 0);
    if (offers.some(({ discard }) => discard)) this.discards.classList.add("target");
  }

  /** Say what a card may do, or why it may not, with a button for each. @param {number} id */
  #explain(id) {
    const kind = this.hand.held.find((one) => one.id === id)?.kind;
    if (!kind) return;
    const { question } = this.picture;
    const offers = this.#offers(kind);
    const reasons = question?.blocked.find(({ card: of }) => of === kind)?.reasons ?? [];
    const name = familyOf(kind) === "distance" ? `${kind} ${this.edition.unit}` : this.edition.cards[kind] ?? kind;
    const plays = offers.filter(({ discard }) => !discard);
    fill(this.bubble, h("strong", null, name), " ",
      plays.length ? null : reasons.map(({ text, clause }) => h("span", { class: "why" }, withoutClause(text, clause), " ", clauseChip(clause), " ")),
      question ? null : h("span", { class: "why" }, gettext("It is not your turn.")),
      h("span", { class: "ways" }, offers.map((offer) => h("button", { type: "button", class: offer.discard ? "way give" : "way", data: { move: offer.move }, on: { click: () => this.play(offer) } }, capital(offer.text)))));
    show(this.bubble, true);
    const button = this.hand.button(id), box = this.hand.element.getBoundingClientRect(), at = button?.getBoundingClientRect();
    if (!at) return;
    const middle = at.left + at.width / 2 - box.left, half = this.bubble.offsetWidth / 2;
    const left = Math.max(half, Math.min(box.width - half, middle));
    setVars(this.bubble, { left: `${left}px`, tip: `${middle - left + half}px` });
  }

  #hush() { show(this.bubble, false); }

  /** Make a move, unless the question was answered already; a slip that hurts is asked about first. @param {Offer} offer */
  async play(offer) {
    const { asked, question } = this.picture;
    if (asked === null || this.locked || !question?.moves.some(({ move }) => move === offer.move)) return;
    const caution = cautionFor(this.picture, offer);
    if (caution && !this.app.memory.get("trusted").includes(caution.name)) {
      const { yes, always } = await ask(capital(offer.text), caution.text, capital(offer.text), true);
      if (!yes || this.picture.asked !== asked) return;
      if (always) this.app.memory.set("trusted", [...this.app.memory.get("trusted"), caution.name]);
    }
    if (this.locked) return;
    this.answered = asked;
    this.sent = offer.card ? this.chosenKind === offer.card ? this.chosen : this.hand.held.find(({ kind }) => kind === offer.card)?.id ?? null : null;
    this.chosen = null;
    this.hinted = null;
    this.#draw(this.picture, false);
    this.#hush();
    const answer = await this.session.send({ command: "Play", move: offer.move, asked });
    if (answer.type === "refused") {
      this.answered = this.answered === asked ? null : this.answered;
      this.sent = null;
      this.#draw(this.picture, false);
      if (answer.why.refusal !== "Late") this.app.tell(answer.text);
    }
  }

  /** @param {string} move */
  #playMove(move) {
    const offer = this.picture.question?.moves.find((one) => one.move === move);
    if (offer) this.play(offer);
  }

  /** The discards take the chosen card, or give their top one. */
  #useDiscards() {
    const discard = this.chosenKind ? this.#offers(this.chosenKind).find((offer) => offer.discard) : undefined;
    if (discard) this.play(discard);
    else this.#playMove("take");
  }

  /** Play the chosen card on a team. @param {number} team */
  #layOn(team) {
    const offer = this.chosenKind ? this.#offers(this.chosenKind).find((one) => !one.discard && (one.team ?? this.picture.myTeam) === team) : undefined;
    if (offer) this.play(offer);
    return offer !== undefined;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    wakeSound();
    const target = /** @type {Element} */ (event.target);
    const held = /** @type {HTMLElement | null} */ (target.closest(".held"));
    const board = target.closest(".team.target");
    if (held) {
      if (this.dragged) return;
      this.#pick(Number(held.dataset["held"]));
    } else if (board) {
      const team = [...this.boards].find(([, { element }]) => element === board)?.[0];
      if (team !== undefined && this.#layOn(team)) {
        event.preventDefault();
        event.stopPropagation();
      }
    }
  }

  /** Choose a card; chosen again, it is played where it can go to one place only. @param {number} id */
  #pick(id) {
    if (this.locked) return;
    const offers = this.chosenKind ? this.#offers(this.chosenKind).filter(({ discard }) => !discard) : [];
    if (id === this.chosen && offers.length === 1) this.play(/** @type {Offer} */ (offers[0]));
    else this.choose(id);
  }

  // -- dragging ------------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  #press(event) {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".held"));
    this.dragged = false;
    if (!button || event.button !== 0) return;
    const [x, y, id] = [event.clientX, event.clientY, Number(button.dataset["held"])];
    /** @param {PointerEvent} moved */
    const move = (moved) => {
      const [dx, dy] = [moved.clientX - x, moved.clientY - y];
      if (!this.dragged && Math.hypot(dx, dy) < DRAG) return;
      if (!this.dragged) {
        this.dragged = true;
        if (this.chosen !== id) this.choose(id);
        this.#hush();
        button.classList.add("dragged");
        button.setPointerCapture(event.pointerId);
      }
      setVars(button, { dx: `${dx}px`, dy: `${dy}px` });
      this.#hover(moved);
    };
    /** @param {PointerEvent} up */
    const end = (up) => {
      button.removeEventListener("pointermove", move);
      button.removeEventListener("pointerup", end);
      button.removeEventListener("pointercancel", end);
      if (!this.dragged) return;
      button.classList.remove("dragged");
      setVars(button, { dx: "0px", dy: "0px" });
      this.#unhover();
      if (up.type === "pointerup") this.#drop(id, up);
      // The click that follows belongs to the drag.
      window.setTimeout(() => { this.dragged = false; }, 0);
    };
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
  }

  /** What lies under the pointer: a board, the discards, or a place in the hand. @param {PointerEvent} at */
  #under(at) {
    const element = document.elementFromPoint(at.clientX, at.clientY);
    const team = [...this.boards].find(([, board]) => board.element.contains(element))?.[0];
    return { team, discards: this.discards.contains(element), hand: this.hand.element.contains(element) };
  }

  /** @param {PointerEvent} at */
  #hover(at) {
    const { team, discards } = this.#under(at);
    this.#unhover();
    if (team !== undefined) this.#board(team).element.classList.add("over");
    this.discards.classList.toggle("over", discards);
  }

  #unhover() { for (const element of this.element.querySelectorAll(".over")) element.classList.remove("over"); }

  /** @param {number} id @param {PointerEvent} at */
  #drop(id, at) {
    const { team, discards, hand } = this.#under(at);
    const kind = this.chosenKind;
    if (discards && kind) this.#useDiscards();
    else if (team !== undefined && this.#layOn(team)) return;
    else if (hand) {
      const to = [...this.hand.cards.children].filter((one) => one.getAttribute("data-held") !== String(id)).filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left + box.width / 2 < at.clientX && box.top < at.clientY;
      }).length;
      this.hand.move(id, to);
      this.choose(null);
    } else if (this.chosen !== null) this.#explain(this.chosen);
  }

  // -- keys ----------------------------------------------------------------------------------------------------------

  /** Do what a key asks for; true where it did. @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && this.chosen !== null) {
      this.choose(null);
      return true;
    }
    if (event.key === "?") {
      this.session.showKeys();
      return true;
    }
    const digit = event.code.match(/^(?:Digit|Numpad)([1-9])$/)?.[1];
    if (digit) {
      const held = this.hand.at(Number(digit) - 1);
      if (held) this.#pick(held.id);
      return held !== undefined;
    }
    const act = /** @type {Record<string, () => void>} */ ({
      KeyD: () => { const give = this.chosenKind && this.#offers(this.chosenKind).find(({ discard }) => discard); if (give) this.play(give); },
      KeyC: () => this.#playMove("coup"),
      KeyN: () => this.#playMove("pass"),
      KeyP: () => this.#playMove("draw"),
      KeyT: () => this.#playMove("take"),
      KeyH: () => { if (this.session.alone) this.session.hint(); },
      KeyU: () => { if (this.session.alone) this.session.takeBack(); },
      KeyL: () => this.#showLog(),
      KeyS: () => this.session.showSheet(),
      KeyR: () => this.app.announce(this.words.hand(this.picture)),
      KeyB: () => this.app.announce(this.words.piles(this.picture)),
      KeyO: () => this.app.announce(this.words.scores(this.picture)),
    })[event.code];
    act?.();
    return act !== undefined;
  }

  // -- dialogs and hints ---------------------------------------------------------------------------------------------

  /** @param {string} text @param {string | null} kind the card that is recommended */
  showHint(text, kind) {
    this.hinted = kind;
    this.#draw(this.picture, false);
    const held = kind ? this.hand.held.find((one) => one.kind === kind) : undefined;
    if (held) {
      this.chosen = null;
      this.choose(held.id);
      this.bubble.append(h("p", { class: "advice" }, text));
    } else this.app.tell(text);
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

  #showLog() {
    const { picture } = this;
    openDialog(gettext("All moves of this deal"), h("ol", { class: "whole-log" }, movesOf(picture).map(({ text, seat }) => h("li", { class: seat === null ? "" : `team-${picture.teamOf(seat)}` }, text))), { class: "log-dialog" });
  }

  #toggleSound() {
    this.app.memory.set("sound", !this.app.memory.get("sound"));
    this.#showSound();
    wakeSound();
    playSound("turn");
  }

  #showSound() {
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

/** The clause is shown as a chip of its own. @param {string} text @param {string} clause */
function withoutClause(text, clause) { return clause ? text.replace(new RegExp(`\\s*\\(${clause}\\)`), "") : text; }

/** @param {string} clause */
function clauseChip(clause) { return clause ? h("a", { class: "chip", href: `/rules#${clause}`, target: "_blank", rel: "noopener" }, clause) : null; }

export { offersWithoutCard };
