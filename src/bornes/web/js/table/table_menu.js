/** The menu of a table: inviting, reacting, settings, leaving; and the list of keys. */
import { h } from "../core/dom.js";
import { spacedCode } from "../components/invite_code.js";
import { gettext, language } from "../core/i18n.js";
import { openDialog } from "../components/dialogs.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("./session.js").TableSession} TableSession */

/** @param {TableSession} session @param {import("./play_view.js").PlayView | null} table @param {App} app */
export async function showMenu(session, table, app) {
  const { picture } = session;
  const seated = picture.viewer !== null;
  const { runs } = picture,
    hosts = seated && picture.table.host === picture.viewer;
  const elsewhere = app.memory.seatsAt(session.id).filter(({ secret }) => secret !== session.secret);
  // Whoever is cut off, or clicks twice, gets a menu all the same, and one.
  const about = await app.about().catch(() => null);
  if (document.querySelector("dialog.table-menu[open]")) return;
  const item = (/** @type {string} */ text, /** @type {() => void} */ act) =>
    h(
      "li",
      null,
      h(
        "button",
        {
          type: "button",
          on: {
            click: () => {
              dialog.close();
              act();
            },
          },
        },
        text,
      ),
    );
  const reactions = Object.entries(about?.reactions ?? {}).map(([key, text]) =>
    h(
      "button",
      {
        type: "button",
        class: "phrase",
        on: {
          click: () => {
            dialog.close();
            session.react(key);
          },
        },
      },
      text,
    ),
  );
  const dialog = openDialog(
    gettext("Menu"),
    [
      seated && !session.alone && [h("h3", null, gettext("Say something")), h("div", { class: "phrases" }, reactions)],
      h(
        "ul",
        { class: "menu-list" },
        session.alone && item(gettext("Undo"), () => session.takeBack()), // the bar has no room for it on a phone
        seated && item(gettext("Invite friends"), () => showInvitation(session)),
        item(gettext("The table in words"), () => table?.announcements.words.open()),
        item(gettext("Keyboard shortcuts"), () => showKeys(app)),
        hosts &&
          item(picture.table.newcomers ? gettext("Close the table to newcomers") : gettext("Let newcomers in"), () =>
            setDoors(session, app, !picture.table.newcomers, picture.table.spectators),
          ),
        hosts &&
          item(picture.table.spectators ? gettext("Let nobody look on") : gettext("Let others look on"), () =>
            setDoors(session, app, picture.table.newcomers, !picture.table.spectators),
          ),
        runs &&
          picture.seats.map(
            (seat, at) =>
              seat.kind === "person" &&
              at !== picture.viewer &&
              at !== picture.table.host &&
              !seat.here &&
              item(gettext("Free the seat of {name}", { name: seat.name }), () =>
                tellRefusal(app, session.send({ command: "FreeSeat", target_seat: at })),
              ),
          ),
        elsewhere.map((kept) =>
          item(gettext("Play from {name}’s seat", { name: picture.seats[kept.seat]?.name ?? "" }), () =>
            session.playFrom(kept.secret),
          ),
        ),
        hosts &&
          picture.seats.map(
            (seat, at) =>
              seat.kind === "person" &&
              at !== picture.viewer &&
              item(gettext("Let {name} run the table", { name: seat.name }), () =>
                tellRefusal(app, session.send({ command: "TransferHost", target_seat: at })),
              ),
          ),
        seated &&
          picture.seats[/** @type {number} */ (picture.viewer)]?.autopilot &&
          item(gettext("I am back: let me drive"), () => session.takeWheel()),
        seated &&
          !session.alone &&
          item(gettext("Let a bot drive for me, and leave"), () => session.goAway("StepAway")),
        seated && item(gettext("Give my seat up"), () => session.goAway("GiveUpSeat")),
      ),
      h("h3", null, gettext("Settings")),
      settings(app, () => table?.announcements.showSound()),
    ],
    { class: "table-menu" },
  );
}

/** @param {TableSession} session @param {App} app @param {boolean} newcomers @param {boolean} spectators */
function setDoors(session, app, newcomers, spectators) {
  return tellRefusal(app, session.send({ command: "SetAccess", newcomers, spectators }));
}

