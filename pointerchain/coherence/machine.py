# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Machine: expressions -> their values, with the loads and stores that they make, and what calls do.

``s->f->t = malloc(n * 8)``  ->  the cell ``t`` leads to a new object of ``n * 8`` bytes. A function whose
body is seen is executed where it is called; of others only their parameters' types are believed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from pointerchain.coherence.code import ARRAY, NUMBER, POINTER, RECORD, Code, Function, Key
from pointerchain.coherence.memory import Memory, entry_of
from pointerchain.coherence.program import NotModelled, NotShown, Unit
from pointerchain.coherence.state import Cell, State
from pointerchain.coherence.values import (
    ANYWHERE,
    KERNEL,
    NOWHERE,
    WILD,
    Object,
    Pointer,
    Record,
    Target,
    Term,
    apply,
    choice,
)
from pointerchain.translator.clang.parsed import is_system

_PLACES = frozenset(("var", "member", "index", "deref"))
_CHANGING = frozenset(("assign", "update", "call", "library", "new", "delete", "unknown"))
_DEEPEST = 24


class Oracle:
    """Which of several outcomes of calls and conditions an expression has; one run for each."""

    def __init__(self, choices: tuple[int, ...], results: dict[Hashable, Any]) -> None:
        self.choices, self.results = choices, results
        self.taken: list[tuple[int, int]] = []

    def select(self, count: int) -> int:
        """The number of the next outcome of so many."""
        number = len(self.taken)
        chosen = self.choices[number] if number < len(self.choices) else 0
        self.taken.append((chosen, count))
        return chosen


class Frame:
    """A function that runs: its variables, and the calls that led there."""

    def __init__(self, unit: Unit, calls: tuple[int, ...]) -> None:
        self.unit, self.calls = unit, calls
        self.variables: dict[Key, Object] = {}


