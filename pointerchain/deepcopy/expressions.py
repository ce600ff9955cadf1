# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Expressions: the tokens of a deep-copy directive's entries -> lengths, conditions and sections.

``cells[0:n] as brief``  ->  ``Section(chain=cells, start=0, length=n, shape="brief")``
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.lex import Token
from pointerchain.translator.text.paths import ChainError

_EFFECTS = frozenset(
    (b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>=", b"++", b"--")
)
_NOT_IN_EXPRESSION = frozenset((b";", b"{", b"}", b"#", b"\\", b"@", b"`"))
_IN_TYPE = frozenset((b"::", b"<", b">", b">>", b"*"))
_NOT_CALLED = frozenset(
    b"sizeof alignof _Alignof static_cast reinterpret_cast const_cast dynamic_cast decltype".split()
)


_CONSTANT = lazy_pattern(rb"""(?:u8|[uUL])?'(?:[^'\\\n]|\\(?:['"?\\abfnrtv]|[0-7]{1,3}|x[0-9A-Fa-f]+))'""")
"""A constant of one character; what has several means something else to each compiler."""
_PREFIXES = (b"u8", b"u", b"U", b"L")
_CHARACTER = "character"
"""The kind of a token that is one."""


def with_characters(toks: Sequence[Token], text: bytes, base: int) -> tuple[Token, ...]:
    """The tokens of ``text``, whose places are offset by ``base``, with a character constant as one token."""
    out: list[Token] = []
    end = 0
    for index, token in enumerate(toks):
        if token.start < end:
            continue
        after = toks[index + 1] if index + 1 < len(toks) else None
        begins = token.text.startswith(b"'") or (
            token.text in _PREFIXES and after is not None and after.text.startswith(b"'")
        )
        found = _CONSTANT.match(text, token.start - base) if begins else None
        whole = found is not None and any(each.end == base + found.end() for each in toks[index:])
        if found is None or not whole:
            out.append(token)
            continue
        end = base + found.end()
        out.append(Token(found.group(), token.start, end, _CHARACTER))
    return tuple(out)


class Expression(NamedTuple):
    """A length or bound as it was written."""

    toks: tuple[Token, ...]

    @property
    def text(self) -> str:
        """On one line, spaced as it was."""
        return text_of(self.toks)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.toks[0].start, self.toks[-1].end)

    @property
    def is_one(self) -> bool:
        """Whether it says 'a single object'."""
        return len(self.toks) == 1 and self.toks[0].text == b"1"


class Section(NamedTuple):
    """``chain[start:length][:length of a row] as shape``; without a section ``length`` is None."""

    chain: Expression
    start: Expression | None
    length: Expression | None
    span: Span
    text: str
    rows: tuple[Expression, ...] = ()
    """Where the elements are pointers: how many elements each of those points at, level by level."""
    direction: str = "tofrom"
    shape: Token | None = None
    """The name of the shapes by which it is copied, ``as name``; None for the plain ones."""

    @property
    def bounds(self) -> list[tuple[str, Expression]]:
        """The expressions in its brackets, each with a name."""
        out = [("start", self.start), ("count", self.length)]
        out += [(f"row{level}", row) for level, row in enumerate(self.rows)]
        return [(name, bound) for name, bound in out if bound is not None]


OPENING, CLOSING = frozenset((b"(", b"[", b"{")), frozenset((b")", b"]", b"}"))
_PAIRS = {b"(": b")", b"[": b"]", b"{": b"}"}


def in_angles(toks: Sequence[Token]) -> bool:
    """Whether a comma after these tokens separates a type's template arguments."""
    depth = angles = 0
    for token in toks:
        depth += (token.text in OPENING) - (token.text in CLOSING)
        if token.text == b":" and not depth:
            return False
        if not depth:
            angles += (token.text == b"<") - token.text.count(b">") * (token.text in (b">", b">>"))
    return angles > 0


def in_argument(token: Token) -> bool:
    """Whether a token that is no name can be of a template's argument: ``Array<double *, 3>``."""
    return token.kind == "number" or token.text in (b"*", b"&", b"&&", b"(", b")", b"[", b"]", b"-")


