/**
 * A socket that stays: it comes back when it is lost, goes on where it stopped, and asks again what was not answered.
 *
 * A command keeps its id until it is answered, however often it has to be sent: the table carries it out once.
 */
import { TableState, OutOfStep } from "./table_state.js";
import { closeSocket, RetryTimer, openSocket } from "../core/websocket.js";
import { language } from "../core/i18n.js";

/**
 * @typedef {{ type: "done", id: string } | { type: "refused", id: string, why: { refusal: string }, text: string }}
 *   Answer
 */
/** @typedef {{ type: "signal", signal: string, seat?: number, text?: string, values?: Record<string, any> }} Signal */
/** @typedef {"connecting" | "here" | "lost" | "over"} Standing `over`: it does not come back by itself */
/**
 * @typedef {object} Listener
 * @property {(events: import("./table_state.js").TableEvent[], whole: boolean) => void} [onNews] what happened; `whole`
 *   where everything may have changed
 * @property {(message: import("./table_state.js").StateMessage | import("./table_state.js").NewsMessage) => void} [onMessage]
 *   the message that told it, before `onNews`
 * @property {() => void} [onConnect] a new socket begins: messages may be missing
 * @property {(signal: Signal) => void} [onSignal]
 * @property {(standing: Standing, text: string) => void} [onStanding]
 */
/** @typedef {{ command: Record<string, unknown>, resolve: (answer: Answer) => void, sent: boolean }} Pending */

const PROTOCOL = 1;
const FIRST_RETRY_MS = 250,
  LONGEST_RETRY_MS = 10_000;
/** A table remembers the last eight commands of a seat: no more are under way. */
const MOST_UNDER_WAY = 8;
/** After these the server does not want this client back. */
const FINAL_CLOSE_CODES = new Set([4400, 4403, 4404, 4409, 4410]);
/** The server has waited in vain for a hello, from a page that was held up between two steps: it may come back. */
const HELD_UP = "no-hello";
/** A socket that says nothing for so long after it was asked for a sign of life is taken for lost. */
const SILENCE = 12_000;
/** Out of sight for so long, a device may have slept. */
const ASLEEP = 20_000;

