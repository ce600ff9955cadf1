# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Hidden calls: functions of the program's that run in a region where nothing spells a call.

``for (int row : rows)``, where ``rows`` is of a class of the program's, in a region that changes ``g->n``
->  warning ``aliased-call``: ``begin`` could read it. So for what an attribute ``cleanup`` names.
"""

from __future__ import annotations

import re

from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang.implicit import ranges_as_const, runs_defaults
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts

_KINDS = frozenset((Kind.FOR_RANGE, Kind.INIT_LIST, Kind.VARIABLE))
_CLEANUP = re.compile(rb"\b(?:__)?cleanup(?:__)?\s*\(\s*([A-Za-z_]\w*)")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt every such call that could reach a chain by itself: by a global or a static."""
    findings = Findings(context)
    chains = [chain for chain in facts.chains.values() if not chain.problems]
    lasting = [c for c in chains if c.file_scope and not c.of_this]
    told: set[tuple[int, str]] = set()  # once a function is enough
    for index in context.indices_in_regions(_KINDS) if lasting else ():
        node = context.tree.node(index)
        attribute = node.kind == Kind.VARIABLE
        name, place = (cleanup(context, node), node) if attribute else _called(context, node)
        span = context.source_span(place)
        for chain in lasting if name else ():
            written = chain.number in facts.written
            if (written or attribute) and (chain.number, name) not in told:
                if context.is_in(span.start, chain.region):
                    told.add((chain.number, name))
                    form = "function" if written else "closure"
                    findings.say("aliased-call", span, chain, form=form, function=name)
    return findings.all


def cleanup(context: Context, variable: Node) -> str:
    """The function that an attribute of a variable has called at the end of its block, '' where none does."""
    for each in variable.below:
        if each.kind == Kind.UNEXPOSED_ATTRIBUTE:
            text = context.expanded(each)
            named = _CLEANUP.search(text) if text is not None else None
            if named is not None or text is None:
                return named.group(1).decode() if named is not None else "cleanup"
    return ""


def _called(context: Context, node: Node) -> tuple[str, Node]:
    """What runs in C++, and where; no name where nothing does."""
    if not context.cxx:
        return "", node
    if node.kind == Kind.INIT_LIST:
        return runs_defaults(node), node
    below = node.below
    ranged = below[-2] if len(below) > 1 else node
    return "" if ranges_as_const(ranged) is None else "begin", ranged
