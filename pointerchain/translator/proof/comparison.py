# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Comparison: what the lockstep and the frames share: the two trees, the locals met, the work left.

``Comparison.items`` gives a block's statements in a row: ``a: { ... } ;`` -> ``a:``, ``{ ... }``.
"""

from __future__ import annotations

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.snapshot import Snapshot
from pointerchain.translator.proof.before import Before, Problem
from pointerchain.translator.proof.chains import Chain
from pointerchain.translator.proof.paths import Path, Paths

LABELS = frozenset((Kind.LABEL, Kind.CASE, Kind.DEFAULT))


class Item(NamedTuple):
    """A statement of a block, or a label before one."""

    node: int
    label: bool


class Scope(NamedTuple):
    """The regions around a place, innermost first, and around what its ways out lead to."""

    regions: tuple[int, ...] = ()
    loop: tuple[int, ...] = ()
    breaks: tuple[int, ...] = ()
    switch: tuple[int, ...] = ()
    function: tuple[int, ...] = ()


class Refused(Exception):
    """The trees differ in a way that no plan explains."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what)
        self.problem = problem


def refused(what: str, node: int, after: bool = False) -> Refused:
    """What ends the comparison at a node of the tree before, or of the one after."""
    return Refused(Problem(what, node, after))


class Comparison:
    """One comparison of two trees of whole functions."""

    def __init__(self, before: Before, after: Snapshot, cxx: bool) -> None:
        self.before, self.old, self.new, self.cxx = before, before.marked, after, cxx
        self.paths = Paths(after, before.roots)
        self.spelled = Paths(after, before.roots)
        """The same where a local stands for nothing."""
        self.locals: dict[object, Chain] = {}
        """Per declaration of a local: what it stands for."""
        self.numbers: dict[tuple[int, str], int] = {}
        """Per region and name: the declaration of a local."""
        self.matched: list[int] = []
        """The accesses of the tree before that a local stands for."""
        self.left: list[int] = []
        """The ways out that write back."""
        self.lambdas: list[int] = []
        self.work: list[tuple[int, int, Scope]] = []

    def is_local(self, node: int, chain: Chain) -> bool:
        """Whether a node of the tree after is a reference to a chain's local."""
        node = self.new.peeled(node)
        number = self.numbers.get((chain.region, chain.planned.local))
        return self.new.kinds[node] == Kind.DECL_REF and number is not None and self.new.marks[node] == number

    def is_chain(self, node: int, chain: Chain, regions: tuple[int, ...]) -> bool:
        """Whether a node of the tree after is a chain, through the locals of some regions around.

        What those change has its value in the local: the chain may not be reached through its memory.
        """
        stands_for: dict[object, Path] = {}
        changed: set[Path | None] = set()
        for number in regions:
            for other in self.before.extents[number].chains:
                local = self.numbers.get((number, other.planned.local))
                if local is not None:
                    stands_for[local] = other.path
                if other.planned.written:
                    changed.add(other.path)
        self.paths.stands_for = stands_for
        if self.paths.of(node) is not chain.path:
            return False
        inside = range(node, self.new.after[node]) if changed else ()
        return not any(self.spelled.of(each) in changed for each in inside)

    def items(self, nodes: list[int], tree: Snapshot) -> list[Item]:
        """The statements of a block in a row, labels apart, empty statements and the probe's own left out."""
        out: list[Item] = []
        before = self.before if tree is self.old else None
        waiting = nodes[::-1]
        while waiting:
            node = waiting.pop()
            kind = tree.kinds[node]
            if kind in LABELS:
                out.append(Item(node, True))
                waiting.append(tree.children(node)[-1])
            elif kind == Kind.NULL:
                marked = before is not None and (
                    node in before.begins or node in before.ends or node in before.reloads
                )
                if marked:
                    out.append(Item(node, False))
            elif before is not None and before.dirty[node] and before.is_inserted(node):
                if kind == Kind.COMPOUND:
                    waiting += tree.children(node)[::-1]
            else:
                out.append(Item(node, False))
        return out
