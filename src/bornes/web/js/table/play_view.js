/** The table while a deal is played: what is drawn, and when. */
import { Board, openLargeBoard } from "../components/board.js";
import { DrawPiles } from "../components/draw_piles.js";
import { map, wordmark } from "../components/illustrations.js";
import { RaceRoad } from "../components/race_road.js";
import { fill, h, setAttribute, setText, show } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { wakeSound } from "../core/sound.js";
import { capital } from "../core/text.js";
import { Announcements, toolButton } from "./announcements.js";
import { AnswerPanel } from "./answer_panel.js";
import { CardAnimation } from "./card_animation.js";
import { CardDrag } from "./card_drag.js";
import { CardMenu } from "./card_menu.js";
import { CardSelection } from "./card_selection.js";
import { Hand } from "./hand.js";
import { actionFor } from "./keyboard.js";
import { SidePanel } from "./side_panel.js";
import { goalOf } from "./table_state.js";
import { noteFor, whoseTurn, windowText } from "./turn_text.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("./table_state.js").TableEvent} TableEvent */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../router.js").App} App */
/** @typedef {import("./session.js").TableSession} TableSession */
/** @typedef {{ showSheet: () => void, showMenu: () => void, showKeys: () => void }} TableDialogs */

export class PlayView {
  /** @param {TableSession} session @param {TableDialogs} dialogs @param {EditionInfo} edition @param {App} app */
  constructor(session, dialogs, edition, app) {
    this.session = session;
    this.dialogs = dialogs;
    this.edition = edition;
    this.app = app;
    /** Which deal is shown, so that a new one begins afresh. */
    this.deal = "";
    /** @type {Map<number, Board>} */
    this.boards = new Map();
    /** @type {Map<number, string>} what each board shows */
    this.looks = new Map();
    /** @type {RaceRoad | null} */
    this.road = null;
    /** @type {number | null} until when the fuse burns that is shown */
    this.burning = null;
    /** Which frame will draw what stands around the cards; 0 for none. */
    this.later = 0;
    this.hand = new Hand(edition);
    this.bubble = new CardMenu((offer) => this.choosing.play(offer));
    this.answer = new AnswerPanel(
      (offer) => this.choosing.play(offer),
      () => this.session.takeWheel(),
    );
    this.hand.element.append(this.bubble.element, this.answer.element);
    this.announcements = new Announcements(this);
    this.side = new SidePanel(edition, () => this.announcements.showLog());
    this.stock = new DrawPiles(edition, {
      onDraw: () => this.choosing.playMove("draw"),
      onDiscards: () => this.choosing.useDiscards(),
    });
    this.others = h("section", { class: "others", aria: { label: gettext("The others") } });
    this.dealName = h("span");
    this.hint = toolButton("hint", gettext("Hint"), () => this.session.hint());
    this.undo = toolButton("undo", gettext("Undo"), () => this.session.takeBack());
    this.bar = h(
      "nav",
      { class: "bar", aria: { label: gettext("Menu") } },
      h("a", { href: "/", class: "home", aria: { label: gettext("Home") } }, wordmark()),
      h("p", null, h("b", { class: "cartouche" }, edition.title), " ", this.dealName),
      this.hint,
      this.undo,
      toolButton("sheet", capital(edition.terms["score_sheet"] ?? ""), () => this.dialogs.showSheet()),
      this.announcements.soundButton,
      toolButton("menu", gettext("Menu"), () => this.dialogs.showMenu()),
    );
    this.place = h("main", { class: "contents" });
    /** @type {HTMLElement} */
    this.element = h(
      "div",
      { class: "table" },
      map(),
      h(
        "button",
        { class: "skip", type: "button", on: { click: () => this.announcements.words.open() } },
        gettext("The table in words"),
      ),
      this.bar,
      this.place,
      this.announcements.moment.element,
    );
    this.element.addEventListener("click", (event) => this.#click(event));
    this.choosing = new CardSelection(this);
    this.flights = new CardAnimation(this);
    this.dragging = new CardDrag(this, this.choosing);
    // A phone is turned, a window drawn larger.
    new ResizeObserver(() => this.choosing.standBubble()).observe(this.hand.element);
    /** Brings the board up to date that is opened large. */
    this.drawLarge = () => {};
    this.announcements.showSound();
  }

  get picture() {
    return this.session.picture;
  }
  /** The card of the hand that is on its way. */
  get sent() {
    return this.choosing.sent;
  }

  // -- drawing --------------------------------------------------------------------------------------------------------

  /** Make what depends on the number of teams; a table keeps it for the whole game. @param {TableState} picture */
  #seat(picture) {
    const count = picture.table.teams;
    if (this.boards.size === count) return;
    const mine = picture.myTeam ?? 0;
    this.boards.clear();
    this.looks.clear();
    this.road = new RaceRoad(this.edition, count);
    for (let step = 0; step < count; step += 1) {
      const team = (mine + step) % count;
      this.boards.set(
        team,
        new Board(this.edition, { mine: step === 0, onOpen: (/** @type {number} */ index) => this.#lookAt(index) }),
      );
    }
    fill(
      this.others,
      [...this.boards].slice(1).map(([, board]) => board.element),
    );
    fill(
      this.place,
      h("h1", { class: "unseen" }, gettext("Table")),
      this.announcements.words.element,
      this.road.element,
      this.others,
      this.#board(mine).element,
      this.stock.element,
      this.side.element,
      this.hand.element,
    );
    setAttribute(this.element, "data-teams", count);
    setAttribute(this.element, "data-seats", picture.table.players);
  }

  /** @param {number} team @returns {Board} */
  #board(team) {
    return /** @type {Board} */ (this.boards.get(team));
  }

  /**
   * Show how things stand, and let what happened be seen happening.
   * @param {TableState} picture @param {TableEvent[]} events @param {boolean} whole whether everything may have changed
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
    this.announcements.listen(picture, events, whole);
  }

  /**
   * Draw the cards, and everything that somebody to play may touch.
   * @param {TableState} picture @param {number | null} [played] the card that was on its way
   */
  #draw(picture, played = null) {
    const { choosing } = this;
    const focused = this.#focused();
    this.#drawBoards(picture);
    this.hand.update(picture.hand, {
      asked: picture.question !== null,
      playable: (kind) => choosing.isPlayable(kind),
      sent: choosing.sent,
      played,
      hinted: choosing.hinted?.card ?? null,
      deal: `${picture.table.id}/${this.deal}`,
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
    const at = cards.findIndex(
      (one) =>
        one.contains(activeElement) ||
        (!this.hand.cards.contains(activeElement) && one.getAttribute("data-held") === meant),
    );
    return { at: Math.max(0, at), on: /** @type {Element} */ (activeElement) };
  }

  /**
   * Who plays by keys stays in the hand when the card is gone, or the button.
   * @param {{ at: number, on: Element } | null} focused
   */
  #keepFocus(focused) {
    if (!focused || (focused.on.isConnected && !focused.on.closest("[hidden], :disabled"))) return;
    const next = this.hand.cards.children[Math.min(focused.at, this.hand.cards.childElementCount - 1)];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** Draw what stands around the cards in the frame after theirs, so that neither has to wait long for the other. */
  #drawAroundSoon() {
    if (document.visibilityState === "hidden") this.#drawAround();
    else if (!this.later)
      this.later = requestAnimationFrame(() => {
        this.later = requestAnimationFrame(() => this.#drawAround());
      });
  }

  #drawAround() {
    cancelAnimationFrame(this.later);
    this.later = 0;
    const { picture, edition } = this;
    const whose = whoseTurn(picture);
    this.flights.noteCars(picture);
    this.road?.update(picture);
    const deal = `${capital(edition.terms["deal"] ?? "")} ${picture.table.deal}`;
    setText(this.dealName, picture.table.is_last_deal ? gettext("{deal}, the last one here", { deal }) : deal);
    this.side.update(picture, { thinking: whose, note: noteFor(picture), mine: picture.question !== null });
    this.tick();
    this.announcements.followLog();
    this.drawLarge();
    this.announcements.tellInWords(picture, whose);
    this.flights.begin();
  }

  /**
   * Bring those boards up to date where something has changed: most moves change one or two.
   * @param {TableState} picture
   */
  #drawBoards(picture) {
    const { seats } = picture;
    const turn = picture.playing ? (picture.decides ?? picture.turn) : null;
    for (const team of picture.teams) {
      const active = turn !== null && team.seats.includes(turn) ? turn : null;
      const looks = JSON.stringify([
        team,
        active,
        team.seats.map((seat) => [seats[seat]?.autopilot, seats[seat]?.here]),
      ]);
      if (this.looks.get(team.index) === looks) continue;
      this.looks.set(team.index, looks);
      this.#board(team.index).update(team, { active, seats, goal: goalOf(picture.table, this.edition) });
    }
  }

