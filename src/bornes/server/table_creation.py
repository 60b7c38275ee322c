"""How a table is made from what somebody asks for."""

from __future__ import annotations

import hashlib
import hmac

from ..base.translatable import N_, OrList, TranslatableText
from ..bots.roster import is_builtin_bot
from ..client.protocol import PACES, GameRequest, OpenTable, PlayNow, hash_secret
from ..game.fair import PLAYERS_AND_SERVER
from ..game.player_names import BOT_NAMES
from ..i18n import Translator
from ..rules.editions import EDITION_NAMES, edition, first_game
from ..rules.ruleset import Rules, RulesError
from ..tables.entries import Opened
from ..tables.event_text import refusal_sentence
from ..tables.refusals import ONLY_OUR_BOTS, BadName
from ..tables.seat_rules import checked_player_name
from ..tables.table import Table
from ..tables.table_limits import ONLINE_LIMITS, TableLimits, online_pace_error
from ..tables.table_state import Pace, SeatState, TableState, open_state
from .api_errors import ApiError, ErrorCode
from .invitations import RandomBytes

ME, OPEN = "me", "open"
TABLE_ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""32 characters, five bits each."""


def new_id(database: str, random: RandomBytes) -> str:
    """Return an id that no other table has: 80 bits behind the short name of the database."""
    return _id(database, random(16))


def derive_table_id(database: str, key: bytes, secret: str) -> str:
    """Return the id of the table that is opened under a secret: whoever asks again with the same one finds it."""
    return _id(database, hmac.digest(key, f"bornes table of {hash_secret(secret)}".encode(), hashlib.sha256)[:16])


def _id(database: str, chance: bytes) -> str:
    return f"{database}-{''.join(TABLE_ID_ALPHABET[byte % len(TABLE_ID_ALPHABET)] for byte in chance)}"


def table_from_request(
    request: OpenTable | PlayNow, id: str, secret: str, seed: bytes, language: str, limits: TableLimits = ONLINE_LIMITS
) -> TableState:
    """Return the table that somebody wants to open, before its first deal; ApiError says what cannot be."""
    rules = _rules(request, language)
    _check_length(rules, limits)
    if isinstance(request, PlayNow):
        request = OpenTable(
            name=request.name,
            seats=[ME, *[request.bot] * (rules.players - 1)],
            pace="none",
            newcomers=False,
            spectators=False,
        )
    seats, mine = _seats(request, rules)
    seats[mine].secret_hash = hash_secret(secret)
    pace = PACES[request.pace] if isinstance(request.pace, str) else request.pace
    _check_pace(pace, [seat.kind for seat in seats], limits)
    state = open_state(
        id,
        rules,
        seats,
        seed,
        pace=pace,
        scheme=PLAYERS_AND_SERVER,
        opener=mine,
        newcomers=request.newcomers,
        spectators=request.spectators,
        public=request.public,
    )
    state.seats[mine].name = _name(state, request.name, mine, language)
    return state


def _rules(request: GameRequest, language: str) -> Rules:
    first, form = first_game(language)
    name = request.edition or first
    if name not in EDITION_NAMES:
        raise _bad(
            "edition",
            N_("there is no edition {name!r}; the editions are {known}"),
            name=name,
            known=OrList(EDITION_NAMES),
        )
    players = request.players or (form.players if name == first else 2)
    try:
        printed = edition(name).rules(players, partners=request.partners, short=request.short)
        return printed.replace(**request.house_rules)
    except RulesError as error:
        raise ApiError(ErrorCode.BAD_GAME, field="edition", why=error) from None
    except (TypeError, ValueError) as error:
        raise ApiError(ErrorCode.BAD_GAME, field="house_rules", why=str(error)) from None


def _seats(request: OpenTable, rules: Rules) -> tuple[list[SeatState], int]:
    """Return who sits where, and the seat of whoever asks."""
    asked = request.seats or [ME, *[OPEN] * (rules.players - 1)]
    if len(asked) != rules.players:
        text = N_("this game has {players} seats, not {given}")
        raise _bad("seats", text, players=rules.players, given=len(asked))
    if asked.count(ME) != 1:
        raise _bad("seats", N_("say “me” for exactly one of the seats"))
    return [_seat(at, who) for at, who in enumerate(asked)], asked.index(ME)


def _seat(at: int, who: str) -> SeatState:
    if who in (ME, OPEN):
        return SeatState("person" if who == ME else "open")
    if not is_builtin_bot(who):  # parsed, the options of a plugin would import it
        raise _bad("seats", ONLY_OUR_BOTS)
    return SeatState("bot", BOT_NAMES[at], bot=who)


def _check_length(rules: Rules, limits: TableLimits) -> None:
    """Refuse house rules by which a game takes too long, or its deals are hardly played."""
    if rules.game_goal > limits.max_goal:
        text = N_("game_goal: at most {most} at a table online, not {given}")
        raise _bad("house_rules", text, most=limits.max_goal, given=rules.game_goal)
    low, high = limits.min_turn_cap, limits.max_turn_cap
    if rules.turn_cap and not low <= rules.turn_cap <= high:
        text = N_("turn_cap: 0 (no cap) or {low} to {high} at a table online, not {given}")
        raise _bad("house_rules", text, low=low, high=high, given=rules.turn_cap)


def _check_pace(pace: Pace, kinds: list[str], limits: TableLimits) -> None:
    if trouble := online_pace_error(pace, limits):
        raise _bad("pace", trouble)
    if pace.decision is None and "open" in kinds:
        raise _bad("pace", N_("a table of several people keeps a clock"))


def _name(state: TableState, name: str, seat: int, language: str) -> str:
    table = Table(Opened(at=0, table=state))
    chosen = checked_player_name(table, name, seat)
    if isinstance(chosen, BadName):
        words = Translator.for_players(language, table.rules, table.names)
        raise ApiError(ErrorCode.REFUSED, field="name", why=refusal_sentence(chosen, words, table))
    return chosen


def _bad(field: str, text: str, **values: object) -> ApiError:
    return ApiError(ErrorCode.BAD_GAME, field=field, why=TranslatableText(text, values))
