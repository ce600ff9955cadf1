# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives in a function that a loop calls, and in attributes, count as those in the loop do."""

from __future__ import annotations

from pathlib import Path

import pytest

from pointerchain.suggest.auto import look

SOURCE = """\
struct leaf { int n; long k; };
struct sim { struct leaf *a; };
#define MEET _Pragma("omp barrier")
static int there(int *x) { int r = 0; %s return r + *x; }
static int deeper(int *x) { return there(x); }
int loads(struct sim *s, int *x, int m) {
  int r = 0; for (int i = 0; i < m; i++) r += s->a->n + deeper(x); return r; }
int stores(struct sim *s, int *x, int m) {
  int r = 0; for (int i = 0; i < m; i++) { s->a->k++; r += deeper(x); } return r; }
"""
LOOP = "for (int i = 0; i < 9; i++)"
MEETS = [
    *("barrier", "critical\n", "flush", "single\n", "taskwait", "parallel sections\n", "parallel master\n"),
    *("target update to(x[0:1])", "atomic seq_cst\n", "atomic read acquire\n", "task\n", "ordered\n"),
    *("error at(execution)\n", f"for\n{LOOP}"),
]
APART = [f"simd\n{LOOP}", f"parallel for schedule(static)\n{LOOP}", "atomic\n"]


def hoisted(inside: str, cxx: bool = False, head: str = "") -> set[str]:
    name, standard = ("f.cpp", "c++17") if cxx else ("f.c", "gnu11")
    rows = look((head + SOURCE % inside).encode(), name, [f"-std={standard}", "-fopenmp"])
    return {
        row.function
        for row in rows
        if row.chosen is not None and (row.chosen.written or row.function == "loads")
    }


@pytest.mark.parametrize("said", MEETS)
@pytest.mark.parametrize("dialect", ["\n#pragma omp ", "\n# pra\\\ngma omp ", "\n#/**/pragma omp "])
def test_threads_meet_in_a_function(said: str, dialect: str) -> None:
    assert hoisted(f"{dialect}{said}\n r++;") == set()


@pytest.mark.parametrize("order", ["seq_cst", "acq_rel", "SOME"])
def test_atomics_order_memory_where_the_source_requires_it(order: str) -> None:
    head = f"#define SOME acquire\n#pragma omp requires atomic_default_mem_order({order})\n"
    assert hoisted("\n#pragma omp atomic\n r++;", head=head) == set()
    assert hoisted("\n#pragma omp atomic\n r++;", head=head.replace(order, " relaxed ")) == {"loads"}


@pytest.mark.parametrize("atomic", ["#pragma omp atomic\nq++;", 'MADE("omp atomic") q++;', "SOME q++;"])
def test_threads_that_use_atomics_meet_where_threads_begin(atomic: str) -> None:
    inside = f"\n#pragma omp parallel for\n{LOOP} r++;"
    head = "#define MADE(x) _Pragma(x)\n#define OWN atomic\n#define DO(x) _Pragma(#x)\n"
    head += "#define SOME DO(omp OWN)\n"
    head += f"void elsewhere(int q) {{\n{atomic}\n}}\n"
    assert hoisted(inside, head=head) == set()
    assert hoisted(inside, head=head.replace("atomic", "simd")) == {"loads"}
    text = "struct leaf { int n; };\nstruct sim { struct leaf *a; };\n"
    text += "int f(struct sim *s, int m)\n{ int r = 0;\nfor (int i = 0; i < m; i++) { "
    text += f"{inside}\nr += s->a->n; }} return r; }}\n"
    for source, found in ((text + head, False), (text, True)):
        rows = look(source.encode(), "f.c", ["-fopenmp"])
        assert {row.chosen is not None for row in rows if row.text == "s->a->n"} == {found}


IN_LOOPS = {
    "scope\n": False,
    "metadirective when(device={kind(host)}: barrier)\n": False,
    f"loop bind(parallel)\n{LOOP}": False,
    f"parallel loop\n{LOOP}": True,
    "error at(execution)\n": False,
    "unheard\n": False,
    "nothing\n": True,
    "atomic\n": True,
    "atomic read\n v = s->a->n;": False,
    "atomic read\n v = (*s).a->n;": False,
    "atomic read\n v = NAMED;": False,
    "atomic read\n v = s->a->MEMBER;": False,
    "atomic read\n v = s->a->x[0];": True,
    "atomic read\n v = *x;": True,
}


@pytest.mark.parametrize("said", IN_LOOPS)
@pytest.mark.parametrize("ordered", [False, True])
def test_threads_meet_in_the_loop_itself(said: str, ordered: bool) -> None:
    text = "struct leaf { int n, *x; };\nstruct sim { struct leaf *a; };\n"
    text += "#define NAMED s->a->n\n#define MEMBER n\n"
    text += "#pragma omp requires atomic_default_mem_order(acq_rel)\n" if ordered else ""
    text += "int f(struct sim *s, int *x, int m)\n{ int r = 0, v = 0; for (int i = 0; i < m; i++) {\n"
    text += f"#pragma omp {said} r++;\nr += s->a->n + s->a->x[0]; }} return r + v; }}\n"
    rows = look(text.encode(), "f.c", ["-fopenmp"])
    found = {row.chosen is not None for row in rows if row.text.endswith("a->n")}
    assert found == {IN_LOOPS[said] and not (ordered and said.startswith("atomic"))}


