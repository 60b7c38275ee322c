/**
 * What this browser observes of the shuffles while a game is played, so that the server cannot tell another story
 * afterwards: the promise before each deal, the own seed, the own cards, and every move that everyone sees. The proof
 * compares the record with it.
 *
 * Two statements of the server that contradict each other are reported at once. What an honest server can do is never
 * reported: a deal that began before the own seed came, a seed that another device replaced, moves that a person alone
 * took back. Such a deal is only weak.
 *
 * Messages are hostile input: whatever is in them, nothing is thrown, and what makes no sense agrees with no record.
 */
import { rulesOf, sameRules } from "./verify.js";
import { openMove } from "./card_trace.js";
import { newSeed, SCHEME, sealOf } from "./shuffle.js";
import { TableState } from "../table/table_state.js";
import { gettext } from "../core/i18n.js";

/** @typedef {import("./verify.js").Fault} Fault */
/** @typedef {import("./verify.js").Observed} Observed */
/** @typedef {import("./verify.js").ObservedDeal} ObservedDeal */
/** @typedef {import("./verify.js").TableRules} TableRules */
/** @typedef {{ game: number, deal: number, fault: Fault }} NotedFault */
/** @typedef {{ [name: string]: any }} Values values of a message, which can be anything */
/**
 * @typedef {object} Notes
 * @property {number | null} viewer
 * @property {number} number of the last message in this viewer's stream
 * @property {number} game
 * @property {number} deal the deal that is played, or the last one; the game is 0 before anything is known
 * @property {boolean} over whether the game is over
 * @property {string} promised the commitment of the next deal
 * @property {string} scheme of the table
 * @property {TableRules | null} rules of the table
 * @property {string} seed the own one for the next deal
 * @property {{ seed: string, sure: boolean } | null} claim the seed that the server has taken for this seat
 * @property {string[]} own the seeds that this browser sent since the promise of the next deal
 * @property {NotedFault[]} faults
 * @property {Record<string, ObservedDeal>} deals by game and deal
 */

/** Notes of more characters lose the oldest games first, then the moves of the oldest deals. */
const MAX_NOTES_LENGTH = 200_000;
/** @type {Fault[]} What breaks a promise of the scheme that this page knows. */
const SCHEME_FAULTS = ["other-commitment", "other-secret", "seats", "seed-missing"];
const MAX_OWN_SEEDS = 200;
const MAX_FAULTS = 50;
const MAX_HAND_LENGTH = 200;
const MAX_MOVES_PER_DEAL = 8000;
/** Long enough for every text that the proof compares. */
const MAX_TEXT_LENGTH = 200;

/**
 * Whether one person plays against bots, and can take moves back while nobody may look on. The doors are not asked:
 * another device of the player can close them and open them again.
 * @param {readonly { kind: string }[]} seats
 */
export const isAgainstBots = (seats) =>
  seats.filter(({ kind }) => kind === "person").length <= 1 && seats.every(({ kind }) => kind !== "open");

export class ShuffleLog {
  /**
   * @param {string} table
   * @param {{ warn?: (text: string) => void }} [page] `warn` shows what the player must know at once
   */
  constructor(table, { warn = () => {} } = {}) {
    this.warn = warn;
    this.key = `bornes.observations3.${table}`; // what older pages noted has not all rules
    /** @type {Notes} */
    this.notes = {
      viewer: null,
      number: 0,
      game: 0,
      deal: 0,
      over: false,
      promised: "",
      scheme: "",
      rules: null,
      seed: "",
      claim: null,
      own: [],
      faults: [],
      deals: {},
    };
    /** Whether the next state is the first of a connection. */
    this.connecting = true;
    /** Whether this browser is taking a move back. */
    this.undoing = false;
    /** Whether one person plays against bots, as the last message says. */
    this.solo = false;
    /** Who sits where, and the seed that the server has announced for each seat. @type {{ person: boolean, seed: string }[]} */
    this.seats = [];
    /** How often messages were missed. */
    this.gaps = 0;
    /**
     * What was announced since a seed was sent, by the seed. @type {Map<string, { gaps: number, announced: boolean,
     *   replaced: boolean, begun: string }>}
     */
    this.sent = new Map();
    /** What was written to the storage last. */
    this.kept = "";
    this.#recall();
  }

