"""A table in this process: people decide, bots answer beside them, everybody is told, and nothing is lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bornes import Card, Game, IllegalMove, Move, View, edition
from bornes.bots import BotError, BotSpec
from bornes.client.table_client import Seat, TableClient, TableError
from bornes.engine.codes import PASS, Phase
from bornes.game.events import Declined
from bornes.i18n import Translator
from bornes.rules.cards import sorted_deck
from bornes.tables.bot_runner import ThreadBotRunner
from bornes.tables.entries import Entry, MoveMade
from bornes.tables.table import Table as GameTable
from bornes.tables.table_store import MemoryStore
from bornes.terminal import local_table
from bornes.terminal.local_table import LocalTable
from tests.support.pilots import until
from tests.support.shell import PATIENCE

ANN = Seat("Ann", here=True)
BOB = Seat("Bob", here=True)
DRIVER = Seat("Boris", "sunday-driver")
Story = Callable[[], Awaitable[None]]


@pytest.fixture(autouse=True)
def own_thinkers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots of each test think by themselves: what others left thinking is none of its business."""
    monkeypatch.setattr(local_table, "BOT_RUNNER", ThreadBotRunner())


def tell(story: Story) -> None:
    """Run a story on a loop of its own."""

    async def run() -> None:
        await asyncio.wait_for(story(), PATIENCE)

    asyncio.run(run())


async def new(*seats: Seat, name: str = "parker-1962", seed: str = "7", **more: Any) -> LocalTable:
    """A new game of these people."""
    return await LocalTable.new(edition(name).rules(len(seats)), seats, seed=seed, **more)


def legal_moves(table: TableClient, seat: int) -> list[Move]:
    """What a seat here may do that has to decide."""
    view = table.question(seat)
    assert view is not None
    return list(view.legal_moves)


async def play_on(table: LocalTable, luck: Random, decisions: int = 10**6) -> None:
    """Play with whatever luck says, until so many decisions are made or the game is over."""
    while decisions:
        await table.wait_for_decision()
        deciding = [seat for seat in table.asked if table.question(seat) is not None]
        if deciding:
            await table.play(deciding[0], luck.choice(legal_moves(table, deciding[0])))
            decisions -= 1
        elif table.asked:
            await table.let_pass()
        elif table.over:
            return
        else:
            await table.next_deal()


# -- playing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["parker-1962", "dujardin", "asmodee"])
def test_a_person_and_a_bot_play_a_game_to_its_end(name: str) -> None:
    async def story() -> None:
        table = await new(ANN, DRIVER, name=name)
        await play_on(table, Random(1))
        assert table.over
        assert table.number == len(table.sheet().deals)
        assert table.totals == table.sheet().totals
        assert table.winner is None or table.totals[table.winner] == max(table.totals)

    tell(story)


def test_the_same_seed_and_the_same_moves_give_the_same_game() -> None:
    async def played(seed: str) -> str:
        table = await new(ANN, Seat("Boris", "random"), seed=seed)
        await play_on(table, Random(1), 60)
        return table.record

    async def story() -> None:
        assert await played("sunday") == await played("sunday") != await played("monday")

    tell(story)


def test_nobody_plays_for_another() -> None:
    async def story() -> None:
        table = await new(ANN, BOB, DRIVER, name="game-cabinet")
        await table.wait_for_decision()
        (seat,) = table.asked
        move = legal_moves(table, seat)[0]
        before = table.record
        for wrong, reason in ((1 - seat, "nothing to decide"), (2, "does not sit"), (3, "no seat 3"), (-1, "no seat")):
            with pytest.raises(TableError, match=reason):
                await table.play(wrong, move)
            with pytest.raises(TableError, match=reason):
                await table.hint(wrong, Translator("en"))
        assert table.record == before

    tell(story)


def test_an_illegal_move_is_refused_as_the_engine_does_and_changes_nothing() -> None:
    async def story() -> None:
        heard: list[int] = []
        table = await new(ANN, DRIVER)
        await table.wait_for_decision()
        table.listen(lambda: heard.append(1))
        before = table.record
        with pytest.raises(IllegalMove) as refusal:
            await table.play(0, Move.lay(Card.D100))
        assert refusal.value.reason.clause
        assert table.record == before
        assert not heard

    tell(story)


