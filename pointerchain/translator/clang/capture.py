# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Capture: whether a function whose body is seen keeps what it is given.

``void add(F f) { all.push_back(f); }``  ->  it does; one that calls ``f`` at once does not.
"""

from __future__ import annotations

from typing import Any

from pointerchain.translator.clang.libclang import (
    FUNCTIONS,
    LIB,
    Kind,
    callee_of,
    children_of,
    hides_first,
    referenced_by,
    specialized_template,
)
from pointerchain.translator.clang.tree import Node

_VALUE_CASTS = (Kind.STATIC_CAST, Kind.C_CAST, Kind.FUNCTIONAL_CAST)
CAPTURING = frozenset(
    "push_back emplace_back push_front emplace_front push emplace insert assign try_emplace swap reset "
    "insert_or_assign emplace_hint emplace_after insert_after".split()
)
"""Member functions that put what they are given into an object."""


def captures(call: Node, argument: Node) -> bool | None:
    """Whether a function of the program's could keep what it is given; None where its body is not seen.

    It does not where its body only calls the parameter, or hands it to functions that do not either.
    """
    given = [c for c in call.below if c.kind >= 100 and not _names_function(c)]
    target = callee_of(call.clang_cursor, call.parsed.tu)
    if target is None or argument not in given:
        return None
    index = given.index(argument)
    if call.name().startswith("operator") and target._kind_id == Kind.METHOD:
        index -= 1
    return _captures(target, index, call.parsed.tu, 0)


def _names_function(node: Node) -> bool:
    expr = node
    while expr.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN) and len(expr.below) == 1:
        expr = expr.below[0]
    if expr.kind not in (Kind.DECL_REF, Kind.MEMBER):
        return False
    return referenced_by(expr.clang_cursor)._kind_id in (*FUNCTIONS, Kind.OVERLOADED_REF)


def _captures(function: Any, index: int, tu: Any, depth: int) -> bool | None:
    template = specialized_template(function)
    if template._kind_id not in (0, 70):
        template._tu = tu
        function = template
    function = function.get_definition() or function
    inside = children_of(function, tu)
    parameters = [child for child in inside if child._kind_id == Kind.PARAMETER]
    body = next((child for child in inside if child._kind_id == Kind.COMPOUND), None)
    if body is None or not 0 <= index < len(parameters) or depth > 4:
        return None
    return _is_captured(body, parameters[index], (), tu, depth)


def _is_captured(cursor: Any, parameter: Any, above: tuple[Any, ...], tu: Any, depth: int) -> bool | None:
    """Whether a parameter is used in a statement other than to be called."""
    result: bool | None = False
    if cursor._kind_id == Kind.DECL_REF and referenced_by(cursor) == parameter:
        return _use_captures(cursor, above, tu, depth)
    if hides_first(cursor._kind_id, cursor.data[1]):
        result = None
    for child in children_of(cursor, tu):
        found = _is_captured(child, parameter, (*above, cursor), tu, depth)
        if found:
            return True
        result = None if found is None else result
    return result


def _use_captures(cursor: Any, above: tuple[Any, ...], tu: Any, depth: int) -> bool | None:
    inner = cursor
    for around in reversed(above):
        kind = around._kind_id
        if kind == Kind.CALL:
            children = [child for child in children_of(around, tu) if child._kind_id >= 100]
            position = next((at for at, child in enumerate(children) if child == inner), -1)
            name = around.spelling
            if position == 0 and (name in ("operator()", "") or children[0]._kind_id != Kind.MEMBER):
                return False  # it is called
            target = callee_of(around, tu)
            passes = target is not None and target._kind_id == Kind.CONSTRUCTOR
            if passes or (target is not None and name in ("forward", "move", "ref", "cref")):
                inner = around
                continue
            if target is None:
                return _any_captures(children[:1], position - 1, tu, depth)
            if LIB.clang_Location_isInSystemHeader(target.location):
                return target._kind_id in (Kind.METHOD, Kind.CONSTRUCTOR)
            return _captures(target, position - 1, tu, depth + 1)
        if kind == Kind.RETURN:
            return False  # what becomes of the result is another question
        if kind not in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.INIT_LIST, *_VALUE_CASTS):
            return True
        inner = around
    return True


def _any_captures(callee: list[Any], index: int, tu: Any, depth: int) -> bool | None:
    """Whether one of the functions that a call in a template could mean keeps its argument."""
    results: list[bool | None] = []
    for cursor in callee:
        if cursor.spelling in CAPTURING:
            return True
        for name in (cursor, *children_of(cursor, tu)):
            if name._kind_id != Kind.OVERLOADED_REF:
                continue
            if name.spelling in CAPTURING:
                return True
            for at in range(LIB.clang_getNumOverloadedDecls(name)):
                found = LIB.clang_getOverloadedDecl(name, at)
                found._tu = tu
                results.append(_captures(found, index, tu, depth + 1))
    if any(results):
        return True
    return None if not results or None in results else False
