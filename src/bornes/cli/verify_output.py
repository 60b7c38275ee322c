"""What was proved about a recorded game, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from ..deal import Deal
from ..fair import ALGORITHM
from ..game import Game
from ..proof import Proof, Weakness
from ..words import N_, Words
from .output import print_listing, print_rules

WEAKNESSES = {
    Weakness.DECK_GIVEN: N_("the record itself gives the order of the cards: it proves nothing about luck"),
    Weakness.SERVER_SEED_SHORT: N_("the server’s seed is too short to be a secret: anyone could have guessed it"),
    Weakness.SERVER_SEED_REPEATED: N_("the server’s seed was already known from another {deal}"),
    Weakness.PLAYER_SEED_REPEATED: N_(
        "a player’s seed was already known: another {deal}, another player or the server had it too"
    ),
    Weakness.PLAYER_SEEDS_SHORT: N_(
        "the players’ seeds are too short to be secrets: the server could have guessed them"
    ),
    Weakness.NO_PLAYER_SEED: N_("no player gave a seed: the server could have chosen the order"),
}
"""A sentence for each weakness."""


def show_proof(out: Console, file: str, game: Game, proved: tuple[Proof, ...], language: str) -> None:
    """Tell what was proved, deal by deal."""
    words = Words.of(game, language)
    weak = any(proof.weaknesses for proof in proved)
    verdict = (
        N_("{file}: everything is correct, but the proof is weak") if weak else N_("{file}: everything is correct")
    )
    style = "bold yellow" if weak else "bold green"
    out.print(words.gettext(verdict, file=file), style=style, soft_wrap=True)
    print_rules(out, words, game.rules)
    out.print(", ".join(words.names))
    for number, proof in enumerate(proved, 1):
        out.print("\n" + words.gettext("Deal {number}", number=number), style="bold")
        print_listing(out, dict(_about_deal(words, game, number, proof)))
    out.print()
    undamaged = words.gettext("undamaged: the checksum fits")
    print_listing(out, {words.gettext("result"): _result(words, game), words.gettext("text"): undamaged})


def _about_deal(words: Words, game: Game, number: int, proof: Proof) -> Iterator[tuple[str, str]]:
    deal, seeds = game.deals[number - 1], game.seeds[number - 1]
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


def _weakness(words: Words, weakness: Weakness) -> str:
    return words.gettext(WEAKNESSES[weakness], deal=words.term("deal"))


def _who_shuffled(words: Words, game: Game, proof: Proof) -> str:
    if not proof.seats:
        return words.gettext("from the server’s seed alone: no player took part")
    return words.gettext(
        "seeds from the server and {count} of {players} players: {names}",
        count=len(proof.seats),
        players=game.rules.players,
        names=", ".join(words.seat(seat) for seat in proof.seats),
    )


def _deck(words: Words, game: Game, deal: Deal) -> str:
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


def _score(words: Words, deal: Deal) -> str:
    if deal.ending is None:
        return words.gettext("none yet: the {deal} is not over", deal=words.term("deal"))
    ending = words.ending(deal.ending, deal.completer)
    return words.gettext("{points}, as the moves give it ({ending})", points=_points(words, deal.scores), ending=ending)


def _result(words: Words, game: Game) -> str:
    if not game.over:
        return words.gettext("unfinished")
    points = _points(words, game.totals)
    if game.winner is None:
        return words.gettext("drawn, {points}", points=points)
    return words.gettext("{team} wins, {points}", team=words.team(game.winner), points=points)


def _points(words: Words, scores: tuple[int, ...]) -> str:
    return ", ".join(f"{words.team(team)} {points}" for team, points in enumerate(scores))
