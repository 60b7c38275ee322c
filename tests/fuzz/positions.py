"""Positions under attack: what is accepted can be played to its end, and the rest is refused with a PositionError.

Moments reached in play under any rules are changed, slightly and wildly: cards moved, numbers shifted, phases set up
that hardly ever come about, values that are no numbers and no cards.  Each is offered to ``Deal.from_position``.  What
it accepts is played on at random, and after every move all cards are counted.

``python -m tests.fuzz.positions --runs 1000000 --seed 1`` runs it for long.  The work is done in child processes, so
that a crash of the interpreter is a finding like any other, with the seed and the number of the position that it
happened at; ``--here --seed 1/17 --runs 5000`` tries those of one child again.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawValue
from random import Random
from typing import Any, TypeVar

from bornes import Card, Deal, Phase, Piles, Position, PositionError, Rules, Window
from bornes.engine.state import State
from bornes.rules.cards import KINDS
from tests.fuzz.unraised import unraised
from tests.support.house_rules import OPTIONS, cramped_rules, mended, random_rules
from tests.support.walks import begin, position_of, step

BATCH = 20_000
"""Positions that one child tries."""
FROM_EACH = 40
"""Positions made from each moment of play."""
IN_FULL = 0.01
"""How many of those accepted are played with events and views; the others with the engine alone, which is quicker."""
LONGEST = 30
"""The highest turn cap, so that reshuffles come to an end soon."""
MOST_MOVES = 5_000
"""More moves than any deal of so few turns can take."""
MOST_FINDINGS = 10
"""Findings after which a child stops."""


class Finding(AssertionError):
    """What must not happen, and did."""


def demand(right: bool, wrong: str) -> None:
    """Report a finding unless all is right."""
    if not right:
        raise Finding(wrong)


# -- where it begins: moments of real deals ------------------------------------------------------------------------


def quick(rules: Rules) -> Rules:
    """Return these rules with no more turns than it takes."""
    return rules.replace(turn_cap=min(rules.turn_cap, LONGEST))


def reached(luck: Random) -> Iterator[Position]:
    """Yield moments of deals under all sorts of rules, the rarer phases more often than they come about."""
    while True:
        rules = quick(cramped_rules(luck) if luck.random() < 0.6 else random_rules(luck))
        deal = begin(rules, luck)
        while not deal.over:
            common = deal.phase in (Phase.PLAY, Phase.DRAW)
            if luck.random() < (0.1 if common else 0.7):
                yield position_of(deal)
            step(deal, luck)


# -- what is done to them ------------------------------------------------------------------------------------------

HOSTILE: tuple[Any, ...] = (
    *(None, "", "seat", b"\x00", 0.5, float("nan"), True, False, object(), Card, Phase, int),
    *(-1, 0, 1, 2, 7, 8, 12, 64, 90, 255, 2**31 - 1, 2**31, -(2**31), 2**63, 2**64, 10**5000, -(10**5000)),
    *(Card.ROLL, Card.STOP, Phase.OVER, Phase.CHANCE, Window(0, 1, Card.STOP), Piles()),
    *((), [], {}, ((),), (Card.ROLL,), [Card.ROLL], (None,), ("roll",), (99,), (-1,), (13,), (2**70,)),
    (Card.ROLL,) * 200,
)
NUMBERS = ("seat", "turn", "turns", "given", "owed", "extended_by")
PILES = ("battle", "speed", "distances", "safeties", "coups")

Thing = TypeVar("Thing", Position, Piles, Window)
Change = Callable[[Position, Random], Position]


def hostile(position: Position, luck: Random) -> Position:
    """Put something outrageous in any field, of the position or of what is in it."""
    value = luck.choice(HOSTILE)
    match luck.randrange(4):
        case 0:
            return replace(position, tables=_with(position.tables, luck, lambda laid: _field(laid, luck, value)))
        case 1 if position.window is not None:
            return replace(position, window=_field(position.window, luck, value))
        case 2:
            return replace(position, hands=_with(position.hands, luck, lambda hand: (*hand, value)))
    return _field(position, luck, value)


def as_list(position: Position, luck: Random) -> Position:
    """Give a list where a tuple belongs."""
    name = luck.choice(("hands", "tables", "draw_pile", "discards"))
    return _set(position, name, list(getattr(position, name)))


def number(position: Position, luck: Random) -> Position:
    """Shift a number, or set it to another small one."""
    name = luck.choice(NUMBERS)
    now = getattr(position, name)
    value = luck.choice((luck.randint(-1, 8), (now or 0) + luck.choice((-1, 1)), position.rules.turn_cap))
    return _set(position, name, value)


def truth(position: Position, luck: Random) -> Position:
    """Turn a yes into a no."""
    name = luck.choice(("extra", "refill", "roll_due"))
    if name != "roll_due":
        return _set(position, name, not getattr(position, name))
    turned = _with(position.tables, luck, lambda laid: replace(laid, roll_due=not laid.roll_due))
    return replace(position, tables=turned)


def phase(position: Position, luck: Random) -> Position:
    """Ask another question."""
    return replace(position, phase=luck.choice(tuple(Phase)))


def taken(position: Position, luck: Random) -> Position:
    """Say that another card was taken, mostly one that somebody holds."""
    held = position.hands[position.turn_seat % len(position.hands)]
    card = luck.choice(held) if held and luck.random() < 0.6 else luck.choice((None, *Card))
    return replace(position, taken=card)


def window(position: Position, luck: Random) -> Position:
    """Open a window on a hazard that lies on a table, or anywhere."""
    players, teams = position.rules.players, position.rules.teams
    tops = [(team, pile[-1]) for team, laid in enumerate(position.tables) for pile in (laid.battle, laid.speed) if pile]
    attacker, seat = luck.randrange(players), luck.randrange(players)
    target, hazard = luck.randint(-1, teams), luck.choice(tuple(Card))
    if tops and luck.random() < 0.9:
        target, hazard = luck.choice(tops)
    moment: dict[str, Any] = {"phase": Phase.REACT, "window": Window(attacker, target, hazard), "given": 0, "owed": 0}
    return replace(position, turn=attacker, seat=seat, **moment)


def shuffle_due(position: Position, luck: Random) -> Position:
    """Let a shuffle be due, the draw pile having gone to the discards."""
    players = position.rules.players
    return replace(
        position,
        phase=Phase.CHANCE,
        window=None,
        draw_pile=(),
        discards=position.discards + position.draw_pile,
        seat=luck.randrange(players),
        owed=luck.choice((1, 1, 1, 2, 3, 7)),
        given=luck.choice((0, 0, 1, 2, 3, 7)),
        refill=luck.random() < 0.4,
        taken=None,
    )


def exchange(position: Position, luck: Random) -> Position:
    """Be in the middle of an exchange, with cards of the hand given already."""
    seat = position.turn_seat % len(position.hands)
    hand, given = position.hands[seat], luck.randint(0, 3)
    hands = (*position.hands[:seat], hand[given:], *position.hands[seat + 1 :])
    discards = position.discards + hand[:given]
    number = given + luck.choice((-1, 0, 0, 0, 0, 1))
    moment: dict[str, Any] = {"phase": Phase.EXCHANGE, "window": None, "seat": seat, "owed": 0, "refill": False}
    return replace(position, hands=hands, discards=discards, given=number, taken=None, **moment)


def card_moved(position: Position, luck: Random) -> Position:
    """Move a card from one place to any other."""
    places = _places(position)
    full = [name for name, pile in places.items() if pile and name[0] != "coups"]
    here, there = luck.choice(full), luck.choice(list(places))
    places[there].append(places[here].pop(luck.randrange(len(places[here]))))
    return _placed(position, places)


def cards_swapped(position: Position, luck: Random) -> Position:
    """Let two cards change places."""
    places = _places(position)
    full = [name for name, pile in places.items() if pile]
    here, there = places[luck.choice(full)], places[luck.choice(full)]
    i, j = luck.randrange(len(here)), luck.randrange(len(there))
    here[i], there[j] = there[j], here[i]
    return _placed(position, places)


def card_doubled(position: Position, luck: Random) -> Position:
    """Let a card appear or vanish."""
    places = _places(position)
    pile = places[luck.choice([name for name, cards in places.items() if cards])]
    if luck.random() < 0.5:
        pile.append(luck.choice(pile))
    else:
        pile.pop(luck.randrange(len(pile)))
    return _placed(position, places)


def draw_pile_gone(position: Position, luck: Random) -> Position:
    """Lay the draw pile, or most of it, on the discards."""
    kept = luck.choice((0, 0, 1, 2))
    pile = position.draw_pile
    return replace(position, draw_pile=pile[:kept], discards=position.discards + pile[kept:])


def hand_gone(position: Position, luck: Random) -> Position:
    """Lay somebody's cards, or all hands, on the discards."""
    seat = luck.randrange(len(position.hands))
    if luck.random() < 0.3:
        spared = position.hands[seat]
        gone = tuple(card for other, hand in enumerate(position.hands) if other != seat for card in hand)
        hands: tuple[tuple[Card, ...], ...] = tuple(spared if at == seat else () for at in range(len(position.hands)))
    else:
        gone = position.hands[seat]
        hands = (*position.hands[:seat], (), *position.hands[seat + 1 :])
    return replace(position, hands=hands, discards=position.discards + gone)


