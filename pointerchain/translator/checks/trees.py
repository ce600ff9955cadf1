# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Trees: Clang's trees of the functions with regions, and of those that have directives or move data alone.

``void setup(struct sim *s)`` with an ``omp target enter data``  ->  its tree, with what the directive lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pointerchain.analysis.access import Aside, Paths
from pointerchain.analysis.environment.listed import ROUTINE, Item
from pointerchain.analysis.environment.pointees import PointsTo
from pointerchain.analysis.index import Spans
from pointerchain.dialects import Role
from pointerchain.dialects.routines import BY_NAME
from pointerchain.source import Span
from pointerchain.translator.clang import types
from pointerchain.translator.clang.conversions import CASTS
from pointerchain.translator.clang.libclang import EXPRESSIONS, POINTER_TYPE, Kind
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node, tops, whole
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.operands import Operand, beside
from pointerchain.translator.facts.uses import Use, usage
from pointerchain.translator.text.directives import Construct

_CASTS = frozenset(CASTS)
_NAMED = frozenset((Kind.DECL_REF, Kind.MEMBER))


class Trees:
    """Answers for one source."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._numbers = {each.pragma.span.start: at for at, each in enumerate(context.layout.constructs)}
        self._items: dict[int, list[Operand]] = {}
        for row in context.operands.rows:
            if row.part.role is Role.ITEM:
                self._items.setdefault(row.construct, []).append(row)

    @cached_property
    def all(self) -> tuple[Aside, ...]:
        """The trees, with what directives list behind the nodes of the functions."""
        return (self.context.aside, self._elsewhere) if self._places else (self.context.aside,)

    @cached_property
    def kin(self) -> dict[int, frozenset[int]]:
        """By a record's number: those that casts of the source make of it, or it of them."""
        found: dict[int, set[int]] = {}
        for tree in tops(self.context.parsed):
            for cast in tree.of_kinds(_CASTS):
                for one, other in _cast(cast):
                    found.setdefault(one, set()).add(other)
                    found.setdefault(other, set()).add(one)
        return {record: frozenset(others) for record, others in found.items()}

    @cached_property
    def assigned(self) -> dict[int, list[int]]:
        """By pointer, a variable or member: where in the source it is assigned, or may be, in order."""
        found: dict[int, list[int]] = {}
        for aside in self.every:
            for node in aside.tree.of_kinds(_NAMED):
                target = aside.references.of(node.index)
                if target is None or aside.references.type_of(node.index)[0] != POINTER_TYPE:
                    continue
                if usage(node, self.context.cxx).use in (Use.WRITE, Use.ADDRESS):
                    found.setdefault(target.key, []).append(self.context.starts_at(node))
        return {key: sorted(places) for key, places in found.items()}

    @cached_property
    def calls_runtime(self) -> bool:
        """Whether the source calls a function of a runtime that moves data."""
        return any(found.group() in BY_NAME for found in ROUTINE.finditer(self.context.lexed.code))

    @cached_property
    def _places(self) -> list[int]:
        """Where in the parsed text directives and such calls stand that are in no function with a region."""
        context = self.context
        starts = [each.pragma.span.start for each in context.layout.constructs]
        starts += [
            found.start() for found in ROUTINE.finditer(context.lexed.code) if found.group() in BY_NAME
        ]
        tree = context.tree
        known = Spans([Span(tree.starts[top], tree.ends[top]) for top in tree.children(0)])
        places = {context.in_probe(start) for start in starts}
        return sorted(at for at in places if not known.holds(at))

    @cached_property
    def every(self) -> tuple[Aside, ...]:
        """Those, and the tree of all other functions of the source."""
        tops = ((each.tree, top) for each in self.all for top in each.tree.children(0))
        known = Spans([Span(tree.starts[top], tree.ends[top]) for tree, top in tops])
        places = sorted(self.context.in_probe(span.start) for _, span in self.context.functions)
        places = [at for at in places if not known.holds(at)]
        if not places:
            return self.all
        tree = whole(self.context.parsed, places)
        references = References(tree, self.context.references)
        return (*self.all, Aside(tree, references, Paths(tree, references)))

    @cached_property
    def points_to(self) -> PointsTo:
        """Where the source makes its pointers lead."""
        return PointsTo(self.context, Storage(self.context.cxx), lambda: (*self.every, *self._variables))

    @property
    def _variables(self) -> Iterator[Aside]:
        """The trees of what is declared outside of functions, with what it is initialised with."""
        for tree in tops(self.context.parsed):
            if tree.kinds[1] == Kind.VARIABLE:
                references = References(tree, self.context.references)
                yield Aside(tree, references, Paths(tree, references))

    @cached_property
    def _elsewhere(self) -> Aside:
        tree = whole(self.context.parsed, self._places, beside(self.context.probe)).extended()
        references = References(tree, self.context.references)
        return Aside(tree, references, Paths(tree, references))

    def item(self, construct: Construct, item: Item) -> tuple[Aside, int, bool] | None:
        """The expression that is listed, in its tree, and whether a section follows it."""
        number = self._numbers.get(construct.pragma.span.start, -1)
        for row in self._items.get(number, ()):
            span = row.part.span
            if not item.span.start <= span.start < item.span.end:
                continue
            place = self.context.probe.spans.get(("operand", row.number))
            for aside in self.all if place is not None else ():
                assert place is not None
                for node in aside.tree.at(place):
                    if node.kind in EXPRESSIONS:
                        return aside, node.index, span.end < item.span.end
        return None


def _cast(cast: Node) -> Iterator[tuple[int, int]]:
    """The records of which a cast makes a pointer to one that of another."""
    given = next((each for each in cast.below if each.kind in EXPRESSIONS), None)
    if given is not None and cast.type_kind == POINTER_TYPE and given.type_kind == POINTER_TYPE:
        mine, theirs = types.records_behind(given), types.records_behind(cast)
        if mine and theirs and not mine & theirs:
            yield from ((one, other) for one in mine for other in theirs)
