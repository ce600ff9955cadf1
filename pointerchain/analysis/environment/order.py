# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Order: two places of a source, perhaps of two functions -> whether control may come from one to the other.

``enter(s); swap(s); step(s);``  ->  from a directive in ``enter`` to a store in ``swap``, and not back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pointerchain.analysis.callgraph import Function
from pointerchain.analysis.environment.flow import Flow
from pointerchain.source import Span


class CallPlace(NamedTuple):
    """A call of a function of the source."""

    name: str
    span: Span


class Order:
    """Answers for one source."""

    def __init__(self, flow: Flow, calls: Sequence[CallPlace]) -> None:
        """``flow`` has all functions of the source, ``calls`` all that is called in them."""
        self.flow, self.calls = flow, calls

    def may_come(self, at: int, place: int) -> bool:
        """Whether control may come from one place to another: in a function, or in what one calls in turn."""
        for function in self.flow.functions:
            last = self._places(function, place)
            if last and any(
                self.flow.repeats(one, two) for one in self._places(function, at) for two in last
            ):
                return True
        return False

    def is_passed(self, at: int, place: int, known: tuple[Function, ...] = ()) -> bool:
        """Whether control comes by one place, or by a call that may lead there, each time before another."""
        own = self.flow.function(place)
        if own is None or own in known:
            return False
        if any(one != place and self.flow.passes(one, place) for one in self._places(own, at)):
            return True
        callers = [call.span.start for call in self.calls if call.name == own.name]
        return bool(callers) and all(self.is_passed(at, call, (*known, own)) for call in callers)

    def _places(self, function: Function, place: int) -> list[int]:
        """Where control is in a function while it is at a place: there, or at a call that leads to it."""
        own = self.flow.function(place)
        if own is None or own == function:
            return [place] if own is not None else []
        return [call.start for call in self._calls_in(function) if self.flow.leads(call, own)]

    def _calls_in(self, function: Function) -> Iterator[Span]:
        return (call.span for call in self.calls if self.flow.function(call.span.start) == function)
