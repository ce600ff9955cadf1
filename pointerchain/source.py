# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Bytes of a source file, and the places in them.

Everything between the stages speaks of byte offsets; line and column are
derived here, when something is printed.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from pointerchain.lazy import NamedTuple


class Span(NamedTuple):
    """Half-open byte range ``[start, end)`` of a source."""

    start: int
    end: int


class Source:
    """One source file: its name as the user gave it and its bytes, unchanged."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name, self.data = name, data

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Byte offset at which each line starts; line 1 is item 0."""
        starts = [0]
        find, at = self.data.find, 0
        while (at := find(b"\n", at) + 1) > 0:
            starts.append(at)
        return tuple(starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """One-based line and one-based byte column of ``offset``, as Clang counts them."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def place(self, offset: int) -> tuple[str, int, int]:
        """The file that has a place, its line and its column there."""
        return (self.name, *self.line_column(offset))

    def line_text(self, line: int) -> bytes:
        """The bytes of a one-based line, without its line end."""
        starts = self.line_starts
        end = starts[line] if line < len(starts) else len(self.data)
        return self.data[starts[line - 1] : end].rstrip(b"\r\n")

    def slice(self, span: Span) -> bytes:
        """The bytes of ``span``."""
        return self.data[span.start : span.end]
