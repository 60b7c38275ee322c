/** Which screen an address asks for, how one screen follows another, and the offer to load a newer page. */
import { fill, h } from "./core/dom.js";
import { ApiProblem } from "./core/http_api.js";
import { gettext } from "./core/i18n.js";
import { addressNow, NavigationGuard } from "./core/navigation_guard.js";
import { loadStylesheets } from "./core/stylesheets.js";

/** @typedef {{ path: string, parts: string[], hash: URLSearchParams, query: URLSearchParams }} Route */
/**
 * @typedef {{ element: HTMLElement, title: string, leave?: () => void, question?: () => string }} Screen `question`:
 *   what is to be said before it is left; empty for nothing
 */
/** @typedef {{ open: (route: Route, app: App) => Promise<Screen> }} ScreenModule */
/**
 * @typedef {object} App
 * @property {import("./core/http_api.js").Api} api
 * @property {import("./core/storage.js").PageStorage} memory
 * @property {(path: string, replace?: boolean) => void} go
 * @property {() => Promise<import("./core/http_api.js").About>} about
 * @property {(name: string) => Promise<import("./core/http_api.js").EditionInfo>} edition
 * @property {(text: string) => void} tell show a short message, and say it
 * @property {(text: string) => void} announce say it to screen readers
 * @property {(title: string) => void} setTitle
 * @property {(language: string) => Promise<void>} speak
 * @property {(theme: "" | "light" | "dark") => void} setTheme
 */

/**
 * The screens by the names that addresses begin with; each is loaded when it is first asked for.
 * @type {Record<string, { load: () => Promise<ScreenModule>, styles: string[] }>}
 */
const SCREENS = {
  "": { load: () => import("./screens/home.js"), styles: ["home"] },
  open: { load: () => import("./screens/new_table.js"), styles: ["home", "new_table"] },
  t: { load: () => import("./screens/table.js"), styles: ["table"] },
  replay: { load: () => import("./screens/replay.js"), styles: ["replay", "score_sheet", "table"] },
  learn: { load: () => import("./screens/lesson.js"), styles: ["lesson", "new_table", "table"] },
  "how-to-play": { load: () => import("./screens/how_to_play.js"), styles: ["lesson", "new_table"] },
  rules: { load: () => import("./screens/rules_explorer.js"), styles: ["lesson", "new_table"] },
  cards: { load: () => import("./screens/card_gallery.js"), styles: ["table"] },
};

/** What is shown where there is nothing. @type {(typeof SCREENS)[string]} */
const NOWHERE = {
  load: async () => {
    const { errorPage } = await import("./screens/error_pages.js");
    return { open: async () => errorPage("nothing") };
  },
  styles: ["home", "new_table"],
};

/**
 * Return what an address asks for.
 * @param {{ pathname: string, hash: string, search: string }} address @returns {Route}
 */
export function routeOf({ pathname, hash, search }) {
  return {
    path: pathname,
    parts: pathname.split("/").filter(Boolean),
    hash: new URLSearchParams(hash.slice(1)),
    query: new URLSearchParams(search),
  };
}

/** Return the name of the screen that the parts of an address ask for. @param {string[]} parts */
export function screenName(parts) {
  if (parts[0] !== "t") return parts[0] ?? "";
  if (parts[2] === "replay") return "replay";
  return parts.length === 2 ? "t" : "nowhere";
}

export class Router {
  /** @param {App} app @param {HTMLElement} place where screens are shown */
  constructor(app, place) {
    this.app = app;
    this.place = place;
    /** @type {Screen | null} */
    this.shown = null;
    /** Counts the screens that were asked for: the last one is shown. */
    this.turn = 0;
    /** Where the screen that is shown was found. */
    this.address = "";
    this.leaving = new NavigationGuard({
      question: () => this.shown?.question?.() ?? "",
      address: () => this.address,
      open: () => this.open(),
      go: (path, replace) => this.go(path, replace),
    });
  }

  /** Show what changes the address: links within the page, and the way back. */
  listen() {
    document.addEventListener("click", (event) => this.#follow(event));
    addEventListener("popstate", () => void this.leaving.wander());
  }

  /** @param {string} path @param {boolean} [replace] whether the way back leads past the screen that is left */
  go(path, replace = false) {
    if (replace) history.replaceState({ inside: history.state?.inside }, "", path);
    else history.pushState({ inside: true }, "", path);
    this.open();
  }

  /** Show the screen that the address asks for. */
  async open() {
    const mine = ++this.turn;
    const route = routeOf(location);
    this.address = addressNow();
    const name = screenName(route.parts);
    this.shown?.leave?.();
    this.shown = null;
    for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]")))
      dialog.close();
    let screen;
    try {
      const { load, styles } = (Object.hasOwn(SCREENS, name) && SCREENS[name]) || NOWHERE;
      const [module] = await Promise.all([load(), loadStylesheets(styles)]);
      screen = await module.open(route, this.app);
    } catch (error) {
      screen = this.#trouble(error);
    }
    if (mine !== this.turn) {
      screen.leave?.();
      return;
    }
    this.shown = screen;
    document.body.dataset["screen"] = name || "home";
    fill(this.place, screen.element);
    this.app.setTitle(screen.title);
    scrollTo(0, 0);
  }

  /** Say that a screen could not be opened, and offer another try. @param {unknown} error @returns {Screen} */
  #trouble(error) {
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
        h("button", { class: "go", on: { click: () => this.open() } }, gettext("Try again")),
        h("a", { class: "button", href: "/" }, gettext("Home")),
      ),
    );
    return { element, title: gettext("That did not work") };
  }

  /** Links within the page change the screen and not the page. @param {MouseEvent} event */
  #follow(event) {
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
    void this.leaving.follow(link.href);
  }
}

/** Offer to load the page anew, once: what runs here goes on until then. */
export function offerReload() {
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
