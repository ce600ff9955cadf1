# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Order: two sets of places of a program -> whether in each run those of one come before those of the other.

``n = atoi(argv[1]); init();`` in ``main``, and ``init`` allocates  ->  ``n`` is set before that.

Of two places that run, the calls that led there part in one function, where a call of the one kind leads on
to the first, and one of the other to the second: so it is enough that no control flow of a function comes
from the one kind of call, or place, to the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from pointerchain.analysis.cfg import Cfg, ControlFlow
from pointerchain.analysis.noreturn import RETURNING_TWICE, UNWINDING
from pointerchain.analysis.points_to import PointsTo
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.source import Unit, unit_of
from pointerchain.translator.clang.libclang import FUNCTIONS, Kind
from pointerchain.translator.clang.tree import Node

_CALLS = frozenset((Kind.CALL,))
_UNSEEN = lazy_pattern(rb"__attribute__\s*\(\([^()]*\b(?:_*(?:con|de)structor|_*cleanup)\b")
"""Attributes by which functions are called where no call stands."""


class _Body(NamedTuple):
    """A function with a body, and the calls in it: the called functions' keys, and where."""

    unit: Unit
    node: Node
    calls: tuple[tuple[str, Node], ...]


class Order:
    """Answers for the sources of a program."""

    def __init__(self, units: Sequence[Unit], points_to: PointsTo) -> None:
        self.units, self.points_to = units, points_to
        self._cfgs: dict[str, Cfg] = {}

    def comes_first(self, place: Node, others: Collection[Node]) -> bool:
        """Whether a place never runs after one of some others; each is a node of a function's body."""
        if not self.points_to.facts.closed or self._jumps:
            return False
        mine, theirs = self._leading([place]), self._leading(others)
        if mine is None or theirs is None:
            return False
        return all(self._is_in_order(key, place, mine, others, theirs) for key in mine & theirs)

    def _is_in_order(
        self, key: str, place: Node, mine: frozenset[str], others: Collection[Node], theirs: frozenset[str]
    ) -> bool:
        """The same of what one function leads to by its own calls and places."""
        body = self._bodies[key]
        cfg = self._cfg(key)
        own = {cfg.vertex(place.index)} if self._function_of(place) == key else set()
        other = {cfg.vertex(each.index) for each in others if self._function_of(each) == key}
        calls = [(called, cfg.vertex(node.index)) for called, node in body.calls if called in mine | theirs]
        ends = {vertex for called, vertex in calls if called in mine}
        starts = {vertex for called, vertex in calls if called in theirs}
        # What is evaluated as one has no order; a call that leads to both is looked at where it leads.
        if own & (other | starts) or other & ends or len({vertex for _, vertex in calls}) < len(calls):
            return False
        return all((own | ends).isdisjoint(cfg.reached(vertex)) for vertex in other | starts)

    def _cfg(self, key: str) -> Cfg:
        if key not in self._cfgs:
            body = self._bodies[key]
            flow = ControlFlow(body.node.tree, body.unit.callees.is_system)
            self._cfgs[key] = flow.of(body.node.index)
        return self._cfgs[key]

    def _leading(self, places: Collection[Node]) -> frozenset[str] | None:
        """The functions that lead to places; None where it is not known who calls one of them."""
        found = set[str]()
        for each in places:
            key = self._function_of(each)
            if key not in self._bodies:
                return None
            found.add(key)
        waiting = [*found]
        while waiting:
            key = waiting.pop()
            is_called = self.points_to.is_called_here_only(key)
            if self._bodies[key].node.kind != Kind.FUNCTION or not is_called:
                return None
            if key in self._outside or (key == self._main and self._callers.get(key)):
                return None
            more = [each for each in self._callers.get(key, ()) if each not in found]
            found.update(more)
            waiting += more
        return frozenset(found)

    def _function_of(self, node: Node) -> str:
        function = node.within(FUNCTIONS)
        if function is None:
            return ""
        return unit_of(self.units, node).storage.usr(function)

    # --- the program --------------------------------------------------------------------------------------

    @cached_property
    def _bodies(self) -> dict[str, _Body]:
        """The functions with one body, by key."""
        found: dict[str, _Body] = {}
        several = set[str]()
        for unit in self.units:
            for node in unit.bodies:
                key = unit.storage.usr(node)
                if key in found:
                    several.add(key)
                calls = [each for each in node.inside if each.kind == Kind.CALL]
                found[key] = _Body(unit, node, tuple((unit.callees.of(each).key, each) for each in calls))
        return {key: body for key, body in found.items() if key not in several}

    @cached_property
    def _main(self) -> str:
        return next((key for key, body in self._bodies.items() if body.node.name() == "main"), "")

    @cached_property
    def _callers(self) -> dict[str, list[str]]:
        """By function, those that call it."""
        found: dict[str, list[str]] = {}
        for key, body in self._bodies.items():
            for called, _ in body.calls:
                found.setdefault(called, []).append(key)
        return found

    @cached_property
    def _outside(self) -> frozenset[str]:
        """The functions that headers call, and the values that variables begin with."""
        found = set[str]()
        for unit in self.units:
            for number, tree in enumerate((*unit.trees, *unit.included_trees)):
                for node in tree.of_kinds(_CALLS):
                    if number >= len(unit.trees) or self._function_of(node) not in self._bodies:
                        found.add(unit.callees.of(node).key)
        return frozenset(found)

    @cached_property
    def _jumps(self) -> bool:
        """Whether control may come to a function, or back to one, by no call that is seen."""
        names = RETURNING_TWICE | UNWINDING
        calls = (node for body in self._bodies.values() for _, node in body.calls)
        return any(node.name() in names for node in calls) or any(
            _UNSEEN.search(unit.lexed.code) is not None for unit in self.units
        )
