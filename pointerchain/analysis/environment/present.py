# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Present: the directives and calls of a source -> whether an object has a copy on the device at a place.

``omp target enter data map(to: s[0:1])`` before a kernel  ->  ``*s`` is present there by it, and its copy was
the host's where the directive stands. What no directive of the source maps counts as absent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from pointerchain.analysis.alias import AliasResult
from pointerchain.analysis.environment.flow import Flow
from pointerchain.analysis.index import Index
from pointerchain.dialects import Effect
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span


class Row(NamedTuple):
    """An object that a directive lists, or that a call of the runtime is given."""

    says: str
    """The directive or function as messages show it."""
    span: Span
    """Its place."""
    until: int
    """Where the statement ends that it governs, -1 where it has none."""
    effect: Effect
    what: Any
    """The object, as who asks knows it."""
    kernel: bool = False
    """Whether its statement runs on the device."""
    always: bool = False
    """Whether it copies also what is there already."""
    unsure: bool = False
    """Whether it may do nothing, or only later: under a condition, in another queue."""
    final: bool = False
    """Whether it takes the object off the device however often that was put there."""
    declared: bool = False
    """Whether the object is on the device as long as the program runs."""

    elsewhere: bool = False
    """Whether nobody follows from here when it is done: it may have been at any time before."""

    empty: bytes = b""
    """Its section, where that may be of no elements."""
    device: bytes = b""
    """What it says of the device that it means; nothing where that is the default one."""
    waited: tuple[int, ...] = ()
    """Where it is waited for, if it is done later than where it stands: the places, of which one will do."""
    behind: tuple[Span, ...] = ()
    """Of what a called function does: the text that may run there behind it."""

    @property
    def alone(self) -> bool:
        """Whether what it does is done where it stands, and lasts."""
        return self.until < 0


class Presence(NamedTuple):
    """What is known of an object that may be on the device at a place."""

    rows: tuple[Row, ...]
    """By which it may be there."""
    since: tuple[Span, ...] | None
    """The text that may have run since both copies were the same for certain; None where nothing tells."""
    by: Row
    """The one that is certain, or the nearest."""


Asked = Callable[[Row], AliasResult]


