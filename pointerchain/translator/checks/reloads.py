# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reloads: what ``reload`` directives name, and where they stand."""

from __future__ import annotations

from pointerchain.analysis.access import Relation, compare
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.reloads import named, reloaded
from pointerchain.translator.text.directives import Item
from pointerchain.translator.text.lex import before_space, closing, follows_head
from pointerchain.translator.text.regions import Reloading, construct_span

_CALL = lazy_pattern(rb"\s*([A-Za-z_]\w*)\s*(?=\()")
_CHANGES = frozenset(("aliased-call", "aliased-write", "stored-by-call"))
"""Codes that say that a statement may change, or changes, what a chain evaluates to."""
_LOADED = (Shape.SCALAR, Shape.POINTER, Shape.ARRAY)


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Say which locals cannot be loaded again, and why."""
    findings = Findings(context)
    for reload in context.layout.reloads:
        span = reload.pragma.span
        if follows_head(context.lexed.code, span.start):
            findings.say("bad-reload", span, None, form="alone")
        elif _in_construct(context, span.start):
            findings.say("bad-reload", span, None, form="construct")
        for item in reload.items:
            _item(context, facts, findings, reload, item)
    return findings.all


def _item(context: Context, facts: Facts, findings: Findings, reload: Reloading, item: Item) -> None:
    text = item.text.decode("utf-8", "replace")
    if item.every or item.type is not None or item.qualifier is not None or item.data:
        findings.say("bad-reload", item.span, None, form="bare", chain=text)
        return
    chains = named(item, reload, facts)
    seen = any(
        row.item.path.root == item.path.root and row.item.path.ops == item.path.ops
        for region in context.layout.regions
        if region.number in reload.regions
        for row in region.chains
    )
    if not chains and not seen:
        findings.say("bad-reload", item.span, None, form="none", chain=text)
    for chain in chains:
        if chain.problems:
            continue
        form = _obstacle(context, facts, chain)
        if form:
            findings.say("bad-reload", item.span, chain, form=form)


def _obstacle(context: Context, facts: Facts, chain: Chain) -> str:
    """Why the local of a chain cannot be loaded again, by the form of its message."""
    if chain.number in facts.written:
        return "written"
    if chain.const or chain.item.qualifier == "restrictconst":
        return "const"
    if chain.shape not in _LOADED or chain.accessor:
        return "object"
    region = context.regions[chain.region]
    for around in context.lineage(region.number):
        for other in facts.regions[around.number].chains:
            relation = compare(other.access, chain.access, context.references).relation
            if other.number in facts.written and relation in (Relation.PREFIX, Relation.SAME):
                return "link"
    return ""


def _in_construct(context: Context, at: int) -> bool:
    """Whether several threads, or a device, may come to a place."""
    spans = (construct_span(context.lexed, each) for each in context.layout.constructs)
    return any(span is not None and span.start <= at < span.end for span in spans)


class Again:
    """The statements directly before a ``reload``, by the chains that it loads again."""

    def __init__(self, context: Context, facts: Facts) -> None:
        self.code, self.facts = context.lexed.code, facts
        self.rows: dict[int, list[Span]] = {}
        for reload in context.layout.reloads:
            end = before_space(self.code, reload.pragma.span.start)
            if self.code[end - 1 : end] == b";":
                start = max(self.code.rfind(sign, 0, end - 1) for sign in (b";", b"{", b"}")) + 1
                for chain in reloaded(reload, facts):
                    self.rows.setdefault(chain.number, []).append(Span(start, end))

    def follows(self, finding: Finding) -> bool:
        """Whether a finding is about what a statement does to a chain, and no use sees it before the load."""
        said = finding.diagnostic
        if finding.chain is None or said.code not in _CHANGES:
            return False
        function = dict(finding.fields).get("function", "")
        for span in self.rows.get(finding.chain, ()):
            if span.start <= said.place.span.start < span.end:
                used = any(
                    row.chain == finding.chain and span.start <= row.span.start < span.end
                    for row in self.facts.standing
                )
                return not used or self._is_call(span, function)
        return False

    def _is_call(self, statement: Span, function: str) -> bool:
        """Whether a statement is a call of a function: its arguments come before what it does."""
        head = _CALL.match(self.code, statement.start, statement.end)
        if head is None or head[1].decode("utf-8", "replace") != function:
            return False
        close = closing(self.code, head.end())
        return close >= 0 and self.code[close + 1 : statement.end].strip() == b";"