DEFINED = """\
#define MEET _Pragma("omp barrier")
#define DO(x) _Pragma(#x)
#define CAT(a, b) a##b
#ifdef LATER
#define SPREAD(i, n) DO(omp parallel for private(i) if(n > 1) schedule(static, 1))
#define SOME DO(omp parallel for)
#else
#define SPREAD(i, n)
#define SOME DO(omp critical)
#endif
#define ORDERED DO(omp ordered)
#define OPTION __attribute__((unused))
"""


@pytest.mark.parametrize(
    ("text", "hoists"),
    [
        ("SPREAD(k, (9)) for (int k = 0; k < 9; k++) r++;", {"loads"}),
        ("SPREAD(k, 9)\n for (int k = 0; k < 9; k++) r++;", {"loads"}),
        ("DO(omp parallel for) for (int k = 0; k < 9; k++) r++;", {"loads"}),
        ("SOME\n for (int k = 0; k < 9; k++) r++;", set()),
        ("ORDERED r++;", set()),
        ("DO(omp flush)", set()),
        ("CAT(ME, ET)", set()),
        ("int CAT(ME, AN) OPTION = 0;", {"loads", "stores"}),
        ("DO(GCC diagnostic push)", {"loads", "stores"}),
        ("#pragma omp SOME\n r++;", set()),
    ],
)
def test_macros_say_what_directives_they_make(text: str, hoists: set[str]) -> None:
    assert hoisted(f"\n{text}\n", head=DEFINED) == hoists


@pytest.mark.parametrize("before", ["", "NONE(i)", "SOME", "DO(omp parallel for)"])
def test_a_macro_before_the_loop_may_make_nothing(before: str) -> None:
    text = (
        f"struct leaf {{ int n; }};\nstruct sim {{ struct leaf *a; }};\n{DEFINED}#undef SOME\n#define SOME\n"
    )
    text += "#define NONE(i)\n#ifdef LATER\n#define NONE(i) DO(omp parallel for)\n#endif\n"
    text += f"int f(struct sim *s, int m, int r)\n{{ {before}\n"
    text += "for (int i = 0; i < m; i++) r += s->a->n; return r; }\n"
    rows = look(text.encode(), "f.c", ["-fopenmp"])
    assert [row.code for row in rows if row.text == "s->a->n"] == [""]


def test_a_directive_by_two_names_in_the_loop_itself() -> None:
    for inside, count in (("CAT(ME, ET)", 0), ("int CAT(ME, AN) = 0;", 1)):
        text = f"struct leaf {{ int n; }};\nstruct sim {{ struct leaf *a; }};\n{DEFINED}"
        text += "int f(struct sim *s, int m)\n{ int r = 0; for (int i = 0; i < m; i++) { "
        text += f"{inside} r += s->a->n; }} return r; }}\n"
        rows = look(text.encode(), "f.c", ["-fopenmp"])
        assert sum(row.chosen is not None for row in rows) == count


@pytest.mark.parametrize("text", ["MEET;", '_Pragma("omp flush");', "\n#pragma acc update self(x[0:1])\n"])
def test_so_they_do_by_macros_and_on_devices(text: str) -> None:
    assert hoisted(text) == set()


@pytest.mark.parametrize("said", APART)
def test_threads_that_do_not_meet_let_loads_leave(said: str) -> None:
    assert hoisted(f"\n#pragma omp {said} r++;\n") == {"loads"}


def test_without_directives_both_leave() -> None:
    assert hoisted("\n#pragma GCC diagnostic push\n r++;") == {"loads", "stores"}


@pytest.mark.parametrize("text", ["[[omp::directive(barrier)]];", "[[using omp : directive(barrier)]];"])
def test_directives_in_attributes_leave_a_source_alone(text: str) -> None:
    assert hoisted(text, cxx=True) == set()
    assert hoisted("", cxx=True) == {"loads", "stores"}


@pytest.mark.parametrize(
    ("text", "hoists"),
    [
        ("\n#pra\\\ngma omp barrier\n", False),
        ("\n#pra\\\r\ngma omp barrier\n", False),
        ("\n#pragma GCC diagnostic \\\npush\n", True),
        ('\n#include "meets.h"\n', False),
        ('\n#include "makes.h"\n', False),
        ('\n#include "plain.h"\n', True),
    ],
)
def test_directives_that_nobody_sees_keep_chains(text: str, hoists: bool, tmp_path: Path) -> None:
    (tmp_path / "meets.h").write_text("#pragma omp barrier\n")
    (tmp_path / "makes.h").write_text('_Pragma("omp barrier")\n')
    (tmp_path / "plain.h").write_text("r++;\n")
    source = "struct leaf { int n; };\nstruct sim { struct leaf *a; };\nint f(struct sim *s, int m, int r)\n"
    source += f"{{ for (int i = 0; i < m; i++) {{ {text}r += s->a->n; }} return r; }}\n"
    name = tmp_path / "f.c"
    name.write_bytes(source.encode())
    rows = look(source.encode(), str(name), ["-fopenmp"])
    assert {row.chosen is not None for row in rows if row.text == "s->a->n"} == {hoists}
