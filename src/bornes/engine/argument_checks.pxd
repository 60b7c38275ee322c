# cython: language_level=3
cimport cython

@cython.locals(number=object)
cpdef long long whole(str name, object value, object least, object most) except? -1
@cython.locals(number=object, small=cython.longlong)
cpdef long long index(str name, object value, long long count) except? -1
cpdef unsigned long long word(str name, object value) except? 1
cpdef object whole_number(str what, object value)
