# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kernels that follow links that vary: what is copied deep, what is asked of types, and what is left."""

from __future__ import annotations

from progen.kernels.judge import mapped
from testlib import table

from pointerchain.coherence.check import check
from pointerchain.coherence.text import Text
from pointerchain.map.mapping import Input, Result, map_sources
from pointerchain.map.report import remarks_of

HEAD = """\
#include <stdlib.h>
typedef struct { int n; double *data; int *near; double mean; } Cell;
typedef struct { int n; double dt; Cell *cells; double *out; } Grid;
typedef struct Node { double v; int tag; struct Node *next, *other; const double *from; } Node;
typedef struct { int n, m; double **rows, *sums, total; Node *all[3]; } Matrix;
typedef struct { Matrix *m; double total; } Holder;
#pragma pointerchain shape(Cell: data[n], near[4])
#pragma pointerchain shape(Grid: cells[n], out[n])
#pragma pointerchain shape(Node: next[1], other[1])
#pragma pointerchain policy(Node: skip(from))
#pragma pointerchain shape(Matrix: rows[n][m], sums[n], all[1])
static double of(const Cell *c) { return c->data[0]; }
static void push(const Node **stack, int at, const Node *n) { stack[at] = n; }
"""
BEGIN = "void f(Grid *g, Node *head, Matrix *m, Holder *h, double *restrict a, int n, int k) {\n"
FOR = "#pragma omp target teams distribute parallel for\nfor (int i = 0; i < n; i++) "


def clauses_of(result: Result) -> str:
    """What was written, on one line."""
    before, after = (text.decode().splitlines() for text in (result.data, result.text))
    new = [line for line in after if line.startswith("    ") and line not in before]
    return " ".join(" ".join(line.strip().rstrip("\\").split()) for line in new)


@table(
    "body, clauses",
    [
        (
            f"{FOR}a[i] = g->cells[i].data[0];",
            "map(to: g->cells[0:n]) map(from: a[0:n]) pointerchain(deep) pointerchain(g->cells)",
        ),
        (
            f"{FOR}g->cells[i].data[g->cells[i].near[1]] = 1;",
            "map(tofrom: g->cells[0:n]) pointerchain(deep) pointerchain(g->cells)",
        ),
        # What is stored is an element itself: its data go there only.
        (
            f"{FOR}g->cells[i].mean = g->cells[i].data[0];",
            "map(tofrom: g->cells[0:n]) pointerchain(deep) pointerchain(g->cells)",
        ),
        (
            f"{FOR}a[i] = of(&g->cells[i]);",
            "map(to: g->cells[0:n]) map(from: a[0:n]) pointerchain(deep) pointerchain(g->cells)",
        ),
        (
            f"{FOR}{{ Cell c = g->cells[i]; a[i] = c.data[c.near[0]]; }}",
            "map(to: g->cells[0:n]) map(from: a[0:n]) pointerchain(deep) pointerchain(g->cells)",
        ),
        # Where no pointer is followed, elements with pointers are plain bytes.
        (
            f"{FOR}g->cells[i].mean = 0;",
            "map(tofrom: g->cells[0:n]) pointerchain(g->cells)",
        ),
        (
            "#pragma omp target\nfor (Node *at = head; at; at = at->next) at->v = 0;",
            "map(tofrom: head[0:(head ? 1 : 0)]) pointerchain(deep)",
        ),
        (
            "#pragma omp target\n{ Node *at = head; a[0] = 0; while (at) { a[0] += at->v; at = at->tag ? at->next : at->other; } }",
            "map(to: head[0:(head ? 1 : 0)]) map(tofrom: a[0:1]) pointerchain(deep)",
        ),
        (
            "#pragma omp target\n{ const Node *todo[9]; int c = 0; todo[c++] = head; a[0] = 0;\n"
            "while (c) { const Node *at = todo[--c]; a[0] += at->v; if (at->next) todo[c++] = at->next; } }",
            "map(to: head[0:(head ? 1 : 0)]) map(tofrom: a[0:1]) pointerchain(deep)",
        ),
        # Rows of pointers, and arrays of pointers: the structure that holds them is copied, and listed alone.
        (
            f"{FOR}for (int j = 0; j < m->m; j++) m->sums[i] += m->rows[i][j];",
            "map(tofrom: m[0:1]) pointerchain(deep)",
        ),
        (
            f"{FOR}a[i] = h->m->rows[i][k] + h->m->total;",
            "map(to: h->m[0:1]) map(from: a[0:n]) pointerchain(deep) pointerchain(h->m)",
        ),
        ("#pragma omp target\na[0] = m->all[k]->v;", "map(to: m[0:1]) map(from: a[0:1]) pointerchain(deep)"),
        (
            "#pragma acc parallel loop\nfor (int i = 0; i < n; i++) a[i] = g->cells[i].data[0];",
            "copyin(g->cells[0:n]) copyout(a[0:n]) pointerchain(deep) pointerchain(g->cells)",
        ),
        (
            "#pragma omp target\nif (m) for (int i = 0; i < m->n; i++) m->sums[i] = m->rows[i][0];",
            "map(tofrom: m[0:(m ? 1 : 0)]) pointerchain(deep)",
        ),
        (f"{FOR}m[k].rows[i][0] = 1;", "map(tofrom: m[k:1]) pointerchain(deep)"),
        # A clause of the user's that is deep already, and lists what the kernel begins with.
        (
            "#pragma omp target teams distribute parallel for map(to: g->cells[0:n]) pointerchain(deep)\n"
            "for (int i = 0; i < n; i++) a[i] = g->cells[i].data[0];",
            "map(from: a[0:n]) pointerchain(g->cells)",
        ),
    ],
)
def test_clauses(body: str, clauses: str) -> None:
    result = mapped(f"{HEAD}{BEGIN}{body}\n}}\n")
    assert result.is_whole, list(remarks_of(result))
    assert clauses_of(result) == clauses


