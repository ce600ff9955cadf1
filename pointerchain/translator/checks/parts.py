# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Parts: whether two objects could share memory, by their types and the members that lead to them.

``a->e.x`` and ``s->e.x`` could be one object; ``s->f.x`` is another than ``s->e.x``.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from pointerchain.translator.clang import types
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.facts.access import AccessPath, StepKind
from pointerchain.translator.facts.chains import Chain

OUT = frozenset((StepKind.DEREFERENCE, StepKind.OPERATOR))
"""Steps that lead to another object."""
NO_RECORD = -1


class Part(NamedTuple):
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


class Source(Protocol):
    """A tree with what answers for it: a :class:`Context`, or an ``Aside``."""

    @property
    def tree(self) -> Tree:
        """The tree."""

    @property
    def references(self) -> References:
        """What its nodes name."""


class Parts:
    """The parts of one tree's expressions."""

    def __init__(self, context: Source) -> None:
        self.context = context
        self._held: dict[int, tuple[int, frozenset[int]]] = {}
        self._chains: dict[int, tuple[Part, ...]] = {}

    def of(self, node: Node, path: AccessPath) -> Part:
        """What an expression names."""
        if not self.context.references.is_record(node.index):
            return self._part(_last(path))
        key = self.context.references.type_key(node.index)
        if key not in self._held:
            self._held[key] = types.record_of(node), types.records_in(node)
        return self._part(_last(path), *self._held[key])

    def behind(self, node: Node, path: AccessPath) -> Part:
        """What a pointer expression points to."""
        address = bool(path.steps) and path.steps[-1].kind is StepKind.ADDRESS
        record = types.record_behind(node) or NO_RECORD
        return self._part(_last(path) if address else [], record, types.records_behind(node))

    def elements(self, node: Node, path: AccessPath) -> Part:
        """What a section of a pointer or an array names."""
        if self.context.references.is_array_behind(node.index) or types.is_variable_array(node):
            return self._part(_last(path), holds=types.records_in(node))
        return self.behind(node, path)

    def of_chain(self, chain: Chain) -> tuple[Part, ...]:
        """A chain's own object, then the links on the way."""
        if chain.number not in self._chains:
            keys: list[Any] = []
            links: list[Part] = []
            for step in chain.access.steps:
                if step.kind is StepKind.MEMBER:
                    keys.append(step.key)
                elif step.kind in OUT:
                    links.append(self._part(keys))
                    keys = []
            own = self.of(self.context.tree.node(chain.access.places[-1]), chain.access)
            self._chains[chain.number] = own, *(link for link in links if link.keys)
        return self._chains[chain.number]

    def could_be(self, part: Part, chain: Chain) -> bool:
        """Whether an object could share memory with a chain's, or with a link."""
        return any(meet(part, each, self.context.references) for each in self.of_chain(chain))

    def _part(self, keys: list[Any], record: int = 0, holds: frozenset[int] = frozenset()) -> Part:
        known = tuple(key[1] for key in keys if key[0] == "member")
        return Part(known, tuple(map(self.context.references.holder, known)), record, holds)


def _last(path: AccessPath) -> list[Any]:
    """The members that a path names after the last pointer that it follows."""
    first = max((at + 1 for at, step in enumerate(path.steps) if step.kind in OUT), default=0)
    return [step.key for step in path.steps[first:] if step.kind is StepKind.MEMBER]


def meet(mine: Part, other: Part, references: References) -> bool:
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
