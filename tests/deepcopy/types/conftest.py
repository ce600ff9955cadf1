# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where clang's OpenMP libraries are, for the tests that run on its separate-memory device."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest


@cache
def file_of_clang(name: str) -> Path | None:
    found = subprocess.run(["clang-19", f"-print-file-name={name}"], capture_output=True, text=True)
    path = Path(found.stdout.strip())
    return path if path.is_absolute() and path.exists() else None


@pytest.fixture(scope="session")
def libraries() -> Path:
    """The folder of clang's OpenMP libraries."""
    if shutil.which("clang-19") is None:
        pytest.skip("no clang-19 (Debian package clang-19)")
    library = file_of_clang("libomptarget.so")
    if library is None or file_of_clang("libomp.so") is None:
        pytest.skip("no OpenMP runtime of clang-19 (Debian package libomp-19-dev)")
    linker = subprocess.run(
        ["clang-19", "-print-prog-name=clang-linker-wrapper"], capture_output=True, text=True
    )
    if not Path(linker.stdout.strip()).exists():
        pytest.skip("no clang-linker-wrapper of clang-19 (Debian package clang-tools-19)")
    if shutil.which("ld.lld") is None:
        pytest.skip("no ld.lld (Debian package lld-19)")
    return library.resolve().parent
