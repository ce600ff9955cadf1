# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Semantics: single questions about a node of Clang's tree, of its type and of what it refers to.

``is_bit_field(node)``, ``has_destructor(node)`` and their like; each asks libclang anew, for the few nodes
that matter.
"""

from __future__ import annotations

import re
from typing import Any

from pointerchain.translator.clang.libclang import (
    ARRAYS,
    FUNCTIONS,
    LIB,
    NOWHERE,
    ON_A_PATH,
    Kind,
    TypeKind,
    children_of,
    constant_value,
    location_of,
    referenced_by,
    specialized_template,
)
from pointerchain.translator.clang.tree import Node, TypeFact, type_fact

_ACCESS_OPERATORS = frozenset(("operator->", "operator*", "operator[]"))
REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
# Those of a pointer itself, one or several: 'double *const restrict', 'double (*const)[3]'.
_TRAILING_QUALIFIERS = re.compile(r"\s*(?:(?<=[\s*])(?:const|restrict|__restrict)\b\s*)+$")
_INNER_QUALIFIERS = re.compile(r"\(\*(?:\s*\b(?:const|restrict|__restrict)\b)+")


def _inner(cursor: Any, tu: Any) -> list[Any]:
    """The children of an expression that are expressions or statements."""
    return [child for child in children_of(cursor, tu) if child._kind_id >= Kind.UNEXPOSED_EXPR]


def pointee(node: Node) -> TypeFact:
    """What the type of a pointer expression points to."""
    return type_fact(node.clang_cursor.type.get_pointee())


def is_bit_field(node: Node) -> bool:
    """Whether a member expression names a bit-field."""
    target = node.clang_cursor.referenced
    return target is not None and target._kind_id == Kind.FIELD and bool(target.is_bitfield())


def has_reference_field(node: Node) -> bool:
    """Whether an expression's class holds a reference, maybe deep inside, that an initialiser would bind."""
    return _holds(node.clang_cursor.type.get_canonical(), None, node.parsed.tu)


def is_reference(node: Node) -> bool:
    """Whether a variable is a reference; one whose type is deduced in a template may be."""
    return _may_refer(node.clang_cursor.type)


def _may_refer(raw: Any) -> bool:
    canonical = raw.get_canonical()
    deduced = raw.spelling == "decltype(auto)" and canonical.spelling == "decltype(auto)"
    return deduced or raw.kind in REFERENCES or canonical.kind in REFERENCES


def binds(node: Node) -> bool:
    """Whether a declaration is a structured binding that refers to an object: ``auto &[a, b] = e``."""
    bound = any(child._kind_id == Kind.UNEXPOSED_DECL for child in node.child_cursors())
    return bound and (node.macro or b"&" in _before_names(node))


def binds_const(node: Node) -> bool:
    """Whether what a structured binding names cannot be changed by its names."""
    return not node.macro and re.search(rb"(?<![\w$])const(?![\w$])", _before_names(node)) is not None


def _before_names(binding: Node) -> bytes:
    return bytes(binding.parsed.data[binding.start : binding.end].partition(b"[")[0])


def is_plain_auto(node: Node) -> bool:
    """Whether a variable's type is deduced as the value's own, without a reference."""
    spelling = str(node.clang_cursor.type.spelling).removeprefix("const ").removesuffix(" const")
    return spelling in ("auto", "auto *")


def is_deduced(node: Node) -> bool:
    """Whether a variable's type is deduced from what initialises it."""
    if node.parent is not None and node.parent.kind == Kind.LAMBDA:
        return True  # '[n = s->n]'
    spelling = str(node.clang_cursor.type.spelling)
    text = node.parsed.data[node.start : node.location()] if node.start < node.location() else b""
    return bool(
        re.search(rb"(?<![\w$])(?:auto|__auto_type|decltype|typeof|__typeof__|__typeof)(?![\w$])", text)
    ) or ("auto" in spelling)


def result_deduced(function: Node) -> bool:
    """Whether a function's result type is deduced."""
    return "auto" in str(function.clang_cursor.result_type.spelling) or "auto" in str(
        function.clang_cursor.type.spelling
    )


