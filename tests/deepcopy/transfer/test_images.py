# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images of linked structures in memory: single subjects, random graphs, and mutated images, sanitized."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from transfer_programs import SANITIZED, build

SUBJECTS = (
    "list",
    "ring",
    "owned_twice",
    "wrong_lengths",
    "nothing",
    "sections",
    "neighbours",
    "embedded",
    "told_lengths",
    "lengths_that_are_refused",
    "tails",
    "observed_outside",
    "alignments",
    "classes",
    "customs",
    "types_that_are_refused",
    "foreign_images",
    "shared_tables",
    "wholes",
    "background",
    "own_sharing",
    "without_a_handler",
    "gigabytes",
)
STACK = 256 * 1024  # bytes
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("subjects.c", tmp_path_factory.mktemp("subjects") / "subjects", "-O1", *SANITIZED)


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("graphs.c", tmp_path_factory.mktemp("graphs") / "graphs", "-O1", *SANITIZED)


def test_every_subject_is_run(subjects: Path) -> None:
    listed = subprocess.run([subjects], capture_output=True, text=True).stdout.split()
    assert tuple(listed) == SUBJECTS


@pytest.mark.parametrize("name", SUBJECTS[2:-1])
def test_subject(subjects: Path, name: str) -> None:
    result = subprocess.run([subjects, name], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_long_structures_need_no_stack(tmp_path: Path) -> None:
    """A list and a ring of 10^6 nodes where the stack has 256 KiB, as C++."""
    program = build("subjects.c", tmp_path / "subjects", "-x", "c++", "-std=c++11", "-O1", compiler="g++")
    for name in SUBJECTS[:-1]:
        result = subprocess.run(
            [program, name],
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK)),
        )
        assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_graphs_are_equal_by_identity(graphs: Path, seed: int) -> None:
    """In one block and as separate objects; each image is mutated, too."""
    result = subprocess.run([graphs, str(seed), "150", "40"], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("150 graphs, ")


def test_marks_are_those_of_a_map_of_bytes(tmp_path: Path) -> None:
    program = build("marks.c", tmp_path / "marks", "-O1", *SANITIZED)
    for seed in ("1", "2"):
        result = subprocess.run([program, seed, "100000"], capture_output=True, text=True)
        assert (result.returncode, result.stderr) == (0, "")


def test_the_benchmark_runs() -> None:
    """Beside whatever libraries are there; the images of all ways are as large."""
    command = [sys.executable, ROOT / "scripts/bench_transfer.py", "--rounds", "1", "random"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    sizes = re.findall(
        r"^ +(?:pointerchain|pointerchain separate|memcpy) .* ([\d.]+) MB$", result.stdout, re.M
    )
    assert len(sizes) == 3
    assert len(set(sizes)) == 1
    command[1] = ROOT / "scripts/figures_transfer.py"
    command[2:] = ["--sizes", "1", "9B"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^ +1000 +0\.02( +[\d.]+){4}$", result.stdout, re.M)
    command = [sys.executable, ROOT / "scripts/bench_transfer.py", "lists"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2
    assert "no structure 'lists'" in result.stderr
