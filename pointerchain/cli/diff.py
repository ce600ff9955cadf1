# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A unified diff of a source and its translation.

Line N of a translation is line N of its source, so lines are compared in pairs:
that takes one pass, however large the file and whatever repeats in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import zip_longest

CONTEXT = 3
_HEADER, _HUNK, _REMOVED, _ADDED, _RESET = b"\x1b[1m", b"\x1b[36m", b"\x1b[31m", b"\x1b[32m", b"\x1b[0m"


def unified(name: str, before: bytes, after: bytes, *, colour: bool = False) -> bytes:
    """The diff that ``patch -p1`` and ``git apply`` take; empty where nothing differs."""
    old, new = _lines(before), _lines(after)
    pairs = list(zip_longest(old, new))
    changed = [at for at, (left, right) in enumerate(pairs) if left != right]
    if not changed:
        return b""
    path = path_in(name)
    # As git has it: a tab ends a name that holds a space.
    end = b"\t\n" if b" " in path else b"\n"
    rows = [(_HEADER, b"--- a/" + path + end), (_HEADER, b"+++ b/" + path + end)]
    for first, last in _hunks(changed, len(pairs)):
        spans = " ".join((f"-{_range(first, last, len(old))}", f"+{_range(first, last, len(new))}"))
        rows.append((_HUNK, f"@@ {spans} @@\n".encode()))
        rows.extend(_hunk(pairs[first:last]))
    return b"".join(_paint(row, code) if colour and code else row for code, row in rows)


def path_in(name: str) -> bytes:
    """What a diff calls a file, behind 'a/' and 'b/'."""
    return os.fsencode(os.path.normpath(name).lstrip("/"))


def _lines(data: bytes) -> list[bytes]:
    """Lines with their ends; only a newline ends one, as ``patch`` reads them."""
    *whole, rest = data.split(b"\n")
    return [line + b"\n" for line in whole] + ([rest] if rest else [])


def _hunks(changed: list[int], count: int) -> Iterator[tuple[int, int]]:
    """Ranges of lines that hold the changes and their context and do not meet."""
    first = last = -1
    for at in changed:
        if first >= 0 and at - CONTEXT > last:
            yield first, last
            first = -1
        if first < 0:
            first = max(0, at - CONTEXT)
        last = min(count, at + CONTEXT + 1)
    yield first, last


def _range(first: int, last: int, count: int) -> str:
    """``start,length`` of the lines ``[first, last)`` in a file of ``count`` lines."""
    length = max(0, min(last, count) - first)
    return f"{first + 1 if length else min(first, count)},{length}"


def _hunk(pairs: list[tuple[bytes | None, bytes | None]]) -> Iterator[tuple[bytes, bytes]]:
    """Rows and their colours; a run of changed lines comes as all it removes, then all it adds."""
    removed: list[bytes] = []
    added: list[bytes] = []
    for left, right in [*pairs, (b"", b"")]:
        if left != right:
            removed += [left] if left is not None else []
            added += [right] if right is not None else []
            continue
        yield from ((_REMOVED, _row(b"-", line)) for line in removed)
        yield from ((_ADDED, _row(b"+", line)) for line in added)
        removed, added = [], []
        if left:
            yield b"", _row(b" ", left)


def _row(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else mark + line + b"\n\\ No newline at end of file\n"


def _paint(row: bytes, code: bytes) -> bytes:
    return code + row.removesuffix(b"\n") + _RESET + b"\n"
