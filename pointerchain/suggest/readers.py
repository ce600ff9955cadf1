# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Readers: whether a text says something else to another compiler than the Clang that reads it here.

``#ifdef __clang__`` around code does; around ``#define INLINE __attribute__((always_inline))`` it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pointerchain.translator.text.lex import lex, line_text

_IDENTITY = re.compile(
    rb"\b(?:__clang\w*|__GNUC\w*|__VERSION__|__has_\w+|__(?:INTEL|NVCOMPILER|PGI|ICC|IBMC|CRAYC)\w*|_CRAYC"
    rb"|__PGI|__ICC|_MSC_VER)\b"
)
_HEADERS = re.compile(rb"\b__has_include(?:_next)?\b(?!\s*\(\s*\")")
_CODE = re.compile(rb"\S")
_HEAD = re.compile(rb"\A#[ \t]*\w*[ \t]*")
_DEFINE = re.compile(rb"(\w+)(?:\(([^()]*)\))?[ \t]*(.*)")
_NAME = re.compile(rb"[A-Za-z_$][\w$]*")
_EXTENSION = re.compile(rb"__attribute__[ \t]*\(\(.*\)\)|__declspec[ \t]*\(.*\)")
_OF_FUNCTIONS = re.compile(rb"weak|alias|ifunc|cleanup|pure|const|leaf|constructor|destructor")
"""In the name of an attribute: with it a function may be another one, or is taken to do less."""
_WORDS = frozenset(b"inline static extern restrict const volatile register sizeof".split())
_OPENING, _OTHER = (b"if", b"ifdef", b"ifndef"), (b"elif", b"elifdef", b"elifndef")
_KEPT = frozenset((b"undef", b"error", b"warning", b"pragma", b"line", b""))


def depends_on_compiler(texts: Iterable[tuple[str, bytes]], *, asked: bool = False) -> str:
    """The place, 'file:line', where code of files, by their paths, is chosen by who reads it; '' if none is.

    With ``asked`` the compiler's own macros are known, but not which headers it has.
    """
    who = _HEADERS if asked else _IDENTITY
    for path, text in texts:
        if who.search(text):
            line = _chosen(text, who)
            if line:
                return f"{path}:{line}"
    return ""


def _chosen(text: bytes, who: re.Pattern[bytes]) -> int:
    """The first line of code that stands under a condition on the compiler; 0 if none does."""
    lexed = lex(text, True)
    code = bytearray(lexed.code)
    for operator in lexed.operators:
        code[operator.span.start : operator.span.end] = b"_" * (operator.span.end - operator.span.start)
    within: list[bool] = []
    at = 0
    for line in (*lexed.lines, None):
        start = line.span.start if line is not None else len(code)
        found = _CODE.search(code, at, start) if any(within) else None
        if found is not None:
            return text.count(b"\n", 0, found.start()) + 1
        if line is None:
            break
        at, word = line.span.end, line.keyword
        rest = _HEAD.sub(b"", line_text(text, line))
        if word in _OPENING:
            within.append(bool(who.search(rest)))
        elif word in _OTHER and within:
            within[-1] = within[-1] or bool(who.search(rest))
        elif word == b"endif" and within:
            within.pop()
        elif word != b"else" and any(within) and not _is_harmless(word, rest.rstrip()):
            return text.count(b"\n", 0, start) + 1
    return 0


def _is_harmless(word: bytes, rest: bytes) -> bool:
    """Whether a preprocessor line gives code no other meaning."""
    if word in _KEPT:
        return True
    if word in (b"include", b"include_next", b"import"):
        return rest.startswith(b"<")
    defined = _DEFINE.match(rest) if word == b"define" else None
    if defined is None:
        return False
    _, parameters, body = defined.groups()
    for extension in _EXTENSION.findall(body):
        if _OF_FUNCTIONS.search(extension):
            return False
    body = _EXTENSION.sub(b" ", body)
    if b"=" in body.replace(b"==", b"").replace(b"!=", b"") or b"++" in body or b"--" in body:
        return False
    own = set(_NAME.findall(parameters or b""))
    names = set(_NAME.findall(body)) - own - _WORDS
    return all(name.startswith(b"_") for name in names)
