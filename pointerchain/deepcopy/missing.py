# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Missing: what is to be said where nobody says how much a pointer leads to, in words for the user.

``struct Row { double *x; int n; };``  ->  ``say it with 'shape(struct Row: x[n])', or leave ...``
"""

from __future__ import annotations

from pointerchain.deepcopy.contained import many
from pointerchain.deepcopy.containers import handle_behind
from pointerchain.deepcopy.proposed import lengths
from pointerchain.deepcopy.rows import At, Given, Owner, levels_of
from pointerchain.deepcopy.tails import element_of
from pointerchain.translator.clang.records import Member, Reader, Record, TypeRef


def of_array(reader: Reader, record: Record, at: At, given: Given | None, owner: Owner) -> str:
    """Of a ``std::unique_ptr`` to an array."""
    if given is not None:
        return f"it takes one length, not {len(given.lengths)}"
    about = reader.record(owner.record).spelling
    why = f"say it with 'shape({about}: {_plain(at, owner)}[n])', or leave the member out with"
    return why + f" 'policy({record.spelling}: skip({at.name.replace('[]', '')}))'"


def of_root(element: TypeRef) -> str:
    """Of such a ``std::unique_ptr`` that a directive names."""
    why = f"how many elements of '{element.spelling}' it leads to is not known"
    return f"{why}: name what 'get()' gives, with '[0:n]'"


def of_elements(reader: Reader, record: Record, at: At, element: TypeRef, owner: Owner) -> str:
    """Of the pointers that are a container's elements."""
    plain, about = _plain(at, owner), reader.record(owner.record).spelling
    shape = f"'shape({about}: {plain}{'[1]' * levels_of(element)})'"
    why = f"its elements are pointers, '{element.spelling}': say with {shape}"
    why += " how many elements each of them leads to"
    return why + f", or leave the member out with 'policy({record.spelling}: skip({plain}))'"


def of_pointer(
    reader: Reader, member: Member, at: At, given: Given | None, levels: int, owner: Owner, *, private: bool
) -> str:
    """Of a pointer that takes so many lengths."""
    plain, record = _plain(at, owner), reader.record(owner.record)
    subscripts = lengths(record, member.name, element_of(member), levels)
    if given is not None:
        return f"it takes {many(levels)}, as in '{plain}{subscripts}', not {len(given.lengths)}"
    about = record.spelling
    if handle := handle_behind(reader, member.type):
        return f"{handle}: leave it out with 'policy({about}: skip({plain}))'"
    leave = "copy its bytes as they are" if private else "leave the member out"
    return (
        f"say it with 'shape({about}: {plain}{subscripts})', or {leave} with 'policy({about}: skip({plain}))'"
    )


def _plain(at: At, owner: Owner) -> str:
    """The member as its owner's shape names it."""
    return ".".join(step.name for step in at.steps[owner.depth :])
