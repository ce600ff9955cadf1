# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directories whose headers hold deep-copy directives that their sources need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support import INCLUDE

import pointerchain

HEADER = """\
typedef struct Array { int n; double *x; } Array;
#pragma pointerchain shape(Array: x[n])
"""
SOURCE = """\
#include "array.h"

double first(Array *a);
double first(Array *a) {
#pragma pointerchain deepcopy enter(a)
#pragma pointerchain deepcopy exit(a)
  return a->x[0];
}
"""


@pytest.mark.parametrize("processes", ["-j1", "-j2"])
def test_headers_are_replaced_after_their_sources_are_read(processes: str, tmp_path: Path) -> None:
    (tmp_path / "array.h").write_text(HEADER)
    # Behind the header in the order of the files, and before it.
    for name in ("a.c", "z.c"):
        (tmp_path / name).write_text(SOURCE)
    command = [sys.executable, "-m", "pointerchain", "translate", ".", "--in-place", processes]
    for said in ("3 files translated\n", ""):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert said in done.stderr
    assert not any("#pragma" in path.read_text() for path in tmp_path.iterdir())
    for name in ("a.c", "z.c"):
        built = subprocess.run(
            ["gcc", "-std=c99", "-Wall", "-Werror", f"-I{INCLUDE}", "-c", name],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert built.returncode == 0, built.stderr


INLINE = """
static inline void send(Array *a) {
#pragma pointerchain deepcopy update device(a)
}
"""


@pytest.mark.parametrize(
    ("name", "compiler"), [("a.c", ["gcc", "-std=c99"]), ("a.cpp", ["g++", "-std=c++11"])]
)
def test_header_and_source_can_both_describe_a_type(name: str, compiler: list[str], tmp_path: Path) -> None:
    """Descriptors of a header do not clash with those of a source that includes it."""
    (tmp_path / "array.h").write_text(HEADER + INLINE)
    (tmp_path / name).write_text(SOURCE.replace("return", "send(a);\n  return"))
    language = ["--", "-x", "c++"] if name.endswith("pp") else []
    command = [sys.executable, "-m", "pointerchain", "translate", ".", "--in-place", *language]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    built = subprocess.run(
        [*compiler, "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "-c", name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr


@pytest.mark.parametrize("before", ["#ifndef RSP\nint z;\n#endif\n", "#ifdef RSP\n#endif\n", ""])
def test_shapes_of_a_header_are_found_behind_conditions(before: str, tmp_path: Path) -> None:
    """Clang does not list what a precompiled preamble includes in every case."""
    (tmp_path / "array.h").write_text(HEADER)
    text = before + "#include <stdlib.h>\n" + SOURCE
    (tmp_path / "a.c").write_text(text)
    result = pointerchain.translate(text, str(tmp_path / "a.c"), ["-DRSP=1"])
    assert result.diagnostics == ()
