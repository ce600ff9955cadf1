# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains as paths: a root and the operations that lead from it to the effective address.

``sim->atoms->r``, ``(*sim).atoms->r`` and ``( sim )->atoms /* */ -> r`` are one path:
root ``sim``, operations ``* .atoms * .r``.

Operations are bytes: ``*`` (dereference), ``.name``, ``[expression]`` (constants by value) and
``(cast)``. Equal paths from the same declaration name the same object wherever the operators are
the built-in ones or side-effect free, which is what the user promises of a chain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pointerchain.source import Span
from pointerchain.translator.text.lex import Token, closing

DEREF = b"*"
CASTS = (b"static_cast", b"reinterpret_cast", b"const_cast", b"dynamic_cast")

_LONGEST_CHAIN = 1000  # tokens; nobody writes such a chain, and reading it would take its square
_ASSIGNMENTS = frozenset((b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))
_EFFECTS = _ASSIGNMENTS | {b"++", b"--"}


class Path(NamedTuple):
    """A root (``this`` and qualified names included) and its operations."""

    root: bytes
    ops: tuple[bytes, ...]


def implicit_this(path: Path) -> Path:
    """``this->a`` as ``a`` would be spelled: members of ``this`` are one path either way."""
    if path.root == b"this" and len(path.ops) >= 2 and path.ops[0] == DEREF:
        return Path(path.ops[1][1:], path.ops[2:])
    return path


