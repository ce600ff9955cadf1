# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Changes: a node of a function -> which of its variables, and of what these lead to, it may change.

``n = 3``  ->  ``n``; ``s->n = 3``  ->  each ``n`` that is a member; ``step(s)``  ->  all that arrows lead to.
A variable that may change in another way, by a reference or an address that is kept, is *hidden*.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from pointerchain.analysis.chains import Chain, Key
from pointerchain.analysis.counting import key_of, stripped_of_parens
from pointerchain.analysis.effects import Accesses, MemoryEffects
from pointerchain.analysis.escape import arguments_of
from pointerchain.analysis.library import ModRefInfo, library_function
from pointerchain.analysis.names import name_of
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.host import chain_of
from pointerchain.map.source import Unit
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import ignoring_parens_and_implicit_casts
from pointerchain.translator.clang.extents import is_in_union, is_pointer
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    INCREMENTS,
    INTEGER_TYPES,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.parsed import Declaration
from pointerchain.translator.clang.semantics import is_bit_field
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import names_reference
from pointerchain.translator.clang.vectors import Use, count_of, is_vector, use_of

SET_IN_TEXT = lazy_pattern(
    rb"\b([A-Za-z_]\w*)\s*(?:=(?!=)|\+\+|--|(?:[-+*/%&|^]|<<|>>)=)|(?:\+\+|--|&)\s*([A-Za-z_]\w*)"
)
"""The names of what a text may set."""
_WORD = lazy_pattern(r"(->|\.)?([A-Za-z_]\w*)")
FLOATING = frozenset(("float", "double", "long double"))
"""The alias classes of what is no part of a size."""
_UNSEEN = frozenset((Kind.LAMBDA, Kind.ASM, Kind.GOTO, Kind.INDIRECT_GOTO, Kind.TRY))
_READING = frozenset((Kind.UNEXPOSED_EXPR, Kind.BINARY, Kind.SIZEOF, Kind.SUBSCRIPT))
"""What reads a variable that stands in it."""


class Change(NamedTuple):
    """What a node may change."""

    variable: Key | None = None
    """A variable, or the member of one that is a structure, as :func:`member_key` names it."""
    value: Node | None = None
    """What the variable gets, where that is all."""
    member: str = ""
    """Each member of this name that an arrow or a dot leads to."""
    behind: bool = False
    """All that arrows lead to."""
    vector: Node | None = None
    """A vector that is named, or declared, which this is a change of."""
    elements: Node | None = None
    """How many elements it has then, where a number says so."""

    def words(self) -> frozenset[str]:
        """The words of what is named so, as :func:`words_in` has them."""
        if self.member:
            return frozenset((f"->{self.member}", f".{self.member}"))
        return frozenset((self.variable.name,)) if self.variable is not None else frozenset()


