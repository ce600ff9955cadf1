# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Links: what the regions do with the links and the subscripts of their chains.

``s->atoms = t`` in a region that hoists ``s->atoms->n``  ->  error ``prefix-assigned``;
``f(s->atoms)``  ->  warning ``aliased-call``.
"""

from __future__ import annotations

from pointerchain.diagnostics import Note
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import Binary, Kind, TypeKind, Unary
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.access import (
    Comparison,
    Relation,
    Step,
    StepKind,
    describe,
    plain,
    under_class_name,
)
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Access, Facts, Meeting
from pointerchain.translator.facts.uses import (
    ARRAYS,
    CASTS,
    DEPENDENT,
    OPERATOR,
    Usage,
    Use,
    passed_to_call,
    usage,
)

_NULL_TESTS = frozenset((Binary.EQUAL, Binary.UNEQUAL, Binary.LOGICAL_AND, Binary.LOGICAL_OR))
_SHIFTS = frozenset((Binary.SHIFT_LEFT, Binary.SHIFT_RIGHT))
_REARRANGING = frozenset(
    "append assign clear emplace emplace_back emplace_front erase extract fill insert insert_or_assign merge "
    "pop_back pop_front push_back push_front remove remove_if reserve reset resize reverse shrink_to_fit "
    "sort splice swap try_emplace unique".split()
)
"""Member functions of the library's classes after which an element is elsewhere, another or gone."""
_CHANGING = frozenset(("swap", "exchange", "move", "iter_swap"))
_OUT = frozenset((StepKind.DEREFERENCE, StepKind.OPERATOR))


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge every access of a link, a root or a subscript's variable, however it is spelled."""
    judge = _Judge(context, facts)
    for region in facts.regions.values():
        for access in region.accesses:
            for meeting in access.meets:
                chain = hoisted(facts, meeting.chain)
                if chain is not None:
                    judge.met(chain, access, meeting)
            for meeting in access.watched:
                chain = hoisted(facts, meeting.chain)
                if chain is not None:
                    judge.subscript(chain, access, meeting)
    return judge.findings.all


