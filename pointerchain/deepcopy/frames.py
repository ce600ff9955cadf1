# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Frames: where deep-copy directives stand, which regions they make, and the ways out of those.

Like a pointerchain region a deepcopy region is a run of statements of one block, entered at its
beginning only. What it copied comes back on every way out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.deepcopy.directives import Action, RegionEnd
from pointerchain.deepcopy.expressions import Section
from pointerchain.deepcopy.kernels import Kernels
from pointerchain.deepcopy.reading import Reading
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import FUNCTIONS, RECORDS, Kind
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.stack import start
from pointerchain.translator.clang.tree import Node, whole
from pointerchain.translator.facts.exits import Escape, Exit, Scope, Scopes, find
from pointerchain.translator.facts.frames import block_of, declaring
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.hoist import facts_of
from pointerchain.translator.text.directives import Construct, Item, read_directives
from pointerchain.translator.text.lex import Token, word_at
from pointerchain.translator.text.paths import ChainError, Path, canonical, parse_chain
from pointerchain.translator.text.regions import (
    Layout,
    Region,
    construct_span,
    pair_regions,
)

_REGION = "deepcopy region"
_MACRO = lazy_pattern(rb"([A-Za-z_]\w*)(?:\s*\([^;{}]*\))?\s*\Z")
"""What may be a macro that stands for a whole statement."""
_MEMBER = rb"(?<![\w$])(?<![\w$]\s)%s(?![\w$])"
_LEAVES = lazy_pattern(rb"(?<![\w$.])(?:return|break|continue|goto|throw)(?![\w$])")


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
    return re.escape(path.members[-1] if path.members else path.root)


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


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
        places = sorted(span.start for part, span in self.composed.spans.items() if part[0] == "at")
        unit = reading.unit
        assert unit is not None
        self.tree = start(lambda: whole(unit, places))()
        self.diagnostics: list[Diagnostic] = []
        self.regions: dict[int, DeepRegion] = {}
        self.functions: dict[int, Span] = {}
        self.blocks: dict[int, tuple[Node, bool]] = {}
        self.markers: dict[int, Node] = {}
        directives, _ = read_directives(reading.blanked, reading.file, reading.cxx)
        self.constructs = [d for d in directives if isinstance(d, Construct)]
        self.layout: Layout = pair_regions(reading.blanked, directives, reading.file)[0]
        self.facts: Facts | None = None
        if self.layout.regions:
            self.facts = facts_of(reading.blanked, directives, self.layout, reading.file, reading.clang)

    def complain(
        self, code: str, span: Span, form: str, note: tuple[str, Span] | None = None, **fields: str
    ) -> None:
        notes = (Note(note[0], Place(self.reading.file, note[1])),) if note else ()
        self.diagnostics.append(diagnostic(code, self.reading.file, span, notes, None, form, **fields))

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
        ends = {region.begin: region.end for region in self.regions.values()}
        kernels = Kernels(self.reading, self.tree, self.constructs, self.functions)
        self.diagnostics += kernels.find(ends)
        return Frames(self.regions, exits, self.functions, tuple(self.diagnostics))

    # --- places ---------------------------------------------------------------------------------------

    def _placed(self, index: int, directive: Action | RegionEnd) -> None:
        span = self.composed.spans["at", index]
        marker = next((n for n in self.tree.at(span) if n.kind == Kind.NULL), None)
        block = block_of(marker)
        outer = [n for n in marker.ancestors() if n.kind in FUNCTIONS] if marker is not None else []
        if marker is None or block is None or not outer:
            self.complain("misplaced-directive", directive.keyword, "deep_outside")
            return
        if block[0].kind != Kind.COMPOUND:
            self.complain("missing-braces", directive.keyword, "directive")
            return
        if outer[-1].within(RECORDS) is not None:
            self.complain("misplaced-directive", directive.keyword, "deep_in_class")
            return
        self.blocks[index], self.markers[index] = block, marker
        back = self.composed.back
        self.functions[index] = Span(back(outer[-1].start), back(outer[-1].end - 1) + 1)
        self._in_construct(directive)

    def _in_construct(self, directive: Action | RegionEnd) -> None:
        at = directive.pragma.span.start
        for construct in self.constructs:
            if construct.pragma.span.start > at:
                break
            span = construct_span(self.reading.blanked, construct)
            if span is None or construct.directive is None:
                continue
            if construct.pragma.span.end <= at < span.start:
                name = construct.spelling
                note = (f"'{name}' is here", construct.pragma.span)
                self.complain("misplaced-directive", directive.keyword, "deep_split", note, construct=name)
                return
            elsewhere = construct.directive.compute or b"teams" in construct.directive.leaves
            if elsewhere and span.start <= at < span.end:
                given = {"construct": construct.spelling}
                note = ("the construct begins here", construct.pragma.span)
                begun = self.reading.blanked.code[span.start : at]
                word = _MACRO.match(begun)
                form = "deep_in_statement" if word else "deep_on_device"
                given |= {"word": word[1].decode()} if word else {}
                self.complain("misplaced-directive", directive.keyword, form, note, **given)
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
                if not self._changes(declared.item, region):
                    continue
                for word, section in sections:
                    if not self._covers(section, path):
                        continue
                    form = "copy_changes" if word == "host" or action.verb == "exit" else "copy_reads"
                    name = self.lexed.data[slice(*action.keyword)].decode("utf-8", "replace")
                    given = {"directive": name, "text": section.text, "chain": text}
                    note = (f"chain '{text}' is declared here", declared.item.span)
                    self.complain("aliased-call", section.span, form, note, **given)

    def _written_back(self) -> None:
        """Doubt a copy from the device over what a pointerchain region before it has written to the host.

        The region keeps the member in a local of the host and writes that back; the object on the
        device still has the old value, which an exit or an update then copies over the new one.
        """
        begins = {region.end: region.begin for region in self.regions.values()}
        for region in self.layout.regions:
            function = next((span for span in self.functions.values() if _within(region.span, span)), None)
            for declared in region.chains:
                if function is not None and self._changes(declared.item, region):
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
                    back = section.direction in ("tofrom", "from")
                    if (verb in ("end", "exit") and not action.delete and back) or word == "host":
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
        given = {"directive": name, "text": section.text, "chain": text}
        note = (f"chain '{text}' is declared here", item.span)
        span = directive.keyword if verb == "end" else section.span
        self.complain("aliased-call", span, "copy_overwrites", note, **given)

    def _updated(self, path: Path, span: Span) -> bool:
        """Whether an ``acc update`` or ``omp target update`` in a span names the member itself."""
        for construct in self.constructs:
            text = self.lexed.data[slice(*construct.pragma.span)]
            updates = construct.directive is not None and construct.directive.updates
            if updates and span.start <= construct.pragma.span.start < span.end:
                if re.search(_MEMBER % _last(path), text):
                    return True
        return False

    def _changes(self, item: Item, region: Region) -> bool:
        """Whether a region changes what it keeps of a chain."""
        own = canonical(item.path.ops)
        facts = self.facts
        for number, places in facts.written.items() if facts is not None else ():
            path = facts.chains[number].item.path if facts is not None else item.path
            if path.root == item.path.root and canonical(path.ops) == own:
                if any(region.span.start <= place.start < region.span.end for place in places):
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
                    self.complain("unbalanced-region", directive.keyword, "no_begin", region=_REGION)
                    continue
                _, left = waiting.pop()
                note = ("the region begins here", left.keyword)
                self.complain("unbalanced-region", directive.keyword, "blocks", note, region=_REGION)
                continue
            for _, left in waiting[position + 1 :]:
                self._unclosed(left)
            begin, opened = waiting[position]
            del waiting[position:]
            self._region(begin, opened, index, directive)
        for _, left in waiting:
            self._unclosed(left)

    def _unclosed(self, left: Action) -> None:
        self.complain("unbalanced-region", left.keyword, "no_end", region=_REGION)

    def _region(self, begin: int, opened: Action, end: int, directive: RegionEnd) -> None:
        if begin not in self.blocks or end not in self.blocks:
            return
        if self.blocks[begin][0] is not self.blocks[end][0]:
            self.complain("unbalanced-region", opened.keyword, "macro_blocks", region=_REGION)
            return
        span = Span(opened.pragma.span.end, directive.pragma.span.start)
        for region in self.layout.regions:
            inside = span.start <= region.begin.start < span.end
            if inside != (span.start <= region.end.start < span.end):
                note = ("the other one begins here", region.keyword)
                self.complain("unbalanced-region", opened.keyword, "overlap", note)
                return
        flat = bool(declaring(self.blocks[begin][0], self.markers[begin], self.markers[end]))
        labels = (self.blocks[begin][1], self.blocks[end][1])
        self.regions[begin] = DeepRegion(begin, end, span, flat, *labels)

    # --- jumps ----------------------------------------------------------------------------------------

    def _jumps(self) -> tuple[Exit, ...]:
        """What ends the regions in C; in C++ an object's destructor does, whatever the way."""
        rows = {
            number: Scope(number, region.span, self._keyword(region), self.markers[number])
            for number, region in self.regions.items()
        }

        def around(at: int) -> list[Scope]:
            found = [row for row in rows.values() if row.span.start <= at < row.span.end]
            return sorted(found, key=lambda row: -row.span.start)

        given = (self.tree, self.composed, self.lexed, References(self.tree), self.reading.cxx)
        ways = find(Scopes(tuple(rows.values()), around, *given))
        for entry in ways.entries:
            fields = {"word": entry.word, "region": _REGION}
            self.complain("jump-into-region", entry.span, entry.form, (entry.note, entry.other), **fields)
        for escape in ways.escapes:
            self._escape(escape, rows[escape.region])
        if self.reading.cxx:
            return ()
        return tuple(leaving for leaving in ways.exits if self._fits(leaving, rows[leaving.regions[0]]))

    def _keyword(self, region: DeepRegion) -> Span:
        begin = self.reading.directives[region.begin]
        assert isinstance(begin, Action)
        return begin.keyword

    def _escape(self, escape: Escape, region: Scope) -> None:
        """Refuse what leaves a region without its end, or could."""
        if self.reading.cxx and not escape.called:
            return
        word = self.lexed.data[slice(*escape.span)].decode("utf-8", "replace")
        form = "call" if word.isidentifier() else "operator"
        note = ("the region begins here", region.keyword)
        if escape.name == "goto *":
            form = "computed"
        elif escape.may_return is not None:
            note = ("it may jump here by 'longjmp'", escape.may_return)
        self.complain("deepcopy-exit", escape.span, form, note, word=word)

    def _fits(self, leaving: Exit, region: Scope) -> bool:
        """Whether the region can be ended before a statement that leaves it."""
        at, name, code = leaving.span.start, leaving.kind, self.lexed.code
        word = Span(at, at + max(1, len(word_at(code, at))))
        note = ("the region begins here", region.keyword)
        if leaving.node.foreign:
            line = next((each for each in self.lexed.lines if each.span.start >= at), None)
            place = Span(line.span.start, line.trailing_comment) if line is not None else word
            self.complain("deepcopy-exit", place, "included", note, exit=name)
            return False
        if leaving.node.opened or not leaving.semicolon or self._in_argument(leaving.node):
            self.complain("deepcopy-exit", word, "macro", note, exit=name)
            return False
        outermost = min(self.regions[number].span.start for number in leaving.regions)
        for other in self.layout.regions:
            if other.chains and outermost <= other.begin.start and other.span.start <= at < other.span.end:
                other_note = ("that region begins here", other.keyword)
                self.complain("deepcopy-exit", word, "hoisted", other_note, exit=name)
                return False
        return True

    def _in_argument(self, node: Node) -> bool:
        """Whether a statement is written as a macro's argument, or in one."""
        if not node.macro or self.reading.unit is None:
            return False
        outermost = node.ancestors()[-1]
        rows = self.reading.unit.expansions(Span(outermost.start, node.start + 1))
        return any(row.span.start <= node.start < row.span.end for row in rows)
