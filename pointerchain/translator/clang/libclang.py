# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""libclang's C interface as this room uses it, with our own prototypes; the names of kinds, for all rooms.

The binding's checks and conversions cost more than the calls; these prototypes go without them. The
wheel of libclang is pinned because the layout of its structures is relied on.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

import clang.cindex as cx

TypeKind = cx.TypeKind

for _number in range(256):
    # the binding does not know every type that libclang shows: '_Float16', say
    try:
        TypeKind.from_id(_number)
    except ValueError:
        TypeKind(_number)
FLOAT16, BFLOAT16 = TypeKind.from_id(32), TypeKind.from_id(39)

SIGNED = frozenset(
    (TypeKind.CHAR_S, TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG)
)
UNSIGNED = frozenset(
    (
        TypeKind.BOOL,
        TypeKind.CHAR_U,
        TypeKind.UCHAR,
        TypeKind.USHORT,
        TypeKind.UINT,
        TypeKind.ULONG,
        TypeKind.ULONGLONG,
        TypeKind.ENUM,
    )
)
FLOATING = frozenset((TypeKind.FLOAT, TypeKind.DOUBLE))
"""Arithmetic types by how their values are shown."""
PROTOTYPES = frozenset((TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO))
"""The types of functions."""

_FILES = {"darwin": "libclang.dylib", "win32": "libclang.dll"}
_BESIDE = os.path.join(cx.Config.library_path or "", _FILES.get(sys.platform, "libclang.so"))
if os.path.isfile(_BESIDE):
    # The binding would find the same, and load 'platform' for it.
    cx.Config.set_library_file(_BESIDE)
LIB = cx.conf.lib
MACRO_BIT = 0x80000000

# CXTranslationUnit_Flags
DETAILED_RECORD, PREAMBLE, SKIP_BODIES = 0x01, 0x04, 0x40
PREAMBLE_FIRST, LIMIT_SKIP_TO_PREAMBLE = 0x100, 0x800
CONTINUE, RECURSE = 1, 2


class IndexOptions(ctypes.Structure):
    """CXIndexOptions; the three bit-fields share the half word after the two bytes."""

    _fields_ = (
        ("size", ctypes.c_uint),
        ("indexing_priority", ctypes.c_ubyte),
        ("editing_priority", ctypes.c_ubyte),
        ("bits", ctypes.c_ushort),
        ("preamble_path", ctypes.c_char_p),
        ("invocation_path", ctypes.c_char_p),
    )


EXCLUDE_PREAMBLE, STORE_PREAMBLES_IN_MEMORY = 0x1, 0x4


def function(name: str, result: Any, *arguments: Any) -> Any:
    """A libclang function with our own prototype, apart from the binding's checks."""
    address = ctypes.cast(getattr(LIB, name), ctypes.c_void_p).value
    assert address is not None
    return ctypes.CFUNCTYPE(result, *arguments)(address)


VISITOR = ctypes.CFUNCTYPE(ctypes.c_int, cx.Cursor, cx.Cursor, ctypes.c_void_p)
visit_children = function("clang_visitChildren", ctypes.c_uint, cx.Cursor, VISITOR, ctypes.c_void_p)
extent_of = function("clang_getCursorExtent", cx.SourceRange, cx.Cursor)
referenced_by = function("clang_getCursorReferenced", cx.Cursor, cx.Cursor)
location_of = function("clang_getCursorLocation", cx.SourceLocation, cx.Cursor)
canonical_cursor = function("clang_getCanonicalCursor", cx.Cursor, cx.Cursor)
specialized_template = function("clang_getSpecializedCursorTemplate", cx.Cursor, cx.Cursor)
type_of = function("clang_getCursorType", cx.Type, cx.Cursor)
visibility_of = function("clang_getCursorVisibility", ctypes.c_int, cx.Cursor)
canonical_type = function("clang_getCanonicalType", cx.Type, cx.Type)
binary_kind = function("clang_getCursorBinaryOperatorKind", ctypes.c_int, cx.Cursor)
unary_kind = function("clang_getCursorUnaryOperatorKind", ctypes.c_int, cx.Cursor)
_binary_sign = function("clang_getBinaryOperatorKindSpelling", cx._CXString, ctypes.c_int)
_unary_sign = function("clang_getUnaryOperatorKindSpelling", cx._CXString, ctypes.c_int)
location_for_offset = function(
    "clang_getLocationForOffset", cx.SourceLocation, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint
)
dispose_unit = function("clang_disposeTranslationUnit", None, ctypes.c_void_p)


