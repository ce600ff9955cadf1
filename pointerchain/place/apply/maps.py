# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A directive's clauses -> what they do to the device's copy of what a pointer leads to.

``map(to: a[0:n])`` -> ``Item(b"a", b"[0:n]", to=True, returns=False)``, as OpenACC's ``copyin(a[0:n])`` does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pointerchain.translator.text.clauses import argument_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import closing

_SECTION = re.compile(rb"((?:[A-Za-z_]\w*\s*(?:->|\.)\s*)*)([A-Za-z_]\w*)\s*(\[.*\])?\Z", re.S)
_NAMED = re.compile(rb"(->\s*|\.\s*)?(?<![\w$])([A-Za-z_]\w*)")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_HARMLESS = frozenset((b"shared",))
"""Clauses in which a pointer may stand without a meaning for what it leads to."""
_ACC = {
    b"copy": (True, True),
    b"copyin": (True, False),
    b"copyout": (False, True),
    b"create": (False, False),
    b"present": (False, False),
    b"no_create": (False, False),
    b"delete": (False, False),
    b"device": (True, False),
    b"self": (False, True),
    b"host": (False, True),
}
_OMP = {
    b"to": (True, False),
    b"from": (False, True),
    b"tofrom": (True, True),
    b"alloc": (False, False),
    b"storage": (False, False),
    b"release": (False, False),
}


@dataclass(frozen=True, slots=True)
class Item:
    """One section in a data clause: ``to`` copies it to the device, ``returns`` to the host.

    ``before`` is what stands before a member's name, without blanks. ``needs`` is whether the clause wants it
    on the device already.
    """

    before: bytes
    name: bytes
    section: bytes
    to: bool
    returns: bool
    needs: bool = False
    key: int = 0
    """What the name means in its function."""


class Unclear(Exception):
    """A clause that names a pointer in a way that is not followed; the message says which."""


def named_in(text: bytes, roots: frozenset[bytes], members: frozenset[bytes]) -> bool:
    """Whether a piece of code names one of some variables, or one of some members behind ``->`` or ``.``."""
    return any(each[2] in (members if each[1] else roots) for each in _NAMED.finditer(text))


def items(
    construct: Construct, roots: frozenset[bytes], members: frozenset[bytes] = frozenset()
) -> tuple[Item, ...]:
    """What a directive's clauses do to what some pointers, variables and members, lead to.

    Raises :class:`Unclear`.
    """
    found: list[Item] = []
    for clause in construct.clauses:
        text = argument_of(construct, clause)
        if not named_in(text, roots, members):
            continue
        shown = clause.name.decode()
        if clause.name in _HARMLESS:
            continue
        rows = _omp(clause.name, text) if construct.dialect == "omp" else _acc(clause.name, text)
        for row, (to, returns), needs in rows:
            if not named_in(row, roots, members):
                continue
            match = _SECTION.match(row.strip())
            if match is None or match[3] is None or closing(match[3], 0) != len(match[3]) - 1:
                raise Unclear(
                    f"the clause '{shown}' names it as '{row.strip().decode()}', which is no section"
                )
            before = b"".join(match[1].split())
            outer = named_in(before, roots, members) or named_in(match[3], roots, members)
            if match[2] not in (members if before else roots) or outer:
                raise Unclear(f"the clause '{shown}' reads an element to find a section")
            found.append(Item(before, match[2], _normal(match[3]), to, returns, needs))
    if construct.argument is not None:
        base = construct.pragma.body.start
        text = construct.pragma.text[construct.argument.start - base : construct.argument.end - base]
        if named_in(text, roots, members):
            raise Unclear(f"'{construct.spelling}' names it in its argument")
    return tuple(found)


def _omp(name: bytes, text: bytes) -> list[tuple[bytes, tuple[bool, bool], bool]]:
    if name in (b"to", b"from"):
        way = _OMP[name]
        if b":" in re.sub(rb"\[[^]]*\]", b"", text):
            raise Unclear(f"the clause '{name.decode()}' has a modifier")
        return [(row, way, False) for row in _split(text)]
    if name != b"map":
        raise Unclear(f"the clause '{name.decode()}' names it")
    head, colon, rest = text.partition(b":")
    words = _WORD.findall(head)
    if not colon or b"[" in head:
        return [(row, _OMP[b"tofrom"], False) for row in _split(text)]
    kinds = [word for word in words if word not in (b"present", b"close")]
    if len(kinds) != 1 or kinds[0] not in _OMP or b"(" in head:
        raise Unclear(f"the clause 'map({b' '.join(head.split()).decode()}: ...)' is not followed")
    return [(row, _OMP[kinds[0]], b"present" in words) for row in _split(rest)]


def _acc(name: bytes, text: bytes) -> list[tuple[bytes, tuple[bool, bool], bool]]:
    bare = re.sub(rb"\Ap(?:resent_or_)?(?=copy|create)", b"", name)
    if bare not in _ACC:
        raise Unclear(f"the clause '{name.decode()}' names it")
    if b":" in re.sub(rb"\[[^]]*\]", b"", text):
        raise Unclear(f"the clause '{name.decode()}' has a modifier")
    needs = bare in (b"present", b"no_create")
    return [(row, _ACC[bare], needs) for row in _split(text)]


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


def _split(text: bytes) -> list[bytes]:
    return [text[start:end] for start, end in pieces(text, 0, len(text))]