def returns_value(function: Node) -> bool:
    """Whether a function returns a copy; one whose type a template's argument decides may not."""
    raw = function.clang_cursor.result_type
    kind = raw.get_canonical().kind
    if kind in REFERENCES:
        return False
    open_ = kind in (TypeKind.UNEXPOSED, TypeKind.DEPENDENT, TypeKind.AUTO)
    return not open_ or raw.spelling in ("auto", "const auto", "auto *")


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
    target = call.clang_cursor.referenced
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
    target = call.clang_cursor.referenced
    return target is not None and bool(target.is_copy_constructor())


def is_copy(call: Node, argument: Node) -> bool:
    """Whether a constructor is given an object of the class itself."""
    return call.type.canonical.removeprefix("const ") == argument.type.canonical.removeprefix("const ")


def could_hold(call: Node, argument: Node) -> bool:
    """Whether the object that a call makes could keep the address of an argument it was given."""
    return _could_hold(call.clang_cursor.type.get_canonical(), argument, call.parsed.tu)


def _could_hold(made: Any, argument: Node, tu: Any) -> bool:
    if LIB.clang_Location_isInSystemHeader(made.get_declaration().location):
        return bool(_REFERRING.search(made.spelling))
    return _holds(made, argument.type.canonical.removeprefix("const "), tu)


_REFERRING = re.compile(
    r"&|\b(?:reference_wrapper|atomic_ref|span|mdspan|basic_string_view|\w+_view|\w*_iterator|_Bind\w*)<"
)
"""Types of the library that refer to what they are made from."""


def _holds(made: Any, wanted: str | None, tu: Any, depth: int = 0) -> bool:
    """Whether a class holds a reference (or, where ``wanted`` is a type, a pointer or reference to that)."""
    while made.kind in ARRAYS:
        made = made.element_type.get_canonical()
    if made.kind in REFERENCES or (made.kind == TypeKind.POINTER and wanted is not None):
        to = str(made.get_pointee().get_canonical().spelling).removeprefix("const ")
        return wanted in (None, to) or to == "void"
    if made.kind != TypeKind.RECORD or depth > 8:
        return False
    if LIB.clang_Location_isInSystemHeader(made.get_declaration().location):
        return bool(_REFERRING.search(made.spelling))
    return any(_holds(each, wanted, tu, depth + 1) for each in _parts(made, tu))


def has_mutable_field(node: Node) -> bool:
    """Whether a class holds a member that a const member function may change, in itself or deep inside."""
    return _has_mutable(node.clang_cursor.type.get_canonical(), node.parsed.tu)


def _has_mutable(canonical: Any, tu: Any, depth: int = 0) -> bool:
    while canonical.kind in ARRAYS:
        canonical = canonical.element_type.get_canonical()
    if canonical.kind != TypeKind.RECORD or depth > 8:
        return False
    if any(field.is_mutable_field() for field in canonical.get_fields()):
        return True
    return any(_has_mutable(each, tu, depth + 1) for each in _parts(canonical, tu))


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


def is_owner(node: Node) -> bool:
    """Whether an object of the library's is copied with its elements: not a span or a view."""
    raw = node.clang_cursor.type.get_canonical()
    return _is_library(raw) and not _REFERRING.search(raw.spelling)


def _parts(record: Any, tu: Any) -> list[Any]:
    """The canonical types of a class's members and bases, of a template's instance too."""
    declared = record.get_declaration()
    bases = [child for child in children_of(declared, tu) if child._kind_id == Kind.BASE]
    return [part.type.get_canonical() for part in (*record.get_fields(), *bases)]


def records_in(node: Node) -> frozenset[str]:
    """The canonical names of an expression's class and of those that an object of it holds."""
    return _records(node.clang_cursor.type, node.parsed.tu)


def records_behind(node: Node) -> frozenset[str]:
    """The same of what a pointer expression points to."""
    return _records(node.clang_cursor.type.get_pointee(), node.parsed.tu)


