/**
 * The lesson: a real deal, played step by step. Gaston the snail says what to do, and only one card glows.
 *
 * The server has played it and sent the messages of the pupil's seat, so that nothing is made up here: each step shows
 * its messages one after another and then waits for the move that was made.
 */
import { drawing, fill, h, keyed, setAttribute, setText, show } from "../core/dom.js";
import { gettext, number } from "../core/i18n.js";
import { Board } from "../components/board.js";
import { card, familyOf, printedName } from "../components/card.js";
import { clauseMark } from "../components/clause_link.js";
import { playNowButton } from "../components/play_now.js";
import { RaceRoad } from "../components/race_road.js";
import { play as playSound, setSound, wakeSound } from "../core/sound.js";
import { fly, placeOf } from "../table/card_animation.js";
import { Celebration } from "../table/celebration.js";
import { TableState } from "../table/table_state.js";
import { capital } from "../core/text.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../core/http_api.js").Lesson} LessonData */
/** @typedef {import("../core/http_api.js").LessonStep} LessonStep */
/** @typedef {import("../core/http_api.js").TableMessage} TableMessage */
/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../table/table_state.js").Offer} Offer */
/** @typedef {import("../table/table_state.js").TableEvent} TableEvent */

/** So long each thing that happens is looked at, in milliseconds; the last stretch of the road goes faster. */
const LOOK = 1300;
const GLANCE = 450;
/** A step with more messages than this is the stretch that is driven without the pupil. */
const MANY = 8;
/** The teams: the pupil's, and the other one's. */
const MINE = 0,
  OTHER = 1;
/** What may be told while it happens: turns and draws tell themselves. */
const TOLD = new Set(["Laid", "Attacked", "Discarded", "Remedied", "CoupFourre", "DealOver"]);

/** @param {import("../router.js").Route} _route @param {App} app @returns {Promise<import("../router.js").Screen>} */
export async function open(_route, app) {
  const lesson = await app.api.lesson();
  const screen = new LessonScreen(app, lesson, await app.edition(lesson.edition));
  screen.show(0);
  return { element: screen.element, title: gettext("The lesson"), leave: () => screen.leave() };
}

class LessonScreen {
  /** @param {App} app @param {LessonData} lesson @param {EditionInfo} edition */
  constructor(app, lesson, edition) {
    this.app = app;
    this.lesson = lesson;
    this.edition = edition;
    this.at = 0;
    this.picture = new TableState();
    /** Counts what is being shown: whoever goes back or away ends it. */
    this.showing = 0;
    /** Whether the pupil is waited for. */
    this.waits = false;
    this.road = new RaceRoad(edition, 2);
    this.boards = [new Board(edition, { mine: true }), new Board(edition)];
    this.stones = new Stones(lesson.chapters);
    this.teacher = new Teacher(lesson.teacher);
    this.cards = h("div", { class: "held-cards" });
    this.hand = h("section", { class: "hand", aria: { label: capital(edition.terms["hand"] ?? "") } }, this.cards);
    this.drawPile = h("b");
    this.discards = h("span", { class: "discards" });
    this.stock = h(
      "div",
      { class: "stock", "aria-hidden": "true" },
      h("span", { class: "draw" }, card("back"), this.drawPile),
      this.discards,
    );
    this.back = h(
      "button",
      {
        type: "button",
        class: "step-back",
        aria: { label: gettext("One step back") },
        on: { click: () => this.show(Math.max(0, this.at - 1)) },
      },
      drawing("icon-back", { class: "icon" }),
    );
    this.ways = h("div", { class: "ways-on" });
    this.moment = new Celebration(edition);
    this.title = h("h1", { class: "unseen" });
    this.element = h(
      "div",
      { class: "table lesson", data: { teams: 2 } },
      drawing("map", { class: "map" }),
      h(
        "header",
        { class: "bar" },
        h(
          "a",
          { class: "home", href: "/", aria: { label: gettext("Bornes, first page") } },
          drawing("wordmark", { class: "wordmark" }),
        ),
        this.title,
        this.back,
        this.stones.element,
        h(
          "a",
          { class: "button", href: "/", aria: { label: gettext("Leave the lesson") } },
          drawing("icon-close", { class: "icon" }),
        ),
      ),
      h(
        "main",
        { class: "contents" },
        this.road.element,
        h(
          "section",
          { class: "teacher", aria: { label: lesson.teacher } },
          h("div", { class: "corner" }, this.teacher.snail, this.stock),
          h("div", { class: "says" }, this.teacher.element, this.ways),
        ),
        h("section", { class: "others", aria: { label: gettext("The others") } }, this.#board(OTHER).element),
        this.#board(MINE).element,
        this.hand,
      ),
      this.moment.element,
    );
    setSound(app.memory.get("sound"));
  }

  /** @param {number} team @returns {Board} */
  #board(team) {
    return /** @type {Board} */ (this.boards[team]);
  }

