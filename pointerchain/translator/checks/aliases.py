# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Aliases: reasons to doubt that only a chain's own spelling changes what it evaluates to.

``other->n = 1`` in a region that keeps ``s->atoms->n`` in a local  ->  warning ``aliased-write``.

The user promises that it is so; what is said here are warnings, which ``-Werror=CODE`` makes strict.
"""

from __future__ import annotations

from pointerchain.diagnostics import Note
from pointerchain.source import Span
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind, TypeKind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.access import ACCESS_KINDS, Relation, StepKind, compare, lie_apart
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts, Member
from pointerchain.translator.facts.uses import Use, usage

_HARMLESS = frozenset(
    "at back begin c_str capacity cbegin cend count crbegin crend data empty end equal_range find front get "
    "get_deleter length lower_bound max_size rbegin rend size upper_bound use_count".split()
)
"""Member functions of the library's containers and smart pointers that leave them as they are."""


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Say every doubt."""
    judge = _Judge(context, facts)
    judge.members()
    judge.calls()
    judge.bindings()
    return judge.findings.all


_CALLS = frozenset((Kind.CALL,))
_LAMBDAS_AND_VARIABLES = frozenset((Kind.LAMBDA, Kind.VARIABLE))
_ON_A_CHAIN = (Relation.PREFIX, Relation.SAME, Relation.EXTENSION)


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.chains = [chain for chain in facts.chains.values() if not chain.problems]

    # --- the same members by another path ---------------------------------------------------------------

    def members(self) -> None:
        by_field: dict[int, list[tuple[Chain, bool]]] = {}
        for chain in self.chains:
            steps = [step for step in chain.access.steps if step.kind is StepKind.MEMBER]
            for step in steps:
                if step.key[0] == "member":
                    by_field.setdefault(step.key[1], []).append((chain, step is steps[-1]))
        known = self.facts.compared
        for region in self.facts.regions.values():
            active = {chain.number for chain in self.facts.active[region.region.number]}
            for member in region.members:
                if self.facts.stands_at(member.span):
                    continue  # part of an occurrence, which is judged as one
                for chain, last in by_field.get(member.key, ()):
                    if chain.number in active and (member.node.index, chain.number) not in known:
                        self._member(member, chain, last)

    def _member(self, member: Member, chain: Chain, last: bool) -> None:
        node = member.node
        found = usage(node, self.context.cxx)
        use = found.use
        text = self.context.spelling(member.span)
        if lie_apart(self.context.paths.of(node.index), chain.access, self.context.references):
            return
        span, notes = member.span, tuple[Note, ...]()
        if node.foreign:
            span, notes = self.context.included_place(node, member.span)
        if member.method is not None:
            if not (last and node.type.kind == TypeKind.POINTER):  # else what it points to is meant
                self._called_on(member.method, span, chain, notes, text)
            return
        if found.node.kind == Kind.CALL and self.context.references.operator_name(found.node.index):
            if semantics.is_library_type(node):
                return  # an element of a container, or what a smart pointer points to
        operand = use is Use.OTHER and found.detail == "asm"
        code = "aliased-write" if use is Use.WRITE or operand else ""
        if use is Use.READ and last and chain.number in self.facts.written:
            code = "aliased-read"
        root, name = self._hiding(node, chain), node.name()
        if code and root:
            self.findings.say(code, span, chain, notes, "hidden", text=text, member=name, root=root)
        elif code:
            self.findings.say(code, span, chain, notes, text=text, member=name)

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
        closures = self.context.cxx and Kind.LAMBDA in self.context.tree.kinds
        for index in self.context.indices_in_regions(frozenset((Kind.CALL,))):
            node = self.context.tree.node(index)
            at = self.context.starts_at(node)
            self._own_method(node, at, own)
            if closures and not _is_made(node):
                self._closure(node)
            if not node.macro:
                self._call(node, at, lasting, told)

    def _lasts(self, chain: Chain) -> bool:
        """Whether any function could name a chain's root, or a variable in a subscript of it."""
        facts = (self.context.references.fact(p.root[1]) for p in chain.watched if p.root[0] == "variable")
        return (chain.file_scope and not chain.of_this) or any(each.lasting for each in facts)

    def _is_in(self, at: int, chain: Chain) -> bool:
        region = self.context.regions[chain.region]
        return region.span.start <= at < region.span.end

    def _closure(self, call: Node) -> None:
        """A lambda from before the region that is called or passed on: it names by itself what it uses."""
        for named in (each for each in call.inside if each.kind == Kind.DECL_REF):
            around = named.within(_CALLS)
            while around is not None and around.index > call.index and _is_made(around):
                around = around.within(_CALLS)
            if around is None or around.index != call.index:
                continue
            span = self.context.source_span(call)
            inner = (n for each in self._lambdas(named, 0) for n in each.inside if n.kind in ACCESS_KINDS)
            for access in inner:
                for chain in self.chains:
                    if self._is_in(span.start, chain) and not self._is_in(self._start(access), chain):
                        form = self._inside_closure(access, chain)
                        if form:
                            self.findings.say("aliased-call", span, chain, form=form, function=named.name())

    def _lambdas(self, named: Node, depth: int) -> list[Node]:
        """The lambdas that a variable begins with, maybe by way of others."""
        references, tree = self.context.references, self.context.tree
        target = references.of(named.index)
        index = references.variable_of(target) if target is not None else -1
        if index < 0 or depth > 4:
            return []
        inside = tree.node(index).inside
        found = [each for each in inside if each.kind == Kind.LAMBDA]
        for each in inside:
            if each.kind == Kind.DECL_REF and each.within(_LAMBDAS_AND_VARIABLES) == tree.node(index):
                found += self._lambdas(each, depth + 1)
        return found

    def _inside_closure(self, access: Node, chain: Chain) -> str:
        """What a lambda's access does to a chain, as a form of the message."""
        found = compare(self.context.paths.of(access.index), chain.access, self.context.references)
        use = usage(access, True).use if found.relation in _ON_A_CHAIN else Use.UNEVALUATED
        if use in (Use.WRITE, Use.ADDRESS) and found.relation is not Relation.EXTENSION:
            return "closure"
        part = access.parent is not None and access.parent.kind in ACCESS_KINDS
        whole = found.relation is not Relation.PREFIX or (access.type.kind == TypeKind.RECORD and not part)
        reads = use in (Use.READ, Use.METHOD, Use.OTHER) and whole
        return "closure_reads" if reads and chain.number in self.facts.written else ""

    def _start(self, node: Node) -> int:
        return self.context.starts_at(node)

    def bindings(self) -> None:
        """Structured bindings that refer to a link or to an object that holds one: ``auto &[a, b] = *s;``."""
        tree, references, paths = self.context.tree, self.context.references, self.context.paths
        bound: dict[int, Node] = {}
        for node in tree.of_kinds(frozenset((Kind.UNEXPOSED_DECL,))) if self.context.cxx else ():
            inner = [each for each in node.below if each.kind == Kind.UNEXPOSED_DECL]
            value = next((each for each in node.below if each.kind in EXPRESSIONS), None)
            if inner and value is not None:
                for each in inner:
                    known = references.declared(each.index)
                    if known is not None:
                        bound[known.key] = value
        for node in tree.of_kinds(frozenset((Kind.DECL_REF,))) if bound else ():
            target = references.of(node.index)
            value = bound.get(target.key) if target is not None else None
            if value is None or usage(node, True).use is not Use.WRITE:
                continue
            span = self.context.source_span(node)
            for chain in self.chains:
                found = compare(paths.of(value.index), chain.access, references)
                if found.relation in (Relation.PREFIX, Relation.SAME) and self._is_in(span.start, chain):
                    self.findings.say("aliased-write", span, chain, text=node.name(), member=node.name())

    def _own_method(self, node: Node, at: int, own: list[Chain]) -> None:
        """Member functions of ``this`` in a region whose chains begin there."""
        const = semantics.own_method(node) if own else None
        if const is None:
            return
        for chain in own:
            written = chain.number in self.facts.written
            if not self._is_in(at, chain) or (const and not written):
                continue
            form, span = "own_reads" if const else "own_changes", self.context.source_span(node)
            self.findings.say("aliased-call", span, chain, form=form, function=node.name())

    def _call(self, node: Node, at: int, lasting: list[Chain], told: set[tuple[int, str]]) -> None:
        """Functions that reach the root by themselves: through a global or a static."""
        for chain in lasting:
            name = node.name()
            if (chain.number, name) in told or not self._is_in(at, chain):
                continue
            if semantics.is_user_function(node):
                told.add((chain.number, name))
                span = Span(at, at + len(name.encode()))
                self.findings.say("aliased-call", span, chain, form="function", function=name)


def _is_made(call: Node) -> bool:
    """Whether a call makes an object, which may hold what it is given."""
    return semantics.is_elided_copy(call) or semantics.is_constructor(call)