def _records(raw: Any, tu: Any) -> frozenset[str]:
    found: set[str] = set()
    waiting = [raw.get_canonical()]
    while waiting:
        kind = waiting.pop()
        while kind.kind in ARRAYS:
            kind = kind.element_type.get_canonical()
        name = str(kind.spelling).removeprefix("const ")
        if kind.kind == TypeKind.RECORD and name not in found:
            found.add(name)
            waiting += _parts(kind, tu)
    return frozenset(found)


def is_mutable(node: Node) -> bool:
    """Whether a member expression names a ``mutable`` member."""
    target = node.clang_cursor.referenced
    return target is not None and target._kind_id == Kind.FIELD and bool(target.is_mutable_field())


def is_scoped_enumeration(node: Node) -> bool:
    """Whether an expression's type is a scoped enumeration, which is never promoted."""
    declared = node.clang_cursor.type.get_canonical().get_declaration()
    return declared._kind_id == Kind.ENUM and bool(declared.is_scoped_enum())


def is_dependent(variable: Node) -> bool:
    """Whether a variable's type, or that of its array's elements, depends on a template's argument."""
    raw = variable.clang_cursor.type.get_canonical()
    while raw.kind in (*ARRAYS, TypeKind.VARIABLEARRAY):
        raw = raw.element_type.get_canonical()
    return raw.kind in (TypeKind.DEPENDENT, TypeKind.UNEXPOSED)


def is_of_local_class(node: Node) -> bool:
    """Whether the type of a node, or of its array's elements, is a class that a function declares."""
    raw = node.clang_cursor.type.get_canonical()
    while raw.kind in (*ARRAYS, TypeKind.VARIABLEARRAY):
        raw = raw.element_type.get_canonical()
    if raw.kind != TypeKind.RECORD:
        return False
    around = raw.get_declaration().semantic_parent
    return around is not None and around._kind_id in FUNCTIONS


def keeps(call: Node, argument: Node) -> bool | None:
    """Whether a function of the program's could keep what it is given; None where its body is not seen.

    It does not where its body only calls the parameter, or hands it to functions that do not either.
    """
    given = [c for c in call.below if c.kind >= 100 and not _names_function(c)]
    target = call.clang_cursor.referenced
    if target is None or argument not in given:
        return None
    index = given.index(argument)
    if call.name().startswith("operator") and target._kind_id == Kind.METHOD:
        index -= 1
    return _keeps(target, index, call.parsed.tu, 0)


def _names_function(node: Node) -> bool:
    expr = node
    while expr.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN) and len(expr.below) == 1:
        expr = expr.below[0]
    if expr.kind not in (Kind.DECL_REF, Kind.MEMBER):
        return False
    return referenced_by(expr.clang_cursor)._kind_id in (*FUNCTIONS, Kind.OVERLOADED_REF)


def _keeps(function: Any, index: int, tu: Any, depth: int) -> bool | None:
    template = specialized_template(function)
    if template._kind_id not in (0, 70):
        template._tu = tu
        function = template
    function = function.get_definition() or function
    inside = children_of(function, tu)
    parameters = [child for child in inside if child._kind_id == Kind.PARAMETER]
    body = next((child for child in inside if child._kind_id == Kind.COMPOUND), None)
    if body is None or not 0 <= index < len(parameters) or depth > 4:
        return None
    return _is_kept(body, parameters[index], (), tu, depth)


def _is_kept(cursor: Any, parameter: Any, above: tuple[Any, ...], tu: Any, depth: int) -> bool | None:
    """Whether a parameter is used in a statement other than to be called."""
    result: bool | None = False
    if cursor._kind_id == Kind.DECL_REF and referenced_by(cursor) == parameter:
        return _use_keeps(cursor, above, tu, depth)
    for child in children_of(cursor, tu):
        found = _is_kept(child, parameter, (*above, cursor), tu, depth)
        if found:
            return True
        result = None if found is None else result
    return result


