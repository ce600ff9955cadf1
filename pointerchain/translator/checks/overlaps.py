# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Overlaps: chains whose objects share memory with another chain's, or with what the region names.

``s->v.x = 1; w = s->v;`` in a region that hoists ``s->v.x`` and ``s->v``  ->  error: two locals for one
object. Members of one union are one object too, whichever region names them: an array in one keeps its name.
"""

from __future__ import annotations

from pointerchain.analysis.access import Comparison, Relation, StepKind, compare, lie_apart, plain
from pointerchain.diagnostics import Note, Place
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.clang.libclang import ARRAY_TYPES
from pointerchain.translator.clang.punning import pun_of
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Access, Facts
from pointerchain.translator.facts.uses import Use, usage

_WHOLE = (Shape.RECORD, Shape.DEPENDENT)
"""What is hoisted with all its members."""


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Refuse two locals, or a local and memory, for one object that changes."""
    findings = Findings(context)
    for chain in facts.chains.values():
        if not chain.problems:
            _punned(context, chain, findings)
        for other in facts.active[chain.region] if not chain.problems else ():
            if other.number != chain.number and not other.problems:
                _pair(context, facts, chain, other, findings)
                if other.region != chain.region:  # a region around, which does not see the chains inside
                    _pair(context, facts, other, chain, findings)
    for region in facts.regions.values():
        for access in region.accesses:
            for meeting in access.meets:
                if meeting.comparison.relation is Relation.SHARED:
                    shared = hoisted(facts, meeting.chain)
                    if shared is not None:
                        _union(context, facts, shared, access, findings)
    return findings.all


def _punned(context: Context, chain: Chain, findings: Findings) -> None:
    """An array whose elements would be accessed by a pointer that does not tell of the union around them."""
    why = pun_of(context.tree.node(chain.access.places[-1]))
    if why:
        form = "marked" if why == "may_alias" else ""
        findings.say("array-in-union", chain.item.span, None, (), form, chain=chain.text)


def _pair(context: Context, facts: Facts, inner: Chain, outer: Chain, findings: Findings) -> None:
    """A chain that names a part of what another chain names, or the same through another cast."""
    found = compare(inner.access, outer.access, context.references)
    place = Place(context.file, outer.item.span)
    notes = (Note(f"chain '{outer.text}' is declared here", place),)
    written = inner.number in facts.written or outer.number in facts.written
    if inner.number > outer.number:
        pairs = ((inner, outer), (outer, inner))
        any(_perhaps_one(context, facts, pair, found, findings) for pair in pairs)  # once is enough
    if found.relation is Relation.SAME and found.certain and not found.alike and inner.number > outer.number:
        findings.say("spelled-otherwise", inner.item.span, None, notes, "cast", chain=inner.text)
    elif found.relation is Relation.EXTENSION and (outer.shape in _WHOLE or outer.open):
        rest = plain(inner.access)[found.size :]
        if any(step.kind in (StepKind.DEREFERENCE, StepKind.OPERATOR) for step in rest):
            return  # it leads out of the struct
        if not written and (outer.open or inner.shape is not Shape.ARRAY):
            return
        fields = {"chain": inner.text, "other": outer.text}
        findings.say("overlapping-chains", inner.item.span, None, notes, **fields)
    elif found.relation is Relation.EXTENSION and outer.shape in (Shape.ARRAY, Shape.POINTER):
        _section(context, facts, inner, outer, found.size, findings)


def _perhaps_one(
    context: Context, facts: Facts, pair: tuple[Chain, Chain], found: Comparison, findings: Findings
) -> bool:
    """Doubt two locals for what may be one object: a changed chain's last member is one of the other's."""
    chain, other = pair
    if chain.number not in facts.written or not chain.fields:
        return False
    unlike = found.relation is Relation.DIFFERENT and found.alike
    unlike = unlike and not lie_apart(chain.access, other.access, context.references)
    member = chain.fields[-1]
    if member in other.fields and (unlike or (found.relation is Relation.SAME and not found.certain)):
        span = facts.written[chain.number][0]
        findings.say("aliased-write", span, other, text=chain.text, member=member.name)
        return True
    return False


def _section(
    context: Context, facts: Facts, inner: Chain, outer: Chain, size: int, findings: Findings
) -> None:
    """Doubt an array in a directive while an element of it, which changes, has a local of its own."""
    rest = plain(inner.access)[size:]
    element = len(rest) == 1 and rest[0].kind in (StepKind.DEREFERENCE, StepKind.ELEMENT)
    if not element or inner.shape is Shape.ARRAY or inner.number not in facts.written:
        return
    for row in facts.standing:
        if row.chain == outer.number and row.construct is not None:
            text = context.spelling(row.span) + "[...]"
            member = outer.fields[-1].name if outer.fields else text
            findings.say("aliased-read", row.span, inner, text=text, member=member)


def _union(context: Context, facts: Facts, chain: Chain, access: Access, findings: Findings) -> None:
    """Two members of one union share its memory: a change of either changes both."""
    row = access.occurrence
    changes = chain.number in facts.written or (row is not None and row.chain in facts.written)
    use = usage(access.node, context.cxx).use
    if use is Use.UNEVALUATED:
        return
    reads = use is Use.READ and access.node.type_kind not in ARRAY_TYPES and access.method is None
    if changes or not reads:
        text = context.spelling(access.span)
        findings.say("union-member", access.span, chain, text=text)
