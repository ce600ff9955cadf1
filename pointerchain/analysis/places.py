# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Places: the expressions of a kernel -> the objects that they name, and what loads and stores of these do.

``s->f->t[i]``  ->  an element of the chain ``s->f->t``; ``c[i].data[j]``  ->  one of what pointers lead to
that are read from elements of ``c``. What is accessed is noted as :mod:`uses` has it.

"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from pointerchain.analysis.chains import (
    Among,
    Chain,
    Element,
    Inside,
    Key,
    Member,
    Named,
    Numbers,
    Own,
    Place,
    Pointer,
    Refused,
    ToLocal,
    Value,
    among_of,
    combined,
    only,
)
from pointerchain.analysis.counting import (
    SHORTEST,
    SharedOut,
    key_of,
    stripped_of_parens,
)
from pointerchain.analysis.sections import Access, Guards, Loop, Polynomial, Symbol
from pointerchain.analysis.uses import Accesses, ElementUse, LinkedUse, ScalarUse
from pointerchain.source import Span
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import (
    holds_pointers,
    is_array,
    is_in_union,
    is_pointer,
    is_unsigned,
    members_within,
    names_reference,
)
from pointerchain.translator.clang.implicit_calls import ImplicitCalls
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    EXPRESSIONS,
    INTEGER_TYPES,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.parsed import Declaration
from pointerchain.translator.clang.tree import Node

_NAMING = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT))
_LONGEST_TEXT = 80
"""How much of an expression a message shows."""
_STEADY = frozenset((Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.DECL_REF, Kind.MEMBER, Kind.INTEGER, Kind.BINARY))
"""What a subscript of a link is made of: nothing in it stores, or calls a function."""
_NOTHING_SAID = Guards()


def of_its_own(function: str, variable: str) -> str:
    """What is said of a variable that a called function uses."""
    why = f"'{function}', which the kernel calls, uses the variable '{variable}', of which the "
    return f"{why}device may have its own ('declare target'): pass it as an argument"


