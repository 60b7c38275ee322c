"""``bornes play`` from outside: whole games by scripts and programs, killed, resumed, disturbed, and nothing lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bornes import Game, Phase, edition
from bornes.game.position import cards
from bornes.rules.cards import Family, sorted_deck
from bornes.rules.editions import EDITION_NAMES
from bornes.store.saved_games import SavedGame, saved_games
from bornes.terminal.plain.conversation import Conversation, PlayerLeft
from bornes.terminal.preferences import PlayOptions, Preferences, save_preferences
from bornes.terminal.seat_session import open_new, words_for
from tests.support.players import Reader, ended, opened, seated, spoken
from tests.support.shell import PATIENCE, record, refused, run, start

MOVE, NEXT = "What do you do?", "Enter for the next"
QUICK = ("--bots", "sunday-driver")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def said(stdin: str, *arguments: str) -> str:
    """What ``bornes play --plain`` says to these lines."""
    result = run("play", "--plain", *arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def the_saved_game() -> SavedGame:
    """The only game that is saved."""
    (found,), damaged = saved_games()
    assert not damaged
    return found


def moves_made() -> list[str]:
    """The moves of the only game that is saved."""
    return [played.notation for played in the_saved_game().table.open_deal.moves]


# -- line by line ------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_a_script_plays_a_game_to_its_end_in_sentences(folder: Path) -> None:
    reader = Reader(opened(folder, "--plain", "--seed", "7", *QUICK))
    deals = 1
    while found := reader.until(MOVE, NEXT):
        reader.say("1" if found == MOVE else "")
        deals += found == NEXT
    assert ended(reader.process) == (0, "")
    assert "wins the game." in reader.told[-2]
    assert saved_games() == ([], [])
    (path,) = (folder / "games" / "finished").glob("*.txt")
    game = Game.replay(path.read_text(encoding="utf-8"))
    assert game.over
    assert max(game.totals) >= 5000
    assert len(game.deals) == deals


def test_moves_are_made_by_number_by_notation_or_by_their_words() -> None:
    first = said("1\n", "--seed", "7")
    assert "1. play Roll (roll)" in first
    for answer in ("roll", "play roll", "PLAY ROLL", " Roll "):
        told = said(f"{answer}\n", "--seed", "7")
        assert told.partition("Saved")[0] == first.partition("Saved")[0]
    assert "You play Roll." in first


@pytest.mark.parametrize(
    ("lang", "line"), [("en", "x 1 2"), ("fr", "x 1 2"), ("fr", "échange 1 2"), ("en", "swap 1 and 2")]
)
def test_cards_are_exchanged_in_one_line_as_on_the_screen(lang: str, line: str) -> None:
    game = ("--edition", "asmodee", "--seed", "7", "--lang", lang)
    said(f"?\n{line}\n", *game)
    moves = Game.replay(the_saved_game().record).deal.moves
    mine = [move for move in moves if move.turn == 1]
    assert [move.phase for move in mine] == [Phase.DRAW, Phase.EXCHANGE, Phase.EXCHANGE]
    assert [move.move.is_discard for move in mine] == [True, True, False]


def test_what_cannot_be_exchanged_together_is_not_given_at_all() -> None:
    told = said("x 1 1 2 200 200 200 200 200\n?\n", "--edition", "asmodee", "--seed", "7")
    assert "You hold fewer cards that are called 200." in told
    assert "x CARD CARD" in told
    assert "x CARD CARD" not in said("?\n", "--seed", "7")


def test_the_end_of_a_game_names_review_and_replay() -> None:
    told = said("1\n" * 400, "--seed", "7", "--bot", "random", "--rule", "game_goal=25")
    assert told.rstrip().endswith("bornes review shows the better moves of this game, bornes replay every move.")


def test_what_others_draw_is_not_told() -> None:
    told = said("1\n1\n1\n", "--seed", "7")
    assert "You draw 100." in told
    assert "Boris draws a card." in told
    assert not re.search(r"Boris draws (?!a card)", told)


def test_after_the_first_turn_only_what_has_changed_is_told_and_the_moves_in_short() -> None:
    first, second, third, *_ = said("1\n1\n", "--seed", "7", "--name", "Ann").split("What do you do?")
    assert "3. discard 50 (-50)" in first
    assert "You: 0 of 700 miles. Battle Pile: empty. Speed Pile: empty." in first, "whatever the name"
    assert "You: 0 of 700 miles. Battle Pile: Roll.\n" in second
    assert "Speed Pile" not in second
    assert "Draw pile" not in second
    assert "Hand: 50, 100, Speed Limit, Gasoline, Repairs, Roll, Roll.\n" in second
    assert "Moves: 1 drive 50 miles, 2 drive 100 miles, 3 lay Speed Limit on Boris, 4 to 9 discard.\n" in second
    assert "You: 50 of 700 miles. Battle Pile: Stop.\n" in third
    assert "Boris: " not in third, "nothing is new there"


def test_the_whole_table_and_all_moves_are_told_on_request() -> None:
    *_, table, moves, _ = said("1\nt\nm\nq\n", "--seed", "7").split("What do you do?")
    assert "Draw pile: 86." in table
    assert "Boris: 0 of 700 miles. Battle Pile: Roll. Speed Pile: empty. Safety Area: empty." in table
    for told in (table, moves):
        assert "9. discard Roll (-roll)" in told
    assert "Draw pile" not in moves


def test_what_is_taken_back_is_followed_by_the_whole_table() -> None:
    assert said("1\nu\n", "--seed", "7").count("Boris: 0 of 700 miles. Battle Pile: empty. Speed Pile: empty.") == 2


def test_the_state_is_told_in_words() -> None:
    told = said("", "--seed", "7")
    assert "Draw pile: 88. Discard pile: empty. Points: 0 for you, 0 for Boris." in told
    assert "Boris: 0 of 700 miles. Battle Pile: empty. Speed Pile: empty. Safety Area: empty." in told
    assert "Hand: 50, 100, Speed Limit, Gasoline, Repairs, Roll, Roll." in told


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("foo", "“foo” means nothing here. Type ? for help."),
        ("99", "“99” is not a move."),
        ("0", "“0” is not a move."),
        ("", "Type the number of a move"),
        ("100", "You cannot drive yet: you need a Roll card first (P62-33)."),
        ("200", "You do not hold 200 (P62-20)."),
        ("why 100", "Drive 100 miles? You cannot drive yet: you need a Roll card first (P62-33)."),
        ("why 100", "Discard 100? That is possible."),
        ("why Speed Limit", "Lay Speed Limit on Boris? That is possible."),
        ("why take", "Take the top discard? "),
        ("why", "Name a card or a move"),
        ("?", "why a card or a move cannot be played"),
        ("help", "save and leave"),
        ("help", "Roll, 100, Stop on Boris (stop>B), -25."),
        ("s", "Total for deal"),
        ("r", "(P62-"),
        ("how", "Be the first to drive 700 miles exactly"),
        ("how", "Out of Gas is lifted by Gasoline, and kept away by Extra Tank."),
        ("how", "Safe trip: 300 more for winning without any 200"),
        ("how to play", "How to play: Parker Brothers, 1962, 2 players"),
        ("u", "There is no move to take back."),
        ("\x00\x1b[A", "means nothing here"),
        ("²", "means nothing here"),
    ],
)
def test_every_answer_gets_a_helpful_line(answer: str, expected: str) -> None:
    told = said(f"{answer}\nq\n", "--seed", "7")
    assert expected in told
    assert not moves_made()


def test_a_hazard_for_several_opponents_is_refused_and_why_tells_of_each() -> None:
    told = said("stop\nwhy stop\nq\n", "--seed", "7", "--players", "3", "-e", "game-cabinet")
    assert "Before the start, only Speed Limit can be laid on Boris (" in told
    assert "Lay Stop on Boris? " in told
    assert "Lay Stop on Chloé? " in told


@pytest.mark.compiled_only
def test_the_champion_gives_a_hint() -> None:
    told = said("h\nq\n", "--seed", "7")
    assert "Play Roll: you cannot drive without one." in told
    assert re.search(r"Chance to win: \d\d\.\d %", told)


def test_a_move_is_taken_back() -> None:
    told = said("1\nu\nq\n", "--seed", "7")
    assert "The last move has been taken back." in told
    assert not moves_made()


def test_the_end_of_the_input_saves_and_leaves() -> None:
    told = said("1", "--seed", "7")
    assert told.splitlines()[-1] == f"Saved as {the_saved_game().name}; continue it with bornes play --resume."
    assert moves_made()[0] == "roll"


def test_without_a_terminal_the_conversation_is_plain() -> None:
    told = run("play", "--seed", "7", stdin="").stdout
    assert told.partition("Saved")[0] == said("", "--seed", "7").partition("Saved")[0]


def test_a_terminal_that_cannot_move_its_cursor_gets_lines(folder: Path) -> None:
    screen, end = os.openpty()
    env = {"TERM": "dumb", "BORNES_DATA": str(folder)}
    process = start("play", "--new", stdin=end, stdout=end, stderr=end, env=env)
    os.close(end)
    shown = b""
    while MOVE.encode() not in shown:
        shown += os.read(screen, 4096)
    os.write(screen, b"q\n")
    with contextlib.suppress(OSError):  # which is how the end of a terminal looks
        while part := os.read(screen, 4096):
            shown += part
    os.close(screen)
    assert process.wait(PATIENCE) == 0
    assert b"Saved as" in shown
    assert b"\x1b" not in shown


def test_a_terminal_whose_errors_go_elsewhere_gets_lines(folder: Path, tmp_path: Path) -> None:
    screen, end = os.openpty()
    env = {"TERM": "xterm-256color", "BORNES_DATA": str(folder)}
    with (tmp_path / "log").open("w") as log:
        process = start("play", "--new", stdin=end, stdout=end, stderr=log, env=env)
    os.close(end)
    shown = b""
    while MOVE.encode() not in shown:
        shown += os.read(screen, 4096)
    os.write(screen, b"q\n")
    with contextlib.suppress(OSError):
        while part := os.read(screen, 4096):
            shown += part
    os.close(screen)
    assert process.wait(PATIENCE) == 0
    assert b"\x1b" not in shown
    assert (tmp_path / "log").read_text() == ""


def test_names_differ() -> None:
    names = ("--name", "a", "--name", "b", "--name", "a")
    told = refused("play", "--edition", "dujardin", "--players", "3", "--people", "3", *names)
    assert "--name a is given twice: names must differ" in told


def test_a_pause_is_a_number() -> None:
    assert "'nan' is not a valid number" in refused("play", "--pace", "nan")


def test_calm_is_remembered_until_it_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    calm: list[bool] = []

    def shown(options: PlayOptions) -> int:
        calm.append(options.choices.calm)
        save_preferences(options.choices)  # as the new game screen does
        return 0

    monkeypatch.setattr("bornes.cli.play.on_screen", lambda: True)
    monkeypatch.setattr("bornes.cli.play.is_terminal", lambda stream: True)
    monkeypatch.setattr("bornes.cli.play._on_screen", shown)
    for flags in ((), ("--calm",), (), ("--no-calm",), ()):
        assert run("play", *flags).exit_code == 0
    assert calm == [False, True, True, False, False]


def test_bots_can_be_watched_in_calm(monkeypatch: pytest.MonkeyPatch) -> None:
    calm: list[bool] = []

    def shown(*_: object, **given: Any) -> int:
        calm.append(given["calm"])
        return 0

    monkeypatch.setattr("bornes.cli.watch.on_screen", lambda text: True)
    monkeypatch.setattr("bornes.terminal.screens.watch_screen.run", shown)
    for flags in ((), ("--calm",)):
        assert run("watch", *flags).exit_code == 0
    assert calm == [False, True]


def test_ascii_is_nothing_else() -> None:
    told = said("?\nr\ns\n", "--seed", "7", "--ascii", "--lang", "fr", "-e", "dujardin")
    assert told.isascii()
    assert "Defausse" in told


def test_french_is_spoken() -> None:
    told = said("?\n1\n", "--lang", "fr", "-e", "dujardin", "--seed", "7")
    assert "pourquoi CARTE  pourquoi" in told
    assert "Les cartes sont distribuées" in told
    assert "Que faites-vous" in told
    assert "Main" in told


# -- several people ----------------------------------------------------------------------------------------------


def test_a_hand_is_read_out_only_to_whom_it_belongs() -> None:
    told = said("\n1\n\n1\n", "--people", "2", "--name", "Ann", "--name", "Bob", "--seed", "7")
    before, after = told.split("Bob, press Enter when you are ready.", 1)
    assert "Hand:" in before
    assert before.endswith("\n" * 40 + before.rstrip("\n").rpartition("\n" * 40)[2] + "\n")
    shown = before.rpartition("\n" * 30)[2]
    assert "Hand:" not in shown
    assert "Ann draws a card." in told
    assert "draws 100" not in told
    assert "Hand:" in after


def stop_on_bob(bob: str, **house: object) -> str:
    """The record of a deal in which Ann can lay a Stop or a Speed Limit on Bob, who holds these cards."""
    rules = edition("parker-1962").rules(2).replace(**house)
    ann = cards("stop limit 25 25 25 25")
    dealt = [card for pair in zip(ann, cards(bob), strict=True) for card in pair]
    rest = list((Counter(sorted_deck(rules.deck)) - Counter(dealt)).elements())
    rest.sort(key=lambda card: card.family is Family.SAFETY)  # nobody draws one
    game = Game(rules, deck=[*dealt, *rest], names=("Ann", "Bob"))
    game.play("-25")
    game.play("roll")
    return game.record


WITH, WITHOUT = "roll priority 50 50 50 50", "roll ace 50 50 50 50"


def after_the_stop(tmp_path: Path, bob: str, answer: str) -> str:
    """What is told once Ann has laid the Stop."""
    file = tmp_path / "game.txt"
    file.write_text(stop_on_bob(bob), encoding="utf-8")
    told = said(f"\nstop\n{answer}", "--people", "2", str(file))
    return told.split("Ann lays Stop on Bob.", 1)[1]


def test_after_a_hazard_everybody_is_asked_alike_whether_or_not_there_is_an_answer(tmp_path: Path) -> None:
    told = {bob: after_the_stop(tmp_path, bob, "\n\n").partition("Hand:")[0] for bob in (WITH, WITHOUT)}
    assert told[WITH] == told[WITHOUT]
    assert "Stop on Bob: who answers? 2 = Bob; Enter for nobody." in told[WITH]
    assert "Bob, press Enter when you are ready." in told[WITH]


@pytest.mark.parametrize("who", ["2", "bob", "Bob"])
def test_who_has_an_answer_gives_it(tmp_path: Path, who: str) -> None:
    assert "Coup fourré! Bob answers Stop with Right of Way." in after_the_stop(tmp_path, WITH, f"{who}\n\nc\n")
    assert "Coup fourré!" not in after_the_stop(tmp_path, WITHOUT, f"{who}\n\nc\n")
    assert after_the_stop(tmp_path, WITH, "eve\n\n").count("who answers?") == 2


def test_a_game_left_while_a_hazard_waits_asks_again(tmp_path: Path) -> None:
    after_the_stop(tmp_path, WITH, "")
    told = said("bob\n\nc\n", "--resume")
    assert told.count("who answers?") == 1
    assert "Coup fourré!" in told


def test_nobody_is_asked_about_a_hazard_that_the_rules_let_nobody_answer(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    asked = []
    for answerable in (True, False):
        file.write_text(stop_on_bob(WITH, coup_fourre_on_limit=answerable), encoding="utf-8")
        told = said("\nlimit\n\n", "--people", "2", str(file)).split("Ann lays Speed Limit on Bob.", 1)[1]
        asked.append("who answers?" in told)
    assert asked == [True, False]


class Chatter:
    """Types all sorts of things, as somebody might."""

    def __init__(self, luck: random.Random, lines: int) -> None:
        self.luck = luck
        self.lines = lines

    async def next(self) -> str | None:
        """Mostly a number, sometimes a word, in the end nothing more."""
        self.lines -= 1
        if not self.lines:
            return None
        words = [
            "",
            "why roll",
            "why",
            "u",
            "s",
            "t",
            "?",
            "r",
            "x>Q",
            "stop",
            "-25",
            "~25",
            "c",
            "draw",
            "take",
            "Ann",
        ]
        return str(self.luck.randint(0, 9)) if self.luck.random() < 0.7 else self.luck.choice(words)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_typed_the_conversation_goes_on(seed: int) -> None:
    """In any form, with any number of people here, down to the end of the input or of the game."""
    luck = random.Random(seed)
    name = luck.choice(EDITION_NAMES)
    form = luck.choice(list(edition(name).forms))
    people = luck.randint(0, min(3, form.players))
    bots = tuple(None if seat < people else "sunday-driver" for seat in range(form.players))
    choices = Preferences(name, form.players, form.partners, form.short, bots=bots, names=("Ann",))
    told: list[str] = []

    async def talk() -> None:
        table = await open_new(choices, seed=str(seed))
        words = words_for(table.table, luck.choice(["en", "fr"]))
        conversation = Conversation(table, words, Chatter(luck, 150).next, told.append)
        with contextlib.suppress(PlayerLeft):
            await asyncio.wait_for(conversation.play(), PATIENCE)
        await table.close()
        assert Game.replay(table.table.record).record == table.table.record

    asyncio.run(talk())
    assert len(told) > 20


# -- nothing is lost ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["--plain", "--json"])
@pytest.mark.parametrize("after", [0.0, 0.3, 0.6, None])
def test_ctrl_c_at_any_instant_saves_and_ends_as_documented(folder: Path, kind: str, after: float | None) -> None:
    process = opened(folder, kind, "--seed", "7", *QUICK)
    assert process.stdout is not None
    if after is None:
        Reader(process).until(MOVE, '"question"')
    else:
        process.stdout.readline()
        time.sleep(after * 0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert "Traceback" not in ended(process)[1]
    assert the_saved_game().held_by is None
    assert run("play", "--json", "--resume", stdin="").exit_code == 0


def test_ctrl_c_says_in_plain_words_where_the_game_is_saved(folder: Path) -> None:
    process = opened(folder, "--plain", "--seed", "7", *QUICK)
    reader = Reader(process)
    reader.until(MOVE)
    process.send_signal(signal.SIGINT)
    assert reader.until("Saved as")
    assert reader.told[-1].startswith(f"Saved as {the_saved_game().name}")
    assert ended(process)[0] == 130


def test_ctrl_c_does_not_wait_for_a_bot_that_thinks(folder: Path) -> None:
    process = opened(folder, "--json", "--seed", "7", "--bots", "champion:seconds=60", "--seat", "2")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    assert "Traceback" not in ended(process)[1]


def test_two_processes_do_not_play_the_same_game(folder: Path) -> None:
    reader = Reader(opened(folder, "--plain", "--seed", "7"))
    assert reader.until(MOVE)
    name = the_saved_game().name
    for arguments in (["--resume"], [str(folder / "games" / f"{name}.game")]):
        told = refused("play", "--plain", *arguments, status=1)
        assert f"{name} is being played in another terminal (process {reader.process.pid}" in told
    assert run("play", "--plain", stdin="").exit_code == 0, "another game can be played"
    assert ended(reader.process)[0] == 0
    assert run("play", "--plain", str(folder / "games" / f"{name}.game"), stdin="").exit_code == 0


def test_a_damaged_game_is_told_and_stops_nobody(folder: Path) -> None:
    said("1\n", "--seed", "7")
    name = the_saved_game().name
    (folder / "games" / f"{name}.game").write_text("Bornes saved game 1\n", encoding="utf-8")
    result = run("play", "--plain", stdin="")
    assert result.exit_code == 0
    assert f"the saved game {name} cannot be read" in result.stderr
    assert (folder / "games" / "damaged" / f"{name}.game").exists()


def test_without_a_folder_one_plays_and_is_told_once(folder: Path) -> None:
    folder.write_text("a file in the place of the folder", encoding="utf-8")
    told = said("1\n1\n1\n", "--seed", "7")
    assert told.count("The game cannot be saved") == 1
    assert "Saved as" not in told
    warnings = [one for one in spoken("", "--seed", "7") if one.get("signal") == "unsaved"]
    assert len(warnings) == 1


def test_a_script_is_told_of_a_saved_game_and_goes_its_own_way() -> None:
    said("1\n", "--seed", "7")
    name = the_saved_game().name
    told = run("play", "--plain", stdin="").stdout
    assert f"There is a saved game, {name}: --resume continues it." in told
    assert "There is a saved game" not in run("play", "--plain", "--new", stdin="").stdout


def test_a_game_that_is_gone_on_with_tells_the_last_round_and_asks_the_same_again() -> None:
    left = said("1\n1\nt\n", "--seed", "7", *QUICK)
    again = said("", "--resume")
    told = [line for line in left.rpartition("\nDeal 1. ")[0].splitlines() if line.startswith("You draw")]
    assert told[-1] in again, "the last round"
    asked = again.rpartition("\nDeal 1. ")[2].splitlines()[:-1]
    assert [line for line in asked if "From now on" not in line] == left.rpartition("\nDeal 1. ")[2].splitlines()[:-1]
    assert "\nBoris draws a card." in again
    assert "The cards are dealt" not in again


def test_a_record_is_gone_on_with(tmp_path: Path) -> None:
    game = Game("parker-1962", seed="7", names=("Ann", "Bob"))
    file = tmp_path / "game.txt"
    file.write_text(game.record, encoding="utf-8")
    told = said("1\n", str(file))
    assert "You play Roll." in told
    assert file.read_text(encoding="utf-8") == game.record
    assert "What do you do?" in said("1\n", str(file), "--seat", "2")
    assert "--name: cannot be changed in a game" in refused("play", str(file), "--name", "Eve")


def test_a_record_for_four_has_four_seats(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(Game("dujardin", 4, seed="7").record, encoding="utf-8")
    seats = seated(spoken("", str(file), "--people", "2", "--seat", "3", "--bots", "random"))
    assert [seat["bot"] for seat in seats] == ["random", "random", None, None]
    assert "--seat 5: this game has only 4 seats" in refused("play", str(file), "--seat", "5")


def test_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    assert "there is no saved game to continue" in refused("play", "--plain", "--resume", status=1)
    file = tmp_path / "game.txt"
    file.write_text(record("asmodee", deals=1), encoding="utf-8")
    assert "is over: there is nothing left to play" in refused("play", "--plain", str(file), status=1)
    file.write_text("no record", encoding="utf-8")
    assert "line 1" in refused("play", "--plain", str(file), status=1)


# -- the command -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--plain", "--json"], "choose one"),
        (["--new", "--resume"], "choose one"),
        (["--resume", "--edition", "dujardin"], "--edition: cannot be changed in a game that is being continued"),
        (["--resume", "--bots", "random", "--rule", "target=700"], "--bot, --rule: cannot be changed in a game"),
        (["--people", "3"], "--people 3: this game has only 2 players"),
        (["--seat", "3"], "--seat 3: this game has only 2 seats"),
        (["--name", "A", "--name", "B"], "--name is given twice, but --people is 1"),
        (["--name", "a|b"], "printable text without |"),
        (
            ["--players", "4", "--bots", "random", "--bots", "tuned"],
            "--bot is given twice; give it once for all, or 3 times",
        ),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--players", "7"], "7"),
        (["--rule", "target=1"], "target"),
        (["--edition", "dujardun"], "did you mean dujardin?"),
    ],
)
def test_what_cannot_be_played_is_said_on_one_line(arguments: list[str], reason: str) -> None:
    assert reason in refused("play", "--plain" if "--json" not in arguments else "--ascii", *arguments)


def test_people_and_bots_sit_where_they_were_told_to() -> None:
    heard = spoken("", *("--players", "4", "-e", "dujardin", "--people", "2", "--seat", "3", "--name", "Zoé"))
    assert heard[0]["seats"] == [2, 3]
    seats = seated(heard)
    assert seats[2]["name"] == "Zoé"
    assert {seat["bot"] for seat in seats[:2]} == {"rule-of-thumb"}
    bots = ("--bots", "random", "--bots", "tuned", "--bots", "sunday-driver")
    seats = seated(spoken("", "--players", "4", "-e", "dujardin", *bots))
    assert [seat["bot"] for seat in seats] == [None, "random", "tuned", "sunday-driver"]


def test_nobody_here_plays_and_a_deal_is_told() -> None:
    told = said("", "--people", "0", "--seed", "7", *QUICK)
    assert "The deal is over" in told
    assert NEXT in told


def test_a_reader_that_goes_away_does_no_harm(folder: Path) -> None:
    process = start("play", "--json", "--seed", "7", stdin=-1, env={"BORNES_DATA": str(folder)})
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write('{"move": "roll"}\n' * 3)
        process.stdin.close()
    assert process.wait(PATIENCE) in (0, 1)
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert the_saved_game().held_by is None
