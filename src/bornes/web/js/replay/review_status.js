/**
 * Above the hills: whose chances they show and how many marks there are; or how far the review is, and what became of
 * it.
 */
import { drawing, fill, h, setText, show } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { markCount, MARKS, markSign, percent } from "./verdicts.js";

/** @typedef {import("./review_job.js").ReviewJob} ReviewJob */
/** @typedef {import("./replay_state.js").ReplayState} ReplayState */

export class ReviewStatus {
  /** @param {ReplayState} story @param {{ onSide: (team: number) => void, onBegin: () => void }} more */
  constructor(story, { onSide, onBegin }) {
    this.onBegin = onBegin;
    this.title = h("h2");
    this.sides = Array.from({ length: story.teams }, (_, team) =>
      h("input", { type: "radio", name: "side", value: team, on: { change: () => onSide(team) } }),
    );
    this.whose = h(
      "fieldset",
      { class: "whose" },
      h("legend", { class: "unseen" }, gettext("Whose road")),
      this.sides.map((input, team) =>
        h(
          "label",
          { class: `side-choice team-${team}` },
          input,
          drawing(`car-${team}`, { class: "badge" }),
          h("span", null, story.teamName(team)),
        ),
      ),
    );
    this.tallies = h("ul", { class: "tallies" });
    this.bar = h("progress", { max: 1, aria: { label: gettext("The review is being worked out") } });
    this.progress = h("p", { class: "review-progress" });
    this.state = h("div", { class: "review-state", role: "status" });
    this.button = h("button", { type: "button", class: "begin-review", on: { click: () => this.onBegin() } });
    this.element = h(
      "header",
      { class: "review-line" },
      this.title,
      this.whose,
      this.tallies,
      h("div", { class: "review-work" }, this.state, this.bar, this.button),
    );
  }

  /** @param {ReviewJob} work @param {number} side @param {{ mark: import("./verdicts.js").Mark }[]} marks */
  update(work, side, marks) {
    const { state } = work;
    const done = state === "done",
      underWay = state === "waiting" || state === "running";
    setText(this.title, done ? gettext("Chances of winning") : gettext("The race"));
    this.sides.forEach((input, team) => {
      input.checked = team === side;
    });
    show(this.tallies, done);
    if (done)
      fill(
        this.tallies,
        MARKS.map((mark) => {
          const count = marks.filter((one) => one.mark === mark).length;
          return h(
            "li",
            null,
            markSign(mark),
            h("b", { "aria-hidden": "true" }, count),
            h("span", null, markCount(mark, count)),
          );
        }),
      );
    show(/** @type {Element} */ (this.button.parentElement), !done && state !== "asking");
    show(this.bar, underWay);
    this.bar.value = work.progress;
    setText(
      this.state,
      state === "failed"
        ? work.problem
        : state === "waiting"
          ? gettext("The review waits for its turn …")
          : state === "running"
            ? gettext("The review is being worked out: {percent}", {
                percent: percent(Math.floor(work.progress * 20) / 20),
              })
            : "",
    );
    show(this.button, state === "none" || state === "failed");
    setText(this.button, state === "failed" ? gettext("Try again") : gettext("Have it reviewed"));
  }
}
