# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the programs that measure, and reads what they print -> :class:`Machine`.

    read("launch 1 5e-06\\nlaunch 1 6e-06\\ncapacity 16000000000\\n") -> Printed

What was not measured is None, or a data sheet's number where one was named; each number says which.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pointerchain.place.documents import PlaceError
from pointerchain.place.machine import Line, Machine, Quantity, UnifiedMemory
from pointerchain.place.measure.sheets import Sheet
from pointerchain.place.profile import PAGE

_HERE = Path(__file__).parent
HOST_SOURCE, DEVICE_SOURCE = _HERE / "host.c", _HERE / "device.cu"
_TIMEOUT = 600.0
_VALUES = ("name", "capacity", "host_maps_device")
"""What ``device.cu`` prints that is no time."""
_LATENCY = 2e-6


@dataclass(frozen=True, slots=True)
class Printed:
    """What a program printed: seconds of the repetitions by name and size, and other values by name."""

    times: Mapping[str, Mapping[int, tuple[float, ...]]]
    values: Mapping[str, str]


def read(text: str) -> Printed:
    """Read lines 'NAME BYTES SECONDS' and 'NAME VALUE'; raises PlaceError for others."""
    times: dict[str, dict[int, list[float]]] = {}
    values: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        try:
            name, size, seconds = words
            times.setdefault(name, {}).setdefault(int(size), []).append(float(seconds))
        except ValueError:
            if len(words) < 2 or words[0] not in _VALUES:
                raise PlaceError(f"line {number} of what was measured cannot be read: '{line}'") from None
            values[words[0]] = " ".join(words[1:])
    return Printed(
        {name: {size: tuple(row) for size, row in rows.items()} for name, rows in times.items()}, values
    )


# --- from what was printed to a machine ---------------------------------------------------------------------


def host_only(printed: Printed | None, source: str) -> Machine:
    """A machine of which no device was measured; ``source`` names the program and its compiler."""
    bandwidth = None if printed is None else _rate(printed, "host", source)
    return Machine(
        name=platform.node() or "this machine",
        device=None,
        capacity=None,
        device_bandwidth=None,
        peak=None,
        host_bandwidth=bandwidth,
        copy_to_device=None,
        copy_to_host=None,
        pinned_to_device=None,
        pinned_to_host=None,
        zero_copy_read=None,
        zero_copy_write=None,
        launch=None,
        um=None,
    )


def with_device(machine: Machine, printed: Printed, source: str) -> Machine:
    """The same with what ``device.cu`` printed."""

    def line(name: str) -> Line | None:
        return _line(printed, name, source)

    capacity = printed.values.get("capacity")
    um = None
    if "um.migrate" in printed.times:
        maps = printed.values.get("host_maps_device") == "1"
        um = UnifiedMemory(
            page=PAGE,
            host_maps_device=maps,
            access_counters=_counters(printed),
            migrate=line("um.migrate"),
            populate=line("um.populate"),
            to_host=line("um.to_host"),
            duplicate=line("um.duplicate"),
            collapse=line("um.collapse"),
            map=line("um.map"),
            accessed_by=line("um.accessed_by"),
            host_remote=line("um.host_remote") if maps else None,
            prefetch_to_device=line("um.prefetch_to_device"),
            prefetch_to_host=line("um.prefetch_to_host"),
        )
    return replace(
        machine,
        device=printed.values.get("name"),
        capacity=None if capacity is None else Quantity(float(capacity), None, "measured", source),
        device_bandwidth=_rate(printed, "device", source),
        peak=_rate(printed, "peak", source),
        copy_to_device=line("pageable.to_device"),
        copy_to_host=line("pageable.to_host"),
        pinned_to_device=line("pinned.to_device"),
        pinned_to_host=line("pinned.to_host"),
        zero_copy_read=line("zero_copy.read"),
        zero_copy_write=line("zero_copy.write"),
        launch=_seconds(printed, "launch", source),
        um=um,
    )


def with_sheet(machine: Machine, sheet: Sheet) -> Machine:
    """The same with a data sheet's numbers where none was measured; unified memory stays unknown."""

    def quantity(own: Quantity | None, value: float) -> Quantity:
        return own or Quantity(value, None, "data sheet", sheet.source)

    def line(own: Line | None) -> Line:
        return own or Line(_LATENCY, sheet.link, None, "data sheet", sheet.source)

    return replace(
        machine,
        device=machine.device or sheet.device,
        capacity=quantity(machine.capacity, sheet.memory),
        device_bandwidth=quantity(machine.device_bandwidth, sheet.bandwidth),
        peak=quantity(machine.peak, sheet.peak),
        copy_to_device=line(machine.copy_to_device),
        copy_to_host=line(machine.copy_to_host),
        pinned_to_device=line(machine.pinned_to_device),
        pinned_to_host=line(machine.pinned_to_host),
        zero_copy_read=line(machine.zero_copy_read),
        zero_copy_write=line(machine.zero_copy_write),
    )


