# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a directive names -> the type and rank that it has where the directive stands, or why it cannot be
copied."""

from __future__ import annotations

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.fortran import declarations as d
from pointerchain.fortran.directives import Root
from pointerchain.fortran.names import (
    Doubt,
    Where,
    declared_variable,
    type_of_name,
    variable_of_name,
)
from pointerchain.fortran.records import SKIPPED, Record, Records, TypeKey
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span


class Resolved(NamedTuple):
    """A root that can be copied: ``type`` is None for numbers and characters.

    ``owner`` is the text of the object of whose component this is the pointer, with its type and the
    component's name.
    """

    text: str
    type: TypeKey | None
    rank: int
    owner: str = ""
    owner_type: TypeKey | None = None
    component: str = ""
    by_address: bool = False
    """Whether it is passed as an address: an object with type-bound procedures fits no assumed type."""
    owner_by_address: bool = False


class _Refused(Exception):
    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.diagnostic = found


def resolve(records: Records, where: Where, root: Root) -> tuple[Resolved | None, tuple[Diagnostic, ...]]:
    """What ``root`` is in a scope; None where something is wrong with it."""
    try:
        return _Root(records, where, root).resolve(), ()
    except _Refused as refused:
        return None, (refused.diagnostic,)


class _Root:
    def __init__(self, records: Records, where: Where, root: Root) -> None:
        self.records, self.where, self.root = records, where, root

    def refuse(self, code: str, form: str = "", notes: tuple[Note, ...] = (), **fields: str) -> _Refused:
        return _Refused(diagnostic(code, self.where.file.name, self.root.span, notes, None, form, **fields))

    def unresolved(self, why: str) -> _Refused:
        return self.refuse("unresolved-chain", "fortran", chain=self.root.text, why=why)

    def unsupported(self, type_: str, why: str, notes: tuple[Note, ...] = ()) -> _Refused:
        return self.refuse("unsupported-root", notes=notes, chain=self.root.text, type=type_, why=why)

    def resolve(self) -> Resolved:
        return self._owned(self._plain(targets=True))

    def _plain(self, *, targets: bool) -> Resolved:
        """The root's type and rank; ``targets`` asks for an object whose address may be kept."""
        first, *rest = self.root.parts
        modules = self.records.modules
        found = variable_of_name(modules, self.where, first.name)
        if isinstance(found, Doubt):
            raise self.doubt(found)
        declared = declared_variable(found)
        entity = declared.entity
        note = (Note(f"'{entity.name}' is declared here", Place(found.where.file.name, declared.span)),)
        if "parameter" in entity.attributes:
            raise self.unsupported(entity.spelling.lower(), "it is a constant", note)
        if entity.coarray:
            raise self.unsupported(entity.spelling.lower(), "it is a coarray", note)
        lives = bool(entity.attributes & {"target", "pointer"})
        at, record = found.where, None
        ranks = rank = 0
        for number, part in enumerate(self.root.parts):
            if number:
                assert record is not None
                held = self.records.component(record, part.name)
                if held is None:
                    if part.name in {each.key.name for each in self.records.parents(record)}:
                        raise self.unsupported(
                            record.key.name,
                            f"'{part.name}' is a parent's part of it: name the object or its components",
                        )
                    raise self.unresolved(f"type '{record.key.name}' has no component '{part.name}'")
                owner, component = held
                entity, at = component.entity, Where(owner.file, owner.scope)
                lives = lives or "pointer" in entity.attributes
                if component.problem:
                    raise self.unsupported(entity.spelling.lower(), component.problem)
            own = self._rank(part.subscripts, entity)
            ranks, rank = ranks + (1 if own else 0), rank or own
            record = self._record(at, entity, last=number == len(rest))
            if number < len(rest) and record is None:
                raise self.unresolved(f"'{part.name}' has no components")
            if ranks > 1:
                raise self.unresolved("two of its parts are arrays")
        if targets and not lives:
            raise self.refuse("root-not-target", notes=note, root=first.name)
        bound = record is not None and self.records.is_bound(record)
        if bound and rank:
            assert record is not None
            raise self.unsupported(
                record.key.name,
                "it is an array of a type with type-bound procedures: name the object that holds it",
            )
        return Resolved(self.root.text, record.key if record is not None else None, rank, by_address=bound)

    def doubt(self, found: Doubt) -> _Refused:
        if found.module:
            return self.refuse("unknown-module", why=found.why, chain=self.root.text)
        return self.unresolved(found.why)

    def _rank(self, subscripts: tuple[str, ...] | None, entity: d.Entity) -> int:
        if entity.rank < 0:
            raise self.unsupported(entity.spelling.lower(), f"'{entity.name}' is of assumed rank")
        if subscripts is None:
            return entity.rank
        if not entity.rank:
            what = (
                "a substring is no root"
                if entity.spelling.upper().startswith("CHARACTER")
                else "it is no array"
            )
            raise self.unresolved(f"'{entity.name}' has a subscript: {what}")
        if len(subscripts) != entity.rank:
            raise self.unresolved(f"'{entity.name}' has {entity.rank} dimensions, not {len(subscripts)}")
        return sum(1 for each in subscripts if len(d.split(each, ":")) > 1)

    def _record(self, at: Where, entity: d.Entity, *, last: bool) -> Record | None:
        if entity.base == d.INTRINSIC:
            return None
        if entity.base == d.CLASS:
            if entity.type_name == "*":
                raise self.unsupported("class(*)", "its type is known only when the program runs")
            if last:
                raise self.unsupported(
                    entity.spelling.lower(),
                    "it may be of a type that extends this one: name a variable of the type itself",
                )
        if entity.parameters:
            raise self.unsupported(entity.spelling.lower(), "its type has type parameters")
        found = type_of_name(self.records.modules, at, entity.type_name)
        if isinstance(found, Doubt):
            raise self.doubt(found)
        record = self.records.of_found(found)
        if record is None:
            kind = found.where.scope.kind
            place = "a procedure" if kind == "procedure" else f"a {kind}"
            raise self.unsupported(found.name, f"the type is defined in {place}: move it to a module")
        return record

    def _owned(self, resolved: Resolved) -> Resolved:
        """Note the object whose pointer the root is, where the runtime can attach what enters to it."""
        *before, last = self.root.parts
        if not before:
            return resolved
        text = self.root.text
        cut = d.split(text, "%")[-1][0] - 1
        owner = Root(text[:cut].rstrip(), tuple(before), self.root.span)
        try:
            held = _Root(self.records, self.where, owner)._plain(targets=False)
        except _Refused:
            return resolved
        found = self.records.get(held.type) if held.type is not None and not held.rank else None
        if found is None:
            return resolved
        if held.by_address:  # its address is taken
            _Root(self.records, self.where, owner)._plain(targets=True)
        component = self.records.component(found, last.name)
        if component is None or not component[1].entity.attributes & {"pointer", "allocatable"}:
            return resolved
        if component[1].kind == SKIPPED or self.records.undescribable(found):
            return resolved
        name = component[1].name
        for parent in self._path(found, component[0]):
            name = f"{parent}%{name}"
        return resolved._replace(
            owner=owner.text, owner_type=found.key, component=name, owner_by_address=held.by_address
        )

    def _path(self, record: Record, holder: Record) -> list[str]:
        """The names of the parents between a type and the one of its parents that declares a component."""
        out: list[str] = []
        while record.key != holder.key:
            out.insert(0, record.scope.extends)
            parent = self.records.get(record.parent) if record.parent is not None else None
            assert parent is not None
            record = parent
        return out


