# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""place apply: what it writes, what it leaves alone and why; placed programs print what they did."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from applied import advice, in_cxx
from applied import programs as random_programs
from devices import INCLUDE, NEEDS_CLANG, OFFLOAD, guard
from testlib import build, check_rows
from testlib.compilers import linker

from pointerchain.cli import main
from pointerchain.guard import launch

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
KERNEL = (
    "#pragma omp target teams distribute parallel for map(tofrom: a[0:n])\n"
    "  for (int i = 0; i < n; i++) a[i] += 1;\n"
)
ALLOCATED = "  int n = 64;\n  double *a = malloc(n * sizeof *a);\n  memset(a, 0, n * sizeof *a);\n"


def body(text, before=""):
    return f"{HEAD}{before}int main(int argc, char **argv) {{\n{ALLOCATED}{text}  free(a);\n}}\n"


def applied(folder, monkeypatch, text, wanted, *words, name="prog.c", dialect="openmp"):
    """The exit code of ``place apply`` on a source in a folder."""
    monkeypatch.chdir(folder)
    Path(name).write_text(text)
    Path("advice.json").write_text(json.dumps(advice(name, text, wanted)))
    return main(["place", "apply", "advice.json", name, "--dialect", dialect, *words])


def test_pinned_changes_allocation_and_free(tmp_path, monkeypatch, capfd):
    assert applied(tmp_path, monkeypatch, body(KERNEL), {"a": "pinned"}) == 0
    out, err = capfd.readouterr()
    assert out == body(KERNEL).replace("malloc(", "pc_place_pinned(").replace(
        "free(", "pc_place_free("
    ).replace("string.h>\n\n", "string.h>\n#include <pointerchain/place_objects.h>\n")
    assert err == "pointerchain: objects: 1 as the advice says, 0 left where they are\n"


def test_device_says_who_accesses_it(tmp_path, monkeypatch, capfd):
    loop = f"  for (int t = 0; t < 3; t++) {{\n{KERNEL}    a[t] = 0; // start\n  }}\n"
    assert applied(tmp_path, monkeypatch, body(loop), {"a": "device"}) == 0
    out = capfd.readouterr().out
    assert "double *a = pc_place_resident(n * sizeof *a);" in out
    assert "t++) { pc_place_device(a, PC_PLACE_READ | PC_PLACE_WRITE);\n#pragma omp target" in out
    assert "    pc_place_host(a, PC_PLACE_WRITE); a[t] = 0; // start\n" in out
    assert out.count("\n") == body(loop).count("\n")


