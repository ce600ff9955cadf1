# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mod and ref: what runs in a region -> what it stores and reads, and whether that may be of a chain.

``zero(mine, n);`` with ``void zero(double *p, int n)`` that stores by ``p`` alone, and an array ``mine`` of
the function's own  ->  nothing of any chain. What ``--auto`` hoists a chain over, a region does not doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from pointerchain.analysis.access import AccessPath, StepKind
from pointerchain.analysis.doubts import DoubtEffects, DoubtSummaries, functions_of_headers, targets_of
from pointerchain.analysis.effects import (
    FIRST,
    NOTHING,
    CallSite,
    Functions,
    MemoryEffects,
    Resolver,
    unknown,
)
from pointerchain.analysis.library import LIBRARY, STREAMS, gives_streams_memory
from pointerchain.analysis.links import Aliasing, Link, Linker, accessed, changed
from pointerchain.analysis.names import INDIRECT
from pointerchain.analysis.parameters import Path, stored_paths
from pointerchain.analysis.strict import is_strict
from pointerchain.analysis.summaries import replaced
from pointerchain.analysis.threads import NO_MAKERS
from pointerchain.translator.clang.callees import Callees, Knowledge
from pointerchain.translator.clang.libclang import Binary, Kind
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.uses import Use, usage

_MEMBER_POINTERS = (Binary.MEMBER_OF, Binary.MEMBER_AT)
_PLAIN = frozenset((StepKind.MEMBER, StepKind.DEREFERENCE, StepKind.ELEMENT))
_SHAPES = frozenset((Shape.POINTER, Shape.ARRAY, Shape.SCALAR))


