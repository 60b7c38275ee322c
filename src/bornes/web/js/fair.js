/**
 * Whether the cards were fairly shuffled, found out in the browser itself: docs/fair.md, byte for byte.
 *
 * Web Crypto is not there on a home network without HTTPS, so SHA-256 and HMAC are here in plain code. Nothing in this
 * module knows a page or a server: a test runs it in node and compares it with `bornes.game.fair`.
 */

export const ALGORITHM = "bornes-hmac-sha256-1";
/** The only shuffle scheme that this page can check: a sealed seed of the server, seeds of the players, the cut. */
export const SCHEME = "players+server";

/** The kinds of card by their numbers: shuffles start from cards in this order. */
export const KINDS = [
  "25", "50", "75", "100", "200", "out-of-gas", "flat", "accident", "stop", "limit",
  "gas", "spare", "repair", "roll", "end", "tank", "proof", "ace", "priority",
];

const SAFETY_AGAINST = /** @type {Record<string, string>} */ ({ "out-of-gas": "tank", flat: "proof", accident: "ace", stop: "priority", limit: "priority" });
const MIN_SERVER_SEED_BYTES = 16;
const MIN_PLAYER_SEED_BYTES = 8;
const LONG_TRIP = 1000;
/** The rules that say when a deal is over, whose turn it is, and what the deal is worth. */
const SCORING = /** @type {const} */ ([
  "target", "extension", "end_measure", "turn_cap", "early_stop", "extra_turn_after_exhaustion", "exhaustion_winner", "exhaustion_tie", "safety_points", "coup_fourre_points",
  "all_safeties_points", "trip_points", "delayed_action_points", "safe_trip_points", "shut_out_points", "shut_out_rule", "extension_points", "extension_fails_on_exhaustion", "game_goal",
]);
const MAX_PLAYERS = 8;
const MAX_CARDS = 1000;
const SPAN = 2 ** 32;

// ---- SHA-256 and HMAC ---------------------------------------------------------------------------------------------

/** The first 64 primes; the constants of SHA-256 are the first bits behind the point of their roots. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => n > p && n % p === 0));
/** @param {number} root */
const bitsBehindThePoint = (root) => Math.floor((root - Math.floor(root)) * SPAN);
const ROUNDS = Uint32Array.from(PRIMES, (prime) => bitsBehindThePoint(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => bitsBehindThePoint(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * Return the SHA-256 of bytes.
 * @param {Uint8Array} bytes @returns {Uint8Array}
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(padded.length - 4, bytes.length << 3);
  const sum = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = data.getUint32(at + 4 * i);
    mixIn(sum, words);
  }
  const result = new Uint8Array(32);
  sum.forEach((word, i) => new DataView(result.buffer).setUint32(4 * i, word));
  return result;
}

/**
 * Mix one block, the first sixteen of these words, into the sum.
 * @param {Uint32Array} sum @param {Uint32Array} words
 */
function mixIn(sum, words) {
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15], late = words[i - 2];
    words[i] = words[i - 16] + (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) + words[i - 7] + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = sum;
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (sum[i] += word));
}

/**
 * Return the HMAC-SHA-256 of bytes with this key.
 * @param {Uint8Array} key @param {Uint8Array} bytes @returns {Uint8Array}
 */
export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

// ---- bytes and texts ----------------------------------------------------------------------------------------------

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Return the bytes of a hexadecimal text, or null where it is none.
 * @param {string} text @returns {Uint8Array | null}
 */
export function fromHex(text) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);

/** Return a seed of 16 random bytes, in hexadecimal: a player's part in a shuffle. */
export const newSeed = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

/**
 * Return the seal of a server's seed: the SHA-256 that was shown before the deal; null where the seed is no seed.
 * @param {string} server
 */
export function sealOf(server) {
  const bytes = fromHex(server);
  return bytes && bytes.length > 0 ? toHex(sha256(bytes)) : null;
}

// ---- the shuffle --------------------------------------------------------------------------------------------------

/** @typedef {{ server: string, players: readonly string[] }} Seeds   in hexadecimal; an empty text for who gave none */

/**
 * Return items in the order in which the seeds bring them in one shuffle of one deal, the top card first.
 * Deals count from 1; shuffle 0 is the deal itself, 1 and on are its reshuffles.
 * @template Item
 * @param {readonly Item[]} items @param {Seeds} seeds @param {number} deal @param {number} shuffle
 * @returns {Item[]}
 */
export function shuffled(items, seeds, deal, shuffle) {
  const order = [...items];
  const next = wordsOf(keyOf(seeds), `deal ${deal} shuffle ${shuffle}`);
  for (let left = order.length; left > 1; left -= 1) {
    const pick = numberBelow(left, next);
    [order[left - 1], order[pick]] = [order[pick], order[left - 1]];
  }
  return order;
}

/**
 * Return the seat that starts the first deal of a game: the cut, drawn from that deal's seeds.
 * @param {Seeds} seeds @param {number} players
 */
export const cut = (seeds, players) => numberBelow(players, wordsOf(keyOf(seeds), "deal 1 cut"));

