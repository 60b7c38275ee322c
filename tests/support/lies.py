"""Lies of a server that clients must name, and honest games that they must not accuse, as one viewer sees them.

The page and the Python client are tested with the same ones.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any
from unittest import mock

from bornes import Game, edition
from bornes.game.fair import Seeds, cut
from bornes.rules.editions import EDITION_NAMES
from bornes.tables import decision_case
from bornes.tables.commands import FreeSeat, GiveSeed, Ready, SetAccess, StepAway, SwapSeats, TakeSeat, Undo
from bornes.tables.table import Table, next_deal_state
from bornes.tables.table_state import TableState, copy_state
from tests.support.observed_tables import Story, Values, edit, events, messages, with_checksum

TWO = edition("parker-1962").rules(2).replace(turn_cap=10)


@cache
def _honest() -> str:
    return json.dumps(Story(TWO, "pp").deals(2).told())


def honest() -> Values:
    """Return two deals of two people, one of whom is the viewer."""
    story: Values = json.loads(_honest())
    return story


def begun(story: Values, deal: int = 1) -> int:
    """Return at which step a deal begins."""
    return next(
        at
        for at, (what, *value) in enumerate(story["steps"])
        if what == "message"
        and any(e["event"] == "DealStarted" and e["deal"] == deal for e in value[0].get("events", ()))
    )


def as_state(story: Values, at: int) -> Values:
    """Return the state that tells the same as the news of a step and all before."""
    state: Values = copy.deepcopy(story["states"][str(at)])
    started = next(event for event in story["steps"][at][1]["events"] if event["event"] == "DealStarted")
    told = [event for event in story["steps"][at][1]["events"] if event["event"] != "DealStarted"]
    state["table"].update(deal_commitment=started["commitment"], commitment=started["next_commitment"])
    state["view"]["events"] = [{key: value for key, value in event.items() if key != "text"} for event in told]
    return state


# -- the lies ------------------------------------------------------------------------------------------------------

Lie = Callable[[Values], object]
LIES: dict[str, tuple[Lie, str, str]] = {}
"""What the server says, the verdict that the page must give, and a fault or a weakness that it must name."""


def lie(name: str, verdict: str, reason: str) -> Callable[[Lie], Lie]:
    def add(tell: Lie) -> Lie:
        LIES[name] = tell, verdict, reason
        return tell

    return add


def simple(name: str, fault: str, tell: Lie) -> None:
    LIES[name] = tell, "broken", fault


def first(story: Values, name: str, **fields: Any) -> Values:
    return events(story, name, lambda event: all(event[key] == value for key, value in fields.items()))[0]


def first_state(story: Values) -> Values:
    return next(message for message in messages(story) if message["type"] == "state")


def change(name: str, **values: Any) -> Lie:
    """Return a lie that changes the first event of a kind."""
    return lambda story: first(story, name).update(values)


def change_record(old: str, new: str) -> Lie:
    return lambda story: edit(story, old, new)


# Promises and secrets.
simple("a deal begins with another commitment", "other-commitment", change("DealStarted", commitment="ab" * 32))
simple(
    "the next promise changes at the next deal", "other-commitment", change("DealStarted", next_commitment="cd" * 32)
)
simple("the revealed secret is another", "other-secret", change("ShuffleRevealed", server_seed="ab" * 32))
simple("the secret in the record is another", "other-secret", change_record("server: .*", f"server: {'ab' * 32}"))
simple("the record gives the deck", "other-commitment", change_record("shuffle: (.*\n)+?seeds: .*", "deck: 25 25 50"))


@lie("nothing is promised before the deals, which name commitments", "broken", "other-commitment")
def _(story: Values) -> None:
    """The server commits to its secret once it knows all seeds."""
    for message in messages(story):
        if message["type"] == "state":
            message["table"]["commitment"] = ""
    for event in events(story, "DealStarted"):
        event["next_commitment"] = ""


@lie("nothing is ever promised nor revealed", "broken", "other-commitment")
def _(story: Values) -> None:
    LIES["nothing is promised before the deals, which name commitments"][0](story)
    for event in events(story, "DealStarted"):
        event["commitment"] = ""
    for message in messages(story):
        message["events"] = [one for one in message.get("events", ()) if one["event"] != "ShuffleRevealed"]


@lie("no secret is revealed at the table", "broken", "other-secret")
def _(story: Values) -> None:
    for message in messages(story):
        message["events"] = [one for one in message.get("events", ()) if one["event"] != "ShuffleRevealed"]


@lie("the record has another secret and its commitment", "broken", "other-commitment")
def _(story: Values) -> None:
    seeds = Seeds.parse("ab" * 32)
    edit(story, "server: .*", f"server: {seeds.server.hex()}")
    edit(story, "commitment: .*", f"commitment: {seeds.commitment}")


@lie("a state changes the promise after the seed came", "broken", "other-commitment")
def _(story: Values) -> None:
    state = copy.deepcopy(first_state(story))
    state["number"] += 2
    state["table"]["commitment"] = "ab" * 32
    story["steps"].insert(begun(story), ["message", state])
    first(story, "DealStarted")["commitment"] = "ab" * 32


@lie("the record has another commitment of the deal that was missed", "broken", "other-commitment")
def _(story: Values) -> None:
    at, seeds = begun(story, 2), Seeds.parse("ab" * 32)
    del story["steps"][at:]
    head, deal = story["record"].split("deal 2\n")
    deal = re.sub("commitment: .*", f"commitment: {seeds.commitment}", deal)
    story["record"] = with_checksum(f"{head}deal 2\n{re.sub('server: .*', 'server: ' + 'ab' * 32, deal)}")
    state = copy.deepcopy(first_state(story))
    state["number"] = 900
    state["table"].update(deal=3, commitment="ee" * 32, deal_commitment="ef" * 32)
    story["steps"].append(["message", state])


# Seeds.
@lie("done, but the seed is never announced and has no part", "broken", "seed-missing")
def _(story: Values) -> None:
    for message in messages(story):
        message["events"] = [one for one in message.get("events", ()) if one["event"] != "SeedAccepted"]
    first(story, "DealStarted")["seeds"][0] = ""


@lie("done before the deal, but the seed is never announced", "broken", "seed-missing")
def _(story: Values) -> None:
    message = next(one for one in messages(story) if any(e["event"] == "SeedAccepted" for e in one.get("events", ())))
    message["events"] = []
    at = next(at for at, step in enumerate(story["steps"]) if step[0] == "sent")
    story["steps"].insert(at + 2, ["done", story["steps"][at][1]])


@lie("the seed is announced, and missing when the deal begins", "broken", "seed-missing")
def _(story: Values) -> None:
    first(story, "DealStarted")["seeds"][0] = ""


@lie("the seed is announced, and exchanged when the deal begins", "broken", "seed-missing")
def _(story: Values) -> None:
    first(story, "DealStarted")["seeds"][0] = "00" * 16


@lie("the seed is missing in the record", "broken", "seed-missing")
def _(story: Values) -> None:
    edit(story, "seeds: [0-9a-f]+ ", "seeds: - ")


@lie("the record has another seed of the other player", "broken", "seed-missing")
def _(story: Values) -> None:
    edit(story, "(seeds: [0-9a-f]+) [0-9a-f]+", rf"\1 {'ef' * 16}")


@lie("the record drops the seed, and the beginning comes as a state", "broken", "seed-missing")
def _(story: Values) -> None:
    at = begun(story)
    story["steps"][at][1] = as_state(story, at)
    edit(story, "seeds: [0-9a-f]+ ", "seeds: - ")


@lie("the own seat is said to be freed, and the deal begins without the seed", "broken", "seed-missing")
def _(story: Values) -> None:
    """A player whose seat is freed loses the connection: on the same one it is a pretext."""
    first(story, "DealStarted")["seeds"][0] = ""
    freed = [{"event": "SeatVacated", "seat": 0}, {"event": "PlayerJoined", "seat": 0, "name": "Ann"}]
    story["steps"][begun(story)][1]["events"][:0] = freed


@lie("another seed is announced for the own seat", "weak", "own-seed-absent")
def _(story: Values) -> None:
    """The server may say that another device sent it: the page says that this browser had no part."""
    seed = first(story, "SeedAccepted", seat=0)["seed"]
    for step in story["steps"]:
        if step[0] in ("sent", "done") and step[1] == seed:
            step[1] = "77" * 16


@lie("a seed that the server knew before its promise is announced for the own seat", "weak", "own-seed-absent")
def _(story: Values) -> None:
    """The server refuses a seed, commits to a secret that suits it, and calls it the player's in the next game."""
    told = Story(TWO.replace(game_goal=0), "pp")
    known, fresh = told.seed(), told.seed()
    told.steps += [["sent", known], ["refused", known]]
    told.do(0, Ready(id="without"))
    told.ready(1)
    told.play()
    told.steps += [["sent", fresh], ["refused", fresh]]
    told.do(0, Ready(id="known", seed=known))
    told.ready(1)
    told.play()
    story.update(told.told(game=2))


