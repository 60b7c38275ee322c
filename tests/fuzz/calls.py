"""Calls every door of the compiled modules with whatever comes, and demands that nothing breaks.

    python -m tests.fuzz.calls --runs 2000000 --seed 1 [--module bornes.engine.state]

A door is whatever Python can reach by a public name: functions, classes, methods, attributes and special methods.
They are called in random order on the same objects, with right arguments and wrong ones.  What is found: a crash, a
hang, memory without bounds, an error of a kind that doors do not raise, one that could not be raised at all, a wrong
argument that was taken, an error after which a deal is not what it was before, and deals whose cards do not add up.

Calls are made in batches, each in a process of its own.  A batch is its seed: a call that kills the process is found
again by making the same batch once more, this time telling what is called.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import mmap
import os
import pickle
import resource
import signal
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import bornes
from bornes.engine.codes import Phase
from bornes.engine.state import State
from tests.fuzz.cast import ANYTHING, WANTED, Call, Cast, Wanted, go_on
from tests.fuzz.tricks import Number, Trick, swindling
from tests.fuzz.unraised import unraised

SOURCE = Path(bornes.__file__).parent
BATCH = 20_000
"""Calls of one process."""
LAST = 6
"""Calls that are told of a batch that did not come to its end."""
PATIENCE = 20.0
"""Seconds without a call after which a process hangs."""
ROOM = 1 << 31
"""Bytes that a batch may ask for."""
REFUSALS = (
    *(TypeError, ValueError, OverflowError, IndexError, KeyError, BufferError, MemoryError),
    *(pickle.PickleError, Trick, copy.Error, NotImplementedError),
)
"""How a door may refuse."""
SPECIAL = (
    "__init__",
    "__reduce__",
    "__reduce_ex__",
    "__setstate__",
    "__getstate__",
    "__copy__",
    "__deepcopy__",
    "__sizeof__",
)
WAITING = (int(Phase.CHANCE), int(Phase.OVER), int(Phase.WINDOW))


# -- doors ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Door:
    """Something that can be called: what it is called, on whose objects, and what it wants."""

    name: str
    call: Callable[..., Any]
    owner: type | None = None
    """Whose objects come first; None for functions and classes."""
    wanted: tuple[Wanted, ...] = ()
    names: tuple[str, ...] = ()
    needed: int = 0
    """Parameters without a default."""


def compiled_modules() -> list[ModuleType]:
    """Return the modules that have a .pxd beside them."""
    names = (pxd.relative_to(SOURCE.parent).with_suffix("").parts for pxd in sorted(SOURCE.rglob("*.pxd")))
    return [import_module(".".join(name)) for name in names]


def doors_of(module: ModuleType) -> Iterator[Door]:
    """Find the doors of a module."""
    signatures = _signatures(module)
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if isinstance(thing, type):
            yield from _doors_of_class(thing, signatures)
        elif callable(thing):
            yield _door(name, thing, None, signatures)


def _doors_of_class(kind: type, signatures: dict[str, ast.arguments]) -> Iterator[Door]:
    name = kind.__name__
    yield _door(name, kind, None, signatures)
    yield Door(f"{name}.__new__", lambda *given: kind.__new__(kind, *given), None, (ANYTHING,))
    for member in dir(kind):
        if member.startswith("_") and member not in SPECIAL:
            continue
        found = getattr(kind, member)
        if callable(found):
            yield _door(f"{name}.{member}", found, kind, signatures)
        else:
            yield from _attribute(f"{name}.{member}", member, kind)
    yield Door(f"{name}.__class__", lambda one, other: setattr(one, "__class__", other), kind, (ANYTHING,))
    for way in (copy.copy, copy.deepcopy, _pickled, repr, hash):
        yield Door(f"{way.__name__} of {name}", way, kind)
    yield Door(f"== of {name}", lambda one, other: one == other, kind, (ANYTHING,))


def _attribute(name: str, member: str, kind: type) -> Iterator[Door]:
    yield Door(f"{name} read", lambda one: getattr(one, member), kind)
    yield Door(f"{name} set", lambda one, value: setattr(one, member, value), kind, (ANYTHING,))
    yield Door(f"{name} deleted", lambda one: delattr(one, member), kind)


def _pickled(one: Any) -> Any:
    return pickle.loads(pickle.dumps(one))


def _signatures(module: ModuleType) -> dict[str, ast.arguments]:
    """Return what the functions and methods of a module take, read from its source."""
    source = SOURCE.parent.joinpath(*module.__name__.split(".")).with_suffix(".py")
    found = {}
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node.args
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    found[f"{node.name}.{inner.name}"] = inner.args
                    if inner.name in ("__init__", "__cinit__"):
                        found[node.name] = found[f"{node.name}.__init__"] = inner.args
    return found


def _door(name: str, call: Callable[..., Any], owner: type | None, signatures: dict[str, ast.arguments]) -> Door:
    known = signatures.get(name)
    if known is None:
        return Door(name, call, owner, () if owner else (ANYTHING,))
    names = tuple(arg.arg for arg in known.args if arg.arg != "self")
    wanted = tuple(_wanted(name, parameter) for parameter in names)
    return Door(name, call, owner, wanted, names, len(names) - len(known.defaults))


def _wanted(door: str, parameter: str) -> Wanted:
    last = door.replace(".__init__", "")
    return WANTED.get(f"{last}.{parameter}") or WANTED.get(parameter) or ANYTHING


# -- a batch ----------------------------------------------------------------------------------------------------------


class Batch:
    """So many calls from one seed."""

    def __init__(self, seed: str, doors: list[Door], lost: set[str]) -> None:
        self.luck = Random(seed)
        self.lost = lost
        """What the present call could not raise."""
        self.doors = [door for door in doors if not door.name.endswith(("read", "set", "deleted"))]
        self.attributes = [door for door in doors if door not in self.doors] or self.doors
        self.cast = Cast(self.luck)
        self.found: list[tuple[str, str, str]] = []
        """Door, what is wrong with it, and the arguments."""
        self.told = False
        self.tell: Callable[[str], None] = lambda line: None

    def step(self) -> None:
        """Make one call: a right one, a wrong one, or whatever comes."""
        luck = self.luck
        if luck.random() < 0.15:
            state = self.cast.one(State)
            go_on(state, luck)
            self._report_lost("State", [state], {})
            return
        door = luck.choice(self.attributes if luck.random() < 0.1 else self.doors)
        owner = self._owner(door)
        call = Call(self.cast, luck, owner)
        mood = luck.random()
        given, wrong = self._arguments(door, call, mood)
        if mood > 0.97:
            given = given[: luck.randrange(len(given) + 1)] + [ANYTHING.right(call)] * luck.randrange(3)
        named: dict[str, Any] = {}
        if given and len(given) <= len(door.names) and luck.random() < 0.1:
            named[door.names[len(given) - 1]] = given.pop()
        arguments = given if door.owner is None else [owner, *given]
        self._call(door, arguments, named, wrong and mood <= 0.97)

    def _owner(self, door: Door) -> Any:
        if door.owner is None:
            return None
        if self.luck.random() < 0.02:
            return ANYTHING.right(Call(self.cast, self.luck))
        return self.cast.one(door.owner)

    def _arguments(self, door: Door, call: Call, mood: float) -> tuple[list[Any], bool]:
        """Choose arguments; whether one is among them that must be refused."""
        luck = self.luck
        count = (
            len(door.wanted) if luck.random() < 0.6 else luck.randint(door.needed, max(door.needed, len(door.wanted)))
        )
        given = [wanted.right(call) for wanted in door.wanted[:count]]
        if not given or mood < 0.3:
            return swindling(given) if mood < 0.1 else given, False
        at = luck.randrange(count)
        wanted = door.wanted[at]
        if mood < 0.65 and wanted.wrong is not None:
            given[at] = wanted.wrong(call)
            return given, not door.name.endswith(".__init__")  # which may do nothing the second time
        for at in range(count):
            if luck.random() < 0.5:
                given[at] = door.wanted[at].either(call)
        return given, False

    def _call(self, door: Door, arguments: list[Any], named: dict[str, Any], wrong: bool) -> None:
        states = [one for one in arguments if type(one) is State] if self.luck.random() < 0.2 else []
        if self.told:
            self.tell(f"{door.name}({_written(arguments, named)})")
        before = [state.snapshot() for state in states]
        try:
            result = door.call(*arguments, **named)
        except REFUSALS as error:
            sly = any(isinstance(one, Number) for one in [*arguments, *named.values()])
            if not sly and not isinstance(error, Trick | MemoryError) and [one.snapshot() for one in states] != before:
                self._report(door, f"raised {type(error).__name__} and changed a deal", arguments, named)
        except AttributeError as error:
            if not door.name.endswith(("read", "set", "deleted")) and not door.name.startswith("deepcopy"):
                self._report(door, f"raised AttributeError: {error}", arguments, named)
        except Exception as error:
            self._report(door, f"raised {type(error).__name__}: {error}", arguments, named)
        else:
            if wrong:
                self._report(door, "took a wrong argument", arguments, named)
            if type(result) in self.cast.members and self.luck.random() < 0.5 and type(result) is not State:
                self.cast.seat(result)
        self._report_lost(door.name, arguments, named)

    def _report(self, door: Door, what: str, arguments: list[Any], named: dict[str, Any]) -> None:
        self.found.append((door.name, what, _written(arguments, named)))

    def _report_lost(self, name: str, arguments: list[Any], named: dict[str, Any]) -> None:
        for what in sorted(self.lost):
            self.found.append((name, what, _written(arguments, named)))
        self.lost.clear()

    def check(self) -> None:
        """See that the deals, which were touched through doors alone, are still deals."""
        for state in self.cast.members[State]:
            if state.phase == WAITING[1] and not state.hand_of(0) and not state.draw_pile():
                continue  # never dealt
            for problem in problems(state):
                self.found.append(("State", problem, f"a deal of {state.rules.source.edition}"))
        for state in self.cast.members[State][:4]:
            self._play_out(state.clone())
            self._report_lost("State", [state], {})

    def _play_out(self, state: State) -> None:
        for _ in range(5000):
            if state.phase == WAITING[1]:
                return
            go_on(state, self.luck)


def problems(state: State) -> Iterator[str]:
    """Tell what is wrong with a deal: cards that do not add up, hands too large, nothing to do."""
    compiled = state.rules
    hands = [state.hand_of(seat) for seat in range(compiled.players)]
    pile = state.draw_pile()
    for kind in range(19):
        hidden = sum(hand.count(kind) for hand in hands) + pile.count(kind)
        for seat in range(compiled.players):
            if state.unseen(seat, kind) + state.count(seat, kind) != hidden:
                yield f"cards of kind {kind} do not add up for seat {seat}"
    if max(map(len, hands)) > compiled.hand_size + 1:
        yield "a hand is too large"
    if len(pile) + sum(map(len, hands)) + len(state.discard_pile()) > compiled.deck_size:
        yield "there are more cards than in the deck"
    if state.phase not in WAITING and not state.legal():
        yield "nothing can be done"


def _written(arguments: list[Any], named: dict[str, Any]) -> str:
    parts = [_short(one) for one in arguments] + [f"{name}={_short(one)}" for name, one in named.items()]
    return ", ".join(parts)


def _short(one: Any) -> str:
    try:
        text = repr(one)
    except Exception as error:
        text = f"<{type(one).__name__} whose repr raises {type(error).__name__}>"
    if isinstance(one, State):
        text = f"<State {one.rules.source.edition} {one.rules.players} phase {one.phase}>"
    return text if len(text) < 160 else f"{text[:150]}… ({type(one).__name__})"


# -- many batches ---------------------------------------------------------------------------------------------------


class Attack:
    """Batches in processes of their own, and what they found."""

    def __init__(self, doors: list[Door]) -> None:
        self.doors = doors
        self.made = 0
        self.found: dict[tuple[str, str], str] = {}
        self.times: Counter[tuple[str, str]] = Counter()

    def run(self, runs: int, seed: int) -> None:
        """Make so many calls."""
        begun = told = time.monotonic()
        number = 0
        while self.made < runs:
            self.batch(f"{seed}/{number}", min(BATCH, runs - self.made))
            number += 1
            if time.monotonic() > told + 5:
                told = time.monotonic()
                pace = self.made / (told - begun)
                print(
                    f"{self.made:,} calls, {pace:,.0f} a second, {len(self.found)} findings",
                    file=sys.stderr,
                    flush=True,
                )

    def batch(self, seed: str, calls: int) -> None:
        """Make one batch; where it does not come to its end, make it again and listen."""
        ended, made, found = self._in_child(seed, calls)
        self.made += calls
        for door, what, how in found:
            self.note(door, what, f"batch {seed}: {how}")
        if ended is not None:
            again, _, told = self._in_child(seed, made + 1, tell_from=made - LAST)
            calls_made = [how for door, _, how in told if door == "told"]
            last = calls_made[-1] if calls_made else "the check of the deals, or making the cast"
            where = f"batch {seed}, call {made}" + ("" if again else ", not seen again")
            self.note(last.split("(")[0], ended, "\n    ".join([where, *calls_made]))

    def note(self, door: str, what: str, how: str) -> None:
        """Keep a finding, and say it when it is new."""
        self.times[door, what] += 1
        if (door, what) not in self.found:
            self.found[door, what] = how
            print(f"FOUND {door}: {what}\n    {how}", file=sys.stderr, flush=True)

    def _in_child(self, seed: str, calls: int, tell_from: int | None = None) -> tuple[str | None, int, list[list[str]]]:
        """Make a batch in a child: how it ended if not well, the calls it made, what it found or told."""
        counter = mmap.mmap(-1, 8)
        with tempfile.TemporaryFile("w+") as talk:
            child = os.fork()
            if child == 0:
                _be_child(seed, calls, self.doors, counter, talk.fileno(), tell_from)
            ended = _wait(child, counter)
            talk.seek(0)
            lines = [json.loads(line) for line in talk]
        return ended, struct.unpack("q", counter[:])[0], lines


def _be_child(seed: str, calls: int, doors: list[Door], counter: mmap.mmap, talk: int, tell_from: int | None) -> None:
    code = 1
    try:
        if "asan" not in os.environ.get("LD_PRELOAD", ""):  # which maps far more than it uses
            resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        def say(*line: str) -> None:
            os.write(talk, (json.dumps(line) + "\n").encode())

        with unraised() as lost:
            batch = Batch(seed, doors, lost)
            batch.tell = lambda line: say("told", "", line)
            for made in range(calls):
                counter[:] = struct.pack("q", made)
                batch.told = tell_from is not None and made >= tell_from
                batch.step()
            counter[:] = struct.pack("q", calls)
            if tell_from is None:
                batch.check()
        for finding in batch.found[:200]:
            say(*finding)
        code = 0
    except BaseException as error:
        import traceback

        where = traceback.format_exc(limit=-4)
        os.write(talk, (json.dumps(("batch", f"{type(error).__name__}: {error}", where)) + "\n").encode())
        code = 0
    finally:
        os._exit(code)


def _wait(child: int, counter: mmap.mmap) -> str | None:
    """Wait for a child that goes on calling; how it ended, if not well."""
    seen, since = b"", time.monotonic()
    while True:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            if os.WIFSIGNALED(status):
                return f"killed the process: {signal.Signals(os.WTERMSIG(status)).name}"
            return None if os.WEXITSTATUS(status) == 0 else f"ended the process with {os.WEXITSTATUS(status)}"
        if counter[:] != seen:
            seen, since = counter[:], time.monotonic()
        elif time.monotonic() > since + PATIENCE:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return f"hung for {PATIENCE:g} seconds"
        time.sleep(0.002)


def main(arguments: list[str] | None = None) -> int:
    """Attack as the command line says; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.calls", description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=200_000, help="calls to make")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", help="attack the doors of this module alone")
    chosen = parser.parse_args(arguments)
    doors = [
        door for module in compiled_modules() if chosen.module in (None, module.__name__) for door in doors_of(module)
    ]
    attack = Attack(doors)
    print(f"{len(doors)} doors", file=sys.stderr)
    attack.run(chosen.runs, chosen.seed)
    for (door, what), times in attack.times.most_common():
        print(f"{times:8} × {door}: {what}")
    print(f"{attack.made} calls, {len(attack.found)} findings")
    return 1 if attack.found else 0


if __name__ == "__main__":
    sys.exit(main())
