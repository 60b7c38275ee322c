/** The shuffle of docs/fair.md: the order of the cards, and who starts, from the seeds of server and players. */
import { bytesOf, fromHex, hmac, sha256, SPAN, toHex } from "./sha256.js";

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
  "25",
  "50",
  "75",
  "100",
  "200",
  "out-of-gas",
  "flat",
  "accident",
  "stop",
  "limit",
  "gas",
  "spare",
  "repair",
  "roll",
  "end",
  "tank",
  "proof",
  "ace",
  "priority",
];

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
  let block = 0,
    at = 32;
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
