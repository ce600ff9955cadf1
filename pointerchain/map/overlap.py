# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Overlap: objects of several constructs, and accesses of the host's -> which may be to the same memory.

``x`` and ``y`` of allocations of their own  ->  a store to ``y[i]`` is none to what ``x`` leads to, wherever
the two stand: also where pointers have changed hands in between.
"""

from __future__ import annotations

from pointerchain.analysis.chains import Chain, Key
from pointerchain.analysis.points_to import PointsTo, site_of_array
from pointerchain.lazy import NamedTuple
from pointerchain.map.ending import Ending
from pointerchain.map.host import Touch
from pointerchain.map.source import Unit
from pointerchain.translator.clang.alias_classes import meets
from pointerchain.translator.clang.extents import is_array, is_restrict, member_names
from pointerchain.translator.clang.libclang import ARRAY_TYPES
from pointerchain.translator.clang.tree import Node


class Thing(NamedTuple):
    """What a chain leads to, or the array that it is."""

    chain: Chain
    node: Node
    is_array: bool
    classes: frozenset[str]
    """The alias classes of what its elements hold."""
    is_record: bool
    fields: frozenset[str]
    """The names of the members of a structure that it leads to."""


def thing_of(unit: Unit, chain: Chain, node: Node) -> Thing:
    """The object that an expression's chain leads to, or is."""
    array = is_array(node)
    place = unit.storage.place(node) if node.type_kind in ARRAY_TYPES else unit.storage.behind(node)
    members = {part.member for part in place.parts} - {unit.storage.member_of(node)}
    classes = place.aliases | {part.alias for part in place.parts}
    return Thing(chain, node, array, classes, bool(members), member_names(node))


class Overlap:
    """Answers for one source of a program."""

    def __init__(
        self,
        unit: Unit,
        points_to: PointsTo,
        arrays: frozenset[Chain],
        parameters: frozenset[Key],
        changing: frozenset[str],
        ending: Ending,
    ) -> None:
        """``arrays`` are the chains that name arrays, ``parameters`` those of the function.

        ``changing`` are the words of what is set among the statements; ``ending`` knows the function.
        """
        self.unit, self.points_to, self.facts = unit, points_to, points_to.facts
        self.arrays, self.parameters, self.changing = arrays, parameters, changing
        self.ending = ending

    def are_apart(self, one: Thing, other: Thing) -> bool:
        """Whether two objects are certainly different memory, each wherever it stands."""
        if self._differ(one.classes, other.classes):
            return True
        if one.is_array and other.is_array:
            return self._are_arrays_apart(one.chain, other.chain)
        if self._is_own(one, other.chain) or self._is_own(other, one.chain):
            return True
        arrays = self.arrays | {each.chain for each in (one, other) if each.is_array}
        return self._do_lead_apart(one.chain, other.chain, arrays)

    def _do_lead_apart(self, one: Chain, other: Chain, arrays: frozenset[Chain]) -> bool:
        """Whether two pointers lead to different memory, wherever they stand among the statements."""
        stay = self.changing.isdisjoint((last_word(one), last_word(other)))
        return self.points_to.are_apart(one, other, arrays, at_once=stay)

    def _differ(self, one: frozenset[str], other: frozenset[str]) -> bool:
        """Whether types tell objects apart."""
        return self.unit.strict and not any(meets(each, other) for each in one)

    def _are_arrays_apart(self, one: Chain, other: Chain) -> bool:
        if one == other:
            return False
        if any(step.arrow for step in (*one.members, *other.members)):
            return bool(one.members and other.members) and one.members[-1].key != other.members[-1].key
        size = min(len(one.members), len(other.members))
        return one.root != other.root or one.members[:size] != other.members[:size]

    def _is_own(self, thing: Thing, other: Chain) -> bool:
        """Whether a variable is the only way to its memory for another pointer of its function.

        It is ``restrict``, and the other one is not made from it; or no other one is.
        """
        leading = self.ending.leading(thing.chain) if not thing.chain.members else frozenset()
        if (
            other.root not in leading
            and self.ending.is_here(other.root)
            and self.ending.is_alone(thing.chain)
        ):
            return True
        if thing.chain.members or thing.is_array or not is_restrict(thing.node) or other.members:
            return False
        return not self.points_to.is_made_from(other, thing.chain.root)

    # --- what the host touches ----------------------------------------------------------------------------

    def may_touch(self, touch: Touch, thing: Thing) -> bool:
        """Whether an access may be to what an object holds."""
        if self._differ(touch.classes, thing.classes):
            return False
        pointer = touch.pointer
        unnamed = (
            touch.until >= 0
            and not touch.bound
            and not self.ending.is_named(thing.chain, touch.where, touch.until)
        )
        if unnamed and self.ending.is_alone(thing.chain):
            return False
        if pointer is None:
            return touch.bound or not (thing.is_array and self._is_hidden(thing.chain))
        if thing.is_array:
            return self._may_be_array(touch, pointer, thing)
        apart = self._do_lead_apart(pointer, thing.chain, self.arrays)
        if touch.named and pointer in self.arrays:
            return not apart
        allocated = self.points_to.leads_to_allocations(thing.chain)
        if touch.named:
            keys = (pointer.root, *touch.members)
            return not allocated and (not pointer.root.file or any(map(self.is_addressed, keys)))
        if self._is_own(thing, pointer):
            return False
        other = touch.members and not (thing.is_record and touch.members[-1].name in thing.fields)
        if other and allocated and not any(map(self.is_addressed, touch.members)):
            return self.points_to.leads_to_allocations(pointer) and not apart
        return not apart

    def _may_be_array(self, touch: Touch, pointer: Chain, thing: Thing) -> bool:
        """The same of an array that is a variable, or a member."""
        last, led = _last(thing.chain), any(step.arrow for step in thing.chain.members)
        if touch.named and led:
            return not touch.members or last in touch.members or thing.is_record
        if touch.named:
            same = pointer.root == thing.chain.root
            return same or (not pointer.root.file and pointer.root.name == thing.chain.root.name)
        if touch.members and not thing.is_record:
            return last in touch.members
        return not self._do_lead_apart(pointer, thing.chain, self.arrays | {thing.chain})

    def _is_hidden(self, array: Chain) -> bool:
        """Whether no pointer is made to an array's elements."""
        if array.members:
            return False
        site = site_of_array(array.root)
        return site not in self.facts.exposed and (self.facts.closed or array.root in self.facts.own)

    def leads_to_allocations(self, pointer: Chain) -> bool:
        """Whether a pointer certainly leads to what calls have allocated, and to no variable."""
        return self.points_to.leads_to_allocations(pointer)

    def is_addressed(self, key: Key) -> bool:
        """Whether a pointer may lead to a variable, or a member, that is a number or a pointer."""
        if key in self.facts.addressed or key in self.facts.unknown:
            return True
        if site_of_array(key) in self.facts.exposed:
            return True
        return not (self.facts.closed or key in self.facts.own or key in self.parameters)


def last_word(chain: Chain) -> str:
    """The last name of a chain, as :func:`~pointerchain.map.host.words_of` has it."""
    return f".{chain.name}" if chain.members else chain.name


def _last(chain: Chain) -> Key:
    return chain.members[-1].key if chain.members else chain.root


def may_be_set(classes: frozenset[str], strict: bool) -> bool:
    """Whether a store of some classes may be one of what leads to an object, or of its length."""
    if not strict:
        return True
    return any(each not in _FLOATING for each in classes)


_FLOATING = frozenset(("float", "double", "long double"))