def rules_changed(position: Position, luck: Random) -> Position:
    """Play on by other rules for as many players, with the same deck."""
    return replace(position, rules=luck.choice(variants(position.rules)))


@lru_cache(maxsize=4)
def variants(rules: Rules) -> tuple[Rules, ...]:
    """Return these rules with other house rules, always the same ones."""
    luck = Random(repr(rules))
    names = [name for name in OPTIONS if name not in ("hand_size", "turn_cap")]
    return tuple(
        mended(rules, {name: luck.choice(OPTIONS[name]) for name in luck.sample(names, luck.randint(1, 6))})
        for _ in range(12)
    )


OUTRAGES: tuple[Change, ...] = (hostile, hostile, hostile, as_list, card_doubled)
SLIPS: tuple[Change, ...] = (
    *(number, number, truth, phase, taken, window, shuffle_due, exchange),
    *(card_moved, card_moved, cards_swapped, cards_swapped, draw_pile_gone, hand_gone, rules_changed),
)


def changed(position: Position, luck: Random) -> tuple[Position, list[str]]:
    """Return a position changed in one to four ways, and the names of the changes; one in eight is outrageous."""
    changes = [luck.choice(SLIPS) for _ in range(luck.choice((1, 1, 1, 2, 2, 3, 4)))]
    if luck.random() < 0.125:
        changes.append(luck.choice(OUTRAGES))  # as the last one, since the others need something they can read
    for change in changes:
        position = change(position, luck)
    return position, [change.__name__ for change in changes]


