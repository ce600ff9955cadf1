# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Pointees: a pointer variable or member -> the objects to which the source makes it point.

``int *n = &s->n;``  ->  ``n`` leads to the member ``n``; ``char *c = (char *)p;`` where ``p`` is given a
``struct sim *``  ->  ``c`` leads to such a struct. Whatever may hold a pointer is followed as one: an array
of pointers, an integer that one is cast to, an object of the library's (``std::vector<int *>``,
``std::ref``). What nothing in the source shows is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.access import Aside
from pointerchain.analysis.callgraph import words_in
from pointerchain.analysis.environment.callers import parameters_of
from pointerchain.analysis.environment.memory import MemoryLocation, ends_of
from pointerchain.analysis.environment.source import Source
from pointerchain.analysis.library import library_function
from pointerchain.analysis.location import OUT
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_casts,
    parent_ignoring_parens_and_casts,
)
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    EXPRESSIONS,
    FUNCTIONS,
    INTEGER_TYPES,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node

_CASTS = frozenset((Kind.C_CAST, Kind.STATIC_CAST, Kind.REINTERPRET_CAST))
_NAMES = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY))
_LEADING = frozenset((POINTER_TYPE, RECORD_TYPE, *ARRAY_TYPES))
_OPERAND = lazy_pattern(rb"&([^;{}]*)")
_BODY = lazy_pattern(rb"^[ \t]*(?:#|%:)[ \t]*define\b((?:[^\n\\]|\\\r?\n|\\.)*)", re.M)
"""What a macro is defined as."""
_LAMBDA = "operator()"
"""The function that a lambda is, whichever it is."""
_STORING = frozenset(
    (Kind.VARIABLE, Kind.BINARY, Kind.INIT_LIST, Kind.CALL, Kind.RETURN, Kind.FOR_RANGE, Kind.CONSTRUCTOR)
)
_BESIDE = frozenset((Kind.BINARY, Kind.MEMBER))
_RETURNING = frozenset((*FUNCTIONS, Kind.LAMBDA))


Slot = int | str
"""A pointer variable or member by its key, ``~key`` for what such a one leads to, a function's result."""


class Target(NamedTuple):
    """What a pointer may lead to: a member or variable, a record, or what another pointer leads to."""

    kind: str
    key: Slot


OBJECT, RECORD, PART, SAME = "object", "record", "part", "same"
"""A part of a record is what a pointer to one leads to that is made one to something else."""


