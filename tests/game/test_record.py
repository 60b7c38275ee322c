"""Records: one file is one game; it replays exactly, and a damaged one is an error that names its line."""

from __future__ import annotations

import hashlib
import re
from copy import copy
from pathlib import Path
from random import Random

import pytest

from bornes import Deal, Edition, Family, Form, Game, GameError, Phase, RecordError, Seeds, edition
from bornes.engine.state import State
from bornes.game import record
from bornes.game.events import scores
from bornes.game.fair import PLAYERS_AND_SERVER, SeedsError, cut, shuffle
from bornes.game.record import MAX_RECORD_BYTES, count_moves, decode
from bornes.rules.editions import all_forms
from bornes.rules.ruleset import DEFAULTS
from tests.support.paths import GOLDEN
from tests.support.scenes import rules_of

RECORDS = GOLDEN / "records"

FORMS = [pytest.param(book, form, id=f"{book.name} {form}") for book, form in all_forms()]


def played(game: Game, seed: int = 1, decisions: int = 10_000) -> Game:
    """Play on at random, to the end of the first deal or for so many decisions."""
    rng = Random(seed)
    for _ in range(decisions):
        if game.deal.over:
            break
        game.play(rng.choice(list(game.deal.legal_moves)))
    return game


def rewritten(text: str, old: str, new: str) -> str:
    """A record with one passage changed and a checksum that fits again: what a careful forger would write."""
    assert old in text
    body = text[: text.index("check: ")].replace(old, new, 1)
    return f"{body}check: {hashlib.sha256(body.encode()).hexdigest()}\n"


def line_of(text: str, start: str) -> int:
    """The number of the first line that begins so."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


@pytest.mark.parametrize(("book", "form"), FORMS)
def test_a_game_of_any_form_is_written_and_read_back(book: Edition, form: Form) -> None:
    game = played(Game(book.name, form.players, partners=form.partners, short=form.short, seed=3))
    again = Game.replay(game.record)
    assert again.record == game.record
    assert again.deal.events == game.deal.events
    assert again.totals == game.totals


@pytest.mark.parametrize(("book", "form"), FORMS)
def test_moves_are_counted_without_replaying_them(book: Edition, form: Form) -> None:
    rules = book.rules(form.players, partners=form.partners, short=form.short).replace(game_goal=5000)
    game = played(Game(rules, seed=4))
    game.next_deal()
    played(game, decisions=30)
    counted = [count_moves(game.record, deal) for deal in (1, 2, 3)]
    assert counted == [len(game.deals[0].moves), 30, 0]


def test_a_record_is_readable() -> None:
    game = Game("parker-1962", 2, seed=7, names=["Ann", "Bob"])
    game.play(next(iter(game.deal.legal_moves)))
    lines = game.record.splitlines()
    assert lines[:6] == ["Bornes record 1", "edition: parker-1962", "form: 2", "names: Ann | Bob", "first: 1", ""]
    assert lines[6:8] == ["deal 1", "shuffle: bornes-hmac-sha256-1"]
    assert lines[10].startswith("1. 1: ")
    assert lines[-2] == "result: unfinished"


def test_several_deals_and_the_result() -> None:
    game = Game("dujardin", 3, seed=2)
    while not game.over:
        played(game, len(game.deals))
        if not game.over:
            game.next_deal()
    assert f"result: {'ABC'[game.winner or 0]} wins" in game.record
    again = Game.replay(game.record)
    assert again.over
    assert again.winner == game.winner
    assert again.score_sheet() == game.score_sheet()


def test_house_rules_names_and_the_start_are_kept() -> None:
    rules = rules_of("dujardin", 4, short=True, free_discard=False, deck=(9,) * 10 + (2,) * 5 + (0, 1, 0, 1))
    game = played(Game(rules, seed="x", names=["Zoë", "B", "C d", "É"], dealer=1), decisions=40)
    again = Game.replay(game.record)
    assert again.rules == rules
    assert again.names == game.names
    assert again.dealer == 1
    assert "form: 4 short" in game.record
    assert "rule: free_discard = false" in game.record


def test_a_target_of_ones_own_is_a_house_rule() -> None:
    game = Game(rules_of("dujardin", 3, target=500), seed=1)
    assert "rule: target = 500" in game.record
    assert Game.replay(game.record).rules == game.rules


@pytest.mark.parametrize(("name", "teams"), [("dujardin", 2), ("parker-1962", 4)])
def test_a_house_that_seats_four_otherwise(name: str, teams: int) -> None:
    game = played(Game(rules_of(name, 4, teams=teams), seed=1))
    assert f"rule: teams = {teams}" in game.record
    assert Game.replay(game.record).rules == game.rules
    assert game.deal.why_not("pass") is not None


def test_a_record_was_played_by_the_defaults_of_rules_that_came_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if ``take_discard`` came with record version 2, and with it the present values of the editions."""
    game = played(Game(rules_of("asmodee", take_discard=False), seed=1))
    text = game.record
    old = rewritten(text, "rule: take_discard = false\n", "")
    assert Game.replay(old).rules == edition("asmodee").rules(2)
    monkeypatch.setattr(record, "RECORD_VERSION", 2)
    monkeypatch.setattr(record, "RULE_ADDED_IN", {"take_discard": 2})
    again = Game.replay(old)
    assert again.rules == game.rules
    assert again.record.startswith("Bornes record 2\nedition: asmodee\nform: 2\nrule: take_discard = false\n")
    assert Game.replay(again.record).record == again.record
    with pytest.raises(RecordError, match="line 4: a house rule is written once"):
        Game.replay(text)  # version 1 didn't know that rule


