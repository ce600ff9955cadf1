# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Snapshot: what each node of a tree says beside its kind and place, as plain values that outlive the parse.

``s->n = 4``  ->  ``BINARY 22``, ``MEMBER 7``, ``DECL_REF 3``, ``INTEGER b"4"``: the operator, the number of
the declaration that is meant, the literal's text. Two trees are the same where kinds, shape and marks are.

A declaration has one number in all trees that share :class:`Declarations`; it is known by its place in the
source, so that the same name with another meaning is another number.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import clang.cindex as cx

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang.libclang import (
    FUNCTIONS,
    MACRO_BIT,
    NOWHERE,
    RECORDS,
    Kind,
    RawCursor,
    RawLocation,
    RawType,
    children_of,
    constant_value,
    cursor_of,
    function,
    raw_binary,
    raw_canonical,
    raw_canonical_type,
    raw_file_location,
    raw_is_const,
    raw_location,
    raw_referenced,
    raw_type,
    raw_unary,
)
from pointerchain.translator.clang.tree import FOREIGN, MACRO, Tree

_result = function("clang_getCursorResultType", RawType, RawCursor)
_pointee = function("clang_getPointeeType", RawType, RawType)
_element = function("clang_getArrayElementType", RawType, RawType)
_declaration = function("clang_getTypeDeclaration", RawCursor, RawType)
_is_volatile = function("clang_isVolatileQualifiedType", ctypes.c_uint, RawType)
_is_plain = function("clang_isPODType", ctypes.c_uint, RawType)
_template = function("clang_getSpecializedCursorTemplate", RawCursor, RawCursor)
_overloads = function("clang_getNumOverloadedDecls", ctypes.c_uint, RawCursor)
_overload = function("clang_getOverloadedDecl", RawCursor, RawCursor, ctypes.c_uint)
_argument_type = function("clang_getArgType", RawType, RawType, ctypes.c_uint)
_is_bit_field = function("clang_Cursor_isBitField", ctypes.c_uint, RawCursor)
_is_mutable = function("clang_CXXField_isMutable", ctypes.c_uint, RawCursor)
_location = function("clang_getCursorLocation", cx.SourceLocation, RawCursor)
_is_in_system_header = function("clang_Location_isInSystemHeader", ctypes.c_int, cx.SourceLocation)
_storage = function("clang_Cursor_getStorageClass", ctypes.c_int, RawCursor)
_parent = function("clang_getCursorSemanticParent", RawCursor, RawCursor)
_spelling = function("clang_getCursorSpelling", cx._CXString, RawCursor)
_shown = function("clang_getCursorDisplayName", cx._CXString, RawCursor)
_type_spelling = function("clang_getTypeSpelling", cx._CXString, RawType)
_file_name = function("clang_getFileName", cx._CXString, ctypes.c_void_p)

ATOMIC, POINTER, RECORD, LVALUE_REFERENCE, RVALUE_REFERENCE, AUTO, DEPENDENT, UNEXPOSED = (
    177,
    101,
    105,
    103,
    104,
    118,
    26,
    1,
)
_BOUND = (LVALUE_REFERENCE, RVALUE_REFERENCE)
_ARRAYS = frozenset((112, 114, 115, 116))
VARIABLE_REF, OVERLOADED_REF, ANY_DECLARATION = Kind.VARIABLE_REF, Kind.OVERLOADED_REF, Kind.UNEXPOSED_DECL
LITERALS = frozenset(
    (
        *(Kind.INTEGER, Kind.FLOATING, Kind.IMAGINARY, Kind.STRING, Kind.CHARACTER),
        *(Kind.BOOLEAN, Kind.NULLPTR, Kind.SIZEOF),
    )
)
CASTS = frozenset(
    (Kind.C_CAST, Kind.STATIC_CAST, Kind.DYNAMIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST)
) | {Kind.FUNCTIONAL_CAST}
_REFERENCES = frozenset((*range(43, 51), Kind.DECL_REF, Kind.MEMBER))
_TYPED = CASTS | {Kind.COMPOUND_LITERAL, Kind.NEW, Kind.VARIABLE, Kind.PARAMETER}
_QUALIFIER = lazy_pattern(r"\b(?:const|restrict|__restrict)\b\s*")
_COLUMN = lazy_pattern(r":\d+\)")
_VARIABLES = (Kind.VARIABLE, Kind.PARAMETER)
_LAST_WORD = lazy_pattern(rb"~?[A-Za-z_$\x80-\xff][\w$\x80-\xff]*\Z")
_CALLED = FUNCTIONS | {23}  # and a conversion
_CONTAINERS = ("vector", "array", "span")
_BLANKS = lazy_pattern(r"\s*([^\w\s])\s*")


