# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``place profile``: counts of known programs, and what is said of those that cannot be profiled."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from accesses import Generator, Program, differences
from jsonschema import Draft202012Validator
from profiled import NEEDS_CLANG, OFFLOAD, SCHEMA, cells, command, profile
from testlib import check_rows, warm

from pointerchain.place.profiling import launch
from pointerchain.place.profiling.command import ProfileError

pytestmark = NEEDS_CLANG


def counted(seed: int, folder: Path) -> tuple[Program, dict[str, Any]]:
    """A random program, and its profile, which says what the program does."""
    program = Generator(seed).program()
    flags = OFFLOAD if seed % 5 else OFFLOAD[:1]
    made = profile(folder, program.text, program.optimize, *flags, threads=program.threads)
    assert differences(program, made) == []
    assert "uncounted" not in made
    return program, made


@pytest.mark.parametrize("seed", [5, 10, 11, 22, 1005])
def test_counts_are_those_of_the_program(seed: int, tmp_path: Path) -> None:
    counted(seed, tmp_path)


def test_counts_are_those_of_the_program_and_a_wrong_one_is_seen(tmp_path: Path) -> None:
    program, made = counted(3, tmp_path)
    for name in ("loads", "store_bytes", "sectors", "pages", "warp_sectors"):
        cell = next(each for each in made["cells"] if each.get(name) and each["side"] == "device")
        cell[name] += 1
        assert any(f"{name} is" in row for row in differences(program, made)), name
        cell[name] -= 1
    assert differences(program, made) == []


STENCIL = """\
#include <stdio.h>
#include <stdlib.h>
double *room(long n) { return malloc(n * sizeof(double)); }
double weights[3] = {.25, .5, .25};
int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000;
  /* für */ double *a = room(n), *b = room(n), edge[2] = {0, 0};
  for (long i = 0; i < n; i++) a[i] = i % 7, b[i] = i;
#pragma omp target enter data map(to : a[0:n], b[0:n], weights)
  for (int t = 0; t < 6; t++) {
#pragma omp target teams distribute parallel for map(tofrom : edge)
    for (long i = 1; i < n - 1; i++) {
      b[i] = weights[0] * a[i - 1] + weights[1] * a[i] + weights[2] * a[i + 1];
      if (i == 1) edge[0] = b[i];
    }
#pragma omp target update from(b[1:1])
    if (b[1] < 0) return 1;
  }
#pragma omp target exit data map(from : b[0:n]) map(delete : a[0:n], weights)
  printf("%g %g\\n", b[5], edge[0]);
  return 0;
}
"""


def test_objects_have_names_and_sites_and_phases_are_folded(tmp_path: Path) -> None:
    made = profile(tmp_path, STENCIL, "-O2", *OFFLOAD, "--", "200")
    assert made["program"]["command"] == ["a.out", "200"]
    named = {each["name"]: each for each in made["objects"]}
    assert set(named) == {"a", "b", "weights", "edge"}
    # Both come from the same line of 'room': what tells them apart is who called it.
    assert [named[each]["site"]["line"] for each in ("a", "b", "weights", "edge")] == [7, 7, 4, 7]
    assert named["a"]["site"]["column"] < named["b"]["site"]["column"]
    assert [named[each]["kind"] for each in ("a", "weights", "edge")] == ["heap", "static", "stack"]
    assert named["a"]["bytes"] == 1600
    assert named["a"]["first"] == {"side": "host", "phase": 0, "access": "store"}
    # host, (kernel, host) x 5, kernel, host
    assert made["loops"] == [{"first": 1, "last": 2, "repeat": 5}]
    assert [each["side"] for each in made["phases"]] == ["host", "device", "host", "device", "host"]
    assert made["phases"][1]["place"] == {"file": "program.c", "line": 11, "column": 1, "function": "main"}
    assert made["phases"][1]["threads"] == 198
    first, last = cells(made, "a", "device")
    assert (first["loads"], last["loads"]) == (5 * 3 * 198, 3 * 198)
    assert first["lane_strides"] == [{"bytes": 8, "share": 1.0}]
    # 6 groups of 32 iterations ask for 8 sectors at i - 1, and for 9 at i and at i + 1, which begin behind a
    # sector's begin; the 6 iterations of the last group ask for 2 each time.
    assert last["warp_sectors"] == 6 * (8 + 9 + 9) + 2 + 2 + 2
    to_device = {
        (each["object"], each["phase"]): each["to_device"] for each in made["copies"] if each["to_device"]
    }
    assert to_device[named["a"]["id"], 1] == 1600
    assert to_device[named["edge"]["id"], 1] == 5 * 16


