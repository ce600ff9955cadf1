# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""OpenMP's and OpenACC's directives in and around a region: what they are, and which stand around a place.

What a directive or clause means is said by the table in ``dialects``; Fortran's ``do`` is its ``for``.
"""

from __future__ import annotations

from pointerchain import dialects
from pointerchain.dialects.arguments import effect_of
from pointerchain.dialects.table import Directive as Row
from pointerchain.dialects.table import Effect
from pointerchain.fortran.declarations import closing
from pointerchain.fortran.lines import Pragma
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.standing import scope_of
from pointerchain.fortran.units import SCOPING, Scope
from pointerchain.lazy import NamedTuple, lazy_pattern

_WORD = lazy_pattern(r"[\s,]*([a-z]\w*)\s*")


class Clause(NamedTuple):
    """A clause: its name, where its argument stands in the directive's text, and what it does to what it
    lists; None where the table does not know it."""

    name: str
    inside: tuple[int, int] | None
    effect: Effect | None


class Construct(NamedTuple):
    """A directive; ``row`` is None where the table does not know it. ``ends`` says that it ends another."""

    pragma: Pragma
    row: Row | None
    ends: bool
    name: str
    clauses: tuple[Clause, ...]


def read_construct(pragma: Pragma) -> Construct:
    """What a directive of OpenMP's or OpenACC's is."""
    text, at = pragma.source.text, 0
    words: list[tuple[str, int]] = []
    while (found := _WORD.match(text, at)) is not None:
        words.append((found[1], found.end()))
        at = found.end()
        if text[at : at + 1] == "(":
            break
    spelled: list[str] = []
    ends_at: list[int] = []
    for word, end in words:
        for piece in _pieces(word, pragma.dialect):
            spelled.append(piece)
            ends_at.append(end)
    ends = bool(spelled) and spelled[0] == "end"
    names = [b"for" if each == "do" else each.encode() for each in spelled[1 if ends else 0 :]]
    read = dialects.read_name(pragma.dialect, names) if names else None
    if read is None:
        return Construct(pragma, None, ends, " ".join(spelled[:3]), ())
    row, count = read
    name = " ".join(spelled[: count + (1 if ends else 0)])
    at = ends_at[count - 1 + (1 if ends else 0)]
    return Construct(pragma, row, ends, f"{pragma.dialect} {name}", _clauses(text, at, row))


def _pieces(word: str, dialect: str) -> tuple[str, ...]:
    """Words that Fortran lets one write together: 'enddo', 'paralleldo'."""
    if word.startswith("end") and word != "end" and word[3:] in _TOGETHER:
        return ("end", *_pieces(word[3:], dialect))
    return {"paralleldo": ("parallel", "do"), "targetdata": ("target", "data")}.get(word, (word,))


_TOGETHER = frozenset(
    "do parallel target teams single master critical sections task simd atomic ordered workshare paralleldo "
    "kernels data serial".split()
)


def _clauses(text: str, at: int, row: Row) -> tuple[Clause, ...]:
    out = []
    if text[at : at + 1] == "(" and row.argument is not None:
        close = closing(text, at)
        effect = effect_of(row, row.argument, text[at + 1 : close - 1].encode("latin-1"))
        out.append(Clause(row.argument.name.decode(), (at + 1, close - 1), effect))
        at = close
    while (found := _WORD.match(text, at)) is not None:
        at, inside = found.end(), None
        if text[at : at + 1] == "(":
            close = closing(text, at)
            if close < 0:
                break
            inside, at = (at + 1, close - 1), close
        known = dialects.clause(row, found[1].encode())
        argument = text[inside[0] : inside[1]].encode("latin-1") if inside else b""
        out.append(Clause(found[1], inside, effect_of(row, known, argument) if known is not None else None))
    if text[at:].strip(" ,"):
        out.append(Clause(text[at:].strip()[:20], None, None))
    return tuple(out)


def around(file: SourceFile, scope: Scope, before: int) -> list[Construct]:
    """The constructs in whose statement a place stands; ``before`` is its offset in the source."""
    unit = scope.within(SCOPING[:5])
    open_: list[Construct] = []
    for pragma in file.text.pragmas:
        if pragma.source.span.start >= before or pragma.dialect not in ("omp", "acc"):
            continue
        if unit is None or not unit.first < pragma.source.following <= unit.last:
            continue
        one = read_construct(pragma)
        if one.ends:
            if open_:
                open_.pop()
        elif one.row is None or one.row.association in ("block", "sections", "meta"):
            if not (one.row is not None and one.row.atomic):
                open_.append(one)
        elif one.row.association == "loop":
            number = pragma.source.following
            if number < len(file.scopes) and _is_around(file, number, scope):
                open_.append(one)
    return [one for one in open_ if _may_hold(file, one, scope)]


def _is_around(file: SourceFile, number: int, scope: Scope) -> bool:
    """Whether the loop that a statement begins stands around a scope."""
    at: Scope | None = scope
    while at is not None:
        if at.kind == "do" and at.first == number:
            return True
        at = at.parent
    return False


def _may_hold(file: SourceFile, one: Construct, scope: Scope) -> bool:
    """A construct without an end directive, as OpenACC's before a loop, ends with the block it stands in."""
    at: Scope | None = scope
    mine = scope_of(file, one.pragma.source)
    while at is not None:
        if at is mine:
            return True
        at = at.parent
    return False


def inside(file: SourceFile, start: int, end: int) -> list[Construct]:
    """The directives between two offsets of the source."""
    return [
        read_construct(each)
        for each in file.text.pragmas
        if not each.conditional and start <= each.source.span.start < end and each.dialect in ("omp", "acc")
    ]
