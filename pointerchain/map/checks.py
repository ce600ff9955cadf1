# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Checks: what stands around a compute construct, and in it, of which nothing is known here.

``#pragma omp target nowait``  ->  the construct is left: the host goes on before its kernel has ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pointerchain.analysis.chains import Chain, Key, Refused
from pointerchain.analysis.environment.listed import Item, items_of, own_items, shares_memory
from pointerchain.analysis.uses import Accesses
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.source import Unit
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import TEMPLATES, Kind
from pointerchain.translator.clang.tree import FOREIGN, OPENED, Node
from pointerchain.translator.text.directives import Construct

_CLAUSES = frozenset(
    b"collapse num_teams num_threads thread_limit schedule dist_schedule reduction private firstprivate "
    b"lastprivate map if device simdlen safelen order bind proc_bind shared is_device_ptr has_device_addr "
    b"gang worker vector vector_length num_gangs num_workers independent seq auto tile self copy pcopy "
    b"present_or_copy copyin pcopyin present_or_copyin copyout pcopyout present_or_copyout create pcreate "
    b"present_or_create present deviceptr no_create pointerchain".split()
)
"""Clauses whose effect on data is known here."""
_NESTED = frozenset(b"teams distribute parallel for simd loop atomic barrier".split())
_DECLARE_TARGET = (b"declare", b"target")
_FOR_DEVICE = lazy_pattern(rb"\bdeclare[ _]+target\b|\bacc[ \t]+declare\b")
NOT_FOLLOWED = "what the device has is not followed"


class Remark(NamedTuple):
    """What is said of a place: a 'question', or why a construct is 'left'."""

    kind: str
    where: int
    text: str


