# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Changes: statements of Clang's tree -> which objects they, and all that they call, may change.

``s->n += *p;``  ->  the member ``n`` of any such struct. What is not understood changes everything, and is
named. Places are those of :mod:`~pointerchain.translator.clang.storage`: sources can be put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pointerchain.analysis.formats import stores_nothing
from pointerchain.analysis.library import (
    LIBRARY,
    STREAMS,
    LibraryFunction,
    ModRef,
    library_function,
    replaced_library_functions,
)
from pointerchain.suggest.clauses import Clauses
from pointerchain.suggest.departures import departures, ends_program
from pointerchain.suggest.names import INDIRECT
from pointerchain.suggest.pointers import (
    behind,
    beyond,
    compared_by,
    escaping,
    fresh,
    is_array,
    is_number,
    private,
)
from pointerchain.suggest.threads import Makers, meet
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.actions import FIRST
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.callees import Callee, Callees, Knowledge
from pointerchain.translator.clang.implicit import runs_get
from pointerchain.translator.clang.libclang import (
    DECLARATIONS,
    EXPRESSIONS,
    INCREMENTS,
    Binary,
    Kind,
    TypeKind,
    Unary,
)
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.ranges import range_of
from pointerchain.translator.clang.storage import Place, Storage, leads_to_object
from pointerchain.translator.clang.targets import ANY_FORM, Targets
from pointerchain.translator.clang.tree import Node, Tree

_HARMLESS = frozenset(
    (
        *(Kind.DECL_REF, Kind.MEMBER, Kind.PAREN, Kind.SUBSCRIPT, Kind.CONDITIONAL, Kind.C_CAST),
        *(Kind.COMPOUND_LITERAL, Kind.INIT_LIST, Kind.INTEGER, Kind.FLOATING, Kind.IMAGINARY, Kind.STRING),
        *(Kind.CHARACTER, Kind.BOOLEAN, Kind.NULLPTR, Kind.STATEMENT_EXPR, Kind.GENERIC, Kind.STATIC_CAST),
        *(Kind.CONST_CAST, Kind.REINTERPRET_CAST, Kind.FUNCTIONAL_CAST, Kind.THIS, Kind.SIZEOF, Kind.BINARY),
        *(Kind.UNARY, Kind.COMPOUND_ASSIGN, Kind.LABEL, Kind.COMPOUND, Kind.CASE, Kind.DEFAULT, Kind.IF),
        *(Kind.SWITCH, Kind.WHILE, Kind.DO, Kind.FOR, Kind.GOTO, Kind.CONTINUE, Kind.BREAK, Kind.RETURN),
        *(Kind.NULL, Kind.DECL_STMT, Kind.UNEXPOSED_EXPR, Kind.ADDR_LABEL),
    )
)
"""Expressions and statements that change nothing but what is looked at one by one."""
_MADE = frozenset((Kind.INIT_LIST, Kind.COMPOUND_LITERAL))
_ATTRIBUTES = range(400, 500)
_REFERENCES = range(43, 51)


OWN = "own"
"""A variable that the calling function makes anew: what is stored there is nothing to those that call it."""


class Led(NamedTuple):
    """Where an argument leads, as far as the call shows it; nowhere that is known where nothing is named."""

    variable: str = ""
    """The variable that it leads into: its USR, or ``OWN``."""
    members: tuple[str, ...] = ()
    """The member that it leads to, with what lies over it in unions."""
    aliases: tuple[str, ...] = ()
    """Their alias classes."""
    whole: bool = True
    """Whether it leads to a whole object or array, so that no subscript goes beyond it."""


class Called(NamedTuple):
    """A function that is called, and where its arguments lead."""

    key: str
    """Its USR."""
    arguments: tuple[Led, ...] = ()


class Stored(NamedTuple):
    """What a function stores where a parameter leads."""

    parameter: int
    """From 0."""
    alias: str
    first: bool
    """Whether it is only what the parameter itself points to, no other element."""


