# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Types: questions about the type of a node of Clang's tree, and about the classes that it is made of.

``has_reference_field(node)``, ``local_type(node)`` and their like; each asks libclang anew, for the few nodes
that matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    FUNCTIONS,
    LIB,
    NOWHERE,
    PROTOTYPES,
    Kind,
    TypeKind,
    children_of,
    declaration_key,
    expressions_of,
    location_of,
    referenced_by,
    specialized_template,
    without_arrays,
)
from pointerchain.translator.clang.tree import Node, TypeFact, type_fact

_QUALIFIERS = 7
"""The bits of what stands for a type that say of 'const', 'restrict' and 'volatile' (clang::QualType)."""
REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
# Those of a pointer itself, one or several: 'double *const restrict', 'double (*const)[3]'.
_TRAILING_QUALIFIERS = lazy_pattern(r"\s*(?:(?<=[\s*])(?:const|restrict|__restrict)\b\s*)+$")
_INNER_QUALIFIERS = lazy_pattern(r"\(\*(?:\s*\b(?:const|restrict|__restrict)\b)+")
_DEDUCED = lazy_pattern(rb"decltype\s*\(\s*auto\s*\)")
_REFERRING = lazy_pattern(
    r"&|\b(?:reference_wrapper|atomic_ref|span|mdspan|basic_string_view|\w+_view|\w*_iterator|_Bind\w*)<"
)
"""Types of the library that refer to what they are made from."""


def pointee(node: Node) -> TypeFact:
    """What the type of a pointer expression points to."""
    return type_fact(node.clang_cursor.type.get_canonical().get_pointee())


def has_reference_field(node: Node) -> bool:
    """Whether an expression's class holds a reference, maybe deep inside, that an initialiser would bind."""
    return holds(node.clang_cursor.type.get_canonical(), node.parsed.tu)


def is_reference(node: Node) -> bool:
    """Whether a variable is a reference; one whose type is deduced in a template may be."""
    return _may_refer(node.clang_cursor.type)


def refers_to_constant(parameter: Node) -> bool:
    """Whether a parameter is ``const T &``, by which nothing is stored."""
    raw = parameter.clang_cursor.type.get_canonical()
    of = raw.get_pointee()
    return raw.kind == TypeKind.LVALUEREFERENCE and of.is_const_qualified() and not of.is_volatile_qualified()


def refers_to_its_like(parameter: Node, argument: Node) -> bool:
    """Whether a parameter is ``T &`` or ``const T &``, and an expression a ``T``."""
    raw = parameter.clang_cursor.type.get_canonical()
    of = argument.clang_cursor.type.get_canonical()
    return raw.kind == TypeKind.LVALUEREFERENCE and unqualified(raw.get_pointee()) == unqualified(of)


def names_reference(node: Node) -> bool:
    """Whether a name is that of a reference, or of what a structured binding takes apart."""
    declared = referenced_by(node.clang_cursor)
    declared._tu = node.parsed.tu
    return declared._kind_id == Kind.UNEXPOSED_DECL or _may_refer(declared.type)


def _may_refer(raw: Any) -> bool:
    canonical = raw.get_canonical()
    deduced = raw.spelling == "decltype(auto)" and canonical.spelling == "decltype(auto)"
    return deduced or raw.kind in REFERENCES or canonical.kind in REFERENCES


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


def shows_reference(node: Node) -> bool:
    """Whether ``decltype(auto)`` takes its type from an expression, where a reference's name shows as one."""
    above = node.parent
    while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.CALL):
        above = above.parent
    if above is None or above.kind not in (Kind.VARIABLE, Kind.RETURN):
        return False
    end = node.start
    if above.kind == Kind.RETURN:
        above = above.within(FUNCTIONS | {Kind.LAMBDA})
        end = above.below[-1].start if above is not None and above.below else end
    return above is None or bool(_DEDUCED.search(above.parsed.data, above.start, end))


_LONG = frozenset((TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG))
BYTES = frozenset((TypeKind.CHAR_S, TypeKind.CHAR_U, TypeKind.SCHAR, TypeKind.UCHAR, TypeKind.VOID))
"""The types of bytes, and of anything."""
_SIGNED_WORDS = frozenset((TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.SHORT))
_WORDS = frozenset((TypeKind.BOOL, TypeKind.UCHAR, TypeKind.CHAR_U, TypeKind.USHORT))
_INTEGERS = _LONG | _SIGNED_WORDS | _WORDS | {TypeKind.INT, TypeKind.UINT}


