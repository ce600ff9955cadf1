# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mentions: blanked code and the roots of chains -> every path in it that starts at one of them.

``x = (*sim).atoms->r[i] + sim -> dt;`` mentions, for the root ``sim``, the paths ``* .atoms * .r [i]``
and ``* .dt``, each with its place and that of its first operations.
"""

from __future__ import annotations

import re

from pointerchain.source import Span
from pointerchain.translator.text.lex import (
    IDENT,
    before_space,
    closing,
    opening,
    skip_space,
    tokens,
    word_before,
)
from pointerchain.translator.text.paths import CASTS, DEREF, Path, joined, normal_subscript

_LONGEST_SUBSCRIPT = 1500  # bytes; the reading of subscripts in subscripts takes its square


class Mention:
    """A path found in the text.

    ``unsure`` says that only Clang can tell whether the parentheses group or call. A plain class that
    makes few objects: a source can hold ten thousand mentions, nearly all of them plain reads.
    """

    __slots__ = ("_reach", "_spans", "path", "span", "unsure")

    def __init__(
        self,
        path: Path,
        span: Span,
        reach: tuple[int, ...],
        spans: tuple[Span, ...] = (),
        unsure: bool = False,
    ) -> None:
        """``reach[k]`` bytes are the text of the first ``k`` operations, or it is ``spans[k]``."""
        self.path, self.span, self.unsure = path, span, unsure
        self._reach, self._spans = reach, spans

    def upto(self, count: int) -> Span:
        """The text of the first ``count`` operations; of none, the root."""
        if self._spans:
            return self._spans[count]
        start = self.span.start
        return Span(start, start + self._reach[count])


_QUALIFIED = rb"(?:::\s*)?(?:" + IDENT + rb"\s*(?:<[^<>;{}]*>\s*)?::\s*(?:template\s+)?)*" + IDENT
_OPERATION = re.compile(rb"\s*(?:(->|\.)\s*(?:template\s+)?(" + _QUALIFIED + rb")|(\[)|(\)))")
_SIMPLE_SUBSCRIPT = re.compile(rb"\[\s*([A-Za-z_]\w*|0|[1-9]\d*)\s*\]")
_PLAIN = re.compile(
    rb"(?:\s*(?:->|\.)\s*(?:template\s+)?" + IDENT + rb"|\s*\[\s*(?:[A-Za-z_]\w*|0|[1-9]\d*)\s*\])*"
)
_MORE = re.compile(rb"\s*(?:[\[)]|::|<[^<>;{}]*>\s*::|(?:->|\.)\s*::)")
_FLAT_SUBSCRIPT = re.compile(rb"\[[^][(){}]*\]")
_PARENTHESIS = re.compile(rb"[()]")
_GROUPING_WORDS = frozenset(
    (
        b"return sizeof else do case throw if while for switch and or not co_return co_await co_yield "
        b"alignof _Alignof typeof __typeof__ decltype noexcept default in bitand bitor xor compl delete goto"
    ).split()
)


_KNOWN: dict[tuple[bytes, bytes, int], tuple[Path, tuple[int, ...]]] = {}
"""Paths without parentheses that were read before, by root, text and the root's length."""
_KNOWN_AT_MOST = 10_000


def _subscript(text: bytes) -> bytes:
    normal = _SUBSCRIPTS.get(text)
    if normal is None:
        if len(_SUBSCRIPTS) == _KNOWN_AT_MOST:
            _SUBSCRIPTS.clear()
        normal = _SUBSCRIPTS[text] = normal_subscript(tokens(text, 0, 0, len(text)))
    return normal


_SUBSCRIPTS: dict[bytes, bytes] = {}
"""Subscripts that were read before."""


def find_roots(roots: frozenset[bytes]) -> re.Pattern[bytes]:
    """A pattern for the last identifier of each root."""
    words = sorted({root.rpartition(b"::")[2] for root in roots})
    return re.compile(rb"(?<![\w$])(?:" + b"|".join(re.escape(word) for word in words) + rb")(?![\w$])")


def mentions(
    text: bytes, start: int, end: int, roots: frozenset[bytes], pattern: re.Pattern[bytes], base: int = 0
) -> list[Mention]:
    """Every path in ``text[start:end]`` (blanked code) whose root is in ``roots``."""
    out = []
    known = _KNOWN
    for found in pattern.finditer(text, start, end):
        first, last = found.span()
        name = found.group()
        before = before_space(text, first)
        tail = text[max(0, before - 2) : before]
        if tail.endswith(b".") and not tail.endswith(b".."):
            continue
        if tail == b"->":
            continue
        if tail == b"::":
            qualified = _qualified(text, before, name)
            if qualified is None:
                continue
            name, first = qualified
            before = before_space(text, first)
            if text[before - 1 : before] == b"." or text[before - 2 : before] == b"->":
                continue  # a member under its class's name
        elif name not in roots:
            continue
        after = _PLAIN.match(text, last, end).end()  # type: ignore[union-attr]
        if _MORE.match(text, after, end):
            out.append(_read_path(text, name, first, last, end, base))
            continue
        key = (name, text[first:after], last - first)
        row = known.get(key)
        if row is None:
            mention = _read_path(text, name, first, last, end, 0)
            row = mention.path, tuple(mention.upto(k).end - first for k in range(len(mention.path.ops) + 1))
            if len(known) == _KNOWN_AT_MOST:
                known.clear()
            known[key] = row
        out.append(Mention(row[0], Span(base + first, base + after), row[1]))
    return out


