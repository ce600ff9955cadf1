# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""place apply: what no table has leaves objects alone, be it a node, a clause or an attribute."""

import itertools
import json
from pathlib import Path

from applied import advice
from testlib import check_rows

from pointerchain import dialects
from pointerchain.cli import main
from pointerchain.dialects import openmp
from pointerchain.place.apply import checks, known, uses
from pointerchain.place.apply.reading import Unit
from pointerchain.translator.clang.libclang import ATTRIBUTES, FUNCTIONS, Kind, kind_name

KERNEL = (
    "#pragma omp target teams distribute parallel for map(tofrom: a[0:n])\n"
    "  for (int i = 0; i < n; i++) a[i] += 1;\n"
)
PLAIN = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { double x, y; };
static double sum(const double *p, int n) {
  double s = 0;
  while (n-- > 0) s += p[n];
  return s;
}

static double first(const double *p) { return p[0]; }

int main(int argc, char **argv) {
  enum { FIRST = 3 };
  typedef double real;
  struct pair two = {1.0, 2.0}, *to = &two;
  int n = argc > 1 ? 32 : (int)64;
  real *a = malloc(n * sizeof *a);
  memset(a, 0, n * sizeof *a);
  for (int i = 0; i < n; i++) {
    if (i == 'b') continue;
    if (i == n - 1) break;
    a[i] = (struct pair){i, 2}.x + to->y;
  }
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += 1;
  switch (argc) {
  case 1:
    a[FIRST] *= -0.5;
    break;
  default:;
  }
  int k = 0;
  real *other = a;
  if (other[1] > 1) other[0] += first(other);
  do a[k] = 0.5;
  while (++k < 3);
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += 1;
  printf("%g %g\\n", sum(a, n), a[2]);
  free(a);
  return 0;
}
"""


def said(folder, monkeypatch, capfd, text, *, allocation="pinned", name="prog.c", words=(), names="a"):
    """What ``place apply`` says of the objects of a source, and whether the source is left as it was."""
    monkeypatch.chdir(folder)
    Path(name).write_text(text)
    Path("advice.json").write_text(json.dumps(advice(name, text, dict.fromkeys(names, allocation))))
    given = ["place", "apply", "advice.json", name, "--dialect", "openmp", *words]
    assert main(given) == 0
    out, err = capfd.readouterr()
    return err, out == text


def kinds(text):
    """The kinds of nodes in the functions of a source."""
    unit = Unit("prog.c", text.encode(), ["-fopenmp"])
    rows = [each for name in unit.functions.values() for each in name]
    return sorted({node.kind for each in rows for node in (each.node, *each.node.inside)})


KINDS = [kind for kind in kinds(PLAIN) if kind not in FUNCTIONS]


def test_the_program_of_these_tests_is_placed(tmp_path, monkeypatch, capfd):
    err, same = said(tmp_path, monkeypatch, capfd, PLAIN)
    assert (same, err) == (False, "pointerchain: objects: 1 as the advice says, 0 left where they are\n")
    assert len(KINDS) > 30


def test_a_kind_of_node_that_no_table_has(tmp_path, monkeypatch, capfd):
    """As one would be that a newer Clang shows."""

    def check(kind, folder):
        monkeypatch.setattr(checks, "NODES", known.NODES - {kind})
        err, same = said(folder, monkeypatch, capfd, PLAIN)
        assert same
        assert f"what Clang calls {kind_name(kind)} in '" in err

    check_rows(KINDS, check, tmp_path, kind_name)


AROUND = [kind for kind in KINDS if kind in known.AROUND and kind not in (Kind.DECL_REF, Kind.NULL)]
ELSEWHERE = (
    *(Kind.COMPOUND_LITERAL, Kind.INIT_LIST, Kind.INTEGER, Kind.FLOATING, Kind.STRING, Kind.CHARACTER),
    *(Kind.MEMBER, Kind.CONDITIONAL, Kind.C_CAST, Kind.SIZEOF, Kind.DEFAULT),
)
"""Kinds that stand around no mention of the object in this program."""


def test_a_kind_of_node_around_a_mention(tmp_path, monkeypatch, capfd):
    def check(kind, folder):
        monkeypatch.setattr(uses, "AROUND", known.AROUND - {kind})
        err, same = said(folder, monkeypatch, capfd, PLAIN)
        assert same
        assert "is used in what is not followed" in err

    check_rows([each for each in AROUND if each not in ELSEWHERE], check, tmp_path, kind_name)


def test_the_tables_have_no_kind_without_a_name():
    """What libclang does not name is only let through as an implicit conversion, or an attribute's."""
    assert {Kind.UNEXPOSED_EXPR} <= known.VALUES
    nameless = {Kind.UNEXPOSED_STMT, Kind.UNEXPOSED_DECL, Kind.GENERIC, Kind.ASM, Kind.LABEL, Kind.GOTO}
    assert not nameless & known.NODES
    assert not known.AROUND & (ATTRIBUTES | nameless | {Kind.LAMBDA, Kind.NEW})
    assert known.NODES >= known.AROUND


