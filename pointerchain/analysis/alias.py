# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Alias: two locations -> whether they may be one object; two scalars -> whether their types let them.

``a->e.x`` and ``s->e.x`` may: they are one member of a record; ``s->f.x`` is another. ``*p``, an
``unsigned``, and ``s->n``, an ``int``, may, too: the types are of one alias class.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pointerchain.analysis.access import AccessPath
from pointerchain.analysis.location import Location, Locations
from pointerchain.translator.clang.alias_classes import meets

if TYPE_CHECKING:
    from typing import Protocol

    from pointerchain.analysis.location import Source
    from pointerchain.translator.clang.references import References
    from pointerchain.translator.clang.storage import Storage
    from pointerchain.translator.clang.tree import Node

    class Compiled(Source, Protocol):
        """A tree of a source whose language is known."""

        cxx: bool


def may_alias(mine: Location, other: Location, references: References) -> bool:
    """Whether two objects could share memory: one struct's members that differ do not."""
    for one, two in ((mine, other), (other, mine)):
        if one.records and one.records[0] in two.records:
            rest = two.keys[two.records.index(one.records[0]) :]
            pairs = zip(one.keys, rest, strict=False)
            return all(a == b or references.share_storage(a, b) for a, b in pairs)
    if mine.records and other.records:
        return mine.records[0] in other.holds or other.records[0] in mine.holds
    if not mine.records:
        held = mine.record in other.holds or other.record in mine.holds
        return held or bool(mine.holds & {*other.records})
    return other.record in mine.holds or bool(other.holds & {*mine.records})


class Alias:
    """Answers for the expressions of one tree."""

    def __init__(self, source: Compiled) -> None:
        self.source, self.locations = source, Locations(source)

    def may_alias(self, one: Location, other: Location) -> bool:
        """Whether two objects may share memory, by the records that they lie in (:func:`may_alias`)."""
        return may_alias(one, other, self.source.references)

    def may_be_read(self, location: Location, path: AccessPath) -> bool:
        """Whether an object may share memory with what a path ends in, or with a link on its way."""
        return any(self.may_alias(location, each) for each in self.locations.of_links(path))

    def of_one_class(self, one: Node, other: Node) -> bool:
        """Whether accesses to two expressions of scalar types may be to one object (C11 6.5 paragraph 7)."""
        return not self._strict or meets(self._storage.alias_of(one), {self._storage.alias_of(other)})

    @cached_property
    def _strict(self) -> bool:
        from pointerchain.analysis.strict import is_strict  # few regions ask for scalars

        parsed = self.source.references.parsed
        return is_strict(parsed.args, parsed)

    @cached_property
    def _storage(self) -> Storage:
        from pointerchain.translator.clang.storage import Storage

        return Storage(self.source.cxx)
