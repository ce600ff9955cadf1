# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Spliced: a source, and headers with constructs -> one text, headers in the place of their include lines.

``#include "kernels.h"``  ->  the text of ``kernels.h``, whose places are still those of that file.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from pathlib import Path

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.inserted import Insertion, Written
from pointerchain.source import Source
from pointerchain.translator.clang.parsed import Parsed

_INCLUDE = lazy_pattern(rb'[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)[ \t]*(?://[^\n]*)?')
_QUOTED = lazy_pattern(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_ONCE = lazy_pattern(rb"^[ \t]*#[ \t]*pragma[ \t]+once\b", re.MULTILINE)
_BOM = b"\xef\xbb\xbf"


class Piece(NamedTuple):
    """A part of a text that is a part of a file."""

    start: int
    path: str
    """Empty where it is no file's text."""
    offset: int
    """Where it begins in the file."""


class Spliced(Source):
    """A text of several files, the first of which has its name."""

    def __init__(self, name: str, data: bytes, pieces: Sequence[Piece], texts: dict[str, bytes]) -> None:
        super().__init__(name, data)
        self.pieces, self.texts = tuple(pieces), texts
        self._starts = [each.start for each in self.pieces]
        self._sources = {path: Source(path, text) for path, text in texts.items()}

    def in_file(self, offset: int) -> tuple[str, int]:
        """The file that has a place of the text, and where."""
        piece = self.pieces[max(bisect_right(self._starts, offset) - 1, 0)]
        return piece.path or self.name, piece.offset + offset - piece.start if piece.path else 0

    def place(self, offset: int) -> tuple[str, int, int]:
        """The file, the line and the column of a place of the text."""
        path, at = self.in_file(offset)
        return (path, *self._sources[path].line_column(at))

    def line_column(self, offset: int) -> tuple[int, int]:
        """The line and the column in the file that has a place of the text."""
        return self.place(offset)[1:]

    def parted(self, rows: Sequence[Insertion]) -> dict[str, bytes]:
        """The text of each file with what goes into it."""
        own: dict[str, list[Insertion]] = {path: [] for path in self.texts}
        for row in rows:
            path, at = self.in_file(row.at)
            own[path].append(row._replace(at=at))
        return {path: Written(self.texts[path], each).text for path, each in own.items()}


def splice(source: Source, parsed: Parsed, wanted: Collection[str]) -> Spliced | None:
    """A source with headers of some names in the place of their include lines; None where that cannot be.

    Those that a header includes come later: the result is parsed, and spliced again.
    """
    texts = dict(source.texts) if isinstance(source, Spliced) else {source.name: source.data}
    pieces = list(source.pieces) if isinstance(source, Spliced) else [Piece(0, source.name, 0)]
    names = [name for _, _, name in parsed.include_lines]
    edits: list[tuple[int, int, str]] = []
    for includer, place, name in parsed.include_lines:
        if name not in wanted or includer != parsed.filename or names.count(name) > 1:
            continue
        start = source.data.rfind(b"\n", 0, place) + 1
        found = _INCLUDE.match(source.data, start)
        if found is None or source.data[found.end() : found.end() + 1] not in (b"", b"\r", b"\n"):
            continue
        edits.append((start, found.end(), name))
    if not edits:
        return None
    base = pieces
    out: list[bytes] = []
    made: list[Piece] = []
    at = size = 0

    def keep(end: int) -> None:
        """The old text as far as a place."""
        nonlocal at, size
        number = max(bisect_right([each.start for each in base], at) - 1, 0)
        while at < end:
            piece = base[number]
            last = min(base[number + 1].start if number + 1 < len(base) else end, end)
            made.append(Piece(size, piece.path, piece.offset + at - piece.start if piece.path else 0))
            out.append(source.data[at:last])
            size, at, number = size + last - at, last, number + 1

    directory = Path(source.name).resolve().parent
    for start, end, name in sorted(edits):
        text = parsed.text_of(name)
        if text.startswith(_BOM):
            return None
        path = name.removeprefix("./")
        texts[path] = text
        keep(start)
        at = end
        text = _ONCE.sub(lambda each: b" " * len(each[0]), text)  # of the text that it stands in now
        own = Path(name).resolve().parent
        done = 0
        for each in _QUOTED.finditer(text) if own != directory else ():
            beside = own / os.fsdecode(each[1])
            if not Path(os.fsdecode(each[1])).is_absolute() and beside.is_file():
                made += [Piece(size, path, done), Piece(size + each.start(1) - done, "", 0)]
                absolute = os.fsencode(beside)
                out += [text[done : each.start(1)], absolute]
                size, done = size + each.start(1) - done + len(absolute), each.end(1)
        made.append(Piece(size, path, done))
        out.append(text[done:])
        size += len(text) - done
        if not text.endswith(b"\n"):
            made.append(Piece(size, "", 0))
            out.append(b"\n")
            size += 1
    keep(len(source.data))
    return Spliced(source.name, b"".join(out), made, texts)
