# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Whether macros may make the word of parts that ``##`` joins.

``#define J(a, b, c) a##b##c`` and ``J(pointer, ch, ain)``  ->  the parts ``pointer``, ``ch`` and ``ain``

No macro is expanded. Collected are the words that may stand beside a ``##``: those that do, and all words in
the arguments of a macro whose parameter does, or that hands its own on to one. Where such a macro is used
other than by its name and a bracket every word of the sources counts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from pointerchain.files import WORD, in_one_line
from pointerchain.lazy import lazy_pattern

_DEFINE = lazy_pattern(rb"\bdefine[ \t]+([A-Za-z_]\w*)(\([^()\n]*\))?([^\n]*)")
_WORDS = lazy_pattern(rb"[A-Za-z_]\w*")
_BLANK = rb"(?:[ \t\v\f]|/\*.*?\*/)*"
_JOINS = lazy_pattern(rb"(\w+)" + _BLANK + rb"(?:##|%:%:|\?\?=\?\?=)" + _BLANK + rb"(?=(\w+))")
_IN_CALL = lazy_pattern(rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*|[()]', re.DOTALL)
_NO_USE = lazy_pattern(rb"(?:define|undef|ifdef|ifndef|defined)[ \t(]*\Z")
# Macros of the system's headers that join what they are given.
_OF_THE_SYSTEM = (b"__CONCAT(a, b) a ## b", b"__AC(a, b) a ## b", b"_AC(a, b) a ## b")


class _Macro:
    """All definitions of one name together."""

    def __init__(self) -> None:
        self.parameters: set[bytes] = set()
        self.words: set[bytes] = set()
        self.joined: set[bytes] = set()


def parts(texts: Sequence[bytes], defines: Iterable[str]) -> list[str]:
    """Words of the texts, and of the command line's macros, that may be joined to the word; or none."""
    lines = _lines(texts, defines)
    every = [*lines, *(b"#define " + each for each in _OF_THE_SYSTEM)]
    macros = _macros(every)
    joining = {name for name, macro in macros.items() if macro.joined & macro.parameters}
    found = {word for macro in macros.values() for word in macro.joined - macro.parameters}
    waiting = list(joining)
    while waiting:
        name = waiting.pop()
        for text in lines:
            for words, within in _calls(text, name):
                if words is None:
                    return made_of(WORD, {word for each in lines for word in _WORDS.findall(each)})
                _take(words, macros, found)
                if within is not None and macros[within].parameters and within not in joining:
                    joining.add(within)
                    waiting.append(within)
    if not _with_made_names(macros, found):
        return made_of(WORD, {word for each in lines for word in _WORDS.findall(each)})
    return made_of(WORD, found)


def leading_to(names: set[bytes], texts: Sequence[bytes], defines: Iterable[str]) -> set[bytes]:
    """``names`` with all macros that stand for one of them."""
    macros = _macros(_lines(texts, defines))
    out = set(names)
    while more := {
        name for name, macro in macros.items() if name not in out and not macro.words.isdisjoint(out)
    }:
        out |= more
    return out


def _lines(texts: Sequence[bytes], defines: Iterable[str]) -> list[bytes]:
    """Texts without continuations, and the macros of a command line as lines."""
    return [
        *map(in_one_line, texts),
        *(b"#define " + os.fsencode(define).replace(b"=", b" ", 1) for define in defines),
    ]


def _with_made_names(macros: dict[bytes, _Macro], found: set[bytes]) -> bool:
    """Note the words of macros whose names are joined themselves; whether that is all that they may bring."""
    rest = set(macros)
    while made := {name for name in rest if made_of(name, found)}:
        if any(macros[name].parameters for name in made):
            return False
        rest -= made
        _take([word for name in made for word in macros[name].words], macros, found)
    return True


def _macros(lines: Sequence[bytes]) -> dict[bytes, _Macro]:
    out: dict[bytes, _Macro] = {}
    for text in lines:
        for name, parameters, body in _DEFINE.findall(text):
            macro = out.setdefault(name, _Macro())
            macro.parameters.update(_WORDS.findall(parameters))
            if b"..." in parameters:
                macro.parameters.add(b"__VA_ARGS__")
            macro.words.update(_WORDS.findall(body))
            for pair in _JOINS.findall(body):
                macro.joined.update(pair)
            if b"__VA_OPT__" in body:
                macro.joined.update(_WORDS.findall(body))
    return out


def _calls(text: bytes, name: bytes) -> Iterable[tuple[list[bytes] | None, bytes | None]]:
    """The words in the arguments of each use of a macro, and the macro in whose definition that stands.

    No words where it is not called there, so that another one may do it.
    """
    pattern = re.compile(rb"\b" + name + rb"\b(?:\s|/\*.*?\*/)*(\()?", re.DOTALL)
    for found in pattern.finditer(text):
        start = text.rfind(b"\n", 0, found.start()) + 1
        if _NO_USE.search(text, start, found.start()):
            continue
        definition = _DEFINE.search(text, start, found.start())
        within = definition.group(1) if definition is not None else None
        if not found.group(1):
            yield None, within
            continue
        depth, end = 1, len(text)
        for each in _IN_CALL.finditer(text, found.end()):
            depth += (each.group() == b"(") - (each.group() == b")")
            if depth == 0:
                end = each.start()
                break
        yield _WORDS.findall(text, found.end(), end), within


def _take(words: Iterable[bytes], macros: dict[bytes, _Macro], found: set[bytes]) -> None:
    """Note words, and those of the macros among them."""
    waiting = [word for word in words if word not in found]
    while waiting:
        word = waiting.pop()
        if word not in found:
            found.add(word)
            if word in macros:
                waiting += macros[word].words


def made_of(word: bytes, words: Iterable[bytes]) -> list[str]:
    """Two or more of ``words`` that are ``word`` one behind the other, the fewest; or none."""
    usable = {each for each in words if each in word and each != word}
    best: list[list[bytes] | None] = [[], *([None] * len(word))]
    for end in range(1, len(word) + 1):
        for start in range(end):
            before = best[start]
            if before is not None and word[start:end] in usable:
                now = best[end]
                if now is None or len(before) + 1 < len(now):
                    best[end] = [*before, word[start:end]]
    return [each.decode() for each in best[-1] or []]
