"""The coup fourré: a hazard answered on the spot with its safety, in turn or out of it."""

from __future__ import annotations

import pytest

from bornes import Rules
from bornes.engine.codes import DrawCause
from bornes.game.events import AnswerRequested, Drew, Skipped, TurnBegan, TurnLost, seen_by
from bornes.game.illegal_reasons import NoOpenWindow, PassingNotAllowed, StoppedByHazard, TargetProtected
from tests.support.scenes import Card, Deal, Phase, piles, rules_of, scene

EVERYWHERE = ["parker-1962", "parker-1988", "game-cabinet", "dujardin", "asmodee"]
PLAY_OUT = ["parker-1962", "parker-1988", "game-cabinet", "dujardin"]
"""The editions in which an empty draw pile stays empty."""

ANSWERS = [
    ("out-of-gas", "tank"),
    ("flat", "proof"),
    ("accident", "ace"),
    ("stop", "priority"),
    ("limit", "priority"),
]


def accident(rules: Rules, target: int = 1, holder: int | None = None, draw: str = "50 75") -> Deal:
    """Seat 0 has just laid an Accident on a rolling team; the holder, or else the target, has the Driving Ace."""
    deal = scene(
        rules,
        hand="accident 100 100 100 100 200 200",
        hands={target if holder is None else holder: "ace 100 100 100 100 200"},
        tables={rules.team_of(target): piles("roll")},
        draw=draw,
    )
    deal.play(f"accident>{'ABCD'[rules.team_of(target)]}")
    return deal


def draw(deal: Deal) -> None:
    """Asmodee asks where to draw from; elsewhere the card is in the hand already."""
    if deal.phase is Phase.DRAW:
        deal.play("draw")


def discard(deal: Deal, card: str) -> None:
    """A turn in which nothing is played."""
    draw(deal)
    deal.play(f"-{card}")


# --- Who may call, and when ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("hazard", "safety"), ANSWERS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-50")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-50")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-58", "GC-62")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-37", "Q-25")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-41", "Q-25")),
    ],
)
def test_the_holder_of_the_matching_safety_may_answer_a_hazard(name: str, hazard: str, safety: str) -> None:
    deal = scene(rules_of(name), hand=f"{hazard} 25", hands={1: f"{safety} 25"}, tables={1: piles("roll")})
    deal.play(f"{hazard}>B")
    assert (deal.seat, deal.phase) == (1, Phase.REACT)
    assert deal.legal_moves.notation == ("coup", "pass")
    deal.play("coup")
    assert [card.notation for card in deal.view().tables[1].coups] == [safety]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-50")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-50")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-58")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-37")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-41")),
    ],
)
def test_another_safety_is_no_answer(name: str) -> None:
    deal = scene(rules_of(name), hand="accident 25", hands={1: "tank proof priority"}, tables={1: piles("roll")})
    assert TurnBegan(1, extra=False) in deal.play("accident>B")


@pytest.mark.parametrize("target", [1, 2])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-50")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-51")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-59")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-37")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-41")),
    ],
)
def test_the_call_comes_at_once_in_turn_or_out_of_turn(name: str, target: int) -> None:
    deal = accident(rules_of(name, 3), target)
    assert (deal.turn, deal.seat) == (0, target)
    told = deal.play("coup")
    assert TurnBegan(target, extra=True) in told


