# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Counting: from the text of a PTX file to numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pointerchain.ptx.flow import blocks, depths
from pointerchain.ptx.opcodes import CLASSES, opcode
from pointerchain.ptx.pointers import pointer_loads
from pointerchain.ptx.reader import functions
from pointerchain.ptx.records import Function


@dataclass(frozen=True, slots=True)
class FunctionCount:
    """The counts of one kernel (``kind`` is ``entry``) or device function (``func``).

    ``opcodes`` and ``opcodes_in_loops`` count each spelling of an opcode;
    ``by_depth[d]`` is the number of instructions in exactly d nested loops.
    """

    kind: str
    name: str
    line: int
    opcodes: Counter[str]
    opcodes_in_loops: Counter[str]
    by_depth: tuple[int, ...]
    pointer_loads: int
    pointer_loads_in_loops: int

    @property
    def instructions(self) -> int:
        """All instructions."""
        return sum(self.by_depth)

    @property
    def in_loops(self) -> int:
        """Instructions in any loop."""
        return sum(self.by_depth[1:])

    @property
    def classes(self) -> dict[str, int]:
        """Instructions by class; every class has its entry."""
        return _by_class(self.opcodes)

    @property
    def classes_in_loops(self) -> dict[str, int]:
        """Instructions in loops by class; every class has its entry."""
        return _by_class(self.opcodes_in_loops)


@dataclass(frozen=True, slots=True)
class FileCount:
    """The counts of one file: ``lines`` as ``wc -l`` has them, the functions in their order."""

    path: str
    lines: int
    versions: tuple[str, ...]
    targets: tuple[str, ...]
    functions: tuple[FunctionCount, ...]

    @property
    def kernels(self) -> tuple[FunctionCount, ...]:
        """The ``.entry`` functions."""
        return tuple(function for function in self.functions if function.kind == "entry")

    @property
    def device_functions(self) -> tuple[FunctionCount, ...]:
        """The ``.func`` functions that have a body."""
        return tuple(function for function in self.functions if function.kind != "entry")

    @property
    def instructions(self) -> int:
        """The instructions of all functions."""
        return sum(function.instructions for function in self.functions)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Opcodes that the ISA this was written for does not have."""
        seen = {text for function in self.functions for text in function.opcodes}
        return tuple(sorted(text for text in seen if not opcode(text).known))


def count(path: str, data: bytes) -> FileCount:
    """Count the PTX in ``data``; raises :class:`pointerchain.ptx.records.PtxError`."""
    found: list[FunctionCount] = []
    versions: dict[str, None] = {}
    targets: dict[str, None] = {}
    line, at = 1, 0
    for function in functions(data):
        line, at = line + data.count(b"\n", at, function.at), function.at
        found.append(count_function(function, line))
        versions[function.module.version] = None
        targets[function.module.target] = None
    return FileCount(path, data.count(b"\n"), tuple(versions), tuple(targets), tuple(found))


def count_function(function: Function, line: int = 0) -> FunctionCount:
    """Count one function; raises :class:`pointerchain.ptx.records.PtxError` for a branch to nowhere."""
    instructions = function.instructions
    graph = blocks(function)
    nesting = depths(graph)
    by_depth = [0] * (max(nesting, default=0) + 1)
    looping: Counter[str] = Counter()
    loops: list[tuple[int, int]] = []
    for block, depth in zip(graph, nesting, strict=True):
        by_depth[depth] += block.end - block.start
        if depth:
            loops.append((block.start, block.end))
            looping.update(item.opcode for item in instructions[block.start : block.end])
    pointers = pointer_loads(function)
    return FunctionCount(
        kind=function.kind,
        name=function.name,
        line=line,
        opcodes=Counter(item.opcode for item in instructions),
        opcodes_in_loops=looping,
        by_depth=tuple(by_depth),
        pointer_loads=len(pointers),
        pointer_loads_in_loops=sum(1 for _ in _inside(pointers, loops)),
    )


def total(counts: Iterable[FunctionCount], name: str = "total") -> FunctionCount:
    """The sum of several functions."""
    opcodes: Counter[str] = Counter()
    looping: Counter[str] = Counter()
    by_depth: list[int] = [0]
    pointers = in_loops = 0
    for one in counts:
        opcodes.update(one.opcodes)
        looping.update(one.opcodes_in_loops)
        by_depth += [0] * (len(one.by_depth) - len(by_depth))
        for depth, number in enumerate(one.by_depth):
            by_depth[depth] += number
        pointers += one.pointer_loads
        in_loops += one.pointer_loads_in_loops
    return FunctionCount("total", name, 0, opcodes, looping, tuple(by_depth), pointers, in_loops)


def _by_class(opcodes: Counter[str]) -> dict[str, int]:
    classes = dict.fromkeys(CLASSES, 0)
    for text, number in opcodes.items():
        classes[opcode(text).category] += number
    return classes


def _inside(indices: list[int], spans: list[tuple[int, int]]) -> Iterator[int]:
    """Those of the sorted ``indices`` that lie in one of the sorted ``spans``."""
    at = 0
    for start, end in spans:
        while at < len(indices) and indices[at] < start:
            at += 1
        while at < len(indices) and indices[at] < end:
            yield indices[at]
            at += 1
