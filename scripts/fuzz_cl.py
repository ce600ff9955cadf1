#!/usr/bin/env python3
# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random graphs of transfer commands of OpenCL, compared with a serial execution of the same commands.

Builds tests/cl_transfer/programs/graphs.c, with MPI where ``mpicc`` and ``mpirun`` are there, and runs graphs
with files only in one process and graphs with messages between two ranks. A graph that differs, hangs or ends
otherwise than it has to is printed with its number; ``--first N -n 1`` runs it again. The exit status is 1
where one did.
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
SOURCE = ROOT / "tests/cl_transfer/programs/graphs.c"
SANITIZERS = {
    "none": (),
    "address": ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"),
    "thread": ("-fsanitize=thread",),
}
# What is not ours, and has no instrumentation.
QUIET = "".join(
    f"{kind}:{where}\n"
    for kind in ("race", "mutex", "deadlock")
    for where in ("libpocl", "libOpenCL", "libmpi", "libopen-", "mca_", "libpmix", "libevent", "opal_")
)
MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


def build(folder: Path, sanitizer: str, ranks: int) -> Path:
    """Builds the program for 1 or 2 ranks; ends the script where the compiler fails."""
    program = folder / f"graphs{ranks}"
    compiler = ("mpicc", "-DWITH_MPI") if ranks > 1 else ("gcc",)
    command = [*compiler, "-std=gnu99", "-g", "-O1", *SANITIZERS[sanitizer]]
    command += [f"-I{ROOT / 'pointerchain/include'}", str(SOURCE), "-o", str(program), "-lOpenCL", "-pthread"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"fuzz_cl: {' '.join(command)}\n{done.stderr}")
    return program


def run(program: Path, folder: Path, ranks: int, first: int, n: int, threads: int) -> bool:
    """Runs graphs ``first`` to ``first + n - 1``; whether all were as they should be."""
    (folder / "quiet").write_text(QUIET)
    settings = {
        "ASAN_OPTIONS": "detect_leaks=0",
        "TSAN_OPTIONS": f"suppressions={folder / 'quiet'} halt_on_error=1",
        "POCL_CACHE_DIR": str(folder / "kernels"),
    }
    # Each rank has a cache of kernels of its own: PoCL may read what another rank has half written.
    alone = 'POCL_CACHE_DIR="$POCL_CACHE_DIR/$OMPI_COMM_WORLD_RANK" exec "$@"'
    launch = ["mpirun", "-n", str(ranks), "sh", "-c", alone, "sh"] if ranks > 1 else []
    done = subprocess.run(
        [*launch, str(program), str(first), str(n), str(threads)],
        cwd=folder,
        env={**os.environ, **MPI, **settings},
        capture_output=True,
        text=True,
    )
    print(f"{ranks} rank(s): {done.stdout.strip() or f'ended with {done.returncode}'}", flush=True)
    if done.returncode != 0:
        print(done.stderr, file=sys.stderr)
    return done.returncode == 0


def main() -> int:
    """Parses the arguments and runs both kinds of graphs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("-n", type=int, default=1000, help="graphs of each kind (default: 1000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first graph (default: 0)")
    parser.add_argument(
        "--threads", type=int, default=1, choices=range(1, 5), help="threads that enqueue at once"
    )
    parser.add_argument("--sanitizer", choices=SANITIZERS, default="none")
    parser.add_argument("--ranks", type=int, choices=(1, 2), help="only graphs for so many ranks")
    arguments = parser.parse_args()
    both = (1, 2) if shutil.which("mpicc") and shutil.which("mpirun") else (1,)
    good = True
    for ranks in (arguments.ranks,) if arguments.ranks else both:
        with tempfile.TemporaryDirectory(prefix="fuzz-cl-") as name:
            program = build(Path(name), arguments.sanitizer, ranks)
            good &= run(program, Path(name), ranks, arguments.first, arguments.n, arguments.threads)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
