# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Semantics: single questions about a node of Clang's tree, of its type and of what it refers to.

``is_bit_field(node)``, ``path_of(node)`` and their like; each asks libclang anew, for the few nodes
that matter.
"""

from __future__ import annotations

import re
from typing import Any

from pointerchain.translator.libclang import (
    ARRAYS,
    LIB,
    ON_A_PATH,
    RECORDS,
    Kind,
    TypeKind,
    children_of,
    constant_value,
    extent_of,
    location_of,
    referenced_by,
    specialized_template,
)
from pointerchain.translator.nodes import Declaration, Node, TypeFact, type_fact

_ACCESS_OPERATORS = frozenset(("operator->", "operator*", "operator[]"))
_WORD = re.compile(rb"[A-Za-z_]\w*")
REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
# Those of a pointer itself, one or several: 'double *const restrict', 'double (*const)[3]'.
_TRAILING_QUALIFIERS = re.compile(r"\s*(?:(?<=[\s*])(?:const|restrict|__restrict)\b\s*)+$")
_INNER_QUALIFIERS = re.compile(r"\(\*(?:\s*\b(?:const|restrict|__restrict)\b)+")


def pointee(node: Node) -> TypeFact:
    """What the type of a pointer expression points to."""
    return type_fact(node.cursor.type.get_pointee())


def is_bit_field(node: Node) -> bool:
    """Whether a member expression names a bit-field."""
    target = node.cursor.referenced
    return target is not None and target._kind_id == Kind.FIELD and bool(target.is_bitfield())


def has_reference_field(node: Node) -> bool:
    """Whether an expression's class holds a reference, maybe deep inside, that an initialiser would bind."""
    return _holds(node.cursor.type.get_canonical(), None, node.unit.tu)


def is_reference(node: Node) -> bool:
    """Whether a variable is a reference; one whose type is deduced in a template may be."""
    return _may_refer(node.cursor.type)


def _may_refer(raw: Any) -> bool:
    canonical = raw.get_canonical()
    deduced = raw.spelling == "decltype(auto)" and canonical.spelling == "decltype(auto)"
    return deduced or raw.kind in REFERENCES or canonical.kind in REFERENCES


def returns_reference(function: Node) -> bool:
    """Whether a function returns a reference; one whose result is deduced in a template may."""
    return _may_refer(function.cursor.result_type)


def is_of_temporary(node: Node) -> bool:
    """Whether a member lies in an object that an operator of its path returns by value."""
    cursor = node.cursor
    while True:
        kind = cursor._kind_id
        if kind == Kind.CALL:
            target = cursor.referenced
            result = target.result_type.get_canonical() if target is not None else None
            return result is not None and result.kind == TypeKind.RECORD
        inside = [child for child in children_of(cursor, node.unit.tu) if child._kind_id >= 100]
        if not inside or kind not in (Kind.MEMBER, *ON_A_PATH) or cursor.type.kind == TypeKind.POINTER:
            return False
        cursor = inside[0]


def is_by_value(call: Node, argument: Node) -> bool:
    """Whether a function gets an argument, a child of its call, as a copy."""
    target = call.cursor.referenced
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
    target = call.cursor.referenced
    return target is not None and bool(target.is_copy_constructor())


def is_copy(call: Node, argument: Node) -> bool:
    """Whether a constructor is given an object of the class itself."""
    return call.type.canonical.removeprefix("const ") == argument.type.canonical.removeprefix("const ")


def could_hold(call: Node, argument: Node) -> bool:
    """Whether the object that a call makes could keep the address of an argument it was given."""
    return _could_hold(call.cursor.type.get_canonical(), argument, call.unit.tu)


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
    members = made.get_declaration()
    kinds = (Kind.FIELD, Kind.BASE)
    return any(
        _holds(child.type.get_canonical(), wanted, tu, depth + 1)
        for child in children_of(members, tu)
        if child._kind_id in kinds
    )


def has_const_field(node: Node) -> bool:
    """Whether a struct holds a const member, in itself or in a struct in it."""
    return _has_const(node.cursor.type.get_canonical(), node.unit.tu)


def record_problem(node: Node) -> str:
    """Why a struct cannot be kept as a copy: a member that is volatile, or an array that may be longer."""
    return _record_problem(node.cursor.type.get_canonical(), node.unit.tu, True)


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
    kind = node.cursor.type.get_canonical()
    while kind.kind in ARRAYS:
        kind = kind.element_type.get_canonical()
    return bool(_alignment(node.cursor, node.unit.tu) >= kind.get_align())


