/**
 * What is known of a table: the fold of its messages, and nothing else.
 *
 * There are no rules in here. What may be done, and why something may not, comes with each question.
 * `tests/web/test_table_state.py` folds whole games and compares each step with the state that the server would send.
 */
import { gettext } from "../core/i18n.js";
import { DealState, emptyPiles } from "./deal_state.js";

/** @typedef {import("./deal_state.js").Piles} Piles */
/**
 * @typedef {{ kind: "person" | "bot" | "open", name: string, bot: string | null, team: number, autopilot: boolean, ready:
 *   boolean }} SeatInfo
 */
/** @typedef {{ move: string, text: string, card?: string, team?: number, discard?: boolean }} Offer */
/** @typedef {{ reason: string, clause: string, text: string }} Reason */
/** @typedef {{ phase: string, moves: Offer[], blocked: { card: string, reasons: Reason[] }[] }} Question */
/** @typedef {Record<string, number[]>} Sheet a row of figures, one for each team, by the row's name */
/** @typedef {{ event: string, text?: string, seat?: number, card?: string | null, [value: string]: any }} TableEvent */
/** @typedef {{ decision: number | null, window: number | null, bots: number }} Pace */
/**
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} edition
 * @property {number} players
 * @property {number} teams
 * @property {Record<string, unknown>} house_rules
 * @property {Record<string, any>} rules
 * @property {SeatInfo[]} seats
 * @property {number} acting_host
 * @property {number} host
 * @property {boolean} newcomers
 * @property {boolean} spectators
 * @property {Pace} pace
 * @property {number} game
 * @property {number} deal
 * @property {number[]} totals
 * @property {Sheet[]} sheets
 * @property {string} commitment
 * @property {string} deal_commitment
 * @property {string} scheme
 * @property {string[]} seeds of the next deal
 * @property {string[]} deal_seeds
 * @property {boolean} over
 * @property {number | null} winner
 * @property {boolean} is_last_deal whether this deal is the last one at this table
 */
/**
 * @typedef {object} StateMessage
 * @property {"state"} type @property {number | null} viewer @property {number} number @property {number} at
 * @property {TableInfo} table @property {any} view @property {TableEvent[]} [events] @property {number} [question_number]
 * @property {Question} [question] @property {{ deadline: number }} [clock] @property {number[]} [race]
 */
/**
 * @typedef {object} NewsMessage
 * @property {"update"} type
 * @property {number | null} viewer
 * @property {number} number
 * @property {number} at
 * @property {TableEvent[]} events
 * @property {number} [question_number]
 * @property {Question} [question]
 * @property {{ deadline: number }} [clock]
 * @property {number[]} [race]
 * @property {Sheet} [sheet]
 */
/**
 * @typedef {object} Team
 * @property {number} index
 * @property {number[]} seats
 * @property {string[]} names
 * @property {string} name
 * @property {Piles} piles
 * @property {number} miles
 * @property {number} at where the car stands, by what ends the race
 * @property {number} total its points before this deal
 * @property {boolean} leads
 * @property {boolean} mine
 */
/** @typedef {SeatInfo & { cards: number, here: boolean }} SeatState */
/** @typedef {{ number: number, seat: number | null, text: string, event: string }} LogLine */

/** Return how many points win a game, by the house rules too; 0 if a single deal is the game. @param {TableInfo} table @param {{ goal: number }} edition */
export const goalOf = ({ rules }, edition) => Number(rules["game_goal"] ?? edition.goal);

/** A message that cannot follow what was seen before it: the connection begins anew with a whole state. */
export class OutOfStep extends Error {}

export class TableState extends DealState {
  constructor() {
    super();
    /** @type {TableInfo | null} */
    this.info = null;
    /** The number of the last message. */
    this.number = 0;
    this.at = 0;
    /** @type {number[]} the points of each team before this deal; after it, with it */
    this.totals = [];
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
  }

  // -- what screens ask -----------------------------------------------------------------------------------------------

