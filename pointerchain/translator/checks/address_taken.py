# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Address taken: which variables something else could lead to, a pointer or a reference.

``struct atoms one, *p = &one;``  ->  ``one`` is exposed; a local that is only named is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pointerchain.analysis.access import AccessPath, StepKind
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import ARRAY_TYPES, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.uses import Use, passed_to_call, usage
from pointerchain.translator.text.regions import Region

ASSIGNING = frozenset(("operator=", "swap", "exchange", "iter_swap"))
"""Functions that assign to what a reference names, and keep none."""
_WITHIN = frozenset((StepKind.MEMBER, StepKind.ELEMENT, StepKind.CAST))


class AddressTaken:
    """Answers for the functions of one source that hold regions."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def is_hidden(self, path: AccessPath) -> bool:
        """Whether a path stays in a local variable that only its own name leads to."""
        if path.root[0] != "variable" or not all(step.kind in _WITHIN for step in path.steps):
            return False
        known = self.context.references.fact(path.root[1])
        return not known.lasting and path.root[1] not in self.exposed and path.root[1] in self._owned

    def is_inner(self, path: AccessPath, region: Region) -> bool:
        """Whether a path stays in a variable that a region declares: a chain begins before there is one."""
        if path.root[0] != "variable" or not all(step.kind in _WITHIN for step in path.steps):
            return False
        known = self.context.references.fact(path.root[1])
        if known.lasting or path.root[1] not in self._owned or not known.main:
            return False
        return region.span.start <= self.context.named_at(known) < region.span.end

    @cached_property
    def _owned(self) -> frozenset[int]:
        """The variables that are objects of their own, not references."""
        references, tree = self.context.references, self.context.tree
        found = set()
        for node in tree.of_kinds(frozenset((Kind.VARIABLE, Kind.PARAMETER))):
            known = references.declared(node.index)
            if known is not None and not references.is_reference(node.index):
                found.add(known.key)
        return frozenset(found)

    @cached_property
    def exposed(self) -> frozenset[int]:
        """The variables whose address, or a part's, is taken, and those that a reference is bound to."""
        paths = self.context.paths
        found = set()
        for node in self._named():
            path = paths.of(node.index)
            if path.root[0] == "variable" and path.root[1] not in found and self._exposes(node):
                found.add(path.root[1])
        return frozenset(found)

    @cached_property
    def kept(self) -> frozenset[int]:
        """The variables whose own address is kept in a pointer, or in an object that refers to them."""
        found = set()
        for node in self._named():
            path = self.context.paths.of(node.index)
            if path.root[0] == "variable" and path.root[1] not in found:
                if usage(node, self.context.cxx).use is Use.ADDRESS:
                    call = passed_to_call(node)
                    if call is None or semantics.is_constructor(call[0]):
                        found.add(path.root[1])
        return frozenset(found)

    def _named(self) -> Iterator[Node]:
        """The names of variables, but in C those that are read, as nearly all are: no array is."""
        tree, references = self.context.tree, self.context.references
        arrays: dict[int, bool] = {}
        for index, kind in enumerate(tree.kinds):
            if kind != Kind.DECL_REF:
                continue
            if not self.context.cxx and tree.kinds[tree.parents[index]] == Kind.UNEXPOSED_EXPR:
                target = references.of(index)
                key = target.key if target is not None else -1
                if key not in arrays:
                    arrays[key] = references.type_of(index)[0] in ARRAY_TYPES
                if not arrays[key]:
                    continue
            yield tree.node(index)

    def _exposes(self, node: Node) -> bool:
        """Whether what is done with a variable, or with a part of it, could keep its address."""
        whole = at = node
        while at.parent is not None and self._is_part(at.parent, at):
            at = at.parent
            whole = whole if at.kind == Kind.UNEXPOSED_EXPR else at  # which may be a conversion to a value
        found = usage(whole, self.context.cxx)
        if whole.type_kind in ARRAY_TYPES:
            return found.use is not Use.UNEVALUATED
        bound = found.use is Use.WRITE and found.node.kind == Kind.CALL and found.node.name() not in ASSIGNING
        return bound or found.use in (Use.ADDRESS, Use.METHOD, Use.OTHER)

    def _is_part(self, above: Node, below: Node) -> bool:
        """Whether an expression is a part of the object of the one below it."""
        steps = self.context.paths.of(above.index).steps
        if self.context.paths.base_of(above.index) != below.index:
            return False
        return all(step.kind in _WITHIN for step in steps)
