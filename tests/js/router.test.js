import "./page_stub.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { routeOf, screenName } = await import("../../src/bornes/web/js/router.js");

const named = (address) => screenName(routeOf(new URL(address, "http://localhost/")).parts);

test("an address asks for a screen", () => {
  assert.equal(named("/"), "");
  assert.equal(named("/open"), "open");
  assert.equal(named("/how-to-play/dujardin"), "how-to-play");
  assert.equal(named("/t/abc"), "t");
  assert.equal(named("/t/abc#seat=x"), "t");
  assert.equal(named("/t/abc/replay/1/2"), "replay");
});

test("below a table there is only the replay", () => {
  assert.equal(named("/t"), "nowhere");
  assert.equal(named("/t/abc/chat"), "nowhere");
});

test("what stands behind # and ? can be asked for by name", () => {
  const route = routeOf(new URL("/t/abc/?lang=fr#watch=public&move=3", "http://localhost/"));
  assert.deepEqual(route.parts, ["t", "abc"]);
  assert.equal(route.path, "/t/abc/");
  assert.equal(route.query.get("lang"), "fr");
  assert.equal(route.hash.get("watch"), "public");
  assert.equal(route.hash.get("move"), "3");
  assert.equal(route.hash.get("seat"), null);
});
