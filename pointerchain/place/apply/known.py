# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is understood of a program, a table for each sort of thing. What is in none leaves objects alone.

Nothing here names what is dangerous: a kind of node that a newer Clang shows, a clause of a newer OpenMP or a
compiler's own attribute is not in a table, and so an object that has to do with it stays where it is.
"""

from __future__ import annotations

from pointerchain.translator.clang.libclang import ATTRIBUTES, Kind
from pointerchain.translator.clang.replaced import HARMLESS

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

_RUNNING = frozenset(("constructor", "destructor", "target"))
"""Those by which a function runs where nobody calls it, or is one of several."""

# --- the text ---------------------------------------------------------------------------------------------


def _words(text: str) -> frozenset[bytes]:
    return frozenset(text.encode().split())


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
ATTRIBUTE_NAMES = frozenset(word.encode() for word in HARMLESS - _RUNNING) | _words(
    "fallthrough aligned packed may_alias likely unlikely no_sanitize"
)
"""Attributes that change nothing about which function runs, when it does, and what it accesses."""
