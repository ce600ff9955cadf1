# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The directives of MPI: every clause between three ranks, and what is refused."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

import pytest
from test_mpi import SETTINGS, needs_mpi
from testlib import shared_libraries, warm
from transfer_programs import INCLUDE, PROGRAMS, SANITIZED, WARNINGS

import pointerchain
from pointerchain.diagnostics import Severity

pytestmark = needs_mpi
HEAD = """\
#include <mpi.h>
#include <pointerchain/transfer_mpi.h>
typedef struct Node { double value; struct Node *next; int n; double *data; } Node;
#pragma pointerchain shape(Node: next[1], data[n])
typedef struct World { Node *head; double *x, **rows; int n; } World;
#pragma pointerchain shape(World: head[1], x[n], rows[n][1])
void f(World *w, double d, MPI_Comm comm, pc_request request) {
"""


def cc(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "POINTERCHAIN_CACHE_DIR": str(cwd / "cache")}
    with shared_libraries(cwd / "cache"):
        return warm.run(["cc", *command], cwd=cwd, env=environment)


@cache
def folders_of_mpi() -> tuple[str, ...]:
    asked = subprocess.run(["mpicc", "--showme:incdirs"], capture_output=True, text=True)
    return tuple(f"-isystem{place}" for place in asked.stdout.split())