class PointsTo:
    """Answers for one source."""

    def __init__(self, source: Source, storage: Storage, every: Callable[[], Sequence[Aside]]) -> None:
        """``every`` gives the trees of all functions of the source, once they are needed."""
        self.source, self.storage, self.every = source, storage, every
        self._known: dict[Slot, frozenset[Target]] = {}

    def of_memory(self, memory: MemoryLocation) -> frozenset[Target]:
        """What some memory is, where the source may make pointers to it, or comes there by one."""
        found: set[Target] = set()
        for key in memory.keys if memory.path.steps else ():
            if key < 0 or self.source.references.declares_reference(key):
                found |= self.of(~key if key < 0 else key)
            elif self._is_addressed(key):
                found.add(Target(OBJECT, key))
        return frozenset(found)

    def of_keys(self, keys: Iterable[int]) -> frozenset[Target]:
        """What members and variables are, by their keys, and what pointers lead to by theirs."""
        found: set[Target] = set()
        for key in keys:
            found |= self.of(~key) if key < 0 else {Target(OBJECT, key), *self.of(key)}
        return frozenset(found)

    def is_reference(self, key: int) -> bool:
        """Whether a declaration declares a reference, also where a template's argument says so."""
        return types.refers(self.source.references.declaration(key))

    def around(self, memory: MemoryLocation) -> Iterator[Target]:
        """The records that some memory is a part of, and what lies over it in unions."""
        yield from (Target(PART, record) for record in memory.part.records)
        for key in memory.named if memory.path.steps else ():
            yield from (Target(OBJECT, other) for other in self.source.references.over(key))

    def held(self, memory: MemoryLocation) -> frozenset[Target]:
        """All that some memory is for certain or perhaps: also its record, and where that is led to from."""
        found = set(self.around(memory))
        found |= self.stored(memory.keys) if memory.path.steps else set()
        steps = memory.path.steps
        last = max((at for at, step in enumerate(steps) if step.kind in OUT), default=-1)
        for key in ends_of(memory.path._replace(steps=steps[:last])) if last >= 0 else ():
            found |= self._stored.of(key, calls=False)
        return frozenset(found)

    def stored(self, keys: Iterable[int]) -> frozenset[Target]:
        """What a store to members or variables changes, or by pointers, which may lead to other pointers."""
        found: set[Target] = set()
        for key in keys:
            if key < 0:
                found |= self.of(~key) | self.of(key)
            else:
                reference = self.is_reference(key) or self.source.references.is_binding(key)
                found |= {Target(OBJECT, key), *(self.of(key) if reference else ())}
        return frozenset(found)

    def behind(self, aside: Aside, value: Node) -> frozenset[Target]:
        """What a pointer, or an object that holds one, may lead to, whichever expression gives it."""
        found: set[Target] = set()
        for origin in self._stored.origins(aside, value):
            found |= {origin} if isinstance(origin, Target) else self.of(origin)
        return frozenset(found)

    def holders(self, aside: Aside, value: Node) -> frozenset[Target]:
        """Where what an expression gives comes from: the library's objects themselves, not what they hold."""
        found: set[Target] = set()
        for origin in self._stored.origins(aside, value):
            if isinstance(origin, Target):
                found |= {origin} | ({Target(SAME, origin.key)} if origin.kind == OBJECT else set())
            elif isinstance(origin, int) and origin >= 0 and self._stored.is_of_library(origin):
                found.add(Target(SAME, origin))
            else:
                found |= self.of(origin)
        return frozenset(found)

    def of(self, pointer: Slot) -> frozenset[Target]:
        """What a pointer may lead to."""
        if pointer not in self._known:
            self._known[pointer] = frozenset(self._stored.of(pointer))
        return self._known[pointer]

    def _is_addressed(self, key: int) -> bool:
        """Whether the source makes pointers to a variable or member; a reference needs no ``&`` for it."""
        named = self.source.references.fact(key).name in self._addressed
        return named or (self.storage.cxx and key in self._stored.objects)

    @cached_property
    def _addressed(self) -> frozenset[str]:
        """The words of what stands behind an ``&``, there or in a macro's body."""
        operands = (each[1] for each in _OPERAND.finditer(self.source.lexed.code))
        texts = (text for _, text in self.source.references.parsed.own_texts)
        bodies = (each[1] for text in texts for each in _BODY.finditer(text))
        return frozenset(word for text in (*operands, *bodies) for word in words_in(text))

    @cached_property
    def _stored(self) -> _Stored:
        return _Stored(self, self.every())


