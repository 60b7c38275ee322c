/** What is left of a table that the server does not want this page back at: why it ended, and the ways on. */
import { checkVersion, ApiProblem } from "../core/http_api.js";
import { gettext } from "../core/i18n.js";
import { recoverSeat } from "../core/seat_recovery.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../screens/error_pages.js").Action} Action */
/** @typedef {import("../screens/error_pages.js").State} State */
/** @typedef {import("./session.js").TableSession} TableSession */

/** The server closes with this where a seat was given up or freed: only then its secret is forgotten. */
const OPENED_ELSEWHERE = 4409,
  SEAT_LOST = 4410;
/** Then it may still be taken back; or somebody else has it, and only the games that were played are left. */
const SEAT_FREED = "seat-freed",
  SEAT_GONE = "seat-gone";
/** The server’s word for a seat that is no longer the viewer’s, whatever the reason. */
const SEAT_LOST_ERROR = "seat-lost";
/**
 * The server does not understand what it was sent: where `OTHER_PROTOCOL` is the reason, since the page is an older
 * one.
 */
const BAD_MESSAGE = 4400,
  OTHER_PROTOCOL = "protocol-mismatch";

/**
 * Forget a seat that is lost; where this browser has another one at the table, go on from there. Returns whether it has.
 * @param {TableSession} session
 */
export function leaveLostSeat(session) {
  const { memory } = session.app,
    freed = session.connection.error === SEAT_FREED,
    seats = memory.seatsAt(session.id);
  const own = seats.find(({ secret, borrowed }) => !borrowed && secret !== session.secret);
  const isOwn = seats.some(({ secret, borrowed }) => !borrowed && secret === session.secret);
  if (session.connection.endedBy === SEAT_LOST && !freed) memory.forgetSeat(session.id, session.secret);
  if (own && !isOwn && session.secret && !freed && session.connection.endedBy !== OPENED_ELSEWHERE) {
    session.app.tell(gettext("That link is not good any more. This is your own seat."));
    memory.chooseSeat(session.id, own.secret);
    session.app.go(`/t/${session.id}`, true);
    return true;
  }
  return false;
}

/**
 * Return what is to be said of a table that ended, for `errorPage`.
 * @param {TableSession} session @returns {{ state: State, more: { title?: string, text?: string, actions?: Action[] } }}
 */
export function describeEnd(session) {
  const { endedBy, error, reason } = session.connection;
  if (endedBy === BAD_MESSAGE) void checkVersion();
  const state = whyEnded(endedBy, error, Boolean(session.secret));
  // What the server says of a message that it could not read is for programs; and it does not know who hears of a
  // seat that is lost.
  const says =
    state === "closed"
      ? gettext("This table lets nobody look on any more.")
      : endedBy === BAD_MESSAGE || endedBy === OPENED_ELSEWHERE || error === SEAT_LOST_ERROR
        ? ""
        : reason;
  const actions = waysBack(session),
    free = error === SEAT_FREED ? { title: gettext("Your seat is free") } : {};
  return {
    state,
    more: {
      ...free,
      ...(says ? { text: says } : {}),
      ...(actions ? { actions } : {}),
    },
  };
}

/**
 * What is left to do for a player without a seat; null for nothing.
 * @param {TableSession} session
 * @returns {Action[] | null}
 */
function waysBack(session) {
  const { error } = session.connection;
  if (error !== SEAT_FREED && error !== SEAT_GONE) return null;
  const home = { text: gettext("Home"), href: "/" },
    replay = { text: gettext("Replay and review"), href: `/t/${session.id}/replay/1/1` };
  if (error === SEAT_GONE) return [{ ...replay, main: true }, home];
  return [{ text: gettext("Take the seat back"), main: true, run: () => void comeBack(session) }, home];
}

/** Take a seat back that was given up or freed. @param {TableSession} session */
async function comeBack(session) {
  try {
    await recoverSeat(session.id, session.secret, session.app);
    session.app.go(`/t/${session.id}`, true);
  } catch (error) {
    session.app.tell(error instanceof ApiProblem ? error.text : gettext("The server cannot be reached at the moment."));
  }
}

/**
 * What is the matter with a table that the server ended.
 * @param {number} code that it closed with
 * @param {string} error what it could not take
 * @param {boolean} seated whether somebody came with the secret of a seat
 * @returns {State}
 */
function whyEnded(code, error, seated) {
  if (code === BAD_MESSAGE) return error === OTHER_PROTOCOL ? "old-page" : "not-allowed";
  if (code === OPENED_ELSEWHERE) return "elsewhere";
  if (code === SEAT_LOST) return seated ? "seat-lost" : "closed";
  if (error === SEAT_FREED || error === SEAT_GONE) return "seat-lost";
  return seated ? "gone" : "not-allowed";
}
