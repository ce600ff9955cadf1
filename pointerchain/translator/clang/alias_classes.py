# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Alias classes: a scalar type -> the class of the objects that an access to it may be to.

``unsigned``  ->  ``int``; ``struct at *const *``  ->  ``pointer to pointer to struct at``. The rules are C11
6.5 paragraph 7 and [basic.lval]: types that are not compatible tell objects apart. A class stands for a type
in its signed and unsigned form, an enumeration is the integer that holds it, and a pointer is told from
others by what it leads to, as gcc (``get_alias_set``) and Clang from version 20 on have it.

Classes are names, which mean the same in every source: records are told apart by their tags, which compatible
types of two sources share (C11 6.2.7), and by the names of their members where they have no tag. Members are
named after that.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    NOWHERE,
    Kind,
    TypeKind,
    canonical_cursor,
    declaration_key,
    specialized_template,
    without_arrays,
)

ANY = "any"
"""The class of what may lie over anything: characters, vectors, atomic objects, what is not known."""
POINTER = "pointer"
"""The class of pointers that may lie over every other pointer: to ``void``, to characters, to functions, to
unions and classes with bases, and those to such pointers."""
_TO = f"{POINTER} to "
_LETTERS = {Kind.STRUCT: "S", Kind.CLASS: "S", Kind.UNION: "U"}
_AS_IN_C = lazy_pattern(r"c:(?:@[SU]A?@\w+)+@FI@\w+$")
_PLACED = lazy_pattern(r"@\d+@")
_BY_TYPEDEF = lazy_pattern(r"@[SU]A@\w+$")
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
    # Types of their own in C++ alone: a source in C has them as integers.
    TypeKind.WCHAR: "int",
    TypeKind.CHAR16: "short",
    TypeKind.CHAR32: "int",
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
        key = declaration_key(declared)
        if key not in self._records:
            self._records[key] = self._tag(declared)
        return self._records[key]

    def _tag(self, declared: Any) -> str:
        """What tells a record from others in all sources: ``struct at``; ANY where nothing does.

        A class of C++ goes by its last name, whatever namespace, function or template's arguments it stands
        in; one with bases is a part of others, as may be one of which no bases are seen.
        """
        definition = declared.get_definition()
        if declared._kind_id not in (Kind.STRUCT, Kind.CLASS) or (definition is None and self.cxx):
            return ANY
        if self.cxx and any(each._kind_id == Kind.BASE for each in definition.get_children()):
            return ANY
        return self.record(declared)

    def record(self, declared: Any) -> str:
        """A name for a record that is the same in every source, which those of one tag share."""
        return f"struct {_tag_of(declared) or _members_of(declared)}"

    def member(self, field: Any) -> str:
        """A name for a member that is the same in every source where its record may be declared.

        Clang's own name (USR) is it for a class of C++ that no source in C can have. Else it has the records
        or the function that a record is declared in, which is the same without them in C, and a typedef's
        name where it has no tag, or a place in a file, which may be a copy of another. In an instance of a
        template it is the name in the template, whose other members name it so.
        """
        usr, holder = str(canonical_cursor(field).get_usr()), field.semantic_parent
        template = specialized_template(holder)
        if template._kind_id not in NOWHERE:
            return f"{canonical_cursor(template).get_usr()}@FI@{field.spelling}"
        if holder._kind_id not in _LETTERS:
            return usr
        tag = _tag_of(holder)
        if tag and self.cxx and not _AS_IN_C.match(usr) and not _PLACED.search(usr):
            return usr
        return f"c:@{_LETTERS[holder._kind_id]}@{tag or _members_of(holder)}@FI@{field.spelling}"


def _tag_of(record: Any) -> str:
    """A record's own name; '' where it has none, or only that of a typedef."""
    name = str(record.spelling)
    return name if name.isidentifier() and not _BY_TYPEDEF.search(str(record.get_usr())) else ""


def _members_of(record: Any) -> str:
    names = (str(each.spelling) for each in record.type.get_fields())
    return f"{{{' '.join(sorted(each for each in names if each.isidentifier()))}}}"
