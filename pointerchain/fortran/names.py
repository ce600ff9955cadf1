# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a name means where it stands: variables and derived types, by Fortran's rules of association.

A name is looked for in the scope itself, in the modules that it uses (with ``only`` and renaming, across
modules that pass on what they use), and then in the host. Whatever is not certain is a :class:`Doubt`: a
name that an include file could declare, one that two modules have, a module whose source is not found.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.fortran.modules import Modules, SourceFile
from pointerchain.fortran.units import SCOPING, Declared, Scope, Use
from pointerchain.lazy import NamedTuple

INTRINSIC_MODULES = frozenset(
    "iso_c_binding iso_fortran_env ieee_arithmetic ieee_exceptions ieee_features omp_lib openacc cudafor "
    "mpi mpi_f08 mpi_f08_types hdf5 netcdf pointerchain pointerchain_do".split()
)
"""Modules whose names are known to be none of a program's variables and types, though no source of them is
read."""
TYPE, VARIABLE, PROCEDURE = "type", "variable", "procedure"


class Where(NamedTuple):
    """A scope of a file."""

    file: SourceFile
    scope: Scope


class Found(NamedTuple):
    """A declaration: the scope that declares the name, and the name there."""

    where: Where
    name: str


class Doubt(NamedTuple):
    """Why a name means nothing certain; ``module`` is one that was not found."""

    why: str
    module: str = ""


def type_of_name(modules: Modules, where: Where, name: str) -> Found | Doubt:
    """The derived type that ``name`` means; ``where`` of what is found is the scope that defines it."""
    return _look(modules, where, name, TYPE)


def variable_of_name(modules: Modules, where: Where, name: str) -> Found | Doubt:
    """The variable that ``name`` means."""
    return _look(modules, where, name, VARIABLE)


def procedure_of_name(modules: Modules, where: Where, name: str) -> Found | Doubt:
    """The one procedure that ``name`` means; a generic name is a doubt."""
    return _look(modules, where, name, PROCEDURE)


def defined_procedure(found: Found) -> Scope:
    """The scope of a procedure that was found, its body or its interface."""
    return next(each for each in _procedures(found.where.scope) if each.name == found.name)


def defined_type(found: Found) -> Scope:
    """The scope of a type that was found."""
    return next(
        each for each in found.where.scope.children if each.kind == "type" and each.name == found.name
    )


def declared_variable(found: Found) -> Declared:
    """The declaration of a variable that was found."""
    return found.where.scope.variables[found.name]


def _look(modules: Modules, where: Where, name: str, kind: str) -> Found | Doubt:
    at: Scope | None = where.scope
    while at is not None:
        if kind == VARIABLE and at.kind in ("associate", "select", "change team", "do") and name in at.names:
            return Doubt(f"'{name}' is a name of its own in '{at.kind}': use the variable itself")
        if at.kind == "interface":
            return Doubt(f"'{name}' stands in an interface")
        if at.kind in SCOPING:
            here = _own(at, name, kind)
            if here is not None:
                return Found(Where(where.file, at), name)
            doubt = _hidden(at, name, kind)
            if doubt is not None:
                return doubt
            used = _used(modules, Where(where.file, at), name, kind)
            if used is not None:
                return used
            if at.includes:
                return Doubt(f"an 'include' or 'use' that cannot be followed could declare '{name}'")
        if at.kind == "submodule":
            parent = modules.find(at.text_ancestor)
            if parent is None:
                return _missing(modules, at.text_ancestor)
            where, at = Where(parent[0], parent[1]), parent[1]
            continue
        at = at.parent
    return Doubt(f"'{name}' is not declared")


def _own(scope: Scope, name: str, kind: str) -> bool | None:
    if kind == TYPE:
        return any(each.kind == "type" and each.name == name for each in scope.children) or None
    if kind == PROCEDURE:
        known = name not in scope.generics and name not in scope.variables
        return (known and any(each.name == name for each in _procedures(scope))) or None
    return name in scope.variables or None


def _procedures(scope: Scope) -> list[Scope]:
    """The procedures of a scope, by their bodies first, and those of its interfaces."""
    faces = [each for one in scope.children if one.kind == "interface" for each in one.children]
    return [each for each in (*scope.children, *faces) if each.kind == "procedure"]


def _hidden(scope: Scope, name: str, kind: str) -> Doubt | None:
    """Where the scope declares the name as something else, or in a way that is not understood."""
    if name in scope.unreadable:
        return Doubt(f"the declaration of '{name}' cannot be read")
    if kind == VARIABLE and name in scope.names:
        return Doubt(f"'{name}' is no variable")
    if kind == PROCEDURE and (name in scope.variables or name in scope.names):
        return Doubt(f"'{name}' is no procedure whose text is known")
    if kind == TYPE and (name in scope.variables or name in scope.names):
        # a constructor's interface may have the name of its type; a variable hides it
        return Doubt(f"'{name}' is no type here") if name in scope.variables else None
    return None


def _used(modules: Modules, where: Where, name: str, kind: str) -> Found | Doubt | None:
    """What the ``use`` statements of a scope bring under that name."""
    out: list[Found] = []
    doubt: Doubt | None = None
    for use, remote in _brought(where.scope, name):
        if use.intrinsic or use.module in INTRINSIC_MODULES:
            if name in use.names:
                return Doubt(f"'{name}' comes from the intrinsic module '{use.module}'")
            continue
        found = _exported(modules, use.module, remote, kind, frozenset())
        if isinstance(found, Doubt):
            if use.only or not found.module:
                return found
            doubt = doubt or found
        elif found is not None:
            out.append(found)
    return _single(name, out, doubt)


def _exported(
    modules: Modules, module: str, name: str, kind: str, seen: frozenset[str]
) -> Found | Doubt | None:
    """What a module gives to those who use it under a name."""
    if module in seen or module in INTRINSIC_MODULES:
        return None
    held = modules.find(module)
    if held is None:
        return _missing(modules, module)
    file, scope = held
    access = scope.access.get(name, "private" if scope.private else "public")
    if access == "private":
        return None
    if _own(scope, name, kind):
        return Found(Where(file, scope), name)
    doubt = _hidden(scope, name, kind)
    if doubt is not None:
        return doubt
    out: list[Found] = []
    for use, remote in _brought(scope, name):
        if use.intrinsic:
            continue
        found = _exported(modules, use.module, remote, kind, seen | {module})
        if isinstance(found, Doubt):
            doubt = doubt or found
        elif found is not None:
            out.append(found)
    return _single(name, out, doubt)


def _brought(scope: Scope, name: str) -> Iterator[tuple[Use, str]]:
    """The ``use`` statements of a scope that may bring a name, each with its name in the module."""
    for use in scope.uses:
        if name in use.names:
            yield use, use.names[name]
        elif not use.only and name not in use.names.values():
            yield use, name


def _single(name: str, found: list[Found], doubt: Doubt | None) -> Found | Doubt | None:
    """The one declaration that several modules give; else what is doubtful about it."""
    out = {(each.where.file.name, each.where.scope.first, each.name): each for each in found}
    if len(out) > 1:
        return Doubt(f"'{name}' comes from more than one module")
    # were the name in a module that was not found, too, no compiler would take it
    return next(iter(out.values()), doubt)


def _missing(modules: Modules, module: str) -> Doubt:
    if module in modules.ambiguous:
        first, second, *_ = modules.ambiguous[module]
        return Doubt(f"module '{module}' stands in '{first}' and in '{second}'", module)
    return Doubt(f"the source of module '{module}' is not found", module)
