# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A statement -> what it reads and changes.

``a%n = b%x(i)`` reads ``b%x`` and ``i`` and writes ``a%n``; ``allocate(a%x(3))`` and ``p => q`` change
descriptors; ``call f(a%n)`` writes ``a%n`` unless ``f`` says ``intent(in)``, and does what ``f`` does.
"""

from __future__ import annotations

import re
from typing import Protocol

from pointerchain.fortran import meanings as m
from pointerchain.fortran.declarations import Entity, closing, split
from pointerchain.fortran.designators import Use, designators
from pointerchain.fortran.events import (
    ADDRESS,
    MAY_READ,
    OBJECT,
    ODD,
    POINT,
    READ,
    UNSEEN,
    WRITE,
    Effects,
    Event,
)
from pointerchain.fortran.intrinsics import ADDRESSES, ASKING, SUBROUTINES
from pointerchain.fortran.lines import Directive
from pointerchain.fortran.meanings import Meaning, called_subroutine, meaning
from pointerchain.fortran.names import Found, Where, defined_procedure
from pointerchain.fortran.records import Records
from pointerchain.fortran.specifications import expressions, unparenthesised
from pointerchain.fortran.units import Scope
from pointerchain.lazy import lazy_pattern

_SKIPPED = lazy_pattern(
    r"(end\w*|else|continue|cycle|exit|return|format|go\s*to\s*\d+|contains|import|implicit|use|"
    r"type\s+is|class\s+is|class\s+default)\b(?!\s*[(%=])"
)
DECLARES = lazy_pattern(
    r"(integer|real|complex|logical|character|double\s*(?:precision|complex)|type\s*\(|class\s*\(|target|pointer|allocatable"
    r"|dimension|save|external|intrinsic|procedure|data|parameter|namelist|common|equivalence|contiguous|volatile"
    r"|asynchronous|optional|intent|value|bind)\b"
)
_READS = frozenset(
    "unit fmt rec pos advance file status access form recl blank position action delim pad".split()
)


class Procedures(Protocol):
    """What is asked about the procedures that a statement calls."""

    records: Records
    trusted: frozenset[str]

    def body(self, found: Found) -> tuple[Event, ...] | None:
        """What a procedure and all that it calls do; None where the text of one is not known."""


def read_statement(reader: Procedures, where: Where, number: int, *, nested: bool = True) -> Effects:
    """What a statement does; ``where`` is the scope it stands in. Without ``nested`` what is called is an
    event, not what it does."""
    made = _Statement(reader, where, number, nested=nested)
    made.run(0)
    return made.made()


def read_expression(
    reader: Procedures, where: Where, source: Directive, start: int, end: int, *, nested: bool = True
) -> Effects:
    """What a piece of a directive's text reads, calls and changes."""
    made = _Statement(reader, where, max(source.following - 1, 0), nested=nested)
    made.code = source.text
    for first, last in split(source.text[start:end]):
        made.take(start + first, start + last)
    return made.made()


def read_bounds(reader: Procedures, where: Where, number: int, end: int) -> Effects:
    """What the lengths and bounds of a declaration do, those in the first ``end`` characters of it."""
    made = _Statement(reader, where, number, nested=False)
    made.bounds(0, end)
    return made.made()


def is_assignment(reader: Procedures, where: Where, number: int) -> bool:
    """Whether a statement has the form of an assignment."""
    return _Statement(reader, where, number, nested=False).assigns(0)


