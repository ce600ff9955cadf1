# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is written is shown to be right; with a fault it is not, or does what it did all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from progen.choices import Recorded
from progen.faulty import Mutant, mutants
from progen.kernels.judge import on_device, on_host
from testlib.compilers import separate_memory

from pointerchain.coherence.check import Failure, check
from pointerchain.coherence.text import Text
from pointerchain.map.mapping import Input, map_sources

PROGRAMS = Path(__file__).parents[1] / "map" / "programs"
OPENMP = ("edges", "fronts", "heat", "hidden", "layers", "lookups", "ranks", "search")


def written(name: str) -> str:
    """A program with the directives that ``map`` writes."""
    text = (PROGRAMS / f"{name}.c").read_bytes()
    [result] = map_sources([Input(f"{name}.c", text)])
    assert result.is_whole and not result.unproved
    return result.text.decode()


def checked(text: str) -> Failure | None:
    return check([Text("prog.c", text.encode())])


FAULTS = [
    # program, what is replaced, by what, and a part of the reason, or None where that does no harm
    ("heat", "map(to: s.f->k[1", "map(alloc: s.f->k[1", "older than the host's"),
    ("heat", "s.f->t[0:s.f->n], s.f->tn[0:s.f->n])", "s.f->t[0:s.f->n])", None),
    ("heat", "s.f->tn[0:s.f->n])", "s.f->tn[0:s.f->n - 1])", "on the device"),
    ("heat", "map(to: s->f->t[0:s->f->n], ", "map(to: ", None),
    ("edges", "map(from: grid.result[0:grid.cols * grid.rows], grid.t", "map(from: grid.t", None),
    (
        "edges",
        ", grid.temp[0:grid.cols * grid.rows]) \\\n      pointerchain",
        ") \\\n      pointerchain",
        "older than the device's",
    ),
    ("edges", "map(from: grid.result", "map(release: grid.result", "older than the device's"),
    ("fronts", "map(tofrom: score)", "map(to: score)", "older than the device's"),
    ("fronts", "map(tofrom: score)", "map(from: score)", "older than the host's"),
    ("hidden", "map(tofrom: fixed)", "map(to: fixed)", "older than the device's"),
    ("hidden", "map(tofrom: last)", "", "on the device"),
    ("layers", "map(tofrom: net->count", "map(to: net->count", "older than the device's"),
    ("layers", "net->error, ", "", "on the device"),
    ("layers", "map(from: table)", "map(alloc: table)", "older than the device's"),
    ("lookups", "d->grid[0:d->points]", "d->grid[0:d->points - 1]", "on the device"),
    ("lookups", "map(from: d->result", "map(alloc: d->result", "older than the device's"),
    ("search", "more, ", "", "on the device"),
    (
        "search",
        "map(tofrom: g->cost[0:g->nodes], g->mask",
        "map(to: g->cost[0:g->nodes], g->mask",
        "older than the device's",
    ),
    ("search", "map(tofrom: g->mask[0:g->nodes], g->next", "map(alloc: g->mask[0:g->nodes], g->next", None),
]


def test_faults_are_seen() -> None:
    texts = {name: written(name) for name in OPENMP}
    wrong = []
    for name, old, new, why in FAULTS:
        assert old in texts[name], (name, old)
        failure = checked(texts[name].replace(old, new))
        if (why is None) != (failure is None) or (failure is not None and why not in failure.why):
            wrong.append((name, new, failure))
    assert not wrong


LISTED = """\
typedef struct { int a, b; } Pair;
typedef struct { int first; Pair pair; int n, last; } Row;
int main(void) {
  double x[8] = {1, 2, 3};
  Row r = %s;
  int n = r.n;
#pragma omp target map(tofrom: x[0:4])
  for (int i = 0; i < n; i++) x[i] *= 2;
  return x[0] > 4;
}
"""


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ("{1, {2, 3}, 4, 8}", None),
        ("{1, {2, 3}, 5, 4}", "on the device"),
        ("{.n = 4, 8}", None),
        ("{.n = 5, 4}", "on the device"),
        ("{.pair = {4, 4}, 5}", "on the device"),
        ("{.pair = {5, 5}, 4}", None),
        ("{1, 2, 3, 8}", "not in the model"),
        ("{1, 2, 4}", "not in the model"),
    ],
)
def test_values_come_to_members_in_their_order(values: str, why: str | None) -> None:
    """A list may name a member, and go on behind it; where braces are left out nothing is said."""
    failure = checked(LISTED % values)
    assert why in failure.why if why is not None and failure is not None else (failure, why) == (None, None)