export class TableSocket {
  /**
   * @param {string} table @param {{ secret?: string, watch?: string }} entry @param {Listener} listener
   */
  constructor(table, entry, listener) {
    this.table = table;
    this.entry = entry;
    this.listener = listener;
    this.picture = new TableState();
    /** @type {Standing} */
    this.standing = "connecting";
    /** How much the server's clock is ahead of this device's, in milliseconds. */
    this.ahead = 0;
    /** The release of the server. */
    this.server = "";
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    this.again = new RetryTimer(() => this.connect(), FIRST_RETRY_MS, LONGEST_RETRY_MS);
    /** Gives a socket up that is not welcomed. */
    this.timer = 0;
    this.welcomed = false;
    this.reason = "";
    /** What the server could not take, in a word for programs. */
    this.error = "";
    /** The code that the server ended it with for good. */
    this.endedBy = 0;
    /** Whether another client was connected to the same seat when this one came. */
    this.elsewhere = false;
    this.wake = () => this.hurry();
    this.hiddenAt = 0;
    this.back = () => {
      if (document.visibilityState === "hidden") this.hiddenAt = Date.now();
      else if (this.hiddenAt && Date.now() - this.hiddenAt > ASLEEP) this.renew();
      else this.hurry();
    };
    // A socket would notice it only when nobody answers any more; on this machine itself the next try finds the server
    // again.
    this.cut = () => this.giveUp();
    addEventListener("offline", this.cut);
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.back);
    this.connect();
  }

  /** Leave for good. */
  close() {
    removeEventListener("offline", this.cut);
    removeEventListener("online", this.wake);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.back);
    clearTimeout(this.timer);
    this.again.cancel();
    this.standing = "over";
    closeSocket(this.socket);
    this.socket = null;
  }

  /** What the server's clock shows now. */
  now() {
    return Date.now() + this.ahead;
  }

  /** Begin a new socket, in place of any before it: whoever leaves the table must leave it with all of them. */
  connect() {
    clearTimeout(this.timer);
    this.again.cancel();
    closeSocket(this.socket);
    const socket = openSocket(`/api/tables/${this.table}/socket`);
    this.socket = socket;
    this.welcomed = false;
    this.reason = this.error = "";
    this.listener.onConnect?.();
    socket.onopen = () => {
      const { number, viewer, info } = this.picture;
      const seen = info ? { seen: number, ...(viewer === null ? {} : { viewer }) } : {};
      socket.send(
        JSON.stringify({ command: "Hello", protocol: PROTOCOL, language: language(), ...this.entry, ...seen }),
      );
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (socket === this.socket) this.lost(code);
    };
    this.timer = window.setTimeout(() => this.giveUp(), SILENCE);
  }

  /** Take the socket for lost, without waiting for it to say so. */
  giveUp() {
    const { socket } = this;
    if (!socket) return;
    this.lost(1006);
    closeSocket(socket);
  }

  /** Begin anew: the socket of a phone which was locked may be one that nobody answers any more. */
  renew() {
    if (this.standing === "over") return;
    for (const pending of this.pending.values()) pending.sent = false;
    this.again.succeed();
    this.connect();
  }

  /** Try at once, where the next try would have waited; a socket that is there, or on its way, is left alone. */
  hurry() {
    const { socket } = this;
    if (this.standing === "over" || (socket && socket.readyState <= WebSocket.OPEN)) return;
    if (socket) this.lost(1006);
    this.again.succeed();
    this.connect();
  }

  /** @param {number} code */
  lost(code) {
    clearTimeout(this.timer);
    if (this.standing === "over") return;
    this.socket = null;
    this.picture.here.clear();
    for (const pending of this.pending.values()) pending.sent = false;
    const heldUp = this.error === HELD_UP;
    if (FINAL_CLOSE_CODES.has(code) && !heldUp) {
      this.endedBy = code;
      // Who gives a seat up is not heard there any more: the end of the connection is the answer.
      for (const { command, resolve } of this.pending.values())
        if (command["command"] === "GiveUpSeat") resolve({ type: "done", id: String(command["id"]) });
      this.stand("over", this.reason);
      return;
    }
    this.stand("lost", heldUp ? "" : this.reason);
    this.again.plan();
  }

  /** @param {Standing} standing @param {string} [text] */
  stand(standing, text = "") {
    if (standing === this.standing && standing !== "over") return;
    this.standing = standing;
    this.listener.onStanding?.(standing, text);
  }

  /** @param {any} message */
  hear(message) {
    switch (message.type) {
      case "welcome":
        clearTimeout(this.timer);
        this.welcomed = true;
        this.again.succeed();
        this.ahead = message.now - Date.now();
        this.server = message.server_version;
        this.picture.here = new Set(message.connected_seats);
        this.elsewhere = Boolean(message.connected_elsewhere);
        this.stand("here");
        for (const pending of this.pending.values()) this.transmit(pending);
        break;
      case "state":
      case "update":
        this.learn(message);
        break;
      case "done":
      case "refused":
        this.answered(message);
        break;
      case "error":
        this.reason = message.text;
        this.error = message.error;
        if (message.id) this.retry(message.id);
        break;
      case "signal":
        this.signalled(message);
        break;
    }
  }

  /** @param {import("./table_state.js").StateMessage | import("./table_state.js").NewsMessage} message */
  learn(message) {
    try {
      const before = this.picture.number;
      const events = this.picture.take(message);
      if (message.type !== "state" && this.picture.number === before) return;
      this.listener.onMessage?.(message);
      this.listener.onNews?.(events, message.type === "state");
    } catch (error) {
      if (!(error instanceof OutOfStep)) throw error;
      const { here } = this.picture;
      this.picture = new TableState();
      this.picture.here = here;
      this.socket?.close();
    }
  }

  /** @param {Signal} signal */
  signalled(signal) {
    if (signal.signal === "presence" && signal.seat !== undefined) {
      if (signal.values?.["connected"]) this.picture.here.add(signal.seat);
      else this.picture.here.delete(signal.seat);
    }
    this.listener.onSignal?.(signal);
  }

  /** @param {Answer} answer */
  answered(answer) {
    const pending = this.pending.get(answer.id);
    if (!pending) return;
    this.pending.delete(answer.id);
    pending.resolve(answer);
    const waiting = [...this.pending.values()].find(({ sent }) => !sent);
    if (waiting) this.transmit(waiting);
  }

  /**
   * Send a command, again and again until it is answered.
   * @param {Record<string, unknown>} command @returns {Promise<Answer>}
   */
  send(command) {
    return new Promise((resolve) => {
      const id = newId();
      const pending = { command: { ...command, id }, resolve, sent: false };
      this.pending.set(id, pending);
      this.transmit(pending);
    });
  }

  /** @param {Pending} pending */
  transmit(pending) {
    const underWay = [...this.pending.values()].filter(({ sent }) => sent).length;
    if (pending.sent || underWay >= MOST_UNDER_WAY || !this.welcomed || this.socket?.readyState !== WebSocket.OPEN)
      return;
    pending.sent = true;
    this.socket.send(JSON.stringify(pending.command));
  }

  /** The server cannot say what became of a command: ask again a little later. @param {string} id */
  retry(id) {
    const pending = this.pending.get(id);
    if (!pending) return;
    pending.sent = false;
    window.setTimeout(() => this.transmit(pending), 500);
  }
}

/** Return an id that no other command of this seat has. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
