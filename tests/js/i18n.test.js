import "./page_stub.js";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

const { gettext, language, ngettext, number, rich, setLanguage } = await import("../../src/bornes/web/js/core/i18n.js");
const { capital, labelled } = await import("../../src/bornes/web/js/core/text.js");

const ENGLISH = { language: "en", plural_forms: "", messages: {} };
const FRENCH = {
  language: "fr",
  plural_forms: "",
  messages: {
    Leave: "Quitter",
    Untranslated: "",
    "{name} waits": "{name} attend",
    "{n} card": ["{n} carte", "{n} cartes"],
    "{what}: {value}": "{what} : {value}",
  },
};
afterEach(() => setLanguage(ENGLISH));

test("without a catalogue messages are said in English, with their values", () => {
  assert.equal(gettext("{name} waits", { name: "Ann" }), "Ann waits");
  assert.equal(gettext("{name} waits"), "{name} waits");
  assert.equal(gettext("{name} waits", { other: "Ann" }), "{name} waits", "a value that is not there stays a gap");
});

test("a catalogue translates what it has", () => {
  setLanguage(FRENCH);
  assert.equal(language(), "fr");
  assert.equal(document.documentElement.lang, "fr");
  assert.equal(gettext("Leave"), "Quitter");
  assert.equal(gettext("{name} waits", { name: "Ann" }), "Ann attend");
  assert.equal(gettext("Stay"), "Stay");
  assert.equal(gettext("Untranslated"), "Untranslated");
});

test("English counts one apart, French nothing and one", () => {
  const cards = (n) => ngettext("{n} card", "{n} cards", n);
  assert.deepEqual([0, 1, 2].map(cards), ["0 cards", "1 card", "2 cards"]);
  setLanguage(FRENCH);
  assert.deepEqual([0, 1, 2].map(cards), ["0 carte", "1 carte", "2 cartes"]);
});

test("large numbers have groups of digits, as the language writes them", () => {
  assert.deepEqual([0, 999, 5000].map(number), ["0", "999", "5,000"]);
  setLanguage(FRENCH);
  assert.match(number(5000), /^5\s000$/u);
});

test("a message comes in pieces where its values are elements", () => {
  const bold = { nodeName: "B" };
  assert.deepEqual(rich("{who} has won {what}!", { who: bold }), ["", bold, " has won ", "{what}", "!"]);
});

test("a label stands before its value, with the spaces of the language", () => {
  assert.equal(labelled("Draw pile", 12), "Draw pile: 12");
  setLanguage(FRENCH);
  assert.equal(labelled("Pioche", 12), "Pioche : 12");
});

test("only the first letter becomes a capital", () => {
  assert.equal(capital("éclair de Gaston"), "Éclair de Gaston");
  assert.equal(capital(""), "");
});