  /** Faults that were noticed while the game was played. @returns {readonly NotedFault[]} */
  get faults() {
    return this.notes.faults;
  }

  /** Note that a new connection begins: messages may have been missed. */
  reconnect() {
    this.connecting = true;
  }

  /** Return a seed to send for the next deal; the same one until that deal begins. */
  nextSeed() {
    const { notes } = this;
    notes.seed ||= newSeed();
    if (!notes.own.includes(notes.seed)) notes.own = [...notes.own, notes.seed].slice(-MAX_OWN_SEEDS);
    if (!this.sent.has(notes.seed))
      this.sent.set(notes.seed, { gaps: this.gaps, announced: false, replaced: false, begun: "" });
    this.#keep();
    return notes.seed;
  }

  /** Note that the server has carried a command out that brought a seed. @param {string} seed */
  acknowledge(seed) {
    const { notes } = this,
      sent = this.sent.get(seed);
    if (!sent || sent.announced || sent.replaced || notes.viewer === null) return;
    const missed = sent.gaps !== this.gaps;
    if (!sent.begun) {
      notes.claim = { seed, sure: !missed };
      if (!missed) this.#fault(notes.game + Number(notes.over), notes.over ? 1 : notes.deal + 1, "seed-missing");
    } else if (!missed) {
      const [game, deal] = sent.begun.split("/").map(Number);
      this.#fault(game, deal, "seed-missing");
    }
    this.#keep();
  }

  /** What was observed of a game. @param {number} game @returns {Observed} */
  of(game) {
    const { deals, faults, rules, scheme } = this.notes;
    const mine = Object.entries(deals).flatMap(([key, seen]) =>
      key.startsWith(`${game}/`) ? [[Number(key.split("/")[1]), seen]] : [],
    );
    const found = faults.filter((one) => one.game === game);
    // Nothing more was noted since: no game at this table is called fair.
    if (faults.length >= MAX_FAULTS && found.length === 0)
      found.push({ game, deal: Math.max(1, ...mine.map(([number]) => Number(number))), fault: "damaged" });
    const earlier = Object.entries(deals).flatMap(([key, seen]) =>
      Number(key.split("/")[0]) < game ? [seen.commitment] : [],
    );
    return {
      deals: Object.fromEntries(mine),
      faults: found,
      rules,
      scheme: this.notes.game === 0 ? null : scheme,
      earlier,
    };
  }

  /**
   * Take a message in.
   * @param {Values} message a state or news
   * @param {boolean} solo whether one person plays against bots, and can take moves back
   */
  see(message, solo) {
    const { notes } = this;
    try {
      this.solo = solo;
      if (message["type"] === "state") this.#takeState(message);
      else this.#takeNews(listOf(message["events"]));
      if (message["sheet"] && this.#present()?.scores?.join() !== pointsOfSheet(message["sheet"]).join())
        this.#fault(notes.game, notes.deal, "other-score");
      notes.viewer = seatOf(message["viewer"]);
      notes.number = countOf(message["number"]);
      const deal = this.#present();
      // Nobody takes the place of a bot while a deal is played.
      if (deal && !deal.over) deal.solo &&= solo;
    } catch (error) {
      console.warn(error);
      this.#fault(notes.game, notes.deal, "damaged");
    }
    this.#keep();
  }

  #present() {
    return this.notes.deals[`${this.notes.game}/${this.notes.deal}`];
  }

  // -- a whole state --------------------------------------------------------------------------------------------------

