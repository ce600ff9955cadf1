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
    """A pointer into what one of several chains leads to, nobody knows where; and what that names."""

    chains: frozenset[Chain]


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
    chains = chains_of(one), chains_of(two)
    return Among(chains[0] | chains[1]) if chains[0] and chains[1] else None


def chains_of(value: Value) -> frozenset[Chain]:
    """What a pointer may lead into; nothing where nobody knows."""
    if isinstance(value, (Pointer, Inside)):
        return frozenset((value.chain,))
    return value.chains if isinstance(value, Among) else frozenset()


def only(value: Value) -> Polynomial | None:
    """The one value that a number has."""
    return next(iter(value)) if isinstance(value, frozenset) and len(value) == 1 else None
