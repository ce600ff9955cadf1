# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Descriptors: rows of the table -> C for ``pointerchain/descriptor.h``. No judgement is made here.

``struct Node { struct Node *next; }`` with ``shape(Node: next[1])``  ->
``static const pc_type *pc_type_Node(void) { static const pc_pointer pc_list[] = {{"next",
offsetof(struct Node, next), 1, 0, 0, 0, PC_OWNED, pc_type_Node, NULL, NULL, PC_TOFROM, NULL, ...}}; ... }``

Offsets, sizes and alignments are left to the user's compiler. The text is C99 and C++11.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import product
from zlib import crc32

from pointerchain.deepcopy.advice import leaves_out
from pointerchain.deepcopy.containers import Container
from pointerchain.deepcopy.functions import Counted, Function, Functions
from pointerchain.deepcopy.limited import ANY, limit_text
from pointerchain.deepcopy.limits import Limit, limits
from pointerchain.deepcopy.members import members_of
from pointerchain.deepcopy.places import (
    argument,
    c_string,
    combinations,
    distance,
    identifier,
    level_of,
    moved,
    place_of,
    relative,
    start_of,
    subscripts,
)
from pointerchain.deepcopy.rows import (
    FOLLOWED,
    HOST,
    INTERIOR,
    OBSERVER,
    SKIPPED,
    Asked,
    KindOf,
    Owner,
    Problem,
    Row,
    Rows,
    by_element,
)
from pointerchain.deepcopy.table import Table
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.records import (
    OPAQUE,
    POINTER,
    RECORD,
    REFERENCE,
    TAIL,
    VOID,
    Record,
    TypeRef,
    pointed_at,
)

_KINDS = {"owned": "PC_OWNED", "shared": "PC_SHARED", OBSERVER: "PC_OBSERVER", INTERIOR: "PC_OBSERVER"}
_COMPILED = lazy_pattern(r"\.(?:c|C|cc|cpp|cxx|c\+\+|cu|m|mm)\Z|^[^.]*\Z")
DIRECTIONS = {"to": "PC_TO", "from": "PC_FROM", "tofrom": "PC_TOFROM", "alloc": "PC_ALLOC"}
_PLAIN = "NULL, NULL, 0"
"""The last members of a pointer that is none of a container's words, and that kernels do not change."""
_NO_TAIL = "0, 0, NULL"
"""The members of a type that does not end in a flexible array; its last one is null, too."""
_ALONE = "NULL, 0, NULL"
"""The members of a type that stands for no others."""
_COPIED = "NULL, 0"
"""The members of a type all of whose data are copied as they are."""
VERSION = "typedef char {}[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1];"
"""Refuses to compile against another layout of the descriptors; to be given a name."""


def prefix_of(file: str, data: bytes) -> str:
    """What the names of a file's descriptors begin with.

    An included file's tell it from all others, those of its name in other folders too: a source that
    includes several has the descriptors of each beside its own. Its text tells them apart rather than
    its path, which differs between the ways to it.
    """
    if _COMPILED.search(file):
        return "pc_"
    return f"pc_{identifier(os.path.basename(file))}_{crc32(data):08x}_"  # noqa: PTH119


def quiet(text: str) -> str:
    """C++ with an ``offsetof`` that is conditionally supported: gcc and Clang support it, and warn."""
    push = '_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \\"-Winvalid-offsetof\\"")'
    return f'{push} {text.rstrip()} _Pragma("GCC diagnostic pop")'