class Machine(Memory, ABC):
    """Values of expressions; what executes statements is below it."""

    def __init__(self, units: tuple[Unit, ...], is_program: bool) -> None:
        super().__init__()
        self.units, self.is_program = units, is_program
        """Whether it begins with ``main``, so that all memory is made in it."""
        self.farthest = max(3, *(unit.longest_chain for unit in units))
        """So many objects of one size of a caller's are told apart, each leading to the next: a list."""
        self.frame = Frame(units[0], ())
        self.oracle = Oracle((), {})
        self.active: list[str] = []
        self.visited: set[tuple[str, int]] = set()
        self.is_open = False
        """Whether it calls functions of other sources, which may call those of these."""

    @abstractmethod
    def execute(self, function: Function, state: State) -> list[State]:
        """The states behind a call; what it returns is in the cell of its result."""

    # --- places -------------------------------------------------------------------------------------------

    def place(self, code: Code, state: State) -> tuple[Target, ...]:
        """Where an expression's object may be."""
        kernel = self.kernel
        if kernel is not None and code.text in kernel.chains:
            targets: tuple[Target, ...] = kernel.chains[code.text][0]
            return targets
        if code.op == "var":
            return (Target(self.variable(code)),)
        if code.op == "member":
            base = code.parts[0]
            assert base is not None
            return tuple(
                each if each.object == WILD else each.member(code.name, base.size)
                for each in self.place(base, state)
            )
        if code.op == "index":
            return self._moved(code, state).targets
        if code.op == "deref":
            pointer = self.value(code.parts[0], state)
            return pointer.targets if isinstance(pointer, Pointer) else self._strange(code, pointer)
        if code.op == "cast" and code.parts:
            assert code.parts[0] is not None
            return self.place(code.parts[0], state)
        raise NotModelled(code.at, f"{code.name if code.op == 'unknown' else code.op} is not in the model")

    def _strange(self, code: Code, value: Any) -> tuple[Target, ...]:
        """What a pointer of another kind leads to: a record's first member, or what a number says."""
        return (value.target,) if isinstance(value, Record) else ANYWHERE.targets

    def _moved(self, code: Code, state: State) -> Pointer:
        """The element of an array, or of what a pointer leads to."""
        base, index = (self.value(each, state) for each in code.parts)
        if isinstance(index, Pointer):
            base, index = index, base
        if not isinstance(base, Pointer):
            return ANYWHERE
        by = apply("*", self.number(index), code.size)
        return Pointer(tuple(each.moved(by) for each in base.targets))

    def variable(self, code: Code) -> Object:
        """The object of a variable's name."""
        known = self.frame.variables.get(code.name)
        return known if known is not None else self.outer(code)

    def outer(self, code: Code) -> Object:
        """A variable of the file, or a static one: the same in all sources if it has no file of its own."""
        object_: Object = ("global", code.name[2] if len(self.units) > 1 else code.name)
        if not self.is_program and object_ not in self.constants:
            self.widths.setdefault(object_, code.target if code.kind == ARRAY else code.size)
        return object_

    # --- values -------------------------------------------------------------------------------------------

    def value(self, code: Code | None, state: State) -> Any:
        """A number, a :class:`Pointer`, or a :class:`Record`; None where nothing is known."""
        assert code is not None
        if code.op in _PLACES:
            return self._loaded(code, state)
        if code.op == "const":
            return code.name
        handler: Callable[[Machine, Code, State], Any] | None = _VALUES.get(code.op)
        if handler is None:
            raise NotModelled(
                code.at, f"{code.name if code.op == 'unknown' else code.op} is not in the model"
            )
        return handler(self, code, state)

    def _loaded(self, code: Code, state: State) -> Any:
        kernel = self.kernel
        if kernel is not None and code.text in kernel.chains:
            targets, value = kernel.chains[code.text]
            if code.kind in (NUMBER, POINTER) or not any(entry_of(each, state) for each in targets):
                if not any(entry_of(each, state) for each in targets):
                    return self.number(value)
        else:
            targets = self.place(code, state)
        if code.kind == ARRAY:
            return Pointer(targets)
        if code.kind == RECORD:
            return Record(targets[0]) if len(targets) == 1 else None
        return self.load(targets, code, state)

    def load(self, targets: tuple[Target, ...], code: Code, state: State) -> Any:
        """What is loaded from one of some places."""
        self.touch(targets, code.size, state, code.at, writes=False, name=code.text or _shown(code))
        if code.kind not in (NUMBER, POINTER):
            return None
        out: Any = None
        for number, target in enumerate(targets):
            value = self._cell(target, code, state)
            if isinstance(value, Pointer) and isinstance(out, Pointer):
                value = value.joined(out)
            elif number and value != out:
                value = None
            out = value
        if code.kind == POINTER and not isinstance(out, Pointer):
            return out if isinstance(out, int) and out else NOWHERE if not targets or out == 0 else ANYWHERE
        return self.number(out) if code.kind == NUMBER else out

    def _cell(self, target: Target, code: Code, state: State) -> Any:
        if target.object == WILD:
            return ANYWHERE if code.kind == POINTER else None
        kernel = self.kernel
        if kernel is not None and not self.left and entry_of(target, state) is not None:
            if code.kind == POINTER and not kernel.deep:
                raise NotShown(code.at, f"a kernel follows '{_shown(code)}' in the device's memory")
            if code.kind != POINTER:
                return None
        value = state.load(target)
        if value is not None:
            return value
        if code.kind == POINTER:
            if (target.object, _UNKNOWN, None) in state.cells:
                return ANYWHERE
            if not self._is_from_outside(target.object):
                return NOWHERE
            if _far(target.object, code.target) >= self.farthest:
                return ANYWHERE
            made: Object = ("in", target.object, target.path, code.target)
            self.widths[made] = code.target
            value = Pointer((Target(made),))
            state.store(target, value, certain=True)
        elif all(isinstance(each, int) for each in target.offsets):
            name = (KERNEL if kernel is not None else "load", target.object, target.path, target.offsets)
            value = state.fresh(name)
            state.store(target, value, certain=True)
        return value

    def _is_from_outside(self, object_: Object) -> bool:
        return object_[0] in ("in", "ext") or (object_[0] in ("global", "static") and not self.is_program)

    def store(self, targets: tuple[Target, ...], code: Code, value: Any, state: State) -> None:
        """A value comes to one of some places; a record's cells are those of another one."""
        self.touch(targets, code.size, state, code.at, writes=True, name=code.text or _shown(code))
        certain = len(targets) == 1
        for target in targets:
            kernel = self.kernel
            if kernel is not None and not self.left and target.object not in kernel.own:
                if isinstance(value, Pointer):
                    raise NotShown(code.at, "a kernel stores a pointer in memory")
                if code.kind == NUMBER and entry_of(target, state) is None:
                    state.store(target, value, certain)
                continue
            if target.object == WILD:
                raise NotModelled(code.at, f"nobody knows where '{_shown(code)}' is, which is stored")
            if code.kind == RECORD:
                self.copy_record(target, value, state, certain, code.at)
            elif code.kind == POINTER or isinstance(value, Pointer):
                pointer = value if isinstance(value, Pointer) else NOWHERE if value == 0 else ANYWHERE
                state.store(target, pointer, certain and self._is_one(target, state))
            elif code.kind == NUMBER:
                value = self.unknown(code, state) if value is None else value
                state.store(target, value, certain and self._is_one(target, state))

    def unknown(self, code: Code, state: State) -> Term:
        """A number of which nothing is known."""
        site = (code.at, self.frame.calls)
        return state.fresh((KERNEL, site) if self.kernel is not None else site)

    def _is_one(self, target: Target, state: State) -> bool:
        """Whether an object is one, not one of several that were allocated at a place."""
        return bool(target.object[-1] != "old")

    def copy_record(self, target: Target, value: Any, state: State, certain: bool, at: int = 0) -> None:
        """A record comes to a place: the cells of another one, or, where nobody knows that, any."""
        for cell in [each for each in state.cells if each[0] == target.object]:
            if cell[1][: len(target.path)] == target.path:
                if not certain:
                    raise NotModelled(at, "a record is copied to a place that is not in the model")
                del state.cells[cell]
        if not isinstance(value, Record):
            state.cells[target.object, _UNKNOWN, None] = ANYWHERE
            return
        source, depth = value.target, len(value.target.path)
        for cell, each in list(state.cells.items()):
            if cell[0] == source.object and cell[1] == _UNKNOWN:
                state.cells[target.object, _UNKNOWN, None] = each
            elif cell[0] == source.object and cell[1][:depth] == source.path:
                offsets = cell[2] and (*target.offsets, *cell[2][depth + 1 :])
                state.cells[target.object, (*target.path, *cell[1][depth:]), offsets] = each

    # --- operators ----------------------------------------------------------------------------------------

    def _address(self, code: Code, state: State) -> Any:
        inner = code.parts[0]
        assert inner is not None
        if inner.op == "function":
            return NOWHERE
        return Pointer(self.place(inner, state))

    def _binary(self, code: Code, state: State) -> Any:
        one, other = (self.value(each, state) for each in code.parts)
        if isinstance(one, Pointer) or isinstance(other, Pointer):
            pointer, by = (one, other) if isinstance(one, Pointer) else (other, one)
            if code.name not in ("+", "-") or isinstance(by, Pointer):
                return None
            by = apply("*", self.number(by), code.target)
            by = apply("-", 0, by) if code.name == "-" else by
            return Pointer(tuple(each.moved(by) for each in pointer.targets))
        return apply(code.name, one, other) if self._are_whole(code) else None

    def _are_whole(self, code: Code) -> bool:
        return all(each is not None and each.kind in (NUMBER, POINTER) for each in code.parts)

    def _unary(self, code: Code, state: State) -> Any:
        value = self.value(code.parts[0], state)
        if not self._are_whole(code) or isinstance(value, Pointer):
            return None
        by = {"-": ("-", 0, value), "!": ("==", value, 0), "+": ("+", value, 0)}.get(code.name)
        return apply(*by) if by is not None else None

    def _assign(self, code: Code, state: State) -> Any:
        target, source = code.parts
        assert target is not None
        value = self.value(source, state)
        self.store(self.place(target, state), target, value, state)
        return value

    def _update(self, code: Code, state: State) -> Any:
        """``x += 1``, and ``x++``, whose value is not known but where it is a pointer: what that leads to."""
        target = code.parts[0]
        assert target is not None
        places = self.place(target, state)
        old = self.load(places, target, state)
        by: Any = self.value(code.parts[1], state) if len(code.parts) > 1 else 1
        sign = code.name[0] if code.name in ("++", "--") else code.name
        if isinstance(old, Pointer):
            by = apply("*", self.number(by), target.target)
            by = apply("-", 0, by) if sign == "-" else by
            new: Any = Pointer(tuple(each.moved(by) for each in old.targets))
        else:
            new = apply(sign, old, by) if target.kind == NUMBER and not isinstance(by, Pointer) else None
        self.store(places, target, new, state)
        return None if code.name in ("++", "--") and not isinstance(new, Pointer) else new

    def _choice(self, code: Code, state: State) -> Any:
        test, one, other = code.parts
        known = self.truth(self.value(test, state), state)
        if known is not None:
            return self.value(one if known else other, state)
        if _changes(one) or _changes(other):
            return self.value(code.parts[1 + self.oracle.select(2)], state)
        values = [self.value(each, state) for each in (one, other)]
        if any(isinstance(each, Pointer) for each in values):
            first, second = (each if isinstance(each, Pointer) else NOWHERE for each in values)
            return first.joined(second)
        return None if code.kind != NUMBER else choice(self.value(test, state), *values)

    def _logic(self, code: Code, state: State) -> Any:
        one, other = code.parts
        first = self.value(one, state)
        known = self.truth(first, state)
        if known is not None:
            if known == (code.name == "||"):
                return int(known)
            second = self.value(other, state)
            truth = self.truth(second, state)
            return second if truth is None else int(truth)
        if _changes(other) and self.oracle.select(2):
            return None
        second = self.value(other, state)
        numbers = not isinstance(first, Pointer) and not isinstance(second, Pointer)
        return apply(code.name, first, second) if numbers else None

    def _comma(self, code: Code, state: State) -> Any:
        self.value(code.parts[0], state)
        return self.value(code.parts[1], state)

    def _cast(self, code: Code, state: State) -> Any:
        return self.value(code.parts[0], state) if code.parts else None

    def truth(self, value: Any, state: State) -> bool | None:
        """Whether a condition holds, where that is known."""
        if isinstance(value, Pointer):
            return None if value.targets else False
        value = self.number(value)
        return bool(value) if isinstance(value, int) else state.facts.get(value) if value else None

    # --- calls --------------------------------------------------------------------------------------------

    def function(self, name: str) -> tuple[Unit, Function] | None:
        """The body that a name means where it is called."""
        for unit in (self.frame.unit, *self.units):
            function = unit.function(name)
            if function is not None and (unit is self.frame.unit or not function.is_static):
                return unit, function
        return None

    def _call(self, code: Code, state: State) -> Any:
        values = [self.value(each, state) for each in code.parts]
        if code.name is None:
            raise NotModelled(code.at, "nobody knows which function a call calls")
        if any(each is not None and each.op == "function" for each in code.parts):
            raise NotModelled(code.at, f"a function that '{code.name[2]}' is given is not in the model")
        known = None if is_system(code.name[0]) else self.function(code.name[2])
        if known is None:
            return self._unseen(code, values, state)
        unit, function = known
        if function.name in self.active or len(self.active) > _DEEPEST:
            raise NotModelled(code.at, f"'{function.name}' calls itself")
        return self._inside(unit, function, code, values, state)

    def _inside(self, unit: Unit, function: Function, code: Code, values: list[Any], state: State) -> Any:
        oracle, frame = self.oracle, self.frame
        asked = (tuple(each for each, _ in oracle.taken), code.at, frame.calls)
        outer: Target = Target(("result", code.at, frame.calls))
        if asked not in oracle.results:
            self.frame = Frame(unit, (*frame.calls, code.at))
            self.active.append(function.name)
            began = state.copy()
            for parameter, value in zip(function.parameters, values, strict=False):
                self.begin(parameter, value, began)
            try:
                oracle.results[asked] = self.execute(function, began), list(self.frame.variables.values())
            except NotShown as failure:
                if not failure.places:
                    failure.places.append((unit.text.path, failure.at))
                failure.places.append((frame.unit.text.path, code.at))
                raise
            finally:
                self.active.pop()
                self.oracle, inner, self.frame = oracle, self.frame, frame
            for each in oracle.results[asked][0]:
                self.end(inner.variables.values(), each, code.at)
                each.forget()
        results = oracle.results[asked][0]
        if not results:
            raise NotShown(code.at, f"nobody sees how '{function.name}' returns")
        result = results[oracle.select(len(results))] if len(results) > 1 else results[0]
        for name in State.__slots__:
            setattr(state, name, getattr(result.copy(), name))
        value = state.cells.pop((outer.object, (), (0,)), None)
        if isinstance(value, Record):
            return value
        return value if value is not None or code.kind != POINTER else NOWHERE

    def begin(self, code: Code, value: Any, state: State) -> Object:
        """A variable begins."""
        if code.op == "unknown":
            raise NotModelled(code.at, f"{code.name} is not in the model")
        object_: Object = ("var", code.name, self.frame.calls)
        self.frame.variables[code.name] = object_
        if self.kernel is not None:
            self.kernel.own.add(object_)
        if object_ in state.sizes:
            state.drop(object_)
        state.sizes[object_] = code.size
        if code.kind == POINTER:
            state.store(Target(object_), value if isinstance(value, Pointer) else _as_pointer(value), True)
        elif code.kind == NUMBER:
            is_number = isinstance(value, int | Pointer) or type(value) is tuple
            state.store(Target(object_), value if is_number else self.unknown(code, state), True)
        elif code.kind == RECORD:
            self.copy_record(Target(object_), value, state, True)
        return object_

    def end(self, objects: Iterable[Object], state: State, at: int) -> None:
        """Variables end."""
        ended = set(objects)
        for (object_, _), copy in state.copies.items():
            if copy.references and object_ in ended:
                raise NotShown(at, f"'{object_[1][2]}' ends while it is on the device")
        if ended:
            state.drop(*ended)

    # --- functions without a body -------------------------------------------------------------------------

    def _unseen(self, code: Code, values: list[Any], state: State) -> Any:
        name: str = code.name[2]
        if self.kernel is not None and not self.left:
            if any(isinstance(each, Pointer) for each in values):
                raise NotShown(code.at, f"a kernel calls '{name}', whose body is not seen")
            return None
        library = is_system(code.name[0])
        if library and name in _ALLOCATING:
            return self._allocated(code, _ALLOCATING[name](values), state, name == "malloc")
        if library and name == "realloc":
            self._passed(code, values[:1], state, reads_only=True)
            self._free(code, values[0], state)
            return self._allocated(code, values[1], state, False)
        if library and name == "free":
            self._free(code, values[0], state)
            return None
        self._passed(code, values, state, reads_only=False)
        if not library:
            self.is_open = True
            for cell in [each for each in state.cells if each[0][0] == "global"]:
                state.cells[cell] = (
                    ANYWHERE if isinstance(state.cells[cell], Pointer) else state.fresh((code.at, cell))
                )
            reached = {each[0] for each in state.cells if each[0][0] == "global"} | {
                each for each, _ in state.copies if each[0] in ("global", "in", "ext")
            }
            for object_ in reached:
                for writes in (False, True):
                    self.touch((Target(object_, (), (None,)),), 1, state, code.at, writes=writes, name=name)
        if code.kind == POINTER:
            outside: Object = ("ext", self.frame.unit.text.path, code.at, self.frame.calls)
            given = [each for each in values if isinstance(each, Pointer)]
            out = Pointer((Target(outside),))
            for each in given:
                out = out.joined(
                    Pointer(tuple(one._replace(offsets=(None,) * len(one.offsets)) for one in each.targets))
                )
            return out
        return self.unknown(code, state) if code.kind == NUMBER else None

    def _library(self, code: Code, state: State) -> Any:
        """What C++'s library may do to its operands: those that it is given by reference it may store."""
        if self.kernel is not None or code.kind == POINTER:
            raise NotModelled(code.at, f"'{code.name}' of the library is not in the model")
        for part in code.parts:
            assert part is not None
            if not part.flag:
                value = self.value(part, state)
                if isinstance(value, Pointer):
                    raise NotModelled(code.at, f"a pointer that '{code.name}' is given is not in the model")
                continue
            if part.kind in (POINTER, ARRAY):
                raise NotModelled(code.at, f"a pointer that '{code.name}' is given is not in the model")
            targets = self.place(part, state)
            for writes in (False, True):
                self.touch(targets, part.size, state, code.at, writes=writes, name=part.text or _shown(part))
            if part.kind == NUMBER:
                for target in targets:
                    state.store(target, self.unknown(part, state), certain=len(targets) == 1)
        return self.unknown(code, state) if code.kind == NUMBER else None

    def _passed(self, code: Code, values: list[Any], state: State, *, reads_only: bool) -> None:
        """What a function may do to what it is given: what is not constant for it may be stored."""
        library = is_system(code.name[0])
        given = [each for each in values if isinstance(each, Pointer)]
        changes = any(each is not None and each.kind == POINTER and not each.flag for each in code.parts)
        objects = {target.object for each in given for target in each.targets}
        if (
            library
            and changes
            and not reads_only
            and any(_leads(cell, value, objects) for cell, value in state.cells.items())
        ):
            raise NotModelled(
                code.at, f"bytes of pointers, which '{code.name[2]}' is given, are not in the model"
            )
        for argument, value in zip(code.parts, values, strict=False):
            if not isinstance(value, Pointer) or argument is None:
                continue
            constant = reads_only or argument.flag
            reached = value.targets if library else self._reached(value, state)
            for target in reached:
                if target.object[0] == "string" or target.object == WILD:
                    continue
                anywhere = target._replace(offsets=(None,) * len(target.offsets))
                name = argument.text or code.name[2]
                for writes in (False,) if constant else (False, True):
                    self.touch((anywhere,), 1, state, code.at, writes=writes, name=name)
                if not constant:
                    for cell in [each for each in state.cells if each[0] == target.object]:
                        if not isinstance(state.cells[cell], Pointer):
                            del state.cells[cell]
                        elif not library:
                            state.cells[cell] = ANYWHERE

    def _reached(self, pointer: Pointer, state: State) -> list[Target]:
        """All places that a pointer, and pointers there, lead to."""
        out: dict[Object, Target] = {}
        waiting = list(pointer.targets)
        while waiting:
            target = waiting.pop()
            if target.object not in out:
                out[target.object] = target._replace(path=(), offsets=(None,), widths=())
                for cell, value in state.cells.items():
                    if cell[0] == target.object and isinstance(value, Pointer):
                        waiting += value.targets
        return list(out.values())

    def _allocated(self, code: Code, size: Term, state: State, blank: bool) -> Pointer:
        object_: Object = ("heap", self.frame.unit.text.path, code.at, self.frame.calls)
        if object_ in state.sizes:
            self._grow_old(object_, state, code.at)
        state.sizes[object_] = size if not isinstance(size, Pointer) else None
        if blank:
            state.blank |= {object_}
        return Pointer((Target(object_),))

    def _grow_old(self, object_: Object, state: State, at: int) -> None:
        """Memory of a place that allocates again: what it was is one of several then."""
        if any(copy.references for (each, _), copy in state.copies.items() if each == object_):
            raise NotShown(at, "memory is allocated again while the former one is on the device")
        old: Object = (*object_, "old")
        led = any(
            isinstance(value, Pointer) and any(each.object == object_ for each in value.targets)
            for value in state.cells.values()
        )
        if not led:
            state.drop(object_)
            return
        for cell, value in list(state.cells.items()):
            if isinstance(value, Pointer):
                rows = (
                    each._replace(object=old) if each.object == object_ else each for each in value.targets
                )
                state.cells[cell] = NOWHERE.joined(Pointer(tuple(rows)))
            if cell[0] == object_:
                moved = (old, *cell[1:])
                known = state.cells.pop(cell)
                before = state.cells.get(moved)
                if isinstance(known, Pointer):
                    known = state.cells.get(cell, known)
                    state.cells[moved] = known.joined(before) if isinstance(before, Pointer) else known
                else:
                    state.cells.pop(moved, None)
        for entry in [each for each in state.copies if each[0] == object_]:
            state.copies[old, entry[1]] = state.copies.pop(entry)
        state.sizes[old] = None
        state.drop(object_)

    def _free(self, code: Code, value: Any, state: State) -> None:
        targets = value.targets if isinstance(value, Pointer) else ANYWHERE.targets
        for target in targets:
            for (each, _), copy in state.copies.items():
                if copy.references and (each == target.object or target.object == WILD):
                    raise NotShown(code.at, "memory is freed while it is on the device")
        if len(targets) == 1 and targets[0].object != WILD and targets[0].object[-1] != "old":
            state.drop(targets[0].object)

    def _new(self, code: Code, state: State) -> Pointer:
        count = self.value(code.parts[0], state) if code.parts else 1
        return self._allocated(code, apply("*", count, code.target), state, True)

    def _delete(self, code: Code, state: State) -> None:
        self._free(code, self.value(code.parts[0], state), state)