def test_members_of_a_header_s_structure_are_known(tmp_path: Path) -> None:
    (tmp_path / "row.h").write_text("typedef struct { int first, n; } Row;\n")
    without = LISTED.replace("typedef struct { int first; Pair pair; int n, last; } Row;\n", "")
    text = f'#include "{tmp_path}/row.h"\n{without % "{1, 4}"}'
    assert checked(text) is None


UPDATED = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = 9 + argc;
  double *x = malloc(n * sizeof *x), sum = 0;
  for (int i = 0; i < n; i++) x[i] = i;
#pragma omp target enter data map(to: x[0:n])
  for (int k = 0; k < 4; k++) {
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++) x[i] += k;
    if (k == 2) {
#pragma omp target update from(x[0:n])
      sum += x[1];
      x[1] = 5;
#pragma omp target update to(x[0:n])
    }
  }
#pragma omp target exit data map(from: x[0:n])
  for (int i = 0; i < n; i++) sum += x[i];
  printf("%g\\n", sum);
  free(x);
  return argv == NULL;
}
"""
BEFORE = "  for (int k"
FROM, TO = "#pragma omp target update from(x[0:n])\n", "#pragma omp target update to(x[0:n])\n"
EXIT = "#pragma omp target exit data map(from: x[0:n])\n"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("", "", None),
        (FROM, "", "the host reads 'x[...]'"),
        (TO, "", "a kernel reads"),
        (FROM, FROM.replace("n]", "n - 1]"), "the host reads 'x[...]'"),
        (TO, TO.replace("n]", "1]"), "a kernel reads"),
        (FROM, TO, "the host reads 'x[...]'"),
        (EXIT, "", "the host reads 'x[...]'"),
        (EXIT, EXIT.replace("from", "release"), "the host reads 'x[...]'"),
        (EXIT, EXIT * 2, None),
        ("enter data map(to", "enter data map(alloc", "a kernel reads"),
        ("  for (int i = 0; i < n; i++) sum", "  free(x);\n  for (int i = 0; i < n; i++) sum", None),
        ("  free(x)", "#pragma omp target enter data map(to: x[0:n])\n  free(x)", "freed"),
        ("map(tofrom: x[0:n])", "map(tofrom: x[0:n + 1])", "more is listed"),
    ],
)
def test_an_update_that_is_missing_is_seen(old: str, new: str, why: str | None) -> None:
    failure = checked(UPDATED.replace(old, new, 1) if old else UPDATED)
    assert (failure is None) == (why is None), failure
    assert failure is None or str(why) in failure.why


def test_an_update_before_the_loop_is_too_early() -> None:
    moved = UPDATED.replace(FROM, "").replace(BEFORE, FROM + BEFORE, 1)
    failure = checked(moved)
    assert failure is not None
    assert (
        moved[: failure.places[0][1]].count("\n") + 1
        == UPDATED[: UPDATED.index("sum += x[1]")].count("\n") + 1
    )


MADE = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n; double *t; } Field;
static Field made(int n) {
  Field f;
  f.n = n;
  f.t = malloc(n * sizeof *f.t);
  for (int i = 0; i < n; i++) f.t[i] = i;
  return f;
}
int main(int argc, char **argv) {
  Field f = made(argc + 9), g; COPY
  double *x = malloc(9 * sizeof *x), sum = 0;
#pragma omp target enter data map(to: g.t[0:g.n])
#pragma omp target teams distribute parallel for map(tofrom: g.t[0:g.n]) pointerchain(g.t, g.n)
  for (int i = 0; i < g.n; i++) g.t[i] += 1;
  BETWEEN
#pragma omp target exit data map(from: g.t[0:g.n])
  printf("%g %g\\n", f.t[2], sum);
  return argv == NULL;
}
"""


@pytest.mark.parametrize(
    ("copy", "between", "why"),
    [
        ("g = f;", "", None),
        ("g = f;", "sum += f.t[1];", "the host reads 'f.t[...]'"),
        ("g = f;", "double *p = &f.t[3]; sum += p[-1];", "the host reads 'p[...]'"),
        ("g = f;", "unsigned long u = (unsigned long)g.t; sum += *(double *)u;", "the host reads"),
        ("g = f;", "memcpy(x, f.t, 8);", "the host reads"),
        ("g = f;", "memcpy(f.t, x, 8);", "the host"),
        ("g = f;", "sum += x[0];", None),
        ("g = f;", "free(f.t);", "freed"),
        ("memcpy(&g, &f, sizeof g);", "", "not in the model"),
        ("Field *p = argc > 5 ? &f : &g; g = f; *p = f;", "", "not in the model"),
        ("g = f; if (argc > 4) goto end; end:;", "", "not in the model"),
    ],
)
def test_what_leads_to_memory_is_followed(copy: str, between: str, why: str | None) -> None:
    """By records that are returned and copied, by pointers into it, and by numbers; what is not, is said."""
    failure = checked(MADE.replace("COPY", copy).replace("BETWEEN", between))
    assert (failure is None) == (why is None), failure
    if failure is not None:
        assert str(why) in failure.why and failure.is_modelled == (why != "not in the model"), failure


