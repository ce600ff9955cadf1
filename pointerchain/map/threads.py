# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Threads: the directives for threads in a function -> what they access beside its statements.

``#pragma omp parallel for firstprivate(m)``  ->  the variable ``m``. Threads of a ``parallel`` have ended
behind it, and read and store what its statements do, which are the function's own. Where directives let them
meet otherwise, or clauses run code or look behind pointers, nobody says what they do.
"""

from __future__ import annotations

from pointerchain.analysis.chains import Refused
from pointerchain.analysis.effects import NO_ACCESSES, Accesses, MemoryEffects
from pointerchain.analysis.threads import ATTRIBUTE
from pointerchain.dialects import Role
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.source import Unit
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.clause_values import Answer, ClauseValues
from pointerchain.translator.text.clause_code import Argument, code_in
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.roles import parts_of

_WORKSHARING = frozenset(b"parallel for simd".split())
_CLAUSES = frozenset(
    b"aligned collapse default firstprivate if lastprivate nowait num_threads order private proc_bind "
    b"reduction safelen schedule shared simdlen".split()
)
"""Clauses of which it is known what they access."""
_STORING = frozenset((b"lastprivate", b"reduction"))
_OPERATORS = frozenset(b"+ - * & | ^ && || min max".split())
"""Reductions that the program does not declare."""
_BEHIND = lazy_pattern(rb"->|[\[*]|\.\s*[A-Za-z_]")
"""What looks into an object, or behind a pointer."""
_NAME = lazy_pattern(rb"[A-Za-z_]\w*")
_DECLARES = lazy_pattern(rb"\bdeclare[ _]+reduction\b")


class Names(NamedTuple):
    """The variables that a directive's clauses read, and those that they store."""

    read: frozenset[str]
    stored: frozenset[str]


def is_for_threads(row: Construct) -> bool:
    """Whether a directive's threads have ended behind its statement; those of ``simd`` are lanes."""
    words = set(row.name)
    return row.dialect == "omp" and words <= _WORKSHARING and (b"parallel" in words or words == {b"simd"})


def check_clauses(unit: Unit, row: Construct) -> Names:
    """What a directive's clauses name; raises :class:`Refused` where they may do more than to look at it."""
    at, text = row.pragma.span.start, row.pragma.text
    known = {clause.name for clause in row.clauses} <= _CLAUSES
    if row.pragma.operator:
        raise Refused(at, f"'_Pragma' makes '{row.spelling}'")
    if not known or code_in(text):
        raise Refused(at, f"what a clause of '{row.spelling}' does is not understood")
    if any(_DECLARES.search(each) for _, each in unit.parsed.own_texts):
        raise Refused(at, "the program declares reductions")
    values, base = ClauseValues(unit.parsed, unit.cxx), row.pragma.body.start
    skipped = unit.is_skipped(at)
    read, stored = set[str](), set[str]()
    for part in parts_of(row):
        said = text[part.span.start - base : part.span.end - base]
        answer = values.run_by(Argument(part.clause, part.role, said), at)
        names = {each.decode() for each in _NAME.findall(said)}
        is_operator = part.role is Role.IDENTIFIER and said.strip() in _OPERATORS
        if answer is Answer.CODE or (answer is Answer.UNKNOWN and not skipped):
            raise Refused(at, f"a clause of '{row.spelling}' may run code")
        if part.role is Role.WORD or is_operator:
            continue
        if part.role not in (Role.ITEM, Role.EXPRESSION) or _BEHIND.search(said):
            raise Refused(
                at, f"what '{said.decode('utf-8', 'replace')}' in '{row.spelling}' leads to is not followed"
            )
        if any(map(unit.parsed.could_be_macro, names)):
            raise Refused(at, f"a macro stands in a clause of '{row.spelling}'")
        read |= names
        if part.clause in _STORING:
            stored |= names
    return Names(frozenset(read), frozenset(stored))


def effects_of(unit: Unit, function: Node) -> MemoryEffects:
    """What the directives in a function access that its callers see, beside its statements.

    Raises :class:`Refused` where nobody says what its threads do.
    """
    start, end = function.start, function.end
    if ATTRIBUTE.search(unit.lexed.code[start:end]):
        raise Refused(start, "an attribute may be a directive")
    for line in unit.lexed.lines:
        if start <= line.span.start < end and line.keyword in (
            b"include",
            b"import",
            b"embed",
            b"include_next",
        ):
            raise Refused(line.span.start, f"'#{line.keyword.decode()}' stands in it")
    for at, name in unit.macro_makes_directives():
        if start <= at < end:
            raise Refused(at, f"the macro '{name}' may make directives in it")
    rows = [
        each
        for each in unit.directives
        if isinstance(each, Construct) and not each.own and start <= each.pragma.span.start < end
    ]
    own = {each.name() for each in function.inside if each.kind in (Kind.VARIABLE, Kind.PARAMETER)}
    read, stored = set[str](), set[str]()
    for row in rows:
        if not (is_for_threads(row) or _shares_out(unit, row, rows)):
            raise Refused(row.pragma.span.start, f"'{row.spelling}' stands in it")
        names = check_clauses(unit, row)
        read |= names.read - own
        stored |= names.stored - own
    return MemoryEffects(mod=_named(stored), ref=_named(read))


def _shares_out(unit: Unit, row: Construct, rows: list[Construct]) -> bool:
    """Whether a loop is shared out among the threads that another of the directives starts."""
    if row.dialect != "omp" or b"for" not in row.name or not set(row.name) <= _WORKSHARING:
        return False
    at = row.pragma.span.start
    starting = (each for each in rows if is_for_threads(each) and b"parallel" in each.name)
    governed = ((each.pragma.span.start, unit.statement(each)) for each in starting)
    return any(start < at < each[1].end for start, each in governed if each is not None)


def _named(names: set[str]) -> Accesses:
    """An access to variables of file scope."""
    return Accesses(variables=frozenset((f"c:@{each}", "") for each in names)) if names else NO_ACCESSES
