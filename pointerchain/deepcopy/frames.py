# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Frames: where deep-copy directives stand, which regions they make, and the ways out of those.

Like a pointerchain region a deepcopy region is a run of statements of one block, entered at its
beginning only. What it copied comes back on every way out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pointerchain.deepcopy.directives import Action, RegionEnd, Section
from pointerchain.deepcopy.reading import Reading
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.source import Span
from pointerchain.translator import semantics
from pointerchain.translator.directives import Construct, Item, read_directives
from pointerchain.translator.lex import Token, before_space, exit_end, skip_space, word_at
from pointerchain.translator.libclang import FUNCTIONS, LOOPS, RECORDS, Kind
from pointerchain.translator.nodes import Node
from pointerchain.translator.paths import ChainError, Path, canonical, parse_chain
from pointerchain.translator.regions import Layout, construct_span, is_declarative, is_standalone, lay_out
from pointerchain.translator.scan import scan

_LABELS = frozenset((Kind.CASE, Kind.DEFAULT, Kind.LABEL))
_KEYWORDS = re.compile(rb"(?<![\w$.])(?:return|break|continue|goto|case|default)(?![\w$])")
_LABEL = re.compile(rb"(?<![\w$:?])[A-Za-z_]\w*\s*:(?!:)")
_GOTO = re.compile(rb"(?<![\w$.])goto(?![\w$])")
_MEMBER = rb"(?<![\w$])(?<![\w$]\s)%s(?![\w$])"
_CHANGE_BEHIND = re.compile(rb"[\s)]*(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)")
_CHANGE_BEFORE = re.compile(rb"(?:\+\+|--)[\s(]*\Z")
_GOES_ON = re.compile(rb"[\s)]*(?:\[|\.|->)")
_WRITING_CLAUSE = re.compile(rb"(?:reduction|lastprivate)\s*\([^()]*\Z")
_LEAVES = re.compile(rb"(?<![\w$.])(?:return|break|continue|goto|throw)(?![\w$])")
_LONG_JUMP = re.compile(rb"(?<![\w$.])(?:_?setjmp|__sigsetjmp|sigsetjmp|siglongjmp|longjmp)(?=\s*\()")
_EXIT_NAMES = {Kind.BREAK: "break", Kind.CONTINUE: "continue", Kind.RETURN: "return", Kind.GOTO: "goto"}
_COMPUTE = {
    "acc": frozenset((b"parallel", b"kernels", b"serial")),
    "omp": frozenset((b"target", b"teams")),
}


def _path(toks: Sequence[Token], cxx: bool) -> Path | None:
    """The path of a chain; a lone name is one, too."""
    if len(toks) == 1:
        return Path(toks[0].text, ())
    try:
        return parse_chain(toks, cxx)[0]
    except ChainError:
        return None


def _last(path: Path) -> bytes:
    """The member that a chain ends in, as a pattern."""
    return re.escape(next((op[1:] for op in reversed(path.ops) if op[:1] == b"."), path.root))


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


class Exit(NamedTuple):
    """A statement that leaves regions, innermost first, by number.

    ``span`` is its text with the ``;``, ``value`` that of the value it returns, of type ``result``.
    """

    span: Span
    regions: tuple[int, ...]
    keyword: Span
    value: Span | None = None
    result: str = ""


class DeepRegion(NamedTuple):
    """A deepcopy region by the numbers of its directives."""

    begin: int
    end: int
    span: Span
    flat: bool
    """Whether it can be no block, for its own statements declare something."""
    label_before: bool
    label_at_end: bool


class Frames(NamedTuple):
    """What the checks found: regions by the number of their begin, exits, the function of each directive."""

    regions: dict[int, DeepRegion]
    exits: tuple[Exit, ...]
    functions: dict[int, Span]
    """By directive: the outermost function around it."""
    diagnostics: tuple[Diagnostic, ...]


def frames(reading: Reading) -> Frames:
    """Judge the place of every directive that is executed."""
    return _Frames(reading).find()


