# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Control: how regions are entered and left, as Clang's tree has it.

``if (x) return f(s);`` in a region  ->  an exit on which written values go back to memory.

A region is a run of statements of one block, entered at its beginning only.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pointerchain.diagnostics import Note, Place
from pointerchain.source import Span
from pointerchain.translator import semantics
from pointerchain.translator.analysis import KEYWORDS, Analysis, has_label
from pointerchain.translator.checks import Findings, UseChecks
from pointerchain.translator.directives import Construct
from pointerchain.translator.lex import before_space, exit_end, skip_space, word_at
from pointerchain.translator.libclang import FUNCTIONS, LOOPS, Kind
from pointerchain.translator.lifetimes import lifetimes
from pointerchain.translator.nodes import Node
from pointerchain.translator.regions import Region, is_declarative, is_standalone
from pointerchain.translator.scan import Hoist

_LABELS = frozenset((Kind.CASE, Kind.DEFAULT, Kind.LABEL))
_EXIT_NAMES = {Kind.BREAK: "break", Kind.CONTINUE: "continue", Kind.RETURN: "return", Kind.GOTO: "goto"}
_SETJMPS = tuple(f"{head}setjmp" for head in ("", "_", "__builtin_", "sig", "__sig"))
_JUMP_CALLS = frozenset(
    (
        *_SETJMPS,
        *(name.replace("set", "long") for name in _SETJMPS),
        *("swapcontext", "setcontext", "pthread_exit", "thrd_exit"),
    )
)
_SETJMP = re.compile(rb"(?<![\w$])(%s)\s*\(" % "|".join(_SETJMPS).encode())


class Exit(NamedTuple):
    """A statement that leaves regions: its kind, its text with the ``;``, the regions innermost first.

    For a ``return`` with a value ``result`` is the function's result type.
    """

    kind: str
    span: Span
    regions: tuple[int, ...]
    value: Span | None = None
    result: str = ""
    canonical: str = ""
    """The result type without typedefs."""
    direct: bool = False
    """Whether it is a statement of the innermost region's own block."""


class Frame(NamedTuple):
    """What the plan must know of a region's block.

    The labels are those directly before its edges, which need a statement there; ``used_after`` is a
    name that the region declares and that is used after it.
    """

    label_before: bool
    label_at_end: bool
    used_after: str | None