  get step() {
    return /** @type {LessonStep} */ (this.lesson.steps[this.at]);
  }

  leave() {
    this.showing += 1;
  }

  /** Come to a step at once, as after going back. @param {number} at */
  show(at) {
    this.showing += 1;
    this.at = at;
    this.picture = new TableState();
    for (const { messages } of this.lesson.steps.slice(0, at + 1))
      for (const message of messages) this.picture.take(message);
    this.#draw();
    this.#wait();
  }

  /** Play the move of this step, and show what follows. */
  async #next() {
    this.showing += 1;
    const mine = this.showing;
    this.waits = false;
    this.at += 1;
    this.#ask(null);
    const pace = this.step.messages.length > MANY ? GLANCE : LOOK;
    for (const message of this.step.messages) {
      this.#take(message);
      const told = (message.events ?? []).filter(({ event, text }) => text && TOLD.has(event)).map(({ text }) => text);
      if (!told.length) continue;
      // A coup fourré is shown large, with the same words.
      if (!message.events?.some(({ event }) => event === "CoupFourre")) this.teacher.tell(told.join(" "));
      this.app.announce(told.join(" "));
      await new Promise((go) => setTimeout(go, pace));
      if (mine !== this.showing) return;
    }
    this.#wait();
    this.#focus();
  }

  /**
   * Take in a message; the card that was laid flies from where it was, and the cars drive.
   * @param {TableMessage} message
   */
  #take(message) {
    const laid = (message.events ?? []).find(({ event }) => TOLD.has(event) && event !== "DealOver");
    const from = laid ? placeOf(this.#placeBefore(laid)) : null;
    const cars = this.boards.map((_, team) => placeOf(this.road.carOf(team)));
    this.picture.take(message);
    this.#draw();
    for (const [team, was] of cars.entries()) fly(this.road.carOf(team), was, { duration: 500 });
    if (!laid) return;
    fly(this.#placeAfter(laid), from, { duration: 320 });
    if (laid.event === "CoupFourre") {
      playSound("coup");
      this.moment.coup(laid["hazard"], laid["safety"], this.#coupCall(), laid.text ?? "");
    } else playSound(laid.event === "Discarded" ? "card" : (familyOf(laid.card ?? "") ?? "card"), laid.card ?? "");
  }

  /** What is called out. */
  #coupCall() {
    return gettext("{name}!", { name: capital(this.edition.terms["coup_fourre"] ?? "") });
  }

  /** Where the card of an event lies before it happens. @param {TableEvent} event */
  #placeBefore(event) {
    const kind = event["safety"] ?? event.card;
    return event.seat === this.picture.viewer
      ? this.cards.querySelector(`[data-kind="${kind}"]`)
      : this.#board(OTHER).badge;
  }

  /** Where it lies afterwards. @param {TableEvent} event */
  #placeAfter(event) {
    if (event.event === "Discarded") return this.discards.firstElementChild;
    const team = event.event === "Attacked" ? event["team"] : this.picture.teamOf(event.seat ?? 0);
    return this.#board(team).pileElement(String(event["safety"] ?? event.card));
  }

  /** Bring everything up to date with what is known. */
  #draw() {
    const { picture, edition } = this;
    this.road.update(picture);
    for (const team of picture.teams)
      this.boards[team.index]?.update(team, { active: picture.decides ?? picture.turn });
    setText(this.drawPile, number(picture.drawPile));
    const top = picture.discards.at(-1);
    keyed(this.discards, top ? [`${picture.discards.length} ${top}`] : [], String, () =>
      card(top ?? "", printedName(top ?? "", edition)),
    );
    /** @type {Map<string, number>} */
    const seen = new Map();
    const held = picture.hand.map((kind) => {
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      return { kind, key: `${kind} ${seen.get(kind)}` };
    });
    keyed(
      this.cards,
      held,
      ({ key }) => key,
      ({ kind }) => this.#held(kind),
    );
    setAttribute(this.hand, "data-count", held.length);
  }

  /** @param {string} kind */
  #held(kind) {
    return h(
      "button",
      { class: "held", type: "button", data: { kind }, on: { click: () => this.#choose(kind) } },
      card(kind, printedName(kind, this.edition)),
    );
  }

  /** The move that is waited for. @returns {Offer | null} */
  get expected() {
    return this.waits ? (this.picture.question?.moves.find(({ move }) => move === this.step.move) ?? null) : null;
  }

  /** Say what is to be done, and wait for it. */
  #wait() {
    this.waits = this.step.move !== null;
    const offer = this.expected,
      { card: glowing } = this.step;
    const name = familyOf(glowing) === "distance" ? glowing : this.edition.cards[glowing];
    show(this.hand, this.waits);
    this.stones.update(this.step.chapter, !this.waits);
    setText(this.title, gettext("The lesson, step {n} of {all}", { n: this.at + 1, all: this.lesson.steps.length }));
    this.teacher.say(
      this.step.says,
      name,
      this.step.move === null ? "cheers" : this.step.move === "coup" ? "wonders" : this.at === 0 ? "races" : "waits",
    );
    this.#ask(offer);
  }

  /** Let the card that is to be played glow, or show the button for what is no card. @param {Offer | null} offer */
  #ask(offer) {
    /** @type {boolean} */
    let glows = false;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.cards.querySelectorAll(".held"))) {
      const kind = button.dataset["kind"] ?? "",
        name = this.edition.cards[kind] ?? kind;
      /** @type {boolean} */
      const right = offer !== null && this.step.card === kind && !glows;
      if (right) glows = true;
      button.classList.toggle("playable", right);
      button.classList.toggle("idle", !right);
      setAttribute(button, "aria-label", right ? gettext("{card}: this one glows", { card: name }) : name);
    }
    if (this.step.move === null && !this.picture.playing) {
      fill(
        this.ways,
        playNowButton(this.app, this.edition.name),
        h("a", { class: "button", href: `/how-to-play/${this.edition.name}` }, gettext("How to play")),
      );
    } else if (offer && !offer.card) {
      const call = offer.move === "coup";
      const text = call ? this.#coupCall() : capital(offer.text);
      fill(
        this.ways,
        h("button", { type: "button", class: call ? "go call" : "go", on: { click: () => this.#next() } }, text),
      );
    } else fill(this.ways);
    this.back.disabled = this.at === 0;
  }

  /** Put the focus where the next move is: what had it may be gone. */
  #focus() {
    const next = this.ways.querySelector("button") ?? this.cards.querySelector(".playable");
    if (
      next instanceof HTMLElement &&
      (document.activeElement === document.body || this.element.contains(document.activeElement))
    )
      next.focus({ preventScroll: true });
  }

  /** @param {string} kind */
  #choose(kind) {
    wakeSound();
    if (!this.waits) return;
    if (this.step.card === kind) {
      this.#next();
      return;
    }
    const why =
      this.picture.question?.phase === "play"
        ? this.picture.question.blocked.find((one) => one.card === kind)?.reasons[0]
        : undefined;
    this.teacher.say(
      why ? why.text.replace(` (${why.clause})`, "") : this.lesson.not_yet,
      undefined,
      "stops",
      why && clauseMark(this.app, [why.clause]),
    );
  }
}

