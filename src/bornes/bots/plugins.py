"""Bots that other packages bring, by an entry point of the group ``bornes.bots``.

Nothing of theirs runs before it is asked for, so a package that is broken troubles only those who want its bot.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NoReturn

from .bot import Bot, BrokenBot, in_a_line, kind_of

GROUP = "bornes.bots"


@dataclass(frozen=True, slots=True)
class Plugin:
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
            self._blame(f"cannot load {self.entry.value}", error)
        raise self._broken(f"names {self.entry.value}, which cannot be called")

    def parameters(self) -> list[inspect.Parameter]:
        """Load the callable and ask what it takes; where it does not say, it takes anything."""
        maker = self.load()
        try:
            return list(inspect.signature(maker).parameters.values())
        except (TypeError, ValueError):  # as of some that are not written in Python
            return [inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD)]
        except BaseException as error:
            self._blame(f"cannot say what {self.entry.value} takes", error)

    def __call__(self, **options: Any) -> Bot:
        """Make the bot."""
        maker = self.load()
        try:
            made = maker(**options)
            if isinstance(made, Bot) and isinstance(made.name, str):
                return made
        except BaseException as error:
            self._blame("made no bot", error)
        raise self._broken(f"made no bot: {kind_of(made)} has no name or no choose(view)")

    def _blame(self, what: str, error: BaseException) -> NoReturn:
        """Raise a BrokenBot that says what became of an error; Ctrl-C goes on its way."""
        if isinstance(error, KeyboardInterrupt):
            raise error
        raise self._broken(f"{what}: {in_a_line(error)}") from error

    def _broken(self, what: str) -> BrokenBot:
        return BrokenBot(f"{self.name}: the package {self.package} {what}")


def plugins() -> list[Plugin]:
    """Find all bots that installed packages bring, by name."""
    found = [Plugin(entry) for entry in entry_points(group=GROUP)]
    return sorted(found, key=lambda plugin: (plugin.name, plugin.package))
