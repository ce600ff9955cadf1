# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Points-to: the sources of a program -> which allocations a pointer variable or member may lead to.

``s->t = malloc(n); s->tn = malloc(n);``  ->  ``t`` and ``tn`` of a struct lead to different memory. A *slot*
is a variable, or a member of any object of its type; a *site* is a call that allocates, or an array. Where
pointers change places (``p = a; a = b; b = p;``) each stays another one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from pointerchain.analysis.chains import Chain, Key
from pointerchain.analysis.counting import key_of
from pointerchain.analysis.escape import arguments_of, is_placed, returns_new_memory
from pointerchain.analysis.library import LibraryFunction, ModRefInfo, library_function, loads_code
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Callees, Knowledge
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import (
    is_array,
    is_in_union,
    is_only_declared,
    is_pointer,
    pointer_members_behind,
)
from pointerchain.translator.clang.initialized import has_bases, initialized
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    EXPRESSIONS,
    FUNCTIONS,
    INCREMENTS,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.clang.types import names_reference
from pointerchain.translator.clang.vectors import Use, is_vector, use_of, vector_of

Slot = Key
_VARIABLES = frozenset((Kind.VARIABLE, Kind.PARAMETER))
_LEADING = frozenset((POINTER_TYPE, *ARRAY_TYPES))
"""The types of pointers as they are given to functions: of a parameter that is declared so, an array's."""
_DEEPEST = 6
"""How many calls up the arguments of a function's callers are compared."""


class Site(NamedTuple):
    """A place where memory is made."""

    file: str
    offset: int
    array: str = ""
    """The name of an array that is declared there; else a call allocates."""


class Copy(NamedTuple):
    """A slot gets the value of another one; ``swapped`` where that only changes places with it."""

    to: Slot
    value: Slot
    swapped: bool = False


class CallOf(NamedTuple):
    """A call of a function: for each argument the slots and sites that it may be, None where nobody knows."""

    key: str
    arguments: tuple[Origin, ...]


class Origin(NamedTuple):
    """What a pointer is made from."""

    slot: Slot | None = None
    site: Site | None = None
    prefix: str = ""
    """What leads to the member that a slot is, as the source spells it."""
    known: bool = True


NULL, UNKNOWN = Origin(), Origin(known=False)


@dataclass
class Facts:
    """What the sources of a program store in pointers."""

    sites: dict[Slot, set[Site]] = field(default_factory=dict)
    copies: set[Copy] = field(default_factory=set)
    unknown: set[Slot] = field(default_factory=set)
    calls: dict[str, list[CallOf]] = field(default_factory=dict)
    parameters: dict[Slot, tuple[str, int]] = field(default_factory=dict)
    """By parameter: the function and its number there."""
    defined: set[str] = field(default_factory=set)
    open: set[str] = field(default_factory=set)
    """Functions that code may call which is not here."""
    addressed: set[Key] = field(default_factory=set)
    """Variables and members of numbers of which the address is taken."""
    exposed: set[Site] = field(default_factory=set)
    """Arrays that are used otherwise than by their elements."""
    declared: set[Slot] = field(default_factory=set)
    """Variables that are defined elsewhere."""
    made: set[Slot] = field(default_factory=set)
    """Variables that are defined here."""
    own: set[Slot] = field(default_factory=set)
    """Variables that no other source names."""
    sources: set[str] = field(default_factory=set)
    """Their files."""
    main: bool = False
    """Whether ``main`` is here."""
    missing: set[str] = field(default_factory=set)
    """Functions that are called and not here."""
    pointed: set[str] = field(default_factory=set)
    """Functions to which pointers lead, and names of calls of which a template decides what they call."""
    names: dict[str, str] = field(default_factory=dict)
    """The names of functions, by USR."""

    @property
    def closed(self) -> bool:
        """Whether no code runs that is not here, but for the system's."""
        return self.main and not self.missing - self.defined

    @property
    def is_whole(self) -> bool:
        """Whether each function of the program is here that is called by its name."""
        return self.main and not self.missing - self.defined - {""}


