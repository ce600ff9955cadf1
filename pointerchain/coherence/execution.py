# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Execution: a directive -> what it does to the two copies of each object.

``enter data map(to: x[0:n])``  ->  ``x`` has one reference more; where it had none, it is there, and its copy
is as old as the host's.

For each object, or member, that is listed, a state has the number of its references, the bytes that are on
the device, and whether an element of the host's copy, or of the device's, may be older than the other one
(:class:`~pointerchain.coherence.state.Copy`). By sections of OpenMP 5.2; OpenACC's clauses (3.3, 2.7) do the
same:

- ``to``, ``tofrom`` on ``target``, ``target data``, ``enter data`` (5.8.3): one reference more. Where it is
  the first, the object is there, and the device's copy is old if the host's is. Where it is not, nothing is
  copied, and the section has to lie in what is there (5.8.6).
- ``from``, ``alloc`` there: the same without a copy; the device's is old, unless nobody has ever written the
  object.
- ``from``, ``tofrom`` at the end of these, or on ``exit data``: one less; where it was the last, the host's
  copy is as old as the device's. ``to``, ``alloc``, ``release`` copy nothing; ``delete`` takes all.
- ``target update`` (13.9): where the object is there, one copy gets the age of the other, if the section
  holds all that is there; where it is not, nothing happens.
- a kernel (13.8): needs all that it loads and stores; it may not load an element whose copy is old, unless
  it has stored that. What it stores makes the host's copy old. Where it stores all of what is there, the
  device's is new.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from pointerchain.coherence.code import ARRAY, NUMBER, POINTER, Code
from pointerchain.coherence.control import Control, Out
from pointerchain.coherence.memory import Entry, Kernel, last_name
from pointerchain.coherence.program import Directive, Item, NotModelled, NotShown, Unit
from pointerchain.coherence.state import Copy, State, holds
from pointerchain.coherence.values import (
    SAMPLES,
    WILD,
    Object,
    Path,
    Pointer,
    Target,
    Term,
    apply,
    beyond,
    evaluated,
)

Listed = tuple[Entry, Item, Term, Term]
"""What an item of a clause lists, and its bytes."""
_COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))
_COMPARED = range(4, 61)
"""Numbers to which the samples of small numbers do not come, or not behind, and that can be run through."""
_MOST_COMPARED, _DEEPEST = 2, 2


