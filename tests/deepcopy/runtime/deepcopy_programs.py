# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the C and C++ programs of this folder."""

from __future__ import annotations

import subprocess
from pathlib import Path

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
INCLUDE = HERE.parents[2] / "pointerchain" / "include"
# What descriptors leave out is zero.
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-missing-field-initializers")
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def build(source: str, program: Path, *flags: str, compiler: str = "gcc") -> Path:
    """Builds one program of ``programs/``, with every warning an error, and gives its path."""
    language = () if source.endswith((".cpp", ".cu")) or "-std=c++" in " ".join(flags) else ("-std=c99",)
    command = [
        compiler,
        *language,
        *WARNINGS,
        "-D_GNU_SOURCE",
        f"-I{INCLUDE}",
        f"-I{PROGRAMS}",
        *flags,
        str(PROGRAMS / source),
        "-o",
        str(program),
        "-lpthread",
    ]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return program


def run_case(program: Path, name: str, said: str) -> None:
    """Runs one case of a program, which says that on standard error; nothing where that is nothing."""
    result = subprocess.run([program, name], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    if said:
        assert said in result.stderr
    else:
        assert result.stderr == ""


def listed_cases(program: Path) -> set[str]:
    """The names that a program gives for its cases where it is given none."""
    return set(subprocess.run([program], capture_output=True, text=True).stdout.split())
