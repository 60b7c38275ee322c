"""A real terminal: ``bornes`` inside tmux, keys in, the screen read back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from bornes import Game
from bornes.store.saved_games import saved_record
from tests.support.shell import PATIENCE

BORNES = f"{sys.executable} -m bornes"
PLAY = f"{BORNES} play"
GAME = "--edition parker-1962 --bots sunday-driver --seed 7 --pace 0 --lang en --name Ada"
YOURS = "Ada: play or discard"
ANSWER = "on Ada: any answer?"
TRIP = "Ada: extend the trip or end it"
OVER = "Total for deal"
ASKED = (YOURS, ANSWER, TRIP, OVER)
"""What the screen says when it is for the person to do something: the first three in its title."""


class Terminal:
    """A terminal with a shell in it; its own tmux, which nobody else's keys or settings reach."""

    def __init__(self, folder: Path, width: int = 80, height: int = 24) -> None:
        self.folder = folder
        self.socket = f"bornes-{uuid4().hex}"
        env = {**os.environ, "BORNES_DATA": str(folder), "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
        for name in ("TMUX", "COLUMNS", "LINES"):  # the last two would be believed instead of the window
            env.pop(name, None)
        size = ("-x", str(width), "-y", str(height))
        self._run("-f", os.devnull, "-u", "new-session", "-d", *size, "env -u ENV sh", env=env)

    def _run(self, *arguments: str, env: dict[str, str] | None = None) -> str:
        command = ["tmux", "-L", self.socket, *arguments]
        made = subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=PATIENCE)
        return made.stdout

    def type(self, line: str, end: str = "Enter") -> None:
        """A line for the shell."""
        self._run("send-keys", "-l", line)
        self.press(end)

    def press(self, *keys: str) -> None:
        """Keys, by tmux's names."""
        self._run("send-keys", *keys)

    def screen(self) -> str:
        """What there is to see."""
        return self._run("capture-pane", "-p")

    def flag(self, name: str) -> bool:
        """What tmux knows of the terminal: ``cursor_flag``, ``alternate_on``, ``mouse_any_flag``."""
        return self._run("display-message", "-p", f"#{{{name}}}").strip() == "1"

    def resize(self, width: int, height: int) -> None:
        """Another size, as if by hand."""
        self._run("resize-window", "-x", str(width), "-y", str(height))

    def wait(self, done: Callable[[], bool]) -> None:
        """Wait until something is so."""
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until, f"waited in vain; the screen shows\n{self.screen()}"
            time.sleep(0.03)

    def shows(self, *texts: str) -> str:
        """Wait until the screen shows one of these; what it shows then."""
        self.wait(lambda: any(text in self.screen() for text in texts))
        return self.screen()

    def at_rest(self) -> bool:
        """Whether the shell waits for a command."""
        return self.screen().rstrip().endswith("shell>")

    def program(self) -> int:
        """The process that runs in the shell."""
        shell = self._run("display-message", "-p", "#{pane_pid}").strip()
        return int(Path(f"/proc/{shell}/task/{shell}/children").read_text().split()[0])

    def restored(self) -> None:
        """The shell is back as it was: cursor, echo, screen, mouse."""
        self.wait(self.at_rest)
        assert self.flag("cursor_flag")
        assert not self.flag("alternate_on")
        assert not self.flag("mouse_any_flag")
        self.type("stty -a | tr ' ;' '\\n\\n' | grep -x -e echo -e icanon -e isig | tr '\\n' '+'; echo done")
        self.shows("isig+icanon+echo+done")

    def status(self) -> int:
        """How the last program ended."""
        self.type("echo status=$?.")
        self.wait(lambda: re.search(r"status=\d+\.", self.screen()) is not None)
        return int(re.findall(r"status=(\d+)\.", self.screen())[-1])

    def __enter__(self) -> Terminal:
        self.type("PS1='shell> '; clear")
        self.wait(self.at_rest)
        return self

    def __exit__(self, *error: object) -> None:
        """End it, with all that runs inside."""
        self.vanish()

    def vanish(self) -> None:
        """Be gone, as a window that is closed."""
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True, check=False, timeout=PATIENCE)


def record(terminal: Terminal) -> Game:
    """The game that is saved; its file can be read at any time."""
    [path] = (terminal.folder / "games").glob("*.game")
    return Game.replay(saved_record(path))


def hand_on(screen: str) -> list[str]:
    """The lines of the screen that show the hand."""
    return screen.splitlines()[-8:-3]


def make_a_move(terminal: Terminal) -> bool:
    """Do whatever is asked for; False once the deal is over."""
    screen = terminal.shows(*ASKED)
    before = len(record(terminal).deal.moves)
    if OVER in screen:
        return False
    if ANSWER in screen:
        terminal.press("c")
    elif TRIP in screen:
        terminal.press("f")
    elif playable := re.findall(r"\[(\d)\]", screen):
        terminal.press(playable[0])
    else:
        terminal.press("d", "1")
    terminal.wait(lambda: len(record(terminal).deal.moves) > before)
    terminal.wait(lambda: settled(terminal))
    return True


def settled(terminal: Terminal) -> bool:
    """Whether the bots have played, and the screen shows what is saved."""
    deal = record(terminal).deal
    screen = terminal.screen()
    if deal.over:
        return OVER in screen
    return deal.seat == 0 and any(text in screen for text in ASKED[:3]) and drawn(terminal, screen)


def drawn(terminal: Terminal, screen: str) -> bool:
    """Whether the piles on the screen are those of the saved game."""
    view = record(terminal).deal.view(None)
    return f" {view.draw_pile_size} " in screen and all(f" {laid.miles} mile" in screen for laid in view.tables)


def begin(terminal: Terminal, moves: int) -> Game:
    """Play a few moves; the game as it is saved then."""
    terminal.type(f"{PLAY} {GAME}")
    for _ in range(moves):
        assert make_a_move(terminal)
    terminal.shows(*ASKED)
    return record(terminal)


def goes_on(terminal: Terminal, game: Game, hand: list[str]) -> None:
    """The saved game is gone on with at the same move, with the same cards."""
    assert record(terminal).record == game.record
    terminal.type(f"{PLAY} --resume --pace 0 --lang en")
    terminal.wait(lambda: settled(terminal))
    assert record(terminal).record == game.record
    assert hand_on(terminal.screen()) == hand
    assert make_a_move(terminal)
    assert len(record(terminal).deal.moves) > len(game.deal.moves)
