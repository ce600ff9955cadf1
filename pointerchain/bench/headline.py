# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The report's first section: whether pointerchain equals hoisting by hand, and what speaks against it."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable

from pointerchain.bench.blocks import Block, Input, Paragraph, Table
from pointerchain.bench.results import MOST_SPREAD, Result, Results
from pointerchain.bench.significance import (
    FEWEST_REPETITIONS,
    geometric_mean,
    kernel,
    of_medians,
    ratio,
    whole,
)

_MOST_CROWDED = 0.1
"""The share of measurements during which the load may exceed the processors without a warning."""


def in_short(given: Input) -> list[Block]:
    """A paragraph with the conclusion, what speaks against it, and a row for each place and layout."""
    pairs = _pairs(given.results.rows, "pointerchain", "handhoist")
    doubts: list[Block] = [
        Paragraph(text, "warning") for text in [*busy(given.results), *coarse(given.results)]
    ]
    if not pairs:
        return doubts
    groups: dict[tuple[str, ...], list[tuple[Result, Result]]] = defaultdict(list)
    for ours, theirs in pairs:
        groups[(*ours.place, ours.scenario, ours.layout)].append((ours, theirs))
    rows = []
    for key, group in sorted(groups.items()):
        each = ratio(whole(_often(group) or group))
        ratios = [a.whole.median / b.whole.median for a, b in group]
        same = sum(a.moved == b.moved for a, b in group)
        counted = all(a.where.counts_source for a, _ in group)
        rows.append(
            (
                *key,
                f"{each.value:.2f}",
                each.interval,
                "" if each.apart is None else f"{each.apart} of {each.cells}",
                f"{min(ratios):.2f} to {max(ratios):.2f}",
                f"{of_medians(kernel(group)):.2f}",
                f"{geometric_mean([theirs.whole.spread for _, theirs in group]):.2f}",
                f"{same} of {len(group)}" if counted else "not counted",
            )
        )
    different = sum(a.moved != b.moved for a, b in pairs)
    moved = (
        f"In all of {len(pairs)} cells pointerchain and handhoist moved exactly the same: transfers, "
        "bytes each way, pointers set, in every step."
        if not different
        else f"In {different} of {len(pairs)} cells pointerchain moved something else than handhoist."
    )
    head = (
        *("toolchain", "dialect", "scenario", "layout", "whole", "95 % interval", "told apart"),
        *("from cell to cell", "kernel", "spread of handhoist", "moved the same"),
    )
    caption = (
        "pointerchain / handhoist, geometric means of the cells with their 95 % confidence intervals; the "
        "cells that a U test tells apart (by chance one of twenty); the spread is that of handhoist's own "
        "repetitions (upper quartile / lower quartile of the whole)"
    )
    return [
        *_conclusion(pairs),
        *doubts,
        Paragraph(moved, "warning" if different else ""),
        Table("pointerchain-handhoist", caption, head, tuple(rows)),
    ]


def _conclusion(pairs: list[tuple[Result, Result]]) -> list[Block]:
    """The sentence that concludes, from cells whose own repetitions lie together; the others by name."""
    often = _often(pairs)
    seldom = len(pairs) - len(often) if often else 0
    pairs = often or pairs
    steady = [pair for pair in pairs if not any(each.spreads for each in pair)]
    apart = [ours for ours, theirs in pairs if ours.spreads or theirs.spreads]
    if not steady:
        return [
            Paragraph(
                "Whether pointerchain takes as long as handhoist cannot be told: in each of the "
                f"{len(pairs)} cells the repetitions of one of them lie more than a factor of {MOST_SPREAD} "
                "apart."
            )
        ]
    blocks: list[Block] = [Paragraph(ratio(whole(steady)).sentence("pointerchain", "handhoist"))]
    if seldom:
        was, their = ("cell was", "its") if seldom == 1 else ("cells were", "their")
        blocks.append(
            Paragraph(
                f"{seldom} more {was} measured fewer than {FEWEST_REPETITIONS} times, and {their} intervals "
                "would say nothing: left out of this and of the intervals below, as where the time of a run "
                "was up."
            )
        )
    if apart:
        names = ", ".join(_name(each) for each in apart[:_NAMED])
        more = f" and {len(apart) - _NAMED} more ('spreads' among all results)" if len(apart) > _NAMED else ""
        blocks.append(
            Paragraph(
                f"{len(apart)} of {len(pairs)} cells are left out of this, because their repetitions lie "
                f"more than a factor of {MOST_SPREAD} apart: {names}{more}."
            )
        )
    return blocks


def _often(pairs: list[tuple[Result, Result]]) -> list[tuple[Result, Result]]:
    """The cells that both were measured in often enough for a test."""
    return [pair for pair in pairs if min(each.repetitions for each in pair) >= FEWEST_REPETITIONS]


_NAMED = 8


def _name(row: Result) -> str:
    """A cell in one word."""
    size = f"n:{row.n}" + (f"/q:{row.q}" if row.scenario == "dense" else "")
    return f"{'/'.join(row.place)}/{row.scenario}/{row.layout}/k:{row.levels}/{size}"


def busy(results: Results) -> list[str]:
    """What tells that the machine had other work; nothing where it had none."""
    rows, machine = results.rows, results.run.machine
    loads = [load for row in rows for load in row.load.averages]
    others = [each for row in rows for each in row.load.others]
    crowded = sum(load > machine.processors for load in loads) if machine.processors else 0
    spread = statistics.median(row.whole.spread for row in rows) if rows else 1.0
    reasons = []
    if crowded > _MOST_CROWDED * len(loads):
        used = f"; other processes used {statistics.median(others):.1f} of them (median)" if others else ""
        reasons.append(
            f"during {crowded:,} of {len(loads):,} measurements the load average exceeded the "
            f"{machine.processors} processors that programs may use (median {statistics.median(loads):.1f}, "
            f"highest {max(loads):.1f}){used}"
        )
    if spread > MOST_SPREAD:
        reasons.append(
            f"the upper quartile of a cell's repetitions is {spread:.2f} times the lower one (median of the "
            f"cells; {MOST_SPREAD} is much)"
        )
    if not reasons:
        return []
    return [
        f"The machine was busy: {', and '.join(reasons)}. Ratios of single cells say little, and a "
        "difference that is found here should be seen on a calm machine, too, before it is believed."
    ]


def coarse(results: Results) -> list[str]:
    """What makes the measurements themselves coarse."""
    texts = []
    count = sum(row.repetitions for row in results.rows)
    single = sum(row.load.single for row in results.rows)
    if single:
        texts.append(
            f"{single:,} of {count:,} measurements were of one iteration: they are no medians, and one "
            "interruption is all of them. A larger '--min-time' has more iterations."
        )
    if results.run.library == "debug":
        texts.append("Google Benchmark's library is a debug build: its own work takes longer than it need.")
    return texts


def _pairs(rows: Iterable[Result], scheme: str, baseline: str) -> list[tuple[Result, Result]]:
    """Results of one scheme with those of another one in the same cell."""
    by_cell = {(row.cell, row.scheme): row for row in rows}
    return [
        (row, other)
        for (cell, name), row in by_cell.items()
        if name == scheme and (other := by_cell.get((cell, baseline)))
    ]
