# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the launcher costs a build: whole builds with make, run in turn, without it, cold and warm.

Trees of generated sources are built without the launcher, with it and an empty cache, and with it and a full
one: such that one source in ten holds directives, and such that nearly all come to a header with a region, in C++
in a class template. What is printed are medians of ratios of builds of one round; and what sources without
directives cost more, with the launcher in Python and with its front.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

BARE, COLD, WARM, PLAIN = "bare", "cold", "warm", "plain"

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
#include "types.h"
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
FIELD_H = """\
#ifndef FIELD_H
#define FIELD_H
#include "types.h"
static inline double field_sum(Sim *s, double scale) {
  double sum = 0;
#pragma pointerchain region begin declare(s->atoms->x, s->atoms->n)
  for (int i = 0; i < s->atoms->n; i++) sum += s->atoms->x[i] * scale;
#pragma pointerchain region end
  return sum;
}
#endif
"""
FIELD_HPP = """\
#pragma once
#include <vector>
#include "types.h"
template <class T> class Field {
 public:
  explicit Field(Sim *sim) : s(sim) {}
  T sum(T scale) {
    T out = 0;
#pragma pointerchain region begin declare(s->atoms->x, s->atoms->n)
    for (int i = 0; i < s->atoms->n; i++) out += s->atoms->x[i] * scale;
#pragma pointerchain region end
    return out;
  }

 private:
  Sim *s;
};
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
        if kind in (COLD, PLAIN):
            shutil.rmtree(self.cache, ignore_errors=True)
        return self.make("" if kind == BARE else self.launcher)

    def shared(self) -> str:
        """What the last build's cache says of translations that sources had in common."""
        command = [*shlex.split(self.launcher)[:-1], "cache", "--stats"]
        environment = {**os.environ, "POINTERCHAIN_CACHE_DIR": str(self.cache)}
        out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        rows = {line.split()[0]: line.split()[1] for line in out.splitlines()}
        return f"{rows['shared']} of {rows['misses']} translations were another's"

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


