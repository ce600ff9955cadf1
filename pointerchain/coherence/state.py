# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""State: what is known at one place of a program, on one of several ways to it.

``{t: A, tn: B}`` after ``swap``  ->  ``{t: B, tn: A}``. Ways on which pointers lead elsewhere, or other
things are on the device, stay apart, so that each pointer leads to one object; what else differs is joined.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from pointerchain.coherence.values import (
    NOWHERE,
    Object,
    Path,
    Pointer,
    Target,
    Term,
    symbols_of,
)
from pointerchain.lazy import NamedTuple

Cell = tuple[Object, Path, tuple[int, ...] | None]
"""A number or pointer in memory: object, members and offsets; None where any element is meant."""


class Copy(NamedTuple):
    """The two copies of an object, or of a member."""

    references: int
    """How many references keep it on the device; 0 where it is not there."""
    is_host_old: bool
    """Whether an element of the host's copy may be older than the device's."""
    is_device_old: bool
    """Whether an element of the device's copy may be older than the host's, or was never written."""
    low: Term = 0
    """The bytes that are on the device: from here,"""
    high: Term = 0
    """to here."""


class State:
    """A way to a place."""

    __slots__ = ("blank", "cells", "copies", "facts", "filled", "sizes")

    def __init__(self) -> None:
        self.cells: dict[Cell, Any] = {}
        self.copies: dict[tuple[Object, Path], Copy] = {}
        self.sizes: dict[Object, Term] = {}
        """The bytes of what is allocated."""
        self.blank: frozenset[Object] = frozenset()
        """What was allocated, and nobody has written."""
        self.facts: dict[Term, bool] = {}
        """What conditions of directives turned out to be."""
        self.filled: dict[tuple[Object, Path], tuple[tuple[int, int], ...]] = {}
        """What a kernel has written for certain: intervals of bytes."""

    def copy(self) -> State:
        """The same, to be changed."""
        out = State()
        out.cells, out.copies, out.sizes = dict(self.cells), dict(self.copies), dict(self.sizes)
        out.blank, out.facts, out.filled = self.blank, dict(self.facts), dict(self.filled)
        return out

    def way(self) -> Hashable:
        """What keeps ways apart."""
        pointers = frozenset(
            (cell, frozenset((each.object, each.path) for each in value.targets))
            for cell, value in self.cells.items()
            if isinstance(value, Pointer)
        )
        present = frozenset((key, copy.references) for key, copy in self.copies.items())
        return pointers, present, frozenset(self.facts.items())

    def is_same(self, other: State) -> bool:
        """Whether two states say the same."""
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def fresh(self, name: Hashable) -> Term:
        """A number of which nothing is known, other than all that are kept."""
        used = {symbol[2] for symbol in self._symbols() if symbol[1] == name}
        return ("symbol", name, next(each for each in range(len(used) + 1) if each not in used))

    def forget(self) -> None:
        """Forget what conditions came to of which nothing that is kept says the numbers any more."""
        facts, self.facts = self.facts, {}
        kept = set(self._symbols()) if facts else set()
        self.facts = {term: holds_ for term, holds_ in facts.items() if kept.issuperset(symbols_of(term))}

    def _symbols(self) -> Iterable[Term]:
        for value in self.cells.values():
            if isinstance(value, Pointer):
                for target in value.targets:
                    for offset in target.offsets:
                        yield from symbols_of(offset)
            elif type(value) is tuple:
                yield from symbols_of(value)
        for copy in self.copies.values():
            yield from symbols_of(copy.low)
            yield from symbols_of(copy.high)
        for term in (*self.sizes.values(), *self.facts):
            yield from symbols_of(term)

    def joined(self, other: State, site: tuple[Any, ...]) -> State:
        """What holds on both of two ways of one kind."""
        out = State()
        differing: list[Cell] = []
        for cell, value in self.cells.items():
            if cell not in other.cells:
                continue
            second = other.cells[cell]
            if value == second:
                out.cells[cell] = value
            elif isinstance(value, Pointer):
                out.cells[cell] = value.joined(second)
            else:
                differing.append(cell)
        for key, copy in self.copies.items():
            second = other.copies[key]
            low, high = (a if a == b else None for a, b in ((copy.low, second.low), (copy.high, second.high)))
            host = copy.is_host_old or second.is_host_old
            out.copies[key] = Copy(
                copy.references, host, copy.is_device_old or second.is_device_old, low, high
            )
        for object_, size in self.sizes.items():
            if object_ in other.sizes:
                out.sizes[object_] = size if size == other.sizes[object_] else None
        out.blank, out.facts = self.blank & other.blank, dict(self.facts)
        for entry in self.filled.keys() & other.filled.keys():
            out.filled[entry] = common(self.filled[entry], other.filled[entry])
        for cell in differing:  # its number has one name as long as nothing else has that
            out.cells[cell] = out.fresh((site[0], site, cell))
        return out

    def drop(self, *objects: Object) -> None:
        """Forget objects that are no more; what led to them leads nowhere."""
        for cell, value in list(self.cells.items()):
            if cell[0] in objects:
                del self.cells[cell]
            elif isinstance(value, Pointer) and any(each.object in objects for each in value.targets):
                self.cells[cell] = Pointer(
                    tuple(each for each in value.targets if each.object not in objects)
                )
        for entry in [each for each in self.copies if each[0] in objects]:
            del self.copies[entry]
        for object_ in objects:
            self.sizes.pop(object_, None)
        self.blank -= set(objects)

    # --- cells --------------------------------------------------------------------------------------------

    def load(self, target: Target) -> Any:
        """The number or pointer at a place; None where nothing is known of it, or it was never stored."""
        exact = _exact(target)
        rest = self.cells.get((target.object, target.path, None))
        if exact is not None:
            value = self.cells.get((target.object, target.path, exact))
            if value is not None and rest is None:
                return value
            values = [value, rest]
        else:
            values = [value for cell, value in self.cells.items() if cell[:2] == target[:2]]
        pointers = [value for value in values if isinstance(value, Pointer)]
        out = NOWHERE
        for each in pointers:
            out = out.joined(each) if out.targets else each
        return out if pointers else None

    def store(self, target: Target, value: Any, certain: bool) -> None:
        """A number or pointer comes to a place, for certain or perhaps."""
        exact = _exact(target)
        cell = (target.object, target.path, exact)
        if certain and exact is not None:
            if value is None:
                self.cells.pop(cell, None)
            else:
                self.cells[cell] = value
            return
        for other in [each for each in self.cells if each[:2] == target[:2]]:
            if not isinstance(self.cells[other], Pointer) and (exact is None or other[2] in (exact, None)):
                del self.cells[other]
        if isinstance(value, Pointer):
            known = self.cells.get(cell)
            self.cells[cell] = known.joined(value) if isinstance(known, Pointer) else value


