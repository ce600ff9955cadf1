# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Beginning: an object and a region -> whether nothing has been stored in it where the region begins.

``double *x = malloc(n); if (!x) return 1; for (...) { kernel over x }``  ->  no copy of it is older than
another one: what its elements hold nobody may know.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.analysis.cfg import Cfg
from pointerchain.analysis.chains import Chain, Key
from pointerchain.analysis.counting import key_of
from pointerchain.analysis.library import library_function
from pointerchain.map.source import Unit
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import ignoring_parens_and_casts
from pointerchain.translator.clang.libclang import ARRAY_TYPES, EXPRESSIONS, Binary, Kind, Unary
from pointerchain.translator.clang.tree import Node

_TESTS = frozenset((Binary.EQUAL, Binary.UNEQUAL, Binary.LOGICAL_AND, Binary.LOGICAL_OR))


class Beginning:
    """Answers for one function."""

    def __init__(self, unit: Unit, cfg: Cfg, function: Node) -> None:
        self.unit, self.cfg, self.function = unit, cfg, function

    def is_new(self, chain: Chain, begin: int) -> bool:
        """Whether the memory to which one variable leads is made on each way to a vertex, and only tested."""
        made = [
            self.cfg.vertex(node.index)
            for node, value in self._values(chain.root)
            if (value is None or self._is_new(value))
            and self.cfg.dominates(self.cfg.vertex(node.index), begin)
        ]
        uses = [each for each in self.function.inside if self._names(each, chain.root)]
        return any(
            all(self._is_test(use) or self.cfg.vertex(use.index) not in between for use in uses)
            for vertex in made
            for between in [self.cfg.between(vertex, begin)]
        )

    def _values(self, variable: Key) -> Iterator[tuple[Node, Node | None]]:
        """Where a variable gets a value; of an array that has none where it is declared."""
        for node in self.function.inside:
            if node.kind == Kind.VARIABLE and key_of(node.declared()) == variable:
                values = [
                    each for each in node.below if each.kind in EXPRESSIONS and each.start > node.location()
                ]
                if node.declared().lasting:
                    continue
                if values and node.type_kind not in ARRAY_TYPES:
                    yield node, values[-1]
                elif not values and node.type_kind in ARRAY_TYPES:
                    yield node, None
            elif node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN:
                if self._names(node.below[0], variable):
                    yield node, node.below[1]

    def _names(self, node: Node, variable: Key) -> bool:
        declared = node.declaration() if node.kind == Kind.DECL_REF else None
        return declared is not None and key_of(declared) == variable

    def _is_new(self, value: Node) -> bool:
        """Whether a call of the library makes memory of which nobody knows what it holds."""
        call = ignoring_parens_and_casts(value)
        if call.kind != Kind.CALL or self.unit.callees.of(call).knowledge is not Knowledge.SYSTEM:
            return False
        row = library_function(call.name())
        return row is not None and row.allocates and not row.zeroes

    def _is_test(self, name: Node) -> bool:
        """Whether a pointer is only compared."""
        above = name.parent
        while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
            above = above.parent
        if above is None:
            return False
        if above.kind == Kind.UNARY:
            return above.unary_operator == Unary.LOGICAL_NOT
        return above.kind in (Kind.IF, Kind.WHILE) or (
            above.kind == Kind.BINARY and above.binary_operator in _TESTS
        )
