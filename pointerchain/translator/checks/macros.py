# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Macros: what their expansions in the regions, and in directives' texts, hide.

``#define PAR _Pragma("omp parallel")`` and ``PAR`` directly before a region  ->  error: the directive
would govern the region's block. What macros' bodies do to the chains themselves Clang's tree shows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.dialects import Directive, read_name
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.clang.parsed import Expansion
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.expand import pragmas_in
from pointerchain.translator.text.lex import before_space, statement_end
from pointerchain.translator.text.mentions import mentions
from pointerchain.translator.text.paths import canonical
from pointerchain.translator.text.regions import Region
from pointerchain.translator.text.roles import EVALUATED, part_at
from pointerchain.translator.text.spelled import hidden_in, macros_beside_values

_WORD = lazy_pattern(rb"(?<![\w.>$])[A-Za-z_]\w*")
_ANY_WORD = lazy_pattern(rb"(?<![\w$])[A-Za-z_]\w*")
_DIRECTIVE = lazy_pattern(rb"\s*(acc|omp)\b\s*")
_OF_LOOP = lazy_pattern(
    rb"\s*(?:GCC\s+(?:ivdep|unroll|novector)|clang\s+loop|(?:no)?unroll(?:_and_jam)?|ivdep)\b"
)
"""The pragmas of compilers that a loop has to follow."""
_LOOP_PRAGMA = lazy_pattern(rb"^[ \t]*((?:#|%:)[ \t]*pragma\b" + _OF_LOOP.pattern + rb")", re.M)


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Refuse what directives from macros, and macros in directives, would do."""
    judge = _Judge(context, facts)
    judge.pragmas_with_chains()
    judge.pragmas_before_regions()
    judge.changes_under_pragmas()
    judge.late_under_pragmas()
    judge.macros_in_directives()
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.said: set[int] = set()

    def _pragmas(self, expansion: Expansion) -> list[bytes] | None:
        """The texts of the pragmas that an expansion makes; None where they cannot be told."""
        if expansion.body is None:
            return []
        given = self.context.probe.text[expansion.span.start : expansion.span.end]
        if b"_Pragma" not in self.context.transitive_text(expansion.name, expansion.body + b" " + given):
            return []
        return pragmas_in(given, expansion.definitions(self.context.macro_definitions))

    def pragmas_with_chains(self) -> None:
        """A directive that a macro makes and that names a chain: its text cannot be replaced."""
        for number, expansions in self.context.expansions.items():
            family = [each.number for each in self.context.families[number]]
            for expansion in expansions:
                pragmas = self._pragmas(expansion)
                if pragmas == []:
                    continue
                span = self.context.expansion_span(expansion)
                for chain in self._seen(family, span.start):
                    names = _names(chain)
                    text = b" ".join(pragmas) if pragmas is not None else None
                    if text is None or _mentions(text, chain, names):
                        self.said.add(span.start)
                        self._hidden(chain, expansion, span)
                    elif self._lists_root(text, chain):
                        notes, name = self.context.definition_note(expansion), expansion.name
                        self.findings.say("unknown-construct", span, chain, notes, "root", macro=name)

    def _lists_root(self, text: bytes, chain: Chain) -> bool:
        """Whether a directive's text names a chain's root, or a variable of its subscripts, by itself."""
        roots = [path.root for path in (chain.access, *chain.watched) if path.root[0] == "variable"]
        names = (self.context.references.fact(root[1]).name.encode() for root in roots)
        return any(
            re.search(rb"[(,:]\s*" + re.escape(name) + rb"\s*[),:]", text) is not None for name in names
        )

    def _hidden(self, chain: Chain, expansion: Expansion, span: Span) -> None:
        """Say that a directive's text from a macro names a chain, by its argument or by its body."""
        own, roots = canonical(chain.item.path.ops), frozenset((chain.item.path.root,))
        code = self.context.lexed.code
        for found in mentions(code, span.start, span.end, roots):
            if canonical(found.path.ops)[: len(own)] == own:
                at = found.spans[len(own)]
                self.findings.say("stringized-chain", at, chain, macro=expansion.name)
                return
        notes = self.context.definition_note(expansion)
        self.findings.say("chain-in-macro", span, chain, notes, macro=expansion.name)

    def _seen(self, family: list[int], at: int) -> list[Chain]:
        """The chains that a place's region sees, used or not."""
        region = self.context.region_at(at)
        if region is None or region.number not in family:
            return []
        around = {each.number for each in self.context.lineage(region.number)}
        rows = (*self.facts.chains.values(), *self.facts.idle)
        return [chain for chain in rows if chain.region in around and not chain.problems]

    def pragmas_before_regions(self) -> None:
        """A directive that a macro spells directly before a region would govern the region's block."""
        code = self.context.lexed.code
        for region in self.context.layout.regions:
            if not self.facts.regions[region.number].chains or region.construct is not None:
                continue
            start = self.context.outermost_start(region)
            rows = self.context.expansions_in(Span(start, region.begin.start))
            ends = {self.context.expansion_span(row).end: row for row in rows}
            at = before_space(code, region.begin.start)
            while at in ends:
                expansion = ends[at]
                pragmas = self._pragmas(expansion)
                if pragmas is None or any(map(_governs, pragmas)):
                    notes, name = self.context.definition_note(expansion), expansion.name
                    self.findings.say("split-construct", region.keyword, None, notes, "macro", macro=name)
                    break
                at = before_space(code, self.context.expansion_span(expansion).start)
            found = _LOOP_PRAGMA.search(self.context.lexed.data, at, region.begin.start)
            if found is not None:
                name = found.group(1).decode()
                self.findings.say("split-construct", region.keyword, None, form="loop", construct=name)

    def changes_under_pragmas(self) -> None:
        """A directive that a macro spells is no construct to the checks: where it matters, it is refused."""
        written: dict[int, list[Chain]] = {}
        for number in self.facts.written:
            chain = self.facts.chains[number]
            written.setdefault(chain.region, []).append(chain)
        for number, chains in written.items():
            region = self.context.regions[number]
            start = self.context.outermost_start(region)
            for expansion in self.context.expansions_in(Span(start, region.span.end)):
                rows = self._directives(expansion)
                if rows == []:
                    continue
                at = self.context.expansion_span(expansion).start
                statement = Span(at, self._statement_end(expansion))
                if at < region.span.start:
                    forks = rows is None or any(row.parallel or row.compute for row in rows)
                    changed = chains if forks and statement.end >= region.span.end else []
                elif (
                    rows is not None
                    and not any(map(_has_own_data, rows))
                    and (any(row.team for row in rows) or self._in_team(region, at))
                ):
                    continue  # the local is shared as the member was
                else:
                    places = self.facts.written
                    changed = [
                        chain
                        for chain in chains
                        if any(statement.start <= p.start < statement.end for p in places[chain.number])
                    ]
                for chain in changed[:1]:
                    self._refuse(expansion, chain)

    def late_under_pragmas(self) -> None:
        """A use under a directive of a macro's that may run when the local is gone."""
        for expansion in (each for rows in self.context.expansions.values() for each in rows):
            pragmas = self._pragmas(expansion)
            at = self.context.expansion_span(expansion).start
            region = self.context.region_at(at)
            if region is None or not (pragmas is None or any(map(_may_be_late, pragmas))):
                continue
            end, around = self._statement_end(expansion), self.context.lineage(region.number)
            rows = (row for row in self.facts.standing if at <= row.span.start < end)
            chains = (hoisted(self.facts, row.chain) for row in rows)
            numbers = {each.number for each in around}
            for chain in [c for c in chains if c is not None and c.region in numbers][:1]:
                self._refuse(expansion, chain, "late_macro")

    def _in_team(self, region: Region, at: int) -> bool:
        """Whether a directive that can be seen starts the threads for a place in a region."""
        for construct in self.context.constructs_in(region):
            span = self.context.statement(construct)
            team = construct.directive is not None and construct.directive.team
            if team and span is not None and span.start <= at < span.end:
                return True
        return False

    def _statement_end(self, expansion: Expansion) -> int:
        """Where what follows a macro's directive ends, at the latest."""
        code = self.context.lexed.code
        first, after = self.context.expansion_span(expansion)
        ends = (statement_end(code, first), statement_end(code, after))
        blocks = self.context.lexed.blocks
        return max(ends) if min(ends) >= 0 else blocks.ends[blocks.block(first)]

    def _refuse(self, expansion: Expansion, chain: Chain, form: str = "") -> None:
        start = self.context.expansion_span(expansion).start
        if start in self.said:
            return
        span = Span(start, start + len(expansion.name.encode()))
        notes = self.context.definition_note(expansion)
        self.findings.say("unknown-construct", span, chain, notes, form, macro=expansion.name)

    def _directives(self, expansion: Expansion) -> list[Directive] | None:
        """The acc and omp directives that a macro's expansion makes; None where that cannot be told.

        A ``simd`` changes nothing that a local could miss.
        """
        pragmas = self._pragmas(expansion)
        if pragmas is None:
            return None
        found: list[Directive] = []
        for text in pragmas:
            head = _DIRECTIVE.match(text)
            if head is None:
                continue
            words = _ANY_WORD.findall(text, head.end())
            row = read_name(head.group(1).decode(), words)
            if row is None or b"default" in words:
                return None
            if row[0].name != (b"simd",):
                found.append(row[0])
        return found

    # --- macros in directives' texts --------------------------------------------------------------------

    def macros_in_directives(self) -> None:
        """Compilers expand macros in a directive's text: one may spell clauses, and chains in them."""
        for region in self.context.outermost:
            family = self.context.families[region.number]
            chains = [chain for each in family for chain in self.facts.regions[each.number].chains]
            constructs = self.context.constructs_in(region)
            for construct in constructs:
                places = list(macros_beside_values(construct, self.context.macro_definitions))
                for chain in chains if places else ():
                    if not chain.problems and self.context.is_in(construct.pragma.span.start, chain.region):
                        self._in_directive(chain, construct, places)
            self._spelled(region, chains)

    def _in_directive(self, chain: Chain, construct: Construct, places: Sequence[Span]) -> None:
        """Refuse a macro that spells the end of a chain and is no part of what Clang is asked about."""
        for place in places:
            part = part_at(construct, place.start)
            macro = self.context.spelling(place)
            path = chain.item.path
            last = (path.members or (path.root,))[-1].rpartition(b"::")[2]
            if (part is None or part.role not in EVALUATED) and self._says(macro, last):
                self.said.add(construct.pragma.span.start)
                self.findings.say("chain-in-macro", place, chain, macro=macro)
                return

    def _says(self, name: str, word: bytes) -> bool:
        """Whether a macro's expansion could say a word."""
        bodies = self.context.macro_definitions(name)
        text = b"\n".join(self.context.transitive_text(name, body) for body in bodies)
        return word in set(_ANY_WORD.findall(text)) - {name.encode()} or b"##" in text

    def _spelled(self, region: Region, chains: Sequence[Chain]) -> None:
        """Refuse directives of which macros say what it is, or what it does to a chain's variables."""
        function = self.context.outermost_start(region)
        for construct in self.context.constructs(Span(function, region.span.end)):
            found = hidden_in(construct, self.context.macro_definitions, self.context.cxx)
            chain = next((c for c in chains if found is not None and found.concerns(_roots(c))), None)
            if found is None or chain is None or construct.own or construct.pragma.span.start in self.said:
                continue
            macro = self.context.spelling(found.macro)
            fields = {"macro": macro, "construct": construct.spelling}
            self.findings.say("unknown-construct", found.macro, chain, (), "spelled", **fields)


