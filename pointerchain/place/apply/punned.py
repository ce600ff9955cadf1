# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A record of a program -> where its objects may be accessed as something else than that record.

A member's pointer is read and written by naming the member, or with the whole record, as long as no pointer
to the record, or to one that holds it, becomes another pointer: C 6.3.2.3 lets that happen by conversions,
which are in the tree, 6.5.2.2 in calls without a prototype, 6.5.2.3 in unions. Alias classes do not say
that: they hold where all sources are compiled by them, and tell scalars apart, not records.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

from pointerchain.analysis.escape import is_tested
from pointerchain.analysis.library import ModRefInfo
from pointerchain.place.apply.places import plain_type
from pointerchain.place.apply.program import Program
from pointerchain.place.apply.reading import Unit
from pointerchain.place.apply.states import NotFollowed
from pointerchain.translator.clang.conversions import ignoring_parens_and_casts
from pointerchain.translator.clang.libclang import ARRAY_TYPES, POINTER_TYPE, Kind
from pointerchain.translator.clang.tree import Node

_CASTS = frozenset((Kind.UNEXPOSED_EXPR, Kind.C_CAST))
_SILENT = _CASTS | {Kind.PAREN}
_FUNCTION_TYPES = frozenset((110, 111))


@dataclass(frozen=True, slots=True)
class _Change:
    """A conversion of a pointer to another type; ``to`` is '...' for an argument without a parameter."""

    unit: Unit
    node: Node
    value: Node
    of: str
    to: str


@dataclass(slots=True)
class Records:
    """The records of a program, and what happens to pointers to them."""

    program: Program
    definitions: dict[str, dict[str, set[tuple[str, int]]]] = field(default_factory=dict)
    """By a record's type and a source's path: where it is defined."""
    members: list[tuple[str, str, Unit, Node]] = field(default_factory=list)
    """Records, and the types of their members."""
    changes: list[_Change] = field(default_factory=list)

    def __post_init__(self) -> None:
        for unit in self.program.units:
            for node in unit.all_nodes():
                if node.kind == Kind.FIELD:
                    record = node.record()
                    file, offset = node.parent.origin() if node.parent is not None else ("", -1)
                    by_unit = self.definitions.setdefault(record, {})
                    by_unit.setdefault(unit.path, set()).add((os.path.realpath(file), offset))
                    self.members.append((record, plain_type(node.type.canonical), unit, node))
                elif node.kind in _CASTS:
                    self._note_conversion(unit, node)
                elif node.kind == Kind.CALL:
                    self._note_arguments(unit, node)

    def _note_conversion(self, unit: Unit, node: Node) -> None:
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if len(below) != 1:
            return
        value = below[0]
        kinds = (node.type_kind, value.type_kind)
        if not any(kind == POINTER_TYPE or kind in ARRAY_TYPES for kind in kinds):
            return
        of, to = plain_type(value.type.canonical), plain_type(node.type.canonical)
        if of != to:
            self.changes.append(_Change(unit, node, value, of, to))

    def _note_arguments(self, unit: Unit, node: Node) -> None:
        callee = node.below[0] if node.below else node
        kind = callee.type.canonical
        if "..." not in kind and not kind.endswith("()") and not kind.endswith("(*)()"):
            return
        for each in node.below[1:]:
            self.changes.append(_Change(unit, each, each, plain_type(each.type.canonical), "..."))

    def check(self, record: str, where: Node, unit: Unit) -> None:
        """Raise :class:`NotFollowed` where an object of a record may be accessed as another one."""
        if "(" in record or record not in self.definitions:
            raise NotFollowed(where.start, "its record has no name, or is not the program's", unit.path)
        holders = self.holders(record)
        for each in sorted(holders):
            self._check_definition(each, where, unit)
        words = "|".join(map(re.escape, sorted(holders)))
        word = re.compile(rf"(?<![\w$])(?:{words})(?![\w$])")
        for _, kind, other, node in self.members:
            if word.search(kind) and any(up.kind == Kind.UNION for up in node.ancestors()):
                raise NotFollowed(_where(node), f"a union has a '{kind}' in it", other.path)
        for change in self.changes:
            if (word.search(change.of) or word.search(change.to)) and not self._is_harmless(change):
                shown = f"'{change.of}' becomes '{change.to}'"
                if change.to == "...":
                    shown = f"a '{change.of}' is an argument without a parameter"
                raise NotFollowed(_where(change.node), f"{shown} there", change.unit.path)

    def holders(self, record: str) -> set[str]:
        """A record, and those that hold one."""
        holders, found = {record}, {record}
        while found:
            # A member that is a pointer to a holder holds none; one that is an array may.
            found = {
                of
                for of, kind, _, node in self.members
                if node.type_kind != POINTER_TYPE and kind.rstrip("*") in holders
            } - holders
            holders |= found
        return holders

    def _check_definition(self, record: str, where: Node, unit: Unit) -> None:
        if "(" in record or record.startswith("union "):
            raise NotFollowed(where.start, f"'{record}' holds its record", unit.path)
        places = list(self.definitions[record].values())
        if any(len(each) > 1 or each != places[0] for each in places):
            raise NotFollowed(where.start, f"there are several records '{record}'", unit.path)

    def _is_harmless(self, change: _Change) -> bool:
        if change.to == "...":
            row = self.program.library(change.node.parent) if change.node.parent is not None else None
            return row is not None and row.format >= 0
        if change.to in ("_Bool", "bool"):
            return True
        if change.to == "void*":
            return self._is_kept(change)
        if change.of in ("void*", "int"):
            value = ignoring_parens_and_casts(change.value)
            if value.kind == Kind.INTEGER:
                return change.unit.code[value.start : value.end] in (b"0", b"NULL")
            return value.kind == Kind.CALL and self._gives_memory(change.unit, value)
        return False

    def _is_kept(self, change: _Change) -> bool:
        """Whether a pointer that becomes 'void *' is an argument that no one reads members by.

        What is filled or moved keeps the type by which it is accessed (C11 6.5 paragraph 6).
        """
        node = change.node
        while node.parent is not None and node.parent.kind in _SILENT:
            node = node.parent
        call = node.parent
        row = self.program.library(call) if call is not None and call.kind == Kind.CALL else None
        if call is None or row is None or not self._stays(change, call):
            return False
        number = node.ordinal - 1
        if row.frees or row.format >= 0:
            return row.frees or number > row.format
        if row.moves:
            kinds = {plain_type(ignoring_parens_and_casts(each).type.canonical) for each in call.below[1:3]}
            return kinds == {change.of}
        filled = row.argument(number) is ModRefInfo.BYTES and row.rest is ModRefInfo.NONE
        return filled and not (row.calls or row.stream)

    def _stays(self, change: _Change, call: Node) -> bool:
        """Whether what a call returns, maybe the pointer that it is given, is used as such or not at all."""
        if call.type_kind != POINTER_TYPE or is_tested(call):
            return True
        node = call
        while node.parent is not None and node.parent.kind in _SILENT:
            node = node.parent
        return plain_type(node.type.canonical) == change.of

    def _gives_memory(self, unit: Unit, call: Node) -> bool:
        """Whether what a call returns is new memory: an allocator, or a function that returns one's."""
        row = self.program.library(call)
        if row is not None and (row.allocates or (row.frees and call.type_kind == POINTER_TYPE)):
            return True
        function = self.program.defined(unit, call)
        return function is not None and self.program.returns_new_memory(function)


def _where(node: Node) -> int:
    return 0 if node.foreign else node.start
