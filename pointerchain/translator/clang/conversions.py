# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Conversions: what becomes of a pointer, or of an array, where it is given as something else.

``(int *)s->a``  ->  a pointer to a struct that may be used to store any member of it.
"""

from __future__ import annotations

from typing import Any

from pointerchain.translator.clang.libclang import (
    ARRAYS,
    LIB,
    Kind,
    TypeKind,
    callee_of,
    children_of,
    declaration_key,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import declared_records, unqualified

SURE_CASTS = frozenset(
    (Kind.C_CAST, Kind.STATIC_CAST, Kind.CONST_CAST, Kind.REINTERPRET_CAST, Kind.FUNCTIONAL_CAST)
)
"""Conversions that are written out, but for ``dynamic_cast``, which may find nothing."""
CASTS = (*SURE_CASTS, Kind.DYNAMIC_CAST)
_RELATED = (Kind.UNEXPOSED_EXPR, Kind.STATIC_CAST, Kind.DYNAMIC_CAST)
_INTEGERS = (
    *(TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG),
    *(TypeKind.LONGLONG, TypeKind.ULONGLONG),
)
_UNDECIDED = (TypeKind.DEPENDENT, TypeKind.UNEXPOSED)
_PARENS = (Kind.PAREN, Kind.UNEXPOSED_EXPR)
BUILTIN = ("__builtin_", "__sync_", "__atomic_", "__c11_")


def ignoring_parens_and_implicit_casts(node: Node) -> Node:
    """An expression without the parentheses, and the conversions that are not written, around it."""
    while node.kind in _PARENS:
        inside = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if len(inside) != 1:
            break
        node = inside[0]
    return node


def ignoring_parens_and_casts(node: Node) -> Node:
    """An expression without the parentheses and conversions around it."""
    node = ignoring_parens_and_implicit_casts(node)
    while node.kind in CASTS and node.below and node.below[-1].kind >= Kind.UNEXPOSED_EXPR:
        node = ignoring_parens_and_implicit_casts(node.below[-1])
    return node


def parent_ignoring_parens_and_casts(node: Node) -> Node | None:
    """The innermost expression or statement around one that is no parentheses and no conversion."""
    above = node.parent
    while above is not None and (above.kind in _PARENS or above.kind in CASTS):
        above = above.parent
    return above


def is_system(cursor: Any) -> bool:
    """Whether a declaration stands in a system header."""
    return bool(LIB.clang_Location_isInSystemHeader(cursor.location))


def puns(cast: Any, below: list[Any]) -> bool:
    """Whether a conversion makes a pointer to a struct one to something else, or the other way round.

    What ``malloc`` and its kind return begins as what it is converted to.
    """
    to = cast.type.get_canonical()
    operands = [each for each in below if each._kind_id >= Kind.UNEXPOSED_EXPR]
    if not operands:
        return False
    value = operands[-1]
    while value._kind_id in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        inner = [each for each in value.get_children() if each._kind_id >= Kind.UNEXPOSED_EXPR]
        if len(inner) != 1 or inner[0].type.get_canonical().kind not in (to.kind, TypeKind.POINTER):
            break
        value = inner[0]
    given = value.type.get_canonical()
    if given.kind in ARRAYS:
        return False
    if to.kind != TypeKind.POINTER:
        numbers = given.kind == TypeKind.POINTER and to.kind in _INTEGERS
        return numbers and cast._kind_id in CASTS
    ends = to.get_pointee().get_canonical(), given.get_pointee().get_canonical()
    if given.kind != TypeKind.POINTER:
        return given.kind in _INTEGERS and value._kind_id != Kind.INTEGER
    alike = unqualified(ends[0]) == unqualified(ends[1])
    if alike and cast._kind_id in CASTS:
        return ends[1].is_const_qualified() and not ends[0].is_const_qualified()
    if alike or ends[0].kind == TypeKind.VOID:
        return False
    if ends[1].kind == TypeKind.VOID:
        made = callee_of(value, value._tu) if value._kind_id == Kind.CALL else None
        return made is None or not (is_system(made) or str(value.spelling).startswith(BUILTIN))
    related = all(each.kind == TypeKind.RECORD for each in ends) and cast._kind_id in _RELATED
    return not related and (any(map(names_record, ends)) or cast._kind_id == Kind.REINTERPRET_CAST)


def forgets(cast: Node) -> bool:
    """Whether a conversion makes a pointer that may be changed through one to ``void``."""
    to = cast.clang_cursor.type.get_canonical()
    pointee = to.get_pointee()
    return to.kind == TypeKind.POINTER and pointee.kind == TypeKind.VOID and not pointee.is_const_qualified()


def stripped(cast: Node) -> Any:
    """The canonical type of the object to which a cast gives a way that is not const any more; None for none.

    A template may choose it. Behind ``const void *`` and ``const char *`` it may be any.
    """
    operands = [each for each in cast.below if each.kind >= Kind.UNEXPOSED_EXPR]
    if not operands:
        return None
    to, given = (each.clang_cursor.type.get_canonical() for each in (cast, operands[-1]))
    if to.kind == TypeKind.VOID:
        return None  # the value is thrown away
    for each in (to, given):
        if each.kind in _UNDECIDED:
            return each
    if given.kind == TypeKind.POINTER and not given.is_const_qualified():
        given, to = given.get_pointee().get_canonical(), to.get_pointee().get_canonical()
    return given if given.is_const_qualified() and not to.is_const_qualified() else None


def is_pun(cast: Node) -> bool:
    """Whether a conversion makes a pointer to a struct one to something else (:func:`puns`)."""
    cursor = cast.clang_cursor
    return bool(cast.below) and puns(cursor, children_of(cursor, cast.parsed.tu))


def laid_over(cast: Node) -> tuple[Any, Any] | None:
    """Two structs, neither a part of the other, of which a cast lays one over the other; else None."""
    operands = [each for each in cast.below if each.kind >= Kind.UNEXPOSED_EXPR]
    kinds = [each.clang_cursor.type.get_canonical() for each in (cast, *operands[-1:])]
    if cast.kind not in CASTS or len(kinds) != 2 or any(each.kind != TypeKind.POINTER for each in kinds):
        return None
    ends = [each.get_pointee().get_canonical() for each in kinds]
    if any(each.kind != TypeKind.RECORD for each in ends):
        return None
    to, of = (declared_records(each, cast.parsed.tu) for each in ends)
    apart = to.keys().isdisjoint(map(_key, ends[1:])) and of.keys().isdisjoint(map(_key, ends[:1]))
    return (ends[0], ends[1]) if apart else None


def _key(record: Any) -> int:
    return declaration_key(record.get_declaration())


def names_record(kind: Any) -> bool:
    """Whether a type is a struct, or leads to one."""
    while kind.kind == TypeKind.POINTER or kind.kind in ARRAYS:
        inner = kind.get_pointee() if kind.kind == TypeKind.POINTER else kind.element_type
        kind = inner.get_canonical()
    return bool(kind.kind == TypeKind.RECORD)
