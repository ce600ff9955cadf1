# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Two files of results: what the runs differ in, what became slower, what moves something else."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from typing import Any

from pointerchain.bench.blocks import Block, Input, Paragraph, Table
from pointerchain.bench.headline import busy
from pointerchain.bench.results import Result, Run, Where
from pointerchain.bench.significance import between_runs, differ, kernel, of_medians, whole

# How many single cells are named.
MOST_CELLS = 20


def comparison(given: Input) -> list[Block]:
    """What the two runs differ in, then the cells that both have; nothing where there is no second file.

    Places (toolchain and dialect) that were measured differently are left out unless ``given.compare_all``.
    """
    if given.other is None:
        return []
    after = {(row.cell, row.scheme): row for row in given.results.rows}
    before = {(row.cell, row.scheme): row for row in given.other.rows}
    shared = sorted(after.keys() & before.keys())
    names = f"'{given.results.name}' (after) and '{given.other.name}' (before)"
    of_all = _of_all(given.results.run, given.other.run)
    if not shared:
        return [*_differences(of_all, {}), Paragraph(f"{names} have no cell in common.", "warning")]
    of_cells = {key: _of_cell(given, after[key], before[key]) for key in shared}
    unlike = [key for key in shared if of_all or of_cells[key]]
    blocks = _differences([*_told(given.results.run, given.other.run), *of_all], of_cells)
    if unlike and not given.compare_all:
        shared = [key for key in shared if key not in set(unlike)]
        blocks.append(
            Paragraph(
                f"{len(unlike)} cells that both have were measured in different ways, and are not compared: "
                "a ratio would say what these ways differ in. '--compare-all' compares them nevertheless.",
                "warning",
            )
        )
        if not shared:
            return blocks
    pairs = [(after[key], before[key]) for key in shared]
    blocks += [
        Paragraph(_conclusion(given, pairs)),
        Paragraph(
            "The spread between runs is not that within one: from run to run more differs than from "
            "repetition to repetition (where memory lies, how warm the machine is, what else it does). What "
            "of that differs from cell to cell is in the interval, which draws cells. What moves all cells "
            "alike is not: only a third run, of one of the two again, shows it."
        ),
        Paragraph(
            f"{len(shared)} cells of {names} are compared; {len(after.keys() - before.keys())} are only "
            f"after, {len(before.keys() - after.keys())} only before. A ratio above 1 is slower after."
        ),
    ]
    for when, results in (("Before", given.other), ("After", given.results)):
        blocks += [Paragraph(f"{when}: {text}", "warning") for text in busy(results)]
    groups: dict[tuple[str, ...], list[tuple[Result, Result]]] = defaultdict(list)
    for new, old in pairs:
        groups[(*new.place, new.scenario, new.layout, new.scheme)].append((new, old))
    rows = []
    for group, members in sorted(groups.items()):
        each = between_runs(whole(members))
        ratios = [new.whole.median / old.whole.median for new, old in members]
        rows.append(
            (
                *group,
                str(len(members)),
                f"{each.value:.3f}",
                each.interval,
                f"{min(ratios):.2f} to {max(ratios):.2f}",
                f"{of_medians(kernel(members)):.3f}",
                str(sum(new.moved != old.moved for new, old in members)),
            )
        )
    head = (
        *("toolchain", "dialect", "scenario", "layout", "scheme", "cells", "whole", "95 % interval"),
        *("from cell to cell", "kernel", "moved something else"),
    )
    blocks.append(Table("compare", "After / before, geometric means of the cells", head, tuple(rows)))
    return blocks + _single_cells(pairs)


def _conclusion(given: Input, pairs: list[tuple[Result, Result]]) -> str:
    """What became of the times. A machine's other work moves all cells of a run alike, as a change would."""
    assert given.other is not None
    found = between_runs(whole(pairs))
    runs = (("before", given.other), ("after", given.results))
    when = " and ".join(name for name, results in runs if busy(results))
    if when and found.distinguishable:
        why = f"the machine was busy {when}, and that may move all cells of a run alike"
        found = replace(found, few=f"{why} (their 95 % confidence interval is {found.interval})", p=None)
    return found.sentence("after", "before")


