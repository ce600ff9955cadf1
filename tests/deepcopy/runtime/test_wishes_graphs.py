# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random structures of unions, containers and classes, against the model of programs/wishes_graph.c.

At length: ``FIRST_GRAPH=1000 GRAPHS=50000 pytest tests/deepcopy/runtime/test_wishes_graphs.py``.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from deepcopy_programs import build
from testlib import SANITIZED, Built

pytestmark = pytest.mark.xdist_group("wishes_graphs")  # what they share is built once

FIRST = int(os.environ.get("FIRST_GRAPH", "0"))
GRAPHS = int(os.environ.get("GRAPHS", "600"))
CALLS = ("enter", "exit", "host", "device", "structure")
ONCE_FAILED = (
    *(103201, 331107, 333399, 3000283, 7026599),
    *(7033128, 7088987, 10007124, 10055487, 30090321),
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build("wishes_graph.c", tmp_path_factory.mktemp("wishes_graph"), *SANITIZED)


def test_graphs(graph: Built) -> None:
    """Every technique, as the number of the graph says; each sort of call is done, refused and failed."""
    ran = graph.run(str(FIRST), str(GRAPHS), deterministic=True, timeout=60 + GRAPHS)
    assert ran.returncode == 0, ran.output + ran.errors
    counts = dict(re.findall(r"(\w+) (\d+ \d+ \d+)", ran.output.removeprefix("ok")))
    assert tuple(counts) == CALLS
    assert GRAPHS < 100 or all(int(n) > 0 for some in counts.values() for n in some.split()), ran.output


def test_graphs_that_once_failed(graph: Built) -> None:
    """A call went on where a pointer had changed that another root has as null, as data, or with elements; an
    update left out what a pointer had led to as no elements; an observer led to what had left."""
    failed = {}
    for number in ONCE_FAILED:
        ran = graph.run(str(number), "1")  # messages show addresses
        if ran.returncode != 0:
            failed[number] = ran.output[-2000:] + ran.errors
    assert not failed


def test_harness_can_fail(tmp_path: Path) -> None:
    """A runtime whose updates of the device do nothing: the model sees it."""
    program = build("wishes_graph.c", tmp_path, "-O0", "-DUPDATE_NOTHING")
    ran = program.run("0", "100", deterministic=True)
    assert ran.returncode == 1
    assert "of the device is not the host's" in ran.output
