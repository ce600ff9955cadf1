# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Regions: directives -> which text is a region and which declared chains it sees.

A ``declare`` is visible from its line to the end of its block, like a C declaration. A region runs
from its ``begin`` to the ``end`` in the same block; with the clause form it is the construct.
Blocks are braces here; that macros hide none is checked against Clang's tree in ``checks``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain import dialects
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.directives import (
    Begin,
    Construct,
    Declare,
    Directive,
    End,
    Item,
    Pragma,
    Promise,
    Reload,
)
from pointerchain.translator.text.lex import Lexed, skip_space, statement_end

_END_OF_METADIRECTIVE = lazy_pattern(rb"\bomp\s+end\s+metadirective\b")


def is_standalone(construct: Construct) -> bool:
    """Whether a directive has no statement of its own, and is executed."""
    if construct.directive is None:
        return False
    clauses = (clause.name for clause in construct.clauses)
    return dialects.association(construct.directive, clauses) == "standalone"


def is_declarative(construct: Construct) -> bool:
    """Whether a directive is none that is executed."""
    return construct.directive is not None and construct.directive.declarative


class Declared(NamedTuple):
    """An item with the block from whose declare it is seen."""

    item: Item
    pragma: Span
    block: int


class Region(NamedTuple):
    """A region. ``span`` is the text in which occurrences count, without the directives' own lines.

    ``begin`` and ``end`` are what a translation replaces; for the clause form and that of one statement
    ``construct`` is the directive and ``end`` an empty span after its statement.
    """

    number: int
    parent: int | None
    begin: Span
    keyword: Span
    end: Span
    span: Span
    block: int
    chains: tuple[Declared, ...]
    own: int
    """How many of the last ``chains`` are the region's own."""
    construct: Construct | None = None
    every: bool = False
    """Whether a list that it sees named every chain of a root."""


class Reloading(NamedTuple):
    """A ``reload``, with the regions around it that a directive begins, outermost first."""

    pragma: Pragma
    items: tuple[Item, ...]
    regions: tuple[int, ...]


class Layout(NamedTuple):
    """All regions of a source, outermost first in the order of their begins, and its constructs."""

    regions: tuple[Region, ...]
    declares: tuple[Declare, ...]
    constructs: tuple[Construct, ...]
    idle: tuple[Item, ...] = ()
    """Entries that name every chain of a root of which no region uses any."""
    promises: tuple[Promise, ...] = ()
    reloads: tuple[Reloading, ...] = ()


class _Open(NamedTuple):
    begin: Begin
    block: int
    chains: tuple[Declared, ...]
    number: int
    parent: int | None
    own: int
    misplaced: bool


def pair_regions(
    lexed: Lexed, directives: Sequence[Directive], file: str
) -> tuple[Layout, tuple[Diagnostic, ...]]:
    """Pair begins with ends and give each region the chains it sees."""
    builder = _Builder(lexed, file)
    for directive in directives:
        builder.add(directive)
    builder.close_all()
    regions = builder.finished()
    return (
        Layout(
            tuple(regions),
            tuple(builder.declares),
            tuple(builder.constructs),
            promises=tuple(builder.promises),
            reloads=tuple(builder.reloads),
        ),
        tuple(builder.diagnostics),
    )


