# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Actions: one expression or statement -> what it does to objects, without what is in it and what it calls.

``s->n = m``  ->  stores ``n``. Objects are told apart by the members and the variables that name them:
``s->n`` is the ``n`` of any ``struct sim``. What only a function's own variables hold does not count.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pointerchain.translator.clang.alias_classes import ANY, AliasClasses
from pointerchain.translator.clang.conversions import (
    CASTS,
    decays,
    forgets,
    is_array,
    is_system,
    puns,
    stripped,
)
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    FUNCTIONS,
    INCREMENTS,
    Binary,
    Kind,
    TypeKind,
    Unary,
    binary_kind,
    children_of,
    expressions_of,
    hides_first,
    raw_of,
    referenced_by,
    unary_kind,
    without_arrays,
)
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.types import plain

TRANSPARENT = (Kind.PAREN, Kind.UNEXPOSED_EXPR, *CASTS)
REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
_OBJECTS = (Kind.DECL_REF, Kind.MEMBER, Kind.UNARY, Kind.SUBSCRIPT, Kind.PAREN, Kind.CALL)
_OPERATORS = (Kind.UNARY, Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.SUBSCRIPT)

FIRST = "what a 'switch' or a loop over a range begins with"
"""What may do anything where libclang leaves the first statement out."""


class Effect(NamedTuple):
    """What a function and all that it calls do to objects that are not its own."""

    stores: frozenset[int] = frozenset()
    """The members, and the variables that last, that are assigned."""
    exposes: frozenset[int] = frozenset()
    """Those whose address is taken or to which a reference is bound."""
    reads: frozenset[int] = frozenset()
    through: frozenset[str] = frozenset()
    """The alias classes of what is stored by a plain pointer or reference: ``*p = 1``, ``p[i] = 1``."""
    keeps: frozenset[str] = frozenset()
    """The structs to which pointers are stored where they outlive the call."""
    unseen: frozenset[str] = frozenset()
    """What may do anything: functions without a body, what a pointer or a template's argument decides."""
    pure: frozenset[str] = frozenset()
    """Functions without a body that may read anything, and store nothing."""
    strips: frozenset[str] = frozenset()
    """The types of objects to which a cast gives a way that is not const, '' for any."""

    @property
    def changes(self) -> frozenset[int]:
        """What is stored or may be by an address."""
        return self.stores | self.exposes

    def __or__(self, other: object) -> Effect:
        """Both, one after the other."""
        assert isinstance(other, Effect)
        return Effect(
            self.stores | other.stores,
            self.exposes | other.exposes,
            self.reads | other.reads,
            self.through | other.through,
            self.keeps | other.keeps,
            self.unseen | other.unseen,
            self.pure | other.pure,
            self.strips | other.strips,
        )


NOTHING = Effect()


def unseen(name: str) -> Effect:
    """What a function does that is not seen."""
    return Effect(unseen=frozenset((name or "a function",)))


