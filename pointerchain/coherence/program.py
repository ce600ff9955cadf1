# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Program: texts as they are written -> functions to execute, with what each directive lists and evaluates.

``#pragma omp target update from(x[0:n])``  ->  ``for (0, (x), (0), (n);;) ;``, so that Clang says what each
part is. Lines stay lines. What the directive does to ``x`` the rows of ``dialects/`` say.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pointerchain import dialects
from pointerchain.coherence.code import Code, Function, Key, Reader
from pointerchain.coherence.text import Text
from pointerchain.dialects import Effect
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Source
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.parsed import Parsed, ParseFailure
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Node, tops
from pointerchain.translator.text.clauses import text_of
from pointerchain.translator.text.deep import clauses_in, without_clauses
from pointerchain.translator.text.directives import Clause, Construct, read_directives
from pointerchain.translator.text.lex import lex

_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_CHAIN = lazy_pattern(rb"(?:->\s*\w+\s*(?:\[[^\[\]]*\]\s*|\.\s*\w+\s*)*)+")


class NotShown(Exception):
    """What cannot be shown, in words for the user, and the place in a parsed text where that is so."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at, self.why = at, why
        self.places: list[tuple[str, int]] = []
        """The sources and places of the calls that led there, the innermost first, once it is out of them."""


class NotModelled(NotShown):
    """What the room does not know how to execute: nothing is said of whether it is right."""


class TooLarge(NotModelled):
    """The end of patience: the place says nothing, for it depends on the order in which states came."""


class Item(NamedTuple):
    """What a clause lists, by the numbers of what the directive's loop evaluates."""

    text: str
    effect: Effect
    whole: int
    low: int = -1
    """Of a section where it begins, and how many elements it has."""
    length: int = -1
    implied: bool = False
    """Whether a clause says it by the way, which a ``map`` of the same overrules."""
    deletes: bool = False
    """Whether the count of its references becomes none at once."""


class Directive(NamedTuple):
    """A directive that is executed."""

    row: dialects.Directive
    at: int
    """Where it stands in the text as it is written."""
    items: tuple[Item, ...]
    chains: tuple[tuple[str, int, bool], ...]
    """What is evaluated on the host, and by value in a kernel, and whether that is promised to be alone."""
    private: tuple[str, ...]
    condition: int = -1
    problem: str = ""
    """What it says that is not in the model."""
    is_left: bool = False
    is_deep: bool = False
    """Whether it copies what it lists with all that pointers in that lead to, by its shapes."""


_IGNORED = frozenset(
    b"collapse num_threads num_teams thread_limit schedule dist_schedule proc_bind order safelen "
    b"simdlen gang worker vector seq independent num_gangs num_workers vector_length "
    b"tile shared default present".split()
)
"""Clauses that change no copy of what others list."""


