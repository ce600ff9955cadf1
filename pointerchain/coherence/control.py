# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Control: statements -> where control goes behind them, and with which states.

``while (c) s``  ->  ``s`` is executed from each kind of state that comes to ``c``, until no new ones come.

In a kernel that is executed for a sample, loops whose conditions are known run as they would; of long ones
the first three iterations and the last three.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise
from typing import Any

from pointerchain.coherence.code import ARRAY, NUMBER, POINTER, RECORD, Code, Function
from pointerchain.coherence.machine import Machine, Oracle
from pointerchain.coherence.memory import Entry
from pointerchain.coherence.program import NotModelled, TooLarge, Unit
from pointerchain.coherence.state import State, added, merged
from pointerchain.coherence.values import KERNEL, Object, Record, Target, apply, largest

_MOST_WAYS, _MOST_TURNS, _MOST_STEPS = 64, 400, 60_000
_ENDS = 3
"""How many iterations of a long loop run at each of its ends."""
_LONGEST = 24
_NOTHING = Record(Target(("nothing",)))
"""What a record is before anything is stored in it."""
_EXPRESSIONS = frozenset(
    "address assign binary call cast choice comma const delete deref function index library list logic "
    "member new null other unary update var".split()
)


class Out:
    """The states behind a statement, by the way on which control leaves it."""

    def __init__(self, behind: Iterable[State] = ()) -> None:
        self.behind = list(behind)
        self.breaks: list[State] = []
        self.continues: list[State] = []
        self.returns: list[State] = []

    def leave(self, other: Out, *, loop: bool = False) -> None:
        """Add the ways out of a statement inside, without those that a loop around it ends."""
        self.returns += other.returns
        if not loop:
            self.breaks += other.breaks
            self.continues += other.continues


