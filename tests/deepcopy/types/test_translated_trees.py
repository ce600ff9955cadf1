# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directories whose headers hold deep-copy directives that their sources need."""

from __future__ import annotations

import errno
import subprocess
from pathlib import Path

import pytest
from support import INCLUDE
from testlib import build, runtime, warm

import pointerchain
from pointerchain import files
from pointerchain.cli import translate

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


def in_place(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return warm.run(["translate", "--in-place", *words], cwd=folder)


@pytest.mark.parametrize("processes", ["-j1", "-j2"])
def test_headers_are_replaced_after_their_sources_are_read(processes: str, tmp_path: Path) -> None:
    (tmp_path / "array.h").write_text(HEADER)
    # Behind the header in the order of the files, and before it.
    for name in ("a.c", "z.c"):
        (tmp_path / name).write_text(SOURCE)
    for said in ("3 files translated\n", ""):
        done = in_place(tmp_path, ".", processes)
        assert done.returncode == 0, done.stderr
        assert said in done.stderr
    assert not any("#pragma" in path.read_text() for path in tmp_path.iterdir())
    for name in ("a.c", "z.c"):
        command = ["gcc", "-std=c99", "-Wall", "-Werror", f"-I{INCLUDE}", "-c", name, "-o", "object"]
        built = build(command, tmp_path)
        assert built.returncode == 0, built.errors


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
    done = in_place(tmp_path, ".", *(["--", "-x", "c++"] if name.endswith("pp") else []))
    assert done.returncode == 0, done.stderr
    command = [*compiler, "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "-c", name, "-o", "object"]
    built = build(command, tmp_path)
    assert built.returncode == 0, built.errors


@pytest.mark.parametrize("before", ["#ifndef RSP\nint z;\n#endif\n", "#ifdef RSP\n#endif\n", ""])
def test_shapes_of_a_header_are_found_behind_conditions(before: str, tmp_path: Path) -> None:
    """Clang does not list what a precompiled preamble includes in every case."""
    (tmp_path / "array.h").write_text(HEADER)
    text = before + "#include <stdlib.h>\n" + SOURCE
    (tmp_path / "a.c").write_text(text)
    result = pointerchain.translate(text, str(tmp_path / "a.c"), ["-DRSP=1"])
    assert result.diagnostics == ()


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
    inner = "typedef struct Inner { int *n; } Inner;\n#pragma pointerchain policy(Inner: skip(n))\n"
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
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
    assert translate.run([str(tmp_path), "--in-place"]) == 1
    said = capfd.readouterr().err
    assert "z.c: error: cannot write: no space left on device" in said
    assert "array.h' is left as it was" in said
    assert (tmp_path / "array.h").read_text() == HEADER
    assert "#pragma" not in (tmp_path / "a.c").read_text()


NAMED = """\
#pragma once
#include <stdio.h>
#include <pointerchain/deepcopy.h>
{open}
enum {{ K{tail} = {factor} }};
struct Node{tail} {{ int n; double *x; }};
#pragma pointerchain shape(Node{tail}: x[n * K{tail}])
static inline long bytes{tail}(struct Node{tail} *node) {{
  pc_reset_stats();
#pragma pointerchain deepcopy enter(node)
#pragma pointerchain deepcopy exit(node) delete
  return (long)pc_get_stats().bytes_to;
}}
{close}
"""
USER = """\
#include "a/types.h"
#include "b/types.h"
{open}
struct {tag} {{ int n; {kind} *x; }};
#pragma pointerchain shape(struct {tag}: x[n * 3])
{close}
void {name}(void);
void {name}(void) {{
  {kind} own[6] = {{0}};
  double x[8] = {{0}};
  struct {a} a = {{2, x}};
  struct {b} b = {{2, x}};
  struct {tag} c = {{2, own}};
  pc_reset_stats();
#pragma pointerchain deepcopy enter(a, c)
#pragma pointerchain deepcopy exit(a, c) delete
  printf("%ld %ld %ld\\n", {call_a}(&a), {call_b}(&b), (long)pc_get_stats().bytes_to);
}}
"""


@pytest.mark.parametrize("way", ["translate", "cc"])
@pytest.mark.parametrize("language", ["c", "c++"])
def test_files_and_types_of_one_name(way: str, language: str, tmp_path: Path) -> None:
    """Headers of one name in two folders, structs of one name in two namespaces and in two sources."""
    cxx = language == "c++"
    for folder, factor in (("a", 1), ("b", 4)):
        (tmp_path / folder).mkdir()
        frame = {"open": f"namespace {folder} {{", "close": "}"} if cxx else {"open": "", "close": ""}
        tail = "" if cxx else f"_{folder}"
        (tmp_path / folder / "types.h").write_text(NAMED.format(tail=tail, factor=factor, **frame))
    names = [f"{name}{'.cpp' if cxx else '.c'}" for name in ("one", "two")]
    for name, kind in zip(names, ("float", "short"), strict=True):
        words = {"tag": "Node" if cxx else "Own", "kind": kind, "name": Path(name).stem}
        words |= {"open": "namespace {", "close": "}"} if cxx else {"open": "", "close": ""}
        for folder in ("a", "b"):
            words[folder] = f"{folder}::Node" if cxx else f"Node_{folder}"
            words[f"call_{folder}"] = f"{folder}::bytes" if cxx else f"bytes_{folder}"
        main = "void two(void);\nint main(void) { one(); two(); return 0; }\n" if name is names[0] else ""
        (tmp_path / name).write_text(USER.format(**words) + main)
    compiler = ["g++", "-std=c++11"] if cxx else ["gcc", "-std=c99"]
    command = [*compiler, "-Wall", "-Wextra", "-Werror", "-DPC_DEEPCOPY_DEVICE_HOST", *names, "-o", "program"]
    if way == "translate":
        words_of = ["--", "-x", language, f"-I{INCLUDE}"]
        done = warm.run(["translate", ".", "--out-dir", "out", *words_of], cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        program = build([*command, f"-I{INCLUDE}", *runtime(compiler[0])], tmp_path / "out")
        assert (program.returncode, program.errors) == (0, "")
        printed = program.run(deterministic=True).output
    else:
        done = warm.run(["cc", *command], cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        printed = subprocess.run([tmp_path / "program"], capture_output=True, text=True).stdout
    # 16 bytes of struct and two doubles, times the factor; three times as many of the source's own
    assert printed == "32 80 72\n32 80 60\n"


def test_a_shape_of_a_namespace_is_not_one_of_another(tmp_path: Path) -> None:
    """A header's shape is about the type of its own place, not about one that the source gives its name."""
    (tmp_path / "array.h").write_text("namespace lib {\n" + HEADER + "}\n")
    text = '#include "array.h"\nstruct Array { int n, m; double *x; };\n\nvoid f(Array *a) {\n'
    text += "#pragma pointerchain deepcopy enter(a)\n}\n"
    result = pointerchain.translate(text, str(tmp_path / "a.cpp"))
    assert [each.code for each in result.diagnostics] == ["missing-shape"]
    assert "'Array'" in result.diagnostics[0].message
