# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directories whose headers hold deep-copy directives that their sources need."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest
from support import INCLUDE

import pointerchain
from pointerchain import files, translate_command

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


def in_place(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pointerchain", "translate", *words, "--in-place"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (SOURCE.replace("enter(a)", "enter(b)"), "was refused"),
        (SOURCE.replace("double first(Array *a);", "doubled first(Array *a);"), "was refused"),
        (SOURCE.replace("#include", '#include "not_there.h"\n#include'), "was refused"),
    ],
)
@pytest.mark.parametrize("name", ["a.c", "z.c"])
def test_a_refused_source_keeps_the_shapes_that_it_needs(
    broken: str, why: str, name: str, tmp_path: Path
) -> None:
    (tmp_path / "array.h").write_text(HEADER)
    (tmp_path / "other.h").write_text(HEADER.replace("Array", "Other"))
    (tmp_path / name).write_text(broken)
    (tmp_path / "fine.c").write_text(SOURCE + '#include "other.h"\n')
    done = in_place(tmp_path, ".")
    assert done.returncode == 1
    note = f"note: './array.h' is left as it was: './{name}', which needs its shapes, {why}\n"
    assert f"pointerchain: {note}" in done.stderr
    assert (tmp_path / "array.h").read_text() == HEADER
    assert (tmp_path / name).read_text() == broken
    assert "#pragma" not in (tmp_path / "fine.c").read_text()
    (tmp_path / name).write_text(SOURCE)
    done = in_place(tmp_path, ".")
    assert done.returncode == 0, done.stderr
    assert not any("#pragma" in path.read_text() for path in tmp_path.iterdir())


def test_a_header_that_is_kept_keeps_the_headers_that_it_needs(tmp_path: Path) -> None:
    inner = "typedef struct Inner { int n; } Inner;\n#pragma pointerchain policy(Inner: skip(n))\n"
    (tmp_path / "inner.h").write_text(inner)
    outer = '#include "inner.h"\n' + HEADER + INLINE
    (tmp_path / "outer.h").write_text(outer)
    (tmp_path / "z.c").write_text('#include "outer.h"\n#pragma pointerchain shape(Array: y[n])\n')
    done = in_place(tmp_path, ".")
    assert done.returncode == 1
    assert (tmp_path / "outer.h").read_text() == outer
    assert (tmp_path / "inner.h").read_text() == inner
    assert done.stderr.endswith("2 files unchanged, 1 refused\n")


def test_a_header_is_kept_for_a_source_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "array.h").write_text(HEADER)
    for name in ("a.c", "z.c"):
        (tmp_path / name).write_text(SOURCE)
    write = files.write_whole

    def full(path: str, text: bytes) -> None:
        if path.endswith("z.c"):
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, text)

    monkeypatch.setattr(files, "write_whole", full)
    assert translate_command.run([str(tmp_path), "--in-place"]) == 1
    said = capsys.readouterr().err
    assert "z.c: error: cannot write: no space left on device" in said
    assert "array.h' is left as it was" in said
    assert (tmp_path / "array.h").read_text() == HEADER
    assert "#pragma" not in (tmp_path / "a.c").read_text()
