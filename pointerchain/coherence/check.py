# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Check: the texts of a program, as they are written -> what could not be shown of their directives.

An ``update from`` that is missing before a loop that prints  ->  the line of that loop, and why. A program
begins with ``main``; of other sources each function that others may call, with memory that nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pointerchain.coherence.code import ARRAY, NUMBER, POINTER, RECORD
from pointerchain.coherence.execution import Execution
from pointerchain.coherence.machine import Frame
from pointerchain.coherence.program import NotModelled, NotShown, Text, TooLarge, Unit
from pointerchain.coherence.state import State
from pointerchain.coherence.values import NOWHERE, Object, Pointer, Target
from pointerchain.lazy import NamedTuple


class Failure(NamedTuple):
    """What could not be shown."""

    places: tuple[tuple[str, int], ...]
    """Where that is, in the texts as they are written, and the calls that led there, the innermost first."""
    why: str
    is_modelled: bool = True
    """Whether it may be a fault of the directives; else nobody knows how to execute what stands there."""
    is_unreadable: bool = False
    """Whether Clang cannot read what clauses list."""


def check(texts: Sequence[Text]) -> Failure | None:
    """The first thing that cannot be shown of some sources, None where all of it is."""
    units: list[Unit] = []
    for text in texts:
        try:
            units.append(Unit(text))
        except NotShown as failure:
            places = tuple(failure.places or [(text.path, 0)])
            return Failure(places, failure.why, bool(failure.places), is_unreadable=bool(failure.places))
    for unit in units:
        for at in sorted(unit.stray - unit.text.left):
            place = ((unit.text.path, at),)
            return Failure(
                place, "a directive in none of C's functions is not in the model", is_modelled=False
            )
    waiting = {(unit.text.path, at) for unit in units for places in unit.acting.values() for at in places}
    for unit, name in _roots(units):
        if not waiting:
            break
        own = {(unit.text.path, at) for at in unit.acting[name]}
        if own.isdisjoint(waiting) and own:
            continue
        execution = Execution((unit, *(each for each in units if each is not unit)), name == "main")
        try:
            _run(execution, unit, name)
        except NotShown as failure:
            if isinstance(failure, TooLarge):
                failure = TooLarge(unit.nodes[name].start, str(failure))
            by_path = {each.text.path: each for each in units}
            rows = failure.places or [(unit.text.path, failure.at)]
            places = tuple((path, by_path[path].written_at(at)) for path, at in rows)
            return Failure(places, failure.why, not isinstance(failure, NotModelled))
        if not execution.is_open or name != "main":
            waiting -= execution.visited
    return None


def _roots(units: Sequence[Unit]) -> Iterator[tuple[Unit, str]]:
    """The functions with which execution may begin: ``main``, then what others may call, then all others."""
    for unit in units:
        if "main" in unit.nodes:
            yield unit, "main"
    for is_static in (False, True):
        for unit in units:
            for name in unit.leading - {"main"}:
                function = unit.function(name)
                if function is None or function.is_static != is_static:
                    continue
                if not is_static or unit.is_named(name):
                    yield unit, name


def _run(execution: Execution, unit: Unit, name: str) -> None:
    function = unit.function(name)
    assert function is not None
    state = State()
    execution.frame = Frame(unit, ())
    for each in (variable for unit_ in execution.units for variable in unit_.globals):
        object_ = execution.outer(each)
        if each.flag and each.kind not in (POINTER,):
            execution.constants.add(object_)
        state.sizes[object_] = each.size
        first = each.parts[0] if each.parts else None
        if execution.is_program and each.kind == NUMBER and each.op != "unknown":
            value = execution.value(first, state) if first is not None else 0
            state.store(Target(object_), value, certain=True)
        elif first is not None and first.op == "list" and each.flag:
            execution.listed(object_, each, state)
    for parameter in function.parameters:
        execution.begin(parameter, NOWHERE, state)
        variable = execution.frame.variables[parameter.name]
        if parameter.kind == POINTER:
            made: Object = ("in", variable, (), parameter.target)
            execution.widths[made] = parameter.target
            if parameter.flag:
                execution.alone.add(made)
            state.store(Target(variable), Pointer((Target(made),)), certain=True)
        elif parameter.kind in (NUMBER, RECORD, ARRAY):
            state.store(Target(variable), state.fresh(("given", parameter.name)), certain=True)
    execution.active.append(name)
    for behind in execution.execute(function, state):
        if not execution.is_program:
            _check_end(function.body.at, behind)


def _check_end(at: int, state: State) -> None:
    """Behind a function what others know has to be as it was: not on the device, and not old on the host."""
    led = {
        target.object
        for cell, value in state.cells.items()
        if isinstance(value, Pointer) and cell[0][0] != "var"
        for target in value.targets
    }
    for (object_, _), copy in state.copies.items():
        is_known = object_[0] in ("in", "global", "static", "ext") or object_ in led
        if copy.references and object_[0] != "var":
            raise NotShown(at, "behind the function something stays on the device")
        if is_known and copy.is_host_old:
            raise NotShown(at, "behind the function something has an older copy on the host")