class Control(Machine):
    """Executes statements."""

    steps = 0

    def __init__(self, units: tuple[Unit, ...], is_program: bool) -> None:
        super().__init__(units, is_program)
        self.forking: dict[int, bool] = {}

    @abstractmethod
    def directive(self, code: Code, state: State) -> Out:
        """The states behind a directive and its statement."""

    def execute(self, function: Function, state: State) -> list[State]:
        """The states behind a call."""
        out = self.run(function.body, state)
        return self.ways([*out.behind, *out.returns], function.body.at)

    def ways(self, states: Iterable[State], at: int) -> list[State]:
        """The kinds of some states."""
        site = (at, self.frame.calls)
        out = merged(states, (KERNEL, site) if self.kernel is not None else site)
        if len(out) > _MOST_WAYS:
            raise NotModelled(at, "pointers lead to too many places on the ways to it")
        return out

    def paths(self, act: Callable[[State], Any], state: State, at: int) -> list[tuple[State, Any]]:
        """What an expression comes to, for each outcome of the calls and conditions in it."""
        outer, out = self.oracle, []
        waiting: list[tuple[int, ...]] = [()]
        results: dict[Hashable, Any] = {}
        while waiting:
            choices = waiting.pop()
            self.oracle = Oracle(choices, results)
            began = state.copy()
            try:
                value = act(began)
                taken = self.oracle.taken
            finally:
                self.oracle = outer
            out.append((began, value))
            if len(out) > _MOST_WAYS:
                raise NotModelled(at, "an expression has too many outcomes")
            before = [each for each, _ in taken]
            for number in range(len(choices), len(taken)):
                waiting += [(*before[:number], each) for each in range(1, taken[number][1])]
        return out

    def evaluated(self, code: Code | None, state: State) -> list[tuple[State, Any]]:
        """The outcomes of an expression."""
        if code is None:
            return [(state, None)]
        if not self._forks(code):
            return [(state, self.value(code, state))]
        return self.paths(lambda began: self.value(code, began), state, code.at)

    def _forks(self, code: Code) -> bool:
        """Whether an expression may have several outcomes: it calls, or stores on some ways only."""
        known = self.forking.get(id(code))
        if known is None:
            known = code.op in ("call", "choice", "logic")
            known = known or any(self._forks(each) for each in code.parts if each is not None)
            self.forking[id(code)] = known
        return known

    def run(self, code: Code, state: State) -> Out:
        """Execute a statement."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise TooLarge(code.at, "the program is too large to be executed")
        if code.op in _EXPRESSIONS:
            states = [each for each, _ in self.evaluated(code, state)]
            return Out(states if len(states) < 2 else self.ways(states, code.at))
        handler: Callable[[Control, Code, State], Out] | None = _STATEMENTS.get(code.op)
        if handler is None:
            raise NotModelled(code.at, f"{code.name or code.op} is not in the model")
        return handler(self, code, state)

    # --- plain statements ---------------------------------------------------------------------------------

    def _block(self, code: Code, state: State) -> Out:
        out, states = Out(), [state]
        known = dict(self.frame.variables)
        for part in code.parts:
            assert part is not None
            behind: list[State] = []
            for each in states:
                made = self.run(part, each)
                out.leave(made)
                behind += made.behind
            states = self.ways(behind, part.at) if len(behind) > 1 else behind
        out.behind = states
        if code.name != "open":
            ended = [each for key, each in self.frame.variables.items() if key not in known]
            for each in (*out.behind, *out.breaks, *out.continues, *out.returns) if ended else ():
                self.end(ended, each, code.at)
            self.frame.variables = known
        return out

    def _declaration(self, code: Code, state: State) -> Out:
        first = code.parts[0]
        if code.op == "static":
            object_: Object = ("static", code.name)
            self.frame.variables[code.name] = object_
            if code.flag:
                self.constants.add(object_)
            return Out([state])
        if first is not None and first.op == "list":
            object_ = self.begin(code, _NOTHING, state)
            rows = self.paths(lambda began: self.listed(object_, code, began), state, code.at)
            return Out(each for each, _ in rows)
        states = []
        for each, value in self.evaluated(first, state):
            self.begin(code, value if first is not None or code.kind != RECORD else _NOTHING, each)
            if first is None and code.kind in (ARRAY, RECORD):
                each.blank |= {self.frame.variables[code.name]}
            states.append(each)
        return Out(states)

    def listed(self, object_: Object, code: Code, state: State) -> None:
        """The values of an initialiser's list come to a variable."""
        assert code.parts[0] is not None
        for entry in code.parts[0].parts:
            assert entry is not None and entry.parts[0] is not None
            inner = entry.parts[0]
            if inner.op == "list":
                continue
            value = self.value(inner, state)
            target = Target(object_)
            if isinstance(entry.name, str):
                target = target.member(entry.name, code.size)
            elif code.kind == ARRAY:
                target = target.moved(apply("*", entry.name, code.target))
            else:
                raise NotModelled(entry.at, "values of members without their names are not in the model")
            if inner.kind in (NUMBER, POINTER):
                state.store(target, value, certain=True)

    def _return(self, code: Code, state: State) -> Out:
        out = Out()
        result = Target(("result", self.frame.calls[-1], self.frame.calls[:-1])) if self.frame.calls else None
        first = code.parts[0] if code.parts else None
        for each, value in self.evaluated(first, state):
            if result is not None and isinstance(value, Record):
                self.copy_record(result, value, each, True)
                each.cells[result.object, (), (0,)] = Record(result)
            elif result is not None and value is not None:
                each.cells[result.object, (), (0,)] = value
            out.returns.append(each)
        return out

    def _if(self, code: Code, state: State) -> Out:
        test, one, *rest = code.parts
        assert one is not None
        out = Out()
        for each, value in self.evaluated(test, state):
            known = self.truth(value, each)
            if known is not False:
                made = self.run(one, each.copy())
                out.leave(made)
                out.behind += made.behind
            if known is not True and rest:
                assert rest[0] is not None
                made = self.run(rest[0], each)
                out.leave(made)
                out.behind += made.behind
            elif known is not True:
                out.behind.append(each)
        out.behind = self.ways(out.behind, code.at)
        return out

    def _switch(self, code: Code, state: State) -> Out:
        """Any of its cases, or none, may be the first that runs."""
        test, body = code.parts
        assert body is not None
        out = Out()
        for each, _ in self.evaluated(test, state):
            out.behind.append(each.copy())
            states: list[State] = []
            for part in body.parts:
                assert part is not None
                if part.op == "case":
                    states.append(each.copy())
                behind: list[State] = []
                for one in self.ways(states, part.at):
                    made = self.run(part, one)
                    out.leave(made, loop=True)
                    out.continues += made.continues
                    out.behind += made.breaks
                    behind += made.behind
                states = behind
            out.behind += states
        out.behind = self.ways(out.behind, code.at)
        return out

    def _case(self, code: Code, state: State) -> Out:
        assert code.parts[0] is not None
        return self.run(code.parts[0], state)

    # --- loops --------------------------------------------------------------------------------------------

    def _do(self, code: Code, state: State) -> Out:
        body, test = code.parts
        assert body is not None
        return self._loop(Code("for", code.at, (None, test, None, body)), state, tests_first=False)

    def _for(self, code: Code, state: State) -> Out:
        first = code.parts[0]
        known = dict(self.frame.variables)
        begun = self.run(first, state).behind if first is not None else [state]
        out = Out()
        for each in begun:
            made = self._loop(code, each)
            out.leave(made)
            out.behind += made.behind
        ended = [each for key, each in self.frame.variables.items() if key not in known]
        out.behind = self.ways(out.behind, code.at)
        for each in (*out.behind, *out.returns) if ended else ():
            self.end(ended, each, code.at)
        self.frame.variables = known
        return out

    def _loop(self, code: Code, state: State, tests_first: bool = True) -> Out:
        if self.kernel is not None and self.kernel.sample is not None and tests_first:
            return self._counted(code, state)
        return self._until_stable(code, state, tests_first)

    def _tested(self, code: Code, state: State) -> list[tuple[State, bool | None]]:
        test = code.parts[1]
        if test is None:
            return [(state, True)]
        rows = self.evaluated(test, state)
        return [(each, self.truth(value, each)) for each, value in rows]

    def _until_stable(self, code: Code, state: State, tests_first: bool) -> Out:
        """Execute the body from each kind of state, until it comes to no other ones."""
        _, _, increment, body = code.parts
        assert body is not None
        heads: dict[Hashable, State] = {}
        site = (code.at, self.frame.calls)
        outs: dict[Hashable, Out] = {None: Out()}
        rows: list[tuple[State, bool | None]] = [(state.copy(), True)]
        if tests_first:
            rows = self._tested(code, state.copy())
        waiting = [state]
        if all(truth is True for _, truth in rows):  # a first iteration that runs for certain stays apart
            waiting = self._turn(rows, body, increment, outs[None], code.at)
        for _ in range(_MOST_TURNS):
            if not waiting:
                break
            came = waiting.pop()
            way = came.way()
            known = heads.get(way)
            if known is not None:
                joined = known.joined(came, (KERNEL, site) if self.kernel is not None else site)
                if joined.is_same(known):
                    continue
                came = joined
            heads[way] = came
            if len(heads) > _MOST_WAYS:
                raise NotModelled(code.at, "pointers lead to too many places in it")
            out = outs[way] = Out()
            waiting += self._turn(self._tested(code, came.copy()), body, increment, out, code.at)
        else:
            raise NotModelled(code.at, "what it does comes to no end")
        whole = Out()
        for out in outs.values():
            whole.leave(out)
            whole.behind += out.behind
        whole.behind = self.ways(whole.behind, code.at)
        return whole

    def _turn(
        self,
        rows: list[tuple[State, bool | None]],
        body: Code,
        increment: Code | None,
        out: Out,
        at: int,
    ) -> list[State]:
        """The states behind an iteration, where its condition may hold."""
        following: list[State] = []
        for each, truth in rows:
            if truth is not True:
                out.behind.append(each.copy())
            if truth is not False:
                made = self.run(body, each)
                out.leave(made, loop=True)
                out.behind += made.breaks
                following += self._next([*made.behind, *made.continues], increment, at)
        return following

    def _next(self, states: list[State], increment: Code | None, site: int) -> list[State]:
        out = []
        for each in states:
            out += self.run(increment, each).behind if increment is not None else [each]
        for each in out:
            each.forget()
        return self.ways(out, site) if len(out) > 1 else out

    # --- loops of samples ---------------------------------------------------------------------------------

    def _counted(self, code: Code, state: State) -> Out:
        """A loop as it runs, as long as its conditions are known."""
        _, _, increment, body = code.parts
        assert body is not None
        out = Out()
        filled = [dict(state.filled)]
        turn = 0
        assert self.kernel is not None and self.kernel.sample is not None
        whole = 2 * largest(self.kernel.sample)
        while True:
            rows = self._tested(code, state.copy())
            if len(rows) != 1 or rows[0][1] is None or turn > max(_LONGEST, whole):
                made = self._until_stable(code, state, True)
                out.leave(made)
                out.behind += made.behind
                break
            if not rows[0][1]:
                out.behind.append(rows[0][0])
                break
            made = self.run(body, rows[0][0])
            out.leave(made, loop=True)
            out.behind += made.breaks
            following = self._next([*made.behind, *made.continues], increment, code.at)
            if len(following) != 1:
                for each in following:
                    made = self._until_stable(code, each, True)
                    out.leave(made)
                    out.behind += made.behind
                break
            state = following[0]
            turn += 1
            filled.append(dict(state.filled))
            if turn == _ENDS:
                self._skip(code, state, filled, whole)
        out.behind = self.ways(out.behind, code.at)
        return out

    def _skip(self, code: Code, state: State, filled: list[dict[Entry, Any]], whole: int) -> None:
        """Leave out the iterations in the middle; what each fills is taken to go on as it began.

        A loop of no more than ``whole`` iterations runs through.
        """
        test, increment = code.parts[1], code.parts[2]
        if (
            test is None
            or test.op != "binary"
            or increment is None
            or increment.op not in ("update", "assign")
        ):
            return
        counter = increment.parts[0]
        assert counter is not None
        sides = [each for each in test.parts if each is not None and each.name != counter.name]
        if counter.op != "var" or counter.kind != NUMBER or len(sides) != 1 or test.name == "!=":
            return
        target = Target(self.variable(counter))
        now, bound = state.load(target), self.value(sides[0], state)
        before = state.copy()
        after = self.run(increment, before).behind
        then = after[0].load(target) if len(after) == 1 else None
        if not isinstance(now, int) or not isinstance(bound, int) or not isinstance(then, int) or then == now:
            return
        left = (bound - now) // (then - now) - _ENDS
        if left <= max(0, whole - 2 * _ENDS):
            return
        state.store(target, now + left * (then - now), certain=True)
        for entry, rows in state.filled.items():
            grown = [
                _grown(filled[turn].get(entry, ()), filled[turn + 1].get(entry, ())) for turn in range(_ENDS)
            ]
            steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(grown) if a and b}
            last = grown[-1]
            if all(grown) and len(steps) == 1 and last is not None:
                ((low, high),) = steps
                if low == high and abs(low) == last[1] - last[0]:
                    reach = (last[1], last[1] + low * left) if low > 0 else (last[0] + low * left, last[0])
                    state.filled[entry] = added(rows, *reach)


