# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Alias: two paths, locations or types of scalars -> whether they are one object: no, may be, must be.

``a->e.x`` and ``s->e.x`` may: they are one member of a record; ``s->f.x`` is another. ``*p``, an
``unsigned``, and ``s->n``, an ``int``, may, too: the types are of one alias class. ``a->x[1]`` is no
``s->x[2]``.
"""

from __future__ import annotations

from collections.abc import Set
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from pointerchain.analysis.access import AccessPath, Relation, Step, StepKind, compare, lie_apart
from pointerchain.analysis.location import OUT, Location, Locations
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


class AliasResult(IntEnum):
    """Whether what two expressions name shares memory, under LLVM's names, the more certain the greater.

    Of what a directive lists it is ``MUST`` that holds some memory, or a part of it, for certain.
    """

    NO = 0
    MAY = 1
    MUST = 2


def of_classes(one: str, others: Set[str], strict: bool) -> AliasResult:
    """Of an object of one alias class, and what is accessed as objects of others.

    ``strict``: whether objects of different types are different objects.
    """
    return AliasResult.MAY if not strict or meets(one, others) else AliasResult.NO


def of_paths(path: AccessPath, other: AccessPath, references: References) -> AliasResult:
    """Of what two paths end in, by their steps alone."""
    found = compare(path, other, references)
    if found.relation is Relation.SAME and found.certain:
        return AliasResult.MUST
    rest = (*path.bare[found.size :], *other.bare[found.size :])
    apart = found.relation is Relation.APART and not any(step.kind in OUT for step in rest[1:])
    if apart or lie_apart(path, other, references) or _are_two_elements(path, other):
        return AliasResult.NO
    return AliasResult.NO if _are_in_two_variables(path, other, references) else AliasResult.MAY


def _are_in_two_variables(one: AccessPath, other: AccessPath, references: References) -> bool:
    """Whether two paths end in parts of two variables, neither of which is a name of something else."""
    return one.root != other.root and all(
        path.root[0] == "variable"
        and not any(step.kind in OUT for step in path.bare)
        and not references.declares_reference(path.root[1])
        and not references.is_binding(path.root[1])
        for path in (one, other)
    )


def _are_two_elements(one: AccessPath, other: AccessPath) -> bool:
    """Whether two paths end in array elements of one member that are certainly two, of whatever objects."""
    (member, mine), (its, theirs) = _elements(one), _elements(other)
    if member is None or member != its:
        return False
    pairs = zip(mine, theirs, strict=False)
    return any(isinstance(a.key, int) and isinstance(b.key, int) and a.key != b.key for a, b in pairs)


def _elements(path: AccessPath) -> tuple[Step | None, tuple[Step, ...]]:
    """The member that a path goes to elements of, last, and the steps to these."""
    last = max((at for at, step in enumerate(path.bare) if step.kind is StepKind.MEMBER), default=-1)
    rest = path.bare[last + 1 :]
    arrays = last >= 0 and all(step.kind is StepKind.ELEMENT for step in rest)
    return (path.bare[last], rest) if arrays else (None, ())


def of_locations(mine: Location, other: Location, references: References) -> AliasResult:
    """Of two objects, by the records that they lie in: one struct's members that differ share no memory."""
    return AliasResult.MAY if _share(mine, other, references) else AliasResult.NO


def _share(mine: Location, other: Location, references: References) -> bool:
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

    def of_locations(self, one: Location, other: Location) -> AliasResult:
        """Of two objects, by the records that they lie in (:func:`of_locations`)."""
        return of_locations(one, other, self.source.references)

    def may_be_read(self, location: Location, path: AccessPath) -> bool:
        """Whether an object may share memory with what a path ends in, or with a link on its way."""
        links = self.locations.of_links(path)
        return any(self.of_locations(location, each) is not AliasResult.NO for each in links)

    def of_paths(self, path: AccessPath, other: AccessPath) -> AliasResult:
        """Of what two paths end in, by their steps (:func:`of_paths`)."""
        return of_paths(path, other, self.source.references)

    def of_scalars(self, one: Node, other: Node) -> AliasResult:
        """Of what two expressions of scalar types name, by their types (C11 6.5 paragraph 7)."""
        return of_classes(self._storage.alias_of(one), {self._storage.alias_of(other)}, self._strict)

    @cached_property
    def _strict(self) -> bool:
        from pointerchain.analysis.strict import is_strict  # few regions ask for scalars

        parsed = self.source.references.parsed
        return is_strict(parsed.args, parsed)

    @cached_property
    def _storage(self) -> Storage:
        from pointerchain.translator.clang.storage import Storage

        return Storage(self.source.cxx)
