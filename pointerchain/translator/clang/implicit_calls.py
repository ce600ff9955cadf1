# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Implicit calls: a node of Clang's tree -> the functions of the program that run there and nobody spells.

``held h{s};``  ->  what the members of ``held`` begin with, their constructors, and, where ``h`` ends, their
destructors. Of a class all constructors count: which of them runs is not always shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import zip_longest
from typing import Any

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang.callees import Callee, Callees
from pointerchain.translator.clang.implicit import BINDING, RANGE, hides_initialiser, runs_get
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    FUNCTIONS,
    NOWHERE,
    PROTOTYPES,
    RECORD_TYPE,
    UNDECIDED_TYPES,
    Kind,
    TypeKind,
    callee_of,
    children_of,
    declaration_key,
    expressions_of,
    specialized_template,
    without_arrays,
)
from pointerchain.translator.clang.ranges import range_of
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import REFERENCES, is_library_class, leads_to_function, standard_name

_UNDECIDED = frozenset((TypeKind.DEPENDENT, TypeKind.UNEXPOSED, TypeKind.AUTO))
_CLEANUP = lazy_pattern(r"(?:\b|__)cleanup(?:__)? *\( *(\w+)")
_ALLOCATES = lazy_pattern(rb"\boperator\s*(?:new|delete)\b")
_OPERATOR = lazy_pattern(r"operator\b")
_COPIES_THIS = lazy_pattern(rb"\[[^\]]*\*\s*this\b")
_LIBRARIES = ("c:@N@std@", "c:@N@__gnu_cxx@")
_ERASING = frozenset(
    "function move_only_function copyable_function any shared_ptr weak_ptr __shared_ptr __weak_ptr thread "
    "jthread future shared_future promise packaged_task polymorphic_allocator locale".split()
)
"""Classes of the library that may run code of which their type says nothing."""
_CALLABLE = _ERASING | {"reference_wrapper", "_Bind", "_Bind_result", "_Bind_front", "_Mem_fn", "_Not_fn"}
"""Classes of the library that may call what they were made of."""
_ROWS_OF_VALUES = frozenset(("array", "span", "initializer_list", "valarray", "basic_string_view"))
_CONTAINERS = frozenset(
    "vector deque list forward_list set multiset map multimap unordered_set unordered_multiset unordered_map "
    "unordered_multimap basic_string".split()
)
"""Classes over which a loop runs nothing of the program's, these where their allocator is the library's."""
_ROWS = _ROWS_OF_VALUES | {"vector", "deque", "basic_string"}
_ALLOCATOR = lazy_pattern(r"[ ,<](?:std::)?allocator<")
_OWNING = frozenset(("unique_ptr", "default_delete"))
"""Those that end an object of another class than their argument, maybe: one that is derived from it."""
_BEGIN, _END = Kind.CONSTRUCTOR, Kind.DESTRUCTOR


class Implied(NamedTuple):
    """What runs somewhere that nobody spells."""

    functions: tuple[Callee, ...] = ()
    unknown: str = ""
    """What may run that nobody sees, as a message names it."""
    frees: bool = False
    """Whether memory may be freed by the library."""


_NOTHING = Implied()