@pytest.mark.parametrize(
    ("name", "players", "partner"),
    [
        pytest.param("parker-1962", 4, 3, marks=pytest.mark.clause("P62-51", "Q-53")),
        pytest.param("parker-1988", 4, 3, marks=pytest.mark.clause("P88-51", "Q-53")),
        pytest.param("game-cabinet", 4, 3, marks=pytest.mark.clause("GC-60", "Q-53")),
        pytest.param("dujardin", 6, 4, marks=pytest.mark.clause("Q-53")),
        pytest.param("asmodee", 4, 3, marks=pytest.mark.clause("Q-53")),
    ],
)
@pytest.mark.parametrize("whose", ["own", "partner's"])
def test_the_call_precedes_the_own_and_the_partners_draw(name: str, players: int, partner: int, whose: str) -> None:
    caller = 1 if whose == "own" else partner
    deal = accident(rules_of(name, players, partners=True), 1, caller)
    assert deal.seat == caller
    assert {len(deal.hand(seat)) for seat in range(players)} == {6}, "nobody has drawn"
    deal.play("pass")
    assert deal.turn == 1
    draw(deal)
    assert isinstance(deal.why_not("coup"), NoOpenWindow)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-51", "Q-53")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-51", "Q-53")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-60", "Q-53")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-37", "Q-53")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-41", "Q-53")),
    ],
)
def test_a_safety_drawn_after_the_attack_comes_too_late(name: str) -> None:
    deal = scene(rules_of(name), hand="accident 25", hands={1: "25"}, tables={1: piles("roll")}, draw="ace 50")
    deal.play("accident>B")
    draw(deal)
    assert Card.DRIVING_ACE in deal.hand(1)
    assert isinstance(deal.why_not("coup"), NoOpenWindow)
    deal.play("ace")
    assert deal.scores[1] == 100, "an ordinary safety …"
    assert deal.view().tables[1].battle[-1] is Card.ACCIDENT, "… which leaves the hazard where it lies"


@pytest.mark.clause("Q-53")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_call_not_made_at_once_is_lost(name: str) -> None:
    deal = accident(rules_of(name))
    deal.play("pass")
    assert "coup" not in deal.legal_moves.notation
    draw(deal)
    assert isinstance(deal.why_not("coup"), NoOpenWindow)
    deal.play("ace")
    assert deal.view().tables[1].coups == ()


# --- What it does to the table -------------------------------------------------------------------------------


@pytest.mark.parametrize(("hazard", "safety"), ANSWERS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-52", "P62-55")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-52")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-61", "GC-62")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-38")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-42")),
    ],
)
def test_the_hazard_goes_to_the_discards_and_the_road_is_as_before(name: str, hazard: str, safety: str) -> None:
    deal = scene(rules_of(name), hand=f"{hazard} 25", hands={1: f"{safety} 100"}, tables={1: piles("roll")})
    deal.play(f"{hazard}>B")
    deal.play("coup")
    assert [card.notation for card in deal.view().discards] == [hazard]
    laid = deal.view().tables[1]
    assert (laid.battle, laid.speed) == ((Card.ROLL,), ())
    draw(deal)
    deal.play("100")  # the Roll counts again: no other is needed
    assert deal.view().tables[1].miles == 100


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-50")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-50")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-57")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-42")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-40")),
    ],
)
def test_the_table_shows_which_safety_was_a_coup_fourre(name: str) -> None:
    deal = accident(rules_of(name), draw="tank 75")
    deal.play("coup")
    draw(deal)
    deal.play("tank")
    for viewer in (0, 1, None):
        laid = deal.view(viewer).tables[1]
        assert laid.safeties == (Card.DRIVING_ACE, Card.EXTRA_TANK)
        assert laid.coups == (Card.DRIVING_ACE,)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-56")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-54")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-64")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-36")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-47")),
    ],
)
def test_afterwards_the_safety_protects_like_any_other(name: str) -> None:
    deal = accident(rules_of(name), draw="50 50 accident 50")
    deal.play("coup")
    for _ in range(2):
        discard(deal, "100")
        draw(deal)
        assert isinstance(deal.why_not("accident>B"), TargetProtected)
        deal.play("-100")


@pytest.mark.parametrize(
    ("name", "bonus"),
    [
        pytest.param("parker-1962", 300, marks=pytest.mark.clause("P62-65")),
        pytest.param("parker-1988", 300, marks=pytest.mark.clause("P88-55", "P88-65")),
        pytest.param("game-cabinet", 300, marks=pytest.mark.clause("GC-65")),
        pytest.param("dujardin", 300, marks=pytest.mark.clause("DJ-41")),
        pytest.param("asmodee", 100, marks=pytest.mark.clause("AS-46", "Q-30")),
    ],
)
def test_a_coup_fourre_scores_on_top_of_its_safety(name: str, bonus: int) -> None:
    deal = accident(rules_of(name))
    deal.play("coup")
    sheet = deal.score_sheet()
    assert sheet.rows["safeties"] == (0, 100)
    assert sheet.rows["coups_fourres"] == (0, bonus)
    assert deal.scores == (0, 100 + bonus)


