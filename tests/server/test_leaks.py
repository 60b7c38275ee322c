"""Servers that differ in hidden cards look the same to everybody but their holder; leaks planted on purpose do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bornes import Deal
from bornes.base.structured_log import log_event
from bornes.engine.codes import Phase
from bornes.rules.cards import Family
from bornes.server import service as services
from bornes.server.http.app_context import AppContext
from bornes.server.maintenance import Maintenance
from bornes.server.server_log import log_entry_event
from bornes.tables import decide as deciding
from bornes.tables import entries as log
from bornes.tables import loaded_table, refusals
from bornes.tables import public_view as listings
from bornes.tables import table as tables
from bornes.tables import window as windows
from bornes.tables.decision_case import Decision, DecisionContext
from bornes.tables.live_table import LiveTable
from bornes.tables.message_writer import MessageWriter
from bornes.tables.scheduler import Scheduler
from bornes.tables.table import Table
from tests.campaigns.leaks import world as worlds
from tests.campaigns.leaks.twins import check_course, play
from tests.simulation.knowledge import BrokenInvariant
from tests.simulation.twins import TwinScript
from tests.support.house_rules import effort

SLICES = 4
COURSES = 40
"""Among so many each planted leak is to be found."""


@pytest.mark.parametrize("part", range(SLICES))
def test_hidden_cards_show_to_nobody_by_whatever_door_they_come(part: int) -> None:
    compared: Counter[str] = Counter()
    for seed in range(part, effort(36), SLICES):
        compared += check_course(seed)
    assert compared["messages"] > 100


def test_a_pass_in_silence_shows_not_even_in_how_often_somebody_may_miss_a_turn() -> None:
    """Found among thousands of courses: a pass made up for a missed turn, and so told of itself two turns later."""
    assert check_course(6104)["windows"] > 0


def test_a_course_ends_before_its_deal_is_over_and_all_hands_are_open() -> None:
    assert check_course(777711, pairs=1)["pairs"] == 1


# -- leaks planted on purpose --------------------------------------------------------------------------------------


def leaks() -> Iterator[str]:
    """Find what shows."""
    for seed in range(COURSES):
        try:
            check_course(seed, pairs=1)
        except BrokenInvariant as broken:
            yield str(broken)


def found() -> str:
    """Return the first leak; there must be one."""
    leak = next(leaks(), None)
    assert leak is not None, "the planted leak was not found"
    return leak


def holders(table: Table) -> list[int]:
    """Return who could answer the hazard that lies open."""
    deal = table.open_deal
    return [seat for seat in range(table.rules.players) if len(deal.answers(seat)) > 1]


def test_a_metric_that_counts_entries_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = AppContext.__init__

    def counting(self: AppContext, service: services.Service, *others: Any) -> None:
        real(self, service, *others)
        monkeypatch.setattr(service.host, "_appended", lambda table, entry: self.metrics.opened.inc())

    monkeypatch.setattr(AppContext, "__init__", counting)
    assert "/metrics" in found()


def test_a_window_that_is_shorter_where_nobody_holds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = windows.plan_window

    def hasty(table: Table, *others: Any) -> windows.WindowPlan:
        plan = real(table, *others)
        return plan if holders(table) or plan.waits else plan._replace(closes=table.since + 100)

    for place in (windows, tables, deciding):
        monkeypatch.setattr(place, "plan_window", hasty)
    found()


def test_a_bot_that_is_asked_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next player's bot begins to think while the window is open, where nobody can answer anyway."""
    ahead: dict[str, float] = {}
    look, thinks = Scheduler.reschedule, worlds.Bots.thinks

    def looking(self: Scheduler, table: Table) -> None:
        if table.deal is not None and table.deal.phase is Phase.WINDOW:
            ahead["by"] = 0.0 if holders(table) else 0.5
        look(self, table)

    def hasty(self: worlds.Bots, thought: Any, moment: int) -> float:
        return max(0.0, thinks(self, thought, moment) - ahead.pop("by", 0.0))

    monkeypatch.setattr(Scheduler, "reschedule", looking)
    monkeypatch.setattr(worlds.Bots, "thinks", hasty)
    found()