class Unit:
    """One text, parsed again with its directives as loops."""

    def __init__(self, text: Text) -> None:
        self.text, data = text, text.data
        clang = clang_arguments(text.path, text.args, text.language)
        lexed = lex(data, clang.cxx)
        out, at, made = [], 0, 0
        self._directives: dict[int, tuple[Directive, int]] = {}
        deep = {pragma.start for pragma, _ in clauses_in(lexed)}
        for construct in read_directives(without_clauses(lexed), text.path, clang.cxx)[0]:
            if not isinstance(construct, Construct) or construct.own or construct.directive is None:
                continue
            row = construct.directive
            if row.declarative or construct.pragma.operator:
                continue
            directive, expressions = _read(construct, text.left)
            span = construct.pragma.span
            directive = directive._replace(is_deep=span.start in deep)
            body = ";" if row.standalone else ""
            inside = "".join(f", ({each})" for each in expressions)
            loop = f"for (0{inside};;) {body}".encode() + b"\n" * data.count(b"\n", span.start, span.end)
            self._directives[made + span.start - at] = (directive, len(expressions))
            out += [data[at : span.start], loop]
            made += span.start - at + len(loop)
            at = span.end
        self.probe = b"".join([*out, data[at:]])
        try:
            self.parsed: Parsed = Session(text.path, clang.args).parse_all(self.probe)
        except ParseFailure as failure:
            raise NotShown(0, f"Clang cannot read what was written: {failure}") from None
        for said in self.parsed.messages():
            if said.severity >= 3:
                unreadable = NotShown(0, f"of what was written Clang says: {said.where.message}")
                unreadable.places.append((text.path, self.written_at(said.where.offset)))
                raise unreadable
        self.reader = Reader(self.probe, lex(self.probe, clang.cxx).code, self._directives)
        self.is_cxx = clang.cxx
        self.variables: list[Node] = []
        self.nodes: dict[str, Node] = {}
        """The functions with a body, by name."""
        self.overloaded: set[str] = set()
        """The names of several."""
        self._functions: dict[str, Function] = {}
        for tree in tops(self.parsed):
            for index in tree.children(0):
                node = tree.node(index)
                if node.kind == Kind.VARIABLE:
                    self.variables.append(node)
                elif node.kind == Kind.FUNCTION and any(each.kind == Kind.COMPOUND for each in node.below):
                    self.overloaded |= {node.name()} & self.nodes.keys()
                    self.nodes[node.name()] = node

    def function(self, name: str) -> Function | None:
        """A function with a body, read when it is first asked for."""
        if name in self.overloaded:
            raise NotModelled(
                self.nodes[name].start, f"a name of several functions, '{name}', is not in the model"
            )
        if name not in self._functions and name in self.nodes:
            self._functions[name] = self.reader.function(self.nodes[name])
        return self._functions.get(name)

    @property
    def globals(self) -> Iterator[Code]:
        """The variables of the file."""
        return map(self.reader.variable, self.variables)

    @cached_property
    def acting(self) -> dict[str, frozenset[int]]:
        """Where directives that move data, or run on a device, stand, by the function that they are in."""
        out: dict[str, frozenset[int]] = {}
        for name, node in self.nodes.items():
            rows = (row for at, (row, _) in self._directives.items() if node.start <= at < node.end)
            out[name] = frozenset(row.at for row in rows if _acts(row.row))
        return out

    @cached_property
    def stray(self) -> frozenset[int]:
        """Where such directives stand that are in no function of C's."""
        acting = {row.at for row, _ in self._directives.values() if _acts(row.row)}
        return frozenset(acting.difference(*self.acting.values()))

    @cached_property
    def _words(self) -> dict[str, set[bytes]]:
        """The words in each function."""
        spans = {name: self.probe[node.start : node.end] for name, node in self.nodes.items()}
        return {name: set(_WORD.findall(text)) for name, text in spans.items()}

    def is_named(self, name: str) -> bool:
        """Whether a function is named anywhere but in itself; one that is static is never called else."""
        others = (words for each, words in self._words.items() if each != name)
        texts = (self.probe[each.start : each.end] for each in self.variables)
        return any(name.encode() in words for words in others) or any(name.encode() in text for text in texts)

    @cached_property
    def leading(self) -> frozenset[str]:
        """The functions from which calls by name may lead to such directives."""
        out = {name for name, places in self.acting.items() if places}
        while True:
            more = {
                name for name, known in self._words.items() if any(each.encode() in known for each in out)
            } - out
            if not more:
                return frozenset(out)
            out |= more

    @cached_property
    def longest_chain(self) -> int:
        """The most pointers that one chain follows, ``a->b[i]->c``: 2."""
        return max((found.count(b"->") for found in _CHAIN.findall(self.probe)), default=0)

    @cached_property
    def _lines(self) -> tuple[Source, Source]:
        return Source("", self.probe), Source("", self.text.data)

    def line(self, at: int) -> int:
        """The line of a place of the parsed text."""
        return self._lines[0].line_column(at)[0]

    def written_at(self, at: int) -> int:
        """Where the line of a place of the parsed text begins in the text as it is written."""
        start = self._lines[1].line_starts[self.line(at) - 1]
        rest = self.text.data[start:]
        return start + len(rest) - len(rest.lstrip(b" \t"))


def _acts(row: dialects.Directive) -> bool:
    """Whether a directive moves data, or has it moved."""
    return row.compute or row.data or row.updates


