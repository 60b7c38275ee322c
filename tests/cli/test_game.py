"""``bornes watch`` and ``replay``: a game told, kept and told again."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path

import pytest

from bornes import Game, edition
from bornes.cli.watch import TURN_PAUSE_SECONDS
from tests.support.scenes import rules_of
from tests.support.shell import record, refused, run, start, watched

AS_RECORDED = ("--bot", "sunday-driver", "--seed", "7", "--deals", "2")
"""How the game of ``record()`` was played."""


def turns(told: str) -> list[str]:
    """The paragraphs that begin with the number of a turn."""
    return [line for line in told.splitlines() if line[:3].strip().isdecimal()]


# -- watching ----------------------------------------------------------------------------------------------------


def test_bornes_alone_is_a_game_to_play(tmp_path: Path) -> None:
    """Without a terminal a conversation, which the end of the input ends."""
    shown = run(BORNES_DATA=str(tmp_path))
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Parker Brothers, 1962, 2 players.\n")
    assert "What do you do?" in shown.stdout


def test_watching_tells_which_game_it_is_and_who_plays_and_then_a_deal() -> None:
    shown = run("watch", "--rule", "hand_size=5")
    assert shown.exit_code == 0
    title, house, cast, seed, blank, deal = shown.stdout.splitlines()[:6]
    assert (title, house) == ("Parker Brothers, 1962, 2 players", "house rule hand_size = 5")
    assert (cast, blank, deal) == ("The Old Hand: Ada and Boris", "", "Deal 1")
    again = run("watch", "--rule", "hand_size=5", "--seed", seed.removeprefix("seed "))
    assert again.stdout == shown.stdout, "the seed that was chosen is shown, and repeats the game"
    assert len(turns(shown.stdout)) > 5
    assert "Total for deal" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_a_seed_repeats_a_game() -> None:
    told = {seed: run("watch", "--seed", seed).stdout for seed in ("sunday", "monday")}
    assert run("watch", "--seed", "sunday").stdout == told["sunday"] != told["monday"]


@pytest.mark.parametrize("seed", ["", " ", "a\nb", "\udcff"])
def test_a_seed_that_cannot_be_typed_again_is_refused(seed: str) -> None:
    assert "a seed is printable text" in refused("watch", "--seed", seed)


def test_the_turns_told_are_those_of_the_record() -> None:
    arguments = ("watch", "--edition", "dujardin", "--players", "4", "--seed", "3")
    numbers = [int(line[:3]) for line in turns(run(*arguments).stdout)]
    game = Game.replay(run(*arguments, "--record", "-").stdout)
    assert numbers == list(range(1, game.deal.turns + 1))


def test_the_distance_told_is_that_of_the_score_sheet() -> None:
    game = watched(edition("game-cabinet").rules(2), "5", 1)
    told = " ".join(run("watch", "-e", "game-cabinet", "--seed", "5", "--bot", "sunday-driver").stdout.split())
    for team, name in enumerate(("Ada", "Boris")):
        last = told.rpartition(f"→ {name} ")[2].split()[0]
        assert int(last) == game.deal.score_sheet().rows["milestones"][team]


def test_a_game_ends_with_totals_and_the_winner() -> None:
    shown = run("watch", "--deals", "99", "--seed", "1", "--bot", "sunday-driver").stdout.splitlines()
    game = watched(edition("parker-1962").rules(2), "1", 99)
    assert game.over
    assert game.winner is not None
    assert shown[-2] == f"Grand total · Ada {game.totals[0]} · Boris {game.totals[1]}"
    assert shown[-1] == f"{('Ada', 'Boris')[game.winner]} wins the game."


def test_watching_in_french_with_the_words_of_the_edition() -> None:
    shown = run("watch", "--edition", "dujardin", "--lang", "fr", "--seed", "1").stdout
    assert shown.startswith("Dujardin, édition Prestige, 2 joueurs\nLe Vieux Routier\u202f: Ada et Boris\ngraine 1\n")
    assert "Ada pioche" in shown
    assert "Feu Vert" in shown


def test_the_pace_is_kept_after_each_paragraph(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("bornes.cli.narration.sleep", pauses.append)
    told = run("watch", "--pace", "0.5", "--seed", "1").stdout
    assert pauses == [0.5] * (len(turns(told)) + 2)
    pauses.clear()
    run("watch", "--seed", "1")
    assert pauses == []


def test_a_terminal_gets_colours_and_time_to_read() -> None:
    screen, end = os.openpty()
    began = time.monotonic()
    env = {"NO_COLOR": None, "TERM": "xterm"}
    process = start("watch", "--rule", "turn_cap=3", stdout=end, stderr=end, env=env)
    os.close(end)
    shown = b""
    with contextlib.suppress(OSError):  # which is how the end of a terminal looks
        while part := os.read(screen, 4096):
            shown += part
    os.close(screen)
    assert process.wait() == 0
    assert time.monotonic() - began > 5 * TURN_PAUSE_SECONDS
    assert b"\x1b[36mAda" in shown


def test_the_record_is_kept_beside_the_telling(tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    shown = run("watch", *AS_RECORDED, "--record", str(kept))
    assert "Total for deal" in shown.stdout
    assert kept.read_text(encoding="utf-8") == record()


def test_the_record_alone_can_go_into_a_pipe() -> None:
    assert run("watch", *AS_RECORDED, "--record", "-").stdout == record()


def test_a_record_that_cannot_be_kept_is_a_failure(tmp_path: Path) -> None:
    said = refused("watch", "--record", str(tmp_path / "no" / "game.txt"), status=1)
    assert "game.txt: No such file" in said


@pytest.mark.parametrize("name", ["parker-1988", "asmodee"])
def test_every_form_can_be_watched_to_its_end(name: str) -> None:
    for form in edition(name).forms:
        rules = rules_of(name, form.players, partners=form.partners, short=form.short, turn_cap=60)
        assert watched(rules, "1", 1).deal.over


# -- replaying ---------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(record(), encoding="utf-8")
    return path


def test_a_record_is_told_as_it_was_watched(kept: Path) -> None:
    watched = run("watch", *AS_RECORDED).stdout.splitlines()
    told = run("replay", str(kept)).stdout.splitlines()
    assert told[:2] == [watched[0], "Ada and Boris"]
    assert told[2:] == watched[3:]


def test_a_record_is_read_from_a_pipe(kept: Path) -> None:
    assert run("replay", "-", stdin=record()).stdout == run("replay", str(kept)).stdout


def test_one_deal_of_several(kept: Path) -> None:
    shown = run("replay", str(kept), "--deal", "2").stdout
    assert "Deal 2" in shown
    assert "Deal 1" not in shown
    assert "Grand total" not in shown


def test_a_deal_that_is_not_there(kept: Path) -> None:
    assert "there is no deal 3, the record has 2 deals" in refused("replay", str(kept), "--deal", "3", status=1)


def test_a_record_in_french(kept: Path) -> None:
    assert "Ada pioche" in run("replay", str(kept), "--lang", "fr").stdout


def test_the_events_for_programs_are_all_there(kept: Path) -> None:
    lines = [json.loads(line) for line in run("replay", str(kept), "--json").stdout.splitlines()]
    deals = Game.replay(record()).deals
    assert lines == [{"deal": i, **event.as_dict()} for i, deal in enumerate(deals, 1) for event in deal.events]
    second = run("replay", str(kept), "--json", "--deal", "2").stdout.splitlines()
    assert [json.loads(line) for line in second] == [line for line in lines if line["deal"] == 2]


def test_names_are_text_and_not_markup() -> None:
    game = Game("parker-1962", seed=1, names=["[bold]Ann[/bold]", ":smile:"])
    assert "[bold]Ann[/bold] draws" in run("replay", "-", stdin=game.record).stdout


@pytest.mark.slow
def test_a_reshuffle_is_told_once() -> None:
    game = watched(rules_of("asmodee", 6, turn_cap=300, hand_size=6, target=1000, max_200s=0), "1", 1)
    assert game.deal.reshuffles
    told = " ".join(run("replay", "-", stdin=game.record).stdout.split())
    assert told.count("shuffled and become the draw pile") == len(game.deal.reshuffles)
    assert "must be shuffled" not in told


def test_a_deal_that_waits_for_a_choice_is_told_as_far_as_it_came() -> None:
    game = watched(rules_of("asmodee", 2, turn_cap=4), "1", 1)
    text = Game(game.rules, seed="1", names=game.names).record
    shown = run("replay", "-", stdin=text).stdout
    assert "Ada begins" in shown
    assert turns(shown) == []


@pytest.mark.parametrize("name", ["dujardin", "asmodee"])
def test_how_far_it_is_follows_what_ends_the_race(name: str) -> None:
    """In asmodee a safety brings its team nearer to the finish, so a turn that lays one tells how near."""
    game = watched(rules_of(name, 2), "4", 1)
    told = [" ".join(turn.split()) for turn in turns(run("replay", "-", stdin=game.record, COLUMNS="400").stdout)]
    safeties = [turn for turn in told if "the safety" in turn]
    assert safeties
    assert any("→" in turn for turn in safeties) == (name == "asmodee")
    last = [turn.rpartition(" → ")[2] for turn in told if "→" in turn][-1]
    assert last in [f"{one} {game.deal.view().progress(seat)}" for seat, one in enumerate(game.names)]


def test_a_damaged_record_is_not_told() -> None:
    said = refused("replay", "-", stdin=record().replace("roll", "rol", 1), status=1)
    assert said.startswith("bornes: -: line 11: ")
