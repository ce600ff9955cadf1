# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Transfers, bytes and host copies of each technique, against the paper's Table 1.

S is the size of all data, P the size of a pointer (the paper's dope vector), C the number of pointer cells
and M how many of them are not null. Table 1 counts one item; these are the sums over n.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from deepcopy_programs import INCLUDE, WARNINGS

pytestmark = pytest.mark.xdist_group("table1")  # what they share is built once

BENCH = INCLUDE.parents[1] / "microbench" / "deepcopy"
P = 8
SHAPES = {"List": 0, "SplitList": 1, "Tree": 2}
# The runs of data between the pointers of an element.
SEGMENTS = {"List": 1, "SplitList": 2, "Tree": 1}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("bench") / "deepcopy"
    command = ["gcc", "-std=c99", "-O1", *WARNINGS, "-DPC_DEEPCOPY_DEVICE_HOST", f"-I{INCLUDE}"]
    built = subprocess.run(
        [*command, str(BENCH / "deepcopy.c"), "-o", str(program)], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    return program


@pytest.mark.parametrize("nodes", [1, 2, 1024])
@pytest.mark.parametrize("size", [128, 1024])
@pytest.mark.parametrize("shape", SHAPES)
def test_counts_are_those_of_table_1(bench: Path, shape: str, size: int, nodes: int) -> None:
    result = subprocess.run(
        [bench, f"shape={SHAPES[shape]}", f"bytes={size}", f"nodes={nodes}", "reps=1"],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    found = {
        entry["name"]: tuple(
            entry[f"{key}_{way}"] for way in ("to", "from") for key in ("transfers", "bytes", "host_copies")
        )
        for entry in json.loads(result.stdout)["techniques"]
    }
    s = nodes * size
    cells = nodes * (2 if shape == "Tree" else 1)
    m = nodes - 1  # every node but the first is pointed at once
    # To the device TCPY copies only the items that have a pointer which is not null.
    parents = nodes // 2 if shape == "Tree" else nodes - 1
    copied = parents * (size - P * (2 if shape == "Tree" else 1))
    base = (nodes + m, s + m * P, 0, SEGMENTS[shape] * nodes, s - cells * P, 0)
    packed = (1, s, s - cells * P, 1, s, s - cells * P)
    assert found["base"] == found["base+"] == base
    assert found["tcpy"] == (nodes, s, copied, nodes, s, s - cells * P)
    assert found["pcpy"] == (nodes, s, m * P, nodes, s, cells * P)
    assert found["arena"] == found["auto"] == packed