  /** @param {Values} state */
  #takeState(state) {
    const { notes } = this,
      table = state["table"] ?? {};
    const game = countOf(table["game"]),
      deal = countOf(table["deal"]),
      viewer = seatOf(state["viewer"]);
    const same = game === notes.game && deal === notes.deal,
      unseen = countOf(state["number"]) - notes.number;
    // The state stands for one message itself, unless it is the first of a connection: then that message is missing, or
    // it began the deal.
    const complete = unseen === 0 || (unseen === 1 && (!this.connecting || !same));
    const missed = notes.game === 0 || viewer !== notes.viewer || !complete;
    this.connecting = false;
    if (missed) this.gaps += 1;
    this.#takeTable(table, game, deal);
    // Unseen, another device may have sent another seed; and a player who must get ready again has been given the seat
    // anew, without a seed.
    if (missed && notes.claim)
      notes.claim =
        same && listOf(table["seats"])[viewer ?? -1]?.ready === true ? { ...notes.claim, sure: false } : null;
    if (same) this.#stay(table, game, deal);
    else this.#moveOn(table, game, deal, viewer, missed);
    const seeds = listOf(table["seeds"]);
    this.seats = listOf(table["seats"])
      .slice(0, 8)
      .map(({ kind }, at) => ({ person: kind === "person", seed: textOf(seeds[at]) }));
    const present = this.#present();
    if (!present) return;
    if (viewer !== present.seat) {
      // After a game players change seats: what was seen from the old one stays.
      present.gaps ||= !present.over;
      present.over ||= listOf(state["view"]?.events).at(-1)?.event === "DealOver";
      return;
    }
    const takenBack = listOf(state["events"]).some(({ event }) => event === "MovesUndone");
    this.#takeHistory(present, listOf(state["view"]?.events), takenBack, missed);
    if (state["view"] && !showsItsMoves(state)) this.#fault(game, deal, "other-move");
    if (present.over && table["over"] === true)
      present.won = { winner: seatOf(table["winner"]), totals: listOf(table["totals"]).map(pointsOf) };
    this.#takeSheets(table, listOf(state["view"]?.totals_before));
  }

  /** What never changes at a table. @param {Values} table @param {number} game @param {number} deal */
  #takeTable(table, game, deal) {
    const { notes } = this,
      rules = rulesOf(table),
      scheme = textOf(table["scheme"]);
    if (!rules || (notes.rules && !sameRules(notes.rules, rules))) this.#fault(game, deal, "other-rules");
    const goal = Number(table["rules"]?.game_goal);
    // A server that ends a game that nobody has won could cut again for who starts.
    if (table["over"] === true && goal > 0 && !listOf(table["totals"]).some((points) => points >= goal))
      this.#fault(game, deal, "deal-number");
    if (notes.game === 0) notes.scheme = scheme;
    if (notes.scheme !== scheme) this.#fault(game, deal, "unknown-scheme");
    notes.rules ??= rules;
  }

  /**
   * The points that a player sees are those of the deals.
   * @param {Values} table
   * @param {unknown[]} before what each team brought to the deal
   */
  #takeSheets(table, before) {
    const { game, deals, deal } = this.notes,
      sheets = listOf(table["sheets"]).map(pointsOfSheet);
    for (const [at, scores] of sheets.entries()) {
      const seen = deals[`${game}/${at + 1}`];
      if (seen?.over && seen.scores && seen.scores.join() !== scores.join()) this.#fault(game, at + 1, "other-score");
    }
    if (!areSums(listOf(table["totals"]), sheets) || !areSums(before, sheets.slice(0, -1)))
      this.#fault(game, deal, "other-score");
  }

  /**
   * The same deal as before: the promises are the same, too.
   * @param {Values} table
   * @param {number} game
   * @param {number} deal
   */
  #stay(table, game, deal) {
    const { notes } = this,
      present = this.#present(),
      over = table["over"] === true;
    if (textOf(table["commitment"]) !== notes.promised)
      this.#fault(game + Number(over), over ? 1 : deal + 1, "other-commitment");
    if (present && textOf(table["deal_commitment"]) !== present.commitment) this.#fault(game, deal, "other-commitment");
    const seeds = listOf(table["deal_seeds"]).map(textOf);
    if (present?.began && present.seeds.join() !== seeds.join()) this.#fault(game, deal, "seats");
    notes.over = over;
  }

  /**
   * Another deal than before.
   * @param {Values} table
   * @param {number} game
   * @param {number} deal
   * @param {number | null} viewer
   * @param {boolean} missed whether messages are missing in between
   */
  #moveOn(table, game, deal, viewer, missed) {
    const { notes } = this,
      known = notes.game > 0,
      left = this.#present();
    // Another device of the player may have taken moves back meanwhile, after the end of the deal too.
    if (missed && left?.solo) Object.assign(left, { gaps: true, scores: null, won: null });
    if (left) left.settled = true;
    const commitment = textOf(table["deal_commitment"]);
    // Unseen, the game may have ended with the deal that was left, or with a later one: then the promise was for another deal.
    const ended = notes.over || (missed && commitment === notes.promised);
    const follows = known && ended && game === notes.game + 1 && deal === 1;
    const next = known && ((game === notes.game && deal === notes.deal + 1) || follows);
    const back = game < notes.game || (game === notes.game && deal < notes.deal);
    // Only the first game has a time before its first deal.
    if (known && (back || deal === 0 || (!next && !missed))) this.#fault(game, deal, "deal-number");
    else if (known && !next) this.#skip(game, deal);
    if (next && commitment !== notes.promised) this.#fault(game, deal, "other-commitment");
    if (deal > 0)
      this.#open(game, deal, {
        ...UNSEEN,
        seat: viewer,
        commitment: next ? notes.promised : commitment,
        promised: next,
        claim: next ? notes.claim : null,
        own: next ? notes.own : [],
        solo: this.solo,
      });
    // The server has heard the seeds that were sent before this promise.
    Object.assign(notes, {
      game,
      deal,
      over: table["over"] === true,
      promised: textOf(table["commitment"]),
      seed: "",
      claim: null,
      own: [],
    });
  }

  /**
   * Deals were played that this browser has not seen: of the next one it knows the promise.
   * @param {number} game
   * @param {number} deal
   */
  #skip(game, deal) {
    const { notes } = this,
      same = game === notes.game;
    const missing = { ...UNSEEN, seat: notes.viewer, commitment: notes.promised, promised: true };
    if (same) this.#open(game, notes.deal + 1, missing);
    else if (notes.over) this.#open(notes.game + 1, 1, missing);
    this.warn(
      same && deal === notes.deal + 2
        ? gettext("Deal {deal} was played while this browser was not connected. It cannot check that deal.", {
            deal: deal - 1,
          })
        : gettext("Several deals were played while this browser was not connected. It cannot check them."),
    );
  }

  /**
   * Begin the notes of a deal; those of a deal that was noted before stay, as evidence.
   * @param {number} game
   * @param {number} deal
   * @param {ObservedDeal} seen
   */
  #open(game, deal, seen) {
    this.notes.deals[`${game}/${deal}`] ??= seen;
    for (const sent of this.sent.values()) sent.begun ||= `${game}/${deal}`;
    Object.assign(this.notes, { seed: "", claim: null, own: [] });
  }

  /**
   * Compare what led to a state with what was seen of it, and take it over.
   * @param {ObservedDeal} present @param {Values[]} events @param {boolean} takenBack @param {boolean} missed
   */
  #takeHistory(present, events, takenBack, missed) {
    const { notes } = this;
    const dealt = events[0]?.["event"] === "Dealt" ? events[0] : null;
    if (!dealt) {
      present.gaps = true;
      return;
    }
    const before = present.moves,
      after = events.map(openMove).filter((move) => move !== null);
    this.#takeDealt(present, dealt);
    if (before && !before.every((move, at) => move === after[at])) {
      // What is taken back leaves the moves before it as they were. Unseen, other moves may have followed.
      const undone = present.solo && (takenBack ? after.every((move, at) => move === before[at]) : missed);
      if (!undone) this.#fault(notes.game, notes.deal, "other-move");
      else if (!this.undoing) present.gaps = true; // another device of the player did that, or else the server
    }
    present.moves = after.slice(0, MAX_MOVES_PER_DEAL);
    const over = events.filter(({ event }) => event === "DealOver").at(-1);
    if (over) this.#takeEvent(over);
    else Object.assign(present, { over: false, scores: null, won: null });
  }

  // -- events ---------------------------------------------------------------------------------------------------------

  /** @param {Values[]} events */
  #takeNews(events) {
    const { notes } = this;
    for (const event of events) this.#takeEvent(event);
    /** @param {string} name */
    const tells = (name) => events.some(({ event }) => event === name);
    if (tells("DealOver") && !tells("ShuffleRevealed") && this.#present()?.commitment)
      this.#fault(notes.game, notes.deal, "other-secret");
  }

  /** @param {Values} event */
  #takeEvent(event) {
    const { notes } = this,
      { viewer } = notes,
      present = this.#present(),
      seat = seatOf(event["seat"]);
    switch (event["event"]) {
      case "SeedAccepted":
        if (seat !== null && this.seats[seat]) this.seats[seat].seed = textOf(event["seed"]);
        if (seat !== null && seat === viewer) this.#takeSeed(textOf(event["seed"]));
        break;
      case "PlayerJoined":
      case "BotJoined":
      case "SeatVacated":
        if (seat !== null) this.seats[seat] = { person: event["event"] === "PlayerJoined", seed: "" };
        break;
      case "SeatsSwapped":
        this.#swap(seat, seatOf(event["other"]));
        break;
      case "DealStarted":
        this.#begin(event);
        break;
      case "Dealt":
        if (present) this.#takeDealt(present, event);
        break;
      case "DealOver":
        if (present) Object.assign(present, { over: true, scores: listOf(event["scores"]).map(pointsOf) });
        break;
      case "GameOver":
        notes.over = true;
        if (present) present.won = { winner: seatOf(event["team"]), totals: listOf(event["totals"]).map(pointsOf) };
        break;
      case "ShuffleRevealed":
        this.#reveal(event);
        break;
      default:
        this.#takeMove(event);
    }
  }

  /** @param {number | null} seat @param {number | null} other */
  #swap(seat, other) {
    const { seats } = this,
      one = seats[seat ?? -1],
      two = seats[other ?? -1];
    if (one && two) [seats[Number(seat)], seats[Number(other)]] = [two, one];
  }

  /** @param {Values} event */
  #takeMove(event) {
    const present = this.#present(),
      move = openMove(event);
    if (move === null || !present?.moves) return;
    if (present.moves.length < MAX_MOVES_PER_DEAL) present.moves = [...present.moves, move];
    else present.gaps = true;
  }

  /** The server has announced a seed for this seat. @param {string} seed */
  #takeSeed(seed) {
    const { notes } = this;
    notes.claim = { seed, sure: true };
    if (notes.seed && this.sent.has(notes.seed) && !notes.own.includes(seed))
      this.warn(
        gettext(
          "Another number than this browser’s was accepted for your seat. If you don’t also play in another tab or on another device, don’t trust the next shuffle.",
        ),
      );
    for (const [mine, sent] of this.sent) {
      if (mine === seed) sent.announced = true;
      else sent.replaced = true;
    }
  }

  /** @param {ObservedDeal} present @param {Values} event */
  #takeDealt(present, event) {
    const { notes } = this,
      first = seatOf(event["first"]);
    const hands = listOf(event["hands"]),
      hand = present.seat === null ? null : cardsOf(hands[present.seat]);
    if (present.first !== null && present.first !== first) this.#fault(notes.game, notes.deal, "other-starter");
    if (present.hand && present.hand.join() !== hand?.join()) this.#fault(notes.game, notes.deal, "other-hand");
    present.first ??= first;
    present.hand ??= hand;
    present.moves ??= [];
  }

  /** A deal begins. @param {Values} event */
  #begin(event) {
    const { notes } = this,
      { viewer, claim } = notes,
      present = this.#present();
    const game = countOf(event["game"]),
      deal = countOf(event["deal"]),
      commitment = textOf(event["commitment"]);
    const seeds = listOf(event["seeds"]).slice(0, 8).map(textOf),
      mine = viewer === null ? "" : (seeds[viewer] ?? "");
    const right = notes.over ? game === notes.game + 1 && deal === 1 : game === notes.game && deal === notes.deal + 1;
    if (!right || (present && !present.over)) this.#fault(game, deal, "deal-number");
    if (!notes.promised || commitment !== notes.promised) this.#fault(game, deal, "other-commitment");
    if (claim && viewer !== null && mine !== claim.seed && (claim.sure || mine === ""))
      this.#fault(game, deal, "seed-missing");
    // With a seed of its own for another seat the server could try until it likes the cards. Seats without a person have none.
    if (this.seats.some(({ person, seed }, at) => at !== viewer && (seeds[at] ?? "") !== (person ? seed : "")))
      this.#fault(game, deal, "seats");
    this.seats = this.seats.map((one) => ({ ...one, seed: "" }));
    for (const [seed, sent] of this.sent) {
      sent.begun ||= `${game}/${deal}`;
      if (seed === mine) sent.announced = true;
    }
    if (present) present.settled = true;
    notes.deals[`${game}/${deal}`] ??= {
      ...UNSEEN,
      seat: viewer,
      commitment: notes.promised,
      promised: true,
      began: true,
      seeds,
      own: notes.own,
      solo: this.solo,
    };
    Object.assign(notes, {
      game,
      deal,
      over: false,
      promised: textOf(event["next_commitment"]),
      seed: "",
      claim: null,
      own: [],
    });
  }

  /** @param {Values} event */
  #reveal(event) {
    const { notes } = this,
      present = this.#present();
    if (countOf(event["deal"]) !== notes.deal) this.#fault(notes.game, notes.deal, "deal-number");
    if (present?.commitment && sealOf(textOf(event["server_seed"])) !== present.commitment)
      this.#fault(notes.game, notes.deal, "other-secret");
  }

  // -- what is wrong --------------------------------------------------------------------------------------------------

  /** @param {number} game @param {number} deal @param {Fault} fault */
  #fault(game, deal, fault) {
    const { faults, scheme } = this.notes;
    if (scheme !== SCHEME && SCHEME_FAULTS.includes(fault)) return; // that scheme may promise something else
    if (
      faults.length >= MAX_FAULTS ||
      faults.some((one) => one.game === game && one.deal === deal && one.fault === fault)
    )
      return;
    faults.push({ game, deal, fault });
    this.warn(warningOf(fault, deal));
  }

  // -- the storage: a page that is reloaded remembers, as long as its tab is open -------------------------------------

  #recall() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null");
      if (areNotes(kept, this.notes)) Object.assign(this.notes, kept);
    } catch {
      // Then it knows what it observes from now on.
    }
  }

  #keep() {
    let text = JSON.stringify(this.notes);
    while (text.length > MAX_NOTES_LENGTH && this.#forget()) text = JSON.stringify(this.notes);
    if (text === this.kept) return;
    this.kept = text;
    try {
      sessionStorage.setItem(this.key, text);
    } catch {
      // Only this page remembers it, then.
    }
  }

  /**
   * Forget the oldest game, or if there is only one, the moves of its oldest deal; return whether there was anything to
   * forget.
   */
  #forget() {
    const { deals, game } = this.notes;
    const oldest = Object.keys(deals).find((key) => !key.startsWith(`${game}/`));
    if (oldest) {
      const [old] = oldest.split("/");
      for (const key of Object.keys(deals)) if (key.startsWith(`${old}/`)) delete deals[key];
      return true;
    }
    const longest = Object.values(deals).find(({ moves }) => moves && moves.length > 0);
    if (longest) Object.assign(longest, { moves: null, gaps: true });
    return Boolean(longest);
  }
}

