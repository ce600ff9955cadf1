# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Rewrite: bytes + edits -> bytes. Pure.

``b"a->b"`` with ``Edit(0, 4, b"pc_b")``  ->  ``b"pc_b"``
"""

from __future__ import annotations

from collections.abc import Iterable

from pointerchain.lazy import NamedTuple, lazy_pattern

_WORD = lazy_pattern(rb"[\w$\x80-\xff]")


class Edit(NamedTuple):
    """Replace ``[start, end)`` by ``text``; edits at one place apply in the order of ``rank``."""

    start: int
    end: int
    text: bytes
    rank: int = 0


class OverlapError(Exception):
    """Two edits change the same byte, which is a fault of the plan."""


def keeping_lines(data: bytes, start: int, end: int, text: bytes, rank: int = 0) -> Edit:
    """An edit that leaves what follows on its line: the line ends of the old text come after the new one."""
    lines = data.count(b"\n", start, end)
    ending = b"\r\n" if b"\r\n" in data[start:end] else b"\n"
    return Edit(start, end, text + ending * lines, rank)


def apart(data: bytes, start: int, end: int, word: bytes) -> bytes:
    """A word in the place of a text, with blanks where it would run into a word beside: ``else(*s).n``."""
    before = b" " if _WORD.match(data[start - 1 : start] if start else b"") else b""
    after = b" " if _WORD.match(data[end : end + 1]) else b""
    return before + word + after


def rewrite(data: bytes, edits: Iterable[Edit]) -> bytes:
    """Apply edits to ``data``; raises :class:`OverlapError` where two of them overlap."""
    out: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end, e.rank)):
        if edit.start < at:
            raise OverlapError(f"edit at {edit.start} overlaps one that ends at {at}")
        out.append(data[at : edit.start])
        out.append(edit.text)
        at = edit.end
    out.append(data[at:])
    return b"".join(out)
