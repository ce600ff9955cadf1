# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep clause: ``pointerchain(deep)`` on acc and omp directives -> deepcopy directives around them.

``#pragma omp target map(to: head[0:1]) map(from: x[0:n]) pointerchain(deep)`` and its statement  ->
``_Pragma("pointerchain deepcopy region begin(to: head[0:1])") _Pragma("omp target ...")``, the statement,
``_Pragma("pointerchain deepcopy region end")``

What leads to pointers goes deep, in its clause's direction; Clang knows the types. The clauses stay, and find
there what they name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pointerchain import dialects
from pointerchain.deepcopy.directives import Action
from pointerchain.deepcopy.expressions import Section, read_expression, read_section
from pointerchain.deepcopy.reading import Reading, numbered, read
from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.arguments import ClangArguments
from pointerchain.translator.clang.records import ARRAY, POINTER, RECORD, TAIL, TypeRef, pointed_at
from pointerchain.translator.text.clauses import clause_at, row_of
from pointerchain.translator.text.deep import CLAUSE, WORD, clauses_in
from pointerchain.translator.text.directives import Clause, Construct, Pragma, read_directives
from pointerchain.translator.text.expand import Definitions, expand
from pointerchain.translator.text.lex import lex, tokens
from pointerchain.translator.text.mapped import Change, MappedText, Piece
from pointerchain.translator.text.paths import ChainError
from pointerchain.translator.text.regions import construct_span
from pointerchain.translator.text.spelled import macros_beside_values

_MODEL = lazy_pattern(rb"\bpragma\s+(?:acc|omp)\b|_Pragma")
_MODIFIER = lazy_pattern(rb"\s*([A-Za-z_][\w\s]*?)\s*:(?!:)")
"""Of ``if`` and ``device``: which part of the directive it is about, or how its number is meant."""
_ITEM = lazy_pattern(rb"[^,:]*")
"""What a macro may say in a list: an item or a part of one."""
_MAP_WORDS = frozenset(
    (b"to", b"from", b"tofrom", b"alloc", b"release", b"delete", b"present", b"close", b"readonly")
)
"""Map types, and modifiers under which a clause does nothing to what is on the device already."""


class Written(NamedTuple):
    """A source whose deep clauses are directives; those that were refused are left out."""

    text: MappedText
    diagnostics: tuple[Diagnostic, ...]


class _Wanted(NamedTuple):
    """A section of a data clause, with its direction, or 'exit' or 'delete' where it ends."""

    section: Section
    way: str
    modifier: tuple[str, Span] | None = None
    """A modifier under which the clause does more to what is mapped than count it, and its clause."""


class _Deep(NamedTuple):
    """A directive with the clause."""

    construct: Construct
    span: Span
    """All of the pragma."""
    clause: Span
    wanted: tuple[_Wanted, ...]
    options: str
    """What the deepcopy directive is given behind its sections."""


def written(data: bytes, file: str, clang: ClangArguments) -> Written | None:
    """The source with directives in the place of its deep clauses; None where it has none."""
    clauses = dict(clauses_in(lex(data, clang.cxx))) if WORD.search(data) else {}
    return _Writer(data, file, clang, clauses).write() if clauses else None


def deepened(data: bytes, file: str, clang: ClangArguments) -> MappedText | None:
    """The source with the clause on each directive whose clauses map what is described; None where none does.

    What a type leads to is described where something is said of it, or where its pointers are all known.
    """
    if not _MODEL.search(data) or b"\0" in data:
        return None
    changes = _Writer(data, file, clang, {}).deepen()
    return MappedText(data, changes) if changes else None


def _no_macros(_: str) -> Sequence[bytes]:
    return ()


