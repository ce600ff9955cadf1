# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Constructs: the acc and omp directives of a source -> what they say of the chains in a loop.

``#pragma omp target teams loop map(tofrom: s->a->x[0:n])``  ->  in its loop ``s->a->x`` may be hoisted, since
the construct evaluates it and names its data; ``s->a->n`` may not: nobody says what the device has there.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.suggest.asked import Asked
from pointerchain.suggest.clauses import Clauses, is_idle
from pointerchain.suggest.devices import Devices, is_device
from pointerchain.suggest.loops import Loop
from pointerchain.suggest.pragmas import Pragmas
from pointerchain.translator.text.directives import Clause, Construct
from pointerchain.translator.text.lex import skip_space

_SYNCHRONISE = frozenset(
    b"barrier critical flush taskwait taskgroup taskyield ordered task taskloop single sections section "
    b"masked master cancel cancellation depobj interop assume wait scan scope workshare dispatch".split()
)
"""OpenMP's directives at which threads may see what others stored, or for whose threads nobody waits."""
_ONE_BY_ONE = frozenset((b"critical", b"ordered"))
"""Those whose threads see where they begin what others did in theirs (OpenMP 5.2, 15.8.5)."""
_LATER = frozenset((b"task", b"taskloop"))
_SOME = frozenset(b"master masked single section sections task taskloop target".split())
"""Those whose statement not every thread runs that comes to them, or not then, or not there."""
_ORDERING = frozenset((b"seq_cst", b"acq_rel", b"acquire", b"release"))
_NESTS = frozenset((b"collapse", b"ordered", b"tile", b"sizes", b"apply", b"doacross"))
_UNCOUNTED = frozenset(b"interchange fuse flatten split stripe reverse".split())
"""Directives that take loops without saying how many, or make others of them (OpenMP 6.0, 15)."""
_SIZES = frozenset((b"tile", b"sizes"))
_UNKNOWN = 1000
"""A depth that only the preprocessor knows."""
_OF_LOOPS = frozenset((b"for", b"loop", b"distribute"))


class Variables(Enum):
    """Whose the variables are that a loop's head assigns to."""

    PROGRAM = "the program's"
    PRIVATE = "a directive's"
    UNKNOWN = "not known"


class Obstacle(NamedTuple):
    """Why the chains of a loop are left alone: in one word, as a sentence, and the directive's place."""

    code: str
    why: str
    where: Span


