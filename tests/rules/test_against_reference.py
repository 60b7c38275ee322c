"""The engine and the naive reference, which share no code, tell the same story move by move."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

from bornes import Card, Deal, Ending, Game, LegalMoves, MoveError, Phase, Rules
from bornes.engine.codes import NONE
from bornes.engine.scoring import ROWS, rows
from bornes.engine.state import State
from bornes.game.game import game_winner
from bornes.game.moves import parse
from bornes.game.position import compile_rules
from tests.support.house_rules import (
    EXPLORE,
    OPTIONS,
    PRINTED,
    any_rules,
    cramped_rules,
    effort,
    house_rules,
    lucks,
    mended,
    random_rules,
    shuffled,
    tried,
)
from tests.support.reference import DISTANCES, SAFETIES, ReferenceDeal, game_result, next_dealer
from tests.support.walks import WEIGHTS, sort_of, wander

NAMES = [card.notation for card in Card]


# --- What both are asked -----------------------------------------------------------------------------------


def of_engine(state: State) -> dict[str, Any]:
    """Everything that the engine and the reference both know, in the reference's words."""
    now = state.snapshot()
    phase = Phase(now["phase"])
    decides = phase not in (Phase.CHANCE, Phase.OVER)
    teams = range(state.rules.teams)
    return {
        "phase": str(phase),
        "seat": now["seat"] if decides else None,
        "turn": now["turn_seat"] if decides else None,
        "legal": set(LegalMoves(state.legal(), phase).notation),
        "hands": [[NAMES[card] for card in hand] for hand in now["hands"]],
        "battle": [_name(card) for card in now["battle"]],
        "speed": [_name(card) for card in now["speed"]],
        "safeties": [_safeties(shown) for shown in now["safeties"]],
        "coups": [_safeties(shown) for shown in now["coups"]],
        "miles": now["miles"],
        "200s": now["laid_200s"],
        "rolls due": [bool(due) for due in now["roll_due"]],
        "draw pile": [NAMES[card] for card in now["draw_pile"]],
        "discards": [NAMES[card] for card in now["discards"]],
        "turns": now["turns"],
        "target": now["goal"],
        "extended by": _or_none(now["extended_by"]),
        "ending": str(Ending(now["ending"])) if phase is Phase.OVER else None,
        "completer": _or_none(now["completer"]),
        "scores": [dict(zip(ROWS, rows(state, team), strict=True)) for team in teams],
    }


def of_reference(deal: ReferenceDeal) -> dict[str, Any]:
    """The same from the reference."""
    scores = deal.scores()
    for column in scores:
        del column["total"]
    return {
        "phase": deal.phase,
        "seat": deal.seat,
        "turn": deal.turn_seat if deal.seat is not None else None,
        "legal": deal.legal(),
        "hands": [sorted(hand, key=NAMES.index) for hand in deal.hands],
        "battle": [team.battle[-1] if team.battle else None for team in deal.teams],
        "speed": [team.speed[-1] if team.speed else None for team in deal.teams],
        "safeties": [set(team.safeties) for team in deal.teams],
        "coups": [set(team.coups) for team in deal.teams],
        "miles": [team.miles for team in deal.teams],
        "200s": [team.distances.count("200") for team in deal.teams],
        "rolls due": [team.roll_due for team in deal.teams],
        "draw pile": deal.draw_pile,
        "discards": deal.discards,
        "turns": deal.turns,
        "target": deal.target,
        "extended by": deal.extended_by,
        "ending": deal.ending,
        "completer": deal.completer,
        "scores": scores,
    }


def _name(card: int) -> str | None:
    return None if card == NONE else NAMES[card]


def _or_none(number: int) -> int | None:
    return None if number == NONE else number


def _safeties(shown: int) -> set[str]:
    return {name for name in SAFETIES if shown >> NAMES.index(name) & 1}


# --- Engine against reference ------------------------------------------------------------------------------