def binary_sign(kind: int) -> str:
    """How a binary operator is written."""
    return str(cx._CXString.from_result(_binary_sign(kind), None, None))


def unary_sign(kind: int) -> str:
    """How a unary operator is written."""
    return str(cx._CXString.from_result(_unary_sign(kind), None, None))


class Kind:
    """The CXCursorKind values that the later stages ask about."""

    NOTHING, UNEXPOSED_DECL = 0, 1  # Clang shows a structured binding so, among others
    STRUCT, UNION, CLASS, ENUM, FIELD, ENUMERATOR, FUNCTION, VARIABLE, PARAMETER = 2, 3, 4, 5, 6, 7, 8, 9, 10
    TYPEDEF, METHOD, NAMESPACE, LINKAGE, CONSTRUCTOR, DESTRUCTOR, CONVERSION = 20, 21, 22, 23, 24, 25, 26
    TYPE_PARAMETER, VALUE_PARAMETER, FUNCTION_TEMPLATE = 27, 28, 30  # the first two are a template's
    CLASS_TEMPLATE, PARTIAL_SPECIALIZATION, NAMESPACE_ALIAS, USING_DIRECTIVE = 31, 32, 33, 34
    USING_DECLARATION, TYPE_ALIAS = 35, 36
    TYPE_REF, BASE, TEMPLATE_REF, NAMESPACE_REF, MEMBER_REF, LABEL_REF = 43, 44, 45, 46, 47, 48
    OVERLOADED_REF, VARIABLE_REF = 49, 50
    UNEXPOSED_ATTRIBUTE, ASM_LABEL, PURE_ATTRIBUTE, CONST_ATTRIBUTE = 400, 407, 409, 410
    UNEXPOSED_EXPR, DECL_REF, MEMBER, CALL, PAREN, UNARY, SUBSCRIPT = 100, 101, 102, 103, 111, 112, 113
    BINARY, COMPOUND_ASSIGN, CONDITIONAL, C_CAST, COMPOUND_LITERAL, INIT_LIST = 114, 115, 116, 117, 118, 119
    INTEGER, FLOATING, IMAGINARY, STRING, CHARACTER, BOOLEAN, NULLPTR = 106, 107, 108, 109, 110, 130, 131
    GNU_NULL = 123
    ADDR_LABEL, STATEMENT_EXPR, GENERIC = 120, 121, 122
    STATIC_CAST, DYNAMIC_CAST, REINTERPRET_CAST, CONST_CAST, FUNCTIONAL_CAST = 124, 125, 126, 127, 128
    TYPEID, THIS, THROW, NEW, DELETE, SIZEOF, LAMBDA = 129, 132, 133, 134, 135, 136, 144
    PAREN_INIT_LIST = 155
    UNEXPOSED_STMT, LABEL, COMPOUND, CASE, DEFAULT, IF, SWITCH = 200, 201, 202, 203, 204, 205, 206
    WHILE, DO, FOR, GOTO, INDIRECT_GOTO, CONTINUE, BREAK = 207, 208, 209, 210, 211, 212, 213
    RETURN, ASM = 214, 215
    CATCH, TRY, FOR_RANGE, NULL, DECL_STMT, TRANSLATION_UNIT = 223, 224, 225, 230, 231, 350
    MACRO_DEFINITION, MACRO_EXPANSION, INCLUSION = 501, 502, 503


