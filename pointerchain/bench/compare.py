# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Two files of results beside each other: what became slower, and what moves something else."""

from __future__ import annotations

import math
from collections import defaultdict

from pointerchain.bench.blocks import Block, Input, Paragraph, Table
from pointerchain.bench.results import Result

# How many single cells are named.
MOST_CELLS = 20


def comparison(given: Input) -> list[Block]:
    """The cells that both files have; nothing where there is no second file."""
    if given.other is None:
        return []
    after = {(row.cell, row.scheme): row for row in given.results.rows}
    before = {(row.cell, row.scheme): row for row in given.other.rows}
    shared = sorted(after.keys() & before.keys())
    names = f"'{given.results.name}' (after) and '{given.other.name}' (before)"
    if not shared:
        return [Paragraph(f"{names} have no cell in common.", "warning")]
    blocks: list[Block] = [
        Paragraph(
            f"{len(shared)} cells are in both {names}; {len(after) - len(shared)} only after, "
            f"{len(before) - len(shared)} only before. A ratio above 1 is slower after."
        )
    ]
    unlike = _machines(given)
    if unlike:
        blocks.append(Paragraph(unlike, "warning"))
    groups: dict[tuple[str, ...], list[tuple[Result, Result]]] = defaultdict(list)
    for key in shared:
        row = after[key]
        groups[(*row.place, row.scenario, row.layout, row.scheme)].append((row, before[key]))
    rows = []
    for group, pairs in sorted(groups.items()):
        whole = [new.whole.median / old.whole.median for new, old in pairs]
        kernel = [new.steps["kernel"].median / old.steps["kernel"].median for new, old in pairs]
        rows.append(
            (
                *group,
                str(len(pairs)),
                f"{_mean(whole):.3f}",
                f"{min(whole):.2f} to {max(whole):.2f}",
                f"{_mean(kernel):.3f}",
                str(sum(new.moved != old.moved for new, old in pairs)),
            )
        )
    head = (
        *(
            "toolchain",
            "dialect",
            "scenario",
            "layout",
            "scheme",
            "cells",
            "whole",
            "from cell to cell",
            "kernel",
        ),
        *("moved something else",),
    )
    blocks.append(Table("compare", "After / before, geometric means of the cells", head, tuple(rows)))
    return blocks + _single_cells([(after[key], before[key]) for key in shared])


def _machines(given: Input) -> str:
    """A warning where the two were measured on different machines or devices."""
    if given.other is None:
        return ""
    here, there = given.results.run.machine, given.other.run.machine
    devices = {(*row.place, row.where.device) for row in given.results.rows}
    others = {(*row.place, row.where.device) for row in given.other.rows}
    places = {each[:2] for each in devices} & {each[:2] for each in others}
    same = {each for each in devices if each[:2] in places} == {each for each in others if each[:2] in places}
    if here == there and same:
        return ""
    return "The two were measured on different machines or devices: the ratios compare these, too."


def _single_cells(pairs: list[tuple[Result, Result]]) -> list[Block]:
    """The cells whose repetitions lie apart, the largest change first."""
    apart = [
        (new, old, new.whole.median / old.whole.median)
        for new, old in pairs
        if new.whole.low > old.whole.high or new.whole.high < old.whole.low
    ]
    if not apart:
        return [Paragraph("In no cell do the two lie apart by more than their repetitions do.")]
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
    caption = f"{len(apart)} of {len(pairs)} cells lie apart by more than their spread; the largest changes"
    return [Table("compare-cells", caption, head, rows)]


def _mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))
