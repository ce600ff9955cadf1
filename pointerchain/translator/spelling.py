# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Spelling: where the tokens of a region or of a chain do not say what Clang reads.

``#define atoms other`` in a region that hoists ``s->atoms->n``  ->  error ``region-shape``: the same
tokens name two objects.

The scan finds chains by their tokens. What is here keeps that sound: a token that goes on after a
continuation, a macro that changes in the region, text that is included, one chain under two spellings.
"""

from __future__ import annotations

import re

from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.chains import same_declaration
from pointerchain.translator.checks import UseChecks, show
from pointerchain.translator.lex import IDENT, line_text
from pointerchain.translator.libclang import Kind
from pointerchain.translator.mentions import Mention
from pointerchain.translator.paths import canonical, without_cast_kinds
from pointerchain.translator.scan import Hoist, Occurrence, Other

_NAME = re.compile(IDENT)
_UNREADABLE = re.compile(rb"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\?\?[=/'()!<>-]|\^\s*(?:\([^()]*\)\s*)?\{")
"""A universal character name, a trigraph, and a block of Clang's extension."""
_MOVING = frozenset(("__LINE__", "__COUNTER__", "__INCLUDE_LEVEL__"))
_KEPT_MACRO = re.compile(rb"#\s*pragma\s+(?:push|pop)_macro\s*\(\s*\"([^\"]*)\"")
_CONDITIONALS = frozenset((b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef", b"else", b"endif"))


class SpellingChecks:
    """Refuses regions in which equal tokens could mean different objects, or different ones the same."""

    def __init__(self, analysis: Analysis, uses: UseChecks) -> None:
        self.analysis, self.uses = analysis, uses

    def run(self) -> None:
        """Ask everything."""
        self.casts()
        self.qualified()
        self.spellings()
        self.includes()
        self.tokens()
        self.conditionals()
        self.macros()

    def tokens(self) -> None:
        """Text that Clang reads as other tokens than the scan does."""
        lexed = self.analysis.lexed
        for region in self.analysis.outermost:
            if not any(hoist.number in self.uses.resolved for hoist in self.analysis.families[region.number]):
                continue
            for at in lexed.splices:
                if region.span.start <= at < region.span.end:
                    what = "a continuation inside a word or operator of a region is not supported"
                    self.uses.complain("region-shape", Span(at, at + 1), None, what=what)
            found = _UNREADABLE.search(lexed.code, region.span.start, region.span.end)
            if found:
                kind = {b"\\": "universal character name", b"?": "trigraph"}.get(
                    found.group()[:1], "block literal"
                )
                what = f"a {kind} in a region is not supported"
                self.uses.complain("region-shape", Span(*found.span()), None, what=what)

    def conditionals(self) -> None:
        """A path with a conditional line in it: which tokens are the path's only the preprocessor knows."""
        lines = [line for line in self.analysis.lexed.lines if line.keyword in _CONDITIONALS]
        lines = [line for line in lines if self.analysis.region_at(line.span.start)]
        if not lines:
            return
        rows: list[Occurrence | Other] = [*self.analysis.scan.occurrences, *self.analysis.scan.others]
        for row in rows:
            span = row.mention.span
            for line in lines:
                if row.construct is None and span.start < line.span.start < span.end:
                    what = "a conditional line inside an expression with a chain's root is not supported"
                    place = Span(line.span.start, line.trailing_comment)
                    self.uses.complain("region-shape", place, None, what=what)

    # --- macros ----------------------------------------------------------------------------------------

    def macros(self) -> None:
        """Macros that spell a part of a chain must mean the same wherever it is used."""
        chains = {part.number: part for part in self.analysis.probe.parts if part.kind == "chain"}
        redefined = self._redefined()
        for hoist in self.analysis.scan.hoists:
            part = chains.get(hoist.number)
            if part is None or hoist.number not in self.uses.resolved:
                continue
            expansions = self.analysis.unit.expansions(part.span)
            region = self.analysis.regions[hoist.region]
            names = set(_NAME.findall(hoist.declared.item.text))
            for expansion in expansions:
                names |= set(_NAME.findall(self.uses.macros.transitive(expansion)))
                if expansion.name in _MOVING:
                    why = f"through '{expansion.name}', which is another value on each use"
                    notes = self.uses.macros.definition(expansion)
                    self.uses.complain("unsupported-use", hoist.declared.item.span, hoist, notes, why=why)
            for name, place in redefined:
                if name in names and region.span.start <= place.start < region.span.end:
                    chain = show(hoist.declared.item.text)
                    what = (
                        f"'{show(name)}', which spells chain '{chain}', is defined or undefined in the region"
                    )
                    self.uses.complain("region-shape", place, hoist, what=what)

    def _redefined(self) -> list[tuple[bytes, Span]]:
        """The macros that lines in regions define, undefine or bring back."""
        lexed = self.analysis.lexed
        out = []
        for line in lexed.lines:
            if line.keyword not in (b"define", b"undef", b"pragma"):
                continue
            if self.analysis.region_at(line.span.start) is None:
                continue
            text = line_text(lexed.data, line)
            if line.keyword == b"pragma":
                kept = _KEPT_MACRO.match(text)
                name = kept.group(1) if kept else b""
            else:
                found = _NAME.search(text, text.index(line.keyword) + len(line.keyword))
                name = found.group() if found else b""
            if name:
                out.append((name, Span(line.span.start, line.trailing_comment)))
        return out

    # --- spellings of one chain --------------------------------------------------------------------------

    def includes(self) -> None:
        """Text that is included into a region cannot be rewritten for that region alone."""
        lexed = self.analysis.lexed
        lines = [line for line in lexed.lines if line.keyword == b"include"]
        inside = [(line, region) for line in lines if (region := self.analysis.region_at(line.span.start))]
        if not inside:
            return
        included = self.analysis.unit.includes()
        for line, region in inside:
            at = self.analysis.probe.forward(line.span.start)
            start = self.analysis.probe.text.rfind(b"\n", 0, at) + 1
            path, text = included.get(start, ("", b""))
            for hoist in self.uses.active(region.number):
                words = [op[1:] for op in hoist.path.ops if op.startswith(b".")] or [hoist.path.root]
                found = re.search(rb"(?<![\w$])(?:" + b"|".join(map(re.escape, words)) + rb")(?![\w$])", text)
                if found or not path:
                    chain = show(hoist.declared.item.text)
                    what = (
                        f"the text included in the region could use chain '{chain}' and cannot be rewritten"
                    )
                    notes = (
                        (Note(f"'{show(found.group())}' is named here", Place(path, Span(*found.span()))),)
                        if found
                        else ()
                    )
                    span = Span(line.span.start, line.trailing_comment)
                    self.uses.complain("region-shape", span, hoist, notes, what=what)
                    break

    def spellings(self) -> None:
        """One chain under two spellings would have two locals, and each would miss the other's changes."""
        hoists = self.analysis.scan.hoists
        subscripted = {h.number for h in hoists if any(op.startswith(b"[") for op in h.path.ops)}
        if not subscripted and not self.analysis.cxx:
            return
        for hoist in hoists:
            if hoist.number not in self.uses.resolved:
                continue
            for other in self.uses.active(hoist.region):
                same = other.region == hoist.region
                if same and (other.number >= hoist.number or len(other.path.ops) != len(hoist.path.ops)):
                    continue  # in one region both are evaluated at one place
                if self._is_spelled_otherwise(hoist, other):
                    why = f"as '{show(hoist.declared.item.text)}', which is the same: spell both alike"
                    self.uses.complain("unsupported-use", hoist.declared.item.span, other, why=why)

    def _is_spelled_otherwise(self, hoist: Hoist, other: Hoist) -> bool:
        size = min(len(hoist.path.ops), len(other.path.ops))
        one, two = canonical(hoist.path.ops)[:size], canonical(other.path.ops)[:size]
        differing = [k for k in range(size) if one[k] != two[k]]
        if any(one[k].startswith(b".") for k in differing):
            return False
        mine, theirs = self.uses.resolved[hoist.number], self.uses.resolved.get(other.number)
        if theirs is None:
            return False
        values, others = dict(mine.constants), dict(theirs.constants)
        if any(k not in values or values[k] != others.get(k) for k in differing):
            return False
        if hoist.path.root != other.path.root and not (
            theirs.root is not None and same_declaration(mine.root, theirs.root)
        ):
            return False
        return one != two or hoist.path.root != other.path.root

    def qualified(self) -> None:
        """A member under its class's name, ``s->base::n``, is the chain's or one that it hides."""
        rows: list[Occurrence | Other] = []
        if self.analysis.cxx:
            rows = [*self.analysis.scan.occurrences, *self.analysis.scan.others]
        for row in rows:
            path = self.uses.path_of(row.mention.path)
            ops = path.ops
            if not any(b"::" in op and op.startswith(b".") for op in ops):
                continue
            bare = tuple(b"." + op[1:].rpartition(b"::")[2] if op.startswith(b".") else op for op in ops)
            for hoist in self.uses.active(row.region):
                own = self.uses.path_of(hoist.path)
                size = min(len(own.ops), len(bare))
                if own.root == path.root and bare[:size] == own.ops[:size] and bare[:size] != ops[:size]:
                    if not self._is_hidden(row.mention, hoist, ops[:size]):
                        why = "through a class's name"
                        self.uses.complain("unsupported-use", row.mention.span, hoist, why=why)

    def _is_hidden(self, mention: Mention, hoist: Hoist, ops: tuple[bytes, ...]) -> bool:
        """Whether Clang knows a member under its class's name to be none of the chain's."""
        shift = len(mention.path.ops) - len(self.uses.path_of(mention.path).ops)
        resolved = self.uses.resolved.get(hoist.number)
        fields = resolved.fields if resolved is not None else ()
        for index, op in enumerate(ops):
            if op.startswith(b".") and b"::" in op:
                nodes = self.analysis.nodes(mention.upto(index + 1 + shift))
                named = [n.declaration() for n in nodes if n.kind == Kind.MEMBER]
                if named and not any(same_declaration(one, field) for one in named for field in fields):
                    return None not in named
        return False

    def casts(self) -> None:
        """One path under two kinds of cast is one object or two: only the program knows."""
        cast = {h.region for h in self.analysis.scan.hoists if any(op.startswith(b"(") for op in h.path.ops)}
        rows: list[Occurrence | Other] = []
        if cast:
            rows = [*self.analysis.scan.occurrences, *self.analysis.scan.others]
        for row in rows:
            mention = row.mention
            for hoist in self.uses.active(row.region):
                if hoist.path.root != mention.path.root or hoist.region not in cast:
                    continue
                size = min(len(hoist.path.ops), len(mention.path.ops))
                one, two = canonical(hoist.path.ops)[:size], canonical(mention.path.ops)[:size]
                if one != two and without_cast_kinds(one) == without_cast_kinds(two):
                    self.uses.complain(
                        "unsupported-use", mention.upto(size), hoist, why="through another cast"
                    )
