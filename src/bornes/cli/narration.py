"""What is told of a game in the language and the words of its edition: its turns, a paragraph each, and its proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import sleep

from rich.console import Console
from rich.text import Text

from ..client.notices import fault_text
from ..game.deal import Deal, View
from ..game.events import AnswerRequested, DealOver, Event, ShuffleNeeded, TurnBegan
from ..game.fair import ALGORITHM
from ..game.fairness_proof import DealProof, ProofVerdict, ShuffleWeakness, game_verdict
from ..game.game import Game
from ..i18n import N_, Translator
from ..rules.ruleset import Rules
from ..terminal.drawing.theme import TEAM_STYLES
from .output import print_indented, print_listing, print_rules

# -- turn by turn -------------------------------------------------------------------------------------------------


def print_game(out: Console, words: Translator, game: Game, numbers: Sequence[int], pace: float = 0.0) -> None:
    """Tell what happened in the deals with these numbers, all hands open, with a pause after each turn.

    The score sheet follows each deal.  Where all are told, who leads or has won comes last.
    """
    for number in numbers:
        _tell_deal(out, words, game, number, pace)
    if len(numbers) == len(game.deals):
        _tell_result(out, words, game)


def _tell_deal(out: Console, words: Translator, game: Game, number: int, pace: float) -> None:
    deal = game.deals[number - 1]
    out.print(words.gettext("Deal {number}", number=number), style="bold")
    _tell_turns(out, words, deal, pace)
    out.print()
    out.print(words.score_sheet(deal.score_sheet()))
    out.print()


def _tell_result(out: Console, words: Translator, game: Game) -> None:
    """Tell who leads or has won, where there is more to say than the last deal's sheet did."""
    if len(game.deals) > 1:
        totals = [f"{words.team(team)} {words.whole(total)}" for team, total in enumerate(game.totals)]
        out.print(" · ".join([words.row("grand_total"), *totals]))
    if game.winner is not None:
        out.print(words.wins_game(game.winner), style="bold")


def _tell_turns(out: Console, words: Translator, deal: Deal, pace: float) -> None:
    seen = View(deal.rules, None)
    turn = 0
    for events in _paragraphs(deal.events):
        begins = isinstance(events[0], TurnBegan)
        turn += begins
        text = Text(" ".join(_sentences(words, events)))
        text.append(_progress(words, seen, events))
        _colour_names(text, words, deal.rules)
        if text:  # the last turn of an unfinished deal may hold nothing but a question
            print_indented(out, text, f"{turn:>3}  " if begins else "     ")
        if pace > 0:
            sleep(pace)


