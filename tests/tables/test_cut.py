"""Who starts: the cut of the first deal's seeds where the table has a scheme, and as given where it has none."""

from __future__ import annotations

import pytest

from bornes import Game
from bornes.game.fair import PLAYERS_AND_SERVER, Seeds, cut
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables.messages import FullState
from bornes.tables.public_view import finished_record
from bornes.tables.table import Table
from bornes.tables.table_state import SeatState, open_state
from tests.support.scenes import rules_of
from tests.support.stepped_table import SteppedTable, secret

RACE = rules_of("dujardin", 3, turn_cap=3, game_goal=0)
LEFT = rules_of("parker-1962", 4, partners=True, turn_cap=4, game_goal=5000)
SHORT = rules_of("parker-1962", 2, turn_cap=4, game_goal=5000)


def play_deal(stepped: SteppedTable) -> None:
    """Discard until the deal is over."""
    while stepped.table.playing:
        stepped.discard()


def begin(stepped: SteppedTable, word: str = "") -> None:
    """Give seeds for everybody, and begin the next deal."""
    for seat in stepped.table.people:
        if word:
            stepped.do(seat, ask.GiveSeed(seed=f"{word} {seat}".encode().hex()))
    stepped.ready()


def cut_of(stepped: SteppedTable) -> int:
    """Return the seat that the seeds of the present deal give."""
    seeds = stepped.table.deal_seeds()
    assert seeds is not None
    return cut(seeds, stepped.table.rules.players)


def test_the_first_deal_starts_at_the_cut_whatever_was_chosen_before() -> None:
    starts = set()
    for number in range(12):
        stepped = SteppedTable(RACE, "ppp", scheme=PLAYERS_AND_SERVER, first=number % 3)
        begin(stepped, f"seed {number}")
        assert stepped.table.open_deal.first == stepped.table.state.first == cut_of(stepped)
        starts.add(stepped.table.open_deal.first)
    assert starts == {0, 1, 2}


@pytest.mark.parametrize("kinds", ["ppp", "pbb"])
def test_a_deal_without_players_seeds_is_cut_by_the_server_s(kinds: str) -> None:
    stepped = SteppedTable(RACE, kinds, scheme=PLAYERS_AND_SERVER)
    begin(stepped)
    assert stepped.table.state.first == cut(Seeds(secret(1, 1)), 3)


def test_a_rematch_cuts_again() -> None:
    """It isn't the next seat's turn to start: nobody knows who will before the seeds are there."""
    moved = set()
    for number in range(15):
        stepped = SteppedTable(RACE, "ppp", scheme=PLAYERS_AND_SERVER)
        begin(stepped, f"one {number}")
        first = stepped.table.state.first
        play_deal(stepped)
        begin(stepped, f"two {number}")
        assert (stepped.table.state.game, stepped.table.state.deal) == (2, 1)
        assert stepped.table.open_deal.first == stepped.table.state.first == cut_of(stepped)
        moved.add((stepped.table.state.first - first) % 3)
    assert moved == {0, 1, 2}


@pytest.mark.parametrize(("rules", "step"), [(LEFT, 1), (SHORT, 1), (LEFT.replace(dealer_rotation="stays"), 0)])
def test_later_deals_rotate_as_the_edition_says(rules: object, step: int) -> None:
    assert isinstance(rules, type(LEFT))
    stepped = SteppedTable(rules, "p" * rules.players, scheme=PLAYERS_AND_SERVER)
    begin(stepped, "first")
    start = stepped.table.state.first
    for number in range(1, 5):
        assert stepped.table.state.first == start
        assert stepped.table.open_deal.first == (start + step * (number - 1)) % rules.players
        play_deal(stepped)
        begin(stepped, f"deal {number}")


def test_the_log_alone_says_who_starts() -> None:
    """From its beginning, and from the entry that begins any deal."""
    stepped = SteppedTable(RACE, "ppp", scheme=PLAYERS_AND_SERVER)
    for word in ("one", "two", "three"):
        begin(stepped, word)
        play_deal(stepped)
    whole = Table.fold(stepped.log, keep_deals=True)
    assert whole.open_deal.first == stepped.table.open_deal.first
    for at, entry in enumerate(stepped.log):
        if isinstance(entry, log.DealBegan):
            line = log.encode_entry(entry)
            again = Table.fold([log.decode_entry(line)], before=at)
            assert again.open_deal.first == entry.table.first
            assert b'"scheme":"players+server"' in line


def test_without_a_scheme_the_table_starts_as_it_was_told_and_a_rematch_at_the_next_seat() -> None:
    stepped = SteppedTable(RACE, "ppp", first=1)
    begin(stepped, "seed")
    assert stepped.table.open_deal.first == 1
    play_deal(stepped)
    begin(stepped, "seed again")
    assert stepped.table.open_deal.first == 2


def test_a_record_of_a_table_names_the_scheme_and_is_checked_against_it() -> None:
    stepped = SteppedTable(RACE, "ppp", scheme=PLAYERS_AND_SERVER)
    begin(stepped, "one")
    play_deal(stepped)
    begin(stepped, "two")
    play_deal(stepped)
    for number in (1, 2):
        record = finished_record(stepped.log, number)
        assert record is not None
        game = Game.replay(record)
        assert game.scheme == PLAYERS_AND_SERVER
        assert game.seeds[0] is not None
        assert game.first == cut(game.seeds[0], 3)


def test_a_game_that_goes_on_from_a_record_keeps_its_starter_and_its_scheme() -> None:
    """A table can't promise afterward what the game it continues never promised."""
    for scheme in ("", PLAYERS_AND_SERVER):
        game = Game(LEFT, seed=3, dealer=1)
        begun = Game.of_deals(LEFT, game.names, 2, [(game.deal, None)], scheme=scheme)
        seats = [SeatState("person") for _ in range(4)]
        state = open_state("t", LEFT, seats, secret(1, 1), scheme=PLAYERS_AND_SERVER)
        table = Table(log.Opened(at=0, table=state, record=begun.record), keep_deals=True)
        assert (table.state.first, table.state.scheme, table.open_deal.first) == (2, scheme, 2)
        assert Game.replay(table.record()).scheme == scheme


def test_everybody_at_the_table_is_told_the_scheme() -> None:
    for scheme in ("", PLAYERS_AND_SERVER):
        told = SteppedTable(RACE, "ppp", scheme=scheme).speaker().state(None)
        assert isinstance(told, FullState)
        assert told.table.scheme == scheme


@pytest.mark.parametrize("kind", ["Opened", "DealBegan"])
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"scheme": "tea-leaves"}, "it has what only a later release of Bornes knows: scheme 'tea-leaves'"),
    ],
)
def test_a_log_of_an_unknown_scheme_is_refused(kind: str, change: dict[str, int | str], why: str) -> None:
    stepped = SteppedTable(RACE, "ppp", scheme=PLAYERS_AND_SERVER)
    begin(stepped)
    entry = next(one for one in stepped.log if type(one).__name__ == kind)
    assert isinstance(entry, log.Opened | log.DealBegan)
    for name, value in change.items():
        setattr(entry.table, name, value)
    with pytest.raises(log.EntryError) as caught:
        log.decode_entry(log.encode_entry(entry))
    assert str(caught.value) == why


def test_a_table_isn_t_opened_under_a_scheme_that_nobody_knows() -> None:
    with pytest.raises(ValueError, match="scheme: unknown shuffle scheme 'tea-leaves'"):
        SteppedTable(RACE, "ppp", scheme="tea-leaves")
