# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images of deep structures beside other libraries that save structures: in memory, in files and over MPI.

Programs of microbench/transfer are built and run in turn, in rounds. Printed are medians: milliseconds of
processor time to save and to load, and of wall clock for a broadcast to a second rank, ours divided by the
best other of the same round, and whether the goals are met. A library that is not there is left out, by name:
of Boost and cereal Debian has packages, zpp_bits, bitsery and MEL are looked for in the folders zpp_bits,
bitsery and MEL of --peers. Every program may use all the stack that it wants, for others recurse. With
--large: lists and rings of 10^7 nodes with a stack of 256 KiB, 3 GiB in a file and in one send, and the
memory that takes.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
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
PLAIN = "plain"


class Library(NamedTuple):
    """A program of microbench/transfer, and how it is built."""

    flags: tuple[str, ...] = ("-std=c++17",)
    libraries: tuple[str, ...] = ()
    includes: str = ""
    """A folder of --peers."""
    mpi: bool = False
    macro: str = ""
    """With which ranks.cpp is built."""


LIBRARIES = {
    OURS: Library(libraries=("-lpthread",)),
    "boost": Library(libraries=("-lboost_serialization",), macro="WITH_BOOST"),
    "cereal": Library(macro="WITH_CEREAL"),
    "zpp": Library(flags=("-std=c++20",), includes="zpp_bits", macro="WITH_ZPP"),
    "bitsery": Library(includes="bitsery/include"),
    "mel": Library(includes="MEL", mpi=True, macro="WITH_MEL"),
    PLAIN: Library(),
}
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
OVER_MPI = ("list", "tree", "scene", "full")
"""What is broadcast: ours is to be below every other."""
FLAGS = ("-O3", "-DNDEBUG", "-w", f"-I{ROOT / 'pointerchain' / 'include'}")
MPI_FLAGS = ("-DOMPI_SKIP_MPICXX",)
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}
CANNOT = 3
"""The status of a program whose library cannot hold the structure."""
STACK = 256 * 1024
"""Bytes."""


class Took(NamedTuple):
    """Milliseconds of processor time, and the bytes of what was saved."""

    save: float
    load: float
    bytes: int