/** @param {Seeds} seeds */
function keyOf(seeds) {
  const written = [seeds.server, ...seeds.players].map((seed) => `${seed.length / 2}:${seed.toLowerCase()}`);
  return sha256(bytesOf([ALGORITHM, "seeds", ...written].join(" ")));
}

/**
 * Return a function that gives one 32-bit word after another.
 * @param {Uint8Array} key @param {string} domain what the words are for
 */
function wordsOf(key, domain) {
  let block = 0, at = 32;
  let bytes = /** @type {DataView} */ (new DataView(new ArrayBuffer(0)));
  return () => {
    if (at === 32) {
      bytes = new DataView(hmac(key, bytesOf(`${ALGORITHM} ${domain} block ${block}`)).buffer);
      block += 1;
      at = 0;
    }
    at += 4;
    return bytes.getUint32(at - 4);
  };
}

/**
 * Return a number from 0 to `limit` - 1, each exactly as likely: words that would favour the small ones are dropped.
 * @param {number} limit @param {() => number} next
 */
function numberBelow(limit, next) {
  const fair = SPAN - (SPAN % limit);
  let word = next();
  while (word >= fair) word = next();
  return word % limit;
}

/**
 * Return the cards of a deck in order of their kinds, from how many there are of each.
 * @param {readonly number[]} counts
 */
export const sortedDeck = (counts) => KINDS.flatMap((kind, at) => Array(counts[at] ?? 0).fill(kind));

/** @param {readonly string[]} cards */
export const sortedCards = (cards) => [...cards].sort((one, other) => KINDS.indexOf(one) - KINDS.indexOf(other));

/**
 * Return the deck of a deal in the order in which it was dealt, the top card first.
 * @param {readonly number[]} counts @param {Seeds} seeds @param {number} deal
 */
export const deckOf = (counts, seeds, deal) => shuffled(sortedDeck(counts), seeds, deal, 0);

/**
 * Return the first hands, seat by seat: one card at a time, beginning with the seat that starts.
 * @param {readonly string[]} deck @param {number} players @param {number} handSize @param {number} first
 */
export function handsOf(deck, players, handSize, first) {
  /** @type {string[][]} */
  const hands = Array.from({ length: players }, () => []);
  for (let card = 0; card < players * handSize; card += 1) hands[(first + card) % players].push(deck[card]);
  return hands;
}

// ---- records ------------------------------------------------------------------------------------------------------

/** @typedef {{ turn: number, moves: { seat: number, move: string }[] }} RecordedTurn   seats from 0 */
/**
 * @typedef {{ number: number, algorithm: string, commitment: string, server: string, seeds: string[], deck: string[], turns: RecordedTurn[], score: string }} RecordedDeal
 *   `seeds`: one for each seat, empty for a player who gave none, or no seeds at all; `deck`: only if the record gives the order itself
 */
/**
 * @typedef {{ edition: string, form: string, house: Record<string, string>, names: string[], first: number, scheme: string, deals: RecordedDeal[], result: string, whole: boolean }} Recorded
 *   `whole`: every line has a known form, and the checksum in the last line is that of the lines before it
 */

/** A text that is no record of a game. */
export class RecordProblem extends Error {}

/**
 * Read a record (docs/notation.md), as far as the proof needs it: moves are read, and not judged.
 * @param {string} text @returns {Recorded}
 */
export function readRecord(text) {
  const lines = (/^(?:[^\r\n]*\r\n)*$/.test(text) ? text.replaceAll("\r\n", "\n") : text).split("\n");
  if (lines[0] !== "Bornes record 1") throw new RecordProblem("not a record");
  /** @type {Recorded} */
  const game = { edition: "", form: "", house: {}, names: [], first: 0, scheme: "", deals: [], result: "", whole: isWhole(lines) };
  /** @type {RecordedDeal | undefined} */
  let deal;
  for (const line of lines.slice(1)) {
    const [, key, value] = line.match(/^([a-z]+): (.*)$/) ?? [];
    const begins = line.match(/^deal (\d+)$/), turn = line.match(/^(\d+)\. (.*)$/);
    if (begins) game.deals.push((deal = { number: Number(begins[1]), algorithm: "", commitment: "", server: "", seeds: [], deck: [], turns: [], score: "" }));
    else if (turn && deal) deal.turns.push({ turn: Number(turn[1]), moves: movesOf(turn[2]) });
    else if (key === "result") game.result = value;
    else if (line !== "" && key !== "check" && !(deal ? takeDealLine(deal, key, value) : takeHeadLine(game, key, value))) game.whole = false;
  }
  return game;
}

/** @param {string[]} lines */
function isWhole(lines) {
  const last = lines.length - 2;
  const check = lines[last]?.match(/^check: ([0-9a-f]{64})$/)?.[1];
  return lines.at(-1) === "" && check === toHex(sha256(bytesOf(`${lines.slice(0, last).join("\n")}\n`)));
}

/** @param {string} words `1: draw stop>B 2: coup` */
function movesOf(words) {
  let seat = -1;
  /** @type {{ seat: number, move: string }[]} */
  const moves = [];
  for (const word of words.split(" ")) {
    if (/^\d:$/.test(word)) seat = Number(word[0]) - 1;
    else moves.push({ seat, move: word });
  }
  return moves;
}

