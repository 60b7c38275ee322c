/** The waiting room: who sits where before the first deal, and how others are invited. */
import { CopyButton } from "../components/copy_button.js";
import { formName, houseSentences, paceName, paceOf } from "../components/game_summary.js";
import { emblem, icon, map } from "../components/illustrations.js";
import { InviteCode, qrCode } from "../components/invite_code.js";
import { pageHeader } from "../components/page_header.js";
import { SeatRing } from "../components/seat_ring.js";
import { h, keyed, setAttribute, setText, show } from "../core/dom.js";
import { gettext, ngettext, rich } from "../core/i18n.js";
import { SeatDialogs } from "./seat_dialogs.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../core/http_api.js").About} About */
/** @typedef {import("../core/http_api.js").Invitation} Invitation */
/** @typedef {import("../table/table_state.js").TableState} TableState */
/** @typedef {import("../table/table_state.js").SeatState} SeatState */
/** @typedef {import("../table/table_socket.js").Answer} Answer */
/** @typedef {import("../components/seat_ring.js").RingSeat} RingSeat */

/**
 * @typedef {object} WaitingTable what the waiting room needs of a table
 * @property {TableState} picture
 * @property {number | null} seat
 * @property {string} secret
 * @property {(command: Record<string, unknown>) => Promise<Answer>} send
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
    /** @type {import("../core/http_api.js").EditionInfo | null} */
    this.words = null;
    this.dialogs = new SeatDialogs(this);
    this.ring = new SeatRing((seat) => this.dialogs.askSeat(seat));
    this.code = new InviteCode();
    this.link = new CopyButton(gettext("Link for friends"), app);
    this.watch = new CopyButton(gettext("Link for spectators"), app);
    this.invited = "";
    this.scan = h("div", { class: "scan" });
    this.local = h(
      "p",
      { class: "only-here", hidden: true },
      rich(
        gettext(
          "Only this computer can reach this table. For friends on your network, end the server and start it with “{command}”.",
        ),
        { command: h("code", null, "bornes serve --lan") },
      ),
    );
    this.codeSection = h("div", { class: "by-code" }, h("h2", null, gettext("Read it out")), this.code.element);
    this.linkSection = h("div", null, h("h3", null, gettext("or send the link")), this.link.element);
    this.watchSection = h("div", { class: "for-watching" }, h("h3", null, gettext("to look on")), this.watch.element);
    this.invite = h(
      "section",
      { class: "invite", aria: { label: gettext("Invite others") }, hidden: true },
      this.local,
      this.codeSection,
      h("div", { class: "ways" }, h("div", { class: "links" }, this.linkSection, this.watchSection), this.scan),
    );
    this.present = h("small");
    this.ready = h("button", { type: "button", class: "go", on: { click: () => void this.#getReady() } });
    this.fillUp = h("button", { type: "button", on: { click: () => void this.dialogs.fillUp() } });
    this.note = h("p", { class: "note", role: "status" });
    this.settings = h("ul", { class: "settings-list" });
    this.change = h(
      "button",
      { type: "button", class: "quiet", on: { click: () => this.dialogs.askSettings() } },
      icon("settings"),
      h("span", null, gettext("Change")),
    );
    this.leaveButton = h(
      "button",
      { type: "button", class: "quiet", on: { click: () => this.dialogs.askLeave() } },
      icon("leave"),
      h("span", null, gettext("Leave the table")),
    );
    this.head = pageHeader(gettext("The waiting room"));
    this.element = this.#build();
    this.update(table.picture);
    void this.#learn();
  }

  // -- the screen -----------------------------------------------------------------------------------------------------

  #build() {
    return h(
      "div",
      { class: "screen room-screen" },
      map(),
      this.head,
      h(
        "main",
        { class: "room" },
        this.invite,
        h(
          "section",
          { class: "here", "aria-labelledby": "here-head" },
          h("h2", { id: "here-head" }, gettext("Who is here"), " ", this.present),
          h("div", { class: "around" }, this.ring.element),
          h("div", { class: "off" }, this.ready, this.fillUp, this.note),
        ),
        h(
          "section",
          { class: "terms", "aria-labelledby": "terms-head" },
          h("h2", { id: "terms-head" }, gettext("What is played")),
          this.settings,
          h("p", { class: "terms-ways" }, this.change, this.leaveButton),
        ),
      ),
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
  get runs() {
    return this.table.picture.runs;
  }

  /** Whether the viewer is the host. */
  get hosts() {
    return this.table.seat !== null && this.table.picture.table.host === this.table.seat;
  }

  /** @param {TableState} picture */
  update(picture) {
    if (!picture.info) return;
    const { seats, table } = picture;
    const open = seats.filter(({ kind }) => kind === "open").length;
    this.ring.update(
      seats.map((seat, at) => this.#ringSeat(seat, at)),
      { head: ngettext("{n} player", "{n} players", seats.length), note: formName(table.teams, seats.length) },
    );
    setText(this.present, gettext("{here} of {all}", { here: seats.length - open, all: seats.length }));
    setText(
      /** @type {HTMLElement} */ (this.head.querySelector("h1")),
      !this.hosts
        ? gettext("The waiting room")
        : table.newcomers
          ? gettext("Your table is open")
          : gettext("Your table is closed"),
    );
    this.#updateStart(seats, open);
    this.#updateSettings();
    void this.#updateInvitation(open);
  }

  /** @param {SeatState} seat @param {number} at @returns {RingSeat} */
  #ringSeat(seat, at) {
    const mine = at === this.table.seat;
    const shared = { bot: seat.kind === "bot" ? seat.bot : null, team: seat.team };
    const label =
      this.table.seat === null
        ? {}
        : { label: mine ? gettext("Your own seat: name, and getting up") : gettext("What can be done with this seat") };
    if (seat.kind === "open") return { kind: "open", name: gettext("Free"), ...shared, ...label };
    if (seat.kind === "bot")
      return {
        kind: "bot",
        name: seat.name,
        note: this.about?.bots.find(({ name }) => name === seat.bot)?.title ?? "",
        ...shared,
        ...label,
      };
    const isHost = this.table.picture.table.host === at;
    const note = seat.ready
      ? gettext("ready to go")
      : seat.autopilot || !seat.here
        ? gettext("away")
        : isHost
          ? gettext("runs the table")
          : gettext("here");
    return {
      kind: mine ? "me" : "person",
      name: mine ? gettext("You") : seat.name,
      note,
      ready: seat.ready,
      ...shared,
      ...label,
    };
  }

  /** @param {SeatState[]} seats @param {number} open */
  #updateStart(seats, open) {
    const me = this.table.seat === null ? null : seats[this.table.seat];
    const waited = seats.filter(
      (seat, at) => seat.kind === "person" && !seat.autopilot && !seat.ready && at !== this.table.seat,
    );
    const last = !open && !waited.length;
    // Whoever is ready can start without those who are away: the server says when they have been away for long enough.
    const without = !open && waited.length > 0 && waited.every(({ here }) => !here);
    show(this.ready, me !== null && me !== undefined && (!me.ready || without));
    setText(
      this.ready,
      me?.ready
        ? gettext("Start without {names}", { names: waited.map(({ name }) => name).join(", ") })
        : last
          ? gettext("Start")
          : gettext("I am ready"),
    );
    show(this.fillUp, this.runs && open > 0);
    setText(this.fillUp, ngettext("A bot for the free seat", "Bots for the free seats", open));
    const names = waited.map(({ name }) => name).join(", ");
    let note = "";
    if (open && !this.runs) note = ngettext("{n} seat is still free.", "{n} seats are still free.", open);
    else if (open && !this.table.picture.table.newcomers)
      note = ngettext(
        "{n} seat is still free: reopen the table under “Change”, or let a bot drive.",
        "{n} seats are still free: reopen the table under “Change”, or let bots drive.",
        open,
      );
    else if (open)
      note = ngettext(
        "{n} seat is still free: invite somebody, or let a bot drive.",
        "{n} seats are still free: invite others, or let bots drive.",
        open,
      );
    else if (waited.length)
      note = gettext("The cards are dealt when everybody is ready. Waiting for {names}.", { names });
    else if (me && !me.ready) note = gettext("Everybody waits for you.");
    setText(this.note, note);
  }

  #updateSettings() {
    const { table, edition } = this.table.picture;
    const pace = this.about ? paceOf(this.about.paces, table.pace) : null;
    const offered = this.about?.editions.find(({ name }) => name === edition);
    const lines = [
      {
        key: `edition ${edition}`,
        picture: () => emblem(edition),
        title: offered?.title ?? edition,
        text: offered?.text ?? "",
      },
      {
        key: `pace ${pace?.name}`,
        picture: () => icon(!pace || pace.name === "none" ? "clock" : pace.name),
        title: pace || !this.about ? paceName(pace?.name ?? "none") : paceName(""),
        text: pace?.text ?? "",
      },
      ...houseSentences(table.house_rules, this.words?.switches ?? []).map(({ name, text }) => ({
        key: `house ${name}`,
        picture: () => icon("book"),
        title: gettext("House rule: {name}", { name }),
        text,
      })),
      ...(table.acting_host === table.host
        ? []
        : [
            {
              key: "absent",
              picture: () => icon("crown"),
              title: gettext("Whoever opened the table is away"),
              text:
                table.acting_host === this.table.seat
                  ? gettext("You run the table meanwhile.")
                  : gettext("{name} runs the table meanwhile.", { name: table.seats[table.acting_host]?.name ?? "" }),
            },
          ]),
      {
        key: "doors",
        picture: () => icon(table.newcomers ? "people" : "private"),
        title: table.newcomers ? gettext("Others may come") : gettext("Nobody else may come"),
        text: table.spectators
          ? gettext("Others may look on; they see nobody’s hand.")
          : gettext("Nobody may look on."),
      },
    ];
    keyed(
      this.settings,
      this.about ? lines : [],
      (line) => line.key,
      (line) => h("li", null, line.picture(), h("span", null, h("b"), h("small"))),
      (element, line) => {
        setText(/** @type {HTMLElement} */ (element.querySelector("b")), line.title);
        setText(/** @type {HTMLElement} */ (element.querySelector("small")), line.text);
      },
    );
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
    if (invitation.qr?.length)
      this.scan.replaceChildren(
        h("h3", null, gettext("or let them scan")),
        qrCode(invitation.qr, gettext("The link for friends, as a pattern that a phone’s camera reads")),
      );
  }

  // -- what one does --------------------------------------------------------------------------------------------------

  async #getReady() {
    if (this.ready.getAttribute("aria-busy") === "true") return;
    setAttribute(this.ready, "aria-busy", "true");
    await this.table.ready();
    setAttribute(this.ready, "aria-busy", null);
  }
}

/** Whether a link leads nowhere from another machine. @param {string} link */
const onlyHere = (link) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);