class Changes(NamedTuple):
    """What statements may change."""

    members: frozenset[str] = frozenset()
    """Members of any object behind a pointer, or in a variable that a pointer may lead to."""
    variables: frozenset[tuple[str, str]] = frozenset()
    """Variables that are named: with '' as a whole, or with the member that is stored."""
    through: frozenset[str] = frozenset()
    """Alias classes that are stored by plain pointers."""
    restricted: frozenset[tuple[str, str]] = frozenset()
    """The same by pointers beside which none leads there: variable and class.

    They are ``restrict`` parameters, and pointers to memory of their own, of which no other pointer is made.
    """
    given: frozenset[tuple[str, str]] = frozenset()
    """The same by parameters of which no pointer is made, and that are not ``restrict``."""
    parameters: frozenset[Stored] = frozenset()
    """Of a function: where it stores so by which of them."""
    aliases: frozenset[str] = frozenset()
    """Alias classes of all that is stored where a pointer may lead."""
    opaque: frozenset[str] = frozenset()
    """What may change anything that another function can reach, as a message names it."""
    calls: frozenset[Called] = frozenset()
    """Functions that are called."""
    leaves: bool = False
    """Whether control may not come to the end: what is called may end the program."""
    frees: bool = False
    """Whether objects may end."""
    keeps: bool = False
    """Of a function of another source: whether it may do more than compute a value of its arguments."""

    def __or__(self, other: object) -> Changes:
        """Both, one after the other."""
        assert isinstance(other, Changes)
        return Changes(
            self.members | other.members,
            self.variables | other.variables,
            self.through | other.through,
            self.restricted | other.restricted,
            self.given | other.given,
            self.parameters | other.parameters,
            self.aliases | other.aliases,
            self.opaque | other.opaque,
            self.calls | other.calls,
            self.leaves or other.leaves,
            self.frees or other.frees,
            self.keeps or other.keeps,
        )


NOTHING = Changes()


def bound(changes: Changes, arguments: tuple[Led, ...]) -> Changes:
    """What a call does: what is stored where parameters lead is stored in what the arguments name."""
    if not changes.parameters:
        return changes
    through, variables, members = set(changes.through), set(changes.variables), set(changes.members)
    for number, alias, first in changes.parameters:
        led = arguments[number] if number < len(arguments) else Led()
        named = bool(led.members) and alias in led.aliases and alias != ANY and (first or led.whole)
        if named:
            members |= set(led.members)
        if led.variable and led.variable != OWN:
            variables |= {(led.variable, member) for member in led.members if named} or {(led.variable, "")}
        if not named and (led.members or not led.variable or alias == ANY):
            through.add(alias)
    return changes._replace(
        members=frozenset(members),
        through=frozenset(through),
        variables=frozenset(variables),
        parameters=frozenset(),
    )


def opaque(what: str) -> Changes:
    """What nobody understands: it may change anything, end objects, and not come back."""
    return Changes(opaque=frozenset((what,)), leaves=True, frees=True)


def called(callee: Callee) -> Changes:
    """What a call of a function does, without where its arguments lead."""
    if callee.knowledge in (Knowledge.SEEN, Knowledge.NAMED):
        return Changes(calls=frozenset((Called(callee.key),)))
    row = library_function(callee.name) if callee.knowledge is Knowledge.SYSTEM else None
    if callee.knowledge is Knowledge.PURE or (row is not None and row.is_pure):
        return NOTHING
    ends = row is not None and row.noreturn
    return Changes(leaves=True) if ends else opaque(f"a call of '{callee.name}'")


def replaced(parsed: Parsed) -> dict[str, Changes]:
    """The functions of the library that a source may define anew: they may do anything."""
    found: dict[str, Changes] = {}
    for name in replaced_library_functions(text for _, text in parsed.own_texts):
        row = library_function(name)
        key = STREAMS if row is not None and row.stream else LIBRARY + name
        found[key] = opaque(f"a call of '{name}', which the program may define")
    return found


Resolver = Callable[[str], "Changes | None"]
"""What a function does that another source defines, by its USR; None where none does."""