REFUSED = {
    "in a structure": ("  struct { double *p; } s;\n  s.p = a;\n" + KERNEL, "'a' is stored in 's.p'"),
    "given on": (
        "  double *b, *c;\n  b = c = a;\n" + KERNEL + "  b[3] = 1;\n  setbuf(stdout, (char *)b);\n",
        "'b' is passed to 'setbuf'",
    ),
    "in an array": ("  double *t[2];\n  t[0] = a;\n" + KERNEL, "'a' is stored in 't[0]'"),
    "realloc": (KERNEL + "  a = realloc(a, 2 * n);\n", "'a' is moved by 'realloc'"),
    "address": ("  double **p = &a;\n  (*p)[0] = 1;\n" + KERNEL, "'a' has its address taken"),
    "unknown function": (KERNEL + "  setbuf(stdout, (char *)a);\n", "'setbuf', which is not in this source"),
    "function pointer": (
        "  void (*f)(void *) = free;\n" + KERNEL + "  if (argc > 5) f(a);\n",
        "a function that is not known",
    ),
    "number": (KERNEL + "  if ((unsigned long)a % 64) return 1;\n", "'a' becomes a number"),
    "goto": ("again:\n" + KERNEL + "  if (argc > 7) goto again;\n", "a label in 'main' is not followed"),
    "left out": (
        KERNEL + "#ifdef OTHER\n  a[0] = 1;\n#endif\n",
        "also named in code that the preprocessor leaves out",
    ),
    "if clause": (KERNEL.replace("[0:n])", "[0:n]) if(argc > 1)"), "has the clause 'if'"),
    "nowait": (KERNEL.replace("[0:n])", "[0:n]) nowait"), "has the clause 'nowait'"),
    "always": (KERNEL.replace("tofrom", "always, tofrom"), "'map(always, tofrom: ...)' is not followed"),
    "scratch": (
        KERNEL.replace("tofrom", "to") + '  printf("%g\\n", a[1]);\n',
        "the host reads here what the device may have changed without a copy back",
    ),
    "two copies": (
        "#pragma omp target data map(to: a[0:n])\n  {\n  a[5] = 7;\n"
        + KERNEL.replace("map(tofrom: a[0:n])", "")
        + "  }\n",
        "reads what the host may have changed since it was copied",
    ),
    "in parts": (
        "#pragma omp target data map(to: a[0:9])\n  {\n"
        + KERNEL.replace("tofrom: a[0:n]", "to: a[9:9]")
        + "  }\n",
        "another section of it is on the device already",
    ),
    "parallel": ("#pragma omp parallel\n  {\n" + KERNEL + "  }\n", "its kernels stand in 'omp parallel'"),
    "no kernel": ("  a[0] = 1;\n", "no kernel of this source uses it"),
    "clause": (
        KERNEL + "#pragma omp parallel num_threads((int)a[0] + 1)\n  {\n  }\n",
        "the clause 'num_threads' names it",
    ),
    "atomic builtin": (
        KERNEL + "  n += (int)__atomic_load_n((long *)a + 2, 0);\n",
        "'a' is used in what is not followed, '__atomic_load_n((long *)a + 2, 0)'",
    ),
    "atomic store": (
        KERNEL + "  __atomic_store_n((long *)a + 2, 4, 0);\n",
        "'a' is used in what is not followed, '__atomic_store_n((long *)a + 2, 4, 0)'",
    ),
    "value of statements": (
        KERNEL + "  double *keep = ({ double *q = a; q; });\n  n += keep[2] > 1;\n",
        "'q' is the value of a statement expression",
    ),
    "freed by way of statements": (
        KERNEL + "  if (argc > 9) free(({ a; }));\n",
        "'a' is the value of a statement expression",
    ),
    "other elements": (
        "  float *f = (float *)a;\n" + KERNEL + "#pragma omp target update to(f[0:n])\n",
        "directives name 'f', a 'float *', and it is a 'double *'",
    ),
    "cleanup": (
        "  double *own __attribute__((cleanup(ends))) = a;\n" + KERNEL,
        "the attribute 'cleanup' is not known",
    ),
    "mapper": (
        "#pragma omp declare mapper(struct s v) map(v.n) map(v.data[0:v.n])\n" + KERNEL,
        "'omp declare mapper' may change what directives and functions do",
    ),
    "variant": (
        "#pragma omp declare variant(other) match(device={kind(nohost)})\n" + KERNEL,
        "'omp declare variant' may change what directives and functions do",
    ),
    "long jump": (KERNEL + "  if (argc > 9) longjmp(0, 1);\n", "'longjmp' may leave statements out"),
    "own malloc": ("#define free(p) gone(p)\n" + KERNEL, "the program's macro 'free' has a name that"),
    "counted characters": (
        KERNEL + '  printf("abc%n\\n", (int *)a);\n',
        "'printf' may write what is passed to it, by '%n'",
    ),
    "format out of sight": (
        "  const char *form = argv[0];\n" + KERNEL + "  printf(form, (int *)a);\n",
        "'printf' may write what is passed to it",
    ),
    "head": (
        KERNEL.replace("i++", "i += (int)a[0] + 1"),
        "the head of its kernel's loop reads it",
    ),
    "inline": (KERNEL + "  weighs(a);\n", "'weighs', which is overloaded, inline, a member"),
    "another length": (
        "#pragma omp target data map(tofrom: a[0:n])\n  {\n"
        + KERNEL.replace("map(tofrom: a[0:n])", "")
        + "  { int n = 10;\n#pragma omp target update from(a[0:n])\n  }\n  if (a[40] > 1) return 1;\n  }\n",
        "the host reads here what the device may have changed",
    ),
    "switch": ("  switch (argc) {\n  case 1:\n" + KERNEL + "  }\n", "stands in a 'switch'"),
    "behind another directive": (
        KERNEL + "#pragma omp critical\n" + KERNEL,
        "its kernels stand in 'omp critical'",
    ),
    "clause of a second directive": (
        KERNEL + "#pragma omp parallel\n#pragma omp for schedule(static, (int)a[0] + 1)\n"
        "  for (int i = 0; i < n; i++) argc += i;\n",
        "the clause 'schedule' names it",
    ),
    "reduction without an access": (
        "#pragma omp target data map(tofrom: a[0:n])\n  {\n"
        "#pragma omp parallel for reduction(first: a[0:n])\n  for (int i = 0; i < n; i++) argc += i;\n"
        + KERNEL.replace("map(tofrom: a[0:n])", "")
        + "  }\n",
        "reads what the host may have changed since it was copied",
    ),
    "reduction that finds its section": (
        KERNEL
        + "#pragma omp parallel for reduction(+: a[(int)a[0]:1])\n  for (int i = 0; i < n; i++) argc += i;\n",
        "the clause 'reduction' reads an element to find a section",
    ),
    "another device": (
        KERNEL + "#pragma acc set device_num(1)\n" + KERNEL,
        "'acc set' may change what a device or a copy is",
    ),
    "a device that ends": (KERNEL + "#pragma acc shutdown\n" + KERNEL, "'acc shutdown' may change what"),
    "final": (
        "#pragma omp target enter data map(to: a[0:n])\n"
        + KERNEL
        + "#pragma omp target exit data map(delete: a[0:n])\n",
        "the clause 'map(delete: ...)' is not followed",
    ),
    "given to a sort": (
        KERNEL + "  qsort(a, n, 8, (int (*)(const void *, const void *))ends);\n",
        "passed to 'qsort'",
    ),
}


