# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Table: records, shapes and policies -> the pointers of each record, with kind and lengths.

``struct Mesh { int n; struct { double *x; } at; };`` and ``shape(Mesh: at.x[n])``  ->
``Row("at.x", owned, target double, lengths (n,))``

What a deep copy cannot know is a :class:`Problem` of the record, said only where something asks for it.
"""

from __future__ import annotations

from typing import NamedTuple

from pointerchain.deepcopy.containers import Container, container, is_container, parts
from pointerchain.deepcopy.scopes import Meaning
from pointerchain.diagnostics import Place
from pointerchain.translator.clang.records import (
    ARRAY,
    ATOMIC,
    FUNCTION,
    OPAQUE,
    OTHER,
    POINTER,
    RECORD,
    REFERENCE,
    TAIL,
    VOID,
    Member,
    Reader,
    Record,
    TypeRef,
    pointed_at,
)

OWNED, SHARED, OBSERVER, INTERIOR, SKIPPED = "owned", "shared", "observer", "interior", "skipped"
UNKNOWN = "unknown"
"""The kind of a pointer to data whose length nobody says."""
FOLLOWED = frozenset((OWNED, SHARED))
_MOST_COPIES = 256
_UNSEEN = "the bases or virtual functions of the template's instance are not known"
_AS_KIND = {"skip": SKIPPED}


class Length(NamedTuple):
    """A number of elements: as its user wrote it, and as C over ``pc_self``."""

    text: str
    code: str
    one: bool
    reads: bool
    """Whether the code reads the owner."""
    by_row: bool = False
    """Whether it depends on which pointer it is of its array, ``pc_row``."""
    meaning: Meaning | None = None
    """What it says at its shape; None where it is a number."""
    place: Place | None = None
    follows: tuple[str, ...] = ()
    """The pointers that the code certainly dereferences, as C, in the order to test them."""


class Given(NamedTuple):
    """What a shape says of one member."""

    lengths: tuple[Length, ...]
    place: Place


class Step(NamedTuple):
    """One member on the way to a pointer; ``extents`` are those of an array, outermost first."""

    name: str
    extents: tuple[int, ...] = ()

    @property
    def length(self) -> int:
        """The number of elements: one for a member that is no array."""
        total = 1
        for extent in self.extents:
            total *= extent
        return total


class Owner(NamedTuple):
    """The record whose members a length reads, and how many steps lead to it from the described one."""

    record: str
    depth: int


class Row(NamedTuple):
    """A pointer member of a record, or a member array of pointers; those of embedded records count."""

    name: str
    steps: tuple[Step, ...]
    place: Place
    offset: int
    """Bytes, as Clang lays the record out."""
    kind: str
    type: TypeRef
    target: TypeRef
    """What the last pointer of ``double **`` points at, arrays taken apart."""
    levels: int
    """How many pointers lead there."""
    lengths: tuple[Length, ...]
    owner: Owner
    words: bool = False
    """Whether it is no pointer but a member that holds some which nobody can name: all of it is left out, or it
    is a container."""
    container: Container | None = None
    """How the elements are found to which one of the words leads."""

    @property
    def repeat(self) -> int:
        """How many pointers the row stands for."""
        total = 1
        for step in self.steps:
            total *= step.length
        return total


class Tail(NamedTuple):
    """A flexible array member."""

    member: Member
    length: Length | None
    owner: Owner


class Problem(NamedTuple):
    """Why a member cannot be copied: a code of the catalogue, the member, and the reason."""

    code: str
    place: Place
    field: str
    type: str
    why: str


class Rows(NamedTuple):
    """All that a descriptor of one record says."""

    record: Record
    rows: tuple[Row, ...]
    tail: Tail | None
    problems: tuple[Problem, ...]


class Table:
    """The records of one source under its shapes and policies, by (record, path)."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.shapes: dict[tuple[str, tuple[str, ...]], Given] = {}
        self.policies: dict[tuple[str, tuple[str, ...]], tuple[str, Place]] = {}
        self.refused: set[tuple[str, tuple[str, ...]]] = set()
        """Shapes that were refused: what is wrong with them is said already."""
        self._known: dict[str, Rows] = {}

    def rows(self, key: str) -> Rows:
        """The rows of a record in the order of their offsets."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _Walk(self, key).read()
        return found

    def has_pointers(self, kind: TypeRef, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an object of a type holds pointers, references, or what may be one."""
        if kind.kind in (POINTER, REFERENCE, OTHER):
            return True
        if kind.kind in (ARRAY, TAIL, ATOMIC):
            assert kind.target is not None
            return self.has_pointers(kind.target, seen)
        if kind.kind != RECORD or kind.record in seen:
            return False
        record = self.reader.record(kind.record)
        seen = seen | {kind.record}
        if is_container(record):
            return True
        if (held := parts(self.reader, record)) is not None:
            return any(self.has_pointers(each, seen) for each in held)
        if record.virtual or record.unseen or any(virtual for _, _, virtual in record.bases):
            return True
        if any(self.has_pointers(member.type, seen) for member in record.members):
            return True
        bases = (TypeRef(RECORD, "", record=base) for base, _, _ in record.bases if base)
        return any(self.has_pointers(base, seen) for base in bases)

    def has_tail(self, kind: TypeRef) -> bool:
        """Whether a record ends in a flexible array, which its size leaves out."""
        if kind.kind != RECORD or not (members := self.reader.record(kind.record).members):
            return False
        return members[-1].type.kind == TAIL or self.has_tail(members[-1].type)


