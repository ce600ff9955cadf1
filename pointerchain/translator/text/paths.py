# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains as paths: a root and the operations that lead from it to the effective address.

``sim->atoms->r``, ``(*sim).atoms->r`` and ``( sim )->atoms /* */ -> r`` are one path: root ``sim``,
operations ``*``, ``.atoms``, ``*``, ``.r``.

Equal paths from the same declaration name the same object wherever the operators are the built-in
ones or side-effect free, which is what the user promises of a chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.lex import Token, closing

_CASTS = (b"static_cast", b"reinterpret_cast", b"const_cast", b"dynamic_cast")
_LONGEST_CHAIN = 1000  # tokens; nobody writes such a chain, and reading it would take its square
_LONGEST_CAST = 100
_DEEPEST = 200  # brackets in brackets
_ASSIGNMENTS = frozenset((b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))
_EFFECTS = _ASSIGNMENTS | {b"++", b"--"}


class OpKind(Enum):
    """What an operation does to the value before it."""

    DEREFERENCE = "*"
    MEMBER = "."
    SUBSCRIPT = "[]"
    CAST = "()"


class Op(NamedTuple):
    """An operation: ``*``, ``.name``, ``[subscript]`` (constants by value) or ``(type)``."""

    kind: OpKind
    text: bytes = b""
    """The member's name, the subscript as it is compared, or the type."""
    keyword: bytes = b""
    """Of a named cast: ``static_cast``."""

    @property
    def is_constant(self) -> bool:
        """Whether it goes to an element whose number is known: ``*p`` is ``p[0]``."""
        return self.kind is OpKind.DEREFERENCE or (self.kind is OpKind.SUBSCRIPT and self.text.isdigit())

    @property
    def is_element(self) -> bool:
        """Whether it goes to an element."""
        return self.kind in (OpKind.DEREFERENCE, OpKind.SUBSCRIPT)


DEREF = Op(OpKind.DEREFERENCE)
_FIRST = Op(OpKind.SUBSCRIPT, b"0")


class Path(NamedTuple):
    """A root (``this`` and qualified names included) and its operations."""

    root: bytes
    ops: tuple[Op, ...]

    @property
    def members(self) -> tuple[bytes, ...]:
        """The names of the members on the way."""
        return tuple(op.text for op in self.ops if op.kind is OpKind.MEMBER)


def implicit_this(path: Path) -> Path:
    """``this->a`` as ``a`` would be spelled: members of ``this`` are one path either way."""
    if path.root == b"this" and len(path.ops) >= 2 and path.ops[0] == DEREF:
        return Path(path.ops[1].text, path.ops[2:])
    return path


def canonical(ops: tuple[Op, ...]) -> tuple[Op, ...]:
    """Operations as they are compared: ``p[0]`` is ``*p``."""
    return tuple(DEREF if op == _FIRST else op for op in ops) if _FIRST in ops else ops


class Watched(NamedTuple):
    """A variable or member path that a chain's subscript reads."""

    path: Path
    text: bytes


class Reading:
    """A path that is being read from tokens, with the text of the root and of each further operation."""

    def __init__(self, root: bytes, span: Span) -> None:
        self.root = root
        self.ops: list[Op] = []
        self.spans = [span]

    def add(self, op: Op, start: int, end: int) -> None:
        """An operation, with the text from the start of all that it is applied to."""
        self.ops.append(op)
        self.spans.append(Span(start, end))

    @property
    def path(self) -> Path:
        """What was read."""
        return Path(self.root, tuple(self.ops))


class ChainError(Exception):
    """Why a chain's text is refused; never leaves :mod:`directives`."""

    def __init__(self, code: str, span: Span, form: str = "", **fields: str) -> None:
        super().__init__(code)
        self.code, self.span, self.form, self.fields = code, span, form, fields