def test_what_cannot_be_followed_is_left_alone(tmp_path, monkeypatch, capfd):
    before = "struct s { int n; double *data; };\nstatic void ends(double **p) { (void)p; }\n"
    before += "inline void weighs(double *p) { p[0] = 1; }\nvoid weighs(double *p);\n"
    before += "#pragma omp declare reduction(first: double: omp_out += omp_in) initializer(omp_priv = 5)\n\n"

    def check(case, folder):
        text, why = REFUSED[case]
        assert applied(folder, monkeypatch, body(text, before), {"a": "pinned"}) == 0
        out, err = capfd.readouterr()
        assert out == body(text, before)
        assert "warning: 'a' is left where it is: " in err
        assert why in err

    check_rows(REFUSED, check, tmp_path)


SEEN = {
    "host": "#pragma omp parallel for reduction(+: a[0:n])\n  for (int i = 0; i < n; i++) a[i] += 2;\n",
    "scope": "#pragma omp scope\n  a[0] = 3;\n",
    "library": '  if (strlen((char *)a) > 3 || !strncmp((char *)a, "x", 1)) argc++;\n'
    '  sprintf((char *)a, "%d", n);\n',
}


@pytest.mark.parametrize("case", SEEN)
def test_what_rows_of_directives_and_functions_say(tmp_path, monkeypatch, capfd, case):
    assert applied(tmp_path, monkeypatch, body(KERNEL + SEEN[case] + KERNEL), {"a": "device"}) == 0
    out, err = capfd.readouterr()
    assert err == "pointerchain: objects: 1 as the advice says, 0 left where they are\n"
    assert "pc_place_host(a, PC_PLACE_" in out


def test_a_function_with_a_default_argument(tmp_path, monkeypatch, capfd):
    before = "static double sum(double *p, int n = 8) { return p[n - 1]; }\n\n"
    text = body(KERNEL + "  argc += sum(a) > 1;\n", before).replace("= malloc", "= (double *)malloc")
    assert applied(tmp_path, monkeypatch, text, {"a": "pinned"}, name="prog.cpp") == 0
    assert "1 as the advice says" in capfd.readouterr().err


