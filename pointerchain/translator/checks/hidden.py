# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Hidden calls: functions of the program's that run in a region where nothing spells a call.

``for (int row : rows)``, where ``rows`` is of a class of the program's, in a region that changes ``g->n``
->  warning ``aliased-call``: ``begin`` could read it.
"""

from __future__ import annotations

from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang.implicit import ranges_as_const, runs_defaults
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts

_KINDS = frozenset((Kind.FOR_RANGE, Kind.INIT_LIST))


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt every such call that could reach a chain by itself: by a global or a static."""
    findings = Findings(context)
    if not context.cxx:
        return ()
    chains = [chain for chain in facts.chains.values() if not chain.problems]
    lasting = [c for c in chains if c.file_scope and not c.of_this and c.number in facts.written]
    told: set[tuple[int, str]] = set()  # once a function is enough
    for index in context.indices_in_regions(_KINDS) if lasting else ():
        node = context.tree.node(index)
        name, place = _called(node)
        span = context.source_span(place)
        for chain in lasting if name else ():
            if (chain.number, name) not in told and _is_in(context, span, chain):
                told.add((chain.number, name))
                findings.say("aliased-call", span, chain, form="function", function=name)
    return findings.all


def _called(node: Node) -> tuple[str, Node]:
    """What runs, and where; no name where nothing does."""
    if node.kind == Kind.INIT_LIST:
        return runs_defaults(node), node
    below = node.below
    ranged = below[-2] if len(below) > 1 else node
    return "" if ranges_as_const(ranged) is None else "begin", ranged


def _is_in(context: Context, span: Span, chain: Chain) -> bool:
    region = context.regions[chain.region]
    return region.span.start <= span.start < region.span.end
