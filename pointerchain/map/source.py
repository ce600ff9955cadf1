# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A source -> :class:`Unit`: its directives, Clang's trees, and what its constructs and shapes say.

``#pragma omp target`` before a loop  ->  the construct, and the loop's node in the tree of its function.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.chains import Key
from pointerchain.analysis.environment.listed import ROUTINE, items_of
from pointerchain.analysis.sections import Polynomial
from pointerchain.analysis.strict import is_strict
from pointerchain.deepcopy.directives import Action, Shape, deep_pragmas, read_deep
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Source, Span
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.libclang import DECLARATIONS, FUNCTIONS, Kind
from pointerchain.translator.clang.parsed import Parsed, ParseFailure
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node, Tree, included_tops, tops
from pointerchain.translator.text.deep import clauses_in, without_clauses
from pointerchain.translator.text.directives import Construct, Directive, pragmas_of, read_directives
from pointerchain.translator.text.lex import Lexed, lex, skip_space, statement_end


class Unreadable(Exception):
    """Clang cannot read a source, or its own directives are in error; the message is fit for the user."""


class Extent(NamedTuple):
    """How many elements a member leads to, as a ``shape`` says: its type, its name, the length's words."""

    type: str
    member: str
    words: tuple[tuple[str, bool], ...]
    """The words of the length, and whether each is a name."""


def unit_of(units: Sequence[Unit], node: Node) -> Unit:
    """The one of some sources that a node is of."""
    return next(unit for unit in units if unit.parsed is node.parsed)


