# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Allocations: an expression that makes memory -> how many bytes that are, by numbers of the source.

``(double *)malloc(n * sizeof(double))``  ->  ``8 * n``. Who asks says what names stand for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from pointerchain.analysis.counting import SHORTEST
from pointerchain.analysis.library import library_function
from pointerchain.analysis.sections import Polynomial, TooLong
from pointerchain.lazy import lazy_pattern
from pointerchain.map.source import Unit
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import ignoring_parens_and_casts
from pointerchain.translator.clang.extents import element_size
from pointerchain.translator.clang.libclang import EXPRESSIONS, INTEGER_TYPES, Binary, Kind
from pointerchain.translator.clang.tree import Node

_COMPUTED = frozenset((Binary.ADD, Binary.SUBTRACT, Binary.MULTIPLY))
_NEW = lazy_pattern(rb"new\s+[\w:\s<>*]+\[[^\[\]]*\]")
_CASTS = frozenset((Kind.C_CAST, Kind.STATIC_CAST, Kind.REINTERPRET_CAST, Kind.FUNCTIONAL_CAST))


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call."""
    return [each for each in call.below if each.kind in EXPRESSIONS][1:]


class Numbers(ABC):
    """Integer expressions as polynomials. Sizes in ``int`` are taken not to overflow."""

    def number(self, node: Node) -> Polynomial | None:
        """The value of an integer that is no shorter than an ``int``; None where it is no polynomial."""
        if node.type_kind not in INTEGER_TYPES or semantics.size(node) < SHORTEST:
            return None
        try:
            return self._number(node)
        except TooLong:
            return None

    def _number(self, node: Node) -> Polynomial | None:
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if node.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR, *_CASTS):
            inner = below[-1] if below else None
            if inner is None or inner.type_kind not in INTEGER_TYPES:
                return None
            if semantics.size(inner) < SHORTEST and node.type_kind in INTEGER_TYPES:
                value = semantics.integer_value(inner)
                return Polynomial.of(value) if value is not None else None
            return self.number(inner)
        if node.kind in (Kind.INTEGER, Kind.SIZEOF, Kind.CHARACTER):
            value = semantics.integer_value(node)
            return Polynomial.of(value) if value is not None else None
        if node.kind == Kind.BINARY and node.binary_operator in _COMPUTED:
            one, two = (self.number(each) for each in below)
            if one is None or two is None:
                return None
            if node.binary_operator == Binary.MULTIPLY:
                return one * two
            return one + two if node.binary_operator == Binary.ADD else one - two
        declared = node.declaration() if node.kind == Kind.DECL_REF else None
        if declared is not None and declared.kind == Kind.ENUMERATOR:
            value = semantics.integer_value(node)
            return Polynomial.of(value) if value is not None else None
        if node.kind == Kind.CALL:
            return self.counted(node)
        return self.named(node) if node.kind in (Kind.DECL_REF, Kind.MEMBER) else None

    @abstractmethod
    def named(self, node: Node) -> Polynomial | None:
        """What a variable or member stands for."""

    def counted(self, call: Node) -> Polynomial | None:
        """What a call that asks for a number stands for."""
        return None

    # --- memory -------------------------------------------------------------------------------------------

    def allocated(self, unit: Unit, value: Node) -> Polynomial | None:
        """How many bytes an expression allocates; None where it does not, or nobody knows."""
        value = ignoring_parens_and_casts(value)
        if value.kind == Kind.NEW:
            return self._new(value)
        if value.kind != Kind.CALL or unit.callees.of(value).knowledge is not Knowledge.SYSTEM:
            return None
        row = library_function(value.name())
        arguments, factors = arguments_of(value), row.bytes if row is not None else ()
        if not factors or len(arguments) <= max(factors):
            return None
        return self._product([arguments[each] for each in factors])

    def _product(self, factors: Sequence[Node]) -> Polynomial | None:
        total = Polynomial.of(1)
        for each in factors:
            number = self.number(each)
            if number is None:
                return None
            total *= number
        return total

    def _new(self, value: Node) -> Polynomial | None:
        """The bytes of ``new T[n]``."""
        text = bytes(value.parsed.data[value.start : value.end])
        bracket = text.find(b"[")
        if value.macro or not _NEW.match(text):
            return None
        inside = [each for each in value.below if each.kind in EXPRESSIONS]
        count = [each for each in inside if each.start > value.start + bracket]
        number = self.number(count[0]) if count else None
        return number * Polynomial.of(element_size(value)) if number is not None else None


def in_elements(size: Polynomial, element: int) -> Polynomial | None:
    """How many elements of a size so many bytes are; None where they are no whole number for certain."""
    if element <= 0 or any(factor % element for _, factor in size.terms):
        return None
    return Polynomial(tuple((symbols, factor // element) for symbols, factor in size.terms))
