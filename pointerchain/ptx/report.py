# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Counts as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from pointerchain.ptx.counts import FileCount, FunctionCount, total
from pointerchain.ptx.opcodes import CLASSES
from pointerchain.ptx.sass import Sass

FORMATS = ("text", "markdown", "json", "csv")

_SASS_FIELDS = ("registers", "spill_stores", "spill_loads", "stack", "instructions")


def counts_report(files: Sequence[FileCount], machine: Sequence[Sequence[Sass]], style: str) -> str:
    """``files`` in one of :data:`FORMATS`; ``machine[i]`` is the machine code of ``files[i]``, or empty."""
    if style == "json":
        return (
            json.dumps({"files": [_file_json(*pair) for pair in zip(files, machine, strict=True)]}, indent=2)
            + "\n"
        )
    if style == "csv":
        return _csv(files, machine)
    if style == "markdown":
        return _markdown(files, machine)
    return _text(files, machine)


# --- JSON and CSV ---------------------------------------------------------------------------------


def function_json(count: FunctionCount) -> dict[str, Any]:
    """One function's counts; the keys are described in docs/ptx.md."""
    return {
        "name": count.name,
        "line": count.line,
        "instructions": count.instructions,
        "classes": count.classes,
        "in_loops": count.in_loops,
        "classes_in_loops": count.classes_in_loops,
        "by_depth": list(count.by_depth),
        "pointer_loads": count.pointer_loads,
        "pointer_loads_in_loops": count.pointer_loads_in_loops,
        "opcodes": dict(sorted(count.opcodes.items())),
    }


def sass_json(sass: Sass) -> dict[str, Any]:
    """The machine code of a kernel or device function; counts that are not known are null."""
    opcodes = None if sass.opcodes is None else dict(sorted(sass.opcodes.items()))
    fields = {field: getattr(sass, field) for field in _SASS_FIELDS}
    names = {"kernel": sass.kernel or None, "function": sass.function or None}
    return {**names, "arch": sass.arch, "mode": sass.mode, **fields, "opcodes": opcodes}


def _file_json(count: FileCount, machine: Sequence[Sass]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "path": count.path,
        "lines": count.lines,
        "instructions": count.instructions,
        "versions": list(count.versions),
        "targets": list(count.targets),
        "kernels": [function_json(kernel) for kernel in count.kernels],
        "functions": [function_json(function) for function in count.device_functions],
    }
    if machine:
        result["sass"] = [sass_json(sass) for sass in machine]
    return result


def _csv(files: Sequence[FileCount], machine: Sequence[Sequence[Sass]]) -> str:
    """A row a function; with machine code its numbers follow, a group of columns an architecture.

    Of a device function's copies it is the one with the most instructions.
    """
    arches = list(dict.fromkeys(sass.arch for one in machine for sass in one))
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerow(
        ["path", "lines", "kind", "name", "instructions", "in_loops", "max_depth"]
        + ["pointer_loads", "pointer_loads_in_loops", *CLASSES]
        + [f"{arch}_{field}" for arch in arches for field in ("mode", *_SASS_FIELDS)]
    )
    for file, one in zip(files, machine, strict=True):
        known = {
            (sass.name, sass.arch): sass for sass in sorted(one, key=lambda sass: sass.instructions or 0)
        }
        for count in file.functions:
            row: list[object] = [file.path, file.lines, count.kind, count.name, count.instructions]
            row += [count.in_loops, len(count.by_depth) - 1]
            row += [count.pointer_loads, count.pointer_loads_in_loops, *count.classes.values()]
            for arch in arches:
                sass = known.get((count.name, arch))
                fields = ("mode", *_SASS_FIELDS)
                row += [None if sass is None else getattr(sass, field) for field in fields]
            writer.writerow(row)
    return rows.getvalue()


# --- text -----------------------------------------------------------------------------------------


def measures(count: FunctionCount) -> list[tuple[str, int, int]]:
    """What a report says of a function: the name of a measure, its value, its value in loops."""
    looping = count.classes_in_loops
    return [
        ("instructions", count.instructions, count.in_loops),
        *((title(name), value, looping[name]) for name, value in count.classes.items()),
        ("pointer loads", count.pointer_loads, count.pointer_loads_in_loops),
    ]


def title(name: str) -> str:
    """A class as people write it: ``global_load`` -> ``global load``."""
    return name.replace("_", " ")


