# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Inherited: what headers declare at file scope -> a source that declares it itself.

``#include "chains.h"`` with ``#pragma pointerchain declare(sim->a->x)`` there, and a region in the source::

    void f(void) {      ->      _Pragma("pointerchain declare(sim->a->x)")void f(void) {

The lists stand before the function of the first region behind the include line, and a translation takes them
out again. Headers are left as they are: to compilers a ``declare`` is nothing. The launcher needs none of it,
for it translates headers with their source.
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.diagnostics import Diagnostic, Place, diagnostic
from pointerchain.files import has_word
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.parsed import Parsed, is_system
from pointerchain.translator.text.directives import Declare, Pragma, pragmas_of, read_directives
from pointerchain.translator.text.lex import Lexed, lex, skip_space
from pointerchain.translator.text.mapped import Change, MappedText, Piece
from pointerchain.translator.text.regions import Layout, Region, block_head

_OPENING, _CLOSING = b'_Pragma("', b'")'


class _Row(NamedTuple):
    """A directive of a header: ``line`` is where in the source the header is included."""

    file: str
    pragma: Pragma
    line: int


class Inherited:
    """A source with what its headers declare, and the way back from places in it."""

    def __init__(self, file: str, data: bytes, rows: Sequence[tuple[int, _Row]]) -> None:
        """``rows`` are the directives, each with the offset before which it is put."""
        self.file = file
        changes: dict[int, list[Piece]] = {}
        for number, (at, row) in enumerate(rows):
            changes.setdefault(at, []).extend(
                (Piece(_OPENING), Piece(row.pragma.text, ("row", number)), Piece(_CLOSING))
            )
        self._mapped = MappedText(data, [Change(Span(at, at), pieces) for at, pieces in changes.items()])
        self._rows = [row for _, row in rows]
        self.text = self._mapped.text

    def place(self, place: Place) -> Place:
        """A place in the text as one in the source, or in the header."""
        if place.file != self.file:
            return place
        start, end = place.span
        part = self._mapped.part_at(start)
        if part is not None and start < self._mapped.spans[part].end:
            row = self._rows[part[1]]
            moved = row.pragma.body.start - self._mapped.spans[part].start
            return Place(row.file, Span(start + moved, end + moved))
        return Place(self.file, self.span(place.span))

    def span(self, span: Span) -> Span:
        """A span of the text that lies in the source."""
        start = self._mapped.back(span.start)
        return Span(
            start, max(start, self._mapped.back(span.end - 1) + 1) if span.end > span.start else start
        )

    def moved(self, diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Diagnostics of the text at their own places, without those of lists that other sources may use."""
        return tuple(
            each
            for each in (diagnostic.moved(self.place) for diagnostic in diagnostics)
            if each.code != "unused-declare" or each.place.file == self.file
        )


def inherited(
    lexed: Lexed, layout: Layout, parsed: Parsed, file: str, back: MappedText, cxx: bool
) -> Inherited | Diagnostic | None:
    """The source with what its headers say to its regions; None where they say nothing.

    ``parsed`` is Clang's parse of a text that ``back`` maps to the source. The diagnostic says why one of
    them cannot be taken over.
    """
    starts = _first_functions(lexed, layout.regions)
    found: list[tuple[int, _Row]] = []
    for row in _rows(parsed, back, lexed, cxx) if starts else ():
        at = next((start for start in starts if start > row.line), None)
        if at is None:
            continue
        if b'"' in row.pragma.text or b"\\" in row.pragma.text:
            what = "a quote or a backslash here keeps sources from seeing this directive of a header"
            return diagnostic("source-error", row.file, row.pragma.body, what=what)
        found.append((at, row))
    return Inherited(file, lexed.data, found) if found else None


def _first_functions(lexed: Lexed, regions: Sequence[Region]) -> list[int]:
    """Where the declarations at file scope begin that hold regions which see lists around them."""
    blocks, found = lexed.blocks, set()
    for region in regions:
        if region.construct is None or region.construct.own:
            brace = blocks.starts[blocks.top(region.begin.start)] - 1
            found.add(skip_space(lexed.code, brace - len(block_head(lexed.code, brace))))
    return sorted(found)


def _rows(parsed: Parsed, back: MappedText, lexed: Lexed, cxx: bool) -> list[_Row]:
    """The directives at file scope of the headers that the source includes at file scope, in order."""
    found = []
    for name, at in parsed.included_at.items():
        text = b"" if is_system(name) else parsed.text_of(name)
        line = back.back(at)
        if not has_word(text) or lexed.blocks.block(line):
            continue
        header = lex(text, cxx)
        if not pragmas_of(header):
            continue
        skipped = parsed.skipped_ranges(name)
        directives, _ = read_directives(header, name, cxx)
        found += [
            _Row(name, directive.pragma, line)
            for directive in directives
            if isinstance(directive, Declare)
            and not header.blocks.block(directive.pragma.span.start)
            and not any(span.start <= directive.pragma.span.start < span.end for span in skipped)
        ]
    return sorted(found, key=lambda row: row.line)
