# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Unused: declared chains that no region uses, and regions that see no declare."""

from __future__ import annotations

from typing import TypeGuard

from pointerchain.analysis.access import StepKind
from pointerchain.files import is_header
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.directives import Construct, Item


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Say what does nothing."""
    findings = Findings(context)
    used = {chain.item.text for chain in facts.chains.values() if not chain.problems}
    seen = {id(row.item) for region in context.layout.regions for row in region.chains}
    told: set[bytes] = set()  # a list that several regions repeat
    blocks = context.lexed.blocks
    for item in sorted(facts.unused, key=lambda each: each.span):
        if is_header(context.file) and not blocks.block(item.span.start):
            continue  # for the sources that include it
        if id(item) not in seen or (item.text not in used and item.text not in told):
            told.add(item.text)
            other, why = _otherwise(context, facts, item), _unresolved(facts, item)
            text = item.text.decode("utf-8", "replace")
            form = "otherwise" if other and other != text else "unresolved" if why else ""
            findings.say("unused-declare", item.span, None, form=form, chain=text, other=other, why=why)
    every = [region.construct for region in context.outermost if region.every]
    alone = {id(item) for construct in every if _is_alone(construct) for item in construct.items}
    for item in context.layout.idle:
        text = item.text.decode("utf-8", "replace")
        form = "alone" if id(item) in alone else "every"
        findings.say("unused-declare", item.span, None, form=form, chain=text)
    # in a region without chains of its own those of the regions around it are hoisted all the same
    for region in context.outermost:
        if region.every and _is_alone(region.construct):
            continue  # it is said of the entry
        if not region.chains and (region.construct is None or region.every):
            findings.say("empty-region", region.keyword, None, form="every" if region.every else "")
    return findings.all


def _is_alone(construct: Construct | None) -> TypeGuard[Construct]:
    """Whether a region is a clause, and its directive has no statement."""
    row = construct.directive if construct is not None else None
    return row is not None and not row.has_statement


def _unresolved(facts: Facts, item: Item) -> str:
    """What Clang says of a chain whose root is known in each region that sees it, and no member of it."""
    asked = [chain.problems for chain in facts.idle if chain.item is item]
    said = [each for problems in asked for each in problems if each.code == "unresolved-chain"]
    return said[0].message.partition(": ")[2] if said and len(said) == len(asked) else ""


def _otherwise(context: Context, facts: Facts, item: Item) -> str:
    """Another name by which a region reaches the member that a chain ends in."""
    keys = set()
    for chain in facts.idle:
        last = chain.access.steps[-1] if chain.item is item and chain.access.steps else None
        if last is not None and last.kind is StepKind.MEMBER and last.key[0] == "member":
            keys.add(last.key[1])
    rows = (row for region in facts.regions.values() for row in region.members)
    found = next((row for row in rows if row.key in keys and not row.node.foreign), None)
    return context.spelling(found.span) if found is not None else ""
