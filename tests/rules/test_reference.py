"""The reference engine obeys the rulings: small decks in known order, one story each."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bornes.rules.editions import EDITION_NAMES, edition
from bornes.rules.ruleset import FIELDS, Rules, RulesError, choices
from tests.support.reference import DISTANCES, HAZARDS, SAFETIES, ReferenceDeal, game_result, next_dealer

KINDS = [*DISTANCES, *HAZARDS, "gas", "spare", "repair", "roll", "end", *SAFETIES]


def parker(players: int = 2, **house: Any) -> Rules:
    return edition("parker-1962").rules(players).replace(**house)


def cabinet(players: int = 2, **house: Any) -> Rules:
    return edition("game-cabinet").rules(players).replace(**house)


def dujardin(players: int = 2, **house: Any) -> Rules:
    return edition("dujardin").rules(players).replace(**house)


def asmodee(players: int = 2, **house: Any) -> Rules:
    return edition("asmodee").rules(players).replace(**house)


def deal(rules: Rules, hands: list[str], draw: str = "") -> ReferenceDeal:
    """A deal in which every seat holds the cards named and the draw pile is as given; seat 0 begins."""
    held = [hand.split() for hand in hands]
    dealt = [card for one_round in zip(*held, strict=True) for card in one_round]
    return ReferenceDeal(rules.replace(hand_size=len(held[0])), dealt + draw.split())


def plays(state: ReferenceDeal) -> set[str]:
    return {move for move in state.legal() if not move.startswith("-")}


def follow(state: ReferenceDeal, moves: str) -> None:
    for move in moves.split():
        state.play(move)


# --- What lies on what -----------------------------------------------------------------------------------


def test_the_first_player_can_start_protect_or_limit_and_discard_anything() -> None:
    state = deal(parker(), ["roll 100 stop limit ace gas", "25 25 25 25 25 25"], "end 50")
    assert plays(state) == {"roll", "limit>B", "ace"}  # P62-23
    assert state.legal() - plays(state) == {"-" + card for card in state.hands[0]}


@pytest.mark.parametrize(("rules", "driving"), [(parker(), False), (asmodee(fast_play=False), True)])
def test_a_remedy_alone_sets_only_asmodee_drivers_rolling(rules: Rules, driving: bool) -> None:
    state = deal(rules.replace(take_discard=False), ["gas 100", "25 25"], "roll 25 50 25")
    state.teams[0].battle = ["roll", "out-of-gas"]
    follow(state, "gas -25")
    assert ("100" in plays(state)) is driving  # P62-35, AS-22
    assert ("roll" in plays(state)) is not driving


@pytest.mark.parametrize(("rules", "driving"), [(parker(), False), (asmodee(), True)])
def test_a_safety_on_turn_cancels_the_hazard_but_a_roll_may_still_be_due(rules: Rules, driving: bool) -> None:
    state = deal(rules.replace(fast_play=False, take_discard=False), ["proof 100 spare", "25 25 25"], "75 50")
    state.teams[0].battle = ["roll", "flat"]
    state.play("proof")
    assert state.seat == 0
    assert ("100" in plays(state)) is driving
    assert "spare" not in plays(state)  # nothing left to remedy: Q-09


def test_right_of_way_drives_over_stop_and_limit_but_not_over_an_accident() -> None:
    state = deal(parker(), ["priority 100 200", "accident flat 25"], "75 50 repair 25")
    state.teams[0].battle, state.teams[0].speed = ["roll", "stop"], ["limit"]
    state.play("priority")
    assert plays(state) == {"50", "75", "100", "200"}
    follow(state, "200 accident>A")  # a neutralised Stop shields nobody: Q-45
    assert plays(state) == set()
    state.hands[0].append("repair")
    follow(state, "repair -25")
    assert "100" in plays(state)  # P62-48


def test_only_the_top_hazard_counts_and_a_coup_uncovers_the_one_below() -> None:
    state = deal(cabinet(), ["stop 25", "priority 25"], "50 75 100")
    state.teams[1].battle = ["roll", "accident"]
    assert "stop>B" in plays(state)  # GC-34
    follow(state, "stop>B coup")
    assert state.teams[1].battle == ["roll", "accident"]
    assert state.teams[1].is_live()


@pytest.mark.parametrize(("hazard", "safety", "rolling"), [("flat", "proof", False), ("stop", "priority", True)])
def test_the_same_hazard_twice_then_a_coup_leaves_a_neutralised_card(hazard: str, safety: str, rolling: bool) -> None:
    state = deal(cabinet(), [f"{hazard} 25", f"{safety} 25"], "50 75 100")
    state.teams[1].battle = ["roll", hazard]
    follow(state, f"{hazard}>B coup")
    assert state.teams[1].is_rolling() is rolling


def test_whom_a_flat_tire_may_hit() -> None:
    piles: list[list[str]] = [[], ["roll"], ["roll", "stop", "roll", "flat", "spare"], ["roll", "stop"]]
    for rules, hit in [(parker(), "-x--"), (dujardin(), "-x--"), (asmodee(), "-xx-"), (cabinet(), "-xxx")]:
        for pile, mark in zip(piles, hit, strict=True):
            state = deal(rules.replace(fast_play=False), ["flat", "25"], "25")
            state.teams[1].battle = list(pile)
            assert ("flat>B" in plays(state)) is (mark == "x")


def test_an_end_of_limit_wants_a_roll_only_where_dujardin_is_read_literally() -> None:
    for literally in (False, True):
        state = deal(dujardin(roll_after_end_of_limit=literally), ["end roll", "25 25"], "25 25 25 25")
        state.teams[0].battle, state.teams[0].speed = ["roll"], ["limit"]
        follow(state, "end -25")
        assert plays(state) == ({"roll"} if literally else {"25"})
    follow(state, "roll -25")
    assert plays(state) == {"25"}


def test_a_limit_on_a_limit_is_for_the_cabinet_only() -> None:
    for rules, legal in [(parker(), False), (dujardin(), False), (cabinet(), True)]:
        state = deal(rules, ["limit", "25"], "25")
        state.teams[1].speed = ["limit"]
        assert ("limit>B" in plays(state)) is legal


def test_an_overshooting_card_becomes_the_discard_unless_it_breaks_another_rule() -> None:
    state = deal(parker(), ["200 50 25", "25 25 25"], "100 75")
    state.teams[0].battle = ["roll"]
    state.teams[0].distances = ["200", "200", "100", "100", "25", "25"]
    for refused in ("200", "50", "75"):  # the third 200, a card that fits, a card not held
        with pytest.raises(ValueError, match=refused):
            state.overshoot(refused)
    state.overshoot("100")
    assert (state.discards, state.seat) == (["100"], 1)


def test_an_overshooting_card_is_refused_where_it_might_not_be_discarded() -> None:
    for free, accepted in [(True, ["100"]), (False, [])]:
        state = deal(parker(free_discard=free), ["100 25", "25 25"], "50 50")
        state.teams[0].battle, state.teams[0].distances = ["roll"], ["100"] * 6 + ["50"]
        try:
            state.overshoot("100")
        except ValueError:
            assert not free
        assert state.discards == accepted


# --- Coups fourrés and immediate remedies ----------------------------------------------------------------


def test_a_coup_refills_earns_a_whole_turn_and_skips_the_seats_between() -> None:
    state = deal(parker(4), ["stop 25", "25 25", "25 25", "priority 25"], "25 50 75 100")
    state.teams[1].battle = ["roll"]
    state.play("stop>B")
    assert (state.phase, state.seat, state.legal()) == ("react", 3, {"coup", "pass"})
    state.play("coup")
    assert state.hands[3] == ["25", "50", "75"]
    assert (state.teams[1].coups, state.discards) == (["priority"], ["stop"])
    state.play("75")
    assert state.seat == 0


def test_parker_1988_answers_a_hazard_on_a_third_party_and_leaves_it_there() -> None:
    for name, asked in [("parker-1962", False), ("parker-1988", True)]:
        state = deal(edition(name).rules(3), ["flat 25", "25 25", "proof 25"], "25 50 75 100")
        state.teams[1].battle = ["roll"]
        state.play("flat>B")
        assert (state.seat == 2) is asked
    state.play("coup")
    assert (state.teams[1].battle, state.discards, state.turn_seat) == (["roll", "flat"], [], 2)


def test_nobody_answers_a_hazard_from_the_own_team() -> None:
    rules = parker(4, coup_fourre_scope="any")
    state = deal(rules, ["flat", "25", "proof", "25"], "25 50")
    state.teams[1].battle = ["roll"]
    state.play("flat>B")
    assert (state.phase, state.seat) == ("play", 1)


def test_with_one_card_left_a_coup_takes_it_and_with_none_in_hand_its_turn_lapses() -> None:
    state = deal(parker(), ["stop", "priority"], "25 50")
    state.teams[1].battle = ["roll"]
    follow(state, "stop>B coup")
    assert (state.hands[1], state.draw_pile, state.turn_seat) == (["50"], [], 1)
    state = deal(parker(3), ["stop", "25", "priority"], "25")
    state.teams[2].battle = ["roll"]
    follow(state, "stop>C coup")
    assert state.turn_seat == 0


def test_an_immediate_remedy_is_refilled_and_costs_nobody_a_turn() -> None:
    state = deal(asmodee(3), ["flat 25", "25 25", "spare proof"], "25 50 75 100")
    state.teams[2].battle = ["roll"]
    follow(state, "draw flat>C")
    assert state.legal() == {"coup", "spare", "pass"}
    state.play("spare")
    assert (state.hands[2], state.turn_seat, state.phase) == (["proof", "50"], 1, "draw")
    assert state.teams[2].is_rolling()


# --- Draw pile and discards ------------------------------------------------------------------------------


def test_an_exchange_reshuffles_the_cards_just_given_when_the_pile_runs_out() -> None:
    state = deal(asmodee(), ["25 50 75", "end end end"], "100")
    follow(state, "~25 ~75 draw")
    assert (state.phase, state.seat, state.discards) == ("chance", None, ["25", "75"])
    with pytest.raises(ValueError, match="discards"):
        state.reshuffle(["25", "50"])
    state.reshuffle(["75", "25"])
    assert (sorted(state.hands[0]), state.draw_pile) == (["100", "50", "75"], ["25"])
    assert (state.turn_seat, state.legal()) == (1, {"draw", "~end"})


def test_the_hazard_of_a_coup_is_among_the_cards_reshuffled_for_the_refill() -> None:
    state = deal(asmodee(), ["stop 25", "priority 25"], "50")
    state.teams[1].battle = ["roll"]
    follow(state, "draw stop>B coup")
    assert (state.phase, state.discards) == ("chance", ["stop"])


def test_a_card_just_taken_may_not_go_back_unless_nothing_else_is_left() -> None:
    state = deal(asmodee(rediscard=False, fast_play=False), ["25", "50"], "75 100")
    follow(state, "-25 take")
    assert state.legal() == {"-50"}
    state.hands[1] = ["25"]
    assert state.legal() == {"-25"}


def test_the_play_out_goes_on_until_the_last_hand_is_empty() -> None:
    state = deal(parker(), ["25 25", "50 50"])
    follow(state, "-25 -50 -25")
    state.hands[1].append("75")
    follow(state, "-50 -75")  # the last seat with cards takes turn after turn
    assert (state.ending, state.completer, state.turns) == ("exhausted", None, 5)


def test_readings_of_the_play_out_that_were_not_chosen() -> None:
    assert deal(parker(early_stop=True), ["25 25", "50 50"]).ending == "exhausted"  # P88-59
    assert deal(parker(early_stop=True), ["25 25", "ace 50"]).ending is None
    assert deal(parker(forced_play=True), ["25 limit", "50 50"]).legal() == {"limit>B"}
    assert deal(parker(empty_draw_pile="stop"), ["25 roll", "50 50"]).ending == "exhausted"
    for earned in (True, False):
        state = deal(parker(extra_turn_after_exhaustion=earned), ["ace 25", "50 50"])
        state.play("ace")
        assert state.turn_seat == (0 if earned else 1)


def test_an_extra_turn_may_be_declined_only_by_house_rule() -> None:
    state = deal(parker(extra_turn="optional"), ["ace 25", "50 50"], "25 25 25")
    state.play("ace")
    assert state.legal() == {"draw", "pass"}
    state.play("pass")
    assert (state.turn_seat, len(state.hands[0])) == (1, 2)


def test_the_turn_cap_counts_turns_begun() -> None:
    state = deal(asmodee(turn_cap=2, fast_play=False), ["25", "25"], "25 25 25")
    follow(state, "-25 draw -25")
    assert (state.ending, state.turns) == ("capped", 2)


# --- The end of a deal and its score ---------------------------------------------------------------------


def test_completing_with_the_last_card_drawn_is_a_delayed_action() -> None:
    state = deal(parker(), ["100", "25"], "25")
    state.teams[0].battle, state.teams[0].distances = ["roll"], ["100"] * 6
    follow(state, "100 finish")
    ours, theirs = state.scores()
    assert ours["delayed_action"] == 300
    assert (ours["trip"], ours["safe_trip"], ours["shut_out"], ours["total"]) == (400, 300, 500, 2200)
    assert theirs["total"] == 0


def test_a_caller_who_arrives_gets_the_trip_and_the_extension() -> None:
    state = deal(parker(), ["100 100", "25 25"], "200 25 200 25 50 50")
    state.teams[0].battle, state.teams[0].distances = ["roll"], ["100"] * 6
    follow(state, "100 extend -25 200 -25 100")
    ours, theirs = state.scores()
    assert (ours["trip"], ours["extension"], theirs["extension"]) == (400, 200, 0)  # GC-85
    assert (ours["delayed_action"], ours["safe_trip"], ours["shut_out"]) == (0, 0, 500)  # judged once: Q-36


def test_no_extension_without_a_card_to_go_on_with() -> None:
    state = deal(parker(), ["100", "25"])
    state.teams[0].battle, state.teams[0].distances = ["roll"], ["100"] * 6
    state.hands[1] = []
    state.play("100")
    assert (state.phase, state.ending) == ("over", "completed")


@pytest.mark.parametrize(
    ("rules", "consolation"),
    [(parker(3), 200), (cabinet(3), 0), (parker(3, exhaustion_winner="most-miles"), 200)],
)
def test_an_extension_that_nobody_completes(rules: Rules, consolation: int) -> None:
    state = deal(rules, ["100", "25", "25"])
    state.teams[0].battle, state.teams[0].distances = ["roll"], ["100"] * 6
    follow(state, "100 extend")
    assert (state.target, state.extended_by) == (1000, 0)
    follow(state, "-25 -25")
    assert [rows["extension"] for rows in state.scores()] == [0, consolation, consolation]
    assert state.scores()[0]["total"] == 700  # no trip, safe trip or shut-out either: Q-36


def test_a_rival_who_completes_the_extension_gets_the_trip_and_every_opponent_the_bonus() -> None:
    state = deal(parker(3), ["100", "25", "25"])
    state.teams[0].battle, state.teams[0].distances = ["roll"], ["100"] * 6
    state.teams[1].battle, state.teams[1].distances = ["roll"], ["200", "200", *["100"] * 5, "75"]
    follow(state, "100 extend 25")
    assert [rows["extension"] for rows in state.scores()] == [0, 200, 200]
    assert [rows["trip"] for rows in state.scores()] == [0, 400, 0]


def test_a_coup_may_end_the_asmodee_race_and_nothing_is_drawn_then() -> None:
    state = deal(asmodee(), ["flat 25", "proof 25"], "25 50")
    state.teams[1].battle, state.teams[1].distances = ["roll"], ["100"] * 8
    follow(state, "draw flat>B coup")
    assert (state.ending, state.completer, state.hands[1]) == ("completed", 1, ["25"])
    assert state.scores()[1]["total"] == 1000


@pytest.mark.parametrize(("tie", "shares"), [("none", (0, 0)), ("all", (400, 200)), ("split", (200, 100))])
def test_dujardin_rewards_the_leader_of_an_unfinished_deal(tie: str, shares: tuple[int, int]) -> None:
    state = deal(dujardin(3, exhaustion_tie=tie), ["25", "25", "25"])
    state.teams[0].distances = ["100"]
    follow(state, "-25 -25 -25")
    assert [rows["trip"] for rows in state.scores()] == [400, 0, 0]  # DJ-45
    state.teams[1].distances = ["50", "50"]
    assert [(rows["trip"], rows["safe_trip"]) for rows in state.scores()] == [shares, shares, (0, 0)]


@pytest.mark.parametrize(("tie", "trip"), [("none", 0), ("all", 400), ("split", 133)])
def test_where_nobody_drove_all_share_the_lead(tie: str, trip: int) -> None:
    state = deal(dujardin(3, exhaustion_tie=tie), ["25", "25", "25"])
    follow(state, "-25 -25 -25")
    assert [rows["trip"] for rows in state.scores()] == [trip] * 3


@pytest.mark.parametrize(
    ("rule", "points"),
    [
        ("completer", [0, 0, 0]),
        ("nonblank-only", [500, 0, 0]),
        ("once", [500, 500, 500]),
        ("stacked", [1000, 500, 500]),
    ],
)
def test_who_collects_for_opponents_that_never_drove(rule: str, points: list[int]) -> None:
    state = deal(dujardin(3, shut_out_rule=rule), ["25", "25", "25"])
    state.teams[0].distances = ["25"]
    follow(state, "-25 -25 -25")
    assert [rows["shut_out"] for rows in state.scores()] == points


def test_the_game_goes_to_5000_and_on_if_two_lead() -> None:
    assert game_result(parker(), [4999, 0]) is None
    assert game_result(parker(), [5000, 5100]) == 1
    assert game_result(parker(), [5000, 5000], completer=1) is None
    assert game_result(asmodee(), [1000, 1000], completer=1) is None  # a draw: Q-61
    assert game_result(asmodee(end_measure="miles"), [1100, 1100], completer=1) == 1
    assert [next_dealer(parker(3), dealer) for dealer in range(3)] == [1, 2, 0]
    assert next_dealer(parker(3, dealer_rotation="stays"), 1) == 1


# --- Any rules whatever ----------------------------------------------------------------------------------


def house(luck: random.Random) -> Rules:
    """An edition with those of ten random house rules that go together."""
    rules = edition(luck.choice(EDITION_NAMES)).rules(luck.choice([2, 3, 4, 6])).replace(turn_cap=300)
    numbers = {"hand_size": (1, 2, 4), "exchange_min": (0, 2, 3), "max_200s": (0, 4), "target": (200, 400)}
    options = {name: choices(name) for name in FIELDS if choices(name)} | numbers
    for name in luck.sample(sorted(options), 10):
        try:
            rules = rules.replace(**{name: luck.choice(options[name])})
        except RulesError:
            continue
    return rules


def cards_of(state: ReferenceDeal) -> Counter[str]:
    cards = Counter(state.draw_pile + state.discards)
    for hand in state.hands:
        cards.update(hand)
    for team in state.teams:
        cards.update(team.battle + team.speed + team.distances + team.safeties)
    return cards


@pytest.mark.parametrize("seed", range(40))
def test_every_deal_ends_and_no_card_is_lost(seed: int) -> None:
    luck = random.Random(seed)
    rules = house(luck)
    deck = [kind for kind, count in zip(KINDS, rules.deck, strict=True) for _ in range(count)]
    luck.shuffle(deck)
    state = ReferenceDeal(rules, deck, first=luck.randrange(rules.players))
    while state.phase != "over":
        assert cards_of(state) == Counter(deck)
        assert all(len(hand) <= rules.hand_size + 1 for hand in state.hands)
        if state.phase == "chance":
            state.reshuffle(luck.sample(state.discards, len(state.discards)))
        else:
            state.play(luck.choice(sorted(state.legal())))
    assert state.turns <= 300
    assert (state.ending == "completed") == (state.completer is not None)
    assert all(rows["total"] == sum(rows.values()) - rows["total"] for rows in state.scores())
