# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Copies: memory of which the device has a copy -> where either of the two may have been changed.

``#pragma omp target`` before ``s->n = 50;``  ->  the device's ``n`` of any ``struct sim`` may be newer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

from pointerchain.analysis.access import AccessPath, Aside, StepKind
from pointerchain.analysis.callgraph import Function
from pointerchain.analysis.effects import NOTHING, MemoryEffects
from pointerchain.analysis.environment.changes import Change, Changes
from pointerchain.analysis.environment.containment import Listed
from pointerchain.analysis.environment.listed import items_of
from pointerchain.analysis.environment.memory import ELEMENTS, MemoryLocation, ends_of, is_plain
from pointerchain.analysis.environment.pointees import Target
from pointerchain.analysis.environment.present import Row
from pointerchain.analysis.escape import escaping, fresh, is_placed
from pointerchain.analysis.index import Index, Spans
from pointerchain.analysis.library import ModRefInfo, library_function
from pointerchain.analysis.location import OUT
from pointerchain.analysis.names import DEVICE_KERNELS
from pointerchain.dialects.routines import BY_NAME
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls, by_pointers, changed_names
from pointerchain.translator.checks.presence import Presences
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.conversions import CASTS
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    EXPRESSIONS,
    POINTER_TYPE,
    RECORD_TYPE,
    UNDECIDED_TYPES,
    Kind,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import Use, outside_wrappers, usage
from pointerchain.translator.text.regions import Region, is_compute

_CALL = rb"(?<![\w$])(?!(?:if|for|while|switch|return|sizeof)\b)[A-Za-z_$][\w$]*\s*\(|\)\s*\("
_NAMES = frozenset((Kind.MEMBER, Kind.DECL_REF, Kind.UNARY, Kind.SUBSCRIPT, Kind.CALL, Kind.ASM, *CASTS))
_UNSPELLED = frozenset((Kind.NEW, Kind.DELETE, Kind.VARIABLE, Kind.BINARY, Kind.INIT_LIST))
"""What may run code, or store, in C++ without a word of it."""
_LEADING = frozenset(
    "data begin end rbegin rend at front back get value first second c_str size operator[] operator* "
    "operator-> ref cref find move forward addressof".split()
)
"""Functions of the library that lead to what an object has."""
_CHANGES = (Use.WRITE, Use.ADDRESS, Use.METHOD, Use.OTHER)


