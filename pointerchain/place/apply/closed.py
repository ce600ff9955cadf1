# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The sources of a program -> why code that is in none of them may run, but for the system's libraries.

Where ``main`` is in these sources, and each function that they name is in one of them or in a header of
theirs, no other source's code is reached, and so none touches what a variable or member of theirs leads to.
``analysis.points_to`` asks less: whether calls lead elsewhere. Here neither assembly may do anything, nor may
a function have another name.
"""

from __future__ import annotations

from pointerchain.analysis.library import loads_code
from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.program import Program
from pointerchain.place.apply.reading import Unit
from pointerchain.place.apply.states import NotFollowed
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.parsed import Declaration, is_system
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.lex import lex, line_text

_ASSEMBLY = lazy_pattern(rb"(?<![\w$])(?:__)?asm(?:__)?(?![\w$])")


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
        _check_assembly(unit)
        bodies = {
            node.declared()
            for tree in unit.included_trees
            for node in tree.of_kinds(frozenset((Kind.FUNCTION,)))
            if any(each.kind == Kind.COMPOUND for each in node.below)
        }
        for node in unit.all_nodes():
            _check_node(program, unit, node, bodies)


def _check_assembly(unit: Unit) -> None:
    """Assembly accesses anything, and gives variables and functions other names."""
    for own, lexed in ((True, unit.lexed), *((False, lex(text, unit.cxx)) for _, text in unit.headers)):
        texts = [(0, lexed.code), *((line.span.start, line_text(lexed.data, line)) for line in lexed.lines)]
        for start, text in texts:
            found = _ASSEMBLY.search(text)
            if found is not None:
                where = start + found.start() if own else 0
                why = "assembly may do anything, and give names to what has others"
                raise NotFollowed(where, why, unit.path)


def _check_node(program: Program, unit: Unit, node: Node, bodies: set[Declaration]) -> None:
    if node.kind != Kind.DECL_REF:
        return
    declared = node.declaration()
    if declared is None or declared.kind != Kind.FUNCTION:
        return
    name = declared.name
    known = (
        (is_system(declared.file) and name not in program.replaced)
        or node.type.canonical == "<builtin fn type>"
        or program.own(unit, name) is not None
        or declared in bodies
        or program.elsewhere(unit, declared, node.type.canonical) is not None
    )
    if not known or loads_code(name):
        why = f"'{name}' may lead to code that is not in these sources"
        if not is_system(declared.file) or name in program.replaced:
            why = f"'{name}', {program.why_unknown(unit, declared)}, may lead to other code"
        raise NotFollowed(_where(node), why, unit.path)


def _where(node: Node) -> int:
    return 0 if node.foreign else node.start
