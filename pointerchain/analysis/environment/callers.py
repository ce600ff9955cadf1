# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Callers: a path in a function -> the same object as those name it who call the function.

``p->n`` in ``void set(struct sim *p)``, of which ``set(w.s)`` is a call  ->  ``w.s->n``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pointerchain.analysis.access import AccessPath, Aside, Step, StepKind
from pointerchain.analysis.callgraph import Function
from pointerchain.analysis.environment.source import Source
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import FUNCTIONS, Kind
from pointerchain.translator.clang.tree import Node

_ADDRESS = Step(StepKind.ADDRESS, 0)
THIS = -1
"""The number of the object of a member function, among its parameters."""


class Called(NamedTuple):
    """A call in a tree."""

    aside: Aside
    node: Node
    span: Span


class Callers:
    """Answers for some functions of a source."""

    def __init__(self, source: Source, asides: Sequence[Aside]) -> None:
        """``asides`` have the trees of the functions."""
        self.source, self.asides = source, asides

    @cached_property
    def calls(self) -> dict[str, list[Called]]:
        """All calls in the functions, by the name of what is called."""
        found: dict[str, list[Called]] = {}
        for aside in self.asides:
            for node in aside.tree.of_kinds(frozenset((Kind.CALL,))):
                found.setdefault(node.name(), []).append(Called(aside, node, self.source.source_span(node)))
        return found

    def number(self, path: AccessPath, function: Function) -> int | None:
        """The parameter of a function that a path begins at; None where it is none."""
        if path.root[0] == "this":
            return THIS if not path.root[1] else None
        keys = self._parameters.get(function.span.start, ())
        return keys.index(path.root[1]) if path.root[0] == "variable" and path.root[1] in keys else None

    def is_outside(self, path: AccessPath, function: Function) -> bool:
        """Whether those who call a function can name what a path in it leads to."""
        lasting = path.root[0] == "variable" and self.source.references.is_lasting(path.root[1])
        return lasting or self.number(path, function) is not None

    def outside(self, path: AccessPath, function: Function, call: Called) -> AccessPath | None:
        """A path in a function as one where that is called; None where nothing tells."""
        if path.root[0] == "variable" and self.source.references.is_lasting(path.root[1]):
            return path
        number = self.number(path, function)
        return self.given(path, number, call) if number is not None else None

    def given(self, path: AccessPath, number: int, call: Called) -> AccessPath | None:
        """A path from a parameter as one from what a call gives for it."""
        given = self._argument(number, call)
        if given is None or not given.known or (number == THIS and not path.steps):
            return None
        joined = _joined(given, path)
        return joined if joined.known else None

    def _argument(self, number: int, call: Called) -> AccessPath | None:
        """What a call gives for a parameter; of its object the address."""
        paths, references = call.aside.paths, call.aside.references
        inside = paths.expressions(call.node.index)
        if number != THIS:
            return paths.of(inside[number + 1]) if number + 1 < len(inside) else None
        if not inside or call.aside.tree.kinds[inside[0]] != Kind.MEMBER:
            return None
        base = paths.base_of(inside[0])
        if base < 0:
            return AccessPath(("this", 0), (), (inside[0],))
        path = paths.of(base)
        if references.is_arrow(inside[0], base):
            return path
        places = (*path.places, inside[0])
        return path._replace(steps=(*path.steps, _ADDRESS), bare=(*path.bare, _ADDRESS), places=places)

    @cached_property
    def _parameters(self) -> dict[int, tuple[int, ...]]:
        """The keys of the parameters of each function, by its place."""
        found: dict[int, tuple[int, ...]] = {}
        for aside in self.asides:
            for function in aside.tree.of_kinds(FUNCTIONS):
                found[self.source.starts_at(function)] = parameters_of(aside, function)
        return found


def _joined(given: AccessPath, path: AccessPath) -> AccessPath:
    """A path from a parameter, as one from what the parameter is given."""
    steps, bare = path.steps, path.bare
    if given.steps and given.steps[-1].kind is StepKind.ADDRESS and bare[:1] and bare[0].key == 0:
        given = AccessPath(given.root, given.steps[:-1], given.places[:-1], given.bare[:-1])
        steps, bare = steps[1:], bare[1:]
    places = (*given.places, *path.places[1:])
    return AccessPath(given.root, (*given.steps, *steps), places, (*given.bare, *bare))


def parameters_of(aside: Aside, function: Node) -> tuple[int, ...]:
    """The keys of a function's parameters."""
    rows = (each for each in function.below if each.kind == Kind.PARAMETER)
    known = (aside.references.declared(each.index) for each in rows)
    return tuple(each.key for each in known if each is not None)
