# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Counting: a loop of Clang's tree -> its variable and bounds, where it counts; ways out of statements.

``for (int i = 1; i < n; i++)``  ->  ``i``, from 1, below ``n``, in steps of 1.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache

from pointerchain.analysis.chains import Key
from pointerchain.analysis.sections import ONE, Loop, Polynomial, Symbol
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.conversions import ignoring_parens_and_implicit_casts
from pointerchain.translator.clang.extents import is_array, is_pointer
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    EXPRESSIONS,
    INCREMENTS,
    INTEGER_TYPES,
    LOOPS,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.parsed import Declaration
from pointerchain.translator.clang.tree import Node

SHORTEST = 4
"""Bytes of an integer that holds every subscript that is computed in a longer one."""


def stripped_of_parens(node: Node) -> Node:
    """An expression without the parentheses around it."""
    while node.kind == Kind.PAREN:
        node = node.below[-1]
    return node


def is_parameter(node: Node) -> bool:
    """Whether an expression names a parameter, which is a pointer however it is declared."""
    declared = node.declaration() if node.kind == Kind.DECL_REF else None
    return declared is not None and declared.kind == Kind.PARAMETER


def is_length(variable: Node, part: Node) -> bool:
    """Whether a part of a declaration is the length of its array."""
    return variable.type_kind in ARRAY_TYPES and part.type_kind in INTEGER_TYPES


def leaves(node: Node) -> bool:
    """Whether control may go from a statement elsewhere than to the next one."""
    return any(_leaves(each, node) for each in (node, *node.inside))


def _leaves(node: Node, outermost: Node) -> bool:
    if node.kind == Kind.RETURN:
        return True
    if node.kind not in (Kind.CONTINUE, Kind.BREAK):
        return False
    for each in (node, *node.ancestors()):
        if each.kind in LOOPS or (each.kind == Kind.SWITCH and node.kind == Kind.BREAK):
            return False
        if each.index == outermost.index:
            return True
    return True


def breaks(body: Node) -> bool:
    """Whether a loop's body may end the loop."""
    inside = (body, *body.inside)
    return any(
        each.kind == Kind.RETURN or (each.kind == Kind.BREAK and _leaves(each, body)) for each in inside
    )


def key_of(declared: Declaration) -> Key:
    """A declaration as a key, which is the same in each source that includes its file."""
    return Key(declared.name, _real(declared.file), declared.offset)


_real = lru_cache(1024)(os.path.realpath)


def changed_in(node: Node) -> Iterator[Key]:
    """The last names of what is stored in a part of the tree, by assignments and their like."""
    for each in (node, *node.inside):
        for target in _targets(each):
            named = ignoring_parens_and_implicit_casts(target)
            declared = named.declaration() if named.kind in (Kind.DECL_REF, Kind.MEMBER) else None
            if declared is not None:
                yield key_of(declared)


def assigned_in(node: Node) -> Iterator[tuple[Key, Node]]:
    """The variables whose pointers are set in a part of the tree, and to what.

    Of an array, or a structure, each store to a part of it is one to the variable.
    """
    for each in (node, *node.inside):
        if each.kind == Kind.VARIABLE and each.type_kind == POINTER_TYPE:
            values = [part for part in each.below if part.kind in EXPRESSIONS]
            if values:
                yield key_of(each.declared()), values[-1]
            continue
        parts = [part for part in each.below if part.kind in EXPRESSIONS]
        if each.kind == Kind.CALL and each.name() == "operator=" and len(parts) == 3:
            target, value = parts[0], parts[2]
        elif each.kind == Kind.BINARY and each.binary_operator == Binary.ASSIGN:
            target, value = parts
        else:
            continue
        key, follows = leading(target)
        if key is not None and not follows and target.type_kind in (POINTER_TYPE, RECORD_TYPE):
            yield key, value


