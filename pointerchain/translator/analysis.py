# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Analysis: everything that is known about one source, in the places of the source.

It asks Clang once for the places that the scan found (:func:`interesting`), and answers the
questions of the checks: which node stands for a mention, which declaration hides a root.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import NamedTuple

from pointerchain.source import Span
from pointerchain.translator.directives import Construct
from pointerchain.translator.facts import Expansion, Unit
from pointerchain.translator.lex import IDENT, Lexed
from pointerchain.translator.libclang import RECORDS, Kind
from pointerchain.translator.mentions import Mention, find_roots, mentions, strip_parentheses
from pointerchain.translator.nodes import Node, Tree
from pointerchain.translator.paths import Watched, canonical
from pointerchain.translator.probe import Probe
from pointerchain.translator.regions import Layout, Region
from pointerchain.translator.scan import Hoist, Occurrence, Scan, is_plain_read, member_tokens

KEYWORDS = re.compile(
    rb"(?<![\w$])(?:return|break|continue|goto|case|default|asm|__asm__|__asm|co_return|co_await|co_yield|"
    rb"(?:_|__builtin_|sig|__sig)?(?:set|long)jmp|swapcontext|setcontext|pthread_exit|thrd_exit)(?![\w$])"
)
_GOTO = re.compile(rb"(?<![\w$])goto(?![\w$])")
_LABEL = re.compile(rb"(?:\A|[;{}:])\s*" + IDENT + rb"\s*:(?!:)")
_LAMBDA = re.compile(rb"(?<![\w\])$])\s*\[[^\][]*\]\s*(?:[({]|mutable\b|<)")
_WHOLE = re.compile(rb"[;{}]\s*\*")
_CALL = re.compile(rb"(?<![\w$])(" + IDENT + rb")\s*\(")
_NOT_CALLED = frozenset(b"if for while switch return sizeof catch alignof decltype typeof".split())
_PLAIN_MACRO_WORDS = frozenset(
    b"void char short int long float double signed unsigned const sizeof struct union enum size_t".split()
)
_EFFECT_IN_MACRO = re.compile(rb"[{};]|\+\+|--|(?<![=!<>])=(?!=)|&(?!&)")


class WatchedMention(NamedTuple):
    """A mention of what a hoist's subscript reads."""

    hoist: int
    watched: Watched
    mention: Mention


