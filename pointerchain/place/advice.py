# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A decision as a document: (machine, profile) -> advice.json. Its seconds are predicted."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pointerchain.place.costs import (
    BOTH,
    DEVICE,
    HOST,
    WHERE,
    Candidate,
    Impossible,
    Kind,
    candidates,
    remigration,
    sparsity,
    steps,
)
from pointerchain.place.decide import Choice, best_path, decide, seconds_of, used, weigh
from pointerchain.place.documents import PlaceError, seconds_or_none
from pointerchain.place.machine import Line, Machine, Quantity
from pointerchain.place.profile import Object, Place, Profile
from pointerchain.place.timeline import Timeline, timeline

_UNKNOWN = 0.001
"""The share of accesses of unknown memory above which an advice says so."""
MARGIN = 0.25
"""The share by which another placement must beat plain device copies, where nothing else is asked for."""


def advise(
    machine: Machine,
    profile: Profile,
    *,
    capacity: int | None = None,
    margin: float = MARGIN,
    managed: bool = True,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Decide and write it down.

    ``capacity`` in bytes is the machine's where it is None. Raises PlaceError where an object has no
    placement.
    """
    if not profile.phases:
        raise PlaceError("the profile has no phases: nothing ran")
    if capacity is None and machine.capacity is not None:
        capacity = int(machine.capacity.value)
    line = timeline(profile.phases, profile.loops)
    rows, left = [], []
    for each in profile.objects:
        possible, impossible = candidates(machine, profile, line, each, managed=managed)
        if not possible:
            reasons = "; ".join(dict.fromkeys(one.why for one in impossible))
            raise PlaceError(f"'{each.label}' has no placement that is possible: {reasons}")
        rows.append(possible)
        left.append(impossible)
    options = [
        [weigh(one, line, margin=margin, now=each.now) for one in row]
        for each, row in zip(profile.objects, rows, strict=True)
    ]
    limit = math.inf if capacity is None else float(capacity)
    chosen, method = decide(options, line, limit, progress)
    freed = method != "dynamic programming"
    objects = [
        _object(profile, each, row, impossible, choice, line, freed)
        for each, row, impossible, choice in zip(profile.objects, rows, left, chosen, strict=True)
    ]
    return {
        "format": "pointerchain-place-advice-1",
        "program": list(profile.command),
        "machine": machine.name,
        "attributes": {
            "peak": _attribute(machine.peak),
            "device_bandwidth": _attribute(machine.device_bandwidth),
            "link": _attribute(machine.zero_copy_read),
            "copy_to_device": _attribute(machine.copy_to_device),
            "copy_to_host": _attribute(machine.copy_to_host),
        },
        "options": {"capacity": capacity, "margin": margin, "managed": managed},
        "method": method,
        "seconds": {
            "chosen": math.fsum(each["seconds"] for each in objects),
            "all_device": _all(rows, line, "device", limit),
            "all_pinned": _all(rows, line, "pinned", limit),
            "all_managed": _all(rows, line, "managed", limit),
        },
        "peak_device_bytes": max(used(chosen, options, line), default=0),
        "phases": [
            {
                "id": each.id,
                "side": each.side,
                "place": _place(each.place),
                **({"name": each.name} if each.name else {}),
                "executions": line.executions(each.id),
            }
            for each in profile.phases
        ],
        "objects": objects,
        "notes": _notes(machine, profile, managed=managed),
    }


def _all(rows: Sequence[Sequence[Candidate]], line: Timeline, allocation: str, limit: float) -> float | None:
    """All objects that a kernel touches in one kind, without advice; None where one cannot be."""
    total, held = 0.0, [0] * len(line.nodes)
    for row in rows:
        wanted = (Kind("host"), Kind(allocation))
        found = next((each for each in row if each.kind in wanted), None)
        if found is None:
            return None
        best = best_path(weigh(found, line, margin=0.0, now=None), line, [math.inf] * len(line.nodes))
        if best is None:
            return None
        total += seconds_of(found, line, best[1])
        held = [size + found.resident[node][best[1][node]] for node, size in enumerate(held)]
    return total if max(held, default=0) <= limit else None


def _attribute(number: Quantity | Line | None) -> dict[str, Any] | None:
    if number is None:
        return None
    value = number.value if isinstance(number, Quantity) else number.bandwidth
    return {"value": value, "how": number.how, "source": number.source}


def _object(
    profile: Profile,
    each: Object,
    row: Sequence[Candidate],
    left: Sequence[Impossible],
    choice: Choice,
    line: Timeline,
    freed: bool,
) -> dict[str, Any]:
    taken = row[choice.candidate]
    seconds = seconds_of(taken, line, choice.path)
    costs = {one.kind: _alone(one, line) for one in row}
    alternatives = [
        {
            "allocation": kind.allocation,
            "advice": kind.advice,
            "seconds": seconds_or_none(cost),
            "why": "the one that was chosen" if kind == taken.kind else "",
        }
        for kind, cost in sorted(costs.items(), key=lambda item: item[1])
    ] + [
        {"allocation": one.kind.allocation, "advice": one.kind.advice, "seconds": None, "why": one.why}
        for one in left
    ]
    return {
        "id": each.id,
        "name": each.name,
        "site": _place(each.site),
        "bytes": each.bytes,
        **({"parts": each.parts} if each.parts else {}),
        "sparsity": sparsity(profile, each),
        "remigration": remigration(line, steps(profile, line, each)),
        "allocation": taken.kind.allocation,
        "advice": taken.kind.advice,
        "seconds": seconds,
        "actions": _actions(each, taken, choice.path, line, freed=freed),
        "residency": [
            {
                "phase": node.phase,
                "executions": node.execution,
                "where": WHERE[taken.where[index] if taken.where else taken.states[choice.path[index]]],
            }
            for index, node in enumerate(line.nodes)
        ],
        "alternatives": alternatives,
        "why": _why(taken.kind, seconds, costs),
    }


def _alone(candidate: Candidate, line: Timeline) -> float:
    best = best_path(weigh(candidate, line, margin=0.0, now=None), line, [math.inf] * len(line.nodes))
    return math.inf if best is None else seconds_of(candidate, line, best[1])


_MOVES = {
    HOST + DEVICE: ("copy-to-device",),
    HOST + BOTH: ("copy-to-device",),
    DEVICE + BOTH: ("copy-to-host",),
    DEVICE + HOST: ("copy-to-host", "free-on-device"),
    BOTH + HOST: ("free-on-device",),
}


def _actions(
    each: Object, taken: Candidate, path: Sequence[int], line: Timeline, *, freed: bool
) -> list[dict[str, Any]]:
    """What changes at the begin of each node; memory is freed only where the capacity asks for it."""
    if taken.kind.allocation != "device":
        return [
            {
                "phase": line.nodes[one.node].phase,
                "executions": line.nodes[one.node].execution,
                "do": one.do,
                "bytes": one.bytes,
            }
            for one in taken.actions
        ]
    out: list[dict[str, Any]] = []

    def moved(a: str, node: int, execution: str) -> None:
        for what in _MOVES.get(a + taken.states[path[node]], ()):
            if what != "free-on-device" or freed:
                out.append(
                    {
                        "phase": line.nodes[node].phase,
                        "executions": execution,
                        "do": what,
                        "bytes": each.bytes,
                    }
                )

    def part(node: int) -> None:
        found = taken.parts.get(node)
        if found is None or taken.states[path[node]] != DEVICE:
            return
        for what, size in (("copy-part-to-host", found.to_host), ("copy-part-to-device", found.to_device)):
            if size:
                where = {"phase": line.nodes[node].phase, "executions": line.nodes[node].execution}
                out.append({**where, "do": what, "bytes": round(size)})

    moved(HOST, 0, line.nodes[0].execution)
    part(0)
    for edge in line.chain:
        source, node = taken.states[path[edge.source]], line.nodes[edge.target]
        back = next((one for one in line.returns if one.target == edge.target), None)
        if back is None or taken.states[path[back.source]] == source:
            moved(source, edge.target, node.execution)
        else:
            moved(source, edge.target, "second")
            moved(taken.states[path[back.source]], edge.target, node.execution)
        part(edge.target)
    return out


def _why(kind: Kind, seconds: float, costs: Mapping[Kind, float]) -> str:
    if kind.allocation == "host":
        return "no kernel touches it"
    device = costs.get(Kind("device"), math.inf)
    # In a tie the kind without an advice comes first.
    others = sorted(
        ((cost, other) for other, cost in costs.items() if other.allocation != kind.allocation),
        key=lambda item: item[0],
    )
    best = f"{shown(others[0][0])} as {named(others[0][1])}" if others else "nothing else is possible"
    if kind.allocation == "device":
        kept = " and the margin keeps it" if others and others[0][0] < seconds else ""
        return f"device memory with copies takes {shown(seconds)}; the best other placement {best}{kept}"
    if math.isinf(device):
        return f"{named(kind)} takes {shown(seconds)}; device memory with copies is not possible"
    if seconds < device:
        return f"{named(kind)} takes {shown(seconds)}, device memory with copies {shown(device)}"
    return (
        f"{named(kind)} takes {shown(seconds)}; device memory with copies would take {shown(device)}, "
        "but the device's memory holds other objects"
    )


def in_a_line(advice: Mapping[str, Any]) -> str:
    """How many objects go where, and what that is predicted to take."""
    counts: dict[str, int] = {}
    for each in advice["objects"]:
        kind = named(Kind(each["allocation"], each["advice"]))
        counts[kind] = counts.get(kind, 0) + 1
    where = ", ".join(f"{count} in {kind}" for kind, count in counts.items()) or "none"
    seconds = advice["seconds"]
    device = "not possible" if seconds["all_device"] is None else shown(seconds["all_device"])
    return f"objects: {where}; predicted {shown(seconds['chosen'])}, all in device memory {device}"


def named(kind: Kind) -> str:
    """A kind in words."""
    if kind.allocation == "managed":
        return "managed memory" + ("" if kind.advice == "none" else f" ({kind.advice})")
    return {"pinned": "pinned host memory", "device": "device memory", "host": "host memory"}[kind.allocation]


def shown(seconds: float) -> str:
    """Seconds in a unit that a reader takes in."""
    if math.isinf(seconds):
        return "no time that is known"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns" if seconds else "0 s"


def unknown_note(profile: Profile) -> str:
    """What is to be said where much of the memory that a program accesses is no object; else nothing."""
    if profile.unknown <= _UNKNOWN:
        return ""
    return f"{profile.unknown:.1%} of the accesses belong to no object that the profile knows"


def _notes(machine: Machine, profile: Profile, *, managed: bool) -> list[str]:
    notes = []
    if machine.um is None and managed:
        notes.append("the machine's unified memory is not known: managed memory is not advised")
    if machine.zero_copy_read is None or machine.zero_copy_write is None:
        notes.append("the machine's zero-copy access is not known: pinned host memory is not advised")
    if machine.device_bandwidth is None:
        notes.append("the device's memory bandwidth is not known: its own accesses are counted as 0 s")
    blind = sum(
        1
        for cell in profile.cells.values()
        if cell.side == "device" and cell.warp_sectors is None and cell.bytes
    )
    if blind:
        notes.append(
            f"{blind} of the device's cells have no lane marks: in host memory each of their accesses is "
            "charged a sector of its own"
        )
    if profile.uncounted:
        notes.append(f"the profile misses the accesses of {profile.uncounted} places in the source")
    if doubt := unknown_note(profile):
        notes.append(doubt)
    if not profile.copies:
        notes.append(
            "the profile has no copies of the program's own: whether it keeps two copies of an object on "
            "purpose was not checked"
        )
    sources = sorted(
        {
            f"{part.how} ({part.source})"
            for part in (machine.copy_to_device, machine.zero_copy_read, machine.device_bandwidth)
            if part is not None
        }
    )
    notes.append(
        "the machine's numbers are " + ", ".join(sources) if sources else "the machine has no numbers"
    )
    return notes


def _place(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    found: dict[str, Any] = {"file": place.file, "line": place.line}
    if place.column is not None:
        found["column"] = place.column
    if place.function is not None:
        found["function"] = place.function
    return found
