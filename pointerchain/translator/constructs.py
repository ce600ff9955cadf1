# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Constructs: acc and omp directives in regions -> writes, missing data clauses, refusals.

``#pragma acc parallel loop`` over a body that changes a hoisted ``s->n``  ->  ``copy(pc_n)`` is
missing: without it the scalar would be firstprivate and its new value lost (OpenACC 3.3, 2.5.1;
OpenMP 5.2, 5.8.3).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.chains import Resolved, Shape
from pointerchain.translator.checks import Findings, UseChecks
from pointerchain.translator.directives import Clause, Construct
from pointerchain.translator.paths import DEREF, canonical
from pointerchain.translator.regions import Region, construct_span, is_standalone
from pointerchain.translator.scan import Hoist, Occurrence, Other
from pointerchain.translator.waits import argument_of, asynchronous, is_waited_for

_DATA_CLAUSES = frozenset(
    b"copy copyin copyout create no_create present deviceptr attach detach delete private firstprivate "
    b"reduction map is_device_ptr has_device_addr use_device use_device_ptr use_device_addr shared "
    b"lastprivate in_reduction task_reduction linear pcopy pcopyin pcopyout pcreate "
    b"present_or_copy present_or_copyin present_or_copyout present_or_create "
    b"host self device to from device_resident link copyprivate".split()
)
_WRITING = frozenset(
    b"copy copyout pcopy pcopyout present_or_copy present_or_copyout reduction lastprivate linear "
    b"in_reduction task_reduction host self from".split()
)
_BY_VALUE = frozenset(
    b"private firstprivate reduction lastprivate shared linear in_reduction task_reduction deviceptr "
    b"is_device_ptr use_device use_device_ptr copyprivate".split()
)
_SHARING = frozenset(b"shared private firstprivate lastprivate reduction linear in_reduction".split())
_NOT_OF_LOCALS = frozenset(b"present no_create attach detach has_device_addr use_device_addr".split())
_ONLY_IN_UPDATES = frozenset((b"self", b"host", b"device"))
_MAP_IN = re.compile(rb"(?:\A|[\s,(])(?:to|alloc|release|delete)\s*\Z")
_EXCLUSIVE = frozenset((b"single", b"master", b"masked", b"critical"))
_PARALLEL_WORDS = {
    "acc": frozenset((b"parallel", b"kernels", b"serial", b"loop")),
    "omp": frozenset(
        b"parallel for simd sections task taskloop target teams distribute loop section scope".split()
    ),
}
_ORPHANED = {
    "acc": frozenset((b"atomic", b"loop")),
    "omp": frozenset(
        b"atomic critical ordered flush barrier single master masked for sections section loop scope "
        b"distribute workdistribute workshare".split()
    ),
}
"""What tells that several threads run a region, where nothing in the region starts them."""
_SHARING_ONE = frozenset((b"atomic", b"critical", b"ordered"))
"""What tells that several threads change one object."""


class Addition(NamedTuple):
    """A clause to add to a directive for a hoist, with ``{}`` for the local's name."""

    construct: Construct
    hoist: int
    clause: str


def is_compute(construct: Construct) -> bool:
    """Whether a directive runs its statement on the device."""
    if construct.dialect == "acc":
        return bool(construct.name) and construct.name[0] in (b"parallel", b"kernels", b"serial")
    words = construct.name
    return b"target" in words and not {b"data", b"update", b"enter", b"exit"} & set(words)


def _is_parallel(construct: Construct) -> bool:
    if is_standalone(construct) or b"data" in construct.name or b"host_data" in construct.name:
        return False
    return bool(_PARALLEL_WORDS[construct.dialect] & set(construct.name)) and construct.name[0] != b"declare"


