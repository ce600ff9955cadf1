# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Modules of random derived types, and where their compiler says that the types' pointers lie.

``python random_types.py --count 500`` compares what the runtime finds in objects of so many types with
gfortran's debug information, and with the symbols that flang's semantic analysis dumps.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import fortranlib

from pointerchain.fortran.pipeline import translate

Layout = dict[str, tuple[int, dict[str, int]]]
"""By name of a type: its size, and the offsets of its components, in bytes."""


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
    out += ["void show_all(void) {", *(f"show(pc_type_{name}__t{each.number}());" for each in made), "}"]
    return "\n".join(out) + "\n"


MAIN = """\
interface
  subroutine show_all() bind(c)
  end subroutine
end interface
call show_all()
end
"""


def symbols(path: Path) -> Layout:
    """The layout of the types of a module, as flang's semantic analysis has it."""
    command = ["flang-new-19", "-fc1", "-fdebug-dump-symbols", path.name]
    text = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=True).stdout
    out: Layout = {}
    members: dict[str, int] = {}
    for line in text.splitlines():
        if scope := re.match(r"\s*(\w.*) scope: (\w*)", line):
            members = {}
            size = re.search(r"\bsize=(\d+)", line)
            if scope[1] == "DerivedType" and size:
                out[scope[2]] = (int(size[1]), members)
        elif member := re.match(r"\s*(\w+)\b[^:]* size=\d+ offset=(\d+): ObjectEntity", line):
            members[member[1]] = int(member[2])
    return out


def debug_information(path: Path) -> Layout:
    """The layout of the structures that the debug information of an object file has."""
    text = subprocess.run(
        ["readelf", "--debug-dump=info", str(path)], capture_output=True, text=True, check=True
    ).stdout
    out: Layout = {}
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


def expected(made: list[Type], layout: Layout, number: int) -> list[tuple[int, str]]:
    """Offset and name of each pointer of a type, by its compiler."""
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


def compare(seed: int, count: int, directory: Path, compiler: str) -> None:
    """Assert that the descriptors of random types have the sizes and offsets that their compiler tells."""
    made = types(seed, count)
    source = module("shapes", made)
    result = translate(source.encode(), "shapes.f90")
    assert not result.diagnostics
    assert result.text is not None
    (directory / "shapes.f90").write_bytes(result.text)
    (directory / "show.c").write_text(program("shapes", made))
    fortranlib.support(compiler, directory)
    fortranlib.runtime(directory)
    # flang warns at each c_loc of what is not interoperable
    (directory / "main.f90").write_text(MAIN)
    subprocess.run([compiler, "-g", "-O0", "-w", "-c", "shapes.f90"], cwd=directory, check=True)
    subprocess.run(["gcc", f"-I{fortranlib.INCLUDE}", "-c", "show.c"], cwd=directory, check=True)
    link = [compiler, "main.f90", "show.o", "shapes.o", "runtime.o", "-o", "show"]
    subprocess.run(link, cwd=directory, check=True)
    shown = subprocess.run(["./show"], cwd=directory, capture_output=True, text=True, check=True).stdout
    if compiler == "gfortran":
        layout = debug_information(directory / "shapes.o")
    else:
        (directory / "plain.f90").write_text(source)
        layout = symbols(directory / "plain.f90")
    lines = shown.splitlines()
    assert len(lines) == count
    for number, line in enumerate(lines):
        name, size, *rows = line.split()
        assert (name, int(size)) == (f"t{number}", layout[name][0])
        found = sorted((int(at), row) for row, at in zip(rows[::2], rows[1::2], strict=True))
        assert found == expected(made, layout, number), name


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500, help="how many types")
    parser.add_argument("--each", type=int, default=20, help="how many of them stand in a module")
    options = parser.parse_args()
    wrong = 0
    for compiler in fortranlib.COMPILERS:
        if shutil.which(compiler) is None:
            print(f"{compiler} is not installed")
            continue
        equal = 0
        for seed in range(options.seed, options.seed + -(-options.count // options.each)):
            with tempfile.TemporaryDirectory() as directory:
                try:
                    compare(seed, options.each, Path(directory), compiler)
                    equal += options.each
                except (AssertionError, subprocess.CalledProcessError) as error:
                    wrong += isinstance(error, AssertionError)
                    print(f"{compiler}: seed {seed}: {str(error)[:300] or 'differs'}", flush=True)
        print(f"{compiler}: {equal} types have its sizes and offsets", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
