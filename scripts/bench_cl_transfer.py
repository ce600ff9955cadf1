#!/usr/bin/env python3
# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Measures transfers as OpenCL commands beside their legs, plain MPI and plain commands of OpenCL.

Builds microbench/cl_transfer/bench.c for files, and for messages between two ranks where ``mpicc`` and
``mpirun`` are there. Prints a line a measurement: what a command reaches as a share, or a multiple, of what
it is compared with, and whether that is what it should reach. Times are the best of the repetitions, in turns
with what they are compared with; of commands of few bytes that are waited for, the median. 'least' is the
least that such a command is made of. Exit status 0 whatever they are.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "microbench/cl_transfer/bench.c"
MIB = 1 << 20
# Name's beginning, whether the ratio is of the other's time to the command's (a share, the more the better),
# the goal, and what it is compared with.
GOALS = (
    ("modelled", True, 0.95, "the slower leg"),
    ("cached", True, 0.85, "the slower leg"),
    ("message", True, 0.90, "plain MPI"),
    ("overhead", False, 2.0, "the plain command"),
    ("least", False, 2.0, "the plain command"),
    ("overlap", False, 1.1, "the longer of both"),
)
MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


def run(folder: Path, ranks: int, repetitions: int) -> str:
    """What the program for so many ranks prints; ends the script where it cannot be built or fails."""
    program = folder / f"bench{ranks}"
    compiler = ("mpicc", "-DWITH_MPI") if ranks > 1 else ("gcc",)
    build = [*compiler, "-std=gnu99", "-O2", f"-I{ROOT / 'pointerchain/include'}", str(SOURCE)]
    build += ["-o", str(program), "-lOpenCL", "-pthread"]
    launch = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
    text = ""
    for command in (build, [*launch, str(program), str(repetitions)]):
        environment = {**os.environ, **MPI}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"bench_cl_transfer: {' '.join(command)}: {done.returncode}\n{done.stderr}")
        text = done.stdout
    return text


def report(text: str, chosen: str) -> None:
    """Prints the measurements; goals count for the staging that is chosen on this machine."""
    for line in text.splitlines():
        name, staging, size, command, other = line.split()
        _, share, goal, beside = next(row for row in GOALS if name.startswith(row[0]))
        ratio = float(other) / float(command) if share else float(command) / float(other)
        value = f"{100 * ratio:5.0f} %" if share else f"{ratio:6.2f} x"
        wanted = f">= {100 * goal:.0f} %" if share else f"<= {goal} x"
        counts = staging in ("auto", "unordered", "in-order", chosen) and not (
            name.startswith("least") or (name == "message" and int(size) < 4 * MIB)
        )
        verdict = ("met" if (ratio >= goal) == share or ratio == goal else "missed") if counts else "no goal"
        print(
            f"{name:23} {staging:10} {int(size) / MIB:8.3f} MiB {1e3 * float(command):9.4f} ms "
            f"{value} of {beside} ({wanted}: {verdict})"
        )


def main() -> int:
    """Parses the arguments, measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("-n", type=int, default=9, help="repetitions (default: 9)")
    parser.add_argument(
        "--chosen",
        choices=("mapped", "serial", "pipelined"),
        default="mapped",
        help="the staging that goals count for (default: mapped, as on a device whose memory is the host's)",
    )
    arguments = parser.parse_args()
    both = (1, 2) if shutil.which("mpicc") and shutil.which("mpirun") else (1,)
    with tempfile.TemporaryDirectory(prefix="bench-cl-") as name:
        for ranks in both:
            report(run(Path(name), ranks, arguments.n), arguments.chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