_NAMES = {value: name for name, value in vars(Kind).items() if isinstance(value, int)}


def kind_name(kind: int) -> str:
    """How a kind of node is called."""
    if kind in _NAMES:
        return _NAMES[kind]
    try:
        return str(cx.CursorKind.from_id(kind).name)
    except ValueError:
        return f"KIND_{kind}"


class Unary:
    """The CXUnaryOperatorKind values that are asked about."""

    POST_INCREMENT, POST_DECREMENT, PRE_INCREMENT, PRE_DECREMENT = 1, 2, 3, 4
    ADDRESS_OF, DEREFERENCE, PLUS, MINUS, NOT, LOGICAL_NOT = 5, 6, 7, 8, 9, 10
    REAL, IMAG, EXTENSION = 11, 12, 13


class Binary:
    """The CXBinaryOperatorKind values that are asked about; between the last two lie the compound ones."""

    MEMBER_OF, MEMBER_AT, ADD, SUBTRACT = 1, 2, 6, 7  # the first two are '.*' and '->*'
    MULTIPLY, DIVIDE, REMAINDER = 3, 4, 5
    SHIFT_LEFT, SHIFT_RIGHT, THREE_WAY = 8, 9, 10
    MULTIPLY_ASSIGN, SHIFT_LEFT_ASSIGN, SHIFT_RIGHT_ASSIGN, AND_ASSIGN = 23, 28, 29, 30
    LESS, GREATER, LESS_EQUAL, GREATER_EQUAL = 11, 12, 13, 14
    BIT_AND, EQUAL, UNEQUAL, LOGICAL_AND, LOGICAL_OR, ASSIGN, COMMA = 17, 15, 16, 20, 21, 22, 33


POSTFIX = frozenset((Unary.POST_INCREMENT, Unary.POST_DECREMENT))
INCREMENTS = POSTFIX | {Unary.PRE_INCREMENT, Unary.PRE_DECREMENT}

ON_A_PATH = frozenset(
    (
        *(Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.SUBSCRIPT, Kind.UNARY, Kind.C_CAST),
        *(Kind.STATIC_CAST, Kind.DYNAMIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST),
    )
)
LOOPS = frozenset((Kind.WHILE, Kind.DO, Kind.FOR, Kind.FOR_RANGE))
DECLARATIONS, EXPRESSIONS = frozenset(range(1, 40)), frozenset(range(100, 200))
STATEMENTS = frozenset(range(200, 300))
ATTRIBUTES = frozenset(range(400, 500))
NOWHERE = frozenset((Kind.NOTHING, *range(70, 74)))
"""What libclang answers where there is no cursor."""
FUNCTIONS = frozenset(
    (
        *(Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.CONVERSION),
        Kind.FUNCTION_TEMPLATE,
    )
)
RECORDS = frozenset((Kind.STRUCT, Kind.UNION, Kind.CLASS, Kind.CLASS_TEMPLATE, Kind.PARTIAL_SPECIALIZATION))
TEMPLATES = frozenset((Kind.FUNCTION_TEMPLATE, Kind.CLASS_TEMPLATE, Kind.PARTIAL_SPECIALIZATION))
LABELS = frozenset((Kind.CASE, Kind.DEFAULT, Kind.LABEL))


ARRAYS = (cx.TypeKind.CONSTANTARRAY, cx.TypeKind.INCOMPLETEARRAY, cx.TypeKind.DEPENDENTSIZEDARRAY)


def without_arrays(canonical: Any) -> Any:
    """A canonical type without the arrays around it."""
    while canonical.kind in ARRAYS:
        canonical = canonical.element_type.get_canonical()
    return canonical


def children_of(cursor: Any, tu: Any) -> list[Any]:
    """The child cursors of a cursor, as the binding would give them."""
    out: list[Any] = []

    def keep(child: Any, parent: Any, data: Any) -> int:
        out.append(child)
        return CONTINUE

    callback = VISITOR(keep)
    visit_children(cursor, callback, None)
    for child in out:
        child._tu = tu
    return out


