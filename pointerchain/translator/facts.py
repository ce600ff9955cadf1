# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Facts: source bytes and Clang arguments -> what Clang knows at the places that were asked about.

The only module that imports ``clang.cindex``. It parses, hands out diagnostics, skipped ranges and
macro expansions, and grows a :class:`Tree`: Clang's tree with every branch cut off that no place
of interest lies on. Visiting only those branches is what keeps the translator as fast as a parse.

Raw source locations are read from libclang's structures (the wheel is pinned for that): within one
file they are consecutive, and the high bit marks a place inside a macro's expansion.
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import clang.cindex as cx

from pointerchain.source import Span

TypeKind = cx.TypeKind

_LIB = cx.conf.lib
_MACRO_BIT = 0x80000000
_WORD = re.compile(rb"[A-Za-z_]\w*")

# CXTranslationUnit_Flags
_DETAILED_RECORD, _PREAMBLE, _SKIP_BODIES = 0x01, 0x04, 0x40
_PREAMBLE_FIRST, _LIMIT_SKIP_TO_PREAMBLE = 0x100, 0x800
_CONTINUE, _RECURSE = 1, 2


class _IndexOptions(ctypes.Structure):
    """CXIndexOptions; the three bit-fields share the half word after the two bytes."""

    _fields_ = (
        ("size", ctypes.c_uint),
        ("indexing_priority", ctypes.c_ubyte),
        ("editing_priority", ctypes.c_ubyte),
        ("bits", ctypes.c_ushort),
        ("preamble_path", ctypes.c_char_p),
        ("invocation_path", ctypes.c_char_p),
    )


_STORE_PREAMBLES_IN_MEMORY = 0x4


def _function(name: str, result: Any, *arguments: Any) -> Any:
    """A libclang function with our own prototype, apart from the binding's checks."""
    address = ctypes.cast(getattr(_LIB, name), ctypes.c_void_p).value
    assert address is not None
    return ctypes.CFUNCTYPE(result, *arguments)(address)


_VISITOR = ctypes.CFUNCTYPE(ctypes.c_int, cx.Cursor, cx.Cursor, ctypes.c_void_p)
_visit = _function("clang_visitChildren", ctypes.c_uint, cx.Cursor, _VISITOR, ctypes.c_void_p)
_extent = _function("clang_getCursorExtent", cx.SourceRange, cx.Cursor)
_referenced = _function("clang_getCursorReferenced", cx.Cursor, cx.Cursor)
_location = _function("clang_getCursorLocation", cx.SourceLocation, cx.Cursor)
_canonical_cursor = _function("clang_getCanonicalCursor", cx.Cursor, cx.Cursor)
_type = _function("clang_getCursorType", cx.Type, cx.Cursor)
_canonical = _function("clang_getCanonicalType", cx.Type, cx.Type)
_binary_kind = _function("clang_getCursorBinaryOperatorKind", ctypes.c_int, cx.Cursor)
_unary_kind = _function("clang_getCursorUnaryOperatorKind", ctypes.c_int, cx.Cursor)
_location_for_offset = _function(
    "clang_getLocationForOffset", cx.SourceLocation, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint
)
_file_location = _function(
    "clang_getFileLocation",
    None,
    cx.SourceLocation,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.POINTER(ctypes.c_uint),
)
_dispose_unit = _function("clang_disposeTranslationUnit", None, ctypes.c_void_p)


class Kind:
    """The CXCursorKind values that the later stages ask about."""

    STRUCT, UNION, CLASS, ENUM, FIELD, ENUMERATOR, FUNCTION, VARIABLE, PARAMETER = 2, 3, 4, 5, 6, 7, 8, 9, 10
    TYPEDEF, METHOD, CONSTRUCTOR, DESTRUCTOR, FUNCTION_TEMPLATE = 20, 21, 24, 25, 30
    CLASS_TEMPLATE, TYPE_ALIAS = 31, 36
    TYPE_REF, MEMBER_REF, LABEL_REF = 43, 47, 48
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


_ON_A_PATH = frozenset(
    (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.SUBSCRIPT, Kind.UNARY, Kind.C_CAST)
    + (Kind.STATIC_CAST, Kind.DYNAMIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST)
)
LOOPS = frozenset((Kind.WHILE, Kind.DO, Kind.FOR, Kind.FOR_RANGE))
FUNCTIONS = frozenset(
    (Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.FUNCTION_TEMPLATE, 26)
)
RECORDS = frozenset((Kind.STRUCT, Kind.UNION, Kind.CLASS, Kind.CLASS_TEMPLATE, 32))


