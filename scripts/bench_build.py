# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the launcher costs a build: whole builds with make, run in turn, without it, cold and warm.

A tree of generated sources, one in ten with directives, is built without the launcher, with it and an empty
cache, and with it and a full one. What is printed are medians of ratios of builds of one round; and what
the launcher costs one source without directives, as a difference.
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
import time
from pathlib import Path
from typing import NamedTuple

BARE, COLD, WARM = "bare", "cold", "warm"

TYPES = """\
#ifndef TYPES_H
#define TYPES_H
typedef struct { double *x, *y, *z, *f; int n; double e; } Atoms;
typedef struct { int *count; int n; double cut; } Boxes;
typedef struct { Atoms *atoms; Boxes *boxes; double dt; } Sim;
#endif
"""
KERNEL_H = """\
#ifndef KERNEL_H
#define KERNEL_H
static inline double energy(Sim *s) {
  double sum = 0;
#pragma pointerchain region begin declare(s->atoms->f, s->atoms->n)
  for (int i = 0; i < s->atoms->n; i++) sum += s->atoms->f[i] * s->atoms->f[i];
#pragma pointerchain region end
  return sum;
}
#endif
"""
FUNCTION = """\
double step_{tag}_{number}(Sim *s, int m) {{
  double acc = {number};
{begin}  for (int i = 0; i < m; i++) {{
    for (int j = 0; j < s->boxes->count[i]; j++) {{
      s->atoms->x[i] += s->atoms->f[i] * s->dt;
      s->atoms->y[i] -= s->atoms->f[j] * s->dt + {number}.5;
      if (acc > 1e30) break;
      acc += s->atoms->x[i] * s->atoms->y[j];
    }}
    s->atoms->e += acc * 0.25;
  }}
{end}  for (int i = 0; i < m; i++) s->atoms->z[i] = acc > i ? s->atoms->z[i] * {number} : s->atoms->x[m - i - 1] / (1 + i);
  return acc;
}}
"""
BEGIN = "#pragma pointerchain region begin declare(s->atoms->x, s->atoms->y, s->atoms->f, s->boxes->count, s->atoms->e)\n"
END = "#pragma pointerchain region end\n"
CPP_HEAD = """\
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>
"""
CPP_FUNCTION = """\
std::map<std::string, std::vector<double>> table_{tag}_{number}(const std::vector<std::string> &names, Sim *s) {{
  std::map<std::string, std::vector<double>> out;
  for (const auto &name : names) out[name].push_back(std::accumulate(s->atoms->x, s->atoms->x + s->atoms->n, {number}.0));
  for (auto &row : out) std::sort(row.second.begin(), row.second.end(), [](double a, double b) {{ return a > b; }});
  return out;
}}
"""
MAKEFILE = """\
SOURCES := $(wildcard *.c *.cpp)
OBJECTS := $(addsuffix .o,$(SOURCES))
all: $(OBJECTS)
%.c.o: %.c
\t$(LAUNCHER) $(CC) -O2 -I. -MMD -c $< -o $@
%.cpp.o: %.cpp
\t$(LAUNCHER) $(CXX) -O2 -I. -MMD -c $< -o $@
-include $(wildcard *.d)
"""


class Cost(NamedTuple):
    """One build: seconds of wall time, and of processor time, which other work on the machine disturbs less."""

    wall: float
    processor: float


