/**
 * Whether the cards were fairly shuffled, found out in the browser itself: docs/fair.md, byte for byte.
 *
 * Nothing in this folder knows a page, and only the shuffle log a server: a test runs it in node and compares it with
 * `bornes.game.fair`.
 */
import { followCards, short } from "./card_trace.js";
import { emptyRecord, MAX_CARDS, MAX_PLAYERS, readRecord, teamOf } from "./record_reader.js";
import { endingOf, endsRightly, pointsOf, scoresOf, winnerOf } from "./score_check.js";
import { fromHex } from "./sha256.js";
import { ALGORITHM, cut, deckOf, handsOf, KINDS, SCHEME, sealOf, sortedCards } from "./shuffle.js";

/** @typedef {import("./record_reader.js").RecordedDeal} RecordedDeal */
/** @typedef {import("./record_reader.js").Recorded} Recorded */

const MIN_SERVER_SEED_BYTES = 16;
const MIN_PLAYER_SEED_BYTES = 8;

const MAX_RULES = 100;

// ---- the proof ----------------------------------------------------------------------------------------------------

/**
 * What a table says of its rules, as far as the proof needs it: where the cards go, who starts, and what the head of a
 * record repeats.
 * @typedef {{ edition: string, players: number, teams: number, deck: readonly number[], hand_size: number,
 *   empty_draw_pile: string, dealer_rotation: string, house: Readonly<Record<string, string>>, scoring:
 *   Readonly<Record<string, any>> }} TableRules
 *   `scoring`: every rule by its name, since none may change; those of scores and turns are used
 */
/**
 * What this browser observed of a deal while it was played (see `shuffle_log.js`).
 * @typedef {object} ObservedDeal
 * @property {number | null} seat whose hand it is; null for a spectator
 * @property {string} commitment the one that was promised before the deal; of a deal that had begun already, the one
 *   that was named then
 * @property {boolean} promised whether the promise was seen before the deal began
 * @property {boolean} began whether the deal was seen to begin, with the seeds that were announced
 * @property {readonly string[]} seeds what was announced then, seat by seat
 * @property {{ seed: string, sure: boolean } | null} claim the seed that the server has taken for this seat; `sure` if
 *   no other device can have replaced it unseen
 * @property {readonly string[]} own the seeds that this browser sent after the promise: one that the server knew before
 *   could be reckoned with
 * @property {number | null} first who started
 * @property {readonly string[] | null} hand the first hand
 * @property {readonly string[] | null} moves all that everyone saw, and the own draws: `openMove` says how
 * @property {boolean} gaps whether part of the play may be missing there
 * @property {boolean} over whether the end was seen
 * @property {boolean} solo whether one person plays against bots, and can take moves back
 * @property {boolean} settled whether the next deal has begun, so that nobody can any more
 * @property {readonly number[] | null} scores at the end of the deal
 * @property {{ winner: number | null, totals: readonly number[] } | null} won at the end of the game
 */
/**
 * What this browser observed of a game: its deals by their numbers, faults that it noticed at once, and the rules and
 * the scheme of the table. `earlier` are the commitments of earlier games, whose secrets are known by now.
 * @typedef {{ deals: Record<number, ObservedDeal>, faults: readonly { deal: number, fault: Fault }[], rules: TableRules
 *   | null, scheme: string | null, earlier?: readonly string[] }} Observed
 */
/**
 * What is broken. The names are those of `bornes verify`.
 * @typedef {"other-commitment" | "other-secret" | "seed-missing" | "other-hand" | "other-draw" | "other-move" |
 *   "other-starter" | "other-score"
 *   | "deal-missing" | "deal-number" | "other-rules" | "seats" | "unknown-shuffle" | "unknown-scheme" | "damaged"}
 *   Fault
 */
/**
 * Why a proof is weak.
 * @typedef {"deck-given" | "no-player-seed" | "server-seed-repeated" | "player-seed-repeated" | "server-seed-short" |
 *   "player-seeds-short"
 *   | "beginning-unseen" | "moves-unseen" | "own-seed-absent" | "not-observed"} Weakness
 */
/** @typedef {"kept" | "weak" | "broken"} Verdict */
/**
 * @typedef {{ deal: number, verdict: Verdict, faults: Fault[], weaknesses: Weakness[], seats: number[], commitment:
 *   string, seal: string, server: string, seeds: string[], hands: string[][] }} DealProof
 *   `seats`: whose seeds had a part; `seal`: that of the server's seed as this browser computes it; `hands`: the first
 *   hands that the seeds give
 */
