"""Pages to look things up: the keys, how to play, the rules, why a card cannot be played, the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from ...game.deal import View
from ...guide.clause_texts import cite
from ...guide.how_to_play import howto
from ...i18n import N_, Translator
from ...rules.cards import Card
from ...rules.clauses import UnknownClause
from ...rules.editions import edition
from ...rules.ruleset import FIELDS, Rules
from ..guide_text import laid_out
from ..phrases import form_words
from ..plain.table_lines import possible_uses
from .pages import ListItem, ListPage, Page, TextPage

# -- the keys ----------------------------------------------------------------------------------------------------

KEYS: tuple[tuple[str, str], ...] = (
    ("1–7", N_("play that card")),
    (N_("← →, Enter"), N_("choose a card and play it")),
    (N_("d, Del"), N_("discard: d and a digit, or the chosen card")),
    ("c", N_("call coup fourré")),
    (N_("p, Esc"), N_("let a hazard pass")),
    ("e / f", N_("extend the trip, or end it here")),
    (N_("Space / t / x"), N_("draw; take the top discard; exchange cards (some editions)")),
    ("h", N_("a hint from the champion, and why")),
    ("w", N_("what each card can do now, or why it cannot")),
    ("u", N_("take back the last move (against bots only)")),
    ("s", N_("the score sheet")),
    ("i / r", N_("how to play; the rules of this game, with their clauses")),
    ("< >", N_("the bots play slower or faster")),
    (N_("l, PgUp"), N_("all that happened in this {deal}")),
    (N_("n, Enter"), N_("the next {deal}, once this one is over")),
    ("?", N_("these keys")),
    ("q", N_("save and leave")),
)
"""What the keys of the table do."""
ONLINE_KEYS: tuple[tuple[str, str], ...] = (
    *(pair for pair in KEYS if pair[0] not in ("< >", "?", "q")),
    ("m", N_("say something to everybody")),
    ("b", N_("take the wheel again, where a bot drives for you")),
    ("?", N_("these keys")),
    ("q", N_("leave; the seat stays yours")),
)
"""The keys of an online table."""
SOLO_KEYS = ("h", "u")
"""Keys that work only in solo play."""


MOUSE = N_(
    "A click chooses a card, a second one plays it; or click where it goes: your piles, an opponent’s, the discards. "
    "The wheel shows what happened."
)


class KeysScreen(TextPage):
    """What the keys do, and the mouse; by default at the table.  Where the rules are given, i shows how to play."""

    BINDINGS: ClassVar[list[BindingType]] = [("i", "howto")]

    def __init__(
        self,
        words: Translator,
        keys: Sequence[tuple[str, str]] = KEYS,
        mouse: str | None = MOUSE,
        rules: Rules | None = None,
    ) -> None:
        self.rules = rules
        deal, named = words.term("deal"), [words.gettext(key) for key, _ in keys]
        self.keys = list(zip(named, (words.gettext(meaning, deal=deal) for _, meaning in keys), strict=True))
        self.mouse = "" if mouse is None else words.gettext(mouse)
        width = max(map(len, named)) + 2
        lines = [f"{key:<{width}}{meaning}" for key, meaning in self.keys]
        lines += ["", self.mouse] if self.mouse else []
        super().__init__(words.gettext("Keys"), Text("\n".join(lines)), words, "?")

    def content(self) -> Iterator[Widget]:
        """Return the keys in a column, so that in a narrow window what they do stays beside them."""
        table = Table.grid(padding=(0, 2))
        for key, meaning in self.keys:
            table.add_row(Text(key, "bold", no_wrap=True), Text(meaning))
        parts = [table, Text(), Text(self.mouse)] if self.mouse else [table]
        yield VerticalScroll(Static(Group(*parts)), can_focus=True)

    def action_howto(self) -> None:
        """Show how to play (i)."""
        if self.rules is not None:
            self.app.push_screen(HowToScreen(self.rules, self.words))


# -- how to play -------------------------------------------------------------------------------------------------


class HowToScreen(Page[None]):
    """How to play by these rules, to be read before the first game or in the middle of one."""

    DEFAULT_CSS = """
    HowToScreen > Vertical { height: 100%; }
    HowToScreen VerticalScroll { height: 1fr; }
    HowToScreen .section { height: auto; margin-bottom: 1; }
    """

    def __init__(self, rules: Rules, words: Translator) -> None:
        self.page = howto(rules, words)
        super().__init__(self.page.title, words, "i")

    def content(self) -> Iterator[Widget]:
        """Return the page, which scrolls."""
        sections = (Static(Group(*parts), classes="section") for parts in laid_out(self.page, self.words))
        yield VerticalScroll(*sections, can_focus=True)


# -- the rules ---------------------------------------------------------------------------------------------------


class RulesScreen(ListPage[None]):
    """The rules that are played, each with its value and its clause; below the list, what the clause says."""

    def __init__(self, rules: Rules, words: Translator) -> None:
        heading = f"{words.edition_title(rules.edition)}, {form_words(words, rules)}"
        fields = [field for field in FIELDS if field != "edition"]
        super().__init__(heading, [rule_entry(rules, field, words) for field in fields], words, "r")


def rule_entry(rules: Rules, field: str, words: Translator) -> ListItem:
    """Return a rule with its value and its clause, and as details what the clause says."""
    clause = edition(rules.edition).source(rules, field)
    value = words.rule_value(field, getattr(rules, field))
    source = clause or words.gettext("house rule")
    line = Text.assemble(rule_line(words, field, getattr(rules, field)), (f"  {source}", "dim"))
    details = clause_text(clause, words) if clause is not None else words.gettext("Changed by a house rule.")
    return ListItem(line, details if field != "deck" else f"{value}\n{details}")


def rule_line(words: Translator, field: str, value: Any) -> Text:
    """Return a rule and its value in bold; for a deck, only how many cards it has."""
    shown = words.rule_value(field, value)
    if field == "deck":
        shown = shown.partition(":")[0].rstrip()
    line = Text(words.gettext("{rule}: {value}", rule=words.rule(field), value=shown))
    line.stylize("bold", len(line) - len(shown))
    return line


def clause_text(clause: str, words: Translator) -> str:
    """Return what a clause or ruling says, with its number."""
    try:
        found = cite(clause, words.language)
    except UnknownClause:
        return words.gettext("Changed by a house rule.")
    return f"{found.id}  {found.text}"


# -- why not -----------------------------------------------------------------------------------------------------


class WhyScreen(ListPage[None]):
    """What each card of the hand can do now, or why it cannot be played, with the clause."""

    def __init__(self, view: View, words: Translator) -> None:
        entries = list(why_entries(view, words))
        super().__init__(words.gettext("What each card can do now"), entries, words, "w")


def why_entries(view: View, words: Translator) -> Iterator[ListItem]:
    """Return what can be done without a card, then an entry for each card of the hand."""
    if not view.to_decide:
        waiting = words.gettext("It is not your turn to decide.")
        yield from (ListItem(Text(words.card(card), "bold"), waiting) for card in dict.fromkeys(view.hand))
        return
    yield from (ListItem(_can(words.move(move, view.phase)), "") for move in view.legal_moves if move.card is None)
    yield from (_card_entry(card, view, words) for card in dict.fromkeys(view.hand))


def _card_entry(card: Card, view: View, words: Translator) -> ListItem:
    found = {move: view.why_not(move) for move in possible_uses(card, view)}
    can = [words.move(move, view.phase) for move, reason in found.items() if reason is None]
    cannot = dict.fromkeys((words.reason(one), one.clause) for one in found.values() if one is not None)
    lines = [Text(words.card(card), "bold")]
    lines += [_cannot(sentence) for sentence, _ in cannot]
    lines += [_can(" · ".join(can))] if can else []
    clauses = dict.fromkeys(clause_text(clause, words) for _, clause in cannot)
    return ListItem(Text("\n  ").join(lines), "\n".join(clauses))


def _can(what: str) -> Text:
    return Text.assemble(("✓ ", "bold green"), what)


def _cannot(sentence: str) -> Text:
    return Text.assemble(("✗ ", "bold red"), sentence)
