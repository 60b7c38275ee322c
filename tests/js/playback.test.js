import "./page_stub.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";

const { Playback } = await import("../../src/bornes/web/js/replay/playback.js");

/** A deal of five moves, the third of which has a mark; notes what is to be shown. */
function begin() {
  const shown = [];
  const playback = new Playback({
    length: 5,
    marks: () => [{ step: 1 }, { step: 3 }],
    isMarked: (step) => step === 3,
    shortcuts: () => true,
    onStep: (onward) => shown.push(onward ? playback.step : `to ${playback.step}`),
    onLook: () => shown.push(playback.looksAtBetter ? "better" : "played"),
    onPlaying: () => {},
  });
  return { playback, shown };
}

test("steps stay within the deal", () => {
  const { playback, shown } = begin();
  playback.go(-2);
  playback.go(2);
  playback.go(3);
  playback.go(99);
  playback.go(99);
  assert.deepEqual(shown, ["to 2", 3, "to 5"]);
  assert.equal(playback.within(Number.NaN), 0);
});

test("buttons lead to the ends, a step on and back, and to the next mark, again from the first", () => {
  const { playback } = begin();
  const steps = ["last", "back", "first", "next", "mark", "mark"].map((go) => {
    playback.control(go);
    return playback.step;
  });
  assert.deepEqual(steps, [5, 4, 0, 1, 3, 1]);
});

test("a step leaves the better move that was looked at", () => {
  const { playback, shown } = begin();
  playback.go(1);
  playback.look(true);
  playback.go(1);
  assert.deepEqual(shown, [1, "better", "to 1"]);
});

test("a deal plays by itself to its end, longer at a mark, and stops", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { playback, shown } = begin();
  playback.control("play");
  for (let step = 0; step < 3; step += 1) mock.timers.tick(1300);
  assert.deepEqual(shown, [1, 2, 3]);
  mock.timers.tick(3999);
  assert.equal(playback.step, 3);
  mock.timers.tick(1);
  assert.equal(playback.step, 4);
  mock.timers.tick(1300);
  assert.equal(playback.step, 5);
  assert.equal(playback.timer, 0);
  mock.timers.reset();
});