# --- Draws, and whose turn it is then ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-53", "P62-54")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-53", "Q-22")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-63", "Q-22")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-39", "DJ-40")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-43", "AS-44")),
    ],
)
def test_the_caller_refills_the_hand_and_then_has_a_full_turn(name: str) -> None:
    deal = accident(rules_of(name), draw="50 75")
    deal.play("coup")
    draw(deal)
    drawn = [event for event in deal.events if isinstance(event, Drew)]
    assert drawn == [Drew(1, Card.D50, DrawCause.REFILL), Drew(1, Card.D75, DrawCause.TURN)]
    assert len(deal.hand(1)) == 7
    deal.play("-100")
    assert len(deal.hand(1)) == 6
    assert deal.turn == 0, "one turn and no more"


@pytest.mark.clause("AS-43", "AS-44", "Q-37")
def test_in_asmodee_the_turn_but_not_the_refill_may_begin_with_the_hazard_just_discarded() -> None:
    deal = accident(rules_of("asmodee"))
    deal.play("coup")
    assert len(deal.hand(1)) == 6
    deal.play("take")
    assert Card.ACCIDENT in deal.hand(1)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-57")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-56")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-66")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-40")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-44", "AS-45")),
    ],
)
def test_play_goes_on_at_the_callers_left_and_those_between_lose_their_turns(name: str) -> None:
    deal = accident(rules_of(name, 3), target=2)
    told = deal.play("coup")
    assert [event for event in told if isinstance(event, TurnLost)] == [TurnLost(1)]
    assert deal.turn == 2
    discard(deal, "100")
    assert deal.turn == 0


@pytest.mark.clause("Q-50")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_caller_who_was_next_anyway_has_one_turn_not_two(name: str, players: int) -> None:
    deal = accident(rules_of(name, players))
    told = deal.play("coup")
    assert not [event for event in told if isinstance(event, TurnLost)]
    assert deal.turn == 1
    discard(deal, "100")
    assert deal.turn == 2 % players


@pytest.mark.clause("Q-23")
@pytest.mark.parametrize(
    ("name", "players", "caller", "lost", "then"),
    [
        ("parker-1962", 4, 1, [], 2),
        ("parker-1962", 4, 3, [1, 2], 0),
        ("parker-1962", 6, 4, [1, 2, 3], 5),
        ("parker-1988", 4, 1, [], 2),
        ("parker-1988", 4, 3, [1, 2], 0),
        ("parker-1988", 6, 4, [1, 2, 3], 5),
        ("game-cabinet", 4, 1, [], 2),
        ("game-cabinet", 4, 3, [1, 2], 0),
        ("game-cabinet", 6, 4, [1, 2, 3], 5),
        ("dujardin", 6, 4, [1, 2, 3], 5),
        ("dujardin", 8, 5, [1, 2, 3, 4], 6),
        ("asmodee", 4, 1, [], 2),
        ("asmodee", 4, 3, [1, 2], 0),
        ("asmodee", 6, 4, [1, 2, 3], 5),
    ],
)
def test_either_partner_may_call_and_the_caller_takes_the_turn(
    name: str, players: int, caller: int, lost: list[int], then: int
) -> None:
    deal = accident(rules_of(name, players, partners=True), 1, caller)
    assert deal.seat == caller
    told = deal.play("coup")
    assert [event.seat for event in told if isinstance(event, TurnLost)] == lost
    assert Drew(caller, Card.D50, DrawCause.REFILL) in told
    assert deal.view().tables[1].coups == (Card.DRIVING_ACE,)
    assert deal.turn == caller
    discard(deal, "100")
    assert deal.turn == then


@pytest.mark.clause("Q-23")
@pytest.mark.parametrize(
    ("name", "players", "partner"),
    [
        ("parker-1962", 4, 3),
        ("parker-1988", 4, 3),
        ("game-cabinet", 4, 3),
        ("dujardin", 6, 4),
        ("asmodee", 4, 3),
    ],
)
def test_nobody_has_to_call(name: str, players: int, partner: int) -> None:
    deal = accident(rules_of(name, players, partners=True), 1, partner)
    told = deal.play("pass")
    assert TurnBegan(1, extra=False) in told
    assert Card.DRIVING_ACE in deal.hand(partner)
    draw(deal)
    assert isinstance(deal.why_not("25"), StoppedByHazard), "the hazard holds"