def compare_states(rules: Rules, luck: Random) -> None:
    """One deal of bare engine against reference."""
    deck, first = shuffled(rules, luck), luck.randrange(rules.players)
    state = State(compile_rules(rules))
    state.deal(deck, first)
    reference = ReferenceDeal(rules, [card.notation for card in deck], first)
    while reference.phase != "over":
        assert of_engine(state) == of_reference(reference)
        if reference.phase == "chance":
            order = luck.sample(reference.discards, len(reference.discards))
            state.reshuffle([NAMES.index(name) for name in order])
            reference.reshuffle(order)
        else:
            move = wander(luck, sorted(reference.legal()))
            state.apply(parse(move, Phase(state.phase)))
            reference.play(move)
    assert of_engine(state) == of_reference(reference)


def in_words(rules: Rules) -> str:
    return f"{rules.edition}-{rules.players}-in-{rules.teams}-to-{rules.target}"


@pytest.mark.parametrize("rules", PRINTED, ids=in_words)
def test_every_printed_form_is_played_alike(rules: Rules) -> None:
    for seed in range(effort(24)):
        compare_states(rules, Random(f"{in_words(rules)} {seed} {EXPLORE}"))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(8))
def test_house_rules_are_played_alike(batch: int) -> None:
    for seed in range(effort(60)):
        luck = Random(f"house {batch} {seed} {EXPLORE}")
        compare_states(random_rules(luck), luck)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(4))
def test_short_deals_are_played_alike_to_the_last_card(batch: int) -> None:
    for seed in range(effort(800)):
        luck = Random(f"cramped {batch} {seed} {EXPLORE}")
        compare_states(cramped_rules(luck), luck)


# --- The pleasant face against the reference ---------------------------------------------------------------


def as_on_paper(column: dict[str, int], sheet: dict[str, int]) -> dict[str, int]:
    """A column as a sheet shows it that lacks rows: without those that hold nothing, the bonus for all four safeties
    among the safeties (Q-35).
    """
    if "all_safeties" not in sheet:
        column = column | {"safeties": column["safeties"] + column["all_safeties"], "all_safeties": 0}
    return {name: points for name, points in column.items() if points or name in sheet}


class Both:
    """A ``Deal`` and the reference, side by side."""

    def __init__(self, rules: Rules, luck: Random) -> None:
        deck, first = shuffled(rules, luck), luck.randrange(rules.players)
        self.luck = luck
        self.deal = Deal(rules, deck, first=first)
        self.reference = ReferenceDeal(rules, [card.notation for card in deck], first)

    def agree(self) -> None:
        """Whatever can be asked, both answer alike."""
        deal, reference = self.deal, self.reference
        facts = of_reference(reference)
        assert of_engine(deal.state) == facts
        assert (str(deal.phase), deal.seat, deal.turns) == (reference.phase, reference.seat, reference.turns)
        assert set(deal.legal_moves.notation) == facts["legal"]
        for team, column in enumerate(facts["scores"]):
            sheet = deal.score_sheet().column(team)
            assert sheet == as_on_paper(column, sheet)
        assert list(deal.scores) == [sum(column.values()) for column in facts["scores"]]
        for seen, laid in zip(deal.view().tables, reference.teams, strict=True):
            for name in ("battle", "speed", "distances", "safeties", "coups"):
                assert [card.notation for card in getattr(seen, name)] == getattr(laid, name)

    def step(self) -> None:
        """One move, reshuffle or overshooting card in both."""
        if self.reference.phase == "chance":
            order = self.luck.sample(self.reference.discards, len(self.reference.discards))
            self.deal.reshuffle(" ".join(order))
            self.reference.reshuffle(order)
        elif self.luck.random() < 0.2:
            self.submit(self.luck.choice(DISTANCES))
        else:
            move = wander(self.luck, sorted(self.reference.legal()))
            self.deal.play(move)
            self.reference.play(move)

    def submit(self, card: str) -> None:
        """A distance card that perhaps passes the target, perhaps breaks a rule: taken by both or by neither."""
        try:
            self.reference.overshoot(card)
        except ValueError:
            with pytest.raises(MoveError):
                self.deal.overshoot(card)
        else:
            self.deal.overshoot(card)


