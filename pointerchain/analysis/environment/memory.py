# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Memory: a path and what Clang says of it -> the memory that it names, as questions of the device know it.

``s->a->n``  ->  the member ``n`` of a ``struct a``, by its path from ``s``, its record and its key.
"""

from __future__ import annotations

from pointerchain.analysis.access import AccessPath, Step, StepKind
from pointerchain.analysis.location import OUT, Location
from pointerchain.lazy import NamedTuple

ELEMENTS = (StepKind.DEREFERENCE, StepKind.ELEMENT)


class MemoryLocation(NamedTuple):
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