def test_a_bot_s_hand_is_nobody_s_business() -> None:
    async def story() -> None:
        table = await new(ANN, DRIVER)
        with pytest.raises(TableError, match="does not sit"):
            table.view(1)
        with pytest.raises(TableError, match="nobody at this keyboard"):
            table.open_view(1)
        assert table.view(None).hand == ()

    tell(story)


def test_where_nobody_here_plays_all_hands_lie_open() -> None:
    async def story() -> None:
        table = await new(Seat("Ada", "random"), Seat("Boris", "random"), pace=60)
        assert table.bots_only
        assert not table.can_undo
        assert [len(table.open_view(seat).hand) for seat in (0, 1)] in ([6, 7], [7, 6])
        await table.close()

    tell(story)


def test_what_a_table_refuses_is_said_in_the_reader_s_language() -> None:
    async def story() -> None:
        table = await new(ANN, DRIVER)
        await table.wait_for_decision()
        with pytest.raises(TableError, match="There is no move to take back in this deal") as caught:
            await table.undo()
        assert Translator("fr").error(caught.value) == "Il n’y a pas de coup à reprendre dans cette manche."
        await table.close()

    tell(story)


def test_the_next_deal_comes_after_this_one() -> None:
    async def story() -> None:
        table = await new(ANN, DRIVER)
        with pytest.raises(TableError, match="not over"):
            await table.next_deal()
        await play_on(table, Random(2))
        with pytest.raises(TableError, match="game is over"):
            await table.next_deal()

    tell(story)


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ([ANN], "has 2 players, but 1 seats"),
        ([ANN, Seat("Nobody")], "either a bot"),
        ([ANN, Seat("Both", "random", here=True)], "either a bot"),
    ],
)
def test_every_seat_has_one_player(seats: Sequence[Seat], reason: str) -> None:
    async def story() -> None:
        with pytest.raises(TableError, match=reason):
            await LocalTable.of_game(Game("parker-1962"), seats)

    tell(story)


def test_a_bot_that_does_not_exist_is_refused_at_once() -> None:
    async def story() -> None:
        with pytest.raises(BotError, match="there is no bot"):
            await new(ANN, Seat("Boris", "nobody"))

    tell(story)


# -- who is told what, and when ----------------------------------------------------------------------------------


def test_a_move_is_saved_before_anybody_is_told() -> None:
    async def story() -> None:
        store = SlowStore()
        told: list[bool] = []
        table = await new(ANN, DRIVER, store=store)
        table.listen(lambda: told.append(table.record == store.record))
        await play_on(table, Random(3), 40)
        await table.wait_for_decision()
        assert len(told) > 40
        assert all(told)

    tell(story)


def test_nobody_sees_a_move_before_it_is_saved() -> None:
    async def story() -> None:
        store = SlowStore()
        table = await new(ANN, DRIVER, store=store)
        await table.wait_for_decision()
        store.gate.clear()
        before, events = table.record, table.view(0).events
        playing = asyncio.create_task(table.play(0, legal_moves(table, 0)[0]))
        await until(lambda: store.waiting)
        assert (table.record, table.view(0).events) == (before, events)
        store.gate.set()
        await playing
        assert table.record != before
        await table.close()

    tell(story)


class SlowStore(MemoryStore):
    """A store that takes its time when it is told to, and knows what it keeps."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.waiting = False
        self.record = ""

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append once the gate is open."""
        self.waiting = not self.gate.is_set()
        await self.gate.wait()
        await super().append(table, expected, entries, due, listing)
        kept = GameTable.fold((await self.read(table)).entries, keep_deals=True)
        self.record = kept.record() if kept.deal is not None else ""


def test_listeners_hear_of_every_move_one_by_one() -> None:
    async def story() -> None:
        seen: list[int] = []
        table = await new(Seat("Ada", "sunday-driver"), DRIVER)
        table.listen(lambda: seen.append(len(Game.replay(table.record).deal.moves)))
        await table.wait_for_decision()
        made = len(Game.replay(table.record).deal.moves)
        assert sorted(set(seen)) == list(range(1, made + 1)), "each move, and windows that were closed"
        assert seen == sorted(seen)

    tell(story)


# -- how fast ----------------------------------------------------------------------------------------------------


