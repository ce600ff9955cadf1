# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Unions: pointers that are there under conditions -> for each the terms under which it alone is followed.

A pointer of which several shapes are said is a union, too: of pointers that lead to different things.

``when(tag == LIST, u.list), when(tag, u.tree)``  ->  ``u.tree``: not ``tag == LIST``, and ``tag``
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.deepcopy.rows import Asked, Term
from pointerchain.lazy import NamedTuple

_LAST = 1 << 30


class Site(NamedTuple):
    """A union on the way to a pointer: which one, which of its members, and how many steps lead there."""

    number: int
    member: int
    depth: int


class Condition(NamedTuple):
    """A condition of a pointer, and how many steps lead to the member that it was said of."""

    asked: Asked
    reach: int


class Alive(NamedTuple):
    """A pointer with its conditions, and the unions that hold it."""

    given: tuple[Condition, ...]
    sites: tuple[Site, ...]

    def decided(self, site: Site) -> tuple[Asked, ...]:
        """The conditions that say which member of a union is alive; what is in that has its own."""
        return tuple(each.asked for each in self.given if each.asked.owner.depth <= site.depth < each.reach)

    def order(self, site: Site) -> int:
        """When the first of them was said; of what is there where no other one is, after all of them."""
        return min((asked.when.order for asked in self.decided(site)), default=_LAST)


def terms(alive: Alive, others: Sequence[Alive]) -> tuple[Term, ...]:
    """The terms of a pointer: its own conditions, and that none of another member said before is true."""
    out = [
        Term(other.decided(site), True)
        for site in alive.sites
        for other, at in _beside(site, others)
        if other.order(at) < alive.order(site)
    ]
    own = tuple(
        each.asked for each in alive.given
    )  # the outer ones first: the inner ones are read under them
    return tuple(dict.fromkeys([*([Term(own)] if own else []), *out]))


def same(alive: Alive, before: Sequence[Alive]) -> Alive | None:
    """A member of one union, of those before, that has the same condition."""
    for site in alive.sites:
        for other, at in _beside(site, before):
            if other.order(at) == alive.order(site):
                return other
    return None


def _beside(site: Site, others: Sequence[Alive]) -> list[tuple[Alive, Site]]:
    """The pointers of other members of a union."""
    return [
        (other, at)
        for other in others
        for at in other.sites
        if at.number == site.number and at.member != site.member
    ]
