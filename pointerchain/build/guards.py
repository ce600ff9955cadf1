# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Whether a file is read once: its ``#pragma once`` and its include guard."""

from __future__ import annotations

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.text.lex import Lexed, line_text

_IFNDEF = lazy_pattern(rb"#\s*(?:ifndef\s+(\w+)|if\s+!\s*defined\s*\(?\s*(\w+)\s*\)?)\s*\Z")


class Lines(NamedTuple):
    """What the preprocessor lines of a file say about its inclusion."""

    lexed: Lexed
    once: bool
    guard: bytes
    opening: int
    closing: int


def read_lines(lexed: Lexed) -> Lines:
    """Find ``#pragma once`` and the include guard of a file."""
    data, lines = lexed.data, lexed.lines
    once = any(
        line.keyword == b"pragma" and line_text(data, line).replace(b"#", b"").split()[1:] == [b"once"]
        for line in lines
    )
    none = Lines(lexed, once, b"", -1, -1)
    rest = [number for number, line in enumerate(lines) if not (once and line.keyword == b"pragma")]
    if len(rest) < 3 or lines[-1].keyword != b"endif":
        return none
    opening = rest[0]
    found = _IFNDEF.match(line_text(data, lines[opening]).strip())
    if found is None or lines[rest[1]].keyword != b"define":
        return none
    name = found.group(1) or found.group(2)
    defined = line_text(data, lines[rest[1]]).replace(b"#", b"").split()
    if defined[1:2] != [name]:
        return none
    depth = 0
    for number, line in enumerate(lines):
        if line.keyword in (b"if", b"ifdef", b"ifndef"):
            depth += 1
        elif line.keyword in (b"else", b"elif", b"elifdef", b"elifndef") and depth == 1:
            return none
        elif line.keyword == b"endif":
            depth -= 1
            if depth == 0 and number != len(lines) - 1:
                return none
    outside = lexed.code[: lines[opening].span.start] + lexed.code[lines[-1].span.end :]
    return none if outside.strip() else Lines(lexed, once, name, opening, len(lines) - 1)
