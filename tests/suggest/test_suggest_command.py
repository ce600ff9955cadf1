# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain suggest`` and ``translate --auto`` as a user calls them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from terminal import Terminal

HEADER = """\
struct traits { double *x, *v; };
struct atoms { struct traits *traits; };
struct boxes { int n, *count; };
struct sim { struct boxes *boxes; struct atoms *atoms; };
void note(struct sim *s, int i);
"""
SOURCE = """\
#include "md.h"
void step(struct sim *s, double dt) {
  for (int i = 0; i < s->boxes->n; i++)
    for (int j = 0; j < s->boxes->count[i]; j++)
      s->atoms->traits->x[j] += dt * s->atoms->traits->v[j];
}
void noted(struct sim *s, double *x) {
  for (int i = 0; i < s->boxes->n; i++) {
    note(s, i);
    x[i] = s->boxes->count[i];
  }
}
"""
HARMLESS = '#include "md.h"\nstatic int last;\nvoid note(struct sim *s, int i) { last = s ? i : 0; }\n'
HARMFUL = '#include "md.h"\nvoid note(struct sim *s, int i) { if (i) s->boxes = 0; }\n'
WITH_ROW = """\
#include "md.h"
void spread(int *row, int i, int one);
void rows(struct sim *s) {
  int row[2];
  for (int i = 0; i < s->boxes->n; i++) {
    spread(row, i, 0);
    s->atoms->traits->x[i] = row[0];
  }
}
"""
FILLS = """\
static void put(int *p, int v) { p[0] = v; *p += 1; }
void spread(int *row, int i, int one) {
  int own;
  put(&own, i);
  row[one] = i;
  row[1] = *&own;
}
"""
MAIN = """\
#include <stdio.h>
#include "md.h"
void step(struct sim *s, double dt);
void noted(struct sim *s, double *x);
int main(void) {
  double x[3] = {1, 2, 3}, v[3] = {4, 5, 6};
  int count[2] = {3, 2};
  struct traits t = {x, v};
  struct atoms a = {&t};
  struct boxes b = {2, count};
  struct sim s = {&b, &a}, none = {&b, 0};
  step(&s, 0.5);
  noted(&s, v);
  b.n = 0;
  step(&none, 1); /* no iteration follows the null pointer */
  printf("%g %g %g %g\\n", x[0], x[1], x[2], v[1]);
  return 0;
}
"""


@pytest.fixture
def code(terminal: Terminal) -> Path:
    """A program of three sources with its compile database, in the current folder."""
    for name, text in (("md.h", HEADER), ("md.c", SOURCE), ("note.c", HARMLESS), ("main.c", MAIN)):
        terminal.write(name, text.encode())
    rows = [
        {"directory": str(terminal.directory), "file": name, "command": f"gcc -c {name}"}
        for name in ("md.c", "note.c", "main.c")
    ]
    terminal.write("compile_commands.json", json.dumps(rows).encode())
    return terminal.directory


def test_the_report_names_each_chain_and_why_one_is_left(terminal: Terminal, code: Path) -> None:
    outcome = terminal.run("suggest", "md.c")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.decode().splitlines()
    assert lines[0] == "md.c:3:3: loop in 'step'"
    assert any(line.startswith("  s->boxes->n ") and line.endswith("can be hoisted") for line in lines)
    left = [line for line in lines if "[opaque]" in line]
    assert left and all("a call of 'note' may change 'boxes' (9:5)" in line for line in left)
    assert lines[-1] == "4 of 7 chains can be hoisted; of those with two or more links 4 of 6"


def test_bodies_of_other_sources_are_looked_into(terminal: Terminal, code: Path) -> None:
    outcome = terminal.run("suggest", "md.c", "-p", ".")
    assert outcome.out.decode().splitlines()[-1].startswith("6 of 6 chains can be hoisted")
    terminal.write("note.c", HARMFUL.encode())
    outcome = terminal.run("suggest", "md.c", "-p", ".")
    assert "'boxes' is assigned in a function that is called here (9:5) [assigned]" in outcome.out.decode()


