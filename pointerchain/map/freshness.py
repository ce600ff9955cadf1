# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Freshness: accesses of one object by host and device along the flow -> where it is copied, and which way.

A kernel stores ``x`` in a loop, the host reads it behind that  ->  one copy from the device, behind the loop.
A store of a part of an object needs the rest of it, too: it is a need as well as a source. Copies stand at
the cheapest places that separate what makes a copy old from what reads it. Where the result does not show by
itself that each access meets a valid copy, there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pointerchain.analysis.cuts import minimum_cut
from pointerchain.lazy import NamedTuple
from pointerchain.map.flow import Flow, Place


class Access(NamedTuple):
    """What happens to an object at a vertex."""

    needs: bool
    """Whether older content is read, or kept beside what is stored."""
    writes: bool

    def __or__(self, other: object) -> Access:
        """Both."""
        assert isinstance(other, Access)
        return Access(self.needs or other.needs, self.writes or other.writes)


class Accessed(NamedTuple):
    """The accesses of one object in a region, by vertex."""

    host: Mapping[int, Access]
    device: Mapping[int, Access]


class Copies(NamedTuple):
    """Where an object is copied."""

    to: bool
    """Whether it goes to the device where the region begins."""
    returns: bool
    """Whether it comes back where that ends."""
    updates_to: tuple[Place, ...]
    updates_from: tuple[Place, ...]
    cost: int

    @property
    def inside(self) -> tuple[Place, ...]:
        """The places of copies in the region."""
        return (*self.updates_to, *self.updates_from)


class _State(NamedTuple):
    """Which copies are certainly valid."""

    host: bool
    device: bool

    def joined(self, other: _State | None) -> _State:
        """What is valid on both ways."""
        if other is None:
            return self
        return _State(self.host and other.host, self.device and other.device)