/**
 * @typedef {{ verdict: Verdict | null, names: string[], deals: DealProof[] }} Proof   `verdict`: null if there is
 *   nothing to judge
 */

/**
 * Check a record against everything that was promised and observed.
 *
 * A deal is kept only if all of it was observed, the own seed is in it, and the secret, the seeds and the rules give
 * every card that was seen. Anything else is weak, or broken if two statements of the server contradict each other.
 * @param {string | null} text null if the server has no record
 * @param {TableRules} rules of the table
 * @param {{ last?: number, observed?: Observed }} [known] `last`: the number of the last deal that is over
 * @returns {Proof}
 */
export function verifyRecord(text, rules, { last = 0, observed = NOTHING } = {}) {
  const record = text === null ? emptyRecord() : readRecord(text);
  const everywhere = text === null ? [] : headFaults(record, rules, observed);
  /** @type {Map<number, DealProof>} */
  const proofs = new Map();
  for (const deal of record.deals) {
    const proof = checkDeal(deal, record, rules, observed);
    if (proofs.has(deal.number)) addFault(proof, "damaged");
    for (const fault of everywhere) addFault(proof, fault);
    proofs.set(deal.number, proof);
  }
  // Every deal must be there under its number, up to the last that is over.
  record.deals.forEach((deal, at) => {
    if (deal.number !== at + 1) addFault(/** @type {DealProof} */ (proofs.get(deal.number)), "deal-missing");
  });
  for (const number of [last, ...Object.keys(observed.deals).map(Number)]) {
    if (number <= 0 || number > last || proofs.has(number)) continue;
    // Against bots another device of the player may have taken the deal back: then nothing is proved, and nobody
    // accused.
    const found = mayBeUndone(observed.deals[number])
      ? { weaknesses: ["moves-unseen"] }
      : { faults: ["deal-missing", ...everywhere] };
    proofs.set(number, { ...emptyProof(number), .../** @type {Partial<DealProof>} */ (found) });
  }
  for (const { deal, fault } of observed.faults) {
    if (!proofs.has(deal)) proofs.set(deal, emptyProof(deal));
    addFault(/** @type {DealProof} */ (proofs.get(deal)), fault);
  }
  const deals = [...proofs.values()].sort((one, other) => one.deal - other.deal);
  findRepeatedSeeds(deals, observed.earlier ?? []);
  checkResult(record, deals, observed, rules);
  for (const proof of deals)
    proof.verdict = proof.faults.length > 0 ? "broken" : proof.weaknesses.length > 0 ? "weak" : "kept";
  return { verdict: verdictOf(deals), names: record.names, deals };
}

/** @type {Observed} */
const NOTHING = { deals: {}, faults: [], rules: null, scheme: null };

/** @param {DealProof[]} deals @returns {Verdict | null} */
function verdictOf(deals) {
  if (deals.length === 0) return null;
  return (
    /** @type {const} */ (["broken", "weak", "kept"]).find((verdict) =>
      deals.some((proof) => proof.verdict === verdict),
    ) ?? null
  );
}

/**
 * Whether moves of a deal may have been taken back on another device since it was seen last.
 * @param {ObservedDeal | undefined} seen
 */
const mayBeUndone = (seen) => Boolean(seen?.solo && !seen.settled);

/** @param {number} deal @returns {DealProof} */
const emptyProof = (deal) => ({
  deal,
  verdict: "weak",
  faults: [],
  weaknesses: [],
  seats: [],
  commitment: "",
  seal: "",
  server: "",
  seeds: [],
  hands: [],
});

/** @param {DealProof} proof @param {Fault} fault */
function addFault(proof, fault) {
  if (!proof.faults.includes(fault)) proof.faults.push(fault);
}

/** What is wrong with all of a record. @param {Recorded} record @param {TableRules} rules @param {Observed} observed */
function headFaults(record, rules, observed) {
  /** @type {Fault[]} */
  const faults = [];
  const [, players, pairs] = record.form.match(/^(\d+)( pairs)?(?: short)?$/) ?? [];
  const same =
    record.edition === rules.edition &&
    Number(players) === rules.players &&
    Boolean(pairs) === rules.teams < rules.players &&
    sameValues(record.house, rules.house) &&
    (!observed.rules || sameRules(observed.rules, rules));
  if (!record.whole) faults.push("damaged");
  if (!same) faults.push("other-rules");
  if (record.scheme !== SCHEME || (observed.scheme ?? SCHEME) !== SCHEME) faults.push("unknown-scheme");
  if (!isSeat(record.first, rules)) faults.push("damaged");
  return faults;
}

