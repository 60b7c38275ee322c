/** When something is the matter: a small scene, one sentence, and a way on. */
import { ApiProblem } from "../core/http_api.js";
import { h, s } from "../core/dom.js";
import { map } from "../components/illustrations.js";
import { pageHeader } from "../components/page_header.js";
import { gettext } from "../core/i18n.js";

/**
 * @typedef {"full" | "gone" | "closed" | "no-code" | "not-allowed" | "old-page" | "elsewhere" | "seat-lost" |
 *   "other-seat" | "nothing"} State
 */
/**
 * @typedef {{ text: string, href?: string, run?: () => void, main?: boolean } | HTMLElement} Action a link, something
 *   to do, or an element of its own
 */

const INK = "#1b2230";

/**
 * Return what is to be said where nothing else is known: a heading, and a sentence.
 * @param {State} state @returns {{ title: string, text: string }}
 */
export function wordsOf(state) {
  switch (state) {
    case "full":
      return { title: gettext("This car is full"), text: gettext("All seats of this table are taken.") };
    case "gone":
      return {
        title: gettext("The table has driven off"),
        text: gettext("It was closed long ago, or it never stood here. Its link leads nowhere any more."),
      };
    case "closed":
      return {
        title: gettext("The doors are closed"),
        text: gettext("Whoever runs this table lets nobody sit down at present."),
      };
    case "no-code":
      return {
        title: gettext("No table has this code"),
        text: gettext("A code is good for a day, and until the table is full. Ask for a new one."),
      };
    case "not-allowed":
      return {
        title: gettext("A private table"),
        text: gettext("This table is by invitation: the whole link is needed, with all that stands behind the “#”."),
      };
    case "old-page":
      return {
        title: gettext("There is a newer page"),
        text: gettext(
          "The server was renewed since you opened this page. Load it anew, and everything fits together again.",
        ),
      };
    case "elsewhere":
      return {
        title: gettext("Opened elsewhere"),
        text: gettext("You have this table open in too many tabs or on too many devices."),
      };
    case "seat-lost":
      return {
        title: gettext("This seat is no longer yours"),
        text: gettext("You gave it up, or the host removed you or freed it for someone else."),
      };
    case "other-seat":
      return { title: gettext("Another player’s seat"), text: gettext("This link opens another seat at this table.") };
    case "nothing":
      return { title: gettext("A road to nowhere"), text: gettext("There is nothing at this address.") };
  }
}

/**
 * Return a panel with a scene, what is the matter, and ways on; the first page is one where no other is given.
 * @param {State} state
 * @param {{ title?: string, text?: string, more?: string, actions?: Action[], heading?: "h1" | "h2" }} [options]
 *   `more`: another paragraph
 * @returns {HTMLElement}
 */
function statePanel(state, { title, text, more, actions, heading = "h2" } = {}) {
  const usual = wordsOf(state);
  const again = state === "old-page" ? gettext("Load it anew") : state === "elsewhere" ? gettext("Continue here") : "";
  const ways = actions ?? [
    ...(again ? [{ text: again, run: () => location.reload(), main: true }] : []),
    { text: gettext("Home"), href: "/", main: !again },
  ];
  return h(
    "section",
    { class: "state-panel", data: { state } },
    scene(state),
    h(
      "div",
      { class: "state-words" },
      h(heading, null, title ?? usual.title),
      h("p", null, text ?? usual.text),
      more ? h("p", null, more) : null,
      ways.length ? h("p", { class: "ways-on" }, ways.map(way)) : null,
    ),
  );
}

/**
 * Return a whole screen for it.
 * @param {State} state @param {{ title?: string, text?: string, more?: string, actions?: Action[] }} [options]
 * @returns {import("../router.js").Screen}
 */
export function errorPage(state, options = {}) {
  const title = options.title ?? wordsOf(state).title;
  return {
    element: h(
      "div",
      { class: "screen state-screen" },
      map(),
      pageHeader(""),
      h("main", { class: "single" }, statePanel(state, { heading: "h1", ...options })),
    ),
    title,
  };
}

