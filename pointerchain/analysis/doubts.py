# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Doubts: mod and ref for those who warn: what a proof asks, and what may be stored where nobody looks.

``report(&s->n)``  ->  the member ``n`` is exposed: what stores by pointers may store it. A function of the
library is believed to do what its parameters' types let it do, of which a proof believes nothing; and what
other threads do at the same time is nobody's doubt.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from itertools import permutations

from pointerchain.analysis.effects import (
    NO_ACCESSES,
    NOTHING,
    UNDECIDED,
    Accesses,
    CallSite,
    Functions,
    MemoryEffects,
    Resolver,
    by_name,
    unknown,
)
from pointerchain.analysis.escape import arguments_of, is_array
from pointerchain.analysis.library import (
    LIBRARY,
    STREAMS,
    library_function,
    runs,
    stores_argument,
    uses_standard_stream,
)
from pointerchain.analysis.modref import THROUGH, BodyEffects, called
from pointerchain.analysis.names import INDIRECT
from pointerchain.analysis.summaries import Summaries
from pointerchain.analysis.threads import NO_MAKERS, has_directives
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.alias_classes import ANY, meets
from pointerchain.translator.clang.callees import Callee, Callees, Knowledge
from pointerchain.translator.clang.conversions import (
    CASTS,
    forgets,
    ignoring_parens_and_implicit_casts,
    is_pun,
    laid_over,
)
from pointerchain.translator.clang.dispatch import DESTRUCTORS, Dispatch
from pointerchain.translator.clang.given import Given, Passed, library_arguments, object_changed
from pointerchain.translator.clang.implicit_calls import Implied
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    INCREMENTS,
    POINTER_TYPE,
    Binary,
    Kind,
    TypeKind,
    Unary,
)
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.semantics import is_null_constant
from pointerchain.translator.clang.storage import Place, Storage
from pointerchain.translator.clang.targets import ANY_FORM, Targets, form_of
from pointerchain.translator.clang.tree import Node, Tree

_BINDING = frozenset((Kind.CALL, Kind.VARIABLE, Kind.RETURN, Kind.INIT_LIST, Kind.CONSTRUCTOR))
"""What an object stands in, in C++, without a conversion that reads it, where a reference is bound to it."""
_LAST_WORD = lazy_pattern(rb"[^\W\d]\w*\Z")
_NAMES = frozenset((Kind.MEMBER, Kind.DECL_REF, Kind.SUBSCRIPT, Kind.UNARY))
_CALLS = frozenset((Kind.CALL,))


