# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A statement -> what it reads and changes: events, each of one designator.

``a%n = b%x(i)`` reads ``b%x`` and ``i`` and writes ``a%n``; ``allocate(a%x(3))`` and ``p => q`` change
descriptors; ``call f(a%n)`` writes ``a%n`` unless ``f`` says ``intent(in)``, and does what ``f`` does. What
is not understood is an event of its own kind, never silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pointerchain.fortran import meanings as m
from pointerchain.fortran.declarations import Entity, closing, split
from pointerchain.fortran.designators import Use, designators
from pointerchain.fortran.intrinsics import ADDRESSES, ASKING, SUBROUTINES
from pointerchain.fortran.meanings import Meaning, called_subroutine, meaning
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.names import Found, Where, defined_procedure
from pointerchain.fortran.records import Records
from pointerchain.fortran.units import Scope

READ, WRITE, POINT, OBJECT, ADDRESS = "read", "write", "point", "object", "address"
UNSEEN, MAY_READ, ODD = "unseen", "may read", "odd"
_SKIPPED = re.compile(
    r"(end\w*|else|continue|cycle|exit|return|format|go\s*to\s*\d+|contains|import|implicit|use|"
    r"type\s+is|class\s+is|class\s+default)\b(?!\s*[(%=])"
)
_DECLARES = re.compile(
    r"(integer|real|complex|logical|character|double\s*precision|type\s*\(|class\s*\(|target|pointer|allocatable"
    r"|dimension|save|external|intrinsic|procedure|data|parameter|namelist|common|equivalence|contiguous|volatile"
    r"|asynchronous|optional|intent|value|bind)\b"
)
_READS = frozenset(
    "unit fmt rec pos advance file status access form recl blank position action delim pad".split()
)


class Event(NamedTuple):
    """``use`` is an index into the statement's designators, -1 where the event is of none of them.

    ``number`` is the statement's, ``through`` the call in it by which something else did that.
    """

    kind: str
    meaning: Meaning
    use: int
    number: int
    why: str = ""
    through: str = ""


class Effects(NamedTuple):
    """A statement's designators, what each means, and the events; ``whole`` are the designators for which
    nothing else can stand: a call may take them as they are, or a pointer."""

    uses: tuple[Use, ...]
    meanings: tuple[Meaning, ...]
    events: tuple[Event, ...]
    whole: frozenset[int]


