"""How fast the engine is, beside the miniature, hand-written C and the uncompiled build, in one run.

    scripts/bench            a table
    scripts/bench --json     the same for a program

Absolute times mean little on a busy machine, so each figure is the best of several short runs and what counts are the
ratios: the miniature is measured again right beside every form, and the engine takes turns with hand-written C.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bornes
from bornes.engine import playout
from bornes.engine.state import State
from bornes.game.fair import Seeds, shuffle
from bornes.game.position import compile_rules
from bornes.rules.cards import sorted_deck
from bornes.rules.editions import Edition, Form, all_forms

ROOT = Path(__file__).resolve().parent.parent
REPEATS = 3
ROUNDS = 20
"""How often the engine and hand-written C take turns."""


def best(run: Callable[[], float], repeats: int = REPEATS) -> float:
    """Return the least of several runs: noise only ever adds."""
    return min(run() for _ in range(repeats))


def timed(work: Callable[[], int]) -> float:
    """Nanoseconds for each unit of work."""
    start = time.process_time_ns()
    units = work()
    return (time.process_time_ns() - start) / units


def build_miniature(folder: Path) -> Any:
    """Compile the miniature of this checkout with the engine's own flags and import it."""
    shutil.copytree(ROOT / "examples" / "miniature", folder, dirs_exist_ok=True)
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    sys.path.insert(0, str(folder / "src"))
    mini = importlib.import_module("mini.engine")
    if mini.__file__ is None or mini.__file__.endswith(".py"):
        raise SystemExit("the miniature did not compile: is there a C compiler?")
    return mini


def driven_miniature(mini: Any, deals: int) -> int:
    """Play the miniature's deals with each move asked and made from Python: the lowest legal one."""
    games = [mini.new_game(seed) for seed in range(deals)]
    moves = 0
    for game in games:
        while not game.is_over():
            mask = game.legal()
            game.apply((mask & -mask).bit_length() - 1)
            moves += 1
    return moves


def driven(states: list[State]) -> int:
    """Play the engine's deals with each move asked and made from Python; legal() is 0 when the deal is over."""
    moves = 0
    for state in states:
        legal, apply = state.legal, state.apply
        while mask := legal():
            apply((mask & -mask).bit_length() - 1)
            moves += 1
    return moves


def fresh_states(book: Edition, form: Form, deals: int) -> list[State]:
    """Make deals ready to be played."""
    rules = book.rules(form.players, partners=form.partners, short=form.short)
    states = []
    for number in range(1, deals + 1):
        state = State(compile_rules(rules))
        state.deal(shuffle(sorted_deck(rules.deck), Seeds.of(1, number), number, 0), 0)
        states.append(state)
    return states


def measure_miniature(mini: Any, scale: int) -> dict[str, float]:
    """Measure what every form is compared with."""
    game = mini.new_game(1)
    rollouts = 20 * scale
    start = time.perf_counter()
    game.rollout(rollouts, 1)
    return {
        "move_ns": best(lambda: timed(lambda: mini.play_hands(20 * scale, 1)[0])),
        "driven_ns": best(lambda: timed(lambda: driven_miniature(mini, scale))),
        "clone_ns": best(lambda: timed(lambda: mini.clones(game, 200 * scale))),
        "playouts_per_s": rollouts / (time.perf_counter() - start),
    }


