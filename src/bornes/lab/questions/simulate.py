"""Deals between tuned players: stopped at every decision, and two ways to go on compared on the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...bots import playouts
from ...bots.weights import tuned_policy
from ...cards import Card
from ...engine.codes import Phase
from ...engine.compiled_rules import CompiledRules
from ...engine.playout import Policy, Rng, decide, deck_order
from ...engine.state import State
from ...position import compile_rules
from ...rules import Rules
from .sampling import Observations, fresh_seed, luck_of

# Plain numbers, since every decision of every deal is asked.
ON_PLAY, ON_REACT, ON_EXTEND = int(Phase.PLAY), int(Phase.REACT), int(Phase.EXTEND)
_ON_CHANCE, _OVER = int(Phase.CHANCE), int(Phase.OVER)
_OPENING_PLAYOUTS = 4
"""Of each opening hand, with the rest of the deck shuffled."""


def decisions(rules: Rules, seed: int, deal: int) -> Iterator[State]:
    """Play the deal of this number with tuned players in all seats, and yield the state at every decision.

    The seat that starts goes round from deal to deal.  Whoever looks at the state must not change it.
    """
    compiled, policy = compile_rules(rules), tuned_policy(rules)
    state = State(compiled)
    state.deal(deck_order(compiled, seed, deal), deal % rules.players)
    choices, chance = Rng(seed, 2 * deal + 1), luck_of(seed, deal)
    while state.phase != _OVER:
        if state.phase == _ON_CHANCE:
            state.reshuffle(_shuffled(state.discard_pile(), chance))
        else:
            yield state
            state.apply(decide(policy, state, choices))


def is_legal(state: State, move: int) -> bool:
    """Say whether a move is legal."""
    return state.legal() >> move & 1 == 1


def best_other_move(rules: Rules, state: State, move: int) -> int | None:
    """Return the play or discard that the tuned player would make if this one were not legal; None if there is none."""
    others = {other: worth for other, worth in tuned_policy(rules).values(state).items() if other != move}
    return max(others, key=others.__getitem__) if others else None


def edge(state: State, move: int, policies: Sequence[Policy], number: int, seed: int) -> int:
    """Return what a move is worth to whoever decides: own points less the mean of the other teams, over some playouts.

    In parts of 1 / (teams - 1), added up.  The same seed gives the same luck to whatever move.
    """
    teams, team = state.rules.teams, state.team_of(state.seat)
    after = state.clone()
    after.apply(move)
    totals = playouts(after, number, policies, seed=seed).totals
    return teams * totals[team] - sum(totals)


def draw_pile_at_start(rules: Rules) -> int:
    """Return how many cards the draw pile has when the hands are dealt."""
    return sum(rules.deck) - rules.players * rules.hand_size


def nearest_rival(state: State, team: int) -> int:
    """Return the miles of the opponent who has come farthest."""
    return max(state.miles_driven(other) for other in range(state.rules.teams) if other != team)


def holds(state: State, seat: int, card: Card) -> bool:
    """Say whether a card is in a hand."""
    return state.count(seat, card) > 0


def _shuffled(cards: list[int], chance: Rng) -> list[int]:
    for i in range(len(cards) - 1, 0, -1):
        j = chance.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


# -- a card in the opening hand in place of another -----------------------------------------------------------------


def examine_cards(
    rules: Rules,
    policy: Policy,
    cards: Sequence[Card],
    bare: Sequence[Rules],
    seed: int,
    deal: int,
    observations: Observations,
) -> None:
    """Play a deal with and without each card in the opening hand of seat 0, and observe what the card gains.

    ``bare`` are the same rules with ever fewer points, none of which a player looks at.  Number 0 is the whole gain,
    number 1 what is gone with the first of them, and so on; the last is what is left.
    """
    luck = luck_of(seed, deal)
    first = deal % rules.players
    order, same = deck_order(compile_rules(rules), seed, deal), fresh_seed(luck)
    ours = [i for i in range(rules.players * rules.hand_size) if (first + i) % rules.players == 0]
    for card in cards:
        without, with_it = _without_and_with(order, card, ours, luck)
        gains = [0] * (1 + len(bare))
        if with_it != without:
            counted_rules = [compile_rules(counted) for counted in (rules, *bare)]
            gains = [
                _opening_edge(compiled, with_it, first, policy, same)
                - _opening_edge(compiled, without, first, policy, same)
                for compiled in counted_rules
            ]
        parts = [gain - rest for gain, rest in zip(gains, [*gains[1:], 0], strict=True)]
        for number, gain in enumerate([gains[0], *parts]):
            observations.add(deal, (card, number), gain, _OPENING_PLAYOUTS)


def _without_and_with(order: list[int], card: Card, ours: list[int], luck: Rng) -> tuple[list[int], list[int]]:
    """Return the deck without the card in our hand and with it; the two differ in two cards that change places.

    If the deck has the card several times, another one may be in the hand in both.
    """
    theirs = [i for i in range(len(order)) if i not in ours]
    elsewhere = [i for i in theirs if order[i] == card]
    if elsewhere:
        return order, _swapped(order, ours[luck.below(len(ours))], elsewhere[luck.below(len(elsewhere))])
    here = [i for i in ours if order[i] == card]
    return _swapped(order, here[luck.below(len(here))], theirs[luck.below(len(theirs))]), order


def _swapped(order: list[int], one: int, other: int) -> list[int]:
    swapped = list(order)
    swapped[one], swapped[other] = order[other], order[one]
    return swapped


def _opening_edge(compiled: CompiledRules, order: list[int], first: int, policy: Policy, seed: int) -> int:
    """Return the points of team 0 less the mean of the others, in parts of 1 / (teams - 1), over the playouts."""
    state = State(compiled)
    state.deal(order, first)
    totals = playouts(state, _OPENING_PLAYOUTS, policy, seed=seed).totals
    return compiled.teams * totals[0] - sum(totals)
