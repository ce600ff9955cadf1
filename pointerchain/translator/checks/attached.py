# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Attached: directives that make a device's own pointer lead to the data; a section of a local does not.

``init(&s)`` in a kernel with ``map(tofrom: s, s.data[0:n])`` that hoists ``s.data``  ->  error
``attachment-lost``: the function would follow the host's pointer in the device's copy of ``s``.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.analysis.access import Aside, StepKind
from pointerchain.analysis.alias import AliasResult
from pointerchain.analysis.environment.listed import items_of
from pointerchain.analysis.environment.memory import MemoryLocation
from pointerchain.analysis.environment.present import Row
from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.checks.presence import presences
from pointerchain.translator.clang import types
from pointerchain.translator.clang.libclang import FUNCTIONS, POINTER_TYPE, RECORD_TYPE, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts, Occurrence
from pointerchain.translator.facts.uses import Use, outside_wrappers, usage
from pointerchain.translator.text.clauses import clause_at, mention_at
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import is_compute

_NAMES = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.UNARY, Kind.SUBSCRIPT, Kind.THIS, Kind.CALL))


def attached(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Refuse sections of pointers that the device's copies of their structs need."""
    judge = _Judge(context, facts)
    for row in facts.standing:
        chain = hoisted(facts, row.chain)
        if chain is not None and row.construct is not None and chain.shape is Shape.POINTER:
            judge.section(chain, row, row.construct)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.presences, self.calls = presences(context, facts), context.shared(Calls)

    def section(self, chain: Chain, row: Occurrence, construct: Construct) -> None:
        """Judge a section of what a chain leads to, in a clause that attaches the pointer."""
        named = mention_at(construct, row.span)
        if named is None or not named.section:
            return
        effect = named.effect
        if not (effect.creates or effect.finds or effect.deletes):
            return
        own = self.presences.evaluated.own(chain)
        if own is None:
            return
        clause = clause_at(construct, row.span.start)
        names = {
            "clause": clause.name.decode() if clause is not None else "",
            "construct": construct.spelling,
        }
        if self._is_there(construct, own, row.span):
            filled = all(item.filled for item in items_of(construct) if item.span.start == row.span.start)
            tested = None if filled else self._tested(chain, construct)
            if tested is not None:
                note = Note("it is tested here", Place(self.context.file, tested))
                self.findings.say("attachment-lost", row.span, chain, (note,), "empty", **names)
                return
            use = next(self._otherwise(chain, own, construct), None)
            if use is not None:
                text = self.context.spelling(use)
                note = Note(f"'{text}' may follow it there", Place(self.context.file, use))
                self.findings.say("attachment-lost", row.span, chain, (note,), text=text, **names)
                return
        counted = self._counted(construct, own)
        if counted is not None:
            note = Note(f"'{counted.says}' maps it here", Place(self.context.file, counted.span))
            notes = (note,) if counted.span.end else ()
            self.findings.say("attachment-lost", row.span, chain, notes, "counted", **names)

    def _counted(self, construct: Construct, memory: MemoryLocation) -> Row | None:
        """What maps the struct that holds a pointer whose section a directive puts there or takes away.

        clang counts the section as one more use of the struct's copy: another one of its directives copies
        that back, or not. A directive with a statement begins such a use and ends it.
        """
        row, span = construct.directive, self.context.statement(construct)
        if row is None or not row.data or not (row.enters or row.exits):
            return None
        flow = self.presences.listing.flow
        for each in self.presences.nearby.of(memory):
            effect, at = each.effect, each.span.start
            if each.kernel or each.span == construct.pragma.span:
                continue
            if span is not None:  # what takes the struct off meanwhile
                around = flow.function(at) if each.alone and effect.deletes and not effect.creates else None
                own = flow.function(construct.pragma.span.start)
                inside = around is not None and span.start <= at < span.end
                if not inside and (around is None or around == own or not flow.leads(span, around)):
                    continue
            if (effect.creates or effect.deletes) and self.presences.containment.of(
                each, memory
            ) is not AliasResult.NO:
                return each
        return None

    def _tested(self, chain: Chain, construct: Construct) -> Span | None:
        """Where a kernel uses the value of a chain without following it."""
        kernels = list(self._kernels(construct, self.context.regions[chain.region].span))
        for row in self.facts.standing:
            if row.chain == chain.number and row.construct is None and not row.followed:
                if any(span.start <= row.span.start < span.end for span in kernels):
                    return row.span
        return None

    def _is_there(self, construct: Construct, own: MemoryLocation, place: Span) -> bool:
        """Whether the device may have the struct that holds a pointer, or another member of it."""
        if self.presences.at(construct, own) is not None:
            return True
        if next(self.presences.listed_in(construct, own), None) is not None:
            return True
        for item in items_of(construct):
            if item.span.start != place.start and self.presences.is_beside(construct, item, own):
                return True
        return False

    def _otherwise(self, chain: Chain, own: MemoryLocation, construct: Construct) -> Iterator[Span]:
        """The places in kernels where the device's own pointer may be followed."""
        kernels = list(self._kernels(construct, self.context.regions[chain.region].span))
        for aside in self.presences.trees.all if kernels else ():
            for node in aside.tree.of_kinds(_NAMES):
                at = self.context.starts_at(node)
                if any(span.start <= at < span.end for span in kernels) and self._may_follow(
                    node, aside, chain, own
                ):
                    yield self.context.source_span(node)

    def _kernels(self, construct: Construct, region: Span) -> Iterator[Span]:
        """What runs on the device while a pointer is attached by a directive, in called functions, too."""
        span, flow = self.context.statement(construct), self.presences.listing.flow
        if is_compute(construct):
            if span is not None:
                yield span
            return
        around = flow.function(construct.pragma.span.start)
        end = span.end if span is not None else around.span.end if around is not None else region.end
        text = Span(construct.pragma.span.end, end)
        for each in self.presences.listing.constructs:
            inside = self.context.statement(each) if is_compute(each) else None
            if inside is None:
                continue
            at = each.pragma.span.start
            function = flow.function(at)
            called = function is not None and function != around and flow.leads(text, function)
            if called or text.start <= at < text.end:
                yield inside

    def _may_follow(self, node: Node, aside: Aside, chain: Chain, own: MemoryLocation) -> bool:
        """Whether an expression leads to the struct that holds the pointer, other than to another member."""
        references = aside.references
        if node.kind == Kind.CALL:
            return self.calls.reads_any(node, own.named)
        target = references.of(node.index) if node.kind in (Kind.MEMBER, Kind.DECL_REF) else None
        if target is not None and target.kind in FUNCTIONS:
            implied = node.kind == Kind.MEMBER and aside.paths.base_of(node.index) < 0
            return implied and chain.of_this
        if node.kind == Kind.MEMBER and target is not None and target.key in own.keys:
            return not self.facts.stands_at(self.context.source_span(node)) and _is_used(node, self.context)
        kind = references.type_of(node.index)[0]
        if kind == RECORD_TYPE:
            records = types.records_in(node)
        elif kind == POINTER_TYPE:
            records = types.records_behind(node)
        else:
            return False
        if records.isdisjoint(own.part.records) or not _is_used(node, self.context):
            return False
        above = outside_wrappers(node)[0]
        if above is None or above.kind not in (Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY):
            return True
        if above.kind == Kind.MEMBER:
            named = references.of(above.index)
            return named is None or named.kind in FUNCTIONS
        path = aside.paths.of(above.index)
        return bool(path.steps) and path.steps[-1].kind is StepKind.ADDRESS


def _is_used(node: Node, context: Context) -> bool:
    """Whether an expression is evaluated."""
    return usage(node, context.cxx).use is not Use.UNEVALUATED
