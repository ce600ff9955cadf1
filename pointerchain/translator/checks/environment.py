# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Environment: constructs that give a chain's names, or its memory, another meaning than the host's.

``#pragma omp parallel`` in a region whose chain begins at a ``threadprivate`` pointer  ->  error:
each thread has a chain of its own there, and the local is one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.analysis.access import AccessPath, Relation, Step, StepKind, compare
from pointerchain.diagnostics import Note, Place
from pointerchain.dialects import Role, default_effect
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.checks.threads import Threads
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.clause_values import COPIES, LISTS, Answer, ClauseValues
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts, Listed
from pointerchain.translator.text.clause_code import arguments_in, code_in
from pointerchain.translator.text.clauses import argument_of, default_of, row_of, variants
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.expand import expand
from pointerchain.translator.text.regions import is_compute

_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_DECLARES = rb"declare\s+reduction\s*\(\s*%s\s*:((?:[^\n\\]|\\\r?\n|\\.)*)"
_RUNS = lazy_pattern(rb"(?<![\w$])(?!initializer\b|omp_priv\b)[A-Za-z_][\w$]*\s*\(|->")
"""A call, or what follows a pointer of the object: either may come to a chain."""
_NUMBERS = lazy_pattern(
    rb"(?:\b(?:double|float|int|long|short|char|signed|unsigned|bool|size_t|u?int\d+_t|_Bool|_?Complex)\b|[\s,:])+"
)
"""The types of a reduction whose objects lead nowhere."""
_OUT = (StepKind.DEREFERENCE, StepKind.OPERATOR)


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
        reached = chain.file_scope and not chain.of_this  # by code that is given nothing of the chain
        combiner = self._combiner(construct, reached)
        if combiner:
            self._refuse("stored-by-call", chain, at, construct, "clause", text=combiner)
            return
        for argument in arguments_in(text) if self.context.cxx and text is not None else ():
            item = argument.role is Role.ITEM
            name = argument.text.strip()
            copied = item and argument.clause in COPIES and name != root
            copied = copied and _WORD.fullmatch(name) is not None
            if not copied and (
                (item and argument.clause in LISTS) or root not in _WORD.findall(argument.text)
            ):
                continue
            if self.values.run_by(argument, place) is Answer.CODE:
                self._refuse("stored-by-call", chain, at, construct, "clause", text=show(argument.text))
                return

    def _combiner(self, construct: Construct, reached: bool) -> str:
        """A reduction of the program's own that a clause names, and that may come to a chain."""
        texts = [self.context.lexed.data, *(text for _, text in self.context.parsed.own_texts)]
        for clause in construct.clauses:
            row = row_of(construct, clause)
            name = argument_of(construct, clause).rpartition(b":")[0].rpartition(b",")[2].strip()
            if row is None or row.before != "identifier" or not name.decode("latin-1").isidentifier():
                continue
            declared = re.compile(_DECLARES % re.escape(name))
            said = (row.group(1) for text in texts for row in declared.finditer(text))
            leads = (row for row in said if reached or not _NUMBERS.fullmatch(row.partition(b":")[0]))
            if any(_RUNS.search(row) for row in leads):
                return show(name)
        return ""

    def _expanded(self, construct: Construct) -> bytes | None:
        start = construct.pragma.span.start
        if start not in self.expanded:
            self.expanded[start] = expand(construct.pragma.text, self.context.macro_definitions)
        return self.expanded[start]

    # --- names -----------------------------------------------------------------------------------------

    def _names(self, chain: Chain, construct: Construct) -> None:
        """The root and the subscripts' variables must be the construct's as they are the region's."""
        uses = self._uses_in(chain, self.context.statement(construct))
        for row in self._listed(construct):
            # where no statement uses it, too (OpenMP 5.2, 5.4.5, 5.4.6, 5.5.8)
            effect = row.effect
            if not effect.storage and (effect.writes or effect.broadcasts) and self._leads_to(row, chain):
                place = uses[0] if uses else row.span
                self._refuse("private-root", chain, place, construct, clause=row.clause, name=row.text)
        roots = [path.root for path in (chain.access, *chain.watched) if path.root[0] == "variable"]
        names = {self.context.references.fact(root[1]).name.encode() for root in roots}
        if uses and construct.directive is not None and construct.directive.other_thread:
            for name in sorted(names):
                if self.threads.has_own(name):
                    self._refuse("private-root", chain, uses[0], construct, "thread", name=show(name))

    def _listed(self, construct: Construct) -> tuple[Listed, ...]:
        return self.facts.listed.get(construct.pragma.span.start, ())

    def _leads_to(self, row: Listed, chain: Chain) -> bool:
        """Whether what a clause lists is a link of a chain, or what a subscript of it reads."""
        if row.path is None:
            roots = (path.root for path in (chain.access, *chain.watched) if path.root[0] == "variable")
            return any(self.context.references.fact(root[1]).name == row.text for root in roots)
        if self._rest(row, chain.access) or any(self._rest(row, path) is not None for path in chain.watched):
            return True
        return compare(row.path, chain.access, self.context.aside.references).relation is Relation.SHARED

    def _rest(self, row: Listed, path: AccessPath) -> tuple[Step, ...] | None:
        """The steps from what a clause lists to where a path leads, None where that leads elsewhere.

        Of a reference the steps from what it is bound to count, too.
        """
        aside = self.context.aside
        for named in (row.path, aside.paths.behind(row.path) if row.path is not None else None):
            how = compare(named, path, aside.references).relation if named is not None else Relation.DIFFERENT
            if named is not None and how in (Relation.PREFIX, Relation.SAME):
                return path.bare[len(named.bare) :]
        return None

    # --- memory ----------------------------------------------------------------------------------------

    def _copies(self, chain: Chain, construct: Construct) -> None:
        """Where the object that a chain is a part of is copied into a construct, the chain is the copy's."""
        uses = self._uses_in(chain, self.context.statement(construct))
        if not uses:
            return
        name = show(chain.item.path.root)
        elements = chain.shape in (Shape.ARRAY, Shape.OBJECT, Shape.CONTAINER, Shape.DEPENDENT)
        changes = elements or chain.number in self.facts.written
        listed = self._listed(construct)
        for row in listed:
            copied = row.effect.private and not row.effect.writes
            if copied and (changes or not row.effect.reads) and self._holds(row, chain):
                self._refuse("copied-object", chain, uses[0], construct, clause=row.clause, name=row.text)
                return
            if row.effect.private and self._is_told_apart(row, chain, uses):
                self._refuse("copied-object", chain, uses[0], construct, clause=row.clause, name=row.text)
                return
        if chain.steps_out or chain.of_this:
            return
        if self._copies_all(chain, construct) and (changes or chain.shape is not Shape.SCALAR):
            self._refuse("copied-object", chain, uses[0], construct, clause="default", name=name)
            return
        if not elements or chain.file_scope or self._is_named(chain, construct):
            return
        if construct.directive is not None and construct.directive.task:
            shares = any(row.effect.shares and self._is_root(row, chain) for row in listed)
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

    def _holds(self, row: Listed, chain: Chain) -> bool:
        """Whether a chain is a part of the object that a clause lists."""
        if row.path is None:
            return not chain.steps_out and self._is_root(row, chain)
        rest = self._rest(row, chain.access)
        if rest and row.section and rest[0].kind in (StepKind.DEREFERENCE, StepKind.ELEMENT):
            rest = rest[1:]  # the elements are copied
        return bool(rest) and not any(each.kind in _OUT for each in rest or ())

    def _is_told_apart(self, row: Listed, chain: Chain, uses: Sequence[Span]) -> bool:
        """Whether compilers differ in what ``this->n`` means where a clause copies ``n``."""
        if not chain.of_this or row.path is None or self._rest(row, chain.access) != ():
            return False
        return any(self.context.lexed.code.startswith(b"this", use.start) for use in uses)

    def _is_root(self, row: Listed, chain: Chain) -> bool:
        name = chain.root.name if chain.root is not None else show(chain.item.path.root)
        return row.names(chain.access.root, name)

    def _copies_all(self, chain: Chain, construct: Construct) -> bool:
        """Whether a ``default`` clause makes a copy of a chain's root, which no clause names."""
        for each in (construct, *variants(construct)):
            effect = default_of(each)
            if effect is not None and effect.private:
                return not any(self._is_root(row, chain) for row in self._listed(construct))
        return False

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
            changed = chain.number in self.facts.written
            if changed or self._lists_all(construct):
                form = "metadirective" if changed else "unlisted"
                self._refuse("unknown-construct", chain, uses[0], construct, form)
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

    def _lists_all(self, construct: Construct) -> bool:
        """Whether what a metadirective may be has to list all that it uses."""
        rows = (each for each in variants(construct) if any(c.name == b"default" for c in each.clauses))
        return any(default_of(each) is None for each in rows)

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
