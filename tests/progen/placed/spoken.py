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
    "create": "map(alloc: ",
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


_REGION = re.compile(r"#pragma acc data([^\n]*)\n")
_KERNEL = re.compile(r"#pragma acc (?:parallel|serial|kernels)([^\n]*)\n")
_ROOT = re.compile(r"\b([sutqh])->|\bat_\w\((\w),")
_HEAD = re.compile(r"void ([fg]\d\w*)\(([^)]*)\)\s*\{(?:\n  struct sim \*u = s;)?")
_HOSTS = "((__typeof__({0}))host_{0})"


def _statement(text: str, at: int) -> int:
    """The end of the first braces behind a place."""
    depth, end = 0, text.index("{", at)
    while True:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
        if not depth:
            return end


def _with_hosts_roots(text: str) -> str:
    """With the host's value of each pointer of a kernel that no section in a clause for it begins with.

    So gcc has it. OpenMP looks on the device for what a pointer leads to in any case: it gets a number.
    """
    regions = [(each.end(), _statement(text, each.end()), each.group(1)) for each in _REGION.finditer(text)]
    out, last = "", 0
    for each in _KERNEL.finditer(text):
        listed = " ".join([each.group(1), *(said for at, end, said in regions if at <= each.start() < end)])
        end = _statement(text, each.end())
        body = text[each.end() : end]
        for root in {found.group(1) or found.group(2) for found in _ROOT.finditer(body)}:
            if not re.search(rf"\b{root}(?:->[\w>-]+)?\[", listed):
                body = re.sub(rf"\b{root}(?=->|,)", _HOSTS.format(root), body)
        out += text[last : each.end()] + body
        last = end
    return _HEAD.sub(_numbered, out + text[last:])


def _numbered(head: re.Match[str]) -> str:
    roots = re.findall(r"(?:struct sim|struct atoms) \*(\w)\b", head.group(0))
    numbers = "".join(
        f" unsigned long host_{root} = (unsigned long){root}; (void)host_{root};" for root in roots
    )
    return head.group(0) + numbers


def in_openmp(text: str) -> str:
    """A source of the fuzzer's, or what became of it, with directives of OpenMP."""
    return _LINE.sub(_said, _with_hosts_roots(text))
