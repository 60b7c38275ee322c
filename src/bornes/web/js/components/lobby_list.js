/** Who waits for players, and the games one is in: the tables at the roadside. */
import { ApiProblem } from "../core/http_api.js";
import { h, keyed, setAttribute, setText, show } from "../core/dom.js";
import { closeSocket, RetryTimer, openSocket } from "../core/websocket.js";
import { recoverSeat } from "../core/seat_recovery.js";
import { gettext, ngettext } from "../core/i18n.js";
import { labelled } from "../core/text.js";
import { car, icon } from "./illustrations.js";
import { sheetLine, openBottomSheet } from "./bottom_sheet.js";

/** @typedef {import("../core/http_api.js").Listing} Listing */
/** @typedef {import("../router.js").App} App */
/** @typedef {import("../core/storage.js").RememberedSeat} RememberedSeat */

/** How long until a lost socket is tried again, and how often the list is asked for meanwhile, in milliseconds. */
const FIRST_RETRY_MS = 1000,
  LONGEST_RETRY_MS = 30_000;
/** So many tables are shown at first. */
const MOST_SHOWN = 12;
/** What the server says of a seat that was given up and that nobody has taken since. */
const SEAT_FREED = "seat-freed";

/**
 * Return who sits at a table, in words: people first, since they are whom one comes to play with.
 * @param {Listing} table
 */
export function namesOf(table) {
  const people = table.seats.filter(({ kind }) => kind === "person").map(({ name }) => name);
  const shown = people.length ? people : table.seats.filter(({ kind }) => kind === "bot").map(({ name }) => name);
  return shown.join(", ");
}

/** Return how many seats are free. @param {Listing} table */
export const freeSeats = (table) => table.seats.filter(({ kind }) => kind === "open").length;

/** Return whether somebody may sit down now. @param {Listing} table */
export const mayJoin = (table) =>
  table["newcomers"] && !table["playing"] && table.seats.some(({ kind }) => kind !== "person");

/** Return how it stands at a table, in a few words. @param {Listing} table */
export function standingOf(table) {
  if (table["over"]) return gettext("The game is over");
  if (table["playing"]) return gettext("Deal {n} is being played", { n: table["deal"] });
  const free = freeSeats(table);
  if (free) return ngettext("{n} seat free", "{n} seats free", free);
  if (mayJoin(table)) return gettext("a bot makes room for you");
  return table["deal"] ? gettext("After deal {n}", { n: table["deal"] }) : gettext("About to start");
}

/** A row of cars, a pale one for each free seat. @param {Listing} table */
function carsOf(table) {
  return h(
    "span",
    { class: "cars", "aria-hidden": "true" },
    table.seats.map((seat) => car(seat.team % 4, seat.kind === "open" ? "free" : "")),
  );
}