def test_parameters_of_other_sources_lead_where_their_arguments_do(terminal: Terminal, code: Path) -> None:
    """An array of the caller's is filled by a source that hands it on to another."""
    terminal.write("md.c", WITH_ROW.encode())
    terminal.write("note.c", FILLS.encode())
    outcome = terminal.run("suggest", "md.c", "-p", ".")
    assert re.findall(r"(\S+->n) .*(hoisted|left)", outcome.out.decode()) == [("s->boxes->n", "hoisted")]
    kept = "int own; static int *kept; kept = row;"
    terminal.write("note.c", FILLS.replace("int own;", kept).encode())
    outcome = terminal.run("suggest", "md.c", "-p", ".")
    assert re.findall(r"(\S+->n) .*(hoisted|left)", outcome.out.decode()) == [("s->boxes->n", "hoisted")]
    terminal.write("note.c", FILLS.replace("int own;", f"{kept} *kept = i;").encode())
    outcome = terminal.run("suggest", "md.c", "-p", ".")
    assert re.findall(r"(\S+->n) .*(hoisted|left)", outcome.out.decode()) == [("s->boxes->n", "left")]


CLASS_HEADER = """\
extern int seen;
namespace md {
struct atoms { double *x; int n; };
struct box {
  int first;
  int length() const;
  void touch(atoms *a);
  static int count(int i);
  int operator[](int i) const;
  virtual int sort();
  int given(int i, int more = seen++);
};
template <class T> struct list { T *at; int size() const; };
extern template struct list<int>;
int plain(int i);
extern "C" { int c_plain(int i); }
}
struct sim { md::atoms *a; };
"""
CLASS_DEFINITIONS = """\
#include "md.h"
int seen;
int md::box::length() const { return first; }
void md::box::touch(atoms *a) { a->n++; }
int md::box::count(int i) { return i + 1; }
int md::box::operator[](int i) const { return first + i; }
int md::box::sort() { return 0; }
int md::box::given(int i, int more) { return i + more; }
template <class T> int md::list<T>::size() const { return *at; }
template struct md::list<int>;
namespace md {
int plain(int i) { return i; }
extern "C" { int c_plain(int i) { return i; } }
}
"""


def test_member_functions_of_other_sources(terminal: Terminal) -> None:
    """Those whose bodies nothing but their names decides about: no virtual ones, none of a template."""
    calls = {
        "b->length()": True,
        "md::box::count(i)": True,
        "(*b)[i]": True,
        "md::plain(i)": True,
        "md::c_plain(i)": True,
        "(b->touch(s->a), 1)": False,
        "b->sort()": False,
        "b->md::box::sort()": False,
        "b->given(i)": False,
        "l->size()": False,
    }
    loops = [
        f"int f{k}(sim *s, md::box *b, md::list<int> *l, int m) {{\n  int r = 0;\n"
        f"  for (int i = 0; i < m; i++) r += s->a->n + {call};\n  return r;\n}}\n"
        for k, call in enumerate(calls)
    ]
    terminal.write("md.h", CLASS_HEADER.encode())
    terminal.write("box.cpp", CLASS_DEFINITIONS.encode())
    terminal.write("use.cpp", ('#include "md.h"\n' + "".join(loops)).encode())
    names = ("box.cpp", "use.cpp")
    rows = [{"directory": ".", "file": name, "command": f"g++ -c {name}"} for name in names]
    terminal.write("compile_commands.json", json.dumps(rows).encode())
    found = terminal.run("suggest", "use.cpp", "-p", ".", "--format", "json")
    state = {row["function"]: row["state"] for row in json.loads(found.out)["chains"]}
    told = {call: state[f"f{k}"] != "left" for k, call in enumerate(calls)}
    assert told == calls, found.out.decode()


