"""Why a move is not legal: the questions that decide legality, asked one by one in the order a referee would."""

from __future__ import annotations

from ..rules.cards import Card
from . import state as table
from .argument_checks import as_integer, check_index
from .codes import ATTACK, COUP, DISCARD, DRAW, EXTEND, FINISH, MOVES, PASS, TAKE, Phase, RefusalCode
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


def refusal(deal: State, move: int) -> RefusalCode:
    """Return why a move is not legal, or Refused.LEGAL if it is."""
    code = as_integer("a move is", move)
    return _refusal(deal, code) if 0 <= code <= TAKE else RefusalCode.NO_SUCH_MOVE


def answer_refusal(deal: State, seat: int, move: int) -> RefusalCode:
    """Return why a seat cannot answer the hazard in the open window so, or Refused.LEGAL if it can."""
    at = check_index("seat", seat, deal.rules.players)
    code = check_index("move", move, MOVES)
    answers = deal.answers(at)
    if (answers >> code) & 1:
        return RefusalCode.LEGAL
    if not deal.window_open():
        return RefusalCode.NO_WINDOW
    return _to_react(deal, at, code) if answers else RefusalCode.MAY_NOT_ANSWER


def _refusal(deal: State, move: int) -> RefusalCode:
    if (deal.legal() >> move) & 1:
        return RefusalCode.LEGAL
    if deal.phase == ON_PLAY:
        return _to_play(deal, move)
    if deal.phase == ON_DRAW or deal.phase == ON_EXCHANGE:
        return _to_draw(deal, move)
    if deal.phase == ON_REACT:
        return _to_react(deal, deal.seat, move)
    if deal.phase == ON_EXTEND:
        return RefusalCode.DECIDE_EXTENSION
    if deal.phase == ON_WINDOW:
        return RefusalCode.ANSWER_FIRST
    return RefusalCode.SHUFFLE_FIRST if deal.phase == ON_CHANCE else RefusalCode.DEAL_OVER


def _to_play(deal: State, move: int) -> RefusalCode:
    if move >= COUP:
        return _word_out_of_place(deal, move)
    card = _card_of(move)
    if not (deal.have[deal.seat] >> card) & 1:
        return RefusalCode.NOT_HELD
    if move >= DISCARD:
        forced = deal.play_forced() and deal._plays(deal.seat)
        return RefusalCode.MUST_PLAY if forced else RefusalCode.REDISCARD
    if move >= ATTACK:
        return _to_attack(deal, (move - ATTACK) // 5, card)
    return _to_lay(deal, deal._team_of(deal.seat), card)


def _to_lay(deal: State, team: int, card: int) -> RefusalCode:
    if OUT_OF_GAS <= card <= SPEED_LIMIT:
        return RefusalCode.NO_TARGET
    if card == ROLL:
        return RefusalCode.HAZARD_LIVE if deal._live(team) else RefusalCode.ROLL_USELESS
    if card == END_OF_LIMIT:
        return RefusalCode.NOT_LIMITED
    if card > D200:
        return RefusalCode.REMEDY_USELESS
    return _to_drive(deal, team, card)


def _to_drive(deal: State, team: int, card: int) -> RefusalCode:
    if deal._live(team):
        return RefusalCode.HAZARD_LIVE
    if not deal._rolling(team):
        return RefusalCode.NEEDS_ROLL
    if deal._limited(team) and table.miles_of(card) > deal.rules.speed_limit:
        return RefusalCode.SPEED_LIMITED
    if card == D200 and deal.laid_200s[team] >= deal.rules.max_200s:
        return RefusalCode.TOO_MANY_200S
    return RefusalCode.OVER_TARGET


def _to_attack(deal: State, team: int, hazard: int) -> RefusalCode:
    if team >= deal.rules.teams:
        return RefusalCode.NO_SUCH_TEAM
    if team == deal._team_of(deal.seat):
        return RefusalCode.OWN_SIDE
    if hazard == SPEED_LIMIT:
        return RefusalCode.PROTECTED if deal.exempt(team) else RefusalCode.TARGET_LIMITED
    if deal._shows(team, table.safety_of(hazard)):
        return RefusalCode.PROTECTED
    if not deal._started(team):
        return RefusalCode.TARGET_NOT_STARTED
    return RefusalCode.TARGET_HAS_HAZARD if deal._live(team) else RefusalCode.TARGET_NOT_ROLLING


def _to_draw(deal: State, move: int) -> RefusalCode:
    if move == DRAW:
        return RefusalCode.EXCHANGE_TOO_FEW
    if move == PASS:
        return RefusalCode.NO_PASSING
    if move == COUP:
        return RefusalCode.NO_WINDOW
    if move == EXTEND or move == FINISH:
        return RefusalCode.NO_EXTENSION
    if move == TAKE and deal.phase == ON_DRAW:
        return RefusalCode.NOTHING_TO_TAKE if deal.rules.take_discard else RefusalCode.TAKING_NOT_ALLOWED
    if DISCARD <= move < COUP:
        exchanging = deal.phase == ON_EXCHANGE or deal.may_exchange()
        return RefusalCode.NOT_HELD if exchanging else RefusalCode.EXCHANGE_NOT_ALLOWED
    return RefusalCode.EXCHANGE_OR_DRAW if deal.phase == ON_EXCHANGE else RefusalCode.DRAW_FIRST


def _to_react(deal: State, seat: int, move: int) -> RefusalCode:
    if move == COUP:
        return RefusalCode.NOT_HELD
    if GASOLINE <= move < EXTRA_TANK and (deal.answer_cards(seat) >> move) & 1:
        return RefusalCode.NOT_HELD
    return RefusalCode.NOT_AN_ANSWER if GASOLINE <= move < ATTACK else RefusalCode.ANSWER_FIRST


def _word_out_of_place(deal: State, move: int) -> RefusalCode:
    if move == COUP:
        return RefusalCode.NO_WINDOW
    if move == TAKE and not deal.rules.take_discard:
        return RefusalCode.TAKING_NOT_ALLOWED
    if move == PASS:
        return RefusalCode.NO_PASSING
    return RefusalCode.NO_EXTENSION if move < DRAW else RefusalCode.NOT_DRAWING


def _card_of(move: int) -> int:
    if move >= DISCARD:
        return move - DISCARD
    if move >= ATTACK:
        return OUT_OF_GAS + (move - ATTACK) % 5
    return move
