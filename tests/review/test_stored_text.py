"""A review that was kept as plain values says the same in words as one that was just worked out."""

from __future__ import annotations

import json
from random import Random

import pytest

from bornes import Game
from bornes.i18n import Translator
from bornes.review import review, why_sentence
from bornes.review.stored_text import localize_review, read_reason
from bornes.rules.editions import EDITION_NAMES
from tests.support.scenes import rules_of

PLAYERS = {"asmodee": 4}


def badly_played(name: str) -> Game:
    """Return a game of one deal in which many moves are made at random."""
    game, luck = Game(rules_of(name, PLAYERS.get(name, 2), turn_cap=60), seed=f"told {name}"), Random(name)
    while not game.deal.over:
        game.play(luck.choice(list(game.deal.legal_moves)))
    return game


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_moves_and_reasons_are_told_as_if_they_had_never_been_kept(name: str) -> None:
    game = badly_played(name)
    found = review(game, care=0.1)
    kept = json.loads(json.dumps(found.as_dict()))
    reasons = [verdict.why for verdict in found.verdicts if verdict.why is not None]
    assert reasons
    for language in ("en", "fr"):
        words = Translator.of(game, language)
        told = localize_review(kept, words, game.rules)
        for decision, verdict in zip(told["deals"][0]["decisions"], found.verdicts, strict=True):
            assert [one["text"] for one in decision["moves"]] == [
                words.move(one.move, verdict.phase) for one in verdict.moves
            ]
            if verdict.why is None:
                assert decision["why"] is None
            else:
                assert read_reason(decision["why"], verdict.phase) == verdict.why
                assert decision["why"]["text"] == why_sentence(verdict.why, words, game.rules, verdict.phase)
    assert kept == json.loads(json.dumps(found.as_dict()))


def test_nobody_is_blamed_for_what_a_bot_drove() -> None:
    game = badly_played("parker-1962")
    found = review(game, care=0.1)
    words = Translator.of(game, "en")
    own = localize_review(found.as_dict(), words, game.rules)
    blamed = {(one.deal, one.number) for one in found.verdicts if one.marked and one.seat == 0}
    assert blamed
    told = localize_review(found.as_dict(), words, game.rules, blamed)
    for decision in told["deals"][0]["decisions"]:
        driven = (decision["deal"], decision["number"]) in blamed
        assert decision.get("autopilot", False) == driven
        if driven:
            assert decision["label"] is None
            assert decision["why"] is None
    mine, others = told["seats"]
    assert mine["choices"] == own["seats"][0]["choices"] - len(blamed)
    assert mine["labels"] == {"fine": mine["choices"], "inaccuracy": 0, "mistake": 0, "blunder": 0}
    assert others == own["seats"][1], "whose moves were their own"
