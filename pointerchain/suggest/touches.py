# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Touches: statements of Clang's tree -> which objects they, and all that they call, may read or store.

``t = s->n + *p;``  ->  the member ``n`` of any such struct, any object of the alias class of ``*p``. What is
read counts as :mod:`~pointerchain.suggest.changes` counts what is stored, so that both are compared with a
link by the same rules.
"""

from __future__ import annotations

from pointerchain.analysis.library import library_function
from pointerchain.suggest.changes import Changes, Direct, Summaries, opaque
from pointerchain.suggest.threads import Makers, has_directives
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.libclang import FUNCTIONS, POINTER_TYPE, Kind, Unary
from pointerchain.translator.clang.tree import Node, Tree

_ACCESSES = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY))


class Touching(Direct):
    """What the statements of one function read or store by themselves; what they call is named."""

    def _at(self, index: int) -> Changes:
        found = super()._at(index)
        kind = self.tree.kinds[index]
        if kind == Kind.FOR_RANGE:
            return opaque("a loop over a range")
        if kind not in _ACCESSES or found.opaque:
            return found
        node = self.tree.node(index)
        return found | self.stored(node) if self.is_access(node) else found

    def is_access(self, node: Node) -> bool:
        """Whether an expression names an object by itself, whatever is done with that."""
        if node.kind == Kind.UNARY and node.unary_operator != Unary.DEREFERENCE:
            return False
        if node.kind in (Kind.DECL_REF, Kind.MEMBER):
            declared = node.declaration()
            if declared is not None and (declared.kind in FUNCTIONS or declared.kind == Kind.ENUMERATOR):
                return False
        if self.storage.is_value(node):
            return True
        return self.storage.is_record(node) and not _is_part(node)

    def _call(self, node: Node) -> Changes:
        callee = self.callees.of(node)
        if callee.knowledge is Knowledge.PURE:
            return opaque(f"a call of '{callee.name}'")
        if callee.knowledge is Knowledge.SYSTEM:
            arguments = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR][1:]
            row = library_function(callee.name)
            if row is None or not row.is_pure or any(map(_is_pointer, arguments)):
                return opaque(f"a call of '{callee.name}'")
        return super()._call(node)

    def _indirect(self, call: Node) -> Changes | None:
        return None


class Touched(Summaries):
    """What functions read or store, with all that they call; of another source's nobody knows."""

    def made(self, tree: Tree, escaping: frozenset[str]) -> Touching:
        """What answers for the statements of one function."""
        return Touching(tree, self.storage, self.callees, escaping, self.cxx, self.elsewhere, self.targets)

    def meets(self, text: bytes, makers: Makers) -> bool:
        """Whether a function's text has any directive: each may let another thread see what is stored."""
        return has_directives(text, makers)

    def _unseen(self, key: str) -> Changes:
        return opaque(f"a call of '{self.names.get(key, key)}'")


def _is_part(node: Node) -> bool:
    """Whether a record is named for one of its members."""
    above = node.parent
    while above is not None and above.kind == Kind.PAREN:
        above = above.parent
    return above is not None and above.kind == Kind.MEMBER


def _is_pointer(argument: Node) -> bool:
    return argument.type_kind == POINTER_TYPE
