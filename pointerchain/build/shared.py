# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A header's translation for all sources that include it after the same text.

Where only headers of a source hold directives, what its translation depends on ends with the last of them:
what follows changes nothing of what a text before it means. So that beginning of the source with its headers
in place, the *head*, is translated as a source by itself, and kept under everything that it holds and
includes. Sources whose heads differ in nothing but comments and white space share the result; it is put in
its place in each::

    /* force.cpp */                 /* energy.cpp */
    #include "force.h"              #include "energy.h"
      // force.h                      // energy.h
      #include "types.h"              #include "types.h"
      #include "kernels.h"            #include "kernels.h"       <- the heads end here, and are the same
      double force(Sim *s);           double energy(Sim *s);

A template in a head may be instantiated by what follows. The translator judges its text and no instance, and
what it writes does not compile for an instance that it would not have hoisted.

Include guards are no part of a head: it is shared only where no condition in the files that are read asks for
them. Where what follows defines a function that the headers name, its body may tell more of a call in a
region, and the source has its own translation. Nothing is shared where something is to be said of a header,
for that is said of each source that includes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence

from pointerchain import files
from pointerchain.build.cache import Cache, Entry
from pointerchain.build.entries import SHARED
from pointerchain.build.includes import File
from pointerchain.build.overlay import Joined, split_lines
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.pipeline import DEEP
from pointerchain.translator.text.lex import Lexed, blank_splice, lex, line_text

_NAME = "head"
_RUN = lazy_pattern(rb"\S+")
_CONDITION = lazy_pattern(rb"^[ \t]*(?:#|%:)[ \t]*(?:el)?if(?:[^\\\n]|\\\r?\n|\\)*", re.MULTILINE)
_NEVER = (
    rb"if|for|while|switch|return|sizeof|noexcept|decltype|alignas|throw|requires|explicit|template|"
    rb"__attribute__|__declspec|void|bool|char|short|int|long|float|double|unsigned|signed|auto|const"
)
_ARGUMENTS = rb"(?:<(?:[^(){};<>]|<[^(){};<>]*>)*>\s*)?"
_CALLED = lazy_pattern(rb"\b(operator\b|(?!(?:%s)\b)[A-Za-z_]\w*(?=\s*%s\())" % (_NEVER, _ARGUMENTS))
_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_PAIR = lazy_pattern(rb"[{}]")
_BRACE = lazy_pattern(rb"[{};]")
_HAS_MEMBERS = lazy_pattern(rb"\b(?:namespace|class|struct|union|extern)\b")
# What a source and its lines are called: other sources have other names and numbers there.
_PLACES = lazy_pattern(rb"\b__(?:FILE|LINE|BASE_FILE|FILE_NAME|TIMESTAMP|COUNTER|INCLUDE_LEVEL)__")
_OPENS = frozenset((b"if", b"ifdef", b"ifndef"))


class _Row(NamedTuple):
    """A part of a head: from which chunk of the joined text, how many lines, whether they hold directives."""

    chunk: int
    lines: int
    marked: bool


class Head:
    """The beginning of the ``full`` text of a source, as a source by itself: ``text``."""

    def __init__(
        self, full: Joined, text: bytes, rows: list[_Row], guards: frozenset[bytes], cxx: bool
    ) -> None:
        self._full, self.text, self._rows, self._guards, self._cxx = full, text, rows, guards, cxx

    def needs_rest(self, included: Sequence[bytes], later: Iterable[bytes]) -> bool:
        """Whether more than the head says what a header with directives means.

        The rest of the source may define a function that the header comes to call; and a file may ask for
        the source's name or a line's number.

        ``included`` are the files that the head leaves where they are, ``later`` those of the rest.
        """
        if any(_PLACES.search(text) for text in included):
            return True
        lines = split_lines(self.text)
        named: set[bytes] = set()
        others = list(included)
        at = 0
        for row in self._rows:
            text = b"".join(lines[at : at + row.lines])
            at += row.lines
            if row.marked:
                named.update(_WORD.findall(text))
            else:
                others.append(text)
        found = True
        while found:
            through = [text for text in others if self._defines(text, named)]
            others = [text for text in others if text not in through]
            named.update(word for text in through for word in _WORD.findall(text))
            found = bool(through)
        given = split_lines(self._full.text)
        rest = [
            b"".join(given[first : first + chunk.lines])
            for number, (chunk, first) in enumerate(self._full.numbered())
            if (number >= self._rows[-1].chunk and not self._rows[-1].marked) or number > self._rows[-1].chunk
        ]
        return any(self._defines(text, named) for text in (b"".join(rest), *later))

    def _defines(self, text: bytes, names: set[bytes]) -> bool:
        """Whether a text has the body of a function of one of these names."""
        # To look for names costs much less than to tell which of them are those of definitions.
        return not names.isdisjoint(_CALLED.findall(text)) and not names.isdisjoint(
            defined(lex(text, self._cxx).code)
        )

    def spread(
        self,
        cache: Cache,
        key: str,
        translated: Callable[[bytes], bytes | None],
        read: Callable[[bytes], list[str] | None],
    ) -> bytes | None:
        """The full text's translation by that of the head, or None where it is not to be shared.

        It is kept under ``key``. ``translated`` makes the head's translation, or gives None where something
        is to be said of it; ``read`` gives the files that a compiler reads for a text.
        """
        found = cache.find(key, counted=False)
        if found is not None:
            is_shared, tested = found.record
            full = self._in_place(_kept(found)) if is_shared and self._guards.isdisjoint(tested) else None
            if full is not None:
                cache.count(SHARED)
            return full
        # Other sources want it now, not when this one is compiled.
        paths = read(self.text)
        if paths is None:
            return None
        made = translated(self.text)
        tested = _tested(paths)
        entry = cache.store(key, {_NAME: made or b""}, (made is not None, tuple(tested)))
        if entry is not None:
            cache.note_system(entry, paths)
        return self._in_place(made) if made is not None and self._guards.isdisjoint(tested) else None

    def _in_place(self, made: bytes) -> bytes | None:
        """The full text with the lines of the headers as they are in the head's translation."""
        lines, before = split_lines(made), split_lines(self.text)
        if len(lines) != len(before):
            return None
        headers: dict[int, list[bytes]] = {}
        at = 0
        for row in self._rows:
            own = lines[at : at + row.lines]
            if row.marked:
                headers[row.chunk] = own
            elif own != before[at : at + row.lines]:
                return None  # the translation says something outside of the headers
            at += row.lines
        given = split_lines(self._full.text)
        out: list[bytes] = []
        for number, (chunk, first) in enumerate(self._full.numbered()):
            out += headers.get(number, given[first : first + chunk.lines])
        return b"".join(out)


