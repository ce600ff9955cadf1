# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mod and ref: a call in a region -> whether it can change a chain, or read it, by its functions' effects.

``zero(mine, n);`` with ``void zero(double *p, int n)`` that stores by ``p`` alone, and an array ``mine`` of
the function's own  ->  nothing of any chain. What ``--auto`` hoists a chain over, a region does not doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from pointerchain.analysis.effects import MemoryEffects, unknown
from pointerchain.analysis.modref import BodyEffects
from pointerchain.analysis.strict import is_strict
from pointerchain.analysis.summaries import Summaries, replaced
from pointerchain.analysis.threads import NO_MAKERS
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.access import AccessPath, StepKind
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.links import Aliasing, Link, Linker, accessed, changed

_PLAIN = frozenset((StepKind.MEMBER, StepKind.DEREFERENCE, StepKind.ELEMENT))
_SHAPES = frozenset((Shape.POINTER, Shape.ARRAY, Shape.SCALAR))


class CallEffects:
    """Answers for one source."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._effects: dict[int, MemoryEffects] = {}

    def may_change(self, call: Node, chain: Chain, pointed: bool) -> bool:
        """Whether a call may change what a chain evaluates to.

        ``pointed``: whether the function may have pointers to the chain's variables, whatever is seen.
        """
        return self._meets(call, chain, pointed, changed)

    def may_access(self, call: Node, chain: Chain, pointed: bool) -> bool:
        """Whether a call may change what a chain evaluates to, or read it.

        What ends the program runs its exit handlers, which may read anything.
        """
        return self._effects_of(call).leaves or self._meets(call, chain, pointed, accessed)

    def is_known(self, call: Node) -> bool:
        """Whether it is known of all functions that a call runs what they do."""
        return not self._effects_of(call).unknown

    def may_capture(self, call: Node) -> bool:
        """Whether a call may store a pointer where it outlives the call."""
        return self._effects_of(call).captures

    def _meets(
        self,
        call: Node,
        chain: Chain,
        pointed: bool,
        met: Callable[[Link, MemoryEffects, Aliasing, str], str],
    ) -> bool:
        paths = (chain.access, *chain.watched)
        if call.tree is not self.context.tree or chain.shape not in _SHAPES or not all(map(_is_plain, paths)):
            return True  # in a clause, or by an operator of a class
        effects, root = self._effects_of(call), self._linker.root(chain.access)
        for link in self._links(chain):
            aliasing = self._aliasing
            if pointed and link.variable:
                aliasing = aliasing._replace(escaping=aliasing.escaping | {link.variable})
            if met(link, effects, aliasing, root):
                return True
        return False

    def _links(self, chain: Chain) -> Iterator[Link]:
        """The objects that the evaluation of a chain reads, with its subscripts."""
        for path in (chain.access, *chain.watched):
            yield from self._linker.links(path, len(path.steps))

    def _effects_of(self, call: Node) -> MemoryEffects:
        if call.tree is not self.context.tree:
            return unknown("a call in a clause")
        if call.index not in self._effects:
            effects = self._body.at(call.index)
            self._effects[call.index] = self._summaries.whole(effects, self._body.known)
        return self._effects[call.index]

    @cached_property
    def _linker(self) -> Linker:
        return Linker(self.context.tree, self.context.references, self._summaries.storage)

    @cached_property
    def _aliasing(self) -> Aliasing:
        parsed = self.context.parsed
        return Aliasing(is_strict(parsed.args, parsed), self._body.escaping, parsed.has_second_names)

    @cached_property
    def _body(self) -> BodyEffects:
        return self._summaries.body(self.context.tree)

    @cached_property
    def _summaries(self) -> Summaries:
        """Of functions whose bodies are seen; what pointers to functions lead to, headers may say."""
        context = self.context
        callees = Callees(context.parsed, lambda name, at: context.trust.reads(name, context.in_source(at)))
        own, others = replaced(context.parsed), context.elsewhere

        def known(key: str) -> MemoryEffects | None:
            return own.get(key) if key in own or others is None else others(key)

        return Summaries(callees, Storage(context.cxx), context.cxx, known, None, NO_MAKERS, refs=True)


def _is_plain(path: AccessPath) -> bool:
    """Whether a path goes by pointers, members and elements alone."""
    return all(step.kind in _PLAIN for step in path.steps)
