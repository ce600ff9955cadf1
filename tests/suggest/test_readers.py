# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Text that another compiler than Clang reads otherwise: nothing is proved of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from pointerchain.analysis.effects import MemoryEffects
from pointerchain.build import readings, summaries
from pointerchain.cli.program import functions_of_build, sources_of_compiles, table_now
from pointerchain.suggest.auto import translate_auto
from pointerchain.suggest.program import Program, functions_of
from pointerchain.translator.text.readers import depends_on_compiler


def needs(*programs: str) -> pytest.MarkDecorator:
    """A mark: skip where one of the programs is missing."""
    missing = [each for each in programs if shutil.which(each) is None]
    return pytest.mark.skipif(bool(missing), reason=f"no {' and '.join(missing)} here")


TYPES = "struct atoms { int n, x[8]; };\nstruct sim { struct atoms *a; };\nvoid poke(struct sim *);\n"
LOOP = """\
int run(struct sim *s) {
  int t = 0;
  for (int i = 0; i < 8; i++) {
    poke(s);
    t += s->a->x[i];
  }
  return t;
}
"""
QUIET = "void poke(struct sim *s) { (void)s; }\n"
CHOSEN = f"#ifdef __clang__\n{QUIET}#else\nvoid poke(struct sim *s) {{ s->a = 0; }}\n#endif\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("#ifdef __clang__\nint x;\n#endif\n", 2),
        ("#if X\n#elif __GNUC__ > 4\nint x;\n#endif\n", 3),
        ("#if __has_builtin(f)\n#else\nint x;\n#endif\n", 3),
        ("#ifdef __clang__\n#define SET(s)\n#else\n#define SET(s) ((s)->a = 0)\n#endif\n", 4),
        ("#ifdef __clang__\n#define SET(s) change(s)\n#endif\n", 2),
        ('#ifdef __clang__\n#include "own.h"\n#endif\n', 2),
        ("#ifdef __GNUC__\n#define W __attribute__((weak))\n#endif\n", 2),
        ("#ifdef __GNUC__\n#define I __attribute__((always_inline)) inline\n#else\n#define I\n#endif\n", 0),
        ("#if __GNUC__ > 4\n#define L(x) __builtin_expect(!!(x), 1)\n#else\n#define L(x) (x)\n#endif\n", 0),
        ("#ifdef __clang__\n/* int x;\n */ // y\n#  pragma GCC x\n#endif\nint z;\n", 0),
        ("#ifdef __clang__\n#else\n#pragma omp barrier\n#endif\n", 3),
        ("#ifdef __clang__\n#pragma acc wait\n#endif\n", 2),
        ('#ifdef __clang__\n#define V _Pragma("GCC ivdep")\n#endif\n', 0),
        ('#ifdef __clang__\n#define V _Pragma("omp simd")\n#endif\n', 2),
        ("#ifdef __clang__\n#define V(x) _Pragma(#x)\n#endif\n", 2),
        ("#if X \\\n  && __clang__\n\nint x;\n#endif\n", 4),
        ("#ifdef __clang__\n#define QUIET 1\n#endif\n#if QUIET\nint x;\n#endif\n", 5),
        ("#ifndef QUIET\nint x;\n#endif\n#ifdef __clang__\n#undef QUIET\n#endif\n", 2),
        ("#define V (__GNUC__ * 100)\n#define NEW (V > 4)\n#if NEW\nint x;\n#endif\n#ifdef V\n#endif\n", 4),
        ("#define V __GNUC__\n#ifdef V\nint x;\n#endif\n", 0),
        ("#ifndef __has_x\n#define __has_x(x) 0\n#endif\n#if __has_x(f)\nint x;\n#endif\n", 5),
        ("#ifndef _A_H\n#define _A_H\nint x;\n#define _B 2\n#if _B\nint y;\n#endif\n#endif\n", 0),
        ("#ifdef _SET\nint x;\n#endif\n", 2),
        ("#if defined(_SET)\n#define X __own(1)\n#endif\n", 2),
        ("#ifdef __pointerchain\nint x;\n#endif\n#ifdef _OPENMP\nint y;\n#endif\n", 0),
        ("#if _OPENMP > 201511\nint x;\n#endif\n", 2),
        ("#if X\nint x;\n#elif __clang__\n#else\nint y;\n#endif\n", 5),
        ("#if __clang__\n#endif\nint x;\n#if X\n#  if Y\nint y;\n#endif\n#endif\n", 0),
        ("#define J(a, b) a##b\nvoid f(void) {\n  J(g_, __GNUC__)();\n}\n", 3),
        ("#define HERE J(g_, V)\n#define V __VERSION__\nint x;\nint y = HERE;\n", 4),
        ("#define V (__GNUC__ * 100)\n#define W V\nint VV; /* V */\n", 0),
        ('char *s = "#ifdef __clang__";\n#if X\nint x;\n#endif\n', 0),
    ],
)
def test_where_code_is_chosen_by_its_reader(text: str, line: int) -> None:
    place, _, by = depends_on_compiler([("a.c", text.encode())]).partition(", by ")
    assert place == (f"a.c:{line}" if line else "") and bool(by) is bool(line)