def returns_reference(call: Node) -> bool:
    """Whether a called function gives a reference back."""
    target = referenced_by(call.clang_cursor)
    target._tu = call.parsed.tu
    return target._kind_id not in NOWHERE and _may_refer(target.result_type)


def keeps_value(given: Node, taken: Node) -> bool:
    """Whether a pointer is followed to the same element by an integer and by what it is converted to.

    To a type as long as a pointer everything is: the sum is the same.
    """
    one, other = given.type.kind, taken.type.kind
    if one not in _INTEGERS:
        return False
    if one == other or other in _LONG or one in _WORDS:
        return True
    return other == TypeKind.INT and one in _SIGNED_WORDS


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


def holds(made: Any, tu: Any, leads: Callable[[Any], bool] | None = None, depth: int = 0) -> bool:
    """Whether a type holds a reference; with ``leads``, a pointer or reference to such a type."""
    made = without_arrays(made)
    if made.kind in REFERENCES or (made.kind == TypeKind.POINTER and leads is not None):
        return leads is None or leads(made.get_pointee().get_canonical())
    if made.kind != TypeKind.RECORD or depth > 8:
        return False
    if is_library_class(made):
        return bool(_REFERRING.search(made.spelling))
    return any(holds(each, tu, leads, depth + 1) for each in _parts(made, tu))


def has_mutable_field(node: Node) -> bool:
    """Whether a class holds a member that a const member function may change, in itself or deep inside."""
    return _has_mutable(node.clang_cursor.type.get_canonical(), node.parsed.tu)


def _has_mutable(canonical: Any, tu: Any, depth: int = 0) -> bool:
    canonical = without_arrays(canonical)
    if canonical.kind != TypeKind.RECORD or depth > 8:
        return False
    if any(field.is_mutable_field() for field in canonical.get_fields()):
        return True
    return any(_has_mutable(each, tu, depth + 1) for each in _parts(canonical, tu))


def is_owner(node: Node) -> bool:
    """Whether an object of the library's is copied with its elements: not a span or a view."""
    raw = node.clang_cursor.type.get_canonical()
    return is_library_class(raw) and not _REFERRING.search(raw.spelling)


def _parts(record: Any, tu: Any) -> list[Any]:
    """The canonical types of a class's members and bases, of a template's instance too."""
    declared = record.get_declaration()
    bases = [child for child in children_of(declared, tu) if child._kind_id == Kind.BASE]
    return [part.type.get_canonical() for part in (*record.get_fields(), *bases)]


def record_of(node: Node) -> int:
    """The record that an expression is, by its declaration's number; 0 where it is none."""
    return _record(node.clang_cursor.type.get_canonical())


def record_behind(node: Node) -> int:
    """The same of what a pointer expression points to."""
    return _record(node.clang_cursor.type.get_canonical().get_pointee().get_canonical())


def _record(kind: Any) -> int:
    return declaration_key(kind.get_declaration()) if kind.kind == TypeKind.RECORD else 0


def classes_of_members(node: Node) -> frozenset[int]:
    """The class of whose members a pointer is one, by its declaration's number; none of another type."""
    of = node.clang_cursor.type.get_canonical()
    return frozenset((_record(of.get_class_type()),)) if of.kind == TypeKind.MEMBERPOINTER else frozenset()


def records_in(node: Node) -> frozenset[int]:
    """The record that an expression is and those that an object of it holds, by their declarations' numbers.

    A name would not do: two records may have one in two scopes, and one hold the other.
    """
    return frozenset(declared_records(node.clang_cursor.type, node.parsed.tu))


def records_behind(node: Node) -> frozenset[int]:
    """The same of what a pointer expression points to."""
    return frozenset(declared_records(node.clang_cursor.type.get_canonical().get_pointee(), node.parsed.tu))


def records_led_to(declared: Any) -> frozenset[int] | None:
    """The same of what a declared pointer leads to; None where that is no pointer, or leads to anything."""
    kind = declared.type.get_canonical()
    if kind.kind != TypeKind.POINTER or kind.get_pointee().get_canonical().kind in BYTES:
        return None
    return frozenset(declared_records(kind.get_pointee(), declared._tu))


