# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lasting: what a directive puts onto the device -> whether it may be there still at another place.

``on(s); off(s); set(s);``, where ``on`` puts ``*s`` onto the device and ``off`` takes it off  ->  not in
``set``. In ``on(s); off(t); set(s);`` it is, and where ``off`` takes it off under a condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.access import AccessPath
from pointerchain.analysis.callgraph import Function
from pointerchain.analysis.environment.call_summaries import CallSummaries
from pointerchain.analysis.environment.instances import Instances, Named
from pointerchain.analysis.environment.present import Environment, Row
from pointerchain.analysis.index import Index


class Lasting:
    """Answers for one source."""

    def __init__(
        self,
        environment: Environment,
        puts: Sequence[Row],
        summaries: CallSummaries,
        instances: Instances,
    ) -> None:
        """``environment`` has what takes objects off the device, ``puts`` has what puts them there."""
        self.environment, self.puts, self.summaries = environment, puts, summaries
        self.instances, self.order = instances, instances.order
        self._puts: dict[int, Sequence[Row]] = {}

    def comes(self, row: Row, put: AccessPath | None, place: int, path: AccessPath | None) -> bool:
        """Whether control may come from what a row puts onto the device to a place while that is there.

        ``put`` names what it puts there where it stands, ``path`` what has to be that at the place.
        """
        objects = Named(put, row.span.end), Named(path, place)
        return any(
            self.is_there(row, at, function, place, objects)
            for function in self.order.of_both(row.span.end, place)
            for at in self.order.places(function, place)
        )

    def is_there(
        self, row: Row, at: int, function: Function, place: int, objects: tuple[Named, Named]
    ) -> bool:
        """The same of a place of a function that comes by the row, itself or by a call.

        ``place`` is where control is meanwhile, in what is called there. ``objects``: what is put there, and
        what has to be that at the place.
        """
        flow = self.order.flow
        for begin in self.order.places(function, row.span.end):
            if self.instances.lie_apart(*objects, function, (begin, at)):
                continue
            if flow.repeats(begin, at):
                puts = [put for put in self._of(row) if put is row or put.span.start == begin]
                ends = [end for put in puts for end in self._ends(put, begin, function)]
                if not any(flow.comes_by(begin, end.span.start, at) for end in ends):
                    if not any(end.span.start == at and self._is_before(end, place) for end in ends):
                        return True
        return False

    def _ends(self, put: Row, begin: int, function: Function) -> Iterator[Row]:
        """What surely takes off the device what a function puts there.

        Each use of an object counts, unless it is deleted: one that another directive has begun on the way
        may be all that ends.
        """
        flow = self.order.flow
        others = [each for each in self._by_function.near((function,)) if each.span.start != put.span.start]
        others = [
            each for each in others if self.environment.same(put, each) or self.environment.same(each, put)
        ]
        for end in self.environment.ends(put):
            at = end.span.start
            starts = (each.span.start for each in others)
            if at == begin or flow.function(at) != function:
                continue
            if end.final or not any(
                start == at or (flow.repeats(begin, start) and flow.repeats(start, at)) for start in starts
            ):
                yield end

    @cached_property
    def _by_function(self) -> Index[Row]:
        """What puts objects onto the device by the function in which it does."""
        flow = self.order.flow
        rows = (made for row in self.puts for made in self._of(row))
        return Index(rows, lambda row: (flow.function(row.span.start),))

    def _is_before(self, end: Row, place: int) -> bool:
        """Whether a call takes something off the device before it comes to a place in what it calls."""
        flow = self.order.flow
        rows = self._ends_by_function.near((flow.function(place),))
        before = (each for each in rows if flow.passes(each.span.start, place))
        calls = (made for each in before for made in self._of(each))
        return any(made.span == end.span and made.what == end.what for made in calls)

    @cached_property
    def _ends_by_function(self) -> Index[Row]:
        """What takes objects off the device by the function in which it does."""
        flow = self.order.flow
        return Index(self.environment.rows, lambda row: (flow.function(row.span.start),))

    def _of(self, row: Row) -> Sequence[Row]:
        """A row, and the calls that surely do the same."""
        if id(row) not in self._puts:
            self._puts[id(row)] = row, *self.summaries.rows((row,))
        return self._puts[id(row)]