def test_every_rule_is_as_old_as_records_unless_it_says_otherwise() -> None:
    assert all(name in DEFAULTS and 1 < added <= record.RECORD_VERSION for name, added in record.RULE_ADDED_IN.items())


def test_a_deck_in_a_given_order_with_its_reshuffles() -> None:
    rules = rules_of("asmodee", hand_size=2, deck=(3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0))
    game = Game(rules, deck="25 roll 25 roll 25 roll out-of-gas", first=1)
    rng = Random(4)
    for _ in range(60):
        if game.deal.phase is Phase.CHANCE:
            pile = game.deal.view().discards
            game.deal.reshuffle(rng.sample(pile, len(pile)))
        else:
            game.play(rng.choice(list(game.deal.legal_moves)))
    assert len(game.deal.reshuffles) > 1
    assert game.record.count("reshuffle: ") == len(game.deal.reshuffles)
    assert Game.replay(game.record).record == game.record
    assert Game.replay(game.record).first == 1


def test_players_seeds_are_part_of_the_record() -> None:
    seeds = Seeds.fresh([b"ann", b""])
    game = Game("parker-1962", seeds=lambda number: seeds)
    assert "seeds: 616e6e -" in game.record
    again = Game.replay(game.record)
    assert again.seeds == [seeds]
    assert again.deal.deck == shuffle(sorted(again.deal.deck or ()), seeds, 1, 0)


def test_an_unfinished_game_goes_on_as_it_would_have() -> None:
    game = played(Game("parker-1962", seed=5), decisions=20)
    again = Game.replay(game.record, then=lambda number: Seeds.of(5, number))
    for one in (game, again):
        played(one)
        one.next_deal()
    assert again.record == game.record


def test_further_deals_are_shuffled_afresh_unless_told_otherwise() -> None:
    game = played(Game("parker-1962", seed=5))
    assert Game.replay(game.record).next_deal().deck != Game.replay(game.record).next_deal().deck