def chosen_for_the_other_seat(kinds: str, **options: Any) -> Values:
    """Return a story in which the server chooses the seed of the other seat, once it knows all others."""
    chosen = Random(5).randbytes(16).hex()

    def begin(table: Table, after: TableState, secret: bytes) -> TableState:
        state = copy_state(after)
        state.seats[1].seed = chosen
        return next_deal_state(table, state, secret)

    with mock.patch.object(decision_case, "next_deal_state", begin):
        return Story(TWO, kinds, **options).deals(1).told()


@lie("the server chooses a seed for a bot", "broken", "seats")
def _(story: Values) -> None:
    """Otherwise it could try seeds until it likes the cards."""
    story.update(chosen_for_the_other_seat("pb", **ALONE))


@lie("the server announces a seed for a bot", "broken", "seats")
def _(story: Values) -> None:
    told = chosen_for_the_other_seat("pb", **ALONE)
    at = begun(told)
    started = told["steps"][at][1]
    for message in messages({"steps": told["steps"][at:]}):
        message["number"] += 1
    taken = {"event": "SeedAccepted", "seat": 1, "seed": started["events"][0]["seeds"][1]}
    news = {"type": "update", "viewer": 0, "at": started["at"], "number": started["number"] - 1, "events": [taken]}
    told["steps"].insert(at, ["message", news])
    story.update(told)


