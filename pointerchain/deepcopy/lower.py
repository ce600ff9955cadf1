# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lower: deep-copy directives -> calls of the runtime, before the translator's own road.

``#pragma pointerchain deepcopy enter(head)``  ->
``{ const pc_root pc_roots[] = {{pc_type_Node(), (head), 1, "head", PC_TOFROM, NULL}}; ... }``

The descriptors stand before the first function that needs them. What comes out is translated like any
other source, so that chains which a pointerchain region hoists are hoisted in the calls, too; what is
said of it is said of the source's places. Line N stays line N.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pointerchain.deepcopy.attached import NOWHERE, address
from pointerchain.deepcopy.deep_clause import deepened, written
from pointerchain.deepcopy.descriptors import DIRECTIONS, VERSION, Writer, prefix_of, quiet
from pointerchain.deepcopy.directives import ARRIVING, FILES, MESSAGES, TRANSFERS, Action, RegionEnd
from pointerchain.deepcopy.expressions import Expression, Section
from pointerchain.deepcopy.frames import Frames, frames
from pointerchain.deepcopy.headers import FILED, HEADERS, RUNTIME, SENT, included, needed
from pointerchain.deepcopy.reading import COUNTED_BY, Reading, again, numbered, read_directed
from pointerchain.deepcopy.roots import Root, Roots, problem_diagnostic
from pointerchain.deepcopy.rows import Length, Problem
from pointerchain.deepcopy.scopes import meaning
from pointerchain.diagnostics import Diagnostic, Note, Place, Severity, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Source, Span
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.parsed import ClangMessage, Parsed, ParseFailure
from pointerchain.translator.clang.records import TypeRef
from pointerchain.translator.clang.scopes import functions_at, is_outermost
from pointerchain.translator.clang.session import Session
from pointerchain.translator.emit.exits import Guard, Kept, closed, leave, opened, same_result
from pointerchain.translator.facts.exits import Exit
from pointerchain.translator.text.lex import Lexed, exit_end, lex, skip_space
from pointerchain.translator.text.mapped import Change, MappedText, Piece

if TYPE_CHECKING:
    from pointerchain.translator.result import Translation

_INCLUDE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "include")  # noqa: PTH118, PTH120
_RESERVED = lazy_pattern(rb"(?<![\w$])pc_\w*")
_SAME = lazy_pattern(r"'pc_\w*same_type")
_BLANK_LINE = lazy_pattern(rb"^[ \t]*(?=\r?$)", re.M)
_BRANCHES = frozenset((b"elif", b"elifdef", b"elifndef", b"else"))
_MACRO_LINE = lazy_pattern(rb"[ \t]*(?:#|%:)[ \t]*(define|undef)[ \t]+(\w+)")
_DECLARATIONS = ("-DPC_DEEPCOPY_DECLARATIONS",)
"""Leaves out the runtime's definitions and the device's headers: the calls need its declarations only."""
_ERROR = 3
_Of = TypeVar("_Of")


class Lowered(NamedTuple):
    """A source without deep-copy directives: its text, unless something was refused."""

    reading: Reading
    composed: MappedText | None
    diagnostics: tuple[Diagnostic, ...]
    computed: tuple[tuple[str, Length], ...] = ()
    """The functions that compute lengths."""
    accessors: tuple[tuple[str, Problem], ...] = ()
    """Those that ask containers, with what it means where they do not compile."""
    checked: MappedText | None = None
    """The text as it is verified: whether the name of a type means the same where a value is kept."""
    level: int = 0
    """That of the runtime's header that its directives need."""


