# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Links: what the regions do with the links and the subscripts of their chains.

``s->atoms = t`` in a region that hoists ``s->atoms->n``  ->  error ``prefix-assigned``;
``f(s->atoms)``  ->  warning ``aliased-call``.
"""

from __future__ import annotations

from pointerchain.analysis.access import (
    AccessPath,
    Comparison,
    Relation,
    Step,
    StepKind,
    describe,
    is_unnamed,
    plain,
    under_class_name,
)
from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.implicit import ranges_as_const
from pointerchain.translator.clang.libclang import ARRAY_TYPES, EXPRESSIONS, Binary, Kind, TypeKind, Unary
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Access, Facts, Meeting
from pointerchain.translator.facts.uses import (
    ARRAYS,
    BINDING,
    CASTS,
    DEPENDENT,
    OPERATOR,
    Usage,
    Use,
    is_copied,
    listed_in,
    passed_to_call,
    usage,
)

_NULL_TESTS = frozenset((Binary.EQUAL, Binary.UNEQUAL, Binary.LOGICAL_AND, Binary.LOGICAL_OR))
_LOGICAL = frozenset((Binary.LOGICAL_AND, Binary.LOGICAL_OR))
_COMPARISONS = frozenset(
    (Binary.EQUAL, Binary.UNEQUAL, Binary.LESS, Binary.GREATER, Binary.LESS_EQUAL, Binary.GREATER_EQUAL)
)
_OBJECTS = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.CALL))
"""Parts of an operand that is no null constant."""
_ARITHMETIC = frozenset((Binary.ADD, Binary.SUBTRACT, Binary.BIT_AND))
_SHIFTS = frozenset((Binary.SHIFT_LEFT, Binary.SHIFT_RIGHT))
_REARRANGING = frozenset(
    "append assign clear emplace emplace_back emplace_front erase extract fill insert insert_or_assign merge "
    "pop_back pop_front push_back push_front remove remove_if reserve reset resize reverse shrink_to_fit "
    "sort splice swap try_emplace unique".split()
)
"""Member functions of the library's classes after which an element is elsewhere, another or gone."""
_INTEGERS = (TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG)
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
    judge.say_changed()
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
        self.calls = context.shared(Calls)
        self.changed: dict[tuple[int, str], list[tuple[Chain, _Place]]] = {}
        """By chain and variable of a subscript: the places that change it."""

    def _say(self, code: str, about: Chain, place: _Place, form: str = "", **fields: str) -> None:
        self.findings.say(code, place.span, about, place.notes, form, **fields)

    def met(self, chain: Chain, access: Access, meeting: Meeting) -> None:
        """An access that has to do with a chain but is not an occurrence of it."""
        comparison = meeting.comparison
        if comparison.relation is Relation.SHARED:
            return
        place = _Place(self.context, access)
        if comparison.relation is Relation.APART:
            self._beside(chain, access, comparison, place)
            return
        if access.node.kind == Kind.BINARY and types.is_member_function(access.node):
            self._say("aliased-call", chain, place, "closure", function=place.text)  # '(s->a.*f)()'
        elif not comparison.alike:
            self._unlike(chain, access, comparison, place)
        elif comparison.relation is Relation.PREFIX:
            if comparison.certain:
                self._link(chain, access, comparison, place)
            else:
                self._maybe_link(chain, access, comparison, place)
        elif not comparison.certain:
            self._maybe(chain, access, comparison, place)

    def _beside(self, chain: Chain, access: Access, comparison: Comparison, place: _Place) -> None:
        """Another element of the array that the chain goes through: its address leads to the chain's, too."""
        further = plain(access.path)[comparison.size + 1 :]
        if any(step.kind is not StepKind.ELEMENT for step in further):
            return
        use, call = usage(access.node, self.context.cxx), passed_to_call(access.node)
        if call is not None and (use.use is Use.ADDRESS or access.node.type_kind in ARRAY_TYPES):
            self._passed(chain, call, place, use, comparison)

    def _maybe_link(self, chain: Chain, access: Access, comparison: Comparison, place: _Place) -> None:
        """What may be a link, as its subscripts come out."""
        use, call = usage(access.node, self.context.cxx), passed_to_call(access.node)
        if use.use is Use.WRITE:
            self._assigned(chain, access, place, False)
        elif access.method is not None:
            self._doubted(chain, semantics.is_const_method(access.method), place, access.method)
        elif use.detail == BINDING and self._binds(chain, use, comparison):
            self._assigned(chain, access, place, False)
        elif call is not None and use.use in (Use.ADDRESS, Use.READ):
            self._passed(chain, call, place, use, comparison)

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
            if any(map(is_unnamed, access.path.steps)) and (access.node.foreign or access.node.body):
                self._from_elsewhere(chain, access, place)  # of a template: only an instance has the member
                return
            code = "aliased-read" if use is Use.READ else "aliased-write"
            self._say(code, chain, place, text=place.text, member=self._member(access))

    def _from_elsewhere(self, chain: Chain, access: Access, place: _Place) -> None:
        """An access in included text or in a macro's body."""
        if access.node.foreign:
            self._say("included-text", chain, place)
            return
        at = access.span
        expansion = self.context.expansion_at(at.start) or self.context.expansion_at(at.end - 1)
        self._say("chain-in-macro", chain, place, macro=expansion.name if expansion else "?")

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
        return self._last_member(access.path)

    def _last_member(self, path: AccessPath) -> str:
        references = self.context.references
        members = [step for step in path.steps if step.kind is StepKind.MEMBER]
        return references.member_name(members[-1].key) if members else references.fact(path.root[1]).name

    # --- links ------------------------------------------------------------------------------------------

    def _link(self, chain: Chain, access: Access, comparison: Comparison, place: _Place) -> None:
        node, text = access.node, place.text
        rest = plain(chain.access)[comparison.size :]
        followed = _is_followed(rest[0])
        if self.context.cxx and _ends_life(node):
            self._say("prefix-assigned", chain, place, prefix=f"*{text}" if followed else text)
            return
        if access.method is not None:
            self._called_on(chain, access, access.method, place, comparison)
            return
        use = usage(node, self.context.cxx)
        if node.kind == Kind.THIS and use.use is Use.WRITE:
            use = use._replace(use=Use.READ)  # a value that nothing can change, given to a function
        call = passed_to_call(node)
        bound = use.use is Use.WRITE and use.node.kind == Kind.CALL
        if bound and (use.node.name() in _CHANGING or use.node.name().startswith("operator")):
            bound = False  # the object itself is changed
        listed = listed_in(node)
        if listed is not None:
            self._listed(chain, listed, place, comparison)
        written = chain.number in self.facts.written
        of_this = access.path.root[0] == "this" and len(plain(access.path)) <= 1
        own = use.use is Use.ADDRESS and use.detail == OPERATOR  # maybe a class's own operator
        if own or (use.use is Use.WRITE and (followed or not bound)):
            if not of_this or not self._calls_operator(node):
                self._assigned(chain, access, place, True)
        elif use.use is Use.ADDRESS and (followed or use.detail == DEPENDENT or _is_placed(node)):
            self._say("address-taken", chain, place, chain=text)
        elif use.detail == BINDING and self._binds(chain, use, comparison):
            self._say("address-taken", chain, place, chain=text)
        elif use.use is Use.OTHER and use.node.kind == Kind.FOR_RANGE:
            self._ranged(chain, access, place)
        elif use.use is Use.OTHER and _is_selected(node):
            self._say("object-needed", chain, place, "operand", construct=use.detail, chain=text)
        elif use.use is Use.READ and self._may_move(node):
            self._assigned(chain, access, place, True)
        elif use.use is Use.READ and written and _decays(node):
            self._say("address-taken", chain, place, chain=text)
        elif use.use is Use.OTHER and node.within(frozenset((Kind.ASM,))) and self._is_output(place.span):
            self._say("prefix-assigned", chain, place, prefix=text)
        elif followed and self._is_given_to_assembler(node):
            member = self._last_member(chain.access)
            self._say("aliased-write", chain, place, "assembler", text=text, member=member)
        elif use.use is Use.READ and written and self._read_whole(node, use, rest):
            self._say("struct-read-whole", chain, place, text="*this" if of_this else text)
        elif call is not None and use.use in (Use.WRITE, Use.ADDRESS, Use.READ):
            self._passed(chain, call, place, use, comparison)
        elif use.use is Use.READ and followed and _is_tested(node):
            self._say("guarded-chain", chain, place, link=text)

    def _is_given_to_assembler(self, node: Node) -> bool:
        """Whether assembler that changes memory gets a pointer, by which it may do so."""
        statement = node.within(frozenset((Kind.ASM,)))
        if statement is None:
            return False
        span = self.context.source_span(statement)
        return statement.macro or b'"memory"' in self.context.lexed.data[span.start : span.end]

    def _binds(self, chain: Chain, use: Usage, comparison: Comparison) -> bool:
        """Whether a structured binding may name the chain's own object, in which it would miss changes."""
        within = not any(step.kind in _OUT for step in plain(chain.access)[comparison.size :])
        binding = use.node.within(frozenset((Kind.UNEXPOSED_DECL,)))
        const = binding is not None and semantics.binds_const(binding)
        return within and (not const or chain.number in self.facts.written)

    def _ranged(self, chain: Chain, access: Access, place: _Place) -> None:
        """A link that a range-``for`` goes over: it calls the link's ``begin`` and ``end``."""
        statement = access.node.within(frozenset((Kind.FOR_RANGE,)))
        const = ranges_as_const(access.node)
        if statement is not None and semantics.changes_range(statement):
            self._say("address-taken", chain, place, chain=place.text)
        elif const is not None:
            self._doubted(chain, const, place)

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
        return bool(node.type.kind == TypeKind.RECORD) and is_copied(use)

    def _called_on(
        self, chain: Chain, access: Access, member: Node, place: _Place, comparison: Comparison
    ) -> None:
        """A member function called on a prefix, or on what a prefix points to."""
        step = plain(chain.access)[comparison.size]
        const = semantics.is_const_method(member)
        arrow = access.node.type.kind == TypeKind.POINTER
        moves = not const and not arrow and member.name() in _REARRANGING and semantics.is_library(member)
        call = _called_by(member)
        if chain.stays(comparison.size) and step.kind is not StepKind.OPERATOR:
            return
        if call is not None and semantics.own_method(call) is not None:
            return  # what a member function of 'this' could do is a doubt about aliases
        assigns = member.name().startswith("operator=") and not const
        leads = _is_followed(step) or step.kind is StepKind.OPERATOR
        if (leads and not arrow and not const) or moves or assigns:
            self._say("prefix-assigned", chain, place, prefix=place.text)
            return
        stored = call is not None and self.calls.stored_member(call, -1, chain, comparison.size)
        if stored and comparison.certain:
            names = {"function": member.name(), "text": place.text, "member": stored}
            self._say("stored-by-call", chain, place, "method", **names)
            return
        self._doubted(chain, const, place, member)

    def _doubted(self, chain: Chain, const: bool, place: _Place, method: Node | None = None) -> None:
        """A member function called on a link, which may read what changes or change it."""
        call = _called_by(method) if method is not None else None
        const = const and not chain.changes_in_const
        const = const and not (call is not None and self.calls.stores(call, chain))  # it casts 'const' away
        if call is not None and not self.calls.hands_out(call, chain):
            const = const or not self.calls.could_change(call, chain)
            if const and not self.calls.could_read(call, chain):
                return
        if not const or chain.number in self.facts.written:
            form = "method_reads" if const else "method_changes"
            name = (method.name() or method.operator_sign) if method is not None else "begin"
            self._say("aliased-call", chain, place, form, function=name, text=place.text)

    def _passed(
        self, chain: Chain, call: tuple[Node, Node], place: _Place, use: Usage, comparison: Comparison
    ) -> None:
        """A prefix given to a function, which may then change what the local stands for."""
        function, argument = call
        if chain.stays(comparison.size) and argument.type.kind in (TypeKind.POINTER, TypeKind.RECORD):
            return
        if argument.type.kind in _INTEGERS:
            name = function.name() or "a function"
            self._say("aliased-call", chain, place, "passed_changes", function=name, text=place.text)
            return
        const = types.pointee(argument).const
        if argument.type.kind != TypeKind.POINTER and use.use is Use.READ:
            if argument.type.kind != TypeKind.RECORD or function.name() == "operator=":
                return
            const = self.context.cxx and not semantics.is_reading_copy(function)  # a reference to const
            if not const:
                outer = passed_to_call(function) if self.context.cxx else call
                led = self._leads_on(chain, comparison)
                if outer is None or led is None:
                    return
                function, const = outer[0], led
        if comparison.certain and self._is_stored(chain, function, argument, place, comparison):
            return
        const, reads = self._looked_into(chain, function, argument, const)
        if const and not reads:
            return
        if const and chain.number not in self.facts.written:
            return
        form = "passed_reads" if const else "passed_changes"
        name = function.name() or "a function"
        self._say("aliased-call", chain, place, form, function=name, text=place.text)

    def _looked_into(self, chain: Chain, function: Node, argument: Node, const: bool) -> tuple[bool, bool]:
        """Whether a function only reads a chain, and whether it may, by its body where that is seen.

        A pointer that is given as one to something else than its struct may be used as any.
        """
        pointee = types.pointee(argument)
        struct = argument.type.kind != TypeKind.POINTER or pointee.kind in (TypeKind.RECORD, TypeKind.POINTER)
        struct = struct and not _is_cast(argument)
        if not struct or self.calls.hands_out(function, chain):
            changes = self.calls.is_seen(function) and self.calls.could_change(function, chain, True)
            return const and not changes, True
        if self.calls.is_seen(function):
            const = not self.calls.could_change(function, chain)
        return const, not const or self.calls.could_read(function, chain)

    def _is_stored(
        self, chain: Chain, function: Node, argument: Node, place: _Place, comparison: Comparison
    ) -> bool:
        """Whether a function is seen to store the chain's own member, or a link, by what it is given."""
        path = self.context.paths.of(argument.index)
        if function.name().startswith("operator") or any(step.kind is StepKind.OFFSET for step in path.steps):
            return False
        rows = [each.index for each in function.below if each.kind in EXPRESSIONS]
        if argument.index not in rows:
            return False
        given = rows.index(argument.index) - (not semantics.is_constructor(function))
        member = self.calls.stored_member(function, given, chain, comparison.size)
        if member:
            name = function.name() or "a function"
            self._say("stored-by-call", chain, place, function=name, text=place.text, member=member)
        return bool(member)

    def _listed(self, chain: Chain, listed: tuple[Node, Node], place: _Place, comparison: Comparison) -> None:
        """A prefix in the braces of an aggregate that is given to a function, or whose end runs code."""
        braces, element = listed
        literal = braces.parent
        while literal is not None and literal.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
            literal = literal.parent
        outer = literal if literal is not None and literal.kind == Kind.COMPOUND_LITERAL else braces
        call = passed_to_call(outer)
        name = types.run_at_end(braces) or (call[0].name() or "a function" if call is not None else "")
        if name:
            const = types.pointee(element).const
            if not const or chain.number in self.facts.written:
                form = "passed_reads" if const else "passed_changes"
                self._say("aliased-call", chain, place, form, function=name, text=place.text)

    def _leads_on(self, chain: Chain, comparison: Comparison) -> bool | None:
        """Whether a copy of a link leads to const objects only; None where not to the chain's."""
        found: bool | None = None
        count = 0
        for step, at in zip(chain.access.steps, chain.access.places, strict=False):
            if step.kind is StepKind.CAST:
                continue
            count += 1
            if count <= comparison.size or step.kind not in _OUT:
                continue
            node = self.context.tree.node(at)
            if step.kind is StepKind.OPERATOR and step.key[0] == "operator[]" and types.is_owner(node):
                continue  # its elements are copied with it
            found = found is not False and types.pointee(node).const
        return found

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
            self.changed.setdefault((chain.number, text), []).append((chain, place))
        elif use.use is Use.READ and meeting.comparison.relation is Relation.SAME:
            if self._guards(access.node, chain):
                place = _Place(self.context, access)
                self._say("guarded-chain", chain, place, link=place.text)

    def say_changed(self) -> None:
        """Say once of each variable that it is changed, with the further places as notes."""
        for (_, text), ((chain, first), *others) in self.changed.items():
            spans = dict.fromkeys(each.span for _, each in others if each.span != first.span)
            also = (Note("it is changed here as well", Place(self.context.file, span)) for span in spans)
            self.findings.say("subscript-changed", first.span, chain, (*first.notes, *also), variable=text)

    def _guards(self, node: Node, chain: Chain) -> bool:
        """Whether a condition that reads a value decides whether a chain is evaluated, each time it is."""
        inside = _guarded(node, self.context)
        if inside is None:
            return False
        own = [row.node for row in self.facts.standing if row.chain == chain.number]
        return bool(own) and all(each is None or each.index in inside for each in own)


