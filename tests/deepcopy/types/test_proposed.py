# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The lengths that messages propose for members that have none."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pointerchain

SOURCE = """
typedef struct Cell { double *T; char *name; struct Cell *next; } Cell;
typedef struct Mesh {
  Cell *cells, *fine, **ptrs; int ncells; int *start; unsigned long num_of_starts; double **rows, *w, **lone;
  int row_count, x_size; float n_w; double *x; signed char *tag; void *data;
} Mesh;
typedef struct List { int size; double *values; struct List *rest; } List;
void f(Mesh *m, List *l) {
#pragma pointerchain deepcopy enter(m, l)
}
"""


def test_lengths_are_proposed_by_names_and_types() -> None:
    said = pointerchain.translate(SOURCE, "mesh.c").diagnostics
    found = [re.search(r"'shape\((\S+ )?(.+?): (.+?)\)'", each.message) for each in said]
    assert [f"{each[2]}.{each[3]}" for each in found if each] == [
        "Mesh.cells[ncells]",
        "Mesh.fine[1]",
        "Mesh.ptrs[n][1]",
        "Mesh.start[num_of_starts]",
        "Mesh.rows[row_count][m]",
        "Mesh.w[n]",
        "Mesh.lone[n][m]",
        "Mesh.x[x_size]",
        "Mesh.tag[strlen + 1]",
        "Mesh.data as type[n]",
        "List.values[size]",
        "List.rest[1]",
    ]


def test_one_pointer_to_several_types_is_proposed() -> None:
    """Where a tag stands beside a 'void *'; else that is left out."""
    source = """
enum kind { A, B };
struct v { enum kind kind; int n; void *data; };
struct w { int n; void *data; };
struct u { int which; struct v *v; void *p; struct w *w; };
"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "v.c"
        path.write_text(source)
        command = [sys.executable, "-m", "pointerchain", "types", str(path), "--suggest"]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "shape(struct v: data as TYPE[n] when(kind == VALUE), ...)" in text
    assert "shape(struct u: p as TYPE[LENGTH] when(which == VALUE), ...)" in text
    assert "policy(struct w: skip(data))" in text
    assert "struct w: data as" not in text
