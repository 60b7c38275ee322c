"""The characters one can play against, from the weakest to the strongest, and how they are asked for by name.

Other packages bring bots by an entry point of the group ``bornes.bots``.  Nothing of theirs runs before it is asked
for, so a package that is broken troubles only those who want its bot.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from ..base.translatable import N_, closest_match
from ..engine.playout import Eager, Policy
from ..rules.ruleset import Rules
from .bot import Bot, BotError, BrokenBot, PolicyBot, PolicyOf, one_line_error, type_name
from .champion import MIN_GAIN_STANDARD_ERRORS, Champion
from .heuristic import Heuristic
from .inference import DOUBTED_HAND_WEIGHT
from .weights import tuned_policy

if TYPE_CHECKING:
    from ..i18n import Translator

# -- bots of other packages ---------------------------------------------------------------------------------------

ENTRY_POINT_GROUP = "bornes.bots"


@dataclass(frozen=True, slots=True)
class BotPlugin:
    """Makes the bot of another package; what goes wrong in there is a BrokenBot that names the package.

    Whatever its code raises is its own fault, ``sys.exit()`` among it.  Only Ctrl-C is somebody else's.
    """

    entry: EntryPoint

    @property
    def name(self) -> str:
        """The bot's name, as it is typed."""
        return self.entry.name

    @property
    def package(self) -> str:
        """The package as it was installed; where that is not known, what the entry point names."""
        return self.entry.dist.name if self.entry.dist else self.entry.value

    def load(self) -> Callable[..., object]:
        """Load the callable that the entry point names."""
        try:
            maker: object = self.entry.load()
            if callable(maker):
                return maker
        except BaseException as error:
            self._blame(N_("{bot}: the package {package} cannot load {entry}: {error}"), error)
        raise self._broken(N_("{bot}: the package {package} names {entry}, which cannot be called"))

    def parameters(self) -> list[inspect.Parameter]:
        """Load the callable and ask what it takes; where it does not say, it takes anything."""
        maker = self.load()
        try:
            return list(inspect.signature(maker).parameters.values())
        except (TypeError, ValueError):  # as of some that are not written in Python
            return [inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD)]
        except BaseException as error:
            self._blame(N_("{bot}: the package {package} cannot say what {entry} takes: {error}"), error)

    def __call__(self, **options: Any) -> Bot:
        """Make the bot."""
        maker = self.load()
        try:
            made = maker(**options)
            if isinstance(made, Bot) and isinstance(made.name, str):
                return made
        except BaseException as error:
            self._blame(N_("{bot}: the package {package} made no bot: {error}"), error)
        text = N_("{bot}: the package {package} made no bot: {made} has no name or no choose(view)")
        raise self._broken(text, made=type_name(made))

    def _blame(self, text: str, error: BaseException) -> NoReturn:
        """Raise a BrokenBot that says what became of an error; Ctrl-C goes on its way."""
        if isinstance(error, KeyboardInterrupt):
            raise error
        raise self._broken(text, error=one_line_error(error)) from error

    def _broken(self, text: str, **values: object) -> BrokenBot:
        return BrokenBot(text, bot=self.name, package=self.package, entry=self.entry.value, **values)


def plugins() -> list[BotPlugin]:
    """Find all bots that installed packages bring, by name."""
    found = [BotPlugin(entry) for entry in entry_points(group=ENTRY_POINT_GROUP)]
    return sorted(found, key=lambda plugin: (plugin.name, plugin.package))


# -- who there is -------------------------------------------------------------------------------------------------

Maker = Callable[..., Bot]
Option = int | float | str
Player = TypeVar("Player")


