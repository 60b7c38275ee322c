/** The way to a table: by a link, by a code, by a seat that this browser knows, or to look on. */
import { openDialog } from "../components/dialogs.js";
import { h } from "../core/dom.js";
import { ApiProblem } from "../core/http_api.js";
import { gettext } from "../core/i18n.js";
import { isInvitation, isSecret } from "../core/storage.js";
import { loadStylesheets } from "../core/stylesheets.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../router.js").Route} Route */
/** @typedef {import("../router.js").Screen} Screen */
/**
 * @typedef {object} Entry what lets this browser into a table
 * @property {string} secret of a seat; empty for none
 * @property {string} watch the word that lets one look on; empty for none
 * @property {boolean} byLink whether this browser did not know the seat
 */

/** The styles of what stands around a deal. */
export const AROUND = ["home", "new_table"];

/**
 * Find out what somebody may do at a table: play from a seat, look on, or neither, and then a screen says so.
 * @param {Route} route @param {App} app @returns {Promise<Entry | Screen>}
 */
export async function enter(route, app) {
  const id = route.parts[1] ?? "";
  const entry = {
    secret: route.hash.get("seat") ?? "",
    join: route.hash.get("join") ?? "",
    code: route.hash.get("code") ?? "",
    watch: route.hash.get("watch") ?? "",
  };
  let kept = app.memory.seatAt(id) ?? seatInHistory(id);
  const damaged = [entry.join, entry.watch].some((word) => word && !isInvitation(word));
  if (damaged || (entry.secret && !isSecret(entry.secret))) {
    if (!kept) return brokenLink();
    app.tell(gettext("That link is not good any more. This is your own seat."));
    entry.secret = entry.join = entry.watch = "";
  }
  // Which seats of this browser lead here: a link to another one takes none of them away.
  const known = app.memory.seatsAt(id).some(({ secret }) => secret === entry.secret);
  if (known) app.memory.chooseSeat(id, entry.secret);
  else if (entry.secret && kept && kept.secret !== entry.secret) {
    const asked = await askWhichSeat(id, entry.secret, kept.secret, app);
    if (asked) return asked;
    app.tell(gettext("That link is not good any more. This is your own seat."));
    entry.secret = "";
  }
  kept = app.memory.seatAt(id) ?? kept;
  // An address is what people paste to friends: the secret of a seat is nobody else's business. Who has no seat needs
  // the other words after a reload, too.
  if (location.hash && (entry.secret || kept)) history.replaceState(history.state, "", route.path);
  if (!kept && !entry.secret && !entry.watch) {
    const seated = await comeIn(id, entry, app);
    if (seated) return seated;
  }
  // A secret that came by a link is kept once the server knows it: a wrong one takes nobody's seat away.
  return {
    secret: entry.secret || kept?.secret || "",
    watch: entry.watch,
    byLink: Boolean(entry.secret) && !known,
  };
}

/**
 * Ask somebody who has a seat here and followed the link to another one; null where that link leads nowhere.
 * @param {string} id
 * @param {string} secret of the link
 * @param {string} own
 * @param {App} app
 * @returns {Promise<Screen | null>}
 */
async function askWhichSeat(id, secret, own, app) {
  let theirs;
  try {
    theirs = await app.api.ownSeat(id, secret);
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 403 || error.status === 404)) return null;
    throw error;
  }
  const mine = await app.api.ownSeat(id, own).catch(() => null);
  await loadStylesheets(AROUND);
  const { errorPage } = await import("../screens/error_pages.js");
  const go = () => app.go(`/t/${id}`, true);
  const { name } = theirs;
  return errorPage("other-seat", {
    text: mine
      ? gettext("This link opens {name}’s seat. You already have a seat at this table, {mine}, and it stays yours.", {
          name,
          mine: mine.name,
        })
      : gettext("This link opens {name}’s seat. You already have a seat at this table, and it stays yours.", { name }),
    more: gettext("The person who sent you this link can also play from {name}’s seat.", { name }),
    actions: [
      { text: gettext("Stay in my seat"), main: true, run: go },
      {
        text: gettext("Open {name}’s seat in this tab", { name }),
        run: () => {
          app.memory.keepSeat({ table: id, seat: theirs.seat, secret, borrowed: true });
          app.memory.chooseSeat(id, secret);
          go();
        },
      },
    ],
  });
}

/** Return the screen for a link that was cut short or changed when it was copied. */
async function brokenLink() {
  await loadStylesheets(AROUND);
  const title = gettext("That link is damaged"),
    text = gettext("Part of it is missing or was changed. Ask for the link again.");
  return (await import("../screens/error_pages.js")).errorPage("not-allowed", { title, text });
}

/**
 * Return the seat that a page noted where its browser keeps nothing else.
 * @param {string} table
 * @returns {{ secret: string } | null}
 */
function seatInHistory(table) {
  const seat = history.state?.seat;
  return seat?.table === table && isSecret(seat.secret) ? seat : null;
}

/**
 * Show the way in to somebody who has no seat here; null where one can only look on.
 * @param {string} id @param {{ join: string, code: string }} entry @param {App} app @returns {Promise<Screen | null>}
 */
async function comeIn(id, { join, code }, app) {
  let listing;
  try {
    listing = await (code ? app.api.lookUp(code) : app.api.listing(id, join));
  } catch (error) {
    await loadStylesheets(AROUND);
    const matter = (await import("../screens/error_pages.js")).errorPageFor(error);
    if (matter) return matter;
    throw error;
  }
  if (!join && !code && (!listing["newcomers"] || listing["playing"])) return null;
  await loadStylesheets(AROUND);
  const { JoinScreen } = await import("../screens/join.js");
  const way = new JoinScreen({ table: id, invitation: join, code, listing }, app);
  return { element: way.element, title: gettext("Take a seat"), leave: () => way.leave() };
}

/** Say that somebody else has this seat, too, where a link led here that was sent by them. */
export function warnOfSender() {
  const dialog = openDialog(
    gettext("This seat is open elsewhere, too"),
    [
      h(
        "p",
        { class: "question" },
        gettext(
          "The person who sent you this link can also play from this seat. For a seat of your own, ask for the invitation to the table.",
        ),
      ),
      h(
        "div",
        { class: "choices" },
        h("button", { class: "go", type: "button", on: { click: () => dialog.close() } }, gettext("Got it")),
      ),
    ],
    { class: "asking" },
  );
}
