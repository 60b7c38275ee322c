/** How a table is to be played, in a few words: the form, the pace, house rules. */
import { gettext, ngettext } from "../core/i18n.js";

/** @typedef {import("../table/table_state.js").Pace} Pace */

/** Return the name of a pace. @param {string} pace */
export function paceName(pace) {
  switch (pace) {
    case "quick":
      return gettext("Quick");
    case "relaxed":
      return gettext("Relaxed");
    case "patient":
      return gettext("Patient");
    case "days":
      return gettext("By correspondence");
    case "none":
      return gettext("Without a clock");
    default:
      return gettext("A pace of its own");
  }
}

/** Return who plays together. @param {number} teams @param {number} players */
export function formName(teams, players) {
  return teams === players ? gettext("everyone for themselves") : ngettext("{n} pair", "{n} pairs", teams);
}

/**
 * Return which of the offered paces a table has; null where it has one of its own.
 * @param {import("../core/http_api.js").OfferedPace[]} offered @param {Pace} pace
 */
export function paceOf(offered, pace) {
  return (
    offered.find(({ times }) => times.decision === pace.decision && times.window === pace.window) ??
    offered.find(({ times }) => times.decision === pace.decision) ??
    null
  );
}

/**
 * Return the house rules of a table in sentences.
 * @param {Record<string, unknown>} house @param {import("../core/http_api.js").Switch[]} switches
 * @returns {{ name: string, text: string }[]}
 */
export function houseSentences(house, switches) {
  return Object.entries(house).map(([rule, value]) => {
    const found = switches.find((each) => each.rule === rule);
    return {
      name: found?.name ?? rule,
      text: found?.choices.find((choice) => choice.value === value)?.text ?? String(value),
    };
  });
}
