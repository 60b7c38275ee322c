/** The review of a deal while it is asked for, waited for and worked out. */
import { ApiProblem } from "../core/http_api.js";
import { gettext } from "../core/i18n.js";

/** @typedef {import("./verdicts.js").Review} Review */
/** @typedef {"asking" | "none" | "waiting" | "running" | "done" | "failed"} WorkState */

/**
 * How long to wait before the server is asked again, in milliseconds: more and more, since some reviews take minutes.
 */
const FIRST_PAUSE = 700,
  LONGEST_PAUSE = 4000,
  LONGER = 1.25;

export class ReviewJob {
  /**
   * @param {{ ask: () => Promise<any>, read: () => Promise<any> }} server @param {(work: ReviewJob) => void} onChange
   */
  constructor(server, onChange) {
    this.server = server;
    this.onChange = onChange;
    /** @type {WorkState} */
    this.state = "asking";
    this.progress = 0;
    /** Why there is none, in a sentence. */
    this.problem = "";
    /** @type {Review | null} */
    this.review = null;
    this.pause = FIRST_PAUSE;
    this.timer = 0;
    this.left = false;
  }

  /** See whether there is a review already, or one under way. */
  look() {
    return this.#question(this.server.read);
  }

  /** Have it worked out. */
  begin() {
    this.pause = FIRST_PAUSE;
    this.#become("waiting");
    return this.#question(this.server.ask);
  }

  leave() {
    this.left = true;
    clearTimeout(this.timer);
  }

  /** @param {() => Promise<any>} ask */
  async #question(ask) {
    clearTimeout(this.timer);
    try {
      this.#hear(await ask());
    } catch (error) {
      this.problem = error instanceof ApiProblem ? error.text : gettext("The server cannot be reached at the moment.");
      this.#become("failed");
    }
  }

  /** @param {{ state: WorkState, progress?: number, review?: Review }} answer */
  #hear({ state, progress = 0, review }) {
    const underWay = this.state === "waiting" || this.state === "running";
    this.progress = Math.max(progress, underWay ? this.progress : 0);
    this.review = review ?? null;
    this.problem = "";
    // Where a server was started anew, or its work came to nothing, nobody works on it any more.
    const stopped = state === "failed" || (state === "none" && underWay);
    if (stopped) this.problem = gettext("The review could not be worked out.");
    this.#become(stopped ? "failed" : state);
    if (state !== "waiting" && state !== "running") return;
    if (!this.left) this.timer = window.setTimeout(() => this.#question(this.server.read), this.pause);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * LONGER);
  }

  /** @param {WorkState} state */
  #become(state) {
    this.state = state;
    if (!this.left) this.onChange(this);
  }
}
