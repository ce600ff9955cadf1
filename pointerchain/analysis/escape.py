# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Escape: a function's tree -> the variables to which pointers may lead, and pointers beside which is none.

``int *rows = malloc(n);  rows[i] = 1;``  ->  where nothing takes the value of ``rows``, no other pointer
leads to what it points to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pointerchain.analysis.library import ModRefInfo, library_function
from pointerchain.analysis.threads import NO_MAKERS, has_directives
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Callee, Callees, Knowledge
from pointerchain.translator.clang.conversions import (
    CASTS,
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
    parent_ignoring_parens_and_casts,
)
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    FUNCTIONS,
    INCREMENTS,
    POINTER_TYPE,
    Binary,
    Kind,
    TypeKind,
    Unary,
)
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node, Tree

_OBJECTS = (TypeKind.RECORD, TypeKind.DEPENDENT, TypeKind.UNEXPOSED)
_LEADING = frozenset((POINTER_TYPE, *ARRAY_TYPES))


def escaping(tree: Tree, storage: Storage, callees: Callees, cxx: bool) -> frozenset[str]:
    """The variables of a function to which a pointer or reference may lead, and those that outlive it.

    An array that ``memcpy`` or ``qsort`` is given stays where it was: they keep no pointer.
    What a lambda's body names of the function around it is another's variable: nobody sees there whether a
    pointer leads to it.
    """
    found: set[str] = set()
    own = {
        storage.usr(tree.node(index))
        for index in range(1, len(tree))
        if tree.kinds[index] in (Kind.VARIABLE, Kind.PARAMETER)
    }
    for index in range(1, len(tree)):
        kind = tree.kinds[index]
        if kind == Kind.VARIABLE_REF:
            found.add(storage.name(tree.node(index)))  # a lambda takes it
        if cxx and kind == Kind.VARIABLE and callees.runs_at_begin(tree.node(index)):
            found.add(storage.usr(tree.node(index)))  # what begins it may keep 'this'
        if kind != Kind.DECL_REF:
            continue
        node = tree.node(index)
        declared = node.declaration()
        if declared is None or declared.kind not in (Kind.VARIABLE, Kind.PARAMETER):
            continue
        if declared.lasting or storage.name(node) not in own or _escapes(node, storage, callees, cxx):
            found.add(storage.name(node))
    return frozenset(found)


def _escapes(node: Node, storage: Storage, callees: Callees, cxx: bool) -> bool:
    """Whether the address of what a node names goes anywhere."""
    at = node
    if any(above.kind == Kind.LAMBDA for above in node.ancestors()):
        return True
    while True:
        above = at.parent
        if above is None:
            return True
        kind = above.kind
        array = is_array(at)
        if kind == Kind.PAREN:
            at = above
        elif kind == Kind.MEMBER:
            if at.type_kind == TypeKind.POINTER.value:
                return False
            at = above
        elif kind == Kind.UNEXPOSED_EXPR:
            if not array and not _is_read(above, cxx):
                if not _is_whole(above):
                    return True
                at = above  # it is no value yet: a reference to const may be bound to it
                continue
            if not array:
                return False
            outer = above.parent
            while outer is not None and outer.kind == Kind.PAREN:
                above, outer = outer, outer.parent
            if outer is None or outer.kind != Kind.SUBSCRIPT or above.ordinal != 0:
                return not _is_given(at, above, storage, callees, cxx)
            at = outer
        elif kind == Kind.SUBSCRIPT:
            return array  # an index that is no value yet, or an array that libclang shows without its decay
        elif kind in (Kind.COMPOUND_ASSIGN, Kind.BINARY) or (
            kind == Kind.UNARY and above.unary_operator in INCREMENTS
        ):
            if not cxx or _drops(above.parent):
                return array
            at = above
        elif kind == Kind.UNARY and above.unary_operator == Unary.ADDRESS_OF:
            return not _is_given(at, above, storage, callees, cxx)
        elif kind in (Kind.SIZEOF, Kind.DECL_STMT) or kind in _STATEMENTS:
            return kind == Kind.RETURN and cxx
        else:
            return True


