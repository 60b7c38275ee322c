import assert from "node:assert/strict";
import { test } from "node:test";
import { RecordProblem, readRecord, teamOf } from "../../src/bornes/web/js/fair/record_reader.js";
import { bytesOf, fromHex, hmac, sha256, toHex } from "../../src/bornes/web/js/fair/sha256.js";
import {
  cut,
  deckOf,
  handsOf,
  KINDS,
  newSeed,
  sealOf,
  shuffled,
  sortedCards,
  sortedDeck,
} from "../../src/bornes/web/js/fair/shuffle.js";

const SERVER = toHex(Uint8Array.from({ length: 32 }, (_, n) => n));
const SEEDS = { server: SERVER, players: ["616c696365", "", "626f62"] };

test("sha256 has the digests of FIPS 180-4", () => {
  assert.equal(toHex(sha256(bytesOf(""))), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(toHex(sha256(bytesOf("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(
    toHex(sha256(bytesOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("hmac has the digests of RFC 4231", () => {
  const hexOf = (key, text) => toHex(hmac(bytesOf(key), bytesOf(text)));
  assert.equal(
    hexOf("Jefe", "what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  const long = new Uint8Array(131).fill(0xaa);
  assert.equal(
    toHex(hmac(long, bytesOf("Test Using Larger Than Block-Size Key - Hash Key First"))),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  );
});

test("hexadecimal text becomes bytes and back, and other text none", () => {
  assert.deepEqual(fromHex("00ffA5"), Uint8Array.of(0, 255, 165));
  assert.equal(toHex(Uint8Array.of(0, 255, 165)), "00ffa5");
  for (const text of ["0", "0g", "0x00", " 00"]) assert.equal(fromHex(text), null);
});

test("the seal of a seed is its digest, and text that is no seed has none", () => {
  assert.equal(sealOf(SERVER), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
  assert.equal(sealOf(""), null);
  assert.equal(sealOf("secret"), null);
});

test("the shuffle gives the orders of docs/fair.md", () => {
  const cards = [0, 0, 0, 1, 1, 2, 3, 3, 4, 4];
  assert.deepEqual(shuffled(cards, SEEDS, 1, 0), [0, 3, 4, 1, 1, 0, 0, 3, 4, 2]);
  assert.deepEqual(shuffled(cards, SEEDS, 1, 1), [1, 4, 2, 0, 1, 0, 4, 3, 3, 0]);
  assert.deepEqual(shuffled(cards, SEEDS, 2, 0), [2, 1, 3, 3, 4, 0, 1, 4, 0, 0]);
  assert.deepEqual(cards, [0, 0, 0, 1, 1, 2, 3, 3, 4, 4], "what is shuffled stays as it was");
});

test("the cut is a seat, and follows from the seeds whatever their case", () => {
  for (const players of [2, 3, 4, 6, 8]) {
    const seat = cut(SEEDS, players);
    assert.ok(Number.isInteger(seat) && seat >= 0 && seat < players);
    assert.equal(cut({ ...SEEDS, server: SERVER.toUpperCase() }, players), seat);
  }
});

test("a deck has the counted cards, and hands are dealt from its top one by one", () => {
  const counts = KINDS.map((kind) => (kind === "25" ? 3 : kind === "roll" ? 2 : 0));
  assert.deepEqual(sortedDeck(counts), ["25", "25", "25", "roll", "roll"]);
  assert.deepEqual(sortedCards(deckOf(counts, SEEDS, 1)), sortedDeck(counts));
  assert.deepEqual(handsOf(["a", "b", "c", "d", "e"], 2, 2, 1), [
    ["b", "d"],
    ["a", "c"],
  ]);
});

test("new seeds are sixteen bytes, and no two alike", () => {
  const seeds = Array.from({ length: 20 }, newSeed);
  assert.equal(new Set(seeds).size, 20);
  for (const seed of seeds) assert.equal(fromHex(seed)?.length, 16);
});

const LINES = [
  "Bornes record 1",
  "edition: dujardin",
  "form: 2 players",
  "names: Ann | Bob",
  "first: 2",
  "rule: hand_size = 7",
  "",
  "deal 1",
  "commitment: 00",
  "seeds: aa -",
  "1. 2: draw stop>A 1: coup",
  "score: A 200 B 100 (completed by A)",
  "result: A 200 B 100",
];

const checked = (lines) => {
  const text = `${lines.join("\n")}\n`;
  return `${text}check: ${toHex(sha256(bytesOf(text)))}\n`;
};

test("a record is read with its head, its moves and its scores", () => {
  const record = readRecord(checked(LINES));
  assert.equal(record.whole, true);
  assert.deepEqual(record.names, ["Ann", "Bob"]);
  assert.equal(record.first, 1);
  assert.deepEqual(record.house, { hand_size: "7" });
  assert.equal(record.result, "A 200 B 100");
  assert.deepEqual(record.deals[0]?.seeds, ["aa", ""]);
  assert.deepEqual(record.deals[0]?.turns, [
    {
      turn: 1,
      moves: [
        { seat: 1, move: "draw" },
        { seat: 1, move: "stop>A" },
        { seat: 0, move: "coup" },
      ],
    },
  ]);
});

test("a record is read alike with the line ends of Windows", () => {
  assert.deepEqual(readRecord(checked(LINES).replaceAll("\n", "\r\n")), readRecord(checked(LINES)));
});

test("a changed record, and one with a line that nobody knows, is not whole", () => {
  assert.equal(readRecord(checked(LINES).replace("A 200", "A 300")).whole, false);
  assert.equal(readRecord(checked([...LINES, "weather: fine"])).whole, false);
  assert.throws(() => readRecord("Dear diary\n"), RecordProblem);
});

test("teams are named by letters", () => {
  assert.deepEqual(["A", "B", "H"].map(teamOf), [0, 1, 7]);
});
