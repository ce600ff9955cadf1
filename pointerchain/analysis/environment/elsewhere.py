# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Elsewhere: functions that nobody follows from here -> what they may leave on the device.

``static inline void up(struct sim *s)`` of a header, with ``omp target enter data map(to: s[0:1])``  ->  each
member of ``struct sim``; with that, what kernels of such functions store in the device's copies. Objects have
the names of :mod:`pointerchain.analysis.effects`, so that those of many sources can be put together.

Directives give way to what they list, at the very places, so that Clang says what that is:
``#pragma omp target enter data map(to: s[0:1])``  ->  ``{s;}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pointerchain import dialects
from pointerchain.analysis.callgraph import CallsByWords, Function, word_of, words_in
from pointerchain.analysis.effects import (
    ANYTHING,
    NO_ACCESSES,
    NOTHING,
    Accesses,
    Functions,
    MemoryEffects,
    Resolver,
)
from pointerchain.analysis.environment.flow import Flow
from pointerchain.analysis.environment.listed import ROUTINE, items_of, own_items
from pointerchain.analysis.environment.present import Environment, Row
from pointerchain.analysis.names import DEVICE_DATA, DEVICE_KERNELS
from pointerchain.analysis.summaries import Summaries, locals_of
from pointerchain.analysis.threads import NO_MAKERS
from pointerchain.dialects.routines import BY_NAME
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.callees import Callees, Knowledge
from pointerchain.translator.clang.conversions import CASTS
from pointerchain.translator.clang.defined import Body, bodies
from pointerchain.translator.clang.libclang import EXPRESSIONS, LOOPS, Kind
from pointerchain.translator.clang.parsed import Expansion, Parsed, ParseFailure
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.storage import Place, Storage
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.unsaved import reading
from pointerchain.translator.text.clauses import text_of, variants
from pointerchain.translator.text.directives import Construct, read_directives
from pointerchain.translator.text.lex import Lexed, follows_head, lex
from pointerchain.translator.text.made import Made, made_by, made_in
from pointerchain.translator.text.regions import (
    construct_span,
    in_function,
    is_compute,
    is_declarative,
    is_standalone,
)

DIRECTED = lazy_pattern(rb"pragma[ \t]+(?:omp|acc)\b|_Pragma|(?<![\w$])(?:acc|omp)_\w+[ \t]*\(")
"""What a text has that moves data, runs kernels, or makes directives by macros."""
_LEAVES = lazy_pattern(rb"(?<![\w$])(?:return|goto|break|continue|throw|exit|abort|longjmp)(?![\w$])")
_UNSURE = frozenset((b"if", b"async", b"nowait", b"depend"))
"""Clauses by which a directive may do nothing, or only later."""
_TRANSPARENT = frozenset((*CASTS, Kind.PAREN, Kind.UNEXPOSED_EXPR))


class Found(NamedTuple):
    """What functions elsewhere may have put onto the device, and what their kernels do there."""

    data: Accesses = NO_ACCESSES
    kernels: MemoryEffects = NOTHING
    says: str = ""
    """The first directive or function that maps something, as messages show it."""
    movers: frozenset[str] = frozenset()
    """The words by which code may call a function that moves data."""


class _Listing(NamedTuple):
    """A directive, with what it lists: each as Clang is given it, and whether it is a section."""

    span: Span
    construct: Construct | None
    items: tuple[tuple[bytes, bool], ...]
    declared: bytes = b""
    """The variable that a mapper declares."""
    undecided: bool = False
    """Whether only what has no type that tells it counts: the rest of it is followed where it stands."""


