"""The game: deals to 5000 with totals carried forward, who deals and who starts; and asmodee's single race."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bornes import Deal, DeckError, Ending, Game, GameError, Piles, Rules, RulesError, Seeds
from bornes.game.fair import SeedsError
from bornes.rules.cards import sorted_deck
from bornes.rules.ruleset import FIELDS
from tests.support.scenes import fresh, piles, rules_of, scene


def driven(miles: int) -> str:
    """Distance cards for so many miles, none of them a 200."""
    rest = miles % 100
    return "100 " * (miles // 100) + (str(rest) if rest else "")


def game_of(*deals: Deal) -> Game:
    """A game in which these deals have been played; the last one may still be going on."""
    game = Game(deals[0].rules, seed=1)
    game.deals[:] = deals
    return game


def worth(rules: Rules, a: int, b: int) -> Deal:
    """A deal of two that nobody completed, worth so much to A and to B: two coups fourrés each, the rest in miles."""
    laid = {0: piles("roll", distances=driven(a - 800), coups="tank proof")}
    laid[1] = piles("roll", distances=driven(b - 800), coups="ace priority")
    deal = scene(rules, hand="end", tables=laid, others=False, empty=True)
    deal.play("-end")
    assert (deal.ending, deal.scores) == (Ending.EXHAUSTED, (a, b))
    return deal


def no_winner_by_exhaustion(name: str, **house: Any) -> Rules:
    """Rules under which a deal without arrival is worth what lies on the table, in dujardin too."""
    return rules_of(name, exhaustion_winner="none", **house)


def waste(deal: Deal) -> None:
    """Everybody throws every card away."""
    while not deal.over:
        waste_one(deal)


def waste_one(deal: Deal) -> None:
    assert deal.seat is not None
    deal.play(f"-{deal.hand(deal.seat)[0].notation}")


def follow(game: Game, moves: str) -> None:
    for move in moves.split():
        game.play(move)


def play_well_enough(deal: Deal, rng: Random) -> None:
    """Everybody plays what can be played, at random."""
    while not deal.over:
        moves = list(deal.legal_moves)
        deal.play(rng.choice([move for move in moves if not move.is_discard] or moves))


# --- Who deals and who starts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-15")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-15")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-18")),
        pytest.param("dujardin", marks=pytest.mark.clause("Q-04", "DJ-12")),
    ],
)
def test_the_player_on_the_dealer_s_left_starts(name: str) -> None:
    for dealer, first in ((0, 1), (1, 2), (2, 0)):
        game = Game(name, 3, seed=1, dealer=dealer)
        assert (game.dealer, game.deal.seat) == (dealer, first)
    with pytest.raises(RulesError, match="dealer's left"):
        Game(name, 3, seed=1, first=1)


@pytest.mark.clause("Q-04", "AS-15")
def test_in_asmodee_the_youngest_starts_which_is_given_from_outside_or_seat_0() -> None:
    assert Game("asmodee", 3, seed=1).deal.seat == 0
    assert Game("asmodee", 3, seed=1, first=2).deal.seat == 2
    with pytest.raises(RulesError, match="youngest"):
        Game("asmodee", 3, seed=1, dealer=1)


@pytest.mark.clause("Q-04")
def test_a_house_may_choose_the_other_way_to_find_who_starts() -> None:
    dujardin = rules_of("dujardin", 3, first_player="youngest")
    assert Game(dujardin, seed=1, first=2).deal.seat == 2
    asmodee = rules_of("asmodee", 3, first_player="left-of-dealer")
    assert Game(asmodee, seed=1, dealer=1).deal.seat == 2


@pytest.mark.clause("Q-05")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_the_deal_passes_to_the_left(name: str) -> None:
    game = Game(name, 3, seed=1, dealer=0)
    dealers = [game.dealer]
    for _ in range(3):
        waste(game.deal)
        game.next_deal()
        dealers.append(game.dealer)
    assert dealers == [0, 1, 2, 0]


@pytest.mark.clause("Q-05")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_in_some_houses_the_dealer_stays(name: str) -> None:
    game = Game(rules_of(name, 3, dealer_rotation="stays"), seed=1, dealer=1)
    waste(game.deal)
    game.next_deal()
    assert (game.dealer, game.deal.seat) == (1, 2)


@pytest.mark.clause("Q-05", "AS-56")
def test_where_there_is_one_race_no_dealer_can_stay() -> None:
    with pytest.raises(RulesError, match="dealer_rotation"):
        rules_of("asmodee", dealer_rotation="stays")


@pytest.mark.clause("P62-61")
def test_for_the_next_deal_all_cards_are_shuffled_again() -> None:
    game = Game("parker-1962", 4, seed=1)
    waste(game.deal)
    game.next_deal()
    first, second = (deal.deck for deal in game.deals)
    assert first is not None
    assert second is not None
    assert Counter(second) == Counter(first) == Counter(sorted_deck(game.rules.deck))
    assert second != first
    assert game.deal.view().discards == ()


# --- To 5000 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-69")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-69")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-77")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-51")),
    ],
)
def test_scores_are_reckoned_after_every_deal_and_carried_forward(name: str) -> None:
    rules = no_winner_by_exhaustion(name)
    game = game_of(worth(rules, 1000, 825), worth(rules, 900, 1200), scene(rules, hand="25"))
    sheet = game.score_sheet()
    assert [deal.totals for deal in sheet.deals] == [(1000, 825), (900, 1200), (0, 0)]
    assert sheet.carried == ((1000, 825), (1900, 2025), (1900, 2025))
    assert game.totals == sheet.totals == (1900, 2025)


@pytest.mark.clause("P62-69")
def test_two_deals_from_given_decks_as_they_stand_on_the_sheet() -> None:
    rules = rules_of("parker-1962")
    trip = "roll -25 100 -25 100 -25 100 -25 100 -25 100 -25 100 -25 100 finish"
    deck = fresh(rules, "roll 100 100 100 100 100", draw="100 end 100 end").deck
    game = Game(rules, deck=deck)
    follow(game, trip)
    game.next_deal(deck=deck)  # now the other one starts, and has the same luck
    follow(game, trip)
    first, second = str(game.score_sheet()).split("\n\n")
    assert first.splitlines()[:3] == [
        "deal 1",
        "                      A      B",
        "milestones          700      0",
    ]
    assert first.splitlines()[-3:] == [
        "total for deal     1900      0",
        "carried forward       0      0",
        "grand total        1900      0",
    ]
    assert second.splitlines()[-3:] == [
        "total for deal        0   1900",
        "carried forward    1900      0",
        "grand total        1900   1900",
    ]


@pytest.mark.clause("Q-34")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-69")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-69")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-78")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-51")),
    ],
)
def test_the_first_at_5000_wins_and_4975_are_not_enough(name: str) -> None:
    rules = no_winner_by_exhaustion(name)
    four = [worth(rules, 1000, 825)] * 4
    game = game_of(*four, worth(rules, 975, 825))
    assert game.totals == (4975, 4125)
    assert (game.over, game.winner) == (False, None)
    game = game_of(*four, worth(rules, 1000, 825))
    assert game.totals == (5000, 4125)
    assert (game.over, game.winner) == (True, 0)
    with pytest.raises(GameError, match="game is over"):
        game.next_deal()


@pytest.mark.clause("Q-34")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-69")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-69")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-79")),
        pytest.param("dujardin", marks=pytest.mark.clause("DJ-51")),
    ],
)
def test_of_those_who_pass_5000_in_one_deal_the_highest_total_wins(name: str) -> None:
    rules = no_winner_by_exhaustion(name)
    game = game_of(*[worth(rules, 1000, 950)] * 4, worth(rules, 1025, 1250))
    assert game.totals == (5025, 5050)
    assert game.winner == 1


@pytest.mark.clause("Q-34")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
@pytest.mark.parametrize(("bonus", "winner"), [(999, None), (1000, 0)])
def test_where_house_rules_make_odd_scores_a_single_point_decides(name: str, bonus: int, winner: int | None) -> None:
    rules = rules_of(name, safety_points=1000, all_safeties_points=bonus)
    game = Game(rules, deck=fresh(rules, "tank proof ace priority").deck)
    follow(game, "tank proof ace priority")
    waste(game.deal)
    assert game.totals == (4000 + bonus, 0)
    assert (game.over, game.winner) == (winner is not None, winner)


@pytest.mark.clause("Q-34")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_5000_count_only_when_the_deal_is_complete(name: str) -> None:
    rules = no_winner_by_exhaustion(name)
    four = [worth(rules, 1000, 825)] * 4
    going_on = scene(
        rules,
        hand="end",
        tables={0: piles("roll", distances=driven(600), safeties="tank proof ace priority")},
        others=False,
        empty=True,
    )
    game = game_of(*four, going_on)
    assert game.totals[0] >= 5000
    assert (game.over, game.winner) == (False, None)
    with pytest.raises(GameError, match="not over"):
        game.next_deal()
    game.play("-end")
    assert (game.over, game.winner) == (True, 0)


@pytest.mark.clause("Q-34")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_equal_totals_at_the_top_are_settled_by_further_deals(name: str) -> None:
    rules = no_winner_by_exhaustion(name)
    even = [worth(rules, 1000, 1000)] * 5
    game = game_of(*even)
    assert game.totals == (5000, 5000)
    assert (game.over, game.winner) == (False, None)
    game.next_deal()
    assert len(game.deals) == 6
    game = game_of(*even, worth(rules, 825, 850))
    assert (game.over, game.winner) == (True, 1)


@pytest.mark.clause("Q-34")
@pytest.mark.parametrize("name", ["parker-1962", "parker-1988", "game-cabinet", "dujardin"])
def test_a_house_may_play_to_another_number_or_a_single_deal(name: str) -> None:
    to_2000 = no_winner_by_exhaustion(name, game_goal=2000)
    thousand = worth(to_2000, 1000, 825)
    assert not game_of(thousand).over
    assert game_of(thousand, thousand).winner == 0
    single = worth(no_winner_by_exhaustion(name, game_goal=0), 825, 850)
    assert (game_of(single).over, game_of(single).winner) == (True, 1)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param("parker-1962", 4, marks=pytest.mark.clause("P62-69")),
        pytest.param("parker-1988", 6, marks=pytest.mark.clause("P88-69")),
        pytest.param("game-cabinet", 3, marks=pytest.mark.clause("GC-77", "GC-78")),
        pytest.param("dujardin", 4, marks=pytest.mark.clause("DJ-51")),
    ],
)
def test_a_whole_game_goes_on_deal_after_deal_until_somebody_has_5000(name: str, players: int) -> None:
    game = Game(name, players, seed=7)
    rng = Random(7)
    play_well_enough(game.deal, rng)
    while not game.over:
        assert max(game.totals) < 5000
        play_well_enough(game.next_deal(), rng)
    assert len(game.deals) > 1
    assert game.totals == game.score_sheet().carried[-1]
    assert max(game.totals) >= 5000
    assert game.winner == game.totals.index(max(game.totals))


# --- Asmodee: one race -----------------------------------------------------------------------------------


@pytest.mark.clause("AS-56", "AS-55", "AS-52", "Q-31")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_asmodee_is_one_race_and_who_ends_it_has_most_points_and_wins(players: int) -> None:
    game = Game("asmodee", players, seed=7)
    play_well_enough(game.deal, Random(7))
    assert game.deal.ending is Ending.COMPLETED
    assert max(game.totals) >= 1000
    assert game.over
    assert game.winner == game.deal.completer == game.totals.index(max(game.totals))
    with pytest.raises(GameError, match="game is over"):
        game.next_deal()


@pytest.mark.clause("AS-56")
def test_a_house_may_add_up_asmodee_s_races() -> None:
    rules = rules_of("asmodee", game_goal=2000)
    race = scene(rules, hand="100", tables={0: piles("roll", distances=driven(900))})
    race.play("100")
    assert not game_of(race).over
    assert game_of(race, race).winner == 0


def race_to_1000_miles(measure: str, theirs: Piles) -> Game:
    """Team A ends the race with 1000 miles and no safety."""
    rules = rules_of("asmodee", end_measure=measure)
    mine = piles("roll", distances="200 200 100 100 100 100 50 50")
    race = scene(rules, hand="100", tables={0: mine, 1: theirs})
    race.play("100")
    assert race.completer == 0
    return game_of(race)


@pytest.mark.clause("Q-64", "AS-55")
@pytest.mark.parametrize(
    ("measure", "miles", "points", "winner"),
    [
        ("points-without-coups", 600, 1000, 0),  # a tie goes to the one who ended the race
        ("points-without-coups", 625, 1025, 1),
        ("miles", 600, 1000, 0),
        ("miles", 625, 1025, 1),
        ("points", 575, 975, 0),  # where points end the race, who ends it has most of them
    ],
)
def test_whatever_ends_the_race_most_points_win(measure: str, miles: int, points: int, winner: int) -> None:
    game = race_to_1000_miles(measure, piles("roll", distances=driven(miles), coups="tank proof"))
    assert game.totals == (1000, points)
    assert (game.over, game.winner) == (True, winner)


@pytest.mark.clause("Q-64")
@pytest.mark.parametrize("measure", ["miles", "points-without-coups"])
def test_miles_above_1000_count(measure: str) -> None:
    rules = rules_of("asmodee", end_measure=measure)
    laid = {0: piles("roll", distances=driven(975)), 1: piles("roll", distances="200 75 75 75", coups="tank")}
    race = scene(rules, hand="200", tables=laid)
    race.play("200")
    assert game_of(race).totals == (1175, 625)
    assert game_of(race).winner == 0


@pytest.mark.clause("Q-41", "Q-61")
@pytest.mark.parametrize(
    ("theirs", "winner"),
    [
        pytest.param(piles("roll", distances="100"), 0, id="most points"),
        pytest.param(piles("roll", distances="50 50 100"), None, id="a tie is a draw"),
    ],
)
def test_at_the_turn_cap_most_points_win_and_a_tie_is_a_draw(theirs: Piles, winner: int | None) -> None:
    mine = piles("roll", distances="100", safeties="ace")
    race = scene(rules_of("asmodee"), hand="gas", tables={0: mine, 1: theirs}, turns=2000)
    race.play("-gas")
    game = game_of(race)
    assert race.ending is Ending.CAPPED
    assert (game.over, game.winner) == (True, winner)


@pytest.mark.clause("Q-41", "Q-61")
def test_a_shorter_cap_ends_a_real_race_of_passing_players() -> None:
    game = Game(rules_of("asmodee", turn_cap=300), seed=1)
    while not game.deal.over:
        game.play("draw")
        waste_one(game.deal)
    assert game.deal.turns == 300
    assert game.deal.reshuffles
    assert (game.over, game.winner, game.totals) == (True, None, (0, 0))


# --- Other numbers of players ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("parker-1962", marks=pytest.mark.clause("P62-76", "P62-80")),
        pytest.param("parker-1988", marks=pytest.mark.clause("P88-75", "P88-81")),
        pytest.param("game-cabinet", marks=pytest.mark.clause("GC-88")),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_everything_not_excepted_is_as_in_the_game_of_four(name: str, players: int) -> None:
    excepted = {"players", "teams", "target", "extension", "extension_points", "extension_fails_on_exhaustion"}
    if players < 6:
        excepted.add("deck")
    few, four = rules_of(name, players), rules_of(name, 4)
    differing = {field for field in FIELDS if getattr(few, field) != getattr(four, field)}
    assert differing <= excepted
    assert {"players", "target", "extension"} <= differing


# --- What is no game -------------------------------------------------------------------------------------


NAN = float("nan")
HOSTILE: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"players": 0}, RulesError, "parker-1962 is played by 2, 3, 4 or 6, not 0"),
    ({"players": -2}, RulesError, "parker-1962 is played by 2, 3, 4 or 6, not -2"),
    ({"players": 10**30}, RulesError, "parker-1962 is played by 2, 3, 4 or 6"),
    ({"players": True}, TypeError, "players must be a whole number, not True"),
    ({"players": 2.0}, TypeError, "players must be a whole number, not 2.0"),
    ({"players": NAN}, TypeError, "players must be a whole number, not nan"),
    ({"players": "2"}, TypeError, "players must be a whole number, not '2'"),
    ({"partners": 1}, TypeError, "partners and short must be True or False, not 1 and False"),
    ({"short": None}, TypeError, "partners and short must be True or False, not None and None"),
    ({"rules": None}, TypeError, "rules must be Rules or the name of an edition, not NoneType"),
    ({"rules": ["parker-1962"]}, TypeError, "rules must be Rules or the name of an edition, not list"),
    ({"rules": b"parker-1962"}, TypeError, "rules must be Rules or the name of an edition, not bytes"),
    ({"rules": ""}, RulesError, "edition: must be one of parker-1962"),
    ({"names": [1, 2]}, TypeError, "names: a name is text, not int: 1"),
    ({"names": [b"Ann", "Bob"]}, TypeError, "names: a name is text, not bytes: b'Ann'"),
    ({"names": [["Ann"], ["Bob"]]}, TypeError, "names: a name is text, not list"),
    ({"names": "AB"}, TypeError, "names must be a sequence, one name for each seat, not str"),
    ({"names": 7}, TypeError, "names must be a sequence, one name for each seat, not int"),
    ({"names": {"Ann", "Bob"}}, TypeError, "names must be a sequence, one name for each seat, not set"),
    ({"names": []}, GameError, "2 players need 2 names, not 0"),
    ({"names": ["Ann", " "]}, GameError, "must be printable text"),
    ({"names": ["Ann", "B\nb"]}, GameError, "must be printable text"),
    ({"names": ["Ann", "\ud800"]}, GameError, "must be printable text"),
    ({"seed": 7.0}, TypeError, "a seed is a whole number, text or bytes, not float"),
    ({"seed": True}, TypeError, "a seed is a whole number, text or bytes, not bool"),
    ({"seed": [7]}, TypeError, "a seed is a whole number, text or bytes, not list"),
    ({"seed": ""}, SeedsError, "the seed is empty"),
    ({"seed": 1, "seeds": Seeds.fresh}, GameError, "seed and seeds: give one of them"),
    ({"seeds": 7}, TypeError, "seeds must be a function that gives the seeds of deal n, not int"),
    ({"seeds": Seeds.of(7, 1)}, TypeError, "seeds must be a function that gives the seeds of deal n, not Seeds"),
    ({"seeds": lambda number: None}, TypeError, "seeds must give Seeds for deal 1, not NoneType"),
    ({"seeds": lambda number: b"x"}, TypeError, "seeds must give Seeds for deal 1, not bytes"),
    ({"deck": 7}, TypeError, "deck must be cards in order, or their notation, not int"),
    ({"deck": ""}, DeckError, "the deck must hold"),
    ({"deck": []}, DeckError, "the deck must hold"),
    ({"deck": [NAN] * 106}, ValueError, "nan is not a valid Card"),
    ({"deck": "ace of spades"}, ValueError, "'of' is not a card"),
    ({"dealer": True}, RulesError, "there is no seat True; seats are 0 to 1"),
    ({"dealer": -1}, RulesError, "there is no seat -1; seats are 0 to 1"),
    ({"dealer": 2}, RulesError, "there is no seat 2; seats are 0 to 1"),
    ({"dealer": "0"}, RulesError, "there is no seat '0'; seats are 0 to 1"),
]


@pytest.mark.parametrize(("arguments", "error", "message"), HOSTILE, ids=[message for _, _, message in HOSTILE])
def test_what_no_game_is_made_of_is_named(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        Game(**arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"rules": "parker-1962"}, TypeError, "rules must be Rules, such as edition('dujardin').rules(4), not str"),
        ({"rules": None}, TypeError, "rules must be Rules, such as"),
        ({"seeds": None}, DeckError, "a deal is made from a deck or from seeds"),
        ({"seeds": 7}, TypeError, "seeds must be Seeds, not int; Seeds.of(7, 1) makes some from a number"),
        ({"chance": list}, DeckError, "chance: the seeds shuffle the discards too"),
        ({"number": 0}, SeedsError, "deal must be 1 or more, not 0"),
        ({"number": True}, TypeError, "deal must be a whole number, not bool"),
        ({"number": NAN}, TypeError, "deal must be a whole number, not float"),
        ({"first": -1}, DeckError, "there is no seat -1"),
        ({"first": None}, DeckError, "there is no seat None"),
        ({"first": True}, DeckError, "there is no seat True"),
        ({"first": 0.0}, DeckError, "there is no seat 0.0"),
        ({"totals_before": None}, TypeError, "totals_before must be whole numbers, one for each team, not None"),
        ({"totals_before": ("a", "b")}, TypeError, "totals_before must be whole numbers, one for each team"),
        ({"totals_before": (NAN, 0)}, TypeError, "totals_before must be whole numbers, one for each team"),
        ({"totals_before": (0, 0, 0)}, ValueError, "totals_before: 3 numbers for 2 teams"),
    ],
)
def test_what_no_deal_is_made_of_is_named(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    given: dict[str, Any] = {"rules": rules_of("parker-1962"), "seeds": Seeds.of(7, 1)}
    with pytest.raises(error) as caught:
        Deal(**given | arguments)
    assert message in str(caught.value)


def test_a_deck_or_chance_of_the_wrong_kind_is_named_and_leaves_the_game_as_it_was() -> None:
    with pytest.raises(TypeError, match="chance must be a function that shuffles discards, not int"):
        Deal(rules_of("asmodee"), Game("asmodee", seed=1).deal.deck, chance=7)  # type: ignore[arg-type]
    game = Game("parker-1962", seed=1)
    waste(game.deal)
    with pytest.raises(TypeError, match="deck must be cards in order"):
        game.next_deal(deck=7)  # type: ignore[arg-type]
    with pytest.raises(DeckError, match="the seeds shuffle the discards too"):
        game.next_deal(chance=lambda discards, _: discards)
    assert (len(game.deals), len(game.seeds)) == (1, 1)


@pytest.mark.parametrize("text", [None, b"Bornes record 1\n", 7, ["Bornes record 1"], True])
def test_a_record_is_text(text: Any) -> None:
    with pytest.raises(TypeError, match=f"a record is text, not {type(text).__name__}"):
        Game.replay(text)


@pytest.mark.parametrize("then", [7, "x", Seeds.of(7, 1)])
def test_what_comes_after_a_record_is_asked_for_by_a_function(then: Any) -> None:
    with pytest.raises(TypeError, match="then must be a function that gives the seeds of deal n"):
        Game.replay(Game("asmodee", seed=1).record, then)
