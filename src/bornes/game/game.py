"""Deals to 5000, or the single race of an edition that plays only one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..base.translatable import N_, TranslatableError
from ..rules.cards import Card
from ..rules.editions import edition
from ..rules.ruleset import Rules, RulesError
from .deal import Deal, MoveLike, PlayedMove
from .events import Event
from .fair import SCHEMES, Seeds, SeedSource, checked_source, fresh_seeds
from .player_names import checked_names
from .record import read, write
from .score_sheet import GameSheet
from .shuffle import Chance, DeckError

Seed = int | str | bytes


class GameError(TranslatableError, ValueError):
    """Something that cannot be done at this point of a game."""


class Game:
    """A game: deals one after another until a team has won.

    ``rules`` is a Rules value or the name of an edition; with a name the form follows from ``players``, ``partners``
    and ``short``.  ``seed`` makes the game repeatable; without one every deal has a fresh secret seed.  The first deal
    can have its cards in a given order, ``deck``, and a function ``chance`` that shuffles its discards.  ``dealer`` is
    the seat that deals first (the last seat unless given); where the youngest starts, ``first`` says who that is.
    With ``stops_in_windows`` every deal stops behind each hazard until ``deal.close_window`` is called.
    """

    def __init__(
        self,
        rules: Rules | str = "parker-1962",
        players: int | None = None,
        *,
        partners: bool | None = None,
        short: bool = False,
        seed: Seed | None = None,
        seeds: SeedSource | None = None,
        deck: Sequence[Card] | str | None = None,
        chance: Chance | None = None,
        names: Sequence[str] | None = None,
        dealer: int | None = None,
        first: int | None = None,
        stops_in_windows: bool = False,
    ) -> None:
        self.rules = form_rules(rules, players, partners, short)
        """The rules of the game."""
        if seed is not None and seeds is not None:
            raise GameError("seed and seeds: give one of them")
        if chance is not None and deck is None:
            raise DeckError("chance: the seeds shuffle the discards too; it belongs to a deal from a given deck")
        try:
            self.names = checked_names(names, self.rules.players)
            """What the players are called, in the order of the seats."""
        except ValueError as error:
            raise GameError("{error}", error=error) from None
        self.first = _first(self.rules, dealer, first)
        """Who starts the first deal."""
        self.scheme = ""
        """The scheme by which its deals are shuffled and its starter is chosen, for a game of an online table."""
        self.deals: list[Deal] = []
        """All deals so far, the present one last."""
        self.seeds: list[Seeds | None] = []
        """What each deal was shuffled from; None for a deal from a given deck."""
        self.stops_in_windows = bool(stops_in_windows)
        """Whether its deals stop behind each hazard."""
        self._seeds = _source(seed) if seeds is None else checked_source("seeds", seeds)
        self._begin_deal(deck, chance)

    @classmethod
    def of_deals(
        cls,
        rules: Rules,
        names: Sequence[str],
        first: int,
        deals: Sequence[tuple[Deal, Seeds | None]],
        *,
        scheme: str = "",
    ) -> Game:
        """Return the game that deals make up which were played elsewhere, each with what it was shuffled from."""
        if not deals:
            raise GameError("a game has at least one deal")
        if scheme not in ("", *SCHEMES):
            known = ", ".join(SCHEMES)
            raise GameError("unknown shuffle scheme {scheme!r}; this version knows {known}", scheme=scheme, known=known)
        game = cls.__new__(cls)
        game.rules, game.names, game.first = rules, checked_names(names, rules.players), first
        game.scheme = scheme
        game.deals, game.seeds = [deal for deal, _ in deals], [seeds for _, seeds in deals]
        game.stops_in_windows, game._seeds = deals[-1][0].stops_in_windows, fresh_seeds
        return game

    @property
    def deal(self) -> Deal:
        """The deal being played, or the last one."""
        return self.deals[-1]

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return (self.deal.first - 1) % self.rules.players

    def play(self, move: MoveLike) -> tuple[Event, ...]:
        """Make a move in the present deal."""
        return self.deal.play(move)

    def take_back(self, moves: int = 1) -> tuple[PlayedMove, ...]:
        """Undo the last moves of the present deal and return them; what was shuffled stays as it lies."""
        return self.deal.take_back(moves)

    def next_deal(self, *, deck: Sequence[Card] | str | None = None, chance: Chance | None = None) -> Deal:
        """Begin the next deal once the present one is over; the dealer moves on as the rules say."""
        self.check_goes_on()
        return self._begin_deal(deck, chance)

    def check_goes_on(self) -> None:
        """Raise GameError unless the next deal can begin."""
        if not self.deal.over:
            raise GameError(N_("the present deal is not over"))
        if self.over:
            raise GameError(N_("the game is over"))

    def _begin_deal(self, deck: Sequence[Card] | str | None, chance: Chance | None = None) -> Deal:
        number = len(self.deals) + 1
        totals = self.totals if self.deals else (0,) * self.rules.teams
        turned = number - 1 if self.rules.dealer_rotation == "left" else 0
        first = (self.first + turned) % self.rules.players
        source = None if deck is not None else self._seeds(number)
        if deck is None and not isinstance(source, Seeds):
            raise TypeError(f"seeds must give Seeds for deal {number}, not {type(source).__name__}")
        dealt = Deal(
            self.rules,
            deck,
            seeds=source,
            number=number,
            first=first,
            chance=chance,
            totals_before=totals,
            stops_in_windows=self.stops_in_windows,
        )
        if self.deals:
            self.deal.settle()
        self.deals.append(dealt)
        self.seeds.append(source)
        return dealt

    def __copy__(self) -> Game:
        """Return an independent copy, each deal of its own."""
        twin = Game.__new__(Game)
        vars(twin).update(vars(self))
        twin.deals, twin.seeds = [deal.clone() for deal in self.deals], list(self.seeds)
        for deal in twin.deals[:-1]:
            deal.settle()
        return twin

    # -- the score -----------------------------------------------------------------------------------------------

    def score_sheet(self) -> GameSheet:
        """Return the paper sheet of the game, row by row for each team; the present deal counts what it has so far."""
        return GameSheet(tuple(deal.score_sheet() for deal in self.deals))

    @property
    def totals(self) -> tuple[int, ...]:
        """Every team's points over all deals, the present one with what it has so far."""
        # A deal knows what the teams brought to it, unless it was set up by itself and put into the game; to add up all
        # deals at each would make reading a long record the work of a day.
        before = [self.deal.totals_before] if self.deal.totals_before else [deal.scores for deal in self.deals[:-1]]
        return tuple(sum(points) for points in zip(*before, self.deal.scores, strict=True))

    @property
    def over(self) -> bool:
        """Whether no further deal will be played."""
        if not self.deal.over:
            return False
        return not self.rules.game_goal or self.winner is not None

    @property
    def winner(self) -> int | None:
        """The team that has won; None while the game goes on, and after a single race that was drawn."""
        return game_winner(self.rules, self.totals, self.deal.completer) if self.deal.over else None

    # -- the record ------------------------------------------------------------------------------------------------

    @property
    def record(self) -> str:
        """Text that replays to the same game."""
        return write(self)

    @classmethod
    def replay(cls, text: str, then: SeedSource | None = None, *, stops_in_windows: bool = False) -> Game:
        """Return the game that a record tells; a text that is no right record raises RecordError with line and reason.

        Further deals of an unfinished game are shuffled from what ``then`` gives, or from fresh seeds.  With
        ``stops_in_windows`` the game goes on as one that stops behind each hazard; a hazard that is the last move of
        the record can be answered again.
        """
        game = read(cls, text, then)
        if stops_in_windows:
            game.stops_in_windows = True
            game.deal.stop_in_windows()
        return game

    def __repr__(self) -> str:
        doing = f"won by {self.winner}" if self.winner is not None else f"deal {len(self.deals)}"
        return f"<Game {self.rules.edition} for {self.rules.players}: {doing}, {self.totals}>"


