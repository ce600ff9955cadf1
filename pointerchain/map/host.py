# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Host: the code between constructs -> which memory it reads and stores, and what it sets.

``s->f->t[3] = sum(y, n);``  ->  it stores what ``s->f->t`` leads to, and reads what ``y`` leads to, if
``sum`` reads by its first parameter. What is not understood refuses all of it: it could end an object,
or jump.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from pointerchain.analysis.chains import Chain, Key, Member, Refused
from pointerchain.analysis.counting import key_of
from pointerchain.analysis.effects import (
    NO_ACCESSES,
    NOTHING,
    Accesses,
    MemoryEffects,
    Resolver,
    unknown,
)
from pointerchain.analysis.escape import arguments_of
from pointerchain.analysis.library import (
    STREAMS,
    ModRefInfo,
    gives_streams_memory,
    library_function,
)
from pointerchain.analysis.modref import BodyEffects
from pointerchain.analysis.names import name_of
from pointerchain.analysis.summaries import Summaries, replaced
from pointerchain.analysis.threads import NO_MAKERS
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map import threads
from pointerchain.map.source import Unit
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import is_array, is_pointer
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    FUNCTIONS,
    INCREMENTS,
    POINTER_TYPE,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.storage import EVERYTHING, Place
from pointerchain.translator.clang.tree import Node, Tree

_AT_EXIT = lazy_pattern(rb"\b(?:atexit|on_exit|at_quick_exit|__cxa_atexit|destructor)\b")
_WORD = lazy_pattern(r"(->|\.)?\b([A-Za-z_]\w*)")
_NOBODY = Key("", "", -1)
_NAMING = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY))
_SUMS = frozenset((Binary.ADD, Binary.SUBTRACT))
_EXTERNAL_WAYS = frozenset((Kind.LAMBDA, Kind.ASM, Kind.TRY))


class Touch(NamedTuple):
    """An access of the host's."""

    where: int
    classes: frozenset[str]
    """The alias classes of what is accessed."""
    writes: bool
    pointer: Chain | None = None
    """What leads there, or the array or structure that is accessed; None where nobody knows."""
    named: bool = False
    """Whether that is the object itself."""
    members: tuple[Key, ...] = ()
    """The members on the way from there, the last one first."""
    through: str = ""
    """The called function."""
    until: int = -1
    """Where the expression ends that makes it; -1 where nobody knows."""
    first: bool = False
    """Whether all of a pointer's, or array's, first element is stored, whatever it was."""
    bound: bool = False
    """Whether it goes by a reference, which may be bound to an element of any array."""


class Done(NamedTuple):
    """What nodes of the host's code do."""

    touches: tuple[Touch, ...] = ()
    sets: frozenset[str] = frozenset()
    """The names of variables that are set, and of members, with a dot before them."""
    frees: tuple[Touch, ...] = ()
    """What may end, as something that is stored there."""


def summaries_of(unit: Unit) -> Summaries:
    """What the functions of a source do, with those of the program's other sources."""
    everything = (unit, *unit.others)
    texts = [text for each in everything for _, text in each.parsed.own_texts]
    streams = {} if gives_streams_memory(texts) else {STREAMS: NOTHING}
    alone = [_alone(each, streams) for each in unit.others]
    own = {**replaced(unit.parsed), **streams}

    def known(key: str) -> MemoryEffects | None:
        if key in own:
            return own[key]
        for other in alone:
            if other.callees.has_body(key):
                return other.of(key)._replace(calls=frozenset())
        return None

    return _Summaries(unit, known)


def _alone(unit: Unit, streams: dict[str, MemoryEffects]) -> Summaries:
    """The same of one source, for which functions of others may do anything."""
    own = {**replaced(unit.parsed), **streams}
    return _Summaries(unit, own.get)


class _Summaries(Summaries):
    """The same of the functions of one source, for a host whose threads have ended where it goes on."""

    def __init__(self, unit: Unit, elsewhere: Resolver) -> None:
        super().__init__(unit.callees, unit.storage, unit.cxx, elsewhere, None, NO_MAKERS, refs=True)
        self.unit = unit

    @cached_property
    def _functions(self) -> dict[str, Node]:
        """The functions of the source itself, by USR."""
        functions = (node for tree in self.unit.trees for node in tree.of_kinds(FUNCTIONS))
        return {
            self.storage.usr(each): each
            for each in functions
            if any(part.kind == Kind.COMPOUND for part in each.below)
        }

    def _seen_by_threads(self, key: str) -> MemoryEffects:
        function = self._functions.get(key)
        if function is None:
            return super()._seen_by_threads(key)
        try:
            return threads.effects_of(self.unit, function)
        except Refused as refused:
            line = self.unit.line(refused.where)
            return unknown(f"what threads do in '{function.name()}' ({refused.why}, line {line})")


