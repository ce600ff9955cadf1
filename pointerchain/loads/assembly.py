# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The instructions of a function's loops that read memory, from a compiler's assembly.

The function's basic blocks and natural loops are found first, because compilers move the rarely
run blocks of a loop out of line. Reads AT&T x86-64 and AArch64 assembly.
"""

from __future__ import annotations

import re

from pointerchain.lazy import NamedTuple, lazy_pattern

COMMENT = lazy_pattern(r"\s*(?:^#|#\s|//|;)")  # '#8' is a number in AArch64
LABEL = lazy_pattern(r"^([.\w$]+):")
MEMORY = lazy_pattern(r"[-+.\w$@]*\([^)]*\)")
DIVIDE = lazy_pattern(r"^\s*(v?divs[sd]|v?divp[sd]|fdiv)\b")
BRANCH = lazy_pattern(r"^\s*(j\w+|b|b\.\w+|cbn?z|tbn?z)\s+(?:.*,\s*)?([.\w$]+)\s*$")
LEAVES = lazy_pattern(r"^\s*(ret\w*|jmp|b|br|ud2|brk)\b(?!\.)")


class Loads(NamedTuple):
    """Instructions that read memory, and those of them that read 8 bytes into an integer register."""

    all: int
    pointers: int


class Block(NamedTuple):
    """A run of instructions entered at its first one and left at its last one."""

    lines: list[str]
    successors: set[int]


def function_body(assembly: str, name: str) -> list[str]:
    """Labels and instructions of function ``name``."""
    lines, inside = [], False
    for text in assembly.splitlines():
        line = COMMENT.split(text, maxsplit=1)[0].rstrip()
        label = LABEL.match(line)
        if label and label[1] in (name, f"_{name}"):
            inside = True
        elif inside and re.match(r"\s*\.(size|cfi_endproc)\b", line):
            break
        elif inside and line and (label or not re.match(r"\s*\.", line)):
            lines.append(line)
    if not lines:
        raise ValueError(f"no function {name} in the assembly")
    return lines


def blocks_of(lines: list[str]) -> list[Block]:
    """The function's control-flow graph; block 0 is its entry."""
    starts, owner = [0], {}
    for number, line in enumerate(lines):
        if LABEL.match(line) and starts[-1] != number:
            starts.append(number)
        if (
            (BRANCH.match(line) or LEAVES.match(line))
            and number + 1 < len(lines)
            and starts[-1] != number + 1
        ):
            starts.append(number + 1)
    starts = sorted(set(starts))
    for index, start in enumerate(starts):
        label = LABEL.match(lines[start])
        if label:
            owner[label[1]] = index
    blocks = []
    for index, start in enumerate(starts):
        end = starts[index + 1] if index + 1 < len(starts) else len(lines)
        last = lines[end - 1]
        successors = set()
        branch = BRANCH.match(last)
        if branch and branch[2] in owner:
            successors.add(owner[branch[2]])
        if not LEAVES.match(last) and index + 1 < len(starts):
            successors.add(index + 1)
        blocks.append(Block(lines[start:end], successors))
    return blocks


def natural_loops(blocks: list[Block]) -> list[set[int]]:
    """Every loop, as the set of its blocks; what no way leads to from the entry is in none."""
    reached, waiting = {0}, [0]
    while waiting:
        new_ones = blocks[waiting.pop()].successors - reached
        reached |= new_ones
        waiting += new_ones
    before: list[set[int]] = [set() for _ in blocks]
    for index in reached:
        for successor in blocks[index].successors:
            before[successor].add(index)
    dominators = [{0} if index == 0 else set(reached) for index in range(len(blocks))]
    changed = True
    while changed:
        changed = False
        for index in sorted(reached - {0}):
            new = set.intersection(*(dominators[p] for p in before[index]))
            if new | {index} != dominators[index]:
                dominators[index] = new | {index}
                changed = True
    loops: dict[int, set[int]] = {}
    for index in sorted(reached):
        for head in blocks[index].successors & dominators[index]:
            body, todo = {head}, [index]
            while todo:
                here = todo.pop()
                if here not in body:
                    body.add(here)
                    todo.extend(before[here])
            loops[head] = loops.get(head, set()) | body
    return list(loops.values())


def loads_of(line: str) -> Loads:
    """What one instruction reads."""
    words = line.split(None, 1)
    name, operands = words[0], words[1] if len(words) > 1 else ""
    if "[" in operands:  # AArch64
        if not name.startswith("ld"):
            return Loads(0, 0)
        count = 2 if name.startswith("ldp") else 1
        return Loads(count, count if operands.lstrip().startswith("x") else 0)
    found = MEMORY.search(operands)
    if not found or re.match(r"lea|nop|prefetch|call|j|set", name):
        return Loads(0, 0)
    if name.startswith(("mov", "vmov", "cvt")) and operands.rstrip().endswith(found[0]):
        return Loads(0, 0)  # a store
    address = name in ("movq", "movabsq") and not re.search(r"%[xyz]mm", operands) and "%rip" not in found[0]
    return Loads(1, int(address))


def hot_loop_loads(assembly: str, function: str) -> Loads:
    """Loads in the innermost loop of ``function`` that divides: the loop over pairs."""
    blocks = blocks_of(function_body(assembly, function))
    loops = [
        loop
        for loop in natural_loops(blocks)
        if any(DIVIDE.match(line) for b in loop for line in blocks[b].lines)
    ]
    if not loops:
        raise ValueError(f"no loop that divides in {function}")
    loop = min(loops, key=len)
    found = [loads_of(line) for b in loop for line in blocks[b].lines if not LABEL.match(line)]
    return Loads(sum(f.all for f in found), sum(f.pointers for f in found))
