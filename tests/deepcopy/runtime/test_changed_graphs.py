# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random structures that the host and kernels change, against the model of programs/changed_graph.c.

At length: ``FIRST_GRAPH=1000 GRAPHS=100000 pytest tests/deepcopy/runtime/test_changed_graphs.py``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from deepcopy_programs import build
from testlib import SANITIZED, Built

FIRST = int(os.environ.get("FIRST_GRAPH", "0"))
GRAPHS = int(os.environ.get("GRAPHS", "2000"))
ONCE_FAILED = (205, 1645, 7929, 11520, 140823, 224322)
PROGRAM = "changed_graph.c"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(
        PROGRAM,
        tmp_path_factory.mktemp("changed_graph"),
        "-DPC_DEEPCOPY_DEVICE_HOST",
        "-DPC_UNFIT_CALLS=0",
        *SANITIZED,
    )


def test_graphs(graph: Built) -> None:
    """Copies back are done, also of pointers that lead elsewhere, and refused."""
    ran = graph.run(str(FIRST), str(GRAPHS), deterministic=True, timeout=60 + GRAPHS)
    assert ran.returncode == 0, ran.output + ran.errors
    word, done, moved, refused, brief = ran.output.split()
    assert word == "ok"
    assert GRAPHS < 100 or (int(done) > GRAPHS and int(moved) > GRAPHS / 20 and int(refused) > GRAPHS / 5)
    assert GRAPHS < 100 or int(brief) > GRAPHS / 20, (
        "hardly any plan is brief: they are not judged by the model"
    )


def test_graphs_that_once_failed(graph: Built) -> None:
    """Lengths of 0 that were made larger, what a shorter one left out, pointers to less than their length."""
    for number in ONCE_FAILED:
        ran = graph.run(str(number), "1")  # which says addresses
        assert ran.returncode == 0, ran.output[-2000:] + ran.errors


def test_harness_can_fail(tmp_path: Path) -> None:
    """Copies back that do nothing: the model sees it."""
    program = build(PROGRAM, tmp_path, "-O0", "-DPC_DEEPCOPY_DEVICE_HOST", "-DDROPPING")
    ran = program.run("0", "100", deterministic=True)
    assert ran.returncode == 1
    assert "is not the device's" in ran.output