def _use_keeps(cursor: Any, above: tuple[Any, ...], tu: Any, depth: int) -> bool | None:
    inner = cursor
    for around in reversed(above):
        kind = around._kind_id
        if kind == Kind.CALL:
            children = [child for child in children_of(around, tu) if child._kind_id >= 100]
            position = next((at for at, child in enumerate(children) if child == inner), -1)
            name = around.spelling
            if position == 0 and (name in ("operator()", "") or children[0]._kind_id != Kind.MEMBER):
                return False  # it is called
            target = around.referenced
            passes = target is not None and target._kind_id == Kind.CONSTRUCTOR
            if passes or (target is not None and name in ("forward", "move", "ref", "cref")):
                inner = around
                continue
            if target is None:
                return _any_keeps(children[:1], position - 1, tu, depth)
            if LIB.clang_Location_isInSystemHeader(target.location):
                return target._kind_id in (Kind.METHOD, Kind.CONSTRUCTOR)
            return _keeps(target, position - 1, tu, depth + 1)
        if kind == Kind.RETURN:
            return False  # what becomes of the result is another question
        if kind not in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.INIT_LIST, *_VALUE_CASTS):
            return True
        inner = around
    return True


_VALUE_CASTS = (Kind.STATIC_CAST, Kind.C_CAST, Kind.FUNCTIONAL_CAST)
KEEPERS = frozenset(
    "push_back emplace_back push_front emplace_front push emplace insert assign try_emplace swap reset "
    "insert_or_assign emplace_hint emplace_after insert_after".split()
)
"""Member functions that put what they are given into an object."""


def _any_keeps(callee: list[Any], index: int, tu: Any, depth: int) -> bool | None:
    """Whether one of the functions that a call in a template could mean keeps its argument."""
    results: list[bool | None] = []
    for cursor in callee:
        if cursor.spelling in KEEPERS:
            return True
        for name in (cursor, *children_of(cursor, tu)):
            if name._kind_id != Kind.OVERLOADED_REF:
                continue
            if name.spelling in KEEPERS:
                return True
            for at in range(LIB.clang_getNumOverloadedDecls(name)):
                found = LIB.clang_getOverloadedDecl(name, at)
                found._tu = tu
                results.append(_keeps(found, index, tu, depth + 1))
    if any(results):
        return True
    return None if not results or None in results else False


def has_const_field(node: Node) -> bool:
    """Whether a struct holds a const member, in itself or in a struct in it."""
    return _has_const(node.clang_cursor.type.get_canonical(), node.parsed.tu)


def record_problem(node: Node) -> str:
    """Why a struct cannot be kept as a copy: a member that is volatile, or an array that may be longer."""
    return _record_problem(node.clang_cursor.type.get_canonical(), node.parsed.tu, True)


def _record_problem(canonical: Any, tu: Any, last: bool) -> str:
    fields = [f for f in children_of(canonical.get_declaration(), tu) if f._kind_id == Kind.FIELD]
    for index, field in enumerate(fields):
        kind, ends = field.type.get_canonical(), last and index == len(fields) - 1
        if ends and kind.kind == TypeKind.INCOMPLETEARRAY:
            return "its last member is an array without a length, which a copy does not hold"
        if ends and kind.kind == TypeKind.CONSTANTARRAY and kind.element_count <= 1:
            return "its last member is an array that may be longer than a copy of it"
        while kind.kind in ARRAYS:
            kind = kind.element_type.get_canonical()
        if kind.is_volatile_qualified() or kind.kind == TypeKind.ATOMIC:
            return f"its member '{field.spelling}' is volatile or atomic"
        if kind.kind == TypeKind.RECORD:
            why = _record_problem(kind, tu, ends)
            if why:
                return why
    return ""


def is_aligned(node: Node) -> bool:
    """Whether a member lies where its type's alignment wants it: a packed struct's may not."""
    kind = node.clang_cursor.type.get_canonical()
    while kind.kind in ARRAYS:
        kind = kind.element_type.get_canonical()
    return bool(_alignment(node.clang_cursor, node.parsed.tu) >= kind.get_align())