def test_a_function_that_another_object_may_replace(tmp_path, monkeypatch, capfd):
    """ELF lets another object define what is visible again, where code is made for a shared object."""
    before = "double sum(double *p, int n) { return p[n - 1]; }\n\n"
    text = body(KERNEL + "  argc += sum(a, n) > 1;\n", before)
    replaced = {"-fPIC": True, "-fPIC -fno-semantic-interposition": False, "-fPIE": False, "-O2": False}
    for words, left in replaced.items():
        assert applied(tmp_path, monkeypatch, text, {"a": "pinned"}, "--", *words.split()) == 0
        err = capfd.readouterr().err
        assert ("'a' is passed to 'sum', which is" in err) == left, words
    bound = f"#pragma acc routine(sum) bind(other) seq\n{KERNEL}"
    assert applied(tmp_path, monkeypatch, text.replace(KERNEL, bound), {"a": "pinned"}) == 0
    assert "'a' is passed to 'sum', which is" in capfd.readouterr().err
    hidden = text.replace("double sum", '__attribute__((visibility("hidden"))) double sum')
    assert applied(tmp_path, monkeypatch, hidden, {"a": "pinned"}, "--", "-fPIC") == 0
    assert "1 as the advice says" in capfd.readouterr().err


BESIDE = KERNEL.replace("a[0:n]", "p[1:n]").replace("a[i]", "p[i + 1]")


@pytest.mark.parametrize(
    "text, why",
    [
        ("  double *p = a - 1;\n" + BESIDE * 2, ""),
        ("  double *p = a - 1;\n  a = NULL;\n" + BESIDE * 2 + "  a = p + 1;\n", "may point beside it"),
        ("  step(a - 1, n);\n  step(a - 1, n);\n", "may point beside it"),
        ("  for (double *e = a + n; e != a; --e) e[-1] = 2;\n" + KERNEL * 2, ""),
        ("  double *e = a + n;\n" + KERNEL * 2 + "  e[-1] = 2;\n", ""),
    ],
)
def test_a_pointer_beside_its_object(tmp_path, monkeypatch, capfd, text, why):
    """What the program says is the object's begin, not a place that may be behind or before it."""
    before = f"static void step(double *p, int n) {{\n{BESIDE}}}\n\n"
    text = body(text, before)
    assert applied(tmp_path, monkeypatch, text, {"a": "device"}) == 0
    out, err = capfd.readouterr()
    assert "pc_place_host(e" not in out
    assert "pc_place_device(p" not in out
    assert (out == text) == bool(why)
    assert why in err
    assert applied(tmp_path, monkeypatch, text, {"a": "pinned"}) == 0
    assert "= pc_place_pinned(" in capfd.readouterr().out


ALLOCATIONS = [
    ("", "  double *a = new double;\n", "is not written as 'new T[n]'"),
    ("", "  double *a = new double[n]{1, 2};\n", "is not written as 'new T[n]'"),
    ("#include <new>\n", "  double *a = new (std::nothrow) double[n];\n", "is not written as 'new T[n]'"),
    (
        "struct C {\n  double v = 0;\n  void operator+=(int) { v++; }\n};\n",
        "  C *a = new C[n];\n",
        "'new' allocates 'C' there",
    ),
    ("", "  double **a = new double *[n];\n", "'new' allocates 'double *' there"),
    (
        "void *operator new[](size_t n) { return malloc(n); }\n",
        "  double *a = new double[n];\n",
        "its own 'operator new'",
    ),
    ("", "  double *a = new double[n];\n  if (n > 90) free(a);\n", "freed by what does not free it"),
    (
        "",
        "  double *a = (double *)malloc(n);\n  if (n > 90) delete[] a;\n",
        "freed by what does not free it",
    ),
    ("", "  double *a = new double[n];\n  if (n > 90) delete a;\n", "'a' is freed by 'delete'"),
    ("", "  double *a = new double[n];\n  if (n > 90) ::delete[] a;\n", "'a' is freed by 'delete'"),
    (
        "",
        "  double *a = new double[n];\n  n > 90 ? delete[] a : (void)0;\n",
        "an expression that may be left",
    ),
    ("", "  double *a = new double[n];\n  double *b = new double[(int)a[0]];\n", "not followed"),
    (
        "#include <thread>\nstatic void work(double *p) { p[0] = 1; }\n",
        "  double *a = (double *)malloc(512);\n  std::thread t(work, a);\n",
        "'a' is passed to a function that is not known",
    ),
    (
        "",
        "  double *a, *b;\n  b = a = (double *)malloc(512);\n  b[3] = 1;\n",
        "what 'a' gets there is given on in the same expression",
    ),
    (
        "struct Box {\n  Box(double *p) : q(p) {}\n  double *q;\n};\n",
        "  double *a = (double *)malloc(512);\n  Box box(a);\n",
        "",
    ),
    ("static double *g;\n", "  double *a = g = (double *)malloc(n);\n", "given on in the same"),
    (
        "static double *make(int n) { return (double *)malloc(8 * n); }\n",
        "  double *a = make(n);\n",
        "allocated by 'make', a function of the program",
    ),
    ("#define NEW(n) (double *)malloc(n)\n", "  double *a = NEW(n);\n", ""),
    (
        "static void inc(double &x) { x += 1; }\n",
        "  double *a = (double *)malloc(512);\n  inc(a[0]);\n",
        "a reference",
    ),
    (
        "",
        "  double *a = (double *)malloc(512);\n  auto f = [=] { return a[0]; };\n  f();\n",
        "in a lambda",
    ),
]


