# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Unhoisted: what a compute construct follows that leads to the host still.

``grid->is`` in an ``acc parallel loop`` of a region that hoists ``grid->n`` alone  ->  warning
``unhoisted-chain``: a device with memory of its own would follow the host's pointer. ``phys->flux(u)`` there,
hoisted or not  ->  warning ``host-function``: its value is the address of a function of the host.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.access import AccessPath, Step, StepKind, describe
from pointerchain.analysis.environment.listed import items_of, shares_memory
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang import types
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.collect import leaves
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import Use, outside_wrappers, usage
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import is_compute

_OUT = frozenset((StepKind.DEREFERENCE, StepKind.OPERATOR))
_MANAGED = (b"pc_deepcopy_", b"pc_place_")
"""Where the source calls one of them, what its structs lead to may be the device's as well."""
_INDIRECT = lazy_pattern(rb"\bdeclare[ \t_]+target\b[^\n]*\bindirect\b")
"""OpenMP 5.1, section 2.14.7: a device finds its function for the address of the host's."""


class _Followed(NamedTuple):
    """An access in a kernel that leads through a pointer to a member."""

    node: Node
    path: AccessPath
    method: Node | None


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt each such chain once a region."""
    if not any(region.constructs for region in facts.regions.values()):
        return ()
    judge = _Judge(context, facts)
    judge.calls()
    managed = any(word in context.lexed.code for word in _MANAGED)
    if not managed and not shares_memory(text for _, text in context.parsed.own_texts):
        refused = {chain.region for chain in (*facts.chains.values(), *facts.idle) if chain.problems}
        for region in context.outermost:
            family = {each.number for each in context.families[region.number]}
            if refused.isdisjoint(family) and any(facts.regions[number].chains for number in family):
                for construct in filter(is_compute, context.constructs_in(region)):
                    judge.kernel(construct, region.number)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.told: set[tuple[int, str]] = set()
        self.occurrences = {row.node.index: row for row in facts.occurrences if row.node is not None}

    def calls(self) -> None:
        """Doubt each pointer to a function that a compute construct calls, unless some are declared so."""
        if _INDIRECT.search(self.context.lexed.data):
            return
        for region in self.facts.regions.values():
            for access in region.accesses:
                if not _is_member(access.path) or not _is_called(access.node, access.method):
                    continue
                if self.context.in_compute(access.span.start):
                    text = self.context.spelling(access.span)
                    self.findings.say("host-function", access.span, None, text=text)

    # --- what a kernel follows -----------------------------------------------------------------------------

    def kernel(self, construct: Construct, region: int) -> None:
        """Doubt what a kernel of a region follows that leads to the host."""
        span = self.context.statement(construct)
        for access in self._accesses(span) if span is not None else ():
            if self._is_hoisted(access) or _is_called(access.node, access.method):
                continue
            if self._is_on_device(access.path, construct):
                continue
            key = region, describe(access.path, self.context.references)
            if key in self.told or usage(access.node, self.context.cxx).use is Use.UNEVALUATED:
                continue
            self.told.add(key)
            self._say(access)

    @cached_property
    def _leaves(self) -> list[tuple[int, int]]:
        """Where in the parsed text the names of the regions stand, and their nodes."""
        context = self.context
        found = (index for region in context.outermost for index in leaves(context, region))
        return sorted((context.tree.starts[index], index) for index in found)

    def _accesses(self, span: Span) -> Iterator[_Followed]:
        """The accesses in a statement that go through a pointer which is declared outside of it."""
        tree, paths, references = self.context.tree, self.context.paths, self.context.references
        first = bisect_left(self._leaves, (self.context.in_probe(span.start), -1))
        last = bisect_left(self._leaves, (self.context.in_probe(span.end), -1))
        seen: set[int] = set()
        for _, index in self._leaves[first:last]:
            if tree.kinds[index] == Kind.MEMBER and paths.base_of(index) >= 0:
                continue
            whole = paths.whole_of(index)
            if whole in seen:
                continue
            seen.add(whole)
            path = paths.of(whole)
            if path.known and _follows(path) and not self._is_inside(path, span):
                above = outside_wrappers(tree.node(whole))[0]
                called = (
                    above is not None and above.kind == Kind.MEMBER and references.names_function(above.index)
                )
                yield _Followed(tree.node(whole), path, above if called else None)

    def _is_inside(self, path: AccessPath, span: Span) -> bool:
        """Whether a statement itself declares the variable that a path begins at."""
        if path.root[0] != "variable":
            return False
        declared = self.context.references.fact(path.root[1])
        return declared.main and span.start <= self.context.named_at(declared) < span.end

    def _is_hoisted(self, access: _Followed) -> bool:
        """Whether a local stands for the access, as far as it goes through pointers to members."""
        for size in range(len(access.path.places) - 1, -1, -1):
            row = self.occurrences.get(access.path.places[size])
            if row is not None:
                return bool(row.left) or not _goes_on(access.path.steps[size:]) or self._is_mapped(row.chain)
        return False

    def _is_mapped(self, chain: int) -> bool:
        """Whether a directive lists what the chain's local leads to."""
        return any(row.chain == chain and row.construct is not None for row in self.facts.standing)

    def _is_on_device(self, path: AccessPath, construct: Construct) -> bool:
        """Whether the device may have what a path ends in, or is given its own address of where it begins."""
        from pointerchain.translator.checks.presence import presences

        found = presences(self.context, self.facts)
        if path.root[0] == "variable":
            root = self.context.references.fact(path.root[1]).name.encode()
            for each in self.context.constructs_in(self.context.regions[self._top(construct)]):
                span = self.context.statement(each)
                around = each is construct or (
                    span is not None and span.start <= construct.pragma.span.start < span.end
                )
                rows = items_of(each) if around else ()
                if any(row.effect.device_address and row.base == root for row in rows):
                    return True
        memory = found.evaluated.followed(path)
        return memory is None or found.holds(construct, memory)

    def _top(self, construct: Construct) -> int:
        region = self.context.region_at(construct.pragma.span.start)
        assert region is not None
        return self.context.lineage(region.number)[-1].number

    # --- messages ------------------------------------------------------------------------------------------

    def _say(self, access: _Followed) -> None:
        span = self.context.source_span(access.node)
        text = self.context.spelling(span)
        if access.node.body or access.node.foreign:
            expansion = self.context.expansion_at(span.start)
            if expansion is not None and access.node.body:
                name = describe(access.path, self.context.references)
                self.findings.say(
                    "unhoisted-chain", span, None, form="macro", text=name, macro=expansion.name
                )
            return
        if access.method is not None:
            name = access.method.name()
            self.findings.say("unhoisted-chain", span, None, form="method", text=text, function=name)
            return
        chain = _to_declare(access.path, self.context)
        self.findings.say("unhoisted-chain", span, None, form="named" if chain else "", text=text, name=chain)