def _with(things: tuple[Any, ...], luck: Random, change: Callable[[Any], Any]) -> tuple[Any, ...]:
    at = luck.randrange(len(things))
    return (*things[:at], change(things[at]), *things[at + 1 :])


def _field(thing: Thing, luck: Random, value: Any) -> Thing:
    return _set(thing, luck.choice(fields(thing)).name, value)


def _set(thing: Thing, name: str, value: Any) -> Thing:
    changes: dict[str, Any] = {name: value}
    return replace(thing, **changes)


def _places(position: Position) -> dict[tuple[str, int], list[Card]]:
    places = {("draw_pile", 0): list(position.draw_pile), ("discards", 0): list(position.discards)}
    places |= {("hand", seat): list(hand) for seat, hand in enumerate(position.hands)}
    places |= {(name, team): list(getattr(laid, name)) for team, laid in enumerate(position.tables) for name in PILES}
    return places


def _placed(position: Position, places: dict[tuple[str, int], list[Card]]) -> Position:
    piles: list[dict[str, Any]] = [
        {name: tuple(places[name, team]) for name in PILES} for team in range(len(position.tables))
    ]
    tables = tuple(replace(laid, **piles[team]) for team, laid in enumerate(position.tables))
    hands = tuple(tuple(places["hand", seat]) for seat in range(len(position.hands)))
    draw_pile, discards = tuple(places["draw_pile", 0]), tuple(places["discards", 0])
    return replace(position, hands=hands, tables=tables, draw_pile=draw_pile, discards=discards)