class Analysis:
    """One source with all that the stages before the checks found out."""

    def __init__(
        self, file: str, cxx: bool, lexed: Lexed, layout: Layout, scan: Scan, probe: Probe, unit: Unit
    ) -> None:
        self.file, self.cxx, self.lexed = file, cxx, lexed
        self.layout, self.scan, self.probe, self.unit = layout, scan, probe, unit
        self.tree = Tree([])
        self.watched: list[WatchedMention] = []
        self.members: dict[int, list[Span]] = {}
        """Per region: member tokens that could name a hoisted member by another path."""
        self.expansions: dict[int, tuple[Expansion, ...]] = {}
        """Per outermost region: the macros that its text expands."""
        self._definitions: dict[str, list[bytes]] = {}

    @cached_property
    def regions(self) -> dict[int, Region]:
        """Regions by number."""
        return {region.number: region for region in self.layout.regions}

    @cached_property
    def outermost(self) -> tuple[Region, ...]:
        """The regions that lie in no other."""
        return tuple(region for region in self.layout.regions if region.parent is None)

    def lineage(self, number: int | None) -> list[Region]:
        """A region and the regions around it, innermost first."""
        out = []
        while number is not None:
            region = self.regions[number]
            out.append(region)
            number = region.parent
        return out

    def outermost_start(self, region: Region) -> int:
        """Where the outermost block around a region begins: its function's, or a namespace's around that."""
        blocks = self.lexed.blocks
        return blocks.starts[blocks.top(region.begin.start)]

    @cached_property
    def families(self) -> dict[int, list[Hoist]]:
        """Per outermost region: the hoists of it and of the regions in it."""
        found: dict[int, list[Hoist]] = {region.number: [] for region in self.outermost}
        for hoist in self.scan.hoists:
            found[self.lineage(hoist.region)[-1].number].append(hoist)
        return found

    @cached_property
    def _members_of(self) -> tuple[list[int], list[list[Region]]]:
        rows: dict[int, list[Region]] = {region.number: [] for region in self.outermost}
        for region in self.layout.regions:
            rows[self.lineage(region.number)[-1].number].append(region)
        ordered = sorted(self.outermost, key=lambda region: region.span.start)
        return [region.span.start for region in ordered], [rows[region.number] for region in ordered]

    def region_at(self, offset: int) -> Region | None:
        """The innermost region around an offset of the source."""
        starts, families = self._members_of
        index = bisect_right(starts, offset) - 1
        found = None
        for region in families[index] if index >= 0 else ():
            if region.span.start <= offset < region.span.end:
                if found is None or region.span.start >= found.span.start:
                    found = region
        return found

    @cached_property
    def _construct_starts(self) -> list[int]:
        return [construct.pragma.span.start for construct in self.layout.constructs]

    def constructs(self, span: Span) -> tuple[Construct, ...]:
        """The acc and omp directives that stand in a span of the source."""
        first = bisect_left(self._construct_starts, span.start)
        return self.layout.constructs[first : bisect_left(self._construct_starts, span.end)]

    # --- nodes ----------------------------------------------------------------------------------

    def nodes(self, span: Span) -> list[Node]:
        """The nodes whose text is a span of the source, parentheses around all of it apart."""
        return self.tree.at(self.probe.span(strip_parentheses(self.lexed.code, span)))

    def source_span(self, node: Node) -> Span:
        """A node's text in the source."""
        return Span(self.probe.back(node.start), self.probe.back(node.end))

    @cached_property
    def declared(self) -> dict[bytes, list[tuple[int, int]]]:
        """Per name: declarations inside regions, as (place of the name, end of its scope)."""
        wanted: dict[int, bytes] = {}
        for other in self.scan.others:
            if other.construct is None and not other.mention.path.ops:
                wanted[self.probe.forward(other.mention.span.start)] = other.mention.path.root
        for occurrence in self.scan.occurrences:
            if occurrence.construct is None and not occurrence.mention.path.ops:
                wanted[self.probe.forward(occurrence.mention.span.start)] = occurrence.mention.path.root
        for watched in self.watched:
            if not watched.mention.path.ops:
                wanted[self.probe.forward(watched.mention.span.start)] = watched.mention.path.root
        found: dict[bytes, list[tuple[int, int]]] = {}
        for node in self.tree.nodes:
            if node.kind >= 40 or (node.kind == Kind.VARIABLE and node.is_redeclaration()):
                continue
            place = node.location()
            name = wanted.get(place)
            if name is None and node.macro:
                name = node.name().encode()
                place = node.start
            if name:
                row = (self.probe.back(place), self.probe.back(_scope_end(node)))
                if row not in found.setdefault(name, []):
                    found[name].append(row)
        return found

    def declaration_at(self, name: bytes, offset: int) -> int | None:
        """Place of the declaration inside a region that ``name`` means at ``offset``, if any."""
        best = None
        for place, end in self.declared.get(name, ()):
            if place <= offset < end and (best is None or place >= best):
                best = place
        return best

    def macro_definitions(self, name: str) -> list[bytes]:
        """What a macro is defined as anywhere; asked only of macros that take part in a region."""
        if name not in self._definitions:
            self._definitions[name] = self.unit.macro_definitions(name)
        return self._definitions[name]

    @cached_property
    def _expands(self) -> bool:
        return any(self.expansions.values())

    def expansions_at(self, offset: int) -> list[Expansion]:
        """The macro expansions whose text holds an offset of the source, innermost first."""
        if not self._expands:
            return []
        at = self.probe.forward(offset)
        region = self.region_at(offset)
        rows = self.expansions.get(self.lineage(region.number)[-1].number, ()) if region is not None else ()
        return [row for row in reversed(rows) if row.span.start <= at < row.span.end]

    def expansion_at(self, offset: int) -> Expansion | None:
        """The innermost macro expansion whose text holds an offset of the source."""
        return next(iter(self.expansions_at(offset)), None)


