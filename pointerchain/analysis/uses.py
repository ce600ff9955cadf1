# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Uses: what a kernel accesses: for each chain its elements or itself, how and where."""

from __future__ import annotations

from dataclasses import dataclass, field

from pointerchain.analysis.chains import Chain, Key
from pointerchain.analysis.sections import Access, Guards
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.tree import Node


class ElementUse(NamedTuple):
    """An access to elements of what a chain leads to, or is."""

    write: bool
    access: Access
    inner: tuple[Access, ...]
    """The further subscripts of an array of arrays."""
    whole: bool
    """Whether the whole element is accessed."""
    where: int
    """Its place in the source; of what a called function accesses that of the call."""
    through: str = ""
    """The called function."""

    def only_if(self, certain: bool) -> ElementUse:
        """The same where it is evaluated under a condition."""
        access, *inner = (
            each._replace(certain=each.certain and certain) for each in (self.access, *self.inner)
        )
        return self._replace(access=access, inner=tuple(inner))

    def under(self, guards: Guards, certain: bool) -> ElementUse:
        """The same under other conditions."""
        rows = (each._replace(guards=guards, certain=certain) for each in (self.access, *self.inner))
        access, *inner = rows
        return self._replace(access=access, inner=tuple(inner))

    @property
    def unplaced(self) -> ElementUse:
        """The same wherever it stands."""
        return self._replace(where=0, through="")


class ScalarUse(NamedTuple):
    """An access to what a chain names, a number or a structure."""

    write: bool
    where: int
    constant: int | None = None
    """What is stored, where that is a number that the source spells."""


class LinkedUse(NamedTuple):
    """An access to what pointers lead to that the kernel reads from elements of a chain."""

    write: bool
    node: Node
    where: int
    """Its place in the source; of what a called function accesses that of the call."""


@dataclass
class Accesses:
    """What a statement accesses of what is declared outside of it."""

    elements: dict[Chain, list[ElementUse]] = field(default_factory=dict)
    scalars: dict[Chain, list[ScalarUse]] = field(default_factory=dict)
    linked: dict[Chain, list[LinkedUse]] = field(default_factory=dict)
    """By the chains from whose elements pointers lead there."""
    links: dict[Key, tuple[str, int]] = field(default_factory=dict)
    """The members of such elements that lead on, as a message shows one, and where."""
    tested: list[tuple[Node, str, int]] = field(default_factory=list)
    """The pointers that it asks whether they are null, as a message shows them, and where."""
    moved: list[tuple[str, int]] = field(default_factory=list)
    """The elements with pointers in them that are stored as a whole, as a message shows them, and where."""
    nodes: dict[Chain, Node] = field(default_factory=dict)
    """An expression that spells each."""
    chains: dict[Chain, None] = field(default_factory=dict)
    """Those with members that the statement itself spells, in order."""
    calls: dict[str, int] = field(default_factory=dict)
    """The functions with a body here that it calls, and where."""
    constants: dict[str, int] = field(default_factory=dict)
    """Why a device may have its own of the constants that such functions read, and where the call stands."""
    stored: frozenset[Key] = frozenset()
    """The members that are stored in elements."""
    wide: bool = False
    """Whether subscripts are products that are longer than an ``int``."""