  /** The table as everybody sees it. */
  get table() {
    if (!this.info) throw new OutOfStep("the first message must carry the whole state");
    return this.info;
  }

  get edition() {
    return this.table.edition;
  }
  get over() {
    return this.table.over;
  }
  get myTeam() {
    return this.viewer === null ? null : this.teamOf(this.viewer);
  }

  /** Whether the viewer runs the table: as its host, or in place of one who is away. */
  get runs() {
    const { acting_host, host } = this.table;
    return (
      this.viewer !== null &&
      (acting_host === this.viewer ||
        firstPresent(
          host,
          this.seats.map((seat) => ({ ...seat, autopilot: seat.autopilot || !seat.here })),
        ) === this.viewer)
    );
  }

  /** @param {number} seat */
  teamOf(seat) {
    return /** @type {SeatInfo} */ (this.table.seats[seat]).team;
  }

  /** @returns {SeatState[]} */
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
        index,
        seats,
        names,
        name: names.join(" · "),
        piles: this.piles[index] ?? emptyPiles(),
        miles: this.miles(index),
        at: places[index] ?? 0,
        total,
        leads: furthest > 0 && places[index] === furthest,
        mine: index === this.myTeam,
      };
    });
  }

  /** Where each team stands, by what ends the race. */
  get places() {
    return this.race ?? this.totals.map((_, index) => this.miles(index));
  }

  /** What a player is called, by whoever looks on.
   * @param {number} seat */
  nameOf(seat) {
    return seat === this.viewer ? gettext("You") : /** @type {SeatInfo} */ (this.table.seats[seat]).name;
  }

  // -- messages -------------------------------------------------------------------------------------------------------

  /**
   * Take in the next message and return what it tells; one that was seen before tells nothing.
   * @param {StateMessage | NewsMessage} message @returns {TableEvent[]}
   */
  take(message) {
    if (message.type === "state") return this.#become(message);
    if (message.number <= this.number) return [];
    if (!this.info || message.number !== this.number + 1)
      throw new OutOfStep(`message ${message.number} cannot follow ${this.number}`);
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
    const another =
      !this.info || this.info.id !== table.id || this.info.deal !== table.deal || this.info.game !== table.game;
    this.viewer = message.viewer;
    this.showView(view, table);
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
    if (event.text && number > this.logged)
      this.log.push({ number, seat: event.seat ?? null, text: event.text, event: event.event });
    this.follow(event, this.table);
    EVENTS[event.event]?.(this, event);
    this.#change({ acting_host: firstPresent(this.table.host, this.table.seats) });
  }

  /**
   * Begin the log with all that was told up to a message; what came after it stays behind that, and what is still on
   * its way is not told twice.
   * @param {Omit<LogLine, "number">[]} told
   * @param {number} number of the last message whose sentences are in there
   */
  recall(told, number) {
    this.log = [...told.map((line) => ({ ...line, number })), ...this.log.filter((line) => line.number > number)];
    this.unread = false;
    this.logged = number;
  }

  /** @param {Partial<TableInfo>} values */
  #change(values) {
    this.info = { ...this.table, ...values };
  }

  /** @param {number} seat @param {Partial<SeatInfo>} values */
  changeSeat(seat, values) {
    this.#change({ seats: this.table.seats.map((one, at) => (at === seat ? { ...one, ...values } : one)) });
  }

  /** Note a player's part in the next shuffle; empty for none. @param {number} seat @param {string} seed */
  takeSeed(seat, seed) {
    this.#change({ seeds: this.table.seeds.map((one, at) => (at === seat ? seed : one)) });
  }

  /** @param {Partial<TableInfo>} values */
  change(values) {
    this.#change(values);
  }

  /** What players without a name of their own are called.
   * @param {number} seat @param {string} name */
  calledAt(seat, name) {
    return name === "" || name === `Player ${seat + 1}` ? gettext("Player {number}", { number: seat + 1 }) : name;
  }
}

/**
 * Return who runs a table: the opener, or while that one is away the next player to the left who is not.
 * @param {number} host @param {SeatInfo[]} seats
 */