class _Builder:
    def __init__(self, lexed: Lexed, file: str) -> None:
        self.lexed, self.file = lexed, file
        self.blocks = lexed.blocks
        self.open: list[_Open] = []
        self.visible: list[Declared] = []
        self.regions: list[Region] = []
        self.clauses: list[Region] = []
        """The clause regions that the reading is in, innermost last."""
        self.declares: list[Declare] = []
        self.constructs: list[Construct] = []
        self.promises: list[Promise] = []
        self.reloads: list[Reloading] = []
        self.diagnostics: list[Diagnostic] = []
        self.count = 0

    def complain(
        self, code: str, span: Span, form: str, note: tuple[str, Span] | None = None, **fields: str
    ) -> None:
        notes = (Note(note[0], Place(self.file, note[1])),) if note else ()
        self.diagnostics.append(diagnostic(code, self.file, span, notes, None, form, **fields))

    def add(self, directive: Directive) -> None:
        at = directive.pragma.span.start
        block = self.blocks.block(at)
        self._leave_functions(at)
        if isinstance(directive, Declare):
            self.declares.append(directive)
            self.visible += [Declared(item, directive.pragma.span, block) for item in directive.items]
        elif isinstance(directive, Begin):
            self._begin(directive, at, block)
        elif isinstance(directive, End):
            self._end(directive, block)
        elif isinstance(directive, Promise):
            self.promises.append(directive)
        elif isinstance(directive, Reload):
            around = tuple(each.number for each in self.open)
            self.reloads.append(Reloading(directive.pragma, directive.items, around))
        else:
            if not directive.own:
                self.constructs.append(directive)
            if directive.clause is not None:
                self._clause(directive, at, block)

    def _leave_functions(self, at: int) -> None:
        """A region cannot outlive its outermost block."""
        while self.open and self.blocks.ends[self.blocks.top(self.open[-1].begin.pragma.span.start)] <= at:
            self._unclosed(self.open.pop())

    def close_all(self) -> None:
        while self.open:
            self._unclosed(self.open.pop(0))

    def finished(self) -> list[Region]:
        """The regions in the order of their begins; one in a region that was refused stands by itself."""
        known = {region.number: region for region in self.regions}
        return [
            region if region.parent in known else region._replace(parent=None)
            for _, region in sorted(known.items())
        ]

    def _unclosed(self, left: _Open) -> None:
        self.complain("unbalanced-region", left.begin.keyword, "no_end", region="region")

    def _seen(self, block: int) -> tuple[Declared, ...]:
        self.visible = [d for d in self.visible if self.blocks.contains(d.block, block) or d.block == 0]
        return tuple(self.visible)

    def _begin(self, begin: Begin, at: int, block: int) -> None:
        own = tuple(Declared(item, begin.pragma.span, block) for item in begin.items)
        parent = self._around(at)
        misplaced = not self._in_function(begin.keyword, at, block)
        self.open.append(
            _Open(begin, block, self._seen(block) + own, self.count, parent, len(own), misplaced)
        )
        self.count += 1

    def _around(self, at: int) -> int | None:
        """The innermost region around a place: one that is open, or a construct's."""
        best: tuple[int, int] | None = None
        if self.open:
            best = (self.open[-1].begin.pragma.span.start, self.open[-1].number)
        while self.clauses and self.clauses[-1].span.end <= at:
            self.clauses.pop()
        if self.clauses:
            best = max(best or (-1, -1), (self.clauses[-1].span.start, self.clauses[-1].number))
        return best[1] if best else None

    def _in_function(self, span: Span, at: int, block: int) -> bool:
        if block == 0:
            self.complain("misplaced-directive", span, "outside")
            return False
        if not in_function(self.lexed, at):
            self.complain("misplaced-directive", span, "no_statement")
            return False
        return True

    def _end(self, end: End, block: int) -> None:
        position = len(self.open) - 1
        while position >= 0 and self.open[position].block != block:
            position -= 1
        if position < 0:
            if not self.open:
                if end.refused:
                    return
                self.complain("unbalanced-region", end.keyword, "no_begin", region="region")
                return
            left = self.open.pop()
            note = ("the region begins here", left.begin.keyword)
            self.complain("unbalanced-region", end.keyword, "blocks", note, region="region")
            return
        for left in self.open[position + 1 :]:
            self._unclosed(left)
        opened = self.open[position]
        del self.open[position:]
        if opened.misplaced:
            if block:
                self._in_function(end.keyword, end.pragma.span.start, block)
            return
        self.regions.append(
            Region(
                opened.number,
                opened.parent,
                opened.begin.pragma.span,
                opened.begin.keyword,
                end.pragma.span,
                Span(opened.begin.pragma.span.end, end.pragma.span.start),
                block,
                opened.chains,
                opened.own,
            )
        )

    def _clause(self, construct: Construct, at: int, block: int) -> None:
        assert construct.clause is not None
        if is_declarative(construct) or not construct.name or construct.name[0] == b"begin":
            name = construct.spelling
            self.complain("misplaced-directive", construct.clause, "clause", construct=name)
            return
        if not self._in_function(construct.clause, at, block):
            return
        span = construct.pragma.span
        end = span.end
        if not is_standalone(construct):
            end = statement_end(self.lexed.code, span.end)
            if end < 0:
                name = construct.spelling
                self.complain("missing-statement", construct.clause, "", construct=name)
                return
        own = tuple(Declared(item, span, block) for item in construct.items)
        seen = self._seen(block) if construct.own else ()
        parent = self._around(at)
        self.clauses.append(
            Region(
                self.count,
                parent,
                span,
                construct.clause,
                Span(end, end),
                Span(span.start, end),
                block,
                seen + own,
                len(own),
                construct,
            )
        )
        self.regions.append(self.clauses[-1])
        self.count += 1


def in_function(lexed: Lexed, at: int) -> bool:
    """Whether a place can hold a statement, judged by what its block follows.

    A block that follows a name is a struct, class, enum or namespace, unless it lies in a function
    (a trailing return type, a macro that stands for a loop's head): Clang has the last word.
    """
    block = lexed.blocks.block(at)
    if block == 0:
        return False
    start = lexed.blocks.starts[block] - 1
    head = block_head(lexed.code, start)
    words = set(re.findall(rb"[A-Za-z_]\w*", head))
    if words & {b"struct", b"class", b"union", b"enum", b"namespace"} and b"(" not in head:
        return False
    return b'"' not in head or b"(" in head


def block_head(code: bytes, start: int) -> bytes:
    """The code from the last statement or block before a brace to the brace."""
    first = max(code.rfind(b";", 0, start), code.rfind(b"{", 0, start), code.rfind(b"}", 0, start))
    return code[first + 1 : start]


def construct_span(lexed: Lexed, construct: Construct) -> Span | None:
    """The statement that a construct's directive governs, or None where it has none."""
    after = construct.pragma.span.end
    if is_standalone(construct) or construct.directive is None or not construct.directive.has_statement:
        return None
    start = skip_space(lexed.code, after)
    if construct.name[0] == b"begin":
        found = _END_OF_METADIRECTIVE.search(lexed.data, after)
        return Span(start, max(start, found.start() if found else len(lexed.data)))
    end = statement_end(lexed.code, after)
    return Span(start, end) if end >= 0 else None


def has_every(layout: Layout) -> bool:
    """Whether a list names every chain of a root."""
    seen = (row.item for region in layout.regions for row in region.chains)
    return any(item.every for item in seen) or any(i.every for each in layout.declares for i in each.items)


def reads_atomically(construct: Construct) -> bool:
    """Whether a directive's statement, ``v = x``, reads what other threads may store (OpenMP 5.2, 15.8.4)."""
    row = construct.directive
    return row is not None and row.atomic and any(clause.name == b"read" for clause in construct.clauses)


def is_compute(construct: Construct) -> bool:
    """Whether a directive runs its statement on the device."""
    row = construct.directive
    return row is not None and row.compute and row.has_statement
