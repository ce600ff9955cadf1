# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Records: Clang's types -> layouts: of what kind a type is, and what a struct or class consists of.

``struct s { int n; double *x; }``  ->  ``Record("struct s", size=16, members=(n at bit 0, x at bit 64))``

A record is read when it is asked for; nothing here judges.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from typing import Any

import clang.cindex as cx

from pointerchain.diagnostics import Place
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import (
    FUNCTIONS,
    LIB,
    NOWHERE,
    PROTOTYPES,
    RECORDS,
    Kind,
    TypeKind,
    function,
    specialized_template,
)
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.tree import Node

SCALAR, RECORD, POINTER, ARRAY, TAIL = "scalar", "record", "pointer", "array", "tail"
FUNCTION, VOID, OPAQUE, REFERENCE, OTHER = "function", "void", "opaque", "reference", "other"
ATOMIC = "atomic"
"""An ``_Atomic`` pointer or record; another ``_Atomic`` type is a scalar."""


class TypeRef(NamedTuple):
    """A type: one of the kinds above, how C spells it without qualifiers, its size in bytes.

    ``target`` is what a pointer points at or an array consists of, of an atomic type or an enumeration of
    truths their value's type, ``record`` a record's key, ``length`` an array's number of elements.
    """

    kind: str
    spelling: str
    size: int = 0
    align: int = 0
    target: TypeRef | None = None
    record: str = ""
    length: int = 1
    volatile: bool = False


def innermost(kind: TypeRef) -> TypeRef:
    """What an array consists of in the end; another type as it is."""
    while kind.kind == ARRAY and kind.target is not None:
        kind = kind.target
    return kind


def _volatile(kind: TypeRef) -> TypeRef:
    """A type with its elements' qualifier, if it is an array's."""
    if kind.kind in (ARRAY, TAIL) and kind.target is not None:
        return kind._replace(target=_volatile(kind.target))
    return kind._replace(volatile=True)


def pointed_at(kind: TypeRef) -> tuple[TypeRef, int]:
    """What an array or a pointer leads to, and how many of that each of its elements holds."""
    count = 1
    element = kind.target
    assert element is not None
    while element.kind == ARRAY and element.target is not None:
        count, element = count * element.length, element.target
    return element, count


class Member(NamedTuple):
    """A member of a record. ``offset`` is in bits from the record's start; an anonymous one has no name."""

    name: str
    type: TypeRef
    offset: int
    place: Place
    width: int
    """The bits of a bit-field, else 0."""
    public: bool
    counted_by: str
    """The member that an attribute names as the number of elements, or nothing."""

    @property
    def bit_field(self) -> bool:
        """Whether it is a bit-field."""
        return self.width > 0


class Located(NamedTuple):
    """A member in a class that has it of itself, or by an anonymous member or a base."""

    member: Member
    offset: int
    """Bits; negative where it is not known."""
    public: bool


class Record(NamedTuple):
    """A complete struct, union or class."""

    key: str
    spelling: str
    """As a declaration names it; empty for one that has no name."""
    shown: str
    """As messages name it."""
    place: Place
    size: int
    align: int
    union: bool
    members: tuple[Member, ...]
    bases: tuple[tuple[str, bool, bool], ...]
    """C++: key, whether the base is public, and whether it is virtual."""
    virtual: bool
    local: bool
    unseen: bool
    """Whether it is a class template's instance whose bases or virtual functions Clang does not tell."""
    plain: bool
    """Whether ``offsetof`` is unconditionally allowed: C, or a class of standard layout."""
    takes_address: bool = False
    """Whether ``&`` in front of an object is a function of the class."""
    elaborated: str = ""
    """Its name where a variable may have the same: with ``struct`` or ``class`` before it."""


