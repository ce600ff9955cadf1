# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains: the hoisted chains as Clang sees them, where each holds, and what must not be done beside them.

With ``s->a->b->n`` hoisted ``s->a->b = x`` changes a link, ``&s->a->b`` exposes one, ``s->a->m = x`` is
harmless.
"""

from __future__ import annotations

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.snapshot import POINTER, TypeOf
from pointerchain.translator.emit.planned import PlannedChain, PlannedRegion
from pointerchain.translator.proof.paths import FIELD, INDEX, Path, Relation, relation
from pointerchain.translator.proof.uses import Use

Unions = dict[object, dict[int, int]]


class Chain(NamedTuple):
    """A hoisted chain as Clang sees it where its region begins."""

    region: int
    planned: PlannedChain
    path: Path
    place: Path
    """The path without casts: where the object lies."""
    type: TypeOf
    watched: tuple[Path, ...]
    """What its subscripts read."""
    promotes: bool
    """Whether it is a bit-field, whose local has the type that it promotes to."""
    element: str
    """Of an array: the type of its elements."""
    copied: bool
    """Whether the local is a copy of the object, not a pointer to where its elements lie, nor a reference."""

    @property
    def is_pointer_like(self) -> bool:
        """Whether it is a pointer or an array."""
        return self.type.array or self.type.kind == POINTER


class Extent(NamedTuple):
    """Where a region lies in the tree: between the places of its two marks, and what it hoists."""

    planned: PlannedRegion
    begin: int
    end: int
    chains: tuple[Chain, ...]


class Tables:
    """The chains that hold at each place of a family of regions."""

    def __init__(self, family: list[Extent], cxx: bool) -> None:
        self.family, self.cxx = family, cxx
        self.written = any(chain.planned.written for extent in family for chain in extent.chains)
        self._known: dict[tuple[int, ...], tuple[dict[Path, Chain], list[Chain], frozenset[Path]]] = {}

    def at(self, node: int) -> tuple[dict[Path, Chain], list[Chain], frozenset[Path]]:
        """The chains of the regions around a node, by path and in a row; the outermost keeps a chain.

        And in C the paths of those that are pointers, or arrays, and lead to no other chain: once such a one
        is read, what is done with its value is no matter of ours.
        """
        around = [e for e in self.family if e.begin < node < e.end]
        key = tuple(e.planned.number for e in around)
        if key not in self._known:
            chains = [chain for extent in around for chain in extent.chains]
            by_path: dict[Path, Chain] = {}
            for chain in chains:
                by_path.setdefault(chain.path, chain)
            ends = set() if self.cxx else {chain.path for chain in chains if chain.is_pointer_like}
            for path in (p for chain in chains for p in (chain.path, *chain.watched)):
                before = path.before
                while before is not None:
                    ends.discard(before)
                    before = before.before
            self._known[key] = by_path, chains, frozenset(ends)
        return self._known[key]


def harm(chain: Chain, path: Path, use: Use, longest: Chain | None, unions: Unions) -> str:
    """Why a change of a path, or a way to change it, does not go with a hoisted chain."""
    decays = use is Use.DECAY
    for watched in chain.watched:
        how, _ = relation(path, watched, unions)
        if how in (Relation.SAME, Relation.UNION) or (how is Relation.PREFIX and use is Use.WRITE):
            return "a variable of the subscript is changed"
    how, shared = relation(path, chain.place, unions)
    if how is Relation.PREFIX:
        if use is Use.WRITE:
            return "a link is changed"
        if use is Use.ELEMENTS:
            shared += 1
            if chain.place.ops[shared - 1][0] != INDEX:
                return ""
            if shared == len(chain.place.ops):
                return "its element is exposed"
        if use is Use.HANDED and chain.place.ops[shared][0] == INDEX:
            return "its element is exposed"
        if decays and chain.planned.written:
            return "the address of what the local stands for is taken"
        return "a link is exposed" if chain.place.through[shared] or use is Use.OPEN else ""
    if how is Relation.UNION and not decays:
        return "another member of the union is changed"
    part = how is Relation.EXTENSION and not any(path.through[shared:])
    if part and chain.planned.accessor and path.ops[shared][0] == FIELD and use is not Use.READ:
        return "what lies in the object is changed, or exposed"
    inside = part and chain.copied
    if how is Relation.SAME and (chain.type.array or chain.planned.reference):
        return ""
    if how is Relation.SAME and chain.planned.accessor and use in (Use.HANDED, Use.ELEMENTS):
        return ""  # the elements stay where they are; lockstep asks whose functions give them
    if how is not Relation.SAME and not inside:
        return ""
    if longest is not chain:
        return "what lies in the object is changed by another local" if longest is not None else ""
    if use is Use.ADDRESS or use is Use.OPEN or decays:
        return "the address of what the local stands for is taken"
    return "" if chain.planned.written else "it is changed and not written back"


def stale(active: list[Chain], path: Path, whole: bool, unions: Unions) -> str:
    """Why a read is wrong: the local has another value than memory, which the read is of.

    So for a union's member while another of its members is changed, and for all of the object.
    """
    for chain in active:
        if not chain.planned.written:
            continue
        how, shared = relation(path, chain.place, unions)
        what = ""
        if how is Relation.UNION:
            what = "another member of the union is read while the local is changed"
        elif whole and how is Relation.PREFIX and not any(chain.place.through[shared:]):
            what = "the object is read as a whole while a local of it is changed"
        if what:
            return f"{what}: chain '{chain.planned.text}'"
    return ""