@pytest.mark.clause("Q-08")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_turn_of_a_coup_fourre_can_be_declined_only_where_extra_turns_are_optional(name: str) -> None:
    deal = accident(rules_of(name))
    deal.play("coup")
    assert isinstance(deal.why_not("pass"), PassingNotAllowed)

    optional = accident(rules_of(name, 3, extra_turn="optional"), target=2)
    optional.play("coup")
    assert optional.phase is Phase.DRAW
    optional.play("pass")
    assert len(optional.hand(2)) == 6, "refilled all the same"
    assert optional.turn == 0, "the turn of the seat between is lost all the same"


# --- Hazards on a third party --------------------------------------------------------------------------------


def third_party(rules: Rules) -> Deal:
    """Seat 0 lays an Accident on team B while seat 2 has the Driving Ace."""
    return accident(rules, target=1, holder=2)


@pytest.mark.clause("Q-24")
@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize(
    "name",
    [
        "parker-1962",
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-58")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-37")),
        pytest.param("asmodee", marks=pytest.mark.clause("AS-41")),
    ],
)
def test_only_a_hazard_on_the_own_side_may_be_answered(name: str, players: int) -> None:
    deal = third_party(rules_of(name, players))
    assert not [event for event in deal.events if isinstance(event, AnswerRequested)]
    assert deal.turn == 1


@pytest.mark.clause("P88-50", "P88-52", "Q-24")
@pytest.mark.parametrize("players", [3, 6])
def test_in_parker_1988_a_hazard_on_anybody_may_be_answered(players: int) -> None:
    deal = third_party(rules_of("parker-1988", players))
    assert (deal.seat, deal.legal_moves.notation) == (2, ("coup", "pass"))
    told = deal.play("coup")
    assert TurnLost(1) in told, "here the victim loses its turn too"
    assert deal.scores == (0, 0, 400)
    assert deal.view().tables[1].battle == (Card.ROLL, Card.ACCIDENT), "the hazard stays on the victim"
    assert deal.view().discards == ()
    assert len(deal.hand(2)) == 7
    deal.play("-100")
    assert deal.turn == 3 % players


@pytest.mark.clause("Q-24")
@pytest.mark.parametrize("name", ["parker-1962", "game-cabinet", "dujardin", "asmodee"])
def test_the_scope_of_parker_1988_can_be_lent_to_the_others(name: str) -> None:
    deal = third_party(rules_of(name, 3, coup_fourre_scope="any"))
    assert deal.seat == 2
    deal.play("coup")
    assert deal.view().tables[1].battle == (Card.ROLL, Card.ACCIDENT)
    assert deal.view().tables[2].coups == (Card.DRIVING_ACE,)


@pytest.mark.clause("Q-24")
def test_the_scope_of_parker_1988_can_be_narrowed_to_the_own_side() -> None:
    deal = third_party(rules_of("parker-1988", 3, coup_fourre_scope="own"))
    assert not [event for event in deal.events if isinstance(event, AnswerRequested)]
    assert accident(rules_of("parker-1988", 3, coup_fourre_scope="own"), target=1).seat == 1


@pytest.mark.clause("Q-24")
@pytest.mark.parametrize(("players", "partner"), [(4, 2), (6, 3)])
def test_a_partners_hazard_is_never_answered(players: int, partner: int) -> None:
    deal = accident(rules_of("parker-1988", players), target=1, holder=partner)
    assert not [event for event in deal.events if isinstance(event, AnswerRequested)]
    assert deal.turn == 1


def limit_on_limit(rules: Rules) -> Deal:
    """Seat 0 limits team B a second time while seat 2 has the Right of Way."""
    deal = scene(rules, hand="limit 25", hands={2: "priority 25"}, tables={1: piles("roll", "limit")})
    deal.play("limit>B")
    return deal


@pytest.mark.clause("Q-71")
def test_a_limit_without_effect_may_be_answered_by_a_third_party_too() -> None:
    deal = limit_on_limit(rules_of("parker-1988", 3))
    assert deal.seat == 2
    deal.play("coup")
    assert deal.view().tables[1].speed == (Card.SPEED_LIMIT, Card.SPEED_LIMIT)
    assert deal.scores[2] == 400


