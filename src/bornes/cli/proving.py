"""What was proved about a recorded game, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from ..deal import Deal
from ..editions import house_rules
from ..fair import ALGORITHM
from ..game import Game
from ..proof import Proof, Weakness
from ..rules import format_value
from ..words import N_, Words
from .screen import listing

WEAKNESSES = {
    Weakness.DECK_GIVEN: N_("the order of the cards is given by the record: about luck nothing is proved"),
    Weakness.SERVER_SEED_SHORT: N_("the server’s seed is too short to have been secret: it could be found by trying"),
    Weakness.SERVER_SEED_REPEATED: N_("the server’s seed was known from another deal"),
    Weakness.PLAYER_SEED_REPEATED: N_(
        "a player’s seed was known to others beforehand: another deal, another player or the server had it too"
    ),
    Weakness.PLAYER_SEEDS_SHORT: N_(
        "the players’ seeds are too short to have been secret: the server could guess them"
    ),
    Weakness.NO_PLAYER_SEED: N_("no player gave a seed: the server could choose the order"),
}
"""A sentence for each weakness."""


def show_proof(out: Console, file: str, game: Game, proved: tuple[Proof, ...], language: str) -> None:
    """Tell what was proved, deal by deal."""
    words = Words.of(game, language)
    weak = any(proof.weaknesses for proof in proved)
    verdict = N_("{file}: all is right, but the proof is weak") if weak else N_("{file}: all is right")
    style = "bold yellow" if weak else "bold green"
    out.print(words.gettext(verdict, file=file), style=style, soft_wrap=True)
    out.print(f"{game.rules.edition}: {', '.join(words.names)}")
    for field, value in house_rules(game.rules).items():
        out.print(words.gettext(N_("house rule {field} = {value}"), field=field, value=format_value(value)))
    for number, proof in enumerate(proved, 1):
        out.print("\n" + words.gettext(N_("Deal {number}"), number=number), style="bold")
        out.print(listing(dict(_about_deal(words, game, number, proof))))
    unchanged = words.gettext(N_("the checksum fits: no accidental damage"))
    out.print()
    out.print(listing({words.gettext(N_("result")): _result(words, game), words.gettext(N_("text")): unchanged}))


def _about_deal(words: Words, game: Game, number: int, proof: Proof) -> Iterator[tuple[str, str]]:
    deal, seeds = game.deals[number - 1], game.seeds[number - 1]
    if seeds is not None:
        yield words.gettext(N_("commitment")), seeds.commitment
        yield "", words.gettext(N_("is that of the seed revealed"))
        yield words.gettext(N_("shuffle")), f"{ALGORITHM}, {_who_shuffled(words, game, proof)}"
        yield words.gettext(N_("deck")), _deck(words, game, deal)
    if proof.weaknesses:
        yield words.gettext(N_("weak")), "\n".join(words.gettext(WEAKNESSES[one]) for one in proof.weaknesses)
    moves = words.ngettext("{number} move", "{number} moves", len(deal.moves), number=len(deal.moves))
    turns = words.ngettext("{number} turn", "{number} turns", deal.turns, number=deal.turns)
    yield words.gettext(N_("moves")), words.gettext(N_("{moves} in {turns}, all legal"), moves=moves, turns=turns)
    yield words.gettext(N_("score")), _score(words, deal)


def _who_shuffled(words: Words, game: Game, proof: Proof) -> str:
    if not proof.seats:
        return words.gettext(N_("from the server’s seed alone: no player had a part"))
    names = ", ".join(words.seat(seat) for seat in proof.seats)
    what = N_("seeds from the server and {count} of {players} players: {names}")
    return words.gettext(what, count=len(proof.seats), players=game.rules.players, names=names)


def _deck(words: Words, game: Game, deal: Deal) -> str:
    again = len(deal.reshuffles)
    follows = words.gettext(N_("{cards} cards, whose order follows from the seeds"), cards=sum(game.rules.deck))
    if not again:
        return follows
    return follows + words.ngettext(
        ", and so does {number} reshuffle", ", and so do {number} reshuffles", again, number=again
    )


def _score(words: Words, deal: Deal) -> str:
    if deal.ending is None:
        return words.gettext(N_("none yet: the deal is not over"))
    ending = words.ending(deal.ending, deal.completer)
    return words.gettext(
        N_("{points}, as the moves give it ({ending})"), points=_points(words, deal.scores), ending=ending
    )


def _result(words: Words, game: Game) -> str:
    if not game.over:
        return words.gettext(N_("unfinished"))
    points = _points(words, game.totals)
    if game.winner is None:
        return words.gettext(N_("drawn, {points}"), points=points)
    return words.gettext(N_("{team} wins, {points}"), team=words.team(game.winner), points=points)


def _points(words: Words, scores: tuple[int, ...]) -> str:
    return ", ".join(f"{words.team(team)} {points}" for team, points in enumerate(scores))