def _scope_end(node: Node) -> int:
    """Where the scope of a declaration's name ends, in the parsed text."""
    parent = node.parent
    while parent is not None and parent.kind in (Kind.DECL_STMT, 1):
        parent = parent.parent
    if parent is None:
        return node.end
    if parent.kind in RECORDS or parent.kind == Kind.ENUM:
        outer = parent.parent
        return outer.end if parent.kind == Kind.ENUM and outer is not None else parent.end
    return parent.end


def interesting(analysis: Analysis) -> list[int]:
    """The sorted places of the probe's text that Clang is asked about."""
    finder = _Finder(analysis)
    for region in analysis.outermost:
        finder.region(region)
    forward = analysis.probe.forward
    points = {forward(offset) for offset in finder.points} | finder.probe_points
    points.update(part.span.start for part in analysis.probe.parts if part.kind in ("root", "begin", "end"))
    return sorted(points)


class _Finder:
    """Collects the places of interest of one source."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.points: set[int] = set()
        self.probe_points: set[int] = set()
        self.chunks: set[int] = set()
        self.occurrences: dict[int, list[Occurrence]] = {}
        for occurrence in analysis.scan.occurrences:
            if occurrence.construct is None:
                top = analysis.lineage(occurrence.region)[-1].number
                self.occurrences.setdefault(top, []).append(occurrence)
        prefixes = {
            (hoist.path.root, canonical(hoist.path.ops)[:size])
            for hoist in analysis.scan.hoists
            for size in range(len(hoist.path.ops))
        }
        for other in analysis.scan.others:
            path = other.mention.path
            if other.construct is not None:
                continue
            asked = analysis.cxx or not path.ops or any(op.startswith(b"[") for op in path.ops)
            if asked or (path.root, canonical(path.ops)) in prefixes:
                self.points.add(_first_name(other.mention))
                if analysis.cxx:
                    root = other.mention.upto(0)
                    self.points.add(strip_parentheses(analysis.lexed.code, root).start)

    def region(self, region: Region) -> None:
        analysis, span = self.analysis, region.span
        code = analysis.lexed.code
        text = code[span.start : span.end]
        occurrences = self.occurrences.get(region.number, [])
        has_lambda = analysis.cxx and bool(_LAMBDA.search(text))
        doubtful = False
        for occurrence in occurrences:
            plain = is_plain_read(analysis.lexed, occurrence)
            if occurrence.confirm:
                self.points.add(strip_parentheses(code, occurrence.mention.upto(0)).start)
            if has_lambda or analysis.cxx or occurrence.mention.unsure or not plain:
                self.points.add(occurrence.span.start)
                doubtful = True
        clauses = any(c.clauses for c in analysis.scan.inside[region.number])
        for found in KEYWORDS.finditer(code, span.start, span.end):
            if doubtful or clauses or found.group() in (b"goto", b"case", b"default"):
                self.points.add(found.start())
        labels = has_label(text)
        if labels:
            self._chunk(region)
        self._macros(region, labels)
        self._watched(region)
        self._members(region, occurrences)
        self.points.update(found.end() - 1 for found in _WHOLE.finditer(code, span.start, span.end))
        if doubtful or clauses:
            self._calls(region)
        for construct in analysis.scan.inside[region.number]:
            self.points.add(construct.pragma.span.end)

    def _chunk(self, region: Region) -> None:
        """A label can be reached from anywhere in the function: look at every goto of it."""
        blocks = self.analysis.lexed.blocks
        top = blocks.top(region.span.start)
        if top in self.chunks:
            return
        self.chunks.add(top)
        for found in _GOTO.finditer(self.analysis.lexed.code, blocks.starts[top], blocks.ends[top]):
            self.points.add(found.start())
        span = self.analysis.probe.span(Span(blocks.starts[top], blocks.ends[top]))
        for expansion in self.analysis.unit.expansions(span):
            if not is_plain_macro(expansion):
                self.probe_points.add(expansion.span.start)

    def _macros(self, region: Region, labels: bool) -> None:
        analysis = self.analysis
        rows = analysis.unit.expansions(analysis.probe.span(region.span))
        analysis.expansions[region.number] = rows
        for expansion in rows:
            if not is_plain_macro(expansion):
                self.probe_points.add(expansion.span.start)

    def _watched(self, region: Region) -> None:
        analysis = self.analysis
        for hoist in analysis.families[region.number]:
            inside = analysis.regions[hoist.region]
            for watched in hoist.declared.item.watched:
                roots = frozenset((watched.path.root,))
                for mention in mentions(
                    analysis.lexed.code, inside.span.start, inside.span.end, roots, find_roots(roots)
                ):
                    if could_meet(mention.path.ops, watched.path.ops):
                        analysis.watched.append(WatchedMention(hoist.number, watched, mention))
                        self.points.add(_first_name(mention))

    def _members(self, region: Region, occurrences: list[Occurrence]) -> None:
        analysis = self.analysis
        names = {
            op[1:]
            for hoist in analysis.families[region.number]
            for op in hoist.path.ops
            if op.startswith(b".")
        }
        if not names:
            return
        taken = sorted(occurrence.span for occurrence in occurrences)
        starts = [span.start for span in taken]
        rows = []
        for token in member_tokens(analysis.lexed.code, region.span, frozenset(names)):
            index = bisect_right(starts, token.start) - 1
            if index >= 0 and token.end <= taken[index].end:
                continue
            rows.append(token)
            self.points.add(token.start)
        if rows:
            analysis.members[region.number] = rows

    def _calls(self, region: Region) -> None:
        """Calls matter where a function could reach a hoisted value without being given it."""
        code = self.analysis.lexed.code
        for found in _CALL.finditer(code, region.span.start, region.span.end):
            if found.group(1) not in _NOT_CALLED:
                self.points.add(found.start())


def could_meet(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> bool:
    """Whether one path could lead to an object of the other, or through it: subscripts may be equal."""
    index = (b"[", b"*")
    return all(a == b or (a[:1] in index and b[:1] in index) for a, b in zip(one, other, strict=False))


def has_label(text: bytes) -> bool:
    """Whether code may hold a label; a false alarm costs a look, no more."""
    return bool(_LABEL.search(text))


def _first_name(mention: Mention) -> int:
    return mention.upto(0).start if not mention.unsure else mention.span.start


def is_plain_macro(expansion: Expansion) -> bool:
    """Whether a macro's body holds nothing but its parameters, constants and harmless operators."""
    body = expansion.body
    if body is None:
        return expansion.name.startswith("__")
    head = re.match(rb"\s*" + IDENT + rb"(\(([^)]*)\))?", body)
    if head is None:
        return False
    parameters = {name.strip() for name in (head.group(2) or b"").split(b",")}
    rest = body[head.end() :]
    rest = re.sub(rb'"[^"\n]*"|\'[^\'\n]*\'|/\*[\s\S]*?\*/|//[^\n]*', b" ", rest)
    if b"#" in rest or _EFFECT_IN_MACRO.search(rest):
        return False
    words = re.findall(rb"(?<![\w.$])" + IDENT, rest)
    return all(word in parameters or word in _PLAIN_MACRO_WORDS for word in words)