@pytest.mark.parametrize(
    ("compiler", "suffix", "flags"),
    [
        ("mpicc", ".c", ("-std=c99",)),
        ("mpicxx", ".cpp", ("-std=c++11", "-DOMPI_SKIP_MPICXX", "-Wno-long-long")),
    ],
)
def test_every_clause(tmp_path: Path, compiler: str, suffix: str, flags: tuple[str, ...]) -> None:
    source = tmp_path / f"directives{suffix}"
    source.write_bytes((PROGRAMS / "directives.c").read_bytes())
    options = (*flags, *WARNINGS, *SANITIZED)
    built = cc(compiler, *options, str(source), "-o", "directives", "-lpthread", cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    result = subprocess.run(
        ["mpirun", "-n", "3", tmp_path / "directives", tmp_path / "file"],
        env={**os.environ, **SETTINGS},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout == "fine\n"


def test_header_is_included_where_the_source_does_not(tmp_path: Path) -> None:
    """Where no line is free for it, too."""
    text = """\
struct Node { double value; struct Node *next; };
{line}
#pragma pointerchain shape(Node: next[1])
void give(struct Node *head) {{
#pragma pointerchain deepcopy send(head) to(1)
}}
"""
    for number, line in enumerate(("", "int other;")):
        source = tmp_path / f"give{number}.c"
        source.write_text(text.replace("{line}", line).replace("{{", "{").replace("}}", "}"))
        done = cc("mpicc", "-c", source.name, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        done = cc("gcc", "-c", source.name, cwd=tmp_path)
        assert done.returncode == 1
        problem = "5:31: error: 'mpi.h' is not found, which 'send' needs: compile with 'mpicc'"
        assert problem in done.stderr


REFUSED = [
    (
        "send(w->head) to(d)",
        "'to(d)' cannot be resolved: 'd' is of type 'double', and a rank is an integer",
    ),
    ("send(w->head) to(0) tag(d)", "'d' is of type 'double', and a tag is an integer"),
    ("send(w->head) to(0) comm(d)", "'comm(d)' cannot be resolved: initializing 'MPI_Comm'"),
    ("send(w->head) to(0) request(d)", "it is of type 'double', and a request is a 'pc_request'"),
    ("send(w->head) to(0) request(comm)", "it is of type 'MPI_Comm', and a request is a 'pc_request'"),
    ("send(w->head) to(0) request(PC_REQUEST_NULL)", "cannot take the address of an rvalue"),
    ("send(w->head) to(0) buffered(d)", "the most bytes that are buffered is an integer"),
    (
        "send(w->head) to(0) unbuffered request(request)",
        "what is 'unbuffered' is read until it has been sent",
    ),
    ("send(w->head) to(0) unbuffered buffered", "unexpected 'buffered' at the end of the directive"),
    ("send(w->head) to(0) tag(1) tag(2)", "unexpected 'tag' at the end of the directive"),
    ("send(w->head) to(0) tag()", "the list of 'tag' is empty"),
    ("send(w->head) to(0) to(1)", "unexpected 'to' at the end of the directive"),
    (
        "send(w->head) from(0)",
        "expected 'to', 'tag', 'comm', 'buffered', 'unbuffered', 'request' or 'if'",
    ),
    ("send(w->head)", "'send' needs a rank: 'to(...)' behind the list"),
    ("send(to: w->head) to(0)", "the sections of 'send' have none"),
    ("recv(w->head) from(0) buffered", "expected 'from', 'tag', 'comm', 'request', 'separate' or 'if'"),
    ("recv(w->head)", "'recv' needs a rank: 'from(...)' behind the list"),
    ("recv(*w) from(0)", "'recv' makes new objects: name a pointer that is to lead to them"),
    ("recv(w->x[1:3]) from(0)", "'recv' makes new objects, and the pointer leads to the first of them"),
    (
        "recv(w->rows[0:w->n][0:2]) from(0) request(request)",
        "an asynchronous copy asks for the lengths behind its pointers when the directive has ended",
    ),
    ("bcast(w->head)", "'bcast' needs a rank: 'root(...)' behind the list"),
    ("bcast(w->head + 1) root(0)", "expression is not assignable"),
    ("bcast(w->head) root(0) tag(1)", "after 'bcast(...)', got 'tag'"),
    ("bcast(w->head) root(0) buffered(3)", "after 'bcast(...)', got '('"),
    ("bacst(w->head) root(0)", "did you mean 'bcast'?"),
]
"""Directives, and what is said of each."""


def test_what_is_refused() -> None:
    """Each in a function of its own: there is one error for each, at its line, and no other."""
    *top, function = HEAD.splitlines(keepends=True)
    text, wanted = "".join(top), {}
    for number, (directive, problem) in enumerate(REFUSED):
        text += function.replace(" f(", f" f{number}(")
        wanted[text.count("\n") + 1] = (directive, problem)
        text += f"#pragma pointerchain deepcopy {directive}\n}}\n"
    result = pointerchain.translate(text, "bad.c", ["-std=gnu11", f"-I{INCLUDE}", *folders_of_mpi()])
    said = [(text.count("\n", 0, each.place.span.start) + 1, each) for each in result.diagnostics]
    assert sorted(line for line, _ in said) == sorted(wanted)
    wrong = [
        (*wanted[line], each.message)
        for line, each in said
        if wanted[line][1] not in each.message or each.severity is not Severity.ERROR
    ]
    assert not wrong


def test_what_is_refused_is_not_compiled(tmp_path: Path) -> None:
    directive, problem = REFUSED[0]
    (tmp_path / "bad.c").write_text(f"{HEAD}#pragma pointerchain deepcopy {directive}\n}}\n")
    done = cc("mpicc", "-c", "bad.c", cwd=tmp_path)
    assert done.returncode == 1
    assert problem in done.stderr
    assert "bad.c:8:" in done.stderr
    assert "1 error generated" in done.stderr


def test_region_keeps_no_pointer_that_a_message_changes(tmp_path: Path) -> None:
    (tmp_path / "region.c").write_text(
        f"""{HEAD}
#pragma pointerchain region begin declare(w->x)
#pragma pointerchain deepcopy recv(w->x[0:3]) from(0)
  w->x[0] = d;
#pragma pointerchain region end
}}
"""
    )
    done = cc("mpicc", "-c", "region.c", cwd=tmp_path)
    assert done.returncode == 1
    assert "the address of 'w->x' is taken in the region" in done.stderr