class _Place:
    """Where an access is said to be: its text, or the macro or include line that brings it."""

    def __init__(self, context: Context, access: Access) -> None:
        self.span, self.notes = access.span, ()
        self.text = context.spelling(access.span)
        node = access.node
        if node.foreign:
            self.span, self.notes = context.included_place(node, access.span)
            self.text = describe(access.path, context.references)
        elif node.body:
            expansion = context.expansion_at(access.span.start) or context.expansion_at(access.span.end - 1)
            self.notes = context.definition_note(expansion)
            self.text = describe(access.path, context.references)

    span: Span
    notes: tuple[Note, ...]
    text: str


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)

    def _say(self, code: str, about: Chain, place: _Place, form: str = "", **fields: str) -> None:
        self.findings.say(code, place.span, about, place.notes, form, **fields)

    def met(self, chain: Chain, access: Access, meeting: Meeting) -> None:
        """An access that has to do with a chain but is not an occurrence of it."""
        comparison = meeting.comparison
        if comparison.relation in (Relation.SHARED, Relation.APART):
            return
        place = _Place(self.context, access)
        if not comparison.alike:
            self._unlike(chain, access, comparison, place)
        elif comparison.relation is Relation.PREFIX:
            if comparison.certain:
                self._link(chain, access, comparison, place)
            elif usage(access.node, self.context.cxx).use is Use.WRITE:
                self._assigned(chain, access, place, False)
        elif not comparison.certain:
            self._maybe(chain, access, comparison, place)

    def _maybe(self, chain: Chain, access: Access, comparison: Comparison, place: _Place) -> None:
        """What may be the chain's own object, as its subscripts come out."""
        own = access.occurrence
        if own is not None and own.node is access.node:
            return  # that two declared chains lead to one object is excluded by the user's promise
        use = Use.READ
        if comparison.relation is Relation.SAME:
            use = usage(access.node, self.context.cxx).use
        written = chain.number in self.facts.written
        if use in (Use.WRITE, Use.ADDRESS) or (use is Use.READ and written):
            code = "aliased-read" if use is Use.READ else "aliased-write"
            self._say(code, chain, place, text=place.text, member=self._member(access))

    def _unlike(self, chain: Chain, access: Access, comparison: Comparison, place: _Place) -> None:
        """One path under two kinds of cast, or through a class's name, is one object or two."""
        by_name = under_class_name(access.path) or under_class_name(chain.access)
        if comparison.relation is Relation.DIFFERENT or comparison.relation is Relation.PREFIX:
            use = usage(access.node, self.context.cxx).use
            if use not in (Use.WRITE, Use.ADDRESS, Use.OTHER) or comparison.relation is Relation.DIFFERENT:
                return
        self._say("spelled-otherwise", chain, place, form="name" if by_name else "cast")

    def _assigned(self, chain: Chain, access: Access, place: _Place, certain: bool) -> None:
        """Say that a prefix is assigned, or that something is which may be one."""
        if certain:
            self._say("prefix-assigned", chain, place, prefix=place.text)
            return
        self._say("aliased-write", chain, place, text=place.text, member=self._member(access))

    def _member(self, access: Access) -> str:
        """The last member that an access names, or its root."""
        references = self.context.references
        members = [step for step in access.path.steps if step.kind is StepKind.MEMBER]
        return (
            references.member_name(members[-1].key) if members else references.fact(access.path.root[1]).name
        )

    # --- links ------------------------------------------------------------------------------------------

    def _link(self, chain: Chain, access: Access, comparison: Comparison, place: _Place) -> None:
        node, text = access.node, place.text
        rest = plain(chain.access)[comparison.size :]
        followed = _is_followed(rest[0])
        if self.context.cxx and _ends_life(node):
            self._say("prefix-assigned", chain, place, prefix=f"*{text}" if followed else text)
            return
        if access.method is not None:
            self._called_on(chain, access, access.method, place, followed)
            return
        use = usage(node, self.context.cxx)
        call = passed_to_call(node)
        bound = use.use is Use.WRITE and use.node.kind == Kind.CALL
        if bound and (use.node.name() in _CHANGING or use.node.name().startswith("operator")):
            bound = False  # the object itself is changed
        written = chain.number in self.facts.written
        of_this = access.path.root[0] == "this" and len(plain(access.path)) <= 1
        own = use.use is Use.ADDRESS and use.detail == OPERATOR  # maybe a class's own operator
        if own or (use.use is Use.WRITE and (followed or not bound)):
            if not of_this or not self._calls_operator(node):
                self._assigned(chain, access, place, True)
        elif use.use is Use.ADDRESS and (followed or use.detail == DEPENDENT or _is_placed(node)):
            self._say("address-taken", chain, place, chain=text)
        elif use.use is Use.OTHER and use.node.kind == Kind.FOR_RANGE and semantics.changes_range(use.node):
            self._say("address-taken", chain, place, chain=text)
        elif use.use is Use.OTHER and _is_selected(node):
            self._say("object-needed", chain, place, "operand", construct=use.detail, chain=text)
        elif use.use is Use.READ and self._may_move(node):
            self._assigned(chain, access, place, True)
        elif use.use is Use.READ and written and _decays(node):
            self._say("address-taken", chain, place, chain=text)
        elif use.use is Use.OTHER and node.within(frozenset((Kind.ASM,))) and self._is_output(place.span):
            self._say("prefix-assigned", chain, place, prefix=text)
        elif use.use is Use.READ and written and self._read_whole(node, use, rest):
            self._say("struct-read-whole", chain, place, text="*this" if of_this else text)
        elif call is not None and use.use in (Use.WRITE, Use.ADDRESS, Use.READ):
            self._passed(chain, call, place, use)
        elif use.use is Use.READ and followed and _is_tested(node):
            self._say("guarded-chain", chain, place, link=text)

    def _may_move(self, node: Node) -> bool:
        """Whether an operator on an object of dependent type could move it, as an iterator's does."""
        if not node.type.dependent or node.type.kind == TypeKind.POINTER:
            return False
        expr, above = node, node.parent
        while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
            expr, above = above, above.parent
        if above is None or expr.ordinal != 0:
            return False
        return above.kind == Kind.CALL or (above.kind == Kind.BINARY and above.binary_operator in _SHIFTS)

    def _calls_operator(self, node: Node) -> bool:
        """Whether ``*this`` is the object of an operator that does not assign: a doubt about aliases."""
        call = node.within(frozenset((Kind.CALL,)))
        return call is not None and semantics.own_method(call) is not None

    def _is_output(self, span: Span) -> bool:
        """Whether an asm operand's constraint says that it is written."""
        data = self.context.lexed.data
        head = data[max(0, span.start - 200) : span.start].rstrip(b" \t\r\n(")
        constraint = head[head.rfind(b'"', 0, len(head) - 1) :] if head.endswith(b'"') else b"="
        return b"=" in constraint or b"+" in constraint

    def _read_whole(self, node: Node, use: Usage, rest: tuple[Step, ...]) -> bool:
        """Whether a struct in which a changed chain lies is copied: memory has not its new value yet."""
        if any(step.kind in _OUT for step in rest):
            return False  # a further link leads out of the struct
        return bool(node.type.kind == TypeKind.RECORD) and _is_copied(use)

    def _called_on(self, chain: Chain, access: Access, member: Node, place: _Place, followed: bool) -> None:
        """A member function called on a prefix, or on what a prefix points to."""
        const = semantics.is_const_method(member)
        arrow = access.node.type.kind == TypeKind.POINTER
        moves = not const and not arrow and member.name() in _REARRANGING and semantics.is_library(member)
        if access.path.root[0] == "this" and len(plain(access.path)) <= 1:
            return  # what a member function of 'this' could do is a doubt about aliases
        assigns = member.name().startswith("operator=") and not const
        if (followed and not arrow and not const) or moves or assigns:
            self._say("prefix-assigned", chain, place, prefix=place.text)
            return
        written = chain.number in self.facts.written
        const = const and not chain.changes_in_const
        if const and not written:
            return
        form = "method_reads" if const else "method_changes"
        self._say("aliased-call", chain, place, form, function=member.name(), text=place.text)

    def _passed(self, chain: Chain, call: tuple[Node, Node], place: _Place, use: Usage) -> None:
        """A prefix given to a function, which may then change what the local stands for."""
        function, argument = call
        pointee_const = semantics.pointee(argument).const
        by_value = argument.type.kind != TypeKind.POINTER and use.use is Use.READ
        written = chain.number in self.facts.written
        if by_value or function.kind != Kind.CALL or (pointee_const and not written):
            return
        form = "passed_reads" if pointee_const else "passed_changes"
        name = function.name() or "a function"
        self._say("aliased-call", chain, place, form, function=name, text=place.text)

    # --- subscripts -------------------------------------------------------------------------------------

    def subscript(self, chain: Chain, access: Access, meeting: Meeting) -> None:
        """Variables in a chain's subscripts must keep their values."""
        if meeting.comparison.relation not in (Relation.SAME, Relation.PREFIX, Relation.SHARED):
            return
        use = usage(access.node, self.context.cxx, self.facts.subscripts)
        changed = use.use in (Use.WRITE, Use.ADDRESS, Use.OTHER)
        changed = changed or (access.method is not None and not semantics.is_const_method(access.method))
        if changed:
            place = _Place(self.context, access)
            read = self.context.tree.node(chain.watched[meeting.watched].places[-1])
            text = self.context.probe.text[read.start : read.end].decode("utf-8", "replace")
            self._say("subscript-changed", chain, place, variable=text)