def _text(of: Any) -> str:
    return str(cx._CXString.from_result(of, None, None))


def plain(spelling: str) -> str:
    """A type's text without qualifiers, columns and the text of variable lengths.

    ``const`` is left out because a local may add it to what a pointer points to; where that chooses
    another function, the reference to the function shows it.
    """
    out = _QUALIFIER.sub("", _without_lengths(_COLUMN.sub(")", spelling)))
    return _BLANKS.sub(r"\1", out).strip()


def _without_lengths(spelling: str) -> str:
    """``int[2][s->n[1] % 3]`` as ``int[2][]``."""
    if "[" not in spelling:
        return spelling
    out, depth, opened = "", 0, 0
    for at, char in enumerate(spelling):
        if char == "[":
            opened = opened if depth else at
            depth += 1
        elif char == "]" and depth:
            depth -= 1
            if depth == 0:
                length = spelling[opened : at + 1]
                out += length if length[1:-1].isdigit() else "[]"
        elif not depth:
            out += char
    return out


class Declarations:
    """The numbers of declarations, by what they are in the source; shared by the trees that are compared."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self.names: list[str] = [""]
        self.kinds: list[int] = [0]

    def number(self, key: tuple[object, ...], name: str, kind: int) -> int:
        """The number of a declaration; the same key has the same number."""
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.names)
            self.names.append(name)
            self.kinds.append(kind)
        return found


class TypeOf(NamedTuple):
    """What is asked of an expression's or variable's type."""

    text: str
    """The canonical type, as :func:`plain` has it."""
    kind: int
    const: bool
    volatile: bool
    """Or atomic: each access counts."""
    dependent: bool
    raw: Any

    @property
    def reference(self) -> bool:
        """Whether a variable of it is bound, not copied to."""
        return self.kind in _BOUND

    @property
    def array(self) -> bool:
        """Whether it is an array."""
        return self.kind in _ARRAYS


_NO_TYPE = TypeOf("", 0, False, False, False, None)


class Snapshot:
    """A tree with a mark for each node. The lists stay when the parse is gone, later answers need it."""

    def __init__(
        self, tree: Tree, data: bytes, back: Callable[[int], int], declared: Declarations, cxx: bool
    ) -> None:
        """``back`` leads from the tree's text to the source, or to -1 where the source has no such text."""
        self.kinds, self.starts, self.ends = tree.kinds, tree.starts, tree.ends
        self.parents, self.after, self.flags = tree.parents, tree.after, tree.flags
        self.tree, self.data, self.back, self.declared, self.cxx = tree, data, back, declared, cxx
        self.shape = [index - above for index, above in enumerate(tree.parents)]
        """How far before each node its parent is: equal for equal subtrees."""
        self._known: dict[int, int] = {}
        self._declarations: dict[int, Any] = {}
        self._types: dict[int, TypeOf] = {}
        self._files: dict[int, str] = {}
        self.marks: list[object] = [None] * len(tree.kinds)
        self._mark()

    def _mark(self) -> None:
        marks, kinds, raws, after, flags = self.marks, self.kinds, self.tree.raws, self.after, self.flags
        known, referenced, data = self._known, raw_referenced, self.data
        starts, ends = self.starts, self.ends
        binary, unary, call = Kind.BINARY, Kind.UNARY, Kind.CALL
        references = _REFERENCES | {Kind.CALL} if self.cxx else _REFERENCES
        for index in range(1, len(kinds)):
            kind = kinds[index]
            if kind == 100 or kind >= 200:
                if kind == Kind.LABEL:
                    marks[index] = _text(_spelling(raws[index]))
            elif kind in references:
                target = referenced(raws[index])
                key = target.b
                if key < 2:
                    key = target.a
                found = known.get(key)
                if kind == call and key and target.kind not in _CALLED:
                    continue  # a pointer to a function, which the callee's own node names
                marks[index] = self._identify(key, target, index) if found is None else found
            elif kind == binary or kind == Kind.COMPOUND_ASSIGN:
                marks[index] = raw_binary(raws[index])
            elif kind == unary:
                marks[index] = raw_unary(raws[index])
            elif kind in LITERALS:
                if after[index] == index + 1:
                    if not flags[index] & (MACRO | FOREIGN):
                        text = data[starts[index] : ends[index]]
                        # the one that a postfix '++' of a class is given has the operand's text
                        marks[index] = text if kind != Kind.INTEGER or text[:1].isdigit() else b""
                    elif kind == 109:
                        marks[index] = _text(_spelling(raws[index]))
            elif kind in _TYPED:
                marks[index] = self.type(index).text

    # --- declarations -------------------------------------------------------------------------------

    def _identify(self, key: int, target: Any, index: int) -> object:
        """The number of what a reference means; its own name where that is open."""
        reference, kind = self.tree.raws[index], target.kind
        if not key or kind in (0, 70, 71, 72, 73) or kind == OVERLOADED_REF:
            name = _text(_spelling(reference))
            return name or (self._word(index) if reference.kind == Kind.MEMBER else None)
        number = self._known[key] = self._number(target)
        self._declarations.setdefault(number, target)
        return number

    def _word(self, index: int) -> str:
        """The name in a template's member expression, of which Clang knows no more than the text."""
        text = b"".join(self.text(index).split())
        word = _LAST_WORD.search(text)
        return (word.group() if word else text).decode("utf-8", "replace")

    def _number(self, cursor: Any) -> int:
        cursor = raw_canonical(cursor)
        place = raw_location(cursor)
        # a variable's place says it all; functions that Clang makes stand at their class's name
        plain_ = cursor.kind in _VARIABLES and not place.at & MACRO_BIT
        name = "" if plain_ else _COLUMN.sub(")", _text(_shown(cursor)))
        where: tuple[object, ...] = ("", place.at)
        offset = place.at - self.tree.parsed.base if self.tree.parsed else 0
        if place.at and not place.at & MACRO_BIT and 0 <= offset <= len(self.data):
            where = self._here(offset)
        elif place.at:
            where = self._elsewhere(place)
        return self.declared.number((*where, cursor.kind, name), name, cursor.kind)

    def _here(self, offset: int) -> tuple[str, int]:
        """Where a declaration of the parsed text stands: in the source, or in what was added to it."""
        source = self.back(offset)
        return ("new", offset) if source < 0 else ("source", source)

    def _elsewhere(self, place: Any) -> tuple[object, ...]:
        """Where a declaration of another file, or of a macro's text, stands."""
        file, found = ctypes.c_void_p(), ctypes.c_uint()
        raw_file_location(
            RawLocation(place.p, place.q, place.at), ctypes.byref(file), None, None, ctypes.byref(found)
        )
        parsed = self.tree.parsed
        if parsed is not None and file.value == parsed.file_pointer:
            return self._here(found.value)
        pointer = file.value or 0
        if pointer not in self._files:
            self._files[pointer] = _text(_file_name(pointer)) if pointer else ""
        return (self._files[pointer], found.value)

    def own_field(self, this: int, name: str) -> int | None:
        """The number of a member of the class that ``this`` points to, which is a template's own."""
        parsed = self.tree.parsed
        assert parsed is not None
        record = _declaration(_pointee(raw_type(self.tree.raws[this])))
        for child in children_of(cursor_of(record, parsed.tu), parsed.tu):
            if child._kind_id == Kind.FIELD and child.spelling == name:
                return self._number(RawCursor.from_buffer_copy(child))
        return None

    def number_of(self, index: int) -> int:
        """The number of the declaration that a node is."""
        return self._number(self.tree.raws[index])

    def is_added(self, index: int) -> bool:
        """Whether a node begins in text that the source does not have; included text does not."""
        return not self.flags[index] & FOREIGN and self.back(self.starts[index]) < 0

    def name_place(self, index: int) -> int:
        """Where a declaration's name stands in the parsed text."""
        parsed = self.tree.parsed
        return int(raw_location(self.tree.raws[index]).at) - (parsed.base if parsed else 0)

    def name(self, index: int) -> str:
        """The spelling of a node."""
        return _text(_spelling(self.tree.raws[index]))

    def called(self, index: int) -> str:
        """The name of the function that a reference or call means, without its parameters."""
        mark = self.marks[index]
        name = self.declared.names[mark] if isinstance(mark, int) else str(mark or "")
        return name.partition("(")[0].removesuffix("<>")

    def constructs(self, index: int) -> bool:
        """Whether a call makes an object."""
        mark = self.marks[index]
        return isinstance(mark, int) and self.declared.kinds[mark] == Kind.CONSTRUCTOR

    def is_copy(self, index: int) -> bool:
        """Whether a call makes an object from one other."""
        constructs = self.constructs(index)
        return constructs and self.after[index] > index + 1 and self.after[index + 1] == self.after[index]

    def is_bit_field(self, number: object) -> bool:
        """Whether a declaration that was met is a bit-field."""
        cursor = self._declarations.get(number) if isinstance(number, int) else None
        return cursor is not None and cursor.kind == Kind.FIELD and bool(_is_bit_field(cursor))

    def fields(self, index: int) -> list[int]:
        """The numbers of the members of an expression's class, in order."""
        parsed = self.tree.parsed
        assert parsed is not None
        record = cursor_of(_declaration(self.type(index).raw), parsed.tu)
        members = (child for child in children_of(record, parsed.tu) if child._kind_id == Kind.FIELD)
        return [self._number(RawCursor.from_buffer_copy(each)) for each in members]

    def bound_outside(self) -> dict[object, object]:
        """By the numbers of references: the variable that each is bound to, be it outside the tree."""
        found: dict[object, object] = {}
        for number in list(self._declarations):
            target = self._bound(self._declarations[number], 0)
            if target is not None:
                found[number] = self._number(target)
        return found

    def _bound(self, raw: Any, depth: int) -> Any:
        """The variable that a reference's definition names; None for what is no such reference."""
        parsed = self.tree.parsed
        if raw.kind != Kind.VARIABLE or raw_type(raw).kind not in _BOUND or parsed is None or depth > 8:
            return None
        cursor = cursor_of(raw, parsed.tu)
        inside = children_of(cursor.get_definition() or cursor, parsed.tu)
        while True:
            values = [each for each in inside if each._kind_id >= Kind.UNEXPOSED_EXPR]
            if len(values) != 1 or values[0]._kind_id not in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.DECL_REF):
                return None
            if values[0]._kind_id == Kind.DECL_REF:
                target = raw_referenced(RawCursor.from_buffer_copy(values[0]))
                further = self._bound(target, depth + 1)
                return further if further is not None else target
            inside = children_of(values[0], parsed.tu)

    def union_branches(self, number: object) -> dict[int, int]:
        """Per union that a member lies in, maybe through structs without a name: the branch it is of."""
        out: dict[int, int] = {}
        cursor = self._declarations.get(number) if isinstance(number, int) else None
        while cursor is not None and cursor.kind in (*RECORDS, Kind.FIELD):
            holder = _parent(cursor)
            if holder.kind == Kind.UNION:
                out[holder.a] = cursor.a
            cursor = holder
        return out

    def is_anonymous(self, number: object) -> bool:
        """Whether a member has no name of its own."""
        return isinstance(number, int) and (
            not self.declared.names[number] or "(anonymous" in self.declared.names[number]
        )

    # --- types --------------------------------------------------------------------------------------

    def type(self, index: int) -> TypeOf:
        """The type of an expression or variable."""
        return self._fact(raw_type(self.tree.raws[index]))

    def declared_type(self, index: int) -> str:
        """A variable's type as the source spells it."""
        return _text(_type_spelling(raw_type(self.tree.raws[index])))

    def result(self, index: int) -> TypeOf:
        """What a function returns."""
        return self._fact(_result(self.tree.raws[index]))

    def element(self, of: TypeOf) -> TypeOf:
        """The type of an array's elements."""
        return self._fact(_element(of.raw))

    def pointee(self, of: TypeOf) -> TypeOf:
        """What a pointer or reference leads to."""
        return self._fact(_pointee(of.raw))

    def _fact(self, raw: Any) -> TypeOf:
        known = self._types.get(raw.a)
        if known is None:
            canonical = raw_canonical_type(raw)
            if not canonical.kind:
                return _NO_TYPE
            spelled = _text(_type_spelling(canonical))
            dependent = canonical.kind in (UNEXPOSED, DEPENDENT, AUTO) or "<dependent" in spelled
            known = self._types[raw.a] = TypeOf(
                plain(spelled),
                canonical.kind,
                bool(raw_is_const(canonical)),
                bool(_is_volatile(canonical)) or canonical.kind == ATOMIC,
                dependent,
                canonical,
            )
        return known

    def has_mutable(self, of: TypeOf) -> bool:
        """Whether a class has a member that a const object may change, maybe deep inside."""
        return of.kind == RECORD and self._any_member(
            of.raw, lambda child: child.kind == Kind.FIELD and bool(_is_mutable(child))
        )

    def holds_reference(self, of: TypeOf) -> bool:
        """Whether a class has a member that is bound to what it is made from, maybe deep inside."""
        return of.kind == RECORD and self._any_member(
            of.raw,
            lambda child: child.kind == Kind.FIELD and raw_canonical_type(raw_type(child)).kind in _BOUND,
        )

    def is_plain(self, of: TypeOf) -> bool:
        """Whether a class is plain data, whose objects are what they hold."""
        return of.kind == RECORD and bool(_is_plain(of.raw))

    def may_bind(self, call: int, argument: int) -> bool:
        """Whether a call could bind a reference to an argument: not if all functions of the name copy it.

        A template leaves open which function it is; the ones that are seen there are looked at.
        """
        inside = self.children(call)
        callee = self.peeled(inside[0])
        seen = self.after[callee] - 1
        if self.marks[call] is not None or callee == argument or self.kinds[seen] != OVERLOADED_REF:
            return True
        raw, place = self.tree.raws[seen], inside.index(argument) - 1
        for which in range(_overloads(raw)):
            function_ = _overload(raw, which)
            if function_.kind != Kind.FUNCTION:
                return True
            given = _argument_type(raw_type(function_), place)
            if not given.kind or raw_canonical_type(given).kind in _BOUND:
                return True
        return False

    def has_destructor(self, index: int) -> bool:
        """Whether the end of an automatic variable's life may run code of the program's."""
        of = self.type(index)
        while of.array:
            of = self.element(of)
        if of.kind != RECORD or _is_plain(of.raw):
            return False
        return self._any_member(of.raw, lambda child: child.kind == Kind.DESTRUCTOR)

    def is_library(self, index: int) -> bool:
        """Whether the class of an expression, or the template that it is of, is of a system header."""
        declared = _declaration(raw_canonical_type(raw_type(self.tree.raws[index])))
        return declared.kind not in NOWHERE and bool(_is_in_system_header(_location(declared)))

    def is_container(self, index: int) -> bool:
        """Whether an expression is a ``std::vector``, ``array`` or ``span`` of a system header."""
        declared = _declaration(raw_canonical_type(raw_type(self.tree.raws[index])))
        if declared.kind in NOWHERE or _text(_spelling(declared)) not in _CONTAINERS:
            return False
        around = _parent(declared)
        while around.kind == Kind.NAMESPACE and _parent(around).kind == Kind.NAMESPACE:
            around = _parent(around)  # 'std::__1' and its kind
        within = around.kind == Kind.NAMESPACE and _text(_spelling(around)) == "std"
        return within and bool(_is_in_system_header(_location(declared)))

    def is_automatic(self, index: int) -> bool:
        """Whether a variable lives in its block only: not static, not extern."""
        return int(_storage(self.tree.raws[index])) not in (2, 3)

    def _any_member(self, raw: Any, wanted: Callable[[Any], bool], depth: int = 0) -> bool:
        parsed = self.tree.parsed
        assert parsed is not None
        record = _declaration(raw)
        pattern = _template(record)
        # an instance shows no members, the template that it is of does
        shown = pattern if pattern.kind not in (0, 70, 71, 72) else record
        for child in children_of(cursor_of(shown, parsed.tu), parsed.tu):
            member = RawCursor.from_buffer_copy(child)
            if wanted(member):
                return True
            if member.kind in (Kind.FIELD, Kind.BASE) and depth < 8:
                inner = raw_canonical_type(raw_type(member))
                while inner.kind in _ARRAYS:
                    inner = raw_canonical_type(_element(inner))
                if inner.kind == RECORD and self._any_member(inner, wanted, depth + 1):
                    return True
        return False

    # --- values and text -----------------------------------------------------------------------------

    def constant(self, index: int) -> int | None:
        """The value of a constant expression."""
        parsed = self.tree.parsed
        assert parsed is not None
        return constant_value(cursor_of(self.tree.raws[index], parsed.tu))

    def text(self, index: int) -> bytes:
        """The text of a node."""
        return self.data[self.starts[index] : self.ends[index]]

    def children(self, index: int) -> list[int]:
        """The places of a node's children."""
        out, at, after = [], index + 1, self.after
        end = after[index]
        while at < end:
            out.append(at)
            at = after[at]
        return out

    def peeled(self, index: int) -> int:
        """A node without the parentheses and conversions around it that Clang makes."""
        kinds, after = self.kinds, self.after
        while kinds[index] == Kind.UNEXPOSED_EXPR or kinds[index] == Kind.PAREN:
            if index + 1 >= after[index] or after[index + 1] != after[index]:
                break
            index += 1
        return index

    def unpeeled(self, index: int) -> int:
        """A node with the parentheses and conversions around it that Clang makes."""
        kinds, parents, after = self.kinds, self.parents, self.after
        while kinds[parents[index]] in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
            if index != parents[index] + 1 or after[index] != after[parents[index]]:
                break
            index = parents[index]
        return index

    def freeze(self) -> None:
        """Let go of what the parse owns."""
        self._declarations.clear()
        self._types.clear()