def _alignment(cursor: Any, tu: Any) -> int:
    """The alignment, in bytes, that an access expression promises of its object."""
    inside = _inner(cursor, tu)
    kind = cursor._kind_id
    if kind == Kind.MEMBER and inside:
        field = referenced_by(cursor)
        field._tu = tu
        base = inside[0].type.get_canonical()
        if base.kind == TypeKind.POINTER:
            known = int(base.get_pointee().get_align())
        else:
            known = _alignment(inside[0], tu)
        offset = int(field.get_field_offsetof()) // 8
        return min(known, offset & -offset) if offset > 0 else known
    if kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) and inside and cursor.type.kind != TypeKind.POINTER:
        return _alignment(inside[0], tu)
    if kind == Kind.SUBSCRIPT and inside:
        base = inside[0]
        while base._kind_id in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
            more = _inner(base, tu)
            if not more:
                break
            base = more[0]
        if base.type.get_canonical().kind in ARRAYS:
            size = int(cursor.type.get_size())
            return min(_alignment(base, tu), size & -size) if size > 0 else 1
    return int(cursor.type.get_align())


def integer_value(node: Node) -> int | None:
    """The value of an integer constant expression."""
    return constant_value(node.clang_cursor)


def holds_call(node: Node) -> bool:
    """Whether a call stands anywhere in an expression."""
    waiting = node.child_cursors()
    while waiting:
        cursor = waiting.pop()
        if cursor._kind_id == Kind.CALL:
            return True
        waiting += children_of(cursor, node.parsed.tu)
    return False


def is_variable_array(node: Node) -> bool:
    """Whether a declaration declares an array of variable length."""
    return bool(node.clang_cursor.type.get_canonical().kind == TypeKind.VARIABLEARRAY)


def has_destructor(node: Node) -> bool:
    """Whether the end of a variable's life runs code: a class's destructor or a cleanup attribute."""
    kind = node.clang_cursor.type.get_canonical()
    while kind.kind in ARRAYS:
        kind = kind.element_type.get_canonical()
    if any(child._kind_id == Kind.UNEXPOSED_ATTRIBUTE for child in node.child_cursors()):
        return True
    return kind.kind == TypeKind.RECORD and _destroys(kind, node.parsed.tu)


def has_own_destructor(node: Node) -> bool:
    """Whether a variable's class, or one in it, has a destructor that the library did not write."""
    return _destroys_itself(node.clang_cursor.type.get_canonical(), node.parsed.tu)


def run_at_end(braces: Node) -> str:
    """The function that runs when an object made of a list in braces ends, '' where none does."""
    above = braces.parent
    while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.FUNCTIONAL_CAST):
        above = above.parent
    kind = braces.clang_cursor.type.get_canonical()
    while kind.kind in ARRAYS:
        kind = kind.element_type.get_canonical()
    if _destroys_itself(kind, braces.parsed.tu):
        return f"~{kind.get_declaration().spelling}"
    if above is None or above.kind != Kind.VARIABLE:
        return ""
    text = above.parsed.data[above.start : above.end]
    attributed = any(child._kind_id == Kind.UNEXPOSED_ATTRIBUTE for child in above.child_cursors())
    # one that a macro spells may be any
    return "cleanup" if attributed and (b"cleanup" in text or b"__attribute" not in text) else ""


def _destroys_itself(kind: Any, tu: Any, depth: int = 0) -> bool:
    if kind.kind != TypeKind.RECORD or _is_library(kind) or depth > 8:
        return False
    declared = kind.get_declaration()
    template = specialized_template(declared)
    shown = children_of(declared, tu) + (
        children_of(template, tu) if template._kind_id not in NOWHERE else []
    )
    if any(child._kind_id == Kind.DESTRUCTOR for child in shown):
        return True
    inner = [child.type.get_canonical() for child in shown if child._kind_id in (Kind.FIELD, Kind.BASE)]
    return any(_destroys_itself(one, tu, depth + 1) for one in inner)


def _destroys(kind: Any, tu: Any) -> bool:
    declared = kind.get_declaration()
    for child in children_of(declared, tu):
        if child._kind_id == Kind.DESTRUCTOR:
            return not child.is_default_method()
        if child._kind_id in (Kind.FIELD, Kind.BASE):
            inner = child.type.get_canonical()
            while inner.kind in ARRAYS:
                inner = inner.element_type.get_canonical()
            if inner.kind == TypeKind.RECORD and _destroys(inner, tu):
                return True
    return declared.get_num_template_arguments() > 0 and not kind.is_pod()


