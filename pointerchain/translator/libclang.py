# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""libclang's C interface as ``facts`` and ``semantics`` use it: our own prototypes, cursor kinds.

The binding's checks and conversions cost more than the calls; these prototypes go without them. The
wheel of libclang is pinned because the layout of its structures is relied on.
"""

from __future__ import annotations

import ctypes
from typing import Any

import clang.cindex as cx

TypeKind = cx.TypeKind

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
canonical_type = function("clang_getCanonicalType", cx.Type, cx.Type)
binary_kind = function("clang_getCursorBinaryOperatorKind", ctypes.c_int, cx.Cursor)
unary_kind = function("clang_getCursorUnaryOperatorKind", ctypes.c_int, cx.Cursor)
location_for_offset = function(
    "clang_getLocationForOffset", cx.SourceLocation, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint
)
file_location = function(
    "clang_getFileLocation",
    None,
    cx.SourceLocation,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.POINTER(ctypes.c_uint),
)
dispose_unit = function("clang_disposeTranslationUnit", None, ctypes.c_void_p)


class Kind:
    """The CXCursorKind values that the later stages ask about."""

    STRUCT, UNION, CLASS, ENUM, FIELD, ENUMERATOR, FUNCTION, VARIABLE, PARAMETER = 2, 3, 4, 5, 6, 7, 8, 9, 10
    TYPEDEF, METHOD, CONSTRUCTOR, DESTRUCTOR, FUNCTION_TEMPLATE = 20, 21, 24, 25, 30
    CLASS_TEMPLATE, PARTIAL_SPECIALIZATION, USING_DIRECTIVE, TYPE_ALIAS = 31, 32, 34, 36
    TYPE_REF, BASE, MEMBER_REF, LABEL_REF = 43, 44, 47, 48
    UNEXPOSED_ATTRIBUTE = 400
    UNEXPOSED_EXPR, DECL_REF, MEMBER, CALL, PAREN, UNARY, SUBSCRIPT = 100, 101, 102, 103, 111, 112, 113
    BINARY, COMPOUND_ASSIGN, CONDITIONAL, C_CAST, COMPOUND_LITERAL, INIT_LIST = 114, 115, 116, 117, 118, 119
    ADDR_LABEL, STATEMENT_EXPR, GENERIC = 120, 121, 122
    STATIC_CAST, DYNAMIC_CAST, REINTERPRET_CAST, CONST_CAST, FUNCTIONAL_CAST = 124, 125, 126, 127, 128
    TYPEID, THIS, THROW, NEW, DELETE, SIZEOF, LAMBDA = 129, 132, 133, 134, 135, 136, 144
    UNEXPOSED_STMT, LABEL, COMPOUND, CASE, DEFAULT, IF, SWITCH = 200, 201, 202, 203, 204, 205, 206
    WHILE, DO, FOR, GOTO, INDIRECT_GOTO, CONTINUE, BREAK, RETURN, ASM = (
        207,
        208,
        209,
        210,
        211,
        212,
        213,
        214,
        215,
    )
    CATCH, TRY, FOR_RANGE, NULL, DECL_STMT, TRANSLATION_UNIT = 223, 224, 225, 230, 231, 350
    MACRO_DEFINITION, MACRO_EXPANSION, INCLUSION = 501, 502, 503


ON_A_PATH = frozenset(
    (
        *(Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.SUBSCRIPT, Kind.UNARY, Kind.C_CAST),
        *(Kind.STATIC_CAST, Kind.DYNAMIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST),
    )
)
LOOPS = frozenset((Kind.WHILE, Kind.DO, Kind.FOR, Kind.FOR_RANGE))
FUNCTIONS = frozenset(
    (Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.FUNCTION_TEMPLATE, 26)
)
RECORDS = frozenset((Kind.STRUCT, Kind.UNION, Kind.CLASS, Kind.CLASS_TEMPLATE, Kind.PARTIAL_SPECIALIZATION))
TEMPLATES = frozenset((Kind.FUNCTION_TEMPLATE, Kind.CLASS_TEMPLATE, Kind.PARTIAL_SPECIALIZATION))


ARRAYS = (cx.TypeKind.CONSTANTARRAY, cx.TypeKind.INCOMPLETEARRAY, cx.TypeKind.DEPENDENTSIZEDARRAY)


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
policy_dispose = function("clang_PrintingPolicy_dispose", None, ctypes.c_void_p)
pretty_printed = function("clang_getCursorPrettyPrinted", cx._CXString, cx.Cursor, ctypes.c_void_p)


def printed(cursor: Any) -> str:
    """A declaration as Clang understands it: macros expanded, on lines of Clang's own."""
    policy = printing_policy(cursor)
    text = pretty_printed(cursor, policy)
    policy_dispose(policy)
    return str(cx._CXString.from_result(text, None, None))