def test_promises_of_the_command_line(terminal: Terminal, code: Path) -> None:
    """A function that no source defines is vouched for in all sources: also in those that '-p' looks into."""
    asks = '#include "md.h"\nvoid far(int);\nvoid note(struct sim *s, int i) { far(s && i); }\n'
    terminal.write("note.c", asks.encode())
    outcome = terminal.run("suggest", "md.c", "-p", ".")
    assert "a call of 'far' may change 'boxes'" in outcome.out.decode()
    for command in (["suggest", "md.c"], ["translate", "md.c", "--auto", "-o", "-"]):
        promised = terminal.run(*command, "-p", ".", "--promise", "reads(far)", "--promise=reads(other)")
        assert promised.code == 0
        shown = promised.out.decode()
        assert "6 of 6 chains can be hoisted" in shown or "pc_boxes_count[i]" in shown


def test_what_the_translation_computes_is_what_the_source_does(terminal: Terminal, code: Path) -> None:
    printed = []
    assert terminal.run("translate", ".", "--auto", "-p", ".", "--out-dir", "out").code == 0
    shutil.copy("md.h", "out/md.h")
    text = Path("out/md.c").read_text()
    assert "double *pc_atoms_traits_x = s->atoms->traits->x;" in text
    assert text.count("\n") == SOURCE.count("\n")
    for folder in (".", "out"):
        sources = [os.path.join(folder, name) for name in ("md.c", "note.c", "main.c")]  # noqa: PTH118
        sources = [each if Path(each).exists() else os.path.basename(each) for each in sources]  # noqa: PTH119
        command = ["gcc", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-fsanitize=address,undefined"]
        subprocess.run([*command, "-I.", *sources, "-o", "program"], check=True)
        printed.append(subprocess.run(["./program"], check=True, capture_output=True, text=True).stdout)
    assert printed == ["5 7 6 2\n"] * 2


def test_json_has_a_row_for_each_chain(terminal: Terminal, code: Path) -> None:
    outcome = terminal.run("suggest", "md.c", "--format", "json")
    rows = json.loads(outcome.out)["chains"]
    assert {(row["chain"], row["state"]) for row in rows if row["function"] == "step"} == {
        ("s->boxes->n", "hoisted"),
        ("s->boxes->count", "hoisted"),
        ("s->atoms->traits->x", "guarded"),
        ("s->atoms->traits->v", "guarded"),
    }
    left, *_ = [row for row in rows if row["function"] == "noted"]
    assert left["why"]["code"] == "opaque" and (left["why"]["line"], left["why"]["column"]) == (9, 5)


def test_the_page_shows_the_source_and_what_is_said(terminal: Terminal, code: Path) -> None:
    assert terminal.run("suggest", ".", "--format", "html", "-o", "page.html").code == 0
    page = Path("page.html").read_text()
    assert "s-&gt;atoms-&gt;traits-&gt;x[j] += dt" in page
    assert "<div class='r hoisted'>s-&gt;boxes-&gt;n: can be hoisted</div>" in page


def test_of_a_source_and_a_link_to_it_what_is_listed_is_read(terminal: Terminal) -> None:
    """The compiler looks beside the link for headers."""
    terminal.write("problems/a.c", SOURCE.encode())
    terminal.write("md.h", HEADER.encode())
    Path("z.c").symlink_to("problems/a.c")
    rows = [{"directory": str(terminal.directory), "file": "z.c", "command": "gcc -O2 -c z.c"}]
    terminal.write("compile_commands.json", json.dumps(rows).encode())
    outcome = terminal.run("suggest", ".", "-p", ".")
    assert (outcome.code, outcome.err) == (0, "") and b"./z.c:" in outcome.out


def test_of_a_directory_what_the_database_lists_is_looked_at(terminal: Terminal, code: Path) -> None:
    terminal.write("part.c", b"#error it is a part of another source\n")
    outcome = terminal.run("suggest", ".", "-p", ".")
    assert outcome.code == 0
    said = "note: 1 of 4 sources in '.' are not in the compile database: left out"
    assert outcome.err == f"pointerchain: {said}\n"
    terminal.write("compile_commands.json", b"[]")
    assert "lists none of the sources in directory '.'" in terminal.run("suggest", ".", "-p", ".").err
    assert "it is a part of another source" in terminal.run("suggest", "part.c").err


def test_a_patch_marks_what_can_be_evaluated_in_any_case(terminal: Terminal, code: Path) -> None:
    patch = terminal.run("suggest", "md.c", "--patch").out.decode()
    added = [line[1:] for line in patch.splitlines() if line.startswith("+") and not line.startswith("+++")]
    assert added == [
        "  #pragma pointerchain region begin declare(s->boxes->n, s->boxes->count)",
        "  #pragma pointerchain region end",
    ]
    subprocess.run(["patch", "-p1"], input=patch, text=True, check=True, stdout=subprocess.DEVNULL)
    assert terminal.run("translate", "md.c", "--check").code == 0


def test_apply_writes_directives_that_translate(terminal: Terminal, code: Path) -> None:
    outcome = terminal.run("suggest", ".", "-p", ".", "--apply", "--entered")
    assert (outcome.code, outcome.out) == (0, b"1 of 3 files changed\n")
    text = Path("md.c").read_text()
    # the inner loop has no braces around it, so that no line can begin before it
    assert text.count("region begin") == text.count("region end") == 2
    outcome = terminal.run("translate", "md.c", "--check", "-Werror", "-Wno-aliased-call")
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("suggest", "no input"),
        ("suggest md.c --patch --apply", "exclude each other"),
        ("suggest md.c --promise pure(f)", "'--promise': expected 'reads' or 'unaliased'"),
        ("translate md.c --auto --promise reads(", "'--promise': '(' of 'promise' is not closed"),
        ("translate md.c --promise reads(f)", "'--promise' is about chains without directives"),
        ("cc --promise reads(f) gcc -c md.c", "'--promise' is about chains without directives"),
        ("cc --auto --promise reads() gcc -c md.c", "the list of 'reads' is empty"),
        ("suggest md.c --entered", "goes with '--patch' or '--apply'"),
        ("suggest md.c --apply -o x", "'--apply' writes into the files"),
        ("suggest md.c --patch --format json", "exclude each other"),
        ("suggest -", "is no source of a program"),
        ("suggest md.c --only host", "'--only' takes 'constructs' or 'loops', not 'host'"),
        ("translate md.c --auto=host", "'--auto' takes 'constructs' or 'loops', not 'host'"),
        ("cc --auto=host gcc -c md.c", "'--auto' takes 'constructs' or 'loops', not 'host'"),
        ("translate md.c --auto=loops --no-verify", "'--auto' and '--no-verify' exclude each other"),
        ("translate md.c --auto --no-verify", "'--auto' and '--no-verify' exclude each other"),
        ("translate md.c --auto --check-promises", "exclude each other"),
        ("translate md.c --auto --dump facts", "exclude each other"),
    ],
)
def test_wrong_usage(terminal: Terminal, code: Path, words: str, what: str) -> None:
    outcome = terminal.run(*words.split())
    assert outcome.code == 2 and what in outcome.err


