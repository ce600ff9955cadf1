# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A file of deep-copy measurements, read and checked; ``microbench/deepcopy/README.md`` has its form.

Seconds are the best of a record's repetitions, as in what ``scripts/bench_deepcopy.py`` prints.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pointerchain.bench.results import ResultsError, read_json, timing

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Way:
    """One direction of one technique: seconds, those of the same transfers coded by hand, what moved.

    Seconds are the best of the repetitions, ``high`` is their upper quartile (the worst of fewer than four).
    ``host_copies`` are the bytes of copies in the host's memory.
    """

    seconds: float
    hand: float
    transfers: int
    bytes: int
    host_copies: int
    high: float

    @property
    def share(self) -> float | None:
        """The part of the effectively available bandwidth; None where the time is below the clock's step."""
        return self.hand / self.seconds if self.seconds > 0 else None


@dataclass(frozen=True, slots=True)
class Technique:
    """One technique on one structure. ``peak_records`` are bytes of the runtime's own records."""

    name: str
    enter: Way
    exit: Way
    extents: int
    pointers: int
    allocations: int
    peak_records: int


@dataclass(frozen=True, slots=True)
class Measured:
    """One structure on one device. ``bytes`` are those of an element (UMT: a zone), ``nodes`` their number.

    ``title`` is the device in words, ``device`` the name of its table of functions; ``latency_us`` and
    ``bandwidth_gbs`` are the model of the counting device, both 0 where it has none.
    """

    title: str
    device: str
    latency_us: float
    bandwidth_gbs: float
    background: bool
    sweep: bool
    shape: str
    bytes: int
    nodes: int
    total_bytes: int
    repetitions: int
    plain_enter: float
    plain_exit: float
    techniques: dict[str, Technique]

    @property
    def modelled(self) -> bool:
        """Whether the time of a transfer is that of a model."""
        return self.latency_us > 0 or self.bandwidth_gbs > 0


@dataclass(frozen=True, slots=True)
class Goal:
    """A ratio that the runtime has to reach."""

    text: str
    value: float
    limit: float
    at_least: bool
    reached: bool


@dataclass(frozen=True, slots=True)
class Maps:
    """OpenMP's own maps beside the runtime: seconds of enter and exit by way, for ``nodes`` structs."""

    nodes: int
    ways: dict[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class DeepCopy:
    """What one file holds. ``gpu`` is empty where the file names none."""

    name: str
    date: str
    command: str
    system: str
    processor: str
    gpu: str
    records: tuple[Measured, ...]
    maps: Maps | None
    goals: tuple[Goal, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """The devices, in the order of the file."""
        return tuple(dict.fromkeys(record.title for record in self.records))

    def of(self, title: str, *, sweep: bool = False) -> tuple[Measured, ...]:
        """What was measured on one device."""
        return tuple(each for each in self.records if each.title == title and each.sweep == sweep)


def load_deepcopy(path: Path) -> DeepCopy:
    """Read a file that ``scripts/bench_deepcopy.py -o`` wrote; raises :class:`ResultsError`."""
    data = read_json(path)
    if not isinstance(data, dict) or not {"schema", "records", "goals", "openmp_maps"} <= data.keys():
        hint = ""
        if isinstance(data, dict) and "benchmarks" in data:
            hint = "; results of 'pointerchain bench run' go without an option"
        raise ResultsError(f"'{path}' was not written by 'scripts/bench_deepcopy.py -o'{hint}")
    if data["schema"] != SCHEMA:
        raise ResultsError(f"'{path}' has schema {data['schema']}; this version reads schema {SCHEMA}")
    try:
        deep = deep_copy_of(str(path), data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"no '{error.args[0]}'" if isinstance(error, KeyError) else str(error)
        raise ResultsError(f"'{path}' is damaged: {what}") from None
    if not deep.records:
        raise ResultsError(f"'{path}' holds no measurement: the run had no device")
    return deep


def deep_copy_of(name: str, data: dict[str, Any]) -> DeepCopy:
    """What the JSON called ``name`` says; raises ``KeyError``, ``TypeError`` or ``ValueError``."""
    machine, maps = data["machine"], data["openmp_maps"]
    records = tuple(_record(each) for each in data["records"])
    seen = set()
    for each in records:
        place = (each.title, each.sweep, each.shape, each.bytes, *((each.nodes,) if each.sweep else ()))
        if place in seen:
            raise ValueError(f"{each.shape} of {each.bytes} bytes is there twice for {each.title}")
        seen.add(place)
    return DeepCopy(
        name=name,
        date=str(data["date"]),
        command=" ".join(map(str, data["command"])),
        system=str(machine["system"]),
        processor=str(machine["processor"]),
        gpu=str(machine.get("gpu") or ""),
        records=records,
        maps=None if maps is None else _maps(maps),
        goals=tuple(
            Goal(
                str(each["goal"]),
                _number(each["value"]),
                _number(each["limit"]),
                bool(each["at_least"]),
                bool(each["reached"]),
            )
            for each in data["goals"]
        ),
    )


def _record(data: dict[str, Any]) -> Measured:
    plain, techniques = data["plain"], [_technique(each) for each in data["techniques"]]
    return Measured(
        title=str(data["title"]),
        device=str(data["device"]),
        latency_us=_number(data["latency_us"]),
        bandwidth_gbs=_number(data["bandwidth_gbs"]),
        background=bool(data["background"]),
        sweep=bool(data["sweep"]),
        shape=str(data["shape"]),
        bytes=_count(data["bytes"]),
        nodes=_count(data["nodes"]),
        total_bytes=_count(data["total_bytes"]),
        repetitions=len(plain["enter"]),
        plain_enter=_best(plain["enter"]),
        plain_exit=_best(plain["exit"]),
        techniques={each.name: each for each in techniques},
    )


def _technique(data: dict[str, Any]) -> Technique:
    enter, leave = (
        Way(
            _best(data[step]),
            _best(data[f"hand_{step}"]),
            _count(data[f"transfers_{side}"]),
            _count(data[f"bytes_{side}"]),
            _count(data[f"host_copies_{side}"]),
            timing([*map(_number, data[step])]).high,
        )
        for step, side in (("enter", "to"), ("exit", "from"))
    )
    counts = (_count(data[name]) for name in ("extents", "pointers", "allocations", "peak_records"))
    return Technique(str(data["name"]), enter, leave, *counts)


def _maps(data: dict[str, Any]) -> Maps:
    ways = {
        name: (_number(each["enter"]), _number(each["exit"]))
        for name, each in data.items()
        if isinstance(each, dict)
    }
    return Maps(_count(data["nodes"]), ways)


def _best(seconds: list[Any]) -> float:
    if not seconds:
        raise ValueError("a measurement without repetitions")
    return min(map(_number, seconds))


def _number(value: Any) -> float:
    number = value if isinstance(value, int | float) else math.nan
    if not math.isfinite(number) or isinstance(value, bool):
        raise ValueError(f"'{value}' where a number is due")
    return float(number)


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"'{value}' where a count is due")
    return value
