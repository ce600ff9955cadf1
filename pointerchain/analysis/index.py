# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Index: rows of a source -> those that one question concerns, found without asking each of them.

``s->n`` of a ``struct sim``  ->  the directives that list a ``struct sim``, a part of one, or begin at ``s``:
each row has names, and a question has those that a row of which the answer is not known must share.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from pointerchain.source import Span

T = TypeVar("T")


class Index(Generic[T]):
    """Rows by their names."""

    def __init__(self, rows: Iterable[T], names: Callable[[T], Iterable[Hashable]]) -> None:
        self.rows = tuple(rows)
        self._numbers: dict[Hashable, list[int]] = {}
        for number, row in enumerate(self.rows):
            for name in set(names(row)):
                self._numbers.setdefault(name, []).append(number)

    def __bool__(self) -> bool:
        """Whether any row has a name."""
        return bool(self._numbers)

    def numbers(self, names: Iterable[Hashable]) -> set[int]:
        """The numbers of the rows that have one of some names."""
        found: set[int] = set()
        for name in names:
            found.update(self._numbers.get(name, ()))
        return found

    def near(self, names: Iterable[Hashable]) -> list[T]:
        """The rows that have one of some names, in order."""
        return [self.rows[number] for number in sorted(self.numbers(names))]


class Places(Generic[T]):
    """Rows by where they begin."""

    def __init__(self, rows: Iterable[T], start: Callable[[T], int]) -> None:
        self.rows = tuple(rows)
        places = sorted((start(row), number) for number, row in enumerate(self.rows))
        self._starts, self._numbers = [at for at, _ in places], [number for _, number in places]

    def within(self, text: Span) -> list[T]:
        """Those that begin in some text, in order."""
        first, last = bisect_left(self._starts, text.start), bisect_left(self._starts, text.end)
        return [self.rows[number] for number in sorted(self._numbers[first:last])]


class Spans:
    """Spans of a source, some of which lie in others: which are around a place."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans
        # of those that begin at one place the first of the sequence comes last
        self._order = sorted(range(len(spans)), key=lambda each: (spans[each].start, -each))
        self._starts = [spans[each].start for each in self._order]
        self._outer: list[int] = []
        """By position: that of the nearest one before it which is not over where it begins, -1 for none."""
        above = -1
        for position, each in enumerate(self._order):
            while above >= 0 and spans[self._order[above]].end <= spans[each].start:
                above = self._outer[above]
            self._outer.append(above)
            above = position

    def innermost(self, place: int) -> int:
        """The number of the span around a place that begins last; -1 where none is around it."""
        position = bisect_right(self._starts, place) - 1
        while position >= 0 and self.spans[self._order[position]].end <= place:
            position = self._outer[position]
        return self._order[position] if position >= 0 else -1

    def holds(self, place: int) -> bool:
        """Whether one of them is around a place."""
        return self.innermost(place) >= 0