def measure_form(book: Edition, form: Form, scale: int) -> dict[str, float]:
    """Measure one form."""
    compiled = compile_rules(book.rules(form.players, partners=form.partners, short=form.short))
    start = fresh_states(book, form, 1)[0]
    moves_per_deal = playout.random_deals(compiled, 20, 1)[0] / 20
    deals = max(10, int(2000 * scale / moves_per_deal))
    move = best(lambda: timed(lambda: playout.random_deals(compiled, deals, 1)[0]))
    few = max(2, deals // 20)
    out = max(10, deals // 4)
    return {
        "move_ns": move,
        "deals_per_s": 1e9 / (move * moves_per_deal),
        "driven_ns": best(lambda: _driven(book, form, few)),
        "clone_ns": best(lambda: timed(lambda: playout.clones(start, 200 * scale))),
        "playouts_per_s": 1e9 / best(lambda: timed(lambda: len(bornes.playouts(start, out, playout.Policy(), seed=1)))),
    }


def _driven(book: Edition, form: Form, deals: int) -> float:
    states = fresh_states(book, form, deals)
    return timed(lambda: driven(states))


def measure_uncompiled() -> float:
    """Nanoseconds a random move without compiling, parker-1962 for two, in a process of its own."""
    code = (
        "import time, bornes; from bornes.engine import playout; from bornes.game.position import compile_rules\n"
        "compiled = compile_rules(bornes.edition('parker-1962').rules(2))\n"
        "t = time.process_time_ns(); n = playout.random_deals(compiled, 60, 1)[0]\n"
        "print((time.process_time_ns() - t) / n)"
    )
    environment = {**os.environ, "BORNES_PURE": "1"}
    answer = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    return float(answer.stdout)


def build_limit(folder: Path) -> Path:
    """Compile the hand-written C with the engine's own flags; return the program."""
    program = folder / "limit"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    flags = runpy.run_path(str(ROOT / "setup.py"))["FLAGS"]
    source = ROOT / "benchmarks" / "c_limit" / "limit.c"
    subprocess.run([*compiler, *flags, "-o", program, source], check=True, capture_output=True)
    return program


def measure_limit(program: Path, scale: int) -> dict[str, float]:
    """Nanoseconds a random move of hand-written C and of the engine, parker-1962 for two, taken in turn."""
    compiled = compile_rules(bornes.edition("parker-1962").rules(2))
    deals = 20 * scale
    limit = engine = float("inf")
    for _ in range(ROUNDS):
        answer = subprocess.run([program, str(deals)], check=True, capture_output=True, text=True)
        limit = min(limit, float(answer.stdout.split()[0]))
        engine = min(engine, timed(lambda: playout.random_deals(compiled, deals, 1)[0]))
    return {"move_ns": limit, "engine_ns": engine, "ratio": engine / limit}


def run(scale: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """Measure everything, telling each figure as it comes."""
    with tempfile.TemporaryDirectory() as folder:
        mini = build_miniature(Path(folder))
        reference = measure_miniature(mini, scale)
        limit = measure_limit(build_limit(Path(folder)), scale)
        uncompiled = measure_uncompiled()
        tell(HEAD)
        tell(_line("miniature", reference, reference))
        forms = {}
        for book, form in all_forms():
            beside = best(lambda: timed(lambda: mini.play_hands(10 * scale, 1)[0]))
            figures = measure_form(book, form, scale)
            figures["ratio"] = figures["move_ns"] / beside
            name = f"{book.name} {form}"
            forms[name] = figures
            tell(_line(name, figures, reference))
    compiled = forms["parker-1962 2"]["move_ns"]
    tell(
        f"uncompiled, parker-1962 2: {uncompiled:,.0f} ns a move, {uncompiled / compiled:.0f} times the compiled build"
    )
    return {
        "version": 1,
        "miniature": reference,
        "hand_written_c": limit,
        "uncompiled": {"move_ns": uncompiled, "ratio": uncompiled / compiled},
        "forms": forms,
        "bars": bars(reference, limit, forms),
    }


def bars(reference: dict[str, float], limit: dict[str, float], forms: dict[str, dict[str, float]]) -> dict[str, Any]:
    """Say what the engine promises: each bar with the figure beside it."""
    others = {name: figures["ratio"] for name, figures in forms.items() if name != "parker-1962 2"}
    slowest = max(others, key=others.__getitem__)
    driven_ratio = forms["parker-1962 2"]["driven_ns"] / reference["driven_ns"]
    return {
        "parker-1962 2, times the miniature (at most 2)": forms["parker-1962 2"]["ratio"],
        f"slowest other form: {slowest} (at most 4)": others[slowest],
        "parker-1962 2 driven from Python, times the miniature (at most 400/240)": driven_ratio,
        "parker-1962 2, times hand-written C (aim 1.3)": limit["ratio"],
    }


HEAD = f"{'form':<24}{'ns/move':>9}{'× mini':>8}{'deals/s':>10}{'driven ns':>11}{'clone ns':>10}{'playouts/s':>12}"


def _line(name: str, figures: dict[str, float], reference: dict[str, float]) -> str:
    ratio = figures.get("ratio", figures["move_ns"] / reference["move_ns"])
    deals = f"{figures['deals_per_s']:,.0f}" if "deals_per_s" in figures else ""
    cells = f"{figures['move_ns']:>9.1f}{ratio:>8.2f}{deals:>10}{figures['driven_ns']:>11.0f}"
    return f"{name:<24}{cells}{figures['clone_ns']:>10.0f}{figures['playouts_per_s']:>12,.0f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    parser.add_argument("--scale", type=int, default=500, help="how much work each figure is taken from")
    options = parser.parse_args()
    if not bornes.COMPILED:
        raise SystemExit("the engine is not compiled; there is nothing to measure")
    figures = run(options.scale, (lambda line: None) if options.json else print)
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        for bar, figure in figures["bars"].items():
            print(f"{bar}: {figure:.2f}")


if __name__ == "__main__":
    main()
