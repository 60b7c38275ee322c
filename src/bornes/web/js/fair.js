/**
 * Whether the cards were fairly shuffled, found out in the browser itself: docs/fair.md, byte for byte.
 *
 * Web Crypto is not there on a home network without HTTPS, so SHA-256 and HMAC are here in plain code. Nothing in this
 * module knows a page or a server: a test runs it in node and compares it with `bornes.fair`.
 */

export const ALGORITHM = "bornes-hmac-sha256-1";

/** The kinds of card by their numbers: shuffles start from cards in this order. */
export const KINDS = [
  "25", "50", "75", "100", "200", "out-of-gas", "flat", "accident", "stop", "limit",
  "gas", "spare", "repair", "roll", "end", "tank", "proof", "ace", "priority",
];

const SAFETY_AGAINST = /** @type {Record<string, string>} */ ({ "out-of-gas": "tank", flat: "proof", accident: "ace", stop: "priority", limit: "priority" });
const LEAST_SERVER_BYTES = 16;
const LEAST_PLAYER_BYTES = 8;
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
  const next = wordsOf(keyOf(seeds), deal, shuffle);
  for (let left = order.length; left > 1; left -= 1) {
    const pick = numberBelow(left, next);
    [order[left - 1], order[pick]] = [order[pick], order[left - 1]];
  }
  return order;
}

/** @param {Seeds} seeds */
function keyOf(seeds) {
  const written = [seeds.server, ...seeds.players].map((seed) => `${seed.length / 2}:${seed.toLowerCase()}`);
  return sha256(bytesOf([ALGORITHM, "seeds", ...written].join(" ")));
}

/**
 * Return a function that gives one 32-bit word after another.
 * @param {Uint8Array} key @param {number} deal @param {number} shuffle
 */