class Host:
    """Answers for the nodes of one function."""

    def __init__(self, unit: Unit, summaries: Summaries, tree: Tree) -> None:
        self.unit, self.summaries, self.tree = unit, summaries, tree
        self.body: BodyEffects = summaries.body(tree)
        self._arrays: set[Chain] = set()

    @property
    def arrays(self) -> frozenset[Chain]:
        """The chains that were met and are arrays."""
        return frozenset(self._arrays)

    @cached_property
    def _runs_at_exit(self) -> bool:
        everything = (self.unit, *self.unit.others)
        return any(_AT_EXIT.search(text) for each in everything for _, text in each.parsed.own_texts)

    def of(self, indices: Iterable[int], hidden: frozenset[str] = frozenset()) -> Done:
        """What nodes do, each by itself; raises :class:`Refused`.

        ``hidden`` are variables, by USR, of which it is not said that they are set.
        """
        touches: list[Touch] = []
        frees: list[Touch] = []
        sets: set[str] = set()
        for index in indices:
            node = self.tree.node(index)
            effects = self.body.at(index)
            if node.kind == Kind.CALL:
                done = self._call(node, effects, hidden)
                touches += done.touches
                frees += done.frees
                sets |= done.sets
                continue
            self._check(node, effects)
            sets |= _names(effects.mod, hidden)
            touches += self._accesses(node, effects)
        return Done(tuple(touches), frozenset(sets), tuple(frees))

    def _check(self, node: Node, effects: MemoryEffects) -> None:
        """Raise :class:`Refused` where a node that is no call may do more than to access what it names."""
        if effects.unknown:
            raise Refused(
                node.start, f"{min(effects.unknown)} in line {self._line(node)} may do anything with it"
            )
        if effects.frees or effects.calls or effects.reads or node.kind in _EXTERNAL_WAYS:
            raise Refused(node.start, f"what runs in line {self._line(node)} is not understood")
        if effects.leaves and (self.unit.cxx or self._runs_at_exit):
            raise Refused(node.start, f"what runs in line {self._line(node)} may not come back")

    def _line(self, node: Node) -> str:
        return self.unit.line(node.start)

    # --- accesses -----------------------------------------------------------------------------------------

    def _accesses(self, node: Node, effects: MemoryEffects) -> Iterator[Touch]:
        """What a node reads, or stores, by itself."""
        if node.kind in _NAMING and effects.ref is not NO_ACCESSES:
            if is_array(node):
                self._named(node)  # where it is needs no look into it
            elif not _is_assigned(node):
                yield self.touch(node, False)
        if effects.mod is not NO_ACCESSES:
            stores = node.kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.UNARY)
            if stores:
                first = node.kind == Kind.BINARY and _is_first(node.below[0])
                yield self.touch(node.below[0], True)._replace(first=first)
            else:
                yield Touch(node.start, frozenset((ANY,)), True)

    def touch(self, node: Node, writes: bool) -> Touch:
        """The access to what an expression names."""
        own = node.tree is self.tree and not node.macro
        touch = Touch(node.start, self._classes(node), writes, until=node.end if own else -1)
        at, members = ignoring_parens_and_implicit_casts(node), tuple[Key, ...]()
        while True:
            below = [each for each in at.below if each.kind >= Kind.UNEXPOSED_EXPR]
            if at.kind == Kind.MEMBER and below:
                declared = at.declaration()
                if declared is None or declared.kind != Kind.FIELD:
                    return touch
                members = (*members, key_of(declared))
                if is_pointer(below[0]):
                    return touch._replace(pointer=self.pointer(below[0]), members=members)
                chain = self._named(at)
                if chain is not None and not _leads(chain):
                    return touch._replace(pointer=chain, named=True, members=members)
                at = ignoring_parens_and_implicit_casts(below[0])
            elif at.kind == Kind.SUBSCRIPT and len(below) == 2:
                base = below[0] if _is_led(below[0]) else below[1]
                if not is_array(ignoring_parens_and_implicit_casts(base)):
                    return touch._replace(pointer=self.pointer(base), members=members)
                at = ignoring_parens_and_implicit_casts(base)
            elif at.kind == Kind.UNARY and at.unary_operator == Unary.DEREFERENCE:
                if is_array(ignoring_parens_and_implicit_casts(below[0])):
                    at = ignoring_parens_and_implicit_casts(below[0])
                    continue
                return touch._replace(pointer=self.pointer(below[0]), members=members)
            elif at.kind == Kind.DECL_REF:
                if self.unit.cxx and types.names_reference(at):
                    return touch._replace(bound=True)
                return touch._replace(pointer=self._named(at), named=True, members=members)
            else:
                return touch

    def _named(self, node: Node) -> Chain | None:
        """The chain that an expression spells, which is noted where it is an array."""
        chain = chain_of(node)
        if chain is not None and is_array(node):
            self._arrays.add(chain)
        return chain

    def _classes(self, node: Node) -> frozenset[str]:
        place = self.unit.storage.place(node)
        return place.aliases | {part.alias for part in place.parts}

    def pointer(self, node: Node) -> Chain | None:
        """The pointer, or array, from which an expression's value is computed."""
        node = ignoring_parens_and_casts(node)
        if node.kind in (Kind.DECL_REF, Kind.MEMBER):
            return self._named(node) if _is_led(node) else None  # a number may have been any pointer
        if node.kind == Kind.BINARY and node.binary_operator in _SUMS:
            led = [each for each in node.below if _is_led(each)]
            return self.pointer(led[0]) if len(led) == 1 else None
        if node.kind == Kind.UNARY and node.unary_operator in INCREMENTS:
            return self.pointer(node.below[0])
        if node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
            element = ignoring_parens_and_implicit_casts(node.below[0])
            if element.kind == Kind.SUBSCRIPT:
                return self.pointer(element.below[0])
        return None

    # --- calls --------------------------------------------------------------------------------------------

    def _call(self, call: Node, direct: MemoryEffects, hidden: frozenset[str]) -> Done:
        done = self._called(call, direct, hidden)
        touches, frees = (
            tuple(each._replace(until=call.end) for each in rows) for rows in (done.touches, done.frees)
        )
        return Done(touches, done.sets, frees)

    def _called(self, call: Node, direct: MemoryEffects, hidden: frozenset[str]) -> Done:
        callee = self.unit.callees.of(call)
        whole = self.summaries.whole(direct, self.body.known)
        if whole.unknown:
            why = f"{min(whole.unknown)} in line {self._line(call)} may do anything with it"
            raise Refused(call.start, why)
        if whole.leaves and (self.unit.cxx or self._runs_at_exit):
            raise Refused(
                call.start, f"the call of '{callee.name}' in line {self._line(call)} may not come back"
            )
        if self.unit.cxx and self.unit.callees.prints(call):
            anything = Touch(call.start, frozenset((ANY,)), False, through=callee.name)
            return Done((anything,) if direct.reads else ())
        if callee.knowledge is Knowledge.SYSTEM:
            return self._library(call, callee.name, whole, hidden)
        if callee.knowledge is Knowledge.PURE:
            anything = Touch(call.start, frozenset((ANY,)), False, through=callee.name)
            return Done((anything,) if callee.reads else ())
        effects = self.summaries.of(callee.key)
        touches = [
            *self._touched(call, callee.name, effects.ref, False),
            *self._touched(call, callee.name, effects.mod, True),
        ]
        anything = Touch(call.start, frozenset((ANY,)), False, through=callee.name)
        if effects.reads:
            touches.append(anything)
        frees = (anything._replace(writes=True),) if effects.frees else ()
        return Done(tuple(touches), _names(whole.mod, hidden), frees)

    def _touched(self, call: Node, name: str, accesses: Accesses, writes: bool) -> Iterator[Touch]:
        """What a function accesses that is called: where parameters lead it is what the arguments lead to."""
        arguments = arguments_of(call)
        for number, alias, _ in sorted(accesses.parameters):
            argument = arguments[number] if number < len(arguments) else None
            pointer = self.pointer(argument) if argument is not None else None
            yield Touch(call.start, frozenset((alias,)), writes, pointer, through=name)
        classes = accesses.through | accesses.aliases
        if classes:
            yield Touch(call.start, classes, writes, through=name)
        for variable, _ in sorted(accesses.variables):
            chain = Chain(Key(name_of(variable), "", -1))
            yield Touch(call.start, frozenset((ANY,)), writes, chain, True, through=name)

    def _library(self, call: Node, name: str, effects: MemoryEffects, hidden: frozenset[str]) -> Done:
        """What a function of the table does: it accesses nothing but where its arguments lead."""
        row = library_function(name)
        assert row is not None, "what has no row may do anything"
        touches: list[Touch] = []
        sets = set(_names(effects.mod, hidden))
        arguments = arguments_of(call)
        for number, argument in enumerate(arguments):
            does = row.argument(number)
            if not _is_led(argument) or ignoring_parens_and_implicit_casts(argument).kind == Kind.STRING:
                continue
            pointer, place = self.pointer(argument), self._led(argument)
            classes = place.aliases | {part.alias for part in place.parts}
            if row.frees and number == 0:
                freed = Touch(call.start, frozenset((ANY,)), True, pointer, through=name)
                return Done((), frozenset(sets), (freed,))
            if row.calls or does & ModRefInfo.REF:
                touches.append(Touch(call.start, classes, False, pointer, through=name))
            if (row.calls and number == 0) or (does & ModRefInfo.MOD):
                touches.append(Touch(call.start, classes, True, pointer, through=name))
                sets |= {f".{name_of(part.member)}" for part in place.parts}
        if row.calls:
            touches += self._touched(call, name, effects.ref, False)
        return Done(tuple(touches), frozenset(sets))

    def _led(self, argument: Node) -> Place:
        """What an argument leads to, before it became a ``void *``."""
        node = ignoring_parens_and_casts(argument)
        if node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
            return self.unit.storage.place(node.below[0])
        if node.type_kind in ARRAY_TYPES:
            return self.unit.storage.place(node)
        return self.unit.storage.behind(node) if node.type_kind == POINTER_TYPE else EVERYTHING


