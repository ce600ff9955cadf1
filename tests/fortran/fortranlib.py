# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the Fortran tests share: the compilers, the support module and the runtime."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import tempfile
from functools import cache
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
    """Put the module that translations use into a directory."""
    for path in _support(compiler).iterdir():
        shutil.copy(path, directory)


@cache
def _support(compiler: str) -> Path:
    made = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    command = [compiler, "-c", str(SUPPORT / "pointerchain.f90"), "-o", "support.o"]
    subprocess.run(command, cwd=made, check=True)
    return made


def runtime(directory: Path) -> None:
    """Put the runtime, for a device of its own memory on the host, and the guard of the host's pages there."""
    for path in _runtime().iterdir():
        shutil.copy(path, directory)


@cache
def _runtime() -> Path:
    made = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    device = ("-DPC_DEEPCOPY_DEVICE_HOST", f"-I{INCLUDE}")
    for source in (SUPPORT / "runtime.c", Path(__file__).parent / "guard.c"):
        subprocess.run(["gcc", *device, "-c", str(source)], cwd=made, check=True)
    return made
