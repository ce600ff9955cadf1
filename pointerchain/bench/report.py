# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The report: one page, the same as Markdown, and every table as CSV.

``SECTIONS`` is the page from top to bottom. What another part of pointerchain measures is shown by a
:class:`~pointerchain.bench.blocks.Section` of its own in that row.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from pointerchain import __version__
from pointerchain.bench import sizes
from pointerchain.bench.blocks import Block, Drawing, Input, Made, Paragraph, Section, Table, markdown
from pointerchain.bench.compare import comparison
from pointerchain.bench.deepcopy_report import (
    bandwidth_shares,
    other_ways,
    transfer_times,
    umt_transfers,
    where_deep_copies_ran,
)
from pointerchain.bench.figures import FigureError
from pointerchain.bench.generate import GenerateError, environment
from pointerchain.bench.headline import in_short
from pointerchain.bench.kit.sections import counters, limits, statements, the_node, verdicts
from pointerchain.bench.model import LAYOUTS, SCHEMES
from pointerchain.bench.plots import dense_figures, linear_kernel_figures, linear_wall_figures, transfer_rates
from pointerchain.bench.results import MOST_SPREAD, Moved, Result, Run, Where
from pointerchain.bench.significance import NoScipy
from pointerchain.files import write_whole
from pointerchain.ptx.suite_report import device_code

TITLE = "Deep-copy microbenchmarks"
SOURCES = (
    "The scenarios, schemes and figures are those of Ghane, Chandrasekaran and Cheung, "
    '"Assessing Performance Implications of Deep Copy Operations via Microbenchmarking" (2019); '
    'those on automatic deep copy are of "Automatic deep copy in a Fortran OpenMP compiler".'
)


class ReportError(Exception):
    """The report cannot be made; the message is fit for the user."""


def where_it_ran(given: Input) -> list[Block]:
    """The machine, and a row for each place: compiler, device, what kind of memory."""
    results = given.results
    run = results.run
    places: dict[Where, int] = defaultdict(int)
    for row in results.rows:
        places[row.where] += 1
    blocks: list[Block] = [
        Paragraph(
            f"Measured on {run.date} by pointerchain {run.version}, with '{run.command}'. "
            f"Machine: {run.machine.processor}, {run.machine.cores} cores, {run.machine.system}. "
            f"{'GPU: ' + run.gpu + '. ' if run.gpu else ''}"
            f"{run.repetitions} repetitions of at least {run.min_time} s each, "
            f"in random order (seed {run.seed}). Programs may use the processors {run.machine.affinity}; "
            f"their frequency is governed by: {run.machine.governor}. "
            f"Environment: {_variables(run.environment)}.{_added(run)}{_spreading(given)}"
        )
    ]
    if run.changed:
        blocks.append(
            Paragraph(
                f"After the programs were built, {', '.join(run.changed)} changed: what was measured is "
                "not what the suite holds.",
                "warning",
            )
        )
    blocks += [Paragraph(text, "warning") for text in _warnings(places)]
    head = (
        "toolchain",
        "dialect",
        "compiler",
        "device",
        "kernels run on",
        "memory",
        "transfers counted by",
        "cells",
    )
    table = tuple(
        (
            place.toolchain,
            place.dialect,
            place.compiler,
            place.device,
            "the host (fall-back)"
            if place.host_fallback
            else "the host's processor"
            if place.device_is_host
            else "GPU",
            "shared with the host" if place.shares_memory else "separate",
            place.counts_source or "nobody",
            str(count),
        )
        for place, count in sorted(
            places.items(), key=lambda item: (item[0].toolchain, item[0].dialect, str(item[0]))
        )
    )
    blocks.append(Table("where", "What ran where", head, table))
    flags = sorted({(*row.place, _memory(row.scheme), row.flags) for row in results.rows})
    blocks.append(
        Table(
            "flags",
            "How it was compiled",
            ("toolchain", "dialect", "memory", "command"),
            tuple(flags),
            folded=True,
        )
    )
    return blocks + _left_out(run)


def _variables(environment: dict[str, str]) -> str:
    """Variables of the environment in words."""
    return (
        ", ".join(f"{name}={value}" for name, value in environment.items()) or "nothing that a runtime reads"
    )


def _added(run: Run) -> str:
    """The variables that the run itself set."""
    texts = [f"{place}: {_variables(variables)}" for place, variables in run.added.items()]
    return f" The run set {'; '.join(texts)}." if texts else ""


