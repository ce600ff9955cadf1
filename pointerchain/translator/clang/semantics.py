# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Semantics: single questions about a node of Clang's tree and of what it refers to.

``is_bit_field(node)``, ``is_constructor(call)`` and their like; each asks libclang anew, for the few nodes
that matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from pointerchain.translator.clang.arguments import keeps_types_apart
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    FUNCTIONS,
    LIB,
    NOWHERE,
    ON_A_PATH,
    Kind,
    TypeKind,
    callee_of,
    children_of,
    constant_value,
    expressions_of,
    is_constant_function,
    location_of,
    referenced_by,
)
from pointerchain.translator.clang.templates import is_instance
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import (
    REFERENCES,
    holds,
    is_library_class,
    standard_name,
    unqualified,
)

_ACCESS_OPERATORS = frozenset(("operator->", "operator*", "operator[]"))


def is_constant(function: Node) -> bool:
    """Whether a function is ``constexpr`` or ``consteval``, or a template of such."""
    return is_constant_function(function.clang_cursor)


def is_bit_field(node: Node) -> bool:
    """Whether a member expression names a bit-field."""
    target = node.clang_cursor.referenced
    return target is not None and target._kind_id == Kind.FIELD and bool(target.is_bitfield())


def is_of_threads(node: Node) -> bool:
    """Whether a declared variable is another one in each thread: ``thread_local``, ``__thread``."""
    return bool(node.clang_cursor.tls_kind.value)


def binds(node: Node) -> bool:
    """Whether a declaration is a structured binding that refers to an object: ``auto &[a, b] = e``."""
    bound = any(child._kind_id == Kind.UNEXPOSED_DECL for child in node.child_cursors())
    return bound and (node.macro or b"&" in _before_names(node))


def binds_const(node: Node) -> bool:
    """Whether what a structured binding names cannot be changed by its names."""
    return not node.macro and re.search(rb"(?<![\w$])const(?![\w$])", _before_names(node)) is not None


def _before_names(binding: Node) -> bytes:
    return bytes(binding.parsed.data[binding.start : binding.end].partition(b"[")[0])


def is_of_temporary(node: Node) -> bool:
    """Whether a member lies in an object that an operator of its path returns by value."""
    cursor = node.clang_cursor
    while True:
        kind = cursor._kind_id
        if kind == Kind.CALL:
            target = cursor.referenced
            result = target.result_type.get_canonical() if target is not None else None
            return result is not None and result.kind == TypeKind.RECORD
        inside = [
            child for child in children_of(cursor, node.parsed.tu) if child._kind_id >= Kind.UNEXPOSED_EXPR
        ]
        if not inside or kind not in (Kind.MEMBER, *ON_A_PATH) or cursor.type.kind == TypeKind.POINTER:
            return False
        cursor = inside[0]


def is_by_value(call: Node, argument: Node) -> bool:
    """Whether a function gets an argument, a child of its call, as a copy."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    if (
        target is None
        or target._kind_id not in (Kind.FUNCTION, Kind.METHOD)
        or call.name().startswith("operator")
    ):
        return False
    types = list(target.type.argument_types())
    index = argument.ordinal - 1
    return 0 <= index < len(types) and types[index].get_canonical().kind == TypeKind.RECORD


def is_reading_copy(call: Node) -> bool:
    """Whether a constructor copies an object and leaves it as it is."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    return target is not None and bool(target.is_copy_constructor())


def is_copy(call: Node, argument: Node) -> bool:
    """Whether a constructor is given an object of the class itself."""
    return unqualified(call.clang_cursor.type) == unqualified(argument.clang_cursor.type)


def changes_range(statement: Node) -> bool:
    """Whether a range-``for`` names the elements themselves, not copies or constants."""
    for child in statement.child_cursors():
        if child._kind_id == Kind.VARIABLE:
            raw = child.type
            if raw.kind in REFERENCES:
                return not raw.get_pointee().is_const_qualified()
            return (
                raw.get_canonical().kind in (TypeKind.UNEXPOSED, TypeKind.DEPENDENT)
                and raw.spelling != "auto"
            )
    return True


def is_mutable(node: Node) -> bool:
    """Whether a member expression names a ``mutable`` member."""
    target = node.clang_cursor.referenced
    return target is not None and target._kind_id == Kind.FIELD and bool(target.is_mutable_field())


def integer_value(node: Node) -> int | None:
    """The value of an integer constant expression."""
    return constant_value(node.clang_cursor)


def size(node: Node) -> int:
    """The bytes of an expression's type."""
    return int(node.clang_cursor.type.get_size())


def extent(array: Node) -> int | None:
    """The number of elements of an array; None for a flexible one."""
    found = int(array.clang_cursor.type.get_canonical().get_array_size())
    return found if found > 0 else None


def holds_call(node: Node) -> bool:
    """Whether a call stands anywhere in an expression."""
    waiting = node.child_cursors()
    while waiting:
        cursor = waiting.pop()
        if cursor._kind_id == Kind.CALL:
            return True
        waiting += children_of(cursor, node.parsed.tu)
    return False


