# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Advice: a member that a descriptor cannot describe -> the directive that helps, as messages end with it.

``void *data`` of ``Node``  ->  ``: 'policy(Node: skip(data))' leaves it out``
"""

from __future__ import annotations

from pointerchain.deepcopy.policies import Policies
from pointerchain.translator.clang.records import RECORD, Record


def leaves_out(record: Record, name: str) -> str:
    """What messages end with where a policy could leave a member out."""
    return f": 'policy({record.spelling}: skip({name.replace('[]', '')}))' leaves it out"


def skip_or_type(record: Record, name: str, *, typed: bool = False) -> str:
    """The same; with ``typed`` a shape could say of what type its target is."""
    says = f" 'shape({record.spelling}: {name.replace('[]', '')} as type[n])' says at what, and"
    return f":{says}{leaves_out(record, name)[1:]}" if typed else leaves_out(record, name)


def as_it_is(record: Record, name: str) -> str:
    """What 'skip' does where nothing can be set to null."""
    plain = name.replace("[]", "")
    return f": 'policy({record.spelling}: skip({plain}))' copies its bytes as they are" if plain else ""


def or_as_it_is(record: Record, name: str) -> str:
    """What else can be done with a union."""
    return f", and{as_it_is(record, name)[1:]}" if name else ""


def says_when(record: Record, name: str) -> str:
    """The policy that says when a member is alive."""
    plain = name.replace("[]", "")
    return f": 'policy({record.spelling}: when(condition, {plain}))'"


def first_pointer(union: Record, table: Policies) -> str:
    """The first member of a union that holds a pointer; that of an unnamed struct in it."""
    member = next(each for each in union.members if table.has_pointers(each.type))
    if member.name or member.type.kind != RECORD:
        return member.name
    return first_pointer(table.reader.record(member.type.record), table)