_ALLOCATING: dict[str, Callable[[list[Any]], Term]] = {
    "malloc": lambda values: values[0],
    "calloc": lambda values: apply("*", values[0], values[1]),
    "aligned_alloc": lambda values: values[1],
}
_VALUES: dict[str, Callable[[Machine, Code, State], Any]] = {
    "address": Machine._address,
    "assign": Machine._assign,
    "binary": Machine._binary,
    "call": Machine._call,
    "cast": Machine._cast,
    "choice": Machine._choice,
    "comma": Machine._comma,
    "delete": Machine._delete,
    "function": lambda machine, code, state: NOWHERE,
    "library": Machine._library,
    "logic": Machine._logic,
    "new": Machine._new,
    "null": lambda machine, code, state: NOWHERE,
    "other": lambda machine, code, state: None,
    "unary": Machine._unary,
    "update": Machine._update,
}


_UNKNOWN = ("?",)
"""The member of a record, none of whose members are known."""


def _leads(cell: Cell, value: Any, objects: set[Object]) -> bool:
    """Whether a cell of one of some objects leads anywhere."""
    return cell[0] in objects and isinstance(value, Pointer) and bool(value.targets)


def _far(object_: Object, size: int) -> int:
    """Behind how many of a size an object of a caller's is already."""
    count = 0
    while object_[0] == "in" and isinstance(object_[1], tuple):
        count += object_[3] == size
        object_ = object_[1]
    return count


def _changes(code: Code | None) -> bool:
    """Whether an expression stores or calls anything."""
    return code is not None and (code.op in _CHANGING or any(map(_changes, code.parts)))


def _as_pointer(value: Any) -> Pointer:
    return NOWHERE if value is None or value == 0 else ANYWHERE


def _shown(code: Code) -> str:
    """An expression for messages: the variable, and the members of it."""
    if code.op == "var":
        return str(code.name[2])
    inner = next((_shown(each) for each in code.parts[:1] if each is not None), "")
    if code.op == "member":
        return f"{inner}.{code.name}" if inner else str(code.name)
    return f"{inner}[...]" if code.op == "index" else inner