class _Walk:
    """Reads one record and what is embedded in it."""

    def __init__(self, table: Table, key: str) -> None:
        self.table, self.key = table, key
        self.record = table.reader.record(key)
        self.rows: list[Row] = []
        self.problems: list[Problem] = []
        self.tail: Tail | None = None

    def read(self) -> Rows:
        record = self.record
        if record.local:
            self.refuse(record.place, "", "it is declared in a function, where no descriptor can name it")
        elif record.union and self.table.has_pointers(TypeRef(RECORD, "", record=self.key)):
            self.refuse(record.place, "", "it is a union with pointers: which one is alive is not known")
        elif is_container(record):
            kind = TypeRef(RECORD, record.spelling, record=self.key)
            self._container(record.place, kind, (), ((self.key, 0),), 0)
        else:
            self._record(record, (), ((self.key, 0),), 0)
        self.rows.sort(key=lambda row: row.offset)
        return Rows(record, tuple(self.rows), self.tail, tuple(self.problems))

    def refuse(
        self,
        place: Place,
        field: str,
        why: str,
        code: str = "unsupported-member",
        about: Record | None = None,
    ) -> None:
        self.problems.append(Problem(code, place, field, (about or self.record).shown, why))

    def refuse_class(self, record: Record, why: str) -> None:
        self.refuse(record.place, "", why, about=record)

    def _record(
        self,
        record: Record,
        steps: tuple[Step, ...],
        owners: tuple[tuple[str, int], ...],
        base: int,
    ) -> None:
        """The members of ``record``, ``base`` bits into the described one."""
        if record.virtual and self._policy(owners, steps, ("virtual",)) is None:
            why = "it has virtual functions, whose table lies in host memory: 'policy"
            self.refuse_class(record, f"{why}({record.spelling}: skip(virtual))' copies the rest of it")
        if record.unseen and not (record.members and parts(self.table.reader, record) is not None):
            self.refuse_class(record, _UNSEEN)
        for key, public, virtual in record.bases:
            above = self.table.reader.record(key) if key else None
            if virtual:
                shown = above.shown if above is not None else "?"
                self.refuse_class(
                    record, f"a table in host memory tells where its virtual base '{shown}' lies"
                )
                continue
            if above is None or not self.table.has_pointers(TypeRef(RECORD, "", record=key)):
                continue
            if not public:
                self.refuse_class(record, f"its base '{above.shown}' is not public and holds pointers")
                continue
            if len(record.bases) > 1 or (record.virtual and not above.virtual):
                many = "it has several bases" if len(record.bases) > 1 else "it adds virtual functions"
                why = f"{many}, so that where its base '{above.shown}' lies is not known"
                self.refuse_class(record, why)
                continue
            self._record(above, steps, (*owners, (key, len(steps))), base)
        for member in record.members:
            self._member(member, steps, owners, base)

    def _member(
        self,
        member: Member,
        steps: tuple[Step, ...],
        owners: tuple[tuple[str, int], ...],
        base: int,
    ) -> None:
        kind = member.type
        extents: tuple[int, ...] = ()
        while kind.kind == ARRAY and kind.target is not None:
            extents, kind = (*extents, kind.length), kind.target
        name = _path((*steps, Step(member.name)))
        if self._hidden(member, steps, owners):
            return
        skipped = bool(member.name) and self._policy(owners, steps, (member.name,)) == SKIPPED
        here = (*steps, Step(member.name, extents)) if member.name else steps
        offset = base + member.offset
        if kind.kind == TAIL:
            if skipped:
                return
            assert kind.target is not None
            last = owners[-1][0] == self.key and member == self.record.members[-1]
            if last or steps or self.table.has_pointers(kind.target):
                self._tail(member, name, steps, owners)
        elif kind.kind == POINTER:
            self._pointer(member, kind, here, owners, offset)
        elif kind.kind == REFERENCE or (kind.kind == OTHER and not skipped):
            if not skipped:
                what = "reference" if kind.kind == REFERENCE else f"'{kind.spelling}'"
                self.refuse(
                    member.place,
                    name,
                    f"what a deep copy does with a {what} is not known{_as_it_is(self.record, name)}",
                )
        elif kind.kind == ATOMIC and self.table.has_pointers(kind):
            if skipped:
                self._whole(member, kind, here, owners, offset)
            elif not self._said(owners, here):
                why = f"what is '_Atomic' may change while it is copied{_skip(self.record, name)}"
                self.refuse(member.place, name, why)
        elif self.table.has_tail(kind):
            self.refuse(member.place, name, "a record that ends in a flexible array cannot be embedded")
        elif kind.kind == RECORD and self.table.has_pointers(kind):
            inner = self.table.reader.record(kind.record)
            if not member.public:
                if not skipped:
                    why = f"it is not public, so that no descriptor can name it{_as_it_is(self.record, name)}"
                    self.refuse(member.place, name, why)
            elif inner.union:
                if not skipped and not self._all_skipped(inner, steps if not member.name else here, owners):
                    why = "which pointer of a union is alive is not known"
                    first = next(m.name for m in inner.members if self.table.has_pointers(m.type))
                    self.refuse(member.place, name, f"{why}{_as_it_is(self.record, name or first)}")
            elif skipped and self._hides(inner):
                self._whole(member, kind, here, owners, offset)
            elif not skipped and is_container(inner):
                self._container(member.place, kind, here, owners, offset)
            elif not skipped and (blocked := self._blocked(inner, here, (*owners, (kind.record, len(here))))):
                self.refuse(member.place, name, f"{blocked}{_skip(self.record, name)}")
            elif kind.record in (key for key, _ in owners):
                self.refuse(member.place, name, "the record holds itself")
            else:
                unnamed = not inner.spelling or self.table.reader.nameless(kind)
                inside = owners if unnamed else (*owners, (kind.record, len(here)))
                self._record(inner, here, inside, offset)

    def _hidden(self, member: Member, steps: tuple[Step, ...], owners: tuple[tuple[str, int], ...]) -> bool:
        """Whether a base's member cannot be named, for a derived class has another one of its name."""
        if not member.name or not self.table.has_pointers(member.type):
            return False
        key = owners[-1][0]
        for derived, depth in owners[:-1]:
            inner = self.table.reader.record(derived)
            if depth == len(steps) and derived != key and self.table.reader.declares(inner, member.name):
                why = f"a member of '{inner.shown}' has its name, so that no descriptor can name it"
                self.refuse(member.place, _path((*steps, Step(member.name))), why)
                return True
        return False

    def _whole(
        self,
        member: Member,
        kind: TypeRef,
        steps: tuple[Step, ...],
        owners: tuple[tuple[str, int], ...],
        offset: int,
    ) -> None:
        """Leave out a member whose pointers a descriptor cannot name, word by word."""
        if member.public and _copies(steps[:-1], all_of=True) <= _MOST_COPIES:
            owner = Owner(*owners[-1])
            row = Row(_path(steps), steps, member.place, offset // 8, SKIPPED, kind, kind, 0, (), owner)
            self.rows.append(row._replace(words=True))

    def _said(self, owners: tuple[tuple[str, int], ...], steps: tuple[Step, ...]) -> bool:
        """Whether a member's shape was refused, so that what is wrong with it is said."""
        names = ((key, tuple(step.name for step in steps[depth:])) for key, depth in owners)
        return any(name in self.table.refused for name in names)

    def _hides(self, record: Record) -> bool:
        """Whether a record has pointers of its own that a descriptor cannot name."""
        hidden = (not each.public and self.table.has_pointers(each.type) for each in record.members)
        known = record.members and parts(self.table.reader, record) is not None
        if (record.unseen and not known) or any(hidden):
            return True
        return any(base and self._hides(self.table.reader.record(base)) for base, _, _ in record.bases)

    def _blocked(self, record: Record, steps: tuple[Step, ...], owners: tuple[tuple[str, int], ...]) -> str:
        """Why a descriptor cannot name the pointers of an embedded record; nothing where it can."""
        if is_container(record):
            return ""
        if record.unseen and not (record.members and parts(self.table.reader, record) is not None):
            return f"in '{record.shown}' {_UNSEEN}"
        for member in record.members:
            kind = member.type
            while kind.kind == ARRAY and kind.target is not None:
                kind = kind.target
            if not self.table.has_pointers(kind):
                continue
            if member.name and self._policy(owners, steps, (member.name,)) == SKIPPED:
                continue
            if not member.public:
                return f"member '{member.name}' of '{record.shown}' is not public"
            if kind.kind == RECORD:
                here = (*steps, Step(member.name)) if member.name else steps
                within = (*owners, (kind.record, len(here)))
                if inner := self._blocked(self.table.reader.record(kind.record), here, within):
                    return inner
        for base, _, _ in record.bases:
            within = (*owners, (base, len(steps)))
            if base and (inner := self._blocked(self.table.reader.record(base), steps, within)):
                return inner
        return ""

    def _all_skipped(
        self, union: Record, steps: tuple[Step, ...], owners: tuple[tuple[str, int], ...]
    ) -> bool:
        """Whether each pointer of an anonymous union is skipped by its own name."""
        with_pointers = [m for m in union.members if self.table.has_pointers(m.type)]
        return all(m.name and self._policy(owners, steps, (m.name,)) == SKIPPED for m in with_pointers)

    # --- containers -----------------------------------------------------------------------------------

    def _container(
        self,
        place: Place,
        kind: TypeRef,
        steps: tuple[Step, ...],
        owners: tuple[tuple[str, int], ...],
        offset: int,
    ) -> None:
        """An object whose elements are found by its own member functions."""
        name, reader = _path(steps), self.table.reader
        plain = _skip(self.record, name) if name else ""
        policy = self._policy(owners, (), tuple(step.name for step in steps)) if steps else None
        found, why = container(reader, reader.record(kind.record))
        if found is not None:
            element = found.element
            if element.kind == POINTER:
                why = f"its elements are pointers, '{element.spelling}': what they lead to is not known"
            elif element.kind in (OPAQUE, OTHER, REFERENCE):
                what = reader.incomplete(element) if element.kind == OPAQUE else "no type that can be copied"
                why = f"its elements are of type '{element.spelling}', which is {what}"
            elif element.kind == ATOMIC and self.table.has_pointers(element):
                why = f"its elements are of type '{element.spelling}', which may change while it is copied"
            elif _copies(steps, all_of=True) > _MOST_COPIES:
                why = f"it stands for {_copies(steps, all_of=True)} containers, and a descriptor lists at most"
                why += f" {_MOST_COPIES}"
            elif policy in (OBSERVER, INTERIOR):
                why = f"a container is no {policy}: its elements are copied with it"
            else:
                why = reader.nameless(element)
        if found is None or why:
            self.refuse(place, name, f"{why}{plain}")
            return
        owner = Owner(*owners[-1])
        row = Row(name, steps, place, offset // 8, policy or found.kind, kind, found.element, 1, (), owner)
        self.rows.append(row._replace(words=True, container=found))

    # --- pointers -------------------------------------------------------------------------------------

    def _pointer(
        self,
        member: Member,
        kind: TypeRef,
        steps: tuple[Step, ...],
        owners: tuple[tuple[str, int], ...],
        offset: int,
    ) -> None:
        name = _path(steps)
        policy = self._policy(owners, steps[:-1], (member.name,))
        reader = self.table.reader
        if not member.public:
            if policy != SKIPPED:
                why = f"it is not public, so that no descriptor can name it{_as_it_is(self.record, name)}"
                self.refuse(member.place, name, why)
            return
        flat, levels, volatile = kind, 0, kind.volatile
        while flat.kind == POINTER:
            flat, levels = pointed_at(flat)[0], levels + 1
            volatile = volatile or flat.volatile
        if _copies(steps) > _MOST_COPIES:
            why = f"it stands for {_copies(steps)} arrays of pointers, and a descriptor lists at most"
            self.refuse(member.place, name, f"{why} {_MOST_COPIES}")
            return
        given, owner = self._given(member, owners, steps)
        nameless = reader.nameless(flat) if policy != SKIPPED else ""
        row = Row(name, steps, member.place, offset // 8, policy or OWNED, kind, flat, levels, (), owner)
        if nameless:
            self.refuse(member.place, name, f"{nameless}{_skip(self.record, name)}")
            self.rows.append(row._replace(kind=OPAQUE))
            return
        if policy in (SKIPPED, OBSERVER, INTERIOR):
            if flat.kind == FUNCTION and policy != SKIPPED:
                self.refuse(
                    member.place, name, f"a pointer to a function is no {policy}{_skip(self.record, name)}"
                )
            self.rows.append(row._replace(kind=policy))
            return
        if flat.kind in (FUNCTION, VOID, OPAQUE, OTHER, REFERENCE, TAIL) or (
            flat.kind == ATOMIC and self.table.has_pointers(flat)
        ):
            known = {FUNCTION: "a function", VOID: "'void'"}
            what = known.get(flat.kind, f"'{flat.spelling}'")
            what += f", which is {reader.incomplete(flat)}" if flat.kind == OPAQUE else ""
            self.refuse(member.place, name, f"it points at {what}{_skip(self.record, name)}")
            self.rows.append(row._replace(kind=FUNCTION if flat.kind == FUNCTION else OPAQUE))
            return
        if flat.kind == RECORD and (inner := reader.record(flat.record)).spelling.startswith("std::"):
            if self._hides(inner) and not is_container(inner):
                why = f"the pointers of '{inner.spelling}' are not public{_skip(self.record, name)}"
                self.refuse(member.place, name, why)
                self.rows.append(row._replace(kind=OPAQUE))
                return
        if volatile:
            why = f"'volatile' data change while they are copied{_skip(self.record, name)}"
            self.refuse(member.place, name, why)
            self.rows.append(row._replace(kind=OPAQUE))
            return
        if given is None or len(given.lengths) != levels:
            self._no_length(member, steps, given, levels, owner, owners)
            self.rows.append(row._replace(kind=policy or UNKNOWN))
            return
        if any(length.by_row for length in given.lengths[:-1]) or (
            given.lengths[-1].by_row and levels == 1 and not steps[-1].extents
        ):
            why = "'pc_row' counts the pointers of an array, so that only the length behind them can hold it"
            self.refuse(member.place, name, why)
        if given.lengths[0].by_row and _copies(steps, all_of=True) > _MOST_COPIES:
            self.refuse(
                member.place,
                name,
                f"with 'pc_row' a descriptor lists each pointer, and at most {_MOST_COPIES}",
            )
        if not given.lengths[-1].one and self.table.has_tail(flat):
            why = f"objects of '{flat.spelling}' end in a flexible array"
            self.refuse(member.place, name, f"{why}, so that each stands alone: its length is 1")
        self.rows.append(row._replace(kind=policy or OWNED, lengths=given.lengths))

    def _no_length(
        self,
        member: Member,
        steps: tuple[Step, ...],
        given: Given | None,
        levels: int,
        owner: Owner,
        owners: tuple[tuple[str, int], ...],
    ) -> None:
        if self._said(owners, steps):
            return
        subscripts = "".join(f"[{letter}]" for letter in "nmkl"[:levels])
        plain = ".".join(step.name for step in steps[owner.depth :])
        if given is None:
            about = self.table.reader.record(owner.record).spelling
            shape = f"'shape({about}: {plain}{subscripts})'"
            why = f"say it with {shape}, or leave the member out with 'policy({about}: skip({plain}))'"
        else:
            why = f"it takes {levels} lengths, as in '{plain}{subscripts}', not {len(given.lengths)}"
        self.refuse(member.place, _path(steps), why, "missing-shape")

    def _given(
        self, member: Member, owners: tuple[tuple[str, int], ...], steps: tuple[Step, ...]
    ) -> tuple[Given | None, Owner]:
        """What is said of a member's length by the outermost record that says it, and that record."""
        for key, depth in owners:
            names = tuple(step.name for step in steps[depth:])
            given = self.table.shapes.get((key, names))
            if given is not None:
                return given, Owner(key, depth)
        key, depth = owners[-1]
        if member.counted_by and len(steps) - depth == 1:
            code = f"(0LL + pc_self->{member.counted_by})"
            length = Length(member.counted_by, code, False, True)
            return Given((length,), member.place), Owner(key, depth)
        return None, Owner(key, depth)

    def _policy(
        self, owners: tuple[tuple[str, int], ...], steps: tuple[Step, ...], last: tuple[str, ...]
    ) -> str | None:
        """The policy of a member: its own, or one of what it is embedded in; the outermost record's wins."""
        for key, depth in owners:
            names = (*(step.name for step in steps[depth:]), *last)
            for size in range(len(names), 0, -1):
                found = self.table.policies.get((key, names[:size]))
                if found is not None:
                    return _AS_KIND.get(found[0], found[0])
        return None

    def _tail(
        self, member: Member, name: str, steps: tuple[Step, ...], owners: tuple[tuple[str, int], ...]
    ) -> None:
        element = member.type.target
        while element is not None and element.kind == ARRAY:
            element = element.target
        if steps or len(owners) > 1:
            self.refuse(member.place, name, "a record that ends in a flexible array cannot be embedded")
            return
        if element is None or self.table.has_pointers(element):
            why = f"the elements of a flexible array must not hold pointers{_skip(self.record, name)}"
            self.refuse(member.place, name, why)
            return
        if not member.public:
            self.refuse(member.place, name, "it is not public, so that no descriptor can name it")
            return
        given, owner = self._given(member, owners, (Step(member.name),))
        if given is None or len(given.lengths) != 1:
            self._no_length(member, (Step(member.name),), given, 1, owner, owners)
        elif given.lengths[0].by_row:
            self.refuse(member.place, name, "a flexible array has no rows that 'pc_row' could count")
        self.tail = Tail(member, given.lengths[0] if given else None, owner)


def _copies(steps: tuple[Step, ...], *, all_of: bool = False) -> int:
    """How many rows a descriptor needs: one a combination of all arrays but the longest, or of all."""
    counts = sorted(step.length for step in steps)
    total = 1
    for count in counts if all_of else counts[:-1]:
        total *= count
    return total


def _skip(record: Record, name: str) -> str:
    plain = name.replace("[]", "")
    return f": 'policy({record.spelling}: skip({plain}))' leaves it out"


def _as_it_is(record: Record, name: str) -> str:
    """What 'skip' does where nothing can be set to null."""
    plain = name.replace("[]", "")
    return f": 'policy({record.spelling}: skip({plain}))' copies its bytes as they are" if plain else ""


def _path(steps: tuple[Step, ...]) -> str:
    """``cells[].name``."""
    return ".".join(step.name + "[]" * bool(step.extents) for step in steps if step.name)