class _Stored:
    """What the source stores in pointers, and in what else may hold one."""

    def __init__(self, points_to: PointsTo, asides: Sequence[Aside]) -> None:
        self.source, self.storage = points_to.source, points_to.storage
        self.is_reference = points_to.is_reference
        self._targets: dict[Slot, set[Target]] = {}
        self._records: dict[int, frozenset[int] | None] = {}
        self._copies: dict[Slot, set[Slot]] = {}
        self._made: list[tuple[Slot, int]] = []
        """Pointers to bytes of which records are made."""
        self._around: set[int] = set()
        """Pointers by which bytes beside are reached: ``(char *)l - offsetof(struct s, l)``."""
        self._parameters: dict[str, tuple[int, ...]] = {}
        for aside in asides:
            for function in aside.tree.of_kinds(FUNCTIONS):
                self._parameters[function.name()] = parameters_of(aside, function)
        self._given = frozenset(name for aside in asides for name in self._given_in(aside))
        """The functions to which pointers may lead."""
        for aside in asides:
            for node in aside.tree.of_kinds(_STORING):
                for slot, value in self._stores(aside, node):
                    self._store(aside, slot, value)
            for cast in aside.tree.of_kinds(_CASTS):
                if cast.type_kind == POINTER_TYPE:
                    self._make(aside, cast, ignoring_parens_and_casts(cast))
            for binding in aside.tree.of_kinds(frozenset((Kind.UNEXPOSED_DECL,))):
                self._bind(aside, binding)
            for node in aside.tree.of_kinds(_BESIDE):
                self._reach_beside(aside, node)
        for slot, record in self._made:
            for target in self.of(slot):
                if target.kind in (OBJECT, SAME):
                    self._lead(target.key, Target(RECORD, record))
        self._follow_unions()
        self._follow_nested()
        for key in self._around:
            for target in self.of(key):
                if target.kind == OBJECT and isinstance(target.key, int) and self._holder(target.key):
                    self._lead(key, Target(PART, self._holder(target.key)))

    def _given_in(self, aside: Aside) -> Iterator[str]:
        """The functions of the source that are named otherwise than to be called."""
        for node in aside.tree.of_kinds(frozenset((Kind.DECL_REF,))):
            if node.name() in self._parameters:
                above = parent_ignoring_parens_and_casts(node)
                if above is None or above.kind != Kind.CALL or above.start != node.start:
                    yield node.name()

    def _bind(self, aside: Aside, binding: Node) -> None:
        """Let the names of a structured binding lead to what it takes apart: ``auto &[n, m] = *s``."""
        names = [each for each in binding.below if each.kind == Kind.UNEXPOSED_DECL]
        values = [each for each in binding.below if each.kind in EXPRESSIONS]
        for name in (aside.references.declared(each.index) for each in names if values):
            if name is None:
                continue
            bound = aside.references.binding(name)
            if bound is not None and bound[1] is not None:
                self._lead(name.key, Target(OBJECT, bound[1]))
            for origin in self.origins(aside, values[-1]):
                self._lead(name.key, origin)
            for member in filter(self._leads, aside.references.members_of(values[-1])):
                self._lead(name.key, member)

    def _reach_beside(self, aside: Aside, node: Node) -> None:
        """Note how a pointer leads to more than one object: by bytes, or by an object of the library's."""
        inside = [each for each in node.below if each.kind in EXPRESSIONS]
        if node.kind == Kind.MEMBER:
            named = aside.references.of(node.index)
            if inside and named is not None and types.is_library_type(inside[0]) and self._leads(named.key):
                for origin in self.origins(aside, inside[0]):
                    self._lead(named.key, origin)
        elif node.binary_operator in (Binary.ADD, Binary.SUBTRACT):
            for each in inside:
                if _is_bytes(each) and not _is_bytes(ignoring_parens_and_casts(each)):
                    self._around |= {key for key in self.origins(aside, each) if isinstance(key, int)}

    def _follow_nested(self) -> None:
        """Let pointers, and what leads to them, have what either is given: ``*to = &s->n``, ``**to = 4``."""
        copied: dict[Slot, set[Slot]] = {}
        for slot, origins in self._copies.items():
            for origin in origins:
                copied.setdefault(origin, set()).add(slot)
        rows = [(slot, target) for slot, targets in self._targets.items() for target in targets]
        for first, target in rows:
            pointer = target.key
            if target.kind != OBJECT or not isinstance(pointer, int) or not self._leads(pointer):
                continue
            seen, waiting = {first}, [first]
            while waiting:
                slot = waiting.pop()
                if isinstance(slot, int) and slot >= 0:
                    self._lead(~slot, pointer)
                    self._lead(pointer, ~slot)
                more = copied.get(slot, set()) - seen
                seen |= more
                waiting += more

    def _follow_unions(self) -> None:
        """Let pointers that lie over each other in a union lead to the same."""
        references = self.source.references
        keys = {key for key in (*self._targets, *self._copies) if isinstance(key, int) and key >= 0}
        for key in (each for each in keys if references.is_in_union(each)):
            for other in filter(self._leads, references.over(key)):
                self._lead(other, key)

    @cached_property
    def objects(self) -> frozenset[Slot]:
        """The variables and members to which pointers or references are made."""
        rows = (target for targets in self._targets.values() for target in targets)
        return frozenset(target.key for target in rows if target.kind == OBJECT)

    def _holder(self, key: int) -> int:
        return self.source.references.holder(key) if key >= 0 else 0

    def of(self, pointer: Slot, calls: bool = True) -> set[Target]:
        """What a pointer may lead to; without what functions return, which may be other memory each time."""
        seen, waiting = {pointer}, [pointer]
        found: set[Target] = set()
        while waiting:
            each = waiting.pop()
            if not calls and isinstance(each, str):
                continue
            found |= {Target(SAME, each), *self._targets.get(each, ())}
            more = self._copies.get(each, set()) - seen
            seen |= more
            waiting += more
        return found

    # --- stores --------------------------------------------------------------------------------------------

    def _stores(self, aside: Aside, node: Node) -> Iterator[tuple[Slot, Node]]:
        """The pointers and references that a node gives a value, with that; and what else may hold one."""
        values = [each for each in node.below if each.kind in EXPRESSIONS]
        if node.kind == Kind.VARIABLE:
            declared = aside.references.declared(node.index)
            if declared is not None and values and self._takes(declared.key, values[-1]):
                yield from ((declared.key, value) for value in _in_braces(values[-1]))
        elif node.kind == Kind.FOR_RANGE:
            variables = [each for each in node.inside if each.kind == Kind.VARIABLE]
            declared = aside.references.declared(variables[0].index) if variables else None
            if declared is not None and values:
                yield declared.key, values[0]
        elif node.kind == Kind.BINARY:
            if node.binary_operator == Binary.ASSIGN:
                yield from ((slot, values[1]) for slot in self._assigned(aside, *values))
        elif node.kind == Kind.INIT_LIST:
            if node.type_kind == RECORD_TYPE:
                members = [key for key in aside.references.members_of(node) if self._leads(key)]
                inner = [each for value in values for each in _in_braces(value)]
                yield from ((key, value) for key in members for value in inner)
        elif node.kind == Kind.CONSTRUCTOR:
            yield from _initialised(aside, node)
        elif node.kind == Kind.CALL:
            yield from self._passed(aside, node, values)
        elif values:
            around = next((each for each in node.ancestors() if each.kind in _RETURNING), None)
            if around is not None:
                yield _LAMBDA if around.kind == Kind.LAMBDA else around.name(), values[0]

    def _assigned(self, aside: Aside, target: Node, value: Node) -> Iterator[Slot]:
        """What an assignment may give a pointer."""
        pointer = target.type_kind == POINTER_TYPE
        hides = target.type_kind in INTEGER_TYPES and _is_pointer(ignoring_parens_and_casts(value))
        if not pointer and not hides:
            return
        keys = ends_of(aside.paths.of(target.index))
        yield from keys
        if not keys:
            yield from (each for each in self.origins(aside, target) if not isinstance(each, Target))

    def _passed(self, aside: Aside, call: Node, values: Sequence[Node]) -> Iterator[tuple[Slot, Node]]:
        """What a call gives parameters, or an object of the library's."""
        parameters = self._parameters.get(call.name(), ())
        declared = call.declaration()
        if declared is None or declared.kind not in FUNCTIONS:  # by a pointer
            for function in self._given:
                yield from zip(self._parameters[function], values[1:], strict=False)
            return
        if semantics.is_user_function(call):
            given = values if semantics.is_constructor(call) else values[1:]
            yield from zip(parameters, given, strict=False)
            return
        row = library_function(call.name())
        if row is not None:
            if row.moves and len(values) > 2:
                for to in self._pointers_behind(aside, values[1]):
                    for value in self._pointers_behind(aside, values[2]):
                        self._lead(to, value)
            return
        called = _object_of(call, values)
        for slot in self.origins(aside, called) if called is not None else ():
            if isinstance(slot, int) and slot >= 0 and self._leads(slot):
                yield from ((slot, value) for value in values if value is not values[0])

    def _pointers_behind(self, aside: Aside, value: Node) -> Iterator[int]:
        """The pointers to which one leads: ``&q`` to ``q``."""
        for origin in self.origins(aside, value):
            if isinstance(origin, Target):
                if origin.kind == OBJECT and isinstance(origin.key, int) and self._leads(origin.key):
                    yield origin.key
            elif isinstance(origin, int) and origin >= 0:
                yield ~origin

    def _takes(self, key: int, value: Node) -> bool:
        """Whether a variable may hold a pointer that it is initialised with."""
        hides = _is_pointer(ignoring_parens_and_casts(value)) and value.type_kind != RECORD_TYPE
        return self._leads(key) or hides

    def _leads(self, key: int) -> bool:
        """Whether a declaration declares a pointer or reference, an array of them, or what holds one.

        What is only known as what a pointer leads to may hold one.
        """
        return key < 0 or types.may_lead(self.source.references.declaration(key))

    def is_of_library(self, key: int) -> bool:
        """Whether a declaration declares an object of a class of the library's, or a reference to one."""
        return types.is_library_object(self.source.references.declaration(key))

    def _store(self, aside: Aside, slot: Slot, value: Node) -> None:
        inner = ignoring_parens_and_casts(value)
        reference = isinstance(slot, int) and slot >= 0 and self.is_reference(slot)
        if reference and inner.type_kind != POINTER_TYPE:
            keys = ends_of(aside.paths.of(inner.index)) if inner.kind != Kind.CALL else frozenset()
            for key in keys:
                self._lead(slot, Target(OBJECT, key) if key >= 0 else ~key)
                if key >= 0 and (self.is_of_library(key) or self.is_reference(key)):
                    self._lead(slot, key)
            if keys:
                return
        named = isinstance(slot, str) and value.kind in _NAMES and value.type_kind not in _LEADING
        for origin in self._of_argument(aside, value) if named else self.origins(aside, value):
            self._lead(slot, origin)  # a function that returns a reference
        if value.type_kind == POINTER_TYPE:
            self._make(aside, value, inner)

    def _lead(self, slot: Slot, origin: Target | Slot) -> None:
        if isinstance(origin, Target):
            self._targets.setdefault(slot, set()).add(origin)
            return
        self._copies.setdefault(slot, set()).add(origin)
        if isinstance(slot, int) and isinstance(origin, int) and min(slot, origin) >= 0:
            mine, its = (self._records_behind(key) for key in (slot, origin))
            if mine is not None and its is not None and mine != its:  # as bytes, or in a union
                self._targets.setdefault(slot, set()).update(Target(PART, record) for record in its)

    def _records_behind(self, key: int) -> frozenset[int] | None:
        """The records that a declared pointer leads to; None of what is no pointer, or one to anything."""
        if key not in self._records:
            self._records[key] = types.records_led_to(self.source.references.declaration(key))
        return self._records[key]

    def _make(self, aside: Aside, value: Node, inner: Node) -> None:
        """Note the records that a conversion makes of bytes."""
        records = types.records_behind(value) if self._is_bytes(inner) else ()
        for origin in self.origins(aside, inner) if records else ():
            if not isinstance(origin, Target):
                self._made += ((origin, record) for record in records)
            elif origin.kind == OBJECT:
                self._made += ((origin.key, record) for record in records)

    def _is_bytes(self, pointer: Node) -> bool:
        """Whether a pointer, or an array, leads to characters, or to anything."""
        return self.storage.alias_of_elements(pointer) == ANY and not types.records_behind(pointer)

    # --- values --------------------------------------------------------------------------------------------

    def origins(self, aside: Aside, value: Node) -> Iterator[Target | Slot]:
        """What a pointer's value, or that of what holds one, is made from."""
        node = ignoring_parens_and_casts(value)
        inside = [each for each in node.below if each.kind in EXPRESSIONS]
        keys = ends_of(aside.paths.of(node.index))
        if node is not value and _is_pointer(node) and not types.records_behind(value):
            kinds = (PART, RECORD) if self._is_bytes(value) else (PART,)
            for record in types.records_behind(node):
                yield from (Target(kind, record) for kind in kinds)
        if node.type_kind in ARRAY_TYPES and node.kind in _NAMES:
            for key in keys:
                yield Target(OBJECT, key) if key >= 0 else ~key
                if self._leads(key):
                    yield key
        elif node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
            keys = ends_of(aside.paths.of(inside[0].index))
            for key in keys:
                yield Target(OBJECT, key) if key >= 0 else ~key
                if key >= 0 and self.is_reference(key):
                    yield key
            if not keys or inside[0].kind == Kind.CALL:
                yield from self.origins(aside, inside[0])
        elif node.kind == Kind.DECL_REF and node.name() in self._parameters:
            yield node.name()
        elif node.kind in _NAMES:
            yield from keys
            if not keys and inside:
                yield from self.origins(aside, inside[0])
        elif node.kind == Kind.CALL:
            yield from self._of_call(aside, node, inside)
        elif node.kind == Kind.BINARY:
            pointers = [each for each in inside if _is_pointer(each) or each.type_kind in ARRAY_TYPES]
            for each in pointers or inside:
                for origin in self.origins(aside, each):
                    yield origin
                    if isinstance(origin, Target) and origin.kind == OBJECT and _is_bytes(each):
                        yield Target(PART, self._holder(int(origin.key)))
        elif node.kind == Kind.INIT_LIST:
            for each in inside:
                yield from self._of_argument(aside, each)
        elif node.kind == Kind.STATEMENT_EXPR:
            last = [each for block in node.below for each in block.below][-1:]
            for each in last:
                yield from self.origins(aside, each)
        else:
            for each in inside:
                yield from self.origins(aside, each)

    def _of_call(self, aside: Aside, call: Node, inside: Sequence[Node]) -> Iterator[Target | Slot]:
        """What a function of the source returns; one of the library's gives back what it is given."""
        if call.name() == _LAMBDA:
            yield _LAMBDA
        if semantics.is_user_function(call):
            if call.name() in self._parameters:
                yield call.name()
            elif inside and _is_pointer(ignoring_parens_and_casts(inside[0])):
                yield from self.origins(aside, inside[0])
            return
        row = library_function(call.name())
        if row is not None and row.allocates:
            return
        called = _object_of(call, inside)
        if called is not None:
            yield from self.origins(aside, called)
        for argument in inside[1:] if called is not None else inside:
            yield from self._of_argument(aside, argument)

    def _of_argument(self, aside: Aside, argument: Node) -> Iterator[Target | Slot]:
        """What the library is given: a pointer, what holds one, or what a reference is bound to."""
        if argument.kind in _NAMES and argument.type_kind not in _LEADING:
            for key in ends_of(aside.paths.of(argument.index)):
                yield Target(OBJECT, key) if key >= 0 else ~key
        elif argument.kind == Kind.INIT_LIST or _may_lead(ignoring_parens_and_casts(argument)):
            yield from self.origins(aside, argument)


