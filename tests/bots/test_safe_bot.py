"""Bots that raise, stall, cheat or scribble: the table goes on, and nothing leaves it that a seat may not know."""

from __future__ import annotations

import gc
import os
import signal
import time
from asyncio import CancelledError
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import Enum
from math import nan
from random import Random
from threading import Event, Thread, current_thread, main_thread
from threading import enumerate as running_threads
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from bornes import Card, Deal, Game, Move, Phase, Piles, Rules, View
from bornes.bots import Bot, BotFault, SafeBot, bot
from bornes.bots.safe_bot import MAX_FAULTS
from bornes.engine.codes import PASS
from bornes.engine.compiled_rules import CompiledRules
from bornes.engine.state import State
from bornes.game.events import Event as Happened
from bornes.game.position import Window
from tests.support.scenes import rules_of, scene

QUICK = rules_of("parker-1962", 2, turn_cap=20)
"""A deal that is soon over, also where nothing is compiled."""
TAKING = rules_of("asmodee", 3, turn_cap=30)
"""Cards are taken from the discards and shuffled again: the most that there is to remember."""


class Doing:
    """A bot that does what it is told to."""

    name = "doing"

    def __init__(self, what: Callable[[View], Any]) -> None:
        self.what = what
        self.views: list[View] = []

    @property
    def asked(self) -> int:
        """How often it was."""
        return len(self.views)

    def choose(self, view: View) -> Move:
        """Whatever comes of it."""
        self.views.append(view)
        answer: Move = self.what(view)
        return answer


def first(view: View) -> Move:
    """The first legal move."""
    return next(iter(view.legal_moves))


def decision() -> View:
    """A seat that may play three of its cards or discard."""
    deal = scene(rules_of("parker-1962"), hand="roll 100 100 stop 25 ace repair", seat=0)
    return deal.view(0)


def played(deal: Deal, *bots: Bot) -> Deal:
    """The deal played to its end, each bot in its seat."""
    while not deal.over:
        assert deal.seat is not None
        deal.play(bots[deal.seat].choose(deal.view(deal.seat)))
    return deal


# -- bots that do what they should ---------------------------------------------------------------------------------


@pytest.mark.parametrize("patience", [None, 60])
def test_a_good_bot_plays_as_if_nobody_watched_it(patience: float | None) -> None:
    free, watched = Game(QUICK, seed=1).deal, Game(QUICK, seed=1).deal
    played(free, bot("random", seed=1), bot("random", seed=2))
    guards = [SafeBot(bot("random", seed=1), patience=patience), SafeBot(bot("random", seed=2), patience=patience)]
    played(watched, *guards)
    assert watched.moves == free.moves
    assert [guard.lost for guard in guards] == [0, 0]
    assert [guard.faults for guard in guards] == [[], []]


def test_a_guarded_bot_is_a_bot_and_keeps_its_name() -> None:
    guard = SafeBot(bot("random"))
    assert isinstance(guard, Bot)
    assert guard.name == "random"


def test_the_number_of_a_legal_move_is_a_move() -> None:
    view = decision()
    chosen = SafeBot(Doing(lambda view: int(first(view)))).choose(view)
    assert chosen == first(view)
    assert isinstance(chosen, Move)


def test_without_patience_a_bot_thinks_in_the_thread_of_the_table() -> None:
    doing = Doing(lambda view: first(view) if current_thread() is main_thread() else None)
    guard = SafeBot(doing)
    guard.choose(decision())
    assert (doing.asked, guard.faults) == (1, [])


def test_a_seat_that_is_not_asked_cannot_choose() -> None:
    deal = Game(QUICK, seed=1).deal
    assert deal.seat == 0
    with pytest.raises(ValueError, match="not asked for a move"):
        SafeBot(bot("random")).choose(deal.view(1))


@pytest.mark.parametrize("patience", [0, -1, float("nan"), float("inf")])
def test_patience_is_some_seconds_or_for_ever(patience: float) -> None:
    with pytest.raises(ValueError, match="patience: a number of seconds above 0"):
        SafeBot(bot("random"), patience=patience)


# -- bots that raise -----------------------------------------------------------------------------------------------


