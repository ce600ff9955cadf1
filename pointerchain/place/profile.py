# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A profile as the model sees it: profile.json -> :class:`Profile`. All is counted, nothing is a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pointerchain.place.documents import PlaceError

SECTOR, PAGE, WARP = 32, 65536, 32


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a source."""

    file: str
    line: int
    column: int | None = None
    function: str | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f":{self.column}" if self.column else "")


@dataclass(frozen=True, slots=True)
class Object:
    """An allocation, or all those of one site. ``now`` is where the program has it, None if unknown."""

    id: int
    name: str | None
    site: Place | None
    bytes: int
    now: str | None
    parts: int = 0
    """Of a structure that ``deepcopy`` directives copy: of how many objects it is made. 0 of all others."""

    @property
    def label(self) -> str:
        """What a report calls it."""
        return self.name or (str(self.site) if self.site else f"object {self.id}")


@dataclass(frozen=True, slots=True)
class Phase:
    """A kernel, or what the host does between two; ``repeat`` executions of it follow one another."""

    id: int
    side: str
    place: Place | None
    repeat: int
    name: str = ""

    @property
    def label(self) -> str:
        """What a report calls it."""
        return self.name or (str(self.place) if self.place else f"phase {self.id}")


@dataclass(frozen=True, slots=True)
class Loop:
    """The phases ``first`` to ``last`` are executed ``repeat`` times as a whole."""

    first: int
    last: int
    repeat: int


@dataclass(frozen=True, slots=True)
class Cell:
    """The accesses of one object in one phase from one side, summed over the phase's executions."""

    object: int
    phase: int
    side: str
    loads: int
    stores: int
    atomics: int
    load_bytes: int
    store_bytes: int
    atomic_bytes: int
    sectors: int
    stored_sectors: int | None
    pages: int
    page_visits: int
    warp_sectors: int | None
    first: str

    @property
    def reads(self) -> bool:
        """Whether the object's old contents may matter."""
        return self.loads > 0 or self.atomics > 0

    @property
    def writes(self) -> bool:
        """Whether the object's contents change."""
        return self.stores > 0 or self.atomics > 0

    @property
    def bytes(self) -> int:
        """All bytes accessed."""
        return self.load_bytes + self.store_bytes + self.atomic_bytes


@dataclass(frozen=True, slots=True)
class Copy:
    """What the program itself copies at the begin of a phase, over all of its executions."""

    object: int
    phase: int
    to_device: int
    to_host: int


@dataclass(frozen=True, slots=True)
class Profile:
    """One run. ``cells`` has them by (object, phase, side)."""

    command: tuple[str, ...]
    objects: tuple[Object, ...]
    phases: tuple[Phase, ...]
    loops: tuple[Loop, ...]
    cells: Mapping[tuple[int, int, str], Cell]
    copies: tuple[Copy, ...]
    uncounted: int = 0
    """Places in the source whose accesses were not counted."""
    unknown: float = 0.0
    """The share of the accesses that belong to no object and no stack."""


def profile_of(document: Mapping[str, Any]) -> Profile:
    """A profile from a checked document; raises :class:`PlaceError` where its parts do not fit together."""
    objects = tuple(
        Object(
            each["id"],
            each["name"],
            _place(each["site"]),
            each["bytes"],
            each.get("now"),
            len(each.get("parts", ())),
        )
        for each in document["objects"]
    )
    phases = tuple(
        Phase(each["id"], each["side"], _place(each["place"]), each["repeat"], each.get("name", ""))
        for each in document["phases"]
    )
    loops = tuple(Loop(**each) for each in document.get("loops", ()))
    copies = tuple(Copy(**each) for each in document.get("copies", ()))
    names = Cell.__dataclass_fields__
    cells: dict[tuple[int, int, str], Cell] = {}
    for given in document["cells"]:
        cell = Cell(**{name: given.get(name) for name in names})
        key = (cell.object, cell.phase, cell.side)
        if key in cells:
            raise PlaceError(f"it has two cells of object {key[0]}, phase {key[1]} and side '{key[2]}'")
        cells[key] = cell
    for what, ids in (("objects", [each.id for each in objects]), ("phases", [each.id for each in phases])):
        for index, found in enumerate(ids):
            if found != index:
                raise PlaceError(f"number {index} of its {what} has the id {found}")
    used = [key[:2] for key in cells] + [(copy.object, copy.phase) for copy in copies]
    for number, phase in used:
        if number >= len(objects) or phase >= len(phases):
            raise PlaceError(f"object {number} or phase {phase} of a cell or copy is not there")
    check_loops(loops, len(phases))
    command, uncounted = tuple(document["program"]["command"]), len(document.get("uncounted", ()))
    accesses = document["accesses"]
    unknown = accesses["unknown"] / max(accesses["total"], 1)
    return Profile(command, objects, phases, loops, cells, copies, uncounted, unknown)


def check_loops(loops: tuple[Loop, ...], phases: int) -> None:
    """Refuse loops that are not nested or name phases that are not there."""
    for at, loop in enumerate(loops):
        if not loop.first <= loop.last < phases:
            raise PlaceError(f"the loop of the phases {loop.first} to {loop.last} is none of {phases} phases")
        for other in loops[:at]:
            apart = loop.last < other.first or other.last < loop.first
            inside = loop.first >= other.first and loop.last <= other.last
            around = loop.first <= other.first and loop.last >= other.last
            same = inside and around
            if not (apart or inside or around) or same:
                raise PlaceError(
                    f"the loops of the phases {other.first} to {other.last} and {loop.first} to {loop.last} "
                    + ("are the same" if same else "cross")
                )


def _place(given: Mapping[str, Any] | None) -> Place | None:
    return None if given is None else Place(**given)
