# cython: language_level=3
cimport cython
from bornes.engine.argument_checks cimport check_index
from bornes.engine.compiled_rules cimport CompiledRules

# The numbers that the .py names, as constants that C can compute with; tests/engine/test_builds_agree.py compares them.
cdef enum:
    MOVES = 64
    NONE = -1
    ATTACK = 19
    DISCARD = 39
    COUP = 58
    PASS = 59
    EXTEND = 60
    FINISH = 61
    DRAW = 62
    TAKE = 63
    D200 = 4
    OUT_OF_GAS = 5
    STOP = 8
    SPEED_LIMIT = 9
    GASOLINE = 10
    ROLL = 13
    END_OF_LIMIT = 14
    EXTRA_TANK = 15
    RIGHT_OF_WAY = 18
    KINDS = 19
    ON_DRAW = 0
    ON_EXCHANGE = 1
    ON_PLAY = 2
    ON_REACT = 3
    ON_EXTEND = 4
    ON_CHANCE = 5
    IS_OVER = 6
    ON_WINDOW = 7
    COMPLETED = 0
    EXHAUSTED = 1
    CAPPED = 2
    RESHUFFLE = 1
    STOP_WHEN_EMPTY = 2
    TARGET_ROLLING = 0
    TARGET_NO_LIVE = 2
    MEASURE_MILES = 0
    MEASURE_POINTS = 1
    THEN_PLAY = 0
    THEN_EXTRA_TURN = 1
    THEN_NEXT_TURN = 2
    NO_LIMIT = 10000
    LONG_TRIP = 1000
    MAX_SEATS = 8
    MAX_TEAMS = 4
    MAX_CARDS = 106
    J_TURN = 0
    J_DREW = 1
    J_TOOK = 2
    J_GAVE = 3
    J_LAID = 4
    J_ATTACKED = 5
    J_CLOSED = 6
    J_COUP = 7
    J_REMEDIED = 8
    J_DISCARDED = 9
    J_LOST = 10
    J_SKIPPED = 11
    J_EXTENDED = 12
    J_FINISHED = 13
    J_DECLINED = 14
    J_PASSED = 15
    J_RESHUFFLED = 16
    J_OVER = 17
    WHY_TURN = 0
    WHY_REFILL = 1
    WHY_EXCHANGE = 2
cdef extern from *:  # 64 bits wide, which a C enum is not
    const unsigned long long ONE "1ULL"
    const unsigned long long ALL_SAFETIES "0x78000ULL"
    const unsigned long long BATTLE_HAZARDS "0x1e0ULL"
    const unsigned long long FIVE_HAZARDS "31ULL"
cdef int miles_of(int card) noexcept nogil
cdef int safety_of(int hazard) noexcept nogil
cdef inline unsigned long long answers_with(unsigned long long cards) noexcept nogil
cdef int number_of(int safeties) noexcept nogil

