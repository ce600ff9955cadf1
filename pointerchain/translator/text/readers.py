# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Readers: whether a text says something else to another compiler than the Clang that reads it here.

``#ifdef __clang__`` around code does; around ``#define INLINE __attribute__((always_inline))`` it does not,
unless a condition asks for ``INLINE``. ``JOIN(change_, __GNUC__)`` in code does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.compilers import (
    DEFINED,
    NAMES,
    OF_DIRECTIVES,
    Compilers,
    Condition,
    Row,
    rows_of,
)
from pointerchain.translator.text.lex import Lexed, lex

_RESERVED = lazy_pattern(rb"(?<![\w$])_[A-Z_]")
_ASKS = lazy_pattern(rb"(?m)^[ \t]*(?:#|%:)[ \t]*(?:el)?if[^\n\\]*(?:\\\r?\n[^\n\\]*)*?(?<![\w$])_[A-Z_]")
_QUESTION = lazy_pattern(rb"(?<![\w$])_[A-Z_]\w*[\s\\]*(?:\(|/[*/])|__has_|__is_|__building_")
_VALUE = lazy_pattern(
    rb"(?<![\w$])(?:__(?:%s|CUDACC)\w*|_MSC_\w+|__cplusplus|__STDC_VERSION__)(?![\w$])" % NAMES
)
"""Macros of which each compiler has another: code may choose by them, where they are joined to a name."""
_CODE = lazy_pattern(rb"\S")
_DEFINE = lazy_pattern(rb"[ \t]*(\w+)(?:\(([^()]*)\))?[ \t]*(.*)")
_NAME = lazy_pattern(rb"[A-Za-z_$][\w$]*")
_EXTENSION = lazy_pattern(rb"__attribute__[ \t]*\(\(.*\)\)|__declspec[ \t]*\(.*\)")
_OF_FUNCTIONS = lazy_pattern(rb"weak|alias|ifunc|cleanup|pure|const|leaf|constructor|destructor")
"""In the name of an attribute: with it a function may be another one, or is taken to do less."""
_WORDS = frozenset(
    b"inline static extern restrict const volatile register sizeof __inline __inline__ __forceinline "
    b"__restrict __restrict__ __const __const__ __volatile__ __signed__ __extension__ __attribute__ __pragma "
    b"__builtin_expect __builtin_prefetch __builtin_assume_aligned __builtin_unreachable "
    b"__builtin_assume __alignof __alignof__ _Alignof _Alignas __func__ __FUNCTION__ __PRETTY_FUNCTION__ "
    b"__FILE__ __LINE__".split()
)
"""What a macro may come to without giving code another meaning."""
_PARALLEL = lazy_pattern(rb"\s*(?:omp|acc)\b")
_LITERAL = lazy_pattern(rb"_Pragma\s*\(\s*\"(?!\s*(?:omp|acc)\b)(?:[^\"\\]|\\.)*\"\s*\)")
"""A compiler's own pragma; others may be directives."""
_KEPT = frozenset((b"undef", b"error", b"warning", b"pragma", b"line", b""))
_BRANCHES = frozenset((b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef", b"else", b"endif"))


def depends_on_compiler(texts: Iterable[tuple[str, bytes]], *, asked: bool = False) -> str:
    """The place, "file:line, by 'word'", where code of files is chosen by who reads it; '' if none is.

    With ``asked`` the compiler's own macros are known, but not which headers it has.
    """
    rows = list(texts)
    if not any((_QUESTION if asked else _RESERVED).search(text) for _, text in rows):
        return ""
    files = [(path, lex(text, True)) for path, text in rows]
    compilers = Compilers([lexed for _, lexed in files], (b"__pointerchain",), asked=asked)
    for path, lexed in files:
        for each in _chosen(lexed, compilers):
            return _place(path, lexed, each.at, each.word)
    # What a compiler has was told where it was asked.
    return "" if asked else _valued(files)


def _valued(files: Sequence[tuple[str, Lexed]]) -> str:
    """The same where code says a macro of which each compiler has another."""
    if not any(_VALUE.search(lexed.data) for _, lexed in files):
        return ""
    names = _closed(set(), [lexed for _, lexed in files])
    for path, lexed in files:
        for found in _said(lexed, Span(0, len(lexed.code)), names):
            return _place(path, lexed, found.start(), found[0])
    return ""


def _said(lexed: Lexed, part: Span, names: set[bytes]) -> Iterator[re.Match[bytes]]:
    """Where code of a part names one of the macros, or one of which each compiler has another."""
    for found in _NAME.finditer(lexed.code, *part):
        if found[0] in names or _VALUE.fullmatch(found[0]):
            yield found


def _closed(names: set[bytes], files: Sequence[Lexed]) -> set[bytes]:
    """Names of macros, and of those that say them or a compiler's own, through others, too."""
    bodies = [each for lexed in files for row in rows_of(lexed) if (each := _body(row))]
    while more := {
        name
        for name, body in bodies
        if name not in names and (_VALUE.search(body) or not names.isdisjoint(_NAME.findall(body)))
    }:
        names |= more
    return names


def _body(row: Row) -> tuple[bytes, bytes] | None:
    """The macro that a line defines, and what it says."""
    found = _DEFINE.match(row.rest) if row.keyword == b"define" else None
    return (found[1], found[3]) if found is not None else None


def _place(path: str, lexed: Lexed, at: int, word: bytes) -> str:
    line = lexed.data.count(b"\n", 0, at) + 1
    return f"{path}:{line}, by '{word.decode('utf-8', 'replace')}'"


class Chosen(NamedTuple):
    """Text that stands under a condition in which compilers differ: where, and the word of it."""

    at: int
    word: bytes
    macro: bytes = b""
    """The macro that the text defines, if it is such a line."""
    end: int = -1
    """Where the text ends."""


def _chosen(lexed: Lexed, compilers: Compilers, part: Span | None = None) -> Iterator[Chosen]:
    """What of a file stands under such conditions, and may give code another meaning.

    In a ``part`` of it conditions around all of that do not count.
    """
    code = bytearray(lexed.code)
    for operator in lexed.operators:
        code[operator.span.start : operator.span.end] = b"_" * (operator.span.end - operator.span.start)
    at, around = (0, 0) if part is None else (part.start, -1)
    for row in rows_of(lexed):
        span = lexed.lines[row.number].span
        if part is not None and span.start < part.start:
            continue
        if part is not None and span.start >= part.end:
            break
        around = len(row.before) if around < 0 else around
        found = _CODE.search(code, at, span.start)
        word = _unlike(compilers, row.before[around:]) if found is not None else b""
        if found is not None and word:
            yield Chosen(found.start(), word, b"", span.start)
        at = span.end
        word = _unlike(compilers, row.under[around:])
        if word and not _is_harmless(row.keyword, row.rest):
            body = _body(row)
            yield Chosen(span.start, word, body[0] if body is not None else b"", span.end)


def _unlike(compilers: Compilers, conditions: Sequence[Condition]) -> bytes:
    return next(filter(None, map(compilers.unlike, conditions)), b"")


def chosen_within(
    texts: Sequence[bytes], spans: Sequence[Span], given: Iterable[bytes] = (), names: Iterable[bytes] = ()
) -> Chosen | None:
    """What in parts of a source depends on the compiler that reads it, by conditions or by macros.

    ``texts`` are the source and what it includes, ``given`` the macros whose state the command line says.
    Where no option heeds directives, text under its macro counts that says one of some ``names``.
    """
    given = frozenset(given)
    if not any(_ASKS.search(text) or _VALUE.search(text) for text in texts):
        return None
    files = [lex(text, True) for text in texts]
    main = files[0]
    compilers = Compilers(files, (b"__pointerchain", *given))
    for span in spans:
        for each in _chosen(main, compilers, span):
            return each
    options = Compilers(files, (b"__pointerchain", *given), defined=DEFINED - OF_DIRECTIVES)
    for span in spans if given.isdisjoint(OF_DIRECTIVES) else ():
        for each in _chosen(main, options, span):
            if not frozenset(names).isdisjoint(_NAME.findall(main.data[each.at : each.end])):
                return each
    rows = (each for lexed in files for each in _chosen(lexed, compilers))
    names = {each.macro: each.word for each in rows if each.macro}
    closed = _closed(set(names), files)
    for span in spans:
        for found in _said(main, span, closed):
            return Chosen(found.start(), names.get(found[0], found[0]))
    return None


def _is_harmless(word: bytes, rest: bytes) -> bool:
    """Whether a preprocessor line gives code no other meaning."""
    if word in _KEPT or word in _BRANCHES:
        return word != b"pragma" or _PARALLEL.match(rest) is None
    if word in (b"include", b"include_next", b"import"):
        return rest.startswith(b"<")
    defined = _DEFINE.match(rest) if word == b"define" else None
    if defined is None:
        return False
    _, parameters, body = defined.groups()
    for extension in _EXTENSION.findall(body):
        if _OF_FUNCTIONS.search(extension):
            return False
    body = _EXTENSION.sub(b" ", _LITERAL.sub(b" ", body))
    if b"=" in body.replace(b"==", b"").replace(b"!=", b"") or b"++" in body or b"--" in body:
        return False
    return set(_NAME.findall(body)) - set(_NAME.findall(parameters or b"")) <= _WORDS
