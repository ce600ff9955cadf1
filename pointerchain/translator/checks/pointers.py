# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Pointers: local variables that were made from a link of a chain, and what happens through them.

``struct atoms *a = s->atoms; grow(a);`` in a region that hoists ``s->atoms->n``
->  warning ``aliased-call``, as ``grow(s->atoms)`` causes.
"""

from __future__ import annotations

from functools import cached_property

from pointerchain.analysis.access import AccessPath, Relation, StepKind, compare
from pointerchain.analysis.alias import Alias, AliasResult
from pointerchain.analysis.index import Index
from pointerchain.diagnostics import Note
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.conversions import CASTS
from pointerchain.translator.clang.libclang import POINTER_TYPE, Binary, Kind, TypeKind, Unary
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import Use, passed_to_call, usage

_MADE = frozenset((StepKind.ADDRESS, StepKind.OFFSET, StepKind.CAST))


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt what goes through such a variable."""
    judge = _Judge(context, facts)
    tree, references = context.tree, context.references
    for index in context.indices_in_regions(frozenset((Kind.DECL_REF,))) if judge.chains else ():
        target = references.of(index)
        if target is not None and target.kind == Kind.VARIABLE and target.key in judge.sources:
            judge.use(tree.node(index), target.key)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.calls, self.alias = context.shared(Calls), context.shared(Alias)
        self.chains = [c for c in facts.chains.values() if not c.problems and c.access.known]

    @cached_property
    def sources(self) -> dict[int, list[Chain]]:
        """By variable: the chains into which an initialiser of it, or what is assigned to it, leads."""
        tree, references = self.context.tree, self.context.references
        found: dict[int, list[Chain]] = {}
        for index, kind in enumerate(tree.kinds):
            if kind == Kind.VARIABLE:
                known, inside = references.declared(index), self.context.paths.expressions(index)
                value = inside[-1] if inside else -1
            elif kind == Kind.BINARY and references.binary(index) == Binary.ASSIGN:
                inside = self.context.paths.expressions(index)
                known, value = references.of(inside[0]), inside[-1]
                if tree.kinds[inside[0]] != Kind.DECL_REF:
                    continue
            else:
                continue
            if known is None or value < 0:
                continue
            if references.type_of(value)[0] != POINTER_TYPE and not references.declares_reference(known.key):
                continue
            refers = references.declares_reference(known.key)
            made = self.context.paths.of(value)
            chains = [c for c in self._by_root.near((made.root,)) if self._leads(made, c, refers)]
            if chains:
                found.setdefault(known.key, []).extend(chains)
        return found

    @cached_property
    def _by_root(self) -> Index[Chain]:
        """The chains by where they begin."""
        return Index(self.chains, lambda chain: (chain.access.root,))

    def _leads(self, made: AccessPath, chain: Chain, refers: bool = False) -> bool:
        """Whether a pointer leads to a link's object, or to an element beside the chain's."""
        steps = list(made.steps)
        while steps and steps[-1].kind in _MADE:
            steps.pop()
        path = made._replace(steps=tuple(steps), bare=tuple(s for s in steps if s.kind is not StepKind.CAST))
        found = compare(path, chain.access, self.context.references)
        if found.relation is Relation.APART:
            return all(step.kind is StepKind.ELEMENT for step in path.bare[found.size + 1 :])
        if found.relation is Relation.SAME:  # in the region that is refused
            address = refers or any(step.kind is StepKind.ADDRESS for step in made.steps[len(steps) :])
            return address and not any((at, chain.number) in self.facts.compared for at in made.places)
        return found.relation is Relation.PREFIX

    def use(self, node: Node, key: int) -> None:
        """A place that names such a variable."""
        at = self.context.starts_at(node)
        meant = [c for c in self.sources[key] if (node.index, c.number) not in self.facts.compared]
        for chain in meant:
            if self.context.is_in(at, chain.region):
                self._used(node, chain)

    def _used(self, node: Node, chain: Chain) -> None:
        cxx, written = self.context.cxx, chain.number in self.facts.written
        refers = self.context.references.is_reference_name(node.index)
        element = _element(node) or (node if refers and self._is_alike(node, chain) else None)
        use = usage(element or node, cxx).use
        pointer = node.type.kind == TypeKind.POINTER
        given = use is Use.ADDRESS or (element is None and (use is Use.READ or not pointer))
        call = passed_to_call(element or node) if given else None
        if call is not None and not (cxx and semantics.is_reading_copy(call[0])):
            const = _gives_const(call[1], use)
            if const is False and not self.calls.hands_out(call[0], chain):
                const = not self.calls.could_change(call[0], chain, True)
            if const is not None and (written or not const):
                form = "passed_reads" if const else "passed_changes"
                name = call[0].name() or "a function"
                self._say("aliased-call", node, chain, form=form, function=name, text=self._text(node))
        elif element is not None and self._is_alike(element, chain):
            if use is Use.WRITE or (use is Use.READ and written):
                code = "aliased-write" if use is Use.WRITE else "aliased-read"
                member = chain.fields[-1].name if chain.fields else chain.text
                self._say(code, element, chain, text=self._text(element), member=member)

    def _is_alike(self, element: Node, chain: Chain) -> bool:
        """Whether an element may be the chain's value, and is no struct, whose members are judged."""
        own = self.context.tree.node(chain.access.places[-1])
        number = element.type.kind != TypeKind.RECORD
        return number and self.alias.of_scalars(element, own) is not AliasResult.NO

    def _text(self, node: Node) -> str:
        return self.context.spelling(self.context.source_span(node))

    def _say(self, code: str, node: Node, chain: Chain, form: str = "", **fields: str) -> None:
        span, notes = self.context.source_span(node), tuple[Note, ...]()
        if node.foreign:
            span, notes = self.context.included_place(node, span)
        self.findings.say(code, span, chain, notes, form, **fields)


def _element(node: Node) -> Node | None:
    """What a variable is followed to at once: ``p[i]``, ``*p``, ``*(int *)p``."""
    pointer, above = node, node.parent
    while above is not None and (above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) or above.kind in CASTS):
        pointer, above = above, above.parent
    if above is None:
        return None
    star = above.kind == Kind.UNARY and above.unary_operator == Unary.DEREFERENCE
    subscripted = above.kind == Kind.SUBSCRIPT and pointer.ordinal == 0
    return above if star or subscripted else None


def _gives_const(argument: Node, use: Use) -> bool | None:
    """Whether a function can only read what it is given a pointer or reference to; None for other values."""
    if argument.type.kind == TypeKind.POINTER:
        return types.pointee(argument).const
    if argument.type.kind != TypeKind.RECORD:
        return None
    return use is not Use.WRITE
