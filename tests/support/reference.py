"""A second engine, written from the clauses and rulings alone, to hold the real one to.

It shares no code with the package: cards and moves are plain strings, piles are plain lists, and nothing is
done for speed.  Whoever doubts a result can read this file as a rulebook.  ``rules`` may be any object with
the attributes of ``bornes.rules.ruleset.Rules``.
"""

from __future__ import annotations

from typing import Any

# --- The cards (GC-02..07, P62-01..06) -------------------------------------------------------------------

DISTANCES = ["25", "50", "75", "100", "200"]
BATTLE_HAZARDS = ["out-of-gas", "flat", "accident", "stop"]
HAZARDS = [*BATTLE_HAZARDS, "limit"]
SAFETIES = ["tank", "proof", "ace", "priority"]

REMEDY = {"out-of-gas": "gas", "flat": "spare", "accident": "repair", "stop": "roll", "limit": "end"}
SAFETY = {"out-of-gas": "tank", "flat": "proof", "accident": "ace", "stop": "priority", "limit": "priority"}
CURES = {"gas": "out-of-gas", "spare": "flat", "repair": "accident"}
"""The remedies that answer one hazard and nothing else; Roll and End of Limit have rules of their own."""

SCORE_ROWS = ["milestones", "safeties", "all_safeties", "coups_fourres"]
SCORE_ROWS += ["trip", "delayed_action", "safe_trip", "shut_out", "extension"]
TEAM_NAMES = "ABCD"
LONG_TRIP = 1000


