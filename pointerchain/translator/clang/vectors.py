# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Vectors: an expression -> the ``std::vector`` to whose first element it leads, and what a use does to one.

``&v[0]``, ``&v.front()``, ``v.data()``  ->  ``v``. ``v.resize(n)``  ->  it has ``n`` elements then. Only
vectors of numbers and pointers are meant: no code of the program's runs where their elements begin and end.
"""

from __future__ import annotations

from enum import Enum

from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.conversions import ignoring_parens_and_implicit_casts
from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind, TypeKind, Unary
from pointerchain.translator.clang.ranges import container_of
from pointerchain.translator.clang.tree import Node

_READING = frozenset(
    "at back begin capacity cbegin cend crbegin crend data empty end front max_size rbegin rend size".split()
)
"""Member functions that leave a vector's number of elements, and where they lie, as they are."""
_CHANGING = frozenset(
    "assign clear emplace emplace_back erase insert pop_back push_back reserve resize shrink_to_fit".split()
)
"""Those that may change both, and share its memory with no other."""
_COUNTED = frozenset(("assign", "resize"))
_SCALARS = frozenset((TypeKind.POINTER, TypeKind.ENUM, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONGDOUBLE))
_INTEGERS = range(TypeKind.BOOL.value + 1, TypeKind.FLOAT.value)


class Use(Enum):
    """What is done with a vector where it is named."""

    READ = "its elements may be read and stored"
    CHANGED = "it may have other elements, elsewhere"
    SHARED = "another name, or another vector, may have its memory"


def is_vector(node: Node) -> bool:
    """Whether an expression, or what is declared, is a vector of numbers or pointers."""
    of = node.clang_cursor.type.get_canonical()
    if container_of(of) != "vector":
        return False
    element = of.get_template_argument_type(0).get_canonical().kind
    return element in _SCALARS or element.value in _INTEGERS


def element_size_of(vector: Node) -> int:
    """How many bytes an element of a vector has."""
    of = vector.clang_cursor.type.get_canonical()
    return int(of.get_template_argument_type(0).get_canonical().get_size())


def vector_of(node: Node) -> Node | None:
    """The vector to whose first element a pointer leads, where an expression spells that."""
    node = ignoring_parens_and_implicit_casts(node)
    if node.kind == Kind.CALL:
        return _object(node, "data")
    if node.kind != Kind.UNARY or node.unary_operator != Unary.ADDRESS_OF:
        return None
    call = ignoring_parens_and_implicit_casts(node.below[0])
    if call.kind != Kind.CALL:
        return None
    if call.name() != "operator[]":
        return _object(call, "front")
    vector, index = call.below[0], call.below[-1]
    return vector if is_vector(vector) and semantics.integer_value(index) == 0 else None


def _object(call: Node, method: str) -> Node | None:
    """The vector of which a member function of this name is called."""
    function = call.below[0] if call.below else None
    if call.name() != method or function is None or function.kind != Kind.MEMBER or not function.below:
        return None
    return function.below[0] if is_vector(function.below[0]) else None


def use_of(name: Node) -> Use:
    """What is done with a vector that an expression names."""
    above, converted = name.parent, name
    while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        converted, above = above, above.parent
    if above is None:
        return Use.SHARED
    if above.kind == Kind.MEMBER:
        call = above.parent
        called = call is not None and call.kind == Kind.CALL and above.ordinal == 0
        if called and above.name() in _READING:
            return Use.READ
        return Use.CHANGED if called and above.name() in _CHANGING else Use.SHARED
    if above.kind == Kind.CALL:
        if converted.clang_cursor.type.is_const_qualified() or (
            above.name() == "operator[]" and converted.ordinal == 0
        ):
            return Use.READ
        return Use.CHANGED if above.name() == "operator=" and converted.ordinal == 0 else Use.SHARED
    return Use.READ if above.kind == Kind.FOR_RANGE else Use.SHARED


def count_of(node: Node) -> Node | None:
    """How many elements a vector has once it is declared so, or once a member function was called."""
    if node.kind == Kind.VARIABLE:
        made = [ignoring_parens_and_implicit_casts(each) for each in node.below if each.kind in EXPRESSIONS]
        arguments = made[0].below if made and made[0].kind == Kind.CALL else ()
    else:
        function = node.below[0] if node.kind == Kind.CALL and node.below else None
        is_method = function is not None and function.kind == Kind.MEMBER and function.name() in _COUNTED
        arguments = node.below[1:] if is_method else ()
    count = arguments[0] if arguments else None
    return count if count is not None and _is_integer(count) else None


def _is_integer(node: Node) -> bool:
    plain = ignoring_parens_and_implicit_casts(node)
    return plain.clang_cursor.type.get_canonical().kind.value in _INTEGERS and plain.kind != Kind.INIT_LIST
