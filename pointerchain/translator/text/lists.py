# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lists of directives: tokens -> entries.

``(s->n, s->a->{x, y[i]}{:restrict})``  ->  ``s->n``, ``s->a->x{:restrict}``, ``s->a->y[i]{:restrict}``
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.text.lex import Token
from pointerchain.translator.text.paths import ChainError

_DEEPEST = 50  # braces in braces
_LINKS = (b"->", b".")


class Entry(NamedTuple):
    """An entry of a list; before ``own`` its tokens are those in front of the braces that it stands in."""

    toks: Sequence[Token]
    own: int


def span_of(token: Token) -> Span:
    """A token's place."""
    return Span(token.start, token.end)


def closing_token(toks: Sequence[Token], at: int) -> int:
    """Where the parenthesis at ``toks[at]`` is closed, or -1."""
    depth = 0
    for index in range(at, len(toks)):
        depth += {b"(": 1, b")": -1}.get(toks[index].text, 0)
        if depth == 0:
            return index
    return -1


def entries(toks: Sequence[Token], at: int, name: str) -> tuple[list[Sequence[Token]], int]:
    """The entries of the list that is expected at ``toks[at]``, none of them empty, and where it closes."""
    if at >= len(toks) or toks[at].text != b"(":
        place = toks[at] if at < len(toks) else toks[-1]
        raise ChainError("incomplete-directive", span_of(place), "list", after=name)
    parts, end = _split(toks, at)
    if end < 0:
        raise ChainError("unclosed-bracket", span_of(toks[at]), "list", bracket="(", word=name)
    if len(parts) == 1 and not parts[0]:
        raise ChainError("empty-entry", span_of(toks[at]), "list", word=name)
    if not all(parts):
        raise ChainError("empty-entry", span_of(toks[end]), "entry", word=name)
    return parts, end


def _split(toks: Sequence[Token], at: int) -> tuple[list[Sequence[Token]], int]:
    """The comma-separated entries of the parenthesis at ``toks[at]``, and where it closes (or -1)."""
    parts: list[Sequence[Token]] = []
    stack: list[bytes] = []
    first = at + 1
    pairs = {b"(": b")", b"[": b"]", b"{": b"}"}
    for index in range(at, len(toks)):
        text = toks[index].text
        if text in pairs:
            stack.append(pairs[text])
        elif text == b"<" and toks[index - 1].kind == "name":
            stack.append(b">")
        elif text in (b">", b">>") and stack and stack[-1] == b">":
            for _ in range(len(text)):
                if stack and stack[-1] == b">":
                    stack.pop()
        elif text in (b")", b"]", b"}"):
            while stack and stack[-1] == b">":
                stack.pop()
            if not stack or stack.pop() != text:
                return parts, -1
            if not stack:
                parts.append(toks[first:index])
                return parts, index
        elif text == b"," and len(stack) == 1:
            parts.append(toks[first:index])
            first = index + 1
    return parts, -1


def expanded(toks: Sequence[Token], own: int = 0, depth: int = 0) -> Iterator[Entry]:
    """The entries that one with members in braces stands for, in their order; itself where it has none.

    Braces behind ``->`` or ``.`` hold members, others a chain's type and qualifier; those behind members hold
    for each of them that has none of its own. Raises :class:`ChainError`.
    """
    at = _members_of(toks, own)
    if at is None:
        yield Entry(toks, own)
        return
    if depth == _DEEPEST:
        raise ChainError("bad-chain", span_of(toks[at]), "nested")
    parts, end = _split(toks, at)
    if end < 0:
        raise ChainError("unclosed-bracket", span_of(toks[at]), "members", bracket="{")
    if not all(parts):
        raise ChainError("empty-entry", span_of(toks[end]), "members")
    rest = toks[end + 1 :]
    if rest and rest[0].text != b"{":
        raise ChainError("bad-chain", span_of(rest[0]), "after_members", word=_show(rest[0]))
    for part in parts:
        if part[0].kind != "name":
            raise ChainError("bad-chain", span_of(part[0]), "member", operator=_show(toks[at - 1]))
        whole = [*toks[:at], *part]
        yield from expanded(whole if _has_options(part) else [*whole, *rest], at, depth + 1)


def _members_of(toks: Sequence[Token], start: int) -> int | None:
    """The brace of the first members in braces from ``start`` on, None where there is none."""
    depth = 0
    for index in range(start, len(toks)):
        text = toks[index].text
        depth += {b"(": 1, b"[": 1, b")": -1, b"]": -1}.get(text, 0)
        if text == b"{":
            if not index or toks[index - 1].text not in _LINKS:
                return None
            if depth:
                raise ChainError("bad-chain", span_of(toks[index]), "inside")
            return index
    return None


def _has_options(toks: Sequence[Token]) -> bool:
    """Whether a member has braces of its own for type and qualifier, behind its members in braces, too."""
    depth = 0
    for index, token in enumerate(toks):
        if token.text == b"{" and not depth and index and toks[index - 1].text not in _LINKS:
            return True
        depth += {b"(": 1, b"[": 1, b"{": 1, b")": -1, b"]": -1, b"}": -1}.get(token.text, 0)
    return False


def _show(token: Token) -> str:
    return token.text.decode("utf-8", "replace")
