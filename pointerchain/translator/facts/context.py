# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Context: one parsed source with the questions that every stage asks of places and names.

Two coordinate systems meet here: nodes have the probe's offsets, everything that is printed or edited the
source's. Facts convert by ``context.probe``; whoever judges or writes asks ``context.source_span(node)`` and
the like.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from pointerchain.analysis.access import Aside, Paths
from pointerchain.diagnostics import Note, Place
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import DECLARATIONS, Kind
from pointerchain.translator.clang.parsed import Declaration, Expansion, Parsed
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.facts.operands import NONE, Operands
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.expand import expand, reached
from pointerchain.translator.text.lex import IDENT, Lexed
from pointerchain.translator.text.mapped import MappedText
from pointerchain.translator.text.regions import Layout, Region, construct_span, is_compute
from pointerchain.translator.text.trust import Trust

if TYPE_CHECKING:
    from pointerchain.analysis.cfg import ControlFlow
    from pointerchain.analysis.effects import Resolver

_PLAIN_MACRO_WORDS = frozenset(
    b"void char short int long float double signed unsigned const sizeof struct union enum size_t".split()
)
_EFFECT_IN_MACRO = lazy_pattern(rb"[{};]|\+\+|--|(?<![=!<>])=(?!=)|&(?!&)")
_MEMBER = lazy_pattern(rb"(?:->|\.)\s*([A-Za-z_]\w*)")
_MARK = b"pc_stands_here"
_STRING = lazy_pattern(rb'"(?:[^"\\\n]|\\.)*"')
_STRINGIZED = lazy_pattern(rb"(?<!#)#\s*[A-Za-z_]")

T = TypeVar("T")