/** Take a line in, and return whether it is one of a deal. @param {RecordedDeal} deal @param {string | undefined} key @param {string} value */
function takeDealLine(deal, key, value) {
  if (key === "shuffle") deal.algorithm = value;
  else if (key === "commitment" || key === "server" || key === "score") deal[key] = value;
  else if (key === "seeds") deal.seeds = value.split(" ").map((seed) => (seed === "-" ? "" : seed));
  else if (key === "deck") deal.deck = value.split(" ");
  else return key === "reshuffle";
  return true;
}

/** Take a line in, and return whether it is one of the head. @param {Recorded} game @param {string | undefined} key @param {string} value */
function takeHeadLine(game, key, value) {
  if (key === "edition" || key === "form" || key === "scheme") game[key] = value;
  else if (key === "names") game.names = value.split(" | ");
  else if (key === "first") game.first = Number(value) - 1;
  else if (key === "rule") {
    const [name, chosen] = value.split(" = ");
    game.house[name] = chosen;
  } else return false;
  return true;
}

// ---- the proof ----------------------------------------------------------------------------------------------------

/**
 * What a table says of its rules, as far as the proof needs it: where the cards go, who starts, and what the head of a record repeats.
 * @typedef {{ edition: string, players: number, teams: number, deck: readonly number[], hand_size: number, empty_draw_pile: string, dealer_rotation: string, house: Readonly<Record<string, string>>, scoring: Readonly<Record<string, any>> }} TableRules
 *   `scoring`: the rules named in `SCORING`
 */
/**
 * What this browser observed of a deal while it was played (see `observations.js`).
 * @typedef {object} ObservedDeal
 * @property {number | null} seat whose hand it is; null for a spectator
 * @property {string} commitment the one that was promised before the deal; of a deal that had begun already, the one that was named then
 * @property {boolean} promised whether the promise was seen before the deal began
 * @property {boolean} began whether the deal was seen to begin, with the seeds that were announced
 * @property {readonly string[]} seeds what was announced then, seat by seat
 * @property {{ seed: string, sure: boolean } | null} claim the seed that the server has taken for this seat; `sure` if no other device can have replaced it unseen
 * @property {readonly string[]} own the seeds that this browser sent after the promise: one that the server knew before could be reckoned with
 * @property {number | null} first who started @property {readonly string[] | null} hand the first hand
 * @property {readonly string[] | null} moves all that everyone saw, and the own draws: `openMove` says how
 * @property {boolean} gaps whether part of the play may be missing there @property {boolean} over whether the end was seen
 * @property {boolean} solo whether one person plays against bots, and can take moves back @property {boolean} settled whether the next deal has begun, so that nobody can any more
 * @property {readonly number[] | null} scores at the end of the deal @property {{ winner: number | null, totals: readonly number[] } | null} won at the end of the game
 */
/**
 * What this browser observed of a game: its deals by their numbers, faults that it noticed at once, and the rules and the scheme
 * of the table.
 * @typedef {{ deals: Record<number, ObservedDeal>, faults: readonly { deal: number, fault: Fault }[], rules: TableRules | null, scheme: string | null }} Observed
 */
/**
 * What is broken. The names are those of `bornes verify`.
 * @typedef {"other-commitment" | "other-secret" | "seed-missing" | "other-hand" | "other-draw" | "other-move" | "other-starter" | "other-score"
 *   | "deal-missing" | "deal-number" | "other-rules" | "seats" | "unknown-shuffle" | "unknown-scheme" | "damaged"} Fault
 */
/**
 * Why a proof is weak.
 * @typedef {"deck-given" | "no-player-seed" | "server-seed-repeated" | "player-seed-repeated" | "server-seed-short" | "player-seeds-short"
 *   | "beginning-unseen" | "moves-unseen" | "own-seed-absent" | "not-observed"} Weakness
 */
/** @typedef {"kept" | "weak" | "broken"} Verdict */
/**
 * @typedef {{ deal: number, verdict: Verdict, faults: Fault[], weaknesses: Weakness[], seats: number[], commitment: string, seal: string, server: string, seeds: string[], hands: string[][] }} DealProof
 *   `seats`: whose seeds had a part; `seal`: that of the server's seed as this browser computes it; `hands`: the first hands that the seeds give
 */
/** @typedef {{ verdict: Verdict | null, names: string[], deals: DealProof[] }} Proof   `verdict`: null if there is nothing to judge */

/**
 * Check a record against everything that was promised and observed.
 *
 * A deal is kept only if all of it was observed, the own seed is in it, and the secret, the seeds and the rules give every card
 * that was seen. Anything else is weak, or broken if two statements of the server contradict each other.
 * @param {string} text @param {TableRules} rules of the table @param {{ last?: number, observed?: Observed }} [known] `last`: the number of the last deal that is over
 * @returns {Proof}
 */