def usr_of(cursor: Any) -> str:
    """Clang's name for a declaration, the same in every source that includes it.

    A static member of a template's instance goes by the name that it has in the template, as it does there.
    """
    template = specialized_template(cursor) if cursor._kind_id == Kind.VARIABLE else cursor
    return str(canonical_cursor(cursor if template._kind_id in NOWHERE else template).get_usr())


evaluate = function("clang_Cursor_Evaluate", ctypes.c_void_p, cx.Cursor)
result_kind = function("clang_EvalResult_getKind", ctypes.c_int, ctypes.c_void_p)
result_value = function("clang_EvalResult_getAsLongLong", ctypes.c_longlong, ctypes.c_void_p)
result_dispose = function("clang_EvalResult_dispose", None, ctypes.c_void_p)


def constant_value(cursor: Any) -> int | None:
    """The value of an integer constant expression."""
    result = evaluate(cursor)
    if not result:
        return None
    value = int(result_value(result)) if result_kind(result) == 1 else None
    result_dispose(result)
    return value


printing_policy = function("clang_getCursorPrintingPolicy", ctypes.c_void_p, cx.Cursor)
set_policy = function("clang_PrintingPolicy_setProperty", None, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint)
_TERSE = 17
"""CXPrintingPolicy_TerseOutput."""
policy_dispose = function("clang_PrintingPolicy_dispose", None, ctypes.c_void_p)
pretty_printed = function("clang_getCursorPrettyPrinted", cx._CXString, cx.Cursor, ctypes.c_void_p)


def printed(cursor: Any, whole: bool = True) -> str:
    """A declaration as Clang understands it, macros expanded, on lines of its own; or without its body."""
    policy = printing_policy(cursor)
    set_policy(policy, _TERSE, not whole)
    text = pretty_printed(cursor, policy)
    policy_dispose(policy)
    return str(cx._CXString.from_result(text, None, None))


def is_constant_function(function: Any) -> bool:
    """Whether a function, or a template of functions, is ``constexpr`` or ``consteval``, also by a macro."""
    return not {"constexpr", "consteval"}.isdisjoint(printed(function, whole=False).split())


_WRAPPERS = frozenset((Kind.UNEXPOSED_EXPR, Kind.PAREN))


def _unwrapped(cursor: Any, tu: Any) -> Any:
    """An expression without parentheses and implicit conversions."""
    while cursor._kind_id in _WRAPPERS:
        below = children_of(cursor, tu)
        if len(below) != 1:
            break
        cursor = below[0]
    return cursor


def calls_result(call: Any, tu: Any) -> bool:
    """Whether a call calls what another gives: ``pick(1)(s)``, a call of ``pick`` to libclang."""
    target = call.referenced
    if call._kind_id != Kind.CALL or target is None or target._kind_id not in FUNCTIONS:
        return False
    parts = [_unwrapped(each, tu) for each in children_of(call, tu)]
    inner = parts[0].referenced if parts and parts[0]._kind_id == Kind.CALL else None
    if inner is None or inner != target:
        return False
    return not any(each._kind_id == Kind.DECL_REF and each.referenced == target for each in parts)


def callee_of(call: Any, tu: Any) -> Any | None:
    """What an expression refers to; of a call what it calls, None where that is what another call gives."""
    return None if calls_result(call, tu) else call.referenced


# --- raw structures, for visits of whole functions ---------------------------------------------------


