import "./page_stub.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { isInvitation, isSecret } = await import("../../src/bornes/web/js/core/storage.js");

test("a secret and an invitation have their length and letters", () => {
  const secret = "a".repeat(32);
  assert.ok(isSecret(secret));
  for (const text of ["", "a".repeat(21), "a".repeat(65), `${secret}!`]) assert.equal(isSecret(text), false, text);
  assert.ok(isInvitation("public"));
  assert.equal(isInvitation("two words"), false);
});
