# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Inserted: a source, and texts that go into it -> the source with them, and whose its places are.

``for (...)`` and ``#pragma omp target data ...`` before it  ->  two lines, both of which are the source's 12.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Source

COPIES = (2, 0, 0)
_CONTINUED = lazy_pattern(rb"[ \t]*\\\r?\n[ \t]*")


class Insertion(NamedTuple):
    """Text that goes into a source at a place."""

    at: int
    text: bytes
    order: tuple[int, int, int] = COPIES
    """Which of several at one place comes first; else the one that was made first."""


class Written:
    """A source with insertions, which stand in their order."""

    def __init__(self, data: bytes, rows: Sequence[Insertion]) -> None:
        self.data, self.rows = data, tuple(rows)
        out, at = [], 0
        for row in self.rows:
            out += [data[at : row.at], row.text]
            at = row.at
        out.append(data[at:])
        self.text = b"".join(out)

    def in_source(self, offset: int) -> int:
        """A place of the new text in the source; what was inserted stands where it went in."""
        moved = 0
        for row in self.rows:
            begin = row.at + moved
            if offset < begin:
                break
            if offset < begin + len(row.text):
                return row.at
            moved += len(row.text)
        return offset - moved

    def in_text(self, offset: int) -> int:
        """A place of the source in the new text, behind what was inserted there."""
        return offset + sum(len(row.text) for row in self.rows if row.at <= offset)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """For each line of the new text the number of the source's line that it stands for."""
        source = Source("", self.data)
        return tuple(source.line_column(self.in_source(at))[0] for at in Source("", self.text).line_starts)


def written(data: bytes, rows: Sequence[Insertion]) -> Written:
    """A source with what goes into it."""
    ordered = sorted(rows, key=lambda row: (row.at, row.order))
    lasts = {row.at: number for number, row in enumerate(ordered)}
    for number in lasts.values():
        row = ordered[number]
        if _ends_in_directive(row.text):
            ordered[number] = row._replace(text=row.text + _line_end(data, row.at))
    return Written(data, ordered)


def on_one_line(row: Insertion) -> Insertion:
    """The same with each directive on one line: what goes on in a next line has another number there."""
    return row._replace(text=_CONTINUED.sub(b" ", row.text))


def line_ending(data: bytes) -> bytes:
    """How the lines of a source end."""
    return b"\r\n" if data[: data.find(b"\n") + 1].endswith(b"\r\n") else b"\n"


def indent_at(data: bytes, at: int) -> bytes:
    """The white space that the line of a place begins with."""
    start = data.rfind(b"\n", 0, at) + 1
    line = data[start:at]
    return line[: len(line) - len(line.lstrip())]


def _ends_in_directive(text: bytes) -> bool:
    """Whether the last line of a text, with those that it continues, is a directive."""
    whole = re.sub(rb"\\\r?\n", b"", text)
    return whole.rpartition(b"\n")[2].lstrip().startswith(b"#")


def _line_end(data: bytes, at: int) -> bytes:
    """What ends a directive's line before code that stands on the line of a place."""
    rest = data[at:].partition(b"\n")[0].strip()
    return b"" if not rest or rest.startswith(b"//") else line_ending(data) + indent_at(data, at)
