# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Copies: memory of which the device has a copy -> where either of the two may have been changed.

``#pragma omp target`` before ``s->n = 50;``  ->  the device's ``n`` of any ``struct sim`` may be newer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pointerchain.analysis.environment.listed import items_of
from pointerchain.dialects.routines import BY_NAME
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls, changed_names
from pointerchain.translator.checks.presence import Cell, Presences
from pointerchain.translator.clang import types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.libclang import EXPRESSIONS, POINTER_TYPE, RECORD_TYPE, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.access import StepKind
from pointerchain.translator.facts.context import Aside, Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import Use, usage
from pointerchain.translator.text.regions import is_compute

_NAMES = frozenset((Kind.MEMBER, Kind.DECL_REF, Kind.UNARY, Kind.SUBSCRIPT, Kind.CALL))
_CHANGES = (Use.WRITE, Use.ADDRESS, Use.METHOD, Use.OTHER)


class Change(NamedTuple):
    """A place that changes some members or variables, or any."""

    span: Span
    keys: frozenset[int]
    names: frozenset[str] | None = frozenset()
    """Those that a function changes, by their names in all sources; None for any."""

    def meets(self, cell: Cell, calls: Calls) -> bool:
        """Whether it may change some memory."""
        if self.names is None or ANY in self.names or self.keys & cell.keys:
            return True
        return bool(self.names) and not self.names.isdisjoint(map(calls.name, cell.keys))


class Copies:
    """Answers for one source."""

    def __init__(self, context: Context, facts: Facts, presences: Presences) -> None:
        self.context, self.facts, self.presences = context, facts, presences
        self.calls = context.shared(Calls)

    def by_device(self, cell: Cell, since: Sequence[Span] | None) -> Span | None:
        """Where the device's copy may have been changed, in some text or anywhere."""
        flow = self.presences.flow
        for change in self._kernels:
            if not change.meets(cell, self.calls):
                continue
            at = change.span.start
            if since is None or any(span.start <= at < span.end for span in since):
                return change.span
            around = flow.function(at)
            if around is not None and any(flow.leads(span, around) for span in since):
                return change.span
        return None

    def by_host(self, cell: Cell, since: Sequence[Span]) -> Span | None:
        """Where the host's may have been changed, in some text."""
        for change in self._host:
            if any(span.start <= change.span.start < span.end for span in since):
                if change.meets(cell, self.calls):
                    return change.span
        return None

    # --- the device ----------------------------------------------------------------------------------------

    @cached_property
    def _statements(self) -> list[Span]:
        """What kernels run, with their directives."""
        rows = ((each, self.context.statement(each)) for each in self.context.layout.constructs)
        return [Span(c.pragma.span.start, span.end) for c, span in rows if is_compute(c) and span is not None]

    def _in_kernel(self, at: int) -> bool:
        return any(span.start <= at < span.end for span in self._statements)

    @cached_property
    def _kernels(self) -> list[Change]:
        """What kernels, and functions that store in a device's memory, change."""
        found = [change for change in self._changes if self._in_kernel(change.span.start)]
        for construct in self.context.layout.constructs:
            if not self._in_kernel(construct.pragma.span.start):
                continue
            for item in items_of(construct):
                listed = self.presences.trees.item(construct, item)
                own = item.span.start in self.presences.of_locals
                if listed is not None and item.effect.writes and item.effect.private and not own:
                    found.append(Change(item.span, self._last(listed[0], listed[1])))
        for aside in self.presences.trees.all if self.presences.trees.calls_runtime else ():
            for node in aside.tree.of_kinds(frozenset((Kind.CALL,))):
                routine = BY_NAME.get(node.name().encode())
                if routine is not None and routine.effect.device_address:
                    found.append(Change(self.context.source_span(node), frozenset(), None))
        return found

    @cached_property
    def _host(self) -> list[Change]:
        """What the host's code of the functions with regions changes."""
        return [change for change in self._changes if not self._in_kernel(change.span.start)]

    # --- all -----------------------------------------------------------------------------------------------

    @cached_property
    def _changes(self) -> list[Change]:
        found: list[Change] = []
        for number, aside in enumerate(self.presences.trees.all):
            nodes = len(self.context.tree) if number == 0 else len(aside.tree)
            for index in range(1, nodes):
                if aside.tree.kinds[index] in _NAMES:
                    found += self._of(aside, aside.tree.node(index))
        return found

    def _of(self, aside: Aside, node: Node) -> Iterator[Change]:
        if node.kind == Kind.CALL:
            yield from self._of_call(node)
            return
        record = aside.references.type_of(node.index)[0] == RECORD_TYPE
        named = node.kind in (Kind.MEMBER, Kind.DECL_REF)
        if not named and not record:
            return
        keys = self._last(aside, node.index) if named else frozenset()
        if not (keys or record) or usage(node, self.context.cxx).use not in _CHANGES:
            return
        span = self.context.source_span(node)
        if self._in_kernel(span.start) and self.facts.stands_at(span):
            return  # the chain's local
        if record:
            keys |= self.context.references.members_of(node)
        yield Change(span, keys)

    def _last(self, aside: Aside, index: int) -> frozenset[int]:
        """The member or variable that an expression ends in."""
        path = aside.paths.of(index)
        members = [
            step.key[1] for step in path.steps if step.kind is StepKind.MEMBER and step.key[0] == "member"
        ]
        if members:
            return frozenset(members[-1:])
        return frozenset((path.root[1],)) if path.root[0] == "variable" and not path.steps else frozenset()

    def _of_call(self, call: Node) -> Iterator[Change]:
        leads = any(map(_leads, call.below))
        effects = self.calls.with_headers(call) if leads else self.calls.modref.with_arguments(call)
        names = changed_names(effects)
        if names or (effects.unknown and leads):
            yield Change(
                self.context.source_span(call), frozenset(), None if effects.unknown and leads else names
            )


def _leads(given: Node) -> bool:
    """Whether a call's argument, or its callee's object, leads to a struct or to memory of any type."""
    if given.kind not in EXPRESSIONS:
        return False
    kind = given.type_kind
    if kind == RECORD_TYPE or given.kind == Kind.MEMBER:
        return True
    while given.below and given.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
        if given.type_kind == POINTER_TYPE and types.records_behind(given):
            return True
        given = given.below[-1]
    return given.type_kind == POINTER_TYPE and bool(types.records_behind(given))
