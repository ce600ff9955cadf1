# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Patch: a source and the chains found in it -> the same source with directives on lines of their own.

Only chains that can be evaluated before their loop whatever comes are written so; one that needs the loop's
own first test is a promise of whoever writes it, which ``entered`` gives.
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.suggest.choose import Found
from pointerchain.suggest.insert_regions import InsertedRegion, regions_of
from pointerchain.translator.text.lex import Lexed, before_space, follows_head, lex, skip_space

_BEGIN, _END = b"#pragma pointerchain region begin declare(", b"#pragma pointerchain region end"
_WIDTH = 110


def patched(source: bytes, cxx: bool, found: Sequence[Found], entered: bool) -> bytes:
    """The source with its directives; loops that no line can begin before are left as they are."""
    lexed = lex(source, cxx)
    chosen = []
    for row in found:
        each = row.chosen
        # Where the loop is not entered, to write a value back would be a store that the source has not.
        ahead = each is not None and (each.guard is None or (entered and not each.written))
        chosen.append(each._replace(guard=None) if each is not None and ahead and not each.reloads else None)
    ending = b"\r\n" if b"\r\n" in source else b"\n"
    rows: list[tuple[int, int, bytes]] = []
    for order, region in enumerate(regions_of(chosen)):
        places = _lines(region, lexed)
        if places is None:
            continue
        first, last = places
        indent = _indent(source, region.loop.span.start)
        rows.append((first, order, _begin(region, indent, ending)))
        rows.append((last, -order - 1, indent + _END + ending))
    out, at = [], 0
    for place, _, text in sorted(rows, key=lambda row: row[:2]):
        out += [source[at:place], text]
        at = place
    out.append(source[at:])
    return b"".join(out)


def _lines(region: InsertedRegion, lexed: Lexed) -> tuple[int, int] | None:
    """Where the lines begin before which the directives go."""
    data, code = lexed.data, lexed.code
    at, end = region.place, region.loop.span.end
    if follows_head(code, at):
        return None
    first = data.rfind(b"\n", 0, at) + 1
    if code[first:at].strip():
        return None
    behind = data.find(b"\n", end)
    last = len(data) if behind < 0 else behind + 1
    if code[end:last].strip() or before_space(code, first) > first or skip_space(code, end) < last - 1 < 0:
        return None
    return first, last


def _indent(source: bytes, at: int) -> bytes:
    line = source[source.rfind(b"\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]


def _begin(region: InsertedRegion, indent: bytes, ending: bytes) -> bytes:
    """The directive; a long list goes on over several lines."""
    lines, line = [], indent + _BEGIN
    for number, chain in enumerate(region.chains):
        last = number == len(region.chains) - 1
        word = chain + (b")" if last else b", ")
        if len(line) + len(word) > _WIDTH and line.strip() != _BEGIN.strip():
            lines.append(line.rstrip() + b" \\")
            line = indent + b"    "
        line += word
    lines.append(line)
    return ending.join(lines) + ending
