# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Probe: the source with its directives replaced by statements that name the chains.

``#pragma pointerchain region begin``  ->  ``;s;s->atoms->x;(__typeof__(double*)*)0;``

Clang itself then does scope, lookup, overloads and types at that very place. The text is parsed in
memory only; :class:`Probe` maps its offsets to the source's and back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from pointerchain.source import Span
from pointerchain.translator.directives import Declare, Directive
from pointerchain.translator.lex import Lexed
from pointerchain.translator.regions import Layout, in_function
from pointerchain.translator.scan import Hoist, Scan


class Part(NamedTuple):
    """A statement of the probe: what it asks, about what, and where it stands in the probe's text.

    ``kind`` is 'begin', 'end' (number is a region's), 'root', 'chain' or 'type' (a hoist's).
    """

    kind: str
    number: int
    span: Span


class Probe(NamedTuple):
    """The probe's text, its parts, and the map between its offsets and the source's."""

    text: bytes
    parts: tuple[Part, ...]
    source_starts: tuple[int, ...]
    source_ends: tuple[int, ...]
    probe_starts: tuple[int, ...]
    probe_ends: tuple[int, ...]

    def forward(self, offset: int) -> int:
        """Offset in the probe of an offset of the source that no directive covers."""
        index = bisect_right(self.source_ends, offset) - 1
        if index < 0:
            return offset
        return offset - self.source_ends[index] + self.probe_ends[index]

    def span(self, span: Span) -> Span:
        """A span of the source in the probe."""
        start = self.forward(span.start)
        return (
            Span(start, start + span.end - span.start)
            if span.end == span.start
            else Span(start, self.forward(span.end - 1) + 1)
        )

    def back(self, offset: int) -> int:
        """Offset in the source; one inside a replaced directive maps to the directive's start."""
        index = bisect_right(self.probe_starts, offset) - 1
        if index < 0:
            return offset
        if offset < self.probe_ends[index]:
            return self.source_starts[index]
        return offset - self.probe_ends[index] + self.source_ends[index]

    def part_at(self, offset: int) -> Part | None:
        """The part whose text holds a probe offset."""
        starts = [part.span.start for part in self.parts]
        index = bisect_right(starts, offset) - 1
        if index >= 0 and offset <= self.parts[index].span.end:
            return self.parts[index]
        return None


class _Writer:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pieces: list[bytes] = []
        self.length = self.at = 0
        self.parts: list[Part] = []
        self.map: list[tuple[int, int, int, int]] = []

    def replace(self, span: Span, parts: Sequence[tuple[str, int, bytes]]) -> None:
        self.pieces.append(self.data[self.at : span.start])
        self.length += span.start - self.at
        start = self.length
        for kind, number, text in parts:
            if kind:
                self.parts.append(Part(kind, number, Span(self.length, self.length + len(text))))
            self.pieces.append(text)
            self.length += len(text)
        # line structure is kept: Clang's own messages name the source's lines
        newlines = b"\n" * self.data.count(b"\n", span.start, span.end)
        self.pieces.append(newlines)
        self.length += len(newlines)
        self.at = span.end
        self.map.append((span.start, span.end, start, self.length))

    def finish(self) -> Probe:
        self.pieces.append(self.data[self.at :])
        columns = tuple(zip(*self.map, strict=True)) if self.map else ((), (), (), ())
        return Probe(b"".join(self.pieces), tuple(self.parts), *columns)


def build(lexed: Lexed, directives: Sequence[Directive], layout: Layout, scan: Scan) -> Probe:
    """Write the probe of a source."""
    hoists_of: dict[int, list[Hoist]] = {}
    idle: dict[Span, list[Hoist]] = {}
    for hoist in scan.hoists:
        hoists_of.setdefault(hoist.region, []).append(hoist)
    for hoist in scan.idle:
        if hoist.region >= 0:
            hoists_of.setdefault(hoist.region, []).append(hoist)
        elif in_function(lexed, hoist.declared.pragma.start):
            idle.setdefault(hoist.declared.pragma, []).append(hoist)
    begins = {region.begin.start: region for region in layout.regions}
    changes: list[tuple[Span, list[tuple[str, int, bytes]]]] = []
    for region in layout.regions:
        parts: list[tuple[str, int, bytes]] = []
        if region.construct is not None:
            parts.append(("", 0, b"{"))
        parts.append(("begin", region.number, b";"))
        roots: set[bytes] = set()
        for hoist in hoists_of.get(region.number, ()):
            parts += _questions(hoist, roots)
        changes.append((region.begin, parts))
        if region.construct is not None:
            changes.append((region.end, [("end", region.number, b";"), ("", 0, b"}")]))
        else:
            changes.append((region.end, [("end", region.number, b";")]))
    for directive in directives:
        if isinstance(directive, Declare):
            asked: set[bytes] = set()
            questions: list[tuple[str, int, bytes]] = [("", 0, b";")] if directive.pragma.span in idle else []
            for hoist in idle.get(directive.pragma.span, ()):
                questions += _questions(hoist, asked)
            changes.append((directive.pragma.span, questions))
        elif directive.pragma.operator and directive.pragma.span.start not in begins:
            if not any(region.end == directive.pragma.span for region in layout.regions):
                changes.append((directive.pragma.span, []))
    writer = _Writer(lexed.data)
    # at one place the construct that closes first was opened last
    changes.sort(key=lambda change: (change[0].start, change[0].end))
    for span, parts in _ordered(changes):
        if span.start >= writer.at:
            writer.replace(span, parts)
    return writer.finish()


def _questions(hoist: Hoist, roots: set[bytes]) -> list[tuple[str, int, bytes]]:
    """The statements that ask Clang about a chain: its root once, itself, and the type it is given."""
    item = hoist.declared.item
    parts: list[tuple[str, int, bytes]] = []
    if item.path.root not in roots:
        roots.add(item.path.root)
        parts += [("root", hoist.number, item.path.root), ("", 0, b";")]
    parts += [("chain", hoist.number, item.text), ("", 0, b";")]
    if item.type is not None and item.type != b"auto":
        parts += [("type", hoist.number, b"(__typeof__(" + item.type + b")*)0"), ("", 0, b";")]
    return parts


def _ordered(
    changes: list[tuple[Span, list[tuple[str, int, bytes]]]],
) -> list[tuple[Span, list[tuple[str, int, bytes]]]]:
    """Merge the ends that share a place, innermost region first."""
    out: list[tuple[Span, list[tuple[str, int, bytes]]]] = []
    for span, parts in changes:
        if out and out[-1][0] == span and span.start == span.end:
            out[-1] = (span, parts + out[-1][1])
        else:
            out.append((span, parts))
    return out
