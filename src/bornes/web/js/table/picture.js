/**
 * What is known of a table: the fold of its messages, and nothing else.
 *
 * There are no rules in here.  An event says which card went where, and the picture puts it there; what may be done, and
 * why something may not, comes with each question.  `tests/web/test_picture.py` folds whole games and compares each step
 * with the state that the server would send.
 */
import { gettext } from "../words.js";

/** @typedef {{ battle: string[], speed: string[], distances: string[], safeties: string[], coups: string[] }} Piles what lies before a team, the top of each pile last */
/** @typedef {{ kind: "person" | "bot" | "open", name: string, bot: string | null, team: number, autopilot: boolean, ready: boolean }} SeatInfo */
/** @typedef {{ move: string, text: string, card?: string, team?: number, discard?: boolean }} Offer */
/** @typedef {{ reason: string, clause: string, text: string }} Reason */
/** @typedef {{ phase: string, moves: Offer[], blocked: { card: string, reasons: Reason[] }[] }} Question */
/** @typedef {Record<string, number[]>} Sheet a row of figures, one for each team, by the row's name */
/** @typedef {{ event: string, text?: string, seat?: number, card?: string | null, [value: string]: any }} TableEvent */
/** @typedef {{ decision: number | null, window: number | null, bots: number }} Pace */
/**
 * @typedef {object} TableInfo
 * @property {string} id @property {string} edition @property {number} players @property {number} teams
 * @property {Record<string, unknown>} house_rules @property {Record<string, any>} rules @property {SeatInfo[]} seats
 * @property {number} acting_host @property {number} host @property {boolean} newcomers @property {boolean} spectators
 * @property {Pace} pace @property {number} game @property {number} deal @property {number[]} totals @property {Sheet[]} sheets
 * @property {string} commitment @property {string} deal_commitment @property {string} scheme @property {string[]} seeds of the next deal @property {string[]} deal_seeds @property {boolean} over @property {number | null} winner
 * @property {boolean} last whether this deal is the last one at this table
 */
/**
 * @typedef {object} StateMessage
 * @property {"state"} type @property {number | null} viewer @property {number} number @property {number} at
 * @property {TableInfo} table @property {any} view @property {TableEvent[]} [events] @property {number} [question_number]
 * @property {Question} [question] @property {{ deadline: number }} [clock] @property {number[]} [race]
 */
/**
 * @typedef {object} NewsMessage
 * @property {"update"} type @property {number | null} viewer @property {number} number @property {number} at
 * @property {TableEvent[]} events @property {number} [question_number] @property {Question} [question] @property {{ deadline: number }} [clock]
 * @property {number[]} [race] @property {Sheet} [sheet]
 */
/** @typedef {{ attacker: number, target: number, hazard: string }} Window */
/**
 * @typedef {object} Team
 * @property {number} index @property {number[]} seats @property {string[]} names @property {string} name @property {Piles} piles
 * @property {number} miles @property {number} at where the car stands, by what ends the race @property {number} total its points before this deal
 * @property {boolean} leads @property {boolean} mine
 */
/** @typedef {SeatInfo & { cards: number, here: boolean }} SeatPicture */
/** @typedef {{ number: number, seat: number | null, text: string, event: string }} LogLine */

/** Cards in the order in which a hand is held. */
export const KINDS = [
  "25", "50", "75", "100", "200", "out-of-gas", "flat", "accident", "stop", "limit", "gas", "spare", "repair", "roll", "end", "tank", "proof", "ace", "priority",
];
const SAFETIES = ["tank", "proof", "ace", "priority"];
const SPEED = ["limit", "end"];
/** How long the trip is once it was made longer. */
const LONG_TRIP = 1000;

/** A message that cannot follow what was seen before it: the connection begins anew with a whole state. */
export class OutOfStep extends Error {}

