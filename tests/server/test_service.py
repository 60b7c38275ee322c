"""The story of a table online: opened, joined by a code, played, left and found again."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bornes.client.protocol import LobbySnapshot, TableListed, decode_lobby, hash_secret
from bornes.game.events import EVENTS
from bornes.server.api_errors import ApiError, ErrorCode
from bornes.server.lobby import UPDATE_SECONDS
from bornes.server.outbox import Outbox
from bornes.tables import runtime
from bornes.tables.commands import SeatBot
from bornes.tables.message_writer import MessageWriter
from bornes.tables.messages import CommandRefused
from bornes.tables.public_view import TableListing
from bornes.tables.table_state import Pace
from tests.support.online import BASE, Online, Visitor, asked_first, online
from tests.support.packages import GOOD, bring


async def refused(work: Any) -> ApiError:
    """Return why something is not done."""
    with pytest.raises(ApiError) as told:
        await work
    return told.value


# -- bots of other packages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["spy", "spy:x", "spy:pace=1"])
def test_nothing_of_another_package_is_imported_when_a_client_names_its_bot(
    bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    bring(tmp_path, "spy", f"from pathlib import Path\nPath({str(tmp_path)!r}, 'imported').touch()\n{GOOD}")

    async def story(server: Online) -> None:
        for work in (server.open(seats=["me", bot]), server.play_now(bot=bot)):
            problem = await refused(work)
            assert "only our own bots sit here" in problem.problem("en").text
        ann = await server.come(await server.open())
        for language in ("en", "fr"):
            assert ann.session.who
            answer = await server.service.command(ann.session.who, SeatBot(target_seat=1, bot=bot), language)
            assert isinstance(answer, CommandRefused)

    online(story)
    assert not (tmp_path / "imported").exists()


# -- opening -------------------------------------------------------------------------------------------------------


def test_a_table_is_opened_with_links_for_friends_and_spectators_and_a_code() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        assert seated.seat == 0
        assert seated.table.startswith("test-")
        assert seated.link == f"{BASE}/t/{seated.table}#seat={seated.secret}"
        assert f"{BASE}/t/{seated.table}#join=" in seated.invitation.join
        assert f"{BASE}/t/{seated.table}#watch=" in seated.invitation.watch
        assert seated.invitation.code.isdigit()
        assert len(seated.commitment) == 64

    online(story)


def test_the_secret_of_a_seat_is_nowhere_in_the_store() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        log = await server.store.export(seated.table)
        assert seated.secret.encode() not in log
        assert hash_secret(seated.secret).encode() in log
        assert seated.secret not in repr(seated)

    online(story)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"edition": "parker"}, "edition"),
        ({"players": 5}, "edition"),
        ({"seats": ["me"]}, "seats"),
        ({"seats": ["open", "open"]}, "seats"),
        ({"seats": ["me", "champion:playouts=1000000000"]}, "seats"),
        ({"seats": ["me", "grandmaster"]}, "seats"),
        ({"house_rules": {"hand_size": "many"}}, "edition"),
        ({"house_rules": {"no_such_rule": 1}}, "edition"),
        ({"pace": "none"}, "pace"),
        ({"name": "The Champion"}, "name"),
        ({"name": "a\u202eb"}, "name"),
    ],
)
def test_what_cannot_be_opened_is_told_with_its_field(asked: dict[str, Any], field: str) -> None:
    async def story(server: Online) -> None:
        problem = await refused(server.open(**asked))
        french = await refused(server.open("fr", **asked))
        assert problem.problem("en").field == french.field == field
        assert french.problem("fr").text != problem.problem("en").text
        assert server.service.host.awake == 0

    online(story)


# -- coming --------------------------------------------------------------------------------------------------------


def test_a_friend_comes_by_the_code_and_both_are_dealt_cards_when_both_are_ready() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(seated := await server.open(pace="quick"))
        bob = await server.come(await server.join(code=seated.invitation.code, name="Bob"))
        assert "Bob sits down." in ann.sentences()
        await ann.say("Ready", seed="aa" * 16)
        await bob.say("Ready", seed="bb" * 16)
        starts = await asked_first(ann, bob)
        for one in (ann, bob):
            one.read()
            assert one.mirror.view is not None
            assert len(one.mirror.view.hand) == (7 if one is starts else 6)
        assert ann.observer.broken_promises == []

    online(story)


def test_a_code_can_be_written_in_groups_and_ends_when_the_table_is_full() -> None:
    async def story(server: Online) -> None:
        code = (await server.open()).invitation.code
        assert isinstance(await server.service.look_up(f"{code[:3]} {code[3:]}"), TableListing)
        await server.join(code=f"{code[:2]}-{code[2:]}")
        assert (await refused(server.join(code=code))).why is ErrorCode.TABLE_FULL
        assert (await refused(server.service.look_up(code))).why is ErrorCode.TABLE_FULL

    online(story)


def test_a_code_ends_after_a_day() -> None:
    async def story(server: Online) -> None:
        code = (await server.open()).invitation.code
        await asyncio.sleep(25 * 3600)
        assert (await refused(server.join(code=code))).why is ErrorCode.CODE_NOT_FOUND

    online(story)


def test_wrong_codes_are_taken_only_so_often_from_everybody_together() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        wrong = "000 000 000" if seated.invitation.code != "000000000" else "111 111 111"
        for _ in range(600):
            assert (await refused(server.service.look_up(wrong))).why is ErrorCode.CODE_NOT_FOUND
        assert (await refused(server.service.look_up(seated.invitation.code))).why is ErrorCode.RATE_LIMITED
        await asyncio.sleep(61)
        await server.service.look_up(seated.invitation.code)

    online(story)


def test_a_link_lets_somebody_in_and_a_wrong_one_does_not_say_that_there_is_a_table() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        word = seated.invitation.join.partition("#join=")[2]
        watch = seated.invitation.watch.partition("#watch=")[2]
        for wrong in ("", "x" * 24, watch):
            assert (await refused(server.join(table=seated.table, invitation=wrong))).why is ErrorCode.TABLE_NOT_FOUND
        assert (
            await refused(server.join(table="test-aaaaaaaaaaaaaaaa", invitation=word))
        ).why is ErrorCode.TABLE_NOT_FOUND
        assert (await server.join(table=seated.table, invitation=word)).seat == 1

    online(story)


def test_who_asks_again_with_the_same_secret_sits_down_once() -> None:
    async def story(server: Online) -> None:
        seated = await server.open(players=3)
        secret = "x" * 32
        first = await server.join(code=seated.invitation.code, secret=secret, name="Bob")
        again = await server.join(code=seated.invitation.code, secret=secret, name="Bob")
        assert first.seat == again.seat == 1

    online(story)


def test_who_asks_again_with_the_same_secret_opens_one_table() -> None:
    async def story(server: Online) -> None:
        asked: dict[str, Any] = {"secret": "x" * 32, "public": True}
        first, again = await asyncio.gather(server.open(**asked), server.open(**asked))
        assert first == again
        assert (await server.open(public=True)).table != first.table != (await server.open(secret="y" * 32)).table
        assert len(server.service.lobby.now().tables) == 2
        assert (await server.play_now(secret="z" * 32)).table == (await server.play_now(secret="z" * 32)).table
        assert await (await server.restart()).open(**asked) == first

    online(story)


def test_a_newcomer_takes_a_bot_s_seat_where_no_other_is_free() -> None:
    async def story(server: Online) -> None:
        seated = await server.open(players=3, seats=["me", "tuned", "open"])
        assert (await server.join(code=seated.invitation.code)).seat == 2
        assert (await server.join(code=seated.invitation.code)).seat == 1

    online(story)


@pytest.mark.parametrize("name", ["Ann", "ann", "The Mechanic", "Le Champion", "Player 1", "a\u200bb", "x" * 33, "a|b"])
def test_nobody_has_a_name_that_misleads(name: str) -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        if len(name) > 32:
            return  # the request itself cannot be made
        problem = await refused(server.join(code=seated.invitation.code, name=name))
        assert problem.word == "BadName"

    online(story)


def test_nobody_comes_in_once_the_doors_are_closed() -> None:
    async def story(server: Online) -> None:
        seated = await server.open()
        ann = await server.come(seated)
        await ann.say("SetAccess", newcomers=False, spectators=False)
        assert (await refused(server.join(code=seated.invitation.code))).why is ErrorCode.CODE_NOT_FOUND
        word = seated.invitation.join.partition("#join=")[2]
        assert (await refused(server.join(table=seated.table, invitation=word))).word == "ClosedToNewPlayers"

    online(story)


# -- the lobby -----------------------------------------------------------------------------------------------------


def test_public_tables_are_in_the_lobby_and_every_change_is_told() -> None:
    async def story(server: Online) -> None:
        outbox = Outbox()
        stop = server.service.lobby.follow(outbox)
        await server.open()
        (first,) = map(decode_lobby, outbox.take_now())
        assert first == LobbySnapshot([])
        seated = await server.open(public=True)
        (listed,) = map(decode_lobby, outbox.take_now())
        assert isinstance(listed, TableListed)
        assert [seat.kind for seat in listed.table.seats] == ["person", "open"]
        await server.join(table=seated.table, name="Bob")
        assert not outbox.take_now(), "the next update comes a little later"
        await asyncio.sleep(UPDATE_SECONDS)
        (changed,) = map(decode_lobby, outbox.take_now())
        assert isinstance(changed, TableListed)
        assert [seat.kind for seat in changed.table.seats] == ["person", "person"]
        stop()
        assert [one.id for one in server.service.lobby.now().tables] == [seated.table]
        again = await server.restart()
        assert [one.id for one in again.service.lobby.now().tables] == [seated.table]
        await again.service.close()

    online(story)


# -- playing -------------------------------------------------------------------------------------------------------


def test_play_now_deals_at_once_with_the_seed_of_the_player() -> None:
    async def story(server: Online) -> None:
        seated = await server.play_now(name="Ann")
        ann = await server.come(seated)
        await ann.say("Ready", seed="ab" * 16)
        started = next(event for one in ann.heard for event in one.get("events", ()) if event["event"] == "DealStarted")
        assert started["commitment"] == seated.commitment
        assert started["seeds"][0] == "ab" * 16

    online(story)


def test_play_now_deals_after_two_seconds_where_no_seed_comes() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(await server.play_now())
        await asyncio.sleep(1.9)
        ann.read()
        assert ann.mirror.view is None
        await asyncio.sleep(0.2)
        ann.read()
        assert ann.mirror.view is not None

    online(story)


def test_who_comes_back_on_another_device_is_told_what_was_missed() -> None:
    async def story(server: Online) -> None:
        seated = await server.play_now()
        ann = await server.come(seated)
        await ann.say("Ready")
        await ann.wait_for_question()
        await ann.play()
        ann.session.end()
        phone = await server.come(seated, since=ann)
        assert phone.last("welcome")["seat"] == 0
        assert not [one for one in phone.heard if one["type"] in ("state", "update")]  # nothing was missed
        other = await server.come(seated)
        assert other.mirror.view == ann.mirror.view
        await other.wait_for_question()
        phone.read()
        numbers = [one["number"] for one in phone.heard if one["type"] == "update"]
        assert numbers == list(range(ann.mirror.number + 1, other.mirror.number + 1))

    online(story)


def test_hint_and_undo_are_for_who_plays_alone() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(await server.play_now())
        await ann.say("Ready")
        await ann.wait_for_question()
        assert (await ann.say("Hint"))["type"] == "done"
        assert ann.last("signal")["signal"] == "hint"
        await ann.play()
        await ann.wait_for_question()
        assert (await ann.say("Undo"))["type"] == "done"
        bea = await server.come(seated := await server.open())
        carl = await server.come(await server.join(code=seated.invitation.code))
        await bea.say("Ready")
        await carl.say("Ready")
        starts = await asked_first(bea, carl)
        for command in ("Hint", "Undo"):
            assert (await starts.say(command))["why"]["refusal"] == "SoloOnly"

    online(story)


def test_reactions_are_heard_by_everybody_in_their_own_language() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(seated := await server.open())
        bob = await server.come(await server.join(code=seated.invitation.code), language="fr")
        assert (await ann.say("React", reaction="well-played"))["type"] == "done"
        bob.read()
        assert ann.last("signal")["text"] == "Well played!"
        assert bob.last("signal")["text"] == "Bien joué\u202f!"
        for _ in range(3):  # whoever lost the answer asks again, and is heard once
            assert (await ann.say("React", reaction="hello", id="again"))["type"] == "done"
        bob.read()
        assert [one["text"] for one in bob.heard if one["type"] == "signal"].count("Bonjour\u202f!") == 1
        assert (await ann.say("React", reaction="you smell"))["why"]["refusal"] == "NoSuchReaction"

    online(story)


def test_spectators_see_no_hand_and_can_do_nothing() -> None:
    async def story(server: Online) -> None:
        seated = await server.open(seats=["me", "tuned"], public=True)
        ann = await server.come(seated)
        await ann.say("Ready")
        await ann.wait_for_question()
        eve = await server.come(table=seated.table)
        assert eve.last("welcome")["seat"] is None
        assert eve.mirror.view is not None
        assert not eve.mirror.view.hand
        assert (await eve.say("Ready"))["why"]["refusal"] == "PlayersOnly"
        await ann.say("SetAccess", newcomers=True, spectators=False)
        eve.read()
        assert eve.outbox.closed == 4410
        assert (await server.come(table=seated.table)).outbox.closed == 4403

    online(story)


def test_the_host_frees_the_seat_of_a_player_long_absent_who_can_take_it_back() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(seated := await server.open())
        theirs = await server.join(code=seated.invitation.code, name="Bob")
        bob = await server.come(theirs)
        assert (await ann.say("FreeSeat", target_seat=1))["why"]["refusal"] == "NotAbsent"
        bob.session.end()
        ann.read()
        assert ann.last("signal")["text"] == "Bob is not connected any more."
        await asyncio.sleep(299)
        assert (await ann.say("FreeSeat", target_seat=1))["why"]["refusal"] == "NotAbsent"
        await asyncio.sleep(2)
        assert (await ann.say("FreeSeat", target_seat=1))["type"] == "done"
        refused = await server.come(theirs)
        assert (refused.outbox.closed, refused.last("error")["error"]) == (4403, "seat-freed")
        assert (await server.join(table=theirs.table, secret=theirs.secret, name="Bob", reclaim=True)).seat == 1
        assert (await server.come(theirs)).mirror.viewer == 1

    online(story)


def test_a_guest_does_not_throw_the_owner_out_however_long_the_owner_is_silent() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(seated := await server.open())
        bob = await server.come(await server.join(code=seated.invitation.code, name="Bob"))
        for one in (ann, bob):
            await one.say("Ready")
        ann.session.end()
        for seconds in (61, 300, 24 * 3600):
            await asyncio.sleep(seconds)
            assert (await bob.say("TransferHost", target_seat=1))["why"]["refusal"] == "HostOnly"
            assert (await bob.say("SetAccess", newcomers=False, spectators=False))["why"]["refusal"] == "HostOnly"
            assert (await bob.say("FreeSeat", target_seat=0))["type"] == "refused"
        back = await server.come(seated)
        assert back.mirror.viewer == 0
        assert (await back.say("SetAccess", newcomers=True, spectators=True))["type"] == "done"

    online(story)


def test_a_former_player_reads_the_games_played_and_no_later_one() -> None:
    async def story(server: Online) -> None:
        service = server.service
        ann = await server.come(
            seated := await server.open(house_rules={"turn_cap": 1, "game_goal": 0}, spectators=False)
        )
        bob = await server.come(theirs := await server.join(code=seated.invitation.code, name="Bob"))
        for _ in range(2):
            await play(ann, bob)
        id, secret = theirs.table, theirs.secret
        await bob.say("GiveUpSeat")
        assert (bob.outbox.closed, bob.last("error")["error"]) == (4410, "seat-freed")
        assert await service.authorize_records(id, secret) is None
        invitation = await service.invitation(await service.player(id, seated.secret), BASE)
        carl = await server.come(await server.join(code=invitation.code, name="Carl"))
        assert (await server.come(theirs)).last("error")["error"] == "seat-gone"
        await play(ann, carl)
        assert await service.authorize_records(id, secret) == 2
        assert await service.authorize_records(id, secret, 1) == 1
        with pytest.raises(ApiError, match="not-authorized"):
            await service.authorize_records(id, secret, 3)
        await service.forget(await service.player_or_former(id, secret))
        assert b"Bob" not in await server.store.export(id)

    online(story)


async def play(*people: Visitor) -> None:
    """Play a game of one turn."""
    for one in people:
        assert (await one.say("Ready"))["type"] == "done"
    for one in people:
        one.read()
        if one.mirror.question is not None:
            move = one.mirror.question.moves[-1].move
            assert (await one.say("Play", move=move, question_number=one.mirror.asked))["type"] == "done"
            break
    for one in people:
        one.read()
        assert one.mirror.table.over


def test_a_second_client_of_a_seat_is_told_that_it_is_not_the_first() -> None:
    async def story(server: Online) -> None:
        first = await server.come(seated := await server.open())
        second = await server.come(seated)
        assert [one.last("welcome")["connected_elsewhere"] for one in (first, second)] == [False, True]
        assert (await server.service.own_seat(seated.table, seated.secret)).connected

    online(story)


def test_who_has_just_sat_down_is_not_absent_however_long_the_server_has_run() -> None:
    async def story(server: Online) -> None:
        await asyncio.sleep(3600)
        ann = await server.open(public=True)
        bob = await server.come(await server.join(table=ann.table, name="Bob"))
        assert (await bob.say("FreeSeat", target_seat=0))["why"]["refusal"] == "ActingHostOnly"
        await asyncio.sleep(50)
        await server.service.player(ann.table, ann.secret)  # a request is a sign of life, too
        await asyncio.sleep(50)
        assert (await bob.say("FreeSeat", target_seat=0))["why"]["refusal"] == "ActingHostOnly"

    online(story)


async def fall_asleep(server: Online) -> None:
    """Let time pass until the tables that nobody is at have left the memory."""
    for _ in range(3):
        await asyncio.sleep(60)
        await server.upkeep.tidy()
    assert server.service.host.awake == 0


@pytest.mark.parametrize("pace", ["days", "patient"])
def test_nobody_is_absent_sooner_because_the_table_slept(pace: str) -> None:
    async def story(server: Online) -> None:
        await asyncio.sleep(10 * 24 * 3600)
        ann = await server.come(seated := await server.open(players=3, pace=pace))
        code = seated.invitation.code
        bob = await server.come(theirs := await server.join(code=code, name="Bob"))
        carl = await server.come(await server.join(code=code, name="Carl"))
        for one in (ann, bob, carl):
            await one.say("Ready")
        for one in (ann, bob, carl):
            one.session.end()
        await fall_asleep(server)
        back = await server.come(theirs)
        assert (await back.say("FreeSeat", target_seat=2))["why"]["refusal"] == "ActingHostOnly"  # Ann is not absent
        if pace == "days":
            await asyncio.sleep(2 * 24 * 3600)
            back.session.end()
            await fall_asleep(server)
            back = await server.come(theirs)
            assert (await back.say("FreeSeat", target_seat=2))["why"]["refusal"] == "ActingHostOnly"
        await asyncio.sleep(24 * 3600 if pace == "days" else 800)
        assert (await back.say("FreeSeat", target_seat=2))["type"] == "done"

    online(story)


def test_what_is_forgotten_of_sleeping_tables_makes_nobody_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: Online) -> None:
        monkeypatch.setattr("bornes.server.presence.MAX_SLEEPING_TABLES", 1)
        await asyncio.sleep(3600)
        tables = [await server.open(public=True) for _ in range(3)]
        await fall_asleep(server)
        for seated in tables:
            bob = await server.come(await server.join(table=seated.table, name="Bob"))
            assert (await bob.say("SeatBot", target_seat=0, bot="tuned"))["why"]["refusal"] == "ActingHostOnly"

    online(story)


def test_a_clock_that_jumps_makes_nobody_absent() -> None:
    async def story(server: Online) -> None:
        upkeep = asyncio.create_task(server.upkeep.run())
        ann = await server.open(public=True)
        bob = await server.come(await server.join(table=ann.table, name="Bob"))
        await asyncio.sleep(1)
        server.slept += 3_600_000
        await asyncio.sleep(1)
        assert (await bob.say("SeatBot", target_seat=0, bot="tuned"))["why"]["refusal"] == "ActingHostOnly"
        await asyncio.sleep(330)
        assert (await bob.say("SeatBot", target_seat=0, bot="tuned"))["why"]["refusal"] == "SeatTaken"
        upkeep.cancel()
        await asyncio.gather(upkeep, return_exceptions=True)

    online(story)


def test_who_gives_the_seat_up_is_let_go_and_can_be_forgotten() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(seated := await server.open())
        theirs = await server.join(code=seated.invitation.code, name="Zebulon")
        bob = await server.come(theirs)
        await server.service.forget(await server.service.player(theirs.table, theirs.secret))
        assert bob.outbox.closed == 4410
        assert b"Zebulon" not in await server.store.export(seated.table)
        assert (await ann.say("SeatBot", target_seat=1, bot="tuned"))["type"] == "done"

    online(story)


@pytest.mark.parametrize("later", [False, True], ids=["in the same deal", "after another deal"])
def test_a_former_player_is_forgotten_once_and_the_secret_is_good_for_nothing_else(later: bool) -> None:
    async def story(server: Online) -> None:
        service = server.service
        ann = await server.come(seated := await server.open(house_rules={"turn_cap": 1, "game_goal": 0}))
        bob = await server.come(theirs := await server.join(code=seated.invitation.code, name="Zebulon"))
        await play(ann, bob)
        await bob.say("GiveUpSeat")
        if later:
            await ann.say("SeatBot", target_seat=1, bot="tuned")
            await ann.say("Ready")
        await service.forget(await service.player_or_former(theirs.table, theirs.secret))
        assert b"Zebulon" not in await server.store.export(theirs.table)
        await service.listing(theirs.table, seated.secret)
        with pytest.raises(ApiError, match="not-authorized"):
            await service.player_or_former(theirs.table, theirs.secret)
        with pytest.raises(ApiError, match="not-authorized"):
            await server.join(table=theirs.table, secret=theirs.secret, reclaim=True)

    online(story)


# -- time ----------------------------------------------------------------------------------------------------------


def test_a_table_that_sleeps_keeps_its_clock_in_the_store() -> None:
    async def story(server: Online) -> None:
        seated = await server.open(pace="days")
        ann = await server.come(seated)
        bob = await server.come(await server.join(code=seated.invitation.code))
        await ann.say("Ready")
        await bob.say("Ready")
        ann.session.end()
        bob.session.end()
        for _ in range(3):
            await asyncio.sleep(60)
            await server.upkeep.tidy()
        assert server.service.host.awake == 0
        await asyncio.sleep(3 * 24 * 3600)
        await server.upkeep.wake_overdue()
        await asyncio.sleep(5)
        back = await server.come(seated, since=ann)
        events = [event["event"] for one in back.heard for event in one.get("events", ())]
        assert events[0] == "PlayerTimedOut"
        assert {"Discarded", "Laid", "Attacked"} & set(events)  # the bot of the seat has decided this once

    online(story)


def test_a_deadline_that_passed_while_the_server_was_down_is_given_back() -> None:
    async def story(server: Online) -> None:
        seated = await server.open(pace="quick")
        ann = await server.come(seated)
        bob = await server.come(await server.join(code=seated.invitation.code))
        await ann.say("Ready")
        await bob.say("Ready")
        await server.service.close()
        await asyncio.sleep(3600)
        again = Online(server.loop, server.store)
        await again.upkeep.wake_overdue()
        back = await again.come(seated, since=ann)
        assert "The table was out of reach; the clock starts again." in back.sentences()
        assert back.last("update")["clock"]["deadline"] == again.clock() + 30_000
        await again.service.close()

    online(story)


def test_a_machine_that_slept_holds_its_sleep_against_nobody() -> None:
    async def story(server: Online) -> None:
        ann = await server.come(seated := await server.open(pace="quick"))
        bob = await server.come(await server.join(code=seated.invitation.code))
        await ann.say("Ready")
        await bob.say("Ready")
        starts = await asked_first(ann, bob)
        await asyncio.sleep(10)
        server.slept += 3_600_000
        await asyncio.sleep(21)
        assert "The table was out of reach; the clock starts again." in ann.sentences()
        await asyncio.sleep(31)
        assert "You are out of time: the bot decides for you this once." in starts.sentences()

    online(story)


# -- what has happened ---------------------------------------------------------------------------------------------


def test_who_comes_in_the_middle_of_a_deal_reads_all_that_the_messages_told() -> None:
    """A player in the second person, a spectator by name, each in the own language: the sentences of their messages."""

    async def story(server: Online) -> None:
        service = server.service
        seated = await server.open(seats=["me", "sunday-driver"], pace=Pace(bots=0), public=True)
        assert (await service.moves(await service.authorize_any(seated.table, seated.secret), "en")).events == []
        ann, eve = await server.come(seated), await server.come(table=seated.table, language="fr")
        await ann.say("Ready")
        for _ in range(6):
            await ann.wait_for_question()
            await ann.play()
        await ann.wait_for_question()
        for visitor, secret, language in ((ann, seated.secret, "en"), (eve, "", "fr")):
            visitor.read()
            told = await service.moves(await service.authorize_any(seated.table, secret), language)
            events = [one for message in visitor.heard for one in message.get("events", ())]
            sentences = [
                (one["event"], one["text"]) for one in events if one["event"] in EVENTS.members and "text" in one
            ]
            assert [(move.event, move.text) for move in told.events] == sentences
            assert len(sentences) > 12
            assert (told.number, told.game, told.deal) == (visitor.mirror.number, 1, 1)
        assert not any(move.event == "Drew" and "pioche une carte" not in move.text for move in told.events)

    online(story)


@pytest.mark.parametrize("asked_for", ["moves", "state"])
def test_many_who_ask_for_a_long_deal_at_once_let_others_go_on(asked_for: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "LONG_DEAL_EVENTS", 0)
    happened: list[str] = []

    def told(speaker: MessageWriter, *arguments: Any, **named: Any) -> Any:
        happened.append("told")
        return written(speaker, *arguments, **named)

    async def story(server: Online) -> None:
        seated = await server.open(seats=["me", "sunday-driver"], pace=Pace(bots=0))
        await (ann := await server.come(seated)).say("Ready")
        await ann.wait_for_question()
        who = await server.service.player(seated.table, seated.secret)

        async def ask() -> None:
            if asked_for == "moves":
                await server.service.moves(who, "en")
            else:
                await server.come(seated)

        async def others() -> None:
            while True:
                happened.append("others")
                await asyncio.sleep(0)

        going_on = asyncio.create_task(others())
        happened.clear()
        await asyncio.gather(*(ask() for _ in range(20)))
        going_on.cancel()

    name = "moves" if asked_for == "moves" else "write_state"
    written = getattr(MessageWriter, name)
    monkeypatch.setattr(MessageWriter, name, told)
    online(story)
    assert happened.count("told") == 20
    assert ("told", "told") not in pairwise(happened)
