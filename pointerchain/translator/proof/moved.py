# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Moved: offsets of a text that edits made of the source, and of the source.

``back(offset)`` is the source's offset of a byte that was kept, -1 of one that an edit wrote. That what is
kept is the source's is looked at, byte by byte.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from pointerchain.translator.emit.rewrite import Edit


class Moved:
    """The kept pieces of a source in its translation."""

    def __init__(self, source: bytes, edits: Iterable[Edit], text: bytes) -> None:
        self.starts: list[int] = []
        self.sources: list[int] = []
        self.lengths: list[int] = []
        self.differs = -1
        """Where the text is not what the edits make of the source, if anywhere."""
        at = out = 0
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end, edit.rank)):
            self._keep(source, at, edit.start, text, out)
            out += edit.start - at
            if text[out : out + len(edit.text)] != edit.text or edit.start < at:
                self._note(at)
            out += len(edit.text)
            at = edit.end
        self._keep(source, at, len(source), text, out)
        if out + len(source) - at != len(text):
            self._note(at)

    def _keep(self, source: bytes, start: int, end: int, text: bytes, out: int) -> None:
        if end > start:
            self.starts.append(out)
            self.sources.append(start)
            self.lengths.append(end - start)
            if source[start:end] != text[out : out + end - start]:
                self._note(start)

    def _note(self, offset: int) -> None:
        if self.differs < 0:
            self.differs = offset

    def back(self, offset: int) -> int:
        """The source's offset of a kept byte, or -1."""
        index = bisect_right(self.starts, offset) - 1
        if index < 0 or offset >= self.starts[index] + self.lengths[index]:
            return -1
        return offset - self.starts[index] + self.sources[index]

    def near(self, offset: int) -> int:
        """The source's offset of the last kept byte up to an offset, for messages."""
        index = bisect_right(self.starts, offset) - 1
        if index < 0:
            return 0
        return self.sources[index] + min(offset - self.starts[index], self.lengths[index])

    def forward(self, offset: int) -> int:
        """An offset of the text that lies where a source's offset lies, or where its edit does."""
        index = max(0, bisect_right(self.sources, offset) - 1)
        if not self.sources or offset < self.sources[0]:
            return 0
        return self.starts[index] + min(offset - self.sources[index], self.lengths[index])
