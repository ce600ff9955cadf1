# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The runtime of deep copies that programs of tests link: compiled once for a compiler and its sanitizers.

build(["gcc", "-fsanitize=address", "a.c", "-o", "a", *runtime("gcc", ["-fsanitize=address"])], folder)
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from unittest import mock

from pointerchain.build import linked

SANITIZED = ("-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""Options that find what is undefined; no optimiser, which takes three times as long and finds nothing more, and
no ``-g``, by which a file names its folder and is no other run's.
"""
PLACE = Path(__file__).resolve().parents[2] / "build" / "runtime"


def runtime(compiler: str, flags: Sequence[str] = (), *, mpi: bool = False) -> list[str]:
    """The words that link it, to stand last; ``flags`` are those of the program."""
    # The sanitizers of C and of C++ are one.
    of_c = compiler.replace("clang++", "clang").replace("g++", "gcc")
    names = (linked.MPI, linked.CORE) if mpi else (linked.CORE,)
    return _runtime(of_c, tuple(sorted(linked.kept_options(linked.CORE, flags))), names)


@cache
def _runtime(compiler: str, flags: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    PLACE.mkdir(parents=True, exist_ok=True)
    with open(PLACE / "lock", "w") as lock, mock.patch.dict(os.environ, POINTERCHAIN_CACHE_DIR=str(PLACE)):
        fcntl.flock(lock, fcntl.LOCK_EX)
        paths = [_library(name, compiler, flags) for name in names]
    # Not as files, which '-x c++' makes sources.
    return [*(f"-Wl,{path}" for path in paths), "-lpthread"]


def _library(name: str, compiler: str, flags: Sequence[str]) -> Path:
    # With sanitizers the optimiser takes three times as long, and finds nothing more.
    more = ["-O0"] if any("-fsanitize" in flag for flag in flags) else []
    return linked.library(name, ["mpicc" if name == linked.MPI else compiler], flags, more=more)
