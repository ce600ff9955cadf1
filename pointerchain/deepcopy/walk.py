# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Walk: one record under the shapes and policies -> its pointers, those of what is embedded in it too.

``struct Mesh { struct Leaf leaves[4]; };``  ->  ``leaves[].p``, with the length that ``Leaf``'s shape says
"""

from __future__ import annotations

from pointerchain.deepcopy import missing
from pointerchain.deepcopy.advice import (
    as_it_is,
    first_pointer,
    leaves_out,
    or_as_it_is,
    says_when,
    skip_or_type,
)
from pointerchain.deepcopy.contained import (
    REMEDY,
    UNSEEN,
    VOLATILE,
    blocked,
    hides,
    is_of_library,
    not_copied,
    not_led_to,
    only_containers,
)
from pointerchain.deepcopy.containers import optional
from pointerchain.deepcopy.policies import Policies
from pointerchain.deepcopy.policy_lookup import PolicyLookup
from pointerchain.deepcopy.rows import (
    CUSTOM,
    FOLLOWED,
    HOST,
    INTERIOR,
    OBSERVER,
    OWNED,
    SKIPPED,
    UNKNOWN,
    Asked,
    At,
    Choice,
    Given,
    Length,
    Owner,
    Problem,
    Row,
    Rows,
    Step,
    Tail,
    When,
    by_element,
    copies,
    path_of,
)
from pointerchain.deepcopy.tails import element_of, goes_on, may_go_on, pointers
from pointerchain.deepcopy.unions import Alive, Condition, Site, same, terms
from pointerchain.diagnostics import Place
from pointerchain.source import Span
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
    Record,
    TypeRef,
    pointed_at,
)

_MOST_COPIES = 256
_NOT_PUBLIC = "it is not public, so that no descriptor can name it"
_ONE_OBJECT = Given((Length("1", "1", True, False),), Place("", Span(0, 0)))
"""What a reference leads to."""


class Walk:
    """Reads one record and what is embedded in it."""

    def __init__(self, table: Policies, key: str, name: str) -> None:
        self.table, self.key = table, key
        self.given = (name, "") if name else ("",)
        """The names of the shapes that count, the first one first."""
        self.lookup = PolicyLookup(table, self.given)
        self.record = table.reader.record(key)
        self.rows: list[Row] = []
        self.customs: list[Row] = []
        self.met: set[tuple[str, tuple[str, ...]]] = set()
        """The records and paths by which members with a policy of ``custom`` or ``host`` were met."""
        self.problems: list[Problem] = []
        self.tail: Tail | None = None
        self.sites: tuple[Site, ...] = ()
        """The unions around what is read."""
        self.unions = 0
        self.private = False
        """Whether what is read lies in a member or base that is not public."""
        self.sealed = False
        """Whether that is a member or base of a class of the library, whose layout is its own affair."""
        self.hidden = False
        """Whether no name reaches what is read: it is private, or another member has the name."""
        self.engaged: tuple[Condition, ...] = ()
        """That the objects around what is read which may hold it do."""
        self.doubted: set[Site] = set()
        """The members of unions of which it was said that nothing says when they are alive."""
        self.alive: dict[int, Alive] = {}
        """By the number of a row: under which conditions it is a pointer."""

    def read(self) -> Rows:
        """All that a descriptor needs, or what is in its way."""
        record, here = self.record, At((), (Owner(self.key, 0),))
        if record.local:
            self.refuse(record.place, "", "it is declared in a function, where no descriptor can name it")
        elif (
            record.union
            and self.table.has_pointers(TypeRef(RECORD, "", record=self.key))
            and not self.lookup.has_conditions(record, here)
        ):
            why = "it is a union with pointers: which one is alive is not known"
            self.refuse(
                record.place, "", f"{why}{says_when(record, first_pointer(record, self.table))} says it"
            )
        elif (held := optional(self.table.reader, record)) is not None:
            self._optional(record.place, TypeRef(RECORD, record.spelling, record=self.key), held, here)
        elif self.table.is_container(self.key):
            kind = TypeRef(RECORD, record.spelling, record=self.key)
            self._container(record.place, kind, here)
        else:
            self._record(record, here)
        self._refuse_unmet()
        rows = sorted(self._with_terms(), key=lambda row: row.offset)
        customs = tuple(sorted(self.customs, key=lambda row: row.offset))
        return Rows(record, tuple(rows), self.tail, tuple(self.problems), self.given[0], customs)

    def _refuse_unmet(self) -> None:
        """Refuse ``custom`` and ``host`` of members of this record that nothing leads to."""
        for key, name, path in self.table.customs:
            if key == self.key and name in self.given and (key, path) not in self.met and not self.problems:
                policy, place = self.table.policies[key, name, path]
                why = f"'{policy}' does nothing for it: it lies in a union, or in what another policy covers"
                self.refuse(place, ".".join(path), why)

    def refuse(
        self,
        place: Place,
        field: str,
        why: str,
        code: str = "unsupported-member",
        about: Record | None = None,
    ) -> None:
        """Note a problem of a member."""
        self.problems.append(Problem(code, place, field, (about or self.record).shown, why))

    def refuse_class(self, record: Record, why: str) -> None:
        """Note a problem of a class on the way."""
        self.refuse(record.place, "", why, about=record)

    def _record(self, record: Record, at: At) -> None:
        """The members of ``record``."""
        if record.virtual and not self.lookup.skips_virtual(record, at):
            why = "it has virtual functions, whose table lies in host memory: 'policy"
            self.refuse_class(record, f"{why}({record.spelling}: skip(virtual))' copies the rest of it")
        if self.table.unseen(record):
            self.refuse_class(record, UNSEEN + REMEDY * (not is_of_library(record)))
        for key, public, virtual in record.bases:
            above = self.table.reader.record(key) if key else None
            if virtual:
                shown = above.shown if above is not None else "?"
                self.refuse_class(
                    record, f"a table in host memory tells where its virtual base '{shown}' lies"
                )
                continue
            base = TypeRef(RECORD, "", record=key)
            if above is None or not (self.table.has_pointers(base) or self.table.is_volatile(base)):
                continue
            if not self.table.has_pointers(base):
                self._record(above, at.within(key))
                continue
            lies = self.table.reader.base_offset(record, key)
            if lies is None:
                self.refuse_class(record, f"where its base '{above.shown}' lies is not known")
                continue
            if not public and is_of_library(record) and not only_containers(self.table, key):
                self.refuse_class(record, f"its base '{above.shown}' is not public and holds pointers")
                continue
            before = self.private, self.sealed, self.hidden
            self._within(record, public=public)
            # a length of the base reads it where it lies, which has no name either
            self.hidden = self.hidden or lies > 0 or self.table.is_container(key)
            inside = at._replace(offset=at.offset + 8 * lies).within(key)
            if self.table.is_container(key):
                kind = TypeRef(RECORD, above.spelling, record=key)
                self._container(above.place, kind, inside)
            else:
                self._record(above, inside)
            self.private, self.sealed, self.hidden = before
        sites, number = self.sites, self.unions
        self.unions += record.union
        for index, member in enumerate(record.members):
            self.sites = (*sites, Site(number, index, len(at.steps))) if record.union else sites
            before = self.private, self.sealed, self.hidden
            self._within(record, public=member.public)
            around = self.lookup.own_names(member, at)
            self.hidden = self.hidden or around is not at
            self._member(member, around)
            self.private, self.sealed, self.hidden = before
        self.sites = sites

    def _within(self, record: Record, *, public: bool) -> None:
        """Note what is known of all that lies in a member or base of a class."""
        self.private = self.private or not public
        self.sealed = self.sealed or (not public and is_of_library(record))
        self.hidden = self.hidden or self.private

    def _member(self, member: Member, around: At) -> None:
        kind = member.type
        extents: tuple[int, ...] = ()
        while kind.kind == ARRAY and kind.target is not None:
            extents, kind = (*extents, kind.length), kind.target
        name = path_of((*around.steps, Step(member.name)))
        at = around._replace(offset=around.offset + member.offset)
        if member.name:
            at = at._replace(steps=(*around.steps, Step(member.name, extents, kind.size)))
        policy = self.lookup.policy(at) if member.name else None
        if policy in (CUSTOM, HOST):
            self._custom(member, kind, at, policy)
            return
        skipped = self.lookup.skips(member, around)
        if not skipped and self._refuses_volatile(member, kind, at, name):
            return
        if kind.kind == TAIL:
            if skipped:
                return
            assert kind.target is not None
            last = around.owners[-1].record == self.key and member == self.record.members[-1]
            if last or around.steps or self.table.has_pointers(kind.target):
                self._tail(member, name, around)
        elif kind.kind == POINTER and not skipped and goes_on(self.lookup, self.record, member, around):
            self._tail(member, name, around)
        elif kind.kind == POINTER and not (skipped or around.steps) and may_go_on(self.record, member):
            why = "an array of one pointer at a record's end may be the first of more, which are not copied"
            ways = (
                f": 'shape({self.record.spelling}: {name.removesuffix('[]')}[n][1])' says how many there are;"
            )
            ways += f" where it is one, move it from there, or{leaves_out(self.record, name)[1:]}"
            self.refuse(member.place, name, why + ways)
        elif kind.kind == POINTER:
            self._pointer(member, kind, at)
        elif kind.kind == REFERENCE and not skipped:
            self._reference(member, kind, at)
        elif kind.kind == OTHER and not skipped:
            why = f"what a deep copy does with a '{kind.spelling}' is not known"
            self.refuse(member.place, name, f"{why}{as_it_is(self.record, name)}")
        elif kind.kind == ATOMIC and self.table.has_pointers(kind):
            if skipped:
                self._whole(member, kind, at)
            elif not self.lookup.refused(at):
                why = f"what is '_Atomic' may change while it is copied{leaves_out(self.record, name)}"
                self.refuse(member.place, name, why)
        elif self.table.has_tail(kind):
            self.refuse(member.place, name, "a record that ends in a flexible array cannot be embedded")
        elif kind.kind == RECORD and self.table.has_pointers(kind):
            if not member.public and skipped:
                return
            if self.sealed and not only_containers(self.table, kind.record):
                self.refuse(member.place, name, f"{_NOT_PUBLIC}{as_it_is(self.record, name)}")
                return
            self._embedded(member, name, kind, at, skipped=skipped)
        elif kind.kind == RECORD and not skipped and self.table.is_volatile(kind):
            unnamed = not self.table.reader.record(kind.record).spelling
            self._record(self.table.reader.record(kind.record), at if unnamed else at.within(kind.record))

    def _custom(self, member: Member, kind: TypeRef, at: At, policy: str) -> None:
        """A member that functions of the user translate, or that the host owns."""
        functions, owner = self.lookup.custom(at)
        self.met.update(at.paths())
        inner = self.table.reader.record(at.owners[-1].record)
        why = ""
        union = kind.kind == RECORD and self.table.reader.record(kind.record).union
        leads = kind.kind in (TAIL, REFERENCE, POINTER) or (self.table.has_pointers(kind) and not union)
        if policy == HOST and leads:
            why = "'host' is of a member without pointers: 'skip' or 'to' say what becomes of a target"
        elif member.bit_field and policy == HOST:
            why = "a bit-field shares its bytes with others, and they come back together"
        elif member.bit_field:
            why = "a bit-field has no address that a function could be given"
        elif kind.kind in (TAIL, REFERENCE):
            why = f"'{policy}' is of a member with a size, and '{kind.spelling}' has none of its own"
        elif kind.volatile or kind.kind == ATOMIC:
            why = VOLATILE
        elif policy == CUSTOM and self.table.reader.nameless(kind):
            why = "its type has no name that a function could be declared with"
        elif self.sites:
            why = f"'{policy}' is of a member that is always there, and this one is a union's"
            why += ": say it of the union"
        elif self.engaged or self.lookup.conditions(at):
            why = f"'{policy}' is of a member that is always there, and this one has a condition"
        elif any(step.extents for step in at.steps[owner.depth : -1]):
            why = f"its object is an element of an array: say it of '{inner.shown}'"
        elif copies(at.steps[:-1]) > _MOST_COPIES:
            why = f"it stands for {copies(at.steps[:-1])} arrays of members, and a descriptor lists at most"
            why += f" {_MOST_COPIES}"
        if why:
            self.refuse(member.place, at.name, why)
            return
        row = _row(at, member.place, policy, kind, kind, 0, owner)
        self.customs.append(row._replace(hidden=self.hidden, functions=functions))

    def _kept(self, member: Member, kind: TypeRef, at: At) -> None:
        """A union that is left out, such as a lock of C: its bytes go to the device, and never come back."""
        owner = at.owners[-1]
        inside_another = self.sites or self.engaged or self.lookup.conditions(at)
        repeated = any(step.extents for step in at.steps[owner.depth : -1])
        if not member.name or inside_another or repeated or copies(at.steps[:-1]) > _MOST_COPIES:
            return
        self.customs.append(_row(at, member.place, HOST, kind, kind, 0, owner)._replace(hidden=self.hidden))

    def _refuses_volatile(self, member: Member, kind: TypeRef, at: At, name: str) -> bool:
        """Refuse a member that is ``volatile``, or a flexible array of what is."""
        if kind.kind == TAIL and kind.target is not None:
            found = self.table.is_volatile(kind.target)
        else:
            found = kind.volatile and not (kind.kind == ATOMIC and self.table.has_pointers(kind))
        if not found:
            return False
        ways = leaves_out if kind.kind in (POINTER, TAIL) else as_it_is
        self.refuse(member.place, name, f"{VOLATILE}{ways(self.record, name)}")
        if kind.kind == POINTER:
            row = _row(at, member.place, OPAQUE, kind, kind, 1, at.owners[-1])
            self.rows.append(row)
        return True

    def _embedded(self, member: Member, name: str, kind: TypeRef, at: At, *, skipped: bool) -> None:
        """A member that is a record with pointers."""
        inner = self.table.reader.record(kind.record)
        unnamed = not inner.spelling or self.table.reader.nameless(kind)
        inside = at if unnamed else at.within(kind.record)
        if inner.union:
            if skipped:
                self._kept(member, kind, at)
            elif self.lookup.skips_all(inner, inside):
                pass
            elif self.lookup.has_conditions(inner, inside):
                self._record(inner, inside)
            else:
                first = first_pointer(inner, self.table)
                why = "which pointer of a union is alive is not known"
                why += says_when(self.record, ".".join(filter(None, (name.replace("[]", ""), first))))
                self.refuse(member.place, name, f"{why} says it{or_as_it_is(self.record, name or first)}")
        elif skipped and hides(self.table, inner):
            self._whole(member, kind, at)
        elif not skipped and self.table.is_container(kind.record):
            self._container(member.place, kind, at)
        elif not skipped and (held := optional(self.table.reader, inner)) is not None:
            self._optional(member.place, kind, held, at)
        elif not skipped and (why := blocked(self.lookup, inner, at.within(kind.record))):
            self.refuse(member.place, name, f"{why}{leaves_out(self.record, name)}")
        elif kind.record in (owner.record for owner in at.owners):
            self.refuse(member.place, name, "the record holds itself")
        else:
            self._record(inner, inside)

    def _whole(self, member: Member, kind: TypeRef, at: At) -> None:
        """Leave out a member whose pointers a descriptor cannot name, word by word."""
        alive = self._alive(at)
        if self._undecided(alive) is not None:
            return
        if not self.private and copies(at.steps[:-1], all_of=True) <= _MOST_COPIES:
            self.alive[len(self.rows)] = alive
            row = _row(at, member.place, SKIPPED, kind, kind, 0, at.owners[-1])
            self.rows.append(row._replace(words=True, hidden=self.hidden))

    # --- containers -----------------------------------------------------------------------------------

    def _container(self, place: Place, kind: TypeRef, at: At) -> None:
        """An object whose elements are found by its own member functions."""
        name, policy, reader = at.name, self.lookup.policy(at), self.table.reader
        found, why = self.table.container(kind.record)
        if found is None:
            self.refuse(place, name, why + (leaves_out(self.record, name) if name else ""))
            return
        flat, levels, lengths, owner = found.element, 1, tuple[Length, ...](), at.owners[-1]
        if not found.size:
            given, owner = self.lookup.length(at) if at.steps else (None, owner)
            if given is None or len(given.lengths) != 1:
                if at.steps:
                    self._no_length(place, at, missing.of_array(reader, self.record, at, given, owner))
                else:
                    self.refuse(place, "", missing.of_root(flat))
                return
            lengths = given.lengths
        if self.sites:
            why = "it is a member of a union"
        elif copies(at.steps, all_of=True) > _MOST_COPIES:
            why = f"it stands for {copies(at.steps, all_of=True)} containers, and a descriptor lists"
            why += f" at most {_MOST_COPIES}"
        elif policy in (OBSERVER, INTERIOR):
            why = f"a container is no {policy}: its elements are copied with it"
        elif lengths and (lengths[0].by_row or lengths[0].string):
            why = f"'{'strlen' if lengths[0].string else 'pc_row'}' is no length of what a container leads to"
        elif flat.kind == POINTER and at.steps and found.size:
            given, owner = self.lookup.length(at)
            if given is None:
                self._no_length(place, at, missing.of_elements(reader, self.record, at, flat, owner))
                return
            while flat.kind == POINTER:
                flat, levels = pointed_at(flat)[0], levels + 1
            lengths, why = (
                given.lengths,
                not_led_to(self.table, found.element, flat, levels - 1, given.lengths),
            )
        else:
            why = not_copied(self.table, flat)
        if why:
            self.refuse(place, name, why + (leaves_out(self.record, name) if name else ""))
            return
        row = _row(at, place, policy or found.kind, kind, flat, levels, owner)
        row = row._replace(words=True, hidden=self.hidden or not found.size, container=found)
        row = row._replace(lengths=lengths)
        if self.engaged:
            self.alive[len(self.rows)] = Alive(self.engaged, ())
        self.rows.append(row._replace(shape=self.lookup.shape(flat), direction=self.lookup.direction(at)))

    def _optional(self, place: Place, kind: TypeRef, held: TypeRef, at: At) -> None:
        """What a ``std::optional`` may hold, which begins with it: the pointers are some where it does."""
        if not (self.table.has_pointers(held) or self.table.is_volatile(held)):
            return
        if self.sites or held.kind != RECORD:
            why = "it is a member of a union" if self.sites else f"it may hold a '{held.spelling}'"
            self.refuse(place, at.name, why + (leaves_out(self.record, at.name) if at.name else ""))
            return
        code = "PC_HOLDS(pc_self)"
        own = at.within(kind.record)
        when = When(-1, Length("has_value()", code, False, True, place=place, word="condition"), place)
        before = self.engaged, self.hidden
        self.engaged = (*self.engaged, Condition(Asked(when, own.owners[-1]), len(at.steps)))
        self.hidden = True
        inner = self.table.reader.record(held.record)
        if self.table.is_container(held.record):
            self._container(place, held, own)
        elif (nested := optional(self.table.reader, inner)) is not None:
            self._optional(place, held, nested, own)
        elif why := blocked(self.lookup, inner, own.within(held.record)):
            self.refuse(place, at.name, why + (leaves_out(self.record, at.name) if at.name else ""))
        else:
            self._record(inner, own.within(held.record))
        self.engaged, self.hidden = before

    def _no_length(self, place: Place, at: At, why: str) -> None:
        """Say that a length is missing, unless it was refused before."""
        if not self.lookup.refused(at):
            self.refuse(place, at.name, why, "missing-shape")

    def _no_pointer_length(
        self, member: Member, at: At, given: Given | None, levels: int, owner: Owner
    ) -> None:
        reader, private = self.table.reader, self.private
        why = missing.of_pointer(reader, member, at, given, levels, owner, private=private)
        self._no_length(member.place, at, why)

    # --- unions ---------------------------------------------------------------------------------------

    def _alive(self, at: At) -> Alive:
        """The conditions of a member and of what it is embedded in."""
        return Alive((*self.engaged, *self.lookup.conditions(at)), self.sites)

    def _undecided(self, alive: Alive) -> Site | None:
        """The outermost union of which nothing says whether a pointer's member is alive."""
        return next((site for site in alive.sites if not alive.decided(site)), None)

    def _with_terms(self) -> list[Row]:
        """The rows with the terms under which they are pointers."""
        out = []
        others = list(self.alive.values())
        for number, row in enumerate(self.rows):
            alive = self.alive.get(number)
            found = terms(alive, others) if alive is not None else ()
            if not found or alive is None:
                out.append(row)
                continue
            if (other := same(alive, others[: others.index(alive)])) is not None:
                beside = self.rows[next(n for n, each in self.alive.items() if each is other)]
                why = f"it shares its bytes with '{beside.name}', and one condition cannot be of both"
                self.refuse(row.place, row.name, why)
            depths = [asked.owner for term in found for asked in term.asked]
            base = min((row.owner, *depths), key=lambda owner: owner.depth)
            deepest = max((row.owner, *depths), key=lambda owner: owner.depth)
            if any(step.extents for step in row.steps[base.depth : deepest.depth]):
                about = self.table.reader.record(base.record)
                why = "one of its lengths and conditions reads an element of an array, another one"
                self.refuse(
                    row.place, row.name, f"{why} '{about.shown}' around it: say both of one of the two"
                )
            out.append(row._replace(terms=found, base=base))
        return out

    # --- pointers -------------------------------------------------------------------------------------

    def _reference(self, member: Member, kind: TypeRef, at: At) -> None:
        """A reference, which is a pointer to one object that has no name of its own."""
        if self.lookup.policy(at) is None and self.lookup.length(at)[0] is None:
            plain, about = at.name.replace("[]", ""), self.record.spelling
            why = "whether a reference's object is copied with it is not known"
            why += f": 'policy({about}: owned({plain}))', 'shared' or 'observer' says it"
            self.refuse(member.place, at.name, f"{why}{or_as_it_is(self.record, at.name)}")
            return
        hidden, self.hidden = self.hidden, True
        self._pointer(member, kind._replace(kind=POINTER), at, _ONE_OBJECT)
        self.hidden = hidden

    def _chosen(self, member: Member, kind: TypeRef, at: At, choices: list[Choice], owner: Owner) -> None:
        """A pointer that has several shapes: as if it were a union of pointers, one of them for each.

        Where it is none of these it is as if it were skipped.
        """
        sites, number, depth = self.sites, self.unions, len(at.steps) - 1
        self.unions += 1
        if any(condition.reach > depth for condition in self.lookup.conditions(at)):
            why = "each of its shapes has a condition, so that it has none of its own"
            self.refuse(member.place, at.name, why)
        for index, choice in enumerate(choices):
            self.sites = (*sites, Site(number, index, depth))
            condition = Condition(Asked(choice.when, owner), len(at.steps))
            self._pointer(member, kind, at, chosen=(choice.given, owner, condition))
        self.sites = (*sites, Site(number, len(choices), depth))
        alive = self._alive(at)
        if not self.sites[:-1] or all(alive.decided(site) for site in sites):
            self.alive[len(self.rows)] = alive
            self.rows.append(
                _row(at, member.place, SKIPPED, kind, kind, 1, owner)._replace(hidden=self.hidden)
            )
        self.sites = sites

    def _pointer(
        self,
        member: Member,
        kind: TypeRef,
        at: At,
        without: Given | None = None,
        chosen: tuple[Given, Owner, Condition] | None = None,
    ) -> None:
        """A pointer; ``without`` is its length where no shape says one, ``chosen`` one of several shapes."""
        name, steps, policy = at.name, at.steps, self.lookup.policy(at)
        reader = self.table.reader
        choices, about = self.lookup.choices(at)
        if choices and chosen is None and policy not in (SKIPPED, OBSERVER, INTERIOR):
            self._chosen(member, kind, at, choices, about)
            return
        alive = self._alive(at)
        if chosen is not None:
            alive = alive._replace(given=(*alive.given, chosen[2]))
        undecided = self._undecided(alive)
        if undecided is not None and policy == SKIPPED:
            return  # nothing can be set to null in bytes that may be data
        if self.private and policy == SKIPPED:
            return
        if self.sealed:
            self.refuse(member.place, name, f"{_NOT_PUBLIC}{as_it_is(self.record, name)}")
            return
        given, owner = chosen[:2] if chosen is not None else self._given(member, at)
        given = given or without
        if given is not None and given.target is not None:
            spelling = f"{kind.spelling} as {given.target.spelling}"
            kind = TypeRef(POINTER, spelling, kind.size, kind.align, given.target, volatile=kind.volatile)
        flat, levels, volatile = kind, 0, kind.volatile
        while flat.kind == POINTER:
            flat, levels = pointed_at(flat)[0], levels + 1
            volatile = volatile or flat.volatile
        if copies(steps) > _MOST_COPIES:
            why = f"it stands for {copies(steps)} arrays of pointers, and a descriptor lists at most"
            self.refuse(member.place, name, f"{why} {_MOST_COPIES}")
            return
        nameless = reader.nameless(flat) if policy != SKIPPED else ""
        row = _row(at, member.place, policy or OWNED, kind, flat, levels, owner)
        row = row._replace(
            direction=self.lookup.direction(at), shape=self.lookup.shape(flat), hidden=self.hidden
        )
        row = row._replace(mutable=self.lookup.mutable(at))
        if undecided is not None:
            if not self.lookup.refused(at) and undecided not in self.doubted:
                whole = path_of(steps[: undecided.depth + 1])
                why = f"nothing says when this member of a union is alive{says_when(self.record, whole)}"
                self.refuse(member.place, name, f"{why} says it{or_as_it_is(self.record, whole)}")
                self.doubted.add(undecided)
            self.rows.append(row._replace(kind=OPAQUE))
            return
        self.alive[len(self.rows)] = alive
        if nameless:
            self.refuse(member.place, name, f"{nameless}{leaves_out(self.record, name)}")
            self.rows.append(row._replace(kind=OPAQUE))
            return
        if policy in (SKIPPED, OBSERVER, INTERIOR):
            if flat.kind == FUNCTION and policy != SKIPPED:
                self.refuse(
                    member.place,
                    name,
                    f"a pointer to a function is no {policy}{leaves_out(self.record, name)}",
                )
            policies = given.lengths if given is not None and policy != SKIPPED and levels == 1 else ()
            held = len(policies) == 1 and not (policies[0].by_row or policies[0].string)
            self.rows.append(row._replace(kind=policy, lengths=policies if held else ()))
            return
        if flat.kind in (FUNCTION, VOID, OPAQUE, OTHER, REFERENCE, TAIL) or (
            flat.kind == ATOMIC and self.table.has_pointers(flat)
        ):
            known = {FUNCTION: "a function", VOID: "'void'"}
            what = known.get(flat.kind, f"'{flat.spelling}'")
            what += f", which is {reader.incomplete(flat)}" if flat.kind == OPAQUE else ""
            if not self.lookup.refused(at):
                typed = levels == 1 and flat.kind == VOID
                self.refuse(
                    member.place, name, f"it points at {what}{skip_or_type(self.record, name, typed=typed)}"
                )
            self.rows.append(row._replace(kind=FUNCTION if flat.kind == FUNCTION else OPAQUE))
            return
        if flat.kind == RECORD and (inner := reader.record(flat.record)).spelling.startswith("std::"):
            if hides(self.table, inner) and not self.table.is_container(flat.record):
                why = f"the pointers of '{inner.spelling}' are not public{leaves_out(self.record, name)}"
                self.refuse(member.place, name, why)
                self.rows.append(row._replace(kind=OPAQUE))
                return
        if volatile:
            why = f"{VOLATILE}{leaves_out(self.record, name)}"
            self.refuse(member.place, name, why)
            self.rows.append(row._replace(kind=OPAQUE))
            return
        if given is None or len(given.lengths) != levels:
            self._no_pointer_length(member, at, given, levels, owner)
            self.rows.append(row._replace(kind=policy or UNKNOWN))
            return
        row = row._replace(kind=policy or OWNED, lengths=given.lengths)
        row = row._replace(resized=self.lookup.resized(at, owner, given.lengths))
        if any(length.by_row for length in given.lengths[:-1]) or (
            given.lengths[-1].by_row and levels == 1 and not steps[-1].extents
        ):
            why = "'pc_row' counts the pointers of an array, so that only the length behind them can hold it"
            self.refuse(member.place, name, why)
        own = "strlen" if given.lengths[0].string else "pc_row"
        if by_element(row) and copies(steps, all_of=True) > _MOST_COPIES:
            why = f"with '{own}' a descriptor lists each pointer, and at most {_MOST_COPIES}"
            self.refuse(member.place, name, why)
        if levels > 1 and given.lengths[-1].string and any(step.extents for step in steps[owner.depth :]):
            why = "'strlen' is of a string that a member leads to, not of one behind an array of such members"
            self.refuse(member.place, name, why)
        if not given.lengths[-1].one and self.table.has_tail(flat):
            why = f"objects of '{flat.spelling}' end in a flexible array"
            self.refuse(member.place, name, f"{why}, so that each stands alone: its length is 1")
        self.rows.append(row)

    def _given(self, member: Member, at: At) -> tuple[Given | None, Owner]:
        """What is said of a member's length by the outermost record that says it, and that record."""
        given, owner = self.lookup.length(at)
        if given is None and member.counted_by and len(at.steps) - owner.depth == 1:
            code = f"(0LL + pc_self->{member.counted_by})"
            length = Length(member.counted_by, code, False, True, members=frozenset([(member.counted_by,)]))
            return Given((length,), member.place), owner
        return given, owner

    def _tail(self, member: Member, name: str, around: At) -> None:
        element = element_of(member)
        if around.steps or len(around.owners) > 1:
            self.refuse(member.place, name, "a record that ends in a flexible array cannot be embedded")
            return
        if element.kind != POINTER and self.table.has_pointers(element):
            why = (
                "the elements of a flexible array are numbers or pointers, and hold no pointers beside others"
            )
            self.refuse(member.place, name, why + leaves_out(self.record, name))
            return
        if self.private:
            self.refuse(member.place, name, _NOT_PUBLIC)
            return
        at = around._replace(steps=(Step(member.name),))
        given, owner = self._given(member, at)
        row, levels = None, 1
        if element.kind == POINTER:
            row, why = pointers(self.lookup, self.record, member, at, given, owner)
            levels = 2 if row is None or row.kind in FOLLOWED else 1
            if row is None:
                self.refuse(member.place, name, why)
                return
        if given is None or len(given.lengths) != levels:
            self._no_pointer_length(member, at, given, levels, owner)
        elif given.lengths[0].by_row:
            self.refuse(member.place, name, "a flexible array has no rows that 'pc_row' could count")
        elif self.lookup.resized(at, owner, given.lengths)[0]:
            why = "the length of a flexible array is that of its object, which no kernel changes"
            self.refuse(member.place, name, f"{why}: take 'mutable' away from what it reads")
        self.tail = Tail(member, given.lengths[0] if given else None, owner, row)


def _row(at: At, place: Place, kind: str, whole: TypeRef, target: TypeRef, levels: int, owner: Owner) -> Row:
    return Row(at.name, at.steps, place, at.offset // 8, kind, whole, target, levels, (), owner)
