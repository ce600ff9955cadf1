# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Iterations: a loop and the variable that a chain begins at -> what may change the chain for a later use.

``if (!p) { report(s); exit(1); }``  ->  nothing: no use of the chain follows. What promises vouch for is no
change, either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pointerchain.analysis.access import Paths
from pointerchain.analysis.cfg import ControlFlow
from pointerchain.analysis.effects import NOTHING, Accesses, MemoryEffects, stores
from pointerchain.analysis.modref import BodyEffects
from pointerchain.analysis.summaries import Summaries, local_at
from pointerchain.source import Span
from pointerchain.suggest.loops import Loop
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Tree
from pointerchain.translator.text.trust import Trust

Root = tuple[Any, ...]
"""What a path begins at."""
_NAMES = frozenset((Kind.DECL_REF, Kind.VARIABLE_REF, Kind.LAMBDA))
_STORES = frozenset((Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.UNARY))


class Iterations:
    """Answers for the loops of one tree."""

    def __init__(
        self,
        tree: Tree,
        loops: Sequence[Loop],
        references: References,
        paths: Paths,
        direct: BodyEffects,
        summaries: Summaries,
        trust: Trust,
        control: ControlFlow,
        whole: Callable[[int], MemoryEffects],
    ) -> None:
        """``whole`` says what a statement and all that it calls do."""
        self.tree, self.loops, self.references, self.paths = tree, loops, references, paths
        self.direct, self.summaries, self.trust, self._whole = direct, summaries, trust, whole
        self.control = control
        self._ends: dict[int, tuple[Span, ...]] = {}
        self._known: dict[tuple[int, Root | None, tuple[Span, ...]], MemoryEffects] = {}

    def does(self, number: int, root: Root) -> MemoryEffects:
        """What may change a chain of a root for a use in the loop, but for what the loop itself declares."""
        vouched, without = self._vouched(number, root), self._noreturn(number, root)
        key = number, vouched, without
        if key not in self._known:
            loop = self.loops[number]
            if vouched is None and not without:
                changes = self._whole(loop.place)
            else:
                changes = NOTHING
                for _, row in self._rows(loop, vouched, without):
                    changes |= row
                changes = self.summaries.whole(changes, self.direct.known)
            own: set[str] = set()
            for index in range(loop.place, self.tree.after[loop.place]):
                if self.tree.kinds[index] == Kind.VARIABLE:
                    own |= local_at(self.tree, index, self.direct.storage)
            variables = frozenset(row for row in changes.mod.variables if row[0] not in own)
            self._known[key] = changes._replace(mod=changes.mod._replace(variables=variables))
        return self._known[key]

    def rows(self, number: int, root: Root) -> Iterator[tuple[int, MemoryEffects]]:
        """The same by node, each with all that it calls."""
        loop = self.loops[number]
        for index, row in self._rows(loop, self._vouched(number, root), self._noreturn(number, root)):
            yield index, self.summaries.whole(row, self.direct.known)

    def _rows(
        self, loop: Loop, vouched: Root | None, without: tuple[Span, ...]
    ) -> Iterator[tuple[int, MemoryEffects]]:
        index, end = loop.place, self.tree.after[loop.place]
        skipped = iter(without)
        after = next(skipped, None)
        while index < end:
            if after is not None and index >= after.start:
                index, after = max(index, after.end), next(skipped, None)
                continue
            row = self.direct.at(index)
            if row is not NOTHING:
                yield index, row if vouched is None else self._as_stored(index, row, vouched)
            index += 1

    # --- promises ----------------------------------------------------------------------------------------

    def _vouched(self, number: int, root: Root) -> Root | None:
        """The root, where a promise says that what it leads to has no other names."""
        if not self.trust or root[0] != "variable":
            return None
        name = self.references.fact(root[1]).name
        return root if self.trust.unaliased(name, self.loops[number].span.start) else None

    def _as_stored(self, index: int, row: MemoryEffects, root: Root) -> MemoryEffects:
        """What one node does, less what it stores where a promise says that no such expression leads."""
        if self.tree.kinds[index] not in _STORES or row.unknown:
            return row
        node = self.tree.node(index)
        target = self.paths.of(node.below[0].index).root
        name = self.references.fact(root[1]).name
        vouched = self.trust.unaliased(name, node.start) and not node.foreign
        if not vouched or target[0] != "variable" or target == root:
            return row
        return stores(Accesses(variables=row.mod.variables))

    # --- what the loop ends with -------------------------------------------------------------------------

    def _noreturn(self, number: int, root: Root) -> tuple[Span, ...]:
        """Parts of the tree behind which the loop is over, and which do not name a chain's root."""
        if root[0] != "variable":
            return ()
        if number not in self._ends:
            loop = self.loops[number]
            around = Span(loop.place, self.tree.after[loop.place])
            self._ends[number] = tuple(self.control.of(loop.place).noreturn(loop.body, around))
        return tuple(each for each in self._ends[number] if not self._names(each, root))

    def _names(self, part: Span, root: Root) -> bool:
        for index in range(part.start, part.end):
            if self.tree.kinds[index] in _NAMES:
                target = self.references.of(index)
                if target is None or target.key == root[1]:
                    return True
        return False