class _Writer:
    def __init__(self, data: bytes, file: str, clang: ClangArguments, clauses: dict[Span, Span]) -> None:
        self.data, self.file, self.clang, self.clauses = data, file, clang, clauses
        self.diagnostics: list[Diagnostic] = []
        self.macros: Definitions = _no_macros
        self.refused: set[int] = set()
        """Where the clauses begin of which something was refused."""
        blanked = bytearray(data)
        for span in clauses.values():
            for at in range(*span):
                blanked[at] = 0x20 if data[at] not in b"\r\n" else data[at]
        self.blanked = bytes(blanked)
        self.lexed = lex(self.blanked, clang.cxx)

    def complain(self, code: str, span: Span, form: str, **fields: str) -> None:
        self.diagnostics.append(diagnostic(code, self.file, span, (), None, form, **fields))

    def write(self) -> Written:
        directives, _ = read_directives(self.lexed, self.file, self.clang.cxx)
        constructs = {each.pragma.span.start: each for each in directives if isinstance(each, Construct)}
        asked = [
            self._asked(constructs[span.start], span, clause)
            for span, clause in self.clauses.items()
            if span.start in constructs
        ]
        changes: list[Change] = []
        for deep in self._active(asked):
            before = len(self.diagnostics)
            self._judge(deep)
            if deep.clause.start in self.refused or len(self.diagnostics) > before:
                changes.append(Change(deep.clause, [Piece(b" ")]))
            else:
                changes += self._changes(deep)
        return Written(MappedText(self.data, changes), tuple(self.diagnostics))

    def deepen(self) -> list[Change]:
        """The clause where it does something, behind the last one."""
        directives, _ = read_directives(self.lexed, self.file, self.clang.cxx)
        asked = []
        for each in directives:
            row = each.directive if isinstance(each, Construct) else None
            if isinstance(each, Construct) and row is not None and (row.data or row.compute):
                if not each.pragma.split and not CLAUSE.search(each.pragma.text):
                    deep = self._asked(each, each.pragma.span, each.pragma.span)
                    asked += [deep] if deep.wanted else []
        if not asked:
            return []
        composed, reading = self._read(asked)
        described: dict[int, list[int]] = {}
        for number, action, _ in numbered(reading.directives):
            described.setdefault(composed.back(action.pragma.span.start), []).append(number)
        changes = []
        for deep in asked:
            if any(_is_described(reading, each) for each in described.get(deep.span.start, ())):
                last = [each.argument.end + 1 for each in deep.construct.clauses if each.argument is not None]
                changes.append(Change(Span(last[-1], last[-1]), [Piece(b" pointerchain(deep)")]))
        return changes

    # --- what is asked --------------------------------------------------------------------------------

    def _asked(self, construct: Construct, span: Span, clause: Span) -> _Deep:
        """A directive's sections, whatever their types, and what its other clauses say of the copy."""
        wanted: list[_Wanted] = []
        options = ""
        before = len(self.diagnostics)
        for each in construct.clauses:
            row = dialects.clause(construct.directive, each.name) if construct.directive else None
            if row is not None and each.argument is not None and construct.directive is not None:
                text = self.blanked[slice(*each.argument)]
                effect = dialects.effect_of(construct.directive, row, text)
                way = _way(construct.directive, effect)
                argument = dialects.read_argument(row, text)
                other = next((word for word in argument.words if word not in _MAP_WORDS), None)
                modifier = (other.decode("utf-8", "replace"), each.span) if other is not None else None
                for start, end in argument.items if way else ():
                    toks = tokens(text[start:end], each.argument.start + start)
                    try:
                        wanted.append(_Wanted(read_section(toks), way, modifier))
                    except ChainError as error:
                        self.complain(error.code, error.span, error.form, **error.fields)
            options += self._option(construct, each)
        if len(self.diagnostics) > before:
            self.refused.add(clause.start)
        return _Deep(construct, span, clause, tuple(wanted), options)

    def _option(self, construct: Construct, clause: Clause) -> str:
        """``if`` and ``device``, which hold for the copy, too."""
        if clause.argument is None or clause.name not in (b"if", b"device"):
            return ""
        if clause.name == b"device" and construct.dialect != "omp":
            return ""
        text = self.blanked[slice(*clause.argument)]
        modifier = _MODIFIER.match(text)
        start = clause.argument.start + (modifier.end() if modifier else 0)
        word = b" ".join(modifier.group(1).split()) if modifier else b""
        if clause.name == b"if" and word and not word.startswith(b"target"):
            return ""
        if word == b"ancestor":
            self.complain("misplaced-directive", clause.span, "deep_ancestor")
            return ""
        try:
            toks = tokens(self.blanked[start : clause.argument.end], start)
            expression = read_expression(toks, length=False, calls=True, what="clause")
        except ChainError as error:
            self.complain(error.code, error.span, error.form, **error.fields)
            return ""
        return f" {clause.name.decode()}({expression.text})"

    # --- types ----------------------------------------------------------------------------------------

    def _active(self, asked: Sequence[_Deep]) -> list[_Deep]:
        """What the preprocessor does not skip, with the sections that lead to pointers."""
        composed, reading = self._read(asked)
        self.macros = reading.unit.macro_definitions if reading.unit is not None else _no_macros
        numbers: dict[int, list[int]] = {}
        for number, action, _ in numbered(reading.directives):
            numbers.setdefault(composed.back(action.pragma.span.start), []).append(number)
        active = {composed.back(d.pragma.span.start) for d in reading.directives if isinstance(d, Action)}
        out = []
        for deep in asked:
            start = deep.span.start
            if start in active:
                before = len(self.diagnostics)
                found = list(zip(deep.wanted, numbers.get(start, ()), strict=False))
                wanted = {each: number for each, number in found if self._goes_deep(reading, each, number)}
                beside = [(each, number) for each, number in found if each not in wanted]
                taken = [
                    each
                    for each, number in beside
                    if self._is_taken(reading, deep, each, number, tuple(wanted))
                ]
                out.append(deep._replace(wanted=(*wanted, *taken)))
                if len(self.diagnostics) > before:
                    self.refused.add(deep.clause.start)
        return out

    def _read(self, asked: Sequence[_Deep]) -> tuple[MappedText, Reading]:
        """The text in which an 'enter' of their sections stands for each directive, as Clang reads it."""
        changes = []
        for deep in asked:
            sections = [Piece(b"0")] if not deep.wanted else _listed(deep.wanted, directed=False)
            pieces = [Piece(b'_Pragma("pointerchain deepcopy enter('), *sections, Piece(b')")')]
            changes.append(Change(deep.span, pieces))
        composed = MappedText(self.data, changes)
        return composed, read(composed.text, self.file, self.clang)

    def _goes_deep(self, reading: Reading, wanted: _Wanted, number: int) -> bool:
        """Whether a section leads to pointers."""
        chain = reading.chains[number]
        if chain.node is None or chain.error:
            why = chain.error or "Clang sees no expression there"
            span, text = wanted.section.span, wanted.section.chain.text
            self.complain("unresolved-chain", span, "", chain=text, why=why)
            return False
        kind = reading.reader.type_of(chain.node)
        while kind.kind in (ARRAY, TAIL) and kind.target is not None:
            kind = kind.target
        if kind.kind != POINTER:
            return kind.kind == RECORD and reading.table.has_pointers(kind)
        target: TypeRef = pointed_at(kind)[0]
        deep = target.kind == POINTER or (target.kind == RECORD and reading.table.has_pointers(target))
        if deep and wanted.section.length is None:
            text = wanted.section.chain.text
            self.complain("misplaced-directive", wanted.section.span, "deep_pointer", chain=text)
        return deep

    def _is_taken(
        self, reading: Reading, deep: _Deep, beside: _Wanted, number: int, wanted: Sequence[_Wanted]
    ) -> bool:
        """Whether an array has to be a section of the copy, beside what goes deep: it may be a part of that,
        whose way is another, and where the clause finds it the clause copies nothing."""
        other = next((each for each in wanted if not _covers(each.way, beside.way)), None)
        chain = reading.chains[number]
        if other is None or chain.node is None:
            return False
        row = deep.construct.directive
        kind = reading.reader.type_of(chain.node).kind
        listed = kind == ARRAY or (kind == POINTER and beside.section.length is not None)
        if row is not None and row.data and row.enters != row.exits:
            remedy = "map both the same way, or in two directives"
        elif listed:
            return True
        else:
            remedy = "map both the same way"
        text = beside.section.chain.text
        if _root(text) == _root(other.section.chain.text) and text != _root(text):
            fields = {"chain": text, "other": other.section.text, "remedy": remedy}
            self.complain("misplaced-directive", beside.section.span, "deep_beside", **fields)
        return False

    # --- what is written ------------------------------------------------------------------------------

    def _judge(self, deep: _Deep) -> None:
        row, name = deep.construct.directive, deep.construct.spelling
        if row is not None and row.updates:
            self.complain("misplaced-directive", deep.clause, "deep_update", construct=name)
            return
        if row is None or not (row.data or row.compute):
            self.complain("misplaced-directive", deep.clause, "deep_construct", construct=name)
            return
        for clause in deep.construct.clauses:
            word = clause.name.decode()
            if clause.name == b"self":
                self.complain("misplaced-directive", clause.span, "deep_self")
            elif clause.name in (row.asynchronous, b"async", b"nowait", b"depend"):
                self.complain("misplaced-directive", clause.span, "deep_async", word=word)
        for macro in self._hiding(deep.construct):
            word = self.lexed.data[slice(*macro)].decode("utf-8", "replace")
            self.complain("misplaced-directive", macro, "deep_macro", macro=word, construct=name)
        for word, span in dict.fromkeys(each.modifier for each in deep.wanted if each.modifier is not None):
            self.complain("misplaced-directive", span, "deep_modifier", word=word)
        if not deep.wanted and deep.clause.start not in self.refused:
            self.complain("misplaced-directive", deep.clause, "deep_nothing", construct=name)

    def _hiding(self, construct: Construct) -> Iterator[Span]:
        """The macros of a directive that may say a clause or several items: nobody reads these here."""
        for macro in macros_beside_values(construct, self.macros):
            clause = clause_at(construct, macro.start)
            row = row_of(construct, clause) if clause is not None else None
            listed = row is not None and row.form in ("list", "tailed")
            text = expand(self.lexed.data[slice(*macro)], self.macros) if listed else None
            if text is None or not _ITEM.fullmatch(text):
                yield macro

    def _changes(self, deep: _Deep) -> list[Change]:
        pragma, row = deep.construct.pragma, deep.construct.directive
        own = Piece(self._pragma(pragma), source=-1)
        if row is not None and row.data and row.exits and not row.enters:
            pieces = [own]
            for way, end in (("exit", ""), ("delete", " delete")):
                listed = [each for each in deep.wanted if each.way == way]
                if listed:
                    pieces += _directive("exit", listed, end + deep.options, directed=False)
            return [Change(deep.span, pieces)]
        span = construct_span(self.lexed, deep.construct)
        if row is not None and row.data and row.enters and not row.exits:
            return [Change(deep.span, [*_directive("enter", deep.wanted, deep.options), Piece(b" "), own])]
        if span is None:
            self.complain(
                "misplaced-directive", deep.clause, "deep_construct", construct=deep.construct.spelling
            )
            return []
        # in braces, so that what ends the region does not look like a part of a loop without some
        begin = [*_directive("region begin", deep.wanted, deep.options), Piece(b" { "), own]
        ending = Piece(b' } _Pragma("pointerchain deepcopy region end")')
        return [Change(Span(span.end, span.end), [ending]), Change(deep.span, begin)]

    def _pragma(self, pragma: Pragma) -> bytes:
        """The directive without the clause, as an operator: it stands behind another one on its line."""
        if pragma.operator:
            return self.blanked[slice(*pragma.span)]
        text = b" ".join(_without(pragma).split())
        return b'_Pragma("' + text.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'")'