def closing(toks: Sequence[Token], at: int) -> int:
    """The bracket that closes the one at ``toks[at]``."""
    stack: list[bytes] = []
    for index in range(at, len(toks)):
        text = toks[index].text
        if text in _PAIRS:
            stack.append(_PAIRS[text])
        elif text in CLOSING:
            if not stack or stack.pop() != text:
                break
            if not stack:
                return index
    raise ChainError("unclosed-bracket", span_of(toks[at]), bracket=show(toks[at]))


def read_path(part: Sequence[Token], around: Sequence[Token]) -> tuple[tuple[str, ...], int]:
    """A member's dotted name at the start of an entry, and what follows it."""
    if not part:
        raise ChainError("empty-entry", span_of(around[-1]), "nameless")
    names: list[str] = []
    at = 0
    while True:
        if at >= len(part) or part[at].kind != "name":
            place = part[min(at, len(part) - 1)]
            raise ChainError("bad-entry", span_of(place), "member", word=show(place))
        names.append(show(part[at]))
        at += 1
        if at >= len(part) or part[at].text != b".":
            return tuple(names), at
        at += 1


def read_lengths(part: Sequence[Token], at: int) -> tuple[Expression, ...]:
    """What the brackets behind a member hold."""
    lengths = []
    while at < len(part):
        if part[at].text != b"[":
            form = "elsewhere" if part[at].text == b"->" else "bracket"
            raise ChainError("bad-entry", span_of(part[at]), form, word=show(part[at]))
        close = closing(part, at)
        if close == at + 1:
            raise ChainError("bad-entry", Span(part[at].start, part[close].end), "empty_length")
        colon = _section_colon(part[:close], at)
        if colon is not None:
            raise ChainError("bad-entry", span_of(part[colon]), "section", word=text_of(part[at : close + 1]))
        lengths.append(read_expression(part[at + 1 : close], length=True))
        at = close + 1
    return tuple(lengths)


def read_type(part: Sequence[Token], at: int) -> tuple[Expression, int]:
    """The type behind ``as``, and the place of the first length."""
    end = at
    while end < len(part) and part[end].text != b"[":
        token = part[end]
        if token.kind != "name" and token.text not in _IN_TYPE and not in_angles(part[at:end]):
            raise ChainError("bad-entry", span_of(token), "type_name", word=show(token))
        end += 1
    if end == at:
        raise ChainError("bad-entry", span_of(part[min(at, len(part) - 1)]), "as_type")
    return Expression(tuple(part[at:end])), end


def path_end(part: Sequence[Token], path: tuple[str, ...]) -> int:
    """Where a member's dotted name ends in the source."""
    return part[2 * len(path) - 2].end


def read_expression(
    toks: Sequence[Token], *, length: bool, calls: bool = False, what: str = "length"
) -> Expression:
    """A length, a chain or a bound that can stand in generated code; Clang judges the rest of it."""
    shown = text_of(toks)
    for index, token in enumerate(toks):
        if token.text in _EFFECTS:
            if length:
                raise ChainError("bad-shape", span_of(token), "effect", what=what, length=shown)
            form = "expression" if what == "clause" else ""
            raise ChainError("side-effect-in-chain", span_of(token), form, chain=shown)
        quoted = token.kind == _CHARACTER or token.text[:1] in (b'"', b"'")
        allowed = token.kind == _CHARACTER and (length or calls)
        if token.text in _NOT_IN_EXPRESSION or (quoted and not allowed):
            raise ChainError("bad-entry", span_of(token), "expression", word=show(token))
        after = toks[index + 1].text if index + 1 < len(toks) else b""
        called = token.kind == "name" and after == b"(" and token.text not in _NOT_CALLED
        if called and not calls and not length:  # of a length Clang knows whether a macro is called
            raise ChainError("call-in-chain", span_of(token), chain=shown)
    return Expression(tuple(toks))


