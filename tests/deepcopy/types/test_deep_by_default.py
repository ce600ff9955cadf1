# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep by default: '--deep', and 'deep = true' of a project, in the place of the clause on each directive."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import GUARD, HERE, INCLUDE
from testlib import warm

CLAUSE = b" pointerchain(deep)"
LIST = """\
#include "node.h"
double total(node *head, double *x, flat *f) {
  double sum = 0;
#pragma omp target map(tofrom : sum) map(to : head[0:1], x[0:2])
  for (node *at = head; at; at = at->next) sum += at->value * x[0];
#pragma omp target map(tofrom : sum) map(to : f[0:1], x[0:2])
  sum += f->n * x[0];
#pragma omp target map(tofrom : sum) map(head)
  sum += head != 0;
  return sum;
}
"""
NODE = """\
#ifndef NODE_H
#define NODE_H
typedef struct node { double value; struct node *next; } node;
#pragma pointerchain shape(node: next[1])
typedef struct flat { int n; double *unsaid; } flat;
#endif
"""


@pytest.mark.parametrize("name", ["list.c", "list.cpp"])
def test_what_is_described_is_copied_deep(name: str, tmp_path: Path) -> None:
    (tmp_path / "node.h").write_text(NODE)
    (tmp_path / name).write_text(LIST)
    deep = warm.run(["translate", "--deep", name, "-o", "deep.c"], cwd=tmp_path)
    assert (deep.returncode, deep.stderr) == (0, "")
    said = LIST.replace("x[0:2])\n  for", f"x[0:2]){CLAUSE.decode()}\n  for")
    (tmp_path / name).write_text(said)
    asked = warm.run(["translate", name, "-o", "asked.c"], cwd=tmp_path)
    assert (asked.returncode, asked.stderr) == (0, "")
    text = (tmp_path / "deep.c").read_text()
    assert text == (tmp_path / "asked.c").read_text()
    assert text.count("pc_deepcopy_begin") + text.count("pc_deepcopy_enter") == 1


def test_whole_program(tmp_path: Path) -> None:
    """Without its clauses a program of these is translated as with them."""
    source = (HERE / "programs" / "deep_clause.c").read_bytes()
    inner = b"#pragma omp target map(tofrom : sum) map(tofrom : head[0:1])"
    assert source.count(inner) == 1
    for name, text in (("asked.c", source), ("bare.c", source.replace(CLAUSE, b""))):
        (tmp_path / name).write_bytes(text.replace(inner, b"#pragma omp target map(tofrom : sum)"))
    flags = ["--", "-I", str(GUARD), "-I", str(INCLUDE)]
    for name, more in (("asked.c", []), ("bare.c", ["--deep"])):
        done = warm.run(["translate", *more, name, "-o", f"out_{name}", *flags], cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
    out = (tmp_path / "out_bare.c").read_text().replace("bare.c", "asked.c")
    assert out.split() == (tmp_path / "out_asked.c").read_text().split()


def test_what_the_clause_refuses_is_refused_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "node.h").write_text(NODE)
    (tmp_path / "late.c").write_text(
        '#include "node.h"\nvoid late(node *head) {\n'
        "#pragma omp target map(tofrom : head[0:1]) nowait\n  head->value = 1;\n"
        "#pragma omp target update from(head[0:1])\n}\n"
    )
    done = warm.run(["translate", "--deep", "late.c", "-o", "out.c"], cwd=tmp_path)
    assert done.returncode == 1
    assert "late.c:3:44: error: 'nowait' lets the program go on before the construct has ended" in done.stderr
    assert "late.c:5:42: error: 'omp target update' copies bytes as they are" in done.stderr


def test_a_project_says_so_for_its_compiles(tmp_path: Path) -> None:
    (tmp_path / "node.h").write_text(NODE)
    (tmp_path / "list.c").write_text(LIST)
    (tmp_path / ".pointerchain.toml").write_text("deep = true\n")
    compile_it = ["gcc", "-c", "list.c"]
    for words, deep in (([], True), (["--no-deep"], False), (["--settings", "none"], False)):
        done = warm.run(["cc", "--keep", "kept", *words, *compile_it], cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        kept = [path.read_text() for path in (tmp_path / "kept").rglob("list.c")]
        assert any("pc_deepcopy" in text for text in kept) == deep, words
        for path in (tmp_path / "kept").rglob("*"):
            path.unlink() if path.is_file() else None
    (tmp_path / ".pointerchain.toml").write_text('deep = "yes"\n')
    done = warm.run(["cc", *compile_it], cwd=tmp_path)
    assert done.returncode != 0 and "'deep' takes true or false" in done.stderr