KERNELS = dialects.directive("omp", (b"target", b"teams", b"distribute", b"parallel", b"for"))
UNDERSTOOD_CLAUSES = frozenset(
    b"aligned bind collapse dist_schedule firstprivate grainsize has_device_addr in_reduction induction "
    b"is_device_ptr lastprivate linear map nontemporal num_tasks num_teams num_threads order ordered private "
    b"proc_bind reduction safelen schedule shared simdlen task_reduction thread_limit use_device_addr "
    b"use_device_ptr uses_allocators default".split()
)
"""A kernel is what it is without these, by their rows; on some constructs no compiler takes them."""
LEFT = sorted({each.name for each in openmp.CLAUSES} - UNDERSTOOD_CLAUSES)


def test_a_clause_of_openmp_that_the_table_of_kernels_has_not(tmp_path, monkeypatch, capfd):
    """A function and an object for each clause that such a construct may have."""
    clauses = [each.decode() for each in LEFT if dialects.clause(KERNELS, each) is not None]
    assert clauses
    text, expected = "#include <stdlib.h>\n\n", {}
    for clause in clauses:
        name = f"with_{clause}"
        kernels = (KERNEL.replace("])", f"]) {clause}(n)") + KERNEL).replace("a[", f"{name}[")
        text += (
            f"void f_{clause}(int n) {{\n  double *{name} = calloc(n, 8);\n{kernels}  free({name});\n}}\n\n"
        )
        expected[name] = f"'{name}' is left where it is: its kernel has the clause '{clause}'"
    err, same = said(tmp_path, monkeypatch, capfd, text, names=expected)
    assert same
    assert [each for each in expected.values() if each not in err] == []


def test_a_clause_of_openmp_that_kernels_have_not(tmp_path, monkeypatch, capfd):
    def check(clause, folder):
        kernel = KERNEL.replace("])", f"]) {clause.decode()}(n)")
        err, same = said(folder, monkeypatch, capfd, program(kernel + KERNEL))
        assert same
        assert f"the clause '{clause.decode()}' of 'omp target teams distribute parallel for' is not" in err

    others = [each for each in LEFT if dialects.clause(KERNELS, each) is None]
    assert others
    check_rows(others, check, tmp_path, bytes.decode)


OTHERS = [
    "metadirective when(device={arch(nvptx)}: parallel) default(single)",
    *("dispatch", "tile sizes(2)", "unroll", "assume holds(n)"),
    *("task", "taskloop", "taskgroup", "parallel masked taskloop", "nonsense"),
]


def test_a_directive_that_no_table_has(tmp_path, monkeypatch, capfd):
    def check(directive, folder):
        loop = "  for (int i = 0; i < n; i++) a[i] *= 2;\n"
        text = program(KERNEL + f"#pragma omp {directive}\n{loop}" + KERNEL)
        _, same = said(folder, monkeypatch, capfd, text)
        assert same

    check_rows(OTHERS, check, tmp_path)