def chain_of(node: Node) -> Chain | None:
    """The chain that an expression spells; what is no plain way to a member begins with no name."""
    node = ignoring_parens_and_implicit_casts(node)
    declared = node.declaration()
    if node.kind == Kind.DECL_REF and declared is not None:
        return Chain(key_of(declared)) if declared.kind in (Kind.VARIABLE, Kind.PARAMETER) else None
    below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
    if node.kind != Kind.MEMBER or declared is None or declared.kind != Kind.FIELD or not below:
        return None
    base, arrow = ignoring_parens_and_implicit_casts(below[0]), is_pointer(below[0])
    if not arrow and base.kind == Kind.UNARY and base.unary_operator == Unary.DEREFERENCE:
        base, arrow = ignoring_parens_and_implicit_casts(base.below[0]), True
    before = chain_of(base) if base.kind in (Kind.DECL_REF, Kind.MEMBER) else None
    member = Member(key_of(declared), arrow)
    if before is None:
        return Chain(_NOBODY, (Member(member.key, True),))
    return Chain(before.root, (*before.members, member))


def _is_assigned(node: Node) -> bool:
    """Whether an expression is stored, whatever it was."""
    above = node.parent
    while above is not None and above.kind == Kind.PAREN:
        node, above = above, above.parent
    assigns = above is not None and above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN
    return assigns and node.ordinal == 0