Difference = tuple[str, str, str]
"""What differs, before, after."""


def _told(after: Run, before: Run) -> list[Difference]:
    """What may be what is compared."""
    if after.version == before.version:
        return []
    return [("pointerchain's version", before.version, after.version)]


def _of_all(after: Run, before: Run) -> list[Difference]:
    """What makes all numbers of two runs unlike."""
    found = []
    for name in ("processor", "cores", "system", "affinity", "governor"):
        new, old = getattr(after.machine, name), getattr(before.machine, name)
        if new != old:
            found.append((f"the machine's {name}", old, new))
    for name in sorted(after.environment.keys() | before.environment.keys()):
        new, old = after.environment.get(name, "not set"), before.environment.get(name, "not set")
        if new != old:
            found.append((name, old, new))
    if after.launcher != before.launcher:
        found.append(("'--launcher'", before.launcher or "none", after.launcher or "none"))
    if after.min_time != before.min_time:
        found.append(("minimum time of a measurement", f"{before.min_time:g} s", f"{after.min_time:g} s"))
    if after.library != before.library:
        found.append(("Google Benchmark's build", before.library or "unknown", after.library or "unknown"))
    return found


def _of_cell(given: Input, after: Result, before: Result) -> list[Difference]:
    """What makes the numbers of one cell unlike."""
    assert given.other is not None
    found = []
    here, there = after.where, before.where
    for name, new, old in (
        ("compiler", here.compiler, there.compiler),
        ("flags", after.flags, before.flags),
        ("device", here.device, there.device),
        ("kernels run on", _runs_on(here), _runs_on(there)),
        ("memory", "shared" if here.shares_memory else "apart", "shared" if there.shares_memory else "apart"),
        ("variables that the run set", _added(given.results.run, after), _added(given.other.run, before)),
    ):
        if new != old:
            found.append((f"{', '.join(after.place)}: {name}", old, new))
    return found


def _runs_on(where: Where) -> str:
    return "the host (fall-back)" if where.host_fallback else "the host" if where.device_is_host else "a GPU"


def _added(run: Run, row: Result) -> str:
    variables = run.added.get("{} ({})".format(*row.place), {})
    return " ".join(f"{name}={value}" for name, value in variables.items()) or "none"


def _differences(of_all: list[Difference], of_cells: dict[Any, list[Difference]]) -> list[Block]:
    """A row for each difference, with the number of cells that it concerns."""
    counts: dict[Difference, int] = defaultdict(int)
    for each in of_cells.values():
        for difference in each:
            counts[difference] += 1
    rows = [(*each, str(len(of_cells))) for each in of_all]
    rows += [(*each, str(count)) for each, count in counts.items()]
    if not rows:
        return []
    head = ("what", "before", "after", "cells")
    return [Table("compare-differences", "What the two runs differ in", head, tuple(rows))]


def _single_cells(pairs: list[tuple[Result, Result]]) -> list[Block]:
    """The cells that a U test tells apart, the largest change first."""
    apart = [
        (new, old, new.whole.median / old.whole.median)
        for new, old in pairs
        if differ((new.whole, old.whole))
    ]
    if not apart:
        return [Paragraph("In no single cell does a U test tell the two apart.")]
    apart.sort(key=lambda each: -abs(math.log(each[2])))
    rows = tuple(
        (
            *(*new.place, new.scenario, new.layout, str(new.levels), str(new.n), str(new.q), new.scheme),
            *(f"{old.whole.median * 1e6:.4g}", f"{new.whole.median * 1e6:.4g}", f"{ratio:.2f}"),
        )
        for new, old, ratio in apart[:MOST_CELLS]
    )
    head = (
        *(
            "toolchain",
            "dialect",
            "scenario",
            "layout",
            "levels",
            "n",
            "q",
            "scheme",
        ),
        *(
            "before [us]",
            "after [us]",
            "ratio",
        ),
    )
    caption = (
        f"{len(apart)} of {len(pairs)} cells are told apart by a U test of their repetitions (by chance "
        "one of twenty would be, and more where runs differ); the largest changes"
    )
    return [Table("compare-cells", caption, head, rows)]
