# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A header's translation for all sources that include it after the same lines.

Where only headers of a source hold directives, what its translation depends on ends with the last of them:
what follows changes nothing of what a text before it means, but for templates. So that beginning of the
source, the *head*, is translated as a source by itself, and kept under everything that it holds and includes.
Sources whose heads differ in nothing but comments and white space share the result; it is put in its place
in each::

    /* force.c */                   /* energy.c */
    #include "types.h"              #include "types.h"
    #include "kernels.h"            #include "kernels.h"         <- the heads end here, and are the same
    double force(Sim *s) ...        double energy(Sim *s) ...

Nothing is shared where a region stands in a template, which what follows may instantiate, nor where something
is to be said of a header, for that is said of each source that includes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from pointerchain.build.cache import SHARED, Cache, Entry
from pointerchain.build.includes import File, Program
from pointerchain.build.overlay import Joined, OverlayError, Piece, split_lines
from pointerchain.translator.text.lex import Lexed, line_text

_NAME = "head"
_RUN = re.compile(rb"\S+")
_OPENS = frozenset((b"if", b"ifdef", b"ifndef"))


class Head:
    """The beginning ``file`` of a source, ``joined`` with its headers."""

    def __init__(self, full: Joined, main: Piece, file: File, joined: Joined) -> None:
        self._full, self._main = full, main
        self.file, self.joined = file, joined

    def text(
        self,
        cache: Cache,
        key: str,
        translated: Callable[[Joined], bytes | None],
        read: Callable[[bytes], list[str] | None],
    ) -> bytes | None:
        """The full text's translation by that of the head, or None where it is not to be shared.

        It is kept under ``key``. ``translated`` makes the head's translation, or gives None where something
        is to be said of it; ``read`` gives the files that a compiler reads for a text.
        """
        found = cache.find(key, counted=False)
        if found is not None:
            full = self._spread(_kept(found)) if found.record[0] else None
            if full is not None:
                cache.count(SHARED)
            return full
        made = translated(self.joined)
        full = self._spread(made) if made is not None else None
        entry = cache.store(key, {_NAME: made or b""}, (full is not None,))
        # Other sources want it now, not when this one is compiled.
        paths = read(self.joined.text) if entry is not None else None
        if entry is not None and paths is not None:
            cache.note_system(entry, paths)
        return full

    def _spread(self, made: bytes) -> bytes | None:
        """The full text with the lines of the headers as they are in the head's translation."""
        lines, before = split_lines(made), split_lines(self.joined.text)
        if len(lines) != len(before):
            return None
        headers: dict[int, list[list[bytes]]] = {}
        for chunk, first in self.joined.numbered():
            own = lines[first : first + chunk.lines]
            if chunk.piece is not None and chunk.piece.number != self._main.number:
                headers.setdefault(chunk.piece.number, []).append(own)
            elif own != before[first : first + chunk.lines]:
                return None  # the translation says something outside of the headers
        out: list[bytes] = []
        given = split_lines(self._full.text)
        for chunk, first in self._full.numbered():
            if chunk.piece is None or chunk.piece.number == self._main.number:
                out += given[first : first + chunk.lines]
                continue
            rows = headers.get(chunk.piece.number)
            if not rows or len(rows[0]) != chunk.lines:
                return None
            out += rows.pop(0)
        return None if any(headers.values()) else b"".join(out)


def _kept(entry: Entry) -> bytes:
    try:
        with open(os.path.join(entry.directory, _NAME), "rb") as file:
            return file.read()
    except OSError:
        return b""  # cleared at this moment


def head(full: Joined, main: File, program: Program, new: Callable[[File], Joined]) -> Head | None:
    """The head of a joined source, if it can be translated by itself; ``new`` joins another main file."""
    own = [piece for piece in full.pieces if piece.file is main]
    if main.marked or len(own) != 1:
        return None
    piece = own[0]
    text = _beginning(piece.data, full.lexed(piece), piece.led)
    if text is None:
        return None
    short = program.add(main.path, text, main.place)
    try:
        joined = new(short)
    except OverlayError:
        return None
    if [each.name for each in joined.pieces] != [each.name for each in full.pieces]:
        return None
    return Head(full, piece, short, joined)


def _beginning(data: bytes, lexed: Lexed, end: int) -> bytes | None:
    """The tokens and preprocessor lines up to ``end``, and on to where no condition is open.

    None where that is within a bracket, or more than these say what it means.
    """
    if any(operator.span.start < end for operator in lexed.operators):
        return None
    out: list[bytes] = []
    at = depth = 0
    for line in lexed.lines:
        if line.span.start >= end and depth == 0:
            break
        out.append(_code(data, lexed.code, at, line.span.start))
        out.append(b"#" + line_text(data, line)[1:].strip() + b"\n")
        depth += (line.keyword in _OPENS) - (line.keyword == b"endif")
        at = line.span.end
    code = lexed.code[:at]
    even = all(code.count(one) == code.count(other) for one, other in (b"{}", b"()", b"[]"))
    return b"".join(out) if depth == 0 and even else None


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
