# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Extents: questions about arrays, and what pointers lead to, of a node of Clang's tree.

``double a[4][8]``  ->  the extents 4 and 8; ``double *p``  ->  elements of 8 bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    ARRAYS,
    POINTER_TYPE,
    RECORD_TYPE,
    UNSIGNED,
    Kind,
    TypeKind,
    without_arrays,
)
from pointerchain.translator.clang.parsed import Declaration
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import REFERENCES

_WITH_PARTS = frozenset((RECORD_TYPE, *ARRAY_TYPES))


def is_array(node: Node) -> bool:
    """Whether an expression is an array; a parameter is a pointer, however it is declared."""
    if node.type_kind not in ARRAY_TYPES or node.kind == Kind.PARAMETER:
        return False
    target = node.clang_cursor.referenced if node.kind == Kind.DECL_REF else None
    return target is None or target._kind_id != Kind.PARAMETER


def is_pointer(node: Node) -> bool:
    """Whether an expression is a pointer."""
    return node.type_kind == POINTER_TYPE or (node.type_kind in ARRAY_TYPES and not is_array(node))


def extents(node: Node) -> tuple[int | None, ...]:
    """The numbers of elements of an array and of the arrays in it, None for one that only the run knows."""
    found: list[int | None] = []
    of = node.clang_cursor.type.get_canonical()
    while of.kind in (*ARRAYS, TypeKind.VARIABLEARRAY):
        size = int(of.get_array_size())
        found.append(size if size > 0 else None)
        of = of.element_type.get_canonical()
    return tuple(found)


def inner_extents(pointer: Node) -> tuple[int | None, ...]:
    """The same of the arrays that a pointer leads to."""
    if pointer.type_kind in ARRAY_TYPES:
        return extents(pointer)[1:]
    found: list[int | None] = []
    of = _pointee(pointer)
    while of.kind in (*ARRAYS, TypeKind.VARIABLEARRAY):
        size = int(of.get_array_size())
        found.append(size if size > 0 else None)
        of = of.element_type.get_canonical()
    return tuple(found)


def _pointee(node: Node) -> Any:
    of = node.clang_cursor.type.get_canonical()
    is_declared_array = of.kind in (*ARRAYS, TypeKind.VARIABLEARRAY)
    return (of.element_type if is_declared_array else of.get_pointee()).get_canonical()


def element_size(pointer: Node) -> int:
    """The bytes of what a pointer leads to."""
    return int(_pointee(pointer).get_size())


def have_same_elements(one: Node, other: Node) -> bool:
    """Whether two pointers lead to elements of one type, but for ``const``."""
    first, second = (str(_pointee(each).spelling) for each in (one, other))
    return first.replace("const ", "") == second.replace("const ", "")


def is_unsigned(node: Node) -> bool:
    """Whether an expression is an unsigned number."""
    return node.clang_cursor.type.get_canonical().kind in UNSIGNED


def names_reference(node: Node) -> bool:
    """Whether an expression names a variable that is a reference."""
    target = node.clang_cursor.referenced
    return target is not None and target.type.get_canonical().kind in REFERENCES


def is_in_union(node: Node) -> bool:
    """Whether a member expression names a member of a union, or of what lies in one."""
    target = node.clang_cursor.referenced
    holder = target.semantic_parent if target is not None else None
    while holder is not None and holder._kind_id in (Kind.STRUCT, Kind.CLASS, Kind.UNION):
        if holder._kind_id == Kind.UNION:
            return True
        holder = holder.semantic_parent
    return False


def record_names(node: Node) -> frozenset[str]:
    """How the structure may be called that an expression is, or that it leads to."""
    of = node.clang_cursor.type
    if of.get_canonical().kind == TypeKind.POINTER:
        of = of.get_pointee() if of.kind == TypeKind.POINTER else of.get_canonical().get_pointee()
    names = {str(of.spelling), str(of.get_canonical().spelling)}
    return frozenset(name.replace("const ", "").removeprefix("struct ") for name in names)


