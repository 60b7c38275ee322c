import assert from "node:assert/strict";
import { test } from "node:test";
import { landings, readMove } from "../../src/bornes/web/js/replay/notation.js";

test("a move in notation has a card, a place, and for hazards a team", () => {
  const cases = {
    draw: { card: null, to: "draw", team: null },
    take: { card: null, to: "discards", team: null },
    coup: { card: null, to: "own", team: null },
    pass: { card: null, to: "none", team: null },
    extend: { card: null, to: "none", team: null },
    finish: { card: null, to: "none", team: null },
    "-stop": { card: "stop", to: "discards", team: null },
    "~25": { card: "25", to: "discards", team: null },
    "out-of-gas>C": { card: "out-of-gas", to: "team", team: 2 },
    100: { card: "100", to: "own", team: null },
  };
  for (const [move, read] of Object.entries(cases)) assert.deepEqual(readMove(move), read, move);
});

test("cards land before the own team, before another, or on the discards", () => {
  const events = [
    { event: "Drew", seat: 1, card: "25" },
    { event: "Laid", seat: 3, card: "25" },
    { event: "Attacked", seat: 3, card: "stop", team: 0 },
    { event: "CoupFourre", seat: 2, safety: "priority", hazard: "stop" },
    { event: "Discarded", seat: 3, card: "flat" },
    { event: "ExchangedCard", seat: 3, card: "50" },
  ];
  assert.deepEqual(
    landings(events, (seat) => seat % 2),
    [
      { card: "25", team: 1 },
      { card: "stop", team: 0 },
      { card: "priority", team: 0 },
      { card: "flat", discards: true },
      { card: "50", discards: true },
    ],
  );
});
