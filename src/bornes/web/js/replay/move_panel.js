/** What happened at this step, what the review calls it, and what would have been better. */
import { fill, h, setAttribute, setText, show } from "../core/dom.js";
import { card, printedName } from "../components/card.js";
import { icon } from "../components/illustrations.js";
import { gettext, number } from "../core/i18n.js";
import { markCount, markName, markOf, MARKS, markSign, percent, Verdicts } from "./verdicts.js";
import { readMove } from "./notation.js";
import { capital } from "../core/text.js";

/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("./verdicts.js").Decision} Decision */
/** @typedef {import("./replay_state.js").ReplayState} ReplayState */

export class MovePanel {
  /**
   * @param {EditionInfo} edition
   * @param {ReplayState} story
   * @param {{ onLook: (better: boolean) => void, onGo: (step: number) => void, stock: HTMLElement }} more
   */
  constructor(edition, story, { onLook, onGo, stock }) {
    this.edition = edition;
    this.story = story;
    this.onGo = onGo;
    this.sign = h("span", { class: "sign-of-mark" });
    this.title = h("span");
    this.drop = h("small");
    this.told = h("p", { class: "told-move" });
    this.consequence = h("p", { class: "told-then" });
    this.played = new Choice(edition, gettext("Played"), "played", () => onLook(false));
    this.better = new Choice(edition, gettext("Better"), "better", () => onLook(true));
    this.two = h("div", { class: "two" }, this.played.element, this.better.element);
    this.why = h("p", { class: "why" });
    this.balances = h("div", { class: "balances" });
    this.points = this.#points();
    this.heading = h("h2", null, this.sign, this.title, this.drop);
    this.element = h(
      "section",
      { class: "move-panel", aria: { label: gettext("The move") } },
      h("div", { class: "told-here", "aria-live": "polite" }, this.heading, this.told, this.consequence),
      stock,
      this.two,
      this.why,
      this.points,
      this.balances,
    );
  }