def _is_given(place: Node, pointer: Node, storage: Storage, callees: Callees, cxx: bool) -> bool:
    """Whether a pointer goes nowhere but to a function that keeps it nowhere, and that gives it to none.

    ``place`` is the part of a variable that it leads to, as the effects of the call have it.
    """
    if not storage.place(place).variable:
        return False
    at, above = pointer, pointer.parent
    while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        at, above = above, above.parent
    if above is None or above.kind != Kind.CALL:
        return False
    return _is_lent(above, callees, lambda key: False) or _only_follows(above, at, storage, callees, cxx)


def _only_follows(call: Node, argument: Node, storage: Storage, callees: Callees, cxx: bool) -> bool:
    """Whether a function whose body runs does nothing with an argument but follow it (``nocapture``).

    What a directive or a lambda defers, and a coroutine, may follow it behind the call.
    """
    callee = callees.of(call)
    if callee.knowledge is not Knowledge.SEEN or callees.is_shared(callee.key):
        return False
    if call.type.kind in _OBJECTS:
        return False
    parameters, tree = callees.parameters(callee.key), callees.tree(callee.key)
    number = next((at for at, each in enumerate(arguments_of(call)) if each.index == argument.index), -1)
    if not 0 <= number < len(parameters) or Kind.LAMBDA in tree.kinds:
        return False
    if cxx and any(tree.node(index).hides_first for index in range(1, len(tree))):
        return False
    parsed = callees.parsed
    makers = NO_MAKERS._replace(names=parsed.pragma_macros, definitions=parsed.macro_definitions)
    if has_directives(callees.text(callee.key), makers):
        return False
    return parameters[number] in private(tree, storage, cxx)


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call of a function by its name, of a member function and of a constructor.

    None of an operator, whose operands stand around it.
    """
    inside = [each for each in call.below if each.kind >= Kind.UNEXPOSED_EXPR]
    if not inside or semantics.is_constructor(call):
        return inside
    first = ignoring_parens_and_implicit_casts(inside[0])
    declared = first.declaration() if first.kind == Kind.MEMBER else None
    if declared is not None and declared.kind in FUNCTIONS:
        return inside[1:]
    named = inside[0].type_kind == TypeKind.POINTER.value and first.kind == Kind.DECL_REF
    return inside[1:] if named else []


def private(tree: Tree, storage: Storage, cxx: bool) -> set[str]:
    """The parameters that only subscripts, ``*`` and tests use, so that no other pointer comes from them."""
    found: set[str] = set()
    others: set[str] = set()
    for index in range(1, len(tree)):
        node = tree.node(index)
        if node.kind == Kind.PARAMETER:
            found.add(storage.usr(node))
        elif node.kind == Kind.DECL_REF and not _is_followed(node, cxx):
            others.add(storage.name(node))
    return found - others


def held(tree: Tree, storage: Storage) -> frozenset[str]:
    """The parameters that are pointers and get no other value but from their own: ``p += 2``, not ``p = q``.

    What a pointer to them, or a reference, sets is not seen: they are held where none leads to them.
    """
    parameters = tree.of_kinds(frozenset((Kind.PARAMETER,)))
    found = {storage.usr(node) for node in parameters if node.type_kind == POINTER_TYPE}
    stored: set[str] = set()
    for node in tree.of_kinds(frozenset((Kind.BINARY,))) if found else ():
        if node.binary_operator == Binary.ASSIGN:
            stored |= {storage.name(each) for each in _named_by(node.below[0])}
    return frozenset(found - stored)


def stepped(tree: Tree, storage: Storage) -> frozenset[str]:
    """The variables that ``p++``, ``p += 2`` and the like set."""
    found: set[str] = set()
    for node in tree.of_kinds(frozenset((Kind.COMPOUND_ASSIGN, Kind.UNARY))):
        if node.kind == Kind.COMPOUND_ASSIGN or node.unary_operator in INCREMENTS:
            found |= {storage.name(each) for each in _named_by(node.below[0])}
    return frozenset(found)


def _named_by(place: Node) -> Iterator[Node]:
    """The variables that an expression may be, as a whole: ``p``, ``(p)``, ``c ? p : q``."""
    if place.kind == Kind.DECL_REF:
        yield place
    elif place.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.CONDITIONAL, *CASTS) or (
        place.kind == Kind.BINARY and place.binary_operator in (Binary.COMMA, Binary.ASSIGN)
    ):
        for each in place.below:
            yield from _named_by(each)


def _is_followed(pointer: Node, cxx: bool) -> bool:
    """Whether a pointer is followed at once to a scalar, whose address goes nowhere, or is only tested."""
    if is_tested(pointer):
        return True
    at, above = pointer, pointer.parent
    while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        at, above = above, above.parent
    if above is None or not (
        (above.kind == Kind.SUBSCRIPT and at.ordinal == 0)
        or (above.kind == Kind.UNARY and above.unary_operator == Unary.DEREFERENCE)
    ):
        return False
    if above.type_kind == TypeKind.RECORD.value or is_array(above):
        return False
    return _is_used_at_once(above, cxx)


def beyond(tree: Tree, storage: Storage) -> frozenset[str]:
    """The pointers that are followed with another subscript than 0."""
    found: set[str] = set()
    for index in range(1, len(tree)):
        if tree.kinds[index] == Kind.SUBSCRIPT:
            inside = [each for each in tree.node(index).below if each.kind >= Kind.UNEXPOSED_EXPR]
            if len(inside) != 2 or semantics.integer_value(inside[1]) != 0:
                named = map(ignoring_parens_and_implicit_casts, inside)
                found |= {storage.name(each) for each in named if each.kind == Kind.DECL_REF}
    return frozenset(found)


_COMPUTING = frozenset(
    (
        *(Kind.PARAMETER, Kind.VARIABLE, Kind.DECL_REF, Kind.MEMBER, Kind.PAREN, Kind.SUBSCRIPT, Kind.UNARY),
        *(Kind.BINARY, Kind.CONDITIONAL, Kind.C_CAST, Kind.STATIC_CAST, Kind.INTEGER, Kind.FLOATING),
        *(
            Kind.CHARACTER,
            Kind.UNEXPOSED_EXPR,
            Kind.COMPOUND,
            Kind.DECL_STMT,
            Kind.IF,
            Kind.RETURN,
            Kind.NULL,
        ),
        *(Kind.FUNCTION, Kind.TYPE_REF),
    )
)
"""What a function consists of that stores nothing but its own variables' first values."""
_STATEMENTS = frozenset(
    (
        *(Kind.COMPOUND, Kind.IF, Kind.FOR, Kind.WHILE, Kind.DO, Kind.SWITCH, Kind.CASE, Kind.DEFAULT),
        *(Kind.LABEL, Kind.RETURN),
    )
)


