# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The bytes behind the places that diagnostics name, for whoever prints them."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Mapping

from pointerchain import files
from pointerchain.diagnostics import Place
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Source, Span

# The place of what concerns a file as a whole: it cannot be read, or not written.
WHOLE_FILE = Span(-1, -1)


# '#line 12 "parser.y"' and '# 12 "parser.y" 2', as a preprocessor writes it.
_RENUMBERING = lazy_pattern(rb'\s*#\s*(?:line\s+)?(\d+)(?:\s+"((?:[^"\\]|\\.)*)")?')

_MAYBE = lazy_pattern(rb"#[ \t]*(?:line\b|\d)")
_CONTINUED = lazy_pattern(rb"\\\r?\n")


class _Renumbered(NamedTuple):
    """From a line of a file on, what its lines are called: ``name`` and the number of the first of them."""

    first: int
    name: str
    number: int


class SourceFiles:
    """Sources by name: those given, and others (headers that notes point into) read when asked for."""

    def __init__(self, known: Mapping[str, bytes]) -> None:
        self._sources: dict[str, Source | None] = {name: Source(name, data) for name, data in known.items()}
        self._renumbered: dict[str, list[_Renumbered]] = {}

    def called(self, source: Source, line: int) -> tuple[str, int]:
        """The name and number that ``#line`` gives to a line; its own where none stands above it."""
        if source.name not in self._renumbered:
            self._renumbered[source.name] = _renumbered(source)
        rows = self._renumbered[source.name]
        at = bisect_right([row.first for row in rows], line) - 1
        return (rows[at].name, rows[at].number + line - rows[at].first) if at >= 0 else (source.name, line)

    def behind(self, place: Place) -> Source | None:
        """The source that ``place`` lies in; None for a whole file or one that cannot be read (any more)."""
        if place.span.start < 0:
            return None
        if place.file not in self._sources:
            try:
                self._sources[place.file] = Source(place.file, files.read(place.file))
            except (OSError, ValueError):
                self._sources[place.file] = None
        source = self._sources[place.file]
        # A file that changed since may be too short: better no line than a wrong one.
        return source if source is not None and place.span.end <= len(source.data) else None


def _renumbered(source: Source) -> list[_Renumbered]:
    """What the ``#line`` directives of a source say; those that the preprocessor skips are taken, too."""
    out: list[_Renumbered] = []
    if _MAYBE.search(source.data) is None:
        return out
    from pointerchain.translator.text.lex import lex, line_text

    lexed = lex(source.data, True)
    name = source.name
    for line in lexed.lines:
        found = _RENUMBERING.match(_CONTINUED.sub(b" ", line_text(lexed.data, line)))
        if line.keyword not in (b"line", b"") or found is None:
            continue
        number, text = found.groups()
        if text is not None:
            name = os.fsdecode(re.sub(rb"\\(.)", rb"\1", text))
        out.append(_Renumbered(source.line_column(line.span.end)[0] + 1, name, int(number)))
    return out
