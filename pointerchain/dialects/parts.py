# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What each part of a clause's argument is.

``map(iterator(i = 0:n), to: s->a[0:m])`` on ``target``: ``i`` is defined; ``0``, ``n`` and ``m`` are
expressions; ``to`` is a word; ``s->a`` is an item.

The rows of the tables say it (:class:`Clause`). What no row explains is ``UNKNOWN``.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

from pointerchain.dialects.table import Clause
from pointerchain.lazy import NamedTuple

_OPENING, _CLOSING = b"([{", b")]}"
_KINDS_OF_LINEAR = (b"val", b"ref", b"uval")


class Role(Enum):
    """What a part of a directive's text is."""

    WORD = "word"
    """Words of the specification: a modifier, a kind, a type of mapping."""
    IDENTIFIER = "identifier"
    """What names no object: a reduction's operator, a mapper, a ``critical``, a function."""
    ITEM = "item"
    """A listed object, without its array sections."""
    EXPRESSION = "expression"
    """What is evaluated; bounds of sections are."""
    DEFINITION = "definition"
    """The type and name that an ``iterator`` defines."""
    DIRECTIVE = "directive"
    """A whole directive, without ``omp``."""
    UNKNOWN = "unknown"
    """What the tables do not explain: any of them."""


class Part(NamedTuple):
    """A part of a text. Places are offsets in that text."""

    role: Role
    start: int
    end: int


class Argument(NamedTuple):
    """The text between a clause's parentheses, apart. Places are offsets in that text."""

    words: tuple[bytes, ...]
    """The modifiers and the type, without the parentheses of those that have some."""
    items: tuple[tuple[int, int], ...]
    """Where the listed objects stand, with their sections."""
    parts: tuple[Part, ...] = ()
    """What each part of it is, in order; commas, colons and brackets are parts of none."""


@lru_cache(2048)
def read_argument(clause: Clause, text: bytes) -> Argument:
    """Split what stands between a clause's parentheses (OpenMP 5.2, 3.2.1; OpenACC 3.3, 2.7.1)."""
    bare = without_literals(text)
    made: Argument
    if clause.form in ("none", "expression"):
        made = _expressions(clause, bare)
    elif clause.form == "list":
        made = _listed(clause, bare)
    elif clause.form == "tailed":
        made = _tailed(bare)
    elif clause.form == "directives":
        made = _directives(clause, bare)
    else:
        role = {"words": Role.WORD, "names": Role.IDENTIFIER}.get(clause.form, Role.UNKNOWN)
        made = Argument((), (), (Part(role, 0, len(text)),))
    return made._replace(parts=tuple(sorted(made.parts, key=lambda part: part.start)))


def without_literals(text: bytes) -> bytes:
    """A text of the same length, with ``"`` in the place of each byte of strings and characters."""
    if b'"' not in text and b"'" not in text:
        return text
    out = bytearray(text)
    at = 0
    while at < len(text):
        sign = text[at : at + 1]
        if sign == b'"' or (sign == b"'" and not text[at - 1 : at].isalnum()):
            end = at + 1
            while end < len(text) and text[end : end + 1] != sign:
                end += 2 if text[end : end + 1] == b"\\" else 1
            end = min(end + 1, len(text))
            out[at:end] = b'"' * (end - at)
            at = end
        else:
            at += 1
    return bytes(out)


# --- forms ------------------------------------------------------------------------------------------------


def _expressions(clause: Clause, text: bytes) -> Argument:
    """``[modifiers:] expression, ...``; with ``first`` the first of them is a word."""
    parts: list[Part] = []
    colons = _separators(text, b":")
    if clause.each:  # OpenACC's 'gang(num: 4, static: *)'
        for start, end in _items(text, 0, len(text)):
            parts += _modified(clause, text, start, end)
        return Argument((), (), tuple(parts))
    last = colons[-1] + 1 if colons else 0
    for start, end in _pieces(0, list(colons), len(text))[:-1]:
        for piece in _items(text, start, end):
            parts += _modifier(clause, text, *piece)
    for number, (start, end) in enumerate(_items(text, last, len(text))):
        if clause.first and number == 0:
            known = text[start:end] in clause.first
            parts.append(Part(Role.WORD if known else Role.UNKNOWN, start, end))
        elif text[start:end] != b"*":  # OpenACC's 'tile(*)'
            parts.append(Part(Role.EXPRESSION, start, end))
    return Argument((), (), tuple(parts))


def _modified(clause: Clause, text: bytes, start: int, end: int) -> Iterator[Part]:
    """``word: expression``."""
    colons = [start + at for at in _separators(text[start:end], b":")]
    if colons:
        yield from _modifier(clause, text, *_trimmed(text, start, colons[-1]))
        start, end = _trimmed(text, colons[-1] + 1, end)
    if text[start:end] not in (b"*", b""):
        yield Part(Role.EXPRESSION, start, end)


