# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep: where a source's directives have the clause of a deep copy.

``#pragma omp target map(to: head[0:1]) pointerchain(deep)``  ->  the pragma, and its last clause's place.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.directives import pragmas_of
from pointerchain.translator.text.lex import Lexed

CLAUSE = lazy_pattern(rb"(?<![\w$])pointerchain\s*\(\s*deep\s*\)")
WORD = lazy_pattern(rb"(?<![\w$])deep(?![\w$])")
"""What is in each source that has such a clause."""


def clauses_in(lexed: Lexed) -> Iterator[tuple[Span, Span]]:
    """The pragmas with the clause, and where it stands."""
    for pragma in pragmas_of(lexed) if WORD.search(lexed.data) else ():
        found = CLAUSE.search(pragma.text)
        if found and not pragma.split and pragma.text.split(None, 1)[0] in (b"acc", b"omp"):
            start = pragma.body.start
            yield pragma.span, Span(start + found.start(), start + found.end())


def without_clauses(lexed: Lexed) -> Lexed:
    """A source with white space in the place of each such clause, for those that read no deep ones."""
    clauses = [span for _, span in clauses_in(lexed)]
    if not clauses:
        return lexed
    data, code = bytearray(lexed.data), bytearray(lexed.code)
    for span in clauses:
        for text in (data, code):
            text[span.start : span.end] = b" " * (span.end - span.start)
    return Lexed(bytes(data), bytes(code), lexed.lines, lexed.operators, lexed.splices, lexed.skipped)
