# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lifetimes: which regions cannot become blocks, because something that they declare is needed after them.

``int last = s->r[0];`` in a region and ``return last;`` after it  ->  the region is not put in braces.

A block ends the scope of the names and the life of the objects that its statements declare. The life
could be missed by another name too: a pointer to the object, or to an unnamed one (a compound literal).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pointerchain.source import Span
from pointerchain.translator import semantics
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.lambdas import captures, kept
from pointerchain.translator.lex import before_space, closing, opening, skip_space, word_before
from pointerchain.translator.libclang import Kind
from pointerchain.translator.macros import Macros
from pointerchain.translator.nodes import Node
from pointerchain.translator.regions import Region
from pointerchain.translator.usage import Use, usage

_BRACE = re.compile(rb"[{}]")
_UNQUALIFIED = re.compile(rb"(?<![\w$.:])(?<!->)[A-Za-z_$][\w$]*")
_STATEMENT_WORDS = frozenset(b"return if else for while do switch case default break continue this".split())
_OPERATOR_WORDS = frozenset((b"return", b"sizeof", b"case", b"else", b"do"))


def lifetimes(analysis: Analysis, macros: Macros, blocks: Mapping[int, tuple[Node, int]]) -> dict[int, str]:
    """Per region that cannot be a block: what of it is needed after it, as a message names it.

    ``blocks`` gives for each region to be judged its block, and where it ends in the parsed text.
    """
    judge = _Lifetimes(analysis, macros)
    named: list[tuple[int, Node, int]] = []
    rows: dict[int, list[tuple[Node, int]]] = {}
    out: dict[int, str] = {}
    for number, (block, end) in blocks.items():
        region = analysis.regions[number]
        rows[number] = judge.later_names(region, block, end)
        if not analysis.cxx and judge.has_literal(region):
            out[number] = "a compound literal"
        if analysis.cxx and not any(at < 0 for _, at in rows[number]):
            named += [(number, node, at) for node, at in judge.names_inside(region, block, end)]
    return {**out, **judge.referred_to(named), **judge.used_after(rows)}


