# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops in the control flow of one function.

    L:  add; @%p bra L; ret     ->     depths of the instructions: 1, 1, 0

A loop is a strongly connected set of blocks; the loops inside it are what is
still strongly connected when the blocks through which it is entered are taken
out (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993).
For reducible flow that gives the natural loops of dominators and back edges,
those with one header as one loop. Where a loop has several entries all of it
counts as one, and what is left without all its entries may nest in it.
"""

from __future__ import annotations

from typing import NamedTuple

from pointerchain.ptx.opcodes import JUMPS, LEAVES, opcode
from pointerchain.ptx.records import Function, Instruction, PtxError

_ENDING = JUMPS | LEAVES


class Block(NamedTuple):
    """Instructions ``[start, end)`` of a function, and the blocks that may follow."""

    start: int
    end: int
    successors: tuple[int, ...]


def blocks(function: Function) -> list[Block]:
    """The control-flow graph, entered at block 0; raises :class:`PtxError` for a label that is not there."""
    instructions = function.instructions
    labels, targets = _labels(function)
    ending = {text for text in {item.opcode for item in instructions} if opcode(text).base in _ENDING}
    jumps = [index for index, item in enumerate(instructions) if item.opcode in ending]
    size = len(instructions)
    starts = sorted({0, *labels.values(), *(index + 1 for index in jumps)} - {size})
    if not instructions:
        return []
    numbers = {start: number for number, start in enumerate(starts)}
    ends = dict.fromkeys(jumps)
    found = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else size
        following = [number + 1] if end < size else []
        last = end - 1
        if last in ends:
            instruction = instructions[last]
            unconditional = not instruction.guard
            if unconditional:
                following = []
            if _base(instruction) in JUMPS:
                for name in _goes_to(function, last, targets):
                    index = _resolve(function, labels, instruction.scope, name)
                    if index is None:
                        raise PtxError(
                            instruction.at, f"a branch to '{name}', which is no label of '{function.name}'"
                        )
                    if index < size:
                        following.append(numbers[index])
        found.append(Block(start, end, tuple(dict.fromkeys(following))))
    return found


def depths(graph: list[Block]) -> list[int]:
    """For each block the number of loops that it stands in."""
    depth = [0] * len(graph)
    predecessors: list[list[int]] = [[] for _ in graph]
    for number, block in enumerate(graph):
        for successor in block.successors:
            predecessors[successor].append(number)
    # Most blocks stand in no loop: only a jump back can make one.
    if not any(successor <= number for number, block in enumerate(graph) for successor in block.successors):
        return depth
    waiting = [list(range(len(graph)))]
    while waiting:
        part = waiting.pop()
        for component in _components(graph, part):
            inside = set(component)
            if len(component) == 1 and component[0] not in graph[component[0]].successors:
                continue
            for number in component:
                depth[number] += 1
            entries = {
                number
                for number in component
                if number == 0 or any(before not in inside for before in predecessors[number])
            }
            if not entries:
                entries = {min(component)}  # code that nothing reaches
            rest = [number for number in component if number not in entries]
            if rest:
                waiting.append(rest)
    return depth


def _base(instruction: Instruction) -> str:
    return instruction.opcode.partition(".")[0]


def _labels(function: Function) -> tuple[dict[tuple[int, str], int], dict[tuple[int, str], tuple[str, ...]]]:
    """Where labels stand, by scope and name, and the lists of those that name one (``.branchtargets``)."""
    labels: dict[tuple[int, str], int] = {}
    targets: dict[tuple[int, str], tuple[str, ...]] = {}
    previous = None
    for item in function.items:
        if item.kind == "label":
            key = (item.scope, item.text)
            if key in labels:
                raise PtxError(item.at, f"label '{item.text}' stands here a second time")
            labels[key] = item.before
        elif item.kind == "directive" and item.text.startswith(".branchtargets") and previous is not None:
            if previous.kind == "label":
                names = item.text.removeprefix(".branchtargets").rstrip("; \t\r\n")
                targets[previous.scope, previous.text] = tuple(name.strip() for name in names.split(","))
        previous = item
    return labels, targets


def _goes_to(
    function: Function, index: int, targets: dict[tuple[int, str], tuple[str, ...]]
) -> tuple[str, ...]:
    """The labels that a ``bra`` or ``brx.idx`` names."""
    instruction = function.instructions[index]
    operands = [operand.strip() for operand in instruction.operands.split(",")]
    if _base(instruction) == "bra":
        return (operands[0],)
    if len(operands) < 2:
        raise PtxError(instruction.at, "a 'brx' without its list of labels")
    name = operands[-1]
    scope = instruction.scope
    while scope >= 0:
        found = targets.get((scope, name))
        if found is not None:
            return found
        scope = function.parents[scope]
    raise PtxError(instruction.at, f"'{name}' names no '.branchtargets' in '{function.name}'")


def _resolve(function: Function, labels: dict[tuple[int, str], int], scope: int, name: str) -> int | None:
    """The instruction behind the label ``name``, as seen from ``scope``."""
    while scope >= 0:
        index = labels.get((scope, name))
        if index is not None:
            return index
        scope = function.parents[scope]
    return None


def _components(graph: list[Block], part: list[int]) -> list[list[int]]:
    """The strongly connected components of the blocks in ``part`` (Tarjan's algorithm, without recursion)."""
    here = set(part)
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for root in part:
        if root in index:
            continue
        work = [(root, iter(graph[root].successors))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            number, successors = work[-1]
            for successor in successors:
                if successor not in here:
                    continue
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((successor, iter(graph[successor].successors)))
                    break
                if successor in on_stack:
                    low[number] = min(low[number], index[successor])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[number])
                if low[number] == index[number]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.remove(member)
                        component.append(member)
                        if member == number:
                            break
                    found.append(component)
    return found