class Direct:
    """What the statements of one function do by themselves; what they call is named."""

    def __init__(
        self,
        tree: Tree,
        storage: Storage,
        callees: Callees,
        escaping: frozenset[str],
        cxx: bool,
        elsewhere: Resolver,
        targets: Targets | None,
    ) -> None:
        """``escaping`` are the function's variables to which a pointer may lead.

        ``targets`` says where pointers to functions lead, None of C++.
        """

        def computes(key: str) -> bool:
            found = elsewhere(key)
            return found is not None and not found.keeps

        self.tree, self.storage, self.callees, self.escaping = tree, storage, callees, escaping
        self.targets, self.cxx, self.elsewhere = targets, cxx, elsewhere
        self.private = frozenset(private(tree, storage))
        self.first = self.private - beyond(tree, storage)
        """Those of them of which only the first element is used."""
        self.fresh = fresh(tree, storage, callees, cxx, computes) - escaping
        self.known: dict[str, Callee] = {}
        """The functions that are called, by USR."""
        self._rows: dict[int, Changes] = {}

    def of(self, indices: Iterable[int]) -> Changes:
        """What the nodes do, each by itself: all those below a statement make the statement."""
        found = NOTHING
        for index in indices:
            row = self.at(index)
            if row is not NOTHING:
                found |= row
        return found

    def below(self, index: int) -> Changes:
        """What a statement or expression does."""
        return self.of(range(index, self.tree.after[index]))

    def at(self, index: int) -> Changes:
        """What one node does, without what is in it."""
        row = self._rows.get(index)
        if row is None:
            row = self._rows[index] = self._at(index)
        return row

    def _at(self, index: int) -> Changes:
        kind = self.tree.kinds[index]
        if kind in _ATTRIBUTES or kind in _REFERENCES:
            return NOTHING
        node = self.tree.node(index)
        if self.cxx and (kind == Kind.VARIABLE or kind in EXPRESSIONS) and self.callees.undecided(node):
            return opaque("what a template's argument decides")
        if kind == Kind.CALL:
            return self._call(node)
        if kind in DECLARATIONS:
            return self._declaration(node)
        if self.cxx and node.hides_first:
            return opaque(FIRST)
        if kind == Kind.FOR_RANGE and range_of(node) is not None:
            return NOTHING
        if kind not in _HARMLESS:
            return opaque(_WORDS.get(kind, "what is not understood"))
        if kind in (Kind.DECL_REF, Kind.MEMBER) and self.cxx and self.callees.runs_where_named(node):
            return opaque(f"what '{node.name()}' begins with in each thread")
        if kind in _MADE and self.cxx and self.callees.runs_unwritten(node):
            return opaque("what runs where an object is made in braces, or where that ends")
        if kind == Kind.UNEXPOSED_EXPR and sum(1 for _ in self.tree.children(index)) != 1:
            return opaque("an atomic operation, or what is not understood")  # a default argument
        if kind in (Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY) and node.type.volatile:
            return opaque("a volatile or atomic access")
        if kind == Kind.COMPOUND_ASSIGN or (
            kind == Kind.BINARY and self.tree.node(index).binary_operator == Binary.ASSIGN
        ):
            return self.stored(node.below[0])
        if kind == Kind.UNARY and node.unary_operator in INCREMENTS:
            return self.stored(node.below[0])
        return NOTHING

    def stored(self, target: Node) -> Changes:
        """What an assignment to an expression changes."""
        return self._placed(self.storage.place(target))

    def _placed(self, place: Place) -> Changes:
        members = frozenset(part.member for part in place.parts)
        aliases = place.aliases | {part.alias for part in place.parts}
        if ANY in aliases and not place.variable and not place.parts:
            return Changes(through=frozenset((ANY,)), aliases=frozenset((ANY,)))
        if place.variable:
            named = frozenset((place.variable, member) for member in members or {""})
            if place.variable not in self.escaping:
                return Changes(variables=named)
            through = frozenset((ANY,)) & aliases
            return Changes(members=members, variables=named, through=through, aliases=aliases)
        if place.plain and place.root in self.fresh:
            return Changes(restricted=frozenset((place.root, alias) for alias in aliases))
        if place.plain and place.root in self.private:
            rows = frozenset((place.root, alias) for alias in aliases)
            return Changes(restricted=rows) if place.restricted else Changes(given=rows, aliases=aliases)
        if place.plain:
            return Changes(through=aliases, aliases=aliases)
        through = frozenset((ANY,)) & aliases
        return Changes(members=members, through=through, aliases=aliases)

    def _declaration(self, node: Node) -> Changes:
        if node.kind == Kind.VARIABLE and self.callees.runs_at_end(node):
            return opaque(f"the end of '{node.name()}'")
        if node.kind == Kind.UNEXPOSED_DECL and any(each.kind == node.kind for each in node.below):
            return opaque("a structured binding") if runs_get(node) else NOTHING
        if node.kind in (Kind.VARIABLE, Kind.PARAMETER) and node.type.volatile:
            return opaque("a volatile or atomic access")
        return NOTHING

    # --- calls -------------------------------------------------------------------------------------------

    def _call(self, node: Node) -> Changes:
        callee = self.callees.of(node)
        name = callee.name
        if callee.knowledge is Knowledge.UNKNOWN:
            if self.callees.copies_bytes(node):
                return self.stored(node.below[0]) if name == "operator=" else NOTHING
            return self._indirect(node) or opaque(f"a call of '{name}'" if name else _THROUGH)
        if node.type_kind == TypeKind.RECORD.value and self.callees.runs_at_end(node):
            return opaque(f"the end of what '{name}' returns")
        if callee.knowledge is Knowledge.PURE:
            return NOTHING
        if callee.knowledge is Knowledge.SYSTEM:
            return self._library(node, name)
        self.known[callee.key] = callee
        return Changes(calls=frozenset((Called(callee.key, self._led_into(node)),)))

    def _indirect(self, call: Node) -> Changes | None:
        """What a call through a pointer does: None where it is none, or nobody knows where that may lead."""
        form = self.targets.form(call) if self.targets is not None else ""
        if self.targets is None or not form:
            return None
        callees = self.targets.of(call)
        if callees is None:
            return Changes(calls=frozenset((Called(INDIRECT + form),)))
        found = NOTHING
        for callee in callees:
            self.known[callee.key] = callee
            found |= called(callee)
        return found

    def _led_into(self, call: Node) -> tuple[Led, ...]:
        """Where each argument of a call leads: an array's name, ``&v``, ``&s->n``."""
        inside = [each for each in call.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if not inside or inside[0].type_kind != TypeKind.POINTER.value:
            return ()
        if behind(inside[0]).kind != Kind.DECL_REF:
            return ()  # an operator, whose operands stand around it, or a member function
        return tuple(self._led(each) for each in inside[1:])

    def _led(self, argument: Node) -> Led:
        at, taken = behind(argument), False
        if at.kind == Kind.UNARY and at.unary_operator == Unary.ADDRESS_OF:
            at, taken = behind(at.below[0]), True
        elif not is_array(at):
            return Led()
        if at.kind == Kind.DECL_REF:
            declared = at.declaration()
            kinds = (Kind.VARIABLE, Kind.PARAMETER) if taken else (Kind.VARIABLE,)
            known = declared is not None and declared.kind in kinds
            return Led(self.storage.place(at).variable) if known else Led()
        if self.storage.is_record(at):
            return Led()
        row = self._placed(self.storage.place(at))
        if row.through or row.restricted or row.given or row.opaque or not row.members:
            return Led()
        variable = next((name for name, _ in row.variables), "")
        element = at.kind == Kind.SUBSCRIPT and is_array(behind(at.below[0]))
        whole = element or is_array(at)
        return Led(variable, tuple(sorted(row.members)), tuple(sorted(row.aliases)), whole)

    def _library(self, node: Node, name: str) -> Changes:
        row = library_function(name)
        if row is None or (row.stream and self.elsewhere(STREAMS) is None):
            return opaque(f"a call of '{name}'")
        if self.elsewhere(LIBRARY + name) is not None:  # the program may define it anew
            return self._by_row(node, name, row) | Changes(calls=frozenset((Called(LIBRARY + name),)))
        return self._by_row(node, name, row)

    def _by_row(self, node: Node, name: str, row: LibraryFunction) -> Changes:
        if row.noreturn:
            return Changes(leaves=True)
        if row.frees:
            return Changes(frees=True)
        arguments = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR][1:]
        if row.calls:
            return self._sorts(arguments, name)
        if any(self._gives_function(each) for each in arguments):
            return opaque(f"a call of '{name}'")
        found = Changes(calls=frozenset((Called(STREAMS),))) if row.stream else NOTHING
        format = arguments[row.format] if 0 <= row.format < len(arguments) else None
        formatted = format is not None and not stores_nothing(format)
        for number, argument in enumerate(arguments):
            found |= self._argument(argument, row, number, name)
            if formatted and number > row.format:
                found |= self._by_pointer(argument, name)
        return found

    def _argument(self, argument: Node, row: LibraryFunction, number: int, name: str) -> Changes:
        """What a function of the library stores where an argument leads."""
        does = row.argument(number)
        if does is ModRef.BYTES:
            return self._bytes(argument)
        return self._by_pointer(argument, name) if does & ModRef.MOD else NOTHING

    def _sorts(self, arguments: list[Node], name: str) -> Changes:
        """What is stored by a function that moves objects and calls another to compare them."""
        callee = compared_by(arguments, self.callees)
        if callee is None:
            return opaque(f"a call of '{name}'")
        self.known[callee.key] = callee
        return self._bytes(arguments[0]) | Changes(calls=frozenset((Called(callee.key),)))

    def _by_pointer(self, argument: Node, name: str) -> Changes:
        """What is stored where an argument leads, as its pointer's type says."""
        if not leads_to_object(argument):
            return NOTHING
        at = argument
        while at.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
            inside = [each for each in at.below if each.kind >= Kind.UNEXPOSED_EXPR]
            if len(inside) != 1 or (at.kind == Kind.C_CAST and not is_number(inside[0])):
                break
            at = inside[0]
        if at.kind == Kind.UNARY and at.unary_operator == Unary.ADDRESS_OF:
            return self.stored(at.below[0])
        return NOTHING if semantics.integer_value(at) == 0 else opaque(f"a call of '{name}'")

    def _gives_function(self, argument: Node) -> bool:
        return types.points_to_function(argument)

    def _bytes(self, argument: Node) -> Changes:
        """Bytes that are stored where an argument leads: in a variable that it names, or anywhere."""
        everything = Changes(through=frozenset((ANY,)), aliases=frozenset((ANY,)))
        at = argument
        while at.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
            inside = [each for each in at.below if each.kind >= Kind.UNEXPOSED_EXPR]
            if len(inside) != 1:
                return everything
            at = inside[0]
        place = self.storage.place(at)
        if place.variable in self.fresh and at.kind == Kind.DECL_REF:
            return Changes(restricted=frozenset(((place.variable, ANY),)))
        array = at.kind == Kind.DECL_REF and not self.storage.is_value(at)
        if not array or not place.variable:
            return everything
        if place.variable in self.escaping:
            return self._placed(place)  # what others read there is of its elements' types
        return Changes(variables=frozenset(((place.variable, ""),)))


