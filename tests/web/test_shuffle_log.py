"""The page's proof of a fair shuffle: a table of lies that it must name, and honest games that it must not accuse."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from bornes import Rules, edition
from tests.support import stepped_table
from tests.support.house_rules import PRINTED
from tests.support.lies import ALONE, HONEST, LIES, TWO, honest
from tests.support.observed_tables import Story, Values, events, messages

from .conftest import RunInNode

OBSERVE = """
import { TableState } from "./js/table/table_state.js";
import { isAgainstBots, ShuffleLog } from "./js/fair/shuffle_log.js";
import { rulesOf, verifyRecord } from "./js/fair/verify.js";
console.warn = () => {};
answer(data.map(({ steps, record, table, game, last }) => {
  const stored = new Map(), warnings = [];
  const setItem = (key, text) => stored.set(key, text);
  globalThis.sessionStorage = { getItem: (key) => stored.get(key) ?? null, setItem };
  let picture = new TableState();
  const begin = () => new ShuffleLog("table", { warn: (text) => warnings.push(text) });
  let observations = begin();
  for (const [what, value] of steps) {
    if (what === "reload") [picture, observations] = [new TableState(), begin()];
    else if (what === "connect") observations.reconnect();
    else if (what === "sent") {
      observations.notes.seed = value;
      observations.nextSeed();
    } else if (what === "done") observations.acknowledge(value);
    else if (what === "undoing") observations.undoing = value;
    else if (what === "message") {
      const number = picture.number;
      try {
        picture.take(structuredClone(value));
      } catch {
        picture = new TableState(); // as the connection does
        continue;
      }
      if (value.type === "update" && picture.number === number) continue;
      observations.see(value, isAgainstBots(picture.info.seats));
    }
  }
  const { verdict, deals } = verifyRecord(record, rulesOf(table), { last, observed: observations.of(game) });
  const told = (name) => [...new Set(deals.flatMap((deal) => deal[name]))];
  const noticed = observations.faults.map(({ fault }) => fault);
  return { verdict, faults: told("faults"), weaknesses: told("weaknesses"), noticed, warnings };
}));
"""


def check(node: RunInNode, stories: list[Values]) -> list[Values]:
    found: list[Values] = node(OBSERVE, stories)
    return found


def test_lies_are_named(node: RunInNode) -> None:
    stories = []
    for tell, _, _ in LIES.values():
        story = honest()
        tell(story)
        stories.append(story)
    found = check(node, [honest(), *stories])
    assert (found[0]["verdict"], found[0]["faults"], found[0]["warnings"]) == ("kept", [], [])
    judged = {
        name: (each["verdict"], each["faults"] + each["weaknesses"]) for name, each in zip(LIES, found[1:], strict=True)
    }
    wrong = {
        name: judged[name]
        for name, (_, verdict, reason) in LIES.items()
        if judged[name][0] != verdict or reason not in judged[name][1]
    }
    assert wrong == {}
    assert len(LIES) >= 50


def test_broken_promises_are_reported_at_once(node: RunInNode) -> None:
    """Without a record, while the game is played: what the server contradicts itself in."""
    names = [name for name, (_, _, fault) in LIES.items() if "record" not in name and fault in REPORTED]
    stories = []
    for name in names:
        story = honest()
        LIES[name][0](story)
        stories.append(story)
    for name, each in zip(names, check(node, stories), strict=True):
        assert LIES[name][2] in each["noticed"], name
        assert each["warnings"], name


REPORTED = ("other-commitment", "other-secret", "seed-missing", "deal-number")
"""Which faults can be noticed without a record, unless it is the record that lies."""


def test_honest_games_are_never_accused(node: RunInNode) -> None:
    found = check(node, [story() for story in HONEST])
    judged = {
        story.__name__: (each["faults"], each["noticed"], set(each["weaknesses"]))
        for story, each in zip(HONEST, found, strict=True)
    }
    assert judged == {story.__name__: ([], [], missing) for story, missing in HONEST.items()}
    assert [each["verdict"] for each in found] == ["weak" if missing else "kept" for missing in HONEST.values()]


def test_a_secret_that_an_earlier_game_has_shown(node: RunInNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepped_table, "secret", lambda game, deal: b"known by now" * 2)
    story = Story(TWO.replace(game_goal=0), "pp").deals(2)
    found = check(node, [story.told(game=1), story.told(game=2)])
    assert [(each["verdict"], each["weaknesses"]) for each in found] == [
        ("kept", []),
        ("weak", ["server-seed-repeated"]),
    ]


def test_a_game_without_a_record(node: RunInNode) -> None:
    """Of what another device may have taken back nobody is accused."""
    people, alone = honest(), Story(TWO, "pb", **ALONE).deals(1).told()
    people["record"] = alone["record"] = None
    found = check(node, [people, alone])
    assert [(each["verdict"], each["faults"], each["weaknesses"]) for each in found] == [
        ("broken", ["deal-missing"], []),
        ("weak", [], ["moves-unseen"]),
    ]


def test_all_forms_are_proved_whole(node: RunInNode) -> None:
    """Each card and each move of every edition is where the seeds and the record put it."""
    rules: list[Rules] = [*PRINTED, edition("parker-1962").rules(2).replace(empty_draw_pile="reshuffle", turn_cap=300)]
    stories = [Story(each, "p" * each.players, luck=at).deals(1).told() for at, each in enumerate(rules)]
    found = check(node, stories)
    assert [(each["verdict"], each["faults"]) for each in found] == [("kept", [])] * len(rules)


# -- hostile messages ----------------------------------------------------------------------------------------------

GARBAGE: tuple[Any, ...] = (
    None,
    -1,
    10**30,
    1.5,
    "x" * 5000,
    [],
    {},
    [None],
    [[[]]],
    True,
    "__proto__",
    {"length": 10**9},
)


def garbled(value: Any, luck: Random) -> Any:
    """Return values of which one, somewhere, is garbage."""
    if isinstance(value, dict | list) and value and luck.random() < 0.9:
        value = copy.copy(value)
        key = luck.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[key] = garbled(value[key], luck)
        return value
    return luck.choice(GARBAGE)


def test_garbage_never_stops_the_page_nor_proves_anything(node: RunInNode) -> None:
    luck, stories = Random(7), []
    for _ in range(150):
        story = honest()
        step = luck.choice([step for step in story["steps"] if step[0] == "message"])
        part = luck.choice(["events", "table", "view", "viewer"])
        if part not in step[1]:
            part = "events"
        step[1][part] = garbled(step[1].get(part), luck)
        stories.append(story)
    found = check(node, stories)
    for story, each in zip(stories, found, strict=True):
        if each["verdict"] == "kept":  # something was changed that no proof needs
            assert len(messages(story)) == len(messages(honest()))
    assert sum(each["verdict"] != "kept" for each in found) > 30


def test_garbage_in_what_is_compared_is_never_kept(node: RunInNode) -> None:
    compared = {
        "DealStarted": ("game", "deal", "commitment", "seeds", "next_commitment"),
        "Dealt": ("first", "hands"),
        "Drew": ("seat", "card"),
        "Discarded": ("seat", "card"),
        "DealOver": ("scores",),
        "ShuffleRevealed": ("deal", "server_seed"),
    }
    stories = []
    for name, fields in compared.items():
        for field in fields:
            for garbage in GARBAGE:
                story = honest()
                event = events(story, name, lambda one, field=field: one[field] is not None)[0]  # type: ignore[misc]
                event[field] = garbage
                stories.append(story)
    assert "kept" not in [each["verdict"] for each in check(node, stories)]


@pytest.mark.parametrize(
    "notes", ['{"deals":null}', '{"deals":{"1/1":null}}', '{"deals":{"1/1":{}}}', "[]", "null", "7", "{"]
)
def test_stored_notes_that_are_none(node: RunInNode, notes: str) -> None:
    script = """
    import { ShuffleLog } from "./js/fair/shuffle_log.js";
    globalThis.sessionStorage = { getItem: () => data, setItem: () => {} };
    const observations = new ShuffleLog("table");
    answer([observations.notes.game, observations.of(1).deals]);
    """
    assert node(script, notes) == [0, {}]


def shown_rules() -> Values:
    """Return what a table shows of its rules."""
    rules = {"deck": list(TWO.deck), "hand_size": 6}
    return {"rules": rules, "players": 2, "teams": 2, "edition": "x", "house_rules": {}}


def test_notes_stay_small(node: RunInNode) -> None:
    """The oldest games are forgotten first, and then not observed; the present one stays."""
    script = """
    import { ShuffleLog } from "./js/fair/shuffle_log.js";
    import { sealOf } from "./js/fair/shuffle.js";
    let stored = "";
    globalThis.sessionStorage = { getItem: () => null, setItem: (key, text) => (stored = text) };
    const observations = new ShuffleLog("table"), secret = "ab".repeat(32), seal = sealOf(secret);
    const promises = { commitment: seal, deal_commitment: "", scheme: "players+server" };
    const table = { game: 1, deal: 0, ...promises, ...data };
    observations.see({ type: "state", viewer: 0, number: 1, table, view: null }, false);
    for (let game = 1; game <= 100; game += 1) {
      const begins = { event: "DealStarted", game, deal: 1, commitment: seal, seeds: [], next_commitment: seal };
      const moves = Array.from({ length: 500 }, () => ({ event: "Discarded", seat: 0, card: "out-of-gas" }));
      const revealed = { event: "ShuffleRevealed", deal: 1, server_seed: secret };
      const ends = [{ event: "DealOver", scores: [0, 0] }, revealed, { event: "GameOver", team: 0, totals: [0, 0] }];
      const events = [begins, { event: "Dealt", first: 0, hands: [["25"], null] }, ...moves, ...ends];
      observations.see({ type: "update", viewer: 0, number: game + 1, events }, false);
    }
    const [first, last] = [observations.of(1).deals, observations.of(100).deals];
    answer([stored.length, Object.keys(first).length, last[1].moves.length, observations.faults]);
    """
    shown = shown_rules()
    length, first_game, last_game, faults = node(script, shown)
    assert 100_000 < length <= 200_000
    assert (first_game, last_game, faults) == (0, 500, [])


def test_too_many_faults_make_every_game_broken(node: RunInNode) -> None:
    """What is noticed later could not be noted any more."""
    script = """
    import { ShuffleLog } from "./js/fair/shuffle_log.js";
    const observations = new ShuffleLog("table"), commitment = "a".repeat(64);
    const table = { deal: 1, commitment, deal_commitment: commitment, scheme: "players+server", ...data };
    for (let game = 1; game <= 60; game += 1) {
      const rules = { ...data.rules, hand_size: 1 + (game % 2) };
      observations.see({ type: "state", viewer: 0, number: 1, table: { ...table, game, rules }, view: null }, false);
    }
    answer([observations.faults.length, observations.of(60).faults.map(({ fault }) => fault)]);
    """
    shown = shown_rules()
    assert node(script, shown) == [50, ["damaged"]]


def test_seeds_are_used_once(node: RunInNode) -> None:
    script = """
    import { ShuffleLog } from "./js/fair/shuffle_log.js";
    const observations = new ShuffleLog("table"), first = observations.nextSeed(), again = observations.nextSeed();
    const promises = { commitment: "a", next_commitment: "b" };
    const begins = { event: "DealStarted", game: 1, deal: 1, seeds: [first, ""], ...promises };
    observations.see({ type: "update", viewer: 0, number: 2, events: [begins] }, false);
    answer([first === again, first === observations.nextSeed(), observations.of(2).deals]);
    """
    assert node(script) == [True, False, {}]


def test_a_new_promise_gets_a_new_seed(node: RunInNode) -> None:
    """Whatever a state calls the deal: the server could suit its promise to a seed that it knows."""
    script = """
    import { ShuffleLog } from "./js/fair/shuffle_log.js";
    const observations = new ShuffleLog("table");
    const see = (game, number, commitment) => {
      const table = { game, deal: 0, commitment, deal_commitment: "", scheme: "players+server", ...data };
      observations.reconnect();
      observations.see({ type: "state", viewer: 0, number, table, view: null }, false);
    };
    see(1, 1, "a".repeat(64));
    const known = observations.nextSeed();
    see(2, 9, "b".repeat(64));
    answer([observations.notes.own, observations.nextSeed() === known]);
    """
    shown = shown_rules()
    assert node(script, shown) == [[], False]