class Environment:
    """Answers for one source."""

    def __init__(
        self,
        rows: Sequence[Row],
        flow: Flow,
        same: Callable[[Row, Row], bool],
        names: Callable[[Row], Iterable[Hashable]],
        calls: Sequence[Row] = (),
    ) -> None:
        """``same``: whether two rows list the same object; those that do have one of their ``names``.

        ``calls`` put onto the device what rows of the functions that they call list: each is one use more.
        """
        self.rows, self.flow, self.same, self.names = rows, flow, same, names
        self._named = Index(rows, self._names_of)
        self._uses = Index((*rows, *calls), self._names_of)
        self._ended: dict[int, tuple[Row, bool]] = {}
        """By the identity of a row, which is kept: whether it is ended. What rows list has no hash."""

    def at(
        self, place: int, lies: Asked, device: bytes = b"", among: Sequence[Row] | None = None
    ) -> Presence | None:
        """How an object may be present where a construct begins; None where nothing in the source maps it.

        ``device`` is what the construct says of its device: others say nothing of the copy there. ``among``:
        the rows that may not be apart, if that is known.
        """
        rows = self.rows if among is None else among
        near = [(row, how) for row in rows if (how := lies(row)) is not AliasResult.NO]
        known = any(row.effect.creates and not row.kernel for row, _ in near)
        puts = [(row, how) for row, how in near if not known or row.effect.creates or row.span.start == place]
        there = [(row, how) for row, how in puts if self._is_there(row, place)]
        if not there:
            return None
        creating = [row for row, _ in puts]
        moves = [row for row, how in near if how is AliasResult.MUST and self._moves(row, place)]
        passed = [row for row in moves if self._is_passed(row, place) and row.device == device]
        since = self._between([row for row in passed if self._equals(row, creating, place)], place)
        own = self.flow.function(place)
        beside = {row.span.start for row, _ in there if self.flow.function(row.span.start) == own}
        by = max(there, key=lambda each: (each[1], each[0].span.start in beside, each[0].span.start))[0]
        return Presence(tuple(row for row, _ in there), since, by)

    def _between(self, rows: Sequence[Row], place: int) -> tuple[Span, ...] | None:
        """What may run behind the last of some rows and before a place."""
        last = max(rows, key=lambda row: row.span.start, default=None)
        return (*self.flow.between(last.span.end, place), *last.behind) if last is not None else None

    def _names_of(self, row: Row) -> tuple[Hashable, ...]:
        return (id(row), *self.names(row))

    # --- life --------------------------------------------------------------------------------------------

    def _is_there(self, row: Row, place: int) -> bool:
        """Whether an object may be on the device at a place by a directive or call."""
        effect, at = row.effect, row.span.start
        if row.declared or row.elsewhere:
            return True
        if effect.finds and not effect.creates:
            return not row.kernel or at == place  # who looks for it says that it may be there
        if not effect.creates or row.kernel:
            return False
        own = self.flow.function(place)
        if not row.alone:
            inside = at <= place < row.until
            return inside or (own is not None and self.flow.leads(Span(row.span.end, row.until), own))
        if own is None or self.flow.function(at) != own:
            return not self.is_ended(row) or (own is not None and self.flow.leads(self.life(row), own))
        if at < place:
            sure = [each for each in self.ends(row) if self.flow.passes(each.span.start, place)]
            return not self._is_undone(row, sure, place)
        if self.flow.repeats(at, place):
            return not any(self.flow.comes_by(at, each.span.start, place) for each in self.ends(row))
        return own.name != "main" and not self.is_ended(row)

    def ends(self, row: Row) -> list[Row]:
        """What takes an object off the device behind what has put it there."""
        return [
            each
            for each in self._named.near(self._names_of(row))
            if each.alone and each.effect.deletes and not each.effect.creates and not each.unsure
            if each.span.start > row.span.start and each.empty in (b"", row.empty) and self.same(row, each)
        ]

    def life(self, row: Row) -> Span:
        """The text from what puts an object onto the device to where its function takes it off for good."""
        places = [each.span.start for each in self.ends(row) if self._comes_to(row, each)]
        return Span(row.span.end, max(places, default=row.span.end))

    def _comes_to(self, row: Row, end: Row) -> bool:
        return self.flow.comes_to(row.span.end, end.span.start)

    def is_ended(self, row: Row) -> bool:
        """Whether the function that puts an object onto the device surely takes it off again."""
        if id(row) not in self._ended:
            sure = [each for each in self.ends(row) if self._comes_to(row, each)]
            self._ended[id(row)] = row, self._is_undone(row, sure, row.span.start + (1 << 60))
        return self._ended[id(row)][1]

    def _is_undone(self, row: Row, sure: Sequence[Row], place: int) -> bool:
        """Whether what surely runs takes an object off as often as it was put there before a place."""
        if any(each.final for each in sure):
            return True
        own = self.flow.function(row.span.start)
        puts = [
            each
            for each in self._uses.near(self._names_of(row))
            if each.alone and each.effect.creates and each.span.start < place
            if each is row or self.same(row, each)
            if self.flow.function(each.span.start) == own
        ]
        depth, loops = 0, self.flow.around(row.span.start)
        if any(self.flow.around(each.span.start) != loops for each in (*puts, *sure)):
            return False
        for each in sorted((*puts, *sure), key=lambda each: each.span.start):
            depth = depth + 1 if each.effect.creates else max(depth - 1, 0)
        return depth == 0

    # --- copies ------------------------------------------------------------------------------------------

    def _moves(self, row: Row, place: int) -> bool:
        """Whether a directive of the function before a place may copy a value."""
        effect, at = row.effect, row.span.start
        if row.kernel or row.declared or row.elsewhere or not at < place:
            return False
        if self.flow.function(at) != self.flow.function(place):
            return False
        return effect.to_device or (effect.from_device and row.alone and effect.finds)

    def _is_passed(self, row: Row, place: int) -> bool:
        return self.flow.passes(row.span.start, place) if row.alone else place < row.until

    def _equals(self, row: Row, near: Sequence[Row], place: int) -> bool:
        """Whether both copies are the same for certain behind such a directive, and at a place behind it."""
        if row.unsure or row.empty:
            return False
        if row.waited and not any(self.flow.comes_by(row.span.start, wait, place) for wait in row.waited):
            return False
        if row.always or not row.effect.creates:
            return True
        at = row.span.start  # what is there already is not copied
        if self.flow.is_recursive(at):
            return False  # it may be there since an outer call of the function
        others = (each for each in near if each.alone or each.span.start != at)
        return not any(self._is_there(each, at) for each in others)
