"""Every command in French: its help, what it shows and what it refuses, read for English that was left in it."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bornes.bots.roster import ROSTER
from bornes.cli import COMMANDS, main
from bornes.cli.tables import ACTIONS
from bornes.cli.translation import CLICK_MESSAGES
from bornes.lab.questions import QUESTIONS
from bornes.rules.editions import EDITION_NAMES
from bornes.rules.ruleset import FIELDS
from bornes.server.settings import SETTING_CHOICES
from tests.support.shell import PATIENCE, record, run, start
from tests.support.stores import EXAMPLE, keep_example

_ENGLISH = """
about after again against all already also always among an and another any anybody anything are away back be because
been before begins behind best better between both bots by came can cannot card cards cost could deal deals deck did
does done drawn draws drew each either else empty ends enough error even every everybody everything exit farther few
fewer finished first follow found from game games gave get gets give given gives goes hand hands has have hazard here
higher how if in into is it its itself keep kept know last lay lays leave left less let line longer lost made make
makes many may mean means might missing mistake more most move moves much must name named names nearest need needs
never new next nobody none nor not nothing now of off once only open other others out over own passes played player
players plays remedy remedies right rule rules same score scores seat seats see seed seeds set shall she should show
shown shows side sides since so some somebody something started starts still such take taken takes team teams than
that the their them then there these they third this those too took tried trip trips turn turns twice under unless
until up upon use used uses very was were what when where whether which while who whole whom whose why will win wins
with without won word words would wrong yes yet you your
"""
ENGLISH = frozenset(_ENGLISH.split())
"""English words that French does not have; *on*, *or* and *points*, which it has too, give nothing away."""
NAMED = frozenset(
    (
        *EDITION_NAMES,
        *COMMANDS,
        *ACTIONS,
        *QUESTIONS,
        *FIELDS,
        *(each.name for each in ROSTER),
        *chain(*SETTING_CHOICES.values()),
    )
)
"""What is called the same in every language."""
TYPED = re.compile(
    r"`[^`]*`|--?[A-Za-z][\w-]*(?:=\S+)?|\S*[/\\]\S*|\S+\.(?:txt|toml|tuning|png|svg|pdf)\b|The Game Cabinet"
    r"|^ +bornes\b(?: \S+)*|\w+(?:[-_=:]\w+)+|«[^»]*»",
    re.MULTILINE,
)
"""What somebody types, or has typed: code, options, files, examples, names of several words, what is quoted."""


def english_in(text: str) -> set[str]:
    """Return the English words in a text that should be French, but for names and what is typed."""
    words = re.findall(r"[^\W\d_]+(?:[’'][^\W\d_]+)*", TYPED.sub(" ", text))
    return {word for word in words if word.lower() in ENGLISH and word not in NAMED}


def said(*arguments: str, stdin: str | bytes | None = None) -> str:
    """Return all that ``bornes`` says in French."""
    result = run(*arguments, stdin=stdin, LANGUAGE="fr")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, with a record in it and one that is damaged."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BORNES_DATA", str(tmp_path / "data"))
    Path("partie.txt").write_text(record(), encoding="utf-8")
    Path("abîmée.txt").write_text(record().replace("roll", "stop", 1), encoding="utf-8")
    return tmp_path


# -- the reader itself ---------------------------------------------------------------------------------------------


def test_the_reader_finds_a_sentence_that_nobody_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(main.summaries, "sim", "Watch the bots until somebody wins.")
    assert {"the", "until", "somebody", "wins"} <= english_in(said("--help"))


def test_the_reader_passes_over_names_and_what_is_typed() -> None:
    assert english_in("  bornes watch --players 4 --rule hand_size=7  regarder") == set()
    assert english_in("il n’y a pas de règle « hand » ; vouliez-vous dire hand_size ?") == set()
    assert english_in("bornes : the game is over") == {"the", "game", "is", "over"}


# -- help ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_french_and_fits_a_terminal(name: str) -> None:
    shown = said(*name.split(), "--help")
    assert shown.startswith("Usage\u202f: bornes")
    assert "Exemples\u202f:" in shown
    assert english_in(shown) == set()
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_options_are_called_the_same_in_every_language(name: str) -> None:
    command = main.get_command(click.Context(main, obj="fr"), name)
    assert command is not None
    shown = said(name, "--help")
    assert all(flag in shown for param in command.params if isinstance(param, click.Option) for flag in param.opts)


# -- what is shown -------------------------------------------------------------------------------------------------

SHOWN = {
    "play": ["play --plain --seed 7", "play --plain --seed 7 --people 2 --edition asmodee"],
    "watch": [
        "watch --seed 7",
        "watch --seed 7 --edition asmodee --players 4 --partners",
        "watch --bot random --deals 3",
    ],
    "rules": ["rules", "rules dujardin", "rules parker-1962 asmodee", "rules game-cabinet --rule target=700"],
    "clause": ["clause P62-26 Q-09 DJ-30 AS-51 GC-10 P88-12"],
    "replay": ["replay partie.txt", "replay partie.txt --deal 2"],
    "review": ["review partie.txt --care 0.05 --deal 1 --all"],
    "verify": ["verify partie.txt", "verify --strict partie.txt abîmée.txt"],
    "sim": ["sim --deals 3", "sim asmodee --players 4 --deals 1 --policy random --rule turn_cap=30"],
    "arena": [
        "arena random sunday-driver --deals 3",
        "arena random sunday-driver tuned --deals 3 --edition dujardin --players 3",
        "arena tuned sunday-driver --deals 3 --until-decided --low-variance --playouts 2",
        "arena random tuned --games 1",
    ],
    "lab": ["lab", *(f"lab {name} --deals 25 --edition parker-1962" for name in QUESTIONS)],
    "tune": ["tune --generations 1 --population 4 --deals 1 --measure 2 --restart"],
    "tables": ["tables", *(f"tables {each}" for each in ("show {0}", "remove {0} --yes", "backup copie.db"))],
    "serve": ["serve --port 70000"],  # one that runs is read below
    "completion": ["--version"],  # the script is no text
}
"""What each command is asked, but for those that say all without being asked."""


@pytest.mark.parametrize("line", [line for name in COMMANDS for line in SHOWN.get(name, [name])])
def test_what_a_command_shows_is_french(line: str, folder: Path) -> None:
    if line.startswith("tables"):
        keep_example(folder / "data" / "server.sqlite3")
    shown = said(*line.format(EXAMPLE).split(), stdin="?\naide\nx\nq\n")
    assert shown.strip()
    assert english_in(shown) == set()


def test_a_server_greets_in_french() -> None:
    options = ("--port", "0", "--database", "tables.sqlite3", "--log-level", "error")
    process = start("serve", *options, env={"LANGUAGE": "fr", "PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    greeting = "".join(process.stdout.readline() for _ in range(5))
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert "Bornes" in greeting
    assert "Ctrl-C" in greeting
    assert english_in(greeting) == set()


# -- what click says -----------------------------------------------------------------------------------------------


def test_every_message_of_click_that_is_translated_is_one_of_click() -> None:
    """Another release may word them otherwise, and would speak English."""
    code = "".join(path.read_text(encoding="utf-8") for path in Path(click.__file__).parent.glob("*.py"))
    assert [message for message in CLICK_MESSAGES if not re.search(f"[\"']{re.escape(message)}[\"']", code)] == []


def test_commands_of_other_programs_stay_as_they_are() -> None:
    @click.command()
    @click.argument("word")
    def other(word: str) -> None:
        """Do something else."""

    before = CliRunner().invoke(other, ["--more"]).output
    for line in ("--help", "sim --deals x"):
        assert english_in(said(*line.split())) == set()
        assert CliRunner().invoke(other, ["--more"]).output == before
    assert "Usage: " in before


# -- what is refused -----------------------------------------------------------------------------------------------

REFUSED = """
paly|xyzzy|--lang french|sim --lang zz|sim --playes 3|sim --players|sim --players x|sim --deals 0
sim --policy eagr|sim dujardin asmodee|sim --seed x|sim --rule hand=99|sim --rule colour=red|sim --rule target
sim --rule target=710|sim --rule take_discard=true|sim --rule players=3|sim --rule fast_play=perhaps
sim --rule overshoot=x|sim dujardin --edition asmodee|watch --edition parker-1963|watch --players 7
watch --players 4 --short --edition asmodee|watch --partners|watch --bot champoin
watch --bot champion:playout=3|watch --bot champion:playouts=0|watch --bot random --bot random --bot random
watch --record nulle/part.txt|watch --pace vite|watch --seed=|play --plain --json|play --seat 5
play --people 3|play --bot random --bot random|play --resume --plain|play --new --resume
play abîmée.txt --plain|rules a b c|rules parker-1962 asmodee dujardin|clause P62-99|clause|bots --colour
replay|replay nulle-part.txt|replay abîmée.txt|replay partie.txt --deal 99|verify .|verify abîmée.txt
review abîmée.txt|arena random|arena random tuned --anchor champion|arena random tuned --games 1 --deals 3
arena champion random --low-variance --playouts 0|arena random champion --low-variance
arena random tuned --plot x.gif|lab safety|lab all --plot x.png|lab safeties --out .
lab extension --edition asmodee|lab right-of-way --out nulle-part|tune --opponents tunde
tune --opponents champion|tune --from x|tune --resume|tune --resume --restart|tune --rule target=900
tables show|tables list x|tables nulle-part|tables backup|tables|tables --database partie.txt|tables --game 0
tune --out nulle/part.toml|tune --opponents tuned,tuned|completion bsh|completion
"""


@pytest.mark.parametrize("line", [line for row in REFUSED.split("\n") for line in row.split("|") if line])
def test_what_a_command_refuses_is_said_in_french(line: str) -> None:
    result = run(*line.split(), stdin="", LANGUAGE="fr")
    assert result.exit_code in (1, 2), result.output
    assert result.stderr.count("\n") == 1
    assert english_in(result.stderr) == set()
    assert not re.search(r"[^\u202f][;!?»](?:\s|$)", result.stderr), "as French is set"
