# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Followed: the expression of a length -> the pointers that it certainly dereferences, as C.

``pc_self->rows[pc_self->at->i]->n``  ->  ``pc_self->at``, ``pc_self->rows`` and
``pc_self->rows[pc_self->at->i]``

The function that computes the length tests them in this order. What stands in a branch of ``?:``, ``&&`` or
``||`` may not be evaluated and is the user's to guard; in ``sizeof`` nothing is.
"""

from __future__ import annotations

from collections.abc import Callable

from pointerchain.source import Span
from pointerchain.translator.clang.libclang import ARRAY_TYPES, EXPRESSIONS, Binary, Kind, TypeKind, Unary
from pointerchain.translator.clang.tree import Node

_POINTER = int(TypeKind.POINTER.value)
_CASTS = frozenset(
    (Kind.C_CAST, Kind.STATIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST, Kind.FUNCTIONAL_CAST)
)
_FIRST_ONLY = frozenset((Kind.CONDITIONAL, Kind.UNEXPOSED_EXPR))
"""Nodes of whose parts only the first is certainly evaluated; an implicit cast has no other."""
_WALKED = _CASTS | frozenset(
    (Kind.PAREN, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY, Kind.BINARY, Kind.STATEMENT_EXPR)
)
_STATEMENTS = frozenset((Kind.COMPOUND, Kind.DECL_STMT, Kind.VARIABLE))


class UntestableError(Exception):
    """A pointer that a macro's body follows in a way that no test can repeat."""


def followed(length: Node, written: Callable[[Span], str], names: Callable[[Node], str]) -> tuple[str, ...]:
    """The pointers, each once, in the order in which they have to be tested.

    ``written`` gives the C of a span of the length's own text, and ``names`` that of what a name in a
    macro's body means; nothing where no other place can name it.
    """
    found = _Followed(written, names)
    found.walk(length)
    return tuple(dict.fromkeys(found.tests))


class _Followed:
    def __init__(self, written: Callable[[Span], str], names: Callable[[Node], str]) -> None:
        self.written, self.names = written, names
        self.tests: list[str] = []

    def walk(self, node: Node, read: bool = True) -> None:
        """Note what evaluating a node dereferences; with ``read`` unset it only takes the node's address."""
        kind = node.kind
        if kind in _STATEMENTS:
            for each in node.below:
                self.walk(each)
            return
        parts = _parts(node)
        if not parts or (kind not in _WALKED and kind not in _FIRST_ONLY):
            return
        if kind in _FIRST_ONLY:
            self.walk(parts[0], read or kind == Kind.CONDITIONAL)
        elif kind == Kind.BINARY:
            lazy = node.binary_operator in (Binary.LOGICAL_AND, Binary.LOGICAL_OR)
            for each in parts[:1] if lazy else parts:
                self.walk(each)
        elif kind == Kind.SUBSCRIPT:
            array = next((each for each in parts if each.type_kind == _POINTER), parts[0])
            decayed = _undecayed(array)
            for each in parts:
                self.walk(each, read or decayed is None or each is not array)
            if read:
                self._test(array)
        elif kind == Kind.MEMBER:
            arrow = parts[0].type_kind == _POINTER
            self.walk(parts[0], read or arrow)
            if read and arrow:
                self._test(parts[0])
        elif kind == Kind.UNARY:
            operator = node.unary_operator
            self.walk(parts[0], operator != Unary.ADDRESS_OF)
            if read and operator == Unary.DEREFERENCE:
                self._test(parts[0])
        else:
            for each in parts if kind == Kind.STATEMENT_EXPR else parts[-1:]:
                self.walk(each, read)

    def _test(self, address: Node) -> None:
        pointer = _pointer(address)
        if pointer is None or pointer.name() == "pc_self":
            return
        text = self._text(pointer)
        if not text:
            raise UntestableError
        self.tests.append(text)

    def _text(self, node: Node) -> str:
        """A node as any place understands it; nothing where that cannot be written."""
        if not node.body and not node.foreign:
            return self.written(node.span)
        parts = _parts(node)
        inner = [self._text(each) for each in parts]
        if not all(inner):
            return ""
        if node.kind == Kind.DECL_REF:
            return self.names(node)
        if node.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) and len(parts) == 1:
            return inner[0]
        if node.kind == Kind.MEMBER and parts:
            return f"{inner[0]}{'->' if parts[0].type_kind == _POINTER else '.'}{node.name()}"
        if node.kind == Kind.SUBSCRIPT:
            return f"{inner[0]}[{inner[1]}]"
        if node.kind == Kind.UNARY and node.unary_operator == Unary.DEREFERENCE:
            return f"(*{inner[0]})"
        return ""


def _parts(node: Node) -> list[Node]:
    return [each for each in node.below if each.kind in EXPRESSIONS or each.kind in _STATEMENTS]


def _undecayed(node: Node) -> Node | None:
    """The array that an address is made of by itself."""
    while node.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) and node.type_kind not in ARRAY_TYPES:
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
        through = node.kind in _CASTS or node.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.BINARY)
        if not through or not parts:
            return node
        node = parts[0]
    return None
