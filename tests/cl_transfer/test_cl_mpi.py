# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Messages between OpenCL buffers as commands, between two local ranks, sanitized."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from opencl_programs import HEADERS, SANITIZERS, WARNINGS, build, has_opencl
from testlib import Built

SUBJECTS = ("pairs", "crossed", "sendrecv", "boxes", "requests", "failures", "finalized", "level")
# Programs of root, more ranks than processors; MPI itself leaves memory when it ends.
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "ASAN_OPTIONS": "detect_leaks=0",
}

pytestmark = [
    pytest.mark.skipif(not has_opencl(), reason="needs PoCL and the headers of OpenCL"),
    *(
        pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")
        for program in ("mpicc", "mpirun")
    ),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("messages"), "messages", *SANITIZERS, compiler="mpicc")


def run(program: Built, folder: Path, subject: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["mpirun", "-n", "2", str(program), subject],
        cwd=folder,
        env={**os.environ, **SETTINGS, "POCL_CACHE_DIR": str(folder / "kernels")},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("subject", SUBJECTS)
def test_messages(program: Built, tmp_path: Path, subject: str) -> None:
    done = run(program, tmp_path, subject)
    assert (done.returncode, done.stdout) == (0, "so it is\n"), done.stderr


def test_calls_that_take_a_cl_mem(tmp_path: Path) -> None:
    done = run(build(tmp_path, "calls", *SANITIZERS, compiler="mpicc"), tmp_path, "all")
    assert (done.returncode, done.stdout) == (0, "so it is\n"), done.stderr


def test_a_rank_that_dies_ends_the_program(program: Built, tmp_path: Path) -> None:
    assert run(program, tmp_path, "killed").returncode == 9


@pytest.mark.parametrize("compiler", ["mpicc", "mpicxx"])
def test_headers_are_clean(compiler: str) -> None:
    if compiler == "mpicxx":
        language = ("-std=c++11", "-DOMPI_SKIP_MPICXX", "-x", "c++")
    else:
        language = ("-std=c99", "-D_POSIX_C_SOURCE=200809L", "-x", "c")
    for header in [*HEADERS.glob("cl_*mpi*.h"), *HEADERS.glob("detail/cl_*mpi*.h")]:
        done = subprocess.run(
            [
                compiler,
                *WARNINGS,
                "-DCL_TARGET_OPENCL_VERSION=300",
                "-fsyntax-only",
                "-include",
                str(header),
                *language,
                "-",
            ],
            input="extern int unit;\n",
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, ""), header