def program(text, before=""):
    return (
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
        f"{before}\nint main(int argc, char **argv) {{\n  int n = 64;\n  double *a = malloc(n * sizeof *a);\n"
        f"  memset(a, 0, n * sizeof *a);\n{text}  free(a);\n  return 0;\n}}\n"
    )


AHEAD = {
    "#if __clang_major__ > 18\n#define SIZE 1\n#endif\n": "compilers may differ in '__clang_major__'",
    "#if defined(__GNUC__) && !defined(__clang__)\n#endif\n": "compilers may differ in '__GNUC__'",
    "#if __has_builtin(__builtin_expect)\n#endif\n": "compilers may differ in '__has_builtin'",
    "#if _OPENMP >= 202011\n#endif\n": "compilers may differ in '_OPENMP'",
    "#define NEW (__GNUC__ > 4)\n#if NEW\n#endif\n": "compilers may differ in 'NEW'",
    "#ifdef __pointerchain\n#endif\n": "compilers may differ in '__pointerchain'",
    "#include_next <stdio.h>\n": "the preprocessor line '#include_next' is not known",
    "#define WHICH <stdio.h>\n#include WHICH\n": "a macro says which file is included",
    "#pragma weak other\n": "the pragma 'weak other' is not known",
    "#pragma redefine_extname one other\n": "the pragma 'redefine_extname one' is not known",
    "#pragma GCC visibility push(hidden)\n": "the pragma 'GCC visibility' is not known",
    "#pragma clang attribute push(__attribute__((hot)), apply_to=function)\n#pragma clang attribute pop\n": (
        "the pragma 'clang attribute' is not known"
    ),
    "static void f(void) __attribute__((constructor));\nstatic void f(void) {}\n": (
        "the attribute 'constructor' is not known"
    ),
    "void f(double *) __attribute__((noinline, weak));\n": "the attribute 'weak' is not known",
    '[[clang::annotate("x")]] static int odd;\n': "the attribute 'annotate' is not known",
    '#define ODD __attribute__((ifunc("f")))\n': "the attribute 'ifunc' is not known",
    "#define ATTRIBUTE __attribute__\n": "an attribute is not understood",
    "#include <setjmp.h>\n#define MARK setjmp\n": "'setjmp' may leave statements out",
    "#pragma omp requires unified_shared_memory\n": "'omp requires' may change what",
    "#pragma omp begin declare variant match(device={kind(nohost)})\n#pragma omp end declare variant\n": (
        "'omp begin declare variant' may change what"
    ),
    "#pragma omp begin assumes no_openmp\n#pragma omp end assumes\n": "'omp begin assumes' may change what",
    "void omp_set_default_device(int);\n": "'omp_set_default_device' may change what a device or a copy is",
    "#define RESET omp_pause_resource_all(2)\n": "'omp_pause_resource_all' may change what",
    'static const char *odd = "??/";\n': "trigraphs are not followed",
    "#define bytes 8\n": "the program's macro 'bytes' has a name that '<pointerchain/place_objects.h>' uses",
    "#define host_valid device_valid\n": "the program's macro 'host_valid' has a name that",
}


def test_what_is_not_understood_in_the_text(tmp_path, monkeypatch, capfd):
    """In the source, and in a file of its own that it includes."""

    def check(row, folder):
        before, included = row
        why = AHEAD[before]
        if included:
            (folder / "own.h").write_text(before)
            before = '#include "own.h"\n'
        err, same = said(folder, monkeypatch, capfd, program(KERNEL + KERNEL, before))
        assert same
        assert f"'a' is left where it is: {why}" in err

    check_rows(itertools.product(AHEAD, (False, True)), check, tmp_path)