def generate_by_headers(folder: Path, sources: int, functions: int, cpp: bool) -> None:
    """Write a tree in which nine of ten sources come to a header with a region, mostly by a header of their own.

    Half of them come to a second one behind it; one in ten reads other things before, and shares with none.
    """
    folder.mkdir()
    (folder / "types.h").write_text(TYPES)
    (folder / "field.h").write_text(FIELD_HPP if cpp else FIELD_H)
    (folder / "kernel.h").write_text(KERNEL_H)
    (folder / "Makefile").write_text(MAKEFILE)
    for tag in range(sources):
        plain, alone = tag % 10 == 9, tag % 10 == 4
        own = f"/* what source {tag} offers */\n#ifndef OWN_{tag}_H\n#define OWN_{tag}_H\n"
        own += f"struct Before_{tag} {{ int x; }};\n" if alone else ""
        own += "" if plain else '#include "field.h"\n' + ('#include "kernel.h"\n' if tag % 2 else "")
        own += f'#include "types.h"\n#include <math.h>\ndouble work_{tag}(Sim *s);\n#endif\n'
        (folder / f"own{tag}.h").write_text(own)
        text = f'/* source {tag} */\n#include "own{tag}.h"\n' + (CPP_HEAD if cpp else "#include <stdio.h>\n")
        text += "" if plain else '#include "field.h"\n'
        for number in range(functions // 6 if cpp else functions):
            text += (FUNCTION + (CPP_FUNCTION if cpp else "")).format(
                tag=tag, number=number, begin="", end=""
            )
        work = "s->dt" if plain else "Field<double>(s).sum(2)" if cpp else "field_sum(s, 2)"
        text += f"double work_{tag}(Sim *s) {{ return {work}; }}\n"
        (folder / f"s{tag}.{'cpp' if cpp else 'c'}").write_text(text)


def generate_plain(folder: Path, sources: int) -> None:
    """Write a tree of small C sources, none of them with a directive."""
    folder.mkdir()
    (folder / "types.h").write_text(TYPES)
    (folder / "Makefile").write_text(MAKEFILE)
    for tag in range(sources):
        text = '#include "types.h"\n' + FUNCTION.format(tag=tag, number=0, begin="", end="")
        (folder / f"s{tag}.c").write_text(text)


def bench_tree(tree: Tree, options: argparse.Namespace, title: str, targets: dict[str, float]) -> None:
    """Print the ratios of one tree."""
    tree.build(BARE)  # everything is read once
    costs: dict[str, list[Cost]] = {BARE: [], COLD: [], WARM: []}
    for number in range(options.repeat):
        # A warm build follows a cold one; the bare one is now before, now after them.
        for kind in (BARE, COLD, WARM) if number % 2 else (COLD, WARM, BARE):
            costs[kind].append(tree.build(kind))
            if kind == COLD and number == 0:
                shared = tree.shared()
    count = sum(path.suffix in (".c", ".cpp") for path in tree.folder.iterdir())
    each = 1000 * statistics.median(cost.processor for cost in costs[BARE]) / count
    print(f"{title}: {count} sources, {each:.0f} ms of processor time each; {shared}")
    for kind, target in targets.items():
        pairs = list(zip(costs[kind], costs[BARE], strict=True))
        wall = statistics.median(one.wall / bare.wall for one, bare in pairs)
        processor = statistics.median(one.processor / bare.processor for one, bare in pairs)
        print(f"  {kind} / bare     wall {wall:6.3f}   processor {processor:6.3f}   target {target:.2f}")
    idle = [(tree.make(tree.launcher), tree.make("")) for _ in range(5)]
    ratio = statistics.median(one.processor / bare.processor for one, bare in idle)
    print(f"  nothing to do                processor {ratio:6.3f}   target 1.00", flush=True)


def bench_plain(folder: Path, options: argparse.Namespace, launchers: dict[str, str]) -> None:
    """Print what sources without directives cost more, by launcher."""
    generate_plain(folder, options.plain)
    costs: dict[str, list[Cost]] = {name: [] for name in ("", *launchers)}
    for number in range(options.repeat):
        names = [*costs] if number % 2 else [*reversed(costs)]
        for name in names:
            costs[name].append(Tree(folder, options.jobs, launchers.get(name, "")).build(PLAIN))
    print(f"{options.plain} C sources without directives")
    for name, target in zip(launchers, (40, 5), strict=True):
        pairs = list(zip(costs[name], costs[""], strict=True))
        wall = statistics.median(one.wall / bare.wall for one, bare in pairs)
        more = statistics.median((one.processor - bare.processor) / options.plain for one, bare in pairs)
        print(
            f"  {name:20} wall {wall:6.3f}   processor {1000 * more:+6.1f} ms a source   target +{target} ms"
        )
    sys.stdout.flush()


def main() -> int:
    """Run the builds and print their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=int, default=200, help="sources in the tree (default: 200)")
    parser.add_argument("--functions", type=int, default=30, help="functions in each (default: 30)")
    parser.add_argument("--repeat", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="make's -j (default: processors)"
    )
    parser.add_argument(
        "--by-headers", type=int, default=40, help="sources that have directives by headers (default: 40)"
    )
    parser.add_argument("--plain", type=int, default=2000, help="sources without directives (default: 2000)")
    parser.add_argument(
        "--only", choices=("c", "c++", "by-headers", "plain"), action="append", help="one of the trees"
    )
    options = parser.parse_args()
    only = options.only or ("plain", "by-headers", "c", "c++")
    command = Path(sys.executable).with_name("pointerchain")
    words = [str(command)] if command.exists() else [sys.executable, "-m", "pointerchain"]
    launcher = shlex.join([*words, "cc"])
    with tempfile.TemporaryDirectory(prefix="pointerchain-bench-") as name:
        top = Path(name)
        if "plain" in only:
            front = str(top / "pointerchain-cc")
            subprocess.run([*shlex.split(launcher), "--native", front, "gcc"], check=True)
            bench_plain(top / "plain", options, {"pointerchain cc": launcher, "its front in C": front})
        for language, cpp in (("C", False), ("C++", True)):
            if "by-headers" in only:
                tree = Tree(top / f"headers-{language}", options.jobs, launcher)
                generate_by_headers(tree.folder, options.by_headers, options.functions, cpp)
                title = f"{language}, by headers"
                bench_tree(tree, options, title, {COLD: 1.25, WARM: 1.03})
            if language.lower() in only:
                tree = Tree(top / language, options.jobs, launcher)
                generate(tree.folder, options.sources, options.sources // 10, options.functions, cpp)
                title = f"{language}, one in ten with directives"
                bench_tree(tree, options, title, {COLD: 1.10, WARM: 1.05})
    return 0


if __name__ == "__main__":
    sys.exit(main())
