# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The runtime of deep copies that programs of tests link: compiled once for a compiler and its sanitizers.

build(["gcc", "-fsanitize=address", "a.c", "-o", "a", *runtime("gcc", ["-fsanitize=address"])], folder)
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from unittest import mock

from pointerchain.build import linked

SANITIZED = ("-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""Options that find what is undefined. The optimiser takes three times as long and finds nothing more; with
``-g`` a file names its folder, and is no other run's.
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


@contextmanager
def shared_libraries(cache_folder: Path) -> Iterator[None]:
    """A launcher's cache of a test's own has the libraries of all such caches.

    A library's name tells its compiler, the options and all texts.
    """
    place = PLACE / "launcher"
    place.mkdir(parents=True, exist_ok=True)
    cache_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _share(place, cache_folder)
    yield
    _share(cache_folder, place)


def _place(source: str, target: str) -> None:
    """Put a file where it is to be, by a link where both are on one disk."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _share(folder: Path, other: Path) -> None:
    """Put the libraries of a folder into another."""
    for path in folder.glob(f"{linked.CORE}*"):
        if path.is_dir() and not (other / path.name).exists():
            made = Path(tempfile.mkdtemp(dir=other), "made")
            shutil.copytree(path, made, copy_function=_place)
            with suppress(OSError):  # another test was first
                made.rename(other / path.name)
            shutil.rmtree(made.parent)