def _listed(clause: Clause, text: bytes) -> Argument:
    """``[modifiers:] item, ...``."""
    colons = _separators(text, b":")
    if clause.typed and not colons:  # 'depend(source)'
        known = text.strip() in clause.words
        words = (text.strip(),) if known else ()
        return Argument(words, (), (Part(Role.WORD if known else Role.UNKNOWN, 0, len(text)),))
    first = colons[-1] + 1 if colons else 0
    parts: list[Part] = []
    for piece in _items(text, 0, first - 1) if first else ():
        parts += _modifier(clause, text, *piece)
    items = _items(text, first, len(text))
    for start, end in items:
        parts += _item(text, start, end)
    return Argument(_words(text[:first]), tuple(items), tuple(parts))


def _tailed(text: bytes) -> Argument:
    """``item, ... [: modifiers]``."""
    colons = _separators(text, b":")
    last = colons[0] if colons else len(text)
    items = [inner for each in _items(text, 0, last) for inner in _unwrapped(text, *each)]
    parts = [part for each in items for part in _item(text, *each)]
    for start, end in _items(text, last + 1, len(text)) if colons else ():
        word, inner = _called(text, start, end)
        if inner is not None:
            parts += _given(word, text, *inner)
        else:  # 'val' is a kind to compilers of 5.2, and may be a variable to older ones
            kind = word in _KINDS_OF_LINEAR
            parts.append(Part(Role.UNKNOWN if kind else Role.EXPRESSION, start, end))
    return Argument(_words(text[last + 1 :]), tuple(items), tuple(parts))


def _directives(clause: Clause, text: bytes) -> Argument:
    """``[selectors:] directive``: of selectors the conditions are expressions (OpenMP 5.2, 7.1, 7.4)."""
    colons = _separators(text, b":")
    selectors = len(text) if clause.first else colons[0] if colons else 0
    parts: list[Part] = []
    at = 0
    while at < selectors:
        word, end = _word_at(text, at)
        opening = end + len(text[end:selectors]) - len(text[end:selectors].lstrip())
        if word in (b"condition", b"device_num") and text[opening : opening + 1] == b"(":
            close = _closing(text, opening)
            inside = text[opening + 1 : close]
            first = opening + 1
            if inside.lstrip().startswith(b"score"):  # 'score(5): n > 3'
                first += (_separators(inside, b":") or [-1])[0] + 1
                parts.append(
                    Part(Role.EXPRESSION, *_trimmed(text, opening + 1 + inside.find(b"("), first - 1))
                )
            parts.append(Part(Role.EXPRESSION, *_trimmed(text, first, close)))
            end = close
        elif word:
            parts.append(Part(Role.WORD, at, end))
        at = max(end, at + 1)
    if selectors < len(text):
        first = selectors + bool(colons)
        parts.append(Part(Role.DIRECTIVE, first, len(text)))
    return Argument((), (), tuple(parts))


# --- pieces -----------------------------------------------------------------------------------------------


def _modifier(clause: Clause, text: bytes, start: int, end: int) -> list[Part]:
    """One of the things that stand before a colon, or of those that its commas separate."""
    word, inner = _called(text, start, end)
    if inner is not None:
        return [Part(Role.IDENTIFIER, start, start + len(word)), *_given(word, text, *inner)]
    words = text[start:end].split()
    if words and all(each in clause.words for each in words):
        return [Part(Role.WORD, start, end)]
    if clause.before == "expression":
        return [Part(Role.EXPRESSION, start, end)]
    if clause.before == "identifier":
        return [Part(Role.IDENTIFIER, start, end)]
    # a word of a newer specification, or a compiler's own
    named = all(_is_word(each) for each in words) and clause.form in ("list", "tailed")
    return [Part(Role.WORD if named else Role.UNKNOWN, start, end)]


def _given(word: bytes, text: bytes, start: int, end: int) -> list[Part]:
    """What a modifier has in parentheses of its own (OpenMP 5.2, 3.2.6, 5.2.1; 6.0: 5.2.1)."""
    if word == b"iterator":
        return [part for each in _items(text, start, end) for part in _iterator(text, *each)]
    if word == b"mapper":
        return [Part(Role.IDENTIFIER, start, end)]
    if word in (b"allocator", b"align", b"step", b"memspace", b"traits", b"dims"):
        return [Part(Role.EXPRESSION, *each) for each in _items(text, start, end)]
    return [Part(Role.UNKNOWN, start, end)]


def _iterator(text: bytes, start: int, end: int) -> Iterator[Part]:
    """``int i = 0:n:2`` (OpenMP 5.2, 3.2.6)."""
    equals = [start + at for at in _separators(text[start:end], b"=")]
    if not equals:
        yield Part(Role.UNKNOWN, start, end)
        return
    yield Part(Role.DEFINITION, *_trimmed(text, start, equals[0]))
    colons = [equals[0] + 1 + at for at in _separators(text[equals[0] + 1 : end], b":")]
    for first, last in _pieces(equals[0] + 1, colons, end):
        yield Part(Role.EXPRESSION, *_trimmed(text, first, last))


