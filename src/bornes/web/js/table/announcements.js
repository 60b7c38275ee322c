/** What is heard and read of what happens at a table: sounds, the log, the table in words, the title of the page. */
import { familyOf } from "../components/card.js";
import { openDialog } from "../components/dialogs.js";
import { icon } from "../components/illustrations.js";
import { h, keyed, setAttribute, setText } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { play as playSound, setSound, wakeSound } from "../core/sound.js";
import { Celebration } from "./celebration.js";
import { movesOf } from "./side_panel.js";
import { TextView } from "./text_view.js";

/** @typedef {import("../core/http_api.js").EditionInfo} EditionInfo */
/** @typedef {import("../router.js").App} App */
/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("./table_state.js").TableEvent} TableEvent */

/**
 * What announcements need of the table that they speak of.
 * @typedef {object} Spoken
 * @property {TableState} picture
 * @property {HTMLElement} element
 * @property {EditionInfo} edition
 * @property {App} app
 */

export class Announcements {
  /** @param {Spoken} table */
  constructor(table) {
    this.table = table;
    this.app = table.app;
    this.moment = new Celebration(table.edition);
    this.words = new TextView(table.edition);
    this.wholeLog = h("ol", { class: "whole-log" });
    this.telling = 0;
    this.soundButton = toolButton("sound", gettext("Sound"), () => this.toggleSound());
  }

  /** Let what happened be heard. @param {TableState} picture @param {TableEvent[]} events @param {boolean} whole */
  listen(picture, events, whole) {
    if (whole) return;
    for (const event of events) {
      if (event.event === "Laid" || event.event === "Remedied")
        playSound(soundOf(familyOf(event.card ?? "") ?? ""), event.card ?? "");
      else if (event.event === "Attacked") playSound("hazard");
      else if (event.event === "Discarded") playSound("card");
      else if (event.event === "CoupFourre") {
        playSound("coup");
        this.moment.coup(event["hazard"], event["safety"], gettext("Coup fourré!"), event.text ?? "");
      }
    }
    if (picture.question && events.some(({ event }) => event === "TurnBegan")) playSound("turn");
    const told = events.flatMap(({ text }) => text || []).join(" ");
    if (told) this.app.announce(told);
  }

  /**
   * The table in words and the title of the page follow a moment later, once for all that happens together: nobody
   * looks there first.
   * @param {TableState} picture
   * @param {string} whose
   */
  tellInWords(picture, whose) {
    const tell = () => {
      this.words.update(picture, whose);
      if (this.table.element.isConnected) this.app.setTitle(whose);
    };
    clearTimeout(this.telling);
    if (this.telling === 0) tell();
    this.telling = window.setTimeout(tell, 120);
  }

  showLog() {
    this.#writeLog();
    openDialog(gettext("All moves of this deal"), this.wholeLog, { class: "log-dialog" });
  }

  /** Go on with the list of moves while somebody reads it. */
  followLog() {
    if (this.wholeLog.isConnected) this.#writeLog();
  }

  #writeLog() {
    const { picture } = this.table;
    keyed(
      this.wholeLog,
      movesOf(picture),
      ({ key }) => key,
      () => h("li"),
      (line, { text, seat }) => {
        setText(line, text);
        setAttribute(line, "class", seat === null ? null : `team-${picture.teamOf(seat)}`);
      },
    );
  }

  toggleSound() {
    this.app.memory.set("sound", !this.app.memory.get("sound"));
    this.showSound();
    wakeSound();
    playSound("turn");
  }

  /** Let sounds be heard or not, as it is remembered. */
  showSound() {
    const on = this.app.memory.get("sound");
    setSound(on);
    setAttribute(this.soundButton, "aria-pressed", String(on));
  }
}

/** Return a button of the bar. @param {string} name @param {string} text @param {() => void} act */
export function toolButton(name, text, act) {
  return h(
    "button",
    { type: "button", class: `tool-${name}`, title: text, on: { click: act } },
    icon(name),
    h("span", null, text),
  );
}

/** @param {string} family @returns {import("../core/sound.js").Sound} */
function soundOf(family) {
  return family === "distance" || family === "remedy" || family === "safety"
    ? /** @type {import("../core/sound.js").Sound} */ (family)
    : "card";
}