def _is_cast(argument: Node) -> bool:
    """Whether a cast stands between an argument and what is given."""
    while argument.below and argument.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.UNARY):
        argument = argument.below[-1]
    return argument.kind in CASTS


def _called_by(member: Node) -> Node | None:
    """The call of a member function that is named."""
    return member if member.kind == Kind.CALL else member.within(frozenset((Kind.CALL,)))


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


def _guarded(node: Node, context: Context, compared: bool = False) -> range | None:
    """The tree's indices of what runs or not by a comparison of a value; None for other uses of it."""
    expr = node
    while expr.parent is not None:
        parent, at = expr.parent, expr.ordinal
        end = parent.tree.after[parent.index]
        if parent.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
            expr = parent
            continue
        if parent.kind == Kind.BINARY and parent.binary_operator in _COMPARISONS:
            compared, expr = True, parent
            continue
        if parent.kind == Kind.UNARY and parent.unary_operator == Unary.LOGICAL_NOT:
            compared, expr = True, parent
            continue
        if parent.kind in CASTS or (parent.kind == Kind.BINARY and parent.binary_operator in _ARITHMETIC):
            expr = parent
            continue
        if parent.kind == Kind.CALL:  # 'if (valid(i))'
            compared, expr = True, parent
            continue
        if parent.kind in (Kind.SWITCH, Kind.WHILE) and at == 0:
            return range(parent.tree.after[expr.index], end)
        if parent.kind == Kind.BINARY and parent.binary_operator in _LOGICAL:
            below = parent.tree.after[expr.index]
            if at == 0 and compared:
                outer = _guarded(parent, context, True)
                return range(below, max(end, outer.stop if outer is not None else end))
            compared, expr = True, parent
            continue
        condition = at + 1 < len(parent.below)  # the last is a branch: 'if (t) f(i);'
        decides = (parent.kind == Kind.IF and condition) or (parent.kind == Kind.CONDITIONAL and at == 0)
        if not decides or not compared:
            return None
        branch = parent.below[at + 1].index
        leaves = parent.kind == Kind.IF and context.control.of(branch).leaves(branch)
        return range(parent.tree.after[expr.index], len(parent.tree) if leaves else end)
    return None


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
    if parent.kind != Kind.BINARY or parent.binary_operator not in _NULL_TESTS:
        return False
    other = parent.below[1 - expr.ordinal]
    compared = parent.binary_operator in _COMPARISONS
    return not compared or not any(each.kind in _OBJECTS for each in (other, *other.inside))
