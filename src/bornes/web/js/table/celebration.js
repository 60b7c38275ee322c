/** The moment of the game: everyone sees it, it is over in a second, and it never takes a click. */
import { fill, h, s } from "../core/dom.js";
import { card, printedName } from "../components/card.js";

const LONG = 1500;

export class Celebration {
  /** @param {import("../core/http_api.js").EditionInfo} edition */
  constructor(edition) {
    this.edition = edition;
    this.element = h("div", { class: "moment", "aria-hidden": "true", hidden: true });
    this.timer = 0;
  }

  /** Show a coup fourré. @param {string} hazard @param {string} safety @param {string} title @param {string} note */
  coup(hazard, safety, title, note) {
    const rays = Array.from({ length: 20 }, (_, i) =>
      s("path", { transform: `rotate(${i * 18} 300 300)`, d: "M300 300 282 -20h36z" }),
    );
    fill(
      this.element,
      s("svg", { class: "burst", viewBox: "0 0 600 600" }, rays),
      this.#card(hazard),
      this.#card(safety),
      h("p", { class: "shout" }, title),
      h("p", null, note),
    );
    this.#show();
  }

  /** Show a sentence in large letters, such as who has arrived. @param {string} title @param {string} note */
  banner(title, note) {
    fill(this.element, h("p", { class: "shout" }, title), h("p", null, note));
    this.#show();
  }

  /** @param {string} kind */
  #card(kind) {
    return card(kind, printedName(kind, this.edition));
  }

  #show() {
    clearTimeout(this.timer);
    this.element.hidden = false;
    this.timer = window.setTimeout(() => {
      this.element.hidden = true;
    }, LONG);
  }
}
