# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives that begin and end regions -> the regions, each with its statements and the place of its end.

``region begin`` and ``region end`` enclose one; ``region declare(...)`` makes the next statement one, be it a
loop or another construct, with the acc and omp directives above it and the one that ends them behind it.
"""

from __future__ import annotations

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.fortran import standing
from pointerchain.fortran.constructs import Construct, read_construct
from pointerchain.fortran.directives import Declare, Hoist, HoistEnd, Promise, Root
from pointerchain.fortran.includes import INCLUDE
from pointerchain.fortran.lines import Directive
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.units import Scope
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span

DIRECTIVE, BEHIND, PLACE, BEFORE = "directive", "behind", "place", "before"


class End(NamedTuple):
    """Where the text stands that ends a region.

    DIRECTIVE: in the lines of ``source``, the directive that ends it. PLACE: in those of a directive of
    OpenMP or OpenACC that need not be there. BEHIND the statement that ends at the offset ``at``, or BEFORE
    the one that begins there. It gets into the one-based ``line``.
    """

    how: str
    at: int
    line: int
    source: Directive | None = None


class Region(NamedTuple):
    """A region: its scope, its statements, the offset at which its text ends, and how it is ended."""

    begin: Hoist
    scope: Scope
    numbers: range
    stop: int
    end: End


class Regions(NamedTuple):
    """The regions in the order of their ends, and the chains of which nothing more is said."""

    regions: tuple[Region, ...]
    silent: frozenset[Root]
    found: tuple[Diagnostic, ...]


def regions(file: SourceFile, read: list[Declare | Promise | Hoist | HoistEnd]) -> Regions:
    """The regions of a source, or what is wrong with their directives."""
    pass_ = _Regions(file)
    pass_.run(read)
    return Regions(tuple(pass_.out), frozenset(pass_.silent), tuple(pass_.found))


class _Regions:
    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.out: list[Region] = []
        self.open: list[tuple[Hoist, Scope]] = []
        self.silent: set[Root] = set()
        self.lost = 0
        """Beginnings that were refused, the ends of which are nobody's."""
        self.found: list[Diagnostic] = []

    def say(self, code: str, span: Span, form: str = "", notes: tuple[Note, ...] = (), **fields: str) -> None:
        self.found.append(diagnostic(code, self.file.name, span, notes, None, form, **fields))

    def run(self, read: list[Declare | Promise | Hoist | HoistEnd]) -> None:
        for each in read:
            if isinstance(each, Declare | Promise):
                if each.source.inside:
                    self.say("misplaced-directive", each.source.span, "unread", word="declare")
                continue
            wrong = standing.misplaced(self.file, each.source, "region")
            if wrong is not None:
                self.found.append(wrong)
                if isinstance(each, Hoist):
                    self.silent.update(each.chains)
                    self.lost += not each.statement
                continue
            scope = standing.scope_of(self.file, each.source)
            if isinstance(each, HoistEnd):
                self.end(each, scope)
            elif each.statement:
                self.statement(each, scope)
            else:
                self.open.append((each, scope))
        for begin, _ in self.open:
            self.silent.update(begin.chains)
            self.say("unbalanced-region", begin.source.span, "no_end", region="region")
        self.nested()

    def end(self, each: HoistEnd, scope: Scope) -> None:
        """``region end``."""
        unit = scope.within(standing.EXECUTES)
        if not self.open and self.lost:
            self.lost -= 1
            return
        if not self.open or self.open[-1][1].within(standing.EXECUTES) is not unit:
            self.say("unbalanced-region", each.source.span, "no_begin", region="region")
            return
        begin, held = self.open.pop()
        numbers = range(begin.source.following, each.source.following)
        crossed = any(
            self.file.scopes[number] is scope and standing.ends_block(self.file, number, scope)
            for number in numbers
        )
        if held is not scope or crossed:
            self.silent.update(begin.chains)
            note = (Note("the region begins here", Place(self.file.name, begin.source.span)),)
            self.say("unbalanced-region", each.source.span, "blocks", note, region="region")
            return
        start = each.source.span.start
        end = End(DIRECTIVE, start, each.source.line, each.source)
        self.out.append(Region(begin, scope, numbers, start, end))

    def statement(self, begin: Hoist, scope: Scope) -> None:
        """``region declare``."""
        made = self.extent(begin, scope)
        if isinstance(made, Region):
            self.out.append(made)
            return
        self.silent.update(begin.chains)
        form, construct = made
        code = "misplaced-directive" if form == "nothing" else "unbalanced-region"
        self.say(code, begin.source.span, form, construct=construct)

    def extent(self, begin: Hoist, scope: Scope) -> Region | tuple[str, str]:
        """The region of a ``region declare``, or the form of the message why there is none."""
        file, number = self.file, begin.source.following
        statements = file.text.statements
        above = [
            read_construct(each)
            for each in file.text.pragmas
            if each.source.following == number
            and each.source.span.start > begin.source.span.start
            and not each.conditional
            and each.dialect in ("omp", "acc")
        ]
        for one in above:
            if one.ends:
                return "nothing", ""
            if one.row is not None and one.row.association in ("block", "sections") and not one.row.atomic:
                close = self.closing(one)
                if close is None or standing.scope_of(file, close.pragma.source) is not scope:
                    return "no_close", one.name
                return self.behind(begin, scope, close)
        if number >= len(statements) or standing.ends_block(file, number, scope):
            return "nothing", ""
        if statements[number].included or INCLUDE.match(statements[number].text):
            return "included", ""
        last = standing.last_of(file, number, scope)
        if last < 0:
            return "shared", ""
        closes = [each for each in self.ends_at(last + 1, 1) if _closes(each, above)]
        if closes and any(each.clauses for each in closes):
            return self.behind(begin, scope, closes[-1])
        if any(one.row is not None and one.row.atomic for one in above) and not closes:
            # two statements, of which one reads what the other changes
            later = [each for each in self.ends_at(last + 2, 1) if _closes(each, above)]
            if later:
                return self.behind(begin, scope, later[-1])
        if closes and any(each.row is not None and each.row.association == "loop" for each in closes):
            source = closes[-1].pragma.source
            if len(closes) > 1:
                return "no_room", closes[-1].name
            end = End(PLACE, source.span.start, source.line, source)
            return Region(begin, scope, range(number, last + 1), source.span.start, end)
        if closes:
            return self.behind(begin, scope, closes[-1])
        ended = statements[last]
        if ended.included:
            return "included", ""
        end = End(BEHIND, ended.span.end, ended.last)
        return Region(begin, scope, range(number, last + 1), ended.span.end, end)

    def ends_at(self, number: int, count: int) -> list[Construct]:
        """The directives that end others before a statement, up to one that does not."""
        out: list[Construct] = []
        for pragma in self.file.text.pragmas:
            if number <= pragma.source.following < number + count:
                one = read_construct(pragma)
                if not one.ends:
                    break
                out.append(one)
        return out

    def closing(self, begin: Construct) -> Construct | None:
        """The directive that ends a construct."""
        words, depth = begin.name.split(" ", 1), 0
        for pragma in self.file.text.pragmas:
            if pragma.source.span.start < begin.pragma.source.span.start or pragma.dialect != words[0]:
                continue
            one = read_construct(pragma)
            if one.name in (begin.name, f"{words[0]} end {words[1]}"):
                depth += -1 if one.ends else 1
                if not depth:
                    return one
        return None

    def behind(self, begin: Hoist, scope: Scope, close: Construct) -> Region | tuple[str, str]:
        """A region that ends behind a directive, and so before the next statement."""
        source, statements = close.pragma.source, self.file.text.statements
        number = source.following
        after = statements[number] if number < len(statements) else None
        between = [
            each
            for each in (*self.file.text.directives, *(one.source for one in self.file.text.pragmas))
            if each.following == number and each.span.start > source.span.start
        ]
        if after is None or after.included or after.label or between or INCLUDE.match(after.text):
            return "no_room", close.name
        end = End(BEFORE, after.span.start, after.line)
        return Region(begin, scope, range(begin.source.following, number), source.span.end, end)

    def nested(self) -> None:
        """Take out the regions that hold another one or stand in one."""
        pairs = [
            (outer, inner)
            for outer in self.out
            for inner in self.out
            if outer.begin.source.span.start < inner.begin.source.span.start < outer.stop
        ]
        for outer, inner in pairs:
            self.silent.update((*outer.begin.chains, *inner.begin.chains))
            self.say("unread-statement", inner.begin.source.span, what="a region")
        wrong = {each.begin.source.span.start for pair in pairs for each in pair}
        self.out = [each for each in self.out if each.begin.source.span.start not in wrong]


def _closes(close: Construct, above: list[Construct]) -> bool:
    """Whether a directive ends one of those above a statement."""
    names = {each.name.split(" ", 1)[1] for each in above}
    dialects = {each.pragma.dialect for each in above}
    return close.pragma.dialect in dialects and close.name.split(" ", 2)[2] in names