export function verifyRecord(text, rules, { last = 0, observed = NOTHING } = {}) {
  const record = readRecord(text);
  const everywhere = headFaults(record, rules, observed);
  /** @type {Map<number, DealProof>} */
  const proofs = new Map();
  for (const deal of record.deals) {
    const proof = checkDeal(deal, record, rules, observed);
    if (proofs.has(deal.number)) addFault(proof, "damaged");
    for (const fault of everywhere) addFault(proof, fault);
    proofs.set(deal.number, proof);
  }
  // Every deal must be there under its number, up to the last that is over.
  record.deals.forEach((deal, at) => { if (deal.number !== at + 1) addFault(/** @type {DealProof} */ (proofs.get(deal.number)), "deal-missing"); });
  for (const number of [last, ...Object.keys(observed.deals).map(Number)]) {
    if (number <= 0 || number > last || proofs.has(number)) continue;
    // Against bots another device of the player may have taken the deal back: then nothing is proved, and nobody accused.
    const found = mayBeUndone(observed.deals[number]) ? { weaknesses: ["moves-unseen"] } : { faults: ["deal-missing", ...everywhere] };
    proofs.set(number, { ...emptyProof(number), .../** @type {Partial<DealProof>} */ (found) });
  }
  for (const { deal, fault } of observed.faults) {
    if (!proofs.has(deal)) proofs.set(deal, emptyProof(deal));
    addFault(/** @type {DealProof} */ (proofs.get(deal)), fault);
  }
  const deals = [...proofs.values()].sort((one, other) => one.deal - other.deal);
  findRepeatedSeeds(deals);
  checkResult(record, deals, observed, rules);
  for (const proof of deals) proof.verdict = proof.faults.length > 0 ? "broken" : proof.weaknesses.length > 0 ? "weak" : "kept";
  return { verdict: verdictOf(deals), names: record.names, deals };
}

/** @type {Observed} */
const NOTHING = { deals: {}, faults: [], rules: null, scheme: null };

/** @param {DealProof[]} deals @returns {Verdict | null} */
function verdictOf(deals) {
  if (deals.length === 0) return null;
  return /** @type {const} */ (["broken", "weak", "kept"]).find((verdict) => deals.some((proof) => proof.verdict === verdict)) ?? null;
}

/** Whether moves of a deal may have been taken back on another device since it was seen last. @param {ObservedDeal | undefined} seen */
const mayBeUndone = (seen) => Boolean(seen?.solo && !seen.settled);

/** @param {number} deal @returns {DealProof} */
const emptyProof = (deal) => ({ deal, verdict: "weak", faults: [], weaknesses: [], seats: [], commitment: "", seal: "", server: "", seeds: [], hands: [] });

/** @param {DealProof} proof @param {Fault} fault */
function addFault(proof, fault) { if (!proof.faults.includes(fault)) proof.faults.push(fault); }

/** What is wrong with all of a record. @param {Recorded} record @param {TableRules} rules @param {Observed} observed */
function headFaults(record, rules, observed) {
  /** @type {Fault[]} */
  const faults = [];
  const [, players, pairs] = record.form.match(/^(\d+)( pairs)?(?: short)?$/) ?? [];
  const same = record.edition === rules.edition && Number(players) === rules.players && Boolean(pairs) === rules.teams < rules.players
    && sameValues(record.house, rules.house) && (!observed.rules || sameRules(observed.rules, rules));
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
export const sameRules = (one, other) => sameValues(one.house, other.house) && JSON.stringify({ ...one, house: 0 }) === JSON.stringify({ ...other, house: 0 });

/** @param {unknown} value */
const plainValue = (value) => (Number.isSafeInteger(value) || typeof value === "boolean" ? value : typeof value === "string" ? value.slice(0, 40) : null);

/**
 * Return the rules of a table from what its state says; null if that makes no sense.
 * @param {any} table @returns {TableRules | null}
 */
export function rulesOf(table) {
  const { deck, hand_size, empty_draw_pile, dealer_rotation } = table?.rules ?? {}, { edition, players, teams } = table ?? {};
  /** @param {unknown} value @param {number} from @param {number} to */
  const within = (value, from, to) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
  const sensible = typeof edition === "string" && within(players, 2, MAX_PLAYERS) && within(teams, 2, players) && within(hand_size, 1, MAX_CARDS)
    && Array.isArray(deck) && deck.length === KINDS.length && deck.every((count) => within(count, 0, MAX_CARDS));
  if (!sensible) return null;
  const house = Object.fromEntries(Object.entries(table.house_rules ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value.join(" ") : String(value)]));
  const scoring = Object.fromEntries(SCORING.map((name) => [name, plainValue(table.rules[name])]));
  return { edition, players, teams, deck: [...deck], hand_size, empty_draw_pile: String(empty_draw_pile), dealer_rotation: String(dealer_rotation), house, scoring };
}

/**
 * Check one deal: the seal, the seeds, who started, and every card.
 * @param {RecordedDeal} deal @param {Recorded} record @param {TableRules} rules @param {Observed} observed @returns {DealProof}
 */
