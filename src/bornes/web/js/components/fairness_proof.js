/**
 * Why the shuffle was fair, so that a child understands it: a sealed box, a cut by everybody, the box opened again.
 *
 * Whoever shows it brings the record; the browser shuffles again by itself. What does not fit is said loudly.
 */
import { verifyRecord } from "../fair/verify.js";
import { RecordProblem } from "../fair/record_reader.js";
import { fill, h, keyed, s, setAttribute, setText, show } from "../core/dom.js";
import { gettext, ngettext, number } from "../core/i18n.js";
import { icon } from "./illustrations.js";
import { dealName } from "./score_sheet.js";

/** @typedef {import("../fair/verify.js").DealProof} DealProof */
/** @typedef {import("../fair/verify.js").TableRules} TableRules */
/** @typedef {import("../fair/verify.js").Observed} Observed */
/**
 * @typedef {"waiting" | "kept" | "weak" | "broken" | "unknown" | "missing"} Verdict `unknown`: only a newer page can
 *   check it; `missing`: there is no record
 */

const INK = "#1b2230";
const WOOD = "#a4632f",
  LID = "#c07a40";
let made = 0;

export class FairnessProof {
  /** @param {import("../core/http_api.js").EditionInfo} edition */
  constructor(edition) {
    this.edition = edition;
    /** @type {Verdict} */
    this.verdict = "waiting";
    made += 1;
    const title = h("h2", { id: `proof-${made}` });
    this.title = title;
    this.lead = h("p", { class: "proof-lead" });
    this.alarm = h("p", { class: "proof-alarm", role: "alert", hidden: true });
    /** What came out when the box was opened. */
    this.opened = h("p", null);
    this.deals = h("ul", { class: "proof-deals" });
    this.numbers = h("div", { class: "proof-numbers" });
    this.details = h(
      "details",
      null,
      h("summary", null, gettext("The numbers, for whoever wants to check by hand")),
      this.numbers,
    );
    const close = h(
      "button",
      { type: "button", class: "close", aria: { label: gettext("Close") }, on: { click: () => this.close() } },
      icon("close"),
    );
    /** The explanation and what was found; a dialog that `open` shows. */
    this.element = h(
      "dialog",
      {
        class: "sheet-up proof-sheet",
        aria: { labelledby: title.id },
        on: {
          click: (/** @type {Event} */ event) => {
            if (event.target === this.element) this.close();
          },
        },
      },
      h(
        "div",
        { class: "proof-inner" },
        h("header", null, icon("check"), title, close),
        this.lead,
        this.alarm,
        steps(this.opened),
        this.deals,
        this.details,
      ),
    );
    this.buttonText = h("span", null);
    this.buttonNote = h("small", null);
    /** A button with the verdict, which opens the box. */
    this.button = h(
      "button",
      { type: "button", class: "fair", aria: { haspopup: "dialog" }, on: { click: () => this.open() } },
      icon("check"),
      h("span", { class: "fair-words" }, this.buttonText, this.buttonNote),
    );
    this.#say("waiting");
  }

  open() {
    if (!this.element.open) this.element.showModal();
  }
  close() {
    this.element.close();
  }

  /**
   * Check a record, and say what came out. `observed` has what this browser noted while the game was played. A server
   * that has no record of a deal that is over, `null`, or hands out something else, is told apart from one that cannot
   * be reached.
   * @param {{ record: string | null, rules: TableRules, last?: number, observed?: Observed }} given `last`: the number of the
   *   last deal that is over
   */
  check({ record, rules, last, observed }) {
    try {
      const { verdict, names, deals } = verifyRecord(record, rules, {
        ...(last ? { last } : {}),
        ...(observed ? { observed } : {}),
      });
      if (verdict === null) throw new RecordProblem("no deals");
      const broken = deals.filter((proof) => proof.verdict === "broken");
      this.#say(broken.length > 0 && broken.every(isUnknown) ? "unknown" : verdict);
      this.#list(deals, names);
      setText(
        this.alarm,
        broken
          .map((proof) =>
            gettext("{deal}: {text}", { deal: dealName(this.edition, proof.deal), text: faultsOf(proof) }),
          )
          .join(" "),
      );
      show(this.alarm, broken.length > 0);
      fill(
        this.numbers,
        deals.map((proof) => numbersOf(proof, names, this.edition)),
      );
    } catch (problem) {
      if (!(problem instanceof RecordProblem)) throw problem;
      if (record === null || !last) this.missing();
      else this.check({ record: null, rules, last, ...(observed ? { observed } : {}) });
    }
    return this.verdict;
  }