FAULTS = [
    ("Bornes record 1", "Bornes record 2", "Bornes", "version 2, written by a later release; this one reads up to 1"),
    ("Bornes record 1", "A shopping list", "A shop", "a record begins with 'Bornes record 1'"),
    ("edition: parker-1962", "edition: chess", "edition", "must be one of parker-1962"),
    ("edition: parker-1962", "editor: parker-1962", "editor", "expected edition: …, found 'editor"),
    ("form: 2", "form: 5", "form", "has the forms 2, 3, 4 pairs, 6 pairs"),
    ("form: 2", "form: 2\nrule: free_discard", "rule", "as rule: name = value"),
    ("form: 2", "form: 2\nrule: free_discard = maybe", "rule", "must be true or false"),
    ("form: 2", "form: 2\nrule: freedom = true", "rule", "no such rule"),
    ("form: 2", "form: 2\nrule: players = 3", "rule", "as rule: name = value"),
    ("form: 2", "form: 2\nrule: target = 1000", "rule", "extension: needs a target below 1000"),
    ("names: Ann | Bob", "names: Ann", "names", "2 players need 2 names"),
    ("names: Ann | Bob", "names: Ann | B\u2028b", "names", "must be printable text"),
    ("names: Ann | Bob", "names: Ann | Bob ", "names", "a record has 'names: Ann | Bob' here, not 'names: Ann | Bob '"),
    (
        "form: 2",
        "form: 2\nrule: free_discard = false\nrule: target = 1000",
        "rule: target",
        "extension: needs a target",
    ),
    ("form: 2", "form: 2\nrule: target = 810\nrule: game_goal = 9", "rule: target", "a multiple of 25"),
    ("form: 2", "form: 2\nrule: free_discard = true", "rule", "a record has 'names: Ann | Bob' here"),
    ("form: 2", "form: 2\nrule: game_goal = 9_000", "rule", "a record has 'rule: game_goal = 9000' here"),
    ("form: 2", "form: 2\nrule: game_goal = " + "9" * 5000, "rule", "must be a whole number"),
    ("first: 1", "first: 3", "first", "a seat from 1 to 2"),
    ("first: 1", "first: Ann", "first", "a seat from 1 to 2"),
    (
        "first: 1",
        "first: 1\nscheme: tea-leaves",
        "scheme",
        "unknown shuffle scheme 'tea-leaves'; this version knows players+server",
    ),
    ("first: 1", "first: 1\nscheme: ", "scheme", "unknown shuffle scheme ''; this version knows players+server"),
    ("first: 1", "scheme: players+server\nfirst: 1", "scheme", "expected first: …, found 'scheme"),
    ("first: 1", "first: 1\nscheme: players+server\nscheme: again", "scheme: again", "expected an empty line"),
    ("deal 1", "deal 2", "deal", "expected deal 1"),
    ("shuffle: bornes-hmac-sha256-1", "shuffle: by hand", "shuffle", "unknown shuffle"),
    ("commitment: ", "commitment: 0", "commitment", "not the one committed to"),
    ("server: ", "server: zz", "server", "hex"),
    ("server: ", "server: AB", "commitment", "not the one committed to"),
    ("\n1. 1:", "\nseeds: 00\n1. 1:", "seeds", "1 player's seed for 2 seats; give one for each seat, or none at all"),
    (
        "\n1. 1:",
        "\nseeds: 00 - 00\n1. 1:",
        "seeds",
        "3 players' seeds for 2 seats; give one for each seat, or none at all",
    ),
    ("\n1. 1:", "\nseeds: 00 0x\n1. 1:", "seeds", "players[1] must be pairs of hexadecimal digits"),
    ("\n1. 1:", "\n\u0663. 1:", "\u0663. 1:", "expected turn 1 or an empty line, found '\u0663. 1:"),
    ("1. 1:", "1. \u0661:", "1. \u0661:", "by seat 0, but seat 1 is to decide"),
    ("1. 1:", "2. 1:", "2. 1:", "turn 2, but the moves have come to turn 1"),
    ("1. 1:", "1. 2:", "1. 2:", "by seat 2, but seat 1 is to decide"),
    ("1. 1:", "1. 1: fly", "1. 1:", "'fly' is not a move"),
    ("1. 1:", "1. 1: 200", "1. 1:", "is not legal"),
    ("result: ", "result: A wins, A 1 B 0\nresult: ", "result", "the moves end with"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), FAULTS)
