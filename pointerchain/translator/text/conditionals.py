# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Conditional inclusion: which parts of a source the preprocessor skips.

Conditions whose outcome is known without preprocessing (include guards, ``#ifdef __pointerchain``,
``__cplusplus``, ``#if 0``) are decided here; only a file in which another condition matters to a
directive costs a look by Clang (``facts.skipped_ranges``).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.lex import Lexed, Line, line_text


class _Group:
    """One ``#if`` ... ``#endif``: its branches as (condition, body span)."""

    def __init__(self, start: int) -> None:
        self.start, self.end = start, 0
        self.branches: list[tuple[bytes, Span]] = []


_CONDITION = lazy_pattern(rb"#\s*(ifdef|ifndef|if|elif|elifdef|elifndef|else)\b\s*([\s\S]*)\Z")
_BRACES = lazy_pattern(rb"[{}]")
_DEFINED = lazy_pattern(rb"(!?)\s*defined\s*(?:\(\s*(\w+)\s*\)|\s(\w+))\s*\Z")


def _groups(lexed: Lexed) -> list[_Group]:
    groups: list[_Group] = []
    stack: list[tuple[_Group, bytes, int]] = []
    for line in lexed.lines:
        if line.keyword in (b"if", b"ifdef", b"ifndef"):
            group = _Group(line.span.start)
            groups.append(group)
            stack.append((group, _condition(lexed, line), line.span.end))
        elif line.keyword in (b"elif", b"else", b"elifdef", b"elifndef", b"endif") and stack:
            group, condition, start = stack.pop()
            group.branches.append((condition, Span(start, line.span.start)))
            if line.keyword == b"endif":
                group.end = line.span.end
            else:
                stack.append((group, _condition(lexed, line), line.span.end))
    return groups


def _condition(lexed: Lexed, line: Line) -> bytes:
    found = _CONDITION.match(line_text(lexed.data, line))
    if found is None:
        return b""
    return found.group(1) + b" " + b" ".join(found.group(2).split())


def _known(condition: bytes, macros: dict[bytes, bool]) -> bool | None:
    """The outcome of a condition, or None where only the preprocessor knows it."""
    word, _, rest = condition.partition(b" ")
    if word == b"else":
        return True
    if word in (b"ifdef", b"ifndef", b"elifdef", b"elifndef"):
        value = macros.get(rest)
        return None if value is None else value == (not word.endswith(b"ndef"))
    if rest in (b"0", b"1"):
        return rest == b"1"
    defined = _DEFINED.match(rest)
    if defined:
        value = macros.get(defined.group(2) or defined.group(3))
        return None if value is None else value != bool(defined.group(1))
    return macros.get(rest)


def _is_guard(lexed: Lexed, group: _Group) -> bool:
    """Whether the group is a header's include guard: ``#ifndef X``, ``#define X``, to the end."""
    condition = group.branches[0][0] if group.branches else b""
    name = condition.removeprefix(b"ifndef ").strip()
    if not condition.startswith(b"ifndef ") or len(group.branches) != 1:
        return False
    lines = [line for line in lexed.lines if line.span.start > group.start]
    if not lines or lines[0].keyword != b"define":
        return False
    defined = line_text(lexed.data, lines[0]).split()
    outside = lexed.code[: group.start] + lexed.code[group.end :]
    return bool(name) and name in defined[:3] and not outside.strip()


def branches(lexed: Lexed) -> list[Span]:
    """What stands between the lines of conditional inclusion, branch by branch; those within others, too."""
    return [body for group in _groups(lexed) for _, body in group.branches]


def decide(lexed: Lexed, cxx: bool, pragmas: Sequence[int]) -> tuple[tuple[Span, ...], bool]:
    """The parts known to be skipped, and whether Clang must be asked about others.

    What matters are the pragmas' places and braces. A condition over none of them cannot change
    which directives hold or which block they stand in.
    """
    if not any(line.keyword in (b"if", b"ifdef", b"ifndef") for line in lexed.lines):
        return (), False
    macros = {b"__pointerchain": True, b"__cplusplus": cxx}
    for line in lexed.lines:
        if line.keyword in (b"undef", b"define"):
            for name in line_text(lexed.data, line).split()[1:3]:
                macros.pop(name.partition(b"(")[0], None)
    concerns = sorted([*pragmas, *(found.start() for found in _BRACES.finditer(lexed.code))])
    skipped: list[Span] = []
    ask = False
    for group in _groups(lexed):
        if _is_guard(lexed, group):
            continue
        taken = False
        for condition, body in group.branches:
            value = _known(condition, macros)
            if taken or value is False:
                skipped.append(body)
            elif value is True:
                taken = True
            elif bisect_left(concerns, body.start) < bisect_left(concerns, group.end):
                ask = True
                break
            else:
                break
    return tuple(skipped), ask