/** @param {App} app @param {Promise<import("./table_socket.js").Answer>} sent */
async function tellRefusal(app, sent) {
  const answer = await sent;
  if (answer.type === "refused") app.tell(answer.text);
}

/** @param {TableSession} session */
async function showInvitation(session) {
  session.renewInvitation();
  const invitation = await session.invitation;
  const link = (/** @type {string} */ label, /** @type {string} */ text) =>
    h(
      "label",
      { class: "link" },
      label,
      h("input", {
        readonly: true,
        value: text,
        on: { focus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() },
      }),
    );
  openDialog(
    gettext("Invite friends"),
    invitation
      ? [
          invitation.code
            ? h("p", { class: "code" }, gettext("Code"), " ", h("b", null, spacedCode(invitation.code)))
            : h("p", null, gettext("No seat is free now.")),
          link(gettext("Link for friends"), invitation.join),
          link(gettext("Link for those who look on"), invitation.watch),
        ]
      : h("p", null, gettext("The server cannot be reached at the moment.")),
    { class: "inviting" },
  );
}

/** @param {App} app @param {() => void} onChange what is to be done when something is switched on or off */
function settings(app, onChange) {
  const { memory } = app;
  const tick = (/** @type {string} */ text, /** @type {"sound" | "shortcuts"} */ key) =>
    h(
      "label",
      { class: "switch" },
      h("span", null, text),
      h("input", {
        type: "checkbox",
        role: "switch",
        checked: memory.get(key),
        on: {
          change: (/** @type {Event} */ event) => {
            memory.set(key, /** @type {HTMLInputElement} */ (event.target).checked);
            onChange();
          },
        },
      }),
    );
  const theme = h(
    "select",
    { on: { change: () => app.setTheme(/** @type {"" | "light" | "dark"} */ (theme.value)) } },
    [
      ["", gettext("System")],
      ["light", gettext("Day")],
      ["dark", gettext("Night")],
    ].map(([value, text]) => h("option", { value, selected: memory.get("theme") === value }, text)),
  );
  const spoken = h(
    "select",
    { on: { change: () => app.speak(spoken.value) } },
    [
      ["en", "English"],
      ["fr", "Français"],
    ].map(([value, text]) => h("option", { value, lang: value, selected: language() === value }, text)),
  );
  return h(
    "div",
    { class: "settings" },
    tick(gettext("Sound"), "sound"),
    tick(gettext("Keys on the keyboard"), "shortcuts"),
    h("label", null, gettext("Theme"), " ", theme),
    h("label", null, gettext("Language"), " ", spoken),
    h(
      "button",
      {
        type: "button",
        on: {
          click: () => {
            memory.set("trusted", []);
            app.tell(gettext("You will be asked again before a slip that hurts."));
          },
        },
      },
      gettext("Warn me about slips again"),
    ),
  );
}

/** @param {App} app */
export function showKeys(app) {
  const rows = [
    ["1 … 9", gettext("Choose a card; once more to play it")],
    ["D", gettext("Discard the chosen card")],
    ["C", gettext("Coup fourré")],
    ["N", gettext("Let a hazard pass")],
    ["P", gettext("Draw from the pile")],
    ["T", gettext("Take the card on top of the discards")],
    ["H", gettext("Hint")],
    ["U", gettext("Undo")],
    ["L", gettext("All moves")],
    ["S", gettext("Score sheet")],
    ["R", gettext("Hear your hand")],
    ["B", gettext("Hear the boards")],
    ["O", gettext("Hear the points")],
    ["Esc", gettext("Put the card back")],
  ];
  openDialog(
    gettext("Keyboard shortcuts"),
    [
      app.memory.get("shortcuts") ? null : h("p", null, gettext("The keys are turned off in the menu.")),
      h(
        "table",
        { class: "keys" },
        h(
          "tbody",
          null,
          rows.map(([key, text]) =>
            h("tr", null, h("th", { scope: "row" }, h("kbd", null, key ?? "")), h("td", null, text ?? "")),
          ),
        ),
      ),
    ],
    { class: "keys-dialog" },
  );
}
