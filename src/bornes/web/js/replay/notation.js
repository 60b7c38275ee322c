/** Moves in notation (`docs/notation.md`): which card, and where it goes. */

const LETTERS = "ABCDEFGH";

/**
 * @typedef {object} ReadMove
 * @property {string | null} card its kind; null where a move is made without one
 * @property {"own" | "team" | "discards" | "draw" | "none"} to where it goes: before the player's own team, before
 *   another, on the discards; or where a card comes from
 * @property {number | null} team the other team
 */

/**
 * Return what a move does with which card.
 * @param {string} move @returns {ReadMove}
 */
export function readMove(move) {
  if (move === "draw") return { card: null, to: "draw", team: null };
  if (move === "take") return { card: null, to: "discards", team: null };
  if (["coup", "pass", "extend", "finish"].includes(move))
    return { card: null, to: move === "coup" ? "own" : "none", team: null };
  if (move.startsWith("-") || move.startsWith("~")) return { card: move.slice(1), to: "discards", team: null };
  const [card = move, letter] = move.split(">");
  return letter ? { card, to: "team", team: LETTERS.indexOf(letter) } : { card, to: "own", team: null };
}

/** @typedef {{ card: string, team: number } | { card: string, discards: true }} Landing where a card came to lie */

/**
 * Return where the cards that were played came to lie.
 * @param {readonly import("../table/table_state.js").TableEvent[]} events
 * @param {(seat: number) => number} teamOf
 * @returns {Landing[]}
 */
export function landings(events, teamOf) {
  return events.flatMap((event) => landingOf(event, teamOf));
}

/**
 * @param {import("../table/table_state.js").TableEvent} event
 * @param {(seat: number) => number} teamOf
 * @returns {Landing[]}
 */
function landingOf(event, teamOf) {
  const { seat, card } = event;
  switch (event.event) {
    case "Laid":
    case "Remedied":
      return [{ card: String(card), team: teamOf(Number(seat)) }];
    case "Attacked":
      return [{ card: String(card), team: Number(event["team"]) }];
    case "CoupFourre":
      return [{ card: String(event["safety"]), team: teamOf(Number(seat)) }];
    case "Discarded":
    case "ExchangedCard":
      return [{ card: String(card), discards: true }];
    default:
      return [];
  }
}
