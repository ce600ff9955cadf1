# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Pointees: a pointer variable or member -> the objects to which the source makes it point.

``int *n = &s->n;``  ->  ``n`` leads to the member ``n``; ``char *c = (char *)p;`` where ``p`` is given a
``struct sim *``  ->  ``c`` leads to such a struct. What nothing in the source shows is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pointerchain.analysis.access import Aside
from pointerchain.analysis.callgraph import words_in
from pointerchain.analysis.environment.callers import parameters_of
from pointerchain.analysis.environment.memory import MemoryLocation, ends_of
from pointerchain.analysis.environment.source import Source
from pointerchain.translator.clang import types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    EXPRESSIONS,
    FUNCTIONS,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node

_CASTS = frozenset((Kind.C_CAST, Kind.STATIC_CAST, Kind.REINTERPRET_CAST))
_WRAPPERS = _CASTS | {Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.CONST_CAST}
_NAMES = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY))
_OPERAND = re.compile(rb"&([^&;{}=?!|<+/%,]*)")
_STORING = frozenset((Kind.VARIABLE, Kind.BINARY, Kind.INIT_LIST, Kind.CALL, Kind.RETURN))


Slot = int | str
"""A pointer variable or member by its key, ``~key`` for what such a one leads to, a function's result."""


class Target(NamedTuple):
    """What a pointer may lead to: a member or variable, a record, or what another pointer leads to."""

    kind: str
    key: Slot


OBJECT, RECORD, SAME = "object", "record", "same"


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
            elif self.source.references.fact(key).name in self._addressed:
                found.add(Target(OBJECT, key))
        return frozenset(found)

    def of_keys(self, keys: Iterable[int]) -> frozenset[Target]:
        """What members and variables are, by their keys, and what pointers lead to by theirs."""
        found: set[Target] = set()
        for key in keys:
            found |= self.of(~key) if key < 0 else {Target(OBJECT, key), *self.of(key)}
        return frozenset(found)

    def of(self, pointer: Slot) -> frozenset[Target]:
        """What a pointer may lead to."""
        if pointer not in self._known:
            self._known[pointer] = frozenset(self._stored.of(pointer))
        return self._known[pointer]

    @cached_property
    def _addressed(self) -> frozenset[str]:
        """The words of what stands behind an ``&``."""
        operands = _OPERAND.finditer(self.source.lexed.code)
        words = (word for each in operands for word in words_in(each[1]))
        return frozenset(words)

    @cached_property
    def _stored(self) -> _Stored:
        return _Stored(self.source, self.every(), self.storage)


