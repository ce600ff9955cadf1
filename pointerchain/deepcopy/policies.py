# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Policies: all that shapes and policies say of a source's records, by record, name of the shape, and member.

``shape(Node as brief: next[1])``  ->  ``shapes["Node", "brief", ("next",)]``
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pointerchain.deepcopy.containers import Container, container, is_container, is_handle, own, parts
from pointerchain.deepcopy.rows import Choice, Given, KindOf, When
from pointerchain.diagnostics import Place
from pointerchain.translator.clang.records import (
    ARRAY,
    ATOMIC,
    OTHER,
    POINTER,
    RECORD,
    REFERENCE,
    TAIL,
    Reader,
    Record,
    TypeRef,
    innermost,
)

Key = tuple[str, str, tuple[str, ...]]


class Policies:
    """What the directives of one source say, and whether its types hold pointers."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.shapes: dict[Key, Given] = {}
        self.policies: dict[Key, tuple[str, Place]] = {}
        self.directions: dict[Key, tuple[str, Place]] = {}
        self.choices: dict[Key, list[Choice]] = {}
        """Several shapes of one pointer: the first one whose condition is true is meant."""
        self.whens: dict[Key, When] = {}
        self.mutables: dict[Key, Place] = {}
        """The pointers, and the numbers that lengths read, which kernels change."""
        self.customs: dict[Key, tuple[str, ...]] = {}
        """The functions of members whose policy is ``custom``; of those that the host owns, none."""
        self._spoken_of: set[str] = set()
        """The records that such members are members of."""
        self.containers: dict[str, tuple[Container, Place]] = {}
        """By record: how the elements of a user's own container are found."""
        self.templates: dict[str, tuple[str, str, Place]] = {}
        """By the name of a class template: the member functions of its instances that find their elements."""
        self.left: set[tuple[str, str]] = set()
        """The members of such containers, by record, that may stay as their 'resize' makes them."""
        self.kinds: dict[str, list[KindOf]] = {}
        """By record: the classes that derive from it."""
        self.refused: set[Key] = set()
        """Shapes and conditions that were refused: what is wrong with them is said already."""
        self.names: dict[str, set[str]] = {}
        """The names of a record's shapes."""

    def has_pointers(self, kind: TypeRef, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an object of a type holds pointers, references or what may be one, or has functions."""
        if kind.kind in (POINTER, REFERENCE, OTHER):
            return True
        if kind.kind in (ARRAY, TAIL, ATOMIC):
            assert kind.target is not None
            return self.has_pointers(kind.target, seen)
        if kind.kind != RECORD or kind.record in seen:
            return False
        record = self.reader.record(kind.record)
        seen = seen | {kind.record}
        if self.is_container(kind.record) or is_handle(record) or kind.record in self._spoken_of:
            return True
        if (held := parts(self.reader, record)) is not None:
            return any(self.has_pointers(each, seen) for each in held)
        if record.virtual or record.unseen or any(virtual for _, _, virtual in record.bases):
            return True
        if any(self.has_pointers(member.type, seen) for member in record.members):
            return True
        bases = (TypeRef(RECORD, "", record=base) for base, _, _ in record.bases if base)
        return any(self.has_pointers(base, seen) for base in bases)

    def is_said(self, key: str) -> bool:
        """Whether a shape or policy is about a record."""
        policies = (self.shapes, self.choices, self.policies, self.whens, self.mutables, self.refused)
        return any(each[0] == key for known in policies for each in known) or key in self.kinds

    def customize(self, record: Record, name: str, path: tuple[str, ...], functions: tuple[str, ...]) -> None:
        """Say that functions translate a member of a record, found by its path, or that the host owns it."""
        self.customs[record.key, name, path] = functions
        at: Record | None = record
        for member in path:
            at = self._mark(at, member) if at is not None else None

    def _mark(self, record: Record, name: str) -> Record | None:
        """Mark the records that hold a member, outside in; the record that the member is of, if it is one.

        Not those of unions, in which a member is not always there.
        """
        if record.union:
            return None
        inner = [TypeRef(RECORD, "", record=base) for base, _, _ in record.bases if base]
        for member in record.members:
            if member.name == name:
                self._spoken_of.add(record.key)
                kind = innermost(member.type)
                return self.reader.record(kind.record) if kind.kind == RECORD else None
            inner += [member.type] if not member.name and member.type.kind == RECORD else []
        for held in inner:
            if self.reader.find(self.reader.record(held.record), name) is not None:
                self._spoken_of.add(record.key)
                return self._mark(self.reader.record(held.record), name)
        return None

    def is_volatile(self, kind: TypeRef, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an object of a type, or a part of it, is ``volatile``; its pointers are not followed."""
        if kind.volatile:
            return True
        if kind.kind in (ARRAY, TAIL, ATOMIC):
            return kind.target is not None and self.is_volatile(kind.target, seen)
        if kind.kind != RECORD or kind.record in seen or self.is_container(kind.record):
            return False
        record, seen = self.reader.record(kind.record), seen | {kind.record}
        bases = (TypeRef(RECORD, "", record=base) for base, _, _ in record.bases if base)
        parts = (*(member.type for member in record.members), *bases)
        return any(self.is_volatile(each, seen) for each in parts)

    def is_container(self, key: str) -> bool:
        """Whether a class is one whose elements can be found."""
        record = self.reader.record(key)
        return key in self.containers or is_container(record) or self._template(record) is not None

    def container(self, key: str) -> tuple[Container | None, str]:
        """How the elements of a class are found, or why they cannot be."""
        known, record = self.containers.get(key), self.reader.record(key)
        if known is not None:
            return known[0], ""
        accessors = self._template(record)
        return container(self.reader, record) if accessors is None else own(self.reader, record, accessors)

    def unrestored(self, key: str) -> list[str]:
        """The members of a user's container that its elements do not restore, unless a policy leaves them.

        A pointer and what tells the number of elements are restored, and so are the library's containers.
        """
        record = self.reader.record(key)
        if is_container(record) or not self.is_container(key):
            return []
        found = self.container(key)[0]
        size = re.fullmatch(r"pc_self->(\w+)\(\)", found.size) if found is not None else None
        lookup = self.reader.returned(record, size[1]) if size else ""
        return [name for name in self._members(record) if name != lookup and (key, name) not in self.left]

    def leave(self, key: str, name: str) -> bool:
        """Let a member of a container be as its 'resize' makes it; whether it is such a one."""
        if (key, name) not in self.left and name not in self.unrestored(key):
            return False
        self.left.add((key, name))
        return True

    def _members(self, record: Record) -> Iterator[str]:
        """The members of a class and its bases that are more than a way to elements."""
        for member in record.members:
            kind = innermost(member.type)
            inner = self.reader.record(kind.record) if kind.kind == RECORD else None
            empty = inner is not None and not (inner.members or inner.bases)
            if kind.kind != POINTER and not empty and not (inner is not None and is_container(inner)):
                yield member.name
        for base, _, _ in record.bases:
            yield from self._members(self.reader.record(base)) if base else ()

    def _template(self, record: Record) -> tuple[str, str, Place] | None:
        """What is said of the template of which a class is an instance."""
        name, angle, _ = record.spelling.partition("<")
        return self.templates.get(name) if angle else None

    def unseen(self, record: Record) -> bool:
        """Whether a class may hold more than its members: bases that a template's instance does not show.

        What the library's values consist of is known, where they show their members at all.
        """
        values = parts(self.reader, record)
        known = values is not None and (bool(record.members) or not any(map(self.has_pointers, values)))
        return record.unseen and not known

    def has_tail(self, kind: TypeRef) -> bool:
        """Whether a record ends in a flexible array, which its size leaves out."""
        if kind.kind != RECORD or not (members := self.reader.record(kind.record).members):
            return False
        last = members[-1]
        grows = any(
            key == kind.record
            and path == (last.name,)
            and len(given.lengths) == 2
            and last.type.kind == ARRAY
            for (key, _, path), given in self.shapes.items()
        )
        return grows or last.type.kind == TAIL or self.has_tail(last.type)