def test_of_who_was_asked_headers_alone_are_unknown() -> None:
    for text, chosen in (
        ("#ifdef __clang__\nint x;\n#endif\n", False),
        ("#if __has_include(<arm_fp16.h>)\nint x;\n#endif\n", True),
        ('#if __has_include("own.h")\nint x;\n#endif\n', False),
        ("#if __has_builtin(f) || __GNUC_PREREQ(4, 3)\nint x;\n#endif\n", False),
        ("#if __has_embed(<f>)\nint x;\n#endif\n", True),
        ("#define OLD _ODD(3)\n#if OLD\nint x;\n#endif\n", True),
        ("#if defined(__has_include)\nint x;\n#endif\n", True),
        ("#define _ODD(x) x\n#if _ODD(3)\nint x;\n#endif\n", False),
    ):
        assert bool(depends_on_compiler([("a.c", text.encode())], asked=True)) is chosen


@pytest.mark.parametrize(("body", "hoists"), [(QUIET, True), (CHOSEN, False)])
def test_a_translation_is_for_other_compilers(body: str, hoists: bool) -> None:
    result = translate_auto(f"{TYPES}{body}{LOOP}".encode(), "a.c", remarks=True)
    said = [each.message for each in result.translation.diagnostics]
    assert bool(result.translation.chains_hoisted) is hoists
    assert any("depends on the compiler that reads it: a.c:5" in each for each in said) is not hoists


@pytest.mark.parametrize(("body", "hoists"), [(QUIET, True), (CHOSEN, False)])
def test_another_source_may_be_read_by_another_compiler(body: str, hoists: bool, tmp_path: Path) -> None:
    (tmp_path / "o.c").write_text(TYPES + body)
    program = Program([functions_of(str(tmp_path / "o.c"), [], None)])
    result = translate_auto(f"{TYPES}{LOOP}".encode(), "a.c", elsewhere=program.does)
    assert bool(result.translation.chains_hoisted) is hoists


KEPT = "void poke(struct sim *s) { (void)s; }\n"
CHANGED = "void poke(struct sim *s) { s->a = 0; }\n"


