# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which functions of a source those of its headers may run."""

from __future__ import annotations

from testlib import table

from pointerchain.analysis.called_back import called_back

OWN = ("push", "pull", "~")
HEADERS = {
    "a declaration": (["void push(int *p);"], {}),
    "a call": (
        ["void push(int *p);\nstatic inline void visit(int *p) { if (p) { push(p); } }"],
        {"visit": {"push"}},
    ),
    "a call of another header's": (
        ["void visit(int *p) { push(p); }", "int all(int *p) { return visit(p), 1; }"],
        {"visit": {"push"}, "all": {"push"}},
    ),
    "in a namespace": (
        ["namespace n { void push(int *); inline void go(int *p) { push(p); } }"],
        {"go": {"push"}},
    ),
    "a constructor": (
        ["struct k { int *p; k(int *q) : p(q) { push(p); } };"],
        {"k": {"push"}, "p": {"push"}},
    ),
    "a destructor": (["struct k { ~k() { push(0); } };"], {"~": {"push"}}),
    "by a macro": (
        ["#define MOVE(p) pu##sh(p)\nvoid visit(int *p) { MOVE(p); }"],
        {"visit": {"push", "pull", "~"}},
    ),
    "nothing": (["void visit(int *p) { *p = 1; }"], {}),
}


@table("name", list(HEADERS))
def test_what_functions_of_headers_run(name: str) -> None:
    texts, expected = HEADERS[name]
    found = called_back([text.encode() for text in texts], OWN, lambda: {"MOVE"}, True)
    assert {name: set(runs) for name, runs in found.by.items() if runs} == expected
    assert not found.taken


def test_addresses_are_taken() -> None:
    text = b"void push(int *p);\nstatic void (*table[])(int *) = { push };\nvoid visit(int *p) { pull(p); }"
    assert called_back([text], OWN, lambda: (), False).taken == {"push"}