UNDERSTOOD = (
    "#ifndef OWN_H\n#define OWN_H\n#endif\n",
    "#ifdef _OPENMP\n#define WITH 1\n#endif\n#if defined(_OPENMP) || defined(OTHER)\n#endif\n",
    "#ifndef _OWN_H_\n#define _OWN_H_\n#endif\n",
    "#if defined __linux__ && SIZE > 3\n#endif\n",
    '#pragma STDC FP_CONTRACT OFF\n#pragma GCC diagnostic ignored "-Wall"\n',
    "static __attribute__((noinline, unused, leaf)) void f(void) {}\n",
    "#pragma omp declare simd\nstatic int same(int x) { return x; }\n#pragma acc routine(same) seq\n",
    "#pragma omp declare target\nstatic int same(int x) { return x; }\n#pragma omp end declare target\n",
    "#define SIZE (4 * 16)\n#define WIDTH SIZE\n",
)


def test_what_is_understood_in_the_text(tmp_path, monkeypatch, capfd):
    def check(before, folder):
        kernel = KERNEL.replace("])", "]) thread_limit(WIDTH)") if "WIDTH" in before else KERNEL
        err, same = said(folder, monkeypatch, capfd, program(kernel * 2, before), allocation="device")
        assert (same, err) == (False, "pointerchain: objects: 1 as the advice says, 0 left where they are\n")

    check_rows(UNDERSTOOD, check, tmp_path)


def test_a_macro_of_the_command_line_counts_as_the_programs(tmp_path, monkeypatch, capfd):
    text = program(KERNEL * 2, "#ifdef __MINE__\n#endif\n")
    assert said(tmp_path, monkeypatch, capfd, text)[1]
    assert not said(tmp_path, monkeypatch, capfd, text, words=("--", "-D__MINE__"))[1]


IN_DIRECTIVES = {
    "#define SECTION a[0:n]\n": (KERNEL.replace("a[0:n]", "SECTION"), "the macro 'SECTION'"),
    "#define tofrom to\n": (KERNEL, "the macro 'tofrom'"),
    "#define FIRST (int)a[0]\n": (KERNEL.replace("])", "]) num_teams(FIRST)"), "the macro 'FIRST'"),
    "#define DEEP FIRST\n#define FIRST (int)a[0]\n": (
        KERNEL.replace("])", "]) num_teams(DEEP)"),
        "the macro 'DEEP'",
    ),
    "#define m n], argv[0:n\n": (KERNEL.replace("0:n", "0:m"), "the macro 'm'"),
}


def test_macros_in_directives(tmp_path, monkeypatch, capfd):
    def check(before, folder):
        kernel, why = IN_DIRECTIVES[before]
        text = program("", "").replace("  free(a)", f"{before}{kernel}{kernel}  free(a)")
        err, same = said(folder, monkeypatch, capfd, text)
        assert same
        assert why in err

    check_rows(IN_DIRECTIVES, check, tmp_path)


def test_several_allocations_on_a_line_twice(tmp_path, monkeypatch, capfd):
    """The columns of what an earlier run left have moved: it is known by its name."""
    kernels = "".join(KERNEL.replace("a[", f"{name}[") * 2 for name in "abc")
    text = (
        "#include <stdlib.h>\n\nstatic double *kept[1];\nint main(void) {\n  int n = 64;\n"
        "  double *a = calloc(n, 8), *b = calloc(n, 8), *c = calloc(n, 8);\n"
        f"{kernels}  kept[0] = LEFT;\n  free(a);\n  free(b);\n  free(c);\n}}\n"
    )
    monkeypatch.chdir(tmp_path)
    for left in "abc":
        source = text.replace("LEFT", left)
        Path("prog.c").write_text(source)
        Path("advice.json").write_text(json.dumps(advice("prog.c", source, dict.fromkeys("abc", "pinned"))))
        words = ["place", "apply", "advice.json", "prog.c", "--dialect", "openmp"]
        assert main(words) == 0
        once, first = capfd.readouterr()
        assert once.count("pc_place_pinned_zeroed(") == 2
        assert f"'{left}' is left where it is: '{left}' is stored in 'kept[0]'" in first
        Path("prog.c").write_text(once)
        assert main(words) == 0
        assert capfd.readouterr() == (once, first)


