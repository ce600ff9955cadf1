# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Trust: ``promise`` directives -> which names their user vouches for at a place.

A promise holds from its line to the end of its block, like a C declaration, for what its names mean there.
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.text.directives import Directive, Promise
from pointerchain.translator.text.lex import Blocks


class _Row(NamedTuple):
    scope: Span
    reads: frozenset[str]
    unaliased: frozenset[str]


class Trust:
    """Answers for the places of one source."""

    def __init__(self, directives: Sequence[Directive], blocks: Blocks) -> None:
        self._rows: list[_Row] = []
        for each in directives:
            if isinstance(each, Promise):
                at = each.pragma.span.start
                scope = Span(at, blocks.ends[blocks.block(at)])
                self._rows.append(_Row(scope, _names(each.reads), _names(each.unaliased)))

    def __bool__(self) -> bool:
        return bool(self._rows)

    def reads(self, name: str, at: int) -> bool:
        """Whether a call by a name changes nothing that a chain reads, and comes back."""
        return any(name in row.reads and row.scope.start <= at < row.scope.end for row in self._rows)

    def unaliased(self, name: str, at: int) -> bool:
        """Whether what a variable leads to is stored by expressions that begin at that variable alone."""
        return any(name in row.unaliased and row.scope.start <= at < row.scope.end for row in self._rows)


def _names(words: Sequence[bytes]) -> frozenset[str]:
    return frozenset(word.decode("utf-8", "replace") for word in words)
