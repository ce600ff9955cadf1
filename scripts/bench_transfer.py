# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images of deep structures beside other libraries that save structures, in memory, and beside stdio.

Programs of microbench/transfer are built and run in turn, in rounds. Printed are medians: milliseconds of
processor time to save and to load, ours divided by the best other of the same round, and whether the goals
are met. A library that is not there is left out, by name. Every program may use all the stack that it wants,
for others recurse.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "microbench" / "transfer"
STRUCTURES = ("list", "tree", "scene", "ring", "random", "full")
OURS = "pointerchain"
LIBRARIES = {OURS: ("-lpthread",), "boost": ("-lboost_serialization",), "cereal": (), "plain": ()}
GOALS = {
    "list": (1.0, 0.5),
    "tree": (1.0, 0.5),
    "scene": (1.0, 1.0),
    "ring": (0.5, 0.5),
    "random": (0.5, None),
    "full": (0.5, None),
    "scene, in a file": (1.5, 1.5),
}
"""By title: what saving and loading are to be of the best other, at most; None where nothing is asked."""
FLAGS = ("-std=c++17", "-O3", "-DNDEBUG", f"-I{ROOT / 'pointerchain' / 'include'}")


class Took(NamedTuple):
    """Milliseconds of processor time, and the bytes of what was saved."""

    save: float
    load: float
    bytes: int


def build(name: str, compiler: str, folder: Path) -> Path | None:
    """The program of a library, or None where the library is not there."""
    program = folder / name
    command = [compiler, *FLAGS, str(SOURCES / f"{name}.cpp"), "-o", str(program), *LIBRARIES[name]]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and name in (OURS, "plain"):
        sys.exit(done.stderr)
    return program if done.returncode == 0 else None


def unlimited() -> None:
    """Let the stack grow as far as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (most, most))


def run(program: Path, *arguments: str) -> Took | None:
    """What one run took; None where it failed."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, preexec_fn=unlimited)
    if done.returncode:
        return None
    save, load, size = done.stdout.split()
    return Took(float(save), float(load), int(size))


def shown(name: str, took: list[Took]) -> str:
    """Medians of what a program took."""
    save, load = (statistics.median(each[at] for each in took) for at in (0, 1))
    return f"    {name:22} {save:9.1f} {load:9.1f}   {took[-1].bytes / 1e6:7.1f} MB"


def compare(
    rounds: list[dict[str, Took]], ours: str, others: list[str], goals: tuple[float | None, float | None]
) -> str:
    """Ours divided by the best other, saved and loaded, and the goals."""
    ratios, judged = [], []
    for at, goal in enumerate(goals):
        found = statistics.median(each[ours][at] / min(each[name][at] for name in others) for each in rounds)
        ratios.append(f"{found:9.2f}")
        if goal is not None:
            judged.append(f"{('save', 'load')[at]} {goal:g} {'met' if found <= goal else 'missed'}")
    return f"    {ours + ' / best other':22} {' '.join(ratios)}   goals: {', '.join(judged)}"


def measure(title: str, runs: dict[str, tuple[Path, list[str]]], ours: list[str], n: int) -> None:
    """Run programs in turn, and print what they took."""
    print(f"{title}:")
    rounds: list[dict[str, Took]] = []
    for _ in range(n):
        took = {name: run(program, *arguments) for name, (program, arguments) in runs.items()}
        for name in [name for name, each in took.items() if each is None]:
            print(f"    {name}: failed")
            del runs[name]
        rounds.append({name: each for name, each in took.items() if each is not None})
    for name in runs:
        print(shown(name, [each[name] for each in rounds if name in each]))
    others = [name for name in runs if name not in ours and name != "memcpy"]
    for each in ours if others else ():
        print(compare(rounds, each, others, GOALS[title]))


def main() -> None:
    """Build, run in turn, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("structures", nargs="*", help=f"{', '.join(STRUCTURES)}; none: all")
    options = parser.parse_args()
    if wrong := [name for name in options.structures if name not in STRUCTURES]:
        parser.error(f"no structure '{wrong[0]}': there are {', '.join(STRUCTURES)}")
    with tempfile.TemporaryDirectory(prefix="bench-transfer-") as name:
        built = {each: build(each, options.compiler, Path(name)) for each in LIBRARIES}
        programs = {each: program for each, program in built.items() if program is not None}
        for each in sorted(set(LIBRARIES) - set(programs)):
            print(f"{each}: not there")
        ours = programs.pop(OURS)
        plain = programs.pop("plain")
        print(f"{options.rounds} rounds; milliseconds to save and to load")
        for structure in options.structures or STRUCTURES:
            took = run(ours, structure)
            if took is None:
                sys.exit(f"{structure}: {OURS} failed")
            size = str(took.bytes)
            separate = f"{OURS} separate"
            runs = {OURS: (ours, [structure]), separate: (ours, [structure, "separate"])}
            runs |= {each: (program, [structure]) for each, program in programs.items()}
            runs["memcpy"] = (plain, [size])
            measure(structure, runs, [OURS, separate], options.rounds)
            if structure == "scene":
                both = {OURS: (ours, [structure, "file"]), "stdio": (plain, [size, "file"])}
                measure("scene, in a file", both, [OURS], options.rounds)


if __name__ == "__main__":
    main()
