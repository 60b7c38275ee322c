"""Two tables that differ in cards which a viewer cannot see: to that viewer they must be one, byte by byte and in time.

The same moves are made at both, at the same moments.  One seat, the *secretive* one, holds another card at the second
table: often the answer to every hazard of a kind, which it never gives.  What reaches anybody else, live or on asking
for everything again, must be the same at both.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from bornes.client.replica import Replica
from bornes.engine.codes import PASS, Phase
from bornes.game.deal import Deal, View
from bornes.game.events import AnswerRequested, Declined, Event, Viewer, WindowOpened, seen_by
from bornes.game.fair import Seeds
from bornes.game.game import Game
from bornes.game.moves import Move, parse
from bornes.rules.cards import HAZARDS, Card, Family, sorted_deck
from bornes.rules.editions import all_forms
from bornes.rules.ruleset import Rules
from bornes.tables import commands as ask
from bornes.tables.bot_runner import BotMove, choose_fallback_move
from bornes.tables.decision_case import DecisionContext
from bornes.tables.listeners import Send
from bornes.tables.messages import FullState, Update, decode_message
from bornes.tables.runtime import TableRuntime
from bornes.tables.table import BotTask
from bornes.tables.table_state import Pace, SeatState, TableState, open_state
from bornes.tables.table_store import MemoryStore

from .knowledge import demand
from .loop import SECOND_MS, VirtualLoop, run_virtual

PACES = (
    Pace(decision=20 * SECOND_MS, window=3 * SECOND_MS, bots=500),
    Pace(decision=20 * SECOND_MS, window=500, bots=800),
    Pace(decision=20 * SECOND_MS, bots=500),
    Pace(bots=300),
)
MAX_MOVES = 24


def public(events: Sequence[Event]) -> int:
    """Count what everybody knows to have happened: it names a decision alike for everybody."""
    return sum(not isinstance(event, AnswerRequested | Declined) for event in events)


@dataclass(frozen=True)
class TwinScript:
    """What is done at both tables."""

    seed: int
    rules: Rules
    seats: tuple[SeatState, ...]
    pace: Pace
    spectators: bool
    secretive: int
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]
    script: dict[int, str]
    """The move for each decision, by how much has happened in public before it."""
    windows: int
    """How many hazards could be answered at one of the tables and not at the other."""

    @classmethod
    def of(cls, seed: int) -> TwinScript:
        """Draw a course from a seed."""
        luck = Random(f"twins {seed}")
        book, form = luck.choice(all_forms())
        rules = book.rules(form.players, partners=form.partners, short=form.short)
        secretive = luck.randrange(rules.players)
        decks = _decks(luck, rules, secretive)
        script, windows = _script(luck, rules, decks, secretive)
        kinds = ["bot" if luck.random() < luck.choice((0.2, 0.5, 0.9)) else "person" for _ in range(rules.players)]
        if "person" not in kinds[:secretive] + kinds[secretive + 1 :]:
            kinds[secretive - 1] = "person"
        seats = [_seat(kind) for kind in kinds]
        alone = kinds.count("person") == 1
        return cls(
            seed,
            rules,
            tuple(seats),
            luck.choice(PACES if alone else PACES[:3]),
            not alone or luck.random() < 0.5,
            secretive,
            decks,
            script,
            windows,
        )


def _seat(kind: str) -> SeatState:
    if kind == "bot":
        return SeatState("bot", bot="sunday-driver")
    # A standing answer to call would be given: that is the player's own doing, and for all to see.
    return SeatState("person", bot="sunday-driver", coup_fourre="ask", remedy="ask")


def _decks(luck: Random, rules: Rules, secretive: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return two decks in which a safety of the secretive seat and the last card to be drawn have changed places.

    Its team can start, and its opponents hold hazards that the safety answers: there will be windows.
    """
    deck = list(sorted_deck(rules.deck))
    luck.shuffle(deck)
    first = Game(rules, deck=deck).first
    places = {
        seat: [(seat - first) % rules.players + rules.players * n for n in range(rules.hand_size)]
        for seat in range(rules.players)
    }
    safety = luck.choice([card for card in deck if card.family is Family.SAFETY])
    hazards = [card for card in HAZARDS if card.safety is safety]
    team = rules.team_of(secretive)
    given = [(places[secretive][0], safety), (len(deck) - 1, luck.choice((Card.D25, Card.D50, Card.D200)))]
    for seat in range(rules.players):
        mine = rules.team_of(seat) == team
        wanted = [Card.ROLL] * 2 if mine else [Card.ROLL, *luck.choices(hazards, k=2)]
        given += zip(places[seat][1:], wanted, strict=False)
    fixed: set[int] = set()
    for place, card in given:
        found = next((at for at, one in enumerate(deck) if one is card and at not in fixed), None)
        if found is not None:
            deck[place], deck[found] = deck[found], deck[place]
            fixed.add(place)
    twin = list(deck)
    here, there = places[secretive][0], len(deck) - 1
    twin[here], twin[there] = deck[there], deck[here]
    return tuple(deck), tuple(twin)