@dataclass(frozen=True, slots=True)
class BotProfile:
    """Somebody to play against."""

    name: str
    """As it is typed."""
    title: str
    line: str
    """Who that is, in a line; both are English, and ours have their French in the catalogues."""
    make: Maker
    """Called with ``seed`` and the options, by name."""
    policy_of: PolicyOf | None = None
    """The same player as a compiled policy, where it is one: the arena then needs no views."""
    package: str | None = None
    """The package that brings it; None for ours."""

    def title_in(self, words: Translator) -> str:
        """Return what it is called in a language; bots of other packages have one name for all languages."""
        return words.gettext(self.title) if self.package is None else self.title

    def options(self) -> tuple[str, ...] | None:
        """Return the names of its options, or None where it takes any.

        A bot of another package is loaded for that, which may raise BrokenBot.
        """
        plugin = self.make if isinstance(self.make, BotPlugin) else None
        takes = list(inspect.signature(self.make).parameters.values()) if plugin is None else plugin.parameters()
        if any(one.kind is one.VAR_KEYWORD for one in takes):
            return None
        named = (one.name for one in takes if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY))
        return tuple(name for name in named if name != "seed")


TITLES = {
    "random": (N_("The Learner"), N_("Makes any legal move, and has no idea why.")),
    "sunday-driver": (
        N_("The Sunday Driver"),
        N_("Plays whatever can be played, and discards only when nothing can."),
    ),
    "rule-of-thumb": (N_("The Old Hand"), N_("Keeps the rules of thumb of an experienced player.")),
    "tuned": (
        N_("The Mechanic"),
        N_("The old hand’s rules, with every weight tuned by playing millions of deals."),
    ),
    "champion": (
        N_("The Champion"),
        N_("Imagines what cannot be seen, plays each move out thousands of times, and takes the best."),
    ),
}
"""The title and the line of each of ours."""


def _policy_character(name: str, policy_of: PolicyOf) -> BotProfile:
    def make(seed: int) -> Bot:
        return PolicyBot(name, policy_of, seed)

    return BotProfile(name, *TITLES[name], make, policy_of)


def _champion(
    seed: int,
    playouts: int | None = None,
    seconds: float | None = None,
    caution: float = MIN_GAIN_STANDARD_ERRORS,
    belief: float = DOUBTED_HAND_WEIGHT,
    aim: str = "game",
) -> Bot:
    return Champion(seed, playouts=playouts, seconds=seconds, caution=caution, belief=belief, aim=aim)


ROSTER: tuple[BotProfile, ...] = (
    _policy_character("random", lambda rules: Policy()),
    _policy_character("sunday-driver", lambda rules: Eager()),
    _policy_character("rule-of-thumb", lambda rules: Heuristic()),
    _policy_character("tuned", tuned_policy),
    BotProfile("champion", *TITLES["champion"], _champion),
)
"""Ours, from the weakest to the strongest."""


def is_builtin_bot(name: str) -> bool:
    """Say whether a name is that of one of our own bots; nothing of other packages is looked at, let alone imported."""
    return any(character.name == name for character in ROSTER)


def strength_rank(character: BotProfile) -> int | None:
    """Return where somebody stands among ours, 1 for the weakest; None for who comes from another package."""
    return ROSTER.index(character) + 1 if character in ROSTER else None