class _File:
    """A file, with its directives that move data, and its kernels."""

    def __init__(self, name: str, data: bytes, cxx: bool, followed: bool) -> None:
        """``followed``: whether the directives that it spells are followed where they stand."""
        self.name, self.data, self.followed = name, data, followed
        self.lexed = lex(data, cxx)
        self.moves: list[Construct] = []
        """All its directives that move data, in functions."""
        self.listings: list[_Listing] = []
        self.kernels: list[Span] = []
        for each in read_directives(self.lexed, name, cxx)[0]:
            if isinstance(each, Construct):
                self._add(each, followed)
                for inner in variants(each):
                    self._add(inner, followed)

    def make(self, rows: Iterable[Made]) -> None:
        """Add the directives that macros make in it."""
        for span, construct in rows:
            if not in_function(self.lexed, span.start):
                continue
            if construct is None:
                self.listings.append(_Listing(span, None, ()))
            else:
                self._add(construct, False)

    def _add(self, construct: Construct, followed: bool) -> None:
        at = construct.pragma.span.start
        if construct.directive is None:
            return
        if construct.name[-1:] == (b"mapper",):
            self._add_mapper(construct)
        if not in_function(self.lexed, at):
            return
        statement = construct_span(self.lexed, construct)
        if is_compute(construct):
            if not followed:  # a macro may give the statement, too
                self.kernels.append(Span(at, statement.end if statement is not None else at + 1))
            return
        listed = (*items_of(construct), *own_items(construct))
        self.moves += [construct] if listed else []
        items = [(each.written, each.section) for each in listed if each.effect.creates or each.effect.finds]
        if items:
            self.listings.append(_Listing(construct.pragma.span, construct, tuple(items), b"", followed))

    def _add_mapper(self, construct: Construct) -> None:
        """What a mapper maps beside the object itself, wherever one of its type is mapped."""
        if construct.argument is None:
            return
        declared = text_of(construct, construct.argument).replace(b"::", b"\0").rpartition(b":")[2]
        target = dialects.directive("omp", (b"target",))
        assert target is not None
        row = dialects.clause(target, b"map")
        assert row is not None
        items: list[tuple[bytes, bool]] = []
        for clause in construct.clauses:
            if clause.name == b"map" and clause.argument is not None:
                inner = construct._replace(directive=target, clauses=(clause,))
                items += ((item.written, True) for item in items_of(inner) if item.section)
        if items:
            variable = declared.replace(b"\0", b"::").strip()
            self.listings.append(_Listing(construct.pragma.span, construct, tuple(items), variable))

    def marked(self) -> bytes:
        """Its text, in which the directives give way to what they list; nothing else has moved."""
        data = bytearray(self.data)
        for number, row in enumerate(self.listings):
            text = b"{" + b"".join(item + b";" for item, _ in row.items) + b"}"
            if row.declared and in_function(self.lexed, row.span.start):
                text = b"{" + row.declared + b";" + text[1:]
            elif row.declared:
                text = b"void pc%d(" % number + row.declared + b")" + text
            text = text.replace(b"\n", b" ").replace(b"\r", b" ")
            room = row.span.end - row.span.start
            if len(text) <= room:
                data[row.span.start : row.span.end] = text + b" " * (room - len(text))
        return bytes(data)


class Text(NamedTuple):
    """What is read: a source, how it is compiled, what it includes, and what its macros make."""

    filename: str
    args: Sequence[str]
    data: bytes
    cxx: bool
    parsed: Parsed
    """A parse of it, with other texts in the place of its directives perhaps."""
    made: tuple[Made, ...] = ()
    """The directives that its macros make."""


def made_by_macros(
    parsed: Parsed, expansions: Iterable[Expansion], cxx: bool, place: Callable[[Expansion], Span]
) -> tuple[Made, ...]:
    """The directives that macros of a source make; ``place`` says where one is expanded."""
    found: list[Made] = []
    makers, end = parsed.pragma_macros, 0
    for expansion in expansions if makers else ():
        if expansion.name in makers and expansion.span.start >= end:
            end, text = expansion.span.end, parsed.data[expansion.span.start : expansion.span.end]
            definitions = expansion.definitions(parsed.macro_definitions)
            found += made_by(text, place(expansion), definitions, cxx)
    return tuple(found)


def of_source(filename: str, args: Sequence[str], data: bytes, cxx: bool, parsed: Parsed) -> Functions:
    """What a source says to a program, of which other sources are a part."""
    found = Found()
    if any(DIRECTED.search(each) for _, each in parsed.own_texts):
        every = parsed.expansions(Span(0, len(parsed.data)))
        made = made_by_macros(parsed, every, cxx, lambda expansion: expansion.span)
        text = Text(filename, args, data, cxx, parsed, made)
        found = elsewhere(text, lambda _: MemoryEffects(keeps=True), False)
    return {DEVICE_DATA: MemoryEffects(ref=found.data), DEVICE_KERNELS: found.kernels}


def needed(text: Text) -> bool:
    """Whether anything may be found elsewhere: in headers, by macros or by mappers."""
    if text.made or b"mapper" in text.data:
        return True
    return any(DIRECTED.search(data) for name, data in text.parsed.own_texts if name != text.parsed.filename)


