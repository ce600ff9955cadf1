# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The outermost reading of a source: what is code, what is comment, string or preprocessor line.

``int a; /* s->n */ f("s->n"); // s->n``  ->  the same bytes with comments blanked and literals
masked, so that every later search finds code only and offsets stay those of the source.

Only the lexical grammar of C and C++ is known here; names and types are Clang's business.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span

IDENT = rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*"

_STRING = rb'"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"'
_CHAR = rb"'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'"
_LINE_COMMENT = rb"//[^\\\n]*(?:\\[\s\S][^\\\n]*)*"
_BLOCK_COMMENT = rb"/\*[\s\S]*?(?:\*/|\Z)"
_RAW = rb'R"([^ ()\\\t\v\f\r\n]{0,16})\([\s\S]*?(?:\)\1"|\Z)'
_OTHERS = rb"#|%:|\\\r?\n"

COMMENT = lazy_pattern(_LINE_COMMENT + b"|" + _BLOCK_COMMENT)
_SCAN_C = lazy_pattern(b"|".join((_LINE_COMMENT, _BLOCK_COMMENT, _STRING, _CHAR, _OTHERS)))
_SCAN_CXX = lazy_pattern(b"|".join((_LINE_COMMENT, _BLOCK_COMMENT, _RAW, _STRING, _CHAR, _OTHERS)))
_IN_LINE = lazy_pattern(
    rb"\n|\\\r?\n|" + b"|".join((_LINE_COMMENT, _BLOCK_COMMENT, _STRING, _CHAR)) + rb"|[\"']"
)
_KEYWORD = lazy_pattern(rb"(?:#|%:)(?:\s|\\\r?\n|/\*[\s\S]*?\*/)*([A-Za-z_]\w*)?")
_CUT = lazy_pattern(_KEYWORD.pattern.removesuffix(rb"?") + rb"(?:\\\r?\n)+[\w$]")
_JOINED = lazy_pattern(rb"[\w$\x80-\xff]{2}|[-<>&|=+:*/%^!.]{2}")
_LITERAL_PREFIX = lazy_pattern(rb"(?:\A|[^\w$])(?:u8|u|U|L)\Z")
_PRAGMA_OPERATOR = lazy_pattern(rb"\b_Pragma\s*\(\s*(?:L|u8?|U)?\Z")

TOKEN = lazy_pattern(
    rb"(" + IDENT + rb")|(\.?\d(?:[eEpP][-+]|[\w.'])*)|"
    rb"(->|::|\+\+|--|<<=|>>=|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\.\.\.|\"+|'+|\S)"
)
"""White space is what lies between: a pattern that began with it would take the square of its length."""


class Token(NamedTuple):
    """One token: its bytes and where they stand. ``kind`` is 'name', 'number' or 'punct'."""

    text: bytes
    start: int
    end: int
    kind: str


class Line(NamedTuple):
    """A preprocessor line, from its ``#`` to before its line end, continuations included."""

    keyword: bytes
    span: Span
    comments: tuple[Span, ...]
    trailing_comment: int
    """Offset at which a comment that ends the line starts, or the line's end."""


class PragmaOperator(NamedTuple):
    """``_Pragma("...")``: the operator's span and the span of the text between the quotes."""

    span: Span
    text: Span


class Lexed:
    """What :func:`lex` found. ``code`` has the length of the source."""

    def __init__(
        self,
        data: bytes,
        code: bytes,
        lines: tuple[Line, ...],
        operators: tuple[PragmaOperator, ...],
        splices: tuple[int, ...] = (),
        skipped: tuple[Span, ...] | None = None,
    ) -> None:
        self.data, self.code, self.lines, self.operators = data, code, lines, operators
        self.splices = splices
        """Continuations between two letters or two signs: one token may go on after each."""
        self.skipped = skipped
        """What Clang's preprocessor skips, where it was asked."""

    @cached_property
    def blocks(self) -> Blocks:
        """The brace structure of ``code``."""
        return Blocks(self.code)


