"""What people can do at this server, whatever carries their requests: HTTP, a socket, or a simulation."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, Protocol

from ..client.protocol import (
    Invitation,
    JoinTable,
    OpenTable,
    OwnSeat,
    PlayNow,
    SeatAssignment,
    hash_secret,
    new_secret,
)
from ..game.deal import View
from ..game.fair import SEED_BYTES
from ..i18n import N_
from ..review.verdicts import Hint
from ..store import ServerStore
from ..tables import entries as log
from ..tables.bot_runner import BotRunner
from ..tables.commands import ClientCommand, GiveUpSeat, Play, Ready, TakeSeat, Wake
from ..tables.decision_case import DecisionContext, Present
from ..tables.entries import EntryError, InconsistentLog, NewerLog
from ..tables.listeners import Listener, Send
from ..tables.message_writer import MessageWriter
from ..tables.messages import CommandRefused, DealHistory, Done
from ..tables.public_view import FinishedGame, TableListing, encode_listing, table_listing
from ..tables.refusals import PlayersOnly, Refusal, SeatTaken, TooManyArrivals
from ..tables.runtime import TableRuntime
from ..tables.table import Table
from ..tables.table_limits import ONLINE_LIMITS, TableLimits
from ..tables.table_state import SECOND_MS, SeatState
from ..tables.table_store import AppendConflict, NoSuchTable, StoreError
from .addresses import TableOrigins
from .api_errors import ApiError, ErrorCode, refusal_error
from .invitations import InvitationCodes, InvitationTokens, RandomBytes
from .lobby import Lobby
from .presence import Presence
from .record_cache import PlayedDeal, RecordCache, RecordKey, RecordVersion
from .server_log import log_entry_event
from .table_creation import derive_table_id, new_id, table_from_request
from .workers.bot_processes import HintUnavailable
from .workers.fair_queue import QueueOwner

SEED_TIMEOUT_SECONDS = 2.0
"""How long a player of *play now* has to send a seed before the deal begins without."""
MAX_ATTEMPTS = 5
"""Attempts when another writer appends first."""
STARTUP_GRACE_MS = 2 * SECOND_MS
"""Deadlines this soon after the start of the server are extended too."""
MAX_REMEMBERED_REACTIONS = 200
"""Ids of reactions that are remembered: one is repeated within seconds, or not at all."""
RELIST_WITHIN_MS = 6 * 3600 * SECOND_MS
"""After a restart, the lobby lists tables that were active within this time."""
MAX_CONNECTIONS_PER_SEAT = 4
"""A player who opens one more loses the oldest: it may be one that only the server believes in."""
CONNECTED_TEXT, DISCONNECTED_TEXT = N_("{seat} is connected."), N_("{seat} is not connected any more.")


class ServerBotRunner(BotRunner, Protocol):
    """Lets bots think, and works out hints."""

    async def work_hint(self, table: str, view: View) -> Hint:
        """Return what the champion would do, and why."""


class SeatAccess(NamedTuple):
    """Whoever was let in to a table."""

    table: str
    sitting: int | None
    """Which sitting it is; None for a spectator."""


class Service:
    """Runs the tables of a store, and lets people in."""

    def __init__(
        self,
        store: ServerStore,
        thinkers: ServerBotRunner,
        clock: Callable[[], int],
        *,
        wrong_codes_per_minute: int = 600,
        most_tables: int = 20_000,
        random: RandomBytes = secrets.token_bytes,
        limits: TableLimits = ONLINE_LIMITS,
    ) -> None:
        self.store = store
        self.clock = clock
        self.openers = TableOrigins()
        self.lobby = Lobby(
            lambda id: self._spawn(self._unlist(id)), opener_of=self.openers.of, unlisted=self._forget_opener
        )
        self.presence = Presence(clock)
        self.reachable_since = clock()
        """Since when tables can be reached without a break."""
        self.host = TableRuntime(
            store,
            thinkers,
            clock,
            self._outside,
            listed=self.lobby.list,
            is_listed=self.lobby.__contains__,
            appended=self._note,
            lost_before=lambda: self.reachable_since + STARTUP_GRACE_MS,
        )
        self._thinkers = thinkers
        self._invitations = InvitationTokens(store.key)
        self._random = random
        """Gives seeds, ids and codes."""
        self._reactions: deque[tuple[SeatAccess, str]] = deque(maxlen=MAX_REMEMBERED_REACTIONS)
        """The last ones: whoever lost the answer and asks again has said it once."""
        self._connections: dict[SeatAccess, list[Callable[[], None]]] = {}
        """What ends each connection of a player, the oldest first."""
        self._codes = InvitationCodes(store, clock, wrong_codes_per_minute, random)
        self._records = RecordCache(store)
        self._most_tables = most_tables
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        self.on_command: Callable[[str, Done | CommandRefused, float], None] = lambda kind, answer, seconds: None
        """Hears of the commands of players, how they were answered and how long that took; of moves only when everybody
        learns of them, since passes are private."""
        self.on_attended: Callable[[str], None] = lambda table: None
        """Hears that people are present at a table from now on."""
        self._last_move: tuple[str, int | None, str] | None = None
        """The last move that everybody learned of: its table, seat and command."""

    async def start(self) -> None:
        """Begin: know the lobby again."""
        self.lobby.load(await self.store.listings(self.clock() - RELIST_WITHIN_MS))

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

    async def open_table(
        self, request: OpenTable | PlayNow, language: str, base: str, address: str = ""
    ) -> SeatAssignment:
        """Open a table for somebody, who sits there; who repeats it with the same secret is answered as before.

        ``address`` is the neighborhood that the request comes from.
        """
        if self.host.awake >= self._most_tables:
            raise ApiError(ErrorCode.TOO_MANY_TABLES, retry_after=60)
        name, secret = self.store.name, request.secret or new_secret()
        id = derive_table_id(name, self.store.key, secret) if request.secret else new_id(name, self._random)
        state = table_from_request(request, id, secret, self._random(SEED_BYTES), language, self._limits)
        self.openers.note(id, address)  # before it is listed
        try:
            with _store_problems(), suppress(AppendConflict):  # it was opened, and the answer was lost
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
        await asyncio.sleep(SEED_TIMEOUT_SECONDS)
        table = self.host.table(id)
        if table is not None and table.deal is None:
            sitting = table.occupant_of(hash_secret(secret))
            if sitting is not None:
                with suppress(StoreError):  # the player can still say so
                    await self.host.command(id, None, Ready(), sitting=sitting)

    async def join(
        self, request: JoinTable, language: str, base: str, spend: Callable[[str], None] = lambda table: None
    ) -> SeatAssignment:
        """Let somebody sit down; who repeats it with the same secret is answered as before.

        ``spend`` counts it for the address that it comes from; ApiError where it sits down too often at a table.
        """
        secret = request.secret or new_secret()
        key = hash_secret(secret)
        table = await (self._table_by_code(request.code, key) if request.code else self._table(request.table))
        id = table.state.id
        if table.occupant_of(key) is None and request.reclaim:
            spend(id)
            await self._come_back(id, request, key, language)
        elif table.occupant_of(key) is None:
            if not (request.code or table.state.public or self._is_invited(id, request.invitation)):
                raise ApiError(ErrorCode.TABLE_NOT_FOUND)
            spend(id)
            await self._sit(id, request, key, language)
        return await self._seated(id, secret, base)

    async def _table_by_code(self, code: str, key: str = "") -> Table:
        """Return the table that a code leads to; it ends when no seat is free there.

        Whoever took the last one and lost the answer asks again with the same ``key``.  Who was too slow hears for a
        while that the table is full; a seat that is free again later needs a new code.
        """
        with _store_problems():
            led = await self._codes.resolve(code)
            table = await self._table(led.table)
            if key and table.occupant_of(key) is not None:
                return table
            if not led.ended and not _has_room(table):
                await self._codes.expire(table.state.id)
        if not _free_seats(table):
            raise ApiError(ErrorCode.TABLE_FULL, field="code")
        if led.ended or not table.state.newcomers:
            raise ApiError(ErrorCode.CODE_NOT_FOUND, field="code")
        return table

    async def _sit(self, id: str, request: JoinTable, key: str, language: str) -> None:
        """Take the seat that was asked for, or one that is free."""
        table = await self._table(id)
        wanted = [request.seat] if request.seat is not None else _free_seats(table)
        if not wanted:
            raise ApiError(ErrorCode.TABLE_FULL)
        for seat in wanted:
            command = TakeSeat(id=f"sit {key[:32]}", target_seat=seat, name=request.name, secret_hash=key)
            with _store_problems():
                answer = await self.host.command(id, None, command, language)
            if isinstance(answer, Done):
                return
            # Somebody was quicker, or so many came and went there that the seat waits for the next deal.
            if not isinstance(answer.why, SeatTaken | TooManyArrivals) or seat == wanted[-1]:
                raise refusal_error(answer)

    async def _come_back(self, id: str, request: JoinTable, key: str, language: str) -> None:
        """Give a former player the seat back, if no other person has it."""
        with _store_problems():
            answer = await self.host.command(
                id, None, TakeSeat(target_seat=0, name=request.name, secret_hash=key, reclaim=True), language
            )
        if isinstance(answer, CommandRefused):
            raise (
                _why_no_seat(await self._table(id), key)
                if isinstance(answer.why, PlayersOnly)
                else refusal_error(answer)
            )

    def _is_invited(self, id: str, word: str) -> bool:
        return self._invitations.matches(word, id, "join")

    async def _seated(self, id: str, secret: str, base: str) -> SeatAssignment:
        table = await self._table(id)
        sitting = table.occupant_of(hash_secret(secret))
        seat = None if sitting is None else table.seat_of(sitting)
        if sitting is None or seat is None:
            raise ApiError(ErrorCode.NOT_AUTHORIZED)
        self.presence.note(id, sitting)
        link = f"{base}/t/{id}#seat={secret}"
        return SeatAssignment(id, seat, secret, link, table.commitment, await self._invitation(table, base))

    # -- those who are in ------------------------------------------------------------------------------------------

    async def authorize(self, id: str, secret: str = "", word: str = "") -> SeatAccess:
        """Let a player in by the secret of the seat, or a spectator; ApiError for anybody else."""
        if secret:
            return await self._enter_seat(id, secret)
        table = await self._table(id)
        if not (table.state.public or self._invitations.matches(word, id, "watch") or self._is_invited(id, word)):
            raise ApiError(ErrorCode.TABLE_NOT_FOUND)
        if not table.may_spectate:
            raise ApiError(ErrorCode.NO_SPECTATORS)
        return SeatAccess(id, None)

    async def _enter_seat(self, id: str, secret: str) -> SeatAccess:
        """Let a player in; a wrong secret and a table that is not there are answered alike."""
        try:
            table = await self._table(id)
        except ApiError as problem:
            raise (
                problem if problem.why is not ErrorCode.TABLE_NOT_FOUND else ApiError(ErrorCode.NOT_AUTHORIZED)
            ) from None
        sitting = table.occupant_of(hash_secret(secret))
        if sitting is None:
            raise _why_no_seat(table, hash_secret(secret))
        return SeatAccess(id, sitting)

    async def authorize_any(self, id: str, word: str) -> SeatAccess:
        """Let somebody in by whatever they have: the secret of a seat, an invitation, or nothing at a public table."""
        table = await self._table(id)
        sitting = table.occupant_of(hash_secret(word)) if word else None
        return SeatAccess(id, sitting) if sitting is not None else await self.authorize(id, word=word)

    async def authorize_records(self, id: str, word: str, game: int | None = None) -> int | None:
        """Let in somebody who wants to read a game, and return which one: the last, where None is asked for.

        Former players read the games that they played in, and those before.
        """
        table = await self._table(id)
        former = table.former_player(hash_secret(word)) if word else None
        if former is None or not former.game or table.occupant_of(former.secret_hash) is not None:
            await self.authorize_any(id, word)
            return game
        if game is None:
            return None if former.game == table.state.game else former.game
        if game > former.game:
            raise ApiError(ErrorCode.NOT_AUTHORIZED)
        return game

    async def own_seat(self, id: str, secret: str) -> OwnSeat:
        """Return the seat that a secret leads to."""
        who = await self._enter_seat(id, secret)
        table, seat = await self._table(id), self.seat_of(who)
        if who.sitting is None or seat is None:
            raise ApiError(ErrorCode.NOT_AUTHORIZED)
        return OwnSeat(seat, table.names[seat], self.presence.is_here(id, who.sitting))

    async def player_or_former(self, id: str, secret: str) -> SeatAccess:
        """Let in a player by the secret of the seat, also after it was given up or freed."""
        try:
            return await self.player(id, secret)
        except ApiError:
            table = self.host.table(id)
            if table is None or (former := table.former_player(hash_secret(secret))) is None:
                raise
            return SeatAccess(id, former.occupant)

    def can_come_back(self, who: SeatAccess) -> bool:
        """Say whether a player who has lost the seat can take it back."""
        table = self.host.table(who.table)
        former = () if table is None else table.state.former_players
        return any(one.occupant == who.sitting and one.seat is not None for one in former)

    async def player(self, id: str, secret: str) -> SeatAccess:
        """Let a player in by the secret of the seat, and nobody else."""
        if not secret:
            raise ApiError(ErrorCode.NOT_AUTHORIZED)
        who = await self.authorize(id, secret)
        if who.sitting is not None:
            self.presence.note(id, who.sitting)
        return who

    async def listen(
        self,
        who: SeatAccess,
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
            raise ApiError(ErrorCode.NO_SPECTATORS if who.sitting is None else ErrorCode.NOT_AUTHORIZED) from None

    async def command(self, who: SeatAccess, command: ClientCommand, language: str) -> Done | CommandRefused:
        """Carry out a command of a player, and return what to answer."""
        if who.sitting is None:
            return await self.refuse(who, command.id, PlayersOnly(), language)
        begun = asyncio.get_running_loop().time()
        with _store_problems():
            answer = await self.host.command(who.table, None, command, language, sitting=who.sitting)
        if not isinstance(command, Play) or self._last_move == (who.table, self.seat_of(who), command.id):
            self.on_command(type(command).__name__, answer, asyncio.get_running_loop().time() - begun)
        return answer

    async def react(self, who: SeatAccess, phrase: str, id: str, language: str) -> Done | CommandRefused:
        """Let everybody hear a phrase of the list."""
        if id and (who, id) in self._reactions:
            return Done(id)
        seat = self.seat_of(who)
        why = PlayersOnly() if seat is None else self.host.react(who.table, seat, phrase)
        if why is not None:
            return await self.refuse(who, id, why, language)
        self._reactions.append((who, id))
        return Done(id)

    async def refuse(self, who: SeatAccess, id: str, why: Refusal, language: str) -> CommandRefused:
        """Return how something is refused that a table is not asked for."""
        with _store_problems():
            return await self.host.refusal_message(who.table, id, why, language)

    def seat_of(self, who: SeatAccess) -> int | None:
        """Return where somebody sits now; None for a spectator, and for a table that is not in memory."""
        table = self.host.table(who.table)
        return None if table is None or who.sitting is None else table.seat_of(who.sitting)

    def connected(self, who: SeatAccess, displace: Callable[[], None], *, bot: bool = False, address: str = "") -> None:
        """Note that somebody is connected, tell the others, and let a table go on that waited for it.

        ``displace`` ends the connection, should there be too many.
        """
        first = self.presence.add_connection(who.table, who.sitting, bot=bot)
        if who.sitting is not None:
            self.openers.note(who.table, address)
            if first:
                self._tell_presence(who, CONNECTED_TEXT)
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
        with suppress(StoreError, InconsistentLog, EntryError):  # whoever comes next wakes it
            await self.host.command(id, None, Wake())

    def disconnected(self, who: SeatAccess, displace: Callable[[], None], *, bot: bool = False) -> None:
        """Note that a connection has ended, and tell the others where it was the player's last."""
        if who.sitting is not None:
            self._connections[who].remove(displace)
            if not self._connections[who]:
                del self._connections[who]
        if self.presence.remove_connection(who.table, who.sitting, bot=bot) and who.sitting is not None:
            self._tell_presence(who, DISCONNECTED_TEXT)

    def present(self, id: str, seats: Sequence[SeatState] | None = None) -> Present:
        """Return who is present at a table: spectators, and players whose seats the server's bots don't drive.

        ``seats`` are those to go by, the table's own unless others are given.
        """
        table = self.host.table(id)
        if seats is None:
            seats = [] if table is None else table.state.seats
        here = self.presence.connected(id)
        playing = {None, *(seat.occupant for seat in seats if seat.kind == "person" and not seat.autopilot)}
        if playing & here.people.keys():
            return "people"
        return "bots" if playing & here.bots.keys() else "nobody"

    def bot_queue_owner(self, id: str) -> QueueOwner:
        """Return whose turn of the bots' time a table takes, and whether people are present there."""
        return QueueOwner(self.present(id) == "people", self.openers.of(id), id)

    def _tell_presence(self, who: SeatAccess, text: str) -> None:
        seat = self.seat_of(who)
        if seat is not None:
            self.host.send_signal(who.table, "presence", seat, text, connected=text is CONNECTED_TEXT)

    def connected_seats(self, id: str) -> list[int]:
        """Return the seats of those who are connected."""
        table = self.host.table(id)
        seats = [] if table is None else table.state.seats
        return [at for at, seat in enumerate(seats) if self.presence.is_here(id, seat.occupant)]

    # -- what there is to see --------------------------------------------------------------------------------------

    async def listing(self, id: str, secret: str = "") -> TableListing:
        """Return what there is to know of a table before one sits down: of a public one, or with a word for it."""
        table = await self._table(id)
        key = hash_secret(secret)
        known = bool(secret) and (table.occupant_of(key) is not None or table.former_player(key) is not None)
        invited = self._is_invited(id, secret) or self._invitations.matches(secret, id, "watch")
        if not (table.state.public or known or invited):
            raise ApiError(ErrorCode.TABLE_NOT_FOUND)
        return table_listing(table)

    async def look_up(self, code: str) -> TableListing:
        """Return the table that a code leads to; a code ends when no seat is free."""
        return table_listing(await self._table_by_code(code))

    async def invitation(self, who: SeatAccess, base: str) -> Invitation:
        """Return what brings others to a table, for somebody who sits there."""
        return await self._invitation(await self._table(who.table), base)

    async def _invitation(self, table: Table, base: str) -> Invitation:
        id = table.state.id
        join = f"{base}/t/{id}#join={self._invitations.token(id, 'join')}"
        watch = f"{base}/t/{id}#watch={self._invitations.token(id, 'watch')}"
        if not _has_room(table):
            return Invitation(join, watch)
        with _store_problems():
            code, until = await self._codes.of_table(id)
        return Invitation(join, watch, code, until)

    async def moves(self, who: SeatAccess, language: str) -> DealHistory:
        """Return all that has happened in the present deal, as far as somebody who was let in may know."""
        await self.host.wait_to_tell(await self._table(who.table))
        table = await self._table(who.table)  # as it is by now
        seat = None if who.sitting is None else table.seat_of(who.sitting)
        if seat is None and who.sitting is not None:
            raise ApiError(ErrorCode.NOT_AUTHORIZED)
        return MessageWriter(table, language).moves(seat)

    def deal_events(self, id: str) -> int:
        """Return how many events the present deal of a table in memory has."""
        table = self.host.table(id)
        return 0 if table is None or table.deal is None else len(table.deal.events)

    async def hint(self, who: SeatAccess) -> Hint | None:
        """Return a hint for somebody who plays alone against bots and is to decide; None where there is none."""
        table = await self._table(who.table)
        seat = self.seat_of(who)
        if seat is None or not table.is_solo or seat not in table.asked:
            return None
        try:
            return await self._thinkers.work_hint(who.table, table.view_for_bot(seat))
        except HintUnavailable:
            raise ApiError(ErrorCode.BUSY, retry_after=2) from None

    async def finished_game(self, id: str, game: int | None = None) -> FinishedGame:
        """Return the finished deals of a game, the last one unless another is named."""
        moment = RecordVersion.of(await self._table(id))
        last = game is None or game == moment.game
        if game is not None and game > moment.game:
            raise ApiError(ErrorCode.DEAL_NOT_OVER)
        with _store_problems():
            found = await self._records.find(RecordKey(id, game, moment if last else None))
        if found is None:
            raise ApiError(ErrorCode.DEAL_NOT_OVER)
        return found

    async def finished_deal(self, id: str, game: int, number: int) -> PlayedDeal:
        """Return one finished deal of a game."""
        with _store_problems():
            found = await self._records.deal(id, game, number)
        if found is None:
            raise ApiError(ErrorCode.DEAL_NOT_OVER)
        return found

    async def forget(self, who: SeatAccess) -> None:
        """Give a seat up, and take the player's name out of the log."""
        assert who.sitting is not None
        await self.command(who, GiveUpSeat(for_good=True), "en")
        with _store_problems():
            for _ in range(MAX_ATTEMPTS):
                with suppress(AppendConflict):  # somebody moved meanwhile
                    await self.store.forget(who.table, who.sitting, self._listed(who.table))
                    break
            self._records.forget(who.table)
            await self.host.unload(who.table)

    def _listed(self, id: str) -> bytes | None:
        """Return how a table is listed now."""
        table = self.host.table(id)
        return None if table is None or id not in self.lobby else encode_listing(table_listing(table))

    # -- behind it -------------------------------------------------------------------------------------------------

    async def _table(self, id: str) -> Table:
        """Return a table, loaded; ApiError where there is none.

        It is as its log says: while entries are being appended a table in memory is ahead, and whoever was told of it
        then would have been told what may never come to be.
        """
        if self.host.table(id) is None:
            if not id.startswith(f"{self.store.name}-"):
                raise ApiError(ErrorCode.TABLE_NOT_FOUND)
            if self.host.awake >= self._most_tables:
                raise ApiError(ErrorCode.TOO_MANY_TABLES, retry_after=5)
        with _store_problems():
            await self.host.load(id)  # waits for what is being appended
        table = self.host.table(id)
        if table is None:
            raise ApiError(ErrorCode.BUSY, retry_after=1)
        return table

    def _note(self, table: Table, entry: log.Entry) -> None:
        """Take note of an entry that is durable."""
        log_entry_event(table, entry)
        if isinstance(entry, log.MoveMade) or (isinstance(entry, log.WindowResolved) and entry.move):
            self._last_move = table.state.id, entry.seat, entry.id

    def _outside(self, id: str, now: int) -> DecisionContext:
        return DecisionContext(
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
        return min(self.presence.absence_ms(id, table.state.seats[seat].occupant), self.clock() - self.reachable_since)

    def unload_if_idle(self, id: str) -> bool:
        """Let a table leave the memory where nobody listens and no bot thinks, and say whether it was so."""
        table = self.host.table(id)
        slept = self.host.unload_if_idle(id)
        if slept and table is not None:
            self.presence.sleep(id, [seat.occupant for seat in table.state.seats])
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
        raise ApiError(ErrorCode.TABLE_NOT_FOUND) from None
    except NewerLog as error:
        raise ApiError(ErrorCode.TABLE_NEWER) from error
    except (InconsistentLog, EntryError) as error:
        raise ApiError(ErrorCode.TABLE_DAMAGED) from error
    except StoreError as error:
        raise ApiError(ErrorCode.BUSY, retry_after=1) from error


def _why_no_seat(table: Table, key: str) -> ApiError:
    """Return why a key leads to no seat."""
    former = table.former_player(key)
    if former is None:
        return ApiError(ErrorCode.NOT_AUTHORIZED)
    return ApiError(ErrorCode.SEAT_GONE if former.seat is None else ErrorCode.SEAT_FREED)


def _free_seats(table: Table) -> list[int]:
    """Return the seats that somebody could take: those where nobody sits, then those of bots."""
    kinds = [seat.kind for seat in table.state.seats]
    return [at for kind in ("open", "bot") for at, taken in enumerate(kinds) if taken == kind]


def _has_room(table: Table) -> bool:
    """Say whether anybody could sit down, now or after the deal."""
    return table.state.newcomers and bool(_free_seats(table))