REGION = "#pragma omp target data map(tofrom: a[0:n])\n  {\n  %s\n%s  }\n"
WITHIN = KERNEL.replace(" map(tofrom: a[0:n])", "")
WRITES = [
    *(
        "3[a] = 9;",
        "*&*&a[3] = 9;",
        "a<:3:> = 9;",
        "a\\\n[3] = 9;",
        "(argc > 5 ? p : a)[3] = 9;",
    ),
    *("__real__ z[0] = 1;", "double *q = &__imag__ z[0]; *q = 1;", "__extension__ (a[3] = 9);"),
    *('snprintf((char *)(a + 3), 8, "%s", "abcdefg");', 'printf("abc%" "n\\n", (int *)a);'),
    *('printf(PER "n\\n", (int *)a);', "qsort(a, n, 8, order);", 'sscanf("9", "%lf", &a[3]);'),
    *("_Generic(a, double *: a)[3] = 9;", "__builtin_choose_expr(1, a, 0)[3] = 9;", "(a ?: p)[3] = 9;"),
    *(
        "int k = sizeof(char[(int)(a[3] = 9)]);",
        "char t[(int)(a[3] = 9)];",
        "typedef char t[(int)(a[3] = 9)];",
    ),
    *(
        "head(a, 0);",
        "(0, put)(a);",
        "(argc > 5 ? put : put)(a);",
        "old(a);",
        "var(1, a);",
        "SET(a);",
        "A[3] = 9;",
    ),
    *("(struct { double *p; }){a}.p[3] = 9;", "((double *[]){a})[0][3] = 9;", "JOIN(, a)[3] = 9;"),
    *("memcpy(&p, &a, sizeof a); p[3] = 9;", "p = memset(a, 0, 8); p[3] = 9;", "id(a)[3] = 9;"),
    *("double *q = a + n; q[3 - n] = 9;", "double (*q)[64] = (double (*)[64])a; (*q)[3] = 9;"),
    *(
        "int k = ({ if (argc) return 1; 2; });",
        "if (argc > 5 && (free(a), 1)) return 1;",
        "argc ? free(a) : (void)0;",
    ),
    "\n#pragma clang loop unroll(disable)\n  for (int t = 0; t < 2; t++) a[t] = 9;",
    "\n#pragma omp task\n  a[3] = 9;",
    "\n#pragma omp parallel for reduction(+: a[0:n])\n  for (int i = 0; i < n; i++) a[3] += i;",
]
HELP = """\
#include <stdarg.h>
#define PER "%"
#define SET(p) p[3] = 9
#define A a
#define JOIN(x, y) x##y
static int order(const void *x, const void *y) { return *(const double *)x < *(const double *)y; }
static void head(double *p, int (*q)[(int)(p[3] = 9)]) {}
static void put(double *p) { p[3] = 9; }
static void old(p) double *p; { p[3] = 9; }
static void var(int k, ...) { va_list l; va_start(l, k); va_arg(l, double *)[3] = 9; va_end(l); }
static double *id(double *p) { return p; }
"""


def test_a_write_of_the_host_that_the_device_does_not_see(tmp_path, monkeypatch, capfd):
    """The program keeps two copies in this region, however the host's is written."""
    before = "  double *p = 0;\n  double _Complex *z = (double _Complex *)a;\n"

    def check(write, folder):
        text = program(before + REGION % (write, WITHIN), HELP)
        err, same = said(folder, monkeypatch, capfd, text)
        assert same
        assert "warning: 'a' is left where it is: " in err

    check_rows(WRITES, check, tmp_path)