def lex(data: bytes, cxx: bool) -> Lexed:
    """Split ``data`` into code and the rest. Never fails: what does not lex is left as code."""
    scan = _SCAN_CXX if cxx else _SCAN_C
    code = bytearray(data)
    lines: list[Line] = []
    operators: list[PragmaOperator] = []
    splices: list[int] = []
    at, search = 0, scan.search
    while (found := search(data, at)) is not None:
        start, at = found.span()
        first = data[start]
        if first == 0x2F or first == 0x5C:  # '/' or a continuation
            if first == 0x5C and _JOINED.fullmatch(data[start - 1 : start] + data[at : at + 1]):
                splices.append(start)
            code[start:at] = b" " * (at - start)
        elif first == 0x23 or first == 0x25:  # '#', which may be spelled '%:'
            if _starts_line(data, code, start):
                line = _preprocessor_line(data, start)
                at = line.span.end
                code[start:at] = b" " * (at - start)
                lines.append(line)
        elif first == 0x27 and _is_digit_separator(data, start):
            at = start + 1
        else:
            if first == 0x22:
                operator = _PRAGMA_OPERATOR.search(code, max(0, start - 200), start)
                if operator:
                    close = code.find(b")", at)
                    end = close + 1 if close >= 0 and not code[at:close].strip() else at
                    operators.append(PragmaOperator(Span(operator.start(), end), Span(start + 1, at - 1)))
                    code[operator.start() : end] = b" " * (end - operator.start())
                    at = end
                    continue
            code[start:at] = (b"'" if first == 0x27 else b'"') * (at - start)
    return Lexed(data, bytes(code), tuple(lines), tuple(operators), tuple(splices))


def _starts_line(data: bytes, code: bytearray, at: int) -> bool:
    line = data.rfind(b"\n", 0, at) + 1
    return not code[line:at].strip()


def _is_digit_separator(data: bytes, at: int) -> bool:
    before = data[at - 1 : at]
    if not (before.isalnum() or before == b"_"):
        return False
    return not _LITERAL_PREFIX.search(data, max(0, at - 3), at)


def _preprocessor_line(data: bytes, start: int) -> Line:
    comments: list[Span] = []
    at, end, trailing = start + 1, len(data), -1
    while (found := _IN_LINE.search(data, at)) is not None:
        at = found.end()
        text = found.group()
        if text == b"\n":
            end = found.start() - (data[found.start() - 1 : found.start()] == b"\r")
            break
        if text.startswith((b"//", b"/*")):
            stop = at - (text.startswith(b"//") and text.endswith(b"\r"))
            comments.append(Span(found.start(), stop))
    keyword = _KEYWORD.match(data, start, end)
    trailing = end
    for comment in reversed(comments):
        if data[comment.end : trailing].strip():
            break
        trailing = comment.start
    while trailing > start and data[trailing - 1 : trailing].isspace():
        trailing -= 1
    return Line((keyword.group(1) or b"") if keyword else b"", Span(start, end), tuple(comments), trailing)


def is_cut(data: bytes, line: Line) -> bool:
    """Whether a line's keyword goes on behind a continuation: ``#pra\\`` and ``gma`` on the next line."""
    return _CUT.match(data, line.span.start, line.span.end) is not None


def line_text(data: bytes, line: Line) -> bytes:
    """A preprocessor line's bytes with comments and continuations blanked; offsets stay relative.

    It begins with ``#``, however that is spelled.
    """
    text = bytearray(data[line.span.start : line.span.end])
    if text.startswith(b"%:"):
        text[:2] = b"# "
    for comment in line.comments:
        first, last = comment.start - line.span.start, comment.end - line.span.start
        text[first:last] = b" " * (last - first)
    return re.sub(rb"\\\r?\n", lambda m: b" " * len(m.group()), bytes(text))


_BLANK_SPLICE = lazy_pattern(rb"\\[ \t\v\f]+\r?\n")
_TO_BLANK_SPLICE = rb"//(?:[^\\\n]|\\\r?\n|\\(?![ \t\v\f]*\r?\n))*", _STRING, _CHAR, rb"(\\[ \t\v\f]+\r?\n)"
_BLANK_C = lazy_pattern(b"|".join((_BLOCK_COMMENT, *_TO_BLANK_SPLICE)))
_BLANK_CXX = lazy_pattern(b"|".join((_BLOCK_COMMENT, _RAW, *_TO_BLANK_SPLICE)))


