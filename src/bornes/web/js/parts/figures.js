/** People, badges and small signs that stand on more than one screen; what they look like is in `art/`. */
import { drawing, h } from "../dom.js";
import { gettext } from "../words.js";

/** The bots from weak to strong: each has a face of its own. */
const LEVELS = ["random", "sunday-driver", "rule-of-thumb", "tuned", "champion"];
/** How many lamps a strength is shown with. */
const LAMPS = LEVELS.length;

/**
 * Return how strong a bot is, from 0 to 4; null for one that is not of the house.
 * @param {string | null} bot
 */
export function levelOf(bot) {
  const level = LEVELS.indexOf(bot ?? "");
  return level < 0 ? null : level;
}

/** Return a small sign. @param {string} name */
export const icon = (name) => drawing(`icon-${name}`, { class: "icon" });

/** Return the badge of an edition. @param {string} edition */
export const emblem = (edition) => drawing(`emblem-${edition}`, { class: "emblem" });

/** Return the face of a bot. @param {string | null} bot */
export function driver(bot) {
  const level = levelOf(bot);
  return drawing(level === null ? "driver-other" : `driver-${bot}`, { class: `driver level-${level ?? "other"}` });
}

/** Return the car of a team. @param {number} team @param {string} [more] another class */
export const car = (team, more = "") => drawing(`car-${team % 4}`, { class: `car-drawing team-${team % 4} ${more}`.trim() });

/** Return the strength of a bot as a row of lamps: counted, not coloured. @param {string | null} bot */
export function strength(bot) {
  const level = levelOf(bot);
  if (level === null) return h("span", { class: "strength", hidden: true });
  const lamps = Array.from({ length: LAMPS }, (_, at) => h("i", { class: at <= level ? "lit-lamp" : "" }));
  return h("span", { class: "strength", role: "img", aria: { label: gettext("strength {n} of {most}", { n: level + 1, most: LAMPS }) } }, lamps);
}

/** Return the name of the game, as it stands on every screen. */
export const wordmark = () => drawing("wordmark", { class: "wordmark", aria: { label: "Bornes" } });