class ConstructChecks:
    """Judges what the directives in the regions do with the chains they name."""

    def __init__(
        self, analysis: Analysis, resolved: dict[int, Resolved], findings: Findings, uses: UseChecks
    ) -> None:
        self.analysis, self.resolved, self.findings, self.uses = analysis, resolved, findings, uses
        self.spans: dict[int, Span | None] = {}
        self.named: dict[int, set[int]] = {}
        """Per construct (its place): the hoists that its data clauses name."""
        self.lent: list[tuple[Construct, Clause, Occurrence]] = []
        """Occurrences whose local an asynchronous construct reads or writes where it lies."""
        self.shared: dict[int, set[int]] = {}
        """Likewise for the data-sharing clauses alone."""

    def span(self, construct: Construct) -> Span | None:
        """The statement of a construct in the source."""
        key = construct.pragma.span.start
        if key not in self.spans:
            self.spans[key] = construct_span(self.analysis.lexed, construct)
        return self.spans[key]

    def clauses(self) -> None:
        """What data clauses do to the chains they name; notes the writes."""
        for occurrence in self.findings.replaced:
            if occurrence.construct is not None:
                self._followed(occurrence, occurrence.construct)
                self._item(occurrence, occurrence.construct)
        for other in self.analysis.scan.others:
            if other.construct is not None:
                self._unlike(other)
        spans = []
        for constructs in self.analysis.scan.inside.values():
            for construct in constructs:
                span = self.span(construct) if is_compute(construct) else None
                if span is not None:
                    spans.append(span)
        self.uses.compute_spans = tuple(spans)

    def _followed(self, occurrence: Occurrence, construct: Construct) -> None:
        """A container in a directive's text is hoisted as a pointer: it can be subscripted only."""
        hoist = self.analysis.scan.hoists[occurrence.hoist]
        after = construct.pragma.text[occurrence.span.end - construct.pragma.body.start :].lstrip()
        if self.resolved[hoist.number].shape in (Shape.CONTAINER, Shape.HANDLE) and after.startswith(b"."):
            why = "in a directive other than by subscript, and is hoisted as a pointer"
            self.uses.complain("unsupported-use", occurrence.span, hoist, why=why)

    def _unlike(self, other: Other) -> None:
        """In a directive's text Clang evaluates nothing: subscripts are compared as they are spelled."""
        ops = canonical(other.mention.path.ops)
        for hoist in self.uses.active(other.region):
            own = canonical(hoist.path.ops)
            mine, theirs = hoist.path.root, other.mention.path.root
            if len(ops) < len(own) or mine.rpartition(b"::")[2] != theirs.rpartition(b"::")[2]:
                continue
            if mine != theirs:
                if ops[: len(own)] == own:
                    why = "in a directive with its root spelled otherwise"
                    self.uses.complain("unsupported-use", other.mention.upto(len(own)), hoist, why=why)
                continue
            unlike = [k for k in range(len(own)) if ops[k] != own[k]]
            subscripts = all(ops[k][:1] == b"[" == own[k][:1] or DEREF in (ops[k], own[k]) for k in unlike)
            if unlike and subscripts and not all(_is_number(ops[k]) and _is_number(own[k]) for k in unlike):
                why = "in a directive with a subscript that is spelled otherwise"
                self.uses.complain("unsupported-use", other.mention.upto(len(own)), hoist, why=why)

    def _item(self, occurrence: Occurrence, construct: Construct) -> None:
        clause = _clause_at(construct, occurrence.span.start)
        if clause is None or clause.argument is None:
            return
        if clause.name not in _DATA_CLAUSES and clause.name != b"depend":
            return
        if clause.name in _ONLY_IN_UPDATES and not is_standalone(construct):
            return  # a condition, or the number of a device
        if clause.name == b"device" and construct.dialect == "omp":
            return
        base = construct.pragma.body.start
        text = construct.pragma.text
        before = text[clause.argument.start - base : occurrence.span.start - base].rstrip()
        if before and not before.endswith((b",", b":")):
            return  # a bound of another item's array section
        if before.count(b"[") > before.count(b"]"):
            return
        if clause.name == b"linear" and b":" in _without_sections(before):
            return  # the step
        hoist = self.analysis.scan.hoists[occurrence.hoist]
        resolved = self.resolved[hoist.number]
        after = text[occurrence.span.end - base : clause.argument.end - base].lstrip()
        section = after.startswith(b"[")
        if clause.name == b"shared" and {b"task", b"taskloop"} & set(construct.name):
            why = "in 'shared' of a task, which may run when the local is gone"
            self.uses.complain("unsupported-use", occurrence.span, hoist, why=why)
            return
        if clause.name == b"depend":
            if not section:
                why = "in 'depend', where the local's address would stand for the member's"
                self.uses.complain("unsupported-use", occurrence.span, hoist, why=why)
            return
        if clause.name in _SHARING:
            self.shared.setdefault(construct.pragma.span.start, set()).add(hoist.number)
        self.named.setdefault(construct.pragma.span.start, set()).add(hoist.number)
        if not section and not self._whole(occurrence, construct, clause, hoist, resolved):
            return
        if section or resolved.shape not in (Shape.SCALAR, Shape.RECORD, Shape.DEPENDENT, Shape.POINTER):
            return
        writes = clause.name in _WRITING
        if clause.name == b"map":
            kind = _without_sections(before)
            kind = kind.rpartition(b":")[0] if b":" in kind else b""
            writes = not _MAP_IN.search(kind)
        if clause.name in (b"self", b"host", b"from") and construct.name[-1:] != (b"update",):
            writes = False
        if resolved.shape is Shape.POINTER and clause.name != b"lastprivate":
            writes = False
        if writes and not resolved.const:  # of a const object comes back what went to the device
            if resolved.bit_field:
                self.uses.complain("bit-field-written", occurrence.span, hoist)
            self.uses.write(hoist.number, occurrence.span)

    def _whole(
        self, occurrence: Occurrence, construct: Construct, clause: Clause, hoist: Hoist, resolved: Resolved
    ) -> bool:
        """Refuse a clause that would map the local itself where the member was meant."""
        name = clause.name.decode()
        if resolved.shape is Shape.ARRAY or resolved.shape in (Shape.CONTAINER, Shape.HANDLE):
            if clause.name not in _BY_VALUE or resolved.shape is Shape.ARRAY:
                why = f"in '{name}' without an array section, where only the pointer would be meant"
                self.uses.complain("unsupported-use", occurrence.span, hoist, why=why)
                return False
            return True
        if is_standalone(construct) or construct.name[:1] == (b"declare",):
            why = f"in '{name}' of '{construct.spelling}', whose data outlives the local"
            self.uses.complain("unsupported-use", occurrence.span, hoist, why=why)
            return False
        if clause.name in _NOT_OF_LOCALS and not self._is_on_device(occurrence, construct, clause, hoist):
            why = f"in '{name}', where the local is never on the device"
            self.uses.complain("unsupported-use", occurrence.span, hoist, why=why)
            return False
        if clause.name not in _BY_VALUE and asynchronous(construct) is not None:
            self.lent.append((construct, clause, occurrence))
        return True

    def _is_on_device(
        self, occurrence: Occurrence, construct: Construct, clause: Clause, hoist: Hoist
    ) -> bool:
        """Whether a directive around, or the same one, puts the local on the device."""
        if clause.name in (b"attach", b"detach", b"has_device_addr"):
            return False
        for row in self.findings.replaced:
            around = row.construct
            if around is None or row.hoist != hoist.number or row.span == occurrence.span:
                continue
            given = _clause_at(around, row.span.start)
            if given is None or given.name in _NOT_OF_LOCALS or given.name not in _DATA_CLAUSES - _BY_VALUE:
                continue
            span = self.span(around)
            at = construct.pragma.span.start
            if around is construct or (span is not None and span.start <= at < span.end):
                return True
        return False

    # --- compute constructs ----------------------------------------------------------------------------

    def additions(self) -> tuple[Addition, ...]:
        """The data clauses that written scalars need; refuses what no clause can save."""
        out: list[Addition] = []
        self._lent()
        for region in self.analysis.layout.regions:
            self._parallel_around(region)
        seen: set[int] = set()
        self.written: dict[int, list[Hoist]] = {}
        for number in self.findings.written:
            hoist = self.analysis.scan.hoists[number]
            top = self.analysis.lineage(hoist.region)[-1].number
            self.written.setdefault(top, []).append(hoist)
        self.replaced = sorted(
            ((o.span.start, o.hoist) for o in self.findings.replaced), key=lambda row: row[0]
        )
        for region in self.analysis.outermost:
            for construct in self.analysis.scan.inside[region.number]:
                key = construct.pragma.span.start
                span = self.span(construct)
                if key in seen or span is None:
                    continue
                seen.add(key)
                if is_compute(construct):
                    out += self._compute(construct, span, region.number)
                if {b"task", b"taskloop"} & set(construct.name):
                    self._tasks(construct, span, region.number)
                out += self._default_none(construct, span)
        return tuple(out)

    def _compute(self, construct: Construct, span: Span, top: int) -> list[Addition]:
        out = []
        named = self.named.get(construct.pragma.span.start, set())
        for hoist in self.written.get(top, ()):
            number, places = hoist.number, self.findings.written[hoist.number]
            region = self.analysis.regions[hoist.region]
            if not region.span.start <= construct.pragma.span.start < region.span.end:
                continue
            inside = [p for p in places if span.start <= p.start < span.end]
            own = [p for p in places if construct.pragma.span.start <= p.start < construct.pragma.span.end]
            if not inside and not own:
                continue
            self._asynchronous(construct, hoist, region)
            if number not in named:
                clause = "copy({})" if construct.dialect == "acc" else "map(tofrom: {})"
                out.append(Addition(construct, number, clause))
        return out

    def _default_none(self, construct: Construct, span: Span) -> list[Addition]:
        """With ``default(none)`` a local must be listed as the chain's root was.

        So with OpenMP's ``private`` and ``firstprivate``: the chain is no variable and has no copy.
        """
        kinds = (b"none", b"private", b"firstprivate") if construct.dialect == "omp" else (b"none",)
        if not any(c.name == b"default" and argument_of(construct, c) in kinds for c in construct.clauses):
            return []
        out: list[Addition] = []
        named = self.shared.get(construct.pragma.span.start, set())
        if construct.dialect == "acc":
            named = named | self.named.get(construct.pragma.span.start, set())
        first, last = bisect_left(self.replaced, (span.start, -1)), bisect_left(self.replaced, (span.end, -1))
        for number in sorted({number for _, number in self.replaced[first:last]}):
            hoist = self.analysis.scan.hoists[number]
            region = self.analysis.regions[hoist.region]
            inside = region.span.start <= construct.pragma.span.start < region.span.end
            if not inside or number in named:
                continue
            if construct.dialect == "omp":
                out.append(Addition(construct, number, "shared({})"))
            elif number not in self.findings.written and self.resolved[number].shape is Shape.SCALAR:
                out.append(Addition(construct, number, "firstprivate({})"))
        return out

    def _tasks(self, construct: Construct, span: Span, top: int) -> None:
        """A task has a copy of its own, and may run after the region: nothing it writes comes back."""
        for hoist in self.written.get(top, ()):
            places = self.findings.written[hoist.number]
            region = self.analysis.regions[hoist.region]
            if not region.span.start <= construct.pragma.span.start < region.span.end:
                continue
            if any(construct.pragma.span.start <= p.start < span.end for p in places):
                self.uses.complain("async-write", construct.pragma.span, hoist)

    def _asynchronous(self, construct: Construct, hoist: Hoist, region: Region) -> None:
        if asynchronous(construct) is None:
            return
        if not is_waited_for(self.analysis, construct, self.span(construct), region):
            self.uses.complain("async-write", construct.pragma.span, hoist)

    def _lent(self) -> None:
        """A local that an asynchronous construct is given the address of must be there when it runs."""
        for construct, clause, occurrence in self.lent:
            hoist = self.analysis.scan.hoists[occurrence.hoist]
            region = self.analysis.regions[hoist.region]
            if not is_waited_for(self.analysis, construct, self.span(construct), region):
                name = clause.name.decode()
                why = f"in '{name}' of an asynchronous construct, which may run when the local is gone"
                self.uses.complain("unsupported-use", occurrence.span, hoist, why=why)

    def _parallel_around(self, region: Region) -> None:
        """A local in a parallel construct is each thread's own: updates of one scalar would be lost."""
        hoists = [h for h in self.uses.hoists_of.get(region.number, ()) if h.number in self.findings.written]
        if not hoists:
            return
        around: list[tuple[int, Construct, Span]] = []
        function = self.analysis.outermost_start(region)
        for construct in self.analysis.constructs(Span(function, region.span.start)):
            span = self.span(construct)
            if span is not None and span.start <= region.span.start and region.span.end <= span.end:
                around.append((construct.pragma.span.start, construct, span))
        for _, construct, span in reversed(around):
            if construct.name[-1:] and construct.name[-1] in _EXCLUSIVE:
                return
            if _is_parallel(construct):
                self._refuse_parallel(hoists, construct, span, region)
                return
        self._refuse_unordered(region, hoists)

    def _refuse_parallel(self, hoists: list[Hoist], construct: Construct, span: Span, region: Region) -> None:
        own: list[Hoist] = []
        for hoist in hoists:
            root = self.resolved[hoist.number].root
            if root is not None and root.main:
                place = self.analysis.probe.back(root.offset)
                if span.start <= place < span.end:
                    own.append(hoist)  # each iteration has a root of its own
                    continue
            if hoist.declared.item.watched:
                own.append(hoist)  # each iteration has an element of its own
                continue
            note = Note(
                f"'{construct.spelling}' begins here", Place(self.analysis.file, construct.pragma.span)
            )
            place_of = self.findings.written[hoist.number][0]
            self.uses.complain("write-in-parallel", place_of, hoist, (note,), construct=construct.spelling)
        # unless it is shared after all, as an atomic change of it says
        self._refuse_shared(region, own, _SHARING_ONE)

    def _refuse_unordered(self, region: Region, hoists: list[Hoist]) -> None:
        """A change in a construct that binds to a team is a caller's team's where the region forks none."""
        inside = self.analysis.scan.inside[region.number]
        forks = [span for c in inside if _forks(c) and (span := self.span(c)) is not None]
        for construct in inside:
            words = _ORPHANED[construct.dialect]
            at = construct.pragma.span.start
            if not words & set(construct.name) or _forks(construct):
                continue
            if any(f.start <= at < f.end for f in forks):
                continue
            span = self.span(construct)
            # threads that meet, or a work share, tell the same of the whole region
            whole = not _SHARING_ONE & set(construct.name[:1])
            self._refuse_in(construct, region.span if whole or span is None else span, hoists)

    def _refuse_shared(self, region: Region, hoists: list[Hoist], words: frozenset[bytes]) -> None:
        for construct in self.analysis.scan.inside[region.number] if hoists else ():
            span = self.span(construct)
            if span is not None and words & set(construct.name[:1]):
                self._refuse_in(construct, span, hoists)

    def _refuse_in(self, construct: Construct, span: Span, hoists: list[Hoist]) -> None:
        """Refuse the changes in a span, which a construct says are several threads'."""
        for hoist in hoists:
            written = self.findings.written[hoist.number]
            own = construct.pragma.span
            places = [
                p for p in written if span.start <= p.start < span.end or own.start <= p.start < own.end
            ]
            if places:
                note = Note(f"'{construct.spelling}' begins here", Place(self.analysis.file, own))
                self.uses.complain(
                    "write-in-parallel", places[0], hoist, (note,), construct=construct.spelling
                )


def _forks(construct: Construct) -> bool:
    """Whether a construct starts the threads that run its statement."""
    if construct.dialect == "acc":
        return is_compute(construct)
    return bool({b"parallel", b"teams"} & set(construct.name)) or is_compute(construct)


def _is_number(op: bytes) -> bool:
    return op == DEREF or op[1:-1].isdigit()


def _without_sections(text: bytes) -> bytes:
    """A clause's text without what stands in brackets, where a colon is an array section's."""
    while b"[" in text and (less := re.sub(rb"\[[^][]*\]", b"", text)) != text:
        text = less
    return text


def _clause_at(construct: Construct, offset: int) -> Clause | None:
    for clause in construct.clauses:
        if clause.span.start <= offset < clause.span.end:
            return clause
    return None