def _is_described(reading: Reading, number: int) -> bool:
    """Whether a section leads to records with pointers, and is said of each of these where it leads."""
    chain = reading.chains[number] if number < len(reading.chains) else None
    if chain is None or chain.node is None or chain.error:
        return False
    kind, length = reading.reader.type_of(chain.node), chain.section.length
    while kind.kind in (ARRAY, TAIL) and kind.target is not None:
        kind = kind.target
    if kind.kind == POINTER:
        kind = pointed_at(kind)[0] if length is not None else kind
    if kind.kind != RECORD or not reading.table.has_pointers(kind):
        return False
    return reading.table.is_said(kind.record) or not reading.table.rows(kind.record).problems


def _covers(way: str, other: str) -> bool:
    """Whether what goes one way has been where something that goes the other way has to be."""
    return way == other or way in ("tofrom", "exit") or other in ("alloc", "delete")


def _root(chain: str) -> str:
    """The variable with which a chain begins."""
    name = re.search(r"[A-Za-z_]\w*", chain)
    return name[0] if name else chain


def _without(pragma: Pragma) -> bytes:
    return CLAUSE.sub(b" ", pragma.text)


def _directive(name: str, wanted: Sequence[_Wanted], options: str, *, directed: bool = True) -> list[Piece]:
    head = f' _Pragma("pointerchain deepcopy {name}('.encode()
    return [Piece(head), *_listed(wanted, directed=directed), Piece(f'){options}")'.encode())]


def _listed(wanted: Sequence[_Wanted], *, directed: bool) -> list[Piece]:
    """The sections of a list, each at its place in the source."""
    pieces: list[Piece] = []
    for each in wanted:
        pieces.append(Piece((b", " if pieces else b"") + (f"{each.way}: ".encode() if directed else b"")))
        text = each.section.text.encode("utf-8", "surrogateescape")
        pieces.append(Piece(text, source=each.section.span.start))
    return pieces


def _way(row: dialects.Directive, effect: dialects.Effect) -> str:
    """Which way a clause's data travel; nothing where it moves none."""
    if effect.private or not (effect.to_device or effect.from_device or effect.creates or effect.deletes):
        return ""
    if row.data and row.exits and not row.enters:
        return "exit" if effect.from_device else "delete"
    if row.data and row.enters and not row.exits:  # what comes back the directive that ends it says
        return "tofrom" if effect.to_device else "from"
    if effect.to_device:
        return "tofrom" if effect.from_device else "to"
    return "from" if effect.from_device else "alloc"
