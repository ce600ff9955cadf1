# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The figures of "Implementing generalized deep-copy in MPI" (MEL), measured here: tables, and curves.

4A and 4B: the broadcast of a growing scene over 2 and 4 ranks; 5: a scene to a file and back; 7 to 10: a full
graph, a random graph, a ring and a tree of growing numbers of nodes, broadcast over 2 ranks (A), and to a
file and back (B). Broadcasts are wall-clock milliseconds until all ranks have the structure, files are
milliseconds of processor time; each is the least of three. Beside ours, buffered and unbuffered: as many
plain bytes, Boost.Serialization where it is there, and the scene as it is broadcast by hand: piece by piece
and packed. Lines: those of the broadcast of the scene by directives and by hand, without empty ones, comments
and brackets that stand alone.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

from curves import Curves, add_option, write

SOURCE = 'The figures are those of "Implementing generalized deep-copy in MPI".'
ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "microbench" / "transfer"
FLAGS = ("-std=c++17", "-O3", "-DNDEBUG", f"-I{ROOT / 'pointerchain' / 'include'}")
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


class Figure(NamedTuple):
    """A figure of the paper: the structure, the variable that says how large it is, and its values."""

    name: str
    structure: str
    variable: str
    sizes: tuple[int, ...]
    ranks: int = 0
    """0: to a file and back."""

    @property
    def title(self) -> str:
        """What is measured."""
        where = f"{self.ranks} ranks" if self.ranks else "a file"
        return f"Figure {self.name}: {self.structure}, {where}"


_SCENE = (256, 1024, 4096, 16384)
_GRAPHS = (64, 256, 1024, 2048)
_NODES = (1000, 10_000, 100_000, 1_000_000)
FIGURES = (
    Figure("4A", "scene", "PARTS", _SCENE, 2),
    Figure("4B", "scene", "PARTS", _SCENE, 4),
    Figure("5", "scene", "PARTS", _SCENE),
    *(
        Figure(f"{number}{letter}", structure, variable, sizes, ranks)
        for number, structure, variable, sizes in (
            (7, "full", "GRAPH", _GRAPHS),
            (8, "random", "GRAPH", _GRAPHS),
            (9, "ring", "NODES", _NODES),
            (10, "tree", "NODES", _NODES),
        )
        for letter, ranks in (("A", 2), ("B", 0))
    ),
)


