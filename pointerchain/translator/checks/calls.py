# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Calls: what a called function could do to a chain, by its body and the bodies of all that it calls.

``grow(s->atoms)`` with ``void grow(struct atoms *a) { a->m = 1; }``  ->  nothing to a chain ``s->atoms->n``.
What is stored by the name of a member or variable is doubted, and what is stored by pointers alone where one
may lead to the chain's: of all that its effects (:mod:`~pointerchain.translator.checks.modref`) allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from pointerchain.analysis.access import StepKind
from pointerchain.analysis.alias import AliasResult, of_classes
from pointerchain.analysis.effects import FIRST, by_name
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.defined import inherited
from pointerchain.translator.clang.implicit import BINDING, RANGE
from pointerchain.translator.clang.libclang import INTEGER_TYPES, Kind, TypeKind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.uses import Use, usage

if TYPE_CHECKING:
    from pointerchain.analysis.effects import Accesses, MemoryEffects
    from pointerchain.translator.checks.modref import CallEffects

_LEADING = frozenset(
    (
        *(TypeKind.POINTER, TypeKind.RECORD, TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE),
        *(TypeKind.DEPENDENT, TypeKind.UNEXPOSED),
    )
)
_NUMBERS = INTEGER_TYPES | {TypeKind.FLOAT.value, TypeKind.DOUBLE.value, TypeKind.LONGDOUBLE.value}
_STORES = frozenset((Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.UNARY))