def blank_splice(data: bytes, cxx: bool) -> Span | None:
    """The first continuation with white space between its backslash and the line end.

    Compilers take it for one; in a comment of ``/*`` and in a raw string it changes nothing.
    """
    if _BLANK_SPLICE.search(data) is None:
        return None
    found = next(
        (each for each in (_BLANK_CXX if cxx else _BLANK_C).finditer(data) if each.group(1 + cxx)), None
    )
    return Span(found.start(), found.end() - 1) if found else None


SPLIT_WORD = lazy_pattern(rb"(?<=\w)((?:\\\r?\n)+)(\w+)")


def tokens(text: bytes, base: int = 0, start: int = 0, end: int | None = None) -> tuple[Token, ...]:
    """The tokens of already blanked ``text[start:end]``; places are offset by ``base``."""
    out = []
    stop = len(text) if end is None else end
    for found in TOKEN.finditer(text, start, stop):
        group = found.lastindex or 3
        kind = ("name", "number", "punct")[group - 1]
        out.append(Token(found.group(group), base + found.start(group), base + found.end(group), kind))
    return tuple(out)


_OPEN_CLOSE = lazy_pattern(rb"[][(){}]")
_PAIRS = {b"(": b")", b"[": b"]", b"{": b"}"}


def closing(code: bytes, at: int, end: int | None = None) -> int:
    """Offset of the bracket that closes the one at ``at``, or -1."""
    stack = []
    for found in _OPEN_CLOSE.finditer(code, at, len(code) if end is None else end):
        text = found.group()
        if text in _PAIRS:
            stack.append(_PAIRS[text])
        elif not stack or stack.pop() != text:
            return -1
        if not stack:
            return found.start()
    return -1


def opening(code: bytes, at: int, start: int = 0) -> int:
    """Offset of the bracket that the closing one at ``at`` belongs to, or -1."""
    depth = 0
    position = at
    while position >= start:
        char = code[position : position + 1]
        if char in (b")", b"]", b"}"):
            depth += 1
        elif char in (b"(", b"[", b"{"):
            depth -= 1
            if depth == 0:
                return position
        position -= 1
    return -1


_SPACE = lazy_pattern(rb"\s*")


def skip_space(code: bytes, at: int) -> int:
    """Offset of the first byte at or after ``at`` that is not white space."""
    found = _SPACE.match(code, at)
    return found.end() if found else at


def before_space(code: bytes, at: int) -> int:
    """Offset just past the last byte before ``at`` that is not white space; 0 at the start."""
    while at > 0 and code[at - 1] in b" \t\r\n\f\v":
        at -= 1
    return at


_WORD_AT = lazy_pattern(IDENT)
_WORD_BEFORE = lazy_pattern(rb"[\w$\x80-\xff]*\Z")


def word_at(code: bytes, at: int) -> bytes:
    """The identifier that starts at ``at``, or nothing."""
    found = _WORD_AT.match(code, at)
    return found.group() if found else b""


def word_before(code: bytes, end: int) -> bytes:
    """The identifier that ends at ``end``, or nothing."""
    found = _WORD_BEFORE.search(code, max(0, end - 128), end)
    return found.group() if found else b""


def follows_head(code: bytes, at: int) -> bool:
    """Whether a place is where the body of an ``if`` or a loop begins, if it has no braces."""
    before = before_space(code, at)
    return code[before - 1 : before] == b")" or word_before(code, before) in (b"else", b"do")


_BEGIN_STATEMENTS = frozenset((b"if", b"for", b"while", b"switch", b"do", b"try"))
_BEFORE_STATEMENTS = frozenset((b"else", b"return", b"goto", b"case", b"default"))
_BEFORE_BRACES = frozenset((b"struct", b"union", b"class", b"enum", b"return", b"throw", b"co_return"))
_AFTER_OPERANDS = frozenset((b"", *(bytes((sign,)) for sign in b".;,([)]-+*/%<>=&|^?:")))


