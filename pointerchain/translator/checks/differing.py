# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Differing: what regions do where the device has another copy of a chain's memory than its local is of.

A read of ``s->n`` in a kernel, behind one that changes it while ``omp target data map(to: s[0:1])`` keeps
``*s`` on the device  ->  error ``enclosing-data``: the local is of the host's value, which is older.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pointerchain.analysis.alias import AliasResult
from pointerchain.analysis.callgraph import words_in
from pointerchain.analysis.environment.listed import items_of
from pointerchain.analysis.environment.memory import MemoryLocation
from pointerchain.analysis.environment.present import Row
from pointerchain.analysis.environment.stale import StaleCopies
from pointerchain.diagnostics import Note, Place
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.copies import Copies
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.checks.presence import presences
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import is_compute

_DEEP = lazy_pattern(rb"pc_deepcopy_(?!enter|begin|update_device|device_pointer|verify)\w")
"""Calls of deep copies that may bring data back."""


def differing(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge what regions with directives for devices do to chains whose memory may have a copy there."""
    if not presences(context, facts).listing.rows:
        return ()
    judge = _Judge(context, facts)
    for chain in facts.chains.values():
        if not chain.problems and chain.access.known:
            judge.chain(chain)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.presences = presences(context, facts)
        self.copies = Copies(context, facts, self.presences)
        self.stale = StaleCopies(self.presences, lambda: self.copies.everywhere, lambda: self.copies.updates)
        self.used: dict[int, list[Span]] = {}
        for row in facts.standing:
            if row.construct is None:
                self.used.setdefault(row.chain, []).append(row.span)

    def chain(self, chain: Chain) -> None:
        """Judge one chain in all directives of its region."""
        written = self.facts.written.get(chain.number, ())
        self._called(chain)
        for construct in self.presences.listing.constructs_in(self.context.regions[chain.region]):
            row, span = construct.directive, self.context.statement(construct)
            if row is None:
                continue
            self._begins_there(chain, construct)
            if is_compute(construct) and span is not None:
                whole = Span(construct.pragma.span.start, span.end)
                if self._copied(chain, construct, whole):
                    continue
                changed = [place for place in written if _is_in(place, whole)]
                used = [place for place in self.used.get(chain.number, ()) if _is_in(place, span)]
                if not changed or not self._changed(chain, construct, changed[0]):
                    if used or changed:
                        self._read(chain, construct, (used or changed)[0])
            elif row.data:
                self._moved(chain, construct, span)
        self._given_to_kernels(chain)

    # --- kernels -------------------------------------------------------------------------------------------

    def _changed(self, chain: Chain, kernel: Construct, place: Span) -> bool:
        """Refuse a change in a kernel that the device's own copy would not have, or a mapping undo."""
        own = self.presences.evaluated.own(chain)
        if own is None:
            return False
        found = self.presences.at(kernel, own)
        if found is not None:
            form = "" if any(not row.declared for row in found.rows) else "declared"
            self._refuse(chain, place, found.by, form, kernel=kernel.spelling)
            return True
        for row, item in self.presences.listed_in(kernel, own):
            if row.effect.creates and not row.effect.from_device:
                self._refuse(
                    chain, place, row, "dropped", kernel=kernel.spelling, clause=item.clause.decode()
                )
                return True
        return False

    def _read(self, chain: Chain, kernel: Construct, place: Span, at: int = -1) -> None:
        """Refuse a read in a kernel of what may have another value there than on the host.

        ``at`` is where it begins, if that is not where its directive stands.
        """
        beside = self.presences.beside(kernel, chain)
        if beside is not None:
            self._refuse(chain, place, beside, "beside", kernel=kernel.spelling)
            return
        for memory in self.presences.evaluated.of(chain):
            found = self.presences.at(kernel, memory, at)
            if found is None:
                continue
            if found.since is not None and self._leads_elsewhere(chain, memory, found.since):
                change = self._leads_elsewhere(chain, memory, found.since)
                self._refuse(chain, place, found.by, "older", change, kernel=kernel.spelling)
                return
            if found.since is None and any(row.declared for row in found.rows):
                if not self._is_constant(memory):
                    self._refuse(chain, place, found.by, "unknown", kernel=kernel.spelling)
                    return
                continue
            change, form = self.copies.by_device(memory, found.since), "newer"
            if change is None:
                change, form = self.copies.relinked(memory), "relinked"
            if change is None:
                before, form = kernel.pragma.span.start if at < 0 else at, "older"
                if found.since is not None:
                    change = self.copies.by_host(memory, found.since, before)
                else:
                    change = self.stale.change(memory, found, before)
            if change is not None:
                self._refuse(chain, place, found.by, form, change, kernel=kernel.spelling)
                return

    def _is_constant(self, memory: MemoryLocation) -> bool:
        """Whether a variable has the value for good that it begins with."""
        root = memory.path.root
        return root[0] == "variable" and self.context.references.is_const_variable(root[1])

    def _given_to_kernels(self, chain: Chain) -> None:
        """Judge what lambdas of the region read that kernels of called functions may run."""
        region, flow = self.context.regions[chain.region], self.presences.listing.flow
        lambdas = self.copies.lambdas_in(region.span)
        used = [
            place for place in self.used.get(chain.number, ()) if any(_is_in(place, span) for span in lambdas)
        ]
        if not used:
            return
        for kernel in filter(is_compute, self.presences.listing.constructs):
            function = flow.function(kernel.pragma.span.start)
            if not _is_in(kernel.pragma.span, region.span) and function is not None:
                if flow.leads(region.span, function):
                    self._read(chain, kernel, used[0], region.span.start)
                    return

    def _leads_elsewhere(self, chain: Chain, memory: MemoryLocation, since: Sequence[Span]) -> Span | None:
        """Where what leads to some memory may have been changed, so that the same names mean other memory."""
        before = self.presences.evaluated.of(chain)
        changes = (self.copies.by_host(each, since) for each in before[: before.index(memory)])
        return next((change for change in changes if change is not None), None)

    def _begins_there(self, chain: Chain, construct: Construct) -> None:
        """Refuse a chain whose root is, in a directive's statement, an address of the device."""
        for item in items_of(construct) if chain.steps_out else ():
            if not item.effect.device_address:
                continue
            found = self.presences.trees.item(construct, item)
            path = found[0].paths.of(found[1]) if found is not None else None
            if path is not None and not path.steps and path.root == chain.access.root:
                span = self.context.statement(construct)
                used = [
                    each
                    for each in self.used.get(chain.number, ())
                    if span is not None and _is_in(each, span)
                ]
                if used:
                    text, data = self.context.spelling(item.span), construct.spelling
                    self.findings.say("enclosing-data", used[0], chain, (), "address", data=data, text=text)
                    return

    # --- directives that move data -------------------------------------------------------------------------

    def _moved(self, chain: Chain, construct: Construct, span: Span | None) -> None:
        """Refuse a directive of the region that moves a copy of what the region has in its local."""
        written, end = self.facts.written.get(chain.number, ()), construct.pragma.span.end
        later = any(place.start >= end for place in self.used.get(chain.number, ()))
        own = self.presences.evaluated.own(chain)
        if own is not None and self.presences.updates_local(construct, chain):
            found = self.presences.at(construct, own)
            if found is not None:
                self._refuse(chain, construct.pragma.span, found.by, "updated", construct=construct.spelling)
                return
        for memory in self.presences.evaluated.of(chain):
            for row, item in self.presences.listed_in(construct, memory, AliasResult.MAY):
                changed = [
                    place for place in written if memory is own and (span is None or _is_in(place, span))
                ]
                text, effect = self.context.spelling(item.span), row.effect
                if row.alone and effect.to_device and changed:
                    self._refuse(chain, item.span, row, "sent", changed[0], text=text)
                    return
                comes = later if row.alone else self.copies.by_device(memory, None) is not None
                if effect.from_device and (changed or comes):
                    self._refuse(chain, item.span, row, "brought", text=text)
                    return

    def _copied(self, chain: Chain, kernel: Construct, whole: Span) -> bool:
        """Refuse a kernel that copies, whatever the device has, what a local has another value of."""
        changed = self.facts.written.get(chain.number, ())
        written = [place for place in changed if not _is_in(place, whole)]
        later = any(place.start >= whole.end for place in self.used.get(chain.number, ()))
        own = self.presences.evaluated.own(chain)
        for row, item in self.presences.listed_in(kernel, own, AliasResult.MAY) if own is not None else ():
            text = self.context.spelling(item.span)
            if row.always and row.effect.to_device and written:
                self._refuse(chain, item.span, row, "sent", written[0], text=text)
                return True
            if row.always and row.effect.from_device and (written or later):
                self._refuse(chain, item.span, row, "brought", text=text)
                return True
        return False

    def _called(self, chain: Chain) -> None:
        """Refuse data directives of called functions that move a copy of what a local stands for."""
        written, used = self.facts.written.get(chain.number, ()), self.used.get(chain.number, ())
        own, region = self.presences.evaluated.own(chain), self.context.regions[chain.region]
        flow = self.presences.listing.flow
        function = flow.function(region.span.start)
        if own is None:
            return
        for row in self.presences.nearby.of(own):
            moves = row.effect.to_device or row.effect.from_device
            around = flow.function(row.span.start) if moves and not (row.kernel or row.declared) else None
            inside = row in self.presences.listing.calls and _is_in(row.span, region.span)
            other = around is not None and around != function and flow.leads(region.span, around)
            if (inside or other) and self.presences.containment.of(row, own) is not AliasResult.NO:
                if row.effect.to_device and written:
                    self._refuse(chain, written[0], row, "sent", text=chain.text)
                    return
                if row.effect.from_device and used:
                    self._refuse(chain, used[0], row, "brought")
                    return

        deep = self._deep
        if deep is not None and used and _DEEP.search(self.context.lexed.code, *region.span):
            if self.presences.containment.of(deep, own) is not AliasResult.NO:
                self._refuse(chain, used[0], deep, "brought")
                return
        others = self.presences.listing.others
        if others.movers and self.presences.containment.meets(others.data, own):
            names = words_in(self.context.lexed.code[region.span.start : region.span.end])
            mover = next((each for each in names if each in others.movers), "")
            if mover and used:
                self.findings.say("enclosing-data", used[0], chain, (), "brought", data=mover)

    @cached_property
    def _deep(self) -> Row | None:
        """What deep copies put on the device."""
        rows = (row for row in self.presences.listing.rows if row.says == "deepcopy")
        return next(rows, None)

    # --- messages ------------------------------------------------------------------------------------------

    def _refuse(
        self, chain: Chain, span: Span, row: Row, form: str, change: Span | None = None, **fields: str
    ) -> None:
        file = self.context.file
        word = "stands" if row.alone else "begins"
        notes = [Note(f"'{row.says}' {word} here", Place(file, row.span))] if row.span.end else []
        if change is not None and change != span and change.end:
            notes.append(Note("it may be changed here", Place(file, change)))
        self.findings.say("enclosing-data", span, chain, tuple(notes), form, data=row.says, **fields)


def _is_in(place: Span, span: Span) -> bool:
    return span.start <= place.start < span.end