def test_a_source_that_clang_cannot_read_is_an_error_and_the_others_are_read(
    terminal: Terminal, code: Path
) -> None:
    terminal.write("bad.c", b"int f(struct none *s) {\n  return s->n;\n}\n")
    outcome = terminal.run("suggest", "bad.c", "md.c", "missing.c")
    assert outcome.code == 1 and outcome.out.decode().startswith("md.c:3:3")
    assert "'bad.c': Clang cannot read it: bad.c:2: incomplete definition of type" in outcome.err
    assert "'missing.c': cannot read: no such file or directory" in outcome.err
    assert terminal.run("translate", "bad.c", "--auto").code == 0  # for the compiler to say what is wrong


KINDS = """\
struct atoms { double *x, *v; int n; };
struct sim { struct atoms *a; };
double sum(struct sim *s, double dt) {
  double t = 0;
  for (int k = 0; k < 2; k++) {
    t += s->a->n;
#pragma omp target teams distribute parallel for map(tofrom: s->a->x[0:s->a->n]) map(to: s->a->v[:s->a->n])
    for (int i = 0; i < 100; i++)
      s->a->x[i] += dt * s->a->v[i];
  }
  for (int i = 0; i < s->a->n; i++)
    t += s->a->x[i];
#pragma acc data copy(t)
  for (int i = 0; i < s->a->n; i++)
    t += s->a->x[i];
  return t;
}
"""
"""A construct in a host's loop, another host's loop, and one under a directive that makes no construct."""


