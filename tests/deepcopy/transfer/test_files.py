# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images in files, pipes and streams: there and back, and what goes wrong on the way, sanitized."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest
from transfer_programs import SANITIZED, build

SUBJECTS = (
    "there_and_back",
    "pipes",
    "threads",
    "closed_pipe",
    "full_disk",
    "cut_off",
    "lengths_that_lie",
    "frames",
    "counts",
    "streams",
    "memory",
    "mutated",
    "must",
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("files.c", tmp_path_factory.mktemp("files") / "files", "-O1", *SANITIZED)


def test_every_subject_is_run(files: Path) -> None:
    listed = subprocess.run([files], capture_output=True, text=True).stdout.split()
    assert tuple(listed) == SUBJECTS


@pytest.mark.parametrize("name", SUBJECTS[:-1])
def test_subject(files: Path, name: str) -> None:
    result = subprocess.run([files, name], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_as_cpp(tmp_path: Path) -> None:
    program = build("files.c", tmp_path / "files", "-x", "c++", "-std=c++11", "-O1", compiler="g++")
    for name in ("there_and_back", "cut_off", "streams", "cpp_streams"):
        result = subprocess.run([program, name], capture_output=True, text=True)
        assert (result.returncode, result.stderr) == (0, "")


def test_a_failure_that_nobody_is_told_of_ends_the_program(files: Path) -> None:
    result = subprocess.run([files, "must"], capture_output=True, text=True)
    assert result.returncode == -signal.SIGABRT
    assert "files.c:" in result.stderr
    assert "error: read: there is no image: the file ends here" in result.stderr


def test_one_thread_writes_and_another_reads(tmp_path: Path) -> None:
    program = build("files.c", tmp_path / "files", "-O1", "-g", "-fsanitize=thread")
    result = subprocess.run([program, "threads"], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
