# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clauses: a place in an acc or omp directive -> what the directive does to what is named there.

``#pragma omp target map(from: s->a->n)``, the place of ``s->a->n``  ->  it is written.
"""

from __future__ import annotations

from functools import lru_cache

from pointerchain import dialects
from pointerchain.source import Span
from pointerchain.translator.text.directives import Clause, Construct, read_construct
from pointerchain.translator.text.expand import Definitions, expand

_LOOPS, _TILES, _MANY = (b"collapse", b"ordered"), (b"tile", b"sizes", b"permutation"), 99


def argument_of(construct: Construct, clause: Clause) -> bytes:
    """The text between a clause's parentheses."""
    return b"" if clause.argument is None else text_of(construct, clause.argument).strip()


def text_of(construct: Construct, span: Span) -> bytes:
    """What stands at a place of a directive, without comments and continuations."""
    base = construct.pragma.body.start
    return construct.pragma.text[span.start - base : span.end - base]


def variants(construct: Construct) -> tuple[Construct, ...]:
    """The directives that the clauses of a metadirective hold, each of which it may be (OpenMP 5.2, 7.4)."""
    found: list[Construct] = []
    head = construct.dialect.encode() + b" "
    for clause in construct.clauses:
        row = row_of(construct, clause)
        if row is None or row.form != "directives" or clause.argument is None:
            continue
        text, at = text_of(construct, clause.argument), clause.argument.start
        for part in dialects.read_argument(row, text).parts:
            inner = text[part.start : part.end] if part.role is dialects.Role.DIRECTIVE else b""
            made = read_construct(head + inner, construct.pragma.span, True) if inner.strip() else None
            if made is not None:
                base = at + part.start - len(head)
                pragma = made.pragma._replace(body=Span(base, at + part.end))
                found.append(moved(made, base)._replace(pragma=pragma))
    return tuple(found)


def moved(construct: Construct, by: int) -> Construct:
    """A directive with the places of its clauses moved."""

    def shifted(span: Span) -> Span:
        return Span(span.start + by, span.end + by)

    clauses = tuple(
        each._replace(span=shifted(each.span), argument=each.argument and shifted(each.argument))
        for each in construct.clauses
    )
    clause, own = construct.clause, construct.argument
    return construct._replace(
        clauses=clauses, items=(), clause=clause and shifted(clause), argument=own and shifted(own)
    )


def directive_at(construct: Construct, offset: int) -> Construct:
    """The directive that holds a place: of a metadirective the one in a clause of it, if it is in one."""
    if construct.directive is not None and construct.directive.association == "meta":
        for inner in variants(construct):
            if inner.pragma.body.start <= offset < inner.pragma.body.end:
                return directive_at(inner, offset)
    return construct


def clause_at(construct: Construct, offset: int) -> Clause | None:
    """The clause that a place is in."""
    return next((c for c in construct.clauses if c.span.start <= offset < c.span.end), None)


def row_of(construct: Construct, clause: Clause) -> dialects.Clause | None:
    """What the dialect says of a clause where it stands, None where it does not know it."""
    return dialects.clause(construct.directive, clause.name) if construct.directive is not None else None


def default_of(construct: Construct) -> dialects.Effect | None:
    """What a ``default`` clause does to variables that no clause names, None where it cannot be told."""
    for clause in construct.clauses:
        if clause.name == b"default" and construct.directive is not None:
            return dialects.default_effect(construct.directive, b"default", argument_of(construct, clause))
    return None


def loops_of(construct: Construct, definitions: Definitions) -> int:
    """How many nested loops a directive is for, as with ``collapse(2)``, ``ordered(2)`` and ``tile(4, 8)``.

    So many that no source has them where the number cannot be told.
    """
    if construct.directive is None or construct.directive.association != "loop":
        return 1
    count = 1
    for clause in construct.clauses:
        text = argument_of(construct, clause)
        if clause.name in _TILES:
            count = max(count, text.count(b",") + 1)
        elif clause.name in _LOOPS and text:
            spelled = expand(text.rpartition(b":")[2], definitions) or b""
            number = spelled.strip(b" ()").rstrip(b"uUlL")
            count = max(count, int(number) if number.isdigit() else _MANY)
    return count


def mention_at(construct: Construct, span: Span) -> dialects.Mention | None:
    """What a directive does to what is named at a place in it, None where the dialect cannot tell."""
    construct = directive_at(construct, span.start)
    directive, clause = construct.directive, clause_at(construct, span.start)
    if directive is None:
        return None
    row = row_of(construct, clause) if clause is not None else directive.argument
    argument = clause.argument if clause is not None else construct.argument
    if row is None or argument is None or not argument.start <= span.start < argument.end:
        return None
    at = argument.start
    return _mention(directive, row, text_of(construct, argument), span.start - at, span.end - at)


_mention = lru_cache(4096)(dialects.mention)
"""Codes repeat their directives, and several stages ask of one."""
