# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Effects: a function whose body Clang has -> what it, and all that it calls, stores and reads.

``void bump(struct sim *s) { at++; s->n = s->m; }``  ->  stores ``at`` and ``n``, reads ``at`` and ``m``.

What each expression does is said by :mod:`~pointerchain.translator.clang.actions`. A function that is not
seen may do anything, and is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Protocol

from pointerchain.translator.clang.actions import (
    FIRST,
    NOTHING,
    REFERENCES,
    TRANSPARENT,
    Actions,
    Effect,
    assigned_by,
    is_attributed,
    referred,
    unseen,
)
from pointerchain.translator.clang.conversions import (
    BUILTIN,
    is_system,
    unconverted,
)
from pointerchain.translator.clang.implicit import hides_initialiser, is_surrogate
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    EXPRESSIONS,
    FUNCTIONS,
    NOWHERE,
    PROTOTYPES,
    Kind,
    TypeKind,
    Unary,
    callee_of,
    calls_result,
    canonical_cursor,
    children_of,
    expressions_of,
    raw_of,
    referenced_by,
    specialized_template,
    unary_kind,
    without_arrays,
)
from pointerchain.translator.clang.owned import is_unseen, owned_variable, threads_own
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.replaced import Replacements, is_inline_definition, variants_named
from pointerchain.translator.clang.streams import takes_stream
from pointerchain.translator.clang.templates import UNDECIDED, is_pattern, is_undecided, specialize
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import is_library_class

_AT_MOST = 30_000
"""Cursors of functions' bodies that are looked at for one source: a function beyond is not seen."""
_CLEANUP = re.compile(r"(?:\b|__)cleanup(?:__)? \( (\w+)")
_SPECIAL = (Kind.CONSTRUCTOR, Kind.DESTRUCTOR)


class Library(Protocol):
    """What is known of the library's functions by their names: :mod:`pointerchain.analysis.library`."""

    def uses_standard_stream(self, name: str, /) -> bool:
        """Whether one uses a stream that it is not given."""

    def gives_streams_memory(self, texts: Iterable[bytes], /) -> bool:
        """Whether texts give a stream memory of the program's."""

    def stores_argument(self, name: str, number: int, /) -> bool | None:
        """Whether one stores where an argument leads, from 0; None where nobody knows."""


