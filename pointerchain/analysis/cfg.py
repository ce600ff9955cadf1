# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Control flow graph: a function of Clang's tree -> where control goes in it.

``if (!p) return; use(p);``  ->  the test dominates the call, which is not anticipated before it.

A vertex is a part of an expression that is evaluated as one, or a place between statements. What is not
understood may evaluate its parts in any order, and leave the function. Destructors are no vertices: who asks
what may run between two places counts all of a statement that it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cached_property

from pointerchain.analysis.cfg_builder import END, ENTRY, EVALUATED, TO_CALLERS, WAYS_OUT, Builder
from pointerchain.analysis.index import Spans
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import EXPRESSIONS, FUNCTIONS, Kind
from pointerchain.translator.clang.tree import FOREIGN, Node, Tree

_BODIES = FUNCTIONS | {Kind.LAMBDA}
_HOLDING = frozenset(
    (Kind.COMPOUND, Kind.IF, Kind.FOR, Kind.WHILE, Kind.DO, Kind.SWITCH, Kind.CASE, Kind.DEFAULT, Kind.LABEL)
)
"""Statements that hold others."""
_EVALUATING = EXPRESSIONS | {Kind.DECL_STMT, Kind.RETURN}
_OF_RESULTS = frozenset((Kind.CALL, Kind.MEMBER, Kind.SUBSCRIPT))


class ControlFlow:
    """Answers for the functions of one tree."""

    def __init__(
        self,
        tree: Tree,
        is_system: Callable[[Node], bool],
        leaves: Callable[[int], bool] = lambda index: False,
    ) -> None:
        """``is_system``: whether a call calls the library's function of its name.

        ``leaves``: whether control may not come back from a call, or from what is no plain expression.
        """
        self.tree, self.is_system, self.leaves = tree, is_system, leaves
        self._made: dict[int, Cfg] = {}

    @cached_property
    def expansions(self) -> frozenset[int]:
        """Where uses of macros begin: there stands all that is in what they are defined as."""
        parsed = self.tree.parsed
        return frozenset(parsed.expansion_starts if parsed is not None else ())

    def of(self, index: int) -> Cfg:
        """The graph of the innermost function around a node, or that the node is."""
        while self.tree.kinds[index] not in _BODIES:
            index = self.tree.parents[index]
        if index not in self._made:
            self._made[index] = Cfg(self, index)
        return self._made[index]

    def at(self, offset: int) -> Cfg | None:
        """The graph of the innermost function around a place of the text."""
        tree, innermost = self.tree, 0
        tops, spans = self._tops
        number = spans.innermost(offset)
        at = tops[number] if number >= 0 else len(tree)
        end = tree.after[at] if number >= 0 else len(tree)
        while at < end:
            if not tree.starts[at] <= offset < tree.ends[at]:
                at = tree.after[at]
                continue
            if tree.kinds[at] in _BODIES:
                innermost = at
            end, at = tree.after[at], at + 1
        return self.of(innermost) if innermost else None

    @cached_property
    def _tops(self) -> tuple[list[int], Spans]:
        """The nodes that stand outermost, and their text."""
        tree = self.tree
        tops = [top for top in tree.children(0) if not tree.parents[top]]  # no operands of directives
        return tops, Spans([Span(self.tree.starts[top], self.tree.ends[top]) for top in tops])


