# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Defined: the functions that a text defines, and the variables of the program, by name and place.

``namespace a { void step(S *s) { ... } S g; }``  ->  ``step`` with the place of all of it; ``g``, an ``S``.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import (
    FUNCTIONS,
    LIB,
    RECORDS,
    Kind,
    TypeKind,
    children_of,
    declaration_key,
    extent_of,
    location_of,
    usr_of,
    without_arrays,
)
from pointerchain.translator.clang.parsed import Declaration, Parsed
from pointerchain.translator.clang.tree import Tree, Walk
from pointerchain.translator.clang.types import declared_records

UNDECIDED = -1
"""What stands for the records of a variable of whose type a template's argument decides."""
_SCOPES = RECORDS | {Kind.NAMESPACE, Kind.LINKAGE, Kind.UNEXPOSED_DECL}


class Variable(NamedTuple):
    """A variable that is no function's: its declaration, and the records that it is or holds."""

    declaration: Declaration
    records: frozenset[int]
    const: bool


class Body(NamedTuple):
    """A function that a file defines: what it is called, where it stands in that file, and its tree."""

    name: str
    file: str
    span: Span
    tree: Tree
    parameters: tuple[str, ...]
    """By USR, in order."""


def bodies(parsed: Parsed, files: Container[str]) -> Iterator[Body]:
    """The functions that the text and what it includes define, of some files."""
    tops = [row[2] for row in parsed.declarations]
    tops += parsed.included_declarations(frozenset((*FUNCTIONS, *_SCOPES)))
    for cursor in _inside(tops, parsed, FUNCTIONS):
        place, end = cursor.extent.start, cursor.extent.end
        if place.file is None:
            place, end = cursor.location, _body(cursor, parsed).extent.end
        if not LIB.clang_isCursorDefinition(cursor) or place.file is None:
            continue
        file = str(place.file.name)
        if file in files:
            walk = Walk(parsed)
            walk.into(cursor)
            span = Span(int(place.offset), int(end.offset))
            given = tuple(
                usr_of(each) for each in children_of(cursor, parsed.tu) if each._kind_id == Kind.PARAMETER
            )
            yield Body(str(cursor.spelling), file, span, walk.tree, given)


def functions(parsed: Parsed) -> Iterator[tuple[str, Span]]:
    """The name of each function that the text defines, and where it stands there."""
    for cursor in _inside([row[2] for row in parsed.declarations], parsed, FUNCTIONS):
        if LIB.clang_isCursorDefinition(cursor):
            reach = extent_of(cursor)
            start, end = reach.begin_int_data - parsed.base, reach.end_int_data - parsed.base
            if not reach.begin_int_data:
                end = extent_of(_body(cursor, parsed)).end_int_data - parsed.base
                start = location_of(cursor).int_data - parsed.base
            if 0 <= start <= end <= len(parsed.data):
                yield str(cursor.spelling), Span(start, end)
            else:  # a macro gave an edge of it, or nothing tells where it ends
                place = max(0, min(location_of(cursor).int_data - parsed.base, len(parsed.data)))
                yield str(cursor.spelling), Span(place, len(parsed.data))


def _body(function: Any, parsed: Parsed) -> Any:
    """A function's body: of a template that ``auto`` makes one Clang does not say itself where it stands."""
    parts = (each for each in children_of(function, parsed.tu) if each._kind_id == Kind.COMPOUND)
    return next(parts, function)


def variables(parsed: Parsed) -> Iterator[Variable]:
    """The variables of the text and of what it includes, but for the system's headers."""
    tops = [row[2] for row in parsed.declarations]
    tops += parsed.included_declarations(frozenset((Kind.VARIABLE, *_SCOPES)))
    for cursor in _inside(tops, parsed, frozenset((Kind.VARIABLE,))):
        of = without_arrays(cursor.type.get_canonical())
        const = bool(of.is_const_qualified())
        open_ = of.kind in (TypeKind.DEPENDENT, TypeKind.UNEXPOSED)
        records = frozenset((UNDECIDED,)) if open_ else frozenset(declared_records(cursor.type, parsed.tu))
        yield Variable(parsed.declaration(cursor), records, const)


def inherited(parsed: Parsed) -> frozenset[int]:
    """The classes from which others are derived, in the text and in what it includes, but no library."""
    found, waiting = set[int](), [row[2] for row in parsed.declarations]
    waiting += parsed.included_declarations(_SCOPES)
    while waiting:
        cursor = waiting.pop()
        for each in children_of(cursor, parsed.tu) if cursor._kind_id in _SCOPES else ():
            waiting.append(each)
            if each._kind_id == Kind.BASE:
                found.add(declaration_key(each.type.get_canonical().get_declaration()))
    return frozenset(found)


def _inside(tops: list[Any], parsed: Parsed, kinds: frozenset[int]) -> Iterator[Any]:
    """The declarations of some kinds, also in namespaces and classes."""
    waiting = tops[::-1]
    while waiting:
        cursor = waiting.pop()
        if cursor._kind_id in kinds:
            cursor._tu = parsed.tu
            yield cursor
        elif cursor._kind_id in _SCOPES:
            waiting += children_of(cursor, parsed.tu)[::-1]