def add_source(facts: Facts, path: str, trees: Iterable[Tree], callees: Callees, storage: Storage) -> None:
    """Add what one source stores."""
    facts.sources.add(os.path.realpath(path))
    for tree in trees:
        _Reader(facts, tree, callees, storage).read()


class _Reader:
    def __init__(self, facts: Facts, tree: Tree, callees: Callees, storage: Storage) -> None:
        self.facts, self.tree, self.callees, self.storage = facts, tree, callees, storage

    def read(self) -> None:
        swaps = set(self._swaps())
        for node in self.tree.nodes:
            kind = node.kind
            if kind in FUNCTIONS:
                self._function(node)
            elif kind == Kind.VARIABLE:
                self._declared(node)
            elif kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN:
                named = ignoring_parens_and_implicit_casts(node.below[0])
                if is_pointer(node.below[0]) and named.kind in (Kind.DECL_REF, Kind.MEMBER):
                    self._store(_key(named), self._origin(node.below[1]), node.index in swaps)
            elif kind == Kind.CALL:
                self._call(node)
            elif kind in (Kind.DECL_REF, Kind.MEMBER):
                self._named(node)
            elif kind == Kind.FIELD:
                self._member(node)
            elif kind == Kind.INIT_LIST:
                self._initialized(node)
            elif kind in (Kind.LAMBDA, Kind.ASM, Kind.PAREN_INIT_LIST):
                self.facts.missing.add("")

    # --- parts of the tree --------------------------------------------------------------------------------

    def _function(self, node: Node) -> None:
        parameters = [each for each in node.below if each.kind == Kind.PARAMETER]
        if not any(each.kind == Kind.COMPOUND for each in node.below):
            return
        name = self.storage.usr(node)
        self.facts.defined.add(name)
        self.facts.names[name] = node.name()
        self.facts.main = self.facts.main or node.name() == "main"
        if node.is_external():
            self.facts.open.add(name)
        for number, each in enumerate(parameters):
            if is_pointer(each):
                self.facts.parameters[_declared_key(each)] = (name, number)
        if node.kind != Kind.FUNCTION:
            self.facts.open.add(name)
            self.facts.unknown.update(_declared_key(each) for each in parameters)
        for one, value in zip(node.below, node.below[1:], strict=False):
            member = one.declaration() if one.kind == Kind.MEMBER_REF else None
            if member is not None and one.type_kind == POINTER_TYPE:  # of a constructor
                self._store(key_of(member), self._origin(value), False)

    def _member(self, node: Node) -> None:
        """A member that is declared with a value, which constructors give it."""
        values = [each for each in node.below if each.kind in EXPRESSIONS]
        if values and node.type_kind == POINTER_TYPE:
            self._store(_declared_key(node), self._origin(values[-1]), False)
        self._vector(node)

    def _initialized(self, node: Node) -> None:
        for member, value in initialized(node):
            self._store(key_of(member), self._origin(value) if value is not None else UNKNOWN, False)
        if has_bases(node):
            self.facts.missing.add("")

    def _declared(self, node: Node) -> None:
        values = [each for each in node.below if each.kind in EXPRESSIONS]
        key = _declared_key(node)
        if any(each.kind in (Kind.FOR_RANGE, Kind.CATCH) for each in _holders(node)):
            self.facts.unknown.add(key)
        if values and node.type_kind == POINTER_TYPE:
            self._store(key, self._origin(values[-1]), False)
        self._vector(node)
        (self.facts.declared if is_only_declared(node) else self.facts.made).add(key)
        if not node.is_external():
            self.facts.own.add(key)

    def _vector(self, node: Node) -> None:
        """A vector has memory of its own, as an array has."""
        if node.type_kind == RECORD_TYPE and is_vector(node):
            key = _declared_key(node)
            self.facts.sites.setdefault(key, set()).add(site_of_array(key))

    def _store(self, slot: Slot | None, origin: Origin, swapped: bool) -> None:
        if slot is None:
            return
        if not origin.known:
            self.facts.unknown.add(slot)
        if origin.site is not None:
            self.facts.sites.setdefault(slot, set()).add(origin.site)
        if origin.slot is not None and origin.slot != slot:
            self.facts.copies.add(Copy(slot, origin.slot, swapped))

    def _origin(self, node: Node) -> Origin:
        """What a pointer's value is made from."""
        node = ignoring_parens_and_casts(node)
        if semantics.is_null_constant(node):
            return NULL
        vector = vector_of(node)
        if vector is not None:
            key = _vector_key(vector)
            return Origin(slot=key, prefix=prefix_of(vector)) if key is not None else UNKNOWN
        if node.kind == Kind.NEW:
            return UNKNOWN if is_placed(node) else Origin(site=self._site(node))
        if node.kind == Kind.CALL:
            return self._given_back(node)
        if is_array(node) and node.kind in (Kind.DECL_REF, Kind.MEMBER):
            key = _key(node)
            return Origin(site=site_of_array(key)) if key is not None else UNKNOWN
        if is_pointer(node) and node.kind in (Kind.DECL_REF, Kind.MEMBER):
            key = _key(node)
            return Origin(slot=key, prefix=prefix_of(node)) if key is not None else UNKNOWN
        if node.kind == Kind.BINARY and node.binary_operator in (Binary.ADD, Binary.SUBTRACT):
            pointer = next((each for each in node.below if each.type_kind == POINTER_TYPE), None)
            return self._origin(pointer) if pointer is not None else UNKNOWN
        if node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
            element = ignoring_parens_and_implicit_casts(node.below[0])
            if element.kind == Kind.SUBSCRIPT:
                return self._origin(element.below[0])
        return UNKNOWN

    def _given_back(self, call: Node) -> Origin:
        """What a call returns: memory of its own, or what the function's ``return``s say."""
        callee = self.callees.of(call)
        if callee.knowledge is Knowledge.SYSTEM:
            row = library_function(callee.name)
            if row is not None and (row.allocates or callee.name == "realloc"):
                return Origin(site=self._site(call))
            return UNKNOWN
        if callee.knowledge is Knowledge.SEEN and returns_new_memory(
            callee.key, self.storage, self.callees, self.storage.cxx
        ):
            return Origin(site=self._site(call))
        return UNKNOWN

    def _site(self, node: Node) -> Site:
        file, offset = node.origin()
        return Site(file or node.parsed.filename, offset)

    def _call(self, node: Node) -> None:
        callee = self.callees.of(node)
        arguments = arguments_of(node)
        if callee.knowledge is Knowledge.SYSTEM:
            row = library_function(callee.name)
            if loads_code(callee.name):
                self.facts.missing.add("")
            if row is not None:
                self._moved(row, arguments)
            return
        if callee.knowledge in (Knowledge.SEEN, Knowledge.NAMED):
            if callee.knowledge is Knowledge.NAMED:
                self.facts.missing.add(callee.key)
            row_ = CallOf(
                callee.key,
                tuple(self._origin(each) if each.type_kind in _LEADING else NULL for each in arguments),
            )
            self.facts.calls.setdefault(callee.key, []).append(row_)
        elif callee.knowledge is Knowledge.UNKNOWN and not (
            self.callees.copies_bytes(node) or self.callees.prints(node) or self.callees.follows_pointer(node)
        ):
            self._undecided(node)

    def _undecided(self, call: Node) -> None:
        """A call in a template may be of each function of its name, whatever its arguments are."""
        name = self.callees.undecided_name(call)
        row = library_function(name)
        if name and (row is None or not (row.moves or row.calls or row.allocates)):
            self.facts.pointed.add(name)
        else:
            self.facts.missing.add("")

    def _moved(self, row: LibraryFunction, arguments: list[Node]) -> None:
        """Bytes of one object become those of another: its pointers too, unless both are of one type."""
        members = [pointer_members_behind(ignoring_parens_and_casts(each)) for each in arguments]
        for (to, stored), (source, read) in permutations(enumerate(members), 2):
            copied = row.argument(to) & ModRefInfo.MOD and row.argument(source) & ModRefInfo.REF
            if copied and stored != read:
                self.facts.unknown.update(key_of(each) for each in stored)

    def _pointed(self, function: Node) -> None:
        """A function to which a pointer leads from here on: of the system's, it may do what no call shows."""
        name = self.storage.name(function)
        self.facts.pointed.add(name)
        self.facts.open.add(name)
        if self.callees.named(function) is None:
            self.facts.missing.add("")
        else:
            self.facts.missing.add(name)  # unless it is here

    def _named(self, node: Node) -> None:
        """A pointer, array or function that is named in a way by which others may come to it."""
        declared = node.declaration()
        if declared is None:
            return
        if declared.kind in FUNCTIONS:
            if not self._is_called(node) and not self.callees.prints(node):
                self._pointed(node)
            return
        if node.type_kind == RECORD_TYPE and is_vector(node):
            slot = _key(node)
            if slot is not None and use_of(node) is Use.SHARED:
                self.facts.unknown.add(slot)
            return
        above = node.parent
        chosen = False
        while above is not None and above.kind in (Kind.PAREN, Kind.CONDITIONAL):
            chosen = chosen or above.kind == Kind.CONDITIONAL
            above = above.parent
        key = _key(node)
        if key is None or above is None:
            return
        taken = above.kind == Kind.UNARY and above.unary_operator == Unary.ADDRESS_OF
        if is_pointer(node):
            moves = above.kind == Kind.UNARY and above.unary_operator in INCREMENTS
            comma = above.kind == Kind.BINARY and above.binary_operator == Binary.COMMA
            reads = above.kind in _READING and not comma  # '(n++, p) = q'
            fine = reads or moves or (above.kind == Kind.UNARY and not taken)
            if chosen:  # in C++ '(c ? p : q) = r' sets one of them
                fine = above.kind == Kind.UNEXPOSED_EXPR
            if not fine or (node.kind == Kind.MEMBER and is_in_union(node)):
                self.facts.unknown.add(key)
        elif node.type_kind in ARRAY_TYPES:
            outer = above.parent if above.kind == Kind.UNEXPOSED_EXPR else above
            if outer is None or outer.kind != Kind.SUBSCRIPT or (self.storage.cxx and is_bound(outer)):
                self.facts.exposed.add(site_of_array(key))
        elif taken and not self._is_for_library(above):
            self.facts.addressed.add(key)

    def _is_called(self, node: Node) -> bool:
        """Whether a function is named to be called; an operator's name stands between what it is given."""
        name, above = node.name(), node.parent
        while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
            node, above = above, above.parent
        if above is None or above.kind != Kind.CALL:
            return False
        return node.ordinal == 0 or (name.startswith("operator") and above.name() == name)

    def _is_for_library(self, taken: Node) -> bool:
        """Whether an address is only given to a function of the library, which keeps none."""
        above = taken.parent
        while above is not None and above.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
            above = above.parent
        return (
            above is not None
            and above.kind == Kind.CALL
            and (self.callees.of(above).knowledge is Knowledge.SYSTEM)
        )

    def _swaps(self) -> Iterator[int]:
        return (each.index for swap in swaps_in(self.tree) for each in swap)


