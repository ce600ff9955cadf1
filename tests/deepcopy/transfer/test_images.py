# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Images of linked structures in memory: single subjects, random graphs, and mutated images, sanitized."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from testlib import Built
from transfer_programs import SANITIZED, answer, build, quick

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
    "former_images",
    "shared_tables",
    "wholes",
    "background",
    "own_sharing",
    "without_a_handler",
    "gigabytes",
)
SMALL_STACK = ("sh", "-c", 'ulimit -s 256 && exec "$@"', "sh")  # KiB
CONCURRENT = ("background",)
FORMER = "warning: an image of version 2 of the format does not say what its members are"
ROOT = Path(__file__).parents[3]


def failing(
    program: Built, names: tuple[str, ...], prefix: tuple[str, ...] = ()
) -> dict[str, tuple[int, str]]:
    """The subjects that do not end well and silently, and what they say."""
    said = {
        name: answer(program.run(name, prefix=prefix, deterministic=name not in CONCURRENT)) for name in names
    }
    return {name: each for name, each in said.items() if not is_well(name, each)}


def is_well(name: str, said: tuple[int, str]) -> bool:
    if name == "former_images":
        return said[0] == 0 and said[1].count("\n") == 1 and FORMER in said[1]
    return said == (0, "")


def test_every_subject_is_run(tmp_path: Path) -> None:
    program = build("subjects.c", tmp_path, *SANITIZED, compiler=quick())
    assert tuple(program.run(deterministic=True).output.split()) == SUBJECTS
    assert not failing(program, SUBJECTS[2:-1])


def test_long_structures_need_no_stack(tmp_path: Path) -> None:
    """A list and a ring of 10^6 nodes where the stack has 256 KiB, as C++."""
    program = build("subjects.c", tmp_path, "-x", "c++", "-std=c++11", "-O1", compiler="g++")
    assert not failing(program, SUBJECTS[:-1], SMALL_STACK)


def test_random_graphs_are_equal_by_identity(tmp_path: Path) -> None:
    """In one block and as separate objects; each image is mutated, too."""
    # Optimised: they run for longer than that takes.
    program = build("graphs.c", tmp_path, *SANITIZED, "-O1")
    for seed in ("1", "2", "3"):
        ran = program.run(seed, "150", "40", deterministic=True)
        assert answer(ran) == (0, ""), seed
        assert ran.output.startswith("150 graphs, "), seed


def test_marks_are_those_of_a_map_of_bytes(tmp_path: Path) -> None:
    program = build("marks.c", tmp_path, *SANITIZED, compiler=quick())
    for seed in ("1", "2"):
        assert answer(program.run(seed, "100000", deterministic=True)) == (0, ""), seed


@pytest.mark.long
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
