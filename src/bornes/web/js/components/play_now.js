/** “Play now”, from wherever somebody has read enough: a table against a bot, at once. */
import { ApiProblem } from "../core/http_api.js";
import { h } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** @typedef {import("../router.js").App} App */

/**
 * Return the button that leads to a table of this edition.
 * @param {App} app
 * @param {string} edition
 * @param {string} [bot] who plays against me, if it is not the one that I chose before
 */
export function playNowButton(app, edition, bot) {
  const button = h(
    "button",
    {
      class: "go",
      type: "button",
      on: { click: () => sitDown(app, button, { edition, bot: bot ?? (app.memory.get("bot") || "sunday-driver") }) },
    },
    gettext("Play now"),
  );
  return button;
}

/** @param {App} app @param {HTMLButtonElement} button @param {{ edition: string, bot: string }} game */
async function sitDown(app, button, game) {
  const { api, memory } = app,
    name = memory.get("name");
  button.disabled = true;
  try {
    const seated = await api.playNow({ ...game, name }).catch((error) => {
      // A name that cannot be had against bots keeps nobody from playing.
      if (name && error instanceof ApiProblem && error.field === "name") return api.playNow(game);
      throw error;
    });
    memory.keepSeat({ table: seated.table, seat: seated.seat, secret: seated.secret, edition: game.edition, name });
    app.go(`/t/${seated.table}`);
  } catch (error) {
    app.tell(error instanceof ApiProblem ? error.text : gettext("The server cannot be reached at the moment."));
    button.disabled = false;
  }
}
