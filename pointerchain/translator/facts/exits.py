# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Exits: Clang's tree -> the ways by which control enters and leaves scopes: regions, or others.

``if (x) return f(s);`` in a region  ->  an exit 'return' that leaves it, with the value's text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.libclang import FUNCTIONS, LABELS, LOOPS, Kind
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.facts.context import Context
from pointerchain.translator.text.lex import Lexed, before_space, exit_end, skip_space, word_at
from pointerchain.translator.text.mapped import MappedText

EXIT_NAMES = {Kind.BREAK: "break", Kind.CONTINUE: "continue", Kind.RETURN: "return", Kind.GOTO: "goto"}
_SETJMPS = tuple(f"{head}setjmp" for head in ("", "_", "__builtin_", "sig", "__sig"))
_LONG_JUMPS = tuple(name.replace("set", "long") for name in _SETJMPS)
_JUMP_CALLS = frozenset((*_SETJMPS, *_LONG_JUMPS, "swapcontext", "setcontext", "pthread_exit", "thrd_exit"))
_COROUTINES = (b"co_return", b"co_await", b"co_yield")
_JUMPS = frozenset(
    (
        *(Kind.CASE, Kind.DEFAULT, Kind.GOTO, Kind.INDIRECT_GOTO, Kind.BREAK, Kind.CONTINUE),
        *(Kind.RETURN, Kind.CALL, Kind.ASM, Kind.LABEL),
    )
)


_CALLED = lazy_pattern(rb"(?:[A-Za-z_]\w*\s*::\s*|::\s*)*([A-Za-z_]\w*)\s*\(")


class Scope(NamedTuple):
    """A run of statements whose ways in and out are asked for."""

    number: int
    span: Span
    keyword: Span
    """The word that its beginning is shown by."""
    marker: Node | None
    """The statement that stands in Clang's tree where it begins."""


class Scopes(NamedTuple):
    """The scopes of a source, and Clang's tree of the functions that they lie in."""

    rows: Sequence[Scope]
    around: Callable[[int], Sequence[Scope]]
    """The scopes around a place of the source, innermost first."""
    tree: Tree
    mapped: MappedText
    """The text that the tree is of."""
    lexed: Lexed
    """The source."""
    references: References
    cxx: bool


class Exit(NamedTuple):
    """A statement that leaves regions: its kind, its text with the ``;``, the regions innermost first.

    For a ``return`` with a value ``result`` is the function's result type.
    """

    kind: str
    span: Span
    regions: tuple[int, ...]
    node: Node
    semicolon: bool = True
    """Whether the text ends in one; in a macro's argument it may end where the argument does."""
    value: Span | None = None
    result: str = ""
    canonical: str = ""
    """The result type without typedefs."""
    direct: bool = False
    """Whether it is a statement of the innermost region's own block."""


class Entry(NamedTuple):
    """A way into a region past its beginning: its form in messages, its word, the other end of the jump."""

    span: Span
    form: str
    word: str
    note: str
    other: Span


class Escape(NamedTuple):
    """A way out without a write-back: ``longjmp``, a computed goto, a coroutine's keyword."""

    name: str
    span: Span
    region: int
    """The innermost region that it may leave."""
    may_return: Span | None = None
    """For a call of a function that could jump: where ``setjmp`` was called."""
    called: bool = False
    """Whether a function that is called jumps, past the destructors of C++ as well."""


class Ways(NamedTuple):
    """All ways in and out of a source's scopes."""

    exits: tuple[Exit, ...]
    entries: tuple[Entry, ...]
    escapes: tuple[Escape, ...]


def ways(context: Context) -> Ways:
    """Those of a source's regions."""
    rows = {
        region.number: Scope(
            *(region.number, region.span, region.keyword), context.markers.get(("begin", region.number))
        )
        for region in context.layout.regions
    }

    def around(at: int) -> Sequence[Scope]:
        region = context.region_at(at)
        lineage = context.lineage(region.number) if region is not None else ()
        return [rows[each.number] for each in lineage]

    given = (context.tree, context.probe, context.lexed, context.references, context.cxx)
    return find(Scopes(tuple(rows.values()), around, *given))


