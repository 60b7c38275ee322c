"""The host: append, then tell; who listens misses nothing, and hears nothing that is another's."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec
import pytest

from bornes.game.deal import View
from bornes.i18n import UnknownLanguage
from bornes.tables import commands as ask
from bornes.tables import entries as log
from bornes.tables import refusals as no
from bornes.tables.bot_runner import BotMove, choose_bot_move
from bornes.tables.decision_case import DecisionContext
from bornes.tables.entries import Entry, decode_entry
from bornes.tables.event_text import REACTIONS
from bornes.tables.listeners import MAX_KEPT_MESSAGES
from bornes.tables.messages import CommandRefused, Done
from bornes.tables.refusals import PlayersOnly
from bornes.tables.runtime import TableRuntime
from bornes.tables.table import BotTask, Table
from bornes.tables.table_state import Pace, SeatState, open_state
from bornes.tables.table_store import CommitUnknown, LogSlice, MemoryStore, NoSuchTable, RuntimeClosed, StoreUnavailable
from tests.simulation import VirtualLoop, run_virtual
from tests.support.scenes import rules_of
from tests.support.stepped_table import CLOCKED, KINDS, secret

PAIRS = rules_of("parker-1962", 4, partners=True)
Story = Callable[["Hosted"], Coroutine[Any, Any, None]]


class Bots:
    """Bots that decide at once."""

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Return a bot's move."""
        return choose_bot_move(thought, view)


class FickleStore(MemoryStore):
    """A store that does with the next append what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.next: Exception | None = None
        self.first = False
        """Whether the entries are appended before it fails."""
        self.slow = 0.0
        self.slow_to_answer = 0.0
        """How long an answer to a reader is under way."""

    async def read_deal(self, table: str) -> LogSlice:
        """Look a log up now, and answer a little later."""
        try:
            return await super().read_deal(table)
        finally:
            await asyncio.sleep(self.slow_to_answer)

    async def append(
        self, table: str, expected: int, entries: Sequence[Entry], due: int | None, listing: bytes | None = None
    ) -> None:
        """Append, or fail before or after."""
        failure, self.next = self.next, None
        if failure is None or self.first:
            await super().append(table, expected, entries, due, listing)
        if self.slow:
            await asyncio.sleep(self.slow)
        if failure is not None:
            raise failure


class Hosted:
    """A host with one table, and what everybody there has heard."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.store = FickleStore()
        self.host = self.another_host()
        self.heard: list[dict[str, Any]] = []

    def another_host(self) -> TableRuntime:
        """Return one more host of the same store."""
        return TableRuntime(self.store, Bots(), lambda: self.loop.now, lambda id, now: DecisionContext(now, secret))

    async def open(self, kinds: str, pace: Pace = CLOCKED) -> None:
        """Open a table."""
        seats = [SeatState(KINDS[kind], bot="sunday-driver") for kind in kinds]  # type: ignore[arg-type]
        await self.host.open(open_state("hosted", PAIRS, seats, secret(1, 1), pace=pace))

    async def listen(
        self, viewer: int | None, seen: int = 0, language: str = "en", **more: Any
    ) -> list[dict[str, Any]]:
        """Follow a stream, and return the list to which all is added that comes."""
        heard: list[dict[str, Any]] = []
        host = more.pop("host", self.host)
        await host.listen(
            "hosted", viewer, language, lambda data: heard.append(msgspec.json.decode(data)), seen, **more
        )
        return heard

    async def do(self, seat: int | None, command: ask.Command) -> None:
        """Send a command that is carried out."""
        answer = await self.host.command("hosted", seat, command)
        assert isinstance(answer, Done), answer

    @property
    def table(self) -> Any:
        """The table."""
        return self.host.table("hosted")


def run(story: Story) -> None:
    """Tell a story in virtual time, and close the house."""

    async def told(loop: VirtualLoop) -> None:
        hosted = Hosted(loop)
        await story(hosted)
        await hosted.host.close()
        await asyncio.sleep(1)

    run_virtual(told)


def test_who_was_away_is_sent_byte_for_byte_what_was_missed() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        whole = await hosted.listen(0)
        for number in range(20):
            await hosted.do(1, ask.GiveSeed(seed=f"{number:02x}"))
        for seen in (1, 7, 20):
            assert await hosted.listen(0, seen) == whole[seen:]
        assert await hosted.listen(0, whole[-1]["number"]) == []

    run(story)


def test_who_was_away_when_a_deal_began_misses_nothing_either() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        whole = await hosted.listen(2)
        for seat in range(4):
            await hosted.do(seat, ask.Ready())
        assert await hosted.listen(2, 2) == whole[2:]
        assert whole[-1]["events"][0]["event"] == "DealStarted"

    run(story)