class ClangNote(NamedTuple):
    """One message of Clang's with its place; ``offset`` is in the parsed text where ``main``."""

    message: str
    file: str
    line: int
    offset: int
    main: bool


class ClangMessage(NamedTuple):
    """A diagnostic of Clang's. ``severity``: 2 warning, 3 error, 4 fatal."""

    severity: int
    option: str
    where: ClangNote
    notes: tuple[ClangNote, ...]


class TypeFact(NamedTuple):
    """A type as the stages need it. ``key`` is the same for the same canonical type of one parse."""

    spelling: str
    canonical: str
    kind: cx.TypeKind
    key: int
    const: bool
    volatile: bool
    dependent: bool


class Declaration(NamedTuple):
    """A declaration: name and place; ``main`` where it stands in the parsed file."""

    name: str
    file: str
    offset: int
    main: bool
    kind: int
    record: str = ""
    """For a field: its struct's type."""
    lasting: bool = False
    """Whether it is a variable with static storage duration."""


class Expansion(NamedTuple):
    """A macro's expansion in the parsed file, and its definition's text."""

    span: Span
    name: str
    body: bytes | None
    """The definition from the macro's name on; None where the compiler itself defines it."""
    file: str
    body_span: Span


class Node:
    """A node of Clang's tree on a branch of interest; spans are those of the parsed text."""

    __slots__ = (
        "_type",
        "body",
        "cursor",
        "end",
        "kind",
        "macro",
        "ordinal",
        "parent",
        "seen",
        "start",
        "unit",
    )

    def __init__(self, unit: Unit, cursor: Any, kind: int, start: int, end: int) -> None:
        self.unit, self.cursor, self.kind, self.start, self.end = unit, cursor, kind, start, end
        self.parent: Node | None = None
        self.ordinal = self.seen = 0
        self.macro = False
        self.body = False
        """Whether the node's first or last token comes from a macro's body."""
        self._type: TypeFact | None = None

    @property
    def span(self) -> Span:
        """Byte range in the parsed text."""
        return Span(self.start, self.end)

    @property
    def type(self) -> TypeFact:
        """The type of an expression or declaration."""
        if self._type is None:
            self._type = _type_fact(_type(self.cursor))
        return self._type

    @property
    def binary_operator(self) -> int:
        """CXBinaryOperatorKind; 22 is ``=``, 23 and above are compound, the last is the comma."""
        return int(_binary_kind(self.cursor))

    @property
    def unary_operator(self) -> int:
        """CXUnaryOperatorKind: 1 to 4 are ``++`` and ``--``, 5 is ``&``, 6 is ``*``."""
        return int(_unary_kind(self.cursor))

    def name(self) -> str:
        """The spelling of a declaration or reference."""
        return str(self.cursor.spelling)

    def declaration(self) -> Declaration | None:
        """What a reference refers to."""
        target = _referenced(self.cursor)
        return None if target._kind_id in (70, 0) else self.unit.declaration(target)

    def location(self) -> int:
        """Offset of a declaration's name in the parsed text; outside of it where it is elsewhere."""
        return int(_location(self.cursor).int_data) - self.unit.base

    def is_redeclaration(self) -> bool:
        """Whether a declaration names an object that was declared before: a block's ``extern``."""
        return int(_location(_canonical_cursor(self.cursor)).int_data) != int(_location(self.cursor).int_data)

    def names_type(self) -> bool:
        """Whether a call's callee is a type: a conversion or construction."""
        first = self.children()[:1]
        return bool(first) and first[0]._kind_id == Kind.TYPE_REF

    def ancestors(self) -> list[Node]:
        """The nodes around this one, innermost first."""
        out = []
        node = self.parent
        while node is not None:
            out.append(node)
            node = node.parent
        return out

    def within(self, kinds: frozenset[int]) -> Node | None:
        """The innermost ancestor of one of ``kinds``."""
        node = self.parent
        while node is not None and node.kind not in kinds:
            node = node.parent
        return node

    def children(self) -> list[Any]:
        """All child cursors, asked for anew; for the few nodes whose inside matters."""
        return _children(self.cursor, self.unit.tu)


