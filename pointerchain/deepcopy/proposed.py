# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Proposed: a member without a length -> the length that messages propose, for the user to judge.

``struct Mesh { Cell *cells; int ncells; struct Mesh *fine; char *name; }``  ->  ``[ncells]``, ``[1]``,
``[strlen + 1]``. Where no name of the record says how many there are it is ``[n]``.
"""

from __future__ import annotations

from pointerchain.translator.clang.records import POINTER, RECORD, SCALAR, Record, TypeRef

_COUNTS = ("n", "num", "count", "cnt", "len", "length", "size", "no", "nb", "number", "total")
_CHARACTERS = ("char", "signed char", "unsigned char")


def lengths(record: Record, name: str, kind: TypeRef, levels: int) -> str:
    """The subscripts to propose for member ``name`` of a record, a pointer of so many levels."""
    target = kind
    while target.kind == POINTER and target.target is not None:
        target = target.target
    own = own_count(record, name)
    last = "1" if target.kind == RECORD else "strlen + 1" if target.spelling in _CHARACTERS else ""
    if levels > 1:
        return "".join(f"[{each}]" for each in [own or "n", *"mkl"[: levels - 2], last or "m"])
    return f"[{own or last or next(iter(plain_counts(record)), 'n')}]"


def own_count(record: Record, name: str) -> str:
    """The number of a record that by its name says how many of a member there are; empty if none does."""
    return next((number for number in _numbers(record) if _counts(number, name)), "")


def plain_counts(record: Record) -> list[str]:
    """The numbers of a record that by their names count something, but do not say what."""
    return [number for number in _numbers(record) if number.lower().strip("_") in _COUNTS]


def _numbers(record: Record) -> list[str]:
    return [
        member.name
        for member in record.members
        if member.name and member.type.kind == SCALAR and _is_integer(member.type.spelling)
    ]


def _counts(number: str, name: str) -> bool:
    """Whether a number says by its name how many of a member there are: ``ncells``, ``cell_count``."""
    words, of = number.lower().replace("_", ""), name.lower().replace("_", "")
    for what in {of, of + "s", of.removesuffix("s"), of.removesuffix("es")}:
        rest = words.replace(what, "", 1) if what and what in words else ""
        if any(rest in (count, f"{count}of") for count in _COUNTS):
            return True
    return False


def _is_integer(spelling: str) -> bool:
    words = spelling.split()
    return not {"float", "double", "bool", "_Bool"} & set(words) and not spelling.startswith("enum")
