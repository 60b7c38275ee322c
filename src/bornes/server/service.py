"""What people can do at this server, whatever carries their requests: HTTP, a socket, or a simulation."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, Protocol

from ..client.protocol import Invitation, JoinTable, OpenTable, OwnSeat, PlayNow, Seated, key_of, new_secret
from ..game.deal import View
from ..game.fair import SEED_BYTES
from ..i18n import N_
from ..review.verdicts import Hint
from ..store.server_store import ServerStore
from ..tables import entries as log
from ..tables.bot_runner import Thinkers
from ..tables.commands import ClientCommand, GiveUp, Play, Ready, Sit, Wake
from ..tables.decide import Outside, Present
from ..tables.entries import EntryError, TableFault
from ..tables.listeners import Listener, Send
from ..tables.message_writer import Speaker
from ..tables.messages import Done, MovesSoFar, Refused
from ..tables.public_view import FinishedGame, Listing, encode_listing, list_table
from ..tables.refusals import NotYourSeat, Refusal, SeatTaken, TooManyArrivals
from ..tables.runtime import Host
from ..tables.table import Table
from ..tables.table_limits import ONLINE, Limits
from ..tables.table_state import SECOND, SeatState
from ..tables.table_store import NoSuchTable, NumberTaken, StoreError
from .addresses import Openers
from .api_errors import ServerProblem, Why, refused
from .invitations import Codes, Invitations, RandomBytes
from .lobby import LobbyRoom
from .presence import Presence
from .record_cache import Asked, Moment, PlayedDeal, RecordShelf
from .server_log import note_entry
from .table_creation import id_for, new_id, table_asked_for
from .workers.bot_processes import NoHint
from .workers.fair_queue import Turn

SEED_TIME = 2.0
"""Seconds in which whoever plays at once can give a seed; then the deal begins without."""
TRIES = 5
"""So often something is tried again when somebody else was quicker."""
GRACE = 2 * SECOND
"""A deadline so soon after the server began to serve is given back too."""
REACTIONS_KEPT = 200
"""So many reactions of everybody are known again: one is repeated within seconds, or not at all."""
LISTED_FOR = 6 * 3600 * SECOND
"""After a restart tables are listed at which something happened within this time."""
MAX_CONNECTIONS_PER_SEAT = 4
"""A player who opens one more loses the oldest: it may be one that only the server believes in."""
HERE, AWAY = N_("{seat} is connected."), N_("{seat} is not connected any more.")


class ServerThinkers(Thinkers, Protocol):
    """Lets bots think, and works out hints."""

    async def work_hint(self, table: str, view: View) -> Hint:
        """Return what the champion would do, and why."""


class Entrance(NamedTuple):
    """Whoever was let in to a table."""

    table: str
    sitting: int | None
    """Which sitting it is; None for a spectator."""


class Service:
    """Runs the tables of a store, and lets people in."""

    def __init__(
        self,
        store: ServerStore,
        thinkers: ServerThinkers,
        clock: Callable[[], int],
        *,
        wrong_codes_per_minute: int = 600,
        most_tables: int = 20_000,
        random: RandomBytes = secrets.token_bytes,
        limits: Limits = ONLINE,
    ) -> None:
        self.store = store
        self.clock = clock
        self.openers = Openers()
        self.lobby = LobbyRoom(
            lambda id: self._spawn(self._unlist(id)), opener_of=self.openers.of, unlisted=self._forget_opener
        )
        self.presence = Presence(clock)
        self.reachable_since = clock()
        """Since when tables can be reached without a break."""
        self.host = Host(
            store,
            thinkers,
            clock,
            self._outside,
            listed=self.lobby.list,
            is_listed=self.lobby.__contains__,
            appended=self._note,
            lost_before=lambda: self.reachable_since + GRACE,
        )
        self._thinkers = thinkers
        self._invitations = Invitations(store.key)
        self._random = random
        """Gives seeds, ids and codes."""
        self._reactions: deque[tuple[Entrance, str]] = deque(maxlen=REACTIONS_KEPT)
        """The last ones: whoever lost the answer and asks again has said it once."""
        self._connections: dict[Entrance, list[Callable[[], None]]] = {}
        """What ends each connection of a player, the oldest first."""
        self._codes = Codes(store, clock, wrong_codes_per_minute, random)
        self._records = RecordShelf(store)
        self._most_tables = most_tables
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        self.on_command: Callable[[str, Done | Refused, float], None] = lambda kind, answer, seconds: None
        """Hears of the commands of players, how they were answered and how long that took; of moves only when everybody
        learns of them, since passes are private."""
        self.on_attended: Callable[[str], None] = lambda table: None
        """Hears that people are present at a table from now on."""
        self._last_move: tuple[str, int | None, str] | None = None
        """The last move that everybody learned of: its table, seat and command."""

    async def start(self) -> None:
        """Begin: know the lobby again."""
        self.lobby.load(await self.store.listings(self.clock() - LISTED_FOR))

    async def _unlist(self, id: str) -> None:
        """Let a table that was dropped from the lobby stay out of it after a restart."""
        with suppress(StoreError):
            await self.store.unlist(id)

    def _forget_opener(self, id: str) -> None:
        """Forget the address of a table that is neither in memory nor in the lobby."""
        if self.host.table(id) is None and id not in self.lobby:
            self.openers.forget(id)

    async def close(self) -> None:
        """Take no new work, and finish what is being written."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.host.close()

    # -- coming in -------------------------------------------------------------------------------------------------

    async def open_table(self, request: OpenTable | PlayNow, language: str, base: str, address: str = "") -> Seated:
        """Open a table for somebody, who sits there; who repeats it with the same secret is answered as before.

        ``address`` is the neighborhood that the request comes from.
        """
        if self.host.awake >= self._most_tables:
            raise ServerProblem(Why.TOO_MANY_TABLES, retry_after=60)
        name, secret = self.store.name, request.secret or new_secret()
        id = id_for(name, self.store.key, secret) if request.secret else new_id(name, self._random)
        state = table_asked_for(request, id, secret, self._random(SEED_BYTES), language, self._limits)
        self.openers.note(id, address)  # before it is listed
        try:
            with _store_problems(), suppress(NumberTaken):  # it was opened, and the answer was lost
                await self.host.open(state)
        except BaseException:
            self._forget_opener(id)
            raise
        seated = await self._seated(id, secret, base)
        if isinstance(request, PlayNow):
            self._spawn(self._begin_soon(id, secret))
        return seated

    async def _begin_soon(self, id: str, secret: str) -> None:
        """Begin the first deal without a seed, where none came in time."""
        await asyncio.sleep(SEED_TIME)
        table = self.host.table(id)
        if table is not None and table.deal is None:
            sitting = table.sitting_of(key_of(secret))
            if sitting is not None:
                with suppress(StoreError):  # the player can still say so
                    await self.host.command(id, None, Ready(), sitting=sitting)

    async def join(
        self, request: JoinTable, language: str, base: str, spend: Callable[[str], None] = lambda table: None
    ) -> Seated:
        """Let somebody sit down; who repeats it with the same secret is answered as before.

        ``spend`` counts it for the address that it comes from; ServerProblem where it sits down too often at a table.
        """
        secret = request.secret or new_secret()
        key = key_of(secret)
        table = await (self._table_by_code(request.code, key) if request.code else self._table(request.table))
        id = table.state.id
        if table.sitting_of(key) is None and request.back:
            spend(id)
            await self._come_back(id, request, key, language)
        elif table.sitting_of(key) is None:
            if not (request.code or table.state.public or self._is_invited(id, request.invitation)):
                raise ServerProblem(Why.NO_TABLE)
            spend(id)
            await self._sit(id, request, key, language)
        return await self._seated(id, secret, base)

    async def _table_by_code(self, code: str, key: str = "") -> Table:
        """Return the table that a code leads to; it ends when no seat is free there.

        Whoever took the last one and lost the answer asks again with the same ``key``.  Who was too slow hears for a
        while that the table is full; a seat that is free again later needs a new code.
        """
        with _store_problems():
            led = await self._codes.lead(code)
            table = await self._table(led.table)
            if key and table.sitting_of(key) is not None:
                return table
            if not led.ended and not _has_room(table):
                await self._codes.end(table.state.id)
        if not _free_seats(table):
            raise ServerProblem(Why.TABLE_FULL, field="code")
        if led.ended or not table.state.newcomers:
            raise ServerProblem(Why.NO_CODE, field="code")
        return table

    async def _sit(self, id: str, request: JoinTable, key: str, language: str) -> None:
        """Take the seat that was asked for, or one that is free."""
        table = await self._table(id)
        wanted = [request.seat] if request.seat is not None else _free_seats(table)
        if not wanted:
            raise ServerProblem(Why.TABLE_FULL)
        for seat in wanted:
            command = Sit(id=f"sit {key[:32]}", to=seat, name=request.name, key=key)
            with _store_problems():
                answer = await self.host.command(id, None, command, language)
            if isinstance(answer, Done):
                return
            # Somebody was quicker, or so many came and went there that the seat waits for the next deal.
            if not isinstance(answer.why, SeatTaken | TooManyArrivals) or seat == wanted[-1]:
                raise refused(answer)

    async def _come_back(self, id: str, request: JoinTable, key: str, language: str) -> None:
        """Give a former player the seat back, if no other person has it."""
        with _store_problems():
            answer = await self.host.command(id, None, Sit(to=0, name=request.name, key=key, back=True), language)
        if isinstance(answer, Refused):
            raise _why_no_seat(await self._table(id), key) if isinstance(answer.why, NotYourSeat) else refused(answer)

    def _is_invited(self, id: str, word: str) -> bool:
        return self._invitations.fits(word, id, "join")

    async def _seated(self, id: str, secret: str, base: str) -> Seated:
        table = await self._table(id)
        sitting = table.sitting_of(key_of(secret))
        seat = None if sitting is None else table.seat_of(sitting)
        if sitting is None or seat is None:
            raise ServerProblem(Why.NOT_YOURS)
        self.presence.note(id, sitting)
        link = f"{base}/t/{id}#seat={secret}"
        return Seated(id, seat, secret, link, table.commitment, await self._invitation(table, base))

    # -- those who are in ------------------------------------------------------------------------------------------

    async def enter(self, id: str, secret: str = "", word: str = "") -> Entrance:
        """Let a player in by the secret of the seat, or a spectator; ServerProblem for anybody else."""
        if secret:
            return await self._enter_seat(id, secret)
        table = await self._table(id)
        if not (table.state.public or self._invitations.fits(word, id, "watch") or self._is_invited(id, word)):
            raise ServerProblem(Why.NO_TABLE)
        if not table.may_look_on:
            raise ServerProblem(Why.NOT_ALLOWED)
        return Entrance(id, None)

    async def _enter_seat(self, id: str, secret: str) -> Entrance:
        """Let a player in; a wrong secret and a table that is not there are answered alike."""
        try:
            table = await self._table(id)
        except ServerProblem as problem:
            raise problem if problem.why is not Why.NO_TABLE else ServerProblem(Why.NOT_YOURS) from None
        sitting = table.sitting_of(key_of(secret))
        if sitting is None:
            raise _why_no_seat(table, key_of(secret))
        return Entrance(id, sitting)

    async def enter_by(self, id: str, word: str) -> Entrance:
        """Let somebody in by whatever they have: the secret of a seat, an invitation, or nothing at a public table."""
        table = await self._table(id)
        sitting = table.sitting_of(key_of(word)) if word else None
        return Entrance(id, sitting) if sitting is not None else await self.enter(id, word=word)

    async def enter_records(self, id: str, word: str, game: int | None = None) -> int | None:
        """Let in somebody who wants to read a game, and return which one: the last, where None is asked for.

        Former players read the games that they played in, and those before.
        """
        table = await self._table(id)
        former = table.former_player(key_of(word)) if word else None
        if former is None or not former.game or table.sitting_of(former.key) is not None:
            await self.enter_by(id, word)
            return game
        if game is None:
            return None if former.game == table.state.game else former.game
        if game > former.game:
            raise ServerProblem(Why.NOT_YOURS)
        return game

    async def own_seat(self, id: str, secret: str) -> OwnSeat:
        """Return the seat that a secret leads to."""
        who = await self._enter_seat(id, secret)
        table, seat = await self._table(id), self.seat_of(who)
        if who.sitting is None or seat is None:
            raise ServerProblem(Why.NOT_YOURS)
        return OwnSeat(seat, table.names[seat], self.presence.is_here(id, who.sitting))

    async def player_or_former(self, id: str, secret: str) -> Entrance:
        """Let in a player by the secret of the seat, also after it was given up or freed."""
        try:
            return await self.player(id, secret)
        except ServerProblem:
            table = self.host.table(id)
            if table is None or (former := table.former_player(key_of(secret))) is None:
                raise
            return Entrance(id, former.sitting)

    def can_come_back(self, who: Entrance) -> bool:
        """Say whether a player who has lost the seat can take it back."""
        table = self.host.table(who.table)
        former = () if table is None else table.state.former
        return any(one.sitting == who.sitting and one.seat is not None for one in former)

    async def player(self, id: str, secret: str) -> Entrance:
        """Let a player in by the secret of the seat, and nobody else."""
        if not secret:
            raise ServerProblem(Why.NOT_YOURS)
        who = await self.enter(id, secret)
        if who.sitting is not None:
            self.presence.note(id, who.sitting)
        return who

    async def listen(
        self,
        who: Entrance,
        viewer: int | None,
        language: str,
        send: Send,
        seen: int,
        ended: Callable[[], None],
    ) -> Listener:
        """Tell somebody everything that happens; ``seen`` messages of the viewer's stream were seen before."""
        id, seat = who.table, self.seat_of(who)
        seen = seen if viewer == seat else 0
        try:
            with _store_problems():
                return await self.host.listen(id, seat, language, send, seen, sitting=who.sitting, ended=ended)
        except LookupError:
            raise ServerProblem(Why.NOT_ALLOWED if who.sitting is None else Why.NOT_YOURS) from None

    async def command(self, who: Entrance, command: ClientCommand, language: str) -> Done | Refused:
        """Carry out a command of a player, and return what to answer."""
        if who.sitting is None:
            return await self.refuse(who, command.id, NotYourSeat(), language)
        begun = asyncio.get_running_loop().time()
        with _store_problems():
            answer = await self.host.command(who.table, None, command, language, sitting=who.sitting)
        if not isinstance(command, Play) or self._last_move == (who.table, self.seat_of(who), command.id):
            self.on_command(type(command).__name__, answer, asyncio.get_running_loop().time() - begun)
        return answer

    async def react(self, who: Entrance, phrase: str, id: str, language: str) -> Done | Refused:
        """Let everybody hear a phrase of the list."""
        if id and (who, id) in self._reactions:
            return Done(id)
        seat = self.seat_of(who)
        why = NotYourSeat() if seat is None else self.host.react(who.table, seat, phrase)
        if why is not None:
            return await self.refuse(who, id, why, language)
        self._reactions.append((who, id))
        return Done(id)

    async def refuse(self, who: Entrance, id: str, why: Refusal, language: str) -> Refused:
        """Return how something is refused that a table is not asked for."""
        with _store_problems():
            return await self.host.refuse(who.table, id, why, language)

    def seat_of(self, who: Entrance) -> int | None:
        """Return where somebody sits now; None for a spectator, and for a table that is not in memory."""
        table = self.host.table(who.table)
        return None if table is None or who.sitting is None else table.seat_of(who.sitting)

    def connected(self, who: Entrance, displace: Callable[[], None], *, bot: bool = False, address: str = "") -> None:
        """Note that somebody is connected, tell the others, and let a table go on that waited for it.

        ``displace`` ends the connection, should there be too many.
        """
        first = self.presence.come(who.table, who.sitting, bot=bot)
        if who.sitting is not None:
            self.openers.note(who.table, address)
            if first:
                self._tell_presence(who, HERE)
        self._attend(who.table)
        if who.sitting is None:
            return
        connections = self._connections.setdefault(who, [])
        connections.append(displace)
        if len(connections) > MAX_CONNECTIONS_PER_SEAT:
            connections[0]()

    def _attend(self, id: str) -> None:
        """Let a table go on that waited for someone to come."""
        table = self.host.table(id)
        if table is not None and not table.playing and (table.paused or table.game_over):
            self._spawn(self._wake(id))
        if self.present(id) == "people":
            self.on_attended(id)

    async def _wake(self, id: str) -> None:
        with suppress(StoreError, TableFault):  # whoever comes next wakes it
            await self.host.command(id, None, Wake())

    def disconnected(self, who: Entrance, displace: Callable[[], None], *, bot: bool = False) -> None:
        """Note that a connection has ended, and tell the others where it was the player's last."""
        if who.sitting is not None:
            self._connections[who].remove(displace)
            if not self._connections[who]:
                del self._connections[who]
        if self.presence.go(who.table, who.sitting, bot=bot) and who.sitting is not None:
            self._tell_presence(who, AWAY)

    def note_command(self, who: Entrance, *, bot: bool = False, address: str = "") -> None:
        """Note a command that comes without a connection: its player is present for a while."""
        if who.sitting is not None:
            self.presence.note_command(who.table, who.sitting, bot=bot)
            self.openers.note(who.table, address)

    def present(self, id: str, seats: Sequence[SeatState] | None = None) -> Present:
        """Return who is present at a table: spectators, and players whose seats the server's bots don't drive.

        ``seats`` are those to go by, the table's own unless others are given.
        """
        table = self.host.table(id)
        if seats is None:
            seats = [] if table is None else table.state.seats
        people, bots = self.presence.present(id)
        playing = {None, *(seat.sitting for seat in seats if seat.kind == "person" and not seat.driven)}
        if people & playing:
            return "people"
        return "bots" if bots & playing else "nobody"

    def turn_of(self, id: str) -> Turn:
        """Return whose turn of the bots' time a table takes, and whether people are present there."""
        return Turn(self.present(id) == "people", self.openers.of(id), id)

    def _tell_presence(self, who: Entrance, text: str) -> None:
        seat = self.seat_of(who)
        if seat is not None:
            self.host.say(who.table, "presence", seat, text, here=text is HERE)

    def here(self, id: str) -> list[int]:
        """Return the seats of those who are connected."""
        table = self.host.table(id)
        seats = [] if table is None else table.state.seats
        return [at for at, seat in enumerate(seats) if self.presence.is_here(id, seat.sitting)]

    # -- what there is to see --------------------------------------------------------------------------------------

    async def listing(self, id: str, secret: str = "") -> Listing:
        """Return what there is to know of a table before one sits down: of a public one, or with a word for it."""
        table = await self._table(id)
        key = key_of(secret)
        known = bool(secret) and (table.sitting_of(key) is not None or table.former_player(key) is not None)
        invited = self._is_invited(id, secret) or self._invitations.fits(secret, id, "watch")
        if not (table.state.public or known or invited):
            raise ServerProblem(Why.NO_TABLE)
        return list_table(table)

    async def look_up(self, code: str) -> Listing:
        """Return the table that a code leads to; a code ends when no seat is free."""
        return list_table(await self._table_by_code(code))

    async def invitation(self, who: Entrance, base: str) -> Invitation:
        """Return what brings others to a table, for somebody who sits there."""
        return await self._invitation(await self._table(who.table), base)

    async def _invitation(self, table: Table, base: str) -> Invitation:
        id = table.state.id
        join = f"{base}/t/{id}#join={self._invitations.word(id, 'join')}"
        watch = f"{base}/t/{id}#watch={self._invitations.word(id, 'watch')}"
        if not _has_room(table):
            return Invitation(join, watch)
        with _store_problems():
            code, until = await self._codes.of_table(id)
        return Invitation(join, watch, code, until)

    async def moves(self, who: Entrance, language: str) -> MovesSoFar:
        """Return all that has happened in the present deal, as far as somebody who was let in may know."""
        await self.host.wait_to_tell(await self._table(who.table))
        table = await self._table(who.table)  # as it is by now
        seat = None if who.sitting is None else table.seat_of(who.sitting)
        if seat is None and who.sitting is not None:
            raise ServerProblem(Why.NOT_YOURS)
        return Speaker(table, language).moves(seat)

    def deal_events(self, id: str) -> int:
        """Return how many events the present deal of a table in memory has."""
        table = self.host.table(id)
        return 0 if table is None or table.deal is None else len(table.deal.events)

    async def hint(self, who: Entrance) -> Hint | None:
        """Return a hint for somebody who plays alone against bots and is to decide; None where there is none."""
        table = await self._table(who.table)
        seat = self.seat_of(who)
        if seat is None or not table.alone or seat not in table.asked:
            return None
        try:
            return await self._thinkers.work_hint(who.table, table.view_for_bot(seat))
        except NoHint:
            raise ServerProblem(Why.BUSY, retry_after=2) from None

    async def finished_game(self, id: str, game: int | None = None) -> FinishedGame:
        """Return the finished deals of a game, the last one unless another is named."""
        moment = Moment.of(await self._table(id))
        last = game is None or game == moment.game
        if game is not None and game > moment.game:
            raise ServerProblem(Why.NOT_YET)
        with _store_problems():
            found = await self._records.find(Asked(id, game, moment if last else None))
        if found is None:
            raise ServerProblem(Why.NOT_YET)
        return found

    async def finished_deal(self, id: str, game: int, number: int) -> PlayedDeal:
        """Return one finished deal of a game."""
        with _store_problems():
            found = await self._records.deal(id, game, number)
        if found is None:
            raise ServerProblem(Why.NOT_YET)
        return found

    async def forget(self, who: Entrance) -> None:
        """Give a seat up, and take the player's name out of the log."""
        assert who.sitting is not None
        await self.command(who, GiveUp(for_good=True), "en")
        with _store_problems():
            for _ in range(TRIES):
                with suppress(NumberTaken):  # somebody moved meanwhile
                    await self.store.forget(who.table, who.sitting, self._listed(who.table))
                    break
            self._records.forget(who.table)
            await self.host.rest(who.table)

    def _listed(self, id: str) -> bytes | None:
        """Return how a table is listed now."""
        table = self.host.table(id)
        return None if table is None or id not in self.lobby else encode_listing(list_table(table))

    # -- behind it -------------------------------------------------------------------------------------------------

    async def _table(self, id: str) -> Table:
        """Return a table, loaded; ServerProblem where there is none.

        It is as its log says: while entries are being appended a table in memory is ahead, and whoever was told of it
        then would have been told what may never come to be.
        """
        if self.host.table(id) is None:
            if not id.startswith(f"{self.store.name}-"):
                raise ServerProblem(Why.NO_TABLE)
            if self.host.awake >= self._most_tables:
                raise ServerProblem(Why.TOO_MANY_TABLES, retry_after=5)
        with _store_problems():
            await self.host.load(id)  # waits for what is being appended
        table = self.host.table(id)
        if table is None:
            raise ServerProblem(Why.BUSY, retry_after=1)
        return table

    def _note(self, table: Table, entry: log.Entry) -> None:
        """Take note of an entry that is durable."""
        note_entry(table, entry)
        if isinstance(entry, log.Moved) or (isinstance(entry, log.WindowEnded) and entry.move):
            self._last_move = table.state.id, entry.seat, entry.id

    def _outside(self, id: str, now: int) -> Outside:
        return Outside(
            now,
            lambda game, deal: self._random(SEED_BYTES),
            away=lambda seat: self._away(id, seat),
            present=lambda seats: self.present(id, seats),
            limits=self._limits,
        )

    def _away(self, id: str, seat: int) -> int:
        """Return how long a player has been out of reach; while nobody could reach this server does not count."""
        table = self.host.table(id)
        if table is None:
            return 0
        return min(self.presence.away(id, table.state.seats[seat].sitting), self.clock() - self.reachable_since)

    def let_sleep(self, id: str) -> bool:
        """Let a table leave the memory where nobody listens and no bot thinks, and say whether it was so."""
        table = self.host.table(id)
        slept = self.host.let_sleep(id)
        if slept and table is not None:
            self.presence.sleep(id, [seat.sitting for seat in table.state.seats])
        if slept:
            self._forget_opener(id)
        return slept

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@contextmanager
def _store_problems() -> Iterator[None]:
    """Say what went wrong with the store in a way that tells nothing about it."""
    try:
        yield
    except NoSuchTable:
        raise ServerProblem(Why.NO_TABLE) from None
    except (TableFault, EntryError) as error:
        raise ServerProblem(Why.FAULT) from error
    except StoreError as error:
        raise ServerProblem(Why.BUSY, retry_after=1) from error


def _why_no_seat(table: Table, key: str) -> ServerProblem:
    """Return why a key leads to no seat."""
    former = table.former_player(key)
    if former is None:
        return ServerProblem(Why.NOT_YOURS)
    return ServerProblem(Why.SEAT_GONE if former.seat is None else Why.SEAT_FREED)


def _free_seats(table: Table) -> list[int]:
    """Return the seats that somebody could take: those where nobody sits, then those of bots."""
    kinds = [seat.kind for seat in table.state.seats]
    return [at for kind in ("open", "bot") for at, taken in enumerate(kinds) if taken == kind]


def _has_room(table: Table) -> bool:
    """Say whether anybody could sit down, now or after the deal."""
    return table.state.newcomers and bool(_free_seats(table))
