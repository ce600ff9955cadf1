# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the Fortran tests share: the compilers, the launcher, the support module and the runtime."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest
import testlib
from testlib import warm

import pointerchain

pytest.importorskip("fparser", reason="fparser is not installed")

COMPILERS = ("gfortran", "flang-new-19")
INCLUDE = Path(pointerchain.__file__).parent / "include"
SUPPORT = INCLUDE / "pointerchain" / "fortran"


def need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


def build(folder: Path, *command: str) -> testlib.Built:
    """Compile in a folder what compilers take."""
    built = testlib.build(command, folder)
    assert built.returncode == 0, built.errors
    return built


def printed(folder: Path, *command: str) -> str:
    """What a program prints, which is compiled in a folder and does the same each time."""
    ran = build(folder, *command).run(deterministic=True)
    assert ran.returncode == 0, ran.errors
    return ran.output


def fc(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """``pointerchain fc`` in a folder that has its cache, too."""
    environment = {**os.environ, "POINTERCHAIN_CACHE_DIR": str(folder / "cache")}
    with testlib.shared_libraries(folder / "cache"):
        return warm.run(["fc", *words], cwd=folder, env=environment)


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
