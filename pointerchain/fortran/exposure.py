# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A procedure's pointer assignments and addresses -> the copied chains that a pointer array may meet.

``p => sims%n`` makes one of an array of objects' component, and ``c_f_pointer(c_loc(a%n), p, [1])`` one of a
single object's. Where neither stands in the procedure, a pointer array is taken to meet no scalar component
of an object that is no element of an array.
"""

from __future__ import annotations

from pointerchain.fortran import events as e
from pointerchain.fortran.chains import Chain
from pointerchain.fortran.effects import Reader
from pointerchain.fortran.events import Event
from pointerchain.fortran.intrinsics import ADDRESSES
from pointerchain.fortran.names import Where
from pointerchain.fortran.records import Records
from pointerchain.fortran.standing import EXECUTES


def exposed(reader: Reader, where: Where, chains: list[Chain]) -> list[Chain]:
    """The chains, those marked as ``spread`` of which the procedure around a scope, or a procedure that holds
    it, takes a component's address."""
    if not any(chain.copied and not chain.spread for chain in chains):
        return chains
    addresses: list[Event] = []
    scope = where.scope.within(EXECUTES)
    while scope is not None:
        end = scope.contains if scope.contains >= 0 else scope.last
        for number in range(max(scope.executable, scope.first + 1), end):
            at = Where(where.file, where.file.scopes[number])
            events = reader.effects(at, number, nested=False).events
            addresses += [each for each in events if each.kind == e.ADDRESS]
        scope = scope.parent.within(EXECUTES) if scope.parent is not None else None
    return [
        chain._replace(spread=True)
        if chain.copied and any(_meets(reader.records, chain, each) for each in addresses)
        else chain
        for chain in chains
    ]


def _meets(records: Records, chain: Chain, event: Event) -> bool:
    """Whether an address is that of a chain's component, or of an object that may hold it."""
    meaning, mine = event.meaning, chain.steps[-1]
    by_call = event.why in ADDRESSES
    if meaning.derived is not None:
        reached = records.reached((meaning.derived,))
        return by_call and any(records.alike(mine.owner, each.key) for each in reached)
    if not meaning.steps or meaning.base is None:
        return False
    last = meaning.steps[-1]
    ranks = [meaning.base.rank, *(each.entity.rank for each in meaning.steps[:-1])]
    same = last.entity.name == mine.entity.name and records.alike(last.owner, mine.owner)
    return same and (by_call or any(ranks))
