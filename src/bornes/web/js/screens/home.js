/** The first screen: a scene, a signpost for a menu, the games one is in, and who waits for players. */
import { ApiProblem, newSecret } from "../core/http_api.js";
import { drawing, h, setAttribute, setText, show } from "../core/dom.js";
import { driver, emblem, icon, strength, wordmark } from "../components/illustrations.js";
import { LobbyList, MyGames } from "../components/lobby_list.js";
import { nameField } from "../components/player_name.js";
import { openBottomSheet } from "../components/bottom_sheet.js";
import { gettext, language } from "../core/i18n.js";

/** @typedef {import("../router.js").App} App */
/** @typedef {import("../router.js").Route} Route */
/** @typedef {import("../router.js").Screen} Screen */
/** @typedef {import("../core/http_api.js").About} About */

/** Who plays against those who have not chosen anybody. */
const USUAL_BOT = "tuned";

/** @param {Route} _route @param {App} app @returns {Promise<Screen>} */
export async function open(_route, app) {
  const about = await app.about();
  const home = new Home(about, app);
  return { element: home.element, title: "", leave: () => home.leave() };
}

class Home {
  /** @param {About} about @param {App} app */
  constructor(about, app) {
    this.about = about;
    this.app = app;
    const titles = Object.fromEntries(about.editions.map(({ name, title }) => [name, title]));
    this.lobby = new LobbyList(app, titles);
    this.mine = new MyGames(app, titles, () => this.#showMine());
    this.name = nameField(app);
    /** That of the next table: who asks again because no answer came finds the same one. */
    this.secret = newSecret();
    this.against = h("small");
    this.playButton = h(
      "button",
      { type: "button", class: "arrow main", on: { click: () => void this.#play() } },
      h("span", null, gettext("Play now"), this.against),
    );
    this.mySection = h(
      "section",
      { class: "lobby mine-here", "aria-labelledby": "games-head" },
      h("h2", { id: "games-head", tabindex: "-1" }, gettext("Your games")),
      this.mine.element,
    );
    this.element = h(
      "div",
      { class: "first-screen" },
      h(
        "header",
        { class: "top" },
        wordmark("Bornes"),
        h("div", { class: "ways-top" }, this.#languages(), this.#theme(), this.#sound()),
      ),
      h(
        "main",
        { class: "first-main" },
        h(
          "div",
          { class: "scene" },
          h(
            "h1",
            null,
            h("span", null, gettext("A thousand milestones.")),
            " ",
            h("span", null, gettext("One red light.")),
          ),
          drawing("hero", { class: "hero" }),
        ),
        h(
          "p",
          { class: "lead" },
          gettext("The road-race card game, by five rulebooks. Two to eight players, alone or in pairs. No account."),
        ),
        this.#signpost(),
        h(
          "div",
          { class: "roadside" },
          h(
            "section",
            { class: "lobby waiting-here", "aria-labelledby": "lobby-head" },
            h(
              "div",
              { class: "lobby-head" },
              h("h2", { id: "lobby-head" }, gettext("Waiting at the roadside")),
              this.name.element,
            ),
            this.lobby.element,
          ),
          this.mySection,
        ),
      ),
      this.#footer(),
    );
    this.#showMine();
  }

  leave() {
    this.lobby.leave();
    this.mine.leave();
  }

  #showMine() {
    show(this.mySection, this.mine.count > 0);
  }

  // -- the menu -------------------------------------------------------------------------------------------------------

  #signpost() {
    const choose = h(
      "button",
      {
        type: "button",
        class: "choose",
        aria: { haspopup: "dialog", label: gettext("Choose the game and the drivers for “Play now”") },
        on: { click: () => this.#choose() },
      },
      icon("settings"),
    );
    this.#sayAgainst();
    return h(
      "nav",
      { class: "post", aria: { label: gettext("Where to?") } },
      h("div", { class: "sign-row" }, this.playButton, choose),
      sign("local", gettext("Open a table"), gettext("invite by link or code"), "/open"),
      this.#codeForm(),
      sign("lesson", gettext("Learn"), gettext("in five minutes"), "/learn"),
      h(
        "div",
        { class: "sign-pair" },
        sign("small", gettext("How to play"), "", "/how-to-play"),
        sign("small", gettext("Five rulebooks"), "", "/rules"),
      ),
    );
  }

  /** What “Play now” would open: what was chosen last, or what a reader of the language is offered first. */
  #game() {
    const { memory } = this.app;
    const edition = this.about.editions.find(({ name }) => name === memory.get("edition"));
    const form =
      edition?.forms.find(({ players, short }) => players === memory.get("players") && !short) ?? edition?.forms[0];
    const bot =
      this.about.bots.find(({ name }) => name === memory.get("bot")) ??
      this.about.bots.find(({ name }) => name === USUAL_BOT);
    return { edition, form, bot };
  }

  #sayAgainst() {
    const { bot } = this.#game();
    setText(this.against, bot ? gettext("against {bot}", { bot: bot.title }) : "");
  }

  async #play() {
    const { api, memory } = this.app;
    if (this.playButton.getAttribute("aria-busy") === "true") return;
    setAttribute(this.playButton, "aria-busy", "true");
    const { edition, form, bot } = this.#game();
    const game = {
      name: memory.get("name"),
      secret: this.secret,
      ...(bot ? { bot: bot.name } : {}),
      ...(edition && form ? { edition: edition.name, players: form.players, partners: form.partners } : {}),
    };
    try {
      const seated = await api.playNow(game).catch((error) => {
        // A name that cannot be had against bots keeps nobody from playing.
        if (error instanceof ApiProblem && error.field === "name") return api.playNow({ ...game, name: "" });
        throw error;
      });
      memory.keepSeat({
        table: seated.table,
        seat: seated.seat,
        secret: seated.secret,
        edition: edition?.name ?? this.about.first_edition,
        name: memory.get("name"),
      });
      this.app.go(`/t/${seated.table}`);
    } catch (error) {
      this.app.tell(sentenceOf(error));
    } finally {
      setAttribute(this.playButton, "aria-busy", null);
    }
  }

