# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A table of measured placements: CSV, also as .xz -> :class:`Case`s. Its times are ms, here seconds.

    plat,bench,input,variant,kernel,h2d,d2h,d2d,um_h2d,um_h2d_b,um_d2h,um_d2h_b,fg,fgt,cpuf,thr

A row is a run, or the mean of several. ``variant`` has one digit for each object of the program: 0 is device
memory with copies, 1 managed memory, 2 to 6 managed memory with an advice, in the order of :data:`DIGITS`.
"""

from __future__ import annotations

import csv
import io
import lzma
from collections.abc import Mapping
from dataclasses import dataclass

from pointerchain.place.documents import PlaceError

DIGITS = {
    "1": "none",
    "2": "read-mostly",
    "3": "preferred-device",
    "4": "accessed-by-device",
    "5": "preferred-host",
    "6": "accessed-by-host",
}
"""The advice of a digit; '0' is device memory with copies."""
_TIMES = ("kernel", "h2d", "d2h", "d2d", "um_h2d", "um_d2h")
_COLUMNS = ("plat", "bench", "input", "variant", *_TIMES, "um_h2d_b", "um_d2h_b")
_XZ = b"\xfd7zXZ\x00"


@dataclass(frozen=True, slots=True)
class Run:
    """One measured variant. Seconds and bytes; ``um_*`` are unified memory's own migrations."""

    kernel: float
    h2d: float
    d2h: float
    d2d: float
    um_h2d: float
    um_d2h: float
    um_h2d_bytes: float
    um_d2h_bytes: float

    @property
    def cost(self) -> float:
        """What a decision is scored by: kernels, copies, and unified memory's way back to the host.

        Unified memory's way to the device is within the kernels that fault.
        """
        return self.kernel + self.h2d + self.d2h + self.d2d + self.um_d2h


@dataclass(frozen=True, slots=True)
class Case:
    """All measured variants of a program with an input on a platform (one campaign of it)."""

    platform: str
    program: str
    input: str
    runs: Mapping[str, Run]

    @property
    def best(self) -> float:
        """Seconds of the best measured variant."""
        return min(run.cost for run in self.runs.values())

    @property
    def device(self) -> Run | None:
        """The variant with all objects in device memory."""
        return next((run for variant, run in self.runs.items() if not variant.strip("0")), None)


def read(data: bytes) -> list[Case]:
    """The cases of a table, in the order of platform, program and input; raises PlaceError with the line."""
    try:
        text = (lzma.decompress(data) if data.startswith(_XZ) else data).decode("utf-8")
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise PlaceError(f"it is neither CSV nor CSV in .xz: {error}") from None
    reader = csv.DictReader(io.StringIO(text))
    missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise PlaceError(f"it is no table of placements: it has no column '{missing[0]}'")
    found: dict[tuple[str, str, str], dict[str, list[Run]]] = {}
    for row in reader:
        try:
            times = {name: float(row[name]) / 1e3 for name in _TIMES}
            run = Run(**times, um_h2d_bytes=float(row["um_h2d_b"]), um_d2h_bytes=float(row["um_d2h_b"]))
        except (TypeError, ValueError) as error:
            raise PlaceError(f"line {reader.line_num}: {error}") from None
        variant = row["variant"]
        if not variant or variant.strip("0123456"):
            raise PlaceError(f"line {reader.line_num}: '{variant}' is no variant: its digits are 0 to 6")
        if not run.cost > 0:
            raise PlaceError(f"line {reader.line_num}: a run takes more than no time")
        runs = found.setdefault((row["plat"], row["bench"], row["input"]), {})
        if any(len(other) != len(variant) for other in list(runs)[:1]):
            raise PlaceError(f"line {reader.line_num}: '{variant}' has another number of objects than above")
        runs.setdefault(variant, []).append(run)
    return [
        Case(*key, {variant: mean(row) for variant, row in runs.items()})
        for key, runs in sorted(found.items())
    ]


def mean(runs: list[Run]) -> Run:
    """Of runs of one variant."""
    names = Run.__dataclass_fields__
    return Run(**{name: sum(getattr(run, name) for run in runs) / len(runs) for name in names})


def pooled(cases: list[Case]) -> list[Case]:
    """Cases with the campaigns of one platform ('lassen', 'lassen2') averaged, variant by variant."""
    found: dict[tuple[str, str, str], dict[str, list[Run]]] = {}
    for case in cases:
        runs = found.setdefault((case.platform.rstrip("0123456789"), case.program, case.input), {})
        for variant, run in case.runs.items():
            runs.setdefault(variant, []).append(run)
    return [
        Case(*key, {variant: mean(row) for variant, row in runs.items()})
        for key, runs in sorted(found.items())
    ]