def test_a_fault_is_named_with_its_line(old: str, new: str, line: str, reason: str) -> None:
    text = played(Game("parker-1962", 2, seed=7, names=["Ann", "Bob"]), decisions=30).record
    forged = rewritten(text, old, new)
    with pytest.raises(RecordError) as caught:
        Game.replay(forged)
    assert reason in caught.value.reason
    assert caught.value.line == line_of(forged, line)
    assert len(str(caught.value)) < 1200
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.reason}"


def test_a_changed_score_is_found() -> None:
    text = played(Game("parker-1962", 2, seed=7)).record
    score = text[text.index("score: ") : text.index("(", text.index("score: "))]
    with pytest.raises(RecordError, match="the moves end with 'score:"):
        Game.replay(rewritten(text, score, "score: A 5000 B 0 "))


def test_moves_behind_the_end_and_scores_before_it() -> None:
    text = played(Game("parker-1962", 2, seed=7)).record
    with pytest.raises(RecordError, match="comes after the end of the deal"):
        Game.replay(rewritten(text, "\nscore:", " 1: roll\nscore:"))
    unfinished = played(Game("parker-1962", 2, seed=7), decisions=3).record
    with pytest.raises(RecordError, match="a score, but the moves do not end the deal"):
        Game.replay(rewritten(unfinished, "\nresult", "score: A 0 B 0\n\nresult"))


def test_a_move_in_the_wrong_turn() -> None:
    text = played(Game("parker-1962", 2, seed=7), decisions=3).record
    lines = text.splitlines()
    first = line_of(text, "1. ") - 1
    joined = f"{lines[first]} {lines[first + 1].split(' ', 1)[1]}"
    with pytest.raises(RecordError, match="belongs to turn 2, not to turn 1"):
        Game.replay(rewritten(text, lines[first], joined))


def test_more_reshuffles_than_needed() -> None:
    rules = rules_of("asmodee", hand_size=1, deck=(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0))
    game = Game(rules, deck="25 roll 25 roll")
    with pytest.raises(RecordError, match="more reshuffles are given than the moves need"):
        Game.replay(rewritten(game.record, "deck: 25 roll 25 roll", "deck: 25 roll 25 roll\nreshuffle: 25"))
    with pytest.raises(RecordError, match="the deck must hold 2 cards 25, not 1"):
        Game.replay(rewritten(game.record, "deck: 25 roll", "deck: 50 roll"))


def test_every_truncation_is_an_error_that_names_a_line() -> None:
    text = played(Game("parker-1962", 2, seed=7), decisions=12).record
    for end in range(len(text)):
        with pytest.raises(RecordError) as caught:
            Game.replay(text[:end])
        assert 1 <= caught.value.line <= len(text.splitlines()) + 1


def test_no_flipped_character_gives_another_game() -> None:
    """Whatever single character is changed, the record is refused or tells the very same game."""
    text = played(Game("asmodee", 2, seed=7), decisions=12).record
    rng = Random(1)
    original = Game.replay(text)
    for _ in range(400):
        at = rng.randrange(len(text))
        damaged = text[:at] + rng.choice("x1 -\n") + text[at + 1 :]
        try:
            game = Game.replay(damaged)
        except RecordError:
            continue
        assert damaged == text
        assert game.record == original.record


def test_text_behind_the_end_is_refused() -> None:
    text = Game("parker-1962", 2, seed=7).record
    for more in ("more\n", "\n", " "):
        with pytest.raises(RecordError, match=r"behind the end|ends with a line feed") as caught:
            Game.replay(f"{text}{more}")
        assert caught.value.line >= line_of(text, "check")