class Effects:
    """Answers for one parse; declarations have the numbers that :class:`References` gives them."""

    def __init__(self, references: References, cxx: bool, library: Library) -> None:
        self.references, self.tu, self.cxx = references, references.parsed.tu, cxx
        self.library = library
        self.actions = Actions(references, cxx)
        self._replacements = Replacements(references.parsed)
        self._direct: dict[int, tuple[Effect, tuple[Any, ...]]] = {}
        self._whole: dict[int, Effect] = {}
        self._by_parameter: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}
        self._left = _AT_MOST

    def of_call(self, call: Node) -> Effect:
        """What a call does: the function that it calls, and those whose names it is given."""
        effect, called = self._called(call.clang_cursor)
        for function in called:
            effect |= self.of(function)
        return effect

    def of_bodies(self, call: Node) -> Effect:
        """The same without what the call itself does to what it is given."""
        own, called = self._called(call.clang_cursor)
        effect = own if FIRST in own.unseen else NOTHING
        for function in called:
            effect |= self.of(function)
        return effect

    def of(self, function: Any) -> Effect:
        """What a function and all that it calls do."""
        start = self._defined(function)
        first = _key(start)
        if first in self._whole:
            return self._whole[first]
        effect, waiting, seen = NOTHING, [start], {first}
        while waiting:
            each = waiting.pop()
            own, called = self._own(each)
            effect |= own
            for inner in map(self._defined, called):
                if _key(inner) not in seen:
                    seen.add(_key(inner))
                    waiting.append(inner)
        self._whole[first] = effect
        return effect

    def alias_class(self, node: Node) -> str:
        """The class of the object that an expression is (:meth:`Actions.alias_class`)."""
        return self.actions.alias_class(node.clang_cursor.type)

    def members_of(self, node: Node) -> frozenset[int]:
        """The members of the struct that an expression is, or points to, those of structs in it included."""
        kind = node.clang_cursor.type.get_canonical()
        to = kind.get_pointee().get_canonical() if kind.kind == TypeKind.POINTER else kind
        return frozenset(self.actions.members(to))

    def stored_by_parameter(self, call: Node, given: int) -> tuple[tuple[int, ...], ...]:
        """The paths, by their members, that a function stores from a parameter; -1 is its object.

        Only what the function does itself, to an object that its parameter leads to for certain.
        """
        target = callee_of(call.clang_cursor, self.tu)
        if target is None or target._kind_id not in FUNCTIONS:
            return ()
        function = self._defined(target)
        parameters = [raw_of(canonical_cursor(each)).a for each in function.get_arguments()]
        wanted = 0 if given < 0 else parameters[given] if given < len(parameters) else -1
        if (_key(function), wanted) not in self._by_parameter:
            self._by_parameter[_key(function), wanted] = tuple(self._paths(function, wanted))
        return self._by_parameter[_key(function), wanted]

    def _paths(self, function: Any, parameter: int) -> Iterator[tuple[int, ...]]:
        bodies = [each for each in children_of(function, self.tu) if each._kind_id == Kind.COMPOUND]
        waiting, named, assigned = bodies, list[tuple[int, ...]](), False
        while waiting:
            cursor = waiting.pop()
            below = children_of(cursor, self.tu)
            waiting += below
            for each in assigned_by(cursor, below):
                root, keys = self._path_of(each)
                assigned = assigned or (root == parameter and not keys)
                if root == parameter and keys:
                    named.append(keys)
        yield from () if assigned else named

    def _path_of(self, cursor: Any) -> tuple[int, tuple[int, ...]]:
        """The variable that an expression begins at, 0 for the object itself, and the members from there."""
        keys: list[int] = []
        while True:
            kind = cursor._kind_id
            inside = expressions_of(cursor, self.tu)
            if kind == Kind.DECL_REF:
                return int(raw_of(canonical_cursor(referenced_by(cursor))).a), tuple(reversed(keys))
            if kind == Kind.MEMBER:
                known = self.references.known(raw_of(referenced_by(cursor)))
                if known is None or known.kind != Kind.FIELD:
                    return -1, ()
                keys.append(known.key)
                if not inside or inside[0]._kind_id == Kind.THIS:
                    return 0, tuple(reversed(keys))
            elif kind == Kind.UNARY and unary_kind(cursor) != Unary.DEREFERENCE:
                return -1, ()
            elif kind not in (Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.UNARY) or not inside:
                return -1, ()
            cursor = inside[0]

    def _defined(self, declared: Any) -> Any:
        """The definition of a function, that of an instance, or of a class, that of its template."""
        template = specialized_template(declared)
        if template._kind_id not in NOWHERE and declared._kind_id not in FUNCTIONS:
            declared = template
        declared._tu = self.tu
        return declared.get_definition() or declared

    # --- a function by itself ----------------------------------------------------------------------------

    def _own(self, function: Any) -> tuple[Effect, tuple[Any, ...]]:
        """What a function does, and the functions that it calls."""
        key = _key(function)
        if key not in self._direct:
            self._direct[key] = NOTHING, ()
            self._direct[key] = self._look(function)
        return self._direct[key]

    def _look(self, function: Any) -> tuple[Effect, tuple[Any, ...]]:
        inside = children_of(function, self.tu)
        name = str(function.spelling)
        kinds = {each._kind_id for each in inside}
        if Kind.CONST_ATTRIBUTE in kinds:
            return NOTHING, ()
        if Kind.PURE_ATTRIBUTE in kinds:
            return Effect(pure=frozenset((name,))), ()
        special = function._kind_id in _SPECIAL
        effect, called = NOTHING, list[Any]()
        if not self._stays(function, inside):
            effect = unseen(name)
        if Kind.COMPOUND not in kinds and Kind.TRY not in kinds:
            if not special or not (function.is_default_method() or _is_implicit(function)):
                return unseen(name), ()
        if self._specializes and is_pattern(function):
            effect |= unseen(name)
        result = function.result_type.get_canonical()
        refers = result.kind in REFERENCES and not result.get_pointee().is_const_qualified()
        waiting = list(inside)  # with default arguments, and lengths of parameters
        if special:
            called += self._parts(function, waiting)
        called += [each for name in self._variants for each in self._named_function(function, name)]
        found = self._walk(waiting, refers)
        if found is None:
            return unseen(name), ()
        return effect | found[0], (*called, *found[1])

    def _walk(self, waiting: list[Any], refers: bool = False) -> tuple[Effect, list[Any]] | None:
        """What statements do, with all in them, and the functions that they call; None of too many."""
        effect, called, rows = NOTHING, list[Any](), list[Effect]()
        listed: set[int] = set()
        while waiting:
            self._left -= 1
            if self._left < 0:
                return None
            cursor = waiting.pop()
            below = children_of(cursor, self.tu)
            waiting += below
            rows.append(self.actions.does(cursor, below))
            if cursor._kind_id in EXPRESSIONS and is_undecided(cursor):
                rows.append(unseen("a template"))
            if refers and cursor._kind_id == Kind.RETURN and below:
                rows.append(self.actions.exposed(below[0]))
            if cursor._kind_id == Kind.CALL:
                more, functions = self._called(cursor)
                rows.append(more)
                called += functions
            elif cursor._kind_id in (Kind.VARIABLE, Kind.NEW, Kind.DELETE):
                called += self._run_by(cursor)
            elif cursor._kind_id == Kind.FOR_RANGE:
                more, operators = self._ranged(cursor, below)
                rows.append(more)
                called += operators
            elif cursor._kind_id == Kind.INIT_LIST:
                called += self._run_by(cursor)
                waiting += self._initialisers(cursor.type, listed)
            elif cursor._kind_id == Kind.DECL_REF and self.threads_own is not None:
                begun = self._begun(cursor, self.threads_own, listed)
                rows += [unseen("an initialiser")] if any(map(is_unseen, begun)) else ()
                waiting += begun
        for row in rows:
            if row is not NOTHING:
                effect |= row
        return effect, called

    def _stays(self, function: Any, inside: list[Any]) -> bool:
        """Whether a call runs the body of a function that is seen, whatever the program is linked with.

        A weak one may be another then, so may an inline one of C with external linkage (C11 6.7.4p7), and so
        may one of a shared library, which the program that loads it can define again.
        """
        named = self._replacements.named
        if named is None or str(function.spelling) in named:
            return False
        if any(each._kind_id == Kind.ASM_LABEL for each in inside) or not self._replacements.leave(inside):
            return False
        if self._replacements.interpose(function):
            return False
        return self.cxx or not is_inline_definition(function)

    @cached_property
    def _gives_streams_memory(self) -> bool:
        return self.library.gives_streams_memory(text for _, text in self.references.parsed.own_texts)

    @cached_property
    def _specializes(self) -> bool:
        return specialize(text for _, text in self.references.parsed.own_texts)

    @cached_property
    def threads_own(self) -> frozenset[str] | None:
        """What :func:`~pointerchain.translator.clang.owned.threads_own` says of the program's files."""
        return threads_own(text for _, text in self.references.parsed.own_texts)

    @cached_property
    def _variants(self) -> frozenset[str]:
        return variants_named(text for _, text in self.references.parsed.own_texts)

    def _begun(self, name: Any, private: frozenset[str], seen: set[int]) -> list[Any]:
        """The definition of a thread's own variable that is named, each once: it may begin there."""
        variable = owned_variable(name, private, self.tu)
        if variable is not None and is_unseen(variable):
            return [variable]
        definition = variable.get_definition() if variable is not None else None
        if definition is None or _key(definition) in seen:
            return []
        seen.add(_key(definition))
        definition._tu = self.tu
        return [definition]

    def _initialisers(self, of: Any, seen: set[int]) -> list[Any]:
        """What members of an aggregate begin with where a list leaves them out, each class once."""
        of = without_arrays(of.get_canonical())
        if of.kind != TypeKind.RECORD or of.is_pod() or is_library_class(of):
            return []
        declared = self._defined(of.get_declaration())
        if _key(declared) in seen:
            return []
        seen.add(_key(declared))
        found: list[Any] = []
        for part, kind in self._members(declared, of):
            found += [*expressions_of(part, self.tu), *self._initialisers(kind, seen)]
        return found

    def _members(self, definition: Any, of: Any) -> list[tuple[Any, Any]]:
        """The members and bases of a class, and their types: in an instance of a template as it has them."""
        parts = [
            each for each in children_of(definition, self.tu) if each._kind_id in (Kind.FIELD, Kind.BASE)
        ]
        fields = [part for part in parts if part._kind_id == Kind.FIELD]
        types = [each.type for each in of.get_fields()] if of.kind == TypeKind.RECORD else []
        known = dict(zip(map(_key, fields), types, strict=False)) if len(types) == len(fields) else {}
        return [(part, known.get(_key(part), part.type)) for part in parts]

    def of_statement(self, node: Node) -> Effect:
        """What a node runs that is no call: a ``delete``, a list without its own elements, a lambda's copies.

        Of an assignment by a pointer to a member what it stores.
        """
        if node.kind == Kind.DECL_REF:
            begun = self._begun(node.clang_cursor, self.threads_own or frozenset(), set())
            return unseen("an initialiser") if any(map(is_unseen, begun)) else self._all_of(begun)
        if node.kind == Kind.BINARY:
            return self.actions.stored(node.clang_cursor)
        if node.kind == Kind.FOR_RANGE:
            effect, called = self._ranged(node.clang_cursor, children_of(node.clang_cursor, self.tu))
        elif node.kind == Kind.UNEXPOSED_DECL:
            effect, called = self._bound(node.clang_cursor)
        else:
            effect, called = NOTHING, self._run_by(node.clang_cursor)
        if node.kind == Kind.INIT_LIST:
            effect = self._all_of(self._initialisers(node.clang_cursor.type, set()))
        for function in called:
            effect |= self.of(function)
        return effect

    def _ranged(self, loop: Any, below: list[Any]) -> tuple[Effect, list[Any]]:
        """What a range-``for`` calls: ``begin``, ``end`` and the iterator's operators ([stmt.ranged])."""
        ranged = below[-2].type.get_canonical() if len(below) > 1 else None
        if ranged is None or ranged.kind in ARRAYS or is_system(ranged.get_declaration()):
            return NOTHING, []
        functions = self._methods(ranged, ("begin", "end"))
        if not functions:
            return unseen(FIRST), []  # functions beside the class, or a template's argument decides
        iterator = functions[0].result_type.get_canonical()
        operators = self._methods(iterator, ("operator++", "operator!=", "operator==", "operator*"))
        return NOTHING, functions + operators

    def _bound(self, binding: Any) -> tuple[Effect, list[Any]]:
        """What a structured binding calls: ``get`` of a class, which nobody spells ([dcl.struct.bind])."""
        of = binding.type.get_canonical()
        of = of.get_pointee().get_canonical() if of.kind in REFERENCES else of
        functions = self._methods(of, ("get",))
        return NOTHING if functions else unseen(FIRST), functions  # else they are beside the class

    def _methods(self, of: Any, names: tuple[str, ...]) -> list[Any]:
        """The member functions of some names in a class of the program's."""
        if of.kind != TypeKind.RECORD or is_library_class(of):
            return []
        inside = children_of(self._defined(of.get_declaration()), self.tu)
        return [each for each in inside if each._kind_id in FUNCTIONS and str(each.spelling) in names]

    def _all_of(self, cursors: list[Any]) -> Effect:
        """What expressions and definitions do, with all that they call."""
        found = self._walk(cursors)
        if found is None:
            return unseen("an initialiser")
        effect = found[0]
        for function in found[1]:
            effect |= self.of(function)
        return effect

    def _parts(self, function: Any, waiting: list[Any]) -> list[Any]:
        """What a constructor or destructor runs of members and bases, and the initialisers of members."""
        found: list[Any] = []
        made = function._kind_id == Kind.CONSTRUCTOR
        record = function.semantic_parent
        for part, of in self._members(self._defined(record), record.type.get_canonical()):
            waiting += expressions_of(part, self.tu) if made else []
            if made and part._kind_id == Kind.FIELD and hides_initialiser(part):
                found.append(part)  # without a body
            found += self._special(of, function._kind_id, part)
        return found

    def _special(self, of: Any, kind: int, holder: Any = None) -> list[Any]:
        """The constructors or the destructor of a class of the program's, written or not.

        ``holder``: what has the type. It stands, without a body, for what a template's argument decides.
        """
        of = without_arrays(of.get_canonical())
        if holder is not None and of.kind in UNDECIDED:
            return [holder]
        if of.kind != TypeKind.RECORD or is_library_class(of):
            return []
        declared = self._defined(of.get_declaration())
        inside = children_of(declared, self.tu)
        found = [each for each in inside if each._kind_id == kind]
        if not found:  # an implicit one runs those of its parts
            for part, inner in self._members(declared, of):
                found += self._special(inner, kind, part)
        return found

    def _run_by(self, cursor: Any) -> list[Any]:
        """What runs where a variable begins and ends, or an object is made or deleted."""
        kind = cursor._kind_id
        if kind == Kind.LAMBDA:
            captured = [each for each in children_of(cursor, self.tu) if each._kind_id == Kind.VARIABLE_REF]
            return [f for each in captured for special in _SPECIAL for f in self._special(each.type, special)]
        if kind == Kind.INIT_LIST:
            if cursor.type.get_canonical().is_pod():
                return []
            return [each for special in _SPECIAL for each in self._special(cursor.type, special)]
        if kind == Kind.VARIABLE:
            attributed = is_attributed(cursor, self.tu)
            text = " ".join(each.spelling for each in cursor.get_tokens()) if attributed else ""
            named = _CLEANUP.search(text)
            found = self._special(cursor.type, Kind.DESTRUCTOR, cursor)
            return found + (self._named_function(cursor, named.group(1)) if named else [])
        if kind == Kind.DELETE:
            operands = expressions_of(cursor, self.tu)
            to = operands[-1].type.get_canonical().get_pointee() if operands else None
            if to is None:
                return []
            ends = self._methods(to.get_canonical(), ("operator delete", "operator delete[]"))
            return ends + self._special(to, Kind.DESTRUCTOR, cursor)
        made = cursor.type.get_canonical().get_pointee()
        begins = self._methods(made.get_canonical(), ("operator new", "operator new[]"))
        return begins + self._special(made, Kind.CONSTRUCTOR, cursor)

    def _named_function(self, at: Any, name: str) -> list[Any]:
        """The functions of a name at file scope."""
        tops = children_of(at.translation_unit.cursor, self.tu)
        return [each for each in tops if each._kind_id in FUNCTIONS and each.spelling == name]

    # --- calls -------------------------------------------------------------------------------------------

    def _called(self, call: Any) -> tuple[Effect, tuple[Any, ...]]:
        """What is known of a call by itself, and the functions that it runs."""
        target = callee_of(call, self.tu)
        name = "" if calls_result(call, self.tu) else str(call.spelling)
        inside = expressions_of(call, self.tu)
        if (target is None or target._kind_id not in FUNCTIONS) and inside:
            return self._through_pointer(inside, name)
        if target is None and call.type.get_canonical().kind == TypeKind.RECORD and not name:
            return NOTHING, ()  # the copy of a temporary, which is left out
        if target is None or target._kind_id not in FUNCTIONS:
            return unseen(name), ()
        target._tu = self.tu
        if is_surrogate(call, self.tu):
            return unseen(name), (target,)
        if target.is_virtual_method() and _is_dynamic(inside):
            return unseen(name), ()
        if is_system(target) or name.startswith(BUILTIN):
            return self._library(call, target, inside)
        effect = NOTHING
        for parameter, argument in zip(target.get_arguments(), call.get_arguments(), strict=False):
            taken = parameter.type.get_canonical()
            if taken.kind in REFERENCES and not taken.get_pointee().is_const_qualified():
                effect |= self.actions.exposed(argument)
        made = call.type if target._kind_id == Kind.CONSTRUCTOR else None
        ends = self._special(made, Kind.DESTRUCTOR) if made is not None else []
        return effect, (target, *_functions_in(inside, self.tu), *ends)

    def _through_pointer(self, inside: list[Any], name: str) -> tuple[Effect, tuple[Any, ...]]:
        """A call of what an expression gives: a function in parentheses, or what a variable began with."""
        found: list[Any] = []
        known, waiting = True, inside[:1]
        while waiting:
            cursor = waiting.pop()
            below = expressions_of(cursor, self.tu)
            kind = cursor._kind_id
            if kind == Kind.DECL_REF:
                named = referred(cursor)
                if named._kind_id in FUNCTIONS:
                    found.append(named)
                    continue
                known = False  # it may have been assigned since
                held = self._defined(named) if named._kind_id == Kind.VARIABLE else None
                rows = children_of(held, self.tu) if held is not None else []
                while rows:
                    row = rows.pop()
                    rows += children_of(row, self.tu)
                    if row._kind_id == Kind.DECL_REF and referred(row)._kind_id in FUNCTIONS:
                        found.append(referred(row))
            elif kind == Kind.CONDITIONAL:
                waiting += below[1:]
            elif kind == Kind.BINARY:
                waiting += below[-1:]
            elif kind in (*TRANSPARENT, Kind.UNARY):
                waiting += below[-1:]
            elif kind in (Kind.MEMBER, Kind.SUBSCRIPT):
                known = False
                waiting += below[:1]
            else:
                known = False
        given = _functions_in(inside[1:], self.tu)
        return NOTHING if known and found else unseen(name), (*found, *given)

    def _library(self, call: Any, target: Any, inside: list[Any]) -> tuple[Effect, tuple[Any, ...]]:
        """A function of the library, which does what its parameters' types let it do."""
        effect, called = NOTHING, list[Any]()
        name = str(target.spelling)
        if self._gives_streams_memory and (self.library.uses_standard_stream(name) or takes_stream(target)):
            return unseen(name) | unseen(FIRST), ()  # whatever it is given
        method = target._kind_id == Kind.METHOD and not target.is_static_method()
        if method and not target.is_const_method() and inside:
            effect |= self.actions.stored(inside[0])
        parameters = [each.type.get_canonical() for each in target.get_arguments()]
        arguments = list(call.get_arguments())
        if method and len(arguments) == len(parameters) + 1:
            arguments = arguments[1:]  # an operator's object
        for at, argument in enumerate(arguments):
            function = next(_functions_in([argument], self.tu), None)
            if function is not None:
                called.append(function)
                continue
            given = unconverted(argument, self.tu).type.get_canonical()
            taken = parameters[at] if at < len(parameters) else None
            effect |= self._argument(argument, given, taken, name, at)
        return effect, tuple(called)

    def _argument(self, argument: Any, given: Any, taken: Any, name: str, number: int) -> Effect:
        """What a function of the library could do to what an argument leads to."""
        refers = taken is not None and taken.kind in REFERENCES
        to = given if refers else given.get_pointee().get_canonical()
        if given.kind == TypeKind.RECORD and "(lambda" in str(given.spelling):
            return NOTHING  # its body stands here
        if given.kind in (TypeKind.DEPENDENT, TypeKind.UNEXPOSED):
            return unseen(name)
        if not refers and given.kind in ARRAYS:
            to = given.element_type.get_canonical()
        elif not refers and given.kind != TypeKind.POINTER:
            harmless = given.kind != TypeKind.RECORD or given.is_pod() or is_library_class(given)
            return NOTHING if harmless else unseen(name)
        if to.kind in PROTOTYPES:
            return unseen("a function's pointer")
        if to.kind == TypeKind.RECORD and not to.is_pod() and not is_library_class(to):
            return unseen(name)  # it may run what the class says
        if to.kind == TypeKind.VOID:
            return NOTHING  # a struct's pointer that was made one to void exposed its members there
        object_ = unconverted(argument, self.tu)
        inside = expressions_of(object_, self.tu)
        pointed = object_._kind_id == Kind.UNARY and unary_kind(object_) == Unary.ADDRESS_OF and inside
        if self.actions.is_own(inside[0] if pointed else object_) and (
            pointed or refers or given.kind in ARRAYS
        ):
            return NOTHING
        members = frozenset(self.actions.members(to))
        stores = self.library.stores_argument(name, number)
        if stores is None:
            stores = taken is None or not taken.get_pointee().is_const_qualified()
        if not stores:
            return Effect(reads=members)
        through = Effect(through=frozenset((self.actions.alias_class(to),)))
        effect = self.actions.stored(argument) if refers else through
        return effect | Effect(stores=members, reads=members)


