# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs: objects that are taken to lie apart do, wherever their pointers come from."""

from __future__ import annotations

from pathlib import Path

import pytest
from progen.choices import Recorded
from progen.kernels.aliased import COMPARED, compared, generate
from testlib import build

from pointerchain.analysis.points_to import PointsTo
from pointerchain.map.mapping import Input, map_sources

INCLUDES = "#include <stdlib.h>\n"


def overlapping(first: int, count: int, folder: Path) -> tuple[list[str], int]:
    """What overlaps in programs of some seeds, and in how many constructs nothing is asked."""
    found, known = [], 0
    for seed in range(first, first + count):
        [result] = map_sources([Input("prog.c", (INCLUDES + generate(Recorded(seed=seed))).encode())])
        assert not result.problem, result.problem
        mapped = sum(not each.remarks for each in result.decisions)
        known += mapped
        if mapped:
            (folder / "prog.c").write_text(COMPARED + compared(result))
            built = build(["gcc", "-w", "-O0", "prog.c", "-o", "prog"], folder)
            assert built.returncode == 0, built.errors
            ran = built.run(deterministic=True)
            found += [f"{seed}: {ran.output}"] if ran.returncode else []
    return found, known


def test_what_lies_apart_does(tmp_path: Path) -> None:
    found, known = overlapping(0, 15, tmp_path)
    assert not found and known > 10


def test_what_does_not_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PointsTo, "are_apart", lambda self, one, other, arrays, at_once=True: True)
    assert overlapping(0, 15, tmp_path)[0]


@pytest.mark.long
def test_much_that_lies_apart_does(tmp_path: Path) -> None:
    assert not overlapping(1_000, 400, tmp_path)[0]