def _paragraphs(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Cut the deal into how it began, turn by turn, and how it ended."""
    paragraph: list[Event] = []
    for event in events:
        if isinstance(event, TurnBegan | DealOver) and paragraph:
            yield paragraph
            paragraph = []
        paragraph.append(event)
    yield paragraph


def _sentences(words: Translator, events: list[Event]) -> Iterator[str]:
    for event in events:
        sentence = None if _goes_without_saying(event) else words.event(event)
        if sentence is not None:
            yield sentence


def _goes_without_saying(event: Event) -> bool:
    """Say whether the next sentence of a finished deal tells it anyway: who is on turn, asked, about to shuffle."""
    return isinstance(event, AnswerRequested | ShuffleNeeded) or (isinstance(event, TurnBegan) and not event.extra)


def _progress(words: Translator, seen: View, events: list[Event]) -> str:
    """Say how far the teams have come whom these events brought further; ``seen`` is what was told before them."""
    before = [seen.progress(team) for team in range(len(seen.tables))] or [0] * seen.rules.teams
    seen.see(events)
    now = [seen.progress(team) for team in range(seen.rules.teams)]
    further = [f"{words.team(team)} {words.whole(now[team])}" for team in range(len(now)) if now[team] > before[team]]
    return f" → {', '.join(further)}" if further else ""


def _colour_names(text: Text, words: Translator, rules: Rules) -> None:
    for seat in range(rules.players):
        text.highlight_words([words.seat(seat)], TEAM_STYLES[rules.team_of(seat)])


# -- what its record proves ---------------------------------------------------------------------------------------

WEAKNESS_SENTENCES = {
    ShuffleWeakness.DECK_GIVEN: N_("the record itself gives the order of the cards: it proves nothing about luck"),
    ShuffleWeakness.SERVER_SEED_SHORT: N_(
        "the server’s seed is too short to be a secret: anyone could have guessed it"
    ),
    ShuffleWeakness.SERVER_SEED_REPEATED: N_("the server’s seed was already known from another {deal}"),
    ShuffleWeakness.PLAYER_SEED_REPEATED: N_(
        "a player’s seed was already known: another {deal}, another player or the server had it too"
    ),
    ShuffleWeakness.PLAYER_SEEDS_SHORT: N_(
        "the players’ seeds are too short to be secrets: the server could have guessed them"
    ),
    ShuffleWeakness.NO_PLAYER_SEED: N_("no player gave a seed: the server could have chosen the order"),
    ShuffleWeakness.NOT_OBSERVED: N_("this device observed nothing of it: the promise may have been made afterwards"),
    ShuffleWeakness.BEGINNING_UNSEEN: N_("this device didn’t see this {deal} begin"),
    ShuffleWeakness.MOVES_UNSEEN: N_("this device didn’t see all of the play"),
    ShuffleWeakness.OWN_SEED_ABSENT: N_("your own seed took no part: it came too late, was replaced or was never sent"),
}


VERDICT_SENTENCES = {
    ProofVerdict.KEPT: (N_("{file}: everything is correct"), "bold green"),
    ProofVerdict.WEAK: (N_("{file}: everything is correct, but the proof is weak"), "bold yellow"),
    ProofVerdict.BROKEN: (N_("{file}: THE PROOF IS BROKEN: this device saw something else"), "bold red"),
}
"""What a game comes to, and how it is printed."""


def print_proof(out: Console, file: str, game: Game, proved: tuple[DealProof, ...], language: str) -> None:
    """Tell what was proved, deal by deal."""
    words = Translator.of(game, language)
    verdict, style = VERDICT_SENTENCES[game_verdict(proved)]
    out.print(words.gettext(verdict, file=file), style=style, soft_wrap=True)
    print_rules(out, words, game.rules)
    out.print(words.together(words.names))
    for proof in proved:
        out.print("\n" + words.gettext("Deal {number}", number=proof.number), style="bold")
        about = _about_deal(words, game, proof) if proof.number <= len(game.deals) else ()
        print_listing(out, dict((*_observed(words, proof), *about)))
    out.print()
    undamaged = words.gettext("undamaged: the checksum fits")
    print_listing(out, {words.gettext("result"): _result(words, game), words.gettext("text"): undamaged})


def _observed(words: Translator, proof: DealProof) -> Iterator[tuple[str, str]]:
    """Tell what is broken, and what the record was compared with."""
    if proof.faults:
        said = (words.translate(fault_text(fault)) for fault in proof.faults)
        yield words.gettext("BROKEN"), "\n".join(said)
    deal = proof.observed
    if deal is not None:
        text = N_("the promise, all seeds, your cards and all open moves, as this device saw them")
        spectator = N_("the promise, all seeds and all open moves, as this device saw them")
        yield words.gettext("compared"), words.gettext(spectator if deal.viewer is None else text)


def _about_deal(words: Translator, game: Game, proof: DealProof) -> Iterator[tuple[str, str]]:
    deal, seeds = game.deals[proof.number - 1], game.seeds[proof.number - 1]
    if seeds is not None:
        yield words.gettext("commitment"), seeds.commitment
        yield "", words.gettext("matches the seed that was revealed")
        yield words.gettext("shuffle"), f"{ALGORITHM}, {_who_shuffled(words, game, proof)}"
        yield words.gettext("deck"), _deck(words, game, deal)
    if proof.weaknesses:
        yield words.gettext("weak"), "\n".join(_weakness(words, one) for one in proof.weaknesses)
    moves = words.ngettext("{number} move", "{number} moves", len(deal.moves), number=len(deal.moves))
    turns = words.ngettext("{number} turn", "{number} turns", deal.turns, number=deal.turns)
    yield words.gettext("moves"), words.gettext("{moves} in {turns}, all legal", moves=moves, turns=turns)
    yield words.gettext("score"), _score(words, deal)


def _weakness(words: Translator, weakness: ShuffleWeakness) -> str:
    return words.gettext(WEAKNESS_SENTENCES[weakness], deal=words.term("deal"))


def _who_shuffled(words: Translator, game: Game, proof: DealProof) -> str:
    if not proof.seats:
        return words.gettext("from the server’s seed alone: no player took part")
    return words.gettext(
        "seeds from the server and {count} of {players} players: {names}",
        count=len(proof.seats),
        players=game.rules.players,
        names=words.together([words.seat(seat) for seat in proof.seats]),
    )


def _deck(words: Translator, game: Game, deal: Deal) -> str:
    cards, again = sum(game.rules.deck), len(deal.reshuffles)
    if not again:
        return words.gettext("{cards} cards, in the order that the seeds give", cards=cards)
    return words.ngettext(
        "{cards} cards and {number} reshuffle, in the order that the seeds give",
        "{cards} cards and {number} reshuffles, in the order that the seeds give",
        again,
        cards=cards,
        number=again,
    )


def _score(words: Translator, deal: Deal) -> str:
    if deal.ending is None:
        return words.gettext("none yet: the {deal} is not over", deal=words.term("deal"))
    ending = words.ending(deal.ending, deal.completer)
    return words.gettext("{points}, as the moves give it ({ending})", points=_points(words, deal.scores), ending=ending)


def _result(words: Translator, game: Game) -> str:
    if not game.over:
        return words.gettext("unfinished")
    points = _points(words, game.totals)
    if game.winner is None:
        return words.gettext("drawn, {points}", points=points)
    return f"{words.wins_game(game.winner)} {points}"


def _points(words: Translator, scores: tuple[int, ...]) -> str:
    return ", ".join(f"{words.team(team)} {words.whole(points)}" for team, points in enumerate(scores))
