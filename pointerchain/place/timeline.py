# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The phases of a run in their order, loops folded: (phases, loops) -> :class:`Timeline`.

A loop stands there twice: its first iteration, and one that stands for all later ones, which are alike.
A node's weight is how many executions it stands for; an edge's how often its two nodes follow one another.
The edge from a later iteration's end to its own begin closes it. Phases 0 (1 2)x5 3 give

    nodes  0 | 1 2 (first, weight 1) | 1 2 (later, weight 4) | 3
    edges  one between neighbours, weight 1 but 4 within the later iteration, and one back of weight 3
"""

from __future__ import annotations

from dataclasses import dataclass

from pointerchain.place.profile import Loop, Phase


@dataclass(frozen=True, slots=True)
class Node:
    """Executions of a phase that are treated alike: 'first', 'later' or, outside of loops, 'each'."""

    phase: int
    weight: int
    execution: str


@dataclass(frozen=True, slots=True)
class Edge:
    """``target`` follows ``source`` ``weight`` times; it closes an iteration where it leads back."""

    source: int
    target: int
    weight: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """``chain[i]`` leads from node i to node i + 1; ``returns`` are the edges that close iterations."""

    nodes: tuple[Node, ...]
    chain: tuple[Edge, ...]
    returns: tuple[Edge, ...]

    def executions(self, phase: int) -> int:
        """How often a phase is executed."""
        return sum(node.weight for node in self.nodes if node.phase == phase)


@dataclass(frozen=True, slots=True)
class _Body:
    items: tuple[_Body | int, ...]
    repeat: int


def timeline(phases: tuple[Phase, ...], loops: tuple[Loop, ...]) -> Timeline:
    """Unfold checked loops; a phase that repeats is a loop of itself."""
    body = _nested(0, len(phases), list(loops), phases)
    writer = _Writer()
    writer.items(body, weight=1, entering=1, execution="each")
    return Timeline(tuple(writer.nodes), tuple(writer.chain), tuple(writer.returns))


def _nested(start: int, stop: int, loops: list[Loop], phases: tuple[Phase, ...]) -> tuple[_Body | int, ...]:
    """The phases ``start`` to ``stop`` as a tree of what repeats."""
    items: list[_Body | int] = []
    at = start
    while at < stop:
        # The widest loop that begins here and is not the one being unfolded.
        here = max((each for each in loops if each.first == at), key=lambda each: each.last, default=None)
        if here is not None:
            inner = [each for each in loops if each is not here and here.first <= each.first <= here.last]
            items.append(_Body(_nested(here.first, here.last + 1, inner, phases), here.repeat))
            at = here.last + 1
        else:
            repeat = phases[at].repeat
            items.append(at if repeat == 1 else _Body((at,), repeat))
            at += 1
    return tuple(items)


class _Writer:
    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.chain: list[Edge] = []
        self.returns: list[Edge] = []

    def items(self, items: tuple[_Body | int, ...], weight: int, entering: int, execution: str) -> None:
        """Write a row of items; the first is entered ``entering`` times from what stands before."""
        for item in items:
            if isinstance(item, int):
                if self.nodes:
                    self.chain.append(Edge(len(self.nodes) - 1, len(self.nodes), entering))
                self.nodes.append(Node(item, weight, execution))
            else:
                self.items(item.items, weight, entering, "first")
                begin = len(self.nodes)
                self.items(item.items, weight * (item.repeat - 1), weight, "later")
                if item.repeat > 2:
                    self.returns.append(Edge(len(self.nodes) - 1, begin, weight * (item.repeat - 2)))
            entering = weight
