"""What all commands have in common: help, exit codes, errors, pipes, interruptions, and a page that tells it all."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

import bornes
from bornes import Game
from bornes.cli import COMMANDS, main
from bornes.cli.group import SHARED
from bornes.client.table_client import Seat
from bornes.game.player_names import BOT_NAMES
from bornes.rules.editions import edition, first_game
from tests.support.paths import DOCS
from tests.support.saves import saved_game
from tests.support.shell import PATIENCE, SOURCE, record, refused, run, start
from tests.support.stores import keep_example

PAGE = (DOCS / "cli.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^ *(?:\$ )?bornes\b.*$", re.MULTILINE)


def command(name: str) -> click.Command:
    """Return one of the commands of ``bornes``."""
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


# -- help, and that it tells the truth ---------------------------------------------------------------------------


def test_the_version_is_that_of_the_package() -> None:
    assert run("--version").stdout == f"bornes {bornes.__version__}\n"


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_shows_every_command(flag: str) -> None:
    shown = run(flag)
    assert shown.exit_code == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", shown.stdout, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_by_example(name: str) -> None:
    shown = run(name, "--help").stdout
    assert "Examples:" in shown
    assert f"  bornes {name}" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_on_the_page(name: str) -> None:
    assert f"## `bornes {name}`" in PAGE
    section = PAGE.split(f"## `bornes {name}`")[1].split("\n## ")[0]
    for param in command(name).params:
        if isinstance(param, click.Option):
            for flag in (*param.opts, *param.secondary_opts):
                assert f"`{flag}" in section, f"{flag} is not documented"


def test_the_exit_codes_are_on_the_page() -> None:
    for code in ("0", "1", "2", "3", "130", "143"):
        assert re.search(rf"^\| {code} +\|", PAGE, re.MULTILINE)


ONLINE = re.compile(r"^bornes (serve|bot)\b|--server|://")
"""What needs a server, or is one: tests/server and tests/client show that it works."""


def examples() -> list[str]:
    texts = [PAGE, main.help or "", *(command(name).help or "" for name in COMMANDS)]
    found = {line.strip().removeprefix("$ ") for text in texts for line in EXAMPLE.findall(text)}
    lines = sorted(re.split(r" {2,}|[|>#]", line)[0].strip() for line in found)
    return [line for line in lines if "COMMAND" not in line and not ONLINE.search(line)]


@pytest.mark.parametrize("line", examples())
def test_every_example_works(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "data"))
    Path("game.txt").write_text(record(), encoding="utf-8")
    if "--resume" in line:
        run("play", "--plain", "--new", stdin="")  # which leaves a game to go on with
    if line in ("bornes replay", "bornes review"):  # the last game
        seats = [Seat(name, "random") for name in BOT_NAMES[:2]]
        saved_game(Game.replay(record()), seats)
    arguments = shlex.split(line.replace("*.txt", "game.txt"))[1:]
    if arguments[:1] == ["tables"]:
        for database in (tmp_path / "data" / "server.sqlite3", *map(Path, re.findall(r"--database (\S+)", line))):
            keep_example(database)
    if arguments[:2] == ["tables", "restore"]:
        run("tables", "backup", arguments[2])
    if arguments[:1] == ["sim"]:
        arguments += ["--deals", "3"]  # the last one given counts, and three are soon played
    if arguments[:1] == ["arena"] and "--games" not in arguments:
        arguments += ["--deals", "3"]
    if arguments[:1] == ["lab"] and arguments[1:]:
        arguments += ["--deals", "3"]
    if arguments[:1] == ["review"]:
        arguments += ["--care", "0.1"]
    if arguments[:1] == ["tune"]:
        arguments += ["--generations", "1", "--population", "4", "--deals", "1", "--measure", "2"]
    confirmed = "restore\n" if arguments[:2] == ["tables", "restore"] else record()
    result = run(*arguments, stdin=confirmed)
    assert result.exit_code == 0, result.output


# -- what goes wrong is one line on stderr -----------------------------------------------------------------------


def test_an_unknown_command_is_a_usage_error() -> None:
    listed = f"the commands are {', '.join(COMMANDS)} (see bornes --help)\n"
    assert refused("juggle") == f"bornes: there is no command 'juggle'; {listed}"
    assert refused("wach") == f"bornes: there is no command 'wach'; did you mean watch? {listed.capitalize()}"


def test_an_unknown_option_names_the_command_whose_help_to_read() -> None:
    assert refused("sim", "--fast").endswith("(see bornes sim --help)\n")


def test_a_missing_argument_is_a_usage_error() -> None:
    assert "Missing argument 'ID...'" in refused("clause")


def test_an_option_without_its_value_names_the_command_whose_help_to_read() -> None:
    said = "bornes sim: Option '--players' requires an argument. (see bornes sim --help)\n"
    assert refused("sim", "--players") == said


@pytest.mark.parametrize("command", [("sim",), ("rules",), ("watch", "--edition")])
def test_an_unknown_edition_is_answered_with_the_editions(command: tuple[str, ...]) -> None:
    said = refused(*command, "parker-1963")
    assert "there is no edition 'parker-1963'" in said
    assert ", ".join(bornes.EDITIONS) in said
    assert "did you mean parker-1962?" in said


def test_an_edition_like_no_other_gets_no_guess() -> None:
    assert "did you mean" not in refused("sim", "xyz")


@pytest.mark.parametrize("command", [("sim", "parker-1962"), ("rules", "parker-1962"), ("watch",)])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--players 5", "players: parker-1962 is played by 2, 3, 4 or 6, not 5"),
        ("--players 4 --alone", "partners: parker-1962 with 4 players is played with partners only"),
        ("--partners", "partners: parker-1962 with 2 players is played with everybody alone only"),
        ("--short", "short: parker-1962 never offers the 700 option"),
        ("--rule target", "--rule target: a house rule is written FIELD=VALUE"),
        ("--rule colour=red", "there is no rule 'colour'; `bornes rules EDITION --json` names them all"),
        ("--rule targt=700", "did you mean target?"),
        ("--rule hand=99", "there is no rule 'hand'; did you mean hand_size?"),
        ("--rule goal=1000", "there is no rule 'goal'; did you mean game_goal?"),
        ("--rule target=far", "target: must be a whole number"),
        ("--rule target=710", "target: must be a multiple of 25"),
        ("--rule fast_play=perhaps", "fast_play: must be true or false"),
        ("--rule take_discard=yes", "turn_cap: must be set"),
        ("--rule players=3", "--rule players=3: players is set by --edition, --players and --partners"),
    ],
)
def test_an_impossible_form_or_house_rule_is_named(command: tuple[str, ...], options: str, said: str) -> None:
    assert said in refused(*command, *options.split())


@pytest.mark.parametrize("command", [("rules",), ("watch",), ("replay", "-")])
def test_an_unknown_language_is_answered_with_the_languages(command: tuple[str, ...]) -> None:
    assert "en, fr" in refused(*command, "--lang", "tlh", stdin=record())


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_missing_file_is_named(command: str) -> None:
    assert "'nowhere.txt' does not exist" in refused(command, "nowhere.txt")


def test_a_mistyped_file_is_answered_with_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.txt").write_text("no record", encoding="utf-8")
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    assert "'FILE|LINK|CODE': there is no file 'gmae.txt'; did you mean game.txt?" in refused("play", "gmae.txt")
    there = tmp_path / "gmae.txt"
    assert f"did you mean {tmp_path / 'game.txt'}?" in refused("replay", str(there)), "and where it is"
    assert "« FICHIER|LIEN|CODE » : il n’y a pas de fichier « gmae.txt » ; vouliez-vous dire game.txt ?" in refused(
        "play", "gmae.txt", "--lang", "fr"
    ).replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_an_edition_where_a_file_belongs_is_answered_with_its_option() -> None:
    assert "to play that edition, write --edition dujardin" in refused("play", "dujardin")


def test_the_limits_of_numbers_are_words_in_help_and_in_errors() -> None:
    assert "[default: 10000; at least 1]" in " ".join(run("sim", "--help").stdout.split())
    assert "[au moins 1]" in " ".join(run("sim", "--help", "--lang", "fr").stdout.split())
    assert "'--seat': it must be from 1 to 8, not 9" in refused("play", "--seat", "9")
    french = refused("arena", "random", "tuned", "--patience", "0", "--lang", "fr")
    assert "il faut plus de 0, et non 0.0" in french
    for command in COMMANDS:
        for language in ("en", "fr"):
            assert not re.search(r"x[<>]|[<>]=?x", run(command, "--help", "--lang", language).stdout)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("paly", "play"),
        ("sim --playes 3", "--players"),
        ("sim --deal 3", "--deals"),
        ("sim --rule hand=99", "hand_size"),
        ("sim --rule hand-size=5", "hand_size"),
        ("watch --edition parker-1963", "parker-1962"),
        ("rules Parker", "parker-1962"),
        ("play --bots champoin", "champion"),
        ("watch --bot champion:playout=3", "playouts"),
        ("lab safety", "safeties"),
        ("bots --lang french", "fr"),
    ],
)
def test_a_mistyped_name_is_answered_with_the_one_that_was_meant(line: str, meant: str, language: str) -> None:
    said = run(*line.split(), LANGUAGE=language)
    assert said.exit_code == 2
    guess = {"en": f"did you mean {meant}?", "fr": f"vouliez-vous dire {meant}\u202f?"}[language]
    assert guess in said.stderr
    assert said.stderr.count("hand_size") <= 1, "not all rules are listed where one was meant"


# -- what goes without saying is the same everywhere -------------------------------------------------------------


def with_edition() -> list[str]:
    return [name for name in COMMANDS if any("--edition" in param.opts for param in command(name).params)]


def default_game(name: str, language: str) -> tuple[object, object]:
    """Return edition and players of the game that a command plays for a reader of a language who names none."""
    asked = command(name)
    with click.Context(asked, obj=language) as ctx:
        defaults = {param.name: param.get_default(ctx) for param in asked.params}
        return defaults["edition"], defaults["players"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_that_plays_has_the_same_default_game(language: str) -> None:
    assert with_edition() == ["play", "howto", "watch", "rules", "sim", "arena", "lab", "tune"]
    for name in with_edition():
        game, form = first_game(language if name in ("play", "howto", "watch") else "en")
        assert default_game(name, language) == (game, form.players)
        assert edition(game).form(form.players) == form, "it is what is played with nothing said of partners and length"


def test_whoever_reads_french_plays_in_kilometres_until_they_name_another_game() -> None:
    assert " km" in run("watch", "--seed", "1", LANGUAGE="fr_FR.UTF-8").stdout
    named = run("watch", "--seed", "1", "--edition", "parker-1962", "--lang", "fr").stdout
    assert named.startswith("Parker Brothers, 1962, 2 joueurs\n")
    assert " km" not in named
    program = run("play", "--json", "--seed", "1", "--lang", "fr", stdin="").stdout.splitlines()[1]
    assert json.loads(program)["table"]["edition"] == "parker-1962"


@pytest.mark.parametrize(
    "words", [(), ("parker-1962",), ("--edition", "parker-1962"), ("parker-1962", "-e", "parker-1962")]
)
def test_an_edition_can_be_left_out_or_named_in_two_ways(words: tuple[str, ...]) -> None:
    game = "Parker Brothers, 1962, 2 players"
    assert run("sim", "--deals", "1", *words).stdout.startswith(f"{game}\n1 deal by eager players")
    assert run("rules", "--players", "2", *words[-1:]).stdout.startswith(game)


def test_two_editions_for_one_game_are_refused() -> None:
    for name in ("sim", "tune"):
        said = refused(name, "dujardin", "--edition", "asmodee")
        assert "two editions are named, dujardin and --edition asmodee; choose one" in said


@pytest.mark.parametrize("name", ["play", "watch"])
def test_bots_are_asked_for_in_the_same_way_by_all_who_seat_them(name: str) -> None:
    (option,) = (param for param in command(name).params if "--bot" in param.opts)
    assert isinstance(option, click.Option)
    assert option.opts == ["--bot", "--bots"]
    assert "[default: rule-of-thumb]" in str(option.help)


# -- the world outside -------------------------------------------------------------------------------------------


def test_the_language_is_that_of_the_system() -> None:
    assert "2 joueurs" in run("watch", LANGUAGE="fr_CA:en").stdout


def test_python_m_bornes_is_the_same_command() -> None:
    process = start("sim", "--rule", "colour=red", "asmodee")
    out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert err == refused("sim", "--rule", "colour=red", "asmodee")


def test_ctrl_c_ends_a_game_quietly() -> None:
    process = start("watch", "--pace", "30")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err.strip()) == (130, "")


def test_ctrl_c_ends_a_simulation_quietly_once_its_progress_was_shown() -> None:
    screen, end = os.openpty()
    process = start("sim", "parker-1962", "--deals", "50000000", stderr=end)
    os.close(end)
    shown = b""
    while b"deals" not in shown:
        shown += os.read(screen, 4096)
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # which is how the end of a terminal looks
        while part := os.read(screen, 4096):
            shown += part
    os.close(screen)
    out, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, "")
    assert b"Traceback" not in shown


@pytest.mark.parametrize("arguments", [("--help",), ("rules", "asmodee"), ("replay", "--json", "game.txt")])
def test_a_reader_that_went_away_is_no_error_to_speak_of(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(record(), encoding="utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    process = start(*arguments, cwd=tmp_path, stdout=writer)
    os.close(writer)
    _, err = process.communicate()
    assert (process.returncode, err) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [("rules", "asmodee"), ("sim", "asmodee", "--deals", "1", "--json")])
def test_a_full_disk_is_one_line(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        process = start(*arguments, stdout=full)
        _, err = process.communicate()
    assert (process.returncode, err) == (1, "bornes: output: No space left on device\n")


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of the shell, in which ``bornes`` is ours."""
    command = line.replace("bornes", f"exec {shlex.quote(sys.executable)} -m bornes", 1)
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "BORNES_DATA": str(folder), "LANGUAGE": "en"}
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize("name", ["", *COMMANDS, "--help", "--version"])
def test_an_output_that_is_closed_is_one_line_whatever_the_command(name: str, tmp_path: Path) -> None:
    done = shell(f"bornes {name} >&- </dev/null", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "bornes: the standard output is closed\n")
    assert list(tmp_path.iterdir()) == [], "nothing was begun"


