"""The weights of the tuned player: a file for each form, as ``bornes tune`` writes them.

A form without a file plays with the weights of the nearest form of its edition, and where there is none, with those set
by hand.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..base.translatable import N_, TranslatableError
from ..rules.editions import EDITION_NAMES, Edition, Form, edition
from ..rules.ruleset import Rules
from .heuristic import HAND_SET_WEIGHTS, Heuristic

Weights = Mapping[str, float]
"""Numbers by name; the names are those of ``HAND_SET_WEIGHTS``."""

FOLDER = Path(__file__).parent / "tuned"
"""Where the files of the package lie."""

WEIGHT_DIGITS = 4
"""Significant digits of a weight in a file: more would only write down the noise of the search."""


class WeightsError(TranslatableError, ValueError):
    """A file of weights that cannot be used; the text names the file and says why."""


@lru_cache(maxsize=256)
def weights_for(rules: Rules) -> Weights:
    """Return the weights to play these rules with; a house rule changes nothing about them."""
    if rules.edition not in EDITION_NAMES:
        return MappingProxyType(HAND_SET_WEIGHTS)
    book = edition(rules.edition)
    for form in _nearest_first(book, book.form_of(rules)):
        path = FOLDER / f"{_name(book, form)}.toml"
        if path.exists():
            return read(path)
    return MappingProxyType(HAND_SET_WEIGHTS)


@lru_cache(maxsize=256)
def tuned_policy(rules: Rules) -> Heuristic:
    """Return the policy with the weights of these rules."""
    return Heuristic(weights_for(rules))


def form_name(rules: Rules) -> str:
    """Return what the file of a form is called: ``parker-1962-2``, ``asmodee-4-partners``, ``dujardin-4-short``."""
    book = edition(rules.edition)
    return _name(book, book.form_of(rules))


def _name(book: Edition, form: Form) -> str:
    both_ways = len({other.partners for other in book.forms if other.players == form.players}) > 1
    partners = "-partners" if both_ways and form.partners else ""
    return f"{book.name}-{form.players}{partners}{'-short' if form.short else ''}"


def _nearest_first(book: Edition, wanted: Form) -> list[Form]:
    """Sort forms by how like the wanted one they are: the number of teams matters most, then that of players."""

    def distance(form: Form) -> tuple[int, int, bool]:
        apart = abs(_teams(form) - _teams(wanted))
        return apart, abs(form.players - wanted.players), form.short != wanted.short

    return sorted(book.forms, key=distance)


def _teams(form: Form) -> int:
    return form.players // 2 if form.partners else form.players


# -- files -------------------------------------------------------------------------------------------------------


def read(path: Path) -> Weights:
    """Read the weights of a file; those it does not name are as set by hand, so that a new one breaks no file."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WeightsError(N_("{file}: not a TOML file: {error}"), file=path, error=error) from None
    table = content.get("weights")
    if not isinstance(table, dict):
        raise WeightsError(N_("{file}: has no table [weights]"), file=path)
    for name, value in table.items():
        _check(path, name, value)
    return MappingProxyType(HAND_SET_WEIGHTS | {name: float(value) for name, value in table.items()})


def _check(path: Path, name: str, value: object) -> None:
    if name not in HAND_SET_WEIGHTS:
        text = N_("{file}: there is no weight {name!r}, the weights are {known}")
        raise WeightsError(text, file=path, name=name, known=", ".join(HAND_SET_WEIGHTS))
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise WeightsError(N_("{file}: {name} must be a number, not {value!r}"), file=path, name=name, value=value)


def rounded(weights: Weights) -> dict[str, float]:
    """Round weights to what a file keeps of them."""
    return {name: float(f"{value:.{WEIGHT_DIGITS}g}") for name, value in weights.items()}


def write(path: Path, weights: Weights, found: Mapping[str, Any], title: str) -> None:
    """Write a file of weights, at once or not at all; ``found`` tells how they came about."""
    comment = f"# Weights for {title}, found by bornes tune."
    tables = [*_table("found", found), *_table("weights", rounded(weights))]
    replace_file(path, "\n".join([comment, *tables, ""]).encode())
    weights_for.cache_clear()
    tuned_policy.cache_clear()


def _table(name: str, values: Mapping[str, Any]) -> list[str]:
    """Write the lines of a table, and behind it those of the tables in it."""
    plain = [f"{_key(key)} = {_value(value)}" for key, value in values.items() if not isinstance(value, Mapping)]
    inner = [_inner(f"{name}.{key}", value) for key, value in values.items() if isinstance(value, Mapping)]
    return ["", f"[{name}]", *plain, *(line for table in inner for line in table)]


def _inner(name: str, values: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Write the lines of a table of tables, each of which fits on a line."""
    rows = {
        key: ", ".join(f"{_key(name)} = {_value(value)}" for name, value in row.items()) for key, row in values.items()
    }
    return ["", f"[{name}]", *(f"{_key(key)} = {{ {row} }}" for key, row in rows.items())]


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _value(text)


def _value(value: Any) -> str:
    """Write a value: numbers, texts and lists of them are written alike in JSON and TOML."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def replace_file(path: Path, content: bytes) -> None:
    """Put a file in its place whole: who looks meets the old content or the new, never half of it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