def fresh(
    tree: Tree,
    storage: Storage,
    callees: Callees,
    cxx: bool,
    computes: Callable[[str], bool],
    *,
    returned: bool = False,
    made: bool = False,
) -> frozenset[str]:
    """The local pointers to memory of their own: each value is of ``malloc``, and none goes anywhere else.

    ``computes`` says whether a function of another source only computes a value. ``returned``: whether one
    may be returned, ``made``: be of ``new``, whose constructor may know it.
    """
    found: set[str] = set()
    for index in range(1, len(tree)):
        if tree.kinds[index] == Kind.VARIABLE:
            node = tree.node(index)
            values = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
            if _is_own_pointer(node, callees) and all(_is_new(each, callees, made) for each in values):
                found.add(storage.usr(node))
    for index in range(1, len(tree)) if found else ():
        kind = tree.kinds[index]
        if kind in (Kind.DECL_REF, Kind.VARIABLE_REF):
            node = tree.node(index)
            name = storage.name(node)
            if name not in found or (returned and _is_returned(node)):
                continue
            if kind == Kind.VARIABLE_REF or not _stays(node, callees, cxx, computes, made):
                found.discard(name)
    return frozenset(found)


def _is_own_pointer(variable: Node, callees: Callees) -> bool:
    """Whether a variable is a pointer of a function's own, of which all values are written out.

    What ``catch`` declares has the value that was thrown, and that of a range-``for`` each element's.
    """
    plain = variable.type.kind == TypeKind.POINTER and not variable.type.volatile
    above = variable.parent
    if not plain or above is None or above.kind != Kind.DECL_STMT:
        return False
    return not variable.declared().lasting and not callees.has_cleanup(variable)