/** Progress is a road: a stone for each chapter, with a red cap once it is behind us. */
class Stones {
  /** @param {string[]} chapters */
  constructor(chapters) {
    this.list = chapters.map((name, at) => h("li", null, h("span", null, number(at + 1)), h("small", null, name)));
    this.element = h("ol", { class: "chapters", aria: { label: gettext("What you learn") } }, this.list);
  }

  /** @param {number} chapter @param {boolean} done */
  update(chapter, done) {
    for (const [at, stone] of this.list.entries()) {
      stone.classList.toggle("past", at < chapter || done);
      stone.classList.toggle("now", at === chapter && !done);
      setAttribute(stone, "aria-current", at === chapter && !done ? "step" : null);
    }
  }
}

/** Gaston, and what he says. */
class Teacher {
  /** @param {string} name */
  constructor(name) {
    this.text = h("p", { role: "status" });
    this.happens = h("p", { class: "happens", "aria-hidden": "true", hidden: true });
    this.element = h(
      "div",
      null,
      this.text,
      this.happens,
      h("small", { class: "who" }, gettext("{name}, snail", { name })),
    );
    this.snail = drawing("snail-races", { class: "snail" });
  }

  /**
   * @param {string} text
   * @param {string | undefined} card a card's name that is to stand out
   * @param {string} pose
   * @param {HTMLElement} [more] what stands behind it
   */
  say(text, card, pose, more) {
    const at = card ? text.lastIndexOf(card) : -1; // what it asks for stands at its end
    fill(
      this.text,
      at < 0 || !card ? text : [text.slice(0, at), h("b", null, card), text.slice(at + card.length)],
      more ? ["\u00a0", more] : null,
    );
    show(this.text, true);
    show(this.happens, false);
    this.#stand(pose);
  }

  /** Show what happens now, in place of what was said. @param {string} text */
  tell(text) {
    setText(this.happens, text);
    show(this.text, false);
    show(this.happens, true);
    this.#stand("waits");
  }

  /** @param {string} pose */
  #stand(pose) {
    setAttribute(/** @type {Element} */ (this.snail.firstElementChild), "href", `#snail-${pose}`);
  }
}