  /**
   * @param {number} step
   * @param {Verdicts | null} verdicts
   * @param {boolean} looksAtBetter whether the table shows the better move
   */
  update(step, verdicts, looksAtBetter) {
    const { story } = this;
    const frame = story.frame(step),
      decision = verdicts?.at(step) ?? null;
    const mark = markOf(decision);
    const better = decision && Verdicts.better(decision);
    setAttribute(this.element, "data-mark", mark ?? "none");
    fill(this.sign, mark && markSign(mark));
    setText(this.title, this.#titleOf(step, decision));
    setText(this.drop, decision && mark ? `${percent(decision.before)} → ${percent(decision.after)}` : "");
    const { did, consequence } = story.told(step);
    setText(this.told, did);
    setText(this.consequence, consequence);
    show(this.consequence, consequence !== "");
    show(this.two, Boolean(better));
    if (decision && better) {
      this.played.update({ move: decision.move, text: frame?.text, chance: decision.after, pressed: !looksAtBetter });
      this.better.update({ move: better.move, text: better.text, chance: decision.before, pressed: looksAtBetter });
    }
    const why = better ? (decision?.why?.text ?? "") : "";
    setText(this.why, why);
    show(this.why, why !== "");
    const summed = verdicts !== null && (step === 0 || step === story.length);
    if (summed && !this.balances.childElementCount) fill(this.balances, this.#balances(verdicts));
    show(this.balances, summed);
    show(this.points, step === story.length);
  }

  /** Forget what was summed up: there is another review. */
  renew() {
    this.balances.replaceChildren();
  }

  /** @param {number} step @param {Decision | null} decision */
  #titleOf(step, decision) {
    const mark = markOf(decision);
    if (mark) return markName(mark);
    if (step === 0) return gettext("The beginning");
    if (decision?.label === "fine") return gettext("A good move");
    if (decision) return gettext("The only move");
    return gettext("Move {number}", { number: step });
  }

  /** What the deal brought, and where the game stands. */
  #points() {
    const { story, edition } = this,
      { totals, totals_before: before } = story.replay;
    return h(
      "div",
      { class: "balances points-made" },
      h(
        "table",
        null,
        h("caption", null, capital(edition.terms["points"] ?? "")),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, gettext("Team")),
            h("th", { scope: "col" }, capital(edition.terms["deal"] ?? "")),
            h("th", { scope: "col" }, capital(edition.terms["game"] ?? "")),
          ),
        ),
        h(
          "tbody",
          null,
          totals.map((total, team) =>
            h(
              "tr",
              { class: `team-${team}` },
              h("th", { scope: "row" }, story.teamName(team)),
              h("td", null, number(total - (before[team] ?? 0))),
              h("td", null, number(total)),
            ),
          ),
        ),
      ),
    );
  }

  /** How everybody played: a line for each seat. @param {Verdicts} verdicts */
  #balances(verdicts) {
    const { story } = this;
    const first = (/** @type {number} */ seat, /** @type {string} */ mark) =>
      verdicts.marked((one) => one === seat).find((one) => one.mark === mark)?.step ?? 0;
    return h(
      "table",
      null,
      h("caption", null, gettext("How everybody played")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, gettext("Player")),
          MARKS.map((mark) =>
            h("th", { scope: "col" }, markSign(mark), h("span", { class: "unseen" }, markName(mark))),
          ),
          h("th", { scope: "col" }, gettext("Points given away")),
        ),
      ),
      h(
        "tbody",
        null,
        verdicts.balances.map((balance, seat) =>
          h(
            "tr",
            { class: `team-${story.teamOf(seat)}` },
            h("th", { scope: "row" }, story.nameOf(seat)),
            MARKS.map((mark) =>
              h(
                "td",
                null,
                balance.labels[mark]
                  ? h(
                      "button",
                      {
                        type: "button",
                        aria: {
                          label: gettext("{marks} of {name}: show the first", {
                            name: story.nameOf(seat),
                            marks: markCount(mark, balance.labels[mark] ?? 0),
                          }),
                        },
                        on: { click: () => this.onGo(first(seat, mark)) },
                      },
                      number(balance.labels[mark] ?? 0),
                    )
                  : h("span", { class: "no" }, "–"),
              ),
            ),
            h("td", null, number(Math.round(balance.weight))),
          ),
        ),
      ),
    );
  }
}

/** A move that can be looked at on the table. */
class Choice {
  /**
   * @param {EditionInfo} edition
   * @param {string} name
   * @param {"played" | "better"} kind
   * @param {() => void} onPress
   */
  constructor(edition, name, kind, onPress) {
    this.edition = edition;
    this.picture = h("span", { class: "choice-card" });
    this.text = h("span", { class: "choice-move" });
    this.chance = h("strong");
    this.element = h(
      "button",
      { type: "button", class: `move-choice ${kind}`, on: { click: onPress } },
      this.picture,
      h("span", { class: "choice-name" }, kind === "better" && icon("check"), name),
      this.text,
      this.chance,
    );
    this.shown = "";
  }

  /** @param {{ move: string, text: string | undefined, chance: number, pressed: boolean }} news */
  update({ move, text, chance, pressed }) {
    setAttribute(this.element, "aria-pressed", String(pressed));
    setText(this.text, text ?? move);
    setText(this.chance, percent(chance));
    if (this.shown === move) return;
    this.shown = move;
    fill(this.picture, this.#draw(move));
  }

  /** @param {string} move */
  #draw(move) {
    const { card: kind, to } = readMove(move);
    if (kind) return card(kind, printedName(kind, this.edition), { class: to === "discards" ? "thrown" : "" });
    if (to === "draw") return card("back");
    return h(
      "span",
      { class: "no-card" },
      icon(move === "take" ? "discard" : move === "coup" ? "shield" : move === "pass" ? "hand" : "flag"),
    );
  }
}
