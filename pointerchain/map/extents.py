# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Extents: a chain -> how many elements it has, as far as the source says it.

``#pragma pointerchain shape(Field: t[n])``  ->  ``s->f->t`` has ``s->f->n``; ``double *x = malloc(n * sizeof
*x);`` in the same function, with an ``n`` that nothing changes  ->  ``x`` has ``n``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.analysis.chains import Chain, Key
from pointerchain.analysis.counting import key_of, stripped
from pointerchain.analysis.sections import Polynomial, Symbol
from pointerchain.map.source import Unit
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.extents import (
    element_size,
    extents,
    is_array,
    is_unsigned,
    member_names,
    record_names,
)
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    FUNCTIONS,
    INCREMENTS,
    INTEGER_TYPES,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.tree import Node

_JUMPS = frozenset((Kind.GOTO, Kind.INDIRECT_GOTO))
_COMPUTED = frozenset((Binary.ADD, Binary.SUBTRACT, Binary.MULTIPLY))
_NEW = re.compile(rb"new\s+[\w:\s<>*]+\[[^\[\]]*\]")
_SIGNS = frozenset(("+", "-", "*", "/", "(", ")"))


def extent_of(unit: Unit, chain: Chain, node: Node, at: int, named: bool = False) -> Polynomial | str | None:
    """How many elements a chain has at a place of the source, as a polynomial or as C; None if unknown.

    ``node`` is an expression that spells the chain; ``named``: by the names of variables only.
    """
    if is_array(node):
        count = extents(node)[0]
        return Polynomial.of(count) if count is not None else None
    if chain.members:
        said = _by_shape(unit, chain, node)
        return said if said is not None else _by_members(unit, chain, node)
    return _by_allocation(unit, chain.root, node, at, named)


def _by_shape(unit: Unit, chain: Chain, node: Node) -> str | None:
    """What a shape of the structure says, with the names of its members as they are here."""
    below = [each for each in stripped(node).below if each.kind >= Kind.UNEXPOSED_EXPR]
    names = record_names(below[0]) if below else frozenset()
    last = chain.members[-1]
    before = Chain(chain.root, chain.members[:-1]).text + ("->" if last.arrow else ".")
    rows = [each for each in unit.shapes if each.member == last.key.name and each.type in names]
    if len(rows) != 1:
        return None
    out, members = "", member_names(below[0])
    for word, is_name in rows[0].words:
        if is_name and word not in members:
            return None  # a macro, or a variable, which may have another meaning here
        if not is_name and not (word in _SIGNS or word.isdigit()):
            return None
        out += before + word if is_name else f" {word} " if word in "+-*/" else word
    return out


def _by_members(unit: Unit, chain: Chain, node: Node) -> Polynomial | None:
    """What the program always allocates for the member, with the names of other members as they are here."""
    known = unit.lengths(chain.members[-1].key, element_size(node)) if not is_array(node) else None
    if known is None:
        return None
    last = chain.members[-1]
    before = Chain(chain.root, chain.members[:-1]).text + ("->" if last.arrow else ".")
    return Polynomial(
        tuple(
            (tuple(sorted(each._replace(text=before + each.text) for each in symbols)), factor)
            for symbols, factor in known.terms
        )
    )


def _by_allocation(unit: Unit, variable: Key, node: Node, at: int, named: bool) -> Polynomial | None:
    """What a variable's one value, in the same function and before, was allocated with."""
    function = node.within(FUNCTIONS)
    if function is None or variable.file != unit.real or not function.start <= variable.offset < at:
        return None
    values: list[Node] = []
    for each in function.inside:
        if each.kind == Kind.VARIABLE and _is_declaration(each, variable):
            given = [part for part in each.below if part.kind in EXPRESSIONS]
            values += given[-1:]
        elif each.kind == Kind.DECL_REF and _names(each, variable):
            above = each.parent
            if above is not None and above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN:
                values += [above.below[1]] if each.ordinal == 0 else []
            elif above is None or above.kind != Kind.UNEXPOSED_EXPR:
                return None  # its address is taken, or it is moved
    if len(values) != 1 or not values[0].start < at or _is_in_branch(values[0], at):
        return None
    if any(each.kind in _JUMPS for each in function.inside):
        return None
    return Allocation(unit, values[0], function, named).elements(element_size(node))


def _is_in_branch(value: Node, at: int) -> bool:
    """Whether a block ends between an allocation and a place, so that it may not have been made."""
    blocks = [each for each in value.ancestors() if each.kind == Kind.COMPOUND]
    return bool(blocks) and blocks[0].end <= at