class Tree(NamedTuple):
    """A generated tree and how it is built."""

    folder: Path
    jobs: int
    launcher: str

    def build(self, kind: str) -> Cost:
        """Build it all."""
        for path in self.folder.iterdir():
            if path.suffix in (".o", ".d"):
                path.unlink()
        if kind == COLD:
            shutil.rmtree(self.cache, ignore_errors=True)
        return self.make("" if kind == BARE else self.launcher)

    def make(self, launcher: str) -> Cost:
        """Run make."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["POINTERCHAIN_CACHE_DIR"] = str(self.cache)
        command = ["make", "-s", f"-j{self.jobs}", f"LAUNCHER={launcher}", "CC=gcc", "CXX=g++"]
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=self.folder, env=environment, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Cost(time.perf_counter() - start, processor)

    @property
    def cache(self) -> Path:
        """Where the translations of this tree are kept."""
        return self.folder.parent / "cache"


def generate(folder: Path, sources: int, marked: int, functions: int, cpp: bool) -> None:
    """Write the tree; every second marked source includes a header with directives and holds none itself."""
    folder.mkdir()
    (folder / "types.h").write_text(TYPES)
    (folder / "kernel.h").write_text(KERNEL_H)
    (folder / "Makefile").write_text(MAKEFILE)
    for tag in range(sources):
        own, by_header = tag < marked and tag % 2 == 0, tag < marked and tag % 2 == 1
        text = f"/* source {tag} */\n" + (CPP_HEAD if cpp else "#include <math.h>\n#include <stdio.h>\n")
        text += '#include "types.h"\n' + ('#include "kernel.h"\n' if by_header else "")
        for number in range(functions):
            begin, end = (BEGIN, END) if own and number % 4 == 0 else ("", "")
            text += FUNCTION.format(tag=tag, number=number, begin=begin, end=end)
            if cpp:
                text += CPP_FUNCTION.format(tag=tag, number=number)
        if by_header:
            text += f"double all_{tag}(Sim *s) {{ return energy(s); }}\n"
        (folder / f"s{tag}.{'cpp' if cpp else 'c'}").write_text(text)


def bench_tree(folder: Path, options: argparse.Namespace, launcher: str, cpp: bool) -> None:
    """Print the ratios of one tree."""
    generate(folder, options.sources, options.sources // 10, options.functions, cpp)
    tree = Tree(folder, options.jobs, launcher)
    tree.build(COLD)  # everything is read once
    costs: dict[str, list[Cost]] = {BARE: [], COLD: [], WARM: []}
    for number in range(options.repeat):
        # A warm build follows a cold one; the bare one is now before, now after them.
        for kind in (BARE, COLD, WARM) if number % 2 else (COLD, WARM, BARE):
            costs[kind].append(tree.build(kind))
    each = 1000 * statistics.median(cost.processor for cost in costs[BARE]) / options.sources
    count = f"{options.sources} sources, {options.sources // 10} with directives"
    print(f"{'C++' if cpp else 'C'}: {count}, {each:.0f} ms of processor time a source bare")
    for kind, target in ((COLD, 1.10), (WARM, 1.05)):
        pairs = list(zip(costs[kind], costs[BARE], strict=True))
        wall = statistics.median(one.wall / bare.wall for one, bare in pairs)
        processor = statistics.median(one.processor / bare.processor for one, bare in pairs)
        print(f"  {kind} / bare     wall {wall:6.3f}   processor {processor:6.3f}   target {target:.2f}")
    idle = [(tree.make(launcher), tree.make("")) for _ in range(5)]
    ratio = statistics.median(one.processor / bare.processor for one, bare in idle)
    print(f"  nothing to do                processor {ratio:6.3f}   target 1.00", flush=True)


def bench_plain(folder: Path, options: argparse.Namespace, launcher: str) -> None:
    """Print what one source without directives costs more, and one with them from the cache."""
    folder.mkdir()
    (folder / "types.h").write_text(TYPES)
    (folder / "plain.c").write_text(
        '#include "types.h"\n' + FUNCTION.format(tag=0, number=0, begin="", end="")
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    differences = []
    command = ["gcc", "-O2", "-c", "plain.c", "-o", "plain.o"]
    for _ in range(10 * options.repeat):
        times = []
        for words in (command, [*launcher.split(), *command]):
            start = time.perf_counter()
            subprocess.run(words, cwd=folder, env=environment, check=True)
            times.append(time.perf_counter() - start)
        differences.append(times[1] - times[0])
    print(
        f"one C source without directives: {1000 * statistics.median(differences):+.1f} ms   target +40 ms",
        flush=True,
    )


def main() -> int:
    """Run the builds and print their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=int, default=200, help="sources in the tree (default: 200)")
    parser.add_argument("--functions", type=int, default=30, help="functions in each (default: 30)")
    parser.add_argument("--repeat", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="make's -j (default: processors)"
    )
    parser.add_argument("--only", choices=("c", "c++"), help="one language only")
    options = parser.parse_args()
    command = Path(sys.executable).with_name("pointerchain")
    launcher = f"{command} cc" if command.exists() else f"{sys.executable} -m pointerchain cc"
    with tempfile.TemporaryDirectory(prefix="pointerchain-bench-") as name:
        bench_plain(Path(name) / "plain", options, launcher)
        if options.only != "c++":
            bench_tree(Path(name) / "c", options, launcher, cpp=False)
        if options.only != "c":
            bench_tree(Path(name) / "cpp", options, launcher, cpp=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
