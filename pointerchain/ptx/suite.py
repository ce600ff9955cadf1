# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Tables 3 and 4 of Ghane et al. (2019) for the generated suite: what each scheme's device code amounts to.

The paper counted the lines of nvc's PTX files. Here each program of the suite is compiled as
``bench build`` compiles it, up to its PTX, and lines, instructions, instructions in loops and
pointer loads are counted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pointerchain
from pointerchain.bench.model import SCHEMES, Variant, why_not
from pointerchain.diagnostics import Severity
from pointerchain.ptx.counts import FileCount, count
from pointerchain.ptx.records import PtxError
from pointerchain.toolchain import Compile, Installation, Toolchain
from pointerchain.toolchain.ptx import PtxCompileError, compile_ptx, own_flags

# What the tables compare; 'handhoist' is what 'pointerchain' has to equal.
TABLE_SCHEMES = ("uvm", "marshal", "pointerchain", "handhoist")

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
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table ready to be printed; the first ``words`` columns are no numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int


def count_suite(
    folder: Path, variants: Iterable[Variant], toolchain: Toolchain, found: Installation
) -> Iterator[Counted]:
    """Count the programs of the suite in ``folder`` as one toolchain compiles them; each as it is done."""
    for variant in variants:
        reason = why_not(variant, toolchain)
        if reason or not found.offloads or toolchain.device_is_host:
            yield Counted(variant, None, reason or f"{toolchain.title} generates no PTX")
            continue
        try:
            yield Counted(variant, _count(folder, variant, toolchain, found))
        except (PtxCompileError, PtxError, OSError) as error:
            yield Counted(variant, None, str(error))


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
        if scheme.translated:
            data = _translated(data, source, folder / "support")
        job.source.write_bytes(data)
        words = own_flags(toolchain.compile_command(found, job), str(job.source))
        return count(source.name, compile_ptx(words, job.source, output, source.name))


def _requires_unified(variant: Variant, toolchain: Toolchain) -> bool:
    return SCHEMES[variant.scheme].memory == "managed" and toolchain.name.startswith("clang")


def _translated(data: bytes, source: Path, support: Path) -> bytes:
    result = pointerchain.translate(data, str(source), ["-std=c99", "-I", str(support)])
    if result.text is None:
        errors = (each.message for each in result.diagnostics if each.severity is Severity.ERROR)
        raise PtxCompileError(f"pointerchain cannot translate it: {next(errors, 'no message')}")
    return result.text


def tables(counted: Sequence[Counted], title: str) -> list[Table]:
    """Tables 3 and 4 for what one toolchain made of one dialect, a pair for each of :data:`MEASURES`."""
    cells: dict[tuple[str, str, int, str], FileCount] = {
        (each.variant.scenario, each.variant.layout, each.variant.levels, each.variant.scheme): each.count
        for each in counted
        if each.count is not None
    }
    found: list[Table] = []
    for measure in MEASURES:
        for number, scenario in ((3, "linear"), (4, "dense")):
            rows = [
                row
                for layout, levels in _places(counted, scenario)
                if (row := _row(cells, measure, (scenario, layout, levels))) is not None
            ]
            if rows:
                found.append(_table(f"Table {number}, {title}: {measure.title}", measure, rows))
    return found


def _places(counted: Sequence[Counted], scenario: str) -> list[tuple[str, int]]:
    """Layout and levels of each row, in their order."""
    return list(
        dict.fromkeys(
            (each.variant.layout, each.variant.levels)
            for each in sorted(counted, key=lambda each: each.variant.levels)
            if each.variant.scenario == scenario
        )
    )


_Row = tuple[str, int, dict[str, int], tuple[int, int] | None]


def _row(
    cells: dict[tuple[str, str, int, str], FileCount], measure: Measure, place: tuple[str, str, int]
) -> _Row | None:
    numbers = {
        scheme: measure.of(cells[*place, scheme]) for scheme in TABLE_SCHEMES if (*place, scheme) in cells
    }
    return (place[1], place[2], numbers, PAPER.get(place)) if numbers else None


def _table(title: str, measure: Measure, rows: Sequence[_Row]) -> Table:
    head = ["layout", "k", *TABLE_SCHEMES, "pointerchain to uvm"]
    if measure.name == "lines":
        head += ["paper: uvm", "paper: pointerchain", "paper: change"]
    order = {layout: number for number, layout in enumerate(dict.fromkeys(row[0] for row in rows))}
    lines = []
    for layout, levels, numbers, paper in sorted(rows, key=lambda row: (order[row[0]], row[1])):
        line = [layout, str(levels), *(str(numbers.get(scheme, "")) for scheme in TABLE_SCHEMES)]
        line.append(change(numbers.get("uvm"), numbers.get("pointerchain")))
        if measure.name == "lines":
            line += ["", "", ""] if paper is None else [str(paper[0]), str(paper[1]), change(*paper)]
        lines.append(tuple(line))
    return Table(title, tuple(head), tuple(lines), 1)


def change(before: int | None, after: int | None) -> str:
    """``-23.1 %``; empty where a number is not known."""
    if not before or after is None:
        return ""
    return "0 %" if before == after else f"{(after - before) / before * 100:+.1f} %"