@pytest.mark.parametrize("command", ["verify", "replay", "review"])
def test_an_input_that_is_closed_is_one_line(command: str, tmp_path: Path) -> None:
    done = shell(f"bornes {command} - <&-", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "bornes: -: the standard input is closed\n")


def test_where_nobody_hears_of_errors_the_exit_code_still_tells(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(record(), encoding="utf-8")
    for line, status in [
        ("bornes verify game.txt 2>&-", 0),
        ("bornes verify - <&- 2>&-", 1),
        ("bornes rules chess 2>&-", 2),
        ("bornes rules >&- 2>&-", 1),
    ]:
        done = shell(line, tmp_path)
        assert (done.returncode, done.stderr) == (status, ""), line


def test_a_file_does_not_take_the_place_of_an_output_that_is_closed(tmp_path: Path) -> None:
    done = shell("bornes watch --bot sunday-driver --seed 7 --deals 2 --record game.txt 2>&- <&-", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == record()


def test_a_terminal_without_accents_gets_what_it_can_show() -> None:
    process = start("rules", "dujardin", "--lang", "fr", env={"PYTHONIOENCODING": "ascii"})
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert "?" in out


def test_a_pipe_gets_no_colours_and_a_terminal_that_wants_none_neither() -> None:
    assert "\x1b[" not in run("rules", NO_COLOR=None).stdout
    assert "\x1b[1m" in run("rules", NO_COLOR=None, FORCE_COLOR="1").stdout
    assert "\x1b[3" not in run("watch", NO_COLOR="1", FORCE_COLOR="1").stdout


# -- quick to start ------------------------------------------------------------------------------------------------


ALWAYS = {
    *("bornes", "bornes.cli", "bornes.cli.group", "bornes.cli.translation"),
    *("bornes.base", "bornes.base.marks", "bornes.i18n", "bornes.i18n.catalogs", "bornes.i18n.plurals"),
}
"""The commands, and the catalogues that their help is read from in another language."""
SETTINGS = {"bornes.server", "bornes.server.settings", "bornes.base.translatable"}
"""What the options of ``bornes serve`` are made from."""


def loaded_by(*arguments: str) -> set[str]:
    """Return the modules that a command has loaded when it ends."""
    program = (
        "import atexit, sys; atexit.register(lambda: print('', *sys.modules)); from bornes.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def test_help_loads_click_and_nothing_of_the_game() -> None:
    loaded = loaded_by("--help")
    assert {name for name in loaded if name.split(".")[0] == "bornes"} == ALWAYS
    assert not {"rich", "textual", "numpy", "matplotlib", "platformdirs"} & loaded


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_loads_its_options_and_nothing_of_the_game(name: str) -> None:
    loaded = loaded_by(name, "--help")
    ours = {module for module in loaded if module.split(".")[0] == "bornes"}
    its_own = {"serve": SETTINGS}.get(name, set())
    assert ours <= {
        *ALWAYS,
        "bornes.cli.options",
        "bornes.cli.record_input",
        f"bornes.cli.{SHARED.get(name, name)}",
        *its_own,
    }
    assert not {"rich", "textual", "numpy", "matplotlib"} & loaded


# -- warnings ----------------------------------------------------------------------------------------------------


def test_an_uncompiled_engine_is_mentioned_once_on_one_line(tmp_path: Path) -> None:
    shutil.copytree(SOURCE / "bornes", tmp_path / "bornes", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    process = start("sim", "parker-1962", "--deals", "2", "--json", source=tmp_path, env={"BORNES_PURE": None})
    out, err = process.communicate()
    assert process.returncode == 0
    assert out.startswith("{")
    assert "uncompiled" in err
    assert err.count("\n") == 1


# -- help in groups ------------------------------------------------------------------------------------------------


def test_help_of_the_server_begins_with_what_is_used_most_and_forgets_no_option() -> None:
    told = run("serve", "--help").stdout
    headings = re.findall(r"^\S.*:$", told, re.MULTILINE)
    assert headings[0] == "Most used:"
    assert "Options:" not in headings, "every option is in a group"
    for option in command("serve").params:
        assert told.count(f"  {option.opts[0]} ") == 1, option.name
    assert "Utilisées le plus souvent\u202f:" in run("serve", "--help", "--lang", "fr").stdout


# -- completion --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shell", "sign"), [("bash", "complete -o"), ("zsh", "#compdef bornes"), ("fish", "complete --no-files")]
)
def test_completion_prints_the_script_of_the_shell(shell: str, sign: str) -> None:
    assert sign in run("completion", shell).stdout


@pytest.mark.parametrize(
    ("shell", "asked"),
    [("bash", 'bash_complete "${1/#'), ("zsh", "zsh_complete ${~${(Q)words[1]}}"), ("fish", "(commandline -opc)[1]")],
)
def test_completion_asks_the_command_that_was_typed_and_none_on_the_path(shell: str, asked: str) -> None:
    script = run("completion", shell).stdout
    assert asked in script
    assert "$+commands[bornes]" not in script


def test_a_command_that_is_not_on_the_path_is_completed_too(tmp_path: Path) -> None:
    command = tmp_path / "scripts" / "bornes"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{SOURCE}" exec "{sys.executable}" -m bornes "$@"\n')
    command.chmod(0o755)
    (tmp_path / "completion").write_text(run("completion", "bash").stdout)
    typed = "COMP_WORDS=(scripts/bornes watch --edition as) COMP_CWORD=3"
    script = f'. ./completion; {typed}; _bornes_completion scripts/bornes; echo "${{COMPREPLY[*]}}"'
    found = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert (found.stdout, found.stderr) == ("asmodee\n", "")


def test_another_shell_is_refused() -> None:
    assert "'tcsh' is not one of bash, zsh, fish." in refused("completion", "tcsh")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("bornes s", {"serve", "sim"}),
        ("bornes sim par", {"parker-1962", "parker-1988"}),
        ("bornes watch --edition as", {"asmodee"}),
        ("bornes watch --lang f", {"fr"}),
        ("bornes clause p62-1", {f"P62-1{n}" for n in range(10)}),
        ("bornes sim asmodee --rule overs", {"overshoot="}),
        ("bornes sim asmodee --rule overshoot=d", {"overshoot=discard"}),
        ("bornes sim asmodee --rule play", set()),
    ],
)
def test_the_shell_is_offered_what_fits(typed: str, offered: set[str]) -> None:
    words = typed.split()
    shown = run(_BORNES_COMPLETE="bash_complete", COMP_WORDS=typed, COMP_CWORD=str(len(words) - 1))
    assert {line.removeprefix("plain,") for line in shown.stdout.split()} == offered
