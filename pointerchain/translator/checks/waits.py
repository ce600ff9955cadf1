# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Waits: whether what an asynchronous construct does is done before the locals of its region end.

``#pragma acc parallel async(1)`` that changes a hoisted ``s->n``, then ``#pragma acc wait(2)``  ->
not waited for: the other queue may still run when ``s->n`` is written back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pointerchain.dialects.routines import WAITS
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import EXPRESSIONS, FUNCTIONS, REFERENCE_TYPES, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.context import Context
from pointerchain.translator.text.clauses import argument_of, text_of
from pointerchain.translator.text.directives import Clause, Construct
from pointerchain.translator.text.expand import expand
from pointerchain.translator.text.regions import Region

_WORD = lazy_pattern(rb"[A-Za-z_$][\w$]*")
_OBJECT = lazy_pattern(rb"(?<![\w$.>])[A-Za-z_$][\w$]*")
_FOLLOWS = lazy_pattern(rb"->|[*\[(]")
"""What leads to memory that others may change, or calls."""
_NAMED = frozenset((Kind.VARIABLE, Kind.PARAMETER))
_NUMBER = lazy_pattern(rb"-?\d\w*")
WAITING = lazy_pattern(rb"(?<![\w$])(?:%s)(?![\w$])" % b"|".join(WAITS))
"""The word of a function that waits for queues."""


def asynchronous(construct: Construct) -> Clause | None:
    """The clause that lets the program go on before a construct is done."""
    word = construct.directive.asynchronous if construct.directive is not None else b""
    return next((clause for clause in construct.clauses if clause.name == word), None)


def ends_in(context: Context, construct: Construct, region: Region) -> bool:
    """Whether a region surely waits for what a construct that may run later does, before its locals end.

    A construct around may: a ``taskgroup``, a ``parallel`` and a work share (OpenMP 5.2, 15.3.2, 15.4). In
    another task, or a lambda, the wait has to be in that one: a ``taskwait`` behind it may be for others.
    """
    at = construct.pragma.span.start
    within = _lambda_around(context, at, region)
    for each in reversed(context.constructs(Span(within.start, at))):
        row, span = each.directive, context.statement(each)
        if span is None or not span.start <= at < span.end:
            continue
        if row is None or row.task or row.compute or each.dialect != construct.dialect:
            within = span
            break
        if each.dialect == "omp" and (row.waits == "group" or b"parallel" in row.leaves or _meets(each)):
            return True
    return is_waited_for(context, construct, within)


def _lambda_around(context: Context, at: int, region: Region) -> Span:
    """The innermost lambda of a region around a place, or the region."""
    found = region.span
    for node in context.tree.of_kinds(frozenset((Kind.LAMBDA,))) if context.cxx else ():
        span = context.source_span(node)
        if found.start <= span.start <= at < span.end <= found.end:
            found = span
    return found


def _meets(construct: Construct) -> bool:
    """Whether all threads that run a construct meet at its end."""
    row = construct.directive
    return row is not None and row.barrier and asynchronous(construct) is None


def is_waited_for(context: Context, construct: Construct, within: Span) -> bool:
    """Whether what stands after an asynchronous construct, in a span, surely waits for it.

    The wait must be reached on every way from the construct on, and be for the construct's queue.
    """
    after = _end(context, construct)
    return any(_comes_by(context, after, at, within) for at in waits_for(context, construct, within))


def waits_for(context: Context, construct: Construct, within: Span) -> Iterator[int]:
    """The places after an asynchronous construct, in a span, at which the program waits for it."""
    code, after = context.lexed.code, within.start
    if within.start <= construct.pragma.span.start < within.end:
        after = _end(context, construct)
    clause = asynchronous(construct)
    queue = b"".join(argument_of(construct, clause).split()) if clause is not None else b""
    names = frozenset(_OBJECT.findall(queue))
    for at, named in (*_directives(context, construct, queue, within), *_calls(context, construct, queue)):
        if not after <= at < within.end:
            continue
        between = named and bool(code[after:at].strip(b" \t\r\n;"))
        if between and (
            _FOLLOWS.search(queue) or any(_may_change(context, name, after, at) for name in names)
        ):
            continue  # it may be another queue by then
        yield at


def _end(context: Context, construct: Construct) -> int:
    span = context.statement(construct)
    return span.end if span is not None else construct.pragma.span.end


