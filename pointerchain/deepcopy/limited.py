# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Limits of bytes (:mod:`limits`) -> C for a descriptor, which the runtime holds images to."""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.deepcopy.limits import Kept, Limit
from pointerchain.deepcopy.places import c_string

ANY = "NULL, 0"
"""The last members of a type whose bytes may have all values."""


def limit_text(found: tuple[Limit, ...], same: Sequence[str], body: list[str], *, cxx: bool) -> str:
    """Describe which bytes are limited; the list and how many there are.

    ``same`` are C's conditions that the type is laid out as Clang says.
    """
    if not found:
        return ANY
    name = _limit_list(found, body)
    number = f"sizeof {name} / sizeof {name}[0]"
    if not cxx and same:
        number += f" * sizeof(char[{' && '.join(same)} ? 1 : -1])"
    return f"{name}, {number}"


def _limit_list(found: tuple[Limit, ...], body: list[str], around: str = "") -> str:
    entries = []
    for limit in found:
        inner = "NULL, 0, 0"
        if limit.inner:
            kept = _kept(limit.kept, body) if limit.kept is not None else around
            name = _limit_list(limit.inner, body, kept)
            inner = f"{name}, sizeof {name} / sizeof {name}[0], {limit.guard}"
        place = f"{limit.offset}, {limit.repeat}, {limit.stride}, {limit.width}, {limit.most}"
        rest = f"{place}, {int(limit.truth)}, {inner}".format(around)
        entries.append(f"{{{c_string(limit.name)}, {rest}}}")
    name = f"pc_limits_{len(body)}"
    body.append(f"static const pc_limit {name}[] = {{{', '.join(entries)}}};")
    return name


def _kept(kept: Kept, body: list[str]) -> str:
    """Find where an object of the library keeps what it holds; the name of what is found."""
    name = f"pc_kept_{len(body)}"
    asked = f"typedef {kept.spelling} object;"
    asked += f" static const void *held(const object *pc_object) {{ return {kept.held}; }}"
    if kept.number:
        asked += f" static unsigned long long number(const object *pc_object) {{ return {kept.number}; }}"
        asked += f" enum {{ first = {kept.first} }};"
    body.append(f"struct {name}_asked {{ {asked} }};")
    kind, find = ("pc_kept", "pc_find_kept") if kept.number else ("std::size_t", "pc_find_place")
    body.append(f"static const {kind} {name} = {find}<{name}_asked>({c_string(kept.spelling)});")
    return name