class Unspeakable(Exception):
    """An error that cannot even be told."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


class Endless(Exception):
    """An error that does not know where to stop."""

    def __str__(self) -> str:
        return "and so on " * 6_000_000


class Own(str):
    """A text that is not what it seems."""

    def split(self, *how: Any) -> list[str]:
        raise BaseException("no words")


class Masked(Exception):
    """An error that says something in a text of its own."""

    def __str__(self) -> str:
        return Own("of another kind")


class Speechless(BaseException):
    """An error that is none of Exception's, and whose words raise another such."""

    def __str__(self) -> str:
        raise Speechless


class Nameless(type):
    """What a thing is, which one cannot ask."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError("no name")


class Anonymous(Exception, metaclass=Nameless):
    """An error whose kind cannot be told by asking."""


def raising(error: BaseException) -> Callable[[View], Move]:
    """What raises an error."""

    def raises(view: View) -> Move:
        raise error

    return raises


def endlessly(view: View) -> Move:
    """What calls itself until Python has enough."""
    return endlessly(view)


@pytest.mark.parametrize("patience", [None, 60])
@pytest.mark.parametrize(
    ("what", "text"),
    [
        (raising(ValueError("no\nidea")), "ValueError: no idea"),
        (raising(KeyError()), "KeyError"),
        (raising(SystemExit(3)), "SystemExit: 3"),
        (raising(SystemExit()), "SystemExit"),
        (raising(GeneratorExit()), "GeneratorExit"),
        (raising(StopIteration()), "StopIteration"),
        (raising(CancelledError()), "CancelledError"),
        (raising(MemoryError()), "MemoryError"),
        (raising(Unspeakable()), "Unspeakable"),
        (raising(Speechless()), "Speechless"),
        (raising(Masked()), "Masked: of another kind"),
        (raising(Anonymous("who")), "Anonymous: who"),
        (raising(Endless()), "Endless: and so on and so on"),
        (endlessly, "RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_a_bot_that_raises_loses_the_decision(what: Callable[[View], Move], text: str, patience: float | None) -> None:
    view, guard = decision(), SafeBot(Doing(what), patience=patience)
    assert guard.choose(view) in view.legal_moves
    assert guard.lost == 1
    (fault,) = guard.faults
    assert fault.kind == "raised"
    assert fault.text.startswith(text)
    assert "\n" not in fault.text
    assert len(fault.text) <= 300


@pytest.fixture
def keyboard() -> Iterator[None]:
    """Somebody at the keyboard: a shell that starts the tests in the background lets them ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("keyboard")
def test_ctrl_c_is_for_the_one_at_the_keyboard() -> None:
    guard = SafeBot(Doing(raising(KeyboardInterrupt())))
    with pytest.raises(KeyboardInterrupt):
        guard.choose(decision())
    assert guard.faults == []


@pytest.mark.usefixtures("keyboard")
def test_ctrl_c_while_a_bot_thinks_in_its_thread_is_heard_at_once(sleeper: Sleeper) -> None:
    guard = SafeBot(sleeper, patience=60)

    def press() -> None:
        while not sleeper.asked:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)  # to the whole program, as a terminal does; the main thread hears it

    presser = Thread(target=press)
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        guard.choose(decision())
    presser.join()
    assert guard.faults == []


def test_a_bot_cannot_press_ctrl_c_from_where_nobody_could_have() -> None:
    """Python raises it in the main thread alone, and only where the signal is not ignored."""
    guard, view = SafeBot(Doing(raising(KeyboardInterrupt())), patience=60), decision()
    assert guard.choose(view) in view.legal_moves
    assert guard.faults == [BotFault("raised", "KeyboardInterrupt")]
    guard.patience = None
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert guard.choose(view) in view.legal_moves
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(guard.faults) == 2


def test_where_no_thread_can_be_had_the_decision_is_lost_and_not_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", no_more)
    view, guard = decision(), SafeBot(Doing(first), patience=60)
    assert guard.choose(view) in view.legal_moves
    assert guard.faults == [BotFault("stalled", "RuntimeError: can't start new thread")]


class Shy:
    """A bot that says its name once."""

    asked_for_it = 0

    @property
    def name(self) -> str:
        """What it is called."""
        self.asked_for_it += 1
        if self.asked_for_it > 1:
            raise BaseException("as I said")
        return "shy"

    def choose(self, view: View) -> Move:
        """The first legal move."""
        return first(view)