@lie("the deal begins with another seed of the other player than was announced", "broken", "seats")
def _(story: Values) -> None:
    story.update(chosen_for_the_other_seat("pp"))


@lie("a state has another seed of the other player than the deal began with", "broken", "seats")
def _(story: Values) -> None:
    at = begun(story)
    state = as_state(story, at)
    state["table"]["deal_seeds"][1] = "cd" * 16
    story["steps"].insert(at + 1, ["message", state])


# Cards.
@lie("another hand is dealt", "broken", "other-hand")
def _(story: Values) -> None:
    first(story, "Dealt")["hands"][0] = ["200"] * 6


@lie("another hand, and the beginning comes as a state", "broken", "other-hand")
def _(story: Values) -> None:
    at = begun(story)
    first(story, "Dealt")["hands"][0] = ["200"] * 6
    story["steps"][at][1] = as_state(story, at)


@lie("the beginning comes as a state", "weak", "beginning-unseen")
def _(story: Values) -> None:
    at = begun(story)
    story["steps"][at][1] = as_state(story, at)


@lie("another card is drawn", "broken", "other-draw")
def _(story: Values) -> None:
    draw = events(story, "Drew", lambda event: event["seat"] == 0)[2]
    draw["card"] = "200" if draw["card"] != "200" else "25"


@lie("the own draws are hidden", "broken", "other-draw")
def _(story: Values) -> None:
    for draw in events(story, "Drew"):
        draw["card"] = None


@lie("an opponent discards another card", "broken", "other-move")
def _(story: Values) -> None:
    discard = first(story, "Discarded", seat=1)
    discard["card"] = "roll" if discard["card"] != "roll" else "25"


@lie("an opponent makes a move that the record has not", "broken", "other-move")
def _(story: Values) -> None:
    message = messages(story)[-2]
    message["events"].insert(0, {"event": "Laid", "seat": 1, "card": "200"})


@lie("a move is left out of the play", "broken", "other-move")
def _(story: Values) -> None:
    message = next(one for one in messages(story) if any(e["event"] == "Discarded" for e in one.get("events", ())))
    message["events"] = [event for event in message["events"] if event["event"] != "Discarded"]


@lie("the record leaves the last turn of a deal out", "broken", "other-move")
def _(story: Values) -> None:
    edit(story, r"^\d+\. .*\n(?=score)", "")


@lie("the record has a card that the seeds do not give", "broken", "other-move")
def _(story: Values) -> None:
    cards = first(story, "Dealt")["hands"][0] + [e["card"] for e in events(story, "Drew") if e["card"]]
    missing = next(card for card in ("ace", "tank", "proof", "priority") if card not in cards)
    edit(story, r"^(\d+)\. 1: \S+", rf"\1. 1: -{missing}")


@lie("a state rewrites moves that were made", "broken", "other-move")
def _(story: Values) -> None:
    rewrite(story, lambda view: view["events"].insert(1, {"event": "Laid", "seat": 1, "card": "roll"}))


@lie("a state rewrites the first hand", "broken", "other-hand")
def _(story: Values) -> None:
    rewrite(story, lambda view: view["events"][0]["hands"].__setitem__(0, ["25"] * 6))


@lie("moves are taken back at a table of two people", "broken", "other-move")
def _(story: Values) -> None:
    rewrite(story, lambda view: view["events"].pop(-2), [{"event": "MovesUndone"}])


@lie("the other player is called a bot while moves are taken back", "broken", "other-move")
def _(story: Values) -> None:
    """Otherwise the server could let its friend decide anew, who has seen what follows."""
    at = begun(story)
    state, again = as_state(story, at), copy.deepcopy(story["steps"][at + 1 :])
    del story["steps"][at + 8 :]
    number = messages(story)[-1]["number"]
    bot = {"event": "BotJoined", "seat": 1, "bot": "random"}
    closed = {"event": "AccessChanged", "newcomers": True, "spectators": False}
    news = {"type": "update", "viewer": 0, "at": state["at"]}
    story["steps"].append(["message", {**news, "number": number + 1, "events": [bot, closed]}])
    state["table"]["seats"][1].update(kind="bot", bot="random")
    state["table"]["spectators"] = False
    state.update(number=number + 2, events=[{"event": "MovesUndone"}])
    person = {"event": "PlayerJoined", "seat": 1, "name": "Bob"}
    story["steps"] += [
        ["message", state],
        ["message", {**news, "number": number + 3, "events": [person]}],
    ]
    for at, message in enumerate(messages({"steps": again})):
        message["number"] = number + 4 + at
    story["steps"] += again