class ImplicitCalls:
    """Answers for one parse of C++; of C only what an attribute has called at the end of a variable."""

    def __init__(self, callees: Callees) -> None:
        self.callees, self.tu = callees, callees.parsed.tu
        self._known: dict[tuple[int, int], tuple[Any, ...] | None] = {}
        self._asked: set[tuple[int, int]] = set()
        """The classes that are looked at, to see which of them runs what."""

    def of(self, node: Node) -> Implied:
        """What a node runs by itself."""
        look = _LOOKS.get(node.kind)
        return look(self, node) if look is not None else _NOTHING

    def of_function(self, key: str) -> Implied:
        """What a constructor or destructor runs of members and bases, beside what stands in it."""
        function = self.callees.definition(key)
        if function._kind_id not in (_BEGIN, _END):
            return _NOTHING
        record = function.semantic_parent
        name = f"a call of '{function.spelling}'"
        return self._run(
            self._parts(_definition(record), record.type.get_canonical(), function._kind_id), name
        )

    def by_library(self, call: Node) -> tuple[tuple[Callee, ...], bool]:
        """What a function of the library may run of the classes of its object and its arguments.

        That is their operators, and how their objects begin and end where it may change them. With that:
        whether a class of the library hides what it runs.
        """
        target = callee_of(call.clang_cursor, self.tu)
        if target is None or target._kind_id not in FUNCTIONS or _finds_element(target):
            return (), False
        given = list(call.clang_cursor.get_arguments())
        taken = [each.type.get_canonical() for each in target.get_arguments()][-len(given) :] if given else []
        own = target._kind_id == Kind.METHOD and not target.is_const_method()
        rows = [
            (argument.type, own if parameter is None else not parameter.get_pointee().is_const_qualified())
            for argument, parameter in zip_longest(reversed(given), reversed(taken))
        ]
        callee = next(iter(expressions_of(call.clang_cursor, self.tu)), None)
        if target._kind_id == Kind.METHOD and callee is not None and callee._kind_id == Kind.MEMBER:
            rows += ((each.type, own) for each in expressions_of(callee, self.tu))
        found = dict[int, Any]()
        hides = [self._of_classes(of, found, set(), changed) for of, changed in rows]
        return tuple(map(self._callee, found.values())), any(hides)

    def _of_classes(self, of: Any, found: dict[int, Any], seen: set[int], changed: bool) -> bool:
        """Add the functions of a class, or of those that a class of the library is made for.

        Whether that hides what it runs.
        """
        of = without_arrays(of.get_canonical())
        while of.kind == TypeKind.POINTER or of.kind in REFERENCES:
            of = without_arrays(of.get_pointee().get_canonical())
        key = declaration_key(of.get_declaration()) if of.kind == TypeKind.RECORD else 0
        if of.kind != TypeKind.RECORD or key in seen:
            return False
        seen.add(key)
        if is_library_class(of):
            name = standard_name(of.get_declaration())
            owns = name in _OWNING and self._special(of, _END) is None  # an object of a derived class
            hides = changed and (owns or name in _ERASING)
            for number in range(max(0, of.get_num_template_arguments())):
                hides |= self._of_classes(of.get_template_argument_type(number), found, seen, changed)
            return hides
        functions = [each for kind in (_BEGIN, _END) * changed for each in self._special(of, kind) or ()]
        declared = _definition(of.get_declaration())
        inside = children_of(declared, self.tu) if declared is not None else []
        functions += (
            each for each in inside if each._kind_id == Kind.METHOD and _OPERATOR.match(each.spelling)
        )
        functions += (each for each in self._free_operators if _takes(each, key))
        found.update((declaration_key(each), each) for each in functions)
        return False

    @cached_property
    def _free_operators(self) -> list[Any]:
        """The operators of the source that stand beside the classes that they are for."""
        found, waiting = list[Any](), [cursor for _, _, cursor in self.callees.parsed.declarations]
        while waiting:
            cursor = waiting.pop()
            if cursor._kind_id in (Kind.NAMESPACE, Kind.LINKAGE, Kind.UNEXPOSED_DECL):
                waiting += children_of(cursor, self.tu)
            elif cursor._kind_id == Kind.FUNCTION and _OPERATOR.match(str(cursor.spelling)):
                found.append(cursor)
        return found

    # --- by kinds of nodes -------------------------------------------------------------------------------

    def _variable(self, node: Node) -> Implied:
        cursor, what = node.clang_cursor, f"the end of '{node.name()}'"
        found = self._run(self._special(cursor.type, _END), what)
        for each in children_of(cursor, self.tu):
            if each._kind_id == Kind.UNEXPOSED_ATTRIBUTE:
                text = " ".join(token.spelling for token in each.get_tokens())
                if "cleanup" in text or not text:
                    named = _CLEANUP.search(text)
                    found = _both(found, self._run(self._named(named[1]) if named else None, what))
        return found

    def _named(self, name: str) -> tuple[Any, ...] | None:
        """The functions of a name at file scope."""
        tops = children_of(self.callees.parsed.root, self.tu)
        return tuple(each for each in tops if each._kind_id in FUNCTIONS and each.spelling == name) or None

    def _call(self, node: Node) -> Implied:
        """Constructors and destructors of temporaries, and of parameters that are objects."""
        cursor = node.clang_cursor
        of = cursor.type.get_canonical()
        if of.kind != TypeKind.RECORD and of.kind not in ARRAYS:
            return _NOTHING
        target, what = callee_of(cursor, self.tu), f"the end of what '{node.name()}' returns"
        known = target is not None and target._kind_id in FUNCTIONS
        if target is not None and known and target.result_type.get_canonical().kind in REFERENCES:
            return _NOTHING
        found = self._run(self._special(of, _END), what)
        return _both(found, self._run(self._special(of, _BEGIN), what)) if not known else found

    def _new(self, node: Node) -> Implied:
        made = node.clang_cursor.type.get_canonical().get_pointee().get_canonical()
        allocates = self._allocating(made, ("operator new", "operator new[]"))
        return _both(self._run(allocates, "'new'"), self._run(self._special(made, _BEGIN), "'new'"))

    def allocates(self, new: Node) -> bool:
        """Whether a class has an ``operator new`` of its own, which may give memory that others have."""
        made = new.clang_cursor.type.get_canonical().get_pointee()
        return bool(self._methods(made, ("operator new", "operator new[]")))

    def _delete(self, node: Node) -> Implied:
        operands = expressions_of(node.clang_cursor, self.tu)
        ended = operands[-1].type.get_canonical().get_pointee().get_canonical() if operands else None
        if ended is None or ended.kind == TypeKind.INVALID:
            return Implied((), "'delete'", True)
        frees = self._allocating(ended, ("operator delete", "operator delete[]"))
        ends = self._special(ended, _END)
        if ends is not None and any(each.is_virtual_method() for each in ends):
            ends = None  # that of a derived class
        found = _both(self._run(frees, "'delete'"), self._run(ends, "'delete'"))
        return found._replace(frees=True)

    def _allocating(self, of: Any, names: tuple[str, ...]) -> tuple[Any, ...] | None:
        """A class's own functions that allocate or free; None where the program may have others."""
        of = without_arrays(of)
        if of.kind in _UNDECIDED:
            return None
        found = self._methods(of, names)
        return found if found or not self._allocates else None

    @cached_property
    def _allocates(self) -> bool:
        """Whether the program defines what ``new`` and ``delete`` call ([replacement.functions])."""
        parsed = self.callees.parsed
        if not any(_ALLOCATES.search(text) for _, text in parsed.own_texts):
            return False
        waiting = [cursor for _, _, cursor in parsed.declarations]
        waiting += parsed.included_declarations(frozenset((Kind.FUNCTION, Kind.LINKAGE)))
        while waiting:
            each = waiting.pop()
            if each._kind_id == Kind.LINKAGE:
                waiting += children_of(each, self.tu)
            elif each._kind_id == Kind.FUNCTION and _ALLOCATES.search(str(each.spelling).encode()):
                return True
        return False

    def _list(self, node: Node) -> Implied:
        """Initialisers that a list leaves out, conversions of what stands in it, and the object's end."""
        what = "what runs where an object is made in braces, or where that ends"
        of = without_arrays(node.clang_cursor.type.get_canonical())
        if of.kind in (TypeKind.INVALID, TypeKind.VOID):
            return Implied((), what)
        found = _both(self._run(self._special(of, _BEGIN), what), self._run(self._special(of, _END), what))
        for each in node.below:
            if each.kind >= Kind.UNEXPOSED_EXPR:
                found = _both(
                    found, self._run(self._conversions(each.clang_cursor.type.get_canonical()), what)
                )
        return found

    def _conversions(self, of: Any) -> tuple[Any, ...] | None:
        """The functions of a class that make other objects of its own ([class.conv.fct])."""
        if of.kind != TypeKind.RECORD or is_library_class(of):
            return ()
        declared, found = _definition(of.get_declaration()), list[Any]()
        if declared is None:
            return None
        for part in children_of(declared, self.tu):
            if part._kind_id == Kind.CONVERSION:
                found.append(part)
            elif part._kind_id == Kind.FUNCTION_TEMPLATE and str(part.spelling).startswith("operator "):
                return None
            elif part._kind_id == Kind.BASE:
                inner = part.type.get_canonical()
                more = None if inner.kind != TypeKind.RECORD else self._conversions(inner)
                if more is None:
                    return None
                found += more
        return tuple(found)

    def _lambda(self, node: Node) -> Implied:
        """Copies of what a lambda captures; its body stands in it."""
        if self._copies_this(node):
            return Implied((), "a lambda")
        found = _NOTHING
        for each in node.below:
            if each.kind == Kind.VARIABLE_REF:
                for special in (_BEGIN, _END):
                    found = _both(
                        found, self._run(self._special(each.clang_cursor.type, special), "a lambda")
                    )
        return found

    def _copies_this(self, node: Node) -> bool:
        """Whether a lambda may capture a copy of the object that it stands in, which has no node."""
        parsed = self.callees.parsed
        if node.foreign or node.macro:
            return any(_COPIES_THIS.search(text) for _, text in parsed.own_texts)
        return _COPIES_THIS.match(parsed.data, node.start) is not None

    def _range(self, node: Node) -> Implied:
        """``begin``, ``end`` and the iterator's operators ([stmt.ranged])."""
        if range_of(node) is not None:
            return _NOTHING
        below, what = node.below, RANGE
        ranged = below[-2].clang_cursor.type.get_canonical() if len(below) > 1 else None
        if ranged is None or ranged.kind in ARRAYS:
            return _NOTHING if ranged is not None else Implied((), what)
        if _is_container(ranged):
            return _NOTHING
        ends = self._methods(ranged, ("begin", "end"))
        found = self._run(ends or None, what)  # else they stand beside the class, or an argument decides
        for iterator in {str(each.result_type.get_canonical().spelling): each for each in ends}.values():
            of = iterator.result_type.get_canonical()
            if of.kind == TypeKind.POINTER:
                continue
            operators = self._methods(of, ("operator++", "operator!=", "operator==", "operator*"))
            found = _both(found, self._run(operators or None, what))
            for special in (_BEGIN, _END):
                found = _both(found, self._run(self._special(of, special), what))
        return found

    def _binding(self, node: Node) -> Implied:
        """``get`` of a class, which nobody spells ([dcl.struct.bind]), and the end of what is bound."""
        if not any(each.kind == node.kind for each in node.below):
            return _NOTHING
        what, of = BINDING, node.clang_cursor.type.get_canonical()
        found = self._run(self._special(of, _END), what)
        if runs_get(node):
            of = of.get_pointee().get_canonical() if of.kind in REFERENCES else of
            found = _both(found, self._run(self._methods(of, ("get",)) or None, what))
        return found

    def _name(self, node: Node) -> Implied:
        """What a thread's own variable begins with, where it is first named ([basic.stc.thread])."""
        begun = self.callees.begins_where_named(node)
        if begun is None:
            return _NOTHING
        unseen = "" if begun[1] else f"what '{node.name()}' begins with in each thread"
        return Implied((self.callees.beginning(begun[0]),), unseen)

    # --- classes -----------------------------------------------------------------------------------------

    def _run(self, functions: Iterable[Any] | None, what: str) -> Implied:
        """Functions, and initialisers, as what is called; ``what`` names them where some are not seen."""
        if functions is None:
            return Implied((), what)
        return Implied(tuple(map(self._callee, functions)))

    def _callee(self, cursor: Any) -> Callee:
        variable = cursor._kind_id in (Kind.FIELD, Kind.VARIABLE)
        return self.callees.beginning(cursor) if variable else self.callees.declared(cursor)

    def _special(self, of: Any, kind: int) -> tuple[Any, ...] | None:
        """The constructors, or the destructor, that the program wrote of a type; initialisers of members.

        None where that is not seen, or a template's argument decides. Where a class has none of its own that
        is what its parts run.
        """
        of = without_arrays(of.get_canonical())
        if of.kind in _UNDECIDED:
            return None
        if of.kind != TypeKind.RECORD or of.is_pod():
            return ()
        key = declaration_key(of.get_declaration()), kind
        if key in self._known:
            return self._known[key]
        if key in self._asked:
            return ()  # what holds itself, by a container
        outermost = not self._asked
        self._asked.add(key)
        found = self._of_library(of) if is_library_class(of) else self._of_class(of, kind)
        if outermost:  # what is found in a circle lacks what the circle's begin runs
            self._known[key] = found
            self._asked.clear()
        return found

    def _of_class(self, of: Any, kind: int) -> tuple[Any, ...] | None:
        """What the program's class itself says of how its objects begin or end, or its parts."""
        declared = _definition(of.get_declaration())
        if declared is None:
            return None
        inside = children_of(declared, self.tu)
        own = [each for each in inside if each._kind_id == kind]
        if kind == _BEGIN:
            name = str(declared.spelling)
            templates = (each for each in inside if each._kind_id == Kind.FUNCTION_TEMPLATE)
            own += (each for each in templates if str(each.spelling).partition("<")[0] == name)
        return tuple(own) or self._parts(declared, of, kind)

    def _parts(self, declared: Any, of: Any, kind: int) -> tuple[Any, ...] | None:
        """What members and bases run where an object of a class begins or ends."""
        found: list[Any] = []
        for part, inner in self._members(declared, of):
            part._tu = self.tu
            if kind == _BEGIN and part._kind_id == Kind.FIELD:
                if hides_initialiser(part):
                    return None
                if not self.callees.begins_plainly(part):
                    found.append(part)
            special = self._special(inner, kind)
            if special is None:
                return None
            found += special
        return tuple(found)

    def _members(self, declared: Any, of: Any) -> Iterator[tuple[Any, Any]]:
        """The members and bases of a class, and their types: in an instance of a template as it has them."""
        parts = [each for each in children_of(declared, self.tu) if each._kind_id in (Kind.FIELD, Kind.BASE)]
        fields = [each for each in parts if each._kind_id == Kind.FIELD]
        types = [each.type for each in of.get_fields()] if of.kind == TypeKind.RECORD else []
        if len(types) != len(fields):
            types = [each.type for each in fields]
        known = {id(each): kind for each, kind in zip(fields, types, strict=True)}
        return ((part, known.get(id(part), part.type)) for part in parts)

    def _of_library(self, of: Any) -> tuple[Any, ...] | None:
        """What a class of the library runs of those that it is made for; None of code that it hides."""
        declared = of.get_declaration()
        name = standard_name(declared) or str(declared.spelling)
        if name in _ERASING or not str(declared.get_usr()).startswith(_LIBRARIES):
            return None
        found: list[Any] = []
        for number in range(max(0, of.get_num_template_arguments())):
            argument = of.get_template_argument_type(number).get_canonical()
            to = argument.get_pointee().get_canonical() if argument.kind == TypeKind.POINTER else argument
            if to.kind in PROTOTYPES or argument.kind in _UNDECIDED or "(lambda" in str(argument.spelling):
                return None
            for special in (_BEGIN, _END):
                more = self._special(argument, special)
                if more is None or (name in _OWNING and any(each.is_virtual_method() for each in more)):
                    return None
                found += more
        return tuple(found)

    def _methods(self, of: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
        """The member functions of some names in a class of the program's, or in its bases."""
        of = without_arrays(of.get_canonical())
        if of.kind != TypeKind.RECORD or is_library_class(of):
            return ()
        inside = children_of(_definition(of.get_declaration()) or of.get_declaration(), self.tu)
        found = tuple(each for each in inside if each._kind_id in FUNCTIONS and str(each.spelling) in names)
        bases = (each.type for each in inside if each._kind_id == Kind.BASE)
        return found or tuple(method for base in bases for method in self._methods(base, names))


_LOOKS = {
    Kind.VARIABLE: ImplicitCalls._variable,
    Kind.CALL: ImplicitCalls._call,
    Kind.NEW: ImplicitCalls._new,
    Kind.DELETE: ImplicitCalls._delete,
    Kind.INIT_LIST: ImplicitCalls._list,
    Kind.COMPOUND_LITERAL: ImplicitCalls._list,
    Kind.LAMBDA: ImplicitCalls._lambda,
    Kind.FOR_RANGE: ImplicitCalls._range,
    Kind.UNEXPOSED_DECL: ImplicitCalls._binding,
    Kind.DECL_REF: ImplicitCalls._name,
    Kind.MEMBER: ImplicitCalls._name,
}


def may_be_called(given: Node) -> bool:
    """Whether who is given the value of an expression may call that, or what it holds."""
    if given.type_kind != RECORD_TYPE:
        return given.type_kind in UNDECIDED_TYPES or leads_to_function(given)
    of = given.clang_cursor.type.get_canonical()
    return not is_library_class(of) or standard_name(of.get_declaration()) in _CALLABLE


def _finds_element(function: Any) -> bool:
    """Whether a member function of a row in the library only finds an element: it runs nothing for that."""
    row = standard_name(function.semantic_parent) if function._kind_id == Kind.METHOD else ""
    return row in _ROWS and str(function.spelling) in ("operator[]", "at", "front", "back", "data")


def _takes(function: Any, record: int) -> bool:
    """Whether a parameter of a function is an object of a class, or a reference to one."""
    for each in function.get_arguments():
        of = each.type.get_canonical()
        of = of.get_pointee().get_canonical() if of.kind in REFERENCES else of
        if of.kind == TypeKind.RECORD and declaration_key(of.get_declaration()) == record:
            return True
    return False


def _is_container(of: Any) -> bool:
    """Whether a type is a container of the library's that hands out its elements by what is its own."""
    name = standard_name(of.get_declaration())
    if name in _ROWS_OF_VALUES or name not in _CONTAINERS:
        return name in _ROWS_OF_VALUES
    if of.kind != TypeKind.RECORD:
        return _ALLOCATOR.search(str(of.spelling)) is not None
    last = of.get_template_argument_type(of.get_num_template_arguments() - 1).get_canonical()
    return str(last.spelling).startswith("std::allocator<")


def _both(one: Implied, other: Implied) -> Implied:
    if other is _NOTHING or one is _NOTHING:
        return one if other is _NOTHING else other
    return Implied(one.functions + other.functions, one.unknown or other.unknown, one.frees or other.frees)


def _definition(declared: Any) -> Any:
    """The definition of a class; of an instance of a template that of the template; None of none."""
    template = specialized_template(declared)
    if template._kind_id not in NOWHERE:
        template._tu = declared._tu
        explicit = children_of(declared, declared._tu)
        return (declared.get_definition() or declared) if explicit else template.get_definition()
    return declared.get_definition()
