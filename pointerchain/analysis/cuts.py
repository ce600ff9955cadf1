# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Cuts: a directed graph, where something begins and ends, and what vertices cost -> the cheapest separation.

``write -> 1 -> 2 -> read`` where 1 costs 10 and 2 costs 1  ->  ``{2}``. The cost of a cut is the sum of its
vertices' costs; a vertex without a cost is in no cut (Menger; Ford and Fulkerson, Edmonds and Karp).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

_SOURCE, _SINK = -1, -2
Arc = tuple[int, int]


def minimum_cut(
    successors: Mapping[int, Iterable[int]],
    sources: Collection[int],
    sinks: Collection[int],
    costs: Mapping[int, int],
) -> frozenset[int] | None:
    """The vertices of a cheapest cut, the last ones before the sinks of several; None where there is none.

    A way begins behind a source and ends before a sink: neither is cut as such.
    """
    infinite = sum(costs.values()) + 1
    rest = _network(successors, sources, sinks, costs, infinite)
    total = 0
    while (way := _way(rest)) is not None:
        least = min(rest[one][other] for one, other in way)
        total += least
        if total >= infinite:
            return None
        for one, other in way:
            rest[one][other] -= least
            rest[other][one] = rest[other].get(one, 0) + least
    reaching = _reaching(rest, _SINK)
    return frozenset(each for each in costs if _out(each) in reaching and _in(each) not in reaching)


def _in(vertex: int) -> int:
    return 2 * vertex


def _out(vertex: int) -> int:
    return 2 * vertex + 1


def _network(
    successors: Mapping[int, Iterable[int]],
    sources: Collection[int],
    sinks: Collection[int],
    costs: Mapping[int, int],
    infinite: int,
) -> dict[int, dict[int, int]]:
    """The capacities: each vertex is an arc from where ways come in to where they go on."""
    rest: dict[int, dict[int, int]] = {_SOURCE: {}, _SINK: {}}
    vertices = {*successors, *(each for behind in successors.values() for each in behind)}
    for vertex in sorted(vertices):
        rest.setdefault(_in(vertex), {})[_out(vertex)] = costs.get(vertex, infinite)
        rest.setdefault(_out(vertex), {})
    for vertex, behind in successors.items():
        for each in behind:
            rest[_out(vertex)][_in(each)] = infinite
    for vertex in sources:
        rest[_SOURCE][_out(vertex)] = infinite
    for vertex in sinks:
        rest[_in(vertex)][_SINK] = infinite
    for one in list(rest):
        for other in list(rest[one]):
            rest[other].setdefault(one, 0)
    return rest


def _way(rest: Mapping[int, Mapping[int, int]]) -> list[Arc] | None:
    """A shortest way from the source to the sink on which more can flow."""
    before: dict[int, int] = {_SOURCE: _SOURCE}
    waiting = [_SOURCE]
    for vertex in waiting:
        for each, capacity in rest[vertex].items():
            if capacity and each not in before:
                before[each] = vertex
                waiting.append(each)
        if _SINK in before:
            break
    if _SINK not in before:
        return None
    way, at = [], _SINK
    while at != _SOURCE:
        way.append((before[at], at))
        at = before[at]
    return way


def _reaching(rest: Mapping[int, Mapping[int, int]], goal: int) -> set[int]:
    """From where more could flow to a vertex."""
    found, waiting = {goal}, [goal]
    while waiting:
        at = waiting.pop()
        for each in rest[at]:
            if rest[each].get(at, 0) and each not in found:
                found.add(each)
                waiting.append(each)
    return found