/** @type {ObservedDeal} */
const UNSEEN = {
  seat: null,
  commitment: "",
  promised: false,
  began: false,
  seeds: [],
  claim: null,
  own: [],
  first: null,
  hand: null,
  moves: null,
  gaps: false,
  over: false,
  solo: false,
  settled: false,
  scores: null,
  won: null,
};

/**
 * Whether what was stored are notes, with a value of the right kind under each name.
 * @param {any} kept
 * @param {Notes} like
 */
function areNotes(kept, like) {
  const sameKinds =
    kept !== null &&
    typeof kept === "object" &&
    Object.entries(like).every(
      ([name, value]) =>
        value === null || (typeof kept[name] === typeof value && Array.isArray(kept[name]) === Array.isArray(value)),
    );
  return (
    sameKinds &&
    kept.deals !== null &&
    Object.values(kept.deals).every(
      (deal) => deal !== null && typeof deal === "object" && Object.keys(UNSEEN).every((name) => name in deal),
    )
  );
}

/**
 * Whether what the player is shown in a state, the hand and all cards on the table, is what its moves lead to: only the
 * moves are compared later.
 * @param {Values} state
 */
function showsItsMoves(state) {
  const shown = new TableState(),
    told = new TableState();
  shown.take(/** @type {any} */ (state));
  told.take(/** @type {any} */ ({ ...state, view: null }));
  for (const event of listOf(state["view"].events)) told.happen({ ...event, text: "" });
  /** @param {TableState} picture */
  const cardsIn = ({ hand, cards, piles, discards, drawPile, target, extendedBy, ending, completer }) =>
    JSON.stringify([hand, cards, piles, discards, drawPile, target, extendedBy, ending, completer]);
  return cardsIn(shown) === cardsIn(told);
}

