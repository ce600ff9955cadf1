# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The one table of library functions: C's, POSIX's and OpenMP's (C11 7, POSIX.1-2008, OpenMP 5.2 18).

A function of the table accesses nothing of the program's but what its row says, keeps no pointer that it is
given, and returns unless its row says that it never does. What is not in the table may do anything.

A stream may lie over the program's own memory (``open_memstream``, ``setvbuf``): whoever believes a row of a
function that uses one has to know that no stream of the program does (:func:`gives_streams_memory`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Flag

from pointerchain.lazy import NamedTuple, lazy_pattern


class ModRefInfo(Flag):
    """What is done to an object."""

    NONE = 0
    REF = 1
    """It is read."""
    MOD = 2
    """It is stored, as the pointer's type says."""
    BYTES = 6
    """It is stored, as bytes of objects of any type."""


class LibraryFunction(NamedTuple):
    """A row: what a function does to what the pointers lead to that it is given, and what else it does."""

    arguments: tuple[ModRefInfo, ...] = ()
    """By argument, from the first one."""
    rest: ModRefInfo = ModRefInfo.NONE
    """What it does to further arguments."""
    format: int = -1
    """Which argument is a ``printf`` format, whose ``%n`` stores where further arguments lead; -1: none."""
    allocates: bool = False
    """Whether its value leads to memory to which nothing else leads, or is null."""
    zeroes: bool = False
    """Whether that memory holds zeros."""
    frees: bool = False
    """Whether it ends the life of objects."""
    noreturn: bool = False
    calls: bool = False
    """Whether it calls the function that its last argument is."""
    stream: bool = False
    """Whether it reads from or writes to a stream, which may be the program's own memory."""
    unevaluated: bool = False
    """Whether its arguments are not evaluated."""
    moves: bool = False
    """Whether it stores where its first argument leads what its second one leads to, pointers among it."""
    bytes: tuple[int, ...] = ()
    """The arguments whose product is how many bytes its value leads to."""

    def argument(self, number: int) -> ModRefInfo:
        """What is done to what an argument leads to; ``number`` from 0."""
        return self.arguments[number] if number < len(self.arguments) else self.rest

    @property
    def stores(self) -> bool:
        """Whether it stores anything where arguments lead."""
        return any(each & ModRefInfo.MOD for each in (*self.arguments, self.rest))

    @property
    def is_pure(self) -> bool:
        """Whether it stores nothing that a program could name, calls nothing back and comes back."""
        return not (self.stores or self.frees or self.noreturn or self.calls or self.stream)


_NONE, _REF, _MOD, _BYTES = ModRefInfo.NONE, ModRefInfo.REF, ModRefInfo.MOD, ModRefInfo.BYTES
_MATH = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim "
    "floor fma fmax fmin fmod hypot ilogb ldexp llrint llround log log10 log1p log2 logb lrint "
    "lround nan nearbyint nextafter pow remainder rint round scalbln scalbn sin sinh sqrt tan tanh tgamma "
    "trunc creal cimag cabs carg conj cexp csqrt"
).split()
_COMPUTING = (
    "abs labs llabs div ldiv lldiv isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct "
    "isspace isupper isxdigit tolower toupper rand srand drand48 srand48 lrand48 mrand48 clock ferror feof "
    "fileno omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_get_num_procs omp_get_wtime "
    "omp_get_team_num omp_get_num_teams "
    "omp_get_wtick omp_in_parallel omp_get_level omp_get_num_devices omp_is_initial_device "
    "omp_get_default_device __builtin_expect __builtin_prefetch __builtin_assume_aligned __builtin_popcount "
    "__builtin_popcountl __builtin_popcountll __builtin_clz __builtin_clzl __builtin_clzll __builtin_ctz "
    "__builtin_ctzl __builtin_ctzll __builtin_isnan __builtin_isinf __builtin_isinf_sign __builtin_isfinite "
    "__builtin_isnormal __builtin_signbit __builtin_huge_val __builtin_inf __builtin_nan __builtin_bswap32 "
    "__builtin_bswap64 __builtin_isless __builtin_isgreater __builtin_isgreaterequal __builtin_islessequal "
    "__builtin_isunordered __builtin_fpclassify __fpclassify __isnan __isinf __finite __signbit"
).split()
_READING = (
    "atoi atol atoll atof strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp strchr strrchr strstr "
    "strspn strcspn strpbrk memchr getenv"
).split()
_UNEVALUATED = "__builtin_constant_p __builtin_object_size".split()
_ALLOCATING = {
    **dict.fromkeys(("malloc", "valloc", "__builtin_malloc"), (0,)),
    **dict.fromkeys(("calloc", "__builtin_calloc"), (0, 1)),
    **dict.fromkeys(("aligned_alloc", "memalign"), (1,)),
}
_ENDING = (
    "abort exit _Exit _exit quick_exit __assert_fail __builtin_abort __builtin_trap __builtin_unreachable"
).split()