class Team:
    """One set of piles (GC-13), shared by partners (GC-12, P62-12).  The last card of a pile is its top."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.battle: list[str] = []
        self.speed: list[str] = []
        self.distances: list[str] = []
        self.safeties: list[str] = []
        self.coups: list[str] = []
        """Those of the safeties that lie crosswise (GC-57)."""
        self.roll_due = False
        """An End of Limit still wants its Roll (DJ-27, the reading that Q-16 rejects)."""

    @property
    def miles(self) -> int:
        return sum(int(card) for card in self.distances)

    def shows(self, card: str) -> bool:
        """Return whether the Battle pile has this card on top; only the top counts (GC-35, P62-18)."""
        return self.battle[-1:] == [card]

    def has_right_of_way(self) -> bool:
        return "priority" in self.safeties

    def is_free_of_limits(self) -> bool:
        """Right of Way lifts and blocks Speed Limits as well (GC-53, GC-54, Q-15)."""
        return self.has_right_of_way() and bool(self.rules.right_of_way_covers_limit)

    def is_live(self) -> bool:
        """Return whether a hazard is on top whose safety is not displayed: a safety neutralises it (GC-50, Q-70)."""
        return any(self.shows(hazard) and SAFETY[hazard] not in self.safeties for hazard in BATTLE_HAZARDS)

    def is_rolling(self) -> bool:
        """Return whether distance may be laid: a Roll or the Right of Way, no live hazard (GC-44, DJ-29, Q-17)."""
        if self.is_live():
            return False
        if self.has_right_of_way():
            return True
        if self.roll_due or not self.battle:
            return False
        if self.battle[-1] in CURES:
            return not self.rules.roll_after_remedy  # GC-41, P62-35, DJ-24; not in Asmodee: AS-22
        if self.battle[-1] in BATTLE_HAZARDS:
            return not self.rules.roll_after_safety
        return True

    def is_limited(self) -> bool:
        """Return whether a Speed Limit binds (GC-29, P62-30, P62-31); not under the Right of Way (GC-54)."""
        return self.speed[-1:] == ["limit"] and not self.is_free_of_limits()

    def accepts_but_for_target(self, card: str) -> bool:
        """Return whether a distance card obeys everything except the length of the trip (Q-66 needs it apart)."""
        if not self.is_rolling():
            return False
        if self.is_limited() and int(card) > self.rules.speed_limit:
            return False
        return card != "200" or self.distances.count("200") < self.rules.max_200s  # GC-45, AS-32

    def accepts(self, card: str, target: int) -> bool:
        """Return whether a card may be laid on these piles by their owner."""
        if card in DISTANCES:
            fits = self.miles + int(card) <= target or self.rules.overshoot == "allow"  # GC-46, AS-33
            return fits and self.accepts_but_for_target(card)
        if card == "roll":  # GC-39, GC-40, Q-09; never beside the Right of Way: Q-62
            useful = self.shows("stop") if self.is_live() else not self.is_rolling()
            return useful and not self.has_right_of_way()
        if card == "end":
            return self.is_limited()  # GC-43
        if card in CURES:
            return self.is_live() and self.shows(CURES[card])  # GC-38
        return card in SAFETIES  # at any time on turn: P62-44

    def can_be_hit_by(self, hazard: str) -> bool:
        """Return whether an opponent may lay this hazard here (Q-12, Q-13, Q-14)."""
        if hazard == "limit":  # also before the start: GC-30, P62-29, DJ-18; on another limit: Q-46
            return not self.is_free_of_limits() and (self.rules.limit_on_limit or not self.is_limited())
        if SAFETY[hazard] in self.safeties:
            return False  # GC-36, GC-51, P62-32
        if self.rules.hazard_target == "rolling":
            return self.is_rolling()  # P62-26, P62-27, DJ-19
        started = bool(self.battle) or self.has_right_of_way()
        if self.rules.hazard_target == "started-no-live":
            return started and not self.is_live()  # AS-30
        return started  # GC-34, P88-31

    def lay(self, card: str) -> None:
        """Put a card where it belongs (DJ-56)."""
        if card in DISTANCES:
            self.distances.append(card)
        elif card in SAFETIES:
            self.safeties.append(card)
        elif card in ("limit", "end"):
            self.speed.append(card)
        else:
            self.battle.append(card)
        if card == "end" and not self.has_right_of_way():
            self.roll_due = bool(self.rules.roll_after_end_of_limit)
        if card == "roll":
            self.roll_due = False

    def progress(self) -> int:
        """Return what counts towards the target (Q-31, Q-64)."""
        if self.rules.end_measure == "miles":
            return self.miles
        points: int = self.miles + self.rules.safety_points * len(self.safeties)
        if self.rules.end_measure == "points":
            points += self.rules.coup_fourre_points * len(self.coups)
        return points


class ReferenceDeal:
    """One deal from the first card to the last.  ``completer`` and ``extended_by`` are teams, not seats."""

    def __init__(self, rules: Any, deck: list[str], first: int = 0) -> None:
        self.rules = rules
        self.teams = [Team(rules) for _ in range(rules.teams)]
        self.hands: list[list[str]] = [[] for _ in range(rules.players)]
        self.draw_pile = list(deck)
        """The first card is drawn next."""
        self.discards: list[str] = []
        """The last card is on top."""
        self.phase = "play"
        self.seat: int | None = first
        self.turn_seat = first
        self.target: int = rules.target
        self.turns = 0
        self.ending: str | None = None
        self.completer: int | None = None
        self.extended_by: int | None = None

        self._extra = False  # this turn was earned by a safety
        self._taken: str | None = None  # from the discards, this turn
        self._given = 0  # cards put down in an exchange so far
        self._hazard, self._victim = "", 0  # what the open window is about
        self._unasked: list[int] = []  # seats that may still answer in it
        self._owed: tuple[int, int, tuple[int, bool] | None] = (0, 0, None)  # a draw that chance interrupted

        for _ in range(rules.hand_size):  # one by one, starting with the first player (P62-14)
            for step in range(rules.players):
                self.hands[(first + step) % rules.players].append(self.draw_pile.pop(0))
        self._begin_turn(first)

    def _team_of(self, seat: int) -> int:
        """Return the team of a seat: partners sit opposite, so the turn goes round the teams (Q-03)."""
        return int(seat % self.rules.teams)

    def _left_of(self, seat: int) -> int:
        return int((seat + 1) % self.rules.players)

    # --- What may be done --------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """List every move that the deciding seat may make; none at a chance node or when the deal is over."""
        if self.phase == "extend":
            return {"extend", "finish"}  # GC-81: may, need not
        if self.seat is None:
            return set()
        if self.phase == "draw":
            return self._draw_moves(self.seat)
        if self.phase == "exchange":
            enough = self._given >= self.rules.exchange_min
            return {"~" + card for card in self.hands[self.seat]} | ({"draw"} if enough else set())
        if self.phase == "react":
            return self._answers(self.seat) | {"pass"}
        return self._plays(self.seat) | self._discards(self.seat)

    def _draw_moves(self, seat: int) -> set[str]:
        moves = {"draw"}
        if self.rules.take_discard and self.discards:
            moves.add("take")  # AS-16
        if self.rules.fast_play and len(self.hands[seat]) >= max(1, self.rules.exchange_min):
            moves |= {"~" + card for card in self.hands[seat]}  # AS-51, Q-39, Q-55; in extra turns too: Q-56
        may_decline = self._extra and self.rules.extra_turn == "optional"  # Q-08, the other reading
        if may_decline or (self.rules.fast_play and self.rules.exchange_min == 0):
            moves.add("pass")
        return moves

    def _plays(self, seat: int) -> set[str]:
        """List the cards this seat could lay somewhere on the present table if it were its turn."""
        own = self._team_of(seat)
        plays = set()
        for card in self.hands[seat]:
            if card not in HAZARDS and self.teams[own].accepts(card, self.target):
                plays.add(card)
            if card in HAZARDS:
                for index, team in enumerate(self.teams):
                    if index != own and team.can_be_hit_by(card):
                        plays.add(f"{card}>{TEAM_NAMES[index]}")
        return plays

    def _discards(self, seat: int) -> set[str]:
        """Any card may be thrown away, even by who could play (Q-10), unless a house rule objects."""
        hand = self.hands[seat]
        must_play = not self.rules.free_discard or (self.rules.forced_play and not self.draw_pile)
        if must_play and self._plays(seat):
            return set()
        discards = {"-" + card for card in hand}
        if not self.rules.rediscard and self._taken is not None and hand.count(self._taken) == 1:
            others = discards - {"-" + self._taken}
            return others if others or self._plays(seat) else discards
        return discards

    def _answers(self, seat: int) -> set[str]:
        """List how this seat could answer the hazard just laid; never one laid by its own team (Q-24)."""
        own, hand = self._team_of(seat), self.hands[seat]
        answers: set[str] = set()
        if own == self._team_of(self.turn_seat):
            return answers
        own_danger = own == self._victim  # or the partner's: Q-23
        in_scope = own_danger or self.rules.coup_fourre_scope == "any"  # P88-50, Q-24, Q-71
        answerable = self._hazard != "limit" or self.rules.coup_fourre_on_limit
        if SAFETY[self._hazard] in hand and in_scope and answerable:
            answers.add("coup")
        if self.rules.fast_play and own_danger and self._hazard != "limit" and REMEDY[self._hazard] in hand:
            answers.add(REMEDY[self._hazard])  # AS-48, Q-38
        return answers

    # --- Doing it ----------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a legal move; anything else raises ValueError and changes nothing (Q-51)."""
        if self.seat is None or move not in self.legal():
            raise ValueError(f"{move} is not legal in phase {self.phase}")
        if self.phase in ("draw", "exchange"):
            self._play_draw(self.seat, move)
        elif self.phase == "react":
            self._play_answer(self.seat, move)
        elif self.phase == "extend":
            self._play_extension(self.seat, move)
        elif move.startswith("-"):
            self._discard(self.seat, move[1:])
            self._begin_turn(self._left_of(self.seat))
        elif ">" in move:
            self._play_hazard(self.seat, *move.split(">"))
        else:
            self._play_own(self.seat, move)

    def overshoot(self, card: str) -> None:
        """Turn a distance card that would pass the target into the discard of the turn (Q-18, Q-66)."""
        if self.phase != "play" or self.seat is None or self.rules.overshoot != "discard":
            raise ValueError("an overshooting card is not taken as a discard here")
        team = self.teams[self._team_of(self.seat)]
        if card not in DISTANCES or not team.accepts_but_for_target(card):
            raise ValueError(f"{card} breaks another rule")
        if team.miles + int(card) <= self.target:
            raise ValueError(f"{card} does not pass the target")
        self.play("-" + card)  # which refuses what is not held or may not be discarded now

    def reshuffle(self, order: list[str]) -> None:
        """Resolve a chance node: all discards, in this order, are the new draw pile (AS-20, Q-37)."""
        if self.phase != "chance" or sorted(order) != sorted(self.discards):
            raise ValueError("only the discards can be reshuffled, and only when a card must be drawn")
        self.draw_pile, self.discards = list(order), []
        self._draw(*self._owed)

    def _discard(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.discards.append(card)

    def _play_draw(self, seat: int, move: str) -> None:
        if move == "pass":
            self._begin_turn(self._left_of(seat))
        elif move == "take":
            self._taken = self.discards.pop()
            self.hands[seat].append(self._taken)
            self.phase = "play"
        elif move.startswith("~"):
            self._discard(seat, move[1:])  # the last one given lies on top: Q-57
            self._given += 1
            self.phase = "exchange"
            if not self.hands[seat]:
                self._close_exchange(seat)
        elif self.phase == "exchange":
            self._close_exchange(seat)
        else:
            self._draw(seat, 1, then=None)

    def _close_exchange(self, seat: int) -> None:
        """Draw as many as were given, from the draw pile only; it was the whole turn (AS-51, Q-39)."""
        self._draw(seat, self._given, then=(self._left_of(seat), False))

    def _play_own(self, seat: int, card: str) -> None:
        index = self._team_of(seat)
        self.hands[seat].remove(card)
        self.teams[index].lay(card)
        if self._has_arrived(index):
            cards_left = bool(self.draw_pile) or any(self.hands)
            if self.rules.extension and self.extended_by is None and cards_left:
                self.phase = "extend"
            else:
                self._finish("completed", index)
        elif card in SAFETIES and (self.draw_pile or self.rules.extra_turn_after_exhaustion):
            self._begin_turn(seat, extra=True)  # GC-52, P62-44, DJ-33, AS-37
        else:
            self._begin_turn(self._left_of(seat))

    def _play_extension(self, seat: int, move: str) -> None:
        if move == "finish":
            self._finish("completed", self._team_of(seat))
        else:
            self.extended_by, self.target = self._team_of(seat), LONG_TRIP  # GC-82
            self._begin_turn(self._left_of(seat))

    def _play_hazard(self, seat: int, hazard: str, victim: str) -> None:
        self.hands[seat].remove(hazard)
        self._hazard, self._victim = hazard, TEAM_NAMES.index(victim)
        self.teams[self._victim].lay(hazard)
        others = [(seat + step) % self.rules.players for step in range(1, self.rules.players)]
        self._unasked = [other for other in others if self._answers(other)]
        self._ask_next()

    def _ask_next(self) -> None:
        """Seats are asked from the attacker's left; only those who can answer (Q-58, Q-74)."""
        if self._unasked:
            self.phase, self.seat = "react", self._unasked.pop(0)
        else:
            self._begin_turn(self._left_of(self.turn_seat))

    def _play_answer(self, seat: int, answer: str) -> None:
        if answer == "pass":
            self._ask_next()
        elif answer == "coup":
            self._coup_fourre(seat)
        else:  # an immediate remedy costs nobody a turn (AS-49), and is refilled at once
            self.hands[seat].remove(answer)
            self.teams[self._team_of(seat)].lay(answer)
            self._draw(seat, 1, then=(self._left_of(self.turn_seat), False))

    def _coup_fourre(self, seat: int) -> None:
        index, safety = self._team_of(seat), SAFETY[self._hazard]
        team = self.teams[index]
        if index == self._victim:  # on a third party the hazard stays: Q-24
            pile = team.speed if self._hazard == "limit" else team.battle
            self.discards.append(pile.pop())  # what lay below counts again: P62-55, Q-14, Q-69
        self.hands[seat].remove(safety)
        team.lay(safety)
        team.coups.append(safety)
        if self._has_arrived(index):
            self._finish("completed", index)  # no refill any more: Q-60
        else:  # a refill, then a whole turn; seats in between lose theirs (P62-53..57, Q-22, Q-50, Q-59)
            self._draw(seat, 1, then=(seat, True))

    # --- Turns and draws ---------------------------------------------------------------------------------

    def _draw(self, seat: int, count: int, then: tuple[int, bool] | None) -> None:
        """Draw if cards are there (Q-21), then begin the turn named by ``then``, or play on with this one."""
        while count and self.draw_pile:
            self.hands[seat].append(self.draw_pile.pop(0))
            count -= 1
        if count and self.rules.empty_draw_pile == "reshuffle" and self.discards:
            self.phase, self.seat = "chance", None
            self._owed = (seat, count, then)
        elif then is None:
            self.phase, self.seat = "play", seat
        else:
            self._begin_turn(*then)

    def _begin_turn(self, seat: int, extra: bool = False) -> None:
        if self.rules.turn_cap and self.turns == self.rules.turn_cap:
            self._finish("capped")
        elif self._is_exhausted():
            self._finish("exhausted")
        elif not self._can_begin(seat):  # the empty-handed are skipped, and an extra turn lapses
            self._begin_turn(self._left_of(seat))
        else:
            self.turns += 1
            self.turn_seat, self._extra = seat, extra
            self._taken, self._given = None, 0
            self.phase, self.seat = "draw", seat
            if self._draw_moves(seat) == {"draw"}:
                self._draw(seat, 1, then=None)

    def _is_exhausted(self) -> bool:
        seats = range(self.rules.players)
        if self.draw_pile:
            return False
        if self.rules.empty_draw_pile == "stop" or not any(map(self._can_begin, seats)):
            return True  # P62-59, Q-55, Q-65
        return bool(self.rules.early_stop) and not any(map(self._plays, seats))  # P88-59, Q-19

    def _can_begin(self, seat: int) -> bool:
        can_reshuffle = self.rules.empty_draw_pile == "reshuffle" and self.discards
        return bool(self.draw_pile or self.hands[seat] or can_reshuffle)

    # --- The end -----------------------------------------------------------------------------------------

    def _has_arrived(self, team: int) -> bool:
        """Return whether the trip is complete: at the target exactly (GC-48), or past it (AS-33, AS-52)."""
        progress = self.teams[team].progress()
        return progress >= self.target if self.rules.overshoot == "allow" else progress == self.target

    def _finish(self, ending: str, completer: int | None = None) -> None:
        self.phase, self.seat = "over", None
        self.ending, self.completer = ending, completer

    def scores(self) -> list[dict[str, int]]:
        """Return the rows of the score sheet for each team; before the end only what is certain by then (Q-73)."""
        rules = self.rules
        sheets = [dict.fromkeys(SCORE_ROWS, 0) for _ in self.teams]
        for team, rows in zip(self.teams, sheets, strict=True):
            rows["milestones"] = team.miles  # GC-70
            rows["safeties"] = rules.safety_points * len(team.safeties)  # GC-71
            rows["coups_fourres"] = rules.coup_fourre_points * len(team.coups)  # GC-65, Q-30
            if len(team.safeties) == len(SAFETIES):
                rows["all_safeties"] = rules.all_safeties_points  # GC-72, Q-35
        if self.phase == "over":
            winners, shares = self._winners()
            for index in winners:
                sheets[index]["trip"] = rules.trip_points // shares  # GC-73, DJ-48
                if "200" not in self.teams[index].distances:
                    sheets[index]["safe_trip"] = rules.safe_trip_points // shares  # GC-74, DJ-49
            if self.completer is not None and not self.draw_pile:
                sheets[self.completer]["delayed_action"] = rules.delayed_action_points  # GC-69, Q-20
            for index, rows in enumerate(sheets):
                rows["shut_out"] = rules.shut_out_points * self._shut_outs(index)
                rows["extension"] = rules.extension_points if self._earns_extension(index) else 0
        return [rows | {"total": sum(rows.values())} for rows in sheets]

    def _winners(self) -> tuple[list[int], int]:
        """Return who won the deal, and into how many shares the prize is cut."""
        if self.completer is not None:
            return [self.completer], 1
        if self.rules.exhaustion_winner == "none" or self.extended_by is not None:
            return [], 1  # GC-84, Q-36
        most = max(team.miles for team in self.teams)
        leaders = [index for index, team in enumerate(self.teams) if team.miles == most]  # DJ-45
        if len(leaders) > 1 and self.rules.exhaustion_tie == "none":
            return [], 1
        return leaders, len(leaders) if self.rules.exhaustion_tie == "split" else 1

    def _shut_outs(self, team: int) -> int:
        """Return how many times this team collects for opponents who never drove (Q-29, Q-33)."""
        opponents = [other for index, other in enumerate(self.teams) if index != team]
        blank = sum(1 for other in opponents if not other.distances)
        if self.rules.shut_out_rule == "completer":
            return int(team == self.completer and blank == len(opponents))  # GC-75, P62-68
        if self.rules.shut_out_rule == "nonblank-only":
            return int(bool(self.teams[team].distances) and blank > 0)  # DJ-50
        return blank if self.rules.shut_out_rule == "stacked" else int(blank > 0)

    def _earns_extension(self, team: int) -> bool:
        """Return whether a team is paid for an extension: its caller who arrives, or else each opponent (Q-27)."""
        if self.extended_by is None:
            return False
        if self.completer == self.extended_by:
            return team == self.extended_by  # GC-85
        failed = self.completer is not None or self.rules.extension_fails_on_exhaustion  # GC-86, P62-75
        return bool(failed) and team != self.extended_by


# --- The game --------------------------------------------------------------------------------------------


def next_dealer(rules: Any, dealer: int) -> int:
    """Return who deals next: the deal passes to the left unless it stays where it is (Q-05)."""
    return int((dealer + 1) % rules.players) if rules.dealer_rotation == "left" else dealer


def game_result(rules: Any, totals: list[int], completer: int | None = None) -> int | None:
    """Return the winning team after a complete deal, which ``completer`` ended.

    None means one more deal, or a draw where a single deal is the whole game (Q-34, Q-61).
    """
    most = max(totals)
    leaders = [team for team, total in enumerate(totals) if total == most]
    if most < rules.game_goal:
        return None
    if len(leaders) == 1:
        return leaders[0]
    if rules.game_goal == 0 and rules.end_measure != "points" and completer in leaders:
        return completer
    return None