  /** Ask which game “Play now” is to be, and remember it. */
  #choose() {
    const { memory } = this.app;
    const now = this.#game();
    openBottomSheet(gettext("What do you want to play?"), (close) => {
      const forms = h("select", { id: "now-form" });
      const say = h("p", { class: "hint" });
      const badge = h("span", { class: "badge-here" });
      const editions = h(
        "select",
        { id: "now-edition", on: { change: () => bring() } },
        this.about.editions.map(({ name, title }) => h("option", { value: name }, title)),
      );
      editions.value = now.edition?.name ?? this.about.first_edition;
      const bring = () => {
        const edition = this.about.editions.find(({ name }) => name === editions.value);
        setText(say, edition?.text ?? "");
        badge.replaceChildren(emblem(editions.value));
        const whole = edition?.forms.filter(({ short }) => !short) ?? [];
        forms.replaceChildren(
          ...whole.map(({ players, partners, text }) =>
            h("option", { value: players, data: { partners: String(partners) } }, text),
          ),
        );
        forms.value = String(whole.find(({ players }) => players === (now.form?.players ?? 2))?.players ?? 2);
      };
      bring();
      const bots = this.about.bots.map(({ name, title, text }) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "radio", name: "now-bot", value: name, checked: name === now.bot?.name }),
          driver(name),
          h("span", null, h("b", null, title), h("small", null, text)),
          strength(name),
        ),
      );
      return h(
        "form",
        {
          class: "choosing",
          on: {
            submit: (/** @type {Event} */ event) => {
              event.preventDefault();
              memory.set("edition", editions.value);
              memory.set("players", Number(forms.value));
              memory.set(
                "bot",
                String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("now-bot") ?? USUAL_BOT),
              );
              this.secret = newSecret();
              this.#sayAgainst();
              close();
              void this.#play();
            },
          },
        },
        h(
          "div",
          { class: "edition-line" },
          badge,
          h("div", null, h("label", { for: "now-edition" }, gettext("Rulebook")), editions),
        ),
        say,
        h("div", { class: "field" }, h("label", { for: "now-form" }, gettext("Players")), forms),
        h("fieldset", { class: "drivers-list" }, h("legend", null, gettext("Who drives against you?")), bots),
        h("button", { class: "go" }, gettext("Play")),
      );
    });
  }

  #codeForm() {
    const wrong = h("p", { class: "wrong", id: "code-wrong", role: "alert", hidden: true });
    const field = h("input", {
      id: "code",
      name: "code",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      inputmode: "text",
      enterkeyhint: "go",
      maxlength: 300,
      placeholder: gettext("Code"),
      on: { input: () => complain("") },
    });
    const complain = (/** @type {string} */ text) => {
      setText(wrong, text);
      show(wrong, Boolean(text));
      setAttribute(field, "aria-invalid", text ? "true" : null);
      setAttribute(field, "aria-describedby", text ? wrong.id : null);
    };
    const form = h(
      "form",
      {
        class: "arrow code",
        on: {
          submit: async (/** @type {Event} */ event) => {
            event.preventDefault();
            const link = linkIn(field.value);
            if (link) {
              this.app.go(link);
              return;
            }
            const code = field.value.replace(/[^0-9]/g, "");
            if (!code || /[A-Za-z]/.test(field.value)) {
              complain(gettext("A code is made of digits. A link to a table can be put here, too."));
              field.focus();
              return;
            }
            try {
              const listing = await this.app.api.lookUp(code);
              this.app.go(this.app.memory.seatAt(listing.id) ? `/t/${listing.id}` : `/t/${listing.id}#code=${code}`);
            } catch (error) {
              complain(sentenceOf(error));
              field.focus();
            }
          },
        },
      },
      h(
        "span",
        null,
        h("label", { for: "code" }, gettext("Join by code")),
        h(
          "span",
          { class: "code-entry" },
          field,
          h("button", { class: "code-go", aria: { label: gettext("Join") } }, icon("next")),
        ),
      ),
    );
    return h("div", { class: "code-sign" }, form, wrong);
  }

  // -- how one likes it -----------------------------------------------------------------------------------------------

  #languages() {
    return this.about.languages
      .filter((each) => each !== language())
      .map((each) =>
        h("button", { type: "button", lang: each, on: { click: () => void this.#speak(each) } }, nameOfLanguage(each)),
      );
  }

  /** @param {string} chosen */
  async #speak(chosen) {
    try {
      await this.app.speak(chosen);
    } catch (error) {
      this.app.tell(sentenceOf(error));
    }
  }

  #theme() {
    const button = h("button", {
      type: "button",
      class: "sign-only",
      on: {
        click: () => {
          this.app.setTheme(dark() ? "light" : "dark");
          bring();
        },
      },
    });
    const dark = () => document.documentElement.dataset["theme"] === "dark";
    const bring = () => {
      button.replaceChildren(icon(dark() ? "sun" : "moon"));
      setAttribute(button, "aria-label", dark() ? gettext("By day") : gettext("By night"));
      setAttribute(button, "title", button.getAttribute("aria-label"));
    };
    bring();
    return button;
  }

  #sound() {
    const { memory } = this.app;
    const button = h("button", {
      type: "button",
      class: "sign-only",
      aria: { label: gettext("Sound") },
      title: gettext("Sound"),
      on: {
        click: () => {
          memory.set("sound", !memory.get("sound"));
          bring();
        },
      },
    });
    const bring = () => {
      button.replaceChildren(icon(memory.get("sound") ? "sound" : "sound-off"));
      setAttribute(button, "aria-pressed", String(memory.get("sound")));
    };
    bring();
    return button;
  }

  #footer() {
    return h(
      "footer",
      { class: "foot" },
      h(
        "p",
        null,
        gettext(
          "Bornes is free software under the MIT licence. It is not connected with the publishers of the game Mille Bornes.",
        ),
      ),
      h(
        "p",
        null,
        gettext("Version {version}", { version: this.about.server_version }),
        " · ",
        h("a", { href: "/privacy" }, gettext("Privacy")),
      ),
    );
  }
}

/** @param {string} kind @param {string} text @param {string} note @param {string} href */
const sign = (kind, text, note, href) =>
  h("a", { class: `arrow button ${kind}`, href }, h("span", null, text, note ? h("small", null, note) : null));

/** Return what a language calls itself. @param {string} tag */
function nameOfLanguage(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/**
 * Return where a link that somebody pasted leads on this server; null where it is none.
 * @param {string} text @returns {string | null}
 */
export function linkIn(text) {
  const found = text.trim().match(/^(?:https?:\/\/)?[^/\s]*(\/t\/[a-z0-9-]+)\/?(#[\w=&-]+)?$/);
  return found ? `${found[1]}${found[2] ?? ""}` : null;
}

/** Return what went wrong, in a sentence. @param {unknown} error */
export function sentenceOf(error) {
  return error instanceof ApiProblem ? error.text : gettext("The server cannot be reached at the moment.");
}
