# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501
"""Loops: against examples, and against dominators and back edges on random graphs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import kernel

from pointerchain.ptx.flow import Block, blocks, depths
from pointerchain.ptx.reader import read
from pointerchain.ptx.records import PtxError

# Each instruction stands with the number of loops that it is in.
CASES = {
    "no loop": "0 add; 0 ret;",
    "itself": "L: 1 @%p bra L; 0 ret;",
    "for ever": "L: 1 add; 1 bra L;",
    "while": "0 bra C; L: 1 add; C: 1 setp; 1 @%p bra L; 0 ret;",
    "nested": "0 mov; A: 1 mov; B: 2 add; 2 @%p bra B; 1 add; 1 @%q bra A; 0 ret;",
    "three deep": "A: 1 a; B: 2 b; C: 3 c; 3 @%p bra C; 2 @%p bra B; 1 @%p bra A; 0 ret;",
    "two, one after the other": "A: 1 a; 1 @%p bra A; 0 b; B: 1 c; 1 @%p bra B; 0 ret;",
    "one header, two ways back": "A: 1 a; 1 @%p bra A; 1 b; 1 @%q bra A; 0 ret;",
    "continue and break": "A: 1 a; 1 @%p bra A; 1 @%q bra E; 1 b; 1 bra A; E: 0 ret;",
    "a return inside": "A: 1 a; 1 @%p bra X; 1 b; 1 bra A; X: 0 ret;",
    "a guarded return": "A: 1 a; 1 @%p ret; 1 bra A;",
    "out of line": "0 bra A; B: 1 b; 1 bra C; A: 1 a; 1 @%p bra B; 0 ret; C: 1 c; 1 bra A;",
    "irreducible": "0 @%p bra B; A: 1 a; 1 @%q bra E; B: 1 b; 1 bra A; E: 0 ret;",
    "irreducible in a loop": "H: 1 h; 1 @%p bra B; A: 2 a; 2 @%q bra E; B: 2 b; 2 bra A; E: 1 @%r bra H; 0 ret;",
    "nothing reaches it": "0 ret; L: 1 a; 1 bra L;",
    "a table of branches": "0 mov; T: .branchtargets A, B; L: 1 brx.idx %r1, T; A: 1 a; 1 bra L; B: 0 ret;",
    "at the end of the body": "A: 1 a; 1 @%p bra B; 1 bra A; B:",
    "trap and exit": "A: 1 a; 1 @%p bra T; 1 @%q bra E; 1 bra A; T: 0 trap; E: 0 exit;",
    "labels of a block": "L: 1 a; { L: 2 b; 2 @%p bra L; } 1 @%p bra L; 0 ret;",
    "a label seen from inside": "L: 1 a; { 1 @%p bra L; } 0 ret;",
    "a call goes on": "A: 1 call f, (%r1); 1 @%p bra A; 0 ret;",
    "what nothing reaches leads in": "0 bra H; D: 0 bra M; H: 1 add; I: 2 add; M: 2 add; 2 @%p bra I; 1 @%q bra H; 0 ret;",
    "the same without it": "0 bra H; H: 1 add; I: 2 add; M: 2 add; 2 @%p bra I; 1 @%q bra H; 0 ret;",
    "a block behind a trap leads in": "H: 1 a; I: 2 b; 2 @%r bra T; M: 2 c; 2 @%p bra I; 1 @%q bra H; 0 ret; T: 0 trap; 0 bra M;",
    "what nothing reaches leads into another such": "0 ret; D: 0 bra M; A: 1 a; M: 1 b; 1 bra A;",
    "what nothing reaches has a nest": "0 ret; A: 1 a; B: 2 b; 2 @%p bra B; 1 bra A;",
    "an entry of two that is a loop itself": "0 @%p bra B; A: 1 a; 1 @%q bra A; B: 1 b; 1 @%r bra A; 0 ret;",
    "empty": "",
}


@pytest.mark.parametrize("name", CASES)
def test_depths(name: str) -> None:
    text = re.sub(r"(?:^|(?<=[;:{}] ))(\d) ", "", CASES[name])
    expected = [int(depth) for depth in re.findall(r"(?:^|(?<=[;:{}] ))(\d) ", CASES[name])]
    (function,) = read(kernel(text))
    graph = blocks(function)
    found = [
        depth
        for block, depth in zip(graph, depths(graph), strict=True)
        for _ in range(block.start, block.end)
    ]
    assert len(found) == len(function.instructions)
    assert found == expected


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("ret; !@%p bra L;", "a branch to 'L', which is no label of 'k'"),
        ("!bra L; { L: ret; }", "a branch to 'L', which is no label of 'k'"),
        ("L: ret; !L: ret;", "label 'L' stands here a second time"),
        ("!brx.idx %r1, T;", "'T' names no '.branchtargets'"),
        ("!brx.idx %r1;", "a 'brx' without its list"),
        ("T: .branchtargets A; A: ret; B: !brx.idx %r1, B;", "'B' names no '.branchtargets'"),
        ("T: .branchtargets A, B; A: !brx.idx %r1, T;", "a branch to 'B'"),
    ],
)
def test_labels_that_are_wrong(body: str, message: str) -> None:
    data = kernel(body).decode()
    at = data.index("!")
    (function,) = read((data[:at] + data[at + 1 :]).encode())
    with pytest.raises(PtxError) as failure:
        blocks(function)
    assert message in failure.value.message
    assert failure.value.at == at


def graph_of(edges: list[list[int]]) -> list[Block]:
    return [Block(number, number + 1, tuple(dict.fromkeys(to))) for number, to in enumerate(edges)]


graphs = st.integers(1, 9).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size)
)


def natural_depths(graph: list[Block]) -> list[int] | None:
    """Textbook natural loops, one a header; None where the graph is irreducible or has code nothing reaches."""
    size = len(graph)
    order: list[int] = []
    seen: set[int] = set()

    def walk(number: int) -> None:
        seen.add(number)
        for successor in graph[number].successors:
            if successor not in seen:
                walk(successor)
        order.append(number)

    walk(0)
    if len(seen) < size:
        return None
    before = [[other for other in range(size) if number in graph[other].successors] for number in range(size)]
    dominators = [{0} if number == 0 else set(range(size)) for number in range(size)]
    changed = True
    while changed:
        changed = False
        for number in range(1, size):
            new = {number} | set.intersection(*(dominators[other] for other in before[number]))
            changed |= new != dominators[number]
            dominators[number] = new
    place = {number: len(order) - index for index, number in enumerate(order)}
    loops: dict[int, set[int]] = {}
    for number in range(size):
        for header in graph[number].successors:
            if header in dominators[number]:
                body, waiting = loops.setdefault(header, {header}), [number]
                while waiting:
                    member = waiting.pop()
                    if member not in body:
                        body.add(member)
                        waiting += before[member]
            elif place[header] < place[number]:
                return None  # an edge back to what does not dominate it
    return [sum(number in body for body in loops.values()) for number in range(size)]


@given(graphs)
def test_reducible_graphs_have_their_natural_loops(edges: list[list[int]]) -> None:
    graph = graph_of(edges)
    expected = natural_depths(graph)
    if expected is not None:
        assert depths(graph) == expected


def depths_by_definition(graph: list[Block]) -> list[int]:
    """The loops as flow.py's first lines define them, by who reaches whom, in cubic time."""
    size = len(graph)
    live = closure(graph, set(range(size)))[0] | {0}
    depth = [0] * size

    def peel(part: set[int], ways_in: set[int]) -> None:
        reach = closure(graph, part)
        for component in {frozenset(o for o in reach[n] if n in reach[o]) for n in part if n in reach[n]}:
            for number in component:
                depth[number] += 1
            entries = {
                number
                for number in component
                if number in ways_in
                or any(
                    number in graph[other].successors and (other in live) == (number in live)
                    for other in set(range(size)) - component
                )
            }
            peel(set(component - (entries or {min(component)})), ways_in)

    peel(live, {0})
    peel(set(range(size)) - live, set())
    return depth


