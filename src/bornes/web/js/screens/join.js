/** The way in for those who come by a link or a code and have no seat yet. */
import { formName, paceName, paceOf } from "../components/game_summary.js";
import { icon, map } from "../components/illustrations.js";
import { mayJoin } from "../components/lobby_list.js";
import { pageHeader } from "../components/page_header.js";
import { nameField } from "../components/player_name.js";
import { SeatRing } from "../components/seat_ring.js";
import { h, setAttribute, setText, show } from "../core/dom.js";
import { ApiProblem } from "../core/http_api.js";
import { gettext, ngettext } from "../core/i18n.js";
import { sentenceOf } from "./home.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../core/http_api.js").About} About */
/** @typedef {import("../core/http_api.js").Listing} Listing */
/** @typedef {import("../components/seat_ring.js").RingSeat} RingSeat */

/** How often the table is looked at while somebody stands at the door, in milliseconds. */
const LOOK = 5000;

/**
 * @typedef {object} Visitor somebody without a seat, and what they came by
 * @property {string} table its id
 * @property {string} [invitation] the word of a link for friends
 * @property {string} [code]
 * @property {Listing | null} listing null where it is not known yet
 */

export class JoinScreen {
  /** @param {Visitor} visitor @param {App} app */
  constructor(visitor, app) {
    this.visitor = visitor;
    this.app = app;
    this.listing = visitor.listing;
    /** @type {number | null} the seat that was pressed */
    this.seat = null;
    /** @type {number | null} the one that would be taken now */
    this.chosen = null;
    this.name = nameField(app);
    this.ring = new SeatRing((seat) => {
      this.seat = seat;
      if (this.listing) this.update(this.listing);
    });
    /** @type {About | null} */
    this.about = null;
    this.note = h("p", { class: "note", role: "status" });
    this.sit = h("button", { class: "go" }, gettext("Sit down"));
    this.watch = h(
      "button",
      {
        type: "button",
        hidden: true,
        on: { click: () => this.app.go(`/t/${visitor.table}#watch=${visitor.invitation || "public"}`, true) },
      },
      icon("eye"),
      h("span", null, gettext("Look on")),
    );
    this.others = h("a", { class: "button", href: "/", hidden: true }, gettext("Other tables"));
    this.what = h("p", { class: "what-is-played" });
    this.wrong = h("p", { class: "wrong", role: "alert", hidden: true });
    this.form = h(
      "form",
      {
        class: "joining",
        novalidate: true,
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.#join();
          },
        },
      },
      this.name.element,
      this.note,
      this.wrong,
      h("p", { class: "ways-on" }, this.sit, this.watch, this.others),
    );
    this.element = this.#build();
    void app.about().then(
      (about) => {
        this.about = about;
        if (this.listing) this.update(this.listing);
      },
      () => {},
    );
    if (this.listing) this.update(this.listing);
    else void this.#look();
    this.timer = window.setInterval(() => void this.#look(), LOOK);
  }

  leave() {
    clearInterval(this.timer);
  }

  #build() {
    return h(
      "div",
      { class: "screen room-screen join-screen" },
      map(),
      pageHeader(gettext("Come and sit down")),
      h(
        "main",
        { class: "room" },
        h(
          "section",
          { class: "here", "aria-labelledby": "who-head" },
          h("h2", { id: "who-head" }, gettext("Who is here")),
          h("div", { class: "around" }, this.ring.element),
        ),
        h(
          "section",
          { class: "door", "aria-labelledby": "door-head" },
          h("h2", { id: "door-head" }, gettext("Your place")),
          this.what,
          this.form,
        ),
      ),
    );
  }

  /** @param {Listing} listing */
  update(listing) {
    this.listing = listing;
    const may = mayJoin(listing);
    const free = listing.seats.flatMap(({ kind }, at) => (kind === "open" ? [at] : []));
    const bots = listing.seats.flatMap(({ kind }, at) => (kind === "bot" ? [at] : []));
    if (this.seat !== null && listing.seats[this.seat]?.kind === "person") this.seat = null;
    const chosen = may ? (this.seat ?? free[0] ?? bots[0] ?? null) : null;
    this.ring.update(
      listing.seats.map((seat, at) => this.#ringSeat(seat, at, chosen, may)),
      {
        head: ngettext("{n} player", "{n} players", listing.seats.length),
        note: formName(listing["teams"], listing.seats.length),
      },
    );
    const pace = this.about ? paceOf(this.about.paces, listing["pace"]) : null;
    setText(
      this.what,
      [
        this.about?.editions.find(({ name }) => name === listing.edition)?.title ?? listing.edition,
        pace ? paceName(pace.name) : "",
        listing["house_rule_count"] ? ngettext("{n} house rule", "{n} house rules", listing["house_rule_count"]) : "",
      ]
        .filter(Boolean)
        .join(" · "),
    );
    let note = gettext("Choose a seat on the ring, and what you want to be called.");
    if (listing["playing"] && listing.seats.some(({ kind }) => kind !== "person"))
      note = gettext("Deal {n} is being played. When it is over you can sit down; this page notices by itself.", {
        n: listing["deal"],
      });
    else if (!listing["newcomers"]) note = gettext("Whoever runs this table lets nobody sit down at present.");
    else if (!may) note = gettext("All seats of this table are taken.");
    else if (!free.length) note = gettext("No seat is free, but you can take a bot’s.");
    setText(this.note, note);
    show(this.name.element, may);
    show(this.sit, may);
    show(this.others, !may);
    // By a code one may sit down, and no more.
    show(this.watch, listing["spectators"] && !this.visitor.code);
    this.chosen = chosen;
  }

  /**
   * @param {Listing["seats"][number]} seat
   * @param {number} at
   * @param {number | null} chosen
   * @param {boolean} may
   * @returns {RingSeat}
   */
  #ringSeat(seat, at, chosen, may) {
    const shared = { bot: seat.kind === "bot" ? seat.bot : null, team: seat.team };
    const label = may && seat.kind !== "person" ? { label: gettext("Sit here"), pressed: at === chosen } : {};
    if (at === chosen)
      return { kind: "me", name: gettext("You"), note: gettext("your seat"), ...shared, bot: null, ...label };
    if (seat.kind === "open") return { kind: "open", name: gettext("Free"), ...shared, ...label };
    const bot = this.about?.bots.find(({ name }) => name === seat.bot)?.title ?? "";
    return {
      kind: seat.kind === "bot" ? "bot" : "person",
      name: seat.name,
      note: seat.kind === "bot" ? bot : "",
      ...shared,
      ...label,
    };
  }

  /** Look how it stands at the table now. */
  async #look() {
    if (document.visibilityState !== "visible") return;
    const { code, table, invitation } = this.visitor;
    try {
      this.update(await (code ? this.app.api.lookUp(code) : this.app.api.listing(table, invitation)));
    } catch (error) {
      // What is shown was so a moment ago; sitting down will say it if it is not any more.
      // Each try with a wrong code would count as a guess.
      if (error instanceof ApiProblem && error.error === "code-not-found") this.leave();
    }
  }

  async #join() {
    if (this.sit.getAttribute("aria-busy") === "true") return;
    const { code, table, invitation } = this.visitor;
    show(this.wrong, false);
    setAttribute(this.sit, "aria-busy", "true");
    try {
      const name = this.name.value();
      const who = code ? { code } : { table, ...(invitation ? { invitation } : {}) };
      const seated = await this.app.api.join({ ...who, name, ...(this.chosen === null ? {} : { seat: this.chosen }) });
      this.app.memory.keepSeat({
        table: seated.table,
        seat: seated.seat,
        secret: seated.secret,
        name,
        ...(this.listing ? { edition: this.listing.edition } : {}),
      });
      this.app.go(`/t/${seated.table}`, true);
    } catch (error) {
      if (error instanceof ApiProblem && (error.field === "name" || error.error === "BadName"))
        this.name.complain(error.text);
      else {
        setText(this.wrong, sentenceOf(error));
        show(this.wrong, true);
      }
      void this.#look();
    } finally {
      setAttribute(this.sit, "aria-busy", null);
    }
  }
}
