/** Clauses: the number of one on yellow, as a sign by the road; who presses it reads what the rulebook says. */
import { fill, h } from "../core/dom.js";
import { gettext, ngettext } from "../core/i18n.js";
import { openBottomSheet } from "./bottom_sheet.js";

/** @typedef {import("../router.js").App} App */

/** What a number of a clause or a ruling looks like. */
const NUMBER = /^[A-Z][A-Z0-9]*-\d+$/i;

/** Return the clause that an address names behind its “#”. @param {URLSearchParams} hash */
export const clauseIn = (hash) => [...hash.keys()].find((key) => NUMBER.test(key)) ?? null;

/**
 * Return one quiet mark for all clauses behind a sentence; who presses it reads them.
 * @param {App} app @param {string[]} ids
 */
export function clauseMark(app, ids) {
  const numbers = ids.join(", ");
  return h(
    "button",
    {
      class: "clause-mark",
      type: "button",
      title: numbers,
      aria: { label: ngettext("Clause {numbers}", "Clauses {numbers}", ids.length, { numbers }), haspopup: "dialog" },
      on: { click: () => openClauses(app, ids) },
    },
    "§",
  );
}

/**
 * @typedef {{ opened?: (id: string) => void, closed?: () => void, note?: string }} Reading what is to be done
 *   meanwhile, and what the clause means here in a sentence
 */

/**
 * Show what a clause says, in a dialog; rulings about it can be read there, too.
 * @param {App} app @param {string} id @param {Reading} [reading]
 */
export async function openClause(app, id, reading = {}) {
  let law;
  try {
    law = await app.api.clause(id);
  } catch {
    app.tell(gettext("There is no clause {number}.", { number: id }));
    return;
  }
  const body = h("div", { class: "law" });
  const dialog = openBottomSheet(law.id, () => body);
  dialog.classList.add("law-sheet");
  const title = /** @type {HTMLElement} */ (dialog.querySelector("h2"));
  write(app, body, title, law, reading);
  if (reading.closed) dialog.addEventListener("close", reading.closed);
}

/** Show what several clauses say, one under the other. @param {App} app @param {string[]} ids */
async function openClauses(app, ids) {
  let laws;
  try {
    laws = await Promise.all(ids.map((id) => app.api.clause(id)));
  } catch {
    app.tell(gettext("The server cannot be reached at the moment."));
    return;
  }
  const sections = laws.map((law) => {
    const title = h("h3"),
      body = h("div", { class: "law" });
    write(app, body, title, law, {});
    return h("section", null, title, body);
  });
  openBottomSheet(gettext("What the rulebook says"), () => sections).classList.add("law-sheet");
}

/**
 * @param {App} app
 * @param {HTMLElement} body
 * @param {HTMLElement} title
 * @param {import("../core/http_api.js").Law} law
 * @param {Reading} reading
 */
function write(app, body, title, law, reading) {
  reading.opened?.(law.id);
  const also = async (/** @type {string} */ id) =>
    write(app, body, title, await app.api.clause(id), { ...reading, note: "" });
  fill(title, h("span", { class: "clause-chip" }, law.id), " ", law.heading);
  fill(
    body,
    reading.note && h("p", { class: "law-note" }, reading.note),
    h("p", { class: "law-text" }, law.text),
    h(
      "p",
      { class: "law-from" },
      law.kind === "ruling"
        ? gettext("How gaps are settled here, for: {editions}", { editions: law.editions.join(" · ") })
        : law.editions.join(" · "),
    ),
    law.rulings.length > 0 &&
      h(
        "p",
        { class: "law-also" },
        gettext("What it leaves open is settled by"),
        " ",
        law.rulings.map((id) =>
          h("button", { class: "clause-chip", type: "button", on: { click: () => also(id) } }, id),
        ),
      ),
  );
}
