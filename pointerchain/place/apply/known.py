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

# --- the text ---------------------------------------------------------------------------------------------


def _words(text: str) -> frozenset[bytes]:
    return frozenset(text.encode().split())


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
