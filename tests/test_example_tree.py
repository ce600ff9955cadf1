# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The tree example: its deep copies change nothing of what it prints, also where memory is apart."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pointerchain.toolchain.base import Missing
from pointerchain.toolchain.clang import Clang

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "examples" / "tree" / "tree.c"
FLAGS = ["-std=c99", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Wno-unknown-pragmas", "-Werror"]
SIZE = ["300", "4"]


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {"PYTHONPATH": str(ROOT), "POINTERCHAIN_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **own, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the program prints where no tool was near it."""
    folder = tmp_path_factory.mktemp("plain")
    run(folder, "gcc", *FLAGS, str(SOURCE), "-o", "tree", "-lm")
    return run(folder, "./tree", *SIZE).stdout


@pytest.mark.parametrize("flags", [[], ["-fopenmp", "-foffload=disable"]])
def test_on_the_host(tmp_path: Path, expected: str, flags: list[str]) -> None:
    launcher = (sys.executable, "-m", "pointerchain", "cc", "gcc")
    run(tmp_path, *launcher, *FLAGS, *flags, str(SOURCE), "-o", "tree", "-lm")
    assert run(tmp_path, "./tree", *SIZE).stdout == expected


def test_on_a_device_with_its_own_memory(tmp_path: Path, expected: str) -> None:
    clang = Clang()
    found = clang.find()
    if isinstance(found, Missing):
        pytest.skip(found.reason)
    launcher = (sys.executable, "-m", "pointerchain", "cc", found.commands["c"])
    run(
        tmp_path,
        *launcher,
        *FLAGS,
        *clang.offload(found, "openmp", "separate"),
        str(SOURCE),
        "-o",
        "tree",
        "-lm",
    )
    done = run(tmp_path, "./tree", *SIZE, **found.environment, LIBOMPTARGET_INFO="-1")
    assert done.stdout == expected
    # Host pointers can be followed on this device, too: right results alone prove no copy.
    copies = len(re.findall("Copying data from host to device", done.stderr))
    assert copies >= expected.count("step")
