# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Type directives: shapes and policies, with what Clang said of their types -> the table.

``shape(Mesh: cells[n])``  ->  ``table.shapes[Mesh, ("cells",)] = Given((n,), place)``
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from pointerchain.deepcopy.containers import OWNED, RESIZED, Container
from pointerchain.deepcopy.directives import (
    CUSTOM,
    DIRECTIONS,
    HOST,
    MUTABLE,
    Policy,
    PolicyEntry,
    Shape,
    ShapeEntry,
)
from pointerchain.deepcopy.expressions import Expression
from pointerchain.deepcopy.lengths import STRLEN, Entry, Lengths, called
from pointerchain.deepcopy.policies import Key
from pointerchain.deepcopy.rows import Choice, Given, KindOf, When
from pointerchain.deepcopy.table import Table
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.records import (
    ARRAY,
    ATOMIC,
    FUNCTION,
    OPAQUE,
    OTHER,
    POINTER,
    RECORD,
    REFERENCE,
    SCALAR,
    TAIL,
    VOID,
    Reader,
    Record,
    TypeRef,
    innermost,
)
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.text.mapped import MappedText

_CHARACTERS = ("char", "signed char", "unsigned char")
_Entered = TypeVar("_Entered", Given, When)


class TypeDirective(NamedTuple):
    """A shape or policy with the file it stands in.

    One of an included file is asked about at the end, in the namespaces that its place lies in (``scope``).
    """

    directive: Shape | Policy
    file: str
    included: bool
    scope: tuple[bytes, ...] = ()
    template: str = ""
    """The full name of the class template that its type is, if it is one."""


class Asked(NamedTuple):
    """The text in which Clang was asked about types: its tree, and the errors of its parts."""

    composed: MappedText
    tree: Tree
    failed: dict[tuple[str, int], str]


class _Waiting(NamedTuple):
    """A member's lengths, or with an ``order`` its condition, about which Clang is to be asked."""

    said: TypeDirective
    key: Key
    span: Span
    lengths: tuple[Expression, ...]
    record: Record
    order: int = -1
    target: TypeRef | None = None
    choice: ShapeEntry | None = None
    """The shape, one of several of its member, that the lengths or the condition are of."""

    @property
    def place(self) -> Place:
        """Where it is said."""
        return Place(self.said.file, self.span)


def targets_of(given: Sequence[TypeDirective]) -> list[ShapeEntry | PolicyEntry]:
    """The entries with a type: of a ``void *``'s target, a container's data, a derived class."""
    entries = (entry for said in given for entry in said.directive.entries)
    return [
        entry
        for entry in entries
        if entry.target is not None or (isinstance(entry, ShapeEntry) and entry.size)
    ]


_TEMPLATE = ("requires template arguments", "deduced class template specialization type")
"""In Clang's messages on a template's name that stands for a type."""


def _by_containers(numbered: tuple[int, TypeDirective]) -> bool:
    """Sorts what says that classes are containers before all others, which may be about members of such."""
    directive = numbered[1].directive
    return not (isinstance(directive, Shape) and any(entry.size for entry in directive.entries))


def _begins_with(reader: Reader, derived: Record, base: str) -> bool:
    """Whether an object of a class begins with one of another, a base or its first member."""
    if derived.key == base:
        return False
    for key, _, virtual in derived.bases:
        above = reader.record(key) if key and not virtual else None
        if above is not None and reader.base_offset(derived, key) == 0:
            if key == base or _begins_with(reader, above, base):
                return True
    if derived.bases:
        return False
    if derived.virtual or derived.unseen or not derived.members or derived.members[0].offset:
        return False
    inner = derived.members[0].type
    if inner.kind != RECORD:
        return False
    return inner.record == base or _begins_with(reader, reader.record(inner.record), base)


def elements_type(name: bytes, entry: ShapeEntry) -> bytes:
    """C++ for the type of a pointer to the elements of a container, which can be asked for their number."""
    own = b"static_cast<const %s *>(nullptr)->" % name
    size, data = entry.size.encode(), entry.path[0].encode()
    return b"decltype(static_cast<void>(0LL + %s%s()), %s%s())" % (own, size, own, data)