/** @param {unknown[]} totals @param {readonly number[][]} sheets */
const areSums = (totals, sheets) =>
  totals.every((total, team) => total === sheets.reduce((sum, scores) => sum + (scores[team] ?? NaN), 0));

/** What each team has in a deal. @param {Values} sheet rows of points by their names @returns {number[]} */
function pointsOfSheet(sheet) {
  const rows = Object.values(sheet).map(listOf);
  return (rows[0] ?? []).map((_, team) => rows.reduce((sum, row) => sum + pointsOf(row[team]), 0));
}

// What messages say, if it is of the right kind.

/** @param {unknown} value @returns {any[]} */
function listOf(value) {
  return Array.isArray(value) ? value.map((item) => item ?? {}) : [];
}
/** @param {unknown} value */
function textOf(value) {
  return typeof value === "string" ? value.slice(0, MAX_TEXT_LENGTH) : "";
}
/** @param {unknown} value */
function countOf(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}
/** @param {unknown} value */
function pointsOf(value) {
  return Number.isSafeInteger(value) ? Number(value) : -1;
}
/** @param {unknown} value */
function seatOf(value) {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 8 ? Number(value) : null;
}
/** @param {unknown} value */
function cardsOf(value) {
  return Array.isArray(value) ? value.slice(0, MAX_HAND_LENGTH).map(textOf) : null;
}

