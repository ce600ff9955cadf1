# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The clauses of OpenMP's and OpenACC's directives -> what their expressions read, call and change.

``num_threads(wanted(1))`` calls ``wanted``; ``if(p > 0)`` reads what ``p`` points to; a reduction of the
program's own calls the procedures that its declaration names.
"""

from __future__ import annotations

import re

from pointerchain.dialects.table import Effect
from pointerchain.fortran import events as e
from pointerchain.fortran import meanings as m
from pointerchain.fortran.constructs import Clause, Construct, read_construct
from pointerchain.fortran.declarations import split
from pointerchain.fortran.effects import Reader
from pointerchain.fortran.events import Effects, Event
from pointerchain.fortran.lines import Pragma
from pointerchain.fortran.meanings import Meaning
from pointerchain.fortran.names import Where
from pointerchain.fortran.standing import scope_of
from pointerchain.lazy import NamedTuple

_REDUCTIONS = frozenset("reduction in_reduction task_reduction".split())
_KNOWN = frozenset("+ - * .and. .or. .eqv. .neqv. max min iand ior ieor".split())
# words with parentheses that are no functions
_MODIFIERS = frozenset("iterator mapper allocator align val ref uval ancestor".split())


class ReadClause(NamedTuple):
    """A clause and its effects; the events of a name that it only lists are left out."""

    clause: Clause
    where: Where
    effects: Effects


def read_clauses(reader: Reader, where: Where, one: Construct, *, nested: bool = True) -> list[ReadClause]:
    """What the clauses of a directive do by themselves."""
    out: list[ReadClause] = []
    if one.row is not None and one.row.declarative:
        return out
    text = one.pragma.source.text
    for clause in one.clauses:
        if clause.inside is None:
            continue
        start, end = clause.inside
        listing = clause.effect != Effect()
        begin = start if listing else start + _modifier(text[start:end])
        made = reader.expression(where, one.pragma.source, begin, end, nested=nested)
        events = tuple(each for each in made.events if _counts(made, each, listing))
        if clause.name in _REDUCTIONS and (own := _own_reduction(made, text[start:end])):
            events = (*events, Event(e.ODD, Meaning(m.UNKNOWN), -1, one.pragma.source.following, own))
        out.append(ReadClause(clause, where, made._replace(events=events)))
    return out


def clause_events(reader: Reader, where: Where) -> list[Event]:
    """The same of all directives in a called procedure."""
    out: list[Event] = []
    file, scope = where.file, where.scope
    end = scope.contains if scope.contains >= 0 else scope.last
    for pragma in file.text.pragmas:
        if pragma.conditional or pragma.dialect not in ("omp", "acc"):
            continue
        one = read_construct(pragma)
        inside = scope.first < pragma.source.following <= end
        unknown = inside and (one.row is None or one.row.association == "meta")
        if unknown or is_variant(pragma):
            odd = f"'{one.name if unknown else 'omp declare variant'}'"
            out.append(Event(e.ODD, Meaning(m.UNKNOWN), -1, pragma.source.following, odd))
        elif inside:
            inner = Where(file, scope_of(file, pragma.source))
            for each in read_clauses(reader, inner, one, nested=False):
                out += each.effects.events
    return out


def is_variant(pragma: Pragma) -> bool:
    """Whether a directive makes calls of a procedure calls of another one."""
    return re.match(r"\s*(begin\s+)?declare\s+variant\b", pragma.source.text) is not None


def _modifier(text: str) -> int:
    """The length of what stands before the ':' of an expression, as in ``if(parallel: ...)``."""
    pieces = split(text, ":")
    return pieces[1][0] if len(pieces) == 2 and re.fullmatch(r"[\w\s,]*", text[: pieces[0][1]]) else 0


def _own_reduction(made: Effects, text: str) -> str:
    """A reduction that a 'declare reduction' makes, or that is one of objects."""
    operator = text[: split(text, ":")[0][1]].strip()
    operator = operator[split(operator)[-1][0] :].strip()
    if operator not in _KNOWN:
        return f"the reduction '{operator}'"
    if any(each.is_object for each in made.meanings):
        return f"the reduction '{operator}' of an object"
    return ""


def _counts(made: Effects, event: Event, listing: bool) -> bool:
    """Whether an event is one of an expression."""
    use = made.uses[event.use] if event.use >= 0 else None
    if use is not None and use.name in _MODIFIERS and event.kind == e.UNSEEN:
        return "not declared" not in event.why
    if event.through or event.kind in (e.UNSEEN, e.MAY_READ) or event.meaning.kind == m.CALL:
        return True
    if use is not None and use.holder >= 0:
        return True  # an argument or a subscript
    if listing or use is None:
        return not listing
    # 'static' and 'none' are words
    return not (event.meaning.kind == m.UNKNOWN and len(use.parts) == 1 and use.parts[0].inside is None)