def leading(node: Node) -> tuple[Key | None, bool]:
    """The variable with which an expression begins, and whether a pointer is followed on the way from it."""
    follows = False
    while True:
        node = ignoring_parens_and_implicit_casts(node)
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if node.kind == Kind.MEMBER and below:
            follows = follows or is_pointer(below[0])
            node = below[0]
        elif node.kind == Kind.SUBSCRIPT and len(below) == 2:
            base = below[0] if below[0].type_kind in (POINTER_TYPE, *ARRAY_TYPES) else below[1]
            follows = follows or not is_array(ignoring_parens_and_implicit_casts(base))
            node = base
        elif node.kind == Kind.UNARY and node.unary_operator == Unary.DEREFERENCE:
            follows, node = True, below[0]
        else:
            break
    declared = node.declaration() if node.kind == Kind.DECL_REF else None
    return (key_of(declared) if declared is not None else None), follows


def moved_in(node: Node) -> Iterator[Key]:
    """The variables of a part of the tree that are moved on from where they were: ``p++``, ``p += 2``."""
    for each in (node, *node.inside):
        stepped = each.kind == Kind.UNARY and each.unary_operator in INCREMENTS
        if stepped or each.kind == Kind.COMPOUND_ASSIGN:
            named = ignoring_parens_and_implicit_casts(each.below[0])
            declared = named.declaration() if named.kind == Kind.DECL_REF else None
            if declared is not None:
                yield key_of(declared)


def addressed_in(node: Node) -> Iterator[Key]:
    """The variables of which the address is taken in a part of the tree, by ``&`` or by a reference."""
    for each in (node, *node.inside):
        for target in _addressed(each):
            named = ignoring_parens_and_implicit_casts(target)
            declared = named.declaration() if named.kind == Kind.DECL_REF else None
            if declared is not None:
                yield key_of(declared)


def lent_in(node: Node) -> Iterator[Key]:
    """The variables of a part of the tree whose parts may be set by a pointer to them.

    An array gives one wherever it is named, but where it is given a subscript; so does an address of a part.
    """
    for each in (node, *node.inside):
        if each.kind == Kind.UNARY and each.unary_operator == Unary.ADDRESS_OF:
            key, follows = leading(each.below[0])
        elif is_array(each) and each.kind in (Kind.DECL_REF, Kind.MEMBER) and not _is_subscripted(each):
            key, follows = leading(each)
        else:
            continue
        if key is not None and not follows:
            yield key


def _is_subscripted(node: Node) -> bool:
    above = node.parent
    while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        above = above.parent
    return above is not None and above.kind == Kind.SUBSCRIPT


def _addressed(node: Node) -> Iterator[Node]:
    """What a node takes the address of."""
    if node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
        yield node.below[0]
    elif node.kind == Kind.CALL:
        yield from semantics.lent_by_reference(node)


def _targets(node: Node) -> Iterator[Node]:
    """What a node stores to, or takes the address of."""
    if node.kind == Kind.COMPOUND_ASSIGN or (
        node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN
    ):
        yield node.below[0]
    elif node.kind == Kind.UNARY and node.unary_operator in INCREMENTS:
        yield node.below[0]
    yield from _addressed(node)


class Counted(NamedTuple):
    """The parts of a loop that counts: its variable, its first value, what that is compared with."""

    key: Key
    first: Node
    bound: Node
    below: bool
    """Whether the variable stays below the bound."""
    equal: bool
    """Whether it may have that value."""
    step: int