def test_allocations_that_are_left_alone(tmp_path, monkeypatch, capfd):
    def check(row, folder):
        before, site, why = row
        text = f"#include <cstdlib>\n\n{before}int main() {{\n  int n = 64;\n{site}{KERNEL}{KERNEL}}}\n"
        wanted = {"a" if "malloc" not in site or "g =" not in site else "g": "pinned"}
        if "NEW" in before:
            text = text.replace("a = NEW(n)", "a = malloc(n)")
            given = advice("prog.cpp", text, {"a": "pinned"})
            text = text.replace("a = malloc(n)", "a = NEW(n)")
            monkeypatch.chdir(folder)
            Path("prog.cpp").write_text(text)
            Path("advice.json").write_text(json.dumps(given))
            code, why = (
                main(["place", "apply", "advice.json", "prog.cpp", "--dialect", "openmp"]),
                "a macro makes",
            )
        else:
            code = applied(folder, monkeypatch, text, wanted, name="prog.cpp")
        out, err = capfd.readouterr()
        assert (code, out) == (0, text)
        assert why in err

    check_rows(ALLOCATIONS, check, tmp_path, name=lambda row: "".join(row[:2]))


def test_a_source_that_has_changed_is_refused(tmp_path, monkeypatch, capfd):
    text = body(KERNEL)
    given = advice("prog.c", text, {"a": "pinned"})
    monkeypatch.chdir(tmp_path)
    Path("advice.json").write_text(json.dumps(given))
    for changed in (
        text.replace("int main", "\nint main"),
        text.replace("malloc(", "zalloc(").replace("int main", "void *zalloc(int);int main"),
        text.replace("*a = malloc(n * sizeof *a", "*b = malloc(n * sizeof *b").replace(
            "  memset", "  double *a = b; memset"
        ),
        HEAD + "\n" * 20,
    ):
        Path("prog.c").write_text(changed)
        code = main(["place", "apply", "advice.json", "prog.c", "--dialect", "openmp", "--out-dir", "out"])
        err = capfd.readouterr().err
        if "zalloc" in changed:
            assert (code, "which is none of 'malloc', 'calloc' and 'new'" in err) == (0, True)
        else:
            assert code == 1, changed
            assert "error: this line is not what it was when it was profiled" in err
            assert not Path("out").exists()
        shutil.rmtree("out", ignore_errors=True)


@pytest.mark.parametrize(
    "words, why",
    [
        ([], "needs '--dialect"),
        (["--dialect", "fortran"], "fortran"),
        (["--dialect", "openmp", "--diff", "--out-dir", "x"], "writes no files"),
        (["--dialect", "openmp", "--out-dir", "."], "would overwrite"),
        (["more.c", "--dialect", "openmp"], "cannot go to standard output"),
    ],
)
def test_wrong_usage(tmp_path, monkeypatch, capfd, words, why):
    monkeypatch.chdir(tmp_path)
    Path("prog.c").write_text(body(KERNEL))
    Path("advice.json").write_text(json.dumps(advice("prog.c", body(KERNEL), {"a": "pinned"})))
    assert main(["place", "apply", "advice.json", "prog.c", *words]) == 2
    assert why in capfd.readouterr().err


def test_openacc_places_device_memory_only(tmp_path, monkeypatch, capfd):
    kernel = KERNEL.replace(
        "omp target teams distribute parallel for map(tofrom: ", "acc parallel loop copy("
    )
    assert applied(tmp_path, monkeypatch, body(kernel + kernel), {"a": "device"}, dialect="openacc") == 0
    assert "pc_place_resident(" in capfd.readouterr().out
    assert applied(tmp_path, monkeypatch, body(kernel), {"a": "pinned"}, dialect="openacc") == 0
    assert "OpenACC has no call that allocates pinned memory" in capfd.readouterr().err