class Unit:
    """One source. Questions only; nothing in it changes."""

    def __init__(
        self,
        path: str,
        data: bytes,
        args: Sequence[str],
        language: str | None = None,
        source: Source | None = None,
    ) -> None:
        """Read it; raises :class:`Unreadable`. ``source`` has the text's places, if they are not its own."""
        self.path, self.data, self.args, self.language = path, data, tuple(args), language
        self.real = os.path.realpath(path)
        self.source = source or Source(path, data)
        self.others: tuple[Unit, ...] = ()
        """The other sources of the program."""
        self.lengths: Callable[[Key, int], Polynomial | None] = lambda member, size: None
        """How many elements of a size the program allocates for a member, by the names of other members."""
        self.variable_length: Callable[[Node, int, int], Polynomial | None] = lambda named, size, at: None
        """The same for a variable of a file, which an expression names, at a place."""
        self.file_number: Callable[[Node, int], Polynomial | None] = lambda named, at: None
        """A variable of a file as a number, where that is what its name means at a place."""
        self.is_settled: Callable[[str, Node], bool] = lambda name, function: False
        """Whether a name means a file's number in a function, and nothing sets that once it begins."""
        self.sizes: Callable[[Key, int], list[Polynomial]] = lambda variable, at: []
        """How many bytes a variable leads to at a place: all ways that are known to say it."""
        clang = clang_arguments(path, args, language)
        self.cxx = clang.cxx
        self.lexed: Lexed = lex(data, self.cxx)
        try:
            self.parsed: Parsed = Session(path, clang.args).parse_all(data)
        except ParseFailure as failure:
            raise Unreadable(f"Clang cannot read it: {failure}") from None
        for said in self.parsed.messages():
            if said.severity >= 3:
                place = f"{said.where.file}:{said.where.line}" if said.where.file else path
                raise Unreadable(f"Clang cannot read it: {place}: {said.where.message}")
        self.skipped = self.parsed.skipped_ranges()
        self.deep_constructs: frozenset[int] = frozenset(pragma.start for pragma, _ in clauses_in(self.lexed))
        """Where the constructs are whose clauses are deep."""
        directives, _ = read_directives(without_clauses(self.lexed), path, self.cxx)
        self.directives: tuple[Directive, ...] = directives
        self.rows = tuple(
            each
            for each in directives
            if isinstance(each, Construct) and not each.own and not self.is_skipped(each.pragma.span.start)
        )
        self.trees: tuple[Tree, ...] = tuple(tops(self.parsed))
        self.callees, self.storage = Callees(self.parsed), Storage(self.cxx)
        self.strict = is_strict(args, self.parsed)

    @cached_property
    def bodies(self) -> tuple[Node, ...]:
        """The functions that the source defines."""
        nodes = (node for tree in self.trees for node in tree.of_kinds(FUNCTIONS))
        return tuple(node for node in nodes if any(each.kind == Kind.COMPOUND for each in node.below))

    def function_around(self, at: int) -> Node | None:
        """The function that it defines around a place."""
        return next((node for node in self.bodies if node.start <= at < node.end), None)

    def line(self, offset: int, beside: int = -1) -> str:
        """The line of a place as messages name it: ``12``, or ``12 of 'kernels.h'``.

        ``beside`` is a place of the file that the message names already, the source's own without one.
        """
        path, line, _ = self.source.place(offset)
        named = self.source.place(beside)[0] if beside >= 0 else self.path
        return str(line) if path == named else f"{line} of '{path}'"

    @cached_property
    def copies_deep(self) -> int:
        """Where a ``deepcopy`` directive of the source stands; -1 where none does."""
        for each in read_deep(deep_pragmas(pragmas_of(self.lexed)), self.path)[0]:
            if isinstance(each, Action) and not self.is_skipped(each.pragma.span.start):
                return each.pragma.span.start
        return -1

    def is_skipped(self, offset: int) -> bool:
        """Whether the preprocessor leaves a place out."""
        return any(each.start <= offset < each.end for each in self.skipped)

    def left_out(self, function: Node | None = None) -> bytes:
        """The text, or a function's, without strings, that this compile leaves out and another may have."""
        span = function.span if function is not None else Span(0, len(self.data))
        rows = (each for each in self.skipped if span.start <= each.start < span.end)
        return _STRING.sub(b'""', b"\n".join(self.data[each.start : each.end] for each in rows))

    @property
    def computes(self) -> tuple[Construct, ...]:
        """The compute constructs, in order."""
        return tuple(each for each in self.rows if each.directive is not None and each.directive.compute)

    @cached_property
    def included_trees(self) -> tuple[Tree, ...]:
        """What the program's headers declare."""
        return tuple(included_tops(self.parsed, DECLARATIONS))

    def statement(self, construct: Construct) -> tuple[Node, Span] | None:
        """The statement that a directive governs, and its text; None where Clang sees none there."""
        start = skip_space(self.lexed.code, construct.pragma.span.end)
        end = statement_end(self.lexed.code, construct.pragma.span.end)
        for tree in self.trees:
            for index in tree.starting_at(start):
                node = tree.node(index)
                if node.kind not in DECLARATIONS and node.end <= end:
                    return node, Span(start, end)
        return None

    def inside(self, span: Span) -> Iterator[Construct]:
        """The directives in a part of the source."""
        return (each for each in self.rows if span.start <= each.pragma.span.start < span.end)

    def macro_makes_directives(self) -> Iterator[tuple[int, str]]:
        """The macros that may make directives, where they are expanded."""
        makers = self.parsed.pragma_macros
        for start, _, cursor in self.parsed.expansion_rows:
            if str(cursor.spelling) in makers:
                yield start, str(cursor.spelling)

    @cached_property
    def routines(self) -> tuple[tuple[int, str], ...]:
        """The calls by which the program itself moves data to a device or back, and where they stand."""
        found = ROUTINE.finditer(self.lexed.code)
        rows = ((each.start(), each.group().decode()) for each in found)
        return tuple(row for row in rows if any(word in row[1] for word in _MOVING))

    @cached_property
    def constructs_in_headers(self) -> tuple[tuple[str, int], ...]:
        """The headers with constructs that list no data, and the line of the first one in each."""
        found = []
        for name, text in self.parsed.own_texts:
            if name == self.path or b"ragma" not in text:
                continue
            skipped = self.parsed.skipped_ranges(name)
            for row in read_directives(lex(text, self.cxx), name, self.cxx)[0]:
                at = row.pragma.span.start
                if not isinstance(row, Construct) or row.directive is None or not row.directive.compute:
                    continue
                if not items_of(row) and not any(each.start <= at < each.end for each in skipped):
                    found.append((name, text.count(b"\n", 0, at) + 1))
                    break
        return tuple(found)

    @cached_property
    def shapes(self) -> tuple[Extent, ...]:
        """What the shapes of the source and of its headers say of members that lead to one array each."""
        found = []
        for name, text in self.parsed.own_texts:
            if b"shape" not in text:
                continue
            pragmas = deep_pragmas(pragmas_of(lex(text, self.cxx)))
            for each in read_deep(pragmas, name)[0]:
                if isinstance(each, Shape) and not each.name:
                    found += list(_extents(each))
        return tuple(found)


_STRING = lazy_pattern(rb'"(?:[^"\\\n]|\\.)*"')
_MOVING = ("target_", "map_data", "copyin", "copyout", "create", "delete", "update", "memcpy", "attach")


def _extents(shape: Shape) -> Iterator[Extent]:
    kind = shape.type.decode("utf-8", "replace").removeprefix("struct ")
    for entry in shape.entries:
        if len(entry.path) == 1 and len(entry.lengths) == 1 and entry.target is None and not entry.size:
            words = tuple(
                (each.text.decode("utf-8", "replace"), each.kind == "name") for each in entry.lengths[0].toks
            )
            yield Extent(kind, entry.path[0], words)
