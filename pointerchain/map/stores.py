# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Stores: all sources of a program -> what sets the members of structures, and the variables of files.

``f->n = n``  ->  an assignment to the member ``n`` of each ``Field``; ``scanf("%d", &size)``  ->  one to the
variable ``size`` whose value nobody knows. What else has the address of one may set it at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pointerchain.analysis.chains import Key
from pointerchain.analysis.counting import key_of
from pointerchain.analysis.library import ModRefInfo, library_function
from pointerchain.analysis.points_to import prefix_of, swaps_in
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.changes import SET_IN_TEXT
from pointerchain.map.source import Unit
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import is_in_union, members_behind, members_within
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    INCREMENTS,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
    TypeKind,
    Unary,
)
from pointerchain.translator.clang.semantics import is_null_constant
from pointerchain.translator.clang.tree import Node

_READING = frozenset((Kind.UNEXPOSED_EXPR, Kind.SIZEOF))
"""What only reads a variable, or asks its size, that stands in it."""

_PRIVATE = lazy_pattern(rb"threadprivate\s*\(([^()]*)\)")
_NAME = lazy_pattern(rb"[A-Za-z_]\w*")
_FILLING = frozenset(
    "scanf fscanf sscanf __isoc99_scanf __isoc99_fscanf __isoc99_sscanf __isoc23_scanf __isoc23_fscanf "
    "__isoc23_sscanf fread read MPI_Bcast MPI_Recv MPI_Allreduce MPI_Reduce MPI_Scan MPI_Comm_rank "
    "MPI_Comm_size MPI_Get_count".split()
)
"""Functions of libraries that store where they are told to before they come back."""


class Store(NamedTuple):
    """What sets a member, or a variable of a file."""

    unit: Unit
    node: Node
    target: Node
    value: Node | None
    """What it gets; None where nobody knows."""
    swapped: bool = False

    @property
    def prefix(self) -> str:
        """What leads to the object that the member is of; nothing for a variable."""
        return prefix_of(self.target)

    @property
    def is_zero(self) -> bool:
        """Whether that is no memory."""
        return self.value is not None and is_null_constant(self.value)