def find(scopes: Scopes) -> Ways:
    """All ways in and out of some scopes."""
    return _Finder(scopes).find()


class _Finder:
    def __init__(self, scopes: Scopes) -> None:
        self.scopes, self.around = scopes, scopes.around
        self.lexed, self.code = scopes.lexed, scopes.lexed.code
        self.back, self.forward = scopes.mapped.back, scopes.mapped.forward
        # a macro may expand one argument several times
        self.exits: dict[tuple[str, Span, tuple[int, ...]], Exit] = {}
        self.entries: dict[Entry, None] = {}
        self.escapes: dict[Escape, None] = {}
        self.labels: list[int] = []
        self.setjmps: list[int] = []
        self.calls: list[tuple[int, Node]] = []

    def find(self) -> Ways:
        computed: list[Node] = []
        tree, scopes = self.scopes.tree, self.scopes
        wanted = _JUMPS
        if scopes.cxx and b"co_" in scopes.mapped.text:
            wanted |= {Kind.UNEXPOSED_EXPR, Kind.UNEXPOSED_STMT}
        for index, kind in enumerate(tree.kinds):
            if kind not in wanted:
                continue
            node = tree.node(index)
            if kind in (Kind.CASE, Kind.DEFAULT):
                self._case(node)
            elif kind == Kind.LABEL:
                self.labels.append(self._start(node))
            elif kind == Kind.GOTO:
                self._goto(node)
            elif kind == Kind.INDIRECT_GOTO:
                computed.append(node)
            elif kind in (Kind.BREAK, Kind.CONTINUE, Kind.RETURN):
                self._leave(node)
            elif kind == Kind.CALL:
                self._call(node)
            elif kind == Kind.ASM:
                if semantics.is_asm_goto(node):
                    self._escape(node, "asm goto")
            else:
                self._coroutine(node)
        for node in computed:
            self._computed_goto(node)
        self._called_jumps()
        return Ways(tuple(self.exits.values()), tuple(self.entries), tuple(self.escapes))

    def _start(self, node: Node) -> int:
        return self.back(node.start)

    def _word_span(self, node: Node) -> Span:
        start = self._start(node)
        return Span(start, start + max(1, len(word_at(self.code, start))))

    def _holds(self, scope: Scope, node: Node) -> bool:
        """Whether a node begins in a scope that is known to lie around something in it."""
        return node.start >= self.forward(scope.span.start)

    # --- ways in ---------------------------------------------------------------------------------------

    def _case(self, node: Node) -> None:
        target = node.within(frozenset((Kind.SWITCH,)))
        for scope in self.around(self._start(node)) if target is not None else ():
            if target is not None and not self._holds(scope, target):
                span = self._start(node)
                word = word_at(self.code, span) or b"case"
                place, other = Span(span, span + len(word)), self._word_span(target)
                self.entries[Entry(place, "case", _text(word), "the 'switch' begins here", other)] = None
                return

    def _goto(self, node: Node) -> None:
        inside = self.around(self._start(node))
        label = semantics.goto_target(node)
        if label is None:
            if inside:
                self._escape(node, "goto")
            return
        place = self.back(label)
        around_target = self.around(place)
        if any(scope not in inside for scope in around_target):
            word = word_at(self.code, place)
            span, other = Span(place, place + len(word)), self._word_span(node)
            self.entries[Entry(span, "label", _text(word), "the 'goto' is here", other)] = None
            return
        self._exit(node, [scope for scope in inside if scope not in around_target])

    def _computed_goto(self, node: Node) -> None:
        """It may lead to any label of the function: into a region that has one, out of its own."""
        blocks = self.lexed.blocks
        top = blocks.top(self._start(node))
        for scope in self.scopes.rows:
            if blocks.top(scope.span.start) != top:
                continue
            if any(scope.span.start <= at < scope.span.end for at in self.labels):
                row = Entry(
                    self._word_span(node), "computed", "goto", "the region begins here", scope.keyword
                )
                self.entries[row] = None
                return
        self._escape(node, "goto *")

    # --- ways out --------------------------------------------------------------------------------------

    def _leave(self, node: Node) -> None:
        stops = FUNCTIONS | {Kind.LAMBDA}
        if node.kind == Kind.BREAK:
            stops = LOOPS | {Kind.SWITCH}
        elif node.kind == Kind.CONTINUE:
            stops = LOOPS
        around = self.around(self._start(node))
        target = node.within(frozenset(stops)) if around else None
        if target is None:
            return
        self._exit(node, [scope for scope in around if not self._holds(scope, target)])

    def _exit(self, node: Node, left: list[Scope]) -> None:
        if not left:
            return
        first = self._start(node)
        if node.opened or node.foreign:
            end, semicolon = max(first, self.back(node.end)), False
        else:
            end, semicolon = exit_end(self.code, first, node.macro)
        value: Span | None = None
        result = canonical = ""
        if node.kind == Kind.RETURN and end >= 0:
            start = skip_space(self.code, first + len(b"return"))
            value = Span(start, before_space(self.code, end)) if start < end else None
            function = node.within(FUNCTIONS)
            if function is not None:
                result, canonical = types.result_type(function), types.canonical_result(function)
        marker = left[0].marker
        block = marker.parent if marker is not None else None
        while block is not None and block.kind in LABELS:
            block = block.parent
        direct = block is not None and node.parent is block
        numbers = tuple(scope.number for scope in left)
        whole = Span(first, end + semicolon if end >= 0 else -1)
        row = Exit(EXIT_NAMES[node.kind], whole, numbers, node, semicolon, value, result, canonical, direct)
        self.exits.setdefault((row.kind, row.span, row.regions), row)

    def _escape(self, node: Node, name: str, called: bool = False) -> None:
        around = self.around(self._start(node))
        if around:
            row = Escape(name, self._word_span(node), around[0].number, called=called)
            self.escapes[row] = None

    def _coroutine(self, node: Node) -> None:
        """A coroutine that is suspended leaves the region for a while: nothing is written back then."""
        span = self._word_span(node)
        word = self.code[span.start : span.end]
        if word in _COROUTINES:
            self._escape(node, word.decode())

    def _call(self, node: Node) -> None:
        at = self._start(node)
        name = self.scopes.references.callee_name(node.index) or self._spelled(at)
        if name in _SETJMPS:
            self.setjmps.append(at)
        if self.around(at):
            self.calls.append((at, node))
            if name in _JUMP_CALLS:
                self._escape(node, name, called=True)

    def _spelled(self, at: int) -> str:
        """The name of the function that is called at a place where a template's argument decides which."""
        found = _CALLED.match(self.code, at)
        return _text(found.group(1)) if found is not None else ""

    def _called_jumps(self) -> None:
        """A function that the region calls could jump to where the region's own called ``setjmp``."""
        blocks = self.lexed.blocks
        for scope in self.scopes.rows if self.setjmps else ():
            function = blocks.starts[blocks.top(scope.keyword.start)]
            found = next((at for at in self.setjmps if function <= at < scope.span.start), None)
            inside = (row for row in self.calls if scope.span.start <= row[0] < scope.span.end)
            called = next((at for at, node in inside if semantics.is_user_function(node)), None)
            if found is not None and called is not None:
                word = word_at(self.code, called)
                span = Span(called, called + max(1, len(word)))
                place = Span(found, found + len(word_at(self.code, found)))
                self.escapes[Escape(_text(word), span, scope.number, place, True)] = None


def _text(word: bytes) -> str:
    return word.decode("utf-8", "replace")
