# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reading: a source with deep-copy directives -> Clang's tree of it, and the table of its types.

Twice Clang is asked. First with each directive replaced by declarations and statements that name its
types and chains, at the very place; then, where a shape says a length, with a function in its place
that computes the length from the members. Shapes and policies of included headers are read too; they
hold for the whole source and are asked about at its end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.deepcopy.directives import (
    ARRIVING,
    FILES,
    Action,
    Deep,
    Policy,
    Shape,
    ShapeEntry,
    deep_pragmas,
    read_deep,
    without_pragmas,
)
from pointerchain.deepcopy.expressions import Expression, Section
from pointerchain.deepcopy.table import Table
from pointerchain.deepcopy.type_directives import Asked, TableFiller, TypeDirective, elements_type, targets_of
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.arguments import ClangArguments
from pointerchain.translator.clang.libclang import EXPRESSIONS, INTEGER_TYPES, UNDECIDED_TYPES, Kind
from pointerchain.translator.clang.parsed import ClangMessage, Parsed, ParseFailure
from pointerchain.translator.clang.records import Reader
from pointerchain.translator.clang.scopes import class_template, enumerator, namespaces
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Node, Tree, pruned
from pointerchain.translator.text.conditionals import decide
from pointerchain.translator.text.directives import Pragma, pragmas_of
from pointerchain.translator.text.lex import Lexed, lex
from pointerchain.translator.text.mapped import Change, MappedText, Piece
from pointerchain.translator.text.regions import in_function

_ERROR = 3
_FILE = lazy_pattern(r"(?:struct )?(?:_IO_FILE|__sFILE|FILE) \*(?: ?const)?(?: ?&)?")
"""A ``FILE *`` as the C libraries of Linux and macOS spell it."""
_STREAMS = {
    "to": lazy_pattern(r"std::(?:__\w+::)?basic_(?:o|io|f|of|string|ostring)stream<char(?:, .*)?>(?: &)?"),
    "from": lazy_pattern(r"std::(?:__\w+::)?basic_(?:i|io|f|if|string|istring)stream<char(?:, .*)?>(?: &)?"),
}
"""The streams of C++ that each clause may name."""
_AROUND = {
    "if": (b"if (", b") {}"),
    "comm": (b"{ MPI_Comm pc_comm = (", b"); (void)pc_comm; }"),
    "request": (b"(void)&(", b");"),
}
"""Around the expression of a clause that is no expression of its own."""
_INTEGERS = {
    "device": "the number of a device",
    "to": "a rank",
    "from": "a rank",
    "root": "a rank",
    "tag": "a tag",
    "buffered": "the most bytes that are buffered",
}
"""What is an integer."""
_MPI_FILE = lazy_pattern(r"(?:struct )?(?:ompi_file_t|ADIOI_FileD) \*")
"""What ``MPI_File`` is in Open MPI and MPICH."""
_REQUEST = lazy_pattern(r"(?:struct )?pc_delivery \*")
"""What ``pc_request`` is."""
_MOST_INSTANCES = 64
"""Instances of templates that are asked for: one may lead to the next without an end."""
_TAGS = (b"struct", b"union", b"class", b"enum")
_BUILT_IN = frozenset(b"void char short int long float double signed unsigned _Bool bool _Complex".split())
COUNTED_BY = ("-Dcounted_by(x)=", "-D__counted_by__(x)=")
"""Arguments for Clang 18, which refuses the attribute on pointers; what it says is read from the text."""


class Chain(NamedTuple):
    """What Clang says of a section: its type as a node, or why it says nothing."""

    section: Section
    node: Node | None
    error: str


