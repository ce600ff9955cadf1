# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images over MPI: every call and what goes wrong on the way, between local ranks, sanitized."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest
from testlib import Built, Ran
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

needs_mpi = [
    pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")
    for program in ("mpicc", "mpirun")
]
pytestmark = [*needs_mpi, pytest.mark.xdist_group("transfer_mpi")]  # what they share is built once


def run(ranks: int, program: Built, *words: str) -> Ran:
    """Runs a program in so many ranks. Where MPI finds a machine odd, it says so and goes on."""
    return program.run(*words, prefix=("mpirun", "-n", str(ranks)), env=SETTINGS, timeout=240)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Built:
    # Optimised: it runs for longer than that takes.
    return build("mpi.c", tmp_path_factory.mktemp("mpi"), *SANITIZED, "-O1", compiler="mpicc")


def test_every_subject_is_run(program: Built) -> None:
    assert tuple(program.run(env=SETTINGS).output.split()) == SUBJECTS + ALONE


def test_subjects(program: Built) -> None:
    ran = run(3, program, *SUBJECTS, "file")
    assert ran.returncode == 0, ran.errors
    assert tuple(ran.output.split()) == SUBJECTS


@pytest.mark.long
@pytest.mark.parametrize("ranks", [2, 4])
def test_as_cpp(ranks: int, tmp_path: Path) -> None:
    """And with so small a chunk that images which are buffered, too, have several."""
    flags = ("-x", "c++", "-std=c++11", "-O1", "-DOMPI_SKIP_MPICXX")
    program = build("mpi.c", tmp_path, *flags, "-DPC_MPI_CHUNK=1000000", compiler="mpicxx")
    ran = run(ranks, program, *SUBJECTS, "file")
    assert ran.returncode == 0, ran.errors
    assert tuple(ran.output.split()) == SUBJECTS


@pytest.mark.long
def test_subjects_between_two(program: Built) -> None:
    """As ``test_subjects``, where there is nobody else; without sanitizers ``test_as_cpp`` does that, too."""
    ran = run(2, program, *SUBJECTS, "file")
    assert ran.returncode == 0, ran.errors
    assert tuple(ran.output.split()) == SUBJECTS


def test_before_and_after_mpi(program: Built) -> None:
    ran = program.run("unready", env=SETTINGS)
    assert ran.returncode == 0, ran.errors


def test_a_failure_that_nobody_is_told_of_ends_the_program(program: Built) -> None:
    ran = run(2, program, "must")
    assert ran.returncode == 128 + signal.SIGABRT
    assert "error: send: the image needs more than the 10 bytes that are there" in ran.errors


def test_a_rank_that_is_killed_ends_the_job(program: Built) -> None:
    """MPI does that; nobody waits for ever for what will not come."""
    ran = run(2, program, "killed")
    assert ran.returncode == 128 + signal.SIGKILL
    assert "exited on signal 9" in ran.errors


def test_what_a_send_has_left_under_way_arrives_before_the_end(program: Built) -> None:
    ran = run(2, program, "finalized")
    assert (ran.returncode, ran.output) == (0, "finalized\n"), ran.errors


@pytest.mark.parametrize("many", [15, pytest.param(200, marks=pytest.mark.long)])
def test_random_graphs_are_equal_by_identity(many: int, tmp_path: Path) -> None:
    """From any rank to any other, blocking, broadcast and immediate, and through files."""
    program = build("graphs.c", tmp_path, *SANITIZED, "-DOVER_MPI", compiler="mpicc")
    ran = run(3, program, "1", str(many), "0")
    assert ran.returncode == 0, ran.errors
    assert ran.output.count(f"{many} graphs, ") == 3
