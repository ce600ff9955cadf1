# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The report's part on a kit: the node, plain copies as limit, the paper's statements, tests, counters."""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pointerchain.bench.blocks import Block, Input, Paragraph, Table
from pointerchain.bench.kit.returned import Copies, gpu_in_words
from pointerchain.bench.model import SCHEMES
from pointerchain.bench.results import Result
from pointerchain.bench.significance import geometric_mean

_NAMED = 5  # cells that a row of failures names


def the_node(given: Input) -> list[Block]:
    """What the kit ran on, what it left out and what failed."""
    kit = given.kit
    if kit is None:
        return []
    node = kit.node
    gpu = gpu_in_words(node)
    blocks: list[Block] = [
        Paragraph(
            f"Built for {kit.target}, run by 'run.sh'. GPU: {gpu or 'none'}. "
            f"Processor: {node.get('processor', 'unknown')}, {node.get('cores', '?')} cores, "
            f"{node.get('system', 'unknown')}, C library {node.get('libc', 'unknown')}."
        )
    ]
    if not gpu:
        why = f" ({node['no_gpu']})" if node.get("no_gpu") else ""
        blocks.append(Paragraph(f"Nothing here was measured on a GPU: the node has none{why}.", "warning"))
    if not given.results.rows:
        blocks.append(Paragraph("Nothing of the suite was measured.", "warning"))
    blocks += _other_architecture(kit.target, node.get("gpu") or {})
    rows = [
        (part, str(count), why)
        for part, cells in kit.skipped.items()
        for why, count in sorted(Counter(cells.values()).items())
    ]
    if rows:
        blocks.append(Table("kit-skipped", "Cells that were not run", ("part", "cells", "why"), tuple(rows)))
    by_reason: dict[str, list[str]] = defaultdict(list)
    for each in kit.failed:
        by_reason[each.reason].append(each.key)
    if by_reason:
        failed = tuple(
            (why, str(len(keys)), ", ".join(keys[:_NAMED]) + (" ..." if len(keys) > _NAMED else ""))
            for why, keys in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0]))
        )
        head = ("what happened", "cells", "which")
        blocks.append(Table("kit-failed", "Programs that gave nothing", head, failed))
    if kit.left_out:
        blocks.append(
            Table("kit-left-out", "Not in the kit", ("what", "why"), tuple(kit.left_out.items()), folded=True)
        )
    return blocks


def _other_architecture(target: str, gpu: Mapping[str, Any]) -> list[Block]:
    """A warning where the GPU runs no code for the target: that for sm_XY runs on X.Y and later X.Z."""
    wanted = re.fullmatch(r"nvidia:sm_(\d+)(\d)a?", target)
    if not wanted or "compute_major" not in gpu:
        return []
    major, minor = gpu["compute_major"], gpu.get("compute_minor", 0)
    if int(wanted[1]) == major and int(wanted[2]) <= minor:
        return []
    text = (
        f"The kit's code is for {target.removeprefix('nvidia:')}, which this GPU, an sm_{major}{minor}, does "
        "not run: only PTX, as gcc's programs hold it, runs there."
    )
    return [Paragraph(text, "warning")]


def verdicts(given: Input) -> list[Block]:
    """The separate-memory tests and the examples on the device."""
    kit = given.kit
    if kit is None or not kit.verdicts:
        return []
    bad = [each for each in kit.verdicts if not each.good]
    told = f"{len(kit.verdicts) - len(bad)} of {len(kit.verdicts)} did as they have to."
    rows = tuple(
        (each.name, "yes" if each.good else "NO", each.expected, each.found) for each in kit.verdicts
    )
    head = ("program", "good", "expected", "found")
    return [
        Paragraph(told, "warning" if bad else ""),
        Table("kit-tests", "Tests with a memory apart, and examples", head, rows),
    ]


def limits(given: Input) -> list[Block]:
    """Plain copies, and enter and exit of the suite beside the plain copy of the same bytes."""
    kit = given.kit
    if kit is None or not kit.copies:
        return []
    copies = sorted(kit.copies, key=lambda each: each.bytes)
    names = ("pageable_to", "pageable_from", "pinned_to", "pinned_from")
    rows = tuple(
        (
            f"{each.bytes:,}",
            *(_time(each, name) for name in names),
            *(_rate(each, name) for name in names),
        )
        for each in copies
    )
    words = [name.replace("_to", ", in").replace("_from", ", out") for name in names]
    head = ("bytes", *(f"{word} [us]" for word in words), *(f"{word} [GB/s]" for word in words))
    what = "cudaMemcpy" if copies[0].device == "cuda" else "memcpy"
    blocks: list[Block] = [Table("kit-copies", f"One plain {what}: medians, GB/s of 10⁹ bytes", head, rows)]
    beside = _beside(given.results.rows, {each.bytes: each for each in copies})
    if beside:
        head = (
            "toolchain",
            "dialect",
            "layout",
            "levels",
            "n",
            "scheme",
            "bytes",
            "enter + leave / plain copy",
        )
        caption = "Steps 3 and 5 over plain copies, there and back, of the bytes that the kernel uses"
        blocks.append(Table("kit-limit", caption, head, tuple(beside)))
    return blocks


