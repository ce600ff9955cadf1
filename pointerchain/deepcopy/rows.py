# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Rows: what is known of the pointers of one record, and of what a shape or policy says of a member."""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.deepcopy.containers import Container
from pointerchain.deepcopy.scopes import Meaning
from pointerchain.deepcopy.undefined import Test
from pointerchain.diagnostics import Place
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.records import POINTER, Member, Record, TypeRef, pointed_at

OWNED, SHARED, OBSERVER, INTERIOR, SKIPPED = "owned", "shared", "observer", "interior", "skipped"
CUSTOM = "custom"
HOST = "host"
"""The kind of a member that is translated by functions of the user, both ways."""
UNKNOWN = "unknown"
"""The kind of a pointer to data whose length nobody says."""
FOLLOWED = frozenset((OWNED, SHARED))


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
    tests: tuple[Test, ...] = ()
    """What leaves the code without a value, in the order to test it."""
    string: bool = False
    """Whether it holds ``pc_strlen``, the length of the string that the pointer points at."""
    measured: str = ""
    """Where that stands in branches: C for whether one of them is taken."""
    word: str = "length"
    """What messages call it."""
    enumerations: bool = False
    """Whether it reads any in C++, which an image may give values that none has."""
    view: str = ""
    """C++ for a class with the members that the code names, where some of the record's are not public."""
    members: frozenset[tuple[str, ...]] = frozenset()
    """The members of the owner that it reads, by their paths."""


class Given(NamedTuple):
    """What a shape says of one member."""

    lengths: tuple[Length, ...]
    place: Place
    target: TypeRef | None = None
    """What a ``void *`` points at."""


class When(NamedTuple):
    """Where a member is alive; of two of one union the one that was said first is followed."""

    order: int
    condition: Length
    place: Place


class Choice(NamedTuple):
    """One of several shapes of a pointer, and where it is that one."""

    when: When
    given: Given


class KindOf(NamedTuple):
    """A class that derives from another, and where an object of that is one; None where its type tells."""

    type: TypeRef
    when: When | None
    place: Place


class Step(NamedTuple):
    """One member on the way to a pointer; ``extents`` are those of an array, outermost first."""

    name: str
    extents: tuple[int, ...] = ()
    size: int = 0
    """Bytes of one element."""

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
    offset: int = 0
    """Bits from the described record."""


class At(NamedTuple):
    """Where a record or a member of one lies in the described record.

    The steps that lead there, the records on the way with the described one as the first, and bits.
    """

    steps: tuple[Step, ...]
    owners: tuple[Owner, ...]
    offset: int = 0

    @property
    def name(self) -> str:
        """``cells[].name``."""
        return path_of(self.steps)

    def paths(self, *last: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each record on the way, outermost first, and the path from there to the place or a member of it."""
        for owner in self.owners:
            yield owner.record, (*(step.name for step in self.steps[owner.depth :]), *last)

    def within(self, key: str) -> At:
        """The same place as one of a record that lies there."""
        return self._replace(owners=(*self.owners, Owner(key, len(self.steps), self.offset)))


def path_of(steps: tuple[Step, ...]) -> str:
    """How messages and descriptors name a member."""
    return ".".join(step.name + "[]" * bool(step.extents) for step in steps if step.name)


class Asked(NamedTuple):
    """A condition, and the record that it reads."""

    when: When
    owner: Owner


class Term(NamedTuple):
    """That all of some conditions are true, or with ``negated`` that not all of them are."""

    asked: tuple[Asked, ...]
    negated: bool = False


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
    direction: str = "tofrom"
    shape: str = ""
    """The name of the shape by which the target is copied; nothing for the plain one."""
    terms: tuple[Term, ...] = ()
    """Where the pointer is one; else its bytes are data."""
    base: Owner | None = None
    """The outermost record that its lengths and terms read; None where that is ``owner``."""
    words: bool = False
    """Whether it is no pointer but a member that holds some which nobody can name: all of it is left out, or
    it is a container."""
    hidden: bool = False
    """Whether no name reaches it, so that it has but the place that Clang gives it."""
    container: Container | None = None
    """How the elements are found to which one of the words leads."""
    functions: tuple[str, ...] = ()
    """Of a ``custom`` member: those for the ways to the device and back."""
    mutable: bool = False
    """Whether kernels may make it lead elsewhere."""
    tail: bool = False
    """Whether it is a flexible array, of two levels."""
    resized: tuple[bool, ...] = ()
    """By level: whether kernels may change the length."""

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
    pointers: Row | None = None
    """Its elements, where these are pointers: the second of two levels."""


class Problem(NamedTuple):
    """Why a member cannot be copied: a code of the catalogue, the member, and the reason."""

    code: str
    place: Place
    field: str
    type: str
    why: str


class Rows(NamedTuple):
    """All that a descriptor of one record says by its shape of a name; the plain one has none."""

    record: Record
    rows: tuple[Row, ...]
    tail: Tail | None
    problems: tuple[Problem, ...]
    name: str = ""
    customs: tuple[Row, ...] = ()
    """The members that functions of the user translate, pointers or not."""

    @property
    def leading(self) -> tuple[Row, ...]:
        """The rows, and that of the pointers of a flexible array."""
        pointers = self.tail.pointers if self.tail is not None else None
        return (*self.rows, pointers) if pointers is not None else self.rows

    @property
    def shown(self) -> str:
        """The record with the name of the shape."""
        return f"{self.record.shown} as {self.name}" if self.name else self.record.shown


def by_element(row: Row) -> bool:
    """Whether the pointers of a member array have a length each."""
    if not row.lengths:
        return False
    first = row.lengths[0]
    # a string's length is that of the pointer itself
    return first.by_row or (first.string and any(step.extents for step in row.steps[row.owner.depth :]))


def levels_of(kind: TypeRef) -> int:
    """How many pointers lead to what a pointer leads to in the end."""
    levels = 0
    while kind.kind == POINTER:
        kind, levels = pointed_at(kind)[0], levels + 1
    return levels


def copies(steps: tuple[Step, ...], *, all_of: bool = False) -> int:
    """How many rows a descriptor needs: one a combination of all arrays but the longest, or of all."""
    counts = sorted(step.length for step in steps)
    total = 1
    for count in counts if all_of else counts[:-1]:
        total *= count
    return total
