# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images over MPI: every call and what goes wrong on the way, between local ranks, sanitized."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from transfer_programs import SANITIZED, build

SUBJECTS = (
    "there",
    "bcasts",
    "sections",
    "any_source",
    "proc_null",
    "senders_that_fail",
    "limits",
    "other_types",
    "without_memory",
    "bcasts_without_memory",
    "strangers",
    "immediate",
    "immediate_bcasts",
    "crossed",
    "passed_on",
    "another_fails",
    "elsewhere",
    "left_is_bounded",
    "intercommunicators",
    "threads",
    "memory",
    "changes",
    "mpi_files",
    "errors",
)
ALONE = ("unready", "must", "killed", "finalized")
# Programs of root, more ranks than processors; MPI itself leaves memory when it ends.
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "ASAN_OPTIONS": "detect_leaks=0",
}

pytestmark = [
    pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")
    for program in ("mpicc", "mpirun")
]


def run(ranks: int, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a program in so many ranks. Where MPI finds a machine odd, it says so and goes on."""
    return subprocess.run(
        ["mpirun", "-n", str(ranks), *map(str, command)],
        env={**os.environ, **SETTINGS},
        capture_output=True,
        text=True,
        timeout=240,
    )


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("mpi.c", tmp_path_factory.mktemp("mpi") / "mpi", "-O1", *SANITIZED, compiler="mpicc")


def test_every_subject_is_run(program: Path) -> None:
    listed = subprocess.run([program], capture_output=True, text=True).stdout.split()
    assert tuple(listed) == SUBJECTS + ALONE


@pytest.mark.parametrize("ranks", [2, 3])
def test_subjects(program: Path, tmp_path: Path, ranks: int) -> None:
    result = run(ranks, program, *SUBJECTS, tmp_path / "file")
    assert result.returncode == 0, result.stderr
    assert tuple(result.stdout.split()) == SUBJECTS


def test_as_cpp(tmp_path: Path) -> None:
    """And with so small a chunk that images which are buffered, too, have several."""
    flags = ("-x", "c++", "-std=c++11", "-O1", "-DOMPI_SKIP_MPICXX")
    program = build("mpi.c", tmp_path / "mpi", *flags, "-DPC_MPI_CHUNK=1000000", compiler="mpicxx")
    result = run(4, program, *SUBJECTS, tmp_path / "file")
    assert result.returncode == 0, result.stderr
    assert tuple(result.stdout.split()) == SUBJECTS


def test_before_and_after_mpi(program: Path) -> None:
    result = subprocess.run(
        [program, "unready"], env={**os.environ, **SETTINGS}, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


def test_a_failure_that_nobody_is_told_of_ends_the_program(program: Path) -> None:
    result = run(2, program, "must")
    assert result.returncode == 128 + signal.SIGABRT
    assert "error: send: the image needs more than the 10 bytes that are there" in result.stderr


def test_a_rank_that_is_killed_ends_the_job(program: Path) -> None:
    """MPI does that; nobody waits for ever for what will not come."""
    result = run(2, program, "killed")
    assert result.returncode == 128 + signal.SIGKILL
    assert "exited on signal 9" in result.stderr


def test_what_a_send_has_left_under_way_arrives_before_the_end(program: Path) -> None:
    result = run(2, program, "finalized")
    assert (result.returncode, result.stdout) == (0, "finalized\n"), result.stderr


def test_random_graphs_are_equal_by_identity(tmp_path: Path) -> None:
    """From any rank to any other, blocking, broadcast and immediate, and through files."""
    program = build("graphs.c", tmp_path / "graphs", "-O1", "-DOVER_MPI", *SANITIZED, compiler="mpicc")
    result = run(3, program, "1", "200", "0")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("200 graphs, ") == 3
