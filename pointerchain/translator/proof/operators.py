# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Operators of a template that may be a class's own: ``in >> s->n`` may bind a reference to ``s->n``.

Sums, products, comparisons and assignments are taken to leave what they are given: the checks warn of them.
"""

from __future__ import annotations

from collections.abc import Container

from pointerchain.translator.clang.libclang import EXPRESSIONS, Binary, Kind
from pointerchain.translator.clang.snapshot import RECORD, Snapshot

_BINARY = (Binary.COMMA, Binary.SHIFT_LEFT, Binary.SHIFT_RIGHT, Binary.BIT_AND, Binary.MEMBER_AT)
_ASSIGNMENTS = (Binary.SHIFT_LEFT_ASSIGN, Binary.SHIFT_RIGHT_ASSIGN, Binary.AND_ASSIGN)


def may_bind(marked: Snapshot, operand: int, operation: int, hoisted: Container[int]) -> bool:
    """Whether a template's operator may take a reference to an operand, which has no value made of it.

    ``hoisted`` has the accesses whose locals are pointers, or whose own subscripts are evaluated once.
    """
    kind, mark = marked.kinds[operation], marked.marks[operation]
    if kind == Kind.UNARY:
        return False
    inside = [each for each in marked.children(operation) if marked.kinds[each] in EXPRESSIONS]
    if kind == Kind.UNEXPOSED_EXPR:  # a fold
        open_ = bool(marked.type(operation).kind) and marked.type(operation).dependent
        return open_ and (len(inside) == 2 or not marked.type(operand).dependent)
    if len(inside) != 2 or not any(marked.type(each).dependent for each in inside):
        return False
    left = inside[0]
    other = marked.type(inside[1] if operand == left else left)
    if not other.dependent and other.kind != RECORD:
        return False
    if kind == Kind.SUBSCRIPT:
        own = operand != left and marked.type(left).dependent and not marked.is_library(left)
        return own and not _is_hoisted(marked, operation, hoisted)
    if kind == Kind.COMPOUND_ASSIGN:
        return operand != left and mark in _ASSIGNMENTS and marked.type(left).dependent
    return mark in _BINARY and not (mark == Binary.SHIFT_LEFT and _is_printed_to(marked, left))


def is_passed(marked: Snapshot, operation: int) -> bool:
    """Whether an operator is one that streams and archives have."""
    return marked.kinds[operation] == Kind.BINARY and marked.marks[operation] in _BINARY


def _is_hoisted(marked: Snapshot, subscript: int, hoisted: Container[int]) -> bool:
    """Whether a subscript is a part of a hoisted chain, or follows its local."""
    if marked.peeled(subscript + 1) in hoisted:
        return True
    while marked.kinds[subscript] in EXPRESSIONS:
        if subscript in hoisted:
            return True
        subscript = marked.parents[subscript]
    return False


def _is_printed_to(marked: Snapshot, left: int) -> bool:
    """Whether the first of a row of ``<<`` is an object of the library's: a stream."""
    while marked.after[left] > left + 1 and (
        marked.kinds[left] in (Kind.PAREN, Kind.UNEXPOSED_EXPR)
        or (marked.kinds[left] == Kind.BINARY and marked.marks[left] == Binary.SHIFT_LEFT)
    ):
        left += 1
    return marked.type(left).kind == RECORD and marked.is_library(left)
