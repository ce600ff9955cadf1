# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mapped text: a source with other text in the place of some spans -> the new text, mapped both ways.

``a; #pragma X`` with ``;s->n;`` in the place of the pragma  ->  ``a; ;s->n;``; offset 4 of the text is
offset 3 of the source. The number of lines is kept, so that line N of the text is line N of the source.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span


class Piece(NamedTuple):
    """Text that is put in. ``part`` names what is asked about it; ``source`` is the place it stands for."""

    text: bytes
    part: tuple[str, int] = ("", 0)
    source: int = -1


class Change(NamedTuple):
    """What stands in the place of a span, which may be empty. Changes at one place keep their order."""

    span: Span
    pieces: Sequence[Piece]


class MappedText:
    """The text, and where its parts and the source's places are in it."""

    def __init__(self, data: bytes, changes: Iterable[Change]) -> None:
        out: list[bytes] = []
        rows: list[tuple[int, int, int, int]] = []
        spans: dict[tuple[str, int], Span] = {}
        standing: list[tuple[int, int, int]] = []
        length = at = 0
        for span, pieces in sorted(changes, key=lambda change: (change.span.start, change.span.end)):
            if span.start < at:
                continue  # inside what was replaced already
            out.append(data[at : span.start])
            length += span.start - at
            start = length
            for piece in pieces:
                end = length + len(piece.text)
                if piece.part[0]:
                    spans[piece.part] = Span(length, end)
                if piece.source >= 0:
                    standing.append((length, end, piece.source))
                out.append(piece.text)
                length = end
            lines = data.count(b"\n", span.start, span.end)
            if lines:
                ending = b"\r\n" if b"\r\n" in data[span.start : span.end] else b"\n"
                out.append(ending * lines)
                length += len(ending) * lines
            at = span.end
            rows.append((span.start, span.end, start, length))
        out.append(data[at:])
        self.text = b"".join(out)
        self.spans = spans
        """Where the named parts stand in the text."""
        self.put_in = tuple(Span(row[2], row[3]) for row in rows)
        """The text that the source does not have."""
        self._rows, self._standing = rows, standing
        self._source_ends = [row[1] for row in rows]
        self._starts = [row[2] for row in rows]
        self._standing_starts = [row[0] for row in standing]

    def forward(self, offset: int) -> int:
        """The offset in the text of a place of the source that was not replaced."""
        index = bisect_right(self._source_ends, offset) - 1
        if index < 0:
            return offset
        return offset - self._rows[index][1] + self._rows[index][3]

    def span(self, span: Span) -> Span:
        """A span of the source in the text."""
        start = self.forward(span.start)
        if span.end == span.start:
            return Span(start, start)
        return Span(start, self.forward(span.end - 1) + 1)

    def back(self, offset: int) -> int:
        """The place of the source that an offset of the text stands for.

        One inside what was put in is the piece's own place, or else the begin of what it replaced.
        """
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return offset
        start, end, _, new_end = self._rows[index]
        if offset >= new_end:
            return offset - new_end + end
        index = bisect_right(self._standing_starts, offset) - 1
        if index >= 0 and offset < self._standing[index][1]:
            return self._standing[index][2] + offset - self._standing[index][0]
        return start

    @cached_property
    def _parts(self) -> tuple[list[int], list[tuple[str, int]]]:
        rows = sorted((span.start, part) for part, span in self.spans.items())
        return [row[0] for row in rows], [row[1] for row in rows]

    def part_at(self, offset: int) -> tuple[str, int] | None:
        """The named part whose text holds an offset, its end included; the last to begin before it."""
        starts, parts = self._parts
        index = bisect_right(starts, offset) - 1
        if index >= 0 and offset <= self.spans[parts[index]].end:
            return parts[index]
        return None
