# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Effects: a function whose body Clang has -> the variables and members that it assigns.

``void bump(void) { at++; last->n = 0; }``  ->  ``at`` and ``n``. Its calls count. What it does
through a pointer to a plain object, and what a function does that is not seen, is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pointerchain.translator.clang.libclang import (
    ARRAYS,
    FUNCTIONS,
    INCREMENTS,
    LIB,
    NOWHERE,
    Binary,
    Kind,
    TypeKind,
    Unary,
    binary_kind,
    children_of,
    raw_of,
    referenced_by,
    specialized_template,
    unary_kind,
)
from pointerchain.translator.clang.references import Reference, References
from pointerchain.translator.clang.tree import Node

_DEPTH = 6
_CASTS = (Kind.C_CAST, Kind.STATIC_CAST, Kind.CONST_CAST, Kind.REINTERPRET_CAST, Kind.FUNCTIONAL_CAST)


class Effects:
    """Answers for one parse; declarations have the numbers that :class:`References` gives them."""

    def __init__(self, references: References) -> None:
        self.references, self.tu = references, references.parsed.tu
        self._known: dict[int, frozenset[int] | None] = {}

    def of_call(self, call: Node) -> frozenset[int]:
        """What the function that a call calls, and those whose names it is given, assign."""
        found: set[int] = set()
        for function in (call.clang_cursor.referenced, *_functions_in(call.child_cursors(), self.tu)):
            if function is not None and function._kind_id in FUNCTIONS:
                found |= self.of(function) or frozenset()
        return frozenset(found)

    def of_function(self, call: Node) -> frozenset[int] | None:
        """What the function that a call calls assigns; None where its body is not seen."""
        target = call.clang_cursor.referenced
        return self.of(target) if target is not None else None

    def of(self, function: Any, depth: int = 0) -> frozenset[int] | None:
        """What a function assigns; None where its body is not seen."""
        template = specialized_template(function)
        if template._kind_id not in NOWHERE:
            function = template
        function._tu = self.tu
        function = function.get_definition() or function
        key = int(raw_of(function).a)
        if key not in self._known:
            self._known[key] = frozenset()  # a function that calls itself
            bodies = [each for each in children_of(function, self.tu) if each._kind_id == Kind.COMPOUND]
            self._known[key] = self._in(bodies[0], depth) if bodies else None
        return self._known[key]

    def _in(self, body: Any, depth: int) -> frozenset[int]:
        found: set[int] = set()
        waiting = [body]
        while waiting:
            cursor = waiting.pop()
            inside = children_of(cursor, self.tu)
            waiting += inside
            for place in _assigned(cursor, inside):
                found |= self._place(place)
            if cursor._kind_id == Kind.CALL and depth < _DEPTH:
                for called in (cursor.referenced, *_functions_in(inside, self.tu)):
                    if called is not None and called._kind_id in FUNCTIONS:
                        found |= self.of(called, depth + 1) or frozenset()
        return frozenset(found)

    def _place(self, cursor: Any) -> set[int]:
        """The variable or member that an assigned expression names; for a whole struct its members."""
        kind = cursor._kind_id
        inside = [each for each in children_of(cursor, self.tu) if each._kind_id >= Kind.UNEXPOSED_EXPR]
        if kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR, *_CASTS) and inside:
            return self._place(inside[-1])
        found = self._members(cursor.type.get_canonical())
        if kind == Kind.SUBSCRIPT and inside and _is_array(inside[0], self.tu):
            found |= self._place(inside[0])
        target = self.references.known(raw_of(referenced_by(cursor)))
        if target is not None and kind == Kind.MEMBER and target.kind in FUNCTIONS:  # what it is called on
            direct = inside and inside[0].type.get_canonical().kind != TypeKind.POINTER
            return self._place(inside[0]) if direct else set()
        if target is not None and (kind == Kind.MEMBER or self._lasts(kind, target)):
            found.add(target.key)
        return found

    def _lasts(self, kind: int, target: Reference) -> bool:
        """Whether an expression names a variable that is no function's own."""
        return kind == Kind.DECL_REF and self.references.fact(target.key).lasting

    def _members(self, of: Any, depth: int = 0) -> set[int]:
        found: set[int] = set()
        if of.kind == TypeKind.RECORD and depth < _DEPTH:
            for field in of.get_fields():
                known = self.references.known(raw_of(field))
                found |= {known.key} if known is not None else set()
                found |= self._members(field.type.get_canonical(), depth + 1)
        return found


def _assigned(cursor: Any, inside: list[Any]) -> Iterator[Any]:
    """The expressions that an expression assigns, or takes the address of."""
    kind = cursor._kind_id
    operands = [each for each in inside if each._kind_id >= Kind.UNEXPOSED_EXPR]
    if not operands:
        return
    if kind == Kind.COMPOUND_ASSIGN or (kind == Kind.BINARY and binary_kind(cursor) == Binary.ASSIGN):
        yield operands[0]
    elif kind == Kind.UNARY and (unary_kind(cursor) in INCREMENTS or unary_kind(cursor) == Unary.ADDRESS_OF):
        yield operands[0]
    elif kind == Kind.CALL:
        target = cursor.referenced
        if target is not None and target._kind_id == Kind.METHOD and not target.is_const_method():
            if LIB.clang_Location_isInSystemHeader(target.location) or cursor.spelling == "operator=":
                yield operands[0]


def _functions_in(arguments: list[Any], tu: Any) -> Iterator[Any]:
    """The functions whose names are among a call's arguments."""
    for argument in arguments:
        cursor, inside = argument, [argument]
        while len(inside) == 1 and cursor._kind_id in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.UNARY, *_CASTS):
            inside = [each for each in children_of(cursor, tu) if each._kind_id >= Kind.UNEXPOSED_EXPR]
            cursor = inside[0] if inside else cursor
        if cursor._kind_id == Kind.DECL_REF:
            yield referenced_by(cursor)


def _is_array(cursor: Any, tu: Any) -> bool:
    """Whether an expression is an array, which Clang converts to a pointer."""
    while cursor._kind_id in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
        inside = children_of(cursor, tu)
        if cursor.type.get_canonical().kind in ARRAYS or len(inside) != 1:
            break
        cursor = inside[0]
    return cursor.type.get_canonical().kind in ARRAYS
