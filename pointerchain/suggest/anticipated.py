# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Anticipated: where the program certainly follows a pointer, so that once more there is no new fault.

``for (int i = 0; i < s->a->n; i++)``  ->  ``s`` and ``s->a`` are followed before the first iteration,
whatever comes; what stands in the body is evaluated only where the loop is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from pointerchain.analysis.access import AccessPath, Paths, StepKind
from pointerchain.analysis.cfg import Cfg, ControlFlow
from pointerchain.analysis.effects import NOTHING, MemoryEffects
from pointerchain.analysis.links import Aliasing, Linker, first_change
from pointerchain.source import Span
from pointerchain.suggest.loops import Loop
from pointerchain.translator.clang.libclang import EXPRESSIONS, INCREMENTS, Binary, Kind, Unary
from pointerchain.translator.clang.ranges import reads_range
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Tree

Object = tuple[Any, ...]
"""What a pointer leads to: the root and the steps, the one that follows the pointer the last."""
Objects = dict[Object, AccessPath]


def objects_of(path: AccessPath, size: int) -> tuple[Object, ...]:
    """The objects that the first steps of a path lead to by pointers, in order."""
    return tuple(
        (path.root, path.steps[: at + 1])
        for at, step in enumerate(path.steps[:size])
        if step.kind is StepKind.DEREFERENCE
    )


def value_of(path: AccessPath, size: int) -> Object:
    """What stands for the value that the first steps of a path lead to: that it is read, or stored."""
    return ("value", path.root, path.steps[:size])


def stored_of(path: AccessPath, size: int) -> Object:
    """What stands for that the value is stored."""
    return ("stored", path.root, path.steps[:size])


