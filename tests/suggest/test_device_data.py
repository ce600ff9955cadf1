# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains whose data an enclosing directive, an earlier one or a construct's block names."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from suggest.test_device_loops import clang_library

from pointerchain.suggest.auto import look, translate_auto

ROOT = Path(__file__).parent.parent
WORLD = """\
#include "guard.h"
#pragma pointerchain promise(reads(guard_protect, guard_unprotect, guard_protect_then))
struct atoms { double *x, *v; int *count; int n; double box[3]; char *name; };
struct sim { struct atoms *a, *b; struct atoms *rows[4]; int m; };
int sum;
void touch(struct sim *s);
void move(struct sim *s) {
#pragma omp target update to(s->a->x[0:1])
}
void step(struct sim *s, int n, int k) {
"""
REST = """
}
int main(void) {
  struct sim *s = guard_alloc(sizeof *s);
  struct atoms *a = guard_alloc(sizeof *a), *b = guard_alloc(sizeof *b);
  s->a = s->rows[0] = s->rows[1] = a, s->b = b;
  a->x = guard_alloc(64 * sizeof(double)), a->v = guard_alloc(64 * sizeof(double));
  b->x = guard_alloc(64 * sizeof(double)), b->v = guard_alloc(64 * sizeof(double));
  a->n = s->m = 64;
  for (int i = 0; i < 64; i++) a->x[i] = i, a->v[i] = 2 * i, b->x[i] = 3 * i, b->v[i] = 4 * i;
  step(s, 64, 1);
  for (int i = 0; i < 64; i++) printf("%g %g %g\\n", a->x[i], a->v[i], b->x[i]);
  printf("%d\\n", sum);
  return 0;
}
"""
LOOP = "for (int i = 0; i < n; i++)"
TEAMS = "\n#pragma omp target teams distribute parallel for"
DATA = "\n#pragma omp target data map(tofrom: s->a->x[0:n]) map(to: s->a->v[0:n])"
KERNEL = f"{TEAMS}\n{LOOP} s->a->x[i] += s->a->v[i];"

RUNS = {
    "a structured data region": f"{DATA}\n{{ guard_protect(); {KERNEL} guard_unprotect(); }}",
    "several constructs in one": (
        f"{DATA}\n{{ guard_protect(); {KERNEL} int t = 0;\n"
        f"{TEAMS} reduction(+: t) map(tofrom: t)\n{LOOP} t += (int)s->a->x[i];\n"
        "guard_unprotect(); sum += t; }"
    ),
    "data regions in one another": (
        "\n#pragma omp target data map(tofrom: s->a->x[0:n])\n{"
        "\n#pragma omp target data map(to: s->a->v[0:n]) map(tofrom: s->b->x[0:n])\n"
        f"{{ guard_protect(); {KERNEL} guard_unprotect(); }} }}"
    ),
    "a block of a construct": (
        "\n#pragma omp target enter data map(to: s->a->x[0:n], s->a->v[0:n])\n"
        "\n#pragma omp target map(tofrom: s->a->x[0:n]) map(to: s->a->v[0:guard_protect_then(n)])\n"
        f"{{ s->a->x[0] += 1; {LOOP} s->a->x[i] += s->a->v[i]; }}\nguard_unprotect();"
        "\n#pragma omp target exit data map(from: s->a->x[0:n]) map(release: s->a->v[0:n])\n"
    ),
    "a pointer that is found as a section of no length": (
        "\n#pragma omp target enter data map(to: s->a->x[0:n], s->a->v[0:n])\n"
        f"{TEAMS} thread_limit(guard_protect_then(8))\n{LOOP} s->a->x[i] += s->a->v[i];\nguard_unprotect();"
        "\n#pragma omp target exit data map(from: s->a->x[0:n]) map(release: s->a->v[0:n])\n"
    ),
    "a section of no length in the clause": (
        "\n#pragma omp target enter data map(to: s->a->x[0:n], s->a->v[0:n])\n"
        f"{TEAMS} map(s->a->x[:0], s->a->v[:0])\n{LOOP} s->a->x[i] += s->a->v[i];"
        "\n#pragma omp target exit data map(from: s->a->x[0:n]) map(release: s->a->v[0:n])\n"
    ),
    "a part of the array": (
        "\n#pragma omp target data map(tofrom: s->a->x[8:16])\n{ guard_protect();"
        f"{TEAMS}\nfor (int i = 8; i < 24; i++) s->a->x[i] += i; guard_unprotect(); }}"
    ),
    "a change behind the construct": (
        f"{DATA}\n{{ guard_protect(); {KERNEL} guard_unprotect(); s->a->n++; }} s->a = s->b;"
    ),
}
"""Bodies of which all kernels work on the device by what is hoisted, and by nothing else."""


def made_of(body: str, *args: str) -> bytes:
    source = f"{WORLD}{body}{REST}".encode()
    flags = ["-std=gnu11", "-fopenmp", f"-I{ROOT / 'separate_memory'}", *args]
    result = translate_auto(source, "step.c", flags)
    assert result.translation.text is not None
    return result.translation.text


def run_of(text: bytes, folder: Path, device: bool) -> str:
    (folder / "step.c").write_bytes(text)
    target = ["-fopenmp-targets=x86_64-pc-linux-gnu"] if device else []
    flags = ["-O1", "-w", *(["-fopenmp"] if device else []), *target, f"-I{ROOT / 'separate_memory'}"]
    subprocess.run(["clang-19", *flags, "step.c", "-o", "program"], cwd=folder, check=True)
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(clang_library()),
        "OMP_TARGET_OFFLOAD": "MANDATORY" if device else "DISABLED",
        "KMP_WARNINGS": "off",
        "TMPDIR": str(folder),
    }
    done = subprocess.run(["./program"], cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else f"ended with {done.returncode}\n{done.stderr}"


@pytest.mark.skipif(clang_library() is None, reason="needs clang-19 with libomp-19-dev")
@pytest.mark.parametrize("name", RUNS)
def test_the_device_finds_what_is_hoisted(name: str, tmp_path: Path) -> None:
    text = made_of(RUNS[name])
    assert b"pc_a_x" in text
    assert run_of(text, tmp_path, True) == run_of(f"{WORLD}{RUNS[name]}{REST}".encode(), tmp_path, False)
