# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Alias classes: a scalar type -> the class of the objects that an access to it may be to.

``unsigned``  ->  ``int``; ``struct at *const *``  ->  ``pointer to pointer to struct at``. The rules are C11
6.5 paragraph 7 and [basic.lval]: types that are not compatible tell objects apart. A class stands for a type
in its signed and unsigned form, an enumeration is the integer that holds it, and a pointer is told from
others by what it leads to, as gcc (``get_alias_set``) and Clang from version 20 on have it.

Classes are names, which mean the same in every source: records are told apart by their tags, which compatible
types of two sources share (C11 6.2.7), and by the names of their members where they have no tag.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from pointerchain.translator.clang.libclang import (
    ARRAYS,
    Kind,
    TypeKind,
    canonical_cursor,
    raw_of,
    without_arrays,
)

ANY = "any"
"""The class of what may lie over anything: characters, vectors, atomic objects, what is not known."""
POINTER = "pointer"
"""The class of pointers that may lie over every other pointer: to ``void``, to characters, to functions, to
unions and classes with bases, and those to such pointers."""
_TO = f"{POINTER} to "
_CLASSES = {
    TypeKind.BOOL: "bool",
    TypeKind.SHORT: "short",
    TypeKind.USHORT: "short",
    TypeKind.INT: "int",
    TypeKind.UINT: "int",
    TypeKind.LONG: "long",
    TypeKind.ULONG: "long",
    TypeKind.LONGLONG: "long long",
    TypeKind.ULONGLONG: "long long",
    TypeKind.INT128: "int128",
    TypeKind.UINT128: "int128",
    TypeKind.WCHAR: "wchar_t",
    TypeKind.CHAR16: "char16_t",
    TypeKind.CHAR32: "char32_t",
    TypeKind.FLOAT: "float",
    TypeKind.DOUBLE: "double",
    TypeKind.LONGDOUBLE: "long double",
    TypeKind.NULLPTR: POINTER,
}


def meets(one: str, others: Set[str]) -> bool:
    """Whether an object of a class may be one of those that accesses of other classes are to."""
    if one in others or ANY in others or (one == ANY and others):
        return True
    if one == POINTER:
        return any(each.startswith(POINTER) for each in others)
    return one.startswith(_TO) and POINTER in others


def is_scalar(kind: Any) -> bool:
    """Whether objects of a canonical type are accessed as a whole, and have a class of their own."""
    return kind.kind in _CLASSES or kind.kind in (TypeKind.ENUM, TypeKind.POINTER)


class AliasClasses:
    """The classes of the types of one parse."""

    def __init__(self, cxx: bool) -> None:
        self.cxx = cxx
        self._records: dict[int, str] = {}

    def of(self, kind: Any) -> str:
        """The class of a scalar type, or of an array's elements."""
        kind = kind.get_canonical()
        while kind.kind in ARRAYS or kind.kind == TypeKind.COMPLEX:
            kind = kind.element_type.get_canonical()
        if kind.kind == TypeKind.POINTER:
            return self._pointer(kind)
        if kind.kind == TypeKind.ENUM:
            kind = kind.get_declaration().enum_type.get_canonical()
        return _CLASSES.get(kind.kind, ANY)

    def _pointer(self, kind: Any) -> str:
        to = without_arrays(kind.get_pointee().get_canonical())
        led = self._record(to) if to.kind == TypeKind.RECORD else self.of(to)
        return POINTER if led in (ANY, POINTER) else _TO + led

    def _record(self, kind: Any) -> str:
        declared = kind.get_declaration()
        key = int(raw_of(canonical_cursor(declared)).a)
        if key not in self._records:
            self._records[key] = self._tag(kind, declared)
        return self._records[key]

    def _tag(self, kind: Any, declared: Any) -> str:
        """What tells a record from others in all sources: ``struct at``; ANY where nothing does.

        A class of C++ goes by its last name, whatever namespace, function or template's arguments it stands
        in; one with bases is a part of others, as may be one of which no bases are seen.
        """
        definition = declared.get_definition()
        if declared._kind_id not in (Kind.STRUCT, Kind.CLASS) or (definition is None and self.cxx):
            return ANY
        if self.cxx and any(each._kind_id == Kind.BASE for each in definition.get_children()):
            return ANY
        name = str(declared.spelling)
        if name.isidentifier() and not str(declared.get_usr()).endswith(f"@SA@{name}"):
            return f"struct {name}"
        members = (str(each.spelling) for each in kind.get_fields())
        return f"struct {{{' '.join(each for each in members if each.isidentifier())}}}"
