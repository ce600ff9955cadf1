# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Tails: pointers in an array at the end of a record, of which each object has its own number.

``struct Page { int n; struct Page *kids[]; };`` with ``shape(Page: kids[n][1])``  ->  a row of ``n`` pointers
to one ``Page`` each. Before C99 such an array was declared with one element, ``kids[1]``.
"""

from __future__ import annotations

from pointerchain.deepcopy.advice import leaves_out
from pointerchain.deepcopy.policy_lookup import PolicyLookup
from pointerchain.deepcopy.rows import FOLLOWED, OWNED, SKIPPED, At, Given, Owner, Row, Step
from pointerchain.translator.clang.records import (
    ARRAY,
    ATOMIC,
    POINTER,
    RECORD,
    SCALAR,
    TAIL,
    Member,
    Record,
    TypeRef,
    innermost,
    pointed_at,
)


def element_of(member: Member) -> TypeRef:
    """What an array at a record's end consists of."""
    kind = member.type
    return innermost(kind.target) if kind.kind == TAIL and kind.target is not None else innermost(kind)


def may_go_on(record: Record, member: Member) -> bool:
    """Whether objects are allocated with more pointers than the array at their end has, as before C99."""
    kind = member.type
    one = kind.kind == ARRAY and kind.length == 1 and kind.target is not None and kind.target.kind == POINTER
    return one and record.members[-1:] == (member,) and not record.union and "<" not in record.spelling


def goes_on(lookup: PolicyLookup, record: Record, member: Member, around: At) -> bool:
    """Whether a shape says how many pointers such an array has, and where each of them leads."""
    if around.steps or not may_go_on(record, member):
        return False
    given = lookup.length(around._replace(steps=(Step(member.name),)))[0]
    return given is not None and len(given.lengths) == 2


def pointers(
    lookup: PolicyLookup, record: Record, member: Member, at: At, given: Given | None, owner: Owner
) -> tuple[Row | None, str]:
    """The pointers of the array as a row, or why they are not copied; nothing where a length is missing."""
    element, policy = element_of(member), lookup.policy(at) or OWNED
    target = pointed_at(element)[0]
    if policy == SKIPPED:
        return None, ""
    why = ""
    if target.kind not in (RECORD, SCALAR):
        why = f"the pointers of a flexible array lead to numbers or structs, and these to '{target.spelling}'"
    elif element.volatile or target.volatile or target.kind == ATOMIC:
        why = "what is 'volatile' changes while it is copied"
    elif (
        given is not None
        and policy in FOLLOWED
        and not given.lengths[-1].one
        and lookup.table.has_tail(target)
    ):
        why = f"objects of '{target.spelling}' end in a flexible array, so that each stands alone: its length"
        why += " is 1"
    if why:
        return None, why + leaves_out(record, member.name)
    whole = TypeRef(POINTER, f"{element.spelling}[]", element.size, element.align, element)
    lengths = given.lengths if given is not None else ()
    row = Row(
        member.name, at.steps, member.place, member.offset // 8, policy, whole, target, 2, lengths, owner
    )
    row = row._replace(
        tail=True, direction=lookup.direction(at), shape=lookup.shape(target), mutable=lookup.mutable(at)
    )
    return row._replace(resized=lookup.resized(at, owner, lengths)), ""
