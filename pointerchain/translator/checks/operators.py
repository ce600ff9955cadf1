# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Operators: those of a template that hardly, but possibly, change what they are given.

``s->n * scale`` with ``scale`` of dependent type  ->  warning ``aliased-call``, once a chain.
"""

from __future__ import annotations

from pointerchain.analysis.access import Relation
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Access, Facts
from pointerchain.translator.facts.uses import CASTS, OPERATOR, Usage, Use, usage

_OWN = (Relation.SAME, Relation.PREFIX, Relation.SHARED)


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Say of each chain that a template's operator could change it, a link or a subscript's variable."""
    judge = _Judge(context, facts)
    if context.cxx:
        judge.occurrences()
        judge.accesses()
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.told: set[int] = set()

    def occurrences(self) -> None:
        for row in self.facts.occurrences:
            chain = hoisted(self.facts, row.chain)
            if chain is None or row.node is None or row.use is None or row.left:
                continue
            if (row.followed and chain.shape is not Shape.RECORD) or row.chain in self.facts.written:
                continue
            if chain.const or chain.is_place:
                continue  # as its local is; or the local is no copy
            self._say(chain, row.use, row.span, self.context.spelling(row.span))

    def accesses(self) -> None:
        for region in self.facts.regions.values():
            for access in region.accesses:
                links = [row for row in access.meets if row.comparison.relation is Relation.PREFIX]
                rows = [*links, *(row for row in access.watched if row.comparison.relation in _OWN)]
                for row in rows if access.method is None else ():
                    chain = hoisted(self.facts, row.chain)
                    if chain is not None and row.chain not in self.told:
                        self._access(chain, access)

    def _access(self, chain: Chain, access: Access) -> None:
        span = access.span
        if access.node.foreign:
            span, _ = self.context.included_place(access.node, span)
        self._say(chain, usage(access.node, True), span, self.context.spelling(access.span))

    def _say(self, chain: Chain, use: Usage, span: Span, text: str) -> None:
        if use.use is not Use.READ or use.detail != OPERATOR:
            return
        if use.node.kind == Kind.CALL:
            self.findings.say("address-taken", span, chain, form="construction", text=text)
        elif chain.number not in self.told:
            self.told.add(chain.number)
            form, name = "operator", ""
            if use.node.kind in CASTS:
                form = "conversion"
            else:
                name = f"operator{use.node.operator_sign}"
            self.findings.say("aliased-call", span, chain, form=form, function=name, text=text)
