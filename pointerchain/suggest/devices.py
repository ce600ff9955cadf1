# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Devices: the directives of a function -> whether a device finds a chain's data by a local.

``#pragma omp target data map(tofrom: s->a->x[0:n])`` around ``#pragma omp target teams loop``  ->  by a
local for ``s->a->x`` it does: its target is mapped, and found as a section of no length (OpenMP 5.2, 5.8.6).
By one for ``s->a->n`` nobody knows: the device may hold another value than the host. OpenACC finds a
pointer's target by a data clause that is visible at the construct (3.3, 2.6.2), so that there the local has
to be the clause's, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pointerchain.analysis.effects import NOTHING
from pointerchain.analysis.environment.listed import NAME, Item, items_of, says_where, sees_to
from pointerchain.source import Span
from pointerchain.suggest.asked import Asked, Between
from pointerchain.suggest.clauses import Clauses
from pointerchain.suggest.loops import Loop
from pointerchain.translator.text.clauses import argument_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import skip_space, statement_end

_OTHERWISE = frozenset((b"if", b"device", b"device_type", b"defaultmap"))
"""Clauses under which a construct may be run elsewhere than one around it, or have other data."""


class Devices:
    """Answers for the directives of one source."""

    def __init__(
        self, code: bytes, rows: Sequence[Construct], active: frozenset[int], clauses: Clauses
    ) -> None:
        """``code`` is the source's without what makes pragmas; directives at ``active`` are in force."""
        self.code, self.active, self.clauses = code, active, clauses
        self.all = tuple(rows)
        self.rows = tuple(row for row in rows if is_device(row))
        self.has_own = False
        """Whether variables may be declared to be on the device, too (``declare target``)."""
        self.done = NOTHING
        """What the source's kernels do, in the device's copies of structs."""
        self._items: dict[int, tuple[Item, ...]] = {}
        self._statements: dict[int, Span | None] = {}

    def starts(self) -> frozenset[int]:
        """Where the blocks begin that data or compute directives govern."""
        found = set()
        for row in self.rows:
            span = self.statement(row)
            if (
                span is not None
                and row.directive is not None
                and (row.directive.compute or row.directive.data)
            ):
                start = skip_space(self.code, span.start)
                if self.code[start : start + 1] == b"{":
                    found.add(start)
        return frozenset(found)

    def kernels(self) -> frozenset[int]:
        """Where the statements of compute constructs begin, -1 where one has an end that nobody sees."""
        rows = (row for row in self.rows if row.directive and row.directive.compute)
        spans = (self.statement(row) for row in rows if row.pragma.span.start in self.active)
        return frozenset(skip_space(self.code, span.start) if span is not None else -1 for span in spans)

    def statement(self, construct: Construct) -> Span | None:
        """The text from a directive's end to the end of what it governs."""
        at = construct.pragma.span.start
        if at not in self._statements:
            end = -1 if _governs_nothing(construct) else statement_end(self.code, construct.pragma.span.end)
            self._statements[at] = Span(construct.pragma.span.end, end) if end >= 0 else None
        return self._statements[at]

    def is_of(self, construct: Construct, loop: Loop) -> bool:
        """Whether a loop or block is the statement of a directive."""
        return self.is_before(construct, loop) and self.statement(construct) is not None

    def is_before(self, construct: Construct, loop: Loop) -> bool:
        """Whether a directive stands before a loop, with nothing but others in between."""
        return skip_space(self.code, construct.pragma.span.end) == loop.span.start

    def is_ahead(self, construct: Construct, chain: Asked) -> bool:
        """Whether a chain is the same before a directive that stands alone as behind it.

        ``enter data`` and its like store nothing on the host but what comes back from a device. One that
        names the chain stays as it is: it makes the device's own pointer lead to the data for all that
        follows.
        """
        directive = construct.directive
        if directive is None or not directive.data or not directive.standalone:
            return False
        named = any(_begins_with(item.base, chain) for item in self.items(construct))
        return not named and not self._back(construct, chain)

    def runs(self, loop: Loop) -> bool:
        """Whether a loop or block is in a compute construct, or is the statement of one."""
        for row in self.rows:
            span = self.statement(row)
            if row.directive is not None and row.directive.compute and span is not None:
                if span.start <= loop.span.start < span.end:
                    return True
        return False

    def holds(self, loop: Loop) -> bool:
        """Whether a device runs a loop, or something in a directive's block."""
        inside = (row for row in self.rows if loop.is_block and _is_in(row, loop.span))
        return self.runs(loop) or any(row.directive is not None and row.directive.compute for row in inside)

    # --- obstacles ---------------------------------------------------------------------------------------

    def obstacle(self, construct: Construct, loop: Loop, chain: Asked) -> str:
        """Why a local before a loop is not found by the device that a directive is about; '' where it is."""
        said, directive = f"'{construct.spelling}'", construct.directive
        own, inside = self.is_of(construct, loop), _is_in(construct, loop.span)
        if not own and not inside:
            if directive is None or not directive.data:
                return f"{said} is around it, and may run on a device"
            return f"{said} gives addresses of a device" if self._gives(construct) else ""
        if directive is None or not (own or any(self.is_of(row, loop) for row in self.rows)):
            return f"{said} in it may run on a device"
        if self._shares(construct, loop, chain):
            return ""
        around = self._around(construct, loop)
        if any(row.directive is not None and row.directive.compute for row in around):
            why = "may run on a device, or change what it holds"
        elif directive.compute:
            why = self._unfound(construct, loop, chain) or self._detached(construct, loop, chain)
            why = why or self._uprooted(construct, chain)
        elif directive.data and directive.has_statement:
            why = "gives addresses of a device" if self._gives(construct) else ""
        else:
            why = "may run on a device, or change what it holds"
        if not why and not own:
            why = self._back(construct, chain)
        return f"{said} {why}" if why else ""

    def _gives(self, construct: Construct) -> bool:
        """Whether in its statement names are, or lead to, addresses of the device."""
        data = construct.directive is not None and construct.directive.data
        return data and any(item.effect.device_address for item in self.items(construct))

    def _back(self, construct: Construct, chain: Asked) -> str:
        """Why what comes back from the device, where a construct ends, may be what the chain reads."""
        names = frozenset(NAME.findall(chain.text))
        for item in self.items(construct):
            numbers = chain.addressed and item.base not in names and chain.holds_numbers(item)
            if (item.effect.writes or item.effect.from_device) and not numbers:
                return f"may store '{item.base.decode('utf-8', 'replace')}', which the chain may read"
        return ""

    def _returns(self, construct: Construct, chain: Asked) -> bool:
        """Whether a directive may copy to the host the struct that holds the pointer that a chain ends in."""
        return any(
            (item.effect.writes or item.effect.from_device) and self.clauses.may_hold(item, chain.member)
            for item in self.items(construct)
        )

    def _shares(self, construct: Construct, loop: Loop, chain: Asked) -> bool:
        """Whether a directive only says how a compute construct in or before a loop shares out its work.

        OpenACC's ``loop`` (3.3, 2.9) begins nothing on a device by itself and has no data clauses; what it
        makes private is no chain's root.
        """
        if construct.dialect != "acc" or set(construct.name) != {b"loop"}:
            return False
        said = (argument_of(construct, clause) for clause in construct.clauses)
        if any(chain.root in NAME.findall(text) for text in said):
            return False
        return any(
            row.directive is not None and row.directive.compute and row.dialect == "acc"
            for row in self._around(construct, loop)
        )

    def _around(self, construct: Construct, loop: Loop) -> Iterator[Construct]:
        """The directives around another one that stand in or before a loop."""
        at = construct.pragma.span.start
        for row in self.rows:
            span = self.statement(row)
            if span is not None and span.start <= at < span.end:
                if self.is_of(row, loop) or _is_in(row, loop.span):
                    yield row

    # --- the data ------------------------------------------------------------------------------------------

    def _unfound(self, construct: Construct, loop: Loop, chain: Asked) -> str:
        """Why a compute construct does not find the data of a chain by its local."""
        span = self.statement(construct)
        named = self._named(construct, chain, says_where)
        if chain.is_changed(self.done):
            return "may run on a device, where a kernel may store what leads to the chain"
        if chain.lasting and self.has_own:
            return "may run on a device, which may have a variable of its own that the chain names"
        if span is None or (
            chain.is_tested(span) and (named is None or not named.section or not named.filled)
        ):
            return "may run on a device, whose pointer may be null where nothing is there"
        if named is not None:
            return self._unlike(named, chain)
        mentioned = any(item.root == chain.root for item in self.items(construct))
        if not mentioned and not chain.is_named(span):
            return ""
        why = "may run on a device, and none of its data clauses names the chain"
        shown = chain.text.decode("utf-8", "replace")
        if not chain.addressed:
            return f"{why}, of which the device may have another value: name a variable with '{shown}' there"
        acc = construct.dialect == "acc"
        hint = f"'{'present(' if acc else 'map(to: '}{shown}[0:N])' would, N its elements"
        if self._is_else(construct, chain):
            return f"{why}: {hint}"
        for row in self._around(construct, loop):
            if self._provides(row, chain) and row.dialect == construct.dialect:
                return ""
        if not acc and self.provider(loop, chain) is not None:
            return ""
        return f"{why}: {hint}"

    def _detached(self, construct: Construct, loop: Loop, chain: Asked) -> str:
        """Why a construct may need the device's own pointer, which a clause makes lead to the data.

        A clause that lists ``s->a->x[0:n]`` attaches that pointer where the device has the struct (OpenMP
        5.2, 5.8.3; OpenACC 3.3, 2.6.8); one that lists a section of a local attaches the local alone.
        """
        rows = (row for row in self.rows if self.is_of(row, loop) or _is_in(row, loop.span))
        span = self.statement(construct)
        if span is None or all(self._named(row, chain, says_where) is None for row in rows):
            return ""
        if chain.is_followed(span):
            return "may follow the pointer by another name on the device"
        # What comes back in the pointer's place is left out where a clause has attached it.
        back = any(self._returns(row, chain) for row in self.rows)
        return "may keep the device's pointer from coming back with its struct" if back else ""

    def _uprooted(self, construct: Construct, chain: Asked) -> str:
        """Why a construct of OpenACC may need a clause for the sake of the variable that a chain begins at.

        A pointer that no clause names is the host's there (OpenACC 3.3, 2.6.2: ``firstprivate``). gcc makes
        ``s`` the device's for a section ``s->a->x[0:n]``, which a section of a local does not.
        """
        span = self.statement(construct)
        if construct.dialect != "acc" or span is None:
            return ""
        at = construct.pragma.span.start
        listed = {
            item.base
            for row in self.rows
            if row is construct or ((around := self.statement(row)) and around.start <= at < around.end)
            for item in self.items(row)
            if row.dialect == "acc" and says_where(item) and item.section
        }
        if chain.root in listed or not chain.is_beside(span, frozenset(listed)):
            return ""
        root = chain.root.decode("utf-8", "replace")
        hint = f"'present({root}[0:1])' would make it so"
        return f"uses '{root}' otherwise, too, which may be the device's for this clause alone: {hint}"

    def _unlike(self, item: Item, chain: Asked) -> str:
        """Why a local is not to its clause what the chain is.

        A scalar that the device holds already is not copied again (OpenMP 5.2, 5.8.3; OpenACC 3.3, 2.7.7), or
        with ``always`` for all kernels that follow. A pointer that is listed without a section is not the one
        that the local is.
        """
        if item.effect.device_address:
            return ""
        if not chain.addressed:
            return "has a clause for it, by which the device may have an older value, or gets a new one"
        return "" if item.section else "lists the pointer, not a section of what it leads to"

    def _is_else(self, construct: Construct, chain: Asked) -> bool:
        """Whether a construct may be run elsewhere than one around it, or has other data for the chain."""
        if any(clause.name in _OTHERWISE for clause in construct.clauses):
            return True
        return any(_leads_to(item.base, chain) for item in self.items(construct))

    def _provides(self, construct: Construct, chain: Asked) -> bool:
        """Whether a data directive certainly puts a chain's target on the device, or finds it there.

        A construct without a clause looks for what the pointer itself leads to, the first element: another
        part of an array may be there by another directive.
        """
        if construct.directive is None or not construct.directive.data or not chain.addressed:
            return False
        if construct.pragma.span.start not in self.active:
            return False
        if any(clause.name in _OTHERWISE or clause.name == b"nowait" for clause in construct.clauses):
            return False
        if self._gives(construct) or construct.directive.updates or not construct.directive.enters:
            return False
        item = self._named(construct, chain, sees_to)
        return item is not None and item.whole

    def provider(self, loop: Loop, chain: Asked) -> Construct | None:
        """A data directive of OpenMP around a construct, or before it, by which its own data is found.

        The chain leads to the same target from that directive to the construct.
        """
        for row in self.rows:
            if row.dialect != "omp" or not self._provides(row, chain):
                continue
            at, span = row.pragma.span.start, self.statement(row)
            before = span is None and at < loop.span.start
            around = span is not None and span.start <= loop.span.start < span.end
            if not before and not (around and not self.is_of(row, loop)):
                continue
            between = chain.stays(at, loop)
            if between is not None and self._is_quiet(between, loop, chain):
                return row
        return None

    def _is_quiet(self, between: Between, loop: Loop, chain: Asked) -> bool:
        """Whether the directives in a part of the source leave alone what the host's structs hold."""
        for row in self.all:
            at, directive = row.pragma.span.start, row.directive
            behind = at >= loop.span.start or self.is_of(row, loop)
            if not between.span.start < at < between.span.end or (behind and not between.again):
                continue
            if self.clauses.run_code(row.pragma.text, at):
                return False
            if not is_device(row):
                if not (_is_in(row, loop.span) or b"parallel" in row.name or set(row.name) == {b"simd"}):
                    return False
            elif (
                directive is None or not directive.has_statement or not (directive.compute or directive.data)
            ):
                if set(row.name) != {b"loop"}:
                    return False
            elif self._gives(row) or self._back(row, chain):
                return False
        return True

    def _named(self, construct: Construct, chain: Asked, says: Callable[[Item], bool]) -> Item | None:
        wanted = b"".join(chain.text.split())
        for item in self.items(construct):
            if says(item) and item.base == wanted:
                return item
        return None

    def items(self, construct: Construct) -> tuple[Item, ...]:
        """What the clauses of a directive list."""
        at = construct.pragma.span.start
        if at not in self._items:
            self._items[at] = items_of(construct)
        return self._items[at]

    def evaluates(self, loop: Loop, chain: Asked, dialects: frozenset[str]) -> bool:
        """Whether a directive that the compile heeds evaluates a chain before a loop, whatever comes."""
        for row in self.rows:
            if row.dialect in dialects and row.pragma.span.start in self.active and self.is_of(row, loop):
                if self._named(row, chain, says_where) is not None:
                    return not any(clause.name == b"if" for clause in row.clauses)
        found = self.provider(loop, chain)
        return found is not None and found.dialect in dialects


