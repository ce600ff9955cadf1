# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Environment: constructs that give a chain's names, or its memory, another meaning than the host's.

``#pragma omp parallel`` in a region whose chain begins at a ``threadprivate`` pointer  ->  error:
each thread has a chain of its own there, and the local is one.
"""

from __future__ import annotations

import re

from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.chains import Shape
from pointerchain.translator.checks import UseChecks, show
from pointerchain.translator.constructs import is_compute
from pointerchain.translator.directives import Construct
from pointerchain.translator.libclang import Kind
from pointerchain.translator.mentions import find_roots, mentions
from pointerchain.translator.paths import DEREF, canonical
from pointerchain.translator.regions import construct_span, is_standalone
from pointerchain.translator.scan import Hoist
from pointerchain.translator.waits import argument_of

_THREADS = frozenset(b"parallel task taskloop teams target sections".split())
_CHANGING = frozenset(b"linear lastprivate reduction in_reduction copyprivate copyin".split())
_OF_A_THREAD = rb"(?:_Thread_local|__thread|thread_local)\b[^;{}]*?(?<![\w$])%s(?![\w$])\s*[;=\[,)]"
_THREADPRIVATE = rb"\bthreadprivate\b(?:[^\n\\]|\\\r?\n)*?(?<![\w$])%s(?![\w$])"
_MAPPED_OTHERWISE = frozenset((b"alloc", b"from", b"none", b"present"))


class EnvironmentChecks:
    """Judges what constructs in and around the regions do to the chains' names and memory."""

    def __init__(self, analysis: Analysis, uses: UseChecks) -> None:
        self.analysis, self.uses = analysis, uses
        self.spans: dict[int, Span | None] = {}
        self.of_threads: dict[bytes, bool] = {}
        self.used: dict[int, list[Span]] = {}
        for row in uses.findings.replaced:
            if row.construct is None:
                self.used.setdefault(row.hoist, []).append(row.span)

    def run(self) -> None:
        """Ask everything."""
        for hoist in self.analysis.scan.hoists:
            if hoist.number not in self.uses.resolved:
                continue
            for construct in self.analysis.scan.inside[hoist.region]:
                self._names(hoist, construct)
                self._copies(hoist, construct)
                self._mapping(hoist, construct)
                self._cancels(hoist, construct)
            if hoist.number in self.uses.findings.written:
                self._data_around(hoist)

    def _span(self, construct: Construct) -> Span | None:
        key = construct.pragma.span.start
        if key not in self.spans:
            self.spans[key] = construct_span(self.analysis.lexed, construct)
        return self.spans[key]

    def _uses_in(self, hoist: Hoist, span: Span | None) -> list[Span]:
        if span is None:
            return []
        return [use for use in self.used.get(hoist.number, ()) if span.start <= use.start < span.end]

    def _note(self, construct: Construct) -> tuple[Note, ...]:
        place = Place(self.analysis.file, construct.pragma.span)
        return (Note(f"'{construct.spelling}' begins here", place),)

    # --- names -----------------------------------------------------------------------------------------

    def _names(self, hoist: Hoist, construct: Construct) -> None:
        """The root and the subscripts' variables must be the construct's as they are the region's."""
        names = {watched.path.root for watched in hoist.declared.item.watched}
        if any(op.startswith(b".") for op in hoist.path.ops):
            names.add(hoist.path.root)  # a lone member of 'this' is the chain itself
        uses = self._uses_in(hoist, self._span(construct))
        if not uses:
            return
        for clause in construct.clauses:
            if clause.name not in _CHANGING or (clause.name == b"copyin" and construct.dialect == "acc"):
                continue
            text = argument_of(construct, clause)
            if clause.name == b"linear":
                text = text.partition(b":")[0]  # a step is only read
            for name in sorted(names):
                if self._is_listed(text, name):
                    why = f"in '{construct.spelling}', whose '{clause.name.decode()}' changes '{show(name)}'"
                    self.uses.complain("unsupported-use", uses[0], hoist, self._note(construct), why=why)
        if construct.dialect == "omp" and _THREADS & set(construct.name):
            for name in sorted(names):
                if self._is_of_a_thread(name):
                    why = f"in '{construct.spelling}', where each thread has a '{show(name)}' of its own"
                    self.uses.complain("unsupported-use", uses[0], hoist, self._note(construct), why=why)

    def _is_listed(self, text: bytes, name: bytes) -> bool:
        """Whether a clause lists a variable, alone and not as a part of an expression."""
        return bool(re.search(rb"(?:\A|[,:(])\s*" + re.escape(name) + rb"\s*(?:\)\s*)*(?:\Z|[,:])", text))

    def _is_of_a_thread(self, name: bytes) -> bool:
        """Whether a variable of a name is a thread's own, as a declaration or a directive somewhere says."""
        if name not in self.of_threads:
            word = re.escape(name)
            pattern = re.compile(_OF_A_THREAD % word + b"|" + _THREADPRIVATE % word)
            texts = [self.analysis.lexed.data]
            texts += [self.analysis.unit.text_of(file) for file in self.analysis.unit.included]
            self.of_threads[name] = any(
                (b"hread" in text) and name in text and pattern.search(text) is not None for text in texts
            )
        return self.of_threads[name]

    # --- memory ----------------------------------------------------------------------------------------

    def _copies(self, hoist: Hoist, construct: Construct) -> None:
        """Where the object that a chain is a part of is copied into a construct, the chain is the copy's."""
        ops = canonical(hoist.path.ops)
        resolved = self.uses.resolved[hoist.number]
        lone = resolved.root is None or resolved.root.kind == Kind.FIELD  # of 'this', which is no variable
        if DEREF in ops or lone or not any(op.startswith(b".") for op in ops):
            return
        uses = self._uses_in(hoist, self._span(construct))
        if not uses:
            return
        name = show(hoist.path.root)
        elements = resolved.shape in (Shape.ARRAY, Shape.CONTAINER, Shape.DEPENDENT)
        changes = elements or hoist.number in self.uses.findings.written
        listing = {
            clause.name
            for clause in construct.clauses
            if self._is_listed(argument_of(construct, clause), hoist.path.root)
        }
        for clause in ("private", "firstprivate"):
            if clause.encode() in listing and (changes or clause == "private"):
                why = f"in '{construct.spelling}', whose '{clause}' makes a copy of '{name}'"
                self.uses.complain("unsupported-use", uses[0], hoist, self._note(construct), why=why)
                return
        if not elements or resolved.file_scope or self._is_named(hoist, construct):
            return
        if {b"task", b"taskloop"} & set(construct.name):
            shares = any(
                clause.name == b"default" and argument_of(construct, clause) == b"shared"
                for clause in construct.clauses
            )
            if not shares and b"shared" not in listing:
                why = f"in '{construct.spelling}', which may have a copy of '{name}': add 'shared({name})'"
                self.uses.complain("unsupported-use", uses[0], hoist, self._note(construct), why=why)
        elif is_compute(construct) and not self._is_kept_on_device(hoist):
            way = "name the chain in a data clause"
            why = f"in '{construct.spelling}', which copies '{name}' but not the local: {way}"
            self.uses.complain("unsupported-use", uses[0], hoist, self._note(construct), why=why)

    def _is_kept_on_device(self, hoist: Hoist) -> bool:
        """Whether a data directive of the function before a region's end names the chain's root."""
        region = self.analysis.regions[hoist.region]
        function = self.analysis.outermost_start(region)
        word = re.compile(rb"(?<![\w$])" + re.escape(hoist.path.root) + rb"(?![\w$])")
        return any(
            b"data" in construct.name and word.search(construct.pragma.text)
            for construct in self.analysis.constructs(Span(function, region.span.end))
        )

    def _mapping(self, hoist: Hoist, construct: Construct) -> None:
        """A ``defaultmap`` says for variables what the chain, which is none, was not subject to."""
        uses = self._uses_in(hoist, self._span(construct))
        if not uses or construct.dialect != "omp":
            return
        if construct.name[:1] in ((b"metadirective",), (b"begin",)):
            if hoist.number in self.uses.findings.written:
                why = f"in '{construct.spelling}', which may be any construct, and changed"
                self.uses.complain("unsupported-use", uses[0], hoist, self._note(construct), why=why)
            return
        if not is_compute(construct):
            return
        for clause in construct.clauses:
            kind = argument_of(construct, clause).partition(b":")[0].strip()
            if (
                clause.name == b"defaultmap"
                and kind in _MAPPED_OTHERWISE
                and not self._is_named(hoist, construct)
            ):
                why = (
                    f"in '{construct.spelling}', whose 'defaultmap({kind.decode()})' would hold for the local"
                )
                self.uses.complain("unsupported-use", uses[0], hoist, self._note(construct), why=why)

    def _is_named(self, hoist: Hoist, construct: Construct) -> bool:
        return any(
            row.hoist == hoist.number and row.construct is construct for row in self.uses.findings.replaced
        )

    def _data_around(self, hoist: Hoist) -> None:
        """A data construct around the region keeps the member on the device; its end would overwrite it."""
        region = self.analysis.regions[hoist.region]
        written = self.uses.findings.written[hoist.number]
        inside = self.analysis.scan.inside[hoist.region]
        kernels = [(c, span) for c in inside if is_compute(c) and (span := self._span(c)) is not None]
        changed = [
            (c, p) for c, span in kernels for p in written if c.pragma.span.start <= p.start < span.end
        ]
        if not changed:
            return
        function = self.analysis.outermost_start(region)
        own = canonical(hoist.path.ops)
        roots = frozenset((hoist.path.root,))
        for around in self.analysis.constructs(Span(function, region.begin.start)):
            if b"data" not in around.name:
                continue
            span = self._span(around)
            entered = is_standalone(around) and b"enter" in around.name
            if not entered and (span is None or not span.start <= region.span.start < span.end):
                continue
            text = around.pragma.text
            for mention in mentions(text, 0, len(text), roots, find_roots(roots)):
                ops = mention.path.ops
                while ops and ops[-1].startswith(b"["):
                    ops = ops[:-1]
                if ops and own[: len(ops)] == canonical(ops):
                    kernel, place = changed[0]
                    why = (
                        f"and changed in '{kernel.spelling}' while '{around.spelling}' keeps it on the device"
                    )
                    self.uses.complain("unsupported-use", place, hoist, self._note(around), why=why)
                    return

    # --- ways out --------------------------------------------------------------------------------------

    def _cancels(self, hoist: Hoist, construct: Construct) -> None:
        """A cancellation leaves the construct that it names: a way out where that lies around the region."""
        if construct.name[:1] not in ((b"cancel",), (b"cancellation",)):
            return
        if hoist.number not in self.uses.findings.written:
            return
        at, word = construct.pragma.span.start, construct.name[-1]
        for around in self.analysis.scan.inside[hoist.region]:
            span = self._span(around)
            if word in around.name and span is not None and span.start <= at < span.end:
                return
        self.uses.complain("unsupported-exit", construct.pragma.span, hoist, exit=construct.spelling)