def _children(cursor: Any, tu: Any) -> list[Any]:
    out: list[Any] = []

    def keep(child: Any, parent: Any, data: Any) -> int:
        out.append(child)
        return _CONTINUE

    callback = _VISITOR(keep)
    _visit(cursor, callback, None)
    for child in out:
        child._tu = tu
    return out


def _type_fact(raw: Any) -> TypeFact:
    canonical = _canonical(raw)
    spelling = str(raw.spelling)
    kind = canonical.kind
    shown = str(canonical.spelling)
    return TypeFact(
        spelling,
        shown,
        kind,
        canonical.data[0] or 0,
        bool(canonical.is_const_qualified()),
        bool(canonical.is_volatile_qualified()) or kind == cx.TypeKind.ATOMIC,
        kind in (cx.TypeKind.DEPENDENT, cx.TypeKind.UNEXPOSED) or "<dependent type>" in spelling,
    )


class Session:
    """Everything that is asked of Clang about one source."""

    def __init__(self, filename: str, args: Sequence[str]) -> None:
        options = _IndexOptions(ctypes.sizeof(_IndexOptions), bits=_STORE_PREAMBLES_IN_MEMORY)
        create = _function("clang_createIndexWithOptions", ctypes.c_void_p, ctypes.POINTER(_IndexOptions))
        index = create(ctypes.byref(options))
        pointer = ctypes.cast(index, cx.c_object_p) if index else None
        self.index = cx.Index(pointer) if pointer else cx.Index.create()
        self.filename, self.args = filename, list(args)

    def parse(self, data: bytes) -> Unit:
        """Parse ``data`` under the source's name, bodies in headers left out.

        Raises :class:`ParseFailure` where libclang gives no tree at all.
        """
        flags = _DETAILED_RECORD | _PREAMBLE | _PREAMBLE_FIRST | _SKIP_BODIES | _LIMIT_SKIP_TO_PREAMBLE
        return Unit(self, self._open(data, flags), data)

    def skipped_ranges(self, data: bytes) -> tuple[Span, ...]:
        """What the preprocessor skips in ``data``; no function body is parsed for it."""
        unit = Unit(self, self._open(data, _DETAILED_RECORD | _SKIP_BODIES), data)
        spans = unit.skipped_ranges()
        unit.close()
        return spans

    def _open(self, data: bytes, flags: int) -> Any:
        try:
            return cx.TranslationUnit.from_source(
                self.filename, self.args, [(self.filename, data)], flags, self.index
            )
        except cx.TranslationUnitLoadError as error:
            raise ParseFailure(str(error)) from error


class ParseFailure(Exception):
    """libclang gave no translation unit."""