def test_a_card_in_the_log_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def talkative(table: Table, entry: log.Entry) -> None:
        log_entry_event(table, entry)
        if isinstance(entry, log.MoveMade) and table.deal is not None:
            log_event("moved", hand=[str(card) for card in table.deal.hand(0)])

    monkeypatch.setattr(services, "log_entry_event", talkative)
    assert "'log'" in found()


def test_a_listing_that_changes_with_a_private_pass_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = listings.table_listing

    def counting(table: Table) -> listings.TableListing:
        listed = real(table)
        return listings.TableListing(
            **{**{name: getattr(listed, name) for name in listed.__struct_fields__}, "house_rule_count": table.entries}
        )

    for place in (listings, loaded_table, services):
        monkeypatch.setattr(place, "table_listing", counting)
    leak = found()
    assert "lobby" in leak or "/api/tables/" in leak


def test_an_error_that_depends_on_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = deciding.decide

    def telling(table: Table, command: Any, seat: int | None, outside: DecisionContext) -> Decision:
        decision = real(table, command, seat, outside)
        if isinstance(decision, refusals.TooLate | refusals.NotYourTurn) and table.playing:
            return refusals.UnreadableMove("", "hold on") if any(hand_answers(table)) else decision
        return decision

    def hand_answers(table: Table) -> list[bool]:
        deal = table.open_deal
        return [card.family is Family.SAFETY for seat in range(table.rules.players) for card in deal.hand(seat)]

    monkeypatch.setattr("bornes.tables.live_table.decide", telling)
    assert "seat" in found()


def test_a_history_of_the_deal_that_tells_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what others drew, and of who was asked about a hazard."""

    def telling(speaker: MessageWriter, viewer: int | None) -> Any:
        with monkeypatch.context() as open_cards:
            open_cards.setattr("bornes.tables.message_writer.seen_by", lambda viewer, events: list(events))
            return honest(speaker, viewer)

    honest = MessageWriter.moves
    monkeypatch.setattr(MessageWriter, "moves", telling)
    assert "/moves" in found()


def test_a_state_that_shows_another_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Deal.moment

    def showing(deal: Deal, viewer: int | None = None) -> dict[str, Any]:
        other = (0 if viewer is None else viewer + 1) % deal.rules.players
        return {**honest(deal, viewer), "hand": [card.notation for card in deal.hand(other)]}

    monkeypatch.setattr(Deal, "moment", showing)
    assert found()


# -- sleeping tables -----------------------------------------------------------------------------------------------


def could_sleep(monkeypatch: pytest.MonkeyPatch, course: TwinScript, number: int) -> list[tuple[int, bool]]:
    """Return at which moments with an open window a table would have been let go, had nobody listened."""
    found: list[tuple[int, bool]] = []

    async def look(upkeep: Maintenance, late: float = 0.0) -> None:
        host = upkeep._service.host
        running = next(iter(host._tables.values()), None)
        if running is not None and running.table is not None and running.table.window is not None:
            found.append((host.clock(), not (running._clockwork.busy or running._may_be_busy())))

    monkeypatch.setattr(Maintenance, "wake_overdue", look)
    monkeypatch.setattr(worlds, "LOOK", 0.0937)  # at moments at which nothing else happens
    play(course, number)
    return found


@pytest.fixture(scope="module")
def courses_of_bots() -> list[TwinScript]:
    """Courses in which a bot could answer at one server only, so that it thinks there."""
    courses = map(TwinScript.of, range(200))
    return [one for one in courses if one.windows > 2 and one.seats[one.secretive].kind == "bot"][:4]


def test_whether_a_table_sleeps_in_a_window_depends_on_no_hand(
    monkeypatch: pytest.MonkeyPatch, courses_of_bots: list[TwinScript]
) -> None:
    """One that slept would be woken a little late, and so close its window later than others."""
    for course in courses_of_bots:
        assert could_sleep(monkeypatch, course, 0) == could_sleep(monkeypatch, course, 1) != []


def test_a_table_that_sleeps_where_no_bot_thinks_would_be_found(
    monkeypatch: pytest.MonkeyPatch, courses_of_bots: list[TwinScript]
) -> None:
    monkeypatch.setattr(LiveTable, "_may_be_busy", lambda self: False)
    assert any(could_sleep(monkeypatch, one, 0) != could_sleep(monkeypatch, one, 1) for one in courses_of_bots)