def test_bots_keep_the_pace_and_a_new_one_holds_at_once() -> None:
    async def story() -> None:
        moments: list[float] = []
        table = await new(Seat("Ada", "sunday-driver"), DRIVER, pace=0.05)
        table.listen(lambda: moments.append(time.perf_counter()))
        await until(lambda: len(moments) >= 4)
        assert all(later - earlier > 0.04 for earlier, later in pairwise(moments))
        table.pace = 3600
        waiting = len(moments)
        table.pace = 0
        await table.wait_for_decision()
        assert len(moments) > waiting
        assert table.view(None).over

    tell(story)


def test_bots_pause_and_step() -> None:
    async def story() -> None:
        moves: list[int] = []
        before = local_table.BOT_RUNNER.busy
        table = await new(Seat("Ada", "sunday-driver"), DRIVER)
        table.pause()
        table.listen(lambda: moves.append(1))
        for steps in range(3):
            await until(lambda: local_table.BOT_RUNNER.busy <= before)  # whoever is asked has made up its mind
            assert len(moves) == steps
            table.step()
            await until(lambda steps=steps: len(moves) > steps)  # type: ignore[misc]
            assert table.paused
        table.resume()
        await table.wait_for_decision()
        assert table.view(None).over

    tell(story)


def test_one_may_leave_while_a_bot_thinks() -> None:
    """The bot would think for a minute; neither the table nor the end of the loop waits for it."""
    since = time.perf_counter()

    async def story() -> None:
        table = await new(Seat("Ada", "champion:seconds=60"), ANN)
        before = local_table.BOT_RUNNER.busy
        if table.asked:
            await table.play(1, legal_moves(table, 1)[0])
        waiting = asyncio.create_task(table.wait_for_decision())
        await until(lambda: local_table.BOT_RUNNER.busy > before)
        await table.close()
        await table.close()
        await waiting
        with pytest.raises(TableError, match="has been left"):
            await table.play(1, Move(PASS))
        for closed in (table.next_deal, table.undo):
            with pytest.raises(TableError, match="has been left"):
                await closed()

    tell(story)
    assert time.perf_counter() - since < 60


class Broken:
    """A bot that fails every time."""

    name = "broken"

    def choose(self, view: View) -> Move:
        """Raise."""
        raise RuntimeError("no idea")


def test_a_table_goes_on_when_its_bot_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotSpec, "bot", lambda spec, seed: Broken())

    async def story() -> None:
        table = await new(ANN, DRIVER)
        assert not table.faults
        await play_on(table, Random(4), 5)
        await table.wait_for_decision()
        faults = list(table.faults)
        assert {seat for seat, _ in faults} == {1}
        assert "no idea" in str(faults[0][1])

    tell(story)


def test_whoever_sits_at_a_table_that_cannot_go_on_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    apply, reported = GameTable.apply, asyncio.Event()

    def fail(table: GameTable, entry: Entry) -> Any:
        if isinstance(entry, MoveMade) and entry.by == "bot":
            raise RuntimeError("a fault of the program")
        return apply(table, entry)

    async def story() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.set())
        table = await new(ANN, DRIVER)
        await table.wait_for_decision()
        monkeypatch.setattr(GameTable, "apply", fail)
        await table.play(0, legal_moves(table, 0)[0])
        await reported.wait()
        with pytest.raises(TableError, match="put aside: a fault of the program"):
            await table.undo()
        await table.close()

    tell(story)


# -- hints -------------------------------------------------------------------------------------------------------


@pytest.mark.compiled_only
def test_the_champion_helps_who_is_to_decide() -> None:
    async def story() -> None:
        table = await new(ANN, DRIVER)
        await table.wait_for_decision()
        advice = await table.hint(0, Translator("en"))
        assert advice.values["moves"][0]["move"] in {move.notation() for move in legal_moves(table, 0)}
        assert 0 < advice.values["chance"] < 1
        assert advice.lines[-1].startswith("Chance to win: ")

    tell(story)