def undone_against_a_bot() -> tuple[Values, list[Values]]:
    """Return a story in which a move is taken back, and the messages before that."""
    played = Story(TWO.replace(turn_cap=30), "pb", **ALONE)
    played.begin()
    played.play(16)
    played.take_back("back")
    played.play()
    story = played.told()
    told = messages(story)
    at = next(at for at, one in enumerate(told) if one["type"] == "state" and one.get("events"))
    return story, told[:at]


@lie("a state takes a move back and rewrites another", "broken", "other-move")
def _(story: Values) -> None:
    told, before = undone_against_a_bot()
    moves = [event for one in before for event in one.get("events", ()) if event.get("seat") == 1]
    next(event for event in moves if event.get("card") == "75")["card"] = "100"
    story.update(told)


@lie("moves are taken back that the player did not ask for", "weak", "moves-unseen")
def _(story: Values) -> None:
    """The server may say that another device asked."""
    told, _ = undone_against_a_bot()
    told["steps"] = [step for step in told["steps"] if step[0] != "undoing"]
    story.update(told)


@lie("moves of a bot are forgotten behind a broken connection", "weak", "moves-unseen")
def _(story: Values) -> None:
    told, _ = undone_against_a_bot()
    state = next(one for one in messages(told) if one["type"] == "state" and one.get("events"))
    state["events"] = []
    told["steps"] = [step for step in told["steps"] if step[0] != "undoing"]
    told["steps"].insert(told["steps"].index(["message", state]), ["connect"])
    story.update(told)


@lie("a state shows another hand than its moves give", "broken", "other-move")
def _(story: Values) -> None:
    """The player would decide by what is shown."""
    rewrite(story, lambda view: view["hand"].__setitem__(0, "200" if view["hand"][0] != "200" else "25"))


@lie("a state shows another card on the table than its moves lay", "broken", "other-move")
def _(story: Values) -> None:
    rewrite(story, lambda view: view["tables"][1]["battle"].append("stop"))


@lie("a state shows points before the deal that no deal gave", "broken", "other-score")
def _(story: Values) -> None:
    rewrite(story, lambda view: view.update(totals_before=[0, 700]))


@lie("a sheet has other points than the deal", "broken", "other-score")
def _(story: Values) -> None:
    message = next(one for one in messages(story) if one.get("sheet"))
    message["sheet"]["safeties"][1] += 300


@lie("a state has another sheet of a deal that is over", "broken", "other-score")
def _(story: Values) -> None:
    told = Story(TWO, "pp").deals(1)
    told.state()
    told.steps[-1][1]["table"]["sheets"][0]["safeties"][1] += 300
    story.update(told.told())


@lie("a state has other totals than the sheets", "broken", "other-score")
def _(story: Values) -> None:
    told = Story(TWO, "pp").deals(1)
    told.state()
    told.steps[-1][1]["table"]["totals"][1] += 300
    story.update(told.told())


@lie("a state has another winner", "broken", "other-score")
def _(story: Values) -> None:
    told = Story(TWO.replace(game_goal=0), "pp").deals(1)
    told.state()
    table = told.steps[-1][1]["table"]
    table["winner"] = 1 if table["winner"] == 0 else 0
    story.update(told.told())


@lie("another winner is told against bots", "broken", "other-score")
def _(story: Values) -> None:
    """Moves that can be taken back are no excuse if none was."""
    told = Story(TWO.replace(game_goal=0), "pb", **ALONE).deals(1).told()
    first(told, "GameOver")["team"] ^= 1
    story.update(told)


def rewrite(story: Values, change_view: Callable[[Values], object], told: list[Values] | None = None) -> None:
    """Let a state with another past follow the beginning of the first deal."""
    at = begun(story)
    state = as_state(story, at)
    change_view(state["view"])
    state["events"] = told or []
    story["steps"].insert(at + 1, ["message", state])


# Who starts, and scores.
@lie("another player starts", "broken", "other-starter")
def _(story: Values) -> None:
    dealt = first(story, "Dealt")
    dealt["first"] = 1 - dealt["first"]


@lie("the record has another starter than the cut", "broken", "other-starter")
def _(story: Values) -> None:
    edit(story, r"first: \d", f"first: {2 - first(story, 'Dealt')['first']}")


@lie("another score is told at the end of a deal", "broken", "other-score")
def _(story: Values) -> None:
    first(story, "DealOver")["scores"][1] += 750


@lie("another score is told at the end of a deal and in the record", "broken", "other-score")
def _(story: Values) -> None:
    scores = events(story, "DealOver")[0]["scores"]
    told = f"score: A {scores[0]} B {scores[1]}"
    scores[1] += 750
    edit(story, told, f"score: A {scores[0]} B {scores[1]}")


@lie("a game is won that nobody has won, and the record agrees", "broken", "other-score")
def _(story: Values) -> None:
    """A server that may end a game may cut again for who starts."""
    told = Story(TWO, "pp").deals(1).told()
    scores = events(told, "DealOver")[0]["scores"]
    messages(told)[-1]["events"].append({"event": "GameOver", "team": 0, "totals": scores})
    edit(told, "unfinished", f"A wins, A {scores[0]} B {scores[1]}")
    story.update(told)


