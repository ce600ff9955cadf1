# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Text: what stands in a region's text so that its edits could not be made or read back.

A continuation inside a word, a conditional line inside an access path, an include line that brings what
belongs to the region.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from pointerchain.diagnostics import Note, Place
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.lex import IDENT, is_cut, opening, skip_space
from pointerchain.translator.text.regions import Region

_UNREADABLE = lazy_pattern(rb"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\?\?[=/'()!<>-]|\^\s*(?:\([^()]*\)\s*)?\{")
"""A universal character name, a trigraph, and a block of Clang's extension."""

_ATTRIBUTE = rb"(?:\[|<:)\s*(?:\[|<:)\s*(?:using\s+)?omp\b"
_IN_ATTRIBUTE = lazy_pattern(_ATTRIBUTE)
"""A directive that is written as an attribute (OpenMP 5.1, 5.2)."""
_OPERATOR = lazy_pattern(rb"(?<![\w$])(?:(_Pragma)\s*\(\s*(?:L|u8?|U)?R\"|(__pragma)\s*\()")
_OF_DIRECTIVE = lazy_pattern(rb"\s*(?:acc|omp)\b")
_MAKES_ATTRIBUTE = lazy_pattern(
    rb"^[ \t]*(?:#|%:)[ \t]*define[ \t]+([A-Za-z_]\w*)(?:[^\n]|\\\r?\n)*?" + _ATTRIBUTE, re.MULTILINE
)

_DEFINES = lazy_pattern(rb"(?:#|%:)[ \t]*(?:define|undef)[ \t]+([A-Za-z_]\w*)")
_NAME = lazy_pattern(IDENT)
_DIRECTIVE = lazy_pattern(rb"(?:(?:#|%:)[ \t]*pragma[ \t]+|_Pragma[ \t]*\([ \t]*\")(?:acc|omp)\b")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge the text of every region that hoists something."""
    findings = Findings(context)
    for region in context.outermost:
        family = context.families[region.number]
        chains = [chain for each in family for chain in facts.regions[each.number].chains]
        if any(not chain.problems for chain in chains):
            _tokens(context, region.span, findings)
            around = Span(context.outermost_start(region), region.span.end)
            _cut_keywords(context, around, findings)
            _unread_directives(context, around, findings)
            _hidden_statement(context, region, findings)
    if any(not chain.problems for chain in facts.chains.values()):
        _made_attributes(context, findings)
    _lines(context, facts, findings)
    _includes(context, facts, findings)
    return findings.all


def _tokens(context: Context, span: Span, findings: Findings) -> None:
    """Text that Clang reads as other tokens than this tool does."""
    for at in context.lexed.splices:
        if span.start <= at < span.end:
            findings.say("unreadable-token", Span(at, at + 1), None, form="splice")
    found = _UNREADABLE.search(context.lexed.code, span.start, span.end)
    if found:
        form = {b"\\": "universal", b"?": "trigraph"}.get(found.group()[:1], "block")
        findings.say("unreadable-token", Span(*found.span()), None, form=form)


def _unread_directives(context: Context, span: Span, findings: Findings) -> None:
    """Directives in a region, or before it in its function, whose text or statement is not known."""
    code = context.lexed.code
    found = _IN_ATTRIBUTE.search(code, span.start, span.end)
    if found:
        findings.say("unreadable-token", Span(*found.span()), None, form="attribute")
    for made in _OPERATOR.finditer(context.lexed.data, span.start, span.end):
        word = made.group(1) or made.group(2)
        if code.startswith(word, made.start()):
            place = Span(made.start(), made.start() + len(word))
            findings.say("unreadable-token", place, None, form="operator", word=word.decode())
    for operator in context.lexed.operators:
        text = context.lexed.data[operator.text.start : operator.text.end]
        if span.start <= operator.span.start < span.end and _OF_DIRECTIVE.match(text):
            if _is_argument(code, operator.span.start, span.start):
                findings.say("unreadable-token", operator.span, None, form="operator", word="_Pragma")


def _is_argument(code: bytes, at: int, start: int) -> bool:
    """Whether a place lies in parentheses, in the statement that it is in: a macro's."""
    while at > start:
        at -= 1
        char = code[at : at + 1]
        if char in (b";", b"{", b"}"):
            return False
        if char == b"(":
            return True
        if char == b")":
            at = opening(code, at, start)
    return False


