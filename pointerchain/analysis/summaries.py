# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Summaries: a function -> what it, and all that it calls, store and read.

``void bump(struct sim *s) { s->n++; }``  ->  the member ``n`` of any such struct.
"""

from __future__ import annotations

from pointerchain.analysis.cfg import ControlFlow
from pointerchain.analysis.effects import (
    NOTHING,
    OWN,
    Accesses,
    CallSite,
    MemoryEffects,
    ParameterAccess,
    Resolver,
    closure,
    unknown,
)
from pointerchain.analysis.escape import escaping
from pointerchain.analysis.library import LIBRARY, STREAMS, library_function, replaced_library_functions
from pointerchain.analysis.modref import THROUGH, BodyEffects, called
from pointerchain.analysis.names import INDIRECT
from pointerchain.analysis.threads import Makers, has_directives, meet
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Callee, Callees
from pointerchain.translator.clang.implicit_calls import ImplicitCalls
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.targets import ANY_FORM, Targets
from pointerchain.translator.clang.tree import Tree


def replaced(parsed: Parsed) -> dict[str, MemoryEffects]:
    """The functions of the library that a source may define anew: they may do anything."""
    functions: dict[str, MemoryEffects] = {}
    for name in replaced_library_functions(text for _, text in parsed.own_texts):
        row = library_function(name)
        key = STREAMS if row is not None and row.stream else LIBRARY + name
        functions[key] = unknown(f"a call of '{name}', which the program may define")
    return functions


class Summaries:
    """The effects of the functions of one source, each with all that it calls."""

    kind: type[BodyEffects] = BodyEffects

    def __init__(
        self,
        callees: Callees,
        storage: Storage,
        cxx: bool,
        elsewhere: Resolver,
        targets: Targets | None,
        makers: Makers,
        refs: bool = False,
    ) -> None:
        """``elsewhere`` knows functions of other sources, ``makers`` what makes directives in this one.

        ``targets`` says where pointers to functions lead, None of C++. ``refs``: whether to look for what is
        read, too, which ``elsewhere`` has to know then.
        """
        self.callees, self.storage, self.cxx, self.elsewhere = callees, storage, cxx, elsewhere
        self.targets, self.makers, self.refs = targets, makers, refs
        self.implicit = ImplicitCalls(callees)
        self._direct: dict[str, MemoryEffects] = {}
        self._whole: dict[str, MemoryEffects] = {}
        self._named: dict[int, dict[str, Callee]] = {}
        """What bodies that were asked about call, each body's by its identity."""

    def whole(self, effects: MemoryEffects, names: dict[str, Callee]) -> MemoryEffects:
        """The effects of statements with those of what they call; ``names`` are of the called functions."""
        self._named[id(names)] = names
        for site in sorted(effects.calls):
            effects |= self.of(site.key).instantiate(tuple(each.by_type() for each in site.arguments))
        return effects

    def of(self, first: str) -> MemoryEffects:
        """What a function and all that it calls do."""
        if first not in self._whole:
            self._whole[first] = closure(first, self.direct)
        return self._whole[first]

    def direct(self, key: str) -> MemoryEffects:
        """What a function does by itself."""
        if key not in self._direct:
            self._direct[key] = NOTHING
            self._direct[key] = self._look(key)
        return self._direct[key]

    def body(self, tree: Tree, escapes: frozenset[str] | None = None) -> BodyEffects:
        """What answers for the statements of one function; ``escapes``: to which pointers may lead."""
        if escapes is None:
            escapes = escaping(tree, self.storage, self.callees, self.cxx)
        known = self.storage, self.callees, self.implicit, escapes
        return self.kind(tree, *known, self.cxx, self.elsewhere, self.targets, self.refs)

    def _look(self, key: str) -> MemoryEffects:
        if not self.callees.has_body(key):
            return self._unseen(key)
        tree = self.callees.tree(key)
        body, own = self.body(tree), locals_of(tree, self.storage)
        inside = self._returning(tree, body) | self._seen_by_threads(key)
        if self.cxx:
            inside |= body.implied(self.implicit.of_function(key))
        self._named[id(body.known)] = body.known
        order = {name: number for number, name in enumerate(self.callees.parameters(key))}
        effects = inside._replace(
            mod=_outside(inside.mod, body, order, own),
            ref=_outside(inside.ref, body, order, own),
            calls=frozenset(_without(site, own) for site in inside.calls),
            leaves=inside.leaves or has_endless_loop(tree),
        )
        return effects if self.cxx or not self.callees.is_shared(key) else effects | self._unseen(key)

    def _seen_by_threads(self, key: str) -> MemoryEffects:
        """What the directives in a function's text let other threads do."""
        text = self.callees.text(key)
        if meet(text, self.makers):
            return unknown(f"what other threads do where they meet in '{self.callees.name(key)}'")
        if self.refs and has_directives(text, self.makers):
            return MemoryEffects(reads=frozenset((f"another thread in '{self.callees.name(key)}'",)))
        return NOTHING

    def _unseen(self, key: str) -> MemoryEffects:
        """What a function does whose body is not here."""
        effects = self.elsewhere(key)
        if effects is None:
            indirect = key.startswith(INDIRECT)
            return unknown(THROUGH if indirect else f"a call of '{self._name(key)}'")
        effects = effects._replace(keeps=False) | self._own_targets(key)
        if key.startswith(INDIRECT) and self.targets is not None:
            form = key.removeprefix(INDIRECT)
            for other, wheres in self.targets.taken.doubts.items():
                for where in wheres if form in (other, ANY_FORM) or other == ANY_FORM else ():
                    effects |= unknown(f"{THROUGH} that may come from {where}")
        return effects

    def _name(self, key: str) -> str:
        """What a function is called, as far as something that is seen calls it."""
        return next((names[key].name for names in self._named.values() if key in names), key)

    def _own_targets(self, key: str) -> MemoryEffects:
        """What this very source adds to what is known of the functions that pointers of one type lead to.

        It may be another text than that which the program was read from.
        """
        effects = NOTHING
        if not key.startswith(INDIRECT) or self.targets is None:
            return effects
        form = key.removeprefix(INDIRECT)
        for other, callees in self.targets.functions.items():
            for callee in callees if form in (other, ANY_FORM) or other == ANY_FORM else ():
                self._named.setdefault(0, {})[callee.key] = callee
                effects |= self._called(callee)
        return effects

    def _called(self, callee: Callee) -> MemoryEffects:
        """What is done by who is called through a pointer."""
        return called(callee)

    def _returning(self, tree: Tree, body: BodyEffects) -> MemoryEffects:
        """What a body does on its ways back to the caller; what ends the program only leaves."""
        effects, at = NOTHING, 1
        block = next((index for index in tree.children(1) if tree.kinds[index] == Kind.COMPOUND), None)
        if block is not None and self._may_end(tree):
            cfg = ControlFlow(tree, self.callees.is_system).of(block)
            if not cfg.comes_out(block):
                return MemoryEffects(leaves=True)
            for part in cfg.noreturn(block):
                effects |= body.of(range(at, part.start)) | MemoryEffects(leaves=True)
                at = part.end
        return effects | body.of(range(at, len(tree)))

    def _may_end(self, tree: Tree) -> bool:
        """Whether a function calls one that never returns."""
        rows = (library_function(call.name()) for call in tree.of_kinds(frozenset((Kind.CALL,))))
        return any(row is not None and row.noreturn for row in rows)


def _outside(accesses: Accesses, body: BodyEffects, order: dict[str, int], own: frozenset[str]) -> Accesses:
    """What a function's callers see of what is accessed in it.

    ``order`` has the numbers of its parameters, ``own`` are the variables that it makes anew.
    """
    rows = {row for row in accesses.restricted | accesses.given if row[0] not in body.fresh}
    parameters = frozenset(
        ParameterAccess(order[name], alias, name in body.first) for name, alias in rows if name in order
    )
    through = accesses.through | {alias for name, alias in rows if name not in order}
    return Accesses(
        members=accesses.members,
        variables=frozenset(row for row in accesses.variables if row[0] not in own),
        through=through,
        parameters=parameters,
        aliases=accesses.aliases | through,
    )


def _without(site: CallSite, own: frozenset[str]) -> CallSite:
    """A call as those see it that call the function in which it stands."""
    rows = (each._replace(variable=OWN) if each.variable in own else each for each in site.arguments)
    return site._replace(arguments=tuple(rows))


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