class Unit:
    """One parsed text."""

    def __init__(self, session: Session, tu: Any, data: bytes) -> None:
        self.session, self.tu, self.data = session, tu, data
        self._locate()

    def _locate(self) -> None:
        self.file = self.tu.get_file(self.session.filename)
        self.base = _location_for_offset(self.tu.obj, self.file.obj, 0).int_data

    def reparse(self, data: bytes) -> None:
        """Parse another text in place; the headers' part is reused."""
        self.data = data
        self.__dict__.pop("top", None)
        try:
            self.tu.reparse([(self.session.filename, data)])
        except cx.TranslationUnitLoadError as error:
            raise ParseFailure(str(error)) from error
        self._locate()

    def close(self) -> None:
        """Free the tree; nothing of it may be used afterwards."""
        if self.tu is not None:
            _dispose_unit(self.tu.obj)
            self.tu.obj = None
            # the binding's own finaliser would free it again
            self.tu.__class__ = _Closed
            self.tu = None

    # --- messages ---------------------------------------------------------------------------

    def messages(self, least: int = 2) -> tuple[ClangMessage, ...]:
        """Clang's diagnostics of at least that severity."""
        out = []
        for diag in self.tu.diagnostics:
            if diag.severity < least:
                continue
            notes = tuple(self._note(child) for child in diag.children)
            out.append(ClangMessage(diag.severity, diag.option or "", self._note(diag), notes))
        return tuple(out)

    def _note(self, diag: Any) -> ClangNote:
        place = diag.location
        name = place.file.name if place.file else ""
        return ClangNote(diag.spelling, name, place.line, place.offset, name == self.session.filename)

    def skipped_ranges(self) -> tuple[Span, ...]:
        """The text of the file that conditional inclusion leaves out."""

        class RangeList(ctypes.Structure):
            _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cx.SourceRange)))

        get = _function("clang_getSkippedRanges", ctypes.POINTER(RangeList), ctypes.c_void_p, ctypes.c_void_p)
        free = _function("clang_disposeSourceRangeList", None, ctypes.POINTER(RangeList))
        found = get(self.tu.obj, self.file.obj)
        if not found:
            return ()
        spans = []
        for index in range(found.contents.count):
            item = found.contents.ranges[index]
            spans.append(Span(item.begin_int_data - self.base, item.end_int_data - self.base))
        free(found)
        return tuple(spans)

    # --- declarations and macros --------------------------------------------------------------

    def declaration(self, cursor: Any) -> Declaration:
        """Name and place of a declaration's cursor."""
        cursor = _canonical_cursor(cursor)
        raw = _location(cursor)
        offset = raw.int_data - self.base
        cursor._tu = self.tu
        if not raw.int_data & _MACRO_BIT and 0 <= offset <= len(self.data):
            return Declaration(
                cursor.spelling,
                self.session.filename,
                offset,
                True,
                cursor._kind_id,
                _record(cursor),
                _lasts(cursor),
            )
        place = cursor.location
        name = place.file.name if place.file else ""
        main = name == self.session.filename
        return Declaration(
            cursor.spelling, name, place.offset, main, cursor._kind_id, _record(cursor), _lasts(cursor)
        )

    @cached_property
    def top(self) -> _Top:
        """The outermost declarations, macro expansions and inclusions of the file, from one visit."""
        expansions: list[tuple[int, int, Any]] = []
        declarations: list[tuple[int, int, Any]] = []
        inclusions: list[tuple[int, Any]] = []
        base, size = self.base, len(self.data)

        def keep(cursor: Any, parent: Any, data: Any) -> int:
            kind = cursor._kind_id
            if kind == Kind.MACRO_DEFINITION:
                return _CONTINUE
            reach = _extent(cursor)
            first, last = reach.begin_int_data, reach.end_int_data
            if not first:  # an abbreviated template's extent has no place: its name has
                first, last = int(_location(cursor).int_data), base + size
            start, end = first - base, last - base
            if (first | last) & _MACRO_BIT:
                declarations.append((0, size, cursor))  # looked into wherever something is asked
            elif 0 <= start <= size:
                if kind == Kind.MACRO_EXPANSION:
                    expansions.append((start, end, cursor))
                elif kind == Kind.INCLUSION:
                    inclusions.append((start, cursor))
                else:
                    declarations.append((start, end, cursor))
            return _CONTINUE

        callback = _VISITOR(keep)
        _visit(self.tu.cursor, callback, None)
        expansions.sort(key=lambda item: (item[0], -item[1]))
        return _Top(declarations, expansions, [item[0] for item in expansions], inclusions)

    def includes(self) -> dict[int, tuple[str, bytes]]:
        """Path and text of the files that the parsed file includes, by the offset of the directive's line."""
        out: dict[int, tuple[str, bytes]] = {}
        for start, cursor in self.top.inclusions:
            cursor._tu = self.tu
            file = cursor.get_included_file()
            if file is not None:
                out[self.data.rfind(b"\n", 0, start) + 1] = (file.name, _read(file.name))
        return out

    def expansions(self, span: Span) -> tuple[Expansion, ...]:
        """The macro expansions that begin in ``span``."""
        top = self.top
        first, last = bisect_left(top.starts, span.start), bisect_left(top.starts, span.end)
        return tuple(
            self._expansion(Span(start, end), cursor) for start, end, cursor in top.expansions[first:last]
        )

    def _expansion(self, span: Span, cursor: Any) -> Expansion:
        cursor._tu = self.tu
        definition = cursor.referenced
        name = str(cursor.spelling)
        extent = definition.extent if definition is not None else None
        if extent is None or extent.start.file is None:
            return Expansion(span, name, None, "", Span(0, 0))
        start, end = extent.start.offset, extent.end.offset
        file = extent.start.file.name
        text = self.data if file == self.session.filename else _read(file)
        return Expansion(span, name, text[start:end], file, Span(start, end))

    def macro_bodies(self) -> dict[str, list[bytes]]:
        """The bodies of every macro that a file defines, by name."""
        out: dict[str, list[bytes]] = {}

        def keep(cursor: Any, parent: Any, data: Any) -> int:
            if cursor._kind_id == Kind.MACRO_DEFINITION:
                cursor._tu = self.tu
                extent = cursor.extent
                if extent.start.file is not None:
                    name = extent.start.file.name
                    text = self.data if name == self.session.filename else _read(name)
                    out.setdefault(cursor.spelling, []).append(text[extent.start.offset : extent.end.offset])
            return _CONTINUE

        callback = _VISITOR(keep)
        _visit(self.tu.cursor, callback, None)
        return out

    def path_of(self, node: Node) -> tuple[Declaration | None, tuple[str, ...]]:
        """Root declaration and member names of an access expression, as Clang sees it."""
        names: list[str] = []
        cursor = node.cursor
        while True:
            kind = cursor._kind_id
            if kind == Kind.MEMBER:
                names.append(cursor.spelling)
            elif kind == Kind.DECL_REF:
                names.reverse()
                return self.declaration(_referenced(cursor)), tuple(names)
            elif kind == Kind.THIS:
                names.reverse()
                return None, tuple(names)
            elif kind not in _ON_A_PATH:
                return None, ()
            inside = [child for child in _children(cursor, self.tu) if child._kind_id >= 100]
            if not inside:
                names.reverse()
                return None, tuple(names)  # implicit this
            cursor = inside[0]

    # --- types ----------------------------------------------------------------------------------

    def pointee(self, node: Node) -> TypeFact:
        """What the type of a pointer expression points to."""
        return _type_fact(node.cursor.type.get_pointee())

    def is_bit_field(self, node: Node) -> bool:
        """Whether a member expression names a bit-field."""
        target = node.cursor.referenced
        return target is not None and target._kind_id == Kind.FIELD and bool(target.is_bitfield())

    def has_reference_field(self, node: Node) -> bool:
        """Whether an expression's class holds a reference, which an initialiser would bind."""
        declared = node.cursor.type.get_canonical().get_declaration()
        fields = [child for child in _children(declared, self.tu) if child._kind_id == Kind.FIELD]
        kinds = (cx.TypeKind.LVALUEREFERENCE, cx.TypeKind.RVALUEREFERENCE)
        return any(field.type.kind in kinds for field in fields)

    def has_const_field(self, node: Node) -> bool:
        """Whether a struct holds a const member, in itself or in a struct in it."""
        return _has_const(node.cursor.type.get_canonical(), self.tu)

    def subscript_value(self, node: Node) -> int | None:
        """The value of a subscript expression's index, where it is a constant."""
        inside = [child for child in node.children() if child._kind_id >= 100]
        return _constant(inside[1]) if len(inside) == 2 else None

    def subscript_values(self, node: Node) -> list[int | None]:
        """The values of all subscripts in an access expression, from the root on."""
        out: list[int | None] = []
        cursor = node.cursor
        while True:
            inside = [child for child in _children(cursor, self.tu) if child._kind_id >= 100]
            if not inside:
                out.reverse()
                return out
            if cursor._kind_id == Kind.SUBSCRIPT and len(inside) == 2:
                out.append(_constant(inside[1]))
            cursor = inside[0]

    def is_plain_data(self, node: Node) -> bool:
        """Whether an object can be copied byte by byte and back."""
        return bool(node.cursor.type.get_canonical().is_pod())

    def is_const_method(self, node: Node) -> bool:
        """Whether a member expression names a member function that is const or static."""
        target = node.cursor.referenced
        return target is not None and (target.is_const_method() or target.is_static_method())

    def result_may_refer(self, call: Node) -> bool:
        """Whether a function that is given a reference could hand it on in its result."""
        raw = call.cursor.referenced
        if raw is None:
            return False
        result = raw.result_type.get_canonical()
        if result.kind == cx.TypeKind.POINTER or "reference_wrapper<" in result.spelling:
            return True
        references = (cx.TypeKind.LVALUEREFERENCE, cx.TypeKind.RVALUEREFERENCE)
        return result.kind in references and not call.name().startswith("operator")

    def method_escapes(self, node: Node) -> bool:
        """Whether a member function could hand out its object's address: by what it returns.

        A reference is no escape where the call's value is not used.
        """
        target = node.cursor.referenced
        if target is None:
            return True
        kind = target.result_type.get_canonical().kind
        if kind == cx.TypeKind.POINTER:
            return True
        if kind not in (cx.TypeKind.LVALUEREFERENCE, cx.TypeKind.RVALUEREFERENCE):
            return False
        call = node.within(frozenset((Kind.CALL,)))
        return call is None or call.parent is None or call.parent.kind < Kind.UNEXPOSED_STMT

    def own_method(self, call: Node) -> bool | None:
        """Of a call of a member function of ``this``: whether that is const; None for other calls."""
        target = call.cursor.referenced
        if target is None or target._kind_id != Kind.METHOD or target.is_static_method():
            return None
        callee = next((child for child in call.children() if child._kind_id == Kind.MEMBER), None)
        if callee is None:
            return None
        base = [child for child in _children(callee, self.tu) if child._kind_id >= 100]
        if base and base[0]._kind_id != Kind.THIS:
            return None
        return bool(target.is_const_method())

    def is_constructor(self, call: Node) -> bool:
        """Whether a call constructs an object."""
        target = call.cursor.referenced
        return target is not None and target._kind_id == Kind.CONSTRUCTOR

    def is_user_function(self, call: Node) -> bool:
        """Whether a call reaches code outside the system's headers."""
        target = call.cursor.referenced
        if target is None:
            return call.name() != ""
        return not _LIB.clang_Location_isInSystemHeader(target.location)

    def goto_target(self, node: Node) -> int | None:
        """Offset of the label that a goto names, if it is in the file."""
        for child in node.children():
            if child._kind_id == Kind.LABEL_REF:
                offset = int(_location(_referenced(child)).int_data) - self.base
                return offset if 0 <= offset <= len(self.data) else None
        return None

    def is_asm_goto(self, node: Node) -> bool:
        """Whether an asm statement can jump."""
        return any(child._kind_id == Kind.ADDR_LABEL for child in node.children())

    def result_type(self, function: Node) -> str:
        """The type that a function returns, without qualifiers."""
        raw = function.cursor.result_type
        spelling = str(raw.spelling)
        return spelling.removeprefix("const ") if raw.is_const_qualified() else spelling

    def declared_names(self, node: Node) -> list[str]:
        """The names that a declaration brings into its scope."""
        names = [node.name()]
        if node.kind == Kind.ENUM:
            names += [child.spelling for child in node.children()]
        elif node.kind == 1:
            # a structured binding, say: any word of its text may be declared
            names += [
                word.decode("utf-8", "replace") for word in _WORD.findall(self.data, node.start, node.end)
            ]
        return [name for name in names if name]

    def points_to_function(self, node: Node) -> bool:
        """Whether an expression is a pointer to a function."""
        kind = node.cursor.type.get_canonical().get_pointee().kind
        return kind in (cx.TypeKind.FUNCTIONPROTO, cx.TypeKind.FUNCTIONNOPROTO)

    def unqualified_spelling(self, node: Node) -> str:
        """An expression's type as it is spelled, without qualifiers of the top level."""
        raw = node.cursor.type
        spelling = str(raw.spelling)
        if raw.is_const_qualified() or raw.is_restrict_qualified():
            for word in ("const", "restrict", "__restrict"):
                if spelling.endswith(word) and spelling[: -len(word)].endswith(("*", " ")):
                    spelling = spelling[: -len(word)].rstrip()
            spelling = spelling.replace("(*const", "(*", 1)
            if "*" not in spelling and "(" not in spelling:
                spelling = spelling.removeprefix("const ")
        return spelling

    def element_spelling(self, node: Node) -> str | None:
        """For an array expression: the type of its elements, const where the array is."""
        raw = node.cursor.type
        canonical = raw.get_canonical().element_type
        element = raw.element_type if raw.kind in _ARRAY_KINDS else canonical
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

    def local_type(self, node: Node) -> str:
        """Canonical spelling of the local that an expression's value initialises."""
        canonical = node.cursor.type.get_canonical()
        spelling = str(canonical.spelling)
        if canonical.kind not in _ARRAY_KINDS:
            return spelling
        start = spelling.find("[")
        end = spelling.find("]", start) + 1
        star = "(*)" if spelling[end : end + 1] == "[" else "*"
        return spelling[:start] + star + spelling[end:]

    def tree(self, points: Sequence[int], spread: Callable[[Node], bool]) -> Tree:
        """Visit every node whose text holds one of the sorted ``points``.

        ``spread(node)`` is asked of recorded nodes: True records the declarations in them too,
        though no point lies there.
        """
        nodes: list[Node] = []
        base, size, count = self.base, len(self.data), len(points)
        ends = {row[1] for row in self.top.expansions}
        root = Node(self, self.tu.cursor, Kind.TRANSLATION_UNIT, 0, size)
        stack: list[tuple[int, int, Node, bool]] = [(*_identity(self.tu.cursor), root, False)]
        failure: list[BaseException] = []
        extent, identity = _extent, _identity

        def visit(cursor: Any, parent: Any, data: Any) -> int:
            try:
                reach = extent(cursor)
                first, last = reach.begin_int_data, reach.end_int_data
                macro = (first | last) & _MACRO_BIT
                body = False
                if macro:
                    located = self._unfold(reach, first, last)
                    if located is None:
                        return _CONTINUE
                    start, end, body = located
                else:
                    if not first:  # an abbreviated template's extent has no place: its name has
                        first, last = int(_location(cursor).int_data), base + size
                    start, end = first - base, last - base
                    if start < 0 or start > size:
                        return _CONTINUE
                one, two = identity(parent)
                depth = len(stack) - 1
                while depth and (stack[depth][0] != one or stack[depth][1] != two):
                    depth -= 1
                if depth:
                    del stack[depth + 1 :]
                elif parent._kind_id == Kind.TRANSLATION_UNIT:
                    del stack[1:]
                else:  # a parent that was itself not visited: what encloses the node stands for it
                    while len(stack) > 1 and not stack[-1][2].start <= start < stack[-1][2].end:
                        stack.pop()
                above, wide = stack[-1][2], stack[-1][3]
                ordinal = above.seen
                above.seen = ordinal + 1
                at = bisect_left(points, start)
                inside = at < count and points[at] < end
                kind = cursor._kind_id
                if not inside and not (wide and (kind == Kind.DECL_STMT or above.kind == Kind.DECL_STMT)):
                    return _CONTINUE
                node = Node(self, cursor, kind, start, end)
                # libclang moves an end out of a macro's body to the expansion's end
                node.parent, node.ordinal, node.macro = above, ordinal, bool(macro)
                node.body = body or end in ends
                nodes.append(node)
                wider = spread(node)
                if not inside and not wider:
                    return _CONTINUE
                one, two = identity(cursor)
                stack.append((one, two, node, wider))
                return _RECURSE
            except BaseException as error:
                failure.append(error)
                return 0

        callback = _VISITOR(visit)
        for start, end, cursor in self.top.declarations:
            at = bisect_left(points, start)
            if at < count and points[at] < end and not failure:
                # the declaration itself first, as a visit of the whole unit would
                if visit(cursor, self.tu.cursor, None) == _RECURSE:
                    _visit(cursor, callback, None)
        if failure:
            raise failure[0]
        for node in nodes:
            node.cursor._tu = self.tu
        return Tree(nodes)

    def _unfold(self, reach: Any, first: int, last: int) -> tuple[int, int, bool] | None:
        """Text range of a node that a macro took part in, and whether a body gave an edge of it."""
        start, start_body = self._place(reach, first, True)
        end, end_body = self._place(reach, last, False)
        if start < 0 or end < 0:
            return None
        # pasted tokens are placed in an argument: a node that enters an expansion is its body's, too
        start, end = min(start, end), max(start, end)
        body = start_body or end_body or self._around(start) != self._around(end - 1)
        return start, end, body

    def _around(self, offset: int) -> int:
        """Number of the innermost expansion around an offset, or -1.

        Only so many expansions before the offset are looked at: a wrong -1 makes a refusal, no more.
        """
        top = self.top
        last = bisect_right(top.starts, offset) - 1
        for index in range(last, max(-1, last - 64), -1):
            if top.expansions[index][1] > offset:
                return index
        return -1

    def _place(self, reach: Any, raw: int, first: bool) -> tuple[int, bool]:
        if not raw & _MACRO_BIT:
            offset = raw - self.base
            return (offset, False) if 0 <= offset <= len(self.data) else (-1, False)
        location = cx.SourceLocation()
        location.ptr_data[0], location.ptr_data[1] = reach.ptr_data[0], reach.ptr_data[1]
        location.int_data = raw
        file, found = ctypes.c_void_p(), ctypes.c_uint()
        _file_location(location, ctypes.byref(file), None, None, ctypes.byref(found))
        if file.value != _pointer(self.file):
            return -1, False
        offset = found.value
        # a token of a body is placed at its macro's name, one of an argument where it is written
        top = self.top
        index = bisect_left(top.starts, offset)
        if index < len(top.starts) and top.starts[index] == offset:
            return (offset if first else top.expansions[index][1]), True
        index = bisect_right(top.starts, offset) - 1
        if index >= 0 and offset == top.expansions[index][1]:
            return (top.expansions[index][0] if first else offset), True
        return offset, False