def owning(tree: Tree, storage: Storage, callees: Callees, cxx: bool) -> frozenset[str]:
    """The local pointers each value of which is new memory, so that two of them never lead to one object.

    Others may lead there, too; nobody else sets the pointers.
    """
    found: set[str] = set()
    for node in tree.of_kinds(frozenset((Kind.VARIABLE,))):
        values = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if _is_own_pointer(node, callees) and all(_is_made(each, storage, callees, cxx) for each in values):
            found.add(storage.usr(node))
    for node in tree.of_kinds(frozenset((Kind.DECL_REF, Kind.VARIABLE_REF))) if found else ():
        name = storage.name(node)
        if name in found and not _is_read_or_made(node, storage, callees, cxx):
            found.discard(name)
    return frozenset(found)


def _is_read_or_made(node: Node, storage: Storage, callees: Callees, cxx: bool) -> bool:
    """Whether a name of a pointer is read, or gets new memory there."""
    at, above = node, node.parent
    while above is not None and above.kind == Kind.PAREN:
        at, above = above, above.parent
    if above is None or node.kind == Kind.VARIABLE_REF:
        return False
    if above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN and at.ordinal == 0:
        return _is_made(above.below[1], storage, callees, cxx)
    return above.kind == Kind.UNEXPOSED_EXPR  # a conversion: of its value


def _is_made(value: Node, storage: Storage, callees: Callees, cxx: bool) -> bool:
    """Whether a value is new memory, also by a function that returns such."""
    call = ignoring_parens_and_casts(value)
    callee = callees.of(call) if call.kind == Kind.CALL else None
    if callee is not None and callee.knowledge is Knowledge.SEEN:
        return returns_new_memory(callee.key, storage, callees, cxx)
    return _is_new(value, callees, True)


def returns_new_memory(key: str, storage: Storage, callees: Callees, cxx: bool) -> bool:
    """Whether each value of a function leads to memory to which nothing else leads then, or is null."""
    tree = callees.tree(key)
    own = fresh(tree, storage, callees, cxx, lambda _: False, returned=True, made=True)
    values = [node.below[0] for node in tree.of_kinds(frozenset((Kind.RETURN,))) if node.below]
    return bool(values) and all(
        _is_new(each, callees, True) or storage.name(ignoring_parens_and_casts(each)) in own
        for each in values
    )


def _is_returned(node: Node) -> bool:
    above = parent_ignoring_parens_and_casts(node)
    return above is not None and above.kind == Kind.RETURN


def _is_new(value: Node, callees: Callees, made: bool) -> bool:
    """Whether a value is a null pointer, or memory that nobody else has; ``made``: also of ``new T[n]``."""
    value = ignoring_parens_and_casts(value)
    if semantics.is_null_constant(value):
        return True
    if value.kind == Kind.CONDITIONAL:
        return all(_is_new(each, callees, made) for each in value.below[1:])
    if made and value.kind == Kind.NEW:
        return not is_placed(value)
    if value.kind != Kind.CALL:
        return False
    callee = callees.of(value)
    row = library_function(callee.name) if callee.knowledge is Knowledge.SYSTEM else None
    return row is not None and row.allocates


def is_placed(new: Node) -> bool:
    """Whether a ``new`` is given the memory in which it makes an object."""
    return any(each.type_kind == POINTER_TYPE for each in new.below if each.kind >= Kind.UNEXPOSED_EXPR)


