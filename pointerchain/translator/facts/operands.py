# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Operands: what directives list and evaluate, as operands that nothing evaluates, beside the directives.

``#pragma omp parallel num_threads(n)``  ->  ``{{(void)sizeof((void)(n),0);}}`` in its place in the probe, so
that Clang says what ``n`` is there: a parameter, a member of ``this``, a template's, a macro's. The tree of
the function is as if the block were not there; what an iterator defines is declared in it.

A part of a directive that no operand can stand for has none: a text that is no expression, and what stands
where no statement can be put (a local class), or where it is not known how far the directive's own one
goes. A chain that it names is refused.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from pointerchain.dialects import without_literals
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang.tree import Beside
from pointerchain.translator.text.clauses import variants
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import Lexed, before_space, closing
from pointerchain.translator.text.mapped import MappedText, Piece
from pointerchain.translator.text.regions import Layout, construct_span, in_function, is_compute
from pointerchain.translator.text.roles import EVALUATED, Part, parts_of

_NAME = lazy_pattern(rb"[A-Za-z_$\x80-\xff]")
_NO_OPERAND = lazy_pattern(rb"[;#\\]|__VA_|\?\?")
"""What would end the operand's statement, or be read as something else."""
_LONGEST = 1000  # bytes: a deeper expression exhausts the stack of Clang's library


class Operand(NamedTuple):
    """A part of a directive about which Clang is asked. ``number`` is its part ``operand`` of the probe."""

    number: int
    construct: int
    """The number of its directive among those of the layout."""
    part: Part


class Placing(NamedTuple):
    """Where the block of a directive's operands stands in the probe."""

    pieces: tuple[Piece, ...]
    end: int = -1
    """Where a block that holds the directive's statement, too, ends in the source; -1 where there is none."""


class Operands(NamedTuple):
    """The operands of a source's directives that are asked about, in the order of their places."""

    rows: tuple[Operand, ...] = ()
    placed: Mapping[int, Placing] = {}
    """By directive: how its block stands in the probe."""

    def of(self, construct: int) -> tuple[Operand, ...]:
        """Those of one directive."""
        return tuple(row for row in self.rows if row.construct == construct)


NONE = Operands()
"""Of a source about whose directives nobody asks."""


def operands(lexed: Lexed, layout: Layout, around: bool = True) -> Operands:
    """The operands of the directives that stand in regions, and where they can be put.

    With those ``around`` them, where what is on a device may matter to a region, or what runs beside it.
    """
    rows: list[Operand] = []
    placed: dict[int, Placing] = {}
    outermost = sorted(region.span for region in layout.regions if region.parent is None and region.chains)
    begins = {region.begin.start for region in layout.regions if region.construct is not None}
    everywhere = around and bool(outermost) and has_environment(layout)
    for index, construct in enumerate(layout.constructs):
        at = construct.pragma.span.start
        region = bisect_right(outermost, (at, len(lexed.data))) - 1
        inside = region >= 0 and at < outermost[region].end
        if not inside and not everywhere and not (around and outermost and _runs_later(construct)):
            continue
        text = without_literals(construct.pragma.text)
        own = [
            Operand(len(rows) + number, index, part) for number, part in enumerate(_asked(construct, text))
        ]
        rows += own
        place = _end(lexed, construct, at in begins) if own else None
        if place is not None:
            pieces = _block(construct, index, [row for row in own if _is_operand(construct, row.part)])
            if place >= 0:
                pieces = (Piece(b"{", ("wrapper", index)), *pieces)
            placed[index] = Placing(pieces, place)
    return Operands(tuple(rows), placed)


def has_environment(layout: Layout) -> bool:
    """Whether a region may find on the device what a directive of the source has put there.

    By a kernel, or where it moves data itself.
    """
    if not any(_maps(each) for each in layout.constructs):
        return False
    found = [each.pragma.span.start for each in layout.constructs if is_compute(each) or _maps(each)]
    spans = (region.span for region in layout.regions if region.chains)
    return any(bisect_left(found, span.start) < bisect_left(found, span.end) for span in spans)


def _runs_later(construct: Construct) -> bool:
    """Whether what a directive does may be done when the program has gone on."""
    row = construct.directive
    later = row is not None and row.asynchronous
    return row is not None and (row.task or any(clause.name == later for clause in construct.clauses))


def _maps(construct: Construct) -> bool:
    """Whether a directive alone puts objects onto a device, moves their values or looks for them there."""
    rows = (each.directive for each in (construct, *variants(construct)))
    return any(row is not None and row.data and (row.enters or row.exits or row.updates) for row in rows)


def beside(probe: MappedText) -> Beside:
    """The blocks of a probe that stand beside the source's own statements."""
    starts: dict[str, set[int]] = {"aside": set(), "wrapper": set()}
    for (word, _), span in probe.spans.items():
        if word in starts:
            starts[word].add(span.start)
    return Beside(frozenset(starts["aside"]), frozenset(starts["wrapper"]))


def _asked(construct: Construct, text: bytes) -> list[Part]:
    """The parts of a directive that may name something."""
    base = construct.pragma.body.start
    return [
        part
        for part in parts_of(construct)
        if part.role in EVALUATED and _NAME.search(text, part.span.start - base, part.span.end - base)
    ]


def _is_operand(construct: Construct, part: Part) -> bool:
    """Whether a part's text is one operand, as far as its tokens say."""
    base = construct.pragma.body.start
    text = without_literals(construct.pragma.text)[part.span.start - base : part.span.end - base]
    if len(text) > _LONGEST or _NO_OPERAND.search(text):
        return False
    return closing(b"(" + text + b")", 0) == len(text) + 1


def _end(lexed: Lexed, construct: Construct, begins: bool) -> int | None:
    """Where a block around a directive's statement has to end; -1 where it needs none, None where none can.

    Where statements follow each other another one can stand between them, but not below an ``if`` or a label.
    """
    at = construct.pragma.span.start
    if begins:
        return -1  # the region's own block
    if not in_function(lexed, at):
        return None
    before = before_space(lexed.code, at)
    if lexed.code[before - 1 : before] in (b";", b"{", b"}"):
        return -1
    statement = construct_span(lexed, construct)
    return statement.end if statement is not None else None


def _block(construct: Construct, index: int, rows: Sequence[Operand]) -> tuple[Piece, ...]:
    """The block of a directive's operands; names of iterators are declared around those that may use them."""
    pieces = [Piece(b"{", ("aside", index))]
    base, text = construct.pragma.body.start, construct.pragma.text
    for row in rows:
        span = row.part.span
        defined = [_declared(text[each.start - base : each.end - base]) for each in row.part.defined]
        words = _on_one_line(text[span.start - base : span.end - base])
        pieces += [
            Piece(b"{" + b"".join(defined) + b"(void)sizeof((void)("),
            Piece(words, ("operand", row.number), span.start),
            Piece(b"),0);}"),
        ]
    said = _on_one_line(text).replace(b"*/", b"* /")  # who looks for a word of the source finds it
    return (*pieces, Piece(b"}", ("aside end", index)), Piece(b"/*" + said + b"*/"))


def _declared(text: bytes) -> bytes:
    """What an iterator defines, as a declaration; without a type it is an ``int`` (OpenMP 5.2, 3.2.6)."""
    words = _on_one_line(text)
    return (words if len(words.split()) > 1 else b"int " + words) + b";"


def _on_one_line(text: bytes) -> bytes:
    return text.replace(b"\r", b" ").replace(b"\n", b" ")