_ARRAY_KINDS = (cx.TypeKind.CONSTANTARRAY, cx.TypeKind.INCOMPLETEARRAY, cx.TypeKind.DEPENDENTSIZEDARRAY)


def _has_const(canonical: Any, tu: Any) -> bool:
    for child in _children(canonical.get_declaration(), tu):
        if child._kind_id == Kind.FIELD:
            kind = child.type.get_canonical()
            while kind.kind in _ARRAY_KINDS:
                kind = kind.element_type.get_canonical()
            if kind.is_const_qualified() or (kind.kind == cx.TypeKind.RECORD and _has_const(kind, tu)):
                return True
    return False


_evaluate = _function("clang_Cursor_Evaluate", ctypes.c_void_p, cx.Cursor)
_result_kind = _function("clang_EvalResult_getKind", ctypes.c_int, ctypes.c_void_p)
_result_value = _function("clang_EvalResult_getAsLongLong", ctypes.c_longlong, ctypes.c_void_p)
_result_dispose = _function("clang_EvalResult_dispose", None, ctypes.c_void_p)


def _constant(cursor: Any) -> int | None:
    """The value of an integer constant expression."""
    result = _evaluate(cursor)
    if not result:
        return None
    value = int(_result_value(result)) if _result_kind(result) == 1 else None
    _result_dispose(result)
    return value