def is_plain_data(node: Node) -> bool:
    """Whether an object can be copied byte by byte and back."""
    return bool(node.clang_cursor.type.get_canonical().is_pod())


def is_const_method(node: Node) -> bool:
    """Whether a member expression names a member function that is const or static."""
    target = node.clang_cursor.referenced
    return target is not None and (target.is_const_method() or target.is_static_method())


def is_const_operator(call: Node) -> bool:
    """Whether a call of an overloaded operator leaves its object as it is, as far as its declaration says."""
    target = call.clang_cursor.referenced
    if target is None or target._kind_id == Kind.METHOD:
        return target is not None and bool(target.is_const_method())
    types = [each.get_canonical() for each in target.type.argument_types()]
    return not types or types[0].kind not in REFERENCES or types[0].get_pointee().is_const_qualified()


def result_may_refer(call: Node, argument: Node) -> bool | None:
    """Whether a function that is given a reference could return it; None where it could return its address.

    A class is no number: ``std::istream &operator>>(std::istream &, int &)`` returns something else.
    """
    raw = call.clang_cursor.referenced
    if raw is None:
        return True  # a template's argument decides which function it is
    result = raw.result_type.get_canonical()
    record = argument.type.kind == TypeKind.RECORD
    if call.name() in _ACCESS_OPERATORS and _is_library(argument.clang_cursor.type.get_canonical()):
        return False  # a container's or smart pointer's element
    if result.kind == TypeKind.RECORD:
        return None if _could_hold(result, argument, call.parsed.tu) else False
    if result.kind == TypeKind.POINTER:
        to = result.get_pointee().get_canonical()
        same = str(to.spelling).removeprefix("const ") == argument.type.canonical.removeprefix("const ")
        return None if same or to.kind == TypeKind.VOID or (record and not _is_library(to)) else False
    if result.kind in REFERENCES:
        to = result.get_pointee().get_canonical()
        return to.kind != TypeKind.RECORD or (record and not _is_library(to))
    return False


def is_library_type(node: Node) -> bool:
    """Whether an expression's or variable's class is declared in a system header."""
    return _is_library(node.clang_cursor.type.get_canonical())


def is_library_template(node: Node) -> bool:
    """Whether an expression's class, which a template's argument may complete, is of a system header."""
    declared = node.clang_cursor.type.get_canonical().get_declaration()
    return declared._kind_id not in NOWHERE and bool(LIB.clang_Location_isInSystemHeader(declared.location))


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


def _is_library(kind: Any) -> bool:
    return kind.kind == TypeKind.RECORD and bool(
        LIB.clang_Location_isInSystemHeader(kind.get_declaration().location)
    )


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
    target = call.clang_cursor.referenced
    if target is None or target._kind_id != Kind.METHOD or target.is_static_method():
        return None
    children = call.child_cursors()
    if call.name().startswith("operator") and not any(
        child._kind_id == Kind.MEMBER and referenced_by(child)._kind_id == Kind.METHOD for child in children
    ):
        # 'values[i]', 'total += x': the first child is the object, not the function
        base = children[:1] if call.name() != "operator=" else []  # '*this = x' is judged as a prefix
        while base and base[0]._kind_id in (Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.UNARY):
            base = children_of(base[0], call.parsed.tu)
        return bool(target.is_const_method()) if base and base[0]._kind_id == Kind.THIS else None
    callee = next((child for child in children if child._kind_id == Kind.MEMBER), None)
    if callee is None:
        return None
    base = _inner(callee, call.parsed.tu)
    if base and base[0]._kind_id != Kind.THIS:
        return None
    return bool(target.is_const_method())


def innermost_kind(node: Node) -> TypeKind:
    """The kind of a type without the arrays, pointers and references around it."""
    raw = node.clang_cursor.type.get_canonical()
    while raw.kind in (*ARRAYS, *REFERENCES, TypeKind.POINTER):
        inner = raw.element_type if raw.kind in ARRAYS else raw.get_pointee()
        raw = inner.get_canonical()
    return raw.kind