class _Frames:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.lexed, self.composed = reading.lexed, reading.composed
        self.diagnostics: list[Diagnostic] = []
        self.regions: dict[int, DeepRegion] = {}
        self.functions: dict[int, Span] = {}
        self.blocks: dict[int, tuple[Node, bool]] = {}
        directives, _ = read_directives(reading.blanked, reading.file, reading.cxx)
        self.constructs = [d for d in directives if isinstance(d, Construct)]
        self.layout: Layout = lay_out(reading.blanked, directives, reading.file)[0]
        self.scanned = scan(reading.blanked, self.layout, reading.cxx)

    def complain(self, code: str, span: Span, what: str, note: tuple[str, Span] | None = None) -> None:
        notes = (Note(note[0], Place(self.reading.file, note[1])),) if note else ()
        self.diagnostics.append(diagnostic(code, self.reading.file, span, notes, what=what))

    def find(self) -> Frames:
        executed = [
            (index, d) for index, d in enumerate(self.reading.directives) if isinstance(d, Action | RegionEnd)
        ]
        for index, directive in executed:
            self._placed(index, directive)
        self._pair(executed)
        for _, directive in executed:
            if isinstance(directive, Action):
                self._hoisted(directive)
        self._written_back()
        exits = self._jumps() if self.regions else ()
        return Frames(self.regions, exits, self.functions, tuple(self.diagnostics))

    # --- places ---------------------------------------------------------------------------------------

    def _placed(self, index: int, directive: Action | RegionEnd) -> None:
        span = self.composed.spans["at", index]
        marker = next((n for n in self.reading.tree.at(span) if n.kind == Kind.NULL), None)
        parent = marker.parent if marker is not None else None
        labelled = parent is not None and parent.kind in _LABELS
        while parent is not None and parent.kind in _LABELS:
            parent = parent.parent
        outer = [n for n in marker.ancestors() if n.kind in FUNCTIONS] if marker is not None else []
        if parent is None or not outer:
            self.complain(
                "misplaced-directive", directive.keyword, "a 'deepcopy' directive stands outside a function"
            )
            return
        if parent.kind != Kind.COMPOUND:
            what = "a 'deepcopy' directive stands where a single statement is expected: put braces around it"
            self.complain("region-shape", directive.keyword, what)
            return
        if outer[-1].within(RECORDS) is not None:
            what = (
                "a 'deepcopy' directive stands in a function that is defined in its class: define it outside"
            )
            self.complain("misplaced-directive", directive.keyword, what)
            return
        self.blocks[index] = (parent, labelled)
        back = self.composed.back
        self.functions[index] = Span(back(outer[-1].start), back(outer[-1].end - 1) + 1)
        self._in_construct(directive)

    def _in_construct(self, directive: Action | RegionEnd) -> None:
        at = directive.pragma.span.start
        for construct in self.constructs:
            if construct.pragma.span.start > at:
                break
            span = construct_span(self.reading.blanked, construct)
            if span is None or is_standalone(construct) or is_declarative(construct):
                continue
            words = set(construct.name)
            host = b"data" in words and not words & {b"parallel", b"kernels", b"serial", b"teams"}
            if construct.pragma.span.end <= at < span.start:
                what = f"a 'deepcopy' directive stands between '{construct.spelling}' and its statement"
                note = (f"'{construct.spelling}' is here", construct.pragma.span)
                self.complain("misplaced-directive", directive.keyword, what, note)
                return
            if words & _COMPUTE[construct.dialect] and not host and span.start <= at < span.end:
                what = f"a 'deepcopy' directive stands in '{construct.spelling}', which may run on the device"
                note = ("the construct begins here", construct.pragma.span)
                self.complain("misplaced-directive", directive.keyword, what, note)
                return

    def _hoisted(self, action: Action) -> None:
        """Doubt a copy of what a region around it keeps in a local and changes.

        Values that the region has changed are not in memory when the object is read; what is copied
        back does not reach the local.
        """
        at = action.pragma.span.start
        sections = [(word, section) for word, listed in action.clauses for section in listed]
        for region in self.layout.regions:
            if not region.span.start <= at < region.span.end:
                continue
            for declared in region.chains:
                path, text = declared.item.path, declared.item.text.decode("utf-8", "replace")
                if not self._changes(path, region.span):
                    continue
                for word, section in sections:
                    if not self._covers(section, path):
                        continue
                    verb = "change" if word == "host" or action.verb == "exit" else "read"
                    name = self.lexed.data[slice(*action.keyword)].decode("utf-8", "replace")
                    what = f"'deepcopy {name}' of '{section.text}' could {verb} '{text}'"
                    what += ", which the region changes"
                    note = (f"chain '{text}' is declared here", declared.item.span)
                    self.complain("aliased-call", section.span, what, note)

    def _written_back(self) -> None:
        """Doubt a copy from the device over what a pointerchain region before it has written to the host.

        The region keeps the member in a local of the host and writes that back; the object on the
        device still has the old value, which an exit or an update then copies over the new one.
        """
        begins = {region.end: region.begin for region in self.regions.values()}
        for region in self.layout.regions:
            function = next((span for span in self.functions.values() if _within(region.span, span)), None)
            for declared in region.chains:
                if function is not None and self._changes(declared.item.path, region.span):
                    self._next_copy(declared.item, region.span.end, function, begins)

    def _next_copy(self, item: Item, after: int, function: Span, begins: dict[int, int]) -> None:
        """Judge the first directive behind a region that copies the object which holds a chain's member."""
        for index, directive in enumerate(self.reading.directives):
            at = directive.pragma.span.start
            if at < after or self.functions.get(index) != function or not self._follows(after, at):
                continue
            action = self.reading.directives[begins[index]] if index in begins else directive
            if not isinstance(action, Action) or not isinstance(directive, Action | RegionEnd):
                continue
            verb = "end" if index in begins else action.verb
            if self._updated(item.path, Span(after, directive.pragma.span.start)):
                return
            for word, section in ((word, each) for word, listed in action.clauses for each in listed):
                if self._covers(section, item.path):
                    if (verb in ("end", "exit") and not action.delete) or word == "host":
                        self._overwrites(directive, verb, section, item)
                    return

    def _follows(self, after: int, at: int) -> bool:
        """Whether a place is always reached from one before it, as far as braces and jumps tell."""
        blocks, block = self.lexed.blocks, self.lexed.blocks.block(after)
        if not blocks.contains(blocks.block(at), block):
            return False  # in another branch, or under another condition
        end = min(at, blocks.ends[block])
        return _LEAVES.search(self.lexed.code, after, end) is None

    def _overwrites(self, directive: Action | RegionEnd, verb: str, section: Section, item: Item) -> None:
        text = item.text.decode("utf-8", "replace")
        name = {"end": "region end", "update": "update host"}.get(verb, verb)
        what = (
            f"'deepcopy {name}' of '{section.text}' copies the device's '{text}' over what the region wrote"
        )
        span = directive.keyword if verb == "end" else section.span
        self.complain("aliased-call", span, what, (f"chain '{text}' is declared here", item.span))

    def _updated(self, path: Path, span: Span) -> bool:
        """Whether an ``acc update`` or ``omp target update`` in a span names the member itself."""
        for construct in self.constructs:
            text = self.lexed.data[slice(*construct.pragma.span)]
            if span.start <= construct.pragma.span.start < span.end and b"update" in construct.name:
                if re.search(_MEMBER % _last(path), text):
                    return True
        return False

    def _changes(self, path: Path, span: Span) -> bool:
        """Whether a region changes what it keeps of a chain, as its tokens tell."""
        code = self.lexed.code
        for mention in self.scanned.occurrences:
            own = self.scanned.hoists[mention.hoist].path
            if not span.start <= mention.span.start < span.end or own.root != path.root:
                continue
            if canonical(own.ops) != canonical(path.ops):
                continue
            start, end = mention.span
            if mention.construct is not None:
                text = self.lexed.data[mention.construct.pragma.span.start : start]
                if _WRITING_CLAUSE.search(text):
                    return True
            elif _CHANGE_BEHIND.match(code, end):
                return True
            elif _CHANGE_BEFORE.search(code, max(0, start - 80), start) and not _GOES_ON.match(code, end):
                return True
        return False

    def _covers(self, section: Section, path: Path) -> bool:
        """Whether a copy of a section is one of the object that holds what a chain names, too."""
        own = _path(section.chain.toks, self.reading.cxx)
        if own is None or own.root != path.root or own == path:
            return False
        return canonical(path.ops)[: len(own.ops)] == canonical(own.ops)

    # --- regions --------------------------------------------------------------------------------------

    def _pair(self, executed: list[tuple[int, Action | RegionEnd]]) -> None:
        """Pair each begin with the end in the same block."""
        blocks = self.lexed.blocks
        waiting: list[tuple[int, Action]] = []
        for index, directive in executed:
            at = directive.pragma.span.start
            while waiting and blocks.ends[blocks.top(waiting[-1][1].pragma.span.start)] <= at:
                self._unclosed(waiting.pop()[1])
            if isinstance(directive, Action):
                if directive.verb == "begin":
                    waiting.append((index, directive))
                continue
            here = blocks.block(at)
            position = len(waiting) - 1
            while position >= 0 and blocks.block(waiting[position][1].pragma.span.start) != here:
                position -= 1
            if position < 0:
                if not waiting:
                    what = "'deepcopy region end' without a 'deepcopy region begin'"
                    self.complain("unbalanced-region", directive.keyword, what)
                    continue
                _, left = waiting.pop()
                what = "'deepcopy region end' stands in another block than its 'deepcopy region begin'"
                self.complain(
                    "region-shape", directive.keyword, what, ("the region begins here", left.keyword)
                )
                continue
            for _, left in waiting[position + 1 :]:
                self._unclosed(left)
            begin, opened = waiting[position]
            del waiting[position:]
            self._region(begin, opened, index, directive)
        for _, left in waiting:
            self._unclosed(left)

    def _unclosed(self, left: Action) -> None:
        what = "'deepcopy region begin' has no 'deepcopy region end'"
        self.complain("unbalanced-region", left.keyword, what)

    def _region(self, begin: int, opened: Action, end: int, directive: RegionEnd) -> None:
        if begin not in self.blocks or end not in self.blocks:
            return
        if self.blocks[begin][0] is not self.blocks[end][0]:
            what = "the deepcopy region begins and ends in different blocks"
            self.complain("region-shape", opened.keyword, what)
            return
        span = Span(opened.pragma.span.end, directive.pragma.span.start)
        for region in self.layout.regions:
            inside = span.start <= region.begin.start < span.end
            if inside != (span.start <= region.end.start < span.end):
                what = "a deepcopy region and a pointerchain region overlap"
                self.complain(
                    "region-shape", opened.keyword, what, ("the other one begins here", region.keyword)
                )
                return
        flat = self._declares(self.blocks[begin][0], span)
        labels = (self.blocks[begin][1], self.blocks[end][1])
        self.regions[begin] = DeepRegion(begin, end, span, flat, *labels)

    def _declares(self, block: Node, span: Span) -> bool:
        """Whether the region's own statements declare a name."""
        first, last = self.composed.forward(span.start), self.composed.forward(span.end - 1)
        return any(
            first <= self.reading.unit_offset(child) < last and child._kind_id == Kind.DECL_STMT
            for child in block.children()
        )

    # --- jumps ----------------------------------------------------------------------------------------

    def _jumps(self) -> tuple[Exit, ...]:
        reading, code = self.reading, self.lexed.code
        assert reading.unit is not None
        points: set[int] = set()
        forward = self.composed.forward
        for region in self.regions.values():
            points |= {forward(m.start()) for m in _KEYWORDS.finditer(code, *region.span)}
            probe = Span(forward(region.span.start), forward(region.span.end - 1))
            points |= {expansion.span.start for expansion in reading.unit.expansions(probe)}
            if _LABEL.search(code, *region.span):
                blocks = self.lexed.blocks
                top = blocks.top(region.span.start)
                points |= {
                    forward(m.start()) for m in _GOTO.finditer(code, blocks.starts[top], blocks.ends[top])
                }
            for found in _LONG_JUMP.finditer(code, *region.span):
                name = found.group().decode()
                note = ("the region begins here", self._keyword(region))
                what = f"'{name}' in a deepcopy region: it could be left without its end"
                self.complain("deepcopy-exit", Span(*found.span()), what, note)
        tree = reading.unit.tree(sorted(points), lambda node: False)
        exits: dict[Exit, None] = {}
        for node in tree.nodes:
            if node.kind in (Kind.CASE, Kind.DEFAULT):
                self._case(node)
            elif node.kind in (Kind.BREAK, Kind.CONTINUE, Kind.RETURN, Kind.GOTO, Kind.INDIRECT_GOTO):
                found_exit = self._leave(node)
                if found_exit is not None:
                    exits[found_exit] = None
        return tuple(exits)

    def _keyword(self, region: DeepRegion) -> Span:
        begin = self.reading.directives[region.begin]
        assert isinstance(begin, Action)
        return begin.keyword

    def _around(self, at: int) -> list[DeepRegion]:
        """The regions around a place of the source, innermost first."""
        found = [region for region in self.regions.values() if region.span.start <= at < region.span.end]
        return sorted(found, key=lambda region: -region.span.start)

    def _word(self, node: Node) -> Span:
        at = self.composed.back(node.start)
        return Span(at, at + max(1, len(word_at(self.lexed.code, at))))

    def _case(self, node: Node) -> None:
        target = node.within(frozenset((Kind.SWITCH,)))
        for region in self._around(self.composed.back(node.start)):
            if target is not None and self.composed.back(target.start) < region.span.start:
                word = self._word(node)
                shown = self.lexed.data[word.start : word.end].decode("utf-8", "replace")
                what = f"'{shown}' is a way into the deepcopy region past its beginning"
                self.complain(
                    "jump-into-region", word, what, ("the 'switch' begins here", self._word(target))
                )
                return

    def _leave(self, node: Node) -> Exit | None:
        at = self.composed.back(node.start)
        around = self._around(at)
        if node.kind == Kind.INDIRECT_GOTO:
            self._computed(node, around)
            return None
        if node.kind == Kind.GOTO:
            label = semantics.goto_target(node)
            if label is None:
                return None
            place = self.composed.back(label)
            into = [region for region in self._around(place) if region not in around]
            if into:
                word = Span(place, place + len(word_at(self.lexed.code, place)))
                shown = self.lexed.data[word.start : word.end].decode("utf-8", "replace")
                what = f"label '{shown}' is a way into the deepcopy region past its beginning"
                self.complain("jump-into-region", word, what, ("the 'goto' is here", self._word(node)))
                return None
            left = [r for r in around if not r.span.start <= place < r.span.end]
        else:
            stops = {
                Kind.BREAK: LOOPS | {Kind.SWITCH},
                Kind.CONTINUE: LOOPS,
                Kind.RETURN: FUNCTIONS | {Kind.LAMBDA},
            }[node.kind]
            target = node.within(frozenset(stops))
            if target is None:
                return None
            left = [region for region in around if self.composed.back(target.start) < region.span.start]
        if not left or self.reading.cxx:
            return None  # in C++ an object's destructor ends the region, whatever the way
        return self._exit(node, at, left)

    def _computed(self, node: Node, around: list[DeepRegion]) -> None:
        if around and not self.reading.cxx:
            note = ("the region begins here", self._keyword(around[0]))
            what = "a computed goto in a deepcopy region could leave it without its end"
            self.complain("deepcopy-exit", self._word(node), what, note)

    def _exit(self, node: Node, at: int, left: list[DeepRegion]) -> Exit | None:
        name, word = _EXIT_NAMES[node.kind], self._word(node)
        note = ("the region begins here", self._keyword(left[0]))
        code = self.lexed.code
        end, semicolon = exit_end(code, at)
        if node.macro or node.opened or not semicolon or code[at : at + len(name)] != name.encode():
            what = f"a '{name}' out of a deepcopy region comes from a macro"
            self.complain("deepcopy-exit", word, what, note)
            return None
        for region in self.layout.regions:
            inner = any(r.span.start <= region.begin.start for r in left)
            if region.chains and inner and region.span.start <= at < region.span.end:
                what = f"'{name}' leaves a deepcopy region from inside a pointerchain region"
                self.complain("deepcopy-exit", word, what, ("that region begins here", region.keyword))
                return None
        numbers = tuple(region.begin for region in left)
        keyword = Span(at, at + len(name))
        value = None
        result = ""
        if node.kind == Kind.RETURN:
            start = skip_space(code, keyword.end)
            value = Span(start, before_space(code, end)) if start < end else None
            function = node.within(FUNCTIONS)
            result = semantics.result_type(function) if function is not None else ""
        return Exit(Span(at, end + 1), numbers, keyword, value, result)
