/** The buttons that step through a deal. */
import { drawing, fill, h, setAttribute, setText, show } from "../core/dom.js";
import { icon } from "../components/illustrations.js";
import { gettext } from "../core/i18n.js";

/** @typedef {"first" | "back" | "play" | "next" | "last" | "mark"} Go */

/** The key that does the same. @type {Record<Go, string>} */
export const KEYS = { first: "Home", back: "ArrowLeft", play: "Space", next: "ArrowRight", last: "End", mark: "M" };

export class ReplayControls {
  /** @param {(go: Go) => void} onGo */
  constructor(onGo) {
    /** @param {Go} go @param {string} name @param {...Node} shown */
    const button = (go, name, ...shown) =>
      h(
        "button",
        {
          type: "button",
          class: `go-${go}`,
          aria: { label: name, keyshortcuts: KEYS[go] },
          title: name,
          on: { click: () => onGo(go) },
        },
        ...shown,
      );
    this.playing = false;
    this.play = button("play", gettext("Play"), icon("play"));
    this.first = button("first", gettext("To the beginning"), icon("first"));
    this.back = button("back", gettext("One move back"), icon("back"));
    this.next = button("next", gettext("One move on"), icon("next"));
    this.last = button("last", gettext("To the end"), icon("last"));
    this.mark = button("mark", gettext("To the next mark"), drawing("mark-blunder", { class: "shape" }), icon("next"));
    this.count = h("b");
    this.chance = h("span", { class: "chance-now" });
    /** Whose knowledge the curve has: what somebody could know at a decision stands beside the move. */
    this.how = h("small", { class: "chance-how", hidden: true }, gettext("with all hands open"));
    this.where = h("p", { class: "where" }, this.count, this.chance, this.how);
    this.element = h(
      "div",
      { class: "replay-steps", role: "group", aria: { label: gettext("Step through the deal") } },
      this.where,
      this.first,
      this.back,
      this.play,
      this.next,
      this.last,
      this.mark,
    );
  }

  /** @param {{ step: number, length: number, playing: boolean, marks: number, chance: string }} news */
  update({ step, length, playing, marks, chance }) {
    setText(this.count, `${step} / ${length}`);
    setText(this.chance, chance);
    show(this.how, Boolean(chance));
    if (playing !== this.playing) {
      this.playing = playing;
      fill(this.play, icon(playing ? "pause" : "play"));
      const name = playing ? gettext("Pause") : gettext("Play");
      setAttribute(this.play, "aria-label", name);
      setAttribute(this.play, "title", name);
    }
    // What leads nowhere stays where the finger is, and keeps the focus.
    for (const button of [this.first, this.back]) setAttribute(button, "aria-disabled", step === 0 && "true");
    for (const button of [this.next, this.last]) setAttribute(button, "aria-disabled", step === length && "true");
    setAttribute(this.mark, "aria-disabled", marks === 0 && "true");
  }
}