class Execution(Control):
    """Executes programs with their directives."""

    def __init__(self, units: tuple[Unit, ...], is_program: bool) -> None:
        super().__init__(units, is_program)
        self.words: dict[int, frozenset[str]] = {}
        self.kernels: dict[Hashable, tuple[Kernel, frozenset[Entry], frozenset[Entry]]] = {}

    def directive(self, code: Code, state: State) -> Out:
        """The states behind a directive and its statement."""
        directive: Directive = code.name
        body = code.parts[0]
        assert body is not None
        row = directive.row
        if self.kernel is not None or self.left or not (row.compute or row.data or row.updates):
            return self.run(body, state)
        self.visited.add((self.frame.unit.text.path, directive.at))
        if directive.is_left:
            self.left = True
            try:
                return self.run(body, state)
            finally:
                self.left = False
        if directive.problem:
            raise NotModelled(code.at, f"{directive.problem} is not in the model")
        out = Out()
        for began, holds_ in self.paths(lambda each: self._condition(code, each), state, code.at):
            if not holds_:
                made = self.run(body, began)
                out.leave(made)
                out.behind += made.behind
                continue
            for each, listed in self.paths(lambda one: self._listed(code, one), began, code.at):
                made = self._governed(code, body, each, listed)
                out.leave(made)
                out.behind += made.behind
        out.behind = self.ways(out.behind, code.at)
        return out

    def _condition(self, code: Code, state: State) -> bool:
        """What an ``if`` clause comes to; each outcome is a way of its own, and is known from then on."""
        directive: Directive = code.name
        if directive.condition < 0:
            return True
        value = self.value(code.parts[1 + directive.condition], state)
        known = self.truth(value, state)
        if known is not None:
            return known
        chosen = not self.oracle.select(2)
        if type(value) is tuple:
            state.facts[value] = chosen
        return chosen

    def _governed(self, code: Code, body: Code, state: State, listed: list[Listed]) -> Out:
        """A directive that is executed, and its statement."""
        row = code.name.row
        if code.name.is_deep:
            return self._deep(code, body, state, listed)
        if row.updates:
            for each in listed:
                self._update_copy(code, each, state)
            return self.run(body, state)
        if row.exits and not row.enters:
            for each in listed:
                self._exit(code, each, state)
            return self.run(body, state)
        for each in listed:
            self._enter(code, each, state)
        if row.enters and not row.exits and row.standalone:
            return self.run(body, state)
        out = Out([self._kernel(code, body, state)]) if row.compute else self.run(body, state)
        if out.breaks or out.continues or out.returns:
            raise NotModelled(code.at, "control leaves its statement")
        for one in out.behind:
            for each in reversed(listed):
                self._exit(code, each, one)
        return out

    def _deep(self, code: Code, body: Code, state: State, listed: list[Listed]) -> Out:
        """A kernel with a deep copy: all that its shapes reach goes there before it, and comes back after it.

        It reads what the host had before, and the host has what it stores after it: as if it ran there.
        What the shapes say is believed. What its clauses list has to hold the elements that it accesses
        there, and to come back if it stores any.
        """
        if not code.name.row.compute:
            raise NotModelled(code.at, "a deep copy that stays is not in the model")
        if any(copy.references for copy in state.copies.values()):
            raise NotModelled(code.at, "a deep copy beside what is on the device is not in the model")
        there = state.copy()
        for each in listed:
            self._enter(code, each, there)
        try:
            there = self._kernel(code, body, there)
        except NotModelled:
            there = state
        for each in reversed(listed if there is not state else ()):
            self._exit(code, each, there)
        old = {
            entry for entry, copy in there.copies.items() if copy.is_host_old and entry not in state.copies
        }
        out = self.run(body, state)
        for one in out.behind:
            one.copies.update((entry, Copy(0, True, False)) for entry in old)
        if out.breaks or out.continues or out.returns:
            raise NotModelled(code.at, "control leaves its statement")
        return out

    # --- what is listed -----------------------------------------------------------------------------------

    def _listed(self, code: Code, state: State) -> list[Listed]:
        """The objects of its clauses, and their bytes; those that a null pointer leads to are none."""
        out: dict[Entry, Listed] = {}
        for item in sorted(code.name.items, key=lambda each: each.implied):
            whole = code.parts[1 + item.whole]
            assert whole is not None
            targets, low, high = self._section(code, item, whole, state)
            if code.name.is_deep and (len(targets) != 1 or targets[0].object[-1] == "old"):
                continue  # it begins at whichever objects these are
            if len(targets) > 1 or (targets and targets[0].object == WILD):
                raise NotShown(code.at, f"nobody knows which object '{item.text}' is")
            for target in targets:
                if target.object[-1] == "old":
                    raise NotShown(
                        code.at, f"'{item.text}' is one of several that were allocated at one place"
                    )
                entry = (target.object, target.path)
                if entry in out and not item.implied:
                    raise NotModelled(code.at, f"'{item.text}' is listed twice, which is not in the model")
                out.setdefault(entry, (entry, item, low, high))
        return list(out.values())

    def _section(
        self, code: Code, item: Item, whole: Code, state: State
    ) -> tuple[tuple[Target, ...], Term, Term]:
        if item.length < 0:
            return self.place(whole, state), 0, whole.size
        pointer = self.value(whole, state)
        if not isinstance(pointer, Pointer) or whole.kind not in (POINTER, ARRAY):
            raise NotShown(code.at, f"'{item.text}' has no sections")
        first, count = (self.value(code.parts[1 + each], state) for each in (item.low, item.length))
        if first is None or count is None or isinstance(first, Pointer) or isinstance(count, Pointer):
            raise NotModelled(code.at, f"nobody knows how many elements of '{item.text}' are listed")
        begin = pointer.targets[0].offsets[-1] if len(pointer.targets) == 1 else None
        low = apply("+", begin, apply("*", first, whole.target))
        return pointer.targets, low, apply("+", low, apply("*", count, whole.target))

    def _enter(self, code: Code, listed: Listed, state: State) -> None:
        entry, item, low, high = listed
        copy = state.copies.get(entry, Copy(0, False, False))
        if copy.references:
            if not self._is_within((low, high), (copy.low, copy.high), self._size(entry, state)):
                raise NotShown(code.at, f"of '{item.text}' more is listed than is on the device")
            state.copies[entry] = copy._replace(references=copy.references + 1)
            return
        if any(
            other.references and each[0] == entry[0] and _nest(each[1], entry[1])
            for each, other in state.copies.items()
        ):
            raise NotShown(code.at, f"'{item.text}' is a part of what is on the device, or has a part there")
        is_old = copy.is_host_old if item.effect.to_device else entry[0] not in state.blank
        state.copies[entry] = Copy(1, copy.is_host_old, is_old, low, high)

    def _exit(self, code: Code, listed: Listed, state: State) -> None:
        entry, item, low, high = listed
        copy = state.copies.get(entry)
        if copy is None or not copy.references:
            return
        if copy.references > 1 and not item.deletes:
            state.copies[entry] = copy._replace(references=copy.references - 1)
            return
        is_old = copy.is_host_old
        if item.effect.from_device:
            all_ = self._is_within((copy.low, copy.high), (low, high), self._size(entry, state))
            is_old = copy.is_device_old or (is_old and not all_)
        if is_old:
            state.copies[entry] = Copy(0, True, False)
        else:
            del state.copies[entry]

    def _update_copy(self, code: Code, listed: Listed, state: State) -> None:
        entry, item, low, high = listed
        copy = state.copies.get(entry)
        if copy is None or not copy.references:
            return
        if not self._is_within((low, high), (copy.low, copy.high), self._size(entry, state)):
            raise NotShown(code.at, f"of '{item.text}' more is listed than is on the device")
        all_ = self._is_within((copy.low, copy.high), (low, high), self._size(entry, state))
        if item.effect.from_device:
            is_old = copy.is_device_old or (copy.is_host_old and not all_)
            state.copies[entry] = copy._replace(is_host_old=is_old)
        else:
            is_old = copy.is_host_old or (copy.is_device_old and not all_)
            state.copies[entry] = copy._replace(is_device_old=is_old)

    def _size(self, entry: Entry, state: State) -> Term:
        """The bytes of what is allocated; None of a member, and where nobody knows."""
        return None if entry[1] else state.sizes.get(entry[0])

    def _is_within(self, inner: tuple[Term, Term], outer: tuple[Term, Term], size: Term) -> bool:
        """Whether bytes lie in others, for each sample for which they lie in what is allocated, if any."""
        if inner == outer and None not in inner:
            return True
        is_possible = False
        for sample in range(SAMPLES):
            low, high, first, last = (evaluated(each, sample) for each in (*inner, *outer))
            end = evaluated(size, sample)
            if None in (low, high, first, last):
                return False
            if low < high and end is not None and (low < 0 or high > end):
                continue
            is_possible = True
            if low < high and not (first <= low and high <= last):
                return False
        return is_possible

    # --- kernels ------------------------------------------------------------------------------------------

    def _kernel(self, code: Code, body: Code, state: State) -> State:
        """A kernel: executed once with all that may be, and then for each sample."""
        directive: Directive = code.name
        chains = {text: self._chain(code.parts[1 + number], state) for text, number, _ in directive.chains}
        for text, _, is_alone in directive.chains:
            value = chains[text][1]
            if is_alone and isinstance(value, Pointer):
                self.alone.update(each.object for each in value.targets)
        whole, unread, full = self._accessed(code, body, chains, state)
        for entry, at in whole.reads.items():
            if state.copies[entry].is_device_old and entry not in unread:
                name = _name(entry)
                raise NotShown(at, f"a kernel reads '{name}', whose copy there may be older than the host's")
        if not directive.is_deep:
            self._check_apart(code, whole, state)
        for entry in whole.writes:
            copy = state.copies[entry]
            old = copy.is_device_old and entry not in full
            state.copies[entry] = copy._replace(is_host_old=True, is_device_old=old)
            state.blank -= {entry[0]}
            for cell in [each for each in state.cells if each[0] == entry[0]]:
                if cell[1][: len(entry[1])] == entry[1] and not isinstance(state.cells[cell], Pointer):
                    del state.cells[cell]
        return state

    def _accessed(
        self, code: Code, body: Code, chains: dict[str, Any], state: State
    ) -> tuple[Kernel, frozenset[Entry], frozenset[Entry]]:
        """What a kernel accesses, what of it it only reads where it has written, and what it fills."""
        directive: Directive = code.name
        private = frozenset(directive.private)
        asked = (
            self.frame.unit.text.path,
            code.at,
            self.frame.calls,
            frozenset(chains.items()),
            *_seen(state, self._words(body)),
        )
        if asked in self.kernels:
            return self.kernels[asked]
        deep = directive.is_deep
        whole = Kernel(chains, private, deep)
        self._in_kernel(whole, body, state)
        exposed: set[Entry] = set()
        sampled: set[Entry] = set()
        full = set(whole.writes)
        lists: dict[Entry, tuple[bool, int, str]] = {}
        for sample in (*range(SAMPLES), *map(beyond, self._compared(body))):
            kernel = Kernel(chains, private, deep, sample)
            behind = self._in_kernel(kernel, body, state)
            exposed |= kernel.exposed
            for entry, row in kernel.lists.items():
                if entry not in kernel.outside and not lists.get(entry, (False,))[0]:
                    lists[entry] = row
            sampled |= kernel.reads.keys()
            for entry in list(full):
                copy = state.copies[entry]
                low, high = (evaluated(end, sample) for end in (copy.low, copy.high))
                if low is None or not all(holds(each.filled.get(entry, ()), low, high) for each in behind):
                    full.discard(entry)
            if not kernel.used_symbols and not any(
                type(end) is tuple for c in state.copies.values() for end in c[3:]
            ):
                break
        for fits, at, name in lists.values():
            if not fits:  # for no numbers for which the kernel accesses what is allocated
                raise NotShown(at, f"a clause lists more of '{name}' than is allocated")
        made = whole, frozenset(sampled - exposed), frozenset(full)
        self.kernels[asked] = made
        return made

    def _compared(self, body: Code) -> list[int]:
        """Numbers that something in a kernel is compared with, and to which small samples do not come."""
        found = {each for each in self._numbers(body, set()) if each in _COMPARED}
        return sorted(found)[-_MOST_COMPARED:] if _depth(body) <= _DEEPEST else []

    def _numbers(self, code: Code, seen: set[str]) -> Iterator[int]:
        for part in code.parts:
            if part is None:
                continue
            if code.op == "binary" and code.name in _COMPARISONS and part.op == "const":
                yield part.name
            yield from self._numbers(part, seen)
        if code.op == "call" and code.name is not None and code.name[2] not in seen:
            called = self.function(code.name[2])
            seen.add(code.name[2])
            if called is not None:
                yield from self._numbers(called[1].body, seen)

    def _words(self, code: Code) -> frozenset[str]:
        """The variables and members that are named in a statement, and in functions that it calls."""
        known = self.words.get(id(code))
        if known is not None:
            return known
        self.words[id(code)] = frozenset()  # a function that calls itself is none that runs
        out = {last_name(code.name)} if code.op in ("var", "member") else set()
        for part in code.parts:
            out |= self._words(part) if part is not None else frozenset()
        called = self.function(code.name[2]) if code.op == "call" and code.name is not None else None
        if called is not None:
            out |= self._words(called[1].body)
        self.words[id(code)] = frozenset(out)
        return self.words[id(code)]

    def _chain(self, code: Code | None, state: State) -> Any:
        """What a chain of a ``pointerchain`` clause is: the host evaluates it before the kernel."""
        assert code is not None
        targets = self.place(code, state)
        value = self.load(targets, code, state) if code.kind in (NUMBER, POINTER) else None
        if value is None and code.kind not in (NUMBER, POINTER) and code.kind != ARRAY:
            listed = any((each.object, each.path) in state.copies for each in targets)
            if not listed:
                self.touch(targets, code.size, state, code.at, writes=False, name=code.text)
        return targets, value

    def _in_kernel(self, kernel: Kernel, body: Code, state: State) -> list[State]:
        began = state.copy()
        began.filled = {}
        self.kernel = kernel
        try:
            out = self.run(body, began)
        finally:
            self.kernel = None
        if out.returns or out.breaks or out.continues:
            raise NotModelled(body.at, "control leaves a kernel")
        return out.behind

    def _check_apart(self, code: Code, kernel: Kernel, state: State) -> None:
        """What a kernel stores may be nothing else that is on the device."""
        present = [each for (each, _), copy in state.copies.items() if copy.references]
        for entry in kernel.writes:
            for other in self.peers(entry[0], present):
                raise NotShown(code.at, f"'{_name(entry)}' and '{_name((other, ()))}' may be the same memory")