def is_elided_copy(call: Node) -> bool:
    """Whether a call is the copy of a temporary that may be left out, which is there before C++17 only.

    libclang does not say which constructor that is.
    """
    if call.type.kind != TypeKind.RECORD or call.name() or call.clang_cursor.referenced is not None:
        return False
    below = call.below
    return len(below) == 1 and is_copy(call, below[0])


def is_constructor(call: Node) -> bool:
    """Whether a call constructs an object."""
    target = call.clang_cursor.referenced
    return target is not None and target._kind_id == Kind.CONSTRUCTOR


def is_user_function(call: Node) -> bool:
    """Whether a call reaches code outside the system's headers."""
    target = call.clang_cursor.referenced
    if target is None:
        return call.name() != ""
    return not LIB.clang_Location_isInSystemHeader(target.location)


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


def result_type(function: Node) -> str:
    """The type that a function returns, without qualifiers."""
    raw = function.clang_cursor.result_type
    spelling = str(raw.spelling)
    return spelling.removeprefix("const ") if raw.is_const_qualified() else spelling


def canonical_result(function: Node) -> str:
    """The type that a function returns, without typedefs and qualifiers."""
    return str(function.clang_cursor.result_type.get_canonical().spelling).removeprefix("const ")


def points_to_function(node: Node) -> bool:
    """Whether an expression is a pointer to a function."""
    kind = node.clang_cursor.type.get_canonical().get_pointee().kind
    return kind in (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)


def unqualified_spelling(node: Node) -> str:
    """An expression's type as it is spelled, without qualifiers of the top level."""
    raw = node.clang_cursor.type
    spelling = str(raw.spelling)
    if raw.is_const_qualified() or raw.is_restrict_qualified():
        spelling = _TRAILING_QUALIFIERS.sub("", spelling)
        spelling = _INNER_QUALIFIERS.sub("(*", spelling, count=1)
        if "*" not in spelling and "(" not in spelling:
            spelling = spelling.removeprefix("const ")
    return spelling


def type_place(node: Node) -> int:
    """Offset in the parsed text of what declares the type of an expression, or of its elements."""
    raw = node.clang_cursor.type
    while True:
        if raw.kind == TypeKind.POINTER:
            raw = raw.get_pointee()
        elif raw.kind in ARRAYS:
            raw = raw.element_type
        else:
            return int(location_of(raw.get_declaration()).int_data - node.parsed.base)


def element_spelling(node: Node) -> str | None:
    """For an array expression: the type of its elements, const where the array is."""
    raw = node.clang_cursor.type
    canonical = raw.get_canonical().element_type
    element = raw.element_type if raw.kind in ARRAYS else canonical
    spelling = str(element.spelling)
    if "(unnamed" in spelling or "(anonymous" in spelling:
        return None
    # the element's type does not tell a qualifier that the array has from a const struct
    whole = str(raw.get_canonical().spelling)
    if whole.startswith("const ") and "const" not in spelling.split():
        spelling = "const " + spelling
    elif re.search(r"\*const\s*\[", whole) and not re.search(r"\*\s*const\b", spelling):
        spelling += "const"
    return spelling


def local_type(node: Node) -> str:
    """Canonical spelling of the local that an expression's value initialises."""
    canonical = node.clang_cursor.type.get_canonical()
    spelling = str(canonical.spelling)
    if canonical.kind not in ARRAYS:
        return spelling
    start = spelling.find("[")
    end = spelling.find("]", start) + 1
    star = "(*)" if spelling[end : end + 1] == "[" else "*"
    return spelling[:start] + star + spelling[end:]


def _has_const(canonical: Any, tu: Any) -> bool:
    for child in children_of(canonical.get_declaration(), tu):
        if child._kind_id == Kind.FIELD:
            kind = child.type.get_canonical()
            while kind.kind in ARRAYS:
                kind = kind.element_type.get_canonical()
            if kind.is_const_qualified() or (kind.kind == TypeKind.RECORD and _has_const(kind, tu)):
                return True
    return False
