/** Styles that a screen needs beside those of the first two, fetched when it is opened for the first time. */

/**
 * All of them, in the order in which they count: of two rules for the same thing the later one holds. The server reads
 * the order here, too.
 */
const ORDER = ["base", "home", "lesson", "new_table", "replay", "score_sheet", "table"];

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Fetch styles that are not there yet. @param {readonly string[]} names */
export async function loadStylesheets(names) {
  await Promise.all(
    names.map((name) => {
      if (linkOf(name) && !asked.has(name)) return undefined;
      const known = asked.get(name) ?? fetchStyle(name);
      asked.set(name, known);
      return known;
    }),
  );
}

/** @param {string} name @returns {HTMLLinkElement | null} */
const linkOf = (name) => document.querySelector(`link[rel="stylesheet"][href$="/css/${name}.css"]`);

/** @param {string} name @returns {Promise<void>} */
function fetchStyle(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/web/${document.documentElement.dataset["version"]}/css/${name}.css`;
  const later =
    ORDER.slice(ORDER.indexOf(name) + 1)
      .map(linkOf)
      .find(Boolean) ?? null;
  return new Promise((done) => {
    link.onload = () => done();
    // Without it the screen is plain and works; the next one that needs it asks again.
    link.onerror = () => {
      link.remove();
      asked.delete(name);
      done();
    };
    if (later) later.before(link);
    else document.head.append(link);
  });
}