class Anticipated:
    """Answers for the statements of one function."""

    def __init__(
        self,
        tree: Tree,
        paths: Paths,
        storage: Storage,
        control: ControlFlow,
        does: Callable[[int], MemoryEffects],
        effects: Callable[[Iterable[int]], MemoryEffects],
        apart: Sequence[Span] = (),
        meetings: Sequence[int] = (),
    ) -> None:
        """``does`` says what a statement, with all it calls, does; ``effects`` what some nodes do.

        ``apart`` are statements that not every thread runs, or not where they stand; at ``meetings`` threads
        may see what others did.
        """
        self.apart, self.meetings = apart, meetings
        self.tree, self.paths, self.storage, self.control = tree, paths, storage, control
        self.does, self.effects = does, effects

    # --- what a loop itself certainly does -----------------------------------------------------------------

    def before(self, loop: Loop, stops: Collection[int] = ()) -> Objects:
        """The objects that a loop certainly uses, whether it is entered or not, before one of ``stops``."""
        cfg = self.control.of(loop.place)
        found = self._in(loop, cfg, cfg.before[loop.place], stops)
        if loop.kind == Kind.FOR_RANGE and loop.begun >= 0:
            self._over(loop.begun, found)
        return found

    def entered(self, loop: Loop, stops: Collection[int] = ()) -> Objects:
        """The objects that it certainly uses where it is entered, before it comes to one of ``stops``."""
        if loop.body < 0:
            return {}
        cfg = self.control.of(loop.place)
        return self._in(loop, cfg, cfg.before[loop.body], stops)

    def behind(self, statement: int, loop: Loop, stops: Collection[int]) -> Objects:
        """The objects that a loop certainly uses behind one of its statements, before one of ``stops``."""
        cfg = self.control.of(loop.place)
        return self._in(loop, cfg, cfg.behind[statement], stops)

    def _in(self, loop: Loop, cfg: Cfg, first: int, stops: Collection[int]) -> Objects:
        after = self.tree.after[loop.place]
        nodes = cfg.anticipated(first, [cfg.before[each] for each in stops])
        return self._used(index for index in nodes if loop.place <= index < after)

    # --- what came before it -------------------------------------------------------------------------------

    def known_at(self, loop: Loop, linker: Linker, aliasing: Aliasing) -> Objects:
        """The objects that were certainly used before a loop, and that their pointers still lead to."""
        found: Objects = {}
        cfg = self.control.of(loop.place)
        meetings, first = self._meetings(cfg), cfg.before[loop.place]
        since = NOTHING
        for vertex, run in cfg.backwards(first) if first not in meetings else ():
            since |= self.effects(cfg.held(run))
            if since.frees or since.unknown or not meetings.isdisjoint(run):
                break
            nodes = cfg.nodes[vertex]
            if nodes and self._is_left(nodes[0], loop):
                break
            used = self._used(nodes)
            if used and not self._is_apart(nodes[0], loop):
                statement = self._statement(nodes[0], loop)
                if statement >= 0:
                    self._keep(used, since | self.does(statement), found, linker, aliasing)
            since |= self.effects(cfg.held((vertex,)))
            if since.frees or since.unknown or vertex in meetings:
                break
        return found

    def _meetings(self, cfg: Cfg) -> set[int]:
        """Where in a function threads may see what others did."""
        first, last = self.tree.starts[cfg.function], self.tree.ends[cfg.function]
        return {cfg.place(at) for at in self.meetings if first <= at < last}

    def _is_apart(self, index: int, loop: Loop) -> bool:
        """Whether a node stands in a statement that not every thread runs which comes to a loop."""
        at = self.tree.starts[index]
        return any(
            span.start <= at < span.end and not span.start <= loop.span.start < span.end
            for span in self.apart
        )

    def _is_left(self, index: int, loop: Loop) -> bool:
        """Whether a node stands before a statement around a loop that runs later, or in another thread."""
        at = self.tree.starts[index]
        return any(at < span.start < loop.span.start < span.end for span in self.apart)

    def _statement(self, index: int, loop: Loop) -> int:
        """The outermost node around one and not around a loop; -1 where that is an operand beside the loop.

        All that it does counts: operands have no order, and variables end where it does.
        """
        tree = self.tree
        while not tree.parents[index] <= loop.place < tree.after[tree.parents[index]]:
            index = tree.parents[index]
        return -1 if tree.kinds[tree.parents[index]] in EXPRESSIONS else index

    def _keep(
        self, objects: Objects, since: MemoryEffects, found: Objects, linker: Linker, aliasing: Aliasing
    ) -> None:
        for key, path in objects.items():
            if since.frees or key in found or key[0] == "stored":
                continue
            size = len(key[-1])
            links = linker.links(path, size) if key[0] == "value" else linker.pointers(path, size)
            if first_change(links, since, aliasing, linker.root(path)) is None:
                found[key] = path

    # --- uses ----------------------------------------------------------------------------------------------

    def _used(self, nodes: Iterable[int]) -> Objects:
        """The objects to which accesses lead that read or store a scalar in them."""
        found: Objects = {}
        for index in nodes:
            if self.tree.kinds[index] in (Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY):
                self._use(index, found)
        return found

    def _over(self, index: int, found: Objects) -> None:
        """Note the object that a loop goes over, where it asks that for its bounds."""
        if not reads_range(self.tree.node(index)):
            return
        while self.tree.kinds[index] == Kind.PAREN:
            index += 1
        path = self.paths.of(index)
        for key in objects_of(path, len(path.steps)) if path.known else ():
            found.setdefault(key, path)

    def _use(self, index: int, found: Objects) -> None:
        node = self.tree.node(index)
        if node.kind == Kind.UNARY and node.unary_operator != Unary.DEREFERENCE:
            return
        if not self.storage.is_value(node) or not self._is_touched(index):
            return
        path = self.paths.of(index)
        if not path.known or path.places[-1] != index:
            return
        size = len(path.steps)
        for key in (*objects_of(path, size), value_of(path, size)):
            found.setdefault(key, path)
        if self._is_target(index):
            found.setdefault(stored_of(path, size), path)

    def _is_touched(self, index: int) -> bool:
        """Whether the value of an expression is read, or stored."""
        _, above = self._within(index)
        if self.tree.kinds[above] == Kind.UNEXPOSED_EXPR:
            return not self.tree.node(above).type.const  # a conversion to const binds a reference
        return self._is_target(index)

    def _is_target(self, index: int) -> bool:
        """Whether an assignment stores to what an expression names."""
        at, above = self._within(index)
        kind, node = self.tree.kinds[above], self.tree.node(above)
        if kind == Kind.UNARY:
            return node.unary_operator in INCREMENTS
        if next(self.tree.children(above)) != at:
            return False
        return kind == Kind.COMPOUND_ASSIGN or (kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN)

    def _within(self, index: int) -> tuple[int, int]:
        """An expression with the parentheses around it, and what it is an operand of."""
        above = self.tree.parents[index]
        while self.tree.kinds[above] == Kind.PAREN:
            index, above = above, self.tree.parents[above]
        return index, above
