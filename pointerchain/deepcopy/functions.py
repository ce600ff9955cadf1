# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The functions that descriptors lead to: C for lengths and conditions, and for whom they are asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from pointerchain.deepcopy.lengths import VIEW
from pointerchain.deepcopy.places import identifier, level_of, relative
from pointerchain.deepcopy.rows import Asked, Length, Owner, Row, by_element
from pointerchain.deepcopy.table import Table
from pointerchain.deepcopy.undefined import Test
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.records import Record


class Function(NamedTuple):
    """A function of the generated text: how it is declared, and how it is defined."""

    name: str
    declaration: str
    definition: str


class Counted(NamedTuple):
    """A length where it is needed: the record that it reads, the member's path from there, and C for the
    member itself, which has subscripts where each pointer of an array has its own length."""

    length: Length
    owner: Record
    path: str
    member: str
    shape: str = ""
    level: int = 0
    factor: int = 1
    element: int = -1
    array: bool = False
    """Whether the member is an array, which is never null."""


class Functions:
    """Writes the functions of one scope; each once, under a name that is not ``taken``.

    Names are added to ``taken``, which the writers of a source share. Before all names stands ``prefix``.
    """

    def __init__(self, table: Table, taken: set[str], cxx: bool, prefix: str) -> None:
        self.table, self.cxx, self.taken, self.prefix = table, cxx, taken, prefix
        self.names: dict[tuple[str, ...], str] = {}
        self.counts: list[Function] = []
        self.computed: list[tuple[str, Length]] = []
        """Every function that computes a shape's length, with that length."""

    def fresh(self, base: str) -> str:
        """A name that nothing else in the source has."""
        base = name = self.prefix + base.removeprefix("pc_")
        number = 1
        while name in self.taken:
            number += 1
            name = f"{base}_{number}"
        self.taken.add(name)
        return name

    def lengths(self) -> str:
        """The variable that leads the descriptors of this scope to the lengths that a directive computed."""
        key = ("lengths",)
        if key not in self.names:
            name = self.names[key] = self.fresh("pc_lengths")
            thread = "thread_local" if self.cxx else "__thread"
            self.counts.append(Function(name, "", f"static {thread} const long long *{name};"))
        return self.names[key]

    def _row_length(self, at: int) -> str:
        body = f"(void)pc_owner; return {self.lengths()}[{at}];"
        return self._asker(("row", str(at)), f"pc_count_row_{at}", "long long", body)

    def _owner(self, row: Row) -> Record:
        return self.table.reader.record(row.owner.record)

    def _number(
        self, row: Row, shape: str, level: int, index: int = 0, member: str = "", *, even_one: bool = False
    ) -> str:
        """The function of a pointer's length, for the element of that index; NULL for one object, mostly."""
        length, factor = row.lengths[level], level_of(row, level)[1]
        if length.one and factor == 1 and not even_one:
            return "NULL"
        element = index if by_element(row) else -1
        path = relative(row)
        counted = Counted(
            length, self._owner(row), path, member or path, shape, level, factor, element, row.tail
        )
        return self._from(row, row.owner, self._count(counted), by_row=length.by_row and element < 0)

    def _count(self, counted: Counted) -> str:
        """The name of the function that computes a length."""
        length, owner, level, element = counted.length, counted.owner, counted.level, counted.element
        key = ("count", owner.key, counted.path, str(level), counted.member, length.code, str(element))
        if key in self.names:
            return self.names[key]
        base = f"pc_count_{identifier(owner.spelling or 'record')}_{identifier(counted.path)}"
        base += f"_at_{element}" if element >= 0 else ""
        base += f"_{counted.shape}" if counted.shape and ("plain", *key[1:4]) in self.names else ""
        self.names.setdefault(("plain", *key[1:4]), base)
        name = self.names[key] = self.fresh(base + (f"_{level}" if level else ""))
        factor = f" * {counted.factor}LL" if counted.factor > 1 else ""
        value = f"(long long)({length.code})"
        large = f"if (pc_overflows('*', {value}, {counted.factor}LL, 8)) return PC_LENGTH_UNDEFINED; "
        value += factor
        where, row = "pc_owner", ""
        if length.by_row and element < 0:
            place = self._cast("const pc_row_owner *", "pc_owner")
            where, row = f"{place}->owner", f"const long long pc_row = {place}->row; "
        elif length.by_row:
            row = f"const long long pc_row = {element}; "
        read = self._read(owner, length, where)
        late = length.tests
        if length.string:
            text = f"pc_self->{counted.member}" + "[pc_row]" * bool(level)
            text = f"reinterpret_cast<const char *>({text})" if self.cxx else f"(const char *){text}"
            asked = f"pc_string_length({text})"
            if length.measured:  # what its condition follows is tested before
                row += _tested(each for each in late if "pc_strlen" not in each.text)
                late = tuple(each for each in late if "pc_strlen" in each.text)
                asked = f"({length.measured}) ? {asked} : 0"
            row += f"const long long pc_strlen = {asked}; "
            row += "if (pc_strlen < 0) return PC_LENGTH_UNREADABLE; "
            if (
                level
                and not counted.array
                and not any(test.follows == f"pc_self->{counted.member}" for test in length.tests)
            ):
                row = f"if (!pc_self->{counted.member}) return PC_LENGTH_UNREADABLE; {row}"
        row += _tested(late) + large * bool(factor)
        read = f"{read} {row}".rstrip()
        head = f"{_any_value(length)}static long long {name}(const void *pc_owner)"
        self.counts.append(Function(name, f"{head};", f"{head} {{ {read} return {value}; }}"))
        self.computed.append((name, length))
        return name

    def _read(self, owner: Record, length: Length, where: str) -> str:
        """C for ``pc_self``, the record that a length reads."""
        if not length.reads:
            return "(void)pc_owner;"
        if length.view:
            same = f"sizeof({owner.spelling}) == {owner.size} && alignof({owner.spelling}) == {owner.align}"
            asserted = f'static_assert({same}, "Clang lays it out in another way");'
            return f"{length.view} {asserted} const {VIEW} *pc_self = static_cast<const {VIEW} *>({where});"
        kind = f"const {owner.spelling} *"
        return f"{kind}pc_self = {self._cast(kind, where, outer=True)};"

    def _cast(self, kind: str, where: str, *, outer: bool = False) -> str:
        if self.cxx:
            return f"static_cast<{kind}>({where})"
        return f"({kind}){where}" if outer else f"(({kind}){where})"

    def _inside(self, row: Row, owner: Owner, start: str = "pc_owner") -> str:
        """C for where a record lies that a row's length or condition reads, from the row's owner."""
        base = row.base or row.owner
        if owner.depth == base.depth:
            return start
        if row.hidden:
            return f"{self._cast('const char *', start)} + {(owner.offset - base.offset) // 8}"
        around = self.table.reader.record(base.record)
        path = ".".join(step.name for step in row.steps[base.depth : owner.depth])
        place = f"{self._cast(f'const {around.spelling} *', start)}->{path}"
        takes = self.table.reader.record(owner.record).takes_address
        return f"__builtin_addressof({place})" if takes else f"&{place}"

    def _from(self, row: Row, owner: Owner, function: str, *, by_row: bool) -> str:
        """A length's function that is given the row's owner instead of the record that it reads."""
        where = self._inside(row, owner)
        if where == "pc_owner":
            return function
        body = f"return {function}({where});"
        if by_row:
            at = self._cast("const pc_row_owner *", "pc_owner")
            body = f"pc_row_owner pc_at = *{at}; pc_at.owner = {self._inside(row, owner, 'pc_at.owner')};"
            body += f" return {function}(&pc_at);"
        return self._asker(("from", function, where), f"{function}_inside", "long long", body)

    def _asker(self, key: tuple[str, ...], base: str, result: str, body: str) -> str:
        """The name of the function of that key, which is given a row's owner; written where it is new."""
        if key not in self.names:
            name = self.names[key] = self.fresh(base)
            head = f"static {result}{'' if result.endswith('*') else ' '}{name}(const void *pc_owner)"
            self.counts.append(Function(name, f"{head};", f"{head} {{ {body} }}"))
        return self.names[key]

    def _when(self, row: Row) -> str:
        """The function that says whether a pointer is one; NULL where it always is."""
        if not row.terms:
            return "NULL"
        terms = []
        for term in row.terms:
            calls = [f"{self._condition(each)}({self._inside(row, each.owner)})" for each in term.asked]
            both = " && ".join(calls)
            terms.append((f"!({both})" if len(calls) > 1 else f"!{both}") if term.negated else both)
        text = " && ".join(terms)
        only = re.fullmatch(r"(\w+)\(pc_owner\)", text)
        if only:
            return only.group(1)
        about = self.table.reader.record((row.base or row.owner).record)
        base = f"pc_alive_{identifier(about.spelling)}_{identifier(row.name)}"
        return self._asker(("alive", text), base, "int", f"return {text};")

    def _condition(self, asked: Asked) -> str:
        """The name of the function that computes a condition."""
        owner, condition = self.table.reader.record(asked.owner.record), asked.when.condition
        key = ("when", owner.key, str(asked.when.order))
        if key not in self.names:
            base = f"pc_when_{identifier(owner.spelling)}"
            base += f"_{asked.when.order}" if asked.when.order >= 0 else ""
            name = self.names[key] = self.fresh(base)
            read = self._read(owner, condition, "pc_owner")
            head = f"{_any_value(condition)}static int {name}(const void *pc_owner)"
            tests = " || ".join(test.text for test in condition.tests)
            body = f"{read} {f'if ({tests}) return 0; ' if tests else ''}return ({condition.code}) != 0;"
            self.counts.append(Function(name, f"{head};", f"{head} {{ {body} }}"))
            self.computed.append((name, condition))
        return self.names[key]


def _any_value(expression: Length) -> str:
    return "PC_ANY_ENUMERATOR " if expression.enumerations else ""


def _tested(of: Iterable[Test]) -> str:
    """C that leaves a length's function where the length has no value."""
    out = ""
    for follows, tests in groupby(of, key=lambda test: bool(test.follows)):
        what = "UNREADABLE" if follows else "UNDEFINED"
        out += f"if ({' || '.join(test.text for test in tests)}) return PC_LENGTH_{what}; "
    return out
