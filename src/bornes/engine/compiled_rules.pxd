# cython: language_level=3
cimport cython

@cython.final
cdef class CompiledRules:
    cdef readonly object source
    cdef readonly bytes deck
    cdef int copies[19]
    cdef readonly int players, teams, hand_size, deck_size
    cdef readonly bint take_discard, free_discard, rediscard
    cdef readonly int empty_draw_pile
    cdef readonly bint fast_play
    cdef readonly int exchange_min
    cdef readonly bint early_stop, forced_play
    cdef readonly int turn_cap
    cdef readonly int hazard_target
    cdef readonly bint limit_on_limit
    cdef readonly int speed_limit
    cdef readonly bint roll_after_remedy, roll_after_safety, roll_after_end_of_limit
    cdef readonly bint right_of_way_covers_limit
    cdef readonly int max_200s
    cdef readonly bint overshoot_allowed
    cdef readonly bint optional_extra_turn, extra_turn_after_exhaustion, coup_on_anyone, coup_on_limit
    cdef readonly int target
    cdef readonly bint extension
    cdef readonly int end_measure, exhaustion_winner, exhaustion_tie
    cdef readonly int safety_points, coup_fourre_points, all_safeties_points, trip_points
    cdef readonly int delayed_action_points, safe_trip_points, shut_out_points, shut_out_rule, extension_points
    cdef readonly bint extension_fails_on_exhaustion
    cdef readonly bint discards_unchecked, draw_asked