class Copies:
    """Answers for one source."""

    def __init__(self, context: Context, facts: Facts, presences: Presences) -> None:
        self.context, self.facts, self.presences = context, facts, presences
        self.calls = context.shared(Calls)

    def by_device(self, memory: MemoryLocation, since: Sequence[Span] | None) -> Span | None:
        """Where the device's copy may have been changed, in some text or anywhere."""
        flow = self.presences.listing.flow
        for change in self._kernels.of(memory):
            if self._is_brought(change):
                continue
            at = change.span.start
            if since is None or any(span.start <= at < span.end for span in since):
                return change.span
            around = flow.function(at)
            if around is not None and any(flow.leads(span, around) for span in since):
                return change.span
        return self._elsewhere(memory, since)

    def _is_brought(self, change: Change) -> bool:
        """Whether a kernel's function itself copies what that has changed to the host, before a region."""
        flow = self.presences.listing.flow
        for row in self._updates_beside(change):
            between = Span(change.span.end, row.span.start)
            if row.effect.from_device and between.start < between.end and self._is_moved(change, row):
                if flow.comes_to(change.span.start, row.span.start):
                    if not any(between.start <= region.begin.start < between.end for region in self._regions):
                        return not any(flow.leads(between, each) for each in self._functions)
        return False

    def _is_sent(self, change: Change, place: int) -> bool:
        """Whether what the host has changed is copied to the device before control comes to a place."""
        flow, at = self.presences.listing.flow, change.span.start
        rows = (row for row in self._updates_beside(change) if row.effect.to_device)
        rows = (row for row in rows if self._is_moved(change, row))
        return any(flow.comes_by(at, row.span.start, place) for row in rows)

    @cached_property
    def updates(self) -> tuple[Row, ...]:
        """The directives that surely copy values where they stand."""
        rows = (row for row in self.presences.listing.rows if row.alone and row.effect.finds)
        rows = (row for row in rows if not (row.unsure or row.empty or row.waited or row.device))
        return tuple(row for row in rows if not (row.effect.creates or row.effect.deletes))

    def _updates_beside(self, change: Change) -> Sequence[Row]:
        """Those of the function that a change stands in."""
        function = self.presences.listing.flow.function(change.span.start)
        return self._updates.near((function,)) if function is not None else ()

    @cached_property
    def _updates(self) -> Index[Row]:
        """By the function that they stand in."""
        flow = self.presences.listing.flow
        return Index(self.updates, lambda row: (flow.function(row.span.start),))

    def _is_moved(self, change: Change, row: Row) -> bool:
        """Whether what is changed is certainly a part of what a directive of the function moves behind it."""
        one, other = change.span, row.span
        flow = self.presences.listing.flow
        function = flow.function(one.start)
        if change.path is None or function is None or function != flow.function(other.start):
            return False
        text = Span(one.end, other.start) if one.end < other.start else function.span
        return self.presences.containment.is_a_part(change.path, row, text)

    @cached_property
    def _regions(self) -> tuple[Region, ...]:
        return tuple(self.context.layout.regions)

    @cached_property
    def _functions(self) -> frozenset[Function]:
        """The functions that have regions."""
        found = (self.presences.listing.flow.function(each.begin.start) for each in self._regions)
        return frozenset(each for each in found if each is not None)

    def _elsewhere(self, memory: MemoryLocation, since: Sequence[Span] | None) -> Span | None:
        """Whether a kernel that nobody follows from here may have changed it; it has no place."""
        kernels = self._kernels_elsewhere
        if not (kernels.unknown or self.presences.containment.meets(kernels.mod, memory)):
            return None
        code = self.context.lexed.code
        runs = since is None or any(self._may_run.search(code, *span) for span in since)
        return Span(0, 0) if runs else None

    @cached_property
    def _kernels_elsewhere(self) -> MemoryEffects:
        """What kernels of headers and of other sources store, and those that macros make."""
        elsewhere, found = self.context.elsewhere, self.presences.listing.others.kernels
        return found | (elsewhere(DEVICE_KERNELS) or NOTHING if elsewhere is not None else NOTHING)

    @cached_property
    def _may_run(self) -> re.Pattern[bytes]:
        """What may run a kernel of elsewhere: a call, or a macro that makes directives; in C++ any name."""
        makers = "|".join(map(re.escape, sorted(self.context.parsed.pragma_macros)))
        own = rb"(?<![\w$])(?:%s)(?![\w$])|" % makers.encode() if makers else b""
        return re.compile(own + (rb"[A-Za-z_$]" if self.context.cxx else _CALL))

    def by_host(self, memory: MemoryLocation, since: Sequence[Span], place: int = -1) -> Span | None:
        """Where the host's may have been changed, in some text.

        ``place``: what is copied to the device before control comes there is left out.
        """
        for change in self._host.of(memory, since):
            apart = change.path is not None and change.path.root != memory.path.root
            if not (apart and self._is_private(change)) and not (place >= 0 and self._is_sent(change, place)):
                return change.span
        return None

    def relinked(self, memory: MemoryLocation) -> Span | None:
        """Where the host may change a pointer while the device's copy of it leads to the device.

        In any function of the source: no directive makes both lead to the same again but one that takes the
        memory off the device and puts it there.
        """
        rows = [row for row in self.presences.nearby.attaching(memory) if row.alone and row.effect.creates]
        if not rows:
            return None
        by_bytes = (each for each in self.everywhere.of(memory) if each.targets and each.names is not None)
        containment, lasting = self.presences.containment, self.presences.lasting
        pointers = [(row, containment.pointer_of(row)) for row in rows]
        for change in chain(self.everywhere.storing(memory), by_bytes):
            at, path = change.span.start, change.path
            if any(lasting.comes(row, pointer, at, path) for row, pointer in pointers):
                return change.span
        return None

    @cached_property
    def everywhere(self) -> Changes:
        """What the host's code of all functions changes, and what functions of elsewhere that it calls do.

        Structs whose addresses others get are left out: who stores by them is here. So are objects of a
        function's own to which nothing leads.
        """
        found = [*self._changes, *self._further]
        defined = {name for name, _ in self.context.functions}
        return self._found_by(
            change
            for change in found
            if not change.given and change.called not in defined and not self._in_kernel(change.span.start)
            if not self._is_private(change)
        )

    def _is_private(self, change: Change) -> bool:
        """Whether a change is one of an object that nobody else has, and no directive lists."""
        path, references = change.path, self.context.references
        if path is None or path.root[0] != "variable" or references.declares_reference(path.root[1]):
            return False
        if references.is_binding(path.root[1]):
            return False
        members = (step.key for step in path.steps if step.kind is StepKind.MEMBER)
        points_to = self.presences.containment.points_to
        if any(points_to.is_reference(key) for kind, key in members if kind == "member"):
            return False  # of another object
        name, (shared, own) = references.usr(path.root[1]), self._owned
        outward = [at for at, step in enumerate(path.steps) if step.kind in OUT]
        return name not in shared and (not outward or (outward == [0] and name in own))

    @cached_property
    def _owned(self) -> tuple[frozenset[str], frozenset[str]]:
        """The variables that others come to, or directives list; those that lead to memory of their own."""
        summaries = self.calls.modref.summaries
        shared: set[str] = set()
        own: set[str] = set()
        for aside in self.presences.trees.every:
            known = aside.tree, summaries.storage, summaries.callees, self.context.cxx
            shared |= escaping(*known)
            own |= fresh(*known, lambda _: False, returned=True)
        for row in self.presences.listing.rows:
            path = row.what.path if isinstance(row.what, Listed) else None
            if path is not None and path.root[0] == "variable":
                shared.add(self.context.references.usr(path.root[1]))
        return frozenset(shared), frozenset(own)

    def lambdas_in(self, text: Span) -> list[Span]:
        """The lambdas that stand in some text."""
        return [span for span in self._lambdas if text.start <= span.start < text.end]

    # --- the device ----------------------------------------------------------------------------------------

    @cached_property
    def _statements(self) -> Spans:
        """What kernels run, with their directives."""
        rows = (
            (each.pragma.span, self.context.statement(each))
            for each in self.presences.listing.constructs
            if is_compute(each)
        )
        # a macro may give the statement, too
        return Spans([Span(own.start, span.end if span is not None else own.end) for own, span in rows])

    def _in_kernel(self, at: int) -> bool:
        return self._statements.holds(at)

    @cached_property
    def _kernels(self) -> Changes:
        """What kernels, and functions that store in a device's memory, change."""
        lambdas = Spans(self._lambdas)
        found = [
            change
            for change in self._changes
            if self._in_kernel(change.span.start) or lambdas.holds(change.span.start)
        ]
        for construct in self.presences.listing.constructs:
            if not self._in_kernel(construct.pragma.span.start):
                continue
            for item in items_of(construct):
                listed = self.presences.trees.item(construct, item)
                own = item.span.start in self.presences.listing.of_locals
                if listed is not None and item.effect.writes and item.effect.private and not own:
                    found.append(Change(item.span, ends_of(listed[0].paths.of(listed[1]))))
        for aside in self.presences.trees.all if self.presences.trees.calls_runtime else ():
            for node in aside.tree.of_kinds(frozenset((Kind.CALL,))):
                routine = BY_NAME.get(node.name().encode())
                if routine is not None and routine.effect.device_address:
                    found.append(Change(self.context.source_span(node), frozenset(), None))
        return self._found_by(found)

    def _found_by(self, changes: Iterable[Change]) -> Changes:
        return Changes(changes, self.context, self.presences.containment.points_to, self.calls.name)

    @cached_property
    def _lambdas(self) -> list[Span]:
        """The lambdas of the source: a kernel may call what a function is given."""
        asides = self.presences.trees.all if self.context.cxx else ()
        lambdas = frozenset((Kind.LAMBDA,))
        return [self.context.source_span(node) for aside in asides for node in aside.tree.of_kinds(lambdas)]

    @cached_property
    def _host(self) -> Changes:
        """What the host's code of the functions with regions changes."""
        found = [each for each in self._changes if not self._in_kernel(each.span.start)]
        return self._found_by([*found, *(inner for each in found for inner in self._of_called(each))])

    def _of_called(self, call: Change) -> Iterator[Change]:
        """What a function of the source, and what it calls, stores by pointers, as changes of its call."""
        names, waiting = {call.called}, [call.called]
        kinds: dict[str, frozenset[Target]] = {}
        while waiting:
            for each in self._by_function.get(waiting.pop(), ()):
                if each.targets:
                    kinds[each.stored] = kinds.get(each.stored, frozenset()) | each.targets
                if each.called and each.called not in names:
                    names.add(each.called)
                    waiting.append(each.called)
        for kind, targets in kinds.items():
            yield Change(call.span, frozenset(), targets=targets, stored=kind)

    @cached_property
    def _by_function(self) -> dict[str, list[Change]]:
        """All changes by the name of the function that they stand in."""
        found: dict[str, list[Change]] = {}
        for change in (*self._changes, *self._further):
            function = self.presences.order.flow.function(change.span.start)
            if function is not None:
                found.setdefault(function.name, []).append(change)
        return found

    # --- all -----------------------------------------------------------------------------------------------

    @cached_property
    def _changes(self) -> list[Change]:
        found: list[Change] = []
        for number, aside in enumerate(self.presences.trees.all):
            nodes = len(self.context.tree) if number == 0 else len(aside.tree)
            for index in range(1, nodes):
                kind = aside.tree.kinds[index]
                if kind in _NAMES or (self.context.cxx and kind in _UNSPELLED):
                    found += self._of(aside, aside.tree.node(index))
        return found

    @cached_property
    def _further(self) -> list[Change]:
        """Those of the other functions of the source."""
        trees, found = self.presences.trees, list[Change]()
        for aside in trees.every[len(trees.all) :]:
            for node in aside.tree.nodes:
                if node.kind in _NAMES or (self.context.cxx and node.kind in _UNSPELLED):
                    found += self._of(aside, node)
        return found

    def _of(self, aside: Aside, node: Node) -> Iterator[Change]:
        if node.kind == Kind.CALL:
            yield from self._of_call(node)
            yield from self._of_library(aside, node)
            return
        if node.kind in CASTS:
            yield from self._of_cast(node)
            return
        if node.kind == Kind.ASM:
            yield from self._of_assembler(aside, node)
            return
        if node.kind == Kind.NEW and is_placed(node):
            yield self._of_placement(aside, node)
        if node.kind in _UNSPELLED:
            effects = self.calls.effect(node)
            names = changed_names(effects)
            if node.kind == Kind.NEW or effects.unknown:
                yield Change(self.context.source_span(node), frozenset(), None)
            elif names:
                yield Change(self.context.source_span(node), frozenset(), names)
            return
        kind = aside.references.type_of(node.index)[0]
        record, array = kind == RECORD_TYPE, kind in ARRAY_TYPES
        path = aside.paths.of(node.index)
        keys, word = ends_of(path), _word(path)
        if not (keys or record or word):
            if usage(node, self.context.cxx).use is Use.WRITE:
                yield self._through(aside, node)
            return
        if not (self._is_given(node) if array else self._is_changed(node)):
            return
        span = self.context.source_span(node)
        if self._in_kernel(span.start) and self.facts.stands_at(span):
            return  # the chain's local
        stored = usage(node, self.context.cxx).use is Use.WRITE
        if record and stored and _is_of_member(node):
            return  # which is what is stored
        if record:
            keys |= self.context.references.members_of(node)
        element = is_plain(path) and bool(path.bare) and path.bare[-1].kind in ELEMENTS
        aliases = frozenset((self.calls.modref.summaries.storage.alias_of(node),)) if element else frozenset()
        known = path if stored and path.known else None
        given = record and not stored
        of = ANY if record or array else self._alias(node)
        yield Change(span, keys, path=known, aliases=aliases, given=given, word=word, stored=of)

    def _through(self, aside: Aside, node: Node) -> Change:
        """A store by what an expression gives that is no path: ``*slot() = 7``, ``r.get() = 7``."""
        points_to, stored = self.presences.containment.points_to, self._alias(node)
        span = self.context.source_span(node)
        return Change(span, frozenset(), targets=points_to.behind(aside, node), stored=stored)

    def _alias(self, node: Node) -> str:
        return self.calls.modref.summaries.storage.alias_of(node)

    def _of_library(self, aside: Aside, call: Node) -> Iterator[Change]:
        """What a function of the library stores by what it is given, and its objects in what they hold."""
        if self.context.cxx and usage(call, True).use in (Use.WRITE, Use.ADDRESS):
            yield self._through(aside, call)
        if semantics.is_user_function(call):
            return
        points_to, targets = self.presences.containment.points_to, frozenset[Target]()
        known, given = (
            library_function(call.name()),
            [each for each in call.below if each.kind in EXPRESSIONS],
        )
        if known is not None:
            for number, argument in enumerate(given[1:]):
                if known.argument(number) & ModRefInfo.MOD:
                    targets |= points_to.behind(aside, argument)
        elif self.context.cxx and not semantics.is_constructor(call) and not _only_leads(call, given):
            for argument in given:
                targets |= points_to.holders(aside, argument)
        if targets:
            yield Change(self.context.source_span(call), frozenset(), targets=targets)

    def _of_cast(self, cast: Node) -> Iterator[Change]:
        """A struct's pointer that becomes one to something else, by which all of it may be stored."""
        given = next((each for each in cast.below if each.kind in EXPRESSIONS), None)
        if given is None or cast.type_kind != POINTER_TYPE or given.type_kind != POINTER_TYPE:
            return
        records = types.records_behind(given)
        if records and not records & types.records_behind(cast):
            yield Change(self.context.source_span(cast), self.context.references.members_of(given))

    def _of_placement(self, aside: Aside, new: Node) -> Change:
        """What an object that is made in given memory stores there."""
        points_to, targets = self.presences.containment.points_to, frozenset[Target]()
        for each in new.below:
            if each.kind in EXPRESSIONS and each.type_kind == POINTER_TYPE:
                targets |= points_to.behind(aside, each)
        members = self.context.references.members_of(new)
        return Change(self.context.source_span(new), members, targets=targets)

    def _of_assembler(self, aside: Aside, statement: Node) -> Iterator[Change]:
        """What assembler that changes memory may store by the pointers that it is given."""
        span, points_to = self.context.source_span(statement), self.presences.containment.points_to
        if b'"memory"' in self.context.lexed.data[span.start : span.end]:
            given = (each for each in statement.below if each.kind in EXPRESSIONS)
            behind = (points_to.behind(aside, each) for each in given if each.type_kind == POINTER_TYPE)
            yield Change(span, frozenset(), targets=frozenset[Target]().union(*behind))

    def _is_system(self, call: Node) -> bool:
        return bool(self.calls.modref.summaries.callees.is_system(call))

    def _is_changed(self, node: Node) -> bool:
        return usage(node, self.context.cxx).use in _CHANGES

    def _is_given(self, array: Node) -> bool:
        """Whether an array becomes a pointer by which its elements may be stored elsewhere."""
        if self._is_changed(array):
            return True
        above, given = outside_wrappers(array)
        if above is None or above.kind in (Kind.SUBSCRIPT, Kind.UNARY, Kind.SIZEOF):
            return False
        return given.type_kind == POINTER_TYPE and not types.pointee(given).const

    def _of_call(self, call: Node) -> Iterator[Change]:
        row = library_function(call.name())
        if row is not None and row.frees and not row.stores and self._is_system(call):
            return  # what it ends nobody reads
        leads = any(map(_leads, call.below))
        effects = self.calls.modref.but_for_directives(call)
        names, classes = changed_names(effects), by_pointers(effects.mod)
        if names or classes or (effects.unknown and leads):
            anything = effects.unknown and leads
            span = self.context.source_span(call)
            yield Change(span, frozenset(), None if anything else names, aliases=classes, called=call.name())


