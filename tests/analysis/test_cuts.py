# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Cuts: the cheapest vertices between sources and sinks, compared with all other sets in small graphs."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from pointerchain.analysis.cuts import minimum_cut

VERTICES = range(6)
Graph = dict[int, list[int]]


def separates(graph: Graph, sources: set[int], sinks: set[int], cut: set[int]) -> bool:
    """Whether each way from behind a source to a sink comes by a vertex of a cut."""
    waiting = [each for vertex in sources for each in graph[vertex]]
    seen = set(waiting)
    while waiting:
        vertex = waiting.pop()
        if vertex in sinks:
            return False
        if vertex not in cut:
            more = set(graph[vertex]) - seen
            seen |= more
            waiting += more
    return True


def test_a_way_is_cut_where_it_is_cheapest() -> None:
    graph = {0: [1], 1: [2], 2: [3], 3: []}
    assert minimum_cut(graph, {0}, {3}, {1: 10, 2: 1}) == {2}
    assert minimum_cut(graph, {0}, {3}, {1: 1, 2: 1}) == {2}, "the last of several"
    assert minimum_cut(graph, {0}, {3}, {}) is None
    assert minimum_cut(graph, {3}, {0}, {1: 1}) == frozenset()


@settings(max_examples=200)
@given(
    st.sets(st.tuples(st.sampled_from(VERTICES), st.sampled_from(VERTICES)), max_size=14),
    st.sets(st.sampled_from(VERTICES), min_size=1, max_size=2),
    st.sets(st.sampled_from(VERTICES), min_size=1, max_size=2),
    st.dictionaries(st.sampled_from(VERTICES), st.integers(1, 4)),
)
def test_no_other_vertices_are_cheaper(
    edges: set[tuple[int, int]], sources: set[int], sinks: set[int], costs: dict[int, int]
) -> None:
    """A vertex that is a sink is cut before it is one, so that it is none that is cut here."""
    graph = {vertex: sorted(to for one, to in edges if one == vertex) for vertex in VERTICES}
    costs = {vertex: cost for vertex, cost in costs.items() if vertex not in sinks}
    found = minimum_cut(graph, sources, sinks, costs)
    sets = (set(row) for size in range(len(costs) + 1) for row in combinations(costs, size))
    known = [sum(map(costs.__getitem__, row)) for row in sets if separates(graph, sources, sinks, row)]
    if found is None:
        assert not known
    else:
        assert separates(graph, sources, sinks, set(found))
        assert sum(map(costs.__getitem__, found)) == min(known)