@lie("a game goes on although it is won, and the record agrees", "broken", "other-score")
def _(story: Values) -> None:
    told = Story(TWO.replace(game_goal=100), "pp").deals(1).told()
    assert events(told, "GameOver")
    for message in messages(told):
        message["events"] = [event for event in message.get("events", ()) if event["event"] != "GameOver"]
    edit(told, "result: .*", "result: unfinished")
    story.update(told)


@lie("a game goes on although it was won, and the record agrees", "broken", "other-score")
def _(story: Values) -> None:
    """Otherwise the server could wait until somebody else has more points."""
    told = Story(TWO.replace(game_goal=1000), "pp").deals(2).told()
    scores = [over["scores"] for over in events(told, "DealOver")]
    goal, totals = max(scores[0]), [sum(points) for points in zip(*scores, strict=True)]
    for table in (told["table"], first_state(told)["table"]):
        table["rules"]["game_goal"] = table["house_rules"]["game_goal"] = goal
    edit(told, "game_goal = 1000", f"game_goal = {goal}")
    winner = totals.index(max(totals))
    messages(told)[-1]["events"].append({"event": "GameOver", "team": winner, "totals": totals})
    edit(told, "unfinished", f"{'AB'[winner]} wins, A {totals[0]} B {totals[1]}")
    story.update(told)


@lie("a deal ends before it is over, and the record agrees", "broken", "other-move")
def _(story: Values) -> None:
    told = Story(TWO.replace(turn_cap=0), "pp").deals(1).told()
    events(told, "DealOver")[0]["ending"] = "capped"
    edit(told, r"\((completed by .|exhausted)\)", "(capped)")
    story.update(told)


simple("the record has another score", "other-score", change_record(r"score: A (-?\d+)", r"score: A 1\1"))
simple(
    "the record has a result that the deals do not give",
    "other-score",
    change_record("unfinished", "A wins, A 5000 B 0"),
)

# Deals, numbers, rules.
simple("a record without deals", "deal-missing", change_record(r"deal 1\n(.*\n)+(?=result)", ""))
simple("a record without the last deal", "deal-missing", change_record(r"deal 2\n(.*\n)+(?=result)", ""))
simple("a record without the first deal", "deal-missing", change_record(r"deal 1\n(.*\n)+?(?=deal 2)", ""))
simple("a record with another number of a deal", "deal-missing", change_record("deal 2", "deal 3"))
simple("a record with a deal twice", "damaged", change_record("deal 2", "deal 1"))
simple("a record of another edition", "other-rules", change_record("parker-1962", "dujardin"))
simple("a record of other house rules", "other-rules", change_record("names:", "rule: hand_size = 7\nnames:"))
simple("a record of another number of players", "other-rules", change_record("form: 2", "form: 3"))
simple("a deal is skipped", "deal-number", change("DealStarted", deal=2))
simple("a game is skipped", "deal-number", change("DealStarted", game=2))
simple("a secret is revealed for another deal", "deal-number", change("ShuffleRevealed", deal=7))


@lie("a deal is played again", "broken", "deal-number")
def _(story: Values) -> None:
    first(story, "DealStarted", deal=2)["deal"] = 1


@lie("a game is over too early", "broken", "deal-number")
def _(story: Values) -> None:
    first(story, "DealStarted", deal=2).update(game=2, number=1)
    story.update(game=2, last=1)


@lie("a state ends a game that nobody has won", "broken", "deal-number")
def _(story: Values) -> None:
    told = Story(TWO, "pp").deals(1)
    told.state()
    told.steps[-1][1]["table"]["over"] = True
    story.update(told.told())


@lie("a deal is called off, and the state of another table comes between", "broken", "deal-number")
def _(story: Values) -> None:
    """Nonsense makes a client begin anew; the state of another table does not make it forget this one."""
    at = begun(story)
    beginning, other = copy.deepcopy(story["steps"][:at]), copy.deepcopy(first_state(story))
    other["table"]["id"] = "elsewhere"
    nonsense = {**story["steps"][at][1], "number": 10**6}
    between = [["message", nonsense], ["connect"], ["message", other], ["message", nonsense]]
    story["steps"] = [*story["steps"][: at + 4], *between, *beginning, *story["steps"][at:]]


