"""As a newcomer: a server from nothing, two terminals that join with the code, and a third seat that has an answer."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Event

import pytest

from bornes import Game, Move
from bornes.client import RemoteTable, parse_link
from bornes.engine.codes import PASS
from bornes.rules.cards import Card, Family
from tests.support.players import Reader, ended, opened
from tests.support.servers import serving
from tests.support.shell import PATIENCE, run
from tests.support.web import Values, Web

SAFETIES = {card.notation for card in Card if card.family == Family.SAFETY}
PACE = {"decision": 60_000, "window": 2_000, "bots": 0}
HOUSE = {"game_goal": 0, "hazard_target": "started-any-top"}
"""A game is one deal, and hazards may be laid on whoever has begun to drive: attacks come often."""
GAMES = 16
"""So many games are tried for a coup fourré; six in ten have one."""
QUESTIONS = ("What do you do?", "Enter lets it pass", "Enter for another game", "Press Enter when", "Too late")


class Terminal:
    """``bornes play CODE --plain``, and somebody who attacks Cleo whenever that is possible."""

    def __init__(self, folder: Path, name: str, code: str, server: str, over: Event) -> None:
        self._start: Callable[[], subprocess.Popen[str]] = lambda: opened(
            folder / name, code, "--server", server, "--plain", "--name", name
        )
        self._over = over
        self._answer = ""
        self.reader = Reader(self._start())

    def kill(self) -> None:
        """End the terminal as a machine that loses its power does."""
        self.reader.process.kill()
        ended(self.reader.process)

    def come_back(self) -> None:
        """Give the same command again."""
        told = self.reader.told
        self.reader = Reader(self._start())
        self.reader.told = [*told, "(killed)"]

    def sit(self) -> None:
        """Play on until the last game is over, and leave."""
        while self._decide():
            pass

    def sit_and_be_killed(self, decisions: int) -> None:
        """Play on; after so many decisions die, and come back."""
        while decisions and self._decide():
            decisions -= bool(self._answer)
        self.kill()
        self.come_back()
        self.sit()

    def _decide(self) -> bool:
        """Answer the next question; returns whether there was one, and another may come."""
        asked = self.reader.until(*QUESTIONS)
        if asked == "Enter for another game" and self._over.is_set():
            self.reader.say("q")
            code, complaint = ended(self.reader.process)
            assert (code, complaint) == (0, "")
            return False
        if asked == "What do you do?":
            self.reader.say("m")  # all moves, which are told in full only at first
            self.reader.until("What do you do?", "Too late")
            self._answer = attack_or_drive(self.reader.offered)
        elif asked != "Too late":  # then the same is typed once more
            self._answer = "ready" if asked == "Press Enter when" else ""
        if asked:
            self.reader.say(self._answer)
        return bool(asked)


def attack_or_drive(moves: Iterable[str]) -> str:
    """Return an attack on Cleo, or a move that harms nobody."""
    offered = list(moves)
    wanted = [move for move in offered if move.endswith(">A")] + [move for move in offered if ">" not in move]
    return wanted[0]


def keep_safeties(moves: Iterable[Move]) -> Move:
    """Return a move that harms nobody, with a safety only where there is no other: they are to be answers."""
    harmless = [move for move in moves if ">" not in str(move)]
    return next((move for move in harmless if str(move).lstrip("-") not in SAFETIES), harmless[0])


async def play_as_cleo(table: RemoteTable) -> bool:
    """Play a game to its end, and return whether there was a coup fourré in it."""
    called = False
    await table.next_deal()
    await table.wait_until(lambda: table.playing)
    while True:
        await table.wait_for_decision()
        if not table.playing:
            return called
        view = table.question(0)
        if view is None:
            await table.let_pass()
        elif table.window is not None:
            await table.play(0, next(move for move in view.legal_moves if move != PASS))
            called = True
        else:
            await table.play(0, keep_safeties(view.legal_moves))


async def play_until_a_coup_fourre(link: str, over: Event) -> int:
    """Play games as Cleo until one has a coup fourré, and return its number."""
    table = RemoteTable(parse_link(link))
    await table.open()
    for number in range(1, GAMES + 1):
        if await play_as_cleo(table):
            over.set()
            await table.close()
            return number
    raise AssertionError("nobody attacked Cleo when she had an answer")


async def evening(folder: Path, seated: Values, server: str) -> tuple[int, list[Terminal]]:
    """Let two terminals join with the code, and return which game had the coup fourré."""
    over = Event()
    code = seated["invitation"]["code"]
    terminals = [Terminal(folder, name, code, server, over) for name in ("Ann", "Bob")]
    try:
        async with asyncio.timeout(2 * PATIENCE), asyncio.TaskGroup() as people:
            people.create_task(asyncio.to_thread(terminals[0].sit))
            people.create_task(asyncio.to_thread(terminals[1].sit_and_be_killed, 4))
            cleo = people.create_task(play_until_a_coup_fourre(seated["link"], over))
    finally:
        for terminal in terminals:
            terminal.reader.process.kill()
    return cleo.result(), terminals


@pytest.mark.slow
@pytest.mark.compiled_only
def test_a_newcomer_s_evening(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        web = Web(server.address)
        seated = web.open_table(players=3, name="Cleo", house_rules=HOUSE, pace=PACE)
        game, terminals = asyncio.run(evening(tmp_path, seated, server.address))
        for terminal in terminals:
            assert "coup fourré" in terminal.reader.text.casefold()
        check_the_game(web, seated, game)


def check_the_game(web: Web, seated: Values, number: int) -> None:
    """Verify the game over the network, and let its deal be reviewed."""
    path, secret = f"/api/tables/{seated['table']}", seated["secret"]
    game = Game.replay(web.get(f"{path}/record?game={number}", secret=secret).text)
    assert game.over
    assert game.names[0] == "Cleo"
    assert set(game.names) == {"Cleo", "Ann", "Bob"}, "the two others came together"
    assert any(type(event).__name__ == "CoupFourre" for move in game.deals[0].moves for event in move.events)
    checked = run("verify", seated["link"])
    assert checked.exit_code == 0, checked.output
    review = web.post(f"{path}/reviews/{number}/1", secret=secret).values
    while review["state"] in ("waiting", "running"):
        review = web.get(f"{path}/reviews/{number}/1", secret=secret).values
    assert review["state"] == "done"
    assert review["review"]
