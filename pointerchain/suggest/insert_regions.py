# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Insert regions: a source and the chains chosen for its loops -> the source with regions around them.

``for (...) {...}``  ->  ``{ _Pragma("pointerchain region begin declare(s->a->x)") for (...) {...}
_Pragma("pointerchain region end") }``, on the same lines; behind the loop's own first test where one is
needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.suggest.choose import Again, Chosen
from pointerchain.suggest.guards import Guard
from pointerchain.suggest.loops import Loop
from pointerchain.translator.text.lex import Lexed, before_space
from pointerchain.translator.text.mapped import Change, MappedText, Piece


class InsertedRegion(NamedTuple):
    """One region: the chains, by their places in the list that they were chosen from."""

    loop: Loop
    place: int
    """Where the loop begins, with the pragmas that belong to it."""
    guard: Guard | None
    chains: tuple[bytes, ...]
    numbers: tuple[int, ...]
    reloads: tuple[tuple[Again, bytes], ...] = ()
    """Statements of the source, and a chain that is loaded again behind each."""


def regions_of(chosen: Sequence[Chosen | None]) -> tuple[InsertedRegion, ...]:
    """The regions that the chosen chains make: guarded chains have one of their own, inside the other."""
    groups: dict[tuple[int, bool], list[int]] = {}
    for number, each in enumerate(chosen):
        if each is not None:
            groups.setdefault((each.loop.span.start, each.guard is not None), []).append(number)
    out = []
    for (_, _), numbers in sorted(groups.items()):
        rows = [chosen[number] for number in numbers]
        first = rows[0]
        assert first is not None
        chains: dict[bytes, int] = {}
        for number, row in zip(numbers, rows, strict=True):
            assert row is not None
            chains.setdefault(row.text, number)
        again = sorted({(each, row.text) for row in rows if row is not None for each in row.reloads})
        out.append(
            InsertedRegion(first.loop, first.place, first.guard, tuple(chains), tuple(numbers), tuple(again))
        )
    return tuple(out)


def insert_regions(lexed: Lexed, regions: Iterable[InsertedRegion]) -> MappedText:
    """The source with the regions."""
    begins: list[tuple[int, int, Piece]] = []
    ends: list[tuple[int, int, Piece]] = []
    reloads: list[tuple[Again, int, Piece]] = []
    for order, region in enumerate(regions):
        at = region.place
        if at != region.loop.span.start:
            at = before_space(lexed.code, at)  # a line of the preprocessor's own may begin there
        chains = b", ".join(region.chains)
        begin = b'_Pragma("pointerchain region begin declare(' + chains + b')") '
        end = b' _Pragma("pointerchain region end") }'
        if region.guard is not None:
            begin = b"{ " + region.guard.begun + b"if (" + region.guard.test + b") { " + begin
            end += b" }"
        else:
            begin = b"{ " + begin
        for again, chain in region.reloads:
            text = b' _Pragma("pointerchain reload(' + chain + b')")'
            reloads.append((again, order, Piece(text, ("reload", len(reloads)), again.span.end)))
        begins.append((at, order, Piece(begin, ("begin", order), region.loop.span.start)))
        ends.append((region.loop.span.end, -order, Piece(end, ("end", order), region.loop.span.end)))
    places: dict[int, list[Piece]] = {}
    for again, _, piece in sorted(reloads, key=lambda row: (*row[:2], row[2].text)):
        places.setdefault(again.span.end, []).append(piece)
    alone = {again.span for again, _, _ in reloads if again.alone}
    for span in alone:
        places[span.end].append(Piece(b" }"))
    for at, _, piece in sorted(ends, key=lambda row: row[:2]):
        places.setdefault(at, []).append(piece)
    for at, _, piece in sorted(begins, key=lambda row: row[:2]):
        places.setdefault(at, []).append(piece)
    for span in alone:
        places.setdefault(span.start, []).append(Piece(b"{ "))
    return MappedText(lexed.data, [Change(Span(at, at), tuple(pieces)) for at, pieces in places.items()])