/** The public tables, live. */
export class LobbyList {
  /** @param {App} app @param {Record<string, string>} titles of editions, by name */
  constructor(app, titles) {
    this.app = app;
    this.titles = titles;
    /** @type {Map<string, Listing>} */
    this.tables = new Map();
    this.list = h("ul", { class: "tables" });
    this.empty = h(
      "p",
      { class: "nobody" },
      gettext("Nobody at the roadside yet. Open a table for everybody, and this is where others find it."),
    );
    this.lost = h(
      "p",
      { class: "nobody", hidden: true },
      gettext("The list cannot be reached at the moment. It comes back by itself."),
    );
    this.more = h("p", { class: "nobody", hidden: true });
    this.element = h("div", null, this.list, this.empty, this.lost, this.more);
    this.again = new RetryTimer(() => this.#connect(), FIRST_RETRY_MS, LONGEST_RETRY_MS);
    this.left = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.#connect();
  }

  /** Listen no longer. */
  leave() {
    this.left = true;
    this.again.cancel();
    closeSocket(this.socket);
    this.socket = null;
  }

  #connect() {
    const socket = openSocket("/api/lobby/socket");
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      this.again.succeed();
      this.#hear(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket === this.socket && !this.left) this.#ask();
    };
  }

  /** Where there is no socket the list is asked for, and the socket tried again. */
  async #ask() {
    this.socket = null;
    try {
      const { tables } = await this.app.api.lobby();
      if (this.left) return;
      this.#hear({ type: "lobby", tables });
    } catch {
      if (!this.left) this.#draw(true);
    }
    if (!this.left) this.again.plan();
  }

  /** @param {{ type: string, tables?: Listing[], table?: Listing, id?: string }} message */
  #hear({ type, tables, table, id }) {
    if (type === "lobby") this.tables = new Map((tables ?? []).map((one) => [one.id, one]));
    else if (type === "listed" && table) this.tables.set(table.id, table);
    else if (type === "unlisted" && id) this.tables.delete(id);
    this.#draw(false);
  }

  /** @param {boolean} lost */
  #draw(lost) {
    const mine = new Set(
      this.app.memory
        .seats()
        .filter(({ givenUp }) => !givenUp)
        .map(({ table }) => table),
    );
    // Where one may sit down comes first, then what can be watched; a game that is over is nobody's any more.
    const worth = (/** @type {Listing} */ table) => Number(mayJoin(table)) * 2 + Number(freeSeats(table) > 0);
    const tables = [...this.tables.values()].filter(
      (table) => !mine.has(table.id) && !table["over"] && (mayJoin(table) || table["spectators"]),
    );
    tables.sort((one, other) => worth(other) - worth(one));
    keyed(
      this.list,
      tables.slice(0, MOST_SHOWN),
      (table) => table.id,
      () => h("li"),
      (element, table) => this.#line(element, table),
    );
    show(this.list, tables.length > 0);
    show(this.empty, !tables.length && !lost);
    show(this.lost, lost && !tables.length);
    show(this.more, tables.length > MOST_SHOWN);
    setText(this.more, ngettext("and {n} more table", "and {n} more tables", Math.max(0, tables.length - MOST_SHOWN)));
  }

  /** @param {HTMLElement} element @param {Listing} table */
  #line(element, table) {
    const told = JSON.stringify(table);
    if (element.dataset["told"] === told) return;
    element.dataset["told"] = told;
    const names = namesOf(table),
      open = mayJoin(table);
    const way = h(
      "a",
      {
        class: "button",
        href: open ? `/t/${table.id}` : `/t/${table.id}#watch=public`,
        aria: { label: open ? gettext("Sit down with {names}", { names }) : gettext("Look on at {names}", { names }) },
      },
      open ? gettext("Sit down") : gettext("Look on"),
    );
    const focused = element.contains(document.activeElement);
    element.replaceChildren(
      h("b", null, names || gettext("A table")),
      h(
        "span",
        { class: "what" },
        h("b", { class: "cartouche" }, this.titles[table.edition] ?? table.edition),
        carsOf(table),
        h("span", null, standingOf(table)),
        table["house_rule_count"] ? h("span", null, gettext("house rules")) : null,
      ),
      way,
    );
    if (focused) way.focus();
  }
}

/** Whether this browser has more than one seat at a table. @param {App} app @param {RememberedSeat} kept */
const several = (app, kept) => app.memory.seatsAt(kept.table).length > 1;

/** The games one is in: what this browser has a seat at. */
export class MyGames {
  /**
   * @param {App} app
   * @param {Record<string, string>} titles of editions, by name
   * @param {() => void} changed called when one was forgotten
   */
  constructor(app, titles, changed) {
    this.app = app;
    this.titles = titles;
    this.changed = changed;
    /** @type {Map<string, Listing | null>} null where the table is not there any more */
    this.known = new Map();
    this.left = false;
    this.list = h("ul", { class: "tables" });
    this.element = this.list;
    this.draw();
    void this.#look();
  }

  get count() {
    return this.app.memory.seats().length;
  }

  leave() {
    this.left = true;
  }

