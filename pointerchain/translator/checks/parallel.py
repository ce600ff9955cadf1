# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Parallel: changes of hoisted values that several threads make, or that come after the region's end.

A region inside ``#pragma omp parallel`` that changes ``s->n``  ->  error ``write-in-parallel``: the local is
each thread's own, and all updates but one would be lost (OpenMP 5.2, 5.1.1; OpenACC 3.3, 2.6.2).
"""

from __future__ import annotations

from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.checks.ownership import Ownership
from pointerchain.translator.checks.waits import asynchronous, is_waited_for
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import Region, is_compute, reads_atomically

_CANCELS = (b"cancel", b"cancellation", b"cancellation_point")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge the changes of every region in the light of the constructs around and inside it."""
    judge = _Judge(context, facts)
    for region in context.layout.regions:
        judge.around(region)
    judge.inside()
    judge.polled()
    return judge.findings.all


def _is_parallel(construct: Construct) -> bool:
    """Whether a construct's statement may run several times at once, or on another device."""
    row = construct.directive
    return row is not None and row.has_statement and (row.parallel or row.compute)


def _forks(construct: Construct) -> bool:
    """Whether a construct starts the threads that run its statement."""
    return construct.directive is not None and (construct.directive.compute or construct.directive.team)


def _guards(construct: Construct) -> bool:
    """Whether a construct tells that several threads change one object."""
    return construct.directive is not None and construct.directive.guards


def _divides_further(construct: Construct, around: Construct) -> bool:
    """Whether two loops are divided one in the other: among gangs, then lanes of one gang."""
    rows = [each.directive for each in (construct, around)]
    return all(row is not None and row.association == "loop" and row.parallel for row in rows)


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.ownership = Ownership(context)
        self.written: dict[int, list[Chain]] = {}
        for number in facts.written:
            chain = facts.chains[number]
            self.written.setdefault(chain.region, []).append(chain)

    # --- constructs around a region ----------------------------------------------------------------------

    def around(self, region: Region) -> None:
        """A local in a parallel construct is each thread's own: updates of one scalar would be lost."""
        chains = self.written.get(region.number, [])
        if not chains:
            return
        function = self.context.outermost_start(region)
        for construct in reversed(self.context.constructs(Span(function, region.span.start))):
            span = self.context.statement(construct)
            if span is None or not (span.start <= region.span.start and region.span.end <= span.end):
                continue
            if construct.directive is not None and construct.directive.exclusive:
                return
            if _is_parallel(construct):
                self._refuse_parallel(chains, construct, span, region)
                return
        self._refuse_unordered(region, chains)

    def _refuse_parallel(self, chains: list[Chain], construct: Construct, span: Span, region: Region) -> None:
        own: list[Chain] = []
        for chain in chains:
            if self.ownership.is_own(chain, construct, span):
                own.append(chain)
            else:
                self._refuse(construct, self.facts.written[chain.number][0], chain)
        # unless it is shared after all, as what orders the threads in the region says
        self._refuse_unordered(region, own, construct)

    def _refuse_unordered(self, region: Region, chains: list[Chain], around: Construct | None = None) -> None:
        """A change in a region that orders threads which it does not start: ``around`` did, or a caller."""
        inside = self.context.constructs_in(region) if chains else ()
        statements = [
            (c, span) for c in inside if _forks(c) and (span := self.context.statement(c)) is not None
        ]
        forks = [Span(c.pragma.span.end, span.end) for c, span in statements]  # with directives below them
        for construct in inside:
            at = construct.pragma.span.start
            if construct.directive is None or not construct.directive.binds or _forks(construct):
                continue
            if around is not None and (construct.name[0] in _CANCELS or _divides_further(construct, around)):
                continue  # a way out, or one iteration's own work
            if any(fork.start <= at < fork.end for fork in forks):
                continue
            span = self.context.statement(construct)
            # threads that meet, or a work share, tell the same of the whole region
            whole = not _guards(construct)
            self._refuse_in(construct, region.span if whole or span is None else span, chains)

    def _refuse_in(self, construct: Construct, span: Span, chains: list[Chain]) -> None:
        """Refuse the changes in a span, which a construct says are several threads'."""
        own = construct.pragma.span
        for chain in chains:
            places = [
                place
                for place in self.facts.written[chain.number]
                if span.start <= place.start < span.end or own.start <= place.start < own.end
            ]
            if places:
                self._refuse(construct, places[0], chain, "binds")

    def _refuse(self, construct: Construct, span: Span, chain: Chain, form: str = "") -> None:
        place = Place(self.context.file, construct.pragma.span)
        note = Note(f"'{construct.spelling}' begins here", place)
        self.findings.say("write-in-parallel", span, chain, (note,), form, construct=construct.spelling)

    # --- constructs in a region --------------------------------------------------------------------------

    def inside(self) -> None:
        """Changes in tasks and in constructs that may end after the region."""
        for region in self.context.outermost:
            family = [each.number for each in self.context.families[region.number]]
            chains = [chain for number in family for chain in self.written.get(number, ())]
            for construct in self.context.constructs_in(region) if chains else ():
                span = self.context.statement(construct)
                if span is None:
                    continue
                for chain in chains:
                    self._late(construct, span, chain)

    def _late(self, construct: Construct, span: Span, chain: Chain) -> None:
        region, at = self.context.regions[chain.region], construct.pragma.span.start
        places = self.facts.written[chain.number]
        if not region.span.start <= at < region.span.end:
            return
        if not any(at <= place.start < span.end for place in places):
            return
        # a task has a copy of its own, and may run after the region: nothing it writes comes back
        late = construct.directive is not None and construct.directive.task
        if is_compute(construct) and asynchronous(construct) is not None:
            late = late or not is_waited_for(self.context, construct, region.span)
        if late:
            self.findings.say("async-write", construct.pragma.span, chain)

    def polled(self) -> None:
        """An atomic read of what its region does not change shows what other threads have stored since."""
        for construct in (c for region in self.context.outermost for c in self.context.constructs_in(region)):
            span = self.context.statement(construct)
            if span is None or not reads_atomically(construct):
                continue
            for row in self.facts.standing:
                inside = row.construct is None and span.start <= row.span.start < span.end
                if inside and row.chain not in self.facts.written and self._is_object(row.span, span):
                    self._refuse(construct, row.span, self.facts.chains[row.chain], "polled")

    def _is_object(self, use: Span, statement: Span) -> bool:
        """Whether a use is all that is read in ``v = x``."""
        data = self.context.lexed.data
        before, behind = data[statement.start : use.start], data[use.end : statement.end]
        return not behind.strip(b" \t\r\n);}") and before.rstrip(b" \t\r\n(").endswith(b"=")
