# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The sources of a program -> why code that is in none of them may run, but for the system's libraries.

Where ``main`` is in these sources, and each function that they name is in one of them or in a header of
theirs, no other source's code is reached, and so none touches what a variable or member of theirs leads to.
"""

from __future__ import annotations

from pointerchain.place.apply.program import Program
from pointerchain.place.apply.reading import Unit
from pointerchain.place.apply.states import NotFollowed
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.parsed import Declaration, is_system
from pointerchain.translator.clang.tree import Node

_LOADS = frozenset(("dlopen", "dlsym", "dlvsym", "dlmopen"))


def check_closed(program: Program) -> None:
    """Raise :class:`NotFollowed` where code of no source here may run."""
    first = program.units[0]
    other = next((unit for unit in program.units if unit.cxx), None)
    if other is not None:
        raise NotFollowed(0, f"in C++, as '{other.path}' is, that is not followed", other.path)
    mains = [unit for unit in program.units for _ in unit.functions.get("main", ())]
    if len(mains) != 1:
        raise NotFollowed(0, "that is followed where one of these sources defines 'main'", first.path)
    for unit in program.units:
        if unit.strange is not None:
            raise NotFollowed(*unit.strange, unit.path)
        if unit.parsed.has_second_names:
            raise NotFollowed(
                0, f"names may mean other ones in '{unit.path}', by 'asm' or 'alias'", unit.path
            )
        bodies = {
            node.declared()
            for tree in unit.included_trees
            for node in tree.of_kinds(frozenset((Kind.FUNCTION,)))
            if any(each.kind == Kind.COMPOUND for each in node.below)
        }
        for node in unit.all_nodes():
            _check_node(program, unit, node, bodies)


def _check_node(program: Program, unit: Unit, node: Node, bodies: set[Declaration]) -> None:
    if node.kind == Kind.ASM:
        raise NotFollowed(_where(node), f"assembly in '{unit.path}' may do anything", unit.path)
    if node.kind != Kind.DECL_REF:
        return
    declared = node.declaration()
    if declared is None or declared.kind != Kind.FUNCTION:
        return
    name = declared.name
    known = (
        is_system(declared.file)
        or node.type.canonical == "<builtin fn type>"
        or bool(unit.functions.get(name))
        or declared in bodies
        or program.elsewhere(unit, declared, node.type.canonical) is not None
    )
    if not known or name in _LOADS:
        why = f"'{name}' may lead to code that is not in these sources"
        raise NotFollowed(_where(node), why, unit.path)


def _where(node: Node) -> int:
    return 0 if node.foreign else node.start
