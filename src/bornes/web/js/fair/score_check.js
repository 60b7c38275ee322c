/** How a recorded deal ended and what it is worth, by the rules of the table. */
import { teamOf } from "./record_reader.js";

/** @typedef {import("./record_reader.js").RecordedDeal} RecordedDeal */
/** @typedef {import("./card_trace.js").Played} Played */
/** @typedef {import("./card_trace.js").TeamPlayed} TeamPlayed */
/** @typedef {import("./verify.js").TableRules} TableRules */

const LONG_TRIP = 1000;

/** @param {string} points `A 1400 B 350` @returns {number[]} */
export const pointsOf = (points) => [...points.matchAll(/[A-H] (-?\d+)/g)].map(([, count]) => Number(count));

/**
 * How a recorded deal ended, and which team completed its trip.
 * @param {string} score `A 200 B 100 (completed by A)`
 */
export function endingOf(score) {
  const [, ending = "", letter] = score.match(/\((completed|exhausted|capped)(?: by ([A-H]))?\)$/) ?? [];
  return { ending, completer: ending === "completed" && letter ? teamOf(letter) : null };
}

/** What counts towards the end of the trip. @param {TeamPlayed} team @param {TableRules} rules */
export function progressOf({ miles, safeties, coups }, { scoring }) {
  if (scoring["end_measure"] === "miles") return miles;
  return (
    miles +
    safeties.size * scoring["safety_points"] +
    (scoring["end_measure"] === "points" ? coups * scoring["coup_fourre_points"] : 0)
  );
}

/** Where the trip ends. @param {number | null} extendedBy @param {TableRules} rules @returns {number} */
export const goalOf = (extendedBy, { scoring }) => (extendedBy === null ? scoring["target"] : LONG_TRIP);

/**
 * Whether a deal ended when the rules end it, and not before.
 * @param {RecordedDeal} deal
 * @param {Played} played
 * @param {TableRules} rules
 */
export function endsRightly({ score, turns }, played, rules) {
  const { ending, completer } = endingOf(score),
    { scoring } = rules;
  const goal = goalOf(played.extendedBy, rules),
    reached = played.teams.flatMap((team, at) => (progressOf(team, rules) >= goal ? [at] : []));
  if (ending === "completed") return reached.length === 1 && reached[0] === completer;
  if (reached.length > 0) return false;
  if (ending === "capped") return scoring["turn_cap"] > 0 && turns.length >= scoring["turn_cap"];
  if (ending !== "exhausted" || played.left > 0) return false;
  const stops = rules.empty_draw_pile === "stop" || scoring["early_stop"];
  return stops || (played.held === 0 && (rules.empty_draw_pile !== "reshuffle" || played.discards === 0));
}

/**
 * What a deal is worth to each team, by the rules of the table.
 * @param {RecordedDeal} deal
 * @param {Played} played
 * @param {TableRules} rules
 */
export function scoresOf({ score }, { teams, extendedBy, left }, { scoring }) {
  const { completer } = endingOf(score),
    most = Math.max(...teams.map(({ miles }) => miles));
  const leaders = teams.filter(({ miles }) => miles === most).length;
  return teams.map((team, at) => {
    const blank = teams.filter(({ miles }, other) => other !== at && miles === 0).length;
    // Among how many teams the points of the winner are shared, if this one is one of them.
    let shares = completer === at ? 1 : 0;
    if (
      completer === null &&
      scoring["exhaustion_winner"] === "most-miles" &&
      extendedBy === null &&
      team.miles === most
    ) {
      shares =
        leaders === 1 || scoring["exhaustion_tie"] === "all" ? 1 : scoring["exhaustion_tie"] === "split" ? leaders : 0;
    }
    let points =
      team.miles + team.safeties.size * scoring["safety_points"] + team.coups * scoring["coup_fourre_points"];
    if (team.safeties.size === 4) points += scoring["all_safeties_points"];
    if (shares > 0)
      points +=
        Math.floor(scoring["trip_points"] / shares) +
        (team.long === 0 ? Math.floor(scoring["safe_trip_points"] / shares) : 0);
    if (completer === at && left === 0) points += scoring["delayed_action_points"];
    if (scoring["shut_out_rule"] === "completer")
      points += completer === at && blank === teams.length - 1 ? scoring["shut_out_points"] : 0;
    else if (blank > 0 && !(scoring["shut_out_rule"] === "nonblank-only" && team.miles === 0))
      points += scoring["shut_out_points"] * (scoring["shut_out_rule"] === "stacked" ? blank : 1);
    if (extendedBy !== null) {
      const earned =
        completer === null
          ? at !== extendedBy && scoring["extension_fails_on_exhaustion"]
          : (completer === extendedBy) === (at === extendedBy);
      if (earned) points += scoring["extension_points"];
    }
    return points;
  });
}

/**
 * Who has won after the last recorded deal; null while nobody has. A single race goes to the most points.
 * @param {readonly number[]} totals @param {number | null} completer @param {TableRules} rules
 */
export function winnerOf(totals, completer, { scoring }) {
  const best = Math.max(...totals),
    leaders = totals.flatMap((total, at) => (total === best ? [at] : [])),
    goal = scoring["game_goal"];
  if (goal > 0 && best < goal) return null;
  if (leaders.length === 1) return /** @type {number} */ (leaders[0]);
  return goal === 0 && scoring["end_measure"] !== "points" && completer !== null && leaders.includes(completer)
    ? completer
    : null;
}
