"""``bornes verify``: what a record proves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .files import RECORD, read_record
from .form import form_as_dict
from .group import print_json

if TYPE_CHECKING:
    from ..game import Game

Report = dict[str, Any]


@click.command()
@click.argument("files", metavar="FILE...", type=RECORD, nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def verify(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Check records of games, and say what was proved.

    Each deal is shuffled again from its seeds and played again: the seed must be the one committed to, every move
    legal, every score right, and the text unchanged since it was written. What no record can prove is that the
    commitment was published before the deal: compare it with the one you were shown. A - reads the standard input.

    Exits with 1 if a record is damaged or false, naming the line and the reason.

    \b
    Examples:
      bornes verify game.txt
      bornes verify *.txt --json
      bornes watch --seed 7 --record - | bornes verify -
    """
    reports = [_report(name) for name in files]
    if as_json:
        print_json({"files": reports})
    else:
        for report in reports:
            _show(report)
    if not all(report["ok"] for report in reports):
        ctx.exit(1)


def _report(name: str) -> Report:
    from ..record import RecordError

    try:
        game = read_record(name)
    except RecordError as error:
        return {"file": name, "ok": False, "line": error.line, "reason": error.reason}
    return {"file": name, "ok": True, **_proved(game)}


def _proved(game: Game) -> Report:
    from ..editions import house_rules
    from ..moves import TEAM_LETTERS

    return {
        "edition": game.rules.edition,
        "form": form_as_dict(game.rules),
        "house_rules": house_rules(game.rules),
        "names": list(game.names),
        "deals": [_proved_deal(game, number) for number in range(1, len(game.deals) + 1)],
        "over": game.over,
        "winner": None if game.winner is None else TEAM_LETTERS[game.winner],
        "totals": dict(zip(TEAM_LETTERS, game.totals, strict=False)),
    }


def _proved_deal(game: Game, number: int) -> Report:
    from ..fair import ALGORITHM
    from ..moves import TEAM_LETTERS

    deal, seeds = game.deals[number - 1], game.seeds[number - 1]
    return {
        "deal": number,
        "shuffled": seeds is not None,
        "algorithm": None if seeds is None else ALGORITHM,
        "commitment": None if seeds is None else seeds.commitment,
        "player_seeds": 0 if seeds is None else len(seeds.players),
        "cards": sum(game.rules.deck),
        "reshuffles": len(deal.reshuffles),
        "moves": len(deal.moves),
        "turns": deal.turns,
        "ending": None if deal.ending is None else str(deal.ending),
        "completer": None if deal.completer is None else TEAM_LETTERS[deal.completer],
        "scores": dict(zip(TEAM_LETTERS, deal.scores, strict=False)) if deal.over else None,
    }


def _show(report: Report) -> None:
    from ..rules import format_value
    from .screen import console, listing

    if not report["ok"]:
        click.echo(f"{report['file']}: line {report['line']}: {report['reason']}", err=True)
        return
    out = console()
    out.print(f"{report['file']}: all is right", style="bold green", soft_wrap=True)
    out.print(f"{report['edition']}: {', '.join(report['names'])}")
    for field, value in report["house_rules"].items():
        out.print(f"house rule {field} = {format_value(value)}")
    for deal in report["deals"]:
        out.print(f"\ndeal {deal['deal']}", style="bold")
        out.print(listing(_shuffle_lines(deal) | _play_lines(deal)))
    out.print()
    out.print(listing({"result": _result(report), "text": "the checksum fits: unchanged since it was written"}))


def _shuffle_lines(deal: Report) -> dict[str, str]:
    if not deal["shuffled"]:
        return {"deck": f"{deal['cards']} cards in an order given by the record: about luck nothing is proved"}
    who = f"the server and {_count(deal['player_seeds'], 'player')}" if deal["player_seeds"] else "the server alone"
    again = f", and so do {_count(deal['reshuffles'], 'reshuffle')}" if deal["reshuffles"] else ""
    return {
        "commitment": deal["commitment"],
        "": "is that of the seed revealed",
        "shuffle": f"{deal['algorithm']}, seeds from {who}",
        "deck": f"{deal['cards']} cards, whose order follows from the seeds{again}",
    }


def _play_lines(deal: Report) -> dict[str, str]:
    moves = f"{_count(deal['moves'], 'move')} in {_count(deal['turns'], 'turn')}, all legal"
    if deal["scores"] is None:
        return {"moves": moves, "score": "none yet: the deal is not over"}
    by = f" by {deal['completer']}" if deal["completer"] else ""
    return {"moves": moves, "score": f"{_points(deal['scores'])}, as the moves give it ({deal['ending']}{by})"}


def _result(report: Report) -> str:
    if not report["over"]:
        return "unfinished"
    who = f"{report['winner']} wins" if report["winner"] else "drawn"
    return f"{who}, {_points(report['totals'])}"


def _points(scores: dict[str, int]) -> str:
    return " ".join(f"{team} {points}" for team, points in scores.items())


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