def translate_deep(
    data: bytes,
    filename: str,
    args: Sequence[str],
    language: str | None,
    verify: bool,
    rest: Callable[[bytes, str, Sequence[str], str | None, bool], Translation],
) -> Translation:
    """Translate a source with deep-copy directives or clauses; ``rest`` translates one without them."""
    given = clang_arguments(filename, [*args, *COUNTED_BY, "-idirafter", _INCLUDE], language)
    clauses = written(data, filename, given)
    if clauses is None:
        return _translate(data, filename, args, language, verify, rest)
    text = clauses.text
    other = _translate(text.text, filename, args, language, verify and not clauses.diagnostics, rest)
    found = [*clauses.diagnostics, *(_moved(each, filename, text) for each in other.diagnostics)]
    if clauses.diagnostics:
        return _refused(other, found)
    regions = tuple(each.moved(lambda span: _at(span, text)) for each in other.regions)
    changed = other.text is not None and other.text != data
    return other._replace(diagnostics=_sorted(found), regions=regions, changed=changed)


def translate_by_default(
    data: bytes,
    filename: str,
    args: Sequence[str],
    language: str | None,
    rest: Callable[[bytes], Translation],
) -> Translation:
    """Translate a source in which each clause that maps what is described is deep."""
    given = clang_arguments(filename, [*args, *COUNTED_BY, "-idirafter", _INCLUDE], language)
    text = deepened(data, filename, given)
    if text is None:
        return rest(data)
    made = rest(text.text)
    said = _sorted(_moved(each, filename, text) for each in made.diagnostics)
    regions = tuple(each.moved(lambda span: _at(span, text)) for each in made.regions)
    changed = made.text is not None and made.text != data
    return made._replace(diagnostics=said, regions=regions, changed=changed)


def _translate(
    data: bytes,
    filename: str,
    args: Sequence[str],
    language: str | None,
    verify: bool,
    rest: Callable[[bytes, str, Sequence[str], str | None, bool], Translation],
) -> Translation:
    """Translate a source whose deep clauses are directives."""
    more = [*COUNTED_BY, "-idirafter", _INCLUDE]
    reading = read_directed(data, filename, clang_arguments(filename, [*args, *more], language))
    if reading is None:
        return rest(data, filename, args, language, verify)
    lowered = lower(reading)
    while (anew := again(reading)) is not None:
        reading, lowered = anew, lower(anew)
    if lowered.composed is None:
        other = rest(lowered.reading.blanked.data, filename, [*args, *more], language, False)
        every = dict.fromkeys((*lowered.diagnostics, *other.diagnostics))
        return _refused(other, every)._replace(headers=reading.headers)
    composed = lowered.composed
    level = lowered.level or min(needed(composed.text), RUNTIME)
    if level > included(composed.text):
        more += ["-include", HEADERS[level]]
    if not included(data):
        more += _DECLARATIONS
    problems = list(lowered.diagnostics)
    if verify:
        problems += _verify(lowered, clang_arguments(filename, [*args, *more], language).args)
    other = rest(composed.text, filename, [*args, *more], language, verify)
    problems += [_moved(each, filename, composed) for each in other.diagnostics]
    other = other._replace(headers=reading.headers)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return _refused(other, problems)
    regions = tuple(each.moved(lambda span: _at(span, composed)) for each in other.regions)
    return other._replace(diagnostics=_sorted(problems), changed=other.text != data, regions=regions)


def _at(span: Span, composed: MappedText) -> Span:
    start = composed.back(span.start)
    return Span(start, max(start, composed.back(span.end)))


def _refused(other: Translation, problems: Iterable[Diagnostic]) -> Translation:
    return other._replace(text=None, diagnostics=_sorted(problems), changed=False, chains_hoisted=0)


def lower(reading: Reading) -> Lowered:
    """Judge the directives of a source, and write what stands in their places."""
    found = list(reading.diagnostics)
    if reading.unit is None:
        return Lowered(reading, None, tuple(found))
    framed = frames(reading)
    roots = Roots(reading, framed.functions).find()
    found += [*framed.diagnostics, *roots.diagnostics]
    if any(problem.severity is Severity.ERROR for problem in found):
        return Lowered(reading, None, tuple(found))
    text = _Text(reading, framed, roots.roots)
    changes = text.changes()
    composed = checked = MappedText(reading.lexed.data, changes)
    if text.claims:
        checked = MappedText(reading.lexed.data, [text.with_claim(change) for change in changes])
    computed = tuple(each for writer in text.writers.values() for each in writer.computed)
    accessors = tuple(each for writer in text.writers.values() for each in writer.accessors)
    return Lowered(reading, composed, tuple(found), computed, accessors, checked, text.level)