def _record(cursor: Any) -> str:
    return str(cursor.semantic_parent.type.get_canonical().spelling) if cursor._kind_id == Kind.FIELD else ""


def _lasts(cursor: Any) -> bool:
    if cursor._kind_id != Kind.VARIABLE:
        return False
    static = cursor.storage_class in (cx.StorageClass.STATIC, cx.StorageClass.EXTERN)
    return static or cursor.semantic_parent._kind_id not in FUNCTIONS


class _Top(NamedTuple):
    """What stands outermost in a file: (start, end, cursor) each."""

    declarations: list[tuple[int, int, Any]]
    expansions: list[tuple[int, int, Any]]
    starts: list[int]
    """Of the expansions."""
    inclusions: list[tuple[int, Any]]


class _Closed:
    """A translation unit whose memory is freed already."""


def _pointer(file: Any) -> int | None:
    return ctypes.cast(file.obj, ctypes.c_void_p).value


def _identity(cursor: Any) -> tuple[int, int]:
    data = cursor.data
    return data[0] or 0, data[1] or 0


_FILES: dict[str, bytes] = {}


def _read(file: str) -> bytes:
    if file not in _FILES:
        try:
            with open(file, "rb") as stream:
                _FILES[file] = stream.read()
        except OSError:
            _FILES[file] = b""
    return _FILES[file]


