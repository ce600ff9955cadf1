# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Preprocessor lines in all their spellings: with comments between the words, and with continuations."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from pointerchain.files import in_one_line
from pointerchain.lazy import lazy_pattern

_BLANK = rb"(?:[ \t\v\f]|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*"
# Wherever it stands: asking for the start of a line would take longer than following a few lines too many.
_INCLUDE = lazy_pattern(
    rb"(?:#|%:|\?\?=)"
    + _BLANK
    + rb"(include|include_next|import)\b"
    + _BLANK
    + rb'(?:"([^"\n]+)"|<([^>\n]+)>|([A-Za-z_]\w*))'
)
_NAMED = lazy_pattern(
    rb'^[ \t]*(?:#|%:)[ \t]*define[ \t]+(\w+)[ \t]+(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE
)
_DEFINED = lazy_pattern(rb"(?:#|%:|\?\?=)" + _BLANK + rb"define" + _BLANK + rb"([A-Za-z_]\w*)")
_CONDITION = lazy_pattern(rb"^[ \t]*(?:#|%:)[ \t]*(?:el)?if\b[^\n]*", re.MULTILINE)
_QUOTED = lazy_pattern(rb'"([^"\n]+)"|<([^>\n]+)>')
_NO_NAME = rb'(?![ \t]+(?:"[^"\n]+"|<[^>\n]+>)[ \t]*(?:$|\r|/))'
_UNCLEAR = lazy_pattern(rb"^[ \t]*(?:#|%:)[ \t]*define[ \t]+(\w+)\b" + _NO_NAME, re.MULTILINE)
# A comment may stand on either side.
_DIRECTIVE = lazy_pattern(rb"(?:(?<![\w/])|(?<=\*/))pointerchain\b(?!\.|/(?![*/]))")

_NO_CODE = lazy_pattern(
    rb"'(?:[^'\\\n]|\\.)'|"
    rb'"(?:[^"\\\n]|\\.)*"|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|//[^\n]*',
)
_LOOP = lazy_pattern(rb"\b(?:for|while)\s*\(|\\\r?\n")
_CHAIN = lazy_pattern(rb"->|[\])>]\s*\.|\\\r?\n")

_OF_DATA = rb"(?:data|enter|exit|update)\b"
_COMPUTE = lazy_pattern(
    rb"\bomp" + _BLANK + rb"(?:target\b(?!" + _BLANK + _OF_DATA + rb")|\w*(?:\s+\w+)*\s*metadirective\b)"
    rb"|\bacc" + _BLANK + rb"(?:parallel|kernels|serial)\b"
)

_SPEAKING = lazy_pattern(rb"^[ \t]*(?:#|%:)[ \t]*define[ \t]+(\w+)[^\n]*\bpointerchain\b", re.MULTILINE)


def asked_names(data: bytes) -> set[bytes]:
    """What may be names of files in conditions, where these may ask for some."""
    lines = b"\n".join(_CONDITION.findall(in_one_line(data)))
    names = {quoted or angled for quoted, angled in _QUOTED.findall(lines)}
    return names | {name for _, name, _ in named_files(data)}


def include_lines(data: bytes) -> list[tuple[bytes, bytes, bytes]]:
    """As :func:`pointerchain.build.includes.include_lines`."""
    rows = _INCLUDE.findall(in_one_line(data))
    return [
        (how, quoted or angled or name, b'"' if quoted else b"<" if angled else b"")
        for how, quoted, angled, name in rows
    ]


def named_files(data: bytes) -> list[tuple[bytes, bytes, bool]]:
    """The macros that stand for an include's name: macro, name, whether it is in quotes."""
    rows = _NAMED.findall(in_one_line(data))
    return [(macro, quoted or angled, bool(quoted)) for macro, quoted, angled in rows]


def have_macros(names: Iterable[tuple[bytes, bool]], texts: Iterable[bytes], others: Iterable[str]) -> bool:
    """Whether words of the names that are not in quotes are macros: of the texts, or ``others``."""
    words = {word for text, quoted in names if not quoted for word in re.findall(rb"[A-Za-z_]\w*", text)}
    if not words:
        return False
    defined = {
        *map(os.fsencode, others),
        *(name for text in texts for name in _DEFINED.findall(in_one_line(text))),
    }
    return not words.isdisjoint(defined)


def unclear_names(data: bytes) -> set[bytes]:
    """The macros that are defined as something else than a file's name."""
    return set(_UNCLEAR.findall(in_one_line(data)))


def holds_directive(data: bytes) -> bool:
    """Whether the word stands in a text as more than a part of a path or a file's name."""
    if b"??/" in data:
        data = data.replace(b"??/", b"\\")
    return _DIRECTIVE.search(in_one_line(data)) is not None


def speaking_macros(data: bytes) -> set[bytes]:
    """The macros of a text whose definition has the word in it."""
    return set(_SPEAKING.findall(in_one_line(data)))


def may_hold_chains(data: bytes, cxx: bool) -> bool:
    """Whether a text may have loops, and chains of pointers in them.

    In C++ a member of a member function's own object is one without a sign of it.
    """
    code = _NO_CODE.sub(b" ", data)
    return bool(_LOOP.search(code)) and (cxx or bool(_CHAIN.search(code)))


def may_hold_constructs(data: bytes) -> bool:
    """Whether a text may have compute constructs of OpenMP or OpenACC, or macros that make some."""
    if b"??/" in data:
        data = data.replace(b"??/", b"\\")
    return _COMPUTE.search(in_one_line(data)) is not None
