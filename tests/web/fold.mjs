/**
 * Folds messages of tables with the page's own `table_state.js`, and compares it after each with the state of that moment.
 *
 * In comes a line for each message: `{"stream": "…", "message": {…}, "state": {…} | null}`, those of one stream in
 * order. Out comes a line for each stream that went wrong, `{"stream", "number", "where", "folded", "right"}`, and at
 * last how many messages it took in, `{"taken": n}`.
 */
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { TableState } from "../../src/bornes/web/js/table/table_state.js";

/** What a picture shows, but for what was said along the way. */
const shown = (picture) => ({
  viewer: picture.viewer,
  number: picture.number,
  at: picture.at,
  asked: picture.asked,
  question: asked(picture.question),
  until: picture.until,
  hand: picture.hand,
  cards: picture.cards,
  piles: picture.piles,
  drawPile: picture.drawPile,
  discards: picture.discards,
  turn: picture.turn,
  decides: picture.decides,
  phase: picture.phase,
  window: picture.window,
  target: picture.target,
  extendedBy: picture.extendedBy,
  ending: picture.ending,
  completer: picture.completer,
  totals: picture.totals,
  dealt: picture.dealt,
  playing: picture.playing,
  race: picture.race,
  table: picture.table,
});

/** The same from a state, by hand: what `become` makes of it is compared, too. */
function told({ viewer, number, at, question_number: by, question, clock, race, table, view }) {
  const playing = view !== null && view.ending === null;
  return {
    viewer,
    number,
    at,
    asked: by ?? null,
    question: asked(question ?? null),
    until: clock?.deadline ?? null,
    hand: view?.hand ?? [],
    cards: view?.hand_sizes ?? table.seats.map(() => 0),
    piles: (view?.tables ?? table.totals.map(() => ({}))).map(
      ({ battle = [], speed = [], distances = [], safeties = [], coups = [] }) => ({
        battle,
        speed,
        distances,
        safeties,
        coups,
      }),
    ),
    drawPile: view?.draw_pile_size ?? 0,
    discards: view?.discards ?? [],
    turn: view?.turn ?? 0,
    decides: view?.seat ?? null,
    phase: view?.phase ?? "",
    window: view?.window ?? null,
    target: view?.target ?? table.rules.target,
    extendedBy: view?.extended_by ?? null,
    ending: view?.ending ?? null,
    completer: view?.completer ?? null,
    totals: playing ? view.totals_before : table.totals,
    dealt: view !== null,
    playing,
    race: race ?? null,
    table: playing ? { ...table, totals: view.totals_before, sheets: table.sheets.slice(0, -1) } : table,
  };
}

/** What is asked; a sentence in it may have an older name of somebody who was renamed since. */
const asked = (question) =>
  question && JSON.parse(JSON.stringify(question, (key, value) => (key === "text" ? undefined : value)));

/** What of a table's facts is folded; its totals are the picture's own. */
const facts = ({ totals, ...table }) => table;

function differences(picture, state) {
  const fresh = new TableState();
  fresh.take(structuredClone(state));
  const right = told(state);
  return [
    ["folded", shown(picture)],
    ["become", shown(fresh)],
  ].flatMap(([how, found]) =>
    Object.keys(right).flatMap((name) => {
      const [is, ought] = name === "table" ? [facts(found.table), facts(right.table)] : [found[name], right[name]];
      if (isDeepStrictEqual(is, ought)) return [];
      if (name !== "table") return [{ where: `${how}: ${name}`, folded: is, right: ought }];
      return Object.keys(ought)
        .filter((key) => !isDeepStrictEqual(is[key], ought[key]))
        .map((key) => ({ where: `${how}: table.${key}`, folded: is[key], right: ought[key] }));
    }),
  );
}

const pictures = new Map();
const wrong = new Set();
let taken = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { stream, message, state } = JSON.parse(line);
  if (wrong.has(stream)) continue;
  if (!pictures.has(stream)) pictures.set(stream, new TableState());
  const picture = pictures.get(stream);
  let found;
  try {
    picture.take(message);
    found = state ? differences(picture, state) : [];
  } catch (error) {
    found = [{ where: String(error), folded: error.stack }];
  }
  taken += 1;
  if (!found.length) continue;
  wrong.add(stream);
  const events = (message.events ?? []).map(({ text, ...event }) => event);
  for (const one of found) console.log(JSON.stringify({ stream, number: message.number, ...one, events }));
}
console.log(JSON.stringify({ taken }));
