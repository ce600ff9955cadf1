# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Linked: what a kernel accesses along pointers that it reads from elements -> what has to be copied deep.

``c[i].data[j]``  ->  ``c``, whose elements lead to ``data``; ``m->rows[i][j]``  ->  the structure ``m``, for
a clause lists no rows of pointers by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from pointerchain.analysis.chains import Chain, Refused
from pointerchain.analysis.sections import ZERO
from pointerchain.analysis.uses import Accesses
from pointerchain.map.checks import NOT_FOLLOWED
from pointerchain.map.source import Unit
from pointerchain.translator.clang.extents import holds_pointers, leads_to_pointers


class Linked:
    """What one construct has to have copied with all that its pointers lead to."""

    def __init__(self, unit: Unit, at: int, accesses: Accesses) -> None:
        self.unit, self.at, self.accesses = unit, at, accesses
        self.says_deep = at in unit.deep_constructs
        """Whether the user's clauses are deep."""

    @cached_property
    def chains(self) -> frozenset[Chain]:
        """The chains to elements with pointers, where the kernel follows some.

        A deep clause copies all that it lists of these.
        """
        if not self.accesses.linked:
            return frozenset()
        return frozenset(each for each in self.accesses.elements if holds_pointers(self.accesses.nodes[each]))

    @cached_property
    def owners(self) -> dict[Chain, list[Chain]]:
        """The structures that are listed, and the chains that lead on from each."""
        nodes = self.accesses.nodes
        rows = [
            each for each in self.accesses.elements if each in self.chains and leads_to_pointers(nodes[each])
        ]
        out: dict[Chain, list[Chain]] = {Chain(each.root, each.members[:-1]): [] for each in rows}
        for owner, led in out.items():
            size = len(owner.members)
            everything = (*self.accesses.elements, *self.accesses.scalars)
            led += [
                each
                for each in dict.fromkeys(everything)
                if each.root == owner.root and each.members[:size] == owner.members and each != owner
            ]
        return out

    def covers(self, chain: Chain) -> bool:
        """Whether a structure that is listed leads to an object, which needs no clause then."""
        return any(chain in led for led in self.owners.values())

    def named(self, chain: Chain) -> Chain:
        """The chain that the kernel begins at: the device follows the rest, where a structure is listed."""
        for owner in self.owners:
            if chain.root == owner.root and chain.members[: len(owner.members)] == owner.members:
                return owner
        return chain

    def begins(self, chain: Chain) -> bool:
        """Whether all that is accessed begins at its first element, if it is not null: a list, or a tree."""
        uses = self.accesses.elements.get(chain, ())
        return chain in self.accesses.linked and all(
            use.access.subscript == ZERO and not use.access.loops for use in uses
        )

    def bounds_of(self, owner: Chain) -> str:
        """Which element of a pointer's is the structure: none if that is null, where the kernel asks."""
        step = next(iter(self.owners[owner])).members[len(owner.members)]
        if not step.arrow:
            return ""
        asked = {"".join(text.split()) for _, text, _ in self.accesses.tested}
        length = f"({owner.text} ? 1 : 0)" if owner.text in asked and not step.at else "1"
        return f"{step.at or 0}:{length}"

    def is_stored(self, chain: Chain) -> bool:
        """Whether the kernel stores it, to an element of it, or to what pointers of elements lead to."""
        accesses = self.accesses
        rows = (*accesses.elements.get(chain, ()), *accesses.linked.get(chain, ()))
        return any(use.write for use in (*rows, *accesses.scalars.get(chain, ())))

    def why(self, chain: Chain) -> str:
        """What the kernel does along the links of a chain."""
        for use in sorted(self.accesses.linked.get(chain, ()), key=lambda each: not each.write):
            word = "writes" if use.write else "reads"
            return f", and {word} where its pointers lead in line {self.unit.line(use.where, self.at)}"
        return ""

    # --- what is not understood ---------------------------------------------------------------------------

    def check(self) -> None:
        """Raise :class:`Refused` where the kernel follows such pointers, and that is not understood."""
        accesses = self.accesses
        if not self.chains:
            return
        for text, where in accesses.moved:
            raise Refused(where, f"'{text}' is stored with the pointers in it, which are the device's")
        for unit in (self.unit, *self.unit.others):
            if unit.copies_deep >= 0:
                path, line, _ = unit.source.place(unit.copies_deep)
                place = f"line {line}" if unit is self.unit else f"{path}:{line}"
                raise Refused(self.at, f"the 'deepcopy' in {place} copies, too: {NOT_FOLLOWED}")
        for chain in accesses.scalars:
            if holds_pointers(accesses.nodes[chain]) and not self.covers(chain):
                raise Refused(self.at, f"the structure '{chain.text}' is read whole, with the pointers in it")
        for owner, led in self.owners.items():
            places = {each.members[len(owner.members)].at for each in led}
            if len(places) > 1 or (led and owner in self.accesses.elements):
                why = f"pointers are followed in several elements of '{owner.text}'"
                raise Refused(self.at, f"{why}, by numbers that stay the same in the kernel")
        for chain in self.chains:
            if not chain.members and leads_to_pointers(accesses.nodes[chain]):
                where = accesses.elements[chain][0].where
                why = f"'{chain.text}' leads to pointers: a member of a structure"
                raise Refused(where, f"{why}, with a shape, could be copied")

    def check_listed(self, listed: Sequence[Chain], returning: Collection[str]) -> None:
        """Raise :class:`Refused` where clauses of the user's list such a chain with the host's pointers.

        Or where what the kernel stores does not come back; ``returning`` are the names of what does.
        """
        for chain in (*self.chains, *self.owners) if self.says_deep else ():
            led = (chain, *self.owners.get(chain, ()))
            if chain in listed and chain.text not in returning and any(map(self.is_stored, led)):
                why = f"the kernel stores where '{chain.text}' leads, and its clause copies nothing back"
                raise Refused(self.at, why)
        for chain in self.accesses.elements if not self.says_deep else ():
            if chain in self.chains and chain in listed:
                text, where = next(iter(self.accesses.links.values()), (chain.text, self.at))
                why = f"the kernel follows '{text}': 'pointerchain(deep)' on the construct would copy that"
                raise Refused(where, f"{why} with '{chain.text}'")
