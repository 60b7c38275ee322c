/** A finished deal, move by move: what the table looked like after each of them, with all hands open. */
import { Picture } from "../table/picture.js";

/** @typedef {import("../table/picture.js").TableEvent} TableEvent */
/** @typedef {import("../table/picture.js").SeatInfo} SeatInfo */
/** @typedef {import("../table/picture.js").Sheet} Sheet */
/**
 * @typedef {object} Frame a move, and all that it brought about
 * @property {string} move in notation @property {number} seat @property {string} text in words @property {TableEvent[]} events @property {number[]} [race]
 */
/**
 * @typedef {object} Replay what the server says of a finished deal
 * @property {string} edition @property {number} players @property {number} teams @property {Record<string, any>} rules
 * @property {Partial<SeatInfo>[]} seats @property {number} game @property {number} deal @property {number} deals how many deals of the game are over
 * @property {number[]} totals_before @property {{ events: TableEvent[] }} start @property {Frame[]} frames @property {Sheet} [sheet]
 */

/** A table that is looked at from one team's side, though nobody sits there: everybody keeps their name. */
export class OpenPicture extends Picture {
  /** @param {number | null} side */
  constructor(side) {
    super();
    this.side = side;
    /** @type {string[][]} */
    this.hands = [];
  }

  /** @override */
  get teams() { return super.teams.map((team) => ({ ...team, mine: team.index === this.side })); }
}

export class Story {
  /** @param {Replay} replay @param {number | null} seat of who looks, where they sat at the table */
  constructor(replay, seat) {
    this.replay = replay;
    this.side = seat === null ? null : replay.seats[seat]?.team ?? null;
    /** @type {OpenPicture | null} the table as it was last asked for, and after how many moves */
    this.known = null;
    this.knownStep = 0;
    /** @type {number[][] | null} */
    this.race = null;
  }

  /** How many moves were made. */
  get length() { return this.replay.frames.length; }
  get teams() { return this.replay.teams; }

  /** The move that led to a step; none to the first. @param {number} step */
  frame(step) { return this.replay.frames[step - 1] ?? null; }

  /** @param {number} seat */
  teamOf(seat) { return this.replay.seats[seat]?.team ?? 0; }
  /** @param {number} seat */
  nameOf(seat) { return this.replay.seats[seat]?.name ?? ""; }
  /** @param {number} team */
  teamName(team) { return this.replay.seats.filter((seat) => seat.team === team).map(({ name }) => name ?? "").join(" · "); }

  /** Return the table after so many moves. @param {number} step */
  pictureAt(step) {
    let picture = this.known;
    let from = this.knownStep;
    if (!picture || from > step) {
      picture = this.#beginning();
      from = 0;
    }
    for (const frame of this.replay.frames.slice(from, step)) follow(picture, frame);
    this.known = picture;
    this.knownStep = step;
    return picture;
  }

  /** How far each team was after each move, as a part of the whole way. @returns {number[][]} */
  get places() {
    if (this.race) return this.race;
    const picture = this.#beginning();
    const race = [picture.places.slice()];
    for (const frame of this.replay.frames) {
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
    const picture = new OpenPicture(this.side);
    const seats = replay.seats.map((seat) => ({ kind: /** @type {const} */ ("bot"), name: "", bot: null, team: 0, driven: false, ready: false, ...seat }));
    picture.info = {
      id: "", edition: replay.edition, players: replay.players, teams: replay.teams, house: {}, rules: replay.rules, seats, opener: 0, opened_by: 0, newcomers: false,
      spectators: false, pace: { decision: null, window: null, bots: 0 }, game: replay.game, deal: replay.deal, totals: replay.totals_before, sheets: [],
      commitment: "", deal_commitment: "", over: false, winner: null,
    };
    picture.totals = [...replay.totals_before];
    if (replay.rules["end_measure"] !== "miles") picture.race = replay.totals_before.map(() => 0);
    for (const event of replay.start.events) picture.happen(event);
    return picture;
  }
}

/** @param {OpenPicture} picture @param {Frame} frame */
function follow(picture, frame) {
  for (const event of frame.events) picture.happen(event);
  if (frame.race) picture.race = frame.race;
}
