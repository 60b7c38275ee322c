/** What is asked of the server over HTTP; `docs/protocol.md` tells it all. */
import { language } from "./i18n.js";

/** @typedef {import("../table/table_state.js").Pace} Pace */
/** @typedef {{ join: string, watch: string, code?: string, expires_at?: number, qr?: string[] }} Invitation */
/**
 * @typedef {{ table: string, seat: number, secret: string, link: string, commitment: string, invitation: Invitation }}
 *   Seated
 */
/** @typedef {{ players: number, partners: boolean, short: boolean, text: string }} OfferedForm */
/** @typedef {{ name: string, title: string, text: string, forms: OfferedForm[] }} OfferedEdition */
/** @typedef {{ name: string, title: string, text: string }} OfferedBot */
/** @typedef {{ name: string, text: string, times: Pace }} OfferedPace */
/**
 * @typedef {object} About
 * @property {string} server_version
 * @property {number} protocol
 * @property {string[]} languages
 * @property {string} first_edition
 * @property {OfferedEdition[]} editions
 * @property {OfferedBot[]} bots
 * @property {OfferedPace[]} paces
 * @property {Record<string, string>} reactions
 */
/** @typedef {{ value: unknown, text: string }} Choice */
/** @typedef {{ rule: string, name: string, choices: Choice[], usual: unknown, clause: string }} Switch */
/**
 * @typedef {object} EditionInfo
 * @property {string} name
 * @property {string} title
 * @property {string} text
 * @property {string} unit
 * @property {number} goal
 * @property {"miles" | "points"} measure
 * @property {Record<string, string>} terms
 * @property {Record<string, string>} cards
 * @property {Record<string, string>} [short_cards]
 * @property {Record<string, string>} rows
 * @property {Record<string, string>} [other_rows]
 * @property {(OfferedForm & { like: string })[]} forms
 * @property {Switch[]} switches
 */
/**
 * @typedef {{ id: string, edition: string, title?: string, seats: { kind: string, name: string, bot: string | null,
 *   team: number }[], [more: string]: any }} Listing
 */
/**
 * @typedef {{ viewer: number | null, number: number, game: number, deal: number, events: { seat: number | null, event:
 *   string, text: string }[] }} Moves
 */
/**
 * @typedef {{ text: string, sentence: string, clause: string, odd: boolean, alike: number }} Answer what a rulebook
 *   says; `alike` is the first that says the same
 */
/** @typedef {{ rule: string, name: string, answers: Answer[] }} ComparedRule */
/**
 * @typedef {{ editions: { name: string, title: string }[], groups: { name: string, rules: ComparedRule[] }[] }}
 *   Explorer
 */
/**
 * @typedef {{ id: string, kind: "clause" | "ruling", heading: string, text: string, editions: string[], rulings:
 *   string[] }} Law
 */
/** @typedef {{ card: string, name: string, count: number }} CountedCard */
/**
 * @typedef {{ kind: "paragraph", text: string, clauses: string[] } | { kind: "story", lines: string[] }
 *   | { kind: "cards", headings: string[], rows: (CountedCard | null)[][], clauses: string[] }
 *   | { kind: "points", rows: { name: string, points: string, what_for: string, clauses: string[] }[] }} HowToBlock
 */
/**
 * @typedef {{ edition: string, title: string, lead: HowToBlock[], sections: { heading: string, blocks: HowToBlock[] }[]
 *   }} HowToPlay
 */
/** @typedef {import("../table/table_state.js").StateMessage | import("../table/table_state.js").NewsMessage} TableMessage */
/**
 * @typedef {{ chapter: number, messages: TableMessage[], says: string, move: string | null, card: string }} LessonStep
 *   `card` is the one that glows
 */
/** @typedef {{ edition: string, teacher: string, chapters: string[], steps: LessonStep[], not_yet: string }} Lesson */

/** Why something was not done, in a sentence for people. */
export class ApiProblem extends Error {
  /** @param {{ error: string, text: string, field?: string, retry_after?: number }} problem @param {number} status */
  constructor(problem, status) {
    super(problem.text);
    this.error = problem.error;
    this.text = problem.text;
    this.field = problem.field ?? "";
    this.retryAfter = problem.retry_after ?? null;
    this.status = status;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, secret?: string | undefined, text?: boolean }} [options]
 * @returns {Promise<any>}
 */