class DoubtEffects(BodyEffects):
    """What the statements of one function do by themselves, as those see it that warn."""

    passed_over = BodyEffects.passed_over | {Kind.TRY, Kind.CATCH, Kind.THROW}
    """With what changes where control goes, of which doubts say nothing."""
    heeds_volatile = False

    def _stored_at(self, index: int) -> MemoryEffects:
        effects, kind = super()._stored_at(index), self.tree.kinds[index]
        if UNDECIDED in effects.unknown:
            effects |= self._undecided(self.tree.node(index))
        if kind == Kind.MEMBER and self.storage.overlays_pointers(self.tree.node(index)):
            effects |= MemoryEffects(exposed=frozenset((ANY,)))
        if kind in _NAMES and _is_exposed(self.tree.node(index), self.cxx):
            return effects | self._exposed(self.tree.node(index))
        if kind in CASTS or (kind == Kind.UNEXPOSED_EXPR and self.tree.node(index).type_kind == POINTER_TYPE):
            return effects | self._converted(self.tree.node(index))
        if kind == Kind.ASM:
            for operand in self.tree.node(index).below:  # any may be an output
                effects |= self._stores(operand) if operand.kind in EXPRESSIONS else NOTHING
        return effects

    def _undecided(self, node: Node) -> MemoryEffects:
        """The members that a template's statements name: an argument decides of what."""
        kind = node.kind
        assigns = kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN
        assigns = assigns or kind == Kind.COMPOUND_ASSIGN
        if assigns or (kind == Kind.UNARY and node.unary_operator in INCREMENTS):
            target = ignoring_parens_and_implicit_casts(node.below[0])
            return MemoryEffects(self._members_named(target)) if target.kind == Kind.MEMBER else NOTHING
        return MemoryEffects(ref=self._members_named(node)) if kind == Kind.MEMBER else NOTHING

    def _members_named(self, member: Node) -> Accesses:
        text = b"" if member.foreign else member.parsed.data[member.start : member.end]
        word = _LAST_WORD.search(text)
        return Accesses(
            members=frozenset((by_name(word.group().decode("utf-8", "replace") if word else ""),))
        )

    def _converted(self, cast: Node) -> MemoryEffects:
        """A way that is not const any more; the members of a struct whose pointer becomes one to anything."""
        effects = MemoryEffects(strips=self.storage.strips(cast)) if cast.kind in CASTS else NOTHING
        if is_null_constant(cast):
            return effects  # which leads nowhere
        puns = is_pun(cast)
        if puns:
            effects |= MemoryEffects(exposed=frozenset((ANY,)))
        if puns or (cast.type_kind == POINTER_TYPE and forgets(cast)):
            at = ignoring_parens_and_implicit_casts(cast.below[-1])
            own = at.kind == Kind.UNARY and at.unary_operator == Unary.ADDRESS_OF
            if not own or self.storage.place(at.below[0]).variable in self.escaping | {""}:
                effects |= MemoryEffects(exposed=self.storage.members_of(at))
        return effects

    def _exposed(self, node: Node) -> MemoryEffects:
        """The member or variable that an expression names, to whose object a pointer is made."""
        if self.storage.is_record(node):
            return NOTHING  # its members are named where it is used
        place = self.storage.place(node)
        names = frozenset(part.member for part in place.parts)
        return MemoryEffects(exposed=names or frozenset((place.variable,)) - {""})

    def given_away(self, call: Node) -> MemoryEffects:
        """What a call is given references to, or the addresses of."""
        effects = NOTHING
        for index in range(call.index + 1, self.tree.after[call.index]):
            if self.tree.kinds[index] in _NAMES:
                node = self.tree.node(index)
                around = node.within(_CALLS) if _is_exposed(node, self.cxx) else None
                effects |= self._exposed(node) if around is call else NOTHING
        return effects

    def _stores(self, target: Node) -> MemoryEffects:
        effects = super()._stores(target)
        if not effects.captures:
            return effects
        return effects._replace(kept=self.storage.records_behind(target))

    def _placed(self, place: Place) -> Accesses:
        accesses = super()._placed(place)
        over = (self._laid_over.get(each, frozenset()) for each in accesses.members)
        return accesses._replace(members=accesses.members.union(*over)) if self._laid_over else accesses

    @cached_property
    def _laid_over(self) -> dict[str, frozenset[str]]:
        """By member: those of its type in a struct that a cast of the function lays over its own."""
        found: dict[str, frozenset[str]] = {}
        for cast in self.tree.of_kinds(frozenset(CASTS)):
            for one, other in permutations(map(self.storage.parts, laid_over(cast) or ()), 2):
                for part in one:
                    alike = frozenset(each.member for each in other if meets(each.alias, {part.alias}))
                    found[part.member] = found.get(part.member, frozenset()) | alike
        return found

    # --- calls -------------------------------------------------------------------------------------------

    def _called(self, call: Node, callee: Callee) -> MemoryEffects:
        if callee.knowledge is not Knowledge.PURE and self.callees.is_of_library(call):
            return self._by_types(call, callee)
        effects = super()._called(call, callee) | self._shown(callee)
        for function in (*self.callees.variants, *self.callees.others(callee)):
            effects |= self._run(function)
        resolved = self.callees.resolved(callee) if callee.knowledge is Knowledge.UNKNOWN else None
        if resolved is not None:
            effects |= MemoryEffects(calls=frozenset((CallSite(INDIRECT + form_of(resolved)),)))
        for argument in arguments_of(call) if callee.knowledge is not Knowledge.SEEN else ():
            effects |= self._led_to(argument)
        return effects

    def _led_to(self, argument: Node) -> MemoryEffects:
        """What functions do to which a pointer leads that another function is given."""
        form = self.targets.form_behind(argument) if self.targets is not None else ""
        if self.targets is None or not form:
            return NOTHING
        callees = self.targets.behind(argument)
        if callees is None:
            return MemoryEffects(calls=frozenset((CallSite(INDIRECT + form),)))
        effects = NOTHING
        for callee in callees:
            effects |= self._run(callee)
        return effects

    def _run(self, callee: Callee) -> MemoryEffects:
        self.known[callee.key] = callee
        return called(callee) | self._shown(callee)

    def implied(self, implied: Implied) -> MemoryEffects:
        """The effects of what runs somewhere that nobody spells."""
        effects = super().implied(implied)
        for callee in implied.functions:
            effects |= self._shown(callee)
        if implied.unknown:  # an object may be of a class that is derived from what its type says
            effects |= MemoryEffects(calls=frozenset((CallSite(INDIRECT + DESTRUCTORS),)))
        return effects

    def _shown(self, callee: Callee) -> MemoryEffects:
        """What the body does of a function that may be another."""
        if callee.knowledge is not Knowledge.UNKNOWN:
            return NOTHING
        effects = self.elsewhere(callee.key) or NOTHING
        if not self.callees.shows(callee):
            return effects
        self.known[callee.key] = callee
        return effects | MemoryEffects(calls=frozenset((CallSite(callee.key),)))

    def _by_types(self, call: Node, callee: Callee) -> MemoryEffects:
        """What a function of the library does that does what its parameters' types let it do."""
        row = library_function(callee.name) if callee.knowledge is Knowledge.SYSTEM else None
        effects = NOTHING
        if row is not None and row.noreturn:
            effects = MemoryEffects(leaves=True)
        if row is not None and row.frees:
            effects = MemoryEffects(frees=True)
        if uses_standard_stream(callee.name) or self.callees.takes_stream(call):
            effects |= MemoryEffects(calls=frozenset((CallSite(STREAMS),)))
        if self.elsewhere(LIBRARY + callee.name) is not None:  # the program may define it anew
            effects |= MemoryEffects(calls=frozenset((CallSite(LIBRARY + callee.name),)))
        for form in runs(callee.name):
            effects |= MemoryEffects(calls=frozenset((CallSite(INDIRECT + form),)))
        if self.cxx:
            functions, hides = self.implicit.by_library(call)
            effects |= self.implied(Implied(functions)) | (self._indirect(call) or NOTHING)
            for form in (ANY_FORM, DESTRUCTORS) if hides else ():
                effects |= MemoryEffects(calls=frozenset((CallSite(INDIRECT + form),)))
        changed = object_changed(call)
        if changed is not None:
            effects |= self._stores(changed)
        for passed in library_arguments(call, lambda number: stores_argument(callee.name, number)):
            effects |= self._passed(passed, callee.name) | self._led_to(passed.argument)
        return effects

    def _passed(self, passed: Passed, name: str) -> MemoryEffects:
        if passed.given is Given.NOTHING:
            return NOTHING
        if passed.given is Given.UNKNOWN:
            return NOTHING if self._led_to(passed.argument).calls else unknown(f"a call of '{name}'")
        at, pointed = ignoring_parens_and_implicit_casts(passed.argument), NO_ACCESSES
        if at.kind == Kind.UNARY and at.unary_operator == Unary.ADDRESS_OF:
            place = self.storage.place(at.below[0])
        elif passed.refers or is_array(at):
            place = self.storage.place(at)
            pointed = NO_ACCESSES if passed.refers else Accesses(through=place.aliases, aliases=place.aliases)
        else:
            place = self.storage.behind(at)
        accesses = self._placed(place) | pointed
        ref = MemoryEffects(ref=accesses) if self.refs else NOTHING
        return ref | MemoryEffects(accesses) if passed.given is Given.STORED else ref

    # --- what is read ------------------------------------------------------------------------------------

    def _read_by_call(self, call: Node, callee: Callee) -> MemoryEffects:
        if callee.knowledge is Knowledge.PURE and not self.callees.is_of_library(call):
            return super()._read_by_call(call, callee)
        return NOTHING  # what the library reads is among what it is given

    def _read_by_range(self) -> MemoryEffects:
        return NOTHING


