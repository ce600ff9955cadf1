# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is understood of a program, a table for each sort of thing. What is in none leaves objects alone.

Nothing here names what is dangerous: a kind of node that a newer Clang shows, a clause of a newer OpenMP or a
compiler's own attribute is not in a table, and so an object that has to do with it stays where it is.
"""

from __future__ import annotations

import re

from pointerchain.translator.clang.libclang import ATTRIBUTES, Kind

READ, WRITE = 1, 2

# --- Clang's tree -------------------------------------------------------------------------------------------

VALUES = frozenset(
    (
        *(Kind.UNEXPOSED_EXPR, Kind.DECL_REF, Kind.MEMBER, Kind.CALL, Kind.PAREN, Kind.UNARY, Kind.SUBSCRIPT),
        *(Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.CONDITIONAL, Kind.COMPOUND_LITERAL, Kind.INIT_LIST),
        *(Kind.C_CAST, Kind.STATIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST, Kind.FUNCTIONAL_CAST),
        *(Kind.INTEGER, Kind.FLOATING, Kind.IMAGINARY, Kind.STRING, Kind.CHARACTER, Kind.BOOLEAN),
        *(Kind.NULLPTR, Kind.SIZEOF, Kind.THIS, Kind.STATEMENT_EXPR),
    )
)
"""Expressions."""
BRANCHES = frozenset((Kind.COMPOUND, Kind.IF, Kind.NULL, Kind.DECL_STMT))
"""Statements that are left at their end alone."""
LEAVES = frozenset((Kind.RETURN, Kind.BREAK, Kind.CONTINUE))
REPEATS = frozenset((Kind.WHILE, Kind.DO, Kind.FOR, Kind.FOR_RANGE))
CHOICES = frozenset((Kind.SWITCH, Kind.CASE, Kind.DEFAULT))
DECLARED = frozenset(
    (
        *(Kind.VARIABLE, Kind.PARAMETER, Kind.STRUCT, Kind.UNION, Kind.FIELD, Kind.ENUM, Kind.ENUMERATOR),
        *(Kind.FUNCTION, Kind.TYPEDEF, Kind.TYPE_ALIAS, Kind.USING_DIRECTIVE, Kind.USING_DECLARATION),
    )
)
NAMED = frozenset(
    (Kind.TYPE_REF, Kind.TEMPLATE_REF, Kind.NAMESPACE_REF, Kind.MEMBER_REF, Kind.OVERLOADED_REF)
)
ASIDE = frozenset((Kind.NEW, Kind.DELETE, Kind.LAMBDA, Kind.VARIABLE_REF))
"""What may stand in a function, but not around a mention of the object."""
NODES = VALUES | BRANCHES | LEAVES | REPEATS | CHOICES | DECLARED | NAMED | ASIDE | ATTRIBUTES
"""All that may stand in a function that has to do with the object."""
AROUND = (
    VALUES | BRANCHES | REPEATS | CHOICES | frozenset((Kind.RETURN, Kind.VARIABLE, Kind.FUNCTION))
) - ATTRIBUTES
"""What may stand around a mention of the object, up to the function."""
IN_VALUES = VALUES | BRANCHES | NAMED | frozenset((Kind.VARIABLE, Kind.STRUCT, Kind.FIELD))
"""What the statements of ``({ ... })`` may be, which no one leaves in their middle."""
UNUSED = frozenset((Kind.COMPOUND, Kind.IF, Kind.WHILE, Kind.DO, Kind.FOR))
"""Statements below which an expression's value is unused, or tested and no more."""

# --- functions of the C library -----------------------------------------------------------------------------

FORMATS = frozenset(("printf", "fprintf", "snprintf"))
"""Functions with a format, behind which ``%s`` reads what pointers lead to."""
LIBRARY = frozenset("memset memcpy memmove memcmp fread fwrite puts fputs".split())
"""Other functions that may be given the object; what they do to it, the table of library functions says."""
MOVERS = frozenset(("memcpy", "memmove"))
"""Functions that may give members other values without a name of theirs, and keep their types."""
KEEPERS = FORMATS | {"free", "memset", "realloc"}
"""Functions that may get a pointer to any record, and read no member of it as a pointer."""
SILENT = frozenset(("printf", "puts", "fprintf"))
"""Functions that change no pointer of the program's, whatever they are given."""

