# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What counting an access costs 'pointerchain place profile': ns an access, with and without counters.

A program times loops of known accesses itself, once built plainly and once as the command builds it. Each
figure is the least of the rounds, in ns of one thread's time; an access of a kernel has lane marks, too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from pointerchain.place.profiling.build import build, installation
from pointerchain.place.profiling.command import read_command

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
typedef struct Node { struct Node *next; long value; } Node;
volatile long runtime_n = 1 << 22;
static void tell(const char *name, double seconds, double accesses) {
  fprintf(stderr, "%s|%.3f\n", name, seconds * 1e9 / accesses);
}
int main(void) {
  const long n = runtime_n, m = n / 8;
  const int threads = omp_get_max_threads();
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), t;
  int *index = malloc(n * sizeof *index);
  Node *list = NULL, *each;
  long sum = 0;
  unsigned r = 1;
  for (long i = 0; i < n; i++) {
    r = r * 1664525u + 1013904223u;
    index[i] = (int)((r >> 8) % (unsigned)n);
    a[i] = b[i] = (double)i;
  }
  for (long i = 0; i < m; i++) {
    each = malloc(sizeof *each);
    each->next = list;
    each->value = i;
    list = each;
  }
  t = omp_get_wtime();
  for (long i = 0; i < n; i++) b[i] = a[i] + (double)i;
  tell("host, one after another", omp_get_wtime() - t, 2.0 * n);
  t = omp_get_wtime();
  for (long i = 0; i < n; i++) b[i] = a[index[i]] + 1;
  tell("host, gather", omp_get_wtime() - t, 3.0 * n);
  t = omp_get_wtime();
  for (each = list; each; each = each->next) sum += each->value;
  tell("host, a list of nodes", omp_get_wtime() - t, 2.0 * m);
  t = omp_get_wtime();
#pragma omp parallel for
  for (long i = 0; i < n; i++) b[i] = a[i] + (double)i;
  tell("host, all threads", (omp_get_wtime() - t) * threads, 2.0 * n);
#pragma omp target data map(to : a[0 : n], index[0 : n]) map(tofrom : b[0 : n])
  {
    t = omp_get_wtime();
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(1)
    for (long i = 0; i < n; i++) b[i] = a[i] + (double)i;
    tell("kernel, one after another", omp_get_wtime() - t, 2.0 * n);
    t = omp_get_wtime();
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(1)
    for (long i = 0; i < n; i++) b[i] = a[index[i]] + 1;
    tell("kernel, gather", omp_get_wtime() - t, 3.0 * n);
    t = omp_get_wtime();
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(1)
    for (long i = 0; i < n / 64; i++)
      for (long j = 0; j < 64; j++) b[i * 64 + j] = a[i * 64 + j] + (double)j;
    tell("kernel, 64 of an iteration", omp_get_wtime() - t, 2.0 * n);
  }
  return sum == 1;
}
"""


def figures(program: Path) -> dict[str, float]:
    """What one run says of itself."""
    environment = {**os.environ, **installation().environment, "LIBOMP_USE_HIDDEN_HELPER_TASK": "0"}
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, check=True)
    rows = (line.split("|") for line in done.stderr.splitlines() if "|" in line)
    return {name: float(value) for name, value in rows}


def main() -> int:
    """Build, run in turn, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="(default 3)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "program.c"
        source.write_text(PROGRAM)
        words = ["clang-19", "-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", str(source)]
        plain = folder / "plain"
        # As the counted one: neither vectorized nor unrolled.
        as_counted = ["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"]
        subprocess.run([*words, *as_counted, "-o", str(plain)], check=True)
        counted = build(read_command(words), folder, offloads=True).program
        least: dict[str, list[float]] = {}
        for _ in range(given.rounds):
            for at, program in enumerate((plain, counted)):
                for row, value in figures(program).items():
                    kept = least.setdefault(row, [1e9, 1e9])
                    kept[at] = min(kept[at], value)
    print(f"{'ns an access':<30}{'plain':>8}{'counted':>9}{'added':>8}")
    for row, (before, after) in least.items():
        print(f"{row:<30}{before:>8.2f}{after:>9.2f}{after - before:>8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
