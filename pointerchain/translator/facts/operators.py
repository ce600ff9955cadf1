# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Operators in templates: which of them a template's argument may make a class's own.

``in >> s->n`` with ``in`` of dependent type  ->  ``LIKELY``: such an operator is there to change its operand.
``s->n * scale`` alike  ->  ``UNUSUAL``: it may take its operands by reference, but hardly changes them.

Which function it is says only an instance, and those of other files are not seen: none is looked at.
"""

from __future__ import annotations

from collections.abc import Set
from enum import Enum

from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.libclang import EXPRESSIONS, Binary, Kind, TypeKind
from pointerchain.translator.clang.tree import Node

_CHANGING = frozenset((Binary.COMMA, Binary.SHIFT_LEFT, Binary.SHIFT_RIGHT, Binary.BIT_AND, Binary.MEMBER_AT))
_CHANGING_ASSIGNMENTS = (Binary.SHIFT_LEFT_ASSIGN, Binary.SHIFT_RIGHT_ASSIGN, Binary.AND_ASSIGN)


class Change(Enum):
    """How an operator may be a function that changes its operand."""

    NEVER = "never"
    UNUSUAL = "unusual"
    LIKELY = "likely"


def changes(operation: Node, operand: Node, hoisted: Set[int]) -> Change:
    """How an operator of a template may change an operand, a child of it.

    ``hoisted`` has the subscripts of hoisted chains, whose locals are pointers.
    """
    kind = operation.kind
    if kind == Kind.UNARY:
        return Change.NEVER  # a chain is no class's object, and no class's '!' moves a link
    operands = [each for each in operation.below if each.kind in EXPRESSIONS]
    if kind == Kind.UNEXPOSED_EXPR:
        return Change.LIKELY if _is_fold(operation, operands) else Change.NEVER
    if len(operands) != 2 or not any(map(is_undecided, operands)):
        return Change.NEVER
    left, right = operands
    other = right if operand is left else left
    if not is_undecided(other) and other.type.kind != TypeKind.RECORD:
        return Change.NEVER
    if kind == Kind.SUBSCRIPT:
        own = operand is right and is_undecided(left) and operation.index not in hoisted
        own = own and not semantics.is_library_template(left)
        return Change.LIKELY if own else Change.NEVER
    operator = operation.binary_operator
    if operator == Binary.MEMBER_OF:
        return Change.NEVER
    if operator == Binary.ASSIGN:
        return Change.UNUSUAL if operand is right and is_undecided(left) else Change.NEVER
    if kind == Kind.COMPOUND_ASSIGN:
        shifts = operator in _CHANGING_ASSIGNMENTS and operand is right and is_undecided(left)
        return Change.LIKELY if shifts else Change.UNUSUAL
    if operator == Binary.SHIFT_LEFT and _is_printed_to(left):
        return Change.UNUSUAL
    return Change.LIKELY if operator in _CHANGING else Change.UNUSUAL


def is_passed(operation: Node) -> bool:
    """Whether an operator is one that streams and archives have: what it is given is often a reference."""
    return operation.kind == Kind.BINARY and operation.binary_operator in _CHANGING


def is_undecided(node: Node) -> bool:
    """Whether a template's argument may make an expression's type a class."""
    return node.type.dependent or node.type.kind == TypeKind.AUTO


def _is_fold(node: Node, operands: list[Node]) -> bool:
    """Whether an expression, to which libclang gives no kind, is a fold, whose operator it does not tell."""
    if not is_undecided(node) or not node.type.spelling:
        return False
    return len(operands) == 2 or (len(operands) == 1 and not is_undecided(operands[0]))


def _is_printed_to(left: Node) -> bool:
    """Whether the first operand of a row of ``<<`` is an object of the library's, a stream."""
    while left.kind in (Kind.BINARY, Kind.PAREN, Kind.UNEXPOSED_EXPR) and left.below:
        if left.kind == Kind.BINARY and left.binary_operator != Binary.SHIFT_LEFT:
            return False
        left = left.below[0]
    return left.type.kind == TypeKind.RECORD and types.is_library_type(left)