def _item(text: bytes, start: int, end: int) -> Iterator[Part]:
    """``s->a[0:n][i]``: the object, and what its sections evaluate (OpenMP 5.2, 3.2.5; OpenACC 2.7.1)."""
    if text[start:end].startswith(b"(["):  # '([n][m])p[0:2]' (OpenMP 5.2, 3.2.4)
        close = _closing(text, start)
        yield from _bounds(text, start + 1, close)
        start, end = _trimmed(text, min(close + 1, end), end)
    section = next(
        (at for at, last in _brackets(text, start, end) if _separators(text[at + 1 : last], b":")), -1
    )
    if section < 0:
        yield Part(Role.ITEM, start, end)
        return
    bounds = tuple(_bounds(text, section, end))
    if any(part.role is Role.UNKNOWN for part in bounds):  # 'a[0:n].b'
        yield Part(Role.UNKNOWN, start, end)
        return
    yield Part(Role.ITEM, *_trimmed(text, start, section))
    yield from bounds


def _bounds(text: bytes, start: int, end: int) -> Iterator[Part]:
    """``[0:n][i]``."""
    while start < end:
        close = _closing(text, start) if text[start : start + 1] == b"[" else -1
        if not start < close < end:
            yield Part(Role.UNKNOWN, start, end)
            return
        colons = [start + 1 + at for at in _separators(text[start + 1 : close], b":")]
        pieces = (_trimmed(text, *each) for each in _pieces(start + 1, colons, close))
        yield from (Part(Role.EXPRESSION, *each) for each in pieces if each[0] < each[1])
        start, _ = _trimmed(text, close + 1, end)


def _brackets(text: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The outermost square brackets of a text."""
    at = start
    while at < end:
        char = text[at : at + 1]
        close = _closing(text, at) if char in (b"[", b"(", b"{") else at
        if char == b"[" and close < end:
            yield at, close
        at = close + 1


def _called(text: bytes, start: int, end: int) -> tuple[bytes, tuple[int, int] | None]:
    """``word(inner)``: the word, and where what is inside stands; the text and None of anything else."""
    word, after = _word_at(text, start)
    opening = _trimmed(text, after, end)[0]
    if not word or text[opening : opening + 1] != b"(" or _closing(text, opening) != end - 1:
        return text[start:end], None
    return word, _trimmed(text, opening + 1, end - 1)


def _word_at(text: bytes, at: int) -> tuple[bytes, int]:
    end = at
    while _is_word(text[end : end + 1]):
        end += 1
    return text[at:end], end


def _is_word(text: bytes) -> bool:
    return bool(text) and text.replace(b"_", b"a").isalnum()


def _closing(text: bytes, at: int) -> int:
    """Where the bracket at a place is closed, or the text's end."""
    depth = 0
    for index in range(at, len(text)):
        char = text[index : index + 1]
        depth += (char in (b"(", b"[", b"{")) - (char in (b")", b"]", b"}"))
        if depth == 0:
            return index
    return len(text)


def _trimmed(text: bytes, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    if not part.strip():
        return end, end
    return end - len(part.lstrip()), start + len(part.rstrip())


def _pieces(start: int, cuts: list[int], end: int) -> list[tuple[int, int]]:
    return list(zip([start, *(at + 1 for at in cuts)], [*cuts, end], strict=True))


def _separators(text: bytes, which: bytes) -> list[int]:
    """Where a separator stands outside of all brackets; neither ``::`` is one nor the colon of ``?:``."""
    found: list[int] = []
    depth, questions, at = 0, 0, 0
    while at < len(text):
        char = text[at : at + 1]
        if char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth -= 1
        elif depth == 0 and char == b"?":
            questions += 1
        elif depth == 0 and char == b":" and text[at : at + 2] == b"::":
            at += 1
        elif depth == 0 and char == b":" and questions:
            questions -= 1
        elif depth == 0 and char == which:
            found.append(at)
        at += 1
    return found


def _items(text: bytes, first: int, last: int) -> list[tuple[int, int]]:
    commas = [at + first for at in _separators(text[first:last], b",")]
    pieces = (_trimmed(text, *each) for each in _pieces(first, commas, last))
    return [(start, end) for start, end in pieces if start < end]


def _unwrapped(text: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """The items of ``val(x, y)``, as OpenMP 5.1 and older write ``linear``."""
    head, opening, _ = text[start:end].partition(b"(")
    if opening and head.strip() in _KINDS_OF_LINEAR and text[end - 1 : end] == b")":
        return _items(text, start + len(head) + 1, end - 1)
    return [(start, end)]


def _words(text: bytes) -> tuple[bytes, ...]:
    """The words outside of all brackets."""
    words: list[bytes] = []
    word = b""
    depth = 0
    for at in range(len(text)):
        char = text[at : at + 1]
        depth += (char in _OPENING) - (char in _CLOSING)
        if depth == 0 and (char.isalnum() or char == b"_"):
            word += char
            continue
        if word:
            words.append(word)
        word = b""
    return (*words, word) if word else tuple(words)