class _Lifetimes:
    def __init__(self, analysis: Analysis, macros: Macros) -> None:
        self.analysis, self.macros = analysis, macros

    def later_names(self, region: Region, block: Node, end: int) -> list[tuple[Node, int]]:
        """What the region's own statements declare, with each later place that spells such a name.

        The place is -1 where the name or the object is needed for certain.
        """
        analysis = self.analysis
        start = analysis.probe.forward(region.span.start)
        after = Span(region.end.end, max(region.end.end, analysis.probe.back(block.end)))
        text = analysis.lexed.code[after.start : after.end]
        pragmas = b" ".join(construct.pragma.text for construct in analysis.constructs(after))
        bodies: bytes | None = None
        found = []
        for node in analysis.tree.declarations(block):
            if start <= node.start < end:
                if bodies is None:
                    bodies = self._bodies(Span(analysis.probe.forward(after.start), block.end))
                if node.kind == Kind.USING_DIRECTIVE and self._looks_up(region, after):
                    found.append((node, -1))  # what later names mean may depend on it
                for name in semantics.declared_names(node):
                    word = re.compile(rb"(?<![\w$.])(?<!->)" + re.escape(name.encode()) + rb"(?![\w$])")
                    found += [
                        (node, analysis.probe.forward(after.start + m.start())) for m in word.finditer(text)
                    ]
                    if word.search(pragmas) or word.search(bodies) or self._outlives(node, name, region):
                        found.append((node, -1))
        return found

    def _looks_up(self, region: Region, after: Span) -> bool:
        """Whether a later name could be found in a namespace: one that is called, or not seen before."""
        code = self.analysis.lexed.code
        start = self.analysis.outermost_start(region)
        known = set(_UNQUALIFIED.findall(code, start, region.begin.start)) | _STATEMENT_WORDS
        for found in _UNQUALIFIED.finditer(code, after.start, after.end):
            at = skip_space(code, found.end())
            if code[at : at + 2] == b"::" or found.group() in _STATEMENT_WORDS:
                continue
            if found.group() not in known or code[at : at + 1] == b"(":
                return True
        return False

    def names_inside(self, region: Region, block: Node, end: int) -> list[tuple[Node, int]]:
        """The variables that the region's own statements declare, with each place in it that spells one."""
        analysis = self.analysis
        start = analysis.probe.forward(region.span.start)
        code = analysis.lexed.code
        found = []
        for node in analysis.tree.declarations(block):
            if not start <= node.start < end or node.kind != Kind.VARIABLE or semantics.dimensions(node):
                continue
            word = re.compile(rb"(?<![\w$.])(?<!->)" + re.escape(node.name().encode()) + rb"(?![\w$])")
            for match in word.finditer(code, analysis.probe.back(node.start), region.span.end):
                found.append((node, analysis.probe.forward(match.start())))
        return found

    def referred_to(self, named: list[tuple[int, Node, int]]) -> dict[int, str]:
        """Ask Clang to which of the regions' variables a reference could be kept: C++ needs no ``&``."""
        tree = (
            self.analysis.unit.tree(sorted({at for _, _, at in named}), lambda node: False) if named else None
        )
        out: dict[int, str] = {}
        for number, declared, at in named:
            nodes = tree.starting(at) if tree is not None else []
            for node in nodes:
                if node.kind == Kind.DECL_REF and _refers([node], declared) and self._may_stay(number, node):
                    out[number] = f"'{declared.name()}'"
        return out

    def _may_stay(self, number: int, node: Node) -> bool:
        use = usage(node, True)
        if use.use in (Use.ADDRESS, Use.OTHER):
            return True
        if use.use is Use.METHOD and not semantics.is_library(use.node):
            return True
        region = self.analysis.regions[number]
        for above in node.ancestors():
            if above.kind == Kind.LAMBDA and self.analysis.probe.back(above.start) >= region.span.start:
                listed = captures(self.analysis, self.macros, above)
                by_reference = listed.text.startswith(b"&") or b"&" + node.name().encode() in listed.items()
                if by_reference and kept(self.analysis, region, above):
                    return True
        return False

    def _bodies(self, span: Span) -> bytes:
        """The bodies of the macros that a span of the parsed text expands."""
        rows = self.analysis.unit.expansions(span)
        return b" ".join(self.macros.transitive(row) for row in {row.name: row for row in rows}.values())

    def _outlives(self, node: Node, name: str, region: Region) -> bool:
        """Whether an object could be used by another name after the region, or its end be noticed there.

        Its address is taken, it is an array that is more than subscripted or holds one that is, or it
        has a destructor.
        """
        if node.kind != Kind.VARIABLE:
            return False
        if semantics.has_destructor(node):
            return True
        code = self.analysis.lexed.code
        text = code[region.span.start : region.span.end]
        word = rb"(?<![\w$.])(?<!->)" + re.escape(name.encode()) + rb"(?![\w$])"
        if re.search(rb"(?:(?<!&)&|(?<![\w$])bitand(?![\w$]))[\s(]*" + word, text):
            return True
        if self._address_by_macro(word, region):
            return True
        size = semantics.dimensions(node)
        if size and semantics.is_variable_array(node) and b"alloca" in text:
            return True  # its end would free what alloca gave
        if size and self._decays(word, size, region, node):
            return True
        members = semantics.array_members(node)
        return any(
            self._decays(rb"\.\s*" + re.escape(member.encode()) + rb"(?![\w$])", count, region, node)
            for member, count in members.items()
        )

    def _decays(self, pattern: bytes, size: int, region: Region, node: Node) -> bool:
        """Whether an array is named with fewer subscripts than it has dimensions."""
        code = self.analysis.lexed.code
        own = self.analysis.probe.back(node.location())
        for found in re.compile(pattern).finditer(code, region.span.start, region.span.end):
            at, count = skip_space(code, found.end()), 0
            while code[at : at + 1] == b"[" and (close := closing(code, at)) >= 0:
                at, count = skip_space(code, close + 1), count + 1
            if count < size and found.start() != own:
                return True
        return False

    def _address_by_macro(self, word: bytes, region: Region) -> bool:
        """Whether an object is given to a macro that takes its argument's address."""
        code = self.analysis.lexed.code
        for found in re.compile(word).finditer(code, region.span.start, region.span.end):
            for expansion in self.analysis.expansions_at(found.start()):
                if re.search(rb"(?<!&)&(?!&)", self.macros.transitive(expansion)):
                    return True
        return False

    def has_literal(self, region: Region) -> bool:
        """Whether a compound literal in the region's own block could be pointed to after the region.

        In C it lives as long as the block (C11, 6.5.2.5), so one whose address is taken, or that holds
        an array, must not get a block of its own.
        """
        code = self.analysis.lexed.code
        at, depth = region.span.start, 0
        while (found := _BRACE.search(code, at, region.span.end)) is not None:
            at = found.end()
            if found.group() == b"}":
                depth -= 1
                continue
            start = before_space(code, found.start())
            if depth == 0 and code[start - 1 : start] == b")" and self._is_literal(start - 1):
                close = closing(code, found.start())
                if close < 0 or self._is_pointed_to(opening(code, start - 1), start - 1, close):
                    return True
                at = close + 1
                continue
            depth += 1
        return False

    def _is_literal(self, close: int) -> bool:
        """Whether the parenthesis that closes before a brace holds a type: no statement's head does."""
        code = self.analysis.lexed.code
        start = opening(code, close)
        before = before_space(code, start)
        word = word_before(code, before)
        if word:
            return word in _OPERATOR_WORDS
        return code[before - 1 : before] not in (b"(", b";", b"{", b"}") or self._in_call(start)

    def _in_call(self, start: int) -> bool:
        code = self.analysis.lexed.code
        before = before_space(code, start)
        return code[before - 1 : before] == b"("

    def _is_pointed_to(self, start: int, type_end: int, close: int) -> bool:
        code = self.analysis.lexed.code
        if b"[" in code[start:type_end]:
            return True
        before = start
        while code[before_space(code, before) - 1 : before_space(code, before)] == b"(":
            before = before_space(code, before) - 1
        before = before_space(code, before)
        if code[before - 1 : before] == b"&" and code[before - 2 : before] != b"&&":
            return True
        after = skip_space(code, close + 1)
        while code[after : after + 1] == b")":
            after = skip_space(code, after + 1)
        return code[after : after + 1] == b"."

    def used_after(self, later: dict[int, list[tuple[Node, int]]]) -> dict[int, str]:
        """Ask Clang which of the later names are the regions' own."""
        points = sorted({at for rows in later.values() for _, at in rows if at >= 0})
        tree = self.analysis.unit.tree(points, lambda node: False) if points else None
        out: dict[int, str] = {}
        for number, rows in later.items():
            for node, at in rows:
                named = tree is not None and at >= 0 and _refers(tree.starting(at), node)
                if at < 0 or node.kind != Kind.VARIABLE or named:
                    out[number] = f"'{node.name() or 'a name'}'"
                    break
        return out


def _refers(nodes: list[Node], declared: Node) -> bool:
    place = declared.location()
    for node in nodes:
        if node.kind == Kind.DECL_REF:
            target = node.declaration()
            if target is not None and target.main and target.offset == place:
                return True
    return False
