# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Containment: what a directive lists, and memory that is asked for -> whether the one holds the other.

``map(to: s->a[0:1])``  ->  holds ``s->a->n``, and may hold ``t->a->n``; lies apart from ``s->n``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from typing import Protocol

from pointerchain.analysis.access import AccessPath, Relation, StepKind, compare, lie_apart
from pointerchain.analysis.alias import AliasResult, of_locations
from pointerchain.analysis.effects import NO_ACCESSES, Accesses
from pointerchain.analysis.environment.elsewhere import Found
from pointerchain.analysis.environment.memory import MemoryLocation, ends_of
from pointerchain.analysis.environment.pointees import OBJECT, RECORD, PointsTo, Target
from pointerchain.analysis.environment.present import Row
from pointerchain.analysis.environment.source import Source
from pointerchain.analysis.location import OUT, Location
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.defined import UNDECIDED
from pointerchain.translator.clang.libclang import Kind


class Listed(NamedTuple):
    """What a directive lists, as Clang understands it; without a path it may be anything."""

    path: AccessPath | None
    part: Location
    text: bytes
    section: bool = False
    """Whether its last step stands for all elements from one on."""
    anywhere: bool = False
    """Whether its type does not tell what it is."""
    alias: str = ""
    """The alias class of the elements of a plain pointer or array."""
    pointer: MemoryLocation | None = None
    """Of a section that a member leads to: the memory of that pointer."""
    bytes: bool = False
    """Whether it is a section of characters, or an array of them."""
    counted: bool = False
    """Whether it is a struct of which a section of a member's counts as a use (clang does that)."""


class Declared(NamedTuple):
    """A variable that is on the device as long as the program runs."""

    name: str
    file: str
    offset: int
    records: frozenset[int]


class Deep(NamedTuple):
    """The records that deep copies put on the device, by the names in their descriptors."""

    names: frozenset[str]


class Pointers(Protocol):
    """What a source does with its pointers."""

    @property
    def kin(self) -> dict[int, frozenset[int]]:
        """By a record's number: those that casts of the source make of it, or it of them."""

    @property
    def assigned(self) -> dict[int, list[int]]:
        """By pointer, a variable or member: where in the source it is assigned, or may be, in order."""


