# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A designator where it stands -> what it means: a variable with the components on its way, or a call."""

from __future__ import annotations

import re

from pointerchain.fortran import declarations as d
from pointerchain.fortran.designators import Use
from pointerchain.fortran.intrinsics import ADDRESSES, ASKING, FUNCTIONS, QUIET, SUBROUTINES
from pointerchain.fortran.names import (
    Doubt,
    Found,
    Where,
    declared_variable,
    procedure_of_name,
    type_of_name,
    variable_of_name,
)
from pointerchain.fortran.records import Record, Records, TypeKey
from pointerchain.fortran.units import Scope
from pointerchain.lazy import NamedTuple

VARIABLE, CALL, INTRINSIC, UNKNOWN, NOTHING = "variable", "call", "intrinsic", "unknown", "nothing"
PARTS = frozenset({"re", "im", "kind", "len"})
"""What may stand behind '%' though it is no component."""
_HARMLESS_TYPES = frozenset({"c_ptr", "c_funptr"})


class Step(NamedTuple):
    """A component on the way: the type that declares it, its name, and how it is declared."""

    owner: TypeKey
    entity: d.Entity


class Meaning(NamedTuple):
    """``root`` is the variable, by its declaration; ``steps`` the components behind it, as far as they are
    data. ``derived`` is the type of the whole, where it is an object; ``procedure`` is what a call runs."""

    kind: str
    root: Found | None = None
    base: d.Entity | None = None
    steps: tuple[Step, ...] = ()
    derived: TypeKey | None = None
    procedure: Found | None = None
    why: str = ""

    @property
    def entity(self) -> d.Entity | None:
        """How the last part is declared."""
        return self.steps[-1].entity if self.steps else self.base

    @property
    def is_object(self) -> bool:
        """Whether it is of derived type."""
        held = self.entity
        return held is not None and held.base in (d.TYPE, d.CLASS) and held.type_name not in _HARMLESS_TYPES


def meaning(records: Records, where: Where, use: Use) -> Meaning:
    """What a designator means in a scope."""
    first = use.parts[0]
    found = variable_of_name(records.modules, where, first.name)
    if isinstance(found, Doubt):
        return _no_variable(records, where, use, found)
    entity = declared_variable(found).entity
    if found.where.scope.storage.get(found.name) == "pointer":
        return Meaning(UNKNOWN, why="it is what a pointer of Cray's points to")
    if first.inside is not None and entity.rank == 0 and not _is_character(entity):
        return _called(records, where, first.name, "")
    return _steps(records, found, entity, use)


def of_variable(records: Records, found: Found, entity: d.Entity) -> Meaning:
    """What a variable means as a whole."""
    record = _record(records, found.where, entity)
    return Meaning(VARIABLE, found, entity, (), record.key if record is not None else None)


def _steps(records: Records, found: Found, entity: d.Entity, use: Use) -> Meaning:
    at, base = found.where, entity
    steps: list[Step] = []
    record: Record | None = None
    for number, part in enumerate(use.parts):
        if number:
            if number == len(use.parts) - 1 and part.name in PARTS and entity.base == d.INTRINSIC:
                break
            if record is None:
                why = _no_record(records, at, entity, use.parts[number - 1].name)
                return Meaning(UNKNOWN, found, base, tuple(steps), why=why)
            held = records.component(record, part.name)
            if held is None:
                if part.name in {each.key.name for each in records.parents(record)}:
                    parent = records.get(TypeKey(record.parent.module, part.name)) if record.parent else None
                    if parent is not None:
                        record = parent
                        continue
                return Meaning(CALL, found, base, tuple(steps), why=_bound(records, record, part.name))
            owner, component = held
            entity, at = component.entity, Where(owner.file, owner.scope)
            if entity.base == d.PROCEDURE:
                return Meaning(CALL, found, base, tuple(steps), why=f"'{part.name}' is a procedure pointer")
            steps.append(Step(owner.key, entity))
        record = _record(records, at, entity)
    return Meaning(VARIABLE, found, base, tuple(steps), record.key if record is not None else None)


def _bound(records: Records, record: Record, name: str) -> str:
    """What the name behind an object is that has no such component."""
    scopes = [each.scope for each in (record, *records.parents(record))]
    if unreadable := [text for each in scopes for text in each.unreadable]:
        return f"its component '{unreadable[0]}' cannot be read"
    if any(name in each.names for each in scopes):
        return (
            f"'{name}' is bound to type '{record.key.name}', and which procedure it is depends on the object"
        )
    return f"type '{record.key.name}' has no component '{name}'"