def swaps_in(tree: Tree) -> Iterator[tuple[Node, ...]]:
    """The assignments by which pointers change places: ``T *p = a; a = b; b = p;``, or more in a ring."""
    for block in tree.of_kinds(frozenset((Kind.COMPOUND,))):
        rows = block.below
        for at in range(len(rows) - 2):
            kept = _kept(rows[at])
            turn = _turn(kept, rows[at + 1 :]) if kept is not None else ()
            if len(turn) > 1:
                yield turn


def _turn(kept: tuple[Key, Node], rows: Sequence[Node]) -> tuple[Node, ...]:
    """The first of some statements: each pointer gets the next one's value, the last one what is kept."""
    name, wanted = kept
    turn: list[Node] = []
    targets: dict[bytes, Node] = {}
    for statement in rows:
        assigned = _assigned(statement)
        if assigned is None:
            return ()
        target, value = map(ignoring_parens_and_implicit_casts, assigned)
        text = _text(target)
        is_next = (
            text == _text(wanted) and text not in targets and target.kind in (Kind.DECL_REF, Kind.MEMBER)
        )
        if not is_next or not all(_beside(target, each) for each in targets.values()):
            return ()
        turn.append(statement)
        targets[text] = target
        if _key(value) == name:
            return tuple(turn)
        wanted = value
    return ()


