# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A machine from measured runs of hotspot alone: its :class:`Case`s -> :class:`Machine`.

hotspot launches one kernel that reads two grids and writes a third. Variant 'x0' places the grids of the
temperature as digit x says, '0x' the power, which is only read: differences of their times to those of '00'
are what faults, migrations and remote accesses of grids of that size cost. Each size is a point of a line.
What hotspot does not show is taken from a data sheet, named in each number's source.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping

from pointerchain.place.documents import PlaceError
from pointerchain.place.machine import Line, Machine, Quantity, UnifiedMemory
from pointerchain.place.profile import PAGE, SECTOR
from pointerchain.place.replay.programs import hotspot_warp_sectors
from pointerchain.place.replay.table import Case, Run

PROGRAM = "hotspot"
_V100 = "NVIDIA V100 data sheet"
_LINKS = {
    # Bytes per second in one direction.
    "coherent": (75e9, "NVLink 2.0: three links of 25 GB/s between POWER9 and V100"),
    "pcie": (15.75e9, "PCIe 3.0 x16"),
}
_LEAST = 1e-9
"""Seconds below which a difference of two runs is noise."""


def calibrate(platform: str, cases: Iterable[Case]) -> Machine:
    """The machine of a platform; raises PlaceError where the table has no hotspot of it."""
    grids: dict[int, Mapping[str, Run]] = {}
    for case in cases:
        if case.platform.rstrip("0123456789") == platform.rstrip("0123456789") and case.program == PROGRAM:
            grids[int(case.input)] = case.runs
    if not grids:
        raise PlaceError(f"the table has no runs of '{PROGRAM}' on '{platform}' to calibrate on")
    return _Calibration(platform, dict(sorted(grids.items()))).machine()


class _Calibration:
    def __init__(self, platform: str, grids: dict[int, Mapping[str, Run]]) -> None:
        self.platform, self.grids = platform, grids
        self.source = f"the table's runs of {PROGRAM} on {platform}"

    def machine(self) -> Machine:
        largest = self.grids[max(self.grids)]
        size = 4.0 * max(self.grids) ** 2
        counters = "04" in largest and largest["04"].um_h2d_bytes > size / 2
        maps = "30" in largest and largest["30"].um_d2h_bytes < size / 2
        read = self.remote_read(counters=counters, maps=maps)
        duplicate = self.line(lambda runs, n: _slower(runs, ("02",)))
        return Machine(
            name=f"{self.platform}, calibrated on {PROGRAM}",
            device="V100",
            capacity=Quantity(16e9, None, "data sheet", _V100),
            device_bandwidth=Quantity(900e9, None, "data sheet", _V100),
            peak=Quantity(15.7e12, None, "data sheet", f"{_V100}: single precision"),
            host_bandwidth=None,
            copy_to_device=self.line(self.copied_in),
            copy_to_host=self.line(self.copied_out),
            pinned_to_device=None,
            pinned_to_host=None,
            zero_copy_read=read,
            zero_copy_write=self.remote_write(read),
            launch=None,
            um=UnifiedMemory(
                page=PAGE,
                host_maps_device=maps,
                access_counters=counters,
                migrate=self.line(self.migrated),
                populate=self.line(self.populated),
                to_host=self.line(lambda runs, n: _median(runs, ("10", "60"), lambda run: run.um_d2h)),
                duplicate=duplicate,
                collapse=self.line(self.collapsed),
                map=self.mapped(read),
                accessed_by=self.line(lambda runs, n: _slower(runs, ("04",))) if counters else None,
                host_remote=_sheet("coherent") if maps else None,
                prefetch_to_device=None,
                prefetch_to_host=None,
            ),
        )

    def copied_in(self, runs: Mapping[str, Run], n: int) -> float | None:
        """One grid to the device: the variants in which exactly one of the two is copied."""
        ways = [f"0{x}" for x in "123456"] + [f"{x}0" for x in "123456"]
        return _median(runs, ways, lambda run: run.h2d)

    def copied_out(self, runs: Mapping[str, Run], n: int) -> float | None:
        return _median(runs, [f"0{x}" for x in "0123456"], lambda run: run.d2h)

    def migrated(self, runs: Mapping[str, Run], n: int) -> float | None:
        return _slower(runs, ("01", "03", "06"))

    def populated(self, runs: Mapping[str, Run], n: int) -> float | None:
        """The temperature's input migrates, its output is there first."""
        both, one = _slower(runs, ("10", "60")), self.migrated(runs, n)
        return None if both is None or one is None else both - one

    def collapsed(self, runs: Mapping[str, Run], n: int) -> float | None:
        both, one = _slower(runs, ("20",)), _slower(runs, ("02",))
        return None if both is None or one is None else both - one

    def remote_read(self, *, counters: bool, maps: bool) -> Line | None:
        """Over warp-level sectors; where pages migrate by access counters, no run shows it."""
        if counters:
            return _sheet("coherent" if maps else "pcie")
        return self.line(
            lambda runs, n: _slower(runs, ("04",)), size=lambda n: hotspot_warp_sectors(n)[0] * SECTOR
        )

    def remote_write(self, read: Line | None) -> Line | None:
        """Of the largest grid: '50' writes the temperature's output in place, beyond what '05' reads."""
        n = max(self.grids)
        there, back = _slower(self.grids[n], ("05",)), _slower(self.grids[n], ("50",))
        if read is None or there is None or back is None:
            return read
        seconds = back - there
        if seconds <= _LEAST:
            return read
        sectors = hotspot_warp_sectors(n)[1] * SECTOR
        return Line(read.latency, sectors / seconds, None, "calibrated", self.source)

    def mapped(self, read: Line | None) -> Line | None:
        if read is None:
            return None
        return self.line(
            lambda runs, n: _minus(_slower(runs, ("05",)), read.seconds(hotspot_warp_sectors(n)[0] * SECTOR))
        )

    def line(
        self,
        seconds: Callable[[Mapping[str, Run], int], float | None],
        size: Callable[[int], float] = lambda n: 4.0 * n * n,
    ) -> Line | None:
        """Points of all sizes that have one; the latency is the smallest's, the bandwidth the largest's."""
        points = []
        for n, runs in self.grids.items():
            found = seconds(runs, n)
            if found is not None:
                points.append((int(size(n)), max(found, _LEAST)))
        if not points:
            return None
        (most, longest), (_, shortest) = points[-1], points[0]
        return Line(shortest, most / longest, None, "calibrated", self.source, tuple(points))


def _sheet(link: str) -> Line:
    bandwidth, source = _LINKS[link]
    return Line(2e-6, bandwidth, None, "data sheet", source)


def _median(runs: Mapping[str, Run], variants: Iterable[str], what: Callable[[Run], float]) -> float | None:
    found = [what(runs[each]) for each in variants if each in runs]
    return statistics.median(found) if found else None


def _slower(runs: Mapping[str, Run], variants: Iterable[str]) -> float | None:
    """How much longer the kernel takes than with all grids in device memory."""
    if "00" not in runs:
        return None
    return _minus(_median(runs, variants, lambda run: run.kernel), runs["00"].kernel)


def _minus(one: float | None, other: float) -> float | None:
    return None if one is None else one - other