def changing_call(node: Node) -> str:
    """The name of a function that an expression calls and that may change something; nothing where none may.

    A ``const`` member function does not, nor do the accesses of the library's classes that have but those.
    """
    waiting = [node.clang_cursor]
    while waiting:
        cursor = waiting.pop()
        if cursor._kind_id == Kind.CALL:
            called = cursor.referenced
            if called is None:
                return str(cursor.spelling)
            within = str(called.semantic_parent.type.spelling).partition("<")[0].rpartition("::")
            reads = called.spelling in _READS and within[0].startswith("std") and within[2] in _READ
            if not reads and not called.is_const_method():
                return str(called.spelling)
        waiting += children_of(cursor, node.parsed.tu)
    return ""


_READS = frozenset(("operator[]", "operator*", "operator->"))
_READ = frozenset(
    ("vector", "array", "deque", "valarray", "span", "basic_string", "unique_ptr", "shared_ptr")
)


def is_const_method(node: Node) -> bool:
    """Whether a member expression names a member function that is const or static."""
    target = node.clang_cursor.referenced
    return target is not None and (target.is_const_method() or target.is_static_method())


def is_const_operator(call: Node) -> bool:
    """Whether a call of an overloaded operator leaves its object as it is, as far as its declaration says."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    if target is None or target._kind_id == Kind.METHOD:
        return target is not None and bool(target.is_const_method())
    types = [each.get_canonical() for each in target.type.argument_types()]
    return not types or types[0].kind not in REFERENCES or types[0].get_pointee().is_const_qualified()


def lent_by_reference(call: Node) -> Iterator[Node]:
    """The arguments of a plain function that its parameters refer to, and by which it may store."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    if target is None or target._kind_id != Kind.FUNCTION or call.name().startswith("operator"):
        return
    arguments = [each for each in call.below if each.kind in EXPRESSIONS][1:]
    taken = (each.get_canonical() for each in target.type.argument_types())
    for argument, parameter in zip(arguments, taken, strict=False):
        if parameter.kind in REFERENCES and not parameter.get_pointee().is_const_qualified():
            yield argument


def could_hold(call: Node, argument: Node, *, const: bool) -> bool:
    """Whether the object that a call makes could keep the address of an argument it was given."""
    return holds(call.clang_cursor.type.get_canonical(), call.parsed.tu, _leading_to(argument, const))


def _leading_to(argument: Node, const: bool) -> Callable[[Any], bool]:
    """Whether a pointer to a type could be made of an argument's address: of a const one to its own type."""
    own = argument.clang_cursor.type
    if const:
        return lambda to: to.kind == TypeKind.VOID or unqualified(to) == unqualified(own)
    from pointerchain.translator.clang.storage import Storage  # few calls are given objects

    storage, strict = Storage(cxx=True), keeps_types_apart(argument.parsed.args)
    return lambda to: storage.leads_into(to, own, argument.parsed.tu, strict=strict)


def result_may_refer(call: Node, argument: Node, *, const: bool) -> bool | None:
    """Whether a function that is given a reference could return it; None where it could return its address.

    A class is no number: ``std::istream &operator>>(std::istream &, int &)`` returns something else.
    """
    raw = callee_of(call.clang_cursor, call.parsed.tu)
    if raw is None:
        return True  # a template's argument decides which function it is
    result = raw.result_type.get_canonical()
    record = argument.type.kind == TypeKind.RECORD
    if call.name() in _ACCESS_OPERATORS and is_library_class(argument.clang_cursor.type.get_canonical()):
        return False  # a container's or smart pointer's element
    if result.kind == TypeKind.RECORD:
        return None if holds(result, call.parsed.tu, _leading_to(argument, const)) else False
    if result.kind == TypeKind.POINTER:
        to = result.get_pointee().get_canonical()
        leads = (record and not is_library_class(to)) or _leading_to(argument, const)(to)
        return None if leads else False
    if result.kind in REFERENCES:
        to = result.get_pointee().get_canonical()
        return to.kind != TypeKind.RECORD or (record and not is_library_class(to))
    return False


def is_library_template(node: Node) -> bool:
    """Whether an expression's class, which a template's argument may complete, is of a system header."""
    declared = node.clang_cursor.type.get_canonical().get_declaration()
    return declared._kind_id not in NOWHERE and bool(LIB.clang_Location_isInSystemHeader(declared.location))


def standard_class(node: Node, *, pointee: bool = False) -> str:
    """The name of an expression's class, or of its template, where that is the library's own: ``vector``.

    With ``pointee`` of what the expression points to.
    """
    of = node.clang_cursor.type.get_canonical()
    return standard_name((of.get_pointee().get_canonical() if pointee else of).get_declaration())


