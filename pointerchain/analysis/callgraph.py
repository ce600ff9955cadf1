# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Call graph: some text of a source -> the functions of the source that it may run.

``step(s);``  ->  ``step``, what that calls, and so on. A call by a pointer may run each function whose
address is taken, and each lambda; so may a function of elsewhere that is given an object. Functions are told
by their names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.called_back import NOTHING, CalledBack, called_back
from pointerchain.analysis.escape import arguments_of
from pointerchain.dialects import Role
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.defined import functions
from pointerchain.translator.clang.implicit_calls import ImplicitCalls, may_be_called
from pointerchain.translator.clang.libclang import EXPRESSIONS, FUNCTIONS, LOOPS, Kind
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Node, tops
from pointerchain.translator.text.clauses import text_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import Lexed
from pointerchain.translator.text.roles import EVALUATED, parts_of

_WORD = lazy_pattern(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_NAMING = frozenset((Kind.DECL_REF, Kind.MEMBER))
_CALLED = frozenset((*FUNCTIONS, Kind.OVERLOADED_REF))
_MAKING = frozenset((Kind.CONSTRUCTOR, Kind.DESTRUCTOR))
_WRAPPERS = frozenset((Kind.UNEXPOSED_EXPR, Kind.PAREN))
_SCOPES = frozenset((Kind.COMPOUND, Kind.IF, Kind.SWITCH, *LOOPS))
"""Statements with whose end variables end."""
_LEAVING = frozenset((Kind.RETURN, Kind.GOTO, Kind.INDIRECT_GOTO, Kind.BREAK, Kind.CONTINUE, Kind.THROW))
_LEADING_ON = lazy_pattern(rb"(?:->|\.)\s*[A-Za-z_$][\w$]*|(?<![\w$])[A-Za-z_$][\w$]*(?=\s*(?:->|\.|\[))")
"""Words that no function has: a member's, and that of a variable which leads to one, or to an element."""
_NAME = lazy_pattern(r"[^\x00-#%-@\[-^`{-\x7f][\w$]*")
"""A name, whose first character is no digit and no other sign of ASCII."""
_RUN = EVALUATED | {Role.UNKNOWN}
"""The parts of directives that may call functions."""
_OBJECT, _ENDS, _ANY = "operator()", "~", ""
"""Names of what is called as an object, of each destructor, and of all to which pointers lead."""


class Function(NamedTuple):
    """A function that the source defines: its name, and where it stands."""

    name: str
    span: Span
    unnamed: bool = False
    """Whether it is a lambda."""


class Calls(ABC):
    """Answers for one file; all places are its own."""

    def __init__(self, functions: Sequence[Function]) -> None:
        self.functions = functions
        self._reaching: dict[Function, frozenset[str]] = {}
        self._recursive: dict[Function, bool] = {}

    def leads(self, text: Span, function: Function) -> bool:
        """Whether text of the file may call a function, or one that leads to it.

        Not each operator's call is seen: what an operator leads to may run anywhere.
        """
        names = self._names_of(function)
        if any(map(_may_be_unseen, names)):
            return True
        inside = function.unnamed and text.start <= function.span.start < text.end
        return inside or not names.isdisjoint(self.named_in(text))

    def calls_itself(self, function: Function) -> bool:
        """Whether a function may be called again before it ends, as far as names show."""
        if function not in self._recursive:
            named = self.named_in(self._body(function))
            self._recursive[function] = not self._names_of(function).isdisjoint(named)
        return self._recursive[function]

    def _body(self, function: Function) -> Span:
        """The text in which a function may call others."""
        return function.span

    @abstractmethod
    def named_in(self, text: Span) -> frozenset[str]:
        """What some text names."""

    @abstractmethod
    def called(self, function: Function) -> Collection[str]:
        """What text that calls a function may name."""

    def _names_of(self, function: Function) -> frozenset[str]:
        """What text may name that calls a function, or one that calls it, and so on."""
        if function not in self._reaching:
            names, reaching = set(self.called(function)), {function}
            waiting = [*names]
            while waiting:
                for caller in self._naming_it.get(waiting.pop(), ()):
                    if caller not in reaching:
                        reaching.add(caller)
                        more = set(self.called(caller)) - names
                        names |= more
                        waiting += more
            self._reaching[function] = frozenset(names)
        return self._reaching[function]

    @cached_property
    def _naming_it(self) -> dict[str, list[Function]]:
        """By what text may name: the functions of which the text does."""
        found: dict[str, list[Function]] = {}
        for function in self.functions:
            for name in self.named_in(function.span):
                found.setdefault(name, []).append(function)
        return found


class CallsByWords(Calls):
    """Answers for a file whose trees have no places in the parsed text: who names another may call it."""

    def __init__(
        self,
        lexed: Lexed,
        functions: Sequence[Function],
        macros: Callable[[Iterable[str]], frozenset[str]],
    ) -> None:
        """``macros`` gives those whose text comes to some words."""
        super().__init__(functions)
        self.lexed, self.macros = lexed, macros

    def named_in(self, text: Span) -> frozenset[str]:
        """The words of some text."""
        return frozenset(words_in(self.lexed.code[text.start : text.end]))

    def _body(self, function: Function) -> Span:
        """The text behind a function's head, which has its name, too."""
        start, end = function.span
        return Span(max(start, self.lexed.code.find(b"{", start, end)), end)

    def called(self, function: Function) -> Collection[str]:
        """The word by which code calls a function, and the macros that come to it."""
        word = word_of(function.name)
        return {word, *self.macros([word])}


def words_in(code: bytes) -> Iterator[str]:
    """The words of some text."""
    return (found.group().decode("utf-8", "replace") for found in _WORD.finditer(code))


def word_of(name: str) -> str:
    """The word by which code calls a function: a class's for what makes or ends its objects."""
    return next(words_in(name.encode()), "operator")


class CallGraph(Calls):
    """Answers for one source, by the names that Clang resolves."""

    def __init__(self, functions: Sequence[Function], read: Callable[[], Naming]) -> None:
        """``read`` gives where the source names functions, once somebody asks."""
        super().__init__(functions)
        self.read = read

    def named_in(self, text: Span) -> frozenset[str]:
        """The functions that some text names, with those that a call of any may run."""
        places, mentions = self._mentions
        first, last = (bisect_left(places, place) for place in text)
        named = frozenset(name for _, name in mentions[first:last])
        return named | self.naming.always if named else named

    def leading(self, function: Function) -> list[int]:
        """The places at which the source may call a function, or one that leads to it, in order."""
        return self._named_at(function, self._names_of(function))

    def calling(self, function: Function) -> list[int]:
        """The places at which the source may call a function itself."""
        return self._named_at(function, self.called(function))

    def _named_at(self, function: Function, names: Collection[str]) -> list[int]:
        """Where the source may run what calls a function, by some names."""
        if any(_may_be_unseen(name) for name in names) or not self.naming.always.isdisjoint(names):
            found = {at for places in self._places.values() for at in places}
        else:
            found = {at for name in names for at in self._places.get(name, ())}
        if function.unnamed:
            found.add(function.span.start)
        return sorted(found)

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """By name: where the source may run what it names."""
        found: dict[str, list[int]] = {}
        for at, name in self.naming.runs:
            found.setdefault(name, []).append(at)
        return found

    def called(self, function: Function) -> Collection[str]:
        """A function's name, and that of all to which pointers lead."""
        if function.unnamed:
            return (_OBJECT, _ANY)
        name = spelled(function.name)
        taken = name in self.naming.taken or name == _OBJECT
        return (name, _ANY) if taken else (name,)

    @cached_property
    def naming(self) -> Naming:
        """Where the source names functions."""
        return self.read()

    @cached_property
    def _mentions(self) -> tuple[list[int], list[tuple[int, str]]]:
        rows = sorted(self.naming.runs | self.naming.addresses)
        return [at for at, _ in rows], rows


class Naming(NamedTuple):
    """Where a source names functions."""

    runs: frozenset[tuple[int, str]]
    """The places that may run functions, with the names."""
    addresses: frozenset[tuple[int, str]]
    """Those that take addresses of functions."""
    taken: frozenset[str]
    """The functions whose addresses are taken, and those that make and end objects."""
    always: frozenset[str]
    """Those that a call of any other may run: variants, and what members and arguments begin with."""


class Reader:
    """Reads the names of functions in one text, of which no body is left out; headers by their words."""

    def __init__(self, parsed: Parsed, cxx: bool) -> None:
        self.parsed, self.cxx = parsed, cxx
        self.callees = Callees(parsed)
        self.implicit = ImplicitCalls(self.callees)
        self.own = {spelled(name) for name, _ in functions(parsed)}

    def read(self, lexed: Lexed, in_source: Callable[[int], int], directives: Iterable[Construct]) -> Naming:
        """All names; ``in_source`` gives the source's places, which ``lexed`` and ``directives`` have."""
        runs, addresses = set[tuple[int, str]](), set[tuple[int, str]]()
        taken, always = set[str](), set[str]()
        for construct in directives:
            for part in parts_of(construct):
                if part.role in _RUN:
                    text = _LEADING_ON.sub(b"", text_of(construct, part.span))
                    runs.update((construct.pragma.span.start, word) for word in self._words(text))
        for tree in tops(self.parsed):
            references = References(tree)
            ending: dict[int, set[str]] = {}
            """By statement: what the variables in it run where it is left."""
            for node in tree.nodes:
                named = set(self._named(node, references))
                if node.kind in _NAMING and named and not _is_callee(node, references):
                    taken |= named
                    addresses.update((in_source(node.start), name) for name in named)
                    always |= named if _is_elsewhere(node) else set()
                    named.clear()
                elif node.kind in _MAKING:
                    taken.add(spelled(node.name()))
                if self.cxx and node.hides_first:
                    start, end = in_source(node.start), in_source(node.end)
                    named.update(self._words(lexed.code[start:end]))
                always |= named if named and _is_elsewhere(node) else set()
                if named and node.kind == Kind.VARIABLE:
                    around = next((each for each in node.ancestors() if each.kind in _SCOPES), None)
                    if around is not None:
                        ending.setdefault(around.index, set()).update(named)
                        runs.update((in_source(around.end - 1), name) for name in named)
                elif ending and node.kind in _LEAVING:
                    named.update(*(ending.get(each.index, ()) for each in node.ancestors()))
                runs.update((in_source(node.start), name) for name in named)
        always |= {callee.name for callee in self.callees.variants}
        headers = self._headers
        taken |= headers.taken
        runs |= {(at, inner) for at, name in runs for inner in headers.by.get(name, ())}
        return Naming(frozenset(runs), frozenset(addresses), frozenset(taken), frozenset(always))

    @cached_property
    def _headers(self) -> CalledBack:
        """What functions of headers run of the source's."""
        texts = [text for name, text in self.parsed.own_texts if name != self.parsed.filename]
        macros = self.parsed.macros_leading_to
        return called_back(texts, self.own, lambda: macros(self.own), self.cxx) if texts else NOTHING

    def _words(self, text: bytes) -> Iterator[str]:
        """The words of a text that are names of the source's functions."""
        return (word for word in words_in(text) if word in self.own)

    def _named(self, node: Node, references: References) -> Iterator[str]:
        """The functions that a node names, or runs by itself."""
        if node.kind in _NAMING:
            target = references.of(node.index)
            if target is not None and target.kind in _CALLED:
                yield spelled(node.name())
        if node.kind == Kind.CALL:
            yield from self._called(node, references)
        implied = self.implicit.of(node)
        if node.kind in _MAKING:
            callee = self.callees.declared_at(node)
            if self.callees.has_body(callee.key):
                implied = self.implicit.of_function(callee.key)
        yield from (spelled(callee.name) for callee in implied.functions)
        if implied.unknown:
            yield _ANY

    def _called(self, call: Node, references: References) -> Iterator[str]:
        """The function that a call calls; who is given an object by a call may call that."""
        name = spelled(references.callee_name(call.index))
        if name:
            yield name
        else:
            yield from self._words(self.parsed.data[call.start : call.end])
        if name in ("", _OBJECT) or (name not in self.own and any(map(may_be_called, arguments_of(call)))):
            yield _ANY


def spelled(name: str) -> str:
    """How calls are told apart by a function's name: destructors are not, of no class's constructors any."""
    if name.startswith(_ENDS):
        return _ENDS
    found = _NAME.match(name)
    return name if found is None or found.group() == "operator" else found.group()


def _is_elsewhere(name: Node) -> bool:
    """Whether a member or an argument begins with what stands there: calls that do not show it run it."""
    return any(each.kind in (Kind.FIELD, Kind.PARAMETER) for each in name.ancestors())


def _may_be_unseen(name: str) -> bool:
    """Whether calls of a function may have no name: not each call of an operator is seen."""
    return name.startswith("operator") and name != _OBJECT


def _is_callee(name: Node, references: References) -> bool:
    """Whether a function's name is what a call calls."""
    inner, above = name, name.parent
    while above is not None and above.kind in _WRAPPERS:
        inner, above = above, above.parent
    if above is None or above.kind != Kind.CALL or references.callee_name(above.index) != name.name():
        return False
    first = next((each.index for each in above.below if each.kind in EXPRESSIONS), -1)
    return inner.index == first or name.name().startswith("operator")
