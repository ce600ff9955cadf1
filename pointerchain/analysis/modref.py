# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mod and ref: statements of Clang's tree -> which objects they store, and which they read.

``s->n += *p;``  ->  mod: the member ``n`` of any such struct. What is not understood changes everything, and
is named. Places are those of :mod:`~pointerchain.translator.clang.storage`: sources can be put together.
"""

from __future__ import annotations

from collections.abc import Iterable

from pointerchain.analysis.effects import (
    ANYTHING,
    FIRST,
    NOTHING,
    UNDECIDED,
    Accesses,
    ArgumentTarget,
    CallSite,
    MemoryEffects,
    Resolver,
    unknown,
)
from pointerchain.analysis.escape import (
    arguments_of,
    beyond,
    compared_by,
    fresh,
    held,
    is_array,
    is_number,
    is_placed,
    private,
    stepped,
)
from pointerchain.analysis.formats import stores_nothing
from pointerchain.analysis.library import LIBRARY, STREAMS, LibraryFunction, ModRefInfo, library_function
from pointerchain.analysis.names import INDIRECT
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.callees import Callee, Callees, Knowledge
from pointerchain.translator.clang.conversions import (
    CASTS,
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.implicit_calls import ImplicitCalls, Implied
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    DECLARATIONS,
    EXPRESSIONS,
    FUNCTIONS,
    INCREMENTS,
    INTEGER_TYPES,
    POINTER_TYPE,
    Binary,
    Kind,
    TypeKind,
    Unary,
)
from pointerchain.translator.clang.storage import Place, Storage, leads_to_object
from pointerchain.translator.clang.targets import Targets
from pointerchain.translator.clang.tree import Node, Tree

_HARMLESS = frozenset(
    (
        *(Kind.DECL_REF, Kind.MEMBER, Kind.PAREN, Kind.SUBSCRIPT, Kind.CONDITIONAL, Kind.C_CAST),
        *(Kind.COMPOUND_LITERAL, Kind.INIT_LIST, Kind.INTEGER, Kind.FLOATING, Kind.IMAGINARY, Kind.STRING),
        *(
            Kind.CHARACTER,
            Kind.BOOLEAN,
            Kind.NULLPTR,
            Kind.GNU_NULL,
            Kind.STATEMENT_EXPR,
            Kind.GENERIC,
            Kind.STATIC_CAST,
        ),
        *(Kind.CONST_CAST, Kind.REINTERPRET_CAST, Kind.FUNCTIONAL_CAST, Kind.THIS, Kind.SIZEOF, Kind.BINARY),
        *(Kind.UNARY, Kind.COMPOUND_ASSIGN, Kind.LABEL, Kind.COMPOUND, Kind.CASE, Kind.DEFAULT, Kind.IF),
        *(Kind.SWITCH, Kind.WHILE, Kind.DO, Kind.FOR, Kind.GOTO, Kind.CONTINUE, Kind.BREAK, Kind.RETURN),
        *(
            Kind.NULL,
            Kind.DECL_STMT,
            Kind.UNEXPOSED_EXPR,
            Kind.ADDR_LABEL,
            Kind.NEW,
            Kind.DELETE,
            Kind.LAMBDA,
        ),
        Kind.FOR_RANGE,
    )
)
"""Expressions and statements that change nothing but what is looked at one by one."""
_IMPLYING = frozenset(
    (
        *(Kind.VARIABLE, Kind.CALL, Kind.NEW, Kind.DELETE, Kind.INIT_LIST, Kind.COMPOUND_LITERAL),
        *(Kind.LAMBDA, Kind.FOR_RANGE, Kind.UNEXPOSED_DECL, Kind.DECL_REF, Kind.MEMBER),
    )
)
"""Where functions may run in C++ that nobody spells."""
_ATTRIBUTES = range(400, 500)
_REFERENCES = range(43, 51)
_NAMING = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY))
"""Expressions that may name an object."""


def called(callee: Callee) -> MemoryEffects:
    """What a call of a function does, without where its arguments lead."""
    if callee.knowledge in (Knowledge.SEEN, Knowledge.NAMED):
        return MemoryEffects(calls=frozenset((CallSite(callee.key),)))
    row = library_function(callee.name) if callee.knowledge is Knowledge.SYSTEM else None
    if callee.knowledge is Knowledge.PURE or (row is not None and row.is_pure):
        return NOTHING
    ends = row is not None and row.noreturn
    return MemoryEffects(leaves=True) if ends else unknown(f"a call of '{callee.name}'")


class BodyEffects:
    """What the statements of one function do by themselves; what they call is named."""

    passed_over = _HARMLESS
    heeds_volatile = True
    """Whether an access to what is volatile lets others come in, which do something at that time."""

    def __init__(
        self,
        tree: Tree,
        storage: Storage,
        callees: Callees,
        implicit: ImplicitCalls,
        escaping: frozenset[str],
        cxx: bool,
        elsewhere: Resolver,
        targets: Targets | None,
        refs: bool = False,
    ) -> None:
        """``escaping`` are the function's variables to which a pointer may lead.

        ``targets`` says where pointers to functions lead, None of C++. ``refs``: whether to look for what is
        read, too.
        """

        def computes(key: str) -> bool:
            effects = elsewhere(key)
            return effects is not None and not effects.keeps

        self.tree, self.storage, self.callees, self.escaping = tree, storage, callees, escaping
        self.implicit = implicit
        self.targets, self.cxx, self.elsewhere, self.refs = targets, cxx, elsewhere, refs
        self.held = held(tree, storage) - escaping
        """The parameters that lead to what the caller gave, or to another element of that."""
        self.stepped = stepped(tree, storage)
        self.private = frozenset(private(tree, storage, cxx)) & self.held
        self.first = self.private - beyond(tree, storage)
        """Those of which no other pointer is made, and only the first element is used."""
        parameters = (each for each in tree.node(1).below if each.kind == Kind.PARAMETER)
        self.order = {storage.usr(each): number for number, each in enumerate(parameters)}
        """The parameters' numbers."""
        self.fresh = fresh(tree, storage, callees, cxx, computes) - escaping
        self.known: dict[str, Callee] = {}
        """The functions that are called, by USR."""
        self._rows: dict[int, MemoryEffects] = {}

    def of(self, indices: Iterable[int]) -> MemoryEffects:
        """What the nodes do, each by itself: all those below a statement make the statement."""
        found = NOTHING
        for index in indices:
            row = self.at(index)
            if row is not NOTHING:
                found |= row
        return found

    def below(self, index: int) -> MemoryEffects:
        """What a statement or expression does."""
        return self.of(range(index, self.tree.after[index]))

    def at(self, index: int) -> MemoryEffects:
        """What one node does, without what is in it."""
        row = self._rows.get(index)
        if row is None:
            row = self._stored_at(index)
            if self.refs and not row.unknown:
                row = self._with_reads(index, row)
            self._rows[index] = row
        return row

    def _stored_at(self, index: int) -> MemoryEffects:
        """What one node stores, and what runs there that nobody spells."""
        effects, kind = self._written_at(index), self.tree.kinds[index]
        if kind in _IMPLYING and (self.cxx or kind == Kind.VARIABLE):
            effects |= self.implied(self.implicit.of(self.tree.node(index)))
        return effects

    def _written_at(self, index: int) -> MemoryEffects:
        kind = self.tree.kinds[index]
        if kind in _ATTRIBUTES or kind in _REFERENCES:
            return NOTHING
        node = self.tree.node(index)
        if self.cxx and (kind == Kind.VARIABLE or kind in EXPRESSIONS) and self.callees.undecided(node):
            return unknown(UNDECIDED)
        if kind == Kind.CALL:
            return self._call(node)
        if kind in DECLARATIONS:
            variable = kind in (Kind.VARIABLE, Kind.PARAMETER) and self.heeds_volatile
            return unknown("a volatile or atomic access") if variable and node.type.volatile else NOTHING
        if self.cxx and node.hides_first:
            return unknown(FIRST)
        if kind not in self.passed_over:
            return unknown(_WORDS.get(kind, "what is not understood"))
        if kind == Kind.UNEXPOSED_EXPR and sum(1 for _ in self.tree.children(index)) != 1:
            if self._is_default_argument(node):
                return NOTHING  # it stands in the function that is called
            return unknown("an atomic operation, or what is not understood")
        if kind == Kind.NEW:
            return self._new(node)
        if kind in _NAMING and self.heeds_volatile and node.type.volatile:
            return unknown("a volatile or atomic access")
        if kind == Kind.COMPOUND_ASSIGN or (
            kind == Kind.BINARY and self.tree.node(index).binary_operator == Binary.ASSIGN
        ):
            return self._stores(node.below[0])
        if kind == Kind.UNARY and node.unary_operator in INCREMENTS:
            return self._stores(node.below[0])
        if kind in CASTS and node.type_kind in INTEGER_TYPES and _leads(node.below[-1:]):
            return MemoryEffects(captures=True)  # a number may be kept that is made a pointer again
        return NOTHING

    def implied(self, implied: Implied) -> MemoryEffects:
        """The effects of what runs somewhere that nobody spells."""
        effects = MemoryEffects(frees=True) if implied.frees else NOTHING
        for callee in implied.functions:
            self.known[callee.key] = callee
            effects |= called(callee)
        return effects | unknown(implied.unknown) if implied.unknown else effects

    def _new(self, node: Node) -> MemoryEffects:
        """What an object is made in: memory that nobody else has, where the program's own does not give it.

        ``new (p) T`` stores a ``T``, wherever that is; so may a class's own ``operator new``.
        """
        if not is_placed(node) and not self.implicit.allocates(node):
            return MemoryEffects(leaves=True)  # it may throw
        return MemoryEffects(self._placed(self.storage.behind(node)), leaves=True, captures=True)

    def _is_default_argument(self, node: Node) -> bool:
        """Whether a node stands for a default argument, which the function's own tree holds."""
        above = node.parent
        if not self.cxx or above is None or above.kind != Kind.CALL or node.below:
            return False
        if self.callees.is_of_library(above):
            return True  # it runs nothing of the program's
        callee = self.callees.of(above)
        number = next((at for at, each in enumerate(arguments_of(above)) if each is node), -1)
        if callee.knowledge is not Knowledge.SEEN or number < 0:
            return False
        tree = self.callees.tree(callee.key)
        parameters = [each for each in tree.node(1).below if each.kind == Kind.PARAMETER]
        return number < len(parameters) and any(each.kind in EXPRESSIONS for each in parameters[number].below)

    # --- what is read ------------------------------------------------------------------------------------

    def _with_reads(self, index: int, row: MemoryEffects) -> MemoryEffects:
        """The effects of a node with what it reads by itself."""
        kind = self.tree.kinds[index]
        if kind == Kind.FOR_RANGE:
            return row | self._read_by_range()
        if kind == Kind.CALL:
            node = self.tree.node(index)
            return row | self._read_by_call(node, self.callees.of(node))
        if kind not in _NAMING:
            return row
        node = self.tree.node(index)
        reads = self._is_access(node) and not self._is_assigned(node)
        return row | MemoryEffects(ref=self.accesses(node)) if reads else row

    def _is_access(self, node: Node) -> bool:
        """Whether an expression names an object by itself, whatever is done with that."""
        if node.kind == Kind.UNARY and node.unary_operator != Unary.DEREFERENCE:
            return False
        if node.kind in (Kind.DECL_REF, Kind.MEMBER):
            declared = node.declaration()
            if declared is not None and (declared.kind in FUNCTIONS or declared.kind == Kind.ENUMERATOR):
                return False
        if self.storage.is_value(node):
            return True
        return self.storage.is_record(node) and not _is_part(node)

    def _is_assigned(self, node: Node) -> bool:
        """Whether an expression is only what ``=`` stores to, so that its old value is not read."""
        at, above = node, node.parent
        while above is not None and above.kind == Kind.PAREN:
            at, above = above, above.parent
        if self.cxx or above is None or at.ordinal:
            return False  # the assignment is the object itself in C++, whose value may be read
        return above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN

    def _read_by_range(self) -> MemoryEffects:
        return MemoryEffects(reads=frozenset(("a loop over a range",)))

    def _read_by_call(self, call: Node, callee: Callee) -> MemoryEffects:
        """What a function without a body reads; what others read, their bodies say."""
        anything = MemoryEffects(reads=frozenset((f"a call of '{callee.name}'",)))
        if callee.knowledge is Knowledge.PURE:
            return anything if callee.reads else NOTHING
        row = library_function(callee.name) if callee.knowledge is Knowledge.SYSTEM else None
        if row is None:
            return NOTHING
        arguments = [each for each in call.below if each.kind >= Kind.UNEXPOSED_EXPR][1:]
        pointed = any(each.type_kind == POINTER_TYPE for each in arguments)
        return anything if pointed or not row.is_pure else NOTHING

    # --- what is stored ----------------------------------------------------------------------------------

    def _stores(self, target: Node) -> MemoryEffects:
        place = self.storage.place(target)
        lasts = not place.variable or place.variable in self.escaping
        holds = target.type.kind in (TypeKind.POINTER, TypeKind.RECORD)
        return MemoryEffects(self._placed(place), captures=lasts and holds)

    def stored(self, target: Node) -> MemoryEffects:
        """What is stored where an expression is assigned."""
        return self._stores(target)

    def accesses(self, target: Node) -> Accesses:
        """The objects that an expression names, as those who store there see them."""
        return self._placed(self.storage.place(target))

    def _placed(self, place: Place) -> Accesses:
        members = frozenset(part.member for part in place.parts)
        aliases = place.aliases | {part.alias for part in place.parts}
        if ANY in aliases and not place.variable and not place.parts:
            return ANYTHING
        if place.variable:
            named = frozenset((place.variable, member) for member in members or {""})
            if place.variable not in self.escaping:
                return Accesses(variables=named)
            through = frozenset((ANY,)) & aliases
            return Accesses(members=members, variables=named, through=through, aliases=aliases)
        if place.plain and place.root in self.fresh:
            return Accesses(restricted=frozenset((place.root, alias) for alias in aliases))
        if place.plain and place.root in self.held:
            rows = frozenset((place.root, alias) for alias in aliases)
            alone = place.restricted and place.root in self.private
            return Accesses(restricted=rows) if alone else Accesses(given=rows)
        if place.plain:
            return Accesses(through=aliases, aliases=aliases)
        through = aliases if place.derived else frozenset((ANY,)) & aliases
        return Accesses(members=members, through=through, aliases=aliases)

    # --- calls -------------------------------------------------------------------------------------------

    def _call(self, node: Node) -> MemoryEffects:
        callee = self.callees.of(node)
        if callee.knowledge is Knowledge.UNKNOWN and self.callees.copies_bytes(node):
            return self._stores(node.below[0]) if callee.name == "operator=" else NOTHING
        if self.cxx and semantics.is_elided_copy(node):
            return NOTHING  # the constructors are implied
        if self.cxx and self.callees.prints(node):
            given = (ignoring_parens_and_casts(each) for each in node.below if each.kind in EXPRESSIONS)
            texts = (each.kind for each in given if each.type_kind in (POINTER_TYPE, *ARRAY_TYPES))
            others = any(kind != Kind.STRING for kind in texts)
            return MemoryEffects(reads=frozenset((f"a call of '{callee.name}'",))) if others else NOTHING
        return self._called(node, callee)

    def _called(self, call: Node, callee: Callee) -> MemoryEffects:
        name = callee.name
        if callee.knowledge is Knowledge.UNKNOWN:
            return self._indirect(call) or unknown(f"a call of '{name}'" if name else THROUGH)
        if callee.knowledge is Knowledge.PURE:
            return NOTHING
        if callee.knowledge is Knowledge.SYSTEM:
            return self._library(call, name)
        self.known[callee.key] = callee
        return MemoryEffects(calls=frozenset((CallSite(callee.key, self._targets_of(call)),)))

    def _indirect(self, call: Node) -> MemoryEffects | None:
        """What a call through a pointer does: None where it is none, or nobody knows where that may lead."""
        form = self.targets.form(call) if self.targets is not None else ""
        if self.targets is None or not form:
            return None
        callees = self.targets.of(call)
        if callees is None:
            return MemoryEffects(calls=frozenset((CallSite(INDIRECT + form),)))
        effects = NOTHING
        for callee in callees:
            self.known[callee.key] = callee
            effects |= called(callee)
        return effects

    def _targets_of(self, call: Node) -> tuple[ArgumentTarget, ...]:
        """Where each argument of a call leads: an array's name, ``&v``, ``&s->n``."""
        return tuple(map(self._target, arguments_of(call)))

    def _target(self, argument: Node) -> ArgumentTarget:
        parameter, moved = self._parameter(argument)
        if parameter >= 0:
            return ArgumentTarget(parameter=parameter, moved=moved)
        at, taken = ignoring_parens_and_implicit_casts(argument), False
        if at.kind == Kind.UNARY and at.unary_operator == Unary.ADDRESS_OF:
            at, taken = ignoring_parens_and_implicit_casts(at.below[0]), True
        elif not is_array(at):
            return ArgumentTarget()
        variable = self.storage.place(at).variable
        if variable and variable not in self.escaping:
            return ArgumentTarget(variable, hidden=True)
        if at.kind == Kind.DECL_REF:
            declared = at.declaration()
            kinds = (Kind.VARIABLE, Kind.PARAMETER) if taken else (Kind.VARIABLE,)
            known = declared is not None and declared.kind in kinds
            return ArgumentTarget(variable) if known else ArgumentTarget()
        if self.storage.is_record(at):
            return ArgumentTarget()
        accesses = self.accesses(at)
        if accesses.through or accesses.restricted or accesses.given or not accesses.members:
            return ArgumentTarget()
        variable = next((name for name, _ in accesses.variables), "")
        element = at.kind == Kind.SUBSCRIPT and is_array(ignoring_parens_and_implicit_casts(at.below[0]))
        whole = element or is_array(at)
        members, aliases = tuple(sorted(accesses.members)), tuple(sorted(accesses.aliases))
        return ArgumentTarget(variable, members, aliases, whole)

    def _parameter(self, pointer: Node) -> tuple[int, bool]:
        """The parameter that a pointer is computed of, or -1, and whether it may lead to another element."""
        at, moved = ignoring_parens_and_casts(pointer), False
        while at.kind != Kind.DECL_REF:
            below = [each for each in at.below if each.kind >= Kind.UNEXPOSED_EXPR]
            led = [each for each in below if _leads([each])]
            adds = at.kind == Kind.BINARY and at.binary_operator in (Binary.ADD, Binary.SUBTRACT)
            steps = at.kind == Kind.UNARY and at.unary_operator in INCREMENTS
            row = at.kind == Kind.SUBSCRIPT and is_array(at)
            element = at.kind == Kind.UNARY and at.unary_operator == Unary.ADDRESS_OF
            if element:
                at = ignoring_parens_and_implicit_casts(below[0])
                below = [each for each in at.below if each.kind >= Kind.UNEXPOSED_EXPR]
                led = [each for each in below if _leads([each])]
                element = at.kind == Kind.SUBSCRIPT
            if not (adds or steps or row or element) or len(led) != 1:
                return -1, False
            at, moved = ignoring_parens_and_casts(led[0]), True
        name = self.storage.name(at)
        if name not in self.held or name not in self.order:
            return -1, False
        return self.order[name], moved or name in self.stepped

    def _library(self, node: Node, name: str) -> MemoryEffects:
        row = library_function(name)
        if row is None or (row.stream and self.elsewhere(STREAMS) is None):
            return unknown(f"a call of '{name}'")
        if self.elsewhere(LIBRARY + name) is not None:  # the program may define it anew
            return self._by_row(node, name, row) | MemoryEffects(calls=frozenset((CallSite(LIBRARY + name),)))
        return self._by_row(node, name, row)

    def _by_row(self, node: Node, name: str, row: LibraryFunction) -> MemoryEffects:
        if row.noreturn:
            return MemoryEffects(leaves=True)
        if row.frees:
            return MemoryEffects(frees=True)
        arguments = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR][1:]
        if row.calls:
            return self._sorts(arguments, name)
        if any(self._gives_function(each) for each in arguments):
            return unknown(f"a call of '{name}'")
        effects = MemoryEffects(calls=frozenset((CallSite(STREAMS),))) if row.stream else NOTHING
        format = arguments[row.format] if 0 <= row.format < len(arguments) else None
        formatted = format is not None and not stores_nothing(format)
        for number, argument in enumerate(arguments):
            effects |= self._argument(argument, row, number, name)
            if formatted and number > row.format:
                effects |= self._by_pointer(argument, name)
        return effects

    def _argument(self, argument: Node, row: LibraryFunction, number: int, name: str) -> MemoryEffects:
        """What a function of the library stores where an argument leads."""
        does = row.argument(number)
        if does is ModRefInfo.BYTES:
            return MemoryEffects(self._bytes(argument), captures=True)  # they may be those of pointers
        return self._by_pointer(argument, name) if does & ModRefInfo.MOD else NOTHING

    def _sorts(self, arguments: list[Node], name: str) -> MemoryEffects:
        """What is stored by a function that moves objects and calls another to compare them."""
        callee = compared_by(arguments, self.callees)
        if callee is None:
            return unknown(f"a call of '{name}'")
        self.known[callee.key] = callee
        calls = frozenset((CallSite(callee.key),))
        return MemoryEffects(self._bytes(arguments[0]), calls=calls, captures=True)

    def _by_pointer(self, argument: Node, name: str) -> MemoryEffects:
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
            return self._stores(at.below[0])
        return NOTHING if semantics.integer_value(at) == 0 else unknown(f"a call of '{name}'")

    def _gives_function(self, argument: Node) -> bool:
        return types.points_to_function(argument)

    def _bytes(self, argument: Node) -> Accesses:
        """Bytes that are stored where an argument leads: in a variable that it names, or anywhere."""
        at = argument
        while at.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
            inside = [each for each in at.below if each.kind >= Kind.UNEXPOSED_EXPR]
            if len(inside) != 1:
                return ANYTHING
            at = inside[0]
        place = self.storage.place(at)
        if place.variable in self.fresh and at.kind == Kind.DECL_REF:
            return Accesses(restricted=frozenset(((place.variable, ANY),)))
        array = at.kind == Kind.DECL_REF and not self.storage.is_value(at)
        if not array or not place.variable:
            return ANYTHING
        if place.variable in self.escaping:
            return self._placed(place)  # what others read there is of its elements' types
        return Accesses(variables=frozenset(((place.variable, ""),)))


def _leads(operands: list[Node]) -> bool:
    """Whether an operand is a pointer or an array."""
    return any(is_array(each) or each.type.kind == TypeKind.POINTER for each in operands)


def _is_part(node: Node) -> bool:
    """Whether a record is named for one of its members."""
    above = node.parent
    while above is not None and above.kind == Kind.PAREN:
        above = above.parent
    return above is not None and above.kind == Kind.MEMBER


THROUGH = "a call through a pointer"
_WORDS = {
    Kind.ASM: "inline assembly",
    Kind.THROW: "'throw'",
    Kind.TRY: "'try'",
    Kind.INDIRECT_GOTO: "a computed goto",
}