def _goes_on(steps: Sequence[Step]) -> bool:
    """Whether steps behind a chain lead through its pointer to a member."""
    kinds = [step.kind for step in steps]
    return any(kind in _OUT for kind in kinds) and StepKind.MEMBER in kinds


def _is_called(node: Node, method: Node | None) -> bool:
    """Whether it is a pointer to a function whose function is called."""
    if method is not None or not types.leads_to_function(node):
        return False
    above = node.parent
    while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.UNARY):
        node, above = above, above.parent
    return above is not None and above.kind == Kind.CALL and node.ordinal == 0


def _to_declare(path: AccessPath, context: Context) -> str:
    """The chain that a declare would name; empty where a subscript stands within it."""
    last = max(at for at, step in enumerate(path.steps) if step.kind is StepKind.MEMBER)
    steps = path.steps[: last + 1]
    plain = all(s.kind is StepKind.MEMBER or (s.kind is StepKind.DEREFERENCE and s.key == 0) for s in steps)
    return describe(path._replace(steps=steps), context.references) if plain else ""


def _follows(path: AccessPath) -> bool:
    """Whether a path goes through a pointer to a member."""
    out = next((at for at, step in enumerate(path.steps) if step.kind in _OUT), None)
    return out is not None and _is_member(path)


def _is_member(path: AccessPath) -> bool:
    """Whether a path names a member of its root."""
    return any(step.kind is StepKind.MEMBER for step in path.steps)