class Context:
    """A source, its probe and Clang's tree of that."""

    def __init__(
        self,
        file: str,
        cxx: bool,
        lexed: Lexed,
        layout: Layout,
        probe: MappedText,
        parsed: Parsed,
        tree: Tree,
        operands: Operands = NONE,
        elsewhere: Resolver | None = None,
    ) -> None:
        """``operands`` has the parts of directives that Clang understands.

        ``elsewhere`` says what functions of other sources do, where that is known.
        """
        self.operands, self.elsewhere = operands, elsewhere
        self.file, self.cxx, self.lexed, self.layout = file, cxx, lexed, layout
        self.probe, self.parsed, self.tree = probe, parsed, tree
        self.references = References(tree)
        self.paths = Paths(tree, self.references, self._named_by_macro)
        self._definitions: dict[str, list[bytes]] = {}
        self._statements: dict[int, Span | None] = {}
        self._shared: dict[object, Any] = {}

    def shared(self, kind: Callable[[Context], T]) -> T:
        """What several checks derive from a source, made once."""
        if kind not in self._shared:
            self._shared[kind] = kind(self)
        made: T = self._shared[kind]
        return made

    def _named_by_macro(self, index: int) -> str | None:
        node = self.tree.node(index)
        expanded = self.expanded(node) if node.macro else None
        names = set(_MEMBER.findall(expanded)) if expanded is not None else set()
        return names.pop().decode("utf-8", "replace") if len(names) == 1 else None

    @cached_property
    def control(self) -> ControlFlow:
        """Where control goes in the functions with regions."""
        from pointerchain.analysis.cfg import ControlFlow
        from pointerchain.translator.clang.semantics import is_user_function

        return ControlFlow(self.tree, lambda call: not is_user_function(call))

    @cached_property
    def aside(self) -> Aside:
        """The tree with directives' operands behind it; declarations have the numbers that they have here."""
        tree = self.tree.extended()
        references = References(tree, self.references)
        return Aside(tree, references, Paths(tree, references))

    def around(self, node: Node) -> Iterator[Node]:
        """The nodes around one, innermost first; around one in a directive those that this stands in."""
        for above in node.ancestors():
            if above.index < len(self.tree):
                yield self.tree.node(above.index)

    @cached_property
    def trust(self) -> Trust:
        """What the source's promises vouch for."""
        return Trust(self.layout.promises, self.lexed.blocks)

    # --- regions ---------------------------------------------------------------------------------------

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
    def families(self) -> dict[int, list[Region]]:
        """Per outermost region: it and the regions in it."""
        rows: dict[int, list[Region]] = {region.number: [] for region in self.outermost}
        for region in self.layout.regions:
            rows[self.lineage(region.number)[-1].number].append(region)
        return rows

    @cached_property
    def _by_start(self) -> tuple[list[int], list[list[Region]]]:
        ordered = sorted(self.outermost, key=lambda region: region.span.start)
        return [r.span.start for r in ordered], [self.families[r.number] for r in ordered]

    def region_at(self, offset: int) -> Region | None:
        """The innermost region around an offset of the source."""
        starts, families = self._by_start
        index = bisect_right(starts, offset) - 1
        found = None
        for region in families[index] if index >= 0 else ():
            if region.span.start <= offset < region.span.end:
                if found is None or region.span.start >= found.span.start:
                    found = region
        return found

    def is_in(self, offset: int, region: int) -> bool:
        """Whether an offset of the source lies in a region, by its number."""
        span = self.regions[region].span
        return span.start <= offset < span.end

    @cached_property
    def _construct_starts(self) -> list[int]:
        return [construct.pragma.span.start for construct in self.layout.constructs]

    def constructs(self, span: Span) -> tuple[Construct, ...]:
        """The acc and omp directives that stand in a span of the source."""
        first = bisect_left(self._construct_starts, span.start)
        return self.layout.constructs[first : bisect_left(self._construct_starts, span.end)]

    def constructs_in(self, region: Region) -> tuple[Construct, ...]:
        """The acc and omp directives in a region's text, its own included."""
        return self.constructs(region.span)

    def statement(self, construct: Construct) -> Span | None:
        """The statement that a directive governs, None where it has none."""
        key = construct.pragma.span.start
        if key not in self._statements:
            self._statements[key] = construct_span(self.lexed, construct)
        return self._statements[key]

    def in_compute(self, at: int) -> bool:
        """Whether a place lies in the statement of a compute construct of its region."""
        return any(self.constructs_around(at, is_compute))

    def constructs_around(self, at: int, wanted: Callable[[Construct], bool]) -> Iterator[Construct]:
        """The wanted directives of a place's region in whose statements it lies."""
        region = self.region_at(at)
        top = self.lineage(region.number)[-1] if region is not None else None
        for construct in self.constructs_in(top) if top is not None else ():
            span = self.statement(construct) if wanted(construct) else None
            if span is not None and span.start <= at < span.end:
                yield construct

    # --- nodes -----------------------------------------------------------------------------------------

    def source_span(self, node: Node) -> Span:
        """A node's text in the source."""
        start = self.probe.back(node.start)
        return Span(start, max(start, self.probe.back(node.end)))

    def starts_at(self, node: Node) -> int:
        """Where a node's text starts in the source."""
        return self.probe.back(node.start)

    def ends_at(self, node: Node) -> int:
        """Where a node's text ends in the source."""
        return self.probe.back(node.end)

    def in_source(self, offset: int) -> int:
        """Where a place of the text that Clang parsed is in the source."""
        return self.probe.back(offset)

    def in_probe(self, offset: int) -> int:
        """Where a place of the source is in the text that Clang parsed."""
        return self.probe.forward(offset)

    def is_before(self, node: Node, region: Region) -> bool:
        """Whether a node begins before a region does."""
        return node.start < self.probe.forward(region.span.start)

    def named_at(self, declaration: Declaration) -> int:
        """Where the name of a declaration of the file itself stands in the source."""
        return self.probe.back(declaration.offset)

    def spelling(self, span: Span) -> str:
        """Source text as a message quotes it, on one line; of a macro's use that is cut, the whole."""
        text = self.lexed.data[span.start : span.end]
        if text.count(b"(") != text.count(b")"):
            first, last = (self.expansions_at(at) for at in (span.start, span.end - 1))
            uses = [self.expansion_span(each) for each in (*first, *last)]
            start = min((use.start for use in uses if use.end <= span.end), default=span.start)
            end = max((use.end for use in uses if use.start >= span.start), default=span.end)
            text = self.lexed.data[min(start, span.start) : max(end, span.end)]
        return b" ".join(text.split()).decode("utf-8", "replace")

    def indices_in_regions(self, kinds: frozenset[int]) -> Iterator[int]:
        """The tree's indices of the nodes of some kinds that lie in regions."""
        own = self.tree.kinds
        for region in self.outermost:
            begin, end = self.markers["begin", region.number], self.markers["end", region.number]
            if begin is not None and end is not None:
                yield from (at for at in range(begin.index + 1, end.index) if own[at] in kinds)

    def included_place(self, node: Node, span: Span) -> tuple[Span, tuple[Note, ...]]:
        """The include line that brings a node of another file, and a note where that stands."""
        lines = (line for line in self.lexed.lines if line.keyword == b"include")
        place = next(
            (Span(ln.span.start, ln.trailing_comment) for ln in lines if ln.span.start >= span.start), span
        )
        file, offset = node.origin()
        return place, (Note("it is used here", Place(file, Span(offset, offset + 1))),) if file else ()

    @cached_property
    def markers(self) -> dict[tuple[str, int], Node | None]:
        """The empty statements at the regions' edges, by ('begin' or 'end', region)."""
        found: dict[tuple[str, int], Node | None] = {}
        for part, span in self.probe.spans.items():
            if part[0] in ("begin", "end"):
                found[part] = next((n for n in self.tree.at(span) if n.kind == Kind.NULL), None)
        return found

    @cached_property
    def functions(self) -> tuple[tuple[str, Span], ...]:
        """The name of each function that the source defines, and its place."""
        from pointerchain.translator.clang.defined import functions

        back = self.probe.back
        return tuple((name, Span(back(span.start), back(span.end))) for name, span in functions(self.parsed))

    @cached_property
    def declared(self) -> dict[str, list[int]]:
        """Per name: the places in the source at which declarations inside regions name it, in order."""
        found: dict[str, set[int]] = {}
        kinds, tree = self.tree.kinds, self.tree
        for index in [index for index, kind in enumerate(kinds) if kind in DECLARATIONS]:
            if self.region_at(self.probe.back(tree.starts[index])) is None:
                continue
            node = tree.node(index)
            if node.kind == Kind.VARIABLE and node.is_redeclaration():
                continue
            place = node.location()
            if not 0 <= place <= len(self.probe.text):
                place = node.start
            found.setdefault(node.name(), set()).add(self.probe.back(place))
        return {name: sorted(places) for name, places in found.items() if name}

    # --- macros ----------------------------------------------------------------------------------------

    @cached_property
    def expansions(self) -> dict[int, tuple[Expansion, ...]]:
        """Per outermost region: the macros that its text expands."""
        return {r.number: self.expansions_in(r.span) for r in self.outermost}

    def expansions_in(self, span: Span) -> tuple[Expansion, ...]:
        """The macro expansions that begin in a span of the source, but those in directives' operands."""
        found = self.parsed.expansions(self.probe.span(span))
        return tuple(each for each in found if not self._is_aside(each.span.start)) if found else found

    def _is_aside(self, at: int) -> bool:
        """Whether a place of the parsed text lies in what stands for a directive's operands."""
        index = bisect_right(self._asides, (at, 1 << 60)) - 1
        return index >= 0 and at < self._asides[index][1]

    @cached_property
    def _asides(self) -> list[tuple[int, int]]:
        spans = self.probe.spans
        return sorted((spans["aside", at].start, spans["aside end", at].end) for at in self.operands.placed)

    def expansion_span(self, expansion: Expansion) -> Span:
        """A macro expansion's text in the source."""
        return Span(self.probe.back(expansion.span.start), self.probe.back(expansion.span.end))

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

    def macro_definitions(self, name: str) -> list[bytes]:
        """What a macro is defined as anywhere; asked only of macros that take part in a region."""
        if name not in self._definitions:
            self._definitions[name] = self.parsed.macro_definitions(name)
        return self._definitions[name]

    def expanded(self, node: Node) -> bytes | None:
        """A node's text with the macro around it expanded; None where that cannot be told."""
        rows = self.parsed.expansions(Span(max(0, node.start - 200), max(node.end, node.start + 1)))
        around = [row.span for row in rows if row.span.start <= node.start and node.end <= row.span.end]
        span = around[0] if around else node.span
        return expand(self.probe.text[span.start : span.end], self._unless_attribute)

    def _unless_attribute(self, name: str) -> list[bytes]:
        # glibc's headers define it as nothing, for compilers that are none of ours
        return [] if name == "__attribute__" else self.macro_definitions(name)

    def transitive(self, expansion: Expansion) -> bytes:
        """A macro's body with the bodies of the macros that it names, and so on."""
        if expansion.body is None:
            return b""
        return self.transitive_text(expansion.name, expansion.body)

    def transitive_text(self, name: str, body: bytes) -> bytes:
        """A macro's definition with those of the macros that it names, and so on."""
        return b"\n".join(reached([body], self.macro_definitions, name))

    def stringizes(self, expansion: Expansion, span: Span) -> bool:
        """Whether a macro, or one that its body uses, makes a string of what stands at a span of its text."""
        if not _STRINGIZED.search(self.transitive(expansion)):
            return False
        around, data = self.expansion_span(expansion), self.lexed.data
        marked = data[around.start : span.start] + _MARK + data[span.end : around.end]
        expanded = expand(marked, self.macro_definitions)
        return expanded is None or any(_MARK in text for text in _STRING.findall(expanded))

    def definition_note(self, expansion: Expansion | None) -> tuple[Note, ...]:
        """A note where a macro is defined; in the translated file itself its place is the source's."""
        if expansion is None or not expansion.file:
            return ()
        span = expansion.body_span
        if expansion.file == self.parsed.filename:
            span = Span(self.probe.back(span.start), self.probe.back(span.end))
        return (Note(f"macro '{expansion.name}' is defined here", Place(expansion.file, span)),)


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