def _is_exposed(node: Node, cxx: bool) -> bool:
    """Whether an expression names an object to which a pointer is made, or a reference is bound."""
    at, above, chosen = node, node.parent, False
    while above is not None and (above.kind == Kind.PAREN or _is_chosen(at, above)):
        chosen = chosen or above.kind != Kind.PAREN
        at, above = above, above.parent
    if above is None:
        return False
    if above.kind == Kind.UNARY:
        taken = above.unary_operator == Unary.ADDRESS_OF
        return taken or (chosen and above.unary_operator in INCREMENTS)
    if above.kind == Kind.UNEXPOSED_EXPR:
        return is_array(at) and not _is_followed(above)
    if above.kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN):
        return chosen and at.ordinal == 0
    if above.kind == Kind.INIT_LIST and is_array(at):
        return True
    if not cxx or node.type.const:
        return False
    return above.kind in _BINDING or (above.kind in CASTS and above.type.kind != TypeKind.VOID)


def _is_chosen(at: Node, above: Node) -> bool:
    """Whether an expression is one that another may be, as an object."""
    if above.kind == Kind.CONDITIONAL:
        return at.ordinal > 0
    return above.kind == Kind.BINARY and above.binary_operator == Binary.COMMA and at.ordinal == 1


def _is_followed(pointer: Node) -> bool:
    """Whether the pointer that an array turns into is followed at once."""
    at, above = pointer, pointer.parent
    while above is not None and above.kind == Kind.PAREN:
        at, above = above, above.parent
    if above is None:
        return False
    followed = above.kind == Kind.UNARY and above.unary_operator == Unary.DEREFERENCE
    return followed or (above.kind == Kind.SUBSCRIPT and at.ordinal == 0)