  /** Light the fuse of a window, once. @param {TableState} picture */
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

  /** @param {MouseEvent} event */
  #click(event) {
    wakeSound();
    this.choosing.click(event, this.dragging.active);
  }

  /** Let everything that may be touched be drawn again: something was chosen or sent. */
  redraw() {
    this.#draw(this.picture);
  }

  /** Do what a key asks for; true where it did. @param {KeyboardEvent} event */
  key(event) {
    const act = actionFor(event, this);
    act?.();
    return act !== null;
  }

  // -- dialogs --------------------------------------------------------------------------------------------------------

  /** @param {number} index */
  #lookAt(index) {
    // A second click on a button that is gone by now falls on the board behind it.
    if (this.choosing.layOn(index) || this.choosing.hasJustPlayed) return;
    const close = () => {
      dialog.remove();
      this.drawLarge = () => {};
    };
    const dialog = h("dialog", {
      class: "sheet-up board-large",
      on: {
        close,
        click: (/** @type {MouseEvent} */ event) => {
          if (event.target === dialog) dialog.close();
        },
      },
    });
    document.body.append(dialog);
    let looks = "";
    const draw = (/** @type {number} */ at) => {
      const {
        picture: { teams, target },
        edition,
      } = this;
      const team = teams[at],
        now = `${at} ${this.looks.get(at)}`;
      this.drawLarge = () => draw(at);
      if (!team || now === looks) return;
      looks = now;
      openLargeBoard(dialog, team, { edition, teams, target, onOpen: draw });
    };
    draw(index);
  }
}