class TableFiller:
    """Fills the table of one source; ``blanked`` is the source without its directives."""

    def __init__(
        self, file: str, session: Session, blanked: bytes, asked: Asked, reader: Reader, table: Table
    ) -> None:
        self.file, self.session, self.blanked = file, session, blanked
        self.composed, self.tree, self.failed = asked
        self.reader, self.table = reader, table
        self.diagnostics: list[Diagnostic] = []
        self.conditions = 0
        """How many conditions were said."""
        self.numbers: list[tuple[Key, Record]] = []
        """The numbers of records that kernels change."""

    def _complain(
        self, code: str, file: str, span: Span, notes: tuple[Note, ...] = (), **fields: str
    ) -> None:
        self.diagnostics.append(diagnostic(code, file, span, notes, None, **fields))

    def fill(self, given: Sequence[TypeDirective]) -> None:
        """Enter what each of them says into the table; problems go to ``diagnostics``."""
        waiting: list[_Waiting] = []
        targets = {id(entry): number for number, entry in enumerate(targets_of(given))}
        for number, said in sorted(enumerate(given), key=_by_containers):
            if self._is_template(number, said):
                continue
            record = self._record(number, said)
            if record is None:
                continue
            name = said.directive.name
            if name:
                self.table.names.setdefault(record.key, set()).add(name)
            if isinstance(said.directive, Policy):
                waiting += self._policies(said, said.directive, record, targets)
                continue
            for entry in said.directive.entries:
                key = (record.key, name, entry.path)
                if entry.size:
                    self._contains(said, entry, record, targets[id(entry)])
                    continue
                target = self._fits(said, entry, record, targets) if entry.lengths else None
                if target is None:
                    self.table.refused.add(key)
                else:
                    read = None if entry.target is None else target
                    each = _Waiting(said, key, entry.span, entry.lengths, record, target=read)
                    if entry.condition is not None:
                        each = each._replace(choice=entry)
                        asked = each._replace(lengths=(entry.condition,), order=self.conditions, target=None)
                        waiting.append(asked)
                        self.conditions += 1
                    waiting.append(each)
        self._containers_fit()
        self._directions_fit()
        entries = [
            Entry(
                *(each.record, each.lengths, each.said.file),
                None if each.said.included else each.said.directive.pragma.span,
                *(each.said.scope, each.key[2], each.order >= 0),
            )
            for each in waiting
        ]
        asker = Lengths(self.session, self.blanked, entries, self.reader)
        answers = asker.read()
        self.diagnostics += asker.diagnostics
        whens: dict[int, When] = {}
        for each, lengths in zip(waiting, answers, strict=True):
            if each.choice is not None and lengths is not None:
                number, place = id(each.choice), each.place
                if each.order >= 0:
                    whens[number] = When(each.order, lengths[0], place)
                elif number in whens:
                    self._choose(each, Choice(whens[number], Given(lengths, place, each.target)))
            elif lengths is None:
                self.table.refused.add(each.key)
            elif each.order >= 0 and each.target is not None:
                kind = KindOf(each.target, When(each.order, lengths[0], each.place), each.place)
                self.table.kinds.setdefault(each.record.key, []).append(kind)
            elif each.order >= 0:
                self._enter(each, self.table.whens, When(each.order, lengths[0], each.place), "condition")
            else:
                self._enter(each, self.table.shapes, Given(lengths, each.place, each.target), "shape")
        self._mutables_fit()

    def _choose(self, each: _Waiting, choice: Choice) -> None:
        """Note one of several shapes of a pointer."""
        plain = self.table.shapes.get(each.key)
        if plain is None:
            self.table.choices.setdefault(each.key, []).append(choice)
            return
        notes = (Note("the other one is here", plain.place),)
        what = f"a second shape of member '{'.'.join(each.key[2])}' of '{_shown(each.record, each.key[1])}'"
        self._complain(
            "bad-shape", each.said.file, each.span, notes, what=f"{what}: each of several has a 'when'"
        )

    def _enter(self, each: _Waiting, table: dict[Key, _Entered], value: _Entered, what: str) -> None:
        """Note what is said of a member, once."""
        before = table.get(each.key)
        choices = self.table.choices.get(each.key) if isinstance(value, Given) else None
        if before is None and choices:
            before = choices[0].given
        if before is None:
            table[each.key] = value
            return
        notes = (Note("the first one is here", before.place),)
        what = f"a second {what} of member '{'.'.join(each.key[2])}' of '{_shown(each.record, each.key[1])}'"
        if each.target is not None:
            what += ": of one 'void *' of several types each shape has a condition,"
            what += " 'data as double[n] when(tag == 1)'"
        self._complain("bad-shape", each.said.file, each.span, notes, what=what)

    def _record(self, number: int, said: TypeDirective) -> Record | None:
        """The record that a directive is about."""
        shown = said.directive.type.decode("utf-8", "replace")
        why = f"'{shown}' is no struct or class"
        for kind, error in self._types(number, ""):
            if error is not None:
                why = f"type '{shown}': {error}"
            if kind is None or kind.kind != RECORD:
                if kind is not None and kind.kind == OPAQUE and error is None:
                    why = f"type '{shown}' is {self.reader.incomplete(kind)}"
                continue
            record = self.reader.record(kind.record)
            later = record.place.file == self.file and not said.included
            if later and record.place.span.start > said.directive.pragma.span.start:
                why = f"type '{shown}' is defined after the directive"
                continue
            return record
        word = "shape" if isinstance(said.directive, Shape) else "policy"
        self._complain("bad-shape", said.file, said.directive.type_span, what=f"'{word}': {why}")
        return None

    def _types(self, number: int, prefix: str) -> Iterator[tuple[TypeRef | None, str | None]]:
        """What a name means as a type, and as the tag of one; or the error of the first."""
        for part in ("declared", "tags", "tagu"):
            span = self.composed.spans.get((prefix + part, number))
            error = self.failed.get((prefix + part, number)) or (
                self.failed.get((f"{prefix}type", number)) if part == "declared" else None
            )
            if span is None or error is not None:
                yield None, error if part == "declared" else None
                continue
            node = next((n for n in self._declared(span, part)), None)
            kind = self.reader.type_of(node) if node is not None else None
            plain = kind is not None and kind.kind == POINTER
            if part == "declared" or (kind is not None and kind.target and kind.target.kind == RECORD):
                yield (kind.target if kind is not None and plain else None), None

    def _declared(self, span: Span, part: str) -> list[Node]:
        """The variable that a question declares; its text starts before the part or with it."""
        return [
            node
            for node in self.tree.nodes
            if node.kind == Kind.VARIABLE
            and (node.start <= span.start < node.end or (part != "declared" and node.start == span.start))
        ]

    def _kind(self, said: TypeDirective, entry: PolicyEntry, record: Record, number: int) -> _Waiting | None:
        """Enter a class that derives from another, or give back the condition that tells it."""
        assert entry.target is not None
        kind = self._target(said, entry.target, number)
        if kind is None:
            return None
        derived = self.reader.record(kind.record) if kind.kind == RECORD else None
        why = ""
        if said.directive.name:
            why = "a shape with a name has no classes of its own"
        elif derived is None or not _begins_with(self.reader, derived, record.key):
            why = f"its objects do not begin with one of '{record.shown}'"
        elif entry.condition is None and not record.virtual:
            why = f"'{record.shown}' has no virtual functions: say how it is told, as in"
            why += f" 'dynamic({entry.target.text}: kind == 1)'"
        if why:
            notes = (Note(f"'{record.shown}' is defined here", record.place),)
            what = f"type '{entry.target.text}': {why}"
            self._complain("bad-shape", said.file, entry.span, notes, what=what)
            return None
        place = Place(said.file, entry.span)
        if entry.condition is None:
            self.table.kinds.setdefault(record.key, []).append(KindOf(kind, None, place))
            return None
        self.conditions += 1
        key = (record.key, "", ())
        return _Waiting(said, key, entry.span, (entry.condition,), record, self.conditions - 1, kind)

    def _policies(
        self, said: TypeDirective, policy: Policy, record: Record, targets: Mapping[int, int]
    ) -> list[_Waiting]:
        """Enter what has no expression; give back the conditions."""
        waiting = []
        orders: dict[int, int] = {}
        for entry in policy.entries:
            if entry.target is not None:
                told = self._kind(said, entry, record, targets[id(entry)])
                waiting += [told] if told is not None else []
                continue
            key = (record.key, policy.name, entry.path)
            virtual = entry.path == ("virtual",) and entry.kind == "skip"
            kind = self._member(said, entry.path, entry.span, record) if not virtual else None
            if kind is None and not virtual:
                self.table.refused.add(key)
                continue
            name = ".".join(entry.path)
            notes = (Note(f"'{record.shown}' is defined here", record.place),)
            directed = entry.kind in DIRECTIONS
            as_it_is = kind is not None and kind.volatile and entry.kind == "skip"
            if entry.kind == "skip" and entry.condition is None and self.table.leave(record.key, name):
                continue
            if entry.kind == MUTABLE:
                self._mutable(said, entry, record, key, kind)
                continue
            if kind is not None and kind.kind == SCALAR and not as_it_is and entry.kind not in (CUSTOM, HOST):
                what = f"member '{name}' of '{record.shown}' is no pointer and holds none"
                what += ": a policy is about pointers"
                if directed:
                    what += f", and 'policy({record.spelling}: host({name}))' keeps a number from coming back"
                self._complain("bad-shape", said.file, entry.span, notes, what=what)
                continue
            if entry.condition is not None:
                if id(entry.condition) not in orders:
                    orders[id(entry.condition)] = self.conditions
                    self.conditions += 1
                order = orders[id(entry.condition)]
                waiting.append(_Waiting(said, key, entry.span, (entry.condition,), record, order))
                continue
            contains = kind is not None and kind.kind == RECORD and self.table.is_container(kind.record)
            if directed and kind is not None and kind.kind not in (POINTER, REFERENCE) and not contains:
                what = f"member '{name}' of '{record.shown}' is no pointer"
                what += f": '{entry.kind}' says which way the data that a pointer leads to travel"
                self._complain("bad-shape", said.file, entry.span, notes, what=what)
                continue
            table = self.table.directions if directed else self.table.policies
            before = table.get(key)
            if before is not None and before[0] != entry.kind:
                notes = (Note(f"'{before[0]}' is here", before[1]),)
                what = f"a second {'direction' if directed else 'policy'} for member '{name}' of"
                what += f" '{_shown(record, policy.name)}'"
                self._complain("bad-shape", said.file, entry.span, notes, what=what)
                continue
            if entry.kind == CUSTOM and before is not None:
                notes = (Note("the first one is here", before[1]),)
                what = f"a second 'custom' for member '{name}' of '{_shown(record, policy.name)}'"
                self._complain("bad-shape", said.file, entry.span, notes, what=what)
                continue
            if entry.kind in (CUSTOM, HOST):
                self.table.customize(record, policy.name, entry.path, entry.functions)
            table[key] = (entry.kind, Place(said.file, entry.span))
        return waiting

    def _mutable(
        self, said: TypeDirective, entry: PolicyEntry, record: Record, key: Key, kind: TypeRef | None
    ) -> None:
        """Note that kernels change a pointer, or a number that a length reads."""
        if kind is not None and kind.kind == TAIL and kind.target is not None:
            kind = innermost(kind.target)
        if kind is None or kind.kind not in (POINTER, SCALAR):
            notes = (Note(f"'{record.shown}' is defined here", record.place),)
            what = f"member '{'.'.join(entry.path)}' of '{record.shown}' is neither a pointer nor a number"
            self._complain("bad-shape", said.file, entry.span, notes, what=f"{what} that a length reads")
            return
        self.table.mutables[key] = Place(said.file, entry.span)
        if kind.kind == SCALAR:
            self.numbers.append((key, record))

    def _mutables_fit(self) -> None:
        """Refuse numbers that no length reads, and pointers that are not on the device."""
        shapes = [*self.table.shapes.values()]
        shapes += [choice.given for choices in self.table.choices.values() for choice in choices]
        read = {path[-1] for given in shapes for n in given.lengths for path in n.members}
        for key, record in self.numbers:
            counted = any(member.counted_by == key[2][-1] for member in record.members)
            if key[2][-1] not in read and not counted:
                place = self.table.mutables[key]
                what = f"no length reads member '{'.'.join(key[2])}' of '{record.shown}'"
                what += ": what kernels make of other numbers comes back without a policy"
                self._complain("bad-shape", place.file, place.span, what=what)
        for key, place in self.table.mutables.items():
            policy = self.table.policies.get(key)
            if policy is not None and policy[0] == "skip":
                notes = (Note("'skip' is here", policy[1]),)
                what = f"'mutable' of member '{'.'.join(key[2])}', which is not on the device"
                self._complain("bad-shape", place.file, place.span, notes, what=what)

    def _directions_fit(self) -> None:
        """Refuse directions of pointers that nothing is copied through."""
        for (key, name, path), (direction, place) in list(self.table.directions.items()):
            policy = self.table.policies.get((key, name, path)) or self.table.policies.get((key, "", path))
            if policy is None or policy[0] in ("owned", "shared"):
                continue
            shown = _shown(self.reader.record(key), name)
            what = f"'{direction}' of member '{'.'.join(path)}' of '{shown}'"
            what += f": nothing is copied through a pointer that is '{policy[0]}'"
            notes = (Note(f"'{policy[0]}' is here", policy[1]),)
            self._complain("bad-shape", place.file, place.span, notes, what=what)

    def _member(
        self, said: TypeDirective, path: tuple[str, ...], span: Span, record: Record
    ) -> TypeRef | None:
        """The type of the member that a path names, arrays taken apart; None, which is said, for none."""
        at: Record | None = record
        kind = None
        for index, name in enumerate(path):
            found = self.reader.find(at, name) if at is not None else None
            if found is None:
                shown = ".".join(path[: index + 1])
                notes = (Note(f"'{record.shown}' is defined here", record.place),)
                what = f"'{record.shown}' has no member '{shown}'"
                if kind is not None and kind.kind == POINTER and kind.target is not None:
                    before = ".".join(path[:index])
                    what = (
                        f"member '{before}' of '{record.shown}' is a pointer: what it points at is of type "
                    )
                    what += f"'{kind.target.spelling}', which has shapes and policies of its own"
                    if isinstance(said.directive, Shape):
                        what += (
                            ": where no member of it tells a length, make its pointers observers and enter"
                        )
                        what += " what they point at as sections"
                self._complain("bad-shape", said.file, span, notes, what=what)
                return None
            if at is not None and self.reader.meanings(at, name) > 1:
                notes = (Note(f"'{at.shown}' is defined here", at.place),)
                what = f"several bases of '{at.shown}' have a member '{name}': say it of each of them"
                self._complain("bad-shape", said.file, span, notes, what=what)
                return None
            kind = innermost(found.type)
            at = self.reader.record(kind.record) if kind.kind == RECORD else None
        return kind

    def _fits(
        self, said: TypeDirective, entry: ShapeEntry, record: Record, targets: Mapping[int, int]
    ) -> TypeRef | None:
        """What a member points at, level by level; None, which is said, where its shape does not fit."""
        found = self._member(said, entry.path, entry.span, record)
        if found is None:
            return None
        name = ".".join(entry.path)
        notes = (Note(f"'{record.shown}' is defined here", record.place),)
        if found.kind == RECORD and self.table.is_container(found.record) and entry.target is None:
            contained, unknown = self.table.container(found.record)
            if contained is not None and not contained.size:
                return contained.element
            if contained is not None and contained.element.kind == POINTER:
                return contained.element.target
            why = "is a container whose elements are no pointers: it knows its own length"
            what = f"member '{name}' of '{record.shown}' " + (
                f"takes no shape: {unknown}" if unknown else why
            )
            self._complain("bad-shape", said.file, entry.span, notes, what=what)
            return None
        if found.kind not in (POINTER, TAIL, REFERENCE) or found.target is None:
            what = f"member '{name}' of '{record.shown}' is neither a pointer nor a flexible array"
            if found.kind == ATOMIC:
                what = f"member '{name}' of '{record.shown}' is '_Atomic' and may change while it is copied"
                what += f": 'policy({record.spelling}: skip({name}))' leaves it out"
            self._complain("bad-shape", said.file, entry.span, notes, what=what)
            return None
        target: TypeRef | None = found.target
        if entry.target is not None:
            if found.kind == TAIL or found.target.kind not in (VOID, OPAQUE):
                what = f"member '{name}' of '{record.shown}' is of type '{found.spelling}'"
                what += ": 'as' says what a 'void *' points at"
                self._complain("bad-shape", said.file, entry.target.span, notes, what=what)
                return None
            target = self._target(said, entry.target, targets[id(entry)])
        return target if target is not None and self._strings_fit(said, entry, record, target) else None

    def _contains(self, said: TypeDirective, entry: ShapeEntry, record: Record, number: int) -> None:
        """Note how the elements of a container are found, which its user says."""
        why = "it is no pointer"
        shown = f"{entry.path[0]}()[{entry.size}()]"
        for kind, error in self._types(number, "as"):
            if error is not None:
                why = error
            elif len(entry.path) > 1 or not self.reader.cxx:
                why = "it names member functions of the class itself"
            elif kind is not None and kind.kind == POINTER and kind.target is not None:
                data, size = f"pc_self->{entry.path[0]}()", f"pc_self->{entry.size}()"
                place = Place(said.file, entry.span)
                if record.key in self.table.containers:
                    notes = (Note("the first one is here", self.table.containers[record.key][1]),)
                    what = f"a second shape of the elements of '{record.shown}'"
                    self._complain("bad-shape", said.file, entry.span, notes, what=what)
                else:
                    found = Container(kind.target, data, size, size, OWNED, RESIZED)
                    self.table.containers[record.key] = (found, place)
                return
        what = f"'{shown}' of '{record.shown}': {why}"
        self._complain("bad-shape", said.file, entry.span, what=what)

    def _is_template(self, number: int, said: TypeDirective) -> bool:
        """Whether a shape says of a class template how the elements of its instances are found."""
        error = self.failed.get(("type", number)) or self.failed.get(("declared", number)) or ""
        if not said.template or not any(words in error for words in _TEMPLATE):
            return False
        assert isinstance(said.directive, Shape)
        name = said.template
        for entry in said.directive.entries:
            place = Place(said.file, entry.span)
            if entry.size and len(entry.path) == 1 and name not in self.table.templates:
                self.table.templates[name] = (entry.path[0], entry.size, place)
                continue
            what = f"'shape': of all instances of the template '{name}' it can only say how the elements are"
            what += " found, once, as in 'data()[size()]'"
            self._complain("bad-shape", said.file, entry.span, what=what)
        return True

    def _containers_fit(self) -> None:
        """Refuse containers that hold other pointers than those to their elements."""
        for key, (found, place) in self.table.containers.items():
            record = self.reader.record(key)
            if wrong := self._holds_more(record, found.element):
                what = f"the container '{record.shown}': {wrong}"
                self._complain("bad-shape", place.file, place.span, what=what)

    def _holds_more(self, record: Record, element: TypeRef) -> str:
        """Why the pointers of a class cannot all lead to its elements."""
        for member in record.members:
            kind = innermost(member.type)
            leads = (
                kind.kind == POINTER and kind.target is not None and kind.target.spelling == element.spelling
            )
            skipped = self.table.policies.get((record.key, "", (member.name,)), ("",))[0] == "skip"
            if not leads and not skipped and self.table.has_pointers(kind):
                why = f"its member '{member.name}' leads to something else"
                return f"{why}: 'policy({record.spelling}: skip({member.name}))' copies its bytes as they are"
        return ""

    def _target(self, said: TypeDirective, written: Expression, number: int) -> TypeRef | None:
        """The type behind ``as``."""
        why = "it is no type that has a size"
        for kind, error in self._types(number, "as"):
            if error is not None:
                why = error
            elif kind is not None and kind.kind == OPAQUE:
                why = f"it is {self.reader.incomplete(kind)}"
            elif kind is not None and kind.kind not in (VOID, FUNCTION, REFERENCE, OTHER, TAIL):
                return kind
        self._complain("bad-shape", said.file, written.span, what=f"type '{written.text}': {why}")
        return None

    def _strings_fit(self, said: TypeDirective, entry: ShapeEntry, record: Record, target: TypeRef) -> bool:
        """Whether ``strlen`` stands only in the length of a string."""
        if "strlen" in self.reader.names(record):
            return True
        last = target
        while last.kind in (POINTER, ARRAY) and last.target is not None:
            last = last.target
        for level, length in enumerate(entry.lengths):
            token = next((each for each in length.toks if each.text == STRLEN), None)
            if token is None or called(length, token):
                continue
            why = ""
            if last.kind != SCALAR or last.spelling not in _CHARACTERS:
                name = ".".join(entry.path)
                why = f"'strlen' is a length of strings, and '{name}' leads to '{last.spelling}'"
            elif level + 1 < len(entry.lengths):
                why = "'strlen' is the length of the string itself, the last one"
            elif level > 1:
                why = "'strlen' is of a string that the member leads to by at most two pointers"
            if why:
                notes = (Note(f"'{record.shown}' is defined here", record.place),)
                what = f"length '{length.text}' of '{record.shown}': {why}"
                self._complain("bad-shape", said.file, Span(token.start, token.end), notes, what=what)
                return False
        return True


def _shown(record: Record, name: str) -> str:
    return f"{record.shown} as {name}" if name else record.shown
