# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops in the control flow of one function.

    L:  add; @%p bra L; ret     ->     depths of the instructions: 1, 1, 0

A loop is a strongly connected set of blocks; the loops inside it are what is
still strongly connected when the blocks through which it is entered are taken
out (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993).
For reducible flow that gives the natural loops of dominators and back edges,
those with one header as one loop. Where a loop has several entries all of it
counts as one, and what is left without all its entries may nest in it. Only
blocks that are reached can lead into a loop that is reached.
"""

from __future__ import annotations

from pointerchain.lazy import NamedTuple
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
    """For each block the number of loops that it stands in.

    Linear in the size of the graph but for the search of roots, whatever the nesting, where each
    loop has one entry. What has several takes once its size for each loop with several entries
    that stands directly in another one.
    """
    # Most blocks stand in no loop: only a jump back can make one.
    if not any(successor <= number for number, block in enumerate(graph) for successor in block.successors):
        return [0] * len(graph)
    return _Nest(graph).depths()


class _Nest:
    """The loops of a graph, found from the inside: each that has one entry is made one node.

    The entry's blocks that lead back to it are found by following edges against their direction
    (Tarjan, "Testing flow graph reducibility", 1974; Havlak, "Nesting of reducible and
    irreducible loops", 1997). What is left in a loop are the loops with several entries.
    """

    def __init__(self, graph: list[Block]) -> None:
        self._size = len(graph)
        self._successors = _from_one_root(graph)
        self._before: list[list[int]] = [[] for _ in self._successors]
        for number, following in enumerate(self._successors):
            for successor in following:
                self._before[successor].append(number)
        # In which node a block is found by now, by halving paths.
        self._inside = list(range(self._size + 1))
        self._is_loop = [False] * (self._size + 1)
        # The entry of the loop that a block was put into, and its depth in that loop.
        self._entry = [self._size] * (self._size + 1)
        self._depth = [0] * (self._size + 1)

    def depths(self) -> list[int]:
        order, last = self._walk()
        place = {number: index for index, number in enumerate(order)}
        for head in reversed(order[1:]):
            self._close(head, place, last)
        self._settle(self._size, [number for number in order[1:] if self._node(number) == number])
        # An entry stands before what is in its loop.
        found = [0] * (self._size + 1)
        for number in order[1:]:
            found[number] = found[self._entry[number]] + self._depth[number]
        return found[: self._size]

    def _walk(self) -> tuple[list[int], list[int]]:
        """The blocks in the order of a depth-first search, and for each the place of its last descendant."""
        order: list[int] = [self._size]
        last = [0] * (self._size + 1)
        seen = [False] * self._size + [True]
        work = [(self._size, iter(self._successors[self._size]))]
        while work:
            number, following = work[-1]
            for successor in following:
                if not seen[successor]:
                    seen[successor] = True
                    order.append(successor)
                    work.append((successor, iter(self._successors[successor])))
                    break
            else:
                last[number] = len(order) - 1
                work.pop()
        return order, last

    def _node(self, number: int) -> int:
        inside = self._inside
        while inside[number] != number:
            inside[number] = inside[inside[number]]
            number = inside[number]
        return number

    def _close(self, head: int, place: dict[int, int], last: list[int]) -> None:
        """Make the loop that is entered at ``head``, and only there, one node, if there is one."""
        begin, end = place[head], last[head]
        backs = [number for number in self._before[head] if begin <= place[number] <= end]
        if not backs:
            return
        body = dict.fromkeys(node for number in backs if (node := self._node(number)) != head)
        waiting = list(body)
        while waiting:
            # A node is entered at its own block only.
            for number in self._before[waiting.pop()]:
                node = self._node(number)
                if not begin <= place[node] <= end:
                    return  # another way in
                if node != head and node not in body:
                    body[node] = None
                    waiting.append(node)
        self._settle(head, list(body))
        self._is_loop[head] = True
        for node in body:
            self._inside[node] = head

    def _settle(self, head: int, body: list[int]) -> None:
        """Say how deep each node of ``body`` stands in the loop of ``head``, which is entered at ``head``."""
        numbers = {node: index for index, node in enumerate(body)}
        local: list[list[int]] = [[] for _ in body]
        entered = [False] * len(body)
        for index, node in enumerate(body):
            for number in self._before[node]:
                before = numbers.get(self._node(number))
                if before is None:
                    entered[index] = True
                elif before != index or self._node(number) == number == node:
                    local[before].append(index)
            if self._is_loop[node]:
                local[index].append(index)
        for node, depth in zip(body, _by_peeling(local, entered), strict=True):
            self._entry[node], self._depth[node] = head, depth


def _by_peeling(successors: list[list[int]], entered: list[bool]) -> list[int]:
    """The depths of nodes: a loop's entries are taken out, and what is left looked at once more."""
    depth = [0] * len(successors)
    before: list[list[int]] = [[] for _ in successors]
    for number, following in enumerate(successors):
        for successor in following:
            before[successor].append(number)
    waiting = [list(range(len(successors)))]
    while waiting:
        part = waiting.pop()
        for component in _components(successors, part):
            inside = set(component)
            if len(component) == 1 and component[0] not in successors[component[0]]:
                continue
            for number in component:
                depth[number] += 1
            rest = [
                number
                for number in component
                if not entered[number] and all(other in inside for other in before[number])
            ]
            if rest:
                waiting.append(rest)
    return depth


def _from_one_root(graph: list[Block]) -> list[list[int]]:
    """The successors of each block, and last those of a root from which each is reached.

    Compilers leave blocks that nothing reaches, behind a trap for one. They must not count as ways
    into what is reached, so that their jumps into it are left out; loops among them begin where
    other such blocks lead into them, or with their first block.
    """
    size = len(graph)
    reached, waiting = {0}, [0]
    while waiting:
        for successor in graph[waiting.pop()].successors:
            if successor not in reached:
                reached.add(successor)
                waiting.append(successor)
    successors = [
        list(block.successors)
        if number in reached
        else [successor for successor in block.successors if successor not in reached]
        for number, block in enumerate(graph)
    ]
    dead = [number for number in range(size) if number not in reached]
    group = {}
    components = _components(successors, dead)
    for index, component in enumerate(components):
        group.update(dict.fromkeys(component, index))
    led_into = {
        group[successor]
        for number in dead
        for successor in successors[number]
        if group[successor] != group[number]
    }
    roots = [min(component) for index, component in enumerate(components) if index not in led_into]
    return [*successors, [0, *sorted(roots)]]


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


def _components(successors: list[list[int]], part: list[int]) -> list[list[int]]:
    """The strongly connected components of the nodes in ``part`` (Tarjan's algorithm, without recursion)."""
    here = set(part)
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for root in part:
        if root in index:
            continue
        work = [(root, iter(successors[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            number, following = work[-1]
            for successor in following:
                if successor not in here:
                    continue
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((successor, iter(successors[successor])))
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
