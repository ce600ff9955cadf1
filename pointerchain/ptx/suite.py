# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Tables 3 and 4 of Ghane et al. (2019) for the generated suite: what each scheme's device code amounts to.

The paper counted the lines of nvc's PTX files. Here each program of the suite is compiled as
``bench build`` compiles it, up to its PTX, and lines, instructions, instructions in loops and
pointer loads are counted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pointerchain
from pointerchain.bench.build import why_not_mapped
from pointerchain.bench.generate import read_suite
from pointerchain.bench.model import SCHEMES, Variant, why_not
from pointerchain.diagnostics import Severity
from pointerchain.map.mapping import Input, map_sources
from pointerchain.map.report import remarks_of
from pointerchain.ptx.counts import FileCount, count
from pointerchain.ptx.records import PtxError
from pointerchain.toolchain import TOOLCHAINS, Compile, Installation, Toolchain
from pointerchain.toolchain.base import Dialect
from pointerchain.toolchain.ptx import PtxCompileError, compile_ptx, own_flags

# What the tables compare; 'handhoist' is what 'pointerchain' and 'mapped' have to equal.
TABLE_SCHEMES = ("uvm", "marshal", "pointerchain", "mapped", "handhoist")

# Lines of PTX by PGI 18.4 for a V100, (UVM and marshalling, pointerchain): Table 3, k = 2 to 10 in a row.
_TABLE_3_ALLUSED = (
    *((62, 60), (70, 67), (78, 74), (88, 81), (100, 88), (114, 95), (130, 102), (148, 109), (168, 116)),
)
_TABLE_3_LLUSED = tuple((58 + 2 * k, 60) for k in range(2, 11))
PAPER: dict[tuple[str, str, int], tuple[int, int]] = {
    **{("linear", "allinit-allused", k + 2): cell for k, cell in enumerate(_TABLE_3_ALLUSED)},
    **{("linear", "allinit-LLused", k + 2): cell for k, cell in enumerate(_TABLE_3_LLUSED)},
    **{("linear", "LLinit-LLused", k + 2): cell for k, cell in enumerate(_TABLE_3_LLUSED)},
    ("dense", "selective", 3): (80, 60),  # Table 4
}


@dataclass(frozen=True, slots=True)
class Counted:
    """One program's device code, or why there is none."""

    variant: Variant
    count: FileCount | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """What a table shows of a program's device code."""

    name: str
    title: str

    def of(self, count: FileCount) -> int:
        """The number."""
        if self.name == "lines":
            return count.lines
        if self.name == "instructions":
            return count.instructions
        return sum(getattr(function, self.name) for function in count.functions)


MEASURES = (
    Measure("lines", "lines of PTX, as the paper counts"),
    Measure("instructions", "instructions"),
    Measure("in_loops", "instructions in loops"),
    Measure("pointer_loads", "pointer loads"),
    Measure("pointer_loads_in_loops", "pointer loads in loops"),
)


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """What one toolchain made of the suite's programs in one dialect."""

    toolchain: str
    title: str
    version: str
    dialect: Dialect
    programs: tuple[Counted, ...]

    def cells(self) -> dict[tuple[str, str, int, str], FileCount]:
        """The counts by scenario, layout, levels and scheme."""
        return {
            (each.variant.scenario, each.variant.layout, each.variant.levels, each.variant.scheme): each.count
            for each in self.programs
            if each.count is not None
        }


def count_suite(
    folder: Path,
    progress: Callable[[int, int, str], None] = lambda done, of, what: None,
    jobs: int = 1,
    only: Callable[[str, Dialect], bool] = lambda toolchain, dialect: True,
) -> tuple[DeviceCode, ...]:
    """Count the suite in ``folder`` with every toolchain of this machine that generates PTX.

    ``progress`` is told how many of how many programs are done, and the last one's name; ``only``
    says of a toolchain and dialect whether they are wanted. Raises
    :class:`pointerchain.bench.generate.GenerateError`.
    """
    variants = [each for each in read_suite(folder) if each.scheme in TABLE_SCHEMES]
    places = [
        (toolchain, found, dialect)
        for toolchain in TOOLCHAINS
        if not toolchain.device_is_host
        and isinstance(found := toolchain.find(), Installation)
        and found.offloads
        for dialect in toolchain.dialects
        if only(toolchain.name, dialect) and any(each.dialect == dialect for each in variants)
    ]
    work = [(place, each) for place in places for each in variants if each.dialect == place[2]]
    done: dict[int, list[Counted]] = {number: [] for number in range(len(places))}
    pool = ThreadPoolExecutor(jobs)
    try:
        results = pool.map(lambda one: count_program(folder, one[1], one[0][0], one[0][1]), work)
        for number, (one, counted) in enumerate(zip(work, results, strict=True), 1):
            done[places.index(one[0])].append(counted)
            progress(number, len(work), f"{one[0][0].name} {one[1].name}")
    finally:
        # Ctrl-C must not wait for all that has not begun.
        pool.shutdown(wait=True, cancel_futures=True)
    return tuple(
        DeviceCode(toolchain.name, toolchain.title, found.version, dialect, tuple(done[number]))
        for number, (toolchain, found, dialect) in enumerate(places)
    )


def count_program(folder: Path, variant: Variant, toolchain: Toolchain, found: Installation) -> Counted:
    """Count one program of the suite in ``folder``."""
    reason = why_not(variant, toolchain)
    if reason:
        return Counted(variant, None, reason)
    try:
        return Counted(variant, _count(folder, variant, toolchain, found))
    except (PtxCompileError, PtxError, OSError) as error:
        return Counted(variant, None, str(error))


def _count(folder: Path, variant: Variant, toolchain: Toolchain, found: Installation) -> FileCount:
    scheme = SCHEMES[variant.scheme]
    source = folder / "programs" / f"{variant.name}.c"
    with tempfile.TemporaryDirectory(prefix="pointerchain-") as directory:
        output = Path(directory, "out")
        output.mkdir()
        job = Compile(
            # The same name for all: it is part of what compilers write.
            Path(directory, "program.c"),
            output / "program.o",
            dialect=variant.dialect,
            memory=scheme.memory,
            includes=(folder / "support",),
            defines=("PC_BENCH_REQUIRES_UNIFIED",) if _requires_unified(variant, toolchain) else (),
        )
        data = source.read_bytes()
        if scheme.mapped:
            data = _mapped(data, source, _flags(folder))
        if scheme.translated:
            data = _translated(data, source, _flags(folder))
        job.source.write_bytes(data)
        words = own_flags(toolchain.compile_command(found, job), str(job.source))
        return count(source.name, compile_ptx(words, job.source, output, source.name))


def _requires_unified(variant: Variant, toolchain: Toolchain) -> bool:
    return SCHEMES[variant.scheme].memory == "managed" and toolchain.name == "clang"


def _flags(folder: Path) -> list[str]:
    return ["-std=c99", "-I", str(folder / "support")]


def _mapped(data: bytes, source: Path, flags: list[str]) -> bytes:
    (result,) = map_sources([Input(str(source), data, tuple(flags))])
    if not result.is_whole:
        raise PtxCompileError(why_not_mapped("".join(remarks_of(result)) or result.problem))
    return result.text


def _translated(data: bytes, source: Path, flags: list[str]) -> bytes:
    result = pointerchain.translate(data, str(source), flags)
    if result.text is None:
        errors = (each.message for each in result.diagnostics if each.severity is Severity.ERROR)
        raise PtxCompileError(f"pointerchain cannot translate it: {next(errors, 'no message')}")
    return result.text
