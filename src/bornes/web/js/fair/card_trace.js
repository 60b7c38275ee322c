/** The cards of a recorded deal, followed from the deck through all hands. */
import { teamOf } from "./record_reader.js";
import { goalOf, progressOf } from "./score_check.js";
import { handsOf, shuffled, sortedCards } from "./shuffle.js";

/** @typedef {import("./record_reader.js").RecordedDeal} RecordedDeal */
/** @typedef {import("./verify.js").TableRules} TableRules */

const SAFETY_AGAINST = /** @type {Record<string, string>} */ ({
  "out-of-gas": "tank",
  flat: "proof",
  accident: "ace",
  stop: "priority",
  limit: "priority",
});

/**
 * Return what an event shows, in a short text: `1+25` seat 1 drew 25 (`1+` where the card is hidden), `1:-25` discards
 * it, `1:stop>B` lays it on a team. Null for events that show no card and no decision. What makes no sense stays as it
 * is, and so agrees with nothing.
 * @param {any} event
 * @returns {string | null}
 */
export function openMove(event) {
  const { seat, card, team } = event;
  switch (event.event) {
    case "Drew":
      return `${short(seat)}+${card === null || card === undefined ? "" : short(card)}`;
    case "TookDiscard":
      return `${short(seat)}:take ${short(card)}`;
    case "ExchangedCard":
      return `${short(seat)}:~${short(card)}`;
    case "Laid":
    case "Remedied":
      return `${short(seat)}:${short(card)}`;
    case "Attacked":
      return `${short(seat)}:${short(card)}>${Number.isInteger(team) ? String.fromCharCode(65 + team) : short(team)}`;
    case "Discarded":
      return `${short(seat)}:-${short(card)}`;
    case "CoupFourre":
      return `${short(seat)}:coup ${short(event.safety)} ${short(event.hazard)}`;
    case "Passed":
      return `${short(seat)}:pass`;
    case "Extended":
      return `${short(seat)}:extend`;
    case "Finished":
      return `${short(seat)}:finish`;
    case "Reshuffled":
      return `:shuffle ${short(event.cards)}`;
    default:
      return null;
  }
}

/** @param {unknown} value */
export const short = (value) =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 20) : "?";

/** @typedef {{ miles: number, long: number, safeties: Set<string>, coups: number }} TeamPlayed `long`: how many 200s */
/**
 * @typedef {{ teams: TeamPlayed[], extendedBy: number | null, left: number, discards: number, held: number }} Played
 *   what lies and is held after a deal
 */

/**
 * Whether a move can stand at this place of a turn, which has one play: behind a hazard others answer, and behind the
 * last distance of a trip comes the question whether it goes on.
 * @param {string} move
 * @param {number} at
 * @param {{ asked: boolean, hazard: string, given: number }} before
 */
function fitsTurn(move, at, { asked, hazard, given }) {
  if (asked) return move === "extend" || move === "finish";
  if (hazard) return /^(?:pass|coup|gas|spare|repair|roll)$/.test(move);
  if (given > 0) return move === "draw" || move[0] === "~";
  return !/^(?:coup|extend|finish)$/.test(move) && (at === 0 || !/^(?:draw|take|pass|~.*)$/.test(move));
}

/**
 * Follow the cards of a recorded deal from the deck through all hands, and return what that shows, as `openMove` writes
 * it, with the card of every draw. `possible` is false, and the list ends, where a player plays a card that the shuffle
 * has not given to that seat, out of turn, twice in a turn, or when the deal is over.
 * @param {RecordedDeal} deal
 * @param {TableRules} rules
 * @param {string[]} deck
 * @param {number} first
 * @returns {{ moves: string[], possible: boolean, played: Played }}
 */
export function followCards(deal, rules, deck, first) {
  /** @type {TeamPlayed[]} */
  const laid = Array.from({ length: rules.teams }, () => ({ miles: 0, long: 0, safeties: new Set(), coups: 0 }));
  /** @type {number | null} */
  let extendedBy = null;
  const { players, teams, hand_size: handSize } = rules;
  const hands = handsOf(deck, players, handSize, first);
  const seeds = { server: deal.server, players: deal.seeds };
  let pile = deck.slice(players * handSize),
    reshuffles = 0;
  /** @type {string[]} */
  let discards = [];
  /** @type {string[]} */
  const shown = [];
  /** @param {number} seat @param {number} cards */
  const draw = (seat, cards) => {
    for (let owed = cards; owed > 0; owed -= 1) {
      if (pile.length === 0 && discards.length > 0 && rules.empty_draw_pile === "reshuffle") {
        reshuffles += 1;
        pile = shuffled(sortedCards(discards), seeds, deal.number, reshuffles);
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
  const found = (possible) => ({
    moves: shown,
    possible,
    played: { teams: laid, extendedBy, left: pile.length, discards: discards.length, held: hands.flat().length },
  });
  /** Whose turn is next: without a draw pile those without cards are passed over. @param {number} seat */
  const turnFrom = (seat) => {
    if (pile.length > 0 || (rules.empty_draw_pile === "reshuffle" && discards.length > 0)) return seat;
    return (
      Array.from({ length: players }, (_, step) => (seat + step) % players).find(
        (one) => Number(hands[one]?.length) > 0,
      ) ?? seat
    );
  };
  /** @param {TeamPlayed} team */
  const reached = (team) => progressOf(team, rules) >= goalOf(extendedBy, rules);
  const cap = rules.scoring["turn_cap"];
  let turn = first,
    completed = false;
  for (const [played, { moves }] of deal.turns.entries()) {
    if (
      moves[0]?.seat !== turn ||
      completed ||
      (cap > 0 && played >= cap) ||
      (pile.length === 0 && rules.empty_draw_pile === "stop")
    )
      return found(false);
    let hazard = "",
      on = -1,
      given = 0,
      next = (turn + 1) % players,
      asked = false,
      ended = false;
    for (const [at, { seat, move }] of moves.entries()) {
      const team = laid[seat % teams];
      if (
        !hands[seat] ||
        !team ||
        ended ||
        !fitsTurn(move, at, { asked, hazard, given }) ||
        (hazard ? seat % teams === turn % teams : seat !== turn)
      )
        return found(false);
      // Where the rules leave a choice before the draw, it is the first move of a turn; elsewhere a card comes by
      // itself.
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
          asked =
            reached(team) &&
            rules.scoring["extension"] &&
            extendedBy === null &&
            (pile.length > 0 || hands.flat().length > 0);
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