@pytest.mark.parametrize("seen", [0, 1, 9999])
def test_who_missed_too_much_or_says_strange_things_gets_everything(seen: int) -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        for number in range(MAX_KEPT_MESSAGES + 1):
            await hosted.do(1, ask.GiveSeed(seed=f"{number:02x}"))
        (state,) = await hosted.listen(0, seen)
        assert (state["type"], state["number"]) == ("state", MAX_KEPT_MESSAGES + 2)

    run(story)


def test_who_gives_the_seat_up_hears_no_more_of_it() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        ended: list[bool] = []
        left = await hosted.listen(1, ended=lambda: ended.append(True))
        stayed = await hosted.listen(0)
        await hosted.do(1, ask.GiveUpSeat())
        assert ended == [True]
        await hosted.do(None, ask.TakeSeat(target_seat=1))
        for seat in range(4):
            await hosted.do(seat, ask.Ready())
        assert len(left) == 1
        assert len(stayed) > 4

    run(story)


def test_who_changes_places_hears_the_new_one() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("popp")
        ann = hosted.table.state.seats[0].occupant
        heard = await hosted.listen(0)
        other = await hosted.listen(2)
        await hosted.do(0, ask.SwapSeats(target_seat=0, other_seat=1))
        assert (heard[-1]["type"], heard[-1]["viewer"]) == ("state", 1)
        assert other[-1]["events"][0]["event"] == "SeatsSwapped"
        answer = await hosted.host.command("hosted", None, ask.Ready(id="x"), sitting=ann)
        assert answer == Done("x")
        assert hosted.table.state.seats[1].ready
        assert heard[-1]["events"][0]["event"] == "PlayerReady"
        assert heard[-1]["number"] == heard[-2]["number"] + 1

    run(story)


def test_who_has_no_seat_any_more_is_refused() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        await hosted.do(1, ask.GiveUpSeat())
        answer = await hosted.host.command("hosted", None, ask.Ready(id="x"), sitting=2)
        assert isinstance(answer, CommandRefused)
        assert answer.why == no.PlayersOnly()
        with pytest.raises(LookupError):
            await hosted.listen(None, sitting=2)

    run(story)


@pytest.mark.parametrize("appended", [True, False])
def test_where_nobody_knows_whether_an_append_happened_the_command_is_carried_out_once(appended: bool) -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pooo")
        heard = await hosted.listen(0)
        hosted.store.next, hosted.store.first = CommitUnknown("no answer"), appended
        await hosted.do(None, ask.TakeSeat(target_seat=2, name="Bea"))
        assert [event["event"] for message in heard[1:] for event in message["events"]] == ["PlayerJoined"]
        assert len(hosted.store.lines("hosted")) == 2

    run(story)


def test_after_a_store_has_failed_the_game_goes_on_by_itself() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pbbb")
        heard = await hosted.listen(None)
        await hosted.do(0, ask.Ready())
        hosted.store.next = StoreUnavailable("full")
        await asyncio.sleep(300)
        assert any(event["event"] == "PlayerTimedOut" for message in heard for event in message.get("events", ()))

    run(story)


def test_who_hangs_up_in_the_middle_of_a_command_does_not_stop_the_table() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pbbb")
        heard = await hosted.listen(None)
        hosted.store.slow = 0.5
        hasty = hosted.loop.create_task(hosted.host.command("hosted", 0, ask.Ready()))
        await asyncio.sleep(0.1)
        hasty.cancel()
        await asyncio.sleep(300)
        assert any(event["event"] == "DealStarted" for message in heard for event in message.get("events", ()))
        assert len(heard) > 5

    run(story)


def test_what_another_host_has_appended_is_heard_here_too() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        far = hosted.another_host()
        heard = await hosted.listen(2, host=far)
        for seat in range(4):
            await hosted.do(seat, ask.Ready())
        await far.log_has_grown("hosted", len(hosted.store.lines("hosted")))
        assert heard[-1]["events"][0]["event"] == "DealStarted"
        assert [message["number"] for message in heard] == list(range(1, len(heard) + 1))
        answer = await far.command("hosted", 1, ask.GiveSeed(id="y", seed="00"))  # and decides on what is there
        assert answer == Done("y")
        await far.close()

    run(story)


def test_who_comes_from_another_host_is_never_shown_less() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        far = hosted.another_host()
        await far.load("hosted")
        whole = await hosted.listen(2)
        for seat in range(3):
            await hosted.do(seat, ask.Ready())
        assert await hosted.listen(2, whole[-1]["number"], host=far) == []
        assert await hosted.listen(2, 2, host=far) == whole[2:]
        await far.close()

    run(story)


