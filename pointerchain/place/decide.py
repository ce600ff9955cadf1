# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where each object should live: candidates -> the placement of least cost that fits the device's memory.

Each object takes one of its candidates and, in it, a path of states through the timeline. Without the
capacity the objects are independent, and a path is found by dynamic programming; where the best do not fit
together, a mixed-integer program (``scipy.optimize.milp``) chooses all of them. What is minimized is the
predicted time, with two changes: what is not device memory is charged 1 / (1 - margin) of its time, and each
change of the program a picosecond, so that a tie goes to the least change.
"""

from __future__ import annotations

import math
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pointerchain.place.costs import BOTH, DEVICE, HOST, Candidate
from pointerchain.place.documents import PlaceError
from pointerchain.place.timeline import Timeline

TIE = 1e-12
"""Seconds that a change of the program is charged."""
_UNBOUND = float("inf")


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate's index and a state for each node, with the objective that they have."""

    candidate: int
    path: tuple[int, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate as the decision sees it: seconds with margin and the charge of changes, in states."""

    states: str
    node_cost: tuple[tuple[float, ...], ...]
    edge_cost: tuple[tuple[tuple[float, ...], ...], ...]
    resident: tuple[tuple[int, ...], ...]


def weigh(candidate: Candidate, line: Timeline, *, margin: float, now: str | None) -> Weighed:
    """Charge a candidate for its margin and for what it changes; ``now`` is the present allocation."""
    factor = 1.0 if candidate.kind.allocation in ("device", "host") else 1 / (1 - margin)
    changed = TIE if candidate.kind.allocation not in (now or "device", "host") else 0.0
    copies = {(HOST, DEVICE), (HOST, BOTH), (DEVICE, HOST), (DEVICE, BOTH)}
    nodes = tuple(
        tuple(
            # A run begins with the contents on the host: elsewhere at its first node is a copy, too.
            cost * factor + (changed + TIE * (state in DEVICE + BOTH) if index == 0 else 0.0)
            for state, cost in zip(candidate.states, row, strict=True)
        )
        for index, row in enumerate(candidate.node_cost)
    )
    edges = tuple(
        tuple(
            tuple(
                cost * factor + (TIE if (a, b) in copies else 0.0)
                for b, cost in zip(candidate.states, row, strict=True)
            )
            for a, row in zip(candidate.states, rows, strict=True)
        )
        for rows in candidate.edge_cost
    )
    return Weighed(candidate.states, nodes, edges, candidate.resident)


def seconds_of(candidate: Candidate, line: Timeline, path: Sequence[int]) -> float:
    """What a path costs, predicted, without margin and ties."""
    weighed = Weighed(candidate.states, candidate.node_cost, candidate.edge_cost, candidate.resident)
    return _cost(weighed, line, path)


def _cost(weighed: Weighed, line: Timeline, path: Sequence[int]) -> float:
    total = math.fsum(weighed.node_cost[node][state] for node, state in enumerate(path))
    return total + math.fsum(
        costs[path[edge.source]][path[edge.target]]
        for costs, edge in zip(weighed.edge_cost, (*line.chain, *line.returns), strict=True)
    )


def best_path(
    weighed: Weighed, line: Timeline, room: Sequence[float]
) -> tuple[float, tuple[int, ...]] | None:
    """The path of least cost that uses at most ``room[n]`` bytes in node n; None where there is none.

    Where a loop is closed, the state at its begin is kept along until its end is met.
    """
    closing: dict[int, list[int]] = {edge.source: [] for edge in line.returns}
    for number, edge in enumerate(line.returns):
        closing[edge.source].append(number)
    begins = {edge.target for edge in line.returns}
    last_use = {
        target: max(edge.source for edge in line.returns if edge.target == target) for target in begins
    }
    chain = len(line.chain)
    # (state, ((begin, its state), ...)) -> (cost, where it came from)
    Key = tuple[int, tuple[tuple[int, int], ...]]
    front: dict[Key, float] = {}
    came: list[dict[Key, Key | None]] = []
    for node, costs in enumerate(weighed.node_cost):
        reached: dict[Key, float] = {}
        from_where: dict[Key, Key | None] = {}
        for state, cost in enumerate(costs):
            if math.isinf(cost) or weighed.resident[node][state] > room[node]:
                continue
            before: list[tuple[Key | None, float]] = (
                [(None, 0.0)]
                if node == 0
                else [
                    (key, value + weighed.edge_cost[node - 1][key[0]][state]) for key, value in front.items()
                ]
            )
            for key, value in before:
                if math.isinf(value):
                    continue
                opened = () if key is None else key[1]
                if node in begins:
                    opened = (*opened, (node, state))
                total = value + cost
                for number in closing.get(node, ()):
                    begin = dict(opened)[line.returns[number].target]
                    total += weighed.edge_cost[chain + number][state][begin]
                opened = tuple(each for each in opened if last_use[each[0]] > node)
                if total < reached.get((state, opened), _UNBOUND):
                    reached[state, opened] = total
                    from_where[state, opened] = key
        front = reached
        came.append(from_where)
    if not front:
        return None
    end = min(front, key=lambda key: (front[key], key))
    cost, path, at = front[end], [], end
    for from_where in reversed(came):
        path.append(at[0])
        before_it = from_where[at]
        if before_it is not None:
            at = before_it
    return cost, tuple(reversed(path))


def decide(
    options: Sequence[Sequence[Weighed]],
    line: Timeline,
    capacity: float = math.inf,
    progress: Callable[[str], None] | None = None,
) -> tuple[list[Choice], str]:
    """Choose for each object one of its options; also the method. Raises PlaceError where nothing fits."""
    unlimited = [_UNBOUND] * len(line.nodes)
    chosen = [_best(row, line, unlimited) for row in options]
    for number, each in enumerate(chosen):
        if each is None:
            raise PlaceError(f"object {number} has no placement that is possible")
    free = [each for each in chosen if each is not None]
    if _fits(free, options, line, capacity):
        return free, "dynamic programming"
    if progress is not None:
        progress(
            "the best placements do not fit the device's memory together: solving for all objects at once"
        )
    return _polish(_program(options, line, capacity), options, line, capacity), "mixed-integer program"


def _best(row: Sequence[Weighed], line: Timeline, room: Sequence[float]) -> Choice | None:
    found: Choice | None = None
    for index, weighed in enumerate(row):
        best = best_path(weighed, line, room)
        if best is not None and (found is None or best[0] < found.cost):
            found = Choice(index, best[1], best[0])
    return found


def used(choices: Sequence[Choice], options: Sequence[Sequence[Weighed]], line: Timeline) -> list[int]:
    """The bytes of device memory that choices use in each node."""
    return [
        sum(
            row[each.candidate].resident[node][each.path[node]]
            for each, row in zip(choices, options, strict=True)
        )
        for node in range(len(line.nodes))
    ]


def _fits(
    choices: Sequence[Choice], options: Sequence[Sequence[Weighed]], line: Timeline, capacity: float
) -> bool:
    return all(size <= capacity for size in used(choices, options, line))


def _polish(
    choices: list[Choice], options: Sequence[Sequence[Weighed]], line: Timeline, capacity: float
) -> list[Choice]:
    """Improve one object at a time in the room that others leave: ties are below the solver's sight."""
    for _ in range(len(choices) + 1):
        changed = False
        total = used(choices, options, line)
        for number, each in enumerate(choices):
            own = [options[number][each.candidate].resident[n][s] for n, s in enumerate(each.path)]
            room = [capacity - (all_of - mine) for all_of, mine in zip(total, own, strict=True)]
            better = _best(options[number], line, room)
            if better is not None and better.cost < each.cost:
                choices[number] = better
                changed = True
                total = used(choices, options, line)
        if not changed:
            break
    return choices


# --- the program --------------------------------------------------------------------------------------------


def _program(options: Sequence[Sequence[Weighed]], line: Timeline, capacity: float) -> list[Choice]:
    """All objects at once. Variables: a state of a candidate in a node, and a passage of an edge."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_matrix

    model = _Model()
    edges = (*line.chain, *line.returns)
    held: list[dict[int, float]] = [{} for _ in line.nodes]
    states: dict[tuple[int, int, int, int], int] = {}
    for number, row in enumerate(options):
        taken: dict[int, float] = {}
        for index, weighed in enumerate(row):
            if _constant(weighed):
                # One state in each node: all its nodes are one variable.
                cost = _cost(weighed, line, [0] * len(line.nodes))
                if math.isinf(cost) or any(size[0] > capacity for size in weighed.resident):
                    continue
                variable = model.variable(cost, whole=True)
                taken[variable] = 1.0
                for node in range(len(line.nodes)):
                    states[number, index, node, 0] = variable
                    if weighed.resident[node][0]:
                        held[node][variable] = float(weighed.resident[node][0])
                continue
            for node, costs in enumerate(weighed.node_cost):
                for state, cost in enumerate(costs):
                    if math.isfinite(cost) and weighed.resident[node][state] <= capacity:
                        variable = model.variable(cost, whole=True)
                        states[number, index, node, state] = variable
                        if weighed.resident[node][state]:
                            held[node][variable] = float(weighed.resident[node][state])
                        if node == 0:
                            taken[variable] = 1.0
            for number_of, (costs_of, edge) in enumerate(zip(weighed.edge_cost, edges, strict=True)):
                useless = _useless(weighed, line, number_of)
                leaving: dict[int, dict[int, float]] = {}
                entering: dict[int, dict[int, float]] = {}
                for a in range(len(costs_of)):
                    for b in range(len(costs_of)):
                        one = states.get((number, index, edge.source, a))
                        other = states.get((number, index, edge.target, b))
                        if one is None or other is None or math.isinf(costs_of[a][b]):
                            continue
                        if weighed.states[a] + weighed.states[b] in useless:
                            continue
                        passage = model.variable(costs_of[a][b], whole=False)
                        leaving.setdefault(one, {})[passage] = 1.0
                        entering.setdefault(other, {})[passage] = 1.0
                for node, ends in ((edge.source, leaving), (edge.target, entering)):
                    for state in range(len(costs_of)):
                        variable_of = states.get((number, index, node, state))
                        if variable_of is not None:
                            model.row({**ends.get(variable_of, {}), variable_of: -1.0}, 0.0, 0.0)
        if not taken:
            raise PlaceError(
                f"object {number} has no placement that fits {capacity:,.0f} bytes of device memory"
            )
        model.row(taken, 1.0, 1.0)
    for terms in held:
        if sum(terms.values()) > capacity:
            # Scaled to the capacity, so that the solver's tolerance is one of it.
            scale = max(capacity, 1.0)
            model.row({key: size / scale for key, size in terms.items()}, -np.inf, capacity / scale)
    unit = max((cost for cost in model.cost if cost > 0), default=1.0) / 1e4
    while True:
        matrix = csr_matrix(
            (model.values, (model.rows, model.columns)), shape=(len(model.low), len(model.cost))
        )
        with _alone():
            solved = milp(
                np.array(model.cost) / unit,
                constraints=LinearConstraint(matrix, model.low, model.high),
                integrality=np.array(model.whole, dtype=int),
                bounds=Bounds(0, 1),
                options={"mip_rel_gap": 0.0},
            )
        if solved.x is None:
            raise PlaceError(
                f"no placement of all objects fits {capacity:,.0f} bytes of device memory ({solved.message})"
            )
        # The solver keeps a row within a tolerance, which may be some bytes: what is together too large is
        # forbidden by name then, which it cannot take for right, and all is solved again.
        taken_of = [{key: size for key, size in terms.items() if solved.x[key] > 0.5} for terms in held]
        above = [terms for terms in taken_of if sum(terms.values()) > capacity]
        if not above:
            return _read(solved.x, options, line, states)
        for terms in above:
            model.row(dict.fromkeys(terms, 1.0), -np.inf, len(terms) - 1.0)


def _useless(weighed: Weighed, line: Timeline, number: int) -> set[str]:
    """Passages of the chain's edge ``number`` that the program needs not have: others are never worse.

    Contents on both sides are worth at least those on the device alone. A copy that the edge's target
    has no use for can wait for the next edge, where that is not passed more often.
    """
    if number >= len(line.chain) or weighed.states != HOST + DEVICE + BOTH:
        return set()
    target = line.chain[number].target
    can_host, _, can_both = (math.isfinite(cost) for cost in weighed.node_cost[target])
    useless = {HOST + DEVICE, BOTH + DEVICE} if can_both else set()
    if any(target in (edge.source, edge.target) for edge in line.returns):
        return useless
    last = target == len(line.nodes) - 1
    if last or line.chain[number + 1].weight <= line.chain[number].weight:
        # Where the host accesses a part of what stays on the device, that state has a cost of its own.
        idle = len(set(weighed.node_cost[target])) == 1
        if idle or not can_host:
            useless.add(DEVICE + BOTH)
        if can_host and can_both:
            useless.add(HOST + BOTH)
    return useless


def _constant(weighed: Weighed) -> bool:
    return all(len(costs) == 1 for costs in weighed.node_cost)


def _read(
    solution: Sequence[float],
    options: Sequence[Sequence[Weighed]],
    line: Timeline,
    states: dict[tuple[int, int, int, int], int],
) -> list[Choice]:
    choices = []
    for number, row in enumerate(options):
        for index, weighed in enumerate(row):
            path = []
            for node, costs in enumerate(weighed.node_cost):
                at = [
                    state
                    for state in range(len(costs))
                    if (number, index, node, state) in states
                    and solution[states[number, index, node, state]] > 0.5
                ]
                path.extend(at[:1])
            if len(path) == len(line.nodes):
                choices.append(Choice(index, tuple(path), _cost(weighed, line, path)))
                break
    assert len(choices) == len(options)
    return choices


@contextmanager
def _alone() -> Iterator[None]:
    """While HiGHS runs: Python cannot interrupt it, and it leaves lines of its own on standard output."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_DFL) if main else None
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


class _Model:
    def __init__(self) -> None:
        self.cost: list[float] = []
        self.whole: list[bool] = []
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.values: list[float] = []
        self.low: list[float] = []
        self.high: list[float] = []

    def variable(self, cost: float, *, whole: bool) -> int:
        self.cost.append(cost)
        self.whole.append(whole)
        return len(self.cost) - 1

    def row(self, terms: dict[int, float], low: float, high: float) -> None:
        for column, value in terms.items():
            self.rows.append(len(self.low))
            self.columns.append(column)
            self.values.append(value)
        self.low.append(low)
        self.high.append(high)
