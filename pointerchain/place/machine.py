# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A machine as the model sees it: machine.json -> :class:`Machine`. Bytes, seconds, bytes/s, operations/s.

What is None is not known. ``how`` says of each number whether it was measured here, fitted to runs that
others measured ('calibrated') or taken from a data sheet.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from pointerchain.place.documents import PlaceError


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number. ``spread`` is (largest - least) / median of its repetitions."""

    value: float
    spread: float | None
    how: str
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """Seconds as a function of bytes."""

    latency: float
    bandwidth: float
    spread: float | None
    how: str
    source: str
    points: tuple[tuple[int, float], ...] = ()

    def seconds(self, size: float) -> float:
        """Of ``size`` bytes; 0 for none. Between two points along their line, below the first its time."""
        if size <= 0:
            return 0.0
        if not self.points:
            return self.latency + size / self.bandwidth
        at = bisect_right(self.points, (size, float("inf")))
        if at == 0:
            return self.points[0][1]
        (low, least), after = self.points[at - 1], self.points[at:]
        if not after:
            return least + (size - low) / self.bandwidth
        high, most = after[0]
        return least + (most - least) * (size - low) / (high - low)


@dataclass(frozen=True, slots=True)
class UnifiedMemory:
    """What faults and migrations of managed memory cost; the schema says what each is."""

    page: int
    host_maps_device: bool
    access_counters: bool
    migrate: Line | None
    populate: Line | None
    to_host: Line | None
    duplicate: Line | None
    collapse: Line | None
    map: Line | None
    accessed_by: Line | None
    host_remote: Line | None
    prefetch_to_device: Line | None
    prefetch_to_host: Line | None


@dataclass(frozen=True, slots=True)
class Machine:
    """All that is known of a machine. ``copy_*`` are of pageable host memory, ``pinned_*`` of pinned."""

    name: str
    device: str | None
    capacity: Quantity | None
    device_bandwidth: Quantity | None
    peak: Quantity | None
    host_bandwidth: Quantity | None
    copy_to_device: Line | None
    copy_to_host: Line | None
    pinned_to_device: Line | None
    pinned_to_host: Line | None
    zero_copy_read: Line | None
    zero_copy_write: Line | None
    launch: Quantity | None
    um: UnifiedMemory | None


def machine_of(document: Mapping[str, Any]) -> Machine:
    """A machine from a checked document; raises :class:`PlaceError` where points are out of order."""
    memory, copy = document["device_memory"], document["copy"]
    um = document["um"]
    return Machine(
        name=document["name"],
        device=document["device"],
        capacity=_quantity(memory["bytes"]),
        device_bandwidth=_quantity(memory["bandwidth"]),
        peak=_quantity(memory["peak"]),
        host_bandwidth=_quantity(document["host_memory"]["bandwidth"]),
        copy_to_device=_line(copy["pageable"]["to_device"]),
        copy_to_host=_line(copy["pageable"]["to_host"]),
        pinned_to_device=_line(copy["pinned"]["to_device"]),
        pinned_to_host=_line(copy["pinned"]["to_host"]),
        zero_copy_read=_line(document["zero_copy"]["read"]),
        zero_copy_write=_line(document["zero_copy"]["write"]),
        launch=_quantity(document["launch"]),
        um=None if um is None else _unified(um),
    )


def _unified(um: Mapping[str, Any]) -> UnifiedMemory:
    plain = {"page", "host_maps_device", "access_counters"}
    values: dict[str, Any] = {
        each.name: um[each.name] if each.name in plain else _line(um[each.name])
        for each in fields(UnifiedMemory)
    }
    return UnifiedMemory(**values)


def _quantity(given: Mapping[str, Any] | None) -> Quantity | None:
    return None if given is None else Quantity(**given)


def _line(given: Mapping[str, Any] | None) -> Line | None:
    if given is None:
        return None
    points = tuple((each["bytes"], float(each["seconds"])) for each in given.get("points", ()))
    if any(a[0] >= b[0] for a, b in pairwise(points)):
        raise PlaceError("the points of a line are not in ascending order of bytes")
    return Line(**{key: value for key, value in given.items() if key != "points"}, points=points)


def document_of(machine: Machine, note: str = "") -> dict[str, Any]:
    """The machine.json of a machine."""
    um = machine.um
    document: dict[str, Any] = {
        "format": "pointerchain-place-machine-1",
        "name": machine.name,
        "device": machine.device,
        "device_memory": {
            "bytes": _plain(machine.capacity),
            "bandwidth": _plain(machine.device_bandwidth),
            "peak": _plain(machine.peak),
        },
        "host_memory": {"bandwidth": _plain(machine.host_bandwidth)},
        "copy": {
            "pageable": {
                "to_device": _plain(machine.copy_to_device),
                "to_host": _plain(machine.copy_to_host),
            },
            "pinned": {
                "to_device": _plain(machine.pinned_to_device),
                "to_host": _plain(machine.pinned_to_host),
            },
        },
        "zero_copy": {"read": _plain(machine.zero_copy_read), "write": _plain(machine.zero_copy_write)},
        "launch": _plain(machine.launch),
        "um": None
        if um is None
        else {each.name: _plain(getattr(um, each.name)) for each in fields(UnifiedMemory)},
    }
    if note:
        document["note"] = note
    return document


def _plain(value: object) -> Any:
    if isinstance(value, Quantity):
        return {"value": value.value, "spread": value.spread, "how": value.how, "source": value.source}
    if isinstance(value, Line):
        line: dict[str, Any] = {
            "latency": value.latency,
            "bandwidth": value.bandwidth,
            "spread": value.spread,
            "how": value.how,
            "source": value.source,
        }
        if value.points:
            line["points"] = [{"bytes": size, "seconds": seconds} for size, seconds in value.points]
        return line
    return value