function firstPresent(host, seats) {
  const people = seats.map((_, step) => (host + step) % seats.length).filter((seat) => seats[seat]?.kind === "person");
  return people.find((seat) => !seats[seat]?.autopilot) ?? people[0] ?? host;
}

/** @type {Record<string, (state: TableState, event: any) => void>} What each event changes of the table. */
const EVENTS = {
  DealOver(state, { scores }) {
    state.totals = state.totals.map((total, team) => total + scores[team]);
    state.change({ seats: state.table.seats.map((seat) => ({ ...seat, ready: seat.kind !== "person" })) });
  },
  PlayerJoined(state, { seat, name }) {
    const others = state.table.seats.some((one, at) => at !== seat && one.kind === "person");
    state.changeSeat(seat, {
      kind: "person",
      name: state.calledAt(seat, name),
      bot: null,
      autopilot: false,
      ready: false,
    });
    state.takeSeed(seat, "");
    if (!others) state.change({ host: seat });
  },
  BotJoined(state, { seat, bot }) {
    const was = /** @type {SeatInfo} */ (state.table.seats[seat]);
    state.changeSeat(seat, {
      kind: "bot",
      name: was.kind === "bot" ? was.name : state.calledAt(seat, ""),
      bot,
      autopilot: false,
      ready: true,
    });
    state.takeSeed(seat, "");
  },
  SeatVacated(state, { seat }) {
    state.takeSeed(seat, "");
    state.changeSeat(seat, {
      kind: "open",
      name: state.calledAt(seat, ""),
      bot: null,
      autopilot: false,
      ready: false,
    });
    const { seats, host } = state.table;
    if (seat === host) state.change({ host: firstPresent(seat, seats) });
  },
  SeatsSwapped(state, { seat, other_seat: other }) {
    const { seats, host } = state.table;
    const places = /** @type {Record<number, number>} */ ({ [seat]: other, [other]: seat });
    const moved = seats.map((one, at) => {
      const from = places[at];
      if (from === undefined) return one;
      const came = /** @type {SeatInfo} */ (seats[from]);
      const name = came.name === state.calledAt(from, "") ? "" : came.name;
      return { ...came, name: state.calledAt(at, name), team: one.team };
    });
    const seeds = state.table.seeds.map((_, at) => /** @type {string} */ (state.table.seeds[places[at] ?? at]));
    state.change({ seats: moved, seeds, host: places[host] ?? host });
  },
  PlayerRenamed(state, { seat, name }) {
    state.changeSeat(seat, { name: state.calledAt(seat, name) });
  },
  BotTookOver(state, { seat }) {
    state.changeSeat(seat, { autopilot: true });
  },
  PlayerReturned(state, { seat }) {
    state.changeSeat(seat, { autopilot: false });
  },
  PlayerReady(state, { seat }) {
    state.changeSeat(seat, { ready: true });
  },
  SeedAccepted(state, { seat, seed }) {
    state.takeSeed(seat, seed);
  },
  HostChanged(state, { seat }) {
    state.change({ host: seat });
  },
  AccessChanged(state, { newcomers, spectators }) {
    state.change({ newcomers, spectators });
  },
  PaceChanged(state, { decision, window, bots }) {
    state.change({ pace: { decision, window, bots } });
  },
  GameOver(state, { team }) {
    state.change({ over: true, winner: team });
  },
  DealStarted(state, { game, deal, commitment, seeds, next_commitment, is_last_deal }) {
    const { table } = state;
    const anew = game !== table.game || !state.dealt;
    if (anew) state.totals = state.totals.map(() => 0);
    state.change({
      game,
      deal,
      commitment: next_commitment,
      deal_commitment: commitment,
      seeds: table.seeds.map(() => ""),
      deal_seeds: seeds,
      over: false,
      winner: null,
      is_last_deal: Boolean(is_last_deal),
      sheets: game === table.game ? table.sheets : [],
      seats: table.seats.map((seat) => ({ ...seat, ready: false })),
    });
  },
};
