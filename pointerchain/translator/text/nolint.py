# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Comments that keep a warning from being shown, as clang-tidy's.

``// NOLINT(pointerchain-aliased-call)`` at the end of the line, ``NOLINTNEXTLINE(...)`` on the line before. A
line that a backslash continues is one with those that follow. A bare ``NOLINT`` is clang-tidy's alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from pointerchain.diagnostics import Diagnostic, Severity
from pointerchain.lazy import lazy_pattern

_COMMENT = lazy_pattern(rb"\bNOLINT(NEXTLINE)?\(([^()\n]*)\)")
_PREFIX = "pointerchain-"


def shown(diagnostics: Sequence[Diagnostic], data: bytes, filename: str) -> tuple[Diagnostic, ...]:
    """The diagnostics without the warnings in ``filename``, whose text is ``data``, that a comment names."""
    if b"NOLINT" not in data:
        return tuple(diagnostics)
    return tuple(each for each in diagnostics if not _is_named(each, data, filename))


def _is_named(each: Diagnostic, data: bytes, filename: str) -> bool:
    if each.severity is not Severity.WARNING or each.place.file != filename:
        return False
    start = _line_start(data, each.place.span.start)
    before = data[_line_start(data, start - 1) : start] if start else b""
    own = data[start : _line_end(data, each.place.span.start)]
    return _names(own, each.code, b"") or _names(before, each.code, b"NEXTLINE")


def _line_start(data: bytes, at: int) -> int:
    """Where the logical line that holds an offset begins."""
    start = data.rfind(b"\n", 0, at) + 1
    while start and data[max(0, start - 3) : start].endswith((b"\\\n", b"\\\r\n")):
        start = data.rfind(b"\n", 0, start - 1) + 1
    return start


def _line_end(data: bytes, at: int) -> int:
    while True:
        end = data.find(b"\n", at)
        if end < 0 or not data[at:end].rstrip(b"\r").endswith(b"\\"):
            return len(data) if end < 0 else end
        at = end + 1


def _names(line: bytes, code: str, which: bytes) -> bool:
    for found in _COMMENT.finditer(line):
        if (found[1] or b"") == which:
            names = found[2].decode("utf-8", "replace").split(",")
            if any(fnmatchcase(_PREFIX + code, name.strip()) for name in names if name.strip() != "*"):
                return True
    return False