export class Picture {
  constructor() {
    /** @type {TableInfo | null} */
    this.info = null;
    /** @type {number | null} */
    this.viewer = null;
    /** The number of the last message. */
    this.number = 0;
    this.at = 0;
    /** @type {string[]} the own hand, in order of kind */
    this.hand = [];
    /** @type {number[]} how many cards each seat holds */
    this.cards = [];
    /** @type {string[][] | null} every hand, where all cards are open: in a replay */
    this.hands = null;
    /** @type {Piles[]} */
    this.piles = [];
    this.drawPile = 0;
    /** @type {string[]} the top one last */
    this.discards = [];
    this.turn = 0;
    /** @type {number | null} who decides */
    this.decides = null;
    this.phase = "";
    /** @type {Window | null} the hazard that may be answered now */
    this.window = null;
    /** Where the race ends. */
    this.target = 0;
    /** @type {number | null} the team that made the trip longer */
    this.extendedBy = null;
    /** @type {string | null} how the deal ended */
    this.ending = null;
    /** @type {number | null} */
    this.completer = null;
    /** @type {number[]} the points of each team before this deal; after it, with it */
    this.totals = [];
    /** @type {number[] | null} where each team stands, where that is not its miles */
    this.race = null;
    /** @type {Question | null} */
    this.question = null;
    /** @type {number | null} the number of the message that asked */
    this.asked = null;
    /** @type {number | null} until when the decision may take, by the server's clock */
    this.until = null;
    /** @type {LogLine[]} what happened in this deal, in sentences */
    this.log = [];
    /** Whether sentences are missing there: a whole state has none, and who comes by one has to read them. */
    this.unread = false;
    /** The last message whose sentences were read like that, and stand in the log already. */
    this.logged = -1;
    /** @type {Set<number>} the seats of those who are connected */
    this.here = new Set();
    /** Whether a deal was begun at this table. */
    this.dealt = false;
  }

  // -- what screens ask ----------------------------------------------------------------------------------------------

  /** The table as everybody sees it. */
  get table() {
    if (!this.info) throw new OutOfStep("the first message must carry the whole state");
    return this.info;
  }

  get edition() { return this.table.edition; }
  get playing() { return this.dealt && this.ending === null; }
  get over() { return this.table.over; }
  get myTeam() { return this.viewer === null ? null : this.teamOf(this.viewer); }

  /** Whether the viewer runs the table: as its host, or in place of one who is away. */
  get runs() {
    const { acting_host, host } = this.table;
    return this.viewer !== null && (acting_host === this.viewer || firstPresent(host, this.seats.map((seat) => ({ ...seat, autopilot: seat.autopilot || !seat.here }))) === this.viewer);
  }

  /** @param {number} seat */
  teamOf(seat) { return /** @type {SeatInfo} */ (this.table.seats[seat]).team; }

  /** @returns {SeatPicture[]} */
  get seats() {
    return this.table.seats.map((seat, at) => ({ ...seat, cards: this.cards[at] ?? 0, here: this.here.has(at) }));
  }

  /** @returns {Team[]} */
  get teams() {
    const places = this.places;
    const furthest = Math.max(...places);
    return this.totals.map((total, index) => {
      const seats = this.table.seats.flatMap((seat, at) => (seat.team === index ? [at] : []));
      const names = seats.map((seat) => this.nameOf(seat));
      return {
        index, seats, names, name: names.join(" · "), piles: this.piles[index] ?? emptyPiles(), miles: this.miles(index),
        at: places[index] ?? 0, total, leads: furthest > 0 && places[index] === furthest, mine: index === this.myTeam,
      };
    });
  }

  /** Where each team stands, by what ends the race. */
  get places() { return this.race ?? this.totals.map((_, index) => this.miles(index)); }

  /** @param {number} team */
  miles(team) { return (this.piles[team]?.distances ?? []).reduce((sum, card) => sum + Number(card), 0); }

  /** What a player is called, by whoever looks on.
   * @param {number} seat */
  nameOf(seat) { return seat === this.viewer ? gettext("You") : /** @type {SeatInfo} */ (this.table.seats[seat]).name; }

  // -- messages ------------------------------------------------------------------------------------------------------

  /**
   * Take in the next message and return what it tells; one that was seen before tells nothing.
   * @param {StateMessage | NewsMessage} message @returns {TableEvent[]}
   */
  take(message) {
    if (message.type === "state") return this.#become(message);
    if (message.number <= this.number) return [];
    if (!this.info || message.number !== this.number + 1) throw new OutOfStep(`message ${message.number} cannot follow ${this.number}`);
    if (message.viewer !== this.viewer) throw new OutOfStep("a message to somebody else");
    for (const event of message.events) this.happen(event, message.number);
    this.#note(message);
    if (message.race) this.race = message.race;
    if (message.sheet) this.#change({ sheets: [...this.table.sheets, message.sheet] });
    if (message.question || message.question_number === undefined) this.question = message.question ?? null;
    return message.events;
  }

