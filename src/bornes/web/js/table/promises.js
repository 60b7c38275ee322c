/**
 * Promises about shuffles: a commitment for each deal before any seed is known, every seed in it, and the secret that
 * belongs to it afterwards.  What an honest server does not do is said loudly.
 */
import { sealOf } from "../fair.js";
import { gettext } from "../words.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").TableEvent} TableEvent */

export class Promises {
  /** @param {(text: string) => void} warn */
  constructor(warn) {
    this.warn = warn;
    this.game = 1;
    /** The promise for the next deal. */
    this.next = "";
    /** The promise for the deal that is played. */
    this.now = "";
    /** One's own part in the next shuffle, once it was acknowledged. */
    this.seed = "";
    this.which = "";
    /** @type {{ game: number, deal: number }[]} deals whose promise was broken */
    this.broken = [];
  }

  /** See that what the server says fits what it said before. @param {Picture} picture @param {TableEvent[]} events @param {boolean} whole */
  follow(picture, events, whole) {
    this.game = picture.table.game;
    if (whole) {
      const { game, deal, commitment, deal_commitment } = picture.table;
      if (this.which === `${game}/${deal}` && this.next && this.next !== commitment) this.#note(deal + 1, "commitment");
      if (this.which !== `${game}/${deal}`) this.seed = "";
      this.which = `${game}/${deal}`;
      this.next = commitment;
      this.now = deal_commitment;
      return;
    }
    for (const event of events) this.#happen(picture, event);
  }

  /** @param {Picture} picture @param {TableEvent} event */
  #happen(picture, event) {
    if (event.event === "SeedTaken" && event.seat === picture.viewer) this.seed = event["seed"];
    else if (event.event === "DealStarted") {
      if (this.next && event["commitment"] !== this.next) this.#note(event["number"], "commitment");
      if (this.seed && picture.viewer !== null && event["seeds"][picture.viewer] !== this.seed) this.#note(event["number"], "seed");
      [this.now, this.next, this.seed] = [event["commitment"], event["next_commitment"], ""];
      this.which = `${event["game"]}/${event["number"]}`;
    } else if (event.event === "ShuffleRevealed" && this.now && sealOf(event["secret"]) !== this.now) this.#note(event["number"], "secret");
    else if (["SeatOpen", "SeatsSwapped"].includes(event.event) && (event.seat === picture.viewer || event["other"] === picture.viewer)) this.seed = "";
  }

  /** @param {number} deal @param {"commitment" | "seed" | "secret"} what */
  #note(deal, what) {
    this.broken.push({ game: this.game, deal });
    this.warn({
      commitment: gettext("Deal {deal}: the server shuffled by another promise than the one that it had given. Do not trust this shuffle.", { deal }),
      seed: gettext("Deal {deal}: the server left your own part out of the shuffle. Do not trust this shuffle.", { deal }),
      secret: gettext("Deal {deal}: what the server revealed does not fit its promise. Do not trust this shuffle.", { deal }),
    }[what]);
  }
}