def bot_profiles() -> dict[str, BotProfile]:
    """Return everybody there is by name: ours, then those that other packages bring; nobody takes another's name."""
    found = {character.name: character for character in ROSTER}
    for plugin in plugins():
        line = f"From the package {plugin.package}."
        found.setdefault(plugin.name, BotProfile(plugin.name, plugin.name, line, plugin, package=plugin.package))
    return found


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A character with options, as it is typed: ``champion`` or ``champion:playouts=4000``."""

    character: BotProfile
    options: tuple[tuple[str, Option], ...] = ()

    @classmethod
    def parse(cls, text: str) -> BotSpec:
        """Read the spec that a text means; what is wrong with it is said in a BotError."""
        name, _, rest = text.partition(":")
        spec = cls(_character(name), tuple(_option(text, part) for part in rest.split(",") if part))
        spec._check_options()
        return spec

    def bot(self, seed: int = 0) -> Bot:
        """Make a bot of this kind for one seat."""
        return self.character.make(seed=seed, **dict(self.options))

    @property
    def policy_of(self) -> PolicyOf | None:
        """The compiled policy, where it is one."""
        return self.character.policy_of if not self.options else None

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.character.name}:{options}" if options else self.character.name

    def _check_options(self) -> None:
        names = [name for name, _ in self.options]
        allowed = self.character.options() if names else None
        for number, name in enumerate(names):
            if allowed is not None and name not in allowed:
                raise _no_option(self.character.name, name, allowed)
            if name in names[:number]:
                raise BotError(N_("{bot}: the option {option!r} is given twice"), bot=self.character.name, option=name)


def _no_option(bot: str, name: str, allowed: tuple[str, ...]) -> BotError:
    if not allowed:
        return BotError(N_("{bot} has no option {option!r}; it has none"), bot=bot, option=name)
    meant = closest_match(name, allowed)
    text = (
        N_("{bot} has no option {option!r}; did you mean {nearest}? Its options are {known}")
        if meant
        else N_("{bot} has no option {option!r}; its options are {known}")
    )
    return BotError(text, bot=bot, option=name, nearest=meant, known=", ".join(allowed))


CompiledBot = str | BotSpec | Policy
"""A bot that plays without Python: by name, or as its policy."""


def _character(name: str) -> BotProfile:
    for character in ROSTER:  # without a look at what is installed, which takes its time
        if character.name == name:
            return character
    known = bot_profiles()
    if name in known:
        return known[name]
    meant = closest_match(name, known)
    text = (
        N_("there is no bot {name!r}, the bots are {known}; did you mean {nearest}?")
        if meant
        else N_("there is no bot {name!r}, the bots are {known}")
    )
    raise BotError(text, name=name, known=", ".join(known), nearest=meant)


def _option(text: str, part: str) -> tuple[str, Option]:
    name, equals, value = part.partition("=")
    if not equals or not name.isidentifier():
        raise BotError(N_("{text!r}: an option is written name=value, such as champion:playouts=4000"), text=text)
    if name == "seed":
        raise BotError(N_("{text!r}: the seed is no option, each seat gets its own"), text=text)
    for number in (int, float):
        try:
            return name, number(value)
        except ValueError:
            continue
    return name, value


def compiled_policy(bot: CompiledBot, rules: Rules) -> Policy:
    """Return the policy that a bot is, compiled for these rules, or raise an error that names those who are one."""
    if isinstance(bot, Policy):
        return bot
    if not isinstance(bot, str | BotSpec):
        raise TypeError(
            f"bots: {type_name(bot)} cannot play here: only bots by name and policies play many deals at once"
        )
    spec = BotSpec.parse(bot) if isinstance(bot, str) else bot
    if spec.policy_of is None:
        able = ", ".join(character.name for character in ROSTER if character.policy_of is not None)
        text = N_(
            "{bot} is not a compiled policy, which it takes to play many deals at once; {able} are, "
            "and play_game asks every bot"
        )
        raise BotError(text, bot=spec, able=able)
    return spec.policy_of(rules)


def bot(text: str, *, seed: int = 0) -> Bot:
    """Make a bot by name, such as ``bot("tuned")`` or ``bot("champion:playouts=4000", seed=7)``."""
    return BotSpec.parse(text).bot(seed)


def as_bot_list(players: Player | Sequence[Player]) -> list[Player]:
    """Return players as a list, which may have been given as one alone; a name is one, although text is a sequence."""
    many = isinstance(players, Sequence) and not isinstance(players, str | bytes)
    return list(players) if many else [players]  # type: ignore[list-item,arg-type]  # one, or many of them


def bots_by_seat(players: Sequence[Player], rules: Rules) -> list[Player]:
    """Return who sits in each seat, where one is given for all, one for each team, or one for each seat."""
    if len(players) not in (1, rules.teams, rules.players):
        text = (
            N_("give one bot for all, or {teams} (one for each team) or {seats} (one for each seat), not {given}")
            if rules.teams < rules.players
            else N_("give one bot for all, or {seats} (one for each seat), not {given}")
        )
        raise BotError(text, teams=rules.teams, seats=rules.players, given=len(players))
    return [players[seat % len(players)] for seat in range(rules.players)]  # partners sit a round of the teams apart