class ControlChecks:
    """Judges the shape of every region and finds the ways out."""

    def __init__(self, analysis: Analysis, findings: Findings, uses: UseChecks) -> None:
        self.analysis, self.findings, self.uses = analysis, findings, uses
        self.blocks: dict[int, Node] = {}
        self.parts = {(part.kind, part.number): part for part in analysis.probe.parts}

    def complain(self, code: str, span: Span, note: tuple[str, Span] | None = None, **fields: str) -> None:
        """Say a problem of a region, with the other end in a note."""
        notes = (Note(note[0], Place(self.analysis.file, note[1])),) if note else ()
        self.uses.complain(code, span, None, notes, **fields)

    # --- shape ------------------------------------------------------------------------------------------

    def frames(self) -> dict[int, Frame]:
        """The frame of each well-formed region."""
        out: dict[int, Frame] = {}
        for region in self.analysis.layout.regions:
            found = self._frame(region)
            if found is None:
                continue
            out[region.number], block = found
            self.blocks[region.number] = block
        blocks = {
            number: (self.blocks[number], self.parts["end", number].span.start)
            for number in out
            if self.analysis.regions[number].construct is None
        }
        for number, name in lifetimes(self.analysis, self.uses.macros, blocks).items():
            out[number] = out[number]._replace(used_after=name)
            self._value(self.analysis.regions[number])
        return out

    def _value(self, region: Region) -> None:
        """In flat form a region at the end of a statement expression would change its value."""
        code = self.analysis.lexed.code
        at = skip_space(code, region.end.end)
        if code[at : at + 1] == b"}" and code[skip_space(code, at + 1) :][:1] == b")":
            what = "the region ends where a statement expression has its value: end it before that"
            self.complain("region-shape", region.keyword, what=what)

    def _marker(self, kind: str, region: Region) -> tuple[Node, bool] | None:
        """The block of a region's edge, and whether a label stands directly before the edge."""
        part = self.parts[kind, region.number]
        marker = next((n for n in self.analysis.tree.at(part.span) if n.kind == Kind.NULL), None)
        if marker is None or marker.parent is None:
            return None
        parent: Node | None = marker.parent
        labelled = parent is not None and parent.kind in _LABELS
        while parent is not None and parent.kind in _LABELS:
            parent = parent.parent
        return (parent, labelled) if parent is not None else None

    def _frame(self, region: Region) -> tuple[Frame, Node] | None:
        """A region's frame, its names used later left open, and its block; None where it has no shape."""
        begin, end = self._marker("begin", region), self._marker("end", region)
        keyword = region.keyword
        parted = self._parted(region) or self._under_target(region)
        if parted is not None:
            self.complain(
                "region-shape",
                keyword,
                (f"the statement of '{parted.spelling}' follows", parted.pragma.span),
                what="the region begins between a directive and its statement",
            )
            return None
        if begin is None or end is None:
            self.complain("region-shape", keyword, what="the region is no run of statements in a function")
            return None
        if begin[0].kind != Kind.COMPOUND:
            self.complain(
                "region-shape",
                keyword,
                what="the region begins where a single statement is expected: put braces around it",
            )
            return None
        if begin[0] is not end[0]:
            self.complain("region-shape", keyword, what="the region begins and ends in different blocks")
            return None
        if region.construct is not None:
            # the probe's braces are the region's: what Clang found between them is one statement
            if not self._is_one_statement(region, begin[0]):
                self.complain(
                    "region-shape", keyword, what="the statement of the construct is not understood"
                )
                return None
            return Frame(False, False, None), begin[0]
        return Frame(begin[1], end[1], None), begin[0]

    def _parted(self, region: Region) -> Construct | None:
        """A directive whose statement the region's beginning would take away from it."""
        if region.construct is not None:
            return None
        block_start = self.analysis.lexed.blocks.starts[region.block]
        before = next(reversed(self.analysis.constructs(Span(block_start, region.begin.start))), None)
        if before is None or is_standalone(before) or is_declarative(before):
            return None
        at = skip_space(self.analysis.lexed.code, before.pragma.span.end)
        return before if at >= region.begin.start else None

    def _under_target(self, region: Region) -> Construct | None:
        """The ``target`` whose ``teams`` the region's block would not be the next statement of."""
        own = region.construct
        if own is None or own.dialect != "omp" or own.name[:1] != (b"teams",):
            return None
        around = self.analysis.constructs(Span(0, own.pragma.span.start))
        for construct in reversed(around):
            if skip_space(self.analysis.lexed.code, construct.pragma.span.end) < own.pragma.span.start:
                return None
            if construct.name[-1:] == (b"target",):
                return construct
        return None

    def _is_one_statement(self, region: Region, block: Node) -> bool:
        part = self.parts["end", region.number]
        assert region.construct is not None
        start = self.analysis.probe.forward(region.construct.pragma.span.end)
        inside = [place for place in semantics.child_starts(block) if start <= place < part.span.start]
        return block.end == part.span.end + 1 and len(inside) <= 1

    # --- jumps and exits ---------------------------------------------------------------------------------

    def exits(self) -> tuple[Exit, ...]:
        """The ways out on which something is written back; refuses those on which nothing can be."""
        out: dict[Exit, None] = {}  # a macro may expand one argument several times
        written = {self.analysis.scan.hoists[number].region for number in self.findings.written}
        for node in self.analysis.tree.nodes:
            kind = node.kind
            if kind in (Kind.CASE, Kind.DEFAULT):
                self._case(node)
            elif kind in (Kind.GOTO, Kind.INDIRECT_GOTO):
                out.update(dict.fromkeys(self._goto(node, written)))
            elif kind in (Kind.BREAK, Kind.CONTINUE, Kind.RETURN):
                out.update(dict.fromkeys(self._leave(node, written)))
            elif kind == Kind.CALL and written:
                self._long_jump(node, written)
            elif kind == Kind.ASM and written and semantics.is_asm_goto(node):
                self._refuse_exit(node, "asm goto", written)
        if written:
            self._called_jumps(written)
        if written and self.analysis.cxx:
            self._coroutines(written)
        return tuple(out)

    def _around(self, node: Node) -> list[Region]:
        """The regions around a node, innermost first."""
        at = self.analysis.probe.back(node.start)
        region = self.analysis.region_at(at)
        return self.analysis.lineage(region.number) if region is not None else []

    def _case(self, node: Node) -> None:
        target = node.within(frozenset((Kind.SWITCH,)))
        if target is None:
            return
        for region in self._around(node):
            begin = self.analysis.probe.forward(region.span.start)
            if target.start < begin:
                span = self.analysis.source_span(node)
                word = word_at(self.analysis.lexed.code, span.start) or b"case"
                self.complain(
                    "jump-into-region",
                    Span(span.start, span.start + len(word)),
                    ("the 'switch' begins here", self._word_span(target)),
                    what=f"'{_text(word)}' is a way into the region past its beginning",
                )
                return

    def _word_span(self, node: Node) -> Span:
        start = self.analysis.probe.back(node.start)
        return Span(start, start + len(word_at(self.analysis.lexed.code, start)))

    def _goto(self, node: Node, written: set[int]) -> list[Exit]:
        inside = self._around(node)
        if node.kind == Kind.INDIRECT_GOTO:
            self._computed_goto(node, written)
            return []
        label = semantics.goto_target(node)
        if label is None:
            return []
        place = self.analysis.probe.back(label)
        target = self.analysis.region_at(place)
        around_target = self.analysis.lineage(target.number) if target is not None else []
        for region in around_target:
            if region not in inside:
                word = word_at(self.analysis.lexed.code, place)
                self.complain(
                    "jump-into-region",
                    Span(place, place + len(word)),
                    ("the 'goto' is here", self._word_span(node)),
                    what=f"label '{_text(word)}' is a way into the region past its beginning",
                )
                return []
        left = [region for region in inside if region not in around_target]
        return self._exit(node, left, written)

    def _computed_goto(self, node: Node, written: set[int]) -> None:
        """It may lead to any label of the function: into a region that has one, out of its own."""
        lexed = self.analysis.lexed
        top = lexed.blocks.top(self.analysis.probe.back(node.start))
        for region in self.analysis.layout.regions:
            if lexed.blocks.top(region.span.start) != top:
                continue
            if has_label(lexed.code[region.span.start : region.span.end]):
                self.complain(
                    "jump-into-region",
                    self._word_span(node),
                    ("the region begins here", region.keyword),
                    what="a computed goto could lead into the region past its beginning",
                )
                return
        self._refuse_exit(node, "goto *", written)

    def _leave(self, node: Node, written: set[int]) -> list[Exit]:
        stops = FUNCTIONS | {Kind.LAMBDA}
        if node.kind == Kind.BREAK:
            stops = LOOPS | {Kind.SWITCH}
        elif node.kind == Kind.CONTINUE:
            stops = LOOPS
        target = node.within(frozenset(stops))
        if target is None:
            return []
        left = []
        for region in self._around(node):
            begin = self.analysis.probe.forward(region.span.start)
            if target.start < begin:
                left.append(region)
        return self._exit(node, left, written)

    def _exit(self, node: Node, left: list[Region], written: set[int]) -> list[Exit]:
        regions = tuple(region.number for region in left if region.number in written)
        if not regions or self.analysis.cxx:
            return []  # in C++ a guard's destructor writes back, whatever the way
        name = _EXIT_NAMES[node.kind]
        span = self.analysis.source_span(node)
        if node.opened:
            expansion = self.analysis.expansion_at(span.start)
            macro = expansion.name if expansion else "?"
            place = Span(span.start, span.start + len(word_at(self.analysis.lexed.code, span.start)))
            self.uses.complain(
                "exit-in-macro", place, None, self.uses.macros.definition(expansion), exit=name, macro=macro
            )
            return []
        end, semicolon = exit_end(self.analysis.lexed.code, span.start)
        if not semicolon and (end < 0 or self.analysis.expansion_at(span.start) is None):
            self.uses.complain("unsupported-exit", self._word_span(node), self._hoist_of(regions), exit=name)
            return []
        whole = Span(span.start, end + semicolon)
        for line in self.analysis.lexed.lines:
            if whole.start < line.span.start < whole.end:
                what = f"a preprocessor line inside a '{name}' out of the region is not supported"
                self.complain("region-shape", Span(line.span.start, line.trailing_comment), what=what)
                return []
        value: Span | None = None
        result = canonical = ""
        if node.kind == Kind.RETURN:
            start = skip_space(self.analysis.lexed.code, span.start + len(b"return"))
            value = Span(start, before_space(self.analysis.lexed.code, end)) if start < end else None
            function = node.within(FUNCTIONS)
            if function is not None:
                result, canonical = semantics.result_type(function), semantics.canonical_result(function)
        direct = node.parent is self.blocks.get(regions[0]) and left[0].number == regions[0]
        return [Exit(name, whole, regions, value, result, canonical, direct)]

    def _hoist_of(self, regions: tuple[int, ...] | set[int]) -> Hoist | None:
        for number in self.findings.written:
            hoist = self.analysis.scan.hoists[number]
            if hoist.region in regions:
                return hoist
        return None

    def _refuse_exit(self, node: Node, name: str, written: set[int]) -> None:
        for region in self._around(node):
            if region.number in written:
                at = self.analysis.probe.back(node.start)
                span = Span(at, at + max(1, len(word_at(self.analysis.lexed.code, at))))
                self.uses.complain("unsupported-exit", span, self._hoist_of({region.number}), exit=name)
                return

    def _long_jump(self, node: Node, written: set[int]) -> None:
        name = node.name()
        if name in _JUMP_CALLS:
            self._refuse_exit(node, name, written)

    def _called_jumps(self, written: set[int]) -> None:
        """A function that the region calls could jump to where the region's own called ``setjmp``."""
        code = self.analysis.lexed.code
        if b"setjmp" not in code:
            return
        calls = [
            self.analysis.probe.back(node.start)
            for node in self.analysis.tree.nodes
            if node.kind == Kind.CALL and semantics.is_user_function(node)
        ]
        for number in sorted(written):
            region = self.analysis.regions[number]
            function = self.analysis.outermost_start(region)
            found = _SETJMP.search(code, function, region.span.start)
            called = next((at for at in calls if region.span.start <= at < region.span.end), None)
            if found and called is not None:
                span = Span(called, called + max(1, len(word_at(code, called))))
                place = Place(self.analysis.file, Span(*found.span(1)))
                notes = (Note("it may jump here by 'longjmp'", place),)
                name = word_at(code, called).decode("utf-8", "replace")
                self.uses.complain("unsupported-exit", span, self._hoist_of({number}), notes, exit=name)

    def _coroutines(self, written: set[int]) -> None:
        """A coroutine that is suspended leaves the region for a while: nothing is written back then."""
        for number in written:
            region = self.analysis.regions[number]
            for found in KEYWORDS.finditer(self.analysis.lexed.code, region.span.start, region.span.end):
                if found.group().startswith(b"co_"):
                    self.uses.complain(
                        "unsupported-exit",
                        Span(*found.span()),
                        self._hoist_of({number}),
                        exit=found.group().decode(),
                    )


def _text(word: bytes) -> str:
    return word.decode("utf-8", "replace")
