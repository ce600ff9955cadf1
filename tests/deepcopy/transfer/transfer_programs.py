# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Builds the C and C++ programs of this folder."""

from __future__ import annotations

from pathlib import Path

import testlib
from deepcopy_programs import INCLUDE, WARNINGS, build_of, quick
from testlib import SANITIZED, Built, Ran, warm

__all__ = ["INCLUDE", "SANITIZED", "WARNINGS", "answer", "build", "quick", "translated"]

PROGRAMS = Path(__file__).parent / "programs"


def build(source: str, folder: Path, *flags: str, compiler: str = "gcc", program: str = "program") -> Built:
    """Builds one program of ``programs/`` in a folder, with every warning an error."""
    return build_of(PROGRAMS, source, folder, flags, compiler, program)


def translated(folder: Path, source: Path, compiler: str, *flags: str) -> Built:
    """The program of a source, with sanitizers: translated, and then compiled without a warning."""
    out = f"translated-{source.name}"
    language = ["-x", "c++" if source.suffix == ".cpp" else "c", *flags[:1], f"-I{INCLUDE}"]
    done = warm.run(["translate", source, "-o", out, "--", *language], cwd=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    strict = ("-Wall", "-Wextra", "-Wno-unknown-pragmas", "-Werror", "-D__pointerchain=1", f"-I{INCLUDE}")
    command = [compiler, *flags, *strict, *SANITIZED, out, "-o", "program"]
    command += testlib.runtime(compiler, SANITIZED)
    built = testlib.build(command, folder)
    assert (built.returncode, built.errors) == (0, ""), built.errors
    return built


def answer(ran: Ran) -> tuple[int, str]:
    """How a program ended, and what it said on standard error."""
    return ran.returncode, ran.errors