def elsewhere(text: Text, known: Resolver, followed: bool) -> Found:
    """What functions leave on the device; ``followed``: what the source spells itself is left out.

    ``known`` says of functions of other sources what they do.
    """
    files = _files(text, followed)
    if not any(file.listings or file.kernels or ROUTINE.search(file.lexed.code) for file in files.values()):
        return Found()
    marked = {name: file.marked() for name, file in files.items()}
    with reading({name: each for name, each in marked.items() if name != text.filename}):
        try:
            parsed = Session(text.filename, text.args).parse_all(marked[text.filename])
        except ParseFailure:
            return Found(ANYTHING, MemoryEffects(ANYTHING), "a text that Clang cannot read")
    try:
        return _Elsewhere(text, parsed, files, marked, known, followed).found()
    finally:
        parsed.close()


def _files(text: Text, followed: bool) -> dict[str, _File]:
    """The files that move data or run kernels, and the source itself."""
    parsed = text.parsed
    own = _File(text.filename, text.data, text.cxx, followed)
    own.make(text.made)
    files = {text.filename: own}
    for name, data in parsed.own_texts:
        if name != parsed.filename and (DIRECTED.search(data) or parsed.pragma_macros):
            file = _File(name, data, text.cxx, False)
            file.make(made_in(file.lexed.code, parsed.pragma_macros, parsed.macro_definitions, text.cxx))
            files[name] = file
    return files


