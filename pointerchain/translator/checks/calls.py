# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Calls: what a called function could do to a chain, by its body and the bodies of all that it calls.

``grow(s->atoms)`` with ``void grow(struct atoms *a) { a->m = 1; }``  ->  nothing to a chain ``s->atoms->n``.
A call is doubted only where its effects (:mod:`~pointerchain.translator.checks.modref`) allow it, too.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pointerchain.analysis import library
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.actions import FIRST, Effect
from pointerchain.translator.clang.alias_classes import meets
from pointerchain.translator.clang.effects import Effects
from pointerchain.translator.clang.libclang import Kind, TypeKind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.access import StepKind
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context

if TYPE_CHECKING:
    from pointerchain.translator.checks.modref import CallEffects

_LEADING = frozenset(
    (
        *(TypeKind.POINTER, TypeKind.RECORD, TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE),
        *(TypeKind.DEPENDENT, TypeKind.UNEXPOSED),
    )
)


class Calls:
    """Answers for one source, each function looked at once."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._effects: dict[int, Effect] = {}
        self._bodies: dict[int, Effect] = {}
        self._depends: dict[int, frozenset[int]] = {}

    @cached_property
    def effects(self) -> Effects:
        """What functions do."""
        return Effects(self.context.references, self.context.cxx, library)

    @cached_property
    def proved(self) -> CallEffects:
        """What is proved of calls."""
        from pointerchain.translator.checks.modref import CallEffects  # few sources have a doubt to prove

        return CallEffects(self.context)

    def effect(self, call: Node) -> Effect:
        """What a call does."""
        if call.index not in self._effects:
            self._effects[call.index] = self.effects.of_call(call)
        return self._effects[call.index]

    def bodies(self, node: Node) -> Effect:
        """What the bodies do that a call, a ``new`` or a ``delete`` runs."""
        if node.index not in self._bodies:
            called = node.kind == Kind.CALL
            found = self.effects.of_bodies(node) if called else self.effects.of_statement(node)
            self._bodies[node.index] = found
        return self._bodies[node.index]

    def stores(self, call: Node, chain: Chain, but: frozenset[int] = frozenset()) -> bool:
        """Whether what is seen of a function stores a member, variable or element that a chain goes through.

        ``but``: members that are those of another object.
        """
        effect = self.bodies(call)
        if self.is_elsewhere(call):
            return self.proved.may_change(call, chain, False)
        stored = self._meet(effect.changes - but, self._keys(chain))
        if not (FIRST in effect.unseen or stored or self._meets_elements(effect, chain, False)):
            return False
        return call.kind != Kind.CALL or self.proved.may_change(call, chain, False)

    def reads(self, call: Node, chain: Chain, but: frozenset[int] = frozenset()) -> bool:
        """Whether what is seen of a function reads the member that a chain ends in."""
        last = chain.access.steps[-1]
        named = last.kind is StepKind.MEMBER and last.key[0] == "member"
        own = frozenset((last.key[1],)) if named else frozenset()
        effect = self.bodies(call)
        if self.is_elsewhere(call):
            return self.proved.may_access(call, chain, False)
        if not (FIRST in effect.unseen or self._meet(effect.reads - but, own)):
            return False
        return call.kind != Kind.CALL or self.proved.may_access(call, chain, False)

    def could_change(self, call: Node, chain: Chain, pointed: bool = False) -> bool:
        """Whether a function could change what a chain evaluates to, now or by a pointer that it keeps.

        ``pointed``: whether it may have pointers to the chain's variables and to its own object.
        """
        effect = self.effect(call)
        if {declared.record for declared in chain.fields} & effect.keeps:
            return True
        stored = self._meet(effect.changes, self._keys(chain))
        if not (effect.unseen or _is_vague(chain) or stored or self._meets_elements(effect, chain, pointed)):
            return False
        return self.proved.may_capture(call) or self.proved.may_change(call, chain, pointed)

    def is_seen(self, call: Node) -> bool:
        """Whether a function's body tells what it stores, and not only its parameters' ``const``."""
        effect = self.effect(call)
        return not effect.unseen or "a cast" in effect.unseen or self.proved.is_known(call)

    def is_elsewhere(self, call: Node) -> bool:
        """Whether a call runs what other sources define, of all of which it is known what they do."""
        if self.context.elsewhere is None or call.kind != Kind.CALL or not self.bodies(call).unseen:
            return False
        return FIRST not in self.bodies(call).unseen and self.proved.is_known(call)

    def could_read(self, call: Node, chain: Chain) -> bool:
        """Whether a function could read a chain's own value."""
        effect, last = self.effect(call), chain.access.steps[-1]
        vague = _is_vague(chain) or last.kind is not StepKind.MEMBER
        if vague or effect.unseen or effect.pure or self._meet(effect.reads, frozenset((last.key[1],))):
            return self.proved.may_access(call, chain, False)
        return self.could_change(call, chain)

    def hands_out(self, call: Node) -> bool:
        """Whether a call's value could lead on to what the call was given."""
        if semantics.is_constructor(call) or semantics.gives_reference(call):
            return True
        kind = call.type.kind
        above = call.parent
        unused = above is not None and Kind.UNEXPOSED_STMT <= above.kind < Kind.DECL_STMT
        return kind in _LEADING and not (unused and above is not None and above.kind != Kind.RETURN)

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
        for path in self.effects.stored_by_parameter(call, given):
            if path and path == tuple(rest[: len(path)]):
                return str(self.context.references.fact(path[-1]).name)
        return ""

    def _keys(self, chain: Chain) -> frozenset[int]:
        """The members and variables that decide a chain's value, those in a struct included."""
        if chain.number not in self._depends:
            inner: frozenset[int] = frozenset()
            if chain.shape is Shape.RECORD:
                inner = self.effects.members_of(self.context.tree.node(chain.access.places[-1]))
            self._depends[chain.number] = chain.dependencies | inner
        return self._depends[chain.number]

    def _meets_elements(self, effect: Effect, chain: Chain, pointed: bool) -> bool:
        """Whether what is stored by a plain pointer may be what a plain pointer could lead to on a chain."""
        if not effect.through:
            return False
        return any(meets(each, effect.through) for each in self._alias_classes(chain, pointed))

    def _alias_classes(self, chain: Chain, pointed: bool) -> frozenset[str]:
        """The classes of what a plain pointer could lead to: elements on the way, or all if ``pointed``."""
        found = set()
        for path in (chain.access, *chain.watched):
            for at, place in enumerate(path.places):
                element = at > 0 and path.steps[at - 1].kind in (StepKind.DEREFERENCE, StepKind.ELEMENT)
                whole = at == len(path.steps) or path.steps[at].kind is not StepKind.MEMBER
                if pointed or (element and whole):
                    found.add(self.effects.alias_class(self.context.tree.node(place)))
        return frozenset(found)

    def _meet(self, stored: frozenset[int], keys: frozenset[int]) -> bool:
        references = self.context.references
        ours, theirs = (frozenset(map(references.in_template, each)) for each in (keys, stored))
        if ours & theirs:
            return True
        return any(references.share_storage(one, other) for one in stored for other in keys)


def _is_vague(chain: Chain) -> bool:
    """Whether a template's argument decides which members a chain goes through."""
    steps = (step for path in (chain.access, *chain.watched) for step in path.steps)
    dependent = any(step.kind is StepKind.MEMBER and step.key[0] != "member" for step in steps)
    return dependent or chain.shape is Shape.DEPENDENT
