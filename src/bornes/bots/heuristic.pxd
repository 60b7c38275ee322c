# cython: language_level=3
cimport cython
from bornes.engine.compiled_rules cimport CompiledRules
from bornes.engine cimport playout
from bornes.engine cimport state as table
from bornes.engine.state cimport State
from bornes.engine.playout cimport Policy, Rng

cdef int ATTACK, COUP, DISCARD, DRAW, EXTEND, FINISH, NONE, TAKE
cdef int D25, D50, D75, D100, D200, OUT_OF_GAS, STOP, SPEED_LIMIT, ROLL, END_OF_LIMIT, EXTRA_TANK, RIGHT_OF_WAY
cdef int ON_PLAY, ON_REACT, ON_EXTEND, ON_EXCHANGE, MEASURE_MILES, LONG_TRIP, KINDS
cdef double MIN_MILES_PER_TURN, MIN_FADE_TURNS, NOTHING
cdef unsigned long long ONE, DISTANCES, NO_SAFETIES

@cython.final
cdef class Heuristic(Policy):
    cdef public double keep_25, keep_50, keep_75, keep_100, keep_200, keep_exact
    cdef public double keep_slow, crowd, keep_remedy, keep_second_remedy, keep_roll, keep_second_roll
    cdef public double keep_third_roll, keep_end_of_limit, keep_second_end_of_limit, keep_needed, keep_covered, keep_risk
    cdef public double keep_hazard, keep_stop, keep_limit, keep_second_hazard, crowd_hazards, keep_safety
    cdef public double fade, mile, hurry, finish, exact, awkward
    cdef public double awkward_25, safe_trip, safe_trip_late, start, ready, cure
    cdef public double unlimit, unlimit_fast, attack, attack_stop, attack_limit, attack_lead
    cdef public double attack_near, attack_late, attack_stopped, attack_scarce, coup_risk, lay
    cdef public double lay_cure, lay_stuck, lay_late, coup_hope, take, exchange_below
    cdef public double exchange_gain, exchange_play, extend, extend_lead, extend_stopped, extend_limited
    cdef public double extend_safety, extend_held, extend_hand, extend_hazard, extend_pile, extend_safe_trip
    cdef public double extend_shut_out, pace

    @cython.locals(time=double, best=int, most=double, kinds=cython.ulonglong, card=int, kept=double,
                   move=int, value=double)
    cdef int choose_play(self, State state, unsigned long long moves) noexcept nogil
    @cython.locals(time=double, moves=cython.ulonglong, move=int, card=int, kept=double)
    cpdef dict values(self, State state)
    @cython.locals(target=int)
    cdef int play_of(self, State state, int card) noexcept nogil
    @cython.locals(team=int, best=int, most=double, step=int, other=int, gain=double)
    cdef int best_target(self, State state, int card) noexcept nogil
    @cython.locals(fade=double)
    cdef double kept(self, State state, int card, double time) noexcept nogil
    @cython.locals(late=double)
    cdef double gain(self, State state, int move, int card, double time) noexcept nogil
    cdef int choose_answer(self, unsigned long long moves) noexcept nogil
    @cython.locals(seat=int, team=int, value=double)
    cdef int choose_extension(self, State state) noexcept nogil
    @cython.locals(value=double, blank=cython.bint, other=int, outlook=double)
    cdef double outlook_of_others(self, State state, int team) noexcept nogil
    @cython.locals(value=double, miles=int, card=int, count=int)
    cdef double outlook_of_hand(self, State state, int seat) noexcept nogil
    @cython.locals(seat=int, worst=int)
    cdef int choose_draw(self, State state, unsigned long long moves) noexcept nogil
    @cython.locals(card=int, team=int, target=int, gain=double, spare=double)
    cdef bint worth_taking(self, State state, int seat, int worst) noexcept nogil
    @cython.locals(time=double, moves=cython.ulonglong, move=int, kinds=cython.ulonglong, lack=double, card=int, copy=int, worth=double)
    cdef bint poor_hand(self, State state, int seat) noexcept nogil
    @cython.locals(kinds=cython.ulonglong, worst=int, least=double, card=int, worth=double)
    cdef int worst_card(self, State state, int seat) noexcept nogil
    cdef double keep_last(self, State state, int seat, int card) noexcept nogil
    cdef double keep(self, State state, int seat, int card, int copy) noexcept nogil
    @cython.locals(team=int, miles=int, worth=double, crowd=int)
    cdef double keep_distance(self, State state, int seat, int card, int copy) noexcept nogil
    @cython.locals(many=int, packed=cython.ulonglong)
    cdef int held_between(self, State state, int seat, int card, int last) noexcept nogil
    @cython.locals(team=int, safety=int, unsafe=int, other=int, worth=double, crowd=int)
    cdef double keep_a_hazard(self, State state, int seat, int card, int copy) noexcept nogil
    @cython.locals(team=int, hazard=int, safety=int, needed=cython.bint, come=double, risk=double)
    cdef double keep_a_remedy(self, State state, int seat, int card, int copy) noexcept nogil
    @cython.locals(seat=int, team=int, miles=int, rest=int, gain=double, share=double)
    cdef double gain_of_distance(self, State state, int card) noexcept nogil
    @cython.locals(card=int)
    cdef bint holds_miles(self, State state, int seat, int rest, int played) noexcept nogil
    @cython.locals(seat=int, have=cython.ulonglong, fast=int, unstoppable=cython.bint, ready=cython.bint)
    cdef double gain_of_remedy(self, State state, int card) noexcept nogil
    @cython.locals(gain=double, seat=int, remedy=int, copies=int, safety=int)
    cdef double gain_of_attack(self, State state, int target, int card) noexcept nogil
    @cython.locals(seat=int, team=int, gain=double, hazard=int, coming=int, hope=double)
    cdef double gain_of_safety(self, State state, int card, double time) noexcept nogil
    cdef int need(self, State state, int team) noexcept nogil
    @cython.locals(least=int, other=int)
    cdef int nearest_need(self, State state, int team) noexcept nogil
    @cython.locals(seat=int, team=int, by_pile=double, near=int, own=int, by_road=double, least=double)
    cdef double turns_left(self, State state) noexcept nogil
    @cython.locals(unseen=int, other=int)
    cdef double cards_unseen(self, State state, int seat) noexcept nogil
    @cython.locals(held=int, other=int)
    cdef double chance_to_hold(self, State state, int target) noexcept nogil
