"""``bornes verify``: what a record proves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .group import WEAK, print_json
from .options import form_as_dict, json_option, lang_option
from .records import read_record, record_or_link, without_secret

if TYPE_CHECKING:
    from ..game import Game
    from ..proof import Proof
    from ..record import RecordError
    from ..words import Words

Report = dict[str, Any]


@click.command()
@click.argument("files", metavar="FILE|LINK...", type=record_or_link, nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Exit with code 3 if every record is right, but a proof is weak.")
@lang_option
@json_option
@click.pass_context
def verify(ctx: click.Context, files: tuple[str, ...], strict: bool, lang: str, as_json: bool) -> None:
    """Check records: their shuffles, moves and scores.

    Each deal is shuffled again from its seeds and played again. The seed must match the commitment, every move must be
    legal, every score right, and the text undamaged. Where a shuffle proves less than it seems to, the proof is called
    weak, with the reason: for example, a seed that another of the games had already shown.

    No record can prove that the commitment was published before the deal: compare it with the one you were shown then.

    If a record is damaged or false, the answer names the line and the reason, and the exit code is 1. FILE is a record;
    - reads it from the standard input. LINK leads to a table on a server: what the server hands out is checked.

    \b
    Examples:
      bornes verify game.txt
      bornes verify *.txt --json
      bornes verify game.txt --strict
      bornes watch --seed 7 --record - | bornes verify -
      bornes verify http://localhost:8000/t/home-4b8kq2m7#watch=Yq3kz…
    """
    from ..proof import proofs, shown
    from ..record import RecordError
    from ..words import Words

    reports, status = [], 0
    others: dict[bytes, Game] = {}
    for given in files:
        name = without_secret(given)
        try:
            game = read_record(given)
        except RecordError as error:
            status = 1
            reports.append(_refusal(name, error, Words(lang), quiet=as_json))
            continue
        proved = proofs(game, others)
        for secret in shown(game):
            others.setdefault(secret, game)
        report = _report(name, game, proved)
        reports.append(report)
        if strict and report["weak"]:
            status = status or WEAK
        if not as_json:
            _show(name, game, proved, lang)
    if as_json:
        print_json({"files": reports})
    ctx.exit(status)


def _show(name: str, game: Game, proved: tuple[Proof, ...], lang: str) -> None:
    from .narration import show_proof
    from .output import console

    show_proof(console(), name, game, proved, lang)


def _refusal(name: str, error: RecordError, words: Words, quiet: bool) -> Report:
    if not quiet:
        click.echo(words.gettext("{file}: {why}", file=name, why=words.error(error)), err=True)
    return {"file": name, "ok": False, "line": error.line, "reason": error.reason}


def _report(name: str, game: Game, proved: tuple[Proof, ...]) -> Report:
    from ..editions import house_rules
    from ..moves import TEAM_LETTERS

    return {
        "file": name,
        "ok": True,
        "weak": any(proof.weaknesses for proof in proved),
        "edition": game.rules.edition,
        "form": form_as_dict(game.rules),
        "house_rules": house_rules(game.rules),
        "names": list(game.names),
        "deals": [_deal_report(game, number, proof) for number, proof in enumerate(proved, 1)],
        "over": game.over,
        "winner": None if game.winner is None else TEAM_LETTERS[game.winner],
        "totals": dict(zip(TEAM_LETTERS, game.totals, strict=False)),
    }


def _deal_report(game: Game, number: int, proof: Proof) -> Report:
    from ..fair import ALGORITHM
    from ..moves import TEAM_LETTERS

    deal, seeds = game.deals[number - 1], game.seeds[number - 1]
    return {
        "deal": number,
        "shuffled": seeds is not None,
        "algorithm": None if seeds is None else ALGORITHM,
        "commitment": None if seeds is None else seeds.commitment,
        "player_seeds": 0 if seeds is None else len(seeds.players),
        "seats_with_seeds": list(proof.seats),
        "weaknesses": [str(weakness) for weakness in proof.weaknesses],
        "cards": sum(game.rules.deck),
        "reshuffles": len(deal.reshuffles),
        "moves": len(deal.moves),
        "turns": deal.turns,
        "ending": None if deal.ending is None else str(deal.ending),
        "completer": None if deal.completer is None else TEAM_LETTERS[deal.completer],
        "scores": dict(zip(TEAM_LETTERS, deal.scores, strict=False)) if deal.over else None,
    }
