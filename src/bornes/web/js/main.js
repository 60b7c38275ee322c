/** Where everything begins: the language, the theme, and which screen the address asks for. */
import { api, ApiProblem, onUpgrade } from "./core/http_api.js";
import { fill, h, setText, show } from "./core/dom.js";
import { installWorker } from "./core/service_worker.js";
import { addressNow, Leaving } from "./core/navigation_guard.js";
import { Memory } from "./core/storage.js";
import { needStyles } from "./core/stylesheets.js";
import { gettext, language, speak } from "./core/i18n.js";

/** @typedef {{ path: string, parts: string[], hash: URLSearchParams, query: URLSearchParams }} Route */
/**
 * @typedef {{ element: HTMLElement, title: string, leave?: () => void, question?: () => string }} Screen `question`:
 *   what is to be said before it is left; empty for nothing
 */
/** @typedef {{ open: (route: Route, app: App) => Promise<Screen> }} ScreenModule */
/**
 * @typedef {object} App
 * @property {import("./core/http_api.js").Api} api
 * @property {Memory} memory
 * @property {(path: string, replace?: boolean) => void} go
 * @property {() => Promise<import("./core/http_api.js").About>} about
 * @property {(name: string) => Promise<import("./core/http_api.js").EditionWords>} edition
 * @property {(text: string) => void} tell show a short message, and say it
 * @property {(text: string) => void} announce say it to screen readers
 * @property {(title: string) => void} setTitle
 * @property {(language: string) => Promise<void>} speak
 * @property {(theme: "" | "light" | "dark") => void} setTheme
 */

/**
 * @type {Record<string, { load: () => Promise<ScreenModule>, styles: string[] }>} A screen is loaded when it is first
 *   asked for.
 */
const SCREENS = {
  "": { load: () => import("./screens/home.js"), styles: ["home"] },
  open: { load: () => import("./screens/new_table.js"), styles: ["home", "new_table"] },
  t: { load: () => import("./screens/table.js"), styles: ["play", "table"] },
  replay: { load: () => import("./screens/replay.js"), styles: ["play", "replay", "score_sheet", "table"] },
  learn: { load: () => import("./screens/lesson.js"), styles: ["lesson", "new_table", "play", "table"] },
  "how-to-play": { load: () => import("./screens/how_to_play.js"), styles: ["lesson", "new_table"] },
  rules: { load: () => import("./screens/rules_explorer.js"), styles: ["lesson", "new_table"] },
  cards: { load: () => import("./screens/card_gallery.js"), styles: ["table"] },
};

/** What is shown where there is nothing. @type {(typeof SCREENS)[string]} */
const NOWHERE = {
  load: async () => {
    const { stateScreen } = await import("./screens/error_pages.js");
    return { open: async () => stateScreen("nothing") };
  },
  styles: ["home", "new_table"],
};

const memory = new Memory();
const place = /** @type {HTMLElement} */ (document.getElementById("screen"));
const told = /** @type {HTMLElement} */ (document.getElementById("told"));
const heard = /** @type {HTMLElement} */ (document.getElementById("heard"));

/** @type {Map<string, Promise<any>>} What the server said once about itself, in this language. */
const asked = new Map();
/** @template Value @param {string} key @param {() => Promise<Value>} question @returns {Promise<Value>} */
function once(key, question) {
  const known = asked.get(`${language()} ${key}`);
  if (known) return known;
  const answer = question();
  asked.set(`${language()} ${key}`, answer);
  answer.catch(() => asked.delete(`${language()} ${key}`));
  return answer;
}

/** @type {App} */
const app = {
  api,
  memory,
  go(path, replace = false) {
    if (replace) history.replaceState({ inside: history.state?.inside }, "", path);
    else history.pushState({ inside: true }, "", path);
    openScreen();
  },
  about: () => once("about", api.about),
  edition: (name) => once(`edition ${name}`, () => api.edition(name)),
  tell(text) {
    setText(told, text);
    show(told, true);
    clearTimeout(hiding);
    hiding = window.setTimeout(() => show(told, false), 4000 + 60 * text.length); // as long as it takes to read
  },
  announce(text) {
    heard.append(h("p", null, text));
    while (heard.childElementCount > 30) heard.firstElementChild?.remove();
  },
  setTitle(title) {
    const whole = title ? `${title} · Bornes` : "Bornes";
    if (document.title !== whole) document.title = whole;
  },
  async speak(chosen) {
    memory.set("language", chosen);
    speak(await api.words(chosen));
    await openScreen();
  },
  setTheme(theme) {
    memory.set("theme", theme);
    wearTheme();
  },
};
let hiding = 0;