BOUND = [
    *(
        "double *&r = a; r[3] = 9;",
        "double &r = a[3]; r = 9;",
        "double &r = (a[3] += 1); r = 9;",
        "(a[3] = 1) = 9;",
    ),
    *("double *d = p; double *&r = (d = p); r = a; d[3] = 9;", "double *d, *&r = d = a; r[3] = 9;", "by(a);"),
    *("const double &r = a[3]; const_cast<double &>(r) = 9;", "(argc ? p[3] : a[3]) = 9;", "elem(a[3]);"),
    *("for (double &r : *reinterpret_cast<double (*)[4]>(a)) r = 9;", "[](double *q) { *q = 9; }(a);"),
    *(
        "auto &[x, y] = *reinterpret_cast<double (*)[2]>(a); x = 9;",
        "G g{a};",
        "G g = {a};",
        "::new (a) double(9);",
    ),
]


def test_a_write_by_a_reference(tmp_path, monkeypatch, capfd):
    before = "#include <new>\nstatic void by(double *const &p) { p[3] = 9; }\n"
    before += "static void elem(double &e) { e = 9; }\n"
    before += "struct G { double *p; ~G() { p[3] = 9; } };\n"

    def check(write, folder):
        text = program("  double *p = 0;\n" + REGION % (write, WITHIN), before)
        text = text.replace("= malloc", "= (double *)malloc")
        err, same = said(folder, monkeypatch, capfd, text, name="prog.cpp")
        assert same
        assert "warning: 'a' is left where it is: " in err

    check_rows(BOUND, check, tmp_path)


ASSIGNED = ("const_cast<double *&>(a) = b;", "(double *&)a = b;", "(argc ? a : b) = b;", "(argc++, a) = b;")


def test_an_assignment_of_what_is_no_name(tmp_path, monkeypatch, capfd):
    """The pointer leads to another object then, which is updated."""
    kernel = KERNEL.replace("a[", "first[")
    enter, leave = (f"#pragma omp target {word} data map(to: first[0:n])\n" for word in ("enter", "exit"))
    text = (
        f"  double *b = p, *first = a;\n{enter}{kernel}  ASSIGNED\n#pragma omp target update from(a[0:n])\n"
    )
    text = program(f"{text}  argc += first[3] > 1;\n{leave.replace('to:', 'from:')}  a = first;\n")
    text = text.replace("  double *a = malloc", "  double *p = nullptr;\n  double *a = (double *)malloc")

    def check(written, folder):
        err, same = said(folder, monkeypatch, capfd, text.replace("ASSIGNED", written), name="prog.cpp")
        assert same == bool(written)
        assert ("'a' is assigned by a cast, a condition or a comma" in err) == same, err

    check_rows((*ASSIGNED, ""), check, tmp_path)


LOOKS = """\
struct Look {
  const double *v = nullptr;
  Look() {}
  Look(int, const double &x) : v(&x) {}
  void operator()(int, const double &x) { v = &x; }
  void operator<<(const double &x) { v = &x; }
};
static double twice(int n, double x) { return n * x; }
"""
KEPT = (
    "Look l(n, a[3]);",
    "Look l; l(n, a[3]);",
    "Look l; l << a[3];",
    "Look l; argc += twice(n, a[3]) > 9;",
)


def test_an_element_that_a_class_keeps(tmp_path, monkeypatch, capfd):
    """It is read by a reference to const behind a kernel whose stores do not come back."""
    region = f"#pragma omp target data map(to: a[0:n])\n  {{\n{WITHIN}  argc += l.v && *l.v > 1;\n  }}\n"

    def check(kept, folder):
        text = program(f"  {kept}\n{region}", LOOKS).replace("= malloc", "= (double *)malloc")
        err, same = said(folder, monkeypatch, capfd, text, name="prog.cpp")
        assert same == ("twice" not in kept), err
        assert ("has an element that a reference, a class or a return leads out of sight" in err) == same

    check_rows(KEPT, check, tmp_path)