class Constructs:
    """Answers for one source."""

    def __init__(
        self,
        pragmas: Pragmas,
        clauses: Clauses,
        has_thread_variables: bool,
        trusted: Callable[[str, int], bool],
    ) -> None:
        """``has_thread_variables``: a ``threadprivate`` directive stands in the source or in its headers.

        ``trusted`` says of a function, by name, that it changes nothing where it is called at a place.
        """
        self.pragmas, self.clauses, self.trusted = pragmas, clauses, trusted
        self.code, self.has_thread_variables = pragmas.code, has_thread_variables
        self.rows, self.active = pragmas.constructs, pragmas.active
        self.dialects = pragmas.dialects
        self.devices = Devices(self.code, self.rows, self.active, clauses)

    def obstacle(self, loop: Loop, chain: Asked) -> Obstacle | None:
        """A directive in or around a loop for which a chain stays in the loop."""
        for construct in self.rows:
            found = self._of(construct, loop, chain)
            if found is not None:
                return Obstacle(*found, construct.pragma.span)
        return None

    def evaluates(self, loop: Loop, chain: Asked) -> bool:
        """Whether a device directive before a loop certainly evaluates a chain."""
        return self.devices.evaluates(loop, chain, self.dialects)

    def apart(self) -> tuple[Span, ...]:
        """The statements that not every thread runs which comes to them, or a device, or later."""
        found = []
        for construct in self.rows:
            span = self.devices.statement(construct)
            if span is not None and (is_device(construct) or not _SOME.isdisjoint(construct.name)):
                found.append(Span(skip_space(self.code, span.start), span.end))
        return tuple(found)

    def meetings(self) -> tuple[int, ...]:
        """The places behind which a thread may see what others stored, and what they freed may be gone.

        Clauses may call what stores and frees, too.
        """
        found = []
        for construct in self.rows:
            words = set(construct.name)
            meets = words & _SYNCHRONISE or (b"parallel" in words and self.clauses.order(words))
            if meets or self._runs(construct):
                span = self.devices.statement(construct)
                found.append(span.end if span is not None else construct.pragma.span.start)
                if span is not None and words & _ONE_BY_ONE:
                    found.append(construct.pragma.span.start)
        return tuple(found)

    def beside(self, loop: Loop, first: int) -> Construct | None:
        """A directive from a place in the source to a loop's end whose threads may run beside the loop.

        Those of a ``parallel`` or compute construct that ends before the loop are gone by then (OpenMP 5.2,
        10.1; OpenACC 3.3, 2.5.1).
        """
        over = [
            Span(row.pragma.span.start, span.end)
            for row in self.rows
            if row.directive is not None and (row.directive.team or row.directive.compute)
            if (span := self.devices.statement(row)) is not None and span.end <= loop.span.start
            if all(clause.name != row.directive.asynchronous for clause in row.clauses)
        ]
        for row in self.rows:
            at = row.pragma.span.start
            if first <= at < loop.span.end and not any(each.start <= at < each.end for each in over):
                return row
        return None

    def variables(self, loop: Loop) -> Variables:
        """Whose the variables are that the head of a loop assigns to.

        Of a directive for loops they are its own, and those outside keep their values (OpenMP 5.2, 5.1.1;
        OpenACC 3.3, 2.9.10); where this compile ignores it they are the program's, and what other directives
        make of them depends.
        """
        found = [row for row in self.rows if self.devices.is_of(row, loop) and row.dialect in self.dialects]
        simd = [row for row in self.rows if self.devices.is_of(row, loop) and b"simd" in row.name]
        if simd or any(_OF_LOOPS.isdisjoint(row.name) for row in found):
            return Variables.UNKNOWN
        return Variables.PRIVATE if found else Variables.PROGRAM

    def skipped(self, loop: Loop) -> str:
        """The directive before a loop that does something even where that has no iterations; or ''."""
        for row in self.rows:
            if self.devices.is_before(row, loop) and not (self.devices.is_of(row, loop) and is_idle(row)):
                return row.spelling
        return ""

    def associated(self, loop: Loop) -> int:
        """How many loops, perfectly nested, the directives before a loop take as one.

        ``collapse(3)``  ->  3 (OpenMP 5.2, 4.4.3; OpenACC 3.3, 2.9.1); 1 where they take the loop alone.
        """
        found = 1
        for construct in self.rows:
            if not self.devices.is_of(construct, loop):
                continue
            if construct.directive is None or not _UNCOUNTED.isdisjoint(construct.name):
                return _UNKNOWN
            for clause in construct.clauses:
                if clause.name in _NESTS and clause.argument is not None:
                    found = max(found, self._depth(construct, clause))
        return found

    def _depth(self, construct: Construct, clause: Clause) -> int:
        items = _items(construct, clause)
        if clause.name in _SIZES:
            return len(items)
        return int(items[-1]) if items and items[-1].isdigit() else _UNKNOWN

    def _of(self, construct: Construct, loop: Loop, chain: Asked) -> tuple[str, str] | None:
        at = construct.pragma.span.start
        words = set(construct.name)
        inside = loop.span.start <= at < loop.span.end
        span = self.devices.statement(construct)
        around = span is not None and span.start <= loop.span.start < span.end
        said = construct.spelling
        if (inside or self.devices.is_before(construct, loop)) and self._runs(construct):
            return "opaque", f"a clause of '{said}' may run code of the program or assign a variable"
        if is_device(construct) and (inside or around):
            why = self.devices.obstacle(construct, loop, chain)
            if why or construct.dialect == "acc":
                return ("device", why) if why else None
        if around and words & _LATER and self.devices.is_of(construct, loop):
            return "threads", f"'{said}' may run it later"
        if self.devices.is_before(construct, loop) and not _is_of_loops(construct):
            if is_device(construct) and self.devices.is_ahead(construct, chain):
                return None
            return "place", f"what stands before the loop is evaluated before '{said}'"
        if (inside or around) and b"parallel" in words and self.has_thread_variables:
            return "threads", "a variable may be each thread's own"
        if not inside:
            return None
        ordering = self.clauses.order(words) or any(c.name in _ORDERING for c in construct.clauses)
        if construct.dialect != "omp" or words & _SYNCHRONISE or not construct.name or ordering:
            return "threads", f"threads meet at '{said}'"
        unknown = construct.directive is None or words & {b"metadirective", b"error"}
        shares = words & {b"for", b"loop", b"sections"} and b"parallel" not in words
        if unknown or (shares and not self._in_parallel(at, loop)):
            return "threads", f"threads meet at '{said}'"
        return None

    def _runs(self, construct: Construct) -> bool:
        at = construct.pragma.span.start
        return self.clauses.run_code(construct.pragma.text, at, lambda name: self.trusted(name, at))

    def _in_parallel(self, at: int, loop: Loop) -> bool:
        """Whether the threads that come to a place of a loop all begin in the loop."""
        for construct in self.rows:
            if (
                b"parallel" in construct.name
                and loop.span.start <= construct.pragma.span.start < loop.span.end
            ):
                span = self.devices.statement(construct)
                if span is not None and span.start <= at < span.end:
                    return True
        return False


def _is_of_loops(construct: Construct) -> bool:
    """Whether a directive says something of loops, or of what a device does with one."""
    association = construct.directive.association if construct.directive is not None else ""
    return association == "loop" or (association == "block" and is_device(construct))


def _text(construct: Construct, clause: Clause) -> bytes:
    """What stands in a clause's parentheses; nothing where it has none."""
    if clause.argument is None:
        return b""
    base = construct.pragma.body.start
    return construct.pragma.text[clause.argument.start - base : clause.argument.end - base]


def _items(construct: Construct, clause: Clause) -> list[bytes]:
    text = _text(construct, clause)
    items: list[bytes] = []
    depth, begun, modified = 0, 0, False
    for at in range(len(text) + 1):
        sign = text[at : at + 1]
        depth += (sign in (b"(", b"[", b"{")) - (sign in (b")", b"]", b"}"))
        if depth or sign not in (b",", b":", b""):
            continue
        if sign == b":" and not modified:
            items, begun, modified = [], at + 1, True  # what stands before are modifiers
            continue
        items.append(b"".join(text[begun:at].partition(b"[")[0].split()))
        begun = at + 1
    return items
