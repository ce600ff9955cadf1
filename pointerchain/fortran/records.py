# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Derived types as a deep copy sees them: components, what they lead to, and why one cannot be copied.

``type(leaf), allocatable :: kids(:)`` becomes ``Component(kids, DYNAMIC, target=leaf, rank 1, owned)``.
"""

from __future__ import annotations

from pointerchain.diagnostics import Place
from pointerchain.fortran import declarations as d
from pointerchain.fortran.directives import Policy
from pointerchain.fortran.modules import Modules, SourceFile
from pointerchain.fortran.names import Doubt, Found, Where, defined_type, type_of_name
from pointerchain.fortran.units import Scope
from pointerchain.lazy import NamedTuple

DATA, EMBEDDED, DYNAMIC = "data", "embedded", "dynamic"
OWNED, SHARED, OBSERVER, SKIPPED = "owned", "shared", "observer", "skipped"
# Types of the intrinsic modules that hold an address; on a device it means nothing, and nobody knows its
# length.
_ADDRESSES = frozenset({"c_ptr", "c_funptr", "c_devptr"})


class TypeKey(NamedTuple):
    """A derived type of a module, by the names of both."""

    module: str
    name: str

    @property
    def label(self) -> str:
        """The binding label of the function that describes it."""
        return f"pc_type_{self.module}__{self.name}"


class Component(NamedTuple):
    """A component: ``form`` says whether it is data, an embedded object or leads to other memory.

    ``problem`` says why it cannot be copied; it is empty where it can, or where a policy skips it.
    """

    entity: d.Entity
    form: str
    target: TypeKey | None
    kind: str
    direction: str
    place: Place
    problem: str = ""
    undefined: bool = False

    @property
    def name(self) -> str:
        """Its name, in lower case."""
        return self.entity.name


class Record(NamedTuple):
    """A derived type, its components without those of the type that it extends."""

    key: TypeKey
    place: Place
    parent: TypeKey | None
    components: tuple[Component, ...]
    problem: str
    scope: Scope
    file: SourceFile


class Records:
    """Records by key, read when they are asked for."""

    def __init__(self, modules: Modules, policies: dict[TypeKey, list[Policy]]) -> None:
        self.modules = modules
        self.policies = policies
        self._known: dict[TypeKey, Record | None] = {}

    def of_found(self, found: Found) -> Record | None:
        """The record of a type that a name was found to mean; None where no module defines it."""
        where = found.where
        if where.scope.kind != "module":
            return None
        key = TypeKey(where.scope.name, found.name)
        if key not in self._known:
            self._known[key] = self._read(key, where, defined_type(found))
        return self._known[key]

    def get(self, key: TypeKey) -> Record | None:
        """The record of a type of a module."""
        if key not in self._known:
            held = self.modules.find(key.module)
            if held is None or not any(s.kind == "type" and s.name == key.name for s in held[1].children):
                return None
            self.of_found(Found(Where(*held), key.name))
        return self._known[key]

    def component(self, record: Record, name: str) -> tuple[Record, Component] | None:
        """A component by name, of the type or of one that it extends."""
        for each in record.components:
            if each.name == name:
                return record, each
        parent = self.get(record.parent) if record.parent is not None else None
        return self.component(parent, name) if parent is not None else None

    def parents(self, record: Record) -> tuple[Record, ...]:
        """The types that a type extends, the nearest first."""
        parent = self.get(record.parent) if record.parent is not None else None
        return (parent, *self.parents(parent)) if parent is not None else ()

    def holds_something(self, record: Record) -> bool:
        """Whether a type has components, of its own or of a type that it extends; what has none needs no
        descriptor."""
        return bool(record.components) or any(parent.components for parent in self.parents(record))

    def is_bound(self, record: Record) -> bool:
        """Whether a type has type-bound procedures, of its own or of a type that it extends."""
        return any(each.scope.contains >= 0 for each in (record, *self.parents(record)))

    def alike(self, one: TypeKey, other: TypeKey) -> bool:
        """Whether two types are one: those with ``sequence`` or ``bind(c)`` and the same name are, wherever
        they are defined (F2018 7.5.2.4), if their components are, which is not asked here."""
        if one == other or one.name != other.name:
            return one == other
        held = [self.get(each) for each in (one, other)]
        return all(each is not None and each.scope.attributes & {"sequence", "bind"} for each in held)

    def reached(self, keys: tuple[TypeKey, ...]) -> tuple[Record, ...]:
        """These types and all that they lead to, each once; what cannot be read is left out."""
        out: dict[TypeKey, Record] = {}
        waiting = list(keys)
        while waiting:
            key = waiting.pop(0)
            record = self.get(key)
            if key in out or record is None:
                continue
            out[key] = record
            if record.parent is not None:
                waiting.append(record.parent)
            waiting += [
                each.target for each in record.components if each.target is not None and each.kind != SKIPPED
            ]
        return tuple(out.values())

    def undescribable(self, record: Record) -> bool:
        """Whether the type, or one that it leads to, cannot be described."""
        for each in self.reached((record.key,)):
            if each.problem or any(c.problem for c in each.components):
                return True
            named = [c.target for c in each.components if c.target is not None and c.kind != SKIPPED]
            if any(self.get(key) is None for key in named):
                return True
        return False

    def _read(self, key: TypeKey, where: Where, scope: Scope) -> Record:
        file = where.file
        problem, parent = "", None
        if scope.parameters:
            problem = "it has type parameters"
        elif scope.unreadable:
            problem = f"its component '{next(iter(scope.unreadable))}' cannot be read"
        elif scope.includes:
            problem = "an 'include' stands in it"
        elif scope.extends:
            found = type_of_name(self.modules, where, scope.extends)
            if isinstance(found, Doubt):
                problem = f"the type that it extends is not known: {found.why}"
            elif found.where.scope.kind != "module":
                problem = "it extends a type that no module defines"
            else:
                parent = TypeKey(found.where.scope.name, found.name)
        components = tuple(
            self._component(key, where, each.entity, Place(file.name, each.span))
            for each in scope.variables.values()
        )
        return Record(key, Place(file.name, scope.span), parent, components, problem, scope, file)

    def _component(self, key: TypeKey, where: Where, entity: d.Entity, place: Place) -> Component:
        kind, direction = self._said(key, entity)
        dynamic = bool(entity.attributes & {"pointer", "allocatable"})
        problem, target = "", None
        if entity.base == d.PROCEDURE:
            form, problem = DYNAMIC, "a pointer to a procedure of the host means nothing on a device"
        elif entity.base == d.CLASS:
            form = DYNAMIC
            problem = "the type of what a 'class' component holds is known only when the program runs"
        elif entity.coarray:
            form, problem = DYNAMIC, "a coarray has images, which no deep copy follows"
        elif entity.parameters:
            form, problem = (DYNAMIC if dynamic else EMBEDDED), "its type has type parameters"
        elif entity.base == d.TYPE:
            form = DYNAMIC if dynamic else EMBEDDED
            target, problem = self._target(where, entity)
            if not dynamic and target is None and not problem:
                form = DATA
        else:
            form = DYNAMIC if dynamic else DATA
        if kind == SKIPPED:
            problem = ""
        undefined = "pointer" in entity.attributes and not entity.initialised and kind != SKIPPED
        return Component(entity, form, target, kind, direction, place, problem, undefined)

    def _target(self, where: Where, entity: d.Entity) -> tuple[TypeKey | None, str]:
        if entity.type_name in _ADDRESSES:
            return None, f"a '{entity.type_name}' is an address of unknown length"
        found = type_of_name(self.modules, where, entity.type_name)
        if isinstance(found, Doubt):
            return None, f"its type is not known: {found.why}"
        if found.where.scope.kind != "module":
            return None, f"type '{found.name}' is not defined in a module"
        return TypeKey(found.where.scope.name, found.name), ""

    def _said(self, key: TypeKey, entity: d.Entity) -> tuple[str, str]:
        """What the policies of a type say of a component: its kind and direction."""
        kind = SHARED if "pointer" in entity.attributes else OWNED
        direction = "tofrom"
        for policy in self.policies.get(key, ()):
            for word, names in policy.lists:
                if any(name.text.lower() == entity.name for name in names):
                    if word in ("to", "from", "alloc", "tofrom"):
                        direction = word
                    else:
                        kind = {"skip": SKIPPED}.get(word, word)
        return kind, direction