async function ask(method, path, { body, secret, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers["Authorization"] = `Bearer ${secret}`;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "omit",
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  noteVersion(response);
  if (response.status === 204) return null;
  if (!response.ok) throw await problemOf(response);
  return text ? response.text() : response.json();
}

const OWN_VERSION = document.documentElement.dataset["version"] ?? "";
/** @type {() => void} What is done when the server has another version of the page. */
let renewed = () => {};

/** Be told when the server was upgraded since this page was loaded. @param {() => void} listener */
export function onUpgrade(listener) {
  renewed = listener;
}

/** Return whether the server has another version of the page, which is offered then. @param {Response} response */
function noteVersion(response) {
  const version = response.headers.get("Bornes-Page");
  const another = Boolean(version && OWN_VERSION && version !== OWN_VERSION);
  if (another) renewed();
  return another;
}

/** See whether the server was upgraded since this page was loaded. */
export async function checkVersion() {
  try {
    return noteVersion(await fetch("/healthz", { credentials: "omit" }));
  } catch {
    return false; // It is asked again with the next request.
  }
}

/** @param {Response} response */
async function problemOf(response) {
  try {
    return new ApiProblem(await response.json(), response.status);
  } catch {
    return new Unreachable(`${response.status}`);
  }
}

/**
 * Ask for a seat.  The secret is chosen here and not by the server, so that a request whose answer was lost can be
 * repeated: the same secret leads to the same seat.
 * @param {string} path @param {Record<string, unknown>} body @returns {Promise<Seated>}
 */
async function sitDown(path, body) {
  const whole = { secret: newSecret(), ...body };
  try {
    return await ask("POST", path, { body: whole });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return ask("POST", path, { body: whole });
  }
}

/** Return a secret that nobody can guess: 24 bytes in base64url. */
export function newSecret() {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_");
}

/** @param {string} id */
const at = (id) => `/api/tables/${encodeURIComponent(id)}`;

export const api = {
  /** @returns {Promise<About>} */
  about: () => ask("GET", "/api/about"),
  /** @param {string} name @returns {Promise<EditionInfo>} */
  edition: (name) => ask("GET", `/api/editions/${encodeURIComponent(name)}`),
  /** @param {string} spoken @returns {Promise<import("./i18n.js").Catalogue>} */
  words: (spoken) => ask("GET", `/api/words/${encodeURIComponent(spoken)}.json`),
  /** @param {Record<string, unknown>} table @returns {Promise<Seated>} */
  openTable: (table) => sitDown("/api/tables", table),
  /** @param {Record<string, unknown>} game @returns {Promise<Seated>} */
  playNow: (game) => sitDown("/api/play-now", game),
  /** @param {Record<string, unknown>} who @returns {Promise<Seated>} */
  join: (who) => sitDown("/api/join", who),
  /** @param {string} code @returns {Promise<Listing>} */
  lookUp: (code) => ask("POST", "/api/codes", { body: { code } }),
  /** @returns {Promise<{ tables: Listing[] }>} */
  lobby: () => ask("GET", "/api/lobby"),
  /** @param {string} id @param {string} [secret] @returns {Promise<Listing>} */
  listing: (id, secret) => ask("GET", at(id), { secret }),
  /** @param {string} id @param {string} secret @returns {Promise<Invitation>} */
  invitation: (id, secret) => ask("GET", `${at(id)}/invitation`, { secret }),
  /** @param {string} id @param {string} [secret] @param {number} [game] @returns {Promise<string>} */
  record: (id, secret, game) => ask("GET", `${at(id)}/record${game ? `?game=${game}` : ""}`, { secret, text: true }),
  /** @param {string} id @param {string} [secret] @returns {Promise<Moves>} */
  moves: (id, secret) => ask("GET", `${at(id)}/moves`, { secret }),
  /** @param {string} id @param {number} game @param {number} deal @param {string} [secret] */
  replay: (id, game, deal, secret) => ask("GET", `${at(id)}/replay/${game}/${deal}`, { secret }),
  /** @param {string} id @param {number} game @param {number} deal @param {string} [secret] */
  askReview: (id, game, deal, secret) => ask("POST", `${at(id)}/reviews/${game}/${deal}`, { secret }),
  /** @param {string} id @param {number} game @param {number} deal @param {string} [secret] */
  readReview: (id, game, deal, secret) => ask("GET", `${at(id)}/reviews/${game}/${deal}`, { secret }),
  /** @param {string} id @param {string} secret @returns {Promise<{ seat: number, name: string, here: boolean }>} */
  ownSeat: (id, secret) => ask("GET", `${at(id)}/seat`, { secret }),
  /** @param {string} id @param {string} secret */
  forgetSeat: (id, secret) => ask("DELETE", `${at(id)}/seat`, { secret }),
  /** @returns {Promise<Explorer>} */
  explorer: () => ask("GET", "/api/rules"),
  /** @param {string} id @returns {Promise<Law>} */
  clause: (id) => ask("GET", `/api/clauses/${encodeURIComponent(id)}`),
  /** @param {string} edition @returns {Promise<HowToPlay>} */
  howto: (edition) => ask("GET", `/api/howto/${encodeURIComponent(edition)}`),
  /** @returns {Promise<Lesson>} */
  lesson: () => ask("GET", "/api/lesson"),
};

/** @typedef {typeof api} Api */