# -- taking back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["parker-1962", "game-cabinet", "asmodee"])
def test_a_move_taken_back_leaves_all_as_it_was(name: str) -> None:
    """At every decision of some deals: play something, let the bots answer, take it back."""

    async def story() -> None:
        luck = Random(5)
        table = await new(ANN, DRIVER, name=name)
        tried = 0
        while tried < 60:
            await table.wait_for_decision()
            if table.over:
                break
            if table.view(0).over:
                await table.next_deal()
                assert not table.can_undo or any(isinstance(one, Declined) for one in table.view(0).events)
                continue
            before, events = table.record, table.view(0).events
            await table.play(0, luck.choice(legal_moves(table, 0)))
            await table.wait_for_decision()  # sometimes at the end of the deal
            assert table.can_undo
            await table.undo()
            assert table.record == before
            assert table.view(0).events == events
            await table.play(0, luck.choice(legal_moves(table, 0)))
            tried += 1
        assert tried >= 20

    tell(story)


def test_several_moves_are_taken_back_one_after_another_to_the_start_of_the_deal() -> None:
    async def story() -> None:
        table = await new(ANN, DRIVER)
        await table.wait_for_decision()
        start = table.record
        await play_on(table, Random(6), 5)
        await table.wait_for_decision()
        steps = 0
        while table.can_undo:
            await table.undo()
            steps += 1
        assert steps == 5
        assert table.record == start
        with pytest.raises(TableError, match="no move to take back"):
            await table.undo()

    tell(story)


def test_a_move_is_taken_back_while_the_bot_still_thinks() -> None:
    async def story() -> None:
        table = await new(ANN, Seat("Boris", "champion:seconds=60"))
        before, busy = table.record, local_table.BOT_RUNNER.busy
        await table.play(0, legal_moves(table, 0)[0])
        await until(lambda: local_table.BOT_RUNNER.busy > busy)
        await table.undo()
        assert table.record == before
        assert table.asked == (0,)
        await table.close()

    tell(story)


@pytest.mark.compiled_only
def test_a_bot_whose_thought_was_taken_back_loses_no_decision_by_it() -> None:
    async def story() -> None:
        table = await new(ANN, Seat("Boris", "champion:playouts=4000"))
        await table.wait_for_decision()
        for _ in range(3):
            await table.play(0, legal_moves(table, 0)[0])
            await table.undo()
        await table.play(0, legal_moves(table, 0)[0])
        await table.wait_for_decision()
        assert not table.faults
        await table.close()

    tell(story)


def test_two_people_do_not_take_moves_back() -> None:
    async def story() -> None:
        table = await new(ANN, BOB)
        await play_on(table, Random(7), 3)
        assert not table.can_undo
        with pytest.raises(TableError, match="one person who plays against bots"):
            await table.undo()

    tell(story)


# -- continuing --------------------------------------------------------------------------------------------------


def test_a_game_is_continued_where_it_was_left() -> None:
    async def story() -> None:
        table = await new(ANN, DRIVER)
        await play_on(table, Random(8), 12)
        await table.close()
        again = await LocalTable.of_game(Game.replay(table.record), (ANN, DRIVER))
        assert again.record == table.record
        await play_on(again, Random(9))
        assert again.over

    tell(story)


def test_discards_of_a_deal_from_a_deck_are_shuffled_by_the_table_and_so_taken_back() -> None:
    """Nobody else would: a record with its deck spelled out names no seed to shuffle from."""
    rules = edition("asmodee").rules(2)
    deck = list(sorted_deck(rules.deck))
    Random(3).shuffle(deck)
    deck.sort(key=lambda card: card in (Card.ROLL, Card.RIGHT_OF_WAY))  # nobody gets far before the pile is drawn

    async def story() -> None:
        table = await LocalTable.of_game(Game(rules, deck=deck, names=("Ann", "Boris")), (ANN, DRIVER))
        shuffled = False
        while not table.view(0).over:
            await table.wait_for_decision()
            view = table.question(0)
            if view is None:
                continue
            discards = [move for move in view.legal_moves if move.is_discard and view.phase is Phase.PLAY]
            shuffles = table.record.count("reshuffle:")
            if shuffles and not shuffled:
                before = table.record
                await table.play(0, next(iter(view.legal_moves)))
                await table.wait_for_decision()
                await table.undo()
                assert table.record == before
                shuffled = True
            else:
                await table.play(0, discards[0] if discards else next(iter(view.legal_moves)))
        assert shuffled
        assert Game.replay(table.record).deal.over

    tell(story)
