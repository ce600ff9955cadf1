# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Ownership: whether each execution of a parallel construct's statement has an object of its own for a chain.

``for (int i = ...) { struct cell *own = &cells[i]; ...`` under ``#pragma omp parallel for``  ->  ``own->n``
is each iteration's own. With ``struct cell *own = shared;`` it is not, nor is ``cells[k].n`` if nothing in
the construct declares or changes ``k``.
"""

from __future__ import annotations

from pointerchain.analysis.access import AccessPath
from pointerchain.source import Span
from pointerchain.translator.checks.threads import Threads
from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind
from pointerchain.translator.clang.references import Reference
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.uses import Use, usage
from pointerchain.translator.text.directives import Construct

_CHANGES = (Use.WRITE, Use.ADDRESS, Use.OTHER, Use.METHOD)


class Ownership:
    """Answers for one source."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.threads = Threads(context)

    def is_own(self, chain: Chain, construct: Construct, span: Span) -> bool:
        """Whether a chain's root, or a variable in a subscript, differs among a statement's executions."""
        task = construct.directive is not None and construct.directive.task
        if chain.root is not None and chain.root.main and self._is_in(chain.access, span):
            return task or self._differs(chain.access, span)
        # a task has values of its own of what is declared around it
        return bool(chain.watched) and (task or any(self._differs(path, span) for path in chain.watched))

    def _is_in(self, path: AccessPath, span: Span) -> bool:
        """Whether a path's variable is declared in a span."""
        known = self.context.references.fact(path.root[1])
        return bool(known.main and span.start <= self.context.named_at(known) < span.end)

    def _differs(self, path: AccessPath, span: Span, depth: int = 0) -> bool:
        """Whether a variable may have another value in each execution of a statement."""
        if path.root[0] != "variable" or depth > 8:
            return bool(path.root[0] != "this")
        if self._is_changed(path, span):
            return True
        if not self._is_in(path, span):
            return self.threads.has_own(self.context.references.fact(path.root[1]).name.encode())
        tree = self.context.tree
        index = self.context.references.variable_of(Reference(Kind.VARIABLE, path.root[1]))
        inside = tree.children(index) if index > 0 else ()
        values = [each for each in inside if tree.kinds[each] in EXPRESSIONS]
        if not values or any(tree.kinds[each] == Kind.CALL for each in range(values[0], tree.after[index])):
            return True
        read = [self.context.paths.of(each) for value in values for each in self.context.paths.read_in(value)]
        return any(self._differs(each, span, depth + 1) for each in read)

    def _is_changed(self, path: AccessPath, span: Span) -> bool:
        """Whether a statement changes a variable, such as its loop's."""
        tree, first, last = (
            self.context.tree,
            self.context.in_probe(span.start),
            self.context.in_probe(span.end),
        )
        for node in tree.of_kinds(frozenset((Kind.DECL_REF,))):
            if first <= node.start < last and self.context.paths.of(node.index).root == path.root:
                if usage(node, self.context.cxx).use in _CHANGES:
                    return True
        return False
