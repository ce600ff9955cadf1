# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which loads fetch a pointer: the links of a chain that a kernel walks.

    ld.global.u64 %rd2, [%rd1];        a pointer load: %rd2 becomes part of ...
    cvta.to.global.u64 %rd3, %rd2;
    mul.wide.s32 %rd4, %r1, 8;
    add.s64 %rd5, %rd3, %rd4;
    ld.global.f64 %fd1, [%rd5];        ... this address

A load counts if it reads a value as wide as an address from memory (not a
parameter) and that value reaches the register in an operand's brackets through
moves, ``shfl``, conversions of addresses, additions, subtractions (from it), the
addend of ``mad`` and ``selp``. Shifts and products are where indices come from,
so the way back ends there. Registers are taken by name, whatever the order of
the instructions.
"""

from __future__ import annotations

import re

from pointerchain.ptx.opcodes import opcode
from pointerchain.ptx.records import Function

_LOADS = frozenset("ld ldu".split())
# Opcode -> which of its operands an address goes through; the first is the result.
_THROUGH = {
    "mov": (1,),
    "shfl": (1,),
    "cvta": (1,),
    "cvt": (1,),
    "add": (1, 2),
    "sub": (1,),
    "mad": (3,),
    "selp": (1, 2),
}
_BRACKET = re.compile(r"\[\s*([%$\w]+)")
_WORD = re.compile(r"[%$\w]+")
_OPERAND = re.compile(r"\{[^}]*\}|[^\s,{}][^,{}]*")
_REGISTER = re.compile(r"([%$\w]+?)(?:<(\d+)>)?\s*(?=[,;])")


def pointer_loads(function: Function) -> list[int]:
    """The indices of the instructions that load a pointer, in order."""
    width = function.module.address_size
    kinds = {item.opcode for item in function.instructions}
    loading = {text for text in kinds if _loads_pointer(text, width)}
    through = {text: places for text in kinds if (places := _passes_on(text, width))}
    names = _Names(function)
    sources: dict[str, list[str]] = {}
    loads: dict[str, list[int]] = {}
    waiting: list[str] = []
    for index, instruction in enumerate(function.instructions):
        operands = instruction.operands
        if "[" in operands:
            scope = instruction.scope
            waiting += [names.of(name, scope) for name in _BRACKET.findall(operands)]
            if instruction.opcode in loading:
                for name in _WORD.findall(operands.partition("[")[0]):
                    loads.setdefault(names.of(name, scope), []).append(index)
        elif instruction.opcode in through:
            scope = instruction.scope
            parts = _OPERAND.findall(operands) if "{" in operands else operands.split(",")
            found = [
                names.of(name, scope)
                for place in through[instruction.opcode]
                if place < len(parts)
                for name in _WORD.findall(parts[place])
            ]
            # The second result of 'shfl' is a predicate: nothing comes of it.
            for name in _WORD.findall(parts[0]):
                sources.setdefault(names.of(name, scope), []).extend(found)
    reached: set[str] = set()
    counted: set[int] = set()
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        counted.update(loads.get(name, ()))
        waiting += sources.get(name, ())
    return sorted(counted)


def _loads_pointer(text: str, width: int) -> bool:
    known = opcode(text)
    return known.base in _LOADS and known.width == width and known.category != "parameter_load"


def _passes_on(text: str, width: int) -> tuple[int, ...]:
    """Which operands' addresses an opcode passes on to its result."""
    known = opcode(text)
    if known.base == "shfl" or known.width == width or (known.base == "mad" and ".wide" in text):
        return _THROUGH.get(known.base, ())
    return ()


class _Names:
    """Registers of nested blocks told apart from those around them."""

    def __init__(self, function: Function) -> None:
        self._parents = function.parents
        self._declared: dict[int, list[tuple[str, int]]] = {}
        for item in function.items:
            if item.scope > 0 and item.kind == "directive" and item.text.startswith(".reg"):
                rest = re.sub(r"^\.reg\s*(?:\.\w+\s*)+", "", item.text)
                self._declared.setdefault(item.scope, []).extend(
                    (name, int(count or 0)) for name, count in _REGISTER.findall(rest)
                )

    def of(self, name: str, scope: int) -> str:
        """The name of a register that only one register has."""
        while scope > 0 and self._declared:
            for declared, count in self._declared.get(scope, ()):
                if name == declared or (
                    count
                    and name.startswith(declared)
                    and name[len(declared) :].isdecimal()
                    and int(name[len(declared) :]) < count
                ):
                    return f"{name}@{scope}"
            scope = self._parents[scope]
        return name