def _object_of(call: Node, inside: Sequence[Node]) -> Node | None:
    """The object that a member function, or an operator, of the library's is called on."""
    if not inside:
        return None
    if inside[0].kind == Kind.MEMBER and inside[0].type_kind != POINTER_TYPE:
        below = [each for each in inside[0].below if each.kind in EXPRESSIONS]
        return below[0] if below else None
    return inside[0] if call.name().startswith("operator") else None


def _may_lead(node: Node) -> bool:
    """Whether an expression is a pointer, or of a type that may hold one."""
    return node.type_kind in _LEADING and node.kind != Kind.STRING


def _is_pointer(node: Node) -> bool:
    return node.type_kind == POINTER_TYPE


def _is_bytes(pointer: Node) -> bool:
    """Whether a pointer is cast to one to bytes, so that more than one object may be reached by it."""
    return pointer.type_kind == POINTER_TYPE and types.pointee(pointer).kind in types.BYTES


def _in_braces(value: Node) -> Iterator[Node]:
    """The values of an array's initialiser; the value itself of what else there is."""
    if value.kind == Kind.INIT_LIST and value.type_kind in ARRAY_TYPES:
        for each in value.below:
            yield from _in_braces(each) if each.kind in EXPRESSIONS else ()
    else:
        yield value


def _initialised(aside: Aside, constructor: Node) -> Iterator[tuple[Slot, Node]]:
    """The members that a constructor initialises, with their values: ``holder(int &n) : n(n)``."""
    member: int | None = None
    for each in constructor.below:
        if each.kind == Kind.MEMBER_REF:
            named = aside.references.of(each.index)
            member = named.key if named is not None else None
        elif each.kind in EXPRESSIONS and member is not None:
            yield member, each
            member = None
