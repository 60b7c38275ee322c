/** A table that this page is connected to: what is known of it, and what its player does. */
import { ask } from "../components/dialogs.js";
import { gettext } from "../core/i18n.js";
import { isAgainstBots, ShuffleLog } from "../fair/shuffle_log.js";
import { TableSocket } from "./table_socket.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../core/http_api.js").Invitation} Invitation */
/** @typedef {import("./table_socket.js").Signal} Signal */
/** @typedef {import("./table_socket.js").Standing} Standing */
/** @typedef {import("./table_state.js").TableEvent} TableEvent */
/**
 * @typedef {object} SessionListener
 * @property {(events: TableEvent[], whole: boolean) => void} onNews what happened; `whole` where everything may have
 *   changed
 * @property {(signal: Signal) => void} onSignal
 * @property {(standing: Standing, text: string) => void} onStanding
 * @property {() => void} onLog the sentences of the deal were read
 * @property {(text: string) => void} onWarning something about a shuffle that an honest server does not do
 */

/** Who drives in a free seat for those who have not chosen anybody. */
const USUAL_BOT = "tuned";
/** What brings a new place into the history. */
const TOUCHES = ["pointerdown", "keydown"];

export class TableSession {
  /** @type {Promise<Invitation | null> | null} */
  #invitation = null;

  /**
   * @param {string} id @param {import("./table_entry.js").Entry} entry @param {App} app
   * @param {SessionListener} listener
   */
  constructor(id, entry, app, listener) {
    this.id = id;
    this.secret = entry.secret;
    this.byLink = entry.byLink;
    this.watch = entry.watch;
    this.app = app;
    this.listener = listener;
    this.observations = new ShuffleLog(id, { warn: (text) => listener.onWarning(text) });
    /** Which question for the log is the newest one. */
    this.readings = 0;
    /** Whether this page has asked for the first deal already. */
    this.begun = false;
    /** Whether this page has said already that its player is back. */
    this.returned = false;
    const hello = { ...(entry.secret ? { secret: entry.secret } : {}), ...(entry.watch ? { watch: entry.watch } : {}) };
    this.connection = new TableSocket(id, hello, {
      onConnect: () => this.observations.reconnect(),
      onMessage: (message) => this.observations.see(message, isAgainstBots(this.picture.table.seats)),
      onNews: (events, whole) => this.#news(events, whole),
      onSignal: (signal) => listener.onSignal(signal),
      onStanding: (standing, text) => listener.onStanding(standing, text),
    });
    /** Whether the browser keeps nothing: then the history has to. */
    this.forgetful = false;
    // Whoever touches the page comes to a new place in its history (see `navigation_guard.js`), before this is called.
    this.noting = () => this.#noteSeat();
    for (const type of TOUCHES) document.addEventListener(type, this.noting, true);
  }

  leave() {
    for (const type of TOUCHES) document.removeEventListener(type, this.noting, true);
    this.connection.close();
  }

  /** What is to be said to who leaves in the middle of a deal; empty otherwise. */
  questionBeforeLeaving() {
    const { picture } = this;
    if (this.standing === "over" || picture.viewer === null || !picture.info || !picture.playing) return "";
    return picture.table.pace.decision === null
      ? gettext("The deal waits until you return.")
      : gettext("A bot drives on until you return.");
  }

  get picture() {
    return this.connection.picture;
  }
  get standing() {
    return this.connection.standing;
  }
  get seat() {
    return this.picture.viewer;
  }
  /** What lets one read of this table: the secret of the seat, or the word that lets one look on. */
  get word() {
    return this.secret || this.watch || undefined;
  }
  now() {
    return this.connection.now();
  }

  /** Whether one person plays against bots. */
  get againstBots() {
    const { viewer, info } = this.picture;
    return viewer !== null && (info?.seats.every(({ kind }, seat) => kind === "bot" || seat === viewer) ?? false);
  }

  /** Whether nobody else may look on, either: only then there are hints, and moves can be taken back. */
  get alone() {
    return this.againstBots && !this.picture.table.spectators;
  }

  /** What brings others to this table; null for spectators. */
  get invitation() {
    this.#invitation ??= this.secret
      ? this.app.api.invitation(this.id, this.secret).catch(() => null)
      : Promise.resolve(null);
    return this.#invitation;
  }

  /** Ask anew for the invitation: a code ends when the table is full. */
  renewInvitation() {
    this.#invitation = null;
  }

  // -- what the server says -------------------------------------------------------------------------------------------

