# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Effects: which objects statements and functions may store, and which they may read (LLVM's mod and ref).

``s->n += *p;``  ->  mod: the member ``n`` of any such struct; ref: that member, any object of the class of
``*p``. Declarations have Clang's names for them (USR), so that the effects of several sources can be joined.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.alias_classes import ANY

FIRST = "what a 'switch' or a loop over a range begins with"
"""What may do anything where libclang leaves the first statement out."""
UNDECIDED = "what a template's argument decides"
OWN = "own"
"""A variable that the calling function makes anew: its callers see nothing of what is stored there."""


class ArgumentTarget(NamedTuple):
    """Where an argument leads, as far as the call shows it; without names, it may lead anywhere."""

    variable: str = ""
    """The variable that it leads into: its USR, or ``OWN``."""
    members: tuple[str, ...] = ()
    """The member that it leads to, with what lies over it in unions."""
    aliases: tuple[str, ...] = ()
    """Their alias classes."""
    whole: bool = True
    """Whether it leads to a whole object or array, so that no subscript goes beyond it."""
    hidden: bool = False
    """Whether no pointer leads to the variable but those that such calls are given."""
    parameter: int = -1
    """The parameter of the calling function that leads to the same object, from 0; -1 where none is known."""
    moved: bool = False
    """Whether it may lead to another element than that parameter."""

    def by_type(self) -> ArgumentTarget:
        """The same where nobody follows parameters: it may lead to any object of its type."""
        return ArgumentTarget() if self.parameter >= 0 else self

    def seen_from(self, arguments: tuple[ArgumentTarget, ...]) -> ArgumentTarget:
        """The same as those see it who call the calling function with some arguments."""
        if self.parameter < 0:
            return self
        target = arguments[self.parameter] if self.parameter < len(arguments) else ArgumentTarget()
        if not self.moved:
            return target
        target = target._replace(moved=True)
        return target if target.whole else target._replace(members=(), aliases=(), whole=True)


class CallSite(NamedTuple):
    """A function that is called, and where its arguments lead."""

    key: str
    """Its USR."""
    arguments: tuple[ArgumentTarget, ...] = ()


class ParameterAccess(NamedTuple):
    """What a function reads or stores where a parameter leads."""

    parameter: int
    """From 0."""
    alias: str
    first: bool
    """Whether it is only what the parameter itself points to, no other element."""


class Accesses(NamedTuple):
    """Objects that are read, or objects that are stored."""

    members: frozenset[str] = frozenset()
    """Members of any object behind a pointer, or in a variable that a pointer may lead to."""
    variables: frozenset[tuple[str, str]] = frozenset()
    """Variables that are named: with '' as a whole, or with the member that is accessed."""
    through: frozenset[str] = frozenset()
    """Alias classes that are accessed by plain pointers."""
    restricted: frozenset[tuple[str, str]] = frozenset()
    """The same by pointers beside which none leads there: variable and class.

    They are ``restrict`` parameters, and pointers to memory of their own, of which no other pointer is made.
    """
    given: frozenset[tuple[str, str]] = frozenset()
    """The same by parameters that lead to what the caller gave, however other pointers may lead there."""
    parameters: frozenset[ParameterAccess] = frozenset()
    """Of a function: which of its parameters lead there."""
    aliases: frozenset[str] = frozenset()
    """Alias classes of all that is accessed where a pointer may lead, but for what parameters lead to."""

    def __or__(self, other: object) -> Accesses:
        """Both."""
        assert isinstance(other, Accesses)
        if self is NO_ACCESSES or self is other:
            return other
        if other is NO_ACCESSES:
            return self
        return Accesses(
            self.members | other.members,
            self.variables | other.variables,
            self.through | other.through,
            self.restricted | other.restricted,
            self.given | other.given,
            self.parameters | other.parameters,
            self.aliases | other.aliases,
        )

    def by_pointers(self, root: str = "") -> frozenset[str]:
        """The alias classes of what plain pointers lead to; of ``restrict`` ones, what ``root`` leads to."""
        found = self.through | {alias for _, alias in self.given}
        return found | {alias for variable, alias in self.restricted if variable == root}

    def by_any_type(self) -> Accesses:
        """What is accessed by pointers where types do not tell objects apart: anything, if anything is."""
        return ANYTHING if self.through or self.members or self.aliases or self.parameters else NO_ACCESSES

    def instantiate(self, arguments: tuple[ArgumentTarget, ...]) -> Accesses:
        """What a call accesses: what its function does where parameters lead is done where arguments lead.

        Where these come from the calling function's own parameters, it is done where those lead.
        """
        if not self.parameters:
            return self
        through, variables, members = set(self.through), set(self.variables), set(self.members)
        aliases, parameters = set(self.aliases), set[ParameterAccess]()
        for number, alias, first in self.parameters:
            target = arguments[number] if number < len(arguments) else ArgumentTarget()
            if target.parameter >= 0:
                parameters.add(ParameterAccess(target.parameter, alias, first and not target.moved))
                continue
            named = bool(target.members) and alias in target.aliases and alias != ANY
            named = named and (first or target.whole)
            if named:
                members |= set(target.members)
            if target.variable and target.variable != OWN:
                parts = {(target.variable, member) for member in target.members if named}
                variables |= parts or {(target.variable, "")}
            if not named and (target.members or not target.variable or alias == ANY):
                through.add(alias)
            if target.variable != OWN and not target.hidden:
                aliases.add(alias)
        return self._replace(
            members=frozenset(members),
            through=frozenset(through),
            variables=frozenset(variables),
            parameters=frozenset(parameters),
            aliases=frozenset(aliases),
        )


