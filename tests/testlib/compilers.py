# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which parts of a compiler's installation there are: its linker, its device's runtime, its offload compiler.

Asked of the compiler itself, since Debian's packages put them beside it and not on ``PATH``: ``lld-19`` has
no ``ld.lld`` there.
"""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

CLANG = "clang-19"


@cache
def part(compiler: str, kind: str, name: str) -> Path | None:
    """A ``prog`` or ``file`` of a compiler's installation, or None where it is not there."""
    if shutil.which(compiler) is None:
        return None
    found = subprocess.run([compiler, f"-print-{kind}-name={name}"], capture_output=True, text=True)
    path = Path(found.stdout.strip())
    return path if path.is_absolute() and path.exists() else None


def linker() -> tuple[str, ...]:
    """The option for clang's own linker where it is there: the sanitizers' libraries take the others long."""
    return ("-fuse-ld=lld",) if part(CLANG, "prog", "ld.lld") else ()


def llvm_linker() -> tuple[str, ...]:
    """The options for LLVM's linker with gcc, which looks for ``ld.lld`` itself; skips without it."""
    path = part(CLANG, "prog", "ld.lld")
    if path is None:
        pytest.skip(f"no ld.lld of {CLANG} (Debian package lld-19)")
    return "-fuse-ld=lld", f"-B{path.parent}"


SEPARATE_MEMORY = (
    ("prog", "clang-linker-wrapper", "clang-tools-19"),
    ("prog", "ld.lld", "lld-19"),
    ("file", "libomptarget.so", "libomp-19-dev"),
    ("file", "libomp.so", "libomp-19-dev"),
)
"""What a program for clang's device on the host's processor needs: a part, and Debian's package of it."""


def separate_memory() -> Path:
    """The folder of clang's OpenMP libraries; skips the test where a part of it is missing."""
    if shutil.which(CLANG) is None:
        pytest.skip(f"no {CLANG} (Debian package {CLANG})")
    for kind, name, package in SEPARATE_MEMORY:
        if part(CLANG, kind, name) is None:
            pytest.skip(f"no {name} of {CLANG} (Debian package {package})")
    library = part(CLANG, "file", "libomptarget.so")
    assert library is not None
    return library.resolve().parent


def gcc_for_nvptx() -> str:
    """``gcc``; skips the test where it has no compiler for NVIDIA's GPUs."""
    if part("gcc", "prog", "accel/nvptx-none/mkoffload") is None:
        pytest.skip("no gcc with nvptx offloading (Debian package gcc-offload-nvptx)")
    return "gcc"
