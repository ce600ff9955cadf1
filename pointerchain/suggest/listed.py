# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Listed: an acc or omp directive -> what its clauses list, and what they do to each.

``#pragma omp target map(to: s->a->x[0:n])``  ->  ``s->a->x``, a section of which goes to the device.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pointerchain import dialects
from pointerchain.dialects import Effect
from pointerchain.translator.text.clauses import row_of, text_of
from pointerchain.translator.text.directives import Construct

_LENGTH = re.compile(rb"\[\w*:0*[1-9]\d*\]")
NAME = re.compile(rb"[A-Za-z_$]\w*")


class Item(NamedTuple):
    """One entry of a clause's list."""

    clause: bytes
    """The clause's name in the dialect's table."""
    base: bytes
    """The entry without white space and without the sections at its end."""
    section: bool
    """Whether it had one, or a subscript."""
    whole: bool
    """Whether that begins with the first element, which the pointer itself leads to."""
    filled: bool
    """Whether the section certainly has elements: its length is written as a number."""
    effect: Effect
    words: tuple[bytes, ...]
    """The clause's modifiers and type."""

    @property
    def root(self) -> bytes:
        """The first name in it."""
        found = NAME.search(self.base)
        return found.group() if found is not None else b""


def items_of(construct: Construct) -> tuple[Item, ...]:
    """What the clauses of a directive list."""
    out: list[Item] = []
    directive = construct.directive
    for clause in construct.clauses if directive is not None else ():
        row = row_of(construct, clause)
        if row is None or directive is None or clause.argument is None:
            continue
        text = text_of(construct, clause.argument)
        argument = dialects.read_argument(row, text)
        effect = dialects.effect_of(directive, row, text)
        for start, end in argument.items:
            whole = b"".join(text[start:end].split())
            base = _without_sections(whole)
            first = whole[len(base) + 1 :].partition(b"]")[0].partition(b":")[0]
            zero = base != whole and first in (b"", b"0")
            filled = _LENGTH.fullmatch(whole[len(base) :]) is not None
            out.append(Item(row.name, base, base != whole, zero, filled, effect, argument.words))
    return tuple(out)


def _without_sections(text: bytes) -> bytes:
    """``s->a[k]->x[0:n][0:m]``  ->  ``s->a[k]->x``."""
    while text.endswith(b"]"):
        depth = 0
        for at in range(len(text) - 1, -1, -1):
            depth += (text[at : at + 1] == b"]") - (text[at : at + 1] == b"[")
            if not depth:
                break
        if depth or not at:
            return text
        text = text[:at]
    return text
