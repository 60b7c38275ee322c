"""What a browser notes of the shuffles while it plays is enough to find out a server that tells another story later."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bornes import Rules
from bornes.tables.commands import Ready
from bornes.tables.entries import Opened
from bornes.tables.finished import finished_game
from bornes.tables.speaker import Speaker
from bornes.tables.table import Table
from tests.support.house_rules import PRINTED
from tests.support.played_tables import Values, move_on
from tests.support.stepped_table import SteppedTable

from .conftest import RunInNode
from .test_fair import shown

WATCH = """
import { Picture } from "./js/table/picture.js";
import { Witness } from "./js/witness.js";
import { verifyRecord } from "./js/fair.js";
answer(data.map(({ messages, record, rules, sent }) => {
  const picture = new Picture(), witness = new Witness("table");
  for (const message of messages) {
    // What `nextSeed` gave out, and Ready took along.
    const next = sent[`${picture.info?.deal ?? 0}`];
    if (next && (message.events ?? []).some(({ event }) => event === "SeedTaken")) witness.notes.seed ||= next;
    witness.see(picture.take(message), picture, message.type === "state");
  }
  return { proof: verifyRecord(record, rules, witness.of(1)), seen: witness.of(1) };
}));
"""


class Story:
    """A table whose people play some deals, and what one of them is told."""

    def __init__(self, rules: Rules, luck: Random, deals: int = 2) -> None:
        self.rules = rules
        self.sent: dict[int, str] = {}
        table = SteppedTable(rules, "p" * rules.players)
        for deal in range(deals):
            if table.table.game_over:
                break
            seeds = [luck.randbytes(16).hex() for _ in range(rules.players)]
            self.sent[deal] = seeds[0]
            for seat, seed in enumerate(seeds):
                table.do(seat, Ready(id=f"ready {deal} {seat}", seed=seed))
            while table.table.playing:
                move_on(table, luck)
        self.log = table.log
        finished = finished_game(table.log, 1)
        assert finished is not None
        self.record = finished.record

    def messages(self, whole_after: int | None = None) -> list[Values]:
        """Return what seat 0 is told; after so many messages some are lost, and a whole state comes instead."""
        opened = self.log[0]
        assert isinstance(opened, Opened)
        table = Table(opened)
        speaker = Speaker(table, "en")
        messages: list[Values] = [json.loads(speaker.write_state(0))]
        for entry in self.log[1:]:
            told = speaker.write(table.apply(entry))
            if 0 not in told:
                continue
            lost = whole_after is not None and whole_after <= len(messages) < whole_after + 3
            messages.append(json.loads(speaker.write_state(0) if lost else told[0]))
        return messages

    def data(self, whole_after: int | None = None) -> Values:
        return {
            "messages": self.messages(whole_after),
            "record": self.record,
            "rules": shown(self.rules),
            "sent": self.sent,
        }


@pytest.fixture(scope="module")
def story() -> Story:
    return Story(next(rules for rules in PRINTED if rules.edition == "parker-1962"), Random(1))


def test_honest_tables_of_all_forms(node: RunInNode) -> None:
    stories = [Story(rules, Random(number)) for number, rules in enumerate(PRINTED)]
    found = node(WATCH, [story.data() for story in stories])
    for story, each in zip(stories, found, strict=True):
        assert each["proof"]["kept"], (story.rules, each["proof"])
        assert len(each["seen"]) == len(story.sent)
        for deal, seen in each["seen"].items():
            assert seen["seat"] == 0
            assert seen["seed"] == story.sent[int(deal) - 1]
            assert len(seen["hand"]) == story.rules.hand_size
            assert any(seen["draws"]), "its own draws are known"


def test_what_was_missed_is_no_accusation(node: RunInNode, story: Story) -> None:
    moments = (3, 5, 8, 20, len(story.messages()) // 2)
    for each in node(WATCH, [story.data(whole_after=moment) for moment in moments]):
        assert each["proof"]["kept"], each["proof"]


def tampered(data: Values, event: str, **values: Any) -> Values:
    """Return what was told with one kind of event told otherwise, the first time."""
    data = json.loads(json.dumps(data))
    told = next(one for message in data["messages"] for one in message.get("events", ()) if one["event"] == event)
    told.update(values)
    return data


def test_other_stories_are_found_out(node: RunInNode, story: Story) -> None:
    honest = story.data()
    other_seal = json.loads(json.dumps(honest))
    other_seal["messages"][0]["table"]["commitment"] = "ab" * 32
    other_seed = {**honest, "sent": {**story.sent, 0: "00" * 16}}
    hands = next(
        one["hands"] for message in honest["messages"] for one in message.get("events", ()) if one["event"] == "Dealt"
    )
    cases = [
        (honest, []),
        (other_seal, ["other-promise"]),
        (other_seed, ["seed-missing"]),
        (tampered(honest, "Dealt", hands=[["25"] * 6, *hands[1:]]), ["other-hand"]),
    ]
    found = node(WATCH, [data for data, _ in cases])
    assert [each["proof"]["deals"][0]["faults"] for each in found] == [faults for _, faults in cases]


def test_what_no_honest_server_does_is_said_at_once(node: RunInNode) -> None:
    """Another promise, a seed left out, another secret: noticed while the game is played, without a record."""
    script = """
    import { Witness } from "./js/witness.js";
    import { sealOf } from "./js/fair.js";
    const secret = "ab".repeat(32), seal = sealOf(secret);
    const table = { game: 1, deal: 0, commitment: seal, deal_commitment: "" };
    const begun = { event: "DealStarted", game: 1, number: 1 };
    const begins = { ...begun, commitment: seal, seeds: ["aa", ""], next_commitment: "next" };
    const seen = { viewer: 0, table }, taken = { event: "SeedTaken", seat: 0, seed: "aa" };
    const reveals = { event: "ShuffleRevealed", game: 1, number: 1, secret };
    const stories = [
      [[taken], [begins], [reveals]],
      [[taken], [{ ...begins, commitment: "other" }]],
      [[taken], [{ ...begins, seeds: ["", ""] }]],
      [[begins], [{ ...reveals, secret: "cd".repeat(32) }]],
      [{ ...table, commitment: "other" }],
    ];
    answer(stories.map((story) => {
      const warnings = [], witness = new Witness("table", (text) => warnings.push(text));
      witness.see([], seen, true);
      for (const told of story) {
        if (Array.isArray(told)) witness.see(told, seen, false);
        else witness.see([], { viewer: 0, table: told }, true);
      }
      return [witness.broken, warnings.map((text) => text.split(": ")[1].split(".")[0])];
    }));
    """
    deal = [{"game": 1, "deal": 1}]
    promise = "the server shuffled by another promise than the one that it had given"
    assert node(script) == [
        [[], []],
        [deal, [promise]],
        [deal, ["the server left your own part out of the shuffle"]],
        [deal, ["what the server revealed does not fit its promise"]],
        [deal, [promise]],
    ]


def test_seeds_are_used_once(node: RunInNode) -> None:
    script = """
    import { Witness } from "./js/witness.js";
    const witness = new Witness("table"), first = witness.nextSeed(), again = witness.nextSeed();
    const table = { game: 1, deal: 1, commitment: "b", deal_commitment: "a" };
    const promises = { commitment: "a", next_commitment: "b" };
    const begins = { event: "DealStarted", game: 1, number: 1, seeds: [first, ""], ...promises };
    witness.see([begins], { viewer: 0, table }, false);
    answer([first === again, first === witness.nextSeed(), witness.of(1)[1].seed === first, witness.of(2)]);
    """
    assert node(script) == [True, False, True, {}]