def test_of_two_hosts_the_slower_one_decides_again() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        far = hosted.another_host()
        await far.load("hosted")
        await hosted.do(0, ask.StepAway())
        answer = await far.command("hosted", 0, ask.StepAway(id="again"))
        assert isinstance(answer, CommandRefused)
        assert answer.why == no.OnAutopilot()
        await far.close()

    run(story)


def test_a_table_that_is_not_there_leaves_nothing_behind() -> None:
    async def story(hosted: Hosted) -> None:
        for _ in range(3):
            with pytest.raises(NoSuchTable):
                await hosted.host.command("nowhere", 0, ask.Ready())
        await asyncio.sleep(100)
        assert hosted.host._tables == {}

    run(story)


def test_a_reaction_is_heard_by_everybody_in_their_own_language() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppb")
        english, french = await hosted.listen(0), await hosted.listen(None, language="fr")
        for phrase in REACTIONS:
            assert hosted.host.react("hosted", 1, phrase) is None
            for heard in (english, french):
                assert (heard[-1]["signal"], heard[-1]["seat"]) == ("reaction", 1)
                assert heard[-1]["values"] == {"reaction": phrase}
            assert english[-1]["text"] == REACTIONS[phrase]
        assert hosted.host.react("hosted", 1, "You cheat!") == no.NoSuchReaction("You cheat!")
        assert hosted.host.react("hosted", 3, "ouch") == no.PlayersOnly()
        assert len(english) == 1 + len(REACTIONS)

    run(story)


def test_time_that_passed_while_no_host_ran_is_given_back() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        for seat in range(4):
            await hosted.do(seat, ask.Ready())
        await hosted.host.close()
        await asyncio.sleep(3600)
        hosted.host = hosted.another_host()
        await hosted.host.load("hosted")
        assert hosted.table.due == hosted.loop.now + 30_000
        assert hosted.table.state.seats[hosted.table.open_deal.seat].timeouts == 0

    run(story)


def test_a_host_that_was_closed_does_nothing_more() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        await hosted.do(0, ask.Ready())
        log = list(hosted.store.lines("hosted"))
        await hosted.host.close()
        another = open_state("another", PAIRS, [SeatState("person") for _ in range(4)], secret(1, 1))
        for what in (
            hosted.host.command("hosted", 1, ask.Ready()),
            hosted.host.command("never-loaded", 1, ask.Ready()),
            hosted.host.load("hosted"),
            hosted.host.open(another),
            hosted.host.listen("hosted", 0, "en", lambda data: None),
            hosted.host.follow_log("hosted", lambda entry: None),
        ):
            with pytest.raises(RuntimeClosed, match="this host was closed"):
                await what
        await hosted.host.log_has_grown("hosted", len(log) + 1)
        await asyncio.sleep(3600)
        assert hosted.store.lines("hosted") == log
        assert "another" not in hosted.store._logs

    run(story)


def test_what_was_asked_for_before_the_host_closed_is_done() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        hosted.store.slow = 5
        asked = [
            asyncio.ensure_future(hosted.host.command("hosted", seat, ask.Ready(id=id)))
            for seat, id in enumerate(("first", "second"))
        ]
        await asyncio.sleep(1)  # the first is being appended, the second waits for it
        await hosted.host.close()
        assert await asyncio.gather(*asked) == [Done("first"), Done("second")]
        assert [decode_entry(line).id for line in hosted.store.lines("hosted")] == ["", "first", "second"]

    run(story)


class Impossible(Exception):
    """What no entry should bring about."""