@cython.final
cdef class State:
    cdef readonly CompiledRules rules
    cdef unsigned long long hand[8]
    cdef unsigned long long have[8]
    cdef int held[8]
    cdef int lane[8]
    cdef int battle[4]
    cdef int speed[4]
    cdef unsigned long long safeties[4]
    cdef unsigned long long coups[4]
    cdef int miles[4]
    cdef int laid_200s[4]
    cdef int roll_due[4]
    cdef unsigned char shown[19]
    cdef unsigned char pile[106]
    cdef readonly int pile_end, left
    cdef readonly bint lanes
    cdef unsigned char discards[106]
    cdef readonly int discarded, phase, seat, turn_seat, turns
    cdef readonly bint extra
    cdef readonly int taken, given, hazard, target_team, under, owed, drawer, then
    cdef readonly int goal, extended_by, ending, completer
    cdef public bint keeps_journal, stops_in_windows
    cdef int journal[256]
    cdef int entries

    @cython.locals(i=int)
    cdef void lay_pile(self, bytes cards) noexcept
    @cython.locals(players=int, n=int, i=int)
    cdef void start(self, int cards, int first, bint lanes) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void copy_from(self, State other) noexcept nogil
    cpdef State clone(self)

    cdef inline void gain(self, int seat, int card) noexcept nogil
    cdef inline void lose(self, int seat, int card) noexcept nogil
    cdef inline int _count(self, int seat, int card) noexcept nogil
    cdef int _unseen(self, int seat, int card) noexcept nogil
    cdef int most_held(self, int seat) noexcept nogil
    cdef int cards_hidden(self) noexcept nogil
    cdef void to_discards(self, int card) noexcept nogil

    cdef inline int _team_of(self, int seat) noexcept nogil
    cdef inline bint _shows(self, int team, int safety) noexcept nogil
    cdef inline bint _live(self, int team) noexcept nogil
    cdef bint _started(self, int team) noexcept nogil
    cdef inline bint _rolling(self, int team) noexcept nogil
    cdef inline bint _limited(self, int team) noexcept nogil
    cdef inline bint exempt(self, int team) noexcept nogil
    cdef inline int room(self, int team) noexcept nogil
    @cython.locals(plays=cython.ulonglong)
    cdef inline unsigned long long _own_plays(self, int team) noexcept nogil
    @cython.locals(hazards=cython.ulonglong)
    cdef inline unsigned long long _hazards_on(self, int team) noexcept nogil
    cdef inline bint attackable(self, int team) noexcept nogil
    cdef inline bint limitable(self, int team) noexcept nogil
    cdef int _points(self, int team) noexcept nogil
    cdef int _safeties_shown(self, int team) noexcept nogil
    cdef int _coups_made(self, int team) noexcept nogil
    cdef bint reached(self, int team) noexcept nogil

    cpdef unsigned long long legal(self) noexcept nogil
    @cython.locals(moves=cython.ulonglong, have=cython.ulonglong, hazards=cython.ulonglong, open_to=cython.ulonglong, other=int)
    cdef inline unsigned long long _plays(self, int seat) noexcept nogil
    @cython.locals(moves=cython.ulonglong)
    cdef inline unsigned long long play_moves(self) noexcept nogil
    @cython.locals(discards=cython.ulonglong)
    cdef unsigned long long free_discards(self, unsigned long long plays) noexcept nogil
    cdef bint play_forced(self) noexcept nogil
    cdef bint stuck_with_taken(self) noexcept nogil
    @cython.locals(moves=cython.ulonglong)
    cdef unsigned long long draw_moves(self) noexcept nogil
    cdef bint may_exchange(self) noexcept nogil
    cdef bint may_pass(self) noexcept nogil
    @cython.locals(moves=cython.ulonglong)
    cdef unsigned long long exchange_moves(self) noexcept nogil
    @cython.locals(cards=cython.ulonglong, own=cython.bint)
    cdef inline unsigned long long answer_cards(self, int seat) noexcept nogil
    cdef unsigned long long _answers(self, int seat) noexcept nogil
    @cython.locals(cards=cython.ulonglong, card=int)
    cdef unsigned long long _possible_answers(self, int seat) noexcept nogil
    cdef bint window_open(self) noexcept nogil
    cdef int asking_order(self, int seat) noexcept nogil

    cdef void _apply(self, int move) noexcept nogil
    cdef void discard(self, int card) noexcept nogil
    cdef void lay(self, int card) noexcept nogil
    cdef void drive(self, int team, int card) noexcept nogil
    cdef void remedy(self, int team, int card) noexcept nogil
    cdef void earn_turn(self, int team) noexcept nogil
    cdef void decide_extension(self, int move) noexcept nogil
    cdef void decide_draw(self, int move) noexcept nogil
    cdef void give(self, int card) noexcept nogil
    cdef void attack(self, int team, int hazard) noexcept nogil
    cdef void ask(self, int step) noexcept nogil
    cdef void _ask_after(self, int seat) noexcept nogil
    cdef void close_window(self) noexcept nogil
    cdef void answer(self, int move) noexcept nogil
    @cython.locals(own=cython.bint)
    cdef void coup_fourre(self, int seat) noexcept nogil
    cdef void note_lost_turns(self, int caller) noexcept nogil
    cdef void owe(self, int seat, int cards, int then) noexcept nogil
    cdef void draw_owed(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef void lay_lanes(self) noexcept nogil
    @cython.locals(players=int, to=int, at=int, seat=int)
    cdef void close_lanes(self) noexcept nogil
    cdef int lane_index(self, int seat) noexcept nogil
    cdef void renew_pile(self) noexcept nogil
    cdef void next_turn(self) noexcept nogil
    cdef void begin_turn(self, int seat, bint extra) noexcept nogil
    cdef int seat_able(self, int seat) noexcept nogil
    cdef bint nobody_can_play(self) noexcept nogil
    cdef bint cards_remain(self) noexcept nogil
    cdef void complete(self, int team) noexcept nogil
    cdef void end(self, int ending, int completer) noexcept nogil
    cdef void note(self, int what, int a, int b, int c) noexcept nogil
