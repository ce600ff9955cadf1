# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Memory: the objects of a construct -> which of them may lie over each other.

Two chains that lead to the same memory would be on the device twice, or once by the first of two clauses; one
that is stored would leave an older copy. ``a`` and ``b`` of different types, of allocations of their own, or
``restrict``  ->  they lie apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from pointerchain.analysis.alias import AliasResult, of_classes
from pointerchain.analysis.cfg import ControlFlow
from pointerchain.analysis.chains import Chain, Refused
from pointerchain.analysis.points_to import PointsTo
from pointerchain.analysis.uses import Accesses, ElementUse, ScalarUse
from pointerchain.map.checks import Remark
from pointerchain.map.ending import Ending
from pointerchain.map.source import Unit
from pointerchain.translator.clang.alias_classes import ANY, POINTER
from pointerchain.translator.clang.extents import is_array, is_pointer, is_restrict
from pointerchain.translator.clang.libclang import ARRAY_TYPES, FUNCTIONS
from pointerchain.translator.text.directives import Construct

_SCALARS = frozenset(("bool", "short", "int", "long", "long long", "float", "double", "long double"))


class Memory:
    """The objects of one construct."""

    def __init__(self, unit: Unit, construct: Construct, accesses: Accesses, points_to: PointsTo) -> None:
        self.unit, self.construct, self.accesses, self.points_to = unit, construct, accesses, points_to

    def all(self) -> list[Chain]:
        """Each chain that is accessed."""
        return list(dict.fromkeys([*self.accesses.elements, *self.accesses.scalars]))

    def check_overlap(self, rows: frozenset[Chain]) -> None:
        """Raise :class:`Refused` where a part of another object is on the device a second time, or stored.

        ``rows`` are the objects that clauses list.
        """
        everything = self.all()
        for one in everything:
            for other in everything:
                size = len(one.members)
                if one == other or other.root != one.root or other.members[:size] != one.members:
                    continue
                step = other.members[size]
                elements = one in self.accesses.elements
                if step.arrow and not elements:
                    continue
                written = self.is_written(one) or self.is_written(other)
                if written or (one in rows and other in rows):
                    where = self.where(one)
                    why = f"'{other.text}' is a part of what '{one.text}' leads to, and the kernel needs both"
                    raise Refused(where, why)
        self._check_members()

    def _check_members(self) -> None:
        """A scalar that is read may not be one that is stored by another chain, or by a pointer."""
        scalars = self.accesses.scalars
        for one, other in combinations(scalars, 2):
            if one.members and other.members and one.members[-1].key == other.members[-1].key:
                if self.is_written(one) or self.is_written(other):
                    why = (
                        f"'{one.text}' and '{other.text}' may be the same, and the kernel stores one of them"
                    )
                    raise Refused(self.where(one), why)
        for chain in scalars:
            if chain.members and chain.members[-1].key in self.accesses.stored:
                why = f"'{chain.text}' may be the member of an element that the kernel stores"
                raise Refused(self.where(chain), why)
        stored = [chain for chain in self.accesses.elements if self.is_written(chain)]
        for chain in scalars:
            last = chain.members[-1].key if chain.members else chain.root
            kind = self.unit.storage.alias_of(self.accesses.nodes[chain])
            if last in self.points_to.facts.addressed and (where := self._stored_by_link(kind)) is not None:
                why = (
                    f"the kernel may store '{chain.text}', whose address is taken, by a pointer that it reads"
                )
                raise Refused(where, why)
            for array in stored if last in self.points_to.facts.addressed else ():
                if self._may_be_of(array, kind):
                    why = (
                        f"'{array.text}', which is stored, may lead to '{chain.text}', whose address is taken"
                    )
                    raise Refused(self.where(array), why)

    def _stored_by_link(self, kind: str) -> int | None:
        """Where the kernel may store something of a type by a pointer that it reads."""
        for use in (each for rows in self.accesses.linked.values() for each in rows if each.write):
            place = self.unit.storage.place(use.node)
            classes = place.aliases | {part.alias for part in place.parts}
            if of_classes(kind, classes, self.unit.strict) is not AliasResult.NO:
                return use.where
        return None

    def _may_be_of(self, chain: Chain, kind: str) -> bool:
        own = self.unit.storage.alias_of_elements(self.accesses.nodes[chain])
        return of_classes(kind, {own}, self.unit.strict) is not AliasResult.NO

    def _class(self, chain: Chain) -> str:
        """The alias class of the elements of a chain."""
        node = self.accesses.nodes[chain]
        if is_pointer(node):
            if node.type_kind in ARRAY_TYPES:
                return self.unit.storage.alias_of(node)
            of = self.unit.storage.alias_of_pointer(node)
            return of.removeprefix(f"{POINTER} to ") if of != POINTER else ANY
        return self.unit.storage.alias_of(node)

    def ask_apart(self, listed: Sequence[Chain], deep: frozenset[Chain]) -> Iterator[Remark]:
        """What two chains lead to may be on the device once only: one of them would be an older copy.

        Of what is copied ``deep`` there is one copy, by whatever pointer it is reached; a clause for a part
        of it finds that, and the runtime ends a program whose clause maps more.
        """
        nodes = self.accesses.nodes
        arrays = frozenset(chain for chain in self.accesses.elements if is_array(nodes[chain]))
        doubtful: list[tuple[Chain, Chain]] = []
        for one, other in combinations(self.accesses.elements, 2):
            if (one in listed and other in listed) or one in deep or other in deep:
                continue
            if not (self.is_written(one) or self.is_written(other)):
                continue
            if not self._are_apart(one, other, arrays):
                doubtful.append((one, other))
        if doubtful:
            one, other = doubtful[0]
            *names, last = (
                f"'{each.text}'" for each in dict.fromkeys(each for pair in doubtful for each in pair)
            )
            said = f"do {', '.join(names)} and {last} lead to different memory?"
            hint = self._unaliased_hint(doubtful)
            yield Remark(
                "question", self.where(other if self.is_written(other) else one), f"{said} {hint} would say"
            )

    def _are_apart(self, one: Chain, other: Chain, arrays: frozenset[Chain]) -> bool:
        if one in arrays and other in arrays and not self._by_pointer(one, other):
            return True
        if self._is_alone(one, other) or self._is_alone(other, one):
            return True
        if self._is_own(one, other) or self._is_own(other, one):
            return True
        mine, theirs = self._class(one), self._class(other)
        if self.unit.strict and mine in _SCALARS and theirs in _SCALARS and mine != theirs:
            return True
        return self.points_to.are_apart(one, other, arrays)

    def _by_pointer(self, one: Chain, other: Chain) -> bool:
        """Whether two arrays that are members of what pointers lead to may be one."""
        return any(step.arrow for step in (*one.members, *other.members)) and one.name == other.name

    def _is_alone(self, chain: Chain, other: Chain) -> bool:
        """Whether a pointer is said to be the only one to its memory, and the other is not made from it."""
        if any(
            item.qualifier and b"".join(item.text.split()).decode("utf-8", "replace") == chain.text
            for item in self.construct.items
        ):
            return True
        if not self._is_restrict(chain):
            return False
        return not self.points_to.is_made_from(other, chain.root)

    def _is_own(self, chain: Chain, other: Chain) -> bool:
        """Whether only variables of the function lead to an object, and not another pointer of it."""
        ending = self._ending
        if ending is None or not ending.is_here(other.root) or not ending.is_alone(chain):
            return False
        return other.root not in ending.leading(chain)

    @cached_property
    def _ending(self) -> Ending | None:
        """What is known of the memory of the construct's function."""
        node = next(iter(self.accesses.nodes.values()), None)
        function = node.within(FUNCTIONS) if node is not None else None
        if function is None:
            return None
        cfg = ControlFlow(function.tree, self.unit.callees.is_system).of(function.index)
        return Ending(self.unit, cfg, function, self.points_to)

    def _unaliased_hint(self, pairs: Sequence[tuple[Chain, Chain]]) -> str:
        """What says of pairs of pointers that one of each is the only one to its memory."""
        alone: list[Chain] = []
        for one, other in pairs:
            if one not in alone and other not in alone:
                taken = other.members or self._is_restrict(one)
                alone.append(other if taken and not self._is_restrict(other) else one)
        members = [f"{each.text}{{:restrict}}" for each in alone if each.members]
        variables = [f"'{each.text}'" for each in alone if not each.members]
        hints = [f"'pointerchain({', '.join(members)})' on the construct"] if members else []
        if variables:
            several = "s" if len(variables) > 1 else ""
            hints.append(f"'restrict' in the declaration{several} of {', '.join(variables)}")
        return " and ".join(hints)

    def _is_restrict(self, chain: Chain) -> bool:
        return not chain.members and is_restrict(self.accesses.nodes[chain])

    def is_written(self, chain: Chain) -> bool:
        """Whether the kernel stores it, or an element of it."""
        rows: list[ElementUse | ScalarUse] = [*self.accesses.elements.get(chain, [])]
        rows += self.accesses.scalars.get(chain, [])
        return any(use.write for use in rows)

    def where(self, chain: Chain) -> int:
        """The place of its first access."""
        rows: list[ElementUse | ScalarUse] = [*self.accesses.elements.get(chain, [])]
        rows += self.accesses.scalars.get(chain, [])
        return rows[0].where