def test_a_struct_that_the_runtime_maps_for_its_member_has_no_line_of_its_own(tmp_path: Path) -> None:
    """Of what holds a mapped member libomptarget tells the file 'unknown' and the line 0."""
    text = """\
#include <stdlib.h>
struct { int n; double *x; } g;
int main(void) {
  g.n = 10;
  g.x = malloc(80);
#pragma omp target teams distribute parallel for map(tofrom : g.x[0 : g.n])
  for (int i = 0; i < 10; i++) g.x[i] = i;
  return g.x[3] != 3;
}
"""
    made = profile(tmp_path, text, "-O1", *OFFLOAD)
    sites = {each["name"]: each["site"] and each["site"]["line"] for each in made["objects"]}
    assert sites in ({"g": None, "g.x": 5}, {"g": 2, "g.x": 5})


def test_a_program_without_offloading_has_marks(tmp_path: Path) -> None:
    text = """\
#include <stdlib.h>
int main(void) {
  int n = 1000;
  double *a = malloc(n * 8), *b = malloc(n * 8);
  for (int i = 0; i < n; i++) a[i] = i;
  for (int t = 0; t < 4; t++)
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
  return b[3] != n - 4;
}
"""
    made = profile(tmp_path, text, "-O1")
    assert made["program"]["device"] == "host"
    assert [(each["side"], each["repeat"]) for each in made["phases"]] == [
        ("host", 1),
        ("device", 4),
        ("host", 1),
    ]
    assert made["phases"][1]["place"] == {"file": "program.c", "line": 7, "column": 1}
    (loads,) = cells(made, "a", "device")
    assert (loads["loads"], loads["pages"], loads["page_visits"]) == (4000, 1, 4)
    assert loads["lane_strides"] == [{"bytes": -8, "share": 1.0}]
    assert cells(made, "b", "host")[0]["loads"] == 1


def test_openmp_with_offloading_switched_off(tmp_path: Path) -> None:
    made = profile(tmp_path, STENCIL, "-O2", *OFFLOAD, OMP_TARGET_OFFLOAD="DISABLED")
    assert made["program"]["device"] == "host"
    assert sum(each["loads"] for each in cells(made, "a", "device")) == 6 * 3 * 998
    assert made["copies"] == []


def test_classes_and_floating_point_atomics(tmp_path: Path) -> None:
    text = """\
#include <vector>
struct Particle { double x, v; float mass; Particle() : x(0), v(1), mass(2) {} };
int main() {
  std::vector<Particle> all(300);
  Particle *p = all.data();
  float *sum = new float[4]();
  int n = 300;
#pragma omp target teams distribute parallel for map(tofrom : p[0 : 300], sum[0 : 4])
  for (int i = 0; i < n; ++i) {
    p[i].x += p[i].v;
#pragma omp atomic
    sum[i % 4] += p[i].mass;
  }
  return sum[0] == 0;
}
"""
    made = profile(tmp_path, text, "-O2", *OFFLOAD, name="program.cpp")
    assert "uncounted" not in made
    (cell,) = cells(made, "sum", "device")
    assert (cell["atomics"], cell["atomic_bytes"], cell["loads"], cell["stores"]) == (300, 1200, 0, 0)
    (cell,) = [each for each in made["cells"] if each["side"] == "device" and each["loads"] == 900]
    assert cell["stores"] == 300
    assert {"bytes": 24, "share": 1.0} in cell["lane_strides"]


