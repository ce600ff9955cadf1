# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mapping: what goes into a source -> its text with that, whose lines keep their numbers.

A directive on a line of its own before line 12  ->  ``#line 12`` in front of it, and behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.diagnostics import Place
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.inserted import Insertion, Written
from pointerchain.source import Span

_NUMBERED = lazy_pattern(rb"^[ \t]*(?:#|%:)[ \t]*(?:line\b|\d)", re.MULTILINE)


class Mapping(NamedTuple):
    """What becomes of a source."""

    rows: tuple[tuple[int, bytes], ...] = ()
    """The places at which text goes into it, and that text."""
    asked: tuple[str, ...] = ()
    """What is asked, and what is left, each from its line on: ``:6:5: question: ...``."""
    problem: str = ""
    """Why nothing is known of it."""
    elsewhere: tuple[str, ...] = ()
    """The database, and the files of other sources, by which it was decided."""

    def written(self, data: bytes) -> Written:
        """The source with what goes into it."""
        return Written(data, [Insertion(*row) for row in self.rows])

    def has_lines_of_its_own(self) -> bool:
        """Whether lines are added to the source."""
        return any(b"\n" in text for _, text in self.rows)


def says_numbers(data: bytes) -> bool:
    """Whether a source gives its lines other numbers itself."""
    return _NUMBERED.search(data) is not None


def in_source(written: Written, path: str, place: Place) -> Place:
    """A place of the new text of a source, in the source."""
    if place.file != path or place.span.start < 0:
        return place
    start = written.in_source(place.span.start)
    return Place(path, Span(start, max(start, written.in_source(place.span.end))))


def numbered(parts: Sequence[bytes | int | None], written: Written) -> list[bytes | int | None]:
    """The parts of a translation of the new text, with the source's line numbers in front of its lines."""
    out: list[bytes | int | None] = []
    line, said, is_start, goes_on = 0, 1, True, False
    for part in parts:
        if not isinstance(part, bytes):
            if is_start and written.numbers[line] != said:
                out.append(b"#line %d\n" % written.numbers[line])
                said = written.numbers[line]
            out.append(part)
            is_start = False
            continue
        lines: list[bytes] = []
        for text in part.splitlines(keepends=True):
            if is_start and not goes_on and line < len(written.numbers) and written.numbers[line] != said:
                said = written.numbers[line]
                lines.append(b"#line %d\n" % said)
            lines.append(text)
            is_start = text.endswith(b"\n")
            if is_start:
                goes_on = text.rstrip(b"\r\n").endswith(b"\\")
                line, said = line + 1, said + 1
        out.append(b"".join(lines))
    return out