def pointer_members(node: Node) -> frozenset[Declaration]:
    """The members that are pointers, of an expression's structure, or array of some, and of those in it."""
    return _pointers_in(node, node.clang_cursor.type.get_canonical())


def _pointers_in(node: Node, of: Any) -> frozenset[Declaration]:
    return frozenset(
        node.parsed.declaration(each)
        for each in _fields_within(of)
        if without_arrays(each.type.get_canonical()).kind == TypeKind.POINTER
    )


def pointer_members_behind(node: Node) -> frozenset[Declaration]:
    """The same of what a pointer leads to, or of an array."""
    of = node.clang_cursor.type.get_canonical()
    of = of.get_pointee().get_canonical() if of.kind == TypeKind.POINTER else of
    return _pointers_in(node, of)


def member_names(node: Node) -> frozenset[str]:
    """The names of the members of the structure that an expression is, or that it leads to."""
    of = node.clang_cursor.type.get_canonical()
    of = of.get_pointee().get_canonical() if of.kind == TypeKind.POINTER else of
    return frozenset(str(each.spelling) for each in of.get_fields())


def ordered_members(node: Node) -> tuple[tuple[str, str], ...]:
    """The members of an expression's structure in their order, and what parts each has.

    These are ``members``, ``numbers`` (elements without parts), ``rows``, or none. A union, and a class with
    bases, whose values come first, say nothing.
    """
    of = node.clang_cursor.type.get_canonical()
    declared = of.get_declaration()
    if declared.kind.value == Kind.UNION or any(
        each.kind.value == Kind.BASE for each in declared.get_children()
    ):
        return ()
    return tuple(
        (str(each.spelling), _parts_of(each.type.get_canonical()))
        for each in of.get_fields()
        if each.spelling or not each.is_bitfield()
    )


def _parts_of(of: Any) -> str:
    if of.kind.value == RECORD_TYPE:
        return "members"
    if of.kind.value not in ARRAY_TYPES:
        return ""
    return "rows" if of.get_array_element_type().get_canonical().kind.value in _WITH_PARTS else "numbers"


def members_within(node: Node) -> frozenset[Declaration]:
    """The members of an expression's structure, and of those in it."""
    of = node.clang_cursor.type.get_canonical()
    return frozenset(node.parsed.declaration(each) for each in _fields_within(of))


def members_behind(node: Node) -> frozenset[Declaration]:
    """The same of what a pointer leads to."""
    of = node.clang_cursor.type.get_canonical()
    of = of.get_pointee().get_canonical() if of.kind == TypeKind.POINTER else of
    return frozenset(node.parsed.declaration(each) for each in _fields_within(of))


def holds_pointers(node: Node) -> bool:
    """Whether there are pointers in an expression's structure, or in what a pointer or array leads to."""
    of = node.clang_cursor.type.get_canonical()
    of = without_arrays(_pointee(node) if is_pointer(node) else of)
    kinds = (without_arrays(field.type.get_canonical()).kind for field in _fields_within(of))
    return bool(of.kind == TypeKind.POINTER) or TypeKind.POINTER in kinds


def leads_to_pointers(node: Node) -> bool:
    """Whether the elements of an array, or what a pointer leads to, are pointers."""
    return bool(without_arrays(_pointee(node)).kind == TypeKind.POINTER)


def _fields_within(of: Any) -> Iterator[Any]:
    """The members of a structure, or of an array's elements, and of structures in it."""
    waiting = [without_arrays(of)]
    while waiting:
        for field in waiting.pop().get_fields():
            yield field
            waiting.append(without_arrays(field.type.get_canonical()))


def is_only_declared(variable: Node) -> bool:
    """Whether a declaration says of a variable that it is defined elsewhere: ``extern double *x;``."""
    cursor = variable.clang_cursor
    values = any(each.kind >= Kind.UNEXPOSED_EXPR for each in variable.below)
    return bool(cursor.storage_class.name == "EXTERN") and not values


def is_restrict(node: Node) -> bool:
    """Whether an expression names a pointer that is declared ``restrict``."""
    target = node.clang_cursor.referenced
    return target is not None and bool(target.type.get_canonical().is_restrict_qualified())
