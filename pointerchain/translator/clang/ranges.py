# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Ranges: a loop over a range -> what it goes over, where that runs nothing but the language and its library.

``for (auto &p : s->rows)``  ->  ``s->rows``, a ``std::vector``: what the loop calls and nobody spells,
``begin``, ``end``, ``++`` and the like ([stmt.ranged]), changes nothing of the program's.
"""

from __future__ import annotations

from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.conversions import is_system
from pointerchain.translator.clang.libclang import ARRAYS, EXPRESSIONS, Kind, TypeKind, Unary
from pointerchain.translator.clang.tree import Node

_LIBRARY = lazy_pattern(r"(?:const )?std::(?:\w+::)*(vector|array|span)<")
_READING = frozenset(("operator[]", "size", "empty", "data", "front", "back", "capacity"))
"""Member functions of these classes that change nothing, and run nothing of the program's."""
_READS = ("vector", "span")
"""Those whose ``begin`` and ``end`` read their own members."""


def range_of(loop: Node) -> Node | None:
    """The expression that a loop goes over; None where it may run something else."""
    below = loop.below
    if len(below) != 3 or below[0].kind != Kind.VARIABLE or below[1].kind not in EXPRESSIONS:
        return None
    at = _bare(below[1])
    named = at.kind in (Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT)
    if not named and not (at.kind == Kind.UNARY and at.unary_operator == Unary.DEREFERENCE):
        return None  # what a call returns ends behind the loop
    if at.type.volatile:
        return None
    return below[1] if at.clang_cursor.type.get_canonical().kind in ARRAYS or _container(at) else None


def reads_range(expression: Node) -> bool:
    """Whether such a loop reads the object that it goes over, whether it is entered or not."""
    return _container(_bare(expression)) in _READS


def _bare(node: Node) -> Node:
    while node.kind == Kind.PAREN and len(node.below) == 1:
        node = node.below[0]
    return node


def only_reads(method: Any) -> bool:
    """Whether a member function of such a class reads that alone ([vector.capacity], [vector.data])."""
    return method.spelling in _READING and bool(container_of(method.semantic_parent.type.get_canonical()))


def _container(node: Node) -> str:
    """The name of the library's class that an expression is of; '' for any other."""
    return container_of(node.clang_cursor.type.get_canonical())


def container_of(of: Any) -> str:
    """The name of the library's class that a type is; '' of any other."""
    found = _LIBRARY.match(str(of.spelling)) if of.kind == TypeKind.RECORD else None
    if found is None:
        return ""
    declared = of.get_declaration()
    definition = declared.get_definition()
    if definition is None or not is_system(definition):
        return ""
    if found[1] == "vector":
        allocator = of.get_template_argument_type(1).get_canonical()
        if not str(allocator.spelling).startswith("std::allocator<"):
            return ""
    return found[1]
