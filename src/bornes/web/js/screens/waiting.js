/** Before the first deal: the waiting room for those who sit, and the door for those who come by a link or a code. */
import { ApiProblem } from "../api.js";
import { h, keyed, setAttribute, setText, show } from "../dom.js";
import { CopyLine } from "../parts/copy.js";
import { driver, emblem, icon, map, strength } from "../parts/figures.js";
import { masthead } from "../parts/masthead.js";
import { nameField } from "../parts/name.js";
import { LargeCode, qrCode } from "../parts/code.js";
import { Ring } from "../parts/ring.js";
import { formName, houseSentences, paceName, paceOf } from "../parts/settings.js";
import { sheetLine, sheetUp } from "../parts/sheet-up.js";
import { mayJoin } from "../parts/lobby.js";
import { gettext, ngettext, rich } from "../words.js";
import { sentenceOf } from "./home.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../api.js").About} About */
/** @typedef {import("../api.js").Invitation} Invitation */
/** @typedef {import("../api.js").Listing} Listing */
/** @typedef {import("../table/picture.js").Picture} Picture */
/** @typedef {import("../table/picture.js").SeatPicture} SeatPicture */
/** @typedef {import("../table/connection.js").Answer} Answer */
/** @typedef {import("../parts/ring.js").RingSeat} RingSeat */
/**
 * @typedef {object} WaitingTable what the waiting room needs of a table
 * @property {Picture} picture @property {number | null} seat @property {string} secret @property {(command: Record<string, unknown>) => Promise<Answer>} send
 * @property {() => Promise<Answer>} ready wait for the cards, with a part of one's own in the shuffle
 * @property {Promise<Invitation | null>} invitation
 */