  /** Forget what was found: another deal has been played since. */
  reset() {
    this.#say("waiting");
    this.#list([], []);
    show(this.alarm, false);
  }

  /** Say that there is no record to check. */
  missing() {
    this.#say("missing");
    this.#list([], []);
  }

  /** @param {Verdict} verdict */
  #say(verdict) {
    this.verdict = verdict;
    const [title, note, lead] = wordsOf(verdict);
    setText(this.title, title);
    setText(this.buttonText, title);
    setText(this.buttonNote, note);
    setText(this.lead, lead);
    setText(
      this.opened,
      verdict === "kept" || verdict === "weak"
        ? gettext(
            "After the deal the box was opened. Your browser has shuffled again, by itself: the same seal, the same cards.",
          )
        : gettext(
            "After the deal the box is opened. Your browser shuffles again, by itself, and compares the seal and the cards.",
          ),
    );
    show(this.details, verdict !== "waiting" && verdict !== "missing");
    for (const element of [this.element, this.button]) {
      setAttribute(element, "data-verdict", verdict);
      setAttribute(
        /** @type {Element} */ (element.querySelector("use")),
        "href",
        {
          kept: "#icon-check",
          weak: "#icon-help",
          broken: "#icon-warning",
          unknown: "#icon-warning",
          waiting: "#icon-shield",
          missing: "#icon-help",
        }[verdict],
      );
    }
  }

  /** @param {DealProof[]} deals @param {string[]} names */
  #list(deals, names) {
    keyed(
      this.deals,
      deals,
      ({ deal }) => deal,
      () => h("li", null, icon("check"), h("b", null), h("span", null)),
      (element, proof) => {
        const [mark, title, text] = element.children;
        const state = proof.verdict;
        setAttribute(element, "class", state);
        setAttribute(
          /** @type {Element} */ (mark.firstElementChild),
          "href",
          { kept: "#icon-check", weak: "#icon-help", broken: "#icon-warning" }[state],
        );
        setText(title, dealName(this.edition, proof.deal));
        setText(
          text,
          state === "broken"
            ? faultsOf(proof)
            : [cutters(proof, names), ...weaknessesOf(proof)].filter(Boolean).join(" "),
        );
      },
    );
  }
}

/** The title, a note beneath it, and what it means. @param {Verdict} verdict */
function wordsOf(verdict) {
  switch (verdict) {
    case "kept":
      return [
        gettext("The shuffle was fair"),
        gettext("Checked on this device"),
        gettext("Nobody could choose the cards, not even the server. Your browser has just checked it."),
      ];
    case "weak":
      return [
        gettext("Nothing wrong found"),
        gettext("but not everything could be checked"),
        gettext(
          "Nothing contradicts the sealed box. But your browser could not check everything: see below what is missing.",
        ),
      ];
    case "broken":
      return [
        gettext("The shuffle does not fit!"),
        gettext("Look at what is wrong"),
        gettext("What the server promised, what you saw and what the record says do not agree."),
      ];
    case "unknown":
      return [
        gettext("This page can’t check this shuffle"),
        gettext("See why"),
        gettext(
          "The cards were shuffled in a way that this version of the page does not know. That proves nothing, for or against the server.",
        ),
      ];
    case "missing":
      return [
        gettext("Not checked"),
        gettext("There is no record yet"),
        gettext(
          "Without the record of the game the shuffle cannot be checked. Try again when the server can be reached.",
        ),
      ];
    default:
      return [
        gettext("Was the shuffle fair?"),
        gettext("Check it on this device"),
        gettext("Your browser will shuffle again, by itself, and compare."),
      ];
  }
}