class _Statement:
    def __init__(self, reader: Procedures, where: Where, number: int, *, nested: bool = True) -> None:
        self.reader, self.where, self.number, self.nested = reader, where, number, nested
        self.statement = where.file.text.statements[number]
        self.code = self.statement.code
        self.uses: list[Use] = []
        self.meanings: list[Meaning] = []
        self.events: list[Event] = []
        self.whole: set[int] = set()
        self.pointing = False

    def made(self) -> Effects:
        return Effects(tuple(self.uses), tuple(self.meanings), tuple(self.events), frozenset(self.whole))

    # --- what is noted ---

    def odd(self, why: str) -> None:
        self.events.append(Event(ODD, Meaning(m.UNKNOWN), -1, self.number, why))

    def note(self, kind: str, index: int, why: str = "") -> None:
        self.events.append(Event(kind, self.meanings[index], index, self.number, why))

    def take(self, start: int, end: int, *, values: bool = True) -> list[int]:
        """Note the designators of a piece of text as read; the indices of those that stand in no other."""
        made = designators(self.code, start, end)
        if made.odd:
            self.odd(f"'{made.odd}'")
        base = len(self.uses)
        top: list[int] = []
        for use in made.uses:
            self.uses.append(use._replace(holder=use.holder + base if use.holder >= 0 else -1))
            self.meanings.append(meaning(self.reader.records, self.where, use))
        for index in range(base, len(self.uses)):
            use, found = self.uses[index], self.meanings[index]
            if use.holder < 0:
                top.append(index)
            if use.assigned:
                self.note(WRITE, index)
            elif found.kind == m.CALL and use.parts[0].inside is None and len(use.parts) == 1:
                self.odd(f"'{use.name}' is a procedure")
            elif found.kind == m.CALL:
                self.whole.add(index)  # of a chain behind which a procedure is called
                self.called(index, found, use.parts[-1].name)
            elif found.kind == m.INTRINSIC:
                self.intrinsic(index, use.name)
            elif values or use.holder >= 0:
                self.value(index)
        return top

    def value(self, index: int) -> None:
        """A designator is read, or is an argument that its holder takes care of."""
        use, found = self.uses[index], self.meanings[index]
        holder = self.meanings[use.holder] if use.holder >= 0 else None
        if use.alone and holder is not None and holder.kind in (m.CALL, m.INTRINSIC):
            return  # noted with the call
        self.note(OBJECT if found.is_object else READ, index)

    def arguments(self, index: int) -> list[int]:
        return [n for n, use in enumerate(self.uses) if use.holder == index]

    def intrinsic(self, index: int, name: str) -> None:
        inside = self.uses[index].parts[0].inside
        assert inside is not None
        for number in self.pending(index):
            if name in ASKING:
                self.whole.add(number)
                self.note(READ, number)
            elif name in ADDRESSES:
                self.whole.add(number)
                self.note(ADDRESS, number, name)
            else:
                asks = name in ("size", "lbound", "ubound", "shape", "storage_size", "kind", "len")
                self.note(READ if asks or not self.meanings[number].is_object else OBJECT, number)

    def pending(self, index: int) -> list[int]:
        """The arguments of a call, each alone; their meanings are made ahead where they are not there yet."""
        return [
            n for n, use in enumerate(self.uses) if use.holder == index and use.alone and not use.assigned
        ]

    def called(self, index: int, found: Meaning, name: str) -> None:
        """A call: its arguments by the procedure's dummies, and what the procedure does."""
        mine = self.pending(index)
        for number in mine:
            if self.meanings[number].kind in (m.CALL, m.INTRINSIC):
                mine = [each for each in mine if each != number]
        if not self.pointing or self.uses[index].holder >= 0:
            self.pointed(index, kind=READ)
        if found.procedure is None:
            kind = MAY_READ if name in self.reader.trusted else UNSEEN
            self.events.append(Event(kind, found, index, self.number, found.why, name))
            for number in mine:
                self.whole.add(number)
                self.note(WRITE, number)
            return
        scope = defined_procedure(found.procedure)
        file = found.procedure.where.file
        dummies = dummies_of(scope, file.text.statements[scope.first].code)
        names = list(dummies)

        def dummy_of(number: int) -> Entity | None:
            use = self.uses[number]
            return dummies.get(use.keyword or (names[use.argument] if use.argument < len(names) else ""))

        for number in mine:
            self.argument(number, dummy_of(number), found.procedure)
        for number in set(self.pending(index)) - set(mine):
            entity = dummy_of(number)
            words = entity.attributes if entity is not None else frozenset()
            if not words & {"intent(in)", "value"}:
                self.pointed(number, kind=WRITE)
        code = file.text.statements[scope.first].code
        head = code[: code.find(scope.name)]
        if name in self.reader.trusted:
            self.events.append(Event(MAY_READ, found, index, self.number, "", name))
            return
        if not self.nested:
            self.events.append(Event(READ, found, index, self.number))
            return
        body = self.reader.body(found.procedure)
        if body is None and re.search(r"\bfunction\b", head) and is_pure(head):
            self.events.append(Event(MAY_READ, found, index, self.number, "", name))
            return
        if body is None:
            why = "its text is not here"
            self.events.append(Event(UNSEEN, found, index, self.number, why, name))
            return
        for event in body:
            self.events.append(event._replace(use=-1, number=self.number, through=event.through or name))

    def pointed(self, index: int, *, kind: str) -> None:
        """What a function's pointer leads to is read, or is changed as an argument."""
        procedure = self.meanings[index].procedure
        if procedure is None:
            return
        scope, file = defined_procedure(procedure), procedure.where.file
        head = file.text.statements[scope.first].code
        result = re.search(r"\bresult\s*\(\s*(\w+)\s*\)", head)
        name = result[1] if result else scope.name
        declared = scope.variables.get(name)
        hidden = declared is None and re.match(r"module\s+procedure\b", head) and not self.is_called(index)
        if name in scope.unreadable or hidden:
            self.events.append(Event(kind, Meaning(m.UNKNOWN), index, self.number))
        elif declared is not None and "pointer" in declared.entity.attributes:
            found = m.of_variable(self.reader.records, Found(Where(file, scope), name), declared.entity)
            self.events.append(Event(OBJECT if found.is_object else kind, found, index, self.number))

    def is_called(self, index: int) -> bool:
        """Whether a designator is the one of a 'call'."""
        return re.search(r"\bcall\s+$", self.code[: self.uses[index].start]) is not None

    def argument(self, number: int, entity: Entity | None, procedure: Found) -> None:
        found = self.meanings[number]
        words = entity.attributes if entity is not None else frozenset()
        if entity is None or words & {"pointer", "allocatable"}:
            self.whole.add(number)
            if "intent(in)" not in words:
                self.note(POINT, number)
        elif entity.rank != 0 or words & {"target", "asynchronous", "volatile"} or entity.base != "intrinsic":
            self.whole.add(number)
        if entity is not None and words & {"target", "asynchronous", "volatile"} and "value" not in words:
            self.note(ADDRESS, number)
        if found.is_object:
            if entity is None or words & {"intent(out)", "value"} or entity.type_name == "*":
                self.note(OBJECT, number)
            return
        reads = entity is not None and (words & {"intent(in)", "value"} or self.is_read(procedure, entity))
        self.note(READ if reads else WRITE, number)

    def is_read(self, procedure: Found, dummy: Entity) -> bool:
        """Whether a procedure's text shows that it does no more with an argument than to read it."""
        if not self.nested or dummy.attributes & {"target", "pointer", "allocatable", "volatile"}:
            return False
        body = self.reader.body(procedure)
        if body is None or any(each.kind in (ODD, UNSEEN) for each in body):
            return False
        scope = defined_procedure(procedure)
        mine = [
            each
            for each in body
            if (root := each.meaning.root) is not None
            and root.where.scope is scope
            and root.name == dummy.name
        ]
        return all(each.kind == READ for each in mine)

    # --- statements ---

    def run(self, at: int) -> None:
        code = self.code
        at += len(code[at:]) - len(code[at:].lstrip())
        if label := re.compile(
            r"(\w+)\s*:\s*(?=(do|if|select|where|forall|block|associate|critical|change\s+team)\b)"
        ).match(code, at):
            at = label.end()
        rest = code[at:]
        if self.assigns(at):
            return
        if re.match(r"if\s*\(", rest):
            close = closing(code, code.index("(", at))
            self.take(code.index("(", at) + 1, close - 1)
            tail = code[close:].strip()
            if tail != "then" and not re.match(r"\d", tail):
                self.run(close)
            return
        if re.match(r"(where|forall)\s*\(", rest):
            close = closing(code, code.index("(", at))
            if rest.startswith("forall"):
                self.header(code.index("(", at) + 1, close - 1)
            else:
                self.take(code.index("(", at) + 1, close - 1)
            if code[close:].strip():
                self.run(close)
            return
        if re.match(r"(else\s*if|else\s*where|case)\b", rest):
            inside = code.find("(", at)
            if inside >= 0:
                self.take(inside + 1, closing(code, inside) - 1)
            return
        if found := re.match(r"(select\s*case|error\s+stop|stop|print|return)\b", rest):
            self.take(at + found.end(), len(code))
            return
        if re.match(r"do\b", rest):
            self.loop(at, rest)
        elif re.match(r"call\b", rest):
            self.call(at + 4)
        elif found := re.match(r"(allocate|deallocate|nullify)\s*\(", rest):
            self.storage(at + found.end(), closing(code, at + found.end() - 1) - 1, found[1])
        elif found := re.match(
            r"(read|write|open|close|inquire|rewind|backspace|endfile|flush|wait)\s*\(", rest
        ):
            self.transfer(at + found.end(), found[1])
        elif found := re.match(r"(read)\b", rest):
            pieces = split(code[at + 4 :])
            for number, (start, end) in enumerate(pieces):
                for index in self.take(at + 4 + start, at + 4 + end, values=number == 0):
                    if number:
                        self.changed(index)
        elif re.match(r"block\b|critical\b", rest):
            for inner in self.where.scope.children:
                if inner.first == self.number:
                    for why in endings(self.reader.records, Where(self.where.file, inner)):
                        self.odd(why)
        elif _SKIPPED.match(rest):
            return
        elif self.statement.label and re.match(r"format\s*\(", rest):
            return
        elif found := re.match(r"go\s*to\s*\(", rest):
            self.take(closing(code, at + found.end() - 1), len(code))
        elif re.match(r"(associate|select\s*type|select\s*rank|change\s*team)\b", rest):
            self.odd(f"'{rest.split('(')[0].strip()}'")
        elif DECLARES.match(rest):
            self.declares(at, rest)
        elif rest.startswith("include"):
            self.odd(f"'{self.statement.text.strip()}'")
        else:
            self.odd(f"'{rest[:30]}'")

    def assigns(self, at: int) -> bool:
        """Whether it is an assignment; its events are noted."""
        code = self.code
        found = re.compile(r"[a-z]\w*").match(code, at)
        if found is None:
            return False
        end = self._designator_end(at)
        tail = code[end:].lstrip()
        if not tail.startswith("=") or tail.startswith("=="):
            return False
        points = tail.startswith("=>")
        right = code.index("=", end) + (2 if points else 1)
        left = self.take(at, end, values=False)
        target = left[0]
        self.note(POINT, target) if points else self.changed(target)
        found_entity = self.meanings[target].entity
        last = self.uses[target].parts[-1]
        if not points and last.inside is None and found_entity is not None:
            if "allocatable" in found_entity.attributes and not self.uses[target].substring:
                self.note(POINT, target, "assigned")
        if points:
            self.pointing = True
            for index in self.take(right, len(code), values=False):
                if self.meanings[index].kind == m.VARIABLE:
                    self.whole.add(index)
                    self.note(ADDRESS, index)
                elif self.meanings[index].kind == m.UNKNOWN:
                    self.note(READ, index)
        else:
            self.take(right, len(code))
        return True

    def _designator_end(self, at: int) -> int:
        code = self.code
        while True:
            name = re.compile(r"\s*[a-z]\w*\s*").match(code, at)
            if name is None:
                return at
            at = name.end()
            while code[at : at + 1] == "(":
                close = closing(code, at)
                if close < 0:
                    return at
                at = close + len(code[close:]) - len(code[close:].lstrip())
            if code[at : at + 1] != "%":
                return at
            at += 1

    def changed(self, index: int) -> None:
        found = self.meanings[index]
        if found.kind == m.CALL or found.kind == m.INTRINSIC:
            self.odd("a function on the left of '='")
        elif found.is_object:
            self.note(OBJECT, index, "written")
        else:
            self.note(WRITE, index)

    def loop(self, at: int, rest: str) -> None:
        code = self.code
        if found := re.match(r"do\s+concurrent\s*\(", rest):
            close = closing(code, at + found.end() - 1)
            self.header(at + found.end(), close - 1)
            if code[close:].strip():
                self.odd("a locality of 'do concurrent'")
        elif found := re.match(r"do\s*(?:\d+\s*,?)?\s*while\s*\(", rest):
            self.take(at + found.end(), closing(code, at + found.end() - 1) - 1)
        elif found := re.match(r"do\s*(?:\d+\s*,?\s*)?(?=[a-z])", rest):
            equal = code.index("=", at)
            for index in self.take(at + found.end(), equal, values=False):
                self.changed(index)
            for start, end in split(code[equal + 1 :]):
                self.take(equal + 1 + start, equal + 1 + end)

    def header(self, start: int, end: int) -> None:
        """``i = 1:n, mask``: the names before '=' are the construct's own, as if they changed."""
        for first, last in split(self.code[start:end]):
            piece = self.code[start + first : start + last]
            found = re.match(r"\s*(?:integer\b[^:]*::)?\s*(\w+)\s*=(?!=)", piece)
            if found is not None:
                for index in self.take(start + first + found.start(1), start + first + found.end(1)):
                    self.note(WRITE, index)
            self.take(start + first + (found.end() if found else 0), start + last)

    def call(self, at: int) -> None:
        code = self.code
        made = designators(code, at)
        if made.odd or not made.uses:
            self.odd(f"'{made.odd}'")
        base = len(self.uses)
        for use in made.uses:
            self.uses.append(use._replace(holder=use.holder + base if use.holder >= 0 else -1))
            self.meanings.append(meaning(self.reader.records, self.where, use))
        if len(self.uses) == base:
            return
        use = self.uses[base]
        if len(use.parts) > 1:
            found = self.meanings[base]
            if found.kind != m.CALL:
                found = Meaning(m.CALL, why="it is called through an object")
            self.whole.add(base)
        else:
            found = called_subroutine(self.reader.records, self.where, use.name)
        self.meanings[base] = found
        for index in range(base + 1, len(self.uses)):
            one, held = self.uses[index], self.meanings[index]
            if one.assigned:
                self.note(WRITE, index)
            elif held.kind == m.CALL and one.parts[0].inside is None:
                kind = MAY_READ if one.name in self.reader.trusted else UNSEEN
                self.events.append(Event(kind, held, index, self.number, "it is passed on", one.name))
            elif held.kind == m.CALL:
                self.called(index, held, one.name)
            elif held.kind == m.INTRINSIC:
                self.intrinsic(index, one.name)
            elif one.holder != base or not one.alone:
                self.value(index)
        if found.kind == m.INTRINSIC:
            for index in self.pending(base):
                if use.name in ("move_alloc", "c_f_pointer"):
                    self.whole.add(index)
                    self.note(POINT, index)
                self.changed(index)
            if use.name not in SUBROUTINES:
                self.odd(f"'call {use.name}'")
            return
        if re.search(r"\(\s*\*\s*\d|,\s*\*\s*\d", code[at:]):
            self.odd("an alternate return")
        self.called(base, found, use.parts[-1].name)

    def storage(self, start: int, end: int, word: str) -> None:
        code = self.code
        if typed := re.match(r"[^()']*(\([^()]*\))?[^()']*::", code[start:end]):
            start += typed.end()
        for first, last in split(code[start:end]):
            at, stop = start + first, start + last
            if option := re.match(r"\s*(stat|errmsg|source|mold)\s*=", code[at:stop]):
                for index in self.take(at + option.end(), stop, values=option[1] in ("source", "mold")):
                    if option[1] in ("stat", "errmsg"):
                        self.changed(index)
                continue
            for index in self.take(at, stop, values=False):
                self.whole.add(index)
                self.note(POINT, index)
                if word == "deallocate" and self.meanings[index].is_object:
                    self.note(OBJECT, index, "deallocated")

    def transfer(self, start: int, word: str) -> None:
        code = self.code
        close = closing(code, start - 1)
        if word == "wait":
            self.odd("asynchronous input or output")
        for number, (first, last) in enumerate(split(code[start : close - 1])):
            at, stop = start + first, start + last
            option = re.match(r"\s*(\w+)\s*=(?!=)", code[at:stop])
            name = option[1] if option else ("unit" if not number else "fmt")
            if name == "nml" or (name == "fmt" and re.fullmatch(r"\s*[a-z]\w*\s*", code[at:stop])):
                self.odd("a namelist or a format in a variable")
            if name in ("asynchronous", "pending", "id"):
                self.odd("asynchronous input or output")
            reads = name in _READS and not (name == "unit" and word == "write") and word != "inquire"
            for index in self.take(at + (option.end() if option else 0), stop, values=reads):
                if not reads:
                    self.changed(index)
        for first, last in split(code[close:]) if code[close:].strip() else ():
            reads = word != "read"
            for index in self.take(close + first, close + last, values=reads):
                if not reads and not self.uses[index].assigned:
                    self.changed(index)

    def declares(self, at: int, rest: str) -> None:
        """A declaration of a 'block' in the region: its expressions are read."""
        if "=" in unparenthesised(self.code, at).replace("=>", "") and "parameter" not in rest:
            self.odd("an initialisation in a 'block'")
            return
        self.bounds(at, len(self.code))

    def bounds(self, at: int, end: int) -> None:
        """The lengths and bounds of a declaration are read."""
        made = expressions(self.code, at, end)
        if made.odd:
            self.odd(made.odd)
        for start, stop in made.places:
            self.take(start, stop)


def endings(records: Records, where: Where) -> list[str]:
    """What may run at the end of a procedure or block: finalizers of its own variables."""
    scope = where.scope
    dummies = dummies_of(scope, where.file.text.statements[scope.first].code)
    return [
        f"the end of '{name}', which may be finalized,"
        for name, declared in scope.variables.items()
        if name not in dummies
        and "save" not in declared.entity.attributes
        and m.may_finalize(records, where, declared.entity)
    ]


def is_pure(head: str) -> bool:
    """Whether a procedure's first statement, up to its name, says that it is pure."""
    return re.search(r"\b(pure|elemental)\b", head) is not None and not re.search(r"\bimpure\b", head)


def dummies_of(scope: Scope, code: str) -> dict[str, Entity | None]:
    """A procedure's dummy arguments in order, each with its declaration, None where that is not known."""
    found = re.search(rf"\b{re.escape(scope.name)}\s*\(([^()]*)\)", code)
    names = [each.strip() for each in found[1].split(",")] if found and found[1].strip() else []
    out: dict[str, Entity | None] = {}
    for name in names:
        declared = scope.variables.get(name)
        out[name] = declared.entity if declared is not None and name not in scope.unreadable else None
    return out
