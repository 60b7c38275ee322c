"""Why a move is not legal: the questions that decide legality, asked one by one in the order a referee would."""

from __future__ import annotations

from ..rules.cards import Card
from . import state as table
from .argument_checks import index, whole_number
from .codes import ATTACK, COUP, DISCARD, DRAW, EXTEND, FINISH, MOVES, PASS, TAKE, Phase, Refused
from .state import State

D200 = int(Card.D200)
OUT_OF_GAS = int(Card.OUT_OF_GAS)
SPEED_LIMIT = int(Card.SPEED_LIMIT)
GASOLINE = int(Card.GASOLINE)
ROLL = int(Card.ROLL)
END_OF_LIMIT = int(Card.END_OF_LIMIT)
EXTRA_TANK = int(Card.EXTRA_TANK)

ON_DRAW = int(Phase.DRAW)
ON_EXCHANGE = int(Phase.EXCHANGE)
ON_PLAY = int(Phase.PLAY)
ON_REACT = int(Phase.REACT)
ON_EXTEND = int(Phase.EXTEND)
ON_CHANCE = int(Phase.CHANCE)
ON_WINDOW = int(Phase.WINDOW)


def refusal(deal: State, move: int) -> Refused:
    """Return why a move is not legal, or Refused.LEGAL if it is."""
    code = whole_number("a move is", move)
    return _refusal(deal, code) if 0 <= code <= TAKE else Refused.NO_SUCH_MOVE


def answer_refusal(deal: State, seat: int, move: int) -> Refused:
    """Return why a seat cannot answer the hazard in the open window so, or Refused.LEGAL if it can."""
    at = index("seat", seat, deal.rules.players)
    code = index("move", move, MOVES)
    answers = deal.answers(at)
    if (answers >> code) & 1:
        return Refused.LEGAL
    if not deal.window_open():
        return Refused.NO_WINDOW
    return _to_react(deal, at, code) if answers else Refused.MAY_NOT_ANSWER


def _refusal(deal: State, move: int) -> Refused:
    if (deal.legal() >> move) & 1:
        return Refused.LEGAL
    if deal.phase == ON_PLAY:
        return _to_play(deal, move)
    if deal.phase == ON_DRAW or deal.phase == ON_EXCHANGE:
        return _to_draw(deal, move)
    if deal.phase == ON_REACT:
        return _to_react(deal, deal.seat, move)
    if deal.phase == ON_EXTEND:
        return Refused.DECIDE_EXTENSION
    if deal.phase == ON_WINDOW:
        return Refused.ANSWER_FIRST
    return Refused.SHUFFLE_FIRST if deal.phase == ON_CHANCE else Refused.DEAL_OVER


def _to_play(deal: State, move: int) -> Refused:
    if move >= COUP:
        return _word_out_of_place(deal, move)
    card = _card_of(move)
    if not (deal.have[deal.seat] >> card) & 1:
        return Refused.NOT_HELD
    if move >= DISCARD:
        forced = deal.play_forced() and deal._plays(deal.seat)
        return Refused.MUST_PLAY if forced else Refused.REDISCARD
    if move >= ATTACK:
        return _to_attack(deal, (move - ATTACK) // 5, card)
    return _to_lay(deal, deal._team_of(deal.seat), card)


def _to_lay(deal: State, team: int, card: int) -> Refused:
    if OUT_OF_GAS <= card <= SPEED_LIMIT:
        return Refused.NO_TARGET
    if card == ROLL:
        return Refused.HAZARD_LIVE if deal._live(team) else Refused.ROLL_USELESS
    if card == END_OF_LIMIT:
        return Refused.NOT_LIMITED
    if card > D200:
        return Refused.REMEDY_USELESS
    return _to_drive(deal, team, card)


def _to_drive(deal: State, team: int, card: int) -> Refused:
    if deal._live(team):
        return Refused.HAZARD_LIVE
    if not deal._rolling(team):
        return Refused.NEEDS_ROLL
    if deal._limited(team) and table.miles_of(card) > deal.rules.speed_limit:
        return Refused.SPEED_LIMITED
    if card == D200 and deal.laid_200s[team] >= deal.rules.max_200s:
        return Refused.TOO_MANY_200S
    return Refused.OVER_TARGET


def _to_attack(deal: State, team: int, hazard: int) -> Refused:
    if team >= deal.rules.teams:
        return Refused.NO_SUCH_TEAM
    if team == deal._team_of(deal.seat):
        return Refused.OWN_SIDE
    if hazard == SPEED_LIMIT:
        return Refused.PROTECTED if deal.exempt(team) else Refused.TARGET_LIMITED
    if deal._shows(team, table.safety_of(hazard)):
        return Refused.PROTECTED
    if not deal._started(team):
        return Refused.TARGET_NOT_STARTED
    return Refused.TARGET_HAS_HAZARD if deal._live(team) else Refused.TARGET_NOT_ROLLING


def _to_draw(deal: State, move: int) -> Refused:
    if move == DRAW:
        return Refused.EXCHANGE_TOO_FEW
    if move == PASS:
        return Refused.NO_PASSING
    if move == COUP:
        return Refused.NO_WINDOW
    if move == EXTEND or move == FINISH:
        return Refused.NO_EXTENSION
    if move == TAKE and deal.phase == ON_DRAW:
        return Refused.NOTHING_TO_TAKE if deal.rules.take_discard else Refused.TAKING_NOT_ALLOWED
    if DISCARD <= move < COUP:
        exchanging = deal.phase == ON_EXCHANGE or deal.may_exchange()
        return Refused.NOT_HELD if exchanging else Refused.EXCHANGE_NOT_ALLOWED
    return Refused.EXCHANGE_OR_DRAW if deal.phase == ON_EXCHANGE else Refused.DRAW_FIRST


def _to_react(deal: State, seat: int, move: int) -> Refused:
    if move == COUP:
        return Refused.NOT_HELD
    if GASOLINE <= move < EXTRA_TANK and (deal.answer_cards(seat) >> move) & 1:
        return Refused.NOT_HELD
    return Refused.NOT_AN_ANSWER if GASOLINE <= move < ATTACK else Refused.ANSWER_FIRST


def _word_out_of_place(deal: State, move: int) -> Refused:
    if move == COUP:
        return Refused.NO_WINDOW
    if move == TAKE and not deal.rules.take_discard:
        return Refused.TAKING_NOT_ALLOWED
    if move == PASS:
        return Refused.NO_PASSING
    return Refused.NO_EXTENSION if move < DRAW else Refused.NOT_DRAWING


def _card_of(move: int) -> int:
    if move >= DISCARD:
        return move - DISCARD
    if move >= ATTACK:
        return OUT_OF_GAS + (move - ATTACK) % 5
    return move