def _median(copies: Copies, name: str) -> float | None:
    seconds = copies.seconds.get(name)
    return statistics.median(seconds) if seconds else None


def _time(copies: Copies, name: str) -> str:
    seconds = _median(copies, name)
    return "" if seconds is None else f"{seconds * 1e6:.4g}"


def _rate(copies: Copies, name: str) -> str:
    seconds = _median(copies, name)
    return f"{copies.bytes / seconds / 1e9:.2f}" if seconds else ""


def _beside(rows: Iterable[Result], copies: dict[int, Copies]) -> list[tuple[str, ...]]:
    """The largest n of each layout and level: every scheme's transfers over the plain ones."""
    ours = {
        (row.place, row.layout, row.levels, row.n): (row.moved["enter"].to_device_bytes or 0)
        for row in rows
        if row.scheme == "pointerchain" and row.scenario == "linear"
    }
    most: dict[tuple[object, ...], int] = defaultdict(int)
    for place, layout, levels, n in ours:
        most[place, layout, levels] = max(most[place, layout, levels], n)
    table = []
    for row in rows:
        size = ours.get((row.place, row.layout, row.levels, row.n))
        if not size or row.n != most[row.place, row.layout, row.levels] or size not in copies:
            continue
        to, back = (_median(copies[size], f"pageable_{way}") for way in ("to", "from"))
        if to and back and (row.scheme not in SCHEMES or SCHEMES[row.scheme].has_transfer_steps):
            taken = row.steps["enter"].median + row.steps["leave"].median
            words = (*row.place, row.layout, str(row.levels), f"{row.n}", row.scheme, f"{size:,}")
            table.append((*words, f"{taken / (to + back):.2f}"))
    return sorted(table)


def counters(given: Input) -> list[Block]:
    """Registers, instructions and loads by Nsight Compute beside the counts of the PTX."""
    kit = given.kit
    if kit is None:
        return []
    if not kit.counters:
        why = next(iter(kit.skipped.get("counters", {}).values()), "")
        return [Paragraph(f"Nsight Compute counted nothing: {why}.")] if why else []
    rows = tuple(
        (
            each.variant.name,
            *(
                f"{each.measured[name]:.0f}" if name in each.measured else ""
                for name in (
                    "launch__registers_per_thread",
                    "smsp__inst_executed.sum",
                    "smsp__inst_executed_op_global_ld.sum",
                )
            ),
            *(str(each.predicted.get(name, "")) for name in ("instructions", "in_loops", "pointer_loads")),
        )
        for each in kit.counters
    )
    head = (
        *("program", "registers", "instructions executed", "global loads executed"),
        *("PTX instructions", "PTX instructions in loops", "PTX pointer loads"),
    )
    return [Table("kit-counters", "Nsight Compute of the kernel, beside 'ptx count'", head, rows)]


Ratio = Callable[[Result, Result], float]


def statements(given: Input) -> list[Block]:
    """What the paper's text says of its Figures 5 to 7, and the same ratios here.

    (Ghane et al. 2019, section 6; its figures print no numbers.)
    """
    if given.kit is None or not given.results.rows:
        return []
    rows = []
    for figure, said, scenario, layout, over, under in (
        ("5", "UVM loses least as n grows", "linear", "allinit-allused", "pointerchain", "uvm"),
        ("5", "beats marshalling for larger k", "linear", "allinit-LLused", "pointerchain", "marshal"),
        ("5", "UVM is the worst", "linear", "LLinit-LLused", "pointerchain", "uvm"),
        ("7", "two orders of magnitude faster for n of 10 and 100", "dense", "", "pointerchain", "marshal"),
        ("7", "close to 10 times as fast for n of 10 and 100", "dense", "", "uvm", "marshal"),
    ):
        for place, ratios in _ratios(given.results.rows, scenario, layout, over, under).items():
            text = (
                f"{geometric_mean(ratios):.3g} ({min(ratios):.3g} to {max(ratios):.3g}, {len(ratios)} cells)"
            )
            what = f"{over} / {under}"
            rows.append((figure, layout or scenario, what, f"{over}: {said}", " ".join(place), text))
    if not rows:
        return []
    head = ("figure", "layout", "ratio of times", "the paper's text (P100, V100)", "place", "here")
    caption = "The paper's statements on Figures 5 and 7, and the wall-clock ratios measured here"
    return [Table("kit-statements", caption, head, tuple(rows))]


def _ratios(
    rows: Iterable[Result], scenario: str, layout: str, over: str, under: str
) -> dict[tuple[str, str], list[float]]:
    """The ratios of two schemes' whole times in the cells that have both, by place."""
    cells = {(row.cell, row.scheme): row for row in rows}
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (cell, scheme), row in cells.items():
        other = cells.get((cell, under))
        if scheme != over or other is None or row.scenario != scenario or (layout and row.layout != layout):
            continue
        if scenario == "linear" or row.n <= 100:
            found[row.place].append(row.whole.median / other.whole.median)
    return found