  /** Ask for the tables one after the other: the newest are what one came for. */
  async #look() {
    for (const kept of this.app.memory.seats().slice(0, MOST_SHOWN)) {
      try {
        if (!kept.givenUp || (await this.#isFree(kept)))
          this.known.set(kept.table, await this.app.api.listing(kept.table, kept.secret));
      } catch (error) {
        const status = /** @type {{ status?: number }} */ (error).status;
        if (status === 404 || status === 403 || status === 410) this.known.set(kept.table, null);
        else if (status === undefined) return; // The server cannot be reached: the rest would not do better.
      }
      if (this.left) return;
      this.draw();
    }
  }

  /**
   * Ask whether a seat that was given up is still free; it is forgotten where somebody else has it, or the table is
   *   gone.
   * @param {RememberedSeat} kept
   */
  async #isFree({ table, secret }) {
    const { api, memory } = this.app;
    try {
      const { seat } = await api.ownSeat(table, secret);
      memory.keepSeat({ table, seat, secret }); // It was taken back elsewhere.
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.error === SEAT_FREED) return true;
      if (![403, 404, 410].includes(error.status)) throw error;
      memory.forgetSeat(table, secret);
      this.changed();
      return false;
    }
  }

  /** Take a seat back that was given up, and go there. @param {RememberedSeat} kept */
  async #takeBack({ table, secret }) {
    const { app } = this;
    try {
      await recoverSeat(table, secret, app);
      app.go(`/t/${table}`);
    } catch (error) {
      app.tell(error instanceof ApiProblem ? error.text : gettext("The server cannot be reached at the moment."));
      if (error instanceof ApiProblem) void this.#look();
    }
  }

  draw() {
    const seats = this.app.memory.seats().slice(0, MOST_SHOWN);
    keyed(
      this.list,
      seats,
      (kept) => `${kept.table} ${kept.secret} ${kept.givenUp ?? false}`,
      (kept) => this.#make(kept),
      (element, kept) => this.#bring(element, kept),
    );
  }

  /** @param {RememberedSeat} kept */
  #make(kept) {
    const forget = h(
      "button",
      { type: "button", class: "forget", on: { click: () => this.#askForget(kept) } },
      icon("close"),
    );
    const way = kept.givenUp
      ? h(
          "button",
          { type: "button", class: "way-back", on: { click: () => void this.#takeBack(kept) } },
          gettext("Take it back"),
        )
      : h(
          "a",
          {
            class: "button way-back",
            href: `/t/${kept.table}${several(this.app, kept) ? `#seat=${kept.secret}` : ""}`,
          },
          gettext("Go on"),
        );
    return h(
      "li",
      { class: "resume" },
      h("b", { class: "who" }),
      h("span", { class: "what" }, h("b", { class: "cartouche", hidden: true }), h("span", { class: "standing" })),
      h("span", { class: "ways-here" }, way, forget),
    );
  }

  /** @param {HTMLElement} element @param {RememberedSeat} kept */
  #bring(element, kept) {
    const listing = this.known.get(kept.table);
    const edition = listing?.edition ?? kept.edition ?? "";
    const others = listing
      ? listing.seats.filter((seat, at) => seat.kind !== "open" && at !== kept.seat).map(({ name }) => name)
      : [];
    const own = several(this.app, kept) ? listing?.seats[kept.seat]?.name : "";
    const table = others.length ? gettext("With {names}", { names: others.join(", ") }) : gettext("Back to your table");
    const name = own ? gettext("{name}’s seat", { name: own }) : table;
    const standing =
      kept.givenUp && listing
        ? gettext("You gave this seat up. It’s still free.")
        : listing === null
          ? gettext("This table is not there any more")
          : listing
            ? standingOf(listing)
            : "";
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (element.querySelector(selector));
    setText(find(".who"), name);
    setText(find(".cartouche"), this.titles[edition] ?? edition);
    show(find(".cartouche"), Boolean(edition));
    setText(find(".standing"), standing);
    const way = find(".way-back");
    show(way, listing !== null);
    setAttribute(way, "aria-label", labelled(way.textContent ?? "", name));
    setAttribute(find(".forget"), "aria-label", gettext("Forget this game: {name}", { name }));
  }

  /** @param {RememberedSeat} kept */
  #askForget(kept) {
    const gone = kept.givenUp || this.known.get(kept.table) === null;
    const forget = () => {
      this.app.memory.forgetSeat(kept.table, kept.secret);
      this.draw();
      this.changed();
    };
    if (gone) {
      forget();
      return;
    }
    openBottomSheet(gettext("Forget this game?"), (close) => [
      h(
        "p",
        null,
        gettext(
          "The seat is yours by what this browser remembers. Once that is forgotten, only the link to your seat leads back.",
        ),
      ),
      h(
        "ul",
        { class: "sheet-lines" },
        sheetLine({
          picture: icon("close"),
          title: gettext("Forget it in this browser"),
          note: gettext("The seat stays yours; a bot drives where you are waited for."),
          press: () => {
            close();
            forget();
          },
        }),
        sheetLine({
          picture: icon("leave"),
          title: gettext("Give the seat up for good"),
          note: gettext("Your name goes out of everything that the server keeps of this table."),
          press: async () => {
            close();
            try {
              await this.app.api.forgetSeat(kept.table, kept.secret);
            } catch (error) {
              this.app.tell(
                /** @type {{ text?: string }} */ (error).text ?? gettext("The server cannot be reached at the moment."),
              );
              return;
            }
            forget();
          },
        }),
      ),
    ]);
  }
}
