# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The facts of a source: what its regions hold, as Clang sees it. Made by :mod:`collect`, then frozen.

``s->a->n += s->m;`` in a region that hoists ``s->a->n``  ->  an :class:`Access` of ``s->a->n`` that is an
:class:`Occurrence` and changes the chain, and one of ``s->m`` that meets no chain.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from enum import Enum
from functools import cached_property

from pointerchain.analysis.access import AccessPath, Comparison
from pointerchain.dialects import Effect
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.exits import Ways
from pointerchain.translator.facts.frames import Frame, Misfit
from pointerchain.translator.facts.uses import Usage
from pointerchain.translator.text.directives import Clause, Construct, Item
from pointerchain.translator.text.regions import Region


class Occurrence(NamedTuple):
    """A place where a chain's local can stand for it: in code (``node``) or in a directive's text."""

    chain: int
    span: Span
    region: int
    """The innermost region around it."""
    node: Node | None = None
    use: Usage | None = None
    """What happens to the chain there."""
    followed: bool = False
    """Whether the chain, a pointer, is followed at once: ``[``, ``->``, ``*``."""
    construct: Construct | None = None
    operand: Node | None = None
    """In a directive: the node of the tree that holds operands, too (:attr:`Context.aside`)."""
    left: str = ""
    """Why the chain's own spelling stays, '' where the local stands for it: 'unevaluated', 'array' (the array
    itself is meant), 'type' (a bit-field's own type shows), 'observer' (the container is asked, or
    an object is named where a reference cannot be),
    'stringized'; 'body' and 'included' where there is no text that could be replaced."""


class Meeting(NamedTuple):
    """How an access lies to a chain that it does not stand for."""

    chain: int
    comparison: Comparison
    watched: int = -1
    """Which of what the chain's subscripts read it lies to, or -1 for the chain itself."""


class Access(NamedTuple):
    """A whole access expression that begins at a root of the region's chains or of their subscripts."""

    node: Node
    path: AccessPath
    span: Span
    """Its text in the source; where a macro's body or another file gave it, the place of that."""
    region: int
    occurrence: Occurrence | None
    """The longest chain that it is or begins with."""
    meets: tuple[Meeting, ...]
    """The other chains that it has to do with."""
    watched: tuple[Meeting, ...]
    """The chains of whose subscripts it names a variable, and how."""
    method: Node | None = None
    """The member function that is called on it, or on what it points to."""


class Member(NamedTuple):
    """A member of some chain, or one that lies over it in a union, by a path that is not the chain's."""

    node: Node
    span: Span
    region: int
    key: int
    """Its declaration's number; 0 where a template's argument decides."""
    method: Node | None = None
    """The member function that is called on it, or on what it points to."""


class Likeness(Enum):
    """How what a directive names is like a chain that it does not certainly name."""

    NONE = "none"
    SUBSCRIPT = "subscript"
    """A subscript may be the chain's."""
    CAST = "cast"
    """Casts, or the names of classes, differ."""
    ROOT = "root"
    """It is the chain, but spelled otherwise than in its declare."""
    MACRO = "macro"
    """A macro spells a part of it."""
    STORAGE = "storage"
    """It lies over the chain, or a reference makes another name of that."""
    UNREAD = "unread"
    """Clang does not read that text."""
    ALIAS = "alias"
    """It is the chain's last member, of what begins elsewhere."""


class Mention(NamedTuple):
    """An access in a directive that a local stands for nowhere."""

    construct: Construct
    clause: Clause | None
    span: Span
    region: int
    path: AccessPath
    chain: int = -1
    """The chain that it is like, or -1."""
    likeness: Likeness = Likeness.NONE


class Listed(NamedTuple):
    """What a clause lists."""

    construct: Construct
    clause: str
    effect: Effect
    text: str
    path: AccessPath | None
    """None where Clang does not read it."""
    section: bool
    """Whether a subscript or an array section of it is listed."""
    span: Span

    def names(self, variable: tuple[object, ...], name: str) -> bool:
        """Whether it is a variable itself, and no part of it."""
        if self.section:
            return False
        return self.text == name if self.path is None else self.path.root == variable and not self.path.steps


class ClauseCall(NamedTuple):
    """A call in what a directive lists or evaluates; it is in no tree of the function.

    Or an object of a class that is evaluated as a number.
    """

    construct: Construct
    node: Node
    span: Span
    region: int


class RegionFacts(NamedTuple):
    """One region: what it says of its chains. Regions inside have facts of their own."""

    region: Region
    chains: tuple[Chain, ...]
    """Those whose locals the region itself keeps."""
    accesses: tuple[Access, ...]
    members: tuple[Member, ...]
    constructs: tuple[Construct, ...]
    """The acc and omp directives in its text, those of the regions inside included."""


class _Facts(NamedTuple):
    """Everything that is known of a source's regions before anything is judged."""

    regions: Mapping[int, RegionFacts]
    chains: Mapping[int, Chain]
    """Those that a region uses, by number; a refused one has problems."""
    idle: tuple[Chain, ...]
    """Those that no region uses."""
    occurrences: tuple[Occurrence, ...]
    """In code, then in directives, each in the order of their places."""
    mentions: tuple[Mention, ...]
    """Paths in directives' texts that are no occurrences."""
    written: Mapping[int, tuple[Span, ...]]
    """By chain: the places that change it."""
    active: Mapping[int, tuple[Chain, ...]]
    """By region: the chains whose locals are alive in it."""
    frames: Mapping[int, Frame]
    """By region: its block; missing for those that are no run of statements."""
    misfits: tuple[Misfit, ...]
    ways: Ways
    unused: tuple[Item, ...]
    """What is declared and no region uses."""
    subscripts: frozenset[int]
    """C++: nodes of hoisted chains, and those by which their pointers are followed."""
    clause_calls: tuple[ClauseCall, ...] = ()
    """The calls in directives' texts."""
    listed: Mapping[int, tuple[Listed, ...]] = {}
    """By the place of a directive: what its clauses list, or those of the directives in it."""


class Facts(_Facts):
    """:class:`_Facts` with what follows from them."""

    @cached_property
    def standing(self) -> tuple[Occurrence, ...]:
        """The occurrences for which a local stands."""
        return tuple(row for row in self.occurrences if not row.left)

    @cached_property
    def compared(self) -> frozenset[tuple[int, int]]:
        """Nodes of accesses that were compared with a chain, and the chain."""
        out: set[tuple[int, int]] = set()
        for region in self.regions.values():
            for access in region.accesses:
                numbers = [row.chain for row in access.meets]
                if access.occurrence is not None:
                    numbers.append(access.occurrence.chain)
                out |= {(place, number) for place in access.path.places for number in numbers}
        return frozenset(out)

    @cached_property
    def _stands(self) -> list[tuple[int, int]]:
        return sorted({(row.span.start, row.span.end) for row in self.standing})

    def stands_at(self, span: Span) -> bool:
        """Whether a span lies in an occurrence: the last to begin before it is the one that could hold it."""
        index = bisect_right(self._stands, (span.start, 1 << 60)) - 1
        return index >= 0 and span.end <= self._stands[index][1]