@lie("a deal is broken off", "broken", "deal-number")
def _(story: Values) -> None:
    for message in messages(story)[: -len(messages(story)) // 2]:
        message["events"] = [one for one in message.get("events", ()) if one["event"] != "DealOver"]


@lie("a state goes back to an earlier deal", "broken", "deal-number")
def _(story: Values) -> None:
    state = as_state(story, begun(story))
    state["number"] = 999
    story["steps"].append(["message", state])


@lie("a state skips deals although no message is missing", "broken", "deal-number")
def _(story: Values) -> None:
    at = begun(story)
    state = as_state(story, at)
    state["table"]["deal"] = 2
    story["steps"][at][1] = state


@lie(
    "a state goes on to a game before its first deal, with a promise that suits the known seed", "broken", "deal-number"
)
def _(story: Values) -> None:
    promised, at = (
        copy.deepcopy(first_state(story)),
        next(at for at, step in enumerate(story["steps"]) if step[0] == "sent"),
    )
    promised["table"]["commitment"] = "ab" * 32
    later = story["steps"][at:]
    for message in [first_state(story), *(step[1] for step in later if step[0] == "message")]:
        message["number"] += 5
        for event in message.get("events", ()):
            if event["event"] == "DealStarted":
                event["game"] = 2
    jump = ["message", {**first_state(story), "table": {**first_state(story)["table"], "game": 2}}]
    seed = later[0][1]
    early = [["connect"], ["message", promised], ["sent", seed], ["refused", seed], ["connect"], jump]
    story.update(steps=[*early, *later], game=2)


@lie("a state has other rules", "broken", "other-rules")
def _(story: Values) -> None:
    at = begun(story)
    state = as_state(story, at)
    state["table"]["rules"] = {**state["table"]["rules"], "hand_size": 7}
    story["steps"].insert(at + 1, ["message", state])


@lie("a state has another rule of which plays are legal", "broken", "other-rules")
def _(story: Values) -> None:
    at = begun(story)
    state = as_state(story, at)
    state["table"]["rules"] = {**state["table"]["rules"], "max_200s": 1}
    story["steps"].insert(at + 1, ["message", state])


@lie("a table names other house rules than its rules have", "broken", "other-rules")
def _(story: Values) -> None:
    """Players would read that they play to 200 points, and play to 5000."""
    for table in (story["table"], first_state(story)["table"]):
        table["house_rules"] = {**table["house_rules"], "game_goal": 200}


# Schemes and damage.
simple("a record of an unknown scheme", "unknown-scheme", change_record(r"players\+server", "trust-me"))
simple("a record without a scheme", "unknown-scheme", change_record("scheme: .*\n", ""))
simple("an unknown shuffle", "unknown-shuffle", change_record("shuffle: .*", "shuffle: trust-me-1"))
simple("a seed too many", "seats", change_record("(seeds: .*)", rf"\1 {'cd' * 16}"))
simple("seeds that are no hexadecimal", "damaged", change_record("(seeds:) [0-9a-f]+", r"\1 zz"))
simple("a deal without a score", "damaged", change_record("score: .*\n", ""))
simple("a line that no record has", "damaged", change_record("names:", "trust: me\nnames:"))


@lie("a table of an unknown scheme", "broken", "unknown-scheme")
def _(story: Values) -> None:
    first_state(story)["table"]["scheme"] = "trust-me"


@lie("a table without a scheme", "broken", "unknown-scheme")
def _(story: Values) -> None:
    first_state(story)["table"]["scheme"] = ""


@lie("a table whose scheme changes", "broken", "unknown-scheme")
def _(story: Values) -> None:
    at = begun(story)
    state = as_state(story, at)
    state["table"]["scheme"] = "trust-me"
    story["steps"].insert(at + 1, ["message", state])


@lie("a record that was changed on its way", "broken", "damaged")
def _(story: Values) -> None:
    story["record"] = story["record"].replace("\n1.", "\n2.", 1)


# -- records that are right in every line ----------------------------------------------------------------------------


def other_game(record: str, secret: Callable[[bytes], bytes] = lambda secret: secret, luck: int = 3) -> str:
    """Return a record with the players and their seeds of another, in which everyone only discards, if they can."""
    played, chance = Game.replay(record), Random(luck)
    seeds = [Seeds(secret(one.server), one.players) for one in played.seeds if one is not None]
    first = cut(seeds[0], played.rules.players)
    game = Game(
        played.rules,
        seeds=lambda number: seeds[number - 1],
        names=played.names,
        dealer=(first - 1) % played.rules.players,
    )
    while True:
        while not game.deal.over:
            moves = list(game.deal.legal_moves)
            game.play(chance.choice([move for move in moves if move.is_discard] or moves))
        if len(game.deals) == len(seeds) or game.over:
            break
        game.next_deal()
    game.scheme = played.scheme
    return game.record


# -- honest games --------------------------------------------------------------------------------------------------

ALONE = {"spectators": False}


def late_seed() -> Values:
    """The clock begins the second deal before the seed comes, which is refused then."""
    story = Story(TWO, "pp").deals(1)
    story.stepped.wait(40_000)
    story.tell()
    late = story.seed()
    story.steps += [["sent", late], ["refused", late]]
    story.play()
    story.deals(1)
    return story.told()


def reload_in_a_deal() -> Values:
    story = Story(TWO, "pp")
    story.begin()
    story.play(3)
    story.state(reloaded=True)
    story.play(2)
    story.state(reloaded=True)
    story.play()
    story.state(reloaded=True)
    return story.told()


def reconnect_in_a_deal() -> Values:
    story = Story(TWO, "pp")
    story.begin()
    story.play(3)
    story.connected = False
    story.play(3)
    story.state()
    story.play()
    return story.told()


def away_when_a_deal_begins() -> Values:
    story = Story(TWO, "pp").deals(1)
    story.ready(0)
    story.connected = False
    story.ready(1)
    story.play(2)
    story.state()
    story.play()
    return story.told()


def away_for_whole_deals() -> Values:
    story = Story(TWO, "pp").deals(1)
    story.connected = False
    for _ in range(2):
        story.stepped.wait(40_000)
        story.tell()
        story.play()
    story.state()
    story.deals(1)
    return story.told()


def answer_lost() -> Values:
    """The connection breaks behind the seed: it comes back before the deal, and the command is answered then."""
    story = Story(TWO, "pp")
    seed = story.seed()
    story.steps.append(["sent", seed])
    story.connected = False
    story.do(0, Ready(id="lost", seed=seed))
    story.state()
    story.steps.append(["done", seed])
    story.ready(1)
    story.play()
    return story.told()


def answer_lost_until_the_deal() -> Values:
    story = Story(TWO, "pp")
    seed = story.seed()
    story.ready(1)
    story.steps.append(["sent", seed])
    story.connected = False
    story.do(0, Ready(id="lost", seed=seed))
    story.play(2)
    story.state()
    story.steps.append(["done", seed])
    story.play()
    return story.told()


def other_tab() -> Values:
    """Another tab has the last word on the seed."""
    story = Story(TWO, "pp")
    story.ready(0)
    story.do(0, GiveSeed(id="other tab", seed=story.seed()))
    story.ready(1)
    story.play()
    return story.told()


def other_tab_unseen() -> Values:
    story = Story(TWO, "pp")
    story.ready(0)
    story.connected = False
    story.do(0, GiveSeed(id="other tab", seed=story.seed()))
    story.state()
    story.ready(1)
    story.play()
    return story.told()


def swapped() -> Values:
    """The viewer changes places after the seed came; it goes along."""
    story = Story(TWO, "pp")
    story.ready(0)
    story.connected = False
    story.do(0, SwapSeats(target_seat=0, other_seat=1))
    story.viewer = 1
    story.state()
    story.ready(0)
    story.play()
    return story.told()


def swapped_after_the_end_unseen() -> Values:
    """The game ends while the viewer is away, who then changes places before coming back."""
    story = Story(TWO.replace(game_goal=0), "pp")
    story.begin()
    story.play(2)
    story.connected = False
    story.play()
    story.do(0, SwapSeats(target_seat=0, other_seat=1))
    story.viewer = 1
    story.state()
    story.deals(1)
    return story.told(game=2)


def seat_lost_and_taken_again() -> Values:
    """The host frees the seat of somebody who is away, and this browser gets it again: its seed went with the seat."""
    story = Story(TWO, "pp", viewer=1)
    story.ready(1)
    story.connected = False
    story.stepped.away = 10**9
    story.do(0, FreeSeat(target_seat=1))
    story.stepped.away = 0
    story.do(None, TakeSeat(target_seat=1, name="Bob"))
    story.state()
    story.begin()
    story.play()
    return story.told()


def freed_when_a_deal_begins() -> Values:
    """The seat is freed with its seed, the deal begins without it, and the player comes back after it."""
    story, key = Story(TWO, "po", viewer=1), "k" * 43
    story.do(None, TakeSeat(id="sit", target_seat=1, name="Bob", secret_hash=key))
    story.state()
    story.deals(1)
    story.ready(1)
    story.connected = False
    story.stepped.away = 10**9
    story.do(0, FreeSeat(target_seat=1))
    story.stepped.away = 0
    story.ready(0)
    story.play()
    story.do(None, TakeSeat(id="back", target_seat=1, secret_hash=key, reclaim=True))
    story.state()
    return story.told()


def taken_back() -> Values:
    story = Story(TWO.replace(turn_cap=30), "pb", **ALONE)
    story.begin()
    story.play(4)
    story.take_back("back")
    story.play()
    story.take_back("again")
    story.play()
    return story.told()


def taken_back_elsewhere() -> Values:
    """Another device takes a move back while this one looks on; it could be the server, too."""
    story = Story(TWO.replace(turn_cap=30), "pb", **ALONE)
    story.begin()
    story.play(4)
    story.do(0, Undo(id="back"))
    story.play()
    return story.told()


def taken_back_after_this_device_left(moves: int = 6) -> Values:
    """What this device has seen is not what the record tells, and the server has done nothing wrong."""
    story = Story(TWO.replace(turn_cap=30), "pb", **ALONE)
    story.begin()
    story.play(moves)
    story.connected = False
    story.do(0, Undo(id="back"))
    story.luck = Random(9)
    story.play()
    return story.told()


def taken_back_after_this_device_saw_the_end() -> Values:
    return taken_back_after_this_device_left(10_000)


def taken_back_behind_closed_doors(viewer: int | None = 0) -> Values:
    """Another device lets nobody look on for as long as it takes a move back."""
    story = Story(TWO.replace(turn_cap=30), "pb", viewer)
    story.begin()
    story.play(6)
    story.connected = False
    story.do(0, SetAccess(id="close", newcomers=True, spectators=False))
    story.do(0, Undo(id="back"))
    story.luck = Random(9)
    story.play(4)
    story.do(0, SetAccess(id="open", newcomers=True, spectators=True))
    story.state()
    story.play()
    return story.told()


def taken_back_behind_the_back_of_a_spectator() -> Values:
    return taken_back_behind_closed_doors(None)


def taken_back_unseen() -> Values:
    story = Story(TWO.replace(turn_cap=30), "pb", **ALONE)
    story.begin()
    story.play(6)
    story.connected = False
    story.do(0, Undo(id="back"))
    story.play(3)
    story.state()
    story.play()
    return story.told()


def taken_back_after_the_end_unseen() -> Values:
    """Another device takes the last move of a deal back, plays it to another end, and begins the next deal."""
    story = Story(TWO.replace(turn_cap=30), "pb", **ALONE).deals(1)
    story.connected = False
    story.do(0, Undo(id="back"))
    story.luck = Random(5)
    story.play()
    story.do(0, Ready(id="elsewhere", seed=story.seed()))
    story.state()
    story.play()
    return story.told()


def against_bots() -> Values:
    return Story(TWO, "pb", **ALONE).deals(2).told()


def bot_drives() -> Values:
    story = Story(TWO, "pp")
    story.ready(0)
    story.do(0, StepAway(id="leave"))
    story.begin()
    story.play()
    return story.told()


def spectator() -> Values:
    return Story(TWO, "pp", viewer=None).deals(2).told()


def comes_in_the_middle() -> Values:
    story = Story(TWO, "pp")
    story.begin()
    story.play(3)
    story.steps.clear()
    story.state()
    story.play()
    story.deals(1)
    return story.told()


def rematch() -> Values:
    return Story(TWO.replace(game_goal=0), "pp").deals(3).told(game=3)


def away_until_the_next_game() -> Values:
    """More deals are played unseen, the last of which ends the game: the promise was for one of these."""
    story = Story(TWO.replace(game_goal=600), "pp").deals(1)
    game, table = 1, story.stepped.table
    story.begin()
    story.play(2)
    story.connected = False
    while table.state.game == game:
        story.play()
        story.begin()
    story.state()
    story.play()
    return story.told(game=2)


def first_game_after_a_rematch() -> Values:
    return Story(TWO.replace(game_goal=0), "pp").deals(2).told(game=1)


def needs_a_shuffle_to_draw() -> Values:
    """The draw pile is empty when a player chooses to draw, so the turn starts with a shuffle."""
    return Story(edition("asmodee").rules(3), "ppp", luck=30).deals(1).told()


def whole_deals(lucks: Iterable[int]) -> list[Values]:
    """Return stories of whole deals in every form of every edition."""
    forms = [(name, form) for name in EDITION_NAMES for form in edition(name).forms]
    rules = [edition(name).rules(form.players, partners=form.partners, short=form.short) for name, form in forms]
    return [Story(one, "p" * one.players, luck=luck).deals(1).told() for luck in lucks for one in rules]


HONEST: dict[Callable[[], Values], set[str]] = {
    late_seed: {"own-seed-absent", "no-player-seed"},
    reload_in_a_deal: set(),
    reconnect_in_a_deal: set(),
    away_when_a_deal_begins: {"beginning-unseen"},
    away_for_whole_deals: {"not-observed", "beginning-unseen", "no-player-seed", "own-seed-absent"},
    answer_lost: set(),
    answer_lost_until_the_deal: {"beginning-unseen"},
    other_tab: {"own-seed-absent"},
    other_tab_unseen: {"own-seed-absent"},
    swapped: set(),
    swapped_after_the_end_unseen: set(),
    seat_lost_and_taken_again: set(),
    freed_when_a_deal_begins: {"beginning-unseen", "own-seed-absent"},
    taken_back: set(),
    taken_back_elsewhere: {"moves-unseen"},
    taken_back_after_this_device_left: {"moves-unseen"},
    taken_back_after_this_device_saw_the_end: {"moves-unseen"},
    taken_back_behind_closed_doors: {"moves-unseen"},
    taken_back_behind_the_back_of_a_spectator: {"moves-unseen", "own-seed-absent"},
    taken_back_unseen: {"moves-unseen"},
    taken_back_after_the_end_unseen: {"moves-unseen", "beginning-unseen", "own-seed-absent"},
    against_bots: set(),
    needs_a_shuffle_to_draw: set(),
    bot_drives: set(),
    spectator: {"own-seed-absent"},
    comes_in_the_middle: {"beginning-unseen", "own-seed-absent"},
    rematch: set(),
    away_until_the_next_game: {"beginning-unseen", "own-seed-absent"},
    first_game_after_a_rematch: set(),
}
"""What is missing in the proof of each story; an empty set is a proof that is complete."""
