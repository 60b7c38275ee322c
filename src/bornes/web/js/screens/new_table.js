/** Opening a table: which rulebook, who sits where, house rules, how fast, and who may come. */
import { ApiProblem, newSecret } from "../core/http_api.js";
import { h, keyed, setAttribute, setText, show } from "../core/dom.js";
import { driver, emblem, icon, map, strength } from "../components/illustrations.js";
import { HouseRules } from "../components/house_rules.js";
import { pageHeader } from "../components/page_header.js";
import { nameField } from "../components/player_name.js";
import { formName, paceName } from "../components/game_summary.js";
import { SeatRing } from "../components/seat_ring.js";
import { sheetLine, openBottomSheet } from "../components/bottom_sheet.js";
import { gettext, ngettext } from "../core/i18n.js";
import { sentenceOf } from "./home.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../router.js").Route} Route */
/** @typedef {import("../router.js").Screen} Screen */
/** @typedef {import("../core/http_api.js").About} About */
/** @typedef {import("../core/http_api.js").OfferedForm} OfferedForm */

const ME = "me",
  OPEN = "open";
/** As many as can sit at any table. */
const MAX_PLAYERS = 8;

/** @param {Route} route @param {App} app @returns {Promise<Screen>} */
export async function open(route, app) {
  const opening = new Opening(await app.about(), app, wishesOf(route));
  return { element: opening.element, title: gettext("Open a table") };
}

/**
 * @typedef {object} Wishes what a link to this screen asks for
 * @property {string} edition @property {number} players @property {boolean | null} partners @property {boolean} short
 * @property {Record<string, string>} rules values of house rules, as they are written in the address
 */

/**
 * Return what the address asks for: `?edition=…&players=…&partners=…&short=…` and house rules, each as
 * `rule.RULE=VALUE`,
 * `RULE=VALUE` or `rule=RULE:VALUE`.
 * @param {Route} route
 * @returns {Wishes}
 */
function wishesOf({ query, hash }) {
  const given = [...query, ...hash];
  const value = (/** @type {string} */ name) => given.find(([key]) => key === name)?.[1] ?? "";
  /** @type {Record<string, string>} */
  const rules = {};
  for (const [key, each] of given) {
    const pair = key === "rule" ? each.match(/^([^:=]+)[:=](.*)$/) : null;
    if (pair) rules[/** @type {string} */ (pair[1])] = /** @type {string} */ (pair[2]);
    else if (!["edition", "players", "partners", "short", "rule"].includes(key))
      rules[key.replace(/^rule\./, "")] = each;
  }
  const partners = value("partners");
  return {
    edition: value("edition"),
    players: Number(value("players")),
    partners: partners ? isTrue(partners) : null,
    short: isTrue(value("short")),
    rules,
  };
}

/** @param {string} text */
const isTrue = (text) => ["1", "true", "yes"].includes(text.toLowerCase());