# --- directives ---------------------------------------------------------------------------------------------


def _words(text: str) -> frozenset[bytes]:
    return frozenset(text.encode().split())


KERNELS = {
    "omp": _words("target teams distribute parallel for simd loop"),
    "acc": _words("parallel kernels serial loop"),
}
"""The words that a construct of the device's is named by."""
DATA = {
    "omp": ("target data", "target enter data", "target exit data", "target update"),
    "acc": ("data", "enter data", "exit data", "update"),
}
HOST = {
    "omp": _words(
        "parallel for simd loop sections section single master masked critical atomic barrier flush"
    ),
    "acc": _words("atomic loop"),
}
"""The words that a construct of the host's, or one in a kernel, is named by."""
FILE = {
    "omp": (
        "declare target",
        "begin declare target",
        "end declare target",
        "declare simd",
        "declare reduction",
    ),
    "acc": ("routine",),
}
"""Directives between functions."""
_SHARING = "private firstprivate lastprivate shared reduction linear default order bind collapse"
_WORK = (
    "num_teams thread_limit num_threads schedule dist_schedule safelen simdlen aligned nontemporal proc_bind"
)
_ACC_WORK = "num_gangs num_workers vector_length gang worker vector seq auto independent collapse tile"
_ACC_DATA = (
    "copy copyin copyout create present no_create delete pcopy pcopyin pcopyout pcreate present_or_copy "
    "present_or_copyin present_or_copyout present_or_create"
)
CLAUSES = {
    ("omp", "kernel"): _words(f"map is_device_ptr has_device_addr {_SHARING} {_WORK}"),
    ("omp", "data"): _words("map to from"),
    ("omp", "host"): _words(
        f"{_SHARING} {_WORK} nowait ordered if copyin hint filter "
        "read write update capture seq_cst acq_rel acquire release relaxed"
    ),
    ("acc", "kernel"): _words(f"{_ACC_DATA} deviceptr private firstprivate reduction default {_ACC_WORK}"),
    ("acc", "data"): _words(f"{_ACC_DATA} self host device"),
    ("acc", "host"): _words(f"private reduction read write update capture {_ACC_WORK}"),
}
"""The clauses of constructs that have to do with the object, whether they name it or not."""
DEFAULTS = _words("none shared present")
"""What ``default`` may say."""
NAMING = _words("shared firstprivate reduction aligned")
"""Clauses of a construct of the host's that may name a pointer: it is the same one in the statement."""

WORDS = frozenset().union(*CLAUSES.values(), *KERNELS.values(), *HOST.values()) | _words(
    "to from tofrom alloc storage release always close present static dynamic guided auto runtime concurrent"
)
"""The words of directives, which no macro may be called by."""

# --- the text -----------------------------------------------------------------------------------------------

LINES = _words(
    "define undef include if ifdef ifndef elif elifdef elifndef else endif error warning pragma"
) | frozenset((b"",))
"""Preprocessor lines."""
PRAGMAS = (
    *("omp", "acc", "pointerchain", "once", "STDC", "GCC ivdep", "GCC unroll", "GCC diagnostic"),
    *(
        "clang loop",
        "clang diagnostic",
        "unroll",
        "nounroll",
        "ivdep",
        "region",
        "endregion",
        "mark",
        "message",
    ),
)
"""What pragmas begin with."""
ATTRIBUTE_NAMES = _words(
    "noinline always_inline flatten unused used maybe_unused nodiscard warn_unused_result hot cold format "
    "nonnull nothrow noreturn deprecated fallthrough aligned packed may_alias likely unlikely visibility "
    "optimize no_sanitize"
)
"""Attributes that change nothing about which function runs, when it does, and what it accesses."""
RUNTIME = re.compile(
    rb"omp_(?:get_\w+|in_parallel|is_initial_device|set_num_threads|set_dynamic|set_schedule|sched_t|proc_bind_t"
    rb"|(?:init|destroy|set|unset|test)_(?:nest_)?lock|(?:nest_)?lock_t|target_alloc|target_free)"
    rb"|acc_(?:get_\w+|on_device|malloc|free|async_\w+|device_\w+)"
)
"""What OpenMP's and OpenACC's runtimes may be asked: nothing that makes another device the kernels'."""
