# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Names: a chain's root, or a variable in a subscript, that is written under another name.

``auto &[s, k] = pair;`` and ``pair.s = t`` in a region that hoists ``s->n``  ->  error ``prefix-assigned``;
``*where = t`` after ``where = &s``, or an assignment to a reference that may be ``s``: ``aliased-write``.
"""

from __future__ import annotations

import re

from pointerchain.analysis.access import AccessPath, Relation, StepKind, compare
from pointerchain.lazy import NamedTuple
from pointerchain.translator.checks.address_taken import AddressTaken
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang.libclang import INCREMENTS, POINTER_TYPE, Binary, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts

_ASSIGNMENTS = frozenset((Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.UNARY, Kind.CALL))


class _Variable(NamedTuple):
    """What a chain depends on: a variable, or a link that is a reference."""

    chain: Chain
    path: AccessPath
    root: bool
    """Whether it is the chain's root or a link, else a subscript's."""
    type: tuple[int, int]
    name: str
    bound: AccessPath | None
    """What it is a name of, where that is more than a variable."""
    open: bool
    """Whether it is a name of something that is not seen."""


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Judge the assignments of the regions."""
    judge = _Judge(context, facts)
    if judge.variables:
        for index in context.indices_in_regions(_ASSIGNMENTS):
            written = judge.written(index)
            if written is not None:
                judge.assignment(written)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.references, self.paths = context.references, context.paths
        self.findings = Findings(context)
        self.address_taken = context.shared(AddressTaken)
        self.variables: list[_Variable] = []
        for chain in facts.chains.values():
            if not chain.problems:
                self._of_chain(chain)

    # --- what chains depend on ---------------------------------------------------------------------------

    def _of_chain(self, chain: Chain) -> None:
        for path in (chain.access, *chain.watched):
            root = path is chain.access
            if path.root[0] == "variable":
                self._add(chain, path._replace(steps=(), places=path.places[:1], bare=()), root)
            for at, step in enumerate(path.steps, 1):
                if step.kind is StepKind.MEMBER and step.key[0] == "member" and self._refers(step.key[1]):
                    link = AccessPath(path.root, path.steps[:at], path.places[: at + 1])
                    self._add(chain, link._replace(bare=link.steps), root, True)

    def _add(self, chain: Chain, path: AccessPath, root: bool, link: bool = False) -> None:
        key = path.steps[-1].key[1] if link else path.root[1]
        bound = None if link else self.paths.bound_path(key)
        seen = link or self._is_open(key)
        if not seen and bound is None and not self._is_kept(key):
            return
        name = self.references.fact(key).name
        of = self.references.type_of(path.places[-1])
        self.variables.append(_Variable(chain, path, root, of, name, bound, seen))

    def _refers(self, key: int) -> bool:
        return self.context.cxx and self.references.declares_reference(key)

    def _is_open(self, key: int) -> bool:
        """Whether a variable is a reference to what is not seen."""
        return self._refers(key)

    def _is_kept(self, key: int) -> bool:
        """Whether a pointer, or a reference in an object, leads to a variable."""
        if key in self.address_taken.kept:
            return True
        known = self.references.fact(key)
        pattern = rb"(?<![&\w$)])\s*&\s*" + re.escape(known.name.encode()) + rb"(?![\w$.\[]|\s*->)"
        return known.lasting and re.search(pattern, self.context.lexed.code) is not None

    # --- what the regions assign ---------------------------------------------------------------------------

    def written(self, index: int) -> Node | None:
        """The expression that an assignment writes."""
        node = self.context.tree.node(index)
        kind = node.kind
        changes = kind == Kind.COMPOUND_ASSIGN
        changes = changes or (kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN)
        changes = changes or (kind == Kind.UNARY and node.unary_operator in INCREMENTS)
        changes = changes or (kind == Kind.CALL and node.name() == "operator=")
        operands = self.paths.expressions(index) if changes else []
        return self.context.tree.node(operands[0]) if operands else None

    def assignment(self, node: Node) -> None:
        """One expression that is assigned."""
        span = self.context.source_span(node)
        region = self.context.region_at(span.start)
        path = self.paths.of(node.index)
        active = {chain.number for chain in self.facts.active[region.number]} if region is not None else ()
        for variable in self.variables:
            if variable.chain.number not in active or self._is_same(path, variable):
                continue
            text = self.context.spelling(span)
            if variable.bound is not None and self._is_bound(path, variable):
                if variable.root:
                    self.findings.say("prefix-assigned", span, variable.chain, prefix=text)
                else:
                    self.findings.say("subscript-changed", span, variable.chain, variable=text)
            elif self._may_be(node, path, variable):
                self.findings.say(
                    "aliased-write", span, variable.chain, (), "variable", text=text, variable=variable.name
                )

    def _is_same(self, path: AccessPath, variable: _Variable) -> bool:
        """Whether an expression begins with the variable's own name: that is judged as a link."""
        own = compare(path, variable.path, self.references)
        return own.relation is not Relation.DIFFERENT and own.relation is not Relation.APART

    def _is_bound(self, path: AccessPath, variable: _Variable) -> bool:
        """Whether a path is surely what the variable is a name of, or holds it."""
        assert variable.bound is not None
        found = compare(path, variable.bound, self.references)
        rest = variable.bound.steps[found.size :]
        out = any(step.kind in (StepKind.DEREFERENCE, StepKind.OPERATOR) for step in rest)
        return found.relation in (Relation.SAME, Relation.PREFIX) and found.certain and not out

    def _is_part(self, path: AccessPath, bound: AccessPath) -> bool:
        """Whether a path is a part of an object of which a structured binding is one, not known which."""
        found = compare(path, bound, self.references)
        rest = path.bare[found.size :]
        out = any(step.kind in (StepKind.DEREFERENCE, StepKind.OPERATOR) for step in rest)
        return found.relation is Relation.EXTENSION and not out

    def _may_be(self, node: Node, path: AccessPath, variable: _Variable) -> bool:
        """Whether an expression could be the variable by its type."""
        if self.references.type_of(node.index) != variable.type:
            return False
        if variable.bound is not None and self._is_part(path, variable.bound):
            return True
        last = path.steps[-1] if path.steps else None
        if last is None:
            named = path.root[0] == "variable"
            refers = named and self._refers(path.root[1])
            lasts = named and self.references.fact(path.root[1]).lasting
            return refers or (variable.open and (lasts or not self.address_taken.is_hidden(path)))
        if last.kind is StepKind.MEMBER and last.key[0] == "member" and self._refers(last.key[1]):
            return True
        if not variable.open:
            return last.kind is StepKind.DEREFERENCE
        return variable.type[0] == POINTER_TYPE and not self.address_taken.is_hidden(path)