def _stays(node: Node, callees: Callees, cxx: bool, computes: Callable[[str], bool], made: bool) -> bool:
    """Whether the pointer that a name holds is followed, tested or freed there, or gets a new value."""
    at, above = node, node.parent
    while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        at, above = above, above.parent
    if above is None or any(each.kind == Kind.LAMBDA for each in node.ancestors()):
        return False
    kind = above.kind
    if kind == Kind.SUBSCRIPT:
        return at.ordinal == 0 and _is_used_at_once(above, cxx)
    if kind == Kind.MEMBER:
        return _is_used_at_once(above, cxx)
    if kind == Kind.UNARY and above.unary_operator == Unary.DEREFERENCE:
        return _is_used_at_once(above, cxx)
    if kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN:
        return at.ordinal == 0 and _is_new(above.below[1], callees, made) and is_tested(above)
    if kind == Kind.CALL:
        return _is_lent(above, callees, computes)
    return is_tested(at)


def is_tested(value: Node) -> bool:
    """Whether a value is thrown away, or only whether it is null is asked."""
    at, above = value, value.parent
    while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        at, above = above, above.parent
    if above is None:
        return False
    if above.kind in CASTS:
        return bool(above.type_kind == TypeKind.VOID.value)
    if above.kind == Kind.BINARY and above.binary_operator == Binary.COMMA:
        return at.ordinal == 0 or is_tested(above)
    if above.kind == Kind.BINARY:
        return above.binary_operator in (Binary.EQUAL, Binary.UNEQUAL, Binary.LOGICAL_AND, Binary.LOGICAL_OR)
    if above.kind == Kind.UNARY:
        return above.unary_operator == Unary.LOGICAL_NOT
    if above.kind == Kind.CONDITIONAL:
        return at.ordinal == 0
    return _drops(above)


def is_only_followed(value: Node) -> bool:
    """Whether an expression does nothing with a pointer but follow it: its value is not asked for."""
    at, above = value, value.parent
    while above is not None:
        if above.kind in (Kind.SUBSCRIPT, Kind.MEMBER) or (
            above.kind == Kind.UNARY and above.unary_operator == Unary.DEREFERENCE
        ):
            if above.kind == Kind.SUBSCRIPT and at.type_kind not in _LEADING:
                return False
            return not _is_addressed(above)
        moves = above.kind == Kind.BINARY and above.binary_operator in (Binary.ADD, Binary.SUBTRACT)
        if not (moves or above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR)) or above.type_kind not in _LEADING:
            return False
        at, above = above, above.parent
    return False


def _is_addressed(place: Node) -> bool:
    """Whether the address is taken of what a pointer leads to, or of a part of it."""
    at, above = place, place.parent
    while above is not None and above.kind in (Kind.PAREN, Kind.MEMBER, Kind.SUBSCRIPT):
        if above.kind == Kind.SUBSCRIPT and at.type_kind not in _LEADING:
            return False
        at, above = above, above.parent
    return above is not None and above.kind == Kind.UNARY and above.unary_operator == Unary.ADDRESS_OF


def _drops(statement: Node | None) -> bool:
    """Whether nothing uses the value of an expression that is a statement, or a statement's test."""
    while statement is not None and statement.kind in (Kind.LABEL, Kind.CASE, Kind.DEFAULT):
        statement = statement.parent
    if statement is None or statement.kind not in _STATEMENTS or statement.kind == Kind.RETURN:
        return False
    above = statement.parent
    return statement.kind != Kind.COMPOUND or above is None or above.kind != Kind.STATEMENT_EXPR


def _is_lent(call: Node, callees: Callees, computes: Callable[[str], bool]) -> bool:
    """Whether a call keeps no pointer that it is given, and gives none back that is used."""
    callee = callees.of(call)
    if callee.knowledge is not Knowledge.SYSTEM:
        return False
    if callee.name == "free":
        return True
    row = library_function(callee.name)
    if row is None:
        return False
    if row.calls:
        inside = [each for each in call.below if each.kind >= Kind.UNEXPOSED_EXPR]
        compares = compared_by(inside[1:], callees)
        if compares is None:
            return False
        if not callees.has_body(compares.key):
            return computes(compares.key)
        shared = callees.is_shared(compares.key)
        return only_computes(compares.key, callees) and (not shared or computes(compares.key))
    return row.argument(0) is ModRefInfo.BYTES and _drops(call.parent)