def _read(construct: Construct, left: frozenset[int]) -> tuple[Directive, list[str]]:
    """What a directive does, and the expressions that say to what."""
    row = construct.directive
    assert row is not None
    expressions: list[str] = []

    def number(text: bytes) -> int:
        expressions.append(text.decode("utf-8", "replace"))
        return len(expressions) - 1

    items: list[Item] = []
    chains: list[tuple[str, int, bool]] = []
    private: list[str] = []
    condition, problem = -1, ""
    acts = _acts(row)
    for chain in construct.items if acts else ():
        shown = b"".join(chain.text.split()).decode("utf-8", "replace")
        chains.append((shown, number(chain.text), chain.qualifier is not None))
    for clause in construct.clauses if acts else ():
        argument = b"" if clause.argument is None else text_of(construct, clause.argument)
        known = dialects.clause(row, clause.name)
        if clause.name == b"if" and condition < 0:
            condition = number(argument.rpartition(b":")[2] if b"?" not in argument else argument)
        elif known is None or (known.form != "list" and clause.name not in _IGNORED):
            problem = f"a clause '{clause.name.decode()}'"
        elif known.form == "list" and clause.name not in _IGNORED:
            if b"present" in argument.partition(b":")[0].replace(b",", b" ").split():
                problem = "the modifier 'present'"
            listed = _listed(row, clause, argument)
            for text, effect, low, count in listed:
                copied = effect.creates or effect.deletes or row.updates or clause.name in _BACK
                if clause.name == b"lastprivate":
                    continue
                if not copied and effect.private:
                    private.append(text.decode().strip())
                elif not copied:
                    problem = f"a clause '{clause.name.decode()}'"
                else:
                    places = [number(each) for each in ((text, low, count) if count else (text,))]
                    gone = (
                        clause.name == b"delete"
                        if row.dialect == "acc"
                        else b"delete" in argument.split(b":")[0]
                    )
                    name = text.decode("utf-8", "replace").strip()
                    section = (places[1], places[2]) if count else (-1, -1)
                    items.append(
                        Item(name, effect, places[0], *section, implied=clause.name in _BACK, deletes=gone)
                    )
    if row.asynchronous and any(each.name == row.asynchronous for each in construct.clauses):
        problem = f"a clause '{row.asynchronous.decode()}'"
    start = construct.pragma.span.start
    out = (row, start, tuple(items), tuple(chains), tuple(private), condition, problem, start in left)
    return Directive(*out), expressions


_BACK = frozenset((b"reduction",))
"""What a kernel of these changes comes back by itself (OpenMP 5.2, 5.8.1; OpenACC 3.3, 2.5.15). With
``lastprivate`` it does so by OpenMP 5.2 (17.2), and not by Clang 19: that needs a ``map``."""


def _listed(
    row: dialects.Directive, clause: Clause, argument: bytes
) -> Iterator[tuple[bytes, Effect, bytes, bytes]]:
    """What a clause lists: each object, what is done to it, and its section."""
    known = dialects.clause(row, clause.name)
    assert known is not None
    effect = dialects.effect_of(row, known, argument)
    if clause.name in _BACK and row.compute:
        effect = effect._replace(creates=True, deletes=True, to_device=True, from_device=True)
    for start, end in dialects.read_argument(known, argument).items:
        text = argument[start:end]
        head, low, count = _section(text)
        yield head, effect, low, count


def _section(text: bytes) -> tuple[bytes, bytes, bytes]:
    """An object, and of its section the begin and the number of elements; none where it has no section."""
    if not text.rstrip().endswith(b"]"):
        return text, b"", b""
    text = text.rstrip()
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        sign = text[at : at + 1]
        depth += (sign in b"])") - (sign in b"[(")
        if not depth:
            break
    inside, level, questions = text[at + 1 : -1], 0, 0
    for place in range(len(inside)):
        sign = inside[place : place + 1]
        level += (sign in b"[(") - (sign in b"])")
        questions += sign == b"?" and not level
        if sign == b":" and not level:
            if not questions:
                return text[:at], inside[:place].strip() or b"0", inside[place + 1 :]
            questions -= 1
    return text, b"", b""


__all__ = ["Code", "Directive", "Function", "Item", "Key", "NotShown", "Text", "Unit"]
