# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Policy lookup: a place in a record -> the directives' policy of it; the outermost record's wins.

``leaves[].p`` of ``Mesh``, ``shape(Leaf: p[n])``, ``policy(Mesh: to(leaves.p))``  ->  ``(n,)``, ``to``
"""

from __future__ import annotations

from pointerchain.deepcopy.policies import Policies
from pointerchain.deepcopy.rows import SKIPPED, Asked, At, Choice, Given, Length, Owner
from pointerchain.deepcopy.unions import Condition
from pointerchain.translator.clang.records import Member, Record, TypeRef

_AS_KIND = {"skip": SKIPPED}


class PolicyLookup:
    """What the shapes of some names say, the first name first; nothing is the name of the plain ones."""

    def __init__(self, table: Policies, given: tuple[str, ...]) -> None:
        self.table, self.given = table, given

    def length(self, at: At) -> tuple[Given | None, Owner]:
        """What shapes say of a member's length, and the record of the shape; without one the innermost."""
        for owner, (key, path) in zip(at.owners, at.paths(), strict=True):
            for name in self.given:
                given = self.table.shapes.get((key, name, path))
                if given is not None:
                    return given, owner
        return None, at.owners[-1]

    def choices(self, at: At) -> tuple[list[Choice], Owner]:
        """The shapes of a member that has several, and the record that they are of."""
        for owner, (key, path) in zip(at.owners, at.paths(), strict=True):
            for name in self.given:
                choices = self.table.choices.get((key, name, path))
                if choices:
                    return choices, owner
        return [], at.owners[-1]

    def policy(self, at: At, *last: str) -> str | None:
        """The policy of a place or a member of it, or of what it lies in; the outermost record's wins."""
        for key, path in at.paths(*last):
            for name in self.given:
                for size in range(len(path), 0, -1):
                    found = self.table.policies.get((key, name, path[:size]))
                    if found is not None:
                        return _AS_KIND.get(found[0], found[0])
        return None

    def custom(self, at: At) -> tuple[tuple[str, ...], Owner]:
        """The functions of a member whose policy is ``custom``, and the record that they are given."""
        for owner, (key, path) in zip(at.owners, at.paths(), strict=True):
            for name in self.given:
                found = self.table.customs.get((key, name, path))
                if found is not None:
                    return found, owner
        raise KeyError(at.name)

    def direction(self, at: At) -> str:
        """Which way the data that a pointer leads to travel; the outermost record's word wins."""
        for key, path in at.paths():
            for name in self.given:
                found = self.table.directions.get((key, name, path))
                if found is not None:
                    return found[0]
        return "tofrom"

    def mutable(self, at: At, *last: str) -> bool:
        """Whether kernels change a place or a member of it."""
        paths = tuple(at.paths(*last))
        return any((key, name, path) in self.table.mutables for key, path in paths for name in self.given)

    def resized(self, at: At, owner: Owner, lengths: tuple[Length, ...]) -> tuple[bool, ...]:
        """Whether kernels change numbers that the lengths of a pointer read, of a record on the way to it."""
        around = At(at.steps[: owner.depth], at.owners[: at.owners.index(owner) + 1])
        return tuple(any(self.mutable(around, *path) for path in length.members) for length in lengths)

    def shape(self, target: TypeRef) -> str:
        """The name of the shape by which a target is copied; nothing for the plain one."""
        return self.given[0] if self.given[0] in self.table.names.get(target.record, ()) else ""

    def refused(self, at: At) -> bool:
        """Whether a member's shape was refused, so that what is wrong with it is said."""
        refused = self.table.refused
        return any((key, name, path) in refused for key, path in at.paths() for name in self.given)

    def skips(self, member: Member, around: At) -> bool:
        """Whether a policy leaves a member out."""
        return bool(member.name) and self.policy(around, member.name) == SKIPPED

    def skips_virtual(self, record: Record, at: At) -> bool:
        """Whether a policy of a class, or of one that it derives from, leaves its virtual functions out."""
        if self.policy(at, "virtual") is not None:
            return True
        above = (self.table.reader.record(key) for key, _, virtual in record.bases if key and not virtual)
        return any(self.skips_virtual(each, at.within(each.key)) for each in above if each.virtual)

    def skips_all(self, union: Record, at: At) -> bool:
        """Whether each pointer of a union is skipped by its own name, and none has a condition."""
        with_pointers = [m for m in union.members if self.table.has_pointers(m.type)]
        return not self.has_conditions(union, at) and all(self.skips(m, at) for m in with_pointers)

    def has_conditions(self, union: Record, at: At) -> bool:
        """Whether something says when a member of a union is alive."""
        members = self.table.reader.names(union)
        for key, names in at.paths():
            for about, name, path in (*self.table.whens, *self.table.refused):
                if about == key and name in self.given and path[: len(names)] == names:
                    if path[len(names) : len(names) + 1] and path[len(names)] in members:
                        return True
        return False

    def conditions(self, at: At) -> list[Condition]:
        """The conditions of a member and of what it is embedded in."""
        found: list[Condition] = []
        for owner, (key, names) in zip(at.owners, at.paths(), strict=True):
            for size in range(1, len(names) + 1):
                when = next(
                    (w for n in self.given if (w := self.table.whens.get((key, n, names[:size])))), None
                )
                if when is not None:
                    found.append(Condition(Asked(when, owner), owner.depth + size))
        return found

    def own_names(self, member: Member, at: At) -> At:
        """The place around a member, without the classes in which its name means another one or several."""
        if not member.name or len(at.owners) == 1:
            return at
        reader, owners = self.table.reader, at.owners
        for index in range(len(owners) - 2, -1, -1):
            around = owners[index]
            if around.depth != len(at.steps):
                break
            record = reader.record(around.record)
            if reader.declares(record, member.name) or reader.meanings(record, member.name) > 1:
                return at._replace(owners=owners[index + 1 :])
        return at