@table(
    "body, said",
    [
        (
            f"{FOR}a[i] = g->cells[k].near[i] + m->all[0]->from[0];",
            "the kernel follows 'm->all[0]->from', of which",
        ),
        (
            f"{FOR}g->cells[i] = g->cells[k - g->cells[i].near[0]];",
            "'g->cells[i]' is stored with the pointers in it",
        ),
        (
            f"{FOR}g->cells[i].data = a;",
            "that the kernel stores a pointer in 'g->cells[i].data'",
        ),
        (f"{FOR}a[i] = g->cells[i].data == g->cells[k].data;", "compares pointers"),
        (f"{FOR}a[i] = ((float *)g->cells[i].data)[0];", "of which the kernel decides where it leads"),
        (
            "#pragma omp target\n{ const Node *todo[9]; push(todo, 0, head); a[0] = todo[0]->v; }",
            "the pointer that 'todo[0]->v' follows",
        ),
        (
            "#pragma omp target\n{ union { Node *at; long bits; } u; u.at = head; u.bits += 8; a[0] = u.at->v; }",
            "the pointer that 'u.at->v' follows",
        ),
        # A variable that leads to pointers has no structure that could be copied.
        (
            f"double **rows = m->rows;\n{FOR}a[i] = rows[i][0];",
            "'rows' leads to pointers: a member of a structure",
        ),
        # What the copy brings back, and a number that the kernel stores by its chain.
        (
            "#pragma omp target\n{ h->total = m->rows[0][0]; }",
            "'h->total', which a deep copy may bring back, too",
        ),
        # By a pointer that is read a number may be stored whose address is known somewhere.
        (
            f"int own = k; a[0] = *&own; int *to = &own; g->cells[0].near = to;\n"
            f"{FOR}{{ g->cells[i].near[0] = 3; a[i] = own; }}",
            "may store 'own', whose address is taken, by a pointer that it reads",
        ),
        (
            "#pragma pointerchain deepcopy enter(g->cells[0:n])\n"
            f"{FOR}a[i] = g->cells[i].data[0];\n#pragma pointerchain deepcopy exit(g->cells[0:n])",
            "the 'deepcopy' in line 15 copies, too",
        ),
        (
            "#pragma omp target teams distribute parallel for map(to: g->cells[0:n])\n"
            "for (int i = 0; i < n; i++) a[i] = g->cells[i].data[0];",
            "'pointerchain(deep)' on the construct would copy that with 'g->cells'",
        ),
        (f"{FOR}a[i] = g->cells[g->cells[i].near[0]].data[0];", "how many elements has 'g->cells'?"),
        (
            f"{FOR}m[k].rows[i][0] = m[2].rows[i][0];",
            "pointers are followed in several elements of 'm', by numbers that stay the same",
        ),
        (
            "#pragma omp target teams distribute parallel for map(to: g->cells[0:n]) pointerchain(deep)\n"
            "for (int i = 0; i < n; i++) g->cells[i].data[0] = i;",
            "the kernel stores where 'g->cells' leads, and its clause copies nothing back",
        ),
    ],
)
def test_left(body: str, said: str) -> None:
    text = f"{HEAD}{BEGIN}{body}\n}}\n".replace("cells[n], ", "" if "how many" in said else "cells[n], ")
    [result] = map_sources([Input("prog.c", text.encode())])
    assert any(said in each for each in remarks_of(result)), list(remarks_of(result))


