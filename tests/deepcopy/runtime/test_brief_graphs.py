# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Plans in brief say and do what all others do: random structures, as plans that may be brief and not.

At length: ``FIRST_GRAPH=1000 GRAPHS=100000 pytest tests/deepcopy/runtime/test_brief_graphs.py``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from deepcopy_programs import build, quick
from testlib import SANITIZED, Built

FIRST = int(os.environ.get("FIRST_GRAPH", "0"))
GRAPHS = int(os.environ.get("GRAPHS", "1500"))
PROGRAM = "brief_graph.c"
DEVICE = "-DPC_DEEPCOPY_DEVICE_HOST"
# None; those that can be; these, written out at once.
NEVER, MOSTLY, WRITTEN_OUT = 0, 1, 2
# So that these small structures travel in one transfer, and in several.
SMALL_TRANSFERS = "-DPC_CHUNK_BYTES=((size_t)1024)"


def build_of_kind(kind: int, folder: Path, *flags: str) -> Built:
    """The program in which plans may be brief, or not, and an enter is tried so each time."""
    options = (f"-DPC_BRIEF={kind}", "-DPC_UNFIT_CALLS=0", DEVICE, *flags)
    return build(PROGRAM, folder, "-O0", *options, compiler=quick())


def run(program: Built, first: int, n: int) -> tuple[list[str], int, int, int]:
    """What calls said; how many there were, and after how many a plan, or two, were brief."""
    ran = program.run(str(first), str(n), deterministic=True, timeout=60 + n)
    assert ran.returncode == 0, ran.output[-2000:] + ran.errors
    *lines, last = ran.output.splitlines()
    calls, brief, two = (int(word) for word in last.replace(",", "").split() if word.isdecimal())
    return lines, calls, brief, two


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Built, Built]:
    never, mostly, written = (
        build_of_kind(kind, tmp_path_factory.mktemp(f"brief{kind}"), SMALL_TRANSFERS, *SANITIZED)
        for kind in (NEVER, MOSTLY, WRITTEN_OUT)
    )
    return never, mostly, written


def test_all_say_the_same(programs: tuple[Built, Built, Built]) -> None:
    """Every status, every message, and all that the host has after each call."""
    (expected, calls, none, _), (mostly, _, brief, two), (written, _, still, _) = (
        run(program, FIRST, GRAPHS) for program in programs
    )
    assert none == 0 and still == 0
    assert brief > calls / 20 and two > calls / 1000, "hardly any plan is brief: nothing was tested"
    assert mostly == expected
    assert written == expected
    assert sum(": 0 " in line for line in expected) > calls / 2


def test_harness_can_fail(tmp_path: Path) -> None:
    """Kernels that do nothing: what the host has afterwards is another."""
    (tmp_path / "never").mkdir()
    never = build_of_kind(NEVER, tmp_path / "never")
    idle = build_of_kind(MOSTLY, tmp_path, "-DIDLE")
    assert run(never, 0, 30)[0] != run(idle, 0, 30)[0]
