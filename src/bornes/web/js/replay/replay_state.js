/** A finished deal, move by move: what the table looked like after each of them, with all hands open. */
import { TableState } from "../table/table_state.js";
import { labelled } from "../core/text.js";

/** @typedef {import("../table/table_state.js").TableEvent} TableEvent */
/** @typedef {import("../table/table_state.js").Sheet} Sheet */
/**
 * @typedef {object} Frame a move, and all that it brought about
 * @property {string} move in notation
 * @property {number} seat
 * @property {string} text in words: “lay Stop on Bob”
 * @property {TableEvent[]} events
 * @property {number[]} [race]
 */
/**
 * @typedef {object} Replay what the server says of a finished deal
 * @property {string} edition
 * @property {number} players
 * @property {number} teams
 * @property {Record<string, any>} rules
 * @property {string[]} names of the players, by seat
 * @property {number} game
 * @property {number} deal
 * @property {number} [deals] how many deals of the game are over
 * @property {number[]} totals_before
 * @property {number[]} totals
 * @property {{ events: TableEvent[], race?: number[] }} start
 * @property {Frame[]} steps
 * @property {Sheet} sheet
 */
/** @typedef {{ did: string, consequence: string }} Told what a move did, and what followed from it, in sentences */

/** A table that is looked at from one team's side, though nobody sits there: everybody keeps their name. */
export class OpenTableState extends TableState {
  /** @param {number | null} side */
  constructor(side) {
    super();
    this.side = side;
    /** @type {string[][]} */
    this.hands = [];
  }

  /** @override */
  get teams() {
    return super.teams.map((team) => ({ ...team, mine: team.index === this.side }));
  }
}

export class ReplayState {
  /** @param {Replay} replay @param {number | null} seat of who looks, where they sat at the table */
  constructor(replay, seat) {
    this.replay = replay;
    this.side = seat === null ? null : this.teamOf(seat);
    /** @type {OpenTableState | null} the table as it was last asked for, and after how many moves */
    this.known = null;
    this.knownStep = 0;
    /** @type {number[][] | null} */
    this.race = null;
  }

  /** How many moves were made. */
  get length() {
    return this.replay.steps.length;
  }
  get teams() {
    return this.replay.teams;
  }

  /** The move that led to a step; none to the first. @param {number} step */
  frame(step) {
    return this.replay.steps[step - 1] ?? null;
  }

  /** Partners sit opposite each other. @param {number} seat */
  teamOf(seat) {
    return seat % this.replay.teams;
  }
  /** @param {number} seat */
  nameOf(seat) {
    return this.replay.names[seat] ?? "";
  }
  /** @param {number} team */
  teamName(team) {
    return this.replay.names.filter((_, seat) => this.teamOf(seat) === team).join(" · ");
  }

  /**
   * Tell the move that led to a step, apart from what came of it: the next turn, and what was drawn.
   * @param {number} step
   * @returns {Told}
   */
  told(step) {
    const frame = this.frame(step);
    if (!frame) return { did: sentences(this.replay.start.events), consequence: "" };
    const turn = frame.events.findIndex(({ event }) => event === "TurnBegan");
    const end = turn < 0 ? frame.events.length : turn;
    const did = sentences(frame.events.slice(0, end)) || labelled(this.nameOf(frame.seat), frame.text);
    return { did, consequence: sentences(frame.events.slice(end)) };
  }

  /** Return the table after so many moves. @param {number} step */
  pictureAt(step) {
    let picture = this.known;
    let from = this.knownStep;
    if (!picture || from > step) {
      picture = this.#beginning();
      from = 0;
    }
    for (const frame of this.replay.steps.slice(from, step)) follow(picture, frame);
    this.known = picture;
    this.knownStep = step;
    return picture;
  }

  /** How far each team was after each move, as a part of the whole way. @returns {number[][]} */
  get places() {
    if (this.race) return this.race;
    const picture = this.#beginning();
    const race = [picture.places.slice()];
    for (const frame of this.replay.steps) {
      follow(picture, frame);
      race.push(picture.places.slice());
    }
    const furthest = Math.max(picture.target, ...race.flat());
    this.race = race.map((places) => places.map((place) => place / furthest));
    return this.race;
  }

  /** The table when the cards were dealt. */
  #beginning() {
    const { replay } = this;
    const picture = new OpenTableState(this.side);
    const seats = replay.names.map((name, seat) => ({
      kind: /** @type {const} */ ("person"),
      name,
      bot: null,
      team: this.teamOf(seat),
      autopilot: false,
      ready: false,
    }));
    picture.info = {
      id: "",
      edition: replay.edition,
      players: replay.players,
      teams: replay.teams,
      house_rules: {},
      rules: replay.rules,
      seats,
      acting_host: 0,
      host: 0,
      newcomers: false,
      spectators: false,
      pace: { decision: null, window: null, bots: 0 },
      game: replay.game,
      deal: replay.deal,
      totals: replay.totals_before,
      sheets: [],
      commitment: "",
      deal_commitment: "",
      scheme: "",
      seeds: [],
      deal_seeds: [],
      over: false,
      winner: null,
      is_last_deal: false,
    };
    picture.totals = [...replay.totals_before];
    for (const event of replay.start.events) picture.happen(event);
    picture.race = replay.start.race ?? null;
    return picture;
  }
}

/** @param {OpenTableState} picture @param {Frame} frame */
function follow(picture, frame) {
  for (const event of frame.events) picture.happen(event);
  if (frame.race) picture.race = frame.race;
}

/** @param {readonly TableEvent[]} events */
const sentences = (events) => events.flatMap(({ text }) => (text ? [text] : [])).join(" ");