def _is_followed(step: Step) -> bool:
    """Whether a pointer is followed next: what it points to belongs to the chain."""
    if step.kind is StepKind.OPERATOR:
        return step.key[0] in ("operator->", "operator*")
    return step.kind is StepKind.DEREFERENCE


def _ends_life(node: Node) -> bool:
    """Whether what a pointer points to is destroyed, or another object is made in its place."""
    above = node.parent
    while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, *CASTS):
        above = above.parent
    if above is not None and above.kind == Kind.MEMBER:
        return above.name().startswith("~")
    return above is not None and above.kind in (Kind.DELETE, Kind.NEW)


def _is_placed(node: Node) -> bool:
    """Whether an object's address says where another object is made."""
    above = node.parent
    while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.UNARY, *CASTS):
        above = above.parent
    return above is not None and above.kind == Kind.NEW


def _is_copied(use: Usage) -> bool:
    """Whether an object is read there and then, and not given to a function by reference."""
    if use.use is not Use.READ:
        return False
    return use.node.kind != Kind.CALL or semantics.is_constructor(use.node) or use.node.name() == "operator="


def _decays(node: Node) -> bool:
    """Whether an array turns into a pointer that is more than subscripted at once."""
    if node.type.kind not in ARRAYS:
        return False
    expr = node
    while expr.parent is not None and expr.parent.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
        expr = expr.parent
    return expr.parent is None or expr.parent.kind != Kind.SUBSCRIPT


def _is_selected(node: Node) -> bool:
    """Whether a ``_Generic`` selection gives the object itself, which may be changed then."""
    expr = node
    while expr.parent is not None and expr.parent.kind == Kind.PAREN:
        expr = expr.parent
    return expr.parent is not None and expr.parent.kind == Kind.GENERIC and expr.ordinal > 0


def _is_tested(node: Node) -> bool:
    """Whether a value is compared with null or used as a condition."""
    expr = node
    while expr.parent is not None and expr.parent.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
        expr = expr.parent
    parent = expr.parent
    if parent is None:
        return False
    if parent.kind in (Kind.IF, Kind.WHILE, Kind.FOR, Kind.DO):
        return True
    if parent.kind == Kind.CONDITIONAL:
        return expr.ordinal == 0
    if parent.kind == Kind.UNARY:
        return parent.unary_operator == Unary.LOGICAL_NOT
    return parent.kind == Kind.BINARY and parent.binary_operator in _NULL_TESTS