class Changes:
    """Answers for one function."""

    def __init__(self, unit: Unit, function: Node, effects: Callable[[Node], MemoryEffects | None]) -> None:
        """``effects``: what a call of a function of the program's does; None where nobody knows."""
        self.unit, self.function, self.effects = unit, function, effects
        inside = function.inside
        self.is_known = not any(each.kind in _UNSEEN for each in inside)
        """Whether all that changes variables is seen."""
        self.hidden: set[Key] = set()
        self.shared: set[str] = set()
        """Members that are vectors whose memory others may have."""
        self.references: set[str] = set()
        """Variables that are references to vectors: others may change these."""
        set_elsewhere = {one or other for one, other in SET_IN_TEXT.findall(unit.left_out(function))}
        for each in inside:
            self._look_at_vector(each)
            declared = each.declaration() if each.kind == Kind.DECL_REF else None
            if declared is not None and declared.kind in (Kind.VARIABLE, Kind.PARAMETER):
                elsewhere = declared.name.encode() in set_elsewhere
                if elsewhere or not declared.main or declared.lasting or self._is_kept(each):
                    self.hidden.add(key_of(declared))

    def _look_at_vector(self, node: Node) -> None:
        if node.type_kind != RECORD_TYPE or not is_vector(node):
            return
        if node.kind == Kind.MEMBER and use_of(node) is Use.SHARED:
            self.shared.add(node.name())
        if node.kind == Kind.DECL_REF and names_reference(node):
            self.references.add(node.name())

    def _is_kept(self, name: Node) -> bool:
        """Whether a variable may change where nothing names it, after what its name stands in."""
        if name.type_kind == RECORD_TYPE and is_vector(name):
            return use_of(name) is Use.SHARED
        above = name.parent
        chosen = False
        while above is not None and above.kind in (Kind.PAREN, Kind.MEMBER, Kind.CONDITIONAL):
            if above.kind == Kind.MEMBER and above.type_kind == RECORD_TYPE and is_vector(above):
                return use_of(above) is Use.SHARED
            chosen = chosen or above.kind == Kind.CONDITIONAL
            above = above.parent
        if chosen:  # in C++ '(c ? n : m) = 3' sets one of them
            return above is None or above.kind != Kind.UNEXPOSED_EXPR
        if above is None or above.kind == Kind.COMPOUND_ASSIGN:
            return above is None
        if above.kind == Kind.UNARY:
            return above.unary_operator == Unary.ADDRESS_OF and not self._is_lent(above)
        return above.kind not in _READING

    def _is_lent(self, address: Node) -> bool:
        """Whether an address is given to a function of the library, which keeps none."""
        above = address.parent
        while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
            above = above.parent
        called = above is not None and above.kind == Kind.CALL
        return called and above is not None and self.unit.callees.of(above).knowledge is Knowledge.SYSTEM

    def of(self, nodes: Collection[Node]) -> list[Change]:
        """What is changed by nodes that are evaluated as one."""
        return [change for each in nodes for change in self._of(each)]

    def _of(self, node: Node) -> Iterator[Change]:
        if node.kind == Kind.VARIABLE:
            values = [
                each for each in node.below if each.kind in EXPRESSIONS and each.start > node.location()
            ]
            lasting = node.declared().lasting
            if node.type_kind == RECORD_TYPE and is_vector(node):
                yield Change(key_of(node.declared()), vector=node, elements=count_of(node))
            else:
                yield Change(key_of(node.declared()), values[-1] if values and not lasting else None)
        elif node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN:
            yield from self._stored(node.below[0], node.below[1])
        elif node.kind == Kind.COMPOUND_ASSIGN or (
            node.kind == Kind.UNARY and node.unary_operator in INCREMENTS
        ):
            yield from self._stored(node.below[0], None)
        elif node.kind == Kind.DELETE:
            yield from (Change(key_of(each)) for each in named_in(node))
        elif node.kind == Kind.CALL:
            yield from self._called(node)

    def _stored(self, target: Node, value: Node | None) -> Iterator[Change]:
        """What a store changes; floating numbers are no part of sizes."""
        named = stripped_of_parens(target)
        declared = named.declaration() if named.kind in (Kind.DECL_REF, Kind.MEMBER) else None
        if named.kind == Kind.DECL_REF and declared is not None:
            yield Change(key_of(declared), value)
        elif named.kind == Kind.MEMBER and declared is not None and named.type_kind != RECORD_TYPE:
            chain = chain_of(named)
            cut = is_in_union(named) or is_bit_field(named)
            own = None if chain is None or cut else member_key(chain)
            yield Change(own, value if own is not None else None, member=declared.name)
        elif (
            named.kind == Kind.MEMBER
            or named.type_kind in (*INTEGER_TYPES, POINTER_TYPE, RECORD_TYPE)
            or not self.unit.strict
        ):
            root = _root(named)
            yield Change(root, behind=root is None)

    def _called(self, call: Node) -> Iterator[Change]:
        """A function of the program's may change what arrows lead to, one of the library its arguments."""
        if call.type_kind == RECORD_TYPE and call.name() == "vector" and is_vector(call):
            return  # a constructor, which the declaration is a change by
        vector = _called_on(call)
        if vector is not None:
            yield from self._vector(vector, count_of(call))
            return
        callee = self.unit.callees.of(call)
        if callee.knowledge is not Knowledge.SYSTEM:
            if callee.knowledge is not Knowledge.PURE:
                yield from self._stored_by(self.effects(call))
            return
        row = library_function(callee.name)
        for number, each in enumerate(arguments_of(call)):
            if row is None or row.argument(number) & ModRefInfo.MOD or (row.frees and not number):
                yield Change(behind=True)
                yield from (Change(key_of(named)) for named in named_in(each))

    def _vector(self, vector: Node, elements: Node | None) -> Iterator[Change]:
        """What a member function of a vector changes; one that is no variable may have other names."""
        declared = vector.declaration()
        if use_of(vector) is Use.READ:
            return
        if vector.kind != Kind.DECL_REF or declared is None or declared.name in self.references:
            yield Change(behind=True)
        if vector.kind == Kind.DECL_REF and declared is not None:
            yield Change(key_of(declared), vector=vector, elements=elements)
        elif declared is not None:
            yield Change(member=declared.name, vector=vector, elements=elements)

    def _stored_by(self, effects: MemoryEffects | None) -> Iterator[Change]:
        """What a called function changes: members by name, else all that arrows lead to, but for numbers."""
        if effects is None or effects.unknown or not self.unit.strict:
            yield Change(behind=True)
            return
        if not classes_of(effects.mod) <= FLOATING:
            yield Change(behind=True)
        yield from (Change(member=name) for name in sorted(members_of(effects.mod)))


