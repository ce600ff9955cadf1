# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Containers: classes of the C++ library -> how their elements are found, by their own member functions.

``std::vector<double>``  ->  ``Container(double, "pc_self->data()", "pc_self->size()", ...)``

Which words of an object lead to its elements is found when it is copied: those that hold the address that
``data()`` gives, or one in the room behind it. All others are data.
"""

from __future__ import annotations

from pointerchain.diagnostics import Place
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang.records import (
    ARRAY,
    FUNCTION,
    POINTER,
    RECORD,
    SCALAR,
    TAIL,
    VOID,
    Reader,
    Record,
    TypeRef,
    innermost,
)

OWNED, SHARED = "owned", "shared"
_TEMPLATE = lazy_pattern(r"std::(?:__\w+::)*(\w+)<")
_HANDLES = frozenset(
    (
        *("std::thread", "std::jthread", "std::condition_variable", "std::condition_variable_any"),
        *("_IO_FILE", "__sFILE", "FILE"),  # as libraries of C name it
    )
)
"""Classes whose members mean something to the process that made them, and to nobody else."""


class Container(NamedTuple):
    """How elements are found; the expressions are of C++, ``pc_self`` points to the object."""

    element: TypeRef
    data: str
    size: str
    """Nothing for one that does not know how many it has, so that a shape says it."""
    room: str
    """How many elements there is room for."""
    kind: str
    """What the object has to do with its elements, if no policy says it."""
    life: str = ""
    """How a new object gets elements: a template of ``detail/lives.h`` and its arguments, ``{0}`` being the
    class and ``{1}`` the elements; nothing where no way is known."""


RESIZED = "pc_sequence_life<{0}, {1}, 0>"
_CONTIGUOUS = {
    "vector": ("pc_self->data()", "pc_self->size()", "pc_self->capacity()", OWNED, RESIZED),
    # with the zero behind them, which lies elsewhere in one that has another length: no room beside them
    "basic_string": (
        *("pc_self->data()", "pc_self->size() + 1", "0 * pc_self->size()", OWNED),
        "pc_sequence_life<{0}, {1}, 1>",
    ),
    "span": ("pc_self->data()", "pc_self->size()", "pc_self->size()", SHARED),
    "basic_string_view": ("pc_self->data()", "pc_self->size()", "pc_self->size()", SHARED),
    "unique_ptr": (
        "pc_self->get()",
        "pc_self->get() ? 1 : 0",
        "pc_self->get() ? 1 : 0",
        OWNED,
        "pc_owner_life<{0}, 0>",
    ),
    "shared_ptr": (
        "pc_self->get()",
        "pc_self->get() ? 1 : 0",
        "pc_self->get() ? 1 : 0",
        SHARED,
        "pc_sharer_life<{0}>",
    ),
}
_VALUES = frozenset(("array", "pair", "tuple", "optional", "variant", "complex", "bitset", "atomic"))
"""Templates whose objects consist of those of their arguments."""


def template(record: Record) -> str:
    """The name of the library's template of which a class is an instance; nothing where it is none."""
    found = _TEMPLATE.match(record.spelling)
    return found.group(1) if found else ""


def is_handle(record: Record) -> bool:
    """Whether objects of a class mean something to their own process alone, with pointers or without."""
    return record.spelling in _HANDLES


def handle_behind(reader: Reader, kind: TypeRef) -> str:
    """Why nobody copies what pointers lead to, where that is such an object; nothing for another."""
    at = kind
    while at.kind in (ARRAY, POINTER) and at.target is not None:
        at = at.target
    if at.kind != RECORD or not is_handle(reader.record(at.record)):
        return ""
    return f"what a '{kind.spelling}' leads to means something to its own process alone"


def optional(reader: Reader, record: Record) -> TypeRef | None:
    """What an object of a class may or may not hold, as a ``std::optional``; None for another class."""
    held = reader.arguments(record) if template(record) == "optional" else ()
    return held[0] if held else None


def is_container(record: Record) -> bool:
    """Whether a class is one whose elements can be found."""
    return template(record) in _CONTIGUOUS


def container(reader: Reader, record: Record) -> tuple[Container | None, str]:
    """How the elements of a class are found, or why they cannot be."""
    name, given = template(record), reader.arguments(record)
    element = next(iter(given), None)
    if element is None:
        return None, "what its elements are is not known"
    usual = len(given) > 1 and given[1].spelling.startswith("std::default_delete<")
    if name == "vector" and element.spelling == "bool":
        return None, "a 'std::vector<bool>' packs its elements in a way of its own"
    if name == "unique_ptr" and element.kind == TAIL and element.target is not None:
        life = "pc_owner_life<{0}, 1>" if usual else ""
        return Container(element.target, "pc_self->get()", "", "", OWNED, life), ""
    if name == "shared_ptr" and element.kind in (ARRAY, TAIL):
        return (
            None,
            f"a 'std::shared_ptr<{element.spelling}>' is not followed: a 'std::unique_ptr' to an array is",
        )
    if element.kind in (ARRAY, TAIL):
        return None, f"how many elements of '{element.spelling}' it leads to is not known"
    if element.kind in (VOID, FUNCTION):
        return None, f"its elements are of type '{element.spelling}'"
    found = Container(element, *_CONTIGUOUS[name])
    return (found._replace(life="") if name == "unique_ptr" and not usual else found), ""


def own(reader: Reader, record: Record, accessors: tuple[str, str, Place]) -> tuple[Container | None, str]:
    """How the elements of an instance of a user's template are found, or why they cannot be."""
    element = next(iter(reader.arguments(record)), None)
    if element is None:
        return None, "its template's first argument, of which its elements are to be, is no type"
    data, size, _ = accessors
    for member in record.members:
        kind = innermost(member.type)
        if kind.kind == POINTER and kind.target is not None and kind.target.spelling != element.spelling:
            return None, f"its member '{member.name}' leads to something else than its elements"
    size = f"pc_self->{size}()"
    return Container(element, f"pc_self->{data}()", size, size, OWNED, RESIZED), ""


def parts(reader: Reader, record: Record) -> tuple[TypeRef, ...] | None:
    """The types of which an object consists; None for a class that is no such template's instance."""
    if template(record) not in _VALUES:
        return None
    return tuple(each for each in reader.arguments(record) if each.kind != SCALAR)