class Reader:
    """Recursive descent over the grammar of chains, a part of C's unary expressions.

    A ``strict`` one refuses what a chain cannot hold; another stops before it, for in a directive's text
    anything may follow. ``watched`` collects what subscripts read.
    """

    def __init__(
        self, toks: Sequence[Token], at: int = 0, *, strict: bool, watched: list[Watched] | None = None
    ) -> None:
        self.toks, self.at, self.strict, self.watched = toks, at, strict, watched
        self.nesting = 0

    def peek(self) -> bytes:
        """The text of the next token, empty at the end."""
        return self.toks[self.at].text if self.at < len(self.toks) else b""

    def _take(self) -> Token:
        self.at += 1
        return self.toks[self.at - 1]

    def fail(self, form: str, code: str = "bad-chain", **fields: str) -> ChainError:
        """An error at the next token."""
        token = self.toks[min(self.at, len(self.toks) - 1)]
        return ChainError(code, Span(token.start, token.end), form, **fields)

    def _expect(self, text: bytes) -> Token:
        if self.peek() != text:
            form = "expected" if self.peek() else "ends"
            raise self.fail(form, expected=_show(text), got=_show(self.peek()))
        return self._take()

    def unary(self) -> Reading:
        """A chain, with what stands before it: ``*`` and casts."""
        self.nesting += 1
        if self.nesting > (_DEEPEST if self.strict else _DEEPEST // 4):
            raise self.fail("nested")
        try:
            start = self.toks[self.at].start if self.at < len(self.toks) else 0
            if self.peek() == b"*":
                self._take()
                op = DEREF
            elif self.peek() == b"(" and self._is_cast():
                op = Op(OpKind.CAST, self._cast_type())
            else:
                return self.postfix()
            inner = self.unary()
            inner.add(op, start, inner.spans[-1].end)
            return inner
        finally:
            self.nesting -= 1

    def postfix(self) -> Reading:
        """A chain that begins with its root or a parenthesis."""
        start = self.toks[self.at].start if self.at < len(self.toks) else 0
        reading = self._primary()
        while True:
            text = self.peek()
            if text in (b"->", b"."):
                arrow = self.at
                name = self._member()
                if name is None:
                    self.at = arrow
                    return reading
                if text == b"->":
                    reading.add(DEREF, start, reading.spans[-1].end)
                reading.add(Op(OpKind.MEMBER, name), start, self.toks[self.at - 1].end)
            elif text == b"[":
                close = self._closing()
                if close is None:
                    return reading
                inner = self.toks[self.at + 1 : close]
                if self.watched is not None:  # one look at a subscript sees those in it, too
                    self._check_subscript(inner, self.watched)
                self.at = close + 1
                reading.add(Op(OpKind.SUBSCRIPT, normal_subscript(inner)), start, self.toks[close].end)
            elif self.strict and text == b"(":
                raise self.fail("written", "call-in-chain")
            elif self.strict and text in _EFFECTS:
                raise self.fail("", "side-effect-in-chain")
            else:
                return reading

    def _member(self) -> bytes | None:
        """The name after ``->`` or ``.``, or None where a lenient reader finds none."""
        shown = _show(self._take().text)
        if self.peek() == b"template":
            self._take()
        if self.at < len(self.toks) and self.toks[self.at].kind == "name":
            name = self._take().text
            while not self.strict and self.peek() == b"::":
                name += self._take().text + self.peek()
                self.at += 1
        elif self.strict:
            raise self.fail("member", operator=shown)
        else:
            return None
        if self.strict and self.peek() == b"(":
            raise self.fail("written", "call-in-chain")
        return name

    def _primary(self) -> Reading:
        if self.at >= len(self.toks):
            raise self.fail("nothing")
        token = self.toks[self.at]
        if token.text == b"(":
            self._take()
            inner = self.unary()
            inner.spans[-1] = Span(token.start, self._expect(b")").end)
            return inner
        if token.text in (b"++", b"--"):
            raise self.fail("", "side-effect-in-chain")
        if token.text in _CASTS:
            return self._named_cast()
        name, end = b"", token.end
        if token.text == b"::":
            name = self._take().text
        while self.at < len(self.toks) and self.toks[self.at].kind == "name":
            end = self.toks[self.at].end
            name += self._take().text
            if self.peek() != b"::":
                break
            name += self._take().text
        if not name or name.endswith(b"::"):
            raise self.fail("no_chain" if self.peek() else "nothing", got=_show(self.peek()))
        return Reading(name, Span(token.start, end))

    def _named_cast(self) -> Reading:
        keyword = self._take()
        self._expect(b"<")
        start, depth = self.at, 1
        while depth > 0 and self.at < min(len(self.toks), start + _LONGEST_CAST):
            depth += {b"<": 1, b">": -1, b">>": -2}.get(self._take().text, 0)
        if depth > 0:
            raise self.fail("ends", expected=">")
        name = joined(self.toks[start : self.at - 1])
        self._expect(b"(")
        inner = self.unary()
        close = self._expect(b")")
        inner.add(Op(OpKind.CAST, name, keyword.text), keyword.start, close.end)
        return inner

    def _closing(self) -> int | None:
        """Where the bracket here is closed, or None where a lenient reader finds no subscript."""
        at, depth = self.at + 1, 1
        last = len(self.toks) if self.strict else min(len(self.toks), self.at + _LONGEST_CHAIN)
        while at < last:
            depth += {b"[": 1, b"]": -1}.get(self.toks[at].text, 0)
            if depth == 0:
                break
            at += 1
        if depth == 0 and (at > self.at + 1 or not self.strict):
            return at
        if not self.strict:
            return None
        self.at = at if depth else at + 1
        if depth:
            raise self.fail("ends", expected="]")
        raise self.fail("no_subscript")

    def _check_subscript(self, inner: Sequence[Token], watched: list[Watched]) -> None:
        for index, token in enumerate(inner):
            if token.text in _EFFECTS:
                raise ChainError("side-effect-in-chain", Span(token.start, token.end))
            # what looks like a call may be a macro: Clang is asked when the chain is resolved
            before = inner[index - 1].text if index else b""
            if token.kind == "name" and before not in (b".", b"->", b"::"):
                reader = Reader(inner, index, strict=True)
                try:
                    path = reader.postfix().path
                except ChainError:
                    path = Path(token.text, ())
                watched.append(Watched(path, joined(inner[index : max(index + 1, reader.at)])))

    def _is_cast(self) -> bool:
        """Whether the parenthesis here holds a type: ``(T *)x`` but not ``(s)->x`` or ``(*s).x``.

        So does that of ``(T)(x)`` in a declare, of which Clang says where it is a call.
        """
        last = min(len(self.toks), self.at + _LONGEST_CAST) - 1
        if self.at >= last or self.toks[self.at + 1].kind != "name":
            return False
        depth, index = 0, self.at
        while index < last:
            depth += {b"(": 1, b")": -1}.get(self.toks[index].text, 0)
            if depth == 0:
                break
            index += 1
        inner, after = self.toks[self.at + 1 : index], self.toks[index + 1] if index < last else None
        if depth or not inner or after is None:
            return False
        pointer = inner[-1].text == b"*"
        names = self.strict and all(token.kind == "name" or token.text == b"::" for token in inner)
        return after.kind == "name" or (after.text == b"(" and (pointer or names))

    def _cast_type(self) -> bytes:
        self._take()
        start, depth = self.at, 1
        while depth:
            depth += {b"(": 1, b")": -1}.get(self._take().text, 0)
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
    span = Span(toks[0].start, toks[-1].end)
    if len(toks) > _LONGEST_CHAIN:
        raise ChainError("bad-chain", span, "long")
    watched: list[Watched] = []
    reader = Reader(toks, strict=True, watched=watched)
    path = reader.unary().path
    if reader.at < len(toks):
        text = reader.peek()
        if text in _EFFECTS:
            raise reader.fail("", "side-effect-in-chain")
        raise reader.fail("word", word=_show(text))
    if cxx and path.root != b"this" and all(op.kind is OpKind.SUBSCRIPT for op in path.ops):
        return path, tuple(watched)  # a member of 'this', as Clang is to confirm
    if not path.members:
        raise ChainError("bad-chain", span, "no_link", chain=_show(joined(toks)))
    if path.ops[-1].kind in (OpKind.DEREFERENCE, OpKind.CAST):
        raise ChainError("bad-chain", span, "ending")
    return path, tuple(watched)


_WORD_OR_BRACKET = lazy_pattern(rb"\s*(?:(->|\.)\s*)?(?:([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)|([(\[]))")


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
