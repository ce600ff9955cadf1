# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Punning: an expression -> whether its elements have other types where a pointer to them is kept.

``s->u->i[k]`` with ``union { int i[4]; float f[4]; } *u`` is an access to the union, which an access to ``f``
may meet; by ``int *p = s->u->i`` it is one to an ``int`` alone, which compilers keep apart from a ``float``
(C11 6.5 paragraph 7). The same is lost of a ``may_alias`` struct.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pointerchain.translator.clang.alias_classes import ANY, POINTER, AliasClasses
from pointerchain.translator.clang.arguments import keeps_types_apart
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    Kind,
    TypeKind,
    children_of,
    expressions_of,
    referenced_by,
    without_arrays,
)
from pointerchain.translator.clang.tree import Node

_RECORDS = (Kind.UNION, Kind.STRUCT, Kind.CLASS)
_AROUND = (Kind.PAREN, Kind.UNEXPOSED_EXPR)
_NAMES = (Kind.TYPEDEF, Kind.TYPE_ALIAS)
_MAY_ALIAS = "may_alias"
_DEEPEST = 8


def pun_of(node: Node) -> str:
    """Why a pointer to an array's elements says less than the array's name: 'union', 'may_alias', or ''."""
    cursor, tu = node.clang_cursor, node.parsed.tu
    kind = cursor.type.get_canonical()
    if kind.kind not in ARRAYS:
        return ""
    own = _classes(kind)
    if own == {ANY}:
        return ""  # characters may lie over anything, by whatever pointer
    if not keeps_types_apart(node.parsed.args):
        return ""
    marked = _MAY_ALIAS in " ".join(node.parsed.args) or node.parsed.mentions(_MAY_ALIAS.encode())
    while True:
        inside = expressions_of(cursor, tu)
        if cursor._kind_id in (*_AROUND, Kind.SUBSCRIPT) and inside:
            cursor = inside[0]
            if cursor.type.get_canonical().kind == TypeKind.POINTER and not _decays(cursor, tu):
                return ""
            continue
        if cursor._kind_id != Kind.MEMBER:
            return ""
        field = referenced_by(cursor)
        if field._kind_id != Kind.FIELD:
            return ""
        field._tu = tu
        holder = field.semantic_parent
        while holder is not None and holder._kind_id in _RECORDS:
            if holder._kind_id == Kind.UNION and len((_classes(holder.type) | own) - {ANY}) > 1:
                return "union"
            if marked and _is_marked(holder, node):
                return _MAY_ALIAS
            holder = holder.semantic_parent
        base = inside[0] if inside else None
        if base is None:
            return ""
        of = base.type
        pointer = of.get_canonical().kind == TypeKind.POINTER
        if marked and _is_alias_marked(_pointee(of) if pointer else of, node):
            return _MAY_ALIAS
        if pointer:
            return ""
        cursor = base


def _decays(cursor: Any, tu: Any) -> bool:
    while cursor._kind_id in _AROUND:
        inside = expressions_of(cursor, tu)
        if len(inside) != 1:
            return False
        cursor = inside[0]
    return cursor.type.get_canonical().kind in ARRAYS


def _pointee(of: Any) -> Any:
    while of.kind not in (TypeKind.POINTER, TypeKind.INVALID):
        declared = of.get_declaration()
        if declared._kind_id not in _NAMES:
            return of.get_canonical().get_pointee()
        of = declared.underlying_typedef_type
    return of.get_pointee()


def said_by_name(node: Node, cxx: bool) -> str:
    """What a type's name says that its local would not, 'alignment' or 'may_alias', if any.

    ``typedef int loose __attribute__((aligned(1)))``: a local of another type, or a reference, promises more.
    C++ drops ``may_alias`` where it finds a type by ``auto``; C's locals have the type by its name.
    """
    aligned = node.parsed.mentions(b"aligned")
    marked = cxx and (_MAY_ALIAS in " ".join(node.parsed.args) or node.parsed.mentions(_MAY_ALIAS.encode()))
    of = node.clang_cursor.type
    while (aligned or marked) and of.kind != TypeKind.INVALID:
        if aligned and 0 < of.get_align() < of.get_canonical().get_align():
            return "alignment"
        while of.kind in ARRAYS:
            of = of.element_type  # by its name, which a canonical type has not
        if marked and _is_named_marked(of, node):
            return _MAY_ALIAS
        of = _pointee(of)
    return ""


def _classes(of: Any, depth: int = 0) -> set[str]:
    """The alias classes of all scalars in a type; pointers of different types are different ones."""
    of = without_arrays(of.get_canonical())
    if of.kind == TypeKind.POINTER:
        to = str(of.get_pointee().get_canonical().spelling).replace("const ", "")
        return {f"{POINTER} {to}"}
    if of.kind != TypeKind.RECORD:
        return {AliasClasses(cxx=True).of(of)}
    found: set[str] = set()
    for field in of.get_fields() if depth < _DEEPEST else ():
        found |= _classes(field.type, depth + 1)
    return found


def _is_alias_marked(of: Any, node: Node) -> bool:
    """Whether one of the names that a type is spelled by, or its record, is ``may_alias``."""
    return any(_is_marked(each, node) for each in _declarations(of))


def _is_named_marked(of: Any, node: Node) -> bool:
    """Whether one of the names alone is: what a record says of itself, it says by any name."""
    return any(_is_marked(each, node) for each in _declarations(of) if each._kind_id in _NAMES)


def _declarations(of: Any) -> Iterator[Any]:
    """The declarations of the names that a type is spelled by, and of its record."""
    for _ in range(_DEEPEST):
        declared = of.get_declaration()
        yield declared
        if declared._kind_id not in _NAMES:
            return
        of = declared.underlying_typedef_type


def _is_marked(declared: Any, node: Node) -> bool:
    """Whether a type has an attribute that libclang does not name, in a source where that may be this one."""
    return any(each._kind_id == Kind.UNEXPOSED_ATTRIBUTE for each in children_of(declared, node.parsed.tu))
