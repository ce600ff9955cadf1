# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chains: what expressions of a kernel name, and the values that they have, as far as they are known.

``s->f->t[i - 1]``  ->  an element of the chain ``s->f->t``, with the subscript ``i - 1`` as a polynomial.
"""

from __future__ import annotations

from pointerchain.analysis.sections import Polynomial, TooLong
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.libclang import Binary

_MOST_ALTERNATIVES = 6
"""How many values an expression may have, each under another condition."""


class Refused(Exception):
    """Why a construct is left as it is, and the place in the source."""

    def __init__(self, where: int, why: str) -> None:
        super().__init__(why)
        self.where, self.why = where, why


class Key(NamedTuple):
    """A declaration: its name and where it stands."""

    name: str
    file: str
    offset: int


class Member(NamedTuple):
    """A step of a chain: a member, and whether a pointer leads to what it is of."""

    key: Key
    arrow: bool
    at: str = ""
    """The subscript by which a pointer leads there, a number that stays the same; empty for the first."""

    @property
    def sign(self) -> str:
        """What stands before it."""
        return f"[{self.at}]." if self.at else "->" if self.arrow else "."


class Chain(NamedTuple):
    """A variable, and the members that lead on from it."""

    root: Key
    members: tuple[Member, ...] = ()

    @property
    def text(self) -> str:
        """How C says it; members of a structure without a name are named without that."""
        text, sign = self.root.name, ""
        for step in self.members:
            sign = sign or step.sign
            if step.key.name and "(" not in step.key.name:
                text, sign = text + sign + step.key.name, ""
        return text

    @property
    def name(self) -> str:
        """Its last name."""
        return self.members[-1].key.name if self.members else self.root.name


Numbers = frozenset[Polynomial]
"""The values that an integer may have."""


class Pointer(NamedTuple):
    """A pointer to an element of what a chain leads to, or is."""

    chain: Chain
    offset: Numbers | None
    direct: bool = False
    """Whether the statement spells it by that chain."""


class Inside(NamedTuple):
    """A pointer to a part of such an element."""

    chain: Chain
    offset: Numbers | None


class Among(NamedTuple):
    """A pointer to one of several objects; and what that names. One that is null leads to none of them."""

    chains: frozenset[Chain] = frozenset()
    """Into what these lead to, nobody knows where."""
    starts: frozenset[tuple[Chain, Polynomial]] = frozenset()
    """To these elements."""
    linked: frozenset[Chain] = frozenset()
    """Along pointers that were read from elements of these, as far as they lead: what a deep copy reaches."""

    @property
    def every(self) -> frozenset[Chain]:
        """All chains by which it came to lead there."""
        return self.chains | self.linked | {chain for chain, _ in self.starts}

    @property
    def moved(self) -> Among:
        """The same anywhere in the same objects."""
        return Among(self.chains | {chain for chain, _ in self.starts}, linked=self.linked)

    def joined_with(self, other: Among) -> Among:
        """One or the other."""
        starts = self.starts | other.starts
        out = Among(self.chains | other.chains, starts, self.linked | other.linked)
        return out if len(starts) <= _MOST_ALTERNATIVES else out.moved


class ToLocal(NamedTuple):
    """A pointer to a variable of the statement's own, or of a function that it calls."""

    key: Key | None


Value = Numbers | Pointer | Inside | Among | ToLocal | None
"""None: nothing is known of it."""


class Named(NamedTuple):
    """What a chain names, as an expression stores to it or reads it."""

    chain: Chain


class Element(NamedTuple):
    """An element of what a chain leads to, or is: its subscripts, and whether all of it is meant."""

    chain: Chain
    offset: Numbers | None
    inner: tuple[Numbers | None, ...] = ()
    whole: bool = True
    direct: bool = False
    """Whether the statement spells ``*p`` of a chain ``p``."""


class Own(NamedTuple):
    """A variable of the statement's own, or a part of one."""

    key: Key | None
    whole: bool = True


Place = Named | Element | Among | Own


def combined(one: Value, two: Value, operator: int) -> Numbers | None:
    """The values of a sum, difference or product."""
    if not isinstance(one, frozenset) or not isinstance(two, frozenset):
        return None
    if len(one) * len(two) > _MOST_ALTERNATIVES:
        return None
    out = set()
    try:
        for left in one:
            for right in two:
                if operator == Binary.MULTIPLY:
                    out.add(left * right)
                else:
                    out.add(left + right if operator == Binary.ADD else left - right)
    except TooLong:
        return None
    return frozenset(out)


def joined(one: Value, two: Value) -> Value:
    """A value that is one or the other."""
    if one == two:
        return one
    if isinstance(one, frozenset) and isinstance(two, frozenset):
        both = one | two
        return both if len(both) <= _MOST_ALTERNATIVES else None
    if isinstance(one, Pointer) and isinstance(two, Pointer) and one.chain == two.chain:
        offset = joined(one.offset, two.offset)
        return Pointer(one.chain, offset if isinstance(offset, frozenset) else None)
    among = among_of(one), among_of(two)
    return among[0].joined_with(among[1]) if among[0] is not None and among[1] is not None else None


def among_of(value: Value) -> Among | None:
    """What a pointer may lead to; None where nobody knows."""
    if isinstance(value, Pointer):
        at = only(value.offset)
        return (
            Among(frozenset((value.chain,))) if at is None else Among(starts=frozenset(((value.chain, at),)))
        )
    if isinstance(value, Inside):
        return Among(frozenset((value.chain,)))
    return value if isinstance(value, Among) else None


def chains_of(value: Value) -> frozenset[Chain]:
    """What a pointer may lead into; nothing where nobody knows, or where it was read from an element."""
    among = among_of(value)
    return among.moved.chains if among is not None and not among.linked else frozenset()


def only(value: Value) -> Polynomial | None:
    """The one value that a number has."""
    return next(iter(value)) if isinstance(value, frozenset) and len(value) == 1 else None