def _counters(printed: Printed) -> bool:
    """Whether pages that the device accesses in place come to it: later accesses take a quarter at most."""
    first = _medians(printed, "um.accessed_by")
    later = _medians(printed, "um.accessed_by_later")
    size = max(set(first) & set(later), default=None)
    return size is not None and later[size] * 4 < first[size]


def _medians(printed: Printed, name: str) -> dict[int, float]:
    return {size: statistics.median(row) for size, row in sorted(printed.times.get(name, {}).items())}


def _spread(rows: Mapping[int, tuple[float, ...]]) -> float | None:
    found = [(max(row) - min(row)) / statistics.median(row) for row in rows.values() if len(row) > 1]
    return max(found, default=None)


def _line(printed: Printed, name: str, source: str) -> Line | None:
    """Through the medians of all sizes; beyond the largest with the rate of the last two."""
    points = tuple(_medians(printed, name).items())
    if not points:
        return None
    size, seconds = points[-1]
    bandwidth = size / seconds
    if len(points) > 1 and seconds > points[-2][1]:
        bandwidth = (size - points[-2][0]) / (seconds - points[-2][1])
    return Line(points[0][1], bandwidth, _spread(printed.times[name]), "measured", source, points)


def _rate(printed: Printed, name: str, source: str) -> Quantity | None:
    points = _medians(printed, name)
    if not points:
        return None
    size = max(points)
    return Quantity(size / points[size], _spread(printed.times[name]), "measured", source)


def _seconds(printed: Printed, name: str, source: str) -> Quantity | None:
    points = _medians(printed, name)
    if not points:
        return None
    return Quantity(points[max(points)], _spread(printed.times[name]), "measured", source)


# --- building and running -----------------------------------------------------------------------------------


def measure(
    *,
    repeat: int,
    managed: bool,
    compiler: str,
    nvcc: Callable[[Path, Path], tuple[str, ...]] | None,
    device: bool,
) -> tuple[Machine, list[str]]:
    """Measure this machine, and what to tell the user about what was not.

    ``nvcc`` gives the words that compile a source to a program, None where there is no nvcc; ``device`` says
    whether there is a GPU.
    """
    remarks = []
    with tempfile.TemporaryDirectory(prefix="pointerchain-place-") as folder:
        printed = None
        program = Path(folder, "host")
        for options in (("-fopenmp",), ()):
            words = (compiler, "-O3", "-march=native", *options, str(HOST_SOURCE), "-o", str(program))
            if _started(words) is None:
                printed = read(_output((str(program), str(repeat))))
                break
        else:
            remarks.append(f"'{compiler}' does not compile: the host's memory bandwidth is not measured")
        machine = host_only(printed, f"{HOST_SOURCE.name}, triad, compiled by {compiler}")
        if nvcc is None:
            remarks.append("there is no nvcc: the device is not measured")
        elif not device:
            remarks.append("there is no GPU: the device is not measured")
        else:
            program = Path(folder, "device")
            wrong = _started(nvcc(DEVICE_SOURCE, program))
            if wrong is not None:
                raise PlaceError(f"nvcc does not compile '{DEVICE_SOURCE}': {wrong}")
            text = _output((str(program), str(repeat), *(("managed",) if managed else ())))
            machine = with_device(machine, read(text), DEVICE_SOURCE.name)
            if machine.um is None:
                remarks.append(
                    "unified memory is not measured"
                    + ("" if managed else ": '--allow-managed' asks for it")
                    + ", and will not be advised"
                )
    return machine, remarks


def gpu_architecture() -> str | None:
    """'sm_90' of the first GPU; None where nvidia-smi is not there or finds none."""
    words = ("nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader")
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    first = done.stdout.strip().splitlines()[:1]
    if done.returncode or not first or not first[0].replace(".", "").isdigit():
        return None
    return "sm_" + first[0].replace(".", "")


def _started(words: tuple[str, ...]) -> str | None:
    """What a compiler complains of; None where it succeeds."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it failed"])[0]


def _output(words: tuple[str, ...]) -> str:
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PlaceError(f"'{Path(words[0]).name}' does not run: {error}") from None
    if done.returncode:
        said = done.stderr.strip() or f"it ended with {done.returncode}"
        raise PlaceError(f"'{Path(words[0]).name}' fails: {said}")
    return done.stdout
