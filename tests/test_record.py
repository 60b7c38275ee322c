"""Records: one file is one game; it replays exactly, and a damaged one is an error that names its line."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from bornes import Edition, Form, Game, Phase, RecordError, Seeds
from bornes.editions import all_forms
from bornes.fair import shuffle
from tests.scenes import rules_of

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
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize(("book", "form"), FORMS)
def test_a_game_of_any_form_is_written_and_read_back(book: Edition, form: Form) -> None:
    game = played(Game(book.name, form.players, partners=form.partners, short=form.short, seed=3))
    again = Game.replay(game.record)
    assert again.record == game.record
    assert again.deal.events == game.deal.events
    assert again.totals == game.totals


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
    for copy in (game, again):
        played(copy)
        copy.next_deal()
    assert again.record == game.record


def test_further_deals_are_shuffled_afresh_unless_told_otherwise() -> None:
    game = played(Game("parker-1962", seed=5))
    assert Game.replay(game.record).next_deal().deck != Game.replay(game.record).next_deal().deck


FAULTS = [
    ("Bornes record 1", "Bornes record 2", "Bornes", "version 2; only version 1"),
    ("Bornes record 1", "A shopping list", "A shop", "a record begins with 'Bornes record 1'"),
    ("edition: parker-1962", "edition: chess", "edition", "must be one of parker-1962"),
    ("edition: parker-1962", "editor: parker-1962", "editor", "expected edition: …, found 'editor"),
    ("form: 2", "form: 5", "form", "has the forms 2, 3, 4 pairs, 6 pairs"),
    ("form: 2", "form: 2\nrule: free_discard", "rule", "as rule: name = value"),
    ("form: 2", "form: 2\nrule: free_discard = maybe", "rule", "must be true or false"),
    ("form: 2", "form: 2\nrule: freedom = true", "rule", "no such rule"),
    ("form: 2", "form: 2\nrule: players = 3", "rule", "as rule: name = value"),
    ("form: 2", "form: 2\nrule: target = 1000", "rule", "extension: needs a target below 1000"),
    ("names: Ann | Bob", "names: Ann", "shuffle", "2 players need 2 names"),
    ("first: 1", "first: 3", "first", "a seat from 1 to 2"),
    ("first: 1", "first: Ann", "first", "a seat from 1 to 2"),
    ("deal 1", "deal 2", "deal", "expected deal 1"),
    ("shuffle: bornes-hmac-sha256-1", "shuffle: by hand", "shuffle", "unknown shuffle"),
    ("commitment: ", "commitment: 0", "commitment", "not the one committed to"),
    ("server: ", "server: zz", "server", "hex"),
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
    with pytest.raises(RecordError, match="the deck must hold 2 25, not 1"):
        Game.replay(rewritten(game.record, "deck: 25 roll", "deck: 50 roll"))


def test_every_truncation_is_an_error_that_names_a_line() -> None:
    text = played(Game("parker-1962", 2, seed=7), decisions=12).record
    for end in range(len(text) - 1):
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
        assert game.record == original.record


def test_text_behind_the_end_is_refused_and_line_ends_do_not_matter() -> None:
    text = Game("parker-1962", 2, seed=7).record
    with pytest.raises(RecordError, match="behind the end"):
        Game.replay(f"{text}more\n")
    assert Game.replay(text.replace("\n", "\r\n")).record == text


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