def unlimited() -> None:
    """Let the stack grow as far as the system allows: Boost recurses."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (most, most))


def build(compiler: str, name: str, program: Path, *flags: str) -> bool:
    """Build a program of microbench/transfer; whether that worked."""
    command: list[str | Path] = [
        compiler,
        *FLAGS,
        SOURCES / f"{name}.cpp",
        "-o",
        program,
        *flags,
        "-lpthread",
    ]
    return subprocess.run(command, capture_output=True).returncode == 0


def run(command: list[str | Path], figure: Figure, size: int) -> list[float]:
    """The numbers that a program prints; none where it fails."""
    settings = {**os.environ, **SETTINGS, figure.variable: str(size)}
    done = subprocess.run(command, env=settings, capture_output=True, text=True, preexec_fn=unlimited)
    return [float(each) for each in done.stdout.split()] if done.returncode == 0 else []


def shown(value: float | None) -> str:
    """A cell of a table."""
    return f"{'failed':>11}" if value is None else f"{value:11.3f}"


def empty(figure: Figure) -> Curves:
    """The curves of a figure before anything is measured."""
    return Curves(f"figure{figure.name}", figure.title, figure.variable.lower(), "ms", {})


def broadcast(figure: Figure, program: Path, ways: list[str], most: int) -> Curves:
    """Print a figure of broadcasts."""
    curves = empty(figure)
    print(f"{figure.title}, ms")
    print(f"  {figure.variable.lower():>9} {'MB':>9}" + "".join(f"{way:>12}" for way in ways))
    for size in figure.sizes[:most]:
        cells, megabytes = [], 0.0
        for way in ways:
            called = "peer" if way == "boost" else way
            command: list[str | Path] = ["mpirun", "-n", str(figure.ranks), program, figure.structure, called]
            took = run(command, figure, size)
            cells.append(took[0] if took else None)
            megabytes = took[1] / 1e6 if took else megabytes
            if took:
                curves.add(way, size, took[0])
        print(f"  {size:9} {megabytes:9.2f} " + " ".join(map(shown, cells)), flush=True)
    return curves


def files(figure: Figure, program: Path, plain: Path, most: int) -> Curves:
    """Print a figure of files."""
    curves = empty(figure)
    titles = ("write", "fwrite", "read", "fread")
    print(f"{figure.title}, ms")
    print(f"  {figure.variable.lower():>9} {'MB':>9}" + "".join(f"{title:>12}" for title in titles))
    for size in figure.sizes[:most]:
        took = run([program, figure.structure, "file"], figure, size)
        bare = run([plain, str(int(took[2])), "file"], figure, size) if took else []
        cells = (took[0], bare[0], took[1], bare[1]) if took and bare else (None,) * 4
        for title, cell in zip(titles, cells, strict=True):
            if cell is not None:
                curves.add(title, size, cell)
        print(f"  {size:9} {took[2] / 1e6 if took else 0:9.2f} " + " ".join(map(shown, cells)), flush=True)
    return curves


def lines() -> None:
    """Print how long the broadcast of the scene is."""
    print("Lines of the broadcast of a scene")
    _, *parts = re.split(
        r"^/\* (.*)[:.]", (SOURCES / "hand.h").read_text().split("#include <mpi.h>")[1], flags=re.M
    )
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        if title != "End":
            counted = [each for each in text.splitlines() if re.search(r"[\w;]", each)]
            print(f"  {title:16} {len(counted):4}")


def main() -> None:
    """Build, run, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, default=4, help="how many sizes of each, from the smallest")
    parser.add_argument(
        "figures", nargs="*", help=f"{', '.join(each.name for each in FIGURES)}, lines; none: all"
    )
    add_option(parser)
    options = parser.parse_args()
    names = [*(each.name for each in FIGURES), "lines"]
    if wrong := [name for name in options.figures if name not in names]:
        parser.error(f"no figure '{wrong[0]}': there are {', '.join(names)}")
    with tempfile.TemporaryDirectory(prefix="figures-transfer-") as name:
        ours, plain, ranks = (Path(name) / each for each in ("pointerchain", "plain", "ranks"))
        if not build("g++", "pointerchain", ours) or not build("g++", "plain", plain):
            sys.exit("the programs of microbench/transfer cannot be built")
        ways = ["bytes", "buffered", "unbuffered", "boost"]
        mpi = shutil.which("mpirun") is not None
        if mpi and not build(
            "mpicxx", "ranks", ranks, "-DOMPI_SKIP_MPICXX", "-DWITH_BOOST", "-lboost_serialization"
        ):
            print("boost: not there")
            ways.remove("boost")
            mpi = build("mpicxx", "ranks", ranks, "-DOMPI_SKIP_MPICXX")
        if not mpi:
            print("MPI: not there; figures of broadcasts are left out")
        measured = []
        for figure in FIGURES:
            if options.figures and figure.name not in options.figures:
                continue
            if not figure.ranks:
                measured.append(files(figure, ours, plain, options.sizes))
            elif mpi:
                by_hand = ["packed", "pieces"] if figure.structure == "scene" else []
                measured.append(broadcast(figure, ranks, ways + by_hand, options.sizes))
        if not options.figures or "lines" in options.figures:
            lines()
    if options.output:
        told = "Broadcasts are wall-clock time until all ranks have the structure, files are processor time."
        write("Deep copies in MPI: the paper's figures", told, SOURCE, measured, options.output)


if __name__ == "__main__":
    main()