SECTIONS = {
    "n": ("", "", True),
    "64": ("", "", True),
    "2 * h": ("int h = n / 2;", "argc += h;", True),
    "M": ("\n#define M (4 * 16)\n", "", True),
    "m": ("\n#define m 64\n", "\n#undef m\n#define m 8\n", False),
    "k": ("\n#define k h\n  int h = n;", "h = 8;", False),
    "n ": ("int *r = &n;", "*r = 8;", False),
    "g": ("", "cut();", False),
    "t.n": ("struct { int n; } t = {64};", "t.n = 8;", False),
    "v[0]": ("int v[1] = {64};", "v[0] = 8;", False),
    "len()": ("", "cut();", False),
    "e": ("extern int e;", "cut();", False),
    "p[0]": ("int *p = &argc;\n  *p = 64;", "*p = 8;", False),
    "l": (
        "int l = n;",
        "\n#pragma omp simd linear(l: -7)\n  for (int i = 0; i < 8; i++) argc += i;\n",
        False,
    ),
}


def test_a_section_whose_length_changes(tmp_path, monkeypatch, capfd):
    """What is updated is what was mapped only where the length is the same."""
    before = "static int g = 64;\nint e = 64;\nstatic void cut(void) { g = e = 8; }\n"
    before += "static int len(void) { return g; }\n"

    def check(length, folder):
        first, between, placed = SECTIONS[length]
        section = f"a[0:{length}]"
        update = f"{between}\n#pragma omp target update from({section})\n  argc += a[40] > 1;\n"
        region = f"#pragma omp target data map(tofrom: {section})\n  {{\n{WITHIN}  {update}  }}\n"
        err, same = said(folder, monkeypatch, capfd, program(f"  {first}\n{region}", before))
        assert same == (not placed)
        assert placed or "the host reads here what the device may have changed" in err

    check_rows(SECTIONS, check, tmp_path)


def test_an_end_that_copies_a_part_back(tmp_path, monkeypatch, capfd):
    enter = "#pragma omp target enter data map(to: a[0:n])\n"

    def check(length, folder):
        leave = f"#pragma omp target exit data map(from: a[0:{length}])\n  argc += a[40] > 1;\n"
        err, same = said(folder, monkeypatch, capfd, program(enter + KERNEL + leave))
        assert same == (length != "n")
        assert ("the host reads here what the device may have changed" in err) == same

    check_rows(("n", "8"), check, tmp_path)


def test_a_section_of_a_former_call(tmp_path, monkeypatch, capfd):
    """A parameter is another one in each call: what is updated may be less than what is mapped."""
    before = "static void step(double *a, int n) {\n#pragma omp target enter data map(to: a[0:LENGTH])\n"
    before += f"{WITHIN}#pragma omp target update from(a[0:LENGTH])\n}}\n"
    text = "  step(a, n);\n  step(a, 8);\n  argc += a[40] > 1;\n"
    text += "#pragma omp target exit data map(release: a[0:LENGTH])\n" * 2

    def check(length, folder):
        err, same = said(folder, monkeypatch, capfd, program(text, before).replace("LENGTH", length))
        assert same == (length == "n")
        assert ("another section of it is on the device already" in err) == same

    check_rows(("n", "64"), check, tmp_path)


def test_two_clauses_of_one_directive(tmp_path, monkeypatch, capfd):
    """The first one says what is copied, for compilers; which one that is, is nobody's to know."""
    kinds = ("to", "from", "tofrom", "alloc")
    rows = [(one, two, name) for one in kinds for two in kinds for name in ("a", "b")]

    def check(row, folder):
        one, two, name = row
        kernel = f"  double *b = a;\n#pragma omp target map({one}: a[0:n]) map({two}: {name}[0:n])\n"
        kernel += "  for (int i = 0; i < n; i++) a[i] = 1;\n  (void)b;\n"
        err, same = said(folder, monkeypatch, capfd, program(kernel))
        assert same or one == two
        assert ("two clauses map it here" in err) == (one != two)

    check_rows(rows, check, tmp_path)


def test_a_line_break_behind_a_functions_name(tmp_path, monkeypatch, capfd):
    text = PLAIN.replace("malloc(", "malloc /* of */\n  (").replace("free(", "free\n(")
    assert text.count("\n") == PLAIN.count("\n") + 2
    assert said(tmp_path, monkeypatch, capfd, text)[1] is False