def _key(function: Any) -> int:
    return int(raw_of(canonical_cursor(function)).a)


def _is_implicit(function: Any) -> bool:
    """Whether the compiler made a function: it stands where its class does."""
    parent = function.semantic_parent
    return parent is not None and bool(function.location == parent.location)


def _is_dynamic(inside: list[Any]) -> bool:
    """Whether an object's class at run time decides which function is called."""
    callee = inside[0] if inside else None
    if callee is None or callee._kind_id != Kind.MEMBER:
        return True
    base = [each for each in callee.get_children() if each._kind_id >= Kind.UNEXPOSED_EXPR]
    if not base or base[0].type.get_canonical().kind == TypeKind.POINTER:
        return True
    return base[0]._kind_id != Kind.DECL_REF or referred(base[0]).type.kind in REFERENCES


def _functions_in(arguments: list[Any], tu: Any) -> Iterator[Any]:
    """The functions whose names are among a call's arguments."""
    for argument in arguments:
        cursor, inside = argument, [argument]
        while len(inside) == 1 and cursor._kind_id in (*TRANSPARENT, Kind.UNARY):
            inside = expressions_of(cursor, tu)
            cursor = inside[0] if inside else cursor
        if cursor._kind_id == Kind.DECL_REF:
            named = referred(cursor)
            if named._kind_id in FUNCTIONS:
                yield named
