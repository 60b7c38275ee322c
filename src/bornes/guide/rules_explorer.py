"""The rulebooks side by side: only what differs, each answer with its clause; and what a clause says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from ..i18n import N_, Translator
from ..rules.clauses import Clause
from ..rules.editions import EDITION_NAMES, Form, edition, first_game
from ..rules.ruleset import Rules
from .clause_texts import cite
from .descriptions import rule_sentence

RULE_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        N_("At the table"),
        (
            "alone",
            "pairs",
            "deck",
            "hand_size",
            "first_player",
            "dealer_rotation",
            "take_discard",
            "free_discard",
            "rediscard",
            "fast_play",
            "exchange_min",
        ),
    ),
    (
        N_("Trouble on the road"),
        (
            "hazard_target",
            "limit_on_limit",
            "speed_limit",
            "roll_after_remedy",
            "roll_after_safety",
            "roll_after_end_of_limit",
            "right_of_way_covers_limit",
            "extra_turn",
            "extra_turn_after_exhaustion",
            "coup_fourre_scope",
            "coup_fourre_on_limit",
        ),
    ),
    (
        N_("The end of the trip"),
        (
            "target",
            "overshoot",
            "max_200s",
            "extension",
            "end_measure",
            "empty_draw_pile",
            "early_stop",
            "forced_play",
            "turn_cap",
            "exhaustion_winner",
            "exhaustion_tie",
        ),
    ),
    (
        N_("Points"),
        (
            "safety_points",
            "coup_fourre_points",
            "all_safeties_points",
            "trip_points",
            "delayed_action_points",
            "safe_trip_points",
            "shut_out_points",
            "shut_out_rule",
            "extension_points",
            "extension_fails_on_exhaustion",
            "game_goal",
        ),
    ),
)
"""Everything that can differ, in the order in which a game meets it: fields of ``Rules``, and who can play."""
SEATINGS = {"alone": N_("Players, everyone alone"), "pairs": N_("Players in pairs")}
DUEL_NAMES = {"deck": N_("Cards, with two players"), "target": N_("Length of the trip, with two players")}
"""The rules that change with the number of players, and are compared for two."""
NOT_APPLICABLE_IF: dict[str, Callable[[Rules], bool]] = {
    "shut_out_rule": lambda rules: not rules.shut_out_points,
    "extension_fails_on_exhaustion": lambda rules: not rules.extension,
    "exchange_min": lambda rules: not rules.fast_play,
    "rediscard": lambda rules: not rules.take_discard,
    "early_stop": lambda rules: rules.empty_draw_pile != "play-out",
    "forced_play": lambda rules: rules.empty_draw_pile != "play-out",
    "exhaustion_winner": lambda rules: rules.empty_draw_pile == "reshuffle",
    "exhaustion_tie": lambda rules: rules.exhaustion_winner == "none",
}
"""Rules that mean nothing under these values of other rules."""
NOTHING = "–"
NOT_APPLICABLE_ANSWER = repr(None)
"""The answer of a rulebook to which the question doesn't apply."""


class ComparedEdition(Struct, frozen=True):
    """A rulebook, the heading of a column."""

    name: str
    title: str


class RuleValue(Struct, frozen=True):
    """What one rulebook says to one question."""

    text: str
    sentence: str
    """The same in a sentence; empty where there is none to say."""
    clause: str
    odd: bool
    """Whether it is not what most rulebooks say that answer the question at all."""
    alike: int
    """The first of the rulebooks that say the same."""


class ComparedRule(Struct, frozen=True):
    """A question that the rulebooks answer differently."""

    rule: str
    name: str
    answers: list[RuleValue]
    """One for each edition."""


class RuleGroup(Struct, frozen=True):
    """Questions that belong together."""

    name: str
    rules: list[ComparedRule]


class RulesExplorer(Struct, frozen=True):
    """All rulebooks side by side."""

    editions: list[ComparedEdition]
    groups: list[RuleGroup]


class ClauseText(Struct, frozen=True):
    """What a clause of a rulebook says, or a ruling where a rulebook leaves a gap; in the project's own words."""

    id: str
    kind: Literal["clause", "ruling"]
    heading: str
    text: str
    editions: list[str]
    """The titles of the rulebooks that it belongs to."""
    rulings: list[str]
    """Of a clause: the rulings that settle what it leaves open."""


@cache
def compare_rulebooks(language: str) -> RulesExplorer:
    """Return all that the rulebooks do not agree on, in a language."""
    words = Translator(language, first_game(language)[0])
    groups = [RuleGroup(words.gettext(name), list(_differing(fields, words))) for name, fields in RULE_GROUPS]
    titles = [ComparedEdition(name, words.edition_title(name)) for name in EDITION_NAMES]
    return RulesExplorer(titles, [group for group in groups if group.rules])


def _differing(fields: tuple[str, ...], words: Translator) -> Iterator[ComparedRule]:
    for field in fields:
        found = [_answer(field, name, words.language) for name in EDITION_NAMES]
        keys = [repr(key) for key, _, _, _ in found]
        said = Counter(key for key in keys if key != NOT_APPLICABLE_ANSWER)
        if len(said) < 2:
            continue
        ((usual, _),) = said.most_common(1)
        answers = [
            RuleValue(text, sentence, clause, key not in (usual, NOT_APPLICABLE_ANSWER), keys.index(key))
            for key, (_, text, sentence, clause) in zip(keys, found, strict=True)
        ]
        yield ComparedRule(field, _name(field, words), answers)


def _name(field: str, words: Translator) -> str:
    own = {**SEATINGS, **DUEL_NAMES}.get(field)
    return words.rule(field) if own is None else words.gettext(own)


def _answer(field: str, name: str, language: str) -> tuple[Any, str, str, str]:
    """Return what an edition says: something to compare, the words for it, a sentence, and its clause."""
    book, words = edition(name), Translator(language, name)
    if field in SEATINGS:
        forms = [form for form in book.forms if form.partners == (field == "pairs")]
        players = ", ".join(dict.fromkeys(str(form.players) for form in forms))
        return players, players, "", book.cited(forms[0])["teams"][1]
    rules = book.rules()
    value, clause = book.cited(Form(2))[field]
    if field in NOT_APPLICABLE_IF and NOT_APPLICABLE_IF[field](rules):
        return None, NOTHING, "", clause
    key = (value, rules.end_measure) if field == "target" else value
    return key, _in_words(field, value, rules, words), rule_sentence(words, field, value), clause


def _in_words(field: str, value: Any, rules: Rules, words: Translator) -> str:
    if field == "deck":
        return words.ngettext("{cards} card", "{cards} cards", sum(value), cards=sum(value))
    if field == "target":
        return words.progress(value, rules)
    if value == 0 and field.endswith("_points"):
        return NOTHING
    return words.rule_value(field, value)


def read_clause(id: str, language: str) -> ClauseText:
    """Return what a clause or a ruling says.  Raises UnknownClause if there is none of this number."""
    found = cite(id.upper()[:10], language)
    words = Translator(language)
    if isinstance(found, Clause):
        title = words.edition_title(found.edition)
        return ClauseText(found.id, "clause", found.section, found.text, [title], list(found.rulings))
    titles = [words.edition_title(name) for name in found.editions]
    return ClauseText(found.id, "ruling", found.title, found.text, titles, [])