class Opening {
  /** @param {About} about @param {App} app @param {Wishes} wishes */
  constructor(about, app, wishes) {
    this.about = about;
    this.app = app;
    const known = (/** @type {string} */ name) => about.editions.some((each) => each.name === name);
    this.editionName =
      [wishes.edition, app.memory.get("edition"), about.first_edition].find(known) ?? about.first_edition;
    /** @type {OfferedForm} */
    this.form = this.#formLike(wishes.players || app.memory.get("players"), wishes.partners, wishes.short);
    /**
     * @type {string[]} who is to sit where, for as many as there may be: what was chosen stays when there are fewer
     *   seats
     */
    this.who = [ME, ...Array(MAX_PLAYERS - 1).fill(OPEN)];
    this.pace = "relaxed";
    this.paceChosen = false;
    this.secret = newSecret();
    this.name = nameField(app);
    this.ring = new SeatRing((seat) => this.#askSeat(seat));
    this.house = new HouseRules();
    this.wished = wishes.rules;
    this.trouble = h("p", { class: "wrong whole", role: "alert", hidden: true });
    this.submit = h("button", { class: "go" }, gettext("Open the table"));
    this.counts = h("div", { class: "counts", role: "radiogroup", aria: { label: gettext("How many players?") } });
    this.forms = h("div", {
      class: "form-choices",
      role: "radiogroup",
      aria: { label: gettext("Which form of the game?") },
    });
    this.like = h("p", { class: "hint like" });
    this.spectators = h("input", {
      type: "checkbox",
      role: "switch",
      checked: true,
      on: {
        change: () => {
          this.spectatorsChosen = true;
        },
      },
    });
    this.spectatorsChosen = false;
    this.paces = h(
      "fieldset",
      { class: "paces", data: { field: "pace" } },
      h("legend", null, gettext("How fast?")),
      this.about.paces.map(({ name, text }) =>
        h(
          "label",
          { class: "choice pick" },
          h("input", {
            type: "radio",
            name: "pace",
            value: name,
            on: {
              change: () => {
                this.pace = name;
                this.paceChosen = true;
              },
            },
          }),
          icon(name === "none" ? "person" : name),
          h("span", null, h("b", null, paceName(name)), h("small", null, text)),
        ),
      ),
    );
    this.element = this.#build();
    this.#bring();
    void this.#bringHouse();
  }

  get edition() {
    return /** @type {import("../core/http_api.js").OfferedEdition} */ (
      this.about.editions.find(({ name }) => name === this.editionName)
    );
  }

  /**
   * Return the form of the edition that is most like what is wished.
   * @param {number} players
   * @param {boolean | null} partners
   * @param {boolean} short
   */
  #formLike(players, partners, short) {
    const { forms } = this.edition;
    const worth = (/** @type {OfferedForm} */ form) =>
      Number(form.players === players) * 4 +
      Number(form.short === short) * 2 +
      Number(partners === null || form.partners === partners);
    return /** @type {OfferedForm} */ ([...forms].sort((one, other) => worth(other) - worth(one))[0]);
  }

  // -- the screen -----------------------------------------------------------------------------------------------------

