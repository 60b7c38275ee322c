"""Deals between tuned players, stopped at every decision; and two ways to go on, compared on the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...bots import playouts
from ...bots.weights import tuned_policy
from ...cards import Card
from ...engine.codes import Phase
from ...engine.playout import Policy, Rng, decide, deck_order
from ...engine.state import State
from ...position import compile_rules
from ...rules import Rules
from ..arena.chunk import WHOLE
from ..arena.running_totals import leaders
from .gather import luck_of

# Plain numbers, since every decision of every deal is asked.
ON_PLAY, ON_REACT, ON_EXTEND = int(Phase.PLAY), int(Phase.REACT), int(Phase.EXTEND)
_ON_CHANCE, _OVER = int(Phase.CHANCE), int(Phase.OVER)


def decisions(rules: Rules, seed: int, deal: int) -> Iterator[State]:
    """The deal of this number, at every decision, all seats played by tuned players; leave the state as it is.

    The seat that starts goes round from deal to deal.
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


def can(state: State, move: int) -> bool:
    """Whether a move is legal."""
    return state.legal() >> move & 1 == 1


def best_other(rules: Rules, state: State, move: int) -> int | None:
    """The play or discard that the tuned player would make if it were not for this one; None where there is none."""
    others = {other: worth for other, worth in tuned_policy(rules).values(state).items() if other != move}
    return max(others, key=others.__getitem__) if others else None


def edge(state: State, move: int, policies: Sequence[Policy], number: int, seed: int) -> int:
    """What a move is worth to whoever decides: own points less the mean of the other teams, over so many playouts.

    In parts of 1 / (teams - 1), added up.  The same seed gives the same luck to whatever move.
    """
    teams, team = state.rules.teams, state.team_of(state.seat)
    after = state.clone()
    after.apply(move)
    totals = playouts(after, number, policies, seed=seed).totals
    return teams * totals[team] - sum(totals)


def winnings(team: int, scores: Sequence[int]) -> int:
    """What a team wins with these scores, in parts of ``WHOLE``: who shares the top shares the win."""
    winners = leaders(scores)
    return WHOLE // len(winners) if team in winners else 0


def cards_to_draw(rules: Rules) -> int:
    """The draw pile as it is after the deal."""
    return sum(rules.deck) - rules.players * rules.hand_size


def nearest_rival(state: State, team: int) -> int:
    """The miles of the opponent who has come farthest."""
    return max(state.miles_driven(other) for other in range(state.rules.teams) if other != team)


def holds(state: State, seat: int, card: Card) -> bool:
    """Whether a card is in a hand."""
    return state.count(seat, card) > 0


def _shuffled(cards: list[int], chance: Rng) -> list[int]:
    for i in range(len(cards) - 1, 0, -1):
        j = chance.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
