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

from collections.abc import Callable
from functools import cache

from pointerchain.lazy import NamedTuple, lazy_pattern
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
# The classes whose instructions have no address in brackets, or one of a parameter.
_WITHOUT_ADDRESS = frozenset(
    "integer floating_point control address_conversion parameter_load parameter_store".split()
)
_BRACKET = lazy_pattern(r"\[\s*([%$\w]+)")
_WORD = lazy_pattern(r"[%$\w]+")
_OPERAND = lazy_pattern(r"\{[^}]*\}|[^\s,{}][^,{}]*")
_REGISTER_TYPE = lazy_pattern(r"^\.reg\s*(?:\.\w+\s*)+")
_REGISTER = lazy_pattern(r"([%$\w]+?)(?:<(\d+)>)?\s*(?=[,;])")


def pointer_loads(function: Function) -> list[int]:
    """The indices of the instructions that load a pointer, in order."""
    width = function.module.address_size
    kinds = {item.opcode: _role(item.opcode, width) for item in function.instructions}
    addressing = {text for text, role in kinds.items() if role.addresses}
    loading = {text for text, role in kinds.items() if role.loads}
    through = {text: role.through for text, role in kinds.items() if role.through}
    unique = _unique_names(function)
    sources: dict[str, list[str]] = {}
    loads: dict[str, list[int]] = {}
    bases: set[str] = set()
    for index, (text, operands, _, _, scope, _) in enumerate(function.instructions):
        if text in addressing:
            found = _BRACKET.findall(operands)
            bases.update(found if unique is None else [unique(name, scope) for name in found])
            if text in loading:
                for name in _WORD.findall(operands.partition("[")[0]):
                    loads.setdefault(name if unique is None else unique(name, scope), []).append(index)
        elif text in through:
            parts = _OPERAND.findall(operands) if "{" in operands else operands.split(",")
            found = [
                name for place in through[text] if place < len(parts) for name in _WORD.findall(parts[place])
            ]
            results = _WORD.findall(parts[0])
            if unique is not None:
                found = [unique(name, scope) for name in found]
                results = [unique(name, scope) for name in results]
            # The second result of 'shfl' is a predicate: nothing comes of it.
            for name in results:
                sources.setdefault(name, []).extend(found)
    waiting, reached = list(bases), set(bases)
    counted: set[int] = set()
    while waiting:
        name = waiting.pop()
        counted.update(loads.get(name, ()))
        for source in sources.get(name, ()):
            if source not in reached:
                reached.add(source)
                waiting.append(source)
    return sorted(counted)


class _Role(NamedTuple):
    """What an opcode may do: name an address, load a pointer, pass on the addresses of operands."""

    addresses: bool
    loads: bool
    through: tuple[int, ...]


@cache
def _role(text: str, width: int) -> _Role:
    addresses = opcode(text).category not in _WITHOUT_ADDRESS
    return _Role(addresses, _loads_pointer(text, width), _passes_on(text, width))


def _loads_pointer(text: str, width: int) -> bool:
    known = opcode(text)
    return known.base in _LOADS and known.width == width and known.category != "parameter_load"


def _passes_on(text: str, width: int) -> tuple[int, ...]:
    """Which operands' addresses an opcode passes on to its result."""
    known = opcode(text)
    if known.base == "shfl" or known.width == width or (known.base == "mad" and ".wide" in text):
        return _THROUGH.get(known.base, ())
    return ()


def _unique_names(function: Function) -> Callable[[str, int], str] | None:
    """From a register's name and the block where it stands to a name that no other register has.

    None where no nested block declares a register: then its own name will do.
    """
    declared: dict[int, list[tuple[str, int]]] = {}
    for item in function.items:
        if item.scope > 0 and item.kind == "directive" and item.text.startswith(".reg"):
            rest = _REGISTER_TYPE.sub("", item.text)
            declared.setdefault(item.scope, []).extend(
                (name, int(count or 0)) for name, count in _REGISTER.findall(rest)
            )
    if not declared:
        return None

    def unique(name: str, scope: int) -> str:
        while scope > 0:
            if any(_declares(name, *one) for one in declared.get(scope, ())):
                return f"{name}@{scope}"
            scope = function.parents[scope]
        return name

    return unique


def _declares(name: str, declared: str, count: int) -> bool:
    """Whether ``.reg declared`` or, with a count, ``.reg declared<count>`` declares ``name``."""
    if not count:
        return name == declared
    number = name.removeprefix(declared)
    return number != name and number.isdecimal() and int(number) < count