def _record(records: Records, at: Where, entity: d.Entity) -> Record | None:
    if entity.base not in (d.TYPE, d.CLASS) or entity.type_name == "*" or entity.parameters:
        return None
    found = type_of_name(records.modules, at, entity.type_name)
    return None if isinstance(found, Doubt) else records.of_found(found)


def _no_record(records: Records, at: Where, entity: d.Entity, name: str) -> str:
    """Why a component of a variable is not known."""
    if entity.base not in (d.TYPE, d.CLASS) or entity.type_name == "*" or entity.parameters:
        return f"the type of '{name}' is not known"
    found = type_of_name(records.modules, at, entity.type_name)
    if isinstance(found, Doubt):
        return f"the type '{entity.type_name}' of '{name}' is not known: {found.why}"
    if records.of_found(found) is None:
        return f"type '{entity.type_name}' is defined in no module: move it into one"
    return f"'{name}' is not known"


def may_finalize(records: Records, at: Where, entity: d.Entity) -> bool:
    """Whether a procedure may run when a variable or component that is declared so comes to its end."""
    if entity.base not in (d.TYPE, d.CLASS) or "pointer" in entity.attributes:
        return False
    if entity.type_name in _HARMLESS_TYPES:
        return False
    record = _record(records, at, entity) if entity.base == d.TYPE else None
    return record is None or is_finalized(records, record)


def is_finalized(records: Records, record: Record) -> bool:
    """The same of an object of a type, for all that ends with it."""
    seen: set[TypeKey] = set()
    waiting = [record]
    while waiting:
        one = waiting.pop()
        if one.key in seen:
            continue
        seen.add(one.key)
        parent = records.get(one.parent) if one.parent is not None else None
        if one.parent is not None and parent is None:
            return True
        statements = one.file.text.statements[one.scope.first : one.scope.last]
        if any(each.code.startswith("final") for each in statements) or one.scope.unreadable:
            return True
        waiting += [parent] if parent is not None else []
        for component in one.components:
            entity = component.entity
            if entity.base not in (d.TYPE, d.CLASS) or "pointer" in entity.attributes:
                continue
            if entity.type_name in _HARMLESS_TYPES:
                continue
            held = _record(records, Where(one.file, one.scope), entity) if entity.base == d.TYPE else None
            if held is None:
                return True
            waiting.append(held)
    return False


def _no_variable(records: Records, where: Where, use: Use, doubt: Doubt) -> Meaning:
    first = use.parts[0]
    at: Scope | None = where.scope
    while at is not None:
        if at.storage.get(first.name) == "pointer":
            return Meaning(UNKNOWN, why="it is what a pointer of Cray's points to")
        at = at.parent
    if first.inside is None or len(use.parts) > 1:
        if len(use.parts) > 1:
            return Meaning(UNKNOWN, why=doubt.why)
        # what is declared nowhere is no pointer, a named constant or a procedure no variable
        nothing = re.search("is not declared$|is no variable$|intrinsic module", doubt.why)
        return Meaning(NOTHING if nothing and not doubt.module else UNKNOWN, why=doubt.why)
    return _called(records, where, first.name, doubt.module)


def _called(records: Records, where: Where, name: str, module: str) -> Meaning:
    found = procedure_of_name(records.modules, where, name)
    if isinstance(found, Found):
        return Meaning(CALL, procedure=found)
    known = name in FUNCTIONS | ASKING | ADDRESSES | QUIET | SUBROUTINES
    if (
        known
        and not module
        and not found.module
        and ("not declared" in found.why or "intrinsic" in found.why)
    ):
        return Meaning(INTRINSIC)
    if found.why.endswith("is not declared") and _constructs(records, where, name):
        return Meaning(INTRINSIC)
    return Meaning(CALL, why=found.why)


def _constructs(records: Records, where: Where, name: str) -> bool:
    """Whether a name is that of a type, so that it makes an object of the values of its components, and calls
    nothing and takes no address."""
    found = type_of_name(records.modules, where, name)
    record = records.of_found(found) if not isinstance(found, Doubt) else None
    if record is None or is_finalized(records, record):
        return False
    parts = [each.entity for one in (record, *records.parents(record)) for each in one.components]
    return not record.problem and not any(
        each.base == d.PROCEDURE or "pointer" in each.attributes for each in parts
    )


def called_subroutine(records: Records, where: Where, name: str) -> Meaning:
    """What ``call name(...)`` runs."""
    variable = variable_of_name(records.modules, where, name)
    if isinstance(variable, Found):
        return Meaning(CALL, why=f"'{name}' is a procedure pointer or an argument")
    return _called(records, where, name, "")


def _is_character(entity: d.Entity) -> bool:
    return entity.base == d.INTRINSIC and entity.spelling.upper().startswith("CHARACTER")