def _names(text: bytes) -> set[str]:
    return {found.group().decode("latin-1") for found in _RESERVED.finditer(text)}


def _runtime_names() -> set[str]:
    """The names of the runtime's headers: a ``struct function`` is not described by ``pc_type_function``."""
    out: set[str] = set()
    for folder, _, names in os.walk(_INCLUDE):
        for name in names:
            # The translator's path loads no pathlib.
            with open(os.path.join(folder, name), "rb") as stream:  # noqa: PTH118, PTH123
                out |= _names(stream.read())
    return out


class _Text:
    """Writes the calls and the descriptors of one source."""

    def __init__(self, reading: Reading, framed: Frames, roots: dict[int, Root]) -> None:
        self.reading, self.frames, self.roots = reading, framed, roots
        self.taken = _names(reading.lexed.data) | _runtime_names()
        self.writers: dict[int, Writer] = {}
        """By block: what a namespace declares is not visible outside of it."""
        self.prefix = prefix_of(reading.file, reading.lexed.data)
        lives = any(isinstance(each, Action) and each.verb in TRANSFERS for each in reading.directives)
        self.make_writer = partial(Writer, reading.table, self.taken, reading.cxx, self.prefix, lives=lives)
        self.writer = self.make_writer()
        self.numbers = {id(section): number for number, _, section in numbered(reading.directives)}
        self.ends = {region.end: region.begin for region in framed.regions.values()}
        self.names: dict[int, str] = {}
        self.tests: dict[str, str] = {}
        """By the name of a region's roots: the variable that says whether they were entered."""
        self.claims: dict[Span, bytes] = {}
        """Where values are kept: declarations that compile only where the type's name means what it did."""
        actions = [(index, each) for index, each in enumerate(reading.directives) if isinstance(each, Action)]
        self.level = max((self._level(index, action) for index, action in actions), default=0)
        self.versioned = False
        self.after = 0
        """Where the line begins that includes the header."""

    def _level(self, index: int, action: Action) -> int:
        """The level of the header that a directive needs."""
        if action.verb in MESSAGES or self.reading.files.get(index) == "mpi_file":
            return SENT
        return FILED if action.verb in FILES else RUNTIME

    def changes(self) -> list[Change]:
        executed: dict[Span, str] = {}
        inserted: list[Change] = []
        include = self._include()
        for index, directive in enumerate(self.reading.directives):
            if isinstance(directive, Action):
                block = self.reading.lexed.blocks.block(self.frames.functions[index].start)
                if block not in self.writers:
                    self.writers[block] = self.make_writer()
                self.writer = self.writers[block]
                executed[directive.pragma.span] = self._action(index, directive)
                text = self.writer.write()
                if text:
                    inserted.append(self._descriptors(index, text))
            elif isinstance(directive, RegionEnd):
                executed[directive.pragma.span] = self._end(index)
        out = inserted
        for pragma in self.reading.pragmas:
            text = executed.get(pragma.span, "")
            if pragma.span == include:
                text, include = f"#include <{HEADERS[self.level]}>", None
            out.append(Change(pragma.span, [Piece(_encoded(text))]))
        if include is not None:
            out.append(Change(include, [Piece(f"#include <{HEADERS[self.level]}>".encode())]))
        for leaving in self.frames.exits:
            out += self._exit(leaving)
        return out

    def _include(self) -> Span | None:
        """Where the runtime's header can be included: the line of a shape at file scope, or a blank one.

        Not at the source's beginning: what is defined there may change what system headers declare.
        """
        lexed = self.reading.lexed
        actions = [i for i, d in enumerate(self.reading.directives) if isinstance(d, Action)]
        if not actions or included(lexed.data) >= self.level:
            return None
        function = self.frames.functions[actions[0]].start
        first = _before(lexed, function)
        for directive in self.reading.directives:
            pragma = directive.pragma
            if pragma.span.start > first:
                break
            if not pragma.operator and _same_condition(lexed, pragma.span.start, first):
                if lexed.blocks.block(pragma.span.start) == 0 and self._is_outermost(pragma.span.start):
                    return pragma.span
        pragmas = [line.span.start for line in lexed.lines if first <= line.span.start < function]
        last = min([function, *pragmas])
        for found in reversed(list(_BLANK_LINE.finditer(lexed.data, 0, last))):
            at = found.end()
            if at < last and lexed.blocks.block(at) == 0 and _same_condition(lexed, at, last):
                if _is_code(lexed, at) and self._is_outermost(at):
                    self.after = at
                    return Span(at, at)
        return None

    def _is_outermost(self, at: int) -> bool:
        """Whether a place without braces around it is in no namespace, either."""
        unit, composed = self.reading.unit, self.reading.composed
        if not self.reading.cxx or unit is None:
            return True
        return is_outermost(unit, self.reading.file, composed.forward(at))

    # --- calls ----------------------------------------------------------------------------------------

    def _roots(
        self, name: str, sections: Sequence[Section], *, enters: bool = False, test: str = ""
    ) -> tuple[str, str]:
        """The array of roots, and what makes its rows' lengths known just before the call.

        With a ``test``, the name of a variable, nothing is evaluated where it is false.
        """
        rows = []
        lengths: list[str] = []
        loud = False
        guard = f"{test} ? " if test else ""
        for section in sections:
            number = self.numbers[id(section)]
            root = self.roots[number]
            at = address(self.reading.chains[number], self.reading.reader) if enters else NOWHERE
            described, more = self._described(root, len(lengths))
            lengths += more
            loud = loud or at.loud
            where = at.text if at is NOWHERE or not test else f"{guard}{at.text} : NULL"
            base, length = (root.base, root.length) if not test else _tested(guard, root)
            row = f"{described}(), {base}, {length}, {_quoted(section.text)}, {DIRECTIONS[section.direction]}"
            rows.append(f"{{{row}, {where}}}")
        text = f"const pc_root {name}[] = {{{', '.join(rows)}}}; "
        if loud:
            text = f"{quiet(text)} "
        if not lengths:
            return text, ""
        lengths = [f"{guard}{length} : 0" for length in lengths] if test else lengths
        array = f"const long long {name}_rows[] = {{{', '.join(lengths)}}}; "
        return text, f"{array}{self.writer.lengths()} = {name}_rows; "

    def _entering(self, action: Action) -> tuple[str, str]:
        """The call that enters, and what it is given between the roots and the place."""
        number = self._int(action.device, "PC_CURRENT_DEVICE")
        if action.background:
            return "enter_async", f", {action.technique}, {number}{self._queue(action)}"
        if action.device is None:
            return "enter", f", {action.technique}"
        return "enter_on", f", {action.technique}, {number}"

    def _int(self, expression: Expression | None, without: str) -> str:
        if expression is None:
            return without
        return f"static_cast<int>({expression.text})" if self.reading.cxx else f"(int)({expression.text})"

    def _queue(self, action: Action) -> str:
        """The last argument of a call that returns before it is done."""
        return f", {self._int(action.queue, 'PC_NO_QUEUE')}" if action.background else ""

    def _action(self, index: int, action: Action) -> str:
        if action.verb == "begin":
            return self._begin(index, action)
        if action.verb == "wait":
            return f"(void)pc_deepcopy_wait({self._int(action.queue, 'PC_ALL_QUEUES')});"
        calls = [self._transferred(index, action)] if action.verb in TRANSFERS else []
        later = "_async" * action.background
        for word, sections in action.clauses if not calls else ():
            name = self.writer.fresh("pc_roots")
            self.taken.discard(name)  # each has its own block
            function, option = f"update_{word}{later}", self._queue(action)
            if action.verb == "enter":
                function, option = self._entering(action)
            elif action.verb == "exit":
                function = f"exit{later}"
                option = (", PC_DELETE" if action.delete else ", 0") + self._queue(action)
            roots, known = self._roots(name, sections, enters=action.verb == "enter")
            known = "" if action.verb == "exit" else known  # which follows what was recorded
            calls.append(f"{{ {roots}{known}{_call(function, name, option)} }}")
        text = " ".join(calls)
        if action.condition is None:
            return text
        return f"if ({action.condition.text}) " + (f"{{ {text} }}" if len(calls) > 1 else text)

    def _transferred(self, index: int, action: Action) -> str:
        """The call that writes, reads, or moves over MPI."""
        arrives = action.verb in ARRIVING
        name = self.writer.fresh("pc_arrivals" if arrives else "pc_roots")
        self.taken.discard(name)
        roots, known = self._arrivals(name, action) if arrives else self._roots(name, action.sections)
        function, given, flags = self._filed(index, action) if action.verb in FILES else self._sent(action)
        flags += ["PC_SEPARATE"] if action.separate else []
        flags += ["PC_TRUSTED"] if action.trusted else []
        arguments = [name, _count(name, ""), *given, " | ".join(flags)]
        if action.request is not None:
            arguments.append(f"&({action.request.text})")
        call = f"pc_{function}({', '.join(arguments)}, __FILE__, __LINE__);"
        return f"{{ {roots}{known}(void){call} }}"

    def _filed(self, index: int, action: Action) -> tuple[str, list[str], list[str]]:
        """The function that writes or reads, what it is given of the clauses, and flags."""
        assert action.peer is not None
        sort = self.reading.files[index]
        file = self._int(action.peer, "") if sort == "descriptor" else action.peer.text
        return f"{action.verb}_{sort}", [f"({file})"], ["PC_MUST"]

    def _sent(self, action: Action) -> tuple[str, list[str], list[str]]:
        """The same of a function of MPI. What comes is of the program's own."""
        given = [self._int(action.peer, "")]
        if action.verb != "bcast":
            given.append(self._int(action.tag, "0"))
        given.append("MPI_COMM_WORLD" if action.comm is None else f"({action.comm.text})")
        if action.verb == "send":
            most = "0" if action.most is None else f"({action.most.text})"
            cast = "static_cast<size_t>" if self.reading.cxx else "(size_t)"
            given.append(most if action.most is None else f"{cast}{most}")
        flags = ["PC_MUST", *(["PC_TRUSTED"] if action.verb in ARRIVING else [])]
        flags += [f"PC_{action.buffering.upper()}"] if action.buffering else []
        return ("i" if action.request is not None else "") + action.verb, given, flags

    def _arrivals(self, name: str, action: Action) -> tuple[str, str]:
        """The array of the pointers that are read, and what makes the lengths of their rows known."""
        rows = []
        lengths: list[str] = []
        for section in action.sections:
            root = self.roots[self.numbers[id(section)]]
            described, more = self._described(root, len(lengths))
            lengths += more
            place = f"(void *)&({section.chain.text})"
            if self.reading.cxx:
                place = f"__builtin_addressof({section.chain.text})"
                place = f"const_cast<void *>(static_cast<const void *>({place}))"
            rows.append(f"{{{described}(), {place}, {root.length}}}")
        text = f"pc_arrival {name}[] = {{{', '.join(rows)}}}; "
        if not lengths:
            return text, ""
        array = f"const long long {name}_rows[] = {{{', '.join(lengths)}}}; "
        return text, f"{array}{self.writer.lengths()} = {name}_rows; "

    def _described(self, root: Root, first: int) -> tuple[str, list[str]]:
        """The descriptor of a root's elements, and the lengths of its rows, of which so many stand before."""
        if not root.levels:
            return self.writer.type(root.element, shape=root.shape), []
        targets: list[tuple[TypeRef, int]] = []
        lengths: list[str] = []
        for level in root.levels:
            targets.append((level.target, first + len(lengths) if level.length else -1))
            lengths += [level.length] if level.length else []
        return self.writer.pointers(root.element, targets, root.shape), lengths

    def _begin(self, index: int, action: Action) -> str:
        region = self.frames.regions[index]
        name = self.names[index] = self.writer.fresh("pc_roots")
        test = decided = ""
        if action.condition is not None:
            test = f"{name}_if"
            decided = f"const int {test} = ({action.condition.text}) ? 1 : 0; "
            self.tests[name] = test
        roots, known = self._roots(name, action.sections, enters=True, test=test)
        function, option = self._entering(action)
        call = (f"if ({test}) " if test else "") + _call(function, name, option)
        text = decided + roots + known + call
        if self.reading.cxx:
            guard = _guard(name, test)
            text += " " + guard.text(region.flat)
            text += "" if region.flat else f" (void){guard.name};"
        return " ".join([*opened(region.flat, region.label_before), text])

    def _end(self, index: int) -> str:
        region = self.frames.regions[self.ends[index]]
        name = self.names[region.begin]
        work = _call("exit", name, ", 0", self.tests.get(name, ""))
        if self.reading.cxx:
            work = _guard(name, "").end if region.flat else ""
        return closed(work, region.flat, region.label_at_end)

    def _exit(self, leaving: Exit) -> list[Change]:
        """C: the regions end before a statement that leaves them, after the value it returns is known."""
        names = [self.names[number] for number in leaving.regions]
        calls = " ".join(_call("exit", name, ", 0", self.tests.get(name, "")) for name in names)
        kept = None
        if leaving.value is not None and leaving.result:
            name = self.writer.fresh("pc_result")
            self.taken.discard(name)
            kept = Kept(leaving.value, leaving.result, name, simple=self._is_simple(leaving.value))
            same = same_result(self.writer.fresh("pc_same_type"), leaving.result, leaving.canonical)
            if same:
                self.claims[Span(leaving.span.start, leaving.value.start)] = _encoded(same)
        edits = leave(self.reading.lexed.data, leaving.span, calls, kept)
        return [Change(Span(edit.start, edit.end), [Piece(edit.text.rstrip(b"\r\n"))]) for edit in edits]

    def _is_simple(self, value: Span) -> bool:
        """Whether no comma operator joins a value, as its own text or that of a macro in it could."""
        unit = self.reading.unit
        if unit is None or unit.expansions(self.reading.composed.span(value)):
            return False
        return exit_end(self.reading.lexed.code, value.start, True)[1]

    def with_claim(self, change: Change) -> Change:
        """A change as it is verified."""
        if change.span not in self.claims:
            return change
        head, *rest = change.pieces
        return change._replace(pieces=[Piece(b"{ " + self.claims[change.span] + head.text[1:]), *rest])

    # --- descriptors ----------------------------------------------------------------------------------

    def _descriptors(self, index: int, text: str) -> Change:
        if not self.versioned:
            self.versioned = True
            text = f"{VERSION.format(self.writer.fresh('pc_descriptor_version'))} {text}"
        lexed, function = self.reading.lexed, self.frames.functions[index].start
        at = _before(lexed, function)
        if at <= self.after < function:
            at = skip_space(lexed.code, self.after)
        return Change(Span(at, at), [Piece(_encoded(f" {text} "))])