class RawCursor(ctypes.Structure):
    """CXCursor with its three pointers as integers: a declaration is ``a``, a statement ``b``."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("x", ctypes.c_int),
        ("a", ctypes.c_size_t),
        ("b", ctypes.c_size_t),
        ("c", ctypes.c_size_t),
    )


_HAS_INIT, _INIT = 0x100, 2 * ctypes.sizeof(ctypes.c_size_t)


def hides_first(kind: int, statement: int) -> bool:
    """Whether libclang leaves a statement's first one out: ``switch (init; of)``, ``for (init; each : of)``.

    It visits none and no call of its interface gives one, so Clang's own object says it: a bit behind the
    class of a ``SwitchStmt``, the first child of a ``CXXForRangeStmt``.
    """
    if kind == Kind.SWITCH:
        return bool(ctypes.c_uint.from_address(statement).value & _HAS_INIT)
    return kind == Kind.FOR_RANGE and ctypes.c_size_t.from_address(statement + _INIT).value != 0


class RawLocation(ctypes.Structure):
    """CXSourceLocation; ``at`` is the offset in all that was read, the high bit a macro's."""

    _fields_ = (("p", ctypes.c_size_t), ("q", ctypes.c_size_t), ("at", ctypes.c_uint))


class RawRange(ctypes.Structure):
    """CXSourceRange."""

    _fields_ = (
        ("p", ctypes.c_size_t),
        ("q", ctypes.c_size_t),
        ("begin", ctypes.c_uint),
        ("end", ctypes.c_uint),
    )


RawVisitor = ctypes.CFUNCTYPE(ctypes.c_int, RawCursor, RawCursor, ctypes.c_void_p)
raw_visit = function("clang_visitChildren", ctypes.c_uint, RawCursor, RawVisitor, ctypes.c_void_p)
raw_extent = function("clang_getCursorExtent", RawRange, RawCursor)
raw_location = function("clang_getCursorLocation", RawLocation, RawCursor)
raw_referenced = function("clang_getCursorReferenced", RawCursor, RawCursor)
raw_canonical = function("clang_getCanonicalCursor", RawCursor, RawCursor)
raw_file_location = function(
    "clang_getFileLocation",
    None,
    RawLocation,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.POINTER(ctypes.c_uint),
)


def raw_of(cursor: Any) -> Any:
    """The raw form of a cursor of the binding's."""
    return RawCursor.from_buffer_copy(cursor)


def declaration_key(cursor: Any) -> int:
    """A number that stands for a declaration in its parse, however often it is declared there."""
    return int(raw_of(canonical_cursor(cursor)).a)


def cursor_of(raw: Any, tu: Any) -> Any:
    """The binding's form of a raw cursor."""
    cursor = cx.Cursor.from_buffer_copy(raw)
    cursor._tu = tu
    return cursor


class RawType(ctypes.Structure):
    """CXType: ``kind`` is CXTypeKind, ``a`` the same for the same type of one parse."""

    _fields_ = (("kind", ctypes.c_int), ("a", ctypes.c_size_t), ("b", ctypes.c_size_t))


raw_type = function("clang_getCursorType", RawType, RawCursor)
raw_canonical_type = function("clang_getCanonicalType", RawType, RawType)
raw_binary = function("clang_getCursorBinaryOperatorKind", ctypes.c_int, RawCursor)
raw_unary = function("clang_getCursorUnaryOperatorKind", ctypes.c_int, RawCursor)
raw_is_const = function("clang_isConstQualifiedType", ctypes.c_uint, RawType)

# What Node.type_kind gives, CXTypeKind.
POINTER_TYPE, RECORD_TYPE = 101, 105
REFERENCE_TYPES = frozenset((103, 104))
"""CXType_LValueReference, RValueReference."""
ARRAY_TYPES = frozenset((112, 114, 115, 116))
"""CXType_ConstantArray, IncompleteArray, VariableArray, DependentSizedArray."""
LENGTH_TYPES = ARRAY_TYPES - {112}
"""Arrays whose length is no constant."""
INTEGER_TYPES = frozenset((*range(3, 21), 106))
"""From bool to int128, and enumerations."""
UNDECIDED_TYPES = frozenset((1, 26))
"""CXType_Unexposed, Dependent: what a template's argument may decide."""


def expressions_of(cursor: Any, tu: Any) -> list[Any]:
    """The children of an expression that are expressions or statements."""
    return [child for child in children_of(cursor, tu) if child._kind_id >= Kind.UNEXPOSED_EXPR]
