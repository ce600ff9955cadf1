# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images in files, pipes and streams: there and back, and what goes wrong on the way, sanitized."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from testlib import Built
from transfer_programs import SANITIZED, answer, build, quick

pytestmark = pytest.mark.xdist_group("transfer_files")  # what they share is built once

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


# Of these the scheduler decides the order.
CONCURRENT = ("pipes", "threads", "closed_pipe", "cpp_streams")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build("files.c", tmp_path_factory.mktemp("files"), *SANITIZED, compiler=quick())


def failing(program: Built, names: tuple[str, ...]) -> dict[str, tuple[int, str]]:
    """The subjects that do not end well and silently, and what they say."""
    said = {name: answer(program.run(name, deterministic=name not in CONCURRENT)) for name in names}
    return {name: each for name, each in said.items() if each != (0, "")}


def test_every_subject_is_run(files: Built) -> None:
    assert tuple(files.run(deterministic=True).output.split()) == SUBJECTS
    assert not failing(files, SUBJECTS[:-1])


def test_as_cpp(tmp_path: Path) -> None:
    program = build("files.c", tmp_path, "-x", "c++", "-std=c++11", "-O1", compiler="g++")
    assert not failing(program, ("there_and_back", "cut_off", "streams", "cpp_streams"))


def test_a_failure_that_nobody_is_told_of_ends_the_program(files: Built) -> None:
    ran = files.run("must", deterministic=True)
    assert ran.returncode == -signal.SIGABRT
    assert "files.c:" in ran.errors
    assert "error: read: there is no image: the file ends here" in ran.errors


def test_one_thread_writes_and_another_reads(tmp_path: Path) -> None:
    program = build("files.c", tmp_path, "-O0", "-g", "-fsanitize=thread", compiler=quick())
    assert answer(program.run("threads")) == (0, "")
