# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Initialized: an initializer list -> the members that are pointers, and what each gets.

``Pair p = {.v = x, .n = 3};``  ->  ``v`` gets ``x``. Where a list has not one value for each member
in turn, as it leaves out braces or goes into members of members, any of its pointers may get any value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pointerchain.translator.clang.extents import pointer_members
from pointerchain.translator.clang.libclang import RECORD_TYPE, Kind, TypeKind, children_of, without_arrays
from pointerchain.translator.clang.parsed import Declaration
from pointerchain.translator.clang.tree import Node

_ARRAYS = frozenset((TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY))


def initialized(node: Node) -> Iterator[tuple[Declaration, Node | None]]:
    """The pointers that an initializer list stores, and what; None where nobody knows.

    Lists in it are asked for themselves.
    """
    of = node.clang_cursor.type.get_canonical()
    if of.kind != TypeKind.RECORD:
        whole = all(each.kind == Kind.INIT_LIST or each.type_kind == RECORD_TYPE for each in node.below)
        pairs: list[tuple[Any, Node]] | None = (
            [] if whole or without_arrays(of).kind != TypeKind.RECORD else None
        )
    else:
        pairs = _pairs(node, of)
    if pairs is None:
        yield from ((each, None) for each in pointer_members(node))
        return
    for field, value in pairs:
        if field.type.get_canonical().kind == TypeKind.POINTER:
            yield node.parsed.declaration(field), value


def has_bases(node: Node) -> bool:
    """Whether members of other classes are in what a list initializes."""
    of = without_arrays(node.clang_cursor.type.get_canonical()).get_declaration()
    return any(each._kind_id == Kind.BASE for each in children_of(of, node.parsed.tu))


def _pairs(node: Node, of: Any) -> list[tuple[Any, Node]] | None:
    """The members of a list's structure with their values; None where that is not one for each in turn."""
    fields = list(of.get_fields())
    if of.get_declaration()._kind_id == Kind.UNION:
        return None
    out: list[tuple[Any, Node]] = []
    at = 0
    for each in node.below:
        value = each
        if each.kind == Kind.UNEXPOSED_EXPR and each.below and each.below[0].kind == Kind.MEMBER_REF:
            if len(each.below) != 2:
                return None
            named, value = each.below[0].declaration(), each.below[1]
            declared = [node.parsed.declaration(field) for field in fields]
            if named not in declared:
                return None
            at = declared.index(named)
        if at >= len(fields) or not _fits(fields[at], value):
            return None
        out.append((fields[at], value))
        at += 1
    return out


def _fits(field: Any, value: Node) -> bool:
    """Whether a value is one for all of a member, and not for its first part."""
    of = field.type.get_canonical()
    while value.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN) and len(value.below) == 1:
        value = value.below[0]
    if of.kind == TypeKind.RECORD:
        return value.kind == Kind.INIT_LIST or value.type_kind == RECORD_TYPE
    if of.kind in _ARRAYS:
        return value.kind in (Kind.INIT_LIST, Kind.STRING)
    return value.kind != Kind.INIT_LIST