def _holders(node: Node) -> list[Node]:
    """What a declaration stands in, and the statement that is one."""
    above = node.parent
    return [each for each in (above, above.parent if above is not None else None) if each is not None]


def _text(node: Node) -> bytes:
    """How an expression is spelled, without white space."""
    node = ignoring_parens_and_implicit_casts(node)
    return b"".join(bytes(node.parsed.data[node.start : node.end]).split())


def _kept(statement: Node) -> tuple[Key, Node] | None:
    """The variable that a statement declares or sets, and what it keeps there."""
    if statement.kind == Kind.DECL_STMT and len(statement.below) == 1:
        variable = statement.below[0]
        values = [each for each in variable.below if each.kind in EXPRESSIONS]
        return (_declared_key(variable), values[0]) if len(values) == 1 else None
    assigned = _assigned(statement)
    if assigned is None or ignoring_parens_and_implicit_casts(assigned[0]).kind != Kind.DECL_REF:
        return None
    key = _key(ignoring_parens_and_implicit_casts(assigned[0]))
    return (key, assigned[1]) if key is not None else None


def _assigned(statement: Node) -> tuple[Node, Node] | None:
    if statement.kind == Kind.BINARY and statement.binary_operator == Binary.ASSIGN:
        return statement.below[0], statement.below[1]
    return None