const dark = matchMedia("(prefers-color-scheme: dark)");
function wearTheme() {
  document.documentElement.dataset["theme"] = memory.get("theme") || (dark.matches ? "dark" : "light");
}
dark.addEventListener("change", wearTheme);

/** @returns {Route} */
function currentRoute() {
  const parts = location.pathname.split("/").filter(Boolean);
  return {
    path: location.pathname,
    parts,
    hash: new URLSearchParams(location.hash.slice(1)),
    query: new URLSearchParams(location.search),
  };
}

/** @type {Screen | null} */
let shown = null;
let turn = 0;
/** Where the screen that is shown was found. */
let address = "";

/** Which screen the parts of an address name. @param {string[]} parts */
function nameOf(parts) {
  if (parts[0] !== "t") return parts[0] ?? "";
  if (parts[2] === "replay") return "replay";
  return parts.length === 2 ? "t" : "nowhere";
}

/** Show the screen that the address asks for. */
async function openScreen() {
  const mine = ++turn;
  const route = currentRoute();
  address = addressNow();
  const name = nameOf(route.parts);
  shown?.leave?.();
  shown = null;
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]")))
    dialog.close();
  let screen;
  try {
    const { load, styles } = (Object.hasOwn(SCREENS, name) && SCREENS[name]) || NOWHERE;
    const [module] = await Promise.all([load(), needStyles(styles)]);
    screen = await module.open(route, app);
  } catch (error) {
    screen = trouble(error);
  }
  if (mine !== turn) {
    screen.leave?.();
    return;
  }
  shown = screen;
  document.body.dataset["screen"] = name || "home";
  fill(place, screen.element);
  app.setTitle(screen.title);
  scrollTo(0, 0);
}

/** Say that a screen could not be opened, and offer another try. @param {unknown} error @returns {Screen} */
function trouble(error) {
  const text = error instanceof ApiProblem ? error.text : gettext("The server cannot be reached at the moment.");
  if (!(error instanceof ApiProblem)) console.warn(error);
  const element = h(
    "main",
    { class: "trouble-page" },
    h("h1", null, gettext("That did not work")),
    h("p", null, text),
    h(
      "p",
      { class: "ways-on" },
      h("button", { class: "go", on: { click: () => openScreen() } }, gettext("Try again")),
      h("a", { class: "button", href: "/" }, gettext("Home")),
    ),
  );
  return { element, title: gettext("That did not work") };
}

/** Links within the page change the screen and not the page. @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  if (
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute("download") ||
    link.pathname.startsWith("/api/") ||
    link.pathname === "/privacy"
  )
    return;
  if (link.pathname === location.pathname && link.hash && link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  void leaving.follow(link.href);
}

const leaving = new Leaving({
  question: () => shown?.question?.() ?? "",
  address: () => address,
  open: openScreen,
  go: app.go,
});

/** Offer to load the page anew, once: what runs here goes on until then. */
function offerReload() {
  if (document.querySelector(".renewed")) return;
  document.body.append(
    h(
      "div",
      { class: "renewed", role: "alert" },
      h("p", null, gettext("Bornes was renewed meanwhile.")),
      h("button", { class: "go", on: { click: () => location.reload() } }, gettext("Load it anew")),
    ),
  );
}

async function begin() {
  wearTheme();
  onUpgrade(offerReload);
  const wished =
    memory.get("language") ||
    (navigator.languages ?? ["en"]).map((tag) => tag.slice(0, 2)).find((tag) => ["en", "fr"].includes(tag)) ||
    "en";
  if (wished !== "en") {
    try {
      speak(await api.words(wished));
    } catch {
      // English, then: the server will be asked again for everything else.
    }
  }
  document.addEventListener("click", follow);
  addEventListener("popstate", () => void leaving.wander());
  await openScreen();
  installWorker();
}
begin();
