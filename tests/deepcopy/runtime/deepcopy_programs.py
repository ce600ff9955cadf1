# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the C and C++ programs of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Container, Mapping, Sequence
from functools import cache
from pathlib import Path

import testlib
from testlib import Built, Ran

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
INCLUDE = HERE.parents[2] / "pointerchain" / "include"
# What descriptors leave out is zero.
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-missing-field-initializers")


def build(source: str, folder: Path, *flags: str, compiler: str = "gcc") -> Built:
    """Builds one program of ``programs/`` in a folder, with every warning an error."""
    return build_of(PROGRAMS, source, folder, flags, compiler)


def build_of(
    programs: Path, source: str, folder: Path, flags: Sequence[str], compiler: str, program: str = "program"
) -> Built:
    """Builds one of some programs in a folder, with every warning an error."""
    language = () if "-std=c++" in " ".join(flags) else ("-std=c99",)
    options = ("-D_GNU_SOURCE", f"-I{INCLUDE}", f"-I{programs}", *flags)
    command = [compiler, *language, *WARNINGS, *options, programs / source, "-o", program]
    command += testlib.runtime(compiler, flags, mpi=compiler.startswith("mpi"))
    built = testlib.build(command, folder)
    assert built.returncode == 0, built.errors
    return built


@cache
def quick(language: str = "c") -> str:
    """The compiler that builds sanitized programs in half of gcc's time, where it is there."""
    wanted, other = ("clang-19", "gcc") if language == "c" else ("clang++-19", "g++")
    return wanted if shutil.which(wanted) else other


WITHOUT_ADDRESSES = (
    *("sh", "-c"),
    'said=$(mktemp); "$@" 2> "$said"; code=$?; sed "s/0x[0-9a-f]*/0x/g" "$said" >&2; rm "$said"; exit $code',
    "sh",
)
"""Runs a program that says addresses, which are others each time, and says the rest of it."""


def run_cases(program: Built, said: Mapping[str, str], differing: Container[str] = ()) -> None:
    """Runs cases of a program, each of which says its text on standard error; nothing where that is nothing.

    What ``differing`` names is not the same each time: threads that race, addresses that are said.
    """
    failed = {}
    for name, text in said.items():
        prefix = WITHOUT_ADDRESSES if text else ()
        ran = program.run(name, prefix=prefix, deterministic=name not in differing)
        if ran.returncode != 0 or (text not in ran.errors if text else ran.errors):
            failed[name] = (ran.returncode, ran.errors)
    assert not failed, failed


def listed_cases(program: Built) -> set[str]:
    """The names that a program gives for its cases where it is given none."""
    return set(program.run(deterministic=True).output.split())


def answer(ran: Ran) -> tuple[int, str, str]:
    """How a program ended, and what it said: the three that tests compare."""
    return ran.returncode, ran.output, ran.errors
