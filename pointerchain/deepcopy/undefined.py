# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Undefined: the expression of a length -> tests, as C, of what leaves it without a value.

``pc_self->rows[pc_self->at->i] / pc_self->n``  ->  ``!pc_self->at``, ``!pc_self->rows``, ``pc_self->n == 0``

The function that computes the length makes them in this order: before an object is whole its pointers are
null and its numbers 0, and those of an image may be anybody's. They are null pointers that are followed,
divisors of 0, subscripts of member arrays, shifts, and signed results that are too large (C11, 6.5). What
stands in a branch of ``?:``, ``&&`` or ``||`` is tested where it is evaluated; in ``sizeof`` nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.conversions import SURE_CASTS
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    EXPRESSIONS,
    FLOATING,
    SIGNED,
    UNSIGNED,
    Binary,
    Kind,
    TypeKind,
    Unary,
)
from pointerchain.translator.clang.tree import Node

_POINTER = int(TypeKind.POINTER.value)
_THROUGH = frozenset((Kind.PAREN, Kind.UNEXPOSED_EXPR))
_WALKED = SURE_CASTS | frozenset(
    (
        *(Kind.PAREN, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY, Kind.BINARY, Kind.STATEMENT_EXPR),
        Kind.CONDITIONAL,
    )
)
_UNEVALUATED = frozenset((Kind.SIZEOF, Kind.TYPEID))
_STATEMENTS = frozenset((Kind.COMPOUND, Kind.DECL_STMT, Kind.VARIABLE))
_INTEGERS = SIGNED | UNSIGNED
_OVERFLOWING = {Binary.ADD: "+", Binary.SUBTRACT: "-", Binary.MULTIPLY: "*"}
_DIVIDING = frozenset((Binary.DIVIDE, Binary.REMAINDER))
_SMALL = frozenset(("pc_row", "pc_strlen"))
_SHIFTING = frozenset((Binary.SHIFT_LEFT, Binary.SHIFT_RIGHT))


_FOLLOWED = "a macro in it follows a pointer that cannot be tested for null: write it without the macro"
_IN_MACRO = "a macro in it computes something that cannot be tested: write it without the macro"


class Test(NamedTuple):
    """What is not 0 where the expression has no value."""

    text: str
    follows: str = ""
    """The pointer, where it is null then."""
    guarded: bool = False
    """Whether that stands in a branch that the expression takes elsewhere."""


class UntestableError(Exception):
    """Something of which no test can be written; says what."""


def tests_of(length: Node, written: Callable[[Span], str], names: Callable[[Node], str]) -> tuple[Test, ...]:
    """The tests, each once, in the order in which they have to be made.

    ``written`` gives the C of a span of the length's own text, and ``names`` that of what a name in a
    macro's body means; nothing where no other place can name it.
    """
    found = _Tests(written, names)
    found.walk(length)
    return tuple(dict.fromkeys(found.tests))


def measured(length: Node, written: Callable[[Span], str], names: Callable[[Node], str]) -> str:
    """C for whether the string is asked for its length, in a branch; nothing where it always is."""
    found = _Tests(written, names)
    found.walk(length)
    return "" if "" in found.strings else " || ".join(dict.fromkeys(found.strings))


