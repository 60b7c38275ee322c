/** Whose turn it is, and what a player is asked, in a few words. */
import { gettext, number } from "../core/i18n.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */

/** Whose turn it is, in a few words. @param {TableState} picture */
export function whoseTurn(picture) {
  if (!picture.playing) return gettext("The deal is over");
  if (picture.question) return gettext("Your turn");
  if (picture.window) return gettext("A hazard has been laid …");
  const seat = picture.decides ?? picture.turn;
  return gettext("{name}’s turn", { name: picture.nameOf(seat) });
}

/** What the panel for answers says. @param {TableState} picture @param {EditionInfo} edition */
export function windowText(picture, edition) {
  if (picture.window)
    return (
      picture.log.filter(({ event }) => event === "Attacked").at(-1)?.text ?? edition.cards[picture.window.hazard] ?? ""
    );
  return gettext("You have arrived: {target} {unit}. Go on to the longer trip?", {
    target: number(picture.target),
    unit: edition.unit,
  });
}

/** What a player is asked, in a few words. @param {TableState} picture */
export function noteFor({ question, viewer }) {
  if (!question) return viewer === null ? gettext("You are looking on") : "";
  if (question.phase === "draw") return gettext("Draw, take the top discard, or exchange cards");
  if (question.phase === "exchange") return gettext("Give more cards, or draw as many as you gave");
  if (question.phase === "react") return gettext("Answer the hazard, or let it pass");
  if (question.phase === "extend") return gettext("Go on, or stop here?");
  return gettext("Play a card or discard one");
}