def _script(
    luck: Random, rules: Rules, decks: tuple[tuple[Card, ...], tuple[Card, ...]], secretive: int
) -> tuple[dict[int, str], int]:
    """Return moves that can be made with both decks, leave the two cards where they are and end no deal."""
    deals = [Deal(rules, deck, first=Game(rules, deck=deck).first, stops_in_windows=True) for deck in decks]
    changed = {card for pair in zip(*decks, strict=True) if pair[0] != pair[1] for card in pair}
    script: dict[int, str] = {}
    windows = 0
    for _ in range(MAX_MOVES):
        one, other = deals
        if one.over or one.phase is Phase.CHANCE or one.draw_pile_size <= rules.hand_size + 2:
            break
        if one.phase is Phase.WINDOW:
            windows += _holders(one) != _holders(other)
            for deal in deals:
                deal.close_window()
            if seen_by(None, one.events) != seen_by(None, other.events):
                break
            continue
        both = [move for move in one.legal_moves.notation if move in other.legal_moves.notation]
        if one.seat == secretive:
            both = [move for move in both if one.parse(move).card not in changed]
        if not both:
            break
        attacks = [move for move in both if ">" in move]
        plays = [move for move in both if move[0] not in "-~"]
        mine = [move for move in attacks if one.parse(move).team == rules.team_of(secretive)]
        move = luck.choice(mine or attacks if attacks and luck.random() < 0.8 else plays or both)
        moment = public(one.events)
        script[moment] = move
        for deal in deals:
            deal.play(move)
        if deals[0].phase is Phase.WINDOW and not deals[0].answerers:
            for deal in deals:
                deal.close_window()
        if one.over:  # all hands are open then, and may differ
            del script[moment]
            break
        demand(public(one.events) == public(other.events), "the two courses part")
    return script, windows


def _holders(deal: Deal) -> list[int]:
    return [seat for seat in range(deal.rules.players) if len(deal.answers(seat)) > 1]


# -- one of the two tables ---------------------------------------------------------------------------------------------


@dataclass
class ReceivedMessages:
    """What reached everybody at one table."""

    messages: list[tuple[Viewer, int, bytes]] = field(default_factory=list)
    """To whom, when, and what."""
    last: int = 0
    """When the last move of the script was made."""


class ScriptedBots:
    """Bots that do what is written, and let every hazard pass."""

    def __init__(self, course: TwinScript) -> None:
        self._course = course

    def thinks(self, thought: BotTask, moment: int) -> float:
        """Return how many seconds a bot thinks: no longer than its pace."""
        return Random(f"{self._course.seed} bot {thought.seat} {moment}").randrange(self._course.pace.bots) / SECOND_MS

    async def choose(self, table: str, thought: BotTask, view: View) -> BotMove:
        """Return the move of the script."""
        moment = public(view.events)
        await asyncio.sleep(self.thinks(thought, moment))
        if thought.window:
            return BotMove(Move(PASS))
        text = self._course.script.get(moment)
        if text is None:  # the course is at its end
            await asyncio.sleep(3600)
            return BotMove(choose_fallback_move(thought, view))
        opponents = [team for team in range(view.rules.teams) if team != view.team]
        return BotMove(parse(text, view.phase, opponents))


class ScriptedPlayer:
    """A person who does what is written, at moments that depend on nothing that is hidden.

    ``send`` carries commands to the table; ``look`` is called now and then while a window is open, so that somebody
    asks for everything.
    """

    def __init__(
        self,
        loop: VirtualLoop,
        course: TwinScript,
        seat: Viewer,
        world: int,
        send: Callable[[ask.Play], None],
        look: Callable[[], None],
    ) -> None:
        self.mirror = Replica()
        self._world = world
        self._loop = loop
        self._course = course
        self._seat = seat
        self._send = send
        self._look = look
        self._answered: int | None = None
        self._ids = 0

    def take(self, message: Update | FullState) -> None:
        """Take a message in, and answer what it asks."""
        events = self.mirror.take(message)
        if any(isinstance(event, WindowOpened) for event in events):
            self._invite_guests()
        if self.mirror.asked is not None and self.mirror.asked != self._answered:
            self._answered = self.mirror.asked
            self._plan(self.mirror.asked)

    def _plan(self, asked: int) -> None:
        assert self.mirror.view is not None
        assert self.mirror.question is not None
        moment = public(self.mirror.view.events)
        luck = Random(f"{self._course.seed} {self._seat} {moment}")
        if self.mirror.question.phase == "react":
            if self._unnoticed():  # whether and when is this player's secret
                luck = Random(f"{self._course.seed} {self._world} {moment}")
            if luck.random() < 0.7 or self._course.pace.window is None:
                self._loop.after(luck.randint(0, 4000), self._play, "pass", asked)
            return
        text = self._course.script.get(moment)
        if text is not None and (luck.random() < 0.9 or self._course.pace.decision is None):
            self._loop.after(luck.randint(0, 5000), self._play, text, asked)

    def _unnoticed(self) -> bool:
        """Say whether nobody can notice if the secretive player passes: others could answer, and there is a clock."""
        view = self.mirror.view
        assert view is not None
        only_next = view.answerers == ((view.turn + 1) % view.rules.players,)
        return self._seat == self._course.secretive and self._course.pace.window is not None and not only_next

    def _invite_guests(self) -> None:
        """Let somebody ask for everything while a window is open."""
        assert self.mirror.view is not None
        luck = Random(f"{self._course.seed} guests {self._seat} {public(self.mirror.view.events)}")
        if luck.random() < 0.5 and self._seat != self._course.secretive:
            # After an odd number, as no pace is: who comes in the very moment in which a window closes comes before or
            # behind by how many steps each takes, and that is for real clocks to judge.
            self._loop.after(luck.randrange(1, 3000, 2), self._look)

    def _play(self, move: str, asked: int) -> None:
        self._ids += 1
        self._send(ask.Play(id=str(self._ids), move=move, question_number=asked))