def is_device(construct: Construct) -> bool:
    """Whether a directive may have its statement run on a device; OpenACC's all may."""
    return bool(construct.name) and (construct.dialect != "omp" or b"target" in construct.name)


def _governs_nothing(construct: Construct) -> bool:
    """Whether no statement is a directive's: it stands alone, declares, or delimits declarations."""
    association = construct.directive.association if construct.directive is not None else ""
    if association == "delimited":
        return construct.name != (b"begin", b"metadirective")
    return association in ("standalone", "declarative")


def _is_in(construct: Construct, span: Span) -> bool:
    return span.start <= construct.pragma.span.start < span.end


def _leads_to(base: bytes, chain: Asked) -> bool:
    """Whether what a clause lists may be what a chain goes through."""
    bare = base.strip(b"(*&)")
    text = b"".join(chain.text.split())
    return bare == chain.root or (text.startswith(bare) and not text[len(bare) : len(bare) + 1].isalnum())


def _begins_with(base: bytes, chain: Asked) -> bool:
    """Whether a chain, or a part of what it leads to, may be what a clause lists."""
    named, names = NAME.findall(base), [name for name in NAME.findall(chain.text) if name != b"this"]
    if any(sign in base for sign in (b"(", b"*", b"&")):
        return chain.root in named  # spelled in another way, perhaps
    return [name for name in named if name != b"this"][: len(names)] == names