def is_library(node: Node) -> bool:
    """Whether what a member expression names is declared in a system header."""
    target = node.clang_cursor.referenced
    return target is not None and bool(LIB.clang_Location_isInSystemHeader(target.location))


def is_static(node: Node) -> bool:
    """Whether a variable outlives its block."""
    return node.parsed.declaration(node.clang_cursor).lasting


def callee_object(call: Node) -> int | None:
    """Where the variable is declared that a member function is called on, if it is one of the file."""
    cursor = next((child for child in call.child_cursors() if child._kind_id == Kind.MEMBER), None)
    while cursor is not None and cursor._kind_id != Kind.DECL_REF:
        inside = [
            child for child in children_of(cursor, call.parsed.tu) if child._kind_id >= Kind.UNEXPOSED_EXPR
        ]
        cursor = inside[0] if inside else None
    declared = call.parsed.declaration(referenced_by(cursor)) if cursor is not None else None
    return declared.offset if declared is not None and declared.main else None


def method_escapes(node: Node) -> bool:
    """Whether a member function could hand out its object's address: by what it returns.

    A reference is no escape where the call's value is not used.
    """
    target = node.clang_cursor.referenced
    if target is None:
        return True
    kind = target.result_type.get_canonical().kind
    if kind == TypeKind.POINTER:
        return True
    if kind not in REFERENCES:
        return False
    call = node.within(frozenset((Kind.CALL,)))
    return call is None or call.parent is None or call.parent.kind < Kind.UNEXPOSED_STMT


def own_method(call: Node) -> bool | None:
    """Of a call of a member function of ``this``: whether that is const; None for other calls."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    if target is None or target._kind_id != Kind.METHOD or target.is_static_method():
        return None
    children = call.child_cursors()
    if call.name().startswith("operator") and not any(
        child._kind_id == Kind.MEMBER and referenced_by(child)._kind_id == Kind.METHOD for child in children
    ):
        # 'values[i]', 'total += x': the first child is the object, not the function
        base = children[:1] if call.name() != "operator=" else []  # '*this = x' is judged as a prefix
        return bool(target.is_const_method()) if base and _is_this(base[0], call.parsed.tu) else None
    callee = next((child for child in children if child._kind_id == Kind.MEMBER), None)
    if callee is None:
        return None
    base = expressions_of(callee, call.parsed.tu)
    if base and not _is_this(base[0], call.parsed.tu):
        return None
    return bool(target.is_const_method())


def _is_this(cursor: Any, tu: Any) -> bool:
    """Whether an expression is ``this`` or ``*this``, maybe as another class: ``static_cast<T &>(*this)``."""
    while cursor._kind_id in ON_A_PATH:
        inside = expressions_of(cursor, tu)
        if not inside:
            return False
        cursor = inside[-1]
    return bool(cursor._kind_id == Kind.THIS)


def is_elided_copy(call: Node) -> bool:
    """Whether a call is the copy of a temporary that may be left out, which is there before C++17 only.

    libclang does not say which constructor that is.
    """
    if call.type.kind != TypeKind.RECORD or call.name() or call.clang_cursor.referenced is not None:
        return False
    below = call.below
    return len(below) == 1 and is_copy(call, below[0])


def gives_reference(call: Node) -> bool:
    """Whether a called function returns a reference by which something could be changed."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    if target is None or target._kind_id not in FUNCTIONS:
        return False
    result = target.result_type.get_canonical()
    return result.kind in REFERENCES and not result.get_pointee().is_const_qualified()


def is_constructor(call: Node) -> bool:
    """Whether a call constructs an object."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    return target is not None and target._kind_id == Kind.CONSTRUCTOR


def is_user_function(call: Node) -> bool:
    """Whether a call reaches code outside the system's headers."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    if target is None:
        return call.name() != ""
    return not LIB.clang_Location_isInSystemHeader(target.location)


def calls_instance(call: Node) -> bool:
    """Whether a call is of a function that is made of a template."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    return target is not None and is_instance(target)


def goto_target(node: Node) -> int | None:
    """Offset of the label that a goto names, if it is in the file."""
    for child in node.child_cursors():
        if child._kind_id == Kind.LABEL_REF:
            offset = int(location_of(referenced_by(child)).int_data) - node.parsed.base
            return offset if 0 <= offset <= len(node.parsed.data) else None
    return None


def is_asm_goto(node: Node) -> bool:
    """Whether an asm statement can jump."""
    return any(child._kind_id == Kind.ADDR_LABEL for child in node.child_cursors())


def is_null_constant(node: Node) -> bool:
    """Whether an expression is a null pointer's constant."""
    while node.kind in (Kind.PAREN, Kind.C_CAST, Kind.UNEXPOSED_EXPR):
        inside = [each for each in node.below if each.kind in EXPRESSIONS]
        if len(inside) != 1:
            return False
        node = inside[0]
    return node.kind in (Kind.NULLPTR, Kind.GNU_NULL) or (
        node.kind == Kind.INTEGER and integer_value(node) == 0
    )
