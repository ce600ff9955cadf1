# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Values: numbers as terms over symbols, and pointers as sets of places.

``n * 8 + 8`` where nobody knows ``n``  ->  ``("+", ("*", ("symbol", "n", 0), 8), 8)``; where ``n`` is 3, 32.
A number of which nothing is known is None. Terms that are equal are equal in value; others may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pointerchain.lazy import NamedTuple

Term = Any
"""A whole number, a tuple, or None."""
Object = tuple[Any, ...]
Path = tuple[str, ...]
WILD: Object = ("wild",)
"""Memory that nobody can name."""
_MOST = 40
"""The nodes of a term; a larger one is not known."""


class Target(NamedTuple):
    """A place: an object, members, and for each level how many bytes behind its begin."""

    object: Object
    path: Path = ()
    offsets: tuple[Term, ...] = (0,)
    widths: tuple[int, ...] = ()
    """The bytes of the records whose members these are."""

    def moved(self, by: Term) -> Target:
        """A place some bytes behind it."""
        return self._replace(offsets=(*self.offsets[:-1], apply("+", self.offsets[-1], by)))

    def member(self, name: str, width: int) -> Target:
        """A member of the record that is there."""
        return Target(self.object, (*self.path, name), (*self.offsets, 0), (*self.widths, width))


class Pointer(NamedTuple):
    """What a pointer may lead to; nothing where it is null, or was never set."""

    targets: tuple[Target, ...] = ()

    def joined(self, other: Pointer) -> Pointer:
        """What either leads to."""
        out: dict[tuple[Object, Path], Target] = {}
        for each in (*self.targets, *other.targets):
            known = out.get((each.object, each.path))
            if known is not None:
                pairs = zip(known.offsets, each.offsets, strict=True)
                offsets = tuple(a if a == b else None for a, b in pairs)
                out[each.object, each.path] = each._replace(offsets=offsets)
            else:
                out[each.object, each.path] = each
        return Pointer(tuple(sorted(out.values(), key=repr)))


NOWHERE = Pointer()
ANYWHERE = Pointer((Target(WILD, (), (None,)),))


class Record(NamedTuple):
    """A record's value: that of what is at a place."""

    target: Target


def apply(sign: str, one: Term, other: Term) -> Term:
    """The value of a binary operation."""
    if isinstance(one, int) and isinstance(other, int):
        return _computed(sign, one, other)
    if sign == "*" and 0 in (one, other) and (isinstance(one, int) or isinstance(other, int)):
        return 0
    if one is None or other is None:
        return None
    if sign == "+" and one == 0:
        return other
    if sign in ("+", "-") and other == 0:
        return one
    if sign in ("*", "+") and isinstance(one, int):
        one, other = other, one
    if sign == "*" and other == 1:
        return one
    if sign in (">", ">="):
        sign, one, other = "<" + sign[1:], other, one
    if sign in ("+", "-") and isinstance(other, int) and one[0] == "+" and isinstance(one[2], int):
        return apply("+", one[1], one[2] + (other if sign == "+" else -other))
    if sign == "-" and isinstance(other, int):
        sign, other = "+", -other
    made = (sign, one, other)
    return made if _size(made) <= _MOST else None


def _size(term: Term) -> int:
    return 1 + sum(map(_size, term[1:])) if type(term) is tuple and term[0] != "symbol" else 1


def _computed(sign: str, one: int, other: int) -> int | None:
    if sign in ("/", "%"):
        if not other:
            return None
        quotient = abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)
        return quotient if sign == "/" else one - quotient * other
    if sign in ("<<", ">>") and not 0 <= other < 64:
        return None
    return int(_SIGNS[sign](one, other)) if sign in _SIGNS else None


_SIGNS: Mapping[str, Any] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
    "==": int.__eq__,
    "!=": int.__ne__,
    "&": int.__and__,
    "|": int.__or__,
    "^": int.__xor__,
    "<<": int.__lshift__,
    ">>": int.__rshift__,
    "&&": lambda one, other: bool(one) and bool(other),
    "||": lambda one, other: bool(one) or bool(other),
}


def choice(test: Term, one: Term, other: Term) -> Term:
    """The value of ``test ? one : other``."""
    if isinstance(test, int):
        return one if test else other
    if one == other:
        return one
    made = ("?", test, one, other)
    return made if None not in made and _size(made) <= _MOST else None


def evaluated(term: Term, sample: int) -> Term:
    """A term's value where each symbol has the one that a sample gives it."""
    if type(term) is not tuple:
        return term
    if term[0] == "symbol":
        return _sampled(term, sample)
    if term[0] == "?":
        test = evaluated(term[1], sample)
        return None if test is None else evaluated(term[2] if test else term[3], sample)
    return apply(term[0], evaluated(term[1], sample), evaluated(term[2], sample))


KERNEL = "kernel"
"""What the names of numbers begin with that a kernel has made, and that no sample knows."""
SAMPLES = 14
"""In the first six all symbols have one value, in the others each has its own. What comes behind them is
:func:`beyond`."""


def beyond(number: int) -> int:
    """The sample in which all symbols are larger by two than a number that is not negative."""
    return SAMPLES + number


def largest(sample: int) -> int:
    """The value of all symbols of a sample that :func:`beyond` gave; else 0."""
    return sample - SAMPLES + 2 if sample >= SAMPLES else 0


@lru_cache(16384)
def _sampled(symbol: Term, sample: int) -> int | None:
    if symbol[1][0] == KERNEL:
        return None
    if sample < 6:
        return sample
    if sample >= SAMPLES:
        return largest(sample)
    digest = 7 * sample
    for sign in repr(symbol):
        digest = (digest * 31 + ord(sign)) % 1_000_003
    return digest // 7 % 6


def symbols_of(term: Term) -> Iterator[Term]:
    """The symbols in a term."""
    if type(term) is tuple:
        if term[0] == "symbol":
            yield term
        else:
            for each in term[1:]:
                yield from symbols_of(each)
