# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Ending: an object and a region -> whether the host never looks at it behind the region.

``double *x = malloc(n); ... kernels over x ... free(x);``  ->  what the kernels store last, nobody reads. It
is said of memory of the function's own, to which nothing but its one variable leads.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pointerchain.analysis.cfg import Cfg
from pointerchain.analysis.chains import Chain, Key
from pointerchain.analysis.counting import key_of
from pointerchain.analysis.escape import arguments_of
from pointerchain.analysis.library import library_function
from pointerchain.analysis.points_to import PointsTo, is_bound
from pointerchain.lazy import lazy_pattern
from pointerchain.map.source import Unit
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import (
    CASTS,
    ignoring_parens_and_implicit_casts,
    parent_ignoring_parens_and_casts,
)
from pointerchain.translator.clang.extents import extents, inner_extents
from pointerchain.translator.clang.libclang import ARRAY_TYPES, POINTER_TYPE, STATEMENTS, Binary, Kind, Unary
from pointerchain.translator.clang.tree import Node

_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_CALL = lazy_pattern(rb"\b([A-Za-z_]\w*)\s*\(")
_HEADS = frozenset(("for", "if"))
_DEEPEST = 4
_AROUND = frozenset((Kind.UNEXPOSED_EXPR, Kind.PAREN, *CASTS))
_MOVED = frozenset((Binary.ADD, Binary.SUBTRACT))
_TESTED = frozenset((Binary.EQUAL, Binary.UNEQUAL, Binary.LOGICAL_AND, Binary.LOGICAL_OR))


