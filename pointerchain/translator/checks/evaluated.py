# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Evaluated: a chain -> the memory that is read where it is evaluated.

``s->a->n`` is read from ``s``, from ``s->a`` and from itself: three locations.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.analysis.access import AccessPath, StepKind
from pointerchain.analysis.environment.memory import ELEMENTS, MemoryLocation, ends_of
from pointerchain.analysis.location import OUT, Location, Locations
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context

_PLACES = (Shape.ARRAY, Shape.OBJECT)
"""What is not read where the chain is evaluated: its local says where it lies."""


class Evaluated:
    """Answers for one source."""

    def __init__(self, context: Context) -> None:
        self.context, self.parts = context, context.shared(Locations)
        self.storage = Storage(context.cxx)
        self._of_chains: dict[int, tuple[MemoryLocation, ...]] = {}

    def of(self, chain: Chain) -> tuple[MemoryLocation, ...]:
        """The memory that a chain is read from: its root, its links, then its own."""
        if chain.number not in self._of_chains:
            steps = chain.access.steps
            sizes = [at for at, step in enumerate(steps) if step.kind in OUT]
            subscripts = [memory for path in chain.watched for memory in self._subscript(path)]
            own = [self.place(chain, size) for size in sizes]
            own += [self.place(chain, len(steps))] if chain.shape not in _PLACES else []
            self._of_chains[chain.number] = (*subscripts, *own)
        return self._of_chains[chain.number]

    def _subscript(self, path: AccessPath) -> Iterator[MemoryLocation]:
        """The memory that a subscript of a chain is read from."""
        sizes = [at for at, step in enumerate(path.steps) if step.kind in OUT]
        return (self.of_path(path, size, "") for size in (*sizes, len(path.steps)))

    def own(self, chain: Chain) -> MemoryLocation | None:
        """A chain's own memory, None where its local only says where that lies."""
        return None if chain.shape in _PLACES else self.of(chain)[-1]

    def followed(self, access: AccessPath) -> MemoryLocation | None:
        """The memory that an access ends in; None where it leads through ``this`` alone.

        A construct maps ``*this`` by itself (OpenMP 5.2, 5.8.1; OpenACC 3.3, 2.6.2).
        """
        pointers = sum(step.kind in OUT for step in access.steps)
        return (
            None if access.root[0] == "this" and pointers < 2 else self.of_path(access, len(access.steps), "")
        )

    def place(self, chain: Chain, size: int) -> MemoryLocation:
        """What the first steps of a chain lead to."""
        memory = self.of_path(chain.access, size, chain.text)
        if chain.shape is Shape.RECORD and size == len(chain.access.steps):
            node = self.context.tree.node(memory.path.places[-1])
            return memory._replace(keys=memory.keys | self.context.references.members_of(node))
        return memory

    def of_path(self, access: AccessPath, size: int, shown: str) -> MemoryLocation:
        """What the first steps of a path lead to."""
        steps = access.steps[:size]
        bare = tuple(step for step in steps if step.kind is not StepKind.CAST)
        path = AccessPath(access.root, steps, access.places[: size + 1], bare)
        node = self.context.tree.node(path.places[-1])
        part = self.parts.of(node, path) if steps else Location((), ())
        element = (
            bool(bare)
            and bare[-1].kind in (*ELEMENTS, StepKind.OPERATOR)
            and not self.context.references.is_record(node.index)
        )
        return MemoryLocation(
            path, part, ends_of(path), shown, self.storage.alias_of(node) if element else ""
        )
