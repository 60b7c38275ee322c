/** Records of games (docs/notation.md), as far as a proof needs them. */
import { bytesOf, sha256, toHex } from "./sha256.js";

export const MAX_PLAYERS = 8;
export const MAX_CARDS = 1000;

/** @typedef {{ turn: number, moves: { seat: number, move: string }[] }} RecordedTurn   seats from 0 */
/**
 * @typedef {{ number: number, algorithm: string, commitment: string, server: string, seeds: string[], deck: string[],
 *   turns: RecordedTurn[], score: string }} RecordedDeal
 *   `seeds`: one for each seat, empty for a player who gave none, or no seeds at all; `deck`: only if the record gives
 *   the order itself
 */
/**
 * @typedef {{ edition: string, form: string, house: Record<string, string>, names: string[], first: number, scheme:
 *   string, deals: RecordedDeal[], result: string, whole: boolean }} Recorded
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
  const game = { ...emptyRecord(), whole: isWhole(lines) };
  /** @type {RecordedDeal | undefined} */
  let deal;
  for (const line of lines.slice(1)) {
    const [, key, value] = line.match(/^([a-z]+): (.*)$/) ?? [];
    const begins = line.match(/^deal (\d+)$/),
      turn = line.match(/^(\d+)\. (.*)$/);
    if (begins) {
      deal = {
        number: Number(begins[1]),
        algorithm: "",
        commitment: "",
        server: "",
        seeds: [],
        deck: [],
        turns: [],
        score: "",
      };
      game.deals.push(deal);
    } else if (turn && deal) deal.turns.push({ turn: Number(turn[1]), moves: movesOf(turn[2]) });
    else if (key === "result") game.result = value;
    else if (
      line !== "" &&
      key !== "check" &&
      !(deal ? takeDealLine(deal, key, value) : takeHeadLine(game, key, value))
    )
      game.whole = false;
  }
  return game;
}

/** @returns {Recorded} */
export const emptyRecord = () => ({
  edition: "",
  form: "",
  house: {},
  names: [],
  first: 0,
  scheme: "",
  deals: [],
  result: "",
  whole: true,
});

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

/**
 * Take a line in, and return whether it is one of a deal.
 * @param {RecordedDeal} deal
 * @param {string | undefined} key
 * @param {string} value
 */
function takeDealLine(deal, key, value) {
  if (key === "shuffle") deal.algorithm = value;
  else if (key === "commitment" || key === "server" || key === "score") deal[key] = value;
  else if (key === "seeds") deal.seeds = value.split(" ").map((seed) => (seed === "-" ? "" : seed));
  else if (key === "deck") deal.deck = value.split(" ");
  else return key === "reshuffle";
  return true;
}

/**
 * Take a line in, and return whether it is one of the head.
 * @param {Recorded} game
 * @param {string | undefined} key
 * @param {string} value
 */
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

/** @param {string} letter */
export const teamOf = (letter) => letter.charCodeAt(0) - 65;