def _directives(
    context: Context, construct: Construct, queue: bytes, within: Span
) -> Iterator[tuple[int, bool]]:
    """The directives of a span that wait for a construct, and whether they name its queue."""
    for later in context.constructs(within):
        if later.dialect != construct.dialect or not _waits_for(later, construct, queue):
            continue
        if not any(c.name in (b"async", b"if", b"depend", b"nowait") for c in later.clauses):
            yield later.pragma.span.start, later.argument is not None


def _calls(context: Context, construct: Construct, queue: bytes) -> Iterator[tuple[int, bool]]:
    """The calls of OpenACC's runtime that wait for a construct, and whether they name its queue."""
    if construct.dialect != "acc" or WAITING.search(context.lexed.code) is None:
        return
    for call in context.tree.of_kinds(frozenset((Kind.CALL,))):
        number = WAITS.get(call.name().encode())
        if number is None:
            continue
        given = [each for each in call.below if each.kind in EXPRESSIONS][1:]
        named = [b"".join(context.spelling(context.source_span(each)).encode().split()) for each in given]
        if number < 0 or (queue and named[number : number + 1] == [queue]):
            yield context.starts_at(call), number >= 0


def _comes_by(context: Context, first: int, other: int, within: Span) -> bool:
    """Whether control that is at one place comes by another one before it leaves a span, if it does."""
    cfg = context.control.at(context.in_probe(first))
    if cfg is None or context.control.at(context.in_probe(other)) is not cfg:
        return False
    begin, end = (cfg.place(context.in_probe(place)) for place in (first, other))
    if begin == end:
        return True
    reached = cfg.reached(begin, (end,))
    starts = (cfg.tree.starts[index] for index, vertex in cfg.before.items() if vertex in reached)
    inside = (within.start <= context.in_source(start) < within.end for start in starts)
    return not cfg.is_out(reached) and all(inside)


def _may_change(context: Context, name: bytes, after: int, at: int) -> bool:
    """Whether a name in a queue's number may stand for another one at a place than at one before it.

    It does not where it is a macro that spells a number, or a variable of the function that is not named in
    between, and whose address nobody has.
    """
    if context.macro_definitions(name.decode()):
        said = expand(name, context.macro_definitions)
        return said is None or _NUMBER.fullmatch(said.strip(b" ()")) is None
    found = [node for node in context.tree.of_kinds(_NAMED) if node.name().encode() == name]
    inside = [node for node in found if _is_local(context, node, at)]
    if not inside:  # the program's own variables are changed anywhere
        return bool(found) or name.decode() not in context.parsed.enumerators
    if len(inside) > 1 or not _is_plain(context, inside[0]):
        return True
    blocks = context.lexed.blocks
    block = blocks.top(at)
    whole = context.lexed.code[blocks.starts[block] : blocks.ends[block]]
    shared = re.compile(rb"&\s*\(*\s*" + re.escape(name) + rb"(?![\w$])|\[\s*&|&\s*\w+\s*=")
    return name in _WORD.findall(context.lexed.code, after, at) or shared.search(whole) is not None


def _is_local(context: Context, variable: Node, at: int) -> bool:
    """Whether a variable is one of the function around a place."""
    around = (context.source_span(node) for node in variable.ancestors() if node.kind in FUNCTIONS)
    return any(span.start <= at < span.end for span in around)


def _is_plain(context: Context, variable: Node) -> bool:
    """Whether each call of a function has such a variable of its own."""
    text = context.lexed.code[context.starts_at(variable) :]
    return not text.startswith(b"static") and variable.type_kind not in REFERENCE_TYPES


def _waits_for(wait: Construct, construct: Construct, queue: bytes) -> bool:
    """Whether a directive waits for a construct: an ``acc wait`` for its queue, or without one for all."""
    if wait.directive is None or construct.directive is None or not wait.directive.standalone:
        return False
    if wait.directive.waits == "tasks":  # of a work share other threads may still be at work
        return not construct.directive.binds
    if wait.directive.waits != "queues" or wait.argument is None:
        return bool(wait.directive.waits)
    inside = re.sub(rb"\A\s*(?:queues\s*:)?", b"", text_of(wait, wait.argument))
    return bool(queue) and queue in [b"".join(one.split()) for one in inside.split(b",")]
