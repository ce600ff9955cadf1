# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a translation costs: the translator and its yardsticks, run in turn on generated inputs.

Every row compares two commands, each a whole process, run alternately; it prints the median wall
time (or the peak memory) of both and their ratio, or for Python's start their difference. Where valgrind is
there, rows of instructions follow, which no other process on the machine changes.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

MEGABYTE = 1 << 20
RSS_UNIT = 1 if sys.platform == "darwin" else 1024
# An installed package has its bytecode; the round that is not counted may write it.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Sample(NamedTuple):
    """One run of a command: seconds of wall time, bytes of peak memory."""

    seconds: float
    peak: float


class Row(NamedTuple):
    """A line of the table; ``value`` has to be at most ``target``."""

    what: str
    tool: str
    reference: str
    value: float
    target: float
    unit: str


# --- inputs -------------------------------------------------------------------------------------

C_HEAD = """\
#include <stdio.h>
typedef struct { double *x, *y, *z; double *f; int n; double e; } Atoms;
typedef struct { int *cnt; int nb; double cut; } Boxes;
typedef struct { Atoms *atoms; Boxes *boxes; double dt; } Sim;
"""

C_REGION = """\
#pragma pointerchain region begin declare(s->atoms->x, s->atoms->y, s->atoms->f, s->boxes->cnt, s->atoms->e)
#pragma acc parallel loop present(s->atoms->x[0:m])
  for (int i = 0; i < m; i++) {
    int c = s->boxes->cnt[i];
    for (int j = 0; j < c; j++) {
      s->atoms->x[i] += s->atoms->f[i] * dt;
      s->atoms->y[i] -= s->atoms->f[j] * dt + 0.5;
      acc += s->atoms->x[i] * s->atoms->y[j];
      if (acc > 1e30) break;
    }
    s->atoms->e += acc * 0.25;
  }
#pragma pointerchain region end
  acc = acc * 0.5 + 1.0;
  if (acc < 0) acc = -acc;
  printf("%g\\n", acc);
  m = m > 3 ? m - 1 : m;
  for (int i = 0; i < m; i++) acc += 0.25 * i;
  if (acc > 1e6) return acc;
"""

CPP = """\
#include <algorithm>
#include <iostream>
#include <map>
#include <vector>

struct Atoms { std::vector<double> x, f; int n; double e; };
struct Simulation { Atoms *atoms; std::map<int, std::vector<int>> boxes; double dt; };

double advance(Simulation *sim, double dt) {
#pragma pointerchain region begin declare(sim->atoms->x, sim->atoms->f, sim->atoms->n, sim->atoms->e)
#pragma acc parallel loop reduction(+ : sim->atoms->e)
  for (int i = 0; i < sim->atoms->n; i++) {
    sim->atoms->x[i] += sim->atoms->f[i] * dt;
    sim->atoms->e += sim->atoms->f[i] * sim->atoms->f[i];
  }
#pragma pointerchain region end
  std::sort(sim->atoms->x.begin(), sim->atoms->x.end());
  return sim->atoms->e;
}

int main() {
  Atoms atoms{std::vector<double>(8, 1.0), std::vector<double>(8, 0.5), 8, 0.0};
  Simulation sim{&atoms, {{0, {1, 2, 3}}}, 0.1};
  std::cout << advance(&sim, 0.5) << ' ' << sim.boxes[0].size() << '\\n';
}
"""


