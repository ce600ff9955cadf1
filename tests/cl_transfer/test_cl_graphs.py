# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A few of the random graphs of 'make fuzz-cl', sanitized."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
from opencl_programs import ROOT, has_opencl

pytestmark = pytest.mark.skipif(not has_opencl(), reason="needs PoCL and the headers of OpenCL")


def judge(sanitizer: str, ranks: int, graphs: int) -> None:
    """Build the program and compare graphs."""
    if ranks > 1:
        for program in ("mpicc", "mpirun"):
            if shutil.which(program) is None:
                pytest.skip(f"needs {program}")
    done = subprocess.run(
        [
            *(sys.executable, str(ROOT / "scripts/fuzz_cl.py"), "-n", str(graphs), "--threads", "2"),
            *("--sanitizer", sanitizer, "--ranks", str(ranks)),
        ],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert re.match(rf"{ranks} rank\(s\): {graphs} graphs, [1-9]\d* with failures", done.stdout), done.stdout


# To build it takes longer than its graphs do; messages between ranks are tested by 'test_cl_mpi.py', too.
@pytest.mark.parametrize(
    ("sanitizer", "ranks"), [("address", 1), pytest.param("thread", 2, marks=pytest.mark.long)]
)
def test_graphs_end_as_serial_executions_do(sanitizer: str, ranks: int) -> None:
    judge(sanitizer, ranks, 40)


@pytest.mark.long
@pytest.mark.parametrize("sanitizer", ["address", "thread"])
@pytest.mark.parametrize("ranks", [1, 2])
def test_many_graphs_end_as_serial_executions_do(sanitizer: str, ranks: int) -> None:
    judge(sanitizer, ranks, 150)
