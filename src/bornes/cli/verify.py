"""``bornes verify``: what a record proves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..base.marks import N_
from .group import WEAK_PROOF_EXIT_CODE, print_json
from .options import form_as_dict, json_option, lang_option
from .record_input import observations_for_link, read_observed_record, read_record, record_or_link, redact_link

if TYPE_CHECKING:
    from ..game.fairness_proof import DealProof
    from ..game.game import Game
    from ..game.observed_deal import ObservedDeal
    from ..game.record import RecordError
    from ..i18n import Translator

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

    LINK leads to a table on a server. The record that the server hands out is compared with what this device observed
    from its seat while the game was played: the commitments, the seeds, your cards and every open move. If something
    differs, the proof is broken. What was not observed makes it weak.

    FILE is a record; - reads it from the standard input. A file alone can't prove that its commitments were published
    before the deals. If a record is damaged or false, the answer names the line and the reason. If it is, or if a proof
    is broken, the exit code is 1.

    \b
    Examples:
      bornes verify game.txt
      bornes verify *.txt --json
      bornes verify game.txt --strict
      bornes watch --seed 7 --record - | bornes verify -
      bornes verify http://localhost:8000/t/home-4b8kq2m7#watch=Yq3kz…
    """
    from ..game.fairness_proof import proofs, public_values
    from ..game.record import RecordError
    from ..i18n import Translator

    reports, status = [], 0
    others: dict[bytes, Game] = {}
    for given in files:
        name = redact_link(given)
        for number, observed in _games(given):
            try:
                game = read_record(given) if number is None else read_observed_record(given, number)
            except RecordError as error:
                status = 1
                reports.append(_refusal(name, error, Translator(lang), quiet=as_json))
                continue
            if game is None:
                report = _missing(name, number, observed or {}, Translator(lang), quiet=as_json)
                reports.append(report)
                status = 1 if not report["ok"] else status or (WEAK_PROOF_EXIT_CODE if strict else 0)
                continue
            proved = proofs(game, others, observed)
            for secret in public_values(game):
                others.setdefault(secret, game)
            report = _report(name, number, game, proved)
            reports.append(report)
            if not report["ok"]:
                status = 1
            elif strict and report["weak"]:
                status = status or WEAK_PROOF_EXIT_CODE
            if not as_json:
                _show(name, game, proved, lang)
    if as_json:
        print_json({"files": reports})
    ctx.exit(status)


def _games(name: str) -> list[tuple[int | None, dict[int, ObservedDeal] | None]]:
    """Return the games that a name stands for, each with the deals of it that this device observed.

    A file is one game, and nobody could observe it; a link is all games that were observed, or the last one.
    """
    if "://" not in name:
        return [(None, None)]
    kept = observations_for_link(name)
    games = kept.games
    if kept.game not in games and kept.of_game(kept.game) and _has_record(name, kept.game):
        games = [*games, kept.game]  # its end was not seen, but what was seen must be in the record
    return [(game, kept.of_game(game)) for game in games] or [(None, {})]


def _has_record(link: str, game: int) -> bool:
    """Return whether the server has a record of a game."""
    from ..game.record import RecordError

    try:
        return read_observed_record(link, game) is not None
    except RecordError:
        return True


def _show(name: str, game: Game, proved: tuple[DealProof, ...], lang: str) -> None:
    from .narration import print_proof
    from .output import console

    print_proof(console(), name, game, proved, lang)


def _missing(
    name: str, number: int | None, observed: dict[int, ObservedDeal], words: Translator, quiet: bool
) -> Report:
    """Report a game that was observed and that the server has no record of.

    The end of its only deal may have been taken back since, against bots: then it has none and is not to blame.
    """
    from ..game.fairness_proof import missing_deals

    text = N_("the server has no record of game {game}, which this device saw being played")
    if not quiet:
        why = words.gettext(text, game=number)
        click.echo(words.gettext("{file}: {why}", file=name, why=why), err=True)
    deals = [_missing_report(proof) for proof in missing_deals(observed)]
    ok = not deals and any(deal.may_be_undone for deal in observed.values())
    verdict = "weak" if ok else "broken"
    return {"file": name, "game": number, "ok": ok, "verdict": verdict, "weak": ok, "deals": deals}


def _refusal(name: str, error: RecordError, words: Translator, quiet: bool) -> Report:
    if not quiet:
        click.echo(words.gettext("{file}: {why}", file=name, why=words.error(error)), err=True)
    return {"file": name, "ok": False, "line": error.line, "reason": error.reason}


def _report(name: str, number: int | None, game: Game, proved: tuple[DealProof, ...]) -> Report:
    from ..game.fairness_proof import game_verdict
    from ..game.moves import TEAM_LETTERS
    from ..rules.editions import house_rules

    recorded = len(game.deals)
    return {
        "file": name,
        **({} if number is None else {"game": number}),
        "ok": not any(proof.faults for proof in proved),
        "verdict": str(game_verdict(proved)),
        "weak": any(proof.weaknesses for proof in proved),
        "edition": game.rules.edition,
        "form": form_as_dict(game.rules),
        "house_rules": house_rules(game.rules),
        "names": list(game.names),
        "deals": [
            _deal_report(game, proof) if proof.number <= recorded else _missing_report(proof) for proof in proved
        ],
        "over": game.over,
        "winner": None if game.winner is None else TEAM_LETTERS[game.winner],
        "totals": dict(zip(TEAM_LETTERS, game.totals, strict=False)),
    }


def _missing_report(proof: DealProof) -> Report:
    return {
        "deal": proof.number,
        "verdict": str(proof.verdict),
        "faults": [str(fault) for fault in proof.faults],
        "weaknesses": [str(weakness) for weakness in proof.weaknesses],
        "observed": _observed_report(proof),
    }


def _observed_report(proof: DealProof) -> Report | None:
    """Report what this device observed of a deal; None if it observed nothing."""
    deal = proof.observed
    if deal is None:
        return None
    return {
        "seat": deal.viewer,
        "promised": deal.promised,
        "beginning": deal.began,
        "own_seed": bool(deal.seed),
        "events": len(deal.events),
        "end": deal.over,
    }


def _deal_report(game: Game, proof: DealProof) -> Report:
    from ..game.fair import ALGORITHM
    from ..game.moves import TEAM_LETTERS

    number = proof.number
    deal, seeds = game.deals[number - 1], game.seeds[number - 1]
    return {
        **_missing_report(proof),
        "shuffled": seeds is not None,
        "algorithm": None if seeds is None else ALGORITHM,
        "commitment": None if seeds is None else seeds.commitment,
        "player_seeds": 0 if seeds is None else len(seeds.players),
        "seats_with_seeds": list(proof.seats),
        "cards": sum(game.rules.deck),
        "reshuffles": len(deal.reshuffles),
        "moves": len(deal.moves),
        "turns": deal.turns,
        "ending": None if deal.ending is None else str(deal.ending),
        "completer": None if deal.completer is None else TEAM_LETTERS[deal.completer],
        "scores": dict(zip(TEAM_LETTERS, deal.scores, strict=False)) if deal.over else None,
    }
