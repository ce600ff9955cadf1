# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random structures, in C and with the containers of C++, as images: there and back, and mutated.

The programs of tests/deepcopy/transfer are built with AddressSanitizer and UndefinedBehaviorSanitizer and run
in batches: half of the structures are of each. They go through memory and a file, and with --ranks from one
rank of MPI to another, and have to be equal by identity; a mutated image has to be refused, or give a
structure all of whose pointers lead where they may. A batch that fails is named with its seed, and the next
goes on.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "deepcopy" / "transfer" / "programs"
BATCH = 1000
FLAGS = ("-O1", "-g1", "-w", "-D_GNU_SOURCE", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
SOURCES = {
    "graphs.c": ("gcc", "mpicc", ("-std=c99",)),
    "containers.cpp": ("g++", "mpicxx", ("-std=c++17",)),
}
"""By name: the compiler, that with MPI, and flags."""
MPI_FLAGS = ("-DOVER_MPI", "-DOMPI_SKIP_MPICXX")
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


def describe(folder: Path) -> None:
    """Write the descriptors of the C++ types."""
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "pointerchain",
        "types",
        PROGRAMS / "containers.h",
        "--type",
        "node",
    ]
    command += ["--format", "c", "-o", folder / "containers_types.h", "--", "-x", "c++", "-std=c++17"]
    subprocess.run(command, cwd=ROOT, check=True)


def build(source: str, folder: Path, ranks: bool) -> Path:
    """A program."""
    program = folder / source.partition(".")[0]
    compiler, with_mpi, flags = SOURCES[source]
    command: list[str | Path] = [with_mpi if ranks else compiler, *FLAGS, *flags]
    command += [*(MPI_FLAGS if ranks else ()), f"-I{ROOT / 'pointerchain' / 'include'}", f"-I{folder}"]
    subprocess.run([*command, PROGRAMS / source, "-o", program, "-lpthread"], check=True)
    return program


def batch(program: Path, seed: int, graphs: int, mutations: int, ranks: bool) -> tuple[int, int] | None:
    """How many mutations of a batch were refused and accepted, or None where it failed."""
    command: list[str | Path] = [*(("mpirun", "-n", "2") if ranks else ()), program]
    command += [str(seed), str(graphs), str(mutations)]
    settings = {**os.environ, **SETTINGS}
    if ranks:
        settings["ASAN_OPTIONS"] = "detect_leaks=0"  # MPI itself leaves memory when it ends
    done = subprocess.run(command, env=settings, capture_output=True, text=True)
    found = re.search(r"graphs, (\d+) (?:mutations )?refused, (\d+) accepted", done.stdout)
    if done.returncode == 0 and found:
        return int(found[1]), int(found[2])
    print(
        f"failed ({done.returncode}): {program.name} {seed} {graphs} {mutations}\n{done.stderr}", flush=True
    )
    return None


def main() -> int:
    """Build, run, count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", type=int, default=2000, help="structures")
    parser.add_argument("--mutations", type=int, default=10, help="of each image")
    parser.add_argument("--seed", type=int, default=1, help="of the first batch; the next has the next")
    parser.add_argument("--ranks", action="store_true", help="from one rank of MPI to another, too")
    options = parser.parse_args()
    failed = graphs = refused = accepted = 0
    with tempfile.TemporaryDirectory(prefix="fuzz-transfer-") as name:
        folder = Path(name)
        describe(folder)
        programs = [build(source, folder, options.ranks) for source in SOURCES]
        for at in range(0, options.n, BATCH):
            of_each = min(BATCH, options.n - at) // len(programs)
            for program in programs:
                seed = options.seed + at // BATCH
                found = batch(program, seed, of_each, options.mutations, options.ranks)
                failed += found is None
                if found is not None:
                    graphs += of_each
                    refused, accepted = refused + found[0], accepted + found[1]
    print(f"{graphs} structures, {refused} mutations refused, {accepted} accepted, {failed} batches failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
