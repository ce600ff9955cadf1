# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Call summaries: what a function surely does of what it is given -> the same as a row of each call of it.

``void push(struct sim *p)`` with ``omp target update to(p[0:1])``  ->  ``push(s)`` updates ``s[0:1]``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pointerchain.analysis.callgraph import Function
from pointerchain.analysis.environment.callers import Callers
from pointerchain.analysis.environment.containment import Containment, Listed
from pointerchain.analysis.environment.flow import Flow
from pointerchain.analysis.environment.present import Row
from pointerchain.source import Span


class CallSummaries:
    """Answers for some functions of a source."""

    def __init__(self, flow: Flow, containment: Containment, callers: Callers) -> None:
        self.flow, self.containment, self.callers = flow, containment, callers
        self._named = Counter(function.name for function in flow.functions)

    def rows(self, rows: Sequence[Row]) -> list[Row]:
        """What calls surely do of what some rows do in the functions that they call, and so on."""
        found: list[Row] = []
        waiting, seen = list(rows), set[tuple[int, Span]]()
        while waiting:
            row = waiting.pop(0)
            function = self._function(row)
            for call in self.callers.calls.get(function.name, ()) if function is not None else ():
                if function is None or (id(row.what), call.span) in seen:
                    continue
                seen.add((id(row.what), call.span))
                path = self.callers.outside(row.what.path, function, call)
                if path is not None:
                    what = row.what._replace(path=path)
                    behind = (*self._behind(row.span.end, function), *row.behind)
                    made = row._replace(span=call.span, what=what, behind=behind)
                    found.append(made)
                    waiting.append(made)
        return found

    def _function(self, row: Row) -> Function | None:
        """The function that surely moves what a directive or call in it names as those outside do."""
        path, at = row.what.path if isinstance(row.what, Listed) else None, row.span.start
        function = self.flow.function(at)
        if path is None or function is None or row.unsure or row.waited:
            return None
        if self._named[function.name] > 1:
            return None
        if not self.callers.is_outside(path, function):
            return None
        if self.containment.is_moved(path, Span(function.span.start, at)):
            return None
        return function if self.flow.comes_in(at) else None

    def _behind(self, at: int, function: Function) -> tuple[Span, ...]:
        """The text that may run from a place to where the function comes back."""
        return (Span(at, function.span.end), *self.flow.around(at))
