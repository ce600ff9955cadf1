# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mentions: blanked text and the roots of chains -> every path in it that starts at one of them.

``if((*sim).atoms->r[i] > sim -> dt)`` mentions, for the root ``sim``, the paths ``* .atoms * .r [i]``
and ``* .dt``, each with its place and that of its first operations. Clang reads no clauses: this is for
the text of directives, and for what no declaration answers to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.text.lex import Token, tokens
from pointerchain.translator.text.paths import ChainError, Path, Reader, Reading

_GROUPING_WORDS = frozenset(
    (
        b"return sizeof else do case throw if while for switch and or not co_return co_await co_yield "
        b"alignof _Alignof typeof __typeof__ decltype noexcept default in bitand bitor xor compl delete goto"
    ).split()
)


class Mention(NamedTuple):
    """A path in the text; ``spans[k]`` is the text of its first ``k`` operations, ``spans[0]`` the root."""

    path: Path
    spans: tuple[Span, ...]

    @property
    def span(self) -> Span:
        """The text of all of it."""
        return self.spans[-1]


def mentions(text: bytes, start: int, end: int, roots: frozenset[bytes], base: int = 0) -> Iterator[Mention]:
    """Every path in ``text[start:end]`` (blanked) whose root is in ``roots``, or is one by a qualified name.

    The places are offset by ``base``.
    """
    words = {root.rpartition(b"::")[2] for root in roots}
    if not re.search(
        rb"(?<![\w$])(?:" + b"|".join(map(re.escape, sorted(words))) + rb")(?![\w$])", text[start:end]
    ):
        return
    toks = tokens(text, base, start, end)
    at = 0
    while at < len(toks):
        found = _read(toks, at) if _can_begin(toks, at) else None
        root = found.root if found is not None else b""
        if found is None or not (root in roots or (b"::" in root and root.rpartition(b"::")[2] in words)):
            at += 1
            continue
        yield Mention(found.path, tuple(found.spans))
        # on behind the root: subscripts mention paths of their own
        while toks[at].end < found.spans[0].end:
            at += 1
        at += 1


def _can_begin(toks: Sequence[Token], at: int) -> bool:
    """Whether an operand may begin at a token: no member, no part of a name, no call's parenthesis."""
    token, before = toks[at], toks[at - 1] if at else None
    if token.kind != "name" and token.text not in (b"(", b"::"):
        return False
    if before is None:
        return True
    if token.text == b"(":
        return before.text != b"]" and (before.kind != "name" or before.text in _GROUPING_WORDS)
    if before.text in (b".", b"->"):
        return False
    if token.kind == "name":
        return before.text != b"::"
    return before.kind != "name" or before.text in _GROUPING_WORDS


def _read(toks: Sequence[Token], at: int) -> Reading | None:
    """The path that begins at a token; None also where parentheses or a cast group for nobody."""
    reader = Reader(toks, at, strict=False)
    try:
        found = reader.postfix()
    except ChainError:
        return None
    closes = toks[reader.at - 1].text == b")"
    return None if closes else found
