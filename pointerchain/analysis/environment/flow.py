# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Flow: from one place of a source to another: whether control passes it before, and what it may run between.

``enter data`` before ``for (...) { kernel }``  ->  it is passed before the kernel; between them may run all
of the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pointerchain.analysis.callgraph import Calls, Function
from pointerchain.analysis.cfg import Cfg, ControlFlow
from pointerchain.analysis.cfg_builder import ENTRY, TO_CALLERS
from pointerchain.analysis.index import Spans
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import LOOPS


class Placed(NamedTuple):
    """The control flow of functions of the source; where a place of the source is in its text, and back."""

    control: ControlFlow
    in_text: Callable[[int], int]
    in_source: Callable[[int], int]


class _Graph(NamedTuple):
    """The graph of the function around a place."""

    cfg: Cfg
    placed: Placed

    def at(self, place: int) -> int:
        """The vertex of a place."""
        return self.cfg.place(self.placed.in_text(place))

    def are_unordered(self, one: int, other: int) -> bool:
        """Whether two places may be passed in any order, whichever is written first.

        So they are in one expression, and where a macro or another file has both, at one place.
        """
        text = self.placed.in_text(one), self.placed.in_text(other)
        if self.cfg.is_scattered:
            return True
        if text[0] == text[1]:
            return text[0] in self.placed.control.expansions or self.cfg.is_chained(text[0])
        return self.cfg.share_statement(*text)

    def span(self, index: int) -> Span:
        """A node's text in the source."""
        tree = self.placed.control.tree
        start = self.placed.in_source(tree.starts[index])
        return Span(start, max(start, self.placed.in_source(tree.ends[index])))


class Flow:
    """Answers for one source; all places are its own."""

    def __init__(self, functions: Sequence[Function], controls: Sequence[Placed], calls: Calls) -> None:
        """``controls`` have the functions whose places are asked for; ``calls`` tells who calls whom."""
        self.functions, self.controls, self.calls = functions, controls, calls
        self._spans = Spans([row.span for row in functions])

    def function(self, at: int) -> Function | None:
        """The innermost function around a place."""
        number = self._spans.innermost(at)
        return self.functions[number] if number >= 0 else None

    def passes(self, at: int, place: int) -> bool:
        """Whether control comes by what stands at ``at`` each time before it comes to ``place``."""
        graph = self._graph(at, place)
        return at < place and graph is not None and graph.cfg.dominates(graph.at(at), graph.at(place))

    def comes_to(self, at: int, place: int) -> bool:
        """Whether control that leaves ``at`` surely comes to ``place`` before it is back in a caller."""
        graph = self._graph(at, place)
        if graph is None:
            return False
        first, last = graph.at(at), graph.at(place)
        return at < place if first == last else graph.cfg.postdominates(last, first, TO_CALLERS)

    def comes_in(self, place: int) -> bool:
        """Whether each call of the function around a place comes by it."""
        graph = self._graph(place, place)
        return graph is not None and graph.cfg.postdominates(graph.at(place), ENTRY, TO_CALLERS)

    def repeats(self, at: int, place: int) -> bool:
        """Whether control may come from ``at`` to ``place`` in the same call of the function.

        To a lambda in it, or from one, it may come at any time.
        """
        graph = self._graph(at, place)
        if graph is None:
            own = self.function(at)
            return own is not None and own == self.function(place)
        first, last = graph.at(at), graph.at(place)
        if (first == last and at < place) or last in graph.cfg.reached(first):
            return True
        return graph.are_unordered(at, place)

    def comes_by(self, at: int, other: int, place: int) -> bool:
        """Whether control that comes from ``at`` to ``place`` comes by another place each time."""
        graph = self._graph(at, place)
        if graph is None:
            return False
        first, middle, last = map(graph.at, (at, other, place))
        if graph.are_unordered(at, other) or graph.are_unordered(other, place):
            return False
        if first == last and at < place:
            return middle == first and at < other < place
        if middle == last and other < place:
            return True
        if middle == first and other < at:  # a directive and the statement behind it are at one vertex
            return False
        return middle in graph.cfg.passed(first, (last,))

    def between(self, at: int, place: int) -> tuple[Span, ...]:
        """The text that may run from a place that is passed on: also loops in which the other one stands."""
        found = [Span(at, place), *(loop for loop in self.around(place) if not loop.start <= at < loop.end)]
        graph = self._graph(at, place)
        if graph is not None and graph.at(at) != graph.at(place):  # else no statement stands between
            run = graph.cfg.between(graph.at(at), graph.at(place))
            for index, vertex in graph.cfg.before.items():
                span = graph.span(index)
                if vertex in run and not any(row.start <= span.start < row.end for row in found):
                    found.append(span)
        return tuple(found)

    def leads(self, text: Span, function: Function) -> bool:
        """Whether code may call a function, or one that leads to it."""
        return self.calls.leads(text, function)

    def is_recursive(self, at: int) -> bool:
        """Whether the function around a place may be called again before it ends."""
        function = self.function(at)
        return function is not None and self.calls.calls_itself(function)

    def around(self, place: int) -> list[Span]:
        """The loops around a place."""
        graph = self._graph(place, place)
        if graph is None:
            return []
        tree, cfg = graph.placed.control.tree, graph.cfg
        inside = range(cfg.function, tree.after[cfg.function])
        spans = [graph.span(index) for index in inside if tree.kinds[index] in LOOPS]
        return sorted(span for span in spans if span.start <= place < span.end)

    def _graph(self, at: int, place: int) -> _Graph | None:
        """The graph of a function that two places are in."""
        for placed in self.controls:
            cfg = placed.control.at(placed.in_text(at))
            if cfg is not None:
                same = placed.control.at(placed.in_text(place)) is cfg
                return _Graph(cfg, placed) if same else None
        return None
