# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the statements of a region do -> which chains they change, and why a chain cannot be hoisted there.

A pointer's or an allocatable's data may change in any way: its local leads to the same place. What must not
happen is that a link of a chain changes, or that something else reads or writes what a local copies. Two
components are one object only if they are the same component of the same type.
"""

from __future__ import annotations

from pointerchain.diagnostics import Diagnostic, Note, diagnostic
from pointerchain.fortran import events as e
from pointerchain.fortran import meanings as m
from pointerchain.fortran.chains import Chain, matches, same, type_word
from pointerchain.fortran.effects import Reader
from pointerchain.fortran.events import Effects, Event
from pointerchain.fortran.guards import guarded
from pointerchain.fortran.lines import Directive, Statement
from pointerchain.fortran.meanings import Meaning
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.names import INTRINSIC_MODULES, Where
from pointerchain.fortran.operators import all_scopes
from pointerchain.fortran.records import Records
from pointerchain.fortran.statements import dummies_of
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span


class Occurrence(NamedTuple):
    """A designator that is a chain, or goes on behind one: ``places`` are the source's offsets of the
    chain's own characters; ``whole`` says that it is the chain alone."""

    chain: int
    number: int
    places: tuple[int, ...]
    whole: bool


class Judged(NamedTuple):
    """``changed`` are the copied chains that the region changes, ``used`` those that it names, if only where
    they stay as they are."""

    occurrences: tuple[Occurrence, ...]
    used: frozenset[int]
    changed: frozenset[int]
    found: tuple[Diagnostic, ...]