def member_key(chain: Chain) -> Key | None:
    """The key of a member of a variable that is a structure; None where a pointer is followed."""
    if not chain.members or any(each.arrow for each in chain.members):
        return None
    return Key(chain.text, chain.root.file, chain.root.offset)


def _called_on(call: Node) -> Node | None:
    """The vector of which a call calls a member function, or an operator."""
    first = call.below[0] if call.below else None
    if first is not None and first.kind == Kind.MEMBER and first.below:
        first = first.below[0]
    named = first is not None and first.kind in (Kind.DECL_REF, Kind.MEMBER)
    return (
        first if first is not None and named and first.type_kind == RECORD_TYPE and is_vector(first) else None
    )


def classes_of(accesses: Accesses) -> frozenset[str]:
    """The alias classes that a function accesses by plain pointers, but for memory of its own."""
    given = {alias for _, alias in accesses.given} | {alias for _, alias, _ in accesses.parameters}
    return accesses.through | given


def members_of(accesses: Accesses) -> frozenset[str]:
    """The names of the members that it accesses."""
    return frozenset(name_of(each) for each in accesses.members) | frozenset(
        name_of(member) for _, member in accesses.variables if member
    )


def named_in(node: Node) -> Iterator[Declaration]:
    """The variables that are named in an expression."""
    for each in (node, *node.inside):
        declared = each.declaration() if each.kind == Kind.DECL_REF else None
        if declared is not None and declared.kind in (Kind.VARIABLE, Kind.PARAMETER):
            yield declared


def _root(node: Node) -> Key | None:
    """The variable that a place is a part of; None where a pointer leads there."""
    while True:
        declared = node.declaration() if node.kind == Kind.DECL_REF else None
        if declared is not None:
            return key_of(declared)
        below = [each for each in node.below if each.kind in EXPRESSIONS]
        if node.kind not in (Kind.MEMBER, Kind.SUBSCRIPT) or not below or is_pointer(below[0]):
            return None
        node = ignoring_parens_and_implicit_casts(below[0])
        if node.kind != Kind.DECL_REF and node.type_kind == POINTER_TYPE:
            return None


def words_in(text: str) -> frozenset[str]:
    """The words by which a number is named: ``s->n``  ->  ``s``, ``->n``."""
    return frozenset(before + name for before, name in _WORD.findall(text))
