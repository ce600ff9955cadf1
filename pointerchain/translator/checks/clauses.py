# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clauses: chains in the texts of acc and omp directives for which a local cannot stand.

``#pragma acc update host(s->n)`` in a region that hoists ``s->n``  ->  error: the device would be told of
the local, which ends with the region.
"""

from __future__ import annotations

from pointerchain.analysis.access import Relation, compare
from pointerchain.dialects import Effect
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.checks.waits import asynchronous, ends_in
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.clauses import changes_by_clause
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import ClauseCall, Facts, Likeness, Mention, Occurrence
from pointerchain.translator.facts.uses import ARRAY_TYPE, OPERATOR, Use
from pointerchain.translator.text.clause_code import code_in
from pointerchain.translator.text.clauses import clause_at, mention_at
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.expand import expand
from pointerchain.translator.text.lex import closing
from pointerchain.translator.text.regions import is_declarative, is_standalone

_WORD = lazy_pattern(rb"(?<![\w$])[A-Za-z_]\w*")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge every chain in a directive's text, and what is nearly one."""
    judge = _Judge(context, facts)
    for row in facts.occurrences:
        chain = hoisted(facts, row.chain)
        if chain is not None and row.construct is not None and not row.left:
            judge.occurrence(chain, row, row.construct)
    for call in facts.clause_calls:
        judge.call(call)
    for mention in facts.mentions:
        judge.unlike(mention)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)

    def occurrence(self, chain: Chain, row: Occurrence, construct: Construct) -> None:
        if (
            row.use is not None
            and row.use.use in (Use.ADDRESS, Use.OTHER)
            and chain.shape is not Shape.OBJECT
        ):
            code, operator = ("address-taken", ""), row.use.node.operator_sign
            if row.use.use is Use.OTHER:
                code = ("array-type", "") if row.use.detail == ARRAY_TYPE else ("object-needed", "")
            elif row.use.detail == OPERATOR:
                code = ("address-taken", "operator")
            self.findings.say(code[0], row.span, chain, form=code[1], operator=operator)
            return
        after = construct.pragma.text[row.span.end - construct.pragma.body.start :].lstrip()
        if chain.shape in (Shape.CONTAINER, Shape.HANDLE) and after.startswith(b"."):
            self.findings.say("container-as-whole", row.span, chain, form="directive")
            return
        named = mention_at(construct, row.span)
        if named is None or not named.item:
            return
        if chain.shape is Shape.OBJECT:
            self.findings.say("object-needed", row.span, chain, (), "clause", **_names(construct, row))
            return
        names = _names(construct, row)
        if named.effect.shares and construct.directive is not None and construct.directive.task:
            self.findings.say("local-outlived", row.span, chain, (), "task", **names)
        elif named.section and chain.shape is Shape.ARRAY and _has_no_length(after):
            self.findings.say("missing-section", row.span, chain, (), "length", clause=names["clause"])
        elif named.section and self._is_mapped_before(row, construct, named.effect):
            self.findings.say("object-needed", row.span, chain, (), "twice", clause=names["clause"])
        elif named.effect.orders:
            if not named.section and not row.followed:
                self.findings.say("address-taken", row.span, chain, (), "depend", **names)
        elif not named.section and self._whole(chain, row, construct, named.effect):
            if chain.bit_field and changes_by_clause(row, chain):
                self.findings.say("bit-field-written", row.span, chain)

    def _is_mapped_before(self, row: Occurrence, construct: Construct, effect: Effect) -> bool:
        """Whether a directive maps another section of a chain before: of a variable it may map one."""
        others = (
            mention_at(construct, each.span)
            for each in self.facts.standing
            if each.construct is construct and each.chain == row.chain and each.span < row.span
        )
        return effect.creates and any(each is not None and each.effect.creates for each in others)

    def _whole(self, chain: Chain, row: Occurrence, construct: Construct, effect: Effect) -> bool:
        """Refuse a clause that would map the local itself where the member was meant."""
        names = _names(construct, row)
        if chain.shape in (Shape.ARRAY, Shape.CONTAINER, Shape.HANDLE):
            if effect.storage or chain.shape is Shape.ARRAY:
                self.findings.say("missing-section", row.span, chain, (), "", **names)
                return False
            return True
        subsidiary = construct.directive is not None and construct.directive.association == "subsidiary"
        if is_standalone(construct) or (is_declarative(construct) and not subsidiary):
            self.findings.say("local-outlived", row.span, chain, (), "data", **names)
            return False
        if effect.finds and effect.storage and not self._is_on_device(chain, row, construct, effect):
            self.findings.say("not-on-device", row.span, chain, (), "", **names)
            return False
        if effect.storage and asynchronous(construct) is not None:
            if not ends_in(self.context, construct, self.context.regions[chain.region]):
                self.findings.say("local-outlived", row.span, chain, (), "asynchronous", **names)
        return True

    def _is_on_device(self, chain: Chain, own: Occurrence, construct: Construct, effect: Effect) -> bool:
        """Whether a directive around, or the same one, puts the local on the device."""
        if effect.attaches or (effect.device_address and not effect.finds):
            return False
        for row in self.facts.standing:
            around = row.construct
            if around is None or row.chain != chain.number or row.span == own.span:
                continue
            given = mention_at(around, row.span)
            if given is None or not given.effect.creates:
                continue
            span = self.context.statement(around)
            at = construct.pragma.span.start
            if around is construct or (span is not None and span.start <= at < span.end):
                return True
        return False

    def call(self, call: ClauseCall) -> None:
        """What a clause calls, as far as its body is seen: it runs behind the chain's evaluation."""
        if call.node.kind != Kind.CALL:
            text = self.context.spelling(call.span)
            for chain in self.facts.active[call.region]:
                if hoisted(self.facts, chain.number) is not None:
                    given = {"text": text, "construct": call.construct.spelling}
                    self.findings.say("stored-by-call", call.span, chain, (), "clause", **given)
            return
        calls, own = self.context.shared(Calls), semantics.own_method(call.node) is not None
        name = call.node.name() or self.context.spelling(call.span)
        if self.context.trust.reads(name, call.span.start):
            return
        unread = bool(calls.seen(call.node).unknown) and semantics.is_user_function(call.node)
        made = semantics.calls_instance(call.node)  # of a template, which no operand of ours has made
        for chain in self.facts.active[call.region]:
            if hoisted(self.facts, chain.number) is None or self._is_given(call.construct, chain):
                continue
            written = chain.number in self.facts.written
            unseen = written and own and chain.of_this and unread
            fields = {"text": name, "construct": call.construct.spelling}
            beyond = bool(unread) and (chain.file_scope or chain.of_this)
            if (
                calls.stores(call.node, chain)
                or (unread and self._is_handed(call.node, chain))
                or (beyond and made)
            ):
                self.findings.say("stored-by-call", call.span, chain, (), "clause", **fields)
            elif unseen or (written and calls.reads(call.node, chain)):
                self.findings.say("stored-by-call", call.span, chain, (), "clause_reads", **fields)
            elif beyond and written:
                self.findings.say("aliased-call", call.span, chain, form="function", function=name)

    def _is_handed(self, call: Node, chain: Chain) -> bool:
        """Whether a call is given what leads to a chain, and not its value: ``bump<int>(s)``."""
        _, references, paths = self.context.aside
        if references.operator_name(call.index):
            return False
        leaves = (node.index for node in call.inside if node.kind in (Kind.DECL_REF, Kind.THIS, Kind.MEMBER))
        wholes = (paths.of(paths.whole_of(index)) for index in leaves)
        return any(compare(path, chain.access, references).relation is Relation.PREFIX for path in wholes)

    def _is_given(self, construct: Construct, chain: Chain) -> bool:
        """Whether what the text runs is given the chain's root, which is refused whatever it does."""
        text = expand(construct.pragma.text, self.context.macro_definitions)
        rows = (code.given for code in code_in(text)) if text is not None else ()
        return any(row is not None and chain.item.path.root in _WORD.findall(row) for row in rows)

    def unlike(self, mention: Mention) -> None:
        """What may be a chain, and would keep its old value, or would mean the member where a local is."""
        chain = hoisted(self.facts, mention.chain)
        if chain is None:
            return
        if mention.likeness is Likeness.ALIAS:
            if chain.number in self.facts.written:
                text, member = self.context.spelling(mention.span), mention.path.steps[-1:]
                name = self.context.aside.references.member_name(member[0].key) if member else text
                self.findings.say("aliased-read", mention.span, chain, text=text, member=name)
        elif mention.likeness is Likeness.UNREAD:
            construct = mention.construct.spelling
            self.findings.say("unknown-construct", mention.span, chain, (), "unread", construct=construct)
        elif mention.likeness is Likeness.MACRO:
            place, macro = self._macro(mention.span)
            self.findings.say("chain-in-macro", place, chain, macro=macro)
        elif mention.likeness is not Likeness.STORAGE:
            self.findings.say("spelled-otherwise", mention.span, chain, form=mention.likeness.value)
        elif chain.number in self.facts.written or self._is_written(mention):
            self.findings.say("spelled-otherwise", mention.span, chain, form="root")

    def _macro(self, span: Span) -> tuple[Span, str]:
        """The macro in a directive's text that begins where an access in it does, or next."""
        code = self.context.lexed.data
        for found in _WORD.finditer(code, span.start):
            if self.context.macro_definitions(found.group().decode("utf-8", "replace")):
                return Span(*found.span()), found.group().decode("utf-8", "replace")
        return span, "?"

    def _is_written(self, mention: Mention) -> bool:
        named = mention_at(mention.construct, mention.span)
        return named is None or named.effect.writes


def _has_no_length(text: bytes) -> bool:
    """Whether a section says no length: ``[:]``, ``[1:]``."""
    end = closing(text, 0)
    return end >= 0 and text[:end].rstrip().endswith(b":")


def _names(construct: Construct, row: Occurrence) -> dict[str, str]:
    """A directive and its clause that names a chain, for messages."""
    clause = clause_at(construct, row.span.start)
    own = clause.name.decode() if clause is not None else construct.spelling
    return {"clause": own, "construct": construct.spelling}