class _Tests:
    def __init__(self, written: Callable[[Span], str], names: Callable[[Node], str]) -> None:
        self.written, self.names = written, names
        self.tests: list[Test] = []
        self.strings: list[str] = []
        """For each 'pc_strlen' the condition under which it is evaluated."""
        self.guards: list[tuple[Node, bool]] = []
        """The conditions under which what is walked is evaluated, and what they are then."""

    def walk(self, node: Node, read: bool = True) -> None:
        """Note what evaluating a node asks for; with ``read`` unset it only takes the node's address."""
        kind = node.kind
        if kind in _STATEMENTS:
            for each in node.below:
                self.walk(each)
            return
        parts = _parts(node)
        if kind == Kind.DECL_REF and node.name() == "pc_strlen":
            self.strings.append(" && ".join(self._guarding()))
        if not parts or kind in _UNEVALUATED:
            return
        if kind not in _WALKED:  # a conversion; of 'a ?: b' and '_Generic' all is tested
            for each in parts:
                self.walk(each, read)
        elif kind == Kind.CONDITIONAL:
            self.walk(parts[0])
            for branch, holds in zip(parts[1:], (True, False), strict=False):
                self._walk_where(parts[0], holds, branch, read)
        elif kind == Kind.BINARY:
            self._binary(node, parts)
        elif kind == Kind.SUBSCRIPT:
            array = next((each for each in parts if each.type_kind == _POINTER), parts[0])
            decayed = _undecayed(array)
            for each in parts:
                self.walk(each, read or decayed is None or each is not array)
            if read and decayed is not None:
                self._inside(decayed, next(each for each in parts if each is not array))
            elif read:
                self._follow(array)
        elif kind == Kind.MEMBER:
            arrow = parts[0].type_kind == _POINTER
            self.walk(parts[0], read or arrow)
            if read and arrow:
                self._follow(parts[0])
        elif kind == Kind.UNARY:
            self._unary(node, parts[0], read)
        else:
            for each in parts if kind == Kind.STATEMENT_EXPR else parts[-1:]:
                self.walk(each, read)
            if kind in SURE_CASTS:
                self._converted(node, parts[-1])

    def _walk_where(self, condition: Node, holds: bool, branch: Node, read: bool = True) -> None:
        self.guards.append((condition, holds))
        self.walk(branch, read)
        self.guards.pop()

    def _unary(self, node: Node, operand: Node, read: bool) -> None:
        operator = node.unary_operator
        self.walk(operand, operator != Unary.ADDRESS_OF)
        if operator == Unary.DEREFERENCE and read:
            self._follow(operand)
            self._at_offset(operand)
        elif operator == Unary.MINUS and node.type.kind in SIGNED and -_range(operand)[0] > _limits(node)[1]:
            self._overflows(node, "-", None, operand)

    def _binary(self, node: Node, parts: list[Node]) -> None:
        operator, (left, right) = node.binary_operator, (parts[0], parts[-1])
        self.walk(left)
        if operator in (Binary.LOGICAL_AND, Binary.LOGICAL_OR):
            self._walk_where(left, operator == Binary.LOGICAL_AND, right)
            return
        self.walk(right)
        if node.type.kind not in _INTEGERS or _value(node) is not None:
            return
        signed, (least, most) = node.type.kind in SIGNED, _range(right)
        if operator in _DIVIDING:
            too_large = least <= -1 <= most and -_range(left)[0] > _limits(node)[1]
            if signed and too_large:
                self._overflows(node, "/", left, right)
            elif least <= 0 <= most:
                self._add(f"{_operand(self._needed(right))} == 0")
        elif operator in _SHIFTING:
            if signed and operator == Binary.SHIFT_LEFT:
                self._overflows(node, "<", left, right)
            elif not 0 <= least <= most < 8 * semantics.size(node):
                self._add(f"pc_outside({self._widened(right)}, {8 * semantics.size(node)})")
        elif operator in _OVERFLOWING and signed and not _within(_computed(node), _limits(node)):
            self._overflows(node, _OVERFLOWING[operator], left, right)

    def _converted(self, node: Node, operand: Node) -> None:
        """A conversion from a floating type, of which an integer type has no value beyond its own."""
        if node.type.kind not in _INTEGERS or operand.type.kind not in FLOATING or _value(node) is not None:
            return
        if node.type.kind == TypeKind.BOOL:
            return
        signed = node.type.kind in SIGNED
        bits, value = 8 * semantics.size(node) - signed, _operand(self._needed(operand))
        lowest = f"{value} >= -{2**bits}.0" if signed else f"{value} > -1.0"
        self._add(f"!({lowest} && {value} < {2**bits}.0)")

    def _inside(self, array: Node, index: Node) -> None:
        """A subscript of an array that is no pointer."""
        extent, (least, most) = semantics.extent(array), _range(index)
        if extent is None:
            raise UntestableError("it reads a flexible array member, which is no part of the object itself")
        if not 0 <= least <= most < extent:
            self._add(f"pc_outside({self._widened(index)}, {extent})")

    def _at_offset(self, address: Node) -> None:
        """``*(array + index)``."""
        indices: list[Node] = []
        simple = True
        while _undecayed(address) is None:
            parts = _parts(address)
            to = next((each for each in parts if each.type_kind == _POINTER or _undecayed(each)), None)
            if to is None or address.kind not in (*_THROUGH, *SURE_CASTS, Kind.BINARY):
                return  # a pointer, which is tested for null
            indices += [each for each in parts if each is not to and _value(each) != 0]
            simple = simple and address.kind not in SURE_CASTS
            simple = simple and (address.kind != Kind.BINARY or address.binary_operator == Binary.ADD)
            address = to
        array = _undecayed(address)
        if array is None or len(indices) > 1 or not simple:
            raise UntestableError("it follows an address that cannot be tested: write it with a subscript")
        for index in indices:
            self._inside(array, index)

    def _follow(self, address: Node) -> None:
        pointer = _pointer(address)
        if pointer is None or pointer.name() == "pc_self":
            return
        text = self._text(pointer)
        if not text:
            raise UntestableError(_FOLLOWED)
        if not any(holds and self._text(guard) == text for guard, holds in self.guards):
            self._add(f"!{_operand(text)}", text)

    def _overflows(self, node: Node, operation: str, left: Node | None, right: Node) -> None:
        values = f"{self._widened(left) if left else 0}, {self._widened(right)}"
        self._add(f"pc_overflows('{operation}', {values}, {semantics.size(node)})")

    def _widened(self, node: Node) -> str:
        """As an argument of the type ``long long``."""
        text = self._needed(node)
        return _operand(text) if node.type.kind in SIGNED else f"(long long){_operand(text)}"

    def _add(self, text: str, follows: str = "") -> None:
        test = Test(text, follows)
        if test in self.tests:
            return
        guards = self._guarding()
        both = " && ".join([*guards, f"({text})" if guards else text])
        self.tests.append(Test(f"({both})" if guards else both, follows, bool(guards)))

    def _guarding(self) -> list[str]:
        return [f"{'' if holds else '!'}({self._needed(node)})" for node, holds in self.guards]

    def _needed(self, node: Node) -> str:
        text = self._text(node)
        if not text:
            raise UntestableError(_IN_MACRO)
        return text

    def _text(self, node: Node) -> str:
        """A node as any place understands it; nothing where that cannot be written."""
        if not node.body and not node.foreign:
            return self.written(node.span)
        value = _value(node)
        if value is not None and node.type.kind in _INTEGERS:
            return f"{value}LL" if value < 2**63 else f"{value}ULL"
        parts = _parts(node)
        inner = [self._text(each) for each in parts]
        if not all(inner):
            return ""
        if node.kind == Kind.DECL_REF:
            return self.names(node)
        if node.kind == Kind.PAREN and len(parts) == 1:
            return f"({inner[0]})"
        if node.kind == Kind.UNEXPOSED_EXPR and len(parts) == 1:
            return inner[0]
        if node.kind == Kind.MEMBER and parts:
            return f"{inner[0]}{'->' if parts[0].type_kind == _POINTER else '.'}{node.name()}"
        if node.kind == Kind.SUBSCRIPT:
            return f"{inner[0]}[{inner[1]}]"
        if node.kind == Kind.UNARY and node.operator_sign and len(parts) == 1:
            return f"({node.operator_sign}{inner[0]})"
        if node.kind == Kind.BINARY and node.operator_sign and len(parts) == 2:
            return f"({inner[0]} {node.operator_sign} {inner[1]})"
        if node.kind in SURE_CASTS and node.type.kind in _INTEGERS and parts:
            return f"(({node.type.canonical})({inner[-1]}))"
        return ""