  /** @param {StateMessage} message */
  #become(message) {
    const { table, view } = message;
    const another = !this.info || this.info.id !== table.id || this.info.deal !== table.deal || this.info.game !== table.game;
    this.viewer = message.viewer;
    this.dealt = view !== null;
    this.hand = view ? sorted(view.hand) : [];
    this.cards = view ? [...view.hand_sizes] : table.seats.map(() => 0);
    this.piles = view ? view.tables.map(copyPiles) : table.totals.map(emptyPiles);
    this.drawPile = view?.draw_pile_size ?? 0;
    this.discards = view ? [...view.discards] : [];
    this.turn = view?.turn ?? 0;
    this.decides = view?.seat ?? null;
    this.phase = view?.phase ?? "";
    this.window = view?.window ?? null;
    this.target = view?.target ?? table.rules.target;
    this.extendedBy = view?.extended_by ?? null;
    this.ending = view?.ending ?? null;
    this.completer = view?.completer ?? null;
    this.totals = this.playing ? [...view.totals_before] : [...table.totals];
    if (this.totals.length !== table.teams) this.totals = Array(table.teams).fill(0);
    this.race = message.race ?? null;
    this.info = this.playing ? { ...table, sheets: table.sheets.slice(0, -1) } : table;
    this.question = message.question ?? null;
    const events = message.events ?? [];
    // What was taken back was told in sentences, too: the log is read anew.
    const undone = events.some(({ event }) => event === "MovesUndone");
    if (another || undone) this.log = [];
    if (another || undone || message.number !== this.number) this.unread = true;
    this.logged = -1;
    this.#note(message);
    return events;
  }

  /** @param {StateMessage | NewsMessage} message */
  #note(message) {
    this.number = message.number;
    this.at = message.at;
    this.asked = message.question_number ?? null;
    this.until = message.clock?.deadline ?? null;
  }

  /**
   * Take in what happened.
   * @param {TableEvent} event @param {number} [number] of the message that told it
   */
  happen(event, number = 0) {
    if (event.event === "DealStarted") {
      this.log = [];
      this.unread = false;
    }
    if (event.text && number > this.logged) this.log.push({ number, seat: event.seat ?? null, text: event.text, event: event.event });
    const follow = FOLLOW[event.event];
    if (follow) follow(this, event);
    this.#change({ acting_host: firstPresent(this.table.host, this.table.seats) });
  }

  /**
   * Begin the log with all that was told up to a message; what came after it stays behind that, and what is still on its way is not told twice.
   * @param {Omit<LogLine, "number">[]} told @param {number} number of the last message whose sentences are in there
   */
  recall(told, number) {
    this.log = [...told.map((line) => ({ ...line, number })), ...this.log.filter((line) => line.number > number)];
    this.unread = false;
    this.logged = number;
  }

  /** @param {Partial<TableInfo>} values */
  #change(values) { this.info = { ...this.table, ...values }; }

  /** @param {number} seat @param {Partial<SeatInfo>} values */
  changeSeat(seat, values) {
    this.#change({ seats: this.table.seats.map((one, at) => (at === seat ? { ...one, ...values } : one)) });
  }

  /** Note a player's part in the next shuffle; empty for none. @param {number} seat @param {string} seed */
  takeSeed(seat, seed) { this.#change({ seeds: this.table.seeds.map((one, at) => (at === seat ? seed : one)) }); }

  /** @param {Partial<TableInfo>} values */
  change(values) { this.#change(values); }

  /** @param {number} seat @param {string} card */
  gain(seat, card) {
    this.cards[seat] = (this.cards[seat] ?? 0) + 1;
    if (seat === this.viewer) this.hand = sorted([...this.hand, card]);
    if (this.hands && card) this.hands[seat] = sorted([...(this.hands[seat] ?? []), card]);
  }

  /** @param {number} seat @param {string} card */
  lose(seat, card) {
    this.cards[seat] = (this.cards[seat] ?? 0) - 1;
    if (seat === this.viewer) this.hand = without(this.hand, card);
    if (this.hands) this.hands[seat] = without(this.hands[seat] ?? [], card);
  }

  /** @param {number} team @param {string} card */
  lay(team, card) {
    const piles = /** @type {Piles} */ (this.piles[team]);
    if (!Number.isNaN(Number(card))) piles.distances.push(card);
    else if (SAFETIES.includes(card)) piles.safeties.push(card);
    else if (SPEED.includes(card)) piles.speed.push(card);
    else piles.battle.push(card);
  }

  /** What players without a name of their own are called.
   * @param {number} seat @param {string} name */
  calledAt(seat, name) {
    return name === "" || name === `Player ${seat + 1}` ? gettext("Player {number}", { number: seat + 1 }) : name;
  }
}

/** @returns {Piles} */
const emptyPiles = () => ({ battle: [], speed: [], distances: [], safeties: [], coups: [] });
/** @param {Piles} piles @returns {Piles} */
const copyPiles = ({ battle, speed, distances, safeties, coups }) => ({ battle: [...battle], speed: [...speed], distances: [...distances], safeties: [...safeties], coups: [...coups] });
/** @param {string[]} cards */
const sorted = (cards) => [...cards].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b));

