# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops: chains that count the iterations of a loop which a directive divides.

``for (s->k = 0; s->k < n; s->k++)`` under ``#pragma omp parallel for``  ->  error: each thread would have a
local of its own, and what is written back is none of theirs (OpenMP 5.2, 5.1.1; OpenACC 3.3, 2.9).
"""

from __future__ import annotations

from bisect import bisect_left

from pointerchain.diagnostics import Note, Place
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts, Occurrence
from pointerchain.translator.facts.uses import Use
from pointerchain.translator.text.directives import Construct


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Refuse a chain that the head of a directive's loop changes, the loops that it may collapse included."""
    findings = Findings(context)
    changed = [row for row in facts.standing if row.use is not None and row.use.use is Use.WRITE]
    changed.sort(key=lambda row: row.span.start)
    for construct in context.layout.constructs if changed else ():
        row, span = construct.directive, context.statement(construct)
        if row is None or row.association != "loop" or span is None:
            continue
        first, last = (bisect_left(changed, at, key=lambda row: row.span.start) for at in span)
        for occurrence in changed[first:last]:
            if _counts(occurrence):
                _refuse(context, facts, occurrence, construct, findings)
    return findings.all


def _counts(row: Occurrence) -> bool:
    """Whether an occurrence stands in the head of a loop."""
    node = row.node
    while node is not None and node.parent is not None and node.parent.kind != Kind.COMPOUND:
        if node.parent.kind == Kind.FOR:
            return not _is_body(node, node.parent)
        node = node.parent
    return False


def _is_body(node: Node, loop: Node) -> bool:
    return node.index == loop.below[-1].index


def _refuse(
    context: Context, facts: Facts, row: Occurrence, construct: Construct, findings: Findings
) -> None:
    notes = (Note(f"'{construct.spelling}' begins here", Place(context.file, construct.pragma.span)),)
    chain = facts.chains[row.chain]
    findings.say("object-needed", row.span, chain, notes, "counter", construct=construct.spelling)
