# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Callees: a call in Clang's tree -> the function that it calls, and that function's body as a tree.

Only what is certain is answered: a call through a pointer, of a virtual member function, or one that a
template's argument decides about, is none of a known function.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from enum import Enum
from functools import cached_property
from typing import Any

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.alias_classes import is_scalar
from pointerchain.translator.clang.arguments import is_cxx
from pointerchain.translator.clang.conversions import BUILTIN, is_system
from pointerchain.translator.clang.implicit import is_surrogate
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    FUNCTIONS,
    NOWHERE,
    PROTOTYPES,
    RECORDS,
    TEMPLATES,
    Kind,
    TypeKind,
    callee_of,
    children_of,
    expressions_of,
    usr_of,
    without_arrays,
)
from pointerchain.translator.clang.owned import is_unseen, owned_variable, threads_own
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.ranges import only_reads
from pointerchain.translator.clang.replaced import (
    EXTERNAL,
    Replacements,
    is_inline_definition,
    is_resolved,
    names_of_pragmas,
    other_names,
    variants_named,
)
from pointerchain.translator.clang.streams import STREAM_MAKERS, prints, takes_stream
from pointerchain.translator.clang.templates import is_instance, is_pattern, is_undecided, specialize
from pointerchain.translator.clang.tree import Node, Tree, Walk
from pointerchain.translator.clang.types import is_library_class

_OFFERED = (Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR)
_HOLDING = (RECORDS - TEMPLATES) | {Kind.NAMESPACE, Kind.LINKAGE, Kind.UNEXPOSED_DECL}
_DEFINED = FUNCTIONS - TEMPLATES
_SPECIAL = (Kind.CONSTRUCTOR, Kind.DESTRUCTOR)
_BEGINS = "#begins"
"""What the name ends in of what a variable or member begins with, among functions."""
_REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
_DEPENDENT = (TypeKind.DEPENDENT, TypeKind.UNEXPOSED)
_UNDECIDED = (TypeKind.INVALID, TypeKind.VOID, TypeKind.DEPENDENT, TypeKind.UNEXPOSED)
_CASTS = frozenset("move forward move_if_noexcept as_const addressof __addressof".split())
"""Functions of ``std`` that only give their argument in another form; Clang has no bodies of instances."""
_NAMING = frozenset(
    (Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY, Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.THIS)
)
"""Expressions that make no object."""
_LITERAL = frozenset(
    (
        *(Kind.INTEGER, Kind.FLOATING, Kind.CHARACTER, Kind.STRING, Kind.BOOLEAN, Kind.NULLPTR),
        *(Kind.UNARY, Kind.BINARY, Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.INIT_LIST, Kind.SIZEOF),
        *(Kind.C_CAST, Kind.STATIC_CAST, Kind.FUNCTIONAL_CAST),
    )
)


class Knowledge(Enum):
    """What is known of the function that a call calls."""

    SEEN = "seen"
    """Its body is here."""
    NAMED = "named"
    """It is a function of the program's, whose body is elsewhere."""
    SYSTEM = "system"
    """It is the system's, or the compiler's own, without a body."""
    PURE = "pure"
    """An attribute says that it stores nothing."""
    UNKNOWN = "unknown"


class Callee(NamedTuple):
    """A function that is called: ``key`` is the USR of its declaration."""

    knowledge: Knowledge
    name: str
    key: str = ""
    reads: bool = True
    """Of one that stores nothing: whether it reads more than its arguments' values."""


def _is_given_nothing(target: Any) -> bool:
    """Whether a member function has no object and no parameters: ``steady_clock::now()``."""
    return target._kind_id == Kind.METHOD and target.is_static_method() and not any(target.get_arguments())