/** @param {number} seat @param {TableRules} rules */
const isSeat = (seat, rules) => Number.isInteger(seat) && seat >= 0 && seat < rules.players;

/** @param {Readonly<Record<string, string>>} one @param {Readonly<Record<string, string>>} other */
function sameValues(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** @param {TableRules} one @param {TableRules} other */
export const sameRules = (one, other) =>
  sameValues(one.house, other.house) && JSON.stringify({ ...one, house: 0 }) === JSON.stringify({ ...other, house: 0 });

/** @param {unknown} value */
const plainValue = (value) =>
  Number.isSafeInteger(value) || typeof value === "boolean"
    ? value
    : typeof value === "string"
      ? value.slice(0, 40)
      : null;

/**
 * Return the rules of a table from what its state says; null if that makes no sense.
 * @param {any} table @returns {TableRules | null}
 */
export function rulesOf(table) {
  const { deck, hand_size, empty_draw_pile, dealer_rotation } = table?.rules ?? {},
    { edition, players, teams } = table ?? {};
  /** @param {unknown} value @param {number} from @param {number} to */
  const within = (value, from, to) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
  const sensible =
    typeof edition === "string" &&
    within(players, 2, MAX_PLAYERS) &&
    within(teams, 2, players) &&
    within(hand_size, 1, MAX_CARDS) &&
    Array.isArray(deck) &&
    deck.length === KINDS.length &&
    deck.every((count) => within(count, 0, MAX_CARDS));
  if (!sensible) return null;
  const house = Object.fromEntries(
    Object.entries(table.house_rules ?? {}).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(" ") : String(value),
    ]),
  );
  const scoring = Object.fromEntries(
    Object.keys(table.rules)
      .sort()
      .slice(0, MAX_RULES)
      .map((name) => [name.slice(0, 40), plainValue(table.rules[name])]),
  );
  return {
    edition,
    players,
    teams,
    deck: [...deck],
    hand_size,
    empty_draw_pile: String(empty_draw_pile),
    dealer_rotation: String(dealer_rotation),
    house,
    scoring,
  };
}

/**
 * Check one deal: the seal, the seeds, who started, and every card.
 * @param {RecordedDeal} deal
 * @param {Recorded} record
 * @param {TableRules} rules
 * @param {Observed} observed
 * @returns {DealProof}
 */
function checkDeal(deal, record, rules, observed) {
  const { commitment, server, seeds, number } = deal,
    seen = observed.deals[number];
  const proof = {
    ...emptyProof(number),
    commitment,
    server,
    seeds,
    seal: sealOf(server) ?? "",
    seats: seeds.flatMap((seed, seat) => (seed ? [seat] : [])),
  };
  const first = (record.first + (rules.dealer_rotation === "left" ? number - 1 : 0)) % rules.players;
  if (deal.deck.length > 0) {
    proof.weaknesses.push("deck-given");
    if (seen?.commitment) proof.faults.push("other-commitment");
  } else if (deal.algorithm !== ALGORITHM) proof.faults.push("unknown-shuffle");
  else if (!proof.seal || seeds.some((seed) => fromHex(seed) === null) || !isSeat(first, rules))
    proof.faults.push("damaged");
  else {
    proof.faults.push(...seedFaults(deal, proof.seal, rules, seen));
    proof.weaknesses.push(...seedWeaknesses(deal));
    if (record.scheme === SCHEME && number === 1 && cut({ server, players: seeds }, rules.players) !== record.first)
      proof.faults.push("other-starter");
    const deck = deckOf(rules.deck, { server, players: seeds }, number);
    proof.hands = handsOf(deck, rules.players, rules.hand_size, first).map(sortedCards);
    const { moves, possible, played } = followCards(deal, rules, deck, first);
    if (!possible || !endsRightly(deal, played, rules)) addFault(proof, "other-move");
    else if (!sameList(pointsOf(deal.score), scoresOf(deal, played, rules))) addFault(proof, "other-score");
    for (const fault of cardFaults(deal, rules, proof.hands, first, seen)) addFault(proof, fault);
    const differ = seen ? playFaults(deal, moves, seen) : [];
    if (!mayBeUndone(seen)) for (const fault of differ) addFault(proof, fault);
    else if (differ.length > 0) proof.weaknesses.push("moves-unseen");
  }
  for (const weakness of gapsOf(deal, seen, proof.faults))
    if (!proof.weaknesses.includes(weakness)) proof.weaknesses.push(weakness);
  return proof;
}

