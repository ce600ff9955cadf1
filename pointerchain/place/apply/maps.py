# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A directive's clauses -> what they do to the device's copy of what a pointer leads to.

``map(to: a[0:n])`` -> ``Item(b"a", b"[0:n]", COPY_IN)``, as OpenACC's ``copyin(a[0:n])`` does: the rows of
``dialects`` say what, ``analysis.environment.listed`` lists it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pointerchain.analysis.environment.listed import Item as Listed
from pointerchain.analysis.environment.listed import items_of
from pointerchain.dialects import Effect, Role, read_argument
from pointerchain.dialects.openmp import MAP_TYPES
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.text.clauses import row_of, text_of
from pointerchain.translator.text.directives import Clause, Construct
from pointerchain.translator.text.lex import closing

_SECTION = lazy_pattern(rb"((?:[A-Za-z_]\w*\s*(?:->|\.)\s*)*)([A-Za-z_]\w*)\s*(\[.*\])?\Z", re.S)
_NAMED = lazy_pattern(rb"(->\s*|\.\s*)?(?<![\w$])([A-Za-z_]\w*)")
_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_ASKING = frozenset((b"present", b"close"))
"""Modifiers that move nothing more than without them."""
_FINAL = b"delete"
"""The type by which a copy ends however often it was mapped."""


@dataclass(frozen=True, slots=True)
class Item:
    """One section in a clause.

    ``before`` is what stands before a member's name, without blanks. ``needs`` is whether the clause wants it
    on the device already.
    """

    before: bytes
    name: bytes
    section: bytes
    effect: Effect
    needs: bool = False
    key: int = 0
    """What the name means in its function."""

    @property
    def combined(self) -> bool:
        """Whether what threads of the host make of it is combined into it, and no device is concerned."""
        return self.effect.private


class Unclear(Exception):
    """A clause that names a pointer in a way that is not followed; the message says which."""


def named_in(text: bytes, roots: frozenset[bytes], members: frozenset[bytes]) -> bool:
    """Whether a piece of code names one of some variables, or one of some members behind ``->`` or ``.``."""
    return any(each[2] in (members if each[1] else roots) for each in _NAMED.finditer(text))


def items(
    construct: Construct, roots: frozenset[bytes], members: frozenset[bytes] = frozenset()
) -> tuple[Item, ...]:
    """What a directive's clauses do to what some pointers, variables and members, lead to.

    Nothing where a pointer is the same one in the directive's statement. Raises :class:`Unclear`.
    """
    found: list[Item] = []
    listed = items_of(construct)
    for clause in construct.clauses:
        if clause.argument is None or not named_in(_without_words(construct, clause), roots, members):
            continue
        start, end = clause.argument
        found += _named(
            construct, clause, [each for each in listed if start <= each.span.start < end], roots, members
        )
    if construct.argument is not None and named_in(text_of(construct, construct.argument), roots, members):
        raise Unclear(f"'{construct.spelling}' names it in its argument")
    return tuple(found)


def _named(
    construct: Construct,
    clause: Clause,
    listed: list[Listed],
    roots: frozenset[bytes],
    members: frozenset[bytes],
) -> Iterator[Item]:
    """What one clause, which names a pointer, does."""
    assert clause.argument is not None
    shown, rest = clause.name.decode(), bytearray(_without_words(construct, clause))
    for each in listed:
        at = each.span.start - clause.argument.start
        row = bytes(rest[at : at + each.span.end - each.span.start])
        rest[at : at + len(row)] = b" " * len(row)
        if not named_in(row, roots, members):
            continue
        match = _SECTION.match(row.strip())
        if match is None or (match[3] is not None and closing(match[3], 0) != len(match[3]) - 1):
            raise Unclear(f"the clause '{shown}' names it as '{row.strip().decode()}', which is no section")
        before, section = b"".join(match[1].split()), match[3] or b""
        outer = named_in(before, roots, members) or named_in(section, roots, members)
        if match[2] not in (members if before else roots) or outer:
            raise Unclear(f"the clause '{shown}' reads an element to find a section")
        if _keeps(construct, each.effect):
            continue
        if not _is_followed(construct, each.effect, bool(section)):
            raise Unclear(f"the clause '{shown}' names it")
        if not section:
            raise Unclear(f"the clause '{shown}' names it as '{row.strip().decode()}', which is no section")
        _check_words(clause, each)
        needs = each.effect.finds and not (construct.directive is not None and construct.directive.updates)
        yield Item(before, match[2], _normal(section), each.effect, needs)
    if named_in(bytes(rest), roots, members):
        raise Unclear(f"the clause '{shown}' names it")


def _without_words(construct: Construct, clause: Clause) -> bytes:
    """What stands between a clause's parentheses, with blanks for what is the specification's: ``to:``."""
    assert clause.argument is not None
    row, text = row_of(construct, clause), bytearray(text_of(construct, clause.argument))
    for part in read_argument(row, bytes(text)).parts if row is not None else ():
        if part.role is Role.WORD:
            text[part.start : part.end] = b" " * (part.end - part.start)
    return bytes(text)


def _keeps(construct: Construct, effect: Effect) -> bool:
    """Whether a pointer that a clause lists is the same one in the statement, and so is what it leads to."""
    if effect.shares:
        return True
    only_read = effect.reads and not (effect.writes or effect.broadcasts or effect.device_address)
    return only_read and not _is_of_device(construct) and not effect.storage


def _is_followed(construct: Construct, effect: Effect, section: bool) -> bool:
    """Whether it is known what a clause does to what it lists; of the host's, reductions combine sections."""
    if _is_of_device(construct):
        moved = effect.creates or effect.deletes or effect.to_device or effect.from_device or effect.finds
        return moved and not (effect.attaches or effect.device_address or effect.private)
    return section and effect.private and effect.reads and effect.writes


def _is_of_device(construct: Construct) -> bool:
    row = construct.directive
    return row is not None and (row.compute or row.data)


def _check_words(clause: Clause, item: Listed) -> None:
    """Refuse words that change what a clause does, and those that nobody knows."""
    kinds = [word for word in item.words if word not in _ASKING]
    if item.effect.private or (not kinds and item.words) or not item.words:
        return
    if len(kinds) == 1 and kinds[0] in MAP_TYPES and kinds[0] != _FINAL:
        return
    words = b", ".join(item.words).decode()
    raise Unclear(f"the clause '{clause.name.decode()}({words}: ...)' is not followed")


def _normal(section: bytes) -> bytes:
    """A section without blanks, its first element written."""
    bare = b"".join(section.split())
    return b"[0:" + bare[2:] if bare.startswith(b"[:") else bare


def words_in(text: bytes) -> frozenset[bytes]:
    """The words of a piece of code."""
    return frozenset(_WORD.findall(text))


def pieces(code: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """What commas divide in a piece of code, apart from those in brackets; all of it where there are none."""
    found, depth, begin = [], 0, start
    for at in range(start, end):
        sign = code[at : at + 1]
        if sign in b"([{":
            depth += 1
        elif sign in b")]}":
            depth -= 1
        elif sign == b"," and depth == 0:
            found.append((begin, at))
            begin = at + 1
    return [*found, (begin, end)]