_THROUGH = "a call through a pointer"
_WORDS = {
    Kind.ASM: "inline assembly",
    Kind.NEW: "'new'",
    Kind.DELETE: "'delete'",
    Kind.THROW: "'throw'",
    Kind.TRY: "'try'",
    Kind.LAMBDA: "a lambda",
    Kind.FOR_RANGE: "a loop over a range",
    Kind.INDIRECT_GOTO: "a computed goto",
}


def closure(first: str, direct: Callable[[str], Changes]) -> Changes:
    """What a function and all that it calls do, from what each does by itself."""
    found = direct(first)
    seen = set(found.calls)
    waiting = list(seen)
    while waiting:
        called = waiting.pop()
        own = direct(called.key)
        found |= bound(own, called.arguments)
        for each in own.calls - seen:
            seen.add(each)
            waiting.append(each)
    return found


class Summaries:
    """What functions do, with all that they call; one for each source."""

    def __init__(
        self, callees: Callees, storage: Storage, cxx: bool, elsewhere: Resolver, targets: Targets | None
    ) -> None:
        self.targets = targets
        self.callees, self.storage, self.cxx, self.elsewhere = callees, storage, cxx, elsewhere
        self.clauses = Clauses(callees.parsed, cxx)
        self._direct: dict[str, Changes] = {}
        self._whole: dict[str, Changes] = {}
        self.names: dict[str, str] = {}

    def whole(self, changes: Changes, names: dict[str, Callee]) -> Changes:
        """The same with what is called, and what that calls."""
        self.names.update((key, callee.name) for key, callee in names.items())
        for called in sorted(changes.calls):
            changes |= bound(self.of(called.key), called.arguments)
        return changes

    def of(self, first: str) -> Changes:
        """What a function and all that it calls do."""
        if first not in self._whole:
            self._whole[first] = closure(first, self.direct)
        return self._whole[first]

    def direct(self, key: str) -> Changes:
        """What a function does by itself."""
        if key not in self._direct:
            self._direct[key] = NOTHING
            self._direct[key] = self._look(key)
        return self._direct[key]

    def _look(self, key: str) -> Changes:
        if not self.callees.has_body(key):
            return self._unseen(key)
        tree = self.callees.tree(key)
        direct = self.made(tree, escaping(tree, self.storage, self.callees, self.cxx))
        own = locals_of(tree, self.storage)
        found = self._returning(tree, direct)
        parsed = self.callees.parsed
        if self.meets(
            self.callees.text(key),
            Makers(
                parsed.pragma_macros,
                parsed.macro_definitions,
                self.clauses.run_code,
                self.clauses.order,
            ),
        ):
            found |= opaque(f"what other threads do where they meet in '{self.callees.name(key)}'")
        self.names.update((each, callee.name) for each, callee in direct.known.items())
        order = {name: number for number, name in enumerate(self.callees.parameters(key))}
        rows = {row for row in found.restricted | found.given if row[0] not in direct.fresh}
        parameters = frozenset(
            Stored(order[name], alias, name in direct.first) for name, alias in rows if name in order
        )
        through = found.through | {alias for name, alias in rows if name not in order}
        variables = frozenset(row for row in found.variables if row[0] not in own)
        leaves = found.leaves or has_endless_loop(tree)
        found = found._replace(
            through=through,
            restricted=frozenset(),
            given=frozenset(),
            calls=frozenset(_without(each, own) for each in found.calls),
            parameters=parameters,
            aliases=found.aliases | through | {row.alias for row in parameters},
            variables=variables,
            leaves=leaves,
        )
        return found if self.cxx or not self.callees.is_shared(key) else found | self._unseen(key)

    def made(self, tree: Tree, escaping: frozenset[str]) -> Direct:
        """What answers for the statements of one function."""
        return Direct(tree, self.storage, self.callees, escaping, self.cxx, self.elsewhere, self.targets)

    def meets(self, text: bytes, makers: Makers) -> bool:
        """Whether directives in a function's text let what other threads do be seen."""
        return meet(text, makers)

    def _unseen(self, key: str) -> Changes:
        """What a function does whose body is not here."""
        found = self.elsewhere(key)
        if found is None:
            indirect = key.startswith(INDIRECT)
            return opaque(_THROUGH if indirect else f"a call of '{self.names.get(key, key)}'")
        return found._replace(keeps=False) | self._own_targets(key)

    def _own_targets(self, key: str) -> Changes:
        """What this very source adds to what is known of the functions that pointers of one type lead to.

        It may be another text than that which the program was read from.
        """
        found = NOTHING
        if not key.startswith(INDIRECT) or self.targets is None:
            return found
        form, taken = key.removeprefix(INDIRECT), self.targets.taken
        for each, callees in taken.functions.items():
            for callee in callees if form in (each, ANY_FORM) or each == ANY_FORM else ():
                self.names[callee.key] = callee.name
                found |= called(callee)
        for each, wheres in taken.doubts.items():
            for where in wheres if form in (each, ANY_FORM) or each == ANY_FORM else ():
                found |= opaque(f"{_THROUGH} that may come from {where}")
        return found

    def _returning(self, tree: Tree, direct: Direct) -> Changes:
        """What a body does on its ways back to the caller; what ends the program only leaves."""
        found, at = NOTHING, 1
        body = next((each for each in tree.children(1) if tree.kinds[each] == Kind.COMPOUND), None)
        if body is not None and ends_program(tree, body, self.callees):
            return Changes(leaves=True)
        if body is not None:
            for part in departures(tree, body, lambda index: ends_program(tree, index, self.callees)):
                found |= direct.of(range(at, part.start)) | Changes(leaves=True)
                at = part.end
        return found | direct.of(range(at, len(tree)))


