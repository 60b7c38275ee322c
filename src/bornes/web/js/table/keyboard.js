/**
 * What each key does at a table. Digits are those above the letters by their place, so that every keyboard has them;
 * everything is a button, too.
 */

/** @typedef {import("./play_view.js").PlayView} PlayView */

/** @type {Record<string, (table: PlayView) => void>} by the place of the key, as `event.code` names it */
const ACTIONS = {
  KeyD: ({ choosing }) => choosing.discard(),
  KeyC: ({ choosing }) => choosing.playMove("coup"),
  KeyN: ({ choosing }) => choosing.playMove("pass"),
  KeyP: ({ choosing }) => choosing.playMove("draw"),
  KeyT: ({ choosing }) => choosing.playMove("take"),
  KeyH: ({ session }) => {
    if (session.alone) session.hint();
  },
  KeyU: ({ session }) => {
    if (session.alone) session.takeBack();
  },
  KeyL: ({ announcements }) => announcements.showLog(),
  KeyS: ({ dialogs }) => dialogs.showSheet(),
  KeyR: ({ app, announcements, picture }) => app.announce(announcements.words.hand(picture)),
  KeyB: ({ app, announcements, picture }) => app.announce(announcements.words.piles(picture)),
  KeyO: ({ app, announcements, picture }) => app.announce(announcements.words.scores(picture)),
};

/**
 * Return what a key means at a table; null where it means nothing.
 * @param {KeyboardEvent} event
 * @param {PlayView} table
 * @returns {(() => void) | null}
 */
export function actionFor(event, table) {
  if (event.key === "Escape" && table.choosing.chosen !== null) return () => table.choosing.choose(null);
  if (event.key === "?") return () => table.dialogs.showKeys();
  const digit = event.code.match(/^(?:Digit|Numpad)([1-9])$/)?.[1];
  if (digit) {
    const held = table.hand.at(Number(digit) - 1);
    return held ? () => table.choosing.pick(held.id) : null;
  }
  const act = ACTIONS[event.code];
  return act ? () => act(table) : null;
}