def _alignment(cursor: Any, tu: Any) -> int:
    """The alignment, in bytes, that an access expression promises of its object."""
    inside = [child for child in children_of(cursor, tu) if child._kind_id >= 100]
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
            more = [child for child in children_of(base, tu) if child._kind_id >= 100]
            if not more:
                break
            base = more[0]
        if base.type.get_canonical().kind in ARRAYS:
            size = int(cursor.type.get_size())
            return min(_alignment(base, tu), size & -size) if size > 0 else 1
    return int(cursor.type.get_align())


def subscript_value(node: Node) -> int | None:
    """The value of a subscript expression's index, where it is a constant."""
    inside = [child for child in node.children() if child._kind_id >= 100]
    return constant_value(inside[1]) if len(inside) == 2 else None


def subscript_values(node: Node) -> list[int | None]:
    """The values of all subscripts in an access expression, from the root on."""
    out: list[int | None] = []
    cursor = node.cursor
    while True:
        inside = [child for child in children_of(cursor, node.unit.tu) if child._kind_id >= 100]
        if not inside:
            out.reverse()
            return out
        if cursor._kind_id == Kind.SUBSCRIPT and len(inside) == 2:
            out.append(constant_value(inside[1]))
        cursor = inside[0]


def child_starts(node: Node) -> list[int]:
    """Where the children of a node start in the parsed text."""
    return [extent_of(child).begin_int_data - node.unit.base for child in node.children()]


def is_variable_array(node: Node) -> bool:
    """Whether a declaration declares an array of variable length."""
    return bool(node.cursor.type.get_canonical().kind == TypeKind.VARIABLEARRAY)


def dimensions(node: Node) -> int:
    """How many subscripts lead from a variable to an object that is no array."""
    return _dimensions(node.cursor.type)[0]


def array_members(node: Node) -> dict[str, int]:
    """The arrays in a variable's struct, or in those of its array's elements: name and dimensions."""
    found: dict[str, int] = {}
    _array_members(_dimensions(node.cursor.type)[1], node.unit.tu, found)
    return found


def _dimensions(raw: Any) -> tuple[int, Any]:
    kind, count = raw.get_canonical(), 0
    while kind.kind in (*ARRAYS, TypeKind.VARIABLEARRAY):
        kind, count = kind.element_type.get_canonical(), count + 1
    return count, kind


def _array_members(canonical: Any, tu: Any, found: dict[str, int]) -> None:
    if canonical.kind != TypeKind.RECORD:
        return
    for child in children_of(canonical.get_declaration(), tu):
        if child._kind_id == Kind.FIELD:
            count, kind = _dimensions(child.type)
            if count:
                found[child.spelling] = max(count, found.get(child.spelling, 0))
            _array_members(kind, tu, found)


def has_destructor(node: Node) -> bool:
    """Whether the end of a variable's life runs code: a class's destructor or a cleanup attribute."""
    kind = node.cursor.type.get_canonical()
    while kind.kind in ARRAYS:
        kind = kind.element_type.get_canonical()
    if any(child._kind_id == Kind.UNEXPOSED_ATTRIBUTE for child in node.children()):
        return True
    return kind.kind == TypeKind.RECORD and _destroys(kind, node.unit.tu)


def has_own_destructor(node: Node) -> bool:
    """Whether a variable's class, or one in it, has a destructor that the library did not write."""
    return _destroys_itself(node.cursor.type.get_canonical(), node.unit.tu)


