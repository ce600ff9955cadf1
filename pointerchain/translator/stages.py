# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The stages that follow Clang's parse of the probe, in a row: facts, checks, plan, text, proof.

Loaded while libclang parses (:mod:`hoist`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pointerchain.analysis.access import end_of
from pointerchain.diagnostics import Diagnostic, Severity
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.checks import row
from pointerchain.translator.checks.findings import Finding
from pointerchain.translator.clang.parsed import ClangMessage, Parsed
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import whole
from pointerchain.translator.emit.branches import unread_branches
from pointerchain.translator.emit.plan import Plan, plan
from pointerchain.translator.emit.rewrite import rewrite
from pointerchain.translator.facts.additions import additions
from pointerchain.translator.facts.collect import collect
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.errors import sort_errors, without_operands
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.operands import Operands, beside
from pointerchain.translator.facts.probe import Question
from pointerchain.translator.proof.messages import new_messages, signature
from pointerchain.translator.proof.validator import Validator
from pointerchain.translator.result import HoistedChain, Outcome, RegionReport, SkippedChain, Use
from pointerchain.translator.text.directives import Directive
from pointerchain.translator.text.lex import Lexed
from pointerchain.translator.text.mapped import MappedText
from pointerchain.translator.text.regions import Layout

if TYPE_CHECKING:
    from pointerchain.analysis.effects import Resolver


class Skipped(NamedTuple):
    """A chain that a region uses and a list of every chain left out: its text and place, and why."""

    region: int
    text: str
    span: Span
    why: Diagnostic


class Stages:
    """A source whose probe Clang has read; each stage is made when it is first asked for.

    The order in which :func:`run` asks is the order of the stages: what a stage refuses, no later one sees.
    """

    def __init__(
        self,
        lexed: Lexed,
        directives: Sequence[Directive],
        layout: Layout,
        asked: Sequence[Question],
        operands: Operands,
        probe: MappedText,
        session: Session,
        parsed: Parsed,
        cxx: bool,
    ) -> None:
        self.lexed, self.directives, self.layout, self.asked = lexed, directives, layout, asked
        self.operands = operands
        self.probe, self.session, self.parsed, self.cxx = probe, session, parsed, cxx
        self.elsewhere: Resolver | None = None
        """What functions of other sources do, where that is known."""
        self.skipped: tuple[Skipped, ...] = ()
        """What lists that name every chain of a root left out."""

    @cached_property
    def _said(self) -> tuple[tuple[ClangMessage, ...], frozenset[int]]:
        """What Clang says of the probe, and the operands of directives of which it says something."""
        return without_operands(self.parsed.messages(), self.probe, self.operands)

    @property
    def messages(self) -> tuple[ClangMessage, ...]:
        """What Clang says of the probe, but of the operands of directives."""
        return self._said[0]

    @cached_property
    def errors(self) -> tuple[dict[int, str], tuple[Diagnostic, ...]]:
        """Clang's errors: why it cannot read some chains, and those that are the source's own."""
        failed, problems = sort_errors(self.messages, self.lexed, self.probe, self.layout, self.session)
        return failed, tuple(problems)

    @cached_property
    def context(self) -> Context:
        """The source, its probe and Clang's tree of the functions with regions."""
        parts = self.probe.spans.items()
        places = sorted(span.start for part, span in parts if part[0] in ("begin", "chain"))
        tree = whole(self.parsed, places, beside(self.probe))
        read = (row for row in self.operands.rows if row.number not in self._said[1])
        return Context(
            self.session.filename,
            self.cxx,
            self.lexed,
            self.layout,
            self.probe,
            self.parsed,
            tree,
            self.operands._replace(rows=tuple(read)),
            self.elsewhere,
        )

    @cached_property
    def facts(self) -> Facts:
        """What the regions hold."""
        return collect(self.context, self.asked, self.errors[0])

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the checks say of the facts."""
        return row.run(self.context, self.facts)

    @cached_property
    def plan(self) -> Plan:
        """The edits of a source of which nothing is refused."""
        return plan(self.context, self.facts, self.directives, additions(self.context, self.facts))

    def for_use(self, use: Use) -> bytes:
        """The translation as it is wanted."""
        more = additions(self.context, self.facts)
        made = plan(self.context, self.facts, self.directives, more, use.promises, use.compiled)
        edits = made.edits
        if use.compiled:
            edits += unread_branches(self.lexed, self.layout, self.session.skipped_ranges)
        return rewrite(self.lexed.data, edits)


def run(stages: Stages, prove: bool, use: Use) -> Outcome:
    """Judge a parsed probe, and translate where nothing is refused.

    What is proved is the translation itself; what is added for its ``use`` is so afterwards.
    """
    if stages.errors[1]:
        return Outcome(None, stages.errors[1])
    said = row.diagnostics(stages.findings)
    if refused(said):
        return Outcome(None, said)
    made = stages.plan
    said += made.diagnostics
    if refused(said):
        return Outcome(None, said)
    text = rewrite(stages.lexed.data, made.edits)
    regions = reports(stages)
    result = stages.for_use(use) if any(use) else text  # the proof lets go of the probe's tree
    if prove:
        said += _prove(stages, text)
    return Outcome(None if refused(said) else result, said, made.hoisted, regions)


def reports(stages: Stages) -> tuple[RegionReport, ...]:
    """What the plan makes of each region, and what was left out of lists that name every chain."""
    facts, tree = stages.facts, stages.context.tree
    uses = Counter(row.chain for row in facts.standing)
    out = []
    for region in stages.layout.regions:
        hoisted = []
        for number, local in stages.plan.locals.get(region.number, ()):
            chain = facts.chains[number]
            kind = tree.node(end_of(chain.access, len(chain.access.bare))).type.spelling
            written = number in facts.written
            row = HoistedChain(chain.text, kind, chain.shape.value, local, uses[number], written)
            hoisted.append(row)
        left = tuple(
            SkippedChain(each.text, each.span, each.why.code, each.why.message)
            for each in stages.skipped
            if each.region == region.number
        )
        out.append(RegionReport(region.keyword, tuple(hoisted), left))
    return tuple(out)


def _prove(stages: Stages, text: bytes) -> tuple[Diagnostic, ...]:
    """Parse the translation: what Clang says of it now, or another tree than is planned, refuses it."""
    made, parsed, tree = stages.plan, stages.parsed, stages.context.tree
    validator = Validator(stages.lexed, parsed, tree, stages.probe, made.planned, stages.cxx)
    problems = validator.refusals()
    if problems:
        return problems
    said = signature(stages.messages)
    parsed.reparse(text)
    return new_messages(parsed, said, validator.source, made.planned) or validator.prove(parsed, made.edits)


def refused(problems: Sequence[Diagnostic]) -> bool:
    """Whether any of them is an error."""
    return any(problem.severity is Severity.ERROR for problem in problems)
