# cython: language_level=3
cimport cython
from bornes.engine cimport argument_checks, playout, scoring
from bornes.engine.sampler cimport Sampler
from bornes.engine.playout cimport Policy, Rng, SeatPolicies
from bornes.engine.state cimport State

cdef int CONTINUATIONS_PER_DEAL, MAX_DEALS, NO_MOVE, WORLDS_PER_SIGNAL_CHECK
cdef unsigned long long ONE

@cython.locals(others=double, other=int)
cdef double lead(State state, int team) noexcept nogil

cdef class PointsAim:
    cdef double value(self, State state, int team, Rng luck) noexcept nogil

cdef class GameAim(PointsAim):
    cdef int teams, goal, count
    cdef object past
    cdef int[::1] totals, deals
    @cython.locals(packed=cython.ulonglong, other=int, won=double, run=int)
    cdef double value(self, State state, int team, Rng luck) noexcept nogil
    @cython.locals(packed=cython.ulonglong, other=int, won=double, run=int, luck=Rng, own=int, times=int)
    cpdef double chance(self, object team, object runs, object seed) except -1
    @cython.locals(other=int, deals=int, own=cython.ulonglong)
    cdef double play_to_goal(self, unsigned long long packed, int team, Rng luck) noexcept nogil
    @cython.locals(row=int, other=int)
    cdef unsigned long long after_deal(self, unsigned long long packed, Rng luck) noexcept nogil
    @cython.locals(best=cython.ulonglong, alone=cython.bint, other=int, total=cython.ulonglong)
    cdef bint decided(self, unsigned long long packed) noexcept nogil

@cython.final
cdef class MoveTester:
    cdef Sampler sampler
    cdef State base, world, work
    cdef tuple policies
    cdef SeatPolicies seats
    cdef unsigned long long seed
    cdef int team
    cdef Rng rng, choices, chance, luck
    cdef unsigned long long number
    cdef MoveTester twin(self)
    cdef void enter(self, unsigned long long number) noexcept nogil
    cdef void imagine(self) noexcept nogil
    cdef bint allows(self, unsigned long long moves) noexcept nogil
    cdef void play(self, int move) noexcept nogil

@cython.locals(own=MoveTester, end=int, codes="int[::1]", n=int, every=cython.ulonglong, count=int, start=cython.longlong, view="double[::1]",
               well=cython.bint, i=int, m=int, standard=double, value=double)
cpdef object compare(MoveTester tester, PointsAim aim, object moves, object worlds, object first=*)
@cython.locals(own=MoveTester, end=int, codes="int[::1]", n=int, every=cython.ulonglong, count=int, start=cython.longlong, view="double[::1]",
               well=cython.bint, i=int, m=int, at=cython.longlong)
cpdef object outcomes(MoveTester tester, GameAim game_aim, object moves, object worlds, object first=*)
@cython.locals(own=MoveTester, end=int, count=int, teams=int, view="double[::1]", i=int, team=int)
cpdef object chances(MoveTester tester, GameAim game_aim, object worlds)
cdef object _past(object deals, int teams)
cdef object _codes(object moves)
@cython.locals(every=cython.ulonglong, code=int, i=int)
cdef unsigned long long _as_set(int[::1] codes) except? 0
cdef int _check_aim(PointsAim aim, MoveTester tester) except -1
cdef int _check_teams(GameAim game_aim, MoveTester tester) except -1
cdef int _check_legal(bint well, MoveTester tester, object codes) except -1