@pytest.mark.clause("Q-71")
def test_not_so_where_only_hazards_on_the_own_side_count() -> None:
    assert limit_on_limit(rules_of("parker-1988", 3, coup_fourre_scope="own")).turn == 1


# --- Right of Way against a Speed Limit ------------------------------------------------------------------------


@pytest.mark.clause("Q-25")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_where_limits_admit_no_coup_fourre_right_of_way_still_answers_a_stop(name: str) -> None:
    rules = rules_of(name, coup_fourre_on_limit=False)
    deal = scene(rules, hand="limit stop", hands={1: "priority 100"}, tables={1: piles("roll")})
    stopped = deal.clone()
    stopped.play("stop>B")
    assert "coup" in stopped.legal_moves.notation

    deal.play("limit>B")
    assert not [event for event in deal.events if isinstance(event, AnswerRequested)]
    draw(deal)
    deal.play("priority")
    draw(deal)
    assert "100" in deal.legal_moves.notation, "laid on turn it lifts the limit"


@pytest.mark.clause("Q-15", "Q-25")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_right_of_way_that_does_not_cover_limits_cannot_answer_one(name: str) -> None:
    rules = rules_of(name, right_of_way_covers_limit=False, coup_fourre_on_limit=False)
    deal = scene(rules, hand="limit 25", hands={1: "priority 100"}, tables={1: piles("roll")})
    deal.play("limit>B")
    assert not [event for event in deal.events if isinstance(event, AnswerRequested)]


# --- The end of the draw pile ------------------------------------------------------------------------------------


def late_accident(rules: Rules, holding: str, draw: str = "", target: int = 1) -> Deal:
    """An Accident on one who holds these cards, with nothing but ``draw`` left to draw."""
    deal = scene(
        rules,
        hand="accident 25",
        hands={target: holding},
        tables={target: piles("roll")},
        draw=draw,
        empty=True,
    )
    deal.play(f"accident>{'ABC'[target]}")
    return deal


@pytest.mark.clause("Q-21")
@pytest.mark.parametrize("name", PLAY_OUT)
def test_the_refill_takes_the_last_card_and_the_turn_goes_without(name: str) -> None:
    deal = late_accident(rules_of(name), "ace 100", draw="75")
    told = deal.play("coup")
    assert [event for event in told if isinstance(event, Drew)] == [Drew(1, Card.D75, DrawCause.REFILL)]
    assert (deal.seat, deal.phase) == (1, Phase.PLAY)
    assert deal.hand(1) == (Card.D75, Card.D100)


@pytest.mark.clause("Q-21")
@pytest.mark.parametrize("name", PLAY_OUT)
@pytest.mark.parametrize("extra_turn_after_exhaustion", [True, False])
def test_with_nothing_to_draw_the_caller_plays_from_what_is_left(name: str, extra_turn_after_exhaustion: bool) -> None:
    rules = rules_of(name, extra_turn_after_exhaustion=extra_turn_after_exhaustion)
    deal = late_accident(rules, "ace 75 100")
    told = deal.play("coup")
    assert TurnBegan(1, extra=True) in told, "a coup fourré earns its turn under either reading"
    deal.play("100")
    assert deal.hand(1) == (Card.D75,)
    assert deal.turn == 0


@pytest.mark.clause("Q-21")
@pytest.mark.parametrize("name", PLAY_OUT)
def test_a_caller_without_cards_lets_the_turn_lapse_and_those_between_lose_theirs(name: str) -> None:
    deal = late_accident(rules_of(name, 3), "ace", target=2)
    told = deal.play("coup")
    assert TurnLost(1) in told
    assert Skipped(2) in told
    assert TurnBegan(0, extra=False) in told


@pytest.mark.clause("Q-21")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_coups_fourres_may_answer_each_other(name: str) -> None:
    deal = scene(
        rules_of(name),
        hand="accident proof tank",
        hands={1: "ace flat out-of-gas"},
        tables={0: piles("roll"), 1: piles("roll")},
        draw="25 25 25 25 25 25",
    )
    deal.play("accident>B")
    deal.play("coup")
    draw(deal)
    deal.play("flat>A")
    deal.play("coup")
    assert deal.turn == 0
    discard(deal, "25")
    draw(deal)
    deal.play("out-of-gas>A")
    deal.play("coup")
    assert [len(team.coups) for team in deal.view().tables] == [2, 1]


