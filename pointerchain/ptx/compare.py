# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Two files of PTX side by side: text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pointerchain.ptx.counts import FileCount, FunctionCount, total
from pointerchain.ptx.match import Pair, match
from pointerchain.ptx.opcodes import CLASSES
from pointerchain.ptx.report import (
    code,
    function_json,
    markdown_table,
    measures,
    plural,
    sass_json,
    sass_place,
    title,
)
from pointerchain.ptx.sass import Sass

_OTHER_NAME = {
    "renamed": "by its name without what compilers vary",
    "similar": "by its instructions",
    "only": "as the only kernel",
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Files A and B, their functions in pairs, and the machine code that was asked for."""

    a: FileCount
    b: FileCount
    pairs: tuple[Pair, ...]
    sass: tuple[tuple[Sass, ...], tuple[Sass, ...]] = ((), ())

    @property
    def lost(self) -> list[str]:
        """The kernels that B lacks: its count is then no measure of the same work."""
        return [pair.name for pair in self.pairs if pair.b is None and pair.kind == "kernel"]

    @property
    def grown(self) -> list[str]:
        """What has more instructions in B: functions that both have, or the files; and what is not there."""
        names = [f"kernel '{name}' is not in '{self.b.path}'" for name in self.lost]
        names += [
            f"'{pair.name}' has {plural(pair.b.instructions - pair.a.instructions, 'instruction')} more"
            for pair in self.pairs
            if pair.a is not None and pair.b is not None and pair.b.instructions > pair.a.instructions
        ]
        more = self.b.instructions - self.a.instructions
        if more > 0:
            names.append(f"'{self.b.path}' has {plural(more, 'instruction')} more in all")
        return names


def compare(a: FileCount, b: FileCount, sass: tuple[Sequence[Sass], Sequence[Sass]] = ((), ())) -> Comparison:
    """Pair the functions of two files."""
    return Comparison(a, b, tuple(match(a.functions, b.functions)), (tuple(sass[0]), tuple(sass[1])))


def comparison_report(comparison: Comparison, style: str) -> str:
    """A comparison in one of :data:`pointerchain.ptx.report.FORMATS`."""
    if style == "json":
        return json.dumps(_json(comparison), indent=2) + "\n"
    if style == "csv":
        return _csv(comparison)
    if style == "markdown":
        return _markdown(comparison)
    return _text(comparison)


def per_cent(a: int, b: int) -> str:
    """By how much ``b`` is more than ``a``: ``-12.5 %``; empty where ``a`` is 0."""
    if a == b:
        return "0 %"
    return f"{(b - a) / a * 100:+.1f} %" if a else ""


def moved(a: FunctionCount | None, b: FunctionCount | None) -> tuple[dict[str, int], dict[str, int]]:
    """The instructions that left and that came, by opcode; the most frequent first."""
    nothing: Counter[str] = Counter()
    return difference(a.opcodes if a is not None else nothing, b.opcodes if b is not None else nothing)


def difference(before: Counter[str], after: Counter[str]) -> tuple[dict[str, int], dict[str, int]]:
    """What of a multiset left and what came; the most frequent first."""
    return dict((before - after).most_common()), dict((after - before).most_common())


# --- text -----------------------------------------------------------------------------------------


def _text(comparison: Comparison) -> str:
    a, b = comparison.a, comparison.b
    parts = [f"A: {a.path}\nB: {b.path}\n"]
    for pair in comparison.pairs:
        parts.append("\n" + _pair_text(pair) + _sass_text(comparison, pair))
    if not comparison.pairs:
        parts.append("\nneither file has a function with a body\n")
    rows = [("lines", a.lines, b.lines)]
    rows += [
        (what, before, after)
        for (what, before, _), (_, after, _) in zip(
            measures(total(a.functions)), measures(total(b.functions)), strict=True
        )
        if what in ("instructions", "pointer loads")
    ]
    rows.insert(2, ("in loops", _in_loops(a), _in_loops(b)))
    parts.append("\nall of the file\n" + _table(rows))
    return "".join(parts)


def _in_loops(count: FileCount) -> int:
    return sum(function.in_loops for function in count.functions)


def _pair_text(pair: Pair) -> str:
    kind = pair.kind
    if pair.a is None or pair.b is None:
        one, side = (pair.a, "A") if pair.a is not None else (pair.b, "B")
        assert one is not None
        return f"{kind} {one.name} is only in {side}: {plural(one.instructions, 'instruction')}\n"
    name = f"{kind} {pair.a.name}\n"
    if pair.b.name != pair.a.name:
        name += f"  in B {pair.b.name} (matched {_OTHER_NAME[pair.by]})\n"
    before, after = measures(pair.a), measures(pair.b)
    rows = [("instructions", before[0][1], after[0][1]), ("in loops", before[0][2], after[0][2])]
    rows += [
        (what, one, other)
        for (what, one, _), (_, other, _) in zip(before[1:], after[1:], strict=True)
        if one or other
    ]
    return name + _table(rows) + _moves(*moved(pair.a, pair.b))


def _moves(left: dict[str, int], came: dict[str, int], indent: str = "  ") -> str:
    return "".join(
        f"{indent}{what}: {_list(opcodes)}\n" for what, opcodes in (("left", left), ("came", came)) if opcodes
    )


def _table(rows: Sequence[tuple[str, int, int]]) -> str:
    lines = [f"  {'':22}{'A':>9}{'B':>9}{'B - A':>9}\n"]
    for what, a, b in rows:
        difference = f"{b - a:+}" if a != b else "0"
        share = f"{per_cent(a, b):>10}" if a != b else ""
        lines.append(f"  {what:22}{a:9}{b:9}{difference:>9}{share}".rstrip() + "\n")
    return "".join(lines)


def _list(opcodes: dict[str, int]) -> str:
    return ", ".join(f"{number} {text}" for text, number in opcodes.items())


def _sass_text(comparison: Comparison, pair: Pair) -> str:
    return "".join(
        f"  {sass_place(one)} ({one.mode}): "
        + (f"registers {one.registers} -> {other.registers}, " if one.registers is not None else "")
        + f"bytes spilled {one.spill_stores + one.spill_loads} -> {other.spill_stores + other.spill_loads}"
        + (
            f", machine instructions {one.instructions} -> {other.instructions}"
            f" ({per_cent(one.instructions, other.instructions)})"
            if one.instructions is not None and other.instructions is not None
            else ""
        )
        + "\n"
        + (
            _moves(*difference(one.opcodes, other.opcodes), indent="    ")
            if one.opcodes is not None and other.opcodes is not None
            else ""
        )
        for one, other in _sass_pairs(comparison, pair)
    )


def _sass_pairs(comparison: Comparison, pair: Pair) -> list[tuple[Sass, Sass]]:
    if pair.a is None or pair.b is None:
        return []
    # A device function has a copy in each kernel; those belong together whose kernels do.
    kernels = {
        each.a.name: each.b.name for each in comparison.pairs if each.a is not None and each.b is not None
    }
    theirs = {(sass.arch, sass.kernel): sass for sass in comparison.sass[1] if sass.name == pair.b.name}
    ours = [
        (sass, (sass.arch, kernels.get(sass.kernel, "")))
        for sass in comparison.sass[0]
        if sass.name == pair.a.name
    ]
    return [(sass, theirs[key]) for sass, key in ours if key in theirs]


# --- the other forms ------------------------------------------------------------------------------


def _json(comparison: Comparison) -> dict[str, Any]:
    a, b = comparison.a, comparison.b
    return {
        "a": {"path": a.path, "lines": a.lines, "instructions": a.instructions},
        "b": {"path": b.path, "lines": b.lines, "instructions": b.instructions},
        "functions": [
            {
                "kind": pair.kind,
                "matched_by": pair.by or None,
                "a": None if pair.a is None else function_json(pair.a),
                "b": None if pair.b is None else function_json(pair.b),
                **dict(zip(("left", "came"), moved(pair.a, pair.b), strict=True)),
                **(
                    {"sass": [[sass_json(one), sass_json(other)] for one, other in found]}
                    if (found := _sass_pairs(comparison, pair))
                    else {}
                ),
            }
            for pair in comparison.pairs
        ],
    }


def _csv(comparison: Comparison) -> str:
    """A row a function and measure."""
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerow(["a", "b", "matched_by", "measure", "count_a", "count_b", "difference"])
    nothing = total(())
    for pair in comparison.pairs:
        names = [one.name if one is not None else "" for one in (pair.a, pair.b)]
        one, other = pair.a or nothing, pair.b or nothing
        values = [("instructions", one.instructions, other.instructions)]
        values.append(("in_loops", one.in_loops, other.in_loops))
        values += [(name, one.classes[name], other.classes[name]) for name in CLASSES]
        values.append(("pointer_loads", one.pointer_loads, other.pointer_loads))
        for what, before, after in values:
            writer.writerow([*names, pair.by, what, before, after, after - before])
    a, b = comparison.a, comparison.b
    writer.writerow([a.path, b.path, "", "lines", a.lines, b.lines, b.lines - a.lines])
    return rows.getvalue()


def _markdown(comparison: Comparison) -> str:
    a, b = comparison.a, comparison.b
    nothing = total(())
    rows: list[list[object]] = []
    for pair in comparison.pairs:
        one, other = pair.a or nothing, pair.b or nothing
        name = code(pair.name)
        if pair.a is not None and pair.b is not None and pair.a.name != pair.b.name:
            name += f" / {code(pair.b.name)}"
        elif pair.a is None or pair.b is None:
            name += f" (only in {'A' if pair.b is None else 'B'})"
        for what, before, after in (
            ("instructions", one.instructions, other.instructions),
            ("in loops", one.in_loops, other.in_loops),
            *((title(key), one.classes[key], other.classes[key]) for key in CLASSES),
            ("pointer loads", one.pointer_loads, other.pointer_loads),
        ):
            if before or after:
                rows.append([name, what, before, after, f"{after - before:+}", per_cent(before, after)])
                name = ""
    name = "all of the file"
    for what, before, after in (
        ("lines", a.lines, b.lines),
        ("instructions", a.instructions, b.instructions),
    ):
        rows.append([name, what, before, after, f"{after - before:+}", per_cent(before, after)])
        name = ""
    text = f"A: {code(a.path)}, B: {code(b.path)}\n\n"
    text += markdown_table(["function", "count", "A", "B", "B - A", "%"], rows, left=(0, 1))
    for pair in comparison.pairs:
        left, came = moved(pair.a, pair.b)
        if pair.a is not None and pair.b is not None and (left or came):
            text += f"\n{code(pair.name)}: left {_list(left) or 'nothing'}; came {_list(came) or 'nothing'}\n"
    return text