def _text(files: Sequence[FileCount], machine: Sequence[Sequence[Sass]]) -> str:
    parts: list[str] = []
    for file, one in zip(files, machine, strict=True):
        parts.append(_heading(file) + "\n")
        for count in file.functions:
            parts.append("\n" + _function_text(_name(count), count))
            parts += [f"  {_sass_line(sass)}\n" for sass in one if sass.name == count.name]
        if len(file.functions) > 1:
            parts.append("\n" + _function_text("all of the file", total(file.functions)))
        parts.append("\n")
    if len(files) > 1:
        everything = total(count for file in files for count in file.functions)
        parts.append(_function_text(f"all {len(files)} files", everything) + "\n")
    return "".join(parts).removesuffix("\n")


def _heading(file: FileCount) -> str:
    dialect = ", ".join(f"PTX {version}" for version in file.versions) or "PTX"
    target = f" for {', '.join(file.targets)}" if any(file.targets) else ""
    return f"{file.path}: {dialect}{target}, {plural(file.lines, 'line')}, {_contents(file)}"


def _contents(file: FileCount) -> str:
    kernels, others = len(file.kernels), len(file.device_functions)
    inside = plural(kernels, "kernel") if kernels or not others else ""
    if others:
        inside += f"{' and ' if inside else ''}{plural(others, 'device function')}"
    return f"{plural(file.instructions, 'instruction')} in {inside}"


def _name(count: FunctionCount) -> str:
    return f"{'kernel' if count.kind == 'entry' else 'function'} {count.name} (line {count.line})"


def _function_text(name: str, count: FunctionCount) -> str:
    lines = [f"{name}\n", f"  {'':22}{'all':>9}{'in loops':>10}\n"]
    for what, value, looping in measures(count):
        if value or what in ("instructions", "pointer loads"):
            lines.append(f"  {what:22}{value:9}{looping:10}\n")
    if len(count.by_depth) > 2:
        nesting = ", ".join(
            f"{number} at depth {depth}" for depth, number in enumerate(count.by_depth) if depth
        )
        lines.append(f"  nesting: {nesting}\n")
    return "".join(lines)


def _sass_line(sass: Sass) -> str:
    """As ``sm_80 (whole program): 24 registers, no spills, 96 machine instructions``."""
    parts = [] if sass.registers is None else [plural(sass.registers, "register")]
    if sass.stack:
        parts.append(f"{sass.stack} bytes of stack")
    parts.append(
        f"spills {sass.spill_stores} bytes out and {sass.spill_loads} in"
        if sass.spill_stores or sass.spill_loads
        else "no spills"
    )
    if sass.instructions is not None:
        parts.append(plural(sass.instructions, "machine instruction"))
    return f"{sass_place(sass)} ({sass.mode}): {', '.join(parts)}"


def sass_place(sass: Sass) -> str:
    """The architecture, and for a device function whose copy it is."""
    return f"{sass.arch}, in {sass.kernel}" if sass.function and sass.kernel else sass.arch


def _markdown(files: Sequence[FileCount], machine: Sequence[Sequence[Sass]]) -> str:
    counts = [count for file in files for count in file.functions]
    used = [name for name in CLASSES if any(count.classes[name] for count in counts)]
    head = ["file", "lines", "function", "instructions", "in loops", "deepest loop", "pointer loads"]
    rows: list[Sequence[object]] = []
    for file in files:
        for count in file.functions:
            numbers = count.classes
            row = [code(file.path), file.lines, code(count.name), count.instructions, count.in_loops]
            row += [len(count.by_depth) - 1, count.pointer_loads]
            rows.append(row + [numbers[name] for name in used])
    text = markdown_table([*head, *map(title, used)], rows, left=(0, 2))
    arches = [sass for one in machine for sass in one]
    if arches:
        text += "\n" + markdown_table(
            ["function", "architecture", "mode", *map(title, _SASS_FIELDS)],
            [
                [code(sass.name), sass_place(sass), sass.mode]
                + [_known(getattr(sass, field)) for field in _SASS_FIELDS]
                for sass in arches
            ],
            left=(0, 1, 2),
        )
    return text


def _known(value: object) -> object:
    return "" if value is None else value


def code(text: str) -> str:
    """A name in Markdown, fit for a cell of a table."""
    return "`" + text.replace("|", "\\|") + "`"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[object]], left: Sequence[int] = (0,)) -> str:
    """A Markdown table; the columns in ``left`` are aligned left, the others right."""
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("|" + "|".join(" --- " if place in left else " ---: " for place in range(len(head))) + "|")
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def plural(number: int, what: str) -> str:
    """``1 kernel``, ``2 kernels``."""
    return f"{number} {what}{'' if number == 1 else 's'}"
