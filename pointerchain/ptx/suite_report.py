# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The section of ``bench report`` on device code: Tables 3 and 4, beside the paper's numbers."""

from __future__ import annotations

from pointerchain.bench.blocks import Block, Input, Paragraph, Table
from pointerchain.bench.model import LAYOUTS, SCENARIOS
from pointerchain.ptx.compare import per_cent
from pointerchain.ptx.counts import FileCount
from pointerchain.ptx.suite import MEASURES, PAPER, TABLE_SCHEMES, DeviceCode, Measure

_NUMBER = {"linear": 3, "dense": 4}
_LINES, _INSTRUCTIONS, _IN_LOOPS, _POINTERS, _POINTERS_IN_LOOPS = MEASURES
# What the paper says of each layout at its longest chain.
_HEADLINES = (("linear", "allinit-LLused", 10), ("linear", "allinit-allused", 10), ("dense", "selective", 3))

_Cells = dict[tuple[str, str, int, str], FileCount]


def device_code(given: Input) -> list[Block]:
    """What was counted; nothing where no suite was."""
    blocks: list[Block] = []
    for code in given.code:
        cells = code.cells()
        if cells:
            blocks.append(Paragraph(_in_short(code, cells)))
            blocks += [
                table
                for measure in MEASURES
                for scenario in SCENARIOS
                if (table := _table(code, cells, measure, scenario)).rows
            ]
        reasons = sorted({each.reason for each in code.programs if each.count is None})
        if reasons:
            left = sum(each.count is None for each in code.programs)
            text = f"{_place(code)}: {left} of {len(code.programs)} programs were not counted"
            blocks.append(Paragraph(f"{text}: {'; '.join(reasons)}", "warning"))
    return blocks


def _place(code: DeviceCode) -> str:
    return f"{code.title} ({code.dialect}, {code.version})"


def _in_short(code: DeviceCode, cells: _Cells) -> str:
    """What the tables show, in the order of the paper's claims."""
    texts = [f"{_place(code)}."]
    for scheme in ("pointerchain", "mapped"):
        pairs = _pairs(cells, scheme, "handhoist")
        same = sum(_INSTRUCTIONS.of(ours) == _INSTRUCTIONS.of(other) for ours, other in pairs)
        if pairs:
            texts.append(
                f"{scheme} has exactly the instructions of handhoist in {same} of {len(pairs)} cells."
            )
    larger: set[str] = set()
    for scheme in ("uvm", "marshal"):
        others = {
            place: (count, other)
            for place, count in cells.items()
            if place[3] == "pointerchain" and (other := cells.get((*place[:3], scheme)))
        }
        more = [
            place for place, pair in others.items() if _INSTRUCTIONS.of(pair[0]) > _INSTRUCTIONS.of(pair[1])
        ]
        larger.update(layout for _, layout, _, _ in more)
        texts.append(f"pointerchain has more than {scheme} in {len(more)} of {len(others)}.")
    if larger == {"allinit-allused"}:
        texts.append(
            "They are cells where all arrays are used: there each hoisted pointer is an argument, which the "
            "compiler hands to every thread."
        )
    for layout in ("allinit-LLused", "LLinit-LLused"):
        numbers = {
            _INSTRUCTIONS.of(count)
            for (_, name, _, scheme), count in cells.items()
            if name == layout and scheme == "pointerchain"
        }
        if numbers:
            told = (
                f"{numbers.pop()} for every k" if len(numbers) == 1 else f"{min(numbers)} to {max(numbers)}"
            )
            texts.append(f"{layout}: {told}.")
    for place in _HEADLINES:
        uvm, ours = cells.get((*place, "uvm")), cells.get((*place, "pointerchain"))
        if uvm is not None and ours is not None:
            texts.append(
                f"{place[0].capitalize()}, {place[1]}, k = {place[2]}: instructions "
                f"{per_cent(_INSTRUCTIONS.of(uvm), _INSTRUCTIONS.of(ours))}, in loops "
                f"{per_cent(_IN_LOOPS.of(uvm), _IN_LOOPS.of(ours))}, lines "
                f"{per_cent(_LINES.of(uvm), _LINES.of(ours))} (the paper's lines: {per_cent(*PAPER[place])})."
            )
    chains = [count for (*_, scheme), count in cells.items() if scheme in ("uvm", "marshal")]
    hoisted = sum(_POINTERS_IN_LOOPS.of(count) == 0 for count in chains)
    if hoisted:
        texts.append(
            f"In {hoisted} of the {len(chains)} programs of uvm and marshal no pointer is loaded in a loop: "
            "there the compiler hoists the chain out of the loop by itself, and each thread walks it once."
        )
    return " ".join(texts)


def _pairs(cells: _Cells, scheme: str, beside: str) -> list[tuple[FileCount, FileCount]]:
    """The programs of a scheme with those of another one."""
    return [
        (count, other)
        for (scenario, layout, levels, name), count in cells.items()
        if name == scheme and (other := cells.get((scenario, layout, levels, beside)))
    ]


def _table(code: DeviceCode, cells: _Cells, measure: Measure, scenario: str) -> Table:
    head = ["layout", "k" if scenario == "linear" else "D", *TABLE_SCHEMES, "pointerchain to uvm"]
    head += ["paper: uvm", "paper: pointerchain", "paper: change"] if measure is _LINES else []
    # Schemes that move the whole tree of Dense have no counterpart in the table.
    translated = {
        (each.variant.layout, each.variant.levels)
        for each in code.programs
        if each.variant.scenario == scenario and each.variant.scheme == "pointerchain"
    }
    places = sorted(
        translated & {(layout, levels) for name, layout, levels, _ in cells if name == scenario},
        key=lambda place: (LAYOUTS[scenario].index(place[0]), place[1]),
    )
    rows = []
    for layout, levels in places:
        found = [cells.get((scenario, layout, levels, scheme)) for scheme in TABLE_SCHEMES]
        numbers = [None if count is None else measure.of(count) for count in found]
        row = [layout, str(levels), *("" if number is None else str(number) for number in numbers)]
        row.append("" if numbers[0] is None or numbers[2] is None else per_cent(numbers[0], numbers[2]))
        if measure is _LINES:
            paper = PAPER.get((scenario, layout, levels))
            row += ["", "", ""] if paper is None else [str(paper[0]), str(paper[1]), per_cent(*paper)]
        rows.append(tuple(row))
    number = _NUMBER[scenario]
    return Table(
        f"table{number}-{code.toolchain}-{code.dialect}-{measure.name}",
        f"Table {number}, {code.title}, {code.dialect}: {measure.title}",
        tuple(head),
        tuple(rows),
        folded=measure in (_POINTERS, _POINTERS_IN_LOOPS),
    )
