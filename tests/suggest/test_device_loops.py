# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Constructs that run on a device with its own memory: with and without what is hoisted."""

from __future__ import annotations

from pathlib import Path

import pytest
from testlib import build
from testlib.compilers import separate_memory

from pointerchain.suggest.auto import look, translate_auto

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
struct atoms { double *x, *v; int n; };
struct sim { struct atoms *a; };
void step(struct sim *s, int n, double dt) {
#pragma omp target teams distribute parallel for map(tofrom: s->a->x[0:n]) map(to: s->a->v[:n])
  for (int i = 0; i < n; i++)
    s->a->x[i] += dt * s->a->v[i];
}
int main(void) {
  struct atoms a = {malloc(100 * sizeof(double)), malloc(100 * sizeof(double)), 100};
  struct sim s = {&a};
  for (int i = 0; i < 100; i++) a.x[i] = i, a.v[i] = 2 * i;
  step(&s, 100, 0.5);
  double t = 0;
  for (int i = 0; i < 100; i++) t += a.x[i];
  printf("%g\\n", t);
  return 0;
}
"""


def test_the_device_gets_what_the_construct_names(tmp_path: Path) -> None:
    libraries = separate_memory()
    made = translate_auto(PROGRAM.encode(), "step.c", ["-fopenmp"]).translation
    assert made.text is not None
    assert b"map(tofrom: pc_a_x[0:n]) map(to: pc_a_v[:n])" in made.text and b"pc_a_x[i] += dt" in made.text
    printed = []
    for name, text in (("before.c", PROGRAM.encode()), ("after.c", made.text)):
        (tmp_path / name).write_bytes(text)
        # Clang's own device copy of two members behind a pointer faults: the source runs on the host
        target = ["-fopenmp-targets=x86_64-pc-linux-gnu"] if name == "after.c" else []
        flags = ["-O1", "-fopenmp", *target, "-w"]
        program = build(["clang-19", *flags, name, "-o", Path(name).stem], tmp_path)
        assert program.returncode == 0, program.errors
        done = program.run(
            env={
                "LD_LIBRARY_PATH": str(libraries),
                "OMP_TARGET_OFFLOAD": "MANDATORY" if target else "DISABLED",
                "TMPDIR": str(tmp_path),
            },
            deterministic=True,
        )
        printed.append((done.returncode, done.output))
    assert printed == [(0, "9900\n"), (0, "9900\n")]


ATTACHED = """\
#include <stdio.h>
#include <stdlib.h>
struct leaf { double *x; };
struct sim { struct leaf *a; };
#pragma omp begin declare target
double at(struct sim *s, int i) { return s->a->x[i]; }
#pragma omp end declare target
void later(struct sim *s, int n) {
#pragma omp target
  for (int i = 0; i < n; i++) s->a->x[i] += 1;
}
void lasts(struct sim *s, int n) {
#pragma omp target enter data map(to: s->a->x[0:n])
#pragma omp target
  for (int i = 0; i < n; i++) s->a->x[i] += 1;
  later(s, n);
#pragma omp target exit data map(from: s->a->x[0:n])
}
void region(struct sim *s, struct sim *t, int n) {
#pragma omp target data map(tofrom: s->a->x[0:n])
  {
#pragma omp target
    for (int i = 0; i < n; i++) s->a->x[i] += 1;
#pragma omp target
    for (int i = 0; i < n; i++) t->a->x[i] += 1;
  }
}
void called(struct sim *s, int n) {
#pragma omp target map(tofrom: s->a->x[0:n])
  {
    for (int i = 0; i < n; i++) s->a->x[i] += 1;
    for (int i = 0; i < n; i++) s->a->x[i] += at(s, i);
  }
}
int main(void) {
  struct leaf a = {malloc(8 * sizeof(double))};
  struct sim s = {&a}, *p = &s;
  for (int i = 0; i < 8; i++) a.x[i] = i;
#pragma omp target enter data map(to: p[0:1], p->a[0:1])
  lasts(p, 8);
  region(p, p, 8);
  called(p, 8);
  for (int i = 0; i < 8; i++) printf("%g\\n", a.x[i]);
  return 0;
}
"""
"""Kernels that follow the device's own pointer, which a clause makes lead to the data."""