# -- what is demanded ----------------------------------------------------------------------------------------------


def attack(position: Position, luck: Random) -> bool:
    """Offer a position and play on if it is accepted; return whether it was."""
    ask_after: Any = luck.choice((None, None, None, position.turn, 0, 1, -1, 99, "1")) if position.window else None
    try:
        deal = Deal.from_position(position, ask_after=ask_after)
    except PositionError as error:
        demand(len(str(error)) > 10, f"refused without a reason: {error}")
        return False
    if luck.random() < IN_FULL:
        sample(deal, luck)
        play_in_full(deal, luck)
    else:
        play_bare(deal.state, luck)
    return True


def sample(deal: Deal, luck: Random) -> None:
    """Demand worlds for every viewer of what has just been set up."""
    if deal.over:
        return
    for viewer in (None, *range(deal.rules.players)):
        world = deal.view(viewer).sample(luck)
        demand(world.rules == deal.rules, "a sampled world has other rules")


def play_in_full(deal: Deal, luck: Random) -> None:
    """Play to the end with events and views, counting what everybody sees."""
    count_in_full(deal)
    for _ in range(MOST_MOVES):
        if deal.over:
            return
        demand(deal.phase is Phase.CHANCE or bool(deal.legal_moves), "nothing is legal, and the deal is not over")
        step(deal, luck)
        count_in_full(deal)
    raise Finding("the deal does not end")


def count_in_full(deal: Deal) -> None:
    """Demand that hands, views and piles agree, and together are the deck."""
    view, now = deal.view(), deal.state.snapshot()
    demand(view.draw_pile_size == len(now["draw_pile"]), "the view's draw pile is not the deal's")
    demand(list(view.discards) == now["discards"], "the view's discards are not the deal's")
    demand(list(view.hand_sizes) == [len(hand) for hand in now["hands"]], "the view's hands are not the deal's")
    demand([laid.miles for laid in view.tables] == now["miles"], "the view's miles are not the deal's")
    everywhere = [*now["draw_pile"], *now["discards"]]
    for seat, hand in enumerate(now["hands"]):
        everywhere += hand
        demand(list(deal.view(seat).hand) == hand, f"the view of seat {seat} is not its hand")
    for team, laid in enumerate(view.tables):
        everywhere += laid.cards
        top = laid.battle[-1] if laid.battle else -1
        demand(top == now["battle"][team], "the view's Battle pile is not the deal's")
        top = laid.speed[-1] if laid.speed else -1
        demand(top == now["speed"][team], "the view's Speed pile is not the deal's")
    deck = bytes(everywhere)
    for card in Card:
        demand(deck.count(card) == deal.rules.deck[card], "a card was lost or found")


def play_bare(state: State, luck: Random) -> None:
    """Play to the end with the engine alone, counting after every move."""
    state.keeps_journal = True
    rules: Rules = state.rules.source
    count_bare(state, rules)
    for _ in range(MOST_MOVES):
        if state.phase == Phase.OVER:
            return
        if state.phase == Phase.CHANCE:
            discards = state.discard_pile()
            luck.shuffle(discards)
            state.reshuffle(discards)
        else:
            state.apply(any_of(state.legal(), luck))
        count_bare(state, rules)
    raise Finding("the deal does not end")


def any_of(moves: int, luck: Random) -> int:
    """Return one of a set of moves, given as bits."""
    demand(moves != 0, "nothing is legal, and the deal is not over")
    for _ in range(int(luck.random() * moves.bit_count())):
        moves &= moves - 1
    return (moves & -moves).bit_length() - 1


def count_bare(state: State, rules: Rules) -> None:
    """Demand that no hand is too large, and that what is hidden is, kind by kind, what is not shown."""
    hidden = bytes(state.draw_pile())
    for seat in range(rules.players):
        hand = state.hand_of(seat)
        if len(hand) > rules.hand_size + 1:
            raise Finding(f"seat {seat} holds {len(hand)} cards")
        hidden += bytes(hand)
    for kind in range(KINDS):
        if hidden.count(kind) != state.unseen(0, kind) + state.count(0, kind):
            raise Finding(f"{Card(kind).notation}: what is hidden and what is shown is not the deck")


