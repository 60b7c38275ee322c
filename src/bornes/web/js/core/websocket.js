/** What every socket of the page has in common: where it leads, and when it is tried again after it was lost. */

/** Return a new socket to a path of this server. @param {string} path */
export function openSocket(path) {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
}

/**
 * Close a socket; one that is still on its way is closed when it is there, since browsers complain otherwise.
 * @param {WebSocket | null} socket
 */
export function closeSocket(socket) {
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}

/**
 * Another try, a little later each time; by chance not at the same moment as everybody else's who was cut off together.
 */
export class RetryTimer {
  /**
   * @param {() => void} attempt
   * @param {number} first how long the first one waits, in milliseconds
   * @param {number} longest
   */
  constructor(attempt, first, longest) {
    this.attempt = attempt;
    this.first = first;
    this.longest = longest;
    this.wait = first;
    this.timer = 0;
  }

  /** Try again in a while. */
  plan() {
    this.cancel();
    this.timer = window.setTimeout(this.attempt, this.wait * (0.5 + Math.random()));
    this.wait = Math.min(2 * this.wait, this.longest);
  }

  /** Try no more. */
  cancel() {
    clearTimeout(this.timer);
  }

  /** It worked: the next loss is a new one. */
  succeed() {
    this.wait = this.first;
  }
}