function wordsOf(key, deal, shuffle) {
  let block = 0, at = 32;
  let bytes = /** @type {DataView} */ (new DataView(new ArrayBuffer(0)));
  return () => {
    if (at === 32) {
      bytes = new DataView(hmac(key, bytesOf(`${ALGORITHM} deal ${deal} shuffle ${shuffle} block ${block}`)).buffer);
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
 *   `seeds`: one for each seat, empty for who gave none, or no seeds at all; `deck`: only where the record gives the order itself
 */
/**
 * @typedef {{ edition: string, form: string, house: Record<string, string>, names: string[], first: number, deals: RecordedDeal[], result: string, whole: boolean }} Recorded
 *   `whole`: the checksum in the last line is that of the lines before it
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
  const game = { edition: "", form: "", house: {}, names: [], first: 0, deals: [], result: "", whole: isWhole(lines) };
  /** @type {RecordedDeal | undefined} */
  let deal;
  for (const line of lines.slice(1)) {
    const [, key, value] = line.match(/^([a-z]+): (.*)$/) ?? [];
    const begins = line.match(/^deal (\d+)$/), turn = line.match(/^(\d+)\. (.*)$/);
    if (begins) game.deals.push((deal = { number: Number(begins[1]), algorithm: "", commitment: "", server: "", seeds: [], deck: [], turns: [], score: "" }));
    else if (turn && deal) deal.turns.push({ turn: Number(turn[1]), moves: movesOf(turn[2]) });
    else if (key === "result") game.result = value;
    else if (deal) takeDealLine(deal, key, value);
    else takeHeadLine(game, key, value);
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

/** @param {RecordedDeal} deal @param {string | undefined} key @param {string} value */
function takeDealLine(deal, key, value) {
  if (key === "shuffle") deal.algorithm = value;
  else if (key === "commitment" || key === "server" || key === "score") deal[key] = value;
  else if (key === "seeds") deal.seeds = value.split(" ").map((seed) => (seed === "-" ? "" : seed));
  else if (key === "deck") deal.deck = value.split(" ");
}

/** @param {Recorded} game @param {string | undefined} key @param {string} value */
function takeHeadLine(game, key, value) {
  if (key === "edition" || key === "form") game[key] = value;
  else if (key === "names") game.names = value.split(" | ");
  else if (key === "first") game.first = Number(value) - 1;
  else if (key === "rule") {
    const [name, chosen] = value.split(" = ");
    game.house[name] = chosen;
  }
}

// ---- the proof ----------------------------------------------------------------------------------------------------

/** @typedef {{ deck: readonly number[], hand_size: number, players: number, teams: number, empty_draw_pile: string }} DeckRules   of all the rules that a table's state names, those that say where cards go */
/**
 * What this browser saw of a deal while it was played: the seal that was shown before it, the seed that it sent itself,
 * and the cards that its player was dealt and drew. Whatever was not seen is left out.
 * @typedef {{ seat?: number | null, commitment?: string, seed?: string, hand?: readonly string[], draws?: readonly (string | null)[] }} Witnessed
 *   `draws`: the card of each draw of anybody since the deal began, null where it was somebody else's
 */
/**
 * What is broken: `other-seal` the server's seed is not the one in the sealed box; `other-promise` another seal than the
 * one that was shown; `seed-missing` the own seed has no part; `other-hand`, `other-card` the seeds give other cards;
 * `seats` not one seed for each seat; `unknown-shuffle` another algorithm; `damaged` not to be read.
 * @typedef {"other-seal" | "other-promise" | "seed-missing" | "other-hand" | "other-card" | "seats" | "unknown-shuffle" | "damaged"} Fault
 */
/**
 * Why a proof is weak: `deck-given` the order itself was written down; `no-seed` no player had a part; `short-seed` one
 * that could be guessed; `known-seed` one that was known before.
 * @typedef {"deck-given" | "no-seed" | "short-seed" | "known-seed"} Weakness
 */
/**
 * @typedef {{ deal: number, kept: boolean, faults: Fault[], weaknesses: Weakness[], seats: number[], commitment: string, seal: string, server: string, seeds: string[], hands: string[][] }} DealProof
 *   `seats`: whose seeds had a part; `seal`: that of the server's seed as this browser works it out; `hands`: the first hands that the seeds give
 */

/**
 * Check one deal: that the box held what its seal promised, that the seeds are in, and that they give the cards.
 * @param {RecordedDeal} deal @param {DeckRules} rules @param {Witnessed} [seen] @returns {DealProof}
 */
export function checkDeal(deal, rules, seen = {}) {
  const { commitment, server, seeds } = deal;
  const seal = sealOf(server) ?? "";
  const seats = seeds.flatMap((seed, seat) => (seed ? [seat] : []));
  /** @type {DealProof} */
  const proof = { deal: deal.number, kept: false, faults: [], weaknesses: [], seats, commitment, seal, server, seeds, hands: [] };
  if (deal.deck.length > 0) {
    proof.weaknesses.push("deck-given");
    if (seen.commitment) proof.faults.push("other-promise");
  } else if (deal.algorithm !== ALGORITHM) proof.faults.push("unknown-shuffle");
  else if (!seal || seeds.some((seed) => fromHex(seed) === null)) proof.faults.push("damaged");
  else {
    proof.faults.push(...promiseFaults(deal, seal, rules, seen));
    proof.weaknesses.push(...weaknessesOf(deal));
    const first = deal.turns[0]?.moves[0]?.seat ?? 0;
    const deck = deckOf(rules.deck, { server, players: seeds }, deal.number);
    proof.hands = handsOf(deck, rules.players, rules.hand_size, first).map(sortedCards);
    proof.faults.push(...cardFaults(deal, rules, deck, proof.hands, first, seen));
  }
  proof.kept = proof.faults.length === 0;
  return proof;
}

/** @param {RecordedDeal} deal @param {string} seal @param {DeckRules} rules @param {Witnessed} seen */
function promiseFaults({ commitment, seeds }, seal, rules, seen) {
  /** @type {Fault[]} */
  const faults = [];
  if (seal !== commitment) faults.push("other-seal");
  if (seen.commitment && seen.commitment !== commitment) faults.push("other-promise");
  if (seen.seed && (seen.seat === null || seen.seat === undefined || seeds[seen.seat] !== seen.seed.toLowerCase())) faults.push("seed-missing");
  if (seeds.length > 0 && seeds.length !== rules.players) faults.push("seats");
  return faults;
}

/** @param {RecordedDeal} deal */
function weaknessesOf({ server, seeds }) {
  /** @type {Weakness[]} */
  const found = [];
  const given = seeds.filter((seed) => seed);
  if (given.length === 0) found.push("no-seed");
  else if (Math.max(...given.map((seed) => seed.length / 2)) < LEAST_PLAYER_BYTES) found.push("short-seed");
  if (server.length / 2 < LEAST_SERVER_BYTES) found.push("short-seed");
  if (new Set(given).size < given.length || given.includes(server)) found.push("known-seed");
  return [...new Set(found)];
}

/**
 * @param {RecordedDeal} deal @param {DeckRules} rules @param {string[]} deck @param {string[][]} hands @param {number} first @param {Witnessed} seen
 * @returns {Fault[]}
 */
function cardFaults(deal, rules, deck, hands, first, seen) {
  /** @type {Fault[]} */
  const faults = [];
  if (seen.hand && typeof seen.seat === "number" && sortedCards(seen.hand).join() !== hands[seen.seat]?.join()) faults.push("other-hand");
  const drawn = followCards(deal, rules, deck, first);
  if (drawn === null || (seen.draws ?? []).some((card, at) => card !== null && at < drawn.length && card !== drawn[at])) faults.push("other-card");
  return faults;
}

/**
 * Follow the cards of a recorded deal from the deck through all hands, and return those that were drawn one after another;
 * null where somebody played a card that this shuffle has not given to them.
 * @param {RecordedDeal} deal @param {DeckRules} rules @param {string[]} deck @param {number} first @returns {string[] | null}
 */
export function followCards(deal, rules, deck, first) {
  const { players, teams, hand_size: handSize } = rules;
  const hands = handsOf(deck, players, handSize, first);
  const seeds = { server: deal.server, players: deal.seeds };
  let pile = deck.slice(players * handSize), reshuffles = 0;
  /** @type {string[]} */
  let discards = [];
  /** @type {string[]} */
  const drawn = [];
  /** @param {number} seat @param {number} cards */
  const draw = (seat, cards) => {
    for (let owed = cards; owed > 0; owed -= 1) {
      if (pile.length === 0 && rules.empty_draw_pile === "reshuffle") {
        if (discards.length > 0) pile = shuffled(sortedCards(discards), seeds, deal.number, (reshuffles += 1));
        discards = [];
      }
      const card = pile.shift();
      if (card === undefined) return;
      drawn.push(card);
      hands[seat].push(card);
    }
  };
  /** @param {number} seat @param {string} card */
  const lose = (seat, card) => {
    const at = hands[seat]?.indexOf(card) ?? -1;
    if (at >= 0) hands[seat].splice(at, 1);
    return at >= 0;
  };
  for (const { moves } of deal.turns) {
    let hazard = "", on = -1, given = 0;
    for (const [at, { seat, move }] of moves.entries()) {
      if (!hands[seat]) return null;
      // Where the rules leave a choice before the draw, it is the first move of a turn; elsewhere a card comes by itself.
      if (at === 0 && !/^(?:draw|take|pass|~.*)$/.test(move)) draw(seat, 1);
      if (move === "draw") draw(seat, given || 1);
      else if (move === "take") hands[seat].push(discards.pop() ?? "");
      else if (move === "coup") {
        if (!lose(seat, SAFETY_AGAINST[hazard])) return null;
        if (seat % teams === on) discards.push(hazard);
        draw(seat, 1);
      } else if (/^[-~]/.test(move)) {
        if (!lose(seat, move.slice(1))) return null;
        discards.push(move.slice(1));
        if (move[0] === "~") given += 1;
        if (given > 0 && hands[seat].length === 0) draw(seat, given);
      } else if (move.includes(">")) {
        hazard = move.slice(0, -2);
        on = move.charCodeAt(move.length - 1) - 65;
        if (!lose(seat, hazard)) return null;
      } else if (!["pass", "extend", "finish"].includes(move)) {
        if (!lose(seat, move)) return null;
        if (hazard) draw(seat, 1); // a remedy at once, out of turn
      }
    }
  }
  return drawn;
}

/**
 * Check a whole record: deal by deal what was promised and what came of it. `seen` has what this browser noted of each
 * deal by its number.
 * @param {string} text @param {DeckRules} rules @param {Record<number, Witnessed>} [seen]
 * @returns {{ kept: boolean, whole: boolean, names: string[], deals: DealProof[] }}
 */
export function verifyRecord(text, rules, seen = {}) {
  const record = readRecord(text);
  const deals = record.deals.map((deal) => checkDeal(deal, rules, seen[deal.number]));
  /** @type {Set<string>} */
  const known = new Set();
  for (const proof of deals) {
    // What an earlier deal has shown is no secret any more.
    const used = [proof.server, ...proof.seeds].filter((seed) => seed);
    if (used.some((seed) => known.has(seed)) && !proof.weaknesses.includes("known-seed")) proof.weaknesses.push("known-seed");
    for (const each of [...used, proof.commitment]) known.add(each);
  }
  return { kept: record.whole && deals.every((proof) => proof.kept), whole: record.whole, names: record.names, deals };
}