class _Elsewhere:
    """Answers for one source."""

    def __init__(
        self,
        text: Text,
        parsed: Parsed,
        files: Mapping[str, _File],
        marked: Mapping[str, bytes],
        known: Resolver,
        followed: bool,
    ) -> None:
        """``marked`` are the texts that ``parsed`` was made of."""
        self.text, self.parsed, self.files, self.followed = text, parsed, files, followed
        self.marked = marked
        self.storage = Storage(text.cxx)
        self.callees = Callees(parsed)
        self.summaries = Summaries(self.callees, self.storage, text.cxx, known, None, NO_MAKERS)

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """The functions of the program's files."""
        names = {name for name, _ in self.text.parsed.own_texts}
        names.discard(self.text.parsed.filename)
        return tuple(bodies(self.parsed, names | {self.text.filename}))

    @cached_property
    def reached(self) -> frozenset[str]:
        """The words by which the source, or what it may call of its headers, may call functions."""
        words = set(words_in(self.files[self.text.filename].lexed.code))
        waiting = [each for each in self.bodies if each.file != self.text.filename]
        while True:
            inside = [each for each in waiting if self._is_called(each, words)]
            if not inside:
                return frozenset(words)
            waiting = [each for each in waiting if each not in inside]
            for each in inside:
                words.update(words_in(self._code(each)))

    def _is_called(self, body: Body, words: frozenset[str] | set[str]) -> bool:
        name = word_of(body.name)
        return name == "operator" or name in words

    def _code(self, body: Body) -> bytes:
        """A function's text."""
        file = self.files.get(body.file)
        data = file.lexed.code if file is not None else self.parsed.text_of(body.file)
        return data[body.span.start : body.span.end]

    def found(self) -> Found:
        """What all functions that may be called from the source, or by others, leave on the device."""
        found = Found()
        for file in self.files.values():
            skipped = self.parsed.skipped_ranges(file.name)
            file.listings = [
                row for row in file.listings if not any(_holds(span, row.span) for span in skipped)
            ]
        for body in self.bodies:
            own = self.files.get(body.file)
            if own is None or (body.file != self.text.filename and not self._is_called(body, self.reached)):
                continue
            for says, data in self._kept(body, own):
                found = _with(found, data, says)
            found = found._replace(kernels=found.kernels | self._stored(body, own))
        for file in self.files.values():
            for row in file.listings:
                inside = (b for b in self.bodies if b.file == file.name and _holds(b.span, row.span))
                if row.declared or next(inside, None) is None:
                    found = _with(found, self._mapped(row, file, None), _said(row))
        return found._replace(movers=self._movers())

    def _movers(self) -> frozenset[str]:
        moving = [
            body
            for body in self.bodies
            for file in (self.files.get(body.file),)
            if file is not None
            and not file.followed
            and any(_holds(body.span, each.pragma.span) for each in file.moves)
        ]
        words = {word_of(body.name) for body in moving}
        while True:
            more = {
                word_of(body.name)
                for body in self.bodies
                if body.file != self.text.filename
                and word_of(body.name) not in words
                and not words.isdisjoint(words_in(self._code(body)))
            }
            if not more:
                return frozenset(words)
            words |= more

    # --- what is put there -------------------------------------------------------------------------------

    def _kept(self, body: Body, file: _File) -> Iterator[tuple[str, Accesses]]:
        """What a function leaves on the device, or has there while it calls others."""
        own = locals_of(body.tree, self.storage)
        for row in file.listings:
            if _holds(body.span, row.span) and not row.declared and self._lasts(row, body, file):
                yield _said(row), _without(self._mapped(row, file, body), own)
        for call in body.tree.of_kinds(frozenset((Kind.CALL,))) if ROUTINE.search(self._code(body)) else ():
            routine = BY_NAME.get(call.name().encode())
            if (
                routine is None
                or routine.argument < 0
                or not (routine.effect.creates or routine.effect.finds)
            ):
                continue
            given = [each for each in call.below if each.kind in EXPRESSIONS][1:]
            if len(given) > routine.argument:
                yield call.name(), _without(self._led(given[routine.argument], body, file.followed), own)

    def _lasts(self, row: _Listing, body: Body, file: _File) -> bool:
        """Whether what a directive maps may be on the device while other functions run."""
        construct = row.construct
        if construct is None or file.followed:
            return True
        statement = construct_span(file.lexed, construct)
        if statement is not None and not is_standalone(construct):
            return self._calls_in(statement, body)
        if is_declarative(construct):
            return False
        found = self._environment(file)
        rows = [each for each in found.rows if each.span == row.span and each.effect.creates]
        return not rows or any(
            not found.is_ended(each) or self._calls_in(found.life(each), body) for each in rows
        )

    def _calls_in(self, text: Span, body: Body) -> bool:
        """Whether a part of a function calls functions that may be of any source."""
        calls = (call for call in body.tree.of_kinds(frozenset((Kind.CALL,))) if _holds(text, call.reach()))
        known = (Knowledge.SYSTEM, Knowledge.PURE)
        return any(self.callees.of(call).knowledge not in known for call in calls)

    def _environment(self, file: _File) -> Environment:
        """What a file's directives do one after the other; objects are told by how they are spelled."""
        rows: list[Row] = []
        for construct in file.moves:
            span, unsure = construct.pragma.span, any(each.name in _UNSURE for each in construct.clauses)
            rows += (Row("", span, -1, each.effect, each.base, unsure=unsure) for each in items_of(construct))
        own = [body for body in self.bodies if body.file == file.name]
        loops = [node.reach() for body in own for node in body.tree.of_kinds(LOOPS)]
        functions = [Function(body.name, body.span) for body in own]
        flow = _FlowOfText(file.lexed, functions, loops, self.text.parsed.macros_leading_to)
        return Environment(
            rows, flow, lambda one, other: bool(one.what == other.what), lambda row: (row.what,)
        )

    def _mapped(self, row: _Listing, file: _File, body: Body | None) -> Accesses:
        """What a directive lists."""
        block = self._block(row, file, body) if row.construct is not None else None
        unknown = NO_ACCESSES if row.undecided else ANYTHING
        if block is None:
            return unknown
        by_start = {each.reach().start: each for each in block.below if each.kind in EXPRESSIONS}
        kept = NO_ACCESSES
        at = block.reach().start + 1
        if row.declared and block.reach().start == row.span.start:
            at += len(row.declared) + 1
        for text, section in row.items:
            node = by_start.get(at)
            at += len(text) + 1
            if node is None:
                kept |= unknown
            elif self.storage.is_undecided(node) or (section and self.storage.is_pointer(node)):
                kept |= self._led(node, body, row.undecided)
            elif not row.undecided:
                kept |= _accesses(self.storage.place(node))
        return kept

    def _block(self, row: _Listing, file: _File, body: Body | None) -> Node | None:
        """The block that stands in a directive's place; None where there was no room for it."""
        text = self.marked[file.name]
        if text[row.span.start : row.span.start + 1] not in (b"{", b"v"):
            return None
        start = text.index(b"{", row.span.start)
        for each in (body,) if body is not None else self.bodies:
            if each.file == file.name and each.span.start <= start < each.span.end:
                blocks = each.tree.of_kinds(frozenset((Kind.COMPOUND,)))
                return next((node for node in blocks if node.reach().start == start), None)
        return None

    def _led(self, pointer: Node, body: Body | None, undecided: bool) -> Accesses:
        """What a section of a pointer is; of one whose type does not tell what calls give for it."""
        at = pointer
        while at.kind in _TRANSPARENT and self.storage.leads_anywhere(at):
            inside = [each for each in at.below if each.kind in EXPRESSIONS]
            if len(inside) != 1:
                break
            at = inside[0]
        if not self.storage.leads_anywhere(at):
            return NO_ACCESSES if undecided and at is pointer else _accesses(self.storage.behind(at))
        if at.kind != Kind.DECL_REF or body is None:
            return ANYTHING
        name = self.storage.name(at)
        return self._given(body, body.parameters.index(name)) if name in body.parameters else ANYTHING

    def _given(self, body: Body, number: int) -> Accesses:
        """What the calls of a function give for a parameter."""
        if not self.followed and self._is_offered(body):
            return ANYTHING  # other sources call it
        found, called = NO_ACCESSES, False
        name = body.name.partition("<")[0]
        for caller in self.bodies:
            named = caller is not body and name.encode() in self._code(caller)
            for call in caller.tree.of_kinds(frozenset((Kind.CALL,))) if named else ():
                if call.name() == name:
                    given, called = [each for each in call.below if each.kind in EXPRESSIONS], True
                    given = given[len(given) - len(body.parameters) :]
                    found |= self._led(given[number], None, False) if number < len(given) else ANYTHING
        return found if called or not self.text.cxx else ANYTHING

    def _is_offered(self, body: Body) -> bool:
        return body.tree.node(1).is_external()

    # --- what kernels do ---------------------------------------------------------------------------------

    def _stored(self, body: Body, file: _File) -> MemoryEffects:
        """What the kernels of a function store in the device's copies."""
        kernels = [span for span in file.kernels if _holds(body.span, span)]
        if not kernels:
            return NOTHING
        effects, own = self.summaries.body(body.tree), locals_of(body.tree, self.storage)
        inside = [
            node.index for node in body.tree.nodes if any(_holds(span, node.reach()) for span in kernels)
        ]
        done = (
            self.summaries.whole(effects.of(inside), effects.known) if self.followed else effects.of(inside)
        )
        done = done.from_outside(own)
        return MemoryEffects(mod=ANYTHING if done.unknown else done.mod, calls=done.calls)


