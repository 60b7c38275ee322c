import assert from "node:assert/strict";
import { test } from "node:test";
import { DealState } from "../../src/bornes/web/js/table/deal_state.js";
import { BEGINNING, table } from "./messages.js";

/** A deal as Ann sees it, after these events. */
function dealAfter(...events) {
  const deal = new DealState();
  deal.viewer = 0;
  for (const event of [...BEGINNING, ...events]) deal.follow(event, table());
  return deal;
}

test("a deal begins with hands, a draw pile and empty piles", () => {
  const deal = dealAfter();
  assert.deepEqual(deal.hand, ["25", "stop", "roll"], "in order of kind");
  assert.deepEqual(deal.cards, [3, 3]);
  assert.equal(deal.drawPile, 100);
  assert.deepEqual(deal.piles[1], { battle: [], speed: [], distances: [], safeties: [], coups: [] });
  assert.equal(deal.target, 700);
  assert.equal(deal.decides, 0);
  assert.equal(deal.phase, "play");
  assert.ok(deal.playing);
});

test("a card that is drawn, laid or discarded goes where the event says", () => {
  const deal = dealAfter(
    { event: "Drew", seat: 0, card: "limit" },
    { event: "Laid", seat: 0, card: "roll" },
    { event: "Attacked", seat: 0, card: "limit", team: 1 },
    { event: "Discarded", seat: 0, card: "stop" },
  );
  assert.deepEqual(deal.hand, ["25"]);
  assert.deepEqual(deal.cards, [1, 3]);
  assert.equal(deal.drawPile, 99);
  assert.deepEqual(deal.piles[0]?.battle, ["roll"]);
  assert.deepEqual(deal.piles[1]?.speed, ["limit"]);
  assert.deepEqual(deal.discards, ["stop"]);
});

test("what others draw is counted and not seen", () => {
  const deal = dealAfter({ event: "Drew", seat: 1, card: null });
  assert.deepEqual(deal.cards, [3, 4]);
  assert.deepEqual(deal.hand, ["25", "stop", "roll"]);
});

test("distances add up, team by team", () => {
  const deal = dealAfter({ event: "Laid", seat: 0, card: "25" }, { event: "Laid", seat: 1, card: "200" });
  assert.deepEqual([deal.miles(0), deal.miles(1), deal.miles(5)], [25, 200, 0]);
});

test("a coup fourré takes the hazard away, and the window closes", () => {
  const window = { event: "WindowOpened", attacker: 1, team: 0, hazard: "stop" };
  const deal = dealAfter({ event: "Attacked", seat: 1, card: "stop", team: 0 }, window);
  assert.deepEqual(deal.window, { attacker: 1, target: 0, hazard: "stop" });
  assert.equal(deal.phase, "react");
  for (const event of [
    { event: "CoupFourre", seat: 0, safety: "priority", hazard: "stop", discarded: true },
    { event: "WindowClosed" },
  ])
    deal.follow(event, table());
  assert.deepEqual(deal.piles[0]?.safeties, ["priority"]);
  assert.deepEqual(deal.piles[0]?.coups, ["priority"]);
  assert.deepEqual(deal.piles[0]?.battle, []);
  assert.deepEqual(deal.discards, ["stop"]);
  assert.equal(deal.window, null);
});

test("an extension makes the trip longer, and belongs to a team", () => {
  const deal = dealAfter({ event: "Extended", seat: 1 });
  assert.equal(deal.target, 1000);
  assert.equal(deal.extendedBy, 1);
});

test("a reshuffle turns the discards into the draw pile", () => {
  const deal = dealAfter({ event: "Discarded", seat: 0, card: "stop" }, { event: "ShuffleNeeded" });
  assert.equal(deal.phase, "chance");
  deal.follow({ event: "Reshuffled", cards: 41 }, table());
  assert.equal(deal.drawPile, 41);
  assert.deepEqual(deal.discards, []);
});

test("a deal that is over is played no more", () => {
  const deal = dealAfter({ event: "DealOver", ending: "completed", completer: 0, scores: [700, 0] });
  assert.equal(deal.playing, false);
  assert.deepEqual([deal.ending, deal.completer, deal.phase], ["completed", 0, "over"]);
});

test("an event that this page does not know changes nothing", () => {
  assert.deepEqual(dealAfter({ event: "Comet", seat: 0 }), dealAfter());
});