/** Whose seeds had a part. @param {DealProof} proof @param {string[]} names */
function cutters({ seats }, names) {
  if (seats.length === 0) return gettext("The box held what its seal promised.");
  const who = seats.map((seat) => names[seat] ?? gettext("Player {number}", { number: number(seat + 1) })).join(", ");
  return gettext("The box held what its seal promised. Cut by: {names}.", { names: who });
}

/**
 * Whether a deal is not wrong, as far as this page can tell, but shuffled in a way that it does not know.
 * @param {DealProof} proof
 */
function isUnknown({ faults }) {
  return faults.every((fault) => fault === "unknown-scheme" || fault === "unknown-shuffle");
}

/** @param {DealProof} proof @returns {string} */
function faultsOf({ faults }) {
  return faults
    .map((fault) => {
      switch (fault) {
        case "other-secret":
          return gettext("The secret number in the box is not the one that the seal belongs to.");
        case "other-commitment":
          return gettext("Before the deal another seal was shown to you.");
        case "seed-missing":
          return gettext(
            "A number that the server had accepted, yours or another player’s, is not among those that cut the deck.",
          );
        case "other-hand":
          return gettext("The cards you were dealt don’t match these numbers.");
        case "other-draw":
          return gettext("The cards you drew don’t match these numbers.");
        case "other-move":
          return gettext("The record has other moves than you saw, or moves with cards that these numbers don’t give.");
        case "other-starter":
          return gettext("Another player started than these numbers say.");
        case "other-score":
          return gettext("The record has another score than you saw.");
        case "deal-missing":
          return gettext("This deal was played, but the record has none of this number.");
        case "deal-number":
          return gettext("A deal was skipped, broken off or repeated.");
        case "other-rules":
          return gettext("The record is of a game with other rules than this table’s.");
        case "seats":
          return gettext("The numbers are not those that the players gave, one for each seat.");
        case "unknown-shuffle":
        case "unknown-scheme":
          return gettext("The cards were shuffled in a way that this page does not know.");
        default:
          return gettext("The record is damaged.");
      }
    })
    .join(" ");
}

/** @param {DealProof} proof @returns {string[]} */
function weaknessesOf({ weaknesses }) {
  return weaknesses.map((weakness) => {
    switch (weakness) {
      case "deck-given":
        return gettext("The order of the cards was simply written down: about luck nothing is proved.");
      case "no-player-seed":
        return gettext("Nobody cut the deck: the server alone chose its number.");
      case "server-seed-short":
        return gettext("The server’s number was so short that it could be guessed.");
      case "player-seeds-short":
        return gettext("The players’ numbers were so short that they could be guessed.");
      case "beginning-unseen":
        return gettext("Your browser didn’t see this deal begin.");
      case "moves-unseen":
        return gettext("Your browser didn’t see all moves of this deal.");
      case "own-seed-absent":
        return gettext("This browser has no note of a number of yours among those that cut the deck.");
      case "not-observed":
        return gettext("Your browser didn’t see this deal.");
      default:
        return gettext("A number was used that was known before.");
    }
  });
}

/** @param {DealProof} proof @param {string[]} names @param {import("../core/http_api.js").EditionInfo} edition */
function numbersOf(proof, names, edition) {
  const same = proof.seal === proof.commitment;
  /** @param {string} name @param {string} value */
  const line = (name, value) => [h("dt", null, name), h("dd", null, h("code", null, value || "–"))];
  return h(
    "section",
    null,
    h("h3", null, dealName(edition, proof.deal)),
    h(
      "dl",
      null,
      line(gettext("The seal, shown before the deal (SHA-256)"), proof.commitment),
      line(gettext("The secret number in the box"), proof.server),
      line(gettext("Its seal, worked out by your browser"), `${proof.seal} ${same ? "✓" : "✗"}`),
      proof.seeds.flatMap((seed, seat) =>
        line(gettext("Number of {name}", { name: names[seat] ?? String(seat + 1) }), seed),
      ),
      proof.hands.flatMap((hand, seat) =>
        line(
          gettext("First hand of {name}", { name: names[seat] ?? String(seat + 1) }),
          hand.map((kind) => edition.cards[kind] ?? kind).join(", "),
        ),
      ),
    ),
    h("p", null, ngettext("{n} seat cut the deck.", "{n} seats cut the deck.", proof.seats.length)),
  );
}