def _grown(
    before: tuple[tuple[int, int], ...], behind: tuple[tuple[int, int], ...]
) -> tuple[int, int] | None:
    """The one interval that came to some, if it is one."""
    new = [row for row in behind if row not in before]
    if len(new) != 1:
        return None
    low, high = new[0]
    inside = [row for row in before if low <= row[0] and row[1] <= high]
    if not inside:
        return low, high
    if len(inside) > 1:
        return None
    if inside[0][0] == low:
        return inside[0][1], high
    return (low, inside[0][0]) if inside[0][1] == high else None


def _plain(control: Control, code: Code, state: State) -> Out:
    return Out([state])


def _left(name: str) -> Callable[[Control, Code, State], Out]:
    def leave(control: Control, code: Code, state: State) -> Out:
        out = Out()
        getattr(out, name).append(state)
        return out

    return leave


_STATEMENTS: dict[str, Callable[[Control, Code, State], Out]] = {
    "block": Control._block,
    "break": _left("breaks"),
    "case": Control._case,
    "continue": _left("continues"),
    "decl": Control._declaration,
    "directive": lambda control, code, state: control.directive(code, state),
    "do": Control._do,
    "for": Control._for,
    "if": Control._if,
    "null": _plain,
    "return": Control._return,
    "static": Control._declaration,
    "switch": Control._switch,
}