def build(name: str, source: str, options: argparse.Namespace, folder: Path, *more: str) -> Path | None:
    """A program for a library, or None where the library is not there."""
    library = LIBRARIES[name]
    mpi = library.mpi or (source in ("ranks", "large") and bool(more))
    compiler = "mpicxx" if mpi else options.compiler
    if mpi and (shutil.which("mpicxx") is None or shutil.which("mpirun") is None):
        return None
    if library.includes and not (options.peers and (options.peers / library.includes).is_dir()):
        return None
    program = folder / f"{source}-{name}{'-mpi' if mpi else ''}"
    command = [compiler, *library.flags, *FLAGS, *(MPI_FLAGS if mpi else ()), *more]
    if library.includes:
        command.append(f"-I{options.peers / library.includes}")
    command += [str(SOURCES / f"{source}.cpp"), "-o", str(program), *library.libraries, "-lpthread"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and name in (OURS, PLAIN):
        sys.exit(done.stderr)
    return program if done.returncode == 0 else None


def unlimited() -> None:
    """Let the stack grow as far as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (most, most))


def small_stack() -> None:
    """Let the stack have as much as the structures may need at most."""
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))


def numbers(command: list[str | Path], **settings: str) -> list[float] | None:
    """What a program prints; None where it fails."""
    limit = small_stack if settings.pop("stack", None) else unlimited
    environment = {**os.environ, **SETTINGS, **settings}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, preexec_fn=limit)
    if done.returncode == CANNOT:
        return []
    return [float(each) for each in done.stdout.split()] if done.returncode == 0 else None


def run(program: Path, *arguments: str) -> Took | None:
    """What one run took; None where it failed or the library cannot hold the structure."""
    found = numbers([program, *arguments])
    return Took(found[0], found[1], int(found[2])) if found else None


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
            print(f"    {name}: failed, or cannot hold it")
            del runs[name]
        rounds.append({name: each for name, each in took.items() if each is not None})
    for name in runs:
        print(shown(name, [each[name] for each in rounds if name in each]))
    others = [name for name in runs if name not in ours and name not in ("memcpy", "by hand")]
    for each in ours if others else ():
        print(compare(rounds, each, others, GOALS[title]))


def broadcasts(structure: str, programs: dict[str, Path], n: int) -> None:
    """Broadcast a structure to a second rank by all libraries in turn, and print what it took."""
    print(f"{structure}, a broadcast to a second rank:")
    some = next(iter(programs.values()))
    runs = {way: (some, way) for way in ("plain", "buffered", "unbuffered", "bytes")}
    runs |= {name: (program, "peer") for name, program in programs.items()}
    rounds: list[dict[str, float]] = []
    for _ in range(n):
        rounds.append({})
        for name, (program, way) in list(runs.items()):
            took = numbers(["mpirun", "-n", "2", program, structure, way])
            if took:
                rounds[-1][name] = took[0]
            else:
                print(f"    {name}: failed, or cannot hold it")
                del runs[name]
    for name in runs:
        shown_name = OURS if name == "plain" else f"{OURS} {name}" if name.endswith("buffered") else name
        print(f"    {shown_name:22} {statistics.median(each[name] for each in rounds if name in each):9.1f}")
    others = [name for name in runs if name in programs]
    if others:
        ratio = statistics.median(each["plain"] / min(each[name] for name in others) for each in rounds)
        print(f"    {OURS + ' / best other':22} {ratio:9.2f}   goal: 1 {'met' if ratio < 1 else 'missed'}")


def large(options: argparse.Namespace, folder: Path, ours: Path) -> None:
    """Print what long and large structures take."""
    for structure in ("list", "ring"):
        took = numbers([ours, structure], NODES="10000000", stack="small")
        shown_times = f"{took[0]:.0f} ms to save, {took[1]:.0f} ms to load" if took else "failed"
        print(f"{structure} of 10^7 nodes, a stack of 256 KiB: {shown_times}")
    file, ranks = build(OURS, "large", options, folder), build(OURS, "large", options, folder, "-DWITH_MPI")
    for title, arrays, size in (("3 GiB in one array", 1, 3072), ("1 GB in 16 arrays", 16, 61)):
        if file is not None and (took := numbers([file, str(arrays), str(size)])):
            times = f"{took[0]:.0f} ms to write, {took[1]:.0f} to read"
            print(f"{title}, a file: {times}, {took[3]:.0f} MiB beside it")
        else:
            print(f"{title}, a file: failed")
        if ranks is None:
            print("MPI: not there")
        elif took := numbers(["mpirun", "-n", "2", ranks, str(arrays), str(size)]):
            goal = f"   goal: 32 MiB {'met' if took[2] <= 32 else 'missed'}"
            print(f"{title}, one send, unbuffered: {took[0]:.0f} ms, {took[2]:.0f} MiB beside it{goal}")
        else:
            print(f"{title}, one send: failed")


def main() -> None:
    """Build, run in turn, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--peers", type=Path, help="a folder with sources of other libraries")
    parser.add_argument("--no-mpi", action="store_true", help="leave broadcasts out")
    parser.add_argument("--large", action="store_true", help="long and large structures, and nothing else")
    parser.add_argument("structures", nargs="*", help=f"{', '.join(STRUCTURES)}; none: all")
    options = parser.parse_args()
    if wrong := [name for name in options.structures if name not in STRUCTURES]:
        parser.error(f"no structure '{wrong[0]}': there are {', '.join(STRUCTURES)}")
    with tempfile.TemporaryDirectory(prefix="bench-transfer-") as name:
        folder = Path(name)
        if options.large:
            ours = build(OURS, OURS, options, folder)
            if ours is not None:
                large(options, folder, ours)
            return
        built = {each: build(each, each, options, folder) for each in LIBRARIES}
        programs = {each: program for each, program in built.items() if program is not None}
        for each in sorted(set(LIBRARIES) - set(programs)):
            print(f"{each}: not there")
        ranks: dict[str, Path] = {}
        wanted = not options.no_mpi and set(options.structures or OVER_MPI) & set(OVER_MPI)
        for each in programs if wanted else ():
            macro = LIBRARIES[each].macro
            if macro and (program := build(each, "ranks", options, folder, f"-D{macro}")):
                ranks[each] = program
        if wanted and not ranks:
            print("broadcasts: left out, for MPI or all others are not there")
        ours = programs.pop(OURS)
        plain = programs.pop(PLAIN)
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
                both["by hand"] = (plain, ["scene", "file"])
                measure("scene, in a file", both, [OURS], options.rounds)
            if ranks and structure in OVER_MPI:
                broadcasts(structure, ranks, options.rounds)


if __name__ == "__main__":
    main()