def _cut_keywords(context: Context, span: Span, findings: Findings) -> None:
    """``#pra\\`` and ``gma`` on the next line: a directive that nobody reads, in a region or around it."""
    lines = context.lexed.lines
    first = bisect_left(lines, span.start, key=lambda line: line.span.start)
    for line in lines[first : bisect_left(lines, span.end, key=lambda line: line.span.start)]:
        if is_cut(context.lexed.data, line):
            findings.say("unreadable-token", Span(line.span.start, line.span.start + 1), None, form="splice")


def _hidden_statement(context: Context, region: Region, findings: Findings) -> None:
    """A statement that Clang's tree lacks may use a chain, and what the region declares or depends on."""
    marker = context.markers["begin", region.number]
    found = context.tree.hiding_beside(marker.index) if context.cxx and marker is not None else None
    if found is None:
        return
    span, notes = context.source_span(found), tuple[Note, ...]()
    name = _NAME.match(context.lexed.code, span.start)  # the word itself, or a macro's
    if found.foreign:
        span, notes = context.included_place(found, span)
    elif name is not None:
        span = Span(*name.span())
    word = "switch" if found.kind == Kind.SWITCH else "for"
    findings.say("unreadable-token", span, None, notes, "first", word=word)


def _made_attributes(context: Context, findings: Findings) -> None:
    """Macros of the program that spell directives as attributes: where they do is not looked for."""
    texts = [text for _, text in context.parsed.own_texts] if context.parsed.mentions(b"omp") else []
    made = next(filter(None, map(_MAKES_ATTRIBUTE.search, texts)), None)
    if made is not None and context.layout.regions:
        macro = made.group(1).decode()
        place = context.layout.regions[0].keyword
        findings.say("unreadable-token", place, None, form="attribute_macro", macro=macro)


def _includes(context: Context, facts: Facts, findings: Findings) -> None:
    """Included text that redefines a chain's words, or is a directive for the region's own text."""
    lines = [line for line in context.lexed.lines if line.keyword == b"include"]
    texts = context.parsed.includes() if lines else {}
    for line in lines:
        at = context.in_probe(line.span.start)
        start = context.probe.text.rfind(b"\n", 0, at) + 1
        path, text = texts.get(start, ("", b""))
        place = Span(line.span.start, line.trailing_comment)
        region = context.region_at(line.span.start)
        directive = _DIRECTIVE.search(text)
        here = (Note("the directive is here", Place(path, Span(*directive.span()))),) if directive else ()
        if region is not None:
            for chain in facts.active[region.number]:
                words = set(_NAME.findall(chain.item.text))
                defined = next((m for m in _DEFINES.finditer(text) if m.group(1) in words), None)
                if defined is not None:
                    name = defined.group(1).decode("utf-8", "replace")
                    notes = (Note("it is defined here", Place(path, Span(*defined.span(1)))),)
                    findings.say("unstable-macro", place, chain, notes, "included", macro=name)
                if directive is not None:
                    findings.say("included-text", place, chain, here, "directive")
        elif directive is not None:
            after = skip_space(context.lexed.code, line.span.end)
            for chain in facts.chains.values():
                row = context.regions[chain.region]
                if context.outermost_start(row) < line.span.start < row.begin.start:
                    if chain.number in facts.written:
                        findings.say("included-text", place, chain, here, "directive")
            for row in context.layout.regions:
                if after >= row.begin.start > line.span.start and facts.regions[row.number].chains:
                    findings.say("split-construct", row.keyword, None, here, "included")


def _lines(context: Context, facts: Facts, findings: Findings) -> None:
    """A preprocessor line inside an access: its text cannot be replaced as one."""
    lines = [line for line in context.lexed.lines if context.region_at(line.span.start)]
    if not lines:
        return
    starts = [line.span.start for line in lines]
    for region in facts.regions.values():
        for access in region.accesses:
            for at in range(bisect_right(starts, access.span.start), bisect_left(starts, access.span.end)):
                place = Span(lines[at].span.start, lines[at].trailing_comment)
                findings.say("preprocessor-line", place, None)
