# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Stale copies: memory that the device may have in a kernel -> where the host may have changed it since then.

``on(s); set(s, 5); step(s);``, where ``on`` puts ``*s`` onto the device, ``set`` stores ``s->n``, and a
kernel of ``step`` reads it  ->  the store in ``set``, unless an update on the way copies it to the device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

from pointerchain.analysis.access import AccessPath
from pointerchain.analysis.alias import AliasResult
from pointerchain.analysis.callgraph import Function
from pointerchain.analysis.environment.call_summaries import CallSummaries
from pointerchain.analysis.environment.changes import Change, Changes
from pointerchain.analysis.environment.containment import Containment, Listed
from pointerchain.analysis.environment.instances import Instances, Named
from pointerchain.analysis.environment.lasting import Lasting
from pointerchain.analysis.environment.memory import MemoryLocation
from pointerchain.analysis.environment.nearby import Nearby
from pointerchain.analysis.environment.order import Order
from pointerchain.analysis.environment.present import Presence, Row
from pointerchain.source import Span


class DeviceData(Protocol):
    """What is known of the device's data environment in a source."""

    @property
    def order(self) -> Order:
        """Where control may come from one function of the source to another."""

    @property
    def containment(self) -> Containment:
        """How what is listed lies to some memory."""

    @property
    def nearby(self) -> Nearby:
        """The rows by what they may hold."""

    @property
    def instances(self) -> Instances:
        """Which objects called functions mean."""

    @property
    def summaries(self) -> CallSummaries:
        """What calls surely do."""

    @property
    def lasting(self) -> Lasting:
        """How long what is put onto the device is there."""


class StaleCopies:
    """Answers for one source."""

    def __init__(
        self, data: DeviceData, changes: Callable[[], Changes], updates: Callable[[], Sequence[Row]]
    ) -> None:
        """``changes`` gives those of the host in all functions, ``updates`` what surely copies values."""
        self.data, self.changes, self._all_updates = data, changes, updates

    def change(self, memory: MemoryLocation, found: Presence, place: int) -> Span | None:
        """Where the host may have changed memory while the device had it, before control comes to a place.

        What the source shows no way to is left out, as is what is attached; what is put there by whom nobody
        follows may be there before any change.
        """
        changes = list(self._changes(memory, place))
        if not changes or self.data.nearby.is_attached(memory):
            return None
        ways = _Ways(self, memory, found.rows, place)
        return next((each.span for each in changes if ways.lead(each)), None)

    def _changes(self, memory: MemoryLocation, place: int) -> Iterator[Change]:
        """The changes that may be one of some memory; what nobody sees counts only beside the kernel."""
        function = self.data.order.flow.function
        own = function(place)
        for change in self.changes().of(memory, around=own.span if own is not None else None):
            if change.names is not None or function(change.span.start) == own:
                yield change

    @cached_property
    def updates(self) -> list[Row]:
        """The directives that surely copy to the device, and the calls of what surely does."""
        rows = [row for row in self._all_updates() if row.effect.to_device]
        return [*rows, *self.data.summaries.rows(rows)]


class _Ways:
    """The ways from where some memory is put onto the device, by a change of it, to one place."""

    def __init__(self, stale: StaleCopies, memory: MemoryLocation, rows: Sequence[Row], place: int) -> None:
        self.stale, self.memory, self.rows, self.place = stale, memory, rows, place
        self.data, self.order, self.flow = stale.data, stale.data.order, stale.data.order.flow

    def lead(self, change: Change) -> bool:
        """Whether one of them comes by a change, and by no update behind it."""
        at = change.span.start
        unseen = any(self._is_unseen(row, at) for row in self.rows)
        return self._comes(at, change.path, unseen, at, set())

    def _comes(
        self, at: int, path: AccessPath | None, there: bool, origin: int, seen: set[tuple[int, object, bool]]
    ) -> bool:
        """Whether control may come from a place to the last one, and by no update of what a path names.

        ``there``: whether the memory is on the device already, by a way in what is called here. ``origin``:
        where the change is that is made there. ``seen``: what was asked already.
        """
        own = self.flow.function(at)
        if own is None:  # a macro makes the function, and nobody knows who calls it
            return True
        if (at, path, there) in seen:
            return False
        seen.add((at, path, there))
        there = there or self._is_there(at, own, origin, path)
        sends = [each for each in self._sends(own, path) if each != at]
        lasts = [each for each in self.order.places(own, self.place) if self.flow.repeats(at, each)]
        lasts = [each for each in lasts if not any(self.flow.comes_by(at, send, each) for send in sends)]
        if lasts and (there or self._begins_with(own, path)):
            return True
        if any(self.flow.comes_to(at, send) for send in sends):
            return False
        for place in self.order.calls(own):
            outside = self.data.instances.outside(path, own, place)
            if self._comes(place, outside, there, origin, seen):
                return True
        return False

    def _sends(self, function: Function, path: AccessPath | None) -> Iterator[int]:
        """Where a function copies to the device what a path names, or what may be the memory."""
        for row in self.stale.updates:
            if self.flow.function(row.span.start) != function:
                continue
            if path is None and self.data.containment.of(row, self.memory) is AliasResult.MUST:
                yield row.span.start
            elif path is not None and self.data.containment.is_a_part(path, row, function.span):
                yield row.span.start

    # --- what is there -------------------------------------------------------------------------------------

    def _is_unseen(self, row: Row, at: int) -> bool:
        """Whether nothing shows which comes first, what puts the memory onto the device or a change."""
        if row.declared or row.elsewhere or not row.effect.creates:
            return True
        return row.alone and not self.order.is_related(row.span.end, at)

    def _is_there(self, at: int, function: Function, place: int, path: AccessPath | None) -> bool:
        """Whether a way leads to a place of a function from what puts the memory onto the device there.

        ``path``: what names the memory in the function, if that is known.
        """
        for row in self.rows:
            if not row.effect.creates or row.declared or row.elsewhere:
                continue
            put = row.what.path if isinstance(row.what, Listed) else None
            objects = Named(put, row.span.end), Named(path, at)
            if row.alone and self.data.lasting.is_there(row, at, function, place, objects):
                return True
            if row.until > at >= row.span.end:
                if not self.data.instances.lie_apart(*objects, function, (row.span.end, at)):
                    return True
        return False

    def _begins_with(self, function: Function, path: AccessPath | None) -> bool:
        """Whether the memory may be on the device where a function begins, as its callers show."""
        named: dict[Function, AccessPath | None] = {}
        waiting = [(function, path)]
        while waiting:
            called, inside = waiting.pop()
            if called in named:
                if named[called] is None or named[called] == inside:
                    continue
                inside = None  # by one call one object, by the other another
            named[called] = inside
            for at in self.order.calls(called):
                caller, outside = self.flow.function(at), self.data.instances.outside(inside, called, at)
                if caller is not None and self._is_there(at, caller, at, outside):
                    return True
                waiting += [(caller, outside)] if caller is not None else []
        return False