def _exact(target: Target) -> tuple[int, ...] | None:
    whole = all(isinstance(each, int) for each in target.offsets)
    return target.offsets if whole else None


# --- intervals --------------------------------------------------------------------------------------------


def added(rows: tuple[tuple[int, int], ...], low: int, high: int) -> tuple[tuple[int, int], ...]:
    """Intervals with one more."""
    out: list[tuple[int, int]] = []
    for row in sorted((*rows, (low, high))):
        if out and row[0] <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], row[1]))
        else:
            out.append(row)
    return tuple(out)


def holds(rows: tuple[tuple[int, int], ...], low: int, high: int) -> bool:
    """Whether intervals hold one."""
    return low >= high or any(first <= low and high <= last for first, last in rows)


def common(
    ones: tuple[tuple[int, int], ...], others: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """What is in both of two rows of intervals."""
    pairs = ((max(a[0], b[0]), min(a[1], b[1])) for a in ones for b in others)
    return tuple(sorted(pair for pair in pairs if pair[0] < pair[1]))


def merged(states: Iterable[State], site: tuple[Any, ...]) -> list[State]:
    """The ways to a place, each kind once."""
    out: dict[Hashable, State] = {}
    for state in states:
        way = state.way()
        out[way] = out[way].joined(state, site) if way in out else state
    return list(out.values())
