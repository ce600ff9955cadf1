# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What checking promises costs a program when it runs: examples/md, built three ways, run in turn.

Beside the original without optimization stand the translation, the translation with checks at each use,
and that with every access watched, too, as ``pointerchain cc --check-promises`` makes it. What is printed are
medians of ratios of processor times of one round.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(str(path) for path in (ROOT / "examples/md").glob("*.c"))
LAUNCHER = [sys.executable, "-m", "pointerchain", "cc"]
PLAIN = ["-std=c99", "-O0", "-Wno-unknown-pragmas"]
WAYS = {
    "original": [],
    "translation": LAUNCHER,
    "each use checked": [*LAUNCHER, "--check-promises"],
    "each access watched": [*LAUNCHER, "--check-promises"],
}
UNWATCHED = ["-fno-sanitize=kernel-address", "-UPC_PROMISES_WATCH"]


def build(way: str, compiler: str, folder: Path) -> Path:
    """Compile the example one way."""
    program = folder / way.replace(" ", "-")
    command = [*WAYS[way], compiler, *PLAIN, *SOURCES, "-o", str(program), "-lm"]
    if way == "each use checked":
        command += UNWATCHED
    subprocess.run(command, check=True, cwd=ROOT, stderr=subprocess.DEVNULL)
    return program


def seconds(program: Path, arguments: list[str]) -> tuple[float, str]:
    """Processor time of a run, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run([str(program), *arguments], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ran.stdout


def main() -> None:
    """Build, run in turn, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--compilers", default="gcc,clang-19", help="separated by commas")
    parser.add_argument("arguments", nargs="*", help="of examples/md; none: its own")
    options = parser.parse_args()
    for compiler in options.compilers.split(","):
        if not shutil.which(compiler):
            print(f"{compiler}: not there")
            continue
        with tempfile.TemporaryDirectory(prefix="bench-promises-") as name:
            programs = {way: build(way, compiler, Path(name)) for way in WAYS}
            ratios: dict[str, list[float]] = {way: [] for way in WAYS}
            for _ in range(options.rounds):
                times = {way: seconds(program, options.arguments) for way, program in programs.items()}
                if len({printed for _, printed in times.values()}) != 1:
                    sys.exit(f"{compiler}: the programs do not print the same")
                for way, (time, _) in times.items():
                    ratios[way].append(time / times["original"][0])
        print(f"{compiler} -O0, {options.rounds} rounds, processor time against the original:")
        for way, found in ratios.items():
            print(f"  {way:22} {statistics.median(found):6.2f} x   ({min(found):.2f} to {max(found):.2f})")


if __name__ == "__main__":
    main()