class Around:
    """What stands around one construct."""

    def __init__(self, unit: Unit, construct: Construct, node: Node, span: Span) -> None:
        self.unit, self.construct, self.node, self.span = unit, construct, node, span
        self.at = construct.pragma.span.start
        self.nested = tuple(unit.inside(span))

    def check(self) -> None:
        """Raise :class:`Refused` where something is not understood."""
        self._check_directives()
        self._check_place()

    def _check_directives(self) -> None:
        construct = self.construct
        for other in self.unit.computes:
            governed = self.unit.statement(other) if other is not construct else None
            if governed is not None and governed[1].start <= self.at < governed[1].end:
                raise Refused(self.at, "it stands in another compute construct")
        if construct.pragma.operator:
            raise Refused(self.at, "a directive that '_Pragma' makes is not changed")
        directive = construct.directive
        assert directive is not None
        said = {clause.name for clause in construct.clauses}
        if directive.asynchronous and directive.asynchronous in said:
            word = directive.asynchronous.decode()
            raise Refused(
                self.at, f"'{word}' lets the host go on before the kernel has ended: that is not followed"
            )
        for name in said:
            if name not in _CLAUSES:
                raise Refused(self.at, f"what the clause '{name.decode()}' does to data is not understood")
        if shares_memory(text for _, text in self.unit.parsed.own_texts):
            raise Refused(self.at, "host and device have one memory here, by 'requires': nothing is copied")
        for row in self.nested:
            words = set(row.name)
            where = row.pragma.span.start
            if row.directive is None or not words <= _NESTED or row.directive.compute:
                raise Refused(where, f"'{row.spelling}' in a kernel is not understood")
            for clause in row.clauses if not row.directive.atomic else ():
                if clause.name not in _CLAUSES or clause.name == b"map":
                    raise Refused(
                        where, f"what the clause '{clause.name.decode()}' does to data is not understood"
                    )
        for start, macro in self.unit.macro_makes_directives():
            if self.span.start <= start < self.span.end:
                raise Refused(start, f"the macro '{macro}' may make directives in the kernel")

    def _check_place(self) -> None:
        node = self.node
        if node.flags & (OPENED | FOREIGN):
            raise Refused(self.at, "a macro makes the construct's statement")
        for above in node.ancestors():
            if above.kind in TEMPLATES:
                raise Refused(self.at, "a template's arguments decide what the kernel does")
            if above.kind == Kind.LAMBDA:
                raise Refused(self.at, "a construct in a lambda is not understood")

    def ask_calls(self, accesses: Accesses) -> Iterator[Remark]:
        """In OpenACC a function has to be said to be one of the device's."""
        if self.construct.dialect != "acc" or not accesses.calls:
            return
        routines = {b"".join(name.split()) for name in self._routines()}
        for function, where in accesses.calls.items():
            if function.encode() not in routines:
                hint = f"'#pragma acc routine({function}) seq'"
                said = f"is '{function}' for the device, too? {hint} would say"
                yield Remark("question", where, said)

    def _routines(self) -> Iterator[bytes]:
        """The functions that ``acc routine`` names, or stands before."""
        for row in self.unit.rows:
            if row.dialect == "acc" and row.name == (b"routine",):
                if row.argument is not None:
                    base = row.pragma.body.start
                    yield row.pragma.text[row.argument.start - base : row.argument.end - base]
                    continue
                found = re.compile(rb"([A-Za-z_]\w*)\s*\(").search(self.unit.lexed.code, row.pragma.span.end)
                if found is not None:
                    yield found[1]

    def check_elsewhere(self, chains: Iterable[Chain]) -> None:
        """Other directives and calls may have put on the device what the construct needs."""
        chains = tuple(chains)
        names = {chain.name for chain in chains}
        for chain in chains:
            if self._is_declared_for_device(chain.root):
                raise Refused(self.at, f"the device has a '{chain.root.name}' of its own ('declare target')")
        for unit in (self.unit, *self.unit.others):
            self._check_rows(unit, names)
        for where, name in self.unit.routines:
            line = self.unit.line(where)
            raise Refused(self.at, f"'{name}' in line {line} moves data by itself: {NOT_FOLLOWED}")

    def _check_rows(self, unit: Unit, names: set[str]) -> None:
        """Raise :class:`Refused` where a data directive of a source lists something of these last names."""
        for row in unit.rows:
            directive = row.directive
            if directive is None or directive.compute or not (directive.data or directive.declarative):
                continue
            for item in (*items_of(row), *own_items(row)):
                named = re.findall(rb"[A-Za-z_]\w*", item.base)
                moved = item.effect.storage or item.effect.creates
                if moved and named and named[-1].decode() in names:
                    at = row.pragma.span.start
                    path, line, _ = unit.source.place(at)
                    place = f"line {unit.line(at)}" if unit is self.unit else f"{path}:{line}"
                    said = f"'{row.spelling}' in {place} lists '{shown(item)}', too: {NOT_FOLLOWED}"
                    raise Refused(self.at, said)

    def _is_declared_for_device(self, variable: Key) -> bool:
        """Whether a variable is declared between directives that say so of all that stands there."""
        if variable.file != self.unit.real:
            text = self.unit.parsed.text_of(variable.file)
            return _FOR_DEVICE.search(text) is not None
        depth = 0
        for row in self.unit.rows:
            if row.pragma.span.start > variable.offset:
                break
            if row.name[:2] in (_DECLARE_TARGET, (b"begin", b"declare")) and row.argument is None:
                depth += row.name == _DECLARE_TARGET or row.name[2:] == (b"target",)
            if row.name == (b"end", *_DECLARE_TARGET):
                depth -= 1
        return depth > 0


def left_elsewhere(unit: Unit) -> Iterator[Remark]:
    """What may make compute constructs, or has some, and is not changed."""
    for start, name in unit.macro_makes_directives():
        yield Remark("left", start, f"the macro '{name}' may make directives, which are not changed")
    for row in unit.rows:
        at, words = row.pragma.span.start, row.pragma.text.split()
        if b"metadirective" in row.name:
            yield Remark("left", at, "which construct a 'metadirective' is, the compiler chooses")
        elif (
            not row.name
            and len(words) > 1
            and unit.parsed.could_be_macro(words[1].decode("utf-8", "replace"))
        ):
            said = f"the macro '{words[1].decode('utf-8', 'replace')}' may make it a construct"
            yield Remark("left", at, said)
    yield from _left_in_headers(unit)


def _left_in_headers(unit: Unit) -> Iterator[Remark]:
    """The headers with constructs that list no data, and that are not changed."""
    for name, line in unit.constructs_in_headers:
        said = (
            f"'{name.removeprefix('./')}' has a compute construct without data in line {line}: list its data "
            "there. 'pointerchain map' changes a header that one source of a whole program includes, once"
        )
        yield Remark("left", unit.parsed.included_at.get(name, 0), said)


def shown(item: Item) -> str:
    """What a clause lists, as messages show it."""
    return item.base.decode("utf-8", "replace")
