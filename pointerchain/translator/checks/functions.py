# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Functions: what those whose bodies are seen do to what a chain depends on.

``bump();`` in a region that hoists ``list[at]->n``, and ``void bump(void) { at++; }``  ->  warning
``aliased-call``. So is an overloaded ``->`` of a chain that changes something each time it is evaluated.
"""

from __future__ import annotations

from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.effects import Effects
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.access import StepKind
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt the calls in the regions, and the operators in the chains."""
    findings = Findings(context)
    effects = Effects(context.references)
    chains = [chain for chain in facts.chains.values() if not chain.problems]
    for chain in chains if context.cxx else ():
        _operators(context, chain, effects, findings)
    depends = {chain.number: chain.dependencies for chain in chains}
    told: set[tuple[int, str]] = set()  # once a function is enough
    for index in context.indices_in_regions(frozenset((Kind.CALL,))) if chains else ():
        node, name = context.tree.node(index), context.tree.node(index).name()
        if name.startswith("operator"):
            continue  # what an object's operators do is judged with the object
        changed = effects.of_call(node)
        at = context.starts_at(node)
        named = context.lexed.data.startswith(name.encode(), at)
        span = Span(at, at + len(name.encode())) if named else context.source_span(node)
        region = context.region_at(at) if changed else None
        for chain in facts.active[region.number] if region is not None else ():
            key = (chain.number, name)
            if key in told or _is_given(context, node, chain):
                continue  # the other checks doubt that
            if changed & depends.get(chain.number, frozenset()):
                told.add(key)
                findings.say("aliased-call", span, chain, form="closure", function=name)
    return findings.all


def _is_given(context: Context, call: Node, chain: Chain) -> bool:
    """Whether a call has an access of a chain's root among its arguments, or is called on it."""
    given = (each for each in call.inside if each.kind in (Kind.DECL_REF, Kind.THIS))
    if chain.of_this and semantics.own_method(call) is not None:
        return True
    return any(context.paths.of(each.index).root == chain.access.root for each in given)


def _operators(context: Context, chain: Chain, effects: Effects, findings: Findings) -> None:
    """An overloaded operator is called once for the local, and was called at each use."""
    for at, step in enumerate(chain.access.steps, 1):
        if step.kind is not StepKind.OPERATOR:
            continue
        call = _call(context, chain.access.places[at])
        if call is None:
            continue
        changed = effects.of_function(call)
        if changed or (changed is None and not semantics.is_const_operator(call)):
            form = "operator_changes" if changed else "operator_unseen"
            findings.say("aliased-call", chain.item.span, chain, (), form, function=call.name())


def _call(context: Context, at: int) -> Node | None:
    """The program's overloaded operator at a step of a chain: an arrow's is the base of the member's."""
    while at >= 0:
        if context.references.operator_name(at):
            call = context.tree.node(at)
            return call if semantics.is_user_function(call) else None
        at = context.paths.base_of(at)
    return None
