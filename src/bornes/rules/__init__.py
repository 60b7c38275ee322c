"""The rulebooks as data: cards, the rules of each edition and form, clauses and rulings.

>>> from bornes.rules import Card, edition
>>> edition("asmodee").rules().deck[Card.ROLL]
14
"""

from typing import TYPE_CHECKING

from ..base.lazy_names import lazy_names

if TYPE_CHECKING:
    from .cards import Card as Card
    from .cards import Family as Family
    from .clauses import cite as cite
    from .clauses import clause as clause
    from .clauses import ruling as ruling
    from .editions import Edition as Edition
    from .editions import Form as Form
    from .editions import edition as edition
    from .ruleset import Rules as Rules
    from .ruleset import RulesError as RulesError

_MODULES = {
    "cards": ("Card", "Family"),
    "clauses": ("cite", "clause", "ruling"),
    "editions": ("Edition", "Form", "edition"),
    "ruleset": ("Rules", "RulesError"),
}

if not TYPE_CHECKING:  # type checkers take the names from the imports, and know of no others
    __getattr__ = lazy_names(__name__, _MODULES)