export class WaitingRoom {
  /** @param {WaitingTable} table @param {App} app */
  constructor(table, app) {
    this.table = table;
    this.app = app;
    /** @type {About | null} */
    this.about = null;
    /** @type {import("../api.js").EditionWords | null} */
    this.words = null;
    this.ring = new Ring((seat) => this.#askSeat(seat));
    this.code = new LargeCode();
    this.link = new CopyLine(gettext("Link for friends"), app);
    this.watch = new CopyLine(gettext("Link for spectators"), app);
    this.invited = "";
    this.scan = h("div", { class: "scan" });
    this.local = h("p", { class: "only-here", hidden: true }, rich(gettext("Only this computer can reach this table. For friends on your network, end the server and start it with “{command}”."), { command: h("code", null, "bornes serve --lan") }));
    this.codeSection = h("div", { class: "by-code" }, h("h2", null, gettext("Read it out")), this.code.element);
    this.linkSection = h("div", null, h("h3", null, gettext("or send the link")), this.link.element);
    this.watchSection = h("div", { class: "for-watching" }, h("h3", null, gettext("to look on")), this.watch.element);
    this.invite = h(
      "section", { class: "invite", aria: { label: gettext("Invite others") }, hidden: true }, this.local, this.codeSection,
      h("div", { class: "ways" }, h("div", { class: "links" }, this.linkSection, this.watchSection), this.scan),
    );
    this.present = h("small");
    this.ready = h("button", { type: "button", class: "go", on: { click: () => void this.#getReady() } });
    this.fillUp = h("button", { type: "button", on: { click: () => void this.#fillUp() } });
    this.note = h("p", { class: "note", role: "status" });
    this.settings = h("ul", { class: "settings-list" });
    this.change = h("button", { type: "button", class: "quiet", on: { click: () => this.#askSettings() } }, icon("settings"), h("span", null, gettext("Change")));
    this.leaveButton = h("button", { type: "button", class: "quiet", on: { click: () => this.#askLeave() } }, icon("leave"), h("span", null, gettext("Leave the table")));
    this.head = masthead(gettext("The waiting room"));
    this.element = this.#build();
    this.update(table.picture);
    void this.#learn();
  }

  // -- the screen ------------------------------------------------------------------------------------------------------

  #build() {
    return h(
      "div", { class: "screen room-screen" }, map(), this.head,
      h("main", { class: "room" },
        this.invite,
        h("section", { class: "here", "aria-labelledby": "here-head" },
          h("h2", { id: "here-head" }, gettext("Who is here"), " ", this.present),
          h("div", { class: "around" }, this.ring.element),
          h("div", { class: "off" }, this.ready, this.fillUp, this.note)),
        h("section", { class: "terms", "aria-labelledby": "terms-head" }, h("h2", { id: "terms-head" }, gettext("What is played")), this.settings, h("p", { class: "terms-ways" }, this.change, this.leaveButton))),
    );
  }

  /** Ask for what the server says of editions, bots and paces. */
  async #learn() {
    try {
      [this.about, this.words] = await Promise.all([this.app.about(), this.app.edition(this.table.picture.edition)]);
    } catch {
      this.about ??= await this.app.about().catch(() => null);
    }
    this.update(this.table.picture);
  }

  /** Whether the viewer runs the table: as its host, or while the host is away. */
  get runs() { return this.table.picture.runs; }

  /** Whether the viewer is the host. */
  get hosts() { return this.table.seat !== null && this.table.picture.table.host === this.table.seat; }

  /** @param {Picture} picture */
  update(picture) {
    if (!picture.info) return;
    const { seats, table } = picture;
    const open = seats.filter(({ kind }) => kind === "open").length;
    this.ring.update(seats.map((seat, at) => this.#ringSeat(seat, at)), { head: ngettext("{n} player", "{n} players", seats.length), note: formName(table.teams, seats.length) });
    setText(this.present, gettext("{here} of {all}", { here: seats.length - open, all: seats.length }));
    setText(/** @type {HTMLElement} */ (this.head.querySelector("h1")), this.hosts ? gettext("Your table is open") : gettext("The waiting room"));
    this.#updateStart(seats, open);
    this.#updateSettings();
    void this.#updateInvitation(open);
  }

  /** @param {SeatPicture} seat @param {number} at @returns {RingSeat} */
  #ringSeat(seat, at) {
    const mine = at === this.table.seat;
    const shared = { bot: seat.kind === "bot" ? seat.bot : null, team: seat.team };
    const label = this.table.seat === null ? {} : { label: mine ? gettext("Your own seat: name, and getting up") : gettext("What can be done with this seat") };
    if (seat.kind === "open") return { kind: "open", name: gettext("Free"), ...shared, ...label };
    if (seat.kind === "bot") return { kind: "bot", name: seat.name, note: this.about?.bots.find(({ name }) => name === seat.bot)?.title ?? "", ...shared, ...label };
    const isHost = this.table.picture.table.host === at;
    const note = seat.ready ? gettext("ready to go") : seat.autopilot || !seat.here ? gettext("away") : isHost ? gettext("runs the table") : gettext("here");
    return { kind: mine ? "me" : "person", name: mine ? gettext("You") : seat.name, note, ready: seat.ready, ...shared, ...label };
  }

  /** @param {SeatPicture[]} seats @param {number} open */
  #updateStart(seats, open) {
    const me = this.table.seat === null ? null : seats[this.table.seat];
    const waited = seats.filter((seat, at) => seat.kind === "person" && !seat.autopilot && !seat.ready && at !== this.table.seat);
    const last = !open && !waited.length;
    // Whoever is ready can start without those who are away: the server says when they have been away for long enough.
    const without = !open && waited.length > 0 && waited.every(({ here }) => !here);
    show(this.ready, me !== null && me !== undefined && (!me.ready || without));
    setText(this.ready, me?.ready ? gettext("Start without {names}", { names: waited.map(({ name }) => name).join(", ") }) : last ? gettext("Start") : gettext("I am ready"));
    show(this.fillUp, this.runs && open > 0);
    setText(this.fillUp, ngettext("A bot for the free seat", "Bots for the free seats", open));
    const names = waited.map(({ name }) => name).join(", ");
    let note = "";
    if (open && !this.runs) note = ngettext("{n} seat is still free.", "{n} seats are still free.", open);
    else if (open) note = ngettext("{n} seat is still free: invite somebody, or let a bot drive.", "{n} seats are still free: invite others, or let bots drive.", open);
    else if (waited.length) note = gettext("The cards are dealt when everybody is ready. Waiting for {names}.", { names });
    else if (me && !me.ready) note = gettext("Everybody waits for you.");
    setText(this.note, note);
  }

  #updateSettings() {
    const { table, edition } = this.table.picture;
    const pace = this.about ? paceOf(this.about.paces, table.pace) : null;
    const offered = this.about?.editions.find(({ name }) => name === edition);
    const lines = [
      { key: `edition ${edition}`, picture: () => emblem(edition), title: offered?.title ?? edition, text: offered?.text ?? "" },
      { key: `pace ${pace?.name}`, picture: () => icon(!pace || pace.name === "none" ? "clock" : pace.name), title: pace || !this.about ? paceName(pace?.name ?? "none") : paceName(""), text: pace?.text ?? "" },
      ...houseSentences(table.house_rules, this.words?.switches ?? []).map(({ name, text }) => ({ key: `house ${name}`, picture: () => icon("book"), title: gettext("House rule: {name}", { name }), text })),
      ...(table.acting_host === table.host ? [] : [{
        key: "absent", picture: () => icon("crown"), title: gettext("Whoever opened the table is away"),
        text: table.acting_host === this.table.seat ? gettext("You run the table meanwhile.") : gettext("{name} runs the table meanwhile.", { name: table.seats[table.acting_host]?.name ?? "" }),
      }]),
      { key: "doors", picture: () => icon(table.newcomers ? "people" : "private"), title: table.newcomers ? gettext("Others may come") : gettext("Nobody else may come"), text: table.spectators ? gettext("Others may look on; they see nobody’s hand.") : gettext("Nobody may look on.") },
    ];
    keyed(this.settings, this.about ? lines : [], (line) => line.key, (line) => h("li", null, line.picture(), h("span", null, h("b"), h("small"))), (element, line) => {
      setText(/** @type {HTMLElement} */ (element.querySelector("b")), line.title);
      setText(/** @type {HTMLElement} */ (element.querySelector("small")), line.text);
    });
    show(this.change, this.hosts);
    show(this.leaveButton, this.table.seat !== null);
  }

  /** @param {number} open how many seats are free */
  async #updateInvitation(open) {
    const { table, seats } = this.table.picture;
    const people = seats.filter(({ kind }) => kind === "person").length;
    // A code ends when the table is full, and comes again when it is not: then it is asked for again.
    const key = `${this.table.seat !== null} ${table.newcomers} ${table.spectators} ${people === seats.length} ${open > 0}`;
    if (key === this.invited) return;
    this.invited = key;
    const invitation = this.table.seat === null ? null : await this.table.invitation;
    if (this.invited !== key) return;
    if (!invitation) this.invited = "";
    const joinable = invitation !== null && table.newcomers && people < seats.length;
    show(this.invite, invitation !== null && (joinable || table.spectators));
    this.element.classList.toggle("by-invitation", joinable);
    if (!invitation) return;
    show(this.codeSection, joinable && Boolean(invitation.code));
    if (invitation.code) this.code.update(invitation.code);
    show(this.linkSection, joinable);
    this.link.update(invitation.join);
    this.watch.update(invitation.watch);
    show(this.watchSection, table.spectators);
    const local = onlyHere(invitation.join);
    show(this.local, local);
    show(this.scan, joinable && !local && Boolean(invitation.qr?.length));
    if (invitation.qr?.length) this.scan.replaceChildren(h("h3", null, gettext("or let them scan")), qrCode(invitation.qr, gettext("The link for friends, as a pattern that a phone’s camera reads")));
  }

  // -- what one does ---------------------------------------------------------------------------------------------------

  /** Send a command, and say why where it is refused. @param {Record<string, unknown>} command @returns {Promise<boolean>} */
  async #do(command) {
    const answer = await this.table.send(command);
    if (answer.type === "refused") this.app.tell(answer.text);
    return answer.type === "done";
  }

  async #getReady() {
    if (this.ready.getAttribute("aria-busy") === "true") return;
    setAttribute(this.ready, "aria-busy", "true");
    await this.table.ready();
    setAttribute(this.ready, "aria-busy", null);
  }

  /** Let bots drive wherever nobody sits. */
  #fillUp() {
    sheetUp(gettext("Who drives in the free seats?"), (close) => h("ul", { class: "sheet-lines" }, this.#bots("", async (bot) => {
      close();
      this.app.memory.set("bot", bot);
      for (const [at, seat] of this.table.picture.seats.entries()) if (seat.kind === "open" && !(await this.#do({ command: "SeatBot", target_seat: at, bot }))) return;
    })));
  }

  /** @param {string | null} now @param {(bot: string) => void} press */
  #bots(now, press) {
    return (this.about?.bots ?? []).map(({ name, title, text }) => sheetLine({ picture: driver(name), title, note: text, end: strength(name), chosen: now === name, press: () => press(name) }));
  }

  /** Ask what is to become of a seat. @param {number} at */
  #askSeat(at) {
    const seat = this.table.picture.seats[at], me = this.table.seat;
    if (!seat || me === null) return;
    if (at === me) {
      this.#askName();
      return;
    }
    const title = seat.kind === "open" ? gettext("A free seat") : seat.name;
    sheetUp(title, (close) => {
      const line = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {Record<string, unknown>} */ command, note = "") => sheetLine({ picture: icon(sign), title: text, note, press: () => { close(); void this.#do(command); } });
      const lines = [];
      if (seat.kind !== "person" || this.hosts) lines.push(line("swap", seat.kind === "open" ? gettext("Sit here") : gettext("Change places with me"), { command: "SwapSeats", target_seat: me, other_seat: at }));
      if (this.hosts && seat.kind === "person") lines.push(line("crown", gettext("Let {name} run the table", { name: seat.name }), { command: "TransferHost", target_seat: at }));
      const away = seat.kind === "person" && (seat.autopilot || !seat.here) && at !== this.table.picture.table.host;
      if (this.runs && (seat.kind === "bot" || away)) lines.push(line("close", gettext("Free the seat"), { command: "FreeSeat", target_seat: at }, away ? gettext("after five minutes’ absence; {name} can come back while it is free", { name: seat.name }) : ""));
      if (this.hosts && seat.kind === "person") lines.push(sheetLine({ picture: icon("leave"), title: gettext("Remove {name}", { name: seat.name }), press: () => { close(); this.#askRemove(at, seat.name); } }));
      if (this.runs && seat.kind !== "person") lines.push(...this.#bots(seat.kind === "bot" ? seat.bot : null, (bot) => {
        close();
        this.app.memory.set("bot", bot);
        void this.#do({ command: "SeatBot", target_seat: at, bot });
      }));
      return lines.length ? h("ul", { class: "sheet-lines" }, lines) : h("p", null, gettext("{name} sits here.", { name: seat.name }));
    });
  }

  /** Ask before a player is removed. @param {number} at @param {string} name */
  #askRemove(at, name) {
    const { newcomers, spectators } = this.table.picture.table;
    const remove = () => this.#do({ command: "RemovePlayer", target_seat: at });
    sheetUp(gettext("Remove {name} from the table?", { name }), (close) => h("ul", { class: "sheet-lines" },
      sheetLine({ picture: icon("leave"), title: gettext("Remove {name}", { name }), note: gettext("Anyone with the link or the code can still come."), press: () => { close(); void remove(); } }),
      newcomers && sheetLine({ picture: icon("private"), title: gettext("Remove {name} and close the table", { name }), note: gettext("Nobody else can join until you open it again."), press: async () => { close(); if (await remove()) await this.#do({ command: "SetAccess", newcomers: false, spectators }); } }),
      sheetLine({ picture: icon("back"), title: gettext("Cancel"), press: close })));
  }

  #askName() {
    sheetUp(gettext("Your seat"), (close) => {
      const name = nameField(this.app);
      return [
        h("form", { class: "renaming", on: { submit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const answer = await this.table.send({ command: "Rename", name: name.value() });
          if (answer.type === "refused") name.complain(answer.text);
          else close();
        } } }, name.element, h("button", { class: "go small" }, gettext("That is my name"))),
        h("ul", { class: "sheet-lines" }, sheetLine({ picture: icon("leave"), title: gettext("Leave the table"), press: () => { close(); this.#askLeave(); } })),
      ];
    });
  }

  #askLeave() {
    sheetUp(gettext("Leave the table?"), (close) => h("ul", { class: "sheet-lines" },
      sheetLine({ picture: icon("back"), title: gettext("Go, and come back later"), note: gettext("Your seat is kept. It stands under “Your games” on the first page."), press: () => { close(); this.app.go("/"); } }),
      sheetLine({
        picture: icon("leave"), title: gettext("Give the seat up"), note: gettext("It is free for somebody else then."),
        press: async () => {
          close();
          if (!(await this.#do({ command: "GiveUpSeat" }))) return;
          this.app.memory.forgetSeat(this.table.picture.table.id, this.table.secret);
          this.app.go("/");
        },
      })));
  }

  /** Ask how the table is to be run. */
  #askSettings() {
    const { table } = this.table.picture;
    const now = this.about ? paceOf(this.about.paces, table.pace)?.name : "";
    sheetUp(gettext("How this table is run"), (close) => {
      const newcomers = h("input", { type: "checkbox", role: "switch", checked: table.newcomers });
      const spectators = h("input", { type: "checkbox", role: "switch", checked: table.spectators });
      return h(
        "form", { class: "running", on: { submit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const chosen = this.about?.paces.find(({ name }) => name === new FormData(/** @type {HTMLFormElement} */ (event.target)).get("pace"));
          close();
          if (chosen && chosen.name !== now) await this.#do({ command: "SetPace", pace: chosen.times });
          if (newcomers.checked !== table.newcomers || spectators.checked !== table.spectators) await this.#do({ command: "SetAccess", newcomers: newcomers.checked, spectators: spectators.checked });
        } } },
        h("fieldset", { class: "paces" }, h("legend", null, gettext("How fast?")), this.about?.paces.map(({ name, text }) => h("label", { class: "choice pick" }, h("input", { type: "radio", name: "pace", value: name, checked: name === now }), icon(name === "none" ? "person" : name), h("span", null, h("b", null, paceName(name)), h("small", null, text))))),
        h("label", { class: "switch" }, h("span", null, h("b", null, gettext("Others may come")), h("small", null, gettext("by link or code, to a free seat or a bot’s"))), newcomers),
        h("label", { class: "switch" }, h("span", null, h("b", null, gettext("Spectators")), h("small", null, gettext("Others may look on; they see nobody’s hand."))), spectators),
        h("button", { class: "go" }, gettext("So be it")),
      );
    });
  }
}

/** Whether a link leads nowhere from another machine. @param {string} link */
const onlyHere = (link) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);

// -- coming in -----------------------------------------------------------------------------------------------------------

/** How often the table is looked at while somebody stands at the door, in milliseconds. */
const LOOK = 5000;

/**
 * @typedef {object} Visitor somebody without a seat, and what they came by
 * @property {string} table its id @property {string} [invitation] the word of a link for friends @property {string} [code]
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
    this.ring = new Ring((seat) => {
      this.seat = seat;
      if (this.listing) this.update(this.listing);
    });
    /** @type {About | null} */
    this.about = null;
    this.note = h("p", { class: "note", role: "status" });
    this.sit = h("button", { class: "go" }, gettext("Sit down"));
    this.watch = h("button", { type: "button", hidden: true, on: { click: () => this.app.go(`/t/${visitor.table}#watch=${visitor.invitation || "public"}`, true) } }, icon("eye"), h("span", null, gettext("Look on")));
    this.others = h("a", { class: "button", href: "/", hidden: true }, gettext("Other tables"));
    this.what = h("p", { class: "what-is-played" });
    this.wrong = h("p", { class: "wrong", role: "alert", hidden: true });
    this.form = h("form", { class: "joining", novalidate: true, on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); void this.#join(); } } }, this.name.element, this.note, this.wrong, h("p", { class: "ways-on" }, this.sit, this.watch, this.others));
    this.element = this.#build();
    void app.about().then((about) => {
      this.about = about;
      if (this.listing) this.update(this.listing);
    }, () => {});
    if (this.listing) this.update(this.listing);
    else void this.#look();
    this.timer = window.setInterval(() => void this.#look(), LOOK);
  }

  leave() { clearInterval(this.timer); }

  #build() {
    return h(
      "div", { class: "screen room-screen join-screen" }, map(), masthead(gettext("Come and sit down")),
      h("main", { class: "room" }, h("section", { class: "here", "aria-labelledby": "who-head" }, h("h2", { id: "who-head" }, gettext("Who is here")), h("div", { class: "around" }, this.ring.element)), h("section", { class: "door", "aria-labelledby": "door-head" }, h("h2", { id: "door-head" }, gettext("Your place")), this.what, this.form)),
    );
  }

  /** @param {Listing} listing */
  update(listing) {
    this.listing = listing;
    const may = mayJoin(listing);
    const free = listing.seats.flatMap(({ kind }, at) => (kind === "open" ? [at] : []));
    const bots = listing.seats.flatMap(({ kind }, at) => (kind === "bot" ? [at] : []));
    if (this.seat !== null && listing.seats[this.seat]?.kind === "person") this.seat = null;
    const chosen = may ? this.seat ?? free[0] ?? bots[0] ?? null : null;
    this.ring.update(listing.seats.map((seat, at) => this.#ringSeat(seat, at, chosen, may)), { head: ngettext("{n} player", "{n} players", listing.seats.length), note: formName(listing["teams"], listing.seats.length) });
    const pace = this.about ? paceOf(this.about.paces, listing["pace"]) : null;
    setText(this.what, [this.about?.editions.find(({ name }) => name === listing.edition)?.title ?? listing.edition, pace?.text, listing["house_rule_count"] ? ngettext("{n} house rule", "{n} house rules", listing["house_rule_count"]) : ""].filter(Boolean).join(" · "));
    let note = gettext("Choose a seat on the ring, and what you want to be called.");
    if (listing["playing"] && listing.seats.some(({ kind }) => kind !== "person")) note = gettext("Deal {n} is being played. When it is over you can sit down; this page notices by itself.", { n: listing["deal"] });
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

  /** @param {Listing["seats"][number]} seat @param {number} at @param {number | null} chosen @param {boolean} may @returns {RingSeat} */
  #ringSeat(seat, at, chosen, may) {
    const shared = { bot: seat.kind === "bot" ? seat.bot : null, team: seat.team };
    const label = may && seat.kind !== "person" ? { label: gettext("Sit here"), pressed: at === chosen } : {};
    if (at === chosen) return { kind: "me", name: gettext("You"), note: gettext("your seat"), ...shared, bot: null, ...label };
    if (seat.kind === "open") return { kind: "open", name: gettext("Free"), ...shared, ...label };
    const bot = this.about?.bots.find(({ name }) => name === seat.bot)?.title ?? "";
    return { kind: seat.kind === "bot" ? "bot" : "person", name: seat.name, note: seat.kind === "bot" ? bot : "", ...shared, ...label };
  }

  /** Look how it stands at the table now. */
  async #look() {
    if (document.visibilityState !== "visible") return;
    const { code, table, invitation } = this.visitor;
    try {
      this.update(await (code ? this.app.api.lookUp(code) : this.app.api.listing(table, invitation)));
    } catch (error) {
      // What is shown was so a moment ago; sitting down will say it if it is not any more.
      if (error instanceof ApiProblem && error.error === "code-not-found") this.leave(); // each try would count as a wrong guess
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
      this.app.memory.keepSeat({ table: seated.table, seat: seated.seat, secret: seated.secret, name, ...(this.listing ? { edition: this.listing.edition } : {}) });
      this.app.go(`/t/${seated.table}`, true);
    } catch (error) {
      if (error instanceof ApiProblem && (error.field === "name" || error.error === "BadName")) this.name.complain(error.text);
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