/** @param {Action} action */
function way(action) {
  if (action instanceof HTMLElement) return action;
  const { text, href, run, main } = action;
  const kind = main ? "button go" : "button";
  return href
    ? h("a", { class: kind, href }, text)
    : h("button", { type: "button", class: main ? "go" : "", on: { click: () => run?.() } }, text);
}

/**
 * Return the screen that a problem of the server asks for; null where it is none of these.
 * @param {unknown} error @returns {import("../router.js").Screen | null}
 */
export function errorPageFor(error) {
  if (!(error instanceof ApiProblem)) return null;
  /** @type {Record<string, State>} */
  const states = {
    "table-not-found": "not-allowed",
    "code-not-found": "no-code",
    "not-authorized": "seat-lost",
    "seat-freed": "seat-lost",
    "seat-gone": "seat-lost",
    "no-spectators": "closed",
    "table-full": "full",
    ClosedToNewPlayers: "closed",
    "not-found": "nothing",
  };
  const state = states[error.error];
  return state ? errorPage(state, { text: error.text }) : null;
}

// -- scenes -----------------------------------------------------------------------------------------------------------

/** @param {State} state */
function scene(state) {
  const svg = s(
    "svg",
    { class: "vignette", viewBox: "0 0 400 190", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" },
    s("path", { d: "M-400-300h1200v490h-1200z", fill: "var(--sky-2)" }),
    s("path", { d: "M-400-300h1200v370h-1200z", fill: "var(--sky-1)", opacity: 0.7 }),
    state === "nothing" || state === "no-code" ? s("circle", { cx: 330, cy: 34, r: 22, fill: "var(--sun)" }) : null,
    s("path", { d: "M-400 128c240-60 420-26 540-46s180-34 260-10 220-28 400 6v112h-1200z", fill: "var(--hill-1)" }),
    s("path", { d: "M-400 128c260-30 480 6 600-10s340-14 600 4v68h-1200z", fill: "var(--hill-2)" }),
    s("path", { d: "M-400 142h1200v48h-1200z", fill: "var(--asphalt)" }),
    s("path", { d: "M-400 144h1200", stroke: "#f5efdf", "stroke-width": 4 }),
    s("path", { d: "M-400 168h1200", stroke: "#fff", "stroke-width": 4, "stroke-dasharray": "30 22" }),
  );
  svg.append(...(SCENES[state] ?? SCENES.nothing)());
  return svg;
}

/** @param {string} d @param {Record<string, unknown>} [more] */
const path = (d, more = {}) => s("path", { d, ...more });
/**
 * @param {string} symbol
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} [name]
 */
const placed = (symbol, x, y, width, height, name) =>
  s("svg", { x, y, width, height, overflow: "visible", class: name }, s("use", { href: `#${symbol}`, width, height }));
/** @param {number} team @param {number} x @param {number} y @param {number} width */
const carAt = (team, x, y, width) => placed(`car-${team}`, x, y, width, width / 2, `team-${team}`);
/** @param {number} x @param {number} size */
const tree = (x, size) =>
  s(
    "g",
    { transform: `translate(${x} 142) scale(${size})` },
    path("M-4 0V-40h8V0z", { fill: "#8a6f52" }),
    s("circle", { cy: -58, r: 30, fill: "var(--hill-3)" }),
  );
/** @param {string} face @param {number} x */
const signpost = (face, x) =>
  s(
    "g",
    { transform: `translate(${x} 84)`, stroke: INK, "stroke-width": 3.5, "stroke-linejoin": "round" },
    path("M-4 0h8v62h-8z", { fill: "#9aa3b2" }),
    path("M-52-34H44L62-17 44 0h-96z", { fill: "#fff" }),
    path(face, { fill: "none", "stroke-width": 5, "stroke-linecap": "round" }),
  );
/** A barrier across the road, with a lamp. @param {boolean} down */
const barrier = (down) =>
  s(
    "g",
    { stroke: INK, "stroke-width": 3.5, "stroke-linejoin": "round" },
    s(
      "g",
      { transform: down ? "translate(262 112)" : "translate(262 112) rotate(56)" },
      path("M0-7h-150v14H0z", { fill: "#fff" }),
      path("M-22-7h-28l-8 14h28zM-78-7h-28l-8 14h28z", { fill: "#c4202e", "stroke-width": 0 }),
      path("M0-7h-150v14H0z", { fill: "none" }),
    ),
    path("M254 98h22v66h-22z", { fill: "#f7c325" }),
    s("circle", { cx: 265, cy: 92, r: 9, fill: down ? "#ff4b4b" : "#6fd09a" }),
  );
/** What an exhaust leaves behind: the older, the larger and the fainter. */
const puffs = () =>
  s(
    "g",
    { fill: "#f4eddb" },
    s("circle", { cx: 304, cy: 149, r: 7, opacity: 0.9 }),
    s("circle", { cx: 284, cy: 145, r: 11, opacity: 0.7 }),
    s("circle", { cx: 256, cy: 139, r: 16, opacity: 0.45 }),
  );
const bench = () =>
  s(
    "g",
    { transform: "translate(120 142)", stroke: INK, "stroke-width": 3.5, "stroke-linejoin": "round" },
    path("M-30-22h60M-24-22V0M24-22V0", { "stroke-width": 6 }),
    path("M-34-40h68v12h-68z", { fill: "#a4632f" }),
  );

/** @type {Record<State, () => SVGElement[]>} */
const SCENES = {
  full: () => [tree(30, 0.9), tree(370, 1), placed("holiday-car", 104, -1, 205, 184)],
  gone: () => [
    tree(60, 1),
    carAt(2, 330, 128, 44),
    puffs(),
    path("M60 158h150M60 178h170", { stroke: INK, "stroke-width": 5, "stroke-dasharray": "12 5", opacity: 0.55 }),
    bench(),
  ],
  closed: () => [tree(360, 0.9), carAt(0, 26, 116, 92), barrier(true)],
  "no-code": () => [
    tree(356, 1),
    signpost("M-32-17h.1M-10-17h.1M12-17h.1M30-17h.1", 250),
    placed("snail-wonders", 40, 70, 150, 75),
  ],
  "not-allowed": () => [
    tree(40, 0.8),
    carAt(1, 60, 114, 96),
    barrier(true),
    s(
      "g",
      { transform: "translate(330 96)", stroke: INK, "stroke-width": 4, "stroke-linejoin": "round" },
      path("M-14 0v-12a14 14 0 0 1 28 0V0", { fill: "none", "stroke-width": 7 }),
      path("M-24-2h48v38h-48z", { fill: "#f7c325" }),
      path("M0 12v10", { "stroke-width": 6, "stroke-linecap": "round" }),
    ),
  ],
  "old-page": () => [
    tree(40, 0.9),
    carAt(3, 70, 118, 84),
    carAt(0, 240, 110, 110),
    s(
      "g",
      {
        transform: "translate(200 60)",
        fill: "none",
        stroke: "var(--ink)",
        "stroke-width": 7,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      },
      path("M22-12A26 26 0 1 0 26 8"),
      path("M26-30v20H6"),
    ),
  ],
  elsewhere: () => [tree(40, 0.9), carAt(0, 60, 118, 84), carAt(0, 180, 118, 84), carAt(0, 300, 118, 84)],
  "other-seat": () => [tree(24, 0.9), tree(372, 1), carAt(0, 60, 114, 96), carAt(1, 220, 110, 110)],
  "seat-lost": () => [tree(356, 0.9), bench(), puffs(), carAt(0, 318, 122, 56)],
  nothing: () => [tree(356, 1), signpost("M-38-17h70M20-27l12 10-12 10", 250), placed("snail-waits", 36, 70, 150, 75)],
};