def game_winner(rules: Rules, totals: tuple[int, ...], completer: int | None) -> int | None:
    """Return who has won after a complete deal, in which the team ``completer`` completed its trip.

    The highest total at or above the goal; equal totals at the top are settled by a further deal.  A single race goes
    to the most points, and where points are not what ended it a tie goes to the team that did.
    """
    best = max(totals)
    leaders = [team for team, total in enumerate(totals) if total == best]
    if rules.game_goal and best < rules.game_goal:
        return None
    if len(leaders) == 1:
        return leaders[0]
    if not rules.game_goal and rules.end_measure != "points" and completer in leaders:
        return completer
    return None


def form_rules(
    rules: Rules | str, players: int | None = None, partners: bool | None = None, short: bool = False
) -> Rules:
    """Return the rules given, or with the name of an edition those of the form that the others describe."""
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise TypeError(f"players must be a whole number, not {players!r}")
    if not (partners is None or isinstance(partners, bool)) or not isinstance(short, bool):
        raise TypeError(f"partners and short must be True or False, not {partners!r} and {short!r}")
    if isinstance(rules, str):
        return edition(rules).rules(2 if players is None else players, partners=partners, short=short)
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules or the name of an edition, not {type(rules).__name__}")
    if players not in (None, rules.players) or partners is not None or short:
        raise RulesError("players", "the form is in the rules already: leave players and partners out")
    return rules


def _source(seed: Seed | None) -> SeedSource:
    """Return where the seeds of deals come from; no lambda, which pickle could not follow."""
    if seed is None:
        return fresh_seeds
    Seeds.of(seed, 1)  # a bad seed is refused now, not in the middle of a game
    return partial(Seeds.of, seed)


def _first(rules: Rules, dealer: int | None, first: int | None) -> int:
    """Return who starts: the seat left of the dealer, or the one named, as the rulebook has it."""
    if rules.first_player == "youngest":
        given, name, start = first, "first", 0
        if dealer is not None:
            raise RulesError("dealer", "in {edition} the youngest starts: say who with first", edition=rules.edition)
    else:
        given, name, start = dealer, "dealer", 1
        if first is not None:
            text = "in {edition} the dealer's left neighbour starts: give dealer"
            raise RulesError("first", text, edition=rules.edition)
    seat = given if given is not None else (-start) % rules.players
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < rules.players:
        raise RulesError(name, "there is no seat {seat!r}; seats are 0 to {last}", seat=seat, last=rules.players - 1)
    return (seat + start) % rules.players
