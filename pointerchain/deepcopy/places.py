# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where the pointers of a row lie, as C, and what parts of the generated text are called."""

from __future__ import annotations

import re
from itertools import product

from pointerchain.deepcopy.rows import Owner, Row
from pointerchain.translator.clang.records import Record, TypeRef, pointed_at


def combinations(row: Row, *, one_each: bool) -> list[tuple[int, tuple[int, ...]]]:
    """The array whose elements an entry repeats, and for each entry the indices of the others."""
    last = len(row.steps) - 1
    repeated = last if row.words else max(range(last + 1), key=lambda at: row.steps[at].length)
    repeated = -1 if one_each else repeated
    ranges = [range(1 if i == repeated else step.length) for i, step in enumerate(row.steps)]
    return [(repeated, indices) for indices in product(*ranges)]


def argument(record: Record) -> str:
    """A record's name as the argument of a macro: one with a comma has another name in its function."""
    return "pc_record" if "," in record.spelling else record.spelling


def place_of(row: Row, indices: tuple[int, ...], repeated: int) -> str:
    """Where the pointers of an entry and their owners lie that no name reaches: numbers, Clang's."""
    step, base = row.steps[repeated], row.base or row.owner
    first = tuple(0 if at == repeated else index for at, index in enumerate(indices))
    repeat, stride = "1", "0"
    if row.words and repeated >= 0:
        repeat, stride = f"{row.type.size * step.length} / sizeof(void *)", "sizeof(void *)"
    elif repeated >= 0 and step.length > 1:
        repeat, stride = str(step.length), str(step.size)
    at = row.offset + distance(row, first)
    above = zip(row.steps[: base.depth], first, strict=False)
    owner = base.offset // 8 + sum(each.size * index for each, index in above)
    return f"{at}, {repeat}, {stride}, {owner}, {stride if 0 <= repeated < base.depth else '0'}"


def start_of(row: Row, owner: Owner, indices: tuple[int, ...]) -> int:
    """Where a record on the way to a row's object of some indices lies, in bytes."""
    above = zip(row.steps[: owner.depth], indices, strict=False)
    return owner.offset // 8 + sum(step.size * index for step, index in above)


def moved(where: str, by: int) -> str:
    """C++ for a place some bytes from another."""
    return f"static_cast<const char *>({where}) {'-' if by < 0 else '+'} {abs(by)}" if by else where


def distance(row: Row, indices: tuple[int, ...]) -> int:
    """Bytes from the first of a row's objects to that of some indices."""
    return sum(step.size * index for step, index in zip(row.steps, indices, strict=True))


def subscripts(extents: tuple[int, ...], index: int) -> str:
    """The subscripts of an element that is counted through all dimensions: ``[1][0]`` is 2 of ``[3][2]``."""
    out = ""
    for extent in reversed(extents):
        index, within = divmod(index, extent)
        out = f"[{within}]{out}"
    return out


def level_of(row: Row, level: int) -> tuple[TypeRef, int]:
    """What the pointer of a level leads to, and how many of that each of its elements holds."""
    kind, factor = row.type, 1
    for _ in range(level + 1):
        kind, factor = pointed_at(kind)
    return kind, factor


def relative(row: Row) -> str:
    """The path of a row from the record whose members its lengths read."""
    return ".".join(step.name for step in row.steps[row.owner.depth :])


def identifier(spelling: str) -> str:
    """A part of an identifier: ``struct Node`` is ``Node``, ``unsigned long`` is ``unsigned_long``."""
    bare = re.sub(r"\b(?:struct|union|class|enum)\s+", "", spelling).replace("*", " ptr ").replace("[]", "")
    return re.sub(r"\W+", "_", bare).strip("_") or "type"


def c_string(text: str) -> str:
    """A C string literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
