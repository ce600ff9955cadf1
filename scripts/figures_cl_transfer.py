# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The figures of "clDataTransfer", an OpenCL extension for MPI and files, measured here: tables, and curves.

3: bandwidth of a file of 1 GB/s (modelled) to the device over the size, in MB/s: one leg after the other
("Serial"), in blocks, as the runtime chooses ("auto"), and of the file alone; 4: a database's reads of 511
bytes to 4 MiB, how many times as fast as by hand; 5: bandwidth between two ranks over the size of the
message, beside MPI's own from the host's memory; 6: examples/halo, a stencil's halo exchanged in series,
overlapped by hand and as commands, in milliseconds a step; 7: coefficients of 42 MB sent to each rank's
device for a kernel, in milliseconds a step. Each value is the best of -n. Lines: what a program has to write
for it, by hand and as commands.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from curves import Curves, add_option, write

SOURCE = (
    "The figures are those of clDataTransfer, an OpenCL extension for joint programming of MPI, stdio "
    "and OpenCL."
)
ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "microbench" / "cl_transfer" / "figures.c"
HALO = ROOT / "examples" / "halo" / "halo.c"
FLAGS = ("-std=gnu99", "-O2", f"-I{ROOT / 'pointerchain' / 'include'}")
LIBRARIES = ("-lOpenCL", "-pthread", "-lm")
NAMES = ("3", "4", "5", "6", "7", "lines")
TITLES = {
    "3": ("a file of 1 GB/s to the device", "bytes", "MB/s"),
    "4": ("reads of 511 bytes to 4 MiB from a file of 1 GB/s", "", "times as fast as by hand"),
    "5": ("between two ranks", "bytes", "MB/s"),
    "7": ("coefficients for each rank's kernel", "ranks", "ms a step"),
}
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


def ran(command: Sequence[str | Path], folder: Path) -> tuple[str, str]:
    """What a command prints, and its other messages; ends the script where it fails."""
    environment = {**os.environ, **SETTINGS}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"figures_cl_transfer: {' '.join(map(str, command))}: {done.returncode}\n{done.stderr}")
    return done.stdout, done.stderr


def run(command: Sequence[str | Path], folder: Path) -> str:
    """What a command prints."""
    return ran(command, folder)[0]


def build(source: Path, program: Path, *compiler: str) -> Path:
    """The program, built."""
    run([*compiler, *FLAGS, source, "-o", program, *LIBRARIES], program.parent)
    return program


def table(text: str) -> str:
    """Lines of a row, a column and a value as a table."""
    cells = [line.split() for line in text.splitlines()]
    rows, columns = (list(dict.fromkeys(each[i] for each in cells)) for i in (0, 1))
    values = {(row, column): float(value) for row, column, value in cells}
    lines = [" " * 12 + "".join(f"{column:>12}" for column in columns)]
    for row in rows:
        shown = (values.get((row, column)) for column in columns)
        lines.append(f"{row:>12}" + "".join(" " * 12 if v is None else f"{v:12.2f}" for v in shown))
    return "\n".join(lines)


def told(name: str, title: str, x: str, y: str, text: str) -> Curves:
    """Print a figure as a table; its curves, or without an x a value for each row."""
    print(f"{title}, {y} over {x}" if x else f"{title}, {y}")
    print(table(text), flush=True)
    curves = Curves(name, title, "KiB" if x == "bytes" else x, y, {})
    for row, column, value in (line.split() for line in text.splitlines()):
        if x:
            curves.add(column, float(row) / (1024 if x == "bytes" else 1), float(value))
        else:
            curves.add(row, 0, float(value))
    return curves


def halo(program: Path, repetitions: int) -> Iterator[Curves]:
    """Print figure 6, of both of its grids."""
    for letter, size in (("S", (65, 65, 129)), ("M", (129, 129, 257))):
        lines, sums = [], set()
        for ranks in (1, 2, 4):
            for way in ("serial", "hand", "commands"):
                command = ["mpirun", "-n", str(ranks), program, way, *map(str, size), "20"]
                best = float("inf")
                for _ in range(repetitions):
                    total, said = ran(command, program.parent)
                    sums.add(total)
                    took = re.search(r"([\d.]+) ms a step", said)
                    best = min(best, float(took[1])) if took else best
                lines.append(f"{ranks} {way} {best}")
        title = f"Figure 6: a grid of {' x '.join(map(str, size))}"
        yield told(f"figure6{letter}", title, "ranks", "ms a step", "\n".join(lines))
        print("  the results are equal" if len(sums) == 1 else f"  THE RESULTS DIFFER: {sorted(sums)}")


def count() -> None:
    """Print how many lines a program has of its own for each transfer."""
    print("Lines that a program writes for it")
    marked = re.findall(r"/\* begin (.*?) \*/\n(.*?)/\* end \*/", FIGURES.read_text(), re.S)
    functions = re.findall(
        r"^static void (serially|by_hand|\w*command\w*)\(.*?\n(.*?)^}", HALO.read_text(), re.S | re.M
    )
    for title, body in [*marked, *((f"halo, {name}", body) for name, body in functions)]:
        print(f"  {title:24} {sum(1 for line in body.splitlines() if re.search(r'[;{]', line)):4}")


def main() -> None:
    """Parse the arguments, build, run, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", type=int, default=5, help="repetitions (default: 5)")
    parser.add_argument("figures", nargs="*", help=f"{', '.join(NAMES)}; none: all")
    add_option(parser)
    options = parser.parse_args()
    if wrong := [name for name in options.figures if name not in NAMES]:
        parser.error(f"no figure '{wrong[0]}': there are {', '.join(NAMES)}")
    mpi = shutil.which("mpicc") is not None and shutil.which("mpirun") is not None
    measured: list[Curves] = []
    with tempfile.TemporaryDirectory(prefix="figures-cl-") as name:
        folder = Path(name)
        for figure in options.figures or NAMES:
            if figure == "lines":
                count()
            elif figure in ("5", "6", "7") and not mpi:
                print(f"Figure {figure}: left out, MPI is not there")
            elif figure == "6":
                measured += halo(build(HALO, folder / "halo", "mpicc"), options.n)
            else:
                title, x, y = TITLES[figure]
                if figure in ("3", "4"):
                    text = run([build(FIGURES, folder / "files", "gcc"), figure, str(options.n)], folder)
                else:
                    program = build(FIGURES, folder / "messages", "mpicc", "-DWITH_MPI")
                    text = ""
                    for ranks in (2,) if figure == "5" else (1, 2, 4):
                        text += run(["mpirun", "-n", str(ranks), program, figure, str(options.n)], folder)
                measured.append(told(f"figure{figure}", f"Figure {figure}: {title}", x, y, text))
    if options.output:
        about = f"Each value is the best of {options.n}."
        write("Transfers as OpenCL commands: the paper's figures", about, SOURCE, measured, options.output)


if __name__ == "__main__":
    main()
