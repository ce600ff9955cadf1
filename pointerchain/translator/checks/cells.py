# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Cells: a chain -> the memory that is read where it is evaluated.

``s->a->n`` is read from ``s``, from ``s->a`` and from itself: three cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pointerchain.analysis.access import AccessPath, Step, StepKind
from pointerchain.analysis.location import OUT, Location, Locations
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context

ELEMENTS = (StepKind.DEREFERENCE, StepKind.ELEMENT)
_PLACES = (Shape.ARRAY, Shape.OBJECT)
"""What is not read where the chain is evaluated: its local says where it lies."""


class Cell(NamedTuple):
    """Memory that is read where a chain is evaluated."""

    path: AccessPath
    part: Location
    keys: frozenset[int]
    """The member, or the variable, that it is (:func:`ends_of`)."""
    shown: str
    alias: str = ""
    """The alias class of an element, which plain pointers and arrays may lead to as well."""

    @property
    def named(self) -> tuple[int, ...]:
        """Those of them that are declared."""
        return tuple(key for key in self.keys if key >= 0)

    @property
    def vague(self) -> bool:
        """Whether a template's argument decides which member it is."""
        return any(step.kind is StepKind.MEMBER and step.key[0] != "member" for step in self.path.steps)


class Cells:
    """Answers for one source."""

    def __init__(self, context: Context) -> None:
        self.context, self.parts = context, context.shared(Locations)
        self.storage = Storage(context.cxx)
        self._cells: dict[int, tuple[Cell, ...]] = {}

    def of(self, chain: Chain) -> tuple[Cell, ...]:
        """The memory that a chain is read from: its root, its links, then its own."""
        if chain.number not in self._cells:
            steps = chain.access.steps
            sizes = [at for at, step in enumerate(steps) if step.kind in OUT]
            subscripts = [cell for path in chain.watched for cell in self._subscript(path)]
            own = [self.place(chain, size) for size in sizes]
            own += [self.place(chain, len(steps))] if chain.shape not in _PLACES else []
            self._cells[chain.number] = (*subscripts, *own)
        return self._cells[chain.number]

    def _subscript(self, path: AccessPath) -> Iterator[Cell]:
        """The memory that a subscript of a chain is read from."""
        sizes = [at for at, step in enumerate(path.steps) if step.kind in OUT]
        return (self.of_path(path, size, "") for size in (*sizes, len(path.steps)))

    def own(self, chain: Chain) -> Cell | None:
        """A chain's own memory, None where its local only says where that lies."""
        return None if chain.shape in _PLACES else self.of(chain)[-1]

    def followed(self, access: AccessPath) -> Cell | None:
        """The memory that an access ends in; None where it leads through ``this`` alone.

        A construct maps ``*this`` by itself (OpenMP 5.2, 5.8.1; OpenACC 3.3, 2.6.2).
        """
        pointers = sum(step.kind in OUT for step in access.steps)
        return (
            None if access.root[0] == "this" and pointers < 2 else self.of_path(access, len(access.steps), "")
        )

    def place(self, chain: Chain, size: int) -> Cell:
        """What the first steps of a chain lead to."""
        cell = self.of_path(chain.access, size, chain.text)
        if chain.shape is Shape.RECORD and size == len(chain.access.steps):
            node = self.context.tree.node(cell.path.places[-1])
            return cell._replace(keys=cell.keys | self.context.references.members_of(node))
        return cell

    def of_path(self, access: AccessPath, size: int, shown: str) -> Cell:
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
        return Cell(path, part, ends_of(path), shown, self.storage.alias_of(node) if element else "")


def is_plain(path: AccessPath) -> bool:
    """Whether a path leads from a variable on by no member's name."""
    return path.root[0] == "variable" and all(step.kind is not StepKind.MEMBER for step in path.steps)


def ends_of(path: AccessPath) -> frozenset[int]:
    """The member or variable that a path ends in, elements of arrays included.

    What a pointer leads to that is one is ``~key``, so that ``s->x`` is another than ``s->x[1]``.
    """
    last = next(
        (at for at in range(len(path.steps) - 1, -1, -1) if path.steps[at].kind is StepKind.MEMBER), -1
    )
    if last >= 0:
        key = path.steps[last].key[1] if path.steps[last].key[0] == "member" else None
    else:
        key = path.root[1] if path.root[0] == "variable" else None
    if key is None:
        return frozenset()
    return frozenset((~key if any(step.kind in OUT for step in path.steps[last + 1 :]) else key,))


def until_out(path: AccessPath) -> tuple[Step, ...]:
    """The steps to the object that a path's last pointer leads to."""
    last = max((at + 1 for at, step in enumerate(path.bare) if step.kind in OUT), default=0)
    return path.bare[:last]
