# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Pragmas: a source -> its acc and omp directives, those of macros too, and where a loop begins with its own.

``THREADS(box, n) for (...)`` with ``#define THREADS(i, n) _Pragma("omp parallel for private(i)")``  ->  the
directive *omp parallel for*; a region around the loop begins before the macro.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.suggest.loops import Loop
from pointerchain.translator.clang.arguments import heeded_dialects
from pointerchain.translator.clang.parsed import Expansion, Parsed
from pointerchain.translator.text.directives import Construct, Directive, Promise, read_construct
from pointerchain.translator.text.expand import expand, pragmas_alone, pragmas_in
from pointerchain.translator.text.lex import Lexed, before_space, opening, word_before

_OPENS, _CLOSES = (b"if", b"ifdef", b"ifndef"), b"endif"
_OTHERWISE = (b"else", b"elif", b"elifdef", b"elifndef")
_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_INCLUDES = frozenset((b"include", b"include_next", b"import"))
_DIRECTED = lazy_pattern(rb"#[^\n]*\b(?:omp|acc)\b|\b_Pragma\b")


class Pragmas:
    """Answers for one source."""

    def __init__(self, parsed: Parsed, lexed: Lexed, directives: Sequence[Directive], cxx: bool) -> None:
        self.parsed, self.lexed, self.cxx = parsed, lexed, cxx
        self.dialects = heeded_dialects(parsed.args)
        """Those whose directives this compile heeds."""
        self.constructs: list[Construct] = []
        """The directives of the source and of its macros, their own macros expanded."""
        self.unknown: list[Span] = []
        """What makes pragmas that cannot be told, or more than pragmas."""
        self.active: frozenset[int] = frozenset()
        """Where the constructs begin that this compile sees."""
        self._promised = {row.pragma.span.start for row in directives if isinstance(row, Promise)}
        self._spans = [
            operator.span for operator in lexed.operators if operator.span.start not in self._promised
        ]
        code = bytearray(lexed.code)
        self.unknown += self._brought()
        for row in directives:
            if isinstance(row, Construct) and not row.own:
                self._written(row)
        for expansion in self._expansions():
            text = parsed.data[expansion.span.start : expansion.span.end]
            definitions = expansion.definitions(parsed.macro_definitions)
            texts = pragmas_alone(text, definitions)
            if texts is None and pragmas_in(text, definitions) == []:
                continue  # it makes code, and no pragma
            if texts is None or not all(self._made(text, expansion.span) for text in texts):
                self.unknown.append(expansion.span)
                continue
            start, end = expansion.span
            code[start:end] = b" " * (end - start)
            self._spans.append(expansion.span)
        self.code = bytes(code)
        """The source's code without the macros that make pragmas alone."""
        self._spans.sort()
        skipped = parsed.skipped_ranges() if self.constructs else ()
        places = {each.pragma.span.start for each in self.constructs}
        self.active = frozenset(at for at in places if not any(s.start <= at < s.end for s in skipped))

    def _brought(self) -> Iterator[Span]:
        """The lines in blocks that include directives, which nobody sees here."""
        lexed = self.lexed
        headers = self.parsed.own_texts[1:] if lexed.lines else ()
        directed = any(_DIRECTED.search(text) for _, text in headers)
        for line in lexed.lines:
            if directed and line.keyword in _INCLUDES and lexed.blocks.block(line.span.start):
                yield line.span

    def _expansions(self) -> list[Expansion]:
        names = self.parsed.pragma_macros
        if not names:
            return []
        found: list[Expansion] = []
        for row in self.parsed.expansions(Span(0, len(self.parsed.data))):
            if row.name in names and not (found and row.span.start < found[-1].span.end):
                found.append(row)
        return found

    def _written(self, row: Construct) -> None:
        words = {word.decode() for word in _WORD.findall(row.pragma.text)}
        if not any(self.parsed.macro_definitions(word) for word in words):
            self.constructs.append(row)
            return
        if not self._made(row.pragma.text, row.pragma.span):
            self.unknown.append(row.pragma.span)

    def _made(self, text: bytes, span: Span) -> bool:
        """Whether what a pragma says is understood; compilers expand macros in it."""
        expanded = expand(text, self.parsed.macro_definitions)
        if expanded is None:
            return False
        if _WORD.match(expanded.lstrip()) is None:
            return True
        word = expanded.split()[0]
        if word not in (b"acc", b"omp"):
            return word != b"pointerchain"
        construct = read_construct(expanded, span, self.cxx)
        if construct is None:
            return False
        self.constructs.append(construct)
        return True

    def are_unknown_in(self, span: Span) -> bool:
        """Whether pragmas that cannot be told stand in a part of the source."""
        return any(span.start <= each.start < span.end for each in self.unknown)

    def place_of(self, loop: Loop) -> int | None:
        """Where a loop begins with the pragmas that belong to it; None where no region can begin there."""
        start = loop.span.start
        before = before_space(self.code, start)
        if not _begins_statement(self.code, before):
            return None
        lines = [
            line
            for line in self.lexed.lines
            if before <= line.span.start < start and line.span.start not in self._promised
        ]
        others = [span for span in self._spans if before <= span.start < start]
        if not others and not any(line.keyword == b"pragma" for line in lines):
            return start
        depth = 0
        for line in lines:
            if line.keyword in _OPENS:
                depth += 1
            elif line.keyword == _CLOSES:
                depth -= 1
            if depth < 0 or (line.keyword in _OTHERWISE and not depth) or line.keyword == b"include":
                return None
        last = self.code[before - 1 : before]
        if depth or last not in (b"{", b";", b"}") or word_before(self.code, before):
            return None
        return min(span.start for span in (*others, *(line.span for line in lines)))


def _begins_statement(code: bytes, before: int) -> bool:
    """Whether a statement can begin behind a place: what else stands there may make a pragma."""
    last = code[before - 1 : before]
    if last in (b"{", b"}", b";", b":"):
        return True
    if last == b")":
        opened = before_space(code, opening(code, before - 1))
        return word_before(code, opened) in (b"if", b"for", b"while", b"switch", b"constexpr")
    return word_before(code, before) in (b"else", b"do")