def _beside(one: Node, other: Node) -> bool:
    """Whether two pointers are two variables, or two members of one object."""
    return one.kind == other.kind and prefix_of(one) == prefix_of(other)


_READING = frozenset(
    (Kind.UNEXPOSED_EXPR, Kind.MEMBER, Kind.SUBSCRIPT, Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.SIZEOF)
)
"""What does no more with a pointer's name than to read or set it."""
_PARTS = frozenset((Kind.PAREN, Kind.MEMBER, Kind.SUBSCRIPT, Kind.CONDITIONAL))
_BINDING = frozenset(
    (Kind.VARIABLE, Kind.UNEXPOSED_DECL, Kind.FOR_RANGE, Kind.RETURN, Kind.INIT_LIST, Kind.LAMBDA)
)
"""What an element stands in, unread, where a reference may be bound to it."""


def is_bound(element: Node) -> bool:
    """Whether a reference gets an element of an array, or a part of one: ``double &r = a[3]``."""
    above = element.parent
    while above is not None and above.kind in _PARTS:
        above = above.parent
    return above is not None and above.kind in _BINDING


def _key(node: Node) -> Key | None:
    declared = node.declaration() if node.kind in (Kind.DECL_REF, Kind.MEMBER) else None
    if declared is None or declared.kind not in (*_VARIABLES, Kind.FIELD):
        return None
    return key_of(declared)


def _vector_key(vector: Node) -> Key | None:
    """The slot of a vector that is a local variable, or a member; a reference may lead to any."""
    declared = vector.declaration()
    if declared is None or declared.kind not in (Kind.VARIABLE, Kind.FIELD) or declared.lasting:
        return None
    return None if names_reference(vector) else key_of(declared)


def _declared_key(node: Node) -> Key:
    declared = node.declared()
    return key_of(declared)


def prefix_of(node: Node) -> str:
    """What leads to the object that a member is of, as it is spelled."""
    if node.kind != Kind.MEMBER:
        return ""
    below = [each for each in node.below if each.kind in EXPRESSIONS]
    return _text(below[0]).decode("utf-8", "replace") if below else "this"


