/**
 * What this browser sees of the shuffles while a game is played, so that nobody can tell it another story afterwards: the
 * seal that was shown before each deal, the seed that it sent itself, the cards that its player got.  The proof at the
 * end compares the record with it; what an honest server never does is said loudly at once.
 */
import { newSeed, sealOf } from "./fair.js";
import { gettext } from "./words.js";

/** @typedef {import("./fair.js").Witnessed} Witnessed */
/** @typedef {{ viewer: number | null, table: { game: number, deal: number, commitment: string, deal_commitment: string } }} Seen what is read of a picture */
/**
 * @typedef {object} Notes
 * @property {number} game @property {number} deal the deal that is played, or the last one @property {string} promised the seal of the next one
 * @property {string} seed what goes into the next one @property {string} acknowledged the seed that the server said it has
 * @property {Record<string, Witnessed>} deals by game and deal
 */

export class Witness {
  /** @param {string} table @param {(text: string) => void} [warn] is told of promises that are broken */
  constructor(table, warn = () => {}) {
    this.warn = warn;
    /** @type {{ game: number, deal: number }[]} deals whose promise was broken */
    this.broken = [];
    this.key = `bornes.witness.${table}`;
    /** @type {Notes} */
    this.notes = { game: 0, deal: 0, promised: "", seed: "", acknowledged: "", deals: {} };
    /** What was written down last. */
    this.kept = "";
    this.#recall();
  }

  /** Return a seed for the next deal; the same one until that deal begins. */
  nextSeed() {
    this.notes.seed ||= newSeed();
    this.#keep();
    return this.notes.seed;
  }

  /** What was seen of the deals of a game, by their numbers. @param {number} game @returns {Record<number, Witnessed>} */
  of(game) {
    const mine = Object.entries(this.notes.deals).filter(([key]) => key.startsWith(`${game}/`));
    return Object.fromEntries(mine.map(([key, seen]) => [Number(key.split("/")[1]), seen]));
  }

  /**
   * Take in what happened; `whole` where a whole state came, so that something may have been missed.
   * @param {readonly { event: string, [value: string]: any }[]} events @param {Seen} picture as it is afterwards @param {boolean} whole
   */
  see(events, { viewer, table }, whole) {
    if (whole) this.#catchUp(viewer, table);
    for (const event of events) this.#happen(event, viewer);
    this.#keep();
  }

  /** @param {number | null} viewer @param {Seen["table"]} table */
  #catchUp(viewer, { game, deal, commitment, deal_commitment }) {
    const { notes } = this;
    const same = game === notes.game && deal === notes.deal;
    const next = (game === notes.game && deal === notes.deal + 1) || (game === notes.game + 1 && deal === 1);
    const known = notes.deals[`${game}/${deal}`];
    if (same && notes.promised && notes.promised !== commitment) this.#break(deal + 1, "commitment");
    // Draws that were not seen, or that were taken back, cannot be counted along.
    if (known) delete known.draws;
    if (!same && deal > 0) {
      const promised = next && notes.promised ? notes.promised : deal_commitment;
      notes.deals[`${game}/${deal}`] = { seat: viewer, commitment: promised, ...(next && notes.seed && notes.acknowledged ? { seed: notes.seed } : {}) };
      this.#useSeed();
    }
    Object.assign(notes, { game, deal, promised: same && notes.promised ? notes.promised : commitment });
  }

  /** @param {{ event: string, [value: string]: any }} event @param {number | null} viewer */
  #happen(event, viewer) {
    const { notes } = this;
    const deal = notes.deals[`${notes.game}/${notes.deal}`];
    if (event.event === "SeedTaken" && event["seat"] === viewer) notes.acknowledged = event["seed"];
    else if (event.event === "DealStarted") this.#begin(event, viewer);
    else if (event.event === "Dealt" && deal && viewer !== null && event["hands"][viewer]) deal.hand = event["hands"][viewer];
    else if (event.event === "Drew" && deal?.draws) deal.draws = [...deal.draws, event["card"]];
    else if (event.event === "ShuffleRevealed" && deal && sealOf(event["secret"]) !== deal.commitment) this.#break(notes.deal, "secret");
    // Who gives the seat up, or changes it, has no part in the next shuffle.
    else if (["SeatOpen", "SeatsSwapped"].includes(event.event) && [event["seat"], event["other"]].includes(viewer)) this.#useSeed();
  }

  /** @param {{ [value: string]: any }} event @param {number | null} viewer */
  #begin({ game, number, commitment, seeds, next_commitment }, viewer) {
    const { notes } = this;
    const mine = viewer === null ? "" : (seeds[viewer] ?? "");
    // A seed that came too late has no part, and nobody is to blame; once the server said that it had it, it must.
    const demanded = notes.seed && (notes.acknowledged || mine) ? { seed: notes.seed } : {};
    const { promised, acknowledged } = notes;
    notes.deals[`${game}/${number}`] = { seat: viewer, commitment: promised || commitment, draws: [], ...demanded };
    Object.assign(notes, { game, deal: number, promised: next_commitment });
    if (promised && commitment !== promised) this.#break(number, "commitment");
    if (acknowledged && viewer !== null && mine !== acknowledged) this.#break(number, "seed");
    this.#useSeed();
  }

  /** @param {number} deal @param {"commitment" | "seed" | "secret"} what */
  #break(deal, what) {
    this.broken.push({ game: this.notes.game, deal });
    this.warn({
      commitment: gettext("Deal {deal}: the server shuffled by another promise than the one that it had given. Do not trust this shuffle.", { deal }),
      seed: gettext("Deal {deal}: the server left your own part out of the shuffle. Do not trust this shuffle.", { deal }),
      secret: gettext("Deal {deal}: what the server revealed does not fit its promise. Do not trust this shuffle.", { deal }),
    }[what]);
  }

  /** A seed that went into a deal will be shown: the next deal has another. */
  #useSeed() { Object.assign(this.notes, { seed: "", acknowledged: "" }); }

  // A page that is loaded anew remembers, as long as its tab is open.

  #recall() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null");
      if (kept && Object.entries(this.notes).every(([name, value]) => typeof kept[name] === typeof value) && isRecord(kept.deals)) Object.assign(this.notes, kept);
    } catch {
      // Then it knows what it sees from now on.
    }
  }

  #keep() {
    const notes = JSON.stringify(this.notes, (name, value) => (name === "draws" ? undefined : value));
    if (notes === this.kept) return; // most moves tell nothing of a shuffle
    this.kept = notes;
    try {
      sessionStorage.setItem(this.key, notes);
    } catch {
      // Only this page remembers it, then.
    }
  }
}

/** Whether there is something noted under each name, as it was written. @param {unknown} notes */
function isRecord(notes) { return notes !== null && Object.values(/** @type {object} */ (notes)).every((one) => one !== null && typeof one === "object"); }
