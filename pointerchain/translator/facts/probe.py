# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Probe: the source with its directives replaced by statements that name the chains.

``#pragma pointerchain region begin``  ->  ``;s->atoms->x;(__typeof__(double*)*)0;``

Clang itself then does scope, lookup, overloads and types at that very place. The text is parsed in
memory only. Its parts are 'begin' and 'end' (by a region's number), 'chain' and 'type' (by a question's),
'reload' (by a reload's), and those of :mod:`operands`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.facts.operands import NONE, Operands
from pointerchain.translator.text.directives import Declare, Directive, Item
from pointerchain.translator.text.lex import Lexed
from pointerchain.translator.text.mapped import Change, MappedText, Piece
from pointerchain.translator.text.regions import Declared, Layout, in_function


class Question(NamedTuple):
    """A declared chain to be asked about where a region begins, or where a declare stands (``region`` -1)."""

    number: int
    region: int
    declared: Declared

    @property
    def item(self) -> Item:
        """The chain as it was written."""
        return self.declared.item


def questions(lexed: Lexed, layout: Layout) -> tuple[Question, ...]:
    """Every chain that a region sees and no region around it does, and those that no region sees."""
    out: list[Question] = []
    seen_by: dict[int, frozenset[int]] = {}
    seen: set[int] = set()
    for region in layout.regions:
        around = seen_by.get(region.parent, frozenset()) if region.parent is not None else frozenset()
        own = [row for row in region.chains if id(row.item) not in around]
        seen_by[region.number] = around | {id(row.item) for row in own}
        seen |= seen_by[region.number]
        out += [Question(len(out) + at, region.number, row) for at, row in enumerate(own)]
    for declare in layout.declares:
        if in_function(lexed, declare.pragma.span.start):
            for item in declare.items:
                if id(item) not in seen:
                    out.append(Question(len(out), -1, Declared(item, declare.pragma.span, 0)))
    return tuple(out)


def build(
    lexed: Lexed,
    directives: Sequence[Directive],
    layout: Layout,
    asked: Sequence[Question],
    operands: Operands = NONE,
) -> MappedText:
    """Write the probe of a source."""
    placed = {layout.constructs[at].pragma.span.start: row for at, row in operands.placed.items()}
    of_region: dict[int, list[Piece]] = {}
    of_declare: dict[Span, list[Piece]] = {}
    for question in asked:
        if question.region >= 0:
            of_region.setdefault(question.region, []).extend(_statements(question))
        else:
            of_declare.setdefault(question.declared.pragma, [Piece(b";")]).extend(_statements(question))
    edges: set[Span] = set()
    changes: list[Change] = []
    ends: dict[int, list[tuple[int, list[Piece]]]] = {}
    for region in layout.regions:
        opening = [Piece(b"{")] if region.construct is not None else []
        begin = [*opening, Piece(b";", ("begin", region.number)), *of_region.get(region.number, ())]
        end = [Piece(b";", ("end", region.number))]
        if region.construct is not None:
            own = placed.pop(region.begin.start, None)
            begin += own.pieces if own is not None else ()
            ends.setdefault(region.end.start, []).append((region.begin.start, [*end, Piece(b"}")]))
        else:
            changes.append(Change(region.end, end))
        changes.append(Change(region.begin, begin))
        edges |= {region.begin, region.end}
    for at, row in placed.items():
        if row.end >= 0:
            ends.setdefault(row.end, []).append((at, [Piece(b"}")]))
    for place, rows in ends.items():
        # at one place what closes first was opened last
        ordered = sorted(rows, key=lambda each: -each[0])
        changes.append(Change(Span(place, place), [piece for _, pieces in ordered for piece in pieces]))
    for number, reload in enumerate(layout.reloads):
        edges.add(reload.pragma.span)
        changes.append(Change(reload.pragma.span, [Piece(b";", ("reload", number))]))
    for directive in directives:
        span = directive.pragma.span
        if isinstance(directive, Declare):
            changes.append(Change(span, of_declare.get(span, [])))
        elif span.start in placed:
            changes.append(Change(span, placed[span.start].pieces))
        elif directive.pragma.operator and span not in edges:
            changes.append(Change(span, []))
    return MappedText(lexed.data, changes)


def _statements(question: Question) -> list[Piece]:
    """The statements that ask Clang about a chain: itself, and the type it is given."""
    item = question.item
    pieces = [Piece(item.text, ("chain", question.number)), Piece(b";")]
    if item.type is not None and item.type != b"auto":
        text = b"(__typeof__(" + item.type + b")*)0"
        pieces += [Piece(text, ("type", question.number)), Piece(b";")]
    return pieces