def test_what_is_not_counted_is_said(tmp_path: Path) -> None:
    text = """\
#include <stdlib.h>
int main(void) {
  long double *a = malloc(160);
#pragma omp target teams distribute parallel for map(from : a[0 : 10])
  for (int i = 0; i < 10; i++)
    a[i] = i;
  return a[3] != 3;
}
"""
    done = command(tmp_path, text, "-O1", *OFFLOAD)
    assert done.returncode == 0
    assert "program.c:6:10: warning: clang's instrumentation does not count this 'x86_fp80'" in done.stderr
    made = json.loads((tmp_path / "profile.json").read_text())
    Draft202012Validator(SCHEMA).validate(made)
    assert {"file": "program.c", "line": 6, "column": 10, "access": "x86_fp80"} in made["uncounted"]


KERNEL = """\
#include <stdlib.h>
int main(void) {{
  int *a = malloc(40);
#pragma omp target teams distribute parallel for map(from : a[0 : 10])
  for (int i = 0; i < 10; i++) a[i] = i;
  {0}
}}
"""


NONE = (
    ("int main(void) { return x; }\n", OFFLOAD, "'program.c' is not compiled"),
    ("int other(void) { return 0; }\n", OFFLOAD, "the program is not linked"),
    (KERNEL.format("abort();"), OFFLOAD, f"is ended by {signal.SIGABRT.name}, so there is no profile"),
    (KERNEL.format("return 7;"), OFFLOAD, "fails with exit code 7, so there is no profile"),
    (KERNEL.format("_Exit(0);"), OFFLOAD, "without running its exit handlers, so there is no profile"),
    ("int main(void) { return 0; }\n", OFFLOAD, "the program ran no kernel"),
    (KERNEL.format("return 0;"), (), "the program ran no kernel"),
    ("int main(void) { return 0; }\n", ("-c",), "'-c' makes no program"),
    ("int main(void) { return 0; }\n", ("-fopenmp", "--offload-arch=sm_70"), "kernels for 'sm_70'"),
)


def test_no_profile_is_said_and_none_is_written(tmp_path: Path) -> None:
    def check(row: tuple[str, tuple[str, ...], str], folder: Path) -> None:
        text, words, message = row
        done = command(folder, text, *words)
        assert done.returncode == 1
        assert message in done.stderr
        assert not (folder / "profile.json").exists()

    check_rows(NONE, check, tmp_path, name=lambda row: row[2])


def test_a_long_run_says_that_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "FIRST_NOTE", 0.05)
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nsleep 0.6\nexit 3\n")
    program.chmod(0o755)
    notes: list[float] = []
    with pytest.raises(ProfileError, match="exit code 3"):
        launch.launch(program, (), offloads=True, still_runs=notes.append)
    assert notes[:3] == [0.05, 0.1, 0.2]


def test_the_compiler_has_to_be_a_clang(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text("int main(void) { return 0; }\n")
    for name, message in (("cc-of-nobody", "there is no such program"), ("true", "'true' is no clang")):
        done = warm.run(["place", "profile", "--", name, "program.c"], cwd=tmp_path)
        assert done.returncode == 1
        assert message in done.stderr


def test_what_a_programs_own_operator_new_gives_is_what_that_allocates(tmp_path: Path) -> None:
    text = """\
#include <cstdlib>
#include <new>
void *operator new(std::size_t n) { return std::malloc(n); }
void operator delete(void *p) noexcept { std::free(p); }
int main() {
  double *a = new double[64]();
#pragma omp target teams distribute parallel for map(tofrom: a[0:64])
  for (int i = 0; i < 64; i++) a[i] += 1;
  delete[] a;
}
"""
    made = profile(tmp_path, text, "-O1", *OFFLOAD, name="program.cpp")
    (found,) = made["objects"]
    # OpenMP's library has its memory from there, too.
    assert found["site"]["line"] == 3
    assert found["bytes"] >= 512