def canonical(ops: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Operations as they are compared: ``p[0]`` is ``*p``."""
    return tuple(DEREF if op == b"[0]" else op for op in ops) if b"[0]" in ops else ops


def without_cast_kinds(ops: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Operations with every cast as a C cast to its type: ``static_cast<T*>`` and ``(T*)`` alike."""
    return tuple(
        b"(" + op[op.index(b"<") + 1 : -2] + b")" if op.startswith(b"(") and op.endswith(b">)") else op
        for op in canonical(ops)
    )


class Watched(NamedTuple):
    """A variable or member path that a chain's subscript reads."""

    path: Path
    text: bytes


class ChainError(Exception):
    """Why a chain's text is refused; never leaves :mod:`directives`."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        super().__init__(message)
        self.code, self.message, self.span = code, message, span


class _Parser:
    """Recursive descent over the grammar of chains, a part of C's unary expressions."""

    def __init__(self, toks: Sequence[Token], collect: bool = True) -> None:
        self.toks, self.collect = toks, collect
        self.at = self.nesting = 0
        self.watched: list[Watched] = []

    def peek(self, ahead: int = 0) -> bytes:
        position = self.at + ahead
        return self.toks[position].text if position < len(self.toks) else b""

    def take(self) -> Token:
        self.at += 1
        return self.toks[self.at - 1]

    def fail(self, message: str, code: str = "bad-chain") -> ChainError:
        if self.at < len(self.toks):
            token = self.toks[self.at]
        else:
            token = self.toks[-1]
        return ChainError(code, message, Span(token.start, token.end))

    def expect(self, text: bytes) -> Token:
        if self.peek() != text:
            got = f"'{_show(self.peek())}'" if self.peek() else "the end of the chain"
            raise self.fail(f"expected '{_show(text)}' in a chain, got {got}")
        return self.take()

    def unary(self) -> Path:
        self.nesting += 1
        if self.nesting > 200:
            raise self.fail("the chain is nested too deeply")
        try:
            if self.peek() == b"*":
                self.take()
                inner = self.unary()
                return Path(inner.root, (*inner.ops, DEREF))
            if self.peek() == b"(" and self._is_cast():
                name = self._cast_type()
                inner = self.unary()
                return Path(inner.root, (*inner.ops, b"(" + name + b")"))
            return self.postfix()
        finally:
            self.nesting -= 1

    def postfix(self) -> Path:
        path = self.primary()
        root, ops = path.root, list(path.ops)
        while True:
            text = self.peek()
            if text in (b"->", b"."):
                self.take()
                if self.peek() == b"template":
                    self.take()
                if self.at >= len(self.toks) or self.toks[self.at].kind != "name":
                    raise self.fail(f"expected a member's name after '{_show(text)}'")
                name = self.take().text
                if self.peek() == b"(":
                    raise self.fail("a chain cannot hold a call", "call-in-chain")
                ops += [DEREF, b"." + name] if text == b"->" else [b"." + name]
            elif text == b"[":
                ops.append(self.subscript())
            elif text == b"(":
                raise self.fail("a chain cannot hold a call", "call-in-chain")
            elif text in _EFFECTS:
                raise self.fail("a chain cannot have a side effect", "side-effect-in-chain")
            else:
                return Path(root, tuple(ops))

    def primary(self) -> Path:
        if self.at >= len(self.toks):
            raise self.fail("expected a chain")
        token = self.toks[self.at]
        if token.text == b"(":
            self.take()
            inner = self.unary()
            self.expect(b")")
            return inner
        if token.text in (b"++", b"--"):
            raise self.fail("a chain cannot have a side effect", "side-effect-in-chain")
        if token.text in CASTS:
            self.take()
            self.expect(b"<")
            start = self.at
            depth = 1
            while depth and self.at < len(self.toks):
                depth += {b"<": 1, b">": -1, b">>": -2}.get(self.take().text, 0)
            if depth:
                raise self.fail("expected '>' in a cast")
            name = joined(self.toks[start : self.at - 1])
            self.expect(b"(")
            inner = self.unary()
            self.expect(b")")
            return Path(inner.root, (*inner.ops, b"(" + token.text + b"<" + name + b">)"))
        name = b""
        if token.text == b"::":
            name = self.take().text
        while self.at < len(self.toks) and self.toks[self.at].kind == "name":
            name += self.take().text
            if self.peek() != b"::":
                break
            name += self.take().text
        if not name or name.endswith(b"::"):
            shown = _show(self.peek()) if self.peek() else "the end"
            raise self.fail(f"expected a chain such as 'root->member', got '{shown}'")
        return Path(name, ())

    def subscript(self) -> bytes:
        self.take()
        start, depth = self.at, 1
        while depth:
            if self.at >= len(self.toks):
                raise self.fail("expected ']' in a chain")
            text = self.take().text
            depth += {b"[": 1, b"]": -1}.get(text, 0)
        inner = self.toks[start : self.at - 1]
        if not inner:
            raise self.fail("a chain's subscript is empty")
        if self.collect:  # one look at a subscript sees those in it, too
            self._check_subscript(inner)
        return b"[" + normal_subscript(inner) + b"]"

    def _check_subscript(self, inner: Sequence[Token]) -> None:
        for index, token in enumerate(inner):
            if token.text in _EFFECTS:
                raise ChainError(
                    "side-effect-in-chain",
                    "a subscript of a chain cannot have a side effect",
                    Span(token.start, token.end),
                )
            # what looks like a call may be a macro: Clang is asked when the chain is resolved
            before = inner[index - 1].text if index else b""
            if token.kind == "name" and before not in (b".", b"->", b"::"):
                reader = _Parser(inner[index:], collect=False)
                try:
                    path = reader.postfix()
                except ChainError:
                    path = Path(token.text, ())
                self.watched.append(Watched(path, joined(inner[index : index + max(1, reader.at)])))

    def _is_cast(self) -> bool:
        """Whether the parenthesis here holds a type: ``(T *)x`` but not ``(s)->x`` or ``(*s).x``."""
        depth, index = 0, self.at
        while index < len(self.toks):
            depth += {b"(": 1, b")": -1}.get(self.toks[index].text, 0)
            if depth == 0:
                break
            index += 1
        inner = self.toks[self.at + 1 : index]
        after = self.toks[index + 1] if index + 1 < len(self.toks) else None
        if not inner or after is None or inner[0].kind != "name":
            return False
        return after.kind == "name" or (after.text == b"(" and inner[-1].text == b"*")

    def _cast_type(self) -> bytes:
        self.take()
        start, depth = self.at, 1
        while depth:
            depth += {b"(": 1, b")": -1}.get(self.take().text, 0)
        return joined(self.toks[start : self.at - 1])


def _show(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def joined(toks: Sequence[Token]) -> bytes:
    """Tokens on one line, a blank only where two words would run together."""
    out = b""
    word_last = False
    for token in toks:
        word = token.kind != "punct"
        if out and word and word_last:
            out += b" "
        out += token.text
        word_last = word
    return out


def normal_subscript(toks: Sequence[Token]) -> bytes:
    """A subscript as it is compared: integer constants by value, anything else by its tokens."""
    toks = _without_parentheses(toks)
    if len(toks) == 1 and toks[0].kind == "number":
        text = toks[0].text.replace(b"'", b"").rstrip(b"uUlL").lower()
        try:
            octal = len(text) > 1 and text[0] == 0x30 and text.isdigit()
            return str(int(text, 8) if octal else int(text, 0)).encode()
        except ValueError:
            pass
    return joined(toks)


def _without_parentheses(toks: Sequence[Token]) -> Sequence[Token]:
    """Tokens without the parentheses around single operands: ``(i) + (1)`` is ``i + 1``."""
    out = list(toks)
    at = 0
    while at + 2 < len(out):
        before = out[at - 1] if at else None
        grouping = before is None or (before.kind == "punct" and before.text not in (b")", b"]"))
        if grouping and out[at].text == b"(" and out[at + 2].text == b")" and out[at + 1].kind != "punct":
            out[at : at + 3] = [out[at + 1]]
            at = max(0, at - 1)
        else:
            at += 1
    while len(out) > 2 and out[0].text == b"(" and _closes(out) == len(out) - 1:
        out = out[1:-1]
    return out


def _closes(toks: Sequence[Token]) -> int:
    """Where the parenthesis that the first token opens is closed, or -1."""
    depth = 0
    for index, token in enumerate(toks):
        depth += {b"(": 1, b")": -1}.get(token.text, 0)
        if depth == 0:
            return index
    return -1


def parse_chain(toks: Sequence[Token], cxx: bool) -> tuple[Path, tuple[Watched, ...]]:
    """The path that a directive's chain spells, and what its subscripts read.

    In C++ a bare name may be a member of ``this``. Raises :class:`ChainError` with the place of the
    offending token.
    """
    if len(toks) > _LONGEST_CHAIN:
        span = Span(toks[0].start, toks[-1].end)
        raise ChainError("bad-chain", "the chain is too long", span)
    parser = _Parser(toks)
    path = parser.unary()
    if parser.at < len(toks):
        text = parser.peek()
        code = "side-effect-in-chain" if text in _EFFECTS else "bad-chain"
        raise parser.fail(f"'{_show(text)}' cannot stand in a chain", code)
    span = Span(toks[0].start, toks[-1].end)
    if cxx and path.root != b"this" and all(op.startswith(b"[") for op in path.ops):
        return path, tuple(parser.watched)  # a member of 'this', as Clang is to confirm
    if not any(op.startswith(b".") for op in path.ops):
        raise ChainError("bad-chain", f"'{_show(joined(toks))}' names no member: a chain has a link", span)
    if path.ops[-1] == DEREF or path.ops[-1].startswith(b"("):
        raise ChainError(
            "bad-chain", "a chain ends in a member or a subscript, not in a dereference or a cast", span
        )
    return path, tuple(parser.watched)


_WORD_OR_BRACKET = re.compile(rb"\s*(?:(->|\.)\s*)?(?:([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)|([(\[]))")


def is_primary(text: bytes) -> bool:
    """Whether a text is one operand: a name or parentheses, and members and subscripts of it."""
    at, first = 0, True
    while text[at:].strip():
        found = _WORD_OR_BRACKET.match(text, at)
        if found is None:
            return False
        operator, word, bracket = found.groups()
        if word:
            if first == bool(operator):
                return False
            at = found.end()
        else:
            if operator or (not first and bracket == b"(") or (first and bracket == b"["):
                return False
            close = closing(text, found.end() - 1)
            if close < 0:
                return False
            at = close + 1
        first = False
    return not first