def test_a_bot_is_asked_for_its_name_before_the_deal_and_never_in_it() -> None:
    view, guard = decision(), SafeBot(Shy(), patience=60)
    assert (guard.choose(view), guard.name, guard.faults) == (first(view), "shy", [])


def test_a_bot_that_failed_once_is_asked_again() -> None:
    def second_time(view: View) -> Move:
        return first(view) if doing.asked > 1 else raising(ValueError("not yet"))(view)

    doing, view = Doing(second_time), decision()
    guard = SafeBot(doing)
    guard.choose(view)
    assert guard.choose(view) == first(view)
    assert guard.lost == 1


# -- bots that answer something else ---------------------------------------------------------------------------------


class Liar(int):
    """A number that says it is equal to everything, and can be turned into none."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __int__(self) -> int:
        raise RuntimeError("caught")


class Trap:
    """An answer that bites whoever touches it."""

    def _bite(self, *touched: Any) -> Any:
        raise BaseException("bitten")

    __index__ = __int__ = __eq__ = __hash__ = __repr__ = __str__ = __bool__ = _bite
    __class__ = property(_bite)


class Text(str):
    """A text of its own kind."""


class Odd(int, metaclass=Nameless):
    """A number whose kind cannot be asked."""

    def __index__(self) -> int:
        raise BaseException("not that")

    __int__ = __hash__ = __index__

    def __eq__(self, other: object) -> bool:
        raise BaseException("nor that")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Trap(), "answered Trap, not a move"),
        (Text("roll"), "answered Text, not a move"),
        (nan, "answered float, not a move"),
        (Odd(99), "answered a number that is no move"),
        (Odd(Move.lay(Card.D200)), "answered 200; legal were "),
        (Move(PASS), "answered pass; legal were "),  # a move of another phase
        (None, "answered NoneType, not a move"),
        ("roll", "answered str, not a move"),
        (True, "answered bool, not a move"),
        (13.0, "answered float, not a move"),
        (-1, "answered a number that is no move"),
        (64, "answered a number that is no move"),
        (1 << 20000, "answered a number that is no move"),
        (Move.lay(Card.D200), "answered 200; legal were roll "),
        (Move.attack(Card.STOP, 0), "answered stop>A; legal were "),
        (Liar(Move.lay(Card.D200)), "answered 200; legal were "),
    ],
    ids=lambda value: value if type(value) is str else "",
)
def test_what_is_no_legal_move_loses_the_decision(answer: object, text: str) -> None:
    view, guard = decision(), SafeBot(Doing(lambda view: answer))
    chosen = guard.choose(view)
    assert chosen in view.legal_moves
    (fault,) = guard.faults
    assert fault.kind == "illegal"
    assert fault.text.startswith(text)


def test_a_strange_number_that_is_legal_becomes_a_plain_move() -> None:
    guard = SafeBot(Doing(lambda view: Liar(Move.lay(Card.ROLL))))
    assert type(guard.choose(decision())) is Move
    assert guard.lost == 0


def test_an_exchange_is_called_what_it_is() -> None:
    view = scene(rules_of("asmodee"), hand="25 50", discards="75", phase=Phase.DRAW).view(0)
    guard = SafeBot(Doing(lambda view: Move.discard(Card.D200)))
    guard.choose(view)
    assert guard.faults[0].text.startswith("answered ~200; legal were ")


def test_all_is_counted_and_the_first_hundred_are_kept() -> None:
    view, guard = decision(), SafeBot(Doing(lambda view: -1))
    for _ in range(MAX_FAULTS + 5):
        guard.choose(view)
    assert guard.lost == MAX_FAULTS + 5
    assert len(guard.faults) == MAX_FAULTS


# -- who decides instead ---------------------------------------------------------------------------------------------


def test_the_sunday_driver_takes_over_and_always_in_the_same_way() -> None:
    deals = [Game(QUICK, seed=1).deal for _ in range(2)]
    for deal in deals:
        played(deal, *(SafeBot(Doing(raising(ValueError()))) for _ in range(2)))
    assert deals[0].moves == deals[1].moves
    driver = bot("sunday-driver", seed=0)
    assert SafeBot(Doing(raising(ValueError()))).choose(decision()) == driver.choose(decision())


def test_another_fallback_can_be_named() -> None:
    view = decision()
    last = list(view.legal_moves)[-1]
    guard = SafeBot(Doing(lambda view: None), fallback=Doing(lambda view: last))
    assert guard.choose(view) == last


@pytest.mark.parametrize("what", [raising(ValueError("neither do I")), lambda view: 99])
def test_a_fallback_that_fails_too_leaves_the_first_legal_move(what: Callable[[View], Move]) -> None:
    view = decision()
    guard = SafeBot(Doing(lambda view: None), fallback=Doing(what))
    assert guard.choose(view) == first(view)
    assert guard.lost == 1
    assert len(guard.faults) == 2


# -- bots that stall -------------------------------------------------------------------------------------------------


class Sleeper(Doing):
    """A bot that answers when it is woken."""

    def __init__(self) -> None:
        super().__init__(self._sleep)
        self.woken = Event()

    def _sleep(self, view: View) -> Move:
        assert self.woken.wait(60)
        return first(view)


@pytest.fixture
def sleeper() -> Iterator[Sleeper]:
    """One that is woken at the end, so that no thread outlives the test."""
    made = Sleeper()
    yield made
    made.woken.set()
    for thread in threads():
        thread.join(60)


def threads() -> list[Thread]:
    """Those in which bots think."""
    return [thread for thread in running_threads() if thread.name == "bot doing"]


def test_a_bot_that_stalls_loses_the_decision(sleeper: Sleeper) -> None:
    view, guard = decision(), SafeBot(sleeper, patience=0.01)
    assert guard.choose(view) in view.legal_moves
    assert guard.faults == [BotFault("stalled", "no answer within 0.01 s")]
    assert str(guard.faults[0]) == "stalled: no answer within 0.01 s"


def test_until_it_comes_back_everything_is_lost_at_once_and_no_second_thread_is_begun(sleeper: Sleeper) -> None:
    view, guard = decision(), SafeBot(sleeper, patience=0.01)
    guard.choose(view)
    guard.patience = 60
    began = time.monotonic()
    for _ in range(3):
        guard.choose(view)
    assert time.monotonic() - began < 30
    assert (sleeper.asked, guard.lost, len(threads())) == (1, 4, 1)
    assert guard.faults[-1] == BotFault("stalled", "still thinks about an earlier decision")


def test_the_late_answer_is_thrown_away_and_the_bot_plays_again(sleeper: Sleeper) -> None:
    view, guard = decision(), SafeBot(sleeper, patience=0.01)
    guard.choose(view)
    (thread,) = threads()
    sleeper.woken.set()
    thread.join(60)
    guard.patience = 60
    other = scene(rules_of("parker-1962"), hand="50 50 stop", seat=0).view(0)
    assert guard.choose(other) == first(other) != first(view)
    assert (sleeper.asked, guard.lost) == (2, 1)


def test_a_thinking_bot_does_not_keep_the_program_from_ending(sleeper: Sleeper) -> None:
    SafeBot(sleeper, patience=0.01).choose(decision())
    assert [thread.daemon for thread in threads()] == [True]


# -- whole deals -----------------------------------------------------------------------------------------------------


def with_no_cards(view: View) -> Move:
    """What throws its hand away before it looks."""
    view.hand = ()
    return first(view)


@pytest.mark.parametrize(
    "what", [raising(ValueError()), lambda view: Move.lay(Card.D200), lambda view: view.hand.clear(), with_no_cards]
)
@pytest.mark.parametrize("rules", [QUICK, TAKING])
def test_a_deal_with_a_bad_bot_ends_properly(what: Callable[[View], Any], rules: Rules) -> None:
    guard = SafeBot(Doing(what))
    others = [bot("random", seed=seat) for seat in range(1, rules.players)]
    deal = played(Game(rules, seed=4).deal, guard, *others)
    assert deal.ending is not None
    assert guard.lost > 0


def test_a_deal_with_a_bot_that_stalls_ends_properly(sleeper: Sleeper) -> None:
    guard = SafeBot(sleeper, patience=0.01)
    deal = played(Game(QUICK, seed=4).deal, guard, bot("random", seed=1))
    assert deal.ending is not None
    assert (sleeper.asked, len(threads())) == (1, 1)
    assert guard.lost > 2


# -- what a bot can reach ----------------------------------------------------------------------------------------------

CODE = (ModuleType, type, FunctionType, BuiltinFunctionType, Enum)


def reachable(start: object) -> list[object]:
    """Every object that can be come by from here; what is written in the code is everybody's, and not gone into."""
    found: dict[int, object] = {}
    ahead = deque([start])
    while ahead:
        thing = ahead.popleft()
        if id(thing) not in found and not isinstance(thing, CODE):
            found[id(thing)] = thing
            ahead.extend(gc.get_referents(thing))
    return list(found.values())


