# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Made: macros that a text names -> the acc and omp directives that they make there.

``UP(s)`` with ``#define UP(s) _Pragma("omp target enter data map(to: s[0:1])")``  ->  that directive, at the
place of ``UP(s)``. The places of its clauses are those in its own text, not in the source.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.clauses import variants
from pointerchain.translator.text.directives import Construct, read_construct
from pointerchain.translator.text.expand import Definitions, pragmas_in
from pointerchain.translator.text.lex import closing, skip_space

_WORD = lazy_pattern(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_HEAD = lazy_pattern(rb"\s*(?:acc|omp)(?![\w$])")


class Made(NamedTuple):
    """A directive that a macro makes at a place of a text; None where nobody can tell which."""

    span: Span
    construct: Construct | None


def made_by(text: bytes, span: Span, definitions: Definitions, cxx: bool) -> Iterator[Made]:
    """The directives of a macro with its arguments, which stand at ``span``."""
    texts = pragmas_in(text, definitions)
    if texts is None:
        yield Made(span, None)
        return
    for each in texts:
        if _HEAD.match(each):
            construct = read_construct(each, span, cxx)
            yield Made(span, construct)
            for inner in variants(construct) if construct is not None else ():
                yield Made(span, inner)


def made_in(code: bytes, makers: Collection[str], definitions: Definitions, cxx: bool) -> Iterator[Made]:
    """The directives of a text that Clang shows no macros of; ``makers`` are those that make pragmas."""
    end = 0
    for found in _WORD.finditer(code) if makers else ():
        if found.start() < end or found.group().decode("utf-8", "replace") not in makers:
            continue
        end, at = found.end(), skip_space(code, found.end())
        if code[at : at + 1] == b"(":
            end = max(end, closing(code, at) + 1)
        span = Span(found.start(), end)
        yield from made_by(code[span.start : span.end], span, definitions, cxx)
