# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Indirect: calls through pointers to functions -> what they do, by the functions that they may call.

``s->law(r)``  ->  what any function of that type does whose address is taken, where all sources of the
program are known and no such pointer comes from elsewhere; else anything. The functions of one type stand
among the others of a program under a name of their own.
"""

from __future__ import annotations

from collections.abc import Mapping

from pointerchain.analysis.effects import NOTHING, Accesses, CallSite, MemoryEffects, stores, unknown
from pointerchain.analysis.library import STREAMS
from pointerchain.analysis.modref import THROUGH, called
from pointerchain.analysis.names import INDIRECT, name_of
from pointerchain.translator.clang.targets import ANY_FORM, Taken

_NEEDS, _HAS = f"{INDIRECT}needs", f"{INDIRECT}has"
_NO_ONE = f"{THROUGH}, to whose type no source gives a function,"


def of_source(taken: Taken) -> dict[str, MemoryEffects]:
    """What one source says to a program: by form, what its functions of that form do, and its doubts."""
    found: dict[str, MemoryEffects] = {}
    for form, callees in taken.functions.items():
        for callee in callees:
            found[INDIRECT + form] = found.get(INDIRECT + form, NOTHING) | called(callee)
    for form, wheres in taken.doubts.items():
        for where in wheres:
            found[INDIRECT + form] = found.get(INDIRECT + form, NOTHING) | from_elsewhere(where)
    found[_NEEDS] = MemoryEffects(calls=frozenset(CallSite(key) for key in taken.needs))
    found[_HAS] = stores(Accesses(variables=frozenset((key, "") for key in taken.has)))
    return found


def from_elsewhere(where: str) -> MemoryEffects:
    """What a call does through a pointer that may lead anywhere."""
    return unknown(f"{THROUGH} that may come from {where}")


def unseen_targets() -> dict[str, MemoryEffects]:
    """What a source says whose pointers to functions are not looked at."""
    return {INDIRECT + ANY_FORM: from_elsewhere("a source in C++")}


def closed(found: Mapping[str, MemoryEffects], complete: bool) -> dict[str, MemoryEffects]:
    """The functions of a program, with what each call through a pointer does, and each use of a stream.

    ``complete``: all sources are there and were read. Pointers are believed to lead to functions of the
    program where it has ``main``, and where every function and variable that it names is its own or the
    system's. Streams are believed to have no memory of the program's where it has ``main`` and no source
    gives them any.
    """
    functions = {key: changes for key, changes in found.items() if not key.startswith(INDIRECT)}
    rows = {key: changes for key, changes in found.items() if key.startswith(INDIRECT)}
    needs, has = rows.pop(_NEEDS, NOTHING), rows.pop(_HAS, NOTHING)
    defined = {key for key, _ in has.mod.variables}
    missing = sorted(
        name_of(each.key) for each in needs.calls if each.key not in functions and each.key not in defined
    )
    doubt = NOTHING
    if not complete:
        doubt = from_elsewhere("a source that is not read")
    elif not any(name_of(key) == "main" for key in functions):
        doubt = from_elsewhere("elsewhere: no source defines 'main'")
    elif missing:
        doubt = from_elsewhere(f"'{missing[0]}', which no source defines")
    streams = unknown("a stream that may have memory of the program") if doubt.unknown else NOTHING
    functions[STREAMS] = functions.get(STREAMS, NOTHING) | streams
    everywhere = rows.pop(INDIRECT + ANY_FORM, NOTHING) | doubt
    whole = everywhere
    for changes in rows.values():
        whole |= changes
    asked = {each.key for changes in functions.values() for each in changes.calls} - rows.keys()
    functions |= {key: changes | everywhere for key, changes in rows.items()}
    for key in asked:  # no address of such a function is taken: whoever calls one has it from elsewhere
        if key.startswith(INDIRECT):
            functions[key] = everywhere if everywhere.unknown else unknown(_NO_ONE)
    functions[INDIRECT + ANY_FORM] = whole
    return functions
