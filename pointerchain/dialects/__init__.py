# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The directives and clauses of OpenACC 3.3 and OpenMP 5.2 and 6.0, one row each.

``read_name("omp", (b"target", b"teams", b"map", ...))``  ->  the row of ``target teams``, and 2 words.

A directive or clause that has no row is unknown: it answers None, and nothing can be told of it. Every
compile loads this package, so it holds tuples only and imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pointerchain.dialects.arguments import Mention, default_effect, effect_of, mention
from pointerchain.dialects.parts import Argument, Part, Role, read_argument, without_literals
from pointerchain.dialects.table import FLAGS, Association, Clause, Dialect, Directive, Effect

__all__ = [
    "LONGEST",
    "Argument",
    "Clause",
    "Dialect",
    "Directive",
    "Effect",
    "Mention",
    "Part",
    "Role",
    "association",
    "clause",
    "default_effect",
    "directive",
    "effect_of",
    "mention",
    "read_argument",
    "read_name",
    "without_literals",
]

LONGEST = 6
"""The most words that a directive's name has."""
_Names = dict[tuple[bytes, ...], Directive | None]
_Clauses = dict[bytes, list[Clause]]
_names: dict[str, _Names] = {}
_clauses: dict[str, _Clauses] = {}


def directive(dialect: str, name: Sequence[bytes]) -> Directive | None:
    """The row of a directive by all the words of its name, None where it is unknown."""
    words = tuple(name)
    names = _names.get(dialect) or _load(dialect)
    if words in names and names[words] is None:
        names[words] = _composed(names, words)
    return names.get(words)


def read_name(dialect: str, words: Sequence[bytes]) -> tuple[Directive, int] | None:
    """The directive with the longest name that the words begin with, and the number of those words.

    ``words`` are the tokens behind ``acc`` or ``omp``. What a ``cancel`` cancels is a part of its name.
    """
    for count in range(min(len(words), LONGEST), 0, -1):
        row = directive(dialect, words[:count])
        if row is not None:
            return row, count
    return None


def clause(directive: Directive, name: bytes) -> Clause | None:
    """The row of a clause as it is meant on a directive, None where it is unknown there."""
    for row in _clauses[directive.dialect].get(name, ()):
        if not row.on or any(leaf in row.on for leaf in directive.leaves):
            return row
    return None


def association(directive: Directive, clauses: Iterable[bytes]) -> Association:
    """What follows a directive that has these clauses: ``ordered`` stands alone with some (5.2, 15.10)."""
    if directive.leaves == (b"ordered",) and any(name in (b"depend", b"doacross") for name in clauses):
        return "standalone"
    return directive.association


def _load(dialect: str) -> _Names:
    """Read the rows of a dialect, which most sources have one of, when they are first asked for."""
    if dialect == "acc":
        from pointerchain.dialects import openacc

        rows, compound, aliases = openacc.DIRECTIVES, openacc.COMPOUND, openacc.ALIASES
        clauses = openacc.CLAUSES
    else:
        from pointerchain.dialects import openmp

        rows, compound, aliases = openmp.DIRECTIVES, openmp.COMPOUND, openmp.ALIASES
        clauses = openmp.CLAUSES
    names: _Names = {row.name: row for row in rows}
    names.update({alias: names[name] for alias, name in aliases.items()})
    names.update({tuple(name.encode().split()): None for name in compound})
    by_name: _Clauses = {}
    for row in clauses:
        for name in (row.name, *row.aliases):
            by_name.setdefault(name, []).append(row)
    _names[dialect], _clauses[dialect] = names, by_name
    return names


def _composed(names: _Names, words: tuple[bytes, ...]) -> Directive:
    """A combined or composite directive by its leaves (OpenMP 5.2, 17; OpenACC 3.3, 2.11)."""
    leaves = [leaf for word in words if (leaf := names[(word,)]) is not None]
    first, last = leaves[0], leaves[-1]
    flags = {flag: any(getattr(leaf, flag) for leaf in leaves) for flag in FLAGS}
    # a leaf inside binds to the threads of the one around it, and the last one governs the statement
    flags.update(binds=first.binds, exclusive=last.exclusive)
    section = "2.11" if first.dialect == "acc" else "17.3"
    asynchronous = b""
    for leaf in leaves:
        asynchronous = leaf.asynchronous
        if asynchronous or leaf.team:  # the end of a team waits for all that is done in it
            break
    return Directive(first.dialect, words, last.association, section, words, "", asynchronous, None, **flags)
