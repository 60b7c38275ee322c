/** Where everything begins: the language, the theme, and what all screens share. */
import { h, setText, show } from "./core/dom.js";
import { api, onUpgrade } from "./core/http_api.js";
import { language, setLanguage } from "./core/i18n.js";
import { installServiceWorker } from "./core/service_worker.js";
import { PageStorage } from "./core/storage.js";
import { offerReload, Router } from "./router.js";

/** @typedef {import("./router.js").App} App */

const memory = new PageStorage();
const told = /** @type {HTMLElement} */ (document.getElementById("told"));
const heard = /** @type {HTMLElement} */ (document.getElementById("heard"));

/** @type {Map<string, Promise<any>>} What the server said once about itself, in this language. */
const asked = new Map();
/** @template Value @param {string} key @param {() => Promise<Value>} question @returns {Promise<Value>} */
function once(key, question) {
  const known = asked.get(`${language()} ${key}`);
  if (known) return known;
  const answer = question();
  asked.set(`${language()} ${key}`, answer);
  answer.catch(() => asked.delete(`${language()} ${key}`));
  return answer;
}

/** @type {App} */
const app = {
  api,
  memory,
  go: (path, replace) => router.go(path, replace),
  about: () => once("about", api.about),
  edition: (name) => once(`edition ${name}`, () => api.edition(name)),
  tell(text) {
    setText(told, text);
    show(told, true);
    clearTimeout(hiding);
    hiding = window.setTimeout(() => show(told, false), 4000 + 60 * text.length); // as long as it takes to read
  },
  announce(text) {
    heard.append(h("p", null, text));
    while (heard.childElementCount > 30) heard.firstElementChild?.remove();
  },
  setTitle(title) {
    const whole = title ? `${title} · Bornes` : "Bornes";
    if (document.title !== whole) document.title = whole;
  },
  async speak(chosen) {
    memory.set("language", chosen);
    setLanguage(await api.words(chosen));
    await router.open();
  },
  setTheme(theme) {
    memory.set("theme", theme);
    wearTheme();
  },
};
let hiding = 0;
const router = new Router(app, /** @type {HTMLElement} */ (document.getElementById("screen")));

const dark = matchMedia("(prefers-color-scheme: dark)");
function wearTheme() {
  document.documentElement.dataset["theme"] = memory.get("theme") || (dark.matches ? "dark" : "light");
}
dark.addEventListener("change", wearTheme);

async function begin() {
  wearTheme();
  onUpgrade(offerReload);
  const wished =
    memory.get("language") ||
    (navigator.languages ?? ["en"]).map((tag) => tag.slice(0, 2)).find((tag) => ["en", "fr"].includes(tag)) ||
    "en";
  if (wished !== "en") {
    try {
      setLanguage(await api.words(wished));
    } catch {
      // English, then: the server will be asked again for everything else.
    }
  }
  router.listen();
  await router.open();
  installServiceWorker();
}
begin();