class Cfg:
    """The graph of one function."""

    def __init__(self, within: ControlFlow, function: int) -> None:
        self.tree, self.function, self._leaves = within.tree, function, within.leaves
        made = Builder(within.tree, function, within.is_system)
        made.build()
        self.successors, self.nodes, self.owners = made.successors, made.nodes, made.owners
        self.before, self.behind = made.before, made.behind
        """By statement: what control comes by where it comes to it in order, and where it is over."""
        self.leavers, self.caught = made.leavers, made.caught
        """By vertex: the nodes from which control may not come back, and where it is caught then."""
        self._vertices = made.vertices
        self.endless = made.endless
        """Whether a loop may never end."""

    # --- places ------------------------------------------------------------------------------------------

    def holds(self, index: int) -> bool:
        """Whether a node stands in the function."""
        return self.function <= index < self.tree.after[self.function]

    def spans(self, offset: int) -> bool:
        """Whether a place of the text stands in the function."""
        return self.tree.starts[self.function] <= offset < self.tree.ends[self.function]

    def vertex(self, index: int) -> int:
        """The vertex where a node is evaluated, with what it is a part of; of a statement where it begins."""
        assert self.holds(index), "a node of another function"
        while index not in self._vertices:
            index = self.tree.parents[index]
        return self._vertices[index]

    def place(self, offset: int) -> int:
        """The vertex that control comes by at a place of the text, where a directive or a call stands."""
        tree, at = self.tree, self.function
        while True:
            below = [each for each in tree.children(at) if tree.ends[each] > offset]
            inner = next((each for each in below if tree.starts[each] < offset), -1)
            if inner >= 0:
                at = inner
                continue
            following = next((each for each in below if tree.kinds[each] in EVALUATED), -1)
            if following in self.before:
                return self.before[following]
            if following >= 0 and tree.starts[following] == offset:
                return self.vertex(following)
            return self.behind.get(at, self.vertex(at))

    def share_statement(self, one: int, other: int) -> bool:
        """Whether two places of the text are in one expression or declaration, whose order is not known."""
        first, second = sorted((self._statement(one), self._statement(other)))
        if first < 0 or first == second:
            return first >= 0
        # '({ ... })' has statements in an expression
        return self.tree.kinds[first] in _EVALUATING and second < self.tree.after[first]

    def is_chained(self, offset: int) -> bool:
        """Whether a call begins at a place of the text, as does what is done with its result."""
        begins = [self.tree.kinds[at] for at in self._around(offset) if self.tree.starts[at] == offset]
        first = next((number for number, kind in enumerate(begins) if kind in _OF_RESULTS), len(begins))
        return Kind.CALL in begins[first + 1 :]

    def _statement(self, offset: int) -> int:
        """The innermost statement, no block, that holds a place; -1 where none does."""
        found = max((at for at in self._around(offset) if at in self.before), default=-1)
        return found if found >= 0 and self.tree.kinds[found] != Kind.COMPOUND else -1

    def _around(self, offset: int) -> Iterator[int]:
        """The nodes that hold a place, the outer before the inner."""
        tree, at = self.tree, self.function
        while at >= 0:
            yield at
            below = tree.children(at)
            at = next((each for each in below if tree.starts[each] <= offset < tree.ends[each]), -1)

    @cached_property
    def is_scattered(self) -> bool:
        """Whether a statement of the function stands in another file, so that places tell no order."""
        return any(self.tree.flags[statement] & FOREIGN for statement in self.before)

    def held(self, vertices: Collection[int]) -> Iterator[int]:
        """The nodes whose effects take place at some vertices."""
        return (index for vertex in vertices for index in self._held.get(vertex, ()))

    @cached_property
    def _held(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        vertices = dict(self._vertices)
        for index in range(self.function, self.tree.after[self.function]):
            vertex = vertices.setdefault(index, vertices.get(self.tree.parents[index], ENTRY))
            found.setdefault(vertex, []).append(index)
        return found

    @cached_property
    def predecessors(self) -> list[list[int]]:
        """The edges the other way round."""
        found: list[list[int]] = [[] for _ in self.successors]
        for vertex, behind in enumerate(self.successors):
            for each in behind:
                found[each].append(vertex)
        return found

    # --- ways --------------------------------------------------------------------------------------------

    def passed(self, first: int, goals: Collection[int], leaving: bool = True) -> list[int]:
        """The vertices that each way from one to some others comes by, in their order; the first is one.

        None where no way leads there. ``leaving``: whether to ask from where control may not come
        back, of which else nothing is known.
        """
        way = self._way(first, goals, leaving)
        numbers = {vertex: number for number, vertex in enumerate(way)}
        found: list[int] = []
        seen: set[int] = set()
        far = 0
        for number, vertex in enumerate(way[:-1]):
            if far <= number:
                found.append(vertex)
            far = max(far, number + 1)
            waiting = [vertex]
            while waiting and far < len(way):
                for each in self._behind(waiting.pop(), leaving):
                    if each in goals:
                        far = max(far, len(way) - 1)
                    elif each in numbers:
                        far = max(far, numbers[each])
                    elif each not in seen:
                        seen.add(each)
                        waiting.append(each)
        return found

    def _way(self, first: int, goals: Collection[int], leaving: bool) -> list[int]:
        """A shortest way along the edges; nothing where there is none."""
        before: dict[int, int] = {first: -1}
        waiting = [first]
        for vertex in waiting:
            if vertex in goals:
                way = [vertex]
                while before[way[-1]] >= 0:
                    way.append(before[way[-1]])
                return way[::-1]
            for each in self._behind(vertex, leaving):
                if each not in before:
                    before[each] = vertex
                    waiting.append(each)
        return []

    def _behind(self, vertex: int, leaving: bool) -> list[int]:
        behind = self.successors[vertex]
        if not leaving or vertex not in self.leavers:
            return behind
        if any(map(self._leaves, self.leavers[vertex])):
            return [*behind, END]
        caught = self.caught.get(vertex, ())
        return [each for each in behind if each not in caught]

    def reached(self, first: int, avoiding: Collection[int] = ()) -> set[int]:
        """The vertices that control may come to from one, itself only by a loop."""
        found: set[int] = set()
        waiting = [first]
        while waiting:
            for each in self.successors[waiting.pop()]:
                if each not in found and each not in avoiding:
                    found.add(each)
                    waiting.append(each)
        return found

    def is_out(self, vertices: Collection[int]) -> bool:
        """Whether control is back in a caller at one of some vertices."""
        return not TO_CALLERS.isdisjoint(vertices)

    def dominates(self, one: int, other: int) -> bool:
        """Whether control comes by one vertex each time before it comes to another."""
        return one == other or one in self.passed(ENTRY, (other,), leaving=False)

    def postdominates(self, one: int, other: int, ways_out: Collection[int] = WAYS_OUT) -> bool:
        """Whether control that is at another vertex comes by this one before it leaves the function."""
        return one == other or self.reached(other, (one,)).isdisjoint(ways_out)

    def between(self, first: int, last: int) -> set[int]:
        """The vertices that control may come by from one to another, without the first one again."""
        behind = self.reached(first)
        found: set[int] = set()
        waiting = [last]
        while waiting:
            for each in self.predecessors[waiting.pop()]:
                if each != first and each in behind and each not in found:
                    found.add(each)
                    waiting.append(each)
        return found

    def anticipated(self, first: int, stops: Collection[int] = ()) -> Iterator[int]:
        """The nodes that are evaluated on each way from a vertex, before it comes to one of some vertices.

        LLVM calls such expressions very busy. A loop with a condition that is no constant ends.
        """
        for vertex in self.passed(first, WAYS_OUT.union(stops)):
            yield from self.nodes[vertex]

    def backwards(self, last: int) -> Iterator[tuple[int, list[int]]]:
        """The vertices that dominate one, the nearest first, each with what may run behind it by then.

        What may run behind a nearer one, and that one itself, come with that.
        """
        seen: set[int] = set()
        waiting = [last]
        for dominator in reversed(self.passed(ENTRY, (last,), leaving=False)):
            run: list[int] = []
            while waiting:
                for each in self.predecessors[waiting.pop()]:
                    if each != dominator and each not in seen and each in self._alive:
                        seen.add(each)
                        run.append(each)
                        waiting.append(each)
            yield dominator, run
            seen.add(dominator)
            waiting = [dominator]

    @cached_property
    def _alive(self) -> set[int]:
        return self.reached(ENTRY) | {ENTRY}

    # --- statements --------------------------------------------------------------------------------------

    def comes_back(self, statement: int, around: Span) -> bool:
        """Whether control that comes to a statement may come from there to what is around it in the tree.

        It has left that for good once it is somewhere else.
        """
        own = Span(statement, self.tree.after[statement])
        first = self.before[statement]
        seen, waiting = {first}, [first]
        while waiting:
            for each in self.successors[waiting.pop()]:
                owner = self.owners[each]
                if own.start <= owner < own.end:
                    if each not in seen:
                        seen.add(each)
                        waiting.append(each)
                elif around.start <= owner < around.end:
                    return True
        return False

    def leaves(self, statement: int) -> bool:
        """Whether control that comes to a statement never comes behind it."""
        return self.behind[statement] not in self.reached(self.before[statement])

    def comes_out(self, statement: int) -> bool:
        """Whether control that comes to a statement may come back to a caller of the function."""
        return self.before[statement] in self._returning

    def noreturn(self, body: int, around: Span | None = None) -> Iterator[Span]:
        """The outermost statements of a body from which control never comes back to what is around it.

        Without ``around`` that is the caller. Nothing that follows in the body sees what is done there.
        """
        if around is None:
            return self._outermost(body, lambda statement: not self.comes_out(statement))
        return self._outermost(body, lambda statement: not self.comes_back(statement, around))

    def _outermost(self, body: int, wanted: Callable[[int], bool]) -> Iterator[Span]:
        index, end = body, self.tree.after[body]
        while index < end:
            after = self.tree.after[index]
            if index != body and index in self.before and wanted(index):
                yield Span(index, after)
                index = after
            else:
                index = index + 1 if self.tree.kinds[index] in _HOLDING else after

    @cached_property
    def _returning(self) -> set[int]:
        """The vertices from which control may come back to a caller."""
        found, waiting = set(TO_CALLERS), [*TO_CALLERS]
        while waiting:
            for each in self.predecessors[waiting.pop()]:
                if each not in found:
                    found.add(each)
                    waiting.append(each)
        return found
