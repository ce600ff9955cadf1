# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Allocated: all sources of a program -> members that have as many elements as others of the structure say.

``f->n = n; f->t = malloc(n * sizeof *f->t);``, and ``n`` is set nowhere else  ->  ``t`` has ``n`` elements.
Where a member is set, the pointer is allocated in the same block, with nothing between that could look at
the two; else nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.chains import Key
from pointerchain.analysis.counting import changed_in, key_of
from pointerchain.analysis.library import ModRefInfo, library_function
from pointerchain.analysis.points_to import PointsTo, prefix_of, swaps_in
from pointerchain.analysis.sections import Polynomial, Symbol
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.allocations import Numbers, in_elements
from pointerchain.map.changes import FLOATING, Changes, classes_of, members_of
from pointerchain.map.sizes import Sizes
from pointerchain.map.source import Unit
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import is_unsigned, members_behind, members_within
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    FUNCTIONS,
    INCREMENTS,
    RECORD_TYPE,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.semantics import is_null_constant
from pointerchain.translator.clang.tree import Node

_NAME = lazy_pattern(r"[A-Za-z_]\w*")


class Store(NamedTuple):
    """An assignment to a member."""

    unit: Unit
    node: Node
    swapped: bool

    @property
    def target(self) -> Node:
        """The member."""
        return ignoring_parens_and_implicit_casts(self.node.below[0])

    @property
    def value(self) -> Node:
        """What it gets."""
        return self.node.below[1]

    @property
    def prefix(self) -> str:
        """What leads to the object."""
        return prefix_of(self.target)

    @property
    def is_zero(self) -> bool:
        """Whether that is no memory."""
        return is_null_constant(self.value)


class Lengths:
    """Answers for the sources of a program."""

    def __init__(self, units: Sequence[Unit], points_to: PointsTo, sizes: Sizes) -> None:
        self.units, self.facts, self.sizes = units, points_to.facts, sizes
        self._known: dict[tuple[Key, int], Polynomial | None] = {}

    def of(self, member: Key, size: int) -> Polynomial | None:
        """How many elements of a size a member leads to, by the names of its structure's members."""
        if (member, size) not in self._known:
            self._known[member, size] = None  # until it is known: another length may ask for it
            self._known[member, size] = self._look(member, size) if self.facts.closed else None
        return self._known[member, size]

    def _look(self, member: Key, size: int) -> Polynomial | None:
        stores, unknown = self._stores
        own = stores.get(member, [])
        if member in unknown or member in self.facts.unknown:
            return None
        lengths = {
            Block(each, stores, self.sizes).length(size) for each in own if not (each.is_zero or each.swapped)
        }
        length = lengths.pop() if len(lengths) == 1 else None
        if length is None or not length.terms:
            return None
        if any(each.swapped for each in own) and not self._turns_with_its_like(own, length, size):
            return None
        keys = {key for key in self._members(own) if key.name in {each.text for each in length.symbols}}
        for key in keys:
            paired = all(Block(each, stores, self.sizes).is_paired(member) for each in stores.get(key, []))
            if key in unknown or not stores.get(key) or not paired:
                return None
        return length

    def _turns_with_its_like(self, own: Sequence[Store], length: Polynomial, size: int) -> bool:
        """Whether what a member changes places with has the same length, as far as allocations say it."""
        stores, unknown = self._stores
        for each in (each for each in own if each.swapped):
            for turn in swaps_in(each.node.tree):
                if each.node not in turn:
                    continue
                for other in turn:
                    declared = ignoring_parens_and_implicit_casts(other.below[0]).declaration()
                    key = key_of(declared) if declared is not None else None
                    given = (
                        [row for row in stores.get(key, []) if not (row.is_zero or row.swapped)]
                        if key
                        else []
                    )
                    if not given or key in unknown:
                        return False
                    if {Block(row, stores, self.sizes).length(size) for row in given} != {length}:
                        return False
        return True

    def _members(self, own: Sequence[Store]) -> frozenset[Key]:
        """The members of the structure of some stores."""
        below = [each for each in own[0].target.below if each.kind in EXPRESSIONS]
        return frozenset(key_of(each) for each in members_behind(below[0])) if below else frozenset()

    @cached_property
    def _stores(self) -> tuple[dict[Key, list[Store]], set[Key]]:
        """The assignments to members, and the members that may be set otherwise."""
        stores: dict[Key, list[Store]] = {}
        unknown: set[Key] = set()
        for unit in self.units:
            for number, tree in enumerate((*unit.trees, *unit.included_trees)):
                swapped = {each.index for turn in swaps_in(tree) for each in turn}
                for node in tree.nodes:
                    target = _assigned(node)
                    declared = target.declaration() if target is not None else None
                    if declared is None or declared.kind != Kind.FIELD:
                        unknown.update(_otherwise(node))
                    elif number >= len(unit.trees):  # of a header, whose nodes have no text
                        unknown.add(key_of(declared))
                    else:
                        store = Store(unit, node, node.index in swapped)
                        stores.setdefault(key_of(declared), []).append(store)
        return stores, unknown


