# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Transfers, bytes and host copies of each technique, against the paper's Table 1.

S is the size of all data, P the size of a pointer (the paper's dope vector), C the number of pointer cells
and M how many of them are not null. Table 1 counts one item; these are the sums over n. Beside the table
stand the transfers that look what kernels have made of the pointers, where not all comes in one piece.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import testlib
from deepcopy_programs import INCLUDE, WARNINGS

BENCH = INCLUDE.parents[1] / "microbench" / "deepcopy"
P = 8
SHAPES = {"List": 0, "SplitList": 1, "Tree": 2}
# The runs of data between the pointers of an element.
SEGMENTS = {"List": 1, "SplitList": 2, "Tree": 1}


def counts(shape: str, size: int, nodes: int) -> dict[str, tuple[int, ...]]:
    """The counts of the techniques: transfers, bytes and host copies on the way to the device and back."""
    s = nodes * size
    cells = nodes * (2 if shape == "Tree" else 1)
    m = nodes - 1  # every node but the first is pointed at once
    # To the device TCPY copies only the items that have a pointer which is not null.
    parents = nodes // 2 if shape == "Tree" else nodes - 1
    copied = parents * (size - P * (2 if shape == "Tree" else 1))
    each, runs = (nodes + m, s + m * P, 0), SEGMENTS[shape] * nodes
    packed = (1, s, s - cells * P, 1, s, s - cells * P)
    whole = 1 if nodes > 1 else 0
    seen = nodes * (size if shape == "Tree" else P)  # whose pointers lie at the two ends of an element
    return {
        "base": (*each, runs + nodes, s - cells * P + seen, 0),
        "base+": (*each, runs + 1, 2 * s - cells * P, 0),
        "tcpy": (nodes, s, copied, nodes + whole, s + whole * s, s - cells * P),
        "pcpy": (nodes, s, m * P, nodes + 1, 2 * s, cells * P),
        "arena": packed,
        "auto": packed,
    }


def test_counts_are_those_of_table_1(tmp_path: Path) -> None:
    command = ["gcc", "-std=c99", "-O1", *WARNINGS, "-DPC_DEEPCOPY_DEVICE_HOST", f"-I{INCLUDE}"]
    bench = testlib.build([*command, BENCH / "deepcopy.c", "-o", "deepcopy"], tmp_path)
    assert bench.returncode == 0, bench.errors
    wrong = []
    for shape, size, nodes in product(SHAPES, (128, 1024), (1, 2, 1024)):
        words = (f"shape={SHAPES[shape]}", f"bytes={size}", f"nodes={nodes}", "reps=1")
        ran = bench.run(*words)  # which measures times, too
        assert ran.returncode == 0, ran.errors
        found = {
            entry["name"]: tuple(
                entry[f"{key}_{way}"]
                for way in ("to", "from")
                for key in ("transfers", "bytes", "host_copies")
            )
            for entry in json.loads(ran.output)["techniques"]
        }
        wanted = counts(shape, size, nodes)
        wrong += [(words, name, found[name], wanted[name]) for name in wanted if found[name] != wanted[name]]
    assert not wrong