@pytest.mark.parametrize("kind", [log.DecisionTimedOut, log.MoveMade])
def test_what_clock_or_bots_cannot_do_is_reported_once_and_the_table_put_aside(
    kind: type[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trying again would lead there again, every second, with an entry each time."""
    apply = Table.apply

    def fail(self: Table, entry: Entry) -> Any:
        if isinstance(entry, kind):
            raise Impossible("a fault of the program")
        return apply(self, entry)

    async def story(hosted: Hosted) -> None:
        await hosted.open("pbbb" if kind is log.MoveMade else "pppp")
        for seat in hosted.table.people:
            await hosted.do(seat, ask.Ready())
        monkeypatch.setattr(Table, "apply", fail)
        await asyncio.sleep(3600)
        assert {str(failure) for failure in hosted.loop.failures} == {"a fault of the program"}
        assert len({id(failure) for failure in hosted.loop.failures}) == 1
        hosted.loop.failures.clear()
        assert not any(isinstance(decode_entry(line), log.DeadlineRenewed) for line in hosted.store.lines("hosted"))
        for what in (
            hosted.host.command("hosted", 0, ask.StepAway()),
            hosted.host.listen("hosted", 0, "en", lambda data: None),
        ):
            with pytest.raises(log.InconsistentLog, match="hosted was put aside: a fault of the program"):
                await what
        monkeypatch.undo()
        hosted.host = hosted.another_host()  # where the program was mended the table goes on
        await hosted.host.load("hosted")
        await hosted.do(0, ask.StepAway())

    run(story)


def test_a_table_that_a_later_release_continued_is_released_and_left_alone() -> None:
    """Found when it is loaded, or while it runs here; other tables go on, and once it can be read it does too."""

    async def story(hosted: Hosted) -> None:
        problems: list[dict[str, Any]] = []
        hosted.loop.set_exception_handler(lambda loop, context: problems.append(context))
        await hosted.open("pppp")
        lines = hosted.store._logs["hosted"].lines
        lines.append(b'{"entry":"Danced","at":1}')
        before = list(lines)
        await hosted.host.log_has_grown("hosted", len(lines))
        await asyncio.sleep(5)
        assert hosted.host.loaded() == []
        other = open_state("other", PAIRS, [SeatState("person") for _ in range(4)], secret(1, 1))
        await hosted.host.open(other)
        for host in (hosted.host, hosted.another_host()):
            for _ in range(2):
                with pytest.raises(log.NewerLog, match="only a later release of Bornes knows"):
                    await host.command("hosted", 0, ask.Ready(id="a"))
                with pytest.raises(log.NewerLog):
                    await host.listen("hosted", 0, "en", lambda data: None)
            assert isinstance(await host.command("other", 0, ask.Rename(id=f"{id(host)}", name="Zoé")), Done)
        await asyncio.sleep(5)
        assert lines == before
        del lines[-1]
        await hosted.do(0, ask.Ready(id="a"))
        assert problems == []

    run(story)


def test_who_cannot_be_spoken_to_is_in_nobodys_way() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        for viewer, language, error in ((0, "xx", UnknownLanguage), (9, "en", LookupError), (-1, "en", LookupError)):
            with pytest.raises(error):
                await hosted.listen(viewer, language=language)
        heard = await hosted.listen(1)
        await hosted.do(0, ask.Ready())
        assert heard[-1]["events"][0]["event"] == "PlayerReady"

    run(story)


def test_to_ask_about_tables_that_are_not_there_leaves_nothing_behind() -> None:
    async def story(hosted: Hosted) -> None:
        assert hosted.host.table("nowhere") is None
        assert hosted.host.faults("nowhere") == []
        assert hosted.host.react("nowhere", 0, "hello") == PlayersOnly()
        assert hosted.host._tables == {}

    run(story)


def test_where_nobody_may_look_on_spectators_are_told_nothing_more() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        gone: list[bool] = []
        heard = await hosted.listen(None, ended=lambda: gone.append(True))
        await hosted.do(0, ask.SetAccess(newcomers=True, spectators=False))
        known = len(heard)
        await hosted.do(1, ask.Ready())
        assert (gone, len(heard)) == ([True], known)
        with pytest.raises(LookupError):
            await hosted.listen(None)

    run(story)


def test_who_asks_too_early_does_not_take_the_table_away_that_is_being_opened() -> None:
    async def story(hosted: Hosted) -> None:
        async def ask_too_early() -> None:
            with pytest.raises(NoSuchTable):
                await hosted.host.command("hosted", 0, ask.Ready())

        hosted.store.slow_to_answer = 0.05
        early = [asyncio.create_task(ask_too_early()) for _ in range(2)]
        await asyncio.sleep(0.06)  # the first has been told, the second is being looked up
        opening = asyncio.create_task(hosted.open("pppp"))
        await asyncio.sleep(0.01)
        heard = await hosted.listen(1)
        await opening
        await asyncio.gather(*early)
        before = len(heard)
        await hosted.do(2, ask.Ready())
        assert [event["event"] for event in heard[before]["events"]] == ["PlayerReady"]

    run(story)


def test_a_command_in_an_unknown_language_is_not_carried_out() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        for command in (ask.Ready(), ask.Return()):
            with pytest.raises(UnknownLanguage):
                await hosted.host.command("hosted", 0, command, "xx")
        assert not hosted.table.state.seats[0].ready

    run(story)


def test_a_table_that_sleeps_is_out_of_memory_at_once() -> None:
    async def story(hosted: Hosted) -> None:
        await hosted.open("pppp")
        listener = await hosted.host.listen("hosted", 0, "en", lambda data: None)
        await hosted.do(0, ask.Ready(id="a"))
        hosted.host.stop_listening("hosted", listener)
        table = weakref.ref(hosted.table)
        gc.disable()  # nobody has to look for what only holds itself
        try:
            assert hosted.host.unload_if_idle("hosted")
            assert table() is None
        finally:
            gc.enable()

    run(story)