class Stores:
    """Answers for the sources of a program. A variable's key has its USR in the place of a file."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.by_key: dict[Key, list[Store]] = {}
        self.unknown: set[Key] = set()
        """What may be set otherwise."""
        self.variables: dict[str, Node] = {}
        """The variables of files, by USR: a declaration of each."""
        self.named: dict[str, list[str]] = {}
        """By name, their USRs."""
        for unit in units:
            for number, tree in enumerate((*unit.trees, *unit.included_trees)):
                for index in tree.children(0):
                    node = tree.node(index)
                    if node.kind == Kind.VARIABLE:
                        self._declared(unit, node, number >= len(unit.trees))
        for unit in units:
            for number, tree in enumerate((*unit.trees, *unit.included_trees)):
                swapped = {each.index for turn in swaps_in(tree) for each in turn}
                for node in tree.nodes:
                    self._look(unit, node, number >= len(unit.trees), node.index in swapped)
        self._left_out(units)
        self._of_threads(units)

    def key_of(self, unit: Unit, node: Node) -> Key | None:
        """The key of a member, or of a file's variable, that an expression names."""
        declared = node.declaration() if node.kind in (Kind.DECL_REF, Kind.MEMBER) else None
        if declared is None:
            return None
        if node.kind == Kind.MEMBER:
            return key_of(declared) if declared.kind == Kind.FIELD else None
        usr = unit.storage.name(node) if declared.kind == Kind.VARIABLE else ""
        return Key(declared.name, usr, -1) if usr in self.variables else None

    def of(self, key: Key) -> list[Store]:
        """What sets it."""
        return self.by_key.get(key, [])

    def _declared(self, unit: Unit, node: Node, in_header: bool) -> None:
        usr = unit.storage.usr(node)
        if not node.is_external() and (in_header or usr in self.variables):
            self.unknown.add(Key(node.name(), usr, -1))  # each source has one of its own
        if semantics.is_of_threads(node) or node.type.volatile:
            self.unknown.add(Key(node.name(), usr, -1))
        if usr not in self.variables:
            self.variables[usr] = node
            self.named.setdefault(node.name(), []).append(usr)
        values = [each for each in node.below if each.kind in EXPRESSIONS]
        if values and node.type_kind == POINTER_TYPE and not is_null_constant(values[-1]):
            self.unknown.add(Key(node.name(), usr, -1))

    def _look(self, unit: Unit, node: Node, in_header: bool, swapped: bool) -> None:
        assigns = node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN
        changes = node.kind == Kind.COMPOUND_ASSIGN or (
            node.kind == Kind.UNARY and node.unary_operator in INCREMENTS
        )
        if assigns or changes:
            target = ignoring_parens_and_implicit_casts(node.below[0])
            key = self.key_of(unit, target)
            if key is None:
                return
            if in_header or is_in_union(target):  # the nodes of a header have no text
                self.unknown.add(key)
            else:
                self._add(key, Store(unit, node, target, node.below[1] if assigns else None, swapped))
        elif node.kind in (Kind.DECL_REF, Kind.MEMBER):
            key = self.key_of(unit, node)
            if key is not None:
                self._named(unit, node, key, in_header)
        else:
            self.unknown.update(_otherwise(node))

    def _add(self, key: Key, store: Store) -> None:
        self.by_key.setdefault(key, []).append(store)

    def _named(self, unit: Unit, node: Node, key: Key, in_header: bool) -> None:
        """What is named: read, set, or lent to the library, which sets it there and then.

        Anything else may keep its address, a reference for instance.
        """
        above = node.parent
        while above is not None and above.kind == Kind.PAREN:
            above = above.parent
        if above is None or above.kind in _READING or above.type_kind == TypeKind.VOID:
            return
        sets = above.kind == Kind.COMPOUND_ASSIGN or (
            (above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN)
            or (above.kind == Kind.UNARY and above.unary_operator in INCREMENTS)
        )
        if sets and ignoring_parens_and_implicit_casts(above.below[0]) == node:
            return  # a store of its own
        call = _lent(unit, above) if above.kind == Kind.UNARY else None
        if call is not None and not in_header:
            self._add(key, Store(unit, call, node, None))
        elif above.kind not in (Kind.MEMBER, Kind.SUBSCRIPT) or node.type_kind != RECORD_TYPE:
            self.unknown.add(key)

    def _of_threads(self, units: Sequence[Unit]) -> None:
        """What directives make each thread's own."""
        rows = (row for unit in units for _, text in unit.parsed.own_texts for row in _PRIVATE.findall(text))
        words = {word.decode() for row in rows for word in _NAME.findall(row)}
        self.unknown.update(Key(name, usr, -1) for name in words for usr in self.named.get(name, ()))

    def _left_out(self, units: Sequence[Unit]) -> None:
        """What text may set that these compiles leave out, and others have."""
        words = {
            (one or other).decode() for unit in units for one, other in SET_IN_TEXT.findall(unit.left_out())
        }
        self.unknown.update(key for key in self.by_key if key.name in words)
        self.unknown.update(
            Key(node.name(), usr, -1) for usr, node in self.variables.items() if node.name() in words
        )


def _lent(unit: Unit, address: Node) -> Node | None:
    """The call of a function of the library that is given an address, which it does not keep."""
    if address.unary_operator != Unary.ADDRESS_OF:
        return None
    above = address.parent
    while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
        above = above.parent
    if above is None or above.kind != Kind.CALL or unit.callees.of(above).knowledge is not Knowledge.SYSTEM:
        return None
    return above if library_function(above.name()) is not None or above.name() in _FILLING else None


def _otherwise(node: Node) -> Iterator[Key]:
    """The members that a node may set that does not name them."""
    if node.kind == Kind.INIT_LIST and node.type_kind == RECORD_TYPE:
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
            node.name() == "memset" and semantics.integer_value(ignoring_parens_and_casts(arguments[1])) == 0
        )
        for number, each in enumerate(arguments if not zero else ()):
            if row.argument(number) & ModRefInfo.MOD:
                yield from map(key_of, members_behind(ignoring_parens_and_casts(each)))