class _Stored:
    """What the source stores in pointers."""

    def __init__(self, source: Source, asides: Sequence[Aside], storage: Storage) -> None:
        self.source, self.storage = source, storage
        self._targets: dict[Slot, set[Target]] = {}
        self._copies: dict[Slot, set[Slot]] = {}
        self._made: list[tuple[Slot, int]] = []
        """Pointers to bytes of which records are made."""
        self._parameters: dict[str, tuple[int, ...]] = {}
        for aside in asides:
            for function in aside.tree.of_kinds(FUNCTIONS):
                self._parameters[function.name()] = parameters_of(aside, function)
        for aside in asides:
            for node in aside.tree.of_kinds(_STORING):
                for slot, value in self._stores(aside, node):
                    self._store(aside, slot, value)
            for cast in aside.tree.of_kinds(_CASTS):
                if cast.type_kind == POINTER_TYPE:
                    self._make(aside, cast, _inside(cast))
        for slot, record in self._made:
            for target in self.of(slot):
                self._lead(target.key, Target(RECORD, record))

    def of(self, pointer: Slot) -> set[Target]:
        """What a pointer may lead to."""
        seen, waiting = {pointer}, [pointer]
        found: set[Target] = set()
        while waiting:
            each = waiting.pop()
            found |= {Target(SAME, each), *self._targets.get(each, ())}
            more = self._copies.get(each, set()) - seen
            seen |= more
            waiting += more
        return found

    def _stores(self, aside: Aside, node: Node) -> Iterator[tuple[Slot, Node]]:
        """The pointers and references that a node gives a value, with that."""
        values = [each for each in node.below if each.kind in EXPRESSIONS]
        if node.kind == Kind.VARIABLE:
            declared = aside.references.declared(node.index)
            if declared is not None and values and self._leads(declared.key):
                yield declared.key, values[-1]
        elif node.kind == Kind.BINARY:
            if node.binary_operator == Binary.ASSIGN and values[0].type_kind == POINTER_TYPE:
                yield from ((key, values[1]) for key in ends_of(aside.paths.of(values[0].index)))
        elif node.kind == Kind.INIT_LIST:
            if node.type_kind == RECORD_TYPE:
                members = filter(self._leads, aside.references.members_of(node))
                yield from ((key, value) for key in members for value in values)
        elif node.kind == Kind.CALL:
            parameters = self._parameters.get(node.name(), ())
            yield from zip(parameters, values[1:], strict=False)
        elif values:
            around = next((each for each in node.ancestors() if each.kind in FUNCTIONS), None)
            if around is not None:
                yield around.name(), values[0]

    def _leads(self, key: int) -> bool:
        """Whether a declaration declares a pointer or reference."""
        references = self.source.references
        return references.declares_reference(key) or references.declares_pointer(key)

    def _store(self, aside: Aside, slot: Slot, value: Node) -> None:
        inner = _inside(value)
        reference = isinstance(slot, int) and slot >= 0 and self.source.references.declares_reference(slot)
        if reference and inner.type_kind != POINTER_TYPE:
            for key in ends_of(aside.paths.of(inner.index)):
                self._lead(slot, Target(OBJECT, key) if key >= 0 else ~key)
            return
        for origin in self._origins(aside, value):
            self._lead(slot, origin)
        if value.type_kind == POINTER_TYPE:
            self._make(aside, value, inner)
        if inner.type_kind == POINTER_TYPE and self._is_bytes(value):
            for record in types.records_behind(inner):
                self._lead(slot, Target(RECORD, record))

    def _lead(self, slot: Slot, origin: Target | Slot) -> None:
        if isinstance(origin, Target):
            self._targets.setdefault(slot, set()).add(origin)
        else:
            self._copies.setdefault(slot, set()).add(origin)

    def _make(self, aside: Aside, value: Node, inner: Node) -> None:
        """Note the records that a conversion makes of bytes."""
        records = types.records_behind(value) if self._is_bytes(inner) else ()
        for origin in self._origins(aside, inner) if records else ():
            slot = origin.key if isinstance(origin, Target) else origin
            self._made += ((slot, record) for record in records)

    def _is_bytes(self, pointer: Node) -> bool:
        """Whether a pointer, or an array, leads to characters, or to anything."""
        return self.storage.alias_of_elements(pointer) == ANY and not types.records_behind(pointer)

    def _origins(self, aside: Aside, value: Node) -> Iterator[Target | Slot]:
        """What a pointer's value is made from."""
        node = _inside(value)
        inside = [each for each in node.below if each.kind in EXPRESSIONS]
        if node.type_kind in ARRAY_TYPES:
            yield from (Target(OBJECT, key) for key in ends_of(aside.paths.of(node.index)))
        elif node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
            for key in ends_of(aside.paths.of(inside[0].index)):
                yield Target(OBJECT, key) if key >= 0 else ~key
        elif node.kind in _NAMES and node.type_kind == POINTER_TYPE:
            yield from ends_of(aside.paths.of(node.index))
        elif node.kind == Kind.CALL:
            if node.name() in self._parameters:
                yield node.name()
        elif node.kind in (Kind.BINARY, Kind.CONDITIONAL):
            for each in inside:
                if each.type_kind == POINTER_TYPE or each.type_kind in ARRAY_TYPES:
                    yield from self._origins(aside, each)


def _inside(value: Node) -> Node:
    """An expression without the casts, conversions and parentheses around it."""
    while value.kind in _WRAPPERS:
        inside = [each for each in value.below if each.kind in EXPRESSIONS]
        if len(inside) != 1:
            break
        value = inside[0]
    return value
