/** Going through a deal: step by step, by keys and buttons, or by itself. */
import { KEYS } from "./replay_controls.js";

/** @typedef {import("./replay_controls.js").Go} Go */
/**
 * @typedef {object} PlayedScreen
 * @property {number} length how many steps there are
 * @property {() => { step: number }[]} marks the steps that a review marks, for the team whose road is shown
 * @property {(step: number) => boolean} isMarked whether the move of any team that led to a step has a mark
 * @property {() => boolean} shortcuts whether keys are listened to
 * @property {(onward: boolean) => void} onStep another step is to be shown; `onward`: it is the next one
 * @property {() => void} onLook the better move is to be shown, or what was played
 * @property {() => void} onPlaying it plays by itself now, or does not
 */

/** How long a move is shown while the deal plays by itself, and one with a mark, in milliseconds. */
const PACE = 1300,
  PACE_AT_MARK = 4000;

export class Playback {
  /** @param {PlayedScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.step = 0;
    this.looksAtBetter = false;
    this.timer = 0;
  }

  /** @param {number} step */
  within(step) {
    return Math.max(0, Math.min(this.screen.length, Math.round(step) || 0));
  }

  /** @param {number} step */
  go(step) {
    const to = this.within(step);
    if (to === this.step && !this.looksAtBetter) return;
    const onward = to === this.step + 1 && !this.looksAtBetter;
    this.step = to;
    this.looksAtBetter = false;
    this.screen.onStep(onward);
  }

  /** @param {Go} go */
  control(go) {
    if (go === "play") {
      if (this.timer) this.pause();
      else this.#play();
      this.screen.onPlaying();
      return;
    }
    this.pause();
    const { step } = this;
    if (go === "first") this.go(0);
    else if (go === "back") this.go(step - 1);
    else if (go === "next") this.go(step + 1);
    else if (go === "last") this.go(this.screen.length);
    else this.#nextMark();
    this.screen.onPlaying();
  }

  /** To the next mark of this team; behind the last one, to the first. */
  #nextMark() {
    const steps = this.screen.marks().map(({ step }) => step);
    const next = steps.find((step) => step > this.step) ?? steps[0];
    if (next !== undefined) this.go(next);
  }

  #play() {
    if (this.step === this.screen.length) this.go(0);
    const mark = this.screen.isMarked(this.step);
    this.timer = window.setTimeout(
      () => {
        this.go(this.step + 1);
        if (this.step < this.screen.length) this.#play();
        else this.pause();
        this.screen.onPlaying();
      },
      mark ? PACE_AT_MARK : PACE,
    );
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /**
   * Show the better move on the table as it was when it could have been made, or what was played.
   * @param {boolean} better
   */
  look(better) {
    this.pause();
    this.looksAtBetter = better;
    this.screen.onLook();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (
      !this.screen.shortcuts() ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("input, select, textarea") || (event.key === " " && target.closest?.("button, a, summary")))
      return;
    const pressed = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const go = /** @type {Go[]} */ (Object.keys(KEYS)).find((each) => KEYS[each] === pressed);
    if (!go) return;
    event.preventDefault();
    this.control(go);
  }
}
