# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Library: what functions of the C library, and of OpenMP's, do to objects (C11 7, OpenMP 5.2 18).

A function that stands here stores nothing but what its row says, and returns unless it is one of those
that end the program. Whatever does not stand here may do anything: what writes to a stream among it, since a
stream may be a program's own (``open_memstream``, ``fopencookie``, ``setvbuf``).
"""

from __future__ import annotations

from enum import Enum


class Does(Enum):
    """What a function of the library does."""

    NOTHING = "nothing"
    """It stores nothing that the program could name."""
    BYTES = "bytes"
    """It stores bytes where its first argument leads."""
    FREES = "frees"
    """It ends the life of objects."""
    ENDS = "ends"
    """It does not return, and stores nothing."""
    SORTS = "sorts"
    """It stores bytes where its first argument leads, and calls the function that its last one is."""
    STORES = "stores"
    """It stores what its pointers lead to, as their types say."""


_MATH = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim "
    "floor fma fmax fmin fmod hypot ilogb ldexp llrint llround log log10 log1p log2 logb lrint "
    "lround nan nearbyint nextafter pow remainder rint round scalbln scalbn sin sinh sqrt tan tanh tgamma "
    "trunc"
).split()
_NOTHING = (
    "abs labs llabs div ldiv lldiv atoi atol atoll atof strlen strnlen strcmp strncmp strcasecmp "
    "strncasecmp memcmp strchr strrchr strstr strspn strcspn strpbrk memchr isalnum isalpha isblank "
    "iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper rand srand "
    "drand48 srand48 lrand48 mrand48 clock malloc calloc getenv ferror feof fileno "
    "creal cimag cabs carg conj cexp csqrt omp_get_thread_num omp_get_num_threads "
    "omp_get_max_threads omp_get_num_procs omp_get_wtime omp_get_wtick omp_in_parallel omp_get_level "
    "omp_get_num_devices omp_is_initial_device omp_get_default_device __builtin_expect __builtin_prefetch "
    "__builtin_assume_aligned __builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_clz "
    "__builtin_clzl __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_isnan "
    "__builtin_isinf __builtin_isinf_sign __builtin_isfinite __builtin_isnormal __builtin_signbit "
    "__builtin_huge_val __builtin_inf __builtin_nan __builtin_constant_p __builtin_object_size "
    "__builtin_bswap32 __builtin_bswap64 __builtin_isless __builtin_isgreater __builtin_isgreaterequal "
    "__builtin_islessequal __builtin_isunordered __builtin_fpclassify __fpclassify __isnan __isinf "
    "__finite __signbit"
).split()
_FLOATING = (*_MATH, "creal", "cimag", "cabs", "carg", "conj", "cexp", "csqrt")
_BYTES = "memcpy memmove memset".split()
_ENDS = (
    "abort exit _Exit _exit quick_exit __assert_fail __builtin_abort __builtin_trap __builtin_unreachable"
).split()
_STORES = (
    "gettimeofday clock_gettime time frexp frexpf frexpl modf modff modfl sincos sincosf remquo rand_r"
).split()
_ARGUMENTS = "__builtin_va_start __builtin_va_end __builtin_va_copy".split()
_TABLE: dict[str, Does] = {
    **{name + form: Does.NOTHING for name in _FLOATING for form in ("", "f", "l")},
    **{f"__builtin_{name}{form}": Does.NOTHING for name in _FLOATING for form in ("", "f", "l")},
    **dict.fromkeys(_NOTHING, Does.NOTHING),
    **{head + name: Does.BYTES for name in _BYTES for head in ("", "__builtin_")},
    **dict.fromkeys(_ARGUMENTS, Does.BYTES),  # a list of arguments, which is an array of one
    "qsort": Does.SORTS,
    **dict.fromkeys(("free", "realloc"), Does.FREES),
    **dict.fromkeys(_STORES, Does.STORES),
    **dict.fromkeys(_ENDS, Does.ENDS),
}
ALLOCATES = frozenset("malloc calloc aligned_alloc memalign valloc __builtin_malloc __builtin_calloc".split())
"""Functions whose value leads to memory to which nothing else leads, or is null."""
UNEVALUATED = frozenset(("__builtin_constant_p", "__builtin_object_size"))
"""Functions whose arguments are not evaluated."""


def does(name: str) -> Does | None:
    """What a function of the system's headers does; None where that is not known."""
    return _TABLE.get(name)
