# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""place apply: an object that is allocated in one source and used in others, which are rewritten together."""

import json
import re
import shutil
from pathlib import Path

from applied import advice, together
from devices import NEEDS_CLANG
from testlib import check_rows

from pointerchain.cli import main

HEADER = """\
#ifndef STEPS_H
#define STEPS_H
double *relax(double *to, int n);
void start(double *p, int n);
void step(const double *from, double *to, int n);
double sum(const double *p, int n);
void drop(double *p);
#endif
"""
STEPS = """\
#include "steps.h"
#include <stdlib.h>

static void half(double *p, int n) {
  for (int i = 0; i < n; i++) p[i] *= 0.5;
}

void start(double *p, int n) {
  for (int i = 0; i < n; i++) p[i] = i % 5;
  half(p, n);
}

void step(const double *from, double *to, int n) {
#pragma omp target teams distribute parallel for map(to: from[0:n]) map(tofrom: to[0:n])
  for (int i = 0; i < n; i++) to[i] += 0.5 * from[n - 1 - i];
}

double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += p[i] * (i % 3 + 1);
  return s;
}

void drop(double *p) {
  free(p);
}
"""
MAIN = """\
#include <stdio.h>
#include <stdlib.h>
#include "steps.h"

int main(void) {
  int n = 300;
  double *a = malloc(n * sizeof *a);
  double *b = calloc(n, sizeof *b);
  start(a, n);
  for (int t = 0; t < 4; t++) {
    step(a, b, n);
    if (t % 2) b[t] = a[t];
    step(b, a, n);
  }
  printf("%.15g %.15g\\n", sum(a, n), sum(b, n));
  drop(a);
  free(b);
  return 0;
}
"""
FILES = {"main.c": MAIN, "steps.c": STEPS, "steps.h": HEADER}
PLACES = ("pinned", "device", "managed")


def placed(folder, monkeypatch, files, wanted, *, given=None, out="once", words=()):
    """Apply an advice for the objects of ``wanted``, by source, and write to ``out``; the exit code."""
    monkeypatch.chdir(folder)
    for name, text in files.items():
        Path(name).write_text(text)
    sources = given or [name for name in files if not name.endswith(".h")]
    rows = [advice(name, files[name], wanted.get(name, {})) for name in sources]
    Path("advice.json").write_text(json.dumps(together(*rows)))
    call = ["place", "apply", "advice.json", *sources, "--dialect", "openmp", "--out-dir", out]
    return main([*call, *words])


def twice(folder, monkeypatch, once, out, header):
    """Check that what was written to a folder is left alone by a second run, of the same advice."""
    monkeypatch.chdir(folder / out)
    shutil.copy(f"../{header}", header)
    words = [*once, "--dialect", "openmp", "--out-dir", "../twice"]
    assert main(["place", "apply", "../advice.json", *words]) == 0
    assert {name: Path("../twice", name).read_text() for name in once} == once, out
    monkeypatch.chdir(folder)


def same(programs, files, *folders, flags=(), expected=None):
    """Check that what the folders hold prints on the device what the program does, which ends well."""
    expected = expected or programs.on_host(files)
    assert expected[0] == 0
    for folder in folders:
        made = {name: Path(folder, name).read_text() for name in files if not name.endswith(".h")}
        assert programs.on_device({**files, **made}, *flags) == expected, folder


@NEEDS_CLANG
def test_an_object_that_another_source_uses(tmp_path, monkeypatch, capfd, programs):
    for where in PLACES:
        assert placed(tmp_path, monkeypatch, FILES, {"main.c": {"a": where, "b": where}}, out=where) == 0
        said = capfd.readouterr().err
        assert said == "pointerchain: objects: 2 as the advice says, 0 left where they are\n", where
        once = {name: Path(where, name).read_text() for name in ("main.c", "steps.c")}
        assert "pc_place_free(p);" in once["steps.c"]
        assert ("pc_place_device(from, PC_PLACE_READ)" in once["steps.c"]) == (where == "device")
        for name, text in once.items():
            assert text.count("\n") == FILES[name].count("\n")
        twice(tmp_path, monkeypatch, once, where, "steps.h")
        capfd.readouterr()
    same(programs, FILES, *PLACES)


@NEEDS_CLANG
def test_an_object_that_another_source_uses_in_cxx(tmp_path, monkeypatch, capfd, programs):
    """Of an overloaded function it is known which one is called."""
    more = HEADER.replace("#endif", "double sum(const float *p, int n);\n#endif")
    files = {
        "main.cpp": MAIN.replace("= ", "= (double *)", 0).replace("malloc(", "(double *)malloc("),
        "steps.cpp": STEPS,
        "steps.h": more,
    }
    files["main.cpp"] = files["main.cpp"].replace("calloc(", "(double *)calloc(")
    assert placed(tmp_path, monkeypatch, files, {"main.cpp": {"a": "device", "b": "pinned"}}) == 0
    assert "objects: 2 as the advice says" in capfd.readouterr().err
    same(programs, files, "once")