/** @param {Fault} fault @param {number} deal */
function warningOf(fault, deal) {
  switch (fault) {
    case "other-commitment":
      return gettext(
        "Deal {deal}: the server broke its promise. It shuffled with another seal than the one it had shown. Don’t trust this shuffle.",
        { deal },
      );
    case "other-secret":
      return gettext(
        "Deal {deal}: the number that the server revealed doesn’t fit its seal. Don’t trust this shuffle.",
        { deal },
      );
    case "seed-missing":
      return gettext(
        "Deal {deal}: the server left your number out of the shuffle, although it had accepted it. Don’t trust this shuffle.",
        { deal },
      );
    case "seats":
      return gettext(
        "Deal {deal}: the server shuffled with other numbers than the players gave. Don’t trust this shuffle.",
        { deal },
      );
    case "deal-number":
      return gettext("Deal {deal}: the server skipped, broke off or repeated a deal. Don’t trust this shuffle.", {
        deal,
      });
    case "other-hand":
      return gettext("Deal {deal}: the server changed the cards you were dealt. Don’t trust this shuffle.", { deal });
    case "other-starter":
      return gettext("Deal {deal}: the server changed who starts. Don’t trust this shuffle.", { deal });
    case "other-move":
      return gettext("Deal {deal}: the server changed moves that had been made. Don’t trust this shuffle.", { deal });
    case "other-score":
      return gettext("Deal {deal}: the server shows other points than the deals gave. Don’t trust this shuffle.", {
        deal,
      });
    case "other-rules":
      return gettext("Deal {deal}: the server changed the rules of this table. Don’t trust this shuffle.", { deal });
    case "unknown-scheme":
      return gettext("Deal {deal}: the server changed the way it shuffles. Don’t trust this shuffle.", { deal });
    default:
      return gettext("Deal {deal}: the server sent something that makes no sense. Don’t trust this shuffle.", { deal });
  }
}
