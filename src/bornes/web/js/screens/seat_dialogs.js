/** What can be done with a seat in the waiting room, asked in sheets that come up from below. */
import { sheetLine, openBottomSheet } from "../components/bottom_sheet.js";
import { paceName, paceOf } from "../components/game_summary.js";
import { driver, icon, strength } from "../components/illustrations.js";
import { nameField } from "../components/player_name.js";
import { h } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** @typedef {import("./waiting_room.js").WaitingRoom} WaitingRoom */

export class SeatDialogs {
  /** @param {WaitingRoom} room */
  constructor(room) {
    this.room = room;
    this.table = room.table;
    this.app = room.app;
  }

  get about() {
    return this.room.about;
  }

  /**
   * Send a command, and say why where it is refused.
   * @param {Record<string, unknown>} command
   * @returns {Promise<boolean>}
   */
  async #do(command) {
    const answer = await this.table.send(command);
    if (answer.type === "refused") this.app.tell(answer.text);
    return answer.type === "done";
  }

  /** Let bots drive wherever nobody sits. */
  fillUp() {
    openBottomSheet(gettext("Who drives in the free seats?"), (close) =>
      h(
        "ul",
        { class: "sheet-lines" },
        this.#bots("", async (bot) => {
          close();
          this.app.memory.set("bot", bot);
          for (const [at, seat] of this.table.picture.seats.entries())
            if (seat.kind === "open" && !(await this.#do({ command: "SeatBot", target_seat: at, bot }))) return;
        }),
      ),
    );
  }

  /** @param {string | null} now @param {(bot: string) => void} press */
  #bots(now, press) {
    return (this.about?.bots ?? []).map(({ name, title, text }) =>
      sheetLine({
        picture: driver(name),
        title,
        note: text,
        end: strength(name),
        chosen: now === name,
        press: () => press(name),
      }),
    );
  }

  /** Ask what is to become of a seat. @param {number} at */
  askSeat(at) {
    const seat = this.table.picture.seats[at],
      me = this.table.seat;
    if (!seat || me === null) return;
    if (at === me) {
      this.#askName();
      return;
    }
    const title = seat.kind === "open" ? gettext("A free seat") : seat.name;
    openBottomSheet(title, (close) => {
      const line = (
        /** @type {string} */ sign,
        /** @type {string} */ text,
        /** @type {Record<string, unknown>} */ command,
        note = "",
      ) =>
        sheetLine({
          picture: icon(sign),
          title: text,
          note,
          press: () => {
            close();
            void this.#do(command);
          },
        });
      const lines = [];
      if (seat.kind !== "person" || this.room.hosts)
        lines.push(
          line("swap", seat.kind === "open" ? gettext("Sit here") : gettext("Change places with me"), {
            command: "SwapSeats",
            target_seat: me,
            other_seat: at,
          }),
        );
      if (this.room.hosts && seat.kind === "person")
        lines.push(
          line("crown", gettext("Let {name} run the table", { name: seat.name }), {
            command: "TransferHost",
            target_seat: at,
          }),
        );
      const away = seat.kind === "person" && (seat.autopilot || !seat.here) && at !== this.table.picture.table.host;
      if (this.room.runs && (seat.kind === "bot" || away))
        lines.push(
          line(
            "close",
            gettext("Free the seat"),
            { command: "FreeSeat", target_seat: at },
            away
              ? gettext("after five minutes’ absence; {name} can come back while it is free", { name: seat.name })
              : "",
          ),
        );
      if (this.room.hosts && seat.kind === "person")
        lines.push(
          sheetLine({
            picture: icon("leave"),
            title: gettext("Remove {name}", { name: seat.name }),
            press: () => {
              close();
              this.#askRemove(at, seat.name);
            },
          }),
        );
      if (this.room.runs && seat.kind !== "person")
        lines.push(
          ...this.#bots(seat.kind === "bot" ? seat.bot : null, (bot) => {
            close();
            this.app.memory.set("bot", bot);
            void this.#do({ command: "SeatBot", target_seat: at, bot });
          }),
        );
      return lines.length
        ? h("ul", { class: "sheet-lines" }, lines)
        : h("p", null, gettext("{name} sits here.", { name: seat.name }));
    });
  }

  /** Ask before a player is removed. @param {number} at @param {string} name */
  #askRemove(at, name) {
    const { newcomers, spectators } = this.table.picture.table;
    const remove = () => this.#do({ command: "RemovePlayer", target_seat: at });
    openBottomSheet(gettext("Remove {name} from the table?", { name }), (close) =>
      h(
        "ul",
        { class: "sheet-lines" },
        sheetLine({
          picture: icon("leave"),
          title: gettext("Remove {name}", { name }),
          note: gettext("Anyone with the link or the code can still come."),
          press: () => {
            close();
            void remove();
          },
        }),
        newcomers &&
          sheetLine({
            picture: icon("private"),
            title: gettext("Remove {name} and close the table", { name }),
            note: gettext("Nobody else can join until you open it again."),
            press: async () => {
              close();
              if (await remove()) await this.#do({ command: "SetAccess", newcomers: false, spectators });
            },
          }),
        sheetLine({ picture: icon("back"), title: gettext("Cancel"), press: close }),
      ),
    );
  }

  #askName() {
    openBottomSheet(gettext("Your seat"), (close) => {
      const name = nameField(this.app);
      return [
        h(
          "form",
          {
            class: "renaming",
            on: {
              submit: async (/** @type {Event} */ event) => {
                event.preventDefault();
                const answer = await this.table.send({ command: "Rename", name: name.value() });
                if (answer.type === "refused") name.complain(answer.text);
                else close();
              },
            },
          },
          name.element,
          h("button", { class: "go small" }, gettext("That is my name")),
        ),
        h(
          "ul",
          { class: "sheet-lines" },
          sheetLine({
            picture: icon("leave"),
            title: gettext("Leave the table"),
            press: () => {
              close();
              this.askLeave();
            },
          }),
        ),
      ];
    });
  }

  askLeave() {
    openBottomSheet(gettext("Leave the table?"), (close) =>
      h(
        "ul",
        { class: "sheet-lines" },
        sheetLine({
          picture: icon("back"),
          title: gettext("Go, and come back later"),
          note: gettext("Your seat is kept. It stands under “Your games” on the first page."),
          press: () => {
            close();
            this.app.go("/");
          },
        }),
        sheetLine({
          picture: icon("leave"),
          title: gettext("Give the seat up"),
          note: gettext("It is free for somebody else then."),
          press: async () => {
            close();
            if (!(await this.#do({ command: "GiveUpSeat" }))) return;
            this.app.memory.forgetSeat(this.table.picture.table.id, this.table.secret);
            this.app.go("/");
          },
        }),
      ),
    );
  }

  /** Ask how the table is to be run. */
  askSettings() {
    const { table } = this.table.picture;
    const now = this.about ? paceOf(this.about.paces, table.pace)?.name : "";
    // The server gives a table a clock as soon as a second person sits down.
    const alone = this.table.picture.seats.every(({ kind }, at) => at === this.table.seat || kind === "bot");
    openBottomSheet(gettext("How this table is run"), (close) => {
      const newcomers = h("input", { type: "checkbox", role: "switch", checked: table.newcomers });
      const spectators = h("input", { type: "checkbox", role: "switch", checked: table.spectators });
      return h(
        "form",
        {
          class: "running",
          on: {
            submit: async (/** @type {Event} */ event) => {
              event.preventDefault();
              const chosen = this.about?.paces.find(
                ({ name }) => name === new FormData(/** @type {HTMLFormElement} */ (event.target)).get("pace"),
              );
              close();
              if (chosen && chosen.name !== now) await this.#do({ command: "SetPace", pace: chosen.times });
              if (newcomers.checked !== table.newcomers || spectators.checked !== table.spectators)
                await this.#do({ command: "SetAccess", newcomers: newcomers.checked, spectators: spectators.checked });
            },
          },
        },
        h(
          "fieldset",
          { class: "paces" },
          h("legend", null, gettext("How fast?")),
          this.about?.paces.map(({ name, text }) =>
            h(
              "label",
              { class: "choice pick" },
              h("input", {
                type: "radio",
                name: "pace",
                value: name,
                checked: name === now,
                disabled: name === "none" && now !== "none" && !alone,
              }),
              icon(name === "none" ? "person" : name),
              h("span", null, h("b", null, paceName(name)), h("small", null, text)),
            ),
          ),
        ),
        h(
          "label",
          { class: "switch" },
          h(
            "span",
            null,
            h("b", null, gettext("Others may come")),
            h("small", null, gettext("by link or code, to a free seat or a bot’s")),
          ),
          newcomers,
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
          spectators,
        ),
        h("button", { class: "go" }, gettext("Save")),
      );
    });
  }
}
