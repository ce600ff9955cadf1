# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Differing: what regions do where the device has another copy of a chain's memory than its local is of.

A read of ``s->n`` in a kernel, behind one that changes it while ``omp target data map(to: s[0:1])`` keeps
``*s`` on the device  ->  error ``enclosing-data``: the local is of the host's value, which is older.
"""

from __future__ import annotations

from pointerchain.analysis.environment.present import Row
from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator.checks.copies import Copies
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.checks.presence import Cell, presences
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import is_compute


def differing(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge what regions with directives for devices do to chains whose memory may have a copy there."""
    if not presences(context, facts).rows:
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
        self.used: dict[int, list[Span]] = {}
        for row in facts.standing:
            if row.construct is None:
                self.used.setdefault(row.chain, []).append(row.span)

    def chain(self, chain: Chain) -> None:
        """Judge one chain in all directives of its region."""
        written = self.facts.written.get(chain.number, ())
        for construct in self.context.constructs_in(self.context.regions[chain.region]):
            row, span = construct.directive, self.context.statement(construct)
            if row is None:
                continue
            if is_compute(construct) and span is not None:
                whole = Span(construct.pragma.span.start, span.end)
                changed = [place for place in written if _is_in(place, whole)]
                used = [place for place in self.used.get(chain.number, ()) if _is_in(place, span)]
                if not changed or not self._changed(chain, construct, changed[0]):
                    if used or changed:
                        self._read(chain, construct, (used or changed)[0])
            elif row.data:
                self._moved(chain, construct, span)

    # --- kernels -------------------------------------------------------------------------------------------

    def _changed(self, chain: Chain, kernel: Construct, place: Span) -> bool:
        """Refuse a change in a kernel that the device's own copy would not have, or a mapping undo."""
        own = self.presences.own(chain)
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

    def _read(self, chain: Chain, kernel: Construct, place: Span) -> None:
        """Refuse a read in a kernel of what may have another value there than on the host."""
        for cell in self.presences.cells(chain):
            found = self.presences.at(kernel, cell)
            if found is None:
                continue
            if found.since is None and any(row.declared for row in found.rows):
                if not self._is_constant(cell):
                    self._refuse(chain, place, found.by, "unknown", kernel=kernel.spelling)
                    return
                continue
            change = self.copies.by_device(cell, found.since)
            form = "newer"
            if change is None:
                change, form = self.copies.by_host(cell, found.moved), "older"
            if change is not None:
                self._refuse(chain, place, found.by, form, change, kernel=kernel.spelling)
                return

    def _is_constant(self, cell: Cell) -> bool:
        """Whether a variable has the value for good that it begins with."""
        root = cell.path.root
        return root[0] == "variable" and self.context.references.is_const_variable(root[1])

    # --- directives that move data -------------------------------------------------------------------------

    def _moved(self, chain: Chain, construct: Construct, span: Span | None) -> None:
        """Refuse a directive of the region that moves a copy of what the region has in its local."""
        written, end = self.facts.written.get(chain.number, ()), construct.pragma.span.end
        later = any(place.start >= end for place in self.used.get(chain.number, ()))
        for cell in self.presences.cells(chain):
            own = cell is self.presences.own(chain)
            for row, item in self.presences.listed_in(construct, cell):
                changed = [place for place in written if own and (span is None or _is_in(place, span))]
                text, effect = self.context.spelling(item.span), row.effect
                if row.alone and effect.to_device and changed:
                    self._refuse(chain, item.span, row, "sent", changed[0], text=text)
                    return
                comes = later if row.alone else self.copies.by_device(cell, None) is not None
                if effect.from_device and (changed or comes):
                    self._refuse(chain, item.span, row, "brought", text=text)
                    return

    # --- messages ------------------------------------------------------------------------------------------

    def _refuse(
        self, chain: Chain, span: Span, row: Row, form: str, change: Span | None = None, **fields: str
    ) -> None:
        file = self.context.file
        word = "stands" if row.alone else "begins"
        notes = [Note(f"'{row.says}' {word} here", Place(file, row.span))] if row.span.end else []
        if change is not None and change != span:
            notes.append(Note("it may be changed here", Place(file, change)))
        self.findings.say("enclosing-data", span, chain, tuple(notes), form, data=row.says, **fields)


def _is_in(place: Span, span: Span) -> bool:
    return span.start <= place.start < span.end