def test_constructs_or_loops_of_the_host_alone(terminal: Terminal) -> None:
    terminal.write("k.c", KINDS.encode())
    lines = {}
    for words in ("", "=constructs", "=loops"):
        outcome = terminal.run("translate", f"--auto{words}", "k.c", "--", "-fopenmp")
        assert (outcome.code, outcome.err) == (0, "")
        lines[words] = [
            number
            for number, (before, after) in enumerate(
                zip(KINDS.splitlines(), outcome.out.decode().splitlines(), strict=True), 1
            )
            if "pc_" in after and before != after
        ]
    assert lines["=constructs"] == [6, 7, 9] and lines["=loops"] == [11, 12, 14, 15]
    assert lines[""] == sorted(lines["=constructs"] + lines["=loops"])

    def found(*only: str) -> set[tuple[int, str, str]]:
        outcome = terminal.run("suggest", "--format", "json", *only, "k.c", "--", "-fopenmp")
        rows = json.loads(outcome.out)["chains"]
        return {(row["loop"]["line"], row["chain"], row["state"]) for row in rows}

    constructs, loops = found("--only", "constructs"), found("--only", "loops")
    assert {line for line, _, _ in constructs} == {8} and {line for line, _, _ in loops} == {5, 11, 14}
    assert constructs | loops == found() and not constructs & loops
    patch = terminal.run("suggest", "--patch", "--only", "loops", "k.c", "--", "-fopenmp").out.decode()
    assert patch.count("region begin") == 2 and "declare(s->a->n, s->a->x)" in patch


def test_the_remarks_are_about_what_is_asked(terminal: Terminal) -> None:
    terminal.write("k.c", KINDS.encode())
    outcome = terminal.run("translate", "--auto=loops", "-Rpointerchain", "--check", "k.c", "--", "-fopenmp")
    said = [
        line.partition(":")[2].partition(":")[0] for line in outcome.err.splitlines() if "remark:" in line
    ]
    assert said and set(said) == {"6", "11", "14"}


def test_a_fault_with_one_file_is_told_and_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from pointerchain.cli import suggest
    from pointerchain.suggest import auto

    own = auto.look

    def look(source: bytes, name: str, *args: Any, **more: Any) -> Any:
        if name == "bad.c":
            raise RuntimeError("out of order")
        return own(source, name, *args, **more)

    monkeypatch.setattr(auto, "look", look)
    monkeypatch.chdir(tmp_path)
    for name in ("bad.c", "good.c"):
        Path(name).write_text("int f(void) { return 1; }\n")
    assert suggest.run(["bad.c", "good.c", "-j", "1"]) == 123
    said = capfd.readouterr()
    assert "internal fault with 'bad.c': RuntimeError: out of order" in said.err
    assert "Traceback" not in said.err
    assert said.out == "0 of 0 chains can be hoisted\n"