@table(
    "policy, kernel, said",
    [
        ("to(data)", "g->cells[i].data[0] = 1", "by 'to(data)' nothing returns"),
        ("to(data)", "double *p = g->cells[i].data; p[0] = 1", "by 'to(data)' nothing returns"),
        ("to(data)", "g->cells[i].near[0] = g->cells[i].data[0]", ""),
        ("from(data)", "g->cells[i].data[0] = 1", "by 'from(data)' nothing goes there when it begins"),
        (
            "alloc(near)",
            "a[i] = g->cells[i].data[g->cells[i].near[0]]",
            "by 'alloc(near)' nothing goes there",
        ),
        ("observer(data)", "a[i] = g->cells[i].data[0]", "'shared(data)' would copy that with it"),
        ("shared(data)", "a[i] = g->cells[i].data[0]", ""),
        ("skip(data)", "a[i] = g->cells[i].data[0]", "of which a deep copy has nothing on the device"),
        ("skip(data)", "a[i] = g->cells[i].near[0]", ""),
        ("host(n)", "a[i] = g->cells[i].data[0] + g->cells[i].n", ""),
        (
            "host(n)",
            "{ g->cells[i].data[0] = 1; g->cells[i].n = 1; }",
            "'n', which by its policy never returns",
        ),
        (
            "shared(data)",
            "g->cells[i].data[g->cells[i].n--] = 1",
            "the kernel stores 'n', by which shapes tell",
        ),
        ("mutable(n)", "g->cells[i].data[g->cells[i].n--] = 1", ""),
        (
            "shared(data)",
            "a[i] = 0; if (g->cells[i].data) a[i] = g->cells[i].data[0]",
            "whether 'g->cells[i].data' is null",
        ),
        ("shared(data)", "a[i] = 0; double *p = g->cells[i].data; if (p) a[i] = p[0]", "whether 'p' is null"),
        ("shared(data)", "a[i] = g->cells[i].near != NULL ? g->cells[i].data[0] : 1", "is null"),
        (
            "shared(data)",
            "int *p = g->cells[i].near; a[i] = 0; while (p != NULL) { a[i] += p[1]; p = NULL; }",
            "is null",
        ),
    ],
)
def test_policies(policy: str, kernel: str, said: str) -> None:
    """A kernel does nothing of which a policy says that no kernel does it."""
    text = f"{HEAD}#pragma pointerchain policy(Cell: {policy})\n{BEGIN}{FOR}{{ {kernel}; }}\n}}\n"
    [result] = map_sources([Input("prog.c", text.encode())])
    remarks = list(remarks_of(result))
    assert (remarks == []) if not said else any(said in each for each in remarks), remarks