class Calls:
    """Answers for one source."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._names: dict[int, frozenset[str]] = {}

    @cached_property
    def modref(self) -> CallEffects:
        """What is known of calls."""
        from pointerchain.translator.checks.modref import CallEffects  # few regions call anything

        return CallEffects(self.context)

    def effect(self, node: Node) -> MemoryEffects:
        """What a node runs does: a call, a ``new``, a ``delete``, a list in braces."""
        return self.modref.of(node)

    def seen(self, node: Node) -> MemoryEffects:
        """The same without what a function of the library does by itself to what it is given."""
        return self.modref.seen(node)

    def does_something(self, node: Node) -> bool:
        """Whether what is seen of what runs at a node stores or reads anything."""
        effects = self.seen(node)
        stores = changed_names(effects) or by_pointers(effects.mod)
        return bool(stores or names_of(effects.ref)) or does_anything(effects) or self.is_elsewhere(node)

    def changes_any(self, node: Node, keys: Iterable[int]) -> bool:
        """Whether what runs at a node stores one of some members and variables, or gives pointers to it."""
        return not changed_names(self.seen(node)).isdisjoint(map(self.name, keys))

    def reads_any(self, node: Node, keys: Iterable[int]) -> bool:
        """Whether what runs at a node reads one of some members and variables."""
        return not names_of(self.effect(node).ref).isdisjoint(map(self.name, keys))

    def name(self, key: int) -> str:
        """The name in all sources of a member or variable, by its declaration's key."""
        return self.modref.name(key)

    def members_of(self, node: Node) -> frozenset[str]:
        """The members of the struct that an expression is, or points to, those of structs in it included."""
        return self.modref.members_of(node)

    def stores(self, call: Node, chain: Chain, but: frozenset[str] = frozenset()) -> bool:
        """Whether what is seen of a function stores a member, variable or element that a chain goes through.

        ``but``: members that are those of another object.
        """
        effects = self.seen(call)
        derived = bool(effects.mod.through) and self._may_be_of_heir(call)
        if not (derived or self.is_elsewhere(call) or self._stored(effects, chain, False, but)):
            return False
        return self.modref.may_change(call, chain, False)

    def reads(self, call: Node, chain: Chain, but: frozenset[str] = frozenset()) -> bool:
        """Whether what is seen of a function reads the member that a chain ends in."""
        effects = self.seen(call)
        anything = self._may_be_of_heir(call) or self.is_elsewhere(call) or does_anything(effects)
        if not (anything or self._read(effects, chain, but)):
            return False
        return self.modref.may_access(call, chain, False)

    def _may_be_of_heir(self, node: Node) -> bool:
        """Whether a pointer to a member is followed that may be one of a derived class."""
        if node.kind != Kind.BINARY:
            return False
        return not self._inherited.isdisjoint(types.classes_of_members(node.below[-1]))

    @cached_property
    def _inherited(self) -> frozenset[int]:
        """The classes from which others of the source are derived."""
        return inherited(self.context.parsed)

    def could_change(self, call: Node, chain: Chain, pointed: bool = False) -> bool:
        """Whether a function could change what a chain evaluates to, now or by a pointer that it keeps.

        ``pointed``: whether it may have pointers to the chain's variables and to its own object.
        """
        effects = self.modref.with_arguments(call)
        if effects.kept and not effects.kept.isdisjoint(self.modref.holders(chain)):
            return True
        anything = effects.unknown or ANY in changed_names(effects) or is_vague(chain)
        if not (anything or self.is_elsewhere(call) or self._stored(effects, chain, pointed, frozenset())):
            return False
        return effects.captures or self.modref.may_change(call, chain, pointed)

    def is_seen(self, call: Node) -> bool:
        """Whether a function's body tells what it stores, and not only its parameters' ``const``."""
        return not self.effect(call).unknown

    def is_elsewhere(self, call: Node) -> bool:
        """Whether a call runs what other sources define, of all of which it is known what they do."""
        if self.context.elsewhere is None or call.kind != Kind.CALL:
            return False
        return self.modref.is_elsewhere(call)

    def could_read(self, call: Node, chain: Chain) -> bool:
        """Whether a function could read a chain's own value."""
        effects, last = self.effect(call), chain.access.steps[-1]
        vague = is_vague(chain) or last.kind is not StepKind.MEMBER
        anything = vague or effects.unknown or effects.reads or self.is_elsewhere(call)
        if anything or self._read(effects, chain, frozenset()):
            return self.modref.may_access(call, chain, False)
        return self.could_change(call, chain)

    def hands_out(self, call: Node, chain: Chain) -> bool:
        """Whether a call's value could lead on to what the call was given, and change a chain there."""
        if semantics.is_constructor(call):
            return True
        if semantics.gives_reference(call):
            return not self._is_used_at_once(call, chain)
        kind = call.type.kind
        above = call.parent
        unused = above is not None and Kind.UNEXPOSED_STMT <= above.kind < Kind.DECL_STMT
        return kind in _LEADING and not (unused and above is not None and above.kind != Kind.RETURN)

    def _is_used_at_once(self, call: Node, chain: Chain) -> bool:
        """Whether a number to which a call gives a reference is read, or stored where it is no chain's.

        ``numElem() - 1``, ``fx(i) = s->a->n`` of a ``double``.
        """
        if call.type_kind not in _NUMBERS:
            return False
        used = usage(call, True)
        if used.use is Use.READ:
            return not used.detail
        if used.use is not Use.WRITE:
            return False
        above = call.parent
        while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
            above = above.parent
        return above is not None and above.kind in _STORES and not self.modref.may_change(above, chain, True)

    def stored_member(self, call: Node, given: int, chain: Chain, size: int) -> str:
        """The member of a chain that a function stores for certain by what it is given, '' for none.

        ``given`` is the number of the argument that is the chain's first ``size`` steps, -1 for the object of
        a member function.
        """
        rest = []
        for step in chain.access.bare[size:]:
            if step.kind is StepKind.MEMBER and step.key[0] == "member":
                rest.append(step.key[1])
            elif step.kind is not StepKind.DEREFERENCE or step.key != 0:
                break
        stored = self.modref.stored_paths(call, given) if rest else ()
        names = tuple(self.modref.name(key) for key in rest) if stored else ()
        for path in stored:
            if path == names[: len(path)]:
                return str(self.context.references.fact(rest[len(path) - 1]).name)
        return ""

    def _keys(self, chain: Chain) -> frozenset[str]:
        """The members and variables that decide a chain's value, those in a struct included."""
        if chain.number not in self._names:
            inner: frozenset[str] = frozenset()
            if chain.shape is Shape.RECORD:
                inner = self.modref.members_of(self.context.tree.node(chain.access.places[-1]))
            spelled = frozenset(by_name(each.name) for each in chain.fields) | {by_name("")}
            self._names[chain.number] = frozenset(map(self.modref.name, chain.dependencies)) | inner | spelled
        return self._names[chain.number]

    def _stored(self, effects: MemoryEffects, chain: Chain, pointed: bool, but: frozenset[str]) -> bool:
        """Whether a member or variable is stored that decides a chain's value, or an element on its way."""
        if does_anything(effects) or (changed_names(effects) - but) & self._keys(chain):
            return True
        classes = by_pointers(effects.mod)
        told = classes if pointed else classes - {ANY}
        return bool(classes) and any(
            each in classes if each == ANY else of_classes(each, told, strict=True) is not AliasResult.NO
            for each in self._alias_classes(chain, pointed)
        )

    def _read(self, effects: MemoryEffects, chain: Chain, but: frozenset[str]) -> bool:
        """Whether the member is read that a chain ends in."""
        last = chain.access.steps[-1]
        if last.kind is not StepKind.MEMBER or last.key[0] != "member":
            return False
        spelled = by_name(self.context.references.fact(last.key[1]).name)
        names = {self.modref.name(last.key[1]), spelled, by_name("")}
        return not names.isdisjoint((names_of(effects.ref) | effects.exposed) - but)

    def _alias_classes(self, chain: Chain, pointed: bool) -> frozenset[str]:
        """The classes of what a plain pointer could lead to: elements on the way, or all if ``pointed``."""
        found = set()
        for path in (chain.access, *chain.watched):
            for at, place in enumerate(path.places):
                element = at > 0 and path.steps[at - 1].kind in (StepKind.DEREFERENCE, StepKind.ELEMENT)
                whole = at == len(path.steps) or path.steps[at].kind is not StepKind.MEMBER
                if pointed or (element and whole):
                    found.add(self.modref.alias_class(place))
        return frozenset(found)


def names_of(accesses: Accesses) -> frozenset[str]:
    """The members and variables that are accessed by their names."""
    return accesses.members | {member or variable for variable, member in accesses.variables}


def by_pointers(accesses: Accesses) -> frozenset[str]:
    """The alias classes of what is accessed by pointers alone."""
    return accesses.by_pointers() | {alias for _, alias in accesses.restricted}


def changed_names(effects: MemoryEffects) -> frozenset[str]:
    """The members and variables that are stored by name, or may be by a pointer that somebody makes there.

    ``ANY`` is among them where a pointer to one type is made one to another, which may lead to any.
    """
    stored, pointers = names_of(effects.mod), effects.unknown or effects.captures or by_pointers(effects.mod)
    return stored | effects.exposed if pointers else stored


def does_anything(effects: MemoryEffects) -> bool:
    """Whether there is code that nobody sees, of which not even a function's name is known."""
    return not effects.unknown.isdisjoint((FIRST, RANGE, BINDING))


def is_vague(chain: Chain) -> bool:
    """Whether a template's argument decides which members a chain goes through."""
    steps = (step for path in (chain.access, *chain.watched) for step in path.steps)
    dependent = any(step.kind is StepKind.MEMBER and step.key[0] != "member" for step in steps)
    return dependent or chain.shape is Shape.DEPENDENT
