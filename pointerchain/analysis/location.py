# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Locations: an expression -> the object that it names, as far as its path and its types tell.

``s->a->e.x``  ->  behind the pointer ``s->a`` the members ``e`` and ``x`` of their records, an ``int``. What
two of them have to do with each other says :mod:`~pointerchain.analysis.alias`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pointerchain.analysis.access import AccessPath, StepKind
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang import types
from pointerchain.translator.clang.tree import Node

if TYPE_CHECKING:
    from typing import Protocol

    from pointerchain.translator.clang.references import References
    from pointerchain.translator.clang.tree import Tree

    class Source(Protocol):
        """A tree with what answers for it: a :class:`Context`, or an ``Aside``."""

        @property
        def tree(self) -> Tree:
            """The tree."""

        @property
        def references(self) -> References:
            """What its nodes name."""


OUT = frozenset((StepKind.DEREFERENCE, StepKind.OPERATOR))
"""Steps that lead to another object."""
NO_RECORD = -1


class Location(NamedTuple):
    """The members that lead to an object from where the last pointer points, and what lies in the object.

    Records stand by their declarations' numbers: several may have one name.
    """

    keys: tuple[int, ...]
    records: tuple[int, ...]
    """The record that each member is of."""
    record: int = 0
    """The record that the object is, ``NO_RECORD`` of another type; 0 where that is not known."""
    holds: frozenset[int] = frozenset()
    """That and all that lie in it."""


class Locations:
    """The locations of one tree's expressions."""

    def __init__(self, context: Source) -> None:
        self.context = context
        self._held: dict[int, tuple[int, frozenset[int]]] = {}
        self._links: dict[AccessPath, tuple[Location, ...]] = {}

    def of(self, node: Node, path: AccessPath) -> Location:
        """What an expression names."""
        if not self.context.references.is_record(node.index):
            return self._location(_last(path))
        key = self.context.references.type_key(node.index)
        if key not in self._held:
            self._held[key] = types.record_of(node), types.records_in(node)
        return self._location(_last(path), *self._held[key])

    def behind(self, node: Node, path: AccessPath) -> Location:
        """What a pointer expression points to."""
        address = bool(path.steps) and path.steps[-1].kind is StepKind.ADDRESS
        record = types.record_behind(node) or NO_RECORD
        return self._location(_last(path) if address else [], record, types.records_behind(node))

    def elements(self, node: Node, path: AccessPath) -> Location:
        """What a section of a pointer or an array names."""
        if self.context.references.is_array_behind(node.index) or types.is_variable_array(node):
            return self._location(_last(path), holds=types.records_in(node))
        return self.behind(node, path)

    def of_links(self, path: AccessPath) -> tuple[Location, ...]:
        """The object that a path ends in, then the links on the way."""
        if path not in self._links:
            keys: list[Any] = []
            links: list[Location] = []
            for step in path.steps:
                if step.kind is StepKind.MEMBER:
                    keys.append(step.key)
                elif step.kind in OUT:
                    links.append(self._location(keys))
                    keys = []
            own = self.of(self.context.tree.node(path.places[-1]), path)
            self._links[path] = own, *(link for link in links if link.keys)
        return self._links[path]

    def _location(self, keys: list[Any], record: int = 0, holds: frozenset[int] = frozenset()) -> Location:
        known = tuple(key[1] for key in keys if key[0] == "member")
        return Location(known, tuple(map(self.context.references.holder, known)), record, holds)


def _last(path: AccessPath) -> list[Any]:
    """The members that a path names after the last pointer that it follows."""
    first = max((at + 1 for at, step in enumerate(path.steps) if step.kind in OUT), default=0)
    return [step.key for step in path.steps[first:] if step.kind is StepKind.MEMBER]