def _tested(paths: Sequence[str]) -> frozenset[bytes]:
    """The names that conditions in files ask for."""
    out: set[bytes] = set()
    for path in paths:
        try:
            for line in _CONDITION.findall(files.read(path)):
                out.update(_WORD.findall(line))
        except OSError:
            continue  # the compiler will say so
    return frozenset(out)


def _kept(entry: Entry) -> bytes:
    try:
        with open(os.path.join(entry.directory, _NAME), "rb") as file:
            return file.read()
    except OSError:
        return b""  # cleared at this moment


def head(full: Joined, main: File, cxx: bool) -> Head | None:
    """The head of a joined source: to its last header with directives, and on to where no condition is open.

    None where the source holds directives itself, where that place is within a bracket, or where more than
    the text before it says what it means.
    """
    # What C++ deep copies are lowered to is written once a source.
    if main.marked or (cxx and DEEP.search(full.text)) or blank_splice(full.text, cxx) is not None:
        return None
    chunks = list(full.numbered())
    marked = [chunk.piece is not None and chunk.piece.file.marked for chunk, _ in chunks]
    last = max((number for number, each in enumerate(marked) if each), default=-1)
    given = split_lines(full.text)
    rows: list[_Row] = []
    texts: list[bytes] = []
    code: list[bytes] = []
    guards: set[bytes] = set()
    depth = 0
    for number, (chunk, first) in enumerate(chunks):
        if number > last and depth == 0:
            break
        text = b"".join(given[first : first + chunk.lines])
        lexed = lex(text, cxx)
        end = len(text)
        for line in lexed.lines:
            depth += (line.keyword in _OPENS) - (line.keyword == b"endif")
            if number > last and depth == 0:
                end = line.span.end
                break
        code.append(lexed.code[:end])
        if not marked[number]:
            if any(operator.span.start < end for operator in lexed.operators):
                return None
            guard = full.guarding(chunk.piece) if chunk.piece is not None else None
            text = _condensed(text, lexed, end, guard)
            guards |= {guard} if guard else set()
        texts.append(text)
        rows.append(_Row(number, text.count(b"\n"), marked[number]))
    if any(_PLACES.search(text) for text in texts):
        return None
    whole = b"".join(code)
    even = all(whole.count(one) == whole.count(other) for one, other in (b"{}", b"()", b"[]"))
    if last < 0 or depth or not even:
        return None
    return Head(full, b"".join(texts), rows, frozenset(guards), cxx)


def defined(code: bytes) -> set[bytes]:
    """The names of the functions that have a body in a text.

    ``namespace m { int f(S *s) { g(s); } }`` -> ``f``
    """
    out: set[bytes] = set()
    at = start = 0
    while True:
        found = _BRACE.search(code, at)
        if found is None:
            return out
        before, at = code[start : found.start()], found.end()
        if found.group() == b"{" and (b"(" in before or not _HAS_MEMBERS.search(before)):
            if b"(" in before:
                out.update(_CALLED.findall(before))
            at = _closing(code, at)
        start = at


def _closing(code: bytes, at: int) -> int:
    """Where the brace is closed in which ``at`` lies."""
    depth = 1
    for found in _PAIR.finditer(code, at):
        depth += 1 if found.group() == b"{" else -1
        if depth == 0:
            return found.end()
    return len(code)


def _condensed(data: bytes, lexed: Lexed, end: int, guard: bytes | None) -> bytes:
    """The tokens and preprocessor lines up to ``end``, but for what keeps the file from being read again."""
    out: list[bytes] = []
    at = 0
    for line in lexed.lines:
        if line.span.start >= end:
            break
        out.append(_code(data, lexed.code, at, line.span.start))
        text = line_text(data, line)[1:].strip()
        words = text.split()
        if guard is None or words[:2] not in ([b"define", guard], [b"pragma", b"once"]):
            out.append(b"#" + text + b"\n")
        at = line.span.end
    out.append(_code(data, lexed.code, at, end))
    return b"".join(out)


def _code(data: bytes, code: bytes, start: int, end: int) -> bytes:
    """What is code in a part of a source; line ends are kept where there were any, as one."""
    out: list[bytes] = []
    at = start
    for run in _RUN.finditer(code, start, end):
        if out:
            out.append(b"\n" if b"\n" in code[at : run.start()] else b" ")
        at = run.end()
        out.append(data[run.start() : at])
    return b"".join(out) + b"\n" if out else b""