def test_the_line_ends_of_another_system_are_the_only_other_way_to_write_a_record() -> None:
    text = Game("parker-1962", 2, seed=7).record
    assert Game.replay(text.replace("\n", "\r\n")).record == text
    for mixed in (text.replace("\n", "\r\n", 3), text.replace("\n", "\r")):
        with pytest.raises(RecordError, match="line 1: a record begins with 'Bornes record 1', not with"):
            Game.replay(mixed)
    with pytest.raises(RecordError, match="line 2: expected edition: …, found"):
        Game.replay(text.replace("\n", "\n\r"))


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_only_a_line_feed_ends_a_line(end: str) -> None:
    text = Game("parker-1962", 2, seed=7).record
    with pytest.raises(RecordError, match=r"line 3: parker-1962 has the forms"):
        Game.replay(rewritten(text, "form: 2\n", f"form: 2{end}"))


def test_what_an_editor_or_a_mail_does_to_a_record_is_told_so_that_it_can_be_mended() -> None:
    text = Game("parker-1962", 2, seed=7).record
    last = line_of(text, "check")
    for odd, line, hint in [
        (f"\ufeff{text}", 1, "save it without the byte order mark"),
        (text.rstrip("\n"), last, "ends with a line feed: add the one that is missing"),
        (rewritten(text, "first: 1\n", "first: 1 \n"), 5, "a seat from 1 to 2, not '1 '"),
        (rewritten(text, "first: 1\n", "first: 1\n\n"), 7, "expected deal 1, found ''"),
        (rewritten(text, "\n\ndeal 1", "\ndeal 1"), 6, "expected an empty line, found 'deal 1'"),
        (f"> {text}", 1, "not with '> Bornes record 1'"),
    ]:
        with pytest.raises(RecordError) as caught:
            Game.replay(odd)
        assert (caught.value.line, hint in caught.value.reason) == (line, True), caught.value


def test_capitals_and_short_forms_of_moves_are_for_people_not_for_records() -> None:
    text = played(Game("asmodee", 2, seed=7)).record
    for old, new in [("draw", "draw "), (">B", ""), ("roll", "Roll"), ("2: ", "2:  ")]:
        with pytest.raises(RecordError, match=r"a record has '\d+\. .*' here, not '\d+\. "):
            Game.replay(rewritten(text, old, new))


def test_a_long_line_is_quoted_in_short() -> None:
    text = Game("parker-1962", 2, seed=7).record
    junk = "|" * 5_000_000
    places = ["Bornes record 1", "edition: parker-1962", "form: 2", "names: Player 1 | Player 2", "first: 1", "deal 1"]
    for place in [*places, "result: unfinished", "shuffle: bornes-hmac-sha256-1"]:
        for forged in (f"{place}{junk}", junk, f"{place}\n{junk}", f"{place}\n1. 1: {junk}"):
            with pytest.raises(RecordError) as caught:
                Game.replay(rewritten(text, place, forged))
            assert len(caught.value.reason) < 1200


def test_a_record_is_of_bounded_size() -> None:
    with pytest.raises(RecordError, match="the text is too long: a record has 16,777,216 bytes at most"):
        Game.replay("\n" * (MAX_RECORD_BYTES + 1))
    with pytest.raises(RecordError, match="too long") as caught:
        decode(b"Bornes record 1\n" + b" " * MAX_RECORD_BYTES)
    assert caught.value.line == 2
    with pytest.raises(RecordError, match="line 1: a record begins with"):
        Game.replay(decode(b"\n" * MAX_RECORD_BYTES))