def _before(lexed: Lexed, function: int) -> int:
    """Where file-scope text can be put before a function.

    After the declaration before it, so that pragmas and attributes stay the function's; where
    another preprocessor line stands between the two, after that.
    """
    code = lexed.code
    at = max(code.rfind(mark, 0, function) for mark in (b";", b"{", b"}")) + 1
    barriers = [
        line.span.end
        for line in lexed.lines
        if at <= line.span.start < function and not _is_others_pragma(lexed, line.span)
    ]
    if barriers or at == 0:
        return skip_space(code, max([at, *barriers]))
    return at


def _same_condition(lexed: Lexed, at: int, later: int) -> bool:
    """Whether the preprocessor takes or skips two places together: only whole groups lie between them."""
    depth = 0
    for line in lexed.lines:
        if not at <= line.span.start < later:
            continue
        depth += (line.keyword in (b"if", b"ifdef", b"ifndef")) - (line.keyword == b"endif")
        if depth < 0 or (depth == 0 and line.keyword in _BRANCHES):
            return False
    return depth == 0


def _is_code(lexed: Lexed, at: int) -> bool:
    """Whether a line that is put here is none of a comment, a literal or a continued line."""
    mark = b"pc_mark"
    again = lex(lexed.data[:at] + mark + lexed.data[at:], True)
    return again.code[at : at + len(mark)] == mark


