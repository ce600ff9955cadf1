# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Conditional: values that are written back though no write may have happened, to what may be read only.

``if (c) s->a->n = 1;`` in a region, and a ``const struct a`` in the source  ->  warning
``conditional-write``: where ``c`` is false the source stores nothing, and the region stores the old value.
"""

from __future__ import annotations

from functools import cached_property

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang.defined import Variable, variables
from pointerchain.translator.clang.libclang import Binary, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts

_MAPS = lazy_pattern(rb"(?<![\w$])(mmap|shmat|MapViewOfFile)(?=\s*\()")
_CONDITIONS = frozenset((Kind.IF, Kind.SWITCH, Kind.WHILE, Kind.FOR, Kind.FOR_RANGE, Kind.CONDITIONAL))
_LOGICAL = (Binary.LOGICAL_AND, Binary.LOGICAL_OR)


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt each chain that is changed under conditions alone."""
    judge = _Judge(context, facts)
    for number in facts.written:
        chain = facts.chains[number]
        if not chain.problems and chain.steps_out and judge.is_conditional(chain):
            judge.chain(chain)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.nodes: dict[tuple[int, int], Node | None] = {}
        for row in facts.occurrences:
            self.nodes.setdefault((row.chain, row.span.start), row.node)

    def chain(self, chain: Chain) -> None:
        """Doubt one, where the source has objects of its struct that may not be written."""
        place = self.facts.written[chain.number][0]
        record = set(map(self.context.references.holder, chain.members[-1:]))
        found = next((each for each in self._constants if each.records & record), None)
        if found is not None:
            name = found.declaration.name
            self.findings.say("conditional-write", place, chain, form="const", object=name)
        elif self._maps:
            self.findings.say("conditional-write", place, chain, function=self._maps)

    def is_conditional(self, chain: Chain) -> bool:
        """Whether a region may end without any of the writes to a chain."""
        begin = self.context.markers["begin", chain.region]
        for place in self.facts.written[chain.number]:
            node = self.nodes.get((chain.number, place.start))
            if node is None or begin is None or not self._is_guarded(node, begin.index):
                return False
        return True

    def _is_guarded(self, node: Node, begin: int) -> bool:
        """Whether a condition or a loop of the region, which begins at a node, decides of an expression."""
        inner = node
        for above in node.ancestors():
            if above.index < begin:
                return False
            logical = above.kind == Kind.BINARY and above.binary_operator in _LOGICAL
            if (above.kind in _CONDITIONS or logical) and inner.ordinal > 0:
                return True
            inner = above
        return False

    @cached_property
    def _constants(self) -> tuple[Variable, ...]:
        """The structs of the source that are const."""
        return tuple(each for each in variables(self.context.parsed) if each.const and each.records)

    @cached_property
    def _maps(self) -> str:
        """A function that maps memory, maybe for reading alone, which the source calls."""
        found = _MAPS.search(self.context.lexed.code)
        return found[1].decode() if found is not None else ""