class Writer(Functions):
    """Writes descriptors for one scope; each type once, and the functions that they lead to."""

    def __init__(
        self, table: Table, taken: set[str], cxx: bool, prefix: str = "pc_", *, lives: bool = True
    ) -> None:
        """``lives``: whether images are made, so that descriptors say how containers are."""
        super().__init__(table, taken, cxx, prefix)
        self.lives = lives
        self.waiting: list[tuple[tuple[str, ...], TypeRef, bool, str]] = []
        self.accessors: list[tuple[str, Problem]] = []
        """Every function that asks a container, with what it means where it does not compile."""
        self.more: list[Function] = []
        """Descriptors of pointers, which are written with the next types."""

    def type(self, kind: TypeRef, *, followed: bool = True, shape: str = "") -> str:
        """The name of the function that describes a type by its shape of a name; :meth:`write` defines it.

        A type that is only observed is not followed, so that its members need no shape. Of an image its
        pointers have to be those of the object that it is a part of, where they are known.
        """
        followed = followed or (self.lives and kind.kind == RECORD and self._describable(kind.record))
        key: tuple[str, ...] = ("scalar", kind.spelling)
        if kind.kind == RECORD and not followed:
            if ("record", kind.record, "") in self.names:
                return self.names["record", kind.record, ""]
            key = ("observed", kind.record)
        elif kind.kind == RECORD:
            key = ("record", kind.record, shape)
        if key not in self.names:
            self.names[key] = self.fresh("pc_type_" + identifier(f"{kind.spelling} {shape}"))
            self.waiting.append((key, kind, followed, shape))
        return self.names[key]

    def _describable(self, key: str) -> bool:
        """Whether all is known of a record and of what it leads to."""
        seen, waiting = set[str](), [key]
        while waiting:
            key = waiting.pop()
            if key in seen:
                continue
            seen.add(key)
            rows = self.table.rows(key, "")
            if rows.problems:
                return False
            waiting += (
                row.target.record for row in rows.leading if row.kind in FOLLOWED and row.target.record
            )
            waiting += (each.type.record for each in self.table.kinds.get(key, ()))
        return True

    def pointers(self, kind: TypeRef, targets: Sequence[tuple[TypeRef, int]], shape: str) -> str:
        """The name of the function that describes a root's elements, which are pointers.

        ``targets`` are what those lead to, level by level, each with the number of its length in the array
        that :meth:`lengths` names, or -1 for a single object.
        """
        key = ("pointers", kind.spelling, shape, *(f"{target.spelling}.{at}" for target, at in targets))
        if key in self.names:
            return self.names[key]
        name = self.names[key] = self.fresh("pc_type_" + identifier(kind.spelling))
        body, inner, label = [], "NULL", ""
        for level, (target, at) in reversed(list(enumerate(targets))):
            label = c_string("[]" * (level + 1))
            described, count = self.type(target, shape=shape), "NULL" if at < 0 else self._row_length(at)
            own = f"pc_inner_{level}" if level else "pc_list[]"
            row = _led_to(label, "PC_OWNED", described, count, inner)
            row = row if level else f"{{{row}}}"
            body.append(f"static const pc_pointer {own} = {{{row}}};")
            inner = f"&{own}"
        row = f"{c_string(kind.spelling)}, sizeof({kind.spelling}), {self._alignment(kind.spelling)}"
        row += f", pc_list, 1, {_NO_TAIL}, {_ALONE}, {_COPIED}, {ANY}, NULL, NULL"
        body.append(f"static const pc_type pc_this = {{{row}}};")
        self.more.append(self._function(name, " ".join(body)))
        return name

    def write(self, separator: str = " ") -> str:
        """All that was asked for since the last call, and what it leads to."""
        types, self.more = self.more, []
        while self.waiting:
            key, kind, followed, shape = self.waiting.pop(0)
            name = self.names[key]
            follow = kind.kind == RECORD and followed
            types.append(self._record(name, kind, shape) if follow else self._scalar(name, kind))
        functions = [*types, *self.counts]
        self.counts = []
        declarations = [function.declaration for function in types]
        definitions = [function.definition for function in (*functions[len(types) :], *types)]
        return separator.join(declarations + definitions)

    # --- types ----------------------------------------------------------------------------------------

    def _function(self, name: str, body: str) -> Function:
        arguments = "" if self.cxx else "void"
        head = f"static const pc_type *{name}({arguments})"
        return Function(name, f"{head};", f"{head} {{ {body} return &pc_this; }}")

    def _scalar(self, name: str, kind: TypeRef) -> Function:
        if kind.kind in (VOID, OPAQUE):
            size = align = "1"
        else:
            size, align = f"sizeof({kind.spelling})", self._alignment(kind.spelling)
        body: list[str] = []
        limited = limit_text(limits(self.table.reader, kind) if self.lives else (), (), body, cxx=self.cxx)
        row = (
            f"{c_string(kind.spelling)}, {size}, {align}, NULL, 0, {_NO_TAIL}, {_ALONE}, {_COPIED}, {limited}"
        )
        row += f", NULL, {self._members(kind)}"
        return self._function(name, " ".join([*body, f"static const pc_type pc_this = {{{row}}};"]))

    def _members(self, kind: TypeRef) -> str:
        """What images are told of a type's members; nothing where none is made."""
        return c_string(members_of(self.table.reader, kind)) if self.lives else "NULL"

    def _alignment(self, spelling: str) -> str:
        return f"alignof({spelling})" if self.cxx else f"__alignof__({spelling})"

    def _record(self, name: str, kind: TypeRef, shape: str) -> Function:
        rows = self.table.rows(kind.record, shape)
        record = rows.record
        body: list[str] = []
        entries: list[str] = []
        for row in rows.rows:
            inner = self._inner(row, record, body, shape)
            entries += [f"{{{entry}}}" for entry in self._entries(row, record, inner, shape, body)]
        pointers = "NULL, 0"
        if entries:
            body.append(f"static const pc_pointer pc_list[] = {{{', '.join(entries)}}};")
            pointers = "pc_list, sizeof pc_list / sizeof pc_list[0]"
        spelling = argument(record)
        if spelling != record.spelling:
            body.insert(0, f"typedef {record.spelling} {spelling};")
        title = record.spelling + (f" as {shape}" if shape else "")
        row_text = f"{c_string(title)}, sizeof({spelling}), {self._alignment(spelling)}, {pointers}"
        judged = self._judged(kind, rows) if self.lives else ()
        hidden = any(row.hidden for row in (*rows.rows, *rows.customs))
        same = self._same_layout(record, spelling) if hidden or judged else []
        if hidden or (self.cxx and judged):
            body += [f'static_assert({each}, "Clang lays it out in another way");' for each in same]
        kinds = self._kinds(record, body)
        customs = self._customs(rows, body)
        limited = limit_text(judged, same, body, cxx=self.cxx)
        tail = self._tail_pointer(rows.tail.pointers, body) if rows.tail and rows.tail.pointers else "NULL"
        row_text = (
            f"{row_text}, {self._tail(rows)}, {kinds}, {customs}, {limited}, {tail}, {self._members(kind)}"
        )
        body.append(f"static const pc_type pc_this = {{{row_text}}};")
        function = self._function(name, " ".join(body))
        if record.plain:
            return function
        return function._replace(definition=quiet(function.definition))

    def _same_layout(self, record: Record, spelling: str) -> list[str]:
        """Conditions that a record is laid out as Clang says, as far as names tell."""
        reader, align = self.table.reader, self._alignment(spelling)
        same = [f"sizeof({spelling}) == {record.size}", f"{align} == {record.align}"]
        for name in sorted(reader.names(record)):
            found = reader.locate(record, name)
            if found is None or found.offset < 0 or not found.public or reader.meanings(record, name) > 1:
                continue
            if not found.member.bit_field and found.member.type.kind not in (REFERENCE, TAIL):
                same.append(f"offsetof({spelling}, {name}) == {found.offset // 8}")
        return same

    def _kinds(self, record: Record, body: list[str]) -> str:
        """The classes that derive from a record, itself the last, and the function that tells them."""
        kinds = self.table.kinds.get(record.key, [])
        if not kinds and not self._has_virtual(record):
            return _ALONE
        own = TypeRef(RECORD, record.spelling, record=record.key)
        names = ", ".join(self.type(kind) for kind in (*(each.type for each in kinds), own))
        body.append(f"static const pc_type_function pc_kinds[] = {{{names}}};")
        return f"pc_kinds, {len(kinds) + 1}, {self._kind(record, kinds)}"

    def _has_virtual(self, record: Record) -> bool:
        """Whether an object tells of which class it is."""
        above = (self.table.reader.record(key) for key, _, _ in record.bases if key)
        return record.virtual or any(map(self._has_virtual, above))

    def _kind(self, record: Record, kinds: Sequence[KindOf]) -> str:
        """The name of the function that tells of which class an object is."""
        key = ("kind", record.key)
        if key not in self.names:
            name = self.names[key] = self.fresh(f"pc_kind_{identifier(record.spelling)}")
            own = f"const {record.spelling} *"
            tests, last = [], len(kinds)
            for number, each in enumerate(kinds):
                if each.when is not None:
                    test = f"{self._condition(Asked(each.when, Owner(record.key, 0)))}(pc_object)"
                else:
                    test = f"PC_IS_EXACTLY(pc_self, {each.type.spelling})"
                tests.append(f"if ({test}) return {number};")
            ending = f"return {last};"
            read = ""
            if not kinds or any(each.when is None for each in kinds):
                read = f"{own}pc_self = {self._cast(own, 'pc_object', outer=True)}; "
                ending = f"return PC_IS_EXACTLY(pc_self, {record.spelling}) ? {last} : -1;"
            head = f"static int {name}(const void *pc_object)"
            self.counts.append(Function(name, f"{head};", f"{head} {{ {read}{' '.join(tests)} {ending} }}"))
        return self.names[key]

    def _tail(self, rows: Rows) -> str:
        if rows.tail is None or rows.tail.length is None:
            return _NO_TAIL
        record, member = rows.record, rows.tail.member
        count = self._count(Counted(rows.tail.length, record, member.name, member.name, rows.name))
        offset = f"offsetof({argument(record)}, {member.name})"
        return f"{offset}, sizeof({self._member(record, member.name)}[0]), {count}"

    def _tail_pointer(self, row: Row, body: list[str]) -> str:
        """Describe the pointers of a flexible array; the address of that."""
        if row.kind in FOLLOWED:
            entry = self._level(row, "", 1, "NULL")
        else:
            kind, target = _KINDS[row.kind], self.type(row.target, followed=False)
            label = c_string(row.name + "[]")
            entry = _led_to(label, kind, target, "NULL", "NULL", last=_changed(row, 1))
        body.append(f"static const pc_pointer pc_tail = {{{entry}}};")
        return "&pc_tail"

    def _member(self, record: Record, path: str) -> str:
        null = f"static_cast<{record.spelling} *>(nullptr)" if self.cxx else f"(({record.spelling} *)0)"
        return f"{null}->{path}"

    # --- bytes that cannot have all values ------------------------------------------------------------

    def _judged(self, kind: TypeRef, rows: Rows) -> tuple[Limit, ...]:
        """The limits of a record, but for what functions of the user translate."""
        own = [
            range(row.offset, row.offset + row.repeat * row.type.size)
            for row in rows.customs
            if row.functions
        ]
        found = limits(self.table.reader, kind)
        return tuple(limit for limit in found if not any(limit.offset in each for each in own))

    # --- members with functions of the user -----------------------------------------------------------

    def _customs(self, rows: Rows, body: list[str]) -> str:
        """Describe the members that functions translate; the list and how many there are."""
        if not rows.customs:
            return _COPIED
        entries = []
        for row in rows.customs:
            whole = row._replace(steps=(*row.steps[:-1], row.steps[-1]._replace(extents=())))
            for repeated, indices in combinations(whole, one_each=False):
                entries.append(f"{{{self._custom(row, whole, rows.record, repeated, indices)}}}")
        body.append(f"static const pc_custom pc_customs[] = {{{', '.join(entries)}}};")
        return "pc_customs, sizeof pc_customs / sizeof pc_customs[0]"

    def _custom(self, row: Row, whole: Row, record: Record, repeated: int, indices: tuple[int, ...]) -> str:
        parts = [
            step.name + subscripts(step.extents, index)
            for step, index in zip(whole.steps, indices, strict=True)
        ]
        if row.hidden:
            place, size = place_of(whole, indices, repeated), str(row.type.size * row.steps[-1].length)
        else:
            size = f"sizeof({self._member(record, '.'.join(parts))})"
            place = self._named_place(whole, record, list(parts), repeated)
        before = self._hook(row, 0) if row.functions else "NULL"
        after = self._hook(row, 1) if len(row.functions) > 1 else "NULL"
        functions = c_string(", ".join(row.functions) or HOST)
        # No copy of it is given to a function where there is none, so that a type without a name will do.
        nameless = not row.functions and "(" in row.type.spelling
        alignment = "1" if nameless else self._alignment(row.type.spelling)
        return f"{c_string(row.name)}, {place}, {size}, {alignment}, {before}, {after}, {functions}"

    def _hook(self, row: Row, way: int) -> str:
        """The name of the function that calls one of the user's."""
        owner, called = self._owner(row), row.functions[way]
        key = ("hook", owner.key, relative(row), called, str(way))
        if key in self.names:
            return self.names[key]
        word = ("before", "after")[way]
        base = f"pc_{word}_{identifier(owner.spelling)}_{identifier(relative(row))}"
        name = self.names[key] = self.fresh(base)
        copy, about = "void *pc_copy", "const void *pc_owner"
        arguments = f"{self._cast('pc_member *', 'pc_copy', outer=True)}, "
        arguments += self._cast(f"const {owner.spelling} *", "pc_owner", outer=True)
        if way:
            copy, about = "void *pc_owner", "const void *pc_copy"
            arguments = f"{self._cast(f'{owner.spelling} *', 'pc_owner', outer=True)}, "
            arguments += self._cast("const pc_member *", "pc_copy", outer=True)
        head = f"static void {name}({copy}, {about})"
        plain = (
            ' static_assert(__is_trivially_copyable(pc_member), "its bytes are not all of it");' * self.cxx
        )
        text = f"typedef __typeof__({row.type.spelling}) pc_member;{plain} {called}({arguments});"
        self.counts.append(Function(name, f"{head};", f"{head} {{ {text} }}"))
        shown = f"{row.type.spelling} *copy", f"const {owner.spelling} *object"
        if way:
            shown = f"{owner.spelling} *object", f"{row.type.spelling} const *copy"
        why = f"'{called}' cannot be called as '{called}({', '.join(shown)})'"
        if self.cxx and row.type.kind == RECORD:
            why += f", or '{row.type.spelling}' is no type whose bytes can be copied"
        problem = Problem("unsupported-member", row.place, field=row.name, type=owner.shown, why=why)
        self.accessors.append((name, problem))
        return name

    # --- pointers -------------------------------------------------------------------------------------

    def _inner(self, row: Row, record: Record, body: list[str], shape: str) -> str:
        """Describe the pointers that a pointer to pointers points at; the address of the first."""
        if row.levels < 2 or row.kind not in FOLLOWED:
            return "NULL"
        inner = "NULL"
        if row.container is not None:
            return self._pointed(row, row.container.element, body)
        for level in range(row.levels - 1, 0, -1):
            name = f"pc_inner_{identifier(row.name)}_{level}"
            entry = self._level(row, shape, level, inner)
            body.append(f"static const pc_pointer {name} = {{{entry}}};")
            inner = f"&{name}"
        return inner

    def _level(self, row: Row, shape: str, level: int, inner: str) -> str:
        """A ``pc_pointer`` for the pointers of a level."""
        label = c_string(row.name + "[]" * level)
        count, by_row = self._number(row, shape, level), int(row.lengths[level].by_row)
        last, direction = _changed(row, level), DIRECTIONS[row.direction]
        target = self._target(row, level)
        return _led_to(label, _KINDS[row.kind], target, count, inner, direction, by_row, last)

    def _pointed(self, row: Row, element: TypeRef, body: list[str]) -> str:
        """Describe what the pointers lead to that are a container's elements; the address of the first."""
        chain = [element]
        while chain[-1].kind == POINTER:
            chain.append(pointed_at(chain[-1])[0])
        inner, path = "NULL", relative(row)
        for level in range(len(chain) - 2, -1, -1):
            last, length = level == len(chain) - 2, row.lengths[level]
            target = self.type(chain[level + 1], shape=row.shape if last else "")
            counted = Counted(length, self._owner(row), path, path, "", level + 1)
            count = "NULL" if length.one else self._count(counted)
            name = f"pc_inner_{identifier(row.name)}_{level + 1}"
            label = c_string(row.name + "[]" * (level + 1))
            entry = _led_to(label, _KINDS[row.kind], target, count, inner, DIRECTIONS[row.direction])
            body.append(f"static const pc_pointer {name} = {{{entry}}};")
            inner = f"&{name}"
        return inner

    def _target(self, row: Row, level: int) -> str:
        """The type of what the pointer of a level points at."""
        if level + 1 == row.levels:
            return self.type(row.target, followed=row.kind in FOLLOWED, shape=row.shape)
        return self.type(level_of(row, level)[0])

    def _entries(self, row: Row, record: Record, inner: str, shape: str, body: list[str]) -> list[str]:
        """A ``pc_pointer`` for each combination of indices but those of the longest array.

        Pointers of one array have one each where their lengths differ.
        """
        if row.container is not None:
            every = product(*(range(step.length) for step in row.steps))
            return [self._container(row, row.container, record, indices, inner, body) for indices in every]
        return [
            self._entry(row, record, inner, shape, repeated, indices, body)
            for repeated, indices in combinations(row, one_each=by_element(row))
        ]

    def _container(
        self,
        row: Row,
        found: Container,
        record: Record,
        indices: tuple[int, ...],
        inner: str,
        body: list[str],
    ) -> str:
        """A row for the words of one container; ``inner`` describes elements that are pointers."""
        parts = [s.name + subscripts(s.extents, i) for s, i in zip(row.steps, indices, strict=True)]
        path = ".".join(parts)
        spelling = argument(record)
        whole = f"sizeof({self._member(record, path)})" if path else f"sizeof({spelling})"
        at = f"offsetof({spelling}, {path})" if path else "0"
        if row.hidden:
            whole = f"sizeof({row.type.spelling})"
            at = str(row.offset + distance(row, indices))
        start = row.offset + distance(row, indices)
        words = f"{at}, {whole} / sizeof(void *), sizeof(void *)"
        class_ = self.table.reader.record(row.type.record)
        elements = f"pc_self->{found.data.removeprefix('pc_self->')}"
        if found.size:
            owner, lies = at, start
            checked = f"pc_container_length(pc_self, sizeof *pc_self, {elements}, (long long)({found.size}))"
            count = self._accessor(class_, "count", "long long", checked)
            data = self._accessor(class_, "data", "const void *", self._first(found))
            room = self._accessor(class_, "room", "long long", f"(long long)({found.room})")
        else:
            lies = start_of(row, row.owner, indices)
            owner = str(lies)
            path = relative(row)
            counted = Counted(row.lengths[0], self._owner(row), path, path)
            number = "1LL" if row.lengths[0].one else f"{self._count(counted)}(pc_owner)"
            checked = f"pc_container_length(pc_self, sizeof *pc_self, {elements}, {number})"
            count = self._accessor(class_, "count", "long long", checked, start - lies, row.name)
            data = self._accessor(class_, "data", "const void *", self._first(found), start - lies)
            room = "NULL"
        what = f"'{found.data.removeprefix('pc_self->')}' gives no '{found.element.spelling} *'"
        what += leaves_out(record, row.name) if row.name else ""
        problem = Problem("unsupported-member", row.place, field=row.name, type=record.shown, why=what)
        self.accessors += [(each, problem) for each in (count, data, room) if each != "NULL"]
        name = c_string(row.name or record.spelling)
        target = self._target(row, 0) if row.levels == 1 else self.type(found.element)
        entry = f"{name}, {words}, {owner}, 0, {_KINDS[row.kind]}, {target}, {count}, {inner}"
        life = found.life.format(class_.spelling, found.element.spelling) if self.lives else ""
        made = self._made(class_, whole, room, life or "NULL", body)
        return f"{entry}, {DIRECTIONS[row.direction]}, {self._held(row, indices, lies)}, {data}, {made}, 0"

    @staticmethod
    def _made(record: Record, size: str, room: str, life: str, body: list[str]) -> str:
        """The address of what is known of a class of which objects are more than their bytes."""
        if room == life == "NULL":
            return "NULL"
        name = f"pc_container_{identifier(record.spelling)}"
        text = f" = {{{size}, {room}, {life}}};"
        found = next((each for each in body if each.startswith(f"static const pc_container {name}")), "")
        if found and not found.endswith(text):
            name += f"_{len(body)}"
        if not found.endswith(text):
            body.append(f"static const pc_container {name}{text}")
        return f"&{name}"

    @staticmethod
    def _first(found: Container) -> str:
        """The first element's address, which compiles only where it is one of the type that is said."""
        kind = found.element.spelling
        same = f"sizeof(char[sizeof(*{found.data}) == sizeof({kind}) ? 1 : -1])"
        return f"{same} ? static_cast<{kind} const *>({found.data}) : nullptr"

    def _accessor(
        self, record: Record, what: str, result: str, value: str, lies: int = -1, name: str = ""
    ) -> str:
        """The name of a function that asks a container.

        It is given the container, or with ``lies`` a record that begins so many bytes before it.
        """
        own = f"const {record.spelling} *"
        where = "pc_owner"
        if lies >= 0:
            where = f"static_cast<const void *>(static_cast<const char *>(pc_owner) + {lies})"
        body = f"{own}pc_self = static_cast<{own}>({where}); return {value};"
        key = (what, record.key, *((str(lies), value) if lies >= 0 else ()))
        base = f"pc_{what}_{identifier(f'{record.spelling} {name}')}"
        return self._asker(key, base, result, body)

    def _held(self, row: Row, indices: tuple[int, ...], start: int) -> str:
        """The function that says whether a container is one; it is given what lies at byte ``start``."""
        calls = [
            f"{self._condition(asked)}({moved('pc_owner', start_of(row, asked.owner, indices) - start)})"
            for term in row.terms
            for asked in term.asked
        ]
        if not calls:
            return "NULL"
        text = " && ".join(calls)
        only = re.fullmatch(r"(\w+)\(pc_owner\)", text)
        base = f"pc_alive_{identifier(row.type.spelling)}"
        return only.group(1) if only else self._asker(("alive", text), base, "int", f"return {text};")

    def _entry(
        self,
        row: Row,
        record: Record,
        inner: str,
        shape: str,
        repeated: int,
        indices: tuple[int, ...],
        body: list[str],
    ) -> str:
        parts = []
        for step, index in zip(row.steps, indices, strict=True):
            parts.append(step.name + subscripts(step.extents, index))
        if row.hidden:
            place = place_of(row, indices, repeated)
        else:
            place = self._named_place(row, record, parts, repeated)
        name, when = c_string(row.name), self._when(row)
        if row.kind == SKIPPED:
            last = _PLAIN
            if row.words and self.lives and self.cxx and row.type.kind == RECORD:
                class_ = self.table.reader.record(row.type.record)
                life = f"pc_empty_life<{class_.spelling}>"
                last = f"NULL, {self._made(class_, f'sizeof({class_.spelling})', 'NULL', life, body)}, 0"
            return f"{name}, {place}, PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, {when}, {last}"
        if row.kind not in FOLLOWED:
            target = self.type(row.target, followed=False) if row.levels == 1 else self._target(row, 0)
            count = "NULL"
            if row.lengths and self.lives:  # an image is held to it
                member = ".".join(parts[row.owner.depth :])
                count = self._number(row, shape, 0, indices[-1], member, even_one=True)
            entry = f"{name}, {place}, {_KINDS[row.kind]}, {target}, {count}, NULL"
            return f"{entry}, PC_TOFROM, {when}, {_changed(row)}"
        count = self._number(row, shape, 0, indices[-1], ".".join(parts[row.owner.depth :]))
        entry = f"{name}, {place}, {_KINDS[row.kind]}, {self._target(row, 0)}, {count}, {inner}"
        return f"{entry}, {DIRECTIONS[row.direction]}, {when}, {_changed(row)}"

    def _named_place(self, row: Row, record: Record, parts: list[str], repeated: int) -> str:
        """Where the pointers of an entry and their owners lie, by the names of the members."""
        spelling, step = argument(record), row.steps[repeated]
        repeat = stride = None
        if repeated < 0:
            pass
        elif row.words:
            parts[-1] = step.name
            whole, stride = self._member(record, ".".join(parts)), "sizeof(void *)"
            repeat = f"sizeof({whole}) / ({stride})"
        elif step.length > 1:
            whole = self._member(record, ".".join([*parts[:repeated], step.name]))
            element = whole + "[0]" * len(step.extents)
            repeat, stride = f"sizeof({whole}) / sizeof({element})", f"sizeof({element})"
        owner = owner_stride = "0"
        base = row.base or row.owner
        if base.depth:
            owner = f"offsetof({spelling}, {'.'.join(parts[: base.depth])})"
            if stride and repeated < base.depth:
                owner_stride = stride
        place = f"offsetof({spelling}, {'.'.join(parts)}), {repeat or '1'}, {stride or '0'}"
        return f"{place}, {owner}, {owner_stride}"


def _led_to(
    label: str,
    kind: str,
    target: str,
    count: str,
    inner: str,
    direction: str = DIRECTIONS["tofrom"],
    by_row: int = 0,
    last: str = _PLAIN,
) -> str:
    """A ``pc_pointer`` for the pointers that another one leads to: its row starts where they do."""
    return f"{label}, 0, 1, 0, 0, {by_row}, {kind}, {target}, {count}, {inner}, {direction}, NULL, {last}"


def _changed(row: Row, level: int = 0) -> str:
    """The last members of a pointer that is none of a container's words."""
    resized = row.resized[level : level + 1] == (True,)
    words = ["PC_MUTABLE"] * row.mutable + ["PC_MUTABLE_LENGTH"] * resized
    return f"NULL, NULL, {' | '.join(words) or 0}"