class Ending:
    """Answers for one function."""

    def __init__(self, unit: Unit, cfg: Cfg, function: Node, points_to: PointsTo) -> None:
        self.unit, self.cfg, self.function, self.facts = unit, cfg, function, points_to.facts
        self._alone: dict[Chain, bool] = {}
        self._named: dict[Node, dict[Key, list[Node]]] = {}
        """By function: where each variable is named."""
        self._leading: frozenset[Key] = frozenset()
        """The variables that lead to the object that is looked at."""

    def is_over(self, chain: Chain, begin: int, end: int) -> bool:
        """Whether nothing is done with an object behind a region, given by its vertices, but to free it."""
        if not self.is_alone(chain) or self.is_named_elsewhere(chain):
            return False
        behind = self._reached(end)
        return begin not in behind and not any(
            self.cfg.vertex(use.index) in behind and not self._is_freed(use) for use in self.uses(chain)
        )

    def is_alone(self, chain: Chain) -> bool:
        """Whether only variables of the function, and what calls are given, lead to an object."""
        if chain not in self._alone:
            self._alone[chain] = self._is_alone(chain)
        return self._alone[chain]

    def _is_alone(self, chain: Chain) -> bool:
        self._leading = self.leading(chain)
        if chain.members or not all(map(self._is_own, self._leading)):
            return False
        if any(each.kind in (Kind.LAMBDA, Kind.ASM) for each in self.function.inside):
            return False
        if not all(map(self._is_printed_elsewhere, self._leading)):
            return False
        return all(self._is_kept(use, _DEEPEST) for use in self.uses(chain))

    def is_named_elsewhere(self, chain: Chain) -> bool:
        """Whether what this compile leaves out of the function, and another one may have, names an object."""
        words = set(_WORD.findall(self.unit.left_out(self.function)))
        return any(each.name.encode() in words for each in self.leading(chain))

    def _is_printed_elsewhere(self, variable: Key) -> bool:
        """Whether that does no more with a variable than to name its elements, and prints, if anything."""
        text = self.unit.left_out(self.function)
        words = {each.decode() for each in _WORD.findall(text)}
        if variable.name not in words:
            return True
        calls = {each.decode() for each in _CALL.findall(text)}
        node = self._declarations(variable)[0]
        elements = re.findall(rb"(?<![\w&.>])[ \t]*\b%s\b[ \t]*(\[)?" % variable.name.encode(), text)
        named = sum(each == variable.name.encode() for each in _WORD.findall(text))
        return (
            all(map(_keeps_nothing, calls - _HEADS))
            and not any(map(self.unit.parsed.could_be_macro, words))
            and len(extents(node)) < 2
            and not inner_extents(node)
            and elements == [b"["] * named
        )

    def leading(self, chain: Chain) -> frozenset[Key]:
        """The variable of an object, with those that get its value, or that it gets the value of."""
        found, waiting = {chain.root}, [chain.root]
        while waiting:
            variable = waiting.pop()
            for copy in self.facts.copies:
                if variable in (copy.to, copy.value):
                    waiting += {copy.to, copy.value} - found
                    found |= {copy.to, copy.value}
        return frozenset(found)

    def uses(self, chain: Chain) -> Iterator[Node]:
        """Where the variables are named that lead to an object."""
        for variable in self.leading(chain):
            yield from self._uses(self.function, variable)

    def is_here(self, variable: Key) -> bool:
        """Whether the function declares a variable."""
        return variable.file == self.unit.real and self.function.start <= variable.offset < self.function.end

    def is_named(self, chain: Chain, start: int, end: int) -> bool:
        """Whether a part of the text names a variable that leads to an object."""
        return any(start <= use.start < end for use in self.uses(chain))

    def _is_own(self, variable: Key) -> bool:
        """Whether a variable of the function is an array, or gets new memory and other such variables."""
        declared = self._declarations(variable)
        if len(declared) != 1 or declared[0].declared().lasting:
            return False
        if declared[0].type_kind in ARRAY_TYPES:
            return True
        given = any(copy.to == variable for copy in self.facts.copies)
        sites = self.facts.sites.get(variable, set())
        return (
            variable not in self.facts.unknown
            and (given or bool(sites))
            and not any(each.array for each in sites)
        )

    def _declarations(self, variable: Key) -> list[Node]:
        variables = (each for each in self.function.inside if each.kind == Kind.VARIABLE)
        return [each for each in variables if key_of(each.declared()) == variable]

    def _reached(self, start: int) -> Collection[int]:
        seen, waiting = {start}, [start]
        while waiting:
            for each in self.cfg.successors[waiting.pop()]:
                if each not in seen and 0 <= each < len(self.cfg.successors):
                    seen.add(each)
                    waiting.append(each)
        return seen

    def _uses(self, function: Node, variable: Key) -> Sequence[Node]:
        if function not in self._named:
            named = self._named[function] = {}
            for node in function.inside:
                declared = node.declaration() if node.kind == Kind.DECL_REF else None
                if declared is not None:
                    named.setdefault(key_of(declared), []).append(node)
        return self._named[function].get(variable, ())

    def _is_kept(self, node: Node, depth: int) -> bool:
        """Whether an expression that leads to an object makes nothing else lead there that lasts."""
        above = node.parent
        while above is not None and (
            above.kind in _AROUND or (above.kind == Kind.BINARY and above.binary_operator in _MOVED)
        ):
            node, above = above, above.parent
        if above is None or above.kind == Kind.SIZEOF:
            return above is not None
        if above.kind == Kind.CALL:
            return self._is_lent(above, node, depth)
        if above.kind == Kind.SUBSCRIPT and node.ordinal == 0:
            return self._is_element(above, depth)
        if above.kind == Kind.MEMBER or (
            above.kind == Kind.UNARY and above.unary_operator == Unary.DEREFERENCE
        ):
            return self._is_element(above, depth)
        if above.kind == Kind.UNARY:
            return above.unary_operator == Unary.LOGICAL_NOT
        if above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN:
            return (node.ordinal == 0 or self._is_noted(above.below[0])) and self._is_kept(above, depth)
        if above.kind == Kind.VARIABLE:
            return key_of(above.declared()) in self._leading
        if above.kind == Kind.BINARY:
            return above.binary_operator in _TESTED
        return above.kind in (Kind.IF, Kind.WHILE, Kind.COMPOUND, Kind.DELETE)

    def _is_noted(self, target: Node) -> bool:
        """Whether what gets a pointer is a variable that is known to lead to the object, too."""
        named = ignoring_parens_and_implicit_casts(target)
        declared = named.declaration() if named.kind == Kind.DECL_REF else None
        return declared is not None and key_of(declared) in self._leading

    def _is_element(self, node: Node, depth: int) -> bool:
        """The same of an element: an array in it, or its address, leads there, too."""
        if node.type_kind in ARRAY_TYPES:
            return self._is_kept(node, depth)
        above = node.parent
        while above is not None and above.kind in (Kind.PAREN, Kind.MEMBER):
            if above.type_kind in ARRAY_TYPES:
                return self._is_kept(above, depth)
            above = above.parent
        called = above is not None and above.kind == Kind.CALL and not self._copies(above)
        if self.unit.cxx and (is_bound(node) or called):
            return False  # a reference leads there
        taken = above is not None and above.kind == Kind.UNARY and above.unary_operator == Unary.ADDRESS_OF
        return self._is_kept(above, depth) if taken and above is not None else True

    def _copies(self, call: Node) -> bool:
        """Whether a call is a copy of plain data of which nobody gets a reference."""
        above = call.parent
        assigns = call.name() == "operator="
        unused = (
            above is not None and above.kind in STATEMENTS and above.kind not in (Kind.RETURN, Kind.DECL_STMT)
        )
        return self.unit.callees.copies_bytes(call) and (unused or not assigns)

    def _is_lent(self, call: Node, argument: Node, depth: int) -> bool:
        """Whether a called function keeps no pointer that it is given."""
        callee = self.unit.callees.of(call)
        arguments = arguments_of(call)
        number = next((at for at, each in enumerate(arguments) if each == argument), -1)
        if callee.knowledge is Knowledge.SYSTEM:
            row = library_function(callee.name)
            return row is not None and not row.calls and self._is_dropped(call)
        unseen = callee.knowledge is not Knowledge.SEEN or self.unit.callees.is_shared(callee.key)
        if unseen or number < 0 or not depth:
            return False
        tree = self.unit.callees.tree(callee.key)
        parameters = [tree.node(at) for at in tree.children(1) if tree.kinds[at] == Kind.PARAMETER]
        if number >= len(parameters):
            return False
        key = key_of(parameters[number].declared())
        return all(self._is_kept(each, depth - 1) for each in self._uses(tree.node(1), key))

    def _is_dropped(self, call: Node) -> bool:
        """Whether a function of the library gives no pointer back, or nobody takes it."""
        above = parent_ignoring_parens_and_casts(call)
        return call.type_kind != POINTER_TYPE or (above is not None and above.kind == Kind.COMPOUND)

    def _is_freed(self, node: Node) -> bool:
        """Whether all that is done is to free it, or to set the variable to something else."""
        above = node.parent
        if above is not None and above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN:
            return node.ordinal == 0
        above = parent_ignoring_parens_and_casts(node)
        if above is None or above.kind == Kind.DELETE:
            return above is not None
        row = library_function(above.name()) if above.kind == Kind.CALL else None
        return row is not None and row.frees and above.name() != "realloc"


def _keeps_nothing(function: str) -> bool:
    """Whether a function is one of the library that runs no code of the program's; these keep no pointers."""
    row = library_function(function)
    return row is not None and not row.calls
