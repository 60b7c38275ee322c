import "./page_stub.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { ReplayState } = await import("../../src/bornes/web/js/replay/replay_state.js");

const REPLAY = {
  edition: "dujardin",
  players: 2,
  teams: 2,
  rules: { target: 700, hand_size: 2 },
  names: ["Ann", "Bob"],
  game: 1,
  deal: 1,
  totals_before: [100, 0],
  totals: [800, 0],
  start: {
    events: [
      {
        event: "Dealt",
        text: "The cards are dealt.",
        first: 0,
        hands: [
          ["roll", "25"],
          ["200", "roll"],
        ],
        draw_pile_size: 10,
      },
    ],
  },
  steps: [
    {
      move: "roll",
      seat: 0,
      text: "lay Roll",
      events: [
        { event: "Laid", text: "Ann lays Roll.", seat: 0, card: "roll" },
        { event: "TurnBegan", text: "Bob’s turn.", seat: 1 },
        { event: "Drew", text: "Bob draws 50.", seat: 1, card: "50" },
      ],
    },
    { move: "roll", seat: 1, text: "lay Roll", events: [{ event: "Laid", seat: 1, card: "roll" }] },
    { move: "200", seat: 1, text: "lay 200", events: [{ event: "Laid", text: "Bob lays 200.", seat: 1, card: "200" }] },
  ],
  sheet: {},
};
const replay = (seat = 0) => new ReplayState(structuredClone(REPLAY), seat);

test("all hands lie open, step by step", () => {
  const found = replay();
  assert.equal(found.length, 3);
  assert.deepEqual(found.pictureAt(0).hands, [
    ["25", "roll"],
    ["200", "roll"],
  ]);
  assert.deepEqual(found.pictureAt(1).hands, [["25"], ["50", "200", "roll"]]);
  assert.deepEqual(found.pictureAt(3).hands, [["25"], ["50"]]);
});

test("a step back shows the table as it was", () => {
  const found = replay();
  assert.deepEqual(found.pictureAt(3).piles[1]?.distances, ["200"]);
  assert.deepEqual(found.pictureAt(1).piles[1]?.distances, []);
  assert.deepEqual(found.pictureAt(3).piles[1]?.distances, ["200"]);
});

test("everybody keeps their name, and the board of who looks is marked", () => {
  const { teams } = replay(1).pictureAt(0);
  assert.deepEqual(
    teams.map(({ name, mine, total }) => [name, mine, total]),
    [
      ["Ann", false, 100],
      ["Bob", true, 0],
    ],
  );
  assert.ok(
    replay(null)
      .pictureAt(0)
      .teams.every(({ mine }) => !mine),
  );
});

test("a move is told apart from what came of it", () => {
  const found = replay();
  assert.deepEqual(found.told(0), { did: "The cards are dealt.", consequence: "" });
  assert.deepEqual(found.told(1), { did: "Ann lays Roll.", consequence: "Bob’s turn. Bob draws 50." });
  assert.deepEqual(found.told(2), { did: "Bob: lay Roll", consequence: "" }, "its events have no sentence");
});

test("places are parts of the whole way", () => {
  assert.deepEqual(replay().places, [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 200 / 700],
  ]);
});

test("partners sit opposite each other", () => {
  const found = new ReplayState({ ...REPLAY, names: ["Ann", "Bob", "Cat", "Dan"] }, 3);
  assert.equal(found.side, 1);
  assert.equal(found.teamName(0), "Ann · Cat");
});
