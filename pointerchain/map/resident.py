# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Resident: what stays on the device in a region, and the copies that are made of it there.

``target data map(tofrom: x[0:n])`` around a loop, ``target update from(x[0:n])`` in a branch of it.
"""

from __future__ import annotations

from pointerchain.analysis.chains import Chain
from pointerchain.lazy import NamedTuple
from pointerchain.map.objects import BOTH, FROM, TO
from pointerchain.source import Span

_IN_OPENMP = {(True, True): BOTH, (True, False): TO, (False, True): FROM, (False, False): "alloc"}
_IN_OPENACC = {
    (True, True): "copy",
    (True, False): "copyin",
    (False, True): "copyout",
    (False, False): "create",
}


class Resident(NamedTuple):
    """An object that stays on the device."""

    chain: Chain
    text: str
    """How a clause lists it."""
    to: bool
    """Whether it goes there where the region begins."""
    returns: bool
    """Whether it comes back where that ends."""
    why: str
    where: int
    host: int = -1
    """Where the host accesses it in the region, first."""


def way_of(resident: Resident, acc: bool) -> str:
    """How a region's clause calls the direction of an object's copies."""
    return (_IN_OPENACC if acc else _IN_OPENMP)[resident.to, resident.returns]


class Update(NamedTuple):
    """A copy in the region: what goes to the device, what comes back, and the place of the line."""

    at: int
    to: tuple[str, ...]
    returns: tuple[str, ...]
    behind: int = -1
    """Where the statement begins behind which the line goes, in its braces; else the line goes before one."""


class Region(NamedTuple):
    """A data region around consecutive statements."""

    dialect: str
    at: int
    """Where its directive goes."""
    end: int
    """Behind its last statement."""
    is_block: bool
    """Whether it has several statements."""
    is_structured: bool
    """Whether one directive governs it; else one stands before it, and one behind."""
    condition: str
    """Where it holds, all of its memory is there; empty where that is certain."""
    residents: tuple[Resident, ...]
    updates: tuple[Update, ...]
    uses: tuple[tuple[int, Chain], ...]
    """The objects of constructs, by their numbers, that need no copies in it."""
    braces: tuple[Span, ...] = ()
    """The statements that get braces around them and their copies."""