PUTS = MAIN.replace("  drop(a);", "  puts((char *)a);\n  drop(a);")
OTHER = "int other(void) { return 1; }\n"
LEFT = {
    "not given": ({}, ["main.c"], "'start', which is not in this source"),
    "not among those given": ({"other.c": OTHER}, ["main.c", "other.c"], "which is not in these sources"),
    "declared by itself": (
        {"main.c": MAIN.replace('#include "steps.h"\n', HEADER.replace("#endif\n", "") + "#endif\n")},
        None,
        "which 'steps.c' defines, and no header declares it to both",
    ),
    "defined twice": (
        {"other.c": STEPS},
        None,
        "which several of these sources define",
    ),
    "two programs": (
        {"other.c": "int main(void) { return 0; }\n"},
        None,
        "which 'steps.c' defines, and several of these sources define 'main'",
    ),
    "inline": (
        {"steps.c": STEPS.replace("void step(", "inline void step(")},
        None,
        "which 'steps.c' defines, and another one may take its place",
    ),
    "weak": (
        {"steps.h": HEADER.replace("void step(", "__attribute__((weak)) void step(")},
        None,
        "the attribute 'weak' is not known, in 'steps.h'",
    ),
    "static there": (
        {
            "steps.h": HEADER.replace("void step(", "static void step("),
        },
        None,
        "which is not in these sources",
    ),
    "other parameters": (
        {"steps.h": HEADER.replace("const double *from, double *to, int n);", ");")},
        None,
        "which is not in these sources",
    ),
    "a requirement": (
        {"steps.c": "#pragma omp requires unified_address\n" + STEPS},
        None,
        "'omp requires' may change what directives",
    ),
    "kept there": (
        {
            "steps.c": STEPS.replace("  half(p, n);", "  kept[0] = p;\n  half(p, n);").replace(
                "static void", "static double *kept[2];\n\nstatic void"
            )
        },
        None,
        r"'p' is stored in 'kept\[0\]'",
    ),
    "moved there": (
        {"steps.c": STEPS.replace("  half(p, n);", "  p = realloc(p, 9);\n  half(p, n);")},
        None,
        "'p' is moved by 'realloc'",
    ),
    "called back": (
        {"steps.c": STEPS.replace("  half(p, n);", "  qsort(p, n, 8, (void *)0);\n  half(p, n);")},
        None,
        "'p' is passed to 'qsort'",
    ),
    "stale copy there": (
        {"steps.c": STEPS.replace("map(tofrom: to[0:n])", "map(to: to[0:n])")},
        None,
        "its kernel reads what the host may not have|the host reads here what the device may have changed"
        "|its kernel reads what the host may have changed",
    ),
    "a library function with another name": (
        {"main.c": PUTS.replace('#include "s', 'int puts(const char *) __asm__("other");\n#include "s')},
        None,
        "'a' is passed to 'puts', which these sources define anew, or give another name",
    ),
    "a library function of its own": (
        {"main.c": PUTS, "other.c": "int puts(const char *p) {\n  ((double *)p)[0] = 9;\n  return 0;\n}\n"},
        None,
        "'a' is passed to 'puts', which these sources define anew, or give another name",
    ),
    "an allocator of its own": (
        {"other.c": "#include <stddef.h>\nvoid *malloc(size_t n) {\n  return (void *)(n & 0);\n}\n"},
        None,
        "the program has its own 'malloc'",
    ),
    "another device, chosen elsewhere": (
        {"other.c": "#include <omp.h>\nvoid choose(void) {\n  omp_set_default_device(1);\n}\n"},
        None,
        "'omp_set_default_device' may change what a device or a copy is",
    ),
    "wrapped": (
        {"steps.c": STEPS + "\nvoid __wrap_step(const double *from, double *to, int n) {\n  to[0] = 1;\n}\n"},
        None,
        "which 'steps.c' defines, and another one may take its place",
    ),
    "no line for the header": (
        {"steps.c": re.sub(r"\n\n", "\n", STEPS)},
        None,
        "there is no blank line above the first function",
    ),
    "to itself": (
        {"steps.c": STEPS.replace("  half(p, n);", "  if (n > 1000) start(p, 9);\n  half(p, n);")},
        None,
        "it is passed to 'start', which calls itself",
    ),
}


def test_what_another_source_does_with_it(tmp_path, monkeypatch, capfd):
    """All of the sources stay as they are."""

    def check(case, folder):
        changed, given, why = LEFT[case]
        files = {**FILES, **changed}
        assert placed(folder, monkeypatch, files, {"main.c": {"a": "pinned"}}, given=given) == 0
        err = capfd.readouterr().err
        assert re.search(f"warning: 'a' is left where it is: .*({why})", err), err
        for name in given or [name for name in files if name.endswith(".c")]:
            assert Path("once", name).read_text() == files[name]

    check_rows(LEFT, check, tmp_path)


def test_a_function_of_another_source_that_another_object_may_replace(tmp_path, monkeypatch, capfd):
    wanted = {"main.c": {"a": "pinned"}}
    assert placed(tmp_path, monkeypatch, FILES, wanted, words=("--", "-fPIC")) == 0
    assert "which 'steps.c' defines, and another one may take its place" in capfd.readouterr().err
    assert placed(tmp_path, monkeypatch, FILES, wanted, words=("--", "-fPIE")) == 0
    assert "1 as the advice says" in capfd.readouterr().err


def test_a_warning_names_the_source_in_which_the_object_gets_lost(tmp_path, monkeypatch, capfd):
    files = {**FILES, **LEFT["moved there"][0]}
    assert placed(tmp_path, monkeypatch, files, {"main.c": {"a": "pinned"}}) == 0
    line = files["steps.c"].split("\n").index("  p = realloc(p, 9);") + 1
    assert f"steps.c:{line}:15: warning: 'a' is left where it is: " in capfd.readouterr().err


def test_a_result_of_two_sources_that_would_not_compile(tmp_path, monkeypatch, capfd):
    files = {**FILES, "steps.c": STEPS + "int pc_place_free(int k) { return k; }\n"}
    assert placed(tmp_path, monkeypatch, files, {"main.c": {"a": "pinned"}}) == 1
    err = capfd.readouterr().err
    assert "'steps.c': it is not changed, for the result would not compile: " in err
    assert not Path("once").exists()