/**
 * Return who runs a table: the opener, or while that one is away the next player to the left who is not.
 * @param {number} host @param {SeatInfo[]} seats
 */
function firstPresent(host, seats) {
  const people = seats.map((_, step) => (host + step) % seats.length).filter((seat) => seats[seat]?.kind === "person");
  return people.find((seat) => !seats[seat]?.autopilot) ?? people[0] ?? host;
}

/** @param {string[]} cards @param {string} card */
function without(cards, card) {
  const at = cards.indexOf(card);
  return at < 0 ? cards : [...cards.slice(0, at), ...cards.slice(at + 1)];
}

/** @type {Record<string, (picture: Picture, event: any) => void>} What each event changes. */
const FOLLOW = {
  // the deal
  Dealt(picture, { first, hands, draw_pile_size }) {
    const { seats, teams, rules } = picture.table;
    picture.dealt = true;
    picture.ending = picture.completer = picture.window = picture.extendedBy = null;
    picture.piles = Array.from({ length: teams }, emptyPiles);
    picture.cards = seats.map(() => rules.hand_size);
    if (picture.hands) picture.hands = hands.map((/** @type {string[]} */ hand) => sorted(hand));
    picture.hand = picture.viewer === null ? [] : sorted(hands[picture.viewer]);
    picture.drawPile = draw_pile_size;
    picture.discards = [];
    picture.turn = first;
    picture.target = rules.target;
    if (picture.race) picture.race = Array(teams).fill(0);
  },
  TurnBegan(picture, { seat }) { picture.turn = seat; },
  MoveRequested(picture, { seat, phase }) { picture.decides = seat; picture.phase = phase; },
  Drew(picture, { seat, card }) { picture.drawPile -= 1; picture.gain(seat, card); },
  TookDiscard(picture, { seat, card }) { picture.discards.pop(); picture.gain(seat, card); },
  ExchangedCard(picture, { seat, card }) { picture.lose(seat, card); picture.discards.push(card); },
  Discarded(picture, { seat, card }) { picture.lose(seat, card); picture.discards.push(card); },
  Laid(picture, { seat, card }) { picture.lose(seat, card); picture.lay(picture.teamOf(seat), card); },
  Remedied(picture, { seat, card }) { picture.lose(seat, card); picture.lay(picture.teamOf(seat), card); },
  Attacked(picture, { seat, card, team }) { picture.lose(seat, card); picture.lay(team, card); },
  WindowOpened(picture, { attacker, team, hazard }) {
    picture.window = { attacker, target: team, hazard };
    picture.phase = "react";
    picture.decides = null;
  },
  AnswerRequested(picture, { seat }) { picture.decides = seat; },
  Declined(picture) { picture.decides = null; },
  CoupFourre(picture, { seat, safety, hazard, discarded }) {
    const team = picture.teamOf(seat), piles = /** @type {Piles} */ (picture.piles[team]);
    picture.lose(seat, safety);
    piles.safeties.push(safety);
    piles.coups.push(safety);
    if (discarded) {
      (SPEED.includes(hazard) ? piles.speed : piles.battle).pop();
      picture.discards.push(hazard);
    }
  },
  WindowClosed(picture) { picture.window = null; },
  Extended(picture, { seat }) { picture.extendedBy = picture.teamOf(seat); picture.target = LONG_TRIP; },
  ShuffleNeeded(picture) { picture.decides = null; picture.phase = "chance"; },
  Reshuffled(picture, { cards }) { picture.drawPile = cards; picture.discards = []; },
  DealOver(picture, { ending, completer, scores }) {
    picture.ending = ending;
    picture.completer = completer;
    picture.decides = null;
    picture.phase = "over";
    picture.totals = picture.totals.map((total, team) => total + scores[team]);
    picture.change({ seats: picture.table.seats.map((seat) => ({ ...seat, ready: seat.kind !== "person" })) });
  },
  // the table
  PlayerJoined(picture, { seat, name }) {
    const others = picture.table.seats.some((one, at) => at !== seat && one.kind === "person");
    picture.changeSeat(seat, { kind: "person", name: picture.calledAt(seat, name), bot: null, autopilot: false, ready: false });
    picture.takeSeed(seat, "");
    if (!others) picture.change({ host: seat });
  },
  BotJoined(picture, { seat, bot }) {
    const was = /** @type {SeatInfo} */ (picture.table.seats[seat]);
    picture.changeSeat(seat, { kind: "bot", name: was.kind === "bot" ? was.name : picture.calledAt(seat, ""), bot, autopilot: false, ready: true });
    picture.takeSeed(seat, "");
  },
  SeatVacated(picture, { seat }) {
    picture.takeSeed(seat, "");
    picture.changeSeat(seat, { kind: "open", name: picture.calledAt(seat, ""), bot: null, autopilot: false, ready: false });
    const { seats, host } = picture.table;
    if (seat === host) picture.change({ host: firstPresent(seat, seats) });
  },
  SeatsSwapped(picture, { seat, other_seat: other }) {
    const { seats, host } = picture.table;
    const places = /** @type {Record<number, number>} */ ({ [seat]: other, [other]: seat });
    const moved = seats.map((one, at) => {
      const from = places[at];
      if (from === undefined) return one;
      const came = /** @type {SeatInfo} */ (seats[from]);
      const name = came.name === picture.calledAt(from, "") ? "" : came.name;
      return { ...came, name: picture.calledAt(at, name), team: one.team };
    });
    const seeds = picture.table.seeds.map((_, at) => /** @type {string} */ (picture.table.seeds[places[at] ?? at]));
    picture.change({ seats: moved, seeds, host: places[host] ?? host });
  },
  PlayerRenamed(picture, { seat, name }) { picture.changeSeat(seat, { name: picture.calledAt(seat, name) }); },
  BotTookOver(picture, { seat }) { picture.changeSeat(seat, { autopilot: true }); },
  PlayerReturned(picture, { seat }) { picture.changeSeat(seat, { autopilot: false }); },
  PlayerReady(picture, { seat }) { picture.changeSeat(seat, { ready: true }); },
  SeedAccepted(picture, { seat, seed }) { picture.takeSeed(seat, seed); },
  HostChanged(picture, { seat }) { picture.change({ host: seat }); },
  AccessChanged(picture, { newcomers, spectators }) { picture.change({ newcomers, spectators }); },
  PaceChanged(picture, { decision, window, bots }) { picture.change({ pace: { decision, window, bots } }); },
  GameOver(picture, { team }) { picture.change({ over: true, winner: team }); },
  DealStarted(picture, { game, deal, commitment, seeds, next_commitment, is_last_deal }) {
    const { table } = picture;
    const anew = game !== table.game || !picture.dealt;
    if (anew) picture.totals = picture.totals.map(() => 0);
    picture.change({
      game, deal, commitment: next_commitment, deal_commitment: commitment, seeds: table.seeds.map(() => ""), deal_seeds: seeds, over: false, winner: null, last: Boolean(is_last_deal),
      sheets: game === table.game ? table.sheets : [], seats: table.seats.map((seat) => ({ ...seat, ready: false })),
    });
  },
};
