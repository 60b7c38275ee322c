"""Run the commands of ``bornes`` that have one right answer, as JSON and as text in both languages.

Games that other commands read are played first, by ``bornes watch --record``.  ``bornes play --json`` is played by a
program that takes the first move that is offered.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple

import bornes
from scripts._compare.commands import TERMINAL, entry_point, load_everything, run, warm_up
from scripts._compare.renames import Renames
from scripts._compare.volatile import Placeholders
from scripts._compare.writer import TranscriptWriter, tell_progress

LANGUAGES = ("en", "fr")
USUAL: tuple[tuple[str, ...], ...] = (
    ("rules", "dujardin"),
    ("howto", "dujardin"),
    ("clause", "P62-01"),
    ("bots",),
    ("lab",),
    ("sim", "--deals", "1"),
)
"""Commands that are run once before all others, to load what they need."""
PATIENCE_SECONDS = 120.0
"""Of a game that a program plays; then it is killed."""
MOVES = 25
"""Of a game that a program plays."""
ROOT = Path(__file__).resolve().parent.parent.parent
FAST = ("--jobs", "1", "--seed", "1")
RECORDS = {
    "two": ("--edition", "parker-1962"),
    "three": ("--edition", "dujardin", "--players", "3"),
    "pairs": ("--edition", "asmodee", "--players", "4", "--partners"),
    "house": ("--edition", "game-cabinet", "--rule", "target=500", "--rule", "hand_size=5"),
    "newer": ("--edition", "parker-1988", "--bot", "random"),
}
"""Games by the name of their record, each with the options that describe it."""
MISTAKES: tuple[tuple[str, ...], ...] = (
    ("fly",),
    ("wacth",),
    ("--fly",),
    ("watch", "--edition", "parker-1926"),
    ("watch", "--players", "9"),
    ("watch", "--players", "many"),
    ("watch", "--bot", "nobody"),
    ("watch", "--rule", "target"),
    ("watch", "--rule", "targett=700"),
    ("watch", "--rule", "target=x"),
    ("watch", "--pace", "61"),
    ("watch", "--deals", "0"),
    ("watch", "--lang", "de"),
    ("rules", "a", "b", "c"),
    ("rules", "parker-1962", "dujardin", "asmodee"),
    ("clause",),
    ("clause", "P62-999"),
    ("clause", "XX-01"),
    ("howto", "monopoly"),
    ("verify", "nowhere.txt"),
    ("verify", "damaged.txt"),
    ("verify", "damaged.txt", "--json"),
    ("verify", "two.txt", "nowhere.txt"),
    ("replay", "two.txt", "--deal", "9"),
    ("review", "damaged.txt"),
    ("arena", "random"),
    ("arena", "random", "nobody"),
    ("arena", "random", "sunday-driver", "--deals", "1", "--games", "1"),
    ("lab", "meaning-of-life"),
    ("play", "--plain", "--json"),
    ("play", "--people", "3"),
    ("play", "--seat", "5"),
    ("play", "--name", "Ann", "--name", "Ann"),
    ("play", "nowhere.txt"),
    ("play", "--open"),
    ("play", "--resume"),
    ("bot", "random", "123"),
    ("serve", "--port", "70000"),
    ("serve", "--metrics", "some"),
    ("serve", "--database-name", "Too Long A Name"),
    ("tables", "--database", "nowhere.sqlite3"),
    ("tables", "show"),
    ("tune", "--resume", "--restart"),
    ("completion", "tcsh"),
)
"""Calls that are refused."""


class Case(NamedTuple):
    """A command line, and what is typed."""

    args: tuple[str, ...]
    stdin: str = ""
    languages: Sequence[str] = LANGUAGES
    data: str = "data"
    """The folder for saved games, relative to the working folder: absolute paths would be wrapped anywhere."""


def watching() -> Iterator[Case]:
    """Yield the commands that play the games which the others read."""
    for name, described in RECORDS.items():
        yield Case(("watch", *described, "--seed", "7", "--deals", "2", "--record", f"{name}.txt"))
    yield Case(("watch", "--seed", "7", "--record", "-"), languages=("en",))


def reading() -> Iterator[Case]:
    """Yield the commands about rules, bots and recorded games."""
    once = ("en",)
    yield Case(("--version",), languages=once)
    yield from (Case(("completion", shell), languages=once) for shell in ("bash", "zsh", "fish"))
    yield from (Case((name, *args)) for name in ("bots", "rules", "lab") for args in ((), ("--json",)))
    for name in bornes.EDITIONS:
        for form in bornes.edition(name).forms:
            described = ("--players", str(form.players), *(("--short",) if form.short else ()))
            described += ("--partners",) if form.partners else ("--alone",)
            yield Case(("rules", name, *described, "--json"), languages=once)
            yield Case(("rules", name, *described))
            yield Case(("howto", name, *described))
        yield Case(("howto", name, "--json"))
        yield Case(("howto", name, "--rule", "hand_size=5", "--rule", "target=500"))
        yield Case(("sim", name, "--deals", "200", *FAST, "--json"), languages=once)
    yield from (Case(("rules", *pair)) for pair in combinations(bornes.EDITIONS, 2))
    yield Case(("rules", "dujardin", "asmodee", "--json"), languages=once)
    yield Case(("clause", *clause_ids(), "--json"))
    yield Case(("clause", *clause_ids()))
    yield Case(("verify", *(f"{name}.txt" for name in RECORDS), "--json"), languages=once)
    yield Case(("verify", "two.txt", "two.txt", "--strict"))
    for name in RECORDS:
        yield Case(("verify", f"{name}.txt"))
        yield Case(("replay", f"{name}.txt", "--json"), languages=once)
        yield Case(("replay", f"{name}.txt", "--deal", "1"))
    for name in ("two", "pairs"):
        yield Case(("review", f"{name}.txt", "--deal", "1", "--care", "0.1", "--jobs", "1", "--json"), languages=once)
        yield Case(("review", f"{name}.txt", "--deal", "1", "--care", "0.1", "--jobs", "1", "--all"))


def measuring() -> Iterator[Case]:
    """Yield the commands of the lab."""
    yield Case(("sim", "--deals", "200", "--policy", "random", *FAST))
    yield Case(("arena", "random", "sunday-driver", "--deals", "20", *FAST))
    yield Case(("arena", "random", "sunday-driver", "tuned", "--deals", "10", *FAST, "--json"), languages=("en",))
    yield Case(
        ("arena", "tuned", "rule-of-thumb", "--deals", "4", "--low-variance", *FAST, "--json"), languages=("en",)
    )
    for question in ("comebacks", "first-player", "safeties", "two-hundreds"):
        yield Case(("lab", question, "--edition", "parker-1962", "--deals", "200", *FAST))
        yield Case(("lab", question, "--edition", "parker-1962", "--deals", "200", *FAST, "--json"), languages=("en",))
    search = ("--generations", "1", "--population", "4", "--deals", "10", "--measure", "20", "--out", "weights.toml")
    yield Case(("tune", *search, "--force", *FAST, "--json"), languages=("en",))


def playing() -> Iterator[Case]:
    """Yield games that are played line by line, and what is then known of them."""
    typed = "\n?\nt\nm\n1\n200\nfly\n1\n1\n1\nroll\n1\n1\n1\n1\n1\n"
    for language in LANGUAGES:
        only = (language,)
        for name in ("two", "three", "pairs", "house"):
            options = (*RECORDS[name], "--bot", "sunday-driver")
            args = ("play", "--plain", "--seed", "7", "--name", "Zoé", "--new", *options)
            yield Case(args, typed, only, f"{name}-{language}")
        people = ("play", "--plain", "--people", "2", "--seed", "3", "--new", "--edition", "parker-1988")
        yield Case(people, typed, only, f"two-{language}")
        yield Case(("play", "--plain", "--resume"), "1\n1\n", only, f"three-{language}")
        yield Case(("play", "--plain", "house.txt", "--bot", "random"), "1\n1\n", only, f"two-{language}")
        for known in (("games",), ("games", "--json"), ("replay",)):
            yield Case(known, "", only, f"two-{language}")


def clause_ids() -> list[str]:
    """Return the ids of clauses of all rulebooks, and of rulings."""
    found = []
    for prefix in ("P62", "P88", "GC", "DJ", "AS", "Q"):
        for number in range(1, 100):
            try:
                (bornes.ruling if prefix == "Q" else bornes.clause)(f"{prefix}-{number:02}")
            except (ValueError, LookupError):
                continue
            found.append(f"{prefix}-{number:02}")
    return found


def tell(out: TranscriptWriter, texts: Placeholders, case: Case, language: str, main: Any, folder: Path) -> None:
    """Run a command in one language, and write what it printed."""
    args = case.args if "--lang" in case.args else (*case.args, "--lang", language)
    out.section(f"bornes {' '.join(_short(args))}{' <' + repr(case.stdin[:20]) if case.stdin else ''}")
    # The variable says it too, since an unknown command does not read its options.
    printed = run(main, args, folder, stdin=case.stdin, environment={"LANGUAGE": language, "BORNES_DATA": case.data})
    out.line("status", str(printed.status))
    out.text("out", texts.apply(printed.out))
    out.text("err", texts.apply(printed.err))


def _short(args: Sequence[str]) -> Sequence[str]:
    return args if len(args) < 30 else (*args[:3], "…", *args[-3:])


def play_by_program(
    out: TranscriptWriter, texts: Placeholders, number: int, args: Sequence[str], folder: Path, to: Renames
) -> None:
    """Play ``bornes play --json`` as a program does, and write every line that comes."""
    out.section(f"bornes {' '.join(args)}")
    back = to.reversed
    environment = {**os.environ, **TERMINAL, "LANGUAGE": "en", "BORNES_DATA": f"program-{number}"}
    command = [sys.executable, "-m", "scripts._compare.steady", *args]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=folder, env=environment, encoding="utf-8", **pipes) as process:  # type: ignore[call-overload]
        made = 0
        too_late = Timer(PATIENCE_SECONDS, process.kill)  # so that a program that waits for ever is a difference
        too_late.start()
        for line in process.stdout:
            out.line("out", texts.apply(line.rstrip("\n")))
            message = json.loads(back.apply(line)) if line.startswith("{") else {}
            question = message.get("question")
            if question and made < MOVES:
                made += 1
                seat = {"seat": message["viewer"]} if "--people" in args else {}
                move = {"command": "Play", "id": f"{made}", "move": question["moves"][0]["move"]}
                said = [{**move, "question_number": message["question_number"], **seat}]
                if made == 3:  # first a move that is late, one that is none, and no command
                    wrong = [
                        {**move, "id": "late", "question_number": 1, **seat},
                        {**said[0], "id": "fly", "move": "fly"},
                    ]
                    said = [*wrong, {"command": "Fly", **seat}, *said]
                elif made == 5 and not seat:  # with others at the keyboard it is refused, and nothing comes
                    said = [{"command": "Undo", "id": "back", **seat}]
                process.stdin.write("".join(f"{to.apply(json.dumps(one))}\n" for one in said))
                process.stdin.flush()
            elif question:
                process.stdin.close()
                made = 0
                break
        for line in process.stdout:
            out.line("out", texts.apply(line.rstrip("\n")))
        too_late.cancel()
    out.line("status", str(process.returncode))


PROGRAMS: tuple[tuple[str, ...], ...] = (
    *(
        ("play", "--json", "--seed", "7", "--edition", name, "--bot", "sunday-driver", "--lang", language, "--new")
        for name in bornes.EDITIONS
        for language in LANGUAGES
    ),
    ("play", "--json", "--seed", "7", "--people", "2", "--new", "--edition", "asmodee", "--lang", "en"),
)
"""Games that a program plays."""


def main() -> None:
    """Write the transcript that the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--renames", type=Path)
    options = parser.parse_args()
    bornes_command = entry_point()
    load_everything()
    with (
        TranscriptWriter(options.out / "json.txt") as out,
        tempfile.TemporaryDirectory(prefix="bornes-compare-") as name,
    ):
        folder = Path(name)
        texts = Placeholders(folder)
        chosen = [*reading(), *measuring(), *(Case(args) for args in MISTAKES), *playing()][:: options.every]
        programs = PROGRAMS[:: options.every]
        watched = [*watching()][: None if options.every == 1 else 1]
        work = [(case, language) for case in (*watched, *chosen) for language in case.languages]
        for args in USUAL:
            for language in LANGUAGES:
                warm_up(bornes_command, (*args, "--lang", language))
        for done, (case, language) in enumerate(work, 1):
            tell(out, texts, case, language, bornes_command, folder)
            if case.args[0] == "watch" and not (folder / "damaged.txt").exists():
                record = (folder / "two.txt").read_text(encoding="utf-8")
                (folder / "damaged.txt").write_text(record.replace("score: ", "score: 1", 1), encoding="utf-8")
            tell_progress(done, len(work) + len(programs))
        for done, args in enumerate(programs, len(work) + 1):
            play_by_program(out, texts, done, args, folder, Renames.load(options.renames).reversed)
            tell_progress(done, len(work) + len(programs))
        for path in sorted(folder.glob("*.txt")):
            out.section(f"file {path.name}")
            out.text("file", path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