def test_a_game_of_very_many_deals_is_read_without_adding_them_all_up_at_each(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(rules_of("parker-1962", turn_cap=1, game_goal=1_000_000), seed=1)
    while len(played(game).deals) < 1500:
        game.next_deal()
    text, totals, reckoned = game.record, game.totals, 0

    def counted(state: State) -> tuple[int, ...]:
        nonlocal reckoned
        reckoned += 1
        return scores(state)

    monkeypatch.setattr("bornes.game.deal.scores", counted)
    again = Game.replay(text)
    assert reckoned < 10 * len(game.deals)
    assert again.totals == totals == tuple(map(sum, zip(*(deal.scores for deal in game.deals), strict=True)))


def test_a_reshuffle_that_is_not_of_the_discards_is_named_by_its_line() -> None:
    rules = rules_of("asmodee", hand_size=2, deck=(3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0))
    game = Game(rules, deck="25 roll 25 roll 25 roll out-of-gas", first=1)
    while game.deal.phase is not Phase.CHANCE:
        game.play(next(move for move in game.deal.legal_moves if move.is_discard or str(move) == "draw"))
    game.deal.reshuffle(game.deal.view().discards)
    (order,) = game.deal.reshuffles
    line = " ".join(card.notation for card in order)
    forged = rewritten(game.record, f"reshuffle: {line}", f"reshuffle: {line} 200")
    with pytest.raises(RecordError, match="the discards must hold 0 cards 200, not 1") as caught:
        Game.replay(forged)
    assert caught.value.line == line_of(forged, "reshuffle")


def test_no_deal_follows_the_end_of_a_game_or_one_that_is_not_over() -> None:
    text = played(Game("parker-1962", 2, seed=7), decisions=3).record
    second = Game("parker-1962", 2, seed=8).record
    again = second[second.index("\ndeal 1") : second.index("\nresult")].replace("deal 1", "deal 2")
    forged = rewritten(text, "\nresult", f"{again}\nresult")
    with pytest.raises(RecordError, match="the present deal is not over") as caught:
        Game.replay(forged)
    assert caught.value.line == line_of(forged, "deal 2")


# -- the seeds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [(), (b"",), (b"ann", b"bob"), (b"ann", b"", b"cid", b"dee")])
def test_a_deal_has_seeds_of_all_its_seats_or_of_none(players: tuple[bytes, ...]) -> None:
    seeds = Seeds.fresh(players)
    if not players:
        assert Game("dujardin", 3, seeds=lambda number: seeds).seeds == [seeds]
        return
    message = re.escape("for 3 seats; give one for each seat, or none at all")
    with pytest.raises(SeedsError, match=message):
        Game("dujardin", 3, seeds=lambda number: seeds)
    with pytest.raises(SeedsError, match=message):
        Deal(rules_of("dujardin", 3), seeds=seeds)


def game_by_scheme(players: int = 3, deals: int = 2) -> Game:
    """A game of an online table: the seeds of its first deal say who starts."""
    rules = rules_of("dujardin", players, game_goal=5000)
    seeds = [Seeds.of("online", number).with_players([b"a" * 8] * players) for number in range(1, deals + 1)]
    game = Game(rules, seeds=lambda number: seeds[number - 1], dealer=(cut(seeds[0], players) - 1) % players)
    for number in range(deals):
        played(game, number)
        if number + 1 < deals:
            game.next_deal()
    return Game.of_deals(
        rules, game.names, game.first, list(zip(game.deals, seeds, strict=True)), scheme=PLAYERS_AND_SERVER
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_names_its_shuffle_scheme_right_after_who_starts(players: int) -> None:
    game = game_by_scheme(players)
    text = game.record
    assert f"\nfirst: {game.first + 1}\nscheme: players+server\n\ndeal 1\n" in text
    again = Game.replay(text)
    assert again.scheme == copy(again).scheme == PLAYERS_AND_SERVER
    assert again.record == copy(again).record == text


def test_a_game_of_the_library_has_no_scheme_and_its_record_no_such_line() -> None:
    game = Game("parker-1962", seed=7)
    assert game.scheme == ""
    assert "scheme" not in game.record
    assert Game.replay(game.record).scheme == ""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_starter_that_is_not_the_cut_is_refused_in_the_line_that_names_it(players: int) -> None:
    """Whoever wrote this chose who starts after the seeds were known: all else in the record is right."""
    game = game_by_scheme(players)
    seeds = [one for one in game.seeds if one is not None]
    chosen = (game.first + 1) % players
    other = Game(game.rules, seeds=lambda number: seeds[number - 1], dealer=game.first)
    text = rewritten(other.record, f"first: {chosen + 1}", f"first: {chosen + 1}\nscheme: players+server")
    with pytest.raises(RecordError) as caught:
        Game.replay(text)
    assert caught.value.line == line_of(text, "first")
    assert caught.value.reason == f"first: the seeds of deal 1 give seat {game.first + 1}, not seat {chosen + 1}"
    assert Game.replay(other.record).first == chosen  # where no scheme is named nothing is promised


def test_a_given_deck_has_no_cut() -> None:
    text = Game(rules_of("dujardin", 3), deck=Game("dujardin", 3, seed=1).deal.deck, dealer=0).record
    with_scheme = rewritten(text, "first: 2", "first: 2\nscheme: players+server")
    game = Game.replay(with_scheme)
    assert (game.first, game.scheme, game.record) == (1, PLAYERS_AND_SERVER, with_scheme)


def test_a_scheme_that_nobody_knows_is_not_written() -> None:
    game = Game("parker-1962", seed=7)
    with pytest.raises(GameError, match="unknown shuffle scheme 'tea-leaves'; this version knows players"):
        Game.of_deals(game.rules, game.names, 0, [(game.deal, game.seeds[0])], scheme="tea-leaves")


def test_a_server_with_a_ghost_at_the_table_is_found_out() -> None:
    """It committed honestly, heard both players, and then looks for a third seed that gives seat 0 the cards."""
    honest = Seeds.of("server", 1).with_players([b"ann", b"bob"])
    deck = sorted(Game("parker-1962", seeds=lambda number: honest).deal.deck or ())

    def safeties(seeds: Seeds) -> int:
        return sum(card.family is Family.SAFETY for card in shuffle(deck, seeds, 1, 0)[:12:2])

    ghosts = (honest.with_players([*honest.players, f"{ghost}".encode()]) for ghost in range(2000))
    liked = next(seeds for seeds in ghosts if safeties(seeds) > safeties(honest) + 1)
    assert liked.commitment == honest.commitment
    text = Game("parker-1962", seeds=lambda number: honest).record
    named = " ".join(seed.hex() for seed in liked.players)
    with pytest.raises(
        RecordError, match="3 players' seeds for 2 seats; give one for each seat, or none at all"
    ) as caught:
        Game.replay(rewritten(text, "seeds: 616e6e 626f62", f"seeds: {named}"))
    assert caught.value.line == line_of(text, "seeds")


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_records_that_were_ever_written_open_for_ever(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert Game.replay(text).record == text


def test_a_record_of_before_with_a_short_seed_still_opens_and_is_known_to_be_weak() -> None:
    text = (RECORDS / "short-seed-0.1.0.txt").read_text(encoding="utf-8")
    game = Game.replay(text)
    assert game.record == text
    assert [seeds.guessable for seeds in game.seeds if seeds is not None] == [True]
    assert game.seeds[0] == Seeds(b"server", (b"one", b"two" * 30), revealed=True)


def test_a_record_without_deals() -> None:
    text = Game("parker-1962", 2, seed=7).record
    head = text[: text.index("deal 1")]
    with pytest.raises(RecordError, match="expected deal 1"):
        Game.replay(f"{head}result: unfinished\n")
    with pytest.raises(RecordError, match="a record begins with"):
        Game.replay("")


def test_a_changed_text_does_not_fit_its_checksum() -> None:
    text = Game("parker-1962", 2, seed=7, names=["Ann", "Bob"]).record
    with pytest.raises(RecordError, match="the checksum does not fit"):
        Game.replay(text.replace("Ann", "Eve"))