def _spreading(given: Input) -> str:
    """How many cells were measured again, and how many of all spread."""
    rows, again = given.results.rows, given.results.run.measured_again
    spread = sum(row.spreads for row in rows)
    told = f" {again} cells whose repetitions lay apart were measured again." if again else ""
    if spread:
        told += f" In {spread} of {len(rows)} cells they lie apart: marked 'spreads' among all results."
    return told


def _memory(scheme: str) -> str:
    """What kind of memory a scheme is compiled for; a file may name schemes that are no more."""
    return SCHEMES[scheme].memory if scheme in SCHEMES else "unknown"


def _warnings(places: Iterable[Where]) -> list[str]:
    """What a reader must know before looking at a number."""
    texts = []
    names = _listed({f"{each.toolchain} ({each.dialect})" for each in places if each.host_fallback})
    if names:
        texts.append(
            f"{names}: no device was found and the kernels ran on the host, which shares its "
            "memory with itself. Nothing is copied there: the times say what the calls cost, "
            "not what a transfer costs."
        )
    names = _listed(
        {
            f"{each.toolchain} ({each.dialect})"
            for each in places
            if each.device_is_host and not each.host_fallback
        }
    )
    if names:
        texts.append(
            f"{names}: the device is the host's own processor with memory apart. Copies are real and cost "
            "what copying in main memory costs; there is no bus between."
        )
    names = _listed(
        {
            f"{each.toolchain} ({each.dialect})"
            for each in places
            if not each.unified_memory and (each.host_fallback or each.device_is_host)
        }
    )
    if names:
        texts.append(f"{names}: uvm is not unified memory here: the kernel uses the host's memory directly.")
    return texts


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))


def _left_out(run: Run) -> list[Block]:
    rows = []
    for toolchain in sorted(run.not_built):
        reasons: dict[str, list[str]] = defaultdict(list)
        for variant, reason in run.not_built[toolchain].items():
            reasons[reason].append(variant)
        for reason, variants in reasons.items():
            more = f" and {len(variants) - 1} more" if len(variants) > 1 else ""
            rows.append((toolchain, "not built", f"{variants[0]}{more}", reason))
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key, reason in sorted(run.skipped.items()):
        alike[key.split("/")[0], reason].append(key.partition("/")[2])
    for (toolchain, reason), keys in alike.items():
        more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
        rows.append((toolchain, "left out", f"{keys[0]}{more}", reason))
    for each in run.failed:
        what = "wrong result" if each.wrong else "failed"
        rows.append((each.key.split("/")[0], what, each.key.partition("/")[2], each.reason))
    if not rows:
        return []
    return [Table("left-out", "What was not measured", ("toolchain", "", "what", "why"), tuple(rows))]


def data_sizes(_: Input) -> list[Block]:
    """Tables 1 and 2 of the paper."""
    blocks: list[Block] = []
    for name, caption, table in (
        (
            "table1",
            "Table 1: size of a Linear tree for n (down) and k levels (across), Equation 1",
            sizes.table_1(),
        ),
        ("table2", "Table 2: size of a Dense tree for n (down) and q (across), Equation 3", sizes.table_2()),
    ):
        blocks.append(Table(name, caption, tuple(table[0]), tuple(map(tuple, table[1:]))))
    blocks.append(
        Paragraph(
            "KB, MB and GB are 1024, 1024² and 1024³ bytes. As in the paper, the structs of Dense's "
            "last level count 12 bytes; compilers give them 16. Every program compares what it "
            "allocated with its equation."
        )
    )
    return blocks