function checkDeal(deal, record, rules, observed) {
  const { commitment, server, seeds, number } = deal, seen = observed.deals[number];
  const proof = { ...emptyProof(number), commitment, server, seeds, seal: sealOf(server) ?? "", seats: seeds.flatMap((seed, seat) => (seed ? [seat] : [])) };
  const first = (record.first + (rules.dealer_rotation === "left" ? number - 1 : 0)) % rules.players;
  if (deal.deck.length > 0) {
    proof.weaknesses.push("deck-given");
    if (seen?.commitment) proof.faults.push("other-commitment");
  } else if (deal.algorithm !== ALGORITHM) proof.faults.push("unknown-shuffle");
  else if (!proof.seal || seeds.some((seed) => fromHex(seed) === null) || !isSeat(first, rules)) proof.faults.push("damaged");
  else {
    proof.faults.push(...seedFaults(deal, proof.seal, rules, seen));
    proof.weaknesses.push(...seedWeaknesses(deal));
    if (record.scheme === SCHEME && number === 1 && cut({ server, players: seeds }, rules.players) !== record.first) proof.faults.push("other-starter");
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
  for (const weakness of gapsOf(deal, seen, proof.faults)) if (!proof.weaknesses.includes(weakness)) proof.weaknesses.push(weakness);
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
  if (lost || (seen.began && Array.from({ length: rules.players }, (_, seat) => (seen.seeds[seat] ?? "") !== (seeds[seat] ?? "")).some(Boolean))) faults.push("seed-missing");
  return faults;
}

/** What of a deal was not observed. @param {RecordedDeal} deal @param {ObservedDeal | undefined} seen @param {readonly Fault[]} faults @returns {Weakness[]} */
function gapsOf({ seeds }, seen, faults) {
  if (!seen || (!seen.began && seen.moves === null)) return ["not-observed"];
  /** @type {Weakness[]} */
  const found = [];
  if (!seen.began || !seen.promised || seen.first === null || (seen.seat !== null && seen.hand === null)) found.push("beginning-unseen");
  if (seen.moves === null || seen.gaps || !seen.over) found.push("moves-unseen");
  if (!faults.includes("seed-missing") && (seen.seat === null || !seen.own.includes(seeds[seen.seat] ?? ""))) found.push("own-seed-absent");
  return found;
}

/** @param {RecordedDeal} deal */
function seedWeaknesses({ server, seeds, commitment }) {
  /** @type {Weakness[]} */
  const found = [];
  const given = seeds.filter((seed) => seed).map(rawText), secret = rawText(server);
  if (secret.length < MIN_SERVER_SEED_BYTES) found.push("server-seed-short");
  if (given.length === 0) found.push("no-player-seed");
  else if (Math.max(...given.map(({ length }) => length)) < MIN_PLAYER_SEED_BYTES) found.push("player-seeds-short");
  if (new Set(given).size < given.length || given.some((seed) => isKnownToServer(seed, secret, commitment))) found.push("player-seed-repeated");
  return found;
}

/** The bytes of a hexadecimal text as characters. @param {string} hex */
const rawText = (hex) => String.fromCharCode(...(fromHex(hex) ?? []));

/** Whether the server could know a player's seed when it committed to its own. @param {string} seed @param {string} secret @param {string} commitment */
function isKnownToServer(seed, secret, commitment) {
  /** @param {string} part @param {string} whole */
  const isPart = (part, whole) => part === whole || (part.length >= MIN_PLAYER_SEED_BYTES && whole.includes(part));
  return isPart(secret, seed) || isPart(seed, secret)
    || [rawText(commitment), commitment].some((known) => isPart(seed, known) || (known !== "" && seed.includes(known) && seed.length - known.length < MIN_PLAYER_SEED_BYTES));
}

/** A seed that an earlier deal has shown is no secret any more. @param {DealProof[]} deals */
function findRepeatedSeeds(deals) {
  /** @type {Set<string>} */
  const known = new Set();
  for (const { server, seeds, commitment, weaknesses } of deals) {
    /** @param {Weakness} weakness */
    const add = (weakness) => { if (!weaknesses.includes(weakness)) weaknesses.push(weakness); };
    const given = seeds.filter((seed) => seed);
    if (server && known.has(server)) add("server-seed-repeated");
    if (given.some((seed) => known.has(seed))) add("player-seed-repeated");
    for (const each of [server, commitment, ...given]) known.add(each);
  }
}

/** @param {string} points `A 1400 B 350` @returns {number[]} */
const pointsOf = (points) => [...points.matchAll(/[A-H] (-?\d+)/g)].map(([, count]) => Number(count));

/** How a recorded deal ended, and which team completed its trip. @param {string} score `A 200 B 100 (completed by A)` */
function endingOf(score) {
  const [, ending = "", letter] = score.match(/\((completed|exhausted|capped)(?: by ([A-H]))?\)$/) ?? [];
  return { ending, completer: ending === "completed" && letter ? teamOf(letter) : null };
}

/** What counts towards the end of the trip. @param {TeamPlayed} team @param {TableRules} rules */
function progressOf({ miles, safeties, coups }, { scoring }) {
  if (scoring["end_measure"] === "miles") return miles;
  return miles + safeties.size * scoring["safety_points"] + (scoring["end_measure"] === "points" ? coups * scoring["coup_fourre_points"] : 0);
}

/** Where the trip ends. @param {number | null} extendedBy @param {TableRules} rules @returns {number} */
const goalOf = (extendedBy, { scoring }) => (extendedBy === null ? scoring["target"] : LONG_TRIP);

/** Whether a deal ended when the rules end it, and not before. @param {RecordedDeal} deal @param {Played} played @param {TableRules} rules */
function endsRightly({ score, turns }, played, rules) {
  const { ending, completer } = endingOf(score), { scoring } = rules;
  const goal = goalOf(played.extendedBy, rules), reached = played.teams.flatMap((team, at) => (progressOf(team, rules) >= goal ? [at] : []));
  if (ending === "completed") return reached.length === 1 && reached[0] === completer;
  if (reached.length > 0) return false;
  if (ending === "capped") return scoring["turn_cap"] > 0 && turns.length >= scoring["turn_cap"];
  if (ending !== "exhausted" || played.left > 0) return false;
  const stops = rules.empty_draw_pile === "stop" || scoring["early_stop"];
  return stops || (played.held === 0 && (rules.empty_draw_pile !== "reshuffle" || played.discards === 0));
}

/** What a deal is worth to each team, by the rules of the table. @param {RecordedDeal} deal @param {Played} played @param {TableRules} rules */
function scoresOf({ score }, { teams, extendedBy, left }, { scoring }) {
  const { completer } = endingOf(score), most = Math.max(...teams.map(({ miles }) => miles));
  const leaders = teams.filter(({ miles }) => miles === most).length;
  return teams.map((team, at) => {
    const blank = teams.filter(({ miles }, other) => other !== at && miles === 0).length;
    // Among how many teams the points of the winner are shared, if this one is one of them.
    let shares = completer === at ? 1 : 0;
    if (completer === null && scoring["exhaustion_winner"] === "most-miles" && extendedBy === null && team.miles === most) {
      shares = leaders === 1 || scoring["exhaustion_tie"] === "all" ? 1 : scoring["exhaustion_tie"] === "split" ? leaders : 0;
    }
    let points = team.miles + team.safeties.size * scoring["safety_points"] + team.coups * scoring["coup_fourre_points"];
    if (team.safeties.size === 4) points += scoring["all_safeties_points"];
    if (shares > 0) points += Math.floor(scoring["trip_points"] / shares) + (team.long === 0 ? Math.floor(scoring["safe_trip_points"] / shares) : 0);
    if (completer === at && left === 0) points += scoring["delayed_action_points"];
    if (scoring["shut_out_rule"] === "completer") points += completer === at && blank === teams.length - 1 ? scoring["shut_out_points"] : 0;
    else if (blank > 0 && !(scoring["shut_out_rule"] === "nonblank-only" && team.miles === 0)) points += scoring["shut_out_points"] * (scoring["shut_out_rule"] === "stacked" ? blank : 1);
    if (extendedBy !== null) {
      const earned = completer === null ? at !== extendedBy && scoring["extension_fails_on_exhaustion"] : (completer === extendedBy) === (at === extendedBy);
      if (earned) points += scoring["extension_points"];
    }
    return points;
  });
}

/**
 * Who has won after the last recorded deal; null while nobody has. A single race goes to the most points.
 * @param {readonly number[]} totals @param {number | null} completer @param {TableRules} rules
 */
function winnerOf(totals, completer, { scoring }) {
  const best = Math.max(...totals), leaders = totals.flatMap((total, at) => (total === best ? [at] : [])), goal = scoring["game_goal"];
  if (goal > 0 && best < goal) return null;
  if (leaders.length === 1) return /** @type {number} */ (leaders[0]);
  return goal === 0 && scoring["end_measure"] !== "points" && completer !== null && leaders.includes(completer) ? completer : null;
}

/**
 * Compare the result of the game with its deals, and with what was seen.
 * @param {Recorded} record @param {DealProof[]} deals @param {Observed} observed @param {TableRules} rules
 */
function checkResult(record, deals, observed, rules) {
  const last = record.deals.at(-1), proof = deals.find(({ deal }) => deal === last?.number);
  if (!last || !proof) return;
  const [, winner, points] = record.result.match(/^(?:([A-H]) wins|drawn), (.*)$/) ?? [];
  const sums = pointsOf(last.score).map((_, team) => record.deals.reduce((sum, { score }) => sum + (pointsOf(score)[team] ?? NaN), 0));
  const seen = observed.deals[last.number];
  // Who has won follows from the moves: it can differ after other moves only, and then the deal is weak already.
  const won = mayBeUndone(seen) && proof.weaknesses.includes("moves-unseen") ? null : seen?.won;
  const other = points === undefined
    ? record.result !== "unfinished" || Boolean(won)
    : !sameList(pointsOf(points), sums) || (Boolean(won) && (!sameList(won?.totals ?? [], sums) || won?.winner !== (winner === undefined ? null : teamOf(winner))));
  const best = winnerOf(sums, endingOf(last.score).completer, rules), over = best !== null || rules.scoring["game_goal"] === 0;
  const totals = sums.map(() => 0);
  for (const { number, score } of record.deals.slice(0, -1)) {
    pointsOf(score).forEach((points, team) => { totals[team] = (totals[team] ?? NaN) + points; });
    const before = deals.find(({ deal }) => deal === number);
    // The game was over with this deal, and went on.
    if (before && (rules.scoring["game_goal"] === 0 || winnerOf(totals, null, rules) !== null)) addFault(before, "other-score");
  }
  if (other || over !== (points !== undefined) || best !== (winner === undefined ? null : teamOf(winner))) addFault(proof, "other-score");
}

/** @param {string} letter */
const teamOf = (letter) => letter.charCodeAt(0) - 65;

/** @template Item @param {readonly Item[]} one @param {readonly Item[]} other */
const sameList = (one, other) => one.length === other.length && one.every((item, at) => item === other[at]);

/**
 * @param {RecordedDeal} deal @param {TableRules} rules @param {string[][]} hands @param {number} first @param {ObservedDeal | undefined} seen
 * @returns {Fault[]}
 */
function cardFaults(deal, rules, hands, first, seen) {
  /** @type {Fault[]} */
  const faults = [];
  if ((deal.turns[0]?.moves[0]?.seat ?? first) !== first || (seen && seen.first !== null && seen.first !== first)) faults.push("other-starter");
  if (pointsOf(deal.score).length !== rules.teams) faults.push("damaged");
  if (seen?.hand && seen.seat !== null && !sameList(sortedCards(seen.hand), hands[seen.seat] ?? [])) faults.push("other-hand");
  return faults;
}

/** What was played otherwise than it was seen. @param {RecordedDeal} deal @param {readonly string[]} moves @param {ObservedDeal} seen @returns {Fault[]} */
function playFaults(deal, moves, seen) {
  /** @type {Fault[]} */
  const faults = [];
  if (seen.scores && !sameList(seen.scores, pointsOf(deal.score))) faults.push("other-score");
  // One person alone can take moves back on another device: what was seen before is then no longer part of the deal.
  const complete = seen.over && !seen.gaps;
  if (seen.moves === null || (seen.solo && !complete)) return faults;
  const given = moves.map((move) => asSeenBy(seen.seat, move)), drew = `${seen.seat}+`;
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

/** A move as a viewer sees it: of the draws only the own ones have a card. @param {number | null} viewer @param {string} move */
const asSeenBy = (viewer, move) => (/^\d\+/.test(move) && (viewer === null || move[0] !== String(viewer)) ? move.slice(0, 2) : move);

/**
 * Return what an event shows, in a short text: `1+25` seat 1 drew 25 (`1+` where the card is hidden), `1:-25` discards it, `1:stop>B` lays it on a team.
 * Null for events that show no card and no decision. What makes no sense stays as it is, and so agrees with nothing.
 * @param {any} event @returns {string | null}
 */
export function openMove(event) {
  const { seat, card, team } = event;
  switch (event.event) {
    case "Drew": return `${short(seat)}+${card === null || card === undefined ? "" : short(card)}`;
    case "TookDiscard": return `${short(seat)}:take ${short(card)}`;
    case "ExchangedCard": return `${short(seat)}:~${short(card)}`;
    case "Laid": case "Remedied": return `${short(seat)}:${short(card)}`;
    case "Attacked": return `${short(seat)}:${short(card)}>${Number.isInteger(team) ? String.fromCharCode(65 + team) : short(team)}`;
    case "Discarded": return `${short(seat)}:-${short(card)}`;
    case "CoupFourre": return `${short(seat)}:coup ${short(event.safety)} ${short(event.hazard)}`;
    case "Passed": return `${short(seat)}:pass`;
    case "Extended": return `${short(seat)}:extend`;
    case "Finished": return `${short(seat)}:finish`;
    case "Reshuffled": return `:shuffle ${short(event.cards)}`;
    default: return null;
  }
}

/** @param {unknown} value */
const short = (value) => (typeof value === "string" || typeof value === "number" ? String(value).slice(0, 20) : "?");

/** @typedef {{ miles: number, long: number, safeties: Set<string>, coups: number }} TeamPlayed `long`: how many 200s */
/** @typedef {{ teams: TeamPlayed[], extendedBy: number | null, left: number, discards: number, held: number }} Played what lies and is held after a deal */

/**
 * Whether a move can stand at this place of a turn, which has one play: behind a hazard others answer, and behind the last distance of a trip
 * comes the question whether it goes on.
 * @param {string} move @param {number} at @param {{ asked: boolean, hazard: string, given: number }} before
 */
function fitsTurn(move, at, { asked, hazard, given }) {
  if (asked) return move === "extend" || move === "finish";
  if (hazard) return /^(?:pass|coup|gas|spare|repair|roll)$/.test(move);
  if (given > 0) return move === "draw" || move[0] === "~";
  return !/^(?:coup|extend|finish)$/.test(move) && (at === 0 || !/^(?:draw|take|pass|~.*)$/.test(move));
}

/**
 * Follow the cards of a recorded deal from the deck through all hands, and return what that shows, as `openMove` writes it, with the card of
 * every draw. `possible` is false, and the list ends, where a player plays a card that the shuffle has not given to that seat, out of turn, twice
 * in a turn, or when the deal is over.
 * @param {RecordedDeal} deal @param {TableRules} rules @param {string[]} deck @param {number} first @returns {{ moves: string[], possible: boolean, played: Played }}
 */
export function followCards(deal, rules, deck, first) {
  /** @type {TeamPlayed[]} */
  const laid = Array.from({ length: rules.teams }, () => ({ miles: 0, long: 0, safeties: new Set(), coups: 0 }));
  /** @type {number | null} */
  let extendedBy = null;
  const { players, teams, hand_size: handSize } = rules;
  const hands = handsOf(deck, players, handSize, first);
  const seeds = { server: deal.server, players: deal.seeds };
  let pile = deck.slice(players * handSize), reshuffles = 0;
  /** @type {string[]} */
  let discards = [];
  /** @type {string[]} */
  const shown = [];
  /** @param {number} seat @param {number} cards */
  const draw = (seat, cards) => {
    for (let owed = cards; owed > 0; owed -= 1) {
      if (pile.length === 0 && discards.length > 0 && rules.empty_draw_pile === "reshuffle") {
        pile = shuffled(sortedCards(discards), seeds, deal.number, (reshuffles += 1));
        discards = [];
        shown.push(`:shuffle ${pile.length}`);
      }
      const card = pile.shift();
      if (card === undefined) return;
      shown.push(`${seat}+${card}`);
      hands[seat].push(card);
    }
  };
  /** @param {number} seat @param {string} card @param {string} move as it is shown */
  const play = (seat, card, move) => {
    const at = hands[seat].indexOf(card);
    if (at < 0) return false;
    hands[seat].splice(at, 1);
    shown.push(`${seat}:${move}`);
    return true;
  };
  /** @param {boolean} possible */
  const found = (possible) => ({ moves: shown, possible, played: { teams: laid, extendedBy, left: pile.length, discards: discards.length, held: hands.flat().length } });
  /** Whose turn is next: without a draw pile those without cards are passed over. @param {number} seat */
  const turnFrom = (seat) => {
    if (pile.length > 0 || (rules.empty_draw_pile === "reshuffle" && discards.length > 0)) return seat;
    return Array.from({ length: players }, (_, step) => (seat + step) % players).find((one) => Number(hands[one]?.length) > 0) ?? seat;
  };
  /** @param {TeamPlayed} team */
  const reached = (team) => progressOf(team, rules) >= goalOf(extendedBy, rules);
  const cap = rules.scoring["turn_cap"];
  let turn = first, completed = false;
  for (const [played, { moves }] of deal.turns.entries()) {
    if (moves[0]?.seat !== turn || completed || (cap > 0 && played >= cap) || (pile.length === 0 && rules.empty_draw_pile === "stop")) return found(false);
    let hazard = "", on = -1, given = 0, next = (turn + 1) % players, asked = false, ended = false;
    for (const [at, { seat, move }] of moves.entries()) {
      const team = laid[seat % teams];
      if (!hands[seat] || !team || ended || !fitsTurn(move, at, { asked, hazard, given }) || (hazard ? seat % teams === turn % teams : seat !== turn)) return found(false);
      // Where the rules leave a choice before the draw, it is the first move of a turn; elsewhere a card comes by itself.
      if (at === 0 && !/^(?:draw|take|pass|~.*)$/.test(move)) draw(seat, 1);
      let possible = true;
      if (move === "draw") {
        ended = given > 0;
        draw(seat, given || 1);
      } else if (move === "take") {
        const card = discards.pop();
        if (card === undefined) return found(false);
        shown.push(`${seat}:take ${card}`);
        hands[seat].push(card);
      } else if (move === "coup") {
        const safety = SAFETY_AGAINST[hazard] ?? "";
        possible = play(seat, safety, `coup ${safety} ${hazard}`);
        if (seat % teams === on) discards.push(hazard);
        team.safeties.add(safety);
        team.coups += 1;
        next = seat;
        ended = true;
        completed = rules.scoring["end_measure"] !== "miles" && reached(team);
        if (!completed) draw(seat, 1);
      } else if (/^[-~]/.test(move)) {
        possible = play(seat, move.slice(1), move);
        discards.push(move.slice(1));
        if (move[0] === "~") given += 1;
        ended = given === 0 || hands[seat].length === 0;
        if (given > 0 && ended) draw(seat, given);
      } else if (move.includes(">")) {
        hazard = move.slice(0, -2);
        on = teamOf(move.slice(-1));
        possible = play(seat, hazard, move);
      } else if (move === "extend" || move === "finish") {
        if (move === "extend") extendedBy = seat % teams;
        completed = move === "finish";
        ended = true;
        asked = false;
        shown.push(`${seat}:${move}`);
      } else if (move === "pass") {
        ended = hazard === "";
        if (ended) shown.push(`${seat}:pass`); // to let a hazard stand is private
      } else {
        possible = play(seat, move, move);
        if (/^\d+$/.test(move)) {
          team.miles += Number(move);
          asked = reached(team) && rules.scoring["extension"] && extendedBy === null && (pile.length > 0 || hands.flat().length > 0);
          completed = reached(team) && !asked;
        }
        ended = !asked;
        if (move === "200") team.long += 1;
        if (Object.values(SAFETY_AGAINST).includes(move)) {
          team.safeties.add(move);
          completed = rules.scoring["end_measure"] !== "miles" && reached(team);
          if (pile.length > 0 || rules.scoring["extra_turn_after_exhaustion"]) next = seat;
        }
        if (hazard) draw(seat, 1); // a remedy at once, out of turn
      }
      if (!possible) return found(false);
    }
    if (!ended && !hazard) return found(false);
    turn = turnFrom(next);
  }
  return found(true);
}