def built(folder: Path, text: str, command: str) -> MemoryEffects:
    """What ``poke`` does in a program of one source that a command compiles."""
    (folder / "o.c").write_text(TYPES + text)
    rows = [{"directory": str(folder), "file": "o.c", "command": f"{command} -c o.c"}]
    (folder / "compile_commands.json").write_text(json.dumps(rows))
    readings.state.cache_clear()
    read = functions_of_build(str(folder), 1, ())
    return read.get("c:@F@poke", MemoryEffects(unknown=frozenset(("not read",))))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a program, and one for compilers that the path has; an empty cache."""
    monkeypatch.setenv("POINTERCHAIN_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "odd").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return tmp_path


@needs("gcc", "clang-19")
@pytest.mark.parametrize(
    ("condition", "changes"),
    [
        ("#ifdef __clang__", ("clang-19",)),
        ("#ifndef __clang__", ("gcc",)),
        ("#ifdef __INTEL_COMPILER", ()),
        ("#if __clang_major__ >= 19", ("clang-19",)),
        ("#if defined(__OPTIMIZE__)", ("gcc", "clang-19")),
        ("#if __has_builtin(__builtin_convertvector) || __INTEL_COMPILER", ("gcc", "clang-19")),
        ("#if __has_feature(nullability)", ("clang-19",)),
        ("#ifdef SAID", ("gcc", "clang-19")),
        ('#include "who.h"\n#if CLANG', ("clang-19",)),
        ('#ifdef __clang__\n#include "more.h"\n#endif\n#ifdef MORE', ("clang-19",)),
        ('#ifndef __clang__\n#include "more.h"\n#endif\n#ifdef MORE', ("gcc",)),
    ],
)
def test_the_compiler_of_a_database_is_asked_which_branch_it_takes(
    project: Path, condition: str, changes: tuple[str, ...]
) -> None:
    (project / "who.h").write_text("#ifdef __clang__\n#define CLANG 1\n#else\n#define CLANG 0\n#endif\n")
    (project / "more.h").write_text("#if defined(__OPTIMIZE__)\n#define MORE\n#endif\n")
    question = "#if __has_feature\n#endif\n" if "feature" in condition else ""
    text = f"{question}{condition}\n{CHANGED}#else\n{KEPT}#endif\n"
    if question:
        text = f"#ifndef __has_feature\n#define __has_feature(x) 0\n#endif\n{text.replace(question, '')}"
    for compiler in ("gcc", "clang-19"):
        found = built(project, text, f"{compiler} -O2 -DSAID -I. -Wall -pedantic -g")
        assert not found.unknown
        assert bool(found.mod.members or found.mod.through) is (compiler in changes), compiler


@needs("gcc", "clang-19")
def test_the_compiler_is_asked_for_what_a_name_is_joined_of(project: Path) -> None:
    joined = (
        "#define J(a, b) a##b\n#define JOIN(a, b) J(a, b)\nvoid poke(struct sim *s) { JOIN(do_, %s)(s); }\n"
    )
    for compiler, word in (("gcc", "__GNUC__"), ("clang-19", "__clang_major__")):
        asked = [compiler, "-E", "-P", "-"]
        value = subprocess.run(asked, input=word, capture_output=True, text=True, check=True).stdout.strip()
        changing = f"static void do_{value}(struct sim *s) {{ s->a = 0; }}\n"
        others = "".join(f"static void do_{n}(struct sim *s) {{ }}\n" for n in range(40) if str(n) != value)
        found = built(project, changing + others + joined % word, f"{compiler} -O2")
        assert not found.unknown
        assert found.mod.members or found.mod.through, compiler


@needs("gcc")
@pytest.mark.parametrize(
    "option", ["-fplugin=own.so", "-B odd", "-wrapper odd/gcc", "-specs=s", "-Xclang x", "@f"]
)
def test_none_is_asked_with_options_that_run_other_code(project: Path, option: str) -> None:
    assert not built(project, f"#ifdef __clang__\n{CHANGED}#else\n{KEPT}#endif\n", "gcc").unknown
    assert built(project, f"#ifdef __clang__\n{CHANGED}#else\n{KEPT}#endif\n", f"gcc {option}").unknown


@needs("gcc")
def test_nothing_is_run_that_a_database_brings_with_it(project: Path) -> None:
    text = f"#ifdef __clang__\n{CHANGED}#else\n{KEPT}#endif\n"
    gcc = shutil.which("gcc")
    assert gcc is not None
    ran = project / "ran"
    script = f'#!/bin/sh\necho > "{ran}"\nexec {gcc} "$@"\n'
    program = "#include <stdio.h>\n#include <unistd.h>\nint main(int n, char **words) { "
    program += f'(void)n; fclose(fopen("{ran}", "w")); return execv("{gcc}", words); }}\n'
    (project / "own.c").write_text(program)
    subprocess.run([gcc, "-w", "-o", project / "odd/gcc", project / "own.c"], check=True)
    for name in ("bin/mycc", "odd/clang"):
        (project / name).write_text(script)
        (project / name).chmod(0o755)
    assert not built(project, text, gcc).unknown
    for command in (f"{project}/odd/gcc", f"{project}/odd/clang", "odd/gcc", "mycc", "none", "touch"):
        assert built(project, text, command).unknown, command
    assert not ran.exists()


@needs("gcc", "echo", "false")
@pytest.mark.parametrize("program", ["echo", "false"])
def test_an_answer_that_is_none_counts_for_nothing(project: Path, program: str) -> None:
    text = f"#ifdef __clang__\n{CHANGED}#else\n{KEPT}#endif\n"
    assert not built(project, text, "gcc").unknown
    shutil.copy(str(shutil.which(program)), project / "bin/gcc")
    assert built(project, text, "gcc").unknown


@needs("gcc", "clang-19")
def test_a_summary_is_another_where_the_compiler_is(project: Path) -> None:
    long_ago = time.time() - 60

    def state(name: str) -> tuple[bool, bool]:
        """Whether the summary, and the table, of the source are kept now."""
        readings.state.cache_clear()
        (project / "bin/gcc").unlink(missing_ok=True)
        (project / "bin/gcc").symlink_to(str(shutil.which(name, path=os.defpath)))
        sources = sources_of_compiles(str(project / "compile_commands.json"), ())
        found = summaries.kept(cache, sources[0]), summaries.kept_table(cache, "key")
        if found[0] is None:
            table_now(cache, "key", sources)
        return found[0] is not None, found[1] is not None

    built(project, KEPT, "gcc -O2")
    os.utime(project / "o.c", (long_ago, long_ago))
    cache = summaries.Cache()
    assert [state("gcc"), state("gcc"), state("clang-19")] == [(False, False), (True, True), (False, False)]