class DoubtSummaries(Summaries):
    """The effects of the functions of one source, as those see them that warn."""

    kind = DoubtEffects

    def body(self, tree: Tree, escapes: frozenset[str] | None = None) -> DoubtEffects:
        """What answers for the statements of one function."""
        body = super().body(tree, escapes)
        assert isinstance(body, DoubtEffects)
        return body

    def _seen_by_threads(self, key: str) -> MemoryEffects:
        return NOTHING

    def _unseen(self, key: str) -> MemoryEffects:
        if key.startswith(INDIRECT) and self.elsewhere(key) is None:
            return unknown(THROUGH) | self._own_targets(key)
        return super()._unseen(key)

    def _called(self, callee: Callee) -> MemoryEffects:
        shown = callee.knowledge is Knowledge.UNKNOWN and self.callees.shows(callee)
        own = MemoryEffects(calls=frozenset((CallSite(callee.key),))) if shown else NOTHING
        return called(callee) | own


def targets_of(callees: Callees, cxx: bool) -> Targets:
    """Where pointers to functions lead in a source, for those who doubt."""
    return Dispatch(callees.parsed, callees) if cxx else Targets(callees.parsed, callees)


def functions_of_headers(
    parsed: Parsed, cxx: bool, elsewhere: Resolver, wanted: Container[str], *, followed: bool
) -> Functions:
    """What those functions do of some that included files define, but for the system's.

    The parse has all bodies. ``followed``: whether somebody follows what their directives do.
    """
    callees = Callees(parsed)
    kind = DoubtSummaries if followed else _OfHeaders
    summaries = kind(callees, Storage(cxx), cxx, elsewhere, targets_of(callees, cxx), NO_MAKERS, refs=True)
    return {key: summaries.of(key) for key in callees.of_headers(wanted)}


class _OfHeaders(DoubtSummaries):
    """The effects of functions whose directives nobody follows from the source."""

    def _seen_by_threads(self, key: str) -> MemoryEffects:
        text = self.callees.text(key)
        return (
            unknown(f"directives of '{self.callees.name(key)}'")
            if has_directives(text, NO_MAKERS)
            else NOTHING
        )
