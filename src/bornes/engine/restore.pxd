# cython: language_level=3
from bornes.engine.law cimport Law
from bornes.engine.state cimport State

cpdef State restore(Law law, dict snapshot)
