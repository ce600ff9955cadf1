# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Flow: statements with constructs among them -> where control goes in them, and where directives fit.

``for (...) { kernel; if (v) print(x); }``  ->  the vertices of the loop, each kernel as one of them, and a
place before each statement of a block, with what a copy there costs: ten times more in a loop, half in a
branch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pointerchain.analysis.cfg import Cfg
from pointerchain.analysis.cfg_builder import END, TO_CALLERS
from pointerchain.analysis.chains import Refused
from pointerchain.lazy import NamedTuple
from pointerchain.map.source import Unit
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import ATTRIBUTES, LABELS, LOOPS, Kind
from pointerchain.translator.clang.tree import FOREIGN, OPENED, Node
from pointerchain.translator.text.lex import closing, statement_end

_TURNS = 10
"""How often a loop is taken to run."""
_MOST_BRANCHES = 12
_BRANCHES = frozenset((Kind.IF, Kind.SWITCH, Kind.CONDITIONAL))


class Place(NamedTuple):
    """Where a directive can stand: its vertex, its offset in the source, and what a copy there costs."""

    vertex: int
    at: int
    cost: int
    braces: Span | None = None
    """The statement without braces, of a branch or a loop, that gets some around it and the directive."""
    is_behind: bool = False
    """Whether it is behind that statement, else before a statement, or a block's end."""


def cost_at(node: Node) -> int:
    """What a copy costs that is made where a node stands."""
    around = [each.kind for each in node.ancestors()]
    loops = sum(kind in LOOPS for kind in around)
    branches = min(_MOST_BRANCHES, sum(kind in _BRANCHES for kind in around))
    return int(_TURNS**loops) << (_MOST_BRANCHES - branches)