class Places(ABC):
    """What the expressions of one statement name."""

    def __init__(
        self,
        span: Span,
        callees: Callees,
        private: frozenset[str],
        copied: frozenset[str],
        shared_out: Mapping[int, int],
    ) -> None:
        self.span, self.callees, self.private, self.copied = span, callees, private, copied
        self.implicit = ImplicitCalls(callees)
        self.shared_out = SharedOut(shared_out)
        self.found = Accesses()
        self.values: dict[Key, Value] = {}
        """Of the statement's own variables, and those of called functions."""
        self.own: set[Key] = set()
        self.bound: dict[Key, Place] = {}
        """What the parameters of called functions refer to."""
        self.addressed: set[Key] = set()
        """Those to which pointers may lead, of whose values nothing is known."""
        self.changed: set[Key] = set()
        """The last names of what the statement stores by a chain."""
        self.loops: tuple[Loop, ...] = ()
        self.said = _NOTHING_SAID
        """What conditions say where the evaluation is."""
        self.certain = True
        self.count = 0
        self.calls: list[tuple[str, int]] = []
        """The functions around, and where the outermost call stands."""
        self.keys: tuple[str, ...] = ()
        """The same functions, by USR."""
        self.returned: list[list[Value]] = []
        self.counting: dict[Key, Value] = {}
        """Variables of outside that count loops: their values there."""

    # --- what is asked of the tree ------------------------------------------------------------------------

    def where(self, node: Node) -> int:
        """The place in the source that a message about a node names."""
        return self.calls[0][1] if self.calls else node.start

    def refuse(self, node: Node, why: str) -> Refused:
        """The refusal of a node; in a called function it names that."""
        if why.endswith("."):
            return Refused(self.where(node), why[:-1])
        inside = f" in '{self.calls[-1][0]}', which the kernel calls," if self.calls else ""
        return Refused(self.where(node), f"{why}{inside} is not understood")

    def is_own(self, declared: Declaration) -> bool:
        """Whether a variable is the statement's own, by its place or by a clause."""
        key = key_of(declared)
        if key in self.own or key in self.values:
            return True
        inside = declared.main and self.span.start <= declared.offset < self.span.end
        new = declared.name in self.private or (declared.name in self.copied and key in self.changed)
        return inside or (new and not self.calls)

    # --- what is found ------------------------------------------------------------------------------------

    def _note_chain(self, chain: Chain, node: Node) -> None:
        self.found.nodes.setdefault(chain, node)
        if chain.members and not self.calls:
            self.found.chains.setdefault(chain)

    def _access(self, offset: Numbers | None, alternative: Polynomial | None, alone: bool) -> Access:
        certain = self.certain and alone and offset is not None
        return Access(alternative, self.loops, self.said, certain)

    def _note_element(self, place: Element, node: Node, write: bool) -> None:
        self._note_chain(place.chain, self.found.nodes.get(place.chain, node))
        rows = self.found.elements.setdefault(place.chain, [])
        through = self.calls[-1][0] if self.calls else ""
        alternatives: list[Polynomial | None] = [None]
        if place.offset:
            alternatives = [*sorted(place.offset, key=lambda each: each.terms)]
        alone = len(alternatives) == 1
        inner = tuple(self._access(each, only(each), alone) for each in place.inner)
        for each in alternatives:
            access = self._access(place.offset, each, alone)
            rows.append(ElementUse(write, access, inner, place.whole, self.where(node), through))

    def _note_among(self, place: Among, node: Node, write: bool) -> None:
        """Note an access to one of several objects: any element, or one that is known."""
        for chain in sorted(place.chains, key=lambda each: each.text):
            self._note_element(Element(chain, None, whole=False), node, write)
        for chain, at in sorted(place.starts, key=lambda each: (each[0].text, each[1].terms)):
            before, self.certain = self.certain, False
            self._note_element(Element(chain, frozenset((at,)), whole=False), node, write)
            self.certain = before
        for chain in place.linked:
            self.found.linked.setdefault(chain, []).append(LinkedUse(write, node, self.where(node)))

    def _led_on(self, place: Element | Among, node: Node) -> Among:
        """A pointer that is read from an element: it may lead wherever a copy of all that follows is."""
        named = ignoring_parens_and_implicit_casts(node)
        declared = named.declaration() if named.kind == Kind.MEMBER else None
        if declared is not None:
            self.found.links.setdefault(key_of(declared), (self._text(node), self.where(node)))
        return Among(linked=frozenset((place.chain,)) if isinstance(place, Element) else place.every)

    def _note_scalar(self, chain: Chain, node: Node, write: bool, constant: int | None = None) -> None:
        self._note_chain(chain, node)
        self.found.scalars.setdefault(chain, []).append(ScalarUse(write, self.where(node), constant))

    # --- places -------------------------------------------------------------------------------------------

    def place(self, node: Node) -> Place:
        """What an expression names."""
        node = ignoring_parens_and_implicit_casts(node)
        if node.type.volatile:
            raise self.refuse(node, "a volatile or atomic access")
        if node.kind == Kind.DECL_REF:
            return self._variable(node)
        if node.kind == Kind.MEMBER:
            return self._member(node)
        if node.kind == Kind.SUBSCRIPT:
            return self._subscript(node)
        if node.kind == Kind.UNARY and node.unary_operator == Unary.DEREFERENCE:
            return self._through(self.value(node.below[0]), frozenset((Polynomial(),)), node)
        if (
            node.kind in (Kind.CALL, Kind.COMPOUND_LITERAL, Kind.CONDITIONAL)
            and node.type_kind == RECORD_TYPE
            and not self._names_one_of_two(node)
        ):
            self.value(node)
            return Own(None, False)
        raise self.refuse(node, "this way to name an object")

    def _names_one_of_two(self, node: Node) -> bool:
        """Whether an expression is the one or the other object itself, as in C++, and not its value."""
        parts = [each for each in node.below if each.kind in EXPRESSIONS][1:]
        return node.kind == Kind.CONDITIONAL and any(is_named(stripped_of_parens(each)) for each in parts)

    def _variable(self, node: Node) -> Place:
        declared = node.declaration()
        if declared is None or declared.kind not in (Kind.VARIABLE, Kind.PARAMETER):
            raise self.refuse(node, f"'{node.name()}'")
        if (key := key_of(declared)) in self.bound:
            return self.bound[key]
        if names_reference(node):
            raise self.refuse(node, f"the reference '{declared.name}'")
        if self.is_own(declared):
            return Own(key_of(declared))
        if self.calls:
            if not self.callees.names_constant(node):
                raise Refused(self.where(node), of_its_own(self.calls[-1][0], declared.name))
            self.found.constants.setdefault(of_its_own(self.calls[-1][0], declared.name), self.where(node))
            return Own(None, False)
        chain = Chain(key_of(declared))
        self.found.nodes.setdefault(chain, node)
        return Named(chain)

    def _member(self, node: Node) -> Place:
        declared = node.declaration()
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if declared is None or declared.kind != Kind.FIELD or not below:
            raise self.refuse(node, f"the member '{node.name()}'")
        key, base = key_of(declared), below[0]
        if is_pointer(base):
            pointer = self.value(base, followed=True)
            if isinstance(pointer, Pointer) and pointer.direct and not self.calls:
                return self._leads_on(pointer.chain, key, True, node)
            place = self._through(pointer, frozenset((Polynomial(),)), node)
        elif node.type_kind == POINTER_TYPE and (link := self._link_of(base)) is not None:
            return self._leads_on(link[0], key, True, node, link[1])
        else:
            place = self.place(base)
            if isinstance(place, Named):
                return self._leads_on(place.chain, key, False, node)
            if isinstance(place, Element) and place.direct and not self.calls:
                return self._leads_on(place.chain, key, True, node)
        if isinstance(place, Among):
            return place
        if isinstance(place, Element):
            return place._replace(whole=False, direct=False)
        return Own(place.key if isinstance(place, Own) else None, False)

    def _link_of(self, node: Node) -> tuple[Chain, str] | None:
        """The chain and the subscript of ``s->f[k - 1]``, where that is one structure in all of a statement.

        A pointer that is a member of it leads on from there. Other members are those of the chain's elements.
        """
        node = ignoring_parens_and_implicit_casts(node)
        if node.kind != Kind.SUBSCRIPT or self.calls or node.body or node.foreign:
            return None
        pointer, index = (each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR)
        named = ignoring_parens_and_implicit_casts(pointer)
        if named.type_kind != POINTER_TYPE or named.kind not in _NAMING:
            return None
        if any(each.kind not in _STEADY for each in (index, *index.inside)):
            return None
        number = only(self.number(index))
        if number is None or not number.terms or any(each.loop >= 0 for each in number.symbols):
            return None
        # The same expression, so that it is the same number wherever the chain is named.
        written = b"".join(node.parsed.data[index.start : index.end].split()).decode("utf-8", "replace")
        said = "".join(number.text().split())
        value = self.value(pointer, followed=True) if written == said else None
        return (value.chain, said) if isinstance(value, Pointer) and value.direct else None

    def _leads_on(self, chain: Chain, key: Key, arrow: bool, node: Node, at: str = "") -> Named:
        longer = Chain(chain.root, (*chain.members, Member(key, arrow, at)))
        self.found.nodes.setdefault(longer, node)
        return Named(longer)

    def _subscript(self, node: Node) -> Place:
        first, second = (each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR)
        if (
            first.type_kind != POINTER_TYPE
            and ignoring_parens_and_implicit_casts(first).type_kind not in ARRAY_TYPES
        ):
            first, second = second, first
        array = ignoring_parens_and_implicit_casts(first)
        if is_array(array) and array.kind in _NAMING:
            place = self.place(array)
            index = self.number(second)
            if isinstance(place, Named):
                return Element(place.chain, index)
            if isinstance(place, Element):
                return place._replace(inner=(*place.inner, index), direct=False)
            return place if isinstance(place, Among) else Own(place.key, False)
        pointer = self.value(first)
        return self._through(pointer, self.number(second), node)

    def _through(self, pointer: Value, index: Numbers | None, node: Node) -> Place:
        """What a pointer leads to, at an index."""
        if isinstance(pointer, Pointer):
            at = combined(pointer.offset, index, Binary.ADD)
            direct = pointer.direct and not self.calls and at == frozenset((Polynomial(),))
            return Element(pointer.chain, at, direct=direct)
        if isinstance(pointer, Inside):
            return Element(pointer.chain, pointer.offset, whole=False)
        if isinstance(pointer, Among):
            return self._beyond(pointer, index, Binary.ADD)
        if isinstance(pointer, ToLocal):
            return Own(pointer.key, False)
        text = self._text(node)
        raise self.refuse(
            node, f"the pointer that '{text}' follows, of which the kernel decides where it leads,"
        )

    @staticmethod
    def _beyond(among: Among, by: Numbers | None, operator: int) -> Among:
        """A pointer some elements further on."""
        starts = set()
        for chain, at in among.starts:
            further = only(combined(frozenset((at,)), by, operator))
            if further is None:
                return among.moved
            starts.add((chain, further))
        return among._replace(starts=frozenset(starts))

    def _text(self, node: Node) -> str:
        words = b" ".join(node.parsed.data[node.start : node.end].split()).decode("utf-8", "replace")
        shown = words if len(words) <= _LONGEST_TEXT else f"{words[:_LONGEST_TEXT]} ..."
        return "an access" if node.foreign or node.body else shown

    # --- reading and storing ------------------------------------------------------------------------------

    def load(self, place: Place, node: Node, followed: bool = False) -> Value:
        """The value that an expression reads; of an array, and what is ``followed``, nothing is read yet."""
        array = is_array(node)
        if isinstance(place, Own):
            return ToLocal(place.key) if array else self._kept(place, node)
        if isinstance(place, Element):
            if array:
                return Inside(place.chain, place.offset)
            self._note_element(place, node, False)
            return self._led_on(place, node) if carries_pointers(node) else None
        if isinstance(place, Among):
            if array:
                return place.moved
            self._note_among(place, node, False)
            return self._led_on(place, node) if carries_pointers(node) else None
        chain = place.chain
        if array or is_pointer(node):
            if not array and self._last(chain) in self.changed:
                raise self.refuse(node, f"the pointer '{chain.text}', which the kernel changes,")
            if not followed:
                self._note_chain(chain, node)
            return Pointer(chain, frozenset((Polynomial(),)), True)
        self._note_scalar(chain, node, False)
        if not chain.members and chain.root in self.counting:
            return self.counting[chain.root]
        return self._symbol(chain, node)

    def _kept(self, place: Own, node: Node) -> Value:
        """The value of a variable of the statement's own; of a part what all pointers in it may lead to."""
        value = self.values.get(place.key) if place.key is not None else None
        if place.whole:
            return value
        if not isinstance(value, Among) or not carries_pointers(node):
            return None
        if value.linked and is_pointer(node):
            self._led_on(value, node)
        return value

    def _keep(self, place: Own, node: Node, value: Value) -> None:
        """Store to a variable of the statement's own, or to a part of one."""
        if place.key is None:
            return
        before = self.values.get(place.key)
        if place.key in self.addressed or self._is_in_union(node):
            self.values[place.key] = None
        elif place.whole:
            self.values[place.key] = value
        elif not isinstance(before, Among):
            self.values[place.key] = None
        elif carries_pointers(node):
            among = among_of(value)
            self.values[place.key] = before.joined_with(among) if among is not None else None

    def _last(self, chain: Chain) -> Key:
        return chain.members[-1].key if chain.members else chain.root

    def _symbol(self, chain: Chain, node: Node) -> Value:
        """A number that stays the same in the statement, as a symbol."""
        if node.type_kind not in INTEGER_TYPES or semantics.size(node) < SHORTEST:
            return None
        if self._last(chain) in self.changed or semantics.is_bit_field(node):
            return None
        return frozenset((Polynomial.of(Symbol(chain.text, unsigned=is_unsigned(node))),))

    def store(self, place: Place, node: Node, value: Value, constant: int | None = None) -> None:
        """What an expression stores."""
        pointer = node.type_kind == POINTER_TYPE
        if isinstance(place, Own):
            self._keep(place, node, value)
            return
        if pointer and isinstance(place, Named) and not place.chain.members:
            why = "sets the pointer '{}', a variable outside of it: declare it inside, or make it 'private'"
            raise Refused(self.where(node), f"the kernel {why.format(self._text(node))}")
        if pointer:
            raise self.refuse(node, f"that the kernel stores a pointer in '{self._text(node)}'")
        if isinstance(place, Named):
            if self._is_in_union(node):
                raise self.refuse(node, f"that the kernel stores a member of a union, '{self._text(node)}',")
            self._note_scalar(place.chain, node, True, constant)
            return
        self.found.stored |= self._members_of(node)
        if node.type_kind == RECORD_TYPE and holds_pointers(node):
            self.found.moved.append((self._text(node), self.where(node)))
        if isinstance(place, Among):
            self._note_among(place, node, True)
        else:
            self._note_element(place, node, True)

    def _members_of(self, node: Node) -> frozenset[Key]:
        """The members that a store to a part of an element names, or those of all that it holds."""
        named = ignoring_parens_and_implicit_casts(node)
        if named.kind == Kind.MEMBER and (declared := named.declaration()) is not None:
            return frozenset((key_of(declared),))
        return frozenset(key_of(each) for each in members_within(node))

    def _is_in_union(self, node: Node) -> bool:
        named = ignoring_parens_and_implicit_casts(node)
        while named.kind == Kind.MEMBER:
            if is_in_union(named):
                return True
            below = [each for each in named.below if each.kind >= Kind.UNEXPOSED_EXPR]
            if not below:
                return False
            named = ignoring_parens_and_implicit_casts(below[0])
        return False

    def number(self, node: Node) -> Numbers | None:
        """The values that an expression may have, where it is an integer of which something is known."""
        value = self.value(node)
        return value if isinstance(value, frozenset) else None

    @abstractmethod
    def value(self, node: Node, followed: bool = False) -> Value:
        """The value of an expression; ``followed``: the pointer is followed."""


def carries_pointers(node: Node) -> bool:
    """Whether an expression is a pointer, or a structure with pointers."""
    return is_pointer(node) or (node.type_kind == RECORD_TYPE and holds_pointers(node))


def is_named(node: Node) -> bool:
    """Whether an expression names an object, or a part of one."""
    return node.kind in _NAMING or (node.kind == Kind.UNARY and node.unary_operator == Unary.DEREFERENCE)