def test_an_advice_of_unified_memory_has_no_call_in_openmp(tmp_path, monkeypatch, capfd):
    assert applied(tmp_path, monkeypatch, body(KERNEL), {"a": "managed:read-mostly"}) == 0
    assert "OpenMP has no call for the advice 'read-mostly'" in capfd.readouterr().err


@pytest.mark.parametrize("words", [["gcc", "-std=c99"], ["g++", "-std=c++11"]])
def test_headers_compile_without_warnings(tmp_path, words):
    if shutil.which(words[0]) is None:
        pytest.skip(f"needs {words[0]}")
    name = "a.c" if words[0] == "gcc" else "a.cpp"
    (tmp_path / name).write_text(
        "#include <pointerchain/place_objects.h>\nint main(void) {\n  void *p = pc_place_resident(8);\n"
        "  pc_place_host(p, PC_PLACE_WRITE);\n  pc_place_device(p, PC_PLACE_READ);\n  pc_place_free(p);\n"
        "  pc_place_free(pc_place_pinned_zeroed(3, 8));\n\n"
        "  return pc_place_managed_zeroed((size_t)-1, 2) != 0;\n}\n"
    )
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-foffload=disable", f"-I{INCLUDE}"]
    for dialect in ([], ["-fopenmp"], ["-fopenacc"]):
        program = build([*words, *flags, *dialect, name, "-o", "a.out"], tmp_path)
        assert program.returncode == 0, program.errors
        assert program.run(deterministic=True).returncode == 0, dialect


SEEDS = range(10)
EACH = 6


@NEEDS_CLANG
@pytest.mark.parametrize(
    "seed, name",
    [
        *((seed, "prog.c") for seed in SEEDS[:3]),
        *(pytest.param(seed, "prog.c", marks=pytest.mark.long) for seed in SEEDS[3:]),
        (10, "prog.cpp"),
        pytest.param(11, "prog.cpp", marks=pytest.mark.long),
    ],
)
def test_random_programs_print_the_same_with_the_hosts_pages_closed(
    tmp_path, monkeypatch, capfd, programs, seed, name
):
    """Sixty programs in C and twelve in C++: results unchanged, lines kept, a second run changes nothing."""
    monkeypatch.chdir(tmp_path)
    text, wanted = random_programs(seed, EACH)
    if name.endswith("pp"):
        text = in_cxx(text)
    assert applied(tmp_path, monkeypatch, text, wanted, "--out-dir", "once", name=name) == 0
    said = capfd.readouterr().err
    placed, *kept, left = map(int, re.findall(r"\d+", said.rsplit("objects: ", 1)[1]))
    assert placed + sum(kept) + left == len(wanted)
    assert placed >= 0.4 * len(wanted), said
    assert placed + sum(kept) >= 0.5 * len(wanted), said
    once = Path("once", name).read_text()
    assert [len(each.split("\n")) for each in (text, once)] == [text.count("\n") + 1] * 2
    assert once != text
    monkeypatch.chdir(tmp_path / "once")
    words = ["place", "apply", "../advice.json", name, "--dialect", "openmp"]
    assert main([*words, "--out-dir", "twice"]) == 0
    assert Path("twice", name).read_text() == once
    expected = programs.on_host({name: text})
    assert expected[0] == 0
    optimize = f"-O{seed % 2}"
    assert programs.on_device({name: once}, optimize) == expected
    assert programs.without_device({name: once}, optimize) == expected


def test_a_headers_own_operator_new_is_seen(tmp_path, monkeypatch, capfd):
    text = (
        '#include <new>\n#include <vector>\n#include "pool.h"\n\nint main() {\n  int n = 64;\n'
        f"  double *a = new double[n];\n{KERNEL}{KERNEL}}}\n"
    )
    (tmp_path / "pool.h").write_text(
        "#include <cstdlib>\ninline void *pool(std::size_t n) { return ::operator new(n); }\n"
    )
    assert applied(tmp_path, monkeypatch, text, {"a": "pinned"}, name="prog.cpp") == 0
    assert "pc_place_new<double>(n, pc_place_pinned)" in capfd.readouterr().out
    (tmp_path / "pool.h").write_text("#include <cstdlib>\nvoid *operator new(std::size_t n);\n")
    assert applied(tmp_path, monkeypatch, text, {"a": "pinned"}, name="prog.cpp") == 0
    out, err = capfd.readouterr()
    assert out == text
    assert "the program has its own 'operator new'" in err