class Flow:
    """The graph of consecutive statements of one block; their kernels are vertices of their own."""

    def __init__(self, unit: Unit, cfg: Cfg, statements: Sequence[Node], kernels: Mapping[int, bool]) -> None:
        """``kernels`` are the statements of the constructs, and calls; raises :class:`Refused` for jumps."""
        self.unit, self.cfg, self.statements = unit, cfg, statements
        self.begin, self.end = cfg.before[statements[0].index], cfg.behind[statements[-1].index]
        self._calls = frozenset(index for index, is_call in kernels.items() if is_call)
        self.kernels = {
            index: cfg.vertex(index) if index in self._calls else len(cfg.successors) + number
            for number, index in enumerate(sorted(kernels))
            if any(each.holds(index) for each in statements)
        }
        """By statement of a construct, or call: its vertex."""
        self.successors: dict[int, list[int]] = {}
        self._walk()

    def _walk(self) -> None:
        cfg, where = self.cfg, self.statements[0].start
        before = {cfg.before[index]: index for index in self.kernels if index not in self._calls}
        waiting = [self.begin]
        while waiting:
            at = waiting.pop()
            if at in self.successors or at == self.end:
                continue
            if at in before:
                vertex = self.kernels[before[at]]
                self.successors[at] = [vertex]
                self.successors[vertex] = [cfg.behind[before[at]]]
                waiting += self.successors[vertex]
                continue
            self.successors[at] = [each for each in cfg.successors[at] if each != END]
            waiting += self.successors[at]
        self.successors.setdefault(self.end, [])
        if not TO_CALLERS.isdisjoint(self.successors):
            raise Refused(where, "a 'return', or a jump, leaves it")
        first, last = self.statements[0].index, self.statements[-1]
        inside = range(first, last.tree.after[last.index])
        alive = cfg.reached(0)
        kernels = set(self.kernels.values())
        hidden = {vertex for one, index in before.items() for vertex in cfg.between(one, cfg.behind[index])}
        """What is a part of a kernel's statement, which is one vertex here."""
        for vertex in self.successors.keys() - kernels:
            if any(node not in inside for node in cfg.nodes[vertex]):
                raise Refused(where, "a jump leaves it")
            if vertex != self.begin and any(
                each in alive and each not in self.successors and each not in hidden
                for each in cfg.predecessors[vertex]
            ):
                raise Refused(where, "a jump leads into it")

    def before(self, kernel: Node) -> int:
        """Where control comes by right before a construct, or at a call."""
        return self.kernels[kernel.index] if kernel.index in self._calls else self.cfg.before[kernel.index]

    @property
    def vertices(self) -> Iterator[int]:
        """Those that are no kernels."""
        kernels = set(self.kernels.values())
        return (each for each in self.successors if each not in kernels)

    def enter_at_once(self, loops: Collection[Node]) -> None:
        """Leave out the first test of loops that are known to have an iteration."""
        for loop in loops:
            begun, body = loop.below[0], loop.below[3]
            self.successors[self.cfg.behind[begun.index]] = [self.cfg.before[body.index]]

    def is_kernel(self, node: Node) -> bool:
        """Whether a statement is that of a construct."""
        return node.index in self.kernels and node.index not in self._calls

    # --- places -------------------------------------------------------------------------------------------

    def places(self) -> Iterator[Place]:
        """Where a directive can stand: before a statement of a block or branch, and at the end of one."""
        outer = self.statements[0].parent
        assert outer is not None
        first = self.statements[0].index
        yield from (
            each for each in self._of_block(outer, self.statements) if each.vertex != self.cfg.before[first]
        )
        for statement in self.statements:
            yield from self._inside(statement)

    def _inside(self, statement: Node) -> Iterator[Place]:
        if self.is_kernel(statement):
            return
        if statement.kind == Kind.COMPOUND:
            yield from self._of_block(statement, statement.below)
            last = statement.below[-1:]
            end = statement.end - 1
            if last and not last[0].flags & (OPENED | FOREIGN) and self.unit.data[end : end + 1] == b"}":
                if last[0].kind not in LABELS and last[0].index in self.cfg.behind:
                    yield Place(self.cfg.behind[last[0].index], end, cost_at(last[0]))
        for each in self._bodies(statement):
            yield from self._of_body(statement, each)
        for each in statement.below:
            yield from self._inside(each)

    def _bodies(self, statement: Node) -> list[Node]:
        """The branches, or the body, of a statement that are no blocks."""
        parts = [each for each in statement.below if each.kind not in ATTRIBUTES]
        if statement.kind == Kind.IF:
            code = self.unit.lexed.code
            close = closing(code, code.find(b"(", statement.start))
            parts = [each for each in parts if 0 <= close < each.start]  # C++17 has more than a test in front
        elif statement.kind in (Kind.FOR, Kind.WHILE):
            parts = parts[-1:]
        elif statement.kind == Kind.DO:
            parts = parts[:1]
        else:
            return []
        others = (Kind.COMPOUND, *LABELS)
        return [each for each in parts if each.kind not in others]

    def _of_body(self, statement: Node, body: Node) -> Iterator[Place]:
        """Before and behind a branch, or a loop's body, that has no braces."""
        if (statement.flags | body.flags) & (OPENED | FOREIGN) or body.index not in self.cfg.before:
            return
        lexed = self.unit.lexed
        end = statement_end(lexed.code, body.start)
        if any(statement.start <= line.span.start < end for line in lexed.lines):
            return
        braces, cost = Span(body.start, end), cost_at(body)
        yield Place(self.cfg.before[body.index], body.start, cost, braces)
        if body.index in self.cfg.behind:
            yield Place(self.cfg.behind[body.index], end, cost, braces, True)

    def _of_block(self, block: Node, statements: Sequence[Node]) -> Iterator[Place]:
        for statement in statements:
            at = self.offset_before(block, statement)
            if at >= 0 and statement.index in self.cfg.before:
                yield Place(self.cfg.before[statement.index], at, cost_at(statement))

    def offset_before(self, block: Node, statement: Node) -> int:
        """Where a line goes before a statement and the directives over it; -1 where none can."""
        if (
            statement.flags & (OPENED | FOREIGN)
            or statement.kind in LABELS
            or block.flags & (OPENED | FOREIGN)
        ):
            return -1
        lexed = self.unit.lexed
        number = statement.ordinal
        low = block.below[number - 1].end if number else block.start
        lines = [each for each in lexed.lines if low <= each.span.start < statement.start]
        rows = {each.pragma.span.start: each for each in self.unit.rows}
        if any(line.span.start not in rows for line in lines):
            return -1
        at = min((line.span.start for line in lines), default=statement.start)
        return -1 if lexed.code[low:at].strip(b" \t\r\n;{") else at