class Tree:
    """The recorded nodes in preorder, found by their text."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self._by_span: dict[tuple[int, int], list[Node]] = {}
        self._by_start: dict[int, list[Node]] | None = None
        self._by_end: dict[int, list[Node]] | None = None
        self._declared: dict[int, list[Node]] | None = None
        for node in nodes:
            self._by_span.setdefault((node.start, node.end), []).append(node)

    def at(self, span: Span) -> list[Node]:
        """The nodes whose text is exactly ``span``, outermost first."""
        return self._by_span.get((span.start, span.end), [])

    def starting(self, start: int) -> list[Node]:
        """The nodes whose text starts at an offset, outermost first."""
        if self._by_start is None:
            self._by_start = {}
            for node in self.nodes:
                self._by_start.setdefault(node.start, []).append(node)
        return self._by_start.get(start, [])

    def declarations(self, block: Node) -> list[Node]:
        """What the statements of a block declare, for a block whose children were recorded."""
        if self._declared is None:
            self._declared = {}
            for node in self.nodes:
                statement = node.parent if node.kind < 40 else None
                if (
                    statement is not None
                    and statement.kind == Kind.DECL_STMT
                    and statement.parent is not None
                ):
                    self._declared.setdefault(id(statement.parent), []).append(node)
        return self._declared.get(id(block), [])

    def ending(self, end: int) -> list[Node]:
        """The nodes whose text ends at an offset, outermost first."""
        if self._by_end is None:
            self._by_end = {}
            for node in self.nodes:
                self._by_end.setdefault(node.end, []).append(node)
        return self._by_end.get(end, [])