# -- batches in child processes ------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of a number of positions."""

    tried: int = 0
    accepted: int = 0
    phases: dict[str, int] = field(default_factory=dict)
    """How many were accepted in each phase."""
    findings: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what came of others."""
        self.tried += other.tried
        self.accepted += other.accepted
        for name, count in other.phases.items():
            self.phases[name] = self.phases.get(name, 0) + count
        self.findings += other.findings


def batch(seed: str, runs: int, at: Any = None) -> Tally:
    """Try so many positions, noting in ``at`` the one that is being tried."""
    luck, tally = Random(seed), Tally()
    for moment in reached(luck):
        for number in range(FROM_EACH):
            if tally.tried == runs or len(tally.findings) >= MOST_FINDINGS:
                return tally
            if at is not None:
                at.value = tally.tried
            position, changes = changed(moment, luck) if number else (moment, ["as it was reached"])
            _try(position, luck, tally, f"seed {seed}, position {tally.tried} ({', '.join(changes)})", number == 0)
            tally.tried += 1
    return tally


def _try(position: Position, luck: Random, tally: Tally, which: str, real: bool) -> None:
    try:
        with unraised() as lost:
            accepted = _accepted_as_reached(position, luck) if real else attack(position, luck)
        demand(not lost, "; ".join(sorted(lost)))
    except Exception:
        tally.findings.append(f"{which}\n{traceback.format_exc()}{position!r}\n")
        return
    if accepted:
        tally.accepted += 1
        name = str(position.phase)
        tally.phases[name] = tally.phases.get(name, 0) + 1


def _accepted_as_reached(position: Position, luck: Random) -> bool:
    """Demand that what was reached in play is accepted, and so are the worlds that its viewers imagine."""
    deal = Deal.from_position(position)
    if luck.random() < IN_FULL:
        sample(deal, luck)
    return True


def child(seed: str, runs: int, at: Any, answer: Connection) -> None:
    """Try so many positions and answer what came of it."""
    answer.send(batch(seed, runs, at))


Work = Callable[[str, int, Any, Connection], None]


def campaign(seed: str, runs: int, say: Callable[[str], None] = lambda text: None, work: Work = child) -> Tally:
    """Try so many positions in child processes, one after another; one that dies is a finding."""
    context, total = get_context("spawn"), Tally()
    for number, begun in enumerate(range(0, runs, BATCH)):
        name, size = f"{seed}/{number}", min(BATCH, runs - begun)
        at: Any = RawValue("Q", 0)
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(name, size, at, there))
        process.start()
        there.close()
        try:
            total.add(here.recv())
        except EOFError:
            process.join()
            died = f"seed {name}, position {at.value}: the interpreter died with exit code {process.exitcode}\n"
            total.add(Tally(tried=at.value + 1, findings=[died]))
        process.join()
        here.close()
        say(f"{total.tried:,} tried, {total.accepted:,} accepted, {len(total.findings)} findings")
    return total


def main() -> int:
    """Run a campaign by command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100_000, help="how many positions to try")
    parser.add_argument("--seed", default="1", help="what the luck is made from")
    parser.add_argument("--here", action="store_true", help="try them in this process: to look at one finding's seed")
    chosen = parser.parse_args()
    if chosen.here:
        total = batch(chosen.seed, chosen.runs)
    else:
        total = campaign(chosen.seed, chosen.runs, lambda text: print(text, file=sys.stderr, flush=True))
    for finding in total.findings:
        print(finding)
    share = total.accepted / max(1, total.tried)
    by_phase = ", ".join(f"{name} {count:,}" for name, count in sorted(total.phases.items()))
    print(f"{total.tried:,} positions, {share:.1%} accepted ({by_phase}), {len(total.findings)} findings")
    return 1 if total.findings else 0


if __name__ == "__main__":
    sys.exit(main())
