# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The rows of tests/mutants break what they say they break; ``make mutants`` tries them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mutants.rows import KINDS, Row, StaleRow, read
from testlib import table

CASES = Path(__file__).parent / "cases"
ROWS = read()
TABLE = """\
[first]
kind: link
file: checks/links.py
breaks: something
harmless: refused/a.c: nothing happens
-    a = 1
-    b = 2
+    a = 2

[second]
kind: other
file: emit/rewrite.py
breaks: something else
-        old
+        new
"""


@table("row", ROWS, ids=lambda row: row.name)
def test_row_fits(row: Row) -> None:
    """The old text is in the file once: mend the row where the code was changed."""
    text = row.path().read_text()
    broken = row.broken(text)
    assert broken != text
    ast.parse(broken)
    assert row.kind in KINDS
    assert row.breaks
    named = [name for name in row.harmless if not name.startswith("program/")]
    assert [name for name in named if not any(CASES.glob(name))] == []


def test_there_are_enough() -> None:
    assert len(ROWS) >= 40


def test_rows_are_read(tmp_path: Path) -> None:
    (tmp_path / "few.rows").write_text(TABLE)
    first, second = read(tmp_path)
    assert (first.name, first.kind, first.means) == ("first", "link", True)
    assert first.harmless == {"refused/a.c": "nothing happens"}
    assert first.broken("if x:\n    a = 1\n    b = 2\n    c = 3\n") == "if x:\n    a = 2\n    c = 3\n"
    assert not second.means


@pytest.mark.parametrize("text", ["", "    a = 1\n    b = 2\n    a = 1\n    b = 2\n"])
def test_stale_row(text: str, tmp_path: Path) -> None:
    (tmp_path / "few.rows").write_text(TABLE)
    with pytest.raises(StaleRow, match="first"):
        read(tmp_path)[0].broken(text)


def test_lines_of_a_row() -> None:
    """The whole statement counts; what loading the module executes has no lines."""
    text = "A = 1\n\ndef f(a):\n    if (a and\n  b):\n        return c(\n            d)\n    return e\n"
    assert Row("x", old=["b):"]).lines(text) == range(4, 6)
    assert Row("x", old=["d)"]).lines(text) == range(6, 8)
    assert Row("x", old=["c(", "            d)", "    return e"]).lines(text) == range(6, 9)
    assert Row("x", old=["A = 1"]).lines(text) is None


def test_lines_of_what_is_left_out() -> None:
    """A condition that is made false is noticed where it was true."""
    text = "def f(a):\n    if a:\n        b()\n    elif c:\n        for x in a:\n            d(\n  x)\n"
    assert Row("x", old=["if a:"], new=["if False:"]).lines(text) == range(3, 4)
    assert Row("x", old=["    elif c:"], new=["    elif False:"]).lines(text) == range(5, 8)
    assert Row("x", old=["for x in a:"], new=["for x in ():"]).lines(text) == range(6, 8)