class Judge:
    """Judges one region; ``numbers`` are its statements."""

    def __init__(
        self, reader: Reader, file: SourceFile, chains: tuple[Chain, ...], numbers: range, written: set[int]
    ) -> None:
        self.reader, self.file, self.chains, self.numbers = reader, file, chains, numbers
        self.records: Records = reader.records
        self.changed: set[int] = set(written)
        self.found: list[Diagnostic] = []
        self.occurrences: list[Occurrence] = []
        self.kept: dict[tuple[int, int], tuple[int, int]] = {}
        self.clauses: list[tuple[Directive, Effects]] = []

    def clause(self, source: Directive, where: Where, effects: Effects) -> None:
        """Take a directive's clause into account; its chains are replaced by others."""
        self.clauses.append((source, effects))
        number = -len(self.clauses)
        for index in range(len(effects.uses)):
            best, length = self.longest(source.text, where, effects, index)
            if best >= 0:
                self.kept[number, index] = (best, length)

    def judge(self) -> Judged:
        """All of it; statements are looked at twice, as what is changed counts before it, too."""
        read: list[tuple[int, Where, Effects]] = []
        for number in self.numbers:
            where = Where(self.file, self.file.scopes[number])
            read.append((number, where, self.reader.effects(where, number)))
        for number, where, effects in read:
            self.occur(number, where, effects)
        statements = self.file.text.statements
        all_: list[tuple[int, Statement | Directive, Effects]] = [
            *((number, statements[number], effects) for number, _, effects in read),
            *((-at, source, effects) for at, (source, effects) in enumerate(self.clauses, 1)),
        ]
        for number, _, effects in all_:
            for event in effects.events:
                self.notice(number, effects, event)
        for number, source, effects in all_:
            for event in effects.events:
                self.check(number, source, effects, event)
        # what is not understood makes doubts of all that follows
        unread = tuple(each for each in self.found if each.code == "unread-statement")
        used = frozenset(at for at, _ in self.kept.values())
        uses: dict[int, list[int]] = {}
        for each in self.occurrences:
            uses.setdefault(each.chain, []).append(each.number)
        effects_of = {number: effects for number, _, effects in read}
        self.found += guarded(self.file, self.chains, effects_of, uses)
        found = unread or tuple(self.found)
        return Judged(tuple(self.occurrences), used, frozenset(self.changed), found)

    def say(self, code: str, span: Span, form: str = "", notes: tuple[Note, ...] = (), **fields: str) -> None:
        """Note a finding, once."""
        made = diagnostic(code, self.file.name, span, notes, None, form, **fields)
        if made not in self.found:
            self.found.append(made)

    def occur(self, number: int, where: Where, effects: Effects) -> None:
        """Find the chains in a statement; the longest counts."""
        statement = self.file.text.statements[number]
        for index, use in enumerate(effects.uses):
            best, length = self.longest(statement.code, where, effects, index)
            if best < 0:
                continue
            self.kept[number, index] = (best, length)
            chain = self.chains[best]
            last = use.parts[length - 1]
            end = last.end if chain.root.parts[-1].subscripts is not None else last.begin + len(last.name)
            whole = length == len(use.parts) and (end == use.end)
            if not chain.copied and self.stays(effects, index, whole):
                continue
            self.occurrences.append(Occurrence(best, number, statement.places[use.start : end], whole))

    def longest(self, code: str, where: Where, effects: Effects, index: int) -> tuple[int, int]:
        """The longest chain that a designator is or goes on behind, -1 for none, and its length."""
        best, length = -1, 0
        for at, chain in enumerate(self.chains):
            use, held = effects.uses[index], effects.meanings[index]
            count = matches(chain, use, held, code, where, self.records)
            if count > length:
                best, length = at, count
        return best, length

    @staticmethod
    def stays(effects: Effects, index: int, whole: bool) -> bool:
        """Whether a pointer's or array's occurrence is left as it is, which is always right."""
        if index in effects.whole:
            return True
        changes = {event.kind for event in effects.events if event.use == index}
        return whole and bool(changes & {e.POINT, e.ADDRESS})

    def notice(self, number: int, effects: Effects, event: Event) -> None:
        """Note which copies the region changes."""
        held = self.kept.get((number, event.use))
        if event.use >= 0 and held is not None and event.kind == e.WRITE:
            chain = self.chains[held[0]]
            if chain.copied:
                self.changed.add(held[0])

    def check(self, number: int, statement: Statement | Directive, effects: Effects, event: Event) -> None:
        """Judge one event for each chain."""
        span = statement.span
        text = ""
        if event.use >= 0:
            use = effects.uses[event.use]
            span = statement.part(use.start, use.end)
            text = statement.text[use.start : use.end]
        if event.kind == e.ODD:
            what = event.why if not event.through else f"{event.why} in '{event.through}'"
            self.say("unread-statement", statement.span, what=what)
            return
        if event.meaning.kind in (m.CALL, m.INTRINSIC) and event.kind in (e.READ, e.WRITE, e.OBJECT):
            return
        held = self.kept.get((number, event.use)) if event.use >= 0 else None
        for at, chain in enumerate(self.chains):
            if held is not None and held[0] == at:
                self.own(chain, effects, event, held[1], text, span)
            else:
                self.other(at, chain, event, text, span)

    def own(self, chain: Chain, effects: Effects, event: Event, length: int, text: str, span: Span) -> None:
        """An occurrence of the chain itself."""
        whole = length == len(effects.uses[event.use].parts)
        if chain.copied:
            if event.kind == e.ADDRESS:
                self.say("address-taken", span, chain=chain.text)
            elif event.kind == e.POINT or event.use in effects.whole:
                self.say("object-needed", span, chain=chain.text)
        elif event.kind == e.POINT and whole:
            self.say("prefix-assigned", span, "descriptor", chain=chain.text)
        elif event.kind == e.OBJECT:
            self.object(chain, event, text, span)
        elif event.kind == e.WRITE and not whole:
            self.other(self.chains.index(chain), chain, event, text, span)

    def other(self, at: int, chain: Chain, event: Event, text: str, span: Span) -> None:
        """A designator, or something that a called procedure does, that is no occurrence of the chain."""
        name = f"'{event.through}'" if event.through else f"'{text}'"
        if event.kind == e.UNSEEN:
            why = f" ({event.why})" if event.why else ""
            self.say("stored-by-call", span, "unseen", function=event.through, chain=chain.text, why=why)
        elif event.kind == e.MAY_READ:
            if at in self.changed:
                self.say("changed-otherwise", span, "reads", text=event.through, chain=chain.text)
        elif event.kind == e.OBJECT:
            self.object(chain, event, text, span)
        elif event.kind == e.POINT:
            if self.moves(chain, event) and event.place:
                fields = {"text": name.strip("'"), "chain": chain.text, "place": event.place}
                self.say("prefix-assigned", span, "call", (), **fields)
            elif self.moves(chain, event):
                self.say("prefix-assigned", span, prefix=text or event.through, chain=chain.text)
        elif event.kind == e.WRITE:
            fields = {"text": name.strip("'"), "chain": chain.text, "place": event.place}
            root = event.meaning.root
            if root is not None and not event.meaning.steps and any(same(root, x) for x in chain.subscripts):
                form = "call" if event.place else ""
                self.say("subscript-changed", span, form, (), **fields, variable=root.name)
            elif self.meets(chain, event):
                self.say(
                    "changed-otherwise", span, "write_in_call" if event.place else "writes", (), **fields
                )
        elif event.kind in (e.READ, e.ADDRESS) and at in self.changed and self.meets(chain, event):
            fields = {"text": name.strip("'"), "chain": chain.text, "place": event.place}
            self.say("changed-otherwise", span, "read_in_call" if event.place else "reads", (), **fields)

    def moves(self, chain: Chain, event: Event) -> bool:
        """Whether a change of a pointer or an allocatable may change where a chain leads."""
        meaning = event.meaning
        if meaning.kind == m.UNKNOWN:
            return True
        if not meaning.steps:
            return meaning.root is not None and same(meaning.root, chain.variable)
        last = meaning.steps[-1]
        return any(
            self.records.alike(each.owner, last.owner) and each.entity.name == last.entity.name
            for each in chain.steps
        ) and not self.apart(chain, event)

    def meets(self, chain: Chain, event: Event) -> bool:
        """Whether a designator of a number may be the object that a chain copies."""
        meaning = event.meaning
        if not chain.copied:
            return False
        if meaning.kind == m.UNKNOWN:
            return True
        if meaning.kind != m.VARIABLE or meaning.entity is None or meaning.base is None:
            return False
        last = meaning.entity
        if meaning.steps:
            step, mine = meaning.steps[-1], chain.steps[-1]
            if step.entity.name == mine.entity.name and self.records.alike(step.owner, mine.owner):
                return not self.apart(chain, event)
        elif meaning.root is not None and same(meaning.root, chain.variable):
            return False
        if last.base != "intrinsic" or type_word(last) != chain.base or not chain.shared:
            return False
        if "pointer" in last.attributes:
            return last.rank == 0 or chain.spread
        if not meaning.steps and "target" in last.attributes and self.is_dummy(meaning):
            return last.rank == 0 or chain.spread
        return False

    @staticmethod
    def apart(chain: Chain, event: Event) -> bool:
        """Whether two variables are two objects, as no pointer leads to either; in a called procedure an
        argument may be the chain's variable."""
        meaning = event.meaning
        if (
            event.through
            or meaning.root is None
            or meaning.base is None
            or same(meaning.root, chain.variable)
        ):
            return False
        linked = any("pointer" in each.entity.attributes for each in meaning.steps[:-1])
        return not (chain.shared or linked or meaning.base.attributes & {"pointer", "target"})

    @staticmethod
    def is_dummy(meaning: Meaning) -> bool:
        """Whether a designator's variable is a dummy argument."""
        assert meaning.root is not None
        where = meaning.root.where
        if where.scope.kind != "procedure":
            return False
        return meaning.root.name in dummies_of(
            where.scope, where.file.text.statements[where.scope.first].code
        )

    def object(self, chain: Chain, event: Event, text: str, span: Span) -> None:
        """An object as a whole is read or changed, or a procedure of its type could be called for it."""
        name = text or event.through
        key = event.meaning.derived
        record = self.records.get(key) if key is not None else None
        refused = record is None or self.records.is_bound(record) or m.is_finalized(self.records, record)
        if record is None or refused or self.overloads():
            self.say("changed-otherwise", span, "object", text=name, chain=chain.text)
            return
        reached = {each.key for each in self.records.reached((record.key,))}
        if any(self.records.alike(step.owner, each) for step in chain.steps for each in reached):
            self.say("changed-otherwise", span, "object", text=name, chain=chain.text)

    def overloads(self) -> bool:
        """Whether a definition of an operator, an assignment or a transfer may be visible."""
        seen: set[str] = set()
        waiting = [self.file]
        while waiting:
            file = waiting.pop()
            if file.name in seen:
                continue
            seen.add(file.name)
            if any(
                (statement.code.startswith("interface") and "(" in statement.code)
                or "generic" in statement.code
                for statement in file.text.statements
            ):
                return True
            names = {use.module for scope in all_scopes(file.root) for use in scope.uses if not use.intrinsic}
            for name in names - INTRINSIC_MODULES:
                found = self.records.modules.find(name)
                if found is None:
                    return True
                waiting.append(found[0])
        return False