def transfers(given: Input) -> list[Block]:
    """What each scheme moved, at one n and q for each layout; it depends on nothing else."""
    rows = [row for row in given.results.rows if row.where.counts_source]
    if not rows:
        return [Paragraph("No runtime that was used counts transfers.")]
    blocks: list[Block] = [Paragraph(_agreement(rows)), *_of_mapped(rows)]
    for scenario in LAYOUTS:
        mine = [row for row in rows if row.scenario == scenario]
        if not mine:
            continue
        n, q = max(row.n for row in mine), max(row.q for row in mine)
        shown: dict[tuple[object, ...], tuple[str, ...]] = {}
        for row in mine:
            if (row.n, row.q) == (n, q):
                key = (LAYOUTS[row.scenario].index(row.layout), row.levels, list(SCHEMES).index(row.scheme))
                enter, leave = (row.moved[step] for step in _transfer_steps(row.scheme))
                shown.setdefault(
                    key,
                    (
                        *(row.layout, str(row.levels), row.scheme),
                        *(
                            f"{value:,}"
                            for value in (enter.to_device or 0, enter.to_device_bytes or 0, enter.pointers)
                        ),
                        *(
                            f"{value:,}"
                            for value in (
                                leave.from_device or 0,
                                leave.from_device_bytes or 0,
                                leave.pointers,
                            )
                        ),
                    ),
                )
        head = (
            *(
                "layout",
                "k" if scenario == "linear" else "D",
                "scheme",
            ),
            *(
                "transfers in",
                "bytes in",
                "pointers set",
                "transfers out",
                "bytes out",
                "pointers reset",
            ),
        )
        where = f"n = {n:,}" + (f", q = {q}" if scenario == "dense" else "")
        caption = f"{scenario.capitalize()}, {where}: what step 3 (in) and step 5 (out) move"
        if any(row.scheme == "mapped" for row in mine):
            caption += "; of mapped, step 4 does both"
        blocks.append(
            Table(f"transfers-{scenario}", caption, head, tuple(shown[key] for key in sorted(shown)))
        )
    return blocks


def _transfer_steps(scheme: str) -> tuple[str, str]:
    """The steps that transfer the data of a scheme, which a file may name that is no more."""
    return ("kernel", "kernel") if scheme in SCHEMES and SCHEMES[scheme].mapped else ("enter", "leave")


def _of_mapped(rows: list[Result]) -> list[Block]:
    """Whether the clauses of 'pointerchain map' move what clauses by hand do, in all steps together."""
    by_hand = {row.cell: row for row in rows if row.scheme == "handhoist"}
    pairs = [(row, by_hand[row.cell]) for row in rows if row.scheme == "mapped" and row.cell in by_hand]
    if not pairs:
        return []
    different = sum(_moved_in_all(ours) != _moved_in_all(theirs) for ours, theirs in pairs)
    if different:
        text = f"In {different} of {len(pairs)} cells mapped moved something else than handhoist."
        return [Paragraph(text, "warning")]
    return [
        Paragraph(
            f"In all of {len(pairs)} cells mapped, whose data clauses 'pointerchain map' wrote, moved what "
            "handhoist did: as many transfers and bytes each way, all in step 4."
        )
    ]


def _moved_in_all(row: Result) -> tuple[int, ...]:
    """Transfers, bytes and pointers of all steps."""
    return tuple(sum(row_of_counts) for row_of_counts in zip(*map(_counts, row.moved.values()), strict=True))


def _counts(moved: Moved) -> tuple[int, ...]:
    counts = (moved.to_device, moved.to_device_bytes, moved.from_device, moved.from_device_bytes)
    return (*(each or 0 for each in counts), moved.pointers)


def _agreement(rows: list[Result]) -> str:
    """Whether all places counted the same in steps 3 and 5."""
    seen: dict[tuple[object, ...], set[object]] = defaultdict(set)
    places: dict[tuple[object, ...], int] = defaultdict(int)
    for row in rows:
        key = (*row.cell[2:], row.scheme)
        # The number of a scheme's pointers is its own affair on a real runtime; data is not.
        seen[key].add(tuple((row.moved[phase]) for phase in ("enter", "leave")))
        places[key] += 1
    sources = _listed(
        {f"{row.where.toolchain} ({row.where.dialect}): {row.where.counts_source}" for row in rows}
    )
    shared = [key for key in seen if places[key] > 1]
    unequal = sum(len(seen[key]) > 1 for key in shared)
    verdict = ""
    if shared:
        verdict = f" {len(shared)} cells were counted in more than one place, "
        verdict += "all of them alike." if not unequal else f"{unequal} of them differently."
    return (
        f"These numbers do not depend on the machine. Counted by {sources}.{verdict} A pointer that is set "
        "on the device (attached) moves 8 bytes, which are not among the bytes here; unified memory "
        "moves pages that nobody counts."
    )


