# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Spelled: a directive with macros in its text -> the one that spells more than values, and what it says.

``#define STRICT default(none)`` and ``#pragma omp parallel STRICT num_threads(FOUR)``  ->  ``STRICT``, and
the clause ``default(none)``. Compilers expand macros there; who reads a directive's own text sees none.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.dialects import Role
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.clauses import argument_of, row_of
from pointerchain.translator.text.directives import Clause, Construct, read_construct
from pointerchain.translator.text.expand import Definitions, expand
from pointerchain.translator.text.roles import part_at

_WORD = lazy_pattern(rb"(?<![\w.>$])[A-Za-z_]\w*")
_SECTION = lazy_pattern(rb"\[[^][]*\]")
_MATTERS = frozenset(b"async wait ordered device gang worker vector".split())
"""Clauses with expressions that say more than how many."""
_PLACES = frozenset(b"proc_bind order bind".split())


class Hidden(NamedTuple):
    """What macros say in a directive's text beside values."""

    macro: Span
    """The first of the macros, in the source."""
    clauses: tuple[tuple[bytes, bytes], ...] | None
    """The clauses that matter, name and argument of each; None where anything may be said."""

    def concerns(self, names: frozenset[bytes]) -> bool:
        """Whether it may make a difference to chains that begin with variables of these names."""
        if self.clauses is None:
            return True
        rows = [argument for _, argument in self.clauses]
        return any(not row or not names.isdisjoint(_WORD.findall(row)) for row in rows)


def hidden_in(construct: Construct, definitions: Definitions, cxx: bool) -> Hidden | None:
    """What the macros in a directive's text hide; None where they spell values alone."""
    place = next(macros_beside_values(construct, definitions), None)
    if place is None:
        return None
    expanded = expand(construct.pragma.text, definitions)
    other = read_construct(expanded, construct.pragma.span, cxx) if expanded is not None else None
    if other is None or other.name != construct.name or other.directive is None:
        return Hidden(place, None)
    rows = tuple(_differing(construct, other))
    return Hidden(place, rows) if rows else None


def macros_beside_values(construct: Construct, definitions: Definitions) -> Iterator[Span]:
    """The macros in a directive's text, in the source, but those in expressions and in bounds of sections."""
    base = construct.pragma.body.start
    for found in _WORD.finditer(construct.pragma.text):
        macro = Span(base + found.start(), base + found.end())
        if definitions(found.group().decode("utf-8", "replace")) and not _is_value(construct, macro):
            yield macro


def _is_value(construct: Construct, macro: Span) -> bool:
    """Whether a macro stands in an expression that a clause gives, or in the bounds of a section."""
    part = part_at(construct, macro.start)
    return part is not None and part.role is Role.EXPRESSION


def _differing(raw: Construct, expanded: Construct) -> Iterator[tuple[bytes, bytes]]:
    """The clauses of an expansion that the text does not have; '' as argument of those that concern all."""
    said = [(clause.name, _without_sections(raw, clause)) for clause in raw.clauses]
    names = {name for name, _ in said}
    for clause in expanded.clauses:
        argument = _without_sections(expanded, clause)
        if (clause.name, argument) in said:
            continue
        row = row_of(expanded, clause)
        if row is not None and row.form == "expression":
            if clause.name in names or clause.name not in _MATTERS:
                continue
        if clause.name in _PLACES:
            continue
        lists = row is not None and row.form in ("list", "tailed")
        yield clause.name, argument if lists else b""


def _without_sections(construct: Construct, clause: Clause) -> bytes:
    """A clause's argument without white space, and without the bounds of sections."""
    text = b"".join(argument_of(construct, clause).split())
    return _SECTION.sub(b"", text)
