/**
 * The card that is chosen, what it may do, and how it is played: by a click, a key, a drop or a button of the bubble.
 */
import { familyOf } from "../components/card.js";
import { gettext } from "../core/i18n.js";
import { capital } from "../core/text.js";
import { cautionFor } from "./costly_move_dialog.js";
import { ask } from "../components/dialogs.js";

/** @typedef {import("./table_state.js").Offer} Offer */
/** @typedef {import("./table_state.js").TableState} TableState */
/**
 * What choosing needs of a table.
 * @typedef {object} Played
 * @property {TableState} picture
 * @property {HTMLElement} element
 * @property {import("../core/http_api.js").EditionInfo} edition
 * @property {import("../router.js").App} app
 * @property {import("./session.js").TableSession} session
 * @property {import("./hand.js").Hand} hand
 * @property {import("../components/draw_piles.js").DrawPiles} stock
 * @property {import("./card_menu.js").CardMenu} bubble
 * @property {Map<number, import("../components/board.js").Board>} boards
 * @property {() => void} redraw
 */

/**
 * A question that is so young, in milliseconds, nobody has read, nor what came after a move: what is pressed then was
 * meant for the one before.
 */
const UNREAD = 400;

/** Say whether a move puts its card on the discards. @param {Offer} offer */
const isGiven = ({ discard, move }) => discard === true || move.startsWith("~");

export class CardSelection {
  /** @param {Played} table */
  constructor(table) {
    this.table = table;
    /** @type {number | null} the id of the card in the hand that is chosen */
    this.chosen = null;
    /** The message whose question was answered: until the next one nothing more is sent. @type {number | null} */
    this.answered = null;
    /** @type {number | null} the message whose question is shown */
    this.asked = null;
    this.askedSince = 0;
    this.playedAt = -UNREAD;
    /** What asks before a slip is made. @type {HTMLDialogElement | null} */
    this.caution = null;
    /** @type {number | null} the card that is on its way */
    this.sent = null;
    /** @type {{ card: string | null, text: string } | null} what a hint recommends */
    this.hinted = null;
  }

  /** Whether what is clicked now was meant for what stood there a moment ago, before a move was made. */
  get hasJustPlayed() {
    return performance.now() - this.playedAt < UNREAD;
  }

  get locked() {
    return this.answered !== null && this.answered === this.table.picture.asked;
  }

  /**
   * Take in what has become of the question; return the card that was on its way.
   * @param {TableState} picture
   * @param {boolean} anew whether everything may have changed
   * @param {boolean} fresh whether a new deal has begun
   */
  follow(picture, anew, fresh) {
    const played = this.sent;
    if (anew || picture.asked === null || picture.asked !== this.answered) this.sent = null;
    if (picture.asked !== this.answered) this.answered = null;
    if (picture.asked !== this.asked) {
      [this.asked, this.askedSince] = [picture.asked, performance.now()];
      this.caution?.close(); // the clock or another tab has decided
    }
    if (fresh || picture.question === null) this.hinted = null;
    return played;
  }

  /** Show which card is chosen, where it may go and what is said of it; a card that is gone is chosen no more. */
  show() {
    if (this.chosenKind === null) this.chosen = null;
    this.table.hand.mark(this.chosen);
    this.#aim();
    this.#say();
  }

  /** Say whether something other than a discard may be done with a card. @param {string} kind */
  isPlayable(kind) {
    return this.#offers(kind).some(({ discard }) => !discard) || this.#isExchanging();
  }

