# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Instances: what a function names by a path -> the objects that these are by one call of another function.

``on(&a); on(&b);``, where ``on`` puts its ``*s`` onto the device  ->  ``a`` by the first call, ``b`` by the
second one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from pointerchain.analysis.access import AccessPath, Step, StepKind
from pointerchain.analysis.alias import AliasResult, of_paths
from pointerchain.analysis.callgraph import Function
from pointerchain.analysis.environment.callers import Called, Callers
from pointerchain.analysis.environment.containment import Containment
from pointerchain.analysis.environment.order import Order
from pointerchain.analysis.location import OUT
from pointerchain.lazy import NamedTuple


class Named(NamedTuple):
    """An object as the function around a place names it."""

    path: AccessPath | None
    at: int


class Instances:
    """Answers for one source."""

    def __init__(
        self, order: Order, callers: Callers, containment: Containment, owning: Callable[[], frozenset[str]]
    ) -> None:
        """``owning`` gives Clang's names of local pointers that lead to memory of their own alone."""
        self.order, self.callers, self.containment, self.owning = order, callers, containment, owning
        self._called: dict[Function, frozenset[int]] = {}

    def outside(self, path: AccessPath | None, function: Function, place: int) -> AccessPath | None:
        """A path in a function as one where that is called at a place; None where nothing tells.

        In a function that calls itself it may be of another call than that one.
        """
        calls = self._calls.get((function.name, place), ())
        if path is None or len(calls) != 1 or self.order.flow.calls.calls_itself(function):
            return None
        if self.containment.is_moved(path, function.span):
            return None
        return self.callers.outside(path, function, calls[0])

    def lie_apart(self, one: Named, other: Named, function: Function, places: tuple[int, int]) -> bool:
        """Whether two objects are two for certain, as control comes by two places of a function in turn.

        Told apart are variables and their parts, and memory to which local pointers lead that never lead
        elsewhere. Where other pointers lead may change on the way.
        """
        first, second = (
            list(self._objects(named, function, place, ()))
            for named, place in zip((one, other), places, strict=True)
        )
        return all(self._are_two(each, its) for each in first for its in second)

    def _are_two(self, one: AccessPath | None, other: AccessPath | None) -> bool:
        if one is None or other is None or not (self._stays(one) and self._stays(other)):
            return False
        references = self.callers.source.references
        if one.root != other.root and not any(references.is_binding(each.root[1]) for each in (one, other)):
            return not any(references.declares_reference(each.root[1]) for each in (one, other))
        return of_paths(one, other, references) is AliasResult.NO and not _follows(one)

    def _stays(self, path: AccessPath) -> bool:
        """Whether a path leads into memory that no other variable is, or leads to first."""
        if path.root[0] != "variable" or any(map(self._is_reference, path.bare)):
            return False
        outward = _follows(path)
        return not outward or (
            outward == [0] and self.callers.source.references.usr(path.root[1]) in self.owning()
        )

    def _is_reference(self, step: Step) -> bool:
        """Whether a step leads to what a member that is a reference is a name of."""
        if step.kind is not StepKind.MEMBER:
            return False
        return step.key[0] != "member" or self.containment.points_to.is_reference(step.key[1])

    def _objects(
        self, named: Named, function: Function, place: int, inner: tuple[Function, ...]
    ) -> Iterator[AccessPath | None]:
        """What a function calls an object, by each way; None where it has no name of it."""
        if place == named.at and self.order.flow.function(place) == function:
            yield named.path
            return
        for called in self.order.leading_to(named.at):
            if place not in self._calls_of(called):
                continue
            if called in inner:
                yield None
                return
            for at in self.order.places(called, named.at):
                for each in self._objects(named, called, at, (*inner, function)):
                    yield self.outside(each, called, place)

    def _calls_of(self, function: Function) -> frozenset[int]:
        """Where a function may be called."""
        if function not in self._called:
            self._called[function] = frozenset(self.order.calls(function))
        return self._called[function]

    @cached_property
    def _calls(self) -> dict[tuple[str, int], list[Called]]:
        """The calls that the source spells, by what is called and where."""
        found: dict[tuple[str, int], list[Called]] = {}
        for name, calls in self.callers.calls.items():
            for call in calls:
                found.setdefault((name, call.span.start), []).append(call)
        return found


def _follows(path: AccessPath) -> list[int]:
    """The steps of a path that pointers lead by."""
    return [at for at, step in enumerate(path.bare) if step.kind in OUT]