def _rows() -> Iterable[tuple[str, LibraryFunction]]:
    computes = LibraryFunction()
    reads = LibraryFunction(rest=_REF)
    for name in _MATH:
        yield from ((f"{head}{name}{form}", reads) for head in ("", "__builtin_") for form in ("", "f", "l"))
    yield from dict.fromkeys(_COMPUTING, computes).items()
    yield from dict.fromkeys(_READING, reads).items()
    yield from dict.fromkeys(_UNEVALUATED, LibraryFunction(unevaluated=True)).items()
    for name, rows in _ALLOCATING.items():
        yield name, LibraryFunction(allocates=True, zeroes=name.endswith("calloc"), bytes=rows)
    yield from dict.fromkeys(_ENDING, LibraryFunction(noreturn=True)).items()
    for head in ("", "__builtin_"):
        yield from dict.fromkeys((f"{head}memset", f"{head}bzero"), LibraryFunction((_BYTES,))).items()
        copies = LibraryFunction((_BYTES, _REF), moves=True)
        yield from dict.fromkeys((f"{head}memcpy", f"{head}memmove"), copies).items()
    for form in ("", "f", "l"):
        yield f"frexp{form}", LibraryFunction((_NONE, _MOD))
        yield f"modf{form}", LibraryFunction((_NONE, _MOD))
        yield f"sincos{form}", LibraryFunction((_NONE, _MOD, _MOD))
        yield f"remquo{form}", LibraryFunction((_NONE, _NONE, _MOD))
    yield "gettimeofday", LibraryFunction((_MOD, _MOD))
    yield "clock_gettime", LibraryFunction((_NONE, _MOD))
    yield from dict.fromkeys(("time", "rand_r"), LibraryFunction((_MOD,))).items()
    # A list of arguments, which is an array of one.
    yield from dict.fromkeys(
        ("__builtin_va_start", "__builtin_va_end", "__builtin_va_copy"), LibraryFunction((_BYTES, _REF))
    ).items()
    yield "qsort", LibraryFunction((_BYTES,), calls=True)
    yield from dict.fromkeys(("operator new", "operator new[]"), computes).items()
    yield from dict.fromkeys(
        ("free", "operator delete", "operator delete[]"), LibraryFunction(frees=True)
    ).items()
    yield "realloc", LibraryFunction((_REF,), frees=True, bytes=(1,))
    yield from _streams()


def _streams() -> Iterable[tuple[str, LibraryFunction]]:
    """Functions that use a stream; ``sprintf`` and its like use one that nobody else has."""
    yield "printf", LibraryFunction((_REF,), _REF, format=0, stream=True)
    yield "fprintf", LibraryFunction((_NONE, _REF), _REF, format=1, stream=True)
    yield "sprintf", LibraryFunction((_BYTES, _REF), _REF, format=1)
    yield "snprintf", LibraryFunction((_BYTES, _NONE, _REF), _REF, format=2)
    yield from dict.fromkeys(("puts", "perror"), LibraryFunction((_REF,), stream=True)).items()
    yield "fputs", LibraryFunction((_REF,), stream=True)
    yield "fwrite", LibraryFunction((_REF,), stream=True)
    yield from dict.fromkeys(("fread", "fgets"), LibraryFunction((_BYTES,), stream=True)).items()
    plain = "putchar fputc putc fflush getchar fgetc getc rewind ftell fseek"
    yield from dict.fromkeys(plain.split(), LibraryFunction(stream=True)).items()


TABLE: dict[str, LibraryFunction] = dict(_rows())


def stores_argument(name: str, number: int) -> bool | None:
    """Whether a function of the library stores where an argument leads, from 0; None where nobody knows."""
    row = TABLE.get(name)
    return None if row is None or row.frees else bool(row.argument(number) & ModRefInfo.MOD)


def library_function(name: str) -> LibraryFunction | None:
    """The row of a function of the system's headers; None where it may do anything."""
    return TABLE.get(name)


# --- streams ---------------------------------------------------------------------------------------------

_OF_STANDARD_STREAMS = frozenset(
    "vprintf putchar_unlocked scanf vscanf gets getchar_unlocked fcloseall wprintf vwprintf putwchar wscanf "
    "vwscanf getwchar putw getw flushall _flushlbf exit".split()
)
"""Functions without a row, or that never return, which use a stream that they are not given."""
STREAMS = "streams:"
"""The name of what stores where any stream does, among the functions of a program."""
_GIVES = lazy_pattern(
    rb"\w*(?:open_w?memstream|fmemopen|fopencookie|funopen|setv?buf|setbuffer|setlinebuf)\b|\b_IO_setb\b"
    rb"|\bregister_printf_\w+|\b(?:vbuf|linebuf|memstream|memopen|opencookie)\b"
    rb"|\b(?:open_\w*|set\w*|fmem|fopen|fun|register_\w*)[ \t]*##"
    rb"|##[ \t]*\w*(?:stream|buf|open|cookie|buffer)\b"
)
_UNBUFFERED = lazy_pattern(
    rb"\b(?:setv?buf|setbuffer)\s*\(\s*[\w.>*&-]+\s*,\s*(?:\(\s*(?:char|void)\s*\*\s*\)\s*)?(?:NULL|nullptr|0)\s*[,)]"
)
"""Calls by which a stream has memory of its own, or none."""


