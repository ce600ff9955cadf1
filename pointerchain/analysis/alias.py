# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Alias: two locations, or one and what statements access -> whether they may be one object.

``a->e.x`` and ``s->e.x`` may: they are one member of a record; ``s->f.x`` is another. ``*p``, an
``unsigned``, and ``s->n``, an ``int``, may, too: the types are of one alias class.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pointerchain.analysis.access import AccessPath
from pointerchain.analysis.effects import Accesses, MemoryEffects
from pointerchain.analysis.location import Link, Location, Locations
from pointerchain.translator.clang.alias_classes import ANY, meets

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


# --- what statements access --------------------------------------------------------------------------


class Aliasing(NamedTuple):
    """What the compile says of aliasing, and the function of its variables."""

    strict: bool
    """Whether objects of different types are different objects."""
    escaping: frozenset[str]
    """The variables to which a pointer may lead."""
    second_names: bool = False
    """Whether a variable that lasts may have another name (``alias``, an assembler's name)."""


def changed(link: Link, effects: MemoryEffects, aliasing: Aliasing, root: str) -> str:
    """Why statements may change a link, in one word; '' where they cannot.

    ``root`` is the variable that the chain begins at: what a ``restrict`` parameter leads to, and is stored
    by it, is reached by no other (C11 6.7.3.1).
    """
    return _met(link, effects.mod, bool(effects.unknown), aliasing, root)


def accessed(link: Link, effects: MemoryEffects, aliasing: Aliasing, root: str) -> str:
    """Why statements may change or read a link, in one word; '' where they cannot."""
    unknown = bool(effects.unknown or effects.reads)
    return _met(link, effects.mod | effects.ref, unknown, aliasing, root)


def _met(link: Link, accesses: Accesses, unknown: bool, aliasing: Aliasing, root: str) -> str:
    """Why a link may be among the objects that are accessed; ``unknown``: whether any other object may be."""
    if link.variable:
        if link.fixed:
            return ""
        for variable, member in accesses.variables:
            if variable == link.variable and (not member or not link.member or member == link.member):
                return "assigned"
        if link.variable not in aliasing.escaping:
            return ""
        if aliasing.second_names and (accesses.aliases or accesses.given):
            return "alias"
    if unknown:
        return "opaque"
    if link.member and link.member in accesses.members:
        return "assigned"
    through = accesses.by_pointers(root)
    if aliasing.second_names and meets(link.alias, accesses.aliases):
        return "alias"
    if any(meets(each, through | accesses.aliases) for each in link.over):
        return "alias"
    if link.alias == ANY and (through or accesses.aliases):
        return "alias"
    if meets(link.alias, through):
        return "alias"
    if not link.member and not link.variable and meets(link.alias, accesses.aliases):
        return "alias"
    if not aliasing.strict and (through or accesses.members or accesses.aliases):
        return "alias"
    return ""


def first_change(
    links: tuple[Link, ...], effects: MemoryEffects, aliasing: Aliasing, root: str
) -> tuple[Link, str] | None:
    """The first link that statements may change, and how."""
    for link in links:
        how = changed(link, effects, aliasing, root)
        if how:
            return link, how
    return None