class Actions:
    """Answers for one parse; declarations have the numbers that :class:`References` gives them."""

    def __init__(self, references: References, cxx: bool) -> None:
        self.references, self.tu = references, references.parsed.tu
        self._classes = AliasClasses(cxx)

    def does(self, cursor: Any, below: list[Any]) -> Effect:
        """What one expression or statement does, without what is in it."""
        kind = cursor._kind_id
        if kind == Kind.ASM:
            found = unseen("asm")
            for each in expressions_of(cursor, self.tu):  # any operand may be an output
                found |= self.stored(each)
            return found
        if kind in (Kind.SWITCH, Kind.FOR_RANGE) and hides_first(kind, cursor.data[1]):
            return unseen(FIRST)
        if kind == Kind.NEW and cursor.type.get_pointee().get_canonical().kind == TypeKind.DEPENDENT:
            return unseen("new")
        operands = [each for each in below if each._kind_id >= Kind.UNEXPOSED_EXPR]
        out = NOTHING
        if kind == Kind.VARIABLE:
            out = self._declares(cursor)
        if (kind in CASTS or kind == Kind.UNEXPOSED_EXPR) and puns(cursor, below):
            out = unseen("a cast") | self._punned(operands[-1])
        elif (kind in CASTS or kind == Kind.UNEXPOSED_EXPR) and forgets(cursor) and operands:
            out = self._punned(operands[-1])
        if kind in CASTS and operands:
            out |= Effect(strips=stripped(cursor.type, operands[-1].type))
        if kind == Kind.UNEXPOSED_DECL and any(each._kind_id == kind for each in below) and operands:
            bound = frozenset(self.members(operands[0].type.get_canonical()))
            return unseen("a structured binding") | Effect(exposes=bound, reads=bound)
        if kind == Kind.NEW and any(each.type.get_canonical().kind == TypeKind.POINTER for each in operands):
            to = cursor.type.get_canonical().get_pointee().get_canonical()  # maybe at a place that is given
            out |= Effect(stores=frozenset(self.members(to)), through=frozenset((self.alias_class(to),)))
        if kind == Kind.MEMBER or kind == Kind.DECL_REF:
            out = self._names(cursor)
        if not operands:
            return out
        if kind in _OPERATORS and any(_is_dependent(each.type) for each in operands):
            out |= unseen("a template's operator")
        for each in operands if kind != Kind.SUBSCRIPT else ():
            listed = kind == Kind.INIT_LIST and each.type.get_canonical().kind in ARRAYS
            if listed or decays(each, self.tu):
                out |= self.exposed(each)  # its address goes on
        for each in operands if kind not in (Kind.MEMBER, Kind.PAREN) else ():
            if each._kind_id in _OBJECTS and each.type.get_canonical().kind == TypeKind.RECORD:
                out |= Effect(reads=frozenset(self.members(each.type.get_canonical())))
        for each in assigned_by(cursor, below):
            out |= self.stored(each) | self._kept(each)
        if kind == Kind.UNARY and unary_kind(cursor) == Unary.ADDRESS_OF:
            return out | self.exposed(operands[0])
        return out

    def _punned(self, value: Any) -> Effect:
        """What a converted pointer may be used to store: any member of its struct."""
        while value._kind_id in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
            inner = expressions_of(value, self.tu)
            if len(inner) != 1:
                break
            value = inner[0]
        inner = expressions_of(value, self.tu)
        if value._kind_id == Kind.UNARY and inner and self.is_own(inner[0]):
            return NOTHING
        members = frozenset(self.members(value.type.get_canonical().get_pointee().get_canonical()))
        return Effect(exposes=members, reads=members) if members else NOTHING

    def _declares(self, variable: Any) -> Effect:
        """A local variable: a reference may be used to store, an attribute may say that something runs."""
        kind = variable.type.get_canonical()
        if kind.kind in REFERENCES and not kind.get_pointee().is_const_qualified():
            inside = expressions_of(variable, self.tu)
            return self.exposed(inside[-1]) if inside else NOTHING
        return unseen("an attribute") if is_attributed(variable, self.tu) else NOTHING

    def _names(self, cursor: Any) -> Effect:
        """A member or variable that is named counts as read, whatever is done with it."""
        target = self.references.known(raw_of(referenced_by(cursor)))
        if target is None:
            return unseen("a template") if cursor._kind_id == Kind.MEMBER else NOTHING
        if cursor._kind_id == Kind.MEMBER and cursor.type.get_canonical().kind == TypeKind.POINTER:
            if referred(cursor).semantic_parent._kind_id == Kind.UNION:
                return unseen("a union") | Effect(reads=frozenset((target.key,)))
        if cursor._kind_id == Kind.MEMBER and target.kind in FUNCTIONS:
            return NOTHING
        lasting = cursor._kind_id == Kind.MEMBER or self.references.fact(target.key).lasting
        keys = {target.key} if lasting else set()
        return Effect(reads=frozenset(keys)) if keys else NOTHING

    def exposed(self, cursor: Any) -> Effect:
        """What may be stored where an object's address goes: of a struct the members are named there."""
        if cursor.type.get_canonical().kind == TypeKind.RECORD:
            return NOTHING
        found = self.stored(cursor)
        return found._replace(stores=frozenset(), exposes=found.stores | found.exposes)

    def stored(self, cursor: Any) -> Effect:
        """What is stored where an expression is assigned."""
        kind = cursor._kind_id
        inside = expressions_of(cursor, self.tu)
        if kind in TRANSPARENT and inside:
            return self.stored(inside[-1])
        if kind == Kind.CONDITIONAL and len(inside) == 3:
            return self.stored(inside[1]) | self.stored(inside[2])
        if kind == Kind.BINARY and binary_kind(cursor) in (Binary.MEMBER_OF, Binary.MEMBER_AT):
            of = inside[-1].type.get_canonical().get_class_type().get_canonical()
            members = frozenset(self.members(of))
            return unseen("a pointer to a member") | Effect(stores=members)
        if kind == Kind.BINARY and inside:
            return self.stored(inside[-1])
        if kind == Kind.STRING or self.is_own(cursor):
            return NOTHING
        whole = Effect(stores=frozenset(self.members(cursor.type.get_canonical())))
        target = self.references.known(raw_of(referenced_by(cursor)))
        if kind == Kind.DECL_REF:
            return whole | self._variable(cursor, target)
        if kind == Kind.MEMBER and target is not None:
            direct = bool(inside) and inside[0].type.get_canonical().kind != TypeKind.POINTER
            if target.kind in FUNCTIONS:
                return self.stored(inside[0]) if direct else NOTHING
            if referred(cursor).type.kind in REFERENCES:
                return whole | Effect(through=frozenset((self.alias_class(cursor.type),)))
            return whole | Effect(stores=frozenset((target.key,)))
        if kind == Kind.SUBSCRIPT and inside and is_array(inside[0], self.tu):
            return whole | self.stored(inside[0])
        return whole | Effect(through=frozenset((self.alias_class(cursor.type),)))

    def _variable(self, cursor: Any, target: Any) -> Effect:
        if target is None or target.kind in FUNCTIONS:
            return NOTHING
        if self.references.fact(target.key).lasting:
            return Effect(stores=frozenset((target.key,)))
        if referred(cursor).type.kind in REFERENCES:
            return Effect(through=frozenset((self.alias_class(cursor.type),)))
        return NOTHING

    def is_own(self, cursor: Any) -> bool:
        """Whether an expression is, or lies in, a variable of the function itself."""
        while True:
            kind = cursor._kind_id
            inside = expressions_of(cursor, self.tu)
            if kind == Kind.DECL_REF:
                target = referred(cursor)
                known = self.references.known(raw_of(target))
                lasts = known is None or self.references.fact(known.key).lasting
                return not lasts and target.type.kind not in REFERENCES
            member = kind == Kind.MEMBER and bool(inside)
            if member and inside[0].type.get_canonical().kind == TypeKind.POINTER:
                return False
            array = kind == Kind.SUBSCRIPT and bool(inside) and is_array(inside[0], self.tu)
            if not inside or not (member or array or kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR)):
                return False
            cursor = inside[0]

    def _kept(self, target: Any) -> Effect:
        """A pointer to a struct that is stored in what is not the function's own."""
        if self.is_own(target):
            return NOTHING
        kept: set[str] = set()
        waiting = [target.type.get_canonical()]
        while waiting:
            kind = waiting.pop()
            if kind.kind == TypeKind.POINTER:
                kept.add(plain(kind.get_pointee()))
            elif kind.kind in ARRAYS:
                waiting.append(kind.element_type.get_canonical())
            elif kind.kind == TypeKind.RECORD:
                waiting += [each.type.get_canonical() for each in kind.get_fields()]
        return Effect(keeps=frozenset(kept))

    def alias_class(self, kind: Any) -> str:
        """The class of a type's objects; what may lie over anything, and a record, go by their own names.

        ``unsigned`` and an enumeration that an ``unsigned`` holds are of the class ``int``.
        """
        found = self._classes.of(kind)
        return plain(kind) if found == ANY else found

    def members(self, of: Any, depth: int = 0) -> set[int]:
        """The members of a record, those of records in it included; no class of a library has any."""
        found: set[int] = set()
        of = without_arrays(of)
        if of.kind == TypeKind.RECORD and depth < 8 and not is_system(of.get_declaration()):
            for field in of.get_fields():
                known = self.references.known(raw_of(field))
                found |= {known.key} if known is not None else set()
                found |= self.members(field.type.get_canonical(), depth + 1)
        return found


def assigned_by(cursor: Any, below: list[Any]) -> list[Any]:
    """The expression that an expression assigns, if it assigns one."""
    kind = cursor._kind_id
    changes = kind == Kind.COMPOUND_ASSIGN or (kind == Kind.BINARY and binary_kind(cursor) == Binary.ASSIGN)
    changes = changes or (kind == Kind.UNARY and unary_kind(cursor) in INCREMENTS)
    return [each for each in below if each._kind_id >= Kind.UNEXPOSED_EXPR][:1] if changes else []


def referred(cursor: Any) -> Any:
    """What a cursor refers to, with the parse that it is of."""
    found = referenced_by(cursor)
    found._tu = cursor._tu
    return found


def is_attributed(variable: Any, tu: Any) -> bool:
    """Whether a variable has an attribute that libclang does not name."""
    return any(each._kind_id == Kind.UNEXPOSED_ATTRIBUTE for each in children_of(variable, tu))


def _is_dependent(kind: Any) -> bool:
    return kind.get_canonical().kind in (TypeKind.DEPENDENT, TypeKind.UNEXPOSED)