/** Three pictures for three sentences. @param {HTMLElement} opened */
function steps(opened) {
  return h(
    "ol",
    { class: "proof-steps" },
    step(
      1,
      sealedBox(),
      gettext("The sealed box"),
      h(
        "p",
        null,
        gettext(
          "Before the deal the server put its secret number in a locked box and showed everybody the seal. From then on it could not change it.",
        ),
      ),
    ),
    step(
      2,
      cutDeck(),
      gettext("Everybody cuts"),
      h(
        "p",
        null,
        gettext(
          "Then each player added a number that nobody else knew. All numbers together decide how the cards are shuffled, so nobody decides alone.",
        ),
      ),
    ),
    step(3, openBox(), gettext("The box is opened"), opened),
  );
}

/** @param {number} n @param {SVGElement[]} art @param {string} title @param {HTMLElement} text */
function step(n, art, title, text) {
  return h(
    "li",
    null,
    s("svg", { viewBox: "0 0 96 92", "aria-hidden": "true" }, art),
    h("h3", null, h("span", { aria: { hidden: true } }, number(n)), title),
    text,
  );
}

const inked = { stroke: INK, "stroke-width": 4, "stroke-linejoin": "round" };
const box = () => s("path", { d: "M14 40h68v44H14z", fill: WOOD, ...inked });

/** @returns {SVGElement[]} */
function sealedBox() {
  return [
    box(),
    s("path", { d: "M10 26h76v16H10z", fill: LID, ...inked }),
    s("path", { d: "M40 67l-4 15 8-4 4 6 4-6 8 4-4-15", fill: "#a31523", ...inked, "stroke-width": 3 }),
    s("circle", { cx: 48, cy: 54, r: 15, fill: "#c4202e", stroke: INK, "stroke-width": 4 }),
    s("path", {
      d: "M43 55v-5a5 5 0 0 1 10 0v5M40 55h16v9H40z",
      fill: "none",
      stroke: "#fff",
      "stroke-width": 2.5,
      "stroke-linejoin": "round",
    }),
  ];
}

/** @returns {SVGElement[]} */
function cutDeck() {
  return [
    s(
      "g",
      { stroke: INK, "stroke-width": 3.5, "stroke-linejoin": "round" },
      s("path", { d: "M16 56h44v26H16z", fill: "#17468f" }),
      s("path", { d: "M16 63h44M16 69h44M16 75h44", stroke: "#fff", "stroke-width": 2 }),
      s("path", { d: "M36 22h44v22H36z", fill: "#17468f" }),
      s("path", { d: "M36 29h44M36 36h44", stroke: "#fff", "stroke-width": 2 }),
      s("path", {
        class: "proof-arrow",
        d: "M26 50c-8-14-4-26 6-32M22 22l10-5 2 11M72 50c4 8 2 14-4 20M76 70l-10 2-1-10",
        fill: "none",
      }),
    ),
  ];
}

/** @returns {SVGElement[]} */
function openBox() {
  return [
    s("path", { d: "M14 40 4 18h76l2 22z", fill: LID, ...inked }),
    s(
      "g",
      { stroke: INK, "stroke-width": 3 },
      s("path", { d: "M26 8h22v34H26z", fill: "#fffdf7", transform: "rotate(-10 37 24)" }),
      s("path", { d: "M48 6h22v34H48z", fill: "#f7c325", transform: "rotate(8 58 22)" }),
    ),
    box(),
    s(
      "g",
      { class: "proof-tick" },
      s("circle", { cx: 78, cy: 74, r: 17, fill: "#12613f", stroke: "#fff", "stroke-width": 4 }),
      s("path", { d: "M70 74l6 6 11-13", fill: "none", stroke: "#fff", "stroke-width": 5 }),
    ),
  ];
}