def problems(records: Records, where: Where, root: Resolved, span: Span) -> list[Diagnostic]:
    """Why what a root leads to cannot be copied, and what draws a warning in it."""
    out: list[Diagnostic] = []
    if root.type is None:
        return out
    here = Note(f"'{root.text}' leads to it", Place(where.file.name, span))
    for record in records.reached((root.type,)):
        notes = (here,)
        name = f"type '{record.key.name}'"
        if record.problem:
            out.append(
                diagnostic(
                    "unsupported-member",
                    record.place.file,
                    record.place.span,
                    notes,
                    field=name,
                    why=record.problem,
                )
            )
        for component in record.components:
            field = f"'{component.name}' of '{record.key.name}'"
            if component.problem:
                out.append(
                    diagnostic(
                        "unsupported-member",
                        component.place.file,
                        component.place.span,
                        notes,
                        field=field,
                        why=component.problem,
                    )
                )
            elif component.undefined:
                out.append(undefined_pointer(component.name, record, component.place, notes))
    return out


def undefined_pointer(name: str, record: Record, place: Place, notes: tuple[Note, ...] = ()) -> Diagnostic:
    """The warning of a pointer component that is undefined until the program says otherwise."""
    return diagnostic("undefined-pointer", place.file, place.span, notes, member=name, type=record.key.name)
