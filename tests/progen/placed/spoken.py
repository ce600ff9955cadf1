# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives of OpenACC, said in OpenMP, so that they run where only OpenMP has a device with its own memory.

``#pragma acc parallel loop present(s->a->x[0:n])`` -> ``#pragma omp target teams distribute parallel for
map(present, alloc: s->a->x[0:n])``. The two mean the same by the rules for data that both have: a clause puts
there what is not there, and attaches the pointer that it is listed by.
"""

from __future__ import annotations

import re

_DIRECTIVES = (
    ("enter data", "target enter data"),
    ("exit data", "target exit data"),
    ("data", "target data"),
    ("update", "target update"),
    ("parallel loop", "target teams distribute parallel for"),
    ("parallel", "target teams"),
    ("loop gang vector", "distribute parallel for"),
    ("serial", "target"),
    ("kernels", "target"),
)
_CLAUSES = {
    "copy": "map(tofrom: ",
    "copyin": "map(to: ",
    "copyout": "map(from: ",
    "delete": "map(release: ",
    "present": "map(present, alloc: ",
    "self": "from(",
    "device": "to(",
}
_LINE = re.compile(r"#pragma acc ([^\n]*)")


def _said(found: re.Match[str]) -> str:
    text = found.group(1)
    for name, other in _DIRECTIVES:
        if re.match(rf"{name}\b", text):
            rest = text[len(name) :]
            clauses = re.sub(r"\b(\w+)\(", lambda each: _CLAUSES.get(each.group(1), each.group(0)), rest)
            return f"#pragma omp {other}{clauses}"
    raise ValueError(f"nothing in OpenMP is said for '{text}'")


def in_openmp(text: str) -> str:
    """A source of the fuzzer's, or what became of it, with directives of OpenMP."""
    return _LINE.sub(_said, text)