def test_without_main_memory_of_one_kind_may_be_the_same() -> None:
    kernel = "#pragma omp target teams distribute parallel for map(tofrom: x[0:n]) map(to: y[0:n])\n"
    loop = f"{kernel}for (int i = 0; i < n; i++) x[i] += y[i];\n"
    text = f"void add(double *x, const KIND *y, int n) {{\n{loop}}}\n"
    failure = checked(text.replace("KIND", "double"))
    assert failure is not None and "may be the same memory" in failure.why
    assert checked(text.replace("KIND", "float")) is None
    assert checked(text.replace("KIND *", "double *restrict ")) is None


KERNEL = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc;
  double *x = malloc(2 * n * sizeof *x), tmp[4], sum = 0;
  for (int i = 0; i < 2 * n; i++) x[i] = i;
#pragma omp target teams distribute parallel for CLAUSES
  for (int i = 0; i < n; i++) BODY
  for (int i = 0; i < n; i++) sum += x[i];
  printf("%g\\n", sum);
}
"""


@pytest.mark.parametrize(
    ("clauses", "body", "why"),
    [
        ("map(from: x[0:n])", "x[i] = 1;", None),
        ("map(from: x[0:n])", "if (i >= 0) x[i] = 1;", None),
        ("map(from: x[0:n])", "if (i != 7) x[i] = 1;", "the host reads 'x[...]'"),
        ("map(from: x[0:n])", "if (i < 30 || i > 30) x[i] = 1;", "the host reads 'x[...]'"),
        ("map(tofrom: x[0:n])", "x[i] = x[i == 20 ? i + n : i];", "are on the device"),
        ("map(tofrom: x[0:2 * n])", "x[i] = x[i == 20 ? i + n : i];", None),
        ("map(tofrom: x[0:n]) private(tmp)", "{ tmp[i % 4] = x[i]; x[i] = tmp[i % 4]; }", None),
        ("map(tofrom: x[0:n])", "{ tmp[i % 4] = x[i]; x[i] = tmp[i % 4]; }", "may not be on the device"),
        ("map(present, tofrom: x[0:n])", "x[i] = 1;", "the modifier 'present'"),
        ("map(tofrom: x[0:n:1])", "x[i] = 1;", "Clang says"),
    ],
)
def test_what_a_kernel_does_to_its_objects(clauses: str, body: str, why: str | None) -> None:
    """Also in the one iteration that a number in the kernel tells apart."""
    failure = checked(KERNEL.replace("CLAUSES", clauses).replace("BODY", body))
    assert (failure is None) == (why is None), failure
    assert failure is None or str(why) in failure.why, failure


def test_rows_whose_length_is_computed_are_not_in_the_model() -> None:
    rows = KERNEL.replace(
        "double *x = malloc(2 * n * sizeof *x)", "double (*r)[n] = malloc(n * sizeof *r), *x = *r"
    )
    failure = checked(rows.replace("CLAUSES", "map(tofrom: x[0:n])").replace("BODY", "x[i] += 1;"))
    assert failure is not None and not failure.is_modelled and "whose length is computed" in failure.why


def harmless(name: str) -> list[Mutant]:
    """The mutants of a program of which all is shown, though they have a fault."""
    return [each for each in mutants(written(name)) if checked(each.text) is None]


def compare(name: str, found: list[Mutant], folder: Path) -> None:
    """What is shown to be right does on a device what the program does on the host."""
    separate_memory()
    expected = on_host((PROGRAMS / f"{name}.c").read_text(), folder)
    wrong = [each[:2] for each in found if on_device(each.text.encode(), folder) != expected]
    assert not wrong, (name, wrong)


@pytest.mark.separate_memory
def test_what_is_accepted_does_what_it_did(tmp_path: Path) -> None:
    choices = Recorded(seed=48)
    for name in ("heat", "search"):
        found = harmless(name)
        compare(name, [choices.pick(found) for _ in range(3)], tmp_path)


@pytest.mark.long
@pytest.mark.separate_memory
@pytest.mark.parametrize("name", OPENMP)
def test_all_that_is_accepted_does_what_it_did(name: str, tmp_path: Path) -> None:
    compare(name, harmless(name), tmp_path)
