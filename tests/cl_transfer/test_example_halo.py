# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""examples/halo: the same digits by each way of exchanging edges, and on each number of ranks."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from opencl_programs import HEADERS, ROOT, WARNINGS, has_opencl
from test_cl_mpi import SETTINGS

pytestmark = [
    pytest.mark.skipif(not has_opencl(), reason="needs PoCL and the headers of OpenCL"),
    *(
        pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")
        for program in ("make", "mpicc", "mpirun")
    ),
]


@pytest.fixture(scope="module")
def halo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("halo")
    for file in (ROOT / "examples/halo").iterdir():
        shutil.copy(file, folder)
    flags = " ".join(("-O2", "-std=gnu99", *WARNINGS))
    done = subprocess.run(
        ["make", f"INCLUDE={HEADERS.parent}", f"CFLAGS={flags}"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return folder / "halo"


def run(halo: Path, ranks: int, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **SETTINGS, "POCL_CACHE_DIR": str(halo.parent / "kernels")}
    return subprocess.run(
        ["mpirun", "-n", str(ranks), str(halo), *words],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_all_ways_give_the_same_digits(halo: Path) -> None:
    digits = set()
    for ranks in (1, 2, 4):
        for way in ("serial", "hand", "commands"):
            done = run(halo, ranks, way, "17", "13", "19", "7")
            assert done.returncode == 0, done.stderr
            digits.add(done.stdout)
    assert len(digits) == 1, digits
    assert run(halo, 2, "serial", "17", "13", "19", "8").stdout not in digits


def test_wrong_arguments_are_refused(halo: Path) -> None:
    done = run(halo, 2, "serial", "17", "13", "5", "7")
    assert done.returncode == 2
    assert "usage: halo serial|hand|commands X Y Z STEPS" in done.stderr
