# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The table's programs as profiles: (program, input) -> :class:`Program`. Counted from their loops, not run.

They are three of Rodinia's, as XPlacer measured them: hotspot and bfs give their advice after the host has
initialized the data, gaussian right after the allocation. An object is what a variant's digit is for.
Warp-level sectors are those of the thread blocks that the programs launch: gaussian's 4 x 4, where neighbours
in a warp are rows, hotspot's 16 x 16 with a border of two, bfs's rows of threads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from pointerchain.place.documents import PlaceError
from pointerchain.place.profile import PAGE, SECTOR, Cell, Copy, Loop, Object, Phase, Profile

PROGRAMS = ("bfs", "gaussian", "hotspot")
HOST, DEVICE = "host", "device"


@dataclass(frozen=True, slots=True)
class Program:
    """A profile, and whether the advice of managed memory finds its pages initialized by the host."""

    profile: Profile
    advised_after_initialization: bool


@cache
def program(name: str, input: str) -> Program:
    """The profile of one of the table's programs; raises PlaceError for another."""
    if name == "gaussian":
        return Program(gaussian(_number(name, input)), advised_after_initialization=False)
    if name == "hotspot":
        return Program(hotspot(_number(name, input)), advised_after_initialization=True)
    if name == "bfs":
        return Program(bfs(_nodes(input)), advised_after_initialization=True)
    raise PlaceError(f"'{name}' is none of the programs that can be replayed: bfs, gaussian and hotspot")


def _number(name: str, input: str) -> int:
    found = re.fullmatch(r"[a-z]*(\d+)", input)
    if found is None or not int(found[1]):
        raise PlaceError(f"'{input}' is no input of '{name}': a size was expected")
    return int(found[1])


def _nodes(input: str) -> int:
    """The number of nodes in a graph's name: 'graph4096', 'graph1MW.6'."""
    if re.fullmatch(r"graph(\d+)MW[._]6", input):
        return 1_000_000 * int(input[5 : input.index("M")])
    return _number("bfs", input)


