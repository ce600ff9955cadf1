# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Roles: an acc or omp directive -> which parts of its text name objects, which are evaluated, and the rest.

``#pragma omp parallel for reduction(max: s->m) if(n > 3)``  ->  ``max`` is an identifier, ``s->m`` an item,
``n > 3`` an expression. All that lies in no part, as ``parallel`` and ``reduction``, is the directive's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pointerchain.dialects import Role, read_argument
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.text.clauses import moved, row_of, text_of
from pointerchain.translator.text.directives import Clause, Construct, read_construct

_DEEPEST = 4  # directives in directives
EVALUATED = frozenset((Role.ITEM, Role.EXPRESSION))
"""What stands for objects and values of the program."""


class Part(NamedTuple):
    """A part of a directive's text, with its place in the source."""

    role: Role
    span: Span
    clause: bytes
    """The name of the clause that it is in, or nothing in the argument of the directive itself."""
    defined: tuple[Span, ...] = ()
    """The types and names that iterators of its clause define, which it may name."""


def parts_of(construct: Construct) -> tuple[Part, ...]:
    """The parts of a directive in the order of their places; of one that no table knows it is all unknown.

    Places are those in its text while they are looked for, so that it is the same wherever it stands.
    """
    base = construct.pragma.body.start
    key = construct._replace(pragma=construct.pragma._replace(span=Span(0, 0), body=Span(0, 0)))
    found = _parts(moved(key, -base), 0)
    return tuple(_shifted(part, base) for part in found)


def part_at(construct: Construct, offset: int) -> Part | None:
    """The part that a place of the source is in; None where that is the directive's own."""
    return next((part for part in parts_of(construct) if part.span.start <= offset < part.span.end), None)


@lru_cache(2048)
def _parts(construct: Construct, depth: int) -> tuple[Part, ...]:
    """Codes repeat their directives, and several stages ask of one."""
    if construct.own:
        return ()
    if construct.directive is None:
        text = construct.pragma.text
        head = len(text) - len(text.lstrip()) + len(construct.dialect)
        return (Part(Role.UNKNOWN, Span(head, len(text)), b""),)
    found = list(_of_argument(construct, None, construct.argument, depth))
    for clause in construct.clauses:
        found += _of_argument(construct, clause, clause.argument, depth)
    return tuple(sorted(found, key=lambda part: part.span))


def _of_argument(
    construct: Construct, clause: Clause | None, argument: Span | None, depth: int
) -> Iterator[Part]:
    row = row_of(construct, clause) if clause is not None else None
    if clause is None and construct.directive is not None:
        row = construct.directive.argument
    name = clause.name if clause is not None else b""
    if argument is None:
        return
    if row is None:
        yield Part(Role.UNKNOWN, argument, name)
        return
    text, at = text_of(construct, argument), argument.start
    parts = read_argument(row, text).parts
    defined = tuple(Span(at + p.start, at + p.end) for p in parts if p.role is Role.DEFINITION)
    first = min((at + p.start for p in parts if p.role is Role.ITEM), default=argument.end)
    for part in parts:
        span = Span(at + part.start, at + part.end)
        if part.role is Role.DIRECTIVE:
            yield from _inner(construct, span, name, depth)
        else:  # what an iterator runs over is evaluated before
            names = defined if span.start >= first else ()
            yield Part(part.role, span, name, names)


def _inner(construct: Construct, span: Span, name: bytes, depth: int) -> Iterator[Part]:
    """The parts of a directive that a clause of a metadirective holds."""
    head = construct.dialect.encode() + b" "
    found = read_construct(head + text_of(construct, span), Span(0, 0), True)
    if not text_of(construct, span).strip():
        return
    if found is None or depth == _DEEPEST:
        yield Part(Role.UNKNOWN, span, name)
        return
    for part in _parts(found, depth + 1):
        yield _shifted(part, span.start - len(head))


def _shifted(part: Part, by: int) -> Part:
    return part._replace(span=_by(part.span, by), defined=tuple(_by(each, by) for each in part.defined))


def _by(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)
