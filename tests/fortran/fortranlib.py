# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the Fortran tests share: the compilers, the support module and the runtime."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import pointerchain

pytest.importorskip("fparser", reason="fparser is not installed")

COMPILERS = ("gfortran", "flang-new-19")
INCLUDE = Path(pointerchain.__file__).parent / "include"
SUPPORT = INCLUDE / "pointerchain" / "fortran"


def need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


def support(compiler: str, directory: Path) -> None:
    """Compile the module that translations use."""
    subprocess.run([compiler, "-c", str(SUPPORT / "pointerchain.f90")], cwd=directory, check=True)


def runtime(directory: Path) -> None:
    """Compile the runtime for a device of its own memory on the host, and the guard of the host's pages."""
    guard = Path(__file__).parent / "guard.c"
    device = ("-DPC_DEEPCOPY_DEVICE_HOST", f"-I{INCLUDE}")
    for source in (SUPPORT / "runtime.c", guard):
        subprocess.run(["gcc", "-O1", *device, "-c", str(source)], cwd=directory, check=True)
