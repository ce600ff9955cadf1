# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Modules of random derived types, and where gfortran's debug information says that their pointers lie."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """A component: ``form`` is 'data', 'dynamic' or 'embedded'; ``elements`` how many objects are embedded."""

    name: str
    form: str
    declaration: str
    target: int = -1
    elements: int = 1


class Type(NamedTuple):
    """A type ``tN``; ``parent`` is the number of the type that it extends, or -1."""

    number: int
    parent: int
    parts: tuple[Part, ...]


NUMBERS = (
    "real(8)",
    "real(4)",
    "integer(1)",
    "integer(2)",
    "integer",
    "integer(8)",
    "complex(8)",
    "logical(1)",
    "real(16)",
)


def types(seed: int, count: int) -> list[Type]:
    """Random types, of which each may embed earlier ones and point to any."""
    rng = random.Random(seed)
    out: list[Type] = []
    for number in range(count):
        parent = rng.randrange(number) if number and rng.random() < 0.2 else -1
        parts = tuple(_part(rng, number, n, count) for n in range(rng.randint(1, 8)))
        out.append(Type(number, parent, parts))
    return out


def _part(rng: random.Random, number: int, n: int, count: int) -> Part:
    name = f"c{number}_{n}"
    kind = rng.choice(("data", "array", "number", "number", "text", "pointer", "embedded", "allocatable"))
    rank = rng.choice((0, 1, 1, 2, 3, 7))
    shape = f"({','.join(':' * rank)})" if rank else ""
    access = rng.choice(("", "", ", private"))
    how = rng.choice(("allocatable", "pointer", "pointer, contiguous" if rank else "pointer"))
    null = " => null()" if how.startswith("pointer") else ""
    if kind == "data":
        return Part(
            name, "data", f"{rng.choice(NUMBERS)}{access} :: {name} = 0".replace("logical(1)", "integer")
        )
    if kind == "array":
        # none of one byte: gfortran 12 writes beyond an allocated object that embeds one
        element = rng.choice([each for each in NUMBERS if not each.endswith("(1)")])
        return Part(name, "data", f"{element}{access} :: {name}({rng.randint(1, 5)},0:2)")
    if kind == "number":
        return Part(name, "dynamic", f"{rng.choice(NUMBERS)}, {how}{access} :: {name}{shape}{null}")
    if kind == "text":
        length = rng.choice((":", "7"))
        return Part(name, "dynamic", f"character(len={length}), {how}{access} :: {name}{shape}{null}")
    if kind == "embedded" and number:
        target, rows = rng.randrange(number), rng.choice((0, 2, 3))
        dimension = f"({rows},-1:0)" if rows else ""
        return Part(name, "embedded", f"type(t{target}){access} :: {name}{dimension}", target, 2 * rows or 1)
    target = rng.randrange(number) if kind == "allocatable" and number else rng.randrange(count)
    if kind == "allocatable" and number:
        return Part(name, "dynamic", f"type(t{target}), allocatable{access} :: {name}{shape}", target)
    return Part(name, "dynamic", f"type(t{target}), pointer{access} :: {name}{shape} => null()", target)


def module(name: str, made: list[Type]) -> str:
    """The types as a module."""
    lines = [f"module {name}", "implicit none", "!$pointerchain types"]
    for each in made:
        lines.append(
            f"type, extends(t{each.parent}) :: t{each.number}"
            if each.parent >= 0
            else f"type :: t{each.number}"
        )
        lines += [part.declaration for part in each.parts]
        lines.append("end type")
    return "\n".join([*lines, "end module"]) + "\n"


def program(name: str, made: list[Type]) -> str:
    """C that prints what the descriptors say: a type, its size, and each pointer's name and offset."""
    out = ["#include <pointerchain/descriptor.h>", "#include <stdio.h>"]
    out += [f"const pc_type *pc_type_{name}__t{each.number}(void);" for each in made]
    out.append('static void show(const pc_type *t) { size_t i; printf("%s %zu", t->name, t->size);')
    out.append(
        'for (i = 0; i < t->npointers; ++i) printf(" %s %zu", t->pointers[i].name, t->pointers[i].offset);'
    )
    out.append('printf("\\n"); }')
    out += ["int main(void) {", *(f"show(pc_type_{name}__t{each.number}());" for each in made), "return 0; }"]
    return "\n".join(out) + "\n"


def debug_information(path: Path) -> dict[str, tuple[int, dict[str, int]]]:
    """By name of a structure: its size, and the offsets of its members."""
    text = subprocess.run(
        ["readelf", "--debug-dump=info", str(path)], capture_output=True, text=True, check=True
    ).stdout
    out: dict[str, tuple[int, dict[str, int]]] = {}
    tag = name = current = ""
    for line in text.splitlines():
        if found := re.match(r"\s*<(\w+)><\w+>: Abbrev Number: \d+(?: \((\w+)\))?", line):
            tag, name = found[2] or "", ""
        elif found := re.match(r"\s*<\w+>\s+DW_AT_name\s*:.*?(\w+)\s*$", line):
            name = found[1]
        elif (
            found := re.match(r"\s*<\w+>\s+DW_AT_byte_size\s*:\s*(\w+)", line)
        ) and tag == "DW_TAG_structure_type":
            current = name
            out.setdefault(current, (int(found[1], 0), {}))
        elif (
            found := re.match(r"\s*<\w+>\s+DW_AT_data_member_location\s*:\s*(\w+)", line)
        ) and tag == "DW_TAG_member":
            out[current][1][name] = int(found[1], 0)
    return out


def expected(
    made: list[Type], layout: dict[str, tuple[int, dict[str, int]]], number: int
) -> list[tuple[int, str]]:
    """Offset and name of each pointer of a type, by the debug information."""
    each, (_, members) = made[number], layout[f"t{number}"]
    out: list[tuple[int, str]] = []
    if each.parent >= 0:
        base = members[f"t{each.parent}"]
        out += [(base + at, f"t{each.parent}%{name}") for at, name in expected(made, layout, each.parent)]
    for part in each.parts:
        if part.form == "dynamic":
            out.append((members[part.name], part.name))
        elif part.form == "embedded":
            size, inner = layout[f"t{part.target}"][0], expected(made, layout, part.target)
            out += [
                (members[part.name] + k * size + at, f"{part.name}%{name}")
                for k in range(part.elements)
                for at, name in inner
            ]
    return sorted(out)