/** @param {RecordedDeal} deal @param {string} seal @param {TableRules} rules @param {ObservedDeal | undefined} seen */
function seedFaults({ commitment, seeds }, seal, rules, seen) {
  /** @type {Fault[]} */
  const faults = [];
  if (seal !== commitment) faults.push("other-secret");
  if (seen && seen.commitment !== commitment) faults.push("other-commitment");
  if (seeds.length > 0 && seeds.length !== rules.players) faults.push("seats");
  if (!seen) return faults;
  const ours = seen.seat === null ? "" : (seeds[seen.seat] ?? "");
  const lost = seen.claim !== null && ours !== seen.claim.seed && (seen.claim.sure || ours === "");
  if (
    lost ||
    (seen.began &&
      Array.from({ length: rules.players }, (_, seat) => (seen.seeds[seat] ?? "") !== (seeds[seat] ?? "")).some(
        Boolean,
      ))
  )
    faults.push("seed-missing");
  return faults;
}

/**
 * What of a deal was not observed.
 * @param {RecordedDeal} deal
 * @param {ObservedDeal | undefined} seen
 * @param {readonly Fault[]} faults
 * @returns {Weakness[]}
 */
function gapsOf({ seeds }, seen, faults) {
  if (!seen || (!seen.began && seen.moves === null)) return ["not-observed"];
  /** @type {Weakness[]} */
  const found = [];
  if (!seen.began || !seen.promised || seen.first === null || (seen.seat !== null && seen.hand === null))
    found.push("beginning-unseen");
  if (seen.moves === null || seen.gaps || !seen.over) found.push("moves-unseen");
  if (!faults.includes("seed-missing") && (seen.seat === null || !seen.own.includes(seeds[seen.seat] ?? "")))
    found.push("own-seed-absent");
  return found;
}

/** @param {RecordedDeal} deal */
function seedWeaknesses({ server, seeds, commitment }) {
  /** @type {Weakness[]} */
  const found = [];
  const given = seeds.filter((seed) => seed).map(rawText),
    secret = rawText(server);
  if (secret.length < MIN_SERVER_SEED_BYTES) found.push("server-seed-short");
  if (given.length === 0) found.push("no-player-seed");
  else if (Math.max(...given.map(({ length }) => length)) < MIN_PLAYER_SEED_BYTES) found.push("player-seeds-short");
  if (new Set(given).size < given.length || given.some((seed) => isKnownToServer(seed, secret, commitment)))
    found.push("player-seed-repeated");
  return found;
}

/** The bytes of a hexadecimal text as characters. @param {string} hex */
const rawText = (hex) => String.fromCharCode(...(fromHex(hex) ?? []));

/**
 * Whether the server could know a player's seed when it committed to its own.
 * @param {string} seed
 * @param {string} secret
 * @param {string} commitment
 */
function isKnownToServer(seed, secret, commitment) {
  /** @param {string} part @param {string} whole */
  const isPart = (part, whole) => part === whole || (part.length >= MIN_PLAYER_SEED_BYTES && whole.includes(part));
  return (
    isPart(secret, seed) ||
    isPart(seed, secret) ||
    [rawText(commitment), commitment].some(
      (known) =>
        isPart(seed, known) ||
        (known !== "" && seed.includes(known) && seed.length - known.length < MIN_PLAYER_SEED_BYTES),
    )
  );
}

/** A seed that an earlier deal has shown is no secret any more. @param {DealProof[]} deals @param {readonly string[]} earlier commitments */
function findRepeatedSeeds(deals, earlier) {
  /** @type {Set<string>} */
  const known = new Set();
  for (const { server, seeds, commitment, weaknesses } of deals) {
    /** @param {Weakness} weakness */
    const add = (weakness) => {
      if (!weaknesses.includes(weakness)) weaknesses.push(weakness);
    };
    const given = seeds.filter((seed) => seed);
    if (server && (known.has(server) || earlier.includes(commitment))) add("server-seed-repeated");
    if (given.some((seed) => known.has(seed))) add("player-seed-repeated");
    for (const each of [server, commitment, ...given]) known.add(each);
  }
}

/**
 * Compare the result of the game with its deals, and with what was seen.
 * @param {Recorded} record @param {DealProof[]} deals @param {Observed} observed @param {TableRules} rules
 */