def _is_others_pragma(lexed: Lexed, span: Span) -> bool:
    found = re.match(rb"(?:#|%:)\s*pragma\s+(\w+)", lexed.data[span.start : span.end])
    return found is not None and found.group(1) != b"pointerchain"


def _tested(guard: str, root: Root) -> tuple[str, str]:
    """A root that names nothing where a test fails."""
    return f"{guard}{root.base} : NULL", f"{guard}{root.length} : 0"


def _guard(name: str, test: str) -> Guard:
    """What ends a region on every way out."""
    call = "(void)pc_deepcopy_exit(roots, count, 0, __FILE__, __LINE__);"
    members = "const pc_root *roots; size_t count;"
    return Guard(f"{name}_guard", f"{name}_end", members, call, f"{name}, {_count(name, test)}", " = ")


def _count(name: str, test: str) -> str:
    """How many roots a call is given: none where a test fails."""
    count = f"sizeof {name} / sizeof {name}[0]"
    return f"{test} ? {count} : 0" if test else count


def _call(function: str, name: str, option: str, test: str = "") -> str:
    return f"(void)pc_deepcopy_{function}({name}, {_count(name, test)}{option}, __FILE__, __LINE__);"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


# --- verification, and the way back --------------------------------------------------------------------


def _verify(lowered: Lowered, args: Sequence[str]) -> list[Diagnostic]:
    """Parse what was written; what Clang says now and did not say of the source refuses it."""
    reading, composed = lowered.reading, lowered.checked
    assert composed is not None
    before = _signature(reading.messages)
    try:
        unit = Session(reading.file, args).parse(composed.text)
    except ParseFailure as error:
        what = f"Clang cannot read the translation: {error}"
        return [diagnostic("verification", reading.file, Span(0, 0), what=what)]
    seen: Counter[tuple[int, str, int]] = Counter()
    out: list[Diagnostic] = []
    lengths = _functions(lowered.computed, composed)
    accessors = _functions(lowered.accessors, composed)
    source = Source(reading.file, reading.lexed.data)
    for message in unit.messages():
        key = (message.severity, message.option, message.where.line)
        seen[key] += 1
        if seen[key] <= before[key] or (not message.where.main and message.severity < _ERROR):
            continue
        if lowered.level == SENT and "'mpi.h' file not found" in message.where.message:
            return [_without_mpi(reading)]
        at = composed.back(message.where.offset) if message.where.main else 0
        length = next((each for span, each in lengths if span.start <= message.where.offset < span.end), None)
        if length is not None and message.where.main and message.severity >= _ERROR:
            out.append(_unreadable_there(reading, length, at, message.where.message))
            continue
        problem = next(
            (each for span, each in accessors if span.start <= message.where.offset < span.end), None
        )
        if problem is not None and message.where.main:
            out.append(problem_diagnostic(problem))
            continue
        start = source.line_starts[source.line_column(at)[0] - 1]
        span = Span(at, start + len(source.line_text(source.line_column(at)[0])))
        what = message.where.message
        if _SAME.search(what):
            what = "the name of the function's result type means something else here"
        out.append(diagnostic("verification", reading.file, span, what=what))
    return out or _other_meanings(lowered, composed, unit)