def test_an_array_new_over_several_lines(tmp_path, monkeypatch, capfd):
    """Comments and line breaks stay, a comma has its parentheses, a second run changes nothing."""
    text = (
        f"{HEAD}int main() {{\n  int n = 64, z;\n  double *a = new // numbers\n"
        f"    double /* so many */ [z = 3,\n    n]\n  ( );\n{KERNEL}{KERNEL}"
        "  delete /* of */ [ // several\n  ] a;\n}\n"
    )
    assert applied(tmp_path, monkeypatch, text, {"a": "pinned"}, "--out-dir", "once", name="prog.cpp") == 0
    once = Path("once/prog.cpp").read_text()
    assert once.split("\n")[6:10] == [
        "  double *a = pc_place_new_zeroed< // numbers",
        "    double /* so many */ >((z = 3,",
        "    n), pc_place_pinned)",
        "   ;",
    ]
    assert "\n  pc_place_delete( /* of */  // several\n   a);\n" in once
    words = ["place", "apply", "advice.json", "once/prog.cpp", "--dialect", "openmp", "--out-dir", "twice"]
    assert main(words) == 0
    assert "1 as the advice says" in capfd.readouterr().err
    assert Path("twice/once/prog.cpp").read_text() == once


def test_a_result_that_would_not_compile_is_an_error(tmp_path, monkeypatch, capfd):
    """Names of the header's that are no macros."""
    text = body(KERNEL, before="static int pc_place_free(int k) { return k; }\n")
    assert applied(tmp_path, monkeypatch, text, {"a": "pinned"}) == 1
    out, err = capfd.readouterr()
    assert (out, "it is not changed, for the result would not compile: " in err) == ("", True)


@NEEDS_CLANG
def test_a_program_with_its_own_operator_new_is_not_guarded(tmp_path, capfd):
    """Memory of OpenMP's library would be guarded, too."""
    text = (
        "#include <cstdlib>\n#include <new>\nvoid *operator new(std::size_t n) { return std::malloc(n); }\n"
        "void operator delete(void *p) noexcept { std::free(p); }\n"
        "int main() {\n  int *a = new int[9];\n#pragma omp target\n  ;\n  delete[] a;\n}\n"
    )
    (tmp_path / "own.cpp").write_text(text)
    program = build(["clang++-19", *OFFLOAD, *linker(), "own.cpp", "-o", "own"], tmp_path)
    assert launch.run([os.fspath(program)]).code == 3
    assert "guard: the program has its own 'operator new'" in capfd.readouterr().err


@NEEDS_CLANG
def test_a_kernel_that_touches_the_hosts_memory_ends(programs):
    """Or no program of these tests says anything."""
    text = "  struct { double *p; } *s = malloc(sizeof *s);\n  s->p = a;\n"
    kernel = "#pragma omp target map(to: s[0:1]) map(tofrom: n)\n  n += (int)s->p[1];\n"
    given = {"prog.c": body(text + kernel)}
    assert programs.on_host(given)[0] == programs.without_device(given)[0] == 0
    assert programs.on_device(given)[0] != 0


@NEEDS_CLANG
def test_programs_of_these_tests_are_guarded_as_by_the_command(tmp_path, monkeypatch):
    """``devices.guard`` is the environment that ``pointerchain guard`` gives a program."""
    seen = {}

    def run(words, *, env, check):
        seen.update(env)
        return subprocess.CompletedProcess(words, 0)

    expected = guard()
    monkeypatch.setattr(launch, "subprocess", SimpleNamespace(run=run))
    launch.run(["./program"])
    changed = {name: value for name, value in seen.items() if os.environ.get(name) != value}
    del changed["POINTERCHAIN_GUARD_REPORT"]
    assert changed.pop("LD_PRELOAD").split(":")[0] == expected["GUARD"]
    assert changed == {
        name: value for name, value in expected.items() if name != "GUARD" and os.environ.get(name) != value
    }
