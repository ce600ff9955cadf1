# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Around: consecutive statements of a function -> whether a data region may stand around them.

``#pragma omp parallel`` around two constructs  ->  several threads would enter and leave it: no region.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from pointerchain.analysis.chains import Refused
from pointerchain.lazy import lazy_pattern
from pointerchain.map.source import Unit
from pointerchain.map.threads import check_clauses, is_for_threads
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import LABELS, Kind
from pointerchain.translator.clang.tree import FOREIGN, OPENED, Node
from pointerchain.translator.text.directives import Construct, Promise

_WORD, _STRING = lazy_pattern(rb"[A-Za-z_]\w*"), lazy_pattern(rb'"[^"\n]*"')
_PRINTS = lazy_pattern(
    rb'(?:\s*printf\s*\(\s*"(?:[^"%\n]|%[-+ #0-9.]*(?:hh|h|ll|l|z)?[diuoxXcfFeEgG%])*"'
    rb"(?:\s*,\s*[\w.]+(?:\s*[-+*/]\s*[\w.]+)*)*\s*\)\s*;)*\s*"
)
"""Calls of ``printf`` with numbers, which are no elements and not behind pointers."""
_ELSEWHERE = frozenset(b"if self device".split())
"""Clauses that may let a kernel run somewhere else."""


def span_of(unit: Unit, statements: Sequence[Node]) -> Span:
    """The text of some statements, with the directives over the first one."""
    starts = [statements[0].start]
    for row in unit.rows:
        governed = unit.statement(row)
        if governed is not None and governed[1].start == statements[0].start:
            starts.append(row.pragma.span.start)
    return Span(min(starts), statements[-1].end)


def check_directives(unit: Unit, statements: Sequence[Node], kernels: Collection[int]) -> None:
    """Raise :class:`Refused` where a directive in some statements, or around them, is not understood.

    ``kernels`` are the statements of the constructs in them.
    """
    span = span_of(unit, statements)
    tree = statements[0].tree
    inside = [Span(tree.starts[index], tree.ends[index]) for index in kernels]
    _check_text(unit, span, statements, inside)
    dialects = set()
    for row in unit.directives:
        at = row.pragma.span.start
        if not isinstance(row, Construct) or row.own:
            if span.start <= at < span.end and not isinstance(row, Promise):
                raise Refused(at, "a directive of 'pointerchain' stands in it")
            continue
        governed = unit.statement(row) if not unit.is_skipped(at) else None
        if governed is not None and at < span.start and governed[1].start <= span.start < governed[1].end:
            raise Refused(at, f"it stands in '{row.spelling}'")
        if not span.start <= at < span.end or any(each.start <= at < each.end for each in inside):
            continue
        if governed is not None and any(governed[1].start == each.start for each in inside):
            dialects.add(row.dialect)
            _check_kernel(row)
            continue
        holds = governed is None or any(governed[1].start <= each.start < governed[1].end for each in inside)
        if holds or not is_for_threads(row):
            raise Refused(at, f"'{row.spelling}' stands in it")
        check_clauses(unit, row)
    if len(dialects) > 1:
        raise Refused(span.start, "it has constructs of OpenMP and of OpenACC")


def _check_kernel(row: Construct) -> None:
    for clause in row.clauses:
        if clause.name in _ELSEWHERE:
            word = clause.name.decode()
            raise Refused(row.pragma.span.start, f"'{word}' decides where a kernel in it runs")


def _check_text(unit: Unit, span: Span, statements: Sequence[Node], inside: Sequence[Span]) -> None:
    """Raise :class:`Refused` where macros or conditionals make the text of some statements."""
    for each in (statements[0], statements[-1]):
        if each.flags & (OPENED | FOREIGN) or each.kind in LABELS:
            raise Refused(each.start, "a macro, or a label, stands where it would begin or end")
    prints = _printing(unit, span)
    for line in unit.lexed.lines:
        if span.start <= line.span.start < span.end and line.keyword != b"pragma":
            if line.span.start not in prints and not any(
                each.start <= line.span.start < each.end for each in inside
            ):
                word = line.keyword.decode("utf-8", "replace")
                raise Refused(
                    line.span.start, f"'#{word}' stands in it: another compile may have other statements"
                )
    for start, name in unit.macro_makes_directives():
        if span.start <= start < span.end:
            raise Refused(start, f"the macro '{name}' may make directives in it")
    parent = statements[0].parent
    if parent is not None and parent.kind != Kind.COMPOUND and len(statements) > 1:
        raise Refused(span.start, "it is no row of statements of one block")


def _printing(unit: Unit, span: Span) -> set[int]:
    """Where the lines begin of conditionals in a part of the source that print numbers, and do no more."""
    lines = [each for each in unit.lexed.lines if span.start <= each.span.start < span.end]
    found: set[int] = set()
    begun: list[int] = []
    for number, line in enumerate(lines):
        if line.keyword in (b"if", b"ifdef", b"ifndef"):
            begun.append(number)
        elif line.keyword == b"endif" and begun:
            rows = lines[begun.pop() : number + 1]
            between = pairwise(rows)
            text = b"".join(unit.data[one.span.end : other.span.start] for one, other in between)
            names = {each.decode() for each in _WORD.findall(_STRING.sub(b"", text))}
            if _PRINTS.fullmatch(text) and not any(map(unit.parsed.could_be_macro, names)):
                found.update(each.span.start for each in rows)
    return found


def is_named_behind(function: Node, statements: Sequence[Node]) -> bool:
    """Whether what statements declare is used behind them, so that braces would hide it."""
    if len(statements) == 1:
        return False
    first, last = statements[0], statements[-1]
    for node in function.inside:
        if node.start >= last.end and node.kind == Kind.DECL_REF:
            declared = node.declaration()
            if declared is not None and declared.main and first.start <= declared.offset < last.end:
                return True
    return False
