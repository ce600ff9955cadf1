# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a kit runs: build records -> cells in tiers, the most telling first.

``text`` writes them as ``microbench/kit/runner.c`` reads them. A tier is run to its end before the next one
begins; within it all cells are measured once in random order, then all again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pointerchain.bench import model
from pointerchain.bench.build import BuildRecord, Built
from pointerchain.bench.document import Cell
from pointerchain.bench.machine import PASSIVE
from pointerchain.bench.run import FULL, QUICK

MIN_TIME = 0.05
REPETITIONS = 5
_TIMEOUT = 60

# Tiers; what lies between them is the other parts'.
LIMIT, TESTS = 5, 15
KEY, QUICK_SIZES, ALL_SIZES = 10, 40, 60
DEEPCOPY, COUNTERS, DEEPCOPY_MORE = 20, 30, 50
_KEY_N, _KEY_DENSE_N, _KEY_Q, _KEY_LEVELS = 10**6, 10**3, 8, 6


@dataclass(frozen=True, slots=True)
class KitCell:
    """One thing to run. ``program`` is relative to the kit, ``arguments`` may have ``{OUT}``.

    ``flags`` are the runner's. ``about`` is what the report needs to know of it.
    """

    part: str
    id: str
    tier: int
    program: str
    arguments: tuple[str, ...] = ()
    repetitions: int = 1
    timeout: int = _TIMEOUT
    host_bytes: int = 0
    device_bytes: int = 0
    flags: tuple[str, ...] = ()
    environment: str = "-"
    about: Mapping[str, Any] = field(default_factory=dict)


def program_of(record: BuildRecord, built: Built) -> str:
    """Where a program of the suite lies in the kit."""
    return f"suite/{record.toolchain}/{built.variant.name}"


def suite_cells(records: Sequence[BuildRecord]) -> list[KitCell]:
    """A cell for each program of the suite and each size."""
    cells = []
    for record in records:
        levels = sorted({each.variant.levels for each in record.built if not each.variant.takes_q})
        key_levels = min(levels, key=lambda level: abs(level - _KEY_LEVELS), default=0)
        quick_levels = set(QUICK.levels) & set(levels) or set(levels)
        for built in record.built:
            if built.program:
                cells += [
                    _suite_cell(record, built, n, q, _tier(built.variant, n, q, key_levels, quick_levels))
                    for n, q in _sizes(built.variant)
                ]
    return cells


def _sizes(variant: model.Variant) -> list[tuple[int, int]]:
    if variant.takes_q:
        return [(n, q) for n in FULL.dense_n for q in FULL.dense_q]
    return [(n, 1) for n in FULL.linear_n]


def _tier(variant: model.Variant, n: int, q: int, key_levels: int, quick_levels: set[int]) -> int:
    if variant.takes_q:
        key = (n, q) == (_KEY_DENSE_N, _KEY_Q)
        quick = n in QUICK.dense_n and q in QUICK.dense_q
    else:
        key = (n, variant.levels) == (_KEY_N, key_levels)
        quick = n in QUICK.linear_n and variant.levels in quick_levels
    return KEY if key else QUICK_SIZES if quick else ALL_SIZES


def _suite_cell(record: BuildRecord, built: Built, n: int, q: int, tier: int) -> KitCell:
    variant = built.variant
    needed = variant.needed_memory(n, q, device_in_memory=record.device_is_host)
    managed = model.SCHEMES[variant.scheme].memory == "managed"
    return KitCell(
        "suite",
        Cell(record, built, n, q).key,
        tier,
        program_of(record, built),
        (
            f"--n={n}",
            *((f"--q={q}",) if variant.takes_q else ()),
            f"--benchmark_min_time={MIN_TIME}",
            "--benchmark_out={OUT}",
            "--benchmark_out_format=json",
        ),
        REPETITIONS,
        host_bytes=needed,
        device_bytes=0 if record.device_is_host else needed,
        flags=("file", *(("managed",) if managed and not record.device_is_host else ())),
        environment=record.toolchain,
        about={"toolchain": record.toolchain, "variant": asdict(variant), "n": n, "q": q},
    )


def counter_cells(records: Sequence[BuildRecord]) -> list[KitCell]:
    """One cell a scheme below Nsight Compute: registers, instructions, loads, for clang's code for a GPU."""
    cells = []
    for record in records:
        if record.toolchain != "clang-nvptx":
            continue
        levels = sorted({each.variant.levels for each in record.built if not each.variant.takes_q})
        key = min(levels, key=lambda level: abs(level - _KEY_LEVELS), default=0)
        for built in record.built:
            variant = built.variant
            if built.program and (variant.levels, variant.layout) == (key, "allinit-allused"):
                cells.append(
                    KitCell(
                        "counters",
                        f"{record.toolchain}/{variant.name}/n:10000",
                        COUNTERS,
                        program_of(record, built),
                        ("--n=10000", "--benchmark_min_time=0.000001"),
                        timeout=180,
                        flags=("profiled", *(("managed",) if variant.scheme == "uvm" else ())),
                        environment=record.toolchain,
                        about={"variant": asdict(variant)},
                    )
                )
    return cells


def limit_sizes(cells: Iterable[KitCell]) -> list[int]:
    """The bytes that the key and quick cells of pointerchain move, which plain copies are to move, too."""
    sizes = set()
    for cell in cells:
        if cell.part == "suite" and cell.tier <= QUICK_SIZES:
            variant = model.Variant(**cell.about["variant"])
            if variant.scheme == "pointerchain":
                kernel = model.kernel(variant)
                sizes.add(8 * cell.about["n"] * len(kernel.chains))
    return sorted(sizes)


def environment_of(record: BuildRecord) -> dict[str, str]:
    """The variables that a toolchain's programs get on the node: none may fall back to the host in silence.

    (GCC's libgomp manual, "ACC_DEVICE_TYPE"; OpenMP 5.1, section 6.17, "OMP_TARGET_OFFLOAD".)
    """
    own = {name: value for name, value in record.environment.items() if "/" not in value}
    if record.device_is_host:
        return {**own, **PASSIVE}
    return {**own, "OMP_TARGET_OFFLOAD": "MANDATORY", "ACC_DEVICE_TYPE": "nvidia"}


def text(
    digest: str, libc: str, environments: Mapping[str, Mapping[str, str]], cells: Sequence[KitCell]
) -> str:
    """The list as the runner reads it. Raises ``ValueError`` for a field with a tab or a line end in it."""
    lines = [["pointerchain-kit", "1", digest, libc]]
    lines += [
        ["env", name, *(f"{key}={value}" for key, value in each.items())]
        for name, each in environments.items()
    ]
    for cell in cells:
        numbers = (cell.tier, cell.repetitions, cell.timeout, cell.host_bytes, cell.device_bytes)
        flags = ",".join(cell.flags) or "-"
        row = [cell.part, cell.id, *map(str, numbers), flags, cell.environment, cell.program, *cell.arguments]
        lines.append(["cell", *row])
    for line in lines:
        for word in line:
            if not word or "\t" in word or "\n" in word:
                raise ValueError(f"'{word}' cannot be a field of the list of cells")
    return "".join("\t".join(line) + "\n" for line in lines)