class Reading(NamedTuple):
    """A source as the deep copy sees it."""

    file: str
    cxx: bool
    lexed: Lexed
    directives: tuple[Deep, ...]
    pragmas: tuple[Pragma, ...]
    """All active pragmas of deep copy, malformed ones too."""
    blanked: Lexed
    """The source without them."""
    clang: ClangArguments
    unit: Parsed | None
    composed: MappedText
    reader: Reader
    table: Table
    chains: dict[int, Chain]
    """By number; a section's number is given by :func:`numbered`."""
    clauses: dict[tuple[str, int], str]
    """By a clause's name and its directive's number: what is wrong with its expression, or nothing."""
    files: dict[int, str]
    """By the number of a directive that writes or reads: ``file``, for a ``FILE *``, ``descriptor``,
    ``stream`` or ``mpi_file``."""
    messages: tuple[ClangMessage, ...]
    diagnostics: tuple[Diagnostic, ...]
    headers: tuple[str, ...] | None
    """The included files that hold shapes or policies; None where Clang could not read the source."""
    unread: bool = False
    """Whether the text of a shape could not be read, so that nobody knows of which type it is."""
    instances: tuple[str, ...] = ()
    """C++: the instances of templates that Clang was asked to make."""
    bases: tuple[tuple[str, str], ...] = ()
    """C++: the classes, each with a base, of which Clang was asked where the base lies."""


def numbered(directives: Sequence[Deep]) -> list[tuple[int, Action, Section]]:
    """Every section of the source's directives with its number."""
    out: list[tuple[int, Action, Section]] = []
    for directive in directives:
        if isinstance(directive, Action):
            for _, sections in directive.clauses:
                for section in sections:
                    out.append((len(out), directive, section))
    return out


def read(data: bytes, file: str, clang: ClangArguments) -> Reading:
    """Read a source and its types."""
    return _Reading(data, file, clang).read()


def read_directed(data: bytes, file: str, clang: ClangArguments) -> Reading | None:
    """Read a source; None where the preprocessor skips all its deep-copy directives."""
    reading = _Reading(data, file, clang)
    return reading.read() if reading.pragmas else None


def again(reading: Reading) -> Reading | None:
    """The source read anew with what was missed of templates' instances and of bases; None where nothing was.

    Only a pointer to such an instance may be in the source: nothing needed what is in it before. Where a base
    lies is asked only of classes that have several.
    """
    every = tuple(sorted(reading.reader.wanted.union(reading.instances)))
    bases = tuple(sorted(reading.reader.wanted_bases.union(reading.bases)))
    if (every, bases) == (reading.instances, reading.bases) or len(every) > _MOST_INSTANCES:
        return None
    return _Reading(reading.lexed.data, reading.file, reading.clang, every, bases).read()


def first_word(pragma: Pragma) -> Span:
    """The word 'pointerchain' of a directive."""
    start = pragma.body.start + len(pragma.text) - len(pragma.text.lstrip())
    return Span(start, start + len(b"pointerchain"))


