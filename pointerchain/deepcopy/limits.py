# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Limits: which bytes of a type cannot have all values -> rows of descriptors, for images that anybody made.

``struct { double x; bool hit; }``  ->  the byte at 8 is at most 1. So is the flag of a ``std::optional``, and
the number of a ``std::variant`` is one of an alternative. What such a one holds is judged where it is held;
other unions are not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.deepcopy.containers import is_container, template
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.records import (
    ARRAY,
    RECORD,
    SCALAR,
    TAIL,
    Reader,
    Record,
    TypeRef,
    innermost,
)

_BOOLEAN = frozenset(("bool", "_Bool"))


class Kept(NamedTuple):
    """How an object of the library is asked where it keeps what it holds: over its address, ``pc_object``."""

    spelling: str
    held: str
    number: str = ""
    """What says which of its types it holds; nothing for an object that holds all of them."""
    first: int = 0
    """The number with which ``held`` holds something."""


class Limit(NamedTuple):
    """Numbers of ``width`` bytes that are at most ``most``; ``repeat`` of them, ``stride`` bytes apart.

    ``repeat`` is 0 for the elements of a flexible array. With ``inner`` each place has those instead: always
    where ``width`` is 0, else where the number that lies ``guard`` bytes from the place is ``most``. Text is
    C++ over ``{0}``, the name of what is found of the ``kept`` of the limit around.
    """

    name: str
    offset: int | str
    repeat: int = 1
    stride: int = 0
    width: int | str = 1
    most: int = 1
    inner: tuple[Limit, ...] = ()
    guard: int | str = 0
    truth: bool = False
    """Whether it is a ``bool``, of which all other numbers stand for true."""
    kept: Kept | None = None


def limits(reader: Reader, kind: TypeRef, name: str = "") -> tuple[Limit, ...]:
    """The limits of an object, in order of offset. A member is named by its path."""
    element = innermost(kind)
    if kind.kind == TAIL and kind.target is not None:
        element = innermost(kind.target)
    if kind.kind in (ARRAY, TAIL):
        found = limits(reader, element, f"{name}[]")
        if not found or element.size <= 0:
            return ()
        count = kind.size // element.size  # of a flexible array 0
        if len(found) == 1 and found[0].repeat == 1 and not found[0].inner:
            return (found[0]._replace(repeat=count, stride=element.size),)
        return (Limit(name, 0, count, element.size, 0, 0, found),)
    if kind.kind == SCALAR:
        value = kind if kind.target is None else kind.target
        return (Limit(name, 0, truth=True),) if value.spelling in _BOOLEAN else ()
    if kind.kind != RECORD:
        return ()
    record = reader.record(kind.record)
    if record.union or is_container(record):
        return ()
    return _of_library(reader, record, name) or tuple(_parts(reader, record, name))


def _parts(reader: Reader, record: Record, name: str) -> Iterator[Limit]:
    """The limits of the members and bases of a class."""
    for base, at in reader.placed_bases(record):
        kind = TypeRef(RECORD, base.spelling, base.size, record=base.key)
        yield from _moved(limits(reader, kind, name), at)
    for member in record.members:
        if not member.bit_field and member.offset >= 0:
            path = f"{name}.{member.name}" if name and member.name else name or member.name
            yield from _moved(limits(reader, member.type, path), member.offset // 8)


def _moved(found: tuple[Limit, ...], by: int) -> Iterator[Limit]:
    for each in found:
        assert isinstance(each.offset, int)
        yield each._replace(offset=each.offset + by)


def _of_library(reader: Reader, record: Record, name: str) -> tuple[Limit, ...]:
    """The limits of a ``std::optional``, ``variant`` or ``tuple``, of which Clang tells no members."""
    which, held = template(record), reader.arguments(record)
    name = name or record.spelling
    inner = [limits(reader, each, name) for each in held]
    if which == "tuple":
        places = [
            Limit(
                name, 0, width=0, most=0, inner=(Limit(name, "{0}", width=0, most=0, inner=each),), kept=kept
            )
            for at, each in enumerate(inner)
            for kept in (Kept(record.spelling, f"__builtin_addressof(std::get<{at}>(*pc_object))"),)
            if each
        ]
        return tuple(places)
    if which == "optional":
        kept = Kept(record.spelling, "__builtin_addressof(**pc_object)", "pc_object->has_value()", 1)
    elif which == "variant":
        kept = Kept(record.spelling, "std::get_if<0>(pc_object)", "pc_object->index()")
    else:
        return ()
    number = Limit(name, "{0}.at", width="{0}.bytes", most=1 if kept.first else len(held) - 1)
    values = [
        Limit(name, "{0}.held", 1, 0, "{0}.bytes", at, each, "static_cast<std::ptrdiff_t>({0}.at - {0}.held)")
        for at, each in enumerate(inner, kept.first)
        if each
    ]
    return (Limit(name, 0, width=0, most=0, inner=(number, *values), kept=kept),)