def named(toks: Sequence[Token]) -> tuple[Sequence[Token], Token | None]:
    """What stands before ``as name``, and the name."""
    for index, token in enumerate(toks[:-1]):
        after = toks[index + 1]
        if token.text != b"as" or not index or after.kind != "name" or not ends_operand(toks[index - 1]):
            continue
        if index + 2 < len(toks):
            rest = text_of(toks[index + 2 :])
            text = text_of(toks[:index]) + " " * rest[0].isalnum() + rest
            given = {"name": show(after), "text": text}
            raise ChainError("bad-entry", span_of(token), "shape_first", **given)
        return toks[:index], after
    if len(toks) > 1 and toks[-1].text == b"as" and ends_operand(toks[-2]):
        raise ChainError("bad-entry", span_of(toks[-1]), "shape_name")
    return toks, None


def ends_operand(token: Token) -> bool:
    """Whether an operand may end with a token."""
    return token.kind != "punct" or token.text in (b")", b"]", b">")


def read_section(given: Sequence[Token]) -> Section:
    """``chain[start:count]``, with more such brackets where the elements are pointers."""
    part, shape = named(given)
    brackets: list[tuple[Sequence[Token], Sequence[Token]]] = []
    end = len(part)
    while end and part[end - 1].text == b"]":
        at = opening(part, end - 1)
        colon = _section_colon(part[:end], at)
        if colon is None:
            break
        if at <= 0:
            raise ChainError("bad-entry", span_of(part[0]), "chain")
        start, count = part[at + 1 : colon], part[colon + 1 : end - 1]
        stride = _section_colon(part[: end - 1], colon)
        if stride is not None:
            raise ChainError("bad-entry", span_of(part[stride]), "stride")
        if not count:
            raise ChainError("bad-entry", span_of(part[colon]), "count")
        brackets.insert(0, (start, count))
        end = at
    for at in (at for at in range(end) if part[at].text == b"["):
        inner = _section_colon(part[: closing(part, at)], at)
        if inner is not None:
            raise ChainError(
                "bad-entry", span_of(part[inner]), "inner", text=text_of(part[: closing(part, at) + 1])
            )
    chain = read_expression(part[:end], length=False)
    span, text = Span(part[0].start, part[-1].end), text_of(part)
    if not brackets:
        return Section(chain, None, None, span, text, shape=shape)
    for start, _ in brackets[1:]:
        if start and text_of(start) != "0":
            raise ChainError("bad-entry", Span(start[0].start, start[-1].end), "row")
    first = brackets[0][0]
    length, *rows = (read_expression(count, length=False, calls=True) for _, count in brackets)
    start_of = read_expression(first, length=False, calls=True) if first else None
    return Section(chain, start_of, length, span, text, tuple(rows), shape=shape)


def opening(part: Sequence[Token], close: int) -> int:
    """The bracket that one at ``part[close]`` closes."""
    depth = 0
    for at in range(close, -1, -1):
        depth += (part[at].text in CLOSING) - (part[at].text in OPENING)
        if depth == 0:
            return at
    return 0


def _section_colon(part: Sequence[Token], at: int) -> int | None:
    """The colon of ``[start:count]``, apart from those of conditional expressions."""
    depth = questions = 0
    for index in range(at + 1, len(part)):
        text = part[index].text
        depth += (text in OPENING) - (text in CLOSING)
        if depth == 0 and text == b"?":
            questions += 1
        elif depth == 0 and text == b":":
            if questions == 0:
                return index
            questions -= 1
    return None


def text_of(toks: Sequence[Token]) -> str:
    """Tokens on one line, with a space where there was any white space."""
    out = b""
    for index, token in enumerate(toks):
        out += b" " * bool(index and toks[index - 1].end < token.start) + token.text
    return out.decode("utf-8", "surrogateescape")


def either(words: Sequence[str]) -> str:
    """``'a', 'b' or 'c'``."""
    *others, last = (f"'{word}'" for word in words)
    return f"{', '.join(others)} or {last}" if others else last


def incomplete(after: str, words: Sequence[str], last: Token) -> ChainError:
    """That a directive ends where one of some words is expected."""
    return ChainError("incomplete-directive", span_of(last), "word", expected=either(words), after=after)


def show(token: Token) -> str:
    """A token as messages show it."""
    return token.text.decode("utf-8", "replace")


def span_of(token: Token) -> Span:
    """Where a token stands."""
    return Span(token.start, token.end)
