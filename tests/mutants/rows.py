# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Rows: the files of breakages -> rows; a row and the package's text -> the broken text.

::

    [link-assigned]
    kind: link
    file: checks/links.py
    breaks: an assignment to a link is not said
    -        if use.use is Use.WRITE and (followed or not bound):
    +        if False:
    harmless: refused/link.c: the warning is made an error there, nothing else is wrong

A row of kind ``loops`` breaks a rule of proof of ``--auto``: tests/suggest and random loops notice it. One of
kind ``flow`` breaks one of control flow: tests/analysis and random loops do. One of kind ``fortran`` breaks
one of the Fortran translator: tests/fortran and random Fortran programs do. One of kind ``place`` breaks one
of ``place apply``: tests/place and random programs of two sources do.
``file`` is in ``pointerchain/translator`` or ``pointerchain``. The lines behind ``-`` are to stand there
exactly once, as a run of whole lines or as a part of one. ``harmless`` names inputs that the breakage lets
pass, with the reason for which no meaning changes; there may be several, with ``*``. ``first`` may have
patterns of the inputs that are tried where not all can be: ``first: include/* macro/*``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MEANING = frozenset(("link", "root", "subscript", "scope", "occurrence", "overlap"))
"""Kinds that change what a translation means in a way that the validator is to notice alone."""
KINDS = MEANING | {
    "write-back",
    "control",
    "declaration",
    "lifetime",
    "clause",
    "text",
    "tree",
    "warning",
    "loops",
    "flow",
    "fortran",
    "place",
    "other",
}


@dataclass
class Row:
    """One breakage."""

    name: str
    kind: str = ""
    file: str = ""
    breaks: str = ""
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    """Patterns of the inputs that are tried before others."""
    harmless: dict[str, str] = field(default_factory=dict)

    @property
    def means(self) -> bool:
        """Whether the validator has to notice it alone."""
        return self.kind in MEANING

    def path(self, root: Path = ROOT) -> Path:
        """The file that is broken."""
        package = root / "pointerchain"
        inner = package / "translator" / self.file
        return inner if inner.exists() else package / self.file

    def place(self, text: str) -> int:
        """Where the old text stands; it is a :class:`StaleRow` where it does not stand there once."""
        old = "\n".join(self.old)
        if text.count(old) != 1:
            raise StaleRow(f"{self.name}: {self.file} has the old text {text.count(old)} times, not once")
        return text.index(old)

    def broken(self, text: str) -> str:
        """The file's text with the breakage."""
        at = self.place(text)
        return text[:at] + "\n".join(self.new) + text[at + len("\n".join(self.old)) :]

    def lines(self, text: str) -> range | None:
        """The lines of the statement in which the breakage is; None where loading the module executes it."""
        at = self.place(text)
        first, last = (text.count("\n", 0, place) + 1 for place in (at, at + len("\n".join(self.old))))
        inside = None
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= first <= (node.end_lineno or 0):
                inside = node
        if inside is None or inside.decorator_list:
            return None
        for statement in ast.walk(inside):
            if not isinstance(statement, ast.stmt) or statement is inside:
                continue
            blocks = [b for name in ("body", "orelse", "finalbody") for b in getattr(statement, name, ())]
            end = min((each.lineno - 1 for each in blocks), default=statement.end_lineno or first)
            if statement.lineno <= first <= end or statement.lineno <= last <= end:
                first, last = min(first, statement.lineno), max(last, end)
                body = self._skipped(statement)
                if body is not None:
                    return range(body.lineno, (body.end_lineno or body.lineno) + 1)
        return range(first, last + 1)

    def _skipped(self, statement: ast.stmt) -> ast.stmt | None:
        """What a condition led to that the breakage makes false, or a loop that it makes empty."""
        whole = len(self.old) == len(self.new) == 1 and self.old[0].endswith(":")
        if whole and isinstance(statement, ast.If) and self.new[0].strip() in ("if False:", "elif False:"):
            return statement.body[0]
        if whole and isinstance(statement, ast.For) and self.new[0].endswith(" in ():"):
            return statement.body[0]
        return None

    def key(self, root: Path = ROOT) -> str | None:
        """The same as text, with the file: ``pointerchain/translator/checks/links.py:120:124``."""
        path = self.path(root)
        lines = self.lines(path.read_text())
        return f"{path.relative_to(root).as_posix()}:{lines[0]}:{lines[-1]}" if lines is not None else None


class StaleRow(Exception):
    """A row whose file has changed: it breaks nothing any more, and is to be written anew."""


def read(folder: Path = HERE) -> list[Row]:
    """All rows, in the order of their files."""
    rows = [row for path in sorted(folder.glob("*.rows")) for row in _rows(path)]
    names = [row.name for row in rows]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"two rows are called {', '.join(sorted(twice))}")
    return rows


def _rows(path: Path) -> Iterator[Row]:
    row: Row | None = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("["):
            if row is not None:
                yield row
            row = Row(line.strip()[1:-1])
        elif not line.strip() or line.startswith("#"):
            continue
        elif row is None:
            raise ValueError(f"{path}:{number}: before the first row's name")
        elif line[0] in "-+":
            (row.old if line[0] == "-" else row.new).append(line[1:])
        else:
            key, _, value = line.partition(":")
            if key == "harmless":
                name, _, why = value.partition(": ")
                row.harmless[name.strip()] = why.strip()
            elif key == "first":
                row.first = value.split()
            elif key in ("kind", "file", "breaks"):
                setattr(row, key, value.strip())
            else:
                raise ValueError(f"{path}:{number}: cannot read {line!r}")
    if row is not None:
        yield row