class Containment:
    """Answers for one source."""

    def __init__(
        self, source: Source, points_to: PointsTo, pointers: Pointers, others: Callable[[], Found]
    ) -> None:
        """``others`` gives what functions that nobody follows leave on the device."""
        self.source, self.points_to, self.pointers, self._others = source, points_to, pointers, others
        self._storage = points_to.storage

    def of(self, row: Row, memory: MemoryLocation) -> AliasResult:
        """How what a directive or call maps lies to some memory."""
        what = row.what
        if isinstance(what, Declared):
            return self._declared(what, memory)
        if isinstance(what, Deep):
            return AliasResult.MAY if self._is_deep(what.names, memory) else AliasResult.NO
        if isinstance(what, Accesses):
            return AliasResult.MAY if self.meets(what, memory) else AliasResult.NO
        if what.counted:
            return min(AliasResult.MAY, self.listed(what, memory))
        if what.anywhere and not row.effect.creates and self.meets(self._others().data, memory):
            return max(AliasResult.MAY, self.listed(what, memory))
        return self.listed(what, memory)

    def meets(self, accesses: Accesses, memory: MemoryLocation) -> bool:
        """Whether some memory may be among objects that are known by the names that all sources share."""
        if not memory.path.steps:
            return False  # a variable that is not named
        if ANY in accesses.through or (memory.vague and accesses != NO_ACCESSES):
            return True
        names = accesses.members | {each for row in accesses.variables for each in row if each}
        return any(self._named(key) in names for key in memory.keys)

    def _named(self, key: int) -> str:
        if key < 0:
            return ""  # what a pointer leads to
        references = self.source.references
        field = references.fact(key).kind == Kind.FIELD
        return self._storage.member(references, key) if field else references.usr(key)

    def _declared(self, what: Declared, memory: MemoryLocation) -> AliasResult:
        inner = not any(step.kind in OUT for step in memory.path.steps)
        named = memory.path.root[0] == "variable"
        if inner and named and not self.source.references.declares_reference(memory.path.root[1]):
            same = self._is_declared(memory.path.root[1], what)
            return AliasResult.MUST if same else AliasResult.NO
        if UNDECIDED in what.records and memory.path.steps:
            return AliasResult.MAY
        led = (target.key for target in self.points_to.of_memory(memory) if target.kind == OBJECT)
        if any(self._is_declared(key, what) for key in led if isinstance(key, int) and key >= 0):
            return AliasResult.MAY
        return AliasResult.MAY if what.records & {*memory.part.records} else AliasResult.NO

    def _is_declared(self, key: int, what: Declared) -> bool:
        """Whether a variable is one that a directive declares to be on the device."""
        fact = self.source.references.fact(key)
        return (fact.name, fact.file, fact.offset) == (what.name, what.file, what.offset)

    def _is_deep(self, names: frozenset[str], memory: MemoryLocation) -> bool:
        """Whether some memory may be of a record of these names, or of one that casts make of others."""
        if memory.vague or not self.pointers.kin.keys().isdisjoint(memory.part.records):
            return True
        return any(self.source.references.holder_name(key) in names for key in memory.part.keys)

    def listed(self, what: Listed, memory: MemoryLocation) -> AliasResult:
        """How what a directive lists lies to some memory."""
        references = self.source.aside.references
        if what.path is None:
            if not memory.path.steps:
                return AliasResult.NO
            known = any((what.part.records, what.part.holds, what.part.record))
            return of_locations(what.part, memory.part, references) if known else AliasResult.MAY
        found = compare(what.path, memory.path, references)
        mine, theirs = what.path.bare[found.size :], memory.path.bare[found.size :]
        inner = not any(step.kind in OUT for step in (*mine, *theirs))
        if found.relation in (Relation.SAME, Relation.PREFIX, Relation.EXTENSION):
            if inner:
                return AliasResult.MUST if found.certain else AliasResult.MAY
        elif found.relation is Relation.SHARED and inner:
            return AliasResult.MAY
        elif found.relation is Relation.APART and what.section and len(mine) == 1:
            return AliasResult.MAY  # other elements, to which it may go on
        elif found.relation is Relation.APART and inner:
            return AliasResult.NO
        elif lie_apart(what.path, memory.path, references):
            return AliasResult.NO
        if not memory.path.steps:
            return AliasResult.NO  # a variable that is not named
        if what.section and what.path.steps and ends_of(what.path) & memory.keys:
            return AliasResult.MAY  # elements by the same member of another struct
        if (what.alias and what.alias == memory.alias) or self._is_led_to(what, memory):
            return AliasResult.MAY
        if memory.vague and (what.part.records or what.part.holds):
            return AliasResult.MAY
        return of_locations(what.part, memory.part, references)

    def _is_led_to(self, what: Listed, memory: MemoryLocation) -> bool:
        """Whether the source makes pointers by which what is listed is some memory, or holds it."""
        theirs = self.points_to.of_memory(memory)
        theirs |= {*self.points_to.around(memory)}
        if what.bytes:
            theirs |= {Target(RECORD, record) for record in memory.part.records}
        objects = [target.key for target in theirs if target.kind == OBJECT]
        holders = {self.source.references.holder(key) for key in objects if isinstance(key, int)}
        if what.part.holds & holders:
            return True
        return bool(theirs) and what.path is not None and not theirs.isdisjoint(self._led(what.path))

    def _led(self, path: AccessPath) -> frozenset[Target]:
        """What the source makes of a path: an object, or what a pointer leads to."""
        return self.points_to.of_keys(ends_of(path))

    def same(self, one: Row, other: Row) -> bool:
        """Whether two rows list one object for certain."""
        mine, theirs = one.what, other.what
        if not isinstance(mine, Listed) or not isinstance(theirs, Listed):
            return False
        if mine.path is None or theirs.path is None:
            return bool(mine.text) and mine.text == theirs.text
        if mine.counted != theirs.counted:
            return False
        found = compare(mine.path, theirs.path, self.source.aside.references)
        text = Span(one.span.end, other.span.start)
        return found.relation is Relation.SAME and found.certain and not self.is_moved(mine.path, text)

    def names(self, row: Row) -> Iterator[Hashable]:
        """What two rows that list one object (:meth:`same`) have one of in common."""
        what = row.what
        if isinstance(what, Listed):
            yield from (what.path.root,) if what.path is not None else ()
            yield from (what.text,) if what.text else ()

    def is_moved(self, path: AccessPath, text: Span) -> bool:
        """Whether a pointer that leads to an object is assigned in some text."""
        last = max((at for at, step in enumerate(path.steps) if step.kind in OUT), default=-1)
        keys = {
            step.key[1] for step in path.steps[:last] if step.kind is StepKind.MEMBER and len(step.key) > 1
        }
        keys |= {path.root[1]} if last >= 0 and path.root[0] == "variable" else set()
        rows = (self.pointers.assigned.get(key, ()) for key in keys)
        return any(bisect_left(places, text.start) < bisect_left(places, text.end) for places in rows)

    def is_a_part(self, path: AccessPath, row: Row, text: Span) -> bool:
        """Whether what a path ends in before some text is certainly a part of what is listed behind it."""
        what = row.what
        if not isinstance(what, Listed) or what.path is None:
            return False
        found = compare(what.path, path, self.source.aside.references)
        inside = path.bare[found.size :]
        apart = found.relation not in (Relation.SAME, Relation.PREFIX) or not found.certain
        apart = apart or any(step.kind in OUT for step in inside)
        return not apart and not self.is_moved(path, text)

    def attached_by(self, row: Row) -> frozenset[int]:
        """The pointer that a section begins at, which is listed (:func:`ends_of`)."""
        pointer = self.pointer_of(row)
        return ends_of(pointer) if pointer is not None else frozenset()

    def pointer_of(self, row: Row) -> AccessPath | None:
        """The path of that pointer."""
        what = row.what
        if not isinstance(what, Listed) or not what.section or what.path is None:
            return None
        return what.path._replace(steps=what.path.steps[:-1], bare=what.path.bare[:-1])

    def attaches(self, row: Row, memory: MemoryLocation) -> AliasResult:
        """How what is listed lies to some memory; a section of what a pointer leads to brings the pointer."""
        what = row.what
        if isinstance(what, Listed) and what.path is not None:
            found = compare(what.path, memory.path, self.source.aside.references)
            rest = what.path.bare[found.size :]
            if found.relation is Relation.EXTENSION and rest[0].kind in OUT:
                return AliasResult.MUST if found.certain else AliasResult.MAY
        return self.of(row, memory)