def _without(called: Called, own: frozenset[str]) -> Called:
    """A call as those see it that call the function in which it stands."""
    rows = (each._replace(variable=OWN) if each.variable in own else each for each in called.arguments)
    return called._replace(arguments=tuple(rows))


def locals_of(tree: Tree, storage: Storage) -> frozenset[str]:
    """The variables that a function, or a part of one, makes anew each time."""
    found = set()
    for index in range(1, len(tree)):
        if tree.kinds[index] in (Kind.VARIABLE, Kind.PARAMETER):
            found |= local_at(tree, index, storage)
    return frozenset(found)


def local_at(tree: Tree, index: int, storage: Storage) -> set[str]:
    """The USR of the variable that a declaration makes anew, or nothing."""
    node = tree.node(index)
    declared = node.declared()
    return set() if declared.lasting else {storage.usr(node)}


def has_endless_loop(tree: Tree) -> bool:
    """Whether a loop has no condition that could end it, so that control may never come behind it."""
    for index in range(1, len(tree)):
        kind = tree.kinds[index]
        if kind == Kind.GOTO:
            return True
        if kind in (Kind.FOR, Kind.WHILE, Kind.DO):
            inside = [tree.node(each) for each in tree.children(index)]
            heads = inside[:-1] if kind != Kind.DO else inside[1:]
            if len(heads) < (3 if kind == Kind.FOR else 1):
                return True  # its condition may be what is left out
            if any(semantics.integer_value(each) not in (None, 0) for each in heads[-2:]):
                return True
    return False