class Callees:
    """Answers for one parse, in which no body is left out."""

    def __init__(self, parsed: Parsed, trusted: Callable[[str, int], bool] = lambda _, __: False) -> None:
        """``trusted`` says whether calls by a name, at a place of the source, are known to store nothing."""
        self.parsed, self._trusted = parsed, trusted
        self._replacements = Replacements(parsed)
        self._known: dict[str, Callee] = {}
        self._definitions: dict[str, Any] = {}
        self._targets: dict[str, Any] = {}
        self._trees: dict[str, Tree] = {}

    def of(self, call: Node) -> Callee:
        """The function that a call calls."""
        cursor = call.clang_cursor
        target = callee_of(cursor, self.parsed.tu)
        name = call.name()
        if name and not call.foreign and self._trusted(name, call.start):
            return Callee(Knowledge.PURE, name)
        if target is None or target._kind_id in NOWHERE or target._kind_id not in FUNCTIONS:
            return Callee(Knowledge.UNKNOWN, name)
        target._tu = self.parsed.tu
        if is_surrogate(cursor, self.parsed.tu) or (target.is_virtual_method() and is_dynamic(call)):
            return Callee(Knowledge.UNKNOWN, name)
        arguments = sum(1 for _ in cursor.get_arguments())
        parameters = sum(1 for _ in target.get_arguments())
        if arguments < parameters:
            return Callee(Knowledge.UNKNOWN, name)  # a default argument may call anything
        return self._function(target)

    def is_system(self, call: Node) -> bool:
        """Whether a call calls a function of the system's, or of the compiler's own."""
        return self.of(call).knowledge is Knowledge.SYSTEM

    def named(self, node: Node) -> Callee | None:
        """The function of the program's that an expression names; None for any other expression."""
        target = node.clang_cursor.referenced
        if node.kind != Kind.DECL_REF or target is None or target._kind_id != Kind.FUNCTION:
            return None
        target._tu = self.parsed.tu
        found = self._function(target)
        return found if found.knowledge in (Knowledge.SEEN, Knowledge.NAMED) else None

    def copies_bytes(self, call: Node) -> bool:
        """Whether a call is a construction or assignment of plain data that nobody wrote."""
        cursor = call.clang_cursor
        target = callee_of(cursor, self.parsed.tu)
        of = cursor.type.get_canonical()
        of = of.get_pointee().get_canonical() if of.kind in _REFERENCES else of
        if of.kind != TypeKind.RECORD or not of.is_pod():
            return False
        if target is None or target._kind_id in NOWHERE:
            return not call.name()
        return target._kind_id == Kind.CONSTRUCTOR or str(target.spelling) == "operator="

    def undecided(self, node: Node) -> bool:
        """Whether a template's argument decides what runs on a value, or where an object is made.

        A class that is declared in a template may have members and bases of which it decides.
        """
        cursor = node.clang_cursor
        if node.kind == Kind.VARIABLE or node.kind not in _NAMING:
            of = without_arrays(cursor.type.get_canonical())
            if of.kind == TypeKind.RECORD and is_pattern(of.get_declaration()):
                return True
        if node.kind == Kind.CALL and self._is_of_scalars(node):
            return False  # it is of the template's own member function, whose result's type Clang leaves open
        return node.kind in EXPRESSIONS and is_undecided(cursor)

    def _is_of_scalars(self, call: Node) -> bool:
        """Whether a known function is given and returns scalars only: no class's conversion runs."""
        target = callee_of(call.clang_cursor, self.parsed.tu)
        if target is None or target._kind_id != Kind.METHOD:
            return False
        given = [*call.clang_cursor.get_arguments(), *target.get_arguments()]
        types = [target.result_type, *(each.type for each in given)]
        return all(is_scalar(of.get_canonical()) or of.kind == TypeKind.VOID for of in types)

    def declared_at(self, declaration: Node) -> Callee:
        """What is known of the function that a node declares."""
        return self._function(declaration.clang_cursor)

    def declared(self, function: Any) -> Callee:
        """What is known of a function, by the cursor of a declaration of it."""
        return self._function(function)

    @cached_property
    def _specializes(self) -> bool:
        """Whether members of templates may have other bodies than those that the templates give them."""
        return specialize(text for _, text in self.parsed.own_texts)

    def _function(self, target: Any) -> Callee:
        key = usr_of(target)
        if key not in self._known:
            self._known[key] = self._look(target, key)
            self._targets[key] = target
        return self._known[key]

    def shows(self, callee: Callee) -> bool:
        """Whether a function that may be another has a body all the same, which may run."""
        declared = self._targets.get(callee.key)
        definition = declared.get_definition() if declared is not None else None
        if definition is None:
            return False
        definition._tu = self.parsed.tu
        kinds = {each._kind_id for each in children_of(definition, self.parsed.tu)}
        if kinds.isdisjoint((Kind.COMPOUND, Kind.TRY)):
            return False
        self._definitions[callee.key] = definition
        return True

    def _look(self, target: Any, key: str) -> Callee:
        name = str(target.spelling)
        if target._kind_id == Kind.METHOD and only_reads(target):
            return Callee(Knowledge.PURE, name, key)
        instance = is_instance(target)
        if _is_given_nothing(target) and is_system(target):
            return Callee(Knowledge.PURE, name, key, reads=False)
        if name in _CASTS and instance and key.startswith("c:@N@std@") and is_system(target):
            return Callee(Knowledge.PURE, name, key)
        if self._specializes and is_pattern(target):
            return Callee(Knowledge.UNKNOWN, name, key)
        definition = target.get_definition()
        named = self._replacements.named
        if named is not None and name in named:
            return Callee(Knowledge.UNKNOWN, name, key)
        if definition is None and target._kind_id == Kind.FUNCTION and not instance:
            if is_system(target) or name.startswith(BUILTIN) or target.location.file is None:
                return Callee(Knowledge.SYSTEM, name, key)
        if named is None:
            return Callee(Knowledge.UNKNOWN, name, key)
        inside = children_of(target, self.parsed.tu)
        if not self._replacements.leave(inside) or Kind.ASM_LABEL in {each._kind_id for each in inside}:
            return Callee(Knowledge.UNKNOWN, name, key)
        attributes = {each._kind_id for each in inside}
        if Kind.CONST_ATTRIBUTE in attributes:
            return Callee(Knowledge.PURE, name, key, reads=False)
        if Kind.PURE_ATTRIBUTE in attributes:
            return Callee(Knowledge.PURE, name, key)
        if definition is not None:
            definition._tu = self.parsed.tu
            parts = children_of(definition, self.parsed.tu)
            kinds = {each._kind_id for each in parts}
            if not self._replacements.leave(parts) or self._replacements.interpose(definition):
                return Callee(Knowledge.UNKNOWN, name, key)
            unwritten = definition._kind_id in _SPECIAL and definition.is_default_method()
            if Kind.COMPOUND in kinds or Kind.TRY in kinds or unwritten:
                self._definitions[key] = definition
                return Callee(Knowledge.SEEN, name, key)
        elif target._kind_id in _SPECIAL and (target.is_default_method() or _is_implicit(target)):
            self._definitions[key] = target
            return Callee(Knowledge.SEEN, name, key)
        if target._kind_id not in _OFFERED or instance:
            return Callee(Knowledge.UNKNOWN, name, key)
        return Callee(Knowledge.NAMED, name, key)

    def offered(self, cxx: bool) -> list[str]:
        """The functions that the parsed file, or what it includes, defines for other sources, by USR.

        In C++ an inline one is the same in each source ([basic.def.odr]).
        """
        found = []
        waiting = [cursor for _, _, cursor in reversed(self.parsed.declarations)]
        waiting[:0] = reversed(self.parsed.included_functions(inline=not cxx))
        while waiting:
            cursor = waiting.pop()
            if cursor._kind_id in (Kind.NAMESPACE, Kind.LINKAGE, Kind.UNEXPOSED_DECL):
                waiting += reversed(children_of(cursor, self.parsed.tu))
            elif cursor._kind_id in _OFFERED and cursor.is_definition():
                callee = self._function(cursor)
                if callee.knowledge is Knowledge.SEEN and cursor.linkage.value == EXTERNAL:
                    found.append(callee.key)
        return found

    @cached_property
    def variants(self) -> tuple[Callee, ...]:
        """The functions that ``omp declare variant`` names, one of which a call of any other may run."""
        names = variants_named(text for _, text in self.parsed.own_texts)
        return tuple(self._with_names(names))

    def of_headers(self, wanted: Container[str]) -> list[str]:
        """Those of some functions, by their USRs, that included files define, but for the system's.

        The parse has all bodies. Member functions that stand in their class are among them.
        """
        found, waiting = list[str](), self.parsed.included_declarations(_HOLDING | _DEFINED)
        while waiting:
            cursor = waiting.pop()
            if cursor._kind_id in _HOLDING:
                waiting += children_of(cursor, self.parsed.tu)
            elif cursor._kind_id in _DEFINED and cursor.is_definition():
                key = usr_of(cursor)
                if key in wanted and self.has_body(self._function(cursor).key):
                    found.append(key)
        return found

    def beginning(self, declared: Any) -> Callee:
        """What a variable or member begins with, as a function of no parameters."""
        key = usr_of(declared) + _BEGINS
        self._definitions[key] = declared
        return Callee(Knowledge.SEEN, str(declared.spelling), key)

    def definition(self, key: str) -> Any:
        """The definition of a function that is seen; for this room alone."""
        return self._definitions[key]

    def others(self, callee: Callee) -> tuple[Callee, ...]:
        """The functions of the source that run where one is called that is another's name for the linker."""
        declared = self._targets.get(callee.key)
        if declared is None or declared._kind_id not in _OFFERED:
            return ()
        found, waiting = dict[str, Callee](), [declared]
        while waiting:
            for each in self._with_names(self._linked(waiting.pop())):
                if each.key not in found and each.key != callee.key:
                    found[each.key] = each
                    waiting.append(self._targets[each.key])
        return tuple(found.values())

    def resolved(self, callee: Callee) -> Any:
        """The type of a function that a resolver chooses where the program begins; None of any other."""
        declared = self._targets.get(callee.key)
        resolved = declared is not None and is_resolved(self._parts_of(declared))
        return declared.type.get_canonical() if resolved and declared is not None else None

    def _linked(self, declared: Any) -> frozenset[str]:
        """The names that a function has for the linker, and those of what it stands for."""
        names = other_names(self._parts_of(declared)).union(self._of_pragmas.get(str(declared.spelling), ()))
        return names | {str(declared.mangled_name) or str(declared.spelling)}

    @cached_property
    def _of_pragmas(self) -> dict[str, set[str]]:
        return names_of_pragmas(text for _, text in self.parsed.own_texts)

    def _parts_of(self, declared: Any) -> list[Any]:
        every = (declared, declared.canonical, declared.get_definition())
        return [part for each in every if each is not None for part in children_of(each, self.parsed.tu)]

    def _with_names(self, names: frozenset[str]) -> list[Callee]:
        """The functions that the source declares of which one of some names is the name for the linker."""
        return [self._function(each) for name in names for each in self._by_name.get(name, ())]

    @cached_property
    def _by_name(self) -> dict[str, list[Any]]:
        """The functions of the source by their names, as it spells them, and those that the linker knows."""
        found, waiting = dict[str, list[Any]](), [cursor for _, _, cursor in self.parsed.declarations]
        while waiting:
            cursor = waiting.pop()
            if cursor._kind_id in _HOLDING:
                waiting += children_of(cursor, self.parsed.tu)
            elif cursor._kind_id in _DEFINED:
                inside = children_of(cursor, self.parsed.tu)
                names = {str(each.spelling) for each in inside if each._kind_id == Kind.ASM_LABEL}
                for name in names or {str(cursor.spelling), str(cursor.mangled_name)}:
                    found.setdefault(name, []).append(cursor)
        return found

    def is_of_library(self, call: Node) -> bool:
        """Whether a call is of a function of the system's, which the program does not define itself."""
        target = callee_of(call.clang_cursor, self.parsed.tu)
        if target is None or target._kind_id not in FUNCTIONS:
            return False
        name = str(target.spelling)
        if not (is_system(target) or name.startswith(BUILTIN) or target.location.file is None):
            return False
        defined = target.get_definition()
        return defined is None or is_system(defined)

    def prints(self, node: Node) -> bool:
        """Whether a call prints by a stream of C++'s library, or an expression names a function for that.

        It stores nothing of the program's, and runs none of its code, unless that makes streams of its own.
        """
        cursor = node.clang_cursor
        is_call = node.kind == Kind.CALL
        target = callee_of(cursor, self.parsed.tu) if is_call else cursor.referenced
        if target is None or target._kind_id not in FUNCTIONS or not is_system(target):
            return False
        defined = target.get_definition()
        if not prints(target) or (defined is not None and not is_system(defined)) or self._makes_streams:
            return False
        return not is_call or all(map(self._is_printed, cursor.get_arguments()))

    def _is_printed(self, argument: Any) -> bool:
        """Whether what is given runs nothing of the program's: manipulators are of the library."""
        of = argument.type.get_canonical()
        if of.kind not in PROTOTYPES and of.get_pointee().kind not in PROTOTYPES:
            return True
        named = argument.referenced
        return named is not None and named._kind_id in FUNCTIONS and is_system(named)

    @cached_property
    def _makes_streams(self) -> bool:
        """Whether the program has words of what a stream may run, or store to, beside its own."""
        return any(STREAM_MAKERS.search(text) for _, text in self.parsed.own_texts)

    def follows_pointer(self, call: Node) -> bool:
        """Whether a call calls what a pointer to a function leads to."""
        called = call.below[0] if call.below else None
        of = called.clang_cursor.type.get_canonical() if called is not None else None
        target = callee_of(call.clang_cursor, self.parsed.tu)
        if of is None or (target is not None and target._kind_id in FUNCTIONS):
            return False
        return of.kind in PROTOTYPES or of.get_pointee().get_canonical().kind in PROTOTYPES

    def undecided_name(self, call: Node) -> str:
        """The name by which a call in a template calls a function of which an argument decides; else none."""
        called = call.below[0] if call.below else None
        target = callee_of(call.clang_cursor, self.parsed.tu)
        unknown = target is None or target._kind_id in NOWHERE
        if called is None or called.kind != Kind.DECL_REF or not unknown or not self.undecided(call):
            return ""
        name = (
            call.parsed.data[called.start : called.end].decode("utf-8", "replace") if not call.foreign else ""
        )
        return name if name.isidentifier() else ""

    def takes_stream(self, call: Node) -> bool:
        """Whether a parameter of the function that is called is a stream of C's library."""
        target = callee_of(call.clang_cursor, self.parsed.tu)
        return target is not None and target._kind_id in FUNCTIONS and takes_stream(target)

    def has_body(self, key: str) -> bool:
        """Whether a function's body is here."""
        return key in self._definitions

    def is_shared(self, key: str) -> bool:
        """Whether, in C, a call may run the body of another source instead: an inline one (C11 6.7.4p7).

        In C++ it is the same wherever it is defined ([basic.def.odr]).
        """
        return not self._cxx and is_inline_definition(self._definitions[key])

    @cached_property
    def _cxx(self) -> bool:
        return is_cxx(self.parsed.filename, self.parsed.args, None)

    def included(self) -> frozenset[str]:
        """The names of the functions that are seen in included files, but for the system's headers."""
        return frozenset(
            str(each.spelling)
            for each in self._definitions.values()
            if str(each.location.file) != self.parsed.filename and not is_system(each)
        )

    def tree(self, key: str) -> Tree:
        """The body of a function that is seen."""
        if key not in self._trees:
            walk = Walk(self.parsed)
            walk.into(self._definitions[key])
            self._trees[key] = walk.tree
        return self._trees[key]

    def name(self, key: str) -> str:
        """What a function that is seen is called."""
        return str(self._definitions[key].spelling)

    def text(self, key: str) -> bytes:
        """The lines of a function that is seen, as its file has them."""
        extent = self._definitions[key].extent
        file = str(extent.start.file.name) if extent.start.file is not None else self.parsed.filename
        data = self.parsed.data if file == self.parsed.filename else self.parsed.text_of(file)
        end = data.find(b"\n", extent.end.offset)
        return data[extent.start.offset : end if end >= 0 else len(data)]

    def parameters(self, key: str) -> tuple[str, ...]:
        """The parameters of a function that is seen, in order, by USR."""
        definition = self._definitions[key]
        return tuple(usr_of(each) for each in definition.get_arguments())

    def runs_at_begin(self, variable: Node) -> bool:
        """Whether code of the program's may run where an object begins: a constructor, or initialisers."""
        kind = without_arrays(variable.clang_cursor.type.get_canonical())
        if kind.kind in _DEPENDENT:
            return True
        return bool(kind.kind == TypeKind.RECORD and not kind.is_pod() and not is_library_class(kind))

    def has_cleanup(self, variable: Node) -> bool:
        """Whether an attribute of a variable has a function called at its end."""
        attributes = [
            each
            for each in children_of(variable.clang_cursor, self.parsed.tu)
            if each._kind_id == Kind.UNEXPOSED_ATTRIBUTE
        ]
        return any("cleanup" in token.spelling for each in attributes for token in each.get_tokens())

    @cached_property
    def _threads_own(self) -> frozenset[str] | None:
        return threads_own(text for _, text in self.parsed.own_texts)

    def begins_where_named(self, name: Node) -> tuple[Any, bool] | None:
        """What runs where a variable is named: the definition of a thread's own, at its first use there.

        With whether that is all: of one that is made of a template it is not. None where nothing runs: where
        a variable has a constant initialiser here ([basic.stc.thread]).
        """
        if self._threads_own is None:
            return None
        variable = owned_variable(name.clang_cursor, self._threads_own, self.parsed.tu)
        if variable is None:
            return None
        definition = None if is_unseen(variable) else variable.get_definition()
        if definition is None:
            return variable, False
        definition._tu = self.parsed.tu
        kind = without_arrays(definition.type.get_canonical())
        plain = kind.kind not in _UNDECIDED and (kind.kind != TypeKind.RECORD or kind.is_pod())
        return None if plain and self.begins_plainly(definition) else (definition, True)

    def names_constant(self, name: Node) -> bool:
        """Whether a variable is a number that is the same on each device: ``const double g = 9.81;``."""
        target = name.clang_cursor.referenced
        definition = target.get_definition() if target is not None else None
        if definition is None:
            return False
        definition._tu = self.parsed.tu
        kind = definition.type.get_canonical()
        constant = kind.is_const_qualified() and not kind.is_volatile_qualified() and is_scalar(kind)
        return constant and kind.kind != TypeKind.POINTER and self.begins_plainly(definition)

    def begins_plainly(self, declared: Any) -> bool:
        """Whether what a variable or member begins with by itself is made of literals alone."""
        waiting = expressions_of(declared, self.parsed.tu)
        while waiting:
            each = waiting.pop()
            if each._kind_id not in _LITERAL:
                return False
            waiting += expressions_of(each, self.parsed.tu)
        return True


def _is_implicit(function: Any) -> bool:
    """Whether the compiler made a function: it stands where its class does."""
    parent = function.semantic_parent
    return parent is not None and bool(function.location == parent.location)


def is_dynamic(call: Node) -> bool:
    """Whether an object's class at run time decides which virtual function is called."""
    inside = [each for each in call.below if each.kind in EXPRESSIONS]
    if not inside or inside[0].kind != Kind.MEMBER:
        return True
    base = [each for each in inside[0].below if each.kind in EXPRESSIONS]
    if not base or base[0].kind != Kind.DECL_REF:
        return True
    declared = base[0].clang_cursor.referenced
    return declared is None or declared.type.kind in (*_REFERENCES, TypeKind.POINTER)