def c_file(regions: int) -> str:
    """About 20 lines a region, four regions a function."""
    parts = [C_HEAD]
    for number in range(regions // 4):
        parts += [
            f"\ndouble fn{number}(Sim *s, int m) {{\n  double acc = 0, dt = s->dt;\n",
            *[C_REGION] * 4,
            "  return acc;\n}\n",
        ]
    return "".join(parts)


def plain_file(size: int) -> str:
    """C without a directive."""
    parts, length, number = ["#include <stdio.h>\n"], 0, 0
    while length < size:
        part = (
            f"static int add_{number}(int a, int b) {{\n  /* simulation->atoms->positions */\n"
            f"  int c = a + b * {number};\n  return c > 0 ? c : -c;\n}}\n"
        )
        parts.append(part)
        length += len(part)
        number += 1
    return "".join(parts)


def plain_tree(root: Path, files: int, size: int) -> None:
    """A directory of ``files`` such files, a hundred a folder."""
    text = plain_file(size)
    for number in range(files):
        folder = root / f"d{number // 100:03}"
        if number % 100 == 0:
            folder.mkdir(parents=True)
        (folder / f"f{number:05}.c").write_text(text)


# --- measuring ----------------------------------------------------------------------------------


def run(command: Sequence[str], expected: Sequence[int]) -> Sample:
    """Run a command to its end; anything but an expected exit status is an error."""
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, env=ENVIRONMENT)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in expected:
            errors.seek(0)
            text = errors.read(2000).decode(errors="replace")
            raise SystemExit(f"bench: exit status {process.returncode}: {' '.join(command)}\n{text}")
    return Sample(seconds, usage.ru_maxrss * RSS_UNIT)


def alternate(commands: Sequence[Sequence[str]], repeat: int, expected: Sequence[int] = (0,)) -> list[Sample]:
    """The medians of each command over ``repeat`` rounds, after one round that is not counted."""
    rounds = [[run(command, expected) for command in commands] for _ in range(repeat + 1)][1:]
    return [
        Sample(statistics.median(s.seconds for s in samples), statistics.median(s.peak for s in samples))
        for samples in zip(*rounds, strict=True)
    ]