class Allocation:
    """The value of a pointer variable, and what stays the same from there on in its function."""

    def __init__(self, unit: Unit, value: Node, function: Node, named: bool) -> None:
        self.unit, self.value, self.function, self.named = unit, stripped(value), function, named
        while self.value.kind in (Kind.C_CAST, Kind.STATIC_CAST) and self.value.below:
            self.value = stripped(self.value.below[-1])

    def elements(self, size: int) -> Polynomial | None:
        """How many elements of a size have been allocated; None where nobody knows."""
        value, callees = self.value, self.unit.callees
        if value.kind == Kind.NEW:
            return self._new(size)
        if value.kind != Kind.CALL or callees.of(value).knowledge is not Knowledge.SYSTEM:
            return None
        arguments = [each for each in value.below if each.kind in EXPRESSIONS][1:]
        if value.name() not in ("malloc", "calloc") or len(arguments) != 1 + (value.name() == "calloc"):
            return None
        return self._of_bytes(arguments, size)

    def _new(self, size: int) -> Polynomial | None:
        """The elements of ``new T[n]``."""
        value = self.value
        text = bytes(value.parsed.data[value.start : value.end])
        bracket = text.find(b"[")
        if value.macro or not _NEW.match(text) or element_size(value) != size:
            return None
        count = [
            each for each in value.below if each.kind in EXPRESSIONS and each.start > value.start + bracket
        ]
        return self.number(count[0], value.start) if count else None

    def _of_bytes(self, factors: Sequence[Node], size: int) -> Polynomial | None:
        total = Polynomial.of(1)
        for each in factors:
            number = self.number(each, self.value.start)
            if number is None:
                return None
            total *= number
        if size <= 0 or any(factor % size for _, factor in total.terms):
            return None
        return Polynomial(tuple((symbols, factor // size) for symbols, factor in total.terms))

    def number(self, node: Node, since: int) -> Polynomial | None:
        """An integer expression of numbers, and of variables that stay the same from a place on."""
        node = stripped(node)
        if node.kind in (Kind.C_CAST, Kind.STATIC_CAST) and node.below:
            return self.number(node.below[-1], since)
        if node.kind in (Kind.INTEGER, Kind.SIZEOF, Kind.CHARACTER):
            value = semantics.integer_value(node)
            return Polynomial.of(value) if value is not None else None
        if node.kind == Kind.BINARY and node.binary_operator in _COMPUTED:
            one, two = (self.number(each, since) for each in node.below)
            if one is None or two is None:
                return None
            if node.binary_operator == Binary.MULTIPLY:
                return one * two
            return one + two if node.binary_operator == Binary.ADD else one - two
        declared = node.declaration() if node.kind == Kind.DECL_REF else None
        if declared is None or node.type_kind not in INTEGER_TYPES:
            return None
        if declared.kind == Kind.ENUMERATOR:
            value = semantics.integer_value(node)
            return Polynomial.of(value) if value is not None else None
        key, function = key_of(declared), self.function
        inside = declared.main and function.start <= declared.offset < function.end
        if not inside or not self._stays(key, since) or function.tree.hides(key.name, key.offset):
            return None
        first = self._first_value(key) if not self.named else None
        if first is not None and self._stays(key, -1):
            made = self.number(first, min(since, first.start))
            if made is not None:
                return made
        return Polynomial.of(Symbol(declared.name, unsigned=is_unsigned(node)))

    def _first_value(self, variable: Key) -> Node | None:
        """What a variable of the function is declared with."""
        for each in self.function.inside:
            if each.kind == Kind.VARIABLE and _is_declaration(each, variable):
                return next((part for part in each.below if part.kind in EXPRESSIONS), None)
        return None

    def _stays(self, variable: Key, since: int) -> bool:
        """Whether nothing changes a variable from a place on, nor keeps its address."""
        for each in self.function.inside:
            if each.kind == Kind.DECL_REF and _names(each, variable) and _may_change(each):
                if each.start > since or not self._is_lent(each):
                    return False
        return True

    def _is_lent(self, node: Node) -> bool:
        """Whether a variable is assigned to, or its address given to the library, which keeps none."""
        above = node.parent
        if above is None or above.kind != Kind.UNARY or above.unary_operator != Unary.ADDRESS_OF:
            return True
        while above is not None and above.kind in (Kind.UNARY, Kind.UNEXPOSED_EXPR, Kind.PAREN):
            above = above.parent
        known = above is not None and above.kind == Kind.CALL
        return known and above is not None and self.unit.callees.of(above).knowledge is Knowledge.SYSTEM


def _may_change(node: Node) -> bool:
    above = node.parent
    while above is not None and above.kind == Kind.PAREN:
        above = above.parent
    if above is None or above.kind == Kind.COMPOUND_ASSIGN:
        return above is None or node.ordinal == 0
    if above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN:
        return node.ordinal == 0
    if above.kind == Kind.UNARY:
        return above.unary_operator in INCREMENTS or above.unary_operator == Unary.ADDRESS_OF
    return above.kind not in (Kind.UNEXPOSED_EXPR, Kind.BINARY, Kind.SIZEOF)


def _names(node: Node, variable: Key) -> bool:
    declared = node.declaration()
    return declared is not None and key_of(declared) == variable


def _is_declaration(node: Node, variable: Key) -> bool:
    return key_of(node.declared()) == variable