def statement_end(code: bytes, at: int) -> int:
    """Offset just past the statement that starts at or after ``at``, or -1 where the text has none.

    Pragma lines are blank in ``code``, so a construct's further pragmas are passed over.
    """
    while True:
        at = skip_space(code, at)
        if at >= len(code) or code[at : at + 1] == b"}":
            return -1
        if code[at : at + 1] == b"{":
            close = closing(code, at)
            return close + 1 if close >= 0 else -1
        word = word_at(code, at)
        if word in (b"if", b"for", b"while", b"switch"):
            at = skip_space(code, at + len(word))
            if word_at(code, at) == b"constexpr":
                at = skip_space(code, at + 9)
            close = closing(code, at) if code[at : at + 1] == b"(" else -1
            if close < 0:
                return -1
            end = statement_end(code, close + 1)
            if word == b"if" and end >= 0:
                other = skip_space(code, end)
                if word_at(code, other) == b"else":
                    return statement_end(code, other + 4)
            return end
        if word == b"do":
            end = statement_end(code, at + 2)
            return code.find(b";", end) + 1 or -1 if end >= 0 else -1
        if word == b"try":
            end = statement_end(code, at + 3)
            while end >= 0 and word_at(code, (at := skip_space(code, end))) == b"catch":
                close = closing(code, skip_space(code, at + 5))
                end = statement_end(code, close + 1) if close >= 0 else -1
            return end
        after = skip_space(code, at + len(word))
        if word and word_at(code, after) in _BEGIN_STATEMENTS and word not in _BEFORE_STATEMENTS:
            at = after  # a macro that spells a directive
            continue
        if word and code[after : after + 1] == b":" and code[after : after + 2] != b"::":
            at = after + 1  # a label
            continue
        if word and code[after : after + 1] == b"{" and word not in _BEFORE_BRACES:
            close = closing(code, after)
            behind = skip_space(code, close + 1)
            if close >= 0 and code[behind : behind + 1] not in _AFTER_OPERANDS:
                return close + 1  # a macro that spells a directive, and its block
        if word and code[after : after + 1] == b"(":
            close = closing(code, after)
            behind = skip_space(code, close + 1) if close >= 0 else len(code)
            if code[behind : behind + 1] == b"{" or word_at(code, behind) in _BEGIN_STATEMENTS:
                return statement_end(code, behind)  # a macro that stands for a loop's head or a directive
        return _expression_end(code, at)


_EXPRESSION_STOP = lazy_pattern(rb"[;({[\]})]")


def _expression_end(code: bytes, at: int) -> int:
    while (found := _EXPRESSION_STOP.search(code, at)) is not None:
        text = found.group()
        if text == b";":
            return found.end()
        if text not in _PAIRS:
            return -1
        close = closing(code, found.start())
        if close < 0:
            return -1
        at = close + 1
    return -1


_EXIT_STOP = lazy_pattern(rb"[;({[\]}),]")


def exit_end(code: bytes, at: int, in_argument: bool) -> tuple[int, bool]:
    """Where the text of a ``return`` or its kind ends that starts at ``at``, and whether at a ``;``.

    In a macro's argument it ends where the argument does.
    """
    while (found := _EXIT_STOP.search(code, at)) is not None:
        text = found.group()
        if text == b";":
            return found.start(), True
        if text == b"," and not in_argument:
            at = found.end()
            continue
        if text not in _PAIRS:
            return before_space(code, found.start()), False
        close = closing(code, found.start())
        if close < 0:
            break
        at = close + 1
    return -1, False


class Blocks:
    """The braces of a source: which block an offset lies in, and where that block ends."""

    def __init__(self, code: bytes) -> None:
        starts, enclosing, ends, stack = [0], [0], [len(code)], [0]
        self._at, self._in = [0], [0]
        for found in re.finditer(rb"[{}]", code):
            if found.group() == b"{":
                stack.append(len(starts))
                enclosing.append(stack[-2])
                starts.append(found.end())
                ends.append(len(code))
            elif len(stack) > 1:
                ends[stack.pop()] = found.start()
            self._at.append(found.end())
            self._in.append(stack[-1])
        self.starts, self.ends, self.enclosing = starts, ends, enclosing

    def block(self, offset: int) -> int:
        """Number of the innermost block around ``offset``; 0 is the file."""
        return self._in[bisect_right(self._at, offset) - 1]

    def contains(self, outer: int, inner: int) -> bool:
        """Whether block ``inner`` is ``outer`` or lies in it."""
        while inner > outer:
            inner = self.enclosing[inner]
        return inner == outer

    def top(self, offset: int) -> int:
        """Number of the outermost block around ``offset`` (0 where there is none)."""
        block = self.block(offset)
        while block and self.enclosing[block]:
            block = self.enclosing[block]
        return block