def received(deal: Deal) -> View:
    """The view that a bot is given when it has to decide."""
    doing = Doing(first)
    assert deal.seat is not None
    SafeBot(doing).choose(deal.view(deal.seat))
    return doing.views[0]


def in_the_middle(rules: Rules, moves: int = 12) -> Deal:
    """A deal after some moves, views of all seats having been worked with."""
    deal, rng = Game(rules, seed=5).deal, Random(5)
    for _ in range(moves):
        assert deal.seat is not None
        deal.view(deal.seat).sample(rng)
        deal.play(rng.choice(list(deal.legal_moves)))
    return deal


def runs_of_cards(things: list[object]) -> Iterator[list[Card]]:
    """Everything that holds cards in an order."""
    for thing in things:
        if isinstance(thing, tuple | list | deque):
            cards = [one for one in thing if isinstance(one, Card)]
            if cards:
                yield cards


def test_the_walk_finds_what_is_there() -> None:
    """A walk that went nowhere would find nothing bad either."""
    deal = in_the_middle(TAKING)
    found = reachable([deal])
    assert any(isinstance(thing, State) for thing in found)
    assert any(Counter(cards) == Counter(deal.deck) for cards in runs_of_cards(found))
    assert any(isinstance(thing, Happened) for thing in reachable(received(deal)))