def instructions(command: Sequence[str]) -> float:
    """How many a command executes, its children included, once all that it keeps is there."""
    counted = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--trace-children=yes"]
    run(command, (0,))
    done = subprocess.run(
        [*counted, *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        env={**ENVIRONMENT, "PYTHONHASHSEED": "0"},
        cwd="/",  # Python lists the folder in which it starts
    )
    return sum(map(int, re.findall(r"Collected : (\d+)", done.stderr)))


def instruction_row(what: str, command: Sequence[str], reference: Sequence[str], target: float) -> Row:
    """A ratio of instructions."""
    tool, other = instructions(command), instructions(reference)
    return Row(what, f"{tool / 1e6:.0f} M", f"{other / 1e6:.0f} M", tool / other, target, "x")


def seconds(value: float) -> str:
    """A time as the table prints it."""
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def time_row(what: str, tool: Sample, reference: Sample, target: float) -> Row:
    """A ratio of wall times."""
    ratio = tool.seconds / reference.seconds
    return Row(what, seconds(tool.seconds), seconds(reference.seconds), ratio, target, "x")


def translator() -> list[str]:
    """The installed command of this interpreter, as users run it."""
    script = Path(sys.executable).parent / "pointerchain"
    return [str(script)] if script.exists() else [sys.executable, "-m", "pointerchain"]


def bench_cpp(folder: Path, clang: str, repeat: int) -> list[Row]:
    """One region under the weight of the standard library."""
    source = folder / "heavy.cpp"
    source.write_text(CPP)
    translate, parse = (
        [*translator(), "translate", str(source), "-o", os.devnull],
        [clang, "-fsyntax-only", str(source)],
    )
    tool, reference = alternate([translate, parse], repeat)
    rows = [time_row("C++, four std headers, 1 region, vs clang -fsyntax-only", tool, reference, 1.10)]
    if shutil.which("valgrind"):
        rows.append(instruction_row("the same, instructions", translate, parse, 1.5))
        small = folder / "one.c"
        small.write_text(C_HEAD + "double fn(Sim *s, int m) {\n  double acc = 0, dt = s->dt;\n")
        with small.open("a") as file:
            file.write(C_REGION + "  return acc;\n}\n")
        start = [sys.executable, "-c", "pass"]
        translate = [*translator(), "translate", str(small), "-o", os.devnull]
        rows.append(instruction_row("C, 1 region, instructions, vs python -c pass", translate, start, 15))
    return rows


def bench_plain(folder: Path, repeat: int, files: int) -> list[Row]:
    """What a file without directives costs."""
    source = folder / "plain.c"
    source.write_text(plain_file(10_000))
    tool, python = alternate(
        [[*translator(), "translate", str(source), "-o", os.devnull], [sys.executable, "-c", "pass"]],
        3 * repeat,
    )
    extra = (tool.seconds - python.seconds) * 1000
    rows = [
        Row(
            "no directive, above python -c pass",
            seconds(tool.seconds),
            seconds(python.seconds),
            extra,
            20,
            "ms",
        )
    ]
    tree = folder / "tree"
    plain_tree(tree, files, 10_000)
    tool, grep = alternate(
        [[*translator(), "translate", str(tree), "--check"], ["grep", "-rl", "pointerchain", str(tree)]],
        repeat,
        expected=(0, 1),
    )
    rows.append(time_row(f"{files} files without directives, vs grep -rl", tool, grep, 3))
    return rows


def bench_regions(folder: Path, clang: str, repeat: int) -> list[Row]:
    """Many regions: speed, growth and memory."""
    small, large = folder / "regions1000.c", folder / "regions4000.c"
    for path, regions in ((small, 1000), (large, 4000)):
        path.write_text(c_file(regions))
    lines = small.read_text().count("\n")
    translate = [*translator(), "translate"]
    tool, large_tool, reference = alternate(
        [
            [*translate, str(small), "-o", os.devnull],
            [*translate, str(large), "-o", os.devnull],
            [clang, "-fsyntax-only", str(small)],
        ],
        repeat,
    )
    megabytes = [f"{sample.peak / MEGABYTE:.0f} MB" for sample in (tool, reference)]
    return [
        time_row(f"C, {lines} lines, 1,000 regions, vs clang -fsyntax-only", tool, reference, 12),
        time_row("C, 4,000 regions, vs 1,000", large_tool, tool, 4.4),
        Row("C, 1,000 regions, peak memory vs clang's", *megabytes, tool.peak / reference.peak, 2, "x"),
    ]


def show(rows: Sequence[Row]) -> None:
    """Print the table."""
    head = ("what", "pointerchain", "reference", "measured", "target", "")
    table = [head] + [
        (
            row.what,
            row.tool,
            row.reference,
            f"{row.value:.2f} {row.unit}" if row.unit == "x" else f"{row.value:.0f} {row.unit}",
            f"{row.target:g} {row.unit}",
            "met" if row.value <= row.target else "not met",
        )
        for row in rows
    ]
    widths = [max(len(line[column]) for line in table) for column in range(len(head))]
    for line in table:
        cells = [line[0].ljust(widths[0])] + [
            c.rjust(w) for c, w in zip(line[1:-1], widths[1:-1], strict=True)
        ]
        print("  ".join([*cells, line[-1]]).rstrip())


def main() -> int:
    """Run the benches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--repeat", type=int, default=5, help="rounds of which the median is taken (default: 5)"
    )
    parser.add_argument("--files", type=int, default=10_000, help="files in the directory (default: 10000)")
    parser.add_argument(
        "--clang", default="clang-19", help="the compiler to compare with (default: clang-19)"
    )
    parser.add_argument("--only", choices=("cpp", "plain", "regions"), help="one group of rows")
    parser.add_argument("--enforce", action="store_true", help="exit with 1 where a target is not met")
    options = parser.parse_args()
    clang = shutil.which(options.clang)
    if clang is None:
        print(f"bench: no {options.clang}: its rows are left out", file=sys.stderr)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="pointerchain-bench-") as name:
        folder = Path(name)
        if clang and options.only in (None, "cpp"):
            rows += bench_cpp(folder, clang, options.repeat)
        if options.only in (None, "plain"):
            rows += bench_plain(folder, options.repeat, options.files)
        if clang and options.only in (None, "regions"):
            rows += bench_regions(folder, clang, options.repeat)
    python = sys.version.split()[0]
    print(f"median of {options.repeat} runs, in turn, on {os.cpu_count()} processors, Python {python}")
    show(rows)
    return int(options.enforce and any(row.value > row.target for row in rows))


if __name__ == "__main__":
    sys.exit(main())