def _destroys_itself(kind: Any, tu: Any, depth: int = 0) -> bool:
    if kind.kind != TypeKind.RECORD or _is_library(kind) or depth > 8:
        return False
    declared = kind.get_declaration()
    template = specialized_template(declared)
    shown = children_of(declared, tu) + (
        children_of(template, tu) if template._kind_id not in (0, 70) else []
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
    return bool(node.cursor.type.get_canonical().is_pod())


def is_const_method(node: Node) -> bool:
    """Whether a member expression names a member function that is const or static."""
    target = node.cursor.referenced
    return target is not None and (target.is_const_method() or target.is_static_method())


def result_may_refer(call: Node, argument: Node) -> bool | None:
    """Whether a function that is given a reference could return it; None where it could return its address.

    A class is no number: ``std::istream &operator>>(std::istream &, int &)`` returns something else.
    """
    raw = call.cursor.referenced
    if raw is None:
        return True  # a template's argument decides which function it is
    result = raw.result_type.get_canonical()
    record = argument.type.kind == TypeKind.RECORD
    if call.name() in _ACCESS_OPERATORS and _is_library(argument.cursor.type.get_canonical()):
        return False  # a container's or smart pointer's element
    if result.kind == TypeKind.RECORD:
        return None if _could_hold(result, argument, call.unit.tu) else False
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
    return _is_library(node.cursor.type.get_canonical())


def is_library(node: Node) -> bool:
    """Whether what a member expression names is declared in a system header."""
    target = node.cursor.referenced
    return target is not None and bool(LIB.clang_Location_isInSystemHeader(target.location))


def is_static(node: Node) -> bool:
    """Whether a variable outlives its block."""
    return node.unit.declaration(node.cursor).lasting


def callee_object(call: Node) -> int | None:
    """Where the variable is declared that a member function is called on, if it is one of the file."""
    cursor = next((child for child in call.children() if child._kind_id == Kind.MEMBER), None)
    while cursor is not None and cursor._kind_id != Kind.DECL_REF:
        inside = [child for child in children_of(cursor, call.unit.tu) if child._kind_id >= 100]
        cursor = inside[0] if inside else None
    declared = call.unit.declaration(referenced_by(cursor)) if cursor is not None else None
    return declared.offset if declared is not None and declared.main else None


def _is_library(kind: Any) -> bool:
    return kind.kind == TypeKind.RECORD and bool(
        LIB.clang_Location_isInSystemHeader(kind.get_declaration().location)
    )


def method_escapes(node: Node) -> bool:
    """Whether a member function could hand out its object's address: by what it returns.

    A reference is no escape where the call's value is not used.
    """
    target = node.cursor.referenced
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
    target = call.cursor.referenced
    if target is None or target._kind_id != Kind.METHOD or target.is_static_method():
        return None
    children = call.children()
    if call.name().startswith("operator") and not any(
        child._kind_id == Kind.MEMBER and referenced_by(child)._kind_id == Kind.METHOD for child in children
    ):
        # 'values[i]', 'total += x': the first child is the object, not the function
        base = children[:1] if call.name() != "operator=" else []  # '*this = x' is judged as a prefix
        while base and base[0]._kind_id in (Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.UNARY):
            base = children_of(base[0], call.unit.tu)
        return bool(target.is_const_method()) if base and base[0]._kind_id == Kind.THIS else None
    callee = next((child for child in children if child._kind_id == Kind.MEMBER), None)
    if callee is None:
        return None
    base = [child for child in children_of(callee, call.unit.tu) if child._kind_id >= 100]
    if base and base[0]._kind_id != Kind.THIS:
        return None
    return bool(target.is_const_method())


def shares_union(node: Node, field: Declaration) -> bool:
    """Whether the member that an expression names lies in one union with another, and over it."""
    target = node.cursor.referenced if node.kind == Kind.MEMBER else None
    if target is None or target._kind_id != Kind.FIELD:
        return False
    place = node.unit.declaration(target)
    holder = target.semantic_parent
    while holder is not None and holder._kind_id in RECORDS:
        if holder._kind_id == Kind.UNION:
            # members of one anonymous struct in the union lie beside each other
            branches = [_fields_in(child, node) for child in children_of(holder, node.unit.tu)]
            mine = next((k for k, found in enumerate(branches) if (place.file, place.offset) in found), -1)
            other = next((k for k, found in enumerate(branches) if (field.file, field.offset) in found), -1)
            if mine != other and mine >= 0 and other >= 0:
                return True
        holder = holder.semantic_parent
    return False


def _fields_in(cursor: Any, node: Node) -> set[tuple[str, int]]:
    """The places of a field, or of the fields of a struct without a name."""
    if cursor._kind_id == Kind.FIELD:
        declared = node.unit.declaration(cursor)
        return {(declared.file, declared.offset)}
    found: set[tuple[str, int]] = set()
    if cursor._kind_id in RECORDS:
        for child in children_of(cursor, node.unit.tu):
            found |= _fields_in(child, node)
    return found


def is_constructor(call: Node) -> bool:
    """Whether a call constructs an object."""
    target = call.cursor.referenced
    return target is not None and target._kind_id == Kind.CONSTRUCTOR


def is_user_function(call: Node) -> bool:
    """Whether a call reaches code outside the system's headers."""
    target = call.cursor.referenced
    if target is None:
        return call.name() != ""
    return not LIB.clang_Location_isInSystemHeader(target.location)


def goto_target(node: Node) -> int | None:
    """Offset of the label that a goto names, if it is in the file."""
    for child in node.children():
        if child._kind_id == Kind.LABEL_REF:
            offset = int(location_of(referenced_by(child)).int_data) - node.unit.base
            return offset if 0 <= offset <= len(node.unit.data) else None
    return None


def is_asm_goto(node: Node) -> bool:
    """Whether an asm statement can jump."""
    return any(child._kind_id == Kind.ADDR_LABEL for child in node.children())


def result_type(function: Node) -> str:
    """The type that a function returns, without qualifiers."""
    raw = function.cursor.result_type
    spelling = str(raw.spelling)
    return spelling.removeprefix("const ") if raw.is_const_qualified() else spelling


def canonical_result(function: Node) -> str:
    """The type that a function returns, without typedefs and qualifiers."""
    return str(function.cursor.result_type.get_canonical().spelling).removeprefix("const ")


def declared_names(node: Node) -> list[str]:
    """The names that a declaration brings into its scope."""
    names = [node.name()]
    if node.kind == Kind.ENUM:
        names += [child.spelling for child in node.children()]
    elif node.kind == 1:
        # a structured binding, say: any word of its text may be declared
        names += [
            word.decode("utf-8", "replace") for word in _WORD.findall(node.unit.data, node.start, node.end)
        ]
    return [name for name in names if name]


def points_to_function(node: Node) -> bool:
    """Whether an expression is a pointer to a function."""
    kind = node.cursor.type.get_canonical().get_pointee().kind
    return kind in (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)


def unqualified_spelling(node: Node) -> str:
    """An expression's type as it is spelled, without qualifiers of the top level."""
    raw = node.cursor.type
    spelling = str(raw.spelling)
    if raw.is_const_qualified() or raw.is_restrict_qualified():
        spelling = _TRAILING_QUALIFIERS.sub("", spelling)
        spelling = _INNER_QUALIFIERS.sub("(*", spelling, count=1)
        if "*" not in spelling and "(" not in spelling:
            spelling = spelling.removeprefix("const ")
    return spelling


def element_spelling(node: Node) -> str | None:
    """For an array expression: the type of its elements, const where the array is."""
    raw = node.cursor.type
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
    canonical = node.cursor.type.get_canonical()
    spelling = str(canonical.spelling)
    if canonical.kind not in ARRAYS:
        return spelling
    start = spelling.find("[")
    end = spelling.find("]", start) + 1
    star = "(*)" if spelling[end : end + 1] == "[" else "*"
    return spelling[:start] + star + spelling[end:]


def path_of(node: Node) -> tuple[Declaration | None, tuple[str, ...]]:
    """Root declaration and member names of an access expression, as Clang sees it."""
    names: list[str] = []
    cursor = node.cursor
    while True:
        kind = cursor._kind_id
        if kind == Kind.MEMBER:
            names.append(cursor.spelling)
        elif kind == Kind.DECL_REF:
            names.reverse()
            return node.unit.declaration(referenced_by(cursor)), tuple(names)
        elif kind == Kind.THIS:
            names.reverse()
            return None, tuple(names)
        elif kind not in ON_A_PATH and cursor.spelling not in _ACCESS_OPERATORS:
            return None, ()
        inside = [child for child in children_of(cursor, node.unit.tu) if child._kind_id >= 100]
        if not inside:
            names.reverse()
            return None, tuple(names)  # implicit this
        cursor = inside[0]


def _has_const(canonical: Any, tu: Any) -> bool:
    for child in children_of(canonical.get_declaration(), tu):
        if child._kind_id == Kind.FIELD:
            kind = child.type.get_canonical()
            while kind.kind in ARRAYS:
                kind = kind.element_type.get_canonical()
            if kind.is_const_qualified() or (kind.kind == TypeKind.RECORD and _has_const(kind, tu)):
                return True
    return False
