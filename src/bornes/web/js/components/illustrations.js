/** People, badges and small drawings that stand on many screens. */
import { drawing, h } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** Our bots from the weakest to the strongest: a driver's place is the number of its lamps. */
const DRIVERS = ["random", "sunday-driver", "rule-of-thumb", "tuned", "champion"];
export const EDITIONS = ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"];

/** A bot's name without its options: `champion:seconds=2` is the champion. @param {string} bot */
const nameOf = (bot) => bot.split(":")[0] ?? bot;

/**
 * Return how strong a bot is, from 1 to 5; 0 for one that another package brings, of whom nobody knows.
 * @param {string} bot
 */
const strengthOf = (bot) => DRIVERS.indexOf(nameOf(bot)) + 1;

/** @param {string} bot the name of a bot, as `about` lists it */
export function driver(bot) {
  const place = strengthOf(bot);
  return drawing(place ? `driver-${nameOf(bot)}` : "driver-other", { class: `driver level-${place}` });
}

/** A seat that nobody has taken, or a person whose face we do not know: an outline. */
export const blankDriver = () => drawing("icon-person", { class: "driver blank" });

/**
 * Return a bot's strength as a row of five lamps: counted, not coloured. Nothing is shown for bots of other packages.
 * @param {string} bot
 */
export function strength(bot) {
  const place = strengthOf(bot);
  const lamps = DRIVERS.map((_, at) => h("i", { class: at < place ? "lit-lamp" : undefined }));
  return place
    ? h("span", { class: "strength", role: "img", aria: { label: gettext("Strength {n} of 5", { n: place }) } }, lamps)
    : h("span", { class: "strength unknown", hidden: true });
}

/** @param {string} edition the name of an edition */
export const emblem = (edition) =>
  drawing(EDITIONS.includes(edition) ? `emblem-${edition}` : "stone", { class: "emblem" });

/** @param {string} name one of the icons of `art/figures.svg`, without "icon-" */
export const icon = (name) => drawing(`icon-${name}`, { class: "icon" });

/** The name of the game, drawn; a link around it says where it leads, so that by default it is not read out.
 * @param {string} [label] */
export const wordmark = (label) => drawing("wordmark", { class: "wordmark", ...(label ? { aria: { label } } : {}) });

/** A road map that the screen lies on. */
export const map = () => drawing("map", { class: "map" });

/** The car of a team. @param {number} team @param {string} [extraClass] */
export const car = (team, extraClass = "") =>
  drawing(`car-${team}`, { class: ["car-drawing", `team-${team}`, extraClass].filter(Boolean).join(" ") });
