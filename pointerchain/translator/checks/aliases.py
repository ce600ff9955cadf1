# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Aliases: reasons to doubt that only a chain's own spelling changes what it evaluates to.

``other->n = 1`` in a region that keeps ``s->atoms->n`` in a local  ->  warning ``aliased-write``.

The user promises that it is so; what is said here are warnings, which ``-Werror=CODE`` makes strict.
"""

from __future__ import annotations

from typing import Any

from pointerchain.analysis.access import Relation, StepKind, compare
from pointerchain.analysis.alias import Alias, AliasResult
from pointerchain.analysis.location import OUT
from pointerchain.diagnostics import Note
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.libclang import ARRAY_TYPES, EXPRESSIONS, Kind, TypeKind, Unary
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts, Member
from pointerchain.translator.facts.uses import (
    Use,
    kept_address,
    outside_wrappers,
    passed_to_call,
    subscripted,
    usage,
)

_TO_ELEMENTS = frozenset((StepKind.ELEMENT, StepKind.DEREFERENCE))
_HARMLESS = frozenset(
    "at back begin c_str capacity cbegin cend count crbegin crend data empty end equal_range find front get "
    "get_deleter length lower_bound max_size rbegin rend size upper_bound use_count".split()
)
"""Member functions of the library's containers and smart pointers that leave them as they are."""


