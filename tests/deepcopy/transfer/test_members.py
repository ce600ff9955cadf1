# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What images are told of members: each change of a type that changes what its bytes mean is another text."""

from __future__ import annotations

import re

from testlib import table

import pointerchain

BASE = """double mass, charge; float pos[3]; enum kind kind;
unsigned a : 3, b : 5; struct in in; int n; double *x, *y;"""
BEFORE = "enum kind { GAS = 1, DUST = 2 }; struct in { short s; char name[6]; };\n"
PROGRAM = """\
#include <pointerchain/transfer_file.h>
#include <stdio.h>
%s
typedef struct Cell { %s } Cell;
#pragma pointerchain shape(Cell: x[n], y[n])
void save(Cell *c, FILE *file) {
#pragma pointerchain deepcopy write(c) to(file)
}
"""
CHANGED = (
    ("double mass, charge", "double charge, mass"),
    ("double mass", "long mass"),
    ("float pos[3]", "int pos[3]"),
    ("float pos[3]", "float pos[1][3]"),
    ("float pos[3]", "unsigned pos[3]"),
    ("GAS = 1, DUST = 2", "DUST = 1, GAS = 2"),
    ("GAS = 1, DUST = 2", "GAS = 1, DUST = 3"),
    ("a : 3, b : 5", "a : 3, b : 6"),
    ("a : 3, b : 5", "a : 4, b : 4"),
    ("a : 3, b : 5", "b : 3, a : 5"),
    ("short s;", "short t;"),
    ("char name[6]", "char name[5]"),
    ("unsigned a : 3, b : 5; struct in in;", "unsigned a : 3, b : 5; unsigned char padding; struct in in;"),
    ("double *x, *y", "double *y, *x"),
    ("int n;", "unsigned n;"),
)
SAME = (
    ("int n;", "signed int n;"),
    ("double mass, charge;", "double mass; double charge;"),
    ("float pos[3]", "real pos[N]"),
    ("short s;", "short int s;"),
)


def members(old: str, new: str) -> str:
    more = "typedef float real; enum { N = 3 };\n"
    text = PROGRAM % (more + BEFORE, BASE)
    assert text.count(old) == 1, old
    result = pointerchain.translate(text.replace(old, new).encode(), "a.c", [])
    assert result.text is not None, result.diagnostics
    found = re.search(rb'pc_this = \{"struct Cell", .*?"([^"]*)"\};', result.text)
    assert found
    return found[1].decode()


def test_the_text() -> None:
    assert members("Cell;\n", "Cell;\n") == (
        "mass f8 @0;charge f8 @8;pos f4 @16 [3];kind e4{GAS=1,DUST=2} @28;a u4 @32.0:3;b u4 @32.3:5;"
        "in.s i2 @34;in.name c1 @36 [6];n i4 @44;x pointer @48;y pointer @56"
    )


@table("old,new", CHANGED)
def test_changed(old: str, new: str) -> None:
    assert members(old, new) != members("Cell;\n", "Cell;\n")


@table("old,new", SAME)
def test_the_same(old: str, new: str) -> None:
    assert members(old, new) == members("Cell;\n", "Cell;\n")