class _Graph:
    """The flow of a region with the two directives around it."""

    def __init__(
        self, flow: Flow, places: Sequence[Place], cost: int, accessed: Accessed, over: bool, new: bool
    ) -> None:
        self.accessed, self.over, self.new = accessed, over, new
        top = max((*flow.successors, 0)) + 1
        self.start, self.entry, self.exit, self.stop = top, top + 1, top + 2, top + 3
        self.successors: dict[int, list[int]] = {
            each: list(behind) for each, behind in flow.successors.items()
        }
        self.successors[self.start], self.successors[self.entry] = [self.entry], [flow.begin]
        self.successors[flow.end] = [self.exit]
        self.successors[self.exit], self.successors[self.stop] = [self.stop], []
        self.places = {each.vertex: each for each in places if each.vertex in self.successors}
        self.costs = {vertex: each.cost for vertex, each in self.places.items()}
        self.cost = cost

    def states(self, to: frozenset[int], back: frozenset[int]) -> dict[int, _State]:
        """What is valid where control comes to each vertex, if each access and copy meets what is valid."""
        before: dict[int, _State] = {self.start: _State(True, self.new)}
        waiting = [self.start]
        while waiting:
            vertex = waiting.pop()
            after = self._after(vertex, before[vertex], to, back)
            for each in self.successors[vertex]:
                state = after.joined(before.get(each))
                if before.get(each) != state:
                    before[each] = state
                    waiting.append(each)
        return before

    def _after(self, vertex: int, state: _State, to: frozenset[int], back: frozenset[int]) -> _State:
        if vertex in to:
            state = _State(state.host, True)
        if vertex in back:
            state = _State(True, state.device)
        host, device = self.accessed.host.get(vertex), self.accessed.device.get(vertex)
        if host is not None and host.writes:
            state = _State(state.host or not host.needs, False)
        if device is not None and device.writes:
            state = _State(False, True)
        return state

    def is_valid(self, to: frozenset[int], back: frozenset[int]) -> bool:
        """Whether each access, and each copy, certainly meets a valid copy."""
        states = self.states(to, back)
        if self.stop not in states:
            return False
        for vertex, state in states.items():
            if (vertex in to and not state.host) or (vertex in back and not state.device):
                return False
            host, device = self.accessed.host.get(vertex), self.accessed.device.get(vertex)
            if (host is not None and host.needs and not state.host) or (
                device is not None and device.needs and not state.device
            ):
                return False
        return states[self.stop].host or self.over

    def to_device(self, where: Callable[[set[bool]], bool]) -> frozenset[int] | None:
        """The cheapest places for copies to the device, by who may have stored last there."""
        writers = self._last_writers()
        costs = {vertex: cost for vertex, cost in self.costs.items() if where(writers.get(vertex, set()))}
        costs[self.entry] = self.cost
        sources = {vertex for vertex, each in self.accessed.host.items() if each.writes}
        sources |= set() if self.new else {self.start}
        sinks = {vertex for vertex, each in self.accessed.device.items() if each.needs}
        ways = self._without(self.accessed.device)
        return minimum_cut(ways, sources & self.successors.keys(), sinks, costs)

    def from_device(self, to: frozenset[int]) -> frozenset[int] | None:
        """The cheapest places for copies from it: where its copy is certainly valid."""
        states = self.states(to, frozenset())
        costs = {
            vertex: cost
            for vertex, cost in {**self.costs, self.exit: self.cost}.items()
            if vertex in states and states[vertex].device
        }
        sources = {vertex for vertex, each in self.accessed.device.items() if each.writes}
        sinks = {vertex for vertex, each in self.accessed.host.items() if each.needs} | to
        sinks |= set() if self.over else {self.stop}
        ways = self._without(self.accessed.host)
        return minimum_cut(ways, sources, sinks & self.successors.keys(), costs)

    def _without(self, accesses: Mapping[int, Access]) -> dict[int, list[int]]:
        """The edges without those behind what stores all of the object."""
        filled = {vertex for vertex, each in accesses.items() if each.writes and not each.needs}
        return {vertex: [] if vertex in filled else behind for vertex, behind in self.successors.items()}

    def _last_writers(self) -> dict[int, set[bool]]:
        """Who may have stored last where control comes to a vertex: whether that is the device."""
        before: dict[int, set[bool]] = {self.start: {False}}
        waiting = [self.start]
        while waiting:
            vertex = waiting.pop()
            after = set(before[vertex])
            if (host := self.accessed.host.get(vertex)) is not None and host.writes:
                after = {False}
            if (device := self.accessed.device.get(vertex)) is not None and device.writes:
                after = {True}
            for each in self.successors[vertex]:
                known = before.setdefault(each, set())
                if not after <= known:
                    known |= after
                    waiting.append(each)
        return before


def copies_of(
    flow: Flow, places: Sequence[Place], cost: int, accessed: Accessed, over: bool, new: bool
) -> Copies | None:
    """Where an object is copied; None where no places are seen.

    ``cost``: of a copy around the region; ``over``: nobody looks at the object behind it; ``new``: nothing
    has been stored in it where that begins.
    """
    graph = _Graph(flow, places, cost, accessed, over, new)
    found = [copies for where in (_is_host, _may_be_host) for copies in _ways(graph, graph.to_device(where))]
    return min(found, key=lambda each: each.cost, default=None)


def _is_host(writers: set[bool]) -> bool:
    return writers == {False}


def _may_be_host(writers: set[bool]) -> bool:
    return False in writers


def _ways(graph: _Graph, to: frozenset[int] | None) -> Iterator[Copies]:
    """The copies for some places of those to the device, if each is shown to meet what is valid."""
    for wanted in (to, to | {graph.entry}) if to is not None else ():
        back = graph.from_device(wanted)
        if back is not None and graph.is_valid(wanted, back):
            yield _copies(graph, wanted, back)
            return


def _copies(graph: _Graph, to: frozenset[int], back: frozenset[int]) -> Copies:
    inside_to = tuple(graph.places[each] for each in sorted(to - {graph.entry}))
    inside_from = tuple(graph.places[each] for each in sorted(back - {graph.exit}))
    around = (graph.entry in to) + (graph.exit in back)
    cost = around * graph.cost + sum(each.cost for each in (*inside_to, *inside_from))
    return Copies(graph.entry in to, graph.exit in back, inside_to, inside_from, cost)
