/**
 * Leaving a screen that wants to be asked about it, by a link or by the browser's way back.
 *
 * No page can hold the way back up. But it can stand in the history twice: then the first step back stays on the
 * screen, and asks. A second one leaves, whatever came before the page. Loading it anew asks nothing.
 */
import { gettext } from "./i18n.js";

/**
 * @typedef {object} Router
 * @property {() => string} question what is to be said before the screen is left; empty where nothing is
 * @property {() => string} address of the screen that is shown
 * @property {() => void} open show what the address asks for
 * @property {(path: string, replace?: boolean) => void} go
 */
/**
 * @typedef {{ inside?: boolean, first?: boolean, again?: boolean } | null} Place in the history: `inside` has another
 *   screen of ours before it; `first` and `again` are the two of one screen
 */

/** Who wants to go back once more so soon after having been asked means it, in milliseconds. */
const MEANT = 8000;

/** Return the address of a screen: what stands behind “#” is its own business. */
export const addressNow = () => location.pathname + location.search;

export class NavigationGuard {
  /** @param {Router} router */
  constructor(router) {
    this.router = router;
    /** @type {HTMLDialogElement | null} */
    this.asking = null;
    this.askedAt = -MEANT;
    /** Whether somebody went on while the question was open, so that its answer is none any more. */
    this.overtaken = false;
    // A place in the history that was made without anybody's doing is passed over by browsers.
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => this.#stand(), true);
  }

  /** @returns {Place} */
  get place() {
    return history.state;
  }

  /** Stand in the history twice, where there will be something to ask. */
  #stand() {
    if (!this.router.question() || this.asking || this.place?.again || addressNow() !== this.router.address()) return;
    history.replaceState({ ...this.place, first: true }, "");
    history.pushState({ again: true }, "");
  }

  /** Follow a link. @param {string} href */
  async follow(href) {
    if ((await this.#ask()) === "leave") this.router.go(href);
  }

  /** The address has changed, and not by our doing: somebody went back or forward, or changed it by hand. */
  async wander() {
    const elsewhere = addressNow() !== this.router.address();
    if (this.asking) {
      // A second step back leaves; the first one beside the question about a link takes that back.
      this.overtaken = true;
      this.asking.close();
      if (elsewhere) this.router.open();
      else if (!this.place?.again) history.forward();
      return;
    }
    const stepped = !elsewhere && !location.hash && this.place?.first;
    if (!elsewhere && !stepped) {
      // A link to a table that was pasted here says what is to be shown.
      if (location.hash.includes("=")) this.router.open();
      return;
    }
    if (stepped && !this.router.question()) {
      this.#leave();
      return;
    }
    const stay = this.router.address();
    const answer = await this.#ask();
    if (answer === "leave" && elsewhere) this.router.open();
    else if (answer === "leave") this.#leave();
    else if (answer === "stay" && elsewhere) history.pushState({ inside: true, again: true }, "", stay);
    else if (answer === "stay") history.forward();
  }

  /** Go where the way back leads from a screen that stands in the history twice. */
  #leave() {
    if (this.place?.inside) history.back();
    else this.router.go("/", true);
  }

  /** Ask, where something is to be asked. @returns {Promise<"leave" | "stay" | "overtaken">} */
  async #ask() {
    const text = this.router.question();
    if (!text || performance.now() - this.askedAt < MEANT) return "leave";
    const { ask } = await import("../components/dialogs.js");
    const answer = ask(gettext("Leave the table?"), text, gettext("Leave"));
    this.asking = document.querySelector("dialog.asking[open]");
    this.overtaken = false;
    const { yes } = await answer;
    this.asking = null;
    this.askedAt = performance.now();
    if (this.overtaken) return "overtaken";
    return yes ? "leave" : "stay";
  }
}
