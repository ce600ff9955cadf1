# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Pending: changes that a region waits for, when its chains are evaluated already.

``#pragma omp task`` with ``s->n = 5;``, then a region that hoists ``s->n`` and holds ``#pragma omp taskwait``
->  warning ``aliased-write``: the local has the value from before the task. A call may wait as well: of the
runtime, of a function with such a directive, of one that nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pointerchain.analysis.access import Aside, Relation, compare
from pointerchain.analysis.index import Places
from pointerchain.diagnostics import Note, Place
from pointerchain.dialects.routines import may_wait
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.checks.waits import asynchronous, is_waited_for, waits_for
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import Use, passed_to_call, usage
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import Region

if TYPE_CHECKING:
    from pointerchain.analysis.callgraph import Function
    from pointerchain.analysis.environment.flow import Flow

_CHANGES = (Use.WRITE, Use.ADDRESS)


class _Change(NamedTuple):
    """A place that changes, or may change, what a chain depends on."""

    span: Span
    call: str = ""
    """The function that may, if it is one."""


class _Wait(NamedTuple):
    """What orders a region and what runs beside it."""

    span: Span
    says: str
    team: bool
    """Whether it may be for the threads of a team."""


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt the chains of regions that wait for what may change them."""
    judge = _Judge(context, facts)
    for region in context.layout.regions:
        waits = judge.waits(region)
        for chain in facts.regions[region.number].chains if waits else ():
            if not chain.problems:
                judge.chain(chain, region, waits)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.calls = context.shared(Calls)
        self._names: dict[int, Places[Node]] = {}

    # --- what waits ---------------------------------------------------------------------------------------

    def waits(self, region: Region) -> list[_Wait]:
        """What orders a region and what runs beside it: its directives, or else its calls."""
        rows = (each for each in self.context.constructs_in(region) if self._orders(each, region))
        found = [_Wait(each.pragma.span, each.spelling, not _is_of_queues(each)) for each in rows]
        if not found and next(self._late(region), None) is not None:
            inside = self._named(self.context.aside).within(region.span)
            calls = (node for node in inside if node.kind == Kind.CALL)
            waiting = ((self.context.source_span(node), node) for node in calls)
            found += (_Wait(span, node.name(), False) for span, node in waiting if self._waits(span, node))
        return found

    def _waits(self, span: Span, call: Node) -> bool:
        """Whether a called function may wait: it does, calls one that does, or is not seen."""
        if may_wait(call.name()) or any(self._flow.leads(span, each) for each in self._waiting):
            return True
        return bool(self.calls.effect(call).unknown)

    @cached_property
    def _flow(self) -> Flow:
        """Where control goes in the source."""
        from pointerchain.translator.checks.presence import presences

        return presences(self.context, self.facts).listing.flow

    @cached_property
    def _waiting(self) -> list[Function]:
        """The functions with directives that wait."""
        rows = self.context.layout.constructs
        waits = (each for each in rows if (each.directive and each.directive.waits) or _has_wait(each))
        functions = {self._flow.function(each.pragma.span.start) for each in waits}
        return [each for each in functions if each is not None]

    def _orders(self, construct: Construct, region: Region) -> bool:
        """Whether a directive of a region orders it and what runs beside it."""
        row = construct.directive
        if row is None:
            return False
        if row.waits or _has_wait(construct):
            return True
        meets = row.barrier and not row.team and asynchronous(construct) is None
        return (meets or row.guards) and not self._is_forked_in(construct, region)

    def _is_forked_in(self, construct: Construct, region: Region) -> bool:
        """Whether the region starts the threads that a directive is for: they have one local."""
        at = construct.pragma.span.start
        for each in self.context.constructs_in(region):
            span = self.context.statement(each)
            forks = each.directive is not None and (each.directive.team or each.directive.compute)
            if forks and span is not None and span.start <= at < span.end:
                return True
        return False

    # --- what it waits for --------------------------------------------------------------------------------

    def chain(self, chain: Chain, region: Region, waits: list[_Wait]) -> None:
        """Doubt one chain, once."""
        team = any(each.team for each in waits)
        for change in (*self._in_constructs(chain, region), *(self._in_team(chain, region) if team else ())):
            wait = waits[0]
            place = Place(self.context.file, change.span)
            text = self.context.spelling(change.span)
            notes = (Note("it may be changed here", place),)
            span, word, name = wait.span, wait.says, change.call
            if name:
                self.findings.say(
                    "aliased-call", span, chain, notes, "awaited", construct=word, function=name
                )
            else:
                self.findings.say("aliased-write", span, chain, notes, "awaited", construct=word, text=text)
            return

    def _in_constructs(self, chain: Chain, region: Region) -> Iterator[_Change]:
        """Changes by tasks and other constructs before the region that it need not wait for."""
        around = self._around(region)
        for construct in self._late(region):
            statement = self.context.statement(construct)
            for change in self._changes(chain, statement) if statement is not None else ():
                if construct in around or not self.facts.stands_at(change.span):  # of a region of another one
                    yield change
            yield from self._clauses(chain, construct)

    def _late(self, region: Region) -> Iterator[Construct]:
        """The constructs that may still run when a region begins, those of called functions included."""
        around = self._around(region)
        for construct in around:
            statement = self.context.statement(construct)
            span = Span(construct.pragma.span.start, (statement or construct.pragma.span).end)
            if _runs_later(construct) and not _is_in(region.span.start, span):
                if self._may_run(construct, span, region):
                    yield construct
        own = self.context.constructs_in(region)
        for construct in self._later:
            if construct not in around and construct not in own and self._is_left(construct, region):
                yield construct

    @cached_property
    def _later(self) -> list[Construct]:
        """The constructs of the source behind which the program may go on before they are done."""
        return [each for each in self.context.layout.constructs if _runs_later(each)]

    def _is_left(self, construct: Construct, region: Region) -> bool:
        """Whether another function leaves a construct to run, and nothing waits for it before a region."""
        flow = self._flow
        launching, function = (flow.function(at) for at in (construct.pragma.span.start, region.span.start))
        if launching is None or function is None or launching == function:
            return False
        at = construct.pragma.span.start
        if self._is_done_in(at, self.context.constructs(launching.span), launching.span.end):
            return False
        if any(flow.comes_to(at, wait) for wait in waits_for(self.context, construct, launching.span)):
            return False
        before = Span(function.span.start, region.span.start)
        for wait in waits_for(self.context, construct, before):
            if flow.passes(wait, before.end) and not flow.leads(Span(wait, before.end), launching):
                return False
        return function.name != "main" or flow.leads(function.span, launching)

    def _in_team(self, chain: Chain, region: Region) -> Iterator[_Change]:
        """Changes by other threads of the team, in what the region's thread has run or need not run."""
        span = self._team_span(region)
        if span is None:
            return
        for change in self._changes(chain, span, shared=True):
            at = change.span.start
            if region.span.start <= at < region.span.end or at >= region.span.start:
                continue
            if not self._is_met(at, region):
                yield change

    def _team_span(self, region: Region) -> Span | None:
        """The statement of the innermost construct around a region with a team, unless one thread runs it."""
        for construct in reversed(self._around(region)):
            span, row = self.context.statement(construct), construct.directive
            if row is None or span is None or not span.start <= region.span.start < span.end:
                continue
            if row.exclusive or row.task:
                return None  # one thread alone: what it ran is done
            if row.team:
                return span
        return None

    def _is_met(self, at: int, region: Region) -> bool:
        """Whether the team meets between a change and a region."""
        for construct in self._around(region):
            row, statement = construct.directive, self.context.statement(construct)
            end = (statement or construct.pragma.span).end
            meets = row is not None and (
                row.waits == "team" or (row.barrier and asynchronous(construct) is None)
            )
            if meets and at < end <= region.span.start and self._comes_by(at, end, region.span.start):
                return True
        return False

    def _comes_by(self, at: int, other: int, place: int) -> bool:
        """Whether control that comes from one place to the last comes by another each time."""
        places = [self.context.in_probe(each) for each in (at, other, place)]
        cfg = self.context.control.at(places[0])
        if cfg is None:
            return False
        first, middle, last = map(cfg.place, places)
        return middle == last or middle in cfg.passed(first, (last,))

    def _around(self, region: Region) -> tuple[Construct, ...]:
        """The directives of the function around a region that are not in the region."""
        blocks = self.context.lexed.blocks
        end = blocks.ends[blocks.top(region.begin.start)]
        rows = self.context.constructs(Span(self.context.outermost_start(region), end))
        return tuple(r for r in rows if not region.span.start <= r.pragma.span.start < region.span.end)

    def _may_run(self, construct: Construct, span: Span, region: Region) -> bool:
        """Whether a construct may still run when a region begins."""
        if span.start > region.span.start:
            return self._is_repeated(span, region)
        before = Span(self.context.outermost_start(region), region.span.start)
        if is_waited_for(self.context, construct, before):
            return False
        return not self._is_done_in(span.start, self._around(region), region.span.start)

    def _is_done_in(self, at: int, rows: Sequence[Construct], place: int) -> bool:
        """Whether one of some constructs around another waits for it, and is done before a place."""
        for each in rows:
            row, around = each.directive, self.context.statement(each)
            if row is None or around is None or not _is_in(at, around):
                continue
            done = row.waits == "group" or ((row.barrier or row.team) and asynchronous(each) is None)
            if done and around.end <= place:
                return True
        return False

    def _is_repeated(self, span: Span, region: Region) -> bool:
        """Whether a loop runs a region after what stands behind it."""
        marker, place = self.context.markers["begin", region.number], self.context.in_probe(span.start)
        cfg = self.context.control.at(place)
        if marker is not None and (cfg is None or not cfg.holds(marker.index)):
            cfg = self.context.control.of(marker.index)  # the place may be in a lambda of that function
        if marker is None or cfg is None or not cfg.spans(place):
            return False
        return cfg.vertex(marker.index) in cfg.reached(cfg.place(place))

    # --- changes ------------------------------------------------------------------------------------------

    def _asides(self, at: int) -> tuple[Aside, ...]:
        """The trees that a place may be in: that of the functions with regions, or all others, too."""
        from pointerchain.translator.checks.presence import presences

        inside = self.context.control.at(self.context.in_probe(at)) is not None
        return (self.context.aside,) if inside else presences(self.context, self.facts).trees.all

    def _named(self, aside: Aside) -> Places[Node]:
        """The nodes of a tree that name a variable or member, or call, by their places."""
        if id(aside) not in self._names:
            kinds = frozenset((Kind.MEMBER, Kind.DECL_REF, Kind.CALL))
            self._names[id(aside)] = Places(aside.tree.of_kinds(kinds), self.context.starts_at)
        return self._names[id(aside)]

    def _changes(self, chain: Chain, span: Span, shared: bool = False) -> Iterator[_Change]:
        """The places in a span that change a variable or member that a chain depends on."""
        depends = chain.dependencies
        if shared:  # a variable of the function may be the thread's own
            depends = frozenset(key for key in depends if not self._is_automatic(key))
        for aside in self._asides(span.start):
            for node in self._named(aside).within(span):
                yield from self._change(aside, node, depends, chain)

    def _change(self, aside: Aside, node: Node, depends: frozenset[int], chain: Chain) -> Iterator[_Change]:
        """What a name or a call changes of what a chain depends on."""
        if node.kind == Kind.CALL:
            if self.calls.changes_any(node, depends):
                yield _Change(self.context.source_span(node), node.name())
            return
        target = aside.references.of(node.index)
        if target is not None and target.key in depends:
            if usage(node, self.context.cxx).use in _CHANGES:
                yield _Change(self.context.source_span(node))
            elif self._is_link(aside, node, chain) and (call := passed_to_call(node)) is not None:
                yield _Change(self.context.source_span(node), call[0].name() or "a function")

    def _is_automatic(self, key: int) -> bool:
        known = self.context.references.fact(key)
        return known.kind != Kind.FIELD and not known.lasting

    def _is_link(self, aside: Aside, node: Node, chain: Chain) -> bool:
        found = compare(aside.paths.of(node.index), chain.access, self.context.references)
        return found.relation is Relation.PREFIX

    def _clauses(self, chain: Chain, construct: Construct) -> Iterator[_Change]:
        """The clauses of a construct that change a chain when it is done."""
        from pointerchain.translator.checks.presence import presences

        for item in presences(self.context, self.facts).named_in(construct, chain):
            if item.effect.writes or item.effect.from_device:
                yield _Change(item.span)


def _runs_later(construct: Construct) -> bool:
    """Whether the program may go on before a construct is done."""
    row = construct.directive
    return row is not None and (row.task or (bool(row.asynchronous) and asynchronous(construct) is not None))


def _is_of_queues(construct: Construct) -> bool:
    return construct.directive is not None and construct.directive.waits == "queues"


def _is_in(place: int, span: Span) -> bool:
    return span.start <= place < span.end


def _has_wait(construct: Construct) -> bool:
    """Whether a clause of a directive orders it behind others."""
    words = (b"depend", b"doacross") if construct.dialect == "omp" else (b"wait",)
    return any(clause.name in words for clause in construct.clauses)
