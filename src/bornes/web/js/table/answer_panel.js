/**
 * What is asked of a player beside a card: to answer a hazard, to go on or stop, to draw or take.
 *
 * While a hazard may be answered the panel is there for everybody, the same for all; only who may answer has buttons
 * that do something.
 */
import { h, keyed, setAttribute, setText, show } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { capital } from "../core/text.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("./table_state.js").Offer} Offer */

export class AnswerPanel {
  /**
   * @param {(offer: Offer) => void} onAnswer
   * @param {() => void} onReturn what gives somebody the wheel again for whom a bot drives
   */
  constructor(onAnswer, onReturn) {
    this.onAnswer = onAnswer;
    this.back = h(
      "button",
      { type: "button", class: "answer back-to-wheel", on: { click: onReturn } },
      gettext("I am back: let me drive"),
    );
    this.text = h("p");
    this.buttons = h("div", { class: "answers" });
    this.fuse = h("i", { class: "fuse" });
    /** @type {Animation | null} */
    this.burning = null;
    this.element = h(
      "div",
      { class: "window", role: "group", aria: { label: gettext("Your answer") }, hidden: true },
      this.text,
      this.buttons,
      this.back,
      this.fuse,
    );
  }

  /** @param {TableState} picture @param {{ text: () => string, locked: boolean }} state */
  update(picture, { text, locked }) {
    const offers = offersWithoutCard(picture);
    const autopilot = picture.viewer !== null && picture.playing && Boolean(picture.seats[picture.viewer]?.autopilot);
    const open =
      autopilot || picture.window !== null || offers.some(({ move }) => move === "extend" || move === "finish");
    show(this.element, open);
    setAttribute(this.element, "data-window", picture.window && !autopilot ? "open" : "");
    show(this.back, autopilot);
    if (!open) return;
    setText(this.text, autopilot ? gettext("A bot drives for you.") : text());
    keyed(
      this.buttons,
      offers,
      ({ move }) => move,
      (offer) =>
        h("button", {
          type: "button",
          class: offer.move === "coup" ? "coup-button" : offer.move === "pass" ? "pass" : "answer",
          data: { move: offer.move },
          on: { click: () => this.onAnswer(offer) },
        }),
      (button, offer) => {
        setText(button, offer.move === "coup" ? gettext("Coup fourré!") : capital(offer.text));
        setAttribute(button, "aria-label", offer.move === "coup" ? offer.text : undefined);
        setAttribute(button, "disabled", locked);
      },
    );
  }

  /** Let the fuse burn for so long. @param {number | null} left in milliseconds @param {number | null} whole */
  burn(left, whole) {
    this.burning?.cancel();
    this.burning = null;
    if (left === null || left <= 0) return;
    const from = Math.min(1, left / (whole || left));
    this.burning = this.fuse.animate([{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }], {
      duration: left,
      fill: "forwards",
    });
  }
}

/**
 * Return what may be answered without choosing a card of the hand; a remedy that may be laid at once is among it.
 * @param {TableState} picture @returns {Offer[]}
 */
function offersWithoutCard(picture) {
  const { question } = picture;
  if (!question) return [];
  return question.moves.filter(({ move, card }) =>
    question.phase === "react" ? true : card === undefined && !["draw", "take"].includes(move),
  );
}