function checkResult(record, deals, observed, rules) {
  const last = record.deals.at(-1),
    proof = deals.find(({ deal }) => deal === last?.number);
  if (!last || !proof) return;
  const [, winner, points] = record.result.match(/^(?:([A-H]) wins|drawn), (.*)$/) ?? [];
  const sums = pointsOf(last.score).map((_, team) =>
    record.deals.reduce((sum, { score }) => sum + (pointsOf(score)[team] ?? NaN), 0),
  );
  const seen = observed.deals[last.number];
  // Who has won follows from the moves: it can differ after other moves only, and then the deal is weak already.
  const won = mayBeUndone(seen) && proof.weaknesses.includes("moves-unseen") ? null : seen?.won;
  const other =
    points === undefined
      ? record.result !== "unfinished" || Boolean(won)
      : !sameList(pointsOf(points), sums) ||
        (Boolean(won) &&
          (!sameList(won?.totals ?? [], sums) || won?.winner !== (winner === undefined ? null : teamOf(winner))));
  const best = winnerOf(sums, endingOf(last.score).completer, rules),
    over = best !== null || rules.scoring["game_goal"] === 0;
  const totals = sums.map(() => 0);
  for (const { number, score } of record.deals.slice(0, -1)) {
    pointsOf(score).forEach((points, team) => {
      totals[team] = (totals[team] ?? NaN) + points;
    });
    const before = deals.find(({ deal }) => deal === number);
    // The game was over with this deal, and went on.
    if (before && (rules.scoring["game_goal"] === 0 || winnerOf(totals, null, rules) !== null))
      addFault(before, "other-score");
  }
  if (other || over !== (points !== undefined) || best !== (winner === undefined ? null : teamOf(winner)))
    addFault(proof, "other-score");
}

/** @template Item @param {readonly Item[]} one @param {readonly Item[]} other */
const sameList = (one, other) => one.length === other.length && one.every((item, at) => item === other[at]);

/**
 * @param {RecordedDeal} deal
 * @param {TableRules} rules
 * @param {string[][]} hands
 * @param {number} first
 * @param {ObservedDeal | undefined} seen
 * @returns {Fault[]}
 */
function cardFaults(deal, rules, hands, first, seen) {
  /** @type {Fault[]} */
  const faults = [];
  if ((deal.turns[0]?.moves[0]?.seat ?? first) !== first || (seen && seen.first !== null && seen.first !== first))
    faults.push("other-starter");
  if (pointsOf(deal.score).length !== rules.teams) faults.push("damaged");
  if (seen?.hand && seen.seat !== null && !sameList(sortedCards(seen.hand), hands[seen.seat] ?? []))
    faults.push("other-hand");
  return faults;
}

/**
 * What was played otherwise than it was seen.
 * @param {RecordedDeal} deal
 * @param {readonly string[]} moves
 * @param {ObservedDeal} seen
 * @returns {Fault[]}
 */
function playFaults(deal, moves, seen) {
  /** @type {Fault[]} */
  const faults = [];
  if (seen.scores && !sameList(seen.scores, pointsOf(deal.score))) faults.push("other-score");
  // One person alone can take moves back on another device: what was seen before is then no longer part of the deal.
  const complete = seen.over && !seen.gaps;
  if (seen.moves === null || (seen.solo && !complete)) return faults;
  const given = moves.map((move) => asSeenBy(seen.seat, move)),
    drew = `${seen.seat}+`;
  /** @param {readonly string[]} list */
  const draws = (list) => list.filter((move) => move.startsWith(drew));
  /** @param {readonly string[]} list */
  const open = (list) => list.map((move) => asSeenBy(null, move));
  const drawn = draws(given);
  if (draws(seen.moves).some((move, at) => at < drawn.length && move !== drawn[at])) faults.push("other-draw");
  if (!(complete ? sameList : startsWith)(open(seen.moves), open(given))) faults.push("other-move");
  return faults;
}

/** @param {readonly string[]} start @param {readonly string[]} list */
const startsWith = (start, list) => start.every((item, at) => item === list[at]);

/**
 * A move as a viewer sees it: of the draws only the own ones have a card.
 * @param {number | null} viewer
 * @param {string} move
 */
const asSeenBy = (viewer, move) =>
  /^\d\+/.test(move) && (viewer === null || move[0] !== String(viewer)) ? move.slice(0, 2) : move;