@pytest.mark.parametrize("rules", [QUICK, TAKING])
def test_no_deal_and_no_hidden_card_can_be_reached_from_a_view(rules: Rules) -> None:
    deal = in_the_middle(rules)
    found = reachable(received(deal))
    assert not [thing for thing in found if isinstance(thing, Deal | Game | State | CompiledRules)]
    pile = [Card(code) for code in deal.state.draw_pile()]
    others = [list(deal.hand(seat)) for seat in range(rules.players) if seat != deal.seat]
    for cards in runs_of_cards(found):
        assert cards not in others
        assert not is_part(pile[:6], cards)
        assert not is_part(pile[:-7:-1], cards)


def is_part(run: list[Card], cards: list[Card]) -> bool:
    """Whether the cards lie in this order somewhere in there."""
    return any(cards[at : at + len(run)] == run for at in range(len(cards) - len(run) + 1))


UNCHANGING = (type(None), int, float, str, bytes, tuple, Rules, Piles, Window, Happened)
"""What may be shared, since nobody can change it."""


def wreck(thing: object) -> None:
    """Spoil what can be changed."""
    if isinstance(thing, View):
        for field in fields(thing):
            setattr(thing, field.name, None)
    elif isinstance(thing, list | dict | deque):
        thing.clear()
    elif not isinstance(thing, UNCHANGING):
        vars(thing).clear()


def answers(view: View) -> tuple[object, ...]:
    """All that one can ask a view."""
    return view, view.legal_moves, view.sample(Random(2)).events


@pytest.mark.parametrize("rules", [QUICK, TAKING])
def test_whatever_a_bot_does_to_its_view_the_table_stays_as_it_was(rules: Rules) -> None:
    deal, twin = in_the_middle(rules), in_the_middle(rules)
    own, of_the_table = reachable(received(deal)), {id(thing) for thing in reachable(deal)}
    shared = [thing for thing in own if id(thing) in of_the_table and not isinstance(thing, UNCHANGING)]
    assert not shared
    for thing in own:
        wreck(thing)
    for seat in range(rules.players):
        assert answers(deal.view(seat)) == answers(twin.view(seat))
    drivers = [bot("sunday-driver", seed=seat) for seat in range(rules.players)]
    assert played(deal, *drivers).ending is not None


def test_a_bot_that_learns_on_its_own_knows_what_the_table_would() -> None:
    deal = in_the_middle(TAKING)
    view = deal.view(deal.seat)
    assert view.detached().sample(Random(3)).events == view.sample(Random(3)).events
    before = view.detached()
    deal.play(first(view))
    assert before == view
    assert before.sample(Random(3)).events == view.sample(Random(3)).events