class Reader:
    """Reads statements; what procedures do is read once."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.trusted: frozenset[str] = frozenset()
        """Procedures that the program promises to change nothing that a chain reads."""
        self.operators: Callable[[SourceFile], str] = lambda _: ""
        """An operator or assignment that a source sees for numbers."""
        self._bodies: dict[tuple[str, int], tuple[Event, ...]] = {}

    def effects(self, where: Where, number: int) -> Effects:
        """What a statement does; ``where`` is the scope it stands in."""
        return _Statement(self, where, number).read()

    def body(self, found: Found) -> tuple[Event, ...] | None:
        """What a procedure and all that it calls do; None where the text of one is not known."""
        out: list[Event] = []
        seen: set[tuple[str, int]] = set()
        waiting = [found]
        while waiting:
            one = waiting.pop()
            scope = defined_procedure(one)
            key = (one.where.file.name, scope.first)
            if key in seen:
                continue
            seen.add(key)
            if scope.parent is None or scope.parent.kind == "interface" or scope.last < 0:
                return None
            for event in self._direct(Where(one.where.file, scope), key):
                if (
                    event.meaning.kind == m.CALL
                    and event.kind == READ
                    and event.meaning.procedure is not None
                ):
                    waiting.append(event.meaning.procedure)
                else:
                    out.append(event)
        return tuple(out)

    def _direct(self, where: Where, key: tuple[str, int]) -> tuple[Event, ...]:
        if key not in self._bodies:
            out: list[Event] = []
            file, scope = where.file, where.scope
            for pragma in file.text.pragmas:
                if pragma.conditional and scope.first < pragma.source.following <= scope.last:
                    out.append(Event(ODD, Meaning(m.UNKNOWN), -1, pragma.source.following, "a '!$' line"))
            if made := self.operators(file):
                out.append(Event(ODD, Meaning(m.UNKNOWN), -1, scope.first, f"'{made}' for what is no object"))
            if scope.includes or (scope.executable < 0 and scope.contains >= 0):
                out.append(Event(ODD, Meaning(m.UNKNOWN), -1, scope.first, "an 'include'"))
            out += [
                Event(ODD, Meaning(m.UNKNOWN), -1, scope.first, why) for why in _ends(self.records, where)
            ]
            end = scope.contains if scope.contains >= 0 else scope.last
            for number in range(scope.first + 1, end):
                at = file.scopes[number]
                statement = _Statement(self, Where(file, at), number, nested=False)
                if number >= scope.executable >= 0 or (at is scope and statement.assigns(0)):
                    out += statement.read().events
            self._bodies[key] = tuple(out)
        return self._bodies[key]


class _Statement:
    def __init__(self, reader: Reader, where: Where, number: int, *, nested: bool = True) -> None:
        self.reader, self.where, self.number, self.nested = reader, where, number, nested
        self.statement = where.file.text.statements[number]
        self.code = self.statement.code
        self.uses: list[Use] = []
        self.meanings: list[Meaning] = []
        self.events: list[Event] = []
        self.whole: set[int] = set()

    def read(self) -> Effects:
        self.run(0)
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
                self.called(index, found, use.name if len(use.parts) == 1 else self.code[use.start : use.end])
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
                self.note(ADDRESS, number)
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
        if found.procedure is None:
            self.events.append(Event(UNSEEN, found, index, self.number, found.why, name))
            for number in mine:
                self.whole.add(number)
                self.note(WRITE, number)
            return
        scope = defined_procedure(found.procedure)
        file = found.procedure.where.file
        dummies = dummies_of(scope, file.text.statements[scope.first].code)
        for number in mine:
            use = self.uses[number]
            names = list(dummies)
            dummy = use.keyword or (names[use.argument] if use.argument < len(names) else "")
            entity = dummies.get(dummy)
            self.argument(number, entity)
        code = file.text.statements[scope.first].code
        head = code[: code.find(scope.name)]
        if name in self.reader.trusted:
            self.events.append(Event(MAY_READ, found, index, self.number, "", name))
            return
        if not self.nested:
            self.events.append(Event(READ, found, index, self.number))
            return
        body = self.reader.body(found.procedure)
        if body is None and re.search(r"\bfunction\b", head) and _is_pure(head):
            self.events.append(Event(MAY_READ, found, index, self.number, "", name))
            return
        if body is None:
            why = "its text is not here"
            self.events.append(Event(UNSEEN, found, index, self.number, why, name))
            return
        for event in body:
            self.events.append(event._replace(use=-1, number=self.number, through=event.through or name))

    def argument(self, number: int, entity: Entity | None) -> None:
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
        reads = "intent(in)" in words or "value" in words
        self.note(READ if reads and entity is not None else WRITE, number)

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
                    for why in _ends(self.reader.records, Where(self.where.file, inner)):
                        self.odd(why)
        elif _SKIPPED.match(rest):
            return
        elif self.statement.label and re.match(r"format\s*\(", rest):
            return
        elif found := re.match(r"go\s*to\s*\(", rest):
            self.take(closing(code, at + found.end() - 1), len(code))
        elif re.match(r"(associate|select\s*type|select\s*rank|change\s*team)\b", rest):
            self.odd(f"'{rest.split('(')[0].strip()}'")
        elif _DECLARES.match(rest):
            self.declares(at, rest)
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
            found = Meaning(m.CALL, why="it is called through an object")
        else:
            found = called_subroutine(self.reader.records, self.where, use.name)
        self.meanings[base] = found
        for index in range(base + 1, len(self.uses)):
            one, held = self.uses[index], self.meanings[index]
            if one.assigned:
                self.note(WRITE, index)
            elif held.kind == m.CALL and one.parts[0].inside is None:
                self.events.append(Event(UNSEEN, held, index, self.number, "it is passed on", one.name))
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
        self.called(base, found, use.name)

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
        for number, (first, last) in enumerate(split(code[start : close - 1])):
            at, stop = start + first, start + last
            option = re.match(r"\s*(\w+)\s*=(?!=)", code[at:stop])
            name = option[1] if option else ("unit" if not number else "fmt")
            if name == "nml" or (name == "fmt" and re.fullmatch(r"\s*[a-z]\w*\s*", code[at:stop])):
                self.odd("a namelist or a format in a variable")
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
        if "=" in rest.replace("=>", "") and "parameter" not in rest:
            self.odd("an initialisation in a 'block'")
            return
        _, _, tail = rest.partition("::")
        begin = at + len(rest) - len(tail)
        for first, last in split(self.code[begin:]) if tail else ():
            piece = self.code[begin + first : begin + last]
            inside = piece.find("(")
            if inside >= 0:
                self.take(begin + first + inside, begin + last)


def _ends(records: Records, where: Where) -> list[str]:
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


def _is_pure(head: str) -> bool:
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
