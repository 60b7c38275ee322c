"""What a position must be to have come about: the check that every deal which is set up passes first.

A position that is accepted can be played to its end under its rules, with every card conserved.  So all that the engine
counts on is checked to the letter: the types, the deck, how many cards each seat can hold in which phase, who decides,
what belongs to which phase and to which rules.  How the cards came to lie where they lie is checked only where it is
plain to see (a Battle pile that nothing opened, a third 200), so that a puzzle may begin from short hands, from the
first turn, or from any mixture of miles.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, NoReturn

from ..engine.codes import PASS, Phase
from ..engine.compiled_rules import CompiledRules
from ..rules.cards import DISTANCES, HAZARDS, REMEDIES, SAFETIES, Card
from ..rules.ruleset import MAX_TURN_CAP, Rules
from .moves import TEAM_LETTERS
from .team_piles import Piles, Window, completed, just_laid

if TYPE_CHECKING:
    from .position import Position


class PositionError(ValueError):
    """A position that no deal can reach."""


def check_position(position: Position, ask_after: int | None) -> None:
    """Refuse an impossible position with the reason; ``ask_after`` is explained at ``Position.check``."""
    _check_types(position)
    _check_seats(position)
    _check_deck(position)
    for team, laid in enumerate(position.tables):
        _check_table(position, team, laid)
    _check_turn(position)
    _check_belongings(position)
    _OF_PHASE[position.phase](position)
    _check_hands(position)
    _check_taken(position)
    _check_asked(position, ask_after)


# -- the types: everything further on relies on them -------------------------------------------------------------

_NUMBER, _TRUTH = "a whole number", "True or False"
_FIELDS: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("rules", (Rules,), "Rules"),
    ("hands", (tuple,), "a tuple of hands"),
    ("tables", (tuple,), "a tuple of tables"),
    ("draw_pile", (tuple,), "a tuple of cards"),
    ("discards", (tuple,), "a tuple of cards"),
    ("seat", (int,), _NUMBER),
    ("phase", (Phase,), "a Phase"),
    ("turn", (int, type(None)), f"{_NUMBER} or None"),
    ("turns", (int,), _NUMBER),
    ("extra", (bool,), _TRUTH),
    ("taken", (Card, type(None)), "a Card or None"),
    ("given", (int,), _NUMBER),
    ("window", (Window, type(None)), "a Window or None"),
    ("extended_by", (int, type(None)), f"{_NUMBER} or None"),
    ("owed", (int,), _NUMBER),
    ("refill", (bool,), _TRUTH),
)
_OF_TABLE: tuple[tuple[str, tuple[type, ...], str], ...] = (
    *((name, (tuple,), "a tuple of cards") for name in ("battle", "speed", "distances", "safeties", "coups")),
    ("roll_due", (bool,), _TRUTH),
)
_OF_WINDOW: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("attacker", (int,), _NUMBER),
    ("target", (int,), _NUMBER),
    ("hazard", (Card,), "a Card"),
)


def _check_types(position: Position) -> None:
    _check_fields("", position, _FIELDS)
    for seat, hand in enumerate(position.hands):
        if type(hand) is not tuple:
            _refuse_type(f"hands: that of seat {seat}", "a tuple of cards", hand)
    for number, laid in enumerate(position.tables):
        if type(laid) is not Piles:
            _refuse_type(f"tables: number {number}", "a Piles", laid)
        _check_fields(f"tables: number {number}: ", laid, _OF_TABLE)
    if position.window is not None:
        _check_fields("window: ", position.window, _OF_WINDOW)
    piles = [position.draw_pile, position.discards, *position.hands]
    for laid in position.tables:
        piles += (laid.battle, laid.speed, laid.distances, laid.safeties, laid.coups)
    for card in chain.from_iterable(piles):
        if type(card) is not Card:
            _refuse_type("every card in hands, tables and piles", "a Card", card)


def _check_fields(where: str, thing: object, wanted: tuple[tuple[str, tuple[type, ...], str], ...]) -> None:
    for name, types, right in wanted:
        value = getattr(thing, name)
        if type(value) not in types:  # so that True is no number here
            _refuse_type(where + name, right, value)


def _refuse_type(what: str, right: str, value: object) -> NoReturn:
    raise PositionError(f"{what} must be {right}, not {_shown(value)}")


def _shown(value: object) -> str:
    """Return a value as text, however large it is."""
    try:
        text = repr(value)
    except Exception:  # a number of too many digits, or something that cannot be shown
        return f"a {type(value).__name__} that cannot be written down"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _are(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {number}"


# -- seats and cards ---------------------------------------------------------------------------------------------


def _check_seats(position: Position) -> None:
    rules = position.rules
    if (hands := len(position.hands)) != rules.players:
        raise PositionError(f"hands: {rules.players} players need {rules.players}, and there {_are(hands)}")
    if (tables := len(position.tables)) != rules.teams:
        raise PositionError(f"tables: {rules.teams} teams need {rules.teams}, and there {_are(tables)}")
    _check_seat(rules, "seat", position.seat)
    _check_seat(rules, "turn", position.turn_seat)


def _check_seat(rules: Rules, what: str, seat: int) -> None:
    if not 0 <= seat < rules.players:
        raise PositionError(f"{what}: there is no seat {_shown(seat)}; seats are 0 to {rules.players - 1}")


def _check_team(rules: Rules, what: str, team: int) -> None:
    if not 0 <= team < rules.teams:
        raise PositionError(f"{what}: there is no team {_shown(team)}; teams are 0 to {rules.teams - 1}")


def _check_deck(position: Position) -> None:
    everywhere = [*position.draw_pile, *position.discards]
    for hand in position.hands:
        everywhere += hand
    for laid in position.tables:
        everywhere += laid.cards
    here = bytes(everywhere)  # to be counted without Python's help
    for kind, there in enumerate(position.rules.deck):
        if here.count(kind) != there:
            name = Card(kind).notation
            raise PositionError(f"{name}: there {_are(here.count(kind))} in the position, and {there} in the deck")


def _check_hands(position: Position) -> None:
    """Refuse a hand of more than the cards dealt and, on turn, the one drawn; cards that are owed count already."""
    most = position.rules.hand_size
    sizes = [len(hand) for hand in position.hands]
    allowed = [most] * len(sizes)
    if position.phase is Phase.PLAY:
        allowed[position.seat] = most + 1
    elif position.phase is Phase.EXCHANGE:
        allowed[position.seat] = most - position.given
    elif position.phase is Phase.CHANCE:
        allowed[position.seat] = most - position.owed + _draws_for_turn(position)
    for seat, size in enumerate(sizes):
        if size > allowed[seat]:
            raise PositionError(f"seat {seat} holds {size} cards; {max(0, allowed[seat])} is the most there")


def _draws_for_turn(position: Position) -> bool:
    """Say whether the card that is owed is the one with which a turn begins."""
    return position.seat == position.turn_seat and not position.given


# -- what lies on the tables -------------------------------------------------------------------------------------

_SPEED = {Card.SPEED_LIMIT, Card.END_OF_LIMIT}
_PILES: tuple[tuple[str, frozenset[Card]], ...] = (
    ("battle", frozenset({*HAZARDS, *REMEDIES} - _SPEED)),
    ("speed", frozenset(_SPEED)),
    ("distances", frozenset(DISTANCES)),
    ("safeties", frozenset(SAFETIES)),
)


def _check_table(position: Position, team: int, laid: Piles) -> None:
    who = f"team {TEAM_LETTERS[team]}"
    for name, allowed in _PILES:
        pile: tuple[Card, ...] = getattr(laid, name)
        if not allowed.issuperset(pile):
            wrong = next(card for card in pile if card not in allowed)
            raise PositionError(f"{who}: {wrong.notation} does not belong on the {name} pile")
    _check_coups(who, laid)
    _check_battle(who, laid)
    _check_speed(position, who, laid)
    _check_distance(position, team, laid)


def _check_coups(who: str, laid: Piles) -> None:
    if not laid.coups:
        return
    if not set(laid.coups) <= set(laid.safeties):
        raise PositionError(f"{who}: a coup fourré that is not among its safeties")
    for card in laid.coups:
        if laid.coups.count(card) > 1:
            raise PositionError(f"{who}: {card.notation} is named twice among its coups fourrés")


def _check_battle(who: str, laid: Piles) -> None:
    if not laid.battle or Card.RIGHT_OF_WAY in laid.safeties:
        return
    if laid.battle[0] is not Card.ROLL:
        first = laid.battle[0].notation
        raise PositionError(f"{who}: the battle pile begins with {first}, but only a roll can open it")


def _check_speed(position: Position, who: str, laid: Piles) -> None:
    if laid.speed and laid.speed[0] is not Card.SPEED_LIMIT:
        raise PositionError(f"{who}: the speed pile begins with {laid.speed[0].notation}, not with a limit")
    if laid.roll_due and not position.rules.roll_after_end_of_limit:
        raise PositionError(f"{who}: these rules ask for no roll after an end of limit, so none can be due")
    if laid.roll_due and Card.END_OF_LIMIT not in laid.speed:
        raise PositionError(f"{who}: a roll is due only after an end of limit, and none lies on the speed pile")


def _check_distance(position: Position, team: int, laid: Piles) -> None:
    rules, miles = position.rules, laid.miles
    who = f"team {TEAM_LETTERS[team]}"
    if laid.distances.count(Card.D200) > rules.max_200s:
        raise PositionError(f"{who}: more than {rules.max_200s} 200s")
    if rules.overshoot != "allow" and miles > position.target:
        raise PositionError(f"{who}: {miles} miles, and the target is {position.target}")
    deciding = position.phase is Phase.EXTEND and team == rules.team_of(position.turn_seat)
    if not deciding and completed(rules, laid, position.target):
        raise PositionError(f"{who}: has completed its trip, so the deal is over")
    if laid.distances and not laid.battle and Card.RIGHT_OF_WAY not in laid.safeties:
        raise PositionError(f"{who}: has driven without ever starting")


# -- the turn, and what belongs to which phase -------------------------------------------------------------------


def _check_turn(position: Position) -> None:
    rules = position.rules
    most = rules.turn_cap or MAX_TURN_CAP
    if not 1 <= position.turns <= most:
        raise PositionError(f"turns must be 1 to {most}, not {_shown(position.turns)}")
    if position.extra and not position.tables[rules.team_of(position.turn_seat)].safeties:
        raise PositionError("extra: a safety earns an extra turn, and the team on turn shows none")
    if position.extended_by is not None:
        _check_extension(position, position.extended_by)


def _check_extension(position: Position, caller: int) -> None:
    rules = position.rules
    if not rules.extension:
        raise PositionError("extended_by: these rules know no extension")
    _check_team(rules, "extended_by", caller)
    miles = position.tables[caller].miles
    if miles < rules.target:
        who = f"team {TEAM_LETTERS[caller]}"
        raise PositionError(f"extended_by: {who} has {miles} miles, and extends a trip after {rules.target} only")


def _check_belongings(position: Position) -> None:
    """Refuse what does not belong to the phase: another seat that decides, a window, cards given or owed."""
    phase = position.phase
    if (phase is Phase.REACT) != (position.window is not None):
        raise PositionError("a window belongs to the phase react, and only there")
    if position.seat != position.turn_seat and phase not in (Phase.REACT, Phase.CHANCE):
        turn, seat = position.turn_seat, position.seat
        raise PositionError(f"seat: in the phase {phase} seat {turn}, whose turn it is, decides, not seat {seat}")
    if position.given and phase not in (Phase.EXCHANGE, Phase.CHANCE):
        raise PositionError(f"given must be 0 in the phase {phase}: cards are given in an exchange only")
    if position.owed and phase is not Phase.CHANCE:
        raise PositionError(f"owed must be 0 in the phase {phase}: cards are owed in the phase chance only")
    if position.refill and phase is not Phase.CHANCE:
        raise PositionError(f"refill must be False in the phase {phase}: it belongs to the phase chance")


def _check_draw(position: Position) -> None:
    rules = position.rules
    if not CompiledRules(rules).draw_asked:
        raise PositionError("these rules leave nothing to choose before drawing, so they have no phase draw")
    if not position.draw_pile and rules.empty_draw_pile == "stop":
        raise PositionError("phase draw: the draw pile is empty, and with it these rules end the deal")
    shuffles = rules.empty_draw_pile == "reshuffle" and position.discards
    if not position.hands[position.seat] and not position.draw_pile and not shuffles:
        raise PositionError(f"phase draw: seat {position.seat} holds no card and can draw none")


def _check_exchange(position: Position) -> None:
    rules, given = position.rules, position.given
    if not rules.fast_play:
        raise PositionError("phase exchange: these rules know no exchange of cards; fast_play has it")
    if not position.draw_pile and rules.empty_draw_pile == "stop":
        raise PositionError("phase exchange: the draw pile is empty, and with it these rules end the deal")
    _check_given(position, 1)
    held = len(position.hands[position.seat])
    if not held:
        raise PositionError(f"phase exchange: seat {position.seat} has given its last card, which ends the exchange")
    if held + given < rules.exchange_min:
        raise PositionError(f"phase exchange: {held + given} cards are too few; it takes {rules.exchange_min}")


def _check_given(position: Position, least: int) -> None:
    most = min(position.rules.hand_size, len(position.discards))
    if not least <= position.given <= most:
        why = "as many as a hand holds and the discards show"
        raise PositionError(f"given must be {least} to {most}, {why}, not {_shown(position.given)}")


def _check_play(position: Position) -> None:
    if not position.hands[position.seat]:
        raise PositionError(f"seat {position.seat} is to play and holds no card")


def _check_window(position: Position) -> None:
    rules, window = position.rules, position.window
    assert window is not None
    if window.hazard not in HAZARDS:
        raise PositionError(f"window: {window.hazard.notation} is not a hazard")
    _check_seat(rules, "window: attacker", window.attacker)
    _check_team(rules, "window: target", window.target)
    target = position.tables[window.target]
    limits = window.hazard is Card.SPEED_LIMIT
    pile = target.speed if limits else target.battle
    if not pile or pile[-1] is not window.hazard:
        raise PositionError(f"window: {window.hazard.notation} is not on top of the target's pile")
    if position.turn_seat != window.attacker:
        raise PositionError("window: it is the attacker's turn until the window closes")
    if rules.team_of(window.attacker) == window.target:
        raise PositionError("window: nobody attacks the own side")
    safety = window.hazard.safety
    if safety in target.safeties and (rules.right_of_way_covers_limit or not limits):
        raise PositionError(f"window: the target shows {safety.notation}, so {window.hazard.notation} cannot hit it")


def _check_extend(position: Position) -> None:
    rules = position.rules
    laid = position.tables[rules.team_of(position.seat)]
    if not rules.extension or position.extended_by is not None or laid.miles != rules.target:
        raise PositionError("nobody has completed a short trip, so there is no extension to decide")
    if not position.draw_pile and not any(position.hands):
        raise PositionError("phase extend: no card is left to drive on with, so there is no extension to decide")


def _check_chance(position: Position) -> None:
    if position.rules.empty_draw_pile != "reshuffle":
        raise PositionError("phase chance: under these rules the discards are not reshuffled")
    if position.draw_pile or not position.discards:
        raise PositionError("phase chance: discards are shuffled when there are some and the draw pile is empty")
    most = 1
    if position.given:
        _check_exchanged(position)
        most = position.given
    elif position.seat != position.turn_seat or position.refill:
        _check_answered(position)
    if not 1 <= position.owed <= most:
        raise PositionError(f"owed must be 1 to {most} there, not {_shown(position.owed)}")


def _check_exchanged(position: Position) -> None:
    """Refuse cards owed for an exchange that cannot have been made."""
    if not position.rules.fast_play:
        raise PositionError("given: these rules know no exchange of cards; fast_play has it")
    if position.refill or position.seat != position.turn_seat:
        raise PositionError("given: only the seat on turn exchanges cards, and then it refills for nothing else")
    _check_given(position, max(1, position.rules.exchange_min))


def _check_answered(position: Position) -> None:
    """Refuse a card owed for an answer to a hazard, a safety or an immediate remedy, that cannot have been given."""
    rules = position.rules
    if rules.team_of(position.seat) == rules.team_of(position.turn_seat):
        raise PositionError("phase chance: a card for an answer is owed to an opponent of the seat on turn")
    if not position.refill and not rules.fast_play:
        raise PositionError("refill: off turn a card is owed for a coup fourré only, so it must be True")
    if position.refill and not position.tables[rules.team_of(position.seat)].coups:
        raise PositionError("refill: the card owed is for a coup fourré, and the team shows none")


def _check_over(position: Position) -> None:
    raise PositionError("a position is set up to be played on; this one is over")


def _check_stopped(position: Position) -> None:
    raise PositionError("phase window: a position has its open window in the phase react, whoever is asked")


_OF_PHASE: dict[Phase, Callable[[Position], None]] = {
    Phase.DRAW: _check_draw,
    Phase.EXCHANGE: _check_exchange,
    Phase.PLAY: _check_play,
    Phase.REACT: _check_window,
    Phase.EXTEND: _check_extend,
    Phase.CHANCE: _check_chance,
    Phase.OVER: _check_over,
    Phase.WINDOW: _check_stopped,
}


def _check_taken(position: Position) -> None:
    taken, turn = position.taken, position.turn_seat
    if taken is None:
        return
    rules, phase = position.rules, position.phase
    if not rules.take_discard:
        raise PositionError("taken: under these rules discards are not taken")
    drawing = phase is Phase.CHANCE and position.seat == turn
    if drawing or phase in (Phase.DRAW, Phase.EXCHANGE):
        raise PositionError(f"taken must be None in the phase {phase}: who takes a discard goes on to play")
    laid = just_laid(phase, position.window, position.tables[rules.team_of(turn)])
    if taken not in position.hands[turn] and taken not in laid:
        raise PositionError(f"taken: seat {turn} does not hold {taken.notation}, and has not just laid it")


def _check_asked(position: Position, ask_after: int | None) -> None:
    if ask_after is not None:
        if type(ask_after) is not int:
            _refuse_type("ask_after", f"{_NUMBER} or None", ask_after)
        _check_seat(position.rules, "ask_after", ask_after)
        if position.window is None:
            raise PositionError("ask_after: no window is open, so there is nothing to ask")
    elif position.window is not None and position.state().legal() == 1 << PASS:
        raise PositionError(f"window: seat {position.seat} has no answer to give, so it is not asked")