def _without_mpi(reading: Reading) -> Diagnostic:
    """That a directive of MPI stands where MPI's header is not to be found."""
    directive = next(
        each
        for index, each in enumerate(reading.directives)
        if isinstance(each, Action) and (each.verb in MESSAGES or reading.files.get(index) == "mpi_file")
    )
    what = f"'mpi.h' is not found, which '{directive.verb}' needs: "
    what += "compile with 'mpicc', or say with '-I' where it is"
    return diagnostic("source-error", reading.file, directive.keyword, (), None, what=what)


def _functions(written: Iterable[tuple[str, _Of]], composed: MappedText) -> list[tuple[Span, _Of]]:
    """The functions of those names in the text, from their result's type on."""
    out = []
    for name, of in written:
        head = re.search(rb"(?<=[ *])%s\([^()]*\) {" % name.encode(), composed.text)
        assert head is not None
        out.append((Span(head.start() - 1, composed.text.index(b"; }", head.start())), of))
    return out


def _unreadable_there(reading: Reading, length: Length, at: int, why: str) -> Diagnostic:
    """That a length which its shape's place understands does not compile where it is needed."""
    place = length.place
    assert place is not None
    notes = [Note("it is needed from here on", Place(reading.file, Span(at, at)))]
    names = set(re.findall(r"[A-Za-z_]\w*", length.text))
    start = place.span.start if place.file == reading.file else 0
    for line in reversed(reading.lexed.lines):
        found = _MACRO_LINE.match(reading.lexed.data, line.span.start)
        if found and found.group(2).decode() in names and start < line.span.start < at:
            what = "defined" if found.group(1) == b"define" else "undefined"
            text = f"macro '{found.group(2).decode()}' is {what} here"
            notes.insert(0, Note(text, Place(reading.file, Span(found.start(2), found.end(2)))))
            break
    what = f"{length.word} '{length.text}' cannot be computed where it is needed: "
    what += f"a name in it means something else there: {why}"
    return diagnostic("bad-shape", place.file, place.span, tuple(notes), what=what)