def test_the_devices_own_pointer_leads_to_the_data(tmp_path: Path) -> None:
    libraries = separate_memory()
    made = translate_auto(ATTACHED.encode(), "step.c", ["-fopenmp", "-O1"]).translation.text
    assert made is not None and made.count(b"pc_a_x = s->a->x") == 1
    printed = []
    for name, text in (("before.c", ATTACHED.encode()), ("after.c", made)):
        (tmp_path / name).write_bytes(text)
        flags = ["-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-w"]
        program = build(["clang-19", *flags, name, "-o", Path(name).stem], tmp_path)
        assert program.returncode == 0, program.errors
        environment = {"LD_LIBRARY_PATH": str(libraries), "OMP_TARGET_OFFLOAD": "MANDATORY"}
        done = program.run(env=environment, deterministic=True)
        printed.append((done.returncode, done.output))
    assert printed[0] == printed[1] == (0, "".join(f"{2 * (i + 5)}\n" for i in range(8)))


@pytest.mark.parametrize("begin", ["declare target", "begin declare target"])
def test_functions_behind_those_of_a_device_are_in_no_construct(begin: str) -> None:
    """What ends such a part of a source has no statement, wherever the next ``;`` between functions is."""
    called = f"#pragma omp {begin}\nint q(int);\n#pragma omp end declare target\n"
    found = look(
        (NESTED.replace("void step", f"{called}void step") % "" + "int last;\n").encode(),
        "step.c",
        ["-fopenacc"],
    )
    assert {row.text for row in found if row.chosen is not None} == {"s->a->x"}


NESTED = """\
struct atoms { double *x; int n; };
struct sim { struct atoms *a; };
void step(struct sim *s, int n, int m) {
#pragma acc parallel loop gang present(s->a->x[0:n])
  for (int i = 0; i < n; i++) {
    %s
    for (int j = 0; j < m; j++)
      s->a->x[i] += j;
  }
}
"""


@pytest.mark.parametrize(
    ("inside", "hoists"),
    [
        ("", True),
        ("\n#pragma acc loop vector independent\n", True),
        ("\n#pragma acc loop seq\n", True),
        ("\n#pragma acc loop private(m)\n", True),
        ("\n#pragma acc loop private(s)\n", False),
        ("\n#pragma acc parallel loop\n", False),
        ("\n#pragma acc data copy(n)\n", False),
        ("\n#pragma acc atomic\n n++;", False),
        ("\n#pragma acc wait\n", False),
    ],
)
def test_loops_that_a_construct_shares_out(inside: str, hoists: bool) -> None:
    found = look((NESTED % inside).encode(), "step.c", ["-fopenacc"])
    states = {row.text: row.chosen is not None for row in found if row.loop.span.start < NESTED.index("%s")}
    assert states == {"s->a->x": hoists} or not (hoists or any(states.values()))


def test_a_loop_directive_alone_is_no_construct() -> None:
    """Where no construct stands before the loop, its directive is of one that the function is called in."""
    source = (NESTED % "").replace("parallel loop gang present(s->a->x[0:n])", "loop gang")
    assert not any(row.chosen for row in look(source.encode(), "step.c", ["-fopenacc"]))
    for directive, hoists in (("#pragma acc loop vector\n", False), ("", True)):
        plain = (NESTED % f"s->a->x[i] = 0;\n{directive}").replace("#pragma acc parallel loop gang", "// ")
        assert any(row.chosen for row in look(plain.encode(), "step.c", ["-fopenacc"])) is hoists
