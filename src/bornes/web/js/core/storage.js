/**
 * What this browser remembers, and nobody else: the seats that are one's own, and how one likes it.
 *
 * A browser may forbid it; then everything is remembered until the page is closed.
 */

/**
 * @typedef {{ table: string, seat: number, secret: string, edition?: string, name?: string, borrowed?: boolean,
 *   givenUp?: boolean, at: number }} RememberedSeat
 * `borrowed`: opened by another player's link, beside a seat of one's own; `givenUp`: it can be taken back while it is
 * free
 */
/**
 * @typedef {object} Settings
 * @property {string} language empty until one was chosen
 * @property {"" | "light" | "dark"} theme empty for that of the system
 * @property {boolean} sound
 * @property {boolean} shortcuts
 * @property {string} name
 * @property {string} edition
 * @property {string} bot
 * @property {number} players
 * @property {string[]} trusted warnings that are not to be given again
 */

const PREFIX = "bornes.";
/** So many seats are remembered; the oldest go first. */
const MAX_REMEMBERED_SEATS = 50;

/** @type {Settings} */
const USUAL = {
  language: "",
  theme: "",
  sound: true,
  shortcuts: true,
  name: "",
  edition: "",
  bot: "",
  players: 2,
  trusted: [],
};

/**
 * Whether a text can be the secret of a seat, as the server takes them: of a link that was cut short it is none.
 * @param {string} text
 */
export const isSecret = (text) => /^[A-Za-z0-9_-]{22,64}$/.test(text);
/**
 * Whether a text can be what a link has behind “join=” or “watch=”; nothing else can be sent to a server.
 * @param {string} text
 */
export const isInvitation = (text) => /^[A-Za-z0-9_=-]{1,64}$/.test(text);

export class PageStorage {
  constructor() {
    /** What the browser did not keep. @type {Map<string, string>} */
    this.here = new Map();
    /**
     * The seats that were chosen in this tab, by table, where the browser did not keep that. @type {Map<string,
     *   string>}
     */
    this.tab = new Map();
  }

  /** @param {string} key @returns {string | null} */
  #read(key) {
    const unkept = this.here.get(key);
    if (unkept !== undefined) return unkept;
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  }

  /** Return whether the browser keeps it. @param {string} key @param {string} text */
  #write(key, text) {
    try {
      localStorage.setItem(PREFIX + key, text);
      this.here.delete(key);
      return true;
    } catch {
      // Only this page remembers it, then; what was kept before is not true any more.
      this.here.set(key, text);
      return false;
    }
  }

  /** @param {string} key @returns {any} */
  #parsed(key) {
    try {
      return JSON.parse(this.#read(key) ?? "null");
    } catch {
      return null;
    }
  }

  /**
   * @template {keyof Settings} Key
   * @param {Key} key @returns {Settings[Key]}
   */
  get(key) {
    const kept = this.#parsed(key);
    return typeof kept === typeof USUAL[key] && kept !== null && Array.isArray(kept) === Array.isArray(USUAL[key])
      ? kept
      : USUAL[key];
  }

  /**
   * @template {keyof Settings} Key
   * @param {Key} key @param {Settings[Key]} value
   */
  set(key, value) {
    this.#write(key, JSON.stringify(value));
  }

  /** Return the seats that are this browser's, the newest first. @returns {RememberedSeat[]} */
  seats() {
    const kept = this.#parsed("seats");
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.table === "string" && typeof one?.secret === "string" && isSecret(one.secret))
      : [];
  }

  /** Return all seats at a table but those that were given up. @param {string} table @returns {RememberedSeat[]} */
  seatsAt(table) {
    return this.seats().filter((one) => one.table === table && !one.givenUp);
  }

  /**
   * Return the seat that this tab plays from: the one that was chosen here, or one's own.
   * @param {string} table
   * @returns {RememberedSeat | undefined}
   */
  seatAt(table) {
    const seats = this.seatsAt(table),
      chosen = this.#chosen(table);
    return seats.find(({ secret }) => secret === chosen) ?? seats.find(({ borrowed }) => !borrowed) ?? seats[0];
  }

  /** @param {string} table @returns {string | null} */
  #chosen(table) {
    try {
      return sessionStorage.getItem(`${PREFIX}seat ${table}`);
    } catch {
      return this.tab.get(table) ?? null;
    }
  }

  /**
   * Play from another seat of a table in this tab, also after a reload.
   * @param {string} table
   * @param {string} secret
   */
  chooseSeat(table, secret) {
    try {
      sessionStorage.setItem(`${PREFIX}seat ${table}`, secret);
    } catch {
      this.tab.set(table, secret);
    }
  }

  /**
   * Keep a seat beside all others, and return whether it is still known when the page is loaded anew.
   * @param {Omit<RememberedSeat, "at">} seat
   */
  keepSeat(seat) {
    const isSame = (/** @type {RememberedSeat} */ one) => one.table === seat.table && one.secret === seat.secret;
    const before = this.seats();
    return this.#write(
      "seats",
      JSON.stringify(
        [
          { ...before.find(isSame), givenUp: false, ...seat, at: Date.now() },
          ...before.filter((one) => !isSame(one)),
        ].slice(0, MAX_REMEMBERED_SEATS),
      ),
    );
  }

  /** Note that a seat was given up. @param {string} table @param {string} secret */
  giveUpSeat(table, secret) {
    const isMeant = (/** @type {RememberedSeat} */ one) => one.table === table && one.secret === secret;
    this.#write("seats", JSON.stringify(this.seats().map((one) => (isMeant(one) ? { ...one, givenUp: true } : one))));
  }

  /** @param {string} table @param {string} secret */
  forgetSeat(table, secret) {
    this.#write("seats", JSON.stringify(this.seats().filter((one) => one.table !== table || one.secret !== secret)));
  }
}
