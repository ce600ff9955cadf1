# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Statements of a program, and the pointers before a member -> whether the statements may change one.

``while (i--) { turn(&s); s->atoms->x[i] = 1; }`` with a ``turn`` that assigns to ``*s``  ->  ``s->atoms`` may
lead to another record in each turn. What statements and functions store, ``analysis`` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pointerchain.analysis.cfg import ControlFlow
from pointerchain.analysis.effects import NOTHING, MemoryEffects
from pointerchain.analysis.library import STREAMS, gives_streams_memory
from pointerchain.analysis.links import Aliasing, Link, changed
from pointerchain.analysis.modref import BodyEffects
from pointerchain.analysis.strict import is_strict
from pointerchain.analysis.summaries import Summaries, replaced
from pointerchain.analysis.threads import NO_MAKERS
from pointerchain.place.apply.program import Program
from pointerchain.place.apply.reading import Unit
from pointerchain.translator.clang.libclang import POINTER_TYPE, Kind
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node, Tree


class Stores:
    """What the statements of a program store."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._summaries: dict[tuple[str, bool], Summaries] = {}
        self._bodies: dict[int, BodyEffects] = {}
        self._control: dict[int, ControlFlow] = {}

    @cached_property
    def are_strict(self) -> bool:
        """Whether all sources' compiles let objects of different types be different objects."""
        return all(is_strict(unit.args, unit.parsed) for unit in self._program.units)

    def may_change(self, unit: Unit, nodes: Sequence[Node], mention: Node, strict: bool) -> bool:
        """Whether some nodes may change a pointer that is followed before what a member's mention names.

        ``strict``: whether objects of different types are different objects.
        """
        effects = self.effects(unit, nodes)
        body = self._body(unit, mention.tree)
        aliasing = Aliasing(strict, body.escaping, unit.parsed.has_second_names)
        return any(changed(link, effects, aliasing, "") for link in _followed(mention, body.storage))

    def may_store(self, unit: Unit, function: Node, variable: Node) -> bool:
        """Whether a function may store a variable of its own, but for the value that it begins with."""
        body = self._body(unit, function.tree)
        link = Link(body.storage.usr(variable), "", body.storage.alias_of(variable))
        aliasing = Aliasing(self.are_strict, body.escaping, unit.parsed.has_second_names)
        return bool(changed(link, self.effects(unit, function.inside), aliasing, ""))

    def may_free(self, unit: Unit, nodes: Sequence[Node]) -> bool:
        """Whether some nodes may end the life of an object."""
        effects = self.effects(unit, nodes)
        return effects.frees or bool(effects.unknown)

    def control(self, unit: Unit, tree: Tree) -> ControlFlow:
        """Where control goes in the functions of a tree."""
        if id(tree) not in self._control:
            body, summaries = self._body(unit, tree), self._of(unit)

            def leaves(index: int) -> bool:
                return summaries.whole(body.at(index), body.known).leaves

            self._control[id(tree)] = ControlFlow(tree, unit.callees.is_system, leaves)
        return self._control[id(tree)]

    def effects(self, unit: Unit, nodes: Sequence[Node]) -> MemoryEffects:
        """What some nodes of one function do, each by itself, with all that they call."""
        if not nodes:
            return NOTHING
        body = self._body(unit, nodes[0].tree)
        rows = (node.index for node in nodes if not self._program.gives_nothing(node))
        return self._of(unit).whole(body.of(rows), body.known)

    def _body(self, unit: Unit, tree: Tree) -> BodyEffects:
        if id(tree) not in self._bodies:
            self._bodies[id(tree)] = self._of(unit).body(tree)
        return self._bodies[id(tree)]

    def _of(self, unit: Unit, alone: bool = False) -> Summaries:
        """What the functions of a source do; ``alone``: those of others that they call may do anything."""
        if (unit.path, alone) not in self._summaries:
            own = {**replaced(unit.parsed), **self._streams}

            def known(key: str) -> MemoryEffects | None:
                return own.get(key) if alone or key in own else self._elsewhere(key)

            storage = Storage(unit.cxx)
            made = Summaries(unit.callees, storage, unit.cxx, known, None, NO_MAKERS)
            self._summaries[unit.path, alone] = made
        return self._summaries[unit.path, alone]

    def _elsewhere(self, key: str) -> MemoryEffects | None:
        """What a function of another source does, with what it calls there; None where none is known."""
        unit = self._program.defining.get(key)
        return self._of(unit, alone=True).of(key)._replace(calls=frozenset()) if unit is not None else None

    @cached_property
    def _streams(self) -> dict[str, MemoryEffects]:
        """What streams store, by the name of all; not known where one may have the program's memory."""
        return {} if gives_streams_memory(self._program.texts) else {STREAMS: NOTHING}


def _followed(mention: Node, storage: Storage) -> list[Link]:
    """The pointers that are followed on the way to what a mention of a member names."""
    found: list[Link] = []
    node = mention
    while True:
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if node.kind == Kind.DECL_REF or len(below) != 1:
            return found
        node = below[0]
        if node.kind in (Kind.DECL_REF, Kind.MEMBER) and node.type_kind == POINTER_TYPE:
            place = storage.place(node)
            member = place.parts[0].member if place.parts else ""
            alias = storage.alias_of_pointer(node)
            found.append(Link(place.variable, member, alias, over=storage.overlaid(node)))