def all_results(given: Input) -> list[Block]:
    """Every cell: medians with spread."""
    head = (
        *("toolchain", "dialect", "scenario", "layout", "levels", "n", "q", "scheme", "repetitions"),
        *(
            "whole [us]",
            "low",
            "high",
            "",
            "enter",
            "kernel",
            "leave",
            "allocate",
            "initialize",
            "check",
            "bytes",
        ),
    )
    rows = []
    for row in given.results.rows:
        steps = (
            row.steps[step].median for step in ("enter", "kernel", "leave", "allocate", "initialize", "check")
        )
        times = [_microseconds(each) for each in (row.whole.median, row.whole.low, row.whole.high)]
        rows.append(
            (
                *(*row.place, row.scenario, row.layout, str(row.levels), str(row.n), str(row.q), row.scheme),
                str(row.repetitions),
                *(*times, "spreads" if row.spreads else "", *map(_microseconds, steps)),
                str(row.bytes_paper),
            )
        )
    caption = (
        "All cells: medians in microseconds; low and high are quartiles (extremes of fewer than four), "
        f"'spreads' where they are more than a factor of {MOST_SPREAD} apart"
    )
    return [Table("results", caption, head, tuple(rows), folded=True)]


def _microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:.4g}" if seconds < 1 else f"{seconds * 1e6:.0f}"


SECTIONS: tuple[Section, ...] = (
    Section("pointerchain and hoisting by hand", in_short),
    Section("The node", the_node, alone=True),
    Section("What ran where", where_it_ran),
    Section("Compared", comparison),
    Section("Linear: wall-clock time (the paper's Figure 5)", linear_wall_figures),
    Section("Linear: kernel time (the paper's Figure 6)", linear_kernel_figures),
    Section("Dense: wall-clock and kernel time (the paper's Figure 7)", dense_figures),
    Section("The paper's statements", statements),
    Section("Plain copies as limit", limits, alone=True),
    Section("Transfers and bytes", transfers),
    Section("Transfer rates", transfer_rates),
    Section("Device code (the paper's Tables 3 and 4)", device_code, alone=True),
    Section("Counters of the GPU", counters, alone=True),
    Section("A memory apart: tests and examples", verdicts, alone=True),
    Section("Data sizes", data_sizes),
    Section("All results", all_results),
    Section("Automatic deep copy: what ran where", where_deep_copies_ran, alone=True),
    Section("Automatic deep copy: times by technique (its paper's Figure 7)", transfer_times, alone=True),
    Section("Automatic deep copy: share of the bandwidth (its Figure 8)", bandwidth_shares, alone=True),
    Section("Automatic deep copy: UMT (its Table 2)", umt_transfers, alone=True),
    Section("Automatic deep copy: other ways, long lists, goals", other_ways, alone=True),
)


_WRITTEN = ".pointerchain-report"


def remove_stale(folder: Path, written: Sequence[Path]) -> None:
    """Remove what an earlier report left in ``folder`` and this one did not write; raises ``OSError``."""
    names = {path.name for path in written}
    listing = folder / _WRITTEN
    if listing.is_file():
        for name in listing.read_text().splitlines():
            if name and name not in names and "/" not in name:
                (folder / name).unlink(missing_ok=True)
    write_whole(str(listing), "".join(f"{name}\n" for name in sorted(names)).encode())


def write_report(given: Input, folder: Path, sections: tuple[Section, ...] = SECTIONS) -> list[Path]:
    """Write the report to ``folder``; the paths. Raises :class:`ReportError` and ``OSError``."""
    if not given.results.rows and given.deepcopy is None and given.kit is None:
        raise ReportError(f"'{given.results.name}' holds no finished measurement")
    try:
        made = tuple(
            Made(section.title, anchor(section.title), tuple(blocks))
            for section in sections
            if (given.results.rows or section.alone) and (blocks := section.make(given))
        )
        return write_page(TITLE, SOURCES, made, folder)
    except (FigureError, GenerateError, NoScipy) as error:
        raise ReportError(str(error)) from None


def anchor(title: str) -> str:
    """What a section is linked by."""
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def write_page(title: str, sources: str, sections: tuple[Made, ...], folder: Path) -> list[Path]:
    """Write ``report.html``, the same as Markdown, and each table and figure as a file; the paths.

    ``sources`` says below the page whose figures they are.
    Raises :class:`~pointerchain.bench.generate.GenerateError` without Jinja2, and ``OSError``.
    """
    html = (
        environment(html=True)
        .get_template("report.html.j2")
        .render(
            title=title,
            sources=sources,
            version=__version__,
            sections=sections,
            kind=lambda block: type(block).__name__,
        )
    )
    texts = {"report.html": html, "report.md": markdown(title, sections)}
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Table):
                texts[f"{block.name}.csv"] = block.csv
            elif isinstance(block, Drawing):
                texts[f"{block.name}.svg"] = block.svg
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_whole(str(folder / name), text.encode())
    return [folder / name for name in texts]