class _Reading:
    def __init__(
        self,
        data: bytes,
        file: str,
        clang: ClangArguments,
        instances: tuple[str, ...] = (),
        bases: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.data, self.file, self.instances, self.bases = data, file, instances, bases
        self.clang = clang
        self.session = Session(file, self.clang.args)
        self.diagnostics: list[Diagnostic] = []
        self.texts: dict[str, bytes] = {file: data}
        self.headers: list[str] = []
        self.unread = False
        lexed = lex(data, clang.cxx)
        self.pragmas, self.lexed = self._active(lexed, deep_pragmas(pragmas_of(lexed)))
        self.blanked = without_pragmas(self.lexed, self.pragmas)
        self.targets: dict[int, int] = {}
        """The numbers of the entries that say what a ``void *`` points at."""
        self.composed = MappedText(data, ())
        """The text that Clang was given last."""

    def _parsed(self, file: str) -> bytes:
        return self.composed.text if file == self.file else self.text_of(file)

    def _back(self, offset: int) -> int:
        return self.composed.back(offset)

    def text_of(self, file: str) -> bytes:
        if file not in self.texts:
            try:
                with open(file, "rb") as stream:  # noqa: PTH123 -- the translator's path loads no pathlib
                    self.texts[file] = stream.read()
            except OSError:
                self.texts[file] = b""
        return self.texts[file]

    def complain(
        self, code: str, file: str, span: Span, notes: tuple[Note, ...] = (), form: str = "", **fields: str
    ) -> None:
        self.diagnostics.append(diagnostic(code, file, span, notes, None, form, **fields))

    # --- the road -------------------------------------------------------------------------------------

    def read(self) -> Reading:
        lexed, pragmas = self.lexed, self.pragmas
        directives = self._read_text(pragmas, self.file)
        blanked = lex(self.blanked, self.clang.cxx)
        reader = Reader(self.clang.cxx, self.file, self._parsed, self._back)
        table = Table(reader)
        own = [TypeDirective(d, self.file, False) for d in self._placed(lexed, directives)]
        composed = self.composed = MappedText(self.data, self._changes(lexed, directives, pragmas, own, ()))
        nothing = Reading(
            *(self.file, self.clang.cxx, lexed, directives, tuple(pragmas), blanked, self.clang, None),
            *(composed, reader, table, {}, {}),
            *({}, (), (), None),
        )
        try:
            unit = self.session.parse(composed.text)
            own = [self._of_template(unit, said) for said in own]
            headers = tuple(self._of_template(unit, said) for said in self._in_headers(unit))
            if headers:
                changes = self._changes(lexed, directives, pragmas, own, headers)
                composed = self.composed = MappedText(self.data, changes)
                unit = self.session.parse(composed.text)
        except ParseFailure as failure:
            what = f"Clang cannot read the source: {failure}"
            self.complain("source-error", self.file, Span(0, 0), what=what)
            return nothing._replace(diagnostics=tuple(self.diagnostics))
        messages = unit.messages()
        failed = self._errors(messages, composed, blanked, directives)
        for index, spelling in enumerate(self.instances):
            if ("instance", index) in failed:
                reader.failed[spelling] = failed["instance", index]
        for index, names in enumerate(self.bases):
            found = None if ("base", index) in failed else enumerator(unit, f"pc_base_{index}")
            reader.base_offsets[names] = found if found is not None and found >= 0 else None
        wanted = {span.start for span in composed.spans.values()}
        for part, span in composed.spans.items():
            wanted.update(range(*span) if part[0] == "chain" else ())
        tree = pruned(unit, sorted(wanted))
        asked = Asked(composed, tree, failed)
        filler = TableFiller(self.file, self.session, self.blanked, asked, reader, table)
        filler.fill([*headers, *own])
        self.diagnostics += filler.diagnostics
        chains = {}
        for number, _, section in numbered(directives):
            parts = [(name, number) for name in ("chain", "assigned", *(name for name, _ in section.bounds))]
            error = next((failed[part] for part in parts if part in failed), "")
            error = error or self._not_integer(tree, composed, section.bounds, number)
            node = self._expression(tree, composed.spans[("chain", number)])
            chains[number] = Chain(section, node, error)
        clauses, files = {}, {}
        for index, directive in enumerate(directives):
            for name, expression in directive.asked if isinstance(directive, Action) else ():
                error = failed.get((name, index)) or failed.get((f"{name} head", index), "")
                if isinstance(directive, Action) and name == FILES.get(directive.verb):
                    files[index], wrong = self._file(tree, composed.spans[name, index], _STREAMS[name])
                    error = error or wrong
                elif name == "request":
                    error = error or self._not_request(tree, composed.spans[name, index])
                elif name not in ("if", "comm"):
                    error = error or self._not_integer(tree, composed, [(name, expression)], index)
                clauses[name, index] = error
        return nothing._replace(
            unit=unit,
            composed=composed,
            chains=chains,
            clauses=clauses,
            files=files,
            messages=messages,
            diagnostics=tuple(self.diagnostics),
            headers=tuple(self.headers),
            unread=self.unread,
            instances=self.instances,
            bases=self.bases,
        )

    def _read_text(self, pragmas: Sequence[Pragma], file: str) -> tuple[Deep, ...]:
        directives, problems = read_deep(pragmas, file)
        self.diagnostics += problems
        known = {directive.pragma.span for directive in directives}
        shapes = (pragma for pragma in pragmas if re.match(rb"\s*\w+\s+shape\b", pragma.text))
        self.unread = self.unread or any(pragma.span not in known for pragma in shapes)
        return directives

    def _active(self, lexed: Lexed, pragmas: list[Pragma]) -> tuple[list[Pragma], Lexed]:
        """Leave out what conditional inclusion skips."""
        starts = [pragma.span.start for pragma in pragmas]
        skipped, ask = decide(lexed, self.clang.cxx, starts)
        if ask:
            skipped = self.session.skipped_ranges(self.data)
        if not skipped:
            return pragmas, lexed
        code = bytearray(lexed.code)
        for span in skipped:
            code[span.start : span.end] = b" " * (span.end - span.start)
        active = [p for p in pragmas if not any(s.start <= p.span.start < s.end for s in skipped)]
        return active, Lexed(lexed.data, bytes(code), lexed.lines, lexed.operators)

    def _placed(self, lexed: Lexed, directives: Sequence[Deep]) -> list[Shape | Policy]:
        """The shapes and policies that stand where a type can be said something about."""
        out: list[Shape | Policy] = []
        for directive in directives:
            if not isinstance(directive, Shape | Policy):
                continue
            at = directive.pragma.span.start
            word = "shape" if isinstance(directive, Shape) else "policy"
            if in_function(lexed, at) or self._in_type(lexed, at):
                place = first_word(directive.pragma)
                self.complain("misplaced-directive", self.file, place, form="file_scope", word=word)
            else:
                out.append(directive)
        return out

    @staticmethod
    def _in_type(lexed: Lexed, at: int) -> bool:
        block = lexed.blocks.block(at)
        if not block:
            return False
        start = lexed.blocks.starts[block] - 1
        first = max(lexed.code.rfind(mark, 0, start) for mark in (b";", b"{", b"}"))
        words = set(re.findall(rb"[A-Za-z_]\w*", lexed.code[first + 1 : start]))
        return bool(words & {b"struct", b"class", b"union", b"enum"})

    def _of_template(self, unit: Parsed, said: TypeDirective) -> TypeDirective:
        """A directive with the full name of the class template that it is about, if it is about one."""
        entries = said.directive.entries if isinstance(said.directive, Shape) else ()
        if not self.clang.cxx or not any(entry.size for entry in entries):
            return said
        at = said.directive.pragma.span.start
        at = at if said.included else self.composed.forward(at)
        name = said.directive.type.decode("utf-8", "replace")
        return said._replace(template=class_template(unit, namespaces(unit, said.file, at), name))

    def _in_headers(self, unit: Parsed) -> tuple[TypeDirective, ...]:
        """The shapes and policies of the files that the source includes."""
        out: list[TypeDirective] = []
        for name in unit.included:
            if name == self.file:
                continue
            data = self.text_of(name)
            if b"pointerchain" not in data:
                continue
            lexed = lex(data, self.clang.cxx)
            skipped = unit.skipped_ranges(name)
            pragmas = [
                pragma
                for pragma in deep_pragmas(pragmas_of(lexed))
                if not any(span.start <= pragma.span.start < span.end for span in skipped)
                and not pragma.text.split(None, 1)[1].lstrip().startswith(b"deepcopy")
            ]
            if pragmas:
                self.headers.append(name)
            directives = self._read_text(pragmas, name)
            for each in directives:
                if isinstance(each, Shape | Policy):
                    around = namespaces(unit, name, each.pragma.span.start) if self.clang.cxx else ()
                    scope = tuple(f"namespace {opened} {{".encode() for opened in around)
                    out.append(TypeDirective(each, name, True, scope))
        return tuple(out)

    # --- the first text -------------------------------------------------------------------------------

    def _changes(
        self,
        lexed: Lexed,
        directives: Sequence[Deep],
        pragmas: Sequence[Pragma],
        own: Sequence[TypeDirective],
        headers: Sequence[TypeDirective],
    ) -> list[Change]:
        numbers = {id(section): number for number, _, section in numbered(directives)}
        asked = {id(said.directive): index for index, said in enumerate((*headers, *own))}
        self.targets = {id(entry): n for n, entry in enumerate(targets_of((*headers, *own)))}
        changes = []
        known = {directive.pragma.span: (index, directive) for index, directive in enumerate(directives)}
        for pragma in pragmas:
            index, directive = known.get(pragma.span, (-1, None))
            pieces: list[Piece] = []
            if isinstance(directive, Shape | Policy):
                if id(directive) in asked:
                    pieces = self._type_questions(directive, asked[id(directive)], pragma.body.start)
            elif directive is not None:
                pieces = [Piece(b";", ("at", index))]
                for _, sections in directive.clauses if isinstance(directive, Action) else ():
                    for section in sections:
                        pieces += _section_questions(section, numbers[id(section)])
                        if isinstance(directive, Action) and directive.verb in ARRIVING:
                            pieces.append(self._assigned(section, numbers[id(section)]))
                for name, expression in directive.asked if isinstance(directive, Action) else ():
                    head, end = _AROUND.get(name, (b"", b";"))
                    pieces += [Piece(head, (f"{name} head", index)), _piece(expression, (name, index))]
                    pieces.append(Piece(end))
            changes.append(Change(pragma.span, pieces))
        tail = [Piece(b"\n")] if headers or self.instances or self.bases else []
        for said in headers:
            tail += [Piece(opening) for opening in said.scope]
            tail += self._type_questions(said.directive, asked[id(said.directive)], -1)
            tail.append(Piece(b"}" * len(said.scope)))
        for index, spelling in enumerate(self.instances):
            question = f"enum {{ pc_instance_{index} = sizeof({spelling}) }};"
            tail.append(Piece(question.encode(), ("instance", index)))
        for index, (derived, base) in enumerate(self.bases):
            # the builtin makes Clang compute what the language calls no constant
            distance = f"(long)({base} *)({derived} *)4096 - 4096"
            question = f"enum {{ pc_base_{index} = __builtin_constant_p({distance}) ? {distance} : -1 }};"
            tail.append(Piece(question.encode(), ("base", index)))
        if tail:
            changes.append(Change(Span(len(self.data), len(self.data)), tail))
        return changes

    def _type_questions(self, directive: Shape | Policy, number: int, base: int) -> list[Piece]:
        """Declarations whose types are those that the directive names."""
        own = base >= 0
        pieces = self._declarations(directive.type, "", number, directive.type_span.start if own else -1)
        for entry in directive.entries:
            if isinstance(entry, ShapeEntry) and entry.size:
                text = elements_type(directive.type, entry)
                pieces += self._declarations(text, "as", self.targets[id(entry)], -1)
            if entry.target is not None:
                text = entry.target.text.encode("utf-8", "surrogateescape")
                start = entry.target.span.start if own else -1
                pieces += self._declarations(text, "as", self.targets[id(entry)], start)
        return pieces

    def _declarations(self, text: bytes, prefix: str, number: int, source: int) -> list[Piece]:
        """A variable of the type; in C a tag will do for its name."""
        name = b"pc_probe_%s%d" % (prefix.encode(), number)
        pieces = [
            Piece(b"extern "),
            Piece(text, (f"{prefix}type", number), source),
            Piece(b" *" + name + b";", (f"{prefix}declared", number)),
        ]
        words = text.split()
        if not self.clang.cxx and words[0] not in _TAGS and words[-1] not in _BUILT_IN and b"*" not in text:
            for tag in (b"struct ", b"union "):  # after the plain name, which they would declare
                piece = b"extern " + tag + text + b" *" + name + tag[:1] + b";"
                pieces.append(Piece(piece, (f"{prefix}tag{tag[:1].decode()}", number)))
        return pieces

    # --- Clang's errors -------------------------------------------------------------------------------

    def _errors(
        self,
        messages: Sequence[ClangMessage],
        composed: MappedText,
        blanked: Lexed,
        directives: Sequence[Deep],
    ) -> dict[tuple[str, int], str]:
        """Errors by the part that they are of; those of the source itself are said."""
        failed: dict[tuple[str, int], str] = {}
        rest = []
        for message in messages:
            if message.severity < _ERROR:
                continue
            part = composed.part_at(message.where.offset) if message.where.main else None
            for note in message.notes if part is None else ():  # where an instance is asked for
                part = part or (composed.part_at(note.offset) if note.main else None)
            if part is not None and part[0] != "at":
                failed.setdefault(part, message.where.message)
            else:
                rest.append(message)
        if not rest:
            return failed
        theirs = self.session.parse(blanked.data).messages(_ERROR)
        for message in theirs:
            where = message.where
            place = where.file if where.file and not where.main else self.file
            notes = tuple(
                Note(n.message, Place(self.file if n.main else n.file, Span(n.offset, n.offset)))
                for n in message.notes
                if n.file
            )
            at = Span(where.offset, where.offset)
            self.complain("source-error", place, at, notes, what=where.message)
        if not theirs:
            first = rest[0].where
            offset = composed.back(first.offset) if first.main else 0
            before = [d for d in directives if d.pragma.span.start <= offset] or list(directives)
            notes = (Note(first.message, Place(self.file, Span(offset, offset))),)
            word = first_word(before[-1].pragma)
            self.complain("misplaced-directive", self.file, word, notes, "deep_no_statement")
        return failed

    def _not_integer(
        self, tree: Tree, composed: MappedText, bounds: Sequence[tuple[str, Expression]], number: int
    ) -> str:
        """What is wrong with the type of a section's bounds, or of a clause."""
        for part, expression in bounds:
            node = self._expression(tree, composed.spans[part, number])
            if node is not None:
                if node.type_kind not in INTEGER_TYPES | UNDECIDED_TYPES:
                    shown = node.type.canonical
                    word = _INTEGERS.get(part, "a bound")
                    return f"'{expression.text}' is of type '{shown}', and {word} is an integer"
        return ""

    def _assigned(self, section: Section, number: int) -> Piece:
        """A statement that is one where a pointer can be read."""
        null = "nullptr" if self.clang.cxx else "(void *)0"
        text = f"({section.chain.text}) = {null};"
        return Piece(text.encode("utf-8", "surrogateescape"), ("assigned", number))

    def _file(self, tree: Tree, span: Span, streams: re.Pattern[str]) -> tuple[str, str]:
        """What sort of file an expression is, or what is wrong with it."""
        node = self._expression(tree, span)
        if node is None or node.type_kind in UNDECIDED_TYPES:
            return "", "its type is not known here"
        named = node.type.spelling.removeprefix("const ").removesuffix(" &") == "MPI_File"
        if named or _MPI_FILE.fullmatch(node.type.canonical):
            return "mpi_file", ""
        if node.type_kind in INTEGER_TYPES:
            return "descriptor", ""
        if _FILE.fullmatch(node.type.canonical):
            return "file", ""
        if streams.fullmatch(node.type.canonical):
            return "stream", ""
        files = "a 'FILE *', a descriptor (an integer), an 'MPI_File' or a stream of std"
        return "", f"it is of type '{node.type.spelling}', and a file is {files}"

    def _not_request(self, tree: Tree, span: Span) -> str:
        """What is wrong with the variable that is to be a request."""
        node = self._expression(tree, span)
        if node is None or node.type_kind in UNDECIDED_TYPES:
            return "its type is not known here"
        if _REQUEST.fullmatch(node.type.canonical):
            return ""
        return f"it is of type '{node.type.spelling}', and a request is a 'pc_request' of transfer_types.h"

    @staticmethod
    def _expression(tree: Tree, span: Span) -> Node | None:
        """The expression that a span is, without implicit conversions; all of it where it is one macro."""
        node = next((node for node in tree.at(span) if node.kind in EXPRESSIONS), None)
        while node is not None and node.kind == Kind.UNEXPOSED_EXPR:
            inner = [each for each in node.below if each.span == node.span]
            if len(inner) != 1:
                break
            node = inner[0]
        return node


def _section_questions(section: Section, number: int) -> list[Piece]:
    pieces = [_piece(section.chain, ("chain", number)), Piece(b";")]
    for name, expression in section.bounds:
        pieces += [_piece(expression, (name, number)), Piece(b";")]
    return pieces


def _piece(expression: Expression, part: tuple[str, int]) -> Piece:
    return Piece(expression.text.encode("utf-8", "surrogateescape"), part, expression.span.start)
