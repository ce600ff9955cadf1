# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Flow: from one place of a source to another: whether control passes it before, and what it may run between.

``enter data`` before ``for (...) { kernel }``  ->  it is passed before the kernel; between them may run all
of the loop. Functions are told by their names: one that names another may call it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from pointerchain.source import Span
from pointerchain.translator.text.lex import Lexed, follows_head

_WORD = re.compile(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_LEAVES = re.compile(rb"(?<![\w$])(?:return|goto|break|continue|throw|exit|abort|longjmp)(?![\w$])")


class Function(NamedTuple):
    """A function that the source defines: its name, and where it stands."""

    name: str
    span: Span


class Flow:
    """Answers for one source; all places are its own."""

    def __init__(
        self,
        lexed: Lexed,
        functions: Sequence[Function],
        loops: Iterable[Span],
        jumps: Iterable[Span],
        macros: Callable[[Iterable[str]], frozenset[str]],
    ) -> None:
        """``jumps`` lead from as far before as their start to their end.

        ``macros`` gives those whose text comes to some words.
        """
        self.lexed, self.functions, self.macros = lexed, functions, macros
        self.loops, self.jumps = sorted(loops), sorted(jumps)
        self._reaching: dict[Function, frozenset[bytes]] = {}

    def function(self, at: int) -> Function | None:
        """The innermost function around a place."""
        found = [row for row in self.functions if row.span.start <= at < row.span.end]
        return max(found, key=lambda row: row.span.start, default=None)

    def passes(self, at: int, place: int) -> bool:
        """Whether control comes by what stands at ``at`` each time before it comes to ``place``."""
        blocks = self.lexed.blocks
        if at >= place or follows_head(self.lexed.code, at) or self.function(at) != self.function(place):
            return False
        if not blocks.contains(blocks.block(at), blocks.block(place)):
            return False
        return not any(jump.start <= at < jump.end <= place for jump in self.jumps)

    def comes_to(self, at: int, place: int) -> bool:
        """Whether control that leaves ``at`` surely comes to ``place``, further on in the function."""
        blocks = self.lexed.blocks
        if at >= place or follows_head(self.lexed.code, place):
            return False
        if not blocks.contains(blocks.block(place), blocks.block(at)):
            return False
        return _LEAVES.search(self.lexed.code, at, place) is None

    def repeats(self, at: int, place: int) -> bool:
        """Whether a loop runs a place again after one behind it."""
        return any(loop.start <= place and at < loop.end and loop.start <= at for loop in self.around(place))

    def between(self, at: int, place: int) -> tuple[Span, ...]:
        """The text that may run from a place that is passed on: also loops in which the other one stands."""
        loops = (loop for loop in self.around(place) if not loop.start <= at < loop.end)
        return (Span(at, place), *loops)

    def leads(self, text: Span, function: Function) -> bool:
        """Whether code may call a function, or one that leads to it; an operator may be called anywhere."""
        words = self._names_of(function)
        if b"operator" in words:
            return True
        return any(each.group() in words for each in _WORD.finditer(self.lexed.code, text.start, text.end))

    def around(self, place: int) -> list[Span]:
        """The loops around a place."""
        return [loop for loop in self.loops if loop.start <= place < loop.end]

    def _names_of(self, function: Function) -> frozenset[bytes]:
        """The words that a text may name a function by, or one that calls it, and so on."""
        if function not in self._reaching:
            words, inside = {_called(function.name)}, {function}
            while True:
                found = {row for row in self.functions if row not in inside and words & self._words[row]}
                more = {_called(row.name) for row in found}
                more |= {name.encode() for name in self.macros(word.decode() for word in words)}
                if not found and more <= words:
                    break
                inside |= found
                words |= more
            self._reaching[function] = frozenset(words)
        return self._reaching[function]

    @cached_property
    def _words(self) -> dict[Function, frozenset[bytes]]:
        code = self.lexed.code
        return {row: frozenset(_WORD.findall(code[row.span.start : row.span.end])) for row in self.functions}


def _called(name: str) -> bytes:
    """The word by which code calls a function: a class's for what makes or ends its objects."""
    word = _WORD.search(name.encode())
    return word.group() if word is not None else b"operator"
