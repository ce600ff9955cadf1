# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Unhoisted: what a compute construct follows that leads to the host still.

``grid->is`` in an ``acc parallel loop`` of a region that hoists ``grid->n`` alone  ->  warning
``unhoisted-chain``: a device with memory of its own would follow the host's pointer. ``phys->flux(u)`` there,
hoisted or not  ->  warning ``host-function``: its value is the address of a function of the host.
"""

from __future__ import annotations

import re

from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang import types
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.facts.access import AccessPath, StepKind, describe
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Access, Facts
from pointerchain.translator.facts.uses import Use, usage

_OUT = frozenset((StepKind.DEREFERENCE, StepKind.OPERATOR))
_MANAGED = (b"pc_deepcopy_", b"unified_shared_memory", b"unified_address")
"""Where the source has one of them, structs may have copies on the device whose pointers are the device's."""
_INDIRECT = re.compile(rb"\bdeclare[ \t_]+target\b[^\n]*\bindirect\b")
"""OpenMP 5.1, section 2.14.7: a device finds its function for the address of the host's."""


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt each such chain once a region."""
    findings = Findings(context)
    if not any(region.constructs for region in facts.regions.values()):
        return ()
    _calls(context, facts, findings)
    if any(word in context.lexed.data for word in _MANAGED):
        return findings.all
    told: set[tuple[int, str]] = set()
    for region in facts.regions.values():
        own = {row.root for row in (c.access for c in facts.active[region.region.number] if not c.problems)}
        named = _named_in_clauses(context, facts, region.region.number)
        for access in region.accesses:
            if access.occurrence is not None or access.path.root not in own or access.node.foreign:
                continue
            if not _follows(access.path) or not context.in_compute(access.span.start) or _is_called(access):
                continue
            root = describe(access.path._replace(steps=(), bare=()), context.references)
            key = region.region.number, describe(access.path, context.references)
            if key in told or root in named or _is_left(context, access):
                continue
            told.add(key)
            chain = _to_declare(access.path, context)
            form = "named" if chain else ""
            findings.say(
                "unhoisted-chain",
                access.span,
                None,
                form=form,
                text=context.spelling(access.span),
                name=chain,
            )
    return findings.all


def _calls(context: Context, facts: Facts, findings: Findings) -> None:
    """Doubt each pointer to a function that a compute construct calls, unless some are declared for that."""
    if _INDIRECT.search(context.lexed.data):
        return
    for region in facts.regions.values():
        for access in region.accesses:
            if _is_member(access.path) and _is_called(access) and context.in_compute(access.span.start):
                findings.say("host-function", access.span, None, text=context.spelling(access.span))


def _is_called(access: Access) -> bool:
    """Whether it is a pointer to a function whose function is called."""
    if access.method is not None or not types.leads_to_function(access.node):
        return False
    node, above = access.node, access.node.parent
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


def _is_left(context: Context, access: Access) -> bool:
    """Whether nothing is evaluated, or a function of the object is meant."""
    return access.method is not None or usage(access.node, context.cxx).use is Use.UNEVALUATED


def _named_in_clauses(context: Context, facts: Facts, region: int) -> frozenset[str]:
    """The roots that data clauses of a region's directives name themselves: the user maps the structs."""
    rows = (mention for mention in facts.mentions if mention.region == region)
    return frozenset(
        describe(mention.path._replace(steps=(), bare=()), context.references)
        for mention in rows
        if mention.clause is not None and mention.path.known and not _is_member(mention.path)
    )