class Block:
    """The block in which a member is set."""

    def __init__(self, store: Store, stores: dict[Key, list[Store]], sizes: Sizes) -> None:
        self.store, self.node, self.sizes = store, store.node, sizes
        self.beside = [
            each
            for rows in stores.values()
            for each in rows
            if each.node.parent == self.node.parent and each.prefix == store.prefix
        ]

    def length(self, size: int) -> Polynomial | None:
        """How many elements are allocated, by the names of members."""
        function = self.node.within(FUNCTIONS)
        if function is None:
            return None
        numbers, unit = _OfMember(self, function), self.store.unit
        made = numbers.allocated(unit, self.store.value)
        value = ignoring_parens_and_casts(self.store.value)
        rows = [made] if made is not None else self.sizes.of_call(unit, value, numbers)
        return in_elements(rows[0], size) if rows else None

    def is_paired(self, member: Key) -> bool:
        """Whether a pointer is allocated beside, with nothing between that may look at the two."""
        return any(
            (declared := each.target.declaration()) is not None
            and key_of(declared) == member
            and not each.is_zero
            and self._is_quiet(each)
            for each in self.beside
        )

    def _is_quiet(self, other: Store) -> bool:
        """Whether between two assignments nothing runs but the library, and their object stays the same."""
        block = self.node.parent
        if block is None or block.kind != Kind.COMPOUND:
            return False
        first, last = sorted((self.node.start, other.node.start))
        names = set(_NAME.findall(self.store.prefix))
        for statement in (each for each in block.below if first <= each.start <= last):
            if any(key.name in names for key in changed_in(statement)):
                return False
            calls = (each for each in (statement, *statement.inside) if each.kind == Kind.CALL)
            if any(self._may_look(each) for each in calls):
                return False
        spans = (each.pragma.span for each in self.store.unit.computes)
        return not any(first <= span.start <= last for span in spans)

    def _may_look(self, call: Node) -> bool:
        """Whether a called function may look at a structure: one of the library only by its arguments."""
        unit = self.store.unit
        if unit.callees.of(call).knowledge is Knowledge.SYSTEM:
            return False
        effects = self.sizes.effects(unit, call)
        if effects is None or effects.unknown or not unit.strict:
            return True
        accesses = effects.mod | effects.ref
        return bool(members_of(accesses)) or not classes_of(accesses) <= FLOATING


class _OfMember(Numbers):
    """What a member is allocated with, by the names of members of the same object."""

    def __init__(self, block: Block, function: Node) -> None:
        self.block, self.function, self.unit = block, function, block.store.unit
        changes = Changes(self.unit, function, lambda call: None)
        self._changed = {*changed_in(function), *changes.hidden}

    def named(self, node: Node) -> Polynomial | None:
        declared = node.declaration()
        if declared is None:
            return None
        if node.kind == Kind.MEMBER:
            own = prefix_of(node) == self.block.store.prefix
            return Polynomial.of(Symbol(node.name(), unsigned=is_unsigned(node))) if own else None
        if key_of(declared) in self._changed:
            return None
        for store in self.block.beside:
            value = ignoring_parens_and_implicit_casts(store.value)
            same = (value.declaration() if value.kind == Kind.DECL_REF else None) == declared
            if same and not _is_cut(store.target, value):
                return Polynomial.of(Symbol(store.target.name(), unsigned=is_unsigned(store.target)))
        first = self._first_value(key_of(declared))
        return self.number(first) if first is not None else None

    def _first_value(self, variable: Key) -> Node | None:
        """What a variable of the function is declared with."""
        for each in self.function.inside:
            if each.kind == Kind.VARIABLE and key_of(each.declared()) == variable:
                return next((part for part in each.below if part.kind in EXPRESSIONS), None)
        return None


def _is_cut(target: Node, value: Node) -> bool:
    """Whether a member may hold less than the value that it gets."""
    return semantics.is_bit_field(target) or semantics.size(target) < semantics.size(value)


def _assigned(node: Node) -> Node | None:
    """The member that an assignment sets."""
    if node.kind != Kind.BINARY or node.binary_operator != Binary.ASSIGN:
        return None
    target = ignoring_parens_and_implicit_casts(node.below[0])
    return target if target.kind == Kind.MEMBER else None


def _otherwise(node: Node) -> Iterator[Key]:
    """The members that a node may set, or whose address it takes, where it is no assignment."""
    changes = node.kind == Kind.UNARY and (
        node.unary_operator in INCREMENTS or node.unary_operator == Unary.ADDRESS_OF
    )
    if changes or node.kind == Kind.COMPOUND_ASSIGN:
        named = ignoring_parens_and_implicit_casts(node.below[0])
        declared = named.declaration() if named.kind == Kind.MEMBER else None
        if declared is not None:
            yield key_of(declared)
    elif node.kind == Kind.INIT_LIST and node.type_kind == RECORD_TYPE:
        if not all(
            ignoring_parens_and_implicit_casts(each).kind == Kind.INTEGER
            and semantics.integer_value(each) == 0
            for each in node.below
        ):
            yield from map(key_of, members_within(node))
    elif node.kind in (Kind.CONSTRUCTOR, Kind.FIELD):
        for each in node.below:
            declared = each.declaration() if each.kind == Kind.MEMBER_REF else None
            if declared is not None:
                yield key_of(declared)
        if node.kind == Kind.FIELD and any(each.kind in EXPRESSIONS for each in node.below):
            yield key_of(node.declared())
    elif node.kind == Kind.CALL and (row := library_function(node.name())) is not None:
        arguments = [part for part in node.below if part.kind in EXPRESSIONS][1:]
        zero = (
            node.name() == "memset"
            and semantics.integer_value(ignoring_parens_and_implicit_casts(arguments[1])) == 0
        )
        for number, each in enumerate(arguments if not zero else ()):
            if row.argument(number) & ModRefInfo.MOD:
                yield from map(key_of, members_behind(ignoring_parens_and_casts(each)))
