# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Order: two places of a source, perhaps of two functions -> the functions that may come to both, and where.

``enter(s); swap(s); step(s);``  ->  to a directive in ``enter`` by the first call, and to a store in ``swap``
by the second one.
"""

from __future__ import annotations

from collections.abc import Iterable

from pointerchain.analysis.callgraph import CallGraph, Function
from pointerchain.analysis.environment.flow import Flow


class Order:
    """Answers for one source."""

    def __init__(self, flow: Flow, graph: CallGraph) -> None:
        """``flow`` has all functions of the source, ``graph`` where they may be called."""
        self.flow, self.graph = flow, graph
        self._leading: dict[Function, dict[Function, list[int]]] = {}

    def is_related(self, at: int, place: int) -> bool:
        """Whether the source shows which of two places comes first: one function comes to both."""
        return bool(self.of_both(at, place))

    def of_both(self, at: int, place: int) -> list[Function]:
        """The functions that may come to two places."""
        one, two = self.flow.function(at), self.flow.function(place)
        if one is None or two is None:
            return []
        above = self._above(two)
        return [function for function in self._above(one) if function in above]

    def places(self, function: Function, place: int) -> list[int]:
        """Where control is in a function while it may be at a place: there, or at a call that leads to it."""
        own = self.flow.function(place)
        if own is None:
            return []
        leading = self._above(own).get(function, [])
        return [place, *leading] if own == function else leading

    def calls(self, function: Function) -> list[int]:
        """Where functions of the source may call one: also where nobody spells that."""
        return [at for at, _ in map(self._within, self.graph.calling(function))]

    def leading_to(self, place: int) -> Iterable[Function]:
        """The functions that may come to a place."""
        own = self.flow.function(place)
        return self._above(own) if own is not None else ()

    def _above(self, own: Function) -> dict[Function, list[int]]:
        """The functions that may come to one, and that itself: where they call it, or what leads there."""
        if own not in self._leading:
            found: dict[Function, list[int]] = {own: []}
            for at, function in map(self._within, self.graph.leading(own)):
                if function is not None:
                    found.setdefault(function, []).append(at)
            self._leading[own] = found
        return self._leading[own]

    def _within(self, at: int) -> tuple[int, Function | None]:
        """Where a function calls another, and that function; a lambda is called by the one around it."""
        function = self.flow.function(at)
        if function is None or not function.unnamed or function.span.start != at:
            return at, function
        return at - 1, self.flow.function(at - 1)
