# cython: language_level=3
cimport cython

@cython.locals(number=object)
cpdef long long check_integer(str name, object value, object least, object most) except? -1
@cython.locals(number=object, small=cython.longlong)
cpdef long long check_index(str name, object value, long long count) except? -1
cpdef unsigned long long low_64_bits(str name, object value) except? 1
cpdef object as_integer(str what, object value)
