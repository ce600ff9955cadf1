# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kernels with ``pointerchain(deep)`` beside others whose chains are hoisted: a copy ends with its kernel."""

from __future__ import annotations

from testlib import table

import pointerchain

HEAD = """\
typedef struct Node { double v; struct Node *next; } Node;
typedef struct { int n; double **rows, *blk; } Matrix;
typedef struct { int n; Node *head; Matrix *m; } World;
#pragma pointerchain shape(Node: next[1])
#pragma pointerchain shape(Matrix: rows[n][4], blk[4 * n])
#pragma pointerchain shape(World: head[1], m[1])
"""
DEEP = "#pragma omp target map(tofrom: m[0:1]) pointerchain(deep)\nm->rows[0][0] = 1;\n"
PLAIN = "#pragma omp target map(tofrom: m->blk[0:4]) pointerchain(m->blk)\nm->blk[0] += m->n;\n"
LIST = """\
#pragma omp target map(to: w->head[0:(w->head ? 1 : 0)]) map(tofrom: s) pointerchain(deep) \\
    pointerchain(w->head)
for (Node *at = w->head; at; at = at->next) s += at->v;
"""
WHOLE = "#pragma omp target map(to: w[0:1]) pointerchain(deep)\nw->m->rows[0][0] = w->head->v;\n"
ENTER, EXIT = (f"#pragma pointerchain deepcopy {word}(m[0:1])\n" for word in ("enter", "exit"))


@table(
    "body, codes",
    [
        (PLAIN + DEEP + PLAIN, []),
        (f"m->blk = m->rows[0];\n{PLAIN}{DEEP}m->blk++;\n{PLAIN}", []),
        (f"for (int k = 0; k < 2; k++) {{\n{PLAIN}{DEEP}m->blk = m->rows[k];\n}}", []),
        (WHOLE + LIST, []),
        # What else puts the structure on the device lasts, and nobody follows its calls.
        (f"{ENTER}m->blk = m->rows[0];\n{PLAIN}{EXIT}", ["enclosing-data"]),
        (f"{DEEP}{ENTER}m->blk = m->rows[0];\n{PLAIN}{EXIT}", ["enclosing-data"]),
        (ENTER + WHOLE + LIST + EXIT, ["attachment-lost", "enclosing-data"]),
        # In the same kernel the device has another copy of what is in a local.
        (
            "#pragma omp target map(tofrom: m[0:1]) pointerchain(deep) pointerchain(m->n)\n"
            "{ m->n = m->n - 1; m->rows[0][0] = 1; }",
            ["enclosing-data"],
        ),
        (
            "#pragma omp target map(tofrom: w[0:1]) pointerchain(deep) pointerchain(w->m->n)\n"
            "{ w->m->n = 1; w->m->rows[0][0] = 1; }",
            ["enclosing-data"],
        ),
    ],
)
def test_a_copy_ends_with_its_kernel(body: str, codes: list[str]) -> None:
    text = f"{HEAD}void f(Matrix *m, World *w) {{\ndouble s = 0;\n{body}\n}}\n"
    translation = pointerchain.translate(text, "prog.c", ["-fopenmp"])
    errors = [each.code for each in translation.diagnostics if each.severity.value == "error"]
    assert errors == codes, translation.diagnostics
