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

from pointerchain.analysis.cfg import Cfg, ControlFlow
from pointerchain.analysis.cfg_builder import TO_CALLERS
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import LOOPS
from pointerchain.translator.text.lex import Lexed

_WORD = re.compile(rb"(?<![\w$])[A-Za-z_$][\w$]*")


class Function(NamedTuple):
    """A function that the source defines: its name, and where it stands."""

    name: str
    span: Span


class Placed(NamedTuple):
    """The control flow of functions of the source; where a place of the source is in its text, and back."""

    control: ControlFlow
    in_text: Callable[[int], int]
    in_source: Callable[[int], int]


class _Graph(NamedTuple):
    """The graph of the function around a place."""

    cfg: Cfg
    placed: Placed

    def at(self, place: int) -> int:
        """The vertex of a place."""
        return self.cfg.place(self.placed.in_text(place))

    def span(self, index: int) -> Span:
        """A node's text in the source."""
        tree = self.placed.control.tree
        start = self.placed.in_source(tree.starts[index])
        return Span(start, max(start, self.placed.in_source(tree.ends[index])))


class Flow:
    """Answers for one source; all places are its own."""

    def __init__(
        self,
        lexed: Lexed,
        functions: Sequence[Function],
        controls: Sequence[Placed],
        macros: Callable[[Iterable[str]], frozenset[str]],
    ) -> None:
        """``controls`` have the functions whose places are asked for.

        ``macros`` gives those whose text comes to some words.
        """
        self.lexed, self.functions, self.controls, self.macros = lexed, functions, controls, macros
        self._reaching: dict[Function, frozenset[bytes]] = {}

    def function(self, at: int) -> Function | None:
        """The innermost function around a place."""
        found = [row for row in self.functions if row.span.start <= at < row.span.end]
        return max(found, key=lambda row: row.span.start, default=None)

    def passes(self, at: int, place: int) -> bool:
        """Whether control comes by what stands at ``at`` each time before it comes to ``place``."""
        graph = self._graph(at, place)
        return at < place and graph is not None and graph.cfg.dominates(graph.at(at), graph.at(place))

    def comes_to(self, at: int, place: int) -> bool:
        """Whether control that leaves ``at`` surely comes to ``place`` before it is back in a caller."""
        graph = self._graph(at, place)
        return graph is not None and graph.cfg.postdominates(graph.at(place), graph.at(at), TO_CALLERS)

    def repeats(self, at: int, place: int) -> bool:
        """Whether control may come from ``at`` to ``place`` in the same call of the function."""
        graph = self._graph(at, place)
        if graph is None:
            return False
        first, last = graph.at(at), graph.at(place)
        return (first == last and at < place) or last in graph.cfg.reached(first)

    def comes_by(self, at: int, other: int, place: int) -> bool:
        """Whether control that comes from ``at`` to ``place`` comes by another place each time."""
        graph = self._graph(at, place)
        if graph is None:
            return False
        first, middle, last = map(graph.at, (at, other, place))
        return (middle == last and other < place) or middle in graph.cfg.passed(first, (last,))

    def between(self, at: int, place: int) -> tuple[Span, ...]:
        """The text that may run from a place that is passed on: also loops in which the other one stands."""
        found = [Span(at, place), *(loop for loop in self.around(place) if not loop.start <= at < loop.end)]
        graph = self._graph(at, place)
        if graph is not None and graph.at(at) != graph.at(place):  # else no statement stands between
            run = graph.cfg.between(graph.at(at), graph.at(place))
            for index, vertex in graph.cfg.before.items():
                span = graph.span(index)
                if vertex in run and not any(row.start <= span.start < row.end for row in found):
                    found.append(span)
        return tuple(found)

    def leads(self, text: Span, function: Function) -> bool:
        """Whether code may call a function, or one that leads to it; an operator may be called anywhere."""
        words = self._names_of(function)
        if b"operator" in words:
            return True
        return any(each.group() in words for each in _WORD.finditer(self.lexed.code, text.start, text.end))

    def around(self, place: int) -> list[Span]:
        """The loops around a place."""
        graph = self._graph(place, place)
        if graph is None:
            return []
        tree, cfg = graph.placed.control.tree, graph.cfg
        inside = range(cfg.function, tree.after[cfg.function])
        spans = [graph.span(index) for index in inside if tree.kinds[index] in LOOPS]
        return sorted(span for span in spans if span.start <= place < span.end)

    def _graph(self, at: int, place: int) -> _Graph | None:
        """The graph of a function that two places are in."""
        for placed in self.controls:
            cfg = placed.control.at(placed.in_text(at))
            if cfg is not None:
                same = placed.control.at(placed.in_text(place)) is cfg
                return _Graph(cfg, placed) if same else None
        return None

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