NO_ACCESSES = Accesses()
ANYTHING = Accesses(through=frozenset((ANY,)), aliases=frozenset((ANY,)))
"""Objects of any type, wherever a pointer may lead."""


class MemoryEffects(NamedTuple):
    """What statements, or a function, do with memory."""

    mod: Accesses = NO_ACCESSES
    """What may be stored."""
    ref: Accesses = NO_ACCESSES
    """What may be read, where that was asked for."""
    unknown: frozenset[str] = frozenset()
    """What may store and read anything that another function can reach, as a message names it."""
    reads: frozenset[str] = frozenset()
    """What may read anything, and stores nothing that is not in ``mod``."""
    calls: frozenset[CallSite] = frozenset()
    """Functions that are called."""
    leaves: bool = False
    """Whether control may not come to the end: what is called may end the program."""
    frees: bool = False
    """Whether objects may end."""
    captures: bool = False
    """Whether a pointer may be stored where it outlives the call."""
    keeps: bool = False
    """Of a function of another source: whether it may do more than compute a value of its arguments."""
    exposed: frozenset[str] = frozenset()
    """For doubts: members and variables to which pointers are made: what stores by one may store them."""
    kept: frozenset[str] = frozenset()
    """For doubts: the records to which pointers are stored where they outlive the call, and those in them."""
    strips: frozenset[str] = frozenset()
    """For doubts: the records, and classes of scalars, to which a cast gives a way that is not const."""

    def __or__(self, other: object) -> MemoryEffects:
        """Both, one after the other."""
        assert isinstance(other, MemoryEffects)
        if self is NOTHING or self is other:
            return other
        if other is NOTHING:
            return self
        return MemoryEffects(
            self.mod | other.mod,
            self.ref | other.ref,
            self.unknown | other.unknown,
            self.reads | other.reads,
            self.calls | other.calls,
            self.leaves or other.leaves,
            self.frees or other.frees,
            self.captures or other.captures,
            self.keeps or other.keeps,
            self.exposed | other.exposed,
            self.kept | other.kept,
            self.strips | other.strips,
        )

    def from_outside(self, own: Collection[str]) -> MemoryEffects:
        """What statements store as other functions see it, to which ``restrict`` says nothing.

        ``own`` are the variables that the function of the statements makes anew.
        """
        mod = self.mod._replace(
            variables=frozenset(row for row in self.mod.variables if row[0] not in own),
            through=self.mod.through | {alias for _, alias in self.mod.restricted | self.mod.given},
            restricted=frozenset(),
            given=frozenset(),
        )
        return self._replace(mod=mod)

    def instantiate(self, arguments: tuple[ArgumentTarget, ...]) -> MemoryEffects:
        """The effects of one call of a function."""
        mod, ref = self.mod.instantiate(arguments), self.ref.instantiate(arguments)
        return self if mod is self.mod and ref is self.ref else self._replace(mod=mod, ref=ref)


NOTHING = MemoryEffects()


def by_name(member: str) -> str:
    """For doubts: what stands for members of a name, any for none, where a template's argument decides."""
    return f"?{member}"


Resolver = Callable[[str], "MemoryEffects | None"]
"""The effects of a function that another source defines, by its USR; None where none does."""
Functions = dict[str, MemoryEffects]
"""By USR: the effects of a function; those of functions of other sources that it calls are named."""


def stores(mod: Accesses) -> MemoryEffects:
    """The effects of what only stores."""
    return MemoryEffects(mod)


def unknown(what: str) -> MemoryEffects:
    """The effects of what nobody understands: it may change and keep anything, end objects, not come back."""
    return MemoryEffects(unknown=frozenset((what,)), leaves=True, frees=True, captures=True)


_MOST_SITES = 10_000
"""How many calls with different arguments are looked at: those of all texts, as they come through others."""


def closure(first: str, direct: Callable[[str], MemoryEffects]) -> MemoryEffects:
    """What a function and all that it calls do, from what each does by itself.

    The arguments of each call are followed back to what the function's own parameters lead to.
    """
    effects = direct(first)
    seen = set(effects.calls)
    waiting = list(seen)
    while waiting:
        site = waiting.pop()
        own = direct(site.key)
        effects |= own.instantiate(site.arguments)
        if len(seen) > _MOST_SITES:
            return effects | unknown("what is called in too many ways")
        for inner in own.calls:
            arguments = tuple(each.seen_from(site.arguments) for each in inner.arguments)
            resolved = inner._replace(arguments=arguments)
            if resolved not in seen:
                seen.add(resolved)
                waiting.append(resolved)
    return effects
