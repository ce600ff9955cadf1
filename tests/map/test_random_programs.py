# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random kernels without data clauses do, mapped, on a device what they do on the host."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from progen.choices import Recorded
from progen.kernels.generate import generate
from progen.kernels.judge import Report, judge, known_ones, mapped, on_device, on_host
from testlib.compilers import separate_memory

from pointerchain.analysis.sections import ONE, Access, Range, range_of_all
from pointerchain.map import mapping, objects

pytestmark = pytest.mark.separate_memory


def seeded(first: int, count: int, shaped: bool, folder: Path) -> Report:
    separate_memory()
    kernels = [generate(Recorded(seed=first + number), number) for number in range(count)]
    return judge(kernels, shaped, folder)


def test_kernels_do_what_they_did(tmp_path: Path) -> None:
    report = seeded(8_000_000, 40, True, tmp_path)
    assert not report.failures, "\n".join(report.failures)
    assert report.mapped >= 30
    assert set(report.directions) == {"to", "from", "tofrom"}
    assert {"indirect", "edge", "call", "skip", "inner", "swapped", "parallel", "sequential"} <= report.tags


def test_without_shapes_more_is_asked() -> None:
    kernels = [generate(Recorded(seed=8_000_000 + number), number) for number in range(45)]
    of_allocations, of_shapes = (known_ones(kernels, shaped) for shaped in (False, True))
    assert len(of_allocations) == len(of_shapes) > 30
    assert 10 <= len(known_ones(kernels, False, growing=True)) < len(of_shapes)


ODD = """\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 40;
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), sum = 0;
  for (int i = 0; i < n; i++) x[i] = y[i] = i;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) if (i % 3 == 1) x[i] = 7;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) y[i] += x[i];
  for (int i = 0; i < n; i++) sum = sum * 3 + y[i];
  printf("%.17g\\n", sum);
  return 0;
}
"""


def shorter(accesses: Sequence[Access]) -> Range | None:
    section = range_of_all(accesses)
    return section and section._replace(upper=section.upper - ONE)


@pytest.mark.parametrize("wrong", ["", "partial write", "short section"])
def test_a_wrong_clause_is_seen(wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof, and without it the judge, notice elements that nothing has written, and ones that are missing."""
    separate_memory()
    if wrong == "partial write":
        monkeypatch.setattr(objects, "fills", lambda access, section: True)
    elif wrong:
        monkeypatch.setattr(objects, "range_of_all", shorter)
    assert mapped(ODD).is_whole == (not wrong)
    monkeypatch.setattr(mapping, "_prove", lambda rows, is_whole: "")
    result = mapped(ODD)
    assert result.is_whole
    assert (on_device(result.text, tmp_path) == on_host(ODD, tmp_path)) == (not wrong)


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_many_kernels_do_what_they_did(part: int, tmp_path: Path) -> None:
    for number in range(5):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = seeded(9_000_000 + 1_000 * (5 * part + number), 60, number % 2 == 0, folder)
        assert not report.failures, (part, number, report.failures)
