/**
 * The deal as a road over hills: how high it lies says how good a team's chances are, or, before there is a review, how
 * far it has come. A slider lies over it.
 */
import { drawing, h, keyed, s, setAttribute, setText, setVars, show } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { markSign } from "./verdicts.js";

/** @typedef {import("./verdicts.js").Mark} Mark */
/**
 * @typedef {object} HillsNews
 * @property {number[][]} heights of each team after each move, from 0 to 1
 * @property {number} side the team whose road it is
 * @property {number | null} even the height of those who are as good as each other
 * @property {string} top what the highest place means
 * @property {{ step: number, mark: Mark }[]} marks
 */

const WIDE = 1000,
  HIGH = 100;
/** So near to a mark, in pixels, a press means the mark. */
const NEAR = 16;

export class ChancesChart {
  /** @param {(step: number) => void} onGo */
  constructor(onGo) {
    this.onGo = onGo;
    this.length = 1;
    /** @type {HillsNews | null} */
    this.news = null;
    this.ground = s("path", { class: "under" });
    this.middle = s("path", { class: "middle" });
    this.casing = s("path", { class: "casing" });
    this.way = s("path", { class: "way" });
    this.otherWays = s("g", { class: "other-ways" });
    this.top = h("span", { class: "axis top" });
    this.mid = h("span", { class: "axis mid" }, gettext("even"));
    this.car = drawing("car-0", { class: "here-car" });
    this.marks = h("div", { class: "marks-on-road" });
    this.slider = h("input", {
      class: "scrub",
      type: "range",
      min: 0,
      step: 1,
      aria: { label: gettext("Move") },
      on: {
        input: () => onGo(Number(this.slider.value)),
        pointerdown: (/** @type {PointerEvent} */ event) => {
          this.pressed = event.clientX;
        },
        click: (/** @type {MouseEvent} */ event) => this.#catchMark(event),
      },
    });
    this.pressed = NaN;
    this.element = h(
      "div",
      { class: "hills-road" },
      s(
        "svg",
        { class: "land", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        this.ground,
        this.middle,
        this.otherWays,
        this.casing,
        this.way,
      ),
      this.top,
      this.mid,
      h("i", { class: "cursor" }),
      this.car,
      this.marks,
      this.slider,
    );
  }

  /** Draw the roads. @param {HillsNews} news */
  draw(news) {
    const { heights, side, even, top, marks } = news;
    this.news = news;
    this.length = Math.max(1, heights.length - 1);
    setAttribute(this.slider, "max", heights.length - 1);
    const road = this.#line(heights, side);
    setAttribute(this.ground, "d", `M0 ${HIGH}L${road}V${HIGH}z`);
    setAttribute(this.casing, "d", `M${road}`);
    setAttribute(this.way, "d", `M${road}`);
    setAttribute(this.middle, "d", even === null ? "M0 0" : `M0 ${HIGH * (1 - even)}h${WIDE}`);
    const others = (heights[0] ?? []).flatMap((_, team) => (team === side ? [] : [team]));
    // Of two teams one has what the other has not: a second road would say the same.
    const drawn = even !== null && others.length < 2 ? [] : others;
    this.otherWays.replaceChildren(
      ...drawn.map((team) => s("path", { class: `other-way team-${team}`, d: `M${this.#line(heights, team)}` })),
    );
    setText(this.top, top);
    show(this.mid, even !== null);
    setVars(this.element, { even: (even ?? 0) * 100 });
    setAttribute(this.car, "class", `here-car team-${side}`);
    setAttribute(/** @type {Element} */ (this.car.firstElementChild), "href", `#car-${side}`);
    keyed(
      this.marks,
      marks,
      ({ step, mark }) => `${step} ${mark}`,
      ({ mark }) => h("i", { class: "mark-at" }, markSign(mark)),
      (element, { step }) => {
        setVars(element, { at: step / this.length, height: (heights[step]?.[side] ?? 0) * 100 });
      },
    );
  }

  /** Drive to a step. @param {number} step @param {string} words where that is */
  move(step, words) {
    if (!this.news) return;
    const { heights, side } = this.news;
    if (Number(this.slider.value) !== step) this.slider.value = String(step);
    setAttribute(this.slider, "aria-valuetext", words);
    setVars(this.element, { now: step / this.length, height: (heights[step]?.[side] ?? 0) * 100 });
  }

  /** @param {number[][]} heights @param {number} team */
  #line(heights, team) {
    return heights
      .map((all, step) => `${Math.round((step / this.length) * WIDE)} ${(HIGH * (1 - (all[team] ?? 0))).toFixed(1)}`)
      .join("L");
  }

  /** A finger cannot hit one move of two hundred: a press near a mark means the mark. @param {MouseEvent} event */
  #catchMark(event) {
    const box = this.element.getBoundingClientRect();
    if (!this.news || Math.abs(event.clientX - this.pressed) > 6 || !box.width) return;
    const away = (/** @type {number} */ step) => Math.abs(box.left + (step / this.length) * box.width - event.clientX);
    const [nearest] = this.news.marks.map(({ step }) => step).sort((a, b) => away(a) - away(b));
    if (nearest !== undefined && away(nearest) <= NEAR) this.onGo(nearest);
  }
}
