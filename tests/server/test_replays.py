"""A finished deal, told step by step: everything that happened is in it, in order and in words."""

from __future__ import annotations

from random import Random

import pytest

from bornes import Game
from bornes.game.deal import View
from bornes.game.events import Event
from bornes.game.team_piles import progress
from bornes.rules.editions import EDITION_NAMES
from bornes.server.http.replays import Replay, replay_deal
from bornes.server.record_cache import PlayedDeal
from bornes.server.review_queue import FinishedDealKey
from tests.support.scenes import rules_of

PLAYERS = {"asmodee": 4}


def played(name: str) -> Game:
    """Return a game of two deals, or of one where that is all there is."""
    game, luck = Game(rules_of(name, PLAYERS.get(name, 2)), seed=f"replays {name}"), Random(name)
    for _ in range(2):
        while not game.deal.over:
            moves = game.deal.legal_moves
            game.play(luck.choice([move for move in moves if not move.is_discard] or list(moves)))
        if game.over or len(game.deals) == 2:
            break
        game.next_deal()
    return game


def replayed(game: Game, number: int, which: int = 1, language: str = "en") -> Replay:
    """Return a deal of a game step by step."""
    over = sum(deal.over for deal in game.deals)
    deal = PlayedDeal(game.deals[number - 1], game.rules, game.names, over)
    return replay_deal(deal, FinishedDealKey("t", which, number), language)


def parts(told: Replay) -> list[list[Event]]:
    """Return what happened at the beginning and with each decision, read back."""
    written = [told.start.events, *(frame.events for frame in told.steps)]
    return [[Event.from_dict({k: v for k, v in one.items() if k != "text"}) for one in part] for part in written]


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_whoever_follows_it_sees_the_deal_as_every_seat_did(name: str) -> None:
    game = played(name)
    for number, deal in enumerate(game.deals, 1):
        told = replayed(game, number, 3)
        assert (told.table, told.game, told.deal, told.edition) == ("t", 3, number, name)
        assert [event for part in parts(told) for event in part] == deal.events
        for viewer in (None, *range(game.rules.players)):
            view = View(game.rules, viewer, totals_before=deal.totals_before)
            for part in parts(told):
                view.see(part)
            assert view == deal.view(viewer)
        assert [(one.seat, one.turn, one.move) for one in told.steps] == [
            (one.seat, one.turn, one.notation) for one in deal.moves
        ]
        assert told.sheet == {row: list(numbers) for row, numbers in deal.score_sheet().rows.items()}
        assert [b + s for b, s in zip(told.totals_before, deal.scores, strict=True)] == told.totals
        assert [len(hand) for hand in told.start.hands] == [game.rules.hand_size] * game.rules.players


@pytest.mark.parametrize("name", EDITION_NAMES)
def test_the_race_is_told_where_it_is_not_one_of_distance(name: str) -> None:
    game = played(name)
    told, view = replayed(game, 1), View(game.rules, None)
    stands = None
    for race, part in zip((told.start.race, *(frame.race for frame in told.steps)), parts(told), strict=True):
        view.see(part)
        stands = race or stands
        right = [progress(game.rules, laid) for laid in view.tables]
        assert stands == (None if name != "asmodee" else right)


def test_everybody_is_called_by_name_in_the_reader_s_language() -> None:
    game = Game(rules_of("dujardin", 2, turn_cap=9), seed=5, names=["Ann", "Bob"])
    while not game.deal.over:
        game.play(next(iter(game.deal.legal_moves)))
    told = replayed(game, 1, language="fr")
    sentences = [one["text"] for frame in told.steps for one in frame.events if "text" in one]
    assert told.names == ["Ann", "Bob"]
    assert any(text.startswith("Bob pioche ") for text in sentences)
    assert not any("vous" in text.lower() or "une carte" in text for text in sentences)
    assert all(frame.text for frame in told.steps)