def _operand(text: str) -> str:
    if re.fullmatch(r"(?:\w+|->|::|\.)+", text):
        return text
    depth = 0
    for at, each in enumerate(text):
        depth += (each == "(") - (each == ")")
        if depth == 0:
            return text if at == len(text) - 1 and each == ")" else f"({text})"
    return text


def _value(node: Node) -> int | None:
    return semantics.integer_value(node)


def _limits(node: Node) -> tuple[int, int]:
    """The least and the greatest value of an integer type."""
    bits = 8 * semantics.size(node)
    if node.type.kind == TypeKind.BOOL:
        return 0, 1
    return (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if node.type.kind in SIGNED else (0, 2**bits - 1)


def _within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _range(node: Node) -> tuple[int, int]:
    """Between what an integer expression lies, where it has a value."""
    limits, found = _limits(node), _computed(node)
    return found if _within(found, limits) else limits


def _computed(node: Node) -> tuple[int, int]:
    """The same before it is converted to the expression's type."""
    parts, limits, value = _parts(node), _limits(node), _value(node)
    if value is not None:
        return value, value
    if node.kind == Kind.DECL_REF and node.name() in _SMALL:
        return 0, 2**62
    if not parts or any(each.type.kind not in _INTEGERS for each in parts):
        return limits
    if node.kind in _THROUGH or node.kind in SURE_CASTS:
        return _range(parts[-1])
    if node.kind == Kind.CONDITIONAL:
        branches = [_range(each) for each in parts[1:]]
        return min(least for least, _ in branches), max(most for _, most in branches)
    if node.kind != Kind.BINARY:
        return limits
    operator, left, right = node.binary_operator, _range(parts[0]), _range(parts[-1])
    if operator == Binary.ADD:
        return left[0] + right[0], left[1] + right[1]
    if operator == Binary.SUBTRACT:
        return left[0] - right[1], left[1] - right[0]
    if operator == Binary.MULTIPLY:
        products = [a * b for a in left for b in right]
        return min(products), max(products)
    if operator == Binary.REMAINDER and right[0] > 0:
        return -(right[1] - 1) * (left[0] < 0), right[1] - 1
    if operator == Binary.BIT_AND and right[0] >= 0:
        return 0, right[1]
    return limits


def _parts(node: Node) -> list[Node]:
    return [each for each in node.below if each.kind in EXPRESSIONS or each.kind in _STATEMENTS]


def _undecayed(node: Node) -> Node | None:
    """The array that an address is made of by itself."""
    while node.kind in _THROUGH and node.type_kind not in ARRAY_TYPES:
        parts = _parts(node)
        if len(parts) != 1:
            return None
        node = parts[0]
    return node if node.type_kind in ARRAY_TYPES else None


def _pointer(node: Node) -> Node | None:
    """The pointer without which an address is none: ``p`` of ``(char *)(p + 1)``; None for an array's."""
    while node.type_kind == _POINTER:
        parts = [each for each in _parts(node) if each.type_kind == _POINTER or each.type_kind in ARRAY_TYPES]
        if node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
            return None
        through = node.kind in SURE_CASTS or node.kind in _THROUGH or node.kind == Kind.BINARY
        if not through or not parts:
            return node
        node = parts[0]
    return None
