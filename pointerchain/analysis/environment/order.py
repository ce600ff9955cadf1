# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Order: two places of a source, perhaps of two functions -> whether control may come from one to the other.

``enter(s); swap(s); step(s);``  ->  from a directive in ``enter`` to a store in ``swap``, and not back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
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
        self._leading: dict[tuple[Function, Function], list[int]] = {}

    def may_come(self, at: int, place: int) -> bool:
        """Whether control may come from one place to another: in a function, or in what one calls in turn."""
        for function in self.flow.functions:
            last = self.places(function, place)
            if last and any(self.flow.repeats(one, two) for one in self.places(function, at) for two in last):
                return True
        return False

    def is_related(self, at: int, place: int) -> bool:
        """Whether the source shows which of two places comes first: one function comes to both."""
        return any(
            self.places(function, at) and self.places(function, place) for function in self.flow.functions
        )

    def is_passed(self, at: int, place: int, known: tuple[Function, ...] = ()) -> bool:
        """Whether control comes by one place, or by a call that may lead there, each time before another."""
        own = self.flow.function(place)
        if own is None or own in known:
            return False
        if any(one != place and self.flow.passes(one, place) for one in self.places(own, at)):
            return True
        callers = [call.span.start for call in self.calls if call.name == own.name]
        return bool(callers) and all(self.is_passed(at, call, (*known, own)) for call in callers)

    def places(self, function: Function, place: int) -> list[int]:
        """Where control is in a function while it is at a place: there, or at a call that leads to it."""
        own = self.flow.function(place)
        if own is None:
            return []
        if (function, own) not in self._leading:
            calls = self._calls.get(function, ())
            self._leading[function, own] = [call.start for call in calls if self.flow.leads(call, own)]
        leading = self._leading[function, own]
        return [place, *leading] if own == function else leading

    @cached_property
    def _calls(self) -> dict[Function, list[Span]]:
        """The calls that stand in each function."""
        found: dict[Function, list[Span]] = {}
        for call in self.calls:
            function = self.flow.function(call.span.start)
            if function is not None:
                found.setdefault(function, []).append(call.span)
        return found