def declared_records(raw: Any, tu: Any) -> dict[int, Any]:
    """The declarations of the record that a type is, and of those that it holds, by their numbers."""
    found: dict[int, Any] = {}
    waiting = [raw.get_canonical()]
    while waiting:
        kind = without_arrays(waiting.pop())
        if kind.kind == TypeKind.VARIABLEARRAY:
            waiting.append(kind.element_type.get_canonical())
        elif kind.kind == TypeKind.RECORD:
            declared = kind.get_declaration()
            key = declaration_key(declared)
            if key not in found:
                found[key] = declared
                waiting += _parts(kind, tu)
    return found


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
        kind = without_arrays(kind)
        if kind.is_volatile_qualified() or kind.kind == TypeKind.ATOMIC:
            return f"its member '{field.spelling}' is volatile or atomic"
        if kind.kind == TypeKind.RECORD:
            why = _record_problem(kind, tu, ends)
            if why:
                return why
    return ""


def is_aligned(node: Node, cxx: bool) -> bool:
    """Whether a member lies where its type's alignment wants it: a packed struct's may not.

    In C++ a type of which a template decides has no alignment yet.
    """
    if cxx and not node.parsed.mentions(b"pack") and not any("pack" in each for each in node.parsed.args):
        return True
    kind = without_arrays(node.clang_cursor.type.get_canonical())
    known = _alignment(node.clang_cursor, node.parsed.tu)
    return bool(known >= kind.get_align()) or (cxx and known < 0)


def _alignment(cursor: Any, tu: Any) -> int:
    """The alignment, in bytes, that an access expression promises of its object."""
    inside = expressions_of(cursor, tu)
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
            more = expressions_of(base, tu)
            if not more:
                break
            base = more[0]
        if base.type.get_canonical().kind in ARRAYS:
            size = int(cursor.type.get_size())
            return min(_alignment(base, tu), size & -size) if size > 0 else 1
    return int(cursor.type.get_align())


def is_variable_array(node: Node) -> bool:
    """Whether a declaration declares an array of variable length."""
    return bool(node.clang_cursor.type.get_canonical().kind == TypeKind.VARIABLEARRAY)


def has_destructor(node: Node) -> bool:
    """Whether the end of a variable's life runs code: a class's destructor or a cleanup attribute."""
    kind = without_arrays(node.clang_cursor.type.get_canonical())
    if any(child._kind_id == Kind.UNEXPOSED_ATTRIBUTE for child in node.child_cursors()):
        return True
    return kind.kind == TypeKind.RECORD and _destroys(kind, node.parsed.tu)


def has_own_destructor(node: Node) -> bool:
    """Whether a variable's class, or one in it, has a destructor that the library did not write."""
    return _destroys_itself(node.clang_cursor.type.get_canonical(), node.parsed.tu)


def run_at_end(braces: Node) -> str:
    """The destructor that runs when an object made of a list in braces ends, '' where none does."""
    kind = without_arrays(braces.clang_cursor.type.get_canonical())
    return f"~{kind.get_declaration().spelling}" if _destroys_itself(kind, braces.parsed.tu) else ""


def _destroys_itself(kind: Any, tu: Any, depth: int = 0) -> bool:
    if kind.kind != TypeKind.RECORD or is_library_class(kind) or depth > 8:
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
            inner = without_arrays(child.type.get_canonical())
            if inner.kind == TypeKind.RECORD and _destroys(inner, tu):
                return True
    return declared.get_num_template_arguments() > 0 and not kind.is_pod()


def is_plain_data(node: Node) -> bool:
    """Whether an object can be copied byte by byte and back."""
    return bool(node.clang_cursor.type.get_canonical().is_pod())


def is_lambda(node: Node) -> bool:
    """Whether an expression's class is a lambda's."""
    return "(lambda" in node.type.canonical


def is_member_function(node: Node) -> bool:
    """Whether an expression is a member function, to be called on an object."""
    return "member function" in node.type.spelling


def is_library_type(node: Node) -> bool:
    """Whether an expression's or variable's class is declared in a system header."""
    return is_library_class(node.clang_cursor.type.get_canonical())


def is_library_class(kind: Any) -> bool:
    """Whether a canonical type of libclang's is a class that a system header declares."""
    return kind.kind == TypeKind.RECORD and bool(
        LIB.clang_Location_isInSystemHeader(kind.get_declaration().location)
    )


_HOLDING = lazy_pattern(
    r"[*&]|\b(?:reference_wrapper|\w+_ptr|\w*span|\w*function|\w*any|_Bind\w*|\w+_iterator)\b"
)
"""Classes of the library that hold a pointer or reference."""