def _is_first(node: Node) -> bool:
    """Whether an expression is the first element of what a pointer leads to, or of an array: ``*x``."""
    node = ignoring_parens_and_implicit_casts(node)
    below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
    if node.kind == Kind.SUBSCRIPT and len(below) == 2:
        return semantics.integer_value(below[1]) == 0
    return node.kind == Kind.UNARY and node.unary_operator == Unary.DEREFERENCE


def _leads(chain: Chain) -> bool:
    """Whether a pointer is followed on the way."""
    return any(step.arrow for step in chain.members)


def _is_led(node: Node) -> bool:
    """Whether an expression is a pointer or an array."""
    return node.type_kind == POINTER_TYPE or node.type_kind in ARRAY_TYPES


def _names(accesses: Accesses, hidden: frozenset[str]) -> frozenset[str]:
    """The variables and members that are stored, as :func:`words_of` has them."""
    rows = {f".{name_of(member)}" for member in accesses.members}
    for variable, member in accesses.variables:
        if variable not in hidden:
            rows |= {f".{name_of(member)}", name_of(variable)}
    return frozenset(rows - {"", "."})


def words_of(text: str) -> frozenset[str]:
    """The names in an expression: ``s->f.n``  ->  ``s``, ``.f``, ``.n``."""
    rows = (("." if before else "") + name for before, name in _WORD.findall(text))
    return frozenset(rows) - {"long"}
