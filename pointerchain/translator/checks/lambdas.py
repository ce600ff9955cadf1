# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lambdas: those that use a chain and cannot have a copy of its local instead.

``auto f = [&] { return s->a->n; };`` used after the region  ->  error ``lambda-capture``: the original
would read what the member is by then.
"""

from __future__ import annotations

from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.clang.libclang import RECORDS, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.lambdas import captures, keeping, objection, splitting
from pointerchain.translator.facts.model import Facts


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge the lambdas and local classes around every occurrence, and what captures refer to."""
    findings = Findings(context)
    if not context.cxx:
        return ()
    for row in facts.standing:
        chain = hoisted(facts, row.chain)
        node = row.node or row.operand
        if chain is not None and node is not None:
            _around(context, facts, chain, node, row.span, findings)
    return findings.all


def _around(context: Context, facts: Facts, chain: Chain, node: Node, span: Span, findings: Findings) -> None:
    region = context.regions[chain.region]
    for above in context.around(node):
        if context.is_before(above, region):
            break
        if above.kind == Kind.LAMBDA:
            listed = captures(context, above)
            if listed.reads_at_once(span):
                continue
            found = keeping(context, region, above)
            form = objection(chain, listed) or found.form
            if not form and chain.number in facts.written:
                form = "changed"
            macro = "" if form else splitting(context, above, chain, listed)
            form = "argument" if macro else form
            if form:
                findings.say("lambda-capture", span, chain, form=form, function=found.function, macro=macro)
                break
            if found.doubt:
                findings.say("aliased-call", span, chain, form="keeps", function=found.doubt)
        elif above.kind in RECORDS:
            findings.say("lambda-capture", span, chain, form="local_class")
            break