  /** Return what may be done with a card of the hand. @param {string} kind @returns {Offer[]} */
  #offers(kind) {
    return this.table.picture.question?.moves.filter(({ card: of }) => of === kind) ?? [];
  }

  /** What may be done with the card that is chosen. */
  get #chosenOffers() {
    return this.chosenKind ? this.#offers(this.chosenKind) : [];
  }

  /** The move that puts the chosen card on the discards: it is thrown away, or exchanged. */
  get #giving() {
    return this.#chosenOffers.find(isGiven);
  }

  #isExchanging() {
    return ["draw", "exchange"].includes(this.table.picture.question?.phase ?? "");
  }

  /** Choose a card, or none; the chosen one again is given back. @param {number | null} id */
  choose(id) {
    this.chosen = id === this.chosen ? null : id;
    this.show();
  }

  get chosenKind() {
    return this.table.hand.held.find(({ id }) => id === this.chosen)?.kind ?? null;
  }

  /** Light up where the chosen card may go. */
  #aim() {
    const offers = this.#chosenOffers;
    const teams = offers.filter((offer) => !isGiven(offer)).map(({ team }) => team ?? this.table.picture.myTeam);
    for (const [index, board] of this.table.boards) board.element.classList.toggle("target", teams.includes(index));
    this.table.element.classList.toggle("aiming", teams.length > 0);
    this.table.stock.update(this.table.picture, offers.some(isGiven));
  }

  /** Say what the chosen card may do, or why it may not; nothing where none is chosen. */
  #say() {
    const { question } = this.table.picture;
    const kind = this.chosenKind,
      button = this.chosen === null ? null : this.table.hand.button(this.chosen);
    if (kind === null || !button || button.classList.contains("dragged")) {
      this.table.bubble.hush();
      return;
    }
    const name =
      familyOf(kind) === "distance" ? `${kind} ${this.table.edition.unit}` : (this.table.edition.cards[kind] ?? kind);
    const offers = this.#chosenOffers;
    this.table.bubble.say(name, {
      // Who may exchange a card need not hear why it cannot be laid before something was drawn.
      offers,
      reasons:
        offers.length && this.#isExchanging()
          ? []
          : (question?.blocked.find(({ card: of }) => of === kind)?.reasons ?? []),
      otherwise: question ? null : gettext("It is not your turn."),
      advice: this.hinted?.card === kind ? this.hinted.text : null,
    });
    this.standBubble();
  }

  /** Let what is said stand above the chosen card, wherever that lies now. */
  standBubble() {
    const button = this.chosen === null ? null : this.table.hand.button(this.chosen);
    if (button && !this.table.bubble.element.hidden)
      this.table.bubble.standAbove(button, this.table.hand.element, this.table.stock.element);
  }

  /**
   * Make a move, unless the question was answered already; a slip that hurts is asked about first.
   * @param {Offer} offer
   */
  async play(offer) {
    const { asked, question } = this.table.picture;
    if (asked === null || this.locked || !question?.moves.some(({ move }) => move === offer.move)) return;
    const caution = cautionFor(this.table.picture, offer);
    if (caution && !this.table.app.memory.get("trusted").includes(caution.name)) {
      const answer = ask(capital(offer.text), caution.text, capital(offer.text), true);
      this.caution = document.querySelector("dialog.asking[open]");
      const { yes, always } = await answer;
      this.caution = null;
      if (!yes || this.table.picture.asked !== asked) return;
      if (always) this.table.app.memory.set("trusted", [...this.table.app.memory.get("trusted"), caution.name]);
    }
    if (this.locked) return;
    this.answered = asked;
    this.playedAt = performance.now();
    this.sent = offer.card
      ? this.chosenKind === offer.card
        ? this.chosen
        : (this.table.hand.held.find(({ kind }) => kind === offer.card)?.id ?? null)
      : null;
    this.chosen = null;
    this.hinted = null;
    this.table.redraw();
    const answer = await this.table.session.send({ command: "Play", move: offer.move, question_number: asked });
    if (answer.type === "refused") {
      this.answered = this.answered === asked ? null : this.answered;
      this.sent = null;
      this.table.redraw();
      if (answer.why.refusal !== "TooLate") this.table.app.tell(answer.text);
    }
  }

  /** Make a move that is offered; what is not offered is passed over. @param {string} move */
  playMove(move) {
    const offer = this.table.picture.question?.moves.find((one) => one.move === move);
    if (offer) this.play(offer);
  }

  /** Put the chosen card on the discards, where it may be; true where it may. */
  discard() {
    const offer = this.#giving;
    if (offer) this.play(offer);
    return offer !== undefined;
  }

  /** Put the chosen card on the discards, or take their top one. */
  useDiscards() {
    if (!this.discard()) this.playMove("take");
  }

  /** Play the chosen card on a team; true where it may be. @param {number} team */
  layOn(team) {
    const offer = this.#chosenOffers.find((one) => !isGiven(one) && (one.team ?? this.table.picture.myTeam) === team);
    if (offer) this.play(offer);
    return offer !== undefined;
  }

  /** Choose a card; chosen again, it is played where it can go to one place only. @param {number} id */
  pick(id) {
    const meantBefore = id === this.chosen && performance.now() - this.askedSince < UNREAD;
    if (this.locked || meantBefore) return;
    const offers = this.#chosenOffers.filter(({ discard }) => !discard);
    if (id === this.chosen && offers.length === 1) this.play(/** @type {Offer} */ (offers[0]));
    else this.choose(id);
  }

  /**
   * Take a click on a card, or on a board that may take the chosen one.
   * @param {MouseEvent} event
   * @param {boolean} dragged whether the click only ends a drag
   */
  click(event, dragged) {
    const target = /** @type {Element} */ (event.target);
    const held = /** @type {HTMLElement | null} */ (target.closest(".held"));
    const board = target.closest(".team.target");
    if (held) {
      if (!dragged) this.pick(Number(held.dataset["held"]));
    } else if (board) {
      const team = [...this.table.boards].find(([, { element }]) => element === board)?.[0];
      if (team !== undefined && this.layOn(team)) {
        event.preventDefault();
        event.stopPropagation();
      }
    }
  }

  /** Take note that a card is dragged. @param {number} id */
  lift(id) {
    if (this.chosen !== id) this.choose(id);
    this.table.bubble.hush();
  }

  /**
   * Do what it means that a card was dropped somewhere.
   * @param {number} id
   * @param {import("./card_drag.js").Target} on
   */
  drop(id, { team, discards, place }) {
    // Another one may have been chosen meanwhile, by a key or a hint; or the card is gone.
    if (!this.table.hand.button(id)) return;
    if (this.chosen !== id) this.choose(id);
    if (discards && this.discard()) return;
    if (team !== undefined && this.layOn(team)) return;
    if (place !== null) {
      this.table.hand.move(id, place);
      this.choose(null);
    } else this.#say();
  }

  /**
   * Show a hint: choose the card that it recommends, and say why.
   * @param {string} text
   * @param {string | null} kind the card
   */
  showHint(text, kind) {
    this.hinted = { card: kind, text };
    const held = kind ? this.table.hand.held.find((one) => one.kind === kind) : undefined;
    this.chosen = held?.id ?? null;
    this.table.redraw();
    if (!held) this.table.app.tell(text);
  }
}