class _Cells:
    """Sums of accesses by object, phase and side."""

    def __init__(self, sizes: dict[str, int], width: dict[str, int]) -> None:
        self.sizes, self.width, self.names = sizes, width, list(sizes)
        self.counts: dict[tuple[int, int, str], list[float]] = {}

    def add(
        self,
        name: str,
        phase: int,
        side: str,
        *,
        loads: float = 0,
        stores: float = 0,
        warp: float = 0,
        pages: float = 0,
    ) -> None:
        """One execution's accesses; ``warp`` counts warp-level sectors, ``pages`` distinct pages."""
        row = self.counts.setdefault((self.names.index(name), phase, side), [0.0] * 4)
        for at, value in enumerate((loads, stores, warp, pages)):
            row[at] += value

    def whole(self, name: str) -> int:
        """The pages of an object."""
        return -(-self.sizes[name] // PAGE)

    def cells(self) -> dict[tuple[int, int, str], Cell]:
        """The cells; distinct sectors are the object's where its accesses are as many."""
        out = {}
        for (number, phase, side), (loads, stores, warp, pages) in self.counts.items():
            name = self.names[number]
            width, size = self.width[name], self.sizes[name]
            sectors = min(-(-size // SECTOR), round(loads + stores))
            out[number, phase, side] = Cell(
                object=number,
                phase=phase,
                side=side,
                loads=round(loads),
                stores=round(stores),
                atomics=0,
                load_bytes=round(loads) * width,
                store_bytes=round(stores) * width,
                atomic_bytes=0,
                sectors=sectors,
                stored_sectors=min(sectors, round(stores)),
                pages=self.whole(name),
                page_visits=max(1, round(pages)),
                warp_sectors=round(warp) if side == DEVICE else None,
                first="load" if loads else "store",
            )
        return out

    def objects(self) -> tuple[Object, ...]:
        """Objects in the order of a variant's digits."""
        return tuple(
            Object(number, name, None, size, "device")
            for number, (name, size) in enumerate(self.sizes.items())
        )


# --- gaussian -----------------------------------------------------------------------------------------------


def gaussian(n: int) -> Profile:
    """Elimination of an n x n matrix: n - 1 times a kernel for a column of m, and one for a and b."""
    cells = _Cells({"a": 4 * n * n, "b": 4 * n, "m": 4 * n * n}, {"a": 4, "b": 4, "m": 4})
    for name, count in (("a", n * n), ("b", n), ("m", n * n)):
        cells.add(name, 0, HOST, stores=count, pages=cells.whole(name))
    for t in range(n - 1):
        rows, columns = n - 1 - t, n - t
        pages = max(1, -(-4 * rows * n // PAGE))
        # The first kernel: a column of a, whose rows lie apart, and its pivot, once a warp.
        warps = -(-rows // 32)
        cells.add("a", 1, DEVICE, loads=2 * rows, warp=rows + warps, pages=pages)
        cells.add("m", 1, DEVICE, stores=rows, warp=rows, pages=pages)
        # The second: blocks of 4 rows by 4 columns, half a warp each.
        blocks_x, blocks_y = -(-rows // 4), -(-columns // 4)
        # Four floats that begin at column t of a row, in sectors of eight.
        span = (1 if t % 8 <= 4 else 2) if n % 8 == 0 else 1.375
        touched = rows * blocks_y * span
        cells.add(
            "a",
            2,
            DEVICE,
            loads=2 * rows * columns,
            stores=rows * columns,
            warp=2 * touched + blocks_x * blocks_y * span,
            pages=pages,
        )
        cells.add("m", 2, DEVICE, loads=rows * columns + rows, warp=rows * blocks_y + rows, pages=pages)
        cells.add(
            "b",
            2,
            DEVICE,
            loads=2 * rows,
            stores=rows,
            warp=blocks_x * (2 * span + 1),
            pages=cells.whole("b"),
        )
    cells.add("a", 3, HOST, loads=n * (n + 1) // 2, pages=cells.whole("a"))
    cells.add("b", 3, HOST, loads=n, pages=cells.whole("b"))
    phases = (
        Phase(0, HOST, None, 1, "initialize"),
        Phase(1, DEVICE, None, 1, "column of m"),
        Phase(2, DEVICE, None, 1, "rows of a"),
        Phase(3, HOST, None, 1, "back substitution"),
    )
    loops = (Loop(1, 2, n - 1),) if n > 2 else ()
    return Profile(
        ("gaussian", str(n)),
        cells.objects(),
        phases,
        loops,
        cells.cells(),
        _copies(cells, 1, 3, ("a", "b", "m")),
    )


def _copies(cells: _Cells, begin: int, end: int, back: tuple[str, ...]) -> tuple[Copy, ...]:
    """All objects to the device at one phase, some to the host at another."""
    there = [Copy(number, begin, size, 0) for number, size in enumerate(cells.sizes.values())]
    return (
        *there,
        *(Copy(cells.names.index(name), end, 0, cells.sizes[name]) for name in back),
    )


# --- hotspot ------------------------------------------------------------------------------------------------

_BLOCK, _BORDER = 16, 2


def hotspot_warp_sectors(n: int) -> tuple[int, int]:
    """Warp-level sectors that one grid's reads take, and those of the writes.

    Blocks of 16 x 16 threads overlap by a border of two: rows of 16 floats that begin 8 bytes before a
    multiple of 48 lie in three sectors, the 12 inner ones in two.
    """
    inner = _BLOCK - 2 * _BORDER
    blocks = (-(-n // inner)) ** 2
    return blocks * _BLOCK * 3, blocks * inner * 2


def hotspot(n: int) -> Profile:
    """Two time steps of an n x n grid in one kernel; 'temp' is both of its buffers, the second one first."""
    reads, writes = hotspot_warp_sectors(n)
    cells = _Cells({"temp": 4 * n * n, "power": 4 * n * n}, {"temp": 4, "power": 4})
    for name in ("temp", "power"):
        cells.add(name, 0, HOST, stores=n * n, pages=cells.whole(name))
        cells.add(name, 1, DEVICE, loads=reads * 16 / 3, warp=reads, pages=cells.whole(name))
    cells.add("temp", 1, DEVICE, stores=n * n, warp=writes, pages=cells.whole("temp"))
    cells.add("temp", 2, HOST, loads=n * n, pages=cells.whole("temp"))
    phases = (
        Phase(0, HOST, None, 1, "initialize"),
        Phase(1, DEVICE, None, 1, "two steps"),
        Phase(2, HOST, None, 1, "write"),
    )
    return Profile(
        ("hotspot", str(n)), cells.objects(), phases, (), cells.cells(), _copies(cells, 1, 2, ("temp",))
    )


# --- bfs ----------------------------------------------------------------------------------------------------


def bfs(nodes: int) -> Profile:
    """Breadth-first search of a random graph of about six edges a node, a level at a time.

    The table's graphs are not at hand: theirs are random ones of the same size and degree, made by
    Rodinia's generator, and so is this one, from a fixed seed.
    """
    levels = _levels(nodes)
    sizes = {"nodes": 8 * nodes, "mask": nodes, "updating": nodes, "visited": nodes}
    cells = _Cells(sizes, {"nodes": 8, "mask": 1, "updating": 1, "visited": 1})
    for name in sizes:
        cells.add(name, 0, HOST, stores=nodes, pages=cells.whole(name))
    for level in levels:
        # The first kernel: nodes of the frontier look at their neighbours.
        every = -(-nodes // SECTOR)
        front = min(level.front, every)
        cells.add(
            "mask", 1, DEVICE, loads=nodes, stores=level.front, warp=every + front, pages=cells.whole("mask")
        )
        # Where the edges begin, and at each test of the loop both numbers: stores to bytes may change them.
        cells.add(
            "nodes",
            1,
            DEVICE,
            loads=level.front + 2 * (level.edges + level.front),
            warp=level.node_sectors,
            pages=min(level.front, cells.whole("nodes")),
        )
        looked = min(level.edges, cells.whole("visited"))
        cells.add("visited", 1, DEVICE, loads=level.edges, warp=level.edges, pages=looked)
        cells.add(
            "updating",
            1,
            DEVICE,
            stores=level.found,
            warp=level.found,
            pages=min(level.found, cells.whole("updating")),
        )
        # The second: nodes that were found become the frontier.
        new = min(level.new, every)
        whole = cells.whole("updating")
        cells.add("updating", 2, DEVICE, loads=nodes, stores=level.new, warp=every + new, pages=whole)
        for name in ("mask", "visited"):
            cells.add(name, 2, DEVICE, stores=level.new, warp=new, pages=min(level.new, whole))
    phases = (
        Phase(0, HOST, None, 1, "initialize"),
        Phase(1, DEVICE, None, 1, "look at neighbours"),
        Phase(2, DEVICE, None, 1, "next frontier"),
    )
    loops = (Loop(1, 2, len(levels)),) if len(levels) > 1 else ()
    return Profile(
        ("bfs", str(nodes)), cells.objects(), phases, loops, cells.cells(), _copies(cells, 1, 2, ())
    )


@dataclass(frozen=True, slots=True)
class _Level:
    """Nodes of a frontier, their edges, edges to nodes that were not visited, and how many those are.

    ``node_sectors`` are the warp-level sectors of the frontier's nodes, of which four are in one.
    """

    front: int
    edges: int
    found: int
    new: int
    node_sectors: int


def graph(nodes: int) -> tuple[Any, Any]:
    """A random graph as arrays: where each node's edges begin, the last one's end, and where they lead."""
    import numpy as np

    generator = np.random.default_rng(7)
    # Two to four edges that begin at each node, and as many that end there.
    degree = generator.integers(2, 5, nodes)
    source = np.repeat(np.arange(nodes), degree)
    target = generator.integers(0, nodes, len(source))
    ends = np.concatenate((source, target))
    others = np.concatenate((target, source))
    order = np.argsort(ends, kind="stable")
    others = others[order]
    begin = np.concatenate(([0], np.cumsum(np.bincount(ends, minlength=nodes))))
    return begin, others


def _levels(nodes: int) -> list[_Level]:
    import numpy as np

    begin, others = graph(nodes)
    visited = np.zeros(nodes, dtype=bool)
    visited[0] = True
    front = np.array([0])
    levels = []
    while len(front):
        counts = begin[front + 1] - begin[front]
        at = np.repeat(begin[front] - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        neighbours = others[at + np.arange(len(at))]
        fresh = neighbours[~visited[neighbours]]
        new = np.unique(fresh)
        # Lanes leave the loop as their edges end: at its k-th test those with k edges and more are there.
        tests = [len(np.unique(front[counts >= k] // 4)) for k in range(int(counts.max()) + 1)]
        sectors = len(np.unique(front // 4)) + 2 * sum(tests)
        levels.append(_Level(len(front), len(neighbours), len(fresh), len(new), sectors))
        visited[new] = True
        front = new
    return levels