def _other_meanings(lowered: Lowered, composed: MappedText, unit: Parsed) -> list[Diagnostic]:
    """The lengths whose names mean something else where the descriptors stand than at the shape."""
    out = []
    found = _functions(lowered.computed, composed)
    functions = functions_at(unit, [span.start for span, _ in found])
    for (at, _), length in found:
        then, place = length.meaning, length.place
        if then is None or place is None:
            continue
        now = meaning(functions[at])
        if length.word == "condition":
            now = now._replace(text=now.text.removesuffix(" != 0"))
        if now.declared == then.declared and then.text in now.text:
            continue
        what = f"{length.word} '{length.text}' is '{then.shown()}' at its shape"
        what += f", but '{now.shown()}' where it is needed"
        start = composed.back(at)
        notes = (Note("it is needed from here on", Place(lowered.reading.file, Span(start, start))),)
        out.append(diagnostic("bad-shape", place.file, place.span, notes, what=what))
    return out


def _signature(messages: Sequence[ClangMessage]) -> Counter[tuple[int, str, int]]:
    return Counter((m.severity, m.option, m.where.line) for m in messages)


def _moved(found: Diagnostic, file: str, composed: MappedText) -> Diagnostic:
    """A diagnostic of the lowered text at the source's place."""

    def place(at: Place) -> Place:
        if at.file != file:
            return at
        start = composed.back(at.span.start)
        end = composed.back(at.span.end - 1) + 1 if at.span.end > at.span.start else start
        return Place(file, Span(start, max(start, end)))

    return found.moved(place)


def _sorted(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(dict.fromkeys(found), key=lambda each: (each.place.span.start, each.place.span.end)))
