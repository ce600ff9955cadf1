# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Occurrences: uses of a chain for which its local cannot stand.

``&s->n`` in a region that hoists ``s->n``  ->  error ``address-taken``.
"""

from __future__ import annotations

from pointerchain.diagnostics import Note, Place
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts, Occurrence
from pointerchain.translator.facts.standing import UNEVALUATED_WORDS, asks, hands
from pointerchain.translator.facts.uses import (
    ARRAY_TYPE,
    ARROW,
    CAPTURE,
    OPERATOR,
    RANGE,
    UNKNOWN,
    Usage,
    Use,
    outside_wrappers,
)
from pointerchain.translator.text.lex import before_space, closing, opening, word_before

_EFFECT = lazy_pattern(rb"\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=")
_BEFORE_NULL = lazy_pattern(rb"\s*[!=]=\s*nullptr\b")
_AFTER_NULL = lazy_pattern(rb"(?<![\w$])nullptr\s*[!=]=\s*\Z")
_DECLARATOR_ENDS = lazy_pattern(rb"\s*(?:=(?!=)|[;,(\[{])")
_NAMES_TYPE = lazy_pattern(rb"[\w:<>,\s]*[\w>]")
_HANDLE_OPERATORS = frozenset(("operator*", "operator bool", "operator->", "operator[]"))
_OBJECT_NEEDED = {UNKNOWN: "", RANGE: "range", ARROW: "arrow"}


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge every occurrence in code."""
    judge = _Judge(context, facts)
    for row in facts.occurrences:
        chain = hoisted(facts, row.chain)
        if chain is not None and row.construct is None:
            judge.occurrence(chain, row)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)

    def occurrence(self, chain: Chain, row: Occurrence) -> None:
        node, use, span = row.node, row.use, row.span
        assert node is not None and use is not None
        if row.left == "unevaluated":
            self._operand(chain, row)
        elif row.left == "included":
            self._included(chain, node, span)
        elif row.left == "body":
            self._in_body(chain, node, span)
        elif row.left == "array":
            if self.context.in_compute(span.start) or _is_copied_array(node):
                self.findings.say("array-type", span, chain)
        elif row.left == "type":
            if self.context.in_compute(span.start):
                self.findings.say("bit-field-type", span, chain)
        elif row.left == "observer":
            if chain.open and use.use is Use.METHOD:
                self._asked(chain, use, span)
            elif chain.shape is Shape.DEPENDENT and self._has_local(chain):
                # A pointer or a number, which what has member functions is not.
                self.findings.say("object-needed", span, chain, form="method", function=use.detail)
            return
        elif not (row.followed and chain.shape is not Shape.RECORD) and not self._judge(
            chain, node, use, span
        ):
            return
        elif row.left == "stringized":
            self._stringized(chain, span)
        elif self.context.cxx and not row.left:
            if chain.open and row.followed:
                self._index(chain, node, span)
            kind = self._declared_as(node)
            if kind:
                self.findings.say("object-needed", span, chain, form="declared", type=kind)

    def _has_local(self, chain: Chain) -> bool:
        return any(row.chain == chain.number and not row.left for row in self.facts.occurrences)

    def _declared_as(self, node: Node) -> str:
        """The type as which the local would be declared by ``T(local);``, which is no expression in C++."""
        above, expr = outside_wrappers(node)
        converts = above is not None and above.kind in (Kind.FUNCTIONAL_CAST, Kind.CALL)
        if above is None or not converts or above.below[-1].index != expr.index:
            return ""
        text = self.context.probe.text
        head = text[above.start : node.start].rstrip(b" \t\r\n(")
        following = _DECLARATOR_ENDS.match(text, above.end)
        if not following or _NAMES_TYPE.fullmatch(head) is None or text[above.end - 1 : above.end] != b")":
            return ""
        top = above
        while top.parent is not None and top.parent.kind in EXPRESSIONS:
            if top.parent.start != above.start:
                return ""
            top = top.parent
        statement = top.parent is not None and Kind.UNEXPOSED_STMT <= top.parent.kind != Kind.RETURN
        made = above.kind == Kind.FUNCTIONAL_CAST or above.names_type() or semantics.is_constructor(above)
        return head.decode("utf-8", "replace") if statement and made else ""

    # --- what has no text of its own --------------------------------------------------------------------

    def _in_body(self, chain: Chain, node: Node, span: Span) -> None:
        expansion = self.context.expansion_at(span.start) or self.context.expansion_at(span.end - 1)
        notes = self.context.definition_note(expansion)
        macro = expansion.name if expansion else "?"
        self.findings.say("chain-in-macro", span, chain, notes, macro=macro)

    def _included(self, chain: Chain, node: Node, span: Span) -> None:
        place, notes = self.context.included_place(node, span)
        self.findings.say("included-text", place, chain, notes)

    def _stringized(self, chain: Chain, span: Span) -> None:
        """What must keep its spelling may do so while the memory has the same value."""
        rows = self.context.expansions_at(span.start)
        expansion = next(each for each in rows if self.context.stringizes(each, span))
        memory = chain.number not in self.facts.written and not self.context.in_compute(span.start)
        if not memory or b"_Pragma" in self.context.transitive(expansion):
            self.findings.say("stringized-chain", span, chain, macro=expansion.name)

    def _operand(self, chain: Chain, row: Occurrence) -> None:
        """Operands of ``sizeof`` and its kind that are evaluated all the same: C's of variable length."""
        if self.context.cxx:
            return
        lexed = self.context.lexed
        start = lexed.blocks.starts[lexed.blocks.block(row.span.start)]
        at, bracket = row.span.start, False
        while True:  # outwards, to the operator
            at, bracket = _enclosing(lexed.code, at, start), bracket or lexed.code[at : at + 1] == b"["
            if at < 0 or word_before(lexed.code, before_space(lexed.code, at)) in UNEVALUATED_WORDS:
                break
        end = closing(lexed.code, at) if at >= 0 else -1
        changes = _EFFECT.search(lexed.code, at, end) if end >= 0 else None
        if changes or (bracket and chain.number in self.facts.written):
            self.findings.say("evaluated-operand", row.span, chain)

    # --- uses -------------------------------------------------------------------------------------------

    def _judge(self, chain: Chain, node: Node, use: Usage, span: Span) -> bool:
        """Whether a use can be kept; says why not."""
        shape = chain.shape
        if use.use is Use.UNEVALUATED:
            return True
        if shape is Shape.OBJECT:
            return True  # its local is another name of it
        if use.use is Use.ADDRESS:
            operator = use.node.operator_sign if use.detail == OPERATOR else ""
            form = "operator" if use.detail == OPERATOR else ""
            self.findings.say("address-taken", span, chain, form=form, operator=operator)
            return False
        if shape in (Shape.CONTAINER, Shape.HANDLE):
            return self._library(chain, node, use, span)
        if use.use is Use.METHOD:
            if shape is not Shape.RECORD or semantics.method_escapes(use.node):
                self.findings.say("object-needed", span, chain, form="method", function=use.detail)
                return False
            return True
        if use.use is Use.OTHER:
            self._other(chain, span, use.detail)
            return False
        if use.use is Use.WRITE and chain.const and shape is not Shape.DEPENDENT:
            self.findings.say("address-taken", span, chain)  # its constness is cast away
            return False
        if use.use is Use.WRITE and not (shape is Shape.DEPENDENT and chain.const):
            return self._changed(chain, span)
        return True

    def _asked(self, chain: Chain, use: Usage, span: Span) -> None:
        """A const member function of an object whose elements' pointer is hoisted: it may cast that away."""
        call = use.node.within(frozenset((Kind.CALL,)))
        if call is not None and self.context.shared(Calls).stores(call, chain):
            self.findings.say("container-as-whole", span, chain, form="method", function=use.detail)

    def _index(self, chain: Chain, node: Node, span: Span) -> None:
        """An index that the object's ``operator[]`` would convert to another number."""
        call = node.within(frozenset((Kind.CALL,)))
        if call is None or call.name() != "operator[]" or call.type.dependent:
            return
        taken = given = call.below[-1]
        while given.kind == Kind.UNEXPOSED_EXPR and given.below:
            given = given.below[0]
        if not types.keeps_value(given, taken):
            one, other = given.type.spelling, taken.type.spelling
            self.findings.say("container-as-whole", span, chain, form="index", given=one, taken=other)

    def _other(self, chain: Chain, span: Span, detail: str) -> None:
        """A use that is neither a read nor a write of the object's value."""
        if detail == ARRAY_TYPE:
            self.findings.say("array-type", span, chain)
        elif detail == CAPTURE:
            self.findings.say("lambda-capture", span, chain, form="initialises")
        elif detail in _OBJECT_NEEDED:
            self.findings.say("object-needed", span, chain, form=_OBJECT_NEEDED[detail])
        else:
            self.findings.say("object-needed", span, chain, form="operand", construct=detail)

    def _library(self, chain: Chain, node: Node, use: Usage, span: Span) -> bool:
        """A container or a smart pointer, which is hoisted as a pointer."""
        handle = chain.shape is Shape.HANDLE
        if use.use is Use.METHOD and asks(chain, use):
            return True
        operator = use.node.name() if use.node.kind == Kind.CALL else use.detail
        if handle and operator in _HANDLE_OPERATORS:
            return True
        if handle and use.use is Use.READ and self._is_compared_with_null(span):
            return True
        form = "method" if use.use is Use.METHOD else ""
        if hands(chain, use, node) and self.context.in_compute(span.start):
            form = "method_compute" if form else "loop_compute"
        elif hands(chain, use, node):
            form = "method_qualified" if form else "loop_qualified"
        qualifier = chain.item.qualifier or ""
        self.findings.say(
            "container-as-whole", span, chain, form=form, function=use.detail, qualifier=qualifier
        )
        return False

    def _changed(self, chain: Chain, span: Span) -> bool:
        item = chain.item
        if chain.bit_field:
            self.findings.say("bit-field-written", span, chain)
            return False
        if item.qualifier == "restrictconst":
            place = item.qualifier_span or item.span
            notes = (Note("it is changed here", Place(self.context.file, span)),)
            why = "which the region changes"
            self.findings.say(
                "qualifier-mismatch",
                place,
                None,
                notes,
                qualifier="restrictconst",
                chain=chain.text,
                why=why,
            )
            return False
        if chain.shape is Shape.ARRAY:
            self.findings.say("array-type", span, chain)
            return False
        if chain.shape is Shape.RECORD and chain.fixed:
            why = "the region changes it, and a const member keeps it from being assigned back"
            self.findings.say(
                "unsupported-type", item.span, None, chain=chain.text, type=chain.shown, why=why
            )
            return False
        return True

    def _is_compared_with_null(self, span: Span) -> bool:
        code = self.context.lexed.code
        after, line = _BEFORE_NULL.match(code, span.end), code[max(0, span.start - 80) : span.start]
        return bool(after or _AFTER_NULL.search(line))


def _is_copied_array(node: Node) -> bool:
    """Whether an array is copied as a whole, element by element: ``auto [x, y] = s->pair;``."""
    above = node.parent
    while above is not None and above.kind == Kind.PAREN:
        above = above.parent
    return above is not None and above.kind == Kind.UNEXPOSED_EXPR and len(above.below) > 1


def _enclosing(code: bytes, at: int, start: int) -> int:
    """Place of the bracket that is open at a place, or -1."""
    while at > start:
        at -= 1
        char = code[at : at + 1]
        if char in (b"(", b"["):
            return at
        if char in (b")", b"]", b"}"):
            at = opening(code, at, start)
        elif char in (b"{", b";"):
            break
    return -1