# --- Secrecy: that somebody was asked is nobody else's business ---------------------------------------------------


def same_for_all_but(hidden: tuple[int, ...], asked: Deal, not_asked: Deal) -> None:
    """Play on one deal in which the hidden seats are asked and decline, and one in which nobody can be.

    While the window is open the others know what they would know without a question, up to a point: what follows
    a window that nobody can answer is still to come.  From its end on there is no difference at all.
    """
    viewers = [*(seat for seat in range(asked.rules.players) if seat not in hidden), None]
    while asked.phase is Phase.REACT:
        assert asked.seat in hidden
        for viewer in viewers:
            shown = seen_by(viewer, asked.events)
            assert shown == seen_by(viewer, not_asked.events)[: len(shown)]
            assert asked.view(viewer).seat is None
            assert not asked.view(viewer).legal_moves
        asked.play("pass")
    for deal in (asked, not_asked):
        discard(deal, "100")
    for viewer in viewers:
        assert seen_by(viewer, asked.events) == seen_by(viewer, not_asked.events)
        assert repr(asked.view(viewer)) == repr(not_asked.view(viewer))
        assert asked.view(viewer) == not_asked.view(viewer)


@pytest.mark.clause("Q-74")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", EVERYWHERE)
@pytest.mark.parametrize(("hazard", "safety"), ANSWERS)
def test_nobody_else_learns_that_the_holder_of_a_safety_let_the_moment_pass(
    name: str, hazard: str, safety: str, players: int
) -> None:
    def attacked(holding: str, below: str) -> Deal:
        rules = rules_of(name, players)
        hands = {1: f"{holding} 100 100", 2: "50 50 50"} if players == 3 else {1: f"{holding} 100 100"}
        deal = scene(rules, hand=f"{hazard} 25", hands=hands, tables={1: piles("roll")}, draw=f"25 25 {below}")
        deal.play(f"{hazard}>B")
        return deal

    asked, not_asked = attacked(safety, "200"), attacked("200", safety)
    assert asked.seat == 1
    assert asked.view(1).legal_moves.notation == ("coup", "pass")
    same_for_all_but((1,), asked, not_asked)


@pytest.mark.clause("Q-74", "Q-24")
def test_nobody_else_learns_that_a_third_party_was_asked() -> None:
    def attacked(holding: str, below: str) -> Deal:
        hands = {1: "100 50", 2: f"{holding} 100 100"}
        rules = rules_of("parker-1988", 3)
        deal = scene(rules, hand="flat 25", hands=hands, tables={1: piles("roll")}, draw=f"25 25 {below}")
        deal.play("flat>B")
        return deal

    asked, not_asked = attacked("proof", "200"), attacked("200", "proof")
    assert asked.seat == 2
    same_for_all_but((2,), asked, not_asked)


@pytest.mark.clause("Q-74", "Q-38")
def test_nobody_else_learns_that_partners_kept_a_safety_and_a_remedy_back() -> None:
    def attacked(first: str, second: str, below: str) -> Deal:
        hands = {1: f"{first} 100", 3: f"{second} 100"}
        rules = rules_of("asmodee", 4, partners=True)
        deal = scene(rules, hand="flat 25", hands=hands, tables={1: piles("roll")}, draw=f"25 {below}")
        deal.play("flat>B")
        return deal

    asked, not_asked = attacked("spare", "proof", "50 75"), attacked("50", "75", "spare proof")
    assert asked.seat == 1
    same_for_all_but((1, 3), asked, not_asked)


@pytest.mark.clause("Q-74")
def test_not_even_the_partner_who_is_asked_next_learns_that_the_first_was() -> None:
    def attacked(first: str, below: str) -> Deal:
        hands = {1: f"{first} 100", 3: "proof 100"}
        rules = rules_of("asmodee", 4, partners=True)
        deal = scene(rules, hand="flat 25", hands=hands, tables={1: piles("roll")}, draw=f"25 {below}")
        deal.play("flat>B")
        return deal

    first_declines, only_one_asked = attacked("spare", "50"), attacked("50", "spare")
    first_declines.play("pass")
    assert first_declines.seat == only_one_asked.seat == 3
    assert seen_by(3, first_declines.events) == seen_by(3, only_one_asked.events)
    assert first_declines.view(3) == only_one_asked.view(3)