def closure(graph: list[Block], part: set[int]) -> dict[int, set[int]]:
    reach = {number: set(graph[number].successors) & part for number in part}
    for middle in part:
        for number in part:
            if middle in reach[number]:
                reach[number] |= reach[middle]
    return reach


@settings(max_examples=400)
@given(graphs)
def test_any_graph_has_the_loops_of_the_definition(edges: list[list[int]]) -> None:
    graph = graph_of(edges)
    assert depths(graph) == depths_by_definition(graph)


@given(graphs)
def test_what_can_run_again_is_in_a_loop(edges: list[list[int]]) -> None:
    graph = graph_of(edges)
    reach = [set(block.successors) for block in graph]
    for middle in range(len(graph)):
        for number in range(len(graph)):
            if middle in reach[number]:
                reach[number] |= reach[middle]
    assert [depth > 0 for depth in depths(graph)] == [number in reach[number] for number in range(len(graph))]


def test_deep_nests_and_long_chains_are_no_recursion() -> None:
    size = 3000
    chain = graph_of([[number + 1] for number in range(size - 1)] + [[0]])
    assert depths(chain) == [1] * size
    # 'deep' headers, then as many tails: each goes back to its header, or on. Peeled one by one this took minutes.
    deep = 20_000
    nest = [[number + 1] for number in range(deep)]
    nest += [[2 * deep - 1 - tail, tail + 1] for tail in range(deep, 2 * deep - 1)] + [[0]]
    assert depths(graph_of(nest)) == [*range(1, deep + 1), *range(deep, 0, -1)]
