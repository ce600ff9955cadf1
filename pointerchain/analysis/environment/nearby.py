# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Nearby: some memory -> the rows of the data environment that may have to do with it.

``s->n`` in a source of a hundred functions  ->  what is listed from ``s`` on, and what is a ``struct sim`` or
a part of one. :class:`~pointerchain.analysis.environment.containment.Containment` says of all others that
they lie apart, so that nobody has to ask.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.environment.containment import Containment, Declared, Listed
from pointerchain.analysis.environment.memory import MemoryLocation, ends_of
from pointerchain.analysis.environment.pointees import OBJECT, RECORD, Target
from pointerchain.analysis.environment.present import Row
from pointerchain.analysis.index import Index
from pointerchain.translator.clang.defined import UNDECIDED

_ANY = ("any",)
"""The name of what may be any memory."""


class Nearby:
    """Answers for some rows."""

    def __init__(self, rows: Sequence[Row], containment: Containment) -> None:
        self.rows, self.containment = rows, containment
        self.points_to, self.references = containment.points_to, containment.source.references

    def of(self, memory: MemoryLocation) -> Sequence[Row]:
        """The rows that may hold some memory, in order; all where a template's argument decides on it."""
        if memory.vague:
            return self.rows
        led = self.points_to.of_memory(memory)
        numbers = self._index.numbers(self._names_of(memory, led))
        if led or memory.part.records:
            records = (Target(RECORD, record) for record in memory.part.records)
            numbers |= self._by_targets.numbers((*led, *records, *self.points_to.around(memory)))
        return [self.rows[number] for number in sorted(numbers)]

    def having(self, record: int) -> Sequence[Row]:
        """The rows that may hold an object of a record's type."""
        return self._index.near((_ANY, ("holds", record)))

    def attaching(self, memory: MemoryLocation) -> Sequence[Row]:
        """The rows that make the device's copy of a pointer lead to the device."""
        return self._attaching.near(memory.keys) if memory.path.steps else ()

    @cached_property
    def _attaching(self) -> Index[Row]:
        return Index(self.rows, self.containment.attached_by)

    def is_attached(self, memory: MemoryLocation) -> bool:
        """Whether one of them does."""
        return bool(memory.path.steps) and bool(self._attaching.numbers(memory.keys))

    # --- names -------------------------------------------------------------------------------------------

    @cached_property
    def _index(self) -> Index[Row]:
        return Index(self.rows, _names)

    def _names_of(self, memory: MemoryLocation, led: frozenset[Target]) -> Iterator[Hashable]:
        """The names one of which a row must have that is no :data:`AliasResult.NO` of some memory."""
        yield from (_ANY, ("root", memory.path.root), ("alias", memory.alias), ("holds", memory.part.record))
        yield from (("key", key) for key in memory.keys)
        if memory.path.root[0] == "variable":
            yield "variable", self.references.fact(memory.path.root[1]).name
        for record in memory.part.records:
            yield from (("record", record), ("holds", record))
        yield from (("record", record) for record in memory.part.holds)
        for target in led:
            if target.kind == OBJECT and isinstance(target.key, int) and target.key >= 0:
                yield "holds", self.references.holder(target.key)
                yield "variable", self.references.fact(target.key).name

    @cached_property
    def _by_targets(self) -> Index[Row]:
        """By what the source makes pointers lead to."""
        return Index(self.rows, self._targets)

    def _targets(self, row: Row) -> frozenset[Target]:
        path = row.what.path if isinstance(row.what, Listed) else None
        return self.points_to.of_keys(ends_of(path)) if path is not None else frozenset()


def _names(row: Row) -> Iterator[Hashable]:
    """What is known of what a row lists: by each of them it may be some memory, and by nothing else."""
    what = row.what
    if isinstance(what, Declared):
        yield _ANY if UNDECIDED in what.records else ("variable", what.name)
        yield from (("holds", record) for record in what.records)
        return
    if not isinstance(what, Listed) or (what.anywhere and not row.effect.creates):
        yield _ANY
        return
    part, path = what.part, what.path
    yield from (("record", record) for record in (*part.records, part.record))
    yield from (("holds", record) for record in part.holds)
    if path is not None:
        yield from (("root", path.root), *(("key", key) for key in ends_of(path)))
        yield from (("alias", what.alias),) if what.alias else ()
    elif not (part.records or part.holds or part.record):
        yield _ANY
