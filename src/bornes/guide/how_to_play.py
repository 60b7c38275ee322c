"""How to play: a page for one form of one edition in its own words, short enough to be read before the first game.

Every number and name in it comes from ``Rules`` and the catalogues, so a house rule changes the text.  Each part
carries the rules that it rests on with their clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from ..base.translatable import N_
from ..i18n import Translator
from ..rules.cards import DISTANCES, HAZARDS, Card, Family
from ..rules.editions import edition, house_rules
from ..rules.editions import edition as edition_of
from ..rules.ruleset import FIELDS, Rules
from .descriptions import edition_summary, form_words, rule_sentence
from .example_deal import EXAMPLE_NAMES, example
from .text_blocks import (
    Block,
    CardCount,
    CardTable,
    GuidePage,
    Heading,
    Paragraph,
    PointsRow,
    PointsTable,
    RuleReference,
    TurnStory,
)

Sentence = tuple[str, tuple[str, ...]]
"""A sentence, and what it rests on: rules, and reasons for which a rulebook refuses a move."""


def howto(rules: Rules, words: Translator) -> GuidePage:
    """Write how to play by these rules, in these words."""
    page = _Howto(rules, words)
    game = f"{words.edition_title(rules.edition)}, {form_words(words, rules)}"
    title = words.gettext("How to play: {game}", game=game)
    return GuidePage(title, words.language, rules.edition, tuple(page.blocks()))


class _Howto:
    """The page while it is written."""

    def __init__(self, rules: Rules, words: Translator) -> None:
        self.rules = rules
        self.words = words
        self.book = edition_of(rules.edition)
        self.terms = {"deal": words.term("deal"), "battle_pile": words.term("battle_pile")}
        self.terms |= {"speed_pile": words.term("speed_pile"), "target": words.progress(rules.target, rules)}

    def blocks(self) -> Iterator[Block]:
        """Write all sections."""
        changed = house_rules(self.rules)
        if not changed:
            yield Paragraph(edition_summary(self.words, self.rules.edition))
        yield from self._aim()
        yield from self._turn()
        yield from self._cards()
        yield from self._coup_fourre()
        yield from self._end()
        if changed:
            yield self._heading(N_("House rules"))
            yield from (self._paragraph(self._rule(field)) for field in changed)
        yield from self._example()

    # -- the sections --------------------------------------------------------------------------------------------

    def _aim(self) -> Iterator[Block]:
        yield self._heading(N_("The aim"))
        obstacles = N_("The others put hazards in your way; remedies and safeties get you going again.")
        yield self._paragraph(self._trip(), self._say(obstacles), self._sides(), self._length_of_game())

    def _trip(self) -> Sentence:
        if self.rules.end_measure == "miles":
            return self._say(TRIPS[self.rules.overshoot], "target", "overshoot", "end_measure")
        with_coups = self.rules.end_measure == "points"
        counts = self.rules.safety_points > 0, with_coups and self.rules.coup_fourre_points > 0
        paid = ["safety_points", *(["coup_fourre_points"] if with_coups else [])]
        points = self.words.points
        values = {"safety": points(self.rules.safety_points), "coup": points(self.rules.coup_fourre_points)}
        return self._say(RACES[counts], "target", "end_measure", *paid, **values)

    def _sides(self) -> Sentence:
        alone = N_("Everyone drives alone.")
        pairs = N_("Partners sit opposite each other and share one car: the same cards on the table, but two hands.")
        return self._say(pairs if self.rules.partners else alone, "players", "teams")

    def _length_of_game(self) -> Sentence:
        if not self.rules.game_goal:
            return self._rule("game_goal")
        text = N_("Such a trip is one {deal}; you play on until somebody has {goal}, and then the highest total wins.")
        return self._say(text, "game_goal", goal=self.words.points(self.rules.game_goal))

    def _turn(self) -> Iterator[Block]:
        yield self._heading(N_("A turn"))
        dealt = N_("The {deck} cards are shuffled; everyone gets {hand}, and the rest is the draw pile.")
        yield self._paragraph(
            self._say(dealt, "deck", "hand_size", deck=sum(self.rules.deck), hand=self.rules.hand_size),
            self._rule("first_player"),
        )
        yield self._paragraph(*self._about_turns())
        yield self._paragraph(*self._about_the_start())

    def _about_turns(self) -> Iterator[Sentence]:
        yield self._say(
            N_("Draw a card; then play a card or discard one, and the player on your left goes on."), "turn"
        )
        if self.rules.take_discard:
            yield self._rule("take_discard")
        yield from self._unless("rediscard", True)
        yield from self._unless("free_discard", True)
        if self.rules.fast_play:
            yield self._rule("fast_play")
            yield from self._unless("exchange_min", 1)

    def _about_the_start(self) -> Iterator[Sentence]:
        yield self._say(
            N_(
                "First you need {roll}, laid in front of you on your {battle_pile}; while you wait for one, "
                "lay a safety or {speed_limit}, or discard what you can best do without."
            ),
            "needs-roll",
        )
        yield self._say(
            N_("From then on you drive, one distance card a turn, until a hazard stops you."), "hazard-live"
        )

    def _cards(self) -> Iterator[Block]:
        yield self._heading(N_("The cards"))
        yield CardTable((), (tuple(map(self._count, DISTANCES)),), self._ground("deck"))
        yield self._paragraph(self._rule("max_200s"))
        headings = tuple(self._capital(family) for family in (Family.HAZARD, Family.REMEDY, Family.SAFETY))
        answers = tuple(self._answers(hazard) for hazard in HAZARDS)
        yield CardTable(headings, answers, self._ground("deck", "right_of_way_covers_limit"))
        yield self._paragraph(*self._about_hazards())
        yield self._paragraph(*self._about_remedies())
        yield self._paragraph(*self._about_safeties())

    def _about_hazards(self) -> Iterator[Sentence]:
        yield self._say(N_("A hazard goes on an opponent, who cannot drive until it is lifted."), "own-side")
        yield self._rule("hazard_target")
        limit = N_(
            "{speed_limit} is different: it goes beside the others, even before the start, "
            "and bars every card above {limit}."
        )
        idle = N_(
            "{speed_limit} is different: it goes beside the others, even before the start, but bars no card here."
        )
        limit = idle if self.rules.speed_limit >= Card.D200.miles else limit
        yield self._say(limit, "speed_limit", limit=self.words.distance(self.rules.speed_limit))
        yield from self._unless("limit_on_limit", False)

    def _about_remedies(self) -> Iterator[Sentence]:
        yield self._say(N_("A remedy goes on your own hazard and lifts it."), "remedy-useless")
        yield self._rule("roll_after_remedy")
        yield from self._unless("roll_after_end_of_limit", False)

    def _about_safeties(self) -> Iterator[Sentence]:
        mandatory = N_("A safety lifts its hazard, keeps it away to the end of the {deal}, and earns you another turn.")
        optional = N_("A safety lifts its hazard, keeps it away to the end of the {deal}, and offers you another turn.")
        yield self._say(mandatory if self.rules.extra_turn == "mandatory" else optional, "protected", "extra_turn")
        yield from self._unless("extra_turn_after_exhaustion", True)
        yield from self._unless("roll_after_safety", False)
        yield from self._unless("right_of_way_covers_limit", True)
        both = N_("{right_of_way} keeps away both {stop} and {speed_limit}, and with it you never need {roll}.")
        one = N_("With {right_of_way} you never need {roll}.")
        yield self._say(both if self.rules.right_of_way_covers_limit else one, "protected-by-right-of-way")

    def _coup_fourre(self) -> Iterator[Block]:
        yield Heading(self.words.heading("coup_fourre"))
        own = N_(
            "When a hazard is laid on your side and you hold its safety, call it out and lay the safety at once, "
            "out of turn. The hazard is discarded, as if it had never been laid."
        )
        anybody = N_(
            "When an opponent lays a hazard on anybody and you hold its safety, call it out and lay the safety at "
            "once, out of turn. If the hazard was meant for your side it is discarded, as if it had never been laid."
        )
        then = N_("Draw a card to fill up your hand, then take a turn; play goes on to your left.")
        sentences = [
            self._say(anybody if self.rules.coup_fourre_scope == "any" else own, "coup_fourre_scope"),
            self._say(then, "window"),
            self._rule("coup_fourre_points"),
        ]
        if self.rules.coup_fourre_points:
            sentences.append(self._say(N_("So a safety may be worth keeping until its hazard comes.")))
        if self.rules.right_of_way_covers_limit:
            sentences += self._unless("coup_fourre_on_limit", True)
        yield self._paragraph(*sentences)

    def _end(self) -> Iterator[Block]:
        yield self._heading(N_("The end of the {deal} and its score"))
        yield self._paragraph(*self._endings())
        yield PointsTable(tuple(self._points()))

    def _endings(self) -> Iterator[Sentence]:
        yield self._say(N_("The {deal} is over as soon as somebody reaches {target}."), "target", "end_measure")
        if self.rules.extension:
            yield self._rule("extension")
        plays_out = self.rules.empty_draw_pile == "play-out"
        yield self._rule("early_stop", "empty_draw_pile") if plays_out else self._rule("empty_draw_pile")
        yield from self._unless("forced_play", False)
        yield from self._unless("exhaustion_winner", "none")
        yield from self._unless("exhaustion_tie", "none")

    def _points(self) -> Iterator[PointsRow]:
        """List what is paid under these rules, in the order of the sheet."""
        rules = self.rules
        yield self._row("milestones", 1, N_("for each mile you have driven"))
        yield from self._paid("safeties", "safety_points", N_("for each safety on the table"))
        yield from self._paid(self._row_of_all_safeties(), "all_safeties_points", N_("more for having all four"))
        yield from self._paid("coups_fourres", "coup_fourre_points", N_("more for each coup fourré"))
        arrived = N_("for completing the trip")
        won = N_("for completing the trip, or coming farthest if nobody does")
        yield from self._paid("trip", "trip_points", arrived if rules.exhaustion_winner == "none" else won)
        late = N_("more for completing it with the draw pile empty")
        yield from self._paid("delayed_action", "delayed_action_points", late)
        yield from self._paid("safe_trip", "safe_trip_points", N_("more for winning without any 200"))
        yield from self._paid("shut_out", "shut_out_points", SHUT_OUTS[rules.shut_out_rule], "shut_out_rule")
        extended = EXTENSIONS[rules.extension_fails_on_exhaustion]
        yield from self._paid("extension", "extension_points", extended, "extension_fails_on_exhaustion")

    def _row_of_all_safeties(self) -> str:
        return "all_safeties" if self.book.row_for_all_safeties else "safeties"

    def _example(self) -> Iterator[Block]:
        found = example(self.rules)
        if not found.turns:  # the hands take the whole deck, and nobody ever draws
            return
        words = Translator(
            self.words.language, self.rules.edition, EXAMPLE_NAMES[: self.rules.players], self.rules.teams
        )
        yield self._heading(N_("An example"))
        told = (filter(None, map(words.event, turn)) for turn in found.turns)
        yield TurnStory(tuple(" ".join(sentences) for sentences in told))
        so_far = N_("So far {team} would score {points}.")
        yield self._paragraph(self._say(so_far, team=words.team(0), points=words.points(found.scores[0])))

    # -- what they are made of -----------------------------------------------------------------------------------

    def _say(self, message: str, *fields: str, **values: object) -> Sentence:
        return self.words.gettext(message, **self.terms, **values), fields

    def _rule(self, field: str, *more: str) -> Sentence:
        return rule_sentence(self.words, field, getattr(self.rules, field)), (field, *more)

    def _unless(self, field: str, usual: object) -> Iterator[Sentence]:
        """Speak of a rule only where it is not what everybody expects."""
        if getattr(self.rules, field) != usual:
            yield self._rule(field)

    def _heading(self, message: str) -> Heading:
        return Heading(self._say(message)[0])

    def _paragraph(self, *sentences: Sentence) -> Paragraph:
        fields = [field for _, spoken_of in sentences for field in spoken_of]
        return Paragraph(" ".join(text for text, _ in sentences), self._ground(*fields))

    def _ground(self, *fields: str) -> RuleReference:
        """Return what these rules rest on."""
        spoken_of = dict.fromkeys(field for field in fields if field in FIELDS)
        clauses = [self._source(field) for field in dict.fromkeys(fields)]
        changed = house_rules(self.rules)
        return RuleReference(
            tuple(spoken_of),
            tuple(dict.fromkeys(clause for clause in clauses if clause)),
            tuple(field for field in spoken_of if field in changed),
        )

    def _source(self, field: str) -> str | None:
        """Return the clause behind a rule, or for what is no rule of its own the one that refuses a breach of it."""
        return self.book.source(self.rules, field) if field in FIELDS else self.book.refusals[field]

    def _count(self, card: Card) -> CardCount:
        return CardCount(card, self.words.card(card), self.rules.deck[card])

    def _answers(self, hazard: Card) -> tuple[CardCount | None, ...]:
        safe = hazard is not Card.SPEED_LIMIT or self.rules.right_of_way_covers_limit
        return self._count(hazard), self._count(hazard.remedy), self._count(hazard.safety) if safe else None

    def _capital(self, family: Family) -> str:
        name = self.words.family(family)
        return name[0].upper() + name[1:]

    def _row(self, row: str, points: int, what_for: str, *fields: str) -> PointsRow:
        return PointsRow(row, self.words.row(row), points, self._say(what_for)[0], self._ground(*fields))

    def _paid(self, row: str, field: str, what_for: str, *more: str) -> Iterator[PointsRow]:
        """Return a row of the sheet, unless it pays nothing."""
        if points := getattr(self.rules, field):
            yield self._row(row, points, what_for, field, *more)


TRIPS: dict[str, str] = {
    "discard": N_("Be the first to drive {target} exactly; a distance card that would go beyond is only a discard."),
    "reject": N_("Be the first to drive {target} exactly; a distance card that would go beyond cannot be laid."),
    "allow": N_("Be the first to drive {target} or more."),
}
"""The aim, by what becomes of a card that goes beyond it."""
RACES: dict[tuple[bool, bool], str] = {
    (True, True): N_(
        "Be the first to reach {target}: the distance you drive counts, each of your safeties counts {safety}, and "
        "{coup} more if you laid it as a coup fourré."
    ),
    (True, False): N_(
        "Be the first to reach {target}: the distance you drive counts, and each of your safeties {safety}."
    ),
    (False, True): N_(
        "Be the first to reach {target}: the distance you drive counts, and each of your coups fourrés {coup}."
    ),
    (False, False): N_("Be the first to reach {target}: only the distance you drive counts."),
}
"""The aim where points are counted, by whether safeties and coups fourrés bring some."""
EXTENSIONS: dict[bool, str] = {
    True: N_("for completing a trip that you extended; if you fail, each opponent gets it"),
    False: N_("for completing a trip that you extended; if somebody else does, each of your opponents gets it"),
}
"""What the points of an extension are paid for, by whether it is lost when nobody arrives."""
SHUT_OUTS: dict[str, str] = {
    "completer": N_("for completing the trip before any opponent has driven"),
    "nonblank-only": N_("for all who have driven, if one of their opponents has not"),
    "once": N_("for all who have an opponent that has not driven"),
    "stacked": N_("for each opponent that has not driven"),
}
"""What the points for opponents who never left are paid for."""


class HowToBlock(Struct, frozen=True, tag_field="kind"):
    """A part of a page."""


class ParagraphBlock(HowToBlock, frozen=True, tag="paragraph"):
    """Sentences that belong together, and the clauses that they rest on."""

    text: str
    clauses: list[str]


class StoryBlock(HowToBlock, frozen=True, tag="story"):
    """What happens one after another, a line for each turn."""

    lines: list[str]


class CountedCard(Struct, frozen=True):
    """A card, its name, and how many of it the deck has."""

    card: str
    name: str
    count: int


class CardsBlock(HowToBlock, frozen=True, tag="cards"):
    """Cards side by side: with headings, a hazard, its remedy and its safety; without, cards of one family."""

    headings: list[str]
    rows: list[list[CountedCard | None]]
    clauses: list[str]


class PointsBlockRow(Struct, frozen=True):
    """A row of the score sheet: what it is called, what it pays, and for what."""

    name: str
    points: str
    what_for: str
    clauses: list[str]


class PointsBlock(HowToBlock, frozen=True, tag="points"):
    """What is paid at the end, row by row."""

    rows: list[PointsBlockRow]


Blocks = ParagraphBlock | StoryBlock | CardsBlock | PointsBlock


class HowToSection(Struct, frozen=True):
    """A heading with what stands under it."""

    heading: str
    blocks: list[Blocks]


class HowToPlay(Struct, frozen=True):
    """How to play by one edition."""

    edition: str
    title: str
    """Of the whole page."""
    lead: list[Blocks]
    """What stands before the first heading."""
    sections: list[HowToSection]


@cache
def read_howto(name: str, language: str) -> HowToPlay:
    """Return how to play by an edition, for two players."""
    words = Translator(language, name)
    page = howto(edition(name).rules(), words)
    sections = list(page.sections())
    before = page.blocks[: len(page.blocks) - sum(1 + len(blocks) for _, blocks in sections)]
    return HowToPlay(
        name,
        page.title,
        _laid_out(before, words),
        [HowToSection(heading.text, _laid_out(blocks, words)) for heading, blocks in sections],
    )


def _laid_out(blocks: Iterable[Block], words: Translator) -> list[Blocks]:
    return [_block(block, words) for block in blocks if not isinstance(block, Heading)]


def _block(block: Paragraph | TurnStory | CardTable | PointsTable, words: Translator) -> Blocks:
    match block:
        case Paragraph():
            return ParagraphBlock(block.text, list(block.ground.clauses))
        case TurnStory():
            return StoryBlock(list(block.lines))
        case CardTable():
            rows = [
                [None if one is None else CountedCard(one.card.notation, one.name, one.count) for one in row]
                for row in block.rows
            ]
            return CardsBlock(list(block.headings), rows, list(block.ground.clauses))
        case PointsTable():
            return PointsBlock(
                [
                    PointsBlockRow(row.name, words.whole(row.points), row.what_for, list(row.ground.clauses))
                    for row in block.rows
                ]
            )