def _governs(text: bytes) -> bool:
    """Whether a pragma's text is a directive with a statement of its own."""
    head = _DIRECTIVE.match(text)
    if head is None:
        return _OF_LOOP.match(text) is not None
    row = read_name(head.group(1).decode(), _ANY_WORD.findall(text, head.end()))
    return row is None or row[0].has_statement


def _may_be_late(text: bytes) -> bool:
    """Whether a pragma's text is a directive that may use a local without naming it, and later."""
    head = _DIRECTIVE.match(text)
    if head is None:
        return False
    words = _ANY_WORD.findall(text, head.end())
    row = read_name(head.group(1).decode(), words)
    if row is None:
        return any(word in words for word in (b"task", b"taskloop", b"nowait", b"async"))
    if row[0].compute:
        return row[0].asynchronous in words
    return row[0].association == "meta" or (row[0].task and b"default" in words)


def _has_own_data(row: Directive) -> bool:
    """Whether a directive gives its statement data of its own."""
    return row.dialect == "acc" or row.copies or row.compute or row.task


def _names(chain: Chain) -> frozenset[bytes]:
    """The words of a chain: its root and its members."""
    path = chain.item.path
    words = {name.rpartition(b"::")[2] for name in path.members}
    words |= {path.root.rpartition(b"::")[2], *(field.name.encode() for field in chain.fields)}
    if chain.root is not None:
        words.add(chain.root.name.encode())
    return frozenset(words - {b"this"})


def _roots(chain: Chain) -> frozenset[bytes]:
    """The words by which a directive could list a variable of a chain."""
    words = {
        path.root.rpartition(b"::")[2] for path in (chain.item.path, *(w.path for w in chain.item.watched))
    }
    return frozenset(words | ({chain.root.name.encode()} if chain.root is not None else set()))


def _mentions(text: bytes, chain: Chain, names: frozenset[bytes]) -> bool:
    """Whether a directive's text could name a chain: it says all the words of it."""
    said = set(_ANY_WORD.findall(text))
    members = [field.name.encode() for field in chain.fields]
    return bool(members) and members[-1] in said and (names - set(members[:-1])) <= said | {b"this"}