def _qualified(text: bytes, before: int, name: bytes) -> tuple[bytes, int] | None:
    start = before - 2
    name = b"::" + name
    while True:
        word_end = before_space(text, start)
        word = word_before(text, word_end)
        if not word or word in _GROUPING_WORDS:
            return name, start
        start = word_end - len(word)
        name = word + name
        at = before_space(text, start)
        if text[at - 2 : at] != b"::":
            return name, start
        start = at - 2
        name = b"::" + name


def _read_path(text: bytes, root: bytes, first: int, last: int, end: int, base: int) -> Mention:
    ops: list[bytes] = []
    spans = [Span(base + first, base + last)]
    unsure = False
    while True:
        found = _OPERATION.match(text, last, end)
        if found is None:
            break
        if found.group(1):
            if found.group(1) == b"->":
                ops.append(DEREF)
                spans.append(spans[-1])
            ops.append(b"." + b"".join(found.group(2).split()))
            last = found.end()
        elif found.group(3):
            simple = _SIMPLE_SUBSCRIPT.match(text, found.start(3), end)
            if simple:
                ops.append(b"[" + simple.group(1) + b"]")
                last = simple.end()
                spans.append(Span(base + first, base + last))
                continue
            flat = _FLAT_SUBSCRIPT.match(text, found.start(3), end)
            if flat is not None:
                close = flat.end() - 1
            else:
                close = closing(text, found.start(3), min(end, found.start(3) + _LONGEST_SUBSCRIPT))
            if close < 0:
                break
            ops.append(b"[" + _subscript(text[found.start(3) + 1 : close]) + b"]")
            last = close + 1
        else:
            wrapped = _unwrap(text, first, found.end())
            if wrapped is None:
                break
            after = skip_space(text, found.end())
            if text[after : after + 1] not in (b".", b"[", b")") and text[after : after + 2] != b"->":
                break
            first, extra, doubtful = wrapped
            last = found.end()
            unsure = unsure or doubtful
            for op in extra:
                ops.append(op)
                spans.append(Span(base + first, base + last))
            if not extra:
                spans[-1] = Span(base + first, base + last)
            continue
        spans.append(Span(base + first, base + last))
    # a parenthesis that nothing followed groups for somebody else
    while spans and text[spans[-1].end - base - 1 : spans[-1].end - base] == b")":
        if ops and (ops[-1] == DEREF or ops[-1].startswith(b"(")):
            ops.pop()
            spans.pop()
        else:
            inner = spans[-1]
            bare = strip_parentheses(text, Span(inner.start - base, inner.end - base))
            spans[-1] = Span(base + bare.start, base + bare.end)
            break
    return Mention(Path(root, tuple(ops)), spans[-1], (), tuple(spans), unsure)


def strip_parentheses(text: bytes, span: Span) -> Span:
    """The span without the parentheses that wrap all of it."""
    first, last = span
    if text[first : first + 1] != b"(":
        return span
    opened = [first]
    while text[(at := skip_space(text, opened[-1] + 1)) : at + 1] == b"(" and at < last:
        opened.append(at)
    closed = [last - 1]
    while text[(at := before_space(text, closed[-1]) - 1) : at + 1] == b")" and at > opened[-1]:
        closed.append(at)
    # as many pairs wrap everything as the depth between the runs never falls below
    depth = least = len(opened)
    for found in _PARENTHESIS.finditer(text, opened[-1] + 1, closed[-1]):
        depth += 1 if found.group() == b"(" else -1
        least = min(least, depth)
    pairs = min(len(opened), len(closed), least)
    if text[last - 1 : last] != b")" or not pairs:
        return span
    return Span(skip_space(text, opened[pairs - 1] + 1), before_space(text, closed[pairs - 1]))


def _unwrap(text: bytes, first: int, after: int) -> tuple[int, list[bytes], bool] | None:
    """What the parenthesis that closes before ``after`` does to the path that starts at ``first``.

    The new start, the operations it adds (``*`` and casts), and whether it may be a call's.
    """
    ops: list[bytes] = []
    at = before_space(text, first)
    while at:
        char = text[at - 1 : at]
        if char == b"*":
            ops.append(DEREF)
            at = before_space(text, at - 1)
        elif char == b")":
            start = opening(text, at - 1)
            inner = tokens(text, 0, start + 1, at - 1)
            if start < 0 or not inner or inner[0].kind != "name":
                return None
            ops.append(b"(" + joined(inner) + b")")
            at = before_space(text, start)
        elif char == b"(":
            break
        else:
            return None
    if not at:
        return None
    start = at - 1
    at = before_space(text, start)
    char = text[at - 1 : at]
    if char == b">":
        cast = _named_cast(text, at)
        if cast is not None:
            return cast[0], [*ops, cast[1]], False
        return start, ops, True
    if char == b")":
        return start, ops, True
    if char == b"]":
        return None
    word = word_before(text, at)
    if word and word not in _GROUPING_WORDS:
        return None
    return start, ops, False


def _named_cast(text: bytes, end: int) -> tuple[int, bytes] | None:
    depth, at = 0, end - 1
    while at >= 0 and text[at] not in b";{}":
        depth += {0x3E: 1, 0x3C: -1}.get(text[at], 0)
        if depth == 0:
            break
        at -= 1
    word_end = before_space(text, at)
    word = word_before(text, word_end)
    if word not in CASTS:
        return None
    return word_end - len(word), b"(" + word + b"<" + joined(tokens(text, 0, at + 1, end - 1)) + b">)"
