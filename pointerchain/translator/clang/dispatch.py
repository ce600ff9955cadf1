# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Dispatch: a source in C++ -> the functions that a call may run whose text does not say which it is.

``p->step()``  ->  each virtual ``step`` of the source with as many parameters; ``hook()``, a pointer  ->
each function and lambda of such a type that becomes one; a ``std::function``  ->  each, and each lambda.
It is not said that there are no others: who doubts asks, no proof does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pointerchain.translator.clang.callees import is_dynamic
from pointerchain.translator.clang.conversions import is_system
from pointerchain.translator.clang.libclang import (
    FUNCTIONS,
    Binary,
    Kind,
    TypeKind,
    callee_of,
    children_of,
    raw_referenced,
)
from pointerchain.translator.clang.targets import ANY_FORM, Targets, form_of, is_called, named
from pointerchain.translator.clang.tree import Node

_LAMBDA = "lambda"
"""The form of those of which no pointer to a function is made."""
_CALL = "operator()"
DESTRUCTORS = "~"
"""The form of the destructors of all classes."""
_CALLS = frozenset((Kind.CALL,))
_FUNCTIONS = (Kind.FUNCTION, Kind.METHOD)


class Dispatch(Targets):
    """Answers for one parse of C++, in which no body is left out."""

    def form(self, call: Node) -> str:
        """The form of the functions that a call may run; '' where its text says which it is."""
        target = callee_of(call.clang_cursor, self.parsed.tu)
        if target is None or target._kind_id not in FUNCTIONS:
            return super().form(call) or self._of_member(call)
        if target.is_virtual_method() and is_dynamic(call):
            return DESTRUCTORS if target._kind_id == Kind.DESTRUCTOR else _virtual(target)
        return ANY_FORM if target.spelling == _CALL and is_system(target) else ""

    def form_behind(self, value: Node) -> str:
        """The form of the functions that an expression leads to; '' where it is no pointer to some."""
        of = value.clang_cursor.type.get_canonical()
        member = of.kind == TypeKind.MEMBERPOINTER
        return f"::{form_of(of.get_pointee().get_canonical())}" if member else super().form_behind(value)

    def _of_member(self, call: Node) -> str:
        """The form of the member functions that a pointer to some may lead to."""
        for node in call.below[:1]:
            for each in node.inside:
                if each.kind == Kind.BINARY and each.binary_operator in (Binary.MEMBER_OF, Binary.MEMBER_AT):
                    return self.form_behind(each.below[-1])
        return ""

    def _is_made_with(self, name: Node) -> bool:
        """Whether an object is made of what stands first in a call, which names no function then."""
        call = name.within(_CALLS)
        target = callee_of(call.clang_cursor, self.parsed.tu) if call is not None else None
        return target is not None and target._kind_id == Kind.CONSTRUCTOR

    def _taken(self) -> Iterator[tuple[str, Any]]:
        tree = self._tree
        for index in range(1, len(tree)):
            kind = tree.kinds[index]
            if kind == Kind.DECL_REF and raw_referenced(tree.raws[index]).kind in _FUNCTIONS:
                node = tree.node(index)
                if not is_called(node) or self._is_made_with(node):
                    target = named(node)
                    own = target._kind_id == Kind.METHOD and not target.is_static_method()
                    yield "::" * own + form_of(target.type.get_canonical()), target
            elif kind in (Kind.METHOD, Kind.CONVERSION):
                method = tree.node(index).clang_cursor
                if method.is_virtual_method():
                    yield _virtual(method), method
                    yield f"::{form_of(method.type.get_canonical())}", method
            elif kind == Kind.DESTRUCTOR:
                yield DESTRUCTORS, tree.node(index).clang_cursor
            elif kind == Kind.LAMBDA:
                called = _operator(tree.node(index).clang_cursor.type, self.parsed.tu)
                yield from ((_LAMBDA, each) for each in called)
            elif kind == Kind.MEMBER and raw_referenced(tree.raws[index]).kind == Kind.CONVERSION:
                inside = tree.node(index).below
                for each in _operator(inside[0].clang_cursor.type, self.parsed.tu) if inside else ():
                    yield form_of(each.type.get_canonical()), each


def _virtual(method: Any) -> str:
    """The form of a virtual function and of all that override it."""
    return f"virtual {method.spelling}/{sum(1 for _ in method.get_arguments())}"


def _operator(of: Any, tu: Any) -> list[Any]:
    """What runs where a lambda is called; nothing of another class."""
    record = of.get_canonical().get_declaration()
    if "(lambda" not in str(of.spelling):
        return []
    found = [each for each in children_of(record, tu) if each.spelling == _CALL]
    for each in found:
        each._tu = tu
    return found