def test_what_a_kernel_stores_returns_by_any_name() -> None:
    """Where its links lead other pointers may, so that nobody tells that nothing reads it on the host."""
    text = f"{HEAD}void run(int n, double *x) {{\nCell *c = calloc(n, sizeof *c);\nfor (int i = 0; i < n; i++) {{ c[i].n = 1; c[i].data = x + i; }}\n{FOR}c[i].data[0] = i;\nfree(c);\n}}\n"
    result = mapped(text)
    assert clauses_of(result) == "map(tofrom: c[0:n]) pointerchain(deep)"


def test_types_are_asked_once() -> None:
    """What nobody says of a type is one question, with what its names suggest."""
    head = "\n".join(line for line in HEAD.splitlines() if "pragma" not in line)
    body = f"{FOR}a[i] = g->cells[i].data[0];\n{FOR}a[i] = g->cells[i].data[1];"
    [result] = map_sources([Input("prog.c", f"{head}\n{BEGIN}{body}\n}}\n".encode())])
    first, second = remarks_of(result)
    assert "what do the pointers of 'Cell' lead to ('data', 'near')?" in first
    assert (
        "'#pragma pointerchain shape(Cell: data[n], near[n])' would say, by a guess from the names" in first
    )
    assert "what do the pointers of 'Cell' lead to? That is asked above" in second


CHECKED = """\
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *data; } Cell;
#pragma pointerchain shape(Cell: data[n])
int main(void) {
  Cell *cells = calloc(3, sizeof *cells);
  double *a = calloc(3, sizeof *a);
  for (int i = 0; i < 3; i++) { cells[i].n = 2; cells[i].data = malloc(2 * sizeof(double)); cells[i].data[0] = i; }
#pragma omp target data map(tofrom: a[0:3])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 3; i++) a[i] = i;
#pragma omp target update from(a[0:3])
  }
#pragma omp target teams distribute parallel for map(to: a[0:3]) map(tofrom: cells[0:3]) pointerchain(deep)
  for (int i = 0; i < 3; i++) cells[i].data[0] += a[i];
  printf("%g\\n", cells[1].data[0]);
  return 0;
}
"""


def test_the_check_of_what_is_written_knows_deep_copies() -> None:
    """A kernel with one runs as on the host, which must not have older copies, nor the device some of its own."""
    assert _failure(CHECKED) == ""
    older = CHECKED.replace("#pragma omp target update from(a[0:3])\n", "").replace(
        "map(tofrom: a[0:3])\n  {", "map(to: a[0:3])\n  {"
    )
    assert "whose copy there may be older than the host's" in _failure(older)
    inside = CHECKED.replace("from(a[0:3])\n  }", "from(a[0:3])").replace("  printf", "  }\n  printf")
    assert "a deep copy beside what is on the device is not in the model" in _failure(inside)


def test_clauses_beside_deep_ones_are_checked() -> None:
    """What is listed beside has to hold what the kernel accesses, and to come back."""
    kernel = "cells[i].data[0] += a[i];"
    assert kernel in CHECKED and "map(to: a[0:3]) map(tofrom: cells[0:3])" in CHECKED
    short = CHECKED.replace("map(to: a[0:3]) map(tofrom: cells", "map(to: a[0:2]) map(tofrom: cells")
    assert "a kernel accesses bytes 16 to 24 of" in _failure(short)
    short = CHECKED.replace("map(tofrom: cells[0:3])", "map(tofrom: cells[0:2])")
    assert "a kernel accesses bytes" in _failure(short)
    stored = CHECKED.replace(kernel, "a[i] = cells[i].data[0];").replace(
        'printf("%g', 'printf("%g", a[2]); printf("%g'
    )
    assert "the host reads 'a[...]', whose copy there may be older than the device's" in _failure(stored)
    assert (
        _failure(stored.replace("map(to: a[0:3]) map(tofrom: cells", "map(from: a[0:3]) map(to: cells")) == ""
    )


def _failure(text: str) -> str:
    failure = check([Text("prog.c", text.encode(), (), None, frozenset())])
    return failure.why if failure is not None else ""