def _is_of_member(record: Node) -> bool:
    """Whether a struct stands there for a member of it."""
    above, _ = outside_wrappers(record)
    return above is not None and above.kind == Kind.MEMBER


def _only_leads(call: Node, given: Sequence[Node]) -> bool:
    """Whether a call of the library's leads to what an object has, and changes nothing of it."""
    if given and given[0].kind == Kind.MEMBER and semantics.is_const_method(given[0]):
        return True
    return call.name() in _LEADING


def _word(path: AccessPath) -> str:
    """The name of the last member of a path, where a template's argument decides which one it is."""
    last = next((step for step in reversed(path.steps) if step.kind is StepKind.MEMBER), None)
    return str(last.key[1]) if last is not None and last.key[0] == "name" else ""


def _leads(given: Node) -> bool:
    """Whether a call's argument, or its callee's object, leads to a struct or to memory of any type."""
    if given.kind not in EXPRESSIONS:
        return False
    kind = given.type_kind
    if kind == RECORD_TYPE or kind in UNDECIDED_TYPES or given.kind == Kind.MEMBER:
        return True
    while given.below and given.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
        if given.type_kind == POINTER_TYPE and types.records_behind(given):
            return True
        given = given.below[-1]
    return given.type_kind == POINTER_TYPE and bool(types.records_behind(given))
