# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Storage: an expression of Clang's tree -> the objects that an assignment to it changes, by C's type rules.

``s->n = 1``  ->  the member ``n`` of any struct of that type; ``*p = 1``  ->  any object of the alias class
of ``*p``; ``v.n = 1``  ->  a part of the variable ``v``. Declarations have Clang's names for them (USR),
which are the same in every source; members and alias classes have those of
:mod:`~pointerchain.translator.clang.alias_classes`.
"""

from __future__ import annotations

from typing import Any

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.alias_classes import ANY, POINTER, AliasClasses, is_scalar, meets
from pointerchain.translator.clang.conversions import CASTS, ignoring_parens_and_implicit_casts, stripped
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    FUNCTIONS,
    NOWHERE,
    PROTOTYPES,
    Binary,
    Kind,
    TypeKind,
    Unary,
    binary_kind,
    declaration_key,
    referenced_by,
    unary_kind,
    usr_of,
    without_arrays,
)
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import declared_records, is_library_class

_REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
_LEADING = (TypeKind.POINTER, *_REFERENCES)
_UNDECIDED = (TypeKind.DEPENDENT, TypeKind.UNEXPOSED, TypeKind.INVALID)


class Part(NamedTuple):
    """A scalar member: its name in all sources, and its alias class."""

    member: str
    alias: str


class Place(NamedTuple):
    """What an assignment changes."""

    variable: str = ""
    """The USR of the variable in which it lies; '' behind a pointer or reference."""
    parts: tuple[Part, ...] = ()
    """The members, those of structs in it included; none for what is no member."""
    aliases: frozenset[str] = frozenset()
    """The alias classes of what is stored."""
    root: str = ""
    """Behind a pointer: the variable that is that pointer, where it is one by itself."""
    restricted: bool = False
    """Whether that pointer is a parameter, ``restrict``."""
    derived: bool = False
    """Whether it may be a member of a class that is derived from what a pointer to a member says."""

    @property
    def plain(self) -> bool:
        """Whether only its type tells what it changes."""
        return not self.variable and not self.parts


EVERYTHING = Place(aliases=frozenset((ANY,)))


class Storage:
    """Answers for one parse."""

    def __init__(self, cxx: bool) -> None:
        self.cxx = cxx
        self.classes = AliasClasses(cxx)
        self._names: dict[int, str] = {}
        self._records: dict[int, tuple[Part, ...]] = {}

    def name(self, node: Node) -> str:
        """The USR of what a node names, or declares; '' where nothing is known."""
        target = _referred(node)
        return "" if target._kind_id in NOWHERE else self._usr(target)

    def usr(self, declaration: Node) -> str:
        """The USR of what a declaration declares."""
        return self._usr(declaration.clang_cursor)

    def _usr(self, cursor: Any) -> str:
        key = declaration_key(cursor)
        if key not in self._names:
            self._names[key] = usr_of(cursor)
        return self._names[key]

    def alias_of(self, node: Node) -> str:
        """The alias class of a scalar expression."""
        return self.classes.of(node.clang_cursor.type)

    def alias_of_pointer(self, node: Node) -> str:
        """The alias class of the pointer that an expression is; of what only holds one, that of all."""
        kind = node.clang_cursor.type.get_canonical()
        return self.classes.of(kind) if kind.kind == TypeKind.POINTER else POINTER

    def alias_of_elements(self, node: Node) -> str:
        """The alias class of what an expression, a pointer or an array, leads to."""
        kind = node.clang_cursor.type.get_canonical()
        return self.classes.of(kind.get_pointee() if kind.kind == TypeKind.POINTER else kind)

    def alias_of_declared(self, references: References, key: int) -> str:
        """The alias class of a scalar variable, by its declaration's key."""
        return self.classes.of(references.declaration(key).type)

    def member(self, references: References, key: int) -> str:
        """The name of a member, by its declaration's key."""
        return self._member(references.declaration(key))

    def member_of(self, node: Node) -> str:
        """The name of the member that an expression names; '' where it names none."""
        declared = _referred(node)
        return self._member(declared) if declared._kind_id == Kind.FIELD else ""

    def members_of(self, node: Node) -> frozenset[str]:
        """The members of the struct that an expression is, or points to, those of structs in it included.

        No class of a library has any.
        """
        of = node.clang_cursor.type.get_canonical()
        of = without_arrays(of.get_pointee().get_canonical() if of.kind == TypeKind.POINTER else of)
        if of.kind != TypeKind.RECORD or is_library_class(of):
            return frozenset()
        return frozenset(part.member for part in self.parts(of)) - {""}

    def _member(self, field: Any) -> str:
        key = declaration_key(field)
        if key not in self._names:
            self._names[key] = self.classes.member(field)
        return self._names[key]

    def is_value(self, node: Node) -> bool:
        """Whether an expression is a scalar that is kept where its name says, no array and no record."""
        kind = node.clang_cursor.type.get_canonical().kind
        return kind not in ARRAYS and kind not in (TypeKind.RECORD, TypeKind.VARIABLEARRAY)

    def is_pointer(self, node: Node) -> bool:
        """Whether an expression is a pointer."""
        return bool(node.clang_cursor.type.get_canonical().kind == TypeKind.POINTER)

    def is_of_numbers(self, node: Node, behind: bool) -> bool:
        """Whether an expression is a number, or an array of some; ``behind``: what it leads to."""
        of = node.clang_cursor.type.get_canonical()
        if behind and of.kind == TypeKind.POINTER:
            of = of.get_pointee()
        alias = self.classes.of(of)
        return alias != ANY and not meets(alias, {POINTER})

    def is_picky(self, node: Node) -> bool:
        """Whether not every pattern of bits is a value of the type: truth values, enumerations."""
        kind = node.clang_cursor.type.get_canonical().kind
        return kind in (TypeKind.BOOL, TypeKind.ENUM)

    def is_plain(self, node: Node) -> bool:
        """Whether an expression is a scalar that can be assigned to another of its type, or an array."""
        of = node.clang_cursor.type.get_canonical()
        if of.kind in ARRAYS:
            return True
        return is_scalar(of) and not of.is_const_qualified()

    def is_record(self, node: Node) -> bool:
        """Whether an expression is a struct, union or class."""
        return bool(node.clang_cursor.type.get_canonical().kind == TypeKind.RECORD)

    def place(self, node: Node) -> Place:
        """What an assignment to an expression changes."""
        of = without_arrays(node.clang_cursor.type.get_canonical())
        record = self.parts(of) if of.kind == TypeKind.RECORD else ()
        if of.kind == TypeKind.RECORD and not record:
            record = (Part("", ANY),)
        aliases = frozenset(part.alias for part in record) or frozenset((self.classes.of(of),))
        member: tuple[Part, ...] = ()
        at = node
        while True:
            kind = at.kind
            inside = [each for each in at.below if each.kind >= Kind.UNEXPOSED_EXPR]
            if kind == Kind.DECL_REF:
                declared = _referred(at)
                if declared._kind_id in NOWHERE or declared._kind_id in FUNCTIONS:
                    return EVERYTHING
                binding = declared._kind_id == Kind.UNEXPOSED_DECL
                if binding or declared.type.kind in _REFERENCES:
                    return Place("", record or member, aliases)
                return Place(self._usr(declared), record or member, aliases)
            if kind == Kind.MEMBER:
                declared = _referred(at)
                if declared._kind_id in NOWHERE:
                    return EVERYTHING
                if declared._kind_id == Kind.VARIABLE:  # a static member
                    return Place(self._usr(declared), record or member, aliases)
                if declared._kind_id != Kind.FIELD or declared.type.kind in _REFERENCES:
                    return Place("", record or member, aliases)
                if not member and not record:
                    member = self._with_union(declared, next(iter(aliases)))
                elif member:
                    member = (*member, *self._around(declared))
                if record:
                    record = (*record, *self._around(declared))
                if not inside or inside[0].type_kind == TypeKind.POINTER.value:
                    return Place("", record or member, aliases)
                at = inside[0]
            elif kind == Kind.SUBSCRIPT and inside and _is_array_behind(inside[0]):
                at = ignoring_parens_and_implicit_casts(inside[0])
            elif kind == Kind.SUBSCRIPT or (
                kind == Kind.UNARY and unary_kind(at.clang_cursor) == Unary.DEREFERENCE
            ):
                return self._through(inside, record or member, aliases)
            elif kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) and len(inside) == 1:
                at = inside[0]
            elif kind in CASTS:
                return EVERYTHING
            elif kind == Kind.BINARY and binary_kind(at.clang_cursor) in (Binary.MEMBER_OF, Binary.MEMBER_AT):
                parts = record or member or self._of_class(inside[-1], aliases)
                return Place("", parts, aliases, derived=True)  # [expr.static.cast]
            else:
                return Place("", record or member, aliases)

    def behind(self, pointer: Node) -> Place:
        """What is changed where a pointer leads, as its type says."""
        of = pointer.clang_cursor.type.get_canonical()
        if not _is_array_kind(of.kind):
            of = of.get_pointee().get_canonical()
        of = without_arrays(of)
        parts = self.parts(of) if of.kind == TypeKind.RECORD else ()
        return Place("", parts, frozenset(part.alias for part in parts) or frozenset((self.classes.of(of),)))

    def records_behind(self, node: Node) -> frozenset[str]:
        """The records to which an expression, or what it holds, leads by pointers, and those that these hold.

        They have the names that they have in all sources.
        """
        found: set[str] = set()
        waiting = [node.clang_cursor.type.get_canonical()]
        while waiting:
            of = without_arrays(waiting.pop())
            if of.kind in _LEADING:
                found |= self._records_in(of, node.parsed.tu)
            elif of.kind == TypeKind.RECORD and not is_library_class(of):
                waiting += [each.type.get_canonical() for each in of.get_fields()]
        return frozenset(found)

    def objects(self, node: Node) -> frozenset[str]:
        """What an expression is: a record, with those that it holds, by name; a scalar by its class."""
        of = without_arrays(node.clang_cursor.type.get_canonical())
        if of.kind != TypeKind.RECORD:
            return frozenset((self.classes.of(of),))
        return self._records_in(of, node.parsed.tu)

    def strips(self, cast: Node) -> frozenset[str]:
        """What a cast opens a way to that is not const: a record by its name, a scalar by its class."""
        of = stripped(cast)
        if of is None:
            return frozenset()
        record = of.kind == TypeKind.RECORD
        name = self.classes.record(of.get_declaration()) if record else self.classes.of(of)
        return frozenset((name,))

    def leads_into(self, to: Any, of: Any, tu: Any, *, strict: bool) -> bool:
        """Whether a pointer to a type may lead to an object of another type, or to a part of it."""
        to, of = without_arrays(to), without_arrays(of.get_canonical())
        if to.kind == TypeKind.VOID or to.kind in PROTOTYPES:
            return bool(to.kind == TypeKind.VOID)
        if to.kind == TypeKind.RECORD:
            return declaration_key(to.get_declaration()) in declared_records(of, tu)
        parts = self.parts(of) if of.kind == TypeKind.RECORD else ()
        classes = {part.alias for part in parts} or {self.classes.of(of)}
        return not strict or meets(self.classes.of(to), classes)

    def holder(self, references: References, key: int) -> str:
        """The record that a member is of, by its name in all sources."""
        return self.classes.record(references.declaration(key).semantic_parent)

    def _records_in(self, of: Any, tu: Any) -> frozenset[str]:
        """The record that a type is, or leads to, and those that this holds."""
        while of.kind in (*_LEADING, *ARRAYS):
            of = (of.element_type if of.kind in ARRAYS else of.get_pointee()).get_canonical()
        return frozenset(map(self.classes.record, declared_records(of, tu).values()))

    def is_undecided(self, node: Node) -> bool:
        """Whether a template's argument decides what type an expression has."""
        return without_arrays(node.clang_cursor.type.get_canonical()).kind in _UNDECIDED

    def leads_anywhere(self, pointer: Node) -> bool:
        """Whether a pointer's type says nothing of what it points to: ``void *``, or a template's."""
        of = pointer.clang_cursor.type.get_canonical()
        if of.kind != TypeKind.POINTER:
            return of.kind in _UNDECIDED
        return without_arrays(of.get_pointee().get_canonical()).kind in (*_UNDECIDED, TypeKind.VOID)

    def _through(self, inside: list[Node], parts: tuple[Part, ...], aliases: frozenset[str]) -> Place:
        if parts or not inside:
            return Place("", parts, aliases)
        at = inside[0] if inside[0].type_kind == TypeKind.POINTER.value else inside[-1]
        at = ignoring_parens_and_implicit_casts(at)
        if at.kind != Kind.DECL_REF:
            return Place("", (), aliases)
        declared = _referred(at)
        parameter = declared._kind_id == Kind.PARAMETER
        restricted = parameter and declared.type.get_canonical().is_restrict_qualified()
        return Place("", (), aliases, self._usr(declared), bool(restricted))

    def _of_class(self, member: Node, aliases: frozenset[str]) -> tuple[Part, ...]:
        """The members, of some alias classes, to which a pointer to a member may lead."""
        kind = member.clang_cursor.type.get_canonical()
        of = kind.get_class_type().get_canonical() if kind.kind == TypeKind.MEMBERPOINTER else kind
        parts = self.parts(of) if of.kind == TypeKind.RECORD else ()
        return tuple(part for part in parts if meets(part.alias, aliases))

    def overlays_pointers(self, node: Node) -> bool:
        """Whether an expression names a pointer that is a member of a union."""
        declared = _referred(node)
        union = declared._kind_id == Kind.FIELD and declared.semantic_parent._kind_id == Kind.UNION
        return union and self.is_pointer(node)

    def overlaid(self, node: Node) -> frozenset[str]:
        """The alias classes of what lies over a member that an expression names, in unions."""
        declared = _referred(node) if node.kind == Kind.MEMBER else None
        if declared is None or declared._kind_id != Kind.FIELD:
            return frozenset()
        return frozenset(part.alias for part in self._around(declared))

    def _with_union(self, field: Any, alias: str) -> tuple[Part, ...]:
        return (Part(self._member(field), alias), *self._around(field))

    def _around(self, field: Any) -> tuple[Part, ...]:
        """The other members of the unions that a member lies in."""
        found: tuple[Part, ...] = ()
        holder = field.semantic_parent
        while holder is not None and holder._kind_id in (Kind.UNION, Kind.STRUCT, Kind.CLASS):
            if holder._kind_id == Kind.UNION:
                found += self.parts(holder.type.get_canonical())
            holder = holder.semantic_parent
        return found

    def parts(self, record: Any) -> tuple[Part, ...]:
        """The scalar members of a record type, those of the records in it, and of its bases."""
        key = declaration_key(record.get_declaration())
        if key not in self._records:
            self._records[key] = (Part("", ANY),)  # one that holds itself is none that can be read
            self._records[key] = tuple(self._parts(record))
        return self._records[key]

    def _parts(self, record: Any) -> list[Part]:
        found: list[Part] = []
        declared = record.get_declaration()
        definition = declared.get_definition()
        if definition is None:
            return [Part("", ANY)]
        for base in definition.get_children():
            if base._kind_id == Kind.BASE:
                found += self.parts(base.type.get_canonical())
        for field in record.get_fields():
            of = without_arrays(field.type.get_canonical())
            if of.kind == TypeKind.RECORD:
                found += self.parts(of)
            else:
                found.append(Part(self._member(field), self.classes.of(of)))
        return found


def leads_to_object(argument: Node) -> bool:
    """Whether a function that is given an expression could store by it: a pointer, to what is not const."""
    kind = argument.clang_cursor.type.get_canonical()
    return bool(kind.kind == TypeKind.POINTER and not kind.get_pointee().is_const_qualified())


def _referred(node: Node) -> Any:
    """What a node refers to, with the parse that it is of."""
    found = referenced_by(node.clang_cursor)
    found._tu = node.parsed.tu
    return found


def _is_array_behind(node: Node) -> bool:
    node = ignoring_parens_and_implicit_casts(node)
    if node.kind == Kind.DECL_REF and _referred(node)._kind_id == Kind.PARAMETER:
        return False  # it is a pointer, however it is declared
    return _is_array_kind(node.clang_cursor.type.get_canonical().kind)


def _is_array_kind(kind: TypeKind) -> bool:
    return kind in ARRAYS or kind == TypeKind.VARIABLEARRAY
