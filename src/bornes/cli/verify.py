"""``bornes verify``: what a record proves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .files import RECORD, read_record
from .form import form_as_dict
from .group import WEAK, print_json
from .language import lang_option

if TYPE_CHECKING:
    from ..game import Game
    from ..proof import Proof
    from ..record import RecordError

Report = dict[str, Any]


@click.command()
@click.argument("files", metavar="FILE...", type=RECORD, nargs=-1, required=True)
@click.option("--strict", is_flag=True, help="Exit with 3 if all records are right, but a proof is weak.")
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def verify(ctx: click.Context, files: tuple[str, ...], strict: bool, lang: str, as_json: bool) -> None:
    """Check records of games, and say what was proved.

    Each deal is shuffled again from its seeds and played again: the seed must be the one committed to, every move
    legal, every score right, and the text as a record is written. Where the shuffle proves less than it seems to, a
    weak proof, that is said with the reason; a seed that was shown by another of the games is one. What no record can
    prove is that the commitment was published before the deal: compare it with the one you were shown. A - reads the
    standard input.

    Exits with 1 if a record is damaged or false, naming the line and the reason.

    \b
    Examples:
      bornes verify game.txt
      bornes verify *.txt --json
      bornes verify game.txt --strict
      bornes watch --seed 7 --record - | bornes verify -
    """
    from ..proof import proofs, shown
    from ..record import RecordError

    reports, status = [], 0
    others: dict[bytes, Game] = {}
    for name in files:
        try:
            game = read_record(name)
        except RecordError as error:
            status = 1
            reports.append(_refusal(name, error, quiet=as_json))
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
    from .proving import show_proof
    from .screen import console

    show_proof(console(), name, game, proved, lang)


def _refusal(name: str, error: RecordError, quiet: bool) -> Report:
    if not quiet:
        click.echo(f"{name}: {error}", err=True)
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