def counted(node: Node) -> Counted | None:
    """The parts of ``for (int i = first; i < bound; i++)``; None where it does not count so."""
    if len(node.below) != 4:
        return None
    begun, test, following, body = node.below
    if begun.kind == Kind.DECL_STMT and len(begun.below) == 1 and begun.below[0].kind == Kind.VARIABLE:
        variable = begun.below[0]
        values = [each for each in variable.below if each.kind in EXPRESSIONS]
        key, first = key_of(variable.declared()), values[0] if len(values) == 1 else None
        counts = variable.type_kind in INTEGER_TYPES and semantics.size(variable) >= SHORTEST
    elif begun.kind == Kind.BINARY and begun.binary_operator == Binary.ASSIGN:
        named = ignoring_parens_and_implicit_casts(begun.below[0])
        declared = named.declaration() if named.kind == Kind.DECL_REF else None
        if declared is None:
            return None
        key, first = key_of(declared), begun.below[1]
        counts = named.type_kind in INTEGER_TYPES and semantics.size(named) >= SHORTEST
    else:
        return None
    step = _step(following, key)
    test = ignoring_parens_and_implicit_casts(test)
    if first is None or not counts or not step or test.kind != Kind.BINARY or key in set(changed_in(body)):
        return None
    operator, (left, right) = test.binary_operator, test.below
    if _is(right, key):
        left, right = right, left
        operator = _TURNED.get(operator, operator)
    if (
        not _is(left, key)
        or operator not in _BOUNDED
        or key
        in {
            key_of(each.declaration() or _NOBODY)
            for each in (right, *right.inside)
            if each.kind == Kind.DECL_REF
        }
    ):
        return None
    below, equal = _BOUNDED[operator]
    if operator == Binary.UNEQUAL:
        below = step > 0
        if abs(step) != 1:
            return None
    return Counted(key, first, right, below, equal, step) if below == (step > 0) else None


def _is(node: Node, key: Key) -> bool:
    named = ignoring_parens_and_implicit_casts(node)
    declared = named.declaration() if named.kind == Kind.DECL_REF else None
    return declared is not None and key_of(declared) == key


def _step(node: Node, key: Key) -> int:
    """By how much an expression changes a variable; 0 where nobody knows."""
    node = stripped_of_parens(node)
    if node.kind == Kind.UNARY and node.unary_operator in INCREMENTS and _is(node.below[0], key):
        return 1 if node.unary_operator in (Unary.PRE_INCREMENT, Unary.POST_INCREMENT) else -1
    if node.kind == Kind.COMPOUND_ASSIGN and _is(node.below[0], key):
        by = semantics.integer_value(node.below[1]) or 0
        return by if node.operator_sign == "+=" else -by if node.operator_sign == "-=" else 0
    if node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN and _is(node.below[0], key):
        sum_ = ignoring_parens_and_implicit_casts(node.below[1])
        if sum_.kind == Kind.BINARY and _is(sum_.below[0], key):
            by = semantics.integer_value(sum_.below[1]) or 0
            return (
                by
                if sum_.binary_operator == Binary.ADD
                else -by
                if sum_.binary_operator == Binary.SUBTRACT
                else 0
            )
    return 0


_NOBODY = Declaration("", "", -1, False, 0)
_TURNED = {
    Binary.LESS: Binary.GREATER,
    Binary.GREATER: Binary.LESS,
    Binary.LESS_EQUAL: Binary.GREATER_EQUAL,
    Binary.GREATER_EQUAL: Binary.LESS_EQUAL,
}
_BOUNDED = {
    Binary.LESS: (True, False),
    Binary.LESS_EQUAL: (True, True),
    Binary.GREATER: (False, False),
    Binary.GREATER_EQUAL: (False, True),
    Binary.UNEQUAL: (True, False),
}
"""By operator: whether what stands left stays below, and whether it may be equal."""


def bounded(symbol: Symbol, first: Polynomial, bound: Polynomial, loop: Counted) -> Loop:
    """The range of a loop's variable."""
    dense = abs(loop.step) == 1
    if loop.below:
        return Loop(symbol, first, bound if loop.equal else bound - ONE, dense)
    return Loop(symbol, bound if loop.equal else bound + ONE, first, dense)


class SharedOut:
    """The loops of a statement that directives share out, whose variables each thread has for itself."""

    def __init__(self, starts: Mapping[int, int]) -> None:
        """``starts`` says of how many nested loops the outermost one begins where."""
        self.left = dict(starts)
        self._inner: dict[int, int] = {}

    def count(self, node: Node) -> int:
        """How many loops, this one included, are shared out from here on."""
        return max(self.left.get(node.start, 0), self._inner.get(node.index, 0))

    def enter(self, node: Node, body: Node) -> None:
        """Say of the loop that is the body of one that is shared out how many are left."""
        inner = body
        while inner.kind == Kind.COMPOUND and inner.below:
            inner = inner.below[0]
        if self.count(node) > 1 and inner.kind == Kind.FOR:
            self._inner[inner.index] = self.count(node) - 1
