# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Builds the C and C++ programs of this folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
INCLUDE = HERE.parents[2] / "pointerchain" / "include"
# What descriptors leave out is zero.
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-missing-field-initializers")
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def build(source: str, program: Path, *flags: str, compiler: str = "gcc") -> Path:
    """Builds one program of ``programs/``, with every warning an error, and gives its path."""
    language = () if "-std=c++" in " ".join(flags) else ("-std=c99",)
    built = subprocess.run(
        [
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
        ],
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    return program


def translated(folder: Path, source: str, compiler: str, *flags: str) -> Path:
    """The program of a source, with sanitizers."""
    settings = {"PYTHONPATH": str(INCLUDE.parents[1]), "POINTERCHAIN_CACHE_DIR": str(folder / "cache")}
    command = [
        sys.executable,
        "-m",
        "pointerchain",
        "cc",
        compiler,
        *flags,
        "-Wall",
        "-Wextra",
        "-Wno-unknown-pragmas",
    ]
    command += ["-Werror", *SANITIZED, source, "-o", "program", "-lpthread"]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **settings}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "program"
