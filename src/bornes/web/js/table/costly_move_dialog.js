/**
 * Slips that hurt are asked about once: they are allowed, and seldom meant.
 *
 * This is no rule: the server has said that the move may be made.  What a slip costs is read from the values of the
 * rules.
 */
import { gettext } from "../core/i18n.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("./table_state.js").Offer} Offer */
/** @typedef {{ name: string, text: string }} Caution */

const SAFETIES = ["tank", "proof", "ace", "priority"];
/** So far ahead, in miles, whoever stops at the short trip leaves points on the road. */
const FAR_AHEAD = 250;

/**
 * Return what to ask before a move is made, or null.
 * @param {TableState} picture
 * @param {Offer} offer
 * @returns {Caution | null}
 */
export function cautionFor(picture, offer) {
  const { rules } = picture.table;
  const mine = picture.myTeam === null ? null : picture.piles[picture.myTeam];
  if (offer.discard && offer.card && SAFETIES.includes(offer.card)) {
    return {
      name: "safety",
      text: gettext("A safety protects you for the whole deal and is worth points. Give it away?"),
    };
  }
  if (
    offer.card === "200" &&
    !offer.discard &&
    rules["safe_trip_points"] > 0 &&
    mine &&
    !mine.distances.includes("200") &&
    mine.distances.length > 2
  ) {
    return {
      name: "safe-trip",
      text: gettext("Without a 200 your trip would be a safe trip, worth {points} more. Play the 200?", {
        points: rules["safe_trip_points"],
      }),
    };
  }
  if (offer.move === "finish" && picture.myTeam !== null) {
    const others = picture.places.filter((_, team) => team !== picture.myTeam);
    const ahead = (picture.places[picture.myTeam] ?? 0) - Math.max(0, ...others);
    if (ahead >= FAR_AHEAD)
      return {
        name: "finish",
        text: gettext("You are far ahead: the longer trip would bring more points. Stop here?"),
      };
  }
  return null;
}