def _element(member: Member, chain: Chain) -> Node:
    """The member, or, where a chain ends at an element of it, its element as far as it is spelled."""
    node, steps = member.node, chain.access.steps
    named = [i for i, step in enumerate(steps) if step.kind is StepKind.MEMBER and step.key[1] == member.key]
    rest = steps[named[-1] + 1 :] if named else ()
    if any(step.kind not in _TO_ELEMENTS for step in rest):
        return node
    for _ in rest:
        above, array = outside_wrappers(node)
        follows = above is not None and above.kind == Kind.UNARY and above.unary_operator == Unary.DEREFERENCE
        if above is None or not (follows or (above.kind == Kind.SUBSCRIPT and array.ordinal == 0)):
            break
        node = above
    return node


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Say every doubt."""
    judge = _Judge(context, facts)
    judge.members()
    judge.calls()
    judge.bindings()
    return judge.findings.all


_Like = tuple[Chain, bool, bool]
"""A chain that goes through a member, whether it ends there, and whether it means one over it in a union."""


class _Steps:
    """The members that chains go through: a template's argument decides of some, which are known by name."""

    def __init__(self, context: Context, chains: list[Chain]) -> None:
        self.references = context.references
        self._members: dict[int, list[_Like]] = {}
        self._names: dict[str, list[_Like]] = {}
        self._undecided: dict[str, list[_Like]] = {}
        for chain in chains:
            if chain.through >= 0:
                self._members.setdefault(chain.through, []).append((chain, False, False))
            steps = chain.access.steps
            places = [at for at, step in enumerate(steps) if step.kind is StepKind.MEMBER]
            for at in places[:-1] if chain.is_place else places:
                self._add(steps[at].key, (chain, at == places[-1], False), context.cxx)
                own = not any(step.kind in OUT for step in steps[at:])
                for each in self.references.over(steps[at].key[1]) if steps[at].key[0] == "member" else ():
                    self._members.setdefault(each, []).append((chain, own, True))

    def _add(self, key: tuple[str, Any], like: _Like, cxx: bool) -> None:
        if key[0] == "member":
            self._members.setdefault(key[1], []).append(like)
        if key[0] == "name":
            self._undecided.setdefault(key[1], []).append(like)
        if cxx:
            self._names.setdefault(self.references.member_name(key), []).append(like)

    def like(self, member: Member) -> list[_Like]:
        """The chains that a member of another path may be of."""
        if not member.key:
            return self._names.get(self.references.spelled_member(member.node.index) or "", [])
        rows = self._members.get(member.key, [])
        if not self._undecided:
            return rows
        return rows + self._undecided.get(self.references.fact(member.key).name, [])


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.seen, self.alias = context.shared(Calls), context.shared(Alias)
        self.chains = [chain for chain in facts.chains.values() if not chain.problems]

    # --- the same members by another path ---------------------------------------------------------------

    def members(self) -> None:
        steps = _Steps(self.context, self.chains)
        known = self.facts.compared
        for region in self.facts.regions.values():
            active = {chain.number for chain in self.facts.active[region.region.number]}
            for member in region.members:
                if self.facts.stands_at(member.span):
                    continue  # part of an occurrence, which is judged as one
                for chain, last, over in steps.like(member):
                    if chain.number in active and (member.node.index, chain.number) not in known:
                        self._member(member, chain, last, over)

    def _member(self, member: Member, chain: Chain, last: bool, over: bool) -> None:
        node = subscripted(member.node) if over else _element(member, chain)
        found = usage(node, self.context.cxx)
        use = Use.READ if self._is_left_by_arrow(node) else found.use
        if use is Use.READ and node.type_kind in ARRAY_TYPES and chain.access.steps[-1].kind in _TO_ELEMENTS:
            use = Use.ADDRESS  # a pointer to its first element, by which the chain's may be stored
        text = self.context.spelling(member.span if node is member.node else self.context.source_span(node))
        path = self.context.paths.of(node.index)
        if self.alias.of_paths(path, chain.access) is AliasResult.NO:
            return
        span, notes = member.span, tuple[Note, ...]()
        if node.foreign:
            span, notes = self.context.included_place(node, member.span)
        if member.method is not None:
            if not (last and node.type.kind == TypeKind.POINTER):  # else what it points to is meant
                self._called_on(member.method, span, chain, notes, text)
            return
        if found.node.kind == Kind.CALL and self.context.references.operator_name(found.node.index):
            if types.is_library_type(node):
                return  # an element of a container, or what a smart pointer points to
        operand = use is Use.OTHER and found.detail == "asm"
        code = "aliased-write" if use is Use.WRITE or operand else ""
        if use is Use.READ and last and chain.number in self.facts.written:
            code = "aliased-read"
        if code and self._is_vouched(node, chain):
            return
        root, name = self._hiding(node, chain), self._name(member)
        call = passed_to_call(node) if last and use is Use.ADDRESS and not code else None
        if call is not None and call[1].type.kind == TypeKind.POINTER:
            const = types.pointee(call[1]).const and not self.seen.effect(call[0]).strips
            if not const and self.seen.could_change(call[0], chain, True):
                function = call[0].name() or "a function"
                self.findings.say(
                    "aliased-call", span, chain, notes, "passed_changes", function=function, text=text
                )
        if call is None and last and use is Use.ADDRESS and not code:
            self._kept(node, span, chain, notes, text, name)
        if code and over:
            self.findings.say(code, span, chain, notes, "union", text=text)
        elif code and root:
            self.findings.say(code, span, chain, notes, "hidden", text=text, member=name, root=root)
        elif code:
            self.findings.say(code, span, chain, notes, text=text, member=name)

    def _kept(
        self, node: Node, span: Span, chain: Chain, notes: tuple[Note, ...], text: str, member: str
    ) -> None:
        """An address that leads to a chain's member by another path, and by which the region may go on."""
        kept = kept_address(node)
        if kept is None or self._is_vouched(node, chain):
            return
        pointer = kept.type.kind == TypeKind.POINTER
        reads = types.pointee(kept).const if pointer else kept.type.const
        if not reads:
            self.findings.say("aliased-write", span, chain, notes, "kept", text=text, member=member)
        elif chain.number in self.facts.written:
            self.findings.say("aliased-read", span, chain, notes, "kept", text=text, member=member)

    def _is_left_by_arrow(self, node: Node) -> bool:
        """Whether an expression of which a template's argument decides is a pointer to what is accessed."""
        above, expr = outside_wrappers(node) if node.type.dependent else (None, node)
        arrow = above is not None and above.kind == Kind.MEMBER
        return arrow and above is not None and self.context.references.is_arrow(above.index, expr.index)

    def _name(self, member: Member) -> str:
        """A member's name, which the text spells where a template's argument decides of it."""
        spelled = None if member.key else self.context.references.spelled_member(member.node.index)
        return spelled or member.node.name()

    def _is_vouched(self, node: Node, chain: Chain) -> bool:
        """Whether a promise says that no path that begins at another variable leads where a chain does."""
        root = self.context.paths.of(node.index).root
        if node.foreign or chain.root is None or root[0] != "variable" or root == chain.access.root:
            return False
        return self.context.trust.unaliased(chain.root.name, self.context.starts_at(node))

    def _called_on(
        self, function: Node, span: Span, chain: Chain, notes: tuple[Note, ...], text: str
    ) -> None:
        """A member function that is called on a chain's member, or on what it points to, by another path."""
        const, name = semantics.is_const_method(function), function.name()
        if name in _HARMLESS and (semantics.is_library(function) or function.declaration() is None):
            return
        if not const or chain.number in self.facts.written:
            form = "method_reads" if const else "method_changes"
            self.findings.say("aliased-call", span, chain, notes, form, function=name, text=text)

    def _hiding(self, node: Node, chain: Chain) -> str:
        """The name of the variable that a path begins at where that hides the chain's root."""
        root = self.context.paths.of(node.index).root
        if root[0] != "variable" or chain.root is None or root == chain.access.root:
            return ""
        name = self.context.references.fact(root[1]).name
        return name if name == chain.root.name else ""

    # --- functions --------------------------------------------------------------------

    def calls(self) -> None:
        """Calls in the regions."""
        own = [chain for chain in self.chains if chain.of_this]
        lasting = [c for c in self.chains if c.number in self.facts.written and self._lasts(c)]
        told: set[tuple[int, str]] = set()  # once a function is enough
        for index in self.context.indices_in_regions(frozenset((Kind.CALL,))):
            node = self.context.tree.node(index)
            at = self.context.starts_at(node)
            self._own_method(node, at, own)
            if not node.macro:
                self._call(node, at, lasting, told)

    def _lasts(self, chain: Chain) -> bool:
        """Whether any function could name a chain's root, or a variable in a subscript of it."""
        facts = (self.context.references.fact(p.root[1]) for p in chain.watched if p.root[0] == "variable")
        return (chain.file_scope and not chain.of_this) or any(each.lasting for each in facts)

    def bindings(self) -> None:
        """Structured bindings that name what chains go through: ``auto &[a, b] = *s; a = t;``."""
        tree, references = self.context.tree, self.context.references
        bound: dict[int, tuple[Node, int]] = {}
        for node in tree.of_kinds(frozenset((Kind.UNEXPOSED_DECL,))) if self.context.cxx else ():
            inner = [each for each in node.below if each.kind == Kind.UNEXPOSED_DECL]
            value = next((each for each in node.below if each.kind in EXPRESSIONS), None)
            for each in inner if value is not None else ():
                known = references.declared(each.index)
                if known is not None and value is not None:
                    binding = references.binding(known)
                    field = binding[1] if binding is not None else None
                    bound[known.key] = value, -1 if field is None else field
        for node in tree.of_kinds(frozenset((Kind.DECL_REF,))) if bound else ():
            target = references.of(node.index)
            if target is None or target.key not in bound or usage(node, True).use is not Use.WRITE:
                continue
            value, field = bound[target.key]
            span, text = self.context.source_span(node), node.name()
            member = references.member_name(("member", field)) if field >= 0 else text
            for chain in self.chains:
                if self.context.is_in(span.start, chain.region) and self._is_bound(value, field, chain):
                    self.findings.say("aliased-write", span, chain, text=text, member=member)

    def _is_bound(self, value: Node, field: int, chain: Chain) -> bool:
        """Whether a part of what a binding takes apart may be a link, or read by a subscript."""
        path, references = self.context.paths.of(value.index), self.context.references
        for each in (chain.access, *chain.watched):
            how = compare(path, each, references).relation
            if how is Relation.PREFIX or (how is Relation.SAME and not chain.is_place):
                return True
        return any(field == declared for declared in self._members_of(chain))

    def _members_of(self, chain: Chain) -> list[int]:
        own = chain.access.steps[:-1] if chain.is_place else chain.access.steps
        steps = (step for row in (own, *(path.steps for path in chain.watched)) for step in row)
        return [s.key[1] for s in steps if s.kind is StepKind.MEMBER and s.key[0] == "member"]

    def _own_method(self, node: Node, at: int, own: list[Chain]) -> None:
        """Member functions of ``this`` in a region whose chains begin there."""
        const = semantics.own_method(node) if own else None
        if const is None:
            return
        for chain in own:
            written = chain.number in self.facts.written
            if not self.context.is_in(at, chain.region) or (const and not written) or chain.stays():
                continue
            if not self.seen.hands_out(node, chain):
                reads = written and self.seen.could_read(node, chain)
                if not reads and (const or not self.seen.could_change(node, chain)):
                    continue
            form, span = "own_reads" if const else "own_changes", self.context.source_span(node)
            self.findings.say("aliased-call", span, chain, form=form, function=node.name())

    def _call(self, node: Node, at: int, lasting: list[Chain], told: set[tuple[int, str]]) -> None:
        """Functions that reach the root by themselves: through a global or a static."""
        for chain in lasting:
            name = node.name()
            if (chain.number, name) in told or not self.context.is_in(at, chain.region):
                continue
            if semantics.is_user_function(node) and self.seen.could_read(node, chain):
                told.add((chain.number, name))
                span = Span(at, at + len(name.encode()))
                self.findings.say("aliased-call", span, chain, form="function", function=name)