class _FlowOfText(Flow):
    """Where control goes in a file whose trees have no places in the parsed text, as headers' have none.

    By its blocks and words: what leaves a block leaves it, whether control comes there or not.
    """

    def __init__(
        self,
        lexed: Lexed,
        functions: Sequence[Function],
        loops: Sequence[Span],
        macros: Callable[[Iterable[str]], frozenset[str]],
    ) -> None:
        super().__init__(functions, (), CallsByWords(lexed, functions, macros))
        self.lexed, self.loops = lexed, sorted(loops)

    def comes_to(self, at: int, place: int) -> bool:
        """Whether control that leaves ``at`` surely comes to ``place``, further on in the function."""
        blocks = self.lexed.blocks
        if at >= place or follows_head(self.lexed.code, place):
            return False
        if not blocks.contains(blocks.block(place), blocks.block(at)):
            return False
        return _LEAVES.search(self.lexed.code, at, place) is None

    def around(self, place: int) -> list[Span]:
        """The loops around a place."""
        return [loop for loop in self.loops if loop.start <= place < loop.end]


def _with(found: Found, data: Accesses, says: str) -> Found:
    """What was found with what one more directive maps."""
    return found._replace(data=found.data | data, says=found.says or (says if data != NO_ACCESSES else ""))


def _without(data: Accesses, own: frozenset[str]) -> Accesses:
    """Objects without a function's own variables, which end with it."""
    members = {member for variable, member in data.variables if variable in own}
    kept = frozenset(row for row in data.variables if row[0] not in own)
    return data._replace(members=data.members - members, variables=kept) if members else data


def _accesses(place: Place) -> Accesses:
    """The objects of a place; numbers by themselves are none that a struct's member may be."""
    members = frozenset(part.member for part in place.parts)
    if "" in members or (ANY in place.aliases and not place.parts and not place.variable):
        return ANYTHING
    if place.variable:
        return Accesses(
            members=members, variables=frozenset((place.variable, each) for each in members or {""})
        )
    return Accesses(members=members) if members else NO_ACCESSES


def _holds(around: Span, inside: Span) -> bool:
    return around.start <= inside.start < around.end


def _said(row: _Listing) -> str:
    return row.construct.spelling if row.construct is not None else "a directive that a macro makes"
