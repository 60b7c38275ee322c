import "./page_stub.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { BEGINNING, update, person, state, table } from "./messages.js";

const { OutOfStep, TableState } = await import("../../src/bornes/web/js/table/table_state.js");

/** A table that took these messages in. */
function stateAfter(...messages) {
  const found = new TableState();
  for (const message of messages) found.take(message);
  return found;
}

test("a whole state is a table before its first deal", () => {
  const found = stateAfter(state());
  assert.equal(found.dealt, false);
  assert.equal(found.playing, false);
  assert.deepEqual(
    found.teams.map(({ name, mine, leads }) => [name, mine, leads]),
    [
      ["You", true, false],
      ["Bob", false, false],
    ],
  );
  assert.ok(found.runs);
});

test("before a whole state nothing is known", () => {
  assert.throws(() => new TableState().table, OutOfStep);
  assert.throws(() => stateAfter(update(1, [])), OutOfStep);
});

test("messages follow one another: an old one tells nothing, a gap is an error", () => {
  const found = stateAfter(state(), update(2, BEGINNING));
  assert.deepEqual(found.take(update(2, BEGINNING)), []);
  assert.equal(found.table.deal, 1);
  assert.throws(() => found.take(update(4, [])), OutOfStep);
  assert.throws(() => found.take(update(3, [], { viewer: 1 })), OutOfStep);
});

test("a deal begins with its commitment and seeds, and nobody ready", () => {
  const ready = table({ seats: [person("Ann", 0, { ready: true }), person("Bob", 1, { ready: true })] });
  const found = stateAfter(state({ table: ready }), update(2, BEGINNING));
  assert.equal(found.table.deal_commitment, "c1");
  assert.equal(found.table.commitment, "c2");
  assert.deepEqual(found.table.deal_seeds, ["aa", "bb"]);
  assert.deepEqual(found.table.seeds, ["", ""]);
  assert.deepEqual(
    found.seats.map(({ ready, cards }) => [ready, cards]),
    [
      [false, 3],
      [false, 3],
    ],
  );
});

test("the log has the sentences of this deal", () => {
  const found = stateAfter(state(), update(2, BEGINNING));
  assert.deepEqual(
    found.log.map(({ text, number, seat }) => [text, number, seat]),
    [
      ["Deal 1 begins.", 2, null],
      ["Ann’s turn.", 2, 0],
    ],
  );
});

test("sentences that were read begin the log, and none stands there twice", () => {
  const found = stateAfter(state({ number: 7, table: table({ deal: 1 }) }));
  assert.ok(found.unread);
  found.take(update(8, [{ event: "TurnBegan", seat: 1, text: "Bob’s turn." }]));
  found.recall([{ seat: 0, text: "Ann laid 25.", event: "Laid" }], 7);
  assert.equal(found.unread, false);
  assert.deepEqual(
    found.log.map(({ text }) => text),
    ["Ann laid 25.", "Bob’s turn."],
  );
});

test("points are added when a deal is over, and people have to get ready again", () => {
  const over = { event: "DealOver", ending: "completed", completer: 0, scores: [700, 125] };
  const found = stateAfter(state(), update(2, BEGINNING), update(3, [over], { sheet: { miles: [700, 125] } }));
  assert.deepEqual(found.totals, [700, 125]);
  assert.equal(found.playing, false);
  assert.deepEqual(found.table.sheets, [{ miles: [700, 125] }]);
  assert.deepEqual(
    found.seats.map(({ ready }) => ready),
    [false, false],
  );
});

test("a question stays until it is answered or another is asked", () => {
  const question = { phase: "play", moves: [], blocked: [] };
  const found = stateAfter(state(), update(2, BEGINNING, { question_number: 2, question }));
  assert.deepEqual(found.question, question);
  found.take(update(3, [{ event: "PlayerRenamed", seat: 1, name: "Bo" }], { question_number: 2 }));
  assert.deepEqual(found.question, question);
  assert.equal(found.nameOf(1), "Bo");
  found.take(update(4, [{ event: "Laid", seat: 0, card: "25" }]));
  assert.equal(found.question, null);
});

test("people come, are driven for, go, and bots take their seats", () => {
  const found = stateAfter(state(), update(2, [{ event: "BotTookOver", seat: 1 }]));
  assert.equal(found.table.seats[1]?.autopilot, true);
  found.take(update(3, [{ event: "PlayerReturned", seat: 1 }]));
  assert.equal(found.table.seats[1]?.autopilot, false);
  found.take(update(4, [{ event: "SeatVacated", seat: 1 }]));
  assert.deepEqual([found.table.seats[1]?.kind, found.table.seats[1]?.name], ["open", "Player 2"]);
  found.take(update(5, [{ event: "BotJoined", seat: 1, bot: "tuned" }]));
  assert.deepEqual([found.table.seats[1]?.kind, found.table.seats[1]?.ready], ["bot", true]);
});

test("the next player present runs a table whose host is away", () => {
  const away = table({ seats: [person("Ann", 0), person("Bob", 1)], host: 1, acting_host: 1 });
  const found = stateAfter(state({ table: away }));
  found.here = new Set([0, 1]);
  assert.equal(found.runs, false);
  found.here = new Set([0]);
  assert.equal(found.runs, true);
});

test("players who change places take their names and seeds along, and teams stay", () => {
  const seeded = table({ seeds: ["aa", "bb"] });
  const found = stateAfter(state({ table: seeded }), update(2, [{ event: "SeatsSwapped", seat: 0, other_seat: 1 }]));
  assert.deepEqual(
    found.table.seats.map(({ name, team }) => [name, team]),
    [
      ["Bob", 0],
      ["Ann", 1],
    ],
  );
  assert.deepEqual(found.table.seeds, ["bb", "aa"]);
  assert.equal(found.table.host, 1);
});

test("the race counts miles, or what the server says", () => {
  const laid = { event: "Laid", seat: 1, card: "100" };
  const found = stateAfter(state(), update(2, BEGINNING), update(3, [laid]));
  assert.deepEqual(found.places, [0, 100]);
  assert.deepEqual(
    found.teams.map(({ leads }) => leads),
    [false, true],
  );
  found.take(update(4, [], { race: [300, 100] }));
  assert.deepEqual(found.places, [300, 100]);
});