def may_lead(declared: Any) -> bool:
    """Whether a pointer or reference is declared, an array of them, or a library's object with one."""
    kind = without_arrays(declared.type.get_canonical())
    if kind.kind == TypeKind.POINTER or kind.kind in REFERENCES:
        return True
    return is_library_class(kind) and _HOLDING.search(kind.spelling) is not None


def refers(declared: Any) -> bool:
    """Whether a reference is declared, also where a template's argument says so."""
    return declared.type.get_canonical().kind in REFERENCES


def is_library_object(declared: Any) -> bool:
    """Whether an object of a class that a system header declares is declared, or a reference to one."""
    kind = declared.type.get_canonical()
    return is_library_class(kind.get_pointee().get_canonical() if kind.kind in REFERENCES else kind)


def standard_name(declared: Any) -> str:
    """The name of a class, or a template of classes, where it is the standard library's own: ``vector``."""
    if declared._kind_id in NOWHERE or not LIB.clang_Location_isInSystemHeader(declared.location):
        return ""
    around = declared.semantic_parent
    while around is not None and around._kind_id == Kind.NAMESPACE:
        outer = around.semantic_parent
        if around.spelling == "std" and (outer is None or outer._kind_id != Kind.NAMESPACE):
            return str(declared.spelling)
        around = outer  # 'std::__1' and its kind
    return ""


def innermost_kind(node: Node) -> TypeKind:
    """The kind of a type without the arrays, pointers and references around it."""
    raw = node.clang_cursor.type.get_canonical()
    while raw.kind in (*ARRAYS, *REFERENCES, TypeKind.POINTER):
        inner = raw.element_type if raw.kind in ARRAYS else raw.get_pointee()
        raw = inner.get_canonical()
    return raw.kind


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
    return kind in PROTOTYPES


def leads_to_function(node: Node) -> bool:
    """Whether an expression is a pointer to a function, or the function that one points to."""
    kind = node.clang_cursor.type.get_canonical().kind
    return points_to_function(node) or kind in PROTOTYPES


def unqualified_spelling(node: Node) -> str:
    """An expression's type as it is spelled, without qualifiers of the top level."""
    raw = node.clang_cursor.type
    if "typeof" in str(raw.spelling):
        raw = raw.get_canonical()  # 'typeof (x) *' has parentheses that mean no function
    spelling = str(raw.spelling)
    if raw.is_const_qualified() or raw.is_restrict_qualified():
        spelling = _TRAILING_QUALIFIERS.sub("", spelling)
        spelling = _INNER_QUALIFIERS.sub("(*", spelling, count=1)
        if "*" not in spelling and "(" not in spelling:
            spelling = spelling.removeprefix("const ")
    return spelling


def type_place(node: Node) -> int:
    """Offset in the parsed text of what declares the type of an expression, or of its elements."""
    return int(location_of(_innermost(node.clang_cursor.type).get_declaration()).int_data - node.parsed.base)


def is_one_record(one: Node, other: Node) -> bool:
    """Whether the structs that two types are, or lead to, are one declaration; yes without structs."""
    first, second = (_innermost(each.clang_cursor.type.get_canonical()) for each in (one, other))
    if first.kind != TypeKind.RECORD or second.kind != TypeKind.RECORD:
        return True
    return declaration_key(first.get_declaration()) == declaration_key(second.get_declaration())


def _innermost(raw: Any) -> Any:
    """A type without the pointers and arrays around it."""
    while raw.kind == TypeKind.POINTER or raw.kind in ARRAYS:
        raw = raw.get_pointee() if raw.kind == TypeKind.POINTER else raw.element_type
    return raw


def element_spelling(node: Node) -> str | None:
    """For an array expression: the type of its elements, const where the array is."""
    raw = node.clang_cursor.type
    canonical = raw.get_canonical().element_type
    element = raw.element_type if raw.kind in ARRAYS else canonical
    if "typeof" in str(element.spelling):
        element = canonical
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
            kind = without_arrays(child.type.get_canonical())
            if kind.is_const_qualified() or (kind.kind == TypeKind.RECORD and _has_const(kind, tu)):
                return True
    return False


def unqualified(kind: Any) -> int:
    """A number that stands for a type in its parse, whatever its own qualifiers."""
    return int(kind.get_canonical().data[0] or 0) & ~_QUALIFIERS


def plain(kind: Any) -> str:
    """A type's canonical spelling without qualifiers of its own."""
    text = str(kind.get_canonical().spelling)
    return text.removeprefix("const ").removeprefix("volatile ").removesuffix(" const")
