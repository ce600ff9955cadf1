# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Environment: constructs that give a chain's names, or its memory, another meaning than the host's.

``#pragma omp parallel`` in a region whose chain begins at a ``threadprivate`` pointer  ->  error:
each thread has a chain of its own there, and the local is one.
"""

from __future__ import annotations

import re

from pointerchain.diagnostics import Note, Place
from pointerchain.dialects import Effect, Role, default_effect, effect_of, read_argument
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.checks.threads import Threads
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.clause_values import LISTS, Answer, ClauseValues
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.clause_code import arguments_in, code_in
from pointerchain.translator.text.clauses import argument_of, default_of, row_of
from pointerchain.translator.text.directives import Clause, Construct
from pointerchain.translator.text.expand import expand
from pointerchain.translator.text.regions import is_compute

_WORD = re.compile(rb"[A-Za-z_]\w*")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge what constructs in and around the regions do to the chains' names and memory."""
    judge = _Judge(context, facts)
    for chain in facts.chains.values():
        if not chain.problems:
            judge.chain(chain)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.threads = Threads(context)
        self.values = ClauseValues(context.parsed, context.cxx)
        self.expanded: dict[int, bytes | None] = {}
        """By directive: its text with macros expanded."""
        self.used: dict[int, list[Span]] = {}
        for row in facts.standing:
            if row.construct is None:
                self.used.setdefault(row.chain, []).append(row.span)

    def chain(self, chain: Chain) -> None:
        for construct in self.context.constructs_in(self.context.regions[chain.region]):
            self._runs(chain, construct)
            self._names(chain, construct)
            self._copies(chain, construct)
            self._object(chain, construct)
            self._mapping(chain, construct)
            self._cancels(chain, construct)

    def _refuse(
        self, code: str, chain: Chain, span: Span, construct: Construct, form: str = "", **fields: str
    ) -> None:
        fields.setdefault("construct", construct.spelling)
        self.findings.say(code, span, chain, self._note(construct), form, **fields)

    def _uses_in(self, chain: Chain, span: Span | None) -> list[Span]:
        if span is None:
            return []
        return [use for use in self.used.get(chain.number, ()) if span.start <= use.start < span.end]

    def _note(self, construct: Construct) -> tuple[Note, ...]:
        place = Place(self.context.file, construct.pragma.span)
        return (Note(f"'{construct.spelling}' begins here", place),)

    # --- clauses ---------------------------------------------------------------------------------------

    def _runs(self, chain: Chain, construct: Construct) -> None:
        """What clauses assign comes behind the chain's evaluation, and so does what they give its root to."""
        if b"metadirective" in construct.name:
            return
        text = self._expanded(construct)
        at, trust, root = construct.pragma.span, self.context.trust, chain.item.path.root
        place = self.context.in_probe(at.start)
        for code in code_in(text) if text is not None else ():
            vouched = bool(trust) and code.text.isidentifier() and trust.reads(code.text, at.start)
            if code.given is None or (
                root in _WORD.findall(code.given)
                and code.text != "("
                and not vouched
                and not self.values.is_question(code, place)
            ):
                self._refuse("stored-by-call", chain, at, construct, "clause", text=code.text)
                return
        for argument in arguments_in(text) if self.context.cxx and text is not None else ():
            listed = argument.role is Role.ITEM and argument.clause in LISTS
            if listed or root not in _WORD.findall(argument.text):
                continue
            if self.values.run_by(argument, place) is Answer.CODE:
                self._refuse("stored-by-call", chain, at, construct, "clause", text=show(argument.text))
                return

    def _expanded(self, construct: Construct) -> bytes | None:
        start = construct.pragma.span.start
        if start not in self.expanded:
            self.expanded[start] = expand(construct.pragma.text, self.context.macro_definitions)
        return self.expanded[start]

    # --- names -----------------------------------------------------------------------------------------

    def _names(self, chain: Chain, construct: Construct) -> None:
        """The root and the subscripts' variables must be the construct's as they are the region's."""
        roots = [path.root for path in (chain.access, *chain.watched) if path.root[0] == "variable"]
        names = {self.context.references.fact(root[1]).name.encode() for root in roots}
        uses = self._uses_in(chain, self.context.statement(construct))
        for clause in construct.clauses:
            # 'linear' assigns where no statement does (OpenMP 5.2, 5.4.6).
            place = uses[0] if uses else construct.pragma.span
            for name in sorted(names) if uses or clause.name == b"linear" else ():
                effect = self._listed(construct, clause, name)
                if effect is not None and not effect.storage and (effect.writes or effect.broadcasts):
                    given = {"clause": clause.name.decode(), "name": show(name)}
                    self._refuse("private-root", chain, place, construct, **given)
        if not uses:
            return
        if construct.directive is not None and construct.directive.other_thread:
            for name in sorted(names):
                if self.threads.has_own(name):
                    self._refuse("private-root", chain, uses[0], construct, "thread", name=show(name))

    def _listed(self, construct: Construct, clause: Clause, name: bytes) -> Effect | None:
        """What a clause does to a variable that it lists, alone and not as a part of an expression."""
        row = row_of(construct, clause)
        if row is None or construct.directive is None:
            return None
        text = argument_of(construct, clause)
        for start, end in read_argument(row, text).items:
            if text[start:end].strip(b" ()") == name:
                return effect_of(construct.directive, row, text)
        return None

    # --- memory ----------------------------------------------------------------------------------------

    def _copies(self, chain: Chain, construct: Construct) -> None:
        """Where the object that a chain is a part of is copied into a construct, the chain is the copy's."""
        if chain.steps_out or chain.of_this:
            return
        uses = self._uses_in(chain, self.context.statement(construct))
        if not uses:
            return
        name = show(chain.item.path.root)
        elements = chain.shape in (Shape.ARRAY, Shape.OBJECT, Shape.CONTAINER, Shape.DEPENDENT)
        changes = elements or chain.number in self.facts.written
        root = chain.root.name.encode() if chain.root is not None else chain.item.path.root
        listed = [(c.name.decode(), self._listed(construct, c, root)) for c in construct.clauses]
        for clause, effect in listed:
            copied = effect is not None and effect.private and not effect.writes
            if copied and effect is not None and (changes or not effect.reads):
                self._refuse("copied-object", chain, uses[0], construct, clause=clause, name=name)
                return
        if self._copies_all(construct, root) and (changes or chain.shape is not Shape.SCALAR):
            self._refuse("copied-object", chain, uses[0], construct, clause="default", name=name)
            return
        if not elements or chain.file_scope or self._is_named(chain, construct):
            return
        if construct.directive is not None and construct.directive.task:
            shares = any(effect is not None and effect.shares for _, effect in listed)
            if not shares and not self._shares_all(construct):
                self._refuse("copied-object", chain, uses[0], construct, "task", name=name)
        elif is_compute(construct) and not self._is_kept(chain, construct):
            self._refuse("copied-object", chain, uses[0], construct, "kernel", name=name)

    def _object(self, chain: Chain, construct: Construct) -> None:
        """A reference is copied with its object where a construct takes copies of what it does not name."""
        row = construct.directive
        if chain.shape is not Shape.OBJECT or row is None or not (row.task or is_compute(construct)):
            return
        uses = self._uses_in(chain, self.context.statement(construct))
        if uses:
            form = "kernel" if is_compute(construct) else "task"
            self._refuse("object-needed", chain, uses[0], construct, form)

    def _copies_all(self, construct: Construct, root: bytes) -> bool:
        """Whether a ``default`` clause makes a copy of a variable, which no clause names."""
        effect = default_of(construct)
        copies = effect is not None and effect.private
        return copies and not any(self._listed(construct, clause, root) for clause in construct.clauses)

    def _shares_all(self, construct: Construct) -> bool:
        """Whether a ``default`` clause makes what no clause names shared."""
        effect = default_of(construct)
        return effect is not None and effect.shares

    def _is_kept(self, chain: Chain, construct: Construct) -> bool:
        """Whether the device certainly has what the chain's local leads to."""
        from pointerchain.translator.checks.presence import presences

        return presences(self.context, self.facts).is_kept(chain, construct)

    def _mapping(self, chain: Chain, construct: Construct) -> None:
        """A ``defaultmap`` says for variables what the chain, which is none, was not subject to."""
        uses = self._uses_in(chain, self.context.statement(construct))
        if not uses or construct.dialect != "omp":
            return
        if construct.directive is not None and construct.directive.association == "meta":
            if chain.number in self.facts.written:
                self._refuse("unknown-construct", chain, uses[0], construct, "metadirective")
            return
        if not is_compute(construct):
            return
        for clause in construct.clauses:
            if clause.name != b"defaultmap" or construct.directive is None:
                continue
            text = argument_of(construct, clause)
            effect = default_effect(construct.directive, b"defaultmap", text)
            harmless = effect is not None and (not effect.storage or (effect.to_device and not effect.finds))
            if not harmless and not self._is_named(chain, construct):
                category = text.partition(b":")[0].strip()
                self._refuse("defaultmap", chain, uses[0], construct, category=show(category))

    def _is_named(self, chain: Chain, construct: Construct) -> bool:
        return any(row.chain == chain.number and row.construct is construct for row in self.facts.standing)

    # --- ways out --------------------------------------------------------------------------------------

    def _cancels(self, chain: Chain, construct: Construct) -> None:
        """A cancellation leaves the construct that it names: a way out where that lies around the region."""
        leaf = construct.directive.leaves[0] if construct.directive is not None else b""
        if leaf not in (b"cancel", b"cancellation point"):
            return
        if chain.number not in self.facts.written:
            return
        at, word = construct.pragma.span.start, construct.name[-1]
        for around in self.context.constructs_in(self.context.regions[chain.region]):
            span = self.context.statement(around)
            if word in around.name and span is not None and span.start <= at < span.end:
                return
        self.findings.say("unsupported-exit", construct.pragma.span, chain, exit=construct.spelling)


def show(text: bytes) -> str:
    """Source text as a message quotes it."""
    return text.decode("utf-8", "replace")
