# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Unhoisted: chains in compute constructs that stay as they are though their root's others are hoisted.

``grid->is`` in an ``acc parallel loop`` of a region that hoists ``grid->n`` alone  ->  warning
``unhoisted-chain``: a device with memory of its own would follow the host's pointer.
"""

from __future__ import annotations

from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.facts.access import AccessPath, StepKind, describe
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Access, Facts
from pointerchain.translator.facts.uses import Use, usage

_OUT = frozenset((StepKind.DEREFERENCE, StepKind.OPERATOR))
_MANAGED = (b"pc_deepcopy_", b"unified_shared_memory", b"unified_address")
"""Where the source has one of them, structs may have copies on the device whose pointers are the device's."""


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt each such chain once a region."""
    findings = Findings(context)
    computes = any(region.constructs for region in facts.regions.values())
    if not computes or any(word in context.lexed.data for word in _MANAGED):
        return ()
    told: set[tuple[int, str]] = set()
    for region in facts.regions.values():
        own = {row.root for row in (c.access for c in facts.active[region.region.number] if not c.problems)}
        named = _named_in_clauses(facts, region.region.number)
        for access in region.accesses:
            if access.occurrence is not None or access.path.root not in own or access.node.foreign:
                continue
            if not _follows(access.path) or not context.in_compute(access.span.start):
                continue
            root = describe(access.path._replace(steps=(), bare=()), context.references)
            key = region.region.number, describe(access.path, context.references)
            if key in told or root in named or _is_left(context, access):
                continue
            told.add(key)
            findings.say("unhoisted-chain", access.span, None, text=context.spelling(access.span))
    return findings.all


def _follows(path: AccessPath) -> bool:
    """Whether a path goes through a pointer to a member."""
    out = next((at for at, step in enumerate(path.steps) if step.kind in _OUT), None)
    return out is not None and any(step.kind is StepKind.MEMBER for step in path.steps)


def _is_left(context: Context, access: Access) -> bool:
    """Whether nothing is evaluated, or a function of the object is meant."""
    return access.method is not None or usage(access.node, context.cxx).use is Use.UNEVALUATED


def _named_in_clauses(facts: Facts, region: int) -> frozenset[str]:
    """The roots that data clauses of a region's directives name themselves: the user maps the structs."""
    rows = (mention for mention in facts.mentions if mention.region == region)
    return frozenset(
        mention.path.root.decode("utf-8", "replace")
        for mention in rows
        if mention.clause is not None and not mention.path.members
    )
