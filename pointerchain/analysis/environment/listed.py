# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Listed: an acc or omp directive -> what its clauses list, and what they do to each.

``#pragma omp target map(to: s->a->x[0:n])``  ->  ``s->a->x``, a section of which goes to the device.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pointerchain import dialects
from pointerchain.dialects import Effect
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.clauses import row_of, text_of
from pointerchain.translator.text.directives import Construct

_LENGTH = lazy_pattern(rb"\[\w*:0*[1-9]\d*\]")
NAME = lazy_pattern(rb"[A-Za-z_$]\w*")
ROUTINE = lazy_pattern(rb"(?<![\w$])(?:acc|omp)_\w+(?=\s*\()")
"""A call of a function of OpenACC's or OpenMP's runtime."""

_SHARED = lazy_pattern(rb"\bomp\b[^\n]*\brequires\b[^\n]*\b(?:unified_shared_memory|self_maps)\b")


def shares_memory(texts: Iterable[bytes]) -> bool:
    """Whether a program's texts say that host and device have one memory (OpenMP 5.2, 8.2.1; 6.0)."""
    return any(b"requires" in text and _SHARED.search(text) for text in texts)


class Item(NamedTuple):
    """One entry of a clause's list."""

    clause: bytes
    """The clause's name in the dialect's table."""
    base: bytes
    """The entry without white space and without the sections at its end."""
    written: bytes
    """The same as it is written."""
    section: bool
    """Whether it had one, or a subscript."""
    whole: bool
    """Whether that begins with the first element, which the pointer itself leads to."""
    filled: bool
    """Whether it certainly has elements: it is no section, or one whose length is written as a number."""
    effect: Effect
    words: tuple[bytes, ...]
    """The clause's modifiers and type."""
    span: Span
    """Its place in the source."""

    @property
    def root(self) -> bytes:
        """The first name in it."""
        found = NAME.search(self.base)
        return found.group() if found is not None else b""


def sees_to(item: Item) -> bool:
    """Whether a clause says where the data of what it lists lies, and sees to it that it is there."""
    return item.effect.creates or item.effect.needs


def says_where(item: Item) -> bool:
    """Whether a construct that uses data says where that lies (OpenMP 5.2, 5.8; OpenACC 3.3, 2.7)."""
    effect = item.effect
    found = effect.finds and not effect.attaches and not effect.device_address
    return sees_to(item) or found or (effect.device_address and not (effect.private or effect.finds))


def items_of(construct: Construct) -> tuple[Item, ...]:
    """What the clauses of a directive list."""
    out: list[Item] = []
    for clause in construct.clauses:
        row = row_of(construct, clause)
        if row is not None and clause.argument is not None:
            out += _listed(construct, row, clause.argument)
    return tuple(out)


def own_items(construct: Construct) -> tuple[Item, ...]:
    """What a directive lists directly behind its name: ``declare target(a, b)``."""
    row = construct.directive.argument if construct.directive is not None else None
    if row is None or row.form != "list" or construct.argument is None:
        return ()
    return tuple(_listed(construct, row, construct.argument))


def _listed(construct: Construct, row: dialects.Clause, argument: Span) -> Iterator[Item]:
    assert construct.directive is not None
    text = text_of(construct, argument)
    read = dialects.read_argument(row, text)
    effect = dialects.effect_of(construct.directive, row, text)
    for start, end in read.items:
        whole, written = b"".join(text[start:end].split()), _without_sections(text[start:end])
        base = b"".join(written.split())
        first = whole[len(base) + 1 :].partition(b"]")[0].partition(b":")[0]
        zero = base != whole and first in (b"", b"0")
        section = whole[len(base) :]
        filled = b":" not in section or _LENGTH.fullmatch(section) is not None
        span = Span(argument.start + start, argument.start + end)
        yield Item(row.name, base, written, base != whole, zero, filled, effect, read.words, span)


def _without_sections(text: bytes) -> bytes:
    """``s->a[k]->x[0:n] [0:m]``  ->  ``s->a[k]->x``."""
    text = text.rstrip()
    while text.endswith(b"]"):
        depth = 0
        for at in range(len(text) - 1, -1, -1):
            depth += (text[at : at + 1] == b"]") - (text[at : at + 1] == b"[")
            if not depth:
                break
        if depth or not at:
            return text
        text = text[:at].rstrip()
    return text