def compared_by(arguments: list[Node], callees: Callees) -> Callee | None:
    """The function that the last argument of a sort is; None where nobody can tell."""
    at = ignoring_parens_and_implicit_casts(arguments[-1]) if arguments else None
    if at is not None and at.kind == Kind.UNARY and at.unary_operator == Unary.ADDRESS_OF:
        at = ignoring_parens_and_implicit_casts(at.below[0])
    return callees.named(at) if at is not None else None


def only_computes(key: str, callees: Callees) -> bool:
    """Whether a function stores nothing and calls nothing: what it is given stays where it was."""
    if not callees.has_body(key):
        return False
    tree = callees.tree(key)
    for index in range(1, len(tree)):
        kind = tree.kinds[index]
        if kind not in _COMPUTING:
            return False
        node = tree.node(index)
        if kind == Kind.VARIABLE and node.declared().lasting:
            return False
        if kind == Kind.UNARY and node.unary_operator in INCREMENTS:
            return False
        if kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN:
            return False
    return True


def _is_used_at_once(place: Node, cxx: bool) -> bool:
    """Whether an object is read or stored where an expression names it, and its address goes nowhere."""
    at = place
    while True:
        above = at.parent
        if above is None:
            return False
        kind = above.kind
        if kind in (Kind.PAREN, Kind.MEMBER) and at.type_kind != TypeKind.POINTER.value:
            at = above
        elif kind == Kind.PAREN:
            at = above
        elif kind == Kind.UNEXPOSED_EXPR and is_array(at):
            outer = above.parent
            if outer is None or outer.kind != Kind.SUBSCRIPT or above.ordinal != 0:
                return False
            at = outer
        elif kind == Kind.UNEXPOSED_EXPR:
            return _is_read(above, cxx)
        elif kind == Kind.SUBSCRIPT:
            if not is_array(at) or at.ordinal:
                return False
            at = above
        elif kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.UNARY):
            stored = kind == Kind.COMPOUND_ASSIGN or (
                above.unary_operator in INCREMENTS
                if kind == Kind.UNARY
                else above.binary_operator == Binary.ASSIGN
            )
            return stored and at.ordinal == 0 and (_drops(above.parent) or not cxx)
        else:
            return kind == Kind.SIZEOF or (kind in _STATEMENTS and kind != Kind.RETURN)


def _is_whole(conversion: Node) -> bool:
    """Whether a conversion that is not written is of one expression; else a part of it is chosen."""
    return sum(each.kind >= Kind.UNEXPOSED_EXPR for each in conversion.below) == 1


def _is_read(conversion: Node, cxx: bool) -> bool:
    """Whether a conversion that is not written reads an object, which is no object any more then.

    What a reference to const or volatile is bound to has that type; a class's object may stay one.
    """
    if not _is_whole(conversion):
        return False
    named = conversion.type.const or conversion.type.volatile
    return not (cxx and (named or conversion.type_kind == TypeKind.RECORD.value))


def is_array(node: Node) -> bool:
    """Whether an expression is an array, no pointer."""
    kind = node.type.kind
    return kind in (
        TypeKind.CONSTANTARRAY,
        TypeKind.INCOMPLETEARRAY,
        TypeKind.VARIABLEARRAY,
        TypeKind.DEPENDENTSIZEDARRAY,
    )


def is_number(node: Node) -> bool:
    """Whether an expression is an integer, as it stands or cast: of ``NULL``, ``(void *)0``."""
    while node.kind in (Kind.PAREN, Kind.C_CAST, Kind.UNEXPOSED_EXPR) and len(node.below) == 1:
        node = node.below[0]
    return node.kind == Kind.INTEGER