_value_type = function("clang_Type_getValueType", cx.Type, cx.Type)
_target_info = function("clang_getTranslationUnitTargetInfo", ctypes.c_void_p, cx.TranslationUnit)
_pointer_width = function("clang_TargetInfo_getPointerWidth", ctypes.c_int, ctypes.c_void_p)
_COUNTED_BY = lazy_pattern(r"counted_by(?:_or_null)?(?:__)?\s*\(\s*([A-Za-z_]\w*)\s*\)")
_KEYWORDS = {Kind.STRUCT: "struct", Kind.UNION: "union", Kind.CLASS: "class"}
_BY_TYPEDEF = lazy_pattern(r"@[SU]A@\w+$")
"""The end of a USR whose name a typedef gives: no 'struct' can stand before it."""
_UNNAMED = ("(unnamed", "(anonymous", "(lambda")
_HIDDEN = (cx.AccessSpecifier.PRIVATE, cx.AccessSpecifier.PROTECTED)
_VECTOR = lazy_pattern(r"__attribute__\(\(__vector_size__\(\d+ \* sizeof\(.*?\)\)\)\) (.*)")
_POINTERS = (TypeKind.POINTER, TypeKind.BLOCKPOINTER)
_ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)
_REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
_LOCAL = FUNCTIONS | {Kind.LAMBDA}
_UNKNOWN = (
    TypeKind.DEPENDENT,
    TypeKind.UNEXPOSED,
    TypeKind.INVALID,
    TypeKind.MEMBERPOINTER,
)


