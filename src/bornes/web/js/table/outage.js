/** What is missing at a table: the connection, or a part of the page that did not come and is fetched again. */
import { fill, h, show } from "../core/dom.js";
import { checkVersion } from "../core/http_api.js";
import { gettext } from "../core/i18n.js";
import { RetryTimer } from "../core/websocket.js";

/** @typedef {import("./session.js").TableSession} TableSession */

/** What a screen is made of and did not come is fetched again after so long, in milliseconds; later each time. */
const FIRST_RETRY_MS = 2000,
  LONGEST_RETRY_MS = 30_000;

export class Outage {
  /** @param {() => void} retry shows what could not be shown, when another try may do */
  constructor(retry) {
    this.element = h("div", { class: "outage", role: "alert", hidden: true });
    /** What the last screen needed did not come: it is shown when it does. */
    this.missing = false;
    this.again = new RetryTimer(retry, FIRST_RETRY_MS, LONGEST_RETRY_MS);
    /** Whether somebody has gone elsewhere. */
    this.left = false;
    /** @type {TableSession | null} */
    this.session = null;
  }

  leave() {
    this.left = true;
    this.again.cancel();
  }

  /**
   * Fetch what a screen is made of; null where it does not come: then it is tried again, and the page can be loaded
   * anew.
   * @template Value
   * @param {() => Promise<Value>} load
   * @returns {Promise<Value | null>}
   */
  async fetch(load) {
    try {
      const loaded = await load();
      this.haveAll();
      return loaded;
    } catch (error) {
      if (this.left) return null;
      console.warn(error);
      this.missing = true;
      this.again.plan();
      // Of another version no part will ever come; that it is there is said elsewhere. Some browsers fetch no part
      // twice, either.
      if (!(await checkVersion()) && this.missing) this.show();
      return null;
    }
  }

  /** Note that nothing is missing, or not any more. */
  haveAll() {
    if (!this.missing) return;
    this.missing = false;
    this.again.succeed();
    this.again.cancel();
    this.show();
  }

  /**
   * Say what is missing at present, if anything: the connection, or a part of the page.
   * @param {string} [text] what the server says about it
   */
  show(text = "") {
    const lost = this.session?.standing === "lost";
    show(this.element, lost || this.missing);
    if (lost) {
      fill(
        this.element,
        h("b", null, gettext("The connection is lost")),
        h("p", null, text || gettext("Your seat is kept. The table comes back by itself.")),
        h("button", { type: "button", on: { click: () => this.session?.connection.hurry() } }, gettext("Try now")),
      );
    } else if (this.missing) {
      fill(
        this.element,
        h("b", null, gettext("A part of the page is missing")),
        h("p", null, gettext("It could not be fetched, and is asked for again in a few seconds.")),
        h("button", { type: "button", on: { click: () => location.reload() } }, gettext("Load the page anew")),
      );
    }
  }
}