  #build() {
    const editions = this.about.editions.map(({ name, title, text }) =>
      h(
        "label",
        { class: "choice edition" },
        h("input", {
          type: "radio",
          name: "edition",
          value: name,
          checked: name === this.editionName,
          on: { change: () => this.#chooseEdition(name) },
        }),
        emblem(name),
        h("span", null, h("b", null, title), h("small", null, text)),
      ),
    );
    const door = (
      /** @type {string} */ value,
      /** @type {boolean} */ checked,
      /** @type {string} */ title,
      /** @type {string} */ note,
    ) =>
      h(
        "label",
        { class: "choice pick" },
        h("input", { type: "radio", name: "door", value, checked }),
        icon(value),
        h("span", null, h("b", null, title), h("small", null, note)),
      );
    const form = h(
      "form",
      {
        class: "opening",
        novalidate: true,
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.#open();
          },
        },
      },
      h(
        "fieldset",
        { class: "editions", data: { field: "edition" } },
        h("legend", null, gettext("Which rulebook?")),
        editions,
      ),
      h(
        "section",
        { class: "round", "aria-labelledby": "round-head", data: { field: "seats" } },
        h("h2", { id: "round-head" }, gettext("Who sits where?")),
        this.counts,
        this.forms,
        this.like,
        h("div", { class: "around" }, this.ring.element),
        this.#fillers(),
      ),
      h("div", { class: "house-here", data: { field: "house_rules" } }, this.house.element),
      h(
        "div",
        { class: "rest" },
        h("div", { class: "name-here", data: { field: "name" } }, this.name.element),
        this.paces,
        h(
          "fieldset",
          { class: "doors" },
          h("legend", null, gettext("Who may come?")),
          door("private", true, gettext("Friends only"), gettext("by link or code")),
          door("public", false, gettext("Everybody"), gettext("the table is listed on the first page")),
        ),
        h(
          "label",
          { class: "switch" },
          h(
            "span",
            null,
            h("b", null, gettext("Spectators")),
            h("small", null, gettext("Others may look on; they see nobody’s hand.")),
          ),
          this.spectators,
        ),
        h("div", { class: "off" }, this.trouble, this.submit),
      ),
    );
    return h("div", { class: "screen open-screen" }, map(), pageHeader(gettext("Open a table")), h("main", null, form));
  }

  #fillers() {
    return h(
      "p",
      { class: "fillers" },
      h("button", { type: "button", on: { click: () => this.#askSeat(null) } }, gettext("All other seats…")),
    );
  }

  /** @param {string} name */
  #chooseEdition(name) {
    const { players, partners, short } = this.form;
    this.editionName = name;
    this.form = this.#formLike(players, partners, short);
    this.wished = {};
    this.#bring();
    void this.#bringHouse();
  }

  /** Bring everything up to date that hangs on edition and form. */
  #bring() {
    const { forms } = this.edition;
    const sizes = [
      ...new Set(this.about.editions.flatMap((edition) => edition.forms.map(({ players }) => players))),
    ].sort((one, other) => one - other);
    keyed(
      this.counts,
      sizes,
      (n) => n,
      (n) =>
        h(
          "label",
          { class: "tick" },
          h("input", {
            type: "radio",
            name: "count",
            value: n,
            on: {
              change: () => {
                this.form = this.#formLike(n, null, false);
                this.#bring();
                void this.#bringHouse();
              },
            },
          }),
          h("span", null, n),
        ),
      (element, n) => {
        const input = /** @type {HTMLInputElement} */ (element.querySelector("input"));
        input.disabled = !forms.some(({ players }) => players === n);
        input.checked = this.form.players === n;
      },
    );
    const here = forms.filter(({ players }) => players === this.form.players);
    show(this.forms, here.length > 1);
    keyed(
      this.forms,
      here.length > 1 ? here : [],
      (form) => `${this.editionName} ${form.text}`,
      (form) =>
        h(
          "label",
          { class: "tick" },
          h("input", {
            type: "radio",
            name: "form",
            value: form.text,
            on: {
              change: () => {
                this.form = form;
                this.#bring();
                void this.#bringHouse();
              },
            },
          }),
          h("span", null, form.text),
        ),
      (element, form) => {
        /** @type {HTMLInputElement} */ (element.querySelector("input")).checked = form === this.form;
      },
    );
    this.#bringSeats();
  }

  #bringSeats() {
    const { players, partners } = this.form;
    const teams = partners ? players / 2 : players;
    const seats = this.who.slice(0, players).map((who, at) => this.#ringSeat(who, at, teams));
    this.ring.update(seats, { head: ngettext("{n} player", "{n} players", players), note: formName(teams, players) });
    const alone = !this.who.slice(0, players).includes(OPEN);
    const none = /** @type {HTMLInputElement} */ (this.paces.querySelector('[value="none"]'));
    none.disabled = !alone;
    // Who plays alone may have hints and take moves back, while nobody looks on.
    if (!this.spectatorsChosen) this.spectators.checked = !alone;
    // Where only bots are waited for nobody needs a clock, unless somebody wanted one.
    if (!this.paceChosen || (!alone && this.pace === "none")) this.pace = alone ? "none" : "relaxed";
    const chosen = /** @type {HTMLInputElement | null} */ (this.paces.querySelector(`[value="${this.pace}"]`));
    if (chosen) chosen.checked = true;
  }

  /** @param {string} who @param {number} at @param {number} teams @returns {import("../components/seat_ring.js").RingSeat} */
  #ringSeat(who, at, teams) {
    const team = at % teams;
    if (who === ME) return { kind: "me", name: gettext("You"), bot: null, team };
    if (who === OPEN)
      return { kind: "open", name: gettext("Free"), bot: null, team, label: gettext("Choose who sits here") };
    return { kind: "bot", name: this.#titleOf(who), bot: who, team, label: gettext("Choose who sits here") };
  }

  /** @param {string} bot */
  #titleOf(bot) {
    return this.about.bots.find(({ name }) => name === bot)?.title ?? bot;
  }

  /** Ask who is to sit in a seat, or in all other seats. @param {number | null} seat */
  #askSeat(seat) {
    const seats = seat === null ? [1, 2, 3, 4, 5, 6, 7] : [seat];
    openBottomSheet(seat === null ? gettext("Who sits in all other seats?") : gettext("Who sits here?"), (close) => {
      const choose = (/** @type {string} */ who) => () => {
        for (const each of seats) this.who[each] = who;
        if (who !== OPEN) this.app.memory.set("bot", who);
        close();
        this.#bringSeats();
      };
      const now = seat === null ? "" : this.who[seat];
      return h(
        "ul",
        { class: "sheet-lines" },
        sheetLine({
          title: gettext("Free for a friend"),
          note: gettext("whoever comes by the link or the code"),
          press: choose(OPEN),
          chosen: now === OPEN,
        }),
        this.about.bots.map(({ name, title, text }) =>
          sheetLine({
            picture: driver(name),
            title,
            note: text,
            end: strength(name),
            press: choose(name),
            chosen: now === name,
          }),
        ),
      );
    });
  }

  async #bringHouse() {
    const name = this.editionName,
      form = this.form;
    try {
      const words = await this.app.edition(name);
      if (name !== this.editionName || form !== this.form) return;
      const place = words.forms.findIndex(
        ({ players, partners, short }) =>
          players === form.players && partners === form.partners && short === form.short,
      );
      setText(this.like, words.forms[place]?.like ?? "");
      this.house.update(name, words.switches, this.wished, place);
    } catch {
      // Without the words of the edition there are no house rules; the table can be opened all the same.
      this.house.update(name, [], {});
    }
  }

  // -- opening --------------------------------------------------------------------------------------------------------

  async #open() {
    if (this.submit.getAttribute("aria-busy") === "true") return;
    this.#complain("", "");
    const { memory, api } = this.app;
    const { players, partners, short } = this.form;
    const form = new FormData(/** @type {HTMLFormElement} */ (this.element.querySelector("form")));
    const name = this.name.value();
    setAttribute(this.submit, "aria-busy", "true");
    try {
      const seated = await api.openTable({
        edition: this.editionName,
        players,
        partners,
        short,
        house_rules: this.house.value(),
        name,
        secret: this.secret,
        seats: this.who.slice(0, players),
        pace: this.pace,
        public: form.get("door") === "public",
        spectators: this.spectators.checked,
      });
      memory.set("edition", this.editionName);
      memory.set("players", players);
      memory.keepSeat({
        table: seated.table,
        seat: seated.seat,
        secret: seated.secret,
        edition: this.editionName,
        name,
      });
      this.app.go(`/t/${seated.table}`);
    } catch (error) {
      // What was refused was not opened: the next try is another table.
      if (error instanceof ApiProblem) this.secret = newSecret();
      this.#complain(error instanceof ApiProblem ? error.field : "", sentenceOf(error));
    } finally {
      setAttribute(this.submit, "aria-busy", null);
    }
  }

  /** Say what is wrong where it is wrong. @param {string} field @param {string} text */
  #complain(field, text) {
    for (const old of this.element.querySelectorAll(".wrong.at-field")) old.remove();
    this.name.complain(field === "name" ? text : "");
    const place = field && field !== "name" ? this.element.querySelector(`[data-field="${CSS.escape(field)}"]`) : null;
    setText(this.trouble, place || field === "name" ? "" : text);
    show(this.trouble, Boolean(text) && !place && field !== "name");
    if (!place) return;
    const say = h("p", { class: "wrong at-field", role: "alert", tabindex: "-1" }, text);
    place.append(say);
    if (field === "house_rules") this.house.open();
    say.scrollIntoView({ block: "center" });
    say.focus();
  }
}
