# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Compose: a source and what stands in the place of its directives -> a text, mapped both ways.

The number of lines is kept. What is generated may stand for a place of the source, so that what
Clang says of it is said there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from pointerchain.source import Span


class Piece(NamedTuple):
    """Generated text. ``part`` names what is asked about it; ``source`` is the place it stands for."""

    text: bytes
    part: tuple[str, int] = ("", 0)
    source: int = -1


class Change(NamedTuple):
    """What stands in the place of a span, which may be empty."""

    span: Span
    pieces: Sequence[Piece]


class Composed:
    """The text, and where its parts and the source's places are in it."""

    def __init__(self, data: bytes, changes: Sequence[Change]) -> None:
        self.parts: list[tuple[tuple[str, int], Span, int]] = []
        """Each piece that is asked about or stands for a place: its part, its span, its source."""
        self._map: list[tuple[int, int, int, int]] = []
        out: list[bytes] = []
        length = at = 0
        for span, pieces in sorted(changes, key=lambda change: (change.span.start, change.span.end)):
            out.append(data[at : span.start])
            length += span.start - at
            start = length
            for piece in pieces:
                if piece.part[0] or piece.source >= 0:
                    self.parts.append((piece.part, Span(length, length + len(piece.text)), piece.source))
                out.append(piece.text)
                length += len(piece.text)
            ending = b"\r\n" if b"\r\n" in data[span.start : span.end] else b"\n"
            lines = ending * data.count(b"\n", span.start, span.end)
            out.append(lines)
            length += len(lines)
            at = span.end
            self._map.append((span.start, span.end, start, length))
        out.append(data[at:])
        self.text = b"".join(out)
        self.spans = {part: span for part, span, _ in self.parts if part[0]}
        self._starts = [row[2] for row in self._map]
        self._source_ends = [row[1] for row in self._map]

    def back(self, offset: int) -> int:
        """The place of the source that an offset of the text stands for."""
        for _, span, source in self.parts:
            if source >= 0 and span.start <= offset < span.end:
                return source + offset - span.start
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return offset
        start, end, _, new_end = self._map[index]
        return start if offset < new_end else offset - new_end + end

    def forward(self, offset: int) -> int:
        """The offset in the text of a place of the source that was not replaced."""
        index = bisect_right(self._source_ends, offset) - 1
        if index < 0:
            return offset
        return offset - self._map[index][1] + self._map[index][3]

    def part_at(self, offset: int) -> tuple[str, int] | None:
        """The innermost named part whose text holds an offset, its end included."""
        for part, span in reversed(self.spans.items()):
            if span.start <= offset <= span.end:
                return part
        return None