def gives_streams_memory(texts: Iterable[bytes]) -> bool:
    """Whether texts name a function that gives a stream memory of the program's, or functions to call.

    POSIX.1-2008 ``open_memstream``, C11 7.21.5.6 ``setvbuf``; or they put such a name together (``##``).
    """
    return any(_GIVES.search(text) and _GIVES.search(_UNBUFFERED.sub(b"", text)) for text in texts)


def uses_standard_stream(name: str) -> bool:
    """Whether a function of the library uses a stream that it is not given."""
    row = TABLE.get(name)
    return name in _OF_STANDARD_STREAMS or (row is not None and row.stream)


# --- code that is in no source, and code that runs twice ---------------------------------------------------

_LOADS = frozenset(("dlopen", "dlsym", "dlvsym", "dlmopen"))
_HANDLERS = ("n>v", "npp>v")
_RUNNING = {
    **dict.fromkeys(
        "raise kill killpg pthread_kill sigqueue tgkill sigsuspend sigprocmask pthread_sigmask pause".split(),
        _HANDLERS,
    ),
    **dict.fromkeys(("swapcontext", "setcontext"), ("?",)),
    "pthread_join": ("p>p",),
    "thrd_join": ("p>n",),
}
"""Functions that let others of the program run: handlers of signals, contexts, threads that they wait for."""
_TWICE = lazy_pattern(rb"(?<![\w$])(\w*setjmp|\w*longjmp|v?fork|[gs]etcontext|savectx)(?![\w$])")


def runs(name: str) -> tuple[str, ...]:
    """The forms of the functions to which it was given pointers before, and that run before it comes back."""
    return _RUNNING.get(name, ())


def loads_code(name: str) -> bool:
    """Whether a function of the library leads to code that no source of the program has."""
    return name in _LOADS


def returning_twice(text: bytes) -> re.Match[bytes] | None:
    """The first name in a text of a function that compilers know to return twice, or that makes one do so."""
    return _TWICE.search(text)


# --- functions of the program's own ------------------------------------------------------------------------

LIBRARY = "library:"
"""What the name of a library function begins with that a program defines anew, among its functions."""
_NAMED = lazy_pattern(rb"\b(?:__wrap_|__real_)?(?:__)?(\w+?)(?:_chk|_unlocked)?[ \t\n]*\(")
_RENAMES = lazy_pattern(rb"\b(?:__)?(?:asm|alias|ifunc|weakref)(?:__)?\s*(?:volatile\s*|goto\s*)?\(")
_PRAGMA = lazy_pattern(
    rb"\bpragma[ \t]+(?:weak|redefine_extname)\b[^\n]*|_Pragma[^\n]*\b(?:weak|redefine_extname)\b[^\n]*"
)
_WORD = lazy_pattern(rb"\b(?:__wrap_)?(?:__)?([A-Za-z]\w*?)(?:_chk|_unlocked)?\b")
_LINE = lazy_pattern(rb"^[ \t]*#[^\n]*\n", re.MULTILINE)
_LONGEST = 20_000
"""Bytes: how far a closing parenthesis is looked for."""
_BEHIND = lazy_pattern(rb"\s*(?:__attribute__\s*\(\([^{};]*\)\)\s*|noexcept\s*|throw\s*\(\s*\)\s*)*\{")


def replaced_library_functions(texts: Iterable[bytes]) -> frozenset[str]:
    """The functions of the table that texts may define anew, or give another function.

    By a definition, also of ``__wrap_f`` and ``__f_chk``; by an assembler name, an alias, a pragma, assembly.
    C calls it undefined (C11 7.1.3); linkers, gcc and glibc do it. Compilers call functions that use streams
    in the place of each other, so that of these one stands for all.
    """
    names: set[bytes] = set()
    for text in texts:
        for found in _NAMED.finditer(text):
            if found[1].decode() in TABLE and _BEHIND.match(text, _close(text, found.end() - 1)):
                names.add(found[1])
        renaming = [
            _declared_before(text, each.start()) + text[each.end() : _close(text, each.end() - 1)]
            for each in _RENAMES.finditer(text)
        ]
        for part in (*renaming, *_PRAGMA.findall(text)):
            names.update(_WORD.findall(part))
    return frozenset(name.decode() for name in names if name.decode() in TABLE)


def _declared_before(text: bytes, at: int) -> bytes:
    """The declaration before a place in it, whose function gets an assembler's name there."""
    start = max(text.rfind(sign, 0, at) for sign in (b";", b"}", b"{")) + 1
    return _LINE.sub(b"", text[start:at])


def _close(text: bytes, at: int) -> int:
    """Behind the parenthesis that closes the one at a place, or the text's end."""
    depth, inside = 0, False
    for index in range(at, min(len(text), at + _LONGEST)):
        sign = text[index]
        if sign == ord('"') and text[index - 1] != ord("\\"):
            inside = not inside
        elif not inside:
            depth += (sign == ord("(")) - (sign == ord(")"))
            if depth == 0:
                return index + 1
    return len(text)