def _seat_at(
    loop: VirtualLoop, host: TableRuntime, course: TwinScript, heard: ReceivedMessages, viewer: Viewer, world: int
) -> Send:
    """Return what takes the messages of a viewer, and answers them."""

    def send(command: ask.Play) -> None:
        loop.create_task(host.command("twin", viewer, command))

    def look() -> None:
        loop.create_task(_look(loop, host, heard, viewer, 0))

    player = ScriptedPlayer(loop, course, viewer, world, send, look)

    def receive(data: bytes) -> None:
        heard.messages.append((viewer, loop.now, data))
        if isinstance(message := decode_message(data), Update | FullState):
            player.take(message)

    return receive


async def _play(loop: VirtualLoop, course: TwinScript, world: int) -> ReceivedMessages:
    """Run one of the tables to the end of the script."""
    heard = ReceivedMessages()
    host = TableRuntime(MemoryStore(), ScriptedBots(course), lambda: loop.now, _outside)
    await host.open(_opened(course), Game(course.rules, deck=course.decks[world]).record)
    viewers: list[Viewer] = [at for at, seat in enumerate(course.seats) if seat.kind == "person"]
    for viewer in (*viewers, *([None] if course.spectators else [])):
        await host.listen("twin", viewer, "en", _seat_at(loop, host, course, heard, viewer, world))
    luck = Random(f"twins {course.seed} guests")
    loop.after(luck.randint(0, 3000), _look_in, loop, host, course, heard, luck)
    table = host.table("twin")
    assert table is not None
    assert table.deal is not None
    idle = 0
    end = max(course.script, default=0)
    while public(table.deal.events) <= end and idle < 200:
        await asyncio.sleep(1)
        idle += 1
    heard.last = loop.now
    await host.close()
    return heard


def _look_in(loop: VirtualLoop, host: TableRuntime, course: TwinScript, heard: ReceivedMessages, luck: Random) -> None:
    """Ask for everything again, as some viewer or other, whatever is going on; and again after a while."""
    viewer = luck.choice([at for at, seat in enumerate(course.seats) if seat.kind == "person"])
    seen = luck.choice((0, 0, luck.randint(1, 30)))
    loop.create_task(_look(loop, host, heard, viewer, seen))
    loop.after(luck.randint(100, 20_000), _look_in, loop, host, course, heard, luck)


async def _look(loop: VirtualLoop, host: TableRuntime, heard: ReceivedMessages, viewer: Viewer, seen: int) -> None:
    """Come as a viewer, hear what there is, and go."""

    def hear(data: bytes) -> None:
        heard.messages.append((viewer, loop.now, data))

    host.stop_listening("twin", await host.listen("twin", viewer, "fr", hear, seen))


def _outside(id: str, now: int) -> DecisionContext:
    return DecisionContext(now, lambda game, deal: Seeds.of(f"twins {game}", deal).server, shuffle=sorted)


def _opened(course: TwinScript) -> TableState:
    seats = [SeatState(one.kind, bot=one.bot, coup_fourre=one.coup_fourre, remedy=one.remedy) for one in course.seats]
    secret = Seeds.of("twins", 1).server
    return open_state("twin", course.rules, seats, secret, pace=course.pace, spectators=course.spectators)


def check_twins(seed: int) -> Counter[str]:
    """Play a course at both tables, and demand that nobody but the secretive seat can tell them apart.

    Returns what was compared: messages, and windows that somebody could answer at one of the tables only.
    """
    course = TwinScript.of(seed)
    one, other = (run_virtual(lambda loop, world=world: _play(loop, course, world)) for world in (0, 1))  # type: ignore[misc]
    demand(one.last == other.last, f"seed {seed}: one table took {one.last} ms, the other {other.last}")
    viewers = {viewer for viewer, _, _ in one.messages} - {course.secretive}
    for viewer in viewers:
        here, there = ([(at, data) for who, at, data in heard.messages if who == viewer] for heard in (one, other))
        for a, b in zip(here, there, strict=False):
            demand(a == b, f"seed {seed}: hidden cards show to {viewer}: {a[0]} {a[1][:400]!r}, {b[0]} {b[1][:400]!r}")
        demand(len(here) == len(there), f"seed {seed}: one table said more to {viewer} than the other")
    return Counter(messages=sum(viewer in viewers for viewer, _, _ in one.messages), windows=course.windows)