class Reader:
    """Reads the records of one parsed text.

    ``text_of(file)`` gives a file's bytes as they were parsed; ``source_offset`` maps an offset of
    ``main`` to the source.
    """

    def __init__(
        self, cxx: bool, main: str, text_of: Callable[[str], bytes], source_offset: Callable[[int], int]
    ) -> None:
        self.cxx, self.main = cxx, main
        self.text_of, self.source_offset = text_of, source_offset
        self._cursors: dict[str, Any] = {}
        self._known: dict[str, Record] = {}
        self.scoped_enums: set[str] = set()
        """C++: spellings of types that no arithmetic takes for integers."""
        self.enumerators: dict[str, tuple[tuple[str, int], ...]] = {}
        """The constants of enumerations and their values, by spelling."""
        self._nameless: dict[str, str] = {}
        """Why no other place can name a type, by a record's key or an enumeration's spelling."""
        self._not_instantiated: set[str] = set()
        self.wanted: set[str] = set()
        """C++: spellings of instances that :meth:`incomplete` was asked about, and nothing needed yet."""
        self.failed: dict[str, str] = {}
        """C++: spellings of instances that Clang could not make, with its reason."""
        self.base_offsets: dict[tuple[str, str], int | None] = {}
        """C++: bytes to a base in a class, by how both are named; None where Clang cannot say it."""
        self.wanted_bases: set[tuple[str, str]] = set()
        """Those that :meth:`base_offset` was asked for and does not know."""

    def type_of(self, node: Node) -> TypeRef:
        """The type of an expression or of what is declared."""
        return self._type_ref(node.clang_cursor.type)

    def around(self, node: Node) -> Record | None:
        """The record whose member function a node that names one of its members stands in, itself."""
        above = node.clang_cursor.referenced.semantic_parent
        inside = next((each for each in node.ancestors() if each.kind in FUNCTIONS), None)
        if inside is None or inside.clang_cursor.semantic_parent != above:
            return None
        kind = self._type_ref(above.type)
        return self.record(kind.record) if kind.kind == RECORD else None

    def _type_ref(self, given: Any) -> TypeRef:
        """What a type of libclang's is."""
        raw = given.get_canonical()
        kind = raw.kind
        volatile = bool(raw.is_volatile_qualified())
        shown = _bare(str(raw.spelling))
        if kind in _POINTERS:
            target = self._type_ref(raw.get_pointee())
            if "__vector_size__" in shown:
                shown = f"{target.spelling} *" if target.kind in (SCALAR, POINTER) else "void *"
            return TypeRef(POINTER, shown, raw.get_size(), raw.get_align(), target, volatile=volatile)
        if kind in _ARRAYS:
            element = self._type_ref(raw.get_array_element_type())
            if volatile:  # the canonical type has its elements' qualifiers
                element = _volatile(element)
            length = int(raw.get_array_size()) if kind == TypeKind.CONSTANTARRAY else 0
            # not libclang's own numbers: it ends at those of an array of an instance that nothing needed yet
            size = element.size * length
            return TypeRef(ARRAY if length > 0 else TAIL, shown, size, element.align, element, length=length)
        if kind in PROTOTYPES:
            return TypeRef(FUNCTION, shown)
        if kind in _REFERENCES:
            bits = _pointer_width(_target_info(raw._tu))
            return TypeRef(REFERENCE, shown, bits // 8, bits // 8, self._type_ref(raw.get_pointee()))
        if kind == TypeKind.VOID:
            return TypeRef(VOID, "void")
        if kind == TypeKind.ATOMIC:
            value = _value_type(raw)
            value._tu = raw._tu
            inside = self._type_ref(value)
            atomic = ATOMIC if inside.kind in (POINTER, RECORD) else SCALAR
            size, align = max(0, raw.get_size()), max(1, raw.get_align())
            return TypeRef(atomic, shown, size, align, inside, volatile=volatile)
        if kind in _UNKNOWN:
            return TypeRef(OTHER, shown, max(0, raw.get_size()))
        if kind == TypeKind.RECORD:
            declared = raw.get_declaration()
            definition = declared.get_definition()
            size = raw.get_size()
            if definition is None or size < 0 or shown in self.failed:
                if self.cxx and _has_definition(LIB.clang_getSpecializedCursorTemplate(declared)):
                    self._not_instantiated.add(shown)
                return TypeRef(OPAQUE, shown)
            # the declaration's own address: two anonymous structs of one record share their USR
            key = f"{definition.get_usr()}#{definition.data[0]}"
            if key not in self._cursors:
                self._cursors[key] = definition
                self._note_name(key, shown, declared)
            return TypeRef(RECORD, shown, size, raw.get_align(), record=key, volatile=volatile)
        if kind == TypeKind.ENUM:
            declared = raw.get_declaration()
            if declared.is_scoped_enum():
                self.scoped_enums.add(shown)
            self._note_name(shown, shown, declared)
            if shown not in self.enumerators:
                constants = (each for each in declared.get_children() if each._kind_id == Kind.ENUMERATOR)
                self.enumerators[shown] = tuple(
                    (str(each.spelling), int(each.enum_value)) for each in constants
                )
            value = declared.enum_type.get_canonical()
            if value.kind == TypeKind.BOOL:
                inside, size, align = self._type_ref(value), raw.get_size(), raw.get_align()
                return TypeRef(SCALAR, shown, size, align, inside, volatile=volatile)
        vector = _VECTOR.fullmatch(shown) if kind == TypeKind.VECTOR else None
        if vector:  # gcc takes no 'sizeof' in the attribute
            shown = f"{vector.group(1)} __attribute__((vector_size({raw.get_size()})))"
        return TypeRef(SCALAR, shown, max(0, raw.get_size()), max(1, raw.get_align()), volatile=volatile)

    def _note_name(self, key: str, shown: str, declared: Any) -> None:
        if any(word in shown for word in _UNNAMED):
            self._nameless[key] = "its type has no name"
            return
        while declared is not None and declared._kind_id in (*RECORDS, Kind.ENUM):
            if declared.access_specifier in _HIDDEN:
                self._nameless[key] = f"type '{shown}' is not public"
            declared = declared.semantic_parent

    def nameless(self, kind: TypeRef) -> str:
        """Why no descriptor can name a type; nothing where one can."""
        why = self._nameless.get(kind.record or kind.spelling)
        return f"{why}, so that no descriptor can name it" if why else ""

    def incomplete(self, kind: TypeRef) -> str:
        """What messages say of an opaque type. An instance of a template is noted as ``wanted``."""
        if kind.spelling in self._not_instantiated:
            self.wanted.add(kind.spelling)
        why = self.failed.get(kind.spelling)
        return f"incomplete: {why}" if why else "incomplete"

    def record(self, key: str) -> Record:
        """The record of a key that a :class:`TypeRef` holds."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._read(key)
        return found

    def base_offset(self, record: Record, key: str) -> int | None:
        """Bytes from the start of a class to a base of it that is not virtual; None where it is not known."""
        base = self.record(key)
        if len(record.bases) == 1 and (not record.virtual or base.virtual):
            return 0
        if not record.spelling or not base.spelling or record.local:
            return None
        names = (record.elaborated, base.elaborated)
        if names not in self.base_offsets:
            self.wanted_bases.add(names)
        return self.base_offsets.get(names)

    def placed_bases(self, record: Record) -> Iterator[tuple[Record, int]]:
        """The bases of a class of which it is known where they lie, and how many bytes from its start."""
        for key, _, virtual in record.bases:
            at = self.base_offset(record, key) if key and not virtual else None
            if at is not None:
                yield self.record(key), at

    def locate(self, record: Record, name: str) -> Located | None:
        """A member with its place, by its name; those of anonymous members and bases count."""
        for member in record.members:
            if member.name == name:
                return Located(member, member.offset, member.public)
            if not member.name and member.type.kind == RECORD:
                found = self.locate(self.record(member.type.record), name)
                if found is not None:
                    return found._replace(
                        offset=found.offset + member.offset, public=found.public and member.public
                    )
        if record.bases and self.declares(record, name):
            return None
        for base, public, virtual in record.bases:
            found = self.locate(self.record(base), name) if base else None
            if found is not None:
                at = self.base_offset(record, base) if not virtual else None
                open_ = found.public and public
                return Located(found.member, -1 if at is None else found.offset + 8 * at, open_)
        return None

    def find(self, record: Record, name: str) -> Member | None:
        """A member by its name; those of anonymous members and bases count."""
        for member in record.members:
            if member.name == name:
                return member
            if not member.name and member.type.kind == RECORD:
                found = self.find(self.record(member.type.record), name)
                if found is not None:
                    return found
        for base, _, _ in record.bases:
            found = self.find(self.record(base), name) if base else None
            if found is not None:
                return found
        return None

    def arguments(self, record: Record) -> tuple[TypeRef, ...]:
        """The types that are arguments of the template of which a class is an instance."""
        kind = self._cursors[record.key].type.get_canonical()
        given = (kind.get_template_argument_type(at) for at in range(kind.get_num_template_arguments()))
        return tuple(self._type_ref(each) for each in given if each.kind != TypeKind.INVALID)

    def declares(self, record: Record, name: str) -> bool:
        """Whether a class itself declares a name."""
        children = self._cursors[record.key].get_children()
        return any(each.spelling == name and each._kind_id != Kind.USING_DECLARATION for each in children)

    def returned(self, record: Record, name: str) -> str:
        """The member whose value a member function returns, where its body in the class shows that."""
        cursor = self._cursors[record.key]
        pattern = specialized_template(cursor)
        pattern._tu = cursor._tu
        places = (cursor, pattern) if pattern._kind_id not in NOWHERE else (cursor,)
        for method in (each for place in places for each in place.get_children()):
            if method._kind_id != Kind.METHOD or method.spelling != name:
                continue
            found = method.get_definition()
            body = [each for each in found.get_children() if each._kind_id == Kind.COMPOUND] if found else []
            inside = list(body[0].get_children()) if body else []
            while len(inside) == 1:
                if inside[0]._kind_id == Kind.MEMBER:
                    return str(inside[0].spelling)
                inside = list(inside[0].get_children())
        return ""

    def meanings(self, record: Record, name: str) -> int:
        """How many declarations a name may mean in a class, those of bases counted apart."""
        if self.declares(record, name):
            return 1
        inside = (each.type.record for each in record.members if not each.name and each.type.kind == RECORD)
        if any(self.meanings(self.record(key), name) for key in inside):
            return 1
        return sum(self.meanings(self.record(base), name) for base, _, _ in record.bases if base)

    def scoped(self, record: Record, name: str) -> bool:
        """Whether a class declares a constant or static member of that name."""
        for child in self._cursors[record.key].get_children():
            inside = child.get_children() if child._kind_id == Kind.ENUM else (child,)
            if any(e.spelling == name and e._kind_id in (Kind.ENUMERATOR, Kind.VARIABLE) for e in inside):
                return True
        return False

    def names(self, record: Record) -> frozenset[str]:
        """Every name that a member of the record can be reached by."""
        out = {member.name for member in record.members if member.name}
        for member in record.members:
            if not member.name and member.type.kind == RECORD:
                out |= self.names(self.record(member.type.record))
        for base, _, _ in record.bases:
            if base:
                out |= self.names(self.record(base))
        return frozenset(out)

    def defined_in(self, parsed: Parsed, file: str | None) -> list[str]:
        """The keys of all records that a file defines, in its order, nested and unnamed ones left out.

        Without a file those of the source and of all headers that are not the system's.
        """
        out: list[str] = []
        self._define(parsed.root, file, out)
        return out

    def _define(self, around: Any, file: str | None, out: list[str]) -> None:
        for child in around.get_children():
            kind = child._kind_id
            place = child.location
            other = place.file is None or (file is not None and place.file.name != file)
            if other or (file is None and LIB.clang_Location_isInSystemHeader(place)):
                if kind not in (Kind.NAMESPACE, Kind.LINKAGE):
                    continue
            if kind in (Kind.STRUCT, Kind.CLASS, Kind.UNION):
                if child.is_definition():
                    ref = self._type_ref(child.type)
                    if ref.kind == RECORD and ref.record not in out and self.record(ref.record).spelling:
                        out.append(ref.record)
            elif kind in (Kind.NAMESPACE, Kind.LINKAGE, Kind.UNEXPOSED_DECL):
                self._define(child, file, out)

    def _read(self, key: str) -> Record:
        cursor = self._cursors[key]
        kind = cursor.type
        members = tuple(self._member(field) for field in kind.get_fields())
        bases: list[tuple[str, bool, bool]] = []
        virtual = takes_address = False
        access: set[Any] = {field.access_specifier for field in kind.get_fields()}
        for child in cursor.get_children():
            if child._kind_id == Kind.BASE:
                base = self._type_ref(child.type)
                public = child.access_specifier == cx.AccessSpecifier.PUBLIC
                bases.append((base.record, public, bool(LIB.clang_isVirtualBase(child))))
            elif child._kind_id in (Kind.METHOD, Kind.DESTRUCTOR):
                virtual = virtual or bool(child.is_virtual_method())
                unary = child.spelling == "operator&" and not list(child.get_arguments())
                takes_address = takes_address or unary
        shown = _bare(str(kind.get_canonical().spelling))
        unnamed = any(word in shown for word in _UNNAMED)
        named = not _BY_TYPEDEF.search(str(cursor.get_usr()))
        unseen = _has_unseen_bases(cursor) or (
            not bases and not virtual and _is_in_instance(cursor) and _has_gaps(members, kind)
        )
        return Record(
            key,
            "" if unnamed else shown,
            f"the unnamed {'union' if cursor._kind_id == Kind.UNION else 'struct'}" if unnamed else shown,
            self._place(cursor, len(cursor.spelling) if cursor.spelling and not unnamed else 1),
            kind.get_size(),
            kind.get_align(),
            cursor._kind_id == Kind.UNION,
            members,
            tuple(bases),
            virtual,
            _is_local(cursor),
            unseen,
            not self.cxx
            or (
                not bases
                and not virtual
                and not unseen
                and len(access) <= 1
                and all(map(self._is_plain, members))
            ),
            takes_address or any(self.record(base).takes_address for base, _, _ in bases if base),
            f"{_KEYWORDS[cursor._kind_id]} {shown}" if named and self.cxx else shown,
        )

    def _is_plain(self, member: Member) -> bool:
        """Whether a member leaves the layout of its class standard."""
        kind = member.type
        while kind.kind in (ARRAY, TAIL) and kind.target is not None:
            kind = kind.target
        return kind.kind != REFERENCE and (kind.kind != RECORD or self.record(kind.record).plain)

    def _member(self, field: Any) -> Member:
        kind = self._type_ref(field.type)
        declaration = field.type.get_declaration()
        anonymous = kind.kind == RECORD and bool(LIB.clang_Cursor_isAnonymousRecordDecl(declaration))
        name = "" if anonymous else str(field.spelling)
        public = field.access_specifier in (cx.AccessSpecifier.PUBLIC, cx.AccessSpecifier.INVALID)
        place = self._place(field, max(1, len(name.encode())))
        counted = ""
        if kind.kind in (POINTER, TAIL):
            found = _COUNTED_BY.search(self._declaration_text(field))
            counted = found.group(1) if found else ""
        bits = field.get_bitfield_width() if field.is_bitfield() else 0
        return Member(name, kind, int(field.get_field_offsetof()), place, bits, public, counted)

    def _place(self, cursor: Any, length: int) -> Place:
        location = cursor.location
        name = str(location.file.name) if location.file else ""
        offset = int(location.offset)
        start = self.source_offset(offset) if name == self.main else offset
        return Place(name, Span(start, start + length))

    def _declaration_text(self, field: Any) -> str:
        """A member's declaration up to its semicolon: Clang 18 drops an attribute that it cannot place."""
        file = field.location.file
        if file is None:
            return ""
        data = self.text_of(file.name)
        start = field.extent.start.offset
        end = data.find(b";", field.location.offset)
        return data[start : end if end >= 0 else start].decode("utf-8", "replace")


def _has_definition(template: Any) -> bool:
    return template is not None and template.get_definition() is not None


def _bare(spelling: str) -> str:
    """A type's spelling without the qualifiers of the type itself.

    A namespace without a name is left out: what it holds is found without it.
    """
    spelling = spelling.replace("(anonymous namespace)::", "")
    if spelling.endswith(("*", "* const", "*const", "restrict", "volatile")) and "*" in spelling:
        head, star, _ = spelling.rpartition("*")
        return head + star
    return re.sub(r"^(?:(?:const|volatile)\s+)+", "", spelling)


def _has_unseen_bases(cursor: Any) -> bool:
    """Whether the template behind an instance has bases or virtual functions: the instance shows neither."""
    template = LIB.clang_getSpecializedCursorTemplate(cursor)
    if template is None:
        return False
    template = template.get_definition() or template
    return any(
        child._kind_id == Kind.BASE
        or (child._kind_id in (Kind.METHOD, Kind.DESTRUCTOR) and child.is_virtual_method())
        for child in template.get_children()
    )


def _is_in_instance(cursor: Any) -> bool:
    """Whether a class is a template's instance or stands in one."""
    while cursor is not None and cursor._kind_id in RECORDS:
        if cursor.type.get_num_template_arguments() > 0:
            return True
        cursor = cursor.semantic_parent
    return False


def _has_gaps(members: tuple[Member, ...], kind: Any) -> bool:
    """Whether there is more in a class than its members: bases that an instance does not show."""
    end = 0
    for member in members:
        if member.offset - end >= 8 * max(1, member.type.align):
            return True
        end = max(end, member.offset + (0 if member.bit_field else 8 * member.type.size))
    rest = kind.get_size() - end // 8
    return bool(rest >= max(kind.get_align(), 2) if not members or not members[-1].bit_field else False)


def _is_local(cursor: Any) -> bool:
    """Whether a type is declared in a function, where generated functions cannot name it."""
    parent = cursor.semantic_parent
    while parent is not None and parent._kind_id != Kind.TRANSLATION_UNIT:
        if parent._kind_id in _LOCAL:
            return True
        parent = parent.semantic_parent
    return False
