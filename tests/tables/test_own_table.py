"""A table of one's own, in one's own process: its log is followed, bots are watched, held back and hurried."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from threading import Event

import pytest

from bornes import Game, Phase, edition
from bornes.game.fair import Seeds
from bornes.game.position import cards
from bornes.rules.cards import sorted_deck
from bornes.tables import refusals as no
from bornes.tables.bot_runner import MAX_STRAY_THREADS, ThreadBotRunner
from bornes.tables.commands import Command, Play, Ready, SetPace
from bornes.tables.decision_case import DecisionContext
from bornes.tables.entries import Entry, MoveMade, Opened
from bornes.tables.messages import CommandRefused
from bornes.tables.runtime import TableRuntime
from bornes.tables.table import Table
from bornes.tables.table_state import Pace, SeatState, TableState, open_state
from bornes.tables.table_store import MemoryStore
from tests.support.pilots import until
from tests.support.shell import PATIENCE

RULES = edition("parker-1962").rules(2)
ANN = SeatState("person", "Ann")
DRIVER = SeatState("bot", "Boris", bot="sunday-driver")


def tell(story: Callable[[], Awaitable[None]]) -> None:
    """Run a story on a loop of its own."""

    async def told() -> None:
        await asyncio.wait_for(story(), PATIENCE)

    asyncio.run(told())


def secret(game: int, number: int) -> bytes:
    return Seeds.of(f"game {game}", number).server


def state(*seats: SeatState, bots: int = 0) -> TableState:
    """A table before its first deal."""
    taken = [SeatState(seat.kind, seat.name, seat.bot) for seat in seats]
    return open_state("t", RULES, taken, secret(1, 1), pace=Pace(bots=bots), newcomers=False, spectators=False)


class OwnHost(TableRuntime):
    """A host whose clock is set by hand, and who asks nobody where to wait."""

    def __init__(self, store: MemoryStore, *, own: bool = True, hold: Callable[[str], Awaitable[None]] | None = None):
        self.now = 1000
        super().__init__(
            store,
            ThreadBotRunner(),
            lambda: self.now,
            lambda id, now: DecisionContext(now, secret, own_table=own),
            hold=hold,
        )

    async def do(self, seat: int | None, command: Command) -> None:
        """Carry out a command that is not refused."""
        answer = await self.command("t", seat, command)
        assert not isinstance(answer, CommandRefused), answer

    async def refusal(self, seat: int | None, command: Command) -> no.Refusal:
        """Return why a command is refused."""
        answer = await self.command("t", seat, command)
        assert isinstance(answer, CommandRefused)
        return answer.why


# -- following ---------------------------------------------------------------------------------------------------


def test_who_follows_a_log_hears_all_of_it_in_order() -> None:
    async def story() -> None:
        store = MemoryStore()
        host = OwnHost(store)
        await host.open(state(ANN, DRIVER))
        await host.do(0, Ready())
        heard: list[Entry] = []
        await host.follow_log("t", heard.append)
        assert heard == (await store.read("t")).entries
        table = host.table("t")
        assert table is not None
        question = table.question(0)
        assert question is not None
        await host.do(0, Play(move=question.moves.notation[-1], question_number=table.asked[0]))
        await until(lambda: len(heard) > 4)
        await host.close()
        assert heard == (await store.read("t")).entries

    tell(story)


def test_what_another_process_appends_is_heard_too() -> None:
    async def story() -> None:
        store = MemoryStore()
        one, other = OwnHost(store), OwnHost(store)
        await one.open(state(ANN, SeatState("person", "Bob")))
        heard: list[Entry] = []
        await one.follow_log("t", heard.append)
        await other.do(0, Ready())
        assert len(heard) == 1
        await one.do(1, Ready())  # who meets that the log has grown
        assert [type(entry).__name__ for entry in heard] == ["Opened", "GotReady", "GotReady", "DealBegan"]
        assert heard == (await store.read("t")).entries
        await one.close()
        await other.close()

    tell(story)


def test_closing_leaves_nothing_appended_and_not_told() -> None:
    class Slow(MemoryStore):
        gate = asyncio.Event()

        async def append(
            self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
        ) -> None:
            await super().append(table, expected, entries, due)
            if isinstance(entries[0], MoveMade):
                await self.gate.wait()

    async def story() -> None:
        store = Slow()
        host = OwnHost(store)
        await host.open(state(DRIVER, DRIVER))
        heard: list[Entry] = []
        await host.follow_log("t", heard.append)
        await host.do(None, Ready())
        await until(lambda: len(store._logs["t"].lines) > len(heard))
        closing = asyncio.create_task(host.close())
        await asyncio.sleep(0)
        store.gate.set()
        await closing
        assert heard == (await store.read("t")).entries

    tell(story)


# -- watching bots -----------------------------------------------------------------------------------------------


def test_bots_are_watched_by_whoever_owns_the_table_and_by_nobody_else() -> None:
    async def story() -> None:
        for own, seats in ((False, (DRIVER, DRIVER)), (True, (ANN, DRIVER))):
            host = OwnHost(MemoryStore(), own=own)
            await host.open(state(*seats))
            assert await host.refusal(None, Ready()) == no.PlayersOnly()
            assert await host.refusal(None, SetPace(pace=Pace(bots=5))) == no.HostOnly()
            await host.close()
        host = OwnHost(MemoryStore())
        await host.open(state(DRIVER, DRIVER, bots=10**9))
        await host.do(None, Ready())
        assert await host.refusal(None, Ready()) == no.NotNow("between-deals")
        await host.do(None, SetPace(pace=Pace()))
        await until(lambda: host.table("t").game_over or not host.table("t").playing)  # type: ignore[union-attr]
        await host.do(None, Ready())
        assert host.table("t").state.deal == 2  # type: ignore[union-attr]
        await host.close()

    tell(story)


def test_nothing_goes_on_by_itself_while_it_is_held_back_however_late_it_gets() -> None:
    async def story() -> None:
        gate = asyncio.Semaphore(0)

        async def hold(id: str) -> None:
            await gate.acquire()

        host = OwnHost(MemoryStore(), hold=hold)
        await host.open(state(DRIVER, DRIVER))
        heard: list[Entry] = []
        await host.follow_log("t", heard.append)
        await host.do(None, Ready())
        begun = len(heard)
        for steps in range(40):
            await until(lambda: bool(gate._waiters))
            host.now += 10**7  # a bot that is held back is not stuck
            await asyncio.sleep(0)
            assert len(heard) == begun + steps
            gate.release()
            await until(lambda steps=steps: len(heard) > begun + steps)  # type: ignore[misc]
        await host.close()
        assert not any(isinstance(entry, MoveMade) and entry.by == "clock" for entry in heard)

    tell(story)


def test_a_quicker_pace_is_kept_at_once_and_so_is_a_slower_one() -> None:
    async def story() -> None:
        host = OwnHost(MemoryStore())
        await host.open(state(DRIVER, DRIVER, bots=10**9))
        heard: list[Entry] = []
        await host.follow_log("t", heard.append)
        await host.do(None, Ready())
        begun = len(heard)
        await until(lambda: host.thinkers.busy == 0)  # type: ignore[attr-defined]
        await host.do(None, SetPace(pace=Pace()))
        await until(lambda: len(heard) > begun + 3)
        await host.do(None, SetPace(pace=Pace(bots=10**9)))
        slow = len(heard)
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(heard) == slow
        await host.close()

    tell(story)


# -- games that were begun elsewhere -----------------------------------------------------------------------------


def under_attack(passes: int) -> Game:
    """A game of three by a rulebook in which partners answer too, inside the question about a hazard."""
    rules = edition("asmodee").rules(4, partners=True)
    hands = ["roll stop 25 25 25 25", "roll roll 50 50 50 50", "25 25 25 25 50 50", "roll roll 75 75 75 75"]
    dealt = [card for row in zip(*map(cards, hands), strict=True) for card in row]
    rest = list(sorted_deck(rules.deck))
    for card in dealt:
        rest.remove(card)
    game = Game(rules, deck=[*dealt, *rest])
    for move in ("draw", "roll", "draw", "roll", "draw", "-25", "draw", "-75", "draw", "stop>B", *["pass"] * passes):
        game.play(move)
    assert game.deal.phase is Phase.REACT
    return game


@pytest.mark.parametrize("passes", [0, 1])
def test_a_game_that_was_left_inside_a_hazard_s_question_stops_in_its_window(passes: int) -> None:
    game = under_attack(passes)
    seats = [SeatState("person", name) for name in game.names]
    table = Table(Opened(at=0, table=open_state("t", game.rules, seats, secret(1, 2)), record=game.record))
    assert table.deal is not None
    assert table.deal.phase is Phase.WINDOW
    assert table.deal.answerers == (1, 3)
    assert all(len(table.deal.answers(seat)) > 1 for seat in (1, 3))
    assert [played.move for played in table.deal.moves] == [
        played.move for played in game.deal.moves[: len(game.deal.moves) - passes]
    ]


# -- bots that nobody waits for ----------------------------------------------------------------------------------


def test_work_that_nobody_waits_for_any_more_is_not_begun_and_holds_up_nobody() -> None:
    async def story() -> None:
        thinkers, gate, begun = ThreadBotRunner(slots=1), Event(), list[int]()

        def work(number: int) -> int:
            begun.append(number)
            gate.wait(PATIENCE)
            return number

        first = asyncio.create_task(thinkers.work(lambda: work(1)))
        await until(lambda: begun == [1])
        second = asyncio.create_task(thinkers.work(lambda: work(2)))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.wait({second})
        third = asyncio.create_task(thinkers.work(lambda: work(3)))
        await asyncio.sleep(0)
        assert begun == [1], "there is one slot"
        first.cancel()
        await until(lambda: begun == [1, 3])
        assert thinkers.busy == 2
        gate.set()
        assert await third == 3
        await until(lambda: thinkers.busy == 0)

    tell(story)


def test_threads_that_think_on_are_no_more_than_so_many() -> None:
    async def story() -> None:
        thinkers, gate, begun = ThreadBotRunner(slots=1), Event(), list[int]()

        def stray(number: int) -> None:
            begun.append(number)
            gate.wait(PATIENCE)

        for number in range(MAX_STRAY_THREADS + 1):
            task = asyncio.create_task(thinkers.work(partial(stray, number)))
            await until(lambda number=number: len(begun) > number)  # type: ignore[misc]
            task.cancel()
            await asyncio.wait({task})
        last = asyncio.create_task(thinkers.work(lambda: begun.append(-1)))
        await asyncio.sleep(0)
        assert begun[-1] == MAX_STRAY_THREADS
        assert thinkers.busy == MAX_STRAY_THREADS + 1
        gate.set()
        await last
        await until(lambda: thinkers.busy == 0)

    tell(story)