@pytest.mark.slow
@given(any_rules(), lucks())
@tried(60)
def test_a_deal_is_what_the_reference_says(rules: Rules, luck: Random) -> None:
    both = Both(rules, luck)
    both.agree()
    while not both.deal.over:
        both.step()
        both.agree()


@given(lucks())
@tried(60)
def test_an_overshooting_card_meets_the_same_fate(luck: Random) -> None:
    """Short trips, where nearly every card passes the target."""
    names = ("overshoot", "free_discard", "max_200s", "speed_limit", "rediscard")
    house = {name: luck.choice(OPTIONS[name]) for name in names}
    both = Both(mended(luck.choice(PRINTED), {"target": 100, "end_measure": "miles", **house}), luck)
    while not both.deal.over:
        both.step()
        both.agree()


# --- The game ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(house_rules(), lucks())
@tried(300)
def test_the_same_team_wins_the_game(rules: Rules, luck: Random) -> None:
    """Few different totals, so that ties are common."""
    near = rules.game_goal or 1000
    totals = tuple(max(0, near + 100 * luck.randint(-1, 1)) for _ in range(rules.teams))
    completer = luck.choice([None, *range(rules.teams)])
    assert game_winner(rules, totals, completer) == game_result(rules, list(totals), completer)


@given(house_rules(), lucks())
@tried(20)
def test_a_game_is_what_the_reference_says(rules: Rules, luck: Random) -> None:
    """Deal after deal, with totals, dealers and the winner."""
    game = Game(rules.replace(turn_cap=rules.turn_cap or 400), seed=luck.getrandbits(32))
    dealer, totals = game.dealer, [0] * rules.teams
    for _ in range(4):
        while not game.deal.over:
            game.play(wander(luck, game.deal.legal_moves.notation))
        totals = [total + points for total, points in zip(totals, game.deal.scores, strict=True)]
        winner = game_result(rules, totals, game.deal.completer)
        assert (list(game.totals), game.winner) == (totals, winner)
        assert game.over == (winner is not None or rules.game_goal == 0)
        if game.over:
            break
        game.next_deal()
        dealer = next_dealer(rules, dealer)
        assert game.dealer == dealer


# --- That the comparison means something -------------------------------------------------------------------


@pytest.mark.slow
def test_the_wanderer_goes_everywhere() -> None:
    """Every sort of move in every phase where it can happen, every phase and every ending, many times."""
    met: Counter[str] = Counter()
    for seed in range(400):
        luck = Random(seed)
        rules = random_rules(luck)
        reference = ReferenceDeal(rules, [card.notation for card in shuffled(rules, luck)])
        while reference.phase != "over":
            met[reference.phase] += 1
            if reference.phase == "chance":
                reference.reshuffle(luck.sample(reference.discards, len(reference.discards)))
                continue
            move = wander(luck, sorted(reference.legal()))
            met[f"{reference.phase}: {sort_of(move)}"] += 1
            reference.play(move)
        met[f"over: {reference.ending}"] += 1
        met["over: after an extension"] += reference.extended_by is not None
    phases = {str(phase) for phase in Phase} - {"over", "window"}
    endings = {f"over: {ending}" for ending in (*Ending, "after an extension")}
    moves = {"play: lay", "play: attack", "play: discard", "react: coup", "react: pass", "react: lay"}
    moves |= {f"draw: {sort}" for sort in ("draw", "take", "exchange", "pass")}
    moves |= {"exchange: exchange", "exchange: draw", "extend: extend", "extend: finish"}
    assert set(met) == phases | endings | moves
    assert {move.split(": ")[1] for move in moves} == set(WEIGHTS)
    assert min(met.values()) > 10, met