# --- answers ---------------------------------------------------------------------------------------------


class PointsTo:
    """Answers for the sources of a program."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._known: dict[tuple[Slot, bool], frozenset[Site] | None] = {}

    def are_apart(self, one: Chain, other: Chain, arrays: frozenset[Chain], at_once: bool = True) -> bool:
        """Whether what two chains lead to, or are, are certainly different objects; ``arrays`` are some.

        ``at_once``: at one place of the program; else wherever the two stand.
        """
        if one in arrays or other in arrays:
            return self._are_array_and(one, other) if one in arrays else self._are_array_and(other, one)
        first, second = _slot_of(one), _slot_of(other)
        beside = at_once and _way_to(one) == _way_to(other)
        return self._apart(first, second, beside, _DEEPEST)

    def leads_to_allocations(self, chain: Chain) -> bool:
        """Whether a pointer certainly leads to what calls have allocated, and to no variable."""
        sites = self._sites(_slot_of(chain), True)
        return sites is not None and not any(_is_array_site(each) for each in sites)

    def _are_array_and(self, array: Chain, other: Chain) -> bool:
        """Whether an array is certainly another object than what a chain leads to, or is.

        An array that is a member may be reached by a pointer to what it is a part of, too.
        """
        own, slot = _slot_of(array), _slot_of(other)
        if own == slot:
            return False
        site = site_of_array(own)
        hidden = site not in self.facts.exposed and (self.facts.closed or own in self.facts.own)
        if hidden and not array.members:
            return True
        sites = self._sites(slot, True)
        if sites is None or site in sites:
            return False
        while array.members and not array.members[-1].arrow:
            array = Chain(array.root, array.members[:-1])
        if not array.members:
            return True
        holders = self._sites(_slot_of(Chain(array.root, array.members[:-1])), True)
        return holders is not None and sites.isdisjoint(holders)

    def _apart(self, one: Slot, other: Slot, beside: bool, depth: int) -> bool:
        if one == other:
            return False
        for swapped in (True, False) if beside and other in self._turning(one) else (True,):
            first, second = self._sites(one, swapped), self._sites(other, swapped)
            if first is not None and second is not None and first.isdisjoint(second):
                return True
        return self._by_callers(one, other, depth)

    def _turning(self, one: Slot) -> set[Slot]:
        """The slots with which one changes places, if they get nothing else but new memory.

        What is put there a second time may have gone to another of them in between.
        """
        rows = self.facts.copies
        turning = {copy.to for copy in rows if copy.swapped}
        found, waiting = set[Slot](), [one] if one in turning else []
        while waiting:
            slot = waiting.pop()
            found.add(slot)
            values = {copy.value for copy in rows if copy.to == slot and copy.swapped}
            kept = {copy.value for copy in rows if copy.to in values - turning and not copy.swapped}
            waiting += (values | kept) & turning - found
        given = {copy.to for copy in rows if not copy.swapped}
        arrays = {slot for slot in found if any(map(_is_array_site, self.facts.sites.get(slot, ())))}
        return set() if found & given or arrays else found

    def is_made_from(self, pointer: Chain, variable: Slot) -> bool:
        """Whether a pointer's value may be computed from that of a variable of the same function.

        A member may be set elsewhere, too, but not with what only the variable leads to.
        """
        waiting = [_slot_of(pointer)]
        seen = set(waiting)
        while waiting:
            slot = waiting.pop()
            hidden = slot not in self.facts.parameters and slot not in self.facts.own
            if slot == variable or (not pointer.members and (slot in self.facts.unknown or hidden)):
                return True
            more = {copy.value for copy in self.facts.copies if copy.to == slot}
            if slot in self.facts.parameters and slot.offset != _slot_of(pointer).offset:
                key, number = self.facts.parameters[slot]
                origins = (call.arguments[number : number + 1] for call in self.facts.calls.get(key, []))
                more |= {each.slot for row in origins for each in row if each.slot is not None}
            waiting += more - seen
            seen |= more
        return False

    def _by_callers(self, one: Slot, other: Slot, depth: int) -> bool:
        """Whether two parameters of a function get pointers to different objects in each call."""
        first, second = self.facts.parameters.get(one), self.facts.parameters.get(other)
        if first is None or second is None or first[0] != second[0] or not depth:
            return False
        if not self.is_called_here_only(first[0]) or self._is_set(one) or self._is_set(other):
            return False
        calls = self.facts.calls.get(first[0], [])
        return all(self._are_given_apart(each, first[1], second[1], depth) for each in calls)

    def _are_given_apart(self, call: CallOf, first: int, second: int, depth: int) -> bool:
        if max(first, second) >= len(call.arguments):
            return False
        one, other = call.arguments[first], call.arguments[second]
        if not (one.known and other.known):
            return False
        if NULL in (one, other):
            return True
        if one.slot is not None and other.slot is not None:
            return self._apart(one.slot, other.slot, one.prefix == other.prefix, depth - 1)
        sites = [
            self._sites(each.slot, True)
            if each.slot is not None
            else frozenset((each.site,))
            if each.site
            else None
            for each in (one, other)
        ]
        return sites[0] is not None and sites[1] is not None and sites[0].isdisjoint(sites[1])

    def is_called_here_only(self, name: str) -> bool:
        """Whether all calls of a function are seen."""
        pointed = name in self.facts.pointed or self.facts.names.get(name) in self.facts.pointed
        return not pointed and (name not in self.facts.open or self.facts.closed)

    def _is_set(self, slot: Slot) -> bool:
        """Whether a parameter gets another value than its argument."""
        if slot in self.facts.unknown or slot in self.facts.sites:
            return True
        return any(copy.to == slot for copy in self.facts.copies)

    def _sites(self, first: Slot, swapped: bool) -> frozenset[Site] | None:
        """What a slot may lead to; None where nobody knows."""
        if (first, swapped) not in self._known:
            self._known[first, swapped] = self._look(first, swapped)
        return self._known[first, swapped]

    def _look(self, first: Slot, swapped: bool) -> frozenset[Site] | None:
        found: set[Site] = set()
        waiting, seen = [first], {first}
        while waiting:
            slot = waiting.pop()
            if slot in self.facts.unknown or not self._is_seen_whole(slot):
                return None
            found |= self.facts.sites.get(slot, set())
            more = [
                copy.value for copy in self.facts.copies if copy.to == slot and (swapped or not copy.swapped)
            ]
            parameter = self.facts.parameters.get(slot)
            if parameter is not None:
                if not self.is_called_here_only(parameter[0]):
                    return None
                for call in self.facts.calls.get(parameter[0], []):
                    origin = call.arguments[parameter[1]] if parameter[1] < len(call.arguments) else UNKNOWN
                    if not origin.known:
                        return None
                    if origin.site is not None:
                        found.add(origin.site)
                    if origin.slot is not None:
                        more.append(origin.slot)
            for each in more:
                if each not in seen:
                    seen.add(each)
                    waiting.append(each)
        return frozenset(found)

    def _is_seen_whole(self, slot: Slot) -> bool:
        """Whether no code that is not here may set a slot: it is one that no other source names."""
        if slot in self.facts.declared - self.facts.made:
            return False
        if len(self.facts.sources) > 1 and slot.file in self.facts.sources and slot not in self.facts.own:
            return slot in self.facts.parameters  # another source may declare the same once more
        return self.facts.closed or slot in self.facts.own or slot in self.facts.parameters


def site_of_array(array: Key) -> Site:
    """The memory that an array is."""
    return Site(array.file, array.offset, array.name)


def _is_array_site(site: Site) -> bool:
    return bool(site.array)


def _slot_of(chain: Chain) -> Slot:
    return chain.members[-1].key if chain.members else chain.root


def _way_to(chain: Chain) -> tuple[object, ...]:
    """What leads to the object that a chain's last member is of."""
    return (chain.root, *chain.members[:-1]) if chain.members else ()
