"""Bots that other packages bring, by an entry point of the group ``bornes.bots``.

Nothing of theirs runs before it is asked for, so a package that is broken troubles only those who want its bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .bot import Bot, BrokenBot, in_a_line

GROUP = "bornes.bots"


@dataclass(frozen=True, slots=True)
class Guest:
    """Makes the bot of another package; what goes wrong in there is a BrokenBot that names the package."""

    entry: EntryPoint

    @property
    def name(self) -> str:
        """As it is typed."""
        return self.entry.name

    @property
    def package(self) -> str:
        """The package as it was installed; where that is not known, what the entry point names."""
        return self.entry.dist.name if self.entry.dist else self.entry.value

    def load(self) -> Callable[..., object]:
        """The callable that the entry point names."""
        try:
            maker: object = self.entry.load()
        except (Exception, SystemExit) as error:
            raise self._broken(f"cannot load {self.entry.value}: {in_a_line(error)}") from error
        if not callable(maker):
            raise self._broken(f"names {self.entry.value}, which cannot be called")
        return maker

    def __call__(self, **options: Any) -> Bot:
        maker = self.load()
        try:
            made = maker(**options)
            if isinstance(made, Bot):
                return made
        except (Exception, SystemExit) as error:
            raise self._broken(f"made no bot: {in_a_line(error)}") from error
        raise self._broken(f"made no bot: {type(made).__name__} has no name or no choose(view)")

    def _broken(self, what: str) -> BrokenBot:
        return BrokenBot(f"{self.name}: the package {self.package} {what}")


def guests() -> Iterator[Guest]:
    """All that are installed, by name."""
    found = [Guest(entry) for entry in entry_points(group=GROUP)]
    return iter(sorted(found, key=lambda guest: (guest.name, guest.package)))