class CallEffects:
    """Answers for one source, about calls and what else runs code: a ``new``, a list in braces."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._bodies: dict[int, DoubtEffects] = {}
        self._effects: dict[tuple[int, int], MemoryEffects] = {}
        self._paths: dict[tuple[str, int], tuple[Path, ...]] = {}
        self._of_headers: dict[int, tuple[DoubtSummaries, DoubtSummaries]] = {}

    def of(self, node: Node) -> MemoryEffects:
        """What runs at a node, and all that it calls, stores and reads."""
        key = id(node.tree), node.index
        if key not in self._effects:
            body = self.body(node.tree)
            own = self._by_itself(node, body)
            effects = self.summaries.whole(own, body.known)
            if effects.unknown and self._may_be_of_headers(own):
                effects = self._with_headers(node.tree, followed=False).whole(own, body.known)
            self._effects[key] = effects
        return self._effects[key]

    def _by_itself(self, node: Node, body: DoubtEffects) -> MemoryEffects:
        """What a node does by itself; of what is no call what nobody spells: the rest is judged as text."""
        if node.kind == Kind.CALL:
            return body.at(node.index)
        if node.kind == Kind.BINARY:
            reads = node.binary_operator in _MEMBER_POINTERS and usage(node, self.context.cxx).use is Use.READ
            return MemoryEffects(ref=body.accesses(node)) if reads else body.stored(node)
        return body.implied(self.summaries.implicit.of(node))

    def seen(self, node: Node) -> MemoryEffects:
        """The same without what a function of the library does by itself to what it is given."""
        if node.kind != Kind.CALL or not self.summaries.callees.is_of_library(node):
            return self.of(node)
        body = self.body(node.tree)
        return self.summaries.whole(MemoryEffects(calls=body.at(node.index).calls), body.known)

    def with_arguments(self, call: Node) -> MemoryEffects:
        """The same as :meth:`of`, with the objects to which the call gets references."""
        given = self.body(call.tree).given_away(call)
        return self.of(call) | given if given.exposed else self.of(call)

    def but_for_directives(self, call: Node) -> MemoryEffects:
        """The same, without what directives of functions in headers do."""
        effects, body = self.with_arguments(call), self.body(call.tree)
        own = body.at(call.index)
        if not effects.unknown or not self._may_be_of_headers(own):
            return effects
        followed = self._with_headers(call.tree, followed=True)
        return followed.whole(own, body.known) | MemoryEffects(exposed=effects.exposed)

    def is_elsewhere(self, call: Node) -> bool:
        """Whether a call runs functions of other sources, of all of which it is known what they do."""
        effects, callees = self.of(call), self.summaries.callees
        sites = (site.key for site in effects.calls if not site.key.startswith((LIBRARY, STREAMS)))
        return not effects.unknown and any(not callees.has_body(key) for key in sites)

    # --- chains ------------------------------------------------------------------------------------------

    def may_change(self, node: Node, chain: Chain, pointed: bool) -> bool:
        """Whether what runs at a node may change what a chain evaluates to.

        ``pointed``: whether the function may have pointers to the chain's variables, whatever is seen.
        """
        return self._meets(node, chain, pointed, changed)

    def may_access(self, node: Node, chain: Chain, pointed: bool) -> bool:
        """Whether what runs at a node may change what a chain evaluates to, or read it.

        What ends the program runs its exit handlers, which may read anything.
        """
        return self.of(node).leaves or self._meets(node, chain, pointed, accessed)

    def _meets(
        self,
        node: Node,
        chain: Chain,
        pointed: bool,
        met: Callable[[Link, MemoryEffects, Aliasing, str], str],
    ) -> bool:
        paths = (chain.access, *chain.watched)
        if chain.shape not in _SHAPES or not all(map(_is_plain, paths)):
            return True  # by an operator of a class
        effects, root = self.of(node), self._linker.root(chain.access)
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

    def name(self, key: int) -> str:
        """The name in all sources of a member or variable, by its declaration's key."""
        references = self.context.references
        member = references.fact(key).kind == Kind.FIELD
        return self.summaries.storage.member(references, key) if member else references.usr(key)

    def holders(self, chain: Chain) -> frozenset[str]:
        """The records that a chain goes through, by their names in all sources."""
        steps = (step for step in chain.access.steps if step.kind is StepKind.MEMBER)
        members = (step.key[1] for step in steps if step.key[0] == "member")
        return frozenset(self.summaries.storage.holder(self.context.references, key) for key in members)

    def objects(self, node: Node) -> frozenset[str]:
        """What an expression is and holds, as :class:`MemoryEffects` names what a cast opens."""
        return self.summaries.storage.objects(node)

    def alias_class(self, index: int) -> str:
        """The alias class of the object that an expression is."""
        return self.summaries.storage.alias_of(self.context.tree.node(index))

    def members_of(self, node: Node) -> frozenset[str]:
        """The members of the struct that an expression is, or points to, those of structs in it included."""
        return self.summaries.storage.members_of(node)

    def stored_paths(self, call: Node, given: int) -> tuple[Path, ...]:
        """The paths, by their members, that a function stores from a parameter; -1 is its object."""
        callees, storage = self.summaries.callees, self.summaries.storage
        callee = callees.of(call)
        if callee.knowledge is not Knowledge.SEEN:
            return ()
        key = callee.key, given
        if key not in self._paths:
            self._paths[key] = stored_paths(callee.key, given, callees, storage)
        return self._paths[key]

    @cached_property
    def _linker(self) -> Linker:
        return Linker(self.context.tree, self.context.references, self.summaries.storage)

    @cached_property
    def _aliasing(self) -> Aliasing:
        parsed = self.context.parsed
        escaping = self.body(self.context.tree).escaping
        return Aliasing(is_strict(parsed.args, parsed), escaping, parsed.has_second_names)

    # --- functions ---------------------------------------------------------------------------------------

    def body(self, tree: Tree) -> DoubtEffects:
        """What answers for the nodes of a tree, each by itself."""
        if id(tree) not in self._bodies:
            self._bodies[id(tree)] = self.summaries.body(tree)
        return self._bodies[id(tree)]

    @cached_property
    def summaries(self) -> DoubtSummaries:
        """Of functions whose bodies are seen; what pointers to functions lead to, headers may say."""
        return self._summaries(self._known)

    def _may_be_of_headers(self, effects: MemoryEffects) -> bool:
        """Whether a function is called whose body the parse may have left out, as those in headers are."""
        return len(self.context.parsed.own_texts) > 1 and any(map(self._is_unseen, effects.calls))

    def _is_unseen(self, site: CallSite) -> bool:
        known = (LIBRARY, STREAMS, INDIRECT)
        return not site.key.startswith(known) and not self.summaries.callees.has_body(site.key)

    def _with_headers(self, tree: Tree, *, followed: bool) -> DoubtSummaries:
        """The same, with the functions of headers that a tree's functions call.

        The text is parsed once more for them, with all bodies. ``followed``: their directives are left out.
        """
        if id(tree) not in self._of_headers:
            calls = (self.body(tree).at(node.index).calls for node in tree.of_kinds(frozenset((Kind.CALL,))))
            wanted = frozenset(site.key for sites in calls for site in sites)
            parsed = self.context.parsed
            whole = Session(parsed.filename, parsed.args).parse_all(parsed.data)
            heeded, left_out = (self._found_in(whole, wanted, followed=each) for each in (False, True))
            whole.close()
            self._of_headers[id(tree)] = heeded, left_out
        return self._of_headers[id(tree)][followed]

    def _found_in(self, whole: Parsed, wanted: frozenset[str], *, followed: bool) -> DoubtSummaries:
        found = functions_of_headers(whole, self.context.cxx, self._known, wanted, followed=followed)
        return self._summaries(lambda key: found[key] if key in found else self._known(key))

    def _summaries(self, elsewhere: Resolver) -> DoubtSummaries:
        context = self.context
        callees = Callees(context.parsed, lambda name, at: context.trust.reads(name, context.in_source(at)))
        targets = targets_of(callees, context.cxx)
        return DoubtSummaries(
            callees, Storage(context.cxx), context.cxx, elsewhere, targets, NO_MAKERS, refs=True
        )

    def _known(self, key: str) -> MemoryEffects | None:
        """What functions of other sources do, and what the program gives streams and defines anew."""
        if key in self._own or self.context.elsewhere is None:
            return self._own.get(key)
        return self.context.elsewhere(key)

    @cached_property
    def _own(self) -> Functions:
        own = replaced(self.context.parsed)
        if gives_streams_memory(text for _, text in self.context.parsed.own_texts):
            own[STREAMS] = unknown(FIRST)
        elif self.context.elsewhere is None:
            own.setdefault(STREAMS, NOTHING)
        return own


def _is_plain(path: AccessPath) -> bool:
    """Whether a path goes by pointers, members and elements alone."""
    return all(step.kind in _PLAIN for step in path.steps)
