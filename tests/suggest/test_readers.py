# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Text that another compiler than Clang reads otherwise: nothing is proved of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pointerchain.suggest.auto import translate_auto
from pointerchain.suggest.program import Program, functions_of
from pointerchain.suggest.readers import depends_on_compiler

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
        ('char *s = "#ifdef __clang__";\n#if X\nint x;\n#endif\n', 0),
    ],
)
def test_where_code_is_chosen_by_its_reader(text: str, line: int) -> None:
    assert depends_on_compiler([("a.c", text.encode())]) == (f"a.c:{line}" if line else "")


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