def _seen(state: State, words: frozenset[str]) -> tuple[Hashable, ...]:
    """What of a state a kernel with some names may see: all but how old copies are."""
    present = frozenset(
        (entry, copy.low, copy.high) for entry, copy in state.copies.items() if copy.references
    )
    cells = frozenset(row for row in state.cells.items() if _named(*row[0][:2]) in (*words, ""))
    return cells, present, frozenset(state.sizes.items())


def _named(object_: Object, path: Path) -> str:
    """The name without which an expression does not come to a cell; empty where there is none."""
    if path:
        return path[-1]
    return _name((object_, ())) if object_[0] in ("var", "static", "global") else ""


def _depth(code: Code) -> int:
    """How many loops stand in each other."""
    inside = max((_depth(part) for part in code.parts if part is not None), default=0)
    return inside + (code.op in ("for", "do"))


def _nest(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    shorter = min(len(one), len(other))
    return one != other and one[:shorter] == other[:shorter]


def _name(entry: Entry) -> str:
    """An object for messages: a variable, or what leads to it."""
    object_, path = entry
    if object_[0] == "in":
        return ".".join((_name((object_[1], ())), *object_[2], *path))
    is_variable = object_[0] in ("var", "static", "global")
    base = last_name(object_[1]) if is_variable else "what was allocated"
    return ".".join((base, *path))
