# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Aggregate access: structs that are read or written as a whole by a path that is not a chain's.

``*other = one`` in a region that hoists ``s->atoms->n``  ->  warning ``aliased-write`` where ``*other`` is
or holds a struct that the chain goes through; ``one = *other`` where the region changes it: ``aliased-read``.
"""

from __future__ import annotations

from functools import cached_property

from pointerchain.analysis.access import Relation, StepKind, describe
from pointerchain.analysis.alias import Alias
from pointerchain.translator.checks.address_taken import ASSIGNING, AddressTaken
from pointerchain.translator.checks.calls import is_vague
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.parsed import Declaration
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import Usage, Use, is_copied, usage

_COMPUTED = frozenset((Kind.BINARY, Kind.UNARY, Kind.INTEGER, Kind.FLOATING))
_OBJECTS = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY, Kind.CALL))


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt every struct that is copied or assigned and could hold what a local stands for."""
    judge = _Judge(context, facts)
    if any(not chain.problems for chain in facts.chains.values()):
        for index in context.indices_in_regions(_OBJECTS):
            if index in judge.compared:
                continue
            if judge.is_struct(index):
                judge.whole(context.tree.node(index))
            elif judge.undecided and context.references.is_undecided(index):
                judge.undecided_whole(context.tree.node(index))
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.address_taken, self.alias = context.shared(AddressTaken), context.shared(Alias)

    @cached_property
    def members(self) -> tuple[tuple[Chain, Declaration, int], ...]:
        """The members that chains go through, and the record that each is of."""
        holder, chains = self.context.references.holder, self.facts.chains.values()
        return tuple(
            (chain, declared, holder(key))
            for chain in chains
            for declared, key in zip(chain.fields, chain.members, strict=True)
            if not chain.problems
        )

    @cached_property
    def compared(self) -> frozenset[int]:
        """The nodes of accesses that are known to be a chain's, or a link's, or neither."""
        out: set[int] = set()
        for region in self.facts.regions.values():
            for access in region.accesses:
                certain = any(
                    row.comparison.certain or row.comparison.relation is Relation.APART
                    for row in access.meets
                )
                if certain or access.occurrence is not None:
                    out |= set(access.path.places)
        return frozenset(out)

    @cached_property
    def undecided(self) -> list[Chain]:
        """The chains that go through objects of which a template's argument decides."""
        chains = [chain for chain in self.facts.chains.values() if not chain.problems]
        return [chain for chain in chains if is_vague(chain)] if self.context.cxx else []

    def is_struct(self, index: int) -> bool:
        """Whether an expression names an object that is a struct."""
        references = self.context.references
        call = self.context.tree.kinds[index] == Kind.CALL
        return references.is_record(index) and not (call and not references.operator_name(index))

    def whole(self, node: Node) -> None:
        """One expression that is a struct."""
        above = node.parent
        while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
            above = above.parent
        if above is not None and above.kind == Kind.MEMBER:
            return  # a member of it, or a function that is called on it
        found = usage(node, self.context.cxx)
        writes = found.use is Use.WRITE and _assigns(found)
        if not writes and not is_copied(found):
            return
        path = self.context.paths.of(node.index)
        location = self.alias.locations.of(node, path)
        members = [(chain, declared) for chain, declared, record in self.members if record in location.holds]
        span = self.context.source_span(node)
        region = self.context.region_at(span.start) if members else None
        if region is None or self.address_taken.is_hidden(path):
            return
        active = {chain.number for chain in self.facts.active[region.number]}
        for chain, member in members:
            if chain.number not in active or not self.alias.may_be_read(location, chain.access):
                continue
            if self.address_taken.is_inner(path, self.context.regions[chain.region]):
                continue
            text = self.context.spelling(span)
            if not text:  # an inner region reads it where it begins
                text = describe(path, self.context.references)
            if writes:
                self.findings.say("aliased-write", span, chain, text=text, member=member.name)
            elif chain.number in self.facts.written and member == chain.fields[-1]:
                self.findings.say("aliased-read", span, chain, text=text, member=member.name)

    def undecided_whole(self, node: Node) -> None:
        """An object that is assigned, and may be a struct if a template's argument is one."""
        found = usage(node, self.context.cxx)
        path = self.context.paths.of(node.index)
        if found.use is not Use.WRITE or not _assigns(found) or _is_computed(found.node):
            return
        named = bool(path.steps) and path.steps[-1].kind is StepKind.MEMBER  # whose name tells it from others
        span = self.context.source_span(node)
        region = self.context.region_at(span.start)
        if named or region is None or self.address_taken.is_hidden(path):
            return
        active = {chain.number for chain in self.facts.active[region.number]}
        for chain in self.undecided:
            inner = self.address_taken.is_inner(path, self.context.regions[chain.region])
            if chain.number in active and path.root != chain.access.root and not inner:
                text, member = self.context.spelling(span), chain.text
                self.findings.say("aliased-write", span, chain, text=text, member=member)


def _is_computed(assignment: Node) -> bool:
    """Whether what is assigned is a number that is computed, as nearly always in a template's loops."""
    value = assignment.below[-1] if assignment.below else assignment
    while value.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) and value.below:
        value = value.below[-1]
    return assignment.kind != Kind.BINARY or value.kind in _COMPUTED


def _assigns(found: Usage) -> bool:
    return found.node.kind != Kind.CALL or found.node.name() in ASSIGNING