  /** @param {TableEvent[]} events @param {boolean} whole */
  #news(events, whole) {
    if (whole) this.#keepSeat();
    if (whole) this.#return();
    for (const { event, is_last_deal: last, text } of events)
      if (event === "DealStarted" && last && text) this.app.tell(text);
    if (events.some(({ event }) => ["PlayerJoined", "SeatVacated", "BotJoined", "AccessChanged"].includes(event)))
      this.renewInvitation();
    this.listener.onNews(events, whole);
  }

  /** Remember whose seat it is, in the history where the browser keeps nothing else: that outlives a reload, too. */
  #keepSeat() {
    const { picture, id, secret } = this;
    if (picture.viewer === null || !secret) return;
    const name = picture.table.seats[picture.viewer]?.name;
    this.forgetful = !this.app.memory.keepSeat({
      table: id,
      seat: picture.viewer,
      secret,
      edition: picture.edition,
      ...(name ? { name } : {}),
    });
    this.#noteSeat();
  }

  #noteSeat() {
    const { id, secret } = this;
    if (this.forgetful && history.state?.seat?.secret !== secret)
      history.replaceState({ ...history.state, seat: { table: id, secret } }, "");
  }

  /** Whoever opens the table again is back: the bot gives the wheel away. */
  #return() {
    const { viewer, seats } = this.picture;
    if (!this.returned && viewer !== null && seats[viewer]?.autopilot) void this.send({ command: "Return" });
    this.returned = true;
  }

  /** Read the sentences of the deal where they are missing: after a reload, and when moves were taken back. */
  async readLog() {
    this.readings += 1;
    const { picture, readings } = this;
    if (!picture.dealt || !picture.unread) return;
    try {
      const { viewer, number, game, deal, events: moves } = await this.app.api.moves(this.id, this.word);
      if (
        readings !== this.readings ||
        picture !== this.picture ||
        viewer !== picture.viewer ||
        game !== picture.table.game ||
        deal !== picture.table.deal
      )
        return;
      picture.recall(moves, number);
      this.listener.onLog();
    } catch {
      // The log begins with what comes next, until the table is there anew.
    }
  }

  // -- what the player does -------------------------------------------------------------------------------------------

  /** @param {Record<string, unknown>} command */
  send(command) {
    return this.connection.send(command);
  }

  /** Who plays against bots only is ready at once: the seed goes along, and the cards come. */
  startAlone() {
    const { picture } = this;
    const me = picture.viewer === null ? null : picture.seats[picture.viewer];
    if (this.begun || !me || me.ready || picture.table.deal !== 0 || picture.table.game !== 1) return;
    this.begun = true;
    this.ready();
  }

  /** Wait for the next deal, with a part of one's own in the shuffle. */
  async ready() {
    const seed = this.observations.nextSeed();
    const answer = await this.send({ command: "Ready", seed });
    if (answer.type === "refused") this.app.tell(answer.text);
    else this.observations.acknowledge(seed);
    return answer;
  }

  /** Let bots drive in the free seats. */
  async fillUp() {
    for (const [to, { kind }] of this.picture.seats.entries()) {
      if (kind !== "open") continue;
      const answer = await this.send({
        command: "SeatBot",
        target_seat: to,
        bot: this.app.memory.get("bot") || USUAL_BOT,
      });
      if (answer.type === "refused") return this.app.tell(answer.text);
    }
  }

  async hint() {
    const answer = await this.send({ command: "Hint" });
    if (answer.type === "refused") this.app.tell(answer.text);
  }

  /** Drive again, after a bot has driven for a while. */
  async takeWheel() {
    const answer = await this.send({ command: "Return" });
    if (answer.type === "refused") this.app.tell(answer.text);
  }

  async takeBack() {
    this.observations.undoing = true;
    const answer = await this.send({ command: "Undo" });
    this.observations.undoing = false;
    if (answer.type === "refused") this.app.tell(answer.text);
  }

  /** @param {string} phrase */
  async react(phrase) {
    const answer = await this.send({ command: "React", reaction: phrase });
    if (answer.type === "refused") this.app.tell(answer.text);
  }

  /** Play from another seat that this browser has here. @param {string} secret */
  playFrom(secret) {
    this.app.memory.chooseSeat(this.id, secret);
    this.app.go(`/t/${this.id}`, true);
  }

  /** Leave the seat to the bot for a while, or for good. @param {"StepAway" | "GiveUpSeat"} how */
  async goAway(how) {
    if (how === "GiveUpSeat") {
      const { yes } = await ask(
        gettext("Give the seat up?"),
        gettext("Someone else can take the seat. Until then, you can take it back on the home page."),
        gettext("Give it up"),
      );
      if (!yes) return;
    }
    const answer = await this.send({ command: how });
    if (answer.type === "refused") {
      this.app.tell(answer.text);
      return;
    }
    if (how === "GiveUpSeat") this.app.memory.giveUpSeat(this.id, this.secret);
    this.app.go("/");
  }
}
