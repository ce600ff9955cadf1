# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops in the text of a source: bytes -> the loops with their lines, and the links that are walked on them.

``for (int i = 0; i < s->n; i++)`` ... ``}``  ->  ``SourceLoop("for (int i = 0; ...", 3, 5, links=4)``

A loop that a macro spells is not seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.text.lex import lex

_LOOP = lazy_pattern(rb"\b(for|while|do)\b")
_LINK = lazy_pattern(rb"->")


@dataclass(frozen=True, slots=True)
class SourceLoop:
    """A loop: its first line as text, its first and last line, how many loops are around it, its ``->``."""

    head: str
    first: int
    last: int
    depth: int
    links: int


def source_loops(data: bytes, cxx: bool) -> list[SourceLoop]:
    """The loops of a source, in their order."""
    code = lex(data, cxx).code
    spans = []
    heads: set[int] = set()
    for match in _LOOP.finditer(code):
        if match.start() in heads:
            continue
        end = _end_of(code, match, heads)
        if end is not None:
            spans.append((match.start(), end))
    lines = data.split(b"\n")
    loops = []
    for start, end in spans:
        first, last = data.count(b"\n", 0, start), data.count(b"\n", 0, end - 1)
        depth = sum(other < start and end <= upto for other, upto in spans)
        head = lines[first].decode("utf-8", "replace").strip()
        loops.append(SourceLoop(head, first + 1, last + 1, depth, len(_LINK.findall(code[start:end]))))
    return loops


def _end_of(code: bytes, match: re.Match[bytes], heads: set[int]) -> int | None:
    """Behind the statement that a loop is; None where no statement is there. Notes the 'while' of a 'do'."""
    if match[1] == b"do":
        end = _statement(code, match.end())
        tail = re.compile(rb"\s*while\b").match(code, end) if end is not None else None
        if tail is None:
            return None
        heads.add(tail.end() - len(b"while"))
        closed = _closed(code, tail.end())
        return None if closed is None else closed
    closed = _closed(code, match.end())
    return None if closed is None else _statement(code, closed)


def _closed(code: bytes, at: int) -> int | None:
    """Behind the parenthesis that closes the one that stands next."""
    begin = re.compile(rb"\s*\(").match(code, at)
    return _matching(code, begin.end() - 1, b"()") if begin else None


def _matching(code: bytes, at: int, pair: bytes) -> int | None:
    depth = 0
    for match in re.compile(b"[" + re.escape(pair) + b"]").finditer(code, at):
        depth += 1 if match[0] == pair[:1] else -1
        if depth == 0:
            return match.end()
    return None


def _statement(code: bytes, at: int) -> int | None:
    """Behind the statement that stands next: a block, a loop or branch with its own, or up to ';'."""
    begin = re.compile(rb"(?:\s|#[^\n]*\n)*").match(code, at)
    assert begin is not None
    at = begin.end()
    if code[at : at + 1] == b"{":
        return _matching(code, at, b"{}")
    inner = re.compile(rb"(for|while|if|switch)\b").match(code, at)
    if inner is not None:
        closed = _closed(code, inner.end())
        end = None if closed is None else _statement(code, closed)
        other = re.compile(rb"\s*else\b").match(code, end) if end is not None and inner[1] == b"if" else None
        return end if other is None else _statement(code, other.end())
    if re.compile(rb"do\b").match(code, at):
        end = _statement(code, at + 2)
        return None if end is None else _semicolon(code, end)
    return _semicolon(code, at)


def _semicolon(code: bytes, at: int) -> int | None:
    depth = 0
    for match in re.compile(rb"[(){}\[\];]").finditer(code, at):
        if match[0] in (b"(", b"[", b"{"):
            depth += 1
        elif match[0] in (b")", b"]", b"}"):
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0:
            return match.end()
    return None
