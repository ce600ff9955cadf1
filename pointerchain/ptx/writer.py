# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Functions as PTX text again: the reader's inverse, without comments and white space."""

from __future__ import annotations

from collections.abc import Iterable

from pointerchain.ptx.records import Function, Instruction


def write(functions: Iterable[Function]) -> str:
    """PTX that reads as ``functions`` do, apart from places; what is outside them is left out."""
    parts: list[str] = []
    module = None
    for function in functions:
        if function.module != module:
            module = function.module
            parts.append(f".version {module.version}\n")
            parts.append(f".target {module.target}\n" if module.target else "")
            parts.append(f".address_size {module.address_size}\n")
        parts.append(f"\n{function.header}\n{{\n{_body(function)}}}\n")
    return "".join(parts)


def _body(function: Function) -> str:
    lines: list[str] = []
    items = iter(function.items)
    item = next(items, None)
    for number in range(len(function.instructions) + 1):
        while item is not None and item.before == number:
            lines.append(f"{item.text}:\n" if item.kind == "label" else f"\t{item.text}\n")
            item = next(items, None)
        if number < len(function.instructions):
            lines.append(f"\t{instruction_text(function.instructions[number])}\n")
    return "".join(lines)


def instruction_text(instruction: Instruction) -> str:
    """``@%p1 bra L;``."""
    guard = f"@{instruction.guard} " if instruction.guard else ""
    operands = f" {instruction.operands}" if instruction.operands else ""
    return f"{guard}{instruction.opcode}{operands};"
