# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs that are built by ``cc --stale-check``, and the tool as a command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from testlib.compilers import separate_memory

from pointerchain.toolchain import Clang, Installation

HERE = Path(__file__).parent
OFFLOAD = ("-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")


def tool(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """One run of the tool in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    command = [sys.executable, "-m", "pointerchain", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def compiler() -> str:
    """clang; skips the test where a part of it is missing."""
    separate_memory()
    found = Clang().find()
    assert isinstance(found, Installation)
    return found.commands["c"]


def built(name: str, folder: Path) -> Path:
    """The program of a source beside this file."""
    path = folder / Path(name).stem
    done = tool("cc", "--stale-check", compiler(), *OFFLOAD, name, "-o", str(path), folder=HERE)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return path
