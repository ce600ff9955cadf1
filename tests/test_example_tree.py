# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The tree example: its deep copies change nothing of what it prints, also where memory is apart."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from testlib import shared_libraries, warm

from pointerchain.toolchain.base import Missing
from pointerchain.toolchain.clang import Clang

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "examples" / "tree" / "tree.c"
FLAGS = ["-std=c99", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Wno-unknown-pragmas", "-Werror"]
SIZE = ["300", "4"]


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done


def build(folder: Path, compiler: str, *flags: str) -> None:
    """The program of the launcher."""
    own = {**os.environ, "POINTERCHAIN_CACHE_DIR": str(folder / "cache")}
    with shared_libraries(folder / "cache"):
        done = warm.run(["cc", compiler, *FLAGS, *flags, SOURCE, "-o", "tree", "-lm"], cwd=folder, env=own)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the program prints where no tool was near it."""
    folder = tmp_path_factory.mktemp("plain")
    run(folder, "gcc", *FLAGS, str(SOURCE), "-o", "tree", "-lm")
    return run(folder, "./tree", *SIZE).stdout


@pytest.mark.parametrize(
    "flags", [[], pytest.param(["-fopenmp", "-foffload=disable"], marks=pytest.mark.long)]
)
def test_on_the_host(tmp_path: Path, expected: str, flags: list[str]) -> None:
    build(tmp_path, "gcc", *flags)
    assert run(tmp_path, "./tree", *SIZE).stdout == expected


def test_on_a_device_with_its_own_memory(tmp_path: Path, expected: str) -> None:
    clang = Clang()
    found = clang.find()
    if isinstance(found, Missing):
        pytest.skip(found.reason)
    build(tmp_path, found.commands["c"], *clang.offload(found, "openmp", "separate"), "-O0")
    done = run(tmp_path, "./tree", *SIZE, **found.environment, LIBOMPTARGET_INFO="-1")
    assert done.stdout == expected
    # Host pointers can be followed on this device, too: right results alone prove no copy.
    copies = len(re.findall("Copying data from host to device", done.stderr))
    assert copies >= expected.count("step")
